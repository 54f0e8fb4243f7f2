// Package report writes a verdict in a format: one file per format.
package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/rules"
)

// Options are what the caller decides about every format.
type Options struct {
	// FailOn is the severity from which findings fail the run.
	FailOn rules.Severity
	// Color allows terminal colours.
	Color bool
	// Width is how many cells a line of the terminal has; 0 where it is none.
	Width int
	// All shows every finding where a format would group them.
	All bool
	// Version of the program.
	Version string
	// PathPrefix is where the tree lies below the repository's root, for the
	// formats that name files of the repository.
	PathPrefix string
	// Material is what the html format shows beside the findings, or nil.
	Material *Material
}

// path is a tree path as seen from the repository's root.
func (o Options) path(file string) string {
	prefix := strings.TrimSuffix(o.PathPrefix, "/")
	if prefix == "" || prefix == "." {
		return file
	}
	return prefix + "/" + file
}

// formats are all of them, by the name that --format takes.
var formats = []struct {
	name  string
	write func(io.Writer, *rules.Result, Options) error
}{
	{"text", Text},
	{"json", JSON},
	{"sarif", SARIF},
	{"junit", JUnit},
	{"github", GitHub},
	{"markdown", Markdown},
	{"html", HTML},
}

// Names are the formats that Write knows.
func Names() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// Write writes the verdict in the named format.
func Write(w io.Writer, format string, result *rules.Result, o Options) error {
	for _, f := range formats {
		if f.name == format {
			return f.write(w, result, o)
		}
	}
	return Known(format)
}

// Known returns an error that names the formats, unless format is one.
func Known(format string) error {
	if slices.Contains(Names(), format) {
		return nil
	}
	return fmt.Errorf("format %q is none of %s", format, strings.Join(Names(), ", "))
}
