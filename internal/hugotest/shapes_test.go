package hugotest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// deployments are the ways in which GitHub Pages serves a site, as lines of testdata/shapes.txtar's configuration.
var deployments = map[string][]string{
	"project": nil,
	"user": {
		baseLine, `baseURL = "https://example-user.github.io/"`,
		repoLine, `repo = "example-user.github.io"`,
		typeLine, `pagesType = "USER_OR_ORG_SITE"`,
	},
	"custom": {
		baseLine, `baseURL = "https://docs.example.com/"`,
		typeLine, `pagesType = "CUSTOM_DOMAIN_SITE"`,
		domainLine, `customDomain = "docs.example.com"`,
	},
}

// A shape is a site of testdata/shapes: what its comment asks for, one request a line, and its files. Its settings stand in
// config/_default/hugo.toml, which Hugo reads over the configuration that all shapes share.
//
//	deployed: NAME…        how it is deployed; project where the line is missing
//	hugo: ARG…             arguments of Hugo; once per line, the shape is built with each. One build without where missing
//	refused: TEXT          the build fails with one error of the module, which says this; otherwise verify has to accept the site
//	old: accepted          older versions of Hugo write it rightly: it is refused with the pinned one alone
//	warned: TEXT           a warning of the module says this; without the line, the module may not warn
//	published: FILE        is written
//	not published: FILE    is not
//	listed: PATH…          the canonical pages, as paths below SITE_ROOT in the order of the manifest; . is SITE_ROOT itself
//	excluded: PATH…        the excluded pages of the manifest, in any order
//	verify: RULE…          rules of which verify warns; without the line, it may not warn
//	has: FILE TEXT         a published file holds the text
type shape struct {
	archive                                            *txtar.Archive
	deployed, refused, warned, published, notPublished []string
	has                                                [][2]string
	args                                               [][]string
	listed, excluded, verify                           []string
	oldAccepted                                        bool
}

// loadShape reads a shape; the test fails on a line of its comment that asks for something unknown.
func loadShape(t *testing.T, path string) shape {
	t.Helper()
	s := shape{archive: Load(t, path)}
	for line := range strings.Lines(string(s.archive.Comment)) {
		name, value, found := strings.Cut(strings.TrimSpace(line), ": ")
		fields := strings.Fields(value)
		switch {
		case name == "deployed" && found:
			s.deployed = fields
		case name == "hugo" && found:
			s.args = append(s.args, fields)
		case name == "refused" && found:
			s.refused = append(s.refused, value)
		case name == "old" && value == "accepted":
			s.oldAccepted = true
		case name == "warned" && found:
			s.warned = append(s.warned, value)
		case name == "published" && found:
			s.published = append(s.published, value)
		case name == "not published" && found:
			s.notPublished = append(s.notPublished, value)
		case name == "listed" && found:
			s.listed = append(s.listed, fields...)
		case name == "excluded" && found:
			s.excluded = append(s.excluded, fields...)
		case name == "verify" && found:
			s.verify = append(s.verify, fields...)
		case name == "has" && found:
			file, text, _ := strings.Cut(value, " ")
			s.has = append(s.has, [2]string{file, text})
		case strings.TrimSpace(line) != "" && !strings.HasSuffix(strings.TrimSpace(line), "."):
			t.Fatalf("%s: %q is no sentence and asks for nothing known", path, line)
		}
	}
	if s.deployed == nil {
		s.deployed = []string{"project"}
	}
	if s.args == nil {
		s.args = [][]string{nil}
	}
	return s
}

// extract writes the shape in a deployment to a new folder.
func (s shape) extract(t *testing.T, deployment string) string {
	t.Helper()
	base := Load(t, "testdata/shapes.txtar")
	config := string(base.Files[0].Data)
	pairs := deployments[deployment]
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(config, pairs[i]) {
			t.Fatalf("no line %q", pairs[i])
		}
		config = strings.Replace(config, pairs[i], pairs[i+1], 1)
	}
	base.Files[0].Data = []byte(config)
	if deployment == "custom" {
		base.Files = append(base.Files, txtar.File{Name: "static/CNAME", Data: []byte("docs.example.com\n")})
	}
	return site(t, base, s.archive)
}

