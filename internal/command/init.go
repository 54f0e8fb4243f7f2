package command

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/discovery-set/hugo-discovery/internal/config"
	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/initsite"
	"github.com/discovery-set/hugo-discovery/internal/report"
)

// initFlags are the flags of init as given.
type initFlags struct {
	values initsite.Values
	write  bool
	set    *pflag.FlagSet
}

func (c *Command) initSite() *cobra.Command {
	var f initFlags
	cmd := &cobra.Command{
		Use:   "init [DIR]",
		Short: "Add the Hugo module, its values and a workflow to an existing Hugo site",
		Long: `init finds the configuration of the Hugo site in DIR (default: this folder), its
theme and its git remote, and shows what it would add: lines of configuration in
the form of the file that is there, calls of the two partials where the theme is
not known, go.mod, and a workflow that builds, checks and publishes. With --write
it writes that.

Nothing that is there is changed: a file of yours gets lines, and keeps every
other byte; a new file is written only where there is none. What you do not say
by a flag stays open, as a comment: the remote is a hint, never a value.

Exit status: 0 shown or written, 2 it could not do its work.`,
		Example: `  discovery-helper init
  discovery-helper init --owner example-user --repo example-project \
    --pages-type PROJECT_SITE --custom-domain NONE --image og.png --write`,
		Args: atMost("one folder, that of the site"),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir := "."
			if len(args) == 1 {
				dir = args[0]
			}
			if err := named(cmd, args); err != nil {
				return err
			}
			return c.runInit(&f, dir)
		},
	}
	f.set = cmd.Flags()
	f.set.StringVar(&f.values.Owner, "owner", "", "GitHub user or organisation: `OWNER`")
	f.set.StringVar(&f.values.Repo, "repo", "", "repository: `REPO`")
	f.set.StringVar(&f.values.PagesType, "pages-type", "", "`TYPE`: USER_OR_ORG_SITE, PROJECT_SITE or CUSTOM_DOMAIN_SITE")
	f.set.StringVar(&f.values.CustomDomain, "custom-domain", "", "active custom domain, a bare `HOST`, or NONE")
	f.set.StringVar(&f.values.Image, "image", "", "picture of link previews: `PATH` below static/ or assets/")
	f.set.StringVar(&f.values.Favicon, "favicon", "", "icon: `PATH` below static/ or assets/")
	f.set.StringVar(&f.values.Description, "description", "", "one `SENTENCE` about the site")
	f.set.BoolVar(&f.write, "write", false, "write the files, instead of only showing them")
	return cmd
}

// check refuses values that the gate would refuse, before they stand in a file.
func (f *initFlags) check() error {
	var declared ghpages.Declared
	for _, v := range []struct {
		key  ghpages.Key
		text string
	}{
		{ghpages.KeyOwner, f.values.Owner}, {ghpages.KeyRepo, f.values.Repo},
		{ghpages.KeyPagesType, f.values.PagesType}, {ghpages.KeyCustomDomain, f.values.CustomDomain},
	} {
		if v.text != "" {
			d := config.Flag(v.key, v.text)
			declared.Add(d.Key, d.Value)
		}
	}
	_, problems := ghpages.Close(declared)
	for _, p := range problems {
		if p.Severity == ghpages.Error && p.Origin.Kind != "" {
			return fmt.Errorf("%s: %s; %s", p.Origin, p.Message, p.Fix)
		}
	}
	for name, text := range map[string]string{"image": f.values.Image, "favicon": f.values.Favicon, "description": f.values.Description} {
		if strings.ContainsFunc(text, func(r rune) bool { return r == '"' || r == '\\' || !unicode.IsPrint(r) }) {
			return fmt.Errorf("--%s %q: give it on one line, without quotes and backslashes", name, text)
		}
	}
	return nil
}

// mostShown is how many lines in a row are shown of what has been written.
const mostShown = 40

func (c *Command) runInit(f *initFlags, dir string) error {
	if err := f.check(); err != nil {
		return err
	}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() { // a pipe would not let itself be opened until somebody writes into it
		return fmt.Errorf("%s is not a folder: give the folder of a Hugo site", dir)
	}
	site, err := initsite.Read(dir)
	if err != nil {
		if errors.Is(err, initsite.ErrNoConfig) {
			return fmt.Errorf("%s holds no Hugo site: %w", dir, err)
		}
		if errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("no folder %s: give the folder of a Hugo site", dir)
		}
		return err
	}
	defer site.Close()
	plan := site.Plan(f.values)
	var written []string
	if f.write {
		if written, err = site.Write(plan); err != nil {
			return fmt.Errorf("%w (written: %s)", err, or(strings.Join(written, ", "), "nothing"))
		}
	}
	b := bufio.NewWriter(c.Stdout)
	showSite(b, site)
	for _, change := range plan.Changes {
		verb := map[bool]string{false: "Would add to", true: "Added to"}[f.write]
		if change.New() {
			verb = map[bool]string{false: "Would write", true: "Wrote"}[f.write]
		}
		fmt.Fprintf(b, "\n%s %s: %s\n", verb, report.Line(change.Path), report.Line(change.Why()))
		for _, added := range change.Added {
			line := added.Line
			if lines := strings.Count(added.Text, "\n"); f.write && lines > mostShown {
				fmt.Fprintf(b, "      + %d lines, as shown without --write\n", lines)
				continue // it stands there, and would hide what is left to do
			}
			for text := range strings.Lines(added.Text) {
				fmt.Fprintf(b, "%5d + %s\n", line, report.Line(strings.TrimRight(text, "\r\n")))
				line++
			}
		}
	}
	list(b, "Open, since nobody has told it: write the line under params.discovery, or give it as a flag", plan.Open)
	list(b, "To do by hand", plan.ByHand)
	list(b, "There already, or to look at", plan.Notes)
	switch {
	case len(plan.Changes) == 0:
		fmt.Fprintln(b, "\nNothing to add.")
	case !f.write:
		fmt.Fprintln(b, "\nNothing is written yet: add --write.")
	default:
		fmt.Fprintln(b, "\nNow build the site and run discovery-helper verify public; the build names each value that is still open.")
	}
	return b.Flush()
}

// or is text, or another where it is empty.
func or(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

func showSite(b *bufio.Writer, site *initsite.Site) {
	fmt.Fprintf(b, "Configuration  %s\n", report.Line(strings.Join(site.Configs(), ", ")))
	theme := "none in the configuration"
	if t := site.Theme; t.Name != "" {
		theme = t.Name
		if t.Dir != "" {
			theme += " in " + t.Dir
		}
		theme += map[bool]string{true: ", not known to the module", false: ", preset " + t.Preset}[t.Preset == ""]
	}
	fmt.Fprintf(b, "Theme          %s\n", report.Line(theme))
	remote := "none"
	if r := site.Remote; r.Name != "" {
		remote = fmt.Sprintf("%s, %s (a hint, not a value)", r.Name, or(r.URL, "not at github.com"))
	}
	fmt.Fprintf(b, "Remote         %s\n", report.Line(remote))
}

func list(b *bufio.Writer, title string, items []string) {
	if len(items) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s:\n", title)
	for _, item := range items {
		for i, line := range strings.Split(strings.TrimRight(item, "\n"), "\n") {
			mark := "- "
			if i > 0 {
				mark = "    "
			}
			fmt.Fprintf(b, "  %s%s\n", mark, report.Line(line))
		}
	}
}
