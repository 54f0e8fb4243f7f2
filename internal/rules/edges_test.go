package rules

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
	"github.com/discovery-set/hugo-discovery/internal/manifest"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

// These tests hold what one operator of a rule decides: a bound, an order, the second fault behind the first. Each of
// them was written for a mutant that no other test noticed (MUTANTS.md).

const smallRoot = "https://example-user.github.io/example-project/"

// smallTree is the state of a verdict on a project site of the given files, before any is read.
func smallTree(t testing.TB, files map[string]string) *Run {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tree, err := site.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() })
	value := func(s string) ghpages.Value {
		return ghpages.Value{Text: s, Origin: ghpages.Origin{Kind: ghpages.FromFlag}}
	}
	d, problems := ghpages.Close(ghpages.Declared{
		Owner: value("example-user"), Repo: value("example-project"), PagesType: value("PROJECT_SITE"),
		CustomDomain: value("NONE"), SiteRoot: value(smallRoot),
	})
	if ghpages.HasOpen(problems) {
		t.Fatal(problems)
	}
	return newRun(Input{Tree: tree, Deployment: d, Set: &Set{}})
}

// pageOf is what page rules see of a page with that text, as docs/index.html of the tree.
func pageOf(run *Run, src string) *PageContext { return pageAt(run, "docs/index.html", src) }

// pageAt is the same of the page at path.
func pageAt(run *Run, path, src string) *PageContext {
	w := &worker{scanner: htmlfacts.NewScanner(), linker: newLinker(run)}
	c := &PageContext{Run: run, worker: w, rule: &Rule{ID: "test/page", Severity: Error}}
	c.Facts = w.scanner.Scan([]byte(src))
	c.places.reset(c.Facts.Src)
	c.Page = site.Classify(path, c.Facts, &run.Deployment, nil)
	c.Base = site.BaseURL(c.Page.URL, c.Facts)
	keepIDs(c)
	return c
}

// says are the messages of findings.
func says(findings []Finding) []string {
	var messages []string
	for _, f := range findings {
		messages = append(messages, f.Message)
	}
	return messages
}

// A reference of JSON-LD has no number among the page's own, so that the page's second one is looked at.
func TestBadLinkBesideJSONLD(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": "<p>"})
	c := pageOf(run, `<script type="application/ld+json">{"@context": "https://schema.org", "@type": "WebPage", "url": "`+smallRoot+`llms.txt"}</script>`+
		`<a href="../">a</a><a href="gone">b</a>`)
	if bad := c.badLinks(); len(bad) != 1 || bad[0].raw != "gone" {
		t.Errorf("%+v", bad)
	}
}

// What counts as a reference to a discovery file, and where it stands.
func TestDiscoveryRefs(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": "<p>", "docs/llms.txt": "x"})
	for src, want := range map[string]string{
		`<link rel="prefetch" href="` + smallRoot + `llms.txt">`:                       "",
		`<link rel="describedby" href="` + smallRoot + `llms.txt">`:                    "head right",
		`<body><p><a href="[SITE_ROOT]/llms.txt">a</a>`:                                "", // prose may quote a token
		`<body><p><a href="https://example.com/llms.txt">a</a>`:                        "", // another site's
		`<body><div class="machine-links"><a href="[SITE_ROOT]/llms.txt">a</a></div>`:  "footer placeholder",
		`<body><div class="machine-links"><a href="llms.txt">a</a></div>`:              "footer elsewhere", // though it is a file
		`<body><p><a href="llms.txt">a</a>`:                                            "",
		`<body><p><a href="https://example-user.github.io/example-project//llms.txt">`: "prose slashes",
	} {
		var got []string
		for _, r := range pageOf(run, src).discoveryRefs() {
			got = append(got, map[placeOf]string{inHead: "head ", inFooter: "footer ", inProse: "prose "}[r.Place]+
				map[aim]string{aimRight: "right", aimPlaceholder: "placeholder", aimElsewhere: "elsewhere", aimDoubleSlash: "slashes", aimNone: "none"}[r.Aim])
		}
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("%s: %q, want %q", src, text, want)
		}
	}
}

