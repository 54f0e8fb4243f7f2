// Package robots reads robots.txt as RFC 9309 describes it, and answers whether a crawler may fetch a path.
//
// It does not judge: what has to stand in the file is for the rules.
package robots

import "github.com/discovery-set/hugo-discovery/internal/pos"

// MaxSize is how much of a file is read, the 500 KiB that RFC 9309 section 2.5 has every crawler read at least; Google
// ignores what stands behind it.
const MaxSize = 500 * 1024

// File is a robots.txt that has been read.
type File struct {
	Size      int  // bytes of the whole file
	Truncated bool // the file is longer than MaxSize; what follows was not read
	BOM       bool
	HTML      bool     // the file is an HTML page, as a server sends in place of a missing file
	Groups    []Group  // in their order; groups for one crawler are not merged here
	Sitemaps  []Record // Sitemap lines, wherever they stand
	Others    []Record // all records that are neither of a group's rules nor Sitemap
	Comments  []Comment
	Problems  []Problem // by offset, at most 100
}

// Group is a run of User-agent lines and the rules that follow it.
type Group struct {
	Agents []Record // Value is the product token as written, or "*"
	Rules  []Rule
}

// Rule is an Allow or Disallow line. An empty Disallow allows everything and matches nothing.
type Rule struct {
	Allow bool
	Record
}

// Record is one line "Key: Value". Key is as written, Value without its comment and surrounding white space. The embedded
// Position is where the key starts, ValueOffset where the value does.
type Record struct {
	Key, Value string
	pos.Position
	ValueOffset int
	Known       bool // one of the records that crawlers are known to read (facts: the list that Lighthouse knows)
}

// Comment is what follows a # on a line, white space trimmed. The embedded Position is that of the #.
type Comment struct {
	Text string
	pos.Position
}

// Kind names a fault of the file.
type Kind string

// The faults of a file. None of them ends reading.
const (
	InvalidUTF8  Kind = "invalid-utf8"  // bytes that are no UTF-8, or a file in UTF-16
	ControlChar  Kind = "control-char"  // NUL or another control character
	NoColon      Kind = "no-colon"      // a line that is no record
	EmptyAgent   Kind = "empty-agent"   // a User-agent without a name
	OrphanRule   Kind = "orphan-rule"   // Allow or Disallow before any User-agent: crawlers ignore it
	BadPath      Kind = "bad-path"      // a rule's value that starts with neither / nor *: it matches nothing
	TooManyRules Kind = "too-many"      // more wildcard rules for one crawler than are looked at (MaxWildcards)
	Misspelt     Kind = "misspelt"      // a key that is a known one with a slip, such as Dissallow
	EmptySitemap Kind = "empty-sitemap" // Sitemap without a URL
)

// Problem is a fault of the file.
type Problem struct {
	Kind Kind
	pos.Position
	Message string // one line, without the place
}

// Parse reads a robots.txt. It never fails: faults are in File.Problems. src is not kept.
func Parse(src []byte) *File { return &File{} }

// Matcher answers for one crawler which paths it may fetch.
type Matcher struct{}

// Matcher collects the rules that bind the crawler with this product token (RFC 9309 section 2.2.1): those of all groups
// that name it, case aside, else those of the groups for *. "*" asks for the latter.
func (f *File) Matcher(agent string) *Matcher { return &Matcher{} }

// HasGroup says whether a group names this product token itself ("*" included).
func (f *File) HasGroup(agent string) bool { return false }

// Allowed says whether the crawler may fetch path (a URL's path and query, as in a request), and by which rule: nil where
// none matches. The rule with most octets decides, Allow on a tie; * stands for any octets, $ at the end for the path's end.
// The time is bounded by the length of the path and the number of wildcard rules, whatever they hold.
func (m *Matcher) Allowed(path string) (bool, *Rule) { return true, nil }

// Allowed is Matcher and Allowed in one, for a single question.
func (f *File) Allowed(agent, path string) (bool, *Rule) { return f.Matcher(agent).Allowed(path) }
