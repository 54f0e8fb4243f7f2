package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"golang.org/x/net/html"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/report"
	"github.com/discovery-set/hugo-discovery/internal/rules"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

// payloads are what a tree may hold to get something into a report that its
// author did not mean to let in.
var payloads = map[string]string{
	"escape sequence":        "\x1b[31mred\x1b[0m\x1b[2J",
	"bell":                   "ding\adong",
	"OSC 8 link":             "\x1b]8;;https://example.com/\x1b\\here\x1b]8;;\x1b\\",
	"OSC 52 clipboard":       "\x1b]52;c;ZXZpbA==\a",
	"C1 control":             "\u009b31mred \u009d8;;x\u009c",
	"carriage return":        "good\rOK   public: all is well",
	"line feed":              "one\nOK   public: all is well\n::error::two",
	"line separators":        "a\u2028::error::b\u2029::error::c\u0085::error::d\v::error::e",
	"backspace":              "abc\b\b\bxyz\x7f",
	"NUL":                    "a\x00b",
	"bidirectional":          "user\u202egpj.exe\u202c \u2066x\u2069 \u200f\u061c",
	"byte order mark":        "\ufeffx",
	"no UTF-8":               "a\xffb\xc3(\xed\xa0\x80",
	"command":                "::error file=a.go::hello",
	"command property":       "a,line=9,title=pwned:b,file=c",
	"command behind spaces":  " \t\u00a0\u3000::set-output name=x::y",
	"old command":            "text ##[error]x ##[add-path]/tmp ##[set-env name=A]b",
	"escaped command":        "%0A::error::x%0D%0A::stop-commands::y%25",
	"Markdown link":          "[click](https://example.com/) <https://example.com/> https://example.com/ www.example.com",
	"Markdown javascript":    "[click](javascript:trap())",
	"Markdown image":         "![x](https://example.com/p.png)",
	"Markdown table":         "a | b |\n|---|---|\n| c | d",
	"Markdown mention":       "@example-user #1 GH-1 example-user/example-project#1 :tada: $x$ `code` **b** ~~s~~",
	"HTML":                   "<img src=x onerror=trap()><svg onload=trap()><a href=javascript:trap()>x</a>",
	"script end":             "</script><script>trap()</script><!--<script>",
	"style end":              "</style><style>*{display:none}</style>",
	"attribute end":          "\"'><img src=x onerror=trap()> onmouseover=trap() x=\"",
	"template":               "{{.Verdict}} {{template \"x\"}} ${trap()} <%= x %>",
	"CDATA end":              "]]><x>&lt;&undefined;&#0;&#x1b;<![CDATA[",
	"invalid XML":            "\x01\x0b\x1f\ufffe\uffff\U0010ffff",
	"scheme":                 "javascript:trap()//index.html",
	"file scheme":            "file:///etc/passwd",
	"network path":           "//example.com/x",
	"dots":                   "../../../etc/passwd/..",
	"backslashes":            `..\..\x\u0041\x1b[0m`,
	"percent":                "%2e%2e/%00%0a%s%d%n",
	"SARIF link":             "see [here](https://example.com/) and {0} {1}",
	"quotes":                 `"a" 'b' ` + "`c`" + ` “d”`,
	"long line":              strings.Repeat("0123456789", 1024),
	"long word of wide":      strings.Repeat("漢", 3000),
	"combining":              "e" + strings.Repeat("\u0301", 2000),
	"combining of all kinds": "Z" + strings.Repeat("\u0308\u0361\u0489\u0334", 2500),
	"joined emoji":           "👨" + strings.Repeat("\u200d👨", 700),
	"joined letters":         strings.Repeat("\u1100", 1000) + " क" + strings.Repeat("\u094dक", 600),
	"not seen":               "a\u200bb\u00adc\u2060d\u3164e\U000e0061f\u180e",
	"emoji":                  "👩‍👩‍👧‍👦 🏳️‍🌈 🏴󠁧󠁢󠁳󠁣󠁴󠁿 👩🏽‍❤️‍💋‍👨🏿",
	"right to left":          "שלום/עולם (1)/مرحبا.html",
	"two spaces":             "  a  b  ",
	"data scheme":            "data:text/html,<script>trap()</script>",
	"vbscript scheme":        "vbscript:trap()",
	"web address":            "https://evil.example/\"><script>trap()</script>",
	"comment end":            "--><svg onload=trap()>",
	"CSS":                    `\3c img\3e }*{display:none}/* @import "//evil.example/x"; url(//evil.example/x)`,
	"prototype":              "__proto__",
	"deep":                   strings.Repeat("d/", 200) + "index.html",
	"empty":                  "",
}

