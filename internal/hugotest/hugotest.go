// Package hugotest builds sites with the real Hugo, for tests of what hugo-module emits.
//
// A site is a txtar archive or a folder. Build runs the pinned Hugo of tools/go.mod on it, with the repository's
// hugo-module as its theme and without any HUGO_* variable of the caller, and returns what Hugo said and wrote.
package hugotest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// BinaryVariable names the environment variable that puts another Hugo in the place of the pinned one, such as the
// module's floor, v0.128.0.
const BinaryVariable = "DISCOVERY_TEST_HUGO"

// Root returns the root folder of the repository.
func Root() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(file), "..", "..")
}

var pinned = sync.OnceValues(func() (string, error) {
	if path := os.Getenv(BinaryVariable); path != "" {
		return path, nil
	}
	cmd := exec.Command("go", "tool", "-modfile=tools/go.mod", "-n", "hugo")
	cmd.Dir = Root()
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return "", fmt.Errorf("go tool hugo: %w\n%s", err, exit.Stderr)
		}
		return "", fmt.Errorf("go tool hugo: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
})

// Binary returns the path of the Hugo that Build runs.
func Binary(tb testing.TB) string {
	tb.Helper()
	path, err := pinned()
	if err != nil {
		tb.Fatal(err)
	}
	return path
}

// Extract writes the files of archives to a new folder and returns it. Where archives hold the same file, the last wins.
func Extract(tb testing.TB, archives ...*txtar.Archive) string {
	tb.Helper()
	dir := tb.TempDir()
	for _, archive := range archives {
		for _, file := range archive.Files {
			path := filepath.Join(dir, filepath.FromSlash(file.Name))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				tb.Fatal(err)
			}
			if err := os.WriteFile(path, file.Data, 0o644); err != nil {
				tb.Fatal(err)
			}
		}
	}
	return dir
}

// Load reads a txtar archive.
func Load(tb testing.TB, path string) *txtar.Archive {
	tb.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	return archive
}

// Result is what a build said and wrote.
type Result struct {
	// Output holds standard output and standard error as Hugo wrote them.
	Output string
	// Err is nil where Hugo exited with status 0.
	Err error
	// Public is the published folder.
	Public string
}

// Build builds the site in dir. Arguments and variables ("KEY=value") are passed on to Hugo.
func Build(tb testing.TB, dir string, args []string, variables ...string) Result {
	tb.Helper()
	return BuildWith(tb, Binary(tb), dir, args, variables...)
}

// BuildWith is Build with another Hugo, see Old.
func BuildWith(tb testing.TB, binary, dir string, args []string, variables ...string) Result {
	tb.Helper()
	return run(tb, binary, dir, append([]string{"--themesDir", Root(), "--theme", "hugo-module"}, args...), variables)
}

// ModulePath is the path by which sites import the module.
const ModulePath = "github.com/discovery-set/hugo-discovery/hugo-module"

// BuildImports builds the site in dir as its configuration says, with its [[module.imports]] of the repository's modules, and
// of whatever else stands in replacements: module path to folder.
func BuildImports(tb testing.TB, dir string, replacements map[string]string, args ...string) Result {
	tb.Helper()
	list := []string{ModulePath + " -> " + filepath.Join(Root(), "hugo-module")}
	hooks, err := filepath.Glob(filepath.Join(Root(), "hugo-module", "hooks", "*", "go.mod"))
	if err != nil {
		tb.Fatal(err)
	}
	for _, file := range hooks {
		folder := filepath.Dir(file)
		list = append(list, ModulePath+"/hooks/"+filepath.Base(folder)+" -> "+folder)
	}
	for path, folder := range replacements {
		list = append(list, path+" -> "+folder)
	}
	return run(tb, Binary(tb), dir, args, []string{"HUGO_MODULE_REPLACEMENTS=" + strings.Join(list, ", ")})
}

// run builds the site in dir into a new folder, without any HUGO_* variable of the caller.
func run(tb testing.TB, binary, dir string, args, variables []string) Result {
	tb.Helper()
	public := filepath.Join(tb.TempDir(), "public")
	cmd := exec.Command(binary, append([]string{"--source", dir, "--destination", public}, args...)...)
	for _, entry := range os.Environ() {
		if !strings.HasPrefix(entry, "HUGO") {
			cmd.Env = append(cmd.Env, entry)
		}
	}
	// Hugo gives a partial 30 s, which a machine that does much else can exceed.
	cmd.Env = append(cmd.Env, "HUGO_TIMEOUT=10m")
	cmd.Env = append(cmd.Env, variables...)
	out, err := cmd.CombinedOutput()
	return Result{Output: string(out), Err: err, Public: public}
}

// Must fails the test where the build failed.
func (r Result) Must(tb testing.TB) Result {
	tb.Helper()
	if r.Err != nil {
		tb.Fatalf("hugo: %v\n%s", r.Err, r.Output)
	}
	return r
}

// Read returns a published file; the test fails where it does not exist.
func (r Result) Read(tb testing.TB, name string) string {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join(r.Public, filepath.FromSlash(name)))
	if err != nil {
		tb.Fatal(err)
	}
	return string(data)
}

// Files returns the names of the published files, slash-separated and sorted.
func (r Result) Files(tb testing.TB) []string {
	tb.Helper()
	var names []string
	err := filepath.WalkDir(r.Public, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(r.Public, path)
		names = append(names, filepath.ToSlash(name))
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return names
}

// Tree returns the published files for which keep is true as an archive.
func (r Result) Tree(tb testing.TB, keep func(name string) bool) *txtar.Archive {
	tb.Helper()
	archive := new(txtar.Archive)
	for _, name := range r.Files(tb) {
		if keep(name) {
			archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(r.Read(tb, name))})
		}
	}
	return archive
}
