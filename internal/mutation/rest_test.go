package mutation_test

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

// The four files of the set, with the numbers that want them in their place.
var setFiles = []struct{ name, refs, copies string }{
	{"index.html", "R092 R124 R159", ""},
	{"llms.txt", "R093 R124", "R160 R162"},
	{"raw-manifest.json", "R094 R124 R163", "R163 R165"},
	{"sitemap.xml", "R095 R124", "R166"},
}

// fileBreaks are the faults of where the files lie and whether they can be
// read: R092 to R096, R124, R159 to R169, E02, E12.
func fileBreaks(base *tree) []brk {
	var all []brk
	for _, f := range setFiles {
		add := func(name, refs string, apply func(*tree)) {
			all = append(all, brk{name: f.name + " " + name, refs: refs, apply: apply, wide: f.name == "index.html"})
		}
		add("removed", f.refs, func(t *tree) { t.remove(f.name) })
		add("in capitals", f.refs+" E02", func(t *tree) { t.move(f.name, strings.ToUpper(f.name)) })
		add("capitalised", f.refs+" E02", func(t *tree) { t.move(f.name, strings.ToUpper(f.name[:1])+f.name[1:]) })
		add("empty", f.refs+" R161 R077", func(t *tree) { t.set(f.name, "") })
		add("blank", f.refs+" R161 R077", func(t *tree) { t.set(f.name, "\n\n  \n") })
		add("a link", f.refs+" E12 E13", func(t *tree) {
			t.move(f.name, "real-"+strings.TrimSuffix(f.name, ".html")+".bin")
			t.links[f.name] = "real-" + strings.TrimSuffix(f.name, ".html") + ".bin"
		})
		add("a folder", f.refs, func(t *tree) { t.remove(f.name); t.set(f.name+"/readme.txt", "x") })
		if f.name == "index.html" {
			continue
		}
		add("misspelt", f.refs, func(t *tree) { t.move(f.name, "x"+f.name) })
		add("with a space", f.refs, func(t *tree) { t.move(f.name, f.name+" ") })
		for _, dir := range []string{"assets/", ".well-known/", "docs/", "static/"} {
			refs := f.copies
			if dir == "assets/" {
				refs += " R162 R165 R166"
			}
			add("moved to "+dir, f.refs+" "+refs, func(t *tree) { t.move(f.name, dir+f.name) })
			add("copied to "+dir, refs, func(t *tree) { t.copy(f.name, dir+f.name) })
		}
		add("also in capitals", f.copies+" E02", func(t *tree) { t.copy(f.name, strings.ToUpper(f.name)) })
		add("an HTML page", f.refs+" R161 R164 E10", func(t *tree) { t.copy("404.html", f.name) })
		add("in UTF-16", f.refs, func(t *tree) { t.set(f.name, utf16(t.files[f.name])) })
		add("with a NUL", f.refs, func(t *tree) { t.edit(f.name, "Example", "Exam\x00ple") })
		if f.name == "sitemap.xml" {
			all = all[:len(all)-1] // it says no such word
			add("with a NUL", f.refs, func(t *tree) { t.edit(f.name, "<loc>", "<loc>\x00") })
			add("in Latin-1", f.refs+" R156 R157 E04", func(t *tree) { t.edit(f.name, "<url>", "<url><!-- caf\xe9 -->") })
			add("truncated", f.refs, func(t *tree) { t.set(f.name, t.files[f.name][:len(t.files[f.name])/2]) })
			add("after a byte order mark", "R156 R157", func(t *tree) { t.prefix(f.name, "\ufeff") })
			continue
		}
		add("in Latin-1", f.refs+" E10", func(t *tree) { t.edit(f.name, "Turns", "Turns caf\xe9") })
		if f.name == "raw-manifest.json" {
			add("truncated", f.refs, func(t *tree) { t.set(f.name, t.files[f.name][:len(t.files[f.name])/2]) })
			add("after a byte order mark", f.refs, func(t *tree) { t.prefix(f.name, "\ufeff") })
		}
	}
	add := func(name, refs string, apply func(*tree)) {
		all = append(all, brk{name: name, refs: refs, apply: apply})
	}
	for _, dir := range []string{"docs/", "assets/", ".well-known/"} {
		add("robots.txt copied to "+dir, "R168 R169", func(t *tree) { t.copy("robots.txt", dir+"robots.txt") })
		add("robots.txt moved to "+dir, "R168 R169 R066 R096 R125", func(t *tree) { t.move("robots.txt", dir+"robots.txt") })
	}
	add("Robots.txt", "R168 R169 R066 E02", func(t *tree) { t.move("robots.txt", "Robots.txt") })
	add("og.png missing", "R087 R118 E01", func(t *tree) { t.remove("og.png") })
	add("og.png in capitals", "E02 E01 R087 R118", func(t *tree) { t.move("og.png", "OG.png") })
	add("favicon.png missing", "R091 R119 E01", func(t *tree) { t.remove("favicon.png") })
	add("favicon.png in capitals", "E02 R091 R119 E01", func(t *tree) { t.move("favicon.png", "Favicon.PNG") })
	for i := range all[len(all)-4:] {
		all[len(all)-1-i].wide = true
	}
	return all
}

func utf16(s string) string {
	b := []byte{0xff, 0xfe}
	for _, r := range s {
		b = append(b, byte(r), byte(r>>8))
	}
	return string(b)
}

