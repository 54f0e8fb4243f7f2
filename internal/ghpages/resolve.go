package ghpages

import "strings"

// Tree answers what a published tree holds. Paths are relative to its root,
// with forward slashes, percent-decoded; "" is the root.
type Tree interface {
	File(path string) bool
	Dir(path string) bool
}

// CaseFinder is an optional part of a Tree: it returns the file whose path
// differs from the given one only in the case of its letters, or "", so that a
// miss can be explained (E02).
type CaseFinder interface {
	OtherCase(path string) string
}

// Resolution is the server's answer to a path.
type Resolution struct {
	// Status is 200, 301 or 404.
	Status int
	// File is the file that is served; with 301 the file that the redirect ends
	// at, empty when the folder has no index.html; with 404 the root's 404.html
	// or empty.
	File string
	// Location is the tree path that a 301 points at.
	Location string
	// Reason explains a 301 or 404 in a few words; empty with 200.
	Reason string
}

// Resolve answers a tree path (decoded, without query and fragment, without a
// leading slash) as GitHub Pages does: a path that ends in a slash is the
// folder's index.html; else the file itself; else the file with .html; else a
// folder of that name, by a redirect to the slash; else 404.html. Sources: the
// observed table of slorber/trailing-slash-guide (commit 9a184c7) and
// jekyll/jekyll#4920 for folders without an index. It allocates only to try
// names with index.html or .html; callers with many links keep the answers.
func Resolve(t Tree, path string) Resolution {
	if path == "" || path[len(path)-1] == '/' {
		index := path + "index.html"
		if t.File(index) {
			return Resolution{Status: 200, File: index}
		}
		return miss(t, path)
	}
	if t.File(path) {
		return Resolution{Status: 200, File: path}
	}
	if html := path + ".html"; t.File(html) {
		return Resolution{Status: 200, File: html}
	}
	if t.Dir(path) {
		r := Resolution{Status: 301, Location: path + "/", Reason: "the folder's URL ends in a slash"}
		if index := r.Location + "index.html"; t.File(index) {
			r.File = index
		} else {
			r.Reason = "the folder has no index.html"
		}
		return r
	}
	return miss(t, path)
}

// miss is a 404 with the likeliest reason.
func miss(t Tree, path string) Resolution {
	r := Resolution{Status: 404, Reason: reasonOfMiss(t, path)}
	if t.File("404.html") {
		r.File = "404.html"
	}
	return r
}

func reasonOfMiss(t Tree, path string) string {
	if strings.HasPrefix(path, "/") || strings.Contains(path, "//") {
		return "the path contains a doubled slash"
	}
	name := strings.TrimSuffix(path, "/")
	if name != path {
		if t.File(name) {
			return "a slash follows the name of the file " + name
		}
		if t.File(name + ".html") {
			return "a slash follows a page that is the file " + name + ".html; only without the slash it is found"
		}
	}
	if f, ok := t.(CaseFinder); ok {
		for _, try := range [...]string{name, name + ".html", strings.TrimPrefix(name+"/index.html", "/")} {
			if actual := f.OtherCase(try); actual != "" {
				return "upper and lower case differ: the tree has " + actual
			}
		}
	}
	if t.Dir(name) {
		return "the folder has no index.html"
	}
	return "no such file"
}
