package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/fatih/color"

	"github.com/discovery-set/hugo-discovery/internal/rules"
)

// perRule is how many findings of one rule are shown in full before the rest
// is only counted.
const perRule = 5

// Text writes the report for people: each finding with its place, its line
// and its remedy; many findings of one rule grouped; the verdict last.
func Text(w io.Writer, result *rules.Result, o Options) error {
	b := bufio.NewWriter(w)
	paint := painter(o.Color)
	shown := map[string]int{}
	total := map[string]int{}
	last := map[string]int{}
	for i, f := range result.Findings {
		total[f.Rule]++
		if total[f.Rule] <= perRule || o.All {
			last[f.Rule] = i
		}
	}
	for i, f := range result.Findings {
		if shown[f.Rule] >= perRule && !o.All {
			continue
		}
		shown[f.Rule]++
		writeFinding(b, f, paint)
		if rest := total[f.Rule] - shown[f.Rule]; i == last[f.Rule] && rest > 0 && !o.All {
			fmt.Fprintf(b, "%s\n\n", paint.faint(fmt.Sprintf("… and %s more of %s; --all shows them", count(rest), f.Rule)))
		}
	}
	fmt.Fprintln(b, Verdict(result, o.FailOn))
	return b.Flush()
}

func writeFinding(b *bufio.Writer, f rules.Finding, paint paints) {
	fmt.Fprintf(b, "%s: %s: %s %s\n", Place(f), paint.severity(f.Severity), Printable(f.Message), paint.faint("["+f.Rule+" "+strings.Join(f.Refs, " ")+"]"))
	if s := f.Snippet; s != nil {
		text, column := snippet(s)
		fmt.Fprintf(b, "    %s\n    %s%s\n", text, strings.Repeat(" ", column), paint.severityText(f.Severity, "^"))
	}
	if f.Fix != "" {
		fmt.Fprintf(b, "    fix: %s\n", Printable(f.Fix))
	}
	if f.Source != "" {
		fmt.Fprintf(b, "    edit: %s\n", Printable(f.Source))
	}
	fmt.Fprintf(b, "    %s\n\n", paint.faint(f.Docs))
}

// Place is a finding's file:line:column, as far as it has them.
func Place(f rules.Finding) string {
	switch {
	case f.File == "":
		return "(site)"
	case f.Line == 0:
		return Printable(f.File)
	}
	return fmt.Sprintf("%s:%d:%d", Printable(f.File), f.Line, f.Column)
}

// snippet returns the line made printable, and how many cells stand before
// the fault.
func snippet(s *rules.Snippet) (text string, column int) {
	cut := min(max(s.Column-1, 0), len(s.Text))
	before := Printable(strings.ReplaceAll(s.Text[:cut], "\t", " "))
	after := Printable(strings.ReplaceAll(s.Text[cut:], "\t", " "))
	return before + after, utf8.RuneCountInString(before)
}

// Verdict is the one line that says how it went.
func Verdict(result *rules.Result, failOn rules.Severity) string {
	s := result.Summary
	counts := fmt.Sprintf("%s, %s, %s", plural(s.Errors, "error"), plural(s.Warnings, "warning"), plural(s.Infos, "note"))
	what := fmt.Sprintf("%s: %s with %s, %s checked by %s", Printable(result.Tree), result.Kind,
		plural(s.CanonicalPages, "canonical page"), plural(s.Files, "file"), plural(s.Rules, "rule"))
	if result.Kind == "" { // files by themselves, of no tree
		what = fmt.Sprintf("%s checked by %s", plural(s.Files, "file"), plural(s.Rules, "rule"))
	}
	if s.Count(failOn) > 0 {
		return "FAIL " + what + ": " + counts
	}
	return "OK   " + what + ": " + counts
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return count(n) + " " + noun + "s"
}

// count writes a number with thousands set apart.
func count(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// paints colours text, or leaves it.
type paints struct{ on bool }

func painter(on bool) paints { return paints{on} }

func (p paints) severity(s rules.Severity) string { return p.severityText(s, s.String()) }

func (p paints) severityText(s rules.Severity, text string) string {
	switch s {
	case rules.Error:
		return p.paint(text, color.FgRed, color.Bold)
	case rules.Warning:
		return p.paint(text, color.FgYellow, color.Bold)
	}
	return p.paint(text, color.FgCyan)
}

func (p paints) faint(text string) string { return p.paint(text, color.Faint) }

func (p paints) paint(text string, attributes ...color.Attribute) string {
	if !p.on {
		return text
	}
	c := color.New(attributes...)
	c.EnableColor()
	return c.Sprint(text)
}
