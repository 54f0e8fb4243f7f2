package command

import (
	"github.com/spf13/cobra"

	"github.com/discovery-set/hugo-discovery/internal/report"
)

// complete tells the shells what may stand behind the flags of a command and of
// those below it, and that folders are what most of them take.
func complete(cmd *cobra.Command) {
	values := map[string][]string{
		"as":         {"python", "javascript"},
		"fail-on":    {"error", "warning", "info"},
		"format":     report.Names(),
		"pages-type": {"USER_OR_ORG_SITE", "PROJECT_SITE", "CUSTOM_DOMAIN_SITE"},
	}
	pairs := map[string]func(suffix string) []string{ // names that a value follows; made when a shell asks
		"report": func(suffix string) []string { return withSuffix(report.Names(), suffix) },
		"rule":   ruleIDs,
	}
	switch cmd.Name() {
	case "gate":
		values["format"] = nil
		for _, g := range gateFormats {
			values["format"] = append(values["format"], g.name)
		}
	case "probe":
		values["format"] = []string{"text", "json"}
	}
	for name, list := range values {
		if cmd.Flags().Lookup(name) == nil {
			continue
		}
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp)) // fails for a flag that there is not
	}
	for name, list := range pairs {
		if cmd.Flags().Lookup(name) == nil {
			continue
		}
		_ = cmd.RegisterFlagCompletionFunc(name, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return list("="), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		})
	}
	switch cmd.Name() {
	case "verify", "serve", "probe", "init":
		cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		}
	}
	for _, sub := range cmd.Commands() {
		complete(sub)
	}
}

func withSuffix(list []string, suffix string) []string {
	var out []string
	for _, s := range list {
		out = append(out, s+suffix)
	}
	return out
}
