package command

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/discovery-set/hugo-discovery/internal/config"
	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/report"
	"github.com/discovery-set/hugo-discovery/internal/rules"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

// verifyFlags are the flags of verify as given.
type verifyFlags struct {
	declared   declaredFlags
	remote     remoteFlags
	report     reportFlags
	pathPrefix string
	jobs       int
}

func (c *Command) verify() *cobra.Command {
	var f verifyFlags
	cmd := &cobra.Command{
		Use:   "verify DIR | --url URL",
		Short: "Check a published tree",
		Long: `verify reads the tree DIR as a generator built it, public or _site, and reports
every rule of the GitHub Pages Discovery Set Protocol and of llms.txt that it
breaks, each with the line to write.

The deployment values come from flags, from discovery.toml or a Hugo TOML
configuration with [params.discovery], or from the tree's raw-manifest.json;
what is missing is listed, never guessed. verify reads nothing outside DIR but
the configuration, and does not touch the network, unless --url names a site
that is being served: then it asks for what the sitemap, the manifest and the
site's own links name, never outside the site, and follows no redirect.

Exit status: 0 nothing at or above --fail-on, 1 findings, 2 it could not do its
work, and one line says what to do.`,
		Example: `  discovery-helper verify public
  discovery-helper verify public --owner example-user --repo example-project \
    --pages-type PROJECT_SITE --custom-domain NONE \
    --site-root https://example-user.github.io/example-project/
  discovery-helper verify public --format json --fail-on warning
  discovery-helper verify --url https://example-user.github.io/example-project/ --delay 200ms`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.remote.url == "" {
				if err := exactly(1, "one folder, the published tree")(cmd, args); err != nil {
					return err
				}
				return c.runVerify(args[0], &f, nil)
			}
			if len(args) > 0 {
				return fmt.Errorf("verify takes a folder or --url, not both")
			}
			return c.verifyRemote(cmd.Context(), &f)
		},
	}
	f.declared.register(cmd.Flags())
	f.remote.register(cmd.Flags())
	f.report.register(cmd.Flags())
	cmd.Flags().StringVar(&f.pathPrefix, "path-prefix", "", "`PATH` of the tree below the repository's root, for sarif and github\n(default: DIR, where it is relative and inside the working folder)")
	cmd.Flags().IntVar(&f.jobs, "jobs", 0, "`N` pages read at the same time; 0: one per processor")
	return cmd
}

// runVerify checks a folder: a published tree, or the copy of a site that is
// being served.
func (c *Command) runVerify(dir string, f *verifyFlags, served *site.Served) error {
	w, err := f.report.parse()
	if err != nil {
		return err
	}
	if f.jobs < 0 {
		return fmt.Errorf("--jobs %d: write a positive number, or 0 for one per processor", f.jobs)
	}

	if served == nil { // else verifyRemote sees to it
		if err := spare(w.outputs, within(dir)); err != nil {
			return err
		}
		defer c.interruptible(func() {})()
	}
	tree, err := site.Open(dir)
	if err != nil {
		return err
	}
	defer tree.Close()
	if served != nil {
		tree.Refuse(served.Cut)
	}
	in, err := c.gather(tree, dir, &f.declared)
	if err != nil {
		return err
	}
	in.Jobs, in.Now = f.jobs, time.Now()
	in.SeverityOf = w.severityOf(in.SeverityOf)
	if served != nil {
		in.Served, tree.Name = served, served.Root
	}
	bar := c.progress("pages")
	in.Progress = bar.update
	result := rules.Check(*in)
	bar.done()

	options := report.Options{FailOn: w.failOn, All: f.report.all, Version: Version(), PathPrefix: pathPrefix(f.pathPrefix, dir), Material: &report.Material{
		Files: tree.Files, Read: func(path string, limit int64) ([]byte, error) { return tree.Read(path, nil, limit) },
	}}
	if err := c.writeReports(w.outputs, result, options); err != nil {
		return err
	}
	if file, ok := c.Environ("GITHUB_STEP_SUMMARY"); ok && file != "" && f.report.format == "github" {
		if err := appendFile(file, func(w io.Writer) error { return report.Markdown(w, result, options) }); err != nil {
			return err
		}
	}
	if result.Summary.Count(w.failOn) > 0 {
		return errFindings
	}
	return nil
}

// pathPrefix is where the tree lies in the repository: as said, else DIR
// itself where it is below the working folder.
func pathPrefix(said, dir string) string {
	if said != "" {
		return filepath.ToSlash(filepath.Clean(said))
	}
	if clean := filepath.ToSlash(filepath.Clean(dir)); filepath.IsLocal(dir) && clean != "." {
		return clean
	}
	return ""
}

// gather closes the deployment and reads the discovery set: everything that
// the rules judge the pages by. The configuration may stand beside the folder dir.
func (c *Command) gather(tree *site.Tree, dir string, flags *declaredFlags) (*rules.Input, error) {
	if g, ok := tree.Source(); ok {
		if built := builtBelow(dir); built != "" {
			return nil, fmt.Errorf("%s is the source of a %s site, not what that publishes: name %s", dir, g.Name, built)
		}
		return nil, fmt.Errorf("%s is the source of a %s site, not what that publishes: run %s in it, then name %s", dir, g.Name, g.Build, filepath.Join(dir, g.Output))
	}
	cfg, pagesJSON, err := flags.load(dir)
	if err != nil {
		return nil, err
	}
	doc, file := rules.ReadManifest(tree, "")
	sources := config.Sources{
		Flags: flags.declarations(), Config: cfg.Declarations, PagesJSON: pagesJSON,
		CNAME: config.FromCNAME(tree.Document("CNAME").Src, "CNAME"),
	}
	if file != nil && file.Claims {
		sources.Manifest = config.FromManifest(file, doc.Path)
	}
	declared := sources.Declared()
	deployment, problems := ghpages.CloseOn(tree, declared)
	if ghpages.HasOpen(problems) {
		return nil, openValues(problems)
	}
	if dir, ok := deployment.DiscoveryPath(); ok && dir != "" {
		doc, file = rules.ReadManifest(tree, dir)
	}
	in := &rules.Input{
		Tree: tree, Deployment: deployment, Declared: declared, Problems: problems,
		Set: rules.ReadSet(tree, &deployment, doc, file),
	}
	if err := configure(in, cfg); err != nil {
		return nil, err
	}
	if file != nil {
		for _, e := range file.Excluded {
			in.Excluded = append(in.Excluded, site.Exclusion{Pattern: e.Path.Value, Reason: e.Reason.Value})
		}
	}
	return in, nil
}

