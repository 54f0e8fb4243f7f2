package rules_test

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/discovery-set/hugo-discovery/internal/golden"
	"github.com/discovery-set/hugo-discovery/internal/rules"
)

var update = flag.Bool("update", false, "write docs/coverage.md and testdata/findings anew")

// TestCoverage: every number of the ledger is decided by a rule or named with
// the reason why it cannot be, and docs/coverage.md says so.
func TestCoverage(t *testing.T) {
	deciding := map[string][]rules.Rule{}
	for _, r := range rules.All() {
		for _, ref := range r.Refs {
			if !slices.ContainsFunc(rules.Ledger, func(e rules.Entry) bool { return e.Number == ref }) {
				t.Errorf("%s cites %s, which the ledger lacks", r.ID, ref)
			}
			deciding[ref] = append(deciding[ref], r)
		}
	}
	var b strings.Builder
	b.WriteString(coverageHead)
	for _, e := range rules.Ledger {
		var what string
		switch by := deciding[e.Number]; {
		case len(by) > 0:
			var links []string
			for _, r := range by {
				links = append(links, fmt.Sprintf("[%s](rules/%s.md)", r.ID, r.ID))
			}
			what = strings.Join(links, ", ")
			if e.Note != "" {
				t.Errorf("%s has a rule and a note that says it has none", e.Number)
			}
		case e.Note != "":
			what = "not decidable, because: " + e.Note
		default:
			t.Errorf("no rule decides %s, and no note says why", e.Number)
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", e.Number, e.Lines, what)
	}
	golden.Check(t, "../../docs/coverage.md", b.String(), *update, "go test ./internal/rules -run TestCoverage -update")
}

const coverageHead = `---
title: Coverage
description: Which rule decides which statement of the protocol, and what no program can decide.
---

Each statement of the GitHub Pages Discovery Set Protocol has a number (R…), with the lines of its text; what the
platform and the standards imply has one as well (E…). This page is generated from the program: a test holds it to the
rules.

| Number | Lines | Decided by |
|---|---|---|
`
