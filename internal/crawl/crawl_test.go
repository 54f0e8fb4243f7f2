package crawl

import (
	"compress/gzip"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/discovery-set/hugo-discovery/internal/site"
)

// record remembers what a server was asked for.
type record struct {
	mu   sync.Mutex
	asks []string
}

func (r *record) add(path string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asks = append(r.asks, path)
}

func fetch(t *testing.T, h http.HandlerFunc, o Options) (*site.Served, string, []string, error) {
	t.Helper()
	var asked record
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.add(r.URL.Path)
		h(w, r)
	}))
	defer server.Close()
	dir := t.TempDir()
	o.Root = server.URL + "/p/"
	if o.MaxBody == 0 {
		o.MaxBody = 1 << 20
	}
	if o.Timeout == 0 {
		o.Timeout = 5 * time.Second
	}
	served, err := Fetch(context.Background(), dir, o)
	return served, dir, asked.asks, err
}

func html(w http.ResponseWriter, body string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, body)
}

// TestStaysInside: whatever a site names, only paths below its root are asked
// for, and nothing is written outside the folder.
func TestStaysInside(t *testing.T) {
	_, dir, asked, err := fetch(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/p/" {
			html(w, `<a href="/other/">1</a><a href="https://example.com/">2</a><a href="../x">3</a><a href="%2e%2e/%2e%2e/y">4</a>
				<a href="a/../../z">5</a><a href="//example.com/p/">6</a><a href="file:///etc/passwd">7</a><a href="in/">8</a>
				<a href="..%2f..%2fesc.html">9</a><a href="/p/..%5cesc2.html">10</a><a href="in/..">11</a><a href="..;/x">12</a>
				<a href="%252e%252e/x">13</a><a href="dots../and..dots/">14</a><a href="50%/../x">15</a>`)
			return
		}
		if r.URL.Path == "/p/sitemap.xml" {
			w.Header().Set("Content-Type", "application/xml")
			fmt.Fprint(w, `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
			for _, p := range []string{"..", "%2e%2e", "%2E./x", "a/..", "%5c..%5cx", "..%2fx", "a/../../x"} {
				fmt.Fprintf(w, "<url><loc>http://%s/p/%s</loc></url>", r.Host, p)
			}
			fmt.Fprint(w, `</urlset>`)
			return
		}
		html(w, "page")
	}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range asked {
		if !strings.HasPrefix(p, "/p/") || p != "/p/dots../and..dots/" && strings.Contains(p, "..") {
			t.Errorf("asked for %s", p)
		}
	}
	if !slices.Contains(asked, "/p/in/") || !slices.Contains(asked, "/p/dots../and..dots/") {
		t.Error("did not ask for the page that is inside")
	}
	parent, err := os.ReadDir(filepath.Dir(dir))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range parent {
		if strings.Contains(e.Name(), "esc") {
			t.Errorf("%s was written outside the folder", e.Name())
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "in", "index.html")); err != nil {
		t.Error(err)
	}
}

// TestAsksForMedia: what the rules look for in the tree is fetched, also where
// only a meta element or JSON-LD names it.
func TestAsksForMedia(t *testing.T) {
	_, dir, _, err := fetch(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/p/" {
			html(w, `<meta property="og:image" content="og.png"><meta name="twitter:image" content="twitter.png">
				<script type="application/ld+json">{"@context": "https://schema.org", "@type": "WebPage", "image": "/p/ld.png",
				"publisher": {"@type": "Organization", "logo": {"@type": "ImageObject", "url": "logo.png"}}}</script>`)
			return
		}
		w.Header().Set("Content-Type", "image/png")
	}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"og.png", "twitter.png", "ld.png", "logo.png"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
}

// TestBounds: endless sites, bodies, redirects and slow answers end.
func TestBounds(t *testing.T) {
	n := 0
	served, _, asked, err := fetch(t, func(w http.ResponseWriter, r *http.Request) {
		n++
		html(w, fmt.Sprintf(`<a href="/p/%d/">next</a><a href="/p/x%d/">other</a>`, n, n))
	}, Options{MaxRequests: 50})
	if err != nil || len(asked) > 52 || served.Skipped == 0 {
		t.Errorf("an endless site: %d requests, %d left out, %v", len(asked), served.Skipped, err)
	}

	served, dir, _, err := fetch(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		for range 4096 {
			if _, err := w.Write(make([]byte, 4096)); err != nil {
				return
			}
		}
	}, Options{MaxBody: 100_000})
	if err != nil || served.Answers[""].Err == "" {
		t.Errorf("an endless body: %+v, %v", served.Answers[""], err)
	}
	if info, err := os.Stat(filepath.Join(dir, "index.html")); err == nil && info.Size() > 100_000 {
		t.Errorf("an endless body was kept: %d bytes", info.Size())
	}

	served, _, asked, err = fetch(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, r.URL.Path, http.StatusFound)
	}, Options{})
	if err == nil || len(asked) > 10 || served.Answers[""].Status != 302 {
		t.Errorf("a redirect to itself: %d requests, %+v, %v", len(asked), served.Answers[""], err)
	}

	served, _, _, err = fetch(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/p/llms.txt" {
			<-r.Context().Done()
			return
		}
		http.NotFound(w, r)
	}, Options{Timeout: 300 * time.Millisecond})
	if err == nil || served.Answers["llms.txt"].Status != 0 || served.Answers["llms.txt"].Err == "" {
		t.Errorf("a slow answer: %+v, %v", served.Answers["llms.txt"], err)
	}
}

// TestCut: what is no whole answer, or none in the encoding that was asked for, is kept as a file that is not read.
func TestCut(t *testing.T) {
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		want   string
	}{
		"a long Content-Length": {func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "100")
			fmt.Fprint(w, "# x\n")
		}, "the answer was cut after 4 bytes: unexpected EOF"},
		"a closed connection": {func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprint(w, "# x\n")
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}, "the answer was cut after 4 bytes: unexpected EOF"},
		"too long": {func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprint(w, strings.Repeat("x", 2000))
		}, "the answer is longer than 1000 bytes"},
		"br":      {encoded("br"), `it is sent with the Content-Encoding "br", which was not asked for; send it plain or, where that is asked for, as gzip`},
		"zstd":    {encoded("zstd"), `Content-Encoding "zstd"`},
		"deflate": {encoded("deflate"), `Content-Encoding "deflate"`},
		"two":     {encoded("gzip, br"), `Content-Encoding "gzip, br"`},
	} {
		for _, file := range []string{"llms.txt", "raw-manifest.json", "sitemap.xml", "robots.txt", "index.html"} {
			served, dir, _, err := fetch(t, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/p/"+strings.TrimSuffix(file, "index.html") {
					w.Header().Set("Content-Type", "text/html") // a wrong one hides nothing
					c.answer(w, r)
					return
				}
				http.NotFound(w, r)
			}, Options{MaxBody: 1000})
			if err != nil || !strings.Contains(served.Cut[file], c.want) {
				t.Errorf("%s: %s: %q, %v", name, file, served.Cut, err)
			}
			if text, err := os.ReadFile(filepath.Join(dir, file)); err != nil || len(text) > 0 {
				t.Errorf("%s: %s holds %q, %v", name, file, text, err)
			}
		}
	}
	served, dir, _, err := fetch(t, encoded("identity"), Options{})
	if text, _ := os.ReadFile(filepath.Join(dir, "llms.txt")); err != nil || len(served.Cut) > 0 || string(text) != "# x\n" {
		t.Errorf("identity: %q, %q, %v", served.Cut, text, err)
	}
}

func encoded(coding string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", coding)
		fmt.Fprint(w, "# x\n")
	}
}

// TestDeep: a path of thousands of folders is no file.
func TestDeep(t *testing.T) {
	served, dir, _, err := fetch(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/p/" {
			html(w, `<a href="`+strings.Repeat("b/", 2000)+`">x</a>`)
			return
		}
		html(w, "page")
	}, Options{})
	if err != nil || served.Answers[strings.Repeat("b/", 2000)].Err == "" {
		t.Errorf("%v, %+v", err, served.Answers)
	}
	if _, err := os.Stat(filepath.Join(dir, "b")); err == nil {
		t.Error("folders were made")
	}
}

// TestTotals: many answers that each keep the bounds end too.
func TestTotals(t *testing.T) {
	endless := func(w http.ResponseWriter, r *http.Request) {
		html(w, fmt.Sprintf(`<a href="%sx/">next</a>`, r.URL.Path)+strings.Repeat("<p>", 10_000))
	}
	served, _, asked, err := fetch(t, endless, Options{MaxTotal: 500_000, MaxRequests: 1000})
	if err != nil || served.Skipped == 0 || len(asked) > 30 {
		t.Errorf("endless pages: %d requests, %d left out, %v", len(asked), served.Skipped, err)
	}
	served, _, asked, err = fetch(t, endless, Options{MaxTime: time.Nanosecond})
	if err != nil || served.Skipped == 0 || len(asked) > 10 {
		t.Errorf("no time: %d requests, %d left out, %v", len(asked), served.Skipped, err)
	}

	// A page of more links than may ever be asked for.
	served, _, asked, err = fetch(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/p/" {
			http.NotFound(w, r)
			return
		}
		var b strings.Builder
		for i := range 10_000 {
			fmt.Fprintf(&b, `<a href="%d/">x</a>`, i)
		}
		html(w, b.String())
	}, Options{MaxRequests: 20})
	if err != nil || served.Skipped < 9_900 || len(asked) > 22 {
		t.Errorf("10,000 links: %d requests, %d left out, %v", len(asked), served.Skipped, err)
	}

	// A header without an end, and answers that are compressed to nothing.
	served, _, _, err = fetch(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/p/":
			w.Header().Set("X-Long", strings.Repeat("x", 1<<20))
		case "/p/llms.txt":
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			for range 100 {
				z.Write(make([]byte, 1<<20))
			}
			z.Close()
		}
	}, Options{MaxBody: 1 << 20})
	if err != nil || served.Answers[""].Err == "" || served.Answers["llms.txt"].Err == "" {
		t.Errorf("a header of 1 MiB: %+v; 100 MiB in gzip: %+v; %v", served.Answers[""], served.Answers["llms.txt"], err)
	}
}

func TestNoAnswer(t *testing.T) {
	_, err := Fetch(context.Background(), t.TempDir(), Options{Root: "http://127.0.0.1:1/", Timeout: time.Second, MaxBody: 1000})
	if err == nil || !strings.Contains(err.Error(), "does not answer") {
		t.Errorf("a server that is not there: %v", err)
	}
	_, _, _, err = fetch(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", "https://example.com/elsewhere/")
		w.WriteHeader(http.StatusFound)
	}, Options{})
	if err == nil || !strings.Contains(err.Error(), "/p/ answers 302 and sends to https://example.com/elsewhere/") {
		t.Errorf("a server that has no site there: %v", err)
	}
	_, err = Fetch(context.Background(), t.TempDir(), Options{Root: "https://user:se@cret@example.com/@x"})
	if err == nil || !strings.Contains(err.Error(), "https://…@example.com/@x") {
		t.Errorf("a URL with a password: %v", err)
	}
	for _, root := range []string{"", "example.com", "ftp://example.com/", "http://user@example.com/"} {
		if _, err := Fetch(context.Background(), t.TempDir(), Options{Root: root}); err == nil {
			t.Errorf("%q is taken for a URL", root)
		}
	}
}
