package ghpages

import (
	"strings"
	"testing"
)

func TestResolver(t *testing.T) {
	const site = "https://example-user.github.io/example-project"
	tree := func(form RefForm, path string) Ref { return Ref{Kind: RefTree, Form: form, Path: path} }
	for _, c := range []struct {
		page, base, raw string
		want            Ref
	}{
		// without a path: the page itself
		{"docs/index.html", "", "", Ref{Kind: RefEmpty, Path: "docs/"}},
		{"docs/index.html", "", " \n ", Ref{Kind: RefEmpty, Path: "docs/"}},
		{"docs/index.html", "", "#a", Ref{Kind: RefFragment, Path: "docs/", Fragment: "a", HasFragment: true}},
		{"docs/index.html", "", "#", Ref{Kind: RefFragment, Path: "docs/", HasFragment: true}},
		{"docs/index.html", "", "?a=b#c", Ref{Kind: RefTree, Path: "docs/", Query: "a=b", Fragment: "c", HasFragment: true}},
		{"xindex.html", "", "#a", Ref{Kind: RefFragment, Path: "xindex.html", Fragment: "a", HasFragment: true}},
		{"x.html", "", "#a", Ref{Kind: RefFragment, Path: "x.html", Fragment: "a", HasFragment: true}},

		// relative
		{"index.html", "", "llms.txt", tree(FormRelative, "llms.txt")},
		{"docs/index.html", "", "llms.txt", tree(FormRelative, "docs/llms.txt")},
		{"docs/index.html", "", "../llms.txt", tree(FormRelative, "llms.txt")},
		{"docs/index.html", "", "..", tree(FormRelative, "")},
		{"docs/index.html", "", ".", tree(FormRelative, "docs/")},
		{"docs/x.html", "", "./y.html", tree(FormRelative, "docs/y.html")},
		{"docs/index.html", "", "../../", Ref{Kind: RefOutside, Path: "/"}},
		{"docs/index.html", "", "../../other/", Ref{Kind: RefOutside, Path: "/other/"}},
		{"docs/index.html", "", "../../example-project/x", tree(FormRelative, "x")},
		{"docs/index.html", "", "../../../../x", Ref{Kind: RefOutside, Path: "/x"}},
		{"docs/index.html", "", "a%20b/%C3%BC", tree(FormRelative, "docs/a b/ü")},
		{"docs/index.html", "", "ü x", tree(FormRelative, "docs/ü x")},
		{"docs/index.html", "", "%2e%2e/x", tree(FormRelative, "x")},
		{"docs/index.html", "", "a/..%2f../x", tree(FormRelative, "x")},
		{"docs/index.html", "", "..\\x", tree(FormRelative, "x")},
		{"docs/index.html", "", "x\n\ty", tree(FormRelative, "docs/xy")},
		{"docs/index.html", "", "x?a\\b", Ref{Kind: RefTree, Path: "docs/x", Query: "a\\b"}},
		{"ü/index.html", "", "x", tree(FormRelative, "ü/x")},
		{"100%/index.html", "", "a%20b", tree(FormRelative, "100%/a b")},
		{"100%/index.html", "", "../%2541", tree(FormRelative, "%41")},
		{"docs/index.html", "", "x?q?r#f#g", Ref{Kind: RefTree, Path: "docs/x", Query: "q?r", Fragment: "f#g", HasFragment: true}},
		{"docs/index.html", "", "1:x", tree(FormRelative, "docs/1:x")},
		{"docs/index.html", "", "a//b", tree(FormRelative, "docs/a//b")},
		{"docs/index.html", "", "a/./b", tree(FormRelative, "docs/a/b")},
		{"docs/index.html", "", "/example-project/a/./b", tree(FormPathAbsolute, "a/b")},

		// root-relative
		{"docs/index.html", "", "/example-project/", tree(FormPathAbsolute, "")},
		{"docs/index.html", "", "/example-project/docs/x?q#f", Ref{Kind: RefTree, Form: FormPathAbsolute, Path: "docs/x", Query: "q", Fragment: "f", HasFragment: true}},
		{"docs/index.html", "", "/example-project//docs/", tree(FormPathAbsolute, "/docs/")},
		{"docs/index.html", "", "/example-project/example-project/x", tree(FormPathAbsolute, "example-project/x")},
		{"docs/index.html", "", "/example-project", Ref{Kind: RefTree, Form: FormPathAbsolute, MissingSlash: true}},
		{"docs/index.html", "", "/example-project?q", Ref{Kind: RefTree, Form: FormPathAbsolute, MissingSlash: true, Query: "q"}},
		{"docs/index.html", "", "/", Ref{Kind: RefOutside, Form: FormPathAbsolute, Path: "/"}},
		{"docs/index.html", "", "/llms.txt", Ref{Kind: RefOutside, Form: FormPathAbsolute, Path: "/llms.txt"}},
		{"docs/index.html", "", "/Example-Project/x", Ref{Kind: RefOutside, Form: FormPathAbsolute, Path: "/Example-Project/x"}},
		{"docs/index.html", "", "/example-projectllms.txt", Ref{Kind: RefOutside, Form: FormPathAbsolute, Path: "/example-projectllms.txt"}},
		{"docs/index.html", "", "/example%2Dproject/x", tree(FormPathAbsolute, "x")},
		{"docs/index.html", "", "/example-project/../x", Ref{Kind: RefOutside, Form: FormPathAbsolute, Path: "/x"}},
		{"docs/index.html", "", "/example-project/a%2", Ref{Kind: RefInvalid, Form: FormPathAbsolute, Reason: "-"}},
		{"docs/index.html", "", "a%00", Ref{Kind: RefInvalid, Reason: "-"}},

		// absolute
		{"docs/index.html", "", site + "/x", tree(FormAbsolute, "x")},
		{"docs/index.html", "", site + "/#f", Ref{Kind: RefTree, Form: FormAbsolute, Fragment: "f", HasFragment: true}},
		{"docs/index.html", "", site, Ref{Kind: RefTree, Form: FormAbsolute, MissingSlash: true}},
		{"docs/index.html", "", "HTTPS://Example-User.GitHub.io:443/example-project/x", tree(FormAbsolute, "x")},
		{"docs/index.html", "", "https:\\\\example-user.github.io\\example-project\\x", tree(FormAbsolute, "x")},
		{"docs/index.html", "", "https://me:pw@example-user.github.io/example-project/x", tree(FormAbsolute, "x")},
		{"docs/index.html", "", "http://example-user.github.io/example-project/x", Ref{Kind: RefTree, Form: FormAbsolute, Path: "x", OtherScheme: true}},
		{"docs/index.html", "", "//example-user.github.io/example-project/x", tree(FormSchemeRelative, "x")},
		{"docs/index.html", "", "https://example-user.github.io", Ref{Kind: RefOutside, Form: FormAbsolute, Path: "/"}},
		{"docs/index.html", "", "https://example-user.github.io?q", Ref{Kind: RefOutside, Form: FormAbsolute, Path: "/", Query: "q"}},
		{"docs/index.html", "", "https://example-user.github.io.example.com/x", Ref{Kind: RefExternal, Form: FormAbsolute, Host: "example-user.github.io.example.com"}},
		{"docs/index.html", "", "https://example-user.github.io:8080/x", Ref{Kind: RefExternal, Form: FormAbsolute, Host: "example-user.github.io:8080"}},
		{"docs/index.html", "", "https://example-user.github.io@example.com/x", Ref{Kind: RefExternal, Form: FormAbsolute, Host: "example.com"}},
		{"docs/index.html", "", "//example.com/example-project/", Ref{Kind: RefExternal, Form: FormSchemeRelative, Host: "example.com"}},
		{"docs/index.html", "", "https://", Ref{Kind: RefInvalid, Form: FormAbsolute, Reason: "-"}},
		{"docs/index.html", "", "https:///x", Ref{Kind: RefInvalid, Form: FormAbsolute, Reason: "-"}},
		{"docs/index.html", "", "https:x", Ref{Kind: RefInvalid, Form: FormAbsolute, Reason: "-"}},
		{"docs/index.html", "", "http://a b/", Ref{Kind: RefInvalid, Form: FormAbsolute, Reason: "-"}},
		{"docs/index.html", "", "//", Ref{Kind: RefInvalid, Form: FormSchemeRelative, Reason: "-"}},
		{"docs/index.html", "", "mailto:x@example.com", Ref{Kind: RefOther, Form: FormAbsolute}},
		{"docs/index.html", "", "https://a<b/", Ref{Kind: RefInvalid, Form: FormAbsolute, Reason: "-"}},
		{"docs/index.html", "", "a+z:x", Ref{Kind: RefOther, Form: FormAbsolute}},
		{"docs/index.html", "", "a-z:x", Ref{Kind: RefOther, Form: FormAbsolute}},
		{"docs/index.html", "", "a.z:x", Ref{Kind: RefOther, Form: FormAbsolute}},
		{"docs/index.html", "", "a0:x", Ref{Kind: RefOther, Form: FormAbsolute}},
		{"docs/index.html", "", "a_z:x", tree(FormRelative, "docs/a_z:x")},
		{"docs/index.html", "", "tel:1", Ref{Kind: RefOther, Form: FormAbsolute}},
		{"docs/index.html", "", "JavaScript:void(0)", Ref{Kind: RefUnsafe, Form: FormAbsolute}},
		{"docs/index.html", "", " java\nscript:alert(1)", Ref{Kind: RefUnsafe, Form: FormAbsolute}},
		{"docs/index.html", "", "data:image/png;base64,x", Ref{Kind: RefUnsafe, Form: FormAbsolute}},
		{"docs/index.html", "", "file:///etc/passwd", Ref{Kind: RefUnsafe, Form: FormAbsolute}},

		// <base href>
		{"docs/index.html", site + "/", "x", tree(FormRelative, "x")},
		{"docs/index.html", site + "/", "#f", Ref{Kind: RefTree, Path: "", Fragment: "f", HasFragment: true}},
		{"docs/index.html", site + "/docs/", "#f", Ref{Kind: RefFragment, Path: "docs/", Fragment: "f", HasFragment: true}},
		{"docs/index.html", "/", "x", Ref{Kind: RefOutside, Path: "/x"}},
		{"docs/index.html", "/", "", Ref{Kind: RefOutside, Path: "/"}},
		{"docs/index.html", "/example-project", "x", Ref{Kind: RefOutside, Path: "/x"}},
		{"docs/index.html", "../", "x", tree(FormRelative, "x")},
		{"docs/index.html", "https://cdn.example.com/a/b", "x", Ref{Kind: RefExternal, Host: "cdn.example.com"}},
		{"docs/index.html", "https://cdn.example.com", "/x", Ref{Kind: RefExternal, Form: FormPathAbsolute, Host: "cdn.example.com"}},
		{"docs/index.html", "https://cdn.example.com/", "#f", Ref{Kind: RefExternal, Host: "cdn.example.com", Fragment: "f", HasFragment: true}},
		{"docs/index.html", "https://cdn.example.com/", site + "/x", tree(FormAbsolute, "x")},
		{"docs/index.html", "mailto:x", "x", tree(FormRelative, "docs/x")},
	} {
		r := closed(t).NewResolver()
		r.SetPage(c.page, c.base)
		got := r.Ref(c.raw)
		if c.want.Reason == "-" && got.Reason != "" {
			got.Reason = "-"
		}
		if got != c.want {
			t.Errorf("on %s (base %q), %q:\n got %+v\nwant %+v", c.page, c.base, c.raw, got, c.want)
		}
	}
}

