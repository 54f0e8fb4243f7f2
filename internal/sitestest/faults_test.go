package sitestest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/discovery-set/hugo-discovery/internal/command"
)

const exampleRoot = "https://example-user.github.io/example-project/"

// fault is one mistake as people make it, planted by replacing old, which stands in the file once, by new. Where new is
// empty, old goes.
type fault struct {
	name, file, old, new string
	rule                 string // that has to find it, and no other
	at                   string // the file that the finding names, where it is another one
}

// faults are 28 mistakes that really happen on project sites, each in a place of its own so that all can stand in one tree.
var faults = []fault{
	// The head says who a page is.
	{"no title", "guide/install/index.html",
		"<title>Install | Example Project</title>\n", "", "head/title", ""},
	{"title of another page", "guide/first-check/index.html",
		"<title>Your first check | Example Project</title>", "<title>Check every night | Example Project</title>", "head/title-duplicate", ""},
	{"no description", "guide/index.html",
		`<meta name="description" content="From the first installation to a check that runs every night, in three short pages.">`, "", "head/description", ""},
	{"no favicon", "blog/index.html",
		`<link rel="icon" href="` + exampleRoot + `img/favicon.png">`, "", "head/favicon", ""},
	{"robots tag that forbids a listed page", "reference/list-format/index.html",
		`<meta name="robots" content="index, follow">`, `<meta name="robots" content="index, nofollow">`, "head/robots", ""},

	// The canonical link says where it is.
	{"no canonical link", "reference/index.html",
		`<link rel="canonical" href="` + exampleRoot + `reference/">`, "", "head/canonical", ""},
	{"canonical link to another page", "reference/commands/index.html",
		`<link rel="canonical" href="` + exampleRoot + `reference/commands/">`,
		`<link rel="canonical" href="` + exampleRoot + `reference/exit-status/">`, "head/canonical-shared", ""},
	{"doubled slash in a canonical link", "blog/version-1-0/index.html",
		`<link rel="canonical" href="` + exampleRoot + `blog/`, `<link rel="canonical" href="` + exampleRoot + `/blog/`, "head/canonical", ""},
	{"canonical link without the final slash", "blog/version-1-1/index.html",
		`<link rel="canonical" href="` + exampleRoot + `blog/version-1-1/">`,
		`<link rel="canonical" href="` + exampleRoot + `blog/version-1-1">`, "head/canonical", ""},

	// The alternate links lead to the files for machines.
	{"llms.txt named at the host's root", "uk/guide/install/index.html",
		`type="text/plain" href="` + exampleRoot + `llms.txt"`, `type="text/plain" href="/llms.txt"`, "url/wrong-root", ""},
	{"no link to llms.txt", "uk/guide/first-check/index.html",
		`<link rel="alternate" type="text/plain" href="` + exampleRoot + `llms.txt" title="LLM-readable index">`, "", "head/alternate-llms", ""},
	{"manifest named at the host's root", "uk/guide/every-night/index.html",
		`type="application/json" href="` + exampleRoot + `raw-manifest.json"`, `type="application/json" href="/raw-manifest.json"`, "url/wrong-root", ""},
	{"no link to the manifest", "uk/reference/commands/index.html",
		`<link rel="alternate" type="application/json" href="` + exampleRoot + `raw-manifest.json" title="Machine-readable manifest">`, "", "head/alternate-manifest", ""},

	// Open Graph is the preview that people see.
	{"no og:title", "uk/reference/exit-status/index.html",
		`<meta property="og:title" content="Коди завершення">`, "", "head/og-title", ""},
	{"preview image at the host's root", "reference/exit-status/index.html",
		`<meta property="og:image" content="` + exampleRoot + `img/card.png">`, `<meta property="og:image" content="/img/card.png">`, "head/og-image", ""},
	{"og:url of another page", "uk/reference/list-format/index.html",
		`<meta property="og:url" content="` + exampleRoot + `uk/reference/list-format/">`,
		`<meta property="og:url" content="` + exampleRoot + `uk/reference/">`, "head/og-url", ""},
	{"no og:type", "uk/reference/index.html",
		`<meta property="og:type" content="website">`, "", "head/og-type", ""},

	// JSON-LD.
	{"JSON-LD that is no JSON", "uk/blog/version-1-0/index.html",
		`"@context":"https://schema.org",`, `"@context":"https://schema.org",,`, "jsonld/syntax", ""},
	{"JSON-LD without @type", "uk/blog/version-1-1/index.html",
		`#webpage","@type":"WebPage",`, `#webpage",`, "jsonld/type", ""},
	{"image of the JSON-LD at the host's root", "reference/exit-status/index.html",
		`#webpage","@type":"WebPage",`, `#webpage","@type":"WebPage","image":"/img/card.png",`, "jsonld/media", ""},
	{"step of a BreadcrumbList at the host's root", "uk/blog/why-plain-text/index.html",
		`#webpage","@type":"WebPage",`, `#webpage","@type":"WebPage","breadcrumb":{"@type":"BreadcrumbList","itemListElement":[{"@type":"ListItem","position":1,"name":"Блог","item":"/uk/blog/"}]},`, "jsonld/page", ""},

	// The footer's row.
	{"no link to the sitemap in the footer", "uk/blog/index.html",
		`<a href="` + exampleRoot + `sitemap.xml">карта сайту</a>`, "", "footer/links", ""},
	{"llms.txt at the host's root in the footer", "uk/guide/index.html",
		`<a href="` + exampleRoot + `llms.txt">`, `<a href="/llms.txt">`, "url/wrong-root", ""},

	// The files for machines.
	{"a discovery file in the sitemap", "sitemap.xml",
		"</urlset>", "  <url><loc>" + exampleRoot + "llms.txt</loc></url>\n</urlset>", "sitemap/discovery-file", ""},
	{"a page missing in the sitemap", "sitemap.xml",
		"  <url>\n    <loc>" + exampleRoot + "tags/releases/</loc>\n    <lastmod>2026-09-03T00:00:00Z</lastmod>\n  </url>\n", "", "sitemap/page-missing", ""},
	{"relative address in robots.txt", "robots.txt",
		"Sitemap: " + exampleRoot + "sitemap.xml", "Sitemap: /sitemap.xml", "robots/sitemap", ""},
	{"a manifest that breaks its schema", "raw-manifest.json",
		`"pages_type": "PROJECT_SITE"`, `"pages_type": "project"`, "manifest/schema", ""},
	{"a wrong title in the manifest", "raw-manifest.json",
		`"title": "Check every night"`, `"title": ""`, "manifest/schema", ""},
	{"llms.txt without its title", "llms.txt",
		"# Example Project\n\n>", ">", "llms/title", ""},
	{"a link of llms.txt at the host's root", "llms.txt",
		"(" + exampleRoot + "guide/install/index.md)", "(/guide/install/index.md)", "llms/link-broken", ""},
}

