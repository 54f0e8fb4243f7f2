package actiontest

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestConfigOfWorkflow runs the step of verify.yml that chooses the configuration: that of the repository, never one of an
// artifact.
func TestConfigOfWorkflow(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("needs bash")
	}
	text, err := os.ReadFile(filepath.Join(root(t), ".github", "workflows", "verify.yml"))
	if err != nil {
		t.Fatal(err)
	}
	type step struct {
		ID, Run string
		With    map[string]string
	}
	var workflow struct {
		Jobs map[string]struct{ Steps []step }
	}
	if err := yaml.Unmarshal(text, &workflow); err != nil {
		t.Fatal(err)
	}
	steps := workflow.Jobs["verify"].Steps
	find := func(id string) step {
		i := slices.IndexFunc(steps, func(s step) bool { return s.ID == id })
		if i < 0 {
			t.Fatalf("no step %s", id)
		}
		return steps[i]
	}
	if got := find("verify").With["config"]; got != "${{ steps.config.outputs.config }}" {
		t.Errorf("verify gets the configuration %s", got)
	}
	for _, c := range []struct {
		config, artifact, dir string
		files                 []string
		want                  string
	}{
		{"", "github-pages", ".", nil, "none"},
		{"", "github-pages", "sub", []string{"sub/discovery.toml"}, "none"},
		{"", "github-pages", "sub", []string{"config.toml", "hugo.toml"}, "hugo.toml"},
		{"", "github-pages", ".", []string{"discovery.toml", "hugo.toml"}, "discovery.toml"},
		{"own.toml", "github-pages", ".", []string{"discovery.toml"}, "own.toml"},
		{"", "", ".", []string{"discovery.toml"}, "discovery.toml"},
		{"", "", "docs", []string{"discovery.toml"}, ""}, // verify finds it beside the folder
		{"", "", "", nil, ""},
	} {
		dir := t.TempDir()
		for _, name := range c.files {
			if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		output := filepath.Join(t.TempDir(), "output")
		cmd := exec.Command("bash", "-e", "-c", find("config").Run)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "CONFIG="+c.config, "ARTIFACT="+c.artifact, "DIR="+c.dir, "GITHUB_OUTPUT="+output)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%+v: %v\n%s", c, err, out)
		}
		if got, _ := os.ReadFile(output); string(got) != "config="+c.want+"\n" {
			t.Errorf("%+v: %s", c, got)
		}
	}
}
