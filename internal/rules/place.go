package rules

import (
	"unicode/utf8"

	"github.com/discovery-set/hugo-discovery/internal/pos"
)

// maxColumn is how far into a line, in bytes, columns count characters. Beyond
// it they count bytes: a file of one line could hold a finding at each.
const maxColumn = 64 << 10

// places turns byte offsets of one text into lines and columns. The first few
// look-ups read the text; when more come, an index is made, so that a file
// full of faults takes no longer than its length asks for.
type places struct {
	src   []byte
	asked int
	index pos.Index
}

// reset begins another text.
func (p *places) reset(src []byte) { *p = places{src: src} }

// at is where an offset is for people and editors: the line, and the column in
// characters, both from 1.
func (p *places) at(offset int) (line, column int) {
	const few = 8
	offset = min(max(offset, 0), len(p.src))
	switch p.asked++; {
	case p.asked < few:
		line, column = pos.LineColumn(p.src, offset)
	case p.asked == few:
		p.index = pos.NewIndex(p.src)
		fallthrough
	default:
		line, column = p.index.LineColumn(offset)
	}
	if column > maxColumn {
		return line, column
	}
	return line, utf8.RuneCount(p.src[offset-(column-1):offset]) + 1
}
