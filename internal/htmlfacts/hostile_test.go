package htmlfacts

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tdewolff/minify/v2"
	mhtml "github.com/tdewolff/minify/v2/html"
)

// Hostile documents: the scan must end, keep its memory in bounds and say what it left out. (A quadratic step anywhere
// would take minutes on these.)
func TestHostile(t *testing.T) {
	const n = 1 << 20
	tests := []struct {
		name, src string
		truncated Limit
	}{
		{"attributes", "<a " + strings.Repeat("x=1 ", n) + "href=y>", 0},
		{"the same attribute", "<a " + strings.Repeat("href=1 ", n) + ">", 0},
		{"nested", strings.Repeat("<div>", n) + strings.Repeat("</div>", n), TooDeep},
		{"nested custom", strings.Repeat("<x-y>", n) + strings.Repeat("</x-z>", n), TooDeep},
		{"nested formatting", strings.Repeat("<b><a href=1><div>", n/4) + strings.Repeat("</b></a>", n/4), TooDeep},
		{"nested tables", strings.Repeat("<table><tr><td>", n/4) + strings.Repeat("</span></table>", n/4), TooDeep},
		{"nested templates", strings.Repeat("<template>", n/4) + strings.Repeat("</template>", n/4), TooDeep},
		{"nested svg", strings.Repeat("<svg><desc><p>", n/4) + strings.Repeat("</svg></p>", n/4), TooDeep},
		{"nested wrappers", strings.Repeat("<div class=machine-links><img><h1>", n/8), TooDeep},
		{"nested details", strings.Repeat("<details><summary hidden>", n/4), TooDeep},
		{"spans under a misnested b", strings.Repeat("<b>"+strings.Repeat("<span>", 400)+"<p></b>", n/2000), 0},
		{"end tags", "<div><table>" + strings.Repeat("<span>", 500) + strings.Repeat("</div>", n), 0},
		{"paragraphs behind buttons", "<p><button>" + strings.Repeat("<i>", 500) + strings.Repeat("<p></p>", n/2), 0},
		{"open formatting", strings.Repeat("<b>", n), TooDeep},
		{"formatting opened again", strings.Repeat("<p><b>x</p>", n/8), 0},
		{"formatting of every kind opened again", each(n/16, "<p><i id=%d></p>"), TooDeep | TooTangled},
		{"adoption through deep nesting", strings.Repeat("<b>"+strings.Repeat("<div>", 500)+strings.Repeat("</b>", 70)+strings.Repeat("</div>", 500), n/4096), TooTangled},
		{"adoption over and over", strings.Repeat("<b><p></b></p>", n/8), 0},
		{"links before a table", "<table>" + strings.Repeat("<a href=x>", n/4), 0},
		{"markers left behind", "<table>" + strings.Repeat("<td><object></td>", n/8), 0},
		{"nodes", "<p><b></p>" + strings.Repeat("<br>", 2*n), TooTangled},
		{"many attributes on formatting", "<p><b></p><b " + strings.Repeat("a=1 ", n) + "><b " + each(n/8, "a%d=1 ") + ">", 0},
		{"links", strings.Repeat("<a href=x>", n), TooMany},
		{"identifiers", strings.Repeat("<i id=x></i>", n), TooMany},
		{"hidden", strings.Repeat("<i hidden></i>", n), TooMany},
		{"metas", strings.Repeat("<meta name=x>", n), TooMany},
		{"pieces of text", strings.Repeat("x<br>", n), TooMany},
		{"comment", "<!--" + strings.Repeat("- ->", 25*n) + "-->", 0},
		{"comment of dashes", "<!--" + strings.Repeat("-", 8*n), 0},
		{"open comments", strings.Repeat("<!--", n), 0},
		{"less-than signs", strings.Repeat("<", 8*n), 0},
		{"ampersands", "<a href='" + strings.Repeat("&", n) + "'>" + strings.Repeat("&", n), 0},
		{"references", "<a href='" + strings.Repeat("&notit;", n/4) + "'><title>" + strings.Repeat("&amp", n) + "</title>", 0},
		{"long names", strings.Repeat("<"+strings.Repeat("a", 1000)+">", n/1000), TooDeep},
		{"script comments", "<script>" + strings.Repeat("<!--<script>", n/4), 0},
		{"open script ends", "<script>" + strings.Repeat("</script", n/4), 0},
		{"style", "<style>" + strings.Repeat("url(", n) + "</style>", 0},
		{"style strings", "<style>" + strings.Repeat("@import '\n", n/2) + "</style>", TooMany},
		{"inline style", "<p style='" + strings.Repeat("a:url(x);", n/4) + "'>", 0},
		{"srcset", "<img srcset='" + strings.Repeat("a ,", n/2) + "'>", TooMany},
		{"srcset in parentheses", "<img srcset='" + strings.Repeat("a (,", n/4) + "'>", 0},
		{"classes", "<p class='" + strings.Repeat("machine-link ", n/4) + "'>", 0},
		{"entities in classes", strings.Repeat("<p class='m&amp;machine-lin'>", n/8), 0},
		{"white space text", strings.Repeat("<p>&nbsp;</p>", n/4), 0},
		{"one long anchor", "<a href=x>" + strings.Repeat("&nbsp;", n/2), 0},
		{"charset", "<meta http-equiv=content-type content='" + strings.Repeat("charset ", n/4) + "'>", 0},
	}
	s := NewScanner()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := s.Scan([]byte(tt.src))
			if p.Truncated != tt.truncated {
				t.Errorf("truncated %b, want %b", p.Truncated, tt.truncated)
			}
			for name, n := range map[string]int{
				"refs": len(p.Refs), "ids": len(p.IDs), "hiders": len(p.Hiders), "metas": len(p.Metas), "runs": len(s.runs),
				"open": len(s.open), "records": cap(s.records),
			} {
				if n > MaxFacts {
					t.Errorf("%d %s", n, name)
				}
			}
		})
	}
	// One hostile document must not leave its buffers behind.
	s.Scan(nil)
	if cap(s.page.Refs) > 1<<16 || cap(s.page.IDs) > 1<<16 || cap(s.runs) > 1<<16 || cap(s.arena) > 1<<16 {
		t.Errorf("buffers kept: %d %d %d %d", cap(s.page.Refs), cap(s.page.IDs), cap(s.runs), cap(s.arena))
	}
}

