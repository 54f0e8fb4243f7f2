package config

import (
	"sort"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/manifest"
)

// Sources holds the declarations of one run, by where they come from.
type Sources struct {
	Flags, Env, Config, PagesJSON, Manifest []ghpages.Declaration
}

// Declared puts the sources in their order of precedence: flags, environment,
// configuration, Pages API, manifest. Nothing is dropped: what loses stays in
// Others.
func (s Sources) Declared() ghpages.Declared {
	var d ghpages.Declared
	for _, list := range [][]ghpages.Declaration{s.Flags, s.Env, s.Config, s.PagesJSON, s.Manifest} {
		for _, v := range list {
			d.Add(v.Key, v.Value)
		}
	}
	return d
}

// Flag is the declaration that a command line flag makes.
func Flag(key ghpages.Key, text string) ghpages.Declaration {
	return ghpages.Declaration{Key: key, Value: ghpages.Value{
		Text:   text,
		Origin: ghpages.Origin{Kind: ghpages.FromFlag, Name: key.Flag()},
	}}
}

// FromEnv reads the declarations of CI variables: HUGO_PARAMS_DISCOVERY_… for
// every key, HUGO_BASEURL, and GITHUB_REPOSITORY. environ is a list as
// os.Environ gives it. Only callers whose user asked for it may call this
// (R027): a variable that happens to be set is a guess.
func FromEnv(environ []string) []ghpages.Declaration {
	environ = append([]string(nil), environ...)
	sort.Strings(environ)
	var explicit, repository []ghpages.Declaration
	add := func(list *[]ghpages.Declaration, key ghpages.Key, text, name string) {
		*list = append(*list, ghpages.Declaration{Key: key, Value: ghpages.Value{
			Text: text, Origin: ghpages.Origin{Kind: ghpages.FromEnv, Name: name},
		}})
	}
	for _, e := range environ {
		name, text, _ := strings.Cut(e, "=")
		if text == "" {
			continue
		}
		rest, ours := strings.CutPrefix(name, "HUGO_PARAMS_DISCOVERY_")
		switch {
		case ours && folded(rest) == "repository", name == "GITHUB_REPOSITORY":
			owner, repo, ok := strings.Cut(text, "/")
			if !ok {
				owner, repo = "", text
			}
			list := &explicit
			if !ours {
				list = &repository
			}
			if owner != "" {
				add(list, ghpages.KeyOwner, owner, name)
			}
			add(list, ghpages.KeyRepo, repo, name)
		case name == "HUGO_BASEURL":
			add(&explicit, ghpages.KeySiteRoot, text, name)
		case ours:
			if key, ok := deploymentKeys[folded(rest)]; ok {
				add(&explicit, key, text, name)
			}
		}
	}
	return append(explicit, repository...)
}

// FromManifest lists the values that a raw-manifest.json declares in its
// deployment. name is how messages call the file.
func FromManifest(f *manifest.File, name string) []ghpages.Declaration {
	d := &f.Deployment
	var out []ghpages.Declaration
	add := func(key ghpages.Key, pointer, text string, offset int) {
		line, column := f.Lines.LineColumn(offset)
		out = append(out, ghpages.Declaration{Key: key, Value: ghpages.Value{Text: text, Origin: ghpages.Origin{
			Kind: ghpages.FromManifest, Name: "/deployment/" + pointer, File: name, Line: line, Column: column,
		}}})
	}
	for _, v := range []struct {
		key     ghpages.Key
		pointer string
		text    manifest.Text
	}{
		{ghpages.KeyProvider, "provider", d.Provider},
		{ghpages.KeyOwner, "owner", d.Owner},
		{ghpages.KeyRepo, "repo", d.Repo},
		{ghpages.KeyPagesType, "pages_type", d.PagesType},
		{ghpages.KeyCustomDomain, "custom_domain", d.CustomDomain},
		{ghpages.KeySourceBranch, "source_branch", d.SourceBranch},
		{ghpages.KeySourcePath, "source_path", d.SourcePath},
		{ghpages.KeySiteRoot, "site_root", d.SiteRoot},
		{ghpages.KeyDomainRoot, "domain_root", d.DomainRoot},
		{ghpages.KeyProjectRoot, "project_root", d.ProjectRoot},
		{ghpages.KeyDiscoveryRoot, "discovery_root", d.DiscoveryRoot},
	} {
		if v.text.Present() {
			add(v.key, v.pointer, v.text.Value, v.text.Offset)
		}
	}
	if c := d.ControlsDomainRoot; c.Present() {
		text := "false"
		if c.Value {
			text = "true"
		}
		add(ghpages.KeyControlsDomainRoot, "controls_domain_root", text, c.Offset)
	}
	return out
}

// deploymentKeys finds a deployment key by its folded name.
var deploymentKeys = func() map[string]ghpages.Key {
	m := make(map[string]ghpages.Key)
	for _, k := range ghpages.Keys() {
		m[folded(string(k))] = k
	}
	return m
}()

// folded is the form in which keys are compared: Hugo reads parameters without
// case, and snake case is as welcome as camel case.
func folded(key string) string {
	return strings.ToLower(strings.ReplaceAll(key, "_", ""))
}
