package rules

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/plural"
	"github.com/discovery-set/hugo-discovery/llmstxt"
)

// llmsPracticeRules say what makes a sound file useful.
var llmsPracticeRules = []Rule{
	llmsRule("llms/thin", Warning, []string{"R161", "E10"}, "llms.txt has at least 50 characters, and a link in a section.", llmsThin),
	llmsRule("llms/summary", Info, []string{"E10"}, "llms.txt has a summary, a block quote below the title.", llmsSummary),
	llmsRule("llms/notes", Info, []string{"E10"}, "Each link of llms.txt has notes that say more than its title.", llmsNotes),
	llmsRule("llms/duplicate", Info, []string{"E10"}, "No URL and no title stands in llms.txt twice.", llmsDuplicate),
	llmsRule("llms/relative-url", Info, []string{"E10"}, "The links of llms.txt are absolute URLs.", llmsRelativeURL),
	llmsRule("llms/size", Info, []string{"E10"}, "llms.txt has no more than 50,000 characters.", llmsSize),
}

// llmsTreeRules hold the links against the tree.
var llmsTreeRules = []Rule{
	{
		ID: "llms/link-broken", Refs: []string{"E01", "E10"}, Severity: Error,
		Summary: "Links of llms.txt to this site are answered by GitHub Pages without a redirect.",
		Tree:    llmsLinkBroken,
	},
	{
		ID: "llms/twin", Refs: []string{"E10"}, Severity: Info,
		Summary: "Where a page has a Markdown twin, llms.txt links the twin.",
		Tree:    llmsTwin,
	},
	{
		ID: "llms/coverage", Refs: []string{"E10"}, Severity: Info,
		Summary: "Each page of the sitemap is linked in llms.txt or in a nested one.",
		Tree:    llmsCoverage,
	},
}

func llmsThin(c *llmsContext) {
	if c.Text == nil {
		return
	}
	if n := utf8.RuneCount(bytes.TrimSpace(c.Doc.Src)); n < 50 {
		c.report(0, Finding{
			Message: fmt.Sprintf("the file has %s: that is no index, and Lighthouse asks for 50", plural.Of(n, "character")),
			Fix:     "write what the site is, and list its pages",
		})
		return
	}
	items := 0
	c.items(func(int, *llmstxt.Item) { items++ })
	if items > 0 {
		return // llms/item says what is wrong with those that there are
	}
	var first *llmstxt.Link
	eachLLMSLink(c.Text, func(l *llmstxt.Link) {
		if first == nil {
			first = l
		}
	})
	f := Finding{Message: "the file has no link", Fix: "list the site's pages in a section: - [title](url): notes"}
	if first == nil {
		c.report(0, f)
		return
	}
	f.Message = "no link stands in a section: the reference parsers find none"
	f.Fix = "write a heading of level 2 above the list of links"
	c.report(first.Pos.Offset, f)
}

// eachLLMSLink calls look for each link of the file, whatever it stands in.
func eachLLMSLink(d *llmstxt.Document, look func(*llmstxt.Link)) {
	eachLink(d, func(l *llmstxt.Link) {
		if l.Style != llmstxt.Image {
			look(l)
		}
	})
}

// eachLink calls look for each link and image of a Markdown file.
func eachLink(d *llmstxt.Document, look func(*llmstxt.Link)) {
	var walk func([]llmstxt.Block)
	links := func(list []llmstxt.Link) {
		for i := range list {
			look(&list[i])
		}
	}
	walk = func(blocks []llmstxt.Block) {
		for i := range blocks {
			b := &blocks[i]
			if b.Kind != llmstxt.Definition {
				links(b.Links)
			}
			walk(b.Blocks)
			for j := range b.Items {
				it := &b.Items[j]
				if it.Link != nil {
					look(it.Link)
				}
				links(it.More)
				walk(it.Blocks)
			}
		}
	}
	walk(d.Preamble)
	if d.Summary != nil {
		walk(d.Summary.Blocks)
	}
	walk(d.Details)
	for i := range d.Sections {
		walk(d.Sections[i].Blocks)
	}
}

