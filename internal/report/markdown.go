package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/excerpt"
	"github.com/discovery-set/hugo-discovery/internal/rules"
)

// rowsPerSummary keeps a job summary readable, and far below the 1 MiB that
// GitHub takes.
const rowsPerSummary = 200

// maxCell bounds the text of a cell, in bytes, before it is escaped.
const maxCell = 500

// Markdown writes the summary of a job: the verdict, a row for each rule that
// found something, and the first places.
func Markdown(w io.Writer, result *rules.Result, o Options) error {
	b := bufio.NewWriter(w)
	s := result.Summary
	fmt.Fprintf(b, "### %s\n\n%s with %s: %s, %s, %s.\n\n", headVerdict(result, o), result.Kind, plural(s.CanonicalPages, "canonical page"),
		plural(s.Errors, "error"), plural(s.Warnings, "warning"), plural(s.Infos, "note"))
	all := groups(result.Findings)
	if len(all) > 0 {
		fmt.Fprint(b, "| | Rule | Findings | First place | What is wrong | What would be right |\n|---|---|--:|---|---|---|\n")
	}
	for i, g := range all {
		if i == rowsPerSummary {
			fmt.Fprintf(b, "\n… and %s.\n", plural(len(all)-i, "more rule"))
			break
		}
		f := g.findings[0]
		fmt.Fprintf(b, "| %s | [%s](%s) | %s | %s | %s | %s |\n", g.severity, f.Rule, f.Docs, count(len(g.findings)),
			markdownText(Place(f)), markdownText(f.Message), markdownText(f.Fix))
	}
	return b.Flush()
}

// markdownText shows s verbatim in a table cell: nothing in it is markup, a
// link, a mention or HTML.
func markdownText(s string) string {
	var b strings.Builder
	for _, r := range excerpt.Cut(Printable(s), maxCell) {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case strings.ContainsRune("\\`*_{}[]()#+-!|~@:/.$^=\"'", r):
			fmt.Fprintf(&b, "&#%d;", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
