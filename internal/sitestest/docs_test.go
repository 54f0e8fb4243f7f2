package sitestest

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"github.com/discovery-set/hugo-discovery/internal/command"
)

// code is what stands between backticks.
var code = regexp.MustCompile("`([^`\n]+)`")

// TestConfigurationNamesEveryKey: docs/configuration.md has each key that the module's README lists and each that its
// templates read from params.discovery or one of its tables.
func TestConfigurationNamesEveryKey(t *testing.T) {
	page := strings.ToLower(read(t, "docs/configuration.md"))
	named := func(key string) bool {
		return regexp.MustCompile("[`.]" + regexp.QuoteMeta(strings.ToLower(key)) + "[`. ]").MatchString(page)
	}

	_, table, _ := strings.Cut(read(t, "hugo-module/README.md"), "\n## Keys of `[params.discovery]`\n")
	table, _, _ = strings.Cut(table, "\n## ")
	rows := regexp.MustCompile(`(?m)^\| ([^|]*) \| ([^|]*)`).FindAllStringSubmatch(table, -1)
	if len(rows) < 20 {
		t.Fatalf("the module's README lists %d rows of keys", len(rows))
	}
	for _, row := range rows {
		cell := row[1]
		if strings.Contains(cell, ".*") { // a table, whose keys stand beside it
			cell = row[2]
		}
		for _, m := range code.FindAllStringSubmatch(cell, -1) {
			key := m[1][strings.LastIndexByte(m[1], '.')+1:]
			if regexp.MustCompile(`^[a-z]\w+$`).MatchString(key) && !named(key) {
				t.Errorf("docs/configuration.md does not name the key %s", m[1])
			}
		}
	}

	gate := read(t, "hugo-module/layouts/partials/discovery/gate.html")
	for _, m := range regexp.MustCompile(`\$d\.(\w+)`).FindAllStringSubmatch(gate, -1) {
		if !named(m[1]) {
			t.Errorf("docs/configuration.md does not name the key %s, which the gate reads", m[1])
		}
	}
}

// TestCommandsPage: docs/commands.md has an example of every command.
func TestCommandsPage(t *testing.T) {
	help, status := run("--help")
	_, list, found := strings.Cut(help, "Available Commands:\n")
	list, _, _ = strings.Cut(list, "\n\n")
	if status != 0 || !found {
		t.Fatal(help)
	}
	page := read(t, "docs/commands.md")
	for line := range strings.Lines(list) {
		if name := strings.Fields(line)[0]; name != "help" && !strings.Contains(page, "`discovery-helper "+name) {
			t.Errorf("docs/commands.md does not show the command %s", name)
		}
	}
}

// TestDocumentedCommands: the commands and flags of every example in the documentation are the program's.
func TestDocumentedCommands(t *testing.T) {
	n := 0
	for _, file := range documents(t) {
		text := strings.ReplaceAll(read(t, file), "\\\n", " ")
		for _, block := range regexp.MustCompile("(?ms)^ *```(?:bash|sh|yaml|console)\\b[^\n]*\n(.*?)^ *```").FindAllStringSubmatch(text, -1) {
			for line := range strings.Lines(block[1]) {
				_, rest, found := strings.Cut(line, "discovery-helper ")
				if !found {
					_, rest, found = strings.Cut(line, "discovery-helper@latest ")
				}
				if !found || strings.HasPrefix(strings.TrimSpace(line), "#") {
					continue
				}
				rest, _, _ = strings.Cut(rest, " #")
				args := strings.Fields(regexp.MustCompile(` [|>&;].*`).ReplaceAllString(rest, ""))
				if out, status := run(append(args, "--help")...); status != 0 {
					t.Errorf("%s: %s\n%s", file, strings.TrimSpace(line), out)
				}
				n++
			}
		}
	}
	if n < 20 {
		t.Errorf("only %d commands found", n)
	}
}

