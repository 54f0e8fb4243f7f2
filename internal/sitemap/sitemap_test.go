package sitemap

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/discovery-set/hugo-discovery/internal/problemtest"
)

const head = `<?xml version="1.0" encoding="UTF-8"?>` + "\n"

const urlset = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`

func TestParse(t *testing.T) {
	src := "\uFEFF" + `<?xml version='1.0' encoding='utf-8' standalone='yes'?>
<?xml-stylesheet href="a?>
<!-- a sitemap -->
<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:x="http://www.w3.org/1999/xhtml" xmlns:image="urn:image">
  <s:url>
    <s:loc>
      https://example.com/a?b=1&amp;c=&#50;<![CDATA[&d]]></s:loc>
    <s:lastmod> 2026-11-01 </s:lastmod>
    <s:changefreq>daily</s:changefreq><s:priority>0.5</s:priority>
    <x:link rel="nofollow Alternate" hreflang="de" href=" https://example.com/de/?a&amp;b "/>
    <x:link rel="canonical" href="https://example.com/"/>
    <image:image><image:loc>https://example.com/a.png</image:loc></image:image>
  </s:url>
  <s:url><s:loc>https://example.com/é</s:loc><s:priority>1</s:priority></s:url >
</s:urlset>
<!-- end -->
`
	f := Parse([]byte(src))
	if len(f.Problems) > 0 || !f.WellFormed() || !f.IsURLSet() || f.IsIndex() {
		t.Fatalf("problems %v", f.Problems)
	}
	if !f.BOM || f.Declaration != (Declaration{true, "1.0", "utf-8"}) || f.Root != (Name{"s", "urlset", Namespace}) || f.Size != len(src) || f.Count != 2 {
		t.Errorf("got %v %v %v %d %d", f.BOM, f.Declaration, f.Root, f.Size, f.Count)
	}
	want := []Entry{
		{
			Loc: "https://example.com/a?b=1&c=2&d", LocOffset: strings.Index(src, "https://example.com/a?"),
			Lastmod: "2026-11-01", LastmodOffset: strings.Index(src, "2026-11-01"), Offset: strings.Index(src, "<s:url>"),
			Alternates: []Alternate{{"de", "https://example.com/de/?a&b", strings.Index(src, "<x:link")}},
		},
		{Loc: "https://example.com/é", LocOffset: strings.Index(src, "https://example.com/é"), LastmodOffset: -1, Offset: strings.LastIndex(src, "<s:url>")},
	}
	if !reflect.DeepEqual(f.Entries, want) {
		t.Errorf("got %+v\nwant %+v", f.Entries, want)
	}
	if p := f.Lines.At(f.Entries[0].LocOffset); p.Line != 7 || p.Column != 7 {
		t.Errorf("the first loc stands at %v", p)
	}
}

func TestIndex(t *testing.T) {
	f := Parse([]byte(head + `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>https://example.com/1.xml</loc><lastmod>2026-11-01</lastmod></sitemap></sitemapindex>`))
	if len(f.Problems) > 0 || !f.IsIndex() || f.IsURLSet() || len(f.Entries) != 1 || f.Entries[0].Loc != "https://example.com/1.xml" || f.Entries[0].Lastmod != "2026-11-01" {
		t.Errorf("got %+v", f)
	}
}

// seen is a problem as the tables name it.
func seen(p Problem) (place, message string) {
	return fmt.Sprintf("%s@%d:%d", p.Kind, p.Line, p.Column), p.Message
}