// A link of a head means a discovery file where it names one, declares another of the kind, or holds its token.
func TestMeans(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": "<p>"})
	run.Set.ManifestFile = &manifest.File{}
	run.Set.ManifestFile.Discovery.NestedLLMS = []manifest.Text{{Value: smallRoot + "de/llms.txt"}}
	c := pageOf(run, "<p>")
	for _, m := range []struct {
		href, file string
		want       bool
	}{
		{smallRoot + "llms.txt", ghpages.LLMSFile, true},
		{smallRoot + "de/llms.txt", ghpages.LLMSFile, true},
		{smallRoot + "llms.txt", ghpages.RawManifestFile, false},
		{smallRoot[:len(smallRoot)-1] + "raw-manifest.json", ghpages.LLMSFile, false},
		{smallRoot[:len(smallRoot)-1] + "raw-manifest.json", ghpages.RawManifestFile, true},
		{"[LLMS_URL]", ghpages.LLMSFile, true},
		{"[LLMS_URL]", ghpages.RawManifestFile, false},
		{"[RAW_MANIFEST_URL]", ghpages.RawManifestFile, true},
		{"[RAW_MANIFEST_URL]", ghpages.LLMSFile, false},
	} {
		if got := c.means(m.href, m.file); got != m.want {
			t.Errorf("means(%q, %s) is %v", m.href, m.file, got)
		}
	}
}

// Of many files that the set names, those that nothing else names stand in no other's way.
func TestDropCausedByOfMany(t *testing.T) {
	var findings []Finding
	for i := range 20 {
		findings = append(findings, Finding{Rule: "manifest/pages", File: "raw-manifest.json", cause: fmt.Sprintf("%d.html", i)})
	}
	for i := range 10 {
		findings = append(findings, Finding{Rule: "links/broken", File: "index.html", cause: fmt.Sprintf("%d.html", i)})
	}
	named := 0
	for _, f := range dropCausedBy(findings) {
		if f.Message == "; index.html names it too" {
			named++
		}
	}
	if named != 10 {
		t.Errorf("%d files are named by the page, not 10", named)
	}
}

// The file whose absence brings a fault about.
func TestCauseOf(t *testing.T) {
	run := smallTree(t, map[string]string{"docs/x.html": "<p>", "a.html": "<p>"})
	for url, want := range map[string]string{
		smallRoot: "index.html", smallRoot + "docs": "docs/index.html", smallRoot + "docs/": "docs/index.html", smallRoot + "b": "b.html",
		smallRoot + "a": "", smallRoot + "b#c": "b.html", "https://example.com/b": "",
	} {
		if got := run.causeOf(url); got != want {
			t.Errorf("causeOf(%q) = %q, want %q", url, got, want)
		}
	}
}

// A file of a million faults has so many findings of one rule, and a remark.
func TestReportBounded(t *testing.T) {
	c := &TreeContext{Run: &Run{Input: Input{Set: &Set{}}}, rule: &Rule{ID: "test/tree", Severity: Error}}
	doc := &site.Document{Path: "llms.txt", Src: []byte("x")}
	for range maxPerDocument + 3 {
		c.Report(doc, 0, Finding{Message: "x"})
	}
	if n := len(c.findings); n != maxPerDocument+1 || !strings.HasPrefix(c.findings[n-1].Message, "more than") || c.findings[n-2].Message != "x" || c.findings[n-1].Line != 0 {
		t.Errorf("%d findings", n)
	}
}

