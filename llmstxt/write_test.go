package llmstxt

import (
	"bytes"
	"math/rand"
	"strings"
	"testing"
	"unicode"
)

// nasty are strings that have broken generators of llms.txt, or that mean something to one of the readers.
var nasty = []string{
	"Arrays [T]", "a ] b", "[x](y)", "f(x) & g", "R&D's \"x\"", "&rsquo; &amp; &#91;", "*a*", "__proto__", "snake_case_name",
	"`code`", "a ` b", "` b", "<b>bold</b>", "<!-- c", "--> d", "a < b > c", "C #", "#", "# x", "## A", "- [i](j)", "1. x", "1) x",
	"> q", "---", "***", "===", "```", "~~~ x", "<div", "[a]: b", "\\[x\\]", "\\", "line one\nline two", "a\r\nb", "a\u2028b\u2029c",
	"tab\tand\vvt", "nbsp\u00a0inside", "\u00a0ends\u00a0", "\ufeffbom", "Вступ — «лапки»", "עברית", "🚀 go", "a  b", "x:", ":", ": y",
	"2024", "01", "\xff\xfe", "\x00", "Optional", "http://e.com/a_(b)", "<http://x>", "![img](u)", "{{< note >}}", "a\\", "&", "a; &lt;",
	"! [", "+ x", "* x", "123", "+", "=", "|t|", "\u0085nel\x1c", "$x$", "~~s~~", "_a", "*", "**", "a*b*c", "[", "]",
}

var nastyURLs = []string{
	"https://example.com/", "/docs/a.md", "https://e.com/a_(b)", "https://e.com/a b", "https://e.com/вступ/", "https://e.com/?a=1&copy;=2",
	"https://e.com/%zz%20", "<https://e.com>", "https://[::1]:80/a[b]", "a\nb", "u\\)", "https://e.com/\"q\"", " x ", "https://e.com/a*b_c_", "#f", "\u2028", "&lt;",
}

// commonMarkText is what CommonMark shows of a piece of inline source.
func commonMarkText(s string) string { return parseInlines(s, nil, 0).plain(0, len(s)) }

// checkWritten writes the file and reads it back three times.
func checkWritten(t *testing.T, d Doc) {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, d); err != nil {
		if out.Len() > 0 {
			t.Fatalf("an error, yet something is written: %v", err)
		}
		return
	}
	src := out.Bytes()
	doc := Parse(src)
	python, err := AsPython(src)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	javaScript, err := AsJavaScript(src)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	equal := func(what, got, want string) {
		t.Helper()
		if got != want {
			t.Fatalf("%s: got %q, want %q\n%s", what, got, want, src)
		}
	}

	equal("title", doc.Title.Text, oneLine(d.Title))
	summary := oneLine(d.Summary)
	if (doc.Summary != nil) != (summary != "") || (python.Summary != nil) != (summary != "") || (javaScript.Summary != nil) != (summary != "") {
		t.Fatalf("summary %q is lost or invented\n%s", summary, src)
	}
	if summary != "" {
		equal("summary", doc.Summary.Text, summary)
		equal("summary in Python", commonMarkText(*python.Summary), summary)
		equal("summary in JavaScript", commonMarkText(*javaScript.Summary), summary)
	}
	var details []string
	for _, p := range d.Details {
		if p = oneLine(p); p != "" {
			details = append(details, p)
		}
	}
	if len(details) == 0 {
		details = []string{noDetails}
	}
	if len(doc.Details) != len(details) || len(doc.Preamble) > 0 || len(doc.Sections) != len(d.Sections) || len(python.Sections) != len(d.Sections) || len(javaScript.Sections) != len(d.Sections) {
		t.Fatalf("parts are lost or invented\n%s", src)
	}
	for i, p := range doc.Details {
		equal("details", p.Text, details[i])
	}
	for i, p := range strings.Split(python.Info, "\n\n") {
		equal("details in Python", commonMarkText(p), details[i])
	}
	equal("details in JavaScript", javaScript.Info, python.Info)

	byName := map[string]ReadSection{}
	for _, s := range javaScript.Sections {
		byName[s.Name] = s
	}
	for i, s := range d.Sections {
		section, py := doc.Sections[i], python.Sections[i]
		js := byName[py.Name]
		equal("name in Python", commonMarkText(py.Name), section.Name())
		if !strings.HasPrefix(section.Name(), oneLine(s.Name)) {
			t.Fatalf("name: got %q, want %q", section.Name(), s.Name)
		}
		var items []*Item
		for depth, it := range section.Items() {
			if depth != 1 {
				t.Fatalf("a nested item\n%s", src)
			}
			items = append(items, it)
		}
		if len(items) != len(s.Links) || len(py.Links) != len(s.Links) || len(js.Links) != len(s.Links) || len(section.Blocks) > 1 {
			t.Fatalf("links are lost or invented\n%s", src)
		}
		for j, l := range s.Links {
			title, url, notes := oneLine(l.Title), encodeURL(l.URL), oneLine(l.Notes)
			if items[j].Form != FileLink || len(items[j].More) > 0 {
				t.Fatalf("item is %v\n%s", items[j].Form, src)
			}
			equal("link", items[j].Link.Title, title)
			equal("URL", items[j].Link.URL, url)
			equal("notes", items[j].Notes, notes)
			for _, r := range []ReadLink{py.Links[j], js.Links[j]} {
				equal("link in a parser", commonMarkText(r.Title), title)
				equal("URL in a parser", r.URL, url)
				if (r.Desc != nil) != (notes != "") {
					t.Fatalf("notes are lost or invented\n%s", src)
				}
				if notes != "" {
					equal("notes in a parser", commonMarkText(*r.Desc), notes)
				}
				if r.Offset != items[j].Link.Pos.Offset {
					t.Fatalf("offsets differ: %d and %d", r.Offset, items[j].Link.Pos.Offset)
				}
			}
		}
	}
}

