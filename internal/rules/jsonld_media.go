package rules

import (
	"fmt"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/jsonld"
	"github.com/discovery-set/hugo-discovery/internal/jsontree"
)

// medium is a file of media that the page's JSON-LD names.
type medium struct {
	jsonld.Medium
	Raw    string // as written, without white space around it
	Offset int    // in the page
}

// media are the files of media that the page's JSON-LD names, computed once for
// all rules. An @id that a node of the page has is that node, which names its
// file itself; one with a fragment names no file.
func (c *PageContext) media() []medium {
	if c.haveMedia {
		return c.files
	}
	c.haveMedia = true
	c.eachDoc(func(doc *jsonld.Doc, at func(jsonld.Value) int) {
		for m := range doc.Media() {
			raw := strings.TrimSpace(jsonld.TextOf(m.Value))
			if m.Reference() {
				if strings.Contains(raw, "#") || c.graph().Follow(m.Value).Exists() {
					continue
				}
			}
			c.files = append(c.files, medium{m, raw, behindQuote(at, m.Value)})
		}
	})
	return c.files
}

// behindQuote is where a value's text begins.
func behindQuote(at func(jsonld.Value) int, v jsonld.Value) int {
	if v.Kind() == jsontree.String {
		return at(v) + 1
	}
	return at(v)
}

// jsonldMedia judges each file once, however many nodes of the page name it.
func jsonldMedia(c *PageContext) {
	if len(c.media()) == 0 {
		return
	}
	told := map[string]bool{}
	for _, m := range c.media() {
		if m.Raw == "" {
			c.Report(m.Offset, Finding{
				Severity: Warning,
				Message:  fmt.Sprintf("JSON-LD: %s is blank, which means the page itself", m.Property),
				Fix:      "name the file, or remove the property",
			})
			continue
		}
		what := "JSON-LD: " + m.Property
		if m.Property == "url" {
			what += " of an image"
		}
		abs := c.Resolve(m.Raw)
		if _, otherScheme := c.swapScheme(abs); otherScheme || c.toldElsewhere(m.Raw) || told[abs] {
			continue
		}
		if f, ok := c.mediaFault(what, m.Raw, abs, m.Image); !ok {
			told[abs] = true
			c.Report(m.Offset, f)
		}
	}
}
