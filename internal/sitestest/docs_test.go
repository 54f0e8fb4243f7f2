package sitestest

import (
	"bytes"
	"io/fs"
	"os"
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
