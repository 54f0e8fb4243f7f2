package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/plural"
	"github.com/discovery-set/hugo-discovery/internal/site"
	"github.com/discovery-set/hugo-discovery/internal/sitemap"
)

var sitemapRules = []Rule{
	{
		ID: "sitemap/invalid", Refs: []string{"R156", "R157", "E04"}, Severity: Error,
		Summary: "sitemap.xml is well-formed, in UTF-8, with a urlset of the sitemap namespace at its root.",
		Tree:    sitemapInvalid,
	},
	{
		ID: "sitemap/index-file", Refs: []string{"R156", "R157", "E04"}, Severity: Error,
		Summary: "A sitemap index stands in sitemap.xml only above 50,000 URLs, and its files are part of the tree.",
		Tree:    sitemapIndex,
	},
	{
		ID: "sitemap/discovery-file", Refs: []string{"R098", "R099", "R100", "R101", "R127", "R128", "R129", "R130"}, Severity: Error,
		Summary: "The sitemap lists none of llms.txt, raw-manifest.json, robots.txt and sitemap.xml.",
		Tree:    sitemapDiscoveryFile,
	},
	{
		ID: "sitemap/page-missing", Refs: []string{"R097", "R126"}, Severity: Error,
		Summary: "The sitemap lists every canonical page.",
		Tree:    sitemapPageMissing,
	},
	{
		ID: "sitemap/not-a-page", Refs: []string{"R097", "R126", "R167"}, Severity: Error,
		Summary: "The sitemap lists canonical HTML pages only.",
		Tree:    sitemapNotAPage,
	},
	{
		ID: "sitemap/outside", Refs: []string{"R158", "E05"}, Severity: Error,
		Summary: "Every loc of the sitemap is an absolute URL under SITE_ROOT.",
		Tree:    sitemapOutside,
	},
	{
		ID: "sitemap/duplicate", Refs: []string{"R126", "E04"}, Severity: Error,
		Summary: "The sitemap lists no URL twice.",
		Tree:    sitemapDuplicate,
	},
	{
		ID: "sitemap/limits", Refs: []string{"E04"}, Severity: Error,
		Summary: "The sitemap keeps the limits of the sitemap protocol in number, size and length of URLs.",
		Tree:    sitemapLimits,
	},
	{
		ID: "sitemap/lastmod", Refs: []string{"E06"}, Severity: Warning,
		Summary: "Every lastmod of the sitemap is a W3C date that has come.",
		Tree:    sitemapLastmod,
	},
}

// The limits of sitemaps.org.
const (
	maxSitemapURLs = 50_000
	maxSitemapSize = 52_428_800 // bytes
	maxLoc         = 2_048      // bytes; a loc has fewer
)

