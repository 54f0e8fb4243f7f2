// Package sitestest builds the two sites of this repository, exampleSite and the project's own website, with real Hugo,
// as people build them, and looks at the results: with the program, with xmllint, and with Chromium.
package sitestest

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/discovery-set/hugo-discovery/internal/command"
	"github.com/discovery-set/hugo-discovery/internal/rules"
)

const modulePath = "github.com/discovery-set/hugo-discovery/hugo-module"

// TestExampleSite: the example builds without a warning and is right.
func TestExampleSite(t *testing.T) {
	tree := t.TempDir()
	hugo(t, filepath.Join(repository(t), "exampleSite"), tree, replacement(t))
	verify(t, filepath.Join(repository(t), "exampleSite", "hugo.toml"), tree)
	xmllint(t, tree)
}

// TestWebsite: the website builds without a warning and is right; it publishes a page for each rule and the schemas, and
// nothing of the program.
func TestWebsite(t *testing.T) {
	tree := t.TempDir()
	hugo(t, repository(t), tree)
	verify(t, filepath.Join(repository(t), "config.toml"), tree)
	xmllint(t, tree)

	published, err := os.ReadFile(filepath.Join(tree, "schema", "raw-manifest.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile(filepath.Join(repository(t), "schema", "raw-manifest.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(published, source) {
		t.Error("the published schema is not the schema of this repository")
	}
	for _, rule := range rules.All() { // findings link to these pages
		path := filepath.Join("rules", filepath.FromSlash(rule.ID), "index.html")
		if page, err := os.ReadFile(filepath.Join(tree, path)); err != nil || !bytes.Contains(page, []byte("<h1>"+rule.ID+"</h1>")) {
			t.Errorf("the website has no page of the rule %s at %s", rule.ID, path)
		}
	}
	for _, file := range files(t, tree) {
		if strings.HasSuffix(file, ".go") {
			t.Errorf("the website publishes %s", file)
		}
	}
}

// TestCopyOfExampleSite does what exampleSite/README.md says: copy the folder, change four values, build. For a user site
// and for a custom domain, what the comments beside the next two values say comes on top.
func TestCopyOfExampleSite(t *testing.T) {
	const project = `pagesType = "PROJECT_SITE"`
	for _, deployment := range []struct {
		name, root, repo string
		more             [][2]string
	}{
		{"project", "https://someone.github.io/Other-Thing/", "Other-Thing", nil},
		{"user", "https://someone.github.io/", "someone.github.io", [][2]string{
			{project, `pagesType = "USER_OR_ORG_SITE"`},
		}},
		{"custom", "https://docs.example.com/", "Other-Thing", [][2]string{
			{project, `pagesType = "CUSTOM_DOMAIN_SITE"`},
			{`customDomain = "NONE"`, "customDomain = \"docs.example.com\"\n  siteRootConfirmed = true"},
		}},
		{"inherited", "https://www.example.com/Other-Thing/", "Other-Thing", [][2]string{
			{project, `pagesType = "CUSTOM_DOMAIN_SITE"`},
			{`customDomain = "NONE"`, `customDomain = "www.example.com"`},
		}},
	} {
		t.Run(deployment.name, func(t *testing.T) {
			dir := t.TempDir()
			copyTree(t, filepath.Join(repository(t), "exampleSite"), dir)
			config := filepath.Join(dir, "hugo.toml")
			edit(t, config, append([][2]string{
				{`baseURL = "https://example-user.github.io/example-project/"`, `baseURL = "` + deployment.root + `"`},
				{`title = "Example Project"`, `title = "Other Thing"`},
				{`owner = "example-user"`, `owner = "someone"`},
				{`repo = "example-project"`, `repo = "` + deployment.repo + `"`},
				// Not a further change: the module that stands in this repository, instead of a released one.
				{"[module]\n", "[module]\n  replacements = \"" + modulePath + " -> " + filepath.Join(repository(t), "hugo-module") + "\"\n"},
			}, deployment.more...))

			public := filepath.Join(dir, "public")
			hugo(t, dir, public)
			verify(t, config, public)
			locs := sitemap(t, public)
			if len(locs) < 30 {
				t.Errorf("the sitemap lists %d pages", len(locs))
			}
			for _, loc := range locs {
				if !strings.HasPrefix(loc, deployment.root) {
					t.Errorf("the sitemap lists %s", loc)
				}
			}
			for _, file := range files(t, public) {
				page, err := os.ReadFile(filepath.Join(public, file))
				if err != nil {
					t.Fatal(err)
				}
				if bytes.Contains(page, []byte("example-user.github.io")) {
					t.Errorf("%s still names example-user.github.io", file)
				}
			}
		})
	}
}

// edit replaces texts of a file, each of which has to be there once.
func edit(t *testing.T, file string, changes [][2]string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for _, change := range changes {
		if n := strings.Count(text, change[0]); n != 1 {
			t.Fatalf("%s has %q %d times", file, change[0], n)
		}
		text = strings.Replace(text, change[0], change[1], 1)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestSameBytes: two builds of the example do not differ.
func TestSameBytes(t *testing.T) {
	first, second := t.TempDir(), t.TempDir()
	source := filepath.Join(repository(t), "exampleSite")
	hugo(t, source, first, replacement(t))
	hugo(t, source, second, replacement(t))
	names := files(t, first)
	if len(names) != len(files(t, second)) {
		t.Fatal("two builds have different files")
	}
	for _, name := range names {
		a, errA := os.ReadFile(filepath.Join(first, name))
		b, errB := os.ReadFile(filepath.Join(second, name))
		if errA != nil || errB != nil || !bytes.Equal(a, b) {
			t.Errorf("%s differs between two builds", name)
		}
	}
}

// repository is the root of this repository.
func repository(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// replacement makes Hugo take the module from this repository, without network.
func replacement(t *testing.T) string {
	return "HUGO_MODULE_REPLACEMENTS=" + modulePath + " -> " + filepath.Join(repository(t), "hugo-module")
}

// hugoBinary is the path of the pinned Hugo; the first call may build it.
var hugoBinary = sync.OnceValues(func() (string, error) {
	command := exec.Command("go", "tool", "-modfile=tools/go.mod", "-n", "hugo")
	command.Dir = "../.."
	out, err := command.Output()
	return strings.TrimSpace(string(out)), err
})

// complaint is a line with which Hugo warns or fails.
var complaint = regexp.MustCompile(`(?m)^(WARN|ERROR)\b`)

// hugo builds the site in source into tree. A warning is a failure.
func hugo(t *testing.T, source, tree string, env ...string) {
	t.Helper()
	binary, err := hugoBinary()
	if err != nil {
		t.Fatal("the pinned Hugo cannot be built: ", err)
	}
	build := exec.Command(binary, "--source", source, "--destination", tree, "--noBuildLock") // not --quiet: it hides errors
	for _, variable := range os.Environ() {                                                   // a developer's own HUGO_… must not change what is tested
		if !strings.HasPrefix(variable, "HUGO_") {
			build.Env = append(build.Env, variable)
		}
	}
	build.Env = append(build.Env, "HUGO_CACHEDIR="+t.TempDir(), "HUGO_RESOURCEDIR="+t.TempDir(), "HUGO_TIMEOUT=10m")
	build.Env = append(build.Env, env...)
	if out, err := build.CombinedOutput(); err != nil || complaint.Match(out) {
		t.Fatalf("hugo in %s: %v\n%s", source, err, out)
	}
}

// verify holds a tree to every rule, with the values that the site's configuration declares; a warning is a failure too.
func verify(t *testing.T, config, tree string) {
	t.Helper()
	var out bytes.Buffer
	c := &command.Command{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out}
	if status := c.Main([]string{"verify", "--config", config, "--fail-on", "warning", tree}); status != 0 {
		t.Errorf("verify exits with %d:\n%s", status, out.String())
	}
}

// xmllint checks that each XML file is well-formed, and that each JSON-LD block and JSON file parses.
func xmllint(t *testing.T, tree string) {
	t.Helper()
	var names []string
	for _, name := range files(t, tree) {
		switch filepath.Ext(name) {
		case ".xml":
			names = append(names, filepath.Join(tree, name))
		case ".json":
			data, err := os.ReadFile(filepath.Join(tree, name))
			if err != nil || !json.Valid(data) {
				t.Errorf("%s is no JSON: %v", name, err)
			}
		case ".html":
			data, err := os.ReadFile(filepath.Join(tree, name))
			if err != nil {
				t.Fatal(err)
			}
			_, rest, found := strings.Cut(string(data), `<script type="application/ld+json">`)
			if block, _, _ := strings.Cut(rest, "</script>"); found && !json.Valid([]byte(block)) {
				t.Errorf("the JSON-LD of %s is no JSON:\n%s", name, block)
			}
		}
	}
	if out, err := exec.Command(tool(t, "xmllint"), append([]string{"--noout", "--nonet"}, names...)...).CombinedOutput(); err != nil {
		t.Errorf("xmllint: %v\n%s", err, out)
	}
}

// sitemap returns the URLs that the tree's sitemap lists.
func sitemap(t *testing.T, tree string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(tree, "sitemap.xml"))
	if err != nil {
		t.Fatal(err)
	}
	var set struct {
		Loc []string `xml:"url>loc"`
	}
	if err := xml.Unmarshal(data, &set); err != nil {
		t.Fatal(err)
	}
	return set.Loc
}

// tool is the path of a program; without it the test is skipped on a developer's machine and fails in CI.
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil && os.Getenv("CI") != "" {
		t.Fatal(err)
	}
	if err != nil {
		t.Skip(err)
	}
	return path
}

// files lists the files of a folder, relative to it.
func files(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// copyTree copies a site without what a build left behind in it.
func copyTree(t *testing.T, from, to string) {
	t.Helper()
	for _, name := range files(t, from) {
		if top, _, _ := strings.Cut(name, "/"); top == "public" || top == "resources" || top == ".hugo_build.lock" {
			continue
		}
		data, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(to, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(to, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