// TestFaults plants each of the faults alone and then all of them in copies of the built exampleSite: each is found, and
// each once. What the tree says without any fault does not count.
func TestFaults(t *testing.T) {
	if len(faults) != 30 {
		t.Fatalf("%d faults", len(faults))
	}
	source := filepath.Join(repository(t), "exampleSite")
	built := t.TempDir()
	hugo(t, source, built, replacement(t))
	before := map[string]bool{}
	for _, f := range findings(t, filepath.Join(source, "hugo.toml"), built) {
		before[f.Rule+f.Message] = true
	}
	all := t.TempDir()
	copyTree(t, built, all)
	for _, fault := range faults {
		t.Run(fault.name, func(t *testing.T) {
			alone := t.TempDir()
			copyTree(t, built, alone)
			for _, tree := range []string{alone, all} {
				edit(t, filepath.Join(tree, fault.file), [][2]string{{fault.old, fault.new}})
			}
			var found []finding
			for _, f := range findings(t, filepath.Join(source, "hugo.toml"), alone) {
				if !before[f.Rule+f.Message] {
					found = append(found, f)
				}
			}
			if len(found) != 1 || found[0].Rule != fault.rule || found[0].File != fault.place() {
				t.Errorf("one finding of %s in %s is expected, not\n%s", fault.rule, fault.place(), list(found))
			}
		})
	}
	t.Run("all at once", func(t *testing.T) {
		open := faults
		var found, other []finding
		for _, f := range findings(t, filepath.Join(source, "hugo.toml"), all) {
			if before[f.Rule+f.Message] {
				continue
			}
			found = append(found, f)
			i := 0
			for i < len(open) && (open[i].rule != f.Rule || open[i].place() != f.File) {
				i++
			}
			if i == len(open) {
				other = append(other, f)
				continue
			}
			open = append(open[:i:i], open[i+1:]...)
		}
		for _, fault := range open {
			t.Errorf("not found: %s, in %s by %s", fault.name, fault.place(), fault.rule)
		}
		if len(found) != len(faults) {
			t.Errorf("%d findings, of which no fault explains\n%s", len(found), list(other))
		}
	})
}

func (f fault) place() string {
	if f.at != "" {
		return f.at
	}
	return f.file
}

// finding is what the JSON report says of one.
type finding struct {
	Rule, Severity, File, Message string
	Line, Column                  int
}

func list(found []finding) string {
	var b strings.Builder
	for _, f := range found {
		fmt.Fprintf(&b, "%s:%d:%d: %s: %s [%s]\n", f.File, f.Line, f.Column, f.Severity, f.Message, f.Rule)
	}
	return b.String()
}

// findings are those of verify --format json.
func findings(t *testing.T, config, tree string) []finding {
	t.Helper()
	var out, errors bytes.Buffer
	c := &command.Command{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errors}
	if status := c.Main([]string{"verify", "--config", config, "--format", "json", tree}); status == 2 {
		t.Fatal(errors.String())
	}
	var report struct{ Findings []finding }
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	return report.Findings
}
