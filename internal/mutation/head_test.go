package mutation_test

import (
	"regexp"
	"strings"
)

// tag is a tag that every page's head must have.
type tag struct {
	name string
	expr string // finds it
	refs string
	once bool   // a second one is a fault
	kind string // page, file or image: what its URL means
}

var headTags = []tag{
	{name: "title", expr: `<title>([^<]*)</title>`, refs: "R077 R108", once: true},
	{name: "description", expr: `<meta name="description" content="([^"]*)">`, refs: "R078 R109", once: true},
	{name: "robots", expr: `<meta name="robots" content="([^"]*)">`, refs: "R079 R110", once: true},
	{name: "canonical", expr: `<link rel="canonical" href="([^"]*)">`, refs: "R080 R111 R135 R026 R045", once: true, kind: "page"},
	{name: "llms", expr: `<link rel="alternate" type="text/plain" href="([^"]*)"[^>]*>`, refs: "R081 R112 R048", kind: "llms.txt"},
	{name: "manifest", expr: `<link rel="alternate" type="application/json" href="([^"]*)"[^>]*>`, refs: "R082 R113 R049", kind: "raw-manifest.json"},
	{name: "og:title", expr: `<meta property="og:title" content="([^"]*)">`, refs: "R083 R114", once: true},
	{name: "og:description", expr: `<meta property="og:description" content="([^"]*)">`, refs: "R084 R115", once: true},
	{name: "og:type", expr: `<meta property="og:type" content="([^"]*)">`, refs: "R085 R116", once: true},
	{name: "og:url", expr: `<meta property="og:url" content="([^"]*)">`, refs: "R086 R117 R136", once: true, kind: "page"},
	{name: "og:image", expr: `<meta property="og:image" content="([^"]*)">`, refs: "R087 R118 R137", kind: "og.png"},
	{name: "icon", expr: `<link rel="icon" href="([^"]*)"[^>]*>`, refs: "R091 R119", kind: "favicon.png"},
}