func TestResolverAtDomainRoot(t *testing.T) {
	r := closed(t, "pagesType=CUSTOM_DOMAIN_SITE", "customDomain=example.com", "siteRoot=https://example.com").NewResolver()
	r.SetPage("docs/index.html", "")
	for raw, want := range map[string]string{
		"/": "", "/x": "x", "../../../x": "x", "https://example.com": "", "https://example.com?q": "", "//example.com/x": "x",
	} {
		if got := r.Ref(raw); got.Kind != RefTree || got.Path != want || got.MissingSlash {
			t.Errorf("%q: %+v, want %q", raw, got, want)
		}
	}
}

func TestResolverIntern(t *testing.T) {
	r := closed(t).NewResolver()
	const known = "docs/known"
	r.Intern = func(b []byte) string {
		if string(b) == known {
			return known
		}
		return string(b)
	}
	r.SetPage("docs/index.html", "")
	for _, raw := range []string{"known", "../docs/known", "%6bnown", "/example-project/docs/known", "https://example-user.github.io/example-project/docs/known", "#f", "mailto:x", "https://example.com/x", "known?q#f"} {
		if n := testing.AllocsPerRun(100, func() { r.Ref(raw) }); n != 0 {
			t.Errorf("Ref(%q) allocates %v times", raw, n)
		}
	}
	first := r.Ref("one").Path
	r.Ref("two")
	if first != "docs/one" {
		t.Errorf("a later call changed a path to %q", first)
	}
}

