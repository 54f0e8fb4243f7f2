package rules_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/discovery-set/hugo-discovery/internal/command"
	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/manifest"
	"github.com/discovery-set/hugo-discovery/internal/rules"
	"github.com/discovery-set/hugo-discovery/internal/serve"
)

// TestFixtures runs testdata/rules/AREA/NAME.txtar, the fixture of each rule:
// a conforming tree, broken so that just this rule speaks. Its commands:
//
//	tree NAME DIR         copy the conforming tree testdata/trees/NAME to DIR
//	edit FILE OLD NEW     replace OLD, which must occur, everywhere in FILE; \n, \t and the like are read as such
//	utf16 FILE            write FILE in UTF-16 with a byte order mark
//	grow FILE SIZE        make FILE that many bytes long
//	sparse FILE SIZE      make a file of SIZE zero bytes that takes no room
//	pad FILE SIZE LINE    append LINE until FILE has at least SIZE bytes
//	repeat FILE S N AT    insert S before the text AT, N times, with %d as 1 to N
//	everywhere DIR OLD NEW  the same in every file below DIR; some has to contain OLD
//	remote DIR [PATH=STATUS[:TYPE]]... serve DIR as GitHub Pages would, but for these paths, and verify it by its URL
//	verify ARG...         run discovery-helper verify --format json ARG... and keep its report
//	only [-n N] ID REF... the report holds N findings (1), all of rule ID, each citing REF...
//	severity LEVEL        every finding of the report has this severity
//	at FILE[:LINE[:COLUMN]]  every finding stands there
//	says REGEXP           some finding says so, in its message or its fix
//	clean                 the report holds no finding
//
// What verify finds is held, word for word, against testdata/findings/AREA/NAME.txt
// as well, so that a changed place, message or fix shows in a review; go test
// ./internal/rules -update writes these files.
func TestFixtures(t *testing.T) {
	dirs, err := filepath.Glob("testdata/rules/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			testscript.Run(t, testscript.Params{
				Dir: dir,
				Setup: func(env *testscript.Env) error {
					f := &fixture{work: env.WorkDir + string(filepath.Separator)}
					env.Values["fixture"] = f
					name := strings.TrimPrefix(filepath.Base(env.WorkDir), "script-")
					env.Defer(func() {
						f.compare(t, filepath.Join(packageDir, "testdata", "findings", filepath.Base(dir), name+".txt"))
					})
					return nil
				},
				Cmds: map[string]func(*testscript.TestScript, bool, []string){
					"tree": cmdTree, "edit": cmdEdit, "everywhere": cmdEverywhere, "sparse": cmdSparse, "remote": cmdRemote, "pad": cmdPad, "repeat": cmdRepeat,
					"verify": cmdVerify, "only": cmdOnly,
					"utf16": cmdUTF16, "grow": cmdGrow, "severity": cmdSeverity, "at": cmdAt, "says": cmdSays, "clean": cmdClean,
				},
			})
		})
	}
}

// fixture is the state of a script: the last report, and what all of them say.
type fixture struct {
	report *report
	work   string // the script's folder
	said   strings.Builder
}

// compare holds what was said against the file. It runs while other scripts
// do, so that it must not end the test.
func (f *fixture) compare(t *testing.T, file string) {
	if *update {
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(f.said.String()), 0o644)); err != nil {
			t.Error(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
	} else if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(f.said.String(), "\n")); diff != "" {
		t.Errorf("%s is not up to date; go test ./internal/rules -update (-want +got):\n%s", file, diff)
	}
}

type report struct {
	Kind     string
	Findings []finding
	Summary  struct {
		CanonicalPages int `json:"canonical_pages"`
	}
}

type finding struct {
	Rule, Severity, File, URL, Message, Fix, Docs string
	Refs                                          []string
	Line, Column                                  int
}

func (f finding) String() string {
	return fmt.Sprintf("%s:%d:%d: %s: %s [%s %s] %s\n\tfix: %s", f.File, f.Line, f.Column, f.Severity, f.Message, f.Rule, strings.Join(f.Refs, " "), f.URL, f.Fix)
}

