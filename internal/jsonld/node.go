package jsonld

import (
	"iter"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/jsontree"
)

// Node is an object of the block, such as a page or a person.
type Node struct {
	Value
	known *known // what was asked of it before, where that is remembered
}

// known are the answers of a node that many references may lead to: each would read all of it again.
type known struct {
	properties map[string]Value
	isA        map[string]bool
	typed      bool
}

// remember makes a node that is not small keep its answers.
func (n Node) remember() Node {
	if len(n.Raw()) > 1<<10 {
		n.known = &known{map[string]Value{}, map[string]bool{}, n.Typed()}
	}
	return n
}

// answer is what was answered before, or what ask says, which is kept.
func answer[T any](answers map[string]T, name string, ask func(string) T) T {
	a, ok := answers[name]
	if !ok {
		a = ask(name)
		answers[name] = a
	}
	return a
}

// AsNode sees a value as a node: the value itself where it is an object, else a Node that does not exist.
func AsNode(v Value) Node {
	if v.Kind() == jsontree.Object {
		return Node{Value: v}
	}
	return Node{}
}

// ID is the node's @id, "" where it has none.
func (n Node) ID() string { return n.Value.Get("@id").Str() }

// Types are the node's types in their order, by their short names: "WebPage" for https://schema.org/WebPage too.
func (n Node) Types() iter.Seq[string] {
	return func(yield func(string) bool) {
		types := n.Value.Get("@type")
		if types.Kind() == jsontree.String {
			yield(short(types.Str()))
			return
		}
		for item := range types.Items() {
			if item.Kind() == jsontree.String && !yield(short(item.Str())) {
				return
			}
		}
	}
}

// HasType says whether the node names a type literally.
func (n Node) HasType(name string) bool {
	for t := range n.Types() {
		if t == name {
			return true
		}
	}
	return false
}

// Typed says whether the node has a type at all.
func (n Node) Typed() bool {
	if n.known != nil {
		return n.known.typed
	}
	for range n.Types() {
		return true
	}
	return false
}

// IsA says whether one of the node's types is name or one of its subtypes, as far as the table knows them.
func (n Node) IsA(name string) bool {
	if n.known == nil {
		return n.isA(name)
	}
	return answer(n.known.isA, name, n.isA)
}

func (n Node) isA(name string) bool {
	for t := range n.Types() {
		if IsSubtype(t, name) {
			return true
		}
	}
	return false
}

// Get is the value of a property, by its short name, absent where the node lacks it. For one that comes as a list see All.
func (n Node) Get(property string) Value {
	if n.known == nil {
		return n.get(property)
	}
	return answer(n.known.properties, property, n.get)
}

func (n Node) get(property string) Value {
	var found Value
	for key, value := range n.Members() {
		if short(key.Str()) == property {
			found = value
		}
	}
	return found
}

// All are the values of a property: the items of a list (also of @list and @set), else the one value, none where it is
// absent.
func (n Node) All(property string) iter.Seq[Value] { return each(n.Get(property)) }

// each are the values that stand as one: see All.
func each(v Value) iter.Seq[Value] {
	if v.Kind() == jsontree.Object {
		for _, container := range [...]string{"@list", "@set"} {
			if inner := v.Get(container); inner.Exists() {
				v = inner
				break
			}
		}
	}
	return func(yield func(Value) bool) {
		switch v.Kind() {
		case jsontree.Absent:
		case jsontree.Array:
			v.Items()(yield)
		default:
			yield(v)
		}
	}
}

// Property is a property as a node uses it.
type Property struct {
	Name   string // short
	Offset int    // of the key
}

// Properties are the node's own properties with their values, keywords (@…) left out.
func (n Node) Properties() iter.Seq2[Property, Value] {
	return func(yield func(Property, Value) bool) {
		for key, value := range n.Members() {
			name := key.Str()
			if strings.HasPrefix(name, "@") {
				continue
			}
			if !yield(Property{short(name), key.Offset()}, value) {
				return
			}
		}
	}
}

// TextOf is the text of a value: the string itself, the @value of a value object, the @id of a reference, else "".
func TextOf(v Value) string {
	if v.Kind() == jsontree.Object {
		if inner := v.Get("@value"); inner.Exists() {
			return inner.Str()
		}
		return v.Get("@id").Str()
	}
	return v.Str()
}

// Graph is all blocks of one page taken together, for following references from block to block.
type Graph struct {
	docs    []*Doc
	resolve func(string) string
	byID    map[string]Node // made on the first Follow of a reference
}

// NewGraph joins the blocks of a page. resolve turns an @id into an absolute IRI (the page's URL join); nil compares them
// as they are written. A Graph serves one goroutine.
func NewGraph(resolve func(string) string, docs ...*Doc) *Graph {
	if resolve == nil {
		resolve = func(id string) string { return id }
	}
	return &Graph{docs: docs, resolve: resolve}
}

// Nodes are the top-level nodes of all blocks.
func (g *Graph) Nodes() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for _, d := range g.docs {
			for n := range d.Nodes() {
				if !yield(n) {
					return
				}
			}
		}
	}
}

// Follow gives the node that a value stands for. A string, or an object that holds nothing but an @id and perhaps a @type,
// is a reference: it stands for the first top-level node with that @id that says more, or, where there is none and it has
// a @type, for itself. Any other object stands for itself. The Node does not exist where nothing is found.
func (g *Graph) Follow(v Value) Node {
	switch v.Kind() {
	case jsontree.String:
		return g.find(v.Str())
	case jsontree.Object:
		n := AsNode(v)
		if !isReference(n) {
			return n
		}
		if target := g.find(n.ID()); target.Exists() {
			return target
		}
		if n.Value.Get("@type").Exists() {
			return n
		}
	}
	return Node{}
}

func isReference(n Node) bool {
	hasID := false
	for key := range n.Members() {
		switch key.Str() {
		case "@id":
			hasID = true
		case "@type":
		default:
			return false
		}
	}
	return hasID
}

func (g *Graph) find(id string) Node {
	if id == "" {
		return Node{}
	}
	if g.byID == nil {
		g.byID = map[string]Node{}
		for n := range g.Nodes() {
			if id := n.ID(); id != "" && !isReference(n) {
				if id = g.resolve(id); !g.byID[id].Exists() {
					g.byID[id] = n.remember()
				}
			}
		}
	}
	return g.byID[g.resolve(id)]
}
