package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/discovery-set/hugo-discovery/internal/golden"
	"github.com/discovery-set/hugo-discovery/internal/rules"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

// llmsEdges are the shortest files that were found to show one changed operator of the rules about llms.txt each
// (MUTANTS.md): headings, items and breaks of lines where two readers part.
var llmsEdges = []string{
	"### H\n### H\n",
	"\\\n---\n## B\n# \né\r",
	"\n===\n: ## C\n)\n===\n ## C\n#```\n",
	"# T\n\n> S\n\nD\n\n## A\n\n- [a](b): c\r[:",
	"# T\n\n ## C\n- [a](b)\nD\n```\n",
	"# T\n\n# \n##\n\n\t\n- [a](b): c\ufeff\n  more\n",
	"# T\n\n## A\n- [a](b):\ntext\n](",
	"\ufeff# \n#)",
	"# T\n\n> S\n\n## A\n\n\n\n- \n# T\n\n  more\n> S\n<a>#- [a](b)a",
	"# T\n\nD\n\n## A\n- [x](u): v\n](- [-->```\n\\",
	"# T\n\nD\n\n## A\n- [x](u): v\n- [a- [a](b)\n# T\n- [a](b):\n",
	"####",
	"### H\n:",
	"## B\n1. > S\n    > \t",
	"# T\n\n\ufeff",
	"# T\n> S\n\t",
	"\n# T\n]",
	"## B\n##x\n[",
	"# T\n> S\n\r<b>\n## B\n",
	"<b>\n## B\n",
	"## A\n## \n\nD\n> S\n\n# T\n",
	"## \n)",
	"## A\n## A\n\ufeff* ",
	"# T\n\n\n\n## B\n\r: ",
	"# T\n> S\n## A\n\u00a0* \r",
	"# T\n\n> S\n\nD\n\n## A\n\n- [x](< javascript:x>): fifteen letters at least\n",
}

// TestLLMSEdges holds what is said of each of llmsEdges, word for word.
func TestLLMSEdges(t *testing.T) {
	var b strings.Builder
	for _, src := range llmsEdges {
		fmt.Fprintf(&b, "%q\n", src)
		r := rules.CheckLLMS([]*site.Document{{Path: "llms.txt", Found: true, Src: []byte(src)}}, nil)
		for _, f := range r.Findings {
			fmt.Fprintf(&b, "\t%d:%d: %s: %s [%s]\n\t\tfix: %s\n", f.Line, f.Column, f.Severity, f.Message, f.Rule, f.Fix)
		}
	}
	golden.Check(t, "testdata/llms-edges.txt", b.String(), *update, "go test ./internal/rules -run TestLLMSEdges -update")
}
