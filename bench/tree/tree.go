// Package tree writes large conforming trees, the same for the same seed:
// project sites of documentation pages with navigation, sidebar, body, code,
// links and the whole discovery set.
package tree

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// Root is the SITE_ROOT of every tree.
const Root = "https://example-user.github.io/example-project/"

const perSection = 50 // pages of a section, its own list included

var words = strings.Fields(`note page link file folder list heading reader writer server change check build
publish address root path order title name text line word table figure example option value default setting
command program machine network memory process thread cache index search result error warning message report
author reviewer version release branch commit archive module package library function method field record`)

type writer struct {
	dir   string
	rnd   *rand.Rand
	pages int
}

// Write writes a tree of that many pages into dir, which must not exist.
func Write(dir string, pages int, seed uint64) error {
	w := &writer{dir: dir, rnd: rand.New(rand.NewPCG(seed, uint64(pages))), pages: pages}
	for i := range pages {
		if err := w.page(i); err != nil {
			return err
		}
	}
	for _, f := range []func() error{w.llms, w.manifest, w.sitemap, w.rest} {
		if err := f(); err != nil {
			return err
		}
	}
	return nil
}

// path is where page i lies below the root: "", "sNNN/" or "sNNN/pNNNNN/".
func path(i int) string {
	if i == 0 {
		return ""
	}
	section := i / perSection
	if i%perSection == 0 || i == 1 {
		return fmt.Sprintf("s%03d/", section)
	}
	return fmt.Sprintf("s%03d/p%05d/", section, i)
}

func (w *writer) title(i int) string {
	if i == 0 {
		return "Example Project"
	}
	return fmt.Sprintf("%s %s %d", strings.ToUpper(words[i%len(words)][:1])+words[i%len(words)][1:], words[(i/7)%len(words)], i)
}

func (w *writer) description(i int) string {
	return fmt.Sprintf("Page %d of the example: how a %s and a %s keep the %s of each %s.", i,
		words[(i*3)%len(words)], words[(i*5)%len(words)], words[(i*11)%len(words)], words[(i*13)%len(words)])
}

func (w *writer) sentence(b *strings.Builder, n int) {
	for j := range n {
		if j > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(words[w.rnd.IntN(len(words))])
	}
	b.WriteString(".")
}

func (w *writer) page(i int) error {
	url, title, description := Root+path(i), w.title(i), w.description(i)
	var b strings.Builder
	b.Grow(30 << 10)
	fmt.Fprintf(&b, `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%[2]s</title>
<meta name="description" content="%[3]s">
<meta name="robots" content="index, follow">
<link rel="canonical" href="%[1]s">
<link rel="alternate" type="text/plain" href="%[4]sllms.txt" title="LLM-readable index">
<link rel="alternate" type="application/json" href="%[4]sraw-manifest.json" title="Machine-readable manifest">
<link rel="describedby" href="%[4]sllms.txt">
<meta property="og:title" content="%[2]s">
<meta property="og:description" content="%[3]s">
<meta property="og:type" content="website">
<meta property="og:url" content="%[1]s">
<meta property="og:image" content="%[4]sog.png">
<link rel="icon" href="%[4]sfavicon.png" type="image/png">
<link rel="stylesheet" href="%[4]sstyle.css">
<script type="application/ld+json">
`, url, title, description, Root)
	node := map[string]any{
		"@type": "WebPage", "@id": url + "#webpage", "name": title, "description": description, "url": url,
		"inLanguage": "en", "isPartOf": map[string]any{"@id": Root + "#website"},
	}
	if i == 0 {
		node = map[string]any{
			"@type": "WebSite", "@id": Root + "#website", "name": title, "description": description, "url": Root, "inLanguage": "en",
		}
	}
	ld, err := json.Marshal(map[string]any{"@context": "https://schema.org", "@graph": []any{node}})
	if err != nil {
		return err
	}
	b.Write(ld)
	b.WriteString("\n</script>\n</head>\n<body>\n<header><nav aria-label=\"Main\"><ul>\n")
	sections := (w.pages + perSection - 1) / perSection
	for j := range 20 {
		s := j * max(1, sections/20) % sections
		p := path(s * perSection)
		if s == 0 {
			p = ""
		}
		fmt.Fprintf(&b, "<li class=\"nav-item\"><a class=\"nav-link\" href=\"/example-project/%s\">%s</a></li>\n", p, words[j])
	}
	b.WriteString("</ul></nav></header>\n<div class=\"layout\">\n<aside class=\"sidebar\"><nav aria-label=\"Section\"><ul>\n")
	first := i / perSection * perSection
	for j := first; j < min(first+32, w.pages); j++ {
		fmt.Fprintf(&b, "<li class=\"sidebar-item\"><a class=\"sidebar-link\" href=\"%s%s\">%s</a></li>\n", Root, path(j), w.title(j))
	}
	fmt.Fprintf(&b, "</ul></nav></aside>\n<main id=\"content\">\n<h1>%s</h1>\n<nav class=\"toc\" aria-label=\"On this page\"><ul>\n", title)
	for j := range 7 {
		fmt.Fprintf(&b, "<li><a href=\"#part-%d\">Part %d</a></li>\n", j, j)
	}
	b.WriteString("</ul></nav>\n")
	for j := range 7 {
		fmt.Fprintf(&b, "<h2 id=\"part-%d\">Part %d <a class=\"anchor\" href=\"#part-%d\" aria-label=\"Link to part %d\">#</a></h2>\n", j, j, j, j)
		for range 2 {
			b.WriteString("<p>")
			w.sentence(&b, 40)
			other := w.rnd.IntN(w.pages)
			fmt.Fprintf(&b, " See <a href=\"%s%s#content\">the other page</a>, <em>%s</em> &amp; <code>%s</code>. ", Root, path(other), words[w.rnd.IntN(len(words))], words[w.rnd.IntN(len(words))])
			w.sentence(&b, 30)
			b.WriteString("</p>\n")
		}
		b.WriteString("<div class=\"highlight\"><pre tabindex=\"0\"><code class=\"language-go\" data-lang=\"go\">")
		for range 6 {
			fmt.Fprintf(&b, "<span class=\"line\"><span class=\"kd\">func</span> <span class=\"nx\">%s</span><span class=\"p\">(</span><span class=\"nx\">%s</span><span class=\"p\">)</span> <span class=\"p\">{</span></span>\n",
				words[w.rnd.IntN(len(words))], words[w.rnd.IntN(len(words))])
		}
		b.WriteString("</code></pre></div>\n")
	}
	fmt.Fprintf(&b, `</main>
</div>
<footer>
<p>Apache-2.0</p>
<div class="machine-links" role="group" aria-label="Machine-readable project files">
<span>Machine-readable:</span>
<a href="%[1]sllms.txt">llms.txt</a>
<a href="%[1]sraw-manifest.json">manifest</a>
<a href="%[1]ssitemap.xml">sitemap</a>
</div>
</footer>
</body>
</html>
`, Root)
	return w.file(path(i)+"index.html", b.String())
}