func TestDeclaresNested(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": "<p>"})
	if run.declaresNested("docs/llms.txt") {
		t.Error("without a manifest nothing is declared")
	}
	run.Set.ManifestFile, run.lookups = &manifest.File{}, lookups{}
	run.Set.ManifestFile.Discovery.NestedLLMS = []manifest.Text{{Value: smallRoot + "docs/llms.txt"}, {Value: smallRoot + "docs/sitemap.xml"}}
	for path, want := range map[string]bool{"docs/llms.txt": true, "de/llms.txt": false, "docs/sitemap.xml": false} {
		if got := run.declaresNested(path); got != want {
			t.Errorf("declaresNested(%q) is %v", path, got)
		}
	}
}

// The first part of a path that deployment leaves out is named, wherever it stands, and Jekyll builds a branch only.
func TestDroppedPages(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": "<p>"})
	for _, c := range []struct {
		path, folder, branch, want string
	}{
		{"docs/index.html", "/", "main", ""},
		{".a/.b/index.html", "", "", "“.a”"},
		{"docs/a/.b/index.html", "", "", "“.b”"},
		{"docs/_b/_c.html", "/", "main", "“_b”"},
		{"docs/_b/index.html", "", "main", ""},
		{"docs/_b/index.html", "/", "", ""},
	} {
		run.Deployment.SourcePath, run.Deployment.SourceBranch = c.folder, c.branch
		tree := &TreeContext{Run: run, Canonical: []*site.Page{{Path: c.path}}, rule: &Rule{ID: "test/tree", Severity: Error}}
		filesDropped(tree)
		want := 0
		if c.want != "" {
			want = 1
		}
		if len(tree.findings) != want || want == 1 && !strings.HasPrefix(tree.findings[0].Message, strings.NewReplacer("“", `"`, "”", `"`).Replace(c.want)) {
			t.Errorf("%s of branch %q, folder %q: %q", c.path, c.branch, c.folder, says(tree.findings))
		}
	}
}

func TestTreeSize(t *testing.T) {
	for size, want := range map[int64]int{maxTree: 0, maxTree + 1: 1} {
		c := &TreeContext{Run: &Run{Input: Input{Tree: &site.Tree{Bytes: size}, Set: &Set{}}}, rule: &Rule{ID: "test/tree", Severity: Error}}
		if filesSize(c); len(c.findings) != want {
			t.Errorf("%d bytes: %q", size, says(c.findings))
		}
	}
}

// Where the row of machine links is missed.
func TestFooterOffset(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": "<p>"})
	for src, want := range map[string]int{"</body>": 0, "a</html>": 1, "abc": 3, "a<footer></footer><footer></footer></body>": 18} {
		if got := pageOf(run, src).footerOffset(); got != want {
			t.Errorf("footerOffset of %s = %d, want %d", src, got, want)
		}
	}
}

