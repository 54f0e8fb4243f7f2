package llmstxt

import (
	"encoding/json"
	"math/rand"
	"os"
	"regexp"
	"strings"
	"testing"
)

const everything = "\ufeff<!-- c -->\n\n# The `pkg` **T** #\n\n> Line *one*\n> two\n\nText with [a link](a.md).\n\n### Deeper\n\n" +
	"```md\n## Fake\n```\n\nSecond\n---\n\n- [Plain](https://example.com/a.md): Its notes\n- [No notes](/b)\n* [Star & &amp; co](<c d> \"adv\"):\n  more\n  notes\n" +
	"- Read [late](l)\n- [dash](d) - desc\n- [ ] [task](t)\n- **[bold](b)**: d\n- text\n- ![img](i.png)\n- <https://example.com/x>\n- [ref][label]: n\n" +
	"- [empty](e):\n-\n- Group\n  - [nested](n): deep\n\nA paragraph.\n\n***\n\n## Optional\n\n1. [one](1)\n\n[label]: https://example.com/ref \"R\"\n\n# Again\n"

func TestParseEverything(t *testing.T) {
	d := Parse([]byte(everything))
	if !d.BOM || len(d.Preamble) != 1 || d.Preamble[0].Kind != HTMLBlock {
		t.Errorf("preamble: %+v", d.Preamble)
	}
	if d.Title == nil || d.Title.Text != "The pkg T" || d.Title.Raw != "The `pkg` **T**" || d.Title.Pos != (Pos{15, 3, 1}) {
		t.Errorf("title: %+v", d.Title)
	}
	if d.Summary == nil || d.Summary.Text != "Line one two" || d.Summary.Pos.Line != 5 || d.Summary.LastLine != 6 {
		t.Errorf("summary: %+v", d.Summary)
	}
	var kinds []string
	for _, b := range d.Details {
		kinds = append(kinds, b.Kind.String())
	}
	if got := strings.Join(kinds, " "); got != "paragraph heading code" {
		t.Errorf("details: %s", got)
	}
	if l := d.Details[0].Links; len(l) != 1 || l[0].URL != "a.md" || l[0].Pos.Line != 8 || l[0].Pos.Column != 11 || l[0].URLPos.Column != 20 {
		t.Errorf("link in the details: %+v", l)
	}
	if len(d.Sections) != 2 || d.Sections[0].Name() != "Second" || !d.Sections[0].Heading.Setext || d.Sections[1].Name() != "Optional" {
		t.Fatalf("sections: %+v", d.Sections)
	}

	type want struct {
		depth              int
		marker             string
		form               Form
		title, url, notes  string
		lead, tail         string
		line, column, last int
	}
	wants := []want{
		{1, "-", FileLink, "Plain", "https://example.com/a.md", "Its notes", "", "", 19, 1, 19},
		{1, "-", FileLink, "No notes", "/b", "", "", "", 20, 1, 20},
		{1, "*", FileLink, "Star & & co", "c d", "more notes", "", "", 21, 1, 23},
		{1, "-", TextThenLink, "late", "l", "", "Read ", "", 24, 1, 24},
		{1, "-", LinkThenText, "dash", "d", "", "", " - desc", 25, 1, 25},
		{1, "-", TextThenLink, "task", "t", "", "[ ] ", "", 26, 1, 26},
		{1, "-", TextThenLink, "bold", "b", "", "**", "**: d", 27, 1, 27},
		{1, "-", NoLink, "", "", "", "", "", 28, 1, 28},
		{1, "-", NoLink, "", "", "", "", "", 29, 1, 29},
		{1, "-", OtherLink, "https://example.com/x", "https://example.com/x", "", "", "", 30, 1, 30},
		{1, "-", OtherLink, "ref", "https://example.com/ref", "n", "", "", 31, 1, 31},
		{1, "-", FileLink, "empty", "e", "", "", "", 32, 1, 32},
		{1, "-", NoText, "", "", "", "", "", 33, 1, 33},
		{1, "-", NoLink, "", "", "", "", "", 34, 1, 34},
		{2, "-", FileLink, "nested", "n", "deep", "", "", 35, 3, 35},
		{1, "1.", FileLink, "one", "1", "", "", "", 43, 1, 43},
	}
	n := 0
	for depth, it := range d.Items() {
		if n == len(wants) {
			t.Fatalf("too many items: %+v", it)
		}
		got := want{depth: depth, marker: it.Marker, form: it.Form, notes: it.Notes, lead: it.Lead, tail: it.Tail, line: it.Pos.Line, column: it.Pos.Column, last: it.LastLine}
		if it.Link != nil {
			got.title, got.url = it.Link.Title, it.Link.URL
		}
		if got != wants[n] {
			t.Errorf("item %d\n got %+v\nwant %+v", n, got, wants[n])
		}
		n++
	}
	if n != len(wants) {
		t.Errorf("%d items, want %d", n, len(wants))
	}
	kinds = nil
	for _, s := range d.Sections {
		for _, b := range s.Blocks {
			kinds = append(kinds, b.Kind.String())
		}
	}
	if got := strings.Join(kinds, ", "); got != "list, list, list, paragraph, thematic break, list, definition, heading" {
		t.Errorf("blocks of the sections: %s", got)
	}
}

