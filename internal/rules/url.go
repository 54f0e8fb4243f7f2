package rules

import (
	"fmt"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
	"github.com/discovery-set/hugo-discovery/internal/jsontree"
)

// The rules of this area share one view of the references that mean discovery
// files (aim.go): each aim is answered for by one rule.
var urlRules = []Rule{
	{
		ID: "url/double-slash", Refs: []string{"R002", "R053"}, Severity: Error,
		Summary: "No URL of a discovery file has a doubled slash in its path.",
		Page:    func(c *PageContext) { reportAim(c, aimDoubleSlash) },
		Tree:    func(c *TreeContext) { reportDocAim(c, aimDoubleSlash) },
	},
	{
		ID: "url/missing-slash", Refs: []string{"R003", "R053"}, Severity: Error,
		Summary: "A slash stands between the root and the name of a discovery file.",
		Page:    func(c *PageContext) { reportAim(c, aimMissingSlash) },
		Tree:    func(c *TreeContext) { reportDocAim(c, aimMissingSlash) },
	},
	{
		ID: "url/wrong-root", Refs: []string{"R004", "R032", "R061", "R142"}, Severity: Error,
		Summary: "No link to a discovery file reaches the root of the host instead of DISCOVERY_ROOT.",
		Page:    func(c *PageContext) { reportAim(c, aimDomainRoot) },
		Tree:    func(c *TreeContext) { reportDocAim(c, aimDomainRoot) },
	},
	{
		ID: "url/root-relative", Refs: []string{"R061", "R142", "R143"}, Severity: Warning,
		Summary: "Links to discovery files do not begin with a slash where the site is not the root of its host.",
		Page:    urlRootRelative,
	},
	{
		ID: "url/relative", Refs: []string{"R058", "R062", "R063", "R064", "R132", "R134", "R139", "R140", "R141"}, Severity: Warning,
		Summary: "Machine links to discovery files are absolute wherever a relative one is at risk.",
		Page:    urlRelative,
	},
	{
		ID: "url/elsewhere", Severity: Error,
		Refs:    []string{"R062", "R064", "R081", "R082", "R102", "R103", "R104", "R106", "R112", "R113", "R131", "R133", "E02", "E11"},
		Summary: "A link that means a discovery file reaches that file.",
		Page:    urlElsewhere,
	},
	{
		ID: "url/stale-host", Refs: []string{"R040", "R158"}, Severity: Error,
		Summary: "With a custom domain, nothing names OWNER.github.io as the place of the site any more.",
		Page:    urlStaleHost,
		Tree:    urlStaleHostDocs,
	},
	{
		ID: placeholderID, Refs: []string{"R015", "R028"}, Severity: Error,
		Summary: "No placeholder is left in what machines read.",
		Page:    urlPlaceholder, EveryPage: true,
		Tree: urlPlaceholderDocs,
	},
	{
		ID: "url/scheme", Refs: []string{"E15"}, Severity: Error,
		Summary: "The URLs of the discovery set use the scheme of the site.",
		Page:    urlScheme,
		Tree:    urlSchemeDocs,
	},
	{
		ID: "url/not-200", Refs: []string{"E01", "E02"}, Severity: Error,
		Summary: "Everything that the discovery set links within the site is served at that very URL.",
		Page:    func(c *PageContext) { reportLinks(c, setFault) },
		Tree:    urlNot200Docs,
	},
}

// reportAim reports the page's references of one aim, each in its place.
func reportAim(c *PageContext, a aim) {
	refs := c.discoveryRefs()
	for i := range refs {
		if refs[i].Aim == a {
			r := &refs[i]
			c.Report(r.Offset, Finding{URL: r.Abs, Message: aimMessage(c.Run, r), Fix: aimFix(c, r)})
		}
	}
}

