package command

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/discovery-set/hugo-discovery/docs"
	"github.com/discovery-set/hugo-discovery/internal/rules"
	"github.com/discovery-set/hugo-discovery/internal/spelling"
)

func (c *Command) rules() *cobra.Command {
	return &cobra.Command{
		Use:     "rules [ID]",
		Short:   "List the rules, or explain one: why, how to fix, protocol lines",
		Example: "  discovery-helper rules\n  discovery-helper rules head/canonical",
		Args:    atMost("one rule"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.listRules()
			}
			return c.explainRule(args[0])
		},
	}
}

func (c *Command) listRules() error {
	w := tabwriter.NewWriter(c.Stdout, 0, 0, 2, ' ', 0)
	for _, r := range rules.All() {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", r.ID, r.Severity, r.Summary, strings.Join(r.Refs, " "))
	}
	return w.Flush()
}

func (c *Command) explainRule(id string) error {
	r, ok := rules.ByID(id)
	if !ok {
		return unknownRule(id)
	}
	page, err := docs.Rule(r.ID)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.Stdout, "%s (%s; %s)\n%s\n\n%s\n\n%s\n", r.ID, r.Severity, strings.Join(r.Refs, " "), r.Summary, page, r.Docs())
	return nil
}

func unknownRule(id string) error {
	if near := nearestRule(id); near != "" {
		return fmt.Errorf("there is no rule %q; did you mean %s? discovery-helper rules lists them all", id, near)
	}
	return fmt.Errorf("there is no rule %q; discovery-helper rules lists them all", id)
}

// nearestRule is the rule whose ID has the most in common with a mistyped
// one, or "".
func nearestRule(id string) string {
	best, least := "", 4
	for _, r := range rules.All() {
		if d := spelling.Distance(id, r.ID, least); d < least {
			best, least = r.ID, d
		}
		if _, name, _ := strings.Cut(r.ID, "/"); name == id {
			return r.ID
		}
	}
	return best
}
