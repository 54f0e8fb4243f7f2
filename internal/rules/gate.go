package rules

import (
	"bytes"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

// The gate's rules report what closing the declared values brought up
// (ghpages.Close), each problem under the rule that it names. A problem that
// leaves the deployment open never comes this far: the run ends before.
var gateRules = []Rule{
	gateRule("gate/provider", Error, "The site is published by GitHub Pages, on a host that fits its deployment.", "R007", "R010"),
	gateRule("gate/owner", Error, "OWNER is declared and is a GitHub account name.", "R017", "R027"),
	gateRule("gate/repo", Error, "REPO is declared and is a repository name.", "R018", "R027"),
	gateRule("gate/pages-type", Error, "PAGES_TYPE is declared, is one of the three types, and fits the other values.", "R016", "R019", "R027", "R030", "R038"),
	gateRule("gate/custom-domain", Error, "CUSTOM_DOMAIN is declared: NONE, or the bare host that SITE_ROOT is on.", "R022", "R027", "R038", "R040"),
	gateRule("gate/source-branch", Warning, "SOURCE_BRANCH, where declared, is the name of a branch.", "R020"),
	gateRule("gate/source-path", Error, "SOURCE_PATH, where declared, is / or /docs.", "R021"),
	gateRule("gate/site-root", Error, "SITE_ROOT is declared and is the absolute URL at which Pages serves this repository.", "R015", "R024", "R027", "R029", "R030", "R034", "R039", "R042", "R057"),
	gateRule("gate/local-host", Error, "SITE_ROOT is on a published host, not on this machine, and names no port.", "R007", "R042"),
	gateRule("gate/scheme", Error, "SITE_ROOT and the other roots are https.", "E15"),
	gateRule("gate/user-site-repo", Error, "A USER_OR_ORG_SITE lives in OWNER.github.io, and a PROJECT_SITE does not.", "R029", "R033"),
	gateRule("gate/project-site", Error, "The path of SITE_ROOT is /REPO/, in the repository's exact case.", "R034", "R039", "R044", "R059"),
	gateRule("gate/root-unconfirmed", Warning, "Something confirms that a custom domain serves this site at its root.", "R009", "R041"),
	gateRule("gate/private-host", Info, "The site is published where crawlers can read it.", "R007"),
	gateRule("gate/domain-root", Error, "DOMAIN_ROOT is the bare host of SITE_ROOT, and that is the owner's.", "R023", "R030", "R031", "R035", "R043"),
	gateRule("gate/project-root", Error, "PROJECT_ROOT, where declared, is the path of SITE_ROOT.", "R044"),
	gateRule("gate/discovery-root", Error, "DISCOVERY_ROOT is SITE_ROOT.", "R025", "R046", "R047"),
	gateRule("gate/domain-control", Warning, "What is declared about control of the host's root fits SITE_ROOT.", "R051", "R066"),
	gateRule("gate/discovery-urls", Error, "A declared URL of a discovery file is the one that follows from its root.", "R048", "R049", "R050", "R051", "R053"),
	gateRule("gate/conflict", Error, "No two sources declare different values for one key.", "R017", "R018", "R019", "R022", "R024", "R027", "R164"),
}

func gateRule(id string, severity Severity, summary string, refs ...string) Rule {
	return Rule{ID: id, Refs: refs, Severity: severity, Summary: summary, Tree: func(c *TreeContext) {
		for i := range c.Problems {
			if p := &c.Problems[i]; p.Rule == id {
				reportProblem(c, p)
			}
		}
	}}
}

// reportProblem turns a problem into a finding. One whose value stands in a
// file of the tree is placed there; any other names its source in the message.
func reportProblem(c *TreeContext, p *ghpages.Problem) {
	f := Finding{Refs: p.Refs, Severity: problemSeverity(p.Severity), Message: p.Message, Fix: p.Fix}
	if c.otherRoot && p.Severity == ghpages.Error && p.Key == ghpages.KeySiteRoot {
		f.Message += "; the pages name another root, so that nothing else was checked"
	}
	switch o := p.Origin; o.Kind {
	case ghpages.FromManifest:
		if doc := c.Set.Manifest; doc.Path == o.File {
			c.Report(doc, offsetOf(doc, o.Line, o.Column), f)
			return
		}
		f.Line, f.Column = o.Line, o.Column
		c.ReportFile(o.File, f)
	case "", ghpages.FromDefault:
		c.ReportFile("", f)
	default:
		f.Message = o.String() + ": " + f.Message
		c.ReportFile("", f)
	}
}

// saidByGate reports whether a problem stands at that place of the manifest,
// so that the schema need not say it again.
func (run *Run) saidByGate(line, column int) bool {
	for _, p := range run.Problems {
		if o := p.Origin; o.Kind == ghpages.FromManifest && o.Line == line && o.Column == column {
			return true
		}
	}
	return false
}

// findOtherRoot tells whether SITE_ROOT is contradicted twice: by the other
// declared values, and by the canonical links of most pages. Every URL of the
// tree is wrong then, by one fault.
func (run *Run) findOtherRoot(pages []*site.Page) bool {
	if !ghpages.InDoubt(run.Problems, ghpages.KeySiteRoot) {
		return false
	}
	named, right := 0, 0
	for _, p := range pages {
		if p.Status == site.Canonical && p.Canonical.Value != "" {
			named++
			if p.Canonical.Value == p.URL {
				right++
			}
		}
	}
	return right < named-right
}

// onlyGate keeps the gate's findings, unless the user has silenced the one
// that would stand for all others.
func onlyGate(findings []Finding) []Finding {
	var kept []Finding
	failed := false
	for _, f := range findings {
		if strings.HasPrefix(f.Rule, "gate/") {
			kept = append(kept, f)
			failed = failed || f.Severity == Error
		}
	}
	if !failed {
		return findings
	}
	return kept
}

func problemSeverity(s ghpages.Severity) Severity {
	switch s {
	case ghpages.Info:
		return Info
	case ghpages.Warning:
		return Warning
	}
	return Error
}

// offsetOf is the byte offset of a line and column of a document; -1 where it
// has no such line.
func offsetOf(doc *site.Document, line, column int) int {
	offset := 0
	for ; line > 1; line-- {
		n := bytes.IndexByte(doc.Src[offset:], '\n')
		if n < 0 {
			return -1
		}
		offset += n + 1
	}
	return min(offset+column-1, len(doc.Src))
}
