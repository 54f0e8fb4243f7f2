//go:build unix

package command_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// signals are those by which people and runners end a program.
var signals = []syscall.Signal{syscall.SIGINT, syscall.SIGTERM}

// binary builds the program.
func binary(t *testing.T) string {
	t.Helper()
	exe := filepath.Join(t.TempDir(), "discovery-helper")
	cmd := exec.Command("go", "build", "-o", exe, "./cmd/discovery-helper")
	cmd.Dir = filepath.Join("..", "..")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return exe
}

// ends waits for a program that got a signal. How long it may take has room for a machine that is busy with other things.
func ends(t *testing.T, cmd *exec.Cmd, wantCode int, stderr *bytes.Buffer, wantStderr string) {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case <-done:
	case <-time.After(2 * time.Minute):
		_ = cmd.Process.Kill()
		t.Fatalf("%q goes on", cmd.Args[1:])
	}
	if code := cmd.ProcessState.ExitCode(); code != wantCode || stderr.String() != wantStderr {
		t.Errorf("%q: %v, want exit status %d; %q, want %q", cmd.Args[1:], cmd.ProcessState, wantCode, stderr, wantStderr)
	}
}

// names lists a folder.
func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return strings.Join(all, " ")
}

// site copies the conforming tree of the rules' tests, with a robots.txt of ten thousand faults.
func faulty(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../rules/testdata/trees/site")); err != nil {
		t.Fatal(err)
	}
	text := "User-agent: *\nAllow: /\n" + strings.Repeat("Sitemap: /x\n", 10_000)
	if err := os.WriteFile(filepath.Join(dir, "robots.txt"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestInterruptedVerify: a report that is being written when the signal comes is not left half-written, neither under its name
// nor under another, and what stood there stays.
func TestInterruptedVerify(t *testing.T) {
	exe, tree := binary(t), faulty(t)
	for _, signal := range signals {
		caught := false
		for range 50 {
			out := t.TempDir()
			report := filepath.Join(out, "report.html")
			if err := os.WriteFile(report, []byte("of before"), 0o644); err != nil {
				t.Fatal(err)
			}
			var stdout, stderr bytes.Buffer
			cmd := exec.Command(exe, "verify", tree, "--config", "none", "--all", "--report", "html="+report)
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			// Stop the program where the report is on its way.
			for names(t, out) == "report.html" && cmd.ProcessState == nil {
				if text, err := os.ReadFile(report); err != nil || string(text) != "of before" {
					break // too late
				}
			}
			if err := cmd.Process.Signal(syscall.SIGSTOP); err != nil {
				t.Fatal(err)
			}
			time.Sleep(10 * time.Millisecond) // until it stands
			caught = names(t, out) != "report.html"
			for _, s := range []syscall.Signal{signal, syscall.SIGCONT} {
				if err := cmd.Process.Signal(s); err != nil {
					t.Fatal(err)
				}
			}
			if !caught {
				_ = cmd.Wait()
				continue
			}
			ends(t, cmd, 2, &stderr, "discovery-helper: interrupted\n")
			if text, err := os.ReadFile(report); err != nil || string(text) != "of before" || names(t, out) != "report.html" || stdout.Len() > 0 {
				t.Errorf("%v: %s holds %q; %.20q, %v; said %.100q", signal, out, names(t, out), text, err, &stdout)
			}
			break
		}
		if !caught {
			t.Errorf("%v: the report was never seen on its way", signal)
		}
	}
}

// TestInterruptedPipe: a reader of a report who never comes does not keep the program.
func TestInterruptedPipe(t *testing.T) {
	exe, tree := binary(t), faulty(t)
	for _, signal := range signals {
		pipe := filepath.Join(t.TempDir(), "pipe")
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Skip(err)
		}
		first := filepath.Join(filepath.Dir(pipe), "first.json")
		var stderr bytes.Buffer
		cmd := exec.Command(exe, "verify", tree, "--config", "none", "--report", "json="+first, "--report", "json="+pipe)
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for start := time.Now(); time.Since(start) < 2*time.Minute; time.Sleep(5 * time.Millisecond) {
			if _, err := os.Stat(first); err == nil {
				break // it waits at the pipe now, or will
			}
		}
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		ends(t, cmd, 2, &stderr, "discovery-helper: interrupted\n")
	}
}

// TestInterruptedURL: the copy of a site that never answers is not left behind.
func TestInterruptedURL(t *testing.T) {
	exe := binary(t)
	asked, end := make(chan bool, 10), make(chan bool)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/robots.txt") {
			http.NotFound(w, r)
			return
		}
		asked <- true
		select {
		case <-end:
		case <-r.Context().Done():
		}
	}))
	defer server.Close()
	defer close(end)
	for _, signal := range signals {
		temp := t.TempDir()
		var stderr bytes.Buffer
		cmd := exec.Command(exe, "verify", "--url", server.URL+"/example-project/", "--timeout", "10m")
		cmd.Env = append(os.Environ(), "TMPDIR="+temp)
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		<-asked
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		ends(t, cmd, 2, &stderr, "discovery-helper: interrupted\n")
		if left := names(t, temp); left != "" {
			t.Errorf("%v: %s is left", signal, left)
		}
	}
}

// TestInterruptedServe: serve ends well, also while a client holds its connection.
func TestInterruptedServe(t *testing.T) {
	exe, tree := binary(t), faulty(t)
	for _, signal := range signals {
		var stderr bytes.Buffer
		cmd := exec.Command(exe, "serve", tree, "--config", "none", "--port", "0", "--quiet")
		cmd.Stderr = &stderr
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(stdout).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		_, address, _ := strings.Cut(line, "://")
		address, _, _ = strings.Cut(address, "/")
		client, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		if _, err := fmt.Fprint(client, "GET /example-project/ HTTP/1.1\r\nHost: localhost\r\n"); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		go io.Copy(io.Discard, stdout)
		ends(t, cmd, 0, &stderr, "")
	}
}
