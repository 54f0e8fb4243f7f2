package llmstxt

import (
	"bufio"
	"bytes"
	"fmt"
	"html"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	renderer "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
)

// The block and inline structure is read by this package's own scanner, for speed, for positions and for linear time. The
// tests hold it to goldmark, a complete CommonMark parser: both are written down in one notation and compared.

// outline writes the structure that Parse found.
func outline(d *Document) string {
	var b strings.Builder
	outlineBlocks(&b, d.Preamble)
	if d.Title != nil {
		outlineBlock(&b, *d.Title)
	}
	if d.Summary != nil {
		outlineBlock(&b, *d.Summary)
	}
	outlineBlocks(&b, d.Details)
	for _, s := range d.Sections {
		outlineBlock(&b, s.Heading)
		outlineBlocks(&b, s.Blocks)
	}
	return b.String()
}

func outlineBlocks(b *strings.Builder, blocks []Block) {
	for _, block := range blocks {
		outlineBlock(b, block)
	}
}

func outlineBlock(b *strings.Builder, block Block) {
	switch block.Kind {
	case Paragraph:
		fmt.Fprintf(b, "p %q%s\n", squeeze(block.Text), outlineLinks(block.Links))
	case Heading:
		fmt.Fprintf(b, "h%d %q%s\n", block.Level, squeeze(block.Text), outlineLinks(block.Links))
	case Quote:
		b.WriteString("quote{\n")
		outlineBlocks(b, block.Blocks)
		b.WriteString("}\n")
	case List:
		b.WriteString("list{\n")
		for _, it := range block.Items {
			b.WriteString("item{\n")
			if it.Raw != "" {
				var links []Link
				if it.Link != nil {
					links = append(links, *it.Link)
				}
				links = append(links, it.More...)
				fmt.Fprintf(b, "p%s\n", outlineLinks(links))
			}
			outlineBlocks(b, it.Blocks)
			b.WriteString("}\n")
		}
		b.WriteString("}\n")
	case CodeBlock:
		fmt.Fprintf(b, "code %v\n", block.Fenced)
	case HTMLBlock:
		b.WriteString("html\n")
	case ThematicBreak:
		b.WriteString("hr\n")
	}
}

func outlineLinks(links []Link) string {
	// In an item the first link comes first whatever stands before it, so the order is not compared but the set.
	var out []string
	for _, l := range links {
		kind := "link"
		switch l.Style {
		case Image:
			kind = "image"
		case Autolink:
			kind = "auto"
		}
		out = append(out, fmt.Sprintf(" %s %q %q %q", kind, squeeze(l.Title), l.URL, squeeze(l.Advisory)))
	}
	return sortedJoin(out)
}

// goldmarkOutline writes the structure that goldmark finds.
func goldmarkOutline(src []byte) string {
	root := goldmark.DefaultParser().Parse(text.NewReader(src))
	var b strings.Builder
	goldmarkBlocks(&b, root, src)
	return b.String()
}

func goldmarkBlocks(b *strings.Builder, parent ast.Node, src []byte) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Paragraph, *ast.TextBlock:
			if n.PreviousSibling() == nil && n.Parent().Kind() == ast.KindListItem {
				fmt.Fprintf(b, "p%s\n", goldmarkLinks(n, src))
				continue
			}
			fmt.Fprintf(b, "p %q%s\n", squeeze(goldmarkText(n, src)), goldmarkLinks(n, src))
		case *ast.Heading:
			fmt.Fprintf(b, "h%d %q%s\n", n.Level, squeeze(goldmarkText(n, src)), goldmarkLinks(n, src))
		case *ast.Blockquote:
			b.WriteString("quote{\n")
			goldmarkBlocks(b, n, src)
			b.WriteString("}\n")
		case *ast.List:
			b.WriteString("list{\n")
			goldmarkBlocks(b, n, src)
			b.WriteString("}\n")
		case *ast.ListItem:
			b.WriteString("item{\n")
			goldmarkBlocks(b, n, src)
			b.WriteString("}\n")
		case *ast.FencedCodeBlock:
			b.WriteString("code true\n")
		case *ast.CodeBlock:
			b.WriteString("code false\n")
		case *ast.HTMLBlock:
			b.WriteString("html\n")
		case *ast.ThematicBreak:
			b.WriteString("hr\n")
		}
	}
}

func goldmarkLinks(parent ast.Node, src []byte) string {
	var out []string
	_ = ast.Walk(parent, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			out = append(out, fmt.Sprintf(" link %q %q %q", squeeze(goldmarkText(n, src)), goldmarkUnescape(n.Destination), squeeze(goldmarkUnescape(n.Title))))
		case *ast.Image:
			out = append(out, fmt.Sprintf(" image %q %q %q", squeeze(goldmarkText(n, src)), goldmarkUnescape(n.Destination), squeeze(goldmarkUnescape(n.Title))))
		case *ast.AutoLink:
			url := string(n.URL(src))
			if n.AutoLinkType == ast.AutoLinkEmail {
				url = "mailto:" + url
			}
			out = append(out, fmt.Sprintf(" auto %q %q %q", string(n.Label(src)), url, ""))
		}
		return ast.WalkContinue, nil
	})
	return sortedJoin(out)
}

func goldmarkText(parent ast.Node, src []byte) string {
	var b strings.Builder
	_ = ast.Walk(parent, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			v := n.Segment.Value(src)
			if _, code := n.Parent().(*ast.CodeSpan); !code && !n.IsRaw() {
				v = []byte(goldmarkUnescape(v))
			}
			b.Write(v)
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		case *ast.AutoLink:
			b.Write(n.Label(src))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// goldmarkUnescape resolves escapes and entities as goldmark does when it writes HTML.
func goldmarkUnescape(v []byte) string {
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	renderer.DefaultWriter.Write(w, v)
	_ = w.Flush() // to memory
	return html.UnescapeString(b.String())
}

// squeeze makes white space count once, since the two keep different amounts of it at line ends.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

func sortedJoin(list []string) string {
	for i := range list {
		for j := i; j > 0 && list[j] < list[j-1]; j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
	return strings.Join(list, "")
}

func TestAgainstGoldmarkReferenceCases(t *testing.T) {
	for _, c := range loadCases(t, "testdata/reference-cases.json") {
		if strings.ContainsAny(c.Input, "\r\ufeff") {
			continue // goldmark knows no lone CR and no byte-order mark
		}
		if got, want := outline(Parse([]byte(c.Input))), goldmarkOutline([]byte(c.Input)); got != want {
			t.Errorf("%s\n%q\n got\n%swant\n%s", c.Name, c.Input, got, want)
		}
	}
}
