package mutation_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/html"
	mjson "github.com/tdewolff/minify/v2/json"
	"github.com/tdewolff/minify/v2/xml"
)

// TestShapes changes how conforming trees are written and what else they
// hold, never what they say: none of it may bring up an error or a warning.
func TestShapes(t *testing.T) {
	tried := 0
	for _, base := range []*tree{readTree(t, "page"), readTree(t, "site"), readTree(t, "user"), customDomain(t)} {
		for _, name := range slices.Sorted(maps.Keys(shapes)) {
			t.Run(base.name+"/"+name, func(t *testing.T) {
				tr := base.clone()
				for _, then := range []string{"as it is", "minified"} {
					shapes[name](tr)
					shapes[then](tr)
					dir := t.TempDir()
					tr.write(t, dir, nil)
					found, code, out := check(t, dir, tr)
					if code == 2 {
						t.Fatal(out)
					}
					tried++
					found = slices.DeleteFunc(found, func(f finding) bool { return f.Severity == "info" })
					if len(found) > 0 {
						t.Errorf("%s: %d findings\n%s", then, len(found), lines(found))
					}
					tr = base.clone()
				}
			})
		}
	}
	t.Logf("%d shapes tried", tried)
}

// html calls change for each HTML file.
func (t *tree) html(change func(string) string) {
	for name := range t.files {
		if strings.HasSuffix(name, ".html") {
			t.files[name] = change(t.files[name])
		}
	}
}

// head puts text before the end of each page's head.
func (t *tree) head(text string) {
	t.html(func(s string) string { return strings.Replace(s, "</head>", text+"\n</head>", 1) })
}

var tagName = regexp.MustCompile(`</?[a-z][a-z0-9]*`)

// outsideScripts changes the parts of a page that are no script.
func outsideScripts(s string, change func(string) string) string {
	var b strings.Builder
	for {
		i := strings.Index(s, "<script")
		if i < 0 {
			return b.String() + change(s)
		}
		end := strings.Index(s, "</script>")
		b.WriteString(change(s[:i]) + s[i:end])
		s = s[end:]
	}
}