func sitemapInvalid(c *TreeContext) {
	if doc := c.Set.Sitemap; doc.Err != nil {
		c.Report(doc, 0, Finding{Message: "sitemap.xml could not be read: " + doc.Err.Error(), Fix: "publish a readable file"})
	}
	for _, s := range c.Set.Sitemaps {
		if len(s.Doc.Src) == 0 {
			c.Report(s.Doc, -1, Finding{Message: s.Doc.Path + " is empty", Fix: "write a urlset with one url for each canonical page"})
			continue
		}
		said := map[string]int{}
		for _, p := range s.File.Problems {
			said[p.Message]++
		}
		for _, p := range s.File.Problems {
			f := Finding{Message: p.Message, Fix: "write it as sitemaps.org describes"}
			switch n := said[p.Message]; {
			case n == 0:
				continue // said, with the first of them
			case n > 1:
				f.Message += fmt.Sprintf(" (%d times in this file)", n)
				said[p.Message] = 0
			}
			switch p.Kind {
			case sitemap.NotWellFormed:
				f.Fix = "write well-formed XML: every element closed, & < > in URLs as &amp; &lt; &gt;"
			case sitemap.Doctype:
				f.Fix = "remove the document type; a sitemap needs none"
			case sitemap.Encoding:
				f.Fix = `save it as UTF-8 and begin it with <?xml version="1.0" encoding="UTF-8"?>`
			case sitemap.WrongRoot, sitemap.WrongNamespace:
				f.Fix = fmt.Sprintf(`write <urlset xmlns="%s"> as the root`, sitemap.Namespace)
			case sitemap.MissingLoc:
				f.Fix = "give the entry a loc with the URL of a canonical page, or remove it"
			case sitemap.UnknownElement, sitemap.DuplicateElement, sitemap.StrayText, sitemap.BadAlternate:
				if !s.File.WellFormed() {
					continue // out of place because an element was not closed
				}
				f.Severity = Warning
				f.Fix = "remove it"
			}
			c.Report(s.Doc, p.Offset, f)
		}
		if s.File.BOM {
			c.Report(s.Doc, 0, Finding{Severity: Info, Message: "the file begins with a byte order mark", Fix: "save it without one"})
		}
		if !s.File.Declaration.Present && s.File.WellFormed() {
			c.Report(s.Doc, 0, Finding{
				Severity: Warning,
				Message:  "the XML declaration is missing; GitHub Pages sends no charset with it",
				Fix:      `begin the file with <?xml version="1.0" encoding="UTF-8"?>`,
			})
		}
	}
}

// sitemapIndex: a sitemap of more than 50,000 URLs has to be split (A19);
// below that one flat urlset is asked for.
func sitemapIndex(c *TreeContext) {
	root := c.Set.SitemapFile
	if root == nil || !root.IsIndex() {
		return
	}
	if len(c.Canonical) <= maxSitemapURLs {
		c.Report(c.Set.Sitemap, root.RootOffset, Finding{
			Message: fmt.Sprintf("sitemap.xml is an index, although one urlset has room for %s", plural.Of(len(c.Canonical), "page")),
			Fix:     "list all pages, of all languages, in one urlset at " + c.Deployment.SitemapURL,
		})
	}
	if len(root.Entries) == 0 && root.WellFormed() {
		c.Report(c.Set.Sitemap, root.RootOffset, Finding{Message: "the index names no sitemap", Fix: "name the files that hold the URLs of the pages"})
	}
	for i := range root.Entries {
		e := &root.Entries[i]
		p, ok := c.Deployment.TreePath(e.Loc)
		if ok && p == c.Set.Sitemap.Path {
			c.Report(c.Set.Sitemap, e.LocOffset, Finding{URL: e.Loc, Message: "the index names itself", Fix: "name files that hold the URLs of the pages"})
			continue
		}
		if e.Loc == "" || (ok && c.Tree.File(p)) {
			continue
		}
		c.Report(c.Set.Sitemap, e.LocOffset, Finding{
			URL:     e.Loc,
			Message: fmt.Sprintf("the index names %s, which is no file of this tree", e.Loc),
			Fix:     "name files below " + c.Deployment.DiscoveryRoot,
		})
	}
	for _, s := range c.Set.Sitemaps {
		if s.File != root && s.File.IsIndex() {
			c.Report(s.Doc, s.File.RootOffset, Finding{
				Message: s.Doc.Path + " is an index, and so is the sitemap.xml that names it: an index names urlsets only",
				Fix:     "name its files in sitemap.xml",
			})
		}
	}
	if unread := c.Set.UnreadSitemaps; len(unread) > 0 {
		message := fmt.Sprintf("%s, which the index names, was not read: %s", unread[0].Path, unread[0].Err)
		if n := len(unread) - 1; n > 0 {
			message += " (and " + plural.Of(n, "more file") + ")"
		}
		c.Report(c.Set.Sitemap, root.RootOffset, Finding{Message: message, Fix: "write fewer and smaller sitemaps"})
	}
}