// shapes calls test with each shape.
func shapes(t *testing.T, test func(t *testing.T, s shape)) {
	t.Helper()
	paths, err := filepath.Glob("testdata/shapes/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no shapes: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { test(t, loadShape(t, path)) })
	}
}

// TestShapes builds each shape of a site: discovery-helper verify accepts what is written, without a warning, or the build
// stops with one error of the module, which says what testdata expects.
func TestShapes(t *testing.T) {
	shapes(t, func(t *testing.T, s shape) {
		for _, deployment := range s.deployed {
			for _, args := range s.args {
				t.Run(strings.Join(append([]string{deployment}, args...), " "), func(t *testing.T) {
					s.check(t, Build(t, s.extract(t, deployment), args))
				})
			}
		}
	})
}

// check holds a build to what its shape asks for.
func (s shape) check(t *testing.T, result Result) {
	t.Helper()
	if warned := strings.Contains(result.Output, "WARN  hugo-discovery"); warned != (s.warned != nil) {
		t.Errorf("warned: %v\n%s", warned, result.Output)
	}
	for _, want := range slices.Concat(s.warned, s.refused) {
		if !strings.Contains(result.Output, want) {
			t.Errorf("Hugo does not say %q:\n%s", want, result.Output)
		}
	}
	if s.refused != nil {
		if result.Err == nil || strings.Count(result.Output, "ERROR hugo-discovery:") != 1 || strings.Contains(result.Output, "failed to render") {
			t.Errorf("want one error of the module: %v\n%s", result.Err, result.Output)
		}
		return
	}
	result.Must(t)
	args := []string{"--fail-on", "warning"}
	for _, rule := range s.verify {
		args = append(args, "--rule", rule+"=info")
	}
	code, out := verify(result.Public, args...)
	if code != 0 {
		t.Errorf("verify: exit status %d\n%s", code, out)
	}
	for _, rule := range s.verify {
		if !strings.Contains(out, "["+rule+" ") {
			t.Errorf("verify does not speak of %s", rule)
		}
	}
	for _, name := range s.published {
		if _, err := os.Stat(filepath.Join(result.Public, name)); err != nil {
			t.Errorf("%s is not published", name)
		}
	}
	for _, name := range s.notPublished {
		if _, err := os.Stat(filepath.Join(result.Public, name)); err == nil {
			t.Errorf("%s is published", name)
		}
	}
	for _, h := range s.has {
		if text := result.Read(t, h[0]); !strings.Contains(text, h[1]) {
			t.Errorf("%s does not hold %q:\n%s", h[0], h[1], text)
		}
	}
	m := result.Manifest(t)
	if s.listed != nil {
		var have []string
		for _, p := range m.Pages {
			path := strings.TrimPrefix(p.URL, m.URL)
			if path == "" {
				path = "."
			}
			have = append(have, path)
		}
		if !slices.Equal(have, s.listed) {
			t.Errorf("canonical are %q, want %q", have, s.listed)
		}
	}
	if s.excluded != nil {
		var have []string
		for _, e := range m.Excluded {
			have = append(have, e.Path)
		}
		slices.Sort(have)
		if want := slices.Sorted(slices.Values(s.excluded)); !slices.Equal(have, want) {
			t.Errorf("excluded are %q, want %q", have, want)
		}
	}
}

// Manifest is what the tests read of raw-manifest.json.
type Manifest struct {
	URL      string
	Pages    []struct{ URL string }
	Excluded []struct{ Path, Reason string }
}

// Manifest reads the published raw-manifest.json.
func (r Result) Manifest(t *testing.T) (m Manifest) {
	t.Helper()
	if err := json.Unmarshal([]byte(r.Read(t, "raw-manifest.json")), &m); err != nil {
		t.Fatal(err)
	}
	return m
}
