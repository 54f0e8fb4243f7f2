package ghpages

import "strings"

// Deployment is the closed set of publication variables (protocol, PUBLICATION
// VARIABLES; R016–R051). Every root is normalised and ends in a slash.
type Deployment struct {
	Owner, Repo  string
	PagesType    PagesType
	CustomDomain string // a host, or NONE

	SourceBranch string // empty when unknown
	SourcePath   string // "/" or "/docs" of a branch deployment; empty for Actions or unknown
	PagesHost    string // the Pages host of a GitHub Enterprise installation; empty for github.io (A25)

	SiteRoot      string // absolute URL where the tree begins
	DomainRoot    string // absolute URL of the bare host
	ProjectRoot   string // path of SiteRoot: "/" or "/REPO/"
	DiscoveryRoot string // absolute URL of the folder that holds the discovery files

	ControlsDomainRoot bool // whether this tree supplies DomainRoot/robots.txt
	CrawlerControlOff  bool // crawlerControl = "not-required": no authoritative robots.txt is wanted (A08)

	LLMSURL, RawManifestURL, SitemapURL, RobotsURL string
}

// Origin returns scheme and host of SITE_ROOT without a slash at the end.
func (d *Deployment) Origin() string { return strings.TrimSuffix(d.DomainRoot, "/") }

// Host returns the host of SITE_ROOT.
func (d *Deployment) Host() string {
	_, h, _ := strings.Cut(d.Origin(), "://")
	return h
}

// RootsEqual reports whether root-relative references reach the discovery
// files: SITE_ROOT, DISCOVERY_ROOT and DOMAIN_ROOT are one (R032, R142, A03).
func (d *Deployment) RootsEqual() bool {
	return d.SiteRoot == d.DomainRoot && d.DiscoveryRoot == d.DomainRoot
}

// Private reports whether the site is served from a private Pages host (A43).
func (d *Deployment) Private() bool { return isPrivateHost(d.Host()) }

// PublicOwner returns the account that a host <owner>.github.io belongs to, in
// lower case. Only a single label before github.io is a public owner host; a
// private project site (<random>.pages.github.io) is not.
func PublicOwner(host string) (owner string, ok bool) {
	label, ok := strings.CutSuffix(strings.ToLower(host), ".github.io")
	return label, ok && label != "" && label != "pages" && !strings.Contains(label, ".")
}

func isPrivateHost(host string) bool {
	label, ok := strings.CutSuffix(host, ".pages.github.io")
	return ok && label != ""
}

// DiscoveryPath returns the tree path of DISCOVERY_ROOT ("" or "sub/"); ok is
// false when DISCOVERY_ROOT is not within SITE_ROOT, hence not in the tree.
func (d *Deployment) DiscoveryPath() (path string, ok bool) {
	return d.TreePath(d.DiscoveryRoot)
}

// TreePath maps an absolute URL to the path below SITE_ROOT: percent-decoded
// once, without query and fragment, without a leading slash; "" is SITE_ROOT
// itself. It is not ok for another origin (scheme, host and port count), for
// what lies outside SITE_ROOT (also "…/REPO" without its slash) and for a URL
// whose escapes are malformed.
func (d *Deployment) TreePath(absURL string) (path string, ok bool) {
	if rest, found := strings.CutPrefix(absURL, d.SiteRoot); found && d.SiteRoot != "" {
		if plain, n := plainPath(rest); plain {
			return rest[:n], true
		}
	}
	p, err := absoluteHTTP(strings.ReplaceAll(absURL, " ", "%20")) // as a browser sends it
	if err != nil {
		return "", false
	}
	h, user := host(p)
	if user != "" || d.DomainRoot != strings.ToLower(p.scheme)+"://"+h+"/" {
		return "", false
	}
	buf, ok := serverPath([]byte(p.path))
	if !ok {
		return "", false
	}
	path, ok = strings.CutPrefix(string(buf), d.ProjectRoot)
	return path, ok
}

// serverPath turns the path of a URL, in place, into the one that the server
// looks up: the browser resolves the dot segments, the server decodes once and
// resolves those that come out of an encoded slash. It is not ok when an escape
// is malformed or decodes to NUL.
func serverPath(raw []byte) ([]byte, bool) {
	b := removeDots(raw, true)
	out := b[:0]
	for i := 0; i < len(b); i++ {
		c := b[i]
		if c == '%' {
			if i+2 >= len(b) || !isHex(b[i+1]) || !isHex(b[i+2]) {
				return out, false
			}
			c = unhex(b[i+1])<<4 | unhex(b[i+2])
			i += 2
		}
		if c == 0 {
			return out, false
		}
		out = append(out, c)
	}
	return removeDots(out, false), true
}

// plainPath reports whether the path at the start of s needs neither decoding
// nor dot removal, and where it ends (at ?, # or the end).
func plainPath(s string) (plain bool, n int) {
	segment := true // at the start of a segment
	for n = 0; n < len(s); n++ {
		switch c := s[n]; {
		case c == '?' || c == '#':
			return true, n
		case c == '%' || c == '\\' || c <= ' ' || c == 0x7f:
			return false, n
		case c == '.' && segment:
			return false, n
		default:
			segment = c == '/'
		}
	}
	return true, n
}

// EscapePath percent-encodes a tree path as Hugo and browsers write it: all
// that a path cannot hold literally, in upper-case hexadecimal.
func EscapePath(path string) string {
	for i := 0; i < len(path); i++ {
		if c := path[i]; c == '?' || !isLiteral(c) {
			return escapePath(path)
		}
	}
	return path
}

func escapePath(path string) string {
	var b strings.Builder
	for i := 0; i < len(path); i++ {
		if c := path[i]; c != '?' && isLiteral(c) {
			b.WriteByte(c)
		} else {
			writeEscaped(&b, c)
		}
	}
	return b.String()
}

// URLOf returns the URL of a file of the tree: the directory URL for an
// index.html, else SITE_ROOT and the encoded path. For x.html the URL without
// the extension is canonical as well (A21): see ShortURLOf.
func (d *Deployment) URLOf(file string) string {
	if file == "index.html" {
		return d.SiteRoot
	}
	if dir, ok := strings.CutSuffix(file, "/index.html"); ok {
		return d.SiteRoot + EscapePath(dir) + "/"
	}
	return d.SiteRoot + EscapePath(file)
}

// ShortURLOf returns the URL without extension at which Pages serves x.html as
// well; ok is false for any other file and for an index.html.
func (d *Deployment) ShortURLOf(file string) (u string, ok bool) {
	stem, ok := strings.CutSuffix(file, ".html")
	if !ok || stem == "" || stem == "index" || strings.HasSuffix(stem, "/index") || strings.HasSuffix(stem, "/") {
		return "", false
	}
	return d.SiteRoot + EscapePath(stem), true
}
