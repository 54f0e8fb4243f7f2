package llmstxt

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
)

// largeFile is a file as a big site has it, of about the given size: sections of links with notes, one in ten with some
// markup in its title or notes.
func largeFile(size int) []byte {
	var b bytes.Buffer
	b.WriteString("# A large site\n\n> Everything about example-project, for readers that come without a browser.\n\nThe sections follow the site's own.\n")
	for i := 0; b.Len() < size; i++ {
		if i%200 == 0 {
			fmt.Fprintf(&b, "\n## Section %d\n\n", i/200)
		}
		switch i % 20 {
		case 7:
			fmt.Fprintf(&b, "- [The `option_%d` of f(x)](https://example.com/docs/section/page-%d/index.md): What *it* does & why\n", i, i)
		case 13:
			fmt.Fprintf(&b, "- [Сторінка %d — «посібник»](https://example.com/docs/%%D1%%81/%d/): Опис сторінки одним рядком\n", i, i)
		default:
			fmt.Fprintf(&b, "- [Page number %d](https://example.com/docs/section/page-%d/index.md): What a reader finds on that page\n", i, i)
		}
	}
	return b.Bytes()
}

func BenchmarkParse(b *testing.B) {
	src := largeFile(5 << 20)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		Parse(src)
	}
}

func BenchmarkParseSmall(b *testing.B) {
	src := largeFile(4 << 10)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		Parse(src)
	}
}

// BenchmarkParseMarkup is the slow path: every item has emphasis, code, an entity and a second line.
func BenchmarkParseMarkup(b *testing.B) {
	src := []byte("# T\n\n> S\n\nD\n\n## A\n\n" + strings.Repeat("- [The `code` of *f* &amp; _g_](https://example.com/a\\_b): see [that](u) and\n  <https://example.com>, **too**\n", 20000))
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		Parse(src)
	}
}

func BenchmarkAsPython(b *testing.B) {
	src := largeFile(5 << 20)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := AsPython(src); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAsJavaScript(b *testing.B) {
	src := largeFile(5 << 20)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := AsJavaScript(src); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	d := Doc{Title: "T", Summary: "S", Details: []string{"D"}}
	for i := range 100 {
		s := DocSection{Name: fmt.Sprint("Section ", i)}
		for j := range 100 {
			s.Links = append(s.Links, DocLink{fmt.Sprintf("Page %d [of %d]", j, i), fmt.Sprintf("https://example.com/%d/%d/", i, j), "What a reader finds there"})
		}
		d.Sections = append(d.Sections, s)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := Write(io.Discard, d); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkParseJSON is what the command llms parse does.
func BenchmarkParseJSON(b *testing.B) {
	src := largeFile(5 << 20)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if err := Parse(src).WriteJSON(io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}
