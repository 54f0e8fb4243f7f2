package command

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/discovery-set/hugo-discovery/internal/config"
	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/rules"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

// noConfig as the value of --config: use no file, not even one that is there.
const noConfig = "none"

// declaredFlags are the deployment values as flags, and the files that may
// hold them instead.
type declaredFlags struct {
	values    []declaredFlag
	config    string
	pagesJSON string
	set       *pflag.FlagSet
}

type declaredFlag struct {
	key  ghpages.Key
	name string
	text string
}

func (f *declaredFlags) register(set *pflag.FlagSet) {
	f.set = set
	f.values = []declaredFlag{
		{key: ghpages.KeySiteRoot, name: "site-root"},
		{key: ghpages.KeyOwner, name: "owner"},
		{key: ghpages.KeyRepo, name: "repo"},
		{key: ghpages.KeyPagesType, name: "pages-type"},
		{key: ghpages.KeyCustomDomain, name: "custom-domain"},
	}
	usage := map[string]string{
		"site-root":     "`URL` where the tree begins: SITE_ROOT",
		"owner":         "GitHub user or organisation: `OWNER`",
		"repo":          "repository: `REPO`",
		"pages-type":    "`TYPE`: USER_OR_ORG_SITE, PROJECT_SITE or CUSTOM_DOMAIN_SITE",
		"custom-domain": "active custom domain, a bare `HOST`, or NONE",
	}
	for i := range f.values {
		v := &f.values[i]
		set.StringVar(&v.text, v.name, "", usage[v.name])
	}
	set.StringVar(&f.config, "config", "", "`FILE` with declared values: discovery.toml or a Hugo TOML configuration; none: no file\n(default: discovery.toml, hugo.toml or config.toml beside the tree, else in this folder, never in the tree)")
	set.StringVar(&f.pagesJSON, "pages-json", "", "`FILE`: a saved answer of the Pages API (gh api repos/OWNER/REPO/pages)")
}

// declarations are what the flags themselves say.
func (f *declaredFlags) declarations() []ghpages.Declaration {
	var all []ghpages.Declaration
	for _, v := range f.values {
		if f.set.Changed(v.name) {
			all = append(all, config.Flag(v.key, v.text))
		}
	}
	return all
}

// load reads the files that the flags name; for the configuration, where none
// is named, what findConfig finds.
func (f *declaredFlags) load(tree string) (*config.Config, []ghpages.Declaration, error) {
	for _, flag := range []struct{ name, file, none string }{
		{"config", f.config, "write a file, or --config none for no file"},
		{"pages-json", f.pagesJSON, "write a file, or leave the flag out"},
	} {
		if f.set.Changed(flag.name) && isBlank(flag.file) {
			return nil, nil, fmt.Errorf("--%s %q is no name; %s", flag.name, flag.file, flag.none)
		}
	}
	cfg := &config.Config{}
	file := f.config
	switch file {
	case "":
		var err error
		if file, err = findConfig(tree); err != nil {
			return nil, nil, err
		}
	case noConfig:
		file = ""
	}
	if file != "" {
		var err error
		if cfg, err = config.Load(file); err != nil {
			return nil, nil, err
		}
	}
	if f.pagesJSON == "" {
		return cfg, nil, nil
	}
	pagesJSON, err := config.LoadPagesJSON(f.pagesJSON)
	return cfg, pagesJSON, err
}

// findConfig returns the first configuration that stands beside the tree, or in
// the working folder; "" where there is none. What lies in the tree itself is
// none: whoever wrote the tree would say how it is judged. Where that is all
// that is found, it is an error, since it may be meant. A tree of "" is none
// that lies in a folder of the user's.
func findConfig(tree string) (string, error) {
	places := []string{"."}
	if tree != "" {
		places = []string{filepath.Join(tree, ".."), "."}
	}
	var within string
	for _, place := range places {
		if file, err := config.Find(place); err != nil {
			return "", err
		} else if file != "" && tree != "" && lies(place, tree) {
			within = file
		} else if file != "" {
			return file, nil
		}
	}
	if within != "" {
		return "", &config.Error{
			File: within, Message: "lies in the tree that is to be judged, which anybody may have written",
			Fix: "if it is meant, name it with --config " + within + "; else pass --config none",
		}
	}
	return "", nil
}

// lies reports whether a folder is the tree or within it.
func lies(folder, tree string) bool {
	rel, err := filepath.Rel(real(tree), real(folder))
	return err == nil && filepath.IsLocal(rel)
}

// real is the path of a folder without links, as far as that can be told.
func real(folder string) string {
	if abs, err := filepath.Abs(folder); err == nil {
		folder = abs
	}
	if plain, err := filepath.EvalSymlinks(folder); err == nil {
		folder = plain
	}
	return folder
}

// configure hands the rules what the configuration says beside the declared
// values. It fails where a rule is named that does not exist.
func configure(in *rules.Input, cfg *config.Config) error {
	in.AllowRootRelative = cfg.AllowRootRelative
	in.Role = cfg.Role
	for _, e := range cfg.Exclude {
		in.Excluded = append(in.Excluded, site.Exclusion{Pattern: e.Path, Reason: e.Reason})
	}
	everywhere, err := severities(cfg.Rules)
	if err != nil {
		return err
	}
	type override struct {
		path  string
		rules map[string]rules.Severity
	}
	var overrides []override
	for _, o := range cfg.Overrides {
		set, err := severities(o.Rules)
		if err != nil {
			return err
		}
		overrides = append(overrides, override{o.Path, set})
	}
	if len(everywhere) == 0 && len(overrides) == 0 {
		return nil
	}
	in.SeverityOf = func(rule, file string, as rules.Severity) rules.Severity {
		if s, ok := everywhere[rule]; ok {
			as = s
		}
		for _, o := range overrides {
			if s, ok := o.rules[rule]; ok && config.Match(o.path, file) {
				as = s
			}
		}
		return as
	}
	return nil
}

func severities(settings []config.RuleSetting) (map[string]rules.Severity, error) {
	set := map[string]rules.Severity{}
	for _, s := range settings {
		place := fmt.Sprintf("%s:%d:%d", s.Origin.File, s.Origin.Line, s.Origin.Column)
		if _, known := rules.ByID(s.Rule); !known {
			return nil, fmt.Errorf("%s: %w", place, unknownRule(s.Rule))
		}
		severity, err := rules.ParseSeverity(s.Severity)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", place, err)
		}
		set[s.Rule] = severity
	}
	return set, nil
}
