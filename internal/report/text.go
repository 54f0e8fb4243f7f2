package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/fatih/color"
	"github.com/rivo/uniseg"

	"github.com/discovery-set/hugo-discovery/internal/rules"
)

const (
	// perRule is how many findings of one rule are listed before the rest is
	// only counted.
	perRule = 5
	// inFull is how many findings a rule may have for all to be shown with
	// their line and remedy. Where it has more, the first one explains them.
	inFull = 3
	// tallyFrom is the number of findings from which they are summed up by
	// rule at the end, where a reader of a long log begins.
	tallyFrom = 10
)

// Text writes the report for people: findings by rule, the worst first, each
// with its place, its line and its remedy. Many findings of one rule are
// grouped: the first explains, a few more are named, the rest is counted. A
// long report ends with a count for each rule; the verdict is always last.
func Text(w io.Writer, result *rules.Result, o Options) error {
	b := bufio.NewWriter(w)
	paint := painter(o.Color)
	all := groups(result.Findings)
	for _, g := range all {
		full, listed, pages := len(g.findings), 0, 0
		if !o.All && full > inFull {
			full, listed = 1, min(len(g.findings), perRule)-1
			pages = g.pages()
		}
		shared := 0
		if pages > inFull && pages*10 >= result.Summary.CanonicalPages*9 {
			shared = pages
		}
		for _, f := range g.findings[:full] {
			writeFinding(b, f, shared, o.Width, paint)
		}
		if listed == 0 {
			continue
		}
		for _, f := range g.findings[1 : 1+listed] {
			fmt.Fprintln(b, headline(f, paint))
		}
		if rest := len(g.findings) - 1 - listed; rest > 0 {
			fmt.Fprintln(b, paint.faint(fmt.Sprintf("… and %s more of %s; --all shows them", count(rest), g.rule)))
		}
		fmt.Fprintln(b)
	}
	if len(result.Findings) > tallyFrom && len(all) > 1 {
		writeTally(b, all, o.Width, paint)
	}
	fmt.Fprintln(b, Verdict(result, o.FailOn))
	return b.Flush()
}

// headline is a finding on one line.
func headline(f rules.Finding, paint paints) string {
	return fmt.Sprintf("%s: %s: %s %s", Place(f), paint.severity(f.Severity), Line(f.Message),
		paint.faint("["+strings.Join(append([]string{f.Rule}, f.Refs...), " ")+"]"))
}

// writeFinding writes a finding whole. Where nearly all pages share it, in
// number, it comes from what they share, and not from the one that is shown.
func writeFinding(b *bufio.Writer, f rules.Finding, shared, width int, paint paints) {
	fmt.Fprintln(b, headline(f, paint))
	if s := f.Snippet; s != nil {
		number := fmt.Sprintf("%5d", f.Line)
		bar := paint.faint(" | ")
		text, cells := snippet(s, width-len(number)-len(" | "))
		fmt.Fprintf(b, "%s%s%s\n", paint.faint(number), bar, text)
		fmt.Fprintf(b, "%*s%s%s%s\n", len(number), "", bar, strings.Repeat(" ", cells), paint.severityText(f.Severity, "^"))
	}
	if f.Fix != "" {
		fmt.Fprintf(b, "    fix: %s\n", Line(f.Fix))
	}
	switch {
	case shared > 0 && f.Source != "":
		fmt.Fprintf(b, "    edit: a template, since %s have this; if not, %s\n", plural(shared, "page"), Line(f.Source))
	case shared > 0:
		fmt.Fprintf(b, "    edit: a template, if there is one: %s have this\n", plural(shared, "page"))
	case f.Source != "":
		fmt.Fprintf(b, "    edit: %s\n", Line(f.Source))
	}
	fmt.Fprintf(b, "    %s\n\n", paint.faint(f.Docs))
}

// writeTally counts the findings of each rule, in the order of the report.
func writeTally(b *bufio.Writer, all []group, width int, paint paints) {
	digits, noun, id := 0, 0, 0
	for _, g := range all {
		digits = max(digits, len(count(len(g.findings))))
		noun = max(noun, len(g.noun()))
		id = max(id, len(g.rule))
	}
	for _, g := range all {
		summary := ""
		if r, ok := rules.ByID(g.rule); ok {
			summary = r.Summary
		}
		if width > 0 {
			summary = cutEnd(summary, max(width-digits-noun-id-len("     "), 1))
		}
		fmt.Fprintf(b, "%*s %s%*s  %-*s  %s\n", digits, count(len(g.findings)), paint.severityText(g.severity, g.noun()),
			noun-len(g.noun()), "", id, g.rule, paint.faint(summary))
	}
	fmt.Fprintln(b)
}

// Place is a finding's file:line:column, as far as it has them.
func Place(f rules.Finding) string {
	switch {
	case f.File == "":
		return "(site)"
	case f.Line == 0:
		return linePath(f.File)
	case f.Column == 0:
		return fmt.Sprintf("%s:%d", linePath(f.File), f.Line)
	}
	return fmt.Sprintf("%s:%d:%d", linePath(f.File), f.Line, f.Column)
}

// snippet returns the line made printable, and how many cells of a terminal
// stand before the fault. Where width is positive and the line wider, it is
// cut at both ends around the fault, so that it does not wrap.
func snippet(s *rules.Snippet, width int) (text string, cells int) {
	cut := min(max(s.Column-1, 0), len(s.Text))
	before, after := printableLine(s.Text[:cut]), printableLine(s.Text[cut:])
	if width > 0 {
		width = max(width, 20)
		before = cutStart(before, max(width/2, width-uniseg.StringWidth(after)))
		after = cutEnd(after, width-uniseg.StringWidth(before))
	}
	return before + after, uniseg.StringWidth(before)
}

func printableLine(s string) string { return Line(strings.ReplaceAll(s, "\t", " ")) }

// cutEnd is s in at most width cells, with an ellipsis where it is cut.
func cutEnd(s string, width int) string {
	if uniseg.StringWidth(s) <= width {
		return s
	}
	end, used := 0, 1 // the ellipsis
	for g := uniseg.NewGraphemes(s); g.Next() && used+g.Width() <= width; _, end = g.Positions() {
		used += g.Width()
	}
	return s[:end] + "…"
}

// cutStart is s in at most width cells, with an ellipsis in front where it is
// cut.
func cutStart(s string, width int) string {
	total := uniseg.StringWidth(s)
	if total <= width {
		return s
	}
	start := 0
	for g := uniseg.NewGraphemes(s); g.Next() && total+1 > width; _, start = g.Positions() {
		total -= g.Width()
	}
	return "…" + s[start:]
}

// Verdict is the one line that says how it went.
func Verdict(result *rules.Result, failOn rules.Severity) string {
	s := result.Summary
	counts := fmt.Sprintf("%s, %s, %s", plural(s.Errors, "error"), plural(s.Warnings, "warning"), plural(s.Infos, "note"))
	what := fmt.Sprintf("%s: %s with %s, %s checked by %s", Line(result.Tree), result.Kind,
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
