package rules

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
	"github.com/discovery-set/hugo-discovery/internal/manifest"
	"github.com/discovery-set/hugo-discovery/internal/site"
	"github.com/discovery-set/hugo-discovery/internal/sitemap"
	"github.com/discovery-set/hugo-discovery/llmstxt"
)

// treeOf is what tree rules see of a run, with these pages, which are done.
func treeOf(run *Run, pages ...*site.Page) *TreeContext {
	c := &TreeContext{Run: run, Pages: pages, rule: &Rule{ID: "test/tree", Severity: Error}}
	for _, p := range pages {
		if f := run.Tree.Lookup(p.Path); f != nil {
			run.checked[f.Number()].Store(p)
		}
		if p.Status == site.Canonical {
			c.Canonical = append(c.Canonical, p)
		}
	}
	return c
}

// badOf are the references of a page that are wrong, by their text and kind.
func badOf(c *PageContext) string {
	var bad []string
	for _, b := range c.badLinks() {
		bad = append(bad, fmt.Sprintf("%s %d", b.raw, b.kind))
	}
	return strings.Join(bad, ", ")
}

// What is passed over among the references of a page does not hide what follows, and each fault has its kind.
func TestBadLinks(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": "<p>", "style.css": "b{}", "docs/other.html": "<p>"})
	gone := func(kind faultKind) string { return fmt.Sprintf("gone %d", kind) }
	for name, c := range map[string]struct{ src, want string }{
		"behind a template":              {`<template><a href="gone1"></a></template><a href="gone">a</a>`, gone(faultBroken)},
		"robots.txt that is not there":   {`<a href="` + smallRoot + `robots.txt">a</a>`, fmt.Sprintf("%srobots.txt %d", smallRoot, faultBroken)},
		"llms.txt that is not there":     {`<a href="` + smallRoot + `llms.txt">a</a>`, ""},
		"an image of the machine links":  {`<div class="machine-links"><img src="gone"></div>`, gone(faultBroken)},
		"a page of the machine links":    {`<div class="machine-links"><a href="gone">a</a></div>`, gone(setFault)},
		"behind a development server":    {`<img src="http://localhost:1313/x"><a href="gone">a</a>`, gone(faultBroken)},
		"http, in its text":              {`<a href="http://example-user.github.io/example-project/">http://example-user.github.io/example-project/</a>`, fmt.Sprintf("http://example-user.github.io/example-project/ %d", faultHTTP)},
		"a local host, in its text":      {`<a href="http://localhost/">http://localhost/</a>`, ""},
		"a local host, not in its text":  {`<a href="http://localhost/">here</a>`, fmt.Sprintf("http://localhost/ %d", faultLocalHost)},
		"behind a placeholder":           {`<link rel="stylesheet" href="[SITE_ROOT]/x.css"><div class="machine-links"><a href="[SITE_ROOT]/docs/">a</a></div><a href="gone">a</a>`, gone(faultBroken)},
		"a placeholder of the text":      {`<p><a href="[SITE_ROOT]/docs/">a</a>`, fmt.Sprintf("[SITE_ROOT]/docs/ %d", faultBroken)},
		"a style sheet of a redirect":    {`<meta http-equiv="refresh" content="0; url=../gone1"><link rel="stylesheet" href="gone"><link rel="canonical" href="../gone1">`, gone(faultBroken)},
		"a path whose base is a machine": {`<base href="http://localhost/"><a href="/example-project/">a</a>`, fmt.Sprintf("/example-project/ %d", faultLocalHost)},
		"a fragment in character codes":  {`<p id="%41"></p><a href="#%41">a</a>`, ""},
		"a wrong one in character codes": {`<p id="%41"></p><a href="#%42">a</a>`, fmt.Sprintf("#%%42 %d", faultFragment)},
		"a fragment of a frame's page":   {`<iframe src="other.html#gone"></iframe>`, ""},
	} {
		if got := badOf(pageOf(run, c.src)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// The longest base that counts decides where a relative link leads; a longer one is told, and the page read without it.
func TestLongestBase(t *testing.T) {
	for length, want := range map[int][2]string{
		htmlfacts.MaxBase:     {"", "the base “https://example.com/aaa"},
		htmlfacts.MaxBase + 1: {"gone", "the base has 2049 characters"},
	} {
		const host = "https://example.com/"
		c := pageOf(smallTree(t, map[string]string{"docs/index.html": "<p>"}), `<base href="`+host+strings.Repeat("a", length-len(host)-1)+`/"><a href="gone">a</a>`)
		bad := ""
		for _, b := range c.badLinks() {
			bad += b.raw
		}
		baseElement(c)
		if said := strings.Join(says(c.findings), "\n"); bad != want[0] || !strings.HasPrefix(said, want[1]) {
			t.Errorf("%d characters: bad %q, said %.80q; want %q", length, bad, said, want)
		}
	}
}

// No more of a page's links are explained than any rule could list.
func TestMostBadLinks(t *testing.T) {
	var b strings.Builder
	for i := range mostBadLinks + 3 {
		fmt.Fprintf(&b, `<a href="gone%d">a</a>`, i)
	}
	if n := len(pageOf(smallTree(t, map[string]string{"index.html": "<p>"}), b.String()).badLinks()); n != mostBadLinks {
		t.Errorf("%d links, not %d", n, mostBadLinks)
	}
}

// Which files are read as style sheets, and which links to places are for later.
func TestLinkedFiles(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": `url(gone)`, "style.css": "b{}", "docs/other.html": "<p>"})
	const sheet = "/example-project/style.css"
	for src, want := range map[string]string{
		`<link rel="stylesheet" href="` + sheet + `">`:                                                       "style.css",
		`<link rel="preload" href="` + sheet + `">`:                                                          "",
		`<link rel="stylesheet" href="https://example.com/a.css">`:                                           "",
		`<body><p><a href="` + sheet + `">a</a><link rel="stylesheet" href="` + sheet + `">`:                 "style.css",
		`<body><p><a rel="stylesheet" href="` + sheet + `">a</a>`:                                            "",
		`<body><p><iframe src="other.html#a"></iframe><img src="` + sheet + `#a"><a href="other.html">a</a>`: "",
	} {
		c := pageOf(run, src)
		c.badLinks()
		var got []string
		for file := range c.worker.linker.styles {
			if file == nil {
				got = append(got, "none")
			} else {
				got = append(got, file.Path)
			}
		}
		if text := strings.Join(got, ", "); text != want || len(c.worker.fragments) != 0 {
			t.Errorf("%s: %q, want %q; %d fragments", src, text, want, len(c.worker.fragments))
		}
	}
}

// A link to a place of a page that is done is remembered only where the place is not there.
func TestFragments(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": "<p>", "docs/other.html": "<p>"})
	other := pageOf(run, `<p id="a"></p><p id="%C3%A9"></p><p id="é1">`).Page
	other.Path = "docs/other.html"
	for _, done := range []bool{false, true} {
		if done {
			treeOf(run, other)
		}
		for link, want := range map[string]int{"a": 0, "%C3%A9": 0, "%C3%A91": 0, "b": 1, "%C3%A92": 1} {
			c := pageOf(run, `<a href="other.html#`+link+`">a</a>`)
			if bad := badOf(c); bad != "" {
				t.Errorf("%s: %s", link, bad)
			}
			if !done {
				want = 1
			}
			if got := len(c.worker.fragments); got != want {
				t.Errorf("#%s, page done: %v: %d to remember, not %d", link, done, got, want)
			}
		}
	}
}

// What is right on a page that has a base, or names a place, is looked at again on the next page.
func TestRightOfOtherPages(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": "<p>", "docs/other.html": `<p id="a">`})
	c := pageOf(run, `<base href="https://example.com/"><a href="/example-project/gone">a</a>`)
	if bad := badOf(c); bad != "" {
		t.Errorf("with a base: %s", bad)
	}
	next := pageOf(run, `<a href="/example-project/gone">a</a><a href="/example-project/docs/other#b">a</a>`)
	next.worker = c.worker
	for range 2 {
		next.haveLinks, next.worker.fragments = false, nil
		if bad := badOf(next); !strings.HasPrefix(bad, "/example-project/gone ") || len(next.worker.fragments) != 1 {
			t.Errorf("without: %q, and %d places to look for", bad, len(next.worker.fragments))
		}
	}
}

// The links to places of other pages: which pages are asked, and how many findings one page has.
func TestLinksFragment(t *testing.T) {
	files := map[string]string{"from.html": strings.Repeat("x#y ", maxPerPage+10)}
	var targets []*site.Page
	for i, p := range []site.Page{{Status: site.Unread}, {Status: site.RedirectStub}, {JSONLDBroken: true}, {IDs: []uint32{7}}, {}} {
		p.Path = fmt.Sprintf("to%d.html", i)
		files[p.Path] = "<p>"
		targets = append(targets, &p)
	}
	files["to9.html"] = "<p>"
	run := smallTree(t, files)
	number := func(path string) int32 { return run.Tree.Lookup(path).Number() }
	from := &site.Page{Path: "from.html"}
	check := func(fragments ...site.Fragment) int {
		from.Fragments = fragments
		c := treeOf(run, append(slices.Clone(targets), from)...)
		linksFragment(c)
		return len(c.findings)
	}
	var all []site.Fragment
	for _, path := range []string{"to9.html", "to0.html", "to1.html", "to2.html"} {
		all = append(all, site.Fragment{Target: number(path), Hash: 1})
	}
	has, none := number("to3.html"), number("to4.html")
	all = append(all, site.Fragment{Target: has, Hash: 7}, site.Fragment{Target: has, Hash: 1, RawHash: 7})
	if n := check(all...); n != 0 {
		t.Errorf("%d findings of places that are there or not known", n)
	}
	all = append(all, site.Fragment{Target: has, Hash: 1, RawHash: 2}, site.Fragment{Target: none, Hash: 1}, site.Fragment{Target: none, Hash: 1})
	if n := check(all...); n != 2 {
		t.Errorf("%d findings of two places", n)
	}
	many := func(n int) (f []site.Fragment) {
		for i := range n {
			f = append(f, site.Fragment{Target: none, Hash: uint32(i + 100), Offset: uint32(i * 4)})
		}
		return f
	}
	if n := check(many(maxPerPage)...); n != maxPerPage {
		t.Errorf("%d findings of as many as are listed", n)
	}
	if n := check(many(maxPerPage + 5)...); n != maxPerPage+1 {
		t.Errorf("%d findings of more than are listed", n)
	}
}

// What a server says of a path that the tree lacks.
func TestAnswered(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": "<p>"})
	run.Served = &site.Served{Answers: map[string]site.Answer{
		"ok": {Status: 200}, "moved": {Status: 301, Location: "x"}, "gone": {Status: 404}, "listed": {Status: 404}, "error": {Status: 903},
	}}
	run.Set.ManifestFile = &manifest.File{Pages: []manifest.Page{{URL: manifest.Text{Value: smallRoot + "listed"}}}}
	for path, want := range map[string]string{
		"ok": "", "moved": "is answered with a redirect to “x”", "gone": "is answered with status 404", "listed": "", "unknown": "", "error": "is answered with status 903",
	} {
		fault, _ := newLinker(run).answered(&ghpages.Ref{Path: path})
		if fault.why != want {
			t.Errorf("%s: %q, want %q", path, fault.why, want)
		}
	}
}

func TestDroppedSegment(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": "<p>"})
	for _, c := range []struct{ folder, path, want string }{
		{"", "assets/.a/b.css", ".a"}, {"", "assets/_a/b.css", ""}, {"/", "assets/.a/b.css", ".a"}, {"/", "assets/_a/b.css", "_a"}, {"/", "a/b.css", ""}, {"", "_a/.b.css", ".b.css"},
	} {
		if run.Deployment.SourcePath = c.folder; run.droppedSegment(c.path) != c.want {
			t.Errorf("%s in folder %q: %q, want %q", c.path, c.folder, run.droppedSegment(c.path), c.want)
		}
	}
}

// Style sheets are followed by @import alone, each is read once, and a page is none.
func TestReadStyles(t *testing.T) {
	run := smallTree(t, map[string]string{
		"index.html": "url(gone1)",
		"a.css":      `@import "b.css"; @import "https://example.com/c.css"; b { background: url(d.css) }`,
		"b.css":      `@import "a.css"; b { background: url(gone2) }`,
		"d.css":      "b { background: url(gone3) }",
	})
	var got []string
	for _, sheet := range run.readStyles(map[*site.File]bool{run.Tree.Lookup("a.css"): true, nil: true}) {
		for _, b := range sheet.bad {
			got = append(got, sheet.doc.Path+" "+b.raw)
		}
	}
	if text := strings.Join(got, ", "); text != "b.css gone2" {
		t.Errorf("faults: %q", text)
	}
}

// No more faults of one style sheet are kept than of a page.
func TestMostStyleFaults(t *testing.T) {
	var b strings.Builder
	for i := range mostBadLinks + 3 {
		fmt.Fprintf(&b, "b { background: url(gone%d) }\n", i)
	}
	run := smallTree(t, map[string]string{"a.css": b.String()})
	if sheets := run.readStyles(map[*site.File]bool{run.Tree.Lookup("a.css"): true}); len(sheets) != 1 || len(sheets[0].bad) != mostBadLinks {
		t.Errorf("not %d faults: %d sheets", mostBadLinks, len(sheets))
	}
}

// Twins: each once, and their own links to files of the set are looked at.
func TestTwins(t *testing.T) {
	run := smallTree(t, map[string]string{"docs/index.html": "<p>", "docs/index.md": "[a](llms.txt) [b](" + smallRoot + "llms.txt) [c](https://example.com/llms.txt)", "extra.md": "[a](gone%d)"})
	run.Set.ManifestFile = &manifest.File{}
	for _, url := range []string{"docs/index.md", "extra.md", "none.md"} {
		run.Set.ManifestFile.Pages = append(run.Set.ManifestFile.Pages, manifest.Page{MarkdownURL: manifest.Text{Value: smallRoot + url}})
	}
	c := treeOf(run, &site.Page{Path: "docs/index.html"})
	if files := c.twinFiles(); !slices.Equal(files, []string{"docs/index.md", "extra.md"}) {
		t.Errorf("twins: %q", files)
	}
	linksTwin(c)
	if got := says(c.findings); len(got) != 2 || !strings.HasPrefix(got[0], "“llms.txt”") || !strings.HasPrefix(got[1], "“gone%d”") {
		t.Errorf("%q", got)
	}
	var b strings.Builder
	for i := range maxPerPage + 3 {
		fmt.Fprintf(&b, "[a](gone%d)\n", i)
	}
	run = smallTree(t, map[string]string{"docs/index.html": "<p>", "docs/index.md": b.String()})
	c = treeOf(run, &site.Page{Path: "docs/index.html"})
	if linksTwin(c); len(c.findings) != maxPerPage {
		t.Errorf("%d findings, not %d", len(c.findings), maxPerPage)
	}
}

// Which of the declared llms.txt files are read, and how much of them.
func TestReadLLMSFiles(t *testing.T) {
	half := strings.Repeat(" ", maxAllLLMS/2)
	run := smallTree(t, map[string]string{"llms.txt": "# T\n", "a/llms.txt": half, "b/llms.txt": half, "c/llms.txt": " ", "d/llms.txt": strings.Repeat(" ", maxLLMSSize+1), "docs/other.txt": "x"})
	m := &manifest.File{}
	for _, url := range []string{
		"https://example.com/llms.txt", smallRoot + "docs/other.txt", smallRoot + "gone/llms.txt", smallRoot + "llms.txt",
		smallRoot + "a/llms.txt", smallRoot + "a/llms.txt", smallRoot + "b/llms.txt", smallRoot + "c/llms.txt", smallRoot + "d/llms.txt",
	} {
		m.Discovery.NestedLLMS = append(m.Discovery.NestedLLMS, manifest.Text{Value: url})
	}
	var got []string
	for _, f := range readLLMSFiles(run.Tree, &run.Deployment, &Set{LLMS: run.Tree.Document("llms.txt"), ManifestFile: m}) {
		got = append(got, fmt.Sprintf("%s %v", f.Doc.Path, f.Doc.Err))
	}
	want := []string{
		"llms.txt <nil>", "a/llms.txt <nil>", "b/llms.txt <nil>",
		"c/llms.txt the llms.txt files of the site have more than 8 MiB together", "d/llms.txt the llms.txt files of the site have more than 8 MiB together",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// The bounds of one llms.txt, and what its places answer.
func TestLLMSFile(t *testing.T) {
	read := func(src string) *LLMSFile {
		return ReadLLMS(&site.Document{Path: "llms.txt", Found: true, Src: []byte(src)})
	}
	for src, want := range map[string]llmsFault{"\x00# T\n": llmsNoText, "# T\n\x00": llmsNoText, strings.Repeat(" ", maxLLMSSize): llmsIsEmpty, strings.Repeat(" ", maxLLMSSize+1): llmsUnreadable} {
		if f := read(src); f.fault != want {
			t.Errorf("%.9q…: fault %d, not %d", src, f.fault, want)
		}
	}
	const src = "# T\n\n> S\n\nD\nE\nF\n\n## A\n\n- [a](b): c\n\n## B\n\n- [a](c): c\n\n## A\n\n- [a](d): c\n"
	f := read(src)
	for i := range f.Text.Sections {
		for _, d := range []llmstxt.Dialect{llmstxt.Python, llmstxt.JavaScript} {
			if s := f.sectionAt(d, f.Text.Sections[i].Heading.Pos.Offset); s == nil {
				t.Errorf("%v finds no section %s", d, f.Text.Sections[i].Name())
			}
		}
	}
	c := &llmsContext{LLMSFile: f, tree: &TreeContext{Run: &Run{Input: Input{Set: &Set{}}}, rule: &Rule{Severity: Warning}}}
	if got, want := c.partEnd(strings.Index(src, "## A")), strings.Index(src, "## B")-1; got != want {
		t.Errorf("the first section ends at %d, not at %d", got, want)
	}
	if got, want := c.blockEnd(&f.Text.Details[0]), strings.Index(src, "F\n")+1; got != want {
		t.Errorf("the details end at %d, not at %d", got, want)
	}
	for found, want := range map[int]int{maxLLMSFindings: 0, maxLLMSFindings + 1: 1} {
		c.found, c.tree.findings = found, nil
		if c.more(); len(c.tree.findings) != want {
			t.Errorf("%d findings: %q", found, says(c.tree.findings))
		}
	}
	if s := CheckLLMS([]*site.Document{f.Doc, f.Doc}, nil).Summary; s.Files != 2 || s.Bytes != int64(2*len(src)) {
		t.Errorf("%+v", s)
	}
	for size, want := range map[int]string{50_000: "", 50_001: "above 50,000", 100_000: "above 50,000", 100_001: "near 100,000"} {
		c.Doc, c.found, c.tree.findings = &site.Document{Src: make([]byte, size)}, 0, nil
		llmsSize(c)
		if got := strings.Join(says(c.tree.findings), ""); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%d characters: %q", size, got)
		}
	}
	for text, want := range map[string]int{"# T\n\n" + strings.Repeat("x", 45): 0, "# T\n\n" + strings.Repeat("x", 44): 1} {
		r := CheckLLMS([]*site.Document{{Path: "llms.txt", Found: true, Src: []byte(text)}}, nil)
		n := 0
		for _, f := range r.Findings {
			if strings.Contains(f.Message, "that is no index") {
				n++
			}
		}
		if n != want {
			t.Errorf("%d characters are too few: %d findings", len(text), n)
		}
	}
}

// Links of llms.txt, with a first file that cannot be read before them.
func TestLLMSTreeRules(t *testing.T) {
	files := map[string]string{
		"docs/index.html": "<p>", "docs/index.md": "x", "b/index.html": "<p>", "b/index.html.md": "x", "c/index.html": "<p>", "c.md": "x", "d/index.html": "<p>", "a.txt": "x", "a.txt.md": "x",
	}
	run := smallTree(t, files)
	read := func(text string) *LLMSFile {
		return ReadLLMS(&site.Document{Path: "llms.txt", Found: true, Src: []byte("# T\n\n> S\n\nD\n\n## A\n\n" + text)})
	}
	link := func(paths ...string) (s string) {
		for _, p := range paths {
			s += "- [" + p + "](" + smallRoot + p + "): notes of it\n"
		}
		return s
	}
	html := &LLMSFile{Doc: &site.Document{Path: "llms.txt"}}
	for _, c := range []struct {
		name   string
		rule   func(*TreeContext)
		files  []*LLMSFile
		served map[string]site.Answer
		want   []string
	}{
		{"twins", llmsTwin, []*LLMSFile{html, read(link("docs/", "b/", "c/", "d/", "a.txt"))}, nil, []string{"docs/index.md", "b/index.html.md", "c.md"}},
		{"twins that are linked too", llmsTwin, []*LLMSFile{read(link("docs/", "docs/index.md", "b/", "b/index.html.md"))}, nil, nil},
		{"broken", llmsLinkBroken, []*LLMSFile{html, read(link("gone", "docs/"))}, nil, []string{"gone” is answered with 404"}},
		{"broken on a server", llmsLinkBroken, []*LLMSFile{read(link("gone", "ok", "listed", "unknown"))}, map[string]site.Answer{"gone": {Status: 404}, "ok": {Status: 200}, "listed": {Status: 404}}, []string{"gone” is answered with status 404"}},
	} {
		run.Set = &Set{LLMSFiles: c.files, ManifestFile: &manifest.File{Pages: []manifest.Page{{URL: manifest.Text{Value: smallRoot + "listed"}}}}}
		if run.Served = nil; c.served != nil {
			run.Served = &site.Served{Answers: c.served}
		}
		tree := treeOf(run)
		c.rule(tree)
		if got := says(tree.findings); !sayAll(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// sayAll: as many messages as wanted, each with what is wanted of it.
func sayAll(got, want []string) bool {
	return slices.EqualFunc(got, want, func(g, w string) bool { return strings.Contains(g, w) })
}

// Which pages of the sitemap llms.txt does not link.
func TestLLMSCoverage(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": "<p>", "a/index.html": "<p>", "b/index.html": "<p>", "c/index.html": "<p>", "d/index.html": "<p>"})
	index := &sitemap.File{Root: sitemap.Name{Local: "sitemapindex"}, Entries: []sitemap.Entry{{Loc: smallRoot + "d/"}}}
	for _, c := range []struct {
		items string
		pages []string
		want  []string
	}{
		{"- [a](" + smallRoot + "a/): notes of it\n", []string{"a/", "b/"}, []string{"1 page of the sitemap not linked: " + smallRoot + "b/"}},
		{"- [a](https://example-user.github.io/a/): notes of it\n", []string{"a/"}, []string{"1 page"}},
		{"- [a](/a/): notes of it\n", []string{"a/"}, nil}, // another rule's fault
		{"- no link\n", []string{"a/"}, nil},
		{"- [x](https://example.com/): notes of it\n", []string{"a/", "b/", "c/"}, []string{smallRoot + "a/, " + smallRoot + "b/, " + smallRoot + "c/$"}},
		{"- [x](https://example.com/): notes of it\n", []string{"a/", "b/", "c/", "d/"}, []string{"c/, …"}},
		{"- no link\n- [a](" + smallRoot + "a/): notes of it\n", []string{"a/", "b/"}, nil},
	} {
		urls := &sitemap.File{Root: sitemap.Name{Local: "urlset"}}
		var pages []*site.Page
		run.byURL = map[string]*site.Page{}
		for _, p := range []string{"", "a/", "b/", "c/", "d/"} {
			pages = append(pages, &site.Page{Path: p + "index.html", URL: smallRoot + p})
			run.byURL[smallRoot+p] = pages[len(pages)-1]
		}
		for _, p := range c.pages {
			urls.Entries = append(urls.Entries, sitemap.Entry{Loc: smallRoot + p})
		}
		doc := &site.Document{Path: "llms.txt", Found: true, Src: []byte("# T\n\n> S\n\nD\n\n## A\n\n" + c.items)}
		run.Set = &Set{LLMSFiles: []*LLMSFile{ReadLLMS(doc)}, Sitemaps: []Sitemap{{File: index}, {File: urls}}}
		tree := treeOf(run, pages...)
		llmsCoverage(tree)
		got := says(tree.findings)
		for i := range got {
			got[i] += "$"
		}
		if !sayAll(got, c.want) {
			t.Errorf("%q: %q, want %q", c.items, got, c.want)
		}
	}
}

// What the manifest names and the tree lacks: each of it, but for what another rule says.
func TestManifestFileMissing(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": "<p>"})
	run.Deployment.CustomDomain, run.Deployment.SiteRoot, run.Deployment.ControlsDomainRoot = "example.com", "https://example.com/", false
	m := &manifest.File{IsObject: true, Claims: true}
	m.Discovery.LLMSFull = manifest.Text{Value: "https://example-user.github.io/llms-full.txt"}
	m.Discovery.RobotsURL = manifest.Text{Value: "https://example.org/robots.txt"}
	m.Discovery.NestedLLMS = []manifest.Text{{Value: "https://example.org/llms.txt"}, {Value: "https://example.com/de/llms.txt"}}
	run.Set = &Set{Manifest: &site.Document{Path: "raw-manifest.json"}, ManifestFile: m, Robots: &site.Document{Found: true}}
	c := treeOf(run)
	manifestFileMissing(c)
	if got := says(c.findings); !sayAll(got, []string{"“https://example.org/llms.txt” is not under SITE_ROOT", "the tree has no https://example.com/de/llms.txt"}) {
		t.Errorf("%q", got)
	}
}

// What entries of the manifest say of their pages: one that names no page, or one without a type, hides no other.
func TestManifestPageData(t *testing.T) {
	run := smallTree(t, map[string]string{"a/index.html": "<p>", "b/index.html": "<p>", "c/index.html": "<p>"})
	text := func(s string) manifest.Text { return manifest.Text{Value: s} }
	m := &manifest.File{IsObject: true, Claims: true, Pages: []manifest.Page{
		{URL: text(smallRoot + "gone/"), Title: text("x")},
		{URL: text(smallRoot + "a/"), Description: text("other"), Language: text("de"), JSONLDType: text("Article")},
		{URL: text(smallRoot + "b/"), Title: text("b"), Language: text("en-GB"), JSONLDType: text("Article")},
	}}
	run.Set = &Set{Manifest: &site.Document{Path: "raw-manifest.json"}, ManifestFile: m}
	page := func(p, typ string) *site.Page {
		s := site.Text{Value: p}
		return &site.Page{Path: p + "/index.html", URL: smallRoot + p + "/", Title: s, Description: s, Lang: "en", JSONLDTypes: []string{typ}}
	}
	pages := []*site.Page{page("a", "Thing"), page("b", "WebPage")}
	run.byURL = map[string]*site.Page{pages[0].URL: pages[0], pages[1].URL: pages[1]}
	c := treeOf(run, pages...)
	manifestPageData(c)
	if got := says(c.findings); !sayAll(got, []string{"the description is “other”", "the language is “de”", "the JSON-LD type is “Article”"}) {
		t.Errorf("%q", got)
	}
}

// What the manifest says of the protocol, and a manifest without pages.
func TestManifestProtocol(t *testing.T) {
	doc := &site.Document{Path: "raw-manifest.json"}
	for _, c := range []struct{ name, version, want string }{
		{protocolName, "v1", ""}, {"", "v1", "does not say which version"}, {"Other", "v1", "follows “Other”"}, {"Other", "", "does not say which version"},
		{protocolName, "", "does not say which version"}, {protocolName, "v2", "version “v2”"},
	} {
		m := &manifest.File{IsObject: true, Claims: true}
		m.Protocol.Name, m.Protocol.Version = manifest.Text{Value: c.name}, manifest.Text{Value: c.version}
		tree := &TreeContext{Run: &Run{Input: Input{Set: &Set{Manifest: doc, ManifestFile: m}}}, rule: &Rule{Severity: Warning}}
		manifestProtocol(tree)
		if got := strings.Join(says(tree.findings), ""); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%q %q: %q", c.name, c.version, got)
		}
	}
	run := smallTree(t, map[string]string{"index.html": "<p>"})
	run.Set = &Set{Manifest: doc, ManifestFile: &manifest.File{IsObject: true, Claims: true, PagesOffset: 1, PagesList: true}}
	c := treeOf(run, &site.Page{Path: "index.html", URL: smallRoot})
	run.byURL = map[string]*site.Page{smallRoot: c.Pages[0]}
	if manifestPages(c); !sayAll(says(c.findings), []string{"lacks the canonical page"}) {
		t.Errorf("of one page: %q", says(c.findings))
	}
	c.findings, c.Canonical = nil, append(c.Canonical, &site.Page{Path: "a.html"})
	if manifestPages(c); !sayAll(says(c.findings), []string{"the tree has 2"}) {
		t.Errorf("of two pages: %q", says(c.findings))
	}
}

// The list that further pages belong to, and the first of them.
func TestPager(t *testing.T) {
	run := smallTree(t, map[string]string{"blog.html": "<p>", "blog/page/2/index.html": "<p>", "news/index.html": "<p>", "news.html": "<p>", "news/page/3/index.html": "<p>", "news/page/3.html": "<p>", "news/page/4/index.html": "<p>"})
	page := func(path string) *site.Page { return &site.Page{Path: path, Status: site.PagerDuplicate} }
	pages := []*site.Page{
		{Path: "blog.html"}, page("blog/page/2/index.html"), page("log/page/2/index.html"),
		{Path: "news.html"}, {Path: "news/index.html"}, page("news/page/4/index.html"), page("news/page/3.html"), page("news/page/3/index.html"),
	}
	c := treeOf(run, pages...)
	pager(c)
	var got []string
	for _, f := range c.findings {
		got = append(got, f.File+": "+f.Message)
	}
	if !sayAll(got, []string{"blog/page/2/index.html: 1 further page of the list blog.html", "log/page/2/index.html: 1 further page of the list log/index.html", "news/page/3.html: 3 further pages of the list news/index.html"}) {
		t.Errorf("%q", got)
	}
}

// Where a chain of redirects ends.
func TestRedirectChain(t *testing.T) {
	run := smallTree(t, map[string]string{"a.html": "<p>", "b.html": "<p>", "c.html": "<p>", "d.html": "<p>"})
	stub := func(path, to string) *site.Page {
		return &site.Page{Path: path, Status: site.RedirectStub, Redirect: site.Text{Value: smallRoot + to}}
	}
	c := treeOf(run, stub("a.html", "b"), stub("b.html", "c"), stub("c.html", "d"), &site.Page{Path: "d.html", URL: smallRoot + "d"})
	redirectChain(c)
	var got []string
	for _, f := range c.findings {
		got = append(got, f.File+" "+f.Fix)
	}
	if want := []string{"a.html redirect to " + smallRoot + "d", "b.html redirect to " + smallRoot + "d"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	c = treeOf(run, stub("a.html", "b"), stub("b.html", "c"), stub("c.html", "gone"))
	if redirectChain(c); len(c.findings) != 2 || c.findings[0].Fix != "name the page at the end of the chain" {
		t.Errorf("%+v", c.findings)
	}
}

// No canonical page is a fault of the pages only where an index is there.
func TestPagesKindOfNone(t *testing.T) {
	for index, want := range map[string]int{"index.html": 1, "home.html": 0} {
		run := smallTree(t, map[string]string{index: "<p>"})
		c := treeOf(run, &site.Page{Path: index, Status: site.Excluded})
		if pagesKind(c); len(c.findings) != want {
			t.Errorf("%s: %q", index, says(c.findings))
		}
	}
}

// As many exclusions with wildcards as count, and one more.
func TestExcludedPatterns(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": "<p>"})
	for n, want := range map[int]int{site.MaxPatterns: 0, site.MaxPatterns + 1: 1} {
		run.Excluded = make(site.Exclusions, n)
		for i := range n {
			run.Excluded[i].Pattern = "*.html"
		}
		c := treeOf(run, &site.Page{Path: "index.html"})
		if excludedPages(c); len(c.findings) != want {
			t.Errorf("%d patterns: %q", n, says(c.findings))
		}
	}
}

// What pages say of their encoding, at the first byte and at the end of the head as well.
func TestEncoding(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": "<p>"})
	for src, want := range map[string]string{
		"\xe9abc":                  "a byte of the page",
		"<p>\xe9abc":               "a byte of the page",
		"<title>\xe9</title>":      "a byte of the head",
		"<title>a</title>\xe9":     "a byte of the page",
		"\ufeff<p>\xe9":            "a byte of the page",
		"\xff\xfe<\x00p\x00":       "the page is UTF-16",
		"\x00abc":                  "a NUL byte",
		"<p>\x00":                  "a NUL byte",
		"<meta charset=latin1><p>": "declares the charset",
	} {
		c := pageOf(run, src)
		encoding(c)
		if got := says(c.findings); !sayAll(got, []string{want}) {
			t.Errorf("%q: %q, want %q", src, got, want)
		}
	}
}

// What a development server leaves in a page, the first of it first.
func TestLocalHostOfPage(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": "<p>", "livereload.js": "x"})
	for src, want := range map[string]string{
		`<img src="http://localhost/a"><img src="http://localhost/b">`:            "“http://localhost/a” belongs to a development server; it is named in 2 places",
		`<img srcset="http://localhost/a 1x, http://localhost/b 2x">`:             "“http://localhost/a” ",
		`<script src="https://example.com/x.js"></script>`:                        "",
		`<script src="https://example.com/livereload.js"></script>`:               "livereload.js",
		`<script src="/example-project/livereload.js"></script>`:                  "",
		`<script src="/example-project/docs/livereload.js"></script>`:             "docs/livereload.js",
		`<img src="https://example.com/livereload.js">`:                           "",
		`<meta property="og:image" content="http://localhost/a"><base href="/b">`: "http://localhost/a",
	} {
		c := pageOf(run, src)
		localHost(c)
		if got := strings.Join(says(c.findings), ""); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", src, got, want)
		}
	}
}

// What is counted of a verdict.
func TestSummary(t *testing.T) {
	var s Summary
	s.countFindings([]Finding{{Severity: Error}, {Severity: Warning}, {Severity: Warning}, {Severity: Info}, {Severity: Info}, {Severity: Info}})
	for least, want := range map[Severity]int{Error: 1, Warning: 3, Info: 6} {
		if got := s.Count(least); got != want {
			t.Errorf("at or above %v: %d, not %d", least, got, want)
		}
	}
}

// The AMP form of a page is asked only what every page is; each file is told to Progress, and findings name their source.
func TestCheckPages(t *testing.T) {
	run := smallTree(t, map[string]string{
		"a.html":     `<link rel="amphtml" href="a.amp.html"><p>Text`,
		"a.amp.html": `<html amp><head><link rel="canonical" href="` + smallRoot + `a"></head><body><a href="gone">a</a><p>Text`,
	})
	run.Set = &Set{tree: run.Tree, pages: map[*site.File]*manifest.Page{run.Tree.Lookup("a.amp.html"): {Source: manifest.Text{Value: "a.md"}}}}
	told := 0
	run.Jobs, run.Progress = 1, func(done, total int) { told++ }
	_, findings := run.checkPages()
	var rules []string
	for _, f := range findings {
		if f.File == "a.amp.html" {
			rules = append(rules, f.Rule)
			if f.Source != "a.md" {
				t.Errorf("%s has the source %q", f.Rule, f.Source)
			}
		}
	}
	if told != 2 || !slices.Equal(rules, []string{"links/broken"}) {
		t.Errorf("%d files told; rules %q", told, rules)
	}
	if f := run.add(nil, &Rule{}, Finding{File: "a.amp.html", Source: "b.md"}); f != nil && f[0].Source != "b.md" {
		t.Errorf("%+v", f)
	}
	run.Progress = nil
	run.checkPages()
}

// What a server sends: each page, each file, and what it says to a path that is not there.
func TestServedRules(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": "<p>"})
	text := func(s string) manifest.Text { return manifest.Text{Value: smallRoot + s} }
	m := &manifest.File{IsObject: true, Claims: true}
	for _, p := range []string{"unknown", "ok", "gone", "text", "cut"} {
		m.Pages = append(m.Pages, manifest.Page{URL: text(p)})
	}
	m.Pages[0].MarkdownURL, m.Pages[1].MarkdownURL = text("a.md"), text("b.txt")
	m.Discovery.NestedLLMS = []manifest.Text{text("de/llms.txt")}
	run.Set = &Set{Manifest: &site.Document{}, ManifestFile: m}
	for _, c := range []struct {
		probe, skipped int
		want           []string
	}{
		{404, 0, nil}, {0, 0, nil}, {200, 0, []string{"the server answers 200"}}, {404, 1, []string{"1 URLs were not asked for"}},
	} {
		run.Served = &site.Served{Probe: site.Answer{Status: c.probe}, Skipped: c.skipped, Answers: map[string]site.Answer{
			"ok": {Status: 200, ContentType: "text/html; charset=utf-8"}, "gone": {Status: 404}, "text": {Status: 200, ContentType: "text/plain"}, "cut": {Status: 200, ContentType: "text/html", Err: "too large"},
			"unknown": {Status: 200, ContentType: "text/html", Err: "cut", Cut: true},
		}}
		tree := treeOf(run)
		pagesServed(tree)
		if got := says(tree.findings); !sayAll(got, append([]string{"cut could not be kept", "gone answers 404", "text is sent as “text/plain”"}, c.want...)) {
			t.Errorf("%+v: %q", c, got)
		}
	}
	run.Served.Answers = map[string]site.Answer{
		"llms.txt": {Status: 200, ContentType: "text/plain; charset=UTF-8"}, "raw-manifest.json": {Status: 404, ContentType: "text/html"}, "sitemap.xml": {Status: 200, ContentType: "text/xml; charset=latin1"},
		"robots.txt": {Status: 200, ContentType: "text/plain", Err: "too large"}, "de/llms.txt": {Status: 200, ContentType: "text/html"}, "a.md": {Status: 200, ContentType: "text/plain"}, "b.txt": {Status: 200, ContentType: "text/html"},
	}
	tree := treeOf(run)
	filesServed(tree)
	if got := says(tree.findings); !sayAll(got, []string{"sitemap.xml is sent as “text/xml; charset=latin1”, although", "robots.txt could not be kept", "de/llms.txt is sent as “text/html”", "a.md is sent as “text/plain”"}) {
		t.Errorf("%q", got)
	}
	run.Served = nil
	tree = treeOf(run)
	pagesServed(tree)
	filesServed(tree)
	if len(tree.findings) > 0 {
		t.Errorf("without a server: %q", says(tree.findings))
	}
}

// Pages of the manifest and files of a sitemap index: a wrong one hides no other.
func TestReadSet(t *testing.T) {
	const urlset = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>`
	run := smallTree(t, map[string]string{"index.html": "<p>", "llms.txt": "x", "sitemap.xml": "x", "a.xml": urlset, "b.xml": urlset})
	m := &manifest.File{Pages: []manifest.Page{{URL: manifest.Text{Value: "https://example.com/"}}, {URL: manifest.Text{Value: smallRoot}}, {URL: manifest.Text{Value: smallRoot + "gone/"}}}}
	s := ReadSet(run.Tree, &run.Deployment, &site.Document{}, m)
	if s.Page("index.html") != &m.Pages[1] || s.Page("gone/index.html") != &m.Pages[2] || s.Page("a.html") != nil {
		t.Error("the manifest's pages are not found by their files")
	}
	root := Sitemap{&site.Document{Path: "sitemap.xml"}, &sitemap.File{Root: sitemap.Name{Local: "sitemapindex"}}}
	for _, loc := range []string{"https://example.com/a.xml", smallRoot + "sitemap.xml", smallRoot + "gone.xml", smallRoot + "a.xml", smallRoot + "a.xml", smallRoot + "b.xml"} {
		root.File.Entries = append(root.File.Entries, sitemap.Entry{Loc: loc})
	}
	var got []string
	all, unread := readSitemaps(run.Tree, &run.Deployment, root)
	for _, s := range all {
		got = append(got, s.Doc.Path)
	}
	if len(unread) > 0 {
		t.Errorf("%d files were not read", len(unread))
	}
	if want := []string{"sitemap.xml", "a.xml", "b.xml"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Sitemaps are read up to the size that all may have together, and the index with them; what is smaller behind one that is not
// read still is.
func TestMostSitemapBytes(t *testing.T) {
	run := smallTree(t, map[string]string{"sitemap.xml": "index", "a.xml": "", "b.xml": "", "c.xml": "x", "d.xml": "x", "e.xml": ""})
	root := Sitemap{run.Tree.Document("sitemap.xml"), &sitemap.File{Root: sitemap.Name{Local: "sitemapindex"}}}
	for name, size := range map[string]int64{"a.xml": maxSitemapBytes / 2, "b.xml": maxSitemapBytes/2 - int64(len(root.Doc.Src)) - 1} {
		if err := os.Truncate(filepath.Join(run.Tree.Name, name), size); err != nil {
			t.Fatal(err)
		}
	}
	tree, err := site.Open(run.Tree.Name)
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		root.File.Entries = append(root.File.Entries, sitemap.Entry{Loc: smallRoot + name + ".xml"})
	}
	all, unread := readSitemaps(tree, &run.Deployment, root)
	var got []string
	for _, s := range all {
		got = append(got, s.Doc.Path)
	}
	for _, doc := range unread {
		got = append(got, doc.Path+": "+doc.Err.Error())
	}
	if want := []string{"sitemap.xml", "a.xml", "b.xml", "c.xml", "e.xml", "d.xml: the sitemaps have more than 128 MiB together"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// The bounds of sitemaps, and entries behind one that has no fault.
func TestSitemapRules(t *testing.T) {
	run := smallTree(t, map[string]string{"index.html": "<p>", "a.xml": "x", "amp.html": "<p>"})
	doc := func(path string) *site.Document { return &site.Document{Path: path, Src: []byte("x\ny\n")} }
	set := func(local string, entries ...sitemap.Entry) *sitemap.File {
		return &sitemap.File{Root: sitemap.Name{Local: local}, Entries: entries, Count: len(entries), Declaration: sitemap.Declaration{Present: true}}
	}
	page := func(n int) sitemap.Entry {
		return sitemap.Entry{Loc: smallRoot + strings.Repeat("a", n-len(smallRoot))}
	}
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	day := func(s string) sitemap.Entry {
		return sitemap.Entry{Loc: smallRoot, Lastmod: s, LastmodOffset: map[bool]int{true: -1, false: 2}[s == ""]}
	}
	full, large := set("urlset"), set("urlset")
	full.Count, large.Size = maxSitemapURLs+1, maxSitemapSize+1
	most := set("urlset")
	most.Count, most.Size = maxSitemapURLs, maxSitemapSize
	empty, faulty := Sitemap{&site.Document{Path: "empty.xml"}, set("urlset")}, Sitemap{doc("b.xml"), set("urlset")}
	faulty.File.Problems = []sitemap.Problem{{Kind: sitemap.UnknownElement, Message: "a fault"}}
	for _, c := range []struct {
		name string
		rule func(*TreeContext)
		maps []Sitemap
		want []string
	}{
		{"limits", sitemapLimits, []Sitemap{{doc("a.xml"), most}, {doc("b.xml"), full}, {doc("c.xml"), large}}, []string{"b.xml:0 b.xml has 50001 entries", "c.xml:0 c.xml has 52428801 bytes"}},
		{"loc", sitemapLimits, []Sitemap{{doc("a.xml"), set("urlset", page(maxLoc-1), page(maxLoc))}}, []string{"a.xml:1 the loc has 2048 characters"}},
		{"empty", sitemapInvalid, []Sitemap{empty, faulty}, []string{"empty.xml:0 empty.xml is empty", "b.xml:1 a fault"}},
		{"index", sitemapIndex, []Sitemap{{doc("sitemap.xml"), set("sitemapindex", sitemap.Entry{}, sitemap.Entry{Loc: smallRoot + "a.xml"}, sitemap.Entry{Loc: smallRoot + "gone.xml"})}},
			[]string{"sitemap.xml:1 sitemap.xml is an index", "sitemap.xml:1 the index names " + smallRoot + "gone.xml"}},
		{"lastmod", sitemapLastmod, []Sitemap{{doc("a.xml"), set("urlset", day(""), day("2026-05-02T11:00:00Z"), day("2026-05-02T13:00:00Z"), day("x"))}}, []string{"a.xml:2 lastmod 2026-05-02T13:00:00Z is in the future", "a.xml:2 lastmod “x” is no"}},
		{"AMP", sitemapNotAPage, []Sitemap{{doc("a.xml"), set("urlset", sitemap.Entry{Loc: smallRoot + "amp"})}}, []string{"a.xml:1 " + smallRoot + "amp is the AMP form"}},
	} {
		run.Now = now
		run.Set = &Set{Sitemap: doc("sitemap.xml"), Sitemaps: c.maps, SitemapFile: c.maps[0].File}
		tree := treeOf(run, &site.Page{Path: "index.html", URL: smallRoot}, &site.Page{Path: "amp.html", Status: site.AMPTwin})
		c.rule(tree)
		var got []string
		for _, f := range tree.findings {
			got = append(got, fmt.Sprintf("%s:%d %s", f.File, f.Line, f.Message))
		}
		if !sayAll(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	for n, want := range []string{"", "a.xml, which the index names, was not read: large", "a.xml, which the index names, was not read: large (and 1 more file)", "a.xml, which the index names, was not read: large (and 2 more files)"} {
		index := set("sitemapindex", sitemap.Entry{Loc: smallRoot + "a.xml"})
		run.Set = &Set{Sitemap: doc("sitemap.xml"), SitemapFile: index}
		for range n {
			run.Set.UnreadSitemaps = append(run.Set.UnreadSitemaps, &site.Document{Path: "a.xml", Err: errors.New("large")})
		}
		tree := treeOf(run)
		sitemapIndex(tree)
		if got := strings.Join(says(tree.findings)[1:], "\n"); got != want {
			t.Errorf("%d unread: %q, want %q", n, got, want)
		}
	}
	for kind, want := range map[sitemap.Kind]bool{sitemap.MissingLoc: false, sitemap.UnknownElement: true} {
		f := set("urlset")
		f.Problems = []sitemap.Problem{{Kind: kind}}
		run.Set = &Set{Sitemaps: []Sitemap{{doc("sitemap.xml"), f}}}
		if got := treeOf(run).wholeSitemap(); got != want {
			t.Errorf("with %s it is whole: %v", kind, got)
		}
	}
}

// Each robots.txt that stands elsewhere is named, before and behind the right one.
func TestRobotsMisplaced(t *testing.T) {
	run := smallTree(t, map[string]string{"robots.txt": "x", "docs/robots.txt": "x", "static/robots.txt": "x"})
	run.Set = &Set{Robots: &site.Document{Path: "robots.txt", Found: true}}
	c := treeOf(run)
	if robotsMisplaced(c); len(c.findings) != 2 {
		t.Errorf("%q", says(c.findings))
	}
}
