//go:build unix

package mutation_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// farm writes one file and gives it further names: a tree of many large files
// that costs its author nothing.
func farm(t *testing.T, dir string, text []byte, names ...string) {
	t.Helper()
	for i, name := range names {
		p := filepath.Join(dir, name)
		must(t, os.MkdirAll(filepath.Dir(p), 0o755))
		if i == 0 {
			must(t, os.WriteFile(p, text, 0o644))
		} else {
			must(t, os.Link(filepath.Join(dir, names[0]), p))
		}
	}
}

func names(format string, n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf(format, i)
	}
	return all
}

// TestFarms: large files that a rule looks at together are not in memory
// together, and what is left out for that is said.
func TestFarms(t *testing.T) {
	for _, c := range []struct {
		name  string
		text  []byte
		files []string
		edit  func(*tree, []string)
		says  string
	}{
		{
			"the files of a sitemap index", append([]byte(urls("")), bytes.Repeat([]byte{'\n'}, 40<<20)...), names("s%d.xml", 20),
			func(tr *tree, files []string) {
				index := `<?xml version="1.0" encoding="UTF-8"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`
				for _, f := range files {
					index += "<sitemap><loc>" + tr.root + f + "</loc></sitemap>"
				}
				tr.set("sitemap.xml", index+"</sitemapindex>")
			},
			"was not read: the sitemaps have more than 128 MiB together (and 16 more files)",
		},
		{
			"style sheets", append([]byte("a { background: url(nowhere.png) }\n"), bytes.Repeat([]byte{' '}, 40<<20)...), names("s%d.css", 40),
			func(tr *tree, files []string) {
				links := ""
				for _, f := range files {
					links += `<link rel="stylesheet" href="` + tr.root + f + `">`
				}
				tr.edit("docs/index.html", "</head>", links+"</head>")
			},
			"“nowhere.png”",
		},
		{
			"nested llms.txt", bytes.Repeat([]byte("# a\n"), 15<<20), names("n%d/llms.txt", 30),
			func(tr *tree, files []string) {
				var all []any
				for _, f := range files {
					all = append(all, tr.root+f)
				}
				tr.object("raw-manifest.json", func(m map[string]any) { m["discovery"].(map[string]any)["nested_llms"] = all })
			},
			"together",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr := readTree(t, "site")
			c.edit(tr, c.files)
			dir := t.TempDir()
			tr.write(t, dir, nil)
			farm(t, dir, c.text, c.files...)
			var cmd *exec.Cmd
			found := report(t, func(c *exec.Cmd) { cmd = c }, tr, dir)
			if !slices.ContainsFunc(found, func(f finding) bool { return strings.Contains(f.Message, c.says) }) {
				t.Errorf("nothing says %q\n%.3000s", c.says, lines(found))
			}
			if rss := maxRSS(t, cmd); rss > memory {
				t.Errorf("the program used %d MiB for files of %d MiB", rss>>20, len(c.text)>>20)
			}
		})
	}
}

// TestManyFindings: a small tree may hold millions of faults. Those that are
// told are the same whatever the number of workers, and there is a finding for
// the rest.
func TestManyFindings(t *testing.T) {
	tr := readTree(t, "page")
	dir := t.TempDir()
	tr.write(t, dir, nil)
	page := "<!DOCTYPE html><title>x</title>"
	for i := range 500 {
		page += fmt.Sprintf("<a href=x%d>x</a>", i)
	}
	farm(t, dir, []byte(page), names("p%04d.html", 1200)...)
	var cmd *exec.Cmd
	var before []finding
	for _, jobs := range []string{"1", "8"} {
		found := report(t, func(c *exec.Cmd) { cmd = c; c.Args = append(c.Args, "--jobs", jobs) }, tr, dir)
		broken, rest := 0, 0
		for _, f := range found {
			if f.Rule == "links/broken" && f.File != "" {
				broken++
			}
			if strings.Contains(f.Message, "findings of this rule in the tree") {
				rest++
			}
		}
		if broken != 25_000 || rest != 1 {
			t.Errorf("%d broken links are told, and %d findings tell of more", broken, rest)
		}
		if before != nil && lines(before) != lines(found) {
			t.Error("the findings depend on the number of workers")
		}
		before = found
		if rss := maxRSS(t, cmd); rss > memory {
			t.Errorf("the program used %d MiB", rss>>20)
		}
	}
}

// TestLongBase: a long base element does not make each reference of the page
// that long.
func TestLongBase(t *testing.T) {
	for _, length := range []int{2_000, 3_000, 200_000} {
		tr := readTree(t, "site")
		links := ""
		for i := range 20_000 {
			links += fmt.Sprintf("<a href=x%d>x</a>", i)
		}
		tr.edit("docs/index.html", "<head>", `<head><base href="`+tr.root+strings.Repeat("a", length)+`/">`)
		tr.edit("docs/index.html", "</main>", links+"</main>")
		dir := t.TempDir()
		tr.write(t, dir, nil)
		var cmd *exec.Cmd
		found := report(t, func(c *exec.Cmd) { cmd = c }, tr, dir)
		said := slices.ContainsFunc(found, func(f finding) bool {
			return f.Rule == "head/base" && strings.Contains(f.Message, "as if it were not there")
		})
		if said != (length > 2048) {
			t.Errorf("a base of %d characters: told %v\n%.2000s", length, said, lines(found))
		}
		if used := cmd.ProcessState.UserTime().Seconds(); used > 20 {
			t.Errorf("a base of %d characters takes %.0f s", length, used)
		}
		if rss := maxRSS(t, cmd); rss > memory/4 {
			t.Errorf("a base of %d characters takes %d MiB", length, rss>>20)
		}
	}
}
