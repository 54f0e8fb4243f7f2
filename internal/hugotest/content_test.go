package hugotest

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
	"golang.org/x/net/html"
)

// awkward are texts that break templates: out of attributes, scripts, comments, Markdown, JSON, XML.
var awkward = []string{
	`"double" and 'single' quotes`,
	`</script><script>alert(1)</script>`,
	`</title></head><body> <!-- --> ]]> <?php`,
	`A & B &amp; C &lt; D &copy; &#39;`,
	`Тест українською: «лапки», ґ, ї`,
	`日本語のタイトル、改行なし`,
	`عنوان من اليمين إلى اليسار`,
	`👩‍💻 emoji 🇺🇦 é`,
	`[link](https://example.com) ![image](x.png) [ref] ]`,
	"*emphasis* **strong** _under_ __score__ snake_case_name `code` ~~struck~~ ~one~",
	`back\slash \* \[ C:\new \\`,
	`# not a heading #`,
	`- not a list`,
	`> not a quote`,
	`1. not a list either`,
	`2) nor this`,
	`+ plus`,
	`=== rule`,
	`{{ .Title }} {{ "x" | safeHTML }} {{< shortcode >}}`,
	`%s %d %!v(MISSING) 100%`,
	`$HOME \u003c \n &#x41;`,
	`<https://example.com/autolink> <b>bold</b> 1 < 2 > 0`,
	`(parentheses) : colon: dash - em — dash`,
	`key: value # comment`,
	`null`,
	`true`,
	`12`,
	`]]>`,
	`javascript:alert(1)`,
	"line one\nline two\r\nline three\u2028line four",
	"  spaces   all\taround ",
	"one ` backtick",
	"nul\x00 esc\x1b[31m bell\a del\x7f c1\u009b nonchar\ufffe\uffff",
}

// oneLine is what the module makes of a text of front matter.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
}

// awkwardSite has one page for each awkward text, in each of its fields.
func awkwardSite() *txtar.Archive {
	archive := page(strings.Replace(closed, `disableKinds = ["taxonomy", "term"]`, `disableKinds = ["taxonomy", "term"]`+"\ndisableHugoGeneratorInject = true", 1))
	archive.Files = archive.Files[:2]
	for i, s := range awkward {
		front, _ := json.MarshalIndent(map[string]any{
			"title": s, "description": s + " " + strconv.Itoa(i), "keywords": []string{s}, "weight": i + 1,
			"discovery": map[string]any{
				"role": "artifact", "imageAlt": s,
				"software": map[string]any{"name": s, "about": []string{s}, "alternateName": s},
				"jsonld":   map[string]any{"abstract": s, "genre": s},
			},
		}, "", " ")
		archive.Files = append(archive.Files,
			txtar.File{Name: fmt.Sprintf("content/s%d/_index.md", i), Data: append(front, "\n\nText.\n"...)},
			txtar.File{Name: fmt.Sprintf("content/s%d/p.md", i), Data: append(front, "\n\nText.\n"...)},
		)
	}
	return archive
}

// TestAwkwardFrontMatter parses every output of a site whose texts try to break out, and finds each text in one piece.
func TestAwkwardFrontMatter(t *testing.T) {
	for _, args := range [][]string{nil, {"--minify"}} {
		t.Run(strings.Join(append([]string{"plain"}, args...), " "), func(t *testing.T) {
			result := Build(t, site(t, awkwardSite()), args).Must(t)

			var manifest struct {
				Pages []struct{ URL, Title, Description string }
			}
			if err := json.Unmarshal([]byte(result.Read(t, "raw-manifest.json")), &manifest); err != nil {
				t.Fatalf("raw-manifest.json: %v", err)
			}
			titles := map[string]string{}
			for _, p := range manifest.Pages {
				titles[p.URL] = p.Title
			}

			for i, s := range awkward {
				want := oneLine(s)
				url := fmt.Sprintf("https://example-user.github.io/example-project/s%d/p/", i)
				if titles[url] != want {
					t.Errorf("raw-manifest.json: title %q, want %q", titles[url], want)
				}
				head := parseHead(t, result.Read(t, fmt.Sprintf("s%d/p/index.html", i)))
				for key, value := range map[string]string{
					"title": want + " | Example Project", "meta description": oneLine(s + " " + strconv.Itoa(i)),
					"meta og:title": want, "meta og:description": oneLine(s + " " + strconv.Itoa(i)), "meta og:image:alt": want,
					"link canonical": url, "meta og:url": url, "meta robots": "index, follow", "meta og:type": "website",
				} {
					got := head.values[key]
					if args != nil {
						got[0], value = oneLine(got[0]), oneLine(value)
					}
					if len(got) != 1 || got[0] != value {
						t.Errorf("%s: %s is %q, want %q", url, key, got, value)
					}
				}
				page, software := head.node("WebPage"), head.node("SoftwareSourceCode")
				if page == nil || software == nil {
					t.Fatalf("%s: nodes %v", url, head.graph)
				}
				for got, value := range map[string]any{
					"name": want, "abstract": s, "genre": s,
				} {
					if page[got] != value {
						t.Errorf("%s: WebPage %s is %q, want %q", url, got, page[got], value)
					}
				}
				if software["name"] != s || software["alternateName"] != s {
					t.Errorf("%s: SoftwareSourceCode %q", url, software)
				}
			}

			wellFormed(t, "sitemap.xml", result.Read(t, "sitemap.xml"))
		})
	}
}

