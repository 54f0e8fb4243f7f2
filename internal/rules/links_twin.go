package rules

import (
	"fmt"

	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
	"github.com/discovery-set/hugo-discovery/internal/site"
	"github.com/discovery-set/hugo-discovery/llmstxt"
)

// linksTwin follows the links and images of Markdown twins as their readers
// do: from the URL of the twin, without the site's templates and scripts.
func linksTwin(c *TreeContext) {
	l := newLinker(c.Run)
	bytes := budget{most: c.mostBytes.twins, files: site.MaxEntries}
	for _, path := range c.twinFiles() {
		file := c.Tree.Lookup(path)
		doc := &site.Document{Path: path, Err: fmt.Errorf("larger than %d MiB", maxLLMSSize>>20)}
		if file.Size <= maxLLMSSize { // a reading takes some hundred times a file's bytes
			if !bytes.takes(file) {
				continue
			}
			doc = c.Tree.Document(path)
		}
		if doc.Err != nil {
			c.ReportFile(path, Finding{
				URL: c.Deployment.URLOf(path), Message: "the links of the Markdown twin were not checked: " + doc.Err.Error(),
				Fix: "make it a readable file of ordinary size",
			})
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
	bytes.report(c, Warning, "Markdown twin")
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