func TestProblems(t *testing.T) {
	set := func(inside string) string { return head + urlset + inside + "</urlset>" }
	laughs := `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]>`
	tests := []struct {
		name, src string
		want      []string // kind@line:column, then a part of the message
	}{
		{"empty", "", []string{"not-well-formed@1:1", "no root"}},
		{"only a declaration", head, []string{"not-well-formed@2:1", "no root"}},
		{"mismatched tags", set("<url><loc>x</url></loc>"), []string{"not-well-formed@2:72", `"url" does not close the element "loc" of line 2`}},
		{"end tag too short", set("<url></ur>"), []string{"not-well-formed@2:66", `"ur" does not close the element "url"`}},
		{"unclosed", head + urlset + "\n<url>", []string{"not-well-formed@3:6", `"url" of line 3`}},
		{"closes nothing", head + "</urlset>", []string{"not-well-formed@2:1", "closes nothing"}},
		{"end tag cut", head + urlset + "</urlset", []string{"not-well-formed@2:61", "end tag"}},
		{"start tag cut", head + urlset + "<url", []string{"not-well-formed@2:61", "the tag"}},
		{"cut at <", head + urlset + "<", []string{"not-well-formed@2:61", "the tag"}},
		{"attribute cut", head + `<urlset xmlns="htt`, []string{"not-well-formed@2:9", "the attribute"}},
		{"comment cut", head + "<!-- x --", []string{"not-well-formed@2:1", "the comment"}},
		{"CDATA cut", head + urlset + "<![CDATA[ x ]]", []string{"not-well-formed@2:61", "CDATA"}},
		{"instruction cut", head + "<?x y ?", []string{"not-well-formed@2:1", "processing instruction"}},
		{"two roots", set("") + "<a/>", []string{"not-well-formed@2:70", "second root"}},
		{"text before", head + "x" + urlset + "</urlset>", []string{"not-well-formed@2:1", "outside the root"}},
		{"text behind", set("") + "\nx", []string{"not-well-formed@3:1", "outside the root"}},
		{"CDATA behind", set("") + "<![CDATA[]]>", []string{"not-well-formed@2:70", "outside the root"}},
		{"space before the declaration", " " + set(""), []string{"not-well-formed@1:2", "very start"}},
		{"declaration in capitals", strings.Replace(set(""), "<?xml", "<?XML", 1), []string{"not-well-formed@1:1", "very start"}},
		{"two declarations", head + set(""), []string{"not-well-formed@2:1", "very start"}},
		{"broken declaration", `<?xml encoding="UTF-8"?>` + urlset + "</urlset>", []string{"not-well-formed@1:1", "broken"}},
		{"XML 1.1", strings.Replace(set(""), "1.0", "1.1", 1), []string{"not-well-formed@1:1", "XML 1.1"}},
		{"Latin-1 declared", strings.Replace(set(""), "UTF-8", "ISO-8859-1", 1), []string{"encoding@1:1", "ISO-8859-1"}},
		{"Latin-1", set("<url><loc>caf\xe9</loc></url>"), []string{"encoding@2:74", "0xE9"}},
		{"UTF-16", "\xff\xfe<\x00?\x00", []string{"encoding@1:1", "UTF-16"}},
		{"UTF-16 without mark", "<\x00?\x00", []string{"encoding@1:1", "UTF-16"}},
		{"NUL", set("\x00"), []string{"not-well-formed@2:61", "U+0000"}},
		{"control character in a tag", set("<u\x01rl>"), []string{"not-well-formed@2:63", "U+0001"}},
		{"U+FFFE", set("\uFFFE"), []string{"not-well-formed@2:61", "U+FFFE"}},
		{"fault before a wrong character", set("<url></x>\x00"), []string{"not-well-formed@2:66", "does not close"}},
		{"unknown entity", set("<url><loc>a&nbsp;b</loc></url>"), []string{"not-well-formed@2:72", "&nbsp;"}},
		{"bare ampersand", set("<url><loc>?a&b</loc></url>"), []string{"not-well-formed@2:73", "&amp;"}},
		{"ampersand before wrong character", set("<url><loc>&a\x01mp;"), []string{"not-well-formed@2:73", "U+0001"}},
		{"reference to NUL", set("&#0;"), []string{"not-well-formed@2:61", "&#0;"}},
		{"reference to half a character", set("&#xD800;"), []string{"not-well-formed@2:61", "&#xD800;"}},
		{"reference beyond Unicode", set("&#x110000;"), []string{"not-well-formed@2:61", "&#x110000;"}},
		{"huge reference", set("&#99999999999;"), []string{"not-well-formed@2:61", "&#99999999999;"}},
		{"reference without digits", set("&#x;"), []string{"not-well-formed@2:61", "&#x;"}},
		{"entity in attribute", set(`<url a="b&c"/>`), []string{"not-well-formed@2:70", "&amp;"}},
		{"< in attribute", set(`<url a="b<c"/>`), []string{"not-well-formed@2:70", "&lt;"}},
		{"]]> in text", set("]]>"), []string{"not-well-formed@2:61", "]]&gt;"}},
		{"-- in comment", set("<!-- a -- b -->"), []string{"not-well-formed@2:68", "inside a comment"}},
		{"---> in comment", set("<!-- a --->"), []string{"not-well-formed@2:68", "--->"}},
		{"duplicate attribute", set(`<url a="1" a="2"/>`), []string{"not-well-formed@2:72", "twice"}},
		{"duplicate attribute by namespace", set(`<url xmlns:a="u" xmlns:b="u" a:x="1" b:x="2"/>`), []string{"not-well-formed@2:98", "two prefixes"}},
		{"no quotes", set(`<url a=1/>`), []string{"not-well-formed@2:66", "quotes"}},
		{"no value", set(`<url a/>`), []string{"not-well-formed@2:66", "quotes"}},
		{"no space between attributes", set(`<url a="1"b="2"/>`), []string{"not-well-formed@2:71", "no space"}},
		{"slash in a tag", set(`<url / >`), []string{"not-well-formed@2:66", "no name for an attribute"}},
		{"bad attribute name", set(`<url 1="2"/>`), []string{"not-well-formed@2:66", "no name"}},
		{"bad element name", set(`<1/>`), []string{"not-well-formed@2:61", "no name"}},
		{"space before a name", set(`< url/>`), []string{"not-well-formed@2:61", "&lt;"}},
		{"?> in a tag", set(`<url ?>`), []string{"not-well-formed@2:66", "?>"}},
		{"bad instruction", set(`<?1 ?>`), []string{"not-well-formed@2:61", "processing instruction"}},
		{"undeclared prefix", set(`<url><xhtml:link rel="alternate"/></url>`), []string{"not-well-formed@2:66", "not declared"}},
		{"undeclared prefix of attribute", set(`<url x:a="b"/>`), []string{"not-well-formed@2:66", "not declared"}},
		{"prefix out of scope", set(`<url xmlns:x="u"/><x:url/>`), []string{"missing-loc@2:61", "no loc", "not-well-formed@2:79", "not declared"}},
		{"undeclaring a prefix", set(`<url xmlns:x=""/>`), []string{"not-well-formed@2:66", "cannot be declared"}},
		{"two colons", set(`<a:b:c/>`), []string{"not-well-formed@2:61", "colon"}},
		{"colon first", set(`<url :a="b"/>`), []string{"not-well-formed@2:66", "colon"}},
		{"document type", head + `<!DOCTYPE urlset SYSTEM "http://example.com/x.dtd">` + urlset, []string{"doctype@2:1", "needs none"}},
		{"billion laughs", head + laughs + urlset + "&lol2;</urlset>", []string{"doctype@2:1", "entities"}},
		{"HTML page", "<!doctype html><title>x</title>", []string{"doctype@1:1", "needs none"}},
		{"too deep", set(strings.Repeat("<a>", 200)), []string{"unknown-element@2:61", `"a"`, "limit@2:358", "100 levels"}},
		{"too many attributes", head + "<urlset" + manyAttributes(200) + "/>", []string{"limit@2:1108", "100 attributes"}},
		{"RSS", head + "<rss><channel>x</channel></rss>", []string{"wrong-root@2:1", `"rss"`}},
		{"no namespace", head + "<urlset><url><loc>x</loc></url></urlset>", []string{"wrong-namespace@2:1", Namespace}},
		{"https namespace", strings.Replace(set(""), "http:", "https:", 1), []string{"wrong-namespace@2:1", "https:"}},
		{"unknown element", set("<url><loc>x</loc><title>y</title></url><page/>"), []string{"unknown-element@2:78", "title", "unknown-element@2:100", "page"}},
		{"element of no namespace", set(`<url><loc>x</loc><a xmlns="">y</a></url>`), []string{"unknown-element@2:78", `"a"`}},
		{"element in loc", set("<url><loc>x<b>y</b></loc></url>"), []string{"unknown-element@2:72", `"b"`}},
		{"element of another namespace in loc", set(`<url><loc>x<b xmlns="u">y</b></loc></url>`), []string{"unknown-element@2:72", `"b"`}},
		{"url in url", set("<url><loc>x</loc><url/></url>"), []string{"unknown-element@2:78", `"url"`}},
		{"changefreq in an index", head + strings.ReplaceAll(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>x</loc><priority>1</priority></sitemap></urlset>`, "urlset", "sitemapindex"), []string{"unknown-element@2:88", "priority"}},
		{"two locs", set("<url><loc>x</loc><loc>y</loc><priority>1</priority><changefreq>a</changefreq><priority>1</priority></url>"), []string{"duplicate-element@2:78", "loc", "duplicate-element@2:138", "priority"}},
		{"no loc", set("\n<url><lastmod>2026</lastmod></url>"), []string{"missing-loc@3:1", "no loc"}},
		{"empty loc", set("<url><loc> <!-- x --></loc></url>"), []string{"missing-loc@2:66", "empty"}},
		{"missing loc comes first", set("<url><x/></url>"), []string{"missing-loc@2:61", "no loc", "unknown-element@2:66", `"x"`}},
		{"stray text", set("a<url>b<loc>x</loc>&lt;</url>"), []string{"stray-text@2:61", "urlset", "stray-text@2:67", "url", "stray-text@2:80", "url"}},
		{"alternate without href", head + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:x="http://www.w3.org/1999/xhtml"><url><loc>x</loc><x:link rel="alternate" hreflang="de"/></url></urlset>`, []string{"bad-alternate@2:117", "href"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := Parse([]byte(test.src))
			problemtest.Check(t, f.Problems, seen, test.want)
			last := f.Problems[len(f.Problems)-1].Kind
			if ends := last == NotWellFormed || last == Doctype || last == Limit || last == Encoding && !strings.Contains(test.name, "declared"); ends == f.WellFormed() {
				t.Errorf("WellFormed is %v", f.WellFormed())
			}
		})
	}
}

func manyAttributes(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " attr%03d=''", i)
	}
	return b.String()
}