// TestAwkwardIndex reads the llms.txt of the same site as the reference parsers do, and as CommonMark does.
func TestAwkwardIndex(t *testing.T) {
	index := Build(t, site(t, awkwardSite()), nil).Must(t).Read(t, "llms.txt")
	sections := referenceParse(t, index)
	if len(sections) != len(awkward)+1 {
		t.Errorf("%d sections, want %d", len(sections), len(awkward)+1)
	}
	var links []link
	for _, section := range sections {
		links = append(links, section.links...)
	}
	if want := 2*len(awkward) + 1; len(links) != want {
		t.Fatalf("%d links, want %d", len(links), want)
	}

	source := []byte(index)
	document := goldmark.DefaultParser().Parse(text.NewReader(source))
	var headings, items []string
	_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			headings = append(headings, shown(n, source))
			return ast.WalkSkipChildren, nil
		case *ast.ListItem:
			items = append(items, shown(n, source))
			return ast.WalkSkipChildren, nil
		case *ast.Blockquote, *ast.Paragraph, *ast.List, *ast.Document:
			return ast.WalkContinue, nil
		}
		return ast.WalkContinue, nil
	})
	if len(headings) != len(sections)+1 || len(items) != len(links) {
		t.Fatalf("CommonMark sees %d headings and %d items, want %d and %d", len(headings), len(items), len(sections)+1, len(links))
	}
	seen := map[string]bool{}
	for i, s := range awkward {
		want := oneLine(s)
		if name := headings[i+2]; name != want {
			t.Errorf("CommonMark shows the heading %q as %q", want, name)
		}
		if name := sections[i+1].name; seen[name] {
			t.Errorf("two sections %q", name)
		}
		seen[sections[i+1].name] = true
		for j, url := range []string{fmt.Sprintf("s%d/", i), fmt.Sprintf("s%d/p/", i)} {
			k := 2*i + j + 1
			if links[k].url != "https://example-user.github.io/example-project/"+url {
				t.Errorf("the reference parser reads %q, want …/%s", links[k].url, url)
			}
			if got := items[k]; got != want+": "+oneLine(s+" "+strconv.Itoa(i)) {
				t.Errorf("CommonMark shows %q as %q", want, got)
			}
		}
	}
}