// openValues is the one line that lists what is missing and what to write.
// Where most is missing, nobody has told the program anything yet, and the
// reasons of each value would only hide what to type.
func openValues(problems []ghpages.Problem) error {
	var parts, names, flags []string
	undeclared := true
	for _, p := range problems {
		if !p.Open {
			continue
		}
		parts = append(parts, p.Message+" ("+p.Fix+")")
		names = append(names, p.Key.Variable())
		flag := p.Key.Flag()
		_, value, found := strings.Cut(p.Fix, "pass "+flag+" ")
		value, _, _ = strings.Cut(value, " ")
		value = strings.TrimRight(value, ",;")
		if value == "URL" {
			value = "https://example-user.github.io/example-project/"
		}
		flags = append(flags, flag+" "+value)
		undeclared = undeclared && found && p.Origin.Kind == ""
	}
	if undeclared && len(parts) > 2 {
		last := len(names) - 1
		return fmt.Errorf("the deployment is not closed: nothing declares %s and %s; pass %s with the values of the site, or write them into a discovery.toml, see %s",
			strings.Join(names[:last], ", "), names[last], strings.Join(flags, " "), strings.TrimSuffix(rules.DocsRoot, "rules/")+"discovery-toml/")
	}
	return fmt.Errorf("the deployment is not closed: %s", strings.Join(parts, "; "))
}

// writeReports writes all reports, in order.
func (c *Command) writeReports(outputs []output, result *rules.Result, o report.Options) error {
	for _, out := range outputs {
		if err := c.writeReport(out, result, o); err != nil {
			return err
		}
	}
	return nil
}

// writeReport writes one report. A file appears whole or not at all.
func (c *Command) writeReport(out output, result *rules.Result, o report.Options) error {
	if out.file != "" {
		return writeFile(out.file, func(w io.Writer) error { return report.Write(w, out.format, result, o) })
	}
	o.Color, o.Width = c.color(), terminalWidth(c.Stdout)
	if err := report.Write(c.Stdout, out.format, result, o); err != nil {
		return fmt.Errorf("cannot write the report to standard output: %w", plain(err))
	}
	return nil
}

// writeFile writes a file beside its place and moves it there when it is
// whole. What stands there and is no regular file, such as a pipe, is written
// to as it is.
func writeFile(name string, write func(io.Writer) error) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("cannot write %s: %w", name, plain(err))
		}
	}()
	place := name
	if target, err := filepath.EvalSymlinks(name); err == nil {
		place = target
	}
	mode := fs.FileMode(0o666) // less what the umask takes
	if info, err := os.Stat(place); err == nil {
		if f := standard(info); f != nil {
			return write(f) // a new file in its place would lose what else goes there
		}
		if !info.Mode().IsRegular() {
			f, err := os.OpenFile(place, os.O_WRONLY, 0) // #nosec G304 -- the user names it as a report's place
			if err != nil {
				return err
			}
			return errors.Join(write(f), f.Close())
		}
		mode = info.Mode().Perm()
	}
	temp, err := createTemp(filepath.Dir(place), mode)
	if err != nil {
		return err
	}
	err = errors.Join(write(temp), temp.Close())
	return unfinished.finish(temp.Name(), func() error {
		if err == nil {
			err = os.Rename(temp.Name(), place)
		}
		if err != nil {
			os.Remove(temp.Name())
		}
		return err
	})
}

// createTemp is os.CreateTemp with a mode: a report that names what is wrong
// with a private site is for those whom the umask lets read it.
func createTemp(dir string, mode fs.FileMode) (*os.File, error) {
	for {
		name := filepath.Join(dir, ".discovery-helper-"+rand.Text())
		unfinished.add(name)                                                 // before it is there: a signal may come in between
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode) // #nosec G304 -- beside the place that the user names
		if err != nil {
			_ = unfinished.finish(name, func() error { return nil })
		}
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// standard is standard output or error, if the file is where that goes, as
// /dev/stdout is by another name; else nil.
func standard(info fs.FileInfo) *os.File {
	for _, f := range []*os.File{os.Stdout, os.Stderr} {
		if there, err := f.Stat(); err == nil && there.Mode().IsRegular() && os.SameFile(info, there) {
			return f
		}
	}
	return nil
}

// appendFile adds to a file that others write to as well.
func appendFile(name string, write func(io.Writer) error) error {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644) // #nosec G302 G304 -- GITHUB_STEP_SUMMARY names it, and others read it
	if err == nil {
		err = errors.Join(write(f), f.Close())
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", name, plain(err))
	}
	return nil
}

// plain is a file error without the name that it was about: the message around
// it says that, and better than the name of a temporary file.
func plain(err error) error {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p):
		return p.Err
	case errors.As(err, &l):
		return l.Err
	}
	return err
}