// TestDocumentedTOML: the TOML of every example can be read.
func TestDocumentedTOML(t *testing.T) {
	for _, file := range documents(t) {
		for _, block := range regexp.MustCompile("(?ms)^```toml\n(.*?)^```").FindAllStringSubmatch(read(t, file), -1) {
			var v map[string]any
			if _, err := toml.Decode(block[1], &v); err != nil {
				t.Errorf("%s: %v\n%s", file, err, block[1])
			}
		}
	}
}

// TestGettingStarted follows docs/getting-started.md by hand on a site with layouts of its own: its commands, its TOML and its
// two calls are taken from the page.
func TestGettingStarted(t *testing.T) {
	page := read(t, "docs/getting-started.md")
	blocks := func(language string) []string {
		var all []string
		for _, m := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```").FindAllStringSubmatch(page, -1) {
			all = append(all, m[1])
		}
		return all
	}
	config, calls, commands := blocks("toml"), blocks("go-html-template"), strings.Join(blocks("bash"), "")
	if len(config) != 1 || len(calls) != 2 {
		t.Fatalf("the page has %d TOML blocks and %d calls", len(config), len(calls))
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"hugo.toml": "title = \"Example Project\"\n" + config[0],
		"layouts/_default/baseof.html": `<!doctype html>
<html lang="{{ site.Language.Lang }}">
<head>
<meta charset="utf-8">
<link rel="stylesheet" href="{{ "css/main.css" | relURL }}">
` + calls[0] + `</head>
<body>
<header><a href="{{ "" | relURL }}">{{ site.Title }}</a></header>
<main>{{ block "main" . }}{{ end }}</main>
<footer>
` + calls[1] + `</footer>
</body>
</html>
`,
		"layouts/_default/single.html": `{{ define "main" }}<h1>{{ .Title }}</h1>{{ .Content }}{{ end }}`,
		"layouts/_default/list.html":   `{{ define "main" }}<h1>{{ .Title }}</h1>{{ .Content }}{{ range .Pages }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}{{ end }}`,
		"content/_index.md":            "---\ntitle: Example Project\n---\nBegin with [the installation]({{< relref \"install\" >}}).\n",
		"content/install.md":           "---\ntitle: Install\ndescription: Get the program onto your computer.\n---\nCopy it.\n",
		"static/css/main.css":          "body { margin: 1rem }\n",
		"static/img/card.png":          read(t, "internal/rules/testdata/trees/site/og.png"),
		"static/img/favicon.png":       read(t, "internal/rules/testdata/trees/site/favicon.png"),
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	binary, err := hugoBinary()
	if err != nil {
		t.Fatal(err)
	}
	const modInit = "hugo mod init github.com/example-user/example-project"
	for _, command := range []string{modInit, "\nhugo\n", "\ndiscovery-helper verify public\n"} {
		if !strings.Contains("\n"+commands, command) {
			t.Errorf("the page has no command %q", command)
		}
	}
	mod := exec.Command(binary, strings.Fields(modInit)[1:]...)
	mod.Dir, mod.Env = dir, append(os.Environ(), replacement(t))
	if out, err := mod.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", modInit, err, out)
	}
	hugo(t, dir, filepath.Join(dir, "public"), replacement(t))
	verify(t, filepath.Join(dir, "hugo.toml"), filepath.Join(dir, "public"))
}

// documents are the Markdown files that people read: those of the website and the two READMEs.
func documents(t *testing.T) []string {
	t.Helper()
	names := []string{"README.md", "hugo-module/README.md", "exampleSite/README.md"}
	err := fs.WalkDir(os.DirFS(repository(t)), "docs", func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".md" {
			names = append(names, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	return names
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(repository(t), path))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// run runs the program in this process.
func run(args ...string) (string, int) {
	var out bytes.Buffer
	c := &command.Command{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out}
	status := c.Main(args)
	return out.String(), status
}