func TestEntriesBeforeTheFault(t *testing.T) {
	f := Parse([]byte(urlset + "<url><loc>https://example.com/</loc></url><url><loc>https://example.com/a&b</loc>"))
	if f.WellFormed() || f.Count != 2 || f.Entries[0].Loc != "https://example.com/" || f.Entries[1].Loc != "" || f.Entries[1].LocOffset != -1 {
		t.Errorf("got %+v", f)
	}
}

func TestBounds(t *testing.T) {
	f := Parse([]byte(urlset + strings.Repeat("<url><loc>x</loc><lastmod>y</lastmod></url>", MaxEntries+5) + "</urlset>"))
	if !f.WellFormed() || len(f.Problems) > 0 || len(f.Entries) != MaxEntries || f.Count != MaxEntries+5 {
		t.Errorf("%d entries kept of %d, problems %v", len(f.Entries), f.Count, f.Problems)
	}
	f = Parse([]byte(urlset + strings.Repeat("<x/>", 1000) + "<"))
	if len(f.Problems) != 100 || f.Problems[99].Kind != NotWellFormed {
		t.Errorf("%d problems, the last %v", len(f.Problems), f.Problems[len(f.Problems)-1])
	}
}

func TestSourceStaysAsItIs(t *testing.T) {
	src := append([]byte("<urlset a='x\ty\nz'/>"), "behind"...)
	want := string(src)
	Parse(src[:len(src)-6])
	if string(src) != want {
		t.Errorf("the source became %q", src)
	}
}

