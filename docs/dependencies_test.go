package docs_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/discovery-set/hugo-discovery/internal/golden"
)

var update = flag.Bool("update", false, "write dependencies.md anew")

// purposes says why a module is required. A new requirement needs a reason
// here.
var purposes = map[string]string{
	"github.com/BurntSushi/toml":               "configuration files",
	"github.com/chromedp/cdproto":              "tests: Chromium's protocol",
	"github.com/chromedp/chromedp":             "tests: what people see, in Chromium",
	"github.com/fatih/color":                   "colour on a terminal",
	"github.com/google/go-cmp":                 "tests: differences",
	"github.com/rivo/uniseg":                   "the width of text on a terminal",
	"github.com/rogpeppe/go-internal":          "tests: scripts, trees in txtar",
	"github.com/santhosh-tekuri/jsonschema/v5": "JSON Schemas",
	"github.com/schollz/progressbar/v3":        "progress on a terminal",
	"github.com/spf13/cobra":                   "commands and their flags",
	"github.com/spf13/pflag":                   "flags",
	"github.com/tdewolff/minify/v2":            "the HTML report; tests: minified sites",
	"github.com/tdewolff/parse/v2":             "HTML and CSS tokens",
	"github.com/yuin/goldmark":                 "tests: CommonMark",
	"golang.org/x/net":                         "tests: the HTML parser to compare with",
	"golang.org/x/sys":                         "reading folders without following links",
	"golang.org/x/term":                        "whether a stream is a terminal",
	"go.yaml.in/yaml/v3":                       "YAML configuration and front matter",
	"github.com/gohugoio/hugo":                 "building sites, in a pinned version",
	"github.com/go-gremlins/gremlins":          "mutation tests of the rules",
	"github.com/rhysd/actionlint":              "checks of workflow files",
	"github.com/securego/gosec/v2":             "checks for security",
	"golang.org/x/perf":                        "comparing measurements",
	"golang.org/x/vuln":                        "known vulnerabilities",
	"honnef.co/go/tools":                       "static checks",
}

// TestDependencies: the page lists every module that this one requires, what
// the program is linked from, and the tools, each with its licence as its own
// LICENSE file states it.
func TestDependencies(t *testing.T) {
	var page bytes.Buffer
	page.WriteString(`---
title: Dependencies
description: What the program, its tests and its tools are made from, and under which licences.
weight: 95
---

The Hugo module requires nothing. The program and what tests it require the modules below; their versions stand in ` + "`go.mod`" + `, those
of the tools in ` + "`tools/`" + `.

## Required

`)
	table(t, &page, modules(t, "..", func(m module) bool { return !m.Main && !m.Indirect }), true)
	page.WriteString("\n## Linked into the program besides\n\n")
	linked := linkedModules(t)
	table(t, &page, modules(t, "..", func(m module) bool { return m.Indirect && linked[m.Path] }), false)
	page.WriteString("\n## Tools\n\n")
	table(t, &page, append(tools(t, "../tools"), tools(t, "../tools/lint")...), true)

	golden.Check(t, "dependencies.md", page.String(), *update, "go test ./docs -update")
}

type module struct {
	Path, Dir      string
	Main, Indirect bool
}

func table(t *testing.T, w io.Writer, list []module, why bool) {
	head, rule := "| Module | Licence |", "|---|---|"
	if why {
		head, rule = head+" For |", rule+"---|"
	}
	fmt.Fprintf(w, "%s\n%s\n", head, rule)
	for _, m := range list {
		fmt.Fprintf(w, "| [%s](https://pkg.go.dev/%[1]s) | %s |", m.Path, licence(t, m))
		if why {
			if purposes[m.Path] == "" {
				t.Errorf("nothing says what %s is for", m.Path)
			}
			fmt.Fprintf(w, " %s |", purposes[m.Path])
		}
		fmt.Fprintln(w)
	}
}

// modules are those of a folder's build list that keep accepts, in order.
func modules(t *testing.T, dir string, keep func(module) bool) []module {
	var list []module
	d := json.NewDecoder(bytes.NewReader(goList(t, dir, "-m", "-json", "all")))
	for {
		var m module
		if err := d.Decode(&m); err == io.EOF {
			return list
		} else if err != nil {
			t.Fatal(err)
		}
		if keep(m) {
			list = append(list, m)
		}
	}
}

// linkedModules are the modules whose packages the program imports.
func linkedModules(t *testing.T) map[string]bool {
	linked := map[string]bool{}
	for line := range strings.Lines(string(goList(t, "..", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", "./cmd/discovery-helper"))) {
		linked[strings.TrimSpace(line)] = true
	}
	return linked
}

// tools are the modules of the packages that a tools module names.
func tools(t *testing.T, dir string) []module {
	named := map[string]bool{}
	for line := range strings.Lines(string(goList(t, dir, "-f", "{{with .Module}}{{.Path}}{{end}}", "tool"))) {
		named[strings.TrimSpace(line)] = true
	}
	return modules(t, dir, func(m module) bool { return named[m.Path] })
}

func goList(t *testing.T, dir string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=readonly", "GOOS=linux", "GOARCH=amd64")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list %s: %v\n%s", strings.Join(args, " "), err, &stderr)
	}
	return out
}

// licence reads a module's licence from its own text.
func licence(t *testing.T, m module) string {
	t.Helper()
	for _, name := range []string{"LICENSE", "LICENSE.md", "LICENSE.txt", "COPYING", "LICENSE-MIT.txt"} {
		text, err := os.ReadFile(filepath.Join(m.Dir, name))
		if err != nil {
			continue
		}
		s := strings.Join(strings.Fields(string(text)), " ")
		has := func(part string) bool { return strings.Contains(s, part) }
		switch {
		case has("Apache License") && has("Permission is hereby granted, free of charge"):
			return "MIT and Apache-2.0"
		case has("Apache License"):
			return "Apache-2.0"
		case has("Permission is hereby granted, free of charge"):
			return "MIT"
		case has("Redistribution and use in source and binary forms") && (has("Neither the name") || has("may not be used to endorse") || has("used to endorse or promote")):
			return "BSD-3-Clause"
		case has("Redistribution and use in source and binary forms"):
			return "BSD-2-Clause"
		}
	}
	t.Errorf("%s (%s) has no licence that this test knows", m.Path, m.Dir)
	return "?"
}