// each repeats a format with a number in it, which is different each time.
func each(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// Every prefix of a page is a document, and every one leaves the Scanner fit for the next page.
func TestTruncatedAnywhere(t *testing.T) {
	page := docsPages(1)[0]
	s := NewScanner()
	whole := summary(NewScanner().Scan(page))
	for n := 0; n < len(page); n += 7 {
		p := s.Scan(page[:n])
		if p.Head.End > n {
			t.Fatalf("prefix %d: head ends at %d", n, p.Head.End)
		}
		for _, r := range p.Refs {
			if r.Offset > n || r.Content.End > n || r.Content.Start > r.Content.End {
				t.Fatalf("prefix %d: %+v", n, r)
			}
		}
		for _, r := range slices.Concat(p.MachineLinks, p.Footers, p.Mains) {
			if r.Content.Start > r.Content.End || r.EndRef < r.FirstRef || r.EndRef > len(p.Refs) {
				t.Fatalf("prefix %d: %+v", n, r)
			}
			p.Text(r.Content)
		}
		p.VisibleText()
	}
	if got := summary(s.Scan(page)); got != whole {
		t.Errorf("after 1000 prefixes\n got %s\nwant %s", got, whole)
	}
}

// summary says everything about a page that does not depend on positions.
func summary(p *Page) string {
	var b strings.Builder
	w := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	w("lang %s, %v\n", p.Lang, p.Encoding.IsUTF8())
	for _, t := range p.Titles {
		w("title %q %b\n", t.Value, t.Context)
	}
	for _, m := range p.Metas {
		if m.IsName("viewport") {
			continue // the minifier writes its content anew
		}
		w("meta %q %q %q %q %b\n", m.Name, m.Property, m.HTTPEquiv, m.Content, m.Context)
	}
	for _, l := range p.Links {
		w("link %q %q %q %q %b\n", l.Rel, l.Type, l.Href, l.Title, l.Context)
	}
	for _, j := range p.JSONLD {
		w("json %q\n", j.Raw)
	}
	for _, r := range p.Refs {
		w("ref %s %s %q %b %v %q\n", r.Element, r.Attr, r.URL, r.Context, r.Empty, p.Text(r.Content))
	}
	for _, id := range p.IDs {
		w("id %x\n", id.Hash)
	}
	for _, r := range slices.Concat(p.MachineLinks, p.Footers, p.Mains) {
		w("region %s %s %s %d-%d %v %v %b %q\n", r.Element, r.Role, r.AriaLabel, r.FirstRef, r.EndRef, r.Heading >= 0, r.Image >= 0, r.Context, p.Text(r.Content))
	}
	for _, h := range p.Headings {
		w("h%d %q\n", h.Level, p.Text(h.Content))
	}
	return b.String()
}

// A minified document must give the same facts.
func TestMinified(t *testing.T) {
	m := minify.New()
	m.Add("text/html", &mhtml.Minifier{})
	for i, page := range docsPages(8) {
		small, err := m.Bytes("text/html", bytes.Clone(page)) // it works in place
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(small, []byte("</head>")) || !bytes.Contains(small, []byte("href=https")) {
			t.Fatalf("page %d is not minified", i)
		}
		// The minifier drops comments, white space and attributes with default values; no fact depends on those.
		got, want := summary(NewScanner().Scan(small)), summary(NewScanner().Scan(page))
		if got != want {
			a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
			for n := range min(len(a), len(b)) {
				if a[n] != b[n] {
					t.Fatalf("page %d: minified\n%s\nas written\n%s", i, a[n], b[n])
				}
			}
			t.Fatalf("page %d: %d facts minified, %d as written", i, len(a), len(b))
		}
	}
}

// Scanning a page without rare character references allocates nothing once the buffers have grown.
func TestAllocations(t *testing.T) {
	page := bytes.ReplaceAll(docsPages(1)[0], []byte("&middot;"), nil)
	page = bytes.ReplaceAll(bytes.ReplaceAll(page, []byte("&copy;"), nil), []byte("&rsquo;"), nil)
	s := NewScanner()
	s.Scan(page)
	if n := testing.AllocsPerRun(10, func() { s.Scan(page) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// Strings of a page share its bytes: a caller that keeps them past the next Scan has to clone them. What is computed on
// demand stays.
func TestFreshCopies(t *testing.T) {
	s := NewScanner()
	src := []byte("<title>a&amp;b</title><p>text &amp; more</p><pre>" + strings.Repeat("x", MinCodeBlock) + "</pre>")
	p := s.Scan(src)
	text, code := p.VisibleText(), p.CodeText(p.CodeBlocks[0].Content)
	for i := range src {
		src[i] = '!'
	}
	s.Scan(src)
	if !strings.HasPrefix(text, "text & more\nx") || strings.Trim(code, "x") != "" {
		t.Errorf("text %q, code %q", text, code)
	}
}
