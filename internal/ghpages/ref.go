package ghpages

import "strings"

// RefKind says what a reference of a page points at.
type RefKind uint8

// The kinds of references.
const (
	RefEmpty    RefKind = iota // nothing between the quotes: the page itself
	RefFragment                // a fragment of the page itself
	RefTree                    // a path of the tree
	RefOutside                 // the same host, but outside SITE_ROOT: it left the base path
	RefExternal                // http or https on another host
	RefUnsafe                  // javascript:, data:, vbscript:, blob:, file:, about:
	RefOther                   // another scheme: mailto:, tel:, …
	RefInvalid                 // no URL that a browser or server could use
)

// RefForm says how a reference is written.
type RefForm uint8

// The forms of references (RFC 3986, 4.2).
const (
	FormRelative       RefForm = iota // docs/x/, ../x/, ?q, #f, empty
	FormPathAbsolute                  // /x/: root-relative
	FormSchemeRelative                // //host/x/
	FormAbsolute                      // https://host/x/, mailto:…
)

// Ref is a classified reference.
type Ref struct {
	Kind RefKind
	Form RefForm
	// Path is the tree path of RefTree, RefFragment and RefEmpty (decoded, no
	// leading slash, "" for SITE_ROOT), or the path on the host of RefOutside
	// (decoded, with its leading slash).
	Path string
	// Query and Fragment as written, without their delimiters.
	Query, Fragment string
	HasFragment     bool
	// Host of RefExternal as written, else empty.
	Host string
	// OtherScheme: the host is the site's, the scheme is not (http for https).
	OtherScheme bool
	// MissingSlash: the reference is SITE_ROOT without its final slash, which
	// Pages answers with a redirect.
	MissingSlash bool
	// Reason says why the reference is invalid.
	Reason string
}

// Resolver classifies the references of the pages of one deployment. It keeps a
// buffer between calls, so each goroutine needs its own.
type Resolver struct {
	// Intern, when set, turns the bytes of a tree path into a string; a table of
	// the tree's names can return its own string and save the allocation. The
	// bytes are valid only during the call.
	Intern func([]byte) string

	scheme, host, origin, sitePath string

	page     string // decoded path of the page on its host
	baseHost string // empty: the site's own host
	baseDoc  string // decoded path of the base URL
	baseDir  string // the same up to its last slash
	baseRaw  string // baseDir, percent-encoded
	buf      []byte
}

// NewResolver returns a Resolver for pages of d; SetPage comes before Ref.
func (d *Deployment) NewResolver() *Resolver {
	scheme, _, _ := strings.Cut(d.SiteRoot, ":")
	return &Resolver{scheme: scheme, host: d.Host(), origin: d.Origin(), sitePath: d.ProjectRoot}
}

// SetPage binds the resolver to a page. path is the tree path under which the
// page is read: its file ("docs/index.html") or its URL path ("docs/"). baseHref
// is the value of the first <base href>, empty when there is none; one that is
// no usable URL is ignored, as browsers do.
func (r *Resolver) SetPage(path, baseHref string) {
	if dir, ok := strings.CutSuffix(path, "index.html"); ok && (dir == "" || dir[len(dir)-1] == '/') {
		path = dir
	}
	r.page = r.sitePath + path
	r.setBase("", r.page)
	if baseHref == "" {
		return
	}
	switch base := r.Ref(baseHref); base.Kind {
	case RefTree:
		if base.MissingSlash {
			r.setBase("", strings.TrimSuffix(r.sitePath, "/"))
		} else {
			r.setBase("", r.sitePath+base.Path)
		}
	case RefOutside:
		r.setBase("", base.Path)
	case RefExternal:
		r.setBase(base.Host, "/") // what is relative leaves the site, wherever to
	}
}

func (r *Resolver) setBase(host, doc string) {
	r.baseHost, r.baseDoc = host, doc
	r.baseDir = doc[:strings.LastIndexByte(doc, '/')+1]
	r.baseRaw = EscapePath(r.baseDir)
}

// Ref classifies a reference as it stands in an attribute, character references
// already decoded. It follows the URL standard where that is stricter or more
// lenient than RFC 3986: surrounding white space is cut, tabs and newlines
// vanish, a backslash is a slash.
func (r *Resolver) Ref(raw string) Ref {
	raw = trimSpace(raw)
	if raw == "" {
		return r.withinBase(Ref{Kind: RefEmpty})
	}
	for i := 0; i < len(raw); i++ {
		if c := raw[i]; c < ' ' || c == '\\' {
			raw = cleaned(raw)
			break
		}
	}
	if raw == "" {
		return r.withinBase(Ref{Kind: RefEmpty})
	}
	switch raw[0] {
	case '#':
		return r.withinBase(Ref{Kind: RefFragment, Fragment: raw[1:], HasFragment: true})
	case '/':
		if strings.HasPrefix(raw, "//") {
			return r.onHost(raw[2:], r.scheme, Ref{Form: FormSchemeRelative})
		}
		ref := Ref{Form: FormPathAbsolute}
		if r.baseHost != "" {
			ref.Kind, ref.Host = RefExternal, r.baseHost
			return ref
		}
		return r.onPath(false, raw, ref)
	case '?':
		ref := r.withinBase(Ref{Kind: RefTree})
		ref.Query, ref.Fragment, ref.HasFragment = cutQuery(raw)
		return ref
	}
	if n := schemeLen(raw); n > 0 {
		return r.withScheme(raw, n)
	}
	if r.baseHost != "" {
		return Ref{Kind: RefExternal, Host: r.baseHost}
	}
	return r.onPath(true, raw, Ref{})
}