// manifestBreaks are the faults of raw-manifest.json: R006, R068, R094, R163,
// R164, and the declared values in it.
func manifestBreaks(base *tree) []brk {
	const file, refs = "raw-manifest.json", "R094 R124 R164"
	var all []brk
	text := func(name, more string, apply func(*tree)) {
		all = append(all, brk{name: "manifest " + name, refs: refs + " " + more, apply: apply})
	}
	change := func(name, more string, c func(m, d, disc map[string]any)) {
		text(name, more, func(t *tree) {
			t.object(file, func(m map[string]any) {
				d, _ := m["deployment"].(map[string]any)
				disc, _ := m["discovery"].(map[string]any)
				c(m, d, disc)
			})
		})
	}
	for _, key := range []string{"protocol", "generator", "name", "description", "url", "type", "language", "deployment", "discovery", "pages"} {
		change(key+" missing", "R006 R071", func(m, _, _ map[string]any) { delete(m, key) })
		change(key+" null", "R006 R071", func(m, _, _ map[string]any) { m[key] = nil })
	}
	for _, key := range []string{"protocol", "generator", "name", "description", "url", "type", "language", "languages", "repository", "license", "license_url", "author", "keywords", "deployment", "discovery", "pages", "excluded"} {
		change(key+" a number", "R006 R071", func(m, _, _ map[string]any) { m[key] = 7 })
		change(key+" misspelt", "R006 R071", func(m, _, _ map[string]any) {
			if key == "languages" || key == "repository" || key == "license" || key == "license_url" || key == "author" || key == "keywords" || key == "excluded" || key == "generator" {
				m[key] = true // none of them has to be there
				return
			}
			m["x"+key] = m[key]
			delete(m, key)
		})
	}
	for _, key := range []string{"name", "description", "url", "type", "language"} {
		change(key+" empty", "R071", func(m, _, _ map[string]any) { m[key] = "" })
	}
	for _, key := range []string{"provider", "owner", "repo", "pages_type", "custom_domain", "domain_root", "site_root", "discovery_root"} {
		change("deployment."+key+" missing", "R007", func(_, d, _ map[string]any) { delete(d, key) })
		change("deployment."+key+" empty", "R007 R017 R018 R019 R022", func(_, d, _ map[string]any) { d[key] = "" })
		change("deployment."+key+" a list", "R007", func(_, d, _ map[string]any) { d[key] = []any{} })
	}
	contradict := map[string][]string{
		"provider": {"netlify"}, "owner": {"somebody-else"}, "repo": {"another-project"}, "pages_type": {"", "SUBDOMAIN_SITE"},
		"custom_domain":  {"other.example.net"},
		"domain_root":    {"https://example.org/", base.root + "x/"},
		"site_root":      {"https://example.org/", base.root + "x/", base.domain + "another-project/"},
		"discovery_root": {"https://example.org/", base.root + "x/"},
		"project_root":   {"/another-project/"},
	}
	for _, key := range sorted(contradict) {
		for _, v := range contradict[key] {
			if v == "" { // another of the three names
				v = "USER_OR_ORG_SITE"
				if strings.Contains(base.name, "user") {
					v = "PROJECT_SITE"
				}
			}
			change(fmt.Sprintf("deployment.%s %s", key, v), "R007 R023 R024 R025 R029 R033 R034 R035 R038 R043 R044 R046 R047", func(_, d, _ map[string]any) { d[key] = v })
		}
	}
	change("controls_domain_root contradicts", "R051 R066 R068", func(_, d, _ map[string]any) { d["controls_domain_root"] = !base.controls })
	change("source_path elsewhere", "R021", func(_, d, _ map[string]any) { d["source_path"] = "/site" })
	role := "authoritative"
	if base.controls {
		role = "companion"
	}
	change("robots role "+role, "R068", func(_, _, disc map[string]any) { disc["robots"].(map[string]any)["role"] = role })
	change("robots role unknown", "R068", func(_, _, disc map[string]any) { disc["robots"].(map[string]any)["role"] = "master" })
	change("robots URL elsewhere", "R051 R168 R169", func(_, _, disc map[string]any) {
		disc["robots"].(map[string]any)["url"] = base.root + "assets/robots.txt"
	})
	for key, name := range map[string]string{"llms": "llms.txt", "raw_manifest": "raw-manifest.json", "sitemap": "sitemap.xml"} {
		change("discovery."+key+" missing", "R048 R049 R050", func(_, _, disc map[string]any) { delete(disc, key) })
		for _, b := range []urlBreak{
			{"elsewhere", "", "https://example.org/" + name}, {"relative", "R058", name}, {"double slash", "R002 R053", base.root + "/" + name},
			{"http", "E15", "http" + strings.TrimPrefix(base.root, "https") + name}, {"placeholder", "R028 R015", "[SITE_ROOT]" + name},
			{"assets", "R162 R165 R166", base.root + "assets/" + name}, {"other case", "E02 E01", base.root + strings.ToUpper(name)},
			{"empty", "", ""}, {"localhost", "R045 E01", "http://localhost:1313/" + name},
		} {
			change("discovery."+key+" "+b.name, "R048 R049 R050 "+b.refs, func(_, _, disc map[string]any) { disc[key] = b.url })
		}
		if base.root != base.domain {
			change("discovery."+key+" host root", "R004 R061", func(_, _, disc map[string]any) { disc[key] = base.domain + name })
			change("discovery."+key+" slash missing", "R003", func(_, _, disc map[string]any) { disc[key] = strings.TrimSuffix(base.root, "/") + name })
		}
	}
	page := func(m map[string]any, i int) map[string]any { return m["pages"].([]any)[i].(map[string]any) }
	for _, b := range []urlBreak{
		{"elsewhere", "", "https://example.org/"}, {"relative", "", "./"}, {"of no page", "E01", base.root + "nowhere/"}, {"double slash", "", base.root + "/"},
		{"http", "E15", "http" + strings.TrimPrefix(base.root, "https")}, {"placeholder", "R028 R015", "[SITE_ROOT]"}, {"index.html", "", base.root + "index.html"},
		{"empty", "", ""}, {"of a file", "R074", base.root + "og.png"},
	} {
		change("pages[0].url "+b.name, b.refs, func(m, _, _ map[string]any) { page(m, 0)["url"] = b.url })
		change("url "+b.name, b.refs+" R024 R042 R158", func(m, _, _ map[string]any) { m["url"] = b.url })
	}
	change("pages empty", "", func(m, _, _ map[string]any) { m["pages"] = []any{} })
	change("a page doubled", "", func(m, _, _ map[string]any) { m["pages"] = append(m["pages"].([]any), page(m, 0)) })
	change("a page too many", "", func(m, _, _ map[string]any) {
		m["pages"] = append(m["pages"].([]any), map[string]any{"url": base.root + "more/", "title": "More", "description": "More of it.", "language": "en", "role": "editorial", "json_ld_type": "WebPage"})
	})
	for _, key := range []string{"url", "title", "description", "language", "role"} {
		change("pages[0]."+key+" missing", "", func(m, _, _ map[string]any) { delete(page(m, 0), key) })
		change("pages[0]."+key+" a number", "", func(m, _, _ map[string]any) { page(m, 0)[key] = 7 })
	}
	change("pages[0].title of something else", "", func(m, _, _ map[string]any) { page(m, 0)["title"] = "Another Thing" })
	change("pages[0].description of something else", "", func(m, _, _ map[string]any) { page(m, 0)["description"] = "Another thing entirely." })
	change("pages[0].language of something else", "", func(m, _, _ map[string]any) { page(m, 0)["language"] = "uk" })
	change("pages[0].json_ld_type of something else", "", func(m, _, _ map[string]any) { page(m, 0)["json_ld_type"] = "ProfilePage" })
	change("pages[0].role unknown", "R088 R089 R090", func(m, _, _ map[string]any) { page(m, 0)["role"] = "shop" })
	change("pages[0].role profile", "R090 R146", func(m, _, _ map[string]any) { page(m, 0)["role"] = "profile" })
	if !base.site {
		change("pages[0].role editorial", "R089 R145", func(m, _, _ map[string]any) { page(m, 0)["role"] = "editorial" })
	}
	if base.site {
		change("a page missing", "R126", func(m, _, _ map[string]any) { m["pages"] = m["pages"].([]any)[:2] })
		change("type PAGE", "R071", func(m, _, _ map[string]any) { m["type"] = "PAGE" })
		change("pages[1].role artifact", "R088 R144", func(m, _, _ map[string]any) { page(m, 1)["role"] = "artifact" })
		change("a page excluded", "", func(m, _, _ map[string]any) {
			m["excluded"] = []any{map[string]any{"path": "docs/", "reason": "not ready"}}
		})
	} else {
		change("type SITE", "R071", func(m, _, _ map[string]any) { m["type"] = "SITE" })
	}
	change("type unknown", "R071", func(m, _, _ map[string]any) { m["type"] = "BOOK" })
	change("exclusion without a reason", "", func(m, _, _ map[string]any) { m["excluded"] = []any{map[string]any{"path": "404.html"}} })
	change("exclusion of nothing", "", func(m, _, _ map[string]any) {
		m["excluded"] = []any{map[string]any{"path": "nowhere/", "reason": "gone"}}
	})
	change("protocol of another name", "R006", func(m, _, _ map[string]any) { m["protocol"].(map[string]any)["name"] = "Another Protocol" })
	change("protocol of another version", "R006", func(m, _, _ map[string]any) { m["protocol"].(map[string]any)["version"] = "v9" })
	change("schema_version unknown", "", func(m, _, _ map[string]any) { m["schema_version"] = "9" })
	change("no schema_version", "", func(m, _, _ map[string]any) { delete(m, "schema_version") })
	change("license_url no URL", "", func(m, _, _ map[string]any) { m["license_url"] = "Apache 2" })
	change("repository of somebody else", "R152", func(m, _, _ map[string]any) { m["repository"] = "https://github.com/somebody-else/thing" })
	change("keywords words", "", func(m, _, _ map[string]any) { m["keywords"] = "notes, website" })
	change("language no tag", "", func(m, _, _ map[string]any) { m["language"] = "English, of course" })

	text("trailing comma", "", func(t *tree) { t.edit(file, "\"excluded\": []", "\"excluded\": [],") })
	text("comma missing", "", func(t *tree) { t.sub(file, `("name": "Example Project"),`, "$1") })
	text("single quotes", "", func(t *tree) { t.edit(file, `"SITE"`[:0]+`"schema_version"`, `'schema_version'`) })
	text("comment", "", func(t *tree) { t.prefix(file, "// by hand\n") })
	text("text after it", "", func(t *tree) { t.suffix(file, "x") })
	text("key twice", "", func(t *tree) { t.edit(file, `"schema_version"`, `"name": "Other", "schema_version"`) })
	text("an array", "", func(t *tree) { t.set(file, "["+t.files[file]+"]") })
	text("a string", "", func(t *tree) { t.set(file, `"manifest"`) })
	text("null", "", func(t *tree) { t.set(file, `null`) })
	text("an empty object", "", func(t *tree) { t.set(file, `{}`) })
	text("NaN", "", func(t *tree) { t.edit(file, `"schema_version": "1"`, `"schema_version": NaN`) })
	text("control character", "", func(t *tree) { t.edit(file, `"Example Project"`, "\"Example\x01Project\"") })
	text("lone surrogate", "", func(t *tree) { t.edit(file, `Turns plain`, `Turns \ud800 plain`) })
	return all
}

