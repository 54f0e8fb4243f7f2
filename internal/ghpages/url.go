package ghpages

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
)

// parts is a URI reference cut at its delimiters (RFC 3986, 3 and appendix B);
// nothing is decoded.
type parts struct {
	scheme, authority, path, query, fragment string
	hasAuthority, hasQuery, hasFragment      bool
}

func split(s string) (p parts) {
	if i := strings.IndexByte(s, '#'); i >= 0 {
		s, p.fragment, p.hasFragment = s[:i], s[i+1:], true
	}
	if i := strings.IndexByte(s, '?'); i >= 0 {
		s, p.query, p.hasQuery = s[:i], s[i+1:], true
	}
	if n := schemeLen(s); n > 0 {
		p.scheme, s = s[:n], s[n+1:]
	}
	if strings.HasPrefix(s, "//") {
		s = s[2:]
		p.hasAuthority = true
		i := strings.IndexByte(s, '/')
		if i < 0 {
			i = len(s)
		}
		p.authority, s = s[:i], s[i:]
	}
	p.path = s
	return p
}

// schemeLen returns the length of the scheme that s starts with, without the
// colon; 0 when s has none (RFC 3986, 3.1).
func schemeLen(s string) int {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case isAlpha(c):
		case c == ':':
			return i
		case i > 0 && (isDigit(c) || c == '+' || c == '-' || c == '.'):
		default:
			return 0
		}
	}
	return 0
}

func isAlpha(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isUnreserved(c byte) bool {
	return isAlpha(c) || isDigit(c) || c == '-' || c == '.' || c == '_' || c == '~'
}

// write puts the reference together again (RFC 3986, 5.3).
func (p *parts) write(b *strings.Builder) {
	if p.scheme != "" {
		b.WriteString(p.scheme)
		b.WriteByte(':')
	}
	if p.hasAuthority {
		b.WriteString("//")
		b.WriteString(p.authority)
	}
	b.WriteString(p.path)
	if p.hasQuery {
		b.WriteByte('?')
		b.WriteString(p.query)
	}
	if p.hasFragment {
		b.WriteByte('#')
		b.WriteString(p.fragment)
	}
}

func (p *parts) String() string {
	var b strings.Builder
	p.write(&b)
	return b.String()
}

// absoluteHTTP splits raw and makes sure that it is an absolute http or https
// URL with a host. The error says what is wrong with it.
func absoluteHTTP(raw string) (parts, error) {
	for i := 0; i < len(raw); i++ {
		if c := raw[i]; c <= ' ' || c == 0x7f || c == '\\' {
			return parts{}, fmt.Errorf("contains the character %q", c)
		}
	}
	p := split(raw)
	switch {
	case p.scheme == "" && p.hasAuthority:
		return p, errors.New("has no scheme; write https:// before the host")
	case p.scheme == "":
		return p, errors.New("is not absolute; it must begin with https:// and a host")
	case !strings.EqualFold(p.scheme, "http") && !strings.EqualFold(p.scheme, "https"):
		return p, fmt.Errorf("has the scheme %s; only http and https are published by GitHub Pages", p.scheme)
	case !p.hasAuthority || p.authority == "":
		return p, errors.New("has no host")
	}
	return p, nil
}

// host returns the authority in its normal form: lower case, no default port.
// userinfo is what stood before an @.
func host(p parts) (normal, userinfo string) {
	a := p.authority
	if i := strings.LastIndexByte(a, '@'); i >= 0 {
		userinfo, a = a[:i], a[i+1:]
	}
	a = strings.ToLower(a)
	port := ":80"
	if strings.EqualFold(p.scheme, "https") {
		port = ":443"
	}
	a = strings.TrimSuffix(a, port)
	a = strings.TrimSuffix(a, ":")
	return a, userinfo
}

// normal returns the URL of p in the normal form that RFC 3986, 6.2.2 and 6.2.3
// describe: lower-case scheme and host, no default port, "/" for an empty path,
// unreserved characters decoded, other escapes in upper case, no dot segments.
// Characters that a URL cannot hold literally are percent-encoded, so that an
// IRI equals its URI.
func normal(p parts) string {
	h, user := host(p)
	if user != "" {
		h = user + "@" + h
	}
	n := parts{
		scheme: strings.ToLower(p.scheme), authority: h, hasAuthority: true,
		path:     string(removeDots([]byte(normalEscapes(p.path)), false)),
		hasQuery: p.hasQuery, query: normalEscapes(p.query),
		hasFragment: p.hasFragment, fragment: normalEscapes(p.fragment),
	}
	return n.String()
}

const upperHex = "0123456789ABCDEF"

// normalEscapes brings the percent-encoding of a component into its normal form.
func normalEscapes(s string) string {
	clean := true
	for i := 0; i < len(s) && clean; i++ {
		clean = isLiteral(s[i])
	}
	if clean {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]) {
			d := unhex(s[i+1])<<4 | unhex(s[i+2])
			if isUnreserved(d) {
				b.WriteByte(d)
			} else {
				writeEscaped(&b, d)
			}
			i += 2
			continue
		}
		if isLiteral(c) || c == '%' { // a % that begins no escape stays what it is
			b.WriteByte(c)
		} else {
			writeEscaped(&b, c)
		}
	}
	return b.String()
}

