package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/rules"
)

// The elements of JUnit's XML, as CI systems read it.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name      string        `xml:"name,attr"`
		Classname string        `xml:"classname,attr"`
		Failure   *junitFailure `xml:"failure"`
		Out       string        `xml:"system-out,omitempty"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// JUnit writes one test case for each rule, in a suite for each area. A case
// fails where a finding of its rule is at or above the level that fails the
// run; findings below it stand in its output.
func JUnit(w io.Writer, result *rules.Result, o Options) error {
	found := map[string][]rules.Finding{}
	for _, f := range result.Findings {
		found[f.Rule] = append(found[f.Rule], f)
	}
	all := junitSuites{Name: "discovery-helper verify"}
	for _, r := range rules.All() {
		if n := len(all.Suites); n == 0 || all.Suites[n-1].Name != r.Area() {
			all.Suites = append(all.Suites, junitSuite{Name: r.Area()})
		}
		suite := &all.Suites[len(all.Suites)-1]
		c := junitCase{Name: r.ID + ": " + r.Summary, Classname: "discovery-helper." + r.Area()}
		var failing, rest []string
		for _, f := range found[r.ID] {
			line := fmt.Sprintf("%s: %s: %s (fix: %s)", Place(f), f.Severity, Line(f.Message), Line(f.Fix))
			if f.Severity >= o.FailOn {
				failing = append(failing, line)
			} else {
				rest = append(rest, line)
			}
		}
		if len(failing) > 0 {
			c.Failure = &junitFailure{Message: plural(len(failing), "finding"), Type: r.ID, Text: strings.Join(append(failing, r.Docs()), "\n")}
			suite.Failures++
			all.Failures++
		}
		c.Out = strings.Join(rest, "\n")
		suite.Tests++
		all.Tests++
		suite.Cases = append(suite.Cases, c)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
