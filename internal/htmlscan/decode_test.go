package htmlscan

import (
	"html"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	xhtml "golang.org/x/net/html"
)

func TestDecode(t *testing.T) {
	tests := []struct{ raw, attr, text string }{
		{"", "", ""},
		{"a&amp;b&AMP;c", "a&b&c", "a&b&c"},
		{"?a=1&copy=2", "?a=1&copy=2", "?a=1©=2"},
		{"?a=1&copy2", "?a=1&copy2", "?a=1©2"},
		{"?a=1&copy;=2", "?a=1©=2", "?a=1©=2"},
		{"&copy", "©", "©"},
		{"&copy.", "©.", "©."},
		{"&notit;", "&notit;", "¬it;"},
		{"&notin;", "∉", "∉"},
		{"&not", "¬", "¬"},
		{"&semi;&lt;&gt;&quot;&nbsp;", ";<>\"\u00a0", ";<>\"\u00a0"},
		{"&apos;&hellip;&NotEqualTilde;", "'…≂̸", "'…≂̸"},
		{"&CounterClockwiseContourIntegral;", "∳", "∳"},
		{"&bogus;&;&", "&bogus;&;&", "&bogus;&;&"},
		{"&#65;&#x42;&#X43;&#68", "ABCD", "ABCD"},
		{"&#;&#x;&#xg", "&#;&#x;&#xg", "&#;&#x;&#xg"},
		{"&#0;&#xD800;&#x110000;&#99999999999999999999;", "\uFFFD\uFFFD\uFFFD\uFFFD", "\uFFFD\uFFFD\uFFFD\uFFFD"},
		{"&#x80;&#x9F;&#x81;", "€Ÿ\u0081", "€Ÿ\u0081"},
		{"a\r\nb\rc\nd\x00", "a\nb\nc\nd\uFFFD", "a\nb\nc\nd\uFFFD"},
		{"&amp;amp;", "&amp;", "&amp;"},
		{"&nGt;&nLt;&nGtv;", "\u226b\u20d2\u226a\u20d2\u226b\u0338", "\u226b\u20d2\u226a\u20d2\u226b\u0338"},
		{"&ltx &lt=", "&ltx &lt=", "<x <="},
	}
	for _, tt := range tests {
		if got := string(AppendAttr(nil, []byte(tt.raw))); got != tt.attr {
			t.Errorf("attribute %q: got %q, want %q", tt.raw, got, tt.attr)
		}
		if got := string(AppendText(nil, []byte(tt.raw))); got != tt.text {
			t.Errorf("text %q: got %q, want %q", tt.raw, got, tt.text)
		}
	}
}

// quirks are references that the standard library and x/net read otherwise than the standard: numbers that
// overflow (U+FFFD), a single digit without a semicolon (a reference all the same), and no digit at all (text); and two names
// that the standard library does not have.
var quirks = regexp.MustCompile(`&n[GL]t;|&#[xX]?[0-9A-Fa-f]{7}|&#[0-9]([^0-9;]|$)|&#[xX];`)

// FuzzDecode holds text against the standard library and attributes against x/net.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{"a&amp;b", "&copy=1", "&notit;", "&#x41;&#0", "&CounterClockwiseContourIntegral;&frac12x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) || strings.ContainsAny(s, "\x00\r") || quirks.MatchString(s) {
			t.Skip()
		}
		if got, want := string(AppendText(nil, []byte(s))), html.UnescapeString(s); got != want {
			t.Errorf("text %q: got %q, want %q", s, got, want)
		}
		if strings.Contains(s, `"`) {
			t.Skip()
		}
		z := xhtml.NewTokenizer(strings.NewReader(`<a x="` + s + `">`))
		z.Next()
		tok := z.Token()
		if len(tok.Attr) != 1 {
			t.Skip()
		}
		if got := string(AppendAttr(nil, []byte(s))); got != tok.Attr[0].Val {
			t.Errorf("attribute %q: got %q, want %q", s, got, tok.Attr[0].Val)
		}
	})
}
