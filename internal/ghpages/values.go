package ghpages

import "github.com/discovery-set/hugo-discovery/internal/excerpt"

// PagesType is the protocol's name for the kind of deployment (R019).
type PagesType string

// The three deployment types of the protocol.
const (
	UserOrOrgSite    PagesType = "USER_OR_ORG_SITE"
	ProjectSite      PagesType = "PROJECT_SITE"
	CustomDomainSite PagesType = "CUSTOM_DOMAIN_SITE"
)

// NoCustomDomain is what CUSTOM_DOMAIN has to say where there is none. It has
// no default: silence is an open value (R022).
const NoCustomDomain = "NONE"

// Provider is the only provider that the protocol applies to (R007).
const Provider = "github-pages"

// The names of the discovery files (R001, R048–R051).
const (
	LLMSFile        = "llms.txt"
	RawManifestFile = "raw-manifest.json"
	SitemapFile     = "sitemap.xml"
	RobotsFile      = "robots.txt"
)

// Key names a value that can be declared. Its text is the key under [discovery]
// in discovery.toml and under params.discovery in a Hugo configuration.
type Key string

// The keys, in the order in which problems are reported.
const (
	KeyProvider           Key = "provider"
	KeyOwner              Key = "owner"
	KeyRepo               Key = "repo"
	KeyPagesType          Key = "pagesType"
	KeyCustomDomain       Key = "customDomain"
	KeySourceBranch       Key = "sourceBranch"
	KeySourcePath         Key = "sourcePath"
	KeyPagesHost          Key = "pagesHost"
	KeySiteRoot           Key = "siteRoot"
	KeySiteRootConfirmed  Key = "siteRootConfirmed"
	KeyDomainRoot         Key = "domainRoot"
	KeyProjectRoot        Key = "projectRoot"
	KeyDiscoveryRoot      Key = "discoveryRoot"
	KeyControlsDomainRoot Key = "controlsDomainRoot"
	KeyCrawlerControl     Key = "crawlerControl"
	KeyLLMSURL            Key = "llmsURL"
	KeyRawManifestURL     Key = "rawManifestURL"
	KeySitemapURL         Key = "sitemapURL"
	KeyRobotsURL          Key = "robotsURL"
)

// Keys lists every Key once, in the order in which problems are reported.
func Keys() []Key {
	return []Key{
		KeyProvider, KeyOwner, KeyRepo, KeyPagesType, KeyCustomDomain, KeySourceBranch, KeySourcePath, KeyPagesHost,
		KeySiteRoot, KeySiteRootConfirmed, KeyDomainRoot, KeyProjectRoot, KeyDiscoveryRoot,
		KeyControlsDomainRoot, KeyCrawlerControl, KeyLLMSURL, KeyRawManifestURL, KeySitemapURL, KeyRobotsURL,
	}
}

// OriginKind says what sort of source a value was declared in.
type OriginKind string

// The sources, in falling order of precedence; a CNAME file only confirms, a
// default only fills what the protocol itself defines.
const (
	FromFlag      OriginKind = "flag"
	FromEnv       OriginKind = "env"
	FromConfig    OriginKind = "config"
	FromPagesJSON OriginKind = "pages-json"
	FromManifest  OriginKind = "manifest"
	FromCNAME     OriginKind = "CNAME"
	FromDefault   OriginKind = "default"
)

// Origin is the place where a value was declared. The zero Origin means that
// the value was not declared at all.
type Origin struct {
	Kind         OriginKind
	Name         string // as its author would write it: --owner, params.discovery.owner, /deployment/owner
	File         string // empty for flags and environment variables
	Line, Column int    // 1-based; 0 when unknown
}

// Value is one declared value. An empty Text with a Kind in its Origin was
// written as empty, which is not the same as not written.
type Value struct {
	Text   string
	Origin Origin
}

// Declared reports whether anybody wrote the value.
func (v Value) Declared() bool { return v.Origin.Kind != "" }

// Declaration is a Value for a Key.
type Declaration struct {
	Key Key
	Value
}

// Declared holds the value in force for each key and, in Others, every further
// declaration of the same key, so that contradictions can be reported instead
// of being resolved in silence. Fill it with Add, sources of higher precedence
// first.
type Declared struct {
	Provider, Owner, Repo, PagesType, CustomDomain Value
	SourceBranch, SourcePath, PagesHost            Value
	SiteRoot, SiteRootConfirmed                    Value
	DomainRoot, ProjectRoot, DiscoveryRoot         Value
	ControlsDomainRoot, CrawlerControl             Value
	LLMSURL, RawManifestURL, SitemapURL, RobotsURL Value
	Others                                         []Declaration
}

// maxValue is the length in bytes up to which a declared value is kept: that of
// the longest URL that sitemaps may hold.
const maxValue = 2048

// Add declares a value for a key. The first declaration of a key is the one in
// force; later ones go to Others. Values that were not declared, and keys that
// do not exist, are ignored. What is longer than any right value is cut, and
// told as what it is not: a manifest may declare a megabyte.
func (d *Declared) Add(key Key, v Value) {
	v.Text = excerpt.Cut(v.Text, maxValue)
	field := d.field(key)
	switch {
	case field == nil || !v.Declared():
	case field.Declared():
		d.Others = append(d.Others, Declaration{key, v})
	default:
		*field = v
	}
}

// Get returns the value in force for a key; the zero Value when there is none.
func (d *Declared) Get(key Key) Value {
	if field := d.field(key); field != nil {
		return *field
	}
	return Value{}
}

// All lists the declarations of a key, the one in force first.
func (d *Declared) All(key Key) []Value {
	var all []Value
	if v := d.Get(key); v.Declared() {
		all = append(all, v)
	}
	for _, o := range d.Others {
		if o.Key == key {
			all = append(all, o.Value)
		}
	}
	return all
}

func (d *Declared) field(key Key) *Value {
	switch key {
	case KeyProvider:
		return &d.Provider
	case KeyOwner:
		return &d.Owner
	case KeyRepo:
		return &d.Repo
	case KeyPagesType:
		return &d.PagesType
	case KeyCustomDomain:
		return &d.CustomDomain
	case KeySourceBranch:
		return &d.SourceBranch
	case KeySourcePath:
		return &d.SourcePath
	case KeyPagesHost:
		return &d.PagesHost
	case KeySiteRoot:
		return &d.SiteRoot
	case KeySiteRootConfirmed:
		return &d.SiteRootConfirmed
	case KeyDomainRoot:
		return &d.DomainRoot
	case KeyProjectRoot:
		return &d.ProjectRoot
	case KeyDiscoveryRoot:
		return &d.DiscoveryRoot
	case KeyControlsDomainRoot:
		return &d.ControlsDomainRoot
	case KeyCrawlerControl:
		return &d.CrawlerControl
	case KeyLLMSURL:
		return &d.LLMSURL
	case KeyRawManifestURL:
		return &d.RawManifestURL
	case KeySitemapURL:
		return &d.SitemapURL
	case KeyRobotsURL:
		return &d.RobotsURL
	}
	return nil
}