// stricter are our faults that encoding/xml lets pass.
var stricter = []string{
	"comes twice", "not declared", "colon", "cannot be declared", "second root", "outside the root", "no root", "very start", "declaration is broken",
	"document type", "nested deeper", "attributes", "within each other", "no name for a processing instruction", "UTF-16", "begins no tag",
	"XML 1.", "no space before", "may not stand in XML", "no UTF-8", "no reference that XML knows", // encoding/xml does not look everywhere for characters that XML forbids
}

// FuzzParse holds the parser to encoding/xml: what it refuses is refused here, and what both read says the same.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		head + urlset + "<url><loc>https://example.com/?a&amp;b</loc><lastmod>2026-11-01</lastmod></url></urlset>",
		head + `<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:x="http://www.w3.org/1999/xhtml"><s:url><s:loc>a<![CDATA[b]]></s:loc><x:link rel="alternate" hreflang="de" href="c"/></s:url></s:urlset>`,
		"<a b='c\n'><!-- d --><?e f?></a>", "<a>&#x41;&lt;</a >", "<a/>", "<a b=c/>", "<a b='<'/>", "<!DOCTYPE a>", "<a>]]></a>", "\uFEFF<a/>", "<a><b></a></b>", "<a", "<a b", "<!--", "<![CDATA[",
		"<?xml version='1.0'?><a/>", "<a b='1' b='2'/>", "<a:b/>", "<a>\x00</a>", "<a>\xff</a>", "<é/>", "<a ?>", "<?", "<a><!-- - --></a>", "</>", "<a></ a>",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		got := Parse(src)
		last := -1
		for _, p := range got.Problems {
			if p.Offset < last || p.Offset > len(src) || p.Line < 1 || p.Column < 1 {
				t.Fatalf("problem out of order or place: %v", got.Problems)
			}
			last = p.Offset
		}
		if !got.WellFormed() {
			if len(got.Problems) == 0 {
				t.Fatal("not well-formed, and no problem says so")
			}
			message := got.Problems[len(got.Problems)-1].Message
			for _, s := range stricter {
				if strings.Contains(message, s) {
					return
				}
			}
		}
		locs, err := oracle(src)
		if (err == nil) != got.WellFormed() {
			if got.WellFormed() && bytes.ContainsFunc(src, func(r rune) bool { return r >= 0x80 }) && strings.Contains(err.Error(), "name") {
				return // encoding/xml has the names of an older edition
			}
			if got.WellFormed() && strings.Contains(err.Error(), "unsupported version") {
				return
			}
			t.Fatalf("encoding/xml says %v, we say %v", err, got.Problems)
		}
		if err == nil && got.IsURLSet() && got.Root.Space == Namespace && len(got.Problems) == 0 {
			var ours []string
			for _, e := range got.Entries {
				ours = append(ours, e.Loc)
				if !bytes.ContainsAny(src, "&[<!") && !bytes.HasPrefix(src[e.LocOffset:], []byte(e.Loc)) {
					t.Fatalf("loc %q is not at offset %d", e.Loc, e.LocOffset)
				}
			}
			if !reflect.DeepEqual(ours, locs) {
				t.Fatalf("encoding/xml reads %q, we read %q", locs, ours)
			}
		}
	})
}

