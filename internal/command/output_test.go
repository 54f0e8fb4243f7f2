package command

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// TestOutput: what a command prints, on standard output or error, neither moves a terminal nor is a command to GitHub's
// runner, whatever stands in the files that it reads. The formats of findings have a test of their own, TestPayloads.
func TestOutput(t *testing.T) {
	const trick = "x \u009b31m \u202e \ufeff \u2028::error::y ##[add-mask]z \x1b[8m] \a"
	inLine := strings.ReplaceAll(trick, "\u2028", "") // which ends a line for the Python parser
	t.Chdir(t.TempDir())
	answer, err := json.Marshal(map[string]any{
		"url": "https://api.github.com/repos/example-user/example-project/pages", "html_url": "https://example-user.github.io/example-project/",
		"cname": trick, "source": map[string]string{"branch": trick, "path": trick},
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"pages.json": string(answer),
		"llms.txt":   "# " + inLine + "\n\n> " + inLine + "\n\n## " + inLine + "\n\n- [x](https://example.com/): " + inLine + "\n",
		"public/llms.txt": "# Title\n\n> Summary\n\nDetails.\n\n## Pages\n\n- [guide other " + trick + "](https://example-user.github.io/example-project/other/)\n" +
			strings.Repeat("- [guide "+trick+"](https://example-user.github.io/example-project/other/)\n", 3) +
			"- [Home](https://example-user.github.io/example-project/)\n",
		"public/index.html":       page("", "guide "+trick),
		"public/other/index.html": page("other/", "other"),
		"site/hugo.toml":          "theme = \"t ##[add-mask]z \\u009b31m\"\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tree := []string{"--owner", "example-user", "--repo", "example-project", "--pages-type", "PROJECT_SITE", "--custom-domain", "NONE", "--site-root", "https://example-user.github.io/example-project/"}
	for _, args := range [][]string{
		{"gate", "--pages-json", "pages.json"},
		{"gate", "--pages-json", "pages.json", "--format", "json"},
		{"gate", "--owner", trick},
		{"llms", "parse", "llms.txt"},
		{"llms", "parse", "llms.txt", "--as", "python"},
		{"llms", "parse", "llms.txt", "--as", "javascript"},
		append([]string{"llms", "probe", "public", "--all"}, tree...),
		append([]string{"llms", "probe", "public", "--format", "json"}, tree...),
		{"init", "site"},
		{"rules", trick},
		{"schema", trick},
		{trick},
	} {
		var b bytes.Buffer
		c := Command{Stdin: strings.NewReader(""), Stdout: &b, Stderr: &b, Environ: func(string) (string, bool) { return "", false }}
		c.Main(args)
		if out := b.String(); strings.Contains(out, "##[") || regexp.MustCompile(`(?m)^[\s\p{Z}]*::`).MatchString(out) {
			t.Errorf("%q: the runner reads a command in %q", args, out)
		}
		if i := strings.IndexFunc(b.String(), func(r rune) bool {
			return r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\ufeff')
		}); i >= 0 {
			t.Errorf("%q: %q", args, b.String()[i:min(i+20, b.Len())])
		}
		if !strings.Contains(b.String(), "add-mask") {
			t.Errorf("%q: the text does not come up: %s", args, b.String())
		}
	}
}

// page is an HTML page with a canonical URL.
func page(path, title string) string {
	return "<!doctype html><html lang=en><head><title>" + title + "</title><link rel=canonical href=https://example-user.github.io/example-project/" + path + "></head><body><h1>x</h1></body></html>"
}
