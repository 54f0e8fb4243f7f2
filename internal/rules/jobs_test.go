package rules_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/discovery-set/hugo-discovery/internal/command"
)

// reportWith is the report of verify with a number of jobs.
func reportWith(jobs int, args ...string) string {
	var out bytes.Buffer
	c := &command.Command{Stdin: strings.NewReader(""), Stdout: &out, Stderr: new(bytes.Buffer), Environ: func(string) (string, bool) { return "", false }}
	c.Main(append([]string{"verify", "--config", "none", "--format", "json", "--jobs", fmt.Sprint(jobs)}, args...))
	return out.String()
}

// TestJobs: the same report, byte for byte, however many pages are looked at side by side, in a tree of enough pages that the
// workers come to them, and end them, in another order each time. Every page says something else than the one before, so that
// what a worker kept of that would show.
func TestJobs(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8))
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(treeDir("site"))); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "docs", "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	faults := [][2]string{
		{"<title>", "<title>Other "}, {`<meta name="description"`, `<meta name="x"`}, {`content="index, follow"`, `content="index"`},
		{`"@type": "WebPage"`, `"@type": "Article"`}, {`href="../reference/"`, `href="../reference/#none"`}, {`id="install"`, `id="own"`},
		{`"inLanguage": "en"`, `"inLanguage": "en", "image": "none.png"`}, {"</main>", `<a href="../docs/#write">x</a><a href="../p0/#own">y</a></main>`},
		{"https://example-user.github.io/example-project/llms.txt", "/llms.txt"}, {"<h1>", `<style>b{background:url(../none.png)}</style><h1>`},
	}
	for i := range 120 {
		page := string(text)
		for j, f := range faults {
			if i%(j+2) == 0 {
				page = strings.ReplaceAll(page, f[0], f[1])
			}
		}
		page = strings.ReplaceAll(page, "example-project/docs/", fmt.Sprintf("example-project/p%d/", i))
		page = strings.Repeat("\n", i%5) + page
		if i%3 == 0 { // a style sheet that no other page names
			page = strings.Replace(page, "</head>", `<link rel="stylesheet" href="own.css"></head>`, 1)
		}
		page += strings.Repeat("<p>Some pages are longer than others.</p>\n", i%7*300)
		name := filepath.Join(dir, fmt.Sprintf("p%d", i), "index.html")
		if err := os.Mkdir(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{name: page, filepath.Join(filepath.Dir(name), "own.css"): "b { background: url(none.png) }\n"} {
			if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	want := reportWith(1, dir)
	if n := strings.Count(want, `"rule"`); n < 500 {
		t.Fatalf("%d findings:\n%.2000s", n, want)
	}
	for _, jobs := range []int{2, 3, 8, 8, 8, 16} {
		if got := reportWith(jobs, dir); got != want {
			one, other := strings.Split(want, "\n"), strings.Split(got, "\n")
			for i := range one {
				if i >= len(other) || one[i] != other[i] {
					t.Fatalf("with %d jobs the report differs from line %d on:\n%s\n%s", jobs, i+1, strings.Join(one[i:min(i+12, len(one))], "\n"), strings.Join(other[min(i, len(other)):min(i+12, len(other))], "\n"))
				}
			}
			t.Fatalf("with %d jobs the report is longer", jobs)
		}
	}
}
