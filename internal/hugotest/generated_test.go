package hugotest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/discovery-set/hugo-discovery/llmstxt"
)

// generatedConfig has two languages, twins of every kind, and every file that llms.txt may be divided into.
const generatedConfig = `baseURL = "https://example-user.github.io/example-project/"
title = "Generated [site] & \"more\""
disableHugoGeneratorInject = true
defaultContentLanguage = "en"
[taxonomies]
tag = "tags"
[outputs]
home = ["html", "markdown", "llms", "rawmanifest"]
section = ["html", "markdown"]
page = ["html", "markdown"]
taxonomy = ["html", "markdown"]
term = ["html", "markdown"]
[languages.en]
weight = 1
[languages.uk]
weight = 2
[languages.uk.params]
description = "Сайт, який складено навмання."
[params]
description = "A site that was put together at random."
[params.discovery]
owner = "example-user"
repo = "example-project"
pagesType = "PROJECT_SITE"
customDomain = "NONE"
image = "og.png"
favicon = "favicon.svg"
[params.discovery.llms]
perSection = 2
perLanguage = true
full = true
[markup.goldmark.renderer]
unsafe = true
`

// fragments are blocks of Markdown that stand in the bodies. %s is a link to a page.
var fragments = []string{
	"Text with [a link](%s), ![an image](/og.png \"Title\") and `code [x](%s)`.",
	"[![Both](/og.png)](%s) [angle](<%s>) [title](%s 'x (y)')",
	"[Reference][ref] and [ref].\n\n[ref]: %s \"Title\"",
	"``two ` [x](%s) `` and `an open one, [link](%s)",
	"\\`[escaped](%s)\\` \\[not a link\\](%s) [a\\]b](%s)",
	"```html\n<a href=\"%s\">[x](%s)</a> {{</* note */>}} {#id}\n# no heading\n```",
	"~~~~\n~~~\n```\n[x](%s)\n~~~~",
	"````md\n```\n[x](%s)\n```\n````",
	"    [indented](%s)\n\n    # still code",
	"- item [link](%s)\n- item\n\n  ```\n  [x](%s)\n  ```\n\n  [link](%s)\n\n      [code in it](%s)\n",
	"1. Step `[x](%s)`\n\n    - nested [link](%s)\n\n    text [link](%s)\n2. ~~~\n   [x](%s)\n   ~~~\n",
	"> quote [link](%s)\n> ```\n> [x](%s)\n> ```\n>\n>     [x](%s)\n",
	"# Heading [link](%s) {#anchor}",
	"Setext [link](%s)\n===",
	"Setext\nover lines\n---",
	"## Two {.class #id}\n\n###### Six",
	"> # Quoted heading\n\n- # Heading in a list",
	"<a href=\"%s\" title=\"&amp;\">HTML</a> <img src='/og.png' alt=''>",
	"<pre>\n[x](%s) <a href=\"%s\">\n\n# x\n</pre>",
	"<!-- comment [x](%s) `code` \n\n more -->",
	"| Table | [link](%s) |\n|---|---|\n| `[x](%s)` | [link](%s) |",
	"Footnote[^1].\n\n[^1]: Note with [link](%s).",
	"Текст: [посилання](%s), عربي [رابط](%s), 👩‍💻 [emoji](%s).",
	"{{< plain >}} and [link](%s)",
	"{{% plain %}}",
	"{{< boxed >}}Inner **text**{{< /boxed >}}",
	"{{< native >}}Inner *text*{{< /native >}}",
	"<https://example.com/> <%s>",
	"Line one  \nline two\\\nline three [link](%s)",
	"* * *",
	"A line of [text](%s) with {curly} {{ braces }} and %%s.",
}

