package report

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/css"
	"github.com/tdewolff/minify/v2/js"

	"github.com/discovery-set/hugo-discovery/internal/rules"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

//go:embed html
var htmlFiles embed.FS

// Material is what the html format shows beside the findings. Without it the
// report has neither preview images nor sizes by kind of file.
type Material struct {
	// Files are all files of the tree.
	Files []site.File
	// Read returns a file of the tree, or an error where it is larger than
	// limit bytes.
	Read func(path string, limit int64) ([]byte, error)
}

// The static part of the report is bounded, so that a browser shows it at
// once; with a script, all of the data can be looked at.
const (
	staticPerRule  = 10
	staticFindings = 400
)

// HTML writes one file that holds everything: it loads nothing, sends nothing
// and opens from a disk. Verdict, findings by rule, llms.txt and numbers stand
// in it as HTML; a script adds filters, the pages' cards and the tree.
//
// Nothing of the tree becomes markup: html/template escapes what is static,
// the data is JSON without a "<", and the script makes text nodes of it. The
// policy allows this one script and style by their hashes, and no address but
// data: for images.
func HTML(w io.Writer, result *rules.Result, o Options) error {
	style, err := asset("report.css", "text/css", css.Minify)
	if err != nil {
		return err
	}
	script, err := asset("report.js", "text/javascript", js.Minify)
	if err != nil {
		return err
	}
	body, err := htmlBody(result, o)
	if err != nil {
		return err
	}
	data, err := htmlData(result, o.Material)
	if err != nil {
		return err
	}
	policy := "default-src 'none'; script-src " + cspHash(script) + "; style-src " + cspHash(style) +
		"; img-src data:; base-uri 'none'; form-action 'none'"
	for _, part := range []string{
		`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="`, policy,
		`"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">`,
		`<meta name="robots" content="noindex"><title>`, logHTML(template.HTMLEscapeString(headVerdict(result, o) + ": " + Printable(result.Tree))), `</title><style>`, style, `</style></head><body>`,
		logHTML(body), `<script type="application/json" id="data">`, string(logJSON(data)), `</script><script>`, script, `</script></body></html>`, "\n",
	} {
		if _, err := io.WriteString(w, part); err != nil {
			return err
		}
	}
	return nil
}

// asset is a file of html/, made smaller.
func asset(name, mediaType string, smaller minify.MinifierFunc) (string, error) {
	text, err := htmlFiles.ReadFile("html/" + name)
	if err != nil {
		return "", err
	}
	m := minify.New()
	m.AddFunc(mediaType, smaller)
	return m.String(mediaType, string(text))
}

func cspHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// view is what html/body.tmpl shows.
type view struct {
	Failed   bool
	Verdict  string
	Lead     string
	Version  string
	Bounded  string
	Tiles    []tile
	Values   []pair
	Groups   []ruleView
	LLMS     []llmsView
	MoreLLMS string
	Charts   []chart
}

type (
	tile     struct{ Class, Value, Name string }
	pair     struct{ Name, Value string }
	ruleView struct {
		Severity                  severityView
		Rule, Summary, Docs, Refs string
		Count, More               string
		Findings                  []findingView
	}
	findingView struct{ Place, Source, Message, Before, Mark, After, Fix string }
)

// severityView is a severity as a class, and as a word for people.
type severityView struct{ rules.Severity }

func (s severityView) Name() string {
	if s.Severity == rules.Info {
		return "note"
	}
	return s.String()
}

func htmlBody(result *rules.Result, o Options) (string, error) {
	t, err := template.ParseFS(htmlFiles, "html/body.tmpl")
	if err != nil {
		return "", err
	}
	s := result.Summary
	v := view{
		Failed: s.Count(o.FailOn) > 0, Verdict: headVerdict(result, o), Lead: lead(result, o), Version: Line(o.Version),
		Tiles: []tile{
			{tileClass(s.Errors, "error"), count(s.Errors), noun(s.Errors, "error")},
			{tileClass(s.Warnings, "warning"), count(s.Warnings), noun(s.Warnings, "warning")},
			{tileClass(s.Infos, "info"), count(s.Infos), noun(s.Infos, "note")},
		},
		Values: values(result),
		Charts: charts(result, o.Material),
	}
	if result.Kind != "" {
		v.Tiles = append(v.Tiles, tile{"", count(s.CanonicalPages), noun(s.CanonicalPages, "canonical page")})
	}
	v.Tiles = append(v.Tiles, tile{"", count(s.Files), noun(s.Files, "file")}, tile{"", size(s.Bytes), "in all"})
	if left := uncounted(result.Findings); left > 0 {
		v.Bounded = fmt.Sprintf("There are so many findings that %s of them are only counted here; the other report formats list each.", count(left))
	}
	v.Groups = ruleViews(result.Findings)
	v.LLMS, v.MoreLLMS = llmsViews(result.LLMS)
	var b bytes.Buffer
	if err := t.Execute(&b, v); err != nil {
		return "", err
	}
	return b.String(), nil // not made smaller: two spaces in a name or a message are not one
}

