package schema

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/discovery-set/hugo-discovery/internal/golden"
)

var update = flag.Bool("update", false, "write docs/discovery-toml.md anew")

// property is what the page says of a key.
type property struct {
	Title, Description string
	Type               string
	Enum               []string
	Const              string
	Ref                string `json:"$ref"`
	Properties         json.RawMessage
	Items              *property
}

// TestDiscoveryTOMLPage: docs/discovery-toml.md says of each key what the schema says.
func TestDiscoveryTOMLPage(t *testing.T) {
	text, _ := Get("discovery-toml")
	var root struct {
		Defs map[string]property `json:"$defs"`
	}
	if err := json.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString(discoveryTOMLHead)
	var module []string
	eachProperty(t, root.Defs["discovery"].Properties, func(key string, p property) {
		switch {
		case key == "$schema":
		case p.Ref == "#/$defs/module":
			module = append(module, "`"+key+"`")
		default:
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", key, kind(root.Defs, p), p.Description)
		}
	})
	fmt.Fprintf(&b, discoveryTOMLTail, strings.Join(module, ", "))
	golden.Check(t, "../docs/discovery-toml.md", b.String(), *update, "go test ./schema -run TestDiscoveryTOMLPage -update")
}

// eachProperty calls look for each member of an object in the order of the file.
func eachProperty(t *testing.T, object json.RawMessage, look func(string, property)) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(object))
	if _, err := d.Token(); err != nil {
		t.Fatal(err)
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		var p property
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		look(key.(string), p)
	}
}

// kind says what a value of the key is.
func kind(defs map[string]property, p property) string {
	if p.Ref == "#/$defs/url" {
		return "URL"
	}
	if name, ok := strings.CutPrefix(p.Ref, "#/$defs/"); ok {
		p = defs[name]
	}
	switch {
	case p.Const != "":
		return "`" + p.Const + "`"
	case len(p.Enum) > 0:
		return "`" + strings.Join(p.Enum, "`, `") + "`"
	case p.Type == "boolean":
		return "`true` or `false`"
	case p.Type == "array":
		return "list of tables"
	case p.Type == "object":
		return "table"
	case p.Type == "string":
		return "text"
	}
	return p.Type
}

const discoveryTOMLHead = `---
title: discovery.toml
description: Every key of the checker's configuration, with its values and meaning, as its JSON Schema has them.
weight: 35
---

The checker reads these keys from ` + "`discovery.toml`" + `, in a table ` + "`[discovery]`" + ` or at the top of the file, or from
` + "`[params.discovery]`" + ` of a Hugo configuration, so that one table serves module and checker. A key may be written in camel case or in
snake case: ` + "`pagesType`" + ` or ` + "`pages_type`" + `. An unknown key is an error that names the nearest known one.

Editors complete and check the file by its schema, if its first line names it:

` + "```toml" + `
#:schema https://discovery-set.github.io/hugo-discovery/schema/discovery-toml.schema.json
[discovery]
owner = "example-user"
repo = "example-project"
pagesType = "PROJECT_SITE"
customDomain = "NONE"
siteRoot = "https://example-user.github.io/example-project/"
` + "```" + `

This page is generated from that schema, which ` + "`discovery-helper schema discovery-toml`" + ` prints.

## Keys

| Key | Value | Meaning |
|---|---|---|
`

const discoveryTOMLTail = `
These keys are read by the Hugo module alone, and may stand in the same table: %s. See [Configuration](configuration.md).

## Exceptions

Each has a ` + "`path`" + `, relative to the root of the tree, and a ` + "`reason`" + `. In a path, ` + "`*`" + ` stays within a folder and ` + "`**`" + ` stands for any
number of folders.

` + "```toml" + `
[[discovery.exclude]] # no pages of the site
path = "demo/**"
reason = "fixtures of a demo"

[discovery.rules] # for the whole site
"links/broken" = "error"
"footer/small" = { severity = "off", reason = "the design wants it that way" }

[[discovery.override]] # for some pages
path = "archive/**"
reason = "kept as it was in 2019"
rules = { "head/description" = "off" }
` + "```" + `

A severity is ` + "`off`" + `, ` + "`info`" + `, ` + "`warning`" + ` or ` + "`error`" + `.
`
