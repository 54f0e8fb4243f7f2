//go:build unix

package site

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
)

// write makes files below a new folder and opens it.
func write(t *testing.T, files map[string]string) (*Tree, string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tree, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() })
	return tree, dir
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	empty := filepath.Join(dir, "empty", "deeper")
	if err := os.MkdirAll(empty, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		filepath.Join(dir, "missing"): "does not exist", file: "is not a folder", filepath.Dir(empty): "holds no files",
	} {
		tree, err := Open(name)
		if err == nil {
			tree.Close()
			t.Errorf("%s was opened", name)
		} else if !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestIndex(t *testing.T) {
	tree, _ := write(t, map[string]string{"index.html": "12345", "b/Read Me.HTM": "", "b/llms.txt": "", "a/LLMS.TXT": "12", "Ä/x.html": ""})
	var paths []string
	for i := range tree.Files {
		paths = append(paths, tree.Files[i].Path)
	}
	if want := []string{"a/LLMS.TXT", "b/Read Me.HTM", "b/llms.txt", "index.html", "Ä/x.html"}; !slices.Equal(paths, want) {
		t.Errorf("files %q, want %q", paths, want)
	}
	if tree.Bytes != 7 {
		t.Errorf("%d bytes, want 7", tree.Bytes)
	}
	if !tree.File("index.html") || tree.File("b") || tree.File("Index.html") || tree.Lookup("b/llms.txt") == nil || tree.Lookup("none") != nil {
		t.Error("File or Lookup is wrong")
	}
	if !tree.Dir("") || !tree.Dir("b") || tree.Dir("B") || tree.Dir("index.html") {
		t.Error("Dir is wrong")
	}
	if got := tree.Named("llms.txt"); !slices.Equal(got, []string{"a/LLMS.TXT", "b/llms.txt"}) {
		t.Errorf("Named: %q", got)
	}
	for p, want := range map[string]string{"b/read me.htm": "b/Read Me.HTM", "INDEX.HTML": "index.html", "index.html": "", "none": ""} {
		if got := tree.OtherCase(p); got != want {
			t.Errorf("OtherCase(%q) = %q, want %q", p, got, want)
		}
	}
	for name, want := range map[string]bool{"x.html": true, "x.HTM": true, "x.xhtml": false, "html": false, "x.html.md": false} {
		if IsHTML(name) != want {
			t.Errorf("IsHTML(%q) = %v", name, !want)
		}
	}
}

// TestRead holds both ways of reading to the same answers.
func TestRead(t *testing.T) {
	tree, dir := write(t, map[string]string{"a/x.txt": "some text", "empty": ""})
	outside := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(outside, []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"out": outside, "in": "a/x.txt", "loop": "loop", "dir": "a"} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o644); err != nil {
		t.Skip(err)
	}
	for way, read := range map[string]func(string, []byte, int64) ([]byte, error){
		"tree": tree.Read,
		"root": func(p string, buf []byte, limit int64) ([]byte, error) { return readRoot(tree.root, p, buf, limit) },
	} {
		if got, err := read("a/x.txt", nil, 100); err != nil || string(got) != "some text" {
			t.Errorf("%s: %q, %v", way, got, err)
		}
		if got, err := read("a/x.txt", make([]byte, 0, 3), 9); err != nil || string(got) != "some text" {
			t.Errorf("%s, into a small buffer: %q, %v", way, got, err)
		}
		if got, err := read("empty", nil, 0); err != nil || len(got) != 0 {
			t.Errorf("%s, an empty file: %q, %v", way, got, err)
		}
		if _, err := read("a/x.txt", nil, 8); !errors.Is(err, ErrTooLarge) {
			t.Errorf("%s, above the limit: %v", way, err)
		}
		never := []string{"out", "loop", "pipe", "a", "none", "../" + filepath.Base(dir) + "/a/x.txt", outside}
		if way == "tree" && !onlyRoot() {
			never = append(never, "in", "dir/x.txt")
		}
		for _, p := range never {
			if got, err := read(p, nil, 100); err == nil {
				t.Errorf("%s reads %s: %q", way, p, got)
			}
		}
	}
	var kinds []string
	fresh, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer fresh.Close()
	for _, u := range fresh.Unchecked {
		kinds = append(kinds, u.Path+": "+u.What)
	}
	if want := []string{"dir: a symbolic link", "in: a symbolic link", "loop: a symbolic link", "out: a symbolic link", "pipe: a named pipe"}; !slices.Equal(kinds, want) {
		t.Errorf("unchecked %q, want %q", kinds, want)
	}
}

