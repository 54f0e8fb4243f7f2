package rules

import (
	"math/rand/v2"
	"testing"
)

// TestLineSet holds the set to one of plain booleans.
func TestLineSet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		const lines = 40
		s, plain := newLineSet(lines), [lines + 2]bool{}
		for range 8 {
			first := 1 + r.IntN(lines)
			last := first + r.IntN(lines+4-first) - 1 // empty, or beyond the end, too
			s.add(first, last)
			for line := first; line <= min(last, lines); line++ {
				plain[line] = true
			}
		}
		for line := 1; line <= lines; line++ {
			if s.has(line) != plain[line] {
				t.Fatalf("line %d: %v, not %v", line, s.has(line), plain[line])
			}
		}
	}
}

// TestLineSetIsLinear: a range that is added again costs nothing.
func TestLineSetIsLinear(t *testing.T) {
	const lines = 1 << 20
	s := newLineSet(lines)
	for line := 1; line <= lines; line++ {
		s.add(line, lines)
	}
	if s.out(1) != lines+1 {
		t.Error("not all lines are in the set")
	}
}
