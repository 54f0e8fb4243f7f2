package htmlfacts

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unsafe"

	"github.com/discovery-set/hugo-discovery/internal/htmlscan"
)

// stringOf returns a string that shares the bytes of b, which is why everything in a Page lives only until the next Scan.
// It is the one place where that is done: copying each of the thousand values of a page would cost more than scanning it.
func stringOf(b []byte) string {
	return unsafe.String(unsafe.SliceData(b), len(b)) // #nosec G103 -- the bytes are not changed while the Page is in use
}

// hasAmp reports whether there is a "&" between the offsets. Values come mostly in order, so the next "&" of the document
// is remembered.
func (s *Scanner) hasAmp(start, end int) bool {
	if start < s.ampFrom {
		return strings.IndexByte(stringOf(s.src[start:end]), '&') >= 0
	}
	if s.ampAt < start {
		s.ampFrom, s.ampAt = start, indexByteFrom(s.src, start, '&')
	}
	return s.ampAt < end
}

// value returns the decoded attribute value that is written between the offsets.
func (s *Scanner) value(start, end int) string {
	raw := s.src[start:end]
	if !s.unusual && !s.hasAmp(start, end) {
		return stringOf(raw)
	}
	n := len(s.arena)
	s.arena = htmlscan.AppendAttr(s.arena, raw)
	return stringOf(s.arena[n:])
}

// attr returns the decoded value of an attribute that the current tag has.
func (s *Scanner) attr(a htmlscan.Attr) string {
	v := s.z.Value(a)
	return s.value(v.Start, v.End)
}

// trimmed is attr without the white space around the value.
func (s *Scanner) trimmed(a htmlscan.Attr) string { return trimSpace(s.attr(a)) }

// isCut reports whether the quotation mark at end, which ends an attribute's value, was meant to be part of it: neither
// the tag ends behind it, nor do white space or another attribute follow.
func (s *Scanner) isCut(end int) bool {
	if end >= len(s.src) || s.src[end] != '"' && s.src[end] != '\'' {
		return false
	}
	rest := s.src[end+1:]
	n := bytes.IndexAny(rest[:min(len(rest), longestName)], " \t\n\f\r/>=\"'")
	return n > 0 && rest[n] != '=' || n == 0 && strings.IndexByte("=\"'", rest[0]) >= 0
}

// longestName is more than the length of any attribute's name.
const longestName = 64

func trimSpace(v string) string {
	for len(v) > 0 && isSpace(v[0]) {
		v = v[1:]
	}
	for len(v) > 0 && isSpace(v[len(v)-1]) {
		v = v[:len(v)-1]
	}
	return v
}

// url returns the decoded value between the offsets as the URL that it stands for.
func (s *Scanner) url(start, end int) string { return s.cleanURL(s.value(start, end)) }

// cleanURL strips what the basic URL parser of the URL standard strips: controls and spaces at both ends, and tabs and
// newlines anywhere.
func (s *Scanner) cleanURL(v string) string {
	for len(v) > 0 && v[0] <= ' ' {
		v = v[1:]
	}
	for len(v) > 0 && v[len(v)-1] <= ' ' {
		v = v[:len(v)-1]
	}
	if !hasControl(v) {
		return v
	}
	n := len(s.arena)
	for i := range len(v) {
		if c := v[i]; c != '\t' && c != '\n' && c != '\r' {
			s.arena = append(s.arena, c)
		}
	}
	return stringOf(s.arena[n:])
}

// hasControl reports whether v contains a byte below 0x20. Eight at a time: subtracting 0x20 from each borrows from the
// highest bit of those below it. (A borrow can carry on to a byte above, but only from one that is below.)
func hasControl(v string) bool {
	const ones = 0x0101010101010101
	n := len(v)
	if n < 8 {
		for i := range n {
			if v[i] < 0x20 {
				return true
			}
		}
		return false
	}
	for i := 0; ; i = min(i+8, n-8) {
		x := binary.LittleEndian.Uint64([]byte(v[i : i+8]))
		if (x-ones*0x20)&^x&(ones*0x80) != 0 {
			return true
		}
		if i == n-8 {
			return false
		}
	}
}

// collapsed returns the decoded text between the offsets with white space collapsed and trimmed.
func (s *Scanner) collapsed(start, end int) string {
	n := len(s.arena)
	s.arena = htmlscan.AppendText(s.arena, s.src[start:end])
	b := s.arena[n:]
	out := b[:0]
	for i := 0; i < len(b); i++ {
		if !isSpace(b[i]) {
			out = append(out, b[i])
		} else if len(out) > 0 && i+1 < len(b) && !isSpace(b[i+1]) {
			out = append(out, ' ')
		}
	}
	return stringOf(out)
}
