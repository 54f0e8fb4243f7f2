package hugotest

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// files archives a configuration and further files: pairs of name and content.
func files(config string, pairs ...string) *txtar.Archive {
	archive := &txtar.Archive{Files: []txtar.File{
		{Name: "config.toml", Data: []byte(config)},
		{Name: "content/_index.md", Data: []byte("---\ntitle: Example Project\ndescription: The home page.\n---\n")},
	}}
	for i := 0; i < len(pairs); i += 2 {
		archive.Files = append(archive.Files, txtar.File{Name: pairs[i], Data: []byte(pairs[i+1])})
	}
	return archive
}

const onePage = "---\ntitle: A\ndescription: Page A.\n---\n"

// locs returns the URLs of a sitemap or of an index of sitemaps, and which of the two it is.
func locs(t *testing.T, text string) (root string, urls []string) {
	t.Helper()
	var doc struct {
		XMLName xml.Name
		URL     []struct {
			Loc string `xml:"loc"`
		} `xml:"url"`
		Sitemap []struct {
			Loc string `xml:"loc"`
		} `xml:"sitemap"`
	}
	if err := xml.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	for _, u := range doc.URL {
		urls = append(urls, u.Loc)
	}
	for _, u := range doc.Sitemap {
		urls = append(urls, u.Loc)
	}
	return doc.XMLName.Local, urls
}

// TestSitemapIsSplit sets the limits low: /sitemap.xml becomes an index of files beside it, which hold each URL once.
func TestSitemapIsSplit(t *testing.T) {
	const site1 = "https://example-user.github.io/example-project/"
	languages := "defaultContentLanguageInSubdir = true\n[languages.en]\nweight = 1\n[languages.de]\nweight = 2\n[params]\ndescription = \"What it is.\"\n"
	tests := []struct {
		name, top, limits string
		sets              int // 0: no index
	}{
		{"by number", "", "maxURLs = 4", 3},
		{"exactly full", "", "maxURLs = 10", 0},
		{"by bytes", "", "maxBytes = 500", 4},
		{"from the environment", "", "", 2},
		{"in several languages", languages, "maxURLs = 4", 3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			config := strings.Replace(closed, "[outputs]", test.top+"[outputs]", 1) + "[params.discovery.sitemap]\n" + test.limits + "\n"
			archive := files(config)
			for i := range 9 {
				archive.Files = append(archive.Files, txtar.File{Name: fmt.Sprintf("content/p%d.md", i), Data: []byte(onePage)})
			}
			var variables []string
			if test.limits == "" {
				variables = []string{"HUGO_PARAMS_DISCOVERY_SITEMAP_MAXURLS=5"}
			}
			result := Build(t, site(t, archive), nil, variables...).Must(t)
			root, urls := locs(t, result.Read(t, "sitemap.xml"))
			if test.sets == 0 {
				if root != "urlset" || len(urls) != 10 {
					t.Fatalf("%s of %d", root, len(urls))
				}
				return
			}
			if root != "sitemapindex" || len(urls) != test.sets {
				t.Fatalf("%s of %q, want %d sets", root, urls, test.sets)
			}
			var all []string
			for _, u := range urls {
				set := result.Read(t, strings.TrimPrefix(u, site1))
				if strings.Contains(test.limits, "maxBytes") && len(set) > 500 {
					t.Errorf("%s has %d bytes", u, len(set))
				}
				root, part := locs(t, set)
				if root != "urlset" || len(part) == 0 {
					t.Errorf("%s: %s of %d", u, root, len(part))
				}
				all = append(all, part...)
			}
			slices.Sort(all)
			if compact := slices.Compact(slices.Clone(all)); len(compact) != len(all) || len(all) < 10 {
				t.Errorf("the sets hold %q", all)
			}
			for _, name := range result.Files(t) {
				if strings.HasSuffix(name, "/sitemap.xml") || strings.HasPrefix(name, "de/sitemap") || strings.HasPrefix(name, "en/sitemap") {
					t.Errorf("%s was written", name)
				}
			}
		})
	}
}

