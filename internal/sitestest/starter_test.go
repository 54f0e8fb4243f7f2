package sitestest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/discovery-set/hugo-discovery/internal/hugotest"
)

// TestStarterWorkflow does what the build step of GitHub's own Hugo workflow does (actions/starter-workflows, pages/hugo.yml):
// Hugo 0.128.0, its command line, its variables, on a copy of exampleSite; and verify finds nothing.
func TestStarterWorkflow(t *testing.T) {
	old := hugotest.Old(t, hugotest.Floor)
	const baseURL = "https://example-user.github.io/example-project" // as actions/configure-pages gives it, without a slash
	dir := t.TempDir()
	copyTree(t, filepath.Join(repository(t), "exampleSite"), dir)
	build := exec.Command(old, "--minify", "--baseURL", baseURL+"/")
	build.Dir = dir
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "HUGO_") {
			build.Env = append(build.Env, variable)
		}
	}
	build.Env = append(build.Env, "HUGO_CACHEDIR="+t.TempDir(), "HUGO_ENVIRONMENT=production", "HUGO_TIMEOUT=10m", replacement(t))
	if out, err := build.CombinedOutput(); err != nil || complaint.Match(out) {
		t.Fatalf("hugo: %v\n%s", err, out)
	}
	verify(t, filepath.Join(dir, "hugo.toml"), filepath.Join(dir, "public"))
}
