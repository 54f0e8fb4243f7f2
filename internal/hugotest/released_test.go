package hugotest

import (
	"archive/zip"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// publish writes the module in folder into a module proxy (the protocol of "go help goproxy") as version. As in a real one, what
// lies in a module of its own is no part of it.
func publish(t *testing.T, proxy, path, version, folder string) {
	t.Helper()
	dir := filepath.Join(proxy, filepath.FromSlash(path), "@v")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(folder, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"list":            version + "\n",
		version + ".info": `{"Version":"` + version + `","Time":"2026-01-02T03:04:05Z"}`,
		version + ".mod":  string(mod),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.Create(filepath.Join(dir, version+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	archive := zip.NewWriter(file)
	err = filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if _, err := os.Stat(filepath.Join(name, "go.mod")); err == nil && name != folder {
				return filepath.SkipDir
			}
			return nil
		}
		rel, err := filepath.Rel(folder, name)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		w, err := archive.Create(path + "@" + version + "/" + filepath.ToSlash(rel))
		if err != nil {
			return err
		}
		_, err = w.Write(data)
		return err
	})
	if err := errors.Join(err, archive.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestReleased imports the module and a folder of hooks as a site does once they are released: from a module proxy, by version,
// without replacements. So the two modules hold all that they need, in files that Go accepts, and require nothing; and
// "hugo mod vendor" makes the site independent of the proxy.
func TestReleased(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err) // Hugo gets modules by the go command
	}
	const version, hooks = "v0.1.2", ModulePath + "/hooks/papermod"
	proxy := t.TempDir()
	publish(t, proxy, ModulePath, version, filepath.Join(Root(), "hugo-module"))
	publish(t, proxy, hooks, version, filepath.Join(Root(), "hugo-module", "hooks", "papermod"))

	dir := themeSite(t, "papermod", nil, ModulePath, hooks)
	config := filepath.Join(dir, "config.toml")
	data, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	// The theme as most sites have it: a folder, behind the imports.
	if err := os.WriteFile(config, append([]byte("theme = \"theme\"\nthemesDir = \".\"\n"), data...), 0o644); err != nil {
		t.Fatal(err)
	}
	variables := func(proxy string) []string {
		return []string{"HUGO_MODULE_PROXY=" + proxy, "HUGO_CACHEDIR=" + t.TempDir(), "GOFLAGS=-modcacherw", "GONOSUMDB=*", "GOTOOLCHAIN=local"}
	}
	online := variables("file://" + filepath.ToSlash(proxy))
	mod := func(args ...string) {
		t.Helper()
		cmd := exec.Command(Binary(t), append([]string{"mod"}, args...)...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), online...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("hugo mod %v: %v\n%s", args, err, out)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module github.com/example-user/example-project\n\ngo 1.21\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	mod("get", ModulePath+"@"+version)
	mod("get", hooks) // the newest

	first := run(t, Binary(t), dir, nil, online).Must(t)
	if strings.Contains(first.Output, "WARN") {
		t.Error(first.Output)
	}
	checkOnce(t, first)
	if code, out := verify(first.Public); code != 0 {
		t.Errorf("exit status %d\n%s", code, out)
	}
	gomod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil || !strings.Contains(string(gomod), ModulePath+" "+version) || !strings.Contains(string(gomod), hooks+" "+version) || strings.Count(string(gomod), version) != 2 {
		t.Errorf("go.mod: %v\n%s", err, gomod)
	}

	mod("vendor")
	second := run(t, Binary(t), dir, nil, variables("off")).Must(t)
	names := first.Files(t)
	if len(names) != len(second.Files(t)) {
		t.Errorf("%d files, vendored %d", len(names), len(second.Files(t)))
	}
	for _, name := range names {
		if first.Read(t, name) != second.Read(t, name) {
			t.Errorf("%s differs once the modules are vendored", name)
		}
	}
}
