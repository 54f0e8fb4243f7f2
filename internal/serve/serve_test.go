package serve

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
)

func testHandler(t *testing.T, root string) *Handler {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"index.html": "index", "docs/index.html": "docs", "about.html": "about", "404.html": "nothing here",
		"llms.txt": "# T", "raw-manifest.json": "{}", "docs/a b.txt": "space", ".secret": "secret", "docs/.hidden/x.txt": "hidden", "empty/x.txt": "x",
	} {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	outside := filepath.Join(t.TempDir(), "outside.txt")
	if err := os.WriteFile(outside, []byte("outside"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"link.txt": outside, "inner.txt": "llms.txt", "loop": "loop"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	d := &ghpages.Deployment{SiteRoot: "https://example-user.github.io" + root, DomainRoot: "https://example-user.github.io/", ProjectRoot: root}
	h, err := New(dir, d)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	return h
}

func TestServe(t *testing.T) {
	h := testHandler(t, "/example-project/")
	for _, test := range []struct {
		target, location, body, contentType string
		status                              int
	}{
		{"/example-project/", "", "index", "text/html; charset=utf-8", 200},
		{"/example-project", "/example-project/", "", "", 301},
		{"/example-project/index.html", "", "index", "text/html; charset=utf-8", 200},
		{"/example-project/docs", "/example-project/docs/", "", "", 301},
		{"/example-project/docs?q=1", "/example-project/docs/?q=1", "", "", 301},
		{"/example-project/docs/", "", "docs", "text/html; charset=utf-8", 200},
		{"/example-project/about", "", "about", "text/html; charset=utf-8", 200},
		{"/example-project/about/", "", "nothing here", "text/html; charset=utf-8", 404},
		{"/example-project/empty", "/example-project/empty/", "", "", 301},
		{"/example-project/empty/", "", "nothing here", "text/html; charset=utf-8", 404},
		{"/example-project/Docs/", "", "nothing here", "text/html; charset=utf-8", 404},
		{"/example-project/llms.txt", "", "# T", "text/plain; charset=utf-8", 200},
		{"/example-project/raw-manifest.json", "", "{}", "application/json; charset=utf-8", 200},
		{"/example-project/docs/a%20b.txt", "", "space", "text/plain; charset=utf-8", 200},
		{"/example-project/deep/er/none", "", "nothing here", "text/html; charset=utf-8", 404},
		{"/llms.txt", "", "another repository", "text/html; charset=utf-8", 404},
		{"/", "", "another repository", "text/html; charset=utf-8", 404},
		{"/example-projects/", "", "another repository", "text/html; charset=utf-8", 404},
		// Nothing that the artifact leaves out, and no way out of the tree.
		{"/example-project/.secret", "", "nothing here", "text/html; charset=utf-8", 404},
		{"/example-project/docs/.hidden/x.txt", "", "nothing here", "text/html; charset=utf-8", 404},
		{"/example-project/link.txt", "", "nothing here", "text/html; charset=utf-8", 404},
		{"/example-project/inner.txt", "", "nothing here", "text/html; charset=utf-8", 404},
		{"/example-project/loop", "", "nothing here", "text/html; charset=utf-8", 404},
		{"/example-project/%2e%2e/%2e%2e/etc/passwd", "", "nothing here", "text/html; charset=utf-8", 404},
		{"/example-project/..%2f..%2fetc/passwd", "", "nothing here", "text/html; charset=utf-8", 404},
		{"/example-project//etc/passwd", "", "nothing here", "text/html; charset=utf-8", 404},
		{"/example-project/%00", "", "nothing here", "text/html; charset=utf-8", 404},
		{"/example-project/docs\\..\\..\\x", "", "nothing here", "text/html; charset=utf-8", 404},
	} {
		r := httptest.NewRequest("GET", test.target, nil)
		r.Host = "localhost:8080"
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != test.status || w.Header().Get("Location") != test.location || !strings.Contains(w.Body.String(), test.body) {
			t.Errorf("%s: %d %q %q, want %d %q %q", test.target, w.Code, w.Header().Get("Location"), w.Body, test.status, test.location, test.body)
		}
		if got := w.Header().Get("Content-Type"); got != test.contentType {
			t.Errorf("%s: content type %q, want %q", test.target, got, test.contentType)
		}
		if got := w.Header().Get("Cache-Control"); got != "max-age=600" {
			t.Errorf("%s: cache control %q", test.target, got)
		}
	}
}

func TestServeRoot(t *testing.T) {
	h := testHandler(t, "/")
	for target, status := range map[string]int{"/": 200, "/llms.txt": 200, "/docs": 301, "/none": 404, "//docs": 404, "/%2Fdocs": 404} {
		r := httptest.NewRequest("GET", target, nil)
		r.Host = "127.0.0.1"
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != status {
			t.Errorf("%s: %d, want %d", target, w.Code, status)
		}
	}
}

func TestRefuse(t *testing.T) {
	h := testHandler(t, "/")
	for _, test := range []struct {
		method, host string
		status       int
	}{
		{"GET", "example.com", 421}, {"GET", "127.0.0.1.example.com", 421}, {"GET", "", 421}, {"GET", "192.168.0.1:8080", 421},
		{"GET", "[::1]:8080", 200}, {"HEAD", "localhost", 200}, {"POST", "localhost", 405}, {"OPTIONS", "localhost", 405},
	} {
		r := httptest.NewRequest(test.method, "/", nil)
		r.Host = test.host
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != test.status {
			t.Errorf("%s with Host %q: %d, want %d", test.method, test.host, w.Code, test.status)
		}
	}
}

// TestOrigin: a page of another origin that is open in the same browser does not read the tree.
func TestOrigin(t *testing.T) {
	h := testHandler(t, "/")
	for origin, want := range map[string]string{
		"": "*", "http://localhost:3000": "*", "http://127.0.0.1:8080": "*", "https://[::1]": "*",
		"null": "", "https://example.com": "", "http://localhost.example.com": "", "http://127.0.0.1.example.com:8080": "", "file://": "",
	} {
		for _, target := range []string{"/", "/none"} {
			r := httptest.NewRequest("GET", target, nil)
			r.Host = "localhost:8080"
			if origin != "" {
				r.Header.Set("Origin", origin)
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if got := w.Header().Get("Access-Control-Allow-Origin"); got != want || w.Header().Get("Vary") != "Origin" {
				t.Errorf("%s for %q: %q, want %q; it varies with %q", target, origin, got, want, w.Header().Get("Vary"))
			}
		}
	}
}

func TestConditional(t *testing.T) {
	h := testHandler(t, "/")
	get := func(headers map[string]string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", "/llms.txt", nil)
		r.Host = "localhost"
		for k, v := range headers {
			r.Header.Set(k, v)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	tag := get(nil).Header().Get("ETag")
	if w := get(map[string]string{"If-None-Match": tag}); w.Code != 304 {
		t.Errorf("the same tag: %d", w.Code)
	}
	if w := get(map[string]string{"Range": "bytes=0-0"}); w.Code != 206 || w.Body.String() != "#" {
		t.Errorf("a range: %d %q", w.Code, w.Body)
	}
}

// TestHugeHeader: a client that sends more than the server reads is refused,
// and the next one is served.
func TestHugeHeader(t *testing.T) {
	h := testHandler(t, "/")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := h.Server()
	go server.Serve(listener)
	defer server.Close()
	conn, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
	_, _ = io.WriteString(conn, "GET / HTTP/1.1\r\nHost: localhost\r\nX: "+strings.Repeat("a", 1<<20)+"\r\n\r\n")
	answer, _ := io.ReadAll(conn)
	if !strings.HasPrefix(string(answer), "HTTP/1.1 431 ") {
		t.Errorf("a header of 1 MiB: %.60q", answer)
	}
	resp, err := http.Get("http://" + listener.Addr().String() + "/llms.txt")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != 200 {
		t.Errorf("afterwards: %s", resp.Status)
	}
}

// TestSlowClient: a client that sends its header byte by byte, and one that
// never reads, are cut off. The server's own limits are shortened, so that the
// test need not wait for them.
func TestSlowClient(t *testing.T) {
	h := testHandler(t, "/")
	server := h.Server()
	for name, limit := range map[string]time.Duration{
		"header": server.ReadHeaderTimeout, "read": server.ReadTimeout, "write": server.WriteTimeout, "idle": server.IdleTimeout,
	} {
		if limit <= 0 || limit > 2*time.Minute {
			t.Errorf("the limit for %s is %v", name, limit)
		}
	}
	server.ReadHeaderTimeout, server.ReadTimeout = 50*time.Millisecond, 50*time.Millisecond
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go server.Serve(listener)
	defer server.Close()
	for _, start := range []string{"", "GET / HT", "GET / HTTP/1.1\r\nHost: localhost\r\nX: ", "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nx"} {
		conn, err := net.Dial("tcp", listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
		_, _ = io.WriteString(conn, start)
		if _, err := io.ReadAll(conn); os.IsTimeout(err) {
			t.Errorf("after %q the connection stays open", start)
		}
		conn.Close()
	}
}

// TestRawPaths: what no well-behaved client sends, in the request line itself.
func TestRawPaths(t *testing.T) {
	h := testHandler(t, "/")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := h.Server()
	go server.Serve(listener)
	defer server.Close()
	for _, line := range []string{
		"/../../../../etc/passwd", "//example.com/docs", "/\\example.com/docs", "/docs/../../outside.txt", "/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "/..%252f..%252fetc/passwd", "/%c0%ae%c0%ae/etc/passwd",
		"/docs%00.html", "/docs/%0d%0aSet-Cookie:x=1", "/link.txt", "/%6cink.txt", "http://example.com/llms.txt", "*", "/.secret", "/%2esecret", "/docs/%2ehidden/x.txt", "/empty%0d%0aX:y",
	} {
		conn, err := net.Dial("tcp", listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
		_, _ = io.WriteString(conn, "GET "+line+" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
		answer, _ := io.ReadAll(conn)
		conn.Close()
		text := string(answer)
		head, body, _ := strings.Cut(text, "\r\n\r\n")
		if strings.HasPrefix(text, "HTTP/1.1 200") && body != "# T" || strings.Contains(body, "root:") || strings.Contains(body, "outside") || strings.Contains(body, "secret") || strings.Contains(body, "hidden") {
			t.Errorf("%s: %.200q", line, text)
		}
		if strings.Contains(head, "Set-Cookie") || strings.Contains(head, "\nX:") || strings.Contains(head, "Location: //") || strings.Contains(head, "Location: http") {
			t.Errorf("%s: %.200q", line, head)
		}
	}
}
