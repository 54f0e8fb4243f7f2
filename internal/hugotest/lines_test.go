package hugotest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// oddLines are lines that mean something else after other lines.
var oddLines = []string{
	"```", "````", "~~~", "```go", "    code [x](b.md)", "- item `a", "- item", "> quote [x](b.md)", "", "", "", "",
	"text ` [l](b.md)", "1. ```", "   ```", "  ```", "# H", "===", "---", "\t[x](b.md)", "    ", "  two [x](b.md)",
	"   three [x](b.md)", "      six [x](b.md)", "> ```", ">     quoted code [x](b.md)", "10. ten", "- - nested", "-",
	"plain [x](b.md) `c [x](b.md)`", "``a`` `b``", "| a | `b` |", "* * *", "  - sub", "    - subsub", "> - in a quote", ">   ```",
	"        eight [x](b.md)", "`` x", "*   wide",
}

// TestRandomLines builds pages of lines in random order. No author writes such texts, and CommonMark itself gives them surprising
// meanings, so a few may be taken apart otherwise; but none gets a second title.
func TestRandomLines(t *testing.T) {
	const pages, allowed = 800, 20
	rnd := rand.New(rand.NewPCG(1, 3))
	front := "---\ntitle: B\ndescription: b\n---\n"
	archive := &txtar.Archive{Files: []txtar.File{
		{Name: "config.toml", Data: []byte(generatedConfig)},
		{Name: "content/_index.md", Data: []byte(front)},
		{Name: "content/b.md", Data: []byte(front)},
	}}
	bodies := make([]string, pages)
	for i := range bodies {
		for range 3 + rnd.IntN(9) {
			bodies[i] += oddLines[rnd.IntN(len(oddLines))] + "\n"
		}
		archive.Files = append(archive.Files, txtar.File{Name: fmt.Sprintf("content/q%d.md", i), Data: []byte(front + bodies[i])})
	}
	result := Build(t, site(t, archive), nil).Must(t)
	var other []string
	for i, body := range bodies {
		name := fmt.Sprintf("q%d/index.md", i)
		text, _, _ := strings.Cut(result.Read(t, name), "\n\n---\n\nCanonical URL")
		_, text, _ = strings.Cut(text, "\n\n")
		want := readTwin(t, strings.TrimRight(strings.TrimLeft(body, "\n"), " \t\n")+"\n")
		got := readTwin(t, text+"\n")
		if len(got.titles) > 0 {
			t.Errorf("%s: titles %q\n%s\n=>\n%s", name, got.titles, body, text)
		}
		if !slices.Equal(want.code, got.code) || len(want.links) != len(got.links) || slices.Contains(got.links, "b.md") {
			other = append(other, fmt.Sprintf("%s\n%s=>\n%s\n", name, body, text))
		}
	}
	if len(other) > allowed {
		t.Errorf("%d of %d taken apart otherwise:\n%s", len(other), pages, strings.Join(other, "\n"))
	}
	t.Logf("%d of %d", len(other), pages)
}