// TestPagers paginates a list: each further page has the whole set of tags once, names itself as canonical, and is listed.
func TestPagers(t *testing.T) {
	archive := files(closed,
		"layouts/_default/list.html", "{{ define \"main\" }}<h1>{{ .Title }}</h1>{{ range (.Paginate (where .RegularPages \"Title\" \"ne\" \"none\") 2).Pages }}<p>{{ .Title }}</p>{{ end }}{{ end }}\n",
		// A theme that caches its footer: no help in telling pagers apart.
		"layouts/_default/baseof.html", "<!DOCTYPE html>\n<html lang=\"en\"><head>{{ partial \"discovery/head.html\" . }}</head><body>{{ block \"main\" . }}{{ end }}{{ partialCached \"discovery/footer.html\" . }}</body></html>\n",
		"content/docs/_index.md", "---\ntitle: Docs\ndescription: A list.\n---\n",
		"content/docs/a.md", onePage, "content/docs/b.md", onePage, "content/docs/c.md", onePage, "content/docs/d.md", onePage, "content/docs/e.md", onePage)
	result := Build(t, site(t, archive), nil).Must(t)
	_, urls := locs(t, result.Read(t, "sitemap.xml"))
	if len(urls) != 9 {
		t.Errorf("sitemap.xml: %q", urls)
	}
	for _, name := range []string{"docs/", "docs/page/2/", "docs/page/3/"} {
		head := parseHead(t, result.Read(t, name+"index.html"))
		once(t, name, head)
		want := "https://example-user.github.io/example-project/" + name
		if got := head.values["link canonical"]; len(got) != 1 || got[0] != want || !slices.Contains(urls, want) {
			t.Errorf("%s: canonical %q", name, got)
		}
	}
}

// once fails the test unless a head has each tag of the set exactly once.
func once(t *testing.T, name string, head head) {
	t.Helper()
	for _, key := range []string{"title", "meta description", "meta robots", "link canonical", "link alternate text/plain", "link alternate application/json",
		"link describedby", "link icon", "meta og:title", "meta og:description", "meta og:type", "meta og:url", "meta og:image", "meta og:site_name"} {
		if n := len(head.values[key]); n != 1 {
			t.Errorf("%s: %d × %s", name, n, key)
		}
	}
	if len(head.graph) == 0 {
		t.Errorf("%s: no JSON-LD", name)
	}
}

// TestHeadTwice calls the head from a theme's hook and from baseof.html as well: the second call writes nothing.
func TestHeadTwice(t *testing.T) {
	archive := files(closed,
		"layouts/_default/baseof.html", "<!DOCTYPE html>\n<html lang=\"en\"><head>{{ partial \"hook.html\" . }}{{ partial \"discovery/head.html\" . }}</head><body>{{ block \"main\" . }}{{ end }}</body></html>\n",
		"layouts/partials/hook.html", "{{ partial \"discovery/head.html\" . }}",
		"content/a.md", onePage)
	result := Build(t, site(t, archive), nil).Must(t)
	once(t, "a/index.html", parseHead(t, result.Read(t, "a/index.html")))
	if strings.Contains(result.Output, "templates.Current") || os.Getenv(BinaryVariable) != "" {
		return // before 0.146.0 only pages are guarded
	}
	once(t, "index.html", parseHead(t, result.Read(t, "index.html")))
}

// TestHeadOfEachFormat renders a page as AMP too: both documents have the tags, with one canonical URL.
func TestHeadOfEachFormat(t *testing.T) {
	config := strings.Replace(closed, "[params.discovery]", "page = [\"html\", \"amp\"]\n[params.discovery]", 1)
	archive := files(config, "content/a.md", onePage,
		"layouts/_default/single.amp.html", "<!DOCTYPE html>\n<html lang=\"en\"><head>{{ partial \"discovery/head.html\" . }}</head><body></body></html>\n")
	result := Build(t, site(t, archive), nil).Must(t)
	for _, name := range []string{"a/index.html", "amp/a/index.html"} {
		head := parseHead(t, result.Read(t, name))
		once(t, name, head)
		if got := head.values["link canonical"]; got[0] != "https://example-user.github.io/example-project/a/" {
			t.Errorf("%s: canonical %q", name, got)
		}
	}
}

