//go:build unix

package mutation_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	many   = 1_000_000
	memory = 1 << 30 // bytes that the program may use for a hostile file
)

// hostileJSON is put in place of a whole JSON text.
var hostileJSON = map[string]func() string{
	"lists in lists":         func() string { return strings.Repeat("[", many) },
	"closed lists in lists":  func() string { return strings.Repeat("[", many) + strings.Repeat("]", many) },
	"objects in objects":     func() string { return strings.Repeat(`{"a":`, many) },
	"10 million numbers":     func() string { return "[" + strings.Repeat("0,", 10*many) + "0]" },
	"a million keys":         func() string { return `{` + strings.Repeat(`"a":1,`, many) + `"a":1}` },
	"a million empty lists":  func() string { return `{"schema_version":"1","pages":[` + strings.Repeat("[],", many) + `{}]}` },
	"a huge exponent":        func() string { return `{"schema_version": 1e10000000}` },
	"a huge negative one":    func() string { return `{"schema_version": -1e-10000000}` },
	"a million digits":       func() string { return `{"schema_version": ` + strings.Repeat("9", many) + `}` },
	"a string of 60 MB":      func() string { return `{"schema_version": "` + strings.Repeat("x", 60<<20) + `` },
	"key twice":              func() string { return `{"schema_version": "1", "schema_version": "1"}` },
	"lone surrogate":         func() string { return `{"schema_version": "1", "name": "\udc00"}` },
	"two high surrogates":    func() string { return `{"schema_version": "1", "name": "\ud83d\ud83d"}` },
	"surrogates in UTF-8":    func() string { return "{\"schema_version\": \"1\", \"name\": \"\xed\xa0\x80\"}" },
	"overlong":               func() string { return "{\"schema_version\": \"1\", \"name\": \"\xc0\xaf\"}" },
	"two byte order marks":   func() string { return "\ufeff\ufeff{}" },
	"UTF-16":                 func() string { return utf16(`{"schema_version": "1"}`) },
	"NUL":                    func() string { return "{\"schema_version\": \"1\x00\"}" },
	"NULs":                   func() string { return strings.Repeat("\x00", many) },
	"NaN":                    func() string { return `{"schema_version": NaN}` },
	"Infinity":               func() string { return `{"schema_version": -Infinity}` },
	"a leading zero":         func() string { return `{"schema_version": 01}` },
	"a plus":                 func() string { return `{"schema_version": +1}` },
	"two texts":              func() string { return `{"schema_version": "1"}{}` },
	"not closed":             func() string { return `{"schema_version": "1"` },
	"string not closed":      func() string { return `{"schema_version": "1` },
	"escape cut off":         func() string { return `{"schema_version": "\u12` },
	"unknown escape":         func() string { return `{"schema_version": "\x41"}` },
	"a colon too many":       func() string { return `{"schema_version":: "1"}` },
	"key without quotes":     func() string { return `{schema_version: "1"}` },
	"a word cut off":         func() string { return `{"schema_version": tru` },
	"a line break in a text": func() string { return "{\"schema_version\": \"1\n\"}" },
}

var hostileXML = map[string]func() string{
	"a billion laughs": func() string {
		return "<?xml version=\"1.0\"?>\n<!DOCTYPE x [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;\">]><urlset>&c;</urlset>"
	},
	"an external entity":     func() string { return `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><urlset>&a;</urlset>` },
	"an external subset":     func() string { return `<!DOCTYPE urlset SYSTEM "http://example.org/x.dtd"><urlset/>` },
	"a parameter entity":     func() string { return `<!DOCTYPE x [<!ENTITY % a SYSTEM "http://example.org/x"> %a;]><urlset/>` },
	"an unknown entity":      func() string { return urls("<url><loc>&nope;</loc></url>") },
	"a character of zero":    func() string { return urls("<url><loc>&#0;</loc></url>") },
	"a character too large":  func() string { return urls("<url><loc>&#x110000;</loc></url>") },
	"a surrogate":            func() string { return urls("<url><loc>&#xD800;</loc></url>") },
	"elements in elements":   func() string { return urls(strings.Repeat("<a>", many)) },
	"a million attributes":   func() string { return urls("<url" + strings.Repeat(" a='1'", many) + "/>") },
	"attribute twice":        func() string { return urls("<url a='1' a='2'><loc>x</loc></url>") },
	"a million empty urls":   func() string { return urls(strings.Repeat("<url/>", many)) },
	"60 MB of a comment":     func() string { return urls("<!--" + strings.Repeat("x", 60<<20)) },
	"60 MB of a loc":         func() string { return urls("<url><loc>" + strings.Repeat("x", 60<<20)) },
	"CDATA not closed":       func() string { return urls("<url><loc><![CDATA[x</loc></url>") },
	"a tag cut off":          func() string { return urls("<url><lo") },
	"an instruction cut off": func() string { return urls("<?php echo 1;") },
	"UTF-16":                 func() string { return utf16(urls("")) },
	"declared as UTF-7":      func() string { return `<?xml version="1.0" encoding="UTF-7"?><urlset/>` },
	"two declarations":       func() string { return `<?xml version="1.0"?><?xml version="1.0"?><urlset/>` },
	"two roots":              func() string { return urls("") + urls("") },
	"prefix without a name":  func() string { return urls("<x:url><loc>x</loc></x:url>") },
	"NUL":                    func() string { return urls("\x00") },
	"Latin-1":                func() string { return urls("<!-- \xe9 -->") },
	"a lone end tag":         func() string { return "</urlset>" },
	"text alone":             func() string { return "sitemap" },
	"a comment with dashes":  func() string { return urls("<!-- a -- b -->") },
	"an empty lastmod":       func() string { return urls("<url><loc>https://example.org/</loc><lastmod></lastmod></url>") },
	"a loc of a reference":   func() string { return urls("<url><loc>&#32;</loc></url>") },
	"60 MB of lines":         func() string { return urls(strings.Repeat("\n", 50<<20) + "<url><loc>x</loc></url>") },
	"an index of itself": func() string {
		return strings.ReplaceAll(urls("<sitemap><loc>https://example-user.github.io/sitemap.xml</loc></sitemap>"), "urlset", "sitemapindex")
	},
}

