package rules

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/robots"
)

var robotsRules = []Rule{
	{
		ID: "robots/missing", Refs: []string{"R066", "R067", "R096", "R125"}, Severity: Error,
		Summary: "A tree that is the root of its host has a robots.txt.",
		Tree:    robotsMissing,
	},
	{
		ID: "robots/misplaced", Refs: []string{"R168", "R169"}, Severity: Error,
		Summary: "robots.txt stands at the root of the host, or as a companion at DISCOVERY_ROOT, and nowhere else.",
		Tree:    robotsMisplaced,
	},
	{
		ID: "robots/syntax", Refs: []string{"E07"}, Severity: Warning,
		Summary: "robots.txt is plain text in UTF-8, of at most 500 KiB, and each of its lines is understood.",
		Tree:    robotsSyntax,
	},
	{
		ID: "robots/minimum", Refs: []string{"R153", "R154"}, Severity: Error,
		Summary: "robots.txt has a group for every crawler that allows the whole site.",
		Tree:    robotsMinimum,
	},
	{
		ID: "robots/blocked", Refs: []string{"R153"}, Severity: Error,
		Summary: "robots.txt keeps crawlers from no canonical page and no discovery file.",
		Tree:    robotsBlocked,
	},
	{
		ID: "robots/sitemap", Refs: []string{"R069", "R070", "R138"}, Severity: Error,
		Summary: "robots.txt cites the sitemap by its absolute URL.",
		Tree:    robotsSitemap,
	},
	{
		ID: "robots/remark", Refs: []string{"R155"}, Severity: Info,
		Summary: "A companion robots.txt says in a comment that crawlers do not read it.",
		Tree:    robotsRemark,
	},
}

// openRobots are the lines of a robots.txt that keeps no crawler out.
func openRobots(d *ghpages.Deployment) string {
	return "“User-agent: *”, “Allow: /” and “Sitemap: " + d.SitemapURL + "”"
}

func robotsMissing(c *TreeContext) {
	d := &c.Deployment
	if !d.ControlsDomainRoot || c.Set.Robots.Found || c.Tree.OtherCase(ghpages.RobotsFile) != "" || isLink(c.Tree, ghpages.RobotsFile) {
		return
	}
	f := Finding{
		URL:     d.RobotsURL,
		Message: "robots.txt is missing, although this tree is the root of its host",
		Fix:     "publish " + d.RobotsURL + " with the lines " + openRobots(d),
	}
	if d.CrawlerControlOff {
		f.Severity = Info
	}
	c.ReportFile(ghpages.RobotsFile, f)
}

func robotsMisplaced(c *TreeContext) {
	for _, p := range c.Tree.Named(ghpages.RobotsFile) {
		if strings.EqualFold(p, c.Set.Robots.Path) {
			continue
		}
		f := Finding{
			URL:     c.Deployment.URLOf(p),
			Message: p + " is read by no crawler: robots.txt counts only at the root of the host",
			Fix:     "remove it; the robots.txt of this deployment is " + c.Deployment.RobotsURL,
		}
		if !c.Set.Robots.Found {
			f.Fix = "move it to " + c.Set.Robots.Path
		}
		c.ReportFile(p, f)
	}
}

