package rules

import (
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
	"github.com/discovery-set/hugo-discovery/internal/jsonld"
)

// jsonldPage judges the pages that the page's JSON-LD names as it would judge
// links to them, each text once. An @id that a node of the page has is that
// node, and one with a fragment names no page.
func jsonldPage(c *PageContext) {
	told := map[string]bool{}
	c.eachDoc(func(doc *jsonld.Doc, at func(jsonld.Value) int) {
		for link := range doc.Links() {
			raw := strings.TrimSpace(jsonld.TextOf(link.Value))
			if name, _ := meant(raw); raw == "" || name != "" || told[raw] {
				continue // files of the set are for the area url
			}
			if link.Reference() {
				if node := c.graph().Follow(link.Value); strings.Contains(raw, "#") || node.Exists() && node.Value != link.Value {
					continue
				}
			}
			if fault, bad := c.judgeLink(raw); bad {
				told[raw] = true
				c.Report(behindQuote(at, link.Value), Finding{Severity: fault.severity, Message: "JSON-LD: " + link.Property + " " + fault.message(raw, 1), Fix: fault.fix})
			}
		}
	})
}

// judgeLink tells what is wrong with a URL that stands in the page otherwise
// than as a reference of HTML. What the page's base element makes wrong is for
// head/base.
func (c *PageContext) judgeLink(raw string) (linkFault, bool) {
	c.badLinks() // which binds the linker to the page
	l := c.worker.linker
	if l.right.has(raw) {
		return linkFault{}, false
	}
	if base := c.baseHref(); base != "" && isRelative(raw) {
		return linkFault{}, false
	}
	ref := l.resolver.Ref(raw)
	return l.judge(raw, &ref, htmlfacts.Hyperlink)
}
