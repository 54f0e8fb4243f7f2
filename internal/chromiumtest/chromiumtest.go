// Package chromiumtest opens headless Chromium for tests of what people see, and of what a browser runs.
package chromiumtest

import (
	"context"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Path is where Chromium lies. The test is skipped where there is none, and fails with CI=true.
func Path(tb testing.TB) string {
	tb.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("CI") == "true" {
		tb.Fatal("Chromium is missing")
	}
	tb.Skip("needs Chromium")
	return ""
}

// Tab opens a tab of a Chromium of its own, which ends with the test. Options come to those that chromedp has by itself.
func Tab(tb testing.TB, options ...chromedp.ExecAllocatorOption) context.Context {
	tb.Helper()
	all := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(Path(tb)), chromedp.NoSandbox,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.WSURLReadTimeout(2*time.Minute))
	ctx, cancel := chromedp.NewExecAllocator(tb.Context(), append(all, options...)...)
	tb.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	tb.Cleanup(cancel)
	return ctx
}

// SetTrap lets window.trapped count the calls of trap() on each page that the tab opens from now on: what a hostile text
// tries to run.
func SetTrap(tb testing.TB, ctx context.Context) {
	tb.Helper()
	if _, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
		Source: `window.trapped = 0; window.trap = () => { window.trapped++ }`,
	}); err != nil {
		tb.Fatal(err)
	}
}
