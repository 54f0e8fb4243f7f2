// Package jsontree reads JSON text (RFC 8259) into a flat tree in which every value keeps its place in the text.
//
// It exists beside encoding/json because a checker has to say where a value stands, that a key comes twice, and what is
// wrong with a text that is no JSON, in one pass and with few allocations: the tree is one slice of 16 bytes a value, and
// strings without escapes are parts of the text itself. What it accepts is what encoding/json accepts, less invalid UTF-8,
// lone surrogates and numbers beyond float64, each of which is a problem here (encoding/json mends the first two silently).
package jsontree

import (
	"iter"
	"strconv"
	"strings"
)

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

var kindNames = [...]string{"nothing", "null", "false", "true", "a number", "a string", "an array", "an object"}

// String is the kind in words for a message, such as "an object".
func (k Kind) String() string { return kindNames[k] }

// Tree is a text that has been read. The zero Tree holds nothing.
type Tree struct {
	Problems []Problem // by offset; at most Limits.Problems
	text     string
	nodes    []node
}

// node is a value. A member of an object is two nodes, its key (a String) and its value.
type node struct {
	off, end uint32 // of the value in the text, strings with their quotes
	next     uint32 // index of the node behind this value and all that it holds
	kind     Kind
	escaped  bool // a string that differs from its text: it has a backslash or invalid UTF-8
}

// Value is a value of a tree. The zero Value is absent; every method may be called on it.
type Value struct {
	t *Tree
	i uint32
}

// Root is the one value of the text, absent where there is none.
func (t *Tree) Root() Value {
	if len(t.nodes) == 0 {
		return Value{}
	}
	return Value{t, 0}
}

// Clone copies the tree out of the memory of the Parser that made it. Values of the old tree stay with the old one.
func (t *Tree) Clone() *Tree {
	return &Tree{
		Problems: append([]Problem(nil), t.Problems...),
		text:     t.text,
		nodes:    append([]node(nil), t.nodes...),
	}
}

// Rebase gives the value at the same place in another tree of the same text, such as a clone.
func (v Value) Rebase(t *Tree) Value {
	if v.t == nil {
		return v
	}
	return Value{t, v.i}
}

// Kind is what the value is.
func (v Value) Kind() Kind {
	if v.t == nil {
		return Absent
	}
	return v.t.nodes[v.i].kind
}

// Exists says whether there is a value at all; null is one.
func (v Value) Exists() bool { return v.t != nil }

// Offset is where the value starts in the text, in bytes; 0 for an absent value.
func (v Value) Offset() int {
	if v.t == nil {
		return 0
	}
	return int(v.t.nodes[v.i].off)
}

// End is the offset behind the value's last byte; 0 for an absent value.
func (v Value) End() int {
	if v.t == nil {
		return 0
	}
	return int(v.t.nodes[v.i].end)
}

// Raw is the value as it stands in the text.
func (v Value) Raw() string {
	if v.t == nil {
		return ""
	}
	n := &v.t.nodes[v.i]
	return v.t.text[n.off:n.end]
}

// Str is the string that the value holds, escapes resolved, and "" for every other kind. It shares the memory of the text
// unless it had to be decoded.
func (v Value) Str() string {
	if v.t == nil {
		return ""
	}
	return v.t.str(v.i)
}

func (t *Tree) str(i uint32) string {
	n := &t.nodes[i]
	if n.kind != String {
		return ""
	}
	raw := t.text[n.off+1 : n.end-1]
	if n.escaped {
		return unescape(raw)
	}
	return raw
}

// Float is the number that the value holds, 0 for every other kind.
func (v Value) Float() float64 {
	if v.Kind() != Number {
		return 0
	}
	f, _ := strconv.ParseFloat(v.Raw(), 64) // out of range has been reported
	return f
}

// Len counts the items of an array or the members of an object; it walks them.
func (v Value) Len() int {
	n := 0
	for range v.Items() {
		n++
	}
	for range v.Members() {
		n++
	}
	return n
}

// Get is the value of an object's member, the last of that name as in encoding/json; absent for every other kind.
func (v Value) Get(key string) Value {
	if v.Kind() != Object {
		return Value{}
	}
	t, found := v.t, Value{}
	for i, end := v.i+1, t.nodes[v.i].next; i < end; i = t.nodes[i+1].next {
		if t.str(i) == key {
			found = Value{t, i + 1}
		}
	}
	return found
}

// Items are the items of an array in their order; none for every other kind.
func (v Value) Items() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		if v.Kind() != Array {
			return
		}
		t := v.t
		for i, end := v.i+1, t.nodes[v.i].next; i < end; i = t.nodes[i].next {
			if !yield(Value{t, i}) {
				return
			}
		}
	}
}

// Members are the members of an object in their order, the key first (a String value, so that it has a place too).
func (v Value) Members() iter.Seq2[Value, Value] {
	return func(yield func(Value, Value) bool) {
		if v.Kind() != Object {
			return
		}
		t := v.t
		for i, end := v.i+1, t.nodes[v.i].next; i < end; i = t.nodes[i+1].next {
			if !yield(Value{t, i}, Value{t, i + 1}) {
				return
			}
		}
	}
}

// Any is the value as encoding/json would give it (map[string]any, []any, float64, string, bool, nil).
func (v Value) Any() any {
	switch v.Kind() {
	case False:
		return false
	case True:
		return true
	case Number:
		return v.Float()
	case String:
		return v.Str()
	case Array:
		list := []any{}
		for item := range v.Items() {
			list = append(list, item.Any())
		}
		return list
	case Object:
		m := map[string]any{}
		for key, value := range v.Members() {
			m[key.Str()] = value.Any()
		}
		return m
	}
	return nil
}

// At is the value that a JSON pointer (RFC 6901) names, absent where there is none.
func (t *Tree) At(pointer string) Value { return t.Root().At(pointer) }

// At is the value that a JSON pointer names from v on, absent where there is none. It walks arrays and objects from their
// start.
func (v Value) At(pointer string) Value {
	for token := range pointerTokens(pointer) {
		switch v.Kind() {
		case Object:
			v = v.Get(token)
		case Array:
			v = v.item(token)
		default:
			return Value{}
		}
	}
	return v
}

func (v Value) item(token string) Value {
	want, err := strconv.Atoi(token)
	if err != nil || strconv.Itoa(want) != token {
		return Value{}
	}
	i := 0
	for item := range v.Items() {
		if i == want {
			return item
		}
		i++
	}
	return Value{}
}

func pointerTokens(pointer string) iter.Seq[string] {
	unescape := strings.NewReplacer("~1", "/", "~0", "~")
	return func(yield func(string) bool) {
		if pointer == "" {
			return
		}
		for token := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
			if !yield(unescape.Replace(token)) {
				return
			}
		}
	}
}

// PointerToken escapes a key for use in a JSON pointer (RFC 6901 section 3).
func PointerToken(key string) string {
	if !strings.ContainsAny(key, "~/") {
		return key
	}
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
}
