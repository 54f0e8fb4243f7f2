package hugotest

import (
	"bytes"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

// markdown reads twins: CommonMark with the extensions that Hugo has on.
var commentPattern = regexp.MustCompile(`(?s)<!--.*?-->`)

var markdown = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Footnote, extension.Strikethrough))

// twin is what a reader of a Markdown twin finds.
type twin struct {
	titles []string // headings of level 1
	links  []string // destinations of links and images
	auto   []string // autolinks
	code   []string // content of code blocks and code spans
	prose  string   // all other text
}

// readTwin parses a twin.
func readTwin(tb testing.TB, src string) twin {
	tb.Helper()
	source := []byte(src)
	var out twin
	var prose strings.Builder
	lines := func(n ast.Node) string {
		var b bytes.Buffer
		for i := range n.Lines().Len() {
			line := n.Lines().At(i)
			b.Write(line.Value(source))
		}
		return b.String()
	}
	err := ast.Walk(markdown.Parser().Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			if n.Level == 1 {
				out.titles = append(out.titles, plainText(n, source))
			}
		case *ast.Link:
			out.links = append(out.links, string(n.Destination))
		case *ast.Image:
			out.links = append(out.links, string(n.Destination))
		case *ast.AutoLink:
			out.auto = append(out.auto, string(n.URL(source)))
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			out.code = append(out.code, lines(n))
		case *ast.CodeSpan:
			out.code = append(out.code, plainText(n, source))
			return ast.WalkSkipChildren, nil
		case *ast.Text:
			prose.Write(n.Segment.Value(source))
			prose.WriteByte('\n')
		case *ast.HTMLBlock:
			prose.WriteString(lines(n))
		case *ast.RawHTML:
			for i := range n.Segments.Len() {
				segment := n.Segments.At(i)
				prose.Write(segment.Value(source))
			}
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	out.prose = prose.String()
	return out
}

// plainText is the text of a node as its reader sees it, entities resolved.
func plainText(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Segment.Value(source))
			if t.SoftLineBreak() {
				b.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// checkTwin holds a twin to what is true of each: one title, absolute links that lead somewhere in the tree, nothing of Hugo's own
// syntax, its addresses at the end.
func checkTwin(tb testing.TB, root string, files []string, name, src string) twin {
	tb.Helper()
	got := readTwin(tb, src)
	if len(got.titles) != 1 || !strings.HasPrefix(src, "# ") {
		tb.Errorf("%s: titles %q", name, got.titles)
	}
	for _, mark := range []string{"{{<", "{{%", "{#", "__hugo_ctx", "\uFDD0", "\uFDD1", "\uFDD2", "\uFDD3", "\uFDD4", "<!--"} {
		if strings.Contains(strings.ReplaceAll(got.prose, "{{< shortcode >}}", ""), mark) { // awkward has it in titles
			tb.Errorf("%s: holds %s", name, mark)
		}
	}
	for _, link := range got.links {
		u, err := url.Parse(link)
		if err != nil || !u.IsAbs() {
			tb.Errorf("%s: link %q is not absolute", name, link)
			continue
		}
		below, ok := strings.CutPrefix(link, root)
		if !ok {
			if u.Host != "" && strings.HasPrefix(root, "https://"+u.Host+"/") {
				tb.Errorf("%s: link %q is outside of %s", name, link, root)
			}
			continue
		}
		if base := strings.TrimPrefix(u.Path, "/"); strings.Count(base, "example-project/") > 1 {
			tb.Errorf("%s: link %q has the base path twice", name, link)
		}
		below, _, _ = strings.Cut(strings.SplitN(below, "#", 2)[0], "?")
		file, err := url.PathUnescape(below)
		if err != nil {
			tb.Errorf("%s: link %q: %v", name, link, err)
		}
		if strings.HasSuffix(file, "/") || file == "" {
			if slices.Contains(files, path.Join(file, "index.md")) {
				tb.Errorf("%s: link %q leads to the page, not to its twin", name, link)
			}
			file = path.Join(file, "index.html")
		}
		if !slices.Contains(files, file) && !noFile.MatchString(link) {
			tb.Errorf("%s: link %q leads nowhere", name, link)
		}
	}
	canonical := root + strings.TrimSuffix((&url.URL{Path: name}).EscapedPath(), "index.md")
	if end := "\n\n---\n\nCanonical URL: <" + canonical + ">\n\nllms.txt: <" + root; !strings.Contains(src, end) || !strings.HasSuffix(src, "llms.txt>\n") {
		tb.Errorf("%s: does not end in its addresses:\n%s", name, src[max(0, len(src)-300):])
	}
	return got
}

// noFile matches links of the fixture to files that it does not have.
var noFile = regexp.MustCompile(`a%20file|foo_|nowhere|50%25|img\.png`)

const projectRoot = "https://example-user.github.io/example-project/"

// TestTwins compares the twins of a site that is hard to take apart with golden ones, and reads them with CommonMark.
func TestTwins(t *testing.T) {
	archive := Load(t, "testdata/twins/site.txtar")
	result := Build(t, site(t, archive), []string{"--logLevel", "info", "--printPathWarnings"}).Must(t)
	for line := range strings.Lines(result.Output) {
		if strings.Contains(strings.ToLower(line), "deprecated") || strings.HasPrefix(line, "WARN") {
			t.Error(line)
		}
	}
	tree := result.Tree(t, func(name string) bool { return path.Ext(name) == ".md" })
	golden := filepath.Join("testdata", "twins", "golden.txtar")
	if *update {
		if err := os.WriteFile(golden, txtar.Format(tree), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want := Load(t, golden)
	if len(want.Files) != len(tree.Files) {
		t.Errorf("%d twins, want %d", len(tree.Files), len(want.Files))
	}
	files := result.Files(t)
	for i, file := range tree.Files {
		if i < len(want.Files) && (want.Files[i].Name != file.Name || string(want.Files[i].Data) != string(file.Data)) {
			t.Errorf("%s: differs from %s\n%s", file.Name, golden, firstDifference(string(want.Files[i].Data), string(file.Data)))
		}
		checkTwin(t, projectRoot, files, file.Name, string(file.Data))
	}

	// Each page names its twin exactly if it has one, and so do llms.txt and the manifest.
	index, manifest, sitemap := result.Read(t, "llms.txt"), result.Read(t, "raw-manifest.json"), result.Read(t, "sitemap.xml")
	if strings.Contains(sitemap, ".md") {
		t.Error("sitemap.xml lists a twin")
	}
	for _, name := range files {
		if path.Ext(name) != ".html" {
			continue
		}
		md := strings.TrimSuffix(name, ".html") + ".md"
		address := projectRoot + (&url.URL{Path: md}).EscapedPath()
		has := slices.Contains(files, md)
		page := result.Read(t, name)
		if n := strings.Count(page, `<link rel="alternate" type="text/markdown" href="`+address+`">`); (n == 1) != has || strings.Count(page, "text/markdown") != n {
			t.Errorf("%s: %d links to a twin, has one: %v", name, n, has)
		}
		if strings.Contains(index, "]("+address+")") != has || strings.Contains(manifest, `"markdown_url": "`+address+`"`) != has {
			t.Errorf("%s: llms.txt or the manifest does not know whether it has a twin", name)
		}
	}
}

// TestTwinCode finds the code of the source in its twin, byte for byte.
func TestTwinCode(t *testing.T) {
	archive := Load(t, "testdata/twins/site.txtar")
	result := Build(t, site(t, archive), nil).Must(t)
	for _, name := range []string{"docs/a", "docs/b", "docs/_index"} {
		var body string
		for _, file := range archive.Files {
			if file.Name == "content/"+name+".md" {
				body = strings.SplitN(string(file.Data), "---\n", 3)[2]
			}
		}
		body = strings.NewReplacer("{{</* ", "{{< ", " */>}}", " >}}").Replace(body)
		body = strings.TrimRight(commentPattern.ReplaceAllString(body, ""), "\n") + "\n"
		want, got := readTwin(t, body).code, readTwin(t, result.Read(t, strings.TrimSuffix(name, "/_index")+"/index.md")).code
		if !slices.Equal(want, got) {
			t.Errorf("%s:\n got %q\nwant %q", name, got, want)
		}
	}
}
