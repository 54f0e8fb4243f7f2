package spelling

import (
	"strings"
	"testing"
)

func TestDistance(t *testing.T) {
	long := strings.Repeat("a", 65)
	for _, test := range []struct {
		a, b string
		most int
		want int
	}{
		{"", "", 3, 0}, {"", "ab", 3, 2}, {"ab", "", 3, 2}, {"sitemap", "sitemap", 3, 0}, {"site-map", "sitemap", 3, 1}, {"dissallow", "disallow", 3, 1},
		{"dsialow", "disallow", 9, 3}, {"kitten", "sitting", 9, 3}, {"kitten", "sitting", 3, 3}, {"kitten", "sitting", 2, 2}, {"a", "abcdef", 3, 3}, {long, long, 3, 3},
	} {
		if got := Distance(test.a, test.b, test.most); got != test.want {
			t.Errorf("Distance(%q, %q, %d) = %d, want %d", test.a, test.b, test.most, got, test.want)
		}
		if got := Distance(test.b, test.a, test.most); got != test.want {
			t.Errorf("Distance(%q, %q, %d) = %d, want %d", test.b, test.a, test.most, got, test.want)
		}
	}
}