// headBreaks are the faults of the head's tags: R076 to R091, R108 to R119,
// R135 to R143, E15 to E17.
func headBreaks(base *tree) []brk {
	files := []string{"index.html"}
	if base.site {
		files = append(files, "docs/index.html")
	}
	var all []brk
	for _, file := range files {
		add := func(name, refs string, apply func(*tree)) {
			all = append(all, brk{name: file + ": " + name, refs: refs, apply: apply})
		}
		for _, tg := range headTags {
			whole := base.find(file, tg.expr)
			value := regexp.MustCompile(tg.expr).FindStringSubmatch(whole)[1]
			with := func(v string) string { return strings.Replace(whole, value, v, 1) }
			add(tg.name+" removed", tg.refs, func(t *tree) { t.edit(file, whole, "") })
			add(tg.name+" blank", tg.refs, func(t *tree) { t.edit(file, whole, with("")) })
			add(tg.name+" white space", tg.refs, func(t *tree) { t.edit(file, whole, with(" \n\t ")) })
			add(tg.name+" in a comment", tg.refs, func(t *tree) { t.edit(file, whole, "<!-- "+whole+" -->") })
			add(tg.name+" in a template", tg.refs, func(t *tree) { t.edit(file, whole, "<template>"+whole+"</template>") })
			add(tg.name+" moved into the body", tg.refs+" E17", func(t *tree) {
				t.edit(file, whole, "")
				t.edit(file, "<main>", "<main>"+whole)
			})
			if tg.name != "title" {
				attr := "content"
				if strings.HasPrefix(whole, "<link") {
					attr = "href"
				}
				add(tg.name+" without a value", tg.refs, func(t *tree) { t.edit(file, whole, strings.Replace(whole, attr+"=", "data-"+attr+"=", 1)) })
				add(tg.name+" misspelt", tg.refs, func(t *tree) {
					t.edit(file, whole, regexp.MustCompile(`(name|property|rel)="([^"]*)"`).ReplaceAllString(whole, `$1="x-$2"`))
				})
			}
			if tg.once {
				add(tg.name+" doubled", tg.refs+" E16", func(t *tree) { t.edit(file, whole, whole+"\n"+whole) })
				add(tg.name+" twice, with two values", tg.refs+" E16", func(t *tree) {
					other := with("something else")
					if tg.kind == "page" {
						other = with(value + "other/")
					}
					t.edit(file, whole, whole+"\n"+other)
				})
			}
			if tg.kind != "" {
				for _, o := range urlBreaks(base, file, tg.kind, value) {
					add(tg.name+" "+o.name, tg.refs+" "+o.refs, func(t *tree) { t.edit(file, whole, with(o.url)) })
				}
			}
		}
		for _, p := range []string{"[SITE_ROOT]", "[CURRENT_PAGE_URL]", "https://OWNER.github.io/REPO/"} {
			add("og:url placeholder "+p, "R028 R015 R086 R117", func(t *tree) { t.sub(file, headTags[9].expr, `<meta property="og:url" content="`+p+`">`) })
		}
		for _, v := range []string{"noindex", "noindex, follow", "index, nofollow", "none", "index", "follow", "all", "index; follow", "index, follow, noarchive, noindex", "index, follow, max-image-preview:large"} {
			add("robots "+v, "R079 R110", func(t *tree) { t.edit(file, `content="index, follow"`, `content="`+v+`"`) })
		}
		add("googlebot noindex", "R079 R110", func(t *tree) { t.edit(file, "</title>", "</title>\n<meta name=\"googlebot\" content=\"noindex\">") })
		add("bingbot none", "R079 R110", func(t *tree) { t.edit(file, "</title>", "</title>\n<meta name=\"bingbot\" content=\"none\">") })
		for _, v := range []string{"article", "profile", "web site"} {
			add("og:type "+v, "R085 R116", func(t *tree) { t.edit(file, `content="website"`, `content="`+v+`"`) })
		}
		for _, p := range []string{"og:title", "og:description", "og:type", "og:url", "og:image"} {
			add(p+" by name", "R083 R084 R085 R086 R087 R114 R115 R116 R117 R118", func(t *tree) { t.edit(file, `property="`+p+`"`, `name="`+p+`"`) })
		}
		add("llms of another type", "R081 R112", func(t *tree) { t.edit(file, `type="text/plain"`, `type="text/markdown"`) })
		add("llms without a type", "R081 R112", func(t *tree) { t.edit(file, `type="text/plain" `, ``) })
		add("llms with hreflang", "R081 R112", func(t *tree) { t.edit(file, `type="text/plain"`, `type="text/plain" hreflang="en"`) })
		add("manifest of another type", "R082 R113", func(t *tree) { t.edit(file, `type="application/json"`, `type="application/manifest+json"`) })
		if !base.site {
			add("llms without a title", "R081", func(t *tree) { t.edit(file, ` title="LLM-readable index"`, ``) })
			add("llms of another title", "R081", func(t *tree) { t.edit(file, `LLM-readable index`, `Index`) })
			add("manifest without a title", "R082", func(t *tree) { t.edit(file, ` title="Machine-readable manifest"`, ``) })
			add("manifest of another title", "R082", func(t *tree) { t.edit(file, `Machine-readable manifest`, `Manifest`) })
		}
		add("no describedby", "E11", func(t *tree) { t.sub(file, `<link rel="describedby"[^>]*>`, "") })
		add("describedby elsewhere", "E11 R004 R061 R048", func(t *tree) {
			t.sub(file, `(<link rel="describedby" href=)"[^"]*"`, `$1"https://example.org/llms.txt"`)
		})
		add("og:image svg", "R087 R118", func(t *tree) {
			t.edit(file, "og.png", "og.svg")
			t.set("og.svg", `<svg xmlns="http://www.w3.org/2000/svg"/>`)
		})
		add("og:image no image", "R087 R118", func(t *tree) { t.edit(file, `og.png"`, `llms.txt"`) })
		add("og:image data", "R087 R118 R137", func(t *tree) {
			t.sub(file, headTags[10].expr, `<meta property="og:image" content="data:image/png;base64,AAAA">`)
		})
		add("icon empty data", "R091 R119", func(t *tree) { t.sub(file, headTags[11].expr, `<link rel="icon" href="data:,">`) })
		add("icon data", "R091 R119", func(t *tree) {
			t.sub(file, headTags[11].expr, `<link rel="icon" href="data:image/png;base64,AAAA">`)
		})
		add("apple-touch-icon only", "R091 R119", func(t *tree) { t.edit(file, `rel="icon"`, `rel="apple-touch-icon"`) })
		add("title in svg only", "R077 R108", func(t *tree) {
			title := t.find(file, headTags[0].expr)
			t.edit(file, title, "")
			t.edit(file, "<main>", "<main><svg>"+title+"</svg>")
		})
		// A base that leads elsewhere moves what is relative; the pages' own
		// references are absolute but for one.
		if base.site && file != "index.html" {
			add("base elsewhere", "R064 R133 E01 R106", func(t *tree) { t.edit(file, "</title>", `</title><base href="https://example.org/">`) })
			add("title of another page", "R108", func(t *tree) {
				t.edit(file, t.find(file, headTags[0].expr), t.find("index.html", headTags[0].expr))
			})
			add("description of another page", "R109", func(t *tree) {
				t.edit(file, t.find(file, headTags[1].expr), t.find("index.html", headTags[1].expr))
			})
			add("og:title of another page", "R114", func(t *tree) {
				t.edit(file, t.find(file, headTags[6].expr), t.find("index.html", headTags[6].expr))
			})
			add("og:description of another page", "R115", func(t *tree) {
				t.edit(file, t.find(file, headTags[7].expr), t.find("index.html", headTags[7].expr))
			})
			add("canonical of another page", "R080 R111", func(t *tree) {
				t.edit(file, t.find(file, headTags[3].expr), t.find("index.html", headTags[3].expr))
			})
			add("og:url of another page", "R086 R117", func(t *tree) {
				t.edit(file, t.find(file, headTags[9].expr), t.find("index.html", headTags[9].expr))
			})
		}
	}
	return all
}