// eachLoc calls f for every entry of every urlset that has a loc.
func (c *TreeContext) eachLoc(f func(doc *site.Document, e *sitemap.Entry)) {
	for _, s := range c.Set.Sitemaps {
		if !s.File.IsURLSet() {
			continue
		}
		for i := range s.File.Entries {
			if e := &s.File.Entries[i]; e.Loc != "" {
				f(s.Doc, e)
			}
		}
	}
}

func sitemapDiscoveryFile(c *TreeContext) {
	c.eachLoc(func(doc *site.Document, e *sitemap.Entry) {
		if name, exact := meant(e.Loc); exact {
			c.Report(doc, e.LocOffset, Finding{
				URL:     e.Loc,
				Message: fmt.Sprintf("the sitemap lists %s, which is no page", e.Loc),
				Fix:     "remove the entry; machines find " + name + " through the pages' heads and footers",
			})
		}
	})
}

// whole reports whether the sitemap was read to its end, so that what it
// lacks can be told.
func (c *TreeContext) wholeSitemap() bool {
	if len(c.Set.Sitemaps) == 0 || len(c.Set.UnreadSitemaps) > 0 {
		return false
	}
	for _, s := range c.Set.Sitemaps {
		unnamed := func(p sitemap.Problem) bool { return p.Kind == sitemap.MissingLoc }
		if !s.File.WellFormed() || slices.ContainsFunc(s.File.Problems, unnamed) || len(s.File.Entries) < s.File.Count || !(s.File.IsURLSet() || s.File.IsIndex()) {
			return false
		}
	}
	return true
}

func sitemapPageMissing(c *TreeContext) {
	if !c.wholeSitemap() {
		return
	}
	if root := c.Set.SitemapFile; root.IsIndex() && len(c.Set.Sitemaps) == 1 {
		return // sitemap/index-file says it
	}
	listed := map[*site.Page]bool{}
	c.eachLoc(func(_ *site.Document, e *sitemap.Entry) {
		listed[c.meantPage(e.Loc)] = true
		listed[c.meantPage(c.within(e.Loc))] = true // sitemap/outside says that it is written wrongly
	})
	for _, p := range c.Canonical {
		if !listed[p] {
			c.Report(c.Set.Sitemap, -1, Finding{
				URL:     p.URL,
				cause:   p.Path,
				Message: fmt.Sprintf("the sitemap lacks the canonical page %s (%s)", p.URL, p.Path),
				Fix:     fmt.Sprintf("add <url><loc>%s</loc></url>, or exclude the page with a reason: %s", p.URL, c.exclusion(p.Path)),
			})
		}
	}
}

// meantPage is the page that a URL means, however it is written: with a double
// slash, without the slash at its end or with one too much, or by the name of
// its file.
func (c *TreeContext) meantPage(url string) *site.Page {
	p, ok := c.Deployment.TreePath(squeeze(url))
	if !ok {
		return nil
	}
	if page := c.PageByPath(pageFile(p)); page != nil {
		return page
	}
	if page := c.PageByPath(path.Join(p, "index.html")); page != nil || !strings.HasSuffix(p, "/") {
		return page
	}
	return c.PageByPath(strings.TrimSuffix(p, "/") + ".html")
}

// within is the URL under SITE_ROOT that one which is not means: with the
// other scheme, without the base path, relative, or with GitHub's host where
// the site has a domain. The page need not exist.
func (c *TreeContext) within(loc string) string {
	if former := c.formerURL(loc); former != "" {
		return former
	}
	loc, _ = c.swapScheme(loc)
	if strings.HasPrefix(loc, c.Deployment.SiteRoot) {
		return loc
	}
	rest, ok := strings.CutPrefix(loc, c.Deployment.DomainRoot)
	if !ok && strings.Contains(loc, "://") {
		return ""
	}
	rest = strings.TrimPrefix(rest, "/")
	return c.Deployment.SiteRoot + strings.TrimPrefix(rest, strings.TrimPrefix(c.Deployment.ProjectRoot, "/"))
}

