package htmlfacts

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// refsOf lists the references as "element attr kind url", and holds each offset against the source.
func refsOf(t *testing.T, p *Page) (out []string) {
	t.Helper()
	for _, r := range p.Refs {
		out = append(out, fmt.Sprintf("%s %s %d %s", r.Element, r.Attr, r.Kind, r.URL))
		if r.URL != "" && !strings.ContainsAny(r.URL, "&\" ") && !strings.HasPrefix(strings.TrimLeft(string(p.Src[r.Offset:]), " \n"), r.URL) {
			t.Errorf("%s %s %q: offset %d is %.20q", r.Element, r.Attr, r.URL, r.Offset, p.Src[r.Offset:])
		}
		if p.Src[r.TagOffset] != '<' {
			t.Errorf("%s %s %q: tag offset %d is %.20q", r.Element, r.Attr, r.URL, r.TagOffset, p.Src[r.TagOffset:])
		}
	}
	return out
}

func TestRefs(t *testing.T) {
	tests := []struct {
		name, src string
		want      []string
	}{
		{"links", `<a href=1><a><a href=""><area href=2><link href=3 rel=icon><base href=4>`, []string{"a href 0 1", "a href 0 ", "area href 0 2", "link href 1 3"}},
		{"white space", "<a href='\n /a\n b\t c \x01'>", []string{"a href 0 /a b c"}},
		{"entities", `<a href="?a=1&amp;b=2&copy=3&lt;">`, []string{"a href 0 ?a=1&b=2&copy=3<"}},
		{"media", `<img src=1 srcset="2 1x,3 2x" longdesc=4><video src=5 poster=6><source src=7 srcset=8><track src=9></video><audio src=10></audio><picture><source srcset="11, 12"></picture>`,
			[]string{"img src 2 1", "img longdesc 4 4", "img srcset 2 2", "img srcset 2 3", "video src 2 5", "video poster 2 6", "source src 2 7", "source srcset 2 8", "track src 2 9", "audio src 2 10", "source srcset 2 11", "source srcset 2 12"}},
		{"frames", `<iframe src=1 longdesc=2><a href=no></iframe><embed src=3><object data=4></object><script src=5></script><input type=image src=6 formaction=7>`,
			[]string{"iframe src 2 1", "iframe longdesc 4 2", "embed src 2 3", "object data 2 4", "script src 2 5", "input src 2 6", "input formaction 3 7"}},
		{"forms", `<form action=1><form action=no></form><button formaction=2></button>`, []string{"form action 3 1", "button formaction 3 2"}},
		{"citations", `<blockquote cite=1></blockquote><q cite=2></q><ins cite=3></ins><del cite=4></del>`, []string{"blockquote cite 4 1", "q cite 4 2", "ins cite 4 3", "del cite 4 4"}},
		{"obsolete", `<html manifest=1><body background=2><table background=3><td background=4>`, []string{"html manifest 2 1", "body background 2 2", "table background 2 3", "td background 2 4"}},
		{"ping", `<a href=1 ping="2 3">`, []string{"a href 0 1", "a ping 3 2", "a ping 3 3"}},
		{"imagesrcset", `<link rel=preload imagesrcset="1 1x">`, []string{"link imagesrcset 2 1"}},
		{"refresh", `<meta http-equiv=refresh content="0;url=1">`, []string{"meta content 5 1"}},
		{"svg", `<svg><a xlink:href=1><a href=2 xlink:href=no></a></a><use href="#3"/><image xlink:href=4 /><linearGradient href="#5"/></svg>`,
			[]string{"a xlink:href 0 1", "a href 0 2", "use href 2 #3", "image xlink:href 2 4", "lineargradient href 2 #5"}},
		{"image is img", `<image src=1 srcset=2>`, []string{"img src 2 1", "img srcset 2 2"}},
		{"frameset", `<frameset><frame src=1><frame src=2><a href=no></frameset>`, []string{"frame src 2 1", "frame src 2 2"}},
		{"raw text", `<textarea><a href=no></textarea><noembed><a href=no></noembed><noframes><a href=no></noframes><title><a href=no></title><!-- <a href=no> --><script>"<a href=no>"</script><xmp><a href=no></xmp>`, nil},
		{"outside a table", `<tr background=no><td background=no>`, nil},
		{"style attribute", `<p style="background: URL( 'a.png' ) , url(b.png);color:red"><p style='background:url(&quot;c.png&quot;)'>`, []string{"p style 2 a.png", "p style 2 b.png", "p style 2 c.png"}},
		{"style element", "<style>/* url(no) */ @import 'a.css'; @import url(b.css) screen; p{background:url(\"c\\\".png\")}</style>", []string{"style  2 a.css", "style  2 b.css", "style  2 c\".png"}},
		{"svg style", "<svg><style>a{fill:url(#x)}</style></svg>", []string{"style  2 #x"}},
		{"x", `<a href=1 rel="nofollow Me">`, []string{"a href 0 1"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := scan(tt.src)
			for i := range p.Refs { // decoded style values have no exact offsets
				if r := &p.Refs[i]; r.Attr == "style" && strings.Contains(tt.src, "&quot;") && r.URL == "c.png" {
					r.Offset = strings.Index(tt.src, "c.png")
				}
			}
			if got := refsOf(t, p); !slices.Equal(got, tt.want) {
				t.Errorf("%s\n got %q\nwant %q", tt.src, got, tt.want)
			}
		})
	}
	r := scan(`<a href=1 rel="nofollow Me">`).Refs[0]
	if !r.HasRel("me") || r.HasRel("follow") {
		t.Errorf("rel %q", r.Rel)
	}
}

