package site

import (
	"bytes"
	"slices"
	"strings"
)

// Generator is a program that builds sites.
type Generator struct {
	Name   string // "Hugo"
	Build  string // the command that builds a site: "hugo"
	Output string // the folder that it builds into: "public"
}

// generators are known by the configuration in the root of their sources; the
// first that fits counts. A name that ends in a slash is a folder's.
var generators = []struct {
	Generator
	config []string // one of them is there
	beside []string // and one of these, where there are any
}{
	{Generator{"Hugo", "hugo", "public"}, []string{"hugo.toml", "hugo.yaml", "hugo.yml", "hugo.json", "config/_default/"}, nil},
	{Generator{"Zola", "zola build", "public"}, []string{"config.toml"}, []string{"templates/"}},
	{Generator{"Hugo", "hugo", "public"}, []string{"config.toml", "config.yaml", "config.yml", "config.json"}, []string{"content/", "layouts/", "themes/", "archetypes/"}},
	{Generator{"Hexo", "hexo generate", "public"}, []string{"_config.yml"}, []string{"source/_posts/"}},
	{Generator{"Jekyll", "jekyll build", "_site"}, []string{"_config.yml", "_config.yaml", "_config.toml"}, nil},
	{Generator{"MkDocs", "mkdocs build", "site"}, []string{"mkdocs.yml", "mkdocs.yaml"}, nil},
	{Generator{"Docusaurus", "npm run build", "build"}, []string{"docusaurus.config.js", "docusaurus.config.ts", "docusaurus.config.mjs"}, nil},
	{Generator{"VitePress", "npx vitepress build", ".vitepress/dist"}, []string{".vitepress/config.js", ".vitepress/config.ts", ".vitepress/config.mjs", ".vitepress/config.mts"}, nil},
	{Generator{"VitePress", "npx vitepress build docs", "docs/.vitepress/dist"}, []string{"docs/.vitepress/config.js", "docs/.vitepress/config.ts", "docs/.vitepress/config.mjs", "docs/.vitepress/config.mts"}, nil},
	{Generator{"Eleventy", "npx @11ty/eleventy", "_site"}, []string{".eleventy.js", "eleventy.config.js", "eleventy.config.mjs", "eleventy.config.cjs"}, nil},
	{Generator{"Astro", "npm run build", "dist"}, []string{"astro.config.mjs", "astro.config.js", "astro.config.ts"}, nil},
	{Generator{"mdBook", "mdbook build", "book"}, []string{"book.toml"}, nil},
	{Generator{"Sphinx", "sphinx-build . _build/html", "_build/html"}, []string{"conf.py"}, []string{"index.rst", "index.md"}},
}

// Source is the generator whose source the tree is, instead of what one has
// built: its configuration is there, and the index page is not, or has front
// matter, which no page has when it is published.
func (t *Tree) Source() (g Generator, ok bool) {
	there := func(name string) bool {
		if folder, ok := strings.CutSuffix(name, "/"); ok {
			return t.Dir(folder)
		}
		return t.File(name)
	}
	for i := range generators {
		g := &generators[i]
		if slices.ContainsFunc(g.config, there) && (g.beside == nil || slices.ContainsFunc(g.beside, there)) {
			if t.File("index.html") && !t.hasFrontMatter("index.html") {
				break
			}
			return g.Generator, true
		}
	}
	return g, false
}

// hasFrontMatter reports whether a file begins as generators mark their sources.
func (t *Tree) hasFrontMatter(p string) bool {
	src := t.Document(p).Src
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	return bytes.HasPrefix(src, []byte("---\n")) || bytes.HasPrefix(src, []byte("---\r\n"))
}
