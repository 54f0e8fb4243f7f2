package htmlfacts

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/html"
	xhtml "golang.org/x/net/html"
)

// docsPages builds pages as documentation themes emit them: 20 to 30 KB, about a hundred links, highlighted code, the
// whole discovery set. They differ from each other, so that no branch predictor learns them by heart.
func docsPages(n int) [][]byte {
	r := rand.New(rand.NewPCG(1, 2))
	pages := make([][]byte, n)
	for i := range pages {
		pages[i] = docsPage(r)
	}
	return pages
}

// words returns n words of prose.
func words(r *rand.Rand, n int) string {
	const text = "this key decides what the program does when it meets a case of that kind it is read once at the start and may be given in file environment or as flag configuration reference section chapter theme layout partial output format language build deploy publish root path url canonical"
	list := strings.Fields(text)
	out := make([]string, n)
	for i := range out {
		out[i] = list[r.IntN(len(list))]
	}
	return strings.Join(out, " ")
}

func docsPage(r *rand.Rand) []byte {
	var b bytes.Buffer
	const root = "https://example-user.github.io/example-project/"
	slug := func() string { return strings.ReplaceAll(words(r, 1+r.IntN(3)), " ", "-") }
	w := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	self := root + "docs/" + slug() + "/"
	w("<!DOCTYPE html>\n<html lang=\"en\" dir=\"ltr\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
	w("<title>%s &middot; Example Project</title>\n<meta name=\"description\" content=\"%s\">\n<meta name=\"robots\" content=\"index, follow\">\n", words(r, 3), words(r, 20))
	w("<link rel=\"canonical\" href=\"%s\">\n<link rel=\"alternate\" type=\"text/plain\" title=\"LLM-readable index\" href=\"%sllms.txt\">\n<link rel=\"alternate\" type=\"application/json\" title=\"Machine-readable manifest\" href=\"%sraw-manifest.json\">\n", self, root, root)
	for _, p := range []string{"title", "description", "type", "url", "image"} {
		w("<meta property=\"og:%s\" content=\"%s %s\">\n", p, self, words(r, r.IntN(9)))
	}
	w("<link rel=\"icon\" href=\"%sfavicon.svg\" type=\"image/svg+xml\">\n<link rel=\"stylesheet\" href=\"%scss/main.min.css\" integrity=\"sha256-0123456789abcdef0123456789abcdef0123456789a=\">\n<script src=\"%sjs/main.js\" defer></script>\n", root, root, root)
	w("<script type=\"application/ld+json\">{\"@context\":\"https://schema.org\",\"@graph\":[{\"@type\":\"WebPage\",\"@id\":\"%s#webpage\",\"name\":\"%s\",\"isPartOf\":{\"@id\":\"%s#website\"}}]}</script>\n</head>\n<body class=\"docs layout-sidebar\">\n", self, words(r, 4), root)
	w("<header class=\"navbar\"><nav aria-label=\"Main\"><ul class=\"menu\">\n")
	for range 4 + r.IntN(4) {
		w("<li class=\"menu-item\"><a class=\"menu-link\" href=\"/example-project/%s/\"><span class=\"menu-icon\"></span>%s</a></li>\n", slug(), words(r, 1+r.IntN(2)))
	}
	w("</ul></nav></header>\n<div class=\"container\"><div class=\"row\"><aside class=\"sidebar\"><nav aria-label=\"Docs\"><ul>\n")
	for range 40 + r.IntN(30) {
		w("<li class=\"sidebar-item level-%d\"><a class=\"sidebar-link\" href=\"/example-project/docs/%s/\"", r.IntN(3), slug())
		if r.IntN(2) == 0 {
			w(" title=\"%s\"", words(r, 2))
		}
		w(">%s</a></li>\n", words(r, 1+r.IntN(5)))
	}
	w("</ul></nav></aside>\n<main class=\"content\" role=\"main\"><article class=\"prose\"><h1 id=\"%s\">%s</h1>\n", slug(), words(r, 3))
	for range 8 + r.IntN(6) {
		id := slug()
		w("<h2 id=\"%s\">%s<a class=\"anchor\" href=\"#%s\" aria-label=\"Link to this section\">#</a></h2>\n", id, words(r, 3), id)
		for range 1 + r.IntN(3) {
			w("<p>%s. See <a href=\"../%s/#more\">%s</a> for how it plays together with the rest", words(r, 20+r.IntN(40)), slug(), words(r, 3))
			switch r.IntN(3) {
			case 0:
				w(", and don&rsquo;t forget to <em>read</em> <code>%s</code> first", words(r, 1))
			case 1:
				w(". <strong>%s</strong> &amp; %s", words(r, 2), words(r, 9))
			}
			w(".</p>\n")
		}
		w("<div class=\"highlight\"><pre tabindex=\"0\" class=\"chroma\"><code class=\"language-toml\" data-lang=\"toml\">")
		for range 1 + r.IntN(5) {
			w("<span class=\"line\"><span class=\"cl\"><span class=\"nx\">%s</span> <span class=\"p\">=</span> <span class=\"s2\">&#34;%s&#34;</span>\n</span></span>", words(r, 1), words(r, 2))
		}
		w("</code></pre></div>\n<ul><li>%s</li><li>%s <strong>%s</strong></li></ul>\n", words(r, 8), words(r, 5), words(r, 1))
	}
	w("<p><img src=\"%s.png\" srcset=\"diagram.png 1x, diagram@2x.png 2x\" alt=\"%s\" width=\"800\" height=\"400\" loading=\"lazy\"></p>\n</article></main></div></div>\n<footer class=\"site-footer\"><p>&copy; Example</p>\n", slug(), words(r, 5))
	w("<div class=\"machine-links\" role=\"group\" aria-label=\"Machine-readable\">Machine-readable: <a href=\"%sllms.txt\">llms.txt</a> <a href=\"%sraw-manifest.json\">raw-manifest.json</a> <a href=\"%ssitemap.xml\">sitemap.xml</a></div>\n</footer>\n<script src=\"%sjs/search.js\"></script>\n</body>\n</html>\n", root, root, root, root)
	return b.Bytes()
}

// benchPages is how many pages the benchmarks go round.
const benchPages = 64

func totalBytes(pages [][]byte) (n int64) {
	for _, p := range pages {
		n += int64(len(p))
	}
	return n
}

func BenchmarkScan(b *testing.B) {
	pages := docsPages(benchPages)
	s := NewScanner()
	b.SetBytes(totalBytes(pages))
	b.ReportAllocs()
	for b.Loop() {
		for _, p := range pages {
			s.Scan(p)
		}
	}
}

// BenchmarkFloor is what tdewolff's lexer needs for the same pages: the floor of `make bench`.
func BenchmarkFloor(b *testing.B) {
	pages := docsPages(benchPages)
	b.SetBytes(totalBytes(pages))
	b.ReportAllocs()
	for b.Loop() {
		for _, p := range pages {
			lexTdewolff(p)
		}
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

// BenchmarkRatio runs both in turn on each page and reports Scan's least time as a fraction of the floor's least time,
// which a busy machine disturbs least.
func BenchmarkRatio(b *testing.B) {
	pages := docsPages(benchPages)
	s := NewScanner()
	ours, floor := make([]time.Duration, len(pages)), make([]time.Duration, len(pages))
	for i := range pages {
		ours[i], floor[i] = time.Hour, time.Hour
	}
	for b.Loop() {
		for i, p := range pages {
			t0 := time.Now()
			s.Scan(p)
			ours[i] = min(ours[i], time.Since(t0))
		}
		for i, p := range pages {
			t0 := time.Now()
			lexTdewolff(p)
			floor[i] = min(floor[i], time.Since(t0))
		}
	}
	var sum, sumFloor time.Duration
	refs := 0
	for i, p := range pages {
		sum, sumFloor = sum+ours[i], sumFloor+floor[i]
		refs += len(s.Scan(p).Refs)
	}
	n := float64(len(pages))
	b.ReportMetric(float64(sum)/float64(sumFloor), "x-floor")
	b.ReportMetric(float64(sum.Nanoseconds())/n, "ns-scan/page")
	b.ReportMetric(float64(sumFloor.Nanoseconds())/n, "ns-floor/page")
	b.ReportMetric(float64(totalBytes(pages))/n, "bytes/page")
	b.ReportMetric(float64(refs)/n, "refs/page")
}

// BenchmarkXNetTokenizer is the reference's tokenizer on the same pages.
func BenchmarkXNetTokenizer(b *testing.B) {
	pages := docsPages(benchPages)
	b.SetBytes(totalBytes(pages))
	for b.Loop() {
		for _, p := range pages {
			z := xhtml.NewTokenizer(bytes.NewReader(p))
			for z.Next() != xhtml.ErrorToken {
			}
			if z.Err() != io.EOF {
				b.Fatal(z.Err())
			}
		}
	}
}