func llmsSummary(c *llmsContext) {
	if c.Text == nil || c.Text.Title == nil || c.Text.Summary != nil {
		return
	}
	f := Finding{Message: "there is no summary", Fix: "write > and one sentence about the site below the title, then a paragraph of details"}
	for i := range c.Text.Details {
		if c.Text.Details[i].Kind == llmstxt.Quote {
			f.Message = "there is no summary: the quote does not follow the title at once"
			f.Fix = "move it up, right below the title"
			c.report(c.Text.Details[i].Pos.Offset, f)
			return
		}
	}
	c.report(c.Text.Title.Pos.Offset, f)
}

// shortNotes is the number of characters below which notes say nothing.
const shortNotes = 15

func llmsNotes(c *llmsContext) {
	c.items(func(_ int, it *llmstxt.Item) {
		if it.Form != llmstxt.FileLink || !judged(it) {
			return
		}
		fix := "say behind a colon what a reader finds there"
		switch n := utf8.RuneCountInString(it.Notes); {
		case it.RawNotes == "" && !it.Colon:
			c.report(it.Pos.Offset, Finding{Message: "the link has no notes", Fix: fix})
		case it.RawNotes == "":
		case strings.EqualFold(strings.TrimRight(it.Notes, ". "), strings.TrimRight(it.Link.Title, ". ")):
			c.report(it.NotesPos.Offset, Finding{Message: "the notes repeat the title", Fix: fix})
		case n < shortNotes:
			c.report(it.NotesPos.Offset, Finding{Message: fmt.Sprintf("the notes are %s long", plural.Of(n, "character")), Fix: fix})
		}
	})
}

func llmsDuplicate(c *llmsContext) {
	urls, titles := map[string]int{}, map[string]int{}
	c.items(func(_ int, it *llmstxt.Item) {
		if it.Link == nil || !judged(it) {
			return
		}
		if line, seen := urls[it.Link.URL]; seen {
			c.report(it.Link.URLPos.Offset, Finding{
				URL:     it.Link.URL,
				Message: fmt.Sprintf("line %d links the same URL", line),
				Fix:     "keep one of the two",
			})
			return
		}
		urls[it.Link.URL] = c.line(it.Pos.Offset)
		title := it.Link.Title
		if p := c.tree.PageByURL(it.Link.URL); p != nil {
			title += "\x00" + p.Lang // a translation may keep the title: the name of a product
		}
		if line, seen := titles[title]; seen {
			c.report(it.Link.Pos.Offset, Finding{
				Message: fmt.Sprintf("line %d has the same title %s and another URL", line, Quote(it.Link.Title)),
				Fix:     "give each link a title of its own",
			})
			return
		}
		titles[title] = c.line(it.Pos.Offset)
	})
}

func llmsRelativeURL(c *llmsContext) {
	c.items(func(_ int, it *llmstxt.Item) {
		if it.Link == nil || it.Link.URL == "" || hasScheme(it.Link.URL) {
			return
		}
		if c.tree.Run.Deployment.SiteRoot != "" && c.leaves(it.Link.URL) {
			return // llms/link-broken says it
		}
		f := Finding{
			URL:     it.Link.URL,
			Message: "the URL is relative: a reader that has only the text cannot follow it",
			Fix:     "write the absolute URL",
		}
		if run := c.tree.Run; run.Deployment.SiteRoot != "" {
			if abs, err := ghpages.ResolveRef(run.Deployment.URLOf(c.Doc.Path), it.Link.URL); err == nil {
				f.Fix = "write " + abs
			}
		}
		c.report(it.Link.URLPos.Offset, f)
	})
}

// leaves reports whether a reference of the file leads out of the site.
func (c *llmsContext) leaves(ref string) bool {
	r := c.tree.Run.Deployment.NewResolver()
	r.SetPage(c.Doc.Path, "")
	return r.Ref(ref).Kind == ghpages.RefOutside
}

