package rules

import (
	"fmt"
	"path"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/plural"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

var pagesRules = []Rule{
	{
		ID: "pages/kind", Refs: []string{"R071", "R072", "R073", "R074", "R075"}, Severity: Error,
		Summary: "The manifest calls the artifact what its canonical pages make it: a PAGE or a SITE.",
		Tree:    pagesKind,
	},
	{
		ID: "pages/page-url", Refs: []string{"R076"}, Severity: Warning,
		Summary: "The only page of a PAGE stands at SITE_ROOT.",
		Tree:    pageURL,
	},
	{
		ID: "pages/not-found", Refs: []string{"E18"}, Severity: Warning,
		Summary: "404.html asks not to be indexed and has no relative links to the discovery files.",
		Page:    notFound, EveryPage: true,
	},
	{
		ID: "pages/redirect", Refs: []string{"E01"}, Severity: Error,
		Summary: "Every redirect page leads to a page that is there, and calls that one canonical.",
		Page:    redirect, EveryPage: true,
	},
	{
		ID: "pages/redirect-chain", Refs: []string{"E01"}, Severity: Warning,
		Summary: "No redirect page leads to another one.",
		Tree:    redirectChain,
	},
	{
		ID: "pages/pager", Refs: []string{"R075", "R111"}, Severity: Warning,
		Summary: "The further pages of a list are pages of their own.",
		Tree:    pager,
	},
	{
		ID: "pages/excluded", Refs: []string{"R079"}, Severity: Warning,
		Summary: "Every exclusion of the manifest has a reason and names a page that is there.",
		Tree:    excludedPages,
	},
	{
		ID: "pages/unread", Refs: []string{"R026", "R077", "R108"}, Severity: Error,
		Summary: "Every HTML file holds something and could be read and checked to its end.",
		Tree:    unread,
	},
	{
		ID: "pages/encoding", Refs: []string{"E17"}, Severity: Error,
		Summary: "Every canonical page is UTF-8 and says nothing else.",
		Page:    encoding,
	},
	{
		ID: "pages/local-host", Refs: []string{"R045", "E01"}, Severity: Error,
		Summary: "No canonical page names or loads anything from the author's own machine.",
		Page:    localHost,
	},
}

// pagesKind compares what the manifest says with the count of canonical pages.
// Links, whatever to, are never counted (R072–R074), files with one URL once
// (R075).
func pagesKind(c *TreeContext) {
	if len(c.Canonical) == 0 {
		for _, p := range c.Pages {
			if p.Status == site.Unread {
				return // pages/unread: it may be one
			}
		}
		if c.Tree.File("index.html") { // else the area files says it
			c.ReportFile("", Finding{
				Message: "the tree has no canonical page: " + statusCounts(c.Pages),
				Fix:     "let index.html be a page, not excluded and no redirect",
			})
		}
		return
	}
	m := c.Set.ManifestFile
	if m == nil || !m.Claims || m.Type.Value == c.Kind() || m.Type.Value != KindPage && m.Type.Value != KindSite {
		return
	}
	c.Report(c.Set.Manifest, m.Type.Offset, Finding{
		Message: fmt.Sprintf("the manifest says type %s, but the tree has %s", m.Type.Value, plural.Of(len(c.Canonical), "canonical page")),
		Fix:     fmt.Sprintf("write \"type\": %q; HTML files that are no pages belong into excluded, with a reason", c.Kind()),
	})
}

// statusCounts says what the HTML files are.
func statusCounts(pages []*site.Page) string {
	var n [site.Unread + 1]int
	for _, p := range pages {
		n[p.Status]++
	}
	text := ""
	for status, n := range n {
		if n == 0 {
			continue
		}
		if text != "" {
			text += ", "
		}
		text += fmt.Sprintf("%d %s", n, site.Status(status))
	}
	return text
}

// pageURL: anything else than SITE_ROOT needs a second file there (A26).
func pageURL(c *TreeContext) {
	if len(c.Canonical) != 1 || c.Canonical[0].URL == c.Deployment.SiteRoot {
		return
	}
	p := c.Canonical[0]
	c.ReportPage(p, site.Pos{}, Finding{
		Message: fmt.Sprintf("the only page is at %s, not at SITE_ROOT", p.URL),
		Fix:     "publish it as index.html, at " + c.Deployment.SiteRoot,
	})
}

// pager reports each list once whose further pages call the first one
// canonical (A18): what only they list is in no index then.
func pager(c *TreeContext) {
	type list struct {
		first *site.Page // the pager page with the least number
		least int
		pages int
	}
	lists := map[string]*list{}
	var order []string
	for _, p := range c.Pages {
		if p.Status != site.PagerDuplicate {
			continue
		}
		folder, n, _ := site.Pager(p.Path)
		of := path.Join(folder, "index.html")
		if c.PageByPath(of) == nil && c.PageByPath(folder+".html") != nil {
			of = folder + ".html"
		}
		l := lists[of]
		if l == nil {
			l = &list{first: p, least: n}
			lists[of] = l
			order = append(order, of)
		}
		if l.pages++; n < l.least {
			l.first, l.least = p, n
		}
	}
	for _, of := range order {
		l := lists[of]
		message := fmt.Sprintf("%s of the list %s call that one canonical, so they are no pages of the site", plural.Of(l.pages, "further page"), of)
		if l.pages == 1 {
			message = fmt.Sprintf("1 further page of the list %s calls that one canonical, so it is no page of the site", of)
		}
		c.ReportPage(l.first, l.first.Canonical.Pos, Finding{
			Message: message,
			Fix:     fmt.Sprintf("let each name itself, here <link rel=\"canonical\" href=%q>, number the titles, and list them in sitemap.xml", l.first.URL),
		})
	}
}

// redirectChain: each hop of a chain costs a visitor a page and may lose a
// crawler; a circle loses both.
func redirectChain(c *TreeContext) {
	next := func(p *site.Page) *site.Page {
		if p.Status != site.RedirectStub {
			return nil
		}
		file, ok := c.Deployment.TreePath(p.Redirect.Value)
		if !ok {
			return nil
		}
		return c.PageByPath(ghpages.Resolve(c.Tree, file).File)
	}
	for _, p := range c.Pages {
		to := next(p)
		if to == nil || to.Status != site.RedirectStub || to == p {
			continue // redirect speaks of a page that leads to itself
		}
		end := to
		for range c.Pages {
			if end = next(end); end == nil || end.Status != site.RedirectStub || end == p {
				break
			}
		}
		switch {
		case end == p:
			c.ReportPage(p, p.Redirect.Pos, Finding{
				Severity: Error,
				Message:  fmt.Sprintf("the redirect goes to %s and comes back from there", to.Path),
				Fix:      "let one of them lead to a page",
			})
		default:
			fix := "name the page at the end of the chain"
			if end != nil && end.Status == site.Canonical {
				fix = "redirect to " + end.URL
			}
			c.ReportPage(p, p.Redirect.Pos, Finding{
				Message: fmt.Sprintf("the redirect leads to another redirect, %s", to.Path),
				Fix:     fix,
			})
		}
	}
}
