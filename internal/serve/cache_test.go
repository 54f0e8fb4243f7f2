package serve

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// get asks for llms.txt, as a browser does that has nothing of it.
func get(h http.Handler, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, "http://localhost/example-project/llms.txt", nil)
	for _, name := range header {
		r.Header.Set(name, `"something else"`)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func put(t *testing.T, h *Handler, text string, at time.Time) {
	t.Helper()
	name := filepath.Join(h.root.Name(), "llms.txt")
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(name, at, at); err != nil {
		t.Fatal(err)
	}
}

// TestKept: the answer of a kept file is that of http.ServeContent.
func TestKept(t *testing.T) {
	h := testHandler(t, "/example-project/")
	put(t, h, "# Kept\n", time.Now().Add(-time.Hour))
	want := get(h, "If-None-Match")
	got := get(h)
	if len(h.cache.files) != 1 {
		t.Fatalf("%d files are kept", len(h.cache.files))
	}
	if diff := cmp.Diff(want.Header(), got.Header()); diff != "" {
		t.Errorf("headers differ (-ServeContent +kept):\n%s", diff)
	}
	if got.Code != want.Code || got.Body.String() != "# Kept\n" || want.Body.String() != "# Kept\n" {
		t.Errorf("got %d %q, ServeContent sends %d %q", got.Code, got.Body, want.Code, want.Body)
	}
}

// TestKeptIsFresh: a file that has changed is served as it is now.
func TestKeptIsFresh(t *testing.T) {
	old := time.Now().Add(-time.Hour)
	for name, change := range map[string]func(t *testing.T, h *Handler){
		"later":                    func(t *testing.T, h *Handler) { put(t, h, "two", old.Add(time.Second)) },
		"longer, at the same time": func(t *testing.T, h *Handler) { put(t, h, "two, and more", old) },
		"another file of the same size and time": func(t *testing.T, h *Handler) {
			if err := os.Rename(filepath.Join(h.root.Name(), "llms.txt"), filepath.Join(h.root.Name(), "was.txt")); err != nil {
				t.Fatal(err)
			}
			put(t, h, "two", old)
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := testHandler(t, "/example-project/")
			put(t, h, "one", old)
			if got := get(h).Body.String(); got != "one" {
				t.Fatalf("got %q", got)
			}
			change(t, h)
			if got := get(h).Body.String(); got == "one" {
				t.Errorf("got %q still", got)
			}
		})
	}
	// Twice within the grain of the file's time.
	h := testHandler(t, "/example-project/")
	now := time.Now()
	for _, text := range []string{"one", "two", "six"} {
		put(t, h, text, now)
		if got := get(h).Body.String(); got != text {
			t.Errorf("got %q, the file is %q", got, text)
		}
	}
}

// TestKeptIsBounded: what is kept of a large tree stays small.
func TestKeptIsBounded(t *testing.T) {
	h := testHandler(t, "/example-project/")
	old := time.Now().Add(-time.Hour)
	text := make([]byte, small)
	for i := range maxCached/small + 10 {
		name := fmt.Sprintf("%d.txt", i)
		full := filepath.Join(h.root.Name(), name)
		if err := os.WriteFile(full, text, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(full, old, old); err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost/example-project/"+name, nil))
		if w.Body.Len() != small {
			t.Fatalf("%s: %d bytes", name, w.Body.Len())
		}
	}
	var size int64
	for _, f := range h.cache.files {
		size += int64(len(f.text)) + overhead
	}
	if size > maxCached || size != h.cache.size {
		t.Errorf("%d bytes are kept, said to be %d", size, h.cache.size)
	}
}