// TestWalk holds both ways of listing folders to the same answers, in a tree
// wide enough that several are read at the same time.
func TestWalk(t *testing.T) {
	files := map[string]string{}
	for i := range 40 {
		for j := range 10 {
			files[fmt.Sprintf("f%d/sub%d/deeper/index.html", i, j)] = strings.Repeat("x", i+j)
		}
	}
	const many = 1000 // of names that one system call does not list
	for i := range many {
		files[fmt.Sprintf("wide/%s%d", strings.Repeat("wide", 25), i)] = "x"
	}
	long := strings.Repeat(strings.Repeat("long", 60)+"/", 20) // more than one system call takes
	tree, dir := write(t, files)
	if err := tree.root.MkdirAll(long, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := tree.root.WriteFile(long+"index.html", []byte("far"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Symlink(".", filepath.Join(dir, "f1", "link")), syscall.Mkfifo(filepath.Join(dir, "f2", "pipe"), 0o644)); err != nil {
		t.Skip(err)
	}
	walked := func(r *reader) *Tree {
		fresh := &Tree{Name: dir, root: tree.root, reader: r, dirs: map[string]struct{}{"": {}}}
		if err := fresh.walk(); err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(fresh.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
		slices.SortFunc(fresh.Unchecked, func(a, b Unchecked) int { return strings.Compare(a.Path, b.Path) })
		return fresh
	}
	one, other := walked(tree.reader), walked(newReader(filepath.Join(dir, "none"), tree.root))
	if !slices.Equal(one.Files, other.Files) || !slices.Equal(one.Unchecked, other.Unchecked) || !maps.Equal(one.dirs, other.dirs) {
		t.Error("the two ways of listing folders differ")
	}
	if len(one.Files) != len(files)+1 || len(one.dirs) != 1+40+400+400+20+1 {
		t.Errorf("%d files and %d folders", len(one.Files), len(one.dirs))
	}
	if f := one.Files[slices.IndexFunc(one.Files, func(f File) bool { return f.Path == long+"index.html" })]; f.Size != 3 {
		t.Errorf("%d bytes", f.Size)
	}
	if got, err := tree.Read(long+"index.html", nil, 100); string(got) != "far" {
		t.Errorf("%q, %v", got, err)
	}
	want := []Unchecked{{Path: "f1/link", What: "a symbolic link", Link: true}, {Path: "f2/pipe", What: "a named pipe"}}
	if !slices.Equal(one.Unchecked, want) {
		t.Errorf("unchecked: %v", one.Unchecked)
	}
}

// onlyRoot reports whether this system has nothing but os.Root to read with.
func onlyRoot() bool { return runtime.GOOS != "linux" }

// TestReadWhileChanging: what a file holds is told by its size when it is
// opened; a file that shrinks gives what is left.
func TestReadWhileChanging(t *testing.T) {
	for _, test := range []struct {
		have string
		size int64
		want string
	}{{"abcdef", 3, "abc"}, {"abc", 6, "abc"}, {"", 5, ""}} {
		r := bytes.NewReader([]byte(test.have))
		got, err := readAll(nil, test.size, 100, func(b []byte) (int, error) {
			n, _ := r.Read(b[:min(1, len(b))]) // one byte at a time
			return n, nil
		})
		if err != nil || string(got) != test.want {
			t.Errorf("%q of %d bytes: %q, %v", test.have, test.size, got, err)
		}
	}
	if _, err := readAll(nil, 3, 100, func([]byte) (int, error) { return 0, syscall.EIO }); err == nil {
		t.Error("an error of the disk is not told")
	}
}

// TestExclusions: the first that matches counts, path or pattern; patterns are bounded, paths are not.
func TestExclusions(t *testing.T) {
	e := Exclusions{{"a/*.html", "1"}, {"a/b.html", "2"}, {"/c/", "3"}, {"c/*", "4"}, {"a/b.html", "5"}, {"", "6"}}
	for i := range MaxPatterns + 1 {
		e = append(e, Exclusion{fmt.Sprintf("%d/*", i), "pattern"}, Exclusion{fmt.Sprintf("%d.html", i), "path"})
	}
	x := e.Index()
	for file, want := range map[string]string{
		"a/b.html": "1", "c/index.html": "3", "c/x.html": "4", "index.html": "6", "x.html": "", "1/x.html": "pattern",
		fmt.Sprintf("%d/x.html", MaxPatterns): "", fmt.Sprintf("%d.html", MaxPatterns): "path",
	} {
		if got, found := x.Reason(file); got != want || found != (want != "") {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
}

func TestClassify(t *testing.T) {
	d := &ghpages.Deployment{SiteRoot: "https://example-user.github.io/p/", DomainRoot: "https://example-user.github.io/", ProjectRoot: "/p/", DiscoveryRoot: "https://example-user.github.io/p/"}
	const root = "https://example-user.github.io/p/"
	excluded := Exclusions{{Pattern: "draft/**", Reason: "a draft"}, {Pattern: "tags/", Reason: "an empty list"}}.Index()
	canonical := func(url string) string { return `<link rel="canonical" href="` + url + `">` }
	refresh := `<meta http-equiv="refresh" content="0; url=/p/">`
	for _, test := range []struct {
		path, head string
		status     Status
		url        string
	}{
		{"index.html", "", Canonical, root},
		{"docs/index.html", canonical(root + "docs/"), Canonical, root + "docs/"},
		{"about.html", canonical(root + "about"), Canonical, root + "about"},
		{"about.html", canonical(root + "about.html"), Canonical, root + "about.html"},
		{"about.html", canonical(root + "elsewhere"), Canonical, root + "about.html"},
		{"404.html", refresh, NotFoundPage, root + "404.html"},
		{"en/404.html", "", Canonical, root + "en/404.html"},
		{"old/index.html", refresh, RedirectStub, root + "old/"},
		{"old/index.html", `<noscript>` + refresh + `</noscript>`, Canonical, root + "old/"},
		{"old/index.html", `<meta http-equiv="refresh" content="30">`, Canonical, root + "old/"},
		{"draft/a/b.html", "", Excluded, root + "draft/a/b.html"},
		{"tags/index.html", "", Excluded, root + "tags/"},
		{"tags/x/index.html", "", Canonical, root + "tags/x/"},
		{"google0123456789abcdef.html", "", Excluded, root + "google0123456789abcdef.html"},
		{"google0123.html", "", Canonical, root + "google0123.html"},
		{"blog/page/2/index.html", canonical(root + "blog/"), PagerDuplicate, root + "blog/page/2/"},
		{"page/3/index.html", canonical(root), PagerDuplicate, root + "page/3/"},
		{"blog/page/2/index.html", canonical(root + "blog/index.html"), PagerDuplicate, root + "blog/page/2/"},
		{"blog/page/2/index.html", canonical(root + "blog.html"), PagerDuplicate, root + "blog/page/2/"},
		{"blog/page/2.html", canonical(root + "blog.html"), PagerDuplicate, root + "blog/page/2.html"},
		{"blog/page/2.html", canonical(root + "blog/"), PagerDuplicate, root + "blog/page/2.html"},
		{"page/2.html", canonical(root), PagerDuplicate, root + "page/2.html"},
		{"page/2.html", canonical(root + "index.html"), PagerDuplicate, root + "page/2.html"},
		{"page/2.html", canonical(root + "page/2.html"), Canonical, root + "page/2.html"},
		{"page/1.html", canonical(root), Canonical, root + "page/1.html"},
		{"page/2.html", canonical(root + "..html"), Canonical, root + "page/2.html"},
		{"2.html", canonical(root), Canonical, root + "2.html"},
		{"blog/page/2/index.html", canonical(root + "blog/page/2/"), Canonical, root + "blog/page/2/"},
		{"blog/page/1/index.html", canonical(root + "blog/"), Canonical, root + "blog/page/1/"},
		{"blog/page/x/index.html", canonical(root + "blog/"), Canonical, root + "blog/page/x/"},
	} {
		facts := htmlfacts.NewScanner().Scan([]byte("<!DOCTYPE html><html><head><title>T</title>" + test.head + "</head><body>x</body></html>"))
		page := Classify(test.path, facts, d, excluded)
		if page.Status != test.status || page.URL != test.url {
			t.Errorf("%s with %s: %v at %s, want %v at %s", test.path, test.head, page.Status, page.URL, test.status, test.url)
		}
	}
}
