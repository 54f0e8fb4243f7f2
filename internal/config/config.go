package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/plural"
	"github.com/discovery-set/hugo-discovery/internal/pos"
)

// Config is what one configuration file says.
type Config struct {
	File string
	Hugo bool // a Hugo configuration, of which only baseURL and params.discovery count

	Declarations []ghpages.Declaration

	// Exclude names HTML files that are deliberately no canonical pages.
	Exclude []Exclude
	// Rules changes severities for the whole tree, Overrides for some paths.
	Rules     []RuleSetting
	Overrides []Override
	// AllowRootRelative accepts root-relative references that resolve exactly to
	// their target (R143).
	AllowRootRelative bool
	// Role is the default page role: artifact, editorial or profile; empty when
	// not declared.
	Role string
}

// Exclude is an HTML file, or a glob of them, that is no canonical page.
type Exclude struct {
	Path   string // tree path or glob; see Match
	Reason string
	Origin ghpages.Origin
}

// RuleSetting sets the severity of one rule: off, info, warning or error.
type RuleSetting struct {
	Rule     string // an ID; whether it exists is for the rules to say
	Severity string
	Reason   string // never empty where Severity is off
	Origin   ghpages.Origin
}

// Override sets severities for the files that a glob matches.
type Override struct {
	Path   string
	Reason string
	Rules  []RuleSetting
	Origin ghpages.Origin
}

// Error is a configuration that cannot be used.
type Error struct {
	File         string
	Line, Column int
	Message, Fix string
}

func (e *Error) Error() string {
	place := e.File
	if e.Line > 0 {
		place = fmt.Sprintf("%s:%d:%d", e.File, e.Line, e.Column)
	}
	if e.Fix == "" {
		return place + ": " + e.Message
	}
	return place + ": " + e.Message + "; " + e.Fix
}

// Find returns the first configuration in dir: discovery.toml, hugo.toml or
// config.toml; "" when there is none. A link that leads out of dir is an
// *Error: nobody has named what it leads to, and messages quote what they read.
func Find(dir string) (string, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", nil // nothing is there
	}
	defer root.Close()
	for _, name := range []string{"discovery.toml", "hugo.toml", "config.toml"} {
		file := filepath.Join(dir, name)
		switch info, err := root.Stat(name); {
		case err == nil && info.Mode().IsRegular():
			return file, nil
		case err == nil:
			return "", &Error{File: file, Message: "is not a regular file", Fix: "remove it, name another with --config, or pass --config none"}
		case errors.Is(err, fs.ErrNotExist):
			if _, err := root.Lstat(name); err == nil {
				return "", &Error{File: file, Message: "is a link to a file that is not there", Fix: "remove it, name another with --config, or pass --config none"}
			}
			continue
		}
		if info, err := root.Lstat(name); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return "", &Error{File: file, Message: "is a link that leads out of its folder", Fix: "name it with --config if it is meant, or pass --config none"}
		}
	}
	return "", nil
}

// Load reads a configuration file. The error is an *Error or several of them,
// joined.
func Load(file string) (*Config, error) {
	data, err := Read(file)
	if err != nil {
		return nil, err
	}
	return Parse(file, data)
}

// Parse reads a configuration. A file named discovery.toml, or one with a
// [discovery] table, is ours and read strictly; any other is a Hugo
// configuration, of which baseURL and [params.discovery] are read, the latter
// strictly.
func Parse(file string, data []byte) (*Config, error) {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".yaml", ".yml", ".json":
		return nil, &Error{File: file, Message: "is not TOML, the only form of a configuration that is read here", Fix: "write the deployment values into a discovery.toml beside it"}
	}
	var values map[string]toml.Primitive
	md, err := DecodeTOML(file, data, &values)
	if err != nil {
		return nil, err
	}
	top := make(map[string]any, len(values))
	for key, value := range values {
		var v any
		if err := md.PrimitiveDecode(value, &v); err != nil {
			return nil, syntaxError(file, err)
		}
		top[key] = v
	}
	r := &reader{
		md: &md, out: &Config{File: file}, lines: strings.Split(string(data), "\n"),
		tables: map[string]map[string]toml.Primitive{"": values}, places: map[string]place{},
	}
	table, isTable := top["discovery"].(map[string]any)
	switch {
	case filepath.Base(file) == "discovery.toml" || isTable:
		r.own(top, table, isTable)
	default:
		r.out.Hugo = true
		r.hugo(top)
	}
	sort.SliceStable(r.out.Declarations, func(i, j int) bool {
		a, b := r.out.Declarations[i].Origin, r.out.Declarations[j].Origin
		return a.Line < b.Line || a.Line == b.Line && a.Column < b.Column
	})
	if len(r.errs) > 0 {
		sort.SliceStable(r.errs, func(i, j int) bool { return r.errs[i].Line < r.errs[j].Line })
		all := make([]error, len(r.errs))
		for i, e := range r.errs {
			all[i] = e
		}
		if r.more > 0 {
			all = append(all, &Error{File: file, Message: "has " + plural.Of(r.more, "more fault"), Fix: "mend these first"})
		}
		return nil, errors.Join(all...)
	}
	return r.out, nil
}

// DecodeTOML is toml.Decode for a file that anybody may have written: one that
// nests too deep is refused before the library sees it. The error is an *Error.
func DecodeTOML(file string, data []byte, into any) (toml.MetaData, error) {
	if at := tooDeep(string(data)); at >= 0 {
		line, column := lineColumn(data, at)
		return toml.MetaData{}, &Error{File: file, Line: line, Column: column, Message: fmt.Sprintf("nests deeper than %d levels", maxDepth), Fix: "no configuration needs that; name the right file"}
	}
	md, err := toml.Decode(string(data), into)
	if err != nil {
		err = syntaxError(file, err)
	}
	return md, err
}

func syntaxError(file string, err error) error {
	if pe, ok := errors.AsType[toml.ParseError](err); ok {
		return &Error{File: file, Line: pe.Position.Line, Column: pe.Position.Col, Message: "is not valid TOML: " + pe.Message, Fix: "correct this line"}
	}
	return &Error{File: file, Message: err.Error()}
}

func lineColumn(data []byte, offset int) (line, column int) { return pos.LineColumn(data, offset) }
