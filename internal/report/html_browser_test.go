package report_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/discovery-set/hugo-discovery/internal/chromiumtest"
	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/report"
	"github.com/discovery-set/hugo-discovery/internal/rules"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

const siteRoot = "https://example-user.github.io/example-project/"

var deployment = ghpages.Deployment{
	Owner: "example-user", Repo: "example-project", PagesType: "PROJECT_SITE", CustomDomain: "NONE", SiteRoot: siteRoot,
	DomainRoot: "https://example-user.github.io/", ProjectRoot: "/example-project/", DiscoveryRoot: siteRoot,
}

// browser starts Chromium and returns a tab of it, with what goes wrong there.
// Without Chromium the test is skipped; in CI it fails.
func browser(t *testing.T) (context.Context, *trouble) {
	t.Helper()
	ctx := chromiumtest.Tab(t)
	bad := &trouble{}
	if err := chromedp.Listen(ctx, bad.note); err != nil {
		t.Fatal(err)
	}
	call(t, ctx, network.Enable, network.EnableParams{})
	call(t, ctx, log.Enable, cdp.Empty{})
	call(t, ctx, runtime.Enable, cdp.Empty{})
	run(t, ctx, chromedp.EmulateViewport(1280, 1000))
	return ctx, bad
}

// trouble are events that no report may cause.
type trouble struct {
	mu   sync.Mutex
	list []string
}

func (b *trouble) note(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if url := e.Request.URL; !strings.HasPrefix(url, "file:") && !strings.HasPrefix(url, "data:") {
			b.list = append(b.list, "request of "+url)
		}
	case *runtime.EventExceptionThrown:
		b.list = append(b.list, "exception "+fmt.Sprintf("%s %v", e.ExceptionDetails.Text, e.ExceptionDetails.Exception))
	case *page.EventJavascriptDialogOpening:
		b.list = append(b.list, "dialog "+e.Message)
	case *log.EventEntryAdded: // refused by the policy, above all
		b.list = append(b.list, "log "+e.Entry.Text)
	}
}

func (b *trouble) check(t *testing.T) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, event := range b.list {
		t.Error(event)
	}
	b.list = nil
}

// patience bounds a step, so that a browser that hangs fails the test.
const patience = time.Minute

func run(t *testing.T, ctx context.Context, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		t.Fatal(err)
	}
}

// get is what one action gives.
func get[T any](t *testing.T, ctx context.Context, action chromedp.Action[T]) T {
	t.Helper()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, action)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func call[P, R any](t *testing.T, ctx context.Context, command cdp.Command[P, R], params P) {
	t.Helper()
	if _, err := chromedp.Call(ctx, command, params); err != nil {
		t.Fatal(err)
	}
}

// eval gives what an expression of JavaScript gives.
func eval[T any](t *testing.T, ctx context.Context, expression string) T {
	t.Helper()
	return get(t, ctx, chromedp.Evaluate[T](expression))
}

// open writes the report and opens it in the tab, from the disk.
func open(t *testing.T, ctx context.Context, result *rules.Result, m *report.Material) (size int) {
	t.Helper()
	var b bytes.Buffer
	if err := report.HTML(&b, result, report.Options{FailOn: rules.Error, Version: "v1.2.3", Material: m}); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	run(t, ctx, chromedp.Navigate("file://"+file))
	return b.Len()
}

// openEverything unfolds all that can be unfolded, as often as it takes.
const openEverything = `(async () => {
	document.querySelectorAll(".parts a").forEach(a => a.click());
	for (let i = 0; i < 4; i++) {
		document.querySelectorAll("details").forEach(d => d.open = true);
		await new Promise(done => setTimeout(done, 50));
	}
	return document.querySelectorAll("details").length;
})()`

func await(t *testing.T, ctx context.Context, expression string) {
	t.Helper()
	run(t, ctx, chromedp.Evaluate[chromedp.Void](expression, chromedp.EvalAwaitPromise))
}

