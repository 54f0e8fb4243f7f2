package command

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/discovery-set/hugo-discovery/docs"
	"github.com/discovery-set/hugo-discovery/internal/rules"
	"github.com/discovery-set/hugo-discovery/internal/spelling"
)

func (c *Command) rules() *cobra.Command {
	return &cobra.Command{
		Use:   "rules [ID | AREA | REF]",
		Short: "List the rules, or explain one: why, how to fix, protocol lines",
		Long: `rules lists all rules, one a line: ID, severity, what it asks for, and the
numbers of the requirements that it holds a site to (R: the protocol, E: what
platforms and readers ask for). ID explains one; an AREA, such as head, or a
REF, such as R080, lists those of it.`,
		Example: "  discovery-helper rules\n  discovery-helper rules head/canonical\n  discovery-helper rules head\n  discovery-helper rules R080",
		Args:    atMost("one rule"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.listRules(rules.All())
			}
			if some := rulesOf(args[0]); len(some) > 0 {
				return c.listRules(some)
			}
			return c.explainRule(args[0])
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return ruleIDs(""), cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// rulesOf are the rules of an area, or those that cite a requirement.
func rulesOf(name string) []rules.Rule {
	var some []rules.Rule
	for _, r := range rules.All() {
		area, _, _ := strings.Cut(r.ID, "/")
		if area == strings.TrimSuffix(name, "/") || slices.Contains(r.Refs, strings.ToUpper(name)) {
			some = append(some, r)
		}
	}
	return some
}

// ruleIDs are the IDs of all rules, each with what follows it.
func ruleIDs(suffix string) []string {
	var ids []string
	for _, r := range rules.All() {
		ids = append(ids, r.ID)
	}
	return withSuffix(ids, suffix)
}

func (c *Command) listRules(list []rules.Rule) error {
	w := tabwriter.NewWriter(c.Stdout, 0, 0, 2, ' ', 0)
	for _, r := range list {
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
