package site

import (
	"os"
	"path/filepath"
	"testing"
)

// The source of a site is told from what is published, which may have the same files beside its index page.
func TestSource(t *testing.T) {
	for _, c := range []struct {
		want  string // the folder that is built into; "": it is no source
		files map[string]string
	}{
		{"public", map[string]string{"hugo.toml": "", "content/_index.md": ""}},
		{"public", map[string]string{"config/_default/hugo.toml": ""}},
		{"public", map[string]string{"config.yaml": "", "content/_index.md": ""}},
		{"public", map[string]string{"config.toml": "", "content/_index.md": "", "templates/index.html": ""}},
		{"_site", map[string]string{"_config.yml": "", "index.md": ""}},
		{"_site", map[string]string{"_config.yml": "", "index.html": "---\nlayout: default\n---\n<p>"}},
		{"_site", map[string]string{"_config.yml": "", "index.html": "\ufeff---\r\nlayout: default\r\n---\r\n<p>"}},
		{"public", map[string]string{"_config.yml": "", "source/_posts/a.md": ""}},
		{"site", map[string]string{"mkdocs.yml": "", "docs/index.md": ""}},
		{"docs/.vitepress/dist", map[string]string{"docs/.vitepress/config.mts": "", "docs/index.md": ""}},
		{"_build/html", map[string]string{"conf.py": "", "index.rst": ""}},
		{"", map[string]string{"conf.py": "", "a.html": ""}},
		{"", map[string]string{"config.toml": "", "a.html": ""}},
		{"", map[string]string{"hugo.toml": "", "index.html": "<p>"}},
		{"", map[string]string{"_config.yml": "", "index.html": "--- <p>"}},
		{"", map[string]string{"_config.yml": "", "index.html": ""}},
		{"", map[string]string{"a.html": "---\n"}},
	} {
		dir := t.TempDir()
		for name, text := range c.files {
			name = filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		tree, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		if g, ok := tree.Source(); g.Output != c.want || ok != (c.want != "") {
			t.Errorf("%q: %+v, %v; want %q", c.files, g, ok, c.want)
		}
		tree.Close()
	}
}
