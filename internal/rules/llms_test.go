package rules

import (
	"encoding/json"
	"math/rand"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/discovery-set/hugo-discovery/internal/site"
	"github.com/discovery-set/hugo-discovery/llmstxt"
)

// llmsInputs are the reference cases and random files made of what means
// something to one of the readers.
func llmsInputs(t *testing.T) []string {
	t.Helper()
	var inputs []string
	for _, file := range []string{"reference-cases.json", "extra-cases.json"} {
		data, err := os.ReadFile("../../llmstxt/testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		var cases []struct{ Input string }
		if err := json.Unmarshal(data, &cases); err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			inputs = append(inputs, c.Input)
		}
	}
	pieces := []string{
		"#", "##", "## A\n", "## B\n", "- [", "](", ")", ":", ": ", "> ", " ", "    ", "\n", "\n\n", "\r\n", "\r", "\t", "a", "- ", "* ", "1. ", "[", "]", "_", "`", "<a>", "<!-- ", "-->",
		"- [a](b)", "- [a](b): c", "- [a](b) - c", "- [a](b):\n", "\n# T\n", "> S\n", "\nD\n", "---\n", "```\n", "\ufeff", "\u2028", "\u00a0", "é", "### H\n", "\n\n- ", "  - [n](m)\n", "[x]: /u\n", "\\", "&amp;", "\x1c", "\u0085",
	}
	starts := []string{"", "# T\n\n> S\n\nD\n\n## A\n\n", "# T\n\n", "# T\n\nD\n\n## A\n- [x](u): v\n"}
	r := rand.New(rand.NewSource(7))
	for range 4000 {
		s := starts[r.Intn(len(starts))]
		for range r.Intn(10) {
			s += pieces[r.Intn(len(pieces))]
		}
		inputs = append(inputs, s)
	}
	return inputs
}

// TestLLMSNothingIsMissed: wherever a reference parser stops, drops a link or
// reads it otherwise than CommonMark, there is an error or a warning; and
// where there is neither, all three readers see the same file.
func TestLLMSNothingIsMissed(t *testing.T) {
	clean := 0
	severity := func(rule, _ string, as Severity) Severity {
		if rule == "llms/thin" {
			return Off // it would answer for files that have no other fault
		}
		return as
	}
	for _, input := range llmsInputs(t) {
		result := CheckLLMS([]*site.Document{{Path: "llms.txt", Found: true, Src: []byte(input)}}, severity)
		if result.Summary.Errors+result.Summary.Warnings > 0 {
			continue
		}
		clean++
		if strings.Contains(input, "\r") {
			continue // CR LF is a note, though it shows in what the parsers give
		}
		d := llmstxt.Parse([]byte(input))
		python, err := llmstxt.AsPython([]byte(input))
		if err != nil {
			t.Fatalf("%q: no finding, but %v", input, err)
		}
		javaScript, err := llmstxt.AsJavaScript([]byte(input))
		if err != nil {
			t.Fatalf("%q: no finding, but %v", input, err)
		}
		if d.Title.Raw != python.Title || d.Title.Raw != javaScript.Title {
			t.Fatalf("%q: titles %q, %q, %q", input, d.Title.Raw, python.Title, javaScript.Title)
		}
		if (d.Summary == nil) != (python.Summary == nil) || (d.Summary == nil) != (javaScript.Summary == nil) {
			t.Fatalf("%q: summaries differ", input)
		}
		var items []*llmstxt.Item
		for _, it := range d.Items() {
			items = append(items, it)
		}
		for _, r := range []llmstxt.Reading{python, javaScript} {
			if len(r.Sections) != len(d.Sections) {
				t.Fatalf("%q: %s sees %d sections of %d", input, r.Dialect, len(r.Sections), len(d.Sections))
			}
			links := map[int]llmstxt.ReadLink{}
			for _, s := range r.Sections {
				for _, l := range s.Links {
					links[l.Offset] = l
				}
			}
			if len(links) != len(items) {
				t.Fatalf("%q: %s sees %d links of %d", input, r.Dialect, len(links), len(items))
			}
			for _, it := range items {
				l, ok := links[it.Link.Pos.Offset]
				if !ok || l.Title != it.Link.RawTitle || l.URL != it.Link.URL || (l.Desc != nil) != (it.RawNotes != "") || l.Desc != nil && strings.TrimSpace(*l.Desc) != strings.TrimSpace(it.RawNotes) {
					t.Fatalf("%q: %s reads %+v, CommonMark %+v with %q", input, r.Dialect, l, it.Link, it.RawNotes)
				}
			}
		}
	}
	t.Logf("%d inputs without errors and warnings", clean)
	if clean < 100 {
		t.Error("too few to say anything")
	}
}

