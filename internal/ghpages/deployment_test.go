package ghpages

import (
	"strings"
	"testing"
)

// closed gives the deployment of a project site, or of what changes says.
func closed(t testing.TB, changes ...string) *Deployment {
	t.Helper()
	d, problems := Close(declare(projectSite(), changes...))
	if HasOpen(problems) {
		t.Fatal(problems)
	}
	return &d
}

func TestTreePath(t *testing.T) {
	project := closed(t)
	for in, want := range map[string]string{
		"https://example-user.github.io/example-project/":                      "",
		"https://example-user.github.io/example-project/docs/":                 "docs/",
		"https://example-user.github.io/example-project/docs/x.html?q#f":       "docs/x.html",
		"https://example-user.github.io/example-project/#f":                    "",
		"https://EXAMPLE-USER.github.io:443/example-project/a":                 "a",
		"https://example-user.github.io/example-project/%C3%BCn%20x/":          "ün x/",
		"https://example-user.github.io/example-project/ü/":                    "ü/",
		"https://example-user.github.io/example-project/100%25":                "100%",
		"https://example-user.github.io/example-project/%2525":                 "%25",
		"https://example-user.github.io/example-project/a b":                   "a b",
		"https://example-user.github.io/example-project/a/%2e%2E/b":            "b",
		"https://example-user.github.io/example-project/a%2Fb/../c":            "c",
		"https://example-user.github.io/example-project/a/../b":                "b",
		"https://example-user.github.io/example-project/.well-known/x":         ".well-known/x",
		"https://example-user.github.io/example-project/docs/./x":              "docs/x",
		"https://example-user.github.io/example-project/a2e/%41":               "a2e/A",
		"https://example-user.github.io/example-project/%3e/x":                 ">/x",
		"https://example-user.github.io/example-project/%20/x":                 " /x",
		"https://@example-user.github.io/example-project/x":                    "x",
		"https://example-user.github.io/example-project//x":                    "/x",
		"https://example-user.github.io/example%2Dproject/x":                   "x",
		"https://example-user.github.io/x/../example-project/y":                "y",
		"https://example-user.github.io/example-project/example-project/docs/": "example-project/docs/",
	} {
		if got, ok := project.TreePath(in); !ok || got != want {
			t.Errorf("TreePath(%q) = %q, %v; want %q", in, got, ok, want)
		}
	}
	for _, in := range []string{
		"", "docs/", "/example-project/docs/", "//example-user.github.io/example-project/",
		"https://example-user.github.io/example-project", // Pages redirects it
		"https://example-user.github.io/", "https://example-user.github.io/Example-Project/",
		"https://example-user.github.io/example-projectllms.txt",
		"http://example-user.github.io/example-project/", "https://example-user.github.io:8080/example-project/",
		"https://example-user.github.io.example.com/example-project/", "https://example.com/example-project/",
		"https://me@example-user.github.io/example-project/",
		"https://example-user.github.io/example-project/../", "https://example-user.github.io/example-project/%2e%2e/x",
		"https://example-user.github.io/example-project/..%2fx",
		"https://example-user.github.io/example-project/%zz", "https://example-user.github.io/example-project/%",
		"https://example-user.github.io/example-project/%2", "https://example-user.github.io/example-project/a\\b",
		"https://example-user.github.io/example-project/a\x01", "https://example-user.github.io/example-project/\x01",
		"https://example-user.github.io/example-project/a\x7f",
		"https://example-user.github.io/example-project/%00", "mailto:x@example.com",
	} {
		if got, ok := project.TreePath(in); ok {
			t.Errorf("TreePath(%q) = %q, want none", in, got)
		}
	}
	root := closed(t, "pagesType=USER_OR_ORG_SITE", "repo=example-user.github.io", "siteRoot=https://example-user.github.io")
	for in, want := range map[string]string{
		"https://example-user.github.io":          "",
		"https://example-user.github.io/":         "",
		"https://example-user.github.io?q":        "",
		"https://example-user.github.io/a/../../": "",
		"https://example-user.github.io/a//b":     "a//b",
	} {
		if got, ok := root.TreePath(in); !ok || got != want {
			t.Errorf("TreePath(%q) = %q, %v; want %q", in, got, ok, want)
		}
	}
}