func sorted[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	for i := range keys {
		for j := i; j > 0 && keys[j] < keys[j-1]; j-- {
			keys[j], keys[j-1] = keys[j-1], keys[j]
		}
	}
	return keys
}

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

// robotsBreaks are the faults of robots.txt: R051, R065 to R070, R096, R125,
// R138, R153 to R155, E07.
func robotsBreaks(base *tree) []brk {
	const file = "robots.txt"
	var all []brk
	refs := "R138 R153 R154 R070 R069"
	add := func(name, more string, apply func(*tree)) {
		all = append(all, brk{name: "robots " + name, refs: refs + " " + more, apply: apply})
	}
	line := "Sitemap: " + base.root + "sitemap.xml"
	add("without Sitemap", "", func(t *tree) { t.edit(file, line, "") })
	for _, b := range []urlBreak{
		{"relative", "R058", "sitemap.xml"}, {"root-relative", "R061", "/sitemap.xml"}, {"elsewhere", "", "https://example.org/sitemap.xml"},
		{"http", "E15", "http" + strings.TrimPrefix(base.root, "https") + "sitemap.xml"}, {"double slash", "R002 R053", base.root + "/sitemap.xml"},
		{"placeholder", "R028 R015", "[SITEMAP_URL]"}, {"other case", "E02", base.root + "Sitemap.xml"}, {"missing", "", base.root + "sitemap_index.xml"},
		{"empty", "", ""}, {"localhost", "R045", "http://localhost:1313/sitemap.xml"},
	} {
		add("Sitemap "+b.name, b.refs, func(t *tree) { t.edit(file, line, "Sitemap: "+b.url) })
	}
	if base.root != base.domain {
		add("Sitemap at the host root", "R004 R061", func(t *tree) { t.edit(file, line, "Sitemap: "+base.domain+"sitemap.xml") })
		add("Sitemap without the slash", "R003", func(t *tree) { t.edit(file, line, "Sitemap: "+strings.TrimSuffix(base.root, "/")+"sitemap.xml") })
		add("Sitemap path-absolute", "R143 R061", func(t *tree) {
			t.edit(file, line, "Sitemap: /"+strings.TrimPrefix(base.root, base.domain)+"sitemap.xml")
		})
		add("without the remark", "R155", func(t *tree) { t.sub(file, `^#.*\n`, "") })
	}
	add("a second, wrong Sitemap", "", func(t *tree) { t.edit(file, line, line+"\nSitemap: sitemap2.xml") })
	add("without User-agent", "", func(t *tree) { t.edit(file, "User-agent: *\n", "") })
	add("of another agent", "", func(t *tree) { t.edit(file, "User-agent: *", "User-agent: somebot") })
	add("without Allow", "", func(t *tree) { t.edit(file, "Allow: /\n", "") })
	add("Disallow all", "R079", func(t *tree) { t.edit(file, "Allow: /", "Disallow: /") })
	path := "/" + strings.TrimPrefix(base.root, base.domain)
	if base.controls {
		for _, f := range []string{"llms.txt", "raw-manifest.json", "sitemap.xml", "index.html", "*.txt", "*.json$"} {
			if f == "index.html" {
				continue // nothing is published at that URL
			}
			add("Disallow "+f, "", func(t *tree) { t.edit(file, "Allow: /\n", "Allow: /\nDisallow: "+path+f+"\n") })
		}
		if base.site {
			add("Disallow a page", "", func(t *tree) { t.edit(file, "Allow: /\n", "Allow: /\nDisallow: /docs/\n") })
		}
	}
	add("misspelt directive", "E07", func(t *tree) { t.edit(file, "Allow: /\n", "Allow: /\nDisalow: /private/\n") })
	add("HTML", "E07", func(t *tree) { t.copy("404.html", file) })
	add("empty", "", func(t *tree) { t.set(file, "") })
	add("in Latin-1", "E07", func(t *tree) { t.edit(file, "Allow: /\n", "Allow: /\n# caf\xe9\n") })
	add("in UTF-16", "E07", func(t *tree) { t.set(file, utf16(t.files[file])) })
	add("of 600 KiB", "E07", func(t *tree) { t.suffix(file, strings.Repeat("# nothing at all\n", 40000)) })
	return all
}

