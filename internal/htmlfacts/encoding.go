package htmlfacts

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// decode looks at the encoding of src and returns the document in UTF-8 (or what is not quite UTF-8, as it is).
func (s *Scanner) decode(src []byte) []byte {
	e := &s.page.Encoding
	*e = Encoding{DeclaredOffset: -1, InvalidUTF8: -1, NUL: -1}
	switch {
	case bytes.HasPrefix(src, []byte("\xEF\xBB\xBF")):
		e.BOM = UTF8BOM
		src = src[3:]
	case bytes.HasPrefix(src, []byte("\xFE\xFF")):
		e.BOM = UTF16BE
		src = s.fromUTF16(src[2:], binary.BigEndian)
	case bytes.HasPrefix(src, []byte("\xFF\xFE")):
		e.BOM = UTF16LE
		src = s.fromUTF16(src[2:], binary.LittleEndian)
	}
	e.NUL = bytes.IndexByte(src, 0)
	if !utf8.Valid(src) {
		e.InvalidUTF8 = firstInvalid(src)
	}
	return src
}

// fromUTF16 converts src into a buffer of the Scanner. Lone surrogates, and half a unit at the end, become U+FFFD.
func (s *Scanner) fromUTF16(src []byte, order binary.ByteOrder) []byte {
	out := reuse(s.utf8Copy)
	for len(src) >= 2 {
		r := rune(order.Uint16(src))
		src = src[2:]
		if utf16.IsSurrogate(r) {
			pair := rune(utf8.RuneError)
			if len(src) >= 2 {
				pair = utf16.DecodeRune(r, rune(order.Uint16(src)))
			}
			if r = pair; pair != utf8.RuneError {
				src = src[2:]
			}
		}
		out = utf8.AppendRune(out, r)
	}
	if len(src) > 0 {
		out = utf8.AppendRune(out, utf8.RuneError)
	}
	s.utf8Copy = out
	return out
}

// firstInvalid returns the offset of the first byte that is not part of valid UTF-8.
func firstInvalid(src []byte) int {
	for i := 0; i < len(src); {
		if src[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}