// example is a verdict of a small site with faults of all severities.
func example() (*rules.Result, *report.Material) {
	var card bytes.Buffer
	img := image.NewRGBA(image.Rect(0, 0, 120, 63))
	for y := range 63 {
		for x := range 120 {
			img.Set(x, y, color.RGBA{uint8(40 + x), uint8(60 + y), 150, 255})
		}
	}
	if err := png.Encode(&card, img); err != nil {
		panic(err)
	}
	result := &rules.Result{Tree: "public", Kind: "SITE", Deployment: deployment}
	files := []site.File{{Path: "img/card.png", Size: int64(card.Len())}, {Path: "llms.txt", Size: 500}}
	for i := range 40 {
		path := fmt.Sprintf("docs/part-%d/page-%02d/index.html", i/10, i)
		if i == 0 {
			path = "index.html"
		}
		p := &site.Page{
			Path: path, URL: deployment.URLOf(path), Title: site.Text{Value: fmt.Sprintf("Page %d of the example", i)},
			Description: site.Text{Value: "What this page says, in one sentence that is as long as such sentences often are."},
			OGImage:     siteRoot + "img/card.png", JSONLDTypes: []string{"WebPage"}, Size: 3000 << (i % 6), Lang: "en",
		}
		switch i % 7 {
		case 3:
			p.Description.Value = ""
			result.Findings = append(result.Findings, finding("head/description", rules.Error, path, 9, "</head>", 1))
		case 4:
			p.OGImage = "/img/card.png"
			result.Findings = append(result.Findings, finding("head/og-image", rules.Error, path, 14, `<meta property="og:image" content="/img/card.png">`, 36))
		case 5:
			p.OGImage = ""
			result.Findings = append(result.Findings, finding("links/broken", rules.Warning, path, 80, `see <a href="../gone/">the old page</a>`, 14))
		}
		result.Pages = append(result.Pages, p)
		files = append(files, site.File{Path: path, Size: int64(p.Size)})
	}
	result.Findings = append(result.Findings, finding("llms/item", rules.Info, "llms.txt", 12, "- no link here", 1))
	long := &result.Findings[len(result.Findings)-1]
	long.Message, long.Fix, long.Source = strings.Repeat("m", 300), strings.Repeat("f", 300), strings.Repeat("s", 300)
	result.Pages[1].Title.Value, result.Pages[1].Reason = strings.Repeat("t", 200), strings.Repeat("r", 200)
	llms := "# Example Project\n\n> Turns things into other things.\n\nMore about it.\n\n## Docs\n\n- [Install](" + siteRoot + "docs/): how to begin\n- no link here\n\n## Optional\n\n- [Changes](" + siteRoot + "changes/)\n"
	result.LLMS = []*rules.LLMSFile{rules.ReadLLMS(&site.Document{Path: "llms.txt", Found: true, Src: []byte(llms)})}
	result.Summary = rules.Summary{Files: len(files), HTMLFiles: 40, CanonicalPages: 40, Rules: 166, Bytes: 1_234_567}
	for _, f := range result.Findings {
		switch f.Severity {
		case rules.Error:
			result.Summary.Errors++
		case rules.Warning:
			result.Summary.Warnings++
		default:
			result.Summary.Infos++
		}
	}
	return result, &report.Material{Files: files, Read: func(path string, limit int64) ([]byte, error) {
		if path != "img/card.png" {
			return nil, errors.New("no")
		}
		return card.Bytes(), nil
	}}
}

