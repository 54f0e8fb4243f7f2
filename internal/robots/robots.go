// Package robots reads robots.txt as RFC 9309 describes it, and answers whether a crawler may fetch a path.
//
// It does not judge: what has to stand in the file is for the rules.
package robots

import "github.com/discovery-set/hugo-discovery/internal/pos"

// MaxSize is how much of a file is read, the 500 KiB that RFC 9309 section 2.5 has every crawler read at least; Google
// ignores what stands behind it.
const MaxSize = 500 * 1024

// MaxWildcards is how many rules with a * a Matcher looks at, the longest first, so that an answer takes bounded time. No
// honest file comes near it.
const MaxWildcards = 300

// File is a robots.txt that has been read.
type File struct {
	Size      int  // bytes of the whole file
	Truncated bool // the file is longer than MaxSize; what follows was not read
	BOM       bool
	HTML      bool      // the file is an HTML page, as a server sends in place of a missing file; nothing else was read then
	Groups    []Group   // in their order; groups for one crawler are not merged here
	Sitemaps  []Record  // Sitemap lines, wherever they stand
	Others    []Record  // all records that are neither of a group's rules nor Sitemap
	Comments  []Comment // at most 10,000, as Others
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
	Known       bool // some crawler reads records of this name; see knownKeys
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
	TooManyRules Kind = "too-many"      // more rules with a * than are looked at (MaxWildcards)
	Misspelt     Kind = "misspelt"      // a key that is a known one with a slip, such as Dissallow
	EmptySitemap Kind = "empty-sitemap" // Sitemap without a URL
)

// Problem is a fault of the file.
type Problem struct {
	Kind Kind
	pos.Position
	Message string // one line, without the place
}
