package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/discovery-set/hugo-discovery/docs"
	"github.com/discovery-set/hugo-discovery/internal/rules"
)

// maxResults is what GitHub takes of one SARIF file. The rest is named in a
// notification, never dropped in silence.
const maxResults = 25_000

// maxTags is how many tags of a rule GitHub takes.
const maxTags = 20

// maxColumn is the column from which rules no longer count characters but
// bytes: such a column is left out.
const maxColumn = 64 << 10

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
		Name                 string          `json:"name"`
		ShortDescription     sarifText       `json:"shortDescription"`
		FullDescription      sarifText       `json:"fullDescription"`
		Help                 sarifText       `json:"help"`
		HelpURI              string          `json:"helpUri"`
		DefaultConfiguration sarifConfig     `json:"defaultConfiguration"`
		Properties           sarifProperties `json:"properties"`
	}
	sarifConfig struct {
		Level string `json:"level"`
	}
	sarifProperties struct {
		Tags      []string `json:"tags"`
		Precision string   `json:"precision"`
		Severity  string   `json:"problem.severity"`
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
			Name: "discovery-helper", Version: o.Version, InformationURI: "https://discovery-set.github.io/hugo-discovery/",
			Rules: sarifRules(all, result.Findings),
		}},
		Invocations: []sarifInvocation{{ExecutionSuccessful: true}},
		ColumnKind:  "unicodeCodePoints", // as rules.Finding counts
		Results:     []sarifResult{},
	}
	index := make(map[string]int, len(all))
	for i := range all {
		index[all[i].ID] = i
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
			RuleID: f.Rule, RuleIndex: index[f.Rule], Level: sarifLevel(f.Severity), Message: sarifText{Text: sarifMessage(message)},
		}
		file := f.File
		if file == "" {
			file = "index.html" // a result has to stand somewhere
		}
		tree := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifact{sarifURI(o.path(file))}}}
		if f.Line > 0 {
			tree.Physical.Region = &sarifRegion{StartLine: f.Line}
			if f.Column < maxColumn {
				tree.Physical.Region.StartColumn = f.Column
			}
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
	return WriteJSON(w, " ", sarifLog{
		Schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run},
	})
}

// sarifRules describes every rule. Those that found something bring their
// whole page along, which code scanning shows beside the alert.
func sarifRules(all []rules.Rule, findings []rules.Finding) []sarifRule {
	found := map[string]bool{}
	for i := range findings {
		found[findings[i].Rule] = true
	}
	described := []sarifRule{}
	for _, r := range all {
		markdown := r.Summary
		if page, err := docs.Rule(r.ID); found[r.ID] && err == nil {
			markdown = page
		}
		tags := append([]string{r.Area()}, r.Refs...)
		severity := sarifLevel(r.Severity)
		if severity == "note" {
			severity = "recommendation"
		}
		described = append(described, sarifRule{
			ID: r.ID, Name: sarifName(r.ID),
			ShortDescription:     sarifText{Text: r.Summary},
			FullDescription:      sarifText{Text: r.Summary},
			Help:                 sarifText{Text: r.Summary + " See " + r.Docs(), Markdown: markdown + "\n\n[" + r.ID + "](" + r.Docs() + ")"},
			HelpURI:              r.Docs(),
			DefaultConfiguration: sarifConfig{sarifLevel(r.Severity)},
			Properties:           sarifProperties{tags[:min(len(tags), maxTags)], "very-high", severity},
		})
	}
	return described
}

// sarifName is a rule's ID as the name that SARIF wants: head/og-image is
// HeadOgImage.
func sarifName(id string) string {
	var b strings.Builder
	for _, word := range strings.FieldsFunc(id, func(r rune) bool { return r == '/' || r == '-' }) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

// sarifMessage keeps text of the tree from being read as SARIF's own markup:
// embedded links and placeholders (SARIF 2.1.0, 3.11.5 and 3.11.6).
func sarifMessage(s string) string {
	s = strings.ReplaceAll(Line(s), "](", "]\u200b(")
	return sarifPlaceholder.ReplaceAllString(s, "{{$1}}")
}

var sarifPlaceholder = regexp.MustCompile(`\{(\d+)\}`)

func sarifLevel(s rules.Severity) string {
	if s == rules.Info {
		return "note"
	}
	return s.String()
}

// lineNumber is how a message names another line of the same file.
var lineNumber = regexp.MustCompile(`\blines? \d+`)

// fingerprint names a finding by what it is, not by its line, so that it stays
// the same when lines move.
func fingerprint(f rules.Finding) string {
	text := ""
	if f.Snippet != nil {
		text = strings.TrimSpace(f.Snippet.Text)
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{f.Rule, f.File, lineNumber.ReplaceAllString(f.Message, "line"), text}, "\x00")))
	return hex.EncodeToString(sum[:8])
}

// sarifURI is a relative URI reference that stays below its base: each segment
// is encoded, so that no name can pass for a scheme or a host, and no dots lead
// out.
func sarifURI(file string) string {
	segments := strings.Split(path.Clean("/" + file)[1:], "/")
	for i, s := range segments {
		segments[i] = strings.ReplaceAll(url.PathEscape(s), ":", "%3A")
	}
	return strings.Join(segments, "/")
}