func (r *report) String() string {
	var b strings.Builder
	for _, f := range r.Findings {
		fmt.Fprintln(&b, f)
	}
	return b.String()
}

func cmdTree(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: tree NAME DIR")
	}
	ts.Check(os.CopyFS(ts.MkAbs(args[1]), os.DirFS(treeDir(args[0]))))
}

func treeDir(name string) string { return filepath.Join(packageDir, "testdata", "trees", name) }

// packageDir is where the test starts; scripts run elsewhere.
var packageDir = func() string {
	dir, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	return dir
}()

var escapes = strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\r`, "\r", `\x00`, "\x00", `\xe9`, "\xe9", `\ufeff`, "\ufeff")

func cmdEdit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: edit FILE OLD NEW")
	}
	old, new := escapes.Replace(args[1]), escapes.Replace(args[2])
	text := ts.ReadFile(args[0])
	if !strings.Contains(text, old) {
		ts.Fatalf("%s does not contain %q", args[0], old)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.ReplaceAll(text, old, new)), 0o644))
}

func cmdSparse(ts *testscript.TestScript, neg bool, args []string) {
	size, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	f, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(f.Truncate(size))
	ts.Check(f.Close())
}

func cmdPad(ts *testscript.TestScript, neg bool, args []string) {
	size, err := strconv.Atoi(args[1])
	ts.Check(err)
	text, line := ts.ReadFile(args[0]), escapes.Replace(args[2])
	text += strings.Repeat(line, max(0, size-len(text))/len(line)+1)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}

func cmdRepeat(ts *testscript.TestScript, neg bool, args []string) {
	n, err := strconv.Atoi(args[2])
	ts.Check(err)
	before, after, ok := strings.Cut(ts.ReadFile(args[0]), escapes.Replace(args[3]))
	if !ok {
		ts.Fatalf("%s does not contain %q", args[0], args[3])
	}
	var b strings.Builder
	b.WriteString(before)
	for i := range n {
		b.WriteString(strings.ReplaceAll(escapes.Replace(args[1]), "%d", strconv.Itoa(i+1)))
	}
	b.WriteString(escapes.Replace(args[3]) + after)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o644))
}

func cmdUTF16(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: utf16 FILE")
	}
	var out []byte
	for _, unit := range utf16.Encode([]rune("\ufeff" + ts.ReadFile(args[0]))) {
		out = binary.LittleEndian.AppendUint16(out, unit)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), out, 0o644))
}

func cmdGrow(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: grow FILE SIZE")
	}
	size, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	ts.Check(os.Truncate(ts.MkAbs(args[0]), size))
}

func cmdEverywhere(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: everywhere DIR OLD NEW")
	}
	found := false
	ts.Check(filepath.WalkDir(ts.MkAbs(args[0]), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(text, []byte(args[1])) {
			return err
		}
		found = true
		return os.WriteFile(path, bytes.ReplaceAll(text, []byte(args[1]), []byte(args[2])), 0o644)
	}))
	if !found {
		ts.Fatalf("nothing below %s contains %q", args[0], args[1])
	}
}

func cmdVerify(ts *testscript.TestScript, neg bool, args []string) {
	verifyAt(ts, neg, args, "http://server")
}

// verifyAt verifies with args; server is the address that they name, which is
// another one each time.
func verifyAt(ts *testscript.TestScript, neg bool, args []string, server string) {
	for i, a := range args {
		if _, err := os.Stat(ts.MkAbs(a)); err == nil {
			args[i] = ts.MkAbs(a)
		}
	}
	r, code, stderr := verify(append([]string{"--config", "none", "--format", "json"}, args...)...)
	if neg {
		if code != 2 {
			ts.Fatalf("verify exits with %d, not 2", code)
		}
		fmt.Fprint(ts.Stderr(), stderr)
		return
	}
	if r == nil {
		ts.Fatalf("verify exits with %d: %s", code, stderr)
	}
	f := ts.Value("fixture").(*fixture)
	f.report = r
	said := fmt.Sprintf("# verify %s\n%s", strings.Join(args, " "), r)
	said = strings.NewReplacer(f.work, "", server, "http://server", " \n", "\n").Replace(said)
	if most := 20_000; len(said) > most {
		said = said[:most] + fmt.Sprintf("… %d bytes more\n", len(said)-most)
	}
	f.said.WriteString(said)
	sameForAnyJobs(ts, args)
}

// sameForAnyJobs: the report is the same, byte for byte, however many pages and
// areas are looked at side by side.
func sameForAnyJobs(ts *testscript.TestScript, args []string) {
	if one, eight := reportWith(1, args...), reportWith(8, args...); one != eight {
		ts.Fatalf("with 1 job:\n%s\nwith 8 jobs:\n%s", one, eight)
	}
}

func cmdRemote(ts *testscript.TestScript, neg bool, args []string) {
	dir := ts.MkAbs(args[0])
	src, err := os.ReadFile(filepath.Join(dir, "raw-manifest.json"))
	ts.Check(err)
	root := manifest.Decode(src).Deployment.SiteRoot.Value
	u, err := url.Parse(root)
	ts.Check(err)
	h, err := serve.New(dir, &ghpages.Deployment{SiteRoot: root, DomainRoot: u.Scheme + "://" + u.Host + "/", ProjectRoot: u.Path})
	ts.Check(err)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, a := range args[1:] {
			path, how, _ := strings.Cut(a, "=")
			if r.URL.Path != u.Path+path {
				continue
			}
			status, contentType, _ := strings.Cut(how, ":")
			code, err := strconv.Atoi(status)
			ts.Check(err)
			if contentType != "" {
				w.Header().Set("Content-Type", contentType)
			}
			if code/100 == 3 {
				w.Header().Set("Location", u.Path)
			}
			w.WriteHeader(code)
			if code == 200 {
				body, err := os.ReadFile(filepath.Join(dir, path))
				if err != nil {
					body, err = os.ReadFile(filepath.Join(dir, path, "index.html"))
				}
				if err != nil {
					body = []byte("something")
				}
				w.Write(body)
			}
			return
		}
		h.ServeHTTP(w, r)
	}))
	ts.Defer(func() { server.Close(); h.Close() })
	verifyAt(ts, neg, []string{"--url", server.URL + u.Path}, server.URL)
}

// verify runs the program's verify command in this process.
func verify(args ...string) (*report, int, string) {
	var stdout, stderr bytes.Buffer
	c := &command.Command{Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr, Environ: func(string) (string, bool) { return "", false }}
	code := c.Main(append([]string{"verify"}, args...))
	if code == 2 {
		return nil, code, stderr.String()
	}
	var r report
	if err := json.Unmarshal(stdout.Bytes(), &r); err != nil {
		return nil, code, stderr.String() + err.Error()
	}
	return &r, code, stderr.String()
}

func last(ts *testscript.TestScript) *report {
	r := ts.Value("fixture").(*fixture).report
	if r == nil {
		ts.Fatalf("verify first")
	}
	return r
}

func cmdOnly(ts *testscript.TestScript, neg bool, args []string) {
	n := 1
	if len(args) > 2 && args[0] == "-n" {
		var err error
		n, err = strconv.Atoi(args[1])
		ts.Check(err)
		args = args[2:]
	}
	if neg || len(args) == 0 {
		ts.Fatalf("usage: only [-n N] ID REF...")
	}
	r := last(ts)
	if len(r.Findings) != n {
		ts.Fatalf("%d findings, not %d:\n%s", len(r.Findings), n, r)
	}
	for _, f := range r.Findings {
		if f.Rule != args[0] {
			ts.Fatalf("a finding of another rule than %s:\n%s", args[0], r)
		}
		for _, ref := range args[1:] {
			if !slices.Contains(f.Refs, ref) {
				ts.Fatalf("a finding that does not cite %s:\n%s", ref, r)
			}
		}
	}
}

func cmdSeverity(ts *testscript.TestScript, neg bool, args []string) {
	for _, f := range last(ts).Findings {
		if (f.Severity == args[0]) == neg {
			ts.Fatalf("severity is %s:\n%s", f.Severity, f)
		}
	}
}

func cmdAt(ts *testscript.TestScript, neg bool, args []string) {
	for _, f := range last(ts).Findings {
		place := f.File
		switch strings.Count(args[0], ":") {
		case 1:
			place = fmt.Sprintf("%s:%d", f.File, f.Line)
		case 2:
			place = fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column)
		}
		if (place == args[0]) == neg {
			ts.Fatalf("place is %s:\n%s", place, f)
		}
	}
}

func cmdSays(ts *testscript.TestScript, neg bool, args []string) {
	re, err := regexp.Compile(args[0])
	ts.Check(err)
	found := slices.ContainsFunc(last(ts).Findings, func(f finding) bool { return re.MatchString(f.Message + "\n" + f.Fix) })
	if found == neg {
		ts.Fatalf("says %q: %v\n%s", args[0], found, last(ts))
	}
}

func cmdClean(ts *testscript.TestScript, neg bool, args []string) {
	if r := last(ts); len(r.Findings) != 0 {
		ts.Fatalf("findings:\n%s", r)
	}
}

// TestConformingTrees: no rule speaks where nothing is wrong.
func TestConformingTrees(t *testing.T) {
	entries, err := os.ReadDir("testdata/trees")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		r, _, stderr := verify("--config", "none", "--format", "json", filepath.Join("testdata/trees", e.Name()))
		if r == nil {
			t.Errorf("%s: %s", e.Name(), stderr)
		} else if len(r.Findings) > 0 {
			t.Errorf("%s:\n%s", e.Name(), r)
		}
	}
}

// TestKind: a tree is a SITE by its canonical pages.
func TestKind(t *testing.T) {
	for tree, want := range map[string]struct {
		kind  string
		pages int
	}{"page": {"PAGE", 1}, "user": {"PAGE", 1}, "site": {"SITE", 3}} {
		r, _, stderr := verify("--config", "none", "--format", "json", filepath.Join("testdata/trees", tree))
		if r == nil {
			t.Errorf("%s: %s", tree, stderr)
		} else if r.Kind != want.kind || r.Summary.CanonicalPages != want.pages {
			t.Errorf("%s is a %s of %d pages, not a %s of %d", tree, r.Kind, r.Summary.CanonicalPages, want.kind, want.pages)
		}
	}
	if r, ok := rules.ByID("head/title"); !ok || r.ID != "head/title" {
		t.Errorf("head/title is %v, %v", r.ID, ok)
	}
	if r, ok := rules.ByID("head/none"); ok {
		t.Errorf("head/none is %v", r.ID)
	}
}

// TestEachRuleHasFixture: a rule that cannot fail is a defect.
func TestEachRuleHasFixture(t *testing.T) {
	known := map[string]bool{}
	for _, r := range rules.All() {
		known[r.ID] = true
		script, err := os.ReadFile("testdata/rules/" + r.ID + ".txtar")
		if err != nil {
			t.Errorf("%s has no fixture: %v", r.ID, err)
			continue
		}
		if !regexp.MustCompile(`(?m)^only (-n \d+ )?` + regexp.QuoteMeta(r.ID) + `( |$)`).Match(script) {
			t.Errorf("the fixture of %s never says: only %s", r.ID, r.ID)
		}
		for _, ref := range r.Refs {
			if !strings.Contains(string(script), ref) {
				t.Errorf("the fixture of %s never mentions %s", r.ID, ref)
			}
		}
	}
	err := filepath.WalkDir("testdata/rules", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		id := strings.TrimSuffix(filepath.ToSlash(strings.TrimPrefix(path, "testdata/rules/")), ".txtar")
		if !known[id] {
			t.Errorf("%s is the fixture of no rule", path)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