// TestHTMLTrap opens a report of a tree that holds every payload everywhere,
// unfolds all of it, and looks whether anything ran, loaded or was refused.
func TestHTMLTrap(t *testing.T) {
	ctx, bad := browser(t)
	result := hostile("x")
	files := []site.File{}
	for _, text := range slices.Concat(slices.Collect(maps.Values(payloads)), []string{"LOUD.html", "loud.html", " loud.html", "loud.html "}) {
		h := hostile(text)
		files = append(files, site.File{Path: h.Pages[0].Path, Size: 10}, site.File{Path: "x." + text, Size: 10})
		result.Findings = append(result.Findings, h.Findings...)
		result.Pages = append(result.Pages, h.Pages...)
		result.LLMS = append(result.LLMS, h.LLMS...)
	}
	call(t, ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
		Source: `window.trapped = 0; window.trap = () => { window.trapped++ };
			addEventListener("securitypolicyviolation", e => { window.trapped++; console.error(e.violatedDirective) });`,
	})
	open(t, ctx, result, &report.Material{Files: files})
	await(t, ctx, openEverything)
	fits := func(when string) {
		t.Helper()
		for _, width := range []int64{390, 1280} {
			run(t, ctx, chromedp.EmulateViewport(width, 1000))
			if over := eval[int](t, ctx, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
				t.Errorf("%s: the page is %d pixels wider than %d", when, over, width)
			}
		}
	}
	await(t, ctx, `(async () => { // the deepest folder
		for (let i = 0; i < 40; i++) {
			document.querySelectorAll("#tree details:not([open])").forEach(d => d.open = true);
			await new Promise(done => setTimeout(done, 20));
		}
	})()`)
	if high := eval[int](t, ctx, `Math.max(...[...document.querySelectorAll(".reading .title, .reading blockquote")].map(e => e.offsetHeight))`); high > 300 {
		t.Errorf("a title or summary of llms.txt is %d pixels high", high)
	}
	fits("by rule")
	run(t, ctx, chromedp.Click(chromedp.CSS(`#finding-tools [value=page] + span`)))
	await(t, ctx, openEverything)
	fits("by page")
	// What somebody types and what stands behind the # of the address is text too.
	foreign, _ := json.Marshal(slices.Collect(maps.Values(payloads)))
	await(t, ctx, `(async () => {
		for (const text of [...`+string(foreign)+`, ""]) {
			location.hash = text;
			for (const [input, tools] of [["finding-text", "finding-tools"], ["page-text", "page-show"]]) {
				document.getElementById(input).value = text;
				document.getElementById(tools).dispatchEvent(new Event("change"));
			}
			await new Promise(done => setTimeout(done, 0));
		}
		for (let more; more = document.querySelector("#page-list .more"); ) more.click();
	})()`)
	// Each number on a card leads to the findings of its file, and of no other.
	if odd := eval[[]string](t, ctx, `[...document.querySelectorAll("#page-list .card")].flatMap(card => {
		const found = [...card.querySelectorAll(".chip")].map(chip => parseInt(chip.textContent)).reduce((a, b) => a + b, 0);
		card.querySelector(".chip").click();
		const shown = parseInt(document.getElementById("finding-status").textContent);
		return shown === found ? [] : [card.querySelector(".url").textContent + ": " + shown + " of " + found];
	})`); len(odd) > 0 {
		t.Errorf("findings of a file that are not found: %q", odd)
	}
	run(t, ctx, chromedp.Evaluate[chromedp.Void](`document.getElementById("finding-text").value = "file:  a  b  "`),
		chromedp.Click(chromedp.CSS(`#finding-tools [value=rule] + span`)),
		chromedp.Poll[chromedp.Void](`document.querySelector(".finds .msg")`, chromedp.WithPollingTimeout(20*time.Second)))
	if text := eval[string](t, ctx, `document.querySelector(".finds .where code").innerText + "|" + document.querySelector(".finds .msg").innerText`); text != "  a  b  :1:3|  a  b  " {
		t.Errorf("the spaces are lost: %q", text)
	}
	if n := eval[int](t, ctx, `window.trapped`); n != 0 {
		t.Errorf("the trap was sprung %d times", n)
	}
	if odd := eval[[]string](t, ctx, `[...document.querySelectorAll("*")].flatMap(e => [...e.attributes].filter(a =>
		a.name.startsWith("on") || a.name === "style" || a.name === "srcset" || a.name === "src" && !a.value.startsWith("data:image/") ||
		a.name === "href" && !/^(#|https:\/\/(discovery-set|example-user)\.github\.io\/)/.test(a.value)).map(a => e.outerHTML.slice(0, 200)))`); len(odd) > 0 {
		t.Errorf("attributes: %q", odd)
	}
	if n := eval[int](t, ctx, `document.scripts.length + document.querySelectorAll("style, link, iframe, object, embed, base").length`); n != 3 {
		t.Errorf("%d scripts, styles and frames, want 3", n)
	}
	if n := eval[int](t, ctx, `document.querySelectorAll(".card").length`); n < len(payloads) {
		t.Errorf("%d cards for %d payloads", n, len(payloads))
	}
	bad.check(t)
}

