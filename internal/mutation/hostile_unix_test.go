//go:build unix

package mutation_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"github.com/discovery-set/hugo-discovery/internal/command"
)

// asHelper is set for the processes in which this test is the program itself.
const asHelper = "TEST_AS_DISCOVERY_HELPER"

// memoryFile names the file into which such a process writes what it used.
const memoryFile = "TEST_MEMORY_FILE"

func TestMain(m *testing.M) {
	if os.Getenv(asHelper) != "" {
		c := command.Command{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}
		code := c.Main(os.Args[1:])
		if file := os.Getenv(memoryFile); file != "" {
			status, _ := os.ReadFile("/proc/self/status") // there is none but on Linux
			_ = os.WriteFile(file, status, 0o644)
		}
		os.Exit(code)
	}
	os.Exit(m.Run())
}

// run runs the program as a process of its own, as one gets it.
func run(t *testing.T, prepare func(*exec.Cmd), args ...string) (stdout, stderr string, cmd *exec.Cmd) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd = exec.Command(exe, args...)
	cmd.Env = []string{asHelper + "=1", "NO_COLOR=1", memoryFile + "=" + filepath.Join(t.TempDir(), "memory")}
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if prepare != nil {
		prepare(cmd)
	}
	if err := cmd.Run(); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			t.Fatal(err)
		}
	}
	if code := cmd.ProcessState.ExitCode(); code < 0 || code > 2 || strings.Contains(errs.String(), "goroutine ") {
		t.Fatalf("exit status %d: %s", code, errs.String())
	}
	return out.String(), errs.String(), cmd
}

// report runs verify on a folder and returns its findings.
func report(t *testing.T, prepare func(*exec.Cmd), tr *tree, dir string) []finding {
	t.Helper()
	out, stderr, cmd := run(t, prepare, append([]string{"verify", dir, "--config", "none", "--format", "json"}, tr.args...)...)
	if code := cmd.ProcessState.ExitCode(); code == 2 {
		t.Fatalf("exit status 2: %s", stderr)
	}
	if !utf8.ValidString(out) {
		t.Error("the JSON report is no UTF-8")
	}
	var r struct{ Findings []finding }
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatalf("%v: %s", err, stderr)
	}
	return r.Findings
}

// says reports whether a rule has a finding for a file.
func says(found []finding, rule, file string) bool {
	return slices.ContainsFunc(found, func(f finding) bool { return f.Rule == rule && f.File == file })
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestSpecialFiles: what is no regular file is named, never opened.
func TestSpecialFiles(t *testing.T) {
	tr := readTree(t, "site")
	dir := t.TempDir()
	tr.write(t, dir, nil)
	at := func(name string) string { return filepath.Join(dir, name) }
	outside := filepath.Join(t.TempDir(), "outside.html")
	must(t, os.WriteFile(outside, []byte("<title>SECRET-OUTSIDE</title>"), 0o644))
	special := []string{"inside.html", "outside.html", "absolute.txt", "loop.html", "self", "parent", "zero.html", "dangling.html", "pipe.html", "pipe", "socket.html"}
	for name, target := range map[string]string{
		"inside.html": "index.html", "outside.html": outside, "absolute.txt": "/etc/passwd", "loop.html": "loop.html", "self": ".", "parent": "..",
		"zero.html": "/dev/zero", "dangling.html": "nowhere",
	} {
		must(t, os.Symlink(target, at(name)))
	}
	must(t, syscall.Mkfifo(at("pipe.html"), 0o644))
	must(t, syscall.Mkfifo(at("pipe"), 0o644))
	if l, err := net.Listen("unix", at("socket.html")); err == nil {
		defer l.Close()
	} else {
		special = special[:len(special)-1] // the path is too long for a socket here
	}
	must(t, os.Link(at("style.css"), at("hard.css")))
	if os.Geteuid() == 0 && syscall.Mknod(at("null.html"), syscall.S_IFCHR|0o666, 1<<8|3) == nil {
		special = append(special, "null.html")
	}

	found := report(t, nil, tr, dir)
	for _, name := range special {
		if !says(found, "files/unchecked", name) {
			t.Errorf("nothing says that %s was not checked", name)
		}
	}
	if len(found) != len(special) {
		t.Errorf("%d findings for %d files\n%s", len(found), len(special), lines(found))
	}
	if strings.Contains(lines(found), "SECRET") || strings.Contains(lines(found), "root:") {
		t.Error("the report quotes what stands outside of the tree")
	}
}

// TestSpecialSet: the files of the set themselves as links, pipes, folders.
func TestSpecialSet(t *testing.T) {
	for _, name := range []string{"index.html", "llms.txt", "raw-manifest.json", "sitemap.xml", "robots.txt", "CNAME", "404.html", "style.css", "og.png"} {
		for what, put := range map[string]func(string) error{
			"pipe":   func(p string) error { return syscall.Mkfifo(p, 0o644) },
			"device": func(p string) error { return os.Symlink("/dev/zero", p) },
			"self":   func(p string) error { return os.Symlink(filepath.Base(p), p) },
			"folder": func(p string) error { return os.MkdirAll(filepath.Join(p, "x"), 0o755) },
		} {
			tr := readTree(t, "site")
			dir := t.TempDir()
			tr.write(t, dir, nil)
			p := filepath.Join(dir, name)
			if err := os.Remove(p); err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Fatal(err)
			}
			must(t, put(p))
			found, code, out := check(t, dir, tr)
			if what == "folder" {
				if code == 2 {
					t.Errorf("%s as a %s: %s", name, what, out)
				}
				continue
			}
			if code == 2 || !says(found, "files/unchecked", name) {
				t.Errorf("%s as a %s: exit status %d %s\n%s", name, what, code, out, lines(found))
			}
		}
	}
}

