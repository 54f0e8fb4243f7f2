package mutation_test

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"
)

// FuzzVerify checks trees that are packed in txtar, in every format. Whatever
// they hold, verify ends with a verdict or one line that says what is missing.
func FuzzVerify(f *testing.F) {
	args := map[bool][]string{}
	for _, name := range []string{"page", "site"} {
		tr := readTree(f, name)
		args[tr.site] = tr.args
		var a txtar.Archive
		for _, file := range sorted(tr.files) {
			if text := tr.files[file]; utf8.ValidString(text) {
				a.Files = append(a.Files, txtar.File{Name: file, Data: []byte(text)})
			}
		}
		f.Add(txtar.Format(&a), tr.site)
	}
	golden, err := filepath.Glob(filepath.Join("..", "hugotest", "testdata", "golden", "*.txtar"))
	if err != nil || len(golden) == 0 {
		f.Fatal("no trees that Hugo has built", err)
	}
	for _, file := range golden {
		archive, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(archive, false)
	}
	f.Fuzz(func(t *testing.T, archive []byte, closed bool) {
		if len(archive) > 1<<20 {
			t.Skip("too large to be quick")
		}
		dir := t.TempDir()
		written := 0
		for _, file := range txtar.Parse(archive).Files {
			name := path.Clean(strings.ReplaceAll(file.Name, "\x00", ""))
			if !filepath.IsLocal(name) || written > 100 {
				continue
			}
			full := filepath.Join(dir, filepath.FromSlash(name))
			if os.MkdirAll(filepath.Dir(full), 0o755) == nil && os.WriteFile(full, file.Data, 0o644) == nil {
				written++
			}
		}
		run := []string{dir, "--jobs", "1"}
		if closed {
			run = append(run, args[true]...)
		}
		found, code, stderr := verify(run...)
		switch {
		case code == 2:
			if strings.Count(stderr, "\n") != 1 || strings.ContainsRune(stderr, '\x1b') {
				t.Errorf("not one plain line: %q", stderr)
			}
		case code != 0 && code != 1:
			t.Errorf("exit status %d: %s", code, stderr)
		}
		again, _, _ := verify(append(run, "--jobs", "3")...)
		a, _ := json.Marshal(found)
		b, _ := json.Marshal(again)
		if string(a) != string(b) {
			t.Errorf("two runs differ:\n%s\n%s", lines(found), lines(again))
		}
		for _, finding := range found {
			if finding.Message == "" || finding.Fix == "" || len(finding.Refs) == 0 {
				t.Errorf("a finding that does not say all: %v", finding)
			}
			if len(finding.Message) > 10_000 {
				t.Errorf("a message of %d bytes", len(finding.Message))
			}
		}
	})
}
