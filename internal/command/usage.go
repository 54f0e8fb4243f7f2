package command

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/discovery-set/hugo-discovery/internal/spelling"
)

// exactly asks for n arguments and says how to give them.
func exactly(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		name := nameOf(cmd)
		switch {
		case len(args) == n:
			return named(cmd, args)
		case n == 0:
			return fmt.Errorf("%s takes %s, not %s; see %s --help", name, what, quoted(args), cmd.CommandPath())
		case len(args) == 0:
			return fmt.Errorf("%s takes %s, as in:%s", name, what, exampleOf(cmd))
		}
		return fmt.Errorf("%s takes %s, not %d: %s; see %s --help", name, what, len(args), quoted(args), cmd.CommandPath())
	}
}

// exampleOf is the first example of a command, with the folder that is there.
func exampleOf(cmd *cobra.Command) string {
	_, example, _ := strings.Cut(cmd.Example, "discovery-helper")
	example, _, _ = strings.Cut(example, "\n")
	if built := builtBelow("."); built != "" {
		example = strings.Replace(example, " public", " "+built, 1)
	}
	return " discovery-helper" + example
}

// atMost asks for one argument or none.
func atMost(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) <= 1 {
			return nil
		}
		return fmt.Errorf("%s takes %s, or none, not %d: %s; see %s --help", nameOf(cmd), what, len(args), quoted(args), cmd.CommandPath())
	}
}

// named refuses an argument that is blank, as a variable that nobody has set
// gives one: a message could not name it.
func named(cmd *cobra.Command, args []string) error {
	for _, arg := range args {
		if isBlank(arg) {
			return fmt.Errorf("%s: the argument %q is no name; write one, as in:%s", nameOf(cmd), arg, exampleOf(cmd))
		}
	}
	return nil
}

// isBlank reports whether a name is empty, or white space that names no file.
func isBlank(name string) bool {
	if name == "" {
		return true
	}
	if strings.TrimSpace(name) != "" {
		return false
	}
	_, err := os.Lstat(name)
	return err != nil
}

// nameOf is a command without the program's name, which stands before each message.
func nameOf(cmd *cobra.Command) string {
	_, name, _ := strings.Cut(cmd.CommandPath(), " ")
	return name
}

func quoted(args []string) string {
	list := make([]string, len(args))
	for i, a := range args {
		list[i] = fmt.Sprintf("%q", a)
	}
	return strings.Join(list, ", ")
}

// otherNames are what other programs call our commands.
var otherNames = map[string]string{
	"check": "verify", "lint": "verify", "validate": "verify", "test": "verify", "scan": "verify",
	"server": "serve", "preview": "serve", "new": "init", "setup": "init", "explain": "rules", "rule": "rules",
	"schemas": "schema", "version": "--version",
}

// subcommand is for a command that only holds others: an argument is the name
// of one that there is not, or a folder that somebody wants checked.
func subcommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	given, parent := args[0], cmd.CommandPath()
	if other, ok := otherNames[given]; ok && !cmd.HasParent() {
		return fmt.Errorf("there is no command %q; write %s", given, strings.Join(append([]string{parent, other}, args[1:]...), " "))
	}
	best, least := "", 3
	for _, c := range cmd.Commands() {
		if d := spelling.Distance(given, c.Name(), least); d < least {
			best, least = c.Name(), d
		}
	}
	if best != "" {
		return fmt.Errorf("there is no command %q; did you mean %s %s?", given, parent, best)
	}
	if info, err := os.Stat(given); err == nil && info.IsDir() && !cmd.HasParent() {
		return fmt.Errorf("there is no command %q; to check that folder: %s verify %s", given, parent, given)
	}
	return fmt.Errorf("there is no command %q; %s --help lists them", given, parent)
}

// flagError says what is wrong with a flag, and what to write.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var value *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		best, least := "", 4
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if d := spelling.Distance(unknown.GetSpecifiedName(), f.Name, least); d < least {
				best, least = f.Name, d
			}
		})
		if best != "" && unknown.GetSpecifiedShortnames() == "" {
			return fmt.Errorf("%w; did you mean --%s?", err, best)
		}
	case errors.As(err, &value):
		kind := map[string]string{"int": "a number", "float64": "a number", "duration": "a duration, such as 200ms or 10s", "bool": "true or false"}
		if what := kind[value.GetFlag().Value.Type()]; what != "" {
			return fmt.Errorf("--%s %s: write %s", value.GetFlag().Name, value.GetValue(), what)
		}
	}
	return fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())
}

// builtFolders are where generators write a site, the most usual first.
var builtFolders = []string{"public", "_site", "site", "dist", "build", "out", "docs/.vitepress/dist"}

// builtBelow is the folder below dir that holds a site somebody has built, or "".
func builtBelow(dir string) string {
	for _, name := range builtFolders {
		folder := filepath.Join(dir, filepath.FromSlash(name))
		if info, err := os.Stat(filepath.Join(folder, "index.html")); err == nil && info.Mode().IsRegular() {
			return folder
		}
	}
	return ""
}