type urlBreak struct{ name, refs, url string }

// urlBreaks are the ways in which a URL of the set can be wrong: R002 to R004,
// R028, R040, R053, R058, R061 to R064, R140 to R143, E01, E02, E15.
func urlBreaks(base *tree, file, kind, value string) []urlBreak {
	below := strings.TrimPrefix(value, base.root)
	host := strings.TrimSuffix(strings.TrimPrefix(base.domain, "https://"), "/")
	atRoot := base.root == base.domain
	all := []urlBreak{
		{"http", "E15", "http" + strings.TrimPrefix(value, "https")},
		{"double slash", "R002 R053", base.root + "/" + below},
		{"placeholder", "R028 R015", "[SITE_ROOT]" + below},
		{"localhost", "R045 E01", "http://localhost:1313/" + below},
		{"no URL", "E01", "https://"},
	}
	discovery := kind == "llms.txt" || kind == "raw-manifest.json" || kind == "sitemap.xml"
	if kind == "page" || discovery { // images may lie anywhere
		all = append(all,
			urlBreak{"wrong host", "R004 E01", "https://example.org/" + below},
			urlBreak{"fragment", "E01", value + "#x"},
			urlBreak{"query", "E01", value + "?v=1"},
		)
	}
	if kind == "page" {
		all = append(all,
			urlBreak{"relative", "R058 R135 R136", "./"},
			urlBreak{"path-absolute", "R061 R135 R136 R143", strings.TrimPrefix(value, strings.TrimSuffix(base.domain, "/"))},
			urlBreak{"without a scheme", "R135 R136", "//" + strings.TrimPrefix(value, "https://")},
			urlBreak{"index.html", "R135 R136", value + "index.html"},
			urlBreak{"of another page", "R135 R136", base.root + "nowhere/"},
			urlBreak{"port", "R135 R136", strings.Replace(value, host, host+":443", 1)},
			urlBreak{"dot segment", "R135 R136", base.root + "./" + below},
			urlBreak{"host in capitals", "R135 R136", strings.Replace(value, host, strings.ToUpper(host), 1)},
		)
		if !atRoot || below != "" {
			all = append(all,
				urlBreak{"slash left out", "R135 R136 E01", strings.TrimSuffix(value, "/")},
				urlBreak{"other case", "E02 E01", strings.Replace(value, base.domain, base.domain+"X", 1)},
			)
		}
	} else {
		all = append(all,
			urlBreak{"missing file", "E01 R003", value + ".bak"},
			urlBreak{"other case", "E02 E01", base.root + strings.ToUpper(below)},
			urlBreak{"moved to assets", "E01 R004 R162 R165", base.root + "assets/" + below},
		)
		if !discovery {
			return all
		}
		all = append(all, urlBreak{"dot segment", "", base.root + "./" + below})
	}
	if !atRoot && discovery {
		all = append(all,
			urlBreak{"host root", "R004 R061", base.domain + below},
			urlBreak{"root-relative", "R061 R142 R032", "/" + below},
			urlBreak{"path-absolute", "R143 R061", "/" + strings.TrimPrefix(value, base.domain)},
			urlBreak{"slash missing", "R003 R053", strings.TrimSuffix(base.root, "/") + below},
		)
		if file == "index.html" {
			all = append(all, urlBreak{"relative", "R141 R058", below})
		}
	}
	if discovery && file != "index.html" {
		all = append(all,
			urlBreak{"bare name on a subpage", "R062 R064 R106 R133", below},
			urlBreak{"relative on a subpage", "R140 R058 R134 R141", up(file) + below},
		)
	}
	return all
}
