package htmlfacts

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/html"
	xhtml "golang.org/x/net/html"
)

// docsPage builds a page as documentation themes emit it: about 25 KB, a hundred links, highlighted code, the whole
// discovery set.
func docsPage() []byte {
	var b bytes.Buffer
	const root = "https://example-user.github.io/example-project/"
	b.WriteString("<!DOCTYPE html>\n<html lang=\"en\" dir=\"ltr\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
	fmt.Fprintf(&b, "<title>Configuration reference &middot; Example Project</title>\n<meta name=\"description\" content=\"Every key of the configuration file, with its type, default and meaning.\">\n<meta name=\"robots\" content=\"index, follow\">\n")
	fmt.Fprintf(&b, "<link rel=\"canonical\" href=\"%sdocs/configuration/\">\n<link rel=\"alternate\" type=\"text/plain\" title=\"LLM-readable index\" href=\"%sllms.txt\">\n<link rel=\"alternate\" type=\"application/json\" title=\"Machine-readable manifest\" href=\"%sraw-manifest.json\">\n", root, root, root)
	for _, p := range []string{"title", "description", "type", "url", "image"} {
		fmt.Fprintf(&b, "<meta property=\"og:%s\" content=\"%sdocs/configuration/%s\">\n", p, root, p)
	}
	fmt.Fprintf(&b, "<link rel=\"icon\" href=\"%sfavicon.svg\" type=\"image/svg+xml\">\n<link rel=\"stylesheet\" href=\"%scss/main.min.css\" integrity=\"sha256-0123456789abcdef0123456789abcdef0123456789a=\">\n<script src=\"%sjs/main.js\" defer></script>\n", root, root, root)
	fmt.Fprintf(&b, "<script type=\"application/ld+json\">{\"@context\":\"https://schema.org\",\"@graph\":[{\"@type\":\"WebPage\",\"@id\":\"%sdocs/configuration/#webpage\",\"name\":\"Configuration reference\",\"isPartOf\":{\"@id\":\"%s#website\"}}]}</script>\n</head>\n<body class=\"docs layout-sidebar\">\n<header class=\"navbar\"><nav aria-label=\"Main\"><ul class=\"menu\">\n", root, root)
	for i := range 6 {
		fmt.Fprintf(&b, "<li class=\"menu-item\"><a class=\"menu-link\" href=\"/example-project/section-%d/\"><span class=\"menu-icon\"></span>Section %d</a></li>\n", i, i)
	}
	b.WriteString("</ul></nav></header>\n<div class=\"container\"><div class=\"row\"><aside class=\"sidebar\"><nav aria-label=\"Docs\"><ul>\n")
	for i := range 60 {
		fmt.Fprintf(&b, "<li class=\"sidebar-item level-1\"><a class=\"sidebar-link\" href=\"/example-project/docs/chapter-%d/\" title=\"Chapter %d\">Chapter %d: how to do it</a></li>\n", i, i, i)
	}
	b.WriteString("</ul></nav></aside>\n<main class=\"content\" role=\"main\"><article class=\"prose\"><h1 id=\"configuration-reference\">Configuration reference</h1>\n")
	for i := range 12 {
		fmt.Fprintf(&b, "<h2 id=\"key-%d\">Key %d<a class=\"anchor\" href=\"#key-%d\" aria-label=\"Link to this section\">#</a></h2>\n<p>This key decides what the program does when it meets a case of kind %d. It is read once, at the start, and may be given in the file, in the environment or as a flag; the flag wins. See <a href=\"../other-%d/#more\">the other page</a> for how it plays together with the rest, and don&rsquo;t forget to <em>read</em> <code>notes</code> first.</p>\n", i, i, i, i, i)
		fmt.Fprintf(&b, "<div class=\"highlight\"><pre tabindex=\"0\" class=\"chroma\"><code class=\"language-toml\" data-lang=\"toml\"><span class=\"line\"><span class=\"cl\"><span class=\"nx\">key%d</span> <span class=\"p\">=</span> <span class=\"s2\">&#34;value&#34;</span>\n</span></span></code></pre></div>\n<ul><li>first point of the list</li><li>second point with <strong>weight</strong></li></ul>\n", i)
	}
	b.WriteString("<p><img src=\"diagram.png\" srcset=\"diagram.png 1x, diagram@2x.png 2x\" alt=\"How the parts fit\" width=\"800\" height=\"400\" loading=\"lazy\"></p>\n</article></main></div></div>\n<footer class=\"site-footer\"><p>&copy; Example</p>\n")
	fmt.Fprintf(&b, "<div class=\"machine-links\" role=\"group\" aria-label=\"Machine-readable\">Machine-readable: <a href=\"%sllms.txt\">llms.txt</a> <a href=\"%sraw-manifest.json\">raw-manifest.json</a> <a href=\"%ssitemap.xml\">sitemap.xml</a></div>\n</footer>\n<script src=\"%sjs/search.js\"></script>\n</body>\n</html>\n", root, root, root, root)
	return b.Bytes()
}

func BenchmarkScan(b *testing.B) {
	src := docsPage()
	s := NewScanner()
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		s.Scan(src)
	}
}

// BenchmarkFloor is what tdewolff's lexer needs for the same page: the floor of `make bench`.
func BenchmarkFloor(b *testing.B) {
	src := docsPage()
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		lexTdewolff(src)
	}
}

func lexTdewolff(src []byte) {
	l := html.NewLexer(parse.NewInputBytes(src))
	for {
		if tt, _ := l.Next(); tt == html.ErrorToken {
			return
		}
	}
}

// BenchmarkRatio runs both in turn and reports Scan's time as a fraction of the floor's (median of the pairs).
func BenchmarkRatio(b *testing.B) {
	src := docsPage()
	s := NewScanner()
	var ratios []float64
	for b.Loop() {
		const rounds = 20
		t0 := time.Now()
		for range rounds {
			s.Scan(src)
		}
		t1 := time.Now()
		for range rounds {
			lexTdewolff(src)
		}
		ratios = append(ratios, float64(t1.Sub(t0))/float64(time.Since(t1)))
	}
	slices.Sort(ratios)
	b.ReportMetric(ratios[len(ratios)/2], "x-floor")
	b.ReportMetric(float64(len(src)), "page-bytes")
	b.ReportMetric(float64(len(s.Scan(src).Refs)), "refs")
}

// BenchmarkXNetTokenizer is the reference's tokenizer on the same page.
func BenchmarkXNetTokenizer(b *testing.B) {
	src := docsPage()
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		z := xhtml.NewTokenizer(bytes.NewReader(src))
		for z.Next() != xhtml.ErrorToken {
		}
		if z.Err() != io.EOF {
			b.Fatal(z.Err())
		}
	}
}