// The first link of a page may be the one in a template, and a name may be written in character references.
func TestFooterRules(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": "<p>"})
	link := func(name, text string) string { return `<a href="` + smallRoot + name + `">` + text + `</a>` }
	row := link("llms.txt", "llms.txt") + link("raw-manifest.json", "manifest") + link("sitemap.xml", "sitemap")
	hidden := `<footer><template>` + link("llms.txt", "llms.txt") + `</template>` + link("raw-manifest.json", "manifest") + link("sitemap.xml", "sitemap") + `</footer>`
	wrapped := func(inside string) string {
		return `<footer><div class="machine-links" role="group" aria-label="Files">` + inside + `</div></footer>`
	}
	for _, c := range []struct {
		name string
		rule func(*PageContext)
		src  string
		want string
	}{
		{"links in a template", footerLinks, hidden, ""},
		{"visible in a template", footerVisible, hidden, "not visible"},
		{"wording in references", footerWording, `<footer>` + strings.Replace(row, ">llms.txt", ">ll&#109;s.txt", 1) + `</footer>`, ""},
		{"wording of other words", footerWording, `<footer>` + strings.Replace(row, ">llms.txt", ">index", 1) + `</footer>`, "reads “index”"},
		{"wording of a class", footerWording, `<footer>` + strings.Replace(row, ">llms.txt", `><span class="llms"></span>index`, 1) + `</footer>`, "reads “index”"},
		{"wording in markup", footerWording, `<footer>` + strings.Replace(row, ">llms.txt", `><b>LLMs</b> index`, 1) + `</footer>`, ""},
		{"noise behind a template", footerNoise, `<template><div class="machine-links"></div></template>` + wrapped(strings.Repeat("x", 161)), "161 characters"},
		{"noise of 160 characters", footerNoise, wrapped(strings.Repeat("x", 160)), ""},
		{"noise of 160 characters in more bytes", footerNoise, wrapped(strings.Repeat("é", 160)), ""},
	} {
		page := pageOf(run, c.src)
		c.rule(page)
		if got := strings.Join(says(page.findings), "; "); (got != "") != (c.want != "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A row counts as large from a quarter of the text of a page that has enough of it.
func TestDominates(t *testing.T) {
	for _, c := range []struct {
		page, row int
		want      bool
	}{{404, 101, true}, {404, 100, false}, {400, 400, false}, {401, 400, true}} {
		page := &PageContext{Facts: &htmlfacts.Page{TextLen: c.page}}
		if got := page.dominates(&htmlfacts.Region{TextLen: c.row}); got != c.want {
			t.Errorf("%d of %d bytes: %v", c.row, c.page, got)
		}
	}
}

// Half of the manifest's strings, its lists of pages apart, make a copy of it.
func TestCopiesOfManifest(t *testing.T) {
	check := func(src, text string) bool {
		run := &Run{Input: Input{Set: &Set{Manifest: &site.Document{Src: []byte(src)}}}}
		return run.copies.manifest(run, text)
	}
	const six = `{"a": "four", "b": "five1", "c": ["six12", "seven"], "d": {"e": "eight1", "f": "nine1"}, "short": "abc", "pages": ["p1234", "p2345"], "excluded": [{"path": "x1234"}]}`
	for text, want := range map[string]bool{
		`{"x": ["four", "five1", "six12"]}`:          true,
		`{"x": ["four", "five1"]}`:                   false,
		`{"x": ["five1", "p1234", "p2345"]}`:         false,
		`{"x": ["five1", "six12", "x1234", "abc"]}`:  false,
		`{"x": ["seven", "eight1", "nine1", "abc"]}`: true,
	} {
		if got := check(six, text); got != want {
			t.Errorf("%s is a copy: %v", text, got)
		}
	}
	for src, want := range map[string]bool{`{"a": ["a1234", "b1234", "c1234", "d1234", "e1234"]}`: true, `{"a": ["a1234", "b1234", "c1234", "d1234"]}`: false} {
		if got := check(src, src); got != want {
			t.Errorf("%s is long enough to tell a copy: %v", src, got)
		}
	}
}

// 200 characters of llms.txt, wherever in it they stand, make a copy of it.
func TestCopiesOfLLMS(t *testing.T) {
	var b strings.Builder
	for i := range 70 {
		fmt.Fprintf(&b, "%05d", i*i*7)
	}
	text := b.String() // 350 characters
	run := &Run{Input: Input{Set: &Set{LLMS: &site.Document{Src: []byte(text)}}}}
	for _, c := range []struct {
		block string
		want  bool
	}{
		{text[50:250], true}, {text[50:249], false}, {text[51:250], false},
		{"before " + text[50:250] + " behind", true}, {"before " + text[50:249] + " behind", false},
		{text[150:], true}, {text[150:] + "behind", true}, {text[151:] + "behind", false},
		{text[:200], true}, {text[:199] + "x", false}, {"x" + text[:200], true},
		{text[100:300], true}, {"x" + text[101:300] + "x", false},
		{text[:130] + "\n" + text[130:260], false},
	} {
		if got := run.copies.llms(run, c.block); got != c.want {
			t.Errorf("%q is a copy: %v", c.block, got)
		}
	}
}

// What the gate says of the manifest stands in its text.
func TestGateInManifest(t *testing.T) {
	doc := &site.Document{Path: "raw-manifest.json", Src: []byte("{\n \"é\": \"x\"\n}\n")}
	c := &TreeContext{Run: &Run{Input: Input{Set: &Set{Manifest: doc}}}, rule: &Rule{ID: "gate/owner", Severity: Error}}
	reportProblem(c, &ghpages.Problem{Message: "x", Origin: ghpages.Origin{Kind: ghpages.FromManifest, File: doc.Path, Line: 2, Column: 2}})
	if f := c.findings[0]; f.Line != 2 || f.Column != 2 || f.Snippet == nil {
		t.Errorf("%+v", f)
	}
	reportProblem(c, &ghpages.Problem{Message: "x", Origin: ghpages.Origin{Kind: ghpages.FromManifest, File: "other.json", Line: 2, Column: 2}})
	if f := c.findings[1]; f.File != "other.json" || f.Line != 2 || f.Snippet != nil {
		t.Errorf("%+v", f)
	}
}

// Most canonical pages have to name another root, and only those count that name any.
func TestFindOtherRoot(t *testing.T) {
	run := &Run{Input: Input{Problems: []ghpages.Problem{{Rule: "gate/site-root", Severity: ghpages.Error, Key: ghpages.KeySiteRoot}}}}
	page := func(canonical string, status site.Status) *site.Page {
		return &site.Page{URL: "https://a/", Canonical: site.Text{Value: canonical}, Status: status}
	}
	right, wrong := page("https://a/", site.Canonical), page("https://b/", site.Canonical)
	for name, c := range map[string]struct {
		pages []*site.Page
		want  bool
	}{
		"none":               {nil, false},
		"one of two":         {[]*site.Page{right, wrong}, false},
		"two of three":       {[]*site.Page{right, wrong, wrong}, true},
		"no canonical link":  {[]*site.Page{right, wrong, page("", site.Canonical)}, false},
		"no canonical page":  {[]*site.Page{right, wrong, page("https://b/", site.Excluded)}, false},
		"nothing right":      {[]*site.Page{wrong}, true},
		"right, and another": {[]*site.Page{right, right, wrong}, false},
	} {
		if got := run.findOtherRoot(c.pages); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if run.Problems = nil; run.findOtherRoot([]*site.Page{wrong}) {
		t.Error("nothing is in doubt")
	}
}

// An empty text of one page, or one that another rule has told, does not hide what stands behind it.
func TestDuplicates(t *testing.T) {
	page := func(path, title, og string) *site.Page {
		return &site.Page{Path: path, Title: site.Text{Value: title}, OGTitle: site.Text{Value: og}}
	}
	c := &TreeContext{Run: &Run{Input: Input{Set: &Set{}}}, rule: &Rule{ID: "test/tree", Severity: Error}}
	c.Canonical = []*site.Page{page("0", "", ""), page("1", "a", "a"), page("2", "a", "a"), page("3", "", ""), page("4", "b", "a"), page("5", "c", "a")}
	ogTitleDuplicate(c)
	var got []string
	for _, f := range c.findings {
		got = append(got, f.File)
	}
	if want := []string{"4", "5"}; !slices.Equal(got, want) {
		t.Errorf("og:title: pages %q, not %q", got, want)
	}
}

// The page that stands for the site is the one at its root, or the one that the redirect there leads to.
func TestIndexPage(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": "<p>", "en/index.html": "<p>"})
	index, en := &site.Page{Path: "index.html"}, &site.Page{Path: "en/index.html"}
	run.checked[run.Tree.Lookup("index.html").Number()].Store(index)
	run.checked[run.Tree.Lookup("en/index.html").Number()].Store(en)
	c := &TreeContext{Run: run}
	for _, s := range []struct {
		index, en site.Status
		to        string
		want      *site.Page
	}{
		{site.Canonical, site.Canonical, "", index},
		{site.RedirectStub, site.Canonical, "en/index.html", en},
		{site.RedirectStub, site.Excluded, "en/index.html", nil},
		{site.RedirectStub, site.Canonical, "de/index.html", nil},
		{site.Excluded, site.Canonical, "en/index.html", nil},
	} {
		index.Status, index.RedirectTo, en.Status = s.index, s.to, s.en
		if got := c.indexPage(); got != s.want {
			t.Errorf("%+v: %+v", s, got)
		}
	}
}

// What is kept of a page for the rules that see all of them.
func TestKeep(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": "<p>"})
	keepOf := func(src string) *site.Page {
		c := pageOf(run, src)
		keep(c)
		return c.Page
	}
	stub := keepOf(`<meta http-equiv="refresh" content="5x; url=../a/"><meta http-equiv="refresh" content="0; url=../b/"><meta http-equiv="refresh" content="0; url=../c/"><link rel="canonical" href="../b/">`)
	if stub.Status != site.RedirectStub || stub.RedirectTo != "b/index.html" {
		t.Errorf("the redirect is %v and leads to %q", stub.Status, stub.RedirectTo)
	}
	const canonical = `<link rel="canonical" href="` + smallRoot + `other/">`
	if p := keepOf("<html amp>\n<head>\n" + canonical + "\n" + canonical + "</head><body>\n" + canonical); p.AMPOf != "other/index.html" || p.Canonical.Pos.Line != 3 {
		t.Errorf("%+v is the AMP form of %q", p.Canonical, p.AMPOf)
	}
	if p := keepOf("<html>\n<body>\n<p>Text" + canonical); p.AMPOf != "" || p.Canonical.Pos.Line != 0 {
		t.Errorf("%+v is the AMP form of %q", p.Canonical, p.AMPOf)
	}
	if p := keepOf("<html amp><head>" + `<link rel="canonical" href="https://example.com/">`); p.AMPOf != "" {
		t.Errorf("a page of elsewhere has the AMP form %q", p.AMPOf)
	}
	block := func(text string) string { return `<script type="application/ld+json">` + text + `</script>` }
	p := keepOf(block(`{"@context": "https://schema.org", "@graph": [{"@type": "WebPage", "@id": "#page"}, {"@type": "WebSite"}, {"@type": "WebSite", "@id": "#a"}, {"@type": "WebSite", "@id": "#b"}]}`))
	if p.WebSite != smallRoot+"docs/#a" || p.JSONLDBroken {
		t.Errorf("the WebSite is %q, broken: %v", p.WebSite, p.JSONLDBroken)
	}
	var types strings.Builder
	for i := range maxTypes + 2 {
		fmt.Fprintf(&types, `"T%d", `, i)
	}
	p = keepOf(block(`{"@context": "https://schema.org", "@type": [` + types.String() + `"WebPage"]}`))
	if n := len(p.JSONLDTypes); n != maxTypes+1 || p.JSONLDTypes[maxTypes] != "WebPage" {
		t.Errorf("%d types are kept: %q", n, p.JSONLDTypes)
	}
	for src, want := range map[string]bool{
		block(`{"@type": `) + block(`{"@context": "https://schema.org"}`):       true,
		block(`{"@context": "https://schema.org"}`) + block(`{"@type": `):       true,
		block(`{"@context": "https://schema.org"}`):                             false,
		`<script type="application/ld+json">{"@context": "https://schema.org"}`: true,
	} {
		if p := keepOf(src); p.JSONLDBroken != want {
			t.Errorf("%s is broken: %v", src, p.JSONLDBroken)
		}
	}
}

// How many findings are kept: of one rule and severity so many, fewer once there are many of all, and what is refused is told
// once of each kind.
func TestBound(t *testing.T) {
	a, b := &Rule{ID: "test/a"}, &Rule{ID: "test/b"}
	var o bound
	keep := func(n int, rule *Rule, severity Severity) (kept int) {
		for range n {
			if o.keeps(rule, severity) {
				kept++
			}
		}
		return kept
	}
	if n := keep(maxPerRule+1, a, Error); n != maxPerRule || o.total != maxPerRule {
		t.Errorf("%d kept of one kind, %d counted", n, o.total)
	}
	if n := keep(1, a, Warning) + keep(1, b, Error); n != 2 {
		t.Error("another severity, or another rule, has no room")
	}
	o.total = manyFindings - 1
	if n := keep(maxPerRuleNow+1, b, Warning); n != maxPerRuleNow {
		t.Errorf("%d kept of a kind when there are many", n)
	}
	for total, want := range map[int]int{manyFindings - 1: 1, manyFindings: 0} { // the last of the many, and the first behind them
		o = bound{}
		keep(maxPerRuleNow, a, Error)
		o.total = total
		if n := keep(1, a, Error); n != want {
			t.Errorf("%d kept at %d of all", n, total)
		}
	}
	o = bound{}
	keep(maxPerRule+2, a, Error)
	keep(maxPerRule, a, Warning)
	keep(maxPerRule+1, b, Info)
	var got []string
	for _, f := range smallTree(t, map[string]string{"index.html": "<p>"}).rest(&o) {
		got = append(got, fmt.Sprintf("%s %v %s", f.Rule, f.Severity, f.Message))
	}
	if want := []string{"test/a error more than 25000 findings of this rule in the tree; the rest is not listed", "test/b info more than 25000 findings of this rule in the tree; the rest is not listed"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Pages are bounded in the order of the tree, whichever is done first, and each as soon as all before it are.
func TestInOrder(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": "<p>"})
	rule := &run.rules[0]
	findings := func(n int) []Finding {
		return slices.Repeat([]Finding{{Rule: rule.ID, Severity: Error}}, n)
	}
	o := newInOrder(run, 4)
	whole, cut := findings(3), findings(2)
	o.add(2, cut)
	o.add(1, whole)
	if o.next != 0 || o.bound.total != 0 {
		t.Errorf("bounded before its turn: next %d, %d findings", o.next, o.bound.total)
	}
	o.add(0, findings(maxPerRule-4))
	if o.next != 3 || o.bound.total != maxPerRule {
		t.Errorf("next %d, %d findings", o.next, o.bound.total)
	}
	o.add(3, findings(1))
	var kept []int
	for _, all := range o.all {
		kept = append(kept, len(all))
	}
	if want := []int{maxPerRule - 4, 3, 1, 0}; !slices.Equal(kept, want) || o.next != 4 {
		t.Errorf("kept %d, want %d; next %d", kept, want, o.next)
	}
	if &o.all[1][0] != &whole[0] || &o.all[2][0] == &cut[0] {
		t.Error("findings are copied where all are kept, or not where some are let go")
	}
}

// Advice repeats a title up to the length that fits into it.
func TestNodeAdvice(t *testing.T) {
	for n, repeated := range map[int]bool{1: true, mostAdvised: true, mostAdvised + 1: false, 0: false} {
		title := strings.Repeat("a", n)
		advice := nodeAdvice(&site.Page{Title: site.Text{Value: title}, URL: smallRoot}, "WebPage")
		if has := strings.Contains(advice, `"name": "`+title+`"`); has != repeated || strings.Contains(advice, `"name": "…"`) == repeated {
			t.Errorf("%d characters: %s", n, advice)
		}
	}
}

// Advice repeats what the page's other tag says, where that is one text that is not too long.
func TestSameText(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": "<p>"})
	long := strings.Repeat("a", mostAdvised)
	for title, want := range map[string]string{
		"": "…", "<title>A &amp; B</title>": "A &amp; B", "<title> </title>": "…", "<title>" + long + "</title>": long, "<title>" + long + "a</title>": "…",
		"<title>A</title><title>B</title>": "…",
	} {
		if got := pageOf(run, "<head>"+title+"</head>").sameText(tagTitle); got != want {
			t.Errorf("%.60s: %.60q, want %.60q", title, got, want)
		}
	}
}
