package rules

import (
	"fmt"
	"mime"
	"path"
	"slices"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/site"
	"github.com/discovery-set/hugo-discovery/internal/sitemap"
)

// The rules of this file look at what only a server can show. They are silent
// where a folder is checked.
var servedRules = []Rule{
	{
		ID: "pages/served", Refs: []string{"E01"}, Severity: Error,
		Summary: "The server answers for every listed page with 200, as HTML, and for what is not there with 404.",
		Tree:    pagesServed,
	},
	{
		ID: "files/served", Refs: []string{"E01"}, Severity: Warning,
		Summary: "The server sends the files of the discovery set, and the files that they name, with their content types.",
		Tree:    filesServed,
	},
}

// answerFor is the server's answer for a URL of the site, where there is one.
func (run *Run) answerFor(url string) (site.Answer, bool) {
	if run.Served == nil {
		return site.Answer{}, false
	}
	rest, ok := strings.CutPrefix(url, run.Deployment.SiteRoot)
	if !ok {
		return site.Answer{}, false
	}
	a, ok := run.Served.Answers[rest]
	return a, ok
}

// refused reports whether the server answers for a URL with something else
// than 200; pages/served says so, and other rules keep silent.
func (run *Run) refused(url string) bool {
	a, ok := run.answerFor(url)
	return ok && a.Status != 200
}

func pagesServed(c *TreeContext) {
	if c.Served == nil {
		return
	}
	var listed []string
	c.eachLoc(func(_ *site.Document, e *sitemap.Entry) { listed = append(listed, e.Loc) })
	if m := c.claimed(); m != nil {
		for i := range m.Pages {
			listed = append(listed, m.Pages[i].URL.Value)
		}
	}
	slices.Sort(listed)
	for _, url := range slices.Compact(listed) {
		a, ok := c.answerFor(url)
		media, _, _ := mime.ParseMediaType(a.ContentType)
		f := Finding{URL: url, Fix: "publish the page, or remove it from sitemap.xml and raw-manifest.json"}
		switch {
		case !ok:
			continue
		case a.Status == 0:
			f.Message = fmt.Sprintf("%s does not answer: %s", url, a.Err)
		case a.Status/100 == 3:
			f.Message = fmt.Sprintf("%s answers %d and leads to %s", url, a.Status, Quote(a.Location))
			f.Fix = "list the URL that answers 200"
		case a.Status != 200:
			f.Message = fmt.Sprintf("%s answers %d", url, a.Status)
		case media != "text/html":
			f.Message = fmt.Sprintf("%s is sent as %s, not as text/html", url, Quote(a.ContentType))
			f.Fix = "give the file the extension .html"
		case a.Err != "" && !a.Cut: // else pages/unread says it
			f.Message = fmt.Sprintf("%s could not be kept: %s", url, a.Err)
			f.Fix = "give the page a plainer name"
		default:
			continue
		}
		c.ReportFile("", f)
	}
	if s := c.Served.Probe.Status; s != 404 && s != 0 {
		c.ReportFile("", Finding{
			URL:     c.Served.Root,
			Message: fmt.Sprintf("the server answers %d for a path that no site has, not 404", s),
			Fix:     "answer 404 with 404.html, as GitHub Pages does",
		})
	}
	if n := c.Served.Skipped; n > 0 {
		c.ReportFile("", Finding{
			Severity: Warning, URL: c.Served.Root,
			Message: fmt.Sprintf("%d URLs were not asked for, because of the limit", n),
			Fix:     "raise --max-requests",
		})
	}
}

// sentAs are the media types with which the files of the set may be sent.
var sentAs = map[string][]string{
	ghpages.LLMSFile:        {"text/plain", "text/markdown"},
	ghpages.RawManifestFile: {"application/json"},
	ghpages.SitemapFile:     {"application/xml", "text/xml"},
	ghpages.RobotsFile:      {"text/plain"},
}

func filesServed(c *TreeContext) {
	if c.Served == nil {
		return
	}
	check := func(url string, want []string) {
		a, ok := c.answerFor(url)
		if !ok || a.Status != 200 {
			return // files/missing, links/broken and others say it
		}
		media, params, _ := mime.ParseMediaType(a.ContentType)
		f := Finding{URL: url}
		switch charset := params["charset"]; {
		case !slices.Contains(want, media):
			f.Message = fmt.Sprintf("%s is sent as %s, not as %s", url, Quote(a.ContentType), strings.Join(want, " or "))
			f.Fix = "GitHub Pages sends it by its extension; check the name"
		case charset != "" && !strings.EqualFold(charset, "utf-8"):
			f.Message = fmt.Sprintf("%s is sent as %s, although it is UTF-8", url, Quote(a.ContentType))
			f.Fix = "send it with charset=utf-8"
		case a.Err != "" && !a.Cut: // else the rules of the file say it
			f.Message = fmt.Sprintf("%s could not be kept: %s", url, a.Err)
			f.Fix = "give the file a plainer name"
		default:
			return
		}
		c.ReportFile("", f)
	}
	for _, name := range discoveryNames {
		check(c.DiscoveryURL(name), sentAs[name])
	}
	if m := c.claimed(); m != nil {
		for _, nested := range m.Discovery.NestedLLMS {
			check(nested.Value, sentAs[ghpages.LLMSFile])
		}
		for i := range m.Pages {
			if url := m.Pages[i].MarkdownURL.Value; path.Ext(url) == ".md" {
				check(url, []string{"text/markdown"})
			}
		}
	}
}
