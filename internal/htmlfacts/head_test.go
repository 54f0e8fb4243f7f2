package htmlfacts

import (
	"strings"
	"testing"
)

func scan(src string) *Page { return NewScanner().Scan([]byte(src)) }

func TestHeadEnd(t *testing.T) {
	tests := []struct {
		name, src string
		at        string // the text with which the head ends
		cause     string
		early     bool
		noscript  bool
	}{
		{"regular", "<html><head><title>x</title></head><body></body></html>", "</head>", "/head", false, false},
		{"tags left out", "<!doctype html><title>x</title><p>y", "<p>y", "p", false, false},
		{"body tag", "<head><title>x</title><body>", "<body>", "body", false, false},
		{"empty", "", "", "", false, false},
		{"head only", "<head><title>x</title>", "", "", false, false},
		{"early div", "<head><meta name=a><div></div><link rel=canonical></head>", "<div>", "div", true, false},
		{"early text", "<head><meta name=a> oops<link rel=canonical></head>", "oops", "#text", true, false},
		{"byte order mark inside", "<head>\ufeff<meta name=a></head>", "\ufeff", "#text", true, false},
		{"img in noscript", "<head><noscript><img src=p></noscript><meta name=a></head>", "<img", "img", true, true},
		{"text in noscript", "<head><noscript>x</noscript><meta name=a></head>", "x</nos", "#text", true, true},
		{"style in noscript", "<head><noscript><style>a</style><link></noscript><meta name=a></head>", "</head>", "/head", false, false},
		{"script in noscript", "<head><noscript><script>a</script></noscript><div></head>", "<div>", "div", true, false},
		{"custom element", "<head><My-Tag></my-tag><meta name=a></head>", "<My-Tag>", "my-tag", true, false},
		{"what may stand in head", "<head><base><basefont><bgsound><link><meta><title></title><noscript></noscript><noframes></noframes><style></style><script></script><template><div></div>x</template><head></p></head>", "</head>", "/head", false, false},
		{"svg", "<head><svg><title>x</title></svg></head>", "<svg>", "svg", true, false},
		{"end tags", "<head><title>x</title></div></html>", "</html>", "/html", false, false},
		{"frameset", "<head></head><frameset><frame src=x></frameset>", "</head>", "/head", false, false},
		{"comments", "<!-- a --><head><!--<div>--><meta></head>", "</head>", "/head", false, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := scan(tt.src).Head
			at := strings.Index(tt.src, tt.at)
			if tt.at == "" {
				at = len(tt.src)
			}
			if h.End != at || h.Cause != tt.cause || h.Early() != tt.early || h.InNoscript != tt.noscript {
				t.Errorf("%s\n got %+v, early %v\nwant end %d by %q, early %v, noscript %v", tt.src, h, h.Early(), at, tt.cause, tt.early, tt.noscript)
			}
		})
	}
}

