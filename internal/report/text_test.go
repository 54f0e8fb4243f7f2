package report_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/discovery-set/hugo-discovery/internal/report"
	"github.com/discovery-set/hugo-discovery/internal/rules"
)

func textOf(t *testing.T, result *rules.Result, o report.Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := report.Text(&b, result, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func finding(rule string, severity rules.Severity, file string, line int, text string, column int) rules.Finding {
	r, _ := rules.ByID(rule)
	f := rules.Finding{Rule: rule, Refs: []string{"R001"}, Severity: severity, File: file, Line: line, Column: column, Message: "is wrong", Fix: "write it right", Docs: r.Docs()}
	if text != "" {
		f.Snippet = &rules.Snippet{Text: text, Column: column}
	}
	return f
}

// TestTextManyPages: a fault of a template stands on each page; it is told
// once, and counted.
func TestTextManyPages(t *testing.T) {
	result := &rules.Result{Tree: "public", Kind: "SITE", Summary: rules.Summary{Errors: 102, Warnings: 1, Infos: 1, Files: 110, CanonicalPages: 102, Rules: 166}}
	for i := range 102 {
		result.Findings = append(result.Findings, finding("head/canonical", rules.Error, fmt.Sprintf("docs/%03d/index.html", i), 8, `<link rel="canonical" href="/x">`, 29))
	}
	result.Findings = append(result.Findings, finding("llms/item", rules.Info, "llms.txt", 4, "- x", 1), finding("links/broken", rules.Warning, "404.html", 0, "", 0))
	summary := func(id string) string { r, _ := rules.ByID(id); return r.Summary }
	want := `docs/000/index.html:8:29: error: is wrong [head/canonical R001]
    8 | <link rel="canonical" href="/x">
      |                             ^
    fix: write it right
    edit: a template, if there is one: 102 pages have this
    https://discovery-set.github.io/hugo-discovery/rules/head/canonical/

docs/001/index.html:8:29: error: is wrong [head/canonical R001]
docs/002/index.html:8:29: error: is wrong [head/canonical R001]
docs/003/index.html:8:29: error: is wrong [head/canonical R001]
docs/004/index.html:8:29: error: is wrong [head/canonical R001]
… and 97 more of head/canonical; --all shows them

404.html: warning: is wrong [links/broken R001]
    fix: write it right
    https://discovery-set.github.io/hugo-discovery/rules/links/broken/

llms.txt:4:1: info: is wrong [llms/item R001]
    4 | - x
      | ^
    fix: write it right
    https://discovery-set.github.io/hugo-discovery/rules/llms/item/

102 errors   head/canonical  ` + summary("head/canonical") + `
  1 warning  links/broken    ` + summary("links/broken") + `
  1 note     llms/item       ` + summary("llms/item") + `

FAIL public: SITE with 102 canonical pages, 110 files checked by 166 rules: 102 errors, 1 warning, 1 note
`
	if got := textOf(t, result, report.Options{FailOn: rules.Error}); got != want {
		t.Errorf("the report is\n%s\nnot\n%s", got, want)
	}
	result.Findings[0].Source = "content/docs/000.md"
	for pages, want := range map[int]string{102: "edit: a template, since 102 pages have this; if not, content/docs/000.md\n", 200: "edit: content/docs/000.md\n"} {
		result.Summary.CanonicalPages = pages
		if got := textOf(t, result, report.Options{FailOn: rules.Error}); !strings.Contains(got, want) {
			t.Errorf("of %d pages the report does not say %q", pages, want)
		}
	}
	all := textOf(t, result, report.Options{FailOn: rules.Error, All: true})
	if n := strings.Count(all, "fix: write it right"); n != 104 || strings.Contains(all, "more of") {
		t.Errorf("--all shows %d of 104 findings", n)
	}
}

// TestTextCaret: the caret stands below the fault in the cells of a terminal,
// whatever stands before it.
func TestTextCaret(t *testing.T) {
	for _, test := range []struct{ before, at, caret string }{
		{"", "x", "^"},
		{"ab", "x", "  ^"},
		{"中文", "x", "    ^"},
		{"e\u0301e\u0301", "x", "  ^"},
		{"👩‍👩‍👧🇺🇦", "x", "    ^"},
		{"\ta\t", "x", "   ^"},
		{"\x1b[1m", "x", "       ^"}, // shown as \x1b[1m
		{"\u202e", "x", "      ^"},   // shown as \u202e
		{"\xff", "x", "    ^"},
	} {
		f := finding("head/title", rules.Error, "index.html", 7, test.before+test.at, len(test.before)+1)
		lines := strings.Split(textOf(t, &rules.Result{Findings: []rules.Finding{f}}, report.Options{}), "\n")
		if want := "      | " + test.caret; lines[2] != want {
			t.Errorf("%q: the caret is %q, not %q, below %q", test.before, lines[2], want, lines[1])
		}
	}
}

// TestTextWidth: on a terminal a line is cut around its fault instead of being
// wrapped, and the caret stays below it.
func TestTextWidth(t *testing.T) {
	for _, test := range []struct {
		before, after string
		line, caret   string
	}{
		{strings.Repeat("a", 100), "X" + strings.Repeat("b", 100), "…" + strings.Repeat("a", 15) + "X" + strings.Repeat("b", 14) + "…", strings.Repeat(" ", 16) + "^"},
		{"ab", "X" + strings.Repeat("中", 40), "abX" + strings.Repeat("中", 14) + "…", "  ^"},
		{strings.Repeat("中", 40), "X", "…" + strings.Repeat("中", 15) + "X", strings.Repeat(" ", 31) + "^"},
		{"ab", "Xcd", "abXcd", "  ^"},
	} {
		f := finding("head/title", rules.Error, "index.html", 7, test.before+test.after, len(test.before)+1)
		lines := strings.Split(textOf(t, &rules.Result{Findings: []rules.Finding{f}}, report.Options{Width: 40}), "\n")
		if lines[1] != "    7 | "+test.line || lines[2] != "      | "+test.caret {
			t.Errorf("%q is shown as\n%s\n%s\nnot\n    7 | %s\n      | %s", test.before+test.after, lines[1], lines[2], test.line, test.caret)
		}
	}
}

func TestTextColor(t *testing.T) {
	result := &rules.Result{Findings: []rules.Finding{finding("head/title", rules.Error, "index.html", 7, "abc", 2)}}
	plain, colored := textOf(t, result, report.Options{}), textOf(t, result, report.Options{Color: true})
	if strings.Contains(plain, "\x1b") || !strings.Contains(colored, "\x1b[31;1merror") {
		t.Errorf("without colour:\n%q\nwith colour:\n%q", plain, colored)
	}
}

// TestPrintable: what hides or covers something is escaped, and no text that
// people write.
func TestPrintable(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"plain  text", "plain  text"},
		{"Привіт, שָׁלוֹם, مَرْحَبًا, नमस्ते क्ष्म्य, ཧཀྵྨླྺྼྻྂ, tiếng Việt, 한국어 \u1112\u1161\u11ab", ""},
		{"👩‍👩‍👧‍👦 👩🏽‍❤️‍💋‍👨🏿 🏳️‍🌈 1️⃣ 🏴󠁧󠁢󠁳󠁣󠁴󠁿 \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", ""},
		{"a\xff\ufffd\x00\u2028", `a\xff\ufffd\x00\u2028`},
		{"a\u200bb\u00adc\u2060d\u3164e\ufefff\u180eg\u202e", `a\u200bb\u00adc\u2060d\u3164e\ufefff\u180eg\u202e`},
		{"x\U000e0061\U000e007f", `x\U000e0061\U000e007f`}, // letters of a flag, without the flag
		{"🏴" + strings.Repeat("\U000e0061", 7), "🏴" + strings.Repeat("\U000e0061", 6) + `\U000e0061`},
		{"e" + strings.Repeat("\u0301", 14) + "f\u0301", "e" + strings.Repeat("\u0301", 12) + `\u0301\u0301` + "f\u0301"},
		{"👨" + strings.Repeat("\u200d👨", 7), "👨" + strings.Repeat("\u200d👨", 6) + `\u200d` + "👨"},
		{strings.Repeat("\u1100", 14), strings.Repeat("\u1100", 13) + `\u1100`},
		{"क" + strings.Repeat("\u094dक", 7), "क" + strings.Repeat("\u094dक", 6) + `\u094d` + "क"},
	} {
		if test.want == "" {
			test.want = test.text
		}
		if got := report.Printable(test.text); got != test.want {
			t.Errorf("%q is shown as %q, not as %q", test.text, got, test.want)
		}
	}
}
