package htmlfacts

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/discovery-set/hugo-discovery/internal/htmlscan"
)

// CSSRefs appends to refs the references of a style sheet: url(), @import and the strings of image-set(). Element is
// "css"; Attr is "import" for @import and "url" for the others. Offsets are into css. The strings may share the bytes of
// css, so they are valid as long as those do not change.
func CSSRefs(css []byte, refs []Ref) []Ref {
	if !mayHaveURL(css) {
		return refs
	}
	c := cssScanner{src: css}
	c.each(func(value []byte, offset int, isImport bool) {
		attr := "url"
		if isImport {
			attr = "import"
		}
		if len(refs) < MaxFacts {
			refs = append(refs, Ref{
				Element: "css", Attr: attr, Kind: Subresource, URL: cleanCSSURL(value), Offset: offset, TagOffset: offset, HiddenBy: -1,
			})
		}
	})
	return refs
}

// cleanCSSURL resolves the escapes of a CSS string or url token and strips what the URL standard strips.
func cleanCSSURL(value []byte) string {
	if bytes.IndexByte(value, '\\') >= 0 {
		value = unescapeCSS(value)
	}
	url := strings.TrimFunc(stringOf(value), func(r rune) bool { return r <= ' ' })
	if strings.ContainsAny(url, "\t\n\r") {
		url = strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(url)
	}
	return url
}

// mayHaveURL reports whether CSS can have a reference at all, so that the many style sheets without one are not scanned.
func mayHaveURL(css []byte) bool {
	for i := 0; ; i++ {
		k := bytes.IndexByte(css[i:], '(')
		if k < 0 {
			break
		}
		i += k
		if i >= 3 && (foldHasSuffix(css[:i], "url") || foldHasSuffix(css[:i], "image-set")) {
			return true
		}
	}
	for i := 0; ; i++ {
		k := bytes.IndexByte(css[i:], '@')
		if k < 0 {
			return false
		}
		i += k
		if foldHasPrefix(css[i+1:], "import") {
			return true
		}
	}
}

func foldHasPrefix(b []byte, lower string) bool {
	return len(b) >= len(lower) && bytes.EqualFold(b[:len(lower)], []byte(lower))
}

func foldHasSuffix(b []byte, lower string) bool {
	return len(b) >= len(lower) && bytes.EqualFold(b[len(b)-len(lower):], []byte(lower))
}

// cssScanner finds references in CSS. It follows the tokens of CSS Syntax 3 as far as that takes: comments, strings,
// names, url tokens and parentheses.
type cssScanner struct {
	src []byte
	pos int
}

// each calls found for every reference: its value without quotes, escapes as written, and its offset.
func (c *cssScanner) each(found func(value []byte, offset int, isImport bool)) {
	src := c.src
	imports := false // behind @import, where a string is a reference
	imageSet := 0    // depth of parentheses inside image-set(), where one is too
	for c.pos < len(src) {
		switch ch := src[c.pos]; {
		case ch == '/' && c.pos+1 < len(src) && src[c.pos+1] == '*':
			if k := bytes.Index(src[c.pos+2:], []byte("*/")); k >= 0 {
				c.pos += k + 4
			} else {
				c.pos = len(src)
			}
		case ch == '"' || ch == '\'':
			value, offset := c.str()
			if imports || imageSet == 1 {
				found(value, offset, imports)
			}
			imports = false
		case ch == ';' || ch == '{' || ch == '}':
			imports, imageSet = false, 0
			c.pos++
		case ch == '(':
			if imageSet > 0 {
				imageSet++
			}
			c.pos++
		case ch == ')':
			if imageSet > 0 {
				imageSet--
			}
			c.pos++
		case ch == '@' || ch == '-' || ch == '_' || ch == '\\' || ch >= 0x80 || 'a' <= ch|0x20 && ch|0x20 <= 'z':
			start := c.pos
			c.name()
			name := src[start:c.pos]
			switch {
			case ch == '@':
				imports = bytes.EqualFold(name, []byte("@import"))
			case c.pos == len(src) || src[c.pos] != '(':
			case bytes.EqualFold(name, []byte("url")):
				c.pos++
				if value, offset, ok := c.url(); ok {
					found(value, offset, imports)
				}
				imports = false
			case bytes.EqualFold(name, []byte("image-set")) || bytes.EqualFold(name, []byte("-webkit-image-set")):
				c.pos++
				imageSet = 1
			default:
				// type("…") and the like: their parenthesis counts.
			}
		default:
			c.pos++
		}
	}
}

// name moves behind an identifier or at-keyword.
func (c *cssScanner) name() {
	for c.pos++; c.pos < len(c.src); c.pos++ {
		ch := c.src[c.pos]
		if ch != '-' && ch != '_' && ch < 0x80 && !('a' <= ch|0x20 && ch|0x20 <= 'z') && !('0' <= ch && ch <= '9') {
			return
		}
	}
}