// TestHTMLKeyboard uses the report as somebody does who has no mouse.
func TestHTMLKeyboard(t *testing.T) {
	ctx, bad := browser(t)
	result, material := example()
	open(t, ctx, result, material)
	focused := func() string {
		return eval[string](t, ctx, `(e => e.id || e.value || e.textContent.trim().slice(0, 40))(document.activeElement)`)
	}
	status := func(want string) {
		t.Helper()
		run(t, ctx, chromedp.Poll[chromedp.Void](fmt.Sprintf(`document.getElementById("finding-status").textContent === %q`, want), chromedp.WithPollingTimeout(20*time.Second)))
	}
	run(t, ctx, chromedp.KeyEvent(kb.Tab))
	if got := focused(); got != "Skip to the findings" {
		t.Errorf("the first stop is %q", got)
	}
	if eval[string](t, ctx, `getComputedStyle(document.activeElement).outlineStyle`) == "none" {
		t.Error("the focus is not visible")
	}
	stops := []string{}
	for range 30 {
		run(t, ctx, chromedp.KeyEvent(kb.Tab))
		if stops = append(stops, focused()); stops[len(stops)-1] == "finding-text" {
			break
		}
	}
	if stops[len(stops)-1] != "finding-text" {
		t.Fatalf("the search is not among the stops %q", stops)
	}
	status("18 findings of 4 rules")
	run(t, ctx, chromedp.KeyEvent("og-image card"))
	status("6 of 18 findings, of 1 rule")
	if n := eval[int](t, ctx, `document.querySelectorAll("#finding-list li .msg").length`); n != 6 {
		t.Errorf("%d findings are shown", n)
	}
	run(t, ctx, chromedp.KeyEvent("zzz"))
	status("0 of 18 findings, of 0 rules")
	run(t, ctx, chromedp.Evaluate[chromedp.Void](`document.getElementById("finding-text").select()`), chromedp.KeyEvent(kb.Delete))
	status("18 findings of 4 rules")
	run(t, ctx, chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(" ")) // errors off
	status("6 of 18 findings, of 2 rules")
	run(t, ctx, chromedp.KeyEvent(" "), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.ArrowRight))
	status("18 findings of 18 pages")
	run(t, ctx, chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Enter))
	if !eval[bool](t, ctx, `document.activeElement.matches("summary") && document.activeElement.parentNode.open`) {
		t.Errorf("Enter does not unfold; the focus is on %q", focused())
	}
	// A number on a card leads to the findings of its page.
	await(t, ctx, openEverything)
	run(t, ctx, chromedp.Focus(chromedp.CSS(`#page-list .chip`)), chromedp.KeyEvent(kb.Enter))
	status("1 of 18 findings, of 1 page")
	if got := focused(); got != "findings-title" {
		t.Errorf("the focus is on %q", got)
	}
	bad.check(t)
}

// TestHTMLStructure looks at what a screen reader goes by.
func TestHTMLStructure(t *testing.T) {
	ctx, bad := browser(t)
	result, material := example()
	open(t, ctx, result, material)
	await(t, ctx, openEverything)
	for what, expression := range map[string]string{
		"landmarks":             `["header", "nav[aria-label]", "main", "footer"].filter(s => document.querySelectorAll("body > " + s).length !== 1)`,
		"headings in order":     `[...document.querySelectorAll("h1, h2, h3, h4")].map(h => +h.tagName[1]).filter((n, i, all) => i === 0 ? n !== 1 : n > all[i - 1] + 1)`,
		"named sections":        `[...document.querySelectorAll("section")].filter(s => !document.getElementById(s.getAttribute("aria-labelledby"))).map(s => s.id)`,
		"labelled controls":     `[...document.querySelectorAll("input, select")].filter(e => !e.labels.length || !e.labels[0].textContent.trim()).map(e => e.outerHTML)`,
		"named buttons":         `[...document.querySelectorAll("button, a[href], summary")].filter(e => !e.textContent.trim()).map(e => e.outerHTML)`,
		"live regions":          `["finding-status", "page-status"].filter(id => document.getElementById(id).getAttribute("role") !== "status")`,
		"one id once":           `[...document.querySelectorAll("[id]")].map(e => e.id).filter((id, i, all) => all.indexOf(id) !== i)`,
		"images with an alt":    `[...document.images].filter(i => !i.hasAttribute("alt")).map(i => i.outerHTML.slice(0, 80))`,
		"images that are shown": `[...document.images].filter(i => !i.naturalWidth).map(i => i.src.slice(0, 80))`,
		"tables with captions":  `[...document.querySelectorAll("table")].filter(t => !t.caption || !t.querySelector("th[scope=row]")).map(t => t.outerHTML.slice(0, 80))`,
	} {
		if odd := eval[[]any](t, ctx, expression); len(odd) > 0 {
			t.Errorf("%s: %v", what, odd)
		}
	}
	if n := eval[int](t, ctx, `document.images.length`); n < 20 {
		t.Errorf("%d images", n)
	}
	bad.check(t)
}

