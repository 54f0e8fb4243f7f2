package config

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/spelling"
)

// The keys of the discovery table beside those of the deployment. The second
// group belongs to the Hugo module; a discovery.toml may hold them too, so that
// one table serves both.
var (
	helperKeys = []string{"repository", "exclude", "rules", "override", "allowRootRelative", "role"}
	moduleKeys = []string{
		"whenOpen", "image", "imageAlt", "favicon", "language", "head", "footer", "software", "author", "llms", "robots",
		"sitemap", "preset",
	}
)

// moduleTables are the keys of those that are tables. They are the module's:
// gate/keys.html has them too, and a test compares.
var moduleTables = map[string][]string{
	"head": {
		"preset", "robotsKey", "hooks", "lists", "noindex", "takes", "exclude", "title", "description", "robots", "canonical", "alternates",
		"twin", "hreflang", "opengraph", "jsonld", "favicon",
	},
	"footer": {"style"},
	"software": {
		"about", "alternateName", "applicationCategory", "codeRepository", "isAccessibleForFree", "keywords", "license", "licenseURL", "name",
		"operatingSystem", "programmingLanguage", "runtimePlatform",
	},
	"author":  {"name", "type", "url", "sameAs"},
	"llms":    {"details", "optional", "perSection", "perLanguage", "full"},
	"robots":  {"extra"},
	"sitemap": {"maxURLs", "maxBytes"},
}

type reader struct {
	md   *toml.MetaData
	out  *Config
	errs []*Error
	more int // errors beyond maxErrors

	lines  []string
	tables map[string]map[string]toml.Primitive // by path, that of the whole file is ""; see locate
	places map[string]place                     // by path
}

type place struct{ line, column int }

// maxErrors bounds how many errors of one file are told.
const maxErrors = 50

// own reads a discovery.toml: the [discovery] table, or the same keys at the
// top; beside the table nothing else may stand at the top.
func (r *reader) own(top, table map[string]any, isTable bool) {
	if !isTable {
		if v, ok := top["discovery"]; ok {
			r.fail([]string{"discovery"}, fmt.Sprintf("discovery is %s, not a table", kindOf(v)), "write [discovery] on a line of its own")
			return
		}
		r.table(nil, top)
		return
	}
	for _, key := range sortedKeys(top) {
		if key == "discovery" || key == "$schema" {
			continue
		}
		r.fail([]string{key}, fmt.Sprintf("the key %s stands outside [discovery]", key), "move it into the table")
	}
	r.table([]string{"discovery"}, table)
}

// hugo reads a Hugo configuration: baseURL and params.discovery, in any case.
func (r *reader) hugo(top map[string]any) {
	for _, key := range sortedKeys(top) {
		switch folded(key) {
		case "baseurl":
			text, ok := top[key].(string)
			if !ok {
				r.wrongType([]string{key}, top[key], "a string")
			} else if strings.Trim(text, "/ ") != "" {
				r.declare(ghpages.KeySiteRoot, []string{key}, text)
			}
		case "discovery": // a table of that name makes the file ours
			if _, ok := top[key].(map[string]any); ok {
				r.fail([]string{key}, "the table "+key+" is not read by that name", "write [discovery]")
				continue
			}
			r.fail([]string{key}, key+" is "+kindOf(top[key])+", not a table", "write [discovery] on a line of its own")
		case "params":
			params, ok := top[key].(map[string]any)
			if !ok {
				r.fail([]string{key}, key+" is "+kindOf(top[key])+", not a table", "write [params.discovery]")
			}
			for _, name := range sortedKeys(params) {
				if folded(name) != "discovery" {
					continue
				}
				if table, ok := params[name].(map[string]any); ok {
					r.table([]string{key, name}, table)
				} else {
					r.fail([]string{key, name}, "params.discovery is "+kindOf(params[name])+", not a table", "write [params.discovery]")
				}
			}
		}
	}
}

