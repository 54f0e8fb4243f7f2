// Package actiontest holds what GitHub's runners execute to what it should do: the workflows by actionlint, the action by
// running its scripts as a runner does.
package actiontest

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// root is the repository's.
func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestWorkflows lints every workflow that this repository runs or offers, and action.yml by its use in one of them.
func TestWorkflows(t *testing.T) {
	var files []string
	for _, dir := range []string{"", "exampleSite"} {
		found, err := filepath.Glob(filepath.Join(root(t), dir, ".github", "workflows", "*.yml"))
		if err != nil || len(found) == 0 {
			t.Fatalf("%q has no workflows: %v", dir, err)
		}
		files = append(files, found...)
	}
	if out, err := actionlint(t, files...); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestActionIsLinted: a wrong input of our own action would be noticed.
func TestActionIsLinted(t *testing.T) {
	dir := t.TempDir()
	workflow := filepath.Join(dir, ".github", "workflows", "x.yml")
	for _, d := range []string{filepath.Dir(workflow), filepath.Join(dir, ".git")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	action, err := os.ReadFile(filepath.Join(root(t), "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	text := "on: push\njobs:\n  x:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: ./\n        with:\n          folder: public\n"
	for name, text := range map[string][]byte{workflow: []byte(text), filepath.Join(dir, "action.yml"): action} {
		if err := os.WriteFile(name, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := actionlint(t, workflow); err == nil || !strings.Contains(out, `input "folder" is not defined`) {
		t.Errorf("actionlint says %v\n%s", err, out)
	}
}

func actionlint(t *testing.T, files ...string) (string, error) {
	t.Helper()
	c := exec.Command("go", append([]string{"tool", "-modfile=tools/lint/go.mod", "actionlint", "-no-color", "-shellcheck=", "-pyflakes="}, files...)...)
	c.Dir = root(t)
	out, err := c.CombinedOutput()
	return string(out), err
}

// TestInputs: every input reaches the scripts as a variable, no expression stands in a script, and no variable is one that
// the scripts do not know.
func TestInputs(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(root(t), filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	action := read("action.yml")
	scripts := read(".github/action/build.sh") + read(".github/action/verify.sh")
	head, run, _ := strings.Cut(action, "\nruns:")
	inputs, _, _ := strings.Cut(head, "\noutputs:")
	for _, m := range regexp.MustCompile(`(?m)^  ([a-z-]+):$`).FindAllStringSubmatch(inputs, -1) {
		if name := m[1]; name != "icon" && !strings.Contains(run, "inputs."+name) {
			t.Errorf("the input %s is not used", name)
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^        ([A-Z_]+): \$\{\{ inputs\.([a-z-]+) \}\}$`).FindAllStringSubmatch(run, -1) {
		if want := strings.ToUpper(strings.ReplaceAll(m[2], "-", "_")); m[1] != want {
			t.Errorf("the input %s is the variable %s", m[2], m[1])
		}
		if !strings.Contains(scripts, "${"+m[1]+":") {
			t.Errorf("no script uses %s", m[1])
		}
	}
	for _, line := range strings.Split(run, "\n") {
		// An expression within a script is how the text of a pull request becomes a command.
		if strings.Contains(line, "run:") && strings.Contains(line, "${{") {
			t.Errorf("an expression in a script: %s", strings.TrimSpace(line))
		}
	}
}

// TestAction runs the scripts of action.yml as a runner does.
func TestAction(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("needs bash")
	}
	env := func(name string) string {
		out, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(out))
	}
	testscript.Run(t, testscript.Params{
		Files: []string{filepath.Join("testdata", "action.txtar")},
		Setup: func(e *testscript.Env) error {
			e.Setenv("GITHUB_ACTION_PATH", root(t))
			e.Setenv("RUNNER_TEMP", filepath.Join(e.WorkDir, "temp dir"))
			e.Setenv("GITHUB_OUTPUT", filepath.Join(e.WorkDir, "output"))
			e.Setenv("GITHUB_STEP_SUMMARY", filepath.Join(e.WorkDir, "summary"))
			for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPROXY", "GOFLAGS", "GOSUMDB"} {
				e.Setenv(name, env(name))
			}
			return os.Mkdir(filepath.Join(e.WorkDir, "temp dir"), 0o755)
		},
		RequireExplicitExec: true,
	})
}
