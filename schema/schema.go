// Package schema holds the JSON Schemas (draft 2020-12) of what hugo-discovery writes and reads. The website publishes the
// same files, each at its $id.
package schema

import "embed"

//go:embed *.schema.json
var files embed.FS

// BaseURL is where the schemas are published; a schema's $id is BaseURL, its name and ".schema.json".
const BaseURL = "https://discovery-set.github.io/hugo-discovery/schema/"

// Names lists the schemas: "discovery-toml", "raw-manifest", "report".
func Names() []string { return nil }

// Get is the text of a schema, by its name with or without ".schema.json"; false where there is none.
func Get(name string) ([]byte, bool) { return nil, false }

// FS holds the schemas under their file names.
func FS() embed.FS { return files }
