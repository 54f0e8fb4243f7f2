package ghpages

import (
	"strings"
	"testing"
)

// tree is a published tree by the paths of its files.
type tree []string

func (t tree) File(path string) bool {
	for _, f := range t {
		if f == path {
			return true
		}
	}
	return false
}

func (t tree) Dir(path string) bool {
	if path == "" {
		return true
	}
	for _, f := range t {
		if strings.HasPrefix(f, path+"/") {
			return true
		}
	}
	return false
}

func (t tree) OtherCase(path string) string {
	for _, f := range t {
		if f != path && strings.EqualFold(f, path) {
			return f
		}
	}
	return ""
}

// The observed table: slorber/trailing-slash-guide (commit 9a184c7),
// jekyll/jekyll#4920 for a folder without an index beside a page.
func TestResolve(t *testing.T) {
	site := tree{
		"index.html", "404.html", "file.html", "folder/index.html", "both.html", "both/index.html",
		"test.html", "test/other.html", "empty/data.json", "docs/Guide.html", "Upper/index.html", "case/Index.html",
		"llms.txt", "noext",
	}
	for _, c := range []struct {
		path     string
		status   int
		file     string
		location string
		reason   string
	}{
		{"", 200, "index.html", "", ""},
		{"index.html", 200, "index.html", "", ""},
		{"index", 200, "index.html", "", ""},
		{"file", 200, "file.html", "", ""},
		{"file/", 404, "404.html", "", "the file file.html; only without the slash"},
		{"file.html", 200, "file.html", "", ""},
		{"file.html/", 404, "404.html", "", "a slash follows the name of the file file.html"},
		{"folder", 301, "folder/index.html", "folder/", "ends in a slash"},
		{"folder/", 200, "folder/index.html", "", ""},
		{"folder/index.html", 200, "folder/index.html", "", ""},
		{"both", 200, "both.html", "", ""},
		{"both/", 200, "both/index.html", "", ""},
		{"both.html", 200, "both.html", "", ""},
		{"both/index.html", 200, "both/index.html", "", ""},
		{"test", 200, "test.html", "", ""},
		{"test/", 404, "404.html", "", "the file test.html"},
		{"empty", 301, "", "empty/", "no index.html"},
		{"empty/", 404, "404.html", "", "the folder has no index.html"},
		{"llms.txt", 200, "llms.txt", "", ""},
		{"LLMS.txt", 404, "404.html", "", "the tree has llms.txt"},
		{"docs/guide.html", 404, "404.html", "", "the tree has docs/Guide.html"},
		{"docs/guide", 404, "404.html", "", "the tree has docs/Guide.html"},
		{"upper/", 404, "404.html", "", "the tree has Upper/index.html"},
		{"case/", 404, "404.html", "", "the tree has case/Index.html"},
		{"case", 301, "", "case/", "no index.html"},
		{"/docs/", 404, "404.html", "", "doubled slash"},
		{"docs//Guide.html", 404, "404.html", "", "doubled slash"},
		{"noext", 200, "noext", "", ""},
		{"missing", 404, "404.html", "", "no such file"},
		{"missing/", 404, "404.html", "", "no such file"},
		{"404", 200, "404.html", "", ""},
	} {
		got := Resolve(site, c.path)
		if got.Status != c.status || got.File != c.file || got.Location != c.location {
			t.Errorf("Resolve(%q) = %+v, want %d %q %q", c.path, got, c.status, c.file, c.location)
		}
		if !strings.Contains(got.Reason, c.reason) || (got.Reason == "") != (c.status == 200) {
			t.Errorf("Resolve(%q): the reason is %q, want %q in it", c.path, got.Reason, c.reason)
		}
	}
	if got := Resolve(tree{"x.html"}, ""); got.Status != 404 || got.File != "" || got.Reason != "the folder has no index.html" {
		t.Errorf("an empty root: %+v", got)
	}
	if got := Resolve(tree{"Index.html"}, ""); got.Reason != "upper and lower case differ: the tree has Index.html" {
		t.Errorf("Index.html at the root: %+v", got)
	}
}
