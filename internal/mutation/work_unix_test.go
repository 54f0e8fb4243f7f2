//go:build unix

package mutation_test

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// most is the processor time that a tree of a few megabytes may cost: a
// hundred times what it does. What grows with the square of a list costs more.
const most = 5 * time.Second

// TestWorkIsBounded: files with many entries that each have to be compared
// with many others.
func TestWorkIsBounded(t *testing.T) {
	list := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			if i > 0 {
				b.WriteString(",")
			}
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	same := func(n int, text string) string { return strings.TrimSuffix(strings.Repeat(text+",", n), ",") }
	jsonLD := func(tr *tree, text string) {
		tr.sub("docs/index.html", `(?s)<script type="application/ld\+json">.*?</script>`, `<script type="application/ld+json">JSON</script>`)
		tr.edit("docs/index.html", "JSON", `{"@context":"https://schema.org",`+text+`}`)
	}
	nested := func(tr *tree, n int) {
		all := make([]any, n)
		for i := range all {
			all[i] = fmt.Sprintf("%sn%06d/llms.txt", tr.root, i)
		}
		tr.object("raw-manifest.json", func(m map[string]any) { m["discovery"].(map[string]any)["nested_llms"] = all })
	}
	for _, c := range []struct {
		name string
		edit func(*tree)
		more func(t *testing.T, dir string) // files that are cheap to write
	}{
		{"nodes that refer to nodes", func(tr *tree) {
			jsonLD(tr, `"@graph":[`+same(16_000, `{"@type":"WebPage","@id":"x","isPartOf":{"@id":"x"}}`)+`]`)
		}, nil},
		{"types", func(tr *tree) { jsonLD(tr, `"@type":[`+list(100_000, `"T%d"`)+`]`) }, nil},
		{"types and properties", func(tr *tree) {
			jsonLD(tr, `"@type":[`+same(40_000, `"WebPage"`)+`],`+list(40_000, `"n%d":1`))
		}, nil},
		{"references to a node of many properties", func(tr *tree) {
			jsonLD(tr, `"@graph":[{"@type":"SoftwareSourceCode","author":[`+same(30_000, `{"@id":"#a"}`)+`]},{"@id":"#a","@type":"Person",`+list(40_000, `"n%d":1`)+`,"name":"x"}]`)
		}, nil},
		{"references to a node of many types", func(tr *tree) {
			jsonLD(tr, `"@graph":[{"@type":"SoftwareSourceCode","author":[`+same(30_000, `{"@id":"#a"}`)+`]},{"@id":"#a","@type":[`+list(40_000, `"n%d"`)+`],"name":"x"}]`)
		}, nil},
		{"references to a node of a long URL", func(tr *tree) {
			jsonLD(tr, `"@graph":[{"@type":"WebPage","isPartOf":[`+same(30_000, `{"@id":"#a"}`)+`]},{"@id":"#a","@type":"WebSite","url":"`+tr.root+strings.Repeat(`a/`, 200_000)+`"}]`)
		}, nil},
		{"keywords of a long text", func(tr *tree) {
			words := list(90_000, "k%07d")
			jsonLD(tr, `"@type":"WebPage","keywords":"`+words+`"`)
			tr.edit("docs/index.html", "</main>", strings.Repeat("a ", 1<<20)+words+"</main>")
		}, nil},
		{"placeholders of one line", func(tr *tree) { tr.set("llms.txt", "# x\n\n"+strings.Repeat("x [SITE_ROOT] ", 300_000)) }, nil},
		{"links to nested llms.txt", func(tr *tree) {
			nested(tr, 100_000)
			tr.edit("docs/index.html", "</main>", list(100_000, `<a href="../m%06d/llms.txt">x</a>`)+"</main>")
		}, nil},
		{"nested llms.txt", func(tr *tree) { nested(tr, 200_000) }, func(t *testing.T, dir string) { farm(t, dir, []byte("# x\n"), names("q%d/llms.txt", 4000)...) }},
		{"sitemaps of one line", func(tr *tree) {
			index := ""
			for _, f := range names("s%d.xml", 700) {
				index += "<sitemap><loc>" + tr.root + f + "</loc></sitemap>"
			}
			tr.set("sitemap.xml", strings.ReplaceAll(urls(index), "urlset", "sitemapindex"))
		}, func(t *testing.T, dir string) {
			farm(t, dir, []byte(urls(strings.Repeat("<url><loc>https://example-user.github.io/example-project/</loc></url>", 900))), names("s%d.xml", 700)...)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr := readTree(t, "site")
			c.edit(tr)
			dir := t.TempDir()
			tr.write(t, dir, nil)
			if c.more != nil {
				c.more(t, dir)
			}
			var cmd *exec.Cmd
			if found := report(t, func(c *exec.Cmd) { cmd = c }, tr, dir); says(found, "jsonld/syntax", "docs/index.html") {
				t.Errorf("the block was not read\n%s", lines(found))
			}
			took := cmd.ProcessState.UserTime()
			t.Logf("%v of processor time", took)
			if took > most {
				t.Errorf("%v of processor time, not %v", took, most)
			}
			if rss := maxRSS(t, cmd); rss > memory {
				t.Errorf("the program used %d MiB", rss>>20)
			}
		})
	}
}

// TestTypeAmongMany: of a list of types not all are kept, but each one that a
// rule asks for.
func TestTypeAmongMany(t *testing.T) {
	for _, c := range []struct {
		last string
		says bool
	}{{"WebPage", false}, {"TechArticle", true}} {
		tr := readTree(t, "site")
		tr.edit("docs/index.html", `"@type": "WebPage"`, `"@type": [`+strings.Repeat(`"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t", "u", "v", `, 2)+`"`+c.last+`"]`)
		dir := t.TempDir()
		tr.write(t, dir, nil)
		found := report(t, nil, tr, dir)
		if says(found, "jsonld/type", "docs/index.html") != c.says {
			t.Errorf("%s: %s", c.last, lines(found))
		}
		if c.says && !strings.Contains(lines(found), "a, b, c, d, e, f, g, h, i, j, …;") {
			t.Errorf("%s", lines(found))
		}
	}
}
