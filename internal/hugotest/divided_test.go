package hugotest

import (
	"fmt"
	"path"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// manyPages is a site with six sections of a hundred pages each, and the given lines under params.discovery.llms.
func manyPages(outputs, llms string) *txtar.Archive {
	config := strings.Replace(generatedConfig, "perSection = 2\nperLanguage = true\nfull = true\n", llms, 1)
	config = strings.Replace(config, `page = ["html", "markdown"]`, "page = "+outputs, 1)
	for _, kind := range []string{"section", "taxonomy", "term"} {
		config = strings.Replace(config, kind+` = ["html", "markdown"]`, kind+" = "+outputs, 1)
	}
	if !strings.Contains(outputs, "markdown") {
		config = strings.Replace(config, `home = ["html", "markdown", `, `home = ["html", `, 1)
	}
	archive := &txtar.Archive{Files: []txtar.File{
		{Name: "config.toml", Data: []byte(config)},
		{Name: "content/_index.md", Data: []byte("---\ntitle: Home\ndescription: The first page of all.\n---\n")},
	}}
	for i := range 600 {
		section := fmt.Sprintf("content/s%d/", i%6)
		if i < 6 {
			archive.Files = append(archive.Files, txtar.File{Name: section + "_index.md", Data: fmt.Appendf(nil, "---\ntitle: Section %d\ndescription: What stands in section %d.\n---\n", i, i)})
			continue
		}
		archive.Files = append(archive.Files, txtar.File{Name: fmt.Sprintf("%sp%d.md", section, i), Data: fmt.Appendf(nil, "---\ntitle: Page %d\ndescription: What page %d says.\n---\nText.\n", i, i)})
	}
	return archive
}

// TestDivided: a file that is too large is warned of with the line to write, and that line helps.
func TestDivided(t *testing.T) {
	for _, c := range []struct {
		name, outputs, llms string
		args                []string
		say                 string // what Hugo says, "" where it says nothing
		fails               bool
		files               int
	}{
		{name: "too large", outputs: `["html"]`, say: "[params.discovery.llms]: perSection = true", files: 1},
		{name: "divided", outputs: `["html"]`, llms: "perSection = true\n", args: []string{"--panicOnWarning"}, files: 7},
		{name: "off", outputs: `["html"]`, llms: "perSection = false\nperLanguage = false\nfull = false\n", say: "perSection = true", files: 1},
		{name: "by a variable", outputs: `["html"]`, llms: "perSection = \"true\"\n", files: 7},
		{name: "wrong value", outputs: `["html"]`, llms: "perSection = \"docs\"\n", say: `perSection is "docs"; write perSection = true`, fails: true},
		{name: "full without twins", outputs: `["html"]`, llms: "perSection = true\nfull = true\n", say: `page = ["html", "markdown"]`, files: 7},
		{name: "full", outputs: `["html", "markdown"]`, llms: "perSection = true\nfull = true\n", args: []string{"--logLevel", "info"}, say: "llms-full.txt has ", files: 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			result := Build(t, site(t, manyPages(c.outputs, c.llms)), c.args)
			if (result.Err != nil) != c.fails {
				t.Fatalf("%v\n%s", result.Err, result.Output)
			}
			if c.say == "" && strings.Contains(result.Output, "hugo-discovery") || !strings.Contains(result.Output, c.say) {
				t.Errorf("says\n%s", result.Output)
			}
			if c.fails {
				return
			}
			n := 0
			for _, name := range result.Files(t) {
				if path.Ext(name) != ".txt" || name == "robots.txt" {
					continue
				}
				n++
				if size := len(result.Read(t, name)); size > 50_000 && c.files > 1 && path.Base(name) == "llms.txt" {
					t.Errorf("%s: %d characters", name, size)
				}
			}
			if n != c.files {
				t.Errorf("%d files, want %d", n, c.files)
			}
			manifest := result.Read(t, "raw-manifest.json")
			if strings.Contains(manifest, "llms_full") != (c.files == 8) || strings.Contains(manifest, "nested_llms") != (c.files > 1) {
				t.Error("raw-manifest.json declares other files than there are")
			}
			if code, out := verify(result.Public, "--fail-on", "warning"); code != 0 && c.files > 1 {
				t.Errorf("exit status %d\n%s", code, out)
			}
		})
	}
}
