package rules

import (
	"bytes"
	"fmt"
	"hash/maphash"
	"html"
	"path"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

// The rules of this area share one look at the references of a page
// (PageContext.badLinks): each kind of fault is one rule's.
var linksRules = []Rule{
	{
		ID: "links/broken", Refs: []string{"E01"}, Severity: Warning,
		Summary: "Every reference within the site leads to a file of the tree.",
		Page:    func(c *PageContext) { reportLinks(c, faultBroken) }, EveryPage: true,
		Tree: func(c *TreeContext) { reportStyles(c, faultBroken) },
	},
	{
		ID: "links/off-base", Refs: []string{"E01"}, Severity: Warning,
		Summary: "No reference leaves the site's base path for the root of the host.",
		Page:    func(c *PageContext) { reportLinks(c, faultOffBase) }, EveryPage: true,
		Tree: func(c *TreeContext) {
			reportStyles(c, faultOffBase)
			linksOffBaseDocs(c)
		},
	},
	{
		ID: "links/doubled-base", Refs: []string{"E01"}, Severity: Warning,
		Summary: "No reference holds the site's base path twice.",
		Page:    func(c *PageContext) { reportLinks(c, faultDoubledBase) }, EveryPage: true,
		Tree: func(c *TreeContext) { reportStyles(c, faultDoubledBase) },
	},
	{
		ID: "links/redirect", Refs: []string{"E01"}, Severity: Warning,
		Summary: "No reference within the site is answered with a redirect.",
		Page:    func(c *PageContext) { reportLinks(c, faultRedirect) }, EveryPage: true,
		Tree: func(c *TreeContext) { reportStyles(c, faultRedirect) },
	},
	{
		ID: "links/case", Refs: []string{"E02"}, Severity: Warning,
		Summary: "References are written in the case of the files that they mean.",
		Page:    func(c *PageContext) { reportLinks(c, faultCase) }, EveryPage: true,
		Tree: func(c *TreeContext) { reportStyles(c, faultCase) },
	},
	{
		ID: "links/fragment", Refs: []string{"E01"}, Severity: Warning,
		Summary: "The place within a page that a link names is there.",
		Page:    func(c *PageContext) { reportLinks(c, faultFragment) }, EveryPage: true,
		Tree: linksFragment,
	},
	{
		ID: "links/http", Refs: []string{"E15"}, Severity: Warning,
		Summary: "References within the site do not fall back to http.",
		Page:    func(c *PageContext) { reportLinks(c, faultHTTP) }, EveryPage: true,
		Tree: func(c *TreeContext) { reportStyles(c, faultHTTP) },
	},
	{
		ID: "links/local-host", Refs: []string{"E01"}, Severity: Warning,
		Summary: "No reference names a host or a file that only one machine or network knows.",
		Page:    func(c *PageContext) { reportLinks(c, faultLocalHost) }, EveryPage: true,
		Tree: func(c *TreeContext) { reportStyles(c, faultLocalHost) },
	},
	{
		ID: "links/dropped", Refs: []string{"E01", "E12"}, Severity: Warning,
		Summary: "No reference leads to a file that deployment leaves out.",
		Page:    func(c *PageContext) { reportLinks(c, faultDropped) }, EveryPage: true,
		Tree: func(c *TreeContext) { reportStyles(c, faultDropped) },
	},
	{
		ID: "links/scheme", Refs: []string{"E01"}, Severity: Info,
		Summary: "Links lead to URLs, not to scripts or data.",
		Page:    func(c *PageContext) { reportLinks(c, faultScheme) }, EveryPage: true,
	},
	{
		ID: "links/twin", Refs: []string{"E01", "E10"}, Severity: Warning,
		Summary: "Links and images of a page's Markdown twin lead where they should.",
		Tree:    linksTwin,
	},
}

// faultKind says what is wrong with a reference: which rule answers for it.
type faultKind uint8

const (
	faultNone faultKind = iota
	faultBroken
	faultOffBase
	faultDoubledBase
	faultRedirect
	faultCase
	faultFragment
	faultHTTP
	faultLocalHost
	faultDropped
	faultScheme
	// setFault is any fault of a reference that belongs to the discovery set:
	// url/not-200 answers for it.
	setFault
)

// linkFault is what is wrong with a reference. Its text is put together only
// for what is wrong.
type linkFault struct {
	kind     faultKind
	severity Severity // Off: that of the rule
	why      string   // completes "“…” …"
	fix      string
}

// message says what is wrong with the reference, and how often it stands in
// the file.
func (f *linkFault) message(raw string, times int) string {
	s := Quote(raw) + " " + f.why
	if times > 1 {
		s += fmt.Sprintf(" (%d times in this file)", times)
	}
	return s
}

// badLink is a reference of a page that is not right.
type badLink struct {
	linkFault
	raw    string
	offset int
	times  int
}

// maxAnswers bounds what a worker remembers of the paths that it resolved.
const maxAnswers = 1 << 17

// mostBadLinks bounds what is explained of one page; more than maxPerPage of a
// kind are not reported anyway.
const mostBadLinks = 10 * maxPerPage

// linker resolves the references of one worker's pages.
type linker struct {
	run      *Run
	resolver *ghpages.Resolver
	answers  map[string]answer
	last     answer              // that of the reference at hand: what Intern found, file need not look up again
	styles   map[*site.File]bool // style sheets that pages load
	self     string              // the file that holds the references
	right    rightURLs
	bad      badList
}

// answer is what GitHub Pages says to a tree path: the file that it serves
// with 200, or nil.
type answer struct {
	path string
	file *site.File
}

func newLinker(run *Run) *linker {
	l := &linker{run: run, resolver: run.Deployment.NewResolver(), answers: make(map[string]answer), styles: make(map[*site.File]bool), right: rightURLs{seed: maphash.MakeSeed()}}
	l.resolver.Intern = func(b []byte) string {
		if a, ok := l.answers[string(b)]; ok {
			l.last = a
			return a.path
		}
		return string(b)
	}
	return l
}

// setPage binds the linker to the file that holds the references.
func (l *linker) setPage(file, baseHref string) {
	l.self = file
	l.resolver.SetPage(file, baseHref)
}

// file is the file that GitHub Pages serves for a tree path with 200, or nil.
func (l *linker) file(path string) *site.File {
	if l.last.file != nil && path == l.last.path { // the same string, so no bytes are compared
		return l.last.file
	}
	if a, ok := l.answers[path]; ok {
		return a.file
	}
	var file *site.File
	if r := ghpages.Resolve(l.run.Tree, path); r.Status == 200 && l.run.droppedSegment(r.File) == "" {
		file = l.run.Tree.Lookup(r.File)
	}
	if len(l.answers) < maxAnswers {
		path = strings.Clone(path)
		l.answers[path] = answer{path, file}
	}
	return file
}

// rightURLs remembers some references that are right on whatever page they
// stand: those of navigation come again on each, and to see that is cheaper
// than to resolve them. A later one takes the place of an earlier one.
type rightURLs struct {
	seed  maphash.Seed
	texts [512][]byte // copies: the page's text does not last
}

func (m *rightURLs) at(url string) *[]byte {
	return &m.texts[maphash.String(m.seed, url)%uint64(len(m.texts))]
}

func (m *rightURLs) has(url string) bool { return url != "" && string(*m.at(url)) == url }

func (m *rightURLs) add(url string) { at := m.at(url); *at = append((*at)[:0], url...) }

// absolute reports whether a reference means the same on each page that has no
// base element.
func absolute(url string) bool {
	return strings.HasPrefix(url, "/") || strings.HasPrefix(url, "https://") || strings.HasPrefix(url, "http://")
}

// judgeURL tells whether a URL within the site is served with 200.
func (l *linker) judgeURL(raw string) (linkFault, bool) {
	ref := l.resolver.Ref(raw)
	return l.judge(raw, &ref, htmlfacts.Subresource)
}

// judge tells what is wrong with a classified reference. It allocates only
// for what is not right.
func (l *linker) judge(raw string, ref *ghpages.Ref, kind htmlfacts.RefKind) (linkFault, bool) {
	switch ref.Kind {
	case ghpages.RefTree:
		if ref.MissingSlash || l.file(ref.Path) == nil {
			if l.run.Served != nil {
				return l.answered(ref)
			}
			return l.explain(raw, ref), true
		}
		if ref.OtherScheme {
			return l.otherScheme(raw)
		}
	case ghpages.RefOutside:
		return l.outside(ref)
	case ghpages.RefExternal:
		if isLocalHost(ref.Host) {
			return linkFault{
				kind: faultLocalHost,
				why:  "names a host that only one machine or network knows",
				fix:  "write the public URL, within the site one below " + l.run.Deployment.SiteRoot,
			}, true
		}
	case ghpages.RefUnsafe:
		return unsafeScheme(raw, kind)
	case ghpages.RefInvalid:
		return linkFault{kind: faultBroken, why: "is no URL: " + ref.Reason, fix: "write a whole URL, or a path of this site"}, true
	}
	return linkFault{}, false
}

func (l *linker) otherScheme(raw string) (linkFault, bool) {
	https, _ := l.run.swapScheme(raw)
	if !strings.HasPrefix(https, "https:") {
		return linkFault{}, false
	}
	return linkFault{kind: faultHTTP, why: "falls back to http", fix: "write " + https}, true
}

// answered says what a server that is being checked answered for a path that
// it did not send. What it was not asked is not judged, and a listed page is
// for pages/served.
func (l *linker) answered(ref *ghpages.Ref) (linkFault, bool) {
	url := l.run.Deployment.SiteRoot + ghpages.EscapePath(ref.Path)
	a, ok := l.run.answerFor(url)
	if !ok || a.Status == 200 || l.run.lists(url) {
		return linkFault{}, false
	}
	if a.Status/100 == 3 {
		return linkFault{kind: faultRedirect, why: fmt.Sprintf("is answered with a redirect to %s", Quote(a.Location)), fix: "link that URL, if it is meant"}, true
	}
	return linkFault{kind: faultBroken, why: fmt.Sprintf("is answered with status %d", a.Status), fix: "link a page that there is, or publish " + fileOf(ref.Path)}, true
}

// lists reports whether the sitemap or the manifest lists the URL as a page.
func (run *Run) lists(url string) bool { return run.look().listed[url] }

// explain says why a path of the tree is not served with 200.
func (l *linker) explain(raw string, ref *ghpages.Ref) linkFault {
	d, tree := &l.run.Deployment, l.run.Tree
	tail := suffixOf(ref)
	if ref.MissingSlash {
		return linkFault{kind: faultRedirect, why: "lacks the slash at its end: GitHub Pages answers with a redirect", fix: "write " + d.SiteRoot + tail}
	}
	p := ref.Path
	r := ghpages.Resolve(tree, p)
	switch {
	case r.Status == 200:
		segment := l.run.droppedSegment(r.File)
		f := linkFault{kind: faultDropped, why: fmt.Sprintf("leads to %s, which deployment leaves out: %s begins with a dot", r.File, Quote(segment))}
		f.fix = "rename the file, or deploy with include-hidden-files: true"
		if !strings.HasPrefix(segment, ".") {
			f.why = fmt.Sprintf("leads to %s, which Jekyll leaves out because of the name %s", r.File, Quote(segment))
			f.fix = "add an empty file .nojekyll to the tree's root"
		}
		return f
	case r.Status == 301 && r.File != "":
		return linkFault{
			kind: faultRedirect, why: "names a folder without the slash at its end: GitHub Pages answers with a redirect",
			fix: "write " + l.like(raw, ref, r.Location) + tail,
		}
	}
	if base := strings.TrimPrefix(d.ProjectRoot, "/"); base != "" && strings.HasPrefix(p, base) {
		rest := strings.TrimPrefix(p, base)
		return linkFault{
			kind: faultDoubledBase, why: fmt.Sprintf("holds the base path %s twice", d.ProjectRoot),
			fix: "write " + d.SiteRoot + ghpages.EscapePath(rest) + tail,
		}
	}
	if actual := l.otherCase(p); actual != "" {
		return linkFault{
			kind: faultCase, why: fmt.Sprintf("differs from %s in upper and lower case, which GitHub Pages tells apart", actual),
			fix: "write " + l.like(raw, ref, pathOf(p, actual)) + tail,
		}
	}
	f := linkFault{kind: faultBroken, why: "leads to no file of the tree", fix: "link a page that there is, or publish " + fileOf(p)}
	switch {
	case r.Status == 301, tree.Dir(strings.TrimSuffix(p, "/")):
		f.why = "leads to a folder without an index.html"
		f.fix = "publish " + strings.TrimSuffix(p, "/") + "/index.html, or link a page that there is"
	case strings.Contains(p, "//"):
		f.why = "leads to no file: its path has a doubled slash"
		f.fix = "write each slash once"
	case strings.HasSuffix(p, "/") && tree.File(strings.TrimSuffix(p, "/")):
		f.why = "leads to no file: a slash follows the file's name"
		f.fix = "write " + l.like(raw, ref, strings.TrimSuffix(p, "/")) + tail
	case strings.HasSuffix(p, "/") && tree.File(strings.TrimSuffix(p, "/")+".html"):
		f.why = "leads to no file: GitHub Pages serves " + strings.TrimSuffix(p, "/") + ".html without a slash at the end only"
		f.fix = "write " + l.like(raw, ref, strings.TrimSuffix(p, "/")) + tail
	case strings.Contains(p, "http:/"), strings.Contains(p, "https:/"):
		f.why = "leads to no file: a whole URL stands behind a path"
		f.fix = "write the URL alone"
	case ref.Form == ghpages.FormRelative && looksLikeHost(raw):
		f.why = "leads to no file: without a scheme it is a path of this site"
		f.fix = "write https://" + raw + ", if that site is meant"
	case ref.Form == ghpages.FormRelative && l.fromRoot(raw) != "":
		f.fix = fmt.Sprintf("write %s, if %s is meant; a relative link begins at the page's own folder", d.SiteRoot+ghpages.EscapePath(l.fromRoot(raw))+tail, fileOf(l.fromRoot(raw)))
	}
	return f
}

// fromRoot returns the path that a relative reference would name if it began
// at SITE_ROOT, where such a file exists.
func (l *linker) fromRoot(raw string) string {
	if i := strings.IndexAny(raw, "?#"); i >= 0 {
		raw = raw[:i]
	}
	for strings.HasPrefix(raw, "../") {
		raw = raw[3:]
	}
	raw = strings.TrimPrefix(raw, "./")
	if raw == "" {
		return ""
	}
	switch r := ghpages.Resolve(l.run.Tree, raw); {
	case r.Status == 200:
		return raw
	case r.Status == 301 && r.File != "":
		return r.Location
	}
	if actual := l.otherCase(raw); actual != "" {
		return pathOf(raw, actual)
	}
	return ""
}

// like writes a path of the tree in the form of the reference: whole, from
// the root of the host, or in the way that is always right.
func (l *linker) like(raw string, ref *ghpages.Ref, p string) string {
	d := &l.run.Deployment
	p = ghpages.EscapePath(p)
	if ref.Form == ghpages.FormPathAbsolute {
		return d.ProjectRoot + p
	}
	if ref.Form == ghpages.FormRelative {
		if cut := strings.IndexAny(raw, "?#"); cut >= 0 {
			raw = raw[:cut]
		}
		if strings.HasPrefix(p, raw) || strings.EqualFold(p, raw) { // a page at the root
			return p
		}
		if raw != "" && strings.HasSuffix(p, path.Base(raw)+"/") && !strings.HasSuffix(raw, "/") {
			return raw + "/"
		}
	}
	return d.SiteRoot + p
}

// otherCase finds the file that a path would be served from if case did not
// count.
func (l *linker) otherCase(p string) string {
	tree := l.run.Tree
	name := strings.TrimSuffix(p, "/")
	tries := [...]string{p, name + "/index.html", name + ".html"}
	for _, try := range tries {
		if actual := tree.OtherCase(strings.TrimPrefix(try, "/")); actual != "" {
			return actual
		}
	}
	return ""
}

// pathOf writes the path of a file as p does: without index.html or .html
// where p has none.
func pathOf(p, file string) string {
	switch {
	case strings.HasSuffix(p, "/") || len(p)+len("/index.html") == len(file):
		return strings.TrimSuffix(file, "index.html")
	case len(p)+len(".html") == len(file):
		return file[:len(p)]
	}
	return file
}

// fileOf is the file that a path asks for first.
func fileOf(p string) string {
	if p == "" || strings.HasSuffix(p, "/") {
		return p + "index.html"
	}
	return p
}

// suffixOf is the query and the fragment of a reference.
func suffixOf(ref *ghpages.Ref) string {
	s := ""
	if ref.Query != "" {
		s = "?" + ref.Query
	}
	if ref.HasFragment {
		s += "#" + ref.Fragment
	}
	return s
}

// looksLikeHost reports whether a relative reference was meant as the address
// of another site.
func looksLikeHost(raw string) bool {
	host, _, _ := strings.Cut(raw, "/")
	if strings.HasPrefix(host, "www.") {
		return true
	}
	for _, tld := range [...]string{".com", ".org", ".net", ".io", ".dev"} {
		if strings.HasSuffix(host, tld) && len(host) > len(tld) {
			return true
		}
	}
	return false
}

// outside: the reference stays on the host and leaves SITE_ROOT. Whole URLs
// of the owner's other projects are right; one that this tree could answer
// was meant for this site.
func (l *linker) outside(ref *ghpages.Ref) (linkFault, bool) {
	d := &l.run.Deployment
	p := strings.TrimPrefix(ref.Path, "/")
	tail := suffixOf(ref)
	here := l.run.Tree.File(fileOf(p)) || l.file(p) != nil || ghpages.Resolve(l.run.Tree, p).Status == 301
	if ref.Form == ghpages.FormAbsolute || ref.Form == ghpages.FormSchemeRelative {
		if name, _ := meant(p); p == "" || !here || p == name {
			return linkFault{}, false // the host itself, another project, or the host's own set
		}
		return linkFault{
			kind: faultOffBase,
			why:  fmt.Sprintf("lacks the base path %s: the tree has %s", d.ProjectRoot, fileOf(p)),
			fix:  "write " + d.SiteRoot + ghpages.EscapePath(p) + tail,
		}, true
	}
	f := linkFault{kind: faultOffBase}
	if ref.Form == ghpages.FormPathAbsolute {
		f.why = fmt.Sprintf("begins at the root of the host and leaves the site, which begins at %s", d.ProjectRoot)
	} else {
		f.why = fmt.Sprintf("climbs out of the site, which begins at %s", d.ProjectRoot)
	}
	switch {
	case p == "" || here:
		f.fix = "write " + d.SiteRoot + ghpages.EscapePath(p) + tail
	default:
		f.fix = fmt.Sprintf("write %s, if a page of this site is meant, else the whole URL %s", d.SiteRoot+"…", strings.TrimSuffix(d.DomainRoot, "/")+ghpages.EscapePath(ref.Path)+tail)
	}
	return f, true
}

// isLocalHost recognises hosts that are not published: localhost, loopback
// and private addresses, names without a dot or of a local network.
func isLocalHost(host string) bool {
	name := host
	if strings.HasPrefix(name, "[") {
		return strings.HasPrefix(name, "[::1]") || strings.HasPrefix(name, "[fe80:") || strings.HasPrefix(name, "[fd")
	}
	if i := strings.LastIndexByte(name, ':'); i >= 0 {
		name = name[:i]
	}
	name = strings.TrimSuffix(name, ".")
	last := name[strings.LastIndexByte(name, '.')+1:]
	switch {
	case last == "": // an empty host, or two dots in a row
		return false
	case len(last) == len(name):
		return true // no dot at all
	case last[0] >= '0' && last[0] <= '9':
		for _, prefix := range [...]string{"127.", "0.", "10.", "192.168.", "169.254."} {
			if strings.HasPrefix(name, prefix) {
				return true
			}
		}
		return false
	case len(last) >= 4:
		return strings.EqualFold(last, "local") || strings.EqualFold(last, "localhost") || strings.EqualFold(last, "internal") || strings.EqualFold(last, "test")
	}
	return false
}

// unsafeScheme: script and data behind a link, and files of one machine.
func unsafeScheme(raw string, kind htmlfacts.RefKind) (linkFault, bool) {
	scheme, _, _ := strings.Cut(strings.TrimSpace(raw), ":")
	switch scheme = strings.ToLower(scheme); {
	case scheme == "file":
		return linkFault{kind: faultLocalHost, why: "names a file of one machine", fix: "publish the file and write its URL"}, true
	case kind != htmlfacts.Hyperlink && kind != htmlfacts.Action, scheme == "about":
		return linkFault{}, false
	case scheme == "javascript" || scheme == "vbscript":
		return linkFault{kind: faultScheme, why: "is a script, not a URL: machines and people without scripts cannot follow it", fix: "use a button, or link a page"}, true
	}
	return linkFault{kind: faultScheme, why: "is a " + scheme + ": URL, which browsers refuse to open from a link", fix: "publish the file and link it"}, true
}

// droppedSegment returns the part of a tree path for which deployment leaves
// the file out, or "": names with a dot in front are left out by the upload
// action from v4 on, and by Jekyll, which leaves out more; a branch with
// .nojekyll publishes everything (ledger E12).
func (run *Run) droppedSegment(p string) string {
	if site.IsHTML(p) {
		return "" // files/dropped names the page itself
	}
	if !strings.HasPrefix(p, ".") && !strings.HasPrefix(p, "_") && !strings.Contains(p, "/.") && !strings.Contains(p, "/_") {
		return ""
	}
	branch := run.Deployment.SourcePath != ""
	if branch && run.Tree.File(".nojekyll") {
		return ""
	}
	for segment := range strings.SplitSeq(p, "/") {
		if strings.HasPrefix(segment, ".") || (branch && strings.HasPrefix(segment, "_")) {
			return segment
		}
	}
	return ""
}

// baseHref is the href of the page's base element, "" where none counts.
func (c *PageContext) baseHref() string {
	if b := c.Facts.Base(); b != nil && len(b.Href) <= htmlfacts.MaxBase {
		return b.Href
	}
	return ""
}

// badLinks are the references of the page that are not right, in the order of
// the document, each text once. Computed once for all rules.
func (c *PageContext) badLinks() []badLink {
	l := c.worker.linker
	if c.haveLinks {
		return l.bad.all
	}
	c.haveLinks = true
	l.bad.reset()
	baseHref := c.baseHref()
	l.setPage(c.Page.Path, baseHref)
	canonical := c.Page.Status == site.Canonical
	var discovery []discoveryRef
	if canonical {
		discovery = c.discoveryRefs()
	}
	for i := range c.Facts.Refs {
		r := &c.Facts.Refs[i]
		if r.Context.Has(htmlfacts.InTemplate) || r.Kind == htmlfacts.Redirect {
			continue
		}
		if len(l.bad.all) == mostBadLinks {
			break
		}
		for len(discovery) > 0 && discovery[0].Ref < i && discovery[0].Ref >= 0 {
			discovery = discovery[1:]
		}
		if len(discovery) > 0 && discovery[0].Ref == i {
			if d := &discovery[0]; d.Aim != aimRight || d.Name != ghpages.RobotsFile {
				continue // the areas url and files answer for it
			}
		}
		if r.Kind != htmlfacts.HeadLink && l.right.has(r.URL) {
			continue
		}
		set := false
		if r.Kind == htmlfacts.HeadLink {
			switch whoseLink(r.Rel) {
			case headLink:
				if canonical {
					continue
				}
			case noLink:
				continue
			case setLink:
				set = canonical
			}
		} else if canonical && r.Kind == htmlfacts.Hyperlink && r.Context.Has(htmlfacts.InMachineLinks) {
			set = true
		}
		ref := l.resolver.Ref(r.URL)
		fault, bad := l.judge(r.URL, &ref, r.Kind)
		if bad && (c.ownedElsewhere(r) || l.rightWithoutBase(r, baseHref)) {
			continue
		}
		if !bad {
			if r.Kind == htmlfacts.Hyperlink && ref.HasFragment {
				c.fragment(r, &ref)
			} else if r.Kind == htmlfacts.HeadLink && ref.Kind == ghpages.RefTree && r.HasRel("stylesheet") {
				l.styles[l.file(ref.Path)] = true
			}
			if !ref.HasFragment && baseHref == "" && absolute(r.URL) {
				l.right.add(r.URL)
			}
			continue
		}
		switch {
		case set && fault.kind == faultHTTP && r.Kind == htmlfacts.HeadLink:
			continue // url/scheme
		case set:
			fault.kind = setFault
		case fault.kind == faultLocalHost && r.Kind == htmlfacts.Hyperlink && c.showsHost(r, &ref):
			continue // instructions, which give the address in their text
		}
		if placeholderIn(r.URL, &c.Deployment) != "" && (set || r.Kind == htmlfacts.HeadLink) {
			continue // url/placeholder
		}
		l.bad.add(fault, r.URL, r.Offset)
	}
	return l.bad.all
}

// ownedElsewhere reports whether another area says what is wrong with a
// reference: what a development server left (pages/local-host), and the target
// of a redirect that the page repeats (pages/redirect).
func (c *PageContext) ownedElsewhere(r *htmlfacts.Ref) bool {
	if c.Page.Status == site.RedirectStub {
		if r.Kind == htmlfacts.HeadLink && r.HasRel("canonical") {
			return true
		}
		for i := range c.Facts.Refreshes {
			if c.Facts.Refreshes[i].URL == r.URL {
				return true
			}
		}
	}
	return c.Page.Status == site.Canonical && c.fromDevServer(r)
}

// rightWithoutBase reports whether it is the page's base element that makes a
// relative reference wrong: then head/base speaks of it.
func (l *linker) rightWithoutBase(r *htmlfacts.Ref, baseHref string) bool {
	if baseHref == "" || !isRelative(r.URL) {
		return false
	}
	l.resolver.SetPage(l.self, "")
	ref := l.resolver.Ref(r.URL)
	_, bad := l.judge(r.URL, &ref, r.Kind)
	l.resolver.SetPage(l.self, baseHref)
	return !bad
}

// showsHost reports whether a link's text names the host that it leads to, as
// instructions for a local server do.
func (c *PageContext) showsHost(r *htmlfacts.Ref, ref *ghpages.Ref) bool {
	return ref.Host != "" && strings.Contains(c.Facts.Text(r.Content), ref.Host)
}

// badList holds what is wrong with the references of one file. A text that
// stands several times in the file is one fault.
type badList struct {
	all  []badLink
	seen map[badKey]int
}

type badKey struct {
	raw      string
	kind     faultKind
	severity Severity
}

func (b *badList) reset() {
	b.all, b.seen = b.all[:0], nil
}

func (b *badList) add(fault linkFault, raw string, offset int) {
	key := badKey{raw, fault.kind, fault.severity}
	if i, ok := b.seen[key]; ok {
		b.all[i].times++
		return
	}
	if b.seen == nil {
		b.seen = make(map[badKey]int)
	}
	b.seen[key] = len(b.all)
	b.all = append(b.all, badLink{fault, raw, offset, 1})
}

// The owners of a link element.
const (
	pageLink = iota // like any other reference
	setLink         // the discovery set, or what joins pages: url/not-200
	headLink        // another rule of the area head
	noLink          // no resource that is fetched from there
)

// whoseLink says by its rel who answers for a link element.
func whoseLink(rel string) int {
	switch {
	case strings.EqualFold(rel, "stylesheet"), strings.EqualFold(rel, "preload"), strings.EqualFold(rel, "modulepreload"):
		return pageLink // most of them
	case hasRel(rel, "canonical"), hasRel(rel, "icon"):
		return headLink
	case hasRel(rel, "stylesheet"):
		return pageLink // also an alternate one
	case hasRel(rel, "alternate"), hasRel(rel, "describedby"), hasRel(rel, "prev"), hasRel(rel, "next"), hasRel(rel, "amphtml"):
		return setLink
	case hasRel(rel, "preconnect"), hasRel(rel, "dns-prefetch"), hasRel(rel, "profile"):
		return noLink
	}
	return pageLink
}

// reportLinks reports the page's references that have one kind of fault.
func reportLinks(c *PageContext, kind faultKind) {
	for _, b := range c.badLinks() {
		if b.kind == kind {
			abs := c.Resolve(b.raw)
			c.Report(b.offset, Finding{Severity: b.severity, URL: abs, Message: b.message(b.raw, b.times), Fix: b.fix, cause: c.causeOf(abs)})
		}
	}
}

// fragment checks a link to a place within a page: of this one at once, of
// another one when all pages are known.
func (c *PageContext) fragment(r *htmlfacts.Ref, ref *ghpages.Ref) {
	fragment, _, _ := strings.Cut(ref.Fragment, ":~:") // text fragments
	if fragment == "" || fragment[0] == '!' || fragment[0] == '/' || strings.EqualFold(fragment, "top") {
		return // the page itself, or a route of its script
	}
	fragment = firstLine(fragment)
	var target *site.File // nil: this page
	if c.Facts.Base() != nil && strings.HasPrefix(r.URL, "#") {
		return // head/base says that such links leave the page
	}
	if ref.Kind == ghpages.RefTree {
		file := c.worker.linker.file(ref.Path)
		if file == nil || !file.IsHTML() {
			return // fragments of other media have rules of their own
		}
		if file.Path != c.Page.Path {
			target = file
		}
	}
	hash, raw := foldHash(htmlfacts.HashFragment(fragment)), uint32(0)
	if strings.IndexByte(fragment, '%') >= 0 {
		raw = foldHash(htmlfacts.HashID(fragment))
	}
	if target != nil {
		if done := c.checked[target.Number()].Load(); done != nil && (done.HasID(hash) || raw != 0 && done.HasID(raw)) {
			return // which need not be remembered
		}
		c.worker.fragments = append(c.worker.fragments, site.Fragment{Target: target.Number(), Hash: hash, RawHash: raw, Offset: uint32(r.Offset)})
		return
	}
	if !c.Page.HasID(hash) && (raw == 0 || !c.Page.HasID(raw)) {
		l := c.worker.linker
		l.bad.add(linkFault{
			kind: faultFragment, why: "leads to no place of this page: no element has that id",
			fix: fmt.Sprintf("give the element that is meant id=%q, or correct the link", fragment),
		}, r.URL, r.Offset)
	}
}

// firstLine cuts a range of lines, such as 12-20 or L12-L20, which the scripts
// of source views mark, to the first of them.
func firstLine(fragment string) string {
	first, last, ok := strings.Cut(fragment, "-")
	if ok && isLine(first) && isLine(last) {
		return first
	}
	return fragment
}

func isLine(s string) bool {
	s = strings.TrimPrefix(s, "L")
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// fragmentAt is the fragment of the reference that stands at an offset, as
// written but for its entities.
func fragmentAt(src []byte, offset int) string {
	rest := src[min(offset, len(src)):]
	if i := bytes.IndexAny(rest, "\"'<> \t\r\n"); i >= 0 {
		rest = rest[:i]
	}
	_, fragment, _ := strings.Cut(html.UnescapeString(string(rest)), "#")
	return firstLine(fragment)
}

// linksFragment checks the links to places within other pages. The few pages
// with a wrong one are read again, for its line.
func linksFragment(c *TreeContext) {
	type place struct {
		target int32
		hash   uint32
	}
	for _, p := range c.Pages {
		var told map[place]bool
		var lines places
		for i := range p.Fragments {
			f := &p.Fragments[i]
			target := c.checked[f.Target].Load()
			if target == nil || target.Status == site.Unread || target.Status == site.RedirectStub || target.JSONLDBroken {
				continue // a script that is never closed may hide the place
			}
			if target.HasID(f.Hash) || f.RawHash != 0 && target.HasID(f.RawHash) || told[place{f.Target, f.Hash}] {
				continue
			}
			if told == nil {
				told = make(map[place]bool)
				// Offsets begin behind a byte order mark.
				lines.src = bytes.TrimPrefix(c.Tree.Document(p.Path).Src, []byte("\xEF\xBB\xBF"))
			}
			told[place{f.Target, f.Hash}] = true
			if len(told) > maxPerPage {
				c.ReportPage(p, site.Pos{}, Finding{
					Message: fmt.Sprintf("more than %d links of this page name places that are not there; the rest is not listed", maxPerPage),
					Fix:     "mend these first",
				})
				break
			}
			text := fragmentAt(lines.src, int(f.Offset))
			line, column := lines.at(int(f.Offset))
			c.ReportPage(p, site.Pos{Line: int32(line), Column: int32(column)}, Finding{
				URL:     target.URL + "#" + text,
				Snippet: snippetAt(lines.src, int(f.Offset)),
				Message: fmt.Sprintf("%s is no place of %s: no element there has that id", Quote("#"+text), target.Path),
				Fix:     fmt.Sprintf("give the element that is meant id=%q, or correct the link", text),
			})
		}
	}
}
