package mutation_test

import (
	"regexp"
	"strings"
	"time"
)

// sitemapBreaks are the faults of sitemap.xml: R097 to R101, R126 to R130,
// R156 to R158, R167, E01, E02, E04 to E06.
func sitemapBreaks(base *tree) []brk {
	const file, refs = "sitemap.xml", "R095 R097 R124 R126 R156 R157 R167"
	var all []brk
	add := func(name, more string, apply func(*tree)) {
		all = append(all, brk{name: "sitemap " + name, refs: refs + " " + more, apply: apply})
	}
	plus := func(name, more, loc string) {
		add("with "+name, more, func(t *tree) { t.edit(file, "</urlset>", "<url><loc>"+loc+"</loc></url>\n</urlset>") })
	}
	for _, f := range []string{"llms.txt", "raw-manifest.json", "robots.txt", "sitemap.xml"} {
		plus(f, "R098 R099 R100 R101 R127 R128 R129 R130", base.root+f)
		plus("docs/"+f, "R098 R099 R100 R101 R127 R128 R129 R130", base.root+"docs/"+f)
	}
	plus("an image", "E01", base.root+"og.png")
	plus("the 404 page", "E18", base.root+"404.html")
	plus("a page that is not there", "E01", base.root+"nowhere/")
	plus("another site's page", "R158 E05", "https://example.org/")
	plus("a feed that is not there", "E01", base.root+"index.xml")
	plus("the page doubled", "E04", base.root)
	plus("the page as index.html", "E04 E01", base.root+"index.html")
	plus("a URL of 3,000 characters", "E04", base.root+strings.Repeat("x", 3000))
	plus("nothing", "E04", "")
	plus("a placeholder", "R028 R015", "[SITE_ROOT]docs/")
	loc := "<loc>" + base.root + "</loc>"
	for _, b := range []urlBreak{
		{"http", "E15 R158", "http" + strings.TrimPrefix(base.root, "https")},
		{"elsewhere", "R158 E05", "https://example.org/"},
		{"double slash", "R002 R053 E01", base.root + "/"},
		{"fragment", "E04 R072", base.root + "#start"},
		{"query", "E04", base.root + "?x=1"},
		{"relative", "E04 R158", "./"},
		{"index.html", "", base.root + "index.html"},
		{"empty", "E04", ""},
		{"localhost", "R045 E01 R158", "http://localhost:1313/"},
		{"port", "", strings.Replace(base.root, ".io/", ".io:443/", 1)},
		{"placeholder", "R028 R015", "[SITE_ROOT]"},
		{"without a scheme", "E04 R158", strings.TrimPrefix(base.root, "https:")},
		{"host in capitals", "", strings.Replace(base.root, "example", "EXAMPLE", 1)},
		{"dot segment", "", base.root + "./"},
	} {
		if b.name == "port" && base.name == "custom" {
			continue
		}
		add("loc "+b.name, b.refs, func(t *tree) { t.edit(file, loc, "<loc>"+b.url+"</loc>") })
	}
	if base.site {
		docs := "<loc>" + base.root + "docs/</loc>"
		add("loc with the slash left out", "E01", func(t *tree) { t.edit(file, docs, "<loc>"+base.root+"docs</loc>") })
		add("loc in another case", "E02 E01", func(t *tree) { t.edit(file, docs, "<loc>"+base.root+"Docs/</loc>") })
		add("without a page", "", func(t *tree) { t.sub(file, `<url>\s*`+regexp.QuoteMeta(docs)+`\s*</url>`, "") })
		add("url twice in one element", "E04", func(t *tree) { t.edit(file, docs, docs+docs) })
		add("excluded page", "", func(t *tree) {
			t.set("draft/index.html", strings.ReplaceAll(t.files["404.html"], "Page not found", "Draft"))
			t.object("raw-manifest.json", func(m map[string]any) {
				m["excluded"] = []any{map[string]any{"path": "draft/", "reason": "a draft"}}
			})
			t.edit(file, "</urlset>", "<url><loc>"+t.root+"draft/</loc></url></urlset>")
		})
		add("redirect", "", func(t *tree) {
			t.set("old/index.html", stub(t.root+"docs/"))
			t.edit(file, "</urlset>", "<url><loc>"+t.root+"old/</loc></url></urlset>")
		})
	} else {
		add("without the page", "", func(t *tree) { t.sub(file, `(?s)<url>.*</url>`, "") })
	}
	if base.root != base.domain {
		add("loc at the host root", "R158 E05", func(t *tree) { t.edit(file, loc, "<loc>"+base.domain+"</loc>") })
	}
	add("urls misnamed", "", func(t *tree) { t.editAll(file, "loc>", "location>") })
	add("another root", "", func(t *tree) { t.editAll(file, "urlset", "urls") })
	add("an index of nothing", "", func(t *tree) {
		t.set(file, `<?xml version="1.0" encoding="UTF-8"?>`+"\n"+`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></sitemapindex>`)
	})
	add("an index of a file that is not there", "A19 E01", func(t *tree) {
		t.set(file, `<?xml version="1.0" encoding="UTF-8"?>`+"\n"+`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>`+t.root+`sitemap-1.xml</loc></sitemap></sitemapindex>`)
	})
	add("no namespace", "", func(t *tree) { t.edit(file, ` xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"`, "") })
	add("another namespace", "", func(t *tree) {
		t.edit(file, `http://www.sitemaps.org/schemas/sitemap/0.9`, "https://www.sitemaps.org/schemas/sitemap/0.9")
	})
	add("no XML declaration", "", func(t *tree) { t.edit(file, `<?xml version="1.0" encoding="UTF-8"?>`+"\n", "") })
	add("declared as Latin-1", "E04", func(t *tree) { t.edit(file, `UTF-8`, "ISO-8859-1") })
	add("text before it", "", func(t *tree) { t.prefix(file, "\n") })
	add("an element not closed", "", func(t *tree) { t.edit(file, "</url>", "") })
	add("raw ampersand", "E04", func(t *tree) { t.edit(file, "<url>", "<url><!-- --><x>a & b</x>") })
	add("an entity declared", "", func(t *tree) {
		t.edit(file, "<urlset", "<!DOCTYPE urlset [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\n<urlset")
	})
	add("JSON", "", func(t *tree) { t.set(file, "[]") })
	for _, v := range []string{"yesterday", "2024-13-01", "01/02/2024", "2024-01-01 10:00", time.Now().AddDate(2, 0, 0).Format("2006-01-02")} {
		add("lastmod "+v, "E06", func(t *tree) { t.edit(file, loc, loc+"<lastmod>"+v+"</lastmod>") })
	}
	return all
}

func stub(to string) string {
	return `<!DOCTYPE html><html lang="en"><head><title>` + to + `</title><link rel="canonical" href="` + to + `"><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=` + to + `"></head></html>`
}