// hasScheme reports whether a reference begins with a scheme (RFC 3986, 3.1).
func hasScheme(ref string) bool {
	scheme, _, ok := strings.Cut(ref, ":")
	if !ok || scheme == "" || strings.ContainsAny(scheme, "/?#") {
		return false
	}
	for i := range len(scheme) {
		c := scheme[i]
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (i == 0 || strings.IndexByte("0123456789+-.", c) < 0) {
			return false
		}
	}
	return true
}

func llmsSize(c *llmsContext) {
	if c.Text == nil {
		return
	}
	n := utf8.RuneCount(c.Doc.Src)
	switch {
	case n > 100_000:
		c.report(-1, Finding{
			Message: fmt.Sprintf("%s has %d characters: agents cut such a file off near 100,000", c.Doc.Path, n),
			Fix:     "give large sections an llms.txt of their own and link those, or shorten the notes",
		})
	case n > 50_000:
		c.report(-1, Finding{
			Message: fmt.Sprintf("%s has %d characters: checkers warn above 50,000", c.Doc.Path, n),
			Fix:     "give large sections an llms.txt of their own and link those, or shorten the notes",
		})
	}
}

// llmsTarget is what a link of the file reaches in the tree.
type llmsTarget struct {
	ghpages.Ref
	ghpages.Resolution
	// Meant is how a link that leaves the base path would be answered below it.
	Meant ghpages.Resolution
}

// llmsTargets resolves the links of one file.
func (c *TreeContext) llmsTargets(file *LLMSFile, look func(*llmstxt.Link, llmsTarget)) {
	r := c.Deployment.NewResolver()
	r.SetPage(file.Doc.Path, "")
	eachLLMSLink(file.Text, func(l *llmstxt.Link) {
		t := llmsTarget{Ref: r.Ref(l.URL)}
		switch {
		case t.Kind == ghpages.RefTree:
			t.Resolution = ghpages.Resolve(c.Tree, t.Path)
		case t.Kind == ghpages.RefOutside && t.Form == ghpages.FormPathAbsolute:
			t.Meant = ghpages.Resolve(c.Tree, strings.TrimPrefix(t.Path, "/"))
		}
		look(l, t)
	})
}

func llmsLinkBroken(c *TreeContext) {
	for _, file := range c.Set.LLMSFiles {
		if file.Text == nil {
			continue
		}
		lc := &llmsContext{LLMSFile: file, tree: c}
		c.llmsTargets(file, func(l *llmstxt.Link, t llmsTarget) {
			f := Finding{URL: l.URL}
			switch {
			case c.urlSays(l.URL):
				return
			case t.Kind == ghpages.RefInvalid:
				f.Message = fmt.Sprintf("%s is no URL: %s", Quote(l.URL), t.Ref.Reason)
				f.Fix = "write an absolute URL"
			case t.Kind == ghpages.RefOutside && t.Form != ghpages.FormAbsolute:
				f.Message = fmt.Sprintf("%s leads out of this site, to %s", Quote(l.URL), c.Deployment.Origin()+ghpages.EscapePath(t.Path))
				f.Fix = "write an absolute URL below " + c.Deployment.SiteRoot
				if t.Meant.Status == 200 {
					f.Fix = "write " + c.Deployment.SiteRoot + ghpages.EscapePath(strings.TrimPrefix(t.Path, "/"))
				}
			case t.Kind != ghpages.RefTree:
				return
			case t.Status == 404 && c.Served != nil:
				url := c.Deployment.SiteRoot + ghpages.EscapePath(t.Path)
				a, asked := c.answerFor(url)
				if !asked || a.Status == 200 || c.lists(url) {
					return // not known, or pages/served says it
				}
				f.Message = fmt.Sprintf("%s is answered with status %d", Quote(l.URL), a.Status)
				f.Fix = "link a page or a file that the server has"
			case t.Status == 404:
				f.cause = c.causeOf(l.URL)
				f.Message = fmt.Sprintf("%s is answered with 404: %s", Quote(l.URL), t.Resolution.Reason)
				f.Fix = "link a page or a file of the tree, or publish " + "/" + t.Path
			case t.Status == 301 || t.MissingSlash:
				f.Severity = Warning
				f.Message = fmt.Sprintf("%s is answered with a redirect: %s", Quote(l.URL), "the folder's URL ends in a slash")
				f.Fix = "write " + l.URL + "/"
			default:
				return
			}
			lc.report(l.URLPos.Offset, f)
		})
		lc.more()
	}
}

