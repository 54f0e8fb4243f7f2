// Package jsonld reads the JSON-LD of a page (JSON-LD 1.1 section 7, "Embedding JSON-LD in HTML Documents") into nodes, and
// knows the part of the schema.org vocabulary that can occur there.
//
// It is no JSON-LD processor: it expands no contexts. It reads schema.org in its plain form, as search engines do, with
// @graph, arrays, @type lists and @id references. It does not judge which nodes a page needs.
package jsonld

import (
	"iter"
	"slices"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/excerpt"
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

const maxProblems = 100

// Problem is a fault of a block; Offset counts bytes from the block's start.
type Problem = jsontree.Problem

// Doc is a block that has been read.
type Doc struct {
	Problems []Problem // by offset, about 100 at most

	tree  *jsontree.Tree
	nodes []Value
}

// Parser reads blocks one after another and reuses its memory: one per worker.
type Parser struct {
	json jsontree.Parser
	doc  Doc
}

// Parse reads one block into a Doc of its own.
func Parse(block string) *Doc { return new(Parser).Parse(block) }

// Parse reads the text of one script element. It never fails: faults are in Doc.Problems. The Doc and its nodes are valid
// until the next Parse, unless they are cloned; strings that came out of it for ever.
func (p *Parser) Parse(block string) *Doc {
	d := &p.doc
	*d = Doc{nodes: d.nodes[:0]}
	if len(block) > MaxBlock {
		d.problem(TooLong, 0, "the block is longer than 1 MiB; it was not read")
		return d
	}
	d.markup(block)
	if strings.Trim(block, " \t\r\n\f") == "" {
		d.problem(Empty, 0, "the block is empty")
		return d
	}
	d.tree = p.json.Parse(block)
	for _, problem := range d.tree.Problems {
		// Where the markup is what makes it no JSON, one finding is enough.
		if !slices.ContainsFunc(d.Problems, func(p Problem) bool { return p.Kind == RawMarkup && p.Offset == problem.Offset }) {
			d.Problems = append(d.Problems, problem)
		}
	}
	d.collect()
	if len(d.Problems) > 1 {
		slices.SortStableFunc(d.Problems, func(a, b Problem) int { return a.Offset - b.Offset })
	}
	return d
}

func (d *Doc) problem(kind Kind, off int, message string) {
	if len(d.Problems) < maxProblems {
		d.Problems = append(d.Problems, Problem{Kind: kind, Offset: off, Message: message})
	}
}

// markup looks for what the HTML standard wants escaped inside a script element ("Restrictions for contents of script
// elements"), and notes the first place of each.
func (d *Doc) markup(block string) {
	var seen [3]bool
	for i := strings.IndexByte(block, '<'); i >= 0; {
		for n, opener := range [...]string{"</script", "<script", "<!--"} {
			if !seen[n] && len(block)-i >= len(opener) && strings.EqualFold(block[i:i+len(opener)], opener) {
				seen[n] = true
				d.problem(RawMarkup, i, excerpt.Quote(opener)+` stands in the block as it is; browsers can end the script there or later; write \u003c for <`)
			}
		}
		next := strings.IndexByte(block[i+1:], '<')
		if next < 0 {
			break
		}
		i += 1 + next
	}
}

// collect finds the top-level nodes.
func (d *Doc) collect() {
	root := d.tree.Root()
	switch root.Kind() {
	case jsontree.Object:
		d.node(root, false)
	case jsontree.Array:
		for item := range root.Items() {
			d.member(item, false)
		}
	case jsontree.Absent: // the problem is noted
	default:
		d.problem(NotNode, root.Offset(), "the block is "+root.Kind().String()+"; JSON-LD is an object or an array of objects")
	}
}

func (d *Doc) member(item Value, hasContext bool) {
	if item.Kind() == jsontree.Object {
		d.node(item, hasContext)
		return
	}
	d.problem(NotNode, item.Offset(), item.Kind().String()+" stands where a node (an object) belongs")
}

// node notes a top-level node, or the nodes of its @graph.
func (d *Doc) node(v Value, hasContext bool) {
	var context, graph, id, types Value
	for key, value := range v.Members() {
		switch key.Str() {
		case "@context":
			context = value
		case "@graph":
			graph = value
		case "@id":
			id = value
		case "@type":
			types = value
		}
	}
	d.context(v, context, hasContext)
	if id.Exists() && id.Kind() != jsontree.String {
		d.problem(BadID, id.Offset(), "@id is "+id.Kind().String()+"; it is a string")
	}
	d.types(types)
	if !graph.Exists() || types.Exists() {
		d.nodes = append(d.nodes, v)
	}
	if graph.Kind() == jsontree.Array {
		for item := range graph.Items() {
			d.member(item, true)
		}
	} else if graph.Exists() {
		d.member(graph, true)
	}
}

func (d *Doc) types(v Value) {
	ok := v.Kind() == jsontree.String || v.Kind() == jsontree.Array || !v.Exists()
	for item := range v.Items() {
		ok = ok && item.Kind() == jsontree.String
	}
	if !ok {
		d.problem(BadType, v.Offset(), "@type is no name and no list of names")
	}
}

func (d *Doc) context(node, context Value, inherited bool) {
	if context.Kind() <= jsontree.Null {
		if !inherited {
			d.problem(MissingContext, node.Offset(), `the node has no @context; write "@context": "https://schema.org"`)
		}
		return
	}
	switch contextScheme(context) {
	case "https":
	case "http":
		d.problem(HTTPContext, context.Offset(), "the @context is http://schema.org; the form of today is https://schema.org")
	default:
		name := context.Str()
		if name == "" {
			name = context.Raw()
		}
		d.problem(OtherContext, context.Offset(), "the @context "+excerpt.Quote(name)+` is not schema.org's; write "https://schema.org"`)
	}
}

// contextScheme is the scheme under which a @context names schema.org, "" where it does not.
func contextScheme(v Value) string {
	switch v.Kind() {
	case jsontree.String:
		scheme, rest, _ := strings.Cut(v.Str(), "://")
		switch rest {
		case "schema.org", "schema.org/", "schema.org/docs/jsonldcontext.jsonld", "schema.org/docs/jsonldcontext.json":
			if scheme == "https" || scheme == "http" {
				return scheme
			}
		}
	case jsontree.Array:
		found := ""
		for item := range v.Items() {
			if scheme := contextScheme(item); scheme != "" {
				found = scheme
			}
		}
		return found
	case jsontree.Object:
		for _, key := range [...]string{"@vocab", "schema"} {
			if name := v.Get(key); name.Kind() == jsontree.String {
				return contextScheme(name)
			}
		}
	}
	return ""
}

// Clone copies the Doc into memory of its own, so that it outlives the Parser's next Parse.
func (d *Doc) Clone() *Doc {
	c := &Doc{Problems: slices.Clone(d.Problems)}
	if d.tree != nil {
		c.tree = d.tree.Clone()
		c.nodes = make([]Value, len(d.nodes))
		for i, v := range d.nodes {
			c.nodes[i] = v.Rebase(c.tree)
		}
	}
	return c
}

// Root is the block's one JSON value, absent where it is no JSON.
func (d *Doc) Root() Value {
	if d.tree == nil {
		return Value{}
	}
	return d.tree.Root()
}

// Nodes are the top-level nodes in their order: the object, the objects of the array, the members of each @graph. The
// object that holds a @graph is a node itself only where it has a @type.
func (d *Doc) Nodes() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for _, v := range d.nodes {
			if !yield(Node{Value: v}) {
				return
			}
		}
	}
}

// Len is how many top-level nodes there are.
func (d *Doc) Len() int { return len(d.nodes) }
