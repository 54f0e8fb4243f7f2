package rules_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/discovery-set/hugo-discovery/internal/rules"
)

// TestProblemsHaveRules: every rule that ghpages names for a problem exists,
// and every rule of the gate is named there.
func TestProblemsHaveRules(t *testing.T) {
	src, err := os.ReadFile(filepath.Join("..", "ghpages", "close.go"))
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, m := range regexp.MustCompile(`"(gate/[a-z-]+)"`).FindAllStringSubmatch(string(src), -1) {
		named[m[1]] = true
		if _, ok := rules.ByID(m[1]); !ok {
			t.Errorf("ghpages names %s, which is no rule", m[1])
		}
	}
	for _, r := range rules.All() {
		if r.Area() == "gate" && !named[r.ID] {
			t.Errorf("nothing in ghpages names %s", r.ID)
		}
	}
}
