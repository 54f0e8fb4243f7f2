package rules

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/discovery-set/hugo-discovery/internal/site"
)

// treeFindings are those of rules about the whole tree that read files.
func treeFindings(run *Run, pages []*site.Page) []Finding {
	c := &TreeContext{Run: run, Pages: pages}
	for _, p := range pages {
		if p.Status == site.Canonical {
			c.Canonical = append(c.Canonical, p)
		}
	}
	for i := range run.rules {
		switch rule := &run.rules[i]; rule.ID {
		case "pages/unread", "files/unchecked", "links/twin", "links/broken":
			if c.rule = rule; rule.Tree != nil {
				rule.Tree(c)
			}
		}
	}
	return c.findings
}

// Files for which there is no room are not read, in the order of their paths and whatever the number of workers, and one finding
// of each kind says so.
func TestBudgets(t *testing.T) {
	files := map[string]string{}
	for i := range 40 {
		files[fmt.Sprintf("p%02d.html", i)] = `<link rel="stylesheet" href="s` + fmt.Sprint(i%4) + `.css"><a href="gone">a</a>`
		files[fmt.Sprintf("p%02d.md", i)] = "[a](gone)\n"
	}
	for i := range 4 {
		files[fmt.Sprintf("s%d.css", i)] = "a { background: url(gone) }\n"
	}
	var first []string
	for _, jobs := range []int{1, 2, 8} {
		run := smallTree(t, files)
		run.Jobs = jobs
		size := func(p string) int64 { return run.Tree.Lookup(p).Size }
		run.mostBytes = budgets{pages: 30*size("p00.html") + 5, styles: 2 * size("s0.css"), twins: 7 * size("p00.md")}
		pages, findings := run.checkPages()
		for i, p := range pages {
			if (p.Status == site.Unread) != (i >= 30) {
				t.Errorf("%d jobs: %s is %v", jobs, p.Path, p.Status)
			}
		}
		var got []string
		for _, f := range append(findings, treeFindings(run, pages)...) {
			got = append(got, f.File+" "+f.Rule+" "+f.Severity.String()+" "+f.Message)
		}
		for _, want := range []string{
			"p30.html pages/unread error from this file on, 10 HTML files were not read: no more than 0 MiB of HTML files are read of one site",
			"s2.css files/unchecked warning from this file on, 2 style sheets were not read: no more than 0 MiB of style sheets are read of one site",
			"p07.md links/twin warning from this file on, 23 Markdown twins were not read: no more than 0 MiB of Markdown twins are read of one site",
		} {
			if n := len(slices.DeleteFunc(slices.Clone(got), func(s string) bool { return s != want })); n != 1 {
				t.Errorf("%d jobs: %d times %q", jobs, n, want)
			}
		}
		for _, s := range got {
			if strings.HasPrefix(s, "p31.html pages/unread") || strings.HasPrefix(s, "s3.css links/") || strings.HasPrefix(s, "p08.md links/") {
				t.Errorf("%d jobs: %s", jobs, s)
			}
		}
		if !slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, "s1.css links/") }) {
			t.Errorf("%d jobs: s1.css was not read", jobs)
		}
		slices.Sort(got)
		if first == nil {
			first = got
		} else if !slices.Equal(got, first) {
			t.Errorf("%d jobs: other findings than with 1", jobs)
		}
	}
	if b := (budget{most: 10, files: 1}); !b.takes(&site.File{Size: 10}) || b.takes(&site.File{}) || b.count != 1 {
		t.Errorf("the number of files does not count: %+v", b)
	}
	if b := (budget{most: 10, files: 9}); b.takes(&site.File{Size: 11}) || b.takes(&site.File{Size: 1}) {
		t.Errorf("a file is read behind one that is not: %+v", b)
	}
	if mostBytes != (budgets{2 << 30, 256 << 20, 512 << 20}) {
		t.Errorf("docs/verify.md names other bounds than %+v", mostBytes)
	}
}

// Style sheets and twins that are too large are named, not read.
func TestTooLargeToRead(t *testing.T) {
	run := smallTree(t, map[string]string{"a.html": `<link rel="stylesheet" href="a.css"><p>`, "a.md": "x", "a.css": "x"})
	dir := run.Tree.Name
	for name, size := range map[string]int64{"a.css": site.MaxDocSize + 1, "a.md": maxLLMSSize + 1} {
		if err := os.Truncate(filepath.Join(dir, name), size); err != nil {
			t.Fatal(err)
		}
	}
	tree, err := site.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	in := run.Input
	in.Tree = tree
	run = newRun(in)
	pages, _ := run.checkPages()
	got := says(treeFindings(run, pages))
	for _, want := range []string{"the style sheet was not checked: larger than 64 MiB", "the links of the Markdown twin were not checked: larger than 5 MiB"} {
		if !slices.Contains(got, want) {
			t.Errorf("nothing says %q: %q", want, got)
		}
	}
}
