package sitestest

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/discovery-set/hugo-discovery/internal/chromiumtest"
)

// index stands in the place of Pagefind's module: it finds a page that holds markup in all that is shown of it, escaped
// as Pagefind does and not at all.
const index = `
export async function options() {}
export async function init() {}
const text = "a <img src=x onerror=trap()> &amp; &#60; </p><script>trap()</" + "script><svg onload=trap()>";
const escaped = text.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
export async function debouncedSearch(words) {
  return { results: [escaped, text].map(t => ({ data: async () => ({
    url: "/hugo-discovery/verify/", meta: { title: text }, excerpt: t + " <mark>" + t + "</mark> " + t + " " + words }) })) };
}`

// TestSearchInBrowser: whatever a page holds and somebody types, what the search shows is text.
func TestSearchInBrowser(t *testing.T) {
	ctx := chromiumtest.Tab(t)
	tree := t.TempDir()
	hugo(t, repository(t), tree, "HUGO_PARAMS_SEARCH=true")
	if err := os.Mkdir(filepath.Join(tree, "pagefind"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(tree, "pagefind", "pagefind.js"), []byte(index), 0o644); err != nil {
		t.Fatal(err)
	}
	base, _ := pathsOf(t, tree)
	server := httptest.NewServer(http.StripPrefix(base, http.FileServer(http.Dir(tree))))
	defer server.Close()
	chromiumtest.SetTrap(t, ctx)
	hostile := `?q=<img src=x onerror=trap()>#"><img src=x onerror=trap()>`
	if err := chromedp.Do(ctx, chromedp.Navigate(server.URL+base+hostile)); err != nil {
		t.Fatal(err)
	}
	faults, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](`(async () => {
		const faults = [], text = 'a <img src=x onerror=trap()> &amp; &#60; </p><script>trap()</scr' + 'ipt><svg onload=trap()>';
		const form = document.querySelector(".find"), input = form.querySelector("input"), list = form.querySelector("ul");
		for (const words of ["<img src=x onerror=trap()>", "javascript:trap()", '"\\', "__proto__", "W".repeat(1e6)]) {
			input.value = words;
			input.dispatchEvent(new Event("input"));
			for (let i = 0; i < 500 && !list.textContent.includes(words); i++) await new Promise(done => setTimeout(done, 10));
			if (list.children.length !== 2) faults.push(list.children.length + " results");
			for (const item of list.children) {
				if (item.querySelector("a").textContent !== text) faults.push("title " + item.querySelector("a").textContent);
				if (item.querySelector("p").textContent !== [text, text, text, words].join(" ")) faults.push("excerpt " + item.innerHTML.slice(0, 500));
				if (item.querySelector("mark")?.textContent !== text) faults.push("mark " + item.innerHTML.slice(0, 500));
			}
			const odd = list.querySelectorAll(":not(li, a, p, mark)");
			if (odd.length) faults.push("elements " + [...odd].map(e => e.tagName));
			if (document.documentElement.scrollWidth > innerWidth) faults.push("too wide by " + (document.documentElement.scrollWidth - innerWidth));
		}
		if (window.trapped) faults.push("the trap was sprung " + window.trapped + " times");
		return faults;
	})()`, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range faults {
		t.Error(fault)
	}
}
