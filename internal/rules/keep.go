package rules

import (
	"path"
	"slices"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
	"github.com/discovery-set/hugo-discovery/internal/jsonld"
	"github.com/discovery-set/hugo-discovery/internal/manifest"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

// maxTypes bounds the types of a page that are kept, beside those that the
// table of schema.org knows: a block may hold a hundred thousand.
const maxTypes = 20

// keep copies from the facts, which the next page overwrites, what tree rules
// and reports need of this page.
func keep(c *PageContext) {
	p, facts := c.Page, c.Facts
	at := func(offset int) site.Pos {
		line, column := c.places.at(offset)
		return site.Pos{Line: int32(line), Column: int32(column)}
	}
	p.Size, p.TextLen = len(facts.Src), facts.TextLen
	p.Lang = strings.Clone(facts.Lang)
	p.HeadPos = at(facts.Head.End)
	// Most pages say the same thing twice, and the manifest says it too: keep
	// one copy of it.
	var said manifest.Page
	if entry := c.Set.Page(p.Path); entry != nil {
		said = *entry
	}
	one := func(value string, same ...string) string {
		for _, s := range same {
			if s == value {
				return s
			}
		}
		return strings.Clone(value)
	}
	if p.URL == said.URL.Value {
		p.URL = said.URL.Value
	}
	if t := headTitle(facts); t != nil {
		p.Title = site.Text{Value: one(t.Value, said.Title.Value), Pos: at(t.Offset)}
	}
	text := func(m *htmlfacts.Meta, same ...string) site.Text {
		if m == nil {
			return site.Text{}
		}
		return site.Text{Value: one(collapse(m.Content), same...), Pos: at(m.Offset)}
	}
	p.Description = text(metaName(facts, "description"), said.Description.Value)
	p.OGTitle = text(metaProperty(facts, "og:title"), p.Title.Value)
	p.OGDescription = text(metaProperty(facts, "og:description"), p.Description.Value)
	if m := metaProperty(facts, "og:image"); m != nil {
		p.OGImage = c.worker.intern(strings.TrimSpace(m.Content))
	}
	alternate := func(kind tagKind) site.Text {
		l := c.link(kind)
		if l == nil {
			return site.Text{}
		}
		return site.Text{Value: c.worker.intern(l.Title), Pos: at(l.Offset)}
	}
	p.LLMSTitle, p.ManifestTitle = alternate(tagLLMS), alternate(tagManifest)
	p.Truncated = facts.Truncated
	if r := site.RedirectOf(facts); r != nil {
		p.Redirect = site.Text{Value: strings.Clone(c.Resolve(r.URL)), Pos: at(max(r.URLOffset, r.Offset))}
	}
	for i := range facts.Links {
		l := &facts.Links[i]
		switch {
		case l.HasRel("canonical") && p.Canonical.Pos.Line == 0 && l.Context.Has(htmlfacts.InHead):
			p.Canonical.Pos = at(max(l.HrefOffset, l.Offset))
		case l.HasRel("amphtml"):
			if target, ok := c.Deployment.TreePath(c.Resolve(l.Href)); ok {
				p.AMPLinks = append(p.AMPLinks, strings.Clone(pageFile(target)))
			}
		}
	}
	slices.Sort(p.AMPLinks)
	if p.Canonical.Value == p.URL {
		p.Canonical.Value = p.URL
	} else {
		p.Canonical.Value = strings.Clone(p.Canonical.Value)
		if target, ok := c.Deployment.TreePath(p.Canonical.Value); ok && facts.AMP {
			p.AMPOf = strings.Clone(pageFile(target))
		}
	}
	if len(facts.JSONLD) > 0 {
		p.JSONLDPos = at(facts.JSONLD[0].Offset)
		for i, doc := range c.JSONLD() {
			p.JSONLDBroken = p.JSONLDBroken || c.Facts.JSONLD[i].Unclosed
			for _, problem := range doc.Problems {
				p.JSONLDBroken = p.JSONLDBroken || problem.Kind.Ends()
			}
			for node := range doc.Nodes() {
				if id := node.ID(); id != "" && p.WebSite == "" && node.IsA("WebSite") {
					p.WebSite = c.worker.intern(c.Resolve(id))
				}
				for t := range node.Types() {
					if !jsonld.KnownType(t) && len(p.JSONLDTypes) >= maxTypes {
						continue // no rule asks for it
					}
					if !slices.Contains(p.JSONLDTypes, t) {
						p.JSONLDTypes = append(p.JSONLDTypes, c.worker.intern(t))
					}
				}
			}
		}
	}
	c.sourceCode(func(jsonld.Node, func(jsonld.Value) int) { p.HasSourceCode = true })
	if p.Status == site.RedirectStub {
		for i := range facts.Refreshes {
			if target, ok := c.Deployment.TreePath(c.Resolve(facts.Refreshes[i].URL)); ok && facts.Refreshes[i].Valid {
				p.RedirectTo = strings.Clone(pageFile(target))
				break
			}
		}
	}
}

// keepIDs notes the page's fragment targets before its rules run, since links
// within the page look for them.
func keepIDs(c *PageContext) {
	ids := c.Facts.IDs
	if len(ids) == 0 {
		return
	}
	p := c.Page
	p.IDs = make([]uint32, len(ids))
	for i, id := range ids {
		p.IDs[i] = foldHash(id.Hash)
	}
	slices.Sort(p.IDs)
	p.IDs = slices.Compact(p.IDs)
}

// foldHash halves a hash: 20,000 pages have some million identifiers.
func foldHash(h uint64) uint32 { return uint32(h ^ h>>32) }

// pageFile is the file that GitHub Pages serves for a tree path of a page.
func pageFile(p string) string {
	if p == "" || strings.HasSuffix(p, "/") {
		return p + "index.html"
	}
	if path.Ext(p) == "" {
		return p + ".html"
	}
	return p
}

// intern returns one copy of strings that many pages share.
func (w *worker) intern(s string) string {
	if w.interned == nil {
		w.interned = make(map[string]string)
	}
	if kept, ok := w.interned[s]; ok {
		return kept
	}
	if len(w.interned) > 4096 {
		return strings.Clone(s)
	}
	s = strings.Clone(s)
	w.interned[s] = s
	return s
}

// collapse trims s and makes each run of white space one space.
func collapse(s string) string {
	if !strings.ContainsAny(s, "\t\n\r\f") && !strings.Contains(s, "  ") {
		return strings.TrimSpace(s)
	}
	return strings.Join(strings.Fields(s), " ")
}

// headTitle is the title that counts: the first one of the document.
func headTitle(facts *htmlfacts.Page) *htmlfacts.Title {
	if len(facts.Titles) == 0 {
		return nil
	}
	return &facts.Titles[0]
}

// metaName is the first meta element of that name in the head, or nil.
func metaName(facts *htmlfacts.Page, name string) *htmlfacts.Meta {
	for i := range facts.Metas {
		if m := &facts.Metas[i]; m.Context.Has(htmlfacts.InHead) && m.IsName(name) {
			return m
		}
	}
	return nil
}

// metaProperty is the first meta element of that property in the head, or
// nil. The first value of an Open Graph property counts (ogp.me).
func metaProperty(facts *htmlfacts.Page, property string) *htmlfacts.Meta {
	for i := range facts.Metas {
		if m := &facts.Metas[i]; m.Context.Has(htmlfacts.InHead) && m.IsProperty(property) {
			return m
		}
	}
	return nil
}