// generated writes a site of n pages with random texts. The same seed gives the same site.
func generated(n int, seed uint64) *txtar.Archive {
	rnd := rand.New(rand.NewPCG(seed, 1))
	pick := func(list []string) string { return list[rnd.IntN(len(list))] }
	archive := &txtar.Archive{Files: []txtar.File{
		{Name: "config.toml", Data: []byte(generatedConfig)},
		{Name: "layouts/shortcodes/plain.html", Data: []byte("<span class=\"plain\">plain &amp; simple</span>\n")},
		{Name: "layouts/shortcodes/boxed.html", Data: []byte("<div class=\"box\">{{ .Inner | markdownify }}</div>\n")},
		{Name: "layouts/shortcodes/native.html", Data: []byte("<aside>{{ .Inner | markdownify }}</aside>\n")},
		{Name: "layouts/shortcodes/native.md", Data: []byte("**Aside:** {{ .Inner }}\n")},
	}}
	folders := []string{"", "docs", "docs/deep", "docs/deep/deeper", "blog", "секція", "with space", "blog/2026"}
	links := []string{
		"/", "/docs/", "../", "/example-project/docs/", projectRoot, projectRoot + "docs/deep/#part", "/docs/deep/_index.md", "#fragment",
		"https://example.com/a_(b)?c=1&d=2", "mailto:a@example.com", "/blog/?q=1", "//example.com/x", "/секція/",
	}
	for i := range 22 {
		links = append(links, fmt.Sprintf("/docs/p%d.md", i))
	}
	text := func() string {
		s := pick(awkward)
		if rnd.IntN(3) == 0 {
			s += " " + pick(awkward)
		}
		return s
	}
	write := func(name string, i int) {
		front := map[string]any{"title": text(), "description": text() + fmt.Sprintf(" (%d)", i)}
		if rnd.IntN(3) > 0 {
			front["weight"] = rnd.IntN(9) - 2
		}
		if rnd.IntN(4) == 0 {
			front["tags"] = []string{pick([]string{"one", "two (2)", "три"})}
		}
		if rnd.IntN(9) == 0 {
			front["discovery"] = map[string]any{"optional": true}
		}
		state := rnd.IntN(40)
		if i >= 1000 && i < 1022 {
			state = 40 // a page that others link
		}
		switch state {
		case 0:
			front["draft"] = true
		case 1:
			front["date"] = "2999-01-01"
		case 2:
			front["expiryDate"] = "2001-01-01"
		case 3:
			front["noindex"] = true
		case 4:
			front["discovery"] = map[string]any{"exclude": "generated so"}
		case 5:
			front["outputs"] = []string{"html"}
		}
		data, err := json.MarshalIndent(front, "", " ")
		if err != nil {
			panic(err)
		}
		var body strings.Builder
		for range rnd.IntN(7) {
			s := pick(fragments)
			for strings.Contains(s, "%s") {
				s = strings.Replace(s, "%s", pick(links), 1)
			}
			fmt.Fprintf(&body, "%s\n\n", strings.ReplaceAll(s, "%%", "%"))
		}
		archive.Files = append(archive.Files, txtar.File{Name: "content/" + name, Data: fmt.Appendf(data, "\n\n%s", body.String())})
	}
	for i, folder := range folders {
		write(path.Join(folder, "_index.md"), i)
	}
	write("_index.uk.md", len(folders))
	write("docs/_index.uk.md", len(folders)+1)
	for i := range n - len(folders) - 2 {
		folder := folders[i%len(folders)]
		if i < 22 {
			folder = "docs"
		}
		name := fmt.Sprintf("p%d", i)
		switch rnd.IntN(12) {
		case 0:
			name = fmt.Sprintf("сторінка %d", i)
		case 1:
			name = fmt.Sprintf("p (%d)", i)
		}
		if i < 22 {
			name = fmt.Sprintf("p%d", i)
		} else if rnd.IntN(4) == 0 {
			name += ".uk"
		}
		write(path.Join(folder, name+".md"), 1000+i)
	}
	return archive
}