// TestContexts calls the partials with what themes hand to their hooks.
func TestContexts(t *testing.T) {
	const base = "<!DOCTYPE html>\n<html lang=\"en\"><head>%s</head><body>%s</body></html>\n"
	const footer = `{{ partial "discovery/footer.html" . }}`
	for name, call := range map[string]string{
		"page":            `{{ partial "discovery/head.html" . }}`,
		"dict context":    `{{ partial "discovery/head.html" (dict "context" . "x" 1) }}`,
		"dict page":       `{{ partial "discovery/head.html" (dict "page" .) }}`,
		"dict Page":       `{{ partial "discovery/head.html" (dict "Page" .) }}`,
		"pieces":          `{{ range slice "title" "description" "robots" "canonical" "alternates" "opengraph" "jsonld" "favicon" }}{{ partial (printf "discovery/head/%s.html" .) $ }}{{ end }}`,
		"pieces of dicts": `{{ range slice "title" "description" "robots" "canonical" "alternates" "opengraph" "jsonld" "favicon" }}{{ partial (printf "discovery/head/%s.html" .) (dict "context" $) }}{{ end }}`,
	} {
		t.Run(name, func(t *testing.T) {
			result := Build(t, site(t, files(closed, "content/a.md", onePage, "layouts/_default/baseof.html", fmt.Sprintf(base, call, footer))), nil).Must(t)
			for _, page := range []string{"index.html", "a/index.html"} {
				once(t, page, parseHead(t, result.Read(t, page)))
			}
		})
	}
	for name, call := range map[string]string{
		"site":        `{{ partial "discovery/head.html" site }}`,
		"cached site": `{{ partialCached "discovery/head.html" .Site }}`,
		"empty dict":  `{{ partial "discovery/head.html" dict }}`,
		"nothing":     `{{ partial "discovery/head.html" }}`,
	} {
		t.Run(name, func(t *testing.T) {
			result := Build(t, site(t, files(closed, "layouts/_default/baseof.html", fmt.Sprintf(base, call, footer))), nil)
			if result.Err == nil || !strings.Contains(result.Output, "discovery/head.html was called without a page") {
				t.Errorf("%v:\n%s", result.Err, result.Output)
			}
		})
	}
	for name, call := range map[string]string{
		"site": `{{ partial "discovery/footer.html" site }}`, "dict": `{{ partial "discovery/footer.html" (dict "context" .) }}`,
		"cached": `{{ partialCached "discovery/footer.html" . }}`, "nothing": `{{ partial "discovery/footer.html" }}`,
	} {
		t.Run("footer "+name, func(t *testing.T) {
			page := Build(t, site(t, files(closed, "layouts/_default/baseof.html", fmt.Sprintf(base, `{{ partial "discovery/head.html" . }}`, call))), nil).Must(t).Read(t, "index.html")
			if n := strings.Count(page, `class="machine-links"`); n != 1 {
				t.Errorf("%d rows:\n%s", n, page)
			}
		})
	}
}

// TestSwitches switches each group of tags off, by itself and by a preset.
func TestSwitches(t *testing.T) {
	marks := map[string]string{
		"title": "<title>", "description": `name="description"`, "robots": `name="robots"`, "canonical": `rel="canonical"`,
		"alternates": `rel="describedby"`, "opengraph": `property="og:`, "jsonld": "ld+json", "favicon": `rel="icon"`,
	}
	check := func(t *testing.T, table string, off ...string) {
		t.Helper()
		page := Build(t, site(t, files(closed+"[params.discovery.head]\n"+table)), nil).Must(t).Read(t, "index.html")
		for group, mark := range marks {
			if strings.Contains(page, mark) == slices.Contains(off, group) {
				t.Errorf("%s: the group %s is written: %v", table, group, strings.Contains(page, mark))
			}
		}
	}
	check(t, "")
	for group := range marks {
		check(t, group+" = false\n", group)
		check(t, group+" = \"false\"\n", group)
	}
	check(t, "preset = \"hugo-book\"\n", "title", "description", "canonical", "opengraph", "favicon")
	check(t, "preset = \"hugo-book\"\ncanonical = true\nrobots = false\n", "title", "description", "opengraph", "favicon", "robots")
}

