// Package command is the program: its commands, their flags and exit codes.
// It reads what they need, calls the packages that do the work, and prints.
package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/discovery-set/hugo-discovery/internal/report"
)

// The exit codes, the same for every command.
const (
	exitOK       = 0 // done, and nothing at or above the level that fails
	exitFindings = 1 // done, with findings
	exitUnable   = 2 // could not do its work; one line says what to do
)

// errFindings ends a command that has printed findings. It carries no
// message: the report has said everything.
var errFindings = errors.New("findings")

// Command is the program with its streams.
type Command struct {
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	// Environ looks up environment variables; nil means os.LookupEnv.
	Environ func(string) (string, bool)
}

// Main runs the program with the arguments after its name, and returns the
// exit code.
func (c *Command) Main(args []string) int {
	// A reader that has gone away is an error of the write, to be told like any
	// other, and not a signal that ends the program without a word.
	signal.Ignore(syscall.SIGPIPE)
	if c.Environ == nil {
		c.Environ = os.LookupEnv
	}
	out := &stdout{Writer: c.Stdout}
	c = &Command{Stdin: c.Stdin, Stdout: out, Stderr: c.Stderr, Environ: c.Environ}
	root := c.root()
	root.SetArgs(args)
	root.SetIn(c.Stdin)
	root.SetErr(c.Stderr)
	err := out.check(root.Execute())
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errFindings):
		return exitFindings
	}
	fmt.Fprintf(c.Stderr, "discovery-helper: %s\n", oneLine(err))
	return exitUnable
}

// oneLine keeps the promise of one line that says what to do, and keeps what
// it quotes from steering the terminal. Several errors stay apart.
func oneLine(err error) string {
	text := strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n", "; ")
	return report.Line(strings.Join(strings.Fields(text), " "))
}

func (c *Command) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "discovery-helper",
		Short: "Prove that a published GitHub Pages tree keeps the Discovery Set Protocol",
		Long: `discovery-helper reads a published tree, whoever built it, and proves or
disproves, rule by rule, that its machine-readable discovery set is right:
head tags, JSON-LD, footer links, llms.txt, raw-manifest.json, sitemap.xml and
robots.txt, every URL under the site's real root.

Exit status: 0 nothing to report, 1 findings, 2 it could not do its work.`,
		Example: "  discovery-helper verify public        # what is wrong, and what to write instead\n" +
			"  discovery-helper rules head/title     # why, with a wrong and a right example\n" +
			"  discovery-helper serve public --open  # the site as GitHub Pages would serve it\n" +
			"  discovery-helper init                 # what to add to a Hugo site",
		Version:       Version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          subcommand,
		RunE:          help,
	}
	root.SetVersionTemplate("discovery-helper {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(c.verify(), c.gate(), c.initSite(), c.llms(), c.serve(), c.rules(), c.schema())
	complete(root)
	root.SetOut(c.Stdout) // before the commands below, which keep it
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == "completion" { // else it prints its help for a shell that there is not, as if that were right
			cmd.Args, cmd.RunE = subcommand, help
		}
	}
	return root
}

func help(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// Version is the program's version: the module's, as Go recorded it.
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "dev"
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	f := fileOf(stream)
	return f != nil && term.IsTerminal(int(f.Fd()))
}

// fileOf is the file that a stream goes to; nil where it is none.
func fileOf(stream any) *os.File {
	if s, ok := stream.(*stdout); ok {
		stream = s.Writer
	}
	f, _ := stream.(*os.File)
	return f
}

// terminalWidth is how many cells a line of a terminal has; 0 where the stream
// is none.
func terminalWidth(stream any) int {
	if !isTerminal(stream) {
		return 0
	}
	width, _, err := term.GetSize(int(fileOf(stream).Fd()))
	if err != nil {
		return 0
	}
	return width
}

// color reports whether standard output takes colour (no-color.org).
func (c *Command) color() bool {
	no, set := c.Environ("NO_COLOR")
	return isTerminal(c.Stdout) && !(set && no != "")
}