// jsonldBreaks are the faults of the structured data: R088 to R090, R120 to
// R123, R144 to R152, E08, E09.
func jsonldBreaks(base *tree) []brk {
	var all []brk
	const role = "R088 R089 R120 R122 R144 R145 R147"
	for _, file := range pagesOf(base) {
		add := func(name, refs string, apply func(*tree)) {
			all = append(all, brk{name: file + " JSON-LD " + name, refs: refs, apply: apply})
		}
		add("removed", role, func(t *tree) { t.sub(file, `(?s)<script type="application/ld\+json">.*?</script>`, "") })
		add("empty", role+" E08", func(t *tree) {
			t.sub(file, `(?s)<script type="application/ld\+json">.*?</script>`, `<script type="application/ld+json"></script>`)
		})
		add("of another script type", role, func(t *tree) { t.edit(file, "application/ld+json", "application/json") })
		add("in a comment", role, func(t *tree) {
			t.sub(file, `(?s)(<script type="application/ld\+json">.*?</script>)`, "<!-- $1 -->")
		})
		add("not closed", role+" E08", func(t *tree) { t.edit(file, "</script>", "") })
		for name, edit := range map[string][2]string{
			"trailing comma":        {"]\n}\n</script>", "],\n}\n</script>"},
			"single quotes":         {`"@context"`, `'@context'`},
			"comma missing":         {`"https://schema.org",`, `"https://schema.org"`},
			"comment inside":        {`"@graph"`, `/* all */ "@graph"`},
			"cut off":               {"]\n}\n</script>", "</script>"},
			"HTML comment inside":   {`"inLanguage"`, `"alternateName": "<!-- x", "inLanguage"`},
			"no context":            {`"@context": "https://schema.org",`, ``},
			"another context":       {`"https://schema.org"`, `"https://example.org/vocabulary"`},
			"key twice":             {`"@context": "https://schema.org",`, `"@context": "https://schema.org", "@context": "https://schema.org",`},
			"a string":              {"{\n  \"@context\"", "\"x\" {\n  \"@context\""},
			"placeholder":           {`"description": "`, `"description": "[SITE_ROOT] `},
			"NaN":                   {`"inLanguage": "en"`, `"inLanguage": NaN`},
			"raw line break":        {`"description": "`, "\"description\": \"\n"},
			"unknown property":      {`"description":`, `"descripton": "x", "description":`},
			"type misspelt":         {`"@type": "`, `"@type": "X`},
			"type without @":        {`"@type"`, `"type"`},
			"type of another thing": {`"@type": "` + mainType(base, file), `"@type": "Recipe`},
		} {
			if !strings.Contains(base.files[file], edit[0]) {
				continue
			}
			add(name, role+" E08 E09 R028", func(t *tree) { t.edit(file, edit[0], edit[1]) })
		}
		add("url of another page", "R152 R120", func(t *tree) {
			t.sub(file, `("url": ")`+regexp.QuoteMeta(t.page(file))+`"`, `${1}`+t.root+`nowhere/"`)
		})
		if file != "index.html" {
			all = all[:len(all)-1] // no field of a WebPage that the protocol names
		}
	}
	code := func(name, refs string, apply func(*tree)) {
		all = append(all, brk{name: "source code " + name, refs: refs, apply: apply})
	}
	const file = "index.html"
	node := base.find(file, `(?s)\{\s*"@type": "SoftwareSourceCode".*?\n    \}`)
	fields := map[string]string{
		"name": `"name": "Example Project"`, "description": `"description": "Turns plain notes into a small website."`,
		"url": `"url": "` + base.root + `"`, "mainEntityOfPage": `"mainEntityOfPage": "` + base.root + `"`,
		"codeRepository": base.find(file, `"codeRepository": "[^"]*"`), "license": base.find(file, `"license": "[^"]*"`),
		"programmingLanguage": `"programmingLanguage": "Go"`, "runtimePlatform": `"runtimePlatform": "Linux"`, "isAccessibleForFree": `"isAccessibleForFree": true`,
		"author":   base.find(file, `(?s)"author": \{.*?\}`),
		"about":    base.find(file, `(?s)"about": \[.*?\]`),
		"keywords": base.find(file, `(?s)"keywords": \[.*?\]`),
	}
	inNode := func(t *tree, old, new string) { t.edit(file, node, strings.Replace(node, old, new, 1)) }
	for key, whole := range fields {
		code("without "+key, "R152", func(t *tree) { inNode(t, whole, `"inLanguage": "en"`) })
		code("with an empty "+key, "R152 R148 R149", func(t *tree) { inNode(t, whole, `"`+key+`": ""`) })
		code("with a null "+key, "R152", func(t *tree) { inNode(t, whole, `"`+key+`": null`) })
		code("with "+key+" an empty list", "R152", func(t *tree) { inNode(t, whole, `"`+key+`": []`) })
		code("with "+key+" a number", "R152 R148 R149", func(t *tree) { inNode(t, whole, `"`+key+`": 7`) })
	}
	for name, v := range map[string]string{
		"url relative": `"url": "./"`, "url elsewhere": `"url": "https://example.org/"`, "mainEntityOfPage elsewhere": `"mainEntityOfPage": "https://example.org/"`,
		"codeRepository elsewhere": `"codeRepository": "https://github.com/somebody-else/thing"`, "codeRepository no URL": `"codeRepository": "example-user/example-project"`,
		"license text": `"license": "Apache-2.0"`, "isAccessibleForFree text": `"isAccessibleForFree": "true"`, "author text": `"author": "Somebody"`,
		"author nameless": `"author": {"@type": "Person"}`, "author a thing": `"author": {"@type": "Thing", "name": "Example"}`,
		"keywords generic": `"keywords": ["notes", "best free download"]`, "keywords of something else": `"keywords": ["notes", "blockchain"]`,
		"about something else": `"about": [{"@type": "Thing", "name": "blockchain"}]`, "about nameless": `"about": [{"@type": "Thing"}]`,
	} {
		key, _, _ := strings.Cut(name, " ")
		code(name, "R152 R148 R149 R150 R151", func(t *tree) { inNode(t, fields[key], v) })
	}
	code("with sampleType", "E09", func(t *tree) {
		inNode(t, fields["runtimePlatform"], fields["runtimePlatform"]+`, "sampleType": "full"`)
	})
	code("with a property of other types", "E09", func(t *tree) {
		inNode(t, fields["runtimePlatform"], fields["runtimePlatform"]+`, "cookTime": "PT1H"`)
	})
	if base.site {
		site := func(name, refs string, apply func(*tree)) {
			all = append(all, brk{name: name, refs: refs, apply: apply})
		}
		site("WebSite without mainEntity", "R121", func(t *tree) {
			t.sub(file, `(?s),\s*"mainEntity": \{[^}]*\}`, "")
		})
		site("mainEntity of nothing", "R121", func(t *tree) { t.edit(file, `/#code"`, `/#nothing"`) })
		site("isPartOf elsewhere", "R123", func(t *tree) { t.edit("docs/index.html", `/#website"`, `/#other"`) })
		site("isPartOf another site", "R123", func(t *tree) {
			t.sub("docs/index.html", `(?s)"isPartOf": \{[^}]*\}`, `"isPartOf": {"@type": "WebSite", "url": "https://example.org/"}`)
		})
		site("subpage an Article", "R122 R145", func(t *tree) { t.edit("docs/index.html", `"WebPage"`, `"Article"`) })
		site("subpage a WebSite", "R122 R145 R147", func(t *tree) { t.edit("docs/index.html", `"WebPage"`, `"WebSite"`) })
		site("index a WebPage", "R120 R147", func(t *tree) { t.edit(file, `"WebSite"`, `"WebPage"`) })
	} else {
		all = append(all, brk{name: "a WebSite on a PAGE", refs: "R147", apply: func(t *tree) {
			t.edit(file, `"@graph": [`, `"@graph": [{"@type": "WebSite", "name": "Example Project", "url": "`+t.root+`"},`)
		}})
	}
	return all
}

