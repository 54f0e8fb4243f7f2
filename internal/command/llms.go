package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/discovery-set/hugo-discovery/internal/report"
	"github.com/discovery-set/hugo-discovery/internal/rules"
	"github.com/discovery-set/hugo-discovery/internal/site"
	"github.com/discovery-set/hugo-discovery/llmstxt"
)

func (c *Command) llms() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "llms",
		Short: "Read, judge and try out llms.txt files",
		Long: `The commands below read llms.txt files, from anywhere: of a tree, of another
site, on standard input. What verify says of a tree's own llms.txt is said here
too, as far as the text alone shows it.`,
		Example: "  discovery-helper llms check public/llms.txt",
		Args:    subcommand,
		RunE:    help,
	}
	cmd.AddCommand(c.llmsCheck(), c.llmsParse(), c.llmsProbe())
	return cmd
}

// stdinName is how standard input is named as a file, by arguments and in
// findings.
const stdinName = "-"

// readText reads a file, or standard input, up to the size that a discovery
// file can have.
func (c *Command) readText(name string) ([]byte, error) {
	var in io.Reader = c.Stdin
	if name != stdinName {
		info, err := os.Stat(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("%s does not exist: name a file, or - for standard input", name)
		case err != nil:
			return nil, fmt.Errorf("cannot read %s: %w", name, errors.Unwrap(err))
		case info.IsDir():
			return nil, fmt.Errorf("%s is a folder: name its llms.txt, or check the whole tree with discovery-helper verify", name)
		}
		f, err := os.Open(name) // #nosec G304 -- the user names it to be checked
		if err != nil {
			return nil, fmt.Errorf("cannot read %s: %w", name, errors.Unwrap(err))
		}
		defer f.Close()
		in = f
		if info.Size() > 0 && info.Size() <= site.MaxDocSize {
			// One read, and no growing, for what most files are.
			buf := bytes.NewBuffer(make([]byte, 0, info.Size()+bytes.MinRead))
			if _, err := buf.ReadFrom(io.LimitReader(f, site.MaxDocSize+1)); err != nil {
				return nil, fmt.Errorf("cannot read %s: %w", name, err)
			}
			return buf.Bytes(), tooLarge(name, buf.Len())
		}
	}
	src, err := io.ReadAll(io.LimitReader(in, site.MaxDocSize+1))
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", name, err)
	}
	return src, tooLarge(name, len(src))
}

func tooLarge(name string, size int) error {
	if size > site.MaxDocSize {
		return fmt.Errorf("%s is larger than %d MiB: that is no llms.txt", name, site.MaxDocSize>>20)
	}
	return nil
}

// llmsCheckFlags are the flags of llms check as given.
func (c *Command) llmsCheck() *cobra.Command {
	var f reportFlags
	cmd := &cobra.Command{
		Use:   "check FILE…",
		Short: "Judge llms.txt files, and say what each reader makes of them",
		Long: `check reads llms.txt files and reports what breaks version 2 of the format
(errors), what makes one of the reference parsers stop or lose something
(warnings), and what makes the file less useful (notes). Each finding says what
the Python and the JavaScript parser do with the line. FILE can be -, standard
input. Links are not followed; verify checks those of a tree.`,
		Example: "  discovery-helper llms check public/llms.txt\n" +
			"  curl -s https://example.com/llms.txt | discovery-helper llms check --fail-on warning -",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("%s takes one or more files, or - for standard input, as in: discovery-helper llms check public/llms.txt", nameOf(cmd))
			}
			return named(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error { return c.runLLMSCheck(args, &f) },
	}
	f.register(cmd.Flags())
	return cmd
}

func (c *Command) runLLMSCheck(names []string, f *reportFlags) error {
	w, err := f.parse()
	if err != nil {
		return err
	}
	if err := spare(w.outputs, oneOf(names)); err != nil {
		return err
	}
	defer c.interruptible(func() {})()
	var docs []*site.Document
	for _, name := range names {
		src, err := c.readText(name)
		if err != nil {
			return err
		}
		docs = append(docs, &site.Document{Path: name, Found: true, Src: src})
	}
	result := rules.CheckLLMS(docs, w.severityOf(nil))
	options := report.Options{FailOn: w.failOn, All: f.all, Version: Version()}
	if err := c.writeReports(w.outputs, result, options); err != nil {
		return err
	}
	if result.Summary.Count(w.failOn) > 0 {
		return errFindings
	}
	return nil
}

func (c *Command) llmsParse() *cobra.Command {
	var as string
	cmd := &cobra.Command{
		Use:   "parse FILE",
		Short: "Print the structure of an llms.txt as JSON, as one of its readers sees it",
		Long: `parse prints what stands in an llms.txt, FILE or - for standard input, as JSON:
every element with its line and column, read by version 2 of the format with
the rules of CommonMark. With --as python or --as javascript it prints the
object that the reference parser returns, or {"raises": true} where that raises.`,
		Example: "  discovery-helper llms parse public/llms.txt\n" +
			"  curl -s https://example.com/llms.txt | discovery-helper llms parse --as python -",
		Args: exactly(1, "one file, or - for standard input"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var object interface{ WriteJSON(io.Writer) error }
			var read func([]byte) (llmstxt.Reading, error)
			switch as {
			case "":
			case "python":
				read = llmstxt.AsPython[[]byte]
			case "javascript":
				read = llmstxt.AsJavaScript[[]byte]
			default:
				return fmt.Errorf("--as %s: write python or javascript", as)
			}
			src, err := c.readText(args[0])
			if err != nil {
				return err
			}
			collectSeldom()
			if read != nil {
				reading, _ := read(src) // that it raises is an answer, which the object gives
				object = &reading
			} else {
				object = llmstxt.Parse(src)
			}
			return object.WriteJSON(c.Stdout)
		},
	}
	cmd.Flags().StringVar(&as, "as", "", "`READER`: python or javascript, the reference parsers (default: the format's text)")
	return cmd
}