func sitemapNotAPage(c *TreeContext) {
	c.eachLoc(func(doc *site.Document, e *sitemap.Entry) {
		p, ok := c.Deployment.TreePath(e.Loc)
		if _, discovery := meant(e.Loc); discovery || !ok || c.PageByURL(e.Loc) != nil || strings.Contains(e.Loc, "#") || c.refused(e.Loc) {
			return // right, or another rule of the area says it
		}
		report := func(message, fix string) {
			f := Finding{URL: e.Loc, Message: message, Fix: fix}
			if squeeze(e.Loc) == e.Loc {
				f.cause = c.causeOf(e.Loc)
			}
			c.Report(doc, e.LocOffset, f)
		}
		page := c.meantPage(e.Loc)
		switch {
		case squeeze(e.Loc) != e.Loc:
			report(fmt.Sprintf("%s has a double slash in its path", e.Loc), "write "+squeeze(e.Loc))
		case page == nil:
			r := ghpages.Resolve(c.Tree, p)
			switch {
			case r.Status == 200:
				report(fmt.Sprintf("%s is no HTML page", e.Loc), "remove the entry: a sitemap lists canonical HTML pages only")
			case r.Reason != "":
				report(fmt.Sprintf("%s is not found: %s", e.Loc, r.Reason), "remove the entry, or write the URL of the page that is meant")
			default:
				report(fmt.Sprintf("%s is not found: the tree has no such page", e.Loc), "remove the entry, or publish the page")
			}
		case page.Status == site.Canonical:
			if equal, _ := ghpages.SameURL(e.Loc, page.URL); equal {
				c.Report(doc, e.LocOffset, Finding{Severity: Warning, URL: e.Loc, Message: fmt.Sprintf("%s is written otherwise than the page's URL", e.Loc), Fix: "write " + page.URL})
				return
			}
			message := fmt.Sprintf("%s is not the canonical URL of %s", e.Loc, page.Path)
			if r := ghpages.Resolve(c.Tree, p); r.Status == 404 {
				message = fmt.Sprintf("%s is not found: %s", e.Loc, r.Reason)
			}
			report(message, "write "+page.URL)
		case page.Status == site.RedirectStub:
			report(fmt.Sprintf("%s is a redirect", e.Loc), "remove the entry, or list the page that it leads to")
		case page.Status == site.NotFoundPage:
			report(fmt.Sprintf("%s is the page for what is not found", e.Loc), "remove the entry")
		case page.Status == site.Excluded:
			report(fmt.Sprintf("%s is excluded (%s)", e.Loc, page.Reason), "remove the entry, or the exclusion")
		case page.Status == site.PagerDuplicate:
			report(fmt.Sprintf("%s names another page as its canonical", e.Loc), "remove the entry, or let the page be its own canonical")
		case page.Status == site.AMPTwin:
			report(fmt.Sprintf("%s is the AMP form of another page", e.Loc), "remove the entry")
		}
	})
}

func sitemapOutside(c *TreeContext) {
	c.eachLoc(func(doc *site.Document, e *sitemap.Entry) {
		if _, ok := c.Deployment.TreePath(e.Loc); ok {
			return
		}
		if c.Deployment.CustomDomain != ghpages.NoCustomDomain && isOwnerHost(e.Loc, c.Deployment.Owner) {
			return // url/stale-host says it
		}
		if _, discovery := meant(e.Loc); discovery {
			return // sitemap/discovery-file says it
		}
		f := Finding{
			URL:     e.Loc,
			Message: fmt.Sprintf("%s is not under SITE_ROOT", e.Loc),
			Fix:     "list only URLs that begin with " + c.Deployment.SiteRoot,
		}
		if !strings.Contains(e.Loc, "://") {
			f.Message = fmt.Sprintf("%s is no absolute URL", e.Loc)
		}
		if page := c.meantPage(c.within(e.Loc)); page != nil {
			f.Fix = "write " + page.URL
		}
		c.Report(doc, e.LocOffset, f)
	})
}