func TestHeadElements(t *testing.T) {
	p := scan(`<!DOCTYPE html><HTML LANG=" de-CH " ⚡><HEAD>
<META CHARSET=ISO-8859-1><TITLE>
 A &amp;  B
</TITLE><META NAME=" Description " CONTENT=' x &quot;y&quot; '><meta property="og:title" content>
<link REL="Alternate  CANONICAL" type="Text/Plain; charset=utf-8" href=" https://example.com/?a=1&amp;b=2&copy=3
" title="T" hreflang=de sizes=any as=image media=print><base href=/b/><base target=x><base href=/c/>
<meta http-equiv=Refresh content="5; URL='/next/'"><script type="application/LD+json; charset=utf-8">{"a":"</b>"}</script></HEAD>
<meta name=late><BODY><link rel=icon><title>second</title><svg><title>no</title></svg><template><title>no</title><meta name=t></template>`)
	if p.Lang != "de-CH" || !p.AMP || !p.HasDoctype || string(p.Src[p.LangOffset:p.LangOffset+7]) != " de-CH " {
		t.Errorf("html: %q %v %v", p.Lang, p.AMP, p.HasDoctype)
	}
	if e := p.Encoding; e.Declared != "ISO-8859-1" || !strings.HasPrefix(string(p.Src[e.DeclaredOffset:]), "ISO-8859-1>") || e.IsUTF8() {
		t.Errorf("encoding %+v", e)
	}
	if len(p.Titles) != 2 || p.Titles[0].Value != "A & B" || p.Titles[0].Raw != "\n A &amp;  B\n" || !p.Titles[0].Context.Has(InHead) || p.Titles[1].Context.Has(InHead) {
		t.Errorf("titles %+v", p.Titles)
	}
	m := p.Metas
	if len(m) != 6 || m[0].Charset != "ISO-8859-1" || !m[1].IsName("description") || m[1].Content != ` x "y" ` || !m[2].IsProperty("og:title") || !m[2].HasContent || m[2].Content != "" {
		t.Errorf("metas %+v", m)
	}
	if m[4].Name != "late" || !m[4].Context.Has(InHead) || !m[4].Context.Has(AfterHead) || m[1].Context.Has(AfterHead) {
		t.Errorf("meta behind </head>: %+v", m[4])
	}
	if m[5].Name != "t" || !m[5].Context.Has(InTemplate) {
		t.Errorf("meta in template: %+v", m[5])
	}
	l := p.Links[0]
	if !l.HasRel("canonical") || !l.HasRel("ALTERNATE") || l.HasRel("canon") || !l.HasType("text/plain") || l.HasType("text") ||
		l.Href != "https://example.com/?a=1&b=2&copy=3" || l.Title != "T" || l.Hreflang != "de" || l.Sizes != "any" || l.As != "image" || l.Media != "print" {
		t.Errorf("link %+v", l)
	}
	if !strings.HasPrefix(string(p.Src[l.HrefOffset:]), " https://") || !strings.HasPrefix(string(p.Src[l.Offset:]), "<link REL") {
		t.Errorf("link offsets %d %d", l.Offset, l.HrefOffset)
	}
	if p.Links[1].HasHref || p.Links[1].HrefOffset != -1 || p.Links[1].Context.Has(InHead) {
		t.Errorf("link in body %+v", p.Links[1])
	}
	if len(p.Bases) != 2 || p.Base().Href != "/b/" {
		t.Errorf("bases %+v", p.Bases)
	}
	if len(p.Refreshes) != 1 || p.Refreshes[0].URL != "/next/" || p.Refreshes[0].Delay != "5" || !p.Refreshes[0].Valid {
		t.Errorf("refreshes %+v", p.Refreshes)
	}
	if len(p.JSONLD) != 1 || p.JSONLD[0].Raw != `{"a":"</b>"}` || p.JSONLD[0].Unclosed || !strings.HasPrefix(string(p.Src[p.JSONLD[0].RawOffset:]), `{"a"`) {
		t.Errorf("JSON-LD %+v", p.JSONLD)
	}
}

func TestBaseInTemplate(t *testing.T) {
	p := scan("<head><template><base href=/t/></template><base href=/b/>")
	if p.Base() == nil || p.Base().Href != "/b/" {
		t.Errorf("base %+v", p.Base())
	}
	if scan("<base>").Base() != nil {
		t.Error("a base without href counts")
	}
}

func TestRefresh(t *testing.T) {
	tests := []struct {
		content, delay, url string
		valid               bool
	}{
		{"0; url=/x/", "0", "/x/", true},
		{"0;URL = '/x/' y", "0", "/x/", true},
		{`3,"/x/"`, "3", "/x/", true},
		{"5 /x/", "5", "/x/", true},
		{"5", "5", "", true},
		{"5;", "5", "", true},
		{" 1.5 ; url=x", "1", "x", true},
		{".5;url=x", "", "x", true},
		{"0; urlx", "0", "urlx", true},
		{"0; url", "0", "url", true},
		{"0; url='x", "0", "x", true},
		{"5x;url=y", "5", "", false},
		{"url=/x/", "", "", false},
		{"", "", "", false},
	}
	for _, tt := range tests {
		p := scan(`<meta http-equiv=refresh content="` + strings.ReplaceAll(tt.content, `"`, "&quot;") + `">`)
		r := p.Refreshes[0]
		if r.Delay != tt.delay || r.URL != tt.url || r.Valid != tt.valid {
			t.Errorf("%q: got %+v", tt.content, r)
		}
		if (tt.url != "") != (len(p.Refs) == 1) {
			t.Errorf("%q: refs %+v", tt.content, p.Refs)
		}
		if tt.url != "" && !strings.Contains(tt.content, `"`) && string(p.Src[r.URLOffset:r.URLOffset+len(tt.url)]) != tt.url {
			t.Errorf("%q: offset %d", tt.content, r.URLOffset)
		}
	}
}