// TestUnreadable: what may not be read is named. Nothing keeps root from
// reading, so the program runs as nobody then.
func TestUnreadable(t *testing.T) {
	tr := readTree(t, "site")
	dir := shared(t)
	tr.write(t, dir, nil)
	must(t, os.WriteFile(filepath.Join(dir, "closed.html"), []byte("<title>x</title>"), 0))
	must(t, os.Chmod(filepath.Join(dir, "llms.txt"), 0))
	must(t, os.Mkdir(filepath.Join(dir, "closed"), 0))
	t.Cleanup(func() { os.Chmod(filepath.Join(dir, "closed"), 0o755) })
	found := report(t, asNobody(t), tr, dir)
	for file, rule := range map[string]string{"closed.html": "pages/unread", "closed": "files/unchecked"} {
		if !says(found, rule, file) {
			t.Errorf("no %s for %s\n%s", rule, file, lines(found))
		}
	}
	if !slices.ContainsFunc(found, func(f finding) bool { return f.File == "llms.txt" && strings.Contains(f.Message, "permission denied") }) {
		t.Errorf("nothing says that llms.txt could not be read\n%s", lines(found))
	}

	must(t, os.Chmod(dir, 0o311))
	defer os.Chmod(dir, 0o755)
	_, stderr, cmd := run(t, asNobody(t), "verify", dir, "--config", "none")
	if cmd.ProcessState.ExitCode() != 2 || strings.Count(stderr, "\n") != 1 {
		t.Errorf("an unreadable tree: exit status %d: %s", cmd.ProcessState.ExitCode(), stderr)
	}
}

// shared is a folder that other users may enter.
func shared(t *testing.T) string {
	dir := t.TempDir()
	for d := dir; d != os.TempDir() && d != "/"; d = filepath.Dir(d) {
		must(t, os.Chmod(d, 0o755))
	}
	return dir
}

// asNobody makes a process one that permissions hold for.
func asNobody(t *testing.T) func(*exec.Cmd) {
	if os.Geteuid() != 0 {
		return nil
	}
	exe := filepath.Join(shared(t), "discovery-helper")
	src, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		t.Skip("the test runs as root and cannot copy itself:", err)
	}
	must(t, os.WriteFile(exe, src, 0o755))
	return func(cmd *exec.Cmd) {
		cmd.Path = exe
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
}

// hostileNames are names that a file system may hold and a report must not
// print as they are.
var hostileNames = []string{
	"new\nline.html", "carriage\rreturn.html", "\"quotes\" & 'more'.html", "100%0A::error::x.html", "%zz.html", "esc\x1b[31m\x1b]8;;x\x07.html", "bell\a.html",
	"latin-\xe9.html", "\xff\xfe.html", "half\xf0\x9f.html", "bidi\u202etxt.html", "zero\u200bwidth.html", "back\\slash.html", "<img src=x onerror=alert(1)>.html",
	" .html", ".. .html", "-rf.html", "#?.html", "CON.html", "tab\t.html", "del\x7f.html", "c1\u0085\u009b31m.html", "nbsp\u00a0.html", "]]>.html", "::set-output name=x::y.html",
	strings.Repeat("x", 250) + ".html", strings.Repeat("ї", 125) + ".html",
}

// TestHostileNames: the report names the files, and every format can. What
// the formats escape is tested in internal/report.
func TestHostileNames(t *testing.T) {
	tr := readTree(t, "site")
	dir := t.TempDir()
	tr.write(t, dir, nil)
	for _, name := range hostileNames {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("<!DOCTYPE html><title>x</title><a href=\"nowhere/\">x</a>"), 0o644); err != nil {
			t.Logf("the file system refuses %q: %v", name, err)
		}
		must(t, os.MkdirAll(filepath.Join(dir, "folders", strings.TrimSuffix(name, ".html")), 0o755))
	}
	found := report(t, nil, tr, dir)
	named := map[string]bool{}
	for _, f := range found {
		named[f.File] = true
	}
	if len(named) < len(hostileNames) {
		t.Errorf("%d files are named, fewer than %d", len(named), len(hostileNames))
	}
	for _, format := range []string{"text", "json", "sarif", "junit", "github", "html"} {
		out, _, _ := run(t, nil, append([]string{"verify", dir, "--config", "none", "--format", format, "--all"}, tr.args...)...)
		if !utf8.ValidString(out) {
			t.Errorf("%s is no UTF-8", format)
		}
	}
}

