package hugotest

import (
	"cmp"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/serve"
)

// oddNames are names of content files and folders that URLs hold as they are, escaped, or not at all.
var oddNames = []string{
	"C++.md", "C#.md", "a(b)/_index.md", "a(b)/c (d).md", "(e)/index.md", "x&y.md", "it's.md", `say "hi".md`, "100%.md",
	"q?r.md", "two words.md", "  lead.md", "a  b.md", "Мова/стаття.md", "日本/語.md", "café.md", "cafe\u0301s.md", "UPPER.md", "semi;colon.md", "comma,.md", "at@home.md",
	"eq=al.md", "tilde~.md", "dollar$.md", "excl!.md", "star*.md", "col:on.md", "pipe|.md", "caret^.md", "tick`.md", "{brace}.md", "[bracket].md",
	"<img src=x onerror=trap()>.md", "back\\slash.md", "dot.in.name.md", "שלום.md", "emoji👩‍💻.md", "a+b/_index.md", "a+b/c+d/index.md", "__proto__.md", "javascript:trap().md",
}

// namesSite has a page for each of oddNames, and pages that say their own addresses.
func namesSite(config string) *txtar.Archive {
	archive := &txtar.Archive{Files: []txtar.File{
		{Name: "config.toml", Data: []byte(config)},
		{Name: "content/_index.md", Data: []byte("---\ntitle: Names\ndescription: Odd names.\n---\n")},
	}}
	add := func(name, front string) {
		archive.Files = append(archive.Files, txtar.File{Name: "content/" + name, Data: []byte(front)})
	}
	for _, name := range oddNames {
		front, _ := json.Marshal(map[string]string{"title": name, "description": "The page " + name})
		add(name, string(front)+"\n\nText.\n")
	}
	for i, address := range []string{"/own/C++/", "/own/f(g)/", "/own/with space/", "/own/я/", "/own/q&a=b/"} {
		front, _ := json.Marshal(map[string]string{"title": "Own " + address, "description": "At " + address, "url": address})
		add("own"+string(rune('a'+i))+".md", string(front)+"\n\nText.\n")
	}
	for i, slug := range []string{"D++", "k(l)", "m n", "o&p"} {
		front, _ := json.Marshal(map[string]string{"title": "Slug " + slug, "description": "As " + slug, "slug": slug})
		add("slug"+string(rune('a'+i))+".md", string(front)+"\n\nText.\n")
	}
	return archive
}

// TestOddNames: whatever a file is called, canonical, og:url, JSON-LD, sitemap, manifest, twin and llms.txt name one and the
// same URL of its page, and GitHub Pages answers it with that page.
func TestOddNames(t *testing.T) {
	config := replaceOutputs(closed)
	for name, config := range map[string]string{
		"plain":       config,
		"case kept":   "disablePathToLower = true\n" + config,
		"no accents":  "removePathAccents = true\n" + config,
		"ugly":        "uglyURLs = true\n" + config,
		"languages":   strings.Replace(config, "[params.discovery]", "[languages.en]\nweight = 1\n[languages.uk]\nweight = 2\n[params.discovery]", 1),
		"tail of all": strings.Replace(config, "[params.discovery]", "[permalinks]\n\"/\" = \"/:sections/:title/\"\n[params.discovery]", 1),
	} {
		t.Run(name, func(t *testing.T) {
			archive := namesSite(config)
			if strings.Contains(config, "languages.uk") {
				archive.Files = append(archive.Files, txtar.File{Name: "content/_index.uk.md", Data: []byte("---\ntitle: Назви\ndescription: Дивні назви.\n---\n")},
					txtar.File{Name: "content/ownb.uk.md", Data: []byte("---\ntitle: П'ять\ndescription: Опис.\nurl: /uk/own/f(g)+/\n---\n")})
			}
			result := Build(t, site(t, archive), nil).Must(t)
			if code, out := verify(result.Public, "--fail-on", "warning"); code != 0 {
				t.Errorf("verify: exit status %d\n%s", code, out)
			}
			checkAddresses(t, result)
		})
	}
}