// TestGenerated builds a site of 300 pages that are as nasty as a program makes them, and reads what comes out with
// CommonMark, with both reference parsers of llms.txt, and with discovery-helper.
func TestGenerated(t *testing.T) {
	archive := generated(300, 7)
	result := Build(t, site(t, archive), nil).Must(t)
	files := result.Files(t)
	if code, out := verify(result.Public); code != 0 {
		t.Errorf("verify: exit status %d\n%s", code, out)
	}

	var manifest struct {
		Discovery struct {
			LLMS   string   `json:"llms"`
			Nested []string `json:"nested_llms"`
			Full   string   `json:"llms_full"`
		}
		Pages []struct {
			URL, Title, Description, Source string
			Markdown                        string `json:"markdown_url"`
		}
	}
	if err := json.Unmarshal([]byte(result.Read(t, "raw-manifest.json")), &manifest); err != nil {
		t.Fatal(err)
	}
	if len(manifest.Pages) < 250 {
		t.Errorf("%d canonical pages", len(manifest.Pages))
	}
	local := func(address string) string {
		name, err := url.PathUnescape(strings.TrimPrefix(address, projectRoot))
		if err != nil {
			t.Fatal(err)
		}
		return name
	}

	// Each llms.txt lists the pages that it covers, and each reader finds the same links in it.
	covers := map[string]string{} // page → the most specific file
	nested := append([]string{manifest.Discovery.LLMS}, manifest.Discovery.Nested...)
	written := 0
	for _, name := range files {
		if path.Base(name) == "llms.txt" {
			written++
		}
	}
	if written != len(nested) || len(nested) < 7 {
		t.Errorf("%d files named llms.txt, %d declared", written, len(nested))
	}
	root := result.Read(t, "llms.txt")
	for _, file := range nested {
		src := result.Read(t, local(file))
		below := strings.TrimSuffix(file, "llms.txt")
		want := map[string]string{}
		for _, page := range manifest.Pages {
			if !strings.HasPrefix(page.URL, below) {
				continue
			}
			if len(below) > len(strings.TrimSuffix(covers[page.URL], "llms.txt")) {
				covers[page.URL] = file
			}
			to := page.URL
			if page.Markdown != "" {
				to = page.Markdown
			}
			want[strings.NewReplacer("(", "%28", ")", "%29").Replace(to)] = page.Title
		}
		further := 0
		for _, other := range nested {
			if other != file && strings.HasPrefix(other, below) {
				further++
			}
		}
		if file == manifest.Discovery.LLMS {
			further++ // llms-full.txt
		}
		parsed := llmstxt.Parse([]byte(src))
		links := 0
		for _, item := range parsed.Items() {
			links++
			if title, ok := want[item.Link.URL]; ok && title != item.Link.Title {
				t.Errorf("%s: title %q, want %q", file, item.Link.Title, title)
			}
			delete(want, item.Link.URL)
		}
		all := links
		if file == manifest.Discovery.LLMS && len(want) > 0 {
			// The root file would be too large: it leaves to the others what they cover.
			for _, page := range manifest.Pages {
				if slices.ContainsFunc(manifest.Discovery.Nested, func(other string) bool {
					return strings.HasPrefix(page.URL, strings.TrimSuffix(other, "llms.txt"))
				}) {
					delete(want, page.Markdown)
					delete(want, page.URL)
					delete(want, strings.NewReplacer("(", "%28", ")", "%29").Replace(page.Markdown))
				}
			}
		}
		if len(want) > 0 || links <= further {
			t.Errorf("%s: %d links, %d to other files; missing %v", file, links, further, want)
		}
		if n := utf8.RuneCountInString(src); n > 50_000 {
			t.Errorf("%s: %d characters", file, n)
		}
		if got := len(readTwin(t, src).links); got != all {
			t.Errorf("%s: CommonMark finds %d links, not %d", file, got, all)
		}
		for dialect, read := range map[string]func([]byte) (llmstxt.Reading, error){"Python": llmstxt.AsPython[[]byte], "JavaScript": llmstxt.AsJavaScript[[]byte]} {
			reading, err := read([]byte(src))
			if err != nil {
				t.Errorf("%s: %s: %v", file, dialect, err)
				continue
			}
			n := 0
			for _, section := range reading.Sections {
				n += len(section.Links)
			}
			if n != all {
				t.Errorf("%s: %s finds %d links, not %d", file, dialect, n, all)
			}
		}
		if file != manifest.Discovery.LLMS && !strings.Contains(root, "]("+file+")") {
			t.Errorf("llms.txt does not link %s", file)
		}
	}

	// Each page names the most specific file, and its twin says what its source says.
	sources := map[string]string{}
	for _, file := range archive.Files {
		sources[file.Name] = string(file.Data)
	}
	full := result.Read(t, local(manifest.Discovery.Full))
	twins, compared := 0, 0
	for _, page := range manifest.Pages {
		html := result.Read(t, path.Join(local(page.URL), "index.html"))
		if link := `<link rel="describedby" href="` + covers[page.URL] + `">`; strings.Count(html, link) != 1 || strings.Count(html, "describedby") != 1 {
			t.Errorf("%s: not %s", page.URL, link)
		}
		if (page.Markdown != "") != strings.Contains(html, `type="text/markdown"`) {
			t.Errorf("%s: wrong about its twin %q", page.URL, page.Markdown)
		}
		if page.Markdown == "" {
			continue
		}
		twins++
		name := local(page.Markdown)
		src := result.Read(t, name)
		got := checkTwin(t, projectRoot, files, name, src)
		if len(got.titles) == 1 && got.titles[0] != "" && oneLine(page.Title) != page.Title {
			t.Errorf("%s: title %q", name, page.Title)
		}
		text, _, _ := strings.Cut(src, "\n\n---\n\nCanonical URL: <")
		if !strings.Contains(full, "Canonical URL: <"+page.URL+">\n\n"+text) {
			t.Errorf("llms-full.txt lacks %s", page.URL)
		}
		source, ok := sources[page.Source]
		if !ok || strings.Contains(page.Source, "_index") {
			continue
		}
		_, body, _ := strings.Cut(source, "\n}\n")
		body = commentPattern.ReplaceAllString(strings.NewReplacer("{{</* ", "{{< ", " */>}}", " >}}").Replace(body), "")
		compared++
		want := readTwin(t, body)
		if len(want.links) != len(got.links) || len(want.auto)+2 != len(got.auto) {
			t.Errorf("%s: %d links, %d autolinks, want %d and %d\n%s\n=>\n%s", name, len(got.links), len(got.auto)-2, len(want.links), len(want.auto), body, src)
		}
		if !slices.Equal(want.code, got.code) {
			t.Errorf("%s: code\n got %q\nwant %q", name, got.code, want.code)
		}
	}
	if twins < 240 || compared < 220 {
		t.Errorf("%d twins, %d compared", twins, compared)
	}
	if n := strings.Count(full, "Canonical URL: <"); n != twins {
		t.Errorf("llms-full.txt holds %d twins, not %d", n, twins)
	}
}
