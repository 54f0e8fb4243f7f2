package ghpages

import (
	"net/url"
	"strings"
	"testing"
)

func TestNormRoot(t *testing.T) {
	for _, c := range []struct{ in, want, err string }{
		{"https://example-user.github.io", "https://example-user.github.io/", ""},
		{"https://example-user.github.io/", "https://example-user.github.io/", ""},
		{"https://Example-User.GitHub.io/Example-Project", "https://example-user.github.io/Example-Project/", ""},
		{"HTTPS://example.com:443/a%2db/", "https://example.com/a-b/", ""},
		{"http://example.com:80", "http://example.com/", ""},
		{"http://example.com:443", "http://example.com:443/", ""},
		{"https://example.com:", "https://example.com/", ""},
		{"https://xn--mnchen-3ya.example/%e4/", "https://xn--mnchen-3ya.example/%E4/", ""},
		{"https://[::1]:1313/", "https://[::1]:1313/", ""},
		{"", "", "not absolute"},
		{"/example-project/", "", "not absolute"},
		{"example-user.github.io", "", "not absolute"},
		{"localhost:1313", "", "has the scheme localhost"},
		{"//example.com/", "", "no scheme"},
		{"ftp://example.com/", "", "scheme ftp"},
		{"https:/example.com/", "", "no host"},
		{"https:///x/", "", "no host"},
		{"https://example.com//x/", "", "doubled slash"},
		{"https://example.com/x//", "", "doubled slash"},
		{"https://example.com/?a", "", "query"},
		{"https://example.com/#a", "", "fragment"},
		{"https://me@example.com/", "", "user information"},
		{"https://@example.com/", "", "user information"},
		{"https://example.com/../x/", "", `segment ".."`},
		{"https://example.com/%2e/x/", "", `segment "."`},
		{"https://example.com/%zz/", "", "no valid escape"},
		{"https://example.com/%4z/", "", "no valid escape"},
		{"https://example.com/%z4/", "", "no valid escape"},
		{"https://example.com/%4", "", "no valid escape"},
		{"https://example.com/a%", "", "no valid escape"},
		{"https://example.com/%41", "https://example.com/A/", ""},
		{"https://example..com/", "", "empty part"},
		{"https://example.com./", "", "empty part"},
		{"https://münchen.example/", "", "punycode"},
		{"https://:8080/", "", "empty part"},
		{"https://exa mple.com/", "", "contains the character ' '"},
		{"https://example.com/a b/", "", "contains the character ' '"},
		{"https://example.com/a\x7f/", "", `contains the character '\x7f'`},
		{"https://example.com/a\\/", "", `contains the character '\\'`},
		{"https://example.com\\x/", "", "character '\\\\'"},
		{"https://[SITE_ROOT]/", "https://[site_root]/", ""}, // a local host for Close
		{"https://exa[m]ple.com/", "", "character '['"},
		{"https://example.com:8o/", "", "no number"},
		{"https://exam\nple.com/", "", `character '\n'`},
	} {
		got, err := NormRoot(c.in)
		if got != c.want || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("NormRoot(%q) = %q, %v; want %q, %q", c.in, got, err, c.want, c.err)
		}
	}
}

// The right forms of the protocol's examples come out; the wrong ones cannot.
func TestJoin(t *testing.T) {
	for _, c := range []struct {
		root     string
		segments []string
		want     string
	}{
		{"https://example-user.github.io/example-project/", []string{"llms.txt"}, "https://example-user.github.io/example-project/llms.txt"},
		{"https://example-user.github.io/example-project", []string{"raw-manifest.json"}, "https://example-user.github.io/example-project/raw-manifest.json"},
		{"https://example-user.github.io/example-project", []string{"/sitemap.xml"}, "https://example-user.github.io/example-project/sitemap.xml"},
		{"https://example.com", []string{"llms.txt"}, "https://example.com/llms.txt"},
		{"https://example.com/", []string{"docs/", "/x/"}, "https://example.com/docs/x/"},
		{"https://example.com/", []string{"docs", "", "/"}, "https://example.com/docs"},
		{"https://example.com/", []string{"docs", "", "x"}, "https://example.com/docs/x"},
		{"https://example.com", nil, "https://example.com/"},
		{"https://example.com/a//", []string{"//b"}, "https://example.com/a/b"},
	} {
		if got := Join(c.root, c.segments...); got != c.want {
			t.Errorf("Join(%q, %q) = %q, want %q", c.root, c.segments, got, c.want)
		}
	}
}

