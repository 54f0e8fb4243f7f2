package mutation_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/discovery-set/hugo-discovery/internal/command"
)

// tree is a published tree in memory. Its methods that change it panic where
// there was nothing to change: such a break would prove nothing.
type tree struct {
	name   string
	files  map[string]string
	root   string // SITE_ROOT
	domain string // DOMAIN_ROOT
	site   bool   // it has more than one canonical page
	// controls: robots.txt is the authoritative one.
	controls bool
	// links are symbolic links to make: name to target.
	links map[string]string
	// args are flags of verify beside those that name the deployment.
	args []string
}

func (t *tree) clone() *tree {
	c := *t
	c.files, c.links = maps.Clone(t.files), map[string]string{}
	return &c
}

// page is the URL of an index.html.
func (t *tree) page(file string) string { return t.root + strings.TrimSuffix(file, "index.html") }

// up is the relative way from a page to SITE_ROOT.
func up(file string) string { return strings.Repeat("../", strings.Count(file, "/")) }

// edit replaces the first occurrence of a text.
func (t *tree) edit(file, old, new string) {
	if !strings.Contains(t.files[file], old) {
		panic(fmt.Sprintf("%s: %s does not contain %q", t.name, file, old))
	}
	t.set(file, strings.Replace(t.files[file], old, new, 1))
}

// editAll replaces each occurrence of a text.
func (t *tree) editAll(file, old, new string) {
	t.edit(file, old, old)
	t.files[file] = strings.ReplaceAll(t.files[file], old, new)
}

// sub replaces the first match of an expression; $1 stands for its first
// group.
func (t *tree) sub(file, expr, new string) {
	re := regexp.MustCompile(expr)
	m := re.FindStringSubmatchIndex(t.files[file])
	if m == nil {
		panic(fmt.Sprintf("%s: %s does not match %s", t.name, file, expr))
	}
	src := t.files[file]
	t.set(file, src[:m[0]]+string(re.ExpandString(nil, new, src, m))+src[m[1]:])
}

// find returns the first match of an expression.
func (t *tree) find(file, expr string) string {
	m := regexp.MustCompile(expr).FindString(t.files[file])
	if m == "" {
		panic(fmt.Sprintf("%s: %s does not match %s", t.name, file, expr))
	}
	return m
}

func (t *tree) set(file, text string)    { t.files[file] = text }
func (t *tree) remove(file string)       { t.find(file, `(?s).`); delete(t.files, file) }
func (t *tree) move(file, to string)     { t.set(to, t.find(file, `(?s).*`)); delete(t.files, file) }
func (t *tree) copy(file, to string)     { t.set(to, t.find(file, `(?s).*`)) }
func (t *tree) prefix(file, text string) { t.set(file, text+t.find(file, `(?s).*`)) }
func (t *tree) suffix(file, text string) { t.set(file, t.find(file, `(?s).*`)+text) }

// object changes a JSON file; the order of the keys is lost, which no rule
// minds.
func (t *tree) object(file string, change func(map[string]any)) {
	var v map[string]any
	if err := json.Unmarshal([]byte(t.files[file]), &v); err != nil {
		panic(err)
	}
	change(v)
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	t.set(file, b.String())
}

// write puts the tree into a folder that holds the tree was; nil: nothing yet.
func (t *tree) write(tb testing.TB, dir string, was *tree) {
	tb.Helper()
	if was != nil {
		for name := range was.links {
			remove(tb, dir, name)
		}
		for name := range was.files {
			if _, stays := t.files[name]; !stays {
				remove(tb, dir, name)
			}
		}
	}
	for name, text := range t.files {
		if was != nil {
			if have, ok := was.files[name]; ok && have == text {
				continue
			}
		}
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			tb.Fatal(err)
		}
	}
	for name, target := range t.links {
		if err := os.Symlink(target, filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			tb.Fatal(err)
		}
	}
}

// remove removes a file, and the folder that held nothing else.
func remove(tb testing.TB, dir, name string) {
	tb.Helper()
	if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
		tb.Fatal(err)
	}
	for name = path.Dir(name); name != "."; name = path.Dir(name) {
		if os.Remove(filepath.Join(dir, filepath.FromSlash(name))) != nil {
			return // it holds more
		}
	}
}

// readTree reads a conforming tree of the rules' own tests.
func readTree(tb testing.TB, name string) *tree {
	tb.Helper()
	t := &tree{name: name, files: map[string]string{}}
	dir := filepath.Join("..", "rules", "testdata", "trees", name)
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		t.files[filepath.ToSlash(rel)] = string(text)
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	t.settle()
	return t
}

// settle reads what the tree says of itself.
func (t *tree) settle() {
	var m struct {
		Type       string
		Deployment map[string]any
	}
	if err := json.Unmarshal([]byte(t.files["raw-manifest.json"]), &m); err != nil {
		panic(err)
	}
	t.root, t.domain = m.Deployment["site_root"].(string), m.Deployment["domain_root"].(string)
	t.site, t.controls = m.Type == "SITE", m.Deployment["controls_domain_root"].(bool)
	for flag, key := range map[string]string{"--site-root": "site_root", "--owner": "owner", "--repo": "repo", "--pages-type": "pages_type", "--custom-domain": "custom_domain"} {
		t.args = append(t.args, flag, m.Deployment[key].(string))
	}
}

// customDomain is the tree site as it would be at a custom domain.
func customDomain(tb testing.TB) *tree {
	t := readTree(tb, "site")
	t.name, t.args = "custom", nil
	for name := range t.files {
		t.files[name] = strings.ReplaceAll(t.files[name], t.root, "https://docs.example.com/")
	}
	t.object("raw-manifest.json", func(m map[string]any) {
		d := m["deployment"].(map[string]any)
		d["pages_type"], d["custom_domain"] = "CUSTOM_DOMAIN_SITE", "docs.example.com"
		d["domain_root"], d["project_root"], d["controls_domain_root"] = "https://docs.example.com/", "/", true
		m["discovery"].(map[string]any)["robots"].(map[string]any)["role"] = "authoritative"
	})
	t.files["robots.txt"] = "User-agent: *\nAllow: /\n\nSitemap: https://docs.example.com/sitemap.xml\n"
	t.files["CNAME"] = "docs.example.com\n"
	t.settle()
	return t
}

type finding struct {
	Rule, Severity, File, URL, Message, Fix string
	Refs                                    []string
	Line, Column                            int
}

func (f finding) String() string {
	return fmt.Sprintf("%s:%d:%d: %s: %s [%s %s]", f.File, f.Line, f.Column, f.Severity, f.Message, f.Rule, strings.Join(f.Refs, " "))
}

// verify runs the program's verify command in this process. It returns the
// findings, the exit status, and what stood on standard error.
func verify(args ...string) ([]finding, int, string) {
	var stdout, stderr bytes.Buffer
	c := &command.Command{Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr, Environ: func(string) (string, bool) { return "", false }}
	code := c.Main(append([]string{"verify", "--config", "none", "--format", "json"}, args...))
	if code == 2 {
		return nil, code, stderr.String()
	}
	var r struct{ Findings []finding }
	if err := json.Unmarshal(stdout.Bytes(), &r); err != nil {
		return nil, -1, stderr.String() + err.Error()
	}
	return r.Findings, code, stderr.String()
}