// TestWhatIsMissing: what a page lacks and nothing stands in for is an error that names the page.
func TestWhatIsMissing(t *testing.T) {
	noImage := strings.Replace(closed, `image = "og.png"`+"\n", "", 1)
	for name, test := range map[string]struct {
		archive *txtar.Archive
		want    string
	}{
		"description of a page": {files(closed, "content/docs/a.md", "---\ntitle: A\n---\n"), "content/docs/a.md has no description"},
		"description of the home": {&txtar.Archive{Files: []txtar.File{{Name: "config.toml", Data: []byte(closed)},
			{Name: "content/_index.md", Data: []byte("---\ntitle: Home\n---\n")}}}, "content/_index.md has no description"},
		"image of a page": {&txtar.Archive{Files: []txtar.File{{Name: "config.toml", Data: []byte(noImage)},
			{Name: "content/_index.md", Data: []byte("---\ntitle: Home\ndescription: Home.\nimages: [og.png]\n---\n")},
			{Name: "content/a.md", Data: []byte(onePage)}}}, "content/a.md has no image"},
		"role of a page": {files(closed, "content/a.md", "---\ntitle: A\ndescription: A.\ndiscovery: {role: robot}\n---\n"), `content/a.md has discovery.role = "robot"`},
		"role of a site": {files(closed+"role = \"robot\"\n", "content/a.md", onePage), `params.discovery.role is "robot"`},
		"profile nobody": {files(closed+"role = \"profile\"\n", "content/a.md", onePage), "nobody is named"},
	} {
		t.Run(name, func(t *testing.T) {
			result := Build(t, site(t, test.archive), nil)
			if result.Err == nil || !strings.Contains(result.Output, test.want) {
				t.Errorf("want %q: %v\n%s", test.want, result.Err, result.Output)
			}
		})
	}
}

// TestFrontMatterThatNothingReads: a misspelt exclude would leave the page in without a word.
func TestFrontMatterThatNothingReads(t *testing.T) {
	result := Build(t, site(t, files(closed, "content/a.md", "---\ntitle: A\ndescription: A.\ndiscovery: {exlude: a draft, role: artifact, software: {licence: MIT, name: A}}\n---\n")), nil).Must(t)
	for _, want := range []string{
		"WARN  hugo-discovery: nothing reads the key exlude of discovery in the front matter of content/a.md; see https://discovery-set.github.io/hugo-discovery/configuration/",
		"WARN  hugo-discovery: nothing reads the key licence of discovery.software in the front matter of content/a.md; known there are about, alternateName, ",
	} {
		if !strings.Contains(result.Output, want) {
			t.Errorf("no %q:\n%s", want, result.Output)
		}
	}
	if n := strings.Count(result.Output, "nothing reads"); n != 2 {
		t.Errorf("%d warnings, not 2:\n%s", n, result.Output)
	}
}

// TestListsAgree compares the lists of pages in sitemap, manifest and llms.txt, and the robots tags of the published pages.
func TestListsAgree(t *testing.T) {
	fixtures(t, func(t *testing.T, name string, archive *txtar.Archive) {
		result := Build(t, site(t, archive), nil).Must(t)
		var manifest struct {
			URL      string
			Type     string
			Pages    []struct{ URL, Markdown_URL string }
			Excluded []struct{ Path, Reason string }
		}
		if err := json.Unmarshal([]byte(result.Read(t, "raw-manifest.json")), &manifest); err != nil {
			t.Fatal(err)
		}
		var pages, listed []string
		for _, p := range manifest.Pages {
			pages = append(pages, p.URL)
		}
		for _, s := range referenceParse(t, result.Read(t, "llms.txt")) {
			for _, l := range s.links {
				listed = append(listed, strings.TrimSuffix(l.url, "index.md"))
			}
		}
		_, urls := locs(t, result.Read(t, "sitemap.xml"))
		if !slices.Equal(pages, urls) {
			t.Errorf("the manifest has %q, the sitemap %q", pages, urls)
		}
		sorted := slices.Sorted(slices.Values(pages))
		if !slices.Equal(sorted, slices.Sorted(slices.Values(listed))) {
			t.Errorf("the manifest has %q, llms.txt %q", pages, listed)
		}
		if want := map[bool]string{true: "SITE", false: "PAGE"}[len(pages) > 1]; manifest.Type != want {
			t.Errorf("type %s, want %s", manifest.Type, want)
		}

		excluded := map[string]bool{}
		for _, e := range manifest.Excluded {
			if e.Path == "" || e.Reason == "" {
				t.Errorf("excluded: %+v", e)
			}
			excluded[e.Path] = true
		}
		var indexed []string
		for _, file := range result.Files(t) {
			if !strings.HasSuffix(file, ".html") || strings.Contains(result.Read(t, file), `http-equiv="refresh"`) || file == "404.html" {
				continue
			}
			path := strings.TrimSuffix(file, "index.html")
			switch robots := parseHead(t, result.Read(t, file)).values["meta robots"]; {
			case reflect.DeepEqual(robots, []string{"index, follow"}):
				indexed = append(indexed, manifest.URL+path)
			case reflect.DeepEqual(robots, []string{"noindex"}):
				if !excluded[path] {
					t.Errorf("%s is noindex, but not in excluded[]", file)
				}
				delete(excluded, path)
			default:
				t.Errorf("%s: robots %q", file, robots)
			}
		}
		if !slices.Equal(sorted, slices.Sorted(slices.Values(indexed))) {
			t.Errorf("the manifest has %q, indexed are %q", pages, indexed)
		}
		for path := range excluded {
			t.Errorf("excluded[] names %s, which is no noindex page", path)
		}
	})
}

