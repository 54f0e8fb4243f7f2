package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/discovery-set/hugo-discovery/schema"
)

func (c *Command) schema() *cobra.Command {
	return &cobra.Command{
		Use:       "schema [NAME]",
		Short:     "List the embedded JSON Schemas, or print one",
		Example:   "  discovery-helper schema raw-manifest > raw-manifest.schema.json",
		Args:      atMost("one name"),
		ValidArgs: schema.Names(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				for _, name := range schema.Names() {
					fmt.Fprintln(c.Stdout, name)
				}
				return nil
			}
			text, ok := schema.Get(args[0])
			if !ok {
				return fmt.Errorf("there is no schema %q: name one of %s", args[0], strings.Join(schema.Names(), ", "))
			}
			_, err := c.Stdout.Write(text)
			return err
		},
	}
}
