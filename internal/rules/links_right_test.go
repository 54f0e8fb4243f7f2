package rules

import (
	"fmt"
	"hash/maphash"
	"testing"
)

// TestRightURLs: what shares a place with a right reference is not taken for it, and all that was added last is known.
func TestRightURLs(t *testing.T) {
	m := rightURLs{seed: maphash.MakeSeed()}
	for i := range 5_000 {
		right, other := fmt.Sprintf("/docs/%d/", i), fmt.Sprintf("/doks/%d/", i)
		m.add(right)
		if !m.has(right) {
			t.Fatalf("%s was added, and is not known", right)
		}
		if m.has(other) || m.has("") {
			t.Fatalf("%s was not added, and is known", other)
		}
	}
	for url, want := range map[string]bool{"/": true, "https://example.com": true, "docs/": false, "#a": false, "": false, "httpx://a": false} {
		if absolute(url) != want {
			t.Errorf("absolute(%q) is %v", url, !want)
		}
	}
}