// withinBase answers references without a path, which point at the base URL:
// the page itself unless a <base> says otherwise.
func (r *Resolver) withinBase(ref Ref) Ref {
	switch {
	case r.baseHost != "":
		ref.Kind, ref.Host = RefExternal, r.baseHost
	case !strings.HasPrefix(r.baseDoc, r.sitePath):
		ref.Kind, ref.Path = RefOutside, r.baseDoc
	default:
		if r.baseDoc != r.page {
			ref.Kind = RefTree
		}
		ref.Path = r.baseDoc[len(r.sitePath):]
	}
	return ref
}

func (r *Resolver) withScheme(raw string, n int) Ref {
	ref := Ref{Form: FormAbsolute}
	if strings.HasPrefix(raw, r.origin) {
		if rest := raw[len(r.origin):]; rest == "" || rest[0] == '/' || rest[0] == '?' || rest[0] == '#' {
			return r.onPath(false, rest, ref)
		}
	}
	scheme, rest := raw[:n], raw[n+1:]
	if strings.EqualFold(scheme, "https") || strings.EqualFold(scheme, "http") {
		if !strings.HasPrefix(rest, "//") || len(rest) == 2 {
			ref.Kind, ref.Reason = RefInvalid, "the scheme is not followed by // and a host"
			return ref
		}
		if len(scheme) == 5 {
			return r.onHost(rest[2:], "https", ref)
		}
		return r.onHost(rest[2:], "http", ref)
	}
	ref.Kind = RefOther
	for _, unsafe := range [...]string{"javascript", "data", "vbscript", "blob", "file", "about"} {
		if strings.EqualFold(scheme, unsafe) {
			ref.Kind = RefUnsafe
		}
	}
	return ref
}

// onHost classifies a reference from its authority on.
func (r *Resolver) onHost(s, scheme string, ref Ref) Ref {
	n := strings.IndexAny(s, "/?#")
	if n < 0 {
		n = len(s)
	}
	authority, rest := s[:n], s[n:]
	hostport := authority[strings.LastIndexByte(authority, '@')+1:]
	if hostport == "" {
		ref.Kind, ref.Reason = RefInvalid, "the host is empty"
		return ref
	}
	port := ":80"
	if scheme == "https" {
		port = ":443"
	}
	bare := strings.TrimSuffix(strings.TrimSuffix(hostport, port), ":")
	if !strings.EqualFold(bare, r.host) {
		for i := 0; i < len(hostport); i++ {
			if c := hostport[i]; c <= ' ' || strings.IndexByte("<>^`{|}\"%", c) >= 0 {
				ref.Kind, ref.Reason = RefInvalid, "the host contains a character that no host has"
				return ref
			}
		}
		ref.Kind, ref.Host = RefExternal, hostport
		return ref
	}
	ref.OtherScheme = scheme != r.scheme
	return r.onPath(false, rest, ref)
}

// onPath classifies a reference on the site's own host. s is its path as
// written, with query and fragment; relative says that it counts from the base.
func (r *Resolver) onPath(relative bool, s string, ref Ref) Ref {
	plain, n := plainPath(s)
	for n < len(s) && s[n] != '?' && s[n] != '#' {
		n++
	}
	path := s[:n]
	ref.Query, ref.Fragment, ref.HasFragment = cutQuery(s[n:])
	if plain && !relative && strings.HasPrefix(path, r.sitePath) {
		ref.Kind, ref.Path = RefTree, path[len(r.sitePath):]
		return ref
	}
	buf := r.buf[:0]
	switch {
	case relative && plain:
		buf = append(append(buf, r.baseDir...), path...)
	case relative:
		buf = append(append(buf, r.baseRaw...), path...)
	default:
		buf = append(buf, path...)
	}
	r.buf = buf
	if !plain || path == "" {
		var ok bool
		if buf, ok = serverPath(buf); !ok {
			ref.Kind, ref.Reason = RefInvalid, "the path contains a % that begins no valid escape"
			return ref
		}
	}
	switch {
	case len(buf) >= len(r.sitePath) && string(buf[:len(r.sitePath)]) == r.sitePath:
		ref.Kind, ref.Path = RefTree, r.text(buf[len(r.sitePath):])
	case string(buf) == r.sitePath[:len(r.sitePath)-1]:
		ref.Kind, ref.MissingSlash = RefTree, true
	default:
		ref.Kind, ref.Path = RefOutside, string(buf)
	}
	return ref
}

func (r *Resolver) text(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	if r.Intern != nil {
		return r.Intern(b)
	}
	return string(b)
}

// cutQuery splits what follows a path: "?query#fragment", each part optional.
func cutQuery(s string) (query, fragment string, hasFragment bool) {
	s, fragment, hasFragment = strings.Cut(s, "#")
	return strings.TrimPrefix(s, "?"), fragment, hasFragment
}

// cleaned applies what the URL standard does to a reference before it is cut:
// tabs and newlines vanish, and a backslash before the query is a slash.
func cleaned(s string) string {
	b := make([]byte, 0, len(s))
	path := true
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\t' || c == '\n' || c == '\r':
		case c == '\\' && path:
			b = append(b, '/')
		default:
			path = path && c != '?' && c != '#'
			b = append(b, c)
		}
	}
	return trimSpace(string(b))
}