// TestHTMLLook measures contrast and width, light and dark, wide and narrow.
// With REPORT_SCREENSHOTS=DIR it leaves pictures there for somebody to look at.
func TestHTMLLook(t *testing.T) {
	ctx, bad := browser(t)
	result, material := example()
	for _, scheme := range []string{"light", "dark"} {
		for _, width := range []int64{1280, 390} {
			call(t, ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
				Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
			})
			run(t, ctx, chromedp.EmulateViewport(width, 1100))
			open(t, ctx, result, material)
			await(t, ctx, openEverything)
			if low := eval[[]string](t, ctx, contrast); len(low) > 0 {
				t.Errorf("%s at %d: too little contrast: %q", scheme, width, low)
			}
			if over := eval[int](t, ctx, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
				t.Errorf("%s at %d: the page is %d pixels too wide", scheme, width, over)
			}
			if back := eval[string](t, ctx, `getComputedStyle(document.body).backgroundColor`); (back == "rgb(255, 255, 255)") != (scheme == "light") {
				t.Errorf("%s has the background %s", scheme, back)
			}
			screenshots(t, ctx, fmt.Sprintf("%d-%s", width, scheme))
		}
	}
	bad.check(t)
}

// contrast lists the texts that have less than 4.5 : 1 (WCAG 2.2, 1.4.3).
const contrast = `(() => {
	const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
	const rgba = color => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
	const light = c => { const [r, g, b] = c.map(v => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
	const back = e => { for (; e; e = e.parentElement) { const c = rgba(getComputedStyle(e).backgroundColor); if (c[3] === 255) return c; } return [255, 255, 255]; };
	const low = new Set();
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	let seen = 0;
	while (walk.nextNode()) {
		const e = walk.currentNode.parentElement;
		if (!walk.currentNode.data.trim() || !e.checkVisibility() || e.closest("script, noscript")) continue;
		seen++;
		const a = light(rgba(getComputedStyle(e).color)), b = light(back(e));
		const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
		if (ratio < 4.5) low.add(e.tagName + "." + e.className + " " + ratio.toFixed(2) + " " + walk.currentNode.data.slice(0, 30));
	}
	return seen < 100 ? ["only " + seen + " texts"] : [...low];
})()`

