package command_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/discovery-set/hugo-discovery/internal/command"
)

// nginxConf answers for the site below /example-project/ in the order of GitHub Pages: the file, the file with .html, the
// folder (without its slash by a redirect), 404.html. One process, which stays in the foreground and writes only below DIR.
const nginxConf = `
daemon off;
master_process off;
pid DIR/pid;
error_log DIR/error.log;
events {}
http {
	access_log off;
	client_body_temp_path DIR/body;
	proxy_temp_path DIR/proxy;
	fastcgi_temp_path DIR/fastcgi;
	uwsgi_temp_path DIR/uwsgi;
	scgi_temp_path DIR/scgi;
	types {
		text/html html;
		text/plain txt;
		text/markdown md;
		text/css css;
		application/json json;
		application/xml xml;
		image/png png;
	}
	charset utf-8;
	server {
		listen ADDRESS;
		root ROOT;
		absolute_redirect off;
		error_page 404 /example-project/404.html;
		location /example-project/ {
			try_files $uri $uri.html $uri/ =404;
		}
	}
}
`

// TestVerifyURLOfNginx: what nginx serves gets the findings that the folder gets, and those are the same that the program's
// own server gives. nginx comes from Debian; without it the test is skipped, but not in CI.
func TestVerifyURLOfNginx(t *testing.T) {
	nginx, err := exec.LookPath("nginx")
	if err != nil {
		nginx, err = exec.LookPath("/usr/sbin/nginx") // which only root has in PATH
	}
	if err != nil && os.Getenv("CI") != "" {
		t.Fatal(err)
	}
	if err != nil {
		t.Skip(err)
	}
	trees := map[string]func(t *testing.T, dir string){
		"conforming": func(t *testing.T, dir string) { copySite(t, dir) },
		"faults": func(t *testing.T, dir string) {
			copySite(t, dir)
			replace(t, filepath.Join(dir, "docs/index.html"), `<link rel="canonical" href="https://example-user.github.io/example-project/docs/">`, `<link rel="canonical" href="/docs/">`)
			replace(t, filepath.Join(dir, "docs/index.html"), "</main>", `<p><a href="../reference">reference</a> <a href="../gone/">gone</a></p></main>`)
			replace(t, filepath.Join(dir, "reference/index.html"), "<title>Reference – Example Project</title>", "")
			replace(t, filepath.Join(dir, "robots.txt"), "Sitemap: https://example-user.github.io/example-project/", "Sitemap: /")
		},
		// Pages without .html in their URLs, twins, no manifest.
		"vitepress": func(t *testing.T, dir string) {
			archive, err := txtar.ParseFile("../peers/testdata/trees/vitepress.txtar")
			if err != nil {
				t.Fatal(err)
			}
			if err := txtar.Write(archive, dir); err != nil {
				t.Fatal(err)
			}
		},
	}
	for name, plant := range trees {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			tree := filepath.Join(root, "example-project")
			plant(t, tree)
			folder := findingsOf(t, tree)
			if (name == "conforming") != (len(folder) == 0) {
				t.Errorf("findings of the folder: %v", folder)
			}
			url := "http://" + serveByNginx(t, nginx, root) + "/example-project/"
			if diff := cmp.Diff(folder, findingsOf(t, "--url", url)); diff != "" {
				t.Errorf("folder and nginx differ (-folder +nginx):\n%s", diff)
			}
		})
	}
}

// serveByNginx serves the folder root until the test ends, and returns the address.
func serveByNginx(t *testing.T, nginx, root string) string {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	free.Close()
	dir := t.TempDir()
	conf := strings.NewReplacer("DIR", dir, "ADDRESS", address, "ROOT", root).Replace(nginxConf)
	if err := os.WriteFile(filepath.Join(dir, "nginx.conf"), []byte(conf), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	server := exec.Command(nginx, "-p", dir, "-c", filepath.Join(dir, "nginx.conf"), "-e", filepath.Join(dir, "error.log"))
	server.Stdout, server.Stderr = &out, &out
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Wait() }()
	t.Cleanup(func() {
		_ = server.Process.Kill()
		<-ended
	})
	for {
		if c, err := net.Dial("tcp", address); err == nil {
			c.Close()
			return address
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("nginx ended: %v\n%s", err, out.String())
		case <-time.After(20 * time.Millisecond): // until it listens
		}
	}
}

// findingsOf are those of verify --format json, as lines: place, severity and rule. A server shows less than a folder of why
// a link is broken, so the messages may differ.
func findingsOf(t *testing.T, args ...string) []string {
	t.Helper()
	var out, errors bytes.Buffer
	c := &command.Command{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errors}
	if c.Main(append([]string{
		"verify", "--config", "none", "--format", "json", "--owner", "example-user", "--repo", "example-project", "--pages-type", "PROJECT_SITE",
		"--custom-domain", "NONE", "--site-root", "https://example-user.github.io/example-project/",
	}, args...)) == 2 {
		t.Fatal(errors.String())
	}
	var report struct {
		Findings []struct {
			Rule, Severity, File string
			Line, Column         int
		}
	}
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, f := range report.Findings {
		lines = append(lines, fmt.Sprintf("%s:%d:%d: %s: %s", f.File, f.Line, f.Column, f.Severity, f.Rule))
	}
	return lines
}

// copySite copies a conforming project site.
func copySite(t *testing.T, dir string) {
	t.Helper()
	if err := os.CopyFS(dir, os.DirFS("../rules/testdata/trees/site")); err != nil {
		t.Fatal(err)
	}
}

func replace(t *testing.T, path, old, new string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(text), old) != 1 {
		t.Fatalf("%s has %q %d times", path, old, strings.Count(string(text), old))
	}
	if err := os.WriteFile(path, bytes.ReplaceAll(text, []byte(old), []byte(new)), 0o644); err != nil {
		t.Fatal(err)
	}
}
