package hugotest

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/discovery-set/hugo-discovery/internal/chromiumtest"
	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/serve"
)

// hostileTexts try to run in a browser. Each calls trap where it does.
var hostileTexts = []string{
	`<img src=x onerror=trap()>`, `"><svg onload=trap()>`, `' onmouseover=trap() x='`, `</title></script><script>trap()</script>`,
	`--><script>trap()</script><!--`, `javascript:trap()`, `data:text/html,<script>trap()</script>`, `</style><script>trap()</script>`,
	`</footer></body><script>trap()</script>`, `{{ trap() }} ${trap()} \u003cscript>trap()\u003c/script>`, "a\u2028b\u2029c", "<!--<script>",
	`https://elsewhere.example/"><script src=//elsewhere.example/x.js></script>`, `url(//elsewhere.example/x) \3c img\3e`, "nul\x00<script>trap()</script>",
	`&lt;script&gt;trap()&lt;/script&gt; &amp;amp; &#60;`, strings.Repeat("W", 100_000), "e" + strings.Repeat("\u0301", 1000), "user\u202egpj.exe\u2066",
}

// hostileSite has a page and a section for each text, and one text in all that the configuration may say.
func hostileSite(all string) *txtar.Archive {
	text, _ := json.Marshal(all)
	archive := &txtar.Archive{Files: []txtar.File{{Name: "config.toml"}, {Name: "config.json", Data: fmt.Appendf(nil, `{
		"baseURL": "https://example-user.github.io/example-project/", "title": %[1]s, "enableRobotsTXT": true, "copyright": %[1]s,
		"outputs": {"home": ["html", "llms", "rawmanifest"], "page": ["html", "markdown"]},
		"menus": {"main": [{"name": %[1]s, "title": %[1]s, "pageRef": "/"}]},
		"params": {"description": %[1]s, "author": %[1]s, "discovery": {
			"owner": "example-user", "repo": "example-project", "pagesType": "PROJECT_SITE", "customDomain": "NONE", "image": "og.png", "imageAlt": %[1]s,
			"favicon": "favicon.svg", "author": {"name": %[1]s}, "llms": {"details": %[1]s, "optional": [%[1]s], "full": true},
			"software": {"alternateName": %[1]s, "about": [%[1]s], "keywords": [%[1]s]}}}}`, text)},
		{Name: "content/_index.md", Data: fmt.Appendf(nil, `{"title": %[1]s, "description": %[1]s}`, text)},
	}}
	archive.Files = archive.Files[1:]
	for i, s := range hostileTexts {
		front, _ := json.Marshal(map[string]any{
			"title": s, "description": s + " " + strconv.Itoa(i), "keywords": []string{s}, "tags": []string{"t" + strconv.Itoa(i) + strings.ReplaceAll(s[:min(40, len(s))], "//", "/")}, "author": s, "weight": i + 1,
			"discovery": map[string]any{"role": "artifact", "imageAlt": s, "software": map[string]any{"name": s}, "jsonld": map[string]any{"abstract": s}},
		})
		archive.Files = append(archive.Files, txtar.File{Name: fmt.Sprintf("content/s%d/_index.md", i), Data: append(front, "\n\nText.\n"...)},
			txtar.File{Name: fmt.Sprintf("content/s%d/p.md", i), Data: append(front, "\n\nText.\n"...)})
	}
	return archive
}

