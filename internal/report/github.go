package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/excerpt"
	"github.com/discovery-set/hugo-discovery/internal/rules"
)

// placesPerAnnotation is how many places an annotation names before it only
// counts them.
const placesPerAnnotation = 3

// maxAnnotationLine bounds a line of an annotation, in bytes: GitHub cuts the
// whole of it at 4 KiB, and would cut the last lines otherwise.
const maxAnnotationLine = 600

// maxAnnotationPath is the length from which an annotation goes without its
// file: no repository has such a path.
const maxAnnotationPath = 1000

// GitHub writes workflow commands. GitHub shows ten annotations of a level and
// step, so that there is one for each rule, at its first place, with a count;
// below it all findings stand in a group of the log.
func GitHub(w io.Writer, result *rules.Result, o Options) error {
	b := bufio.NewWriter(w)
	for _, g := range groups(result.Findings) {
		first := g.findings[0]
		title := g.rule
		if n := len(g.findings); n > 1 {
			title = fmt.Sprintf("%s (%s)", g.rule, plural(n, "finding"))
		}
		var lines []string
		lines = append(lines, first.Message)
		if first.Fix != "" {
			lines = append(lines, "Fix: "+first.Fix)
		}
		for _, f := range g.findings[1:min(len(g.findings), placesPerAnnotation)] {
			lines = append(lines, "Also "+Place(f)+": "+f.Message)
		}
		if rest := len(g.findings) - placesPerAnnotation; rest > 0 {
			lines = append(lines, fmt.Sprintf("… and %s more", count(rest)))
		}
		lines = append(lines, first.Docs)
		for i := range lines {
			lines[i] = excerpt.Cut(Line(lines[i]), maxAnnotationLine)
		}
		fmt.Fprintf(b, "::%s %s::%s\n", githubLevel(g.severity), githubPlace(first, title, o), githubData(strings.Join(lines, "\n")))
	}
	for _, g := range groups(result.Findings) {
		fmt.Fprintf(b, "::group::%s %s, %s\n", g.severity, githubData(g.rule), plural(len(g.findings), "finding"))
		for _, f := range g.findings {
			fmt.Fprintf(b, "%s: %s (fix: %s)\n", Place(f), Line(f.Message), Line(f.Fix))
		}
		fmt.Fprintln(b, "::endgroup::")
	}
	fmt.Fprintln(b, Verdict(result, o.FailOn))
	return b.Flush()
}

func githubLevel(s rules.Severity) string {
	if s == rules.Info {
		return "notice"
	}
	return s.String()
}

// githubPlace are the properties of a workflow command: the content file
// where the manifest names it, since that is the one to edit, else the file of
// the tree below the path prefix.
func githubPlace(f rules.Finding, title string, o Options) string {
	var properties []string
	file := githubProperty(f.Source)
	if file == "" && f.File != "" {
		file = githubProperty(o.path(f.File))
	}
	if file != "" && len(file) <= maxAnnotationPath {
		properties = append(properties, "file="+file)
		if f.Source == "" && f.Line > 0 {
			properties = append(properties, fmt.Sprintf("line=%d,col=%d", f.Line, f.Column))
		}
	}
	return strings.Join(append(properties, "title="+githubProperty(title)), ",")
}

// githubData escapes the message of a workflow command, githubProperty a
// property's value, as GitHub's own toolkit does.
func githubData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func githubProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(Line(s))
}