func TestEncoding(t *testing.T) {
	const doc = "<meta charset=utf-8><title>Ümlaut</title><a href=/ä>x</a>"
	utf16 := func(bom string, bigEndian bool) string {
		out := bom
		for _, r := range "<title>Ümlaut 😀</title><a href=/ä>" {
			units := []rune{r}
			if r > 0xFFFF {
				units = []rune{0xD800 + (r-0x10000)>>10, 0xDC00 + (r-0x10000)&0x3FF}
			}
			for _, u := range units {
				if bigEndian {
					out += string([]byte{byte(u >> 8), byte(u)})
				} else {
					out += string([]byte{byte(u), byte(u >> 8)})
				}
			}
		}
		return out
	}
	tests := []struct {
		name, src string
		want      Encoding
		title     string
		utf8      bool
	}{
		{"plain", doc, Encoding{NoBOM, "utf-8", 14, -1, -1}, "Ümlaut", true},
		{"BOM", "\xef\xbb\xbf" + doc, Encoding{UTF8BOM, "utf-8", 14, -1, -1}, "Ümlaut", true},
		{"UTF-16LE", utf16("\xff\xfe", false), Encoding{UTF16LE, "", -1, -1, -1}, "Ümlaut 😀", false},
		{"UTF-16BE", utf16("\xfe\xff", true), Encoding{UTF16BE, "", -1, -1, -1}, "Ümlaut 😀", false},
		{"UTF-16 cut off", utf16("\xfe\xff", true) + "\x00", Encoding{UTF16BE, "", -1, -1, -1}, "Ümlaut 😀", false},
		{"lone surrogate", "\xfe\xff\xd8\x00\x00a", Encoding{UTF16BE, "", -1, -1, -1}, "", false},
		{"Latin-1", "<title>\xdcmlaut</title>", Encoding{NoBOM, "", -1, 7, -1}, "\xdcmlaut", false},
		{"NUL", "<title>a\x00</title>", Encoding{NoBOM, "", -1, -1, 8}, "a\uFFFD", false},
		{"http-equiv", `<meta http-equiv=Content-Type content="text/html; charset='Shift_JIS'">`, Encoding{NoBOM, "Shift_JIS", 39, -1, -1}, "", false},
		{"first counts", "<meta charset=utf8><meta charset=latin1>", Encoding{NoBOM, "utf8", 14, -1, -1}, "", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := scan(tt.src)
			if p.Encoding != tt.want || p.Encoding.IsUTF8() != tt.utf8 {
				t.Errorf("got %+v, UTF-8 %v; want %+v", p.Encoding, p.Encoding.IsUTF8(), tt.want)
			}
			if title := ""; len(p.Titles) > 0 && p.Titles[0].Value != tt.title || len(p.Titles) == 0 && tt.title != title {
				t.Errorf("titles %+v", p.Titles)
			}
		})
	}
}

func TestCharsetOf(t *testing.T) {
	for content, want := range map[string]string{
		"text/html; charset=utf-8": "utf-8", "charset = 'x y'": "x y", "charset=\"x": "", "charset charset=a;b": "a", "charset": "", "charset=": "", "": "",
	} {
		if got := charsetOf(content); got != want {
			t.Errorf("%q: got %q, want %q", content, got, want)
		}
	}
}

func TestLineColumn(t *testing.T) {
	const src = "ab\ncd\r\neü\rf\n"
	tests := []struct{ offset, line, col int }{
		{-1, 1, 1}, {0, 1, 1}, {1, 1, 2}, {2, 1, 3}, {3, 2, 1}, {5, 2, 3}, {6, 2, 4}, {7, 3, 1}, {8, 3, 2}, {10, 3, 3}, {11, 4, 1}, {12, 4, 2}, {13, 5, 1}, {99, 5, 1},
	}
	for _, tt := range tests {
		if line, col := LineColumn([]byte(src), tt.offset); line != tt.line || col != tt.col {
			t.Errorf("offset %d: got %d:%d, want %d:%d", tt.offset, line, col, tt.line, tt.col)
		}
	}
}
