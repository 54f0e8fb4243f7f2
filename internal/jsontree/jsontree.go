// Package jsontree reads JSON text (RFC 8259) into a flat tree in which every value keeps its place in the text.
//
// It exists beside encoding/json because a checker has to say where a value stands, that a key comes twice, and what is
// wrong with a text that is no JSON, in one pass and with few allocations: the tree is one slice of 16 bytes a value, and
// strings without escapes are parts of the text itself. What it accepts is what encoding/json accepts, less invalid UTF-8,
// lone surrogates and numbers beyond float64, each of which is a problem here (encoding/json mends the first two silently).
package jsontree

import "iter"

// Kind says what a value is.
type Kind uint8

// The kinds of a value. Absent is the kind of a value that is not there, such as what Get gives for a missing key.
const (
	Absent Kind = iota
	Null
	False
	True
	Number
	String
	Array
	Object
)

// ProblemKind names a fault of the text; it is stable, so that callers can tell faults apart.
type ProblemKind string

// The faults of a text. After those marked "ends" the tree holds only what stood before the fault.
const (
	Syntax       ProblemKind = "syntax"        // not JSON (ends)
	TrailingData ProblemKind = "trailing-data" // text behind the one value (ends)
	TooDeep      ProblemKind = "too-deep"      // nested deeper than Limits.Depth (ends)
	TooMany      ProblemKind = "too-many"      // more values than Limits.Values (ends)
	DuplicateKey ProblemKind = "duplicate-key" // a key comes twice in one object
	NumberRange  ProblemKind = "number-range"  // a number that no float64 can hold
	Surrogate    ProblemKind = "surrogate"     // a \u escape of half a character
	InvalidUTF8  ProblemKind = "invalid-utf8"  // bytes that are no UTF-8
	BOM          ProblemKind = "bom"           // a byte order mark before the value
)

// Problem is a fault of the text. Offset counts bytes from the start of the text.
type Problem struct {
	Kind    ProblemKind
	Offset  int
	Message string // one line, without the place
}

// Limits bounds what a text may ask for. A zero field means its default: depth 100, 3,000,000 values, 100 problems.
type Limits struct {
	Depth, Values, Problems int
}

// Tree is a text that has been read. The zero Tree holds nothing.
type Tree struct {
	Problems []Problem // by offset; at most Limits.Problems
	text     string
	nodes    []node
}

type node struct {
	off, end uint32 // of the value in the text, strings with their quotes
	next     uint32 // index of the node behind this value and all that it holds
	kind     Kind
	escaped  bool // a string with a backslash in it, or one that holds invalid UTF-8
}

// Value is a value of a tree. The zero Value is absent; every method may be called on it.
type Value struct {
	t *Tree
	i uint32
}

// Parser reads texts one after another and reuses its memory. The zero Parser is ready; it serves one goroutine.
type Parser struct {
	Limits Limits
	tree   Tree
}

// Parse reads text. The tree is valid until the next Parse, strings that came out of it for ever.
func (p *Parser) Parse(text string) *Tree { return &p.tree }

// Parse reads text into a tree of its own.
func Parse(text string, limits Limits) *Tree {
	p := Parser{Limits: limits}
	return p.Parse(text)
}

// Root is the one value of the text, absent where there is none.
func (t *Tree) Root() Value { return Value{} }

// Kind is what the value is.
func (v Value) Kind() Kind { return Absent }

// Exists says whether there is a value at all; null is one.
func (v Value) Exists() bool { return v.Kind() != Absent }

// Offset is where the value starts in the text, in bytes; End is where it ends. Both are 0 for an absent value.
func (v Value) Offset() int { return 0 }

// End is the offset behind the value's last byte.
func (v Value) End() int { return 0 }

// Raw is the value as it stands in the text.
func (v Value) Raw() string { return "" }

// Str is the string that the value holds, escapes resolved, and "" for every other kind.
func (v Value) Str() string { return "" }

// Float is the number that the value holds, 0 for every other kind.
func (v Value) Float() float64 { return 0 }

// Len counts the items of an array or the members of an object; it reads them.
func (v Value) Len() int { return 0 }

// Get is the value of an object's member, the last of that name as in encoding/json; absent for every other kind.
func (v Value) Get(key string) Value { return Value{} }

// Items are the items of an array in their order; none for every other kind.
func (v Value) Items() iter.Seq[Value] { return func(func(Value) bool) {} }

// Members are the members of an object in their order, the key first (a String value, so that it has a place too).
func (v Value) Members() iter.Seq2[Value, Value] { return func(func(Value, Value) bool) {} }

// Any is the value as encoding/json would give it (map[string]any, []any, float64, string, bool, nil).
func (v Value) Any() any { return nil }

// Pointer is the JSON pointer (RFC 6901) of the value at offset off, or of what encloses it: "" for the whole text.
func (t *Tree) Pointer(off int) string { return "" }

// At is the value that a JSON pointer (RFC 6901) names, absent where there is none.
func (t *Tree) At(pointer string) Value { return Value{} }