func sitemapDuplicate(c *TreeContext) {
	seen := map[string]*sitemap.Entry{}
	c.eachLoc(func(doc *site.Document, e *sitemap.Entry) {
		if _, twice := seen[e.Loc]; !twice {
			seen[e.Loc] = e
			return
		}
		c.Report(doc, e.LocOffset, Finding{URL: e.Loc, Message: e.Loc + " is listed twice", Fix: "remove one of the two entries"})
	})
}

func sitemapLimits(c *TreeContext) {
	for _, s := range c.Set.Sitemaps {
		if s.File.Count > maxSitemapURLs {
			c.Report(s.Doc, -1, Finding{
				Message: fmt.Sprintf("%s has %d entries: more than %d are not read", s.Doc.Path, s.File.Count, maxSitemapURLs),
				Fix:     "split it, and make sitemap.xml an index of the parts",
			})
		}
		if s.File.Size > maxSitemapSize {
			c.Report(s.Doc, -1, Finding{
				Message: fmt.Sprintf("%s has %d bytes: more than %d are not read", s.Doc.Path, s.File.Size, maxSitemapSize),
				Fix:     "split it, and make sitemap.xml an index of the parts",
			})
		}
	}
	c.eachLoc(func(doc *site.Document, e *sitemap.Entry) {
		switch {
		case len(e.Loc) >= maxLoc:
			c.Report(doc, e.LocOffset, Finding{Message: fmt.Sprintf("the loc has %d characters: it must have fewer than %d", len(e.Loc), maxLoc), Fix: "give the page a shorter path"})
		case strings.Contains(e.Loc, "#"):
			c.Report(doc, e.LocOffset, Finding{URL: e.Loc, Message: fmt.Sprintf("%s names a place within a page", e.Loc), Fix: "list the page, without the fragment"})
		case !isURLText(e.Loc):
			c.Report(doc, e.LocOffset, Finding{URL: e.Loc, Message: fmt.Sprintf("%s holds characters that a URL has to encode", e.Loc), Fix: "write " + encodeURL(e.Loc)})
		}
	})
}

// isURLText reports whether s holds only characters that RFC 3986 allows.
func isURLText(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c <= ' ' || c >= 0x7F || strings.IndexByte("\"<>\\^`{|}", c) >= 0 {
			return false
		}
	}
	return true
}

// encodeURL percent-encodes what isURLText refuses.
func encodeURL(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if isURLText(s[i : i+1]) {
			b.WriteByte(s[i])
		} else {
			fmt.Fprintf(&b, "%%%02X", s[i])
		}
	}
	return b.String()
}

// lastmodForms are the W3C date and time formats that sitemaps.org allows.
var lastmodForms = [...]string{
	"2006-01-02", "2006-01-02T15:04:05Z07:00", "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05.999999999Z07:00", "2006-01", "2006",
}

func sitemapLastmod(c *TreeContext) {
	for _, s := range c.Set.Sitemaps {
		for i := range s.File.Entries {
			e := &s.File.Entries[i]
			if e.LastmodOffset < 0 {
				continue
			}
			when, ok := parseLastmod(e.Lastmod)
			switch {
			case !ok:
				c.Report(s.Doc, e.LastmodOffset, Finding{URL: e.Loc, Message: fmt.Sprintf("lastmod %s is no W3C date", Quote(e.Lastmod)), Fix: "write it as 2026-01-31 or 2026-01-31T12:00:00Z"})
			case when.After(c.Now.Add(24 * time.Hour)): // a day for time zones
				c.Report(s.Doc, e.LastmodOffset, Finding{URL: e.Loc, Message: fmt.Sprintf("lastmod %s is in the future", e.Lastmod), Fix: "write the day on which the page last changed, or leave lastmod out"})
			}
		}
	}
}

func parseLastmod(s string) (time.Time, bool) {
	for _, form := range lastmodForms {
		if when, err := time.Parse(form, s); err == nil {
			return when, true
		}
	}
	return time.Time{}, false
}
