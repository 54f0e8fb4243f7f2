package rules_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whatever a tree holds of great length, no finding repeats it all, and each says what is wrong.
func TestLongTexts(t *testing.T) {
	const root = "https://example-user.github.io/example-project/"
	long := strings.Repeat("z", 100_000)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(treeDir("site"))); err != nil {
		t.Fatal(err)
	}
	for name, edits := range map[string][]string{
		"sitemap.xml": {"</urlset>", "<url><loc>" + long + "</loc></url><url><loc>https://example.com/" + long + "</loc><lastmod>" + long + "</lastmod></url><url><loc>" + root + long +
			"</loc><" + long + "/></url><url><loc>" + root + long + "</loc></url></urlset>"},
		"llms.txt":          {"\n- [", "\n- [" + long + "](" + root + long + "): " + long + "\n- " + long + "\n- ["},
		"raw-manifest.json": {`"pages"`, `"` + long + `": 1, "` + long + `": 2, "license_url": "` + long + `", "repository": "https://github.com/` + long + `", "pages"`},
		"docs/index.html": {
			"<title>", "<title>" + long, `"inLanguage"`, `"` + long + `": 1, "relatedLink": "/` + long + `", "inLanguage"`, `"@type": "`, `"@type": "` + long,
			"</main>", `<a href="` + long + `">x</a><a href="#` + long + `">x</a><a href="/` + long + `">x</a><a href="http://` + long + `/">x</a><img src="` + long + `"></main>`,
			`rel="canonical" href="`, `rel="canonical" href="/` + long, `rel="icon" href="`, `rel="icon" href="/` + long, `property="og:url" content="`, `property="og:url" content="` + long,
		},
		"reference/index.html": {"<head>", `<head><base href="/` + long + `">`, `content="index, follow"`, `content="` + long + `"`},
	} {
		name = filepath.Join(dir, filepath.FromSlash(name))
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		changed := strings.NewReplacer(edits...).Replace(string(text))
		if strings.Count(changed, long) < len(edits)/2 {
			t.Fatalf("%s holds %d long texts", name, strings.Count(changed, long))
		}
		if err := os.WriteFile(name, []byte(changed), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "CNAME"), []byte(long), 0o644); err != nil {
		t.Fatal(err)
	}
	var report struct {
		Findings []struct{ Rule, Message, Fix, URL string }
	}
	if err := json.Unmarshal([]byte(reportWith(2, dir)), &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Findings) < 25 {
		t.Errorf("%d findings", len(report.Findings))
	}
	for _, f := range report.Findings {
		if n := max(len(f.Message), len(f.Fix), len(f.URL)); n > 5_000 {
			t.Errorf("%s repeats %d bytes: %.200s … %.200s", f.Rule, n, f.Message, f.Fix)
		}
	}
}