func TestSameURL(t *testing.T) {
	for _, c := range []struct {
		a, b             string
		equal, identical bool
	}{
		{"https://example.com/", "https://example.com/", true, true},
		{"https://example.com", "https://example.com/", true, false},
		{"https://EXAMPLE.com/", "https://example.com/", true, false},
		{"https://example.com:443/", "https://example.com/", true, false},
		{"https://example.com/%7ex", "https://example.com/~x", true, false},
		{"https://example.com/%c3%bc", "https://example.com/%C3%BC", true, false},
		{"https://example.com/ü", "https://example.com/%C3%BC", true, false},
		{"https://example.com/a/../b", "https://example.com/b", true, false},
		{"https://example.com/a/%2e%2E/b", "https://example.com/b", true, false},
		{"https://example.com/a%2Fb", "https://example.com/a/b", false, false},
		{"https://example.com/%28", "https://example.com/(", false, false},
		{"https://example.com/A", "https://example.com/a", false, false},
		{"https://example.com/a", "https://example.com/a/", false, false},
		{"https://example.com//a", "https://example.com/a", false, false},
		{"http://example.com/", "https://example.com/", false, false},
		{"https://example.com/?", "https://example.com/", false, false},
		{"https://example.com/#", "https://example.com/", false, false},
		{"https://example.com/%zz", "https://example.com/%25zz", false, false},
		{"https://example.com/%4", "https://example.com/%4%", false, false},
		{"https://example.com/abc%7e", "https://example.com/abc~", true, false},
		{"https://me@example.com/", "https://example.com/", false, false},
		{"https://me@example.com/", "https://you@example.com/", false, false},
		{"https://@example.com/", "https://example.com/", true, false},
		{"docs/", "docs/", true, true},
		{"docs/", "./docs/", false, false},
		{"https://exa mple.com/", "https://exa%20mple.com/", false, false},
	} {
		equal, identical := SameURL(c.a, c.b)
		if equal != c.equal || identical != c.identical {
			t.Errorf("SameURL(%q, %q) = %v, %v; want %v, %v", c.a, c.b, equal, identical, c.equal, c.identical)
		}
		if again, _ := SameURL(c.b, c.a); again != equal {
			t.Errorf("SameURL is not symmetric for %q and %q", c.a, c.b)
		}
	}
}

// The examples of RFC 3986, 5.4, strict.
func TestResolveRefRFC3986(t *testing.T) {
	const base = "http://a/b/c/d;p?q"
	for ref, want := range map[string]string{
		"g:h": "g:h", "g": "http://a/b/c/g", "./g": "http://a/b/c/g", "g/": "http://a/b/c/g/", "/g": "http://a/g",
		"//g": "http://g", "?y": "http://a/b/c/d;p?y", "g?y": "http://a/b/c/g?y", "#s": "http://a/b/c/d;p?q#s",
		"g#s": "http://a/b/c/g#s", "g?y#s": "http://a/b/c/g?y#s", ";x": "http://a/b/c/;x", "g;x": "http://a/b/c/g;x",
		"g;x?y#s": "http://a/b/c/g;x?y#s", "": "http://a/b/c/d;p?q", ".": "http://a/b/c/", "./": "http://a/b/c/",
		"..": "http://a/b/", "../": "http://a/b/", "../g": "http://a/b/g", "../..": "http://a/", "../../": "http://a/",
		"../../g": "http://a/g", "../../../g": "http://a/g", "../../../../g": "http://a/g", "/./g": "http://a/g",
		"/../g": "http://a/g", "g.": "http://a/b/c/g.", ".g": "http://a/b/c/.g", "g..": "http://a/b/c/g..",
		"..g": "http://a/b/c/..g", "./../g": "http://a/b/g", "./g/.": "http://a/b/c/g/", "g/./h": "http://a/b/c/g/h",
		"g/../h": "http://a/b/c/h", "g;x=1/./y": "http://a/b/c/g;x=1/y", "g;x=1/../y": "http://a/b/c/y",
		"g?y/./x": "http://a/b/c/g?y/./x", "g?y/../x": "http://a/b/c/g?y/../x", "g#s/./x": "http://a/b/c/g#s/./x",
		"g#s/../x": "http://a/b/c/g#s/../x", "http:g": "http:g",
	} {
		if got, err := ResolveRef(base, ref); err != nil || got != want {
			t.Errorf("ResolveRef(%q) = %q, %v; want %q", ref, got, err, want)
		}
	}
}

