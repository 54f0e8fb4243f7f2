package hugotest

import (
	"bytes"
	"flag"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// ogImage is a small PNG, which a txtar archive cannot hold.
func ogImage(tb testing.TB) []byte {
	tb.Helper()
	var buf bytes.Buffer
	if err := png.Encode(&buf, image.NewGray(image.Rect(0, 0, 12, 6))); err != nil {
		tb.Fatal(err)
	}
	return buf.Bytes()
}

// site extracts common.txtar, the images that fixtures name, and the archives over it.
func site(tb testing.TB, archives ...*txtar.Archive) string {
	tb.Helper()
	img := ogImage(tb)
	images := &txtar.Archive{Files: []txtar.File{
		{Name: "static/og.png", Data: img},
		{Name: "static/own.png", Data: img},
		{Name: "static/images/og card.png", Data: img},
	}}
	return Extract(tb, append([]*txtar.Archive{Load(tb, "testdata/common.txtar"), images}, archives...)...)
}

// fixtures calls test with each site of testdata/sites.
func fixtures(t *testing.T, test func(t *testing.T, name string, archive *txtar.Archive)) {
	t.Helper()
	paths, err := filepath.Glob("testdata/sites/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no sites: %v", err)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		t.Run(name, func(t *testing.T) { test(t, name, Load(t, path)) })
	}
}

// TestGolden compares what each site of testdata/sites publishes with testdata/golden. -update rewrites the latter.
func TestGolden(t *testing.T) {
	fixtures(t, func(t *testing.T, name string, archive *txtar.Archive) {
		result := Build(t, site(t, archive), nil).Must(t)
		// Images are binary, and alias pages are Hugo's and change with its version.
		tree := result.Tree(t, func(name string) bool {
			return filepath.Ext(name) != ".png" && filepath.Ext(name) != ".svg" && !strings.Contains(result.Read(t, name), `http-equiv="refresh"`)
		})
		got := txtar.Format(tree)
		golden := filepath.Join("testdata", "golden", name+".txtar")
		if *update {
			if err := os.WriteFile(golden, got, 0o644); err != nil {
				t.Fatal(err)
			}
			return
		}
		want := Load(t, golden)
		have := txtar.Parse(got)
		texts := map[string]string{}
		for _, file := range want.Files {
			texts[file.Name] = string(file.Data)
		}
		for _, file := range have.Files {
			text, ok := texts[file.Name]
			delete(texts, file.Name)
			switch {
			case !ok:
				t.Errorf("%s: not in %s", file.Name, golden)
			case text != string(file.Data):
				t.Errorf("%s: differs from %s\n%s", file.Name, golden, firstDifference(text, string(file.Data)))
			}
		}
		for name := range texts {
			t.Errorf("%s: not published", name)
		}
	})
}

// firstDifference shows the first line in which two texts differ.
func firstDifference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(a), len(b)) {
		x, y := "(end)", "(end)"
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y {
			return "want: " + x + "\n got: " + y
		}
	}
	return ""
}

// TestSameBytes builds each site twice, in two folders, with one and with several threads.
func TestSameBytes(t *testing.T) {
	fixtures(t, func(t *testing.T, name string, archive *txtar.Archive) {
		all := func(string) bool { return true }
		first := Build(t, site(t, archive), nil, "GOMAXPROCS=1").Must(t).Tree(t, all)
		second := Build(t, site(t, archive), nil, "GOMAXPROCS=8").Must(t).Tree(t, all)
		if !bytes.Equal(txtar.Format(first), txtar.Format(second)) {
			t.Error("two builds differ")
		}
	})
}

// TestNoDeprecation asserts first that Hugo speaks at this level at all.
func TestNoDeprecation(t *testing.T) {
	fixtures(t, func(t *testing.T, name string, archive *txtar.Archive) {
		out := Build(t, site(t, archive), []string{"--logLevel", "info"}).Must(t).Output
		if !strings.Contains(out, "INFO") {
			t.Fatalf("no INFO lines:\n%s", out)
		}
		for line := range strings.Lines(out) {
			if strings.Contains(strings.ToLower(line), "deprecated") || strings.HasPrefix(line, "WARN") {
				t.Error(line)
			}
		}
	})
}