func (w *writer) file(name, text string) error {
	p := filepath.Join(w.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		return err
	}
	return os.WriteFile(p, []byte(text), 0o644)
}

// LLMS returns an llms.txt of that many links, in the shape that every reader
// takes.
func LLMS(pages int) string {
	w := &writer{pages: pages}
	var b strings.Builder
	b.WriteString("# Example Project\n\n> An example of many pages.\n\nAll pages of the example, section by section.\n")
	for i := range pages {
		if i%perSection == 0 {
			fmt.Fprintf(&b, "\n## Section %d\n\n", i/perSection)
		}
		fmt.Fprintf(&b, "- [%s](%s%s): %s\n", w.title(i), Root, path(i), w.description(i))
	}
	return b.String()
}

func (w *writer) llms() error { return w.file("llms.txt", LLMS(w.pages)) }

// Manifest returns a raw-manifest.json of that many pages.
func Manifest(pages int) ([]byte, error) {
	w := &writer{pages: pages}
	var list []any
	for i := range pages {
		kind := "WebPage"
		if i == 0 {
			kind = "WebSite"
		}
		list = append(list, map[string]any{
			"url": Root + path(i), "title": w.title(i), "description": w.description(i), "language": "en",
			"role": "editorial", "json_ld_type": kind, "source": "content/" + path(i) + "index.md",
		})
	}
	return json.MarshalIndent(map[string]any{
		"$schema":        "https://discovery-set.github.io/hugo-discovery/schema/raw-manifest.schema.json",
		"schema_version": "1", "protocol": map[string]any{"name": "GitHub Pages Discovery Set Protocol", "version": "v1"},
		"generator": map[string]any{"name": "bench", "version": "1"},
		"name":      "Example Project", "description": "An example of many pages.", "url": Root, "type": "SITE", "language": "en",
		"languages": []string{"en"}, "repository": "https://github.com/example-user/example-project",
		"license": "Apache-2.0", "license_url": "https://spdx.org/licenses/Apache-2.0.html",
		"deployment": map[string]any{
			"provider": "github-pages", "owner": "example-user", "repo": "example-project", "pages_type": "PROJECT_SITE",
			"custom_domain": "NONE", "domain_root": "https://example-user.github.io/", "site_root": Root,
			"project_root": "/example-project/", "discovery_root": Root, "controls_domain_root": false,
		},
		"discovery": map[string]any{
			"llms": Root + "llms.txt", "raw_manifest": Root + "raw-manifest.json", "sitemap": Root + "sitemap.xml",
			"robots": map[string]any{"url": Root + "robots.txt", "role": "companion"},
		},
		"pages": list, "excluded": []any{},
	}, "", "  ")
}

func (w *writer) manifest() error {
	text, err := Manifest(w.pages)
	if err != nil {
		return err
	}
	return w.file("raw-manifest.json", string(text))
}

func (w *writer) sitemap() error {
	f, err := os.Create(filepath.Join(w.dir, "sitemap.xml"))
	if err != nil {
		return err
	}
	b := bufio.NewWriter(f)
	b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n")
	for i := range w.pages {
		fmt.Fprintf(b, "  <url>\n    <loc>%s%s</loc>\n    <lastmod>2026-01-02</lastmod>\n  </url>\n", Root, path(i))
	}
	b.WriteString("</urlset>\n")
	if err := b.Flush(); err != nil {
		return err
	}
	return f.Close()
}

func (w *writer) rest() error {
	for name, text := range map[string]string{
		"robots.txt":  "# Companion of a project site: crawlers read only the robots.txt at the root of the host.\nUser-agent: *\nAllow: /\n\nSitemap: " + Root + "sitemap.xml\n",
		"style.css":   ".machine-links { font-size: 0.75rem; }\n",
		"favicon.png": "\x89PNG\r\n\x1a\n", "og.png": "\x89PNG\r\n\x1a\n",
	} {
		if err := w.file(name, text); err != nil {
			return err
		}
	}
	return nil
}
