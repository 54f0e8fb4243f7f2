package initsite_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/discovery-set/hugo-discovery/internal/command"
	"github.com/discovery-set/hugo-discovery/internal/hugotest"
	"github.com/discovery-set/hugo-discovery/internal/initsite"
)

// run runs the program.
func run(args ...string) (code int, out string) {
	var b bytes.Buffer
	c := &command.Command{Stdin: strings.NewReader(""), Stdout: &b, Stderr: &b, Environ: func(string) (string, bool) { return "", false }}
	code = c.Main(args)
	return code, b.String()
}

// TestInitBuildVerify runs init in sites that know nothing of the module, builds them, and verifies what comes out: no error.
// A second run has nothing to add.
func TestInitBuildVerify(t *testing.T) {
	paths, err := filepath.Glob("testdata/sites/*.txtar")
	if err != nil || len(paths) < 4 {
		t.Fatalf("%d sites: %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			dir := hugotest.Extract(t, hugotest.Load(t, "testdata/common.txtar"), hugotest.Load(t, path))
			before := read(t, dir)
			told := []string{"init", dir, "--owner", "example-user", "--repo", "example-project", "--pages-type", "PROJECT_SITE",
				"--custom-domain", "NONE", "--image", "og.png", "--favicon", "favicon.svg", "--description", "What the example project is."}
			if code, out := run(told...); code != 0 || !strings.Contains(out, "Nothing is written yet") {
				t.Fatalf("%d\n%s", code, out)
			}
			if !bytes.Equal(txtar.Format(before), txtar.Format(read(t, dir))) {
				t.Fatal("init without --write has written")
			}
			code, out := run(append(told, "--write")...)
			if code != 0 {
				t.Fatalf("%d\n%s", code, out)
			}
			kept(t, before, read(t, dir))
			// With the same values, and with none.
			for _, again := range [][]string{told, {"init", dir}} {
				if code, out := run(again...); code != 0 || !strings.Contains(out, "Nothing to add.") {
					t.Errorf("%d\n%s", code, out)
				}
			}
			result := hugotest.BuildImports(t, dir, nil).Must(t)
			if code, verified := run("verify", result.Public); code != 0 {
				t.Errorf("%s\n%s", verified, out)
			}
		})
	}
}

// TestNothingTold: all values open, in each format. The build stops and names them, and a second run adds nothing.
func TestNothingTold(t *testing.T) {
	for _, name := range []string{"yaml", "toml", "json", "split"} {
		t.Run(name, func(t *testing.T) {
			dir := hugotest.Extract(t, hugotest.Load(t, "testdata/common.txtar"), hugotest.Load(t, "testdata/sites/"+name+".txtar"))
			if code, out := run("init", dir, "--write"); code != 0 {
				t.Fatalf("%d\n%s", code, out)
			}
			if code, out := run("init", dir); code != 0 || !strings.Contains(out, "Nothing to add.") {
				t.Errorf("%d\n%s", code, out)
			}
			result := hugotest.BuildImports(t, dir, nil)
			for _, want := range []string{"OWNER: is not set", "REPO: is not set", "PAGES_TYPE: is not set", "CUSTOM_DOMAIN: is not set"} {
				if result.Err == nil || !strings.Contains(result.Output, want) {
					t.Errorf("no %q: %v\n%s", want, result.Err, result.Output)
				}
			}
			if strings.Contains(result.Output, "favicon") { // static/favicon.svg is there
				t.Errorf("the icon was not found:\n%s", result.Output)
			}
		})
	}
}

// read reads all files below a folder.
func read(t *testing.T, dir string) *txtar.Archive {
	t.Helper()
	archive := new(txtar.Archive)
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		archive.Files = append(archive.Files, txtar.File{Name: path, Data: text})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return archive
}

// kept fails the test where a file that was there is gone, or lacks a byte in its order.
func kept(t *testing.T, before, after *txtar.Archive) {
	t.Helper()
	texts := map[string][]byte{}
	for _, file := range after.Files {
		texts[file.Name] = file.Data
		if strings.Contains(file.Name, ".tmp") {
			t.Errorf("%s is left", file.Name)
		}
	}
	for _, file := range before.Files {
		rest := texts[file.Name]
		for _, b := range file.Data {
			i := bytes.IndexByte(rest, b)
			if i < 0 {
				t.Errorf("%s does not hold all that it held:\n%s", file.Name, texts[file.Name])
				break
			}
			rest = rest[i+1:]
		}
	}
}

