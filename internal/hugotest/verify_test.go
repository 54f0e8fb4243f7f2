package hugotest

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/discovery-set/hugo-discovery/internal/command"
)

// verify runs discovery-helper verify on a published tree and returns its exit code and what it printed.
func verify(tree string, args ...string) (code int, out string) {
	var stdout bytes.Buffer
	c := &command.Command{Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stdout,
		Environ: func(string) (string, bool) { return "", false }}
	code = c.Main(append([]string{"verify", tree}, args...))
	return code, stdout.String()
}

// TestVerified: the module never writes what discovery-helper rejects, nor what it warns of.
func TestVerified(t *testing.T) {
	fixtures(t, func(t *testing.T, name string, archive *txtar.Archive) {
		for _, args := range [][]string{nil, {"--minify"}} {
			result := Build(t, site(t, archive), args).Must(t)
			if code, out := verify(result.Public, "--fail-on", "warning"); code != 0 {
				t.Errorf("hugo %v: exit status %d\n%s", args, code, out)
			}
		}
	})
	t.Run("awkward front matter", func(t *testing.T) {
		result := Build(t, site(t, awkwardSite()), nil).Must(t)
		if code, out := verify(result.Public); code != 0 {
			t.Errorf("exit status %d\n%s", code, out)
		}
	})
}

// TestPlaceholdersRejected: what whenOpen = "placeholders" writes does not pass.
func TestPlaceholdersRejected(t *testing.T) {
	archive := page(replace(t, domainLine, "whenOpen = \"placeholders\""))
	archive.Files = archive.Files[:2]
	result := Build(t, site(t, archive), nil).Must(t)
	if code, out := verify(result.Public, "--site-root", "https://example-user.github.io/example-project/", "--owner", "example-user",
		"--repo", "example-project", "--pages-type", "PROJECT_SITE", "--custom-domain", "NONE"); code != 1 || !strings.Contains(out, "[SITE_ROOT]") {
		t.Errorf("exit status %d, want 1 and the token\n%s", code, out)
	}
}

// TestForeignFiles: what the build cannot see, such as a file of a folder that is mounted to static/ and wins over the module's,
// verify finds.
func TestForeignFiles(t *testing.T) {
	result := Build(t, site(t, Load(t, filepath.Join("testdata", "sites", "site.txtar"))), nil).Must(t)
	if code, out := verify(result.Public); code != 0 {
		t.Fatalf("exit status %d\n%s", code, out)
	}
	for name, text := range map[string]string{
		"llms.txt":          "# Another project\n\n> Written by hand.\n",
		"robots.txt":        "User-agent: *\nDisallow: /\n",
		"sitemap.xml":       `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.com/</loc></url></urlset>`,
		"raw-manifest.json": `{"name": "Another project"}`,
		"index.html":        "<!DOCTYPE html><html lang=\"en\"><title>Another project</title><p>Written by hand.</p></html>",
	} {
		path := filepath.Join(result.Public, name)
		ours := result.Read(t, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		code, out := verify(result.Public, "--site-root", "https://example-user.github.io/Example-Project/", "--owner", "example-user",
			"--repo", "Example-Project", "--pages-type", "PROJECT_SITE", "--custom-domain", "NONE", "--fail-on", "warning")
		if code != 1 || !strings.Contains(out, name+":") {
			t.Errorf("a foreign %s: exit status %d, want 1\n%s", name, code, out)
		}
		if err := os.WriteFile(path, []byte(ours), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
