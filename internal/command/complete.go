package command

import (
	"strings"

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
		"report":     withSuffix(report.Names(), "="),
		"rule":       ruleIDs("="),
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
		directive := cobra.ShellCompDirectiveNoFileComp
		if strings.HasSuffix(list[0], "=") {
			directive |= cobra.ShellCompDirectiveNoSpace
		}
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(list, directive)) // fails for a flag that there is not
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