// urlElsewhere reports machine links that reach something else, and those
// that reach the file by another spelling of its URL.
func urlElsewhere(c *PageContext) {
	refs := c.discoveryRefs()
	for i := range refs {
		r := &refs[i]
		f := Finding{Refs: c.wantedBy(r), URL: r.Abs, Fix: aimFix(c, r)}
		switch {
		case r.Aim == aimElsewhere:
			f.Message = aimMessage(c.Run, r)
		case r.Aim == aimRight && c.isRespelt(r):
			f.Severity, f.Message = Warning, fmt.Sprintf("%s is another spelling of %s", Quote(r.Raw), r.Want)
		default:
			continue
		}
		c.Report(r.Offset, f)
	}
}

// isRespelt: programs that compare URLs as text take another spelling for
// another file. A footer may link a place within the file.
func (c *PageContext) isRespelt(r *discoveryRef) bool {
	raw := strings.TrimSpace(r.Raw)
	if r.Place == inFooter {
		raw, _, _ = strings.Cut(raw, "#")
	}
	return (r.Place == inHead || r.Place == inFooter) && strings.Contains(raw, "://") && raw != r.Want
}

// wantedBy are the ledger's numbers that ask for a reference where it stands.
func (c *PageContext) wantedBy(r *discoveryRef) []string {
	var refs []string
	switch {
	case r.Place == inFooter:
		refs = []string{map[string]string{ghpages.LLMSFile: "R102", ghpages.RawManifestFile: "R103", ghpages.SitemapFile: "R104"}[r.Name], "R131"}
		if refs[0] == "" { // the footer need not link robots.txt
			refs = nil
		}
	case r.Place != inHead:
	case !c.Facts.Refs[r.Ref].HasRel("alternate"):
		return []string{"E11"}
	case r.Name == ghpages.LLMSFile:
		refs = []string{"R081", "R112"}
	case r.Name == ghpages.RawManifestFile:
		refs = []string{"R082", "R113"}
	}
	if r.Aim == aimElsewhere && strings.EqualFold(r.Abs, r.Want) {
		refs = append(refs, "E02")
	}
	if !isAbsoluteRef(r.Raw) || len(refs) == 0 {
		refs = append([]string{"R062", "R064", "R106", "R133"}, refs...)
	}
	return refs
}

// aimMessage says what is wrong with a reference.
func aimMessage(run *Run, r *discoveryRef) string {
	d := &run.Deployment
	switch r.Aim {
	case aimDoubleSlash:
		return fmt.Sprintf("%s has a doubled slash in its path", Quote(r.Raw))
	case aimMissingSlash:
		return fmt.Sprintf("%s lacks the slash before %s", Quote(r.Raw), r.Name)
	case aimDomainRoot:
		return fmt.Sprintf("%s reaches %s at the root of the host, not this site's %s", Quote(r.Raw), r.Abs, r.Name)
	case aimStaleHost:
		return fmt.Sprintf("%s names GitHub's host, but the site's domain is %s", Quote(r.Raw), d.CustomDomain)
	case aimScheme:
		return fmt.Sprintf("%s has another scheme than the site, %s", Quote(r.Raw), d.SiteRoot)
	case aimElsewhere:
		if strings.EqualFold(r.Abs, r.Want) {
			return fmt.Sprintf("%s differs from %s in upper and lower case", Quote(r.Raw), r.Want)
		}
		if r.Abs == "" || r.Abs == r.Raw {
			return fmt.Sprintf("%s is not this site's %s", Quote(r.Raw), r.Name)
		}
		return fmt.Sprintf("%s reaches %s, which is not this site's %s", Quote(r.Raw), r.Abs, r.Name)
	}
	return fmt.Sprintf("%s is not the URL of %s", Quote(r.Raw), r.Name)
}

func aimFix(c *PageContext, r *discoveryRef) string {
	fix := "write " + r.Want
	if r.Aim == aimElsewhere && c.Facts.Base() != nil && !strings.Contains(r.Raw, "://") {
		fix += "; relative references of this page resolve against its base element, " + c.Base
	}
	return fix
}

// urlRootRelative reports once for each place of a page what is right by
// accident of the path: it breaks when the site moves.
func urlRootRelative(c *PageContext) {
	if c.AllowRootRelative {
		return
	}
	reportTogether(c, func(r *discoveryRef) (Severity, string) {
		if r.Aim != aimRootRelative {
			return Off, ""
		}
		return Warning, "begins with a slash; it reaches the file, as a look at the tree shows, only while the site stays at " + c.Deployment.ProjectRoot
	}, "; or accept such links with allowRootRelative = true")
}

