package rules

import (
	"fmt"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/config"
	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

// notFound: GitHub Pages answers every miss with 404.html, in whatever folder
// it was, and 404.html itself with 200.
func notFound(c *PageContext) {
	if c.Page.Status != site.NotFoundPage {
		return
	}
	if !saysNoindex(c.Facts) {
		c.Missing(Finding{
			Message: "404.html does not ask to be left out of the index, where its own URL may lead a crawler",
			Fix:     `write <meta name="robots" content="noindex"> into its head`,
		})
	}
	if c.Facts.Base() != nil {
		return
	}
	var relative []string
	at := -1
	for i := range c.discoveryRefs() {
		if r := &c.refs[i]; isRelative(r.Raw) {
			if at < 0 {
				at = r.Offset
			}
			relative = append(relative, r.Raw)
		}
	}
	if len(relative) > 0 {
		c.Report(at, Finding{
			Message: "404.html is shown in every folder, so this reaches the discovery files only from some: " + Quote(strings.Join(relative, ", ")),
			Fix:     "write absolute URLs, here " + c.Deployment.LLMSURL,
		})
	}
}

// redirect: a stub leads to a page of the tree that is served at once, or out
// of the site; its canonical link says the same (A17).
func redirect(c *PageContext) {
	if c.Page.Status != site.RedirectStub {
		return
	}
	r := site.RedirectOf(c.Facts)
	at := max(r.Offset, r.URLOffset)
	target := c.Resolve(r.URL)
	if isLocal(target) {
		c.Report(at, Finding{
			Message: "the redirect leads to " + Quote(r.URL) + " on the author's own machine",
			Fix:     "build the site with its baseURL " + c.Deployment.SiteRoot,
		})
		return
	}
	if !isAbsolute(target) {
		c.Report(at, Finding{Message: "the redirect leads to " + Quote(r.URL) + ", which is no URL of the web", Fix: "name the absolute URL of a page"})
		return
	}
	file, within := c.Deployment.TreePath(target)
	if !within {
		if r.URL[0] == '/' && strings.HasPrefix(target, c.Deployment.DomainRoot) {
			c.Report(at, Finding{
				Message: fmt.Sprintf("the redirect %s leads out of the site, to %s", Quote(r.URL), target),
				Fix:     "redirect to " + c.Deployment.SiteRoot + strings.TrimLeft(r.URL, "/"),
			})
			return
		}
	} else {
		switch res := ghpages.Resolve(c.Tree, file); {
		case res.Status == 404:
			c.Report(at, Finding{
				Message: fmt.Sprintf("the redirect %s leads nowhere: %s", Quote(r.URL), res.Reason),
				Fix:     "redirect to a page that is there, or remove this one",
			})
			return
		case res.File == c.Page.Path:
			c.Report(at, Finding{Message: "the redirect " + Quote(r.URL) + " leads to itself", Fix: "redirect to another page, or remove the refresh"})
			return
		case res.Status == 301 && res.File == "":
			c.Report(at, Finding{
				Message: fmt.Sprintf("the redirect %s leads nowhere: %s", Quote(r.URL), res.Reason),
				Fix:     "redirect to a page that is there, or remove this one",
			})
			return
		case res.Status == 301:
			c.Report(at, Finding{
				Severity: Warning,
				Message:  fmt.Sprintf("the redirect %s is redirected once more: %s", Quote(r.URL), res.Reason),
				Fix:      "redirect to " + c.Deployment.URLOf(res.File),
			})
		}
	}
	if l := c.link(tagCanonical); l != nil {
		own, _, _ := strings.Cut(target, "#")
		if equal, _ := ghpages.SameURL(c.Resolve(l.Href), own); !equal {
			c.Report(max(l.Offset, l.HrefOffset), Finding{
				Severity: Warning,
				Message:  fmt.Sprintf("the page redirects to %s, but calls %s canonical", target, Quote(l.Href)),
				Fix:      `write <link rel="canonical" href="` + own + `">`,
			})
		}
	}
}

// excludedPages looks at the manifest's exclusions and at those of the
// configuration, which refuses one without a reason by itself (A13).
func excludedPages(c *TreeContext) {
	patterns := 0
	matches := func(pattern string) bool {
		if !site.IsPattern(pattern) {
			return c.PageByPath(site.ExcludedFile(pattern)) != nil
		}
		if patterns++; patterns > site.MaxPatterns {
			return true // told once, below
		}
		for _, p := range c.Pages {
			if config.Match(pattern, p.Path) {
				return true
			}
		}
		return false
	}
	declared := len(c.Excluded)
	if m := c.Set.ManifestFile; m != nil {
		declared -= len(m.Excluded)
		for i := range m.Excluded {
			e := &m.Excluded[i]
			switch {
			case e.Path.Value == "":
				// no exclusion at all: the schema's business
			case !matches(e.Path.Value):
				c.Report(c.Set.Manifest, e.Path.Offset, Finding{
					Message: Quote(e.Path.Value) + " excludes no HTML file of the tree",
					Fix:     "remove the entry, or name a page as it is published: docs/example/ or example.html, relative to SITE_ROOT",
				})
			case m.Claims && e.Reason.Value == "":
				// the schema's business too
			case isBlank(e.Reason.Value):
				c.Report(c.Set.Manifest, e.Offset, Finding{
					Severity: Error,
					Message:  Quote(e.Path.Value) + " is excluded without a reason",
					Fix:      `write "reason": "…": why this page is none of the site's`,
				})
			}
		}
	}
	for _, e := range c.Excluded[:max(declared, 0)] {
		if !matches(e.Pattern) {
			c.ReportFile("", Finding{
				Message: "the configuration excludes " + Quote(e.Pattern) + ", which matches no HTML file of the tree",
				Fix:     "remove the entry, or name a file of the tree, relative to its root",
			})
		}
	}
	if patterns > site.MaxPatterns {
		c.ReportFile("", Finding{
			Message: fmt.Sprintf("%d exclusions have wildcards; no more than %d of them count", patterns, site.MaxPatterns),
			Fix:     "name the pages themselves, or fold the patterns into fewer",
		})
	}
}

func unread(c *TreeContext) {
	c.pageBytes.report(c, Error, "HTML file")
	for _, p := range c.Pages {
		switch {
		case p.Blank && p.Status == site.Canonical:
			c.ReportFile(p.Path, Finding{
				URL: p.URL, Refs: []string{"R026", "R077", "R108"},
				Message: "the page is empty",
				Fix:     "write the page, remove the file, or exclude it with a reason",
			})
		case p.Status == site.Unread && p.Reason == "":
			// one finding speaks for all of them
		case p.Status == site.Unread:
			c.ReportFile(p.Path, Finding{
				Message: "the file could not be checked: " + p.Reason,
				Fix:     "make it a readable file of ordinary size",
			})
		case p.Truncated&htmlfacts.TooMany != 0:
			c.ReportPage(p, site.Pos{}, Finding{
				Severity: Warning,
				Message:  fmt.Sprintf("the page has more than %d links or other facts of one kind; the rest was not checked", htmlfacts.MaxFacts),
				Fix:      "split the page",
			})
		case p.Truncated&htmlfacts.TooDeep != 0:
			c.ReportPage(p, site.Pos{}, Finding{
				Severity: Warning,
				Message:  fmt.Sprintf("elements are nested deeper than %d levels; where the deeper ones stand was not told apart", htmlfacts.MaxDepth),
				Fix:      "close the elements that were left open",
			})
		case p.Truncated&htmlfacts.TooTangled != 0:
			c.ReportPage(p, site.Pos{}, Finding{
				Severity: Warning,
				Message:  "elements overlap so often that it was not sorted out to the end; where the later ones stand was not told apart",
				Fix:      "end each element inside the one that it began in",
			})
		}
	}
}

// encoding: GitHub Pages declares every page to be UTF-8, in the header that
// outranks what the page says of itself.
func encoding(c *PageContext) {
	e := &c.Facts.Encoding
	if e.IsUTF8() {
		return
	}
	const fix = "save the file as UTF-8"
	switch {
	case e.BOM > htmlfacts.UTF8BOM:
		c.Report(0, Finding{Message: "the page is UTF-16, but is served as UTF-8", Fix: fix})
	case e.InvalidUTF8 >= 0 && e.InvalidUTF8 < c.Facts.Head.End:
		c.Report(e.InvalidUTF8, Finding{Message: "a byte of the head is not UTF-8, so that readers see another character" + declaredAs(e), Fix: fix})
	case e.InvalidUTF8 >= 0:
		severity := Warning
		if e.Declared != "" && !strings.EqualFold(e.Declared, "utf-8") {
			severity = Error
		}
		c.Report(e.InvalidUTF8, Finding{Severity: severity, Message: "a byte of the page is not UTF-8, so that readers see another character" + declaredAs(e), Fix: fix})
	case e.NUL >= 0:
		c.Report(e.NUL, Finding{Severity: Warning, Message: "the page contains a NUL byte", Fix: "remove it"})
	default:
		c.Report(e.DeclaredOffset, Finding{
			Severity: Warning,
			Message:  "the page declares the charset " + Quote(e.Declared) + ", but is UTF-8 and is served as that",
			Fix:      `write <meta charset="utf-8">`,
		})
	}
}

// declaredAs names another charset that the page claims.
func declaredAs(e *htmlfacts.Encoding) string {
	if e.Declared == "" || strings.EqualFold(e.Declared, "utf-8") {
		return ""
	}
	return "; the page declares " + Quote(e.Declared) + ", which the server's header outranks"
}
