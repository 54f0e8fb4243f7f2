package rules

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
)

var cnameRule = Rule{
	ID: "files/cname", Refs: []string{"R009", "E14"}, Severity: Error,
	Summary: "A CNAME file holds the custom domain and nothing else, and stands where there is one.",
	Tree:    filesCNAME,
}

// cnameLimit bounds what is read of a CNAME file, in bytes: a host name has at
// most 253.
const cnameLimit = 1024

func filesCNAME(c *TreeContext) {
	doc, d := c.Set.CNAME, &c.Deployment
	report := func(f Finding) { c.Report(doc, 0, f) }
	if !doc.Found {
		missingCNAME(c)
		return
	}
	if doc.Err != nil {
		report(Finding{Message: "CNAME could not be read: " + doc.Err.Error(), Fix: "publish a readable file of one line"})
		return
	}
	remedy := fmt.Sprintf("write the one line %s", d.CustomDomain)
	if d.CustomDomain == ghpages.NoCustomDomain {
		remedy = "remove the file"
	}
	text := bytes.TrimPrefix(doc.Src, []byte("\ufeff"))
	host := string(bytes.TrimSpace(text[:min(len(text), cnameLimit)]))
	switch {
	case host == "":
		report(Finding{Message: "CNAME is empty", Fix: remedy})
	case d.CustomDomain == ghpages.NoCustomDomain:
		report(Finding{
			Message: fmt.Sprintf("CNAME claims the host %s, but CUSTOM_DOMAIN is NONE", Quote(host)),
			Fix:     fmt.Sprintf("%s, or declare customDomain = %q", remedy, strings.ToLower(host)),
		})
	case strings.ContainsAny(host, "\n\r") || len(text) > cnameLimit:
		report(Finding{Message: "CNAME has more than one line; GitHub Pages serves a site on one host", Fix: remedy})
	case !ghpages.ValidDomain(strings.ToLower(host)):
		report(Finding{Message: fmt.Sprintf("CNAME holds %s, which is no bare host", Quote(host)), Fix: remedy})
	case strings.ToLower(host) != d.CustomDomain:
		report(Finding{Message: fmt.Sprintf("CNAME holds %s, but CUSTOM_DOMAIN is %s", Quote(host), d.CustomDomain), Fix: remedy})
	case len(text) != len(doc.Src):
		report(Finding{Severity: Warning, Message: "CNAME begins with a byte order mark", Fix: "save the file without it"})
	case d.ProjectRoot != "/":
		report(Finding{
			Severity: Warning, Refs: []string{"E14"},
			Message: fmt.Sprintf("CNAME makes GitHub Pages serve this repository at the root of %s, but SITE_ROOT is %s", host, d.SiteRoot),
			Fix:     "remove the file where the domain is inherited from the account's user site; else correct SITE_ROOT",
		})
	}
}

// missingCNAME reports a CNAME that a deployment from a branch needs, or one
// under a name that GitHub does not read. A deployment by Actions needs none.
func missingCNAME(c *TreeContext) {
	d := &c.Deployment
	if other := c.Tree.OtherCase("CNAME"); other != "" {
		c.ReportFile(other, Finding{
			Refs:    []string{"E14"},
			Message: other + " is not the file CNAME: GitHub reads its name in capitals only",
			Fix:     "rename it to CNAME",
		})
		return
	}
	if d.SourcePath == "" || d.PagesType != ghpages.CustomDomainSite || d.CustomDomain == ghpages.NoCustomDomain || d.ProjectRoot != "/" {
		return
	}
	c.ReportFile("CNAME", Finding{
		Severity: Warning, Refs: []string{"R009"},
		Message: fmt.Sprintf("the site is published from a branch, but its CNAME file is missing: nothing in the tree says that %s is configured on GitHub Pages", d.CustomDomain),
		Fix:     fmt.Sprintf("publish a file CNAME with the one line %s, or leave out sourcePath where Actions deploys the site", d.CustomDomain),
	})
}
