package htmlscan

import (
	"fmt"
	"strings"
	"testing"
)

// dump lists the tokens of a document: text in quotes, start tags with the known attributes as written.
func dump(src string, cdata bool) string {
	var z Tokenizer
	z.Reset([]byte(src))
	z.CDATA = cdata
	var out []string
	for {
		kind := z.Next()
		if z.TextStart < z.Start {
			out = append(out, fmt.Sprintf("%q", src[z.TextStart:z.Start]))
		}
		name := strings.ToLower(src[z.NameStart:z.NameEnd])
		switch kind {
		case EOF:
			return strings.Join(out, " ")
		case StartTag:
			s := "<" + name
			for a := Attr(1); a < NumAttrs; a++ {
				if z.Has&a.Bit() != 0 {
					v := z.Value(a)
					s += fmt.Sprintf(" %s=%q", a, src[v.Start:v.End])
				}
			}
			if z.SelfClosing {
				s += "/"
			}
			out = append(out, s+">")
			switch z.Tag {
			case Script, Style, Title, Textarea, Plaintext:
				raw := z.RawText()
				s := fmt.Sprintf("raw %q", src[raw.Start:raw.End])
				if !raw.Closed {
					s += " open"
				}
				out = append(out, s)
			}
		case EndTag:
			out = append(out, "</"+name+">")
		case Comment:
			out = append(out, "comment")
		case Doctype:
			out = append(out, "doctype")
		case CDATASection:
			out = append(out, fmt.Sprintf("cdata %q", src[z.NameStart:z.NameEnd]))
		}
	}
}

func TestTokens(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"empty", "", ""},
		{"text", "a < b <1 <", `"a < b <1 <"`},
		{"case", "<A HREF=x></A>", `<a href="x"> </a>`},
		{"unquoted", "<a href=x/y?z=1&b=\"q id=i>", `<a href="x/y?z=1&b=\"q" id="i">`},
		{"quotes", `<a href='a"b' id="a'b>c">`, `<a href="a\"b" id="a'b>c">`},
		{"spaces", "<a\thref\n=\f x\r>", `<a href="x">`},
		{"no value", "<a href hidden class= >", `<a class="" hidden="" href="">`},
		{"first wins", "<a href=1 HREF=2>", `<a href="1">`},
		{"no space between", `<a href="1"id="2"class='3'>`, `<a class="3" href="1" id="2">`},
		{"slashes", "<a/href=1/ /id=2/>", `<a href="1/" id="2/">`},
		{"self-closing", "<br/><a href=x /><br / >", `<br/> <a href="x"/> <br>`},
		{"name begins with =", "<a =href=1 id=2>", `<a id="2">`},
		{"quote in name", `<a "href=1 id=2>`, `<a id="2">`},
		{"long names", "<blockquote cite=1><BlockQuote2><a http-equiv=2 http-equivx=3 aria-label=4>", `<blockquote cite="1"> <blockquote2> <a aria-label="4" http-equiv="2">`},
		{"eight letters", "<noscript hreflang=1></noscript><template property=x>", `<noscript hreflang="1"> </noscript> <template property="x">`},
		{"control is no digit", "<h\x11 id=1><h1 hre\x06=2>", "<h\x11 id=\"1\"> <h1>"},
		{"bolt", "<html ⺡><html ⚡>", "<html> <html ⚡=\"\">"},
		{"nul in name", "<a\x00 hre\x00f=1 href=2>", "<a\x00 href=\"2\">"},
		{"end tag attributes", "</a href='>' x></a/>", `</a> </a>`},
		{"no end tag", "</>x</ a></3>", `comment "x" comment comment`},
		{"cut off", "x<a href", `"x"`},
		{"cut off in value", "<a href='x", ""},
		{"cut off in end tag", "</a x", ""},
		{"lone end", "x</", `"x</"`},
		{"comments", "<!--a--><!--><!---><!-- -- > --><!--a--!>b<!--->c-->", `comment comment comment comment comment "b" comment "c-->"`},
		{"comment to the end", "a<!-- x", `"a" comment`},
		{"comment dashes", "<!----><!-----><!----!>x", `comment comment comment "x"`},
		{"bogus", "<!x><!><?xml a=\"b>c\"?><![CDATA[ > ]]>", `comment comment comment "c\"?>" comment " ]]>"`},
		{"doctype", "<!DOCTYPE html><!docType><!doctyp>", "doctype doctype comment"},
		{"script", "<script>a<b</scripty></script ></script>", `<script> raw "a<b</scripty>" </script>`},
		{"script escaped", "<script><!--</script>-->", `<script> raw "<!--" "-->"`},
		{"script double escaped", "<script><!--<script></script></script>", `<script> raw "<!--<script></script>"`},
		{"script escape closed", "<script><!--<script>--></script>x", `<script> raw "<!--<script>-->" "x"`},
		{"script empty comment", "<script><!--><script></script>x", `<script> raw "<!--><script>" "x"`},
		{"script open", "<script>a</scrip", `<script> raw "a</scrip" open`},
		{"script end cut off", "<script>a</script x", `<script> raw "a" open`},
		{"title", "<title>a<b></TITLE\n>x", `<title> raw "a<b>" "x"`},
		{"style end with attribute", "<style>a</style x='>'>b", `<style> raw "a" "b"`},
		{"plaintext", "<plaintext></plaintext>", `<plaintext> raw "</plaintext>" open`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := dump(tt.src, false); got != tt.want {
				t.Errorf("%q\n got %s\nwant %s", tt.src, got, tt.want)
			}
		})
	}
}