func TestResolveRefErrors(t *testing.T) {
	if _, err := ResolveRef("docs/", "x"); err == nil {
		t.Error("a relative base is accepted")
	}
	for _, base := range []string{"mailto:x", "//example.com/"} {
		if _, err := ResolveRef(base, "x"); err == nil {
			t.Errorf("the base %s is accepted", base)
		}
	}
	if got, err := ResolveRef("https://example.com/", "mailto:a/./b"); err != nil || got != "mailto:a/./b" {
		t.Errorf("a reference without a host becomes %q, %v", got, err)
	}
	if _, err := ResolveRef("https://example.com/", "a\x00b"); err == nil {
		t.Error("a control character is accepted")
	}
	if got, err := ResolveRef("https://example.com", " x "); err != nil || got != "https://example.com/x" {
		t.Errorf("a base without a path gives %q, %v", got, err)
	}
	if got, err := ResolveRef("https://example.com/a/../b/.", "?x"); err != nil || got != "https://example.com/b/?x" {
		t.Errorf("a base with dot segments gives %q, %v", got, err)
	}
}

// net/url resolves alike wherever it accepts base and reference, up to the
// normalisation that it applies on printing.
func FuzzResolveRef(f *testing.F) {
	for _, s := range []string{"", "#f", "?q", "a/b", "../x/./y/..", "//h/p/../q", "/a//b/../c", "https://h/a/../b?c#d", "a:b", "%2e%2e/x", "ü/x y"} {
		f.Add("https://example.com/docs/x.html", s)
	}
	f.Fuzz(func(t *testing.T, base, ref string) {
		b, err := url.Parse(base)
		if err != nil || b.Scheme == "" || b.Host == "" || b.Opaque != "" || strings.ContainsAny(base, "#\\\x7f \t\n\r") || b.User != nil {
			t.Skip()
		}
		for i := 0; i < len(base+ref); i++ {
			if c := (base + ref)[i]; c < ' ' || c == 0x7f {
				t.Skip() // net/url keeps some of these
			}
		}
		if ref != strings.TrimSpace(ref) || strings.Contains(ref, "\\") || strings.Contains(strings.ToLower(base+ref), "%2e") {
			t.Skip() // HTML's trimming is not net/url's; an encoded dot is decoded by net/url only now and then
		}
		r, err := url.Parse(ref)
		if err != nil {
			t.Skip()
		}
		if r.Opaque != "" || r.Scheme != "" && r.Host == "" || r.User != nil || r.Host == "" && strings.HasPrefix(ref, "//") {
			t.Skip() // outside hierarchical URLs net/url has its own ideas
		}
		got, err := ResolveRef(base, ref)
		if err != nil {
			t.Fatalf("ResolveRef(%q, %q): %v", base, ref, err)
		}
		want := b.ResolveReference(r)
		if strings.HasSuffix(ref, "#") || r.ForceQuery || b.ForceQuery {
			t.Skip() // net/url drops an empty fragment
		}
		g, err := url.Parse(got)
		if err != nil {
			t.Fatalf("ResolveRef(%q, %q) = %q: %v", base, ref, got, err)
		}
		if strings.HasPrefix(split(got).path, "//") {
			t.Skip() // net/url drops slashes at the start of a path, against RFC 3986, 5.2.4
		}
		root := func(path string) string { // an empty path and "/" are one
			return "/" + strings.TrimPrefix(path, "/")
		}
		if !strings.EqualFold(g.Scheme+g.Host, want.Scheme+want.Host) || root(g.Path) != root(want.Path) ||
			g.RawQuery != want.RawQuery || g.Fragment != want.Fragment {
			t.Errorf("ResolveRef(%q, %q) = %q, net/url has %q", base, ref, got, want)
		}
	})
}

func FuzzNormRoot(f *testing.F) {
	f.Add("https://Example-User.github.io:443/a%2db")
	f.Fuzz(func(t *testing.T, raw string) {
		root, err := NormRoot(raw)
		if err != nil {
			return
		}
		if again, err := NormRoot(root); err != nil || again != root {
			t.Fatalf("NormRoot(%q) = %q, again %q, %v", raw, root, again, err)
		}
		if !strings.HasSuffix(root, "/") || strings.Count(root, "//") != 1 {
			t.Fatalf("NormRoot(%q) = %q", raw, root)
		}
	})
}
