package sitemap

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/discovery-set/hugo-discovery/internal/excerpt"
)

// isSpace is the white space of XML (section 2.3).
func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// trimSpace cuts that white space, and no other: a no-break space before a URL is a part of it.
func trimSpace(s []byte) []byte { return bytes.Trim(s, " \t\n\r") }

// isChar is what may stand in an XML document (section 2.2).
func isChar(r rune) bool {
	return r == '\t' || r == '\n' || r == '\r' ||
		0x20 <= r && r <= 0xD7FF || 0xE000 <= r && r <= 0xFFFD || 0x10000 <= r && r <= 0x10FFFF
}

// asciiChar marks the bytes that are characters of XML by themselves.
var asciiChar = func() (t [256]bool) {
	for c := range utf8.RuneSelf {
		t[c] = isChar(rune(c))
	}
	return t
}()

// invalidChar finds the first byte that is no UTF-8 or no character of XML, -1 where there is none.
func invalidChar(src []byte) int {
	for i := 0; ; {
		for i < len(src) && asciiChar[src[i]] {
			i++
		}
		if i == len(src) {
			return -1
		}
		r, size := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && size == 1 || !isChar(r) {
			return i
		}
		i += size
	}
}

func (p *parser) describeInvalid(at int) *Problem {
	rest := p.src[at:]
	problem := &Problem{Kind: NotWellFormed, Position: p.file.Lines.At(p.base + at)}
	switch r, size := utf8.DecodeRune(rest); {
	case r == utf8.RuneError && size == 1:
		problem.Kind = Encoding
		problem.Message = fmt.Sprintf("the byte 0x%02X is no UTF-8", rest[0])
	default:
		problem.Message = fmt.Sprintf("the character U+%04X may not stand in XML", r)
	}
	return problem
}

// isName checks a name (XML 1.0, fifth edition, section 2.3).
func isName(name []byte) bool {
	for i := 0; i < len(name); {
		c := name[i]
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z', c == '_', c == ':':
			i++
		case '0' <= c && c <= '9', c == '-', c == '.':
			if i == 0 {
				return false
			}
			i++
		case c < utf8.RuneSelf:
			return false
		default:
			r, size := utf8.DecodeRune(name[i:])
			if !isNameRune(r, i == 0) {
				return false
			}
			i += size
		}
	}
	return len(name) > 0
}

func isNameRune(r rune, first bool) bool {
	for _, span := range [...][2]rune{
		{0xC0, 0xD6}, {0xD8, 0xF6}, {0xF8, 0x2FF}, {0x370, 0x37D}, {0x37F, 0x1FFF}, {0x200C, 0x200D}, {0x2070, 0x218F},
		{0x2C00, 0x2FEF}, {0x3001, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFFD}, {0x10000, 0xEFFFF},
	} {
		if span[0] <= r && r <= span[1] {
			return true
		}
	}
	return !first && (r == 0xB7 || 0x300 <= r && r <= 0x36F || 0x203F <= r && r <= 0x2040)
}

// decode appends src to dst with its references replaced. On a wrong one it gives where that stands and what is wrong.
func decode(dst, src []byte) (out []byte, at int, message string) {
	for i := 0; ; {
		amp := bytes.IndexByte(src[i:], '&')
		if amp < 0 {
			return append(dst, src[i:]...), 0, ""
		}
		dst = append(dst, src[i:i+amp]...)
		i += amp
		const longest = len("&#x0000000010FFFF;") // longer ones are not worth reading
		end := bytes.IndexByte(src[i:min(len(src), i+longest)], ';')
		if end < 0 {
			return nil, i, "& begins no reference here; as text it is written &amp;"
		}
		name := string(src[i+1 : i+end])
		r, ok := reference(name)
		if !ok {
			return nil, i, fmt.Sprintf("%s is no reference that XML knows; a plain & is written &amp;", excerpt.Quote("&"+name+";"))
		}
		dst = utf8.AppendRune(dst, r)
		i += end + 1
	}
}

func reference(name string) (rune, bool) {
	switch name {
	case "amp":
		return '&', true
	case "lt":
		return '<', true
	case "gt":
		return '>', true
	case "quot":
		return '"', true
	case "apos":
		return '\'', true
	}
	if len(name) < 2 || name[0] != '#' {
		return 0, false
	}
	digits, base := name[1:], 10
	if digits[0] == 'x' {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	return rune(n), err == nil && n <= utf8.MaxRune && isChar(rune(n))
}
