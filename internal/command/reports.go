package command

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/discovery-set/hugo-discovery/internal/report"
	"github.com/discovery-set/hugo-discovery/internal/rules"
)

// reportFlags say of a command that gives findings which of them count, and
// where they are written.
type reportFlags struct {
	format    string
	reports   []string
	failOn    string
	overrides []string
	all       bool
}

func (f *reportFlags) register(set *pflag.FlagSet) {
	set.StringVar(&f.format, "format", "text", "`FORMAT` on standard output: "+strings.Join(report.Names(), ", "))
	set.StringArrayVar(&f.reports, "report", nil, "also write `FORMAT=FILE`; repeatable")
	set.StringVar(&f.failOn, "fail-on", "error", "`SEVERITY` from which findings fail the run: error, warning or info")
	set.StringArrayVar(&f.overrides, "rule", nil, "`ID=SEVERITY` of a rule (off, info, warning, error); repeatable")
	set.BoolVar(&f.all, "all", false, "show every finding where the text would group them")
}

// wanted are the flags as they are meant.
type wanted struct {
	failOn     rules.Severity
	severities map[string]rules.Severity
	outputs    []output
}

// parse reads the flags, before any work begins.
func (f *reportFlags) parse() (w wanted, err error) {
	w.failOn, err = rules.ParseSeverity(f.failOn)
	if err != nil || w.failOn == rules.Off {
		return w, fmt.Errorf("--fail-on %s: write error, warning or info", f.failOn)
	}
	if w.severities, err = parseOverrides(f.overrides); err != nil {
		return w, err
	}
	w.outputs, err = parseReports(f.format, f.reports)
	return w, err
}

// severityOf is the severity of a rule's findings: as the flags say, else as
// the configuration does, where there is one.
func (w *wanted) severityOf(configured func(rule, file string, as rules.Severity) rules.Severity) func(rule, file string, as rules.Severity) rules.Severity {
	if len(w.severities) == 0 {
		return configured
	}
	return func(rule, file string, as rules.Severity) rules.Severity {
		if s, ok := w.severities[rule]; ok {
			return s
		}
		if configured != nil {
			return configured(rule, file, as)
		}
		return as
	}
}

// parseOverrides reads ID=SEVERITY.
func parseOverrides(flags []string) (map[string]rules.Severity, error) {
	severities := map[string]rules.Severity{}
	for _, flag := range flags {
		id, name, ok := strings.Cut(flag, "=")
		if !ok {
			return nil, fmt.Errorf("--rule %s: write ID=SEVERITY, such as --rule links/broken=error", flag)
		}
		if _, known := rules.ByID(id); !known {
			return nil, fmt.Errorf("--rule %s: %w", flag, unknownRule(id))
		}
		severity, err := rules.ParseSeverity(name)
		if err != nil {
			return nil, fmt.Errorf("--rule %s: %w", flag, err)
		}
		severities[id] = severity
	}
	return severities, nil
}

// output is one place that a report goes to.
type output struct{ format, file string }

// parseReports reads --format and the FORMAT=FILE of --report, and finds what
// cannot be written before the work begins.
func parseReports(format string, flags []string) ([]output, error) {
	var outputs []output
	seen := map[string]bool{}
	for _, flag := range flags {
		format, file, ok := strings.Cut(flag, "=")
		if !ok || file == "" {
			return nil, fmt.Errorf("--report %s: write FORMAT=FILE, such as --report json=report.json", flag)
		}
		if seen[filepath.Clean(file)] {
			return nil, fmt.Errorf("--report %s: another report goes to %s too; name another file", flag, file)
		}
		seen[filepath.Clean(file)] = true
		if info, err := os.Stat(file); err == nil && info.IsDir() {
			return nil, fmt.Errorf("--report %s: %s is a folder; name a file in it", flag, file)
		}
		if info, err := os.Stat(filepath.Dir(file)); err != nil || !info.IsDir() {
			return nil, fmt.Errorf("--report %s: there is no folder %s; make it first", flag, filepath.Dir(file))
		}
		outputs = append(outputs, output{format, file})
	}
	// Standard output comes last: what a reader sees there is the last word.
	outputs = append(outputs, output{format: format})
	for _, out := range outputs {
		if err := report.Known(out.format); err != nil {
			return nil, err
		}
	}
	return outputs, nil
}

// spare refuses a report in the place of a file that is judged: the next run
// would judge the report. judged says so of a file that is there.
func spare(outputs []output, judged func(info fs.FileInfo, place string) bool) error {
	for _, out := range outputs {
		place, err := filepath.EvalSymlinks(out.file)
		if err != nil || out.file == "" {
			continue // not there
		}
		if info, err := os.Stat(place); err == nil && judged(info, place) {
			return fmt.Errorf("--report %s=%s: that file is judged; name one out of the tree", out.format, out.file)
		}
	}
	return nil
}

// within judges the regular files below a folder.
func within(dir string) func(info fs.FileInfo, place string) bool {
	absolute := func(name string) string {
		if abs, err := filepath.Abs(name); err == nil {
			return abs
		}
		return name
	}
	root, err := filepath.EvalSymlinks(dir)
	if err != nil {
		root = dir
	}
	return func(info fs.FileInfo, place string) bool {
		rel, err := filepath.Rel(absolute(root), absolute(place))
		return err == nil && filepath.IsLocal(rel) && info.Mode().IsRegular()
	}
}

// oneOf judges the files that are named.
func oneOf(names []string) func(info fs.FileInfo, place string) bool {
	return func(info fs.FileInfo, _ string) bool {
		return slices.ContainsFunc(names, func(name string) bool {
			there, err := os.Stat(name)
			return err == nil && there.Mode().IsRegular() && os.SameFile(info, there)
		})
	}
}