// Ref agrees with ResolveRef and TreePath where both apply.
func FuzzResolver(f *testing.F) {
	for _, s := range []string{"", "#f", "x/../y?q", "/example-project/%20", "https://example-user.github.io/example-project/x", "//h", "../../x", "a:b", "https://example-user.github.io:443"} {
		f.Add(s)
	}
	d := closed(f)
	r := d.NewResolver()
	r.SetPage("docs/sub/x.html", "")
	page := d.URLOf("docs/sub/x.html")
	f.Fuzz(func(t *testing.T, raw string) {
		got := r.Ref(raw)
		switch got.Kind {
		case RefTree, RefEmpty, RefFragment, RefOutside:
			for seg := range strings.SplitSeq(got.Path, "/") {
				if seg == ".." || seg == "." {
					t.Fatalf("%q keeps dot segments: %+v", raw, got)
				}
			}
		}
		if strings.ContainsAny(raw, "\\@") {
			return
		}
		abs, err := ResolveRef(page, raw)
		if err != nil {
			return
		}
		path, ok := d.TreePath(abs)
		inTree := got.Kind == RefTree || got.Kind == RefEmpty || got.Kind == RefFragment
		if ok && (!inTree || got.Path != path) {
			t.Fatalf("%q is %q, path %q; the resolver says %+v", raw, abs, path, got)
		}
		if !ok && inTree && !got.OtherScheme && !got.MissingSlash {
			t.Fatalf("%q is %q, not in the tree; the resolver says %+v", raw, abs, got)
		}
	})
}

// The references of 20,000 pages with a hundred links each in the shares of a
// documentation site.
func BenchmarkResolverRef(b *testing.B) {
	names := map[string]string{}
	for _, p := range []string{"docs/guide/install/", "docs/", "llms.txt", "css/main.css", "docs/guide/"} {
		names[p] = p
	}
	r := closed(b).NewResolver()
	r.Intern = func(p []byte) string {
		if s, ok := names[string(p)]; ok {
			return s
		}
		return string(p)
	}
	r.SetPage("docs/guide/index.html", "")
	refs := []string{
		"https://example-user.github.io/example-project/docs/guide/install/", "/example-project/docs/", "../../llms.txt",
		"install/", "#section", "../", "/example-project/css/main.css", "https://example.com/elsewhere", "mailto:x@example.com",
		"install/?a=b#c",
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		r.Ref(refs[i%len(refs)])
	}
}
