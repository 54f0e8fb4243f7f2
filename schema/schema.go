// Package schema holds the JSON Schemas (draft 2020-12) of what hugo-discovery writes and reads. The website publishes the
// same files, each at its $id.
package schema

import (
	"embed"
	"strings"
)

//go:embed *.schema.json
var files embed.FS

const extension = ".schema.json"

// BaseURL is where the schemas are published; a schema's $id is BaseURL, its name and ".schema.json".
const BaseURL = "https://discovery-set.github.io/hugo-discovery/schema/"

// Names lists the schemas by name, in the order of the alphabet: "discovery-toml", "raw-manifest", "report".
func Names() []string {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(err) // an embedded folder can be read
	}
	names := make([]string, len(entries))
	for i, entry := range entries {
		names[i] = strings.TrimSuffix(entry.Name(), extension)
	}
	return names
}

// Get is the text of a schema, by its name with or without ".schema.json"; false where there is none.
func Get(name string) ([]byte, bool) {
	text, err := files.ReadFile(strings.TrimSuffix(name, extension) + extension)
	return text, err == nil
}

// URL is the $id of the schema with this name.
func URL(name string) string { return BaseURL + name + extension }

// FS holds the schemas under their file names.
func FS() embed.FS { return files }
