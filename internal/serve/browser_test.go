package serve

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/discovery-set/hugo-discovery/internal/chromiumtest"
)

// TestElsewhereInBrowser asks for paths outside the site that try to run, to turn the sentence around, or to make the page
// wider than a phone.
func TestElsewhereInBrowser(t *testing.T) {
	server := httptest.NewServer(testHandler(t, "/example-project/"))
	defer server.Close()
	ctx, cancel := context.WithTimeout(chromiumtest.Tab(t), 5*time.Minute)
	defer cancel()
	chromiumtest.SetTrap(t, ctx)
	for _, path := range []string{
		"/%3Cimg%20src=x%20onerror=trap()%3E", "/%3C/title%3E%3Cscript%3Etrap()%3C/script%3E", "//elsewhere.example/x", "/javascript:trap()",
		"/a%E2%80%AEgpj.exe", "/%00%1b%5b31m", "/%D7%A9%D7%9C%D7%95%D7%9D", "/" + strings.Repeat("W", 3000), "/e" + strings.Repeat("%CC%81", 500),
	} {
		if err := chromedp.Do(ctx, chromedp.EmulateViewport(390, 800), chromedp.Navigate(server.URL+path)); err != nil {
			t.Fatal(err)
		}
		want := "https://example-user.github.io" + path
		got, err := chromedp.Run(ctx, chromedp.Evaluate[struct {
			Text, Title, Links string
			Over, Trapped      int
		}](`({ text: document.querySelector("p").textContent, title: document.title, links: [...document.links].map(a => a.pathname).join(),
			over: document.documentElement.scrollWidth - innerWidth, trapped: window.trapped })`))
		if err != nil {
			t.Fatal(err)
		}
		if text, _, _ := strings.Cut(got.Text, " "); text != want {
			t.Errorf("%.60s is shown as %.200q", path, got.Text)
		}
		if got.Title != "Not this site" || got.Links != "/example-project/" || got.Over > 0 || got.Trapped > 0 {
			t.Errorf("%.60s: title %q, links %q, %d pixels too wide, trapped %d times", path, got.Title, got.Links, got.Over, got.Trapped)
		}
	}
}
