// Package pos turns byte offsets into the lines and columns that people and editors use.
//
// Offsets count bytes from 0; lines count from 1 and end after a line feed (so CRLF ends one line, and a lone carriage
// return none, as grep, git and compilers count); columns count bytes from 1, as the format packages do throughout. What
// people read counts characters instead: a rule turns the offset of its finding into such a column (rules.Finding). A
// byte order mark is part of the first line, as it is part of the file.
package pos

import (
	"bytes"
	"sort"
	"strings"
)

// Position is a place in a file: Offset in bytes from 0, Line from 1, Column in bytes from 1. A Position with Line 0 is no
// place at all.
type Position struct {
	Offset, Line, Column int
}

// LineColumn gives the line and column of the byte at offset off in src. An offset beyond either end is taken as that end.
// It reads src up to off; for many look-ups in one file use an Index.
func LineColumn[T []byte | string](src T, off int) (line, col int) {
	off = min(max(off, 0), len(src))
	line, start := 1, 0
	for i := range off {
		if src[i] == '\n' {
			line++
			start = i + 1
		}
	}
	return line, off - start + 1
}

// At is LineColumn as a Position.
func At[T []byte | string](src T, off int) Position {
	off = min(max(off, 0), len(src))
	line, col := LineColumn(src, off)
	return Position{off, line, col}
}

// Index holds where each line of a file starts, four bytes a line, so that a look-up costs the logarithm of the number of
// lines and the file's bytes need not be kept. The zero Index is that of an empty file.
type Index struct {
	starts []uint32 // of the second line and those behind it
	size   int
}

// NewIndex reads src once. Files of 4 GiB and more are beyond it: offsets behind that point give the last line known.
func NewIndex[T []byte | string](src T) Index {
	var next func(from int) int
	lines := 0 // counted first: a file of nothing but lines would be in memory several times while the list grows
	switch src := any(src).(type) {
	case []byte:
		next = func(from int) int { return bytes.IndexByte(src[from:], '\n') }
		lines = bytes.Count(src, []byte{'\n'})
	case string:
		next = func(from int) int { return strings.IndexByte(src[from:], '\n') }
		lines = strings.Count(src, "\n")
	}
	x := Index{size: len(src), starts: make([]uint32, 0, lines)}
	start := 0
	for {
		n := next(start)
		if start += n + 1; n < 0 || start >= 1<<32 {
			return x
		}
		x.starts = append(x.starts, uint32(start))
	}
}

// LineColumn gives the line and column of the byte at offset off. An offset beyond either end is taken as that end.
func (x *Index) LineColumn(off int) (line, col int) {
	off = min(max(off, 0), x.size)
	n := sort.Search(len(x.starts), func(i int) bool { return int(x.starts[i]) > off })
	if n == 0 {
		return 1, off + 1
	}
	return n + 1, off - int(x.starts[n-1]) + 1
}

// Start is the offset of the first byte of a line, counted from 1. A line beyond either end is taken as that end.
func (x *Index) Start(line int) int {
	switch {
	case line <= 1:
		return 0
	case line-2 < len(x.starts):
		return int(x.starts[line-2])
	}
	return x.size
}

// End is the offset of the line feed that ends a line, or of the end of the file.
func (x *Index) End(line int) int {
	if line-1 < len(x.starts) {
		return x.Start(line+1) - 1
	}
	return x.size
}

// At is LineColumn as a Position.
func (x *Index) At(off int) Position {
	off = min(max(off, 0), x.size)
	line, col := x.LineColumn(off)
	return Position{off, line, col}
}
