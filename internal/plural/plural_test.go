package plural

import "testing"

func TestOf(t *testing.T) {
	for n, want := range map[int]string{0: "0 pages", 1: "1 page", 2: "2 pages", 1000: "1000 pages"} {
		if got := Of(n, "page"); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