func (r *reader) table(at []string, table map[string]any) {
	seen := make(map[string]string)
	for _, key := range sortedKeys(table) {
		path := append(at[:len(at):len(at)], key)
		value := table[key]
		fold := folded(key)
		if other, twice := seen[fold]; twice {
			r.fail(path, fmt.Sprintf("%s and %s are one key", other, key), "keep one of them")
			continue
		}
		seen[fold] = key
		if k, ok := deploymentKeys[fold]; ok {
			r.deploymentKey(k, path, value)
			continue
		}
		switch fold {
		case "repository":
			r.repository(path, value)
		case "exclude":
			r.excludes(path, value)
		case "rules":
			r.out.Rules = append(r.out.Rules, r.rules(path, value, false)...)
		case "override":
			r.overrides(path, value)
		case "allowrootrelative":
			r.out.AllowRootRelative = r.boolean(path, value)
		case "role":
			r.role(path, value)
		case "$schema":
		default:
			if foldedKeys()[fold] {
				r.moduleTable(path, fold, value)
			} else {
				r.unknown(path, key, keys())
			}
		}
	}
}

// moduleTable looks for misspelt keys in a table of the module's; whether their
// values are right is for the module to say.
func (r *reader) moduleTable(path []string, name string, value any) {
	known, isKnown := moduleTables[name]
	table, isTable := value.(map[string]any)
	if !isKnown || !isTable {
		return
	}
	for _, key := range sortedKeys(table) {
		if !slices.ContainsFunc(known, func(k string) bool { return folded(k) == folded(key) }) {
			r.unknown(append(path[:len(path):len(path)], key), name+"."+key, known)
		}
	}
}

// keys lists every key of the table as it is written in camel case.
func keys() []string {
	all := append([]string(nil), helperKeys...)
	for _, k := range ghpages.Keys() {
		all = append(all, string(k))
	}
	return append(all, moduleKeys...)
}

var foldedKeys = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for _, k := range keys() {
		set[folded(k)] = true
	}
	return set
})

// unknown reports a key that is none of those of its table, with the nearest
// that is.
func (r *reader) unknown(path []string, key string, known []string) {
	fix := "remove it"
	if len(r.errs) < maxErrors { // looking for what is near takes its time
		if near := nearest(path[len(path)-1], known); near != "" {
			fix = "write " + near
		}
	}
	r.fail(path, fmt.Sprintf("the key %s is not known", key), fix)
}

func (r *reader) deploymentKey(key ghpages.Key, path []string, value any) {
	switch v := value.(type) {
	case string:
		r.declare(key, path, v)
	case bool:
		switch key {
		case ghpages.KeyControlsDomainRoot, ghpages.KeySiteRootConfirmed:
			r.declare(key, path, fmt.Sprint(v))
			return
		case ghpages.KeyCustomDomain:
			if !v {
				r.fail(path, "customDomain is false", `write customDomain = "NONE"`)
				return
			}
		}
		r.wrongType(path, value, "a string")
	default:
		r.wrongType(path, value, "a string")
	}
}

func (r *reader) declare(key ghpages.Key, path []string, text string) {
	r.out.Declarations = append(r.out.Declarations, ghpages.Declaration{Key: key, Value: ghpages.Value{Text: text, Origin: r.origin(path)}})
}

func (r *reader) repository(path []string, value any) {
	text, ok := value.(string)
	owner, repo, cut := strings.Cut(text, "/")
	if !ok || !cut || owner == "" || repo == "" || strings.Contains(repo, "/") {
		r.fail(path, "repository is not of the form owner/repo", `write repository = "example-user/example-project"`)
		return
	}
	r.declare(ghpages.KeyOwner, path, owner)
	r.declare(ghpages.KeyRepo, path, repo)
}

func (r *reader) role(path []string, value any) {
	switch text, _ := value.(string); text {
	case "artifact", "editorial", "profile":
		r.out.Role = text
	default:
		r.fail(path, fmt.Sprintf("role is %v", value), "write artifact, editorial or profile")
	}
}

