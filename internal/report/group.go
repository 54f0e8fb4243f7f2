package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/rules"
)

// group is all findings of one rule and severity, in their order.
type group struct {
	rule     string
	severity rules.Severity
	findings []rules.Finding
}

// noun is what its findings are called: note, errors.
func (g *group) noun() string {
	noun := g.severity.String()
	if g.severity == rules.Info {
		noun = "note"
	}
	if len(g.findings) != 1 {
		noun += "s"
	}
	return noun
}

// pages counts the pages that its findings stand in.
func (g *group) pages() int {
	seen := map[string]bool{}
	for _, f := range g.findings {
		if strings.HasSuffix(f.File, ".html") {
			seen[f.File] = true
		}
	}
	return len(seen)
}

// groups gathers findings by severity, worst first, then by rule.
func groups(findings []rules.Finding) []group {
	type key struct {
		rule     string
		severity rules.Severity
	}
	var all []group
	index := map[key]int{}
	for _, f := range findings {
		k := key{f.Rule, f.Severity}
		i, ok := index[k]
		if !ok {
			i = len(all)
			index[k] = i
			all = append(all, group{rule: f.Rule, severity: f.Severity})
		}
		all[i].findings = append(all[i].findings, f)
	}
	slices.SortFunc(all, func(a, b group) int {
		return cmp.Or(cmp.Compare(b.severity, a.severity), cmp.Compare(a.rule, b.rule))
	})
	return all
}