// hostile is a verdict that has the text wherever text of a tree can stand.
func hostile(text string) *rules.Result {
	file := strings.ReplaceAll(text, "\x00", "") // no file name has one
	findings := []rules.Finding{}
	for i, id := range []string{"head/title", "head/title", "url/relative", "llms/item"} {
		r, _ := rules.ByID(id)
		severity := rules.Error - rules.Severity(i%3)
		f := rules.Finding{
			Rule: id, Refs: r.Refs, Severity: severity, File: file, Line: 1 + i, Column: 3, URL: text,
			Message: text, Fix: text, Docs: r.Docs(), Snippet: &rules.Snippet{Text: text, Column: min(3, len(text)+1)},
		}
		if i%2 == 0 {
			f.Source = file
		}
		findings = append(findings, f)
	}
	page := &site.Page{
		Path: file, URL: "https://example-user.github.io/example-project/" + url.PathEscape(file), Lang: text, Reason: text,
		Status: site.Excluded, Title: site.Text{Value: text}, Description: site.Text{Value: text},
		OGTitle: site.Text{Value: text}, OGDescription: site.Text{Value: text}, OGImage: text, JSONLDTypes: []string{text}, Size: 100,
	}
	llms := rules.ReadLLMS(&site.Document{Path: file, Found: true, Src: []byte("# " + text + "\n\n> " + text + "\n\n" + text + "\n\n## " + text + "\n\n- [" + text + "](" + text + "): " + text + "\n")})
	return &rules.Result{
		Tree: text, Kind: "SITE", Findings: findings, Pages: []*site.Page{page}, LLMS: []*rules.LLMSFile{llms},
		Deployment: ghpages.Deployment{
			SiteRoot: "https://example-user.github.io/example-project/", DomainRoot: "https://example-user.github.io/",
			ProjectRoot: "/example-project/", DiscoveryRoot: "https://example-user.github.io/example-project/",
			Owner: text, Repo: text, CustomDomain: text, SourceBranch: text, SourcePath: text,
		},
		Summary: rules.Summary{Errors: 2, Warnings: 1, Infos: 1, Files: 2, HTMLFiles: 1, Rules: 3},
	}
}

// TestPayloads writes every payload in every format, and reads the report as
// whoever it is for reads it.
func TestPayloads(t *testing.T) {
	for name, text := range payloads {
		result := hostile(text)
		for _, format := range report.Names() {
			t.Run(name+"/"+format, func(t *testing.T) {
				var b bytes.Buffer
				o := report.Options{FailOn: rules.Error, All: true, PathPrefix: "public", Version: "v1.2.3", Material: &report.Material{
					Files: []site.File{{Path: text, Size: 10}},
					Read:  func(string, int64) ([]byte, error) { return nil, errors.New("no") },
				}}
				if err := report.Write(&b, format, result, o); err != nil {
					t.Fatal(err)
				}
				checkCharacters(t, b.String())
				if found := commands(t, b.String()); found != nil && format != "github" {
					t.Errorf("the runner reads commands: %q", found)
				}
				read := map[string]func(*testing.T, string, *rules.Result){
					"text": readLog, "github": readGitHub, "markdown": readMarkdown, "json": readJSON, "sarif": readSARIF, "junit": readJUnit, "html": readHTML,
				}[format]
				if read == nil {
					t.Fatalf("no reader for the format %s: add one", format)
				}
				read(t, b.String(), result)
			})
		}
	}
}

// checkCharacters: a report is UTF-8, and none of it moves a terminal.
func checkCharacters(t *testing.T, out string) {
	t.Helper()
	if !utf8.ValidString(out) {
		t.Error("the report is not UTF-8")
	}
	for i, r := range out {
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' || r == '\ufeff') {
			t.Fatalf("%U at %d: …%q…", r, i, out[max(0, i-20):min(len(out), i+20)])
		}
	}
}