func TestParseWithoutTitle(t *testing.T) {
	d := Parse([]byte("text\n\n## A\n\n# Late\n"))
	if d.Title != nil || len(d.Preamble) != 1 || len(d.Sections) != 1 || len(d.Sections[0].Blocks) != 1 {
		t.Errorf("%+v", d)
	}
	if d := Parse(""); d.Title != nil || d.Preamble != nil || d.Sections != nil {
		t.Errorf("%+v", d)
	}
}

func TestParseQuoteAfterTextIsNoSummary(t *testing.T) {
	if d := Parse([]byte("# T\n\ntext\n\n> S\n")); d.Summary != nil || len(d.Details) != 2 || d.Details[1].Kind != Quote {
		t.Errorf("%+v", d)
	}
}

func TestLineEndsAndPositions(t *testing.T) {
	d := Parse([]byte("# T\r\n\r\n> S\n\rx [a](b)\r\n\xff"))
	if d.LineEnds != (LineEnds{LF: 1, CRLF: 3, CR: 1}) {
		t.Errorf("%+v", d.LineEnds)
	}
	if l := d.Details[0].Links[0]; l.Pos != (Pos{14, 5, 3}) {
		t.Errorf("%+v", l.Pos)
	}
	if d.InvalidUTF8 == nil || *d.InvalidUTF8 != (Pos{22, 6, 1}) {
		t.Errorf("%+v", d.InvalidUTF8)
	}
}

// checkDocument looks at what must hold for every input: positions point at what they name, and lines do not run backwards.
func checkDocument(t *testing.T, src string) {
	t.Helper()
	d := Parse([]byte(src))
	table := newLineTable(src)
	pos := func(p Pos, first string) {
		t.Helper()
		if p != table.at(p.Offset) {
			t.Fatalf("%q: position %+v, want %+v", src, p, table.at(p.Offset))
		}
		if first != "" && (p.Offset >= len(src) || strings.IndexByte(first, src[p.Offset]) < 0) {
			t.Fatalf("%q: no %q at %+v", src, first, p)
		}
	}
	links := func(links []Link) {
		t.Helper()
		last := -1
		for _, l := range links {
			if l.Pos.Offset < last {
				t.Fatalf("%q: links out of order", src)
			}
			last = l.Pos.Offset
			switch l.Style {
			case Inline:
				pos(l.Pos, "[")
				if !strings.HasPrefix(src[l.URLPos.Offset:], l.RawURL) {
					t.Fatalf("%q: no %q at %+v", src, l.RawURL, l.URLPos)
				}
			case Image:
				pos(l.Pos, "!")
			case Autolink:
				pos(l.Pos, "<")
			case Reference:
				pos(l.Pos, "[")
			}
		}
	}
	var blocks func([]Block)
	blocks = func(list []Block) {
		line := 0
		for _, b := range list {
			pos(b.Pos, "")
			if b.Pos.Line < line || b.LastLine < b.Pos.Line {
				t.Fatalf("%q: %v at %+v to line %d, behind line %d", src, b.Kind, b.Pos, b.LastLine, line)
			}
			line = b.LastLine
			links(b.Links)
			blocks(b.Blocks)
			for _, it := range b.Items {
				pos(it.Pos, "-+*0123456789")
				if it.Link != nil {
					links([]Link{*it.Link})
				}
				links(it.More)
				blocks(it.Blocks)
				if it.RawNotes != "" {
					pos(it.NotesPos, it.RawNotes[:1])
				}
			}
		}
	}
	blocks(d.Preamble)
	if d.Title != nil {
		blocks([]Block{*d.Title})
	}
	if d.Summary != nil {
		blocks([]Block{*d.Summary})
	}
	blocks(d.Details)
	for _, s := range d.Sections {
		blocks([]Block{s.Heading})
		blocks(s.Blocks)
	}
	if _, err := json.Marshal(d); err != nil {
		t.Fatal(err)
	}
}

