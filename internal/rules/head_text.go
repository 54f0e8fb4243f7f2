package rules

import (
	"fmt"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/site"
)

func title(c *PageContext) {
	if c.lacks(tagTitle) {
		c.missing(tagTitle, "title")
	} else if i := c.headTags().first[tagTitle]; i != none && c.Facts.Titles[i].Value == "" && !c.headTags().differs[tagTitle] {
		c.Report(c.Facts.Titles[i].Offset, Finding{Message: "the title is blank", Fix: "say in the title what the page is about"})
	}
}

func description(c *PageContext) {
	text(c, tagDescription, "meta description", "say in one or two sentences what the page holds")
}

func ogTitle(c *PageContext) {
	text(c, tagOGTitle, "og:title", "repeat the page's title")
}

func ogDescription(c *PageContext) {
	text(c, tagOGDescription, "og:description", "repeat the page's meta description")
}

// text reports a meta element that is missing or says nothing.
func text(c *PageContext, k tagKind, name, fix string) {
	if c.lacks(k) {
		c.missing(k, name)
		return
	}
	m := c.meta(k)
	switch {
	case m == nil:
	case isBlank(m.Content) && c.headTags().differs[k]:
		// head/duplicate says that another one says something
	case isBlank(m.Content):
		c.Report(max(m.Offset, m.ContentOffset), Finding{Message: "the " + name + " is blank", Fix: fix})
	case isEllipsis(m.Content):
		c.Report(max(m.Offset, m.ContentOffset), Finding{Message: "the " + name + " is " + Quote(m.Content) + ", the place of a text that nobody has written", Fix: fix})
	case m.Cut:
		c.Report(m.ContentOffset, Finding{
			Message: fmt.Sprintf("the %s ends at a quotation mark within it: %s", name, Quote(m.Content)),
			Fix:     "write &quot; for each quotation mark in the text",
		})
	}
}

// isEllipsis reports whether s is nothing but dots: what stands in templates,
// and in our own advice, for a text that is still to come.
func isEllipsis(s string) bool { return !isBlank(s) && strings.Trim(s, " .…") == "" }

// isBlank reports whether s holds nothing but white space.
func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

func titleDuplicate(c *TreeContext) {
	c.duplicates("title", "give each page a title of its own; number the pages of a list",
		func(p *site.Page) site.Text { return p.Title }, nil)
}

func descriptionDuplicate(c *TreeContext) {
	c.duplicates("description", "give each page a description of its own; number the pages of a list",
		func(p *site.Page) site.Text { return p.Description }, nil)
}

// A page whose og:title repeats its title is told once, by title-duplicate.
func ogTitleDuplicate(c *TreeContext) {
	c.duplicates("og:title", "repeat each page's own title",
		func(p *site.Page) site.Text { return p.OGTitle }, func(p *site.Page) site.Text { return p.Title })
}

func ogDescriptionDuplicate(c *TreeContext) {
	c.duplicates("og:description", "repeat each page's own description",
		func(p *site.Page) site.Text { return p.OGDescription }, func(p *site.Page) site.Text { return p.Description })
}

// duplicates reports each canonical page whose text another page of the same
// language has before it (A12). Where twin gives the page's other tag of the
// same meaning and that says the same as often, the other tag's rule has
// spoken.
func (c *TreeContext) duplicates(name, fix string, of, twin func(*site.Page) site.Text) {
	type key struct{ lang, text string }
	languages := c.languages()
	first := make(map[key]*site.Page, len(c.Canonical))
	// toldByTwin is made for the first duplicate: how many pages have the twin's
	// text.
	var told map[key]int
	toldByTwin := func(k key) bool {
		if told == nil {
			told = make(map[key]int)
			for _, p := range c.Canonical {
				told[key{languages(p), twin(p).Value}]++
			}
		}
		return told[k] > 1
	}
	for _, p := range c.Canonical {
		text := of(p)
		if text.Value == "" {
			continue
		}
		k := key{languages(p), text.Value}
		other, seen := first[k]
		if !seen {
			first[k] = p
			continue
		}
		if twin != nil && twin(p).Value == text.Value && toldByTwin(k) {
			continue
		}
		c.ReportPage(p, text.Pos, Finding{
			Message: fmt.Sprintf("the %s %s is that of %s too", name, Quote(text.Value), other.Path),
			Fix:     fix,
		})
	}
}

// languages returns a function that tells a page's language: what its html
// element says, else what the manifest says of it, else of the whole site.
func (c *TreeContext) languages() func(*site.Page) string {
	manifest := c.Set.ManifestFile
	if manifest == nil {
		return func(p *site.Page) string { return strings.ToLower(p.Lang) }
	}
	var declared map[string]string // made for the first page that says nothing
	return func(p *site.Page) string {
		lang := p.Lang
		if lang == "" {
			if declared == nil {
				declared = make(map[string]string)
				for i := range manifest.Pages {
					declared[manifest.Pages[i].URL.Value] = manifest.Pages[i].Language.Value
				}
			}
			lang = declared[p.URL]
		}
		if lang == "" {
			lang = manifest.Language.Value
		}
		return strings.ToLower(lang)
	}
}