// TestNamesOfOurOwn keeps the module out of the way of themes: partials below discovery/ only, no template name that takes
// over a theme's, translations with our prefix, and a go.mod that requires nothing.
func TestNamesOfOurOwn(t *testing.T) {
	root := filepath.Join(Root(), "hugo-module")
	templates := []string{
		"home.llms.txt", "home.rawmanifest.json", "sitemap.xml", "sitemapindex.xml", "robots.txt",
		// Written only for pages that opt in to Hugo's own format markdown. A theme's twin in their place would leave its
		// shortcodes and relative links in, and llms.txt leads there.
		"_default/list.markdown.md", "_default/single.markdown.md",
	}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if path == filepath.Join(root, "hooks") { // modules of their own, one per theme
				return filepath.SkipDir
			}
			return nil
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		switch {
		case strings.HasPrefix(name, "layouts/partials/discovery/"), strings.HasPrefix(name, "assets/discovery/"):
		case strings.HasPrefix(name, "layouts/"):
			if rest, ok := strings.CutPrefix(name, "layouts/"); !ok || !slices.Contains(templates, rest) {
				t.Errorf("%s: a name that themes use too", name)
			}
		case strings.HasPrefix(name, "i18n/"):
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for line := range strings.Lines(string(text)) {
				if !strings.HasPrefix(line, "discovery_") {
					t.Errorf("%s: %s", name, line)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(mod), "require") || strings.Contains(string(mod), "replace") {
		t.Errorf("hugo-module/go.mod requires something, and so would each site that imports it:\n%s", mod)
	}
}

// TestWords: the row of machine links in the language of the page, with and without region, and with a site's own words.
func TestWords(t *testing.T) {
	config := strings.Replace(closed, "[outputs]", "defaultContentLanguage = \"en\"\n[languages.en]\nweight = 1\n[languages.zh-cn]\nweight = 2\n[languages.de]\nweight = 3\n[languages.eo]\nweight = 4\n[params]\ndescription = \"What it is.\"\n[outputs]", 1)
	result := Build(t, site(t, files(config, "i18n/de.toml", "discovery_lead = \"Für Maschinen:\"\n", "content/docs/_index.zh-cn.md", "---\ntitle: 文档\n---\n")), nil).Must(t)
	for name, want := range map[string]string{
		"index.html": "<span>Machine-readable:</span>", "zh-cn/index.html": "<span>机器可读：</span>",
		"de/index.html": "<span>Für Maschinen:</span>", "eo/index.html": "<span>Machine-readable:</span>",
		"zh-cn/docs/index.html": `<meta name="description" content="文档：Example Project 的页面">`,
		"llms.txt":              "## 文档 (zh-cn)",
	} {
		if text := result.Read(t, name); !strings.Contains(text, want) {
			t.Errorf("%s: no %s:\n%s", name, want, text)
		}
	}
}
