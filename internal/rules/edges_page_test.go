package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/manifest"
	"github.com/discovery-set/hugo-discovery/internal/robots"
	"github.com/discovery-set/hugo-discovery/internal/site"
	"github.com/discovery-set/hugo-discovery/internal/sitemap"
	"github.com/discovery-set/hugo-discovery/llmstxt"
)

// TestPageEdges asks one rule of one page at a time; what it says stands in the order of the findings.
func TestPageEdges(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": "<p>", "assets/style.css": "b{}", "404.html": "<p>"})
	long := strings.Repeat("words of a block of code ", 8)
	copied := strings.Repeat("0123456789 abcdefghij ", 12) + smallRoot
	run.Set.LLMS = &site.Document{Src: []byte(copied)}
	icons := func(hrefs ...string) (s string) {
		for _, h := range hrefs {
			s += `<link rel="icon" href="` + h + `">`
		}
		return s
	}
	meta := func(name, content string) string { return `<meta name="` + name + `" content="` + content + `">` }
	ld := func(graph string) string {
		return `<script type="application/ld+json">{"@context": "https://schema.org", "@graph": [` + graph + `]}</script>`
	}
	part := func(of string) string { return ld(`{"@type": "WebPage", "isPartOf": ` + of + `}`) }
	prose := func(n int) (s string) {
		for i := range n {
			s += fmt.Sprintf(`<a href="/example-project/llms.txt#%d">a</a>`, i)
		}
		return s
	}
	for _, c := range []struct {
		name   string
		rule   func(*PageContext)
		status site.Status
		src    string
		want   []string
	}{
		{"icons of data", favicon, 0, icons("data:image/png,", "data:,x", "data:image/,x", "data:image/png,x"), []string{"is empty", "is empty", "is empty", "written into the page"}},
		{"robots twice, left out", duplicateTag, site.Excluded, meta("robots", "noindex") + meta("robots", "index"), []string{"left out of the set and has robots twice"}},
		{"robots twice, not found", duplicateTag, site.NotFoundPage, meta("robots", "noindex") + meta("robots", "index"), []string{"left out of the set and has robots twice"}},
		{"robots twice, a redirect", duplicateTag, site.RedirectStub, meta("robots", "noindex") + meta("robots", "index"), nil},
		{"the same robots twice, left out", duplicateTag, site.Excluded, meta("robots", "noindex") + meta("robots", "NOINDEX"), nil},
		{"robots once, left out", duplicateTag, site.Excluded, meta("robots", "noindex"), nil},
		{"a second robots that forbids", robotsMeta, 0, meta("robots", "index, follow") + meta("robots", "noindex"), []string{"robots says “noindex”"}},
		{"half of robots, and more", robotsExtra, 0, meta("robots", "index, noarchive"), nil},
		{"the other half, and more", robotsExtra, 0, meta("robots", "follow, noarchive"), nil},
		{"all of robots", robotsExtra, 0, meta("robots", "all"), []string{"“all” beside"}},
		{"not found, but for another crawler", notFound, site.NotFoundPage, meta("other", "noindex"), []string{"does not ask to be left out"}},
		{"not found, without scripts", notFound, site.NotFoundPage, `<noscript>` + meta("robots", "noindex") + `</noscript>`, []string{"does not ask to be left out"}},
		{"a name for property in the body", ogAttribute, 0, `<head></head><body>` + meta("og:title", "x"), nil},
		{"no context of JSON", jsonldWebSite, 0, `<script type="application/ld+json">{"@context": "https://schema.org", "@type": "WebSite", "url": "https://example.com/",, "x": 1}</script>` + ld(`{"@type": "WebSite"}`), []string{"has no url"}},
		{"JSON without an end", jsonldSyntax, 0, ld(`{"a": 1, "a": 2}`) + `<script type="application/ld+json">{"@type": "WebSite"}`, []string{"", "never closed"}},
		{"markup twice, and a key", jsonldSyntax, 0, ld(`{"@type": "Thing", "name": "<!-- <script", "url": "<!--", "name": "x"}`), []string{"<!--", "name"}},
		{"part of a WebSite without url", jsonldPartOf, 0, part(`{"@type": "WebSite", "@id": "` + smallRoot + `#website"}`), nil},
		{"part of a series, and of another root", jsonldPartOf, 0, part(`[{"@type": "CreativeWorkSeries", "url": "https://example.com/"}, "https://example.com/"]`), []string{"isPartOf leads to “https://example.com/”"}},
		{"part of another site by its @id", jsonldPartOf, 0, part(`{"@id": "https://example.com/#website"}`), []string{"isPartOf leads to “https://example.com/#website”"}},
		{"part of what has no type", jsonldPartOf, 0, part(`{"name": "x"}`), []string{"isPartOf leads to"}},
		{"media behind others", jsonldMedia, 0, `<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Thing", "image": "gone1.png",,}</script>` +
			ld(`{"@type": "Thing", "image": ["", {"@id": "#x"}, "[SITE_ROOT]/a.png", "gone2.png", "gone2.png", "gone3.png"]}`), []string{"is blank", "gone2.png", "gone3.png"}},
		{"an SVG that is not there", ogImage, 0, `<meta property="og:image" content="` + smallRoot + `gone.svg">`, []string{"is not in the tree"}},
		{"profile of nobody", jsonldProfile, 0, ld(`{"@type": "ProfilePage", "mainEntity": {"@type": "Person"}}`), []string{"whose profile"}},
		{"profile of another name", jsonldProfile, 0, ld(`{"@type": "ProfilePage", "mainEntity": {"@type": "Person", "alternateName": "x"}}`), nil},
		{"no repository", jsonldFieldValue, 0, ld(`{"@type": "SoftwareSourceCode"}`), nil},
		{"things without a name", jsonldFieldValue, 0, ld(`{"@type": "SoftwareSourceCode", "about": [{"@type": "Thing", "url": "x"}, {"@type": "Thing", "url": "y"}]}`), []string{"about holds neither"}},
		{"no author, and a thing", jsonldFieldValue, 0, ld(`{"@type": "SoftwareSourceCode", "author": ["", {"@type": "Thing"}]}`), []string{"author is no Person"}},
		{"a block behind others", manifestInPage, 0, `<template><pre>` + copied + `</pre></template><pre>` + long + `</pre><pre>` + copied + `</pre>`, []string{"shows llms.txt"}},
		{"a redirect to another host", redirect, site.RedirectStub, `<meta http-equiv="refresh" content="0; url=//example.com/">`, nil},
		{"a redirect that climbs out", redirect, site.RedirectStub, `<meta http-equiv="refresh" content="0; url=../../other/">`, nil},
		{"a redirect to the host's root", redirect, site.RedirectStub, `<meta http-equiv="refresh" content="0; url=/other/">`, []string{"leads out of the site"}},
		{"a redirect to a folder", redirect, site.RedirectStub, `<meta http-equiv="refresh" content="0; url=../assets">`, []string{"leads nowhere"}},
		{"root-relative in two places", urlRootRelative, 0, `<link rel="describedby" href="/example-project/llms.txt"><body><div class="machine-links"><a href="/example-project/sitemap.xml">a</a></div>`,
			[]string{"“/example-project/llms.txt” begins", "“/example-project/sitemap.xml” begins"}},
		{"root-relative seven times", urlRootRelative, 0, "<body><main>" + prose(7), []string{"#4”, “/example-project/llms.txt#5” begin with"}},
		{"schemes of the head", urlScheme, 0, strings.NewReplacer("ROOT", "http"+strings.TrimPrefix(smallRoot, "https")).Replace(
			`<head><link rel="canonical" href="ROOTa"><link rel="stylesheet" href="ROOTb"><link rel="next" href="ROOTc"><meta property="og:url" content="ROOTd"><meta property="og:image" content="ROOTe"><meta name="description" content="ROOTf"></head><body><link rel="next" href="ROOTg">`),
			[]string{"c” has another scheme", "e” has another scheme"}},
		{"placeholders", urlPlaceholder, 0, `<head><meta name="a"><template><meta name="b" content="[REPO]"></template>` + meta("c", "[REPO]") + ld(`{"name": "x"}`) + ld(`{"@type": "Thing", "name": "[OWNER]"}`) + ld(`{"@type": "Thing", "name": "[SITE_ROOT\u005d"}`) +
			`</head><body><footer><a href="[SITE_ROOT]/x">a</a><a href="[SITE_ROOT]/llms.txt">a</a></footer>`,
			[]string{"[REPO]", "[OWNER]", "[SITE_ROOT]", "llms.txt"}},
	} {
		page := pageOf(run, c.src)
		if page.Page.Status = c.status; c.status == 0 {
			page.Page.Status = site.Canonical
		}
		c.rule(page)
		if got := says(page.findings); !sayAll(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	// What has fallen out of the head is told where the first of it stands.
	src := `<head></head><body>` + meta("description", "x") + `<link rel="canonical" href="x">`
	page := pageOf(run, src)
	if placement(page); len(page.findings) != 1 || page.findings[0].Column != strings.Index(src, "<meta")+1 {
		t.Errorf("%+v", page.findings)
	}
	// The first of two tags that say name for property counts.
	src = meta("og:title", "x") + meta("og:title", "y")
	page = pageOf(run, src)
	if ogAttribute(page); len(page.findings) != 1 || page.findings[0].Column != 1 {
		t.Errorf("%+v", page.findings)
	}
	// The fix of a link that lacks the base path names the page that is there.
	fault, _ := newLinker(run).outside(&ghpages.Ref{Kind: ghpages.RefOutside, Form: ghpages.FormPathAbsolute, Path: "/404"})
	if want := "write " + smallRoot + "404"; fault.fix != want {
		t.Errorf("%q, want %q", fault.fix, want)
	}
}

// What is respelt stands in the head or the footer, and is a whole URL.
func TestIsRespelt(t *testing.T) {
	for _, c := range []struct {
		place placeOf
		raw   string
		want  bool
	}{
		{inHead, "https://a/x", true}, {inFooter, "https://a/x", true}, {inProse, "https://a/x", false}, {inJSONLD, "https://a/x", false}, {inHead, "/x", false}, {inHead, "https://a/", false},
		{inHead, "https://a/#b", true}, {inFooter, "https://a/#b", false},
	} {
		if got := new(PageContext).isRespelt(&discoveryRef{Place: c.place, Raw: c.raw, Want: "https://a/"}); got != c.want {
			t.Errorf("%d %q: %v", c.place, c.raw, got)
		}
	}
}

// GitHub's host in a site with a domain: where it is an error, where a warning, and where nothing of this site is meant.
func TestStaleHost(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": "<p>"})
	d := &run.Deployment
	d.CustomDomain, d.SiteRoot, d.DomainRoot, d.DiscoveryRoot, d.ProjectRoot = "example.com", "https://example.com/", "https://example.com/", "https://example.com/", "/"
	const host = "https://example-user.github.io/"
	page := pageOf(run, `<script type="application/ld+json">{"@context": "https://schema.org"}</script><script type="application/ld+json">{"@type": "Thing", "url": "`+host+`example-project/j"}</script>`+
		`<div class="machine-links"><a href="`+host+`a">a</a></div><footer><a href="`+host+`b">a</a><a href="`+host+`llms.txt">a</a></footer><p><a href="`+host+`llms.txt?prose">a</a><a href="`+host+`example-project/c">a</a>`)
	urlStaleHost(page)
	var got []string
	for _, f := range page.findings {
		got = append(got, f.Severity.String()+" "+strings.TrimPrefix(f.URL, host))
	}
	if want := []string{"error example-project/j", "error a", "error llms.txt", "warning example-project/c"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	doc := &site.Document{Path: "raw-manifest.json", Src: []byte("{\n \"x\": \"y\"}\n")}
	m := &manifest.File{IsObject: true, Claims: true}
	m.Discovery.NestedLLMS = []manifest.Text{{Value: host + "llms.txt", Offset: 8}}
	run.Set = &Set{Manifest: doc, ManifestFile: m}
	c := treeOf(run)
	if urlStaleHostDocs(c); len(c.findings) != 1 || c.findings[0].Line != 2 || c.findings[0].Column != 8 {
		t.Errorf("%+v", c.findings)
	}
}

// The URLs of the discovery files: a manifest without a claim, an llms.txt that cannot be read, a sitemap of robots.txt.
func TestDocRefs(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": "<p>", "docs/index.html": "<p>"})
	http := "http" + strings.TrimPrefix(smallRoot, "https")
	const off = "https://example-user.github.io/docs/"
	src := []byte(`{"rel": {"url": "docs/"}, "home": {"url": "` + http + `m"}, "more": {"url": "` + off + `"}}`)
	m := manifest.Decode(src)
	read := func(text string) *LLMSFile {
		return ReadLLMS(&site.Document{Path: "llms.txt", Found: true, Src: []byte("# T\n\n> S\n\nD\n\n## A\n\n" + text)})
	}
	run.Set = &Set{
		Manifest: &site.Document{Path: "raw-manifest.json", Src: src}, ManifestFile: m, Robots: &site.Document{Path: "robots.txt", Src: []byte("x")},
		LLMSFiles:  []*LLMSFile{{Doc: &site.Document{Path: "llms.txt"}}, read("- [a](docs/llms.txt): x\n- [b](" + http + "l): x\n- [c](" + off + "): x\n")},
		RobotsFile: robots.Parse([]byte("Sitemap: " + off + "\nSitemap: " + smallRoot + "/sitemap.xml\n")),
	}
	c := treeOf(run)
	var got []string
	for ref := range c.docRefs() {
		if ref.Doc == run.Set.Manifest && !strings.HasPrefix(string(src[ref.Offset:]), ref.Raw) {
			t.Errorf("%s does not stand at %d", ref.Raw, ref.Offset)
		}
		got = append(got, ref.Raw)
	}
	if want := []string{http + "m", off, "docs/llms.txt", http + "l", off, off, smallRoot + "/sitemap.xml"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for name, rule := range map[string]struct {
		look func(*TreeContext)
		want []string
	}{
		"scheme":      {urlSchemeDocs, []string{"llms.txt “" + http + "l"}},
		"off base":    {linksOffBaseDocs, []string{"llms.txt “" + off}},
		"two slashes": {func(c *TreeContext) { reportDocAim(c, aimDoubleSlash) }, []string{"robots.txt “" + smallRoot + "/sitemap.xml"}},
	} {
		c.findings = nil
		rule.look(c)
		var got []string
		for _, f := range c.findings {
			got = append(got, f.File+" "+f.Message)
		}
		if !sayAll(got, rule.want) {
			t.Errorf("%s: %q, want %q", name, got, rule.want)
		}
	}
}

// Placeholders of the discovery files: no more than one template explains, to the end of the text, in no comment.
func TestPlaceholdersOf(t *testing.T) {
	doc := func(name, text string) *site.Document { return &site.Document{Path: name, Src: []byte(text)} }
	for text, want := range map[string]int{
		"Sitemap: [SITEMAP_URL]":                          1,
		"Sitemap: [SITEMAP_URL]\n":                        1,
		"# comment #\nSitemap: [SITEMAP_URL]\n":           1,
		"# Sitemap: [SITEMAP_URL]\n":                      0,
		strings.Repeat("Sitemap: [SITEMAP_URL]\n", 20):    20,
		strings.Repeat("Sitemap: [SITEMAP_URL]\n", 30):    mostPlaceholders,
		"Disallow: /x\n\nSitemap: [SITE_ROOT]sitemap.xml": 1,
	} {
		set := &Set{Robots: doc("robots.txt", text), LLMS: doc("llms.txt", ""), Manifest: doc("raw-manifest.json", "")}
		c := &TreeContext{Run: &Run{Input: Input{Set: set}}, rule: &Rule{Severity: Error}}
		if c.placeholdersOf(set.Robots); len(c.findings) != want {
			t.Errorf("%.30q: %d findings, not %d", text, len(c.findings), want)
		}
	}
}

// What a file lacks is told although another one stands in the wrong place.
func TestFilesOfSet(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": "<p>", "a/llms.txt": "x", "raw-manifest.json": "{}", "a/sitemap.xml": "x", "sitemap.xml": "x", "z/sitemap.xml": "x"})
	c := treeOf(run)
	if got := strays(c, ghpages.SitemapFile); !slices.Equal(got, []string{"a/sitemap.xml", "z/sitemap.xml"}) {
		t.Errorf("%q", got)
	}
	run = smallTree(t, map[string]string{"index.html": "<p>", "a/llms.txt": "x", "raw-manifest.json": "{}"})
	c = treeOf(run)
	if filesMissing(c); !sayAll(says(c.findings), []string{"sitemap.xml is missing"}) {
		t.Errorf("%q", says(c.findings))
	}
}

// The types of pages: one whose JSON-LD is broken, or lacks its type, hides no other.
func TestJSONLDOfTree(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": "<p>", "a.html": "<p>", "b.html": "<p>", "c.html": "<p>", "d.html": "<p>"})
	page := func(path string, p site.Page) *site.Page {
		p.Path, p.URL = path, smallRoot+path
		return &p
	}
	partOf := func(s string) site.Text { return site.Text{Value: smallRoot + s} }
	pages := []*site.Page{
		page("a.html", site.Page{JSONLDBroken: true}), page("b.html", site.Page{}), page("c.html", site.Page{PartOf: partOf("#website")}), page("d.html", site.Page{PartOf: partOf("#other")}),
		page("index.html", site.Page{JSONLDTypes: []string{"WebSite"}, WebSite: smallRoot + "#website"}),
	}
	files := func(c *TreeContext) (names []string) {
		for _, f := range c.findings {
			names = append(names, f.File)
		}
		return names
	}
	c := treeOf(run, pages...)
	if jsonldType(c); !slices.Equal(files(c), []string{"b.html", "c.html", "d.html"}) {
		t.Errorf("types: %q", files(c))
	}
	c = treeOf(run, pages...)
	if jsonldPartOfID(c); !slices.Equal(files(c), []string{"d.html"}) {
		t.Errorf("part of: %q", files(c))
	}
	whole, cut := manifest.Decode([]byte(`{}`)), manifest.Decode([]byte(`{"a": `))
	claims := &manifest.File{IsObject: true, Claims: true}
	run.Deployment.Repo = "example-user.github.io"
	for name, m := range map[string]struct {
		file *manifest.File
		want int
	}{"none": {nil, 1}, "whole": {whole, 1}, "cut off": {cut, 0}, "without the page": {claims, 0}} {
		run.Set = &Set{ManifestFile: m.file, tree: run.Tree}
		c = treeOf(run, pages...)
		if jsonldRole(c); len(c.findings) != m.want {
			t.Errorf("%s: %q", name, says(c.findings))
		}
	}
}

// Further bounds: exclusions that match nothing, a robots.txt of white space or of another folder, an index of the most pages.
func TestTreeEdges(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": "<p>"})
	run.Excluded = make(site.Exclusions, site.MaxPatterns)
	for i := range run.Excluded {
		run.Excluded[i].Pattern = "*.html"
	}
	run.Excluded[len(run.Excluded)-1].Pattern = "gone/*"
	c := treeOf(run, &site.Page{Path: "index.html"})
	if excludedPages(c); !sayAll(says(c.findings), []string{"gone/*"}) {
		t.Errorf("%q", says(c.findings))
	}
	for text, want := range map[string][]string{
		" \n":                          {"no group for all crawlers", "", ""},
		"User-agent: *\nAllow: /docs/": {"does not say Allow: /", "does not cite", "nothing in robots.txt"},
		"User-agent: *\nDisallow: /\n": {"keeps all crawlers", "does not cite", "nothing in robots.txt"},
		"\xff\xfeU\x00":                {"", "", ""},
	} {
		for i, rule := range []func(*TreeContext){robotsMinimum, robotsSitemap, robotsRemark} {
			run.Set = &Set{Robots: &site.Document{Path: "robots.txt", Found: true, Src: []byte(text)}, RobotsFile: robots.Parse([]byte(text))}
			c = treeOf(run)
			rule(c)
			if got := strings.Join(says(c.findings), ""); (got == "") != (want[i] == "") || !strings.Contains(got, want[i]) {
				t.Errorf("%q, rule %d: %q, want %q", text, i, got, want[i])
			}
		}
	}
	index := &sitemap.File{Root: sitemap.Name{Local: "sitemapindex"}, Entries: make([]sitemap.Entry, 1)}
	for n, want := range map[int]int{maxSitemapURLs: 1, maxSitemapURLs + 1: 0} {
		run.Set = &Set{Sitemap: &site.Document{Path: "sitemap.xml"}, SitemapFile: index}
		c = treeOf(run)
		c.Canonical = make([]*site.Page, n)
		if sitemapIndex(c); len(c.findings) != want {
			t.Errorf("an index of %d pages: %q", n, says(c.findings))
		}
	}
	for url, want := range map[string]string{"docs//": "", "docs/": "docs/index.html"} {
		c = treeOf(run)
		run.byURL = map[string]*site.Page{}
		if c.reportNoPage(&site.Document{}, manifest.Text{Value: smallRoot + url}); len(c.findings) != 1 || c.findings[0].cause != want {
			t.Errorf("%s: %+v", url, c.findings)
		}
	}
	for _, it := range []struct {
		link llmstxt.Link
		want string
	}{
		{llmstxt.Link{Title: "a b", RawTitle: "*a* b", URL: "u"}, "write - [*a* b](u)"}, {llmstxt.Link{Title: "a [b]", RawTitle: "a [b]", URL: "u"}, "write - [a &#91;b&#93;](u)"},
	} {
		if got := safeLine(&llmstxt.Item{Link: &it.link}); got != it.want {
			t.Errorf("%q, want %q", got, it.want)
		}
	}
	if got, want := safeLine(&llmstxt.Item{Link: &llmstxt.Link{URL: "u"}}), safeLine(&llmstxt.Item{Link: &llmstxt.Link{URL: "u", RawTitle: "\n"}}); got != want {
		t.Errorf("without a title: %q, want %q", got, want)
	}
}