func robotsSyntax(c *TreeContext) {
	doc, file := c.Set.Robots, c.Set.RobotsFile
	if doc.Err != nil {
		c.Report(doc, 0, Finding{Severity: Error, Message: "robots.txt could not be read: " + doc.Err.Error(), Fix: "publish a readable plain text file"})
	}
	if file == nil {
		return
	}
	if file.HTML {
		c.Report(doc, 0, Finding{Severity: Error, Message: "robots.txt is an HTML page", Fix: "publish plain text, with the lines " + openRobots(&c.Deployment)})
		return
	}
	if file.Truncated {
		c.Report(doc, -1, Finding{
			Message: fmt.Sprintf("robots.txt has %d bytes: crawlers need to read no more than 500 KiB of it", file.Size),
			Fix:     "shorten it",
		})
	}
	for _, p := range file.Problems {
		f := Finding{Message: p.Message, Fix: "write one record to a line, Key: value"}
		switch p.Kind {
		case robots.InvalidUTF8, robots.ControlChar:
			f.Severity, f.Fix = Error, "save the file as UTF-8 text"
		case robots.OrphanRule:
			f.Fix = "put a User-agent line before it"
		case robots.Misspelt:
			f.Fix = "correct the key"
		case robots.BadPath:
			f.Fix = "begin the path with a slash"
		case robots.EmptySitemap:
			continue // robots/sitemap says it
		}
		c.Report(doc, p.Offset, f)
	}
}

func robotsMinimum(c *TreeContext) {
	doc, file := c.Set.Robots, c.Set.RobotsFile
	if file == nil || file.HTML {
		return
	}
	fix := "write the lines “User-agent: *” and “Allow: /”"
	if !c.robotsReadable() && len(bytes.TrimSpace(doc.Src)) > 0 {
		return // robots/syntax says it
	}
	if !file.HasGroup("*") {
		c.Report(doc, 0, Finding{Message: "robots.txt has no group for all crawlers (User-agent: *)", Fix: fix})
		return
	}
	if ok, rule := file.Allowed("*", "/"); !ok {
		c.Report(doc, rule.Offset, Finding{
			Message: fmt.Sprintf("%s: %s keeps all crawlers from the site", rule.Key, rule.Value),
			Fix:     fix,
		})
		return
	}
	for _, group := range file.Groups {
		for _, agent := range group.Agents {
			if agent.Value != "*" {
				continue
			}
			for _, rule := range group.Rules {
				if rule.Allow && rule.Value == "/" {
					return
				}
			}
		}
	}
	f := Finding{Message: "the group for all crawlers does not say Allow: /", Fix: "add the line Allow: / below User-agent: *"}
	if c.Deployment.ControlsDomainRoot {
		f.Severity = Warning // what is allowed is right all the same
	}
	c.Report(doc, firstAgent(file), f)
}

// robotsReadable reports whether robots.txt says anything that can be judged:
// it is text, and there is some of it.
func (c *TreeContext) robotsReadable() bool {
	file, src := c.Set.RobotsFile, c.Set.Robots.Src
	return file != nil && !file.HTML && len(bytes.TrimSpace(src)) > 0 && !bytes.HasPrefix(src, []byte("\xff\xfe")) && !bytes.HasPrefix(src, []byte("\xfe\xff"))
}

// firstAgent is where the first group for all crawlers begins.
func firstAgent(file *robots.File) int {
	for _, group := range file.Groups {
		for _, agent := range group.Agents {
			if agent.Value == "*" {
				return agent.Offset
			}
		}
	}
	return 0
}

// robotsBlocked reports each rule that blocks something once, with the first
// thing that it blocks and how many there are.
func robotsBlocked(c *TreeContext) {
	file := c.Set.RobotsFile
	if file == nil || file.HTML || !c.Deployment.ControlsDomainRoot {
		return // a companion keeps nobody from anything
	}
	matcher := file.Matcher("*")
	if ok, _ := matcher.Allowed("/"); !ok {
		return // robots/minimum says it
	}
	type block struct {
		rule  *robots.Rule
		first string
		n     int
	}
	var blocks []block
	look := func(url string) {
		path := "/" + strings.TrimPrefix(url, c.Deployment.DomainRoot)
		ok, rule := matcher.Allowed(path)
		if ok {
			return
		}
		for i := range blocks {
			if blocks[i].rule.Offset == rule.Offset {
				blocks[i].n++
				return
			}
		}
		blocks = append(blocks, block{rule, url, 1})
	}
	for _, name := range discoveryNames[:3] {
		look(c.DiscoveryURL(name))
	}
	for _, p := range c.Canonical {
		look(p.URL)
	}
	for _, b := range blocks {
		also := ""
		if b.n > 1 {
			also = fmt.Sprintf(" and %d more", b.n-1)
		}
		c.Report(c.Set.Robots, b.rule.Offset, Finding{
			URL:     b.first,
			Message: fmt.Sprintf("%s: %s keeps crawlers from %s%s, which the site offers to them", b.rule.Key, b.rule.Value, b.first, also),
			Fix:     "remove the line; to keep a page out of search results, give it noindex and exclude it with a reason",
		})
	}
}