// TestDeepFolders: 1,000 levels end in a finding.
func TestDeepFolders(t *testing.T) {
	tr := readTree(t, "page")
	dir := t.TempDir()
	tr.write(t, dir, nil)
	must(t, os.MkdirAll(filepath.Join(dir, strings.Repeat("d/", 1000)), 0o755))
	found := report(t, nil, tr, dir)
	if len(found) != 1 || found[0].Rule != "files/unchecked" || !strings.Contains(found[0].Message, "levels") {
		t.Errorf("%s", lines(found))
	}
}

// TestManyFiles: 100,000 files in one folder, some of them pages of no bytes.
func TestManyFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("it makes 100,000 files")
	}
	tr := readTree(t, "page")
	dir := t.TempDir()
	tr.write(t, dir, nil)
	many := filepath.Join(dir, "many")
	must(t, os.Mkdir(many, 0o755))
	for i := range 100_000 {
		name := fmt.Sprintf("%s/%d.txt", many, i)
		if i%200 == 0 {
			name = fmt.Sprintf("%s/%d.html", many, i)
		}
		f, err := os.Create(name)
		must(t, err)
		f.Close()
	}
	found := report(t, nil, tr, dir)
	empty := 0
	for _, f := range found {
		if f.Rule == "pages/unread" {
			empty++
		}
	}
	if empty != 500 {
		t.Errorf("%d of 500 empty pages are named", empty)
	}
}

// TestSparse: 2 GB of nothing are named, not read.
func TestSparse(t *testing.T) {
	tr := readTree(t, "page")
	dir := t.TempDir()
	tr.write(t, dir, nil)
	names := []string{"large.html", "CNAME", "llms.txt", "sitemap.xml", "raw-manifest.json", "robots.txt", "style.css"}
	for _, name := range names {
		f, err := os.Create(filepath.Join(dir, name))
		must(t, err)
		if err := f.Truncate(2 << 30); err != nil {
			t.Skip("no sparse files here:", err)
		}
		f.Close()
	}
	out, stderr, cmd := run(t, nil, append([]string{"verify", dir, "--config", "none"}, tr.args...)...)
	if cmd.ProcessState.ExitCode() != 1 {
		t.Errorf("exit status %d: %s", cmd.ProcessState.ExitCode(), stderr)
	}
	for _, name := range names[:6] {
		if !strings.Contains(out, "\n"+name) && !strings.HasPrefix(out, name) {
			t.Errorf("nothing is said of %s\n%s", name, out)
		}
	}
	if rss := maxRSS(t, cmd); rss > 200<<20 {
		t.Errorf("the program used %d MiB", rss>>20)
	}
}

// maxRSS is the memory that the process used at the most, in bytes; 0 where
// the system does not say. What wait4 counts is of no use: Linux adds to it
// what the parent used when it forked.
func maxRSS(t *testing.T, cmd *exec.Cmd) int64 {
	t.Helper()
	for _, v := range cmd.Env {
		if file, ok := strings.CutPrefix(v, memoryFile+"="); ok {
			status, _ := os.ReadFile(file)
			var kib int64
			if _, line, ok := strings.Cut(string(status), "VmHWM:"); ok {
				_, err := fmt.Sscanf(line, "%d kB", &kib)
				must(t, err)
			}
			return kib << 10
		}
	}
	return 0
}

// TestNoTree: what is no tree ends with one line and exit status 2.
func TestNoTree(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	must(t, os.WriteFile(file, []byte("x"), 0o644))
	empty, folders, link, pipe := filepath.Join(dir, "empty"), filepath.Join(dir, "folders"), filepath.Join(dir, "link"), filepath.Join(dir, "pipe")
	must(t, os.Mkdir(empty, 0o755))
	must(t, os.MkdirAll(filepath.Join(folders, "a", "b"), 0o755))
	must(t, os.Symlink(link, link))
	must(t, syscall.Mkfifo(pipe, 0o644))
	for _, arg := range []string{file, empty, folders, link, pipe, "/dev/null", filepath.Join(dir, "missing"), filepath.Join(dir, "mis\nsing\x1b[31m"), "", strings.Repeat("x", 5000), "\xff", file + "/x"} {
		out, stderr, cmd := run(t, nil, "verify", "--config", "none", "--", arg)
		if code := cmd.ProcessState.ExitCode(); code != 2 || out != "" || strings.Count(stderr, "\n") != 1 || strings.ContainsAny(stderr, "\x1b\r") {
			t.Errorf("verify %.40q: exit status %d, %q, %.300q", arg, code, out, stderr)
		}
	}
}