func TestCDATA(t *testing.T) {
	for src, want := range map[string]string{
		"<![CDATA[a<b>]]]]>c": `cdata "a<b>]]" "c"`,
		"<![CDATA[a]]":        `cdata "a]]"`,
		"<![cdata[a]]>":       "comment",
	} {
		if got := dump(src, true); got != want {
			t.Errorf("%q: got %s, want %s", src, got, want)
		}
	}
}

// The hint of the expected end tag must never change what is read.
func TestExpect(t *testing.T) {
	for _, src := range []string{"</div>      ", "</DIV>      ", "</div >     ", "</di>       ", "</divx>     ", "</h1>       ", "</h\x11>       ", "</span>     ", "</", "</d", "</div"} {
		var plain, hinted Tokenizer
		plain.Reset([]byte(src))
		k := plain.Next()
		for tag := Tag(0); tag < NumTags; tag++ {
			hinted.Reset([]byte(src))
			hinted.Expect = tag
			if got := hinted.Next(); got != k || hinted.Tag != plain.Tag && k == EndTag || hinted.NameEnd != plain.NameEnd || hinted.End != plain.End {
				t.Errorf("%q expecting %s: %v %q %d %d, want %v %q %d %d", src, tag, got, hinted.Tag, hinted.NameEnd, hinted.End, k, plain.Tag, plain.NameEnd, plain.End)
			}
		}
	}
}

func TestNames(t *testing.T) {
	for tag := Tag(1); tag < NumTags; tag++ {
		name := tag.String()
		if name == "" {
			t.Fatalf("Tag %d has no name", tag)
		}
		for _, src := range []string{name, strings.ToUpper(name)} {
			// At the end of the document and before it, names are read in different ways.
			for _, rest := range []string{">", " x>                    "} {
				var z Tokenizer
				z.Reset([]byte("<" + src + rest))
				if z.Next(); z.Tag != tag {
					t.Errorf("<%s%s: Tag %q", src, rest, z.Tag)
				}
			}
		}
		for _, other := range []string{name + "x", "x" + name, name[:len(name)-1] + "_", name + "-element"} {
			if LookupTag(other) != Unknown {
				continue
			}
			var z Tokenizer
			z.Reset([]byte("<" + other + ">                   "))
			if z.Next(); z.Tag != Unknown {
				t.Errorf("<%s>: Tag %q", other, z.Tag)
			}
		}
		if LookupTag(name) != tag {
			t.Errorf("LookupTag(%q) = %d", name, LookupTag(name))
		}
	}
	for a := Attr(1); a < NumAttrs; a++ {
		for _, src := range []string{a.String(), strings.ToUpper(a.String())} {
			for _, rest := range []string{">", `="v"                    >`, " = v>"} {
				var z Tokenizer
				z.Reset([]byte("<p " + src + rest))
				if z.Next(); z.Has != a.Bit() {
					t.Errorf("<p %s%s: %b", src, rest, z.Has)
				}
			}
		}
		var z Tokenizer
		z.Reset([]byte("<p " + a.String() + "x x" + a.String() + "='v'                >"))
		if z.Next(); z.Has != 0 {
			t.Errorf("names like %s: %b", a, z.Has)
		}
	}
	if NumAttrs > 64 {
		t.Error("Has is too small")
	}
}

// Names that share a place in their table are found all the same, but slower.
func TestNoCollisions(t *testing.T) {
	for name, table := range map[string]*nameTable{"tags": tagTable, "attributes": attrTable} {
		for i, e := range table {
			if e.length != 0 && e.key*hashFactor>>(64-tableBits) != uint64(i) {
				t.Errorf("%s: %d is not where it belongs; look for another hashFactor", name, e.value)
			}
		}
	}
}

// Every prefix of a document is a document; offsets stay in order and inside it.
func TestTruncated(t *testing.T) {
	const doc = `<!doctype html><html lang="en"><head><title>a&amp;b</title><script>x<!--<script></script>--></script><!-- c --></head><body class='a' id=b><![CDATA[x]]><a href="/x" title='y'>z</a></body></html>`
	for n := range len(doc) {
		var z Tokenizer
		src := []byte(doc[:n])
		z.Reset(src)
		last := 0
		for {
			k := z.Next()
			if z.TextStart != last || z.Start < z.TextStart || z.End < z.Start || z.End > n {
				t.Fatalf("prefix %d: text from %d, token %d to %d, last end %d", n, z.TextStart, z.Start, z.End, last)
			}
			last = z.End
			if k == EOF {
				break
			}
			if k == StartTag && (z.Tag == Script || z.Tag == Title) {
				z.RawText()
				last = z.pos
			}
		}
		if last != n {
			t.Fatalf("prefix %d ends at %d", n, last)
		}
	}
}