func (r *reader) excludes(path []string, value any) {
	for i, item := range r.list(path, value) {
		at := fmt.Sprintf("%s[%d]", strings.Join(path, "."), i)
		e := Exclude{Origin: r.origin(path)}
		e.Origin.Name = at
		e.Path, e.Reason = r.pathAndReason(path, at, item, "path", "reason")
		if e.Path != "" && e.Reason != "" {
			r.out.Exclude = append(r.out.Exclude, e)
		}
	}
}

// pathAndReason reads the two keys that every exception has, and refuses keys
// other than those named.
func (r *reader) pathAndReason(path []string, at string, item map[string]any, allowed ...string) (glob, reason string) {
	for _, key := range sortedKeys(item) {
		switch folded(key) {
		case "path":
			glob, _ = item[key].(string)
		case "reason":
			reason, _ = item[key].(string)
			reason = strings.TrimSpace(reason)
		default:
			if !contains(allowed, folded(key)) {
				fix := "remove it"
				if len(r.errs) < maxErrors {
					if near := nearest(key, allowed); near != "" {
						fix = "write " + near
					}
				}
				r.fail(path, fmt.Sprintf("%s has the unknown key %s", at, key), fix)
			}
		}
	}
	if glob == "" {
		r.fail(path, at+" names no path", `write path = "docs/example.html", or a glob such as "docs/**"`)
	} else if err := checkGlob(glob); err != nil {
		r.fail(path, fmt.Sprintf("%s: the path %q %v", at, glob, err), "name a file of the tree, relative to its root")
		glob = ""
	}
	if reason == "" {
		r.fail(path, at+" gives no reason", `write reason = "…": every exception says why it is meant`)
	}
	return glob, reason
}

// rules reads a table of rule IDs. covered says that a reason is given around
// it, so that "off" needs none of its own.
func (r *reader) rules(path []string, value any, covered bool) []RuleSetting {
	table, ok := value.(map[string]any)
	if !ok {
		r.wrongType(path, value, `a table such as { "links/broken" = "error" }`)
		return nil
	}
	var out []RuleSetting
	for _, id := range sortedKeys(table) {
		at := append(path[:len(path):len(path)], id)
		s := RuleSetting{Rule: id, Origin: r.origin(at)}
		switch v := table[id].(type) {
		case string:
			s.Severity = v
		case map[string]any:
			for _, key := range sortedKeys(v) {
				switch key {
				case "severity":
					s.Severity, _ = v[key].(string)
				case "reason":
					s.Reason, _ = v[key].(string)
				default:
					r.fail(at, fmt.Sprintf("the rule %s has the unknown key %s", id, key), "write severity and reason")
				}
			}
		default:
			r.wrongType(at, v, "a severity")
			continue
		}
		switch s.Severity {
		case "info", "warning", "error":
		case "off":
			if strings.TrimSpace(s.Reason) == "" && !covered {
				r.fail(at, fmt.Sprintf("the rule %s is switched off without a reason", id), fmt.Sprintf(`write %q = { severity = "off", reason = "…" }`, id))
				continue
			}
		default:
			r.fail(at, fmt.Sprintf("the severity of %s is %q", id, s.Severity), "write off, info, warning or error")
			continue
		}
		out = append(out, s)
	}
	return out
}

func (r *reader) overrides(path []string, value any) {
	for i, item := range r.list(path, value) {
		at := fmt.Sprintf("%s[%d]", strings.Join(path, "."), i)
		o := Override{Origin: r.origin(path)}
		o.Origin.Name = at
		o.Path, o.Reason = r.pathAndReason(path, at, item, "path", "reason", "rules")
		for _, key := range sortedKeys(item) {
			if folded(key) == "rules" {
				o.Rules = r.rules(append(path[:len(path):len(path)], key), item[key], true)
			}
		}
		if len(o.Rules) == 0 {
			r.fail(path, at+" changes no rule", `write rules = { "links/broken" = "off" }`)
		}
		r.out.Overrides = append(r.out.Overrides, o)
	}
}

