package sitestest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/discovery-set/hugo-discovery/internal/chromiumtest"
)

// TestInBrowser opens the pages of both sites in Chromium, as wide as a phone and as a desktop, light and dark.
// testdata/probe.html says what is measured: nothing to scroll sideways, contrast of every text (WCAG 2.2, 1.4.3),
// order of headings, names of links and images, the row of machine links small and in the footer, no request to elsewhere.
func TestInBrowser(t *testing.T) {
	chromiumtest.Path(t)
	probe, err := os.ReadFile("testdata/probe.html")
	if err != nil {
		t.Fatal(err)
	}
	sites := map[string]func(t *testing.T, tree string){
		"exampleSite": func(t *testing.T, tree string) {
			hugo(t, filepath.Join(repository(t), "exampleSite"), tree, replacement(t))
		},
		"website": func(t *testing.T, tree string) { hugo(t, repository(t), tree, "HUGO_PARAMS_SEARCH=true") }, // with its form
	}
	for name, build := range sites {
		t.Run(name, func(t *testing.T) {
			tree := t.TempDir()
			build(t, tree)
			base, pages := pathsOf(t, tree)
			mux := http.NewServeMux()
			mux.Handle(base, http.StripPrefix(base, http.FileServer(http.Dir(tree))))
			mux.HandleFunc("/probe.html", func(w http.ResponseWriter, _ *http.Request) {
				list, _ := json.Marshal(pages)
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				_, _ = w.Write([]byte(strings.Replace(string(probe), "PAGES", string(list), 1)))
			})
			server := httptest.NewServer(mux)
			defer server.Close()
			for scheme, setting := range map[string]string{"dark": "0", "light": "1"} {
				t.Run(scheme, func(t *testing.T) {
					for _, fault := range measure(t, server.URL+"/probe.html?scheme="+scheme, setting, len(pages)) {
						t.Error(fault)
					}
				})
			}
		})
	}
}

// pathsOf returns the path below which a tree is published, and the paths of its pages: all of them, but of the many
// rule pages, which have one layout, the first three. The error page is one of them.
func pathsOf(t *testing.T, tree string) (base string, pages []string) {
	t.Helper()
	rules := 0
	for _, loc := range sitemap(t, tree) {
		u, err := url.Parse(loc)
		if err != nil {
			t.Fatal(err)
		}
		if base == "" {
			base = u.Path // the home page comes first
		}
		if regexp.MustCompile(`/rules/\w+/[\w-]+/`).MatchString(u.Path) {
			if rules++; rules > 3 {
				continue
			}
		}
		pages = append(pages, u.EscapedPath())
	}
	return base, append(pages, base+"404.html")
}

// measure runs the probe and returns the faults that it has found.
func measure(t *testing.T, probe, setting string, pages int) []string {
	t.Helper()
	ctx := chromiumtest.Tab(t, chromedp.Flag("blink-settings", "preferredColorScheme="+setting))
	// It ends when the page says so, not when Chromium thinks that nothing more comes.
	if err := chromedp.Do(ctx, chromedp.Navigate(probe)); err != nil {
		t.Fatal(err)
	}
	text, err := chromedp.Run(ctx, chromedp.Poll[string](`document.getElementById("result").textContent`,
		chromedp.WithPollingInterval(100*time.Millisecond), chromedp.WithPollingTimeout(5*time.Minute)))
	if err != nil {
		t.Fatalf("the probe did not end: %v", err)
	}
	var result struct {
		Loaded int
		Faults []string
	}
	if err := json.Unmarshal([]byte(text), &result); err != nil {
		t.Fatalf("%v: %.2000s", err, text)
	}
	if result.Loaded != 2*pages {
		t.Errorf("%d views loaded, %d pages in two widths expected", result.Loaded, pages)
	}
	return result.Faults
}
