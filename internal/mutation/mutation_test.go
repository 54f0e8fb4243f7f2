// Package mutation holds the rules to their purpose: it breaks conforming
// trees in one place at a time, as the ledger says that a site can be wrong,
// and asks of verify that it notices each break, that it says which rule is
// broken, and that it says so once.
package mutation_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// brk is one fault. Its expected numbers of the ledger are a judgement from
// the protocol's text, made without looking at what the rules report.
type brk struct {
	name  string
	refs  string // any of these numbers
	apply func(*tree)
	// wide: the fault is in every page, so that it is counted by rules.
	wide bool
	// refused: verify may also refuse to begin (exit status 2), with this word
	// in its line.
	refused string
}

// TestBreaks applies every break to every tree that it fits.
func TestBreaks(t *testing.T) {
	tried, noticed, cited, noisy := 0, 0, 0, 0
	for _, base := range []*tree{readTree(t, "page"), readTree(t, "site"), readTree(t, "user"), customDomain(t)} {
		t.Run(base.name, func(t *testing.T) {
			dir := t.TempDir()
			base.write(t, dir, nil)
			if found, code, out := check(t, dir, base); code != 0 || len(found) > 0 {
				t.Fatalf("the tree does not conform: exit status %d %s\n%v", code, out, found)
			}
			for _, b := range slices.Concat(headBreaks(base), fileBreaks(base), manifestBreaks(base), sitemapBreaks(base), robotsBreaks(base),
				jsonldBreaks(base), footerBreaks(base), llmsBreaks(base), treeBreaks(base), declaredBreaks(base)) {
				broken := base.clone()
				b.apply(broken)
				tried++
				broken.write(t, dir, base)
				found, code, out := check(t, dir, broken)
				base.write(t, dir, broken)
				if code == 2 {
					if b.refused == "" || !strings.Contains(out, b.refused) || strings.Count(out, "\n") != 1 {
						t.Errorf("%s: exit status 2, without a line of %q: %s", b.name, b.refused, out)
						continue
					}
					noticed++
					cited++
					continue
				}
				if len(found) == 0 {
					t.Errorf("MISSED %s (%s)", b.name, b.refs)
					continue
				}
				noticed++
				if !slices.ContainsFunc(found, func(f finding) bool { return cites(f, b.refs) }) {
					t.Errorf("OTHER %s: no finding cites one of %s\n%s", b.name, b.refs, lines(found))
				} else {
					cited++
				}
				if n := count(found, b.wide); n > 2 {
					noisy++
					t.Errorf("NOISE %s (%s): %d findings\n%s", b.name, b.refs, n, lines(found))
				}
			}
		})
	}
	t.Logf("%d breaks tried, %d noticed, %d with an expected number, %d with more than two findings", tried, noticed, cited, noisy)
	if tried < 500 {
		t.Errorf("only %d breaks were tried", tried)
	}
}

func check(t *testing.T, dir string, tr *tree) ([]finding, int, string) {
	t.Helper()
	return verify(append([]string{dir, "--jobs", "1"}, tr.args...)...)
}

// TestFindingsStay: what a finding says of one page does not change when the
// next one is read into the same memory.
func TestFindingsStay(t *testing.T) {
	tr := readTree(t, "site")
	links := ""
	for i := range 40 {
		links += fmt.Sprintf("<a href=\"%smissing-%02d/\">x</a>\n", tr.root, i)
	}
	tr.edit("404.html", "</main>", links+"</main>")
	for i := range 20 {
		tr.set(fmt.Sprintf("z%02d.html", i), strings.Repeat("<p>overwritten, overwritten</p>\n", 400))
	}
	dir := t.TempDir()
	tr.write(t, dir, nil)
	found, _, _ := check(t, dir, tr)
	n := 0
	for _, f := range found {
		if f.File == "404.html" {
			n++
			if !strings.HasPrefix(f.URL, tr.root+"missing-") || !strings.Contains(f.Message, f.URL) {
				t.Errorf("%s: URL %q", f, f.URL)
			}
		}
	}
	if n != 40 {
		t.Errorf("%d findings, not 40", n)
	}
}

func cites(f finding, refs string) bool {
	return slices.ContainsFunc(strings.Fields(refs), func(ref string) bool { return slices.Contains(f.Refs, ref) })
}

// count counts findings, or rules where the fault is in every page.
func count(found []finding, rules bool) int {
	if !rules {
		return len(found)
	}
	seen := map[string]bool{}
	for _, f := range found {
		seen[f.Rule] = true
	}
	return len(seen)
}

func lines(found []finding) string {
	var b strings.Builder
	for _, f := range found {
		fmt.Fprintf(&b, "\t%s\n", f)
	}
	return b.String()
}
