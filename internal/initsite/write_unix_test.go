//go:build unix

package initsite_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/discovery-set/hugo-discovery/internal/initsite"
)

// TestWriteAllOrNothing: where one file cannot be written, none is, nothing is
// left behind, and nothing is written through a link.
func TestWriteAllOrNothing(t *testing.T) {
	for name, obstacle := range map[string]func(dir string) error{
		"a file for a folder": func(dir string) error { return os.WriteFile(filepath.Join(dir, ".github"), []byte("mine"), 0o644) },
		"a file deeper": func(dir string) error {
			if err := os.Mkdir(filepath.Join(dir, ".github"), 0o755); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(dir, ".github", "workflows"), []byte("mine"), 0o644)
		},
		"a pipe": func(dir string) error { return syscall.Mkfifo(filepath.Join(dir, ".github"), 0o644) },
		"a pipe deeper": func(dir string) error { // opened for its folder, it would wait for a writer
			if err := os.Mkdir(filepath.Join(dir, ".github"), 0o755); err != nil {
				return err
			}
			return syscall.Mkfifo(filepath.Join(dir, ".github", "workflows"), 0o644)
		},
		"a link out":      func(dir string) error { return os.Symlink(t.TempDir(), filepath.Join(dir, ".github")) },
		"a link inside":   func(dir string) error { return os.Symlink("layouts", filepath.Join(dir, ".github")) },
		"a dangling link": func(dir string) error { return os.Symlink("nowhere", filepath.Join(dir, ".github")) },
		"a loop":          func(dir string) error { return os.Symlink(".github", filepath.Join(dir, ".github")) },
		"an old text": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "hugo.toml.discovery-helper.tmp"), []byte("mine"), 0o644)
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, filepath.Join(dir, "hugo.toml"), "title = \"x\"\n")
			if err := os.Mkdir(filepath.Join(dir, "layouts"), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := obstacle(dir); err != nil {
				t.Fatal(err)
			}
			before := names(t, dir)
			site, err := initsite.Read(dir)
			if err != nil {
				t.Fatal(err)
			}
			defer site.Close()
			written, err := site.Write(site.Plan(initsite.Values{}))
			if err == nil || len(written) > 0 {
				t.Errorf("written: %v, error %v", written, err)
			} else if !strings.Contains(err.Error(), "put one in its place") && !strings.Contains(err.Error(), "remove it") {
				t.Errorf("no remedy: %v", err)
			}
			if text, _ := os.ReadFile(filepath.Join(dir, "hugo.toml")); string(text) != "title = \"x\"\n" {
				t.Errorf("hugo.toml is %q", text)
			}
			if after := names(t, dir); after != before {
				t.Errorf("there were\n%s, now there are\n%s", before, after)
			}
		})
	}
}

// names lists what a folder holds, without following links.
func names(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		b.WriteString(path + " " + d.Type().String() + "\n")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}
