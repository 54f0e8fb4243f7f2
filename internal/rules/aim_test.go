package rules

import (
	"testing"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/manifest"
)

func TestMeant(t *testing.T) {
	for _, c := range []struct {
		ref, name string
		exact     bool
	}{
		{"llms.txt", "llms.txt", true},
		{"docs/LLMS.TXT?q#f", "llms.txt", true},
		{"/raw-manifest.json", "raw-manifest.json", true},
		{"https://example.com/projectsitemap.xml", "sitemap.xml", false},
		{"xllms.txt", "llms.txt", false},
		{"#llms.txt", "", false},
		{"?llms.txt", "", false},
		{"a.txt", "", false},
		{"llms.txt/", "", false},
		{"", "", false},
	} {
		if name, exact := meant(c.ref); name != c.name || exact != c.exact {
			t.Errorf("meant(%q) = %q, %v", c.ref, name, exact)
		}
	}
}

// How references of docs/index.html that mean a discovery file stand to it.
func TestJudge(t *testing.T) {
	run, _, _ := linkedTree(t)
	const host, root = "https://example-user.github.io/", "https://example-user.github.io/example-project/"
	run.Set.ManifestFile = &manifest.File{}
	run.Set.ManifestFile.Discovery.NestedLLMS = []manifest.Text{{Value: root + "de/llms.txt"}}
	for _, c := range []struct {
		raw      string
		required bool
		want     aim
	}{
		{root + "llms.txt", false, aimRight},
		{"../llms.txt", false, aimRight},
		{root + "docs/../llms.txt", true, aimRight},
		{"/example-project/llms.txt", false, aimRootRelative},
		{"//example-user.github.io/example-project/llms.txt", false, aimRight},
		{"llms.txt", false, aimElsewhere},
		{root + "docs/llms.txt", false, aimElsewhere},
		{root + "de/llms.txt", false, aimNone}, // declared
		{root + "de/llms.txt", true, aimNone},
		{root + "fr/llms.txt", true, aimElsewhere},
		{"https://example.com/llms.txt", false, aimNone},
		{"https://example.com/llms.txt", true, aimElsewhere},
		{"//example.com/llms.txt", false, aimNone},
		{host + "llms.txt", false, aimNone},
		{host + "llms.txt", true, aimDomainRoot},
		{host + "robots.txt", true, aimNone}, // the one that crawlers read
		{host + "other/robots.txt", true, aimElsewhere},
		{"https://example.com/robots.txt", true, aimElsewhere},
		{"/llms.txt", true, aimDomainRoot},
		{"/other/llms.txt", true, aimDomainRoot},
		{root + "/llms.txt", false, aimDoubleSlash},
		{host + "/example-project/llms.txt", false, aimDoubleSlash},
		{"https://example-user.github.io/example-projectllms.txt", false, aimMissingSlash},
		{"https://example-user.github.iollms.txt", false, aimMissingSlash},
		{root + "docsllms.txt", true, aimMissingSlash},
		{root + "docsllms.txt", false, aimNone},
		{root + "news-sitemap.xml", true, aimNone},
		{"https://example.com/xllms.txt", true, aimNone},
		{"http://example-user.github.io/example-project/llms.txt", false, aimScheme},
		{"http://example-user.github.io/example-project/docs/llms.txt", true, aimElsewhere},
		{"http://example-user.github.io.example.com/example-project/llms.txt", false, aimNone},
		{root + "page.txt", true, aimNone},
		{"[SITE_ROOT]/llms.txt", true, aimPlaceholder},
	} {
		if _, _, got := run.judge(root+"docs/", c.raw, c.required); got != c.want {
			t.Errorf("judge(%q, required %v) = %d, want %d", c.raw, c.required, got, c.want)
		}
	}
	run.Set.ManifestFile, run.lookups = nil, lookups{}
	if _, _, got := run.judge(root+"docs/", root+"de/llms.txt", true); got != aimElsewhere {
		t.Errorf("without a manifest nothing is declared: %d", got)
	}
}

func TestSwapScheme(t *testing.T) {
	run := &Run{Input: Input{Deployment: ghpages.Deployment{DomainRoot: "https://example.com/"}}}
	for in, want := range map[string]string{
		"http://example.com/x":  "https://example.com/x",
		"HTTP://Example.com":    "https://Example.com",
		"https://example.com/x": "", "ftp://example.com/x": "", "http://example.org/x": "", "http://example.co/": "",
		"http://example.com.net/": "", "/x": "", "": "",
	} {
		got, swapped := run.swapScheme(in)
		if swapped != (want != "") || swapped && got != want || !swapped && got != in {
			t.Errorf("swapScheme(%q) = %q, %v", in, got, swapped)
		}
	}
}

func TestFormerURL(t *testing.T) {
	run := &Run{Input: Input{Deployment: ghpages.Deployment{
		Owner: "example-user", Repo: "example-project", CustomDomain: "example.com", SiteRoot: "https://example.com/", DomainRoot: "https://example.com/",
	}}}
	for in, want := range map[string]string{
		"https://example-user.github.io/example-project/x": "https://example.com/x",
		"http://Example-User.github.io/example-project":    "https://example.com/",
		"https://example-user.github.io/example-project/":  "https://example.com/",
		"https://example-user.github.io/":                  "",
		"https://example-user.github.io/other/":            "",
		"https://other.github.io/example-project/":         "",
		"https://example-user.github.io.net/":              "",
		"https://example.com/x":                            "",
		"example-user.github.io/example-project/":          "",
	} {
		if got := run.formerURL(in); got != want {
			t.Errorf("formerURL(%q) = %q, want %q", in, got, want)
		}
	}
	run.Deployment.Repo = "Example-User.github.io"
	if got := run.formerURL("https://example-user.github.io/x"); got != "https://example.com/x" {
		t.Errorf("of a user site: %q", got)
	}
	run.Deployment.SiteRoot = "https://example-user.github.io/"
	if got := run.formerURL("https://example-user.github.io/x"); got != "" {
		t.Errorf("SITE_ROOT itself is there: %q", got)
	}
}

func TestGluedName(t *testing.T) {
	for raw, want := range map[string]bool{
		"docssitemap.xml": true, "a/docssitemap.xml?q": true, "news-sitemap.xml": false, "news_sitemap.xml": false, "a.sitemap.xml": false, "sitemap.xml": false,
	} {
		if got := gluedName(raw, "sitemap.xml"); got != want {
			t.Errorf("gluedName(%q) = %v", raw, got)
		}
	}
}
