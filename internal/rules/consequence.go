package rules

import (
	"path"
	"slices"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/plural"
)

// dropCausedBy keeps one finding where one fault has many consequences: what
// leads to a file that another finding says is missing, unread or misnamed,
// and what the set names that the tree does not have.
func dropCausedBy(findings []Finding) []Finding {
	faulty, misnamed := map[string]bool{}, map[string]bool{}
	said := map[string]int{} // the file → the finding by which the set says that it is there
	for i := range findings {
		f := &findings[i]
		switch f.Rule {
		case "files/missing", "files/unchecked", "pages/unread":
			if f.Severity == Error {
				faulty[f.File] = true
			}
		case "files/case":
			faulty[f.File], misnamed[f.File] = true, true
			if f.cause != "" {
				faulty[f.cause] = true
			}
		case "manifest/pages", "sitemap/not-a-page":
			if j, ok := said[f.cause]; f.cause != "" && (!ok || findings[j].Rule > f.Rule) {
				said[f.cause] = i
			}
		}
	}
	if len(faulty) == 0 && len(said) == 0 {
		return findings
	}
	others := map[string][]string{} // the file → who else names it
	drop := make([]bool, len(findings))
	for i := range findings {
		f := &findings[i]
		switch by, ok := said[f.cause]; {
		case f.Rule == "files/case":
		case misnamed[f.File] && isOfPage(f), f.cause != "" && faulty[f.cause]:
			drop[i] = true
		case ok && by != i:
			drop[i] = true
			others[f.cause] = appendNew(others[f.cause], f.File)
		}
	}
	for file, by := range said {
		names := others[file]
		if len(names) == 0 || drop[by] {
			continue
		}
		verb := "name"
		if len(names) == 1 {
			verb = "names"
		} else if more := len(names) - mostTogether; more > 0 {
			names = append(names[:mostTogether], plural.Of(more, "more file"))
		}
		findings[by].Message += "; " + list(names) + " " + verb + " it too"
	}
	kept := findings[:0]
	for i := range findings {
		if !drop[i] {
			kept = append(kept, findings[i])
		}
	}
	return kept
}

// isOfPage: what a page says of itself is judged when it has its right name.
func isOfPage(f *Finding) bool {
	area, _, _ := strings.Cut(f.Rule, "/")
	return slices.Contains([]string{"head", "jsonld", "url", "pages", "footer"}, area)
}

// causeOf is the file that a URL of the site means: what answers for the URL
// where the tree does not have it.
func (run *Run) causeOf(abs string) string {
	abs, _, _ = strings.Cut(abs, "#")
	p, ok := run.Deployment.TreePath(abs)
	if !ok {
		return ""
	}
	r := ghpages.Resolve(run.Tree, p)
	if r.Status == 200 {
		return ""
	}
	file := pageFile(p)
	if path.Ext(p) == "" && p != "" && !strings.HasSuffix(p, "/") && run.Tree.Dir(p) {
		return p + "/index.html"
	}
	return file
}
