package rules

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

func TestSaidByGate(t *testing.T) {
	at := func(kind ghpages.OriginKind, line, column int) ghpages.Problem {
		return ghpages.Problem{Origin: ghpages.Origin{Kind: kind, Line: line, Column: column}}
	}
	run := &Run{Input: Input{Problems: []ghpages.Problem{at(ghpages.FromConfig, 1, 2), at(ghpages.FromManifest, 3, 4)}}}
	for _, c := range []struct {
		line, column int
		want         bool
	}{{3, 4, true}, {1, 2, false}, {3, 2, false}, {1, 4, false}} {
		if got := run.saidByGate(c.line, c.column); got != c.want {
			t.Errorf("saidByGate(%d, %d) = %v", c.line, c.column, got)
		}
	}
}

func TestOffsetOf(t *testing.T) {
	doc := &site.Document{Src: []byte("ab\nc\n")}
	for _, c := range []struct{ line, column, want int }{{1, 1, 0}, {1, 2, 1}, {2, 1, 3}, {3, 1, 5}, {3, 9, 5}, {4, 1, -1}, {9, 1, -1}} {
		if got := offsetOf(doc, c.line, c.column); got != c.want {
			t.Errorf("offsetOf(%d, %d) = %d, want %d", c.line, c.column, got, c.want)
		}
	}
	if got := offsetOf(&site.Document{Src: []byte("\nb")}, 2, 1); got != 1 {
		t.Errorf("behind an empty line: %d", got)
	}
}

// A page of a million faults has so many findings of one rule, and a remark.
func TestFull(t *testing.T) {
	var c PageContext
	for i := range maxPerPage + 3 {
		f := Finding{Message: "x"}
		full := c.full(&f)
		if full != (i > maxPerPage) || !full && (f.Message == "x") != (i < maxPerPage) {
			t.Errorf("finding %d: full is %v, the message %q", i+1, full, f.Message)
		}
	}
}

// In the manifest all of a string is a value; at the ends of the file there is
// none.
func TestIsValue(t *testing.T) {
	doc := &site.Document{}
	c := &TreeContext{Run: &Run{Input: Input{Set: &Set{Manifest: doc}}}}
	for text, want := range map[string]bool{`"[REPO]"`: true, `[REPO]"`: false, `"[REPO]`: false, `"[REPO] `: false, ` [REPO]"`: false, `[REPO]`: false} {
		start := strings.IndexByte(text, '[')
		if got := c.isValue(doc, &textWord{text: text, start: start, end: start + len("[REPO]")}, "[REPO]"); got != want {
			t.Errorf("isValue in %s is %v", text, got)
		}
	}
}

func TestSettleAMP(t *testing.T) {
	page := &site.Page{Path: "a.html", AMPLinks: []string{"a.amp.html"}}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.html"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	tree, err := site.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	run := newRun(Input{Tree: tree})
	run.checked[tree.Lookup("a.html").Number()].Store(page)
	for _, c := range []struct {
		twin site.Page
		want site.Status
	}{
		{site.Page{Path: "a.amp.html", AMPOf: "a.html"}, site.AMPTwin},
		{site.Page{Path: "b.amp.html", AMPOf: "a.html"}, site.Canonical}, // not named by it
		{site.Page{Path: "a.amp.html", AMPOf: "b.html"}, site.Canonical}, // there is no such page
		{site.Page{Path: "a.amp.html"}, site.Canonical},
		{site.Page{Path: "a.amp.html", AMPOf: "a.html", Status: site.Excluded}, site.Excluded},
	} {
		if run.settleAMP(&c.twin); c.twin.Status != c.want {
			t.Errorf("%s of %q is %v, want %v", c.twin.Path, c.twin.AMPOf, c.twin.Status, c.want)
		}
	}
}