func robotsSitemap(c *TreeContext) {
	doc, file := c.Set.Robots, c.Set.RobotsFile
	if file == nil || !c.robotsReadable() {
		return
	}
	want := c.Deployment.SitemapURL
	fix := "write Sitemap: " + want
	wrong := Error // a companion has no other purpose than to cite it
	if c.Deployment.ControlsDomainRoot {
		wrong = Warning
	}
	right, reported := false, false
	for _, s := range file.Sitemaps {
		equal, identical := ghpages.SameURL(s.Value, want)
		switch {
		case s.Value == "":
			f := Finding{Message: "the line Sitemap: names no URL; crawlers ignore it", Fix: fix}
			if cites(file, want) {
				f.Fix = "remove the line; another one cites the sitemap"
			}
			c.Report(doc, s.Offset, f)
			reported = true
		case !strings.Contains(s.Value, "://"):
			c.Report(doc, s.ValueOffset, Finding{Message: fmt.Sprintf("Sitemap: %s is no absolute URL; crawlers ignore it", s.Value), Fix: fix})
			reported = true
		case identical:
			right = true
		case equal:
			right = true
			c.Report(doc, s.ValueOffset, Finding{Severity: Warning, URL: s.Value, Message: fmt.Sprintf("Sitemap: %s is written otherwise than the sitemap's URL", s.Value), Fix: fix})
		}
	}
	if right || reported {
		return
	}
	if len(file.Sitemaps) == 0 {
		c.Report(doc, -1, Finding{Severity: wrong, Message: "robots.txt does not cite the sitemap", Fix: fix})
		return
	}
	s := file.Sitemaps[0]
	if _, _, a := c.judge(c.Deployment.RobotsURL, s.Value, true); a == aimDoubleSlash || a == aimMissingSlash || a == aimDomainRoot || a == aimStaleHost {
		return // a rule of the area url says it
	}
	c.Report(doc, s.ValueOffset, Finding{Severity: wrong, URL: s.Value, Message: fmt.Sprintf("Sitemap: %s is not this site's sitemap", s.Value), Fix: fix})
}

// cites reports whether robots.txt names the sitemap at that URL.
func cites(file *robots.File, url string) bool {
	return slices.ContainsFunc(file.Sitemaps, func(s robots.Record) bool {
		equal, _ := ghpages.SameURL(s.Value, url)
		return equal
	})
}

// remarks are words by which a comment can say what a companion is; any
// language will do as long as one of them is there.
var remarks = []string{"companion", "authoritative", "root", "domain_root"}

func robotsRemark(c *TreeContext) {
	file := c.Set.RobotsFile
	d := &c.Deployment
	if file == nil || !c.robotsReadable() || d.ControlsDomainRoot || d.SiteRoot == d.DomainRoot {
		return
	}
	for _, comment := range file.Comments {
		text := strings.ToLower(comment.Text)
		for _, word := range remarks {
			if strings.Contains(text, word) {
				return
			}
		}
	}
	c.Report(c.Set.Robots, 0, Finding{
		Message: "nothing in robots.txt says that crawlers do not read it here",
		Fix:     "begin it with a comment: # Companion of a project site; crawlers read only " + c.Deployment.DomainRoot + ghpages.RobotsFile,
	})
}
