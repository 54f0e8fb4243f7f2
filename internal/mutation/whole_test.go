package mutation_test

import (
	"regexp"
	"strings"
)

// treeBreaks are the faults of the tree as a whole: R008, R009, R026, R071 to
// R076, A12, A13, A17, E02, E03, E12, E14, E18.
func treeBreaks(base *tree) []brk {
	var all []brk
	add := func(name, refs string, apply func(*tree)) {
		all = append(all, brk{name: name, refs: refs, apply: apply})
	}
	for _, f := range []string{"_redirects", "_headers", "netlify.toml", "vercel.json", "wrangler.toml", ".htaccess", "web.config"} {
		add(f, "R008", func(t *tree) { t.set(f, "x\n") })
	}
	if base.name != "custom" {
		add("CNAME of a domain", "E14 R009 R038", func(t *tree) { t.set("CNAME", "docs.example.com\n") })
		add("CNAME empty", "E14", func(t *tree) { t.set("CNAME", "") })
	} else {
		for name, text := range map[string]string{"of another domain": "www.example.net\n", "with a scheme": "https://docs.example.com\n", "with a path": "docs.example.com/x\n", "of two": "docs.example.com\nwww.example.com\n", "empty": ""} {
			add("CNAME "+name, "E14 R009 R038", func(t *tree) { t.set("CNAME", text) })
		}
		add("cname", "E14 R009 E02", func(t *tree) { t.move("CNAME", "cname") })
		add("CNAME.txt", "E14 R009", func(t *tree) { t.move("CNAME", "CNAME.txt") })
		old := "https://example-user.github.io/example-project/"
		for _, tg := range headTags {
			if tg.kind == "" || tg.kind == "favicon.png" {
				continue
			}
			add(tg.name+" at GitHub's host", "R040", func(t *tree) {
				whole := t.find("docs/index.html", tg.expr)
				t.edit("docs/index.html", whole, strings.Replace(whole, t.root, old, 1))
			})
		}
		for _, f := range []string{"llms.txt", "raw-manifest.json", "sitemap.xml"} {
			add("footer link to "+f+" at GitHub's host", "R040", func(t *tree) { t.edit("docs/index.html", `<a href="`+t.root+f, `<a href="`+old+f) })
		}
		add("loc at GitHub's host", "R040 R158", func(t *tree) { t.edit("sitemap.xml", t.root+"docs/", old+"docs/") })
		add("Sitemap at GitHub's host", "R040 R138", func(t *tree) { t.edit("robots.txt", t.root, old) })
		add("llms.txt link at GitHub's host", "R040", func(t *tree) { t.edit("llms.txt", t.root+"docs/", old+"docs/") })
		add("manifest page at GitHub's host", "R040", func(t *tree) { t.edit("raw-manifest.json", `"`+t.root+`docs/"`, `"`+old+`docs/"`) })
		for _, key := range []string{"llms", "raw_manifest", "sitemap"} {
			add("manifest discovery."+key+" at GitHub's host", "R040", func(t *tree) { t.sub("raw-manifest.json", `("`+key+`": ")`+regexp.QuoteMeta(t.root), "${1}"+old) })
		}
		add("JSON-LD url at GitHub's host", "R040", func(t *tree) { t.sub("docs/index.html", `("url": ")`+regexp.QuoteMeta(t.root), "${1}"+old) })
		add("link in the text at GitHub's host", "R040", func(t *tree) { t.edit("docs/index.html", `href="../reference/"`, `href="`+old+`reference/"`) })
	}
	add("404 without noindex", "E18", func(t *tree) { t.edit("404.html", `<meta name="robots" content="noindex">`, "") })
	add("404 with index", "E18", func(t *tree) { t.edit("404.html", "noindex", "index, follow") })
	add("404 with relative machine links", "E18", func(t *tree) {
		t.edit("404.html", "</main>", `</main><footer class="machine-links"><a href="llms.txt">llms.txt</a></footer>`)
	})
	add("link to a page that is not there", "E01", func(t *tree) { t.edit("index.html", "</main>", `<a href="`+t.root+`nowhere/">x</a></main>`) })
	add("link to a fragment that is not there", "E01", func(t *tree) { t.edit("index.html", "#start\"", "#begin\"") })
	all = all[:len(all)-2] // links of the text go beyond the ledger
	add("x.html beside x/index.html", "E03 R111 R126", func(t *tree) {
		if t.site {
			t.set("docs.html", stub(t.root+"docs/"))
		} else {
			t.set("old.html", stub(t.root))
			t.set("old/index.html", stub(t.root))
		}
	})
	add("redirect to nowhere", "E01 R026 R014", func(t *tree) { t.set("old/index.html", stub(t.root+"nowhere/")) })
	add("redirect whose canonical differs", "R026 R080 R111 E01", func(t *tree) {
		t.set("old/index.html", strings.Replace(stub(t.root), `canonical" href="`+t.root, `canonical" href="`+t.root+`other/`, 1))
	})
	add("page in a dot folder", "E12", func(t *tree) {
		t.set(".hidden/note.txt", "x")
		t.edit("index.html", "og.png", ".hidden/og.png")
		t.copy("og.png", ".hidden/og.png")
	})
	add("linked file", "E12 E13", func(t *tree) { t.links["data.bin"] = "og.png" })
	add("link to the outside", "E12 E13", func(t *tree) { t.links["passwd"] = "/etc/passwd" })
	add("linked folder", "E12 E13", func(t *tree) { t.links["loop"] = "." })
	add("page in UTF-16", "R077 R108 E17", func(t *tree) { t.set("index.html", utf16(t.files["index.html"])) })
	all[len(all)-1].wide = true
	add("page with an upper-case extension", "E02", func(t *tree) {
		t.set("x/OLD.HTML", stub(t.root))
	})
	if base.site {
		add("page not listed", "R126 R164", func(t *tree) { newPage(t, "more/index.html") })
		add("noindex page", "R079 R110 A13", func(t *tree) { t.edit("docs/index.html", "index, follow", "noindex") })
		add("page removed", "E01 R126 R164 R167", func(t *tree) { t.remove("docs/index.html") })
		all[len(all)-1].wide = true
		add("head closed by a div", "E17", func(t *tree) { t.edit("docs/index.html", `<meta name="viewport"`, `<div></div><meta name="viewport"`) })
	}
	return all
}

// newPage adds a page that is right but for not being listed anywhere.
func newPage(t *tree, file string) {
	src := strings.ReplaceAll(t.files["docs/index.html"], t.root+"docs/", t.page(file))
	t.set(file, strings.NewReplacer("How to install Example Project and write the first note.", "More of it.", "Documentation", "More").Replace(src))
}
