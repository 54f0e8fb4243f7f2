package rules

import (
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
)

// aim says how a reference that means a discovery file stands to that file.
// Exactly one rule of the area url answers for each aim but aimRight, so that
// a wrong link is reported once, whatever it was meant for.
type aim uint8

const (
	// aimNone: the reference means no discovery file.
	aimNone aim = iota
	// aimRight: it reaches the file, absolutely or by a relative path.
	aimRight
	// aimRootRelative: it begins with a slash, yet reaches the file (R143).
	aimRootRelative
	// aimDoubleSlash: its path has an empty segment (R002).
	aimDoubleSlash
	// aimMissingSlash: the slash before the file's name is missing (R003).
	aimMissingSlash
	// aimDomainRoot: it reaches the host's root instead of DISCOVERY_ROOT
	// (R004, R061).
	aimDomainRoot
	// aimStaleHost: it names OWNER.github.io although a custom domain is
	// active (R040).
	aimStaleHost
	// aimElsewhere: it reaches something else (R062, R064, R106, R133).
	aimElsewhere
)

// placeOf says where a reference stands.
type placeOf uint8

const (
	inHead   placeOf = iota // a link element of the head
	inFooter                // a link of a footer or of a machine-links element
	inProse                 // any other link of the page
	inJSONLD                // a value of a JSON-LD block
)

// discoveryRef is a reference of a page that means a discovery file.
type discoveryRef struct {
	Name   string // the file that is meant: llms.txt …
	Want   string // its URL
	Raw    string // as written
	Abs    string // as resolved; "" where it is no URL
	Aim    aim
	Place  placeOf
	Offset int
	Ref    int // index into Facts.Refs; -1 for JSON-LD
}

// DiscoveryURL is where the discovery file of that name belongs.
func (run *Run) DiscoveryURL(name string) string {
	switch name {
	case ghpages.LLMSFile:
		return run.Deployment.LLMSURL
	case ghpages.RawManifestFile:
		return run.Deployment.RawManifestURL
	case ghpages.SitemapFile:
		return run.Deployment.SitemapURL
	case ghpages.RobotsFile:
		return run.Deployment.RobotsURL
	}
	return ""
}

// discoveryNames are the four files, in the protocol's order.
var discoveryNames = [...]string{ghpages.LLMSFile, ghpages.RawManifestFile, ghpages.SitemapFile, ghpages.RobotsFile}

// meant is the discovery file that a reference names: its path ends in the
// file's name. exact is false where more than a slash stands before the name,
// as in REPOllms.txt.
func meant(ref string) (name string, exact bool) {
	ref, _, _ = strings.Cut(ref, "#")
	ref, _, _ = strings.Cut(ref, "?")
	for _, name := range discoveryNames {
		rest, ok := strings.CutSuffix(ref, name)
		if !ok {
			continue
		}
		if rest == "" || strings.HasSuffix(rest, "/") {
			return name, true
		}
		return name, false
	}
	return "", false
}

// judge resolves a reference that may mean a discovery file. Links that leave
// for other hosts or other projects mean no file of this set, unless required
// says that nothing else can be meant (a head alternate, a machine link).
func (run *Run) judge(base, raw string, required bool) (name, abs string, a aim) {
	name, exact := meant(raw)
	if name == "" {
		return "", "", aimNone
	}
	d := &run.Deployment
	want := run.DiscoveryURL(name)
	abs, err := ghpages.ResolveRef(base, raw)
	if err != nil {
		abs = ""
	}
	pathAbsolute := strings.HasPrefix(raw, "/") && !strings.HasPrefix(raw, "//")
	if equal, _ := ghpages.SameURL(abs, want); equal {
		if pathAbsolute && !d.RootsEqual() {
			return name, abs, aimRootRelative
		}
		return name, abs, aimRight
	}
	sameHost := strings.HasPrefix(abs, d.DomainRoot)
	stale := d.CustomDomain != ghpages.NoCustomDomain && isOwnerHost(abs, d.Owner)
	if !required && !pathAbsolute && !stale && !(sameHost && squeeze(abs) == want) &&
		!strings.HasPrefix(abs, d.SiteRoot) && abs != strings.TrimSuffix(d.SiteRoot, "/")+name {
		return "", "", aimNone
	}
	if squeezed := squeeze(abs); squeezed != abs && strings.HasSuffix(squeezed, "/"+name) {
		return name, abs, aimDoubleSlash
	}
	switch {
	case abs == strings.TrimSuffix(d.DiscoveryRoot, "/")+name,
		!exact && required && sameHost:
		return name, abs, aimMissingSlash
	case !exact:
		return "", "", aimNone
	case stale:
		return name, abs, aimStaleHost
	case sameHost && abs == d.DomainRoot+name:
		return name, abs, aimDomainRoot
	}
	return name, abs, aimElsewhere
}

// squeeze makes each run of slashes in a URL's path one slash.
func squeeze(abs string) string {
	scheme, rest, ok := strings.Cut(abs, "://")
	if !ok || !strings.Contains(rest, "//") {
		return abs
	}
	for strings.Contains(rest, "//") {
		rest = strings.ReplaceAll(rest, "//", "/")
	}
	return scheme + "://" + rest
}

// isOwnerHost reports whether a URL is on OWNER.github.io.
func isOwnerHost(abs, owner string) bool {
	_, rest, ok := strings.Cut(abs, "://")
	host, _, _ := strings.Cut(rest, "/")
	return ok && strings.EqualFold(host, owner+".github.io")
}

// discoveryRefs are the page's references that mean discovery files, in the
// order of the document, head first. Computed once for all rules.
func (c *PageContext) discoveryRefs() []discoveryRef {
	if c.haveRefs {
		return c.refs
	}
	c.haveRefs = true
	for i := range c.Facts.Refs {
		r := &c.Facts.Refs[i]
		var at placeOf
		required := false
		switch {
		case r.Context.Has(htmlfacts.InTemplate):
			continue
		case r.Kind == htmlfacts.HeadLink:
			if !r.Context.Has(htmlfacts.InHead) || !(r.HasRel("alternate") || r.HasRel("describedby")) {
				continue
			}
			at, required = inHead, true
		case r.Kind != htmlfacts.Hyperlink:
			continue
		case r.Context.Has(htmlfacts.InMachineLinks):
			at, required = inFooter, true
		case r.Context.Has(htmlfacts.InFooter):
			at = inFooter
		default:
			at = inProse
		}
		name, abs, a := c.judge(c.Base, r.URL, required)
		if a == aimNone {
			continue
		}
		c.refs = append(c.refs, discoveryRef{
			Name: name, Want: c.DiscoveryURL(name), Raw: r.URL, Abs: abs, Aim: a, Place: at, Offset: r.Offset, Ref: i,
		})
	}
	return c.refs
}
