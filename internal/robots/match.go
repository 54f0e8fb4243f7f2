package robots

import (
	"cmp"
	"slices"
	"strings"
)

// Matcher answers for one crawler which paths it may fetch. It may be used by several goroutines.
type Matcher struct {
	prefixes  map[string]*Rule // rules without *, by the path that they start with
	lengths   []int            // of the keys of prefixes, longest first, each once
	exact     map[string]*Rule // rules without * that end in $, by their whole path
	wildcards []wildcard       // longest first
}

type wildcard struct {
	parts    []string // what stands between the asterisks
	anchored bool     // it ends in $
	length   int
	rule     *Rule
}

// token is what of a User-agent line or a crawler's name counts: up to a slash or space, in small letters.
func token(agent string) string {
	if i := strings.IndexAny(agent, "/ \t"); i > 0 {
		agent = agent[:i]
	}
	return strings.ToLower(agent)
}

func (g *Group) names(want string) bool {
	return slices.ContainsFunc(g.Agents, func(r Record) bool { return token(r.Value) == want })
}

// HasGroup says whether a group names this product token itself ("*" included).
func (f *File) HasGroup(agent string) bool {
	return slices.ContainsFunc(f.Groups, func(g Group) bool { return g.names(token(agent)) })
}

// Matcher collects the rules that bind the crawler with this product token (RFC 9309 section 2.2.1): those of all groups
// that name it, case aside, else those of the groups for *. "*" asks for the latter.
func (f *File) Matcher(agent string) *Matcher {
	want := token(agent)
	if !f.HasGroup(want) {
		want = "*"
	}
	m := &Matcher{prefixes: map[string]*Rule{}, exact: map[string]*Rule{}}
	for i := range f.Groups {
		g := &f.Groups[i]
		if !g.names(want) {
			continue
		}
		for j := range g.Rules {
			m.add(&g.Rules[j])
		}
	}
	for prefix := range m.prefixes {
		m.lengths = append(m.lengths, len(prefix))
	}
	slices.SortFunc(m.lengths, func(a, b int) int { return cmp.Compare(b, a) })
	m.lengths = slices.Compact(m.lengths)
	slices.SortStableFunc(m.wildcards, func(a, b wildcard) int {
		if a.length != b.length {
			return cmp.Compare(b.length, a.length)
		}
		return cmp.Compare(rank(b.rule), rank(a.rule))
	})
	if len(m.wildcards) > MaxWildcards {
		m.wildcards = m.wildcards[:MaxWildcards]
	}
	return m
}

// rank puts Allow before Disallow, and both before no rule.
func rank(r *Rule) int {
	switch {
	case r == nil:
		return 0
	case r.Allow:
		return 2
	}
	return 1
}

func (m *Matcher) add(r *Rule) {
	pattern := r.Value
	if pattern == "" || pattern[0] != '/' && pattern[0] != '*' {
		return
	}
	pattern, anchored := strings.CutSuffix(pattern, "$")
	pattern = normalize(pattern, true)
	switch {
	case strings.Contains(pattern, "*"):
		w := wildcard{parts: strings.Split(pattern, "*"), anchored: anchored, length: len(pattern), rule: r}
		if anchored {
			w.length++
		}
		m.wildcards = append(m.wildcards, w)
	case anchored:
		better(m.exact, pattern, r)
	default:
		better(m.prefixes, pattern, r)
	}
}

func better(rules map[string]*Rule, pattern string, r *Rule) {
	if rank(r) > rank(rules[pattern]) {
		rules[pattern] = r
	}
}

// Allowed says whether the crawler may fetch path (a URL's path and query, as in a request), and by which rule: nil where
// none matches. The rule with most octets decides, Allow on a tie; * stands for any octets, $ at the end for the path's end
// (RFC 9309 sections 2.2.2 and 2.2.3). /robots.txt itself is always allowed. The time is bounded by the path's length and
// MaxWildcards, whatever the rules hold.
func (m *Matcher) Allowed(path string) (bool, *Rule) {
	if path == "" {
		path = "/"
	}
	if path == "/robots.txt" {
		return true, nil
	}
	path = normalize(path, false)
	var best *Rule
	length := -1
	for _, n := range m.lengths {
		if n <= len(path) {
			if r := m.prefixes[path[:n]]; r != nil {
				best, length = r, n
				break
			}
		}
	}
	if r := m.exact[path]; r != nil { // its $ makes it the longer one
		best, length = r, len(path)+1
	}
	for i := range m.wildcards {
		w := &m.wildcards[i]
		if w.length < length || w.length == length && rank(w.rule) <= rank(best) {
			break // those behind it are shorter still, or as long and no better
		}
		if w.match(path) {
			best = w.rule
			break
		}
	}
	return best == nil || best.Allow, best
}

// match takes each part at the first place where it fits: no later place could serve the rest better.
func (w *wildcard) match(path string) bool {
	last := len(w.parts) - 1
	path, ok := strings.CutPrefix(path, w.parts[0])
	if !ok {
		return false
	}
	for _, part := range w.parts[1:last] {
		_, rest, found := strings.Cut(path, part)
		if !found {
			return false
		}
		path = rest
	}
	if w.anchored {
		return strings.HasSuffix(path, w.parts[last])
	}
	return strings.Contains(path, w.parts[last])
}

// Allowed is Matcher and Matcher.Allowed in one, for a single question.
func (f *File) Allowed(agent, path string) (bool, *Rule) { return f.Matcher(agent).Allowed(path) }

// normalize writes a path as RFC 9309 section 2.2.2 has it compared: octets beyond ASCII percent-encoded, encoded unreserved
// characters as themselves, hexadecimal digits in capitals. $ and, unless it is a pattern's, * stand encoded, so that only a
// pattern's own are special.
func normalize(path string, pattern bool) string {
	if !strings.ContainsAny(path, "%$*") && isASCII(path) {
		return path
	}
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	b.Grow(len(path) + 16)
	for i := 0; i < len(path); i++ {
		c := path[i]
		if c == '%' && i+2 < len(path) {
			high, low := unhex(path[i+1]), unhex(path[i+2])
			if high >= 0 && low >= 0 {
				c = byte(high<<4 | low)
				i += 2
				if isUnreserved(c) {
					b.WriteByte(c)
				} else {
					b.WriteByte('%')
					b.WriteByte(hex[high])
					b.WriteByte(hex[low])
				}
				continue
			}
		}
		if c >= 0x80 || c == '$' || c == '*' && !pattern {
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// unhex is the value of a hexadecimal digit, -1 for another byte.
func unhex(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

// isUnreserved is RFC 3986 section 2.3.
func isUnreserved(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0
}
