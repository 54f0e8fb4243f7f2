package actiontest

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/discovery-set/hugo-discovery/internal/command"
)

// TestInitWorkflow lints what discovery-helper init writes for a site in one YAML file, which no step reads.
func TestInitWorkflow(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "hugo.yaml"), []byte("title: x\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	c := command.Command{Stdout: io.Discard, Stderr: io.Discard}
	if code := c.Main([]string{"init", dir, "--write"}); code != 0 {
		t.Fatal(code)
	}
	if out, err := actionlint(t, filepath.Join(dir, ".github", "workflows", "pages.yml")); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