// shown is the text that a reader sees of a node. Emphasis, code, images, raw HTML in it count as faults: they leave a mark.
func shown(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(c ast.Node, entering bool) (ast.WalkStatus, error) {
		switch c := c.(type) {
		case *ast.Text:
			if entering {
				b.WriteString(html.UnescapeString(unescapeMarkdown(string(c.Segment.Value(source)))))
			}
		case *ast.String:
			if entering {
				b.Write(c.Value)
			}
		case *ast.Link, *ast.TextBlock, *ast.ListItem, *ast.Heading, *ast.Paragraph:
		default:
			if entering {
				fmt.Fprintf(&b, "<%s>", c.Kind())
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// unescapeMarkdown removes the backslashes that CommonMark removes: those before ASCII punctuation.
func unescapeMarkdown(s string) string {
	return regexp.MustCompile("\\\\([!-/:-@\\[-`{-~])").ReplaceAllString(s, "$1")
}

type link struct{ title, url, notes string }

type section struct {
	name  string
	links []link
}

// referenceParse reads llms.txt with the expressions of the reference parser in Python (facts of its v0.0.6: header, split
// at H2, one link per line), which fails on each line of a section that is no link.
func referenceParse(t *testing.T, index string) []section {
	t.Helper()
	parts := regexp.MustCompile(`(?m)^##\s*(.*?)$`).Split(index, -1)
	names := regexp.MustCompile(`(?m)^##\s*(.*?)$`).FindAllStringSubmatch(index, -1)
	header := regexp.MustCompile(`(?ms)^#\s*([^\n]+?)$\n+(?:^>\s*([^\n]+?)$)?\n+(.*)`).FindStringSubmatch(strings.TrimSpace(parts[0]))
	if header == nil || header[2] == "" || strings.TrimSpace(header[3]) == "" {
		t.Fatalf("the header does not parse: %q", parts[0])
	}
	item := regexp.MustCompile(`-\s*\[([^\]]+)\]\(([^)]+)\)(?::\s*(.*))?`)
	var sections []section
	for i, body := range parts[1:] {
		s := section{name: names[i][1]}
		for line := range strings.SplitSeq(strings.TrimSpace(body), "\n") {
			m := item.FindStringSubmatch(line)
			if m == nil || !strings.HasPrefix(line, m[0]) || m[0] != line {
				t.Errorf("section %q: the line %q is no link to the reference parser", s.name, line)
				continue
			}
			s.links = append(s.links, link{m[1], m[2], m[3]})
		}
		sections = append(sections, s)
	}
	return sections
}

// head holds what a browser finds in the head of a page.
type head struct {
	values map[string][]string
	graph  []map[string]any
}

// node returns the node of a type, nil where there is none.
func (h head) node(kind string) map[string]any {
	for _, node := range h.graph {
		if node["@type"] == kind {
			return node
		}
		if kinds, ok := node["@type"].([]any); ok && slices.Contains(kinds, any(kind)) {
			return node
		}
	}
	return nil
}

// parseHead parses a page as HTML and collects title, meta and link by name, and the JSON-LD nodes. The test fails where
// these stand outside the head, or where a script is not JSON-LD.
func parseHead(t *testing.T, page string) head {
	t.Helper()
	document, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	h := head{values: map[string][]string{}}
	var walk func(n *html.Node, inHead bool)
	walk = func(n *html.Node, inHead bool) {
		if n.Type == html.ElementNode {
			attr := map[string]string{}
			for _, a := range n.Attr {
				attr[a.Key] = a.Val
			}
			switch n.Data {
			case "head":
				inHead = true
			case "title", "meta", "link", "script":
				if !inHead {
					t.Errorf("<%s> outside the head", n.Data)
				}
			}
			switch n.Data {
			case "title":
				h.values["title"] = append(h.values["title"], n.FirstChild.Data)
			case "meta":
				key := "meta " + attr["name"] + attr["property"]
				h.values[key] = append(h.values[key], attr["content"])
			case "link":
				key := strings.TrimSpace("link " + attr["rel"] + " " + attr["type"] + attr["hreflang"])
				h.values[key] = append(h.values[key], attr["href"])
			case "script":
				if attr["type"] != "application/ld+json" {
					t.Errorf("a script of type %q", attr["type"])
					return
				}
				var data struct {
					Context string           `json:"@context"`
					Graph   []map[string]any `json:"@graph"`
				}
				if err := json.Unmarshal([]byte(n.FirstChild.Data), &data); err != nil || data.Context != "https://schema.org" {
					t.Errorf("JSON-LD: %v in %s", err, n.FirstChild.Data)
				}
				h.graph = append(h.graph, data.Graph...)
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c, inHead)
		}
	}
	walk(document, false)
	return h
}

// wellFormed fails the test where a text is no XML.
func wellFormed(t *testing.T, name, text string) {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := decoder.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
	}
}

// TestSummary gives the site a name and a description that would start other blocks of Markdown: both are shown as they are.
func TestSummary(t *testing.T) {
	for _, s := range []string{"# hash #", "- dash", "+ plus", "> quote", "1. one", "2) two", "--- rule", "=== line", "~~~ fence", "| bar", "```fence```", "* star * star", "[x]: https://example.com"} {
		t.Run(s, func(t *testing.T) {
			config := strings.Replace(closed, `title = "Example Project"`, "title = "+strconv.Quote(s), 1)
			archive := page(config)
			archive.Files[1].Data = []byte("---\ntitle: Home\ndescription: " + strconv.Quote(s) + "\n---\n")
			index := Build(t, site(t, archive), nil).Must(t).Read(t, "llms.txt")
			if sections := referenceParse(t, index); len(sections) != 1 || len(sections[0].links) != 1 {
				t.Errorf("the reference parser sees %v", sections)
			}
			source := []byte(index)
			var blocks []string
			for n := goldmark.DefaultParser().Parse(text.NewReader(source)).FirstChild(); n != nil; n = n.NextSibling() {
				block := n.Kind().String()
				if n.Kind() == ast.KindHeading || n.Kind() == ast.KindBlockquote {
					if n.Kind() == ast.KindBlockquote && n.ChildCount() == 1 {
						n := n.FirstChild()
						block += " " + n.Kind().String() + " " + shown(n, source)
					} else {
						block += " " + shown(n, source)
					}
				}
				blocks = append(blocks, block)
			}
			want := []string{"Heading " + s, "Blockquote Paragraph " + s, "Paragraph", "Heading Overview", "List"}
			if !slices.Equal(blocks, want) {
				t.Errorf("CommonMark shows %q, want %q:\n%s", blocks, want, index)
			}
		})
	}
}