// list reads a list of tables, inline or [[…]].
func (r *reader) list(path []string, value any) []map[string]any {
	switch v := value.(type) {
	case []map[string]any:
		return v
	case []any:
		var out []map[string]any
		for _, item := range v {
			table, ok := item.(map[string]any)
			if !ok {
				r.wrongType(path, item, "a table with path and reason")
				return nil
			}
			out = append(out, table)
		}
		return out
	}
	r.wrongType(path, value, "a list of tables with path and reason")
	return nil
}

func (r *reader) boolean(path []string, value any) bool {
	b, ok := value.(bool)
	if !ok {
		r.wrongType(path, value, "true or false")
	}
	return b
}

func (r *reader) wrongType(path []string, value any, want string) {
	r.fail(path, fmt.Sprintf("%s is %s", path[len(path)-1], kindOf(value)), "write "+want)
}

func (r *reader) fail(path []string, message, fix string) {
	if len(r.errs) == maxErrors {
		r.more++
		return
	}
	o := r.origin(path)
	r.errs = append(r.errs, &Error{File: o.File, Line: o.Line, Column: o.Column, Message: message, Fix: fix})
}

// origin says where the value at path stands. The TOML library keeps positions
// to itself but puts them into errors, so what cannot be decoded gets hold of
// them.
func (r *reader) origin(path []string) ghpages.Origin {
	o := ghpages.Origin{Kind: ghpages.FromConfig, Name: strings.Join(path, "."), File: r.out.File}
	o.Line, o.Column = r.locate(path)
	return o
}

// locate finds each place and each table once: a file may have as many of them
// as it has bytes.
func (r *reader) locate(path []string) (line, column int) {
	id := strings.Join(path, "\x00")
	p, known := r.places[id]
	if !known {
		p = r.find(path)
		r.places[id] = p
	}
	return p.line, p.column
}

func (r *reader) find(path []string) place {
	last := len(path) - 1
	table, ok := r.tableAt(path[:last])
	if !ok {
		return place{}
	}
	value, ok := table[path[last]]
	if !ok {
		return place{}
	}
	line := 0
	if err := r.md.PrimitiveDecode(value, new(probe)); err != nil {
		_, _ = fmt.Sscanf(err.Error(), "toml: line %d ", &line)
	}
	return r.column(line, path[last])
}

// tableAt gives the table at path, and whether there is one.
func (r *reader) tableAt(path []string) (map[string]toml.Primitive, bool) {
	id := strings.Join(path, "\x00")
	if table, known := r.tables[id]; known {
		return table, table != nil
	}
	var table map[string]toml.Primitive
	if outer, ok := r.tableAt(path[:len(path)-1]); ok {
		if value, ok := outer[path[len(path)-1]]; !ok || r.md.PrimitiveDecode(value, &table) != nil {
			table = nil
		}
	}
	r.tables[id] = table
	return table, table != nil
}

// column finds the key in the line of its value: what a reader looks for is the
// key, and for tables the library's column is that of another line.
func (r *reader) column(line int, key string) place {
	if line < 1 || line > len(r.lines) {
		return place{}
	}
	if i := strings.Index(r.lines[line-1], key); i >= 0 {
		return place{line, i + 1}
	}
	return place{line, 1}
}

// probe is of a kind into which nothing can be decoded. An UnmarshalTOML that
// fails would tell more, but takes a copy of the whole file to do so.
type probe chan struct{}

func kindOf(v any) string {
	switch v.(type) {
	case string:
		return "a string"
	case bool:
		return "a boolean"
	case int64, float64:
		return "a number"
	case []any, []map[string]any:
		return "a list"
	case map[string]any:
		return "a table"
	}
	return "a date"
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

func contains(list []string, s string) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}

// nearest finds the known key that a misspelt one probably means: at most a
// third of its letters differ, or two of a short one, which may have changed
// their places.
func nearest(key string, known []string) string {
	best, bestDistance := "", len(key)/3+1
	if len(key) > 3 {
		bestDistance = max(bestDistance, 3)
	}
	for _, k := range known {
		if d := spelling.Distance(folded(key), folded(k), bestDistance); d < bestDistance {
			best, bestDistance = k, d
		}
	}
	return best
}