// str reads the string that begins here.
func (c *cssScanner) str() (value []byte, offset int) {
	src, quote := c.src, c.src[c.pos]
	c.pos++
	start := c.pos
	for c.pos < len(src) {
		switch src[c.pos] {
		case quote:
			c.pos++
			return src[start : c.pos-1], start
		case '\n', '\f', '\r': // a bad string ends here
			return src[start:c.pos], start
		case '\\':
			c.pos++
		}
		c.pos++
	}
	c.pos = len(src)
	return src[start:], start
}

// url reads what stands behind "url(".
func (c *cssScanner) url() (value []byte, offset int, ok bool) {
	src := c.src
	for c.pos < len(src) && isSpace(src[c.pos]) {
		c.pos++
	}
	if c.pos < len(src) && (src[c.pos] == '"' || src[c.pos] == '\'') {
		value, offset = c.str()
		return value, offset, true
	}
	start, end := c.pos, c.pos
	ok = true
	for c.pos < len(src) && src[c.pos] != ')' {
		switch ch := src[c.pos]; {
		case ch == '\\':
			ok = ok && end == c.pos
			c.escape()
			end = c.pos
		case isSpace(ch): // only before the end
			c.pos++
		default: // quotes, "(" or white space inside make it a bad url, which is no reference
			ok = ok && end == c.pos && ch != '"' && ch != '\'' && ch != '('
			c.pos++
			end = c.pos
		}
	}
	c.pos = min(c.pos+1, len(src))
	return src[start:end], start, ok
}

// escape moves behind the escape that begins here: a backslash with up to six hexadecimal digits and a space, or with one
// other character.
func (c *cssScanner) escape() {
	c.pos++
	n := 0
	for n < 6 && c.pos < len(c.src) {
		if _, ok := hexDigit(c.src[c.pos]); !ok {
			break
		}
		c.pos++
		n++
	}
	if c.pos < len(c.src) && (n == 0 || isSpace(c.src[c.pos])) {
		c.pos++
	}
}

// unescapeCSS resolves CSS escapes into a fresh copy.
func unescapeCSS(v []byte) []byte {
	out := make([]byte, 0, len(v))
	for i := 0; i < len(v); i++ {
		if v[i] != '\\' || i+1 == len(v) {
			out = append(out, v[i])
			continue
		}
		i++
		var r rune
		n := 0
		for ; n < 6 && i+n < len(v); n++ {
			d, ok := hexDigit(v[i+n])
			if !ok {
				break
			}
			r = r<<4 | d
		}
		switch {
		case n == 0 && (v[i] == '\n' || v[i] == '\f' || v[i] == '\r'):
			if v[i] == '\r' && i+1 < len(v) && v[i+1] == '\n' {
				i++
			}
		case n == 0:
			out = append(out, v[i])
		default:
			if r == 0 || r > utf8.MaxRune || 0xD800 <= r && r <= 0xDFFF {
				r = utf8.RuneError
			}
			out = utf8.AppendRune(out, r)
			i += n - 1
			if i+1 < len(v) && isSpace(v[i+1]) {
				i++
			}
		}
	}
	return out
}

func hexDigit(c byte) (rune, bool) {
	switch {
	case '0' <= c && c <= '9':
		return rune(c - '0'), true
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return rune(c|0x20-'a') + 10, true
	}
	return 0, false
}

// cssRefs adds the references of CSS that is written between the offsets, raw. tagOffset is that of its element.
func (s *Scanner) cssRefs(start, end int, element, attr string, tagOffset int, p *place) {
	css := s.src[start:end]
	if !mayHaveURL(css) {
		return
	}
	s.addCSS(css, start, element, attr, tagOffset, p)
}

func (s *Scanner) addCSS(css []byte, base int, element, attr string, tagOffset int, p *place) {
	c := cssScanner{src: css}
	c.each(func(value []byte, offset int, _ bool) {
		if !room(s, s.page.Refs) {
			return
		}
		s.page.Refs = append(s.page.Refs, Ref{
			Element: element, Attr: attr, Kind: Subresource, URL: cleanCSSURL(value), Offset: base + offset, TagOffset: tagOffset,
			Context: p.context, HiddenBy: p.hider,
		})
	})
}

// styleRefs adds the references of the style attribute v of the current tag.
func (s *Scanner) styleRefs(v htmlscan.Value, p *place) {
	value := s.value(v.Start, v.End)
	n := len(s.page.Refs)
	s.addCSS([]byte(value), v.Start, s.elementName(), "style", s.z.Start, p)
	if len(value) != v.End-v.Start { // decoded: positions inside it say nothing
		for i := n; i < len(s.page.Refs); i++ {
			s.page.Refs[i].Offset = v.Start
		}
	}
}

// styleSheet adds the references of the SVG style element at tagOffset, whose content is from start to end.
func (s *Scanner) styleSheet(tagOffset, start, end int) {
	top := &s.open[len(s.open)-1]
	s.cssRefs(start, end, "style", "", tagOffset, &place{context: top.context, hider: top.hider})
}