func replaceOutputs(config string) string {
	return strings.Replace(config, `home = ["html", "llms", "rawmanifest"]`, `home = ["html", "llms", "rawmanifest"]
page = ["html", "markdown"]
section = ["html", "markdown"]`, 1)
}

// checkAddresses compares the URLs that the files of a discovery set give for each page, and asks for each.
func checkAddresses(t *testing.T, result Result) {
	t.Helper()
	d := &ghpages.Deployment{
		SiteRoot: projectRoot, DiscoveryRoot: projectRoot, ProjectRoot: "/example-project/", DomainRoot: "https://example-user.github.io/",
	}
	handler, err := serve.New(result.Public, d)
	if err != nil {
		t.Fatal(err)
	}
	defer handler.Close()
	get := func(address string) (status int, body string) {
		u, err := url.Parse(address)
		if err != nil || !strings.HasPrefix(address, projectRoot) {
			t.Errorf("%q is no URL of the site: %v", address, err)
			return 0, ""
		}
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, "http://localhost"+u.EscapedPath(), nil)
		handler.ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}

	var manifest struct {
		Pages []struct {
			URL, Title string
			Markdown   string `json:"markdown_url"`
		}
	}
	if err := json.Unmarshal([]byte(result.Read(t, "raw-manifest.json")), &manifest); err != nil {
		t.Fatal(err)
	}
	if want := len(oddNames) + 10; len(manifest.Pages) < want-1 {
		t.Errorf("%d pages, of %d files", len(manifest.Pages), want)
	}
	_, sitemap := locs(t, result.Read(t, "sitemap.xml"))
	var index []string
	for _, s := range referenceParse(t, result.Read(t, "llms.txt")) {
		for _, l := range s.links {
			index = append(index, l.url)
		}
	}
	known := map[string]bool{}
	for _, p := range manifest.Pages {
		known[p.URL] = true
	}
	for _, p := range manifest.Pages {
		if !slices.Contains(sitemap, p.URL) {
			t.Errorf("%q: the sitemap does not list %s", p.Title, p.URL)
		}
		// The parsers of llms.txt end a link at its first closing parenthesis: these are escaped there.
		if to := strings.NewReplacer("(", "%28", ")", "%29").Replace(cmp.Or(p.Markdown, p.URL)); !slices.Contains(index, to) {
			t.Errorf("%q: llms.txt does not list %s", p.Title, to)
		} else if status, _ := get(to); status != http.StatusOK {
			t.Errorf("%q: llms.txt lists %s, which is answered with %d", p.Title, to, status)
		}
		status, body := get(p.URL)
		if status != http.StatusOK {
			t.Errorf("%q: %s is answered with %d", p.Title, p.URL, status)
			continue
		}
		head := parseHead(t, body)
		for _, key := range []string{"link canonical", "meta og:url"} {
			if got := head.values[key]; len(got) != 1 || got[0] != p.URL {
				t.Errorf("%q: %s is %q, not %q", p.Title, key, got, p.URL)
			}
		}
		if got := head.values["meta og:title"]; len(got) != 1 || got[0] != p.Title {
			t.Errorf("%s is the page %q, not %q", p.URL, got, p.Title)
		}
		named := false
		for _, node := range head.graph {
			named = named || node["url"] == p.URL
		}
		if !named {
			t.Errorf("%q: JSON-LD does not name %s: %v", p.Title, p.URL, head.graph)
		}
		for _, lang := range []string{"en", "uk", "x-default"} {
			for _, other := range head.values["link alternate "+lang] {
				if !known[other] {
					t.Errorf("%q: hreflang %s is %s, which is no page", p.Title, lang, other)
				}
			}
		}
		if p.Markdown != "" {
			if got := head.values["link alternate text/markdown"]; len(got) != 1 || got[0] != p.Markdown {
				t.Errorf("%q: the head links the twin %q, the manifest %q", p.Title, got, p.Markdown)
			}
			if status, twin := get(p.Markdown); status != http.StatusOK || !strings.Contains(twin, p.URL) {
				t.Errorf("%q: the twin %s is answered with %d, and does not name %s:\n%.400s", p.Title, p.Markdown, status, p.URL, twin)
			}
		}
	}
}
