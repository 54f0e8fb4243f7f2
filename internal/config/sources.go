package config

import (
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/manifest"
)

// Sources holds the declarations of one run, by where they come from.
type Sources struct {
	Flags, Env, Config, PagesJSON, Manifest, CNAME []ghpages.Declaration
}

// Declared puts the sources in their order of precedence: flags, environment,
// configuration, Pages API, manifest, CNAME file. Nothing is dropped: what loses stays in
// Others.
func (s Sources) Declared() ghpages.Declared {
	var d ghpages.Declared
	for _, list := range [][]ghpages.Declaration{s.Flags, s.Env, s.Config, s.PagesJSON, s.Manifest, s.CNAME} {
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

// FromEnv reads the declarations of CI variables: HUGO_BASEURL and
// HUGO_PARAMS_DISCOVERY_… for every key, then GITHUB_REPOSITORY. lookup is
// os.LookupEnv or its like. Only callers whose user asked for it may call this
// (R027): a variable that happens to be set is a guess.
func FromEnv(lookup func(string) (string, bool)) []ghpages.Declaration {
	var out []ghpages.Declaration
	add := func(key ghpages.Key, text, name string) {
		if text != "" {
			out = append(out, ghpages.Declaration{Key: key, Value: ghpages.Value{
				Text: text, Origin: ghpages.Origin{Kind: ghpages.FromEnv, Name: name},
			}})
		}
	}
	read := func(key ghpages.Key, name string) {
		text, _ := lookup(name)
		add(key, text, name)
	}
	repository := func(name string) {
		text, _ := lookup(name)
		owner, repo, _ := strings.Cut(text, "/")
		add(ghpages.KeyOwner, owner, name)
		add(ghpages.KeyRepo, repo, name)
	}
	for _, key := range ghpages.Keys() {
		read(key, EnvName(key))
		if key == ghpages.KeySiteRoot {
			read(key, "HUGO_BASEURL")
		}
	}
	repository("HUGO_PARAMS_DISCOVERY_REPOSITORY")
	repository("GITHUB_REPOSITORY")
	return out
}

// EnvName is the environment variable from which Hugo takes the key of
// params.discovery.
func EnvName(key ghpages.Key) string {
	return "HUGO_PARAMS_DISCOVERY_" + strings.ToUpper(string(key))
}

// FromCNAME is what a CNAME file says beside its own host: that the site is
// served at the root of that host (R009, R041). src is the file's content; one
// that is no bare host says nothing.
func FromCNAME(src []byte, name string) []ghpages.Declaration {
	if !ghpages.ValidDomain(strings.ToLower(strings.TrimSpace(string(src)))) {
		return nil
	}
	return []ghpages.Declaration{{Key: ghpages.KeySiteRootConfirmed, Value: ghpages.Value{
		Text: "true", Origin: ghpages.Origin{Kind: ghpages.FromCNAME, File: name, Line: 1, Column: 1},
	}}}
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
		{ghpages.KeyPagesHost, "pages_host", d.PagesHost},
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