func urls(inner string) string {
	return `<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + inner + "</urlset>"
}

var hostileRobots = map[string]func() string{
	"UTF-16":                func() string { return utf16("User-agent: *\nAllow: /\n") },
	"Latin-1":               func() string { return "User-agent: *\nAllow: /\n# \xe9\nSitemap: https://example.org/x" },
	"NULs":                  func() string { return strings.Repeat("\x00", many) },
	"HTML":                  func() string { return "<!DOCTYPE html><html></html>" },
	"one line of a million": func() string { return "User-agent: " + strings.Repeat("x", many) },
	"a million groups":      func() string { return strings.Repeat("User-agent: *\n", many) },
	"stars":                 func() string { return "User-agent: *\nDisallow: /" + strings.Repeat("*a", 20_000) + "$\n" },
	"many starred rules": func() string {
		return "User-agent: *\n" + strings.Repeat("Disallow: /"+strings.Repeat("*e", 100)+"x\n", 2000)
	},
	"no colon":            func() string { return "User-agent *\nAllow /\n" },
	"a million sitemaps":  func() string { return strings.Repeat("Sitemap: /x\n", many) },
	"carriage returns":    func() string { return "User-agent: *\rDisallow: /\r" },
	"a path with a space": func() string { return "User-agent: *\nDisallow: private\n" },
}

var hostileLLMS = map[string]func() string{
	"brackets": func() string { return "# x\n\n> y\n\n## z\n\n- " + strings.Repeat("[", many) },
	"closed brackets": func() string {
		return "# x\n\n## z\n\n- " + strings.Repeat("[", many/4) + strings.Repeat("](u)", many/4)
	},
	"lists in lists":   func() string { return "# x\n\n## z\n\n" + nested(1000) },
	"quotes in quotes": func() string { return "# x\n\n" + strings.Repeat(">", many) + " y\n\n## z\n\n- no link\n" },
	"emphasis":         func() string { return "# x\n\n## z\n\n- " + strings.Repeat("*a_", many/2) },
	"backticks":        func() string { return "# x\n\n## z\n\n- " + strings.Repeat("`a``", many/2) },
	"angle brackets":   func() string { return "# x\n\n## z\n\n- " + strings.Repeat("<a", many) },
	"references":       func() string { return "# x\n\n## z\n\n- [a]\n\n" + strings.Repeat("[a]: /u\n", many/4) },
	"uses of a definition": func() string {
		return "[a]: " + strings.Repeat("u", 100_000) + "\n\n# x\n\n> y\n\n## z\n\n" + strings.Repeat("- [a]\n", 400_000)
	},
	"faults on one line": func() string { return "[a]: /u\n\n# x\n\n> y\n\n## z\n\n- " + strings.Repeat("[a]", many) },
	"carriage returns": func() string {
		return "# x\r\r> y\r\r## z\r\r" + strings.Repeat("- a\r\r", many/4) + strings.Repeat("a\r\r", many/2)
	},
	"false sections":      func() string { return "# x\n\n> y\n\n## z\n\n" + strings.Repeat("##x\n\n", many/2) },
	"underlined headings": func() string { return "# x\n\n" + strings.Repeat("y\n---\n", 400_000) },
	"400,000 sections":    func() string { return "# x\n" + strings.Repeat("## z\n", 400_000) },
	"500,000 items":       func() string { return "# x\n\n## z\n\n" + strings.Repeat("- a\n", many/2) },
	"one line of 20 MB":   func() string { return "# x\n\n## z\n\n- " + strings.Repeat("x", 20<<20) },
	"NUL":                 func() string { return "# x\x00\n\n## z\n" },
	"Latin-1":             func() string { return "# caf\xe9\n\n## z\n\n- no link\n" },
	"a long fence":        func() string { return "# x\n\n## z\n\n" + strings.Repeat("`", many) + "\n" },
	"a million headings":  func() string { return strings.Repeat("#", many) + " x" },
	"an entity too large": func() string { return "# x\n\n## z\n\n- [&#99999999;](&#x0;) \n- x\n" },
}

