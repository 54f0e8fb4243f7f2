package llmstxt

import (
	"sort"
	"strings"
)

// Pos is a place in a source file.
//
// Offset counts bytes from the start of the file, a byte-order mark included. Line and Column are 1-based; Column counts
// bytes from the start of the line, as compilers and most linters do. A byte-order mark is not counted in Column, since
// editors hide it: the first character behind it stands in column 1. Lines end as CommonMark says: at a line feed, at a
// carriage return, or at both together.
type Pos struct {
	Offset int
	Line   int
	Column int
}

// byteOrderMark is U+FEFF in UTF-8.
const byteOrderMark = "\xef\xbb\xbf"

// lineTable turns offsets into positions. It is built once per source and only when a position is asked for.
type lineTable struct {
	starts []int // offset of the first byte of each line
	bom    bool
}

func newLineTable(src string) *lineTable {
	t := &lineTable{starts: make([]int, 1, 1+strings.Count(src, "\n")), bom: strings.HasPrefix(src, byteOrderMark)}
	for i := 0; i < len(src); {
		n := strings.IndexAny(src[i:], "\r\n")
		if n < 0 {
			break
		}
		i += n + 1
		if src[i-1] == '\r' && i < len(src) && src[i] == '\n' {
			i++
		}
		t.starts = append(t.starts, i)
	}
	return t
}

// at gives the position of an offset, which may be the length of the source.
func (t *lineTable) at(offset int) Pos {
	line := sort.SearchInts(t.starts, offset+1)
	column := offset - t.starts[line-1] + 1
	if line == 1 && t.bom && column > len(byteOrderMark) {
		column -= len(byteOrderMark)
	}
	return Pos{Offset: offset, Line: line, Column: column}
}
