package report

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/rules"
)

// maxResults is what GitHub takes of one SARIF file. The rest is named in a
// notification, never dropped in silence.
const maxResults = 25_000

// The part of SARIF 2.1.0 that is written (OASIS, sarif-schema-2.1.0).
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		ColumnKind  string            `json:"columnKind"`
		Results     []sarifResult     `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID                   string          `json:"id"`
		ShortDescription     sarifText       `json:"shortDescription"`
		Help                 sarifText       `json:"help"`
		HelpURI              string          `json:"helpUri"`
		DefaultConfiguration sarifConfig     `json:"defaultConfiguration"`
		Properties           sarifProperties `json:"properties"`
	}
	sarifConfig struct {
		Level string `json:"level"`
	}
	sarifProperties struct {
		Tags []string `json:"tags"`
	}
	sarifText struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	sarifInvocation struct {
		ExecutionSuccessful bool                `json:"executionSuccessful"`
		Notifications       []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level   string    `json:"level"`
		Message sarifText `json:"message"`
	}
	sarifResult struct {
		RuleID              string            `json:"ruleId"`
		RuleIndex           int               `json:"ruleIndex"`
		Level               string            `json:"level"`
		Message             sarifText         `json:"message"`
		Locations           []sarifLocation   `json:"locations"`
		RelatedLocations    []sarifLocation   `json:"relatedLocations,omitempty"`
		PartialFingerprints map[string]string `json:"partialFingerprints"`
	}
	sarifLocation struct {
		ID       int           `json:"id,omitempty"`
		Message  *sarifText    `json:"message,omitempty"`
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int        `json:"startLine"`
		StartColumn int        `json:"startColumn,omitempty"`
		Snippet     *sarifText `json:"snippet,omitempty"`
	}
)

// SARIF writes SARIF 2.1.0 for code scanning. A result stands at the content
// file where the manifest names it, with the file of the tree as a related
// location; URIs are relative to the repository's root.
func SARIF(w io.Writer, result *rules.Result, o Options) error {
	all := rules.All()
	run := sarifRun{
		Tool: sarifTool{sarifDriver{
			Name: "discovery-helper", Version: o.Version,
			InformationURI: "https://discovery-set.github.io/hugo-discovery/", Rules: []sarifRule{},
		}},
		Invocations: []sarifInvocation{{ExecutionSuccessful: true}},
		ColumnKind:  "unicodeCodePoints",
		Results:     []sarifResult{},
	}
	for _, r := range all {
		tags := append([]string{r.Area()}, r.Refs...)
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{
			ID:                   r.ID,
			ShortDescription:     sarifText{Text: r.Summary},
			Help:                 sarifText{Text: r.Summary + " See " + r.Docs(), Markdown: fmt.Sprintf("%s [Why, and how to mend it](%s)", r.Summary, r.Docs())},
			HelpURI:              r.Docs(),
			DefaultConfiguration: sarifConfig{sarifLevel(r.Severity)},
			Properties:           sarifProperties{tags[:min(len(tags), 20)]},
		})
	}
	findings := result.Findings
	if len(findings) > maxResults {
		// Keep the worst ones.
		findings = slices.Clone(findings)
		slices.SortStableFunc(findings, func(a, b rules.Finding) int { return int(b.Severity) - int(a.Severity) })
		findings = findings[:maxResults]
		run.Invocations[0].Notifications = []sarifNotification{{Level: "warning", Message: sarifText{
			Text: fmt.Sprintf("%d of %d findings are written: code scanning takes no more.", maxResults, len(result.Findings)),
		}}}
	}
	same := map[string]int{}
	for _, f := range findings {
		message := f.Message
		if f.Fix != "" {
			message += ". Fix: " + f.Fix
		}
		r := sarifResult{
			RuleID: f.Rule, Level: sarifLevel(f.Severity), Message: sarifText{Text: Printable(message)},
			RuleIndex: slices.IndexFunc(all, func(r rules.Rule) bool { return r.ID == f.Rule }),
		}
		file := f.File
		if file == "" {
			file = "index.html" // a result has to stand somewhere
		}
		tree := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifact{sarifURI(o.path(file))}}}
		if f.Line > 0 {
			tree.Physical.Region = &sarifRegion{StartLine: f.Line, StartColumn: f.Column}
			if f.Snippet != nil {
				tree.Physical.Region.Snippet = &sarifText{Text: Printable(f.Snippet.Text)}
			}
		}
		if f.Source != "" {
			r.Locations = []sarifLocation{{Physical: sarifPhysical{Artifact: sarifArtifact{sarifURI(f.Source)}, Region: &sarifRegion{StartLine: 1}}}}
			tree.ID, tree.Message = 1, &sarifText{Text: "the published file"}
			r.RelatedLocations = []sarifLocation{tree}
		} else {
			r.Locations = []sarifLocation{tree}
		}
		key := fingerprint(f)
		same[key]++
		r.PartialFingerprints = map[string]string{"discoveryHelper/v1": fmt.Sprintf("%s:%d", key, same[key])}
		run.Results = append(run.Results, r)
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", " ")
	return enc.Encode(sarifLog{
		Schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run},
	})
}

func sarifLevel(s rules.Severity) string {
	if s == rules.Info {
		return "note"
	}
	return s.String()
}

// fingerprint names a finding by what it is, not by its line, so that it stays
// the same when lines move.
func fingerprint(f rules.Finding) string {
	text := ""
	if f.Snippet != nil {
		text = strings.TrimSpace(f.Snippet.Text)
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{f.Rule, f.File, f.Message, text}, "\x00")))
	return hex.EncodeToString(sum[:8])
}

// sarifURI is a relative URI reference: each segment encoded, so that no name
// can pass for a scheme or a host.
func sarifURI(path string) string {
	segments := strings.Split(path, "/")
	for i, s := range segments {
		segments[i] = strings.ReplaceAll(url.PathEscape(s), ":", "%3A")
	}
	return strings.TrimLeft(strings.Join(segments, "/"), "/")
}