// malformedEscape reports whether s holds a % without two hexadecimal digits.
func malformedEscape(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && (i+2 >= len(s) || !isHex(s[i+1]) || !isHex(s[i+2])) {
			return true
		}
	}
	return false
}

// isLiteral reports whether a path, query or fragment may hold c as it is. The
// brackets are no part of RFC 3986's pchar, but browsers and Hugo leave them
// (Hugo 0.165, pages with such a url in their front matter).
func isLiteral(c byte) bool {
	return isUnreserved(c) || strings.IndexByte("!$&'()*+,;=:@/?[]", c) >= 0
}

func writeEscaped(b *strings.Builder, c byte) {
	b.WriteByte('%')
	b.WriteByte(upperHex[c>>4])
	b.WriteByte(upperHex[c&15])
}

func isHex(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

func unhex(c byte) byte {
	if isDigit(c) {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}

// removeDots resolves "." and ".." in an absolute path, in place (RFC 3986,
// 5.2.4). What would climb above the root stays at the root. An empty path
// becomes "/". With escaped, %2e counts as a dot, as the URL standard has it.
func removeDots(b []byte, escaped bool) []byte {
	out := b[:0]
	for i := 0; i < len(b); {
		start := i
		if b[i] == '/' {
			i++
		}
		for i < len(b) && b[i] != '/' {
			i++
		}
		seg := b[start:i]
		if seg[0] == '/' {
			seg = seg[1:]
		}
		dots := countDots(seg, escaped)
		if dots == 0 {
			out = append(out, b[start:i]...)
			continue
		}
		if dots == 2 {
			n := len(out)
			for n > 0 && out[n-1] != '/' {
				n--
			}
			out = out[:max(n-1, 0)]
		}
		if i == len(b) {
			out = append(out, '/')
		}
	}
	if len(out) == 0 {
		out = append(out, '/')
	}
	return out
}

// countDots returns 1 or 2 for a segment that is one or two dots, else 0.
func countDots(seg []byte, escaped bool) int {
	n := 0
	for i := 0; i < len(seg); i++ {
		switch {
		case seg[i] == '.':
		case escaped && i+2 < len(seg) && seg[i] == '%' && seg[i+1] == '2' && seg[i+2]|0x20 == 'e':
			i += 2
		default:
			return 0
		}
		if n++; n > 2 {
			return 0
		}
	}
	return n
}

// NormRoot brings a root as people write it (SITE_ROOT, DISCOVERY_ROOT, with or
// without the final slash: R052, A15) into its normal form: scheme and host in
// lower case, no default port, exactly one slash at the end. It refuses what
// cannot be a root: a relative URL, a query, a fragment, user information, a
// doubled slash or a dot segment in the path (R024, R042). The error completes
// the sentence "the value …".
func NormRoot(raw string) (string, error) {
	p, err := absoluteHTTP(raw)
	if err != nil {
		return "", err
	}
	h, user := host(p)
	switch {
	case user != "" || strings.Contains(p.authority, "@"):
		return "", errors.New("contains user information before the host")
	case strings.Count(p.authority[strings.LastIndexByte(p.authority, ']')+1:], ":") > 1:
		return "", fmt.Errorf("has the host %q with a colon too many", p.authority)
	case p.hasQuery:
		return "", errors.New("contains a query (?)")
	case p.hasFragment:
		return "", errors.New("contains a fragment (#)")
	case strings.Contains(p.path, "//"):
		return "", errors.New("contains a doubled slash in its path")
	case malformedEscape(p.path):
		return "", errors.New("contains a % that begins no valid escape")
	}
	if err := checkHost(h); err != nil {
		return "", err
	}
	path := normalEscapes(p.path)
	if path == "" {
		path = "/"
	}
	for seg := range strings.SplitSeq(path, "/") {
		if seg == "." || seg == ".." {
			return "", fmt.Errorf("contains the path segment %q", seg)
		}
	}
	if path[len(path)-1] != '/' {
		path += "/"
	}
	return strings.ToLower(p.scheme) + "://" + h + path, nil
}

// checkHost refuses what no server can be called: empty labels, characters
// other than letters, digits, hyphen and underscore, a port that is no number.
// Brackets (IPv6) are left to the rules about local hosts.
func checkHost(h string) error {
	name, port := h, ""
	if strings.HasPrefix(h, "[") {
		return nil
	}
	if i := strings.LastIndexByte(h, ':'); i >= 0 {
		name, port = h[:i], h[i+1:]
		for i := 0; i < len(port); i++ {
			if !isDigit(port[i]) {
				return fmt.Errorf("has the port %q, which is no number", port)
			}
		}
	}
	for label := range strings.SplitSeq(name, ".") {
		if label == "" {
			return fmt.Errorf("has the host %q with an empty part", name)
		}
		for i := 0; i < len(label); i++ {
			c := label[i]
			switch {
			case c >= 0x80:
				return fmt.Errorf("has the host %q; write an international name as punycode (xn--…)", name)
			case !isAlpha(c) && !isDigit(c) && c != '-' && c != '_':
				return fmt.Errorf("has the host %q with the character %q", name, c)
			}
		}
	}
	return nil
}

// Join puts path segments below a root with exactly one slash between each two
// (R053). It does not encode. Empty segments add nothing; a slash at the end of
// the last one stays.
func Join(root string, segments ...string) string {
	var b strings.Builder
	b.WriteString(strings.TrimRight(root, "/"))
	slash := false
	for _, s := range segments {
		trimmed := strings.Trim(s, "/")
		if trimmed == "" {
			continue
		}
		b.WriteByte('/')
		b.WriteString(trimmed)
		slash = s[len(s)-1] == '/'
	}
	if slash || b.Len() == len(strings.TrimRight(root, "/")) {
		b.WriteByte('/')
	}
	return b.String()
}

// SameURL compares two absolute URLs. identical: the same bytes. equal: the
// same after the syntax normalisation of RFC 3986, 6.2.2 and 6.2.3. Something
// that is no absolute http(s) URL equals only itself.
func SameURL(a, b string) (equal, identical bool) {
	if a == b {
		return true, true
	}
	pa, err := absoluteHTTP(a)
	if err != nil {
		return false, false
	}
	pb, err := absoluteHTTP(b)
	if err != nil {
		return false, false
	}
	return normal(pa) == normal(pb), false
}

// ResolveRef resolves a URI reference against an absolute base (RFC 3986, 5.2,
// strict) and returns the target as written, with its dot segments removed
// (encoded dots too, as browsers do) and nothing decoded or encoded.
// Surrounding white space is cut, as HTML wants. It fails when the base is not absolute or the reference holds a control
// character.
func ResolveRef(base, ref string) (string, error) {
	ref = trimSpace(ref)
	for i := 0; i < len(ref); i++ {
		if ref[i] < ' ' || ref[i] == 0x7f {
			return "", fmt.Errorf("the reference contains the control character %q", ref[i])
		}
	}
	r := split(ref)
	if r.scheme != "" {
		if r.hasAuthority && mayHaveDots(r.path) {
			r.path = string(removeDots([]byte(r.path), true))
			return r.String(), nil
		}
		return ref, nil
	}
	b := split(base)
	if b.scheme == "" || !b.hasAuthority {
		return "", fmt.Errorf("the base %q is not an absolute URL", base)
	}
	t := parts{scheme: b.scheme, authority: b.authority, hasAuthority: true, fragment: r.fragment, hasFragment: r.hasFragment}
	switch {
	case r.hasAuthority:
		t.authority, t.path, t.query, t.hasQuery = r.authority, r.path, r.query, r.hasQuery
		if t.path != "" {
			t.path = string(removeDots([]byte(t.path), true))
		}
	case r.path == "":
		t.path, t.query, t.hasQuery = b.path, b.query, b.hasQuery
		if mayHaveDots(t.path) { // browsers remove those of the base when they read it
			t.path = string(removeDots([]byte(t.path), true))
		}
		if r.hasQuery {
			t.query, t.hasQuery = r.query, true
		}
	case r.path[0] == '/':
		t.path, t.query, t.hasQuery = string(removeDots([]byte(r.path), true)), r.query, r.hasQuery
	default:
		dir := cmp.Or(b.path[:strings.LastIndexByte(b.path, '/')+1], "/")
		t.path, t.query, t.hasQuery = string(removeDots([]byte(dir+r.path), true)), r.query, r.hasQuery
	}
	return t.String(), nil
}

// mayHaveDots reports whether a path can hold dot segments.
func mayHaveDots(path string) bool {
	return strings.Contains(path, "/.") || strings.Contains(path, "/%")
}

// trimSpace cuts what the URL standard cuts from both ends of a reference:
// spaces and C0 controls.
func trimSpace(s string) string {
	for len(s) > 0 && s[0] <= ' ' {
		s = s[1:]
	}
	for len(s) > 0 && s[len(s)-1] <= ' ' {
		s = s[:len(s)-1]
	}
	return s
}