var shapes = map[string]func(*tree){
	"as it is": func(t *tree) {},
	"minified": func(t *tree) {
		m := minify.New()
		m.Add("text/html", &html.Minifier{})
		m.AddFuncRegexp(regexp.MustCompile(`json$`), mjson.Minify)
		m.AddFunc("text/xml", xml.Minify)
		for name, text := range t.files {
			media := map[string]string{"html": "text/html", "json": "application/json", "xml": "text/xml"}[name[strings.LastIndex(name, ".")+1:]]
			if media == "" {
				continue
			}
			short, err := m.String(media, text)
			if err != nil {
				panic(err)
			}
			t.files[name] = short
		}
	},
	"minified, tags kept": func(t *tree) {
		m := minify.New()
		m.Add("text/html", &html.Minifier{KeepDocumentTags: true, KeepEndTags: true, KeepQuotes: true, KeepComments: true})
		t.html(func(s string) string { s, _ = m.String("text/html", s); return s })
	},
	"all in one line": func(t *tree) { t.html(func(s string) string { return strings.ReplaceAll(s, "\n", " ") }) },
	"comments everywhere": func(t *tree) {
		t.html(func(s string) string {
			return outsideScripts(s, func(s string) string {
				return strings.ReplaceAll(s, ">\n<", ">\n<!-- <title>no</title> <meta name=robots content=noindex> -->\n<")
			})
		})
	},
	"conditional comments": func(t *tree) { t.head(`<!--[if lt IE 9]><script src="html5shiv.js"></script><![endif]-->`) },
	"CRLF":                 func(t *tree) { t.html(func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }) },
	"CRLF in data": func(t *tree) {
		for _, f := range []string{"raw-manifest.json", "sitemap.xml", "robots.txt"} {
			t.set(f, strings.ReplaceAll(t.files[f], "\n", "\r\n"))
		}
	},
	"byte order mark":   func(t *tree) { t.html(func(s string) string { return "\ufeff" + s }) },
	"byte order mark 2": func(t *tree) { t.prefix("robots.txt", "\ufeff"); t.prefix("sitemap.xml", "\ufeff") },
	"capitals": func(t *tree) {
		t.html(func(s string) string {
			return outsideScripts(s, func(s string) string { return tagName.ReplaceAllStringFunc(s, strings.ToUpper) })
		})
	},
	"capital attributes": func(t *tree) {
		t.html(func(s string) string {
			return strings.NewReplacer(` rel="canonical"`, ` REL="Canonical"`, ` rel="alternate"`, ` Rel=" ALTERNATE "`, ` name="robots"`, ` NAME="ROBOTS"`,
				` name="description"`, ` name="Description"`, ` content="index, follow"`, ` CONTENT="INDEX,FOLLOW"`, ` href=`, ` HREF=`, ` type="text/plain"`, ` TYPE="Text/Plain"`).Replace(s)
		})
	},
	"single quotes": func(t *tree) {
		t.html(func(s string) string {
			return outsideScripts(s, func(s string) string { return regexp.MustCompile(`="([^"']*)"`).ReplaceAllString(s, `='$1'`) })
		})
	},
	"unquoted": func(t *tree) {
		t.html(func(s string) string {
			return outsideScripts(s, func(s string) string {
				return regexp.MustCompile(`="([^"'= <>]+)"`).ReplaceAllString(s, `=$1`)
			})
		})
	},
	"spread over lines": func(t *tree) {
		t.html(func(s string) string {
			return outsideScripts(s, func(s string) string {
				return regexp.MustCompile(` ([a-z:-]+)="`).ReplaceAllString(s, "\n\t$1 =\n\t\"")
			})
		})
	},
	"attributes in another order": func(t *tree) {
		t.html(func(s string) string {
			return regexp.MustCompile(`<(meta|link) ([a-z]+="[^"]*") (.*?)>`).ReplaceAllString(s, `<$1 $3 $2>`)
		})
	},
	"XHTML": func(t *tree) {
		t.html(func(s string) string {
			return regexp.MustCompile(`<(meta|link) ([^>]*)>`).ReplaceAllString(s, `<$1 $2 />`)
		})
	},
	"rendered by script": func(t *tree) {
		t.html(func(s string) string {
			return regexp.MustCompile(`<(meta|link|title)`).ReplaceAllString(s, `<$1 data-rh="true" data-react-helmet`)
		})
	},
	"character references": func(t *tree) {
		t.html(func(s string) string {
			return outsideScripts(s, func(s string) string {
				return strings.NewReplacer("https://", "https&#58;&#x2f;&sol;", "index, follow", "index&comma; follow", "Example Project", "Example&#32;Project").Replace(s)
			})
		})
	},
	"white space around values": func(t *tree) {
		t.html(func(s string) string {
			return regexp.MustCompile(`(<link [^>]*href=|<a href=)"([^"]*)"`).ReplaceAllString(s, "$1\" $2\n\"")
		})
	},
	"tags left out": func(t *tree) {
		t.html(func(s string) string {
			return strings.NewReplacer("<html lang=\"en\">", "<html lang=en>", "<head>\n", "", "</head>\n", "", "<body>\n", "", "</body>\n", "", "</html>\n", "", "</p>", "").Replace(s)
		})
	},
	"more head tags": func(t *tree) {
		t.head(`<meta name="generator" content="by hand"><meta name="theme-color" content="#fff" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#000" media="(prefers-color-scheme: dark)"><meta name="twitter:card" content="summary"><meta name="twitter:title" content="x">
<meta property="og:site_name" content="Example Project"><meta property="og:locale" content="en_GB"><meta property="og:image:alt" content="a picture">
<meta property="og:image:width" content="1200"><meta property="article:author" content="x"><meta http-equiv="X-UA-Compatible" content="IE=edge">
<meta http-equiv="Content-Security-Policy" content="default-src 'self'"><meta name="google-site-verification" content="abc"><meta name="color-scheme" content="light dark">
<link rel="preconnect" href="https://fonts.example.com"><link rel="dns-prefetch" href="//cdn.example.com"><link rel="license" href="https://spdx.org/licenses/Apache-2.0.html">
<link rel="me" href="https://social.example.com/@example"><link rel="apple-touch-icon" href="` + t.root + `favicon.png"><link rel="mask-icon" href="` + t.root + `favicon.png" color="#000">
<link rel="preload" href="` + t.root + `og.png" as="image"><style>body::before { content: "</titl" "e>" }</style><script>document.write("<title>x<\/title>")</script>
<script type="module">let a = 1 < 2</script><script type="application/json">{"x": "</scrip"}</script><noscript><link rel="stylesheet" href="` + t.root + `style.css"></noscript><template></template>`)
	},
	"inline svg": func(t *tree) {
		t.html(func(s string) string {
			return strings.Replace(s, "<main>", `<main><svg viewBox="0 0 1 1"><title>A drawing</title><style>a{}</style><desc>d</desc><path d="M0 0"/><a xlink:href="#in-svg"><text id="in-svg">t</text></a><foreignObject><p>x</p></foreignObject></svg><math><mi>x</mi></math>`, 1)
		})
	},
	"feeds": func(t *tree) {
		t.set("index.xml", `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>x</title></channel></rss>`)
		t.set("feed.json", `{"version": "https://jsonfeed.org/version/1.1", "title": "x"}`)
		t.set("app.webmanifest", `{"name": "x"}`)
		t.head(`<link rel="alternate" type="application/rss+xml" href="` + t.root + `index.xml" title="RSS"><link rel="alternate" type="application/feed+json" href="` + t.root + `feed.json"><link rel="manifest" href="` + t.root + `app.webmanifest">`)
	},
	"without 404": func(t *tree) { t.remove("404.html") },
	"a verification": func(t *tree) {
		t.set("google0123456789abcdef.html", "google-site-verification: google0123456789abcdef.html")
	},
	"a redirect":        func(t *tree) { t.set("old/index.html", stub(t.root)) },
	"a redirect abroad": func(t *tree) { t.set("old.html", stub("https://example.org/")) },
	"an excluded page": func(t *tree) {
		t.set("demo/index.html", "<!DOCTYPE html><html><head><title>x</title></head><body>x</body></html>")
		t.object("raw-manifest.json", func(m map[string]any) {
			m["excluded"] = []any{map[string]any{"path": "demo/", "reason": "a demo"}}
		})
	},
	"AMP twin": func(t *tree) {
		t.set("amp/index.html", `<!doctype html><html amp lang="en"><head><meta charset="utf-8"><title>x</title><link rel="canonical" href="`+t.root+`"><script async src="https://cdn.ampproject.org/v0.js"></script></head><body><p>x</p></body></html>`)
		t.edit("index.html", "</head>", `<link rel="amphtml" href="`+t.root+`amp/"></head>`)
	},
	"other files": func(t *tree) {
		for _, name := range []string{".nojekyll", "LICENSE", "humans.txt", "ads.txt", "security.txt", "browserconfig.xml", "assets/app.js", "assets/app.js.map", "a b.txt", "über.txt", "100%.txt", "звіт.pdf", "x.pdf", "robots.txt.bak", "news-sitemap.xml"} {
			t.set(name, "x")
		}
	},
	"JSON-LD in the body": func(t *tree) {
		for _, f := range pagesOf(t) {
			ld := t.find(f, `(?s)<script type="application/ld\+json">.*?</script>`)
			t.edit(f, ld, "")
			t.edit(f, "</body>", ld+"</body>")
		}
	},
	"JSON-LD of http": func(t *tree) {
		t.html(func(s string) string { return strings.ReplaceAll(s, `"https://schema.org"`, `"http://schema.org/"`) })
	},
	"JSON-LD by a type": func(t *tree) {
		t.html(func(s string) string {
			return strings.ReplaceAll(s, `"application/ld+json"`, `"application/ld+json; charset=utf-8"`)
		})
	},
	"JSON-LD twice": func(t *tree) {
		t.html(func(s string) string {
			return strings.Replace(s, `<script type="application/ld+json">`, `<script type="application/ld+json">{"@context":"https://schema.org","@type":"BreadcrumbList","itemListElement":[{"@type":"ListItem","position":1,"name":"Home"}]}</script><script type="application/ld+json">`, 1)
		})
	},
	"footer by role": func(t *tree) {
		t.html(func(s string) string {
			return strings.NewReplacer("<footer>", `<div role="contentinfo">`, "</footer>", "</div>").Replace(s)
		})
	},
	"row without a footer": func(t *tree) {
		t.html(func(s string) string {
			return strings.NewReplacer("<footer>", `<div>`, "</footer>", "</div>").Replace(s)
		})
	},
	"row as a list": func(t *tree) {
		t.html(func(s string) string {
			return regexp.MustCompile(`(?s)<span>Machine-readable:</span>(.*?)</div>`).ReplaceAllStringFunc(s, func(s string) string {
				return "<span>Machine-readable:</span><ul>" + regexp.MustCompile(`<a [^>]*>[^<]*</a>`).ReplaceAllString(strings.TrimSuffix(strings.TrimPrefix(s, "<span>Machine-readable:</span>"), "</div>"), "<li>$0</li>") + "</ul></div>"
			})
		})
	},
	"footer of a company": func(t *tree) {
		t.html(func(s string) string {
			return strings.Replace(s, "<p>Apache-2.0</p>", `<ul><li><a href="https://example.org/">us</a></li><li><a href="https://example.org/imprint">imprint</a></li></ul><img src="`+t.root+`og.png" alt="x"><h2>Us</h2><p>© 2026</p>`, 1)
		})
	},
	"robots of several": func(t *tree) {
		t.edit("robots.txt", "Allow: /\n", "Allow: /\nDisallow:\nCrawl-delay: 1\n\nUser-agent: badbot\nDisallow: /\n\nuser-agent: a\nUSER-AGENT: b\nDisallow: /private/ # nothing\n")
	},
	"robots without a line end": func(t *tree) { t.set("robots.txt", strings.TrimSpace(t.files["robots.txt"])) },
	"sitemap with all": func(t *tree) {
		t.edit("sitemap.xml", "<urlset ", `<?xml-stylesheet type="text/xsl" href="sitemap.xsl"?><!-- all --><urlset xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml" `)
		t.edit("sitemap.xml", "</loc>", `</loc><lastmod>2024-01-02T03:04:05+02:00</lastmod><changefreq>weekly</changefreq><priority>0.5</priority><xhtml:link rel="alternate" hreflang="en" href="`+t.root+`"/><image:image><image:loc>`+t.root+`og.png</image:loc></image:image>`)
	},
	"sitemap of references": func(t *tree) { t.editAll("sitemap.xml", "https://", "https&#58;//") },
	"sitemap with CDATA":    func(t *tree) { t.sub("sitemap.xml", `<loc>(.*?)</loc>`, "<loc>\n  <![CDATA[$1]]>\n</loc>") },
	"sitemap by prefix": func(t *tree) {
		s := t.files["sitemap.xml"]
		s = regexp.MustCompile(`<(/?)(urlset|url|loc)`).ReplaceAllString(s, "<${1}s:$2")
		t.set("sitemap.xml", strings.Replace(s, "xmlns=", "xmlns:s=", 1))
	},
	"manifest with more": func(t *tree) {
		t.object("raw-manifest.json", func(m map[string]any) {
			m["x-build"] = map[string]any{"by": []any{1, 2.5e3, nil, true}}
			m["pages"].([]any)[0].(map[string]any)["words"] = 12
		})
	},
	"manifest in escapes": func(t *tree) {
		t.set("raw-manifest.json", strings.NewReplacer("https://", `https:\/\/`, "Example", `\u0045xample`).Replace(t.files["raw-manifest.json"]))
	},
	"llms with more": func(t *tree) {
		t.edit("llms.txt", "## Pages", "More about it:\n\n- one\n- *two*\n\n> not a summary\n\n## Pages")
		t.suffix("llms.txt", "\n## Optional\n\n- [Elsewhere](https://example.org/a_b): notes, with [brackets]\n- [No notes](https://example.org/)\n")
	},
	"llms without a summary":  func(t *tree) { t.sub("llms.txt", `(?m)^> .*\n\n`, "") },
	"llms without a line end": func(t *tree) { t.set("llms.txt", strings.TrimSpace(t.files["llms.txt"])) },
	"Cyrillic and percent signs": func(t *tree) {
		if !t.site {
			return
		}
		addPage(t, "документація/index.html", t.root+"%D0%B4%D0%BE%D0%BA%D1%83%D0%BC%D0%B5%D0%BD%D1%82%D0%B0%D1%86%D1%96%D1%8F/", "Документація")
		addPage(t, "100% sure/index.html", t.root+"100%25%20sure/", "Sure")
		addPage(t, "what's-new+more/index.html", t.root+"what's-new+more/", "News")
	},
	"page by its file's name": func(t *tree) {
		if t.site {
			addPage(t, "about.html", t.root+"about", "About")
			addPage(t, "more/faq.html", t.root+"more/faq.html", "FAQ")
			addPage(t, "old.htm", t.root+"old.htm", "Old")
		}
	},
	"pages of a list": func(t *tree) {
		if t.site {
			addPage(t, "docs/page/2/index.html", t.root+"docs/page/2/", "Documentation, page 2")
		}
	},
	"relative where it may be": func(t *tree) {
		for _, f := range []string{"llms.txt", "raw-manifest.json", "sitemap.xml"} {
			t.edit("index.html", `<a href="`+t.root+f, `<a href="`+f)
		}
	},
}

// addPage adds a page as it should be: listed in the manifest, in the sitemap
// and in llms.txt.
func addPage(t *tree, file, url, title string) {
	src := strings.ReplaceAll(t.files["docs/index.html"], t.root+"docs/", url)
	src = strings.ReplaceAll(src, url+`">Docs`, t.root+`docs/">Docs`)
	src = strings.NewReplacer("How to install Example Project and write the first note.", "All about "+title+".", "Documentation", title, `\u2013`, "–", `href="../reference/"`, `href="`+t.root+`reference/"`).Replace(src)
	t.set(file, src)
	t.edit("sitemap.xml", "</urlset>", "<url><loc>"+strings.ReplaceAll(url, "'", "&apos;")+"</loc></url></urlset>")
	t.suffix("llms.txt", "- ["+title+"]("+url+"): All about it.\n")
	t.object("raw-manifest.json", func(m map[string]any) {
		m["pages"] = append(m["pages"].([]any), map[string]any{"url": url, "title": title + " – Example Project", "description": "All about " + title + ".", "language": "en", "role": "editorial", "json_ld_type": "WebPage"})
	})
}
