package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/discovery-set/hugo-discovery/internal/report"
	"github.com/discovery-set/hugo-discovery/internal/rules"
)

// validateSARIF holds a log to testdata/sarif.schema.json: what SARIF 2.1.0
// requires of the objects that are written, and nothing unknown in them.
func validateSARIF(t *testing.T, log []byte) {
	t.Helper()
	text, err := os.ReadFile("testdata/sarif.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat = true
	if err := c.AddResource("sarif.schema.json", bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(log, &v); err != nil {
		t.Fatal(err)
	}
	if err := c.MustCompile("sarif.schema.json").Validate(v); err != nil {
		t.Errorf("%#v", err)
	}
}

// sarif is what the tests look at.
type sarif struct {
	Runs []struct {
		ColumnKind string
		Tool       struct {
			Driver struct {
				Rules []struct{ ID string }
			}
		}
		Invocations []struct {
			ToolExecutionNotifications []struct{ Message struct{ Text string } }
		}
		Results []struct {
			RuleID           string
			RuleIndex        int
			Locations        []sarifLocation
			RelatedLocations []sarifLocation

			PartialFingerprints map[string]string
		}
	}
}

type sarifLocation struct {
	PhysicalLocation struct {
		ArtifactLocation struct{ URI string }
		Region           struct{ StartLine, StartColumn int }
	}
}

func sarifOf(t *testing.T, result *rules.Result, o report.Options) sarif {
	t.Helper()
	var b bytes.Buffer
	if err := report.SARIF(&b, result, o); err != nil {
		t.Fatal(err)
	}
	validateSARIF(t, b.Bytes())
	var s sarif
	if err := json.Unmarshal(b.Bytes(), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSARIFPlaces(t *testing.T) {
	result := &rules.Result{Tree: "public", Kind: "SITE", Findings: []rules.Finding{
		{Rule: "head/title", Severity: rules.Error, File: "a b/ü:x/index.html", Line: 3, Column: 5, Message: "m"},
		{Rule: "head/title", Severity: rules.Error, File: "docs/index.html", Line: 3, Column: 5, Message: "m", Source: "content/docs.md"},
		{Rule: "gate/site-root", Severity: rules.Warning, Message: "m"},
		{Rule: "llms/item", Severity: rules.Info, File: "llms.txt", Line: 1, Column: 70_000, Message: "m"},
	}}
	s := sarifOf(t, result, report.Options{PathPrefix: "site/public"})
	run := s.Runs[0]
	if run.ColumnKind != "unicodeCodePoints" {
		t.Errorf("columnKind is %s", run.ColumnKind)
	}
	for i, want := range []string{"site/public/a%20b/%C3%BC%3Ax/index.html 3 5", "content/docs.md 1 0", "site/public/index.html 0 0", "site/public/llms.txt 1 0"} {
		p := run.Results[i].Locations[0].PhysicalLocation
		if got := fmt.Sprint(p.ArtifactLocation.URI, " ", p.Region.StartLine, " ", p.Region.StartColumn); got != want {
			t.Errorf("result %d stands at %s, not %s", i, got, want)
		}
		if r := run.Results[i]; run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID {
			t.Errorf("result %d: the rule at %d is %s", i, r.RuleIndex, run.Tool.Driver.Rules[r.RuleIndex].ID)
		}
	}
	related := run.Results[1].RelatedLocations
	if len(related) != 1 || related[0].PhysicalLocation.ArtifactLocation.URI != "site/public/docs/index.html" || related[0].PhysicalLocation.Region.StartLine != 3 {
		t.Errorf("the published file is not related: %+v", related)
	}
	for _, prefix := range []string{"", "."} {
		s := sarifOf(t, result, report.Options{PathPrefix: prefix})
		if uri := s.Runs[0].Results[3].Locations[0].PhysicalLocation.ArtifactLocation.URI; uri != "llms.txt" {
			t.Errorf("with the prefix %q llms.txt is %s", prefix, uri)
		}
	}
}

// TestSARIFFingerprints: they stay when lines move, tell equal findings of one
// file apart, and change with what is found.
func TestSARIFFingerprints(t *testing.T) {
	prints := func(findings ...rules.Finding) (all []string) {
		for _, r := range sarifOf(t, &rules.Result{Findings: findings}, report.Options{}).Runs[0].Results {
			all = append(all, r.PartialFingerprints["discoveryHelper/v1"])
		}
		return all
	}
	f := rules.Finding{Rule: "llms/duplicate", Severity: rules.Warning, File: "llms.txt", Line: 9, Column: 3, Message: "line 4 links the same URL", Snippet: &rules.Snippet{Text: "- [a](b)", Column: 3}}
	moved := f
	moved.Line, moved.Message, moved.Snippet = 12, "line 7 links the same URL", &rules.Snippet{Text: "  - [a](b)", Column: 5}
	other := f
	other.File = "docs/llms.txt"
	a, b, c := prints(f, f), prints(moved, moved), prints(other)
	if a[0] == a[1] {
		t.Error("two findings have one fingerprint")
	}
	if a[0] != b[0] || a[1] != b[1] {
		t.Errorf("lines moved, and %s became %s", a, b)
	}
	if a[0] == c[0] {
		t.Error("the same line of another file has the same fingerprint")
	}
}

// TestSARIFBound: GitHub refuses what has more than 25,000 results.
func TestSARIFBound(t *testing.T) {
	var findings []rules.Finding
	for i := range 25_010 {
		severity := rules.Info
		if i >= 25_000 {
			severity = rules.Error
		}
		findings = append(findings, rules.Finding{Rule: "head/title", Severity: severity, File: fmt.Sprint(i, ".html"), Message: "m"})
	}
	run := sarifOf(t, &rules.Result{Findings: findings}, report.Options{}).Runs[0]
	if len(run.Results) != 25_000 || run.Results[0].Locations[0].PhysicalLocation.ArtifactLocation.URI != "25000.html" {
		t.Errorf("%d results, the first at %v", len(run.Results), run.Results[0].Locations)
	}
	if n := run.Invocations[0].ToolExecutionNotifications; len(n) != 1 || !strings.Contains(n[0].Message.Text, "25000 of 25010") {
		t.Errorf("nothing says that the rest is missing: %+v", n)
	}
}

// TestSARIFRules: every rule has what code scanning shows, and a rule that
// found something brings its page.
func TestSARIFRules(t *testing.T) {
	var b bytes.Buffer
	result := &rules.Result{Findings: []rules.Finding{{Rule: "head/title", Severity: rules.Error, File: "index.html", Message: "m"}}}
	if err := report.SARIF(&b, result, report.Options{}); err != nil {
		t.Fatal(err)
	}
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct {
					Rules []struct {
						ID, HelpURI string
						Help        struct{ Text, Markdown string }
						Properties  struct{ Tags []string }
					}
				}
			}
		}
	}
	if err := json.Unmarshal(b.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	all := log.Runs[0].Tool.Driver.Rules
	if len(all) != len(rules.All()) {
		t.Errorf("%d rules of %d", len(all), len(rules.All()))
	}
	for _, r := range all {
		if r.Help.Text == "" || !strings.HasPrefix(r.HelpURI, "https://") || len(r.Properties.Tags) > 20 {
			t.Errorf("%s: %+v", r.ID, r)
		}
		if brings := strings.Contains(r.Help.Markdown, "## How to mend it"); brings != (r.ID == "head/title") {
			t.Errorf("%s brings its page: %v", r.ID, brings)
		}
		if strings.Contains(r.Help.Markdown, "{data-") {
			t.Errorf("%s: what only tests read is in the help", r.ID)
		}
	}
}