// headVerdict is the verdict in a few words.
func headVerdict(result *rules.Result, o Options) string {
	what := "The discovery set"
	if result.Kind == "" {
		what = "llms.txt"
	}
	switch s := result.Summary; {
	case s.Count(o.FailOn) > 0:
		return what + " is not right"
	case s.Count(rules.Info) > 0:
		return what + " passes, with remarks"
	}
	return what + " is right"
}

func lead(result *rules.Result, o Options) string {
	s := result.Summary
	held := fmt.Sprintf("held against %s. %s fail the run.", plural(s.Rules, "rule"), map[rules.Severity]string{
		rules.Error: "Errors", rules.Warning: "Errors and warnings", rules.Info: "Findings of any severity",
	}[o.FailOn])
	if result.Kind == "" {
		return plural(s.Files, "file") + ", " + held
	}
	kind := "A site of " + plural(s.CanonicalPages, "page")
	if result.Kind == rules.KindPage {
		kind = "A single page"
	}
	return fmt.Sprintf("%s at %s, read from %s and %s", kind, Printable(result.Deployment.SiteRoot), Printable(result.Tree), held)
}

func values(result *rules.Result) []pair {
	if result.Kind == "" {
		return nil
	}
	d := &result.Deployment
	all := []pair{
		{"SITE_ROOT", d.SiteRoot}, {"DISCOVERY_ROOT", d.DiscoveryRoot}, {"DOMAIN_ROOT", d.DomainRoot},
		{"OWNER", d.Owner}, {"REPO", d.Repo}, {"PAGES_TYPE", string(d.PagesType)}, {"CUSTOM_DOMAIN", d.CustomDomain},
		{"SOURCE_BRANCH", d.SourceBranch}, {"SOURCE_PATH", d.SourcePath},
	}
	var said []pair
	for _, v := range all {
		if v.Value != "" {
			said = append(said, pair{v.Name, Printable(v.Value)})
		}
	}
	return said
}

func tileClass(n int, class string) string {
	if n == 0 {
		return ""
	}
	return class
}

func noun(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

// ruleViews are the findings by rule, bounded.
func ruleViews(findings []rules.Finding) []ruleView {
	var views []ruleView
	room := staticFindings
	for _, g := range groups(findings) {
		r, _ := rules.ByID(g.rule)
		v := ruleView{
			Severity: severityView{g.severity}, Rule: g.rule, Summary: r.Summary, Docs: g.findings[0].Docs,
			Refs: strings.Join(r.Refs, " "), Count: count(len(g.findings)),
		}
		n := min(len(g.findings), staticPerRule, max(room, 1))
		room -= n
		for _, f := range g.findings[:n] {
			before, mark, after := marked(f.Snippet)
			v.Findings = append(v.Findings, findingView{
				Place(f), excerptOf(f.Source), excerptOf(f.Message), before, mark, after, excerptOf(f.Fix),
			})
		}
		if rest := len(g.findings) - n; rest > 0 {
			v.More = count(rest)
		}
		views = append(views, v)
	}
	return views
}

// marked divides a snippet around what the fault begins with: up to the next
// space, quote or bracket.
func marked(s *rules.Snippet) (before, mark, after string) {
	if s == nil {
		return "", "", ""
	}
	cut := min(max(s.Column-1, 0), len(s.Text))
	rest := s.Text[cut:]
	end := strings.IndexAny(rest, " \t\"'<>()[]{}")
	switch {
	case end < 0:
		end = len(rest)
	case end == 0: // the fault is that character, with what belongs to it
		end = 1 + max(strings.IndexAny(rest[1:], " \t\"'<>()[]{}="), 0)
	}
	before, mark, after = printableLine(s.Text[:cut]), printableLine(rest[:end]), printableLine(rest[end:])
	if mark == "" {
		mark = " "
	}
	return before, mark, after
}

// size is a number of bytes for people.
func size(n int64) string {
	units := []string{"B", "KB", "MB", "GB"}
	f, unit := float64(n), 0
	for f >= 1000 && unit < len(units)-1 {
		f /= 1000
		unit++
	}
	if unit == 0 || f >= 99.5 {
		return fmt.Sprintf("%.0f %s", f, units[unit])
	}
	return fmt.Sprintf("%.1f %s", f, units[unit])
}
