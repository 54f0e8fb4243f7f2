package rules

import (
	"bytes"
	"slices"
	"sort"
	"unicode/utf8"
)

// maxColumn is how far into a line, in bytes, columns count characters. Beyond
// it they count bytes: a file of one line could hold a finding at each.
const maxColumn = 64 << 10

// places turns byte offsets of one text into lines and columns. It reads the
// text once, and only as far as it is asked for: most of what is asked of a
// page stands in its head.
type places struct {
	src    []byte
	read   int      // how far
	starts []uint32 // of the second line and those behind it, up to read

	// What was asked for last: findings come mostly in the order of the text,
	// and the next one of a long line counts on from there.
	last, lastColumn int
}

// reset begins another text.
func (p *places) reset(src []byte) { *p = places{src: src, starts: p.starts[:0]} }

// at is where an offset is for people and editors: the line, and the column in
// characters, both from 1.
func (p *places) at(offset int) (line, column int) {
	offset = min(max(offset, 0), len(p.src))
	if p.read < offset-maxColumn { // a file of nothing but lines is large enough without what a growing list leaves behind
		p.starts = slices.Grow(p.starts, bytes.Count(p.src[p.read:offset], []byte{'\n'}))
	}
	for p.read < offset {
		n := bytes.IndexByte(p.src[p.read:offset], '\n')
		if n < 0 {
			p.read = offset
			break
		}
		p.read += n + 1
		p.starts = append(p.starts, uint32(p.read))
	}
	before := sort.Search(len(p.starts), func(i int) bool { return int(p.starts[i]) > offset })
	start := 0
	if before > 0 {
		start = int(p.starts[before-1])
	}
	if p.lastColumn > 0 && start <= p.last && p.last <= offset && offset-start < maxColumn && (p.last == offset || utf8.RuneStart(p.src[p.last])) {
		column = p.lastColumn + utf8.RuneCount(p.src[p.last:offset])
	} else {
		column = columnOf(p.src, start, offset)
	}
	p.last, p.lastColumn = offset, column
	return before + 1, column
}

// columnOf is the column of an offset in the line that begins at start.
func columnOf(src []byte, start, offset int) int {
	if column := offset - start + 1; column > maxColumn {
		return column
	}
	return utf8.RuneCount(src[start:offset]) + 1
}