// command is a workflow command as GitHub's runner reads it: ::name props::data
// behind white space, or ##[name props]data anywhere in a line.
var (
	commandLine = regexp.MustCompile(`^[\s\p{Z}]*::([a-z-]+)( [^:]*)?::(.*)$`)
	oldCommand  = regexp.MustCompile(`##\[`)
)

func commands(t *testing.T, out string) (found [][]string) {
	t.Helper()
	for _, line := range strings.Split(out, "\n") {
		if oldCommand.MatchString(line) {
			t.Errorf("the runner reads a command in %q", line)
		}
		if m := commandLine.FindStringSubmatch(line); m != nil {
			found = append(found, m)
		} else if strings.HasPrefix(strings.TrimLeftFunc(line, unicode.IsSpace), "::") {
			t.Errorf("a line begins like a command: %q", line)
		}
	}
	return found
}

func readLog(t *testing.T, out string, _ *rules.Result) {
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	verdicts := 0
	for _, line := range lines {
		if strings.HasPrefix(line, "OK ") || strings.HasPrefix(line, "FAIL ") {
			verdicts++
		}
	}
	if verdicts != 1 || !strings.HasPrefix(lines[len(lines)-1], "FAIL ") {
		t.Errorf("%d verdicts, the last line is %q", verdicts, lines[len(lines)-1])
	}
}

func readGitHub(t *testing.T, out string, result *rules.Result) {
	seen := map[string]int{}
	for _, c := range commands(t, out) {
		seen[c[1]]++
		properties := map[string]bool{}
		for _, p := range strings.Split(strings.TrimSpace(c[2]), ",") {
			key, _, _ := strings.Cut(p, "=")
			if key == "" && p == "" {
				continue
			}
			if properties[key] {
				t.Errorf("property %q twice in %q", key, c[0])
			}
			properties[key] = true
		}
		for key := range properties {
			if !strings.Contains(" file line col title ", " "+key+" ") {
				t.Errorf("property %q in %q", key, c[0])
			}
		}
		if c[1] == "error" || c[1] == "warning" || c[1] == "notice" {
			data := strings.Split(strings.NewReplacer("%0A", "\n", "%0D", "\r", "%25", "%").Replace(c[3]), "\n")
			if want := report.Line(result.Findings[0].Message); !strings.HasPrefix(want, strings.TrimSuffix(data[0], "…")) || data[0] == "" && want != "" {
				t.Errorf("the annotation says %q, not %q", data[0], want)
			}
			if last := data[len(data)-1]; !strings.HasPrefix(last, rules.DocsRoot) {
				t.Errorf("the annotation ends with %q", last)
			}
		}
		if len(c[0]) > 4096 {
			t.Errorf("a command of %d bytes: GitHub cuts it", len(c[0]))
		}
	}
	if want := map[string]int{"error": 2, "warning": 1, "notice": 1, "group": 4, "endgroup": 4}; fmt.Sprint(seen) != fmt.Sprint(want) {
		t.Errorf("commands %v, want %v", seen, want)
	}
}

func readMarkdown(t *testing.T, out string, result *rules.Result) {
	var b bytes.Buffer
	if err := goldmark.New(goldmark.WithExtensions(extension.GFM)).Convert([]byte(out), &b); err != nil {
		t.Fatal(err)
	}
	doc, err := html.Parse(&b)
	if err != nil {
		t.Fatal(err)
	}
	rows, links := 0, 0
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		switch n.Data {
		case "tr":
			rows++
		case "a":
			links++
			if href := attribute(n, "href"); !strings.HasPrefix(href, rules.DocsRoot) {
				t.Errorf("a link to %s", href)
			}
		case "html", "head", "body", "h3", "p", "table", "thead", "tbody", "th", "td":
		default:
			t.Errorf("the summary has an element %s", n.Data)
		}
	}
	if rows != 5 || links != 4 {
		t.Errorf("%d rows and %d links, want 5 and 4:\n%s", rows, links, out)
	}
	if strings.Contains(out, "@example") || strings.Contains(out, " #1") || strings.Contains(out, ":tada:") {
		t.Errorf("the summary mentions somebody:\n%s", out)
	}
}