// oracle reads a sitemap with encoding/xml.
func oracle(src []byte) (locs []string, err error) {
	d := xml.NewDecoder(bytes.NewReader(bytes.TrimPrefix(src, []byte("\uFEFF"))))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	var path []xml.Name
	var text []byte
	is := func(n int, local string) bool {
		return len(path) > n && path[n] == xml.Name{Space: Namespace, Local: local}
	}
	for {
		token, err := d.Token()
		if err == io.EOF {
			return locs, nil
		}
		if err != nil {
			return locs, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			path = append(path, token.Name)
			text = nil
		case xml.CharData:
			text = append(text, token...)
		case xml.EndElement:
			if len(path) == 3 && is(0, "urlset") && is(1, "url") && is(2, "loc") {
				locs = append(locs, string(bytes.Trim(text, " \t\r\n")))
			}
			path = path[:len(path)-1]
		}
	}
}

func benchmarkSource() []byte {
	var b bytes.Buffer
	b.WriteString(head + urlset)
	for i := range 25_000 {
		fmt.Fprintf(&b, "\n  <url>\n    <loc>https://example-user.github.io/example-project/docs/section/page-%d/</loc>\n    <lastmod>2026-11-01T12:00:00+00:00</lastmod>\n  </url>", i)
	}
	b.WriteString("\n</urlset>\n")
	return b.Bytes()
}

func BenchmarkParse(b *testing.B) {
	src := benchmarkSource()
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if f := Parse(src); len(f.Problems) > 0 || f.Count != 25_000 {
			b.Fatal(f.Problems)
		}
	}
}

func BenchmarkEncodingXML(b *testing.B) {
	src := benchmarkSource()
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if locs, err := oracle(src); err != nil || len(locs) != 25_000 {
			b.Fatal(err)
		}
	}
}
