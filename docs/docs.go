// Package docs embeds the pages of the website that the program shows too.
package docs

import (
	"embed"
	"fmt"
	"strings"
)

// Rules holds the page of each rule, rules/AREA/NAME.md.
//
//go:embed rules
var Rules embed.FS

// Rule is the page of the rule AREA/NAME as Markdown, without front matter and
// without the attributes that the tests read in its fences.
func Rule(id string) (string, error) {
	page, err := Rules.ReadFile("rules/" + id + ".md")
	if err != nil {
		return "", fmt.Errorf("rule %s has no page: %w", id, err)
	}
	text := string(page)
	if rest, ok := strings.CutPrefix(text, "---\n"); ok {
		if _, body, ok := strings.Cut(rest, "\n---\n"); ok {
			text = body
		}
	}
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i, line := range lines {
		if fence, _, ok := strings.Cut(line, " {"); ok && strings.HasPrefix(line, "```") {
			lines[i] = fence
		}
	}
	return strings.Join(lines, "\n"), nil
}