func pagesOf(t *tree) []string {
	if t.site {
		return []string{"index.html", "docs/index.html"}
	}
	return []string{"index.html"}
}

func mainType(t *tree, file string) string {
	switch {
	case file != "index.html":
		return "WebPage"
	case t.site:
		return "WebSite"
	}
	return "SoftwareSourceCode"
}

// footerBreaks are the faults of the machine links: R102 to R106, R131 to
// R134, R170 to R177.
func footerBreaks(base *tree) []brk {
	var all []brk
	const links = "R102 R103 R104 R131 "
	for _, file := range pagesOf(base) {
		add := func(name, refs string, apply func(*tree)) {
			all = append(all, brk{name: file + " footer " + name, refs: refs, apply: apply})
		}
		open := base.find(file, `<div class="machine-links"[^>]*>`)
		row := base.find(file, `(?s)<div class="machine-links".*?</div>`)
		footer := base.find(file, `(?s)<footer>.*</footer>`)
		for _, f := range []string{"llms.txt", "raw-manifest.json", "sitemap.xml"} {
			a := base.find(file, `<a href="`+regexp.QuoteMeta(base.root+f)+`">[^<]*</a>`)
			with := func(u string) string { return strings.Replace(a, base.root+f, u, 1) }
			add(f+" removed", links, func(t *tree) { t.edit(file, a, "") })
			add(f+" in a comment", links, func(t *tree) { t.edit(file, a, "<!-- "+a+" -->") })
			add(f+" in a template", links+"R170", func(t *tree) { t.edit(file, a, "<template>"+a+"</template>") })
			add(f+" without href", links, func(t *tree) { t.edit(file, a, strings.Replace(a, "href=", "data-href=", 1)) })
			add(f+" empty href", links, func(t *tree) { t.edit(file, a, with("")) })
			add(f+" #", links, func(t *tree) { t.edit(file, a, with("#")) })
			add(f+" without text", "R170", func(t *tree) { t.edit(file, a, regexp.MustCompile(`>[^<]*<`).ReplaceAllString(a, "><")) })
			add(f+" hidden", "R170", func(t *tree) { t.edit(file, a, strings.Replace(a, "<a ", "<a hidden ", 1)) })
			add(f+" text says nothing", "R174", func(t *tree) { t.edit(file, a, regexp.MustCompile(`>[^<]*<`).ReplaceAllString(a, ">click here<")) })
			for _, o := range urlBreaks(base, file, f, base.root+f) {
				if (o.name == "relative" && file == "index.html") || o.name == "fragment" || o.name == "query" {
					continue // R132 allows the first; a reader still arrives by the others
				}
				add(f+" "+o.name, links+o.refs, func(t *tree) { t.edit(file, a, with(o.url)) })
			}
			if file != "index.html" {
				add(f+" as javascript", links, func(t *tree) { t.edit(file, a, with("javascript:void(0)")) })
			}
		}
		add("removed", links, func(t *tree) { t.edit(file, footer, "") })
		add("row removed", links, func(t *tree) { t.edit(file, row, "") })
		for name, attr := range map[string]string{
			"hidden": `hidden`, "display none": `style="display:none"`, "visibility hidden": `style="visibility: hidden"`, "opacity 0": `style="opacity:0"`,
			"font size 0": `style="font-size:0"`, "aria-hidden": `aria-hidden="true"`, "off screen": `style="position:absolute;left:-9999px"`,
			"display none !important": `style="DISPLAY : none !important"`,
		} {
			add(name, "R170", func(t *tree) { t.edit(file, open, strings.Replace(open, "<div ", "<div "+attr+" ", 1)) })
			add("parent "+name, "R170", func(t *tree) { t.edit(file, "<footer>", "<footer "+attr+">") })
		}
		for _, e := range []string{"details", "noscript", "template"} {
			add("row in "+e, "R170 "+links, func(t *tree) { t.edit(file, row, "<"+e+">"+row+"</"+e+">") })
		}
		for _, e := range []string{"main", "article", "nav"} {
			add("row in "+e, "R175 "+links, func(t *tree) {
				t.edit(file, row, "")
				if e == "main" {
					t.edit(file, "</main>", row+"</main>")
				} else if e == "nav" {
					t.edit(file, "<header>", "<header><nav>"+row+"</nav>")
				} else {
					t.edit(file, "<footer>", "<article>"+row+"</article><footer>")
				}
			})
		}
		add("heading", "R172 R175", func(t *tree) { t.edit(file, "<span>Machine-readable:</span>", "<h2>Machine-readable:</h2>") })
		add("image", "R172", func(t *tree) {
			t.edit(file, "<span>Machine-readable:</span>", `<img src="`+t.root+`og.png" alt="">`)
		})
		add("large type", "R172", func(t *tree) { t.edit(file, open, strings.Replace(open, "<div ", `<div style="font-size: 2em" `, 1)) })
		add("many links", "R171", func(t *tree) {
			more := ""
			for i := range 8 {
				more += fmt.Sprintf(`<a href="%s#%s">%d</a> `, "", "", i)
			}
			t.edit(file, open, open+strings.ReplaceAll(more, `href="#"`, `href="https://example.org/"`))
		})
		add("much text", "R171 R173", func(t *tree) {
			t.edit(file, "Machine-readable:", "Machine-readable: "+strings.Repeat("these files are for machines ", 9))
		})
		add("manifest in the page", "R177 R013", func(t *tree) {
			t.edit(file, "</main>", "<pre><code>"+strings.ReplaceAll(t.files["raw-manifest.json"], "<", "&lt;")+"</code></pre></main>")
		})
		add("llms.txt in the page", "R177 R013", func(t *tree) { t.edit(file, "</main>", "<pre>"+t.files["llms.txt"]+"</pre></main>") })
	}
	all = append(all, brk{name: "style sheet hides the row", refs: "R170", wide: true, apply: func(t *tree) { t.set("style.css", ".machine-links { display: none }\n") }})
	return all
}