// The encoded forms are those that Hugo 0.165 wrote as .Permalink for pages
// with such a url.
func TestURLOf(t *testing.T) {
	d := closed(t)
	for file, want := range map[string]string{
		"index.html":         "",
		"docs/index.html":    "docs/",
		"docs/x.html":        "docs/x.html",
		"xindex.html":        "xindex.html",
		"llms.txt":           "llms.txt",
		"a(b)/index.html":    "a(b)/",
		"q[r]/index.html":    "q[r]/",
		"s;t/index.html":     "s;t/",
		"u$v/index.html":     "u$v/",
		"w*x/index.html":     "w*x/",
		"x'y/index.html":     "x'y/",
		"m!n/index.html":     "m!n/",
		"o~p/index.html":     "o~p/",
		"k@l/index.html":     "k@l/",
		"c&d/index.html":     "c&d/",
		"e+f,g=i/index.html": "e+f,g=i/",
		"ünï/index.html":     "%C3%BCn%C3%AF/",
		"Ж中/index.html":      "%D0%96%E4%B8%AD/",
		"sp ace/index.html":  "sp%20ace/",
		"A|B/index.html":     "A%7CB/",
		"c^d/index.html":     "c%5Ed/",
		"e`f/index.html":     "e%60f/",
		"g{h}/index.html":    "g%7Bh%7D/",
		"100%.html":          "100%25.html",
		"a?b#c.txt":          "a%3Fb%23c.txt",
		"?":                  "%3F",
		"\x01\xff":           "%01%FF",
	} {
		u := d.URLOf(file)
		if u != d.SiteRoot+want {
			t.Errorf("URLOf(%q) = %q, want …%q", file, u, want)
		}
		back, ok := d.TreePath(u)
		if back != strings.TrimSuffix(file, "index.html") && back != file || !ok {
			t.Errorf("TreePath(URLOf(%q)) = %q, %v", file, back, ok)
		}
	}
	for file, want := range map[string]string{
		"docs/x.html": "docs/x", "a b.html": "a%20b", "index.html": "-", "docs/index.html": "-", "x.htm": "-", ".html": "-", "docs/.html": "-", "llms.txt": "-",
	} {
		got, ok := d.ShortURLOf(file)
		if want == "-" && (ok || got != "") || want != "-" && got != d.SiteRoot+want {
			t.Errorf("ShortURLOf(%q) = %q, %v; want %q", file, got, ok, want)
		}
	}
}

func TestRootsEqual(t *testing.T) {
	for _, c := range []struct {
		changes []string
		want    bool
	}{
		{userSite(), true},
		{userSite("discoveryRoot=https://example-user.github.io/docs/"), false},
		{nil, false},
	} {
		if d := closed(t, c.changes...); d.RootsEqual() != c.want {
			t.Errorf("RootsEqual of %s with %s is not %v", d.SiteRoot, d.DiscoveryRoot, c.want)
		}
	}
	if d := (Deployment{SiteRoot: "https://example.com/x/", DomainRoot: "https://example.com/", DiscoveryRoot: "https://example.com/"}); d.RootsEqual() {
		t.Error("RootsEqual although SITE_ROOT lies below the host")
	}
}

func TestPublicOwner(t *testing.T) {
	for host, want := range map[string]string{
		"example-user.github.io": "example-user", "Example-User.GitHub.io": "example-user",
		"random.pages.github.io": "", "pages.github.io": "", "github.io": "", ".github.io": "", "example.com": "",
		"example-user.github.io.example.com": "", "example-usergithub.io": "",
	} {
		got, ok := PublicOwner(host)
		if ok != (want != "") || ok && got != want {
			t.Errorf("PublicOwner(%q) = %q, %v; want %q", host, got, ok, want)
		}
	}
}

func TestValidDomain(t *testing.T) {
	for host, want := range map[string]bool{
		"example.com": true, "www.example.com": true, "xn--mnchen-3ya.example": true, "a.b-c.example": true,
		"": false, "localhost": false, "Example.com": false, "example.com.": false, ".com": false, "a..b": false,
		"-a.example": false, "a-.example": false, "127.0.0.1": false, "a_b.example": false, "example.com/x": false,
		"example.com:80": false, "münchen.example": false, strings.Repeat("a", 64) + ".example": false,
		strings.Repeat("a", 63) + ".example": true, "a.zz": true,
		strings.Repeat("abcdefghi.", 24) + "abcdefghi.com": true, strings.Repeat("abcdefghi.", 24) + "abcdefghij.com": false,
		strings.Repeat("abcdefghi.", 26) + "example": false,
	} {
		if got := ValidDomain(host); got != want {
			t.Errorf("ValidDomain(%q) = %v", host, got)
		}
	}
}
