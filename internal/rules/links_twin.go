package rules

import (
	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
	"github.com/discovery-set/hugo-discovery/llmstxt"
)

// linksTwin follows the links and images of Markdown twins as their readers
// do: from the URL of the twin, without the site's templates and scripts.
func linksTwin(c *TreeContext) {
	l := newLinker(c.Run)
	for _, path := range c.twinFiles() {
		doc := c.Tree.Document(path)
		if doc.Src == nil {
			continue
		}
		l.setPage(path, "")
		l.bad.reset()
		eachLink(llmstxt.Parse(doc.Src), func(link *llmstxt.Link) {
			if name, exact := meant(link.URL); exact && link.URL == c.DiscoveryURL(name) {
				return // where the file is missing, one finding says so, not one a twin
			}
			ref := l.resolver.Ref(link.URL)
			if fault, bad := l.judge(link.URL, &ref, htmlfacts.Hyperlink); bad && len(l.bad.all) < maxPerPage {
				l.bad.add(fault, link.URL, link.URLPos.Offset)
			}
		})
		for _, b := range l.bad.all {
			c.Report(doc, b.offset, Finding{Severity: b.severity, URL: c.Deployment.URLOf(path), Message: b.message(b.raw, b.times), Fix: b.fix})
		}
	}
}

// twinFiles are the Markdown twins of the tree: the files beside pages under
// the names that version 2 of llms.txt gives them, and those that the
// manifest names.
func (c *TreeContext) twinFiles() []string {
	var files []string
	seen := map[string]bool{}
	add := func(path string) {
		if !seen[path] && c.Tree.File(path) {
			files = append(files, path)
		}
		seen[path] = true
	}
	for _, p := range c.Canonical {
		for _, path := range twins(p.Path) {
			add(path)
		}
	}
	if m := c.Set.ManifestFile; m != nil {
		for i := range m.Pages {
			if path, ok := c.Deployment.TreePath(m.Pages[i].MarkdownURL.Value); ok {
				add(path)
			}
		}
	}
	return files
}