func TestSrcset(t *testing.T) {
	tests := map[string][]string{
		"":                              nil,
		" , ,":                          nil,
		"a":                             {"a"},
		"a 1x, b 2x":                    {"a", "b"},
		"a 1x,b 2x":                     {"a", "b"},
		"a,b":                           {"a,b"}, // one URL, as browsers see it
		"a, b":                          {"a", "b"},
		"a,, b":                         {"a", "b"},
		"a (x, y), b":                   {"a", "b"},
		"data:image/png;base64,AA== 1x": {"data:image/png;base64,AA=="},
		"a 100w 2h,\n\tb 200w":          {"a", "b"},
	}
	for in, want := range tests {
		p := scan(`<img srcset="` + in + `">`)
		var got []string
		for _, r := range p.Refs {
			got = append(got, r.URL)
			if string(p.Src[r.Offset:r.Offset+len(r.URL)]) != r.URL {
				t.Errorf("%q: offset of %q is %d", in, r.URL, r.Offset)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestContexts(t *testing.T) {
	names := []struct {
		c    Context
		name string
	}{
		{InHead, "head"}, {AfterHead, "afterhead"}, {InMain, "main"}, {InArticle, "article"}, {InNav, "nav"}, {InHeader, "header"},
		{InFooter, "footer"}, {InAside, "aside"}, {InMachineLinks, "wrapper"}, {AfterMain, "aftermain"}, {InHeading, "heading"},
		{InCode, "code"}, {InAnchor, "a"}, {Hidden, "hidden"}, {InTemplate, "template"}, {InNoscript, "noscript"},
		{InClosedDetails, "details"}, {InSVG, "svg"}, {InMath, "math"}, {InFrameset, "frameset"},
	}
	tests := []struct{ src, want string }{
		{`<img src=x>`, ""},
		{`<main><img src=x></main>`, "main"},
		{`<div role=main><p><img src=x></div>`, "main"},
		{`<div role=" Main x"><img src=x></div>`, "main"},
		{`<main></main><footer><img src=x></footer>`, "footer aftermain"},
		{`<div role=contentinfo><img src=x>`, "footer"},
		{`<footer></footer><img src=x>`, ""},
		{`<footer><div></footer><img src=x>`, ""},
		{`<div><footer></div><img src=x>`, ""},
		{`<footer><p>a<p>b</footer><img src=x>`, ""},
		{`<article><section><img src=x>`, "article"},
		{`<header><nav><img src=x>`, "nav header"},
		{`<div role=navigation><div role=banner><div role=complementary><div role=article><img src=x>`, "article nav header aside"},
		{`<aside><img src=x></aside>`, "aside"},
		{`<h2><img src=x>`, "heading"},
		{`<p role=heading><img src=x>`, "heading"},
		{`<pre><img src=x>`, "code"},
		{`<a href=y><b><img src=x>`, "a"},
		{`<a href=y></a><img src=x>`, ""},
		{`<b><a href=y><nobr><span><font><nav><img src=x></b><nobr>`, "nav"}, // the a is the fourth within the b, and ends with it
		{`<p class="a machine-links b"><img src=x>`, "wrapper"},
		{"<p class='a\nmachine-links'><img src=x>", "wrapper"},
		{`<p class="machine&#45;links"><img src=x>`, "wrapper"},
		{`<p class="machine-linkss xmachine-links Machine-Links"><img src=x>`, ""},
		{`<div class=machine-links><div></div></div><img src=x>`, ""},
		{`<p hidden><b><img src=x>`, "hidden"},
		{`<p hidden>a<p><img src=x>`, ""},
		{`<img src=x aria-hidden=TRUE>`, "hidden"},
		{`<img src=x aria-hidden=false>`, ""},
		{`<p style="color:red; DISPLAY : none !important"><img src=x>`, "hidden"},
		{`<div popover><img src=x>`, "hidden"},
		{`<dialog><img src=x></dialog>`, "hidden"},
		{`<dialog open><img src=x></dialog>`, ""},
		{`<details><img src=x></details>`, "details"},
		{`<details open><img src=x></details>`, ""},
		{`<details><summary><img src=x></summary></details>`, ""},
		{`<details><details open><summary><img src=x></summary></details></details>`, "details"},
		{`<details></details><img src=x>`, ""},
		{`<body><template><img src=x></template>`, "template"},
		{`<body><template></template><img src=x>`, ""},
		{`<body><noscript><img src=x></noscript>`, "noscript"},
		{`<svg><image href=x>`, "svg"},
		{`<svg><foreignObject><main><img src=x>`, "main svg"},
		{`<svg></svg><img src=x>`, ""},
		{`<svg><main><image href=x></main></svg>`, "svg"}, // an SVG element named main
		{`<math><mtext><img src=x>`, "math"},
		{`<li hidden>a<li><img src=x>`, ""},
		{`<ul><li hidden><ul><li><img src=x></ul></ul>`, "hidden"},
		{`<dl><dt hidden>a<dd><img src=x></dl>`, ""},
		{`<table><tr hidden><td>a<tr><td><img src=x></table>`, ""},
		{`<table><tr><td hidden>a<td><img src=x></table>`, ""},
		{`<table><tbody hidden><tr><td>a</tbody><tbody><tr><td><img src=x></table>`, ""},
		{`<table hidden><tr><td></table><img src=x>`, ""},
		{`<option hidden>a<option><img src=x>`, ""},
		{`<b hidden><p>a</b><img src=x>`, ""},
		{`<main><b></main></b><img src=x>`, "aftermain"},
		{`<footer></body></html><img src=x>`, "footer"},
		{`<my-box hidden><x></my-box><img src=x>`, ""},
		{`<my-box hidden></my-bax><img src=x>`, "hidden"},
		{`<head><link href=x></head>`, "head"},
		{`<head></head><link href=x>`, "head afterhead"},
		{`<head><noscript><link href=x></noscript></head>`, "head noscript"},
		{`<head><template><link href=x></template></head>`, "head template"},
		{`<frameset><frame src=x>`, "frameset"},
	}
	for _, tt := range tests {
		p := scan(tt.src)
		i := slices.IndexFunc(p.Refs, func(r Ref) bool { return r.URL == "x" })
		if i < 0 {
			t.Errorf("%s: no reference", tt.src)
			continue
		}
		var got []string
		for _, n := range names {
			if p.Refs[i].Context.Has(n.c) {
				got = append(got, n.name)
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: got %q, want %q", tt.src, strings.Join(got, " "), tt.want)
		}
		if hidden := p.Refs[i].HiddenBy >= 0; hidden != p.Refs[i].Context.Has(Hidden) {
			t.Errorf("%s: HiddenBy %d", tt.src, p.Refs[i].HiddenBy)
		}
	}
}

func TestHiders(t *testing.T) {
	tests := []struct{ attrs, why string }{
		{`hidden`, "hidden"},
		{`hidden=until-found`, "hidden"},
		{`aria-hidden=" true"`, `aria-hidden="true"`},
		{`popover=auto`, "popover"},
		{`style="display:none"`, "display:none"},
		{`style="visibility: Hidden"`, "visibility:hidden"},
		{`style="opacity:0"`, "opacity:0"},
		{`style="opacity: 0.0;"`, "opacity:0"},
		{`style="opacity:0%"`, "opacity:0"},
		{`style="font-size:0px"`, "font-size:0"},
		{`style="font:0/0 a"`, "font-size:0"},
		{`style="position:absolute;left:-9999px"`, "position off screen"},
		{`style="text-indent:-999em"`, "position off screen"},
		{`style="clip:rect(0 0 0 0)"`, "clipped"},
		{`style="clip: rect(1px, 1px, 1px, 1px)"`, "clipped"},
		{`style="clip-path:inset(50%)"`, "clipped"},
		{`style="transform:scale(0)"`, "transform:scale(0)"},
		{`style="height:0;overflow:hidden"`, "no size with overflow:hidden"},
		{`style="content-visibility:hidden"`, "content-visibility:hidden"},
		{`style="display:&#110;one"`, "display:none"},
		{`style="display:block;opacity:.5;font-size:10px;left:-5px;clip:auto;height:0;clip-path:inset(1px);transform:scale(.9)"`, ""},
		{`style="color:none;displays:none;display"`, ""},
		{`class=hidden`, ""},
	}
	for _, tt := range tests {
		p := scan(`<p>a<footer ` + tt.attrs + `><a href=x>x</a></footer>`)
		if tt.why == "" {
			if len(p.Hiders) != 0 || p.Refs[0].Context.Has(Hidden) {
				t.Errorf("%s: hidden by %+v", tt.attrs, p.Hiders)
			}
			continue
		}
		if len(p.Hiders) != 1 || p.Hiders[0].Why != tt.why || p.Hiders[0].Element != "footer" || p.Hiders[0].Offset != 4 || p.Refs[0].HiddenBy != 0 {
			t.Errorf("%s: got %+v, ref %d", tt.attrs, p.Hiders, p.Refs[0].HiddenBy)
		}
	}
}

func TestRegions(t *testing.T) {
	const src = `<main>one <h1>two</h1></main><a href=0>0</a><footer style="color:red"><div class="x machine-links" role=group aria-label=" L &amp; M ">Machine: <a href=1>a</a><img src=2 alt=i><b style="font-size:1.5em"> b </b></div><p hidden>hid</p></footer><div role=contentinfo>more`
	p := scan(src)
	if len(p.Mains) != 1 || len(p.Footers) != 2 || len(p.MachineLinks) != 1 {
		t.Fatalf("%d mains, %d footers, %d wrappers", len(p.Mains), len(p.Footers), len(p.MachineLinks))
	}
	m, f, w := p.Mains[0], p.Footers[0], p.MachineLinks[0]
	if m.Heading != strings.Index(src, "<h1>") || m.Image != -1 || m.LargeFont != -1 || m.TextLen != 6 || m.Element != "main" {
		t.Errorf("main %+v", m)
	}
	if f.FirstRef != 1 || f.EndRef != 3 || f.TextLen != 13 || f.Style != "color:red" || f.Heading != -1 || f.Image != strings.Index(src, "<img") || !f.Context.Has(AfterMain) || f.Context.Has(InMachineLinks) {
		t.Errorf("footer %+v", f)
	}
	if w.Element != "div" || w.Role != "group" || w.AriaLabel != "L & M" || !w.HasAriaLabel || w.FirstRef != 1 || w.EndRef != 3 || w.TextLen != 10 ||
		w.Image != strings.Index(src, "<img") || w.LargeFont != strings.Index(src, "<b ") || !w.Context.Has(InFooter) || w.HiddenBy != -1 {
		t.Errorf("wrapper %+v", w)
	}
	if got := src[w.Content.Start:w.Content.End]; !strings.HasPrefix(got, "Machine:") || !strings.HasSuffix(got, "</b>") {
		t.Errorf("content %q", got)
	}
	if got := p.Text(w.Content); got != "Machine: a b" {
		t.Errorf("text %q", got)
	}
	if c := p.Footers[1].Content; src[c.Start:c.End] != "more" || p.Footers[1].Element != "div" {
		t.Errorf("open footer %+v", p.Footers[1])
	}
	if p.TextLen != len("one")+len("two")+len("0")+10+len("more") {
		t.Errorf("text length %d", p.TextLen)
	}
}

func TestLargeFont(t *testing.T) {
	for style, want := range map[string]bool{
		"font-size:1em": false, "font-size:1.01em": true, "font-size:80%": false, "font-size:120%": true, "font-size:16px": false, "font-size:17px": true,
		"font-size:2rem": true, "font-size:14pt": true, "font-size:x-large": true, "font-size:small": false, "font: bold 2em/1 serif": true, "font:12px a": false,
		"font: larger a": true, "font-size:calc(1em)": false,
	} {
		p := scan(`<div class=machine-links><p style="` + style + `">x</div>`)
		if got := p.MachineLinks[0].LargeFont >= 0; got != want {
			t.Errorf("%s: %v", style, got)
		}
	}
	if p := scan(`<div class=machine-links style=font-size:2em>`); p.MachineLinks[0].LargeFont != 0 {
		t.Errorf("the wrapper's own font: %+v", p.MachineLinks[0])
	}
}

func TestEmptyAnchors(t *testing.T) {
	tests := []struct {
		src   string
		empty bool
		text  string
	}{
		{"<a href=x></a>", true, ""},
		{"<a href=x> \n</a>", true, ""},
		{"<a href=x>&nbsp;&#x200b; \u00a0</a>", true, "\u00a0\u200b \u00a0"},
		{"<a href=x>&nbsp;&#34;</a>", false, "\u00a0\""},
		{"<a href=x>t &amp; u</a>", false, "t & u"},
		{"<a href=x><b><i>t</i></b></a>", false, "t"},
		{"<a href=x><img alt=i></a>", false, ""},
		{"<a href=x><img alt=' '><img></a>", true, ""},
		{"<a href=x aria-label=l></a>", false, ""},
		{"<a href=x aria-label></a>", true, ""},
		{"<a href=x><span aria-label=l></span></a>", false, ""},
		{"<a href=x><svg><title>t</title></svg></a>", false, ""},
		{"<a href=x><svg><path/></svg></a>", true, ""},
		{"<a href=x><div>t</div></a>", false, "t"},
		{"<p><a href=x><div>t</div></a>", false, "t"},
		{"<a href=x><a href=y>t</a>", true, ""},
		{"<a href=x><template>t</template></a>", true, ""},
		{"<table><tr><td><a href=x></td><td>t</table>", true, ""},
		{"<a href=x>", true, ""},
		{"<a href=x><script>t</script></a>", true, ""},
		{"<svg><a href=x><text>t</text></a></svg>", false, ""},
		{"<svg><a href=x></a><text>t</text></svg>", true, ""},
		{"<a href=x>a<!-- b --><br>c</a>", false, "a\nc"},
	}
	for _, tt := range tests {
		p := scan("before" + tt.src + "after")
		i := slices.IndexFunc(p.Refs, func(r Ref) bool { return r.URL == "x" })
		if r := p.Refs[i]; tt.src != "<a href=x>" && (r.Empty != tt.empty || p.Text(r.Content) != tt.text) {
			t.Errorf("%s: empty %v, text %q (%q)", tt.src, r.Empty, p.Text(r.Content), p.Src[r.Content.Start:r.Content.End])
		}
	}
}

func TestIDs(t *testing.T) {
	p := scan(`<html id=a><body id=b><p id="c&amp;d"><a name=e id=f><svg><g id=g></svg><p id=""><template><p id=no></template><img id=h><p name=no>`)
	want := []string{"a", "b", "c&d", "f", "e", "g", "h"}
	var got []ID
	for _, id := range want {
		i := slices.IndexFunc(p.IDs, func(x ID) bool { return x.Hash == HashID(id) })
		if i < 0 {
			t.Errorf("no %q", id)
			continue
		}
		got = append(got, p.IDs[i])
		if p.IDs[i].Name != (id == "e") {
			t.Errorf("%q: Name %v", id, p.IDs[i].Name)
		}
	}
	if len(got) != len(p.IDs) {
		t.Errorf("%d identifiers", len(p.IDs))
	}
}

func TestHeadingsAndCode(t *testing.T) {
	long := strings.Repeat("x", MinCodeBlock)
	src := "<h1>A <em>b</em>\n c</h1><h2 hidden>D<h3>E</h4><code>short</code><code>" + long + "</code><pre><code>{\n  <span>&quot;a&quot;</span>:<br>1\n}" + long + "</code></pre><footer><pre>" + long
	p := scan(src)
	var got []string
	for _, h := range p.Headings {
		got = append(got, fmt.Sprintf("%d %s %v", h.Level, p.Text(h.Content), h.Context.Has(Hidden)))
	}
	if want := []string{"1 A b c false", "2 D true", "3 E false"}; !slices.Equal(got, want) {
		t.Errorf("headings %q", got)
	}
	if len(p.CodeBlocks) != 3 || p.CodeBlocks[0].Element != "code" || p.CodeBlocks[1].Element != "pre" || !p.CodeBlocks[2].Context.Has(InFooter) {
		t.Fatalf("code %+v", p.CodeBlocks)
	}
	if text := p.CodeText(p.CodeBlocks[1].Content); text != "{\n  \"a\":\n1\n}"+long {
		t.Errorf("code text %q", text)
	}
}

func TestVisibleText(t *testing.T) {
	p := scan(`<head><title>no</title><noscript></noscript></head><body><h1>One&nbsp;1</h1><p>two  <b>th</b>ree
	four<br>five<p hidden>no<div><template>no</template><script>no</script><style>no</style><noscript>no</noscript><svg><text>no</text></svg>
	<details><summary>six</summary>no</details><ul><li>seven<li>eight</ul><table><td>nine<td>ten</table><textarea>no</textarea><xmp>a&amp;b</xmp>`)
	want := "One\u00a01\ntwo three four\nfive\nsix\nseven\neight\nnine\nten\na&amp;b"
	if got := p.VisibleText(); got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if got := scan("<xmp hidden>no</xmp><svg><foreignObject><xmp>yes</xmp>").VisibleText(); got != "yes" {
		t.Errorf("got %q", got)
	}
	if got := scan("<svg><title><table>no</table></title></svg><b hidden><p>no</b>yes").VisibleText(); got != "yes" {
		t.Errorf("got %q", got)
	}
	if got := scan("yes<p><b hidden></p><plaintext>no").VisibleText(); got != "yes" {
		t.Errorf("got %q", got)
	}
	if got := scan("<a>x</a> <b>y</b>z").VisibleText(); got != "x yz" {
		t.Errorf("got %q", got)
	}
}

func TestCSSRefs(t *testing.T) {
	tests := []struct {
		css  string
		want []string
	}{
		{"a{b:c}", nil},
		{"@import 'a.css';@IMPORT url(b.css);@import \"c.css\" layer(x) supports(display:grid);", []string{"import a.css", "import b.css", "import c.css"}},
		{"a{b:url(a) url( \"b\" ) URL('c')}", []string{"url a", "url b", "url c"}},
		{"a{content:'url(no)'} /* url(no) */ b{c:url(d)}", []string{"url d"}},
		{"a{b:url(a b)} c{d:url(e)}", []string{"url e"}},
		{"a{b:myurl(no) -url(no) url\n(no)}", nil},
		{`a{b:url(a\)b) url("c\22 d") url(\65 f)}`, []string{"url a)b", "url c\"d", "url ef"}},
		{"a{b:image-set('a.png' 1x, url(b.png) 2x, \"c.png\" type('no') 3x)} @import-no 'x'; c::after{content:'no'}", []string{"url a.png", "url b.png", "url c.png"}},
		{"@font-face{src:url(f.woff2) format('woff2'),url(\"data:x;base64,AA==\")}", []string{"url f.woff2", "url data:x;base64,AA=="}},
		{"a{b:url(", []string{"url "}},
		{"a{b:url('x", []string{"url x"}},
		{"@import", nil},
		{"/* url(x", nil},
	}
	for _, tt := range tests {
		var got []string
		for _, r := range CSSRefs([]byte(tt.css), nil) {
			got = append(got, r.Attr+" "+r.URL)
			if !strings.ContainsAny(tt.css, `\`) && !strings.HasPrefix(tt.css[r.Offset:], r.URL) {
				t.Errorf("%s: offset of %q is %d", tt.css, r.URL, r.Offset)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s\n got %q\nwant %q", tt.css, got, tt.want)
		}
	}
}
