package htmlfacts

import (
	"bytes"
	"unicode/utf8"
)

// LineColumn returns the line and column of an offset, both from 1. Columns count characters (bytes that are not UTF-8
// count one each); CR, LF and CRLF end a line. An offset outside src is moved to its nearest end. Cost is linear in the
// offset, so it is meant for findings, not for every fact.
func LineColumn(src []byte, offset int) (line, col int) {
	offset = min(max(offset, 0), len(src))
	line = 1
	start := 0
	for i := 0; i < offset; {
		k := bytes.IndexAny(src[i:offset], "\r\n")
		if k < 0 {
			break
		}
		i += k + 1
		if src[i-1] == '\r' && i < len(src) && src[i] == '\n' {
			if i == offset {
				break // between CR and LF: still the old line
			}
			i++
		}
		line++
		start = i
	}
	return line, utf8.RuneCount(src[start:offset]) + 1
}
