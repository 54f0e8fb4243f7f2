package rules

import (
	"fmt"
	"iter"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/manifest"
	"github.com/discovery-set/hugo-discovery/internal/site"
	"github.com/discovery-set/hugo-discovery/llmstxt"
)

// docRef is a URL in a discovery file.
type docRef struct {
	Doc    *site.Document
	Offset int
	Raw    string
	// Own: the place can name nothing but a part of this site.
	Own bool
}

// docRefs are the URLs of the manifest, of llms.txt and of robots.txt. Those
// of the sitemap are pages, for which the area sitemap answers.
func (c *TreeContext) docRefs() iter.Seq[docRef] {
	return func(yield func(docRef) bool) {
		if m := c.Set.ManifestFile; m != nil {
			for _, t := range ownURLs(m) {
				if t.Present() && !yield(docRef{c.Set.Manifest, t.Offset + 1, t.Value, true}) {
					return
				}
			}
			if !m.Claims {
				for _, u := range m.URLs() {
					if u.Absolute && !yield(docRef{c.Set.Manifest, u.Offset + 1, u.Value, false}) {
						return
					}
				}
			}
		}
		for _, file := range c.Set.LLMSFiles {
			if file.Text == nil {
				continue
			}
			more := true
			eachLLMSLink(file.Text, func(l *llmstxt.Link) {
				more = more && yield(docRef{file.Doc, l.URLPos.Offset, l.URL, false})
			})
			if !more {
				return
			}
		}
		if r := c.Set.RobotsFile; r != nil && !r.HTML {
			for i := range r.Sitemaps {
				if s := &r.Sitemaps[i]; !yield(docRef{c.Set.Robots, s.ValueOffset, s.Value, true}) {
					return
				}
			}
		}
	}
}

// ownURLs are the values of a manifest that say where the site and its
// discovery files are.
func ownURLs(m *manifest.File) []manifest.Text {
	return []manifest.Text{
		m.URL, m.Deployment.SiteRoot, m.Deployment.DiscoveryRoot, m.Deployment.DomainRoot,
		m.Discovery.LLMS, m.Discovery.RawManifest, m.Discovery.Sitemap, m.Discovery.RobotsURL, m.Discovery.LLMSFull,
	}
}

// reportDocAim reports the URLs of the discovery files that have one aim.
func reportDocAim(c *TreeContext, a aim) {
	for ref := range c.docRefs() {
		if !strings.Contains(ref.Raw, "://") {
			continue // the area of the file asks for an absolute URL
		}
		name, abs, got := c.judge(c.Deployment.DiscoveryRoot, ref.Raw, ref.Own)
		if got != a {
			continue
		}
		r := discoveryRef{Name: name, Want: c.DiscoveryURL(name), Raw: ref.Raw, Abs: abs, Aim: a}
		c.Report(ref.Doc, ref.Offset, Finding{URL: abs, Message: aimMessage(c.Run, &r), Fix: "write " + r.Want})
	}
}

// urlSays reports whether a rule of this area answers for a URL of llms.txt,
// so that llms/link-broken does not.
func (c *TreeContext) urlSays(raw string) bool {
	if !strings.Contains(raw, "://") {
		return false
	}
	_, _, a := c.judge(c.Deployment.DiscoveryRoot, raw, false)
	return a == aimDoubleSlash || a == aimMissingSlash || a == aimDomainRoot || placeholderIn(raw, &c.Deployment) != ""
}

// urlSchemeDocs looks at the links of llms.txt; what the other files say of
// this site is compared with its real URLs by the areas of those files.
func urlSchemeDocs(c *TreeContext) {
	for ref := range c.docRefs() {
		https, other := c.swapScheme(ref.Raw)
		if !other || ref.Own || !strings.HasPrefix(https, "https:") || !strings.HasPrefix(https, c.Deployment.SiteRoot) {
			continue
		}
		if ref.Doc == c.Set.Manifest {
			continue
		}
		f := schemeFinding(c.Run, ref.Raw)
		c.Report(ref.Doc, ref.Offset, f)
	}
}

// linksOffBaseDocs looks at the whole URLs of llms.txt that lack the base
// path; for paths llms/link-broken answers.
func linksOffBaseDocs(c *TreeContext) {
	l := newLinker(c.Run)
	for ref := range c.docRefs() {
		if ref.Own || ref.Doc == c.Set.Manifest || !strings.HasPrefix(ref.Raw, c.Deployment.DomainRoot) {
			continue
		}
		l.setPage(ref.Doc.Path, "")
		if fault, bad := l.judgeURL(ref.Raw); bad && fault.kind == faultOffBase {
			c.Report(ref.Doc, ref.Offset, Finding{URL: ref.Raw, Message: fault.message(ref.Raw, 1), Fix: fault.fix})
		}
	}
}

// urlStaleHostDocs looks at what the discovery files say of this site, and at
// the pages that the sitemap lists.
func urlStaleHostDocs(c *TreeContext) {
	if c.Deployment.CustomDomain == ghpages.NoCustomDomain {
		return
	}
	report := func(doc *site.Document, offset int, raw string) {
		fix := c.formerURL(raw)
		if fix == "" {
			fix = c.Deployment.SiteRoot + "…"
		}
		c.Report(doc, offset, Finding{
			URL:     raw,
			Message: fmt.Sprintf("%s names GitHub's host, but the site's domain is %s", Quote(raw), c.Deployment.CustomDomain),
			Fix:     "write " + fix,
		})
	}
	for ref := range c.docRefs() {
		if (ref.Own && c.staleHost(ref.Raw)) || c.formerURL(ref.Raw) != "" {
			report(ref.Doc, ref.Offset, ref.Raw)
		}
	}
	if m := c.Set.ManifestFile; m != nil {
		for i := range m.Pages {
			for _, t := range []manifest.Text{m.Pages[i].URL, m.Pages[i].MarkdownURL} {
				if c.staleHost(t.Value) {
					report(c.Set.Manifest, t.Offset+1, t.Value)
				}
			}
		}
		for _, t := range m.Discovery.NestedLLMS {
			if c.staleHost(t.Value) {
				report(c.Set.Manifest, t.Offset+1, t.Value)
			}
		}
	}
	if s := c.Set.SitemapFile; s != nil {
		for i := range s.Entries {
			e := &s.Entries[i]
			if c.staleHost(e.Loc) {
				report(c.Set.Sitemap, e.LocOffset, e.Loc)
			}
			for _, a := range e.Alternates {
				if c.staleHost(a.Href) {
					report(c.Set.Sitemap, a.Offset, a.Href)
				}
			}
		}
	}
}

// urlNot200Docs resolves the other languages that the sitemap names; what the
// manifest names is the area manifest's.
func urlNot200Docs(c *TreeContext) {
	s := c.Set.SitemapFile
	if s == nil {
		return
	}
	l := newLinker(c.Run)
	l.setPage(c.Set.Sitemap.Path, "")
	for i := range s.Entries {
		for _, a := range s.Entries[i].Alternates {
			if fault, bad := l.judgeURL(a.Href); bad {
				c.Report(c.Set.Sitemap, a.Offset, Finding{URL: a.Href, Message: fault.message(a.Href, 1), Fix: fault.fix})
			}
		}
	}
}