func nested(levels int) string {
	var b strings.Builder
	for i := range levels {
		b.WriteString(strings.Repeat("  ", i) + "- a\n")
	}
	return b.String()
}

// TestHostileData: what a parser may choke on leads to a finding with its
// place, in little memory.
func TestHostileData(t *testing.T) {
	tried := 0
	for file, texts := range map[string]map[string]func() string{
		"raw-manifest.json": hostileJSON, "sitemap.xml": hostileXML, "robots.txt": hostileRobots, "llms.txt": hostileLLMS, "index.html": hostileJSON,
	} {
		for _, name := range sorted(texts) {
			t.Run(file+"/"+name, func(t *testing.T) {
				tried++
				tr := readTree(t, "user")
				text := texts[name]()
				if file == "index.html" { // JSON-LD
					tr.sub(file, `(?s)<script type="application/ld\+json">.*?</script>`, `<script type="application/ld+json">JSON</script>`)
					text = strings.Replace(tr.files[file], "JSON", text, 1)
				}
				tr.set(file, text)
				dir := t.TempDir()
				tr.write(t, dir, nil)
				var cmd *exec.Cmd
				found := report(t, func(c *exec.Cmd) { cmd = c }, tr, dir)
				placed := func(f finding) bool { return f.File == file && f.Line > 0 && f.Column > 0 }
				if !slices.ContainsFunc(found, placed) {
					t.Errorf("no finding with a place\n%s", lines(found))
				}
				if len(found) > 20_000 {
					t.Errorf("%d findings", len(found))
				}
				if rss := maxRSS(t, cmd); rss > memory {
					t.Errorf("the program used %d MiB for %d MiB", rss>>20, len(text)>>20)
				}
			})
		}
	}
	t.Logf("%d texts tried", tried)
}

// TestHostileConfig: a configuration that cannot be read ends with one line
// that names its place.
func TestHostileConfig(t *testing.T) {
	tr := readTree(t, "page")
	dir := t.TempDir()
	tr.write(t, dir, nil)
	for name, text := range map[string]string{
		"lists in lists": "x = " + strings.Repeat("[", many), "tables in tables": "x = " + strings.Repeat("{a=", many), "a dotted key": "[discovery]\n" + strings.Repeat("a.", 100_000) + "a = 1",
		"a dotted table": "[" + strings.Repeat("a.", 100_000) + "a]", "a huge number": "[discovery]\nowner = 1e10000000", "a huge integer": "x = " + strings.Repeat("9", 1000), "NaN": "[discovery]\nowner = nan",
		"key twice": "[discovery]\nowner = \"a\"\nowner = \"b\"", "table twice": "[discovery]\n[discovery]\n", "Latin-1": "[discovery]\nowner = \"\xe9\"", "NUL": "[discovery]\nowner = \"\x00\"",
		"UTF-16": utf16("[discovery]"), "not closed": "[discovery]\nowner = \"a", "not closed, long": "[discovery]\nowner = \"\"\"" + strings.Repeat("a\n", many), "JSON": `{"discovery": {}}`, "YAML": "discovery:\n  owner: x\n",
		"a lone surrogate": "[discovery]\nowner = \"\\ud800\"", "a list": "[discovery]\nowner = [\"a\"]", "a table": "[discovery.owner]\nx = 1", "an unknown key": "[discovery]\nownr = \"x\"", "ESC": "[discovery]\nowner = \x1b[31m",
	} {
		file := filepath.Join(t.TempDir(), "discovery.toml")
		must(t, os.WriteFile(file, []byte(text), 0o644))
		out, stderr, cmd := run(t, nil, "verify", dir, "--config", file)
		code := cmd.ProcessState.ExitCode()
		if code != 2 || out != "" || strings.Count(stderr, "\n") != 1 || len(stderr) > 2000 || strings.Contains(stderr, "\x1b") {
			t.Errorf("%s: exit status %d, %d bytes: %.300q", name, code, len(stderr), stderr)
		} else if !strings.Contains(stderr, "discovery.toml:") {
			t.Errorf("%s: no place: %.300q", name, stderr)
		}
		if rss := maxRSS(t, cmd); rss > memory {
			t.Errorf("%s: the program used %d MiB", name, rss>>20)
		}
	}
}