// TestHostileInBrowser opens each page of a hostile site in Chromium: nothing of it runs or loads from elsewhere, its head says
// what the manifest says, its JSON-LD holds the texts, and the row of links stands in the footer.
func TestHostileInBrowser(t *testing.T) {
	ctx := chromiumtest.Tab(t)
	var (
		mu        sync.Mutex
		elsewhere []string
	)
	if err := chromedp.Listen(ctx, func(event any) {
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			if u := e.Request.URL; !strings.HasPrefix(u, "http://127.0.0.1:") && u != projectRoot+"favicon.svg" {
				mu.Lock()
				elsewhere = append(elsewhere, u)
				mu.Unlock()
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	chromiumtest.SetTrap(t, ctx)

	for name, all := range map[string]string{"quiet": "Hostile", "loud": strings.Join(hostileTexts[:12], " ")} {
		for _, args := range [][]string{nil, {"--minify"}} {
			t.Run(strings.Join(append([]string{name}, args...), " "), func(t *testing.T) {
				result := Build(t, site(t, hostileSite(all)), args).Must(t)
				if code, out := verify(result.Public); code != 0 {
					t.Errorf("verify: exit status %d\n%.3000s", code, out)
				}
				handler, err := serve.New(result.Public, &ghpages.Deployment{SiteRoot: projectRoot, ProjectRoot: "/example-project/", DomainRoot: "https://example-user.github.io/"})
				if err != nil {
					t.Fatal(err)
				}
				defer handler.Close()
				server := httptest.NewServer(handler)
				defer server.Close()
				var manifest struct {
					Pages []struct{ URL, Title, Description string }
				}
				if err := json.Unmarshal([]byte(result.Read(t, "raw-manifest.json")), &manifest); err != nil {
					t.Fatal(err)
				}
				if len(manifest.Pages) < 2*len(hostileTexts) {
					t.Errorf("%d pages", len(manifest.Pages))
				}
				for _, p := range manifest.Pages {
					local := server.URL + "/example-project/" + strings.TrimPrefix(p.URL, projectRoot)
					if err := chromedp.Do(ctx, chromedp.Navigate(local)); err != nil {
						t.Fatal(err)
					}
					faults, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](lookAt(p.URL, p.Title, p.Description, oneLine(all))))
					if err != nil {
						t.Fatalf("%s: %v", p.URL, err)
					}
					for _, fault := range faults {
						t.Errorf("%s: %s", p.URL, fault)
					}
				}
				mu.Lock()
				defer mu.Unlock()
				for _, u := range elsewhere {
					t.Errorf("a page asks for %.200s", u)
				}
				elsewhere = nil
			})
		}
	}
}

// lookAt is the JavaScript that lists the faults of a page.
func lookAt(url, title, description, siteName string) string {
	want, _ := json.Marshal(map[string]string{"url": url, "title": title, "description": description, "site": siteName, "root": projectRoot})
	return `(() => {
	const want = ` + string(want) + `, faults = [];
	const same = (what, got, wanted) => { if (got !== wanted) faults.push(what + " is " + JSON.stringify(got)?.slice(0, 200) + ", not " + JSON.stringify(wanted).slice(0, 200)); };
	const one = selector => { const all = document.querySelectorAll(selector); if (all.length !== 1) faults.push(all.length + " of " + selector); return all[0]; };
	if (window.trapped) faults.push("the trap was sprung");
	const full = want.title.includes(want.site) ? want.title : want.title + " | " + want.site;
	same("title", one("head > title").textContent, full);
	same("document.title", document.title, full.trim());
	same("canonical", one("head > link[rel=canonical]").getAttribute("href"), want.url);
	same("og:url", one("head > meta[property='og:url']").content, want.url);
	same("og:title", one("head > meta[property='og:title']").content, want.title);
	same("og:description", one("head > meta[property='og:description']").content, want.description);
	same("description", one("head > meta[name=description]").content, want.description);
	same("robots", one("head > meta[name=robots]").content, "index, follow");
	const graph = JSON.parse(one("head > script[type='application/ld+json']").textContent)["@graph"];
	const page = graph.find(node => node.url === want.url);
	if (!page) faults.push("no node of this URL in JSON-LD");
	else if (page["@type"] === "WebPage") same("JSON-LD name", page.name, want.title);
	same("row", [...one("body > footer > .machine-links").querySelectorAll("a")].map(a => a.href).join(" "),
		["llms.txt", "raw-manifest.json", "sitemap.xml"].map(name => want.root + name).join(" "));
	same("scripts", document.scripts.length, 1);
	const odd = [...document.querySelectorAll("*")].filter(e => /^(IMG|SVG|IFRAME|OBJECT|EMBED|STYLE|BASE|FORM|svg)$/.test(e.tagName) ||
		[...e.attributes].some(a => a.name.startsWith("on") || /^\s*(javascript|vbscript|data):/i.test(a.value) && a.name !== "content"));
	if (odd.length) faults.push("elements " + odd.map(e => e.outerHTML.slice(0, 100)));
	const row = document.querySelector(".machine-links");
	if (row.getBoundingClientRect().height > 100) faults.push("the row is " + row.getBoundingClientRect().height + " pixels high");
	return faults;
})()`
}
