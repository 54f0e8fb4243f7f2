package pos

import (
	"strings"
	"testing"
)

func TestLineColumn(t *testing.T) {
	const src = "ab\r\n\u00e9\rc\n\nd"
	x := NewIndex(src)
	for _, test := range []struct{ off, line, col int }{
		{-1, 1, 1}, {0, 1, 1}, {2, 1, 3}, {3, 1, 4}, {4, 2, 1}, {6, 2, 3}, {7, 2, 4}, {8, 2, 5}, {9, 3, 1}, {10, 4, 1}, {11, 4, 2}, {99, 4, 2},
	} {
		if line, col := LineColumn(src, test.off); line != test.line || col != test.col {
			t.Errorf("LineColumn(%d) = %d, %d, want %d, %d", test.off, line, col, test.line, test.col)
		}
		if line, col := x.LineColumn(test.off); line != test.line || col != test.col {
			t.Errorf("Index.LineColumn(%d) = %d, %d, want %d, %d", test.off, line, col, test.line, test.col)
		}
	}
	if got, want := x.At(99), (Position{11, 4, 2}); got != want || At([]byte(src), 99) != want {
		t.Errorf("At(99) = %v, want %v", got, want)
	}
	var empty Index
	if line, col := empty.LineColumn(5); line != 1 || col != 1 {
		t.Errorf("the empty index says %d, %d", line, col)
	}
}

func FuzzIndex(f *testing.F) {
	f.Add("a\nb\r\n\n", 3)
	f.Fuzz(func(t *testing.T, src string, off int) {
		x := NewIndex(src)
		if got, want := x.At(off), At(src, off); got != want {
			t.Errorf("the index says %v, counting says %v", got, want)
		}
		p := x.At(off)
		if p.Line != strings.Count(src[:p.Offset], "\n")+1 || p.Column != p.Offset-strings.LastIndexByte(src[:p.Offset], '\n') {
			t.Errorf("%d is at %v", off, p)
		}
		rest := src[p.Offset:]
		if end := strings.IndexByte(rest+"\n", '\n') + p.Offset; x.Start(p.Line) != p.Offset-p.Column+1 || x.End(p.Line) != end {
			t.Errorf("line %d goes from %d to %d, not from %d to %d", p.Line, x.Start(p.Line), x.End(p.Line), p.Offset-p.Column+1, end)
		}
		if last := strings.Count(src, "\n") + 1; x.Start(last+1) != len(src) || x.End(last+1) != len(src) || x.Start(0) != 0 {
			t.Errorf("beyond the lines: %d, %d, %d", x.Start(last+1), x.End(last+1), x.Start(0))
		}
	})
}

func BenchmarkNewIndex(b *testing.B) {
	src := []byte(strings.Repeat("    <loc>https://example-user.github.io/example-project/</loc>\n", 50_000))
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		NewIndex(src)
	}
}