// TestLLMSRuleOrder: the rule that speaks where no other has comes last.
func TestLLMSRuleOrder(t *testing.T) {
	if id := llmsFileRules[len(llmsFileRules)-1].ID; id != "llms/parser" {
		t.Errorf("the last rule is %s", id)
	}
}

// TestLLMSSilentOnSafeShape: what the writer writes has no finding.
func TestLLMSSilentOnSafeShape(t *testing.T) {
	var b strings.Builder
	err := llmstxt.Write(&b, llmstxt.Doc{
		Title: "R&D [x] #", Summary: "A *summary*\nin two lines", Details: []string{"> no quote", "## no heading"},
		Sections: []llmstxt.DocSection{
			{Name: "A", Links: []llmstxt.DocLink{
				{Title: "Arrays [T]", URL: "https://example.com/a_(b) c", Notes: "What arrays hold: and more [here]"},
				{Title: "B", URL: "https://example.com/b", Notes: "Something about the second letter"},
			}},
			{Name: "A", Links: []llmstxt.DocLink{{Title: "C", URL: "https://example.com/c", Notes: "Something about the third letter"}}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if r := CheckLLMS([]*site.Document{{Path: "llms.txt", Found: true, Src: []byte(b.String())}}, nil); len(r.Findings) > 0 {
		t.Errorf("%+v\n%s", r.Findings, b.String())
	}
}

func TestLLMSFaultsOfTheFile(t *testing.T) {
	for name, c := range map[string]struct {
		src, rule string
		severity  Severity
	}{
		"a byte that is no UTF-8": {"# T\n\n> S\n\nDetails with caf\xe9 and so on, at some length.\n\n## A\n\n- [x](https://e.com/): fifteen letters at least\n", "llms/encoding", Error},
		"UTF-16":                  {"\xff\xfe#\x00 \x00T\x00", "llms/encoding", Error},
		"a page behind a comment": {"<!-- built -->\n<!DOCTYPE html>\n<html></html>\n", "llms/html", Error},
		"white space":             {" \n\t\n", "llms/empty", Error},
		"only a byte order mark":  {"\ufeff", "llms/empty", Error},
	} {
		r := CheckLLMS([]*site.Document{{Path: "llms.txt", Found: true, Src: []byte(c.src)}}, nil)
		if len(r.Findings) != 1 || r.Findings[0].Rule != c.rule || r.Findings[0].Severity != c.severity {
			t.Errorf("%s: %+v", name, r.Findings)
		}
	}
	r := CheckLLMS([]*site.Document{{Path: "llms.txt", Found: true, Err: os.ErrPermission}}, nil)
	if len(r.Findings) != 1 || r.Findings[0].Rule != "llms/empty" {
		t.Errorf("unreadable: %+v", r.Findings)
	}
}

// TestLLMSColumns: columns count characters, offsets bytes.
func TestLLMSColumns(t *testing.T) {
	src := "# T\n\n> S\n\nDetails, at some length, so that it is enough.\n\n## A\n\n- [Сторінка](javascript:x): п’ятнадцять літер\n"
	r := CheckLLMS([]*site.Document{{Path: "llms.txt", Found: true, Src: []byte(src)}}, nil)
	if len(r.Findings) != 1 || r.Findings[0].Line != 9 || r.Findings[0].Column != 14 {
		t.Errorf("%+v", r.Findings)
	}
}

// TestLLMSManyFindings: a hostile file gives no more findings than a reader
// can use, and says how many there are.
func TestLLMSManyFindings(t *testing.T) {
	src := "# T\n\n> S\n\nDetails, at some length, so that it is enough.\n\n## A\n\n- [x](https://e.com/): fifteen letters at least\n" + strings.Repeat("- x\n", 50_000)
	r := CheckLLMS([]*site.Document{{Path: "llms.txt", Found: true, Src: []byte(src)}}, nil)
	r.Findings = slices.DeleteFunc(r.Findings, func(f Finding) bool { return f.Rule != "llms/item" })
	if len(r.Findings) != maxLLMSFindings+1 || !strings.Contains(r.Findings[0].Message, "49000 more places") {
		t.Errorf("%d findings, the first %+v", len(r.Findings), r.Findings[0])
	}
}