func TestWriteNastyText(t *testing.T) {
	for _, s := range nasty {
		for _, o := range nasty {
			checkWritten(t, Doc{Title: s, Summary: o, Details: []string{s, o}, Sections: []DocSection{
				{Name: s, Links: []DocLink{{s, "https://example.com/", o}, {o, "u", ""}}}, {Name: s}, {Name: o, Links: []DocLink{{o, "v", s}}}}})
		}
	}
	for _, u := range nastyURLs {
		checkWritten(t, Doc{Title: "T", Sections: []DocSection{{Name: "A", Links: []DocLink{{"x", u, "d"}, {"x", u, ""}}}}})
	}
}

func TestWriteRandomText(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	text := func() string {
		var b strings.Builder
		for n := r.Intn(5); n >= 0; n-- {
			b.WriteString(nasty[r.Intn(len(nasty))])
			if r.Intn(2) == 0 {
				b.WriteByte(' ')
			}
		}
		return b.String()
	}
	for range 3000 {
		d := Doc{Title: text(), Summary: text(), Details: []string{text(), text()}}
		for range r.Intn(4) {
			s := DocSection{Name: text()}
			for range r.Intn(4) {
				s.Links = append(s.Links, DocLink{text(), nastyURLs[r.Intn(len(nastyURLs))], text()})
			}
			d.Sections = append(d.Sections, s)
		}
		checkWritten(t, d)
	}
}

func TestWriteExact(t *testing.T) {
	for _, c := range []struct {
		name string
		doc  Doc
		want string
	}{
		{"only a title", Doc{Title: "T"}, "# T\n\n" + noDetails + "\n"},
		{"brackets as references, the rest as it is", Doc{Title: "R&D of [T]", Summary: "snake_case & f(x)", Details: []string{"One.", "Two."},
			Sections: []DocSection{{"A", []DocLink{{"Arrays [T]", "https://e.com/a_(b) ц", "first\nsecond"}, {"x", "u", ""}}}, {"A", nil}}},
			"# R&D of [T]\n\n> snake_case & f(x)\n\nOne.\n\nTwo.\n\n## A\n\n- [Arrays &#91;T&#93;](https://e.com/a_%28b%29%20%D1%86): first second\n- [x](u)\n\n## A (2)\n"},
		{"a closing row of # is text", Doc{Title: "C #"}, "# C &#35;\n\n" + noDetails + "\n"},
	} {
		var b strings.Builder
		if err := Write(&b, c.doc); err != nil || b.String() != c.want {
			t.Errorf("%s: %v\n got %q\nwant %q", c.name, err, b.String(), c.want)
		}
	}
}

func TestWriteRefusesWhatIsEmpty(t *testing.T) {
	for _, d := range []Doc{
		{},
		{Title: " \n\ufeff"},
		{Title: "T", Sections: []DocSection{{}}},
		{Title: "T", Sections: []DocSection{{"A", []DocLink{{"", "u", ""}}}}},
		{Title: "T", Sections: []DocSection{{"A", []DocLink{{"x", " ", ""}}}}},
	} {
		var b strings.Builder
		if err := Write(&b, d); err == nil || b.Len() > 0 {
			t.Errorf("%+v: error %v, written %q", d, err, b.String())
		}
	}
}

func FuzzWriteRead(f *testing.F) {
	for i, s := range nasty {
		f.Add(s, nasty[(i+7)%len(nasty)], nasty[(i+13)%len(nasty)], nastyURLs[i%len(nastyURLs)])
	}
	f.Fuzz(func(t *testing.T, a, b, c, url string) {
		if strings.IndexFunc(a, unicode.IsLetter) < 0 {
			a += "x"
		}
		checkWritten(t, Doc{Title: a, Summary: b, Details: []string{c}, Sections: []DocSection{{a, []DocLink{{b, url, c}, {a, url, ""}}}, {a, nil}, {c, nil}}})
	})
}