func readJSON(t *testing.T, out string, result *rules.Result) {
	var got struct {
		Findings []struct{ Message, File string }
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	if want := strings.ToValidUTF8(result.Findings[0].Message, "\ufffd"); utf8.ValidString(result.Findings[0].Message) && got.Findings[0].Message != want {
		t.Errorf("the message is %q, not %q", got.Findings[0].Message, want)
	}
}

func readSARIF(t *testing.T, out string, result *rules.Result) {
	validateSARIF(t, []byte(out))
	for _, m := range regexp.MustCompile(`"uri": "([^"]*)"`).FindAllStringSubmatch(out, -1) {
		var uri string
		if err := json.Unmarshal([]byte(`"`+m[1]+`"`), &uri); err != nil {
			t.Fatal(err)
		}
		u, err := url.Parse(uri)
		if err != nil || u.Scheme != "" || u.Host != "" || strings.HasPrefix(u.Path, "/") || strings.Contains("/"+uri+"/", "/../") {
			t.Errorf("the URI %q leaves the repository (%v)", uri, err)
		}
	}
	var log struct {
		Runs []struct {
			Results []struct{ Message struct{ Text string } }
		}
	}
	if err := json.Unmarshal([]byte(out), &log); err != nil {
		t.Fatal(err)
	}
	for _, r := range log.Runs[0].Results {
		if strings.Contains(r.Message.Text, "](") || regexp.MustCompile(`[^{]\{\d`).MatchString(r.Message.Text) {
			t.Errorf("markup of SARIF in %s", r.Message.Text)
		}
	}
}

func readJUnit(t *testing.T, out string, result *rules.Result) {
	d := xml.NewDecoder(strings.NewReader(out))
	names := map[string]int{}
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if start, ok := token.(xml.StartElement); ok {
			names[start.Name.Local]++
		}
	}
	if names["testcase"] != len(rules.All()) || names["failure"] != 2 {
		t.Errorf("elements %v", names)
	}
	for _, r := range out { // XML 1.0, 2.2
		if r != '\t' && r != '\n' && r != '\r' && (r < 0x20 || r == 0xFFFE || r == 0xFFFF) {
			t.Fatalf("%U is no character of XML", r)
		}
	}
}

func readHTML(t *testing.T, out string, result *rules.Result) {
	doc, err := html.Parse(strings.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	scripts, styles := 0, 0
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		switch n.Data {
		case "script":
			if scripts++; attribute(n, "type") == "application/json" {
				var v any
				if err := json.Unmarshal([]byte(n.FirstChild.Data), &v); err != nil {
					t.Error(err)
				}
			}
		case "style":
			styles++
		case "img", "iframe", "object", "embed", "base", "link", "math", "foreignobject", "animate", "use":
			t.Errorf("the report has an element %s", n.Data)
		}
		for _, a := range n.Attr {
			switch {
			case strings.HasPrefix(a.Key, "on"), a.Key == "style", a.Key == "src", a.Key == "srcset", a.Key == "action", a.Key == "formaction":
				t.Errorf("<%s %s=%q>", n.Data, a.Key, a.Val)
			case a.Key == "href" && !strings.HasPrefix(a.Val, "#") && !strings.HasPrefix(a.Val, "https://discovery-set.github.io/hugo-discovery/"):
				t.Errorf("<%s href=%q>", n.Data, a.Val)
			}
		}
	}
	message := report.Printable(result.Findings[0].Message)
	for n := range doc.Descendants() {
		if attribute(n, "class") != "msg" {
			continue
		}
		shown := ""
		if n.FirstChild != nil {
			shown = n.FirstChild.Data
		}
		if !strings.HasPrefix(message, strings.TrimSuffix(shown, "…")) || len(shown) < min(len(message), 2000) {
			t.Errorf("the message %q is shown as %q", message, shown)
		}
	}
	if scripts != 2 || styles != 1 {
		t.Errorf("%d scripts and %d styles, want 2 and 1", scripts, styles)
	}
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}