// twins are the tree paths at which a page can have its Markdown twin:
// version 2 of the format appends .md or puts it in place of .html, to
// index.html where the URL has no file name; some generators append it to the
// folder.
func twins(page string) []string {
	stem := strings.TrimSuffix(page, ".html")
	paths := []string{stem + ".md", page + ".md"}
	if dir, ok := strings.CutSuffix(stem, "/index"); ok {
		paths = append(paths, dir+".md")
	}
	return paths
}

func llmsTwin(c *TreeContext) {
	for _, file := range c.Set.LLMSFiles {
		if file.Text == nil {
			continue
		}
		var linked map[string]bool // made for the first page with a twin
		isLinked := func(twin string) bool {
			if linked == nil {
				linked = map[string]bool{}
				c.llmsTargets(file, func(_ *llmstxt.Link, t llmsTarget) { linked[t.File] = true })
			}
			return linked[twin]
		}
		lc := &llmsContext{LLMSFile: file, tree: c}
		c.llmsTargets(file, func(l *llmstxt.Link, t llmsTarget) {
			if t.Status != 200 || path.Ext(t.File) != ".html" {
				return
			}
			for _, twin := range twins(t.File) {
				if !c.Tree.File(twin) {
					continue
				}
				if !isLinked(twin) {
					lc.report(l.URLPos.Offset, Finding{
						URL:     l.URL,
						Message: "the page has a Markdown twin, " + twin + ", but the link leads to the HTML",
						Fix:     "link " + c.Deployment.URLOf(twin),
					})
				}
				return
			}
		})
		lc.more()
	}
}

// shownPages is how many pages a finding names that is about many.
const shownPages = 3

func llmsCoverage(c *TreeContext) {
	if len(c.Set.LLMSFiles) == 0 || c.Set.LLMSFiles[0].Nested || c.Set.LLMSFiles[0].Text == nil {
		return
	}
	linked := map[string]bool{}
	for _, file := range c.Set.LLMSFiles {
		faulty := false
		(&llmsContext{LLMSFile: file, tree: c}).items(func(_ int, it *llmstxt.Item) { faulty = faulty || it.Form == llmstxt.NoLink })
		if faulty {
			return // llms/item says it: the item may mean the page
		}
		if file.Text != nil {
			c.llmsTargets(file, func(_ *llmstxt.Link, t llmsTarget) {
				linked[t.File], linked[t.Meant.File] = true, true // a link that misses its page is another rule's fault
			})
		}
	}
	var missing []string
	for _, s := range c.Set.Sitemaps {
		if s.File.IsIndex() {
			continue
		}
		for i := range s.File.Entries {
			page := c.PageByURL(s.File.Entries[i].Loc)
			if page == nil || linked[page.Path] || slices.ContainsFunc(twins(page.Path), func(p string) bool { return linked[p] }) {
				continue
			}
			linked[page.Path] = true // count it once
			missing = append(missing, page.URL)
		}
	}
	if len(missing) == 0 {
		return
	}
	names := strings.Join(missing[:min(len(missing), shownPages)], ", ")
	if len(missing) > shownPages {
		names += ", …"
	}
	c.ReportFile(c.Set.LLMSFiles[0].Doc.Path, Finding{
		URL:     missing[0],
		Message: fmt.Sprintf("%s of the sitemap not linked: %s", plural.Of(len(missing), "page"), names),
		Fix:     "link them, or list them in an llms.txt of their section that the manifest declares",
	})
}
