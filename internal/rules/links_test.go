package rules

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

// linkedTree is a tree of 50 pages in which docs/page-0/ has 100 references
// of every form, all right, in about 25 KB.
func linkedTree(t testing.TB) (*Run, *worker, *PageContext) {
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const root = "https://example-user.github.io/example-project/"
	write("index.html", "<h1 id=top>Index</h1>")
	write("style.css", "b { color: red }")
	write("llms.txt", "# Example Project\n")
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html><html lang=en><head><title>Page</title><link rel=describedby href=%sllms.txt><link rel=stylesheet href=../../style.css></head><body><main>\n", root)
	for i := range 49 {
		write(fmt.Sprintf("docs/page-%d/index.html", i+1), "<h2 id=part>Part</h2>")
		fmt.Fprintf(&b, "<h2 id=part-%d>Part %d</h2><p>%s <a href=\"../page-%d/\">next</a> <a href=\"%sdocs/page-%d/#part\">part</a></p>\n",
			i, i, strings.Repeat("Some words of a page. ", 15), i+1, root, i+1)
	}
	b.WriteString("<a href=\"#part-1\">Part</a> <a href=\"/example-project/\">Home</a></main><footer><div class=machine-links>")
	for _, name := range footerNames {
		fmt.Fprintf(&b, "<a href=%s%s>%s</a> ", root, name, name)
	}
	b.WriteString("</div></footer></body></html>\n")
	write("docs/page-0/index.html", b.String())

	tree, err := site.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() })
	value := func(s string) ghpages.Value {
		return ghpages.Value{Text: s, Origin: ghpages.Origin{Kind: ghpages.FromFlag}}
	}
	d, problems := ghpages.Close(ghpages.Declared{
		Owner: value("example-user"), Repo: value("example-project"), PagesType: value("PROJECT_SITE"),
		CustomDomain: value("NONE"), SiteRoot: value(root),
	})
	if ghpages.HasOpen(problems) {
		t.Fatal(problems)
	}
	run := newRun(Input{Tree: tree, Deployment: d, Set: &Set{}})
	w := &worker{scanner: htmlfacts.NewScanner(), linker: newLinker(run)}
	c := &PageContext{Run: run, worker: w}
	c.Facts = w.scanner.Scan([]byte(b.String()))
	c.Page = site.Classify("docs/page-0/index.html", c.Facts, &d, nil)
	c.Base = site.BaseURL(c.Page.URL, c.Facts)
	keepIDs(c)
	return run, w, c
}

// look judges all references of the page anew.
func look(c *PageContext) int {
	c.haveRefs, c.haveLinks, c.refs = false, false, c.refs[:0]
	c.worker.fragments = c.worker.fragments[:0]
	return len(c.badLinks())
}

// TestRightLinksCostNothing: what is right is judged without an allocation,
// on 20,000 pages with 100 links each.
func TestRightLinksCostNothing(t *testing.T) {
	_, _, c := linkedTree(t)
	if n := len(c.Facts.Refs); n < 100 {
		t.Fatalf("the page has %d references, fewer than 100", n)
	}
	if n := look(c); n != 0 {
		t.Fatalf("%d references are wrong: %+v", n, c.badLinks())
	}
	if n := len(c.worker.fragments); n != 49 {
		t.Errorf("%d links to places of other pages, not 49", n)
	}
	// One: the resolver puts together the page's own path.
	if n := testing.AllocsPerRun(100, func() { look(c) }); n > 1 {
		t.Errorf("%v allocations for a page whose references are right", n)
	}
}

// BenchmarkLinks judges the references of one page of 25 KB.
func BenchmarkLinks(b *testing.B) {
	_, _, c := linkedTree(b)
	b.SetBytes(int64(len(c.Facts.Src)))
	b.ReportAllocs()
	for b.Loop() {
		look(c)
	}
	b.ReportMetric(float64(len(c.Facts.Refs)), "refs/op")
}

// BenchmarkScan is what reading the same page's facts costs, to hold
// BenchmarkLinks against.
func BenchmarkScan(b *testing.B) {
	_, w, c := linkedTree(b)
	src := c.Facts.Src
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		w.scanner.Scan(src)
	}
}

// BenchmarkAreas runs all page rules of the areas url, footer and links.
func BenchmarkAreas(b *testing.B) {
	_, _, c := linkedTree(b)
	for _, area := range [][]Rule{urlRules, footerRules, linksRules} {
		b.Run(area[0].Area(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				look(c)
				c.findings = c.findings[:0]
				for i := range area {
					if c.rule = &area[i]; c.rule.Page != nil {
						c.rule.Page(c)
					}
				}
			}
			if len(c.findings) != 0 {
				b.Error(c.findings)
			}
		})
	}
}
