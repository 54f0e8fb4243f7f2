package rules_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/discovery-set/hugo-discovery/docs"
	"github.com/discovery-set/hugo-discovery/internal/rules"
)

// TestEachRuleHasPage: the page's front matter says what the rule says, and
// its example is true: the right text stands in a conforming tree, and with
// the wrong one in its place just this rule speaks.
func TestEachRuleHasPage(t *testing.T) {
	known := map[string]bool{}
	for _, r := range rules.All() {
		known["rules/"+r.ID+".md"] = true
		page, err := fs.ReadFile(docs.Rules, "rules/"+r.ID+".md")
		if err != nil {
			t.Errorf("%s has no page: %v", r.ID, err)
			continue
		}
		front := fmt.Sprintf("---\ntitle: %s\ndescription: %q\nseverity: %s\nrefs: [%s]\n", r.ID, r.Summary, r.Severity, strings.Join(r.Refs, ", "))
		if !strings.HasPrefix(string(page), front) {
			t.Errorf("the page of %s has to begin with\n%s", r.ID, front)
		}
		for _, heading := range []string{"\n## What it checks\n", "\n## Why\n", "\n## How to mend it\n"} {
			if !strings.Contains(string(page), heading) {
				t.Errorf("the page of %s lacks the heading%s", r.ID, heading)
			}
		}
		t.Run(r.ID, func(t *testing.T) { checkExample(t, r, string(page)) })
	}
	_ = fs.WalkDir(docs.Rules, "rules", func(path string, d fs.DirEntry, err error) error {
		if !d.IsDir() && filepath.Base(path) != "_index.md" && !known[path] {
			t.Errorf("docs/%s is the page of no rule", path)
		}
		return nil
	})
}

// example is a fenced block that says which file of which tree it is from.
var example = regexp.MustCompile("(?ms)^### (Wrong|Right)\n\n```\\w* \\{data-tree=\"(\\w+)\" data-file=\"([^\"]+)\"\\}\n(.*?)\n?^```")

func checkExample(t *testing.T, r rules.Rule, page string) {
	found := example.FindAllStringSubmatch(page, -1)
	if len(found) == 0 {
		return // a fault that no line of a file shows
	}
	if len(found) != 2 || found[0][1] != "Wrong" || found[1][1] != "Right" || found[0][2] != found[1][2] || found[0][3] != found[1][3] {
		t.Fatalf("an example is ### Wrong and ### Right, of the same tree and file")
	}
	tree, file, wrong, right := found[0][2], found[0][3], found[0][4], found[1][4]
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(treeDir(tree))); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, file)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), right); n != 1 {
		t.Fatalf("%s of tree %s has the right text %d times:\n%s", file, tree, n, right)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), right, wrong, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	report, _, stderr := verify("--config", "none", "--format", "json", dir)
	if report == nil {
		t.Fatal(stderr)
	}
	if len(report.Findings) == 0 {
		t.Fatal("the wrong text gives no finding")
	}
	for _, f := range report.Findings {
		if f.Rule != r.ID {
			t.Fatalf("the wrong text gives a finding of another rule:\n%s", report)
		}
	}
}
