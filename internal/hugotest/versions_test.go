package hugotest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// sets reduces what a build has published to the discovery set: the files at the root, and of each page the tags and the row.
func sets(t *testing.T, r Result) map[string]string {
	t.Helper()
	set := map[string]string{}
	for _, name := range r.Files(t) {
		switch {
		case strings.HasSuffix(name, ".html"):
			text := r.Read(t, name)
			if strings.Contains(text, `http-equiv="refresh"`) {
				continue // Hugo's own redirects
			}
			set[name] = strings.Join(regexp.MustCompile(`(?s)<title>.*?</head>|<!-- Discovery set.*?</div>`).FindAllString(text, -1), "\n")
		case name == "llms.txt", name == "raw-manifest.json", name == "robots.txt", strings.HasPrefix(name, "sitemap"):
			set[name] = r.Read(t, name)
		}
	}
	return set
}

// differs says whether Hugo itself writes a site otherwise than the pinned version does: with uglyURLs, lists were files, and
// became folders. docs/hugo-versions.md says so.
func differs(config string) bool { return strings.Contains(config, "uglyURLs") }

// TestVersions builds each site with older versions of Hugo: the discovery set is the same, byte for byte, but for the sites
// that Hugo itself writes otherwise. There verify has to accept both.
func TestVersions(t *testing.T) {
	for _, version := range OldVersions {
		t.Run(version, func(t *testing.T) {
			old := Old(t, version)
			try := func(t *testing.T, differs bool, args, rules []string, archives ...*txtar.Archive) {
				result := BuildWith(t, old, site(t, archives...), args).Must(t)
				want := sets(t, Build(t, site(t, archives...), args).Must(t))
				have := sets(t, result)
				same := len(want) == len(have)
				for name, text := range want {
					if other, ok := have[name]; other != text || !ok {
						same = false
						if !differs {
							t.Errorf("%s differs, or is not written: %v\n%s", name, !ok, firstDifference(text, other))
						}
					}
				}
				switch {
				case differs && same:
					t.Errorf("Hugo %s does not differ any more: say so in docs/hugo-versions.md", version)
				case differs:
					verifyArgs := []string{"--fail-on", "warning"}
					for _, rule := range rules {
						verifyArgs = append(verifyArgs, "--rule", rule+"=info")
					}
					if code, out := verify(result.Public, verifyArgs...); code != 0 {
						t.Errorf("verify: exit status %d\n%s", code, out)
					}
				case !same && len(have) > len(want):
					t.Errorf("%d files instead of %d", len(have), len(want))
				}
			}
			fixtures(t, func(t *testing.T, name string, archive *txtar.Archive) { try(t, false, nil, nil, archive) })
			base := Load(t, filepath.Join("testdata", "shapes.txtar"))
			shapes(t, func(t *testing.T, s shape) {
				if s.refused != nil {
					return
				}
				// Not minified: the minifier of each version keeps other white space.
				args := slices.DeleteFunc(slices.Clone(s.args[0]), func(arg string) bool { return arg == "--minify" })
				config := ""
				for _, file := range s.archive.Files {
					if strings.HasSuffix(file.Name, "hugo.toml") {
						config = string(file.Data)
					}
				}
				// A list that is a file stands beside the folder of its pages, of which verify warns.
				try(t, differs(config), args, append(s.verify, "files/ambiguous"), base, s.archive)
			})
		})
	}
}

// TestOldRefusals: what stops the build does so with one error of the module on older versions of Hugo too.
func TestOldRefusals(t *testing.T) {
	for _, version := range OldVersions {
		t.Run(version, func(t *testing.T) {
			old := Old(t, version)
			shapes(t, func(t *testing.T, s shape) {
				if s.refused == nil {
					return
				}
				if s.oldAccepted {
					s.refused = nil
				}
				s.check(t, BuildWith(t, old, s.extract(t, s.deployed[0]), s.args[0]))
			})
		})
	}
}

// TestBelowFloor: a Hugo that is too old stops with one error that says so, not with the trace of a template. What is tried
// always is the pinned Hugo, on a copy of the module that asks for a later one; and 0.127.0 where bin/ holds it.
func TestBelowFloor(t *testing.T) {
	themes := t.TempDir()
	if err := os.CopyFS(filepath.Join(themes, "hugo-module"), os.DirFS(filepath.Join(Root(), "hugo-module"))); err != nil {
		t.Fatal(err)
	}
	gate := filepath.Join(themes, "hugo-module", "layouts", "partials", "discovery", "gate.html")
	text, err := os.ReadFile(gate)
	if err != nil {
		t.Fatal(err)
	}
	later := strings.ReplaceAll(string(text), Floor, "9.9.9")
	if strings.Count(string(text), Floor) != 3 {
		t.Errorf("gate.html names %s %d times", Floor, strings.Count(string(text), Floor))
	}
	if err := os.WriteFile(gate, []byte(later), 0o644); err != nil {
		t.Fatal(err)
	}
	check := func(t *testing.T, r Result, want string) {
		t.Helper()
		if r.Err == nil || strings.Count(r.Output, "ERROR ") > 2 || strings.Count(r.Output, want) != 1 || strings.Contains(r.Output, "execute of template") {
			t.Errorf("want one error %q: %v\n%s", want, r.Err, r.Output)
		}
	}
	dir := site(t, files(closed, "content/a.md", onePage))
	check(t, run(t, Binary(t), dir, []string{"--themesDir", themes, "--theme", "hugo-module"}, nil), "ERROR hugo-discovery needs Hugo 9.9.9 or later, this is ")
	t.Run("0.127.0", func(t *testing.T) {
		old := filepath.Join(Root(), "bin", "hugo-0.127.0")
		if _, err := os.Stat(old); err != nil {
			t.Skip("no Hugo 0.127.0; run: make bin/hugo-0.127.0")
		}
		check(t, BuildWith(t, old, dir, nil), "ERROR hugo-discovery needs Hugo 0.128.0 or later, this is 0.127.0.")
	})
}