// urlRelative: on the index page at DISCOVERY_ROOT a relative link is
// accepted, on other pages and in the head of a project site absolute ones
// are preferred.
func urlRelative(c *PageContext) {
	d := &c.Deployment
	index := c.Page.URL == d.DiscoveryRoot
	reportTogether(c, func(r *discoveryRef) (Severity, string) {
		if r.Aim != aimRight || isAbsoluteRef(r.Raw) {
			return Off, ""
		}
		switch {
		case r.Place == inHead && index:
			return Info, "is relative; it is right on this page, and only here"
		case r.Place == inHead:
			return Warning, "is relative; it is right as long as the page stays where it is"
		case r.Place == inFooter && !index:
			return Info, "is relative; it is right as long as the page stays where it is"
		}
		return Off, ""
	}, "")
}

func isAbsoluteRef(raw string) bool {
	return strings.HasPrefix(raw, "/") || strings.Contains(raw, "://")
}

// mostTogether bounds how many references one finding names.
const mostTogether = 6

// reportTogether reports references for which judge gives a severity, one
// finding for each place of the page: a row of three links is one decision of
// one template.
func reportTogether(c *PageContext, judge func(*discoveryRef) (Severity, string), hint string) {
	for _, at := range [...]placeOf{inHead, inFooter, inProse, inJSONLD} {
		var first *discoveryRef
		var worst Severity
		var why string
		var raws, wants []string
		refs := c.discoveryRefs()
		for i := range refs {
			r := &refs[i]
			if r.Place != at {
				continue
			}
			severity, reason := judge(r)
			if severity == Off {
				continue
			}
			if first == nil {
				first, why = r, reason
			}
			worst = max(worst, severity)
			if len(raws) < mostTogether {
				raws = appendNew(raws, Quote(r.Raw))
				wants = appendNew(wants, r.Want)
			}
		}
		if first == nil {
			continue
		}
		if len(raws) > 1 {
			why = strings.Replace(why, "begins with", "begin with", 1)
			why = strings.Replace(why, "is relative; it is right", "are relative; they are right", 1)
			why = strings.Replace(why, "it reaches the file,", "they reach the files,", 1)
		}
		c.Report(first.Offset, Finding{
			Severity: worst, URL: first.Abs,
			Message: strings.Join(raws, ", ") + " " + why,
			Fix:     "write " + strings.Join(wants, ", ") + hint,
		})
	}
}

func appendNew(list []string, s string) []string {
	for _, have := range list {
		if have == s {
			return list
		}
	}
	return append(list, s)
}

// urlStaleHost looks at everything in the page that says where the site is,
// and at the links of its text.
func urlStaleHost(c *PageContext) {
	if c.Deployment.CustomDomain == ghpages.NoCustomDomain {
		return
	}
	report := func(severity Severity, offset int, raw string) {
		fix := c.formerURL(raw)
		if fix == "" {
			fix = c.Deployment.SiteRoot + "…"
		}
		c.Report(offset, Finding{
			Severity: severity, URL: raw,
			Message: fmt.Sprintf("%s names GitHub's host, but the site's domain is %s", Quote(raw), c.Deployment.CustomDomain),
			Fix:     "write " + fix,
		})
	}
	for i := range c.Facts.Links {
		if l := &c.Facts.Links[i]; l.Context.Has(htmlfacts.InHead) && c.staleHost(l.Href) {
			report(Error, l.HrefOffset, l.Href)
		}
	}
	for i := range c.Facts.Metas {
		if m := &c.Facts.Metas[i]; isURLMeta(m) && c.staleHost(m.Content) {
			report(Error, m.ContentOffset, m.Content)
		}
	}
	for i := range c.Facts.JSONLD {
		if !strings.Contains(c.Facts.JSONLD[i].Raw, ".github.io") {
			continue
		}
		start := c.Facts.JSONLD[i].RawOffset
		for node := range c.JSONLD()[i].Nodes() {
			eachString(node.Value, func(v jsontree.Value) {
				if s := v.Str(); c.formerURL(s) != "" {
					report(Error, start+v.Offset()+1, s)
				}
			})
		}
	}
	for i := range c.Facts.Refs {
		r := &c.Facts.Refs[i]
		if r.Kind == htmlfacts.HeadLink || r.Context.Has(htmlfacts.InTemplate) || !c.staleHost(r.URL) {
			continue
		}
		name, _ := meant(r.URL)
		if machine := r.Context.Has(htmlfacts.InMachineLinks) || (name != "" && r.Context.Has(htmlfacts.InFooter)); machine {
			report(Error, r.Offset, r.URL)
		} else if c.formerURL(r.URL) != "" {
			report(Warning, r.Offset, r.URL)
		}
	}
}

