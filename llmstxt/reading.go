package llmstxt

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Dialect names one of the two reference parsers of llms.txt: the Python library llms-txt and the JavaScript sample that
// llmstxt.org publishes.
type Dialect uint8

// The reference parsers.
const (
	Python Dialect = iota
	JavaScript
)

// String is "Python" or "JavaScript".
func (d Dialect) String() string {
	if d == JavaScript {
		return "JavaScript"
	}
	return "Python"
}

// Reading is what a reference parser makes of a file: a result, or, with Stops, none. Then the other fields hold what it
// would have gathered if it had not raised.
//
// Its JSON form is the object that the parser itself would give: title, summary, info and sections in that order, the
// sections in the order in which the parser's language keeps them. Python writes null for a summary or notes that are
// absent, JavaScript leaves the key out. A parser that raises gives {"raises": true}.
type Reading struct {
	Dialect  Dialect
	Title    string
	Summary  *string // nil where the parser sees none
	Info     string
	Sections []ReadSection
	// Replaced are the sections that the parser forgets for a later one of the same name. It does not look at their lines.
	Replaced []ReadSection
	// Stops are the places where the parser raises, in the order of the file. A parser gets no further than the first;
	// the others are what it would stumble over next.
	Stops []Stop
}

// ReadSection is one section of a [Reading].
type ReadSection struct {
	Name   string
	Offset int // of the section's ## in the source
	Links  []ReadLink
}

// ReadLink is one link of a [Reading], as the parser gives it: nothing is unescaped or trimmed.
type ReadLink struct {
	Title, URL string
	Desc       *string // nil where the parser sees no notes
	Offset     int     // of the link's opening bracket in the source, as [Link.Pos]
	End        int     // offset of the first byte that the parser did not take into this link
}

// StopReason says why a reference parser raises.
type StopReason uint8

// The reasons.
const (
	// NoHeader: no line starts with #, or what follows the title is not a blank line (or a quote) and then text.
	NoHeader StopReason = iota
	// NotALink: a line of a section holds no link that the parser recognises. Only Python minds.
	NotALink
)

// Stop is a place where a reference parser raises instead of returning a result. It is an error, the one that [AsPython]
// and [AsJavaScript] return.
type Stop struct {
	Dialect Dialect
	Reason  StopReason
	Pos     Pos
	Text    string // the line, without its line feed; for NoHeader the line of the title, or the first line
}

// Error describes the stop with its line and column.
func (s *Stop) Error() string {
	what := "finds no link on the line"
	if s.Reason == NoHeader {
		what = "finds no title that is followed by a blank line and text"
	}
	return fmt.Sprintf("line %d, column %d: the %s parser raises: it %s", s.Pos.Line, s.Pos.Column, s.Dialect, what)
}

// AsPython reads src exactly as the Python reference parser does when it is given the file's text. Where that parser
// raises, the error is a [*Stop] and the Reading lists all stops.
//
// The text is taken as it is: nobody has turned CR LF into LF, as Python does when it opens a local file, or removed a
// byte-order mark. Bytes that are no UTF-8 count as U+FFFD, which is what a reader over HTTP sees; Python cannot read
// such a local file at all.
func AsPython[T []byte | string](src T) (Reading, error) { return read(string(src), Python) }

// AsJavaScript reads src exactly as the JavaScript sample parser does when it is given the file's text; see [AsPython].
func AsJavaScript[T []byte | string](src T) (Reading, error) { return read(string(src), JavaScript) }

func read(src string, d Dialect) (Reading, error) {
	return (&reader{src: src, d: d}).read()
}

func (rd *reader) read() (Reading, error) {
	d := rd.d
	r := Reading{Dialect: d}
	start, chunks := rd.split()

	// A mapping from name to body: of equal names the last body counts, at the place of the first.
	bodies := make([]chunk, 0, len(chunks))
	var replaced []chunk
	place := make(map[string]int, len(chunks))
	for _, c := range chunks {
		c.name = repair(c.name)
		if i, seen := place[c.name]; seen {
			replaced = append(replaced, bodies[i])
			bodies[i] = c
			continue
		}
		place[c.name] = len(bodies)
		bodies = append(bodies, c)
	}
	if !rd.header(start, &r) {
		r.Stops = append(r.Stops, rd.headerStop(start))
	}
	for _, c := range bodies {
		r.Sections = append(r.Sections, rd.section(c, &r.Stops))
	}
	var unseen []Stop
	for _, c := range replaced {
		r.Replaced = append(r.Replaced, rd.section(c, &unseen))
	}
	if d == JavaScript {
		sortAsObject(r.Sections)
	}
	if len(r.Stops) > 0 {
		// A replaced section keeps its first place in the mapping but not in the file.
		sort.SliceStable(r.Stops, func(i, j int) bool { return r.Stops[i].Pos.Offset < r.Stops[j].Pos.Offset })
		return r, &r.Stops[0]
	}
	return r, nil
}

// section reads the links of a section.
func (rd *reader) section(c chunk, stops *[]Stop) ReadSection {
	s := ReadSection{Name: c.name, Offset: c.offset}
	if rd.d == Python {
		s.Links = rd.pythonLinks(c.start, c.end, stops)
	} else {
		s.Links = rd.javaScriptLinks(c.start, c.end)
	}
	return s
}

// Raises reports whether the parser gives no result.
func (r Reading) Raises() bool { return len(r.Stops) > 0 }

// sortAsObject puts the sections into the order of a JavaScript object's keys: those that look like array indices first,
// by number, then the others as they came.
func sortAsObject(sections []ReadSection) {
	index := func(name string) (uint64, bool) {
		n, err := strconv.ParseUint(name, 10, 32)
		return n, err == nil && n != 1<<32-1 && strconv.FormatUint(n, 10) == name
	}
	sort.SliceStable(sections, func(i, j int) bool {
		a, aIs := index(sections[i].Name)
		b, bIs := index(sections[j].Name)
		if aIs && bIs {
			return a < b
		}
		return aIs && !bIs
	})
}

// repair replaces what is no UTF-8 by U+FFFD, one for each maximal part of a character, as Python and browsers do.
func repair(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			n = truncated(s[i:])
		}
		b.WriteRune(r)
		i += n
	}
	return b.String()
}

// truncated gives the number of bytes of the cut-off character that s starts with, at least 1.
func truncated(s string) int {
	low, high, want := byte(0x80), byte(0xbf), 0
	switch c := s[0]; {
	case c >= 0xc2 && c <= 0xdf:
		want = 1
	case c >= 0xe0 && c <= 0xef:
		want = 2
		switch c {
		case 0xe0:
			low = 0xa0
		case 0xed:
			high = 0x9f
		}
	case c >= 0xf0 && c <= 0xf4:
		want = 3
		switch c {
		case 0xf0:
			low = 0x90
		case 0xf4:
			high = 0x8f
		}
	}
	n := 1
	for n <= want && n < len(s) && s[n] >= low && s[n] <= high {
		low, high = 0x80, 0xbf
		n++
	}
	return n
}
