package llmstxt

import (
	"fmt"
	"strings"
	"testing"
)

// hostile are inputs that make careless parsers quadratic or worse, each as a function of its size.
func hostileInputs() map[string]func(n int) string {
	hostile := map[string]func(n int) string{}
	for _, unit := range []string{
		"[", "[[[[", "## ", "##\n", "- [", "- [x](", "- [x](u", "- [x](u)", "- [x](u) ", "- [x](u):\n", ">", "> ", "\n", "\r", "\r\n", " ", "\t", "- ", "-\n",
		"* ", "1. ", "*", "**a ", "_a_ ", "*a_b ", "a**b", "`", "`a``b", "\\`", "\\``", "<", "<a", "<a b='", "<a b=\"c' ", "<a b=\" c='<a ", "<!--", "<?", "<![CDATA[", "<!A",
		"<a:", "a@b.", "&", "&amp;", "&#", "![", "![x](", "](", "[](", "[a](<", "[a](b ", "[a](b \"", "[a](b '", "[a](b (", "[a][", "[a][b", "[a]", "[a]: b\n", "[a]: b \"\n",
		"[a](u)](u)", "[a ![b ", "]", "#", "# T\n", "# T\n>", "#\n", "# \n\n>", "\n>", "> >\n", ">- ", "- > ", "  - x\n", "```\n", "~~~", "<pre>\n", "<div>\n\n", "---\n", "a\n---\n",
		"a\n===\n", "-\n\n", "\u2028", "\u00a0", "\ufeff", "\xff", "\x00", "-\u00a0", "- [\u2028", "- [x](u): \u2029", "- [a]\n", "](u) -", "[ ](u)", "\n\n- a\n", ": ",
	} {
		hostile[fmt.Sprintf("repeated %q", unit)] = func(n int) string { return strings.Repeat(unit, n/len(unit)+1) }
	}
	pair := func(name, a, b string) {
		hostile[name] = func(n int) string { return strings.Repeat(a, n/2/len(a)) + strings.Repeat(b, n/2/len(b)) }
	}
	pair("brackets open and close", "[", "]")
	pair("brackets, then targets", "[", "](u)")
	pair("images, then targets", "![", "](u)")
	pair("emphasis opens and closes", "*a ", " b*")
	pair("two kinds of emphasis", "*a _", "* b_")
	pair("items, then blank lines", "- ", "\n")
	pair("items, then indented lines", "- ", "\n    x")
	pair("quotes, then lines", "> ", "\na")
	pair("items in depth", "- ", "\n- x")
	pair("links that never end, then an end", "- [", "](u) x")
	pair("titles, then a break", "# T\n", "\n\n")
	pair("tags, then an end", "<a b=\" c='<a ", ">")
	pair("references, then definitions", "[a][b] ", "\n\n[b]: c\n\n")
	pair("unknown references, then a definition each", "[a] ", "\n\n[x]: c\n\n")
	pair("a header of blanks, then text", "\n \n", "x")
	pair("a hash, blanks, lines", "#\n \n", " x\n")
	pair("sections of one name that hold no link", "## A\nx\n", "## A\n- [")
	hostile["backtick runs of all lengths"] = func(n int) string {
		var b strings.Builder
		for i := 1; b.Len() < n; i++ {
			b.WriteString(strings.Repeat("`", i) + "x")
		}
		return b.String()
	}
	hostile["staircase of items"] = func(n int) string {
		var b strings.Builder
		for i := 0; b.Len() < n; i++ {
			b.WriteString(strings.Repeat("  ", i%300) + "- x\n")
		}
		return b.String()
	}
	return hostile
}

// prefixes put the hostile part where each of the matchers meets it.
var prefixes = []string{"", "# T\n\n> S\n\nD\n\n## A\n\n", "# T\n\n", "#", "- [a](b): "}

func TestWorkGrowsLinearly(t *testing.T) {
	parse := func(src string) int {
		p := newParser(src, nil)
		p.run()
		work := p.work
		if p.wantDefs && len(p.defs) > 0 {
			p = newParser(src, p.defs)
			p.run()
			work += p.work
		}
		return work
	}
	python := func(src string) int {
		r := reader{src: src, d: Python}
		_, _ = r.read() // raising is a result too
		return r.work
	}
	javaScript := func(src string) int {
		r := reader{src: src, d: JavaScript}
		_, _ = r.read()
		return r.work
	}
	const n = 8 << 10
	for name, input := range hostileInputs() {
		for _, prefix := range prefixes {
			small, large := prefix+input(n), prefix+input(4*n)
			for what, work := range map[string]func(string) int{"Parse": parse, "AsPython": python, "AsJavaScript": javaScript} {
				a, b := work(small), work(large)
				grown := float64(len(large)) / float64(len(small))
				if float64(b) > 1.5*grown*float64(a) && b > 4*len(large) || b > 100*len(large) {
					t.Errorf("%s of %s after %q: %d steps for %d bytes, %d for %d", what, name, prefix, a, len(small), b, len(large))
				}
			}
		}
	}
}

// TestMegabyte runs the real functions over a megabyte of the plainest ones. It has no limit of its own: a quadratic step
// would make it run into the test binary's.
func TestMegabyte(t *testing.T) {
	for _, unit := range []string{"[", "## ", "- [", "- [x](", ">", "\n", "> ", "\r", "![", "<", "`a``b"} {
		src := []byte(strings.Repeat(unit, 1<<20/len(unit)))
		Parse(src)
		_, _ = AsPython(src)
		_, _ = AsJavaScript(src)
	}
}

func TestNestingIsLimited(t *testing.T) {
	for _, unit := range []string{"> ", "- ", "1. ", "> - "} {
		d := Parse([]byte(strings.Repeat(unit, 5000) + "x\n"))
		if len(d.Limits) != 1 || d.Limits[0].Kind != NestingLimit || d.Limits[0].Pos.Line != 1 || d.Limits[0].Pos.Column < 2 {
			t.Errorf("%q: %+v", unit, d.Limits)
		}
	}
	if d := Parse([]byte(strings.Repeat("> ", 90) + "x\n")); d.Limits != nil {
		t.Errorf("a limit at 90: %+v", d.Limits)
	}
}

func TestInlineNestingIsLimited(t *testing.T) {
	d := Parse([]byte(strings.Repeat("![", 100) + "x" + strings.Repeat("](u)", 100)))
	if len(d.Limits) != 1 || d.Limits[0].Kind != InlineLimit || d.Limits[0].Pos.Column != 2*(100-maxImages)-1 {
		t.Errorf("%+v", d.Limits)
	}
	if n := len(d.Preamble[0].Links); n != maxImages {
		t.Errorf("%d images", n)
	}
}