// TestPresets: init knows each theme that the module ships hooks for, and no other.
func TestPresets(t *testing.T) {
	folders, err := filepath.Glob(filepath.Join(hugotest.Root(), "hugo-module", "hooks", "*", "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, folder := range folders {
		names = append(names, filepath.Base(filepath.Dir(folder)))
	}
	if !slices.Equal(names, initsite.Presets()) {
		t.Errorf("init knows %q, the module %q", initsite.Presets(), names)
	}
}

// TestWorkflow: what init writes is the workflow of exampleSite; for a site in another form than one TOML file, without the
// step that reads it.
func TestWorkflow(t *testing.T) {
	const name = "exampleSite/.github/workflows/pages.yml"
	want, err := os.ReadFile(filepath.Join(hugotest.Root(), name))
	if err != nil {
		t.Fatal(err)
	}
	for config, test := range map[string]struct{ has, hasNot string }{
		"hugo.toml":                 {string(want), "--baseURL"},
		"config.toml":               {"--config config.toml", "hugo.toml "},
		"hugo.yaml":                 {`run: hugo --gc --minify --baseURL "$BASE_URL/"`, " gate"},
		"config/_default/hugo.toml": {`run: hugo --gc --minify --baseURL "$BASE_URL/"`, " gate"},
	} {
		t.Run(config, func(t *testing.T) {
			dir := t.TempDir()
			write(t, filepath.Join(dir, config), "")
			if code, out := run("init", dir, "--write"); code != 0 {
				t.Fatalf("%d\n%s", code, out)
			}
			have, err := os.ReadFile(filepath.Join(dir, ".github", "workflows", "pages.yml"))
			if err != nil || !strings.Contains(string(have), test.has) || strings.Contains(string(have), test.hasNot) {
				t.Errorf("%v\n%s", err, have)
			}
			if n := strings.Count(string(have), "BASE_URL: ${{ steps.pages.outputs.base_url }}\n"); n != 1 {
				t.Errorf("BASE_URL is set %d times", n)
			}
		})
	}
}

// TestWriteOverNothing: what has come up or changed since it was read is not written over.
func TestWriteOverNothing(t *testing.T) {
	for _, name := range []string{"hugo.toml", ".github/workflows/pages.yml"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, filepath.Join(dir, "hugo.toml"), "title = \"x\"\n")
			site, err := initsite.Read(dir)
			if err != nil {
				t.Fatal(err)
			}
			defer site.Close()
			plan := site.Plan(initsite.Values{})
			write(t, filepath.Join(dir, name), "mine = true\n")
			if _, err := site.Write(plan); err == nil {
				t.Error("written")
			}
			if text, _ := os.ReadFile(filepath.Join(dir, name)); string(text) != "mine = true\n" {
				t.Errorf("%s is %q", name, text)
			}
			for _, file := range read(t, dir).Files {
				if strings.HasSuffix(file.Name, ".tmp") {
					t.Errorf("%s is left", file.Name)
				}
			}
		})
	}
}

// TestTooDeep: a configuration that would overflow the stack of its parser is an error.
func TestTooDeep(t *testing.T) {
	for name, text := range map[string]string{
		"hugo.toml": "x = " + strings.Repeat("[", 100_000), "hugo.yaml": "x: " + strings.Repeat("[", 100_000), "hugo.json": strings.Repeat("[", 100_000),
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, name), text)
		if site, err := initsite.Read(dir); err == nil {
			site.Close()
			t.Errorf("%s is read", name)
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestTooWide: so does YAML whose library would compare each of ten thousands of keys with each.
func TestTooWide(t *testing.T) {
	dir := t.TempDir()
	text := "baseURL: https://example-user.github.io/example-project/\nparams:\n" + strings.Repeat("  k: 1\n", 5001)
	if err := os.WriteFile(filepath.Join(dir, "hugo.yaml"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, out := run("init", dir); code != 2 || strings.Count(out, "\n") != 1 || !strings.Contains(out, "hugo.yaml is no YAML: line 3 begins a table of more than 5000 keys") {
		t.Errorf("%d\n%s", code, out)
	}
}
