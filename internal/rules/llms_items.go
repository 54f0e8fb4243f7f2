package rules

import (
	"fmt"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/plural"
	"github.com/discovery-set/hugo-discovery/llmstxt"
)

// llmsItemRules look at the items of the sections' lists.
var llmsItemRules = []Rule{
	llmsRule("llms/item", Error, []string{"E10"}, "Each item of a section begins with a link, [title](url).", llmsItem),
	llmsRule("llms/link-empty", Error, []string{"E10"}, "Each link of llms.txt has a title and a URL.", llmsLinkEmpty),
	llmsRule("llms/link-scheme", Error, []string{"E10"}, "Links of llms.txt lead to documents, not to scripts or local files.", llmsLinkScheme),
	llmsRule("llms/bullet", Warning, []string{"E10"}, "The items of llms.txt are marked with a hyphen.", llmsBullet),
	llmsRule("llms/nested", Warning, []string{"E10"}, "The lists of llms.txt are not nested.", llmsNested),
	llmsRule("llms/item-lines", Warning, []string{"E10"}, "Each item of llms.txt stands on one line.", llmsItemLines),
	llmsRule("llms/separator", Warning, []string{"E10"}, "Only a colon stands between a link and its notes.", llmsSeparator),
	llmsRule("llms/notes-empty", Warning, []string{"E10"}, "No colon follows a link without notes.", llmsNotesEmpty),
	llmsRule("llms/link-title", Warning, []string{"E10"}, "The titles of links hold no brackets.", llmsLinkTitle),
	llmsRule("llms/link-url", Warning, []string{"E10"}, "The reference parsers read the URLs of links as CommonMark does.", llmsLinkURL),
}

// items calls look for each item of the sections that has a link, with its
// depth.
func (c *llmsContext) items(look func(depth int, it *llmstxt.Item)) {
	if c.Text == nil {
		return
	}
	for depth, it := range c.Text.Items() {
		look(depth, it)
	}
}

func (c *llmsContext) itemEnd(it *llmstxt.Item) int {
	return c.lines.End(it.LastLine)
}

// judged reports whether the item has the right form so far, so that the
// rules about details of it apply.
func judged(it *llmstxt.Item) bool {
	return (it.Form == llmstxt.FileLink || it.Form == llmstxt.LinkThenText) && it.Link.Title != "" && it.Link.URL != ""
}

func llmsItem(c *llmsContext) {
	c.items(func(_ int, it *llmstxt.Item) {
		var what, fix string
		switch it.Form {
		case llmstxt.FileLink, llmstxt.LinkThenText:
			return
		case llmstxt.TextThenLink:
			what, fix = "the item does not begin with its link", safeLine(it)
		case llmstxt.OtherLink:
			what, fix = "the link is not written as [title](url)", safeLine(it)
		case llmstxt.NoLink:
			what, fix = "the item has no link", "write - [title](url): notes, or move the text above the first section"
			if len(it.More) > 0 {
				what = "the item has an image and no link"
			}
		default:
			what, fix = "the item holds no text", "write - [title](url): notes, or remove it"
		}
		if fate := c.fate(it); fate != "" {
			what += ": " + fate
		}
		c.report(it.Pos.Offset, Finding{Message: what, Fix: fix})
		c.speakFor(it.Pos.Offset, c.itemEnd(it))
	})
}

func llmsLinkEmpty(c *llmsContext) {
	c.items(func(_ int, it *llmstxt.Item) {
		if it.Form != llmstxt.FileLink && it.Form != llmstxt.LinkThenText || judged(it) {
			return
		}
		what := "title"
		if it.Link.URL == "" {
			what = "URL"
		}
		message := "the link has no " + what
		if fate := c.fate(it); fate != "" {
			message += ": " + fate
		}
		c.report(it.Pos.Offset, Finding{Message: message, Fix: "write - [title](url): notes"})
		c.speakFor(it.Pos.Offset, c.itemEnd(it))
	})
}

// unsafeSchemes run something or read the visitor's own files.
var unsafeSchemes = []string{"javascript:", "data:", "vbscript:", "file:", "blob:", "about:"}

func llmsLinkScheme(c *llmsContext) {
	c.items(func(_ int, it *llmstxt.Item) {
		if it.Link == nil {
			return
		}
		url := strings.ToLower(strings.Map(func(r rune) rune {
			if r <= ' ' {
				return -1 // as browsers do
			}
			return r
		}, it.Link.URL))
		for _, scheme := range unsafeSchemes {
			if strings.HasPrefix(url, scheme) {
				c.report(it.Link.URLPos.Offset, Finding{
					URL:     it.Link.URL,
					Message: fmt.Sprintf("the link has the scheme %s which leads to no document", scheme),
					Fix:     "link a page or a file over https",
				})
			}
		}
	})
}

func llmsBullet(c *llmsContext) {
	c.items(func(_ int, it *llmstxt.Item) {
		if it.Marker == "-" || !judged(it) {
			return
		}
		message := "the item is marked with " + it.Marker
		if fate := c.fate(it); fate != "" {
			message += ": " + fate
		}
		c.report(it.Pos.Offset, Finding{Message: message, Fix: safeLine(it)})
	})
}

func llmsNested(c *llmsContext) {
	c.items(func(_ int, it *llmstxt.Item) {
		for i := range it.Blocks {
			if b := &it.Blocks[i]; b.Kind == llmstxt.List {
				c.report(b.Pos.Offset, Finding{
					Message: fmt.Sprintf("a list of %s is nested below another item: the reference parsers lose the nesting", plural.Of(len(b.Items), "item")),
					Fix:     "write one flat list, or make it a section of its own",
				})
			}
		}
	})
}

