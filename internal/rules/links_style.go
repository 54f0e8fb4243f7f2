package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

// styleSheet is a style sheet of the tree and what is wrong with its
// references.
type styleSheet struct {
	doc *site.Document // without its text: thousands of them are not kept in memory
	bad []styleFault
}

// styleFault is such a reference, and where it stands.
type styleFault struct {
	badLink
	line, column int
	snippet      *Snippet
}

// maxStyles bounds how many style sheets are read; @import may name any
// number of them.
const maxStyles = 10_000

// readStyles reads each style sheet that a page loads, and those that they
// import, once, and keeps those with a fault.
func (run *Run) readStyles(linked map[*site.File]bool) []styleSheet {
	var queue []*site.File
	for file := range linked {
		if file != nil {
			queue = append(queue, file)
		}
	}
	slices.SortFunc(queue, func(a, b *site.File) int { return cmp.Compare(a.Path, b.Path) })
	l := newLinker(run)
	var sheets []styleSheet
	var refs []htmlfacts.Ref
	run.styleBytes, run.unread = budget{most: run.mostBytes.styles, files: maxStyles}, nil
	for i := 0; i < len(queue); i++ {
		if queue[i].Size <= site.MaxDocSize && !run.styleBytes.takes(queue[i]) {
			continue
		}
		doc := run.Tree.Document(queue[i].Path)
		if doc.Err != nil {
			run.unread = append(run.unread, doc)
		}
		if doc.Src == nil {
			continue
		}
		l.setPage(doc.Path, "")
		refs = htmlfacts.CSSRefs(doc.Src, refs[:0])
		var bad badList
		for j := range refs {
			r := &refs[j]
			ref := l.resolver.Ref(r.URL)
			if fault, wrong := l.judge(r.URL, &ref, htmlfacts.Subresource); wrong {
				if len(bad.all) < mostBadLinks {
					bad.add(fault, r.URL, r.Offset)
				}
			} else if r.Attr == "import" && ref.Kind == ghpages.RefTree {
				if file := l.file(ref.Path); file != nil && !linked[file] {
					linked[file] = true
					queue = append(queue, file)
				}
			}
		}
		if len(bad.all) > 0 {
			sheet := styleSheet{doc: doc}
			at := places{src: doc.Src}
			for _, b := range bad.all {
				f := styleFault{badLink: b, snippet: snippetAt(doc.Src, b.offset)}
				f.raw = strings.Clone(b.raw)
				f.line, f.column = at.at(b.offset)
				sheet.bad = append(sheet.bad, f)
			}
			doc.Src = nil
			sheets = append(sheets, sheet)
		}
	}
	return sheets
}

// reportStyles reports the references of style sheets that have one kind of
// fault.
func reportStyles(c *TreeContext, kind faultKind) {
	for _, sheet := range c.styles {
		for _, b := range sheet.bad {
			if b.kind == kind {
				c.Report(sheet.doc, -1, Finding{Line: b.line, Column: b.column, Snippet: b.snippet, Severity: b.severity, URL: c.Deployment.URLOf(sheet.doc.Path), Message: b.message(b.raw, b.times), Fix: b.fix})
			}
		}
	}
}
