// Package jsonld reads the JSON-LD of a page (JSON-LD 1.1 section 7, "Embedding JSON-LD in HTML Documents") into nodes, and
// knows the part of the schema.org vocabulary that can occur there.
//
// It is no JSON-LD processor: it expands no contexts. It reads schema.org in its plain form, as search engines do, with
// @graph, arrays, @type lists and @id references.
package jsonld

import (
	"iter"

	"github.com/discovery-set/hugo-discovery/internal/jsontree"
)

// Value is a value of a block; its offsets count from the block's start. Value.Get finds a member of an object.
type Value = jsontree.Value

// Kind names a fault of a block; those of jsontree, and the following.
type Kind = jsontree.ProblemKind

// The faults of a block beside those of JSON.
const (
	Empty          Kind = "empty"           // nothing but white space
	RawMarkup      Kind = "raw-markup"      // </script, <script or <!-- unescaped: it can end the script element early
	NotNode        Kind = "not-node"        // neither object nor array of objects
	MissingContext Kind = "missing-context" // a top-level object without @context
	OtherContext   Kind = "other-context"   // a @context that is not schema.org's
	HTTPContext    Kind = "http-context"    // http://schema.org: tolerated, https is the newer form
	TooLong        Kind = "too-long"        // longer than MaxBlock; not read
	BadType        Kind = "bad-type"        // @type that is no string or list of strings
	BadID          Kind = "bad-id"          // @id that is no string
)

// MaxBlock is the longest block that is read, in bytes.
const MaxBlock = 1 << 20

// Problem is a fault of a block; Offset counts bytes from the block's start.
type Problem = jsontree.Problem

// Doc is a block that has been read.
type Doc struct {
	Problems []Problem // by offset
	nodes    []Value
}

// Parser reads blocks one after another and reuses its memory: one per worker.
type Parser struct{ p jsontree.Parser }

// Parse reads the text of one script element. It never fails: faults are in Doc.Problems. The Doc and its nodes are valid
// until the next Parse, unless they are cloned; strings that came out of it for ever.
func (p *Parser) Parse(block string) *Doc { return &Doc{} }

// Parse reads one block into a Doc of its own.
func Parse(block string) *Doc { return new(Parser).Parse(block) }

// Clone copies the Doc into memory of its own, so that it outlives the Parser's next Parse.
func (d *Doc) Clone() *Doc { return d }

// Nodes are the top-level nodes in their order: the object, the objects of the array, the members of each @graph. The
// object that holds a @graph is a node itself only where it has a @type.
func (d *Doc) Nodes() iter.Seq[Node] { return func(func(Node) bool) {} }

// Node is an object of the block, such as a page or a person.
type Node struct{ Value }

// AsNode sees a value as a node: the value itself where it is an object, else (and for an empty value) a Node that does
// not exist.
func AsNode(v Value) Node { return Node{} }

// ID is the node's @id, "" where it has none.
func (n Node) ID() string { return "" }

// Types are the node's types in their order, by their short names: "WebPage" for https://schema.org/WebPage too.
func (n Node) Types() iter.Seq[string] { return func(func(string) bool) {} }

// HasType says whether the node names a type literally.
func (n Node) HasType(name string) bool { return false }

// IsA says whether one of the node's types is name or one of its subtypes, as far as the table knows them.
func (n Node) IsA(name string) bool { return false }

// Get is the value of a property, by its short name, absent where the node lacks it. For one that comes as a list see All.
func (n Node) Get(property string) Value { return Value{} }

// All are the values of a property: the items of a list (also of @list and @set), else the one value, none where it is absent.
func (n Node) All(property string) iter.Seq[Value] { return func(func(Value) bool) {} }

// Properties are the node's own properties with their values, keywords (@…) left out; the name is the short one.
func (n Node) Properties() iter.Seq2[Property, Value] { return func(func(Property, Value) bool) {} }

// Property is a property as a node uses it.
type Property struct {
	Name   string // short
	Offset int    // of the key
}

// TextOf is the text of a value: the string itself, the @value of a value object, the @id of a reference, else "".
func TextOf(v Value) string { return "" }

// Graph is all blocks of one page taken together, for following references from block to block.
type Graph struct{}

// NewGraph joins the blocks of a page. resolve turns an @id into an absolute IRI (the page's URL join); nil compares them
// as they are written.
func NewGraph(resolve func(string) string, docs ...*Doc) *Graph { return &Graph{} }

// Nodes are the top-level nodes of all blocks.
func (g *Graph) Nodes() iter.Seq[Node] { return func(func(Node) bool) {} }

// Follow gives the node that a value stands for: an inline object itself, or, for an object that holds little more than an
// @id, and for a plain string, the top-level node with that @id; else a Node that does not exist.
func (g *Graph) Follow(v Value) Node { return Node{} }