// screenshots leaves a picture of what stands at the top of each part.
func screenshots(t *testing.T, ctx context.Context, name string) {
	dir := os.Getenv("REPORT_SCREENSHOTS")
	if dir == "" {
		return
	}
	for _, part := range []string{"header", "#pages", "#tree", "#llms", "#numbers"} {
		run(t, ctx, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelector(%q).scrollIntoView()`, part)), chromedp.Sleep(200*time.Millisecond))
		picture := get(t, ctx, chromedp.CaptureScreenshot())
		if err := os.WriteFile(filepath.Join(dir, name+"-"+strings.Trim(part, "#")+".png"), picture, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestHTMLWithoutScript: verdict and findings are there all the same, and
// nothing that would not work.
func TestHTMLWithoutScript(t *testing.T) {
	ctx, bad := browser(t)
	result, material := example()
	call(t, ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	open(t, ctx, result, material)
	text := get(t, ctx, chromedp.Text(chromedp.CSS("body")))
	for _, want := range []string{"The discovery set is not right", "12\nerrors", "head/og-image", "llms.txt, as its readers see it", "Raises", "Findings by area", "need JavaScript"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q", want)
		}
	}
	for _, odd := range []string{"Severity", "Group by", "Only with findings"} {
		if strings.Contains(text, odd) {
			t.Errorf("%q is shown, and would not work", odd)
		}
	}
	bad.check(t)
}

// TestHTML20000Pages: however large the site, what the browser lays out stays
// small, and all of it can be reached.
func TestHTML20000Pages(t *testing.T) {
	const pages = 20_000
	ctx, bad := browser(t)
	result := &rules.Result{Tree: "public", Kind: "SITE", Deployment: deployment}
	for i := range pages {
		path := fmt.Sprintf("docs/section-%d/page-%d/index.html", i/50, i)
		result.Pages = append(result.Pages, &site.Page{
			Path: path, URL: deployment.URLOf(path), Title: site.Text{Value: fmt.Sprintf("A page about the subject number %d", i)},
			Description: site.Text{Value: fmt.Sprintf("What page %d says, in one sentence that is about as long as such sentences often are on sites of documentation.", i)},
			OGImage:     siteRoot + "img/card.png", JSONLDTypes: []string{"WebPage"}, Size: 20_000 + i,
		})
		result.Findings = append(result.Findings, finding("head/canonical", rules.Error, path, 8, `<link rel="canonical" href="/docs/">`, 29))
		if i%2 == 0 {
			result.Findings = append(result.Findings, finding("links/broken", rules.Warning, path, 70, `<a href="/gone/">`, 10))
		}
	}
	result.Summary = rules.Summary{Errors: pages, Warnings: pages / 2, Files: pages, HTMLFiles: pages, CanonicalPages: pages, Rules: 166}
	t.Logf("the report has %d bytes", open(t, ctx, result, nil))
	small := func(when string) {
		t.Helper()
		if n := eval[int](t, ctx, `document.querySelectorAll("*").length`); n > 9_000 {
			t.Errorf("%s: %d elements", when, n)
		}
	}
	status := func(id, want string) {
		t.Helper()
		run(t, ctx, chromedp.Poll[chromedp.Void](fmt.Sprintf(`document.getElementById(%q).textContent === %q`, id, want), chromedp.WithPollingTimeout(time.Minute)))
	}
	status("finding-status", "30,000 findings of 2 rules")
	run(t, ctx, chromedp.Click(chromedp.CSS(`.parts [href="#tree"]`)),
		chromedp.Poll[chromedp.Void](`location.hash === "#tree" && document.getElementById("tree").getBoundingClientRect().top < innerHeight / 2`))
	await(t, ctx, `(async () => {
		for (const unfold of [".group", "#tree-list > ul > li > details", "#tree-list .branch .branch > li:nth-child(-n+5) > details"]) {
			document.querySelectorAll(unfold).forEach(d => d.open = true);
			await new Promise(done => setTimeout(done, 50));
		}
	})()`)
	small("unfolded")
	status("page-status", "20,000 HTML files")
	run(t, ctx, chromedp.SendKeys(chromedp.CSS("#finding-text"), "page-19999/"))
	status("finding-status", "1 of 30,000 findings, of 1 rule")
	run(t, ctx, chromedp.Evaluate[chromedp.Void](`document.getElementById("finding-text").select()`), chromedp.Focus(chromedp.CSS("#finding-text")),
		chromedp.KeyEvent(kb.Delete), chromedp.Click(chromedp.CSS(`#finding-tools [value=page] + span`)))
	status("finding-status", "30,000 findings of 20,000 pages")
	small("by page")
	run(t, ctx, chromedp.SendKeys(chromedp.CSS("#page-text"), "number 12345"))
	status("page-status", "1 of 20,000 HTML files")
	if n := eval[int](t, ctx, `document.querySelectorAll("#tree-list .branch .branch > li").length`); n < 200 {
		t.Errorf("the tree shows %d folders of docs/", n)
	}
	bad.check(t)
}
