// Command discovery-helper proves that a published GitHub Pages tree keeps the
// Discovery Set Protocol. See internal/command.
package main

import (
	"os"

	"github.com/discovery-set/hugo-discovery/internal/command"
)

func main() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		command.CollectLate()
	}
	c := &command.Command{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}
	os.Exit(c.Main(os.Args[1:]))
}
