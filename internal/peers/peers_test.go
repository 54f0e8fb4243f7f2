// Package peers holds verify to the output of generators that know nothing of it: what it says of their sites is true and
// helpful, and their habits are no faults.
//
// testdata/trees are trees of the shape that they write, small and by hand; each names what verify has to find. testdata/src
// are sources of one small site for each generator, at its best configuration, and testdata/mended what has to be added to
// get a site without findings; make peers builds both with the real generators, which takes minutes.
package peers

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/discovery-set/hugo-discovery/internal/command"
	"github.com/discovery-set/hugo-discovery/internal/golden"
)

var (
	update = flag.Bool("update", false, "write the expected findings anew")
	build  = flag.Bool("build", false, "build the sites of testdata/src with the real generators")
)

// TestTrees verifies the trees written by hand.
func TestTrees(t *testing.T) {
	archives, err := filepath.Glob("testdata/trees/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no trees", err)
	}
	for _, path := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			for _, f := range archive.Files {
				write(t, filepath.Join(dir, filepath.FromSlash(f.Name)), f.Data)
			}
			var b strings.Builder
			for _, f := range verify(t, dir) {
				fmt.Fprintf(&b, "%s:%d:%d: %s: %s [%s]\n\t%s\n", f.File, f.Line, f.Column, f.Severity, f.Message, f.Rule, f.Fix)
			}
			golden.Check(t, strings.TrimSuffix(path, ".txtar")+".findings", b.String(), *update, "go test ./internal/peers -update")
		})
	}
}

// generator is how a site is built.
type generator struct {
	name  string
	tools []string
	build [][]string // commands, in the folder of the sources
	tree  string     // where the site is then
	card  string     // where its picture and its icon come from
	icon  string
}

var generators = []generator{
	{"jekyll", []string{"jekyll"}, [][]string{{"jekyll", "build"}}, "_site", "assets/card.png", "assets/favicon.png"},
	{"mkdocs", []string{"mkdocs"}, [][]string{{"mkdocs", "build", "--quiet"}}, "site", "docs/img/card.png", "docs/img/favicon.ico"},
	{"vitepress", []string{"npm"}, [][]string{{"npm", "ci"}, {"npm", "run", "build"}}, "docs/.vitepress/dist", "docs/public/card.png", "docs/public/favicon.png"},
	{"eleventy", []string{"npm"}, [][]string{{"npm", "ci"}, {"npm", "run", "build"}}, "_site", "img/card.png", "img/favicon.png"},
}

// TestBuilt builds the sites with the generators. A golden file says how often which rule speaks; of a mended site, none.
func TestBuilt(t *testing.T) {
	if !*build {
		t.Skip("make peers builds the sites with the real generators")
	}
	for _, g := range generators {
		t.Run(g.name, func(t *testing.T) {
			for _, tool := range g.tools {
				if _, err := exec.LookPath(tool); err != nil {
					t.Fatal(err)
				}
			}
			dir := t.TempDir()
			copyDir(t, dir, filepath.Join("testdata/src", g.name))
			copyFile(t, filepath.Join(dir, g.card), "../rules/testdata/trees/site/og.png")
			copyFile(t, filepath.Join(dir, g.icon), "../rules/testdata/trees/site/favicon.png")
			run(t, dir, g.build...)
			count := map[string]int{}
			for _, f := range verify(t, filepath.Join(dir, g.tree)) {
				count[f.Severity+" "+f.Rule]++
			}
			var lines []string
			for rule, n := range count {
				lines = append(lines, fmt.Sprintf("%s %d\n", rule, n))
			}
			slices.Sort(lines)
			golden.Check(t, filepath.Join("testdata/built", g.name+".txt"), strings.Join(lines, ""), *update, "go test ./internal/peers -build -update")

			mended := filepath.Join("testdata/mended", g.name)
			if _, err := os.Stat(mended); err != nil {
				return
			}
			if err := os.RemoveAll(filepath.Join(dir, g.tree)); err != nil {
				t.Fatal(err)
			}
			copyDir(t, dir, mended)
			run(t, dir, g.build[len(g.build)-1])
			for _, f := range verify(t, filepath.Join(dir, g.tree)) {
				t.Errorf("of the mended site: %s:%d: %s [%s]", f.File, f.Line, f.Message, f.Rule)
			}
		})
	}
}

// TestGeneratorsPage: docs/generators.md gives the numbers of findings that were counted.
func TestGeneratorsPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/generators.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range generators {
		counted, err := os.ReadFile(filepath.Join("testdata/built", g.name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		sum := map[string]int{}
		for line := range strings.Lines(string(counted)) {
			var severity, rule string
			var n int
			if _, err := fmt.Sscan(line, &severity, &rule, &n); err != nil {
				t.Fatal(err)
			}
			sum[severity] += n
		}
		want := "| 0 | 0 |"
		if sum["error"] > 0 {
			want = fmt.Sprintf("| %d errors, %d warning", sum["error"], sum["warning"])
		}
		row := regexp.MustCompile(`(?m)^\| \[\w+\]\(#` + g.name + `\).*$`).FindString(string(page))
		if !strings.Contains(row, want) {
			t.Errorf("docs/generators.md: the row of %s should have %q: %q", g.name, want, row)
		}
	}
}

// run runs commands in a folder, one after the other.
func run(t *testing.T, dir string, commands ...[]string) {
	t.Helper()
	for _, args := range commands {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "JEKYLL_ENV=production")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}

type finding struct {
	Rule, Severity, File, Message, Fix string
	Line, Column                       int
}

// verify judges a tree as the project site that all of them are.
func verify(t *testing.T, dir string) []finding {
	t.Helper()
	var out, errors bytes.Buffer
	c := &command.Command{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errors}
	if c.Main([]string{
		"verify", "--config", "none", "--format", "json", "--owner", "example-user", "--repo", "example-project", "--pages-type", "PROJECT_SITE",
		"--custom-domain", "NONE", "--site-root", "https://example-user.github.io/example-project/", dir,
	}) == 2 {
		t.Fatal(errors.String())
	}
	var report struct{ Findings []finding }
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	return report.Findings
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func copyFile(t *testing.T, to, from string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	write(t, to, data)
}

// copyDir copies a folder over another one.
func copyDir(t *testing.T, to, from string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err == nil {
			copyFile(t, filepath.Join(to, rel), path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
