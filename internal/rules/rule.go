// Package rules judges a published tree: one file per area, one function per
// rule. A rule sees facts and reports findings; it never reads files. To add
// one, write the function, put it into its area's slice, and give it a page
// in docs/rules and a fixture in testdata/rules; tests hold all three together.
package rules

import (
	"slices"
	"strings"
)

// DocsRoot is where the website publishes the rules' pages.
const DocsRoot = "https://discovery-set.github.io/hugo-discovery/rules/"

// Rule is one thing that must be true, and the function that looks.
type Rule struct {
	ID       string   // area/name; once released it stays
	Refs     []string // the ledger's numbers that it decides, R… and E…
	Severity Severity // of its findings, unless one says otherwise
	Summary  string   // one sentence: what is true when the rule is kept

	// Page looks at one page, while its facts are at hand; Tree looks once,
	// when all pages are known. A rule has one of them, or both where its fault
	// occurs in pages and in other files.
	Page func(*PageContext)
	Tree func(*TreeContext)
	// EveryPage runs Page for each HTML file, not only for canonical pages.
	EveryPage bool
}

// Area is the part of the ID before the slash.
func (r *Rule) Area() string { area, _, _ := strings.Cut(r.ID, "/"); return area }

// Docs is the URL of the rule's page.
func (r *Rule) Docs() string { return DocsRoot + r.ID + "/" }

// All returns every rule, area by area.
func All() []Rule {
	return slices.Concat(
		gateRules,
		urlRules,
		headRules,
		jsonldRules,
		llmsRules,
		manifestRules,
		sitemapRules,
		robotsRules,
		footerRules,
		filesRules,
		pagesRules,
		linksRules,
		servedRules,
	)
}

// ByID returns the rule of that ID.
func ByID(id string) (Rule, bool) {
	all := All()
	i := slices.IndexFunc(all, func(r Rule) bool { return r.ID == id })
	if i < 0 {
		return Rule{}, false
	}
	return all[i], true
}