// TestChangingTree: files that come, go, grow and change their kind while the
// program reads them lead to findings at the most.
func TestChangingTree(t *testing.T) {
	tr := readTree(t, "site")
	dir := t.TempDir()
	tr.write(t, dir, nil)
	for i := range 300 {
		must(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("p%03d.html", i)), bytes.Repeat([]byte("<p>x</p>"), 2000), 0o644))
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			p := filepath.Join(dir, fmt.Sprintf("p%03d.html", i%300))
			os.Remove(p)
			switch i % 5 {
			case 0:
				os.Symlink("/dev/zero", p)
			case 1:
				syscall.Mkfifo(p, 0o644)
			case 2:
				os.Mkdir(p, 0o755)
			case 3:
				os.WriteFile(p, bytes.Repeat([]byte("<b>"), 100_000), 0o644)
				os.Truncate(p, 10)
			}
		}
	}()
	for range 10 {
		report(t, nil, tr, dir)
	}
	close(stop)
	<-stopped
}

// opened finds what a process opened: strace -y writes the path of what came
// of it behind the result.
var opened = regexp.MustCompile(`(?m)^(?:\[pid +\d+\] |\d+ +)?(open|openat|openat2|creat)\(.*\) = \d+<([^>]*)>`)

// TestNothingOutside: verify opens nothing outside of the tree, and no
// connection.
func TestNothingOutside(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("strace is not installed")
		}
		t.Skip("strace is not installed")
	}
	tr := readTree(t, "site")
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	tr.write(t, dir, nil)
	outside := filepath.Join(t.TempDir(), "outside")
	must(t, os.MkdirAll(outside, 0o755))
	must(t, os.WriteFile(filepath.Join(outside, "index.html"), []byte("<title>x</title>"), 0o644))
	for name, target := range map[string]string{"out": outside, "page.html": filepath.Join(outside, "index.html"), "up": "../..", "passwd": "/etc/passwd", "CNAME": "/etc/hostname"} {
		must(t, os.Symlink(target, filepath.Join(dir, name)))
	}
	tr.set("docs/more.html", `<!DOCTYPE html><title>x</title><a href="../../../../etc/passwd">x</a><a href="file:///etc/passwd">x</a><img src="../out/index.html"><link rel="stylesheet" href="../up/x.css">`)
	tr.set("llms.txt", tr.files["llms.txt"]+"- [x](../../../etc/passwd)\n- [y](out/index.html)\n")
	tr.edit("sitemap.xml", "<urlset", `<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY % y SYSTEM "http://example.org/x"> %y;]><urlset`)
	tr.edit("raw-manifest.json", `"$schema": "`, `"$schema": "file:///etc/passwd", "x": "`)
	for _, name := range []string{"docs/more.html", "llms.txt", "sitemap.xml", "raw-manifest.json"} {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(tr.files[name]), 0o644))
	}

	exe, err := os.Executable()
	must(t, err)
	trace := filepath.Join(t.TempDir(), "trace")
	run(t, func(cmd *exec.Cmd) {
		cmd.Env = []string{asHelper + "=1"}
		cmd.Path = strace
		cmd.Args = append([]string{"strace", "-f", "-y", "-o", trace, "-e", "trace=%file,%network", exe}, cmd.Args[1:]...)
	}, append([]string{"verify", dir, "--config", "none"}, tr.args...)...)
	text, err := os.ReadFile(trace)
	must(t, err)

	within := 0
	for _, m := range opened.FindAllStringSubmatch(string(text), -1) {
		switch p := m[2]; {
		case p == dir || strings.HasPrefix(p, dir+"/"):
			within++
		case p == exe, p == "/dev/null", strings.HasPrefix(p, "/proc/"), strings.HasPrefix(p, "/sys/"), strings.HasPrefix(p, "/lib"), strings.HasPrefix(p, "/usr/lib"), p == "/etc/ld.so.cache", p == "/etc/localtime", strings.HasPrefix(p, "/usr/share/zoneinfo"):
			// what the process and its runtime are made of
		default:
			t.Errorf("opened %s:\n%s", p, m[0])
		}
	}
	if within < 10 {
		t.Errorf("the trace shows only %d files of the tree: it proves nothing\n%.2000s", within, text)
	}
	for _, call := range []string{"socket(", "connect(", "execve("} {
		if n := strings.Count(string(text), call); n > 0 && !(call == "execve(" && n == 1) {
			t.Errorf("%d calls of %s", n, call)
		}
	}
}
