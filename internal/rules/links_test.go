package rules

import (
	"fmt"
	"strings"
	"testing"
)

// linkedTree is a tree of 50 pages in which docs/page-0/ has 100 references
// of every form, all right, in about 25 KB.
func linkedTree(t testing.TB) (*Run, *worker, *PageContext) {
	t.Helper()
	files := map[string]string{
		"index.html": "<h1 id=top>Index</h1>",
		"style.css":  "b { color: red }",
		"llms.txt":   "# Example Project\n",
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html><html lang=en><head><title>Page</title><link rel=describedby href=%sllms.txt><link rel=stylesheet href=../../style.css></head><body><main>\n", smallRoot)
	for i := range 49 {
		files[fmt.Sprintf("docs/page-%d/index.html", i+1)] = "<h2 id=part>Part</h2>"
		fmt.Fprintf(&b, "<h2 id=part-%d>Part %d</h2><p>%s <a href=\"../page-%d/\">next</a> <a href=\"%sdocs/page-%d/#part\">part</a></p>\n",
			i, i, strings.Repeat("Some words of a page. ", 15), i+1, smallRoot, i+1)
	}
	b.WriteString("<a href=\"#part-1\">Part</a> <a href=\"/example-project/\">Home</a></main><footer><div class=machine-links>")
	for _, name := range footerNames {
		fmt.Fprintf(&b, "<a href=%s%s>%s</a> ", smallRoot, name, name)
	}
	b.WriteString("</div></footer></body></html>\n")
	files["docs/page-0/index.html"] = b.String()

	run := smallTree(t, files)
	c := pageAt(run, "docs/page-0/index.html", b.String())
	return run, c.worker, c
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
