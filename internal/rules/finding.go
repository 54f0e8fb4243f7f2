package rules

import (
	"cmp"
	"fmt"
	"slices"
)

// Severity says how bad a finding is.
type Severity uint8

// The severities, in rising order. Off silences a rule; no finding has it.
const (
	Off Severity = iota
	Info
	Warning
	Error
)

var severityNames = [...]string{"off", "info", "warning", "error"}

func (s Severity) String() string { return severityNames[s] }

// MarshalText writes the severity's name.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// ParseSeverity reads "off", "info", "warning" or "error".
func ParseSeverity(name string) (Severity, error) {
	for i, n := range severityNames {
		if n == name {
			return Severity(i), nil
		}
	}
	return Off, fmt.Errorf("severity %q is none of off, info, warning, error", name)
}

// Finding is one fault, at one place, with what would be right. The fields and
// their order are those of the JSON report (schema/report.schema.json).
type Finding struct {
	Rule     string   `json:"rule"`              // ID of the rule, area/name
	Refs     []string `json:"refs"`              // numbers of the ledger, R… and E…
	Severity Severity `json:"severity"`          //
	File     string   `json:"file"`              // path in the tree, "" where the fault is in no file of it
	Line     int      `json:"line"`              // from 1; 0 where the fault has no line
	Column   int      `json:"column"`            // from 1, in characters; 0 where the fault has no column
	URL      string   `json:"url,omitempty"`     // the page's or the offending URL
	Message  string   `json:"message"`           // what is wrong, with the offending text
	Fix      string   `json:"fix"`               // what would be right
	Docs     string   `json:"docs"`              // the rule's page
	Source   string   `json:"source,omitempty"`  // the content file, where the manifest names it
	Snippet  *Snippet `json:"snippet,omitempty"` // the offending line

	canonicalOnly bool   // dropped where the page turns out to be an AMP twin
	placeholder   string // the token of url/placeholder
	cause         string // the file of the tree whose absence brings this about; see dropCausedBy
}

// maxText bounds what a finding says, in bytes: a loc of a megabyte is to be
// told, not repeated.
const maxText = 4_000

// Snippet is the line of a finding, cut to a window where it is long.
type Snippet struct {
	Text   string `json:"text"`
	Column int    `json:"column"` // from 1, in bytes of Text: where the fault begins
}

// maxSnippet bounds a snippet's text, in bytes.
const maxSnippet = 160

// snippetAt cuts the line around offset out of src.
func snippetAt(src []byte, offset int) *Snippet {
	if offset < 0 || offset > len(src) {
		return nil
	}
	start := offset
	for start > 0 && src[start-1] != '\n' && offset-start < maxSnippet/4 {
		start--
	}
	for start < offset && (src[start] == ' ' || src[start] == '\t') {
		start++
	}
	end := offset
	for end < len(src) && src[end] != '\n' && src[end] != '\r' && end-start < maxSnippet {
		end++
	}
	// Do not begin or end within a character.
	for start < offset && src[start]&0xC0 == 0x80 {
		start++
	}
	for end < len(src) && end > offset && src[end]&0xC0 == 0x80 {
		end--
	}
	if start == end {
		return nil
	}
	return &Snippet{Text: string(src[start:end]), Column: offset - start + 1}
}

// sortFindings puts findings into the order of every report: file, line,
// column, rule, then text; equal ones are dropped.
func sortFindings(findings []Finding) []Finding {
	slices.SortStableFunc(findings, compareFindings)
	return slices.CompactFunc(findings, func(a, b Finding) bool { return compareFindings(a, b) == 0 })
}

func compareFindings(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Column, b.Column),
		cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(a.Message, b.Message),
		cmp.Compare(a.URL, b.URL),
		cmp.Compare(a.Severity, b.Severity),
	)
}
