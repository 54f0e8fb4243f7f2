package rules

import (
	"slices"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
	"github.com/discovery-set/hugo-discovery/internal/jsontree"
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
	// aimDomainRoot: it reaches the host's root instead of DISCOVERY_ROOT, or
	// begins with a slash and leaves the site (R004, R061).
	aimDomainRoot
	// aimStaleHost: it names OWNER.github.io although a custom domain is
	// active (R040).
	aimStaleHost
	// aimScheme: but for http in place of https it would be right (E15).
	aimScheme
	// aimPlaceholder: it holds a token that was never filled in (R028).
	aimPlaceholder
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
// file's name, in whatever case. exact is false where more than a slash
// stands before the name, as in REPOllms.txt.
func meant(ref string) (name string, exact bool) {
	ref, _, _ = strings.Cut(ref, "#")
	ref, _, _ = strings.Cut(ref, "?")
	if ref == "" {
		return "", false
	}
	switch ref[len(ref)-1] | 0x20 { // the names end in .txt, .json and .xml
	case 't', 'n', 'l':
	default:
		return "", false
	}
	for _, name := range discoveryNames {
		rest := len(ref) - len(name)
		if rest < 0 || !strings.EqualFold(ref[rest:], name) {
			continue
		}
		return name, rest == 0 || ref[rest-1] == '/'
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
	if raw == want {
		return name, raw, aimRight
	}
	if placeholderIn(raw, d) != "" {
		return name, raw, aimPlaceholder
	}
	raw, _, _ = strings.Cut(raw, "#")
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
	target, otherScheme := run.swapScheme(abs)
	relative := !strings.Contains(raw, ":") && !strings.HasPrefix(raw, "//")
	inside := strings.HasPrefix(target, d.SiteRoot)
	stale := run.staleHost(abs)
	origin := strings.TrimSuffix(d.DomainRoot, "/")
	switch {
	case required, relative, stale, inside:
	case squeeze(target) == want, target == strings.TrimSuffix(d.SiteRoot, "/")+name, target == origin+name:
	default:
		return "", "", aimNone
	}
	if run.declaresOther(abs) {
		return "", "", aimNone
	}
	if squeezed := squeeze(target); squeezed != target && strings.HasSuffix(squeezed, "/"+name) {
		return name, abs, aimDoubleSlash
	}
	sameHost := strings.HasPrefix(target, d.DomainRoot)
	switch {
	case target == strings.TrimSuffix(d.DiscoveryRoot, "/")+name, target == origin+name:
		return name, abs, aimMissingSlash
	case !exact && required && sameHost && gluedName(raw, name):
		return name, abs, aimMissingSlash
	case !exact:
		return "", "", aimNone
	case stale:
		return name, abs, aimStaleHost
	case otherScheme && target == want:
		return name, abs, aimScheme
	case name == ghpages.RobotsFile && target == d.DomainRoot+name:
		return "", "", aimNone // the file that crawlers do read
	case target == d.DomainRoot+name, pathAbsolute && !inside:
		return name, abs, aimDomainRoot
	}
	if !required && inside {
		if path, ok := d.TreePath(target); ok && run.Tree.File(path) {
			return "", "", aimNone // a file of that name that is linked on purpose
		}
	}
	return name, abs, aimElsewhere
}

// gluedName reports whether the file's name follows a folder's name without a
// slash, as in REPOllms.txt; news-sitemap.xml is a name of its own.
func gluedName(raw, name string) bool {
	raw, _, _ = strings.Cut(raw, "?")
	rest := raw[:len(raw)-len(name)]
	return rest != "" && !strings.ContainsAny(rest[len(rest)-1:], "-_.")
}

// declaresOther reports whether the manifest declares the URL as a further
// file of the set: an llms.txt of a section or of a language (A20).
func (run *Run) declaresOther(abs string) bool {
	return run.look().nestedURLs[abs]
}

// swapScheme returns a URL of the site's host with the site's scheme, and
// whether it had the other one.
func (run *Run) swapScheme(abs string) (string, bool) {
	scheme, rest, _ := strings.Cut(abs, "://")
	want, host, _ := strings.Cut(run.Deployment.Origin(), "://")
	if strings.EqualFold(scheme, want) || !(strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https")) {
		return abs, false
	}
	if of, _, _ := strings.Cut(rest, "/"); !strings.EqualFold(of, host) {
		return abs, false
	}
	return want + "://" + rest, true
}

// squeeze makes each run of slashes in a URL's path one slash.
func squeeze(abs string) string {
	scheme, rest, ok := strings.Cut(abs, "://")
	if !ok {
		return abs
	}
	for strings.Contains(rest, "//") {
		rest = strings.ReplaceAll(rest, "//", "/")
	}
	return scheme + "://" + rest
}

// isOwnerHost reports whether a URL is on OWNER.github.io.
func isOwnerHost(abs, owner string) bool {
	_, rest, _ := strings.Cut(abs, "://")
	host, _, _ := strings.Cut(rest, "/")
	return strings.EqualFold(host, owner+".github.io")
}

// staleHost reports whether a URL names OWNER.github.io although a custom
// domain is active: GitHub's host only redirects then (R040). Where SITE_ROOT
// itself is there, the declared values contradict each other, and the area
// gate says so.
func (run *Run) staleHost(abs string) bool {
	d := &run.Deployment
	return d.CustomDomain != ghpages.NoCustomDomain && isOwnerHost(abs, d.Owner) && !isOwnerHost(d.SiteRoot, d.Owner)
}

// formerURL returns, for a URL at which this site was published before it got
// its custom domain, the one at which it is now, or "".
func (run *Run) formerURL(abs string) string {
	if !run.staleHost(abs) {
		return ""
	}
	d := &run.Deployment
	_, rest, _ := strings.Cut(abs, "://")
	_, path, _ := strings.Cut(rest, "/")
	if !strings.EqualFold(d.Repo, d.Owner+".github.io") {
		if path == d.Repo {
			path = ""
		} else if below, ok := strings.CutPrefix(path, d.Repo+"/"); ok {
			path = below
		} else {
			return ""
		}
	}
	return d.SiteRoot + path
}

// discoveryRefs are the page's references that mean discovery files, in the
// order of the document, those of JSON-LD last. Computed once for all rules.
func (c *PageContext) discoveryRefs() []discoveryRef {
	if c.haveRefs {
		return c.refs
	}
	c.haveRefs = true
	for i := range c.Facts.Refs {
		r := &c.Facts.Refs[i]
		name, _ := meant(r.URL)
		if name == "" || r.Context.Has(htmlfacts.InTemplate) {
			continue
		}
		var at placeOf
		required := false
		switch {
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
			// A footer may link other sites' files; the host's is a slip.
			at, required = inFooter, r.URL == c.Deployment.DomainRoot+name
		default:
			at = inProse
		}
		c.addRef(r.URL, at, required, r.Offset, i)
	}
	for i := range c.Facts.JSONLD {
		if mentions(c.Facts.JSONLD[i].Raw) {
			c.jsonldRefs(i)
		}
	}
	c.dropOthersFiles()
	return c.refs
}

// dropOthersFiles forgets machine links to the files of other sites where
// another one reaches this site's: they are meant.
func (c *PageContext) dropOthersFiles() {
	other := func(r discoveryRef) bool {
		return r.Place == inFooter && (r.Aim == aimElsewhere || r.Aim == aimDomainRoot) && strings.Contains(r.Raw, "://")
	}
	if !slices.ContainsFunc(c.refs, other) {
		return
	}
	right := map[string]bool{}
	for i := range c.refs {
		if r := &c.refs[i]; r.Place == inFooter && (r.Aim == aimRight || r.Aim == aimRootRelative) {
			right[r.Name] = true
		}
	}
	c.refs = slices.DeleteFunc(c.refs, func(r discoveryRef) bool { return other(r) && right[r.Name] })
}

func (c *PageContext) addRef(raw string, at placeOf, required bool, offset, ref int) {
	name, abs, a := c.judge(c.Base, raw, required)
	if a == aimNone || (a == aimPlaceholder && (at == inProse || at == inJSONLD)) {
		return // url/placeholder looks at all of JSON-LD; prose may quote a token
	}
	c.refs = append(c.refs, discoveryRef{
		Name: name, Want: c.DiscoveryURL(name), Raw: raw, Abs: abs, Aim: a, Place: at, Offset: offset, Ref: ref,
	})
}

// mentions reports whether a text names a discovery file at all.
func mentions(text string) bool {
	for _, name := range discoveryNames {
		if strings.Contains(text, name) {
			return true
		}
	}
	return false
}

// jsonldRefs adds the references of one JSON-LD block. Text that merely ends
// in a file's name is none: a reference is absolute or begins with a slash or
// a dot.
func (c *PageContext) jsonldRefs(block int) {
	start := c.Facts.JSONLD[block].RawOffset
	for node := range c.JSONLD()[block].Nodes() {
		eachString(node.Value, func(v jsontree.Value) {
			s := v.Str()
			if !strings.ContainsAny(s, " \t\n") && (strings.Contains(s, "://") || strings.HasPrefix(s, "/") || strings.HasPrefix(s, ".")) {
				c.addRef(s, inJSONLD, false, start+v.Offset()+1, -1)
			}
		})
	}
}

// eachString calls f for every string that a value holds, keys apart.
func eachString(v jsontree.Value, f func(jsontree.Value)) {
	switch v.Kind() {
	case jsontree.String:
		f(v)
	case jsontree.Array:
		for item := range v.Items() {
			eachString(item, f)
		}
	case jsontree.Object:
		for _, value := range v.Members() {
			eachString(value, f)
		}
	}
}