// llmsBreaks are the faults of llms.txt: R093, R161, E01, E10.
func llmsBreaks(base *tree) []brk {
	const file = "llms.txt"
	var all []brk
	add := func(name, more string, apply func(*tree)) {
		all = append(all, brk{name: "llms " + name, refs: "R161 E10 R093 " + more, apply: apply})
	}
	item := base.find(file, `(?m)^- \[Home\].*$`)
	add("without a title", "", func(t *tree) { t.edit(file, "# Example Project\n", "") })
	add("with an H2 first", "", func(t *tree) { t.edit(file, "# Example", "## Example") })
	add("title empty", "", func(t *tree) { t.edit(file, "# Example Project", "#") })
	add("title without the space", "", func(t *tree) { t.edit(file, "# Example", "#Example") })
	add("two titles", "", func(t *tree) { t.suffix(file, "\n# Another\n") })
	add("heading before the sections", "", func(t *tree) { t.edit(file, "\n## Pages", "\n### More\n\n## Pages") })
	add("no links", "", func(t *tree) { t.sub(file, `(?s)## Pages.*`, "") })
	add("no section", "", func(t *tree) { t.edit(file, "## Pages\n", "") })
	add("text in a section", "", func(t *tree) { t.edit(file, "## Pages\n", "## Pages\n\nThese are the pages.\n") })
	add("item no link", "", func(t *tree) { t.edit(file, item, "- Home") })
	add("bare URL", "", func(t *tree) { t.edit(file, item, "- "+base.root) })
	add("item with a number", "", func(t *tree) { t.edit(file, item, "1. "+item[2:]) })
	add("item nested", "", func(t *tree) { t.edit(file, item, item+"\n  "+item) })
	add("bracket in the title", "", func(t *tree) { t.edit(file, "[Home]", "[Ho]me]") })
	add("link with an empty title", "", func(t *tree) { t.edit(file, "[Home]", "[]") })
	add("dash for a colon", "", func(t *tree) { t.edit(file, ")"+": Turns", ") - Turns") })
	for _, b := range []urlBreak{
		{"empty", "E01", ""}, {"of no page", "E01", base.root + "nowhere/"}, {"placeholder", "R028 R015", "[SITE_ROOT]"}, {"http", "E15", "http" + strings.TrimPrefix(base.root, "https")},
		{"with a space", "", base.root + "a b"}, {"localhost", "R045 E01", "http://localhost:1313/"}, {"double slash", "E01 R002", base.root + "/"}, {"javascript", "", "javascript:alert(1)"},
		{"index.html", "E01", base.root + "nowhere.html"},
	} {
		add("link "+b.name, b.refs, func(t *tree) { t.edit(file, "("+base.root+")", "("+b.url+")") })
	}
	if base.site {
		add("page left out", "", func(t *tree) { t.sub(file, `(?m)^- \[Documentation\].*\n`, "") })
		add("link in another case", "E02 E01", func(t *tree) { t.edit(file, base.root+"docs/", base.root+"Docs/") })
		add("link without the slash", "E01", func(t *tree) { t.edit(file, base.root+"docs/", base.root+"docs") })
		add("page twice", "", func(t *tree) { t.suffix(file, item+"\n") })
	}
	return all
}

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
	add("page not listed", "R126 R071 R097 R164 A12", func(t *tree) { newPage(t, "more/index.html", "") })
	all[len(all)-1].wide = true
	add("x.html beside x/index.html", "E03 R111 R126", func(t *tree) {
		if t.site {
			t.set("docs.html", stub(t.root+"docs/"))
		} else {
			t.set("old.html", stub(t.root))
			t.set("old/index.html", stub(t.root))
		}
	})
	add("redirect to nowhere", "E01 R026 R014", func(t *tree) { t.set("old/index.html", stub(t.root+"nowhere/")) })
	add("redirect whose canonical differs", "A17 R026 R080 R111", func(t *tree) {
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
	add("page in UTF-16", "R077 E18 R156 E04", func(t *tree) { t.set("index.html", utf16(t.files["index.html"])) })
	all[len(all)-1].wide = true
	add("page with an upper-case extension", "E02", func(t *tree) {
		t.set("x/OLD.HTML", stub(t.root))
	})
	if base.site {
		add("noindex page", "R079 R110 A13", func(t *tree) { t.edit("docs/index.html", "index, follow", "noindex") })
		add("page removed", "E01 R126 R167", func(t *tree) { t.remove("docs/index.html") })
		all[len(all)-1].wide = true
		add("head closed by a div", "E17", func(t *tree) { t.edit("docs/index.html", `<meta name="viewport"`, `<div></div><meta name="viewport"`) })
	}
	return all
}

func newPage(t *tree, file, _ string) {
	src := t.files["index.html"]
	if t.site {
		src = t.files["docs/index.html"]
		src = strings.ReplaceAll(src, t.root+"docs/", t.page(file))
		src = strings.NewReplacer("How to install Example Project and write the first note.", "More of it.", "Documentation", "More").Replace(src)
	} else {
		src = strings.ReplaceAll(src, `content="`+t.root+`"`, `content="`+t.page(file)+`"`)
		src = strings.ReplaceAll(src, `href="`+t.root+`"`, `href="`+t.page(file)+`"`)
	}
	t.set(file, src)
}

// declaredBreaks are declared values that contradict the tree or each other:
// R015 to R051.
func declaredBreaks(base *tree) []brk {
	var all []brk
	flags := map[string]string{}
	for i := 0; i+1 < len(base.args); i += 2 {
		flags[base.args[i]] = base.args[i+1]
	}
	with := func(name, refs, refused, flag, value string) {
		all = append(all, brk{name: "declared " + name, refs: refs, refused: refused, wide: true, apply: func(t *tree) {
			t.args = nil
			for _, f := range sorted(flags) {
				v := flags[f]
				if f == flag {
					v = value
				}
				t.args = append(t.args, f, v)
			}
		}})
	}
	const roots = "R024 R026 R034 R030 R038 R042 R045 R059 R158 R164 R007 R010"
	with("owner of somebody else", "R017 R029 R030 R034 R035 R164", "", "--owner", "somebody-else")
	with("owner no name", "R017", "owner", "--owner", "a b")
	with("owner empty", "R017 R027", "owner", "--owner", "")
	with("repo of something else", "R018 R029 R034 R164", "", "--repo", "another-project")
	with("repo no name", "R018", "repo", "--repo", "a/b")
	with("repo ..", "R018", "repo", "--repo", "..")
	with("repo empty", "R018 R027", "repo", "--repo", "")
	with("unknown type", "R019 R016", "pages", "--pages-type", "BLOG")
	for _, v := range []string{"USER_OR_ORG_SITE", "PROJECT_SITE", "CUSTOM_DOMAIN_SITE"} {
		if v != flags["--pages-type"] {
			with("type "+v, "R019 R029 R033 R038 R164 R030 R034", "", "--pages-type", v)
		}
	}
	with("domain of something else", "R022 R038 R009 E14 R033 R029 R040", "", "--custom-domain", "www.example.net")
	with("domain a URL", "R022", "domain", "--custom-domain", "https://www.example.net/")
	with("domain empty", "R022 R027", "domain", "--custom-domain", "")
	if base.name == "custom" {
		with("domain NONE", "R022 R038 R009 E14", "", "--custom-domain", "NONE")
	}
	with("root elsewhere", roots, "", "--site-root", "https://example.org/")
	with("root below", roots, "", "--site-root", base.root+"x/")
	with("root http", "E15 "+roots, "", "--site-root", "http"+strings.TrimPrefix(base.root, "https"))
	with("root localhost", roots, "root", "--site-root", "http://localhost:1313/")
	with("root relative", "R024 R042", "root", "--site-root", "/example-project/")
	with("root double slash", "R024 R042 R053", "root", "--site-root", base.root+"/x/")
	with("root a placeholder", "R028 R024", "root", "--site-root", "[SITE_ROOT]")
	with("root with a query", "R024 R042", "root", "--site-root", base.root+"?x")
	with("root empty", "R024 R027", "root", "--site-root", "")
	if base.root != base.domain {
		with("root the host's", "R034 R059 "+roots, "", "--site-root", base.domain)
		with("root in another case", "R034 E02 "+roots, "", "--site-root", base.domain+"Example-Project/")
	}
	return all
}
