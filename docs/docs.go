// Package docs embeds the pages of the website that the program shows too.
package docs

import "embed"

// Rules holds the page of each rule, rules/AREA/NAME.md.
//
//go:embed rules
var Rules embed.FS