// isURLMeta reports whether the content of a meta element of the head is a
// URL of the page or of its image.
func isURLMeta(m *htmlfacts.Meta) bool {
	if !m.Context.Has(htmlfacts.InHead) {
		return false
	}
	switch strings.ToLower(m.Property) {
	case "og:url", "og:image", "og:image:url", "og:image:secure_url", "og:video", "og:audio":
		return true
	}
	switch strings.ToLower(m.Name) {
	case "og:url", "og:image", "twitter:image", "twitter:url":
		return true
	}
	return false
}

// urlScheme: http where the site is https. The canonical link and og:url
// belong to the area head, other references to links/http.
func urlScheme(c *PageContext) {
	if !strings.HasPrefix(c.Deployment.SiteRoot, "https:") {
		return
	}
	report := func(offset int, raw string) { c.Report(offset, schemeFinding(c.Run, raw)) }
	for i := range c.Facts.Links {
		l := &c.Facts.Links[i]
		if !l.Context.Has(htmlfacts.InHead) || l.HasRel("canonical") || !isSetRel(l.Rel) {
			continue
		}
		if _, other := c.swapScheme(l.Href); other && !c.reportedElsewhere(l.HrefOffset) {
			report(l.HrefOffset, l.Href)
		}
	}
	for i := range c.Facts.Metas {
		m := &c.Facts.Metas[i]
		if !isURLMeta(m) || m.IsProperty("og:url") {
			continue
		}
		if _, other := c.swapScheme(m.Content); other {
			report(m.ContentOffset, m.Content)
		}
	}
	for _, m := range c.media() {
		if _, other := c.swapScheme(m.Raw); other {
			report(m.Offset, m.Raw)
		}
	}
	refs := c.discoveryRefs()
	for i := range refs {
		if r := &refs[i]; r.Aim == aimScheme && r.Place != inHead {
			report(r.Offset, r.Raw)
		}
	}
}

// schemeFinding: GitHub's own host is https only; with a custom domain it is
// a setting (A14).
func schemeFinding(run *Run, raw string) Finding {
	https, _ := run.swapScheme(raw)
	f := Finding{
		Severity: Warning, URL: raw,
		Message: fmt.Sprintf("%s has another scheme than the site, %s", Quote(raw), run.Deployment.SiteRoot),
		Fix:     "write " + https,
	}
	if strings.HasSuffix(run.Deployment.Host(), ".github.io") {
		f.Severity = Error
	}
	return f
}

// reportedElsewhere reports whether the reference at an offset has a graver
// fault than its scheme, for which another rule of the area answers.
func (c *PageContext) reportedElsewhere(offset int) bool {
	refs := c.discoveryRefs()
	for i := range refs {
		if r := &refs[i]; r.Offset == offset {
			return r.Aim != aimScheme && r.Aim != aimRight
		}
	}
	return false
}

// isSetRel reports whether a link of that rel belongs to the discovery set or
// says how pages belong together.
func isSetRel(rel string) bool {
	for _, r := range [...]string{"alternate", "describedby", "prev", "next", "amphtml", "icon"} {
		if hasRel(rel, r) {
			return true
		}
	}
	return false
}

// hasRel reports whether a rel attribute has the token.
func hasRel(rel, token string) bool {
	l := htmlfacts.Link{Rel: rel}
	return l.HasRel(token)
}