// pieces are what random inputs are made of.
var pieces = []string{"#", "##", "# ", "## ", "- [", "](", ")", ":", ": ", ">", "> ", " ", "  ", "    ", "\n", "\n", "\n\n", "\n", "a", "T", "b", "1. ", "2) ",
	"[", "]", "(", "-", "- ", "* ", "*", "**", "_", "`", "``", "<", "<a>", "<div>", "</div>", "<!-- ", " -->", "&amp;", "&", "\\", "![", "- [a](b)", "- [a](b): c",
	"\n## A\n", "---", "===", "```", "~~~", "'", "\"", "[x]", "<http://x>", "é", "_a_", "*b*", "+ ", "\n  ", "\n> ", "__", "***", "<pre>", "</pre>", "a@b.c>"}

// morePieces are those on which goldmark departs from CommonMark.
var morePieces = append([]string{"\t", "\r", "\r\n", "\ufeff", "\u2028", "\u00a0", "[x]: /u", "\xff", "\x00", "<?", "?>", "<a b='c'>", "10. "}, pieces...)

func randomInputs(seed int64, n int, pieces []string) []string {
	r := rand.New(rand.NewSource(seed))
	list := make([]string, n)
	for i := range list {
		for range 1 + r.Intn(14) {
			list[i] += pieces[r.Intn(len(pieces))]
		}
	}
	return list
}

func TestParseRandomInputs(t *testing.T) {
	for _, src := range randomInputs(1, 5000, morePieces) {
		checkDocument(t, src)
	}
}

// departure matches where goldmark 1.8 departs from CommonMark: items whose first line is empty, and definitions.
var departure = regexp.MustCompile(`(?m)([-+*]|\d[.)]) *$|\]:`)

func TestAgainstGoldmarkRandomInputs(t *testing.T) {
	const seed = 2
	for _, src := range randomInputs(seed, 5000, pieces) {
		if departure.MatchString(src) {
			continue
		}
		if got, want := outline(Parse([]byte(src))), goldmarkOutline([]byte(src)); got != want {
			t.Fatalf("%q\n got\n%swant\n%s", src, got, want)
		}
	}
}

func addSeeds(f *testing.F) {
	f.Add(everything)
	for _, file := range []string{"testdata/reference-cases.json", "testdata/extra-cases.json"} {
		for _, c := range loadCases(f, file) {
			f.Add(c.Input)
		}
	}
	for _, s := range nasty {
		f.Add(s)
	}
}

func FuzzParse(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, src string) { checkDocument(t, src) })
}

func FuzzReadings(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, src string) {
		for _, read := range []func([]byte) (Reading, error){AsPython[[]byte], AsJavaScript[[]byte]} {
			r, err := read([]byte(src))
			if (err != nil) != r.Raises() {
				t.Fatalf("%q: error %v, raises %v", src, err, r.Raises())
			}
			out, jsonErr := json.Marshal(r)
			if jsonErr != nil || !json.Valid(out) {
				t.Fatalf("%q: %v, %s", src, jsonErr, out)
			}
			for _, s := range r.Stops {
				if s.Pos.Offset > len(src) || !strings.HasPrefix(repair(src[s.Pos.Offset:]), s.Text) {
					t.Fatalf("%q: stop %+v", src, s)
				}
			}
			for _, s := range r.Sections {
				if !strings.HasPrefix(src[s.Offset:], "##") {
					t.Fatalf("%q: no section at %d", src, s.Offset)
				}
				for _, l := range s.Links {
					if !strings.HasPrefix(repair(src[l.Offset:]), "["+l.Title+"]("+l.URL+")") {
						t.Fatalf("%q: no link at %d", src, l.Offset)
					}
				}
			}
		}
	})
}

func TestCaseFilesAreWhole(t *testing.T) {
	for file, least := range map[string]int{"testdata/reference-cases.json": 105, "testdata/extra-cases.json": 50} {
		if n := len(loadCases(t, file)); n < least {
			t.Errorf("%s holds %d cases", file, n)
		}
		data, err := os.ReadFile(file)
		if err != nil || strings.Contains(string(data), "\ufffd") {
			t.Errorf("%s: %v, or a replacement character", file, err)
		}
	}
}
