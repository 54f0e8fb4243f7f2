package htmlscan

import (
	"bytes"
	"html"
	"unicode/utf8"
)

// AppendAttr appends to dst the value of an attribute written as raw: character references decoded by the rules for
// attributes (one without a semicolon stays as it is before "=" or a letter or digit), line ends made LF, NUL replaced.
func AppendAttr(dst, raw []byte) []byte { return appendDecoded(dst, raw, true) }

// AppendText appends to dst the text written as raw: character references decoded, line ends made LF, NUL replaced.
func AppendText(dst, raw []byte) []byte { return appendDecoded(dst, raw, false) }

// AppendRaw appends to dst text in which nothing is a character reference: line ends made LF, NUL replaced.
func AppendRaw(dst, raw []byte) []byte {
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; c {
		case '\r':
			dst = append(dst, '\n')
			if i+1 < len(raw) && raw[i+1] == '\n' {
				i++
			}
		case 0:
			dst = utf8.AppendRune(dst, utf8.RuneError)
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

// SpaceReference returns the length of the character reference that raw begins with, if it stands for white space, else 0.
func SpaceReference(raw []byte) int {
	if len(raw) == 0 || raw[0] != '&' {
		return 0
	}
	var room [maxEntity + 2]byte
	if text, n := appendReference(room[:0], raw, false); len(text) == 1 && class[text[0]]&space != 0 {
		return n
	}
	return 0
}

func appendDecoded(dst, raw []byte, attr bool) []byte {
	for len(raw) > 0 {
		k := bytes.IndexByte(raw, '&')
		if k < 0 {
			return AppendRaw(dst, raw)
		}
		dst = AppendRaw(dst, raw[:k])
		raw = raw[k:]
		var n int
		dst, n = appendReference(dst, raw, attr)
		raw = raw[n:]
	}
	return dst
}

// appendReference appends what the "&" at the beginning of raw stands for and returns how many bytes that took.
func appendReference(dst, raw []byte, attr bool) ([]byte, int) {
	if len(raw) > 1 && raw[1] == '#' {
		return appendNumeric(dst, raw)
	}
	n := 1
	for n < len(raw) && isAlnum(raw[n]) && n <= maxEntity {
		n++
	}
	name := raw[1:n]
	if len(name) == 0 {
		return append(dst, '&'), 1
	}
	if n < len(raw) && raw[n] == ';' {
		if dst, ok := appendNamed(dst, name); ok {
			return dst, n + 1
		}
	}
	// Without its semicolon: the longest name that the old ones allow.
	for m := min(len(name), maxBareEntity); m >= 2; m-- {
		s := html.UnescapeString("&" + string(name[:m]))
		if utf8.RuneCountInString(s) != 1 {
			continue // not a name, or a shorter one with letters behind it: these names all stand for one character
		}
		if attr && (m < len(name) || n < len(raw) && raw[n] == '=') {
			break
		}
		return append(dst, s...), m + 1
	}
	return append(append(dst, '&'), name...), n
}

const (
	// maxEntity is the length of the longest name (CounterClockwiseContourIntegral), maxBareEntity that of the longest
	// one that may lack its semicolon (frac12, Aacute …).
	maxEntity     = 31
	maxBareEntity = 6
)

// appendNamed appends what &name; stands for, if it is a name.
func appendNamed(dst, name []byte) ([]byte, bool) {
	switch string(name) {
	case "amp":
		return append(dst, '&'), true
	case "lt":
		return append(dst, '<'), true
	case "gt":
		return append(dst, '>'), true
	case "quot":
		return append(dst, '"'), true
	case "nbsp":
		return append(dst, "\u00a0"...), true
	case "semi":
		return append(dst, ';'), true
	case "nGt": // this and the next stand in the HTML standard, not in the table of the standard library
		return append(dst, "\u226b\u20d2"...), true
	case "nLt":
		return append(dst, "\u226a\u20d2"...), true
	}
	// The table of the standard library is not exported. A name that it does not know keeps its semicolon.
	s := html.UnescapeString("&" + string(name) + ";")
	if s[len(s)-1] == ';' {
		return dst, false
	}
	return append(dst, s...), true
}

// appendNumeric appends what the "&#" at the beginning of raw stands for.
func appendNumeric(dst, raw []byte) ([]byte, int) {
	i, base := 2, rune(10)
	if i < len(raw) && (raw[i] == 'x' || raw[i] == 'X') {
		i, base = 3, 16
	}
	first := i
	var r rune
	for ; i < len(raw); i++ {
		d := digit(raw[i])
		if d >= base {
			break
		}
		if r <= utf8.MaxRune {
			r = r*base + d
		}
	}
	if i == first {
		return append(dst, raw[:first]...), first
	}
	if i < len(raw) && raw[i] == ';' {
		i++
	}
	if 0x80 <= r && r <= 0x9F {
		r = windows1252[r-0x80]
	}
	if r == 0 || r > utf8.MaxRune || 0xD800 <= r && r <= 0xDFFF {
		r = utf8.RuneError
	}
	return utf8.AppendRune(dst, r), i
}

func digit(c byte) rune {
	switch {
	case '0' <= c && c <= '9':
		return rune(c - '0')
	case 'a' <= c && c <= 'f':
		return rune(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return rune(c-'A') + 10
	}
	return 99
}

func isAlnum(c byte) bool { return class[c]&letter != 0 || '0' <= c && c <= '9' }

// windows1252: what numeric references to the C1 controls stand for (HTML standard, 13.2.5.80).
var windows1252 = [32]rune{
	0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
	0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
}
