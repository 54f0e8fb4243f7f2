package rules

import (
	"fmt"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/excerpt"
	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
	"github.com/discovery-set/hugo-discovery/internal/jsonld"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

// PageContext is what a page rule sees: one page's facts and everything that
// was known before the pages were read. It is valid during the call only.
type PageContext struct {
	*Run
	Page  *site.Page
	Facts *htmlfacts.Page
	// Base is the URL that the page's relative references resolve against.
	Base string

	rule      *Rule
	findings  []Finding
	worker    *worker
	blocks    []*jsonld.Doc
	haveLD    bool
	joined    *jsonld.Graph // the blocks, where a rule has asked for it
	refs      []discoveryRef
	haveRefs  bool
	files     []medium
	haveMedia bool
	tags      headTags
	haveTags  bool
	places    places
	reported  int // findings of the current rule
	// haveLinks: the worker's linker has looked at this page.
	haveLinks bool
}

// Report adds a finding at a byte offset of the page. Rule, Refs, Severity
// (unless set), File, Line, Column, Snippet and Docs are filled in.
func (c *PageContext) Report(offset int, f Finding) {
	if c.full(&f) {
		return
	}
	if offset >= 0 {
		f.Line, f.Column = c.places.at(offset)
		f.Snippet = snippetAt(c.Facts.Src, offset)
	}
	c.ReportAt(site.Pos{Line: int32(f.Line), Column: int32(f.Column)}, f)
}

// maxPerPage bounds the findings of one rule on one page, so that a page of a
// million faults does not fill the memory.
const maxPerPage = 500

// full counts the findings of the current rule, and turns the first one above
// the bound into a remark that there are more.
func (c *PageContext) full(f *Finding) bool {
	c.reported++
	if c.reported == maxPerPage+1 {
		*f = Finding{Severity: f.Severity, Message: fmt.Sprintf("more than %d findings of this rule on one page; the rest is not listed", maxPerPage), Fix: "mend these first"}
	}
	return c.reported > maxPerPage+1
}

// ReportAt adds a finding at a place of the page that is known already.
func (c *PageContext) ReportAt(at site.Pos, f Finding) {
	f.File, f.Line, f.Column = c.Page.Path, int(at.Line), int(at.Column)
	if f.URL == "" {
		f.URL = c.Page.URL
	} else { // it may be a part of the page, whose memory the next one takes
		f.URL = strings.Clone(f.URL)
	}
	f.cause = strings.Clone(f.cause)
	c.findings = c.Run.add(c.findings, c.rule, f)
}

// Missing adds a finding for something that the page's head lacks: it stands
// where the head ends.
func (c *PageContext) Missing(f Finding) { c.Report(c.Facts.Head.End, f) }

// JSONLD returns the page's JSON-LD blocks, parsed once for all rules, in the
// order of Facts.JSONLD.
func (c *PageContext) JSONLD() []*jsonld.Doc {
	if !c.haveLD {
		c.haveLD = true
		for i := range c.Facts.JSONLD {
			if i == len(c.worker.parsers) {
				c.worker.parsers = append(c.worker.parsers, new(jsonld.Parser))
			}
			c.blocks = append(c.blocks, c.worker.parsers[i].Parse(c.Facts.JSONLD[i].Raw))
		}
	}
	return c.blocks
}

// Resolve returns ref as the page means it, or "" where it is no URL.
func (c *PageContext) Resolve(ref string) string {
	abs, err := ghpages.ResolveRef(c.Base, ref)
	if err != nil {
		return ""
	}
	return abs
}

// TreeContext is what a tree rule sees: all pages and all discovery files.
type TreeContext struct {
	*Run
	// Pages are all HTML files, sorted by path. Canonical are those that make
	// the site.
	Pages     []*site.Page
	Canonical []*site.Page

	rule     *Rule
	findings []Finding
	bound    bound
	places   map[*site.Document]*places
	told     map[toldOf]int // findings of a rule in a document
}

// maxPerDocument bounds the findings of one rule in one file of the set.
const maxPerDocument = 10_000

type toldOf struct {
	rule *Rule
	doc  *site.Document
}

// Report adds a finding at a byte offset of a document; at its beginning
// where the offset is negative.
func (c *TreeContext) Report(doc *site.Document, offset int, f Finding) {
	f.File = doc.Path
	told := toldOf{c.rule, doc}
	if c.told == nil {
		c.told = make(map[toldOf]int)
	}
	if c.told[told]++; c.told[told] > maxPerDocument {
		if c.told[told] > maxPerDocument+1 {
			return
		}
		f = Finding{File: doc.Path, Severity: f.Severity, Message: fmt.Sprintf("more than %d findings of this rule in one file; the rest is not listed", maxPerDocument), Fix: "mend these first"}
		offset = -1
	}
	if offset >= 0 && doc.Src != nil {
		p := c.places[doc]
		if p == nil {
			if c.places == nil {
				c.places = make(map[*site.Document]*places)
			}
			p = &places{src: doc.Src}
			c.places[doc] = p
		}
		f.Line, f.Column = p.at(offset)
		f.Snippet = snippetAt(doc.Src, offset)
	}
	c.add(f)
}

// add completes a finding and keeps it, where there is room for it.
func (c *TreeContext) add(f Finding) {
	n := len(c.findings)
	c.findings = c.Run.add(c.findings, c.rule, f)
	if len(c.findings) > n && !c.bound.keeps(c.rule, c.findings[n].Severity) {
		c.findings = c.findings[:n]
	}
}

// ReportPage adds a finding at a place of a page.
func (c *TreeContext) ReportPage(p *site.Page, at site.Pos, f Finding) {
	f.File, f.Line, f.Column = p.Path, int(at.Line), int(at.Column)
	if f.URL == "" {
		f.URL = p.URL
	}
	c.add(f)
}

// ReportFile adds a finding about a file, or about none where path is "".
func (c *TreeContext) ReportFile(path string, f Finding) {
	f.File = path
	c.add(f)
}

// Kind is SITE where the tree has more than one canonical page, else PAGE
// (ledger R071).
func (c *TreeContext) Kind() string {
	if len(c.Canonical) > 1 {
		return KindSite
	}
	return KindPage
}

// The two kinds of artifact (ledger R071).
const (
	KindPage = "PAGE"
	KindSite = "SITE"
)

// PageByURL returns the canonical page with that CURRENT_PAGE_URL, or nil.
func (c *TreeContext) PageByURL(url string) *site.Page {
	p, ok := c.Run.byURL[url]
	if !ok {
		return nil
	}
	return p
}

// PageByPath returns the HTML file at that path, or nil.
func (c *TreeContext) PageByPath(path string) *site.Page { return c.Run.pageAt(path) }

// Quote shows a text of the tree in a message: in quotes, on one line, cut
// where it is long. What is unsafe for a terminal or a workflow log is escaped
// when the message is written.
func Quote(s string) string {
	const most, read = 120, 4 << 10 // bytes; many findings may quote the same long text
	long := len(s) > read
	if long {
		s = s[:excerpt.Start(s, read)]
	}
	s = strings.Join(strings.Fields(s), " ")
	if long || len(s) > most {
		s = s[:excerpt.Start(s, min(most, len(s)))] + "…"
	}
	return "“" + s + "”"
}