func llmsItemLines(c *llmsContext) {
	c.items(func(_ int, it *llmstxt.Item) {
		if !judged(it) || it.LastLine == it.Pos.Line {
			return
		}
		// The lines behind the first are what the Python parser stops at.
		python := c.fateIn(llmstxt.Python, it)
		for line := it.Pos.Line + 1; line <= it.LastLine && python != "stops at this line"; line++ {
			if c.stopsOn(c.lines.Start(line)) {
				python = "stops at the second"
				if line > it.Pos.Line+1 {
					python = "stops at a later one"
				}
				break
			}
		}
		message := fmt.Sprintf("the item goes on over %d lines", it.LastLine-it.Pos.Line+1)
		if fate := both(python, c.fateIn(llmstxt.JavaScript, it)); fate != "" {
			message += ": " + fate
		}
		c.report(it.Pos.Offset, Finding{Message: message, Fix: safeLine(it)})
		c.speakFor(it.Pos.Offset, c.itemEnd(it))
	})
}

func llmsSeparator(c *llmsContext) {
	c.items(func(_ int, it *llmstxt.Item) {
		if it.Form != llmstxt.LinkThenText || !judged(it) {
			return
		}
		message := "something else than a colon follows the link"
		if fate := c.fate(it); fate != "" {
			message += ": " + fate
		}
		c.report(it.Pos.Offset, Finding{Message: message, Fix: safeLine(it)})
	})
}

func llmsNotesEmpty(c *llmsContext) {
	c.items(func(_ int, it *llmstxt.Item) {
		if !judged(it) || !it.Colon || it.RawNotes != "" {
			return
		}
		message := "a colon follows the link, but no notes"
		if fate := c.fate(it); fate != "" {
			message += ": " + fate
		}
		c.report(it.Pos.Offset, Finding{Message: message, Fix: safeLine(it)})
		// What JavaScript takes for the notes is not read as what it is.
		if got := c.linkAt(llmstxt.JavaScript, it.Link.Pos.Offset); got != nil {
			c.speakFor(it.Pos.Offset, min(got.End, len(c.Doc.Src)))
		}
	})
}

func llmsLinkTitle(c *llmsContext) {
	c.items(func(_ int, it *llmstxt.Item) {
		if !judged(it) || !strings.ContainsAny(it.Link.RawTitle, "[]") {
			return
		}
		fate := c.fate(it)
		if fate == "" {
			return
		}
		c.report(it.Link.Pos.Offset, Finding{Message: "there is a bracket in the link's title: " + fate, Fix: safeLine(it)})
	})
}

func llmsLinkURL(c *llmsContext) {
	c.items(func(_ int, it *llmstxt.Item) {
		if !judged(it) {
			return
		}
		differs := func(d llmstxt.Dialect) string {
			got := c.linkAt(d, it.Link.Pos.Offset)
			if got == nil || got.URL == it.Link.URL {
				return ""
			}
			return c.fateIn(d, it)
		}
		python, javaScript := differs(llmstxt.Python), differs(llmstxt.JavaScript)
		if python == "" && javaScript == "" {
			return
		}
		if javaScript == "" {
			javaScript = c.fateIn(llmstxt.JavaScript, it)
		}
		c.report(it.Link.URLPos.Offset, Finding{
			URL:     it.Link.URL,
			Message: "the URL holds characters that a link of llms.txt cannot: " + both(python, javaScript),
			Fix:     safeLine(it),
		})
	})
}

// llmsParser speaks for every line at which a reference parser stops or reads
// something else than CommonMark does, if no rule has spoken about that line.
func llmsParser(c *llmsContext) {
	if c.Text == nil {
		return
	}
	for i := range c.Python.Stops {
		stop := &c.Python.Stops[i]
		if c.spoken.has(c.line(stop.Pos.Offset)) || stop.Reason == llmstxt.NoHeader && c.headerSpoken() {
			continue
		}
		c.report(stop.Pos.Offset, Finding{Message: "the Python parser stops at this line", Fix: "write - [title](url): notes, on one line"})
	}
	if stop := headerStop(&c.JavaScript); stop != nil && !c.spoken.has(c.line(stop.Pos.Offset)) && !c.headerSpoken() {
		c.report(stop.Pos.Offset, Finding{Message: "the JavaScript parser stops here", Fix: "write the title, a blank line, the summary as a quote, a blank line, and a paragraph of details"})
	}
	known := map[int]bool{}
	c.items(func(_ int, it *llmstxt.Item) {
		if it.Link == nil {
			return
		}
		known[it.Link.Pos.Offset] = true
		if fate := c.fate(it); fate != "" && !c.spoken.has(c.line(it.Pos.Offset)) {
			c.report(it.Pos.Offset, Finding{Message: "the reference parsers read the link otherwise than it stands: " + fate, Fix: safeLine(it)})
		}
	})
	for d, r := range []*llmstxt.Reading{&c.Python, &c.JavaScript} {
		for i := range r.Sections {
			for _, l := range r.Sections[i].Links {
				if !known[l.Offset] && !c.spoken.has(c.line(l.Offset)) {
					known[l.Offset] = true
					c.report(l.Offset, Finding{
						Message: fmt.Sprintf("the %s parser finds a link here, %s, that is none", llmstxt.Dialect(d), Quote(l.Title)),
						Fix:     "write each link as an item of its section",
					})
				}
			}
		}
	}
}

// headerSpoken reports whether a rule has spoken about the title, or said
// that there is none.
func (c *llmsContext) headerSpoken() bool {
	at := 0
	if c.Text.Title != nil {
		at = c.Text.Title.Pos.Offset
	}
	return c.spoken.has(c.line(at)) || c.spoken.has(1)
}
