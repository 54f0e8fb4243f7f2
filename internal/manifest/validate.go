package manifest

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/discovery-set/hugo-discovery/internal/excerpt"
	"github.com/discovery-set/hugo-discovery/internal/jsontree"
	"github.com/discovery-set/hugo-discovery/schema"
)

// maxViolations bounds what Validate lists: a manifest that breaks the schema so often has one cause.
const maxViolations = 1000

// part is a piece of the schema that Validate checks by itself: the whole, or what the items of an array have to be.
type part struct {
	schema *jsonschema.Schema
	shape  *shape
	at     jsontree.Value // in the schema's text
}

// definition is the schema in the forms that Validate needs.
type definition struct {
	root     jsontree.Value
	whole    *part
	items    map[int]*part // by the offset of the array's description in the schema's text
	compiler *jsonschema.Compiler
}

const schemaName = "raw-manifest"

// compiled reads the embedded schema when it is first asked for.
var compiled = sync.OnceValue(func() *definition {
	text, ok := schema.Get(schemaName)
	if !ok {
		panic("the schema " + schemaName + " is not embedded")
	}
	d := &definition{
		root:     jsontree.Parse(string(text), jsontree.Limits{}).Root(),
		items:    map[int]*part{},
		compiler: jsonschema.NewCompiler(),
	}
	d.compiler.AssertFormat = true // since draft 2019-09 formats are remarks unless one asks for more
	if err := d.compiler.AddResource(schema.URL(schemaName), bytes.NewReader(text)); err != nil {
		panic(err)
	}
	d.whole = d.read("")
	return d
})

// read makes the part at a JSON pointer of the schema, and those of the arrays in it.
func (d *definition) read(pointer string) *part {
	at := d.root.At(pointer)
	p := &part{d.compiler.MustCompile(schema.URL(schemaName) + "#" + pointer), readShape(d.root, at), at}
	d.arrays(at, pointer)
	return p
}

// arrays makes the parts of the arrays below the part of the schema at pointer.
func (d *definition) arrays(at jsontree.Value, pointer string) {
	if ref, ok := reference(at); ok {
		at, pointer = d.root.At(ref), ref
	}
	for name, property := range at.Get("properties").Members() {
		d.arrays(property, pointer+"/properties/"+jsontree.PointerToken(name.Str()))
	}
	items := at.Get("items")
	if _, known := d.items[at.Offset()]; known || !items.Exists() {
		return
	}
	target, ok := reference(items)
	if !ok {
		target = pointer + "/items"
	}
	d.items[at.Offset()] = nil // a schema may refer to itself
	d.items[at.Offset()] = d.read(target)
}

// reference is where a $ref of the schema leads, as a JSON pointer.
func reference(at jsontree.Value) (string, bool) {
	return strings.CutPrefix(at.Get("$ref").Str(), "#")
}

// Validate checks the manifest against the schema and lists each violation, by offset, 1,000 at most. It gives none for a
// file that is no JSON object (Problems says so), or that has been freed. Only manifests with Claims have to pass.
//
// What plainly keeps to the schema is found out on the tree. Only the rest is put to the JSON Schema library, and of arrays
// one item after another, so that neither a long manifest nor a hostile one is in memory a second time.
func (f *File) Validate() []Violation {
	if f.tree == nil || !f.IsObject || slices.ContainsFunc(f.Problems, func(p Problem) bool { return p.Kind.Ends() }) {
		return nil
	}
	v := validator{file: f, def: compiled()}
	v.check(v.def.whole, f.tree.Root(), "")
	slices.SortStableFunc(v.found, func(a, b Violation) int { return cmp.Compare(a.Offset, b.Offset) })
	return v.found
}

type validator struct {
	file  *File
	def   *definition
	found []Violation
}

// check looks at one value, which stands at pointer, and then at the items of the arrays in it.
func (v *validator) check(p *part, value jsontree.Value, pointer string) {
	if p.shape.accepts(value) {
		return
	}
	var lists []list
	v.ask(p, v.flat(value, p.at, pointer, &lists), value, pointer)
	for _, l := range lists {
		i := 0
		for item := range l.array.Items() {
			if len(v.found) >= maxViolations {
				return
			}
			v.check(l.items, item, l.pointer+"/"+strconv.Itoa(i))
			i++
		}
	}
}

// list is an array whose items are checked one by one.
type list struct {
	array   jsontree.Value
	items   *part
	pointer string
}

// flat is a value as the library wants it, less what the schema does not ask about: unknown keys, which are allowed whatever
// they hold, and the items of arrays, which go to lists (of the arrays themselves the schema asks nothing else).
func (v *validator) flat(value, at jsontree.Value, pointer string, lists *[]list) any {
	at = v.def.resolve(at)
	switch value.Kind() {
	case jsontree.Object:
		properties, m := at.Get("properties"), map[string]any{}
		for key, member := range value.Members() {
			name := key.Str()
			if property := properties.Get(name); property.Exists() {
				m[name] = v.flat(member, property, pointer+"/"+jsontree.PointerToken(name), lists)
			}
		}
		return m
	case jsontree.Array:
		if items := v.def.items[at.Offset()]; items != nil {
			*lists = append(*lists, list{value, items, pointer})
		}
		return []any{}
	}
	return value.Any()
}

// ask puts one value to the library, as data.
func (v *validator) ask(p *part, data any, value jsontree.Value, pointer string) {
	err := p.schema.Validate(data)
	if err == nil {
		return
	}
	invalid, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok { // only a broken schema could say so
		v.add(Violation{Pointer: pointer, Message: err.Error()}, value)
		return
	}
	leaves := leavesOf(invalid, nil)
	// The library follows maps, so its order is random. Of one value the fault that says most comes first.
	slices.SortFunc(leaves, func(a, b *jsonschema.ValidationError) int {
		return cmp.Or(
			cmp.Compare(a.InstanceLocation, b.InstanceLocation),
			cmp.Compare(weight(a), weight(b)),
			cmp.Compare(a.KeywordLocation, b.KeywordLocation),
		)
	})
	for i, leaf := range leaves {
		if i > 0 && leaves[i-1].InstanceLocation == leaf.InstanceLocation {
			continue // a value of the wrong form need not also be of the wrong length
		}
		v.explain(p, leaf, value, pointer)
	}
}

func leavesOf(e *jsonschema.ValidationError, to []*jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(e.Causes) == 0 {
		return append(to, e)
	}
	for _, cause := range e.Causes {
		to = leavesOf(cause, to)
	}
	return to
}

func keywordOf(e *jsonschema.ValidationError) string {
	return e.KeywordLocation[strings.LastIndexByte(e.KeywordLocation, '/')+1:]
}

// weight orders the keywords that one value breaks.
func weight(e *jsonschema.ValidationError) int {
	order := []string{"type", "const", "enum", "minLength", "format", "pattern"}
	if i := slices.Index(order, keywordOf(e)); i >= 0 {
		return i
	}
	return len(order)
}

// explain puts a fault into plain words.
func (v *validator) explain(p *part, leaf *jsonschema.ValidationError, value jsontree.Value, pointer string) {
	value = value.At(leaf.InstanceLocation)
	fields := v.def.at(p.at, leaf.InstanceLocation)
	name := nameOf(pointer + leaf.InstanceLocation)
	keyword := keywordOf(leaf)
	found := Violation{Pointer: pointer + leaf.InstanceLocation, Keyword: keyword, Fix: fields.Get("description").Str()}
	rules := v.def.resolve(fields)
	shown := show(value)
	switch keyword {
	case "required":
		for key := range rules.Get("required").Items() {
			if value.Get(key.Str()).Exists() {
				continue
			}
			description := v.def.at(rules, "/"+jsontree.PointerToken(key.Str())).Get("description").Str()
			missing := found
			missing.Message = fmt.Sprintf("%s lacks the key %q", name, key.Str())
			missing.Fix = fmt.Sprintf("add %q: %s", key.Str(), description)
			v.add(missing, value)
		}
		return
	case "type":
		found.Message = fmt.Sprintf("%s is %s; it is meant to be %s", name, value.Kind(), typeNames(rules.Get("type")))
	case "const":
		found.Message = fmt.Sprintf("%s is %s; it is meant to be %s", name, shown, rules.Get("const").Raw())
	case "enum":
		found.Message = fmt.Sprintf("%s is %s; it is meant to be %s", name, shown, alternatives(rules.Get("enum")))
	case "minLength":
		found.Message = name + " is empty"
	case "format":
		found.Message = fmt.Sprintf("%s is %s, which is no absolute URL", name, shown)
	case "pattern":
		found.Message = fmt.Sprintf("%s is %s, which has not the right form", name, shown)
	default:
		found.Message = name + ": " + leaf.Message
	}
	if found.Fix == "" { // an item of a list is described with its definition, or not at all
		found.Fix = rules.Get("description").Str()
	}
	if found.Fix == "" {
		found.Fix = "write what the schema asks for: " + schemaURL
	}
	v.add(found, value)
}

// schemaURL is where the schema is published, for people to read.
const schemaURL = "https://discovery-set.github.io/hugo-discovery/schema/raw-manifest.schema.json"

func (v *validator) add(found Violation, value jsontree.Value) {
	if len(v.found) < maxViolations {
		found.Position = v.file.Lines.At(value.Offset())
		v.found = append(v.found, found)
	}
}

// at is the part of the schema that describes what a pointer of a manifest names, starting from part. The title and
// description of a key stand there, its rules there or behind a $ref.
func (d *definition) at(part jsontree.Value, pointer string) jsontree.Value {
	for token := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		if token == "" {
			continue
		}
		part = d.resolve(part)
		if next := part.Get("properties").Get(token); next.Exists() {
			part = next
		} else {
			part = part.Get("items")
		}
	}
	return part
}

// resolve follows a $ref within the schema.
func (d *definition) resolve(part jsontree.Value) jsontree.Value {
	if pointer, ok := reference(part); ok {
		return d.root.At(pointer)
	}
	return part
}

// nameOf names a value in a message: by its key, an item of a list by the list's key and its number from 1.
func nameOf(pointer string) string {
	if pointer == "" {
		return "the manifest"
	}
	tokens := strings.Split(pointer[1:], "/")
	last := tokens[len(tokens)-1]
	if i, err := strconv.Atoi(last); err == nil && len(tokens) > 1 {
		return fmt.Sprintf("item %d of %s", i+1, tokens[len(tokens)-2])
	}
	return last
}

// show is a value as a message quotes it.
func show(v jsontree.Value) string {
	switch v.Kind() {
	case jsontree.String:
		return excerpt.Quote(v.Str())
	case jsontree.Array, jsontree.Object:
		return v.Kind().String()
	}
	return excerpt.Cut(v.Raw(), 40)
}

// alternatives lists the items of an enum.
func alternatives(enum jsontree.Value) string {
	var list []string
	for item := range enum.Items() {
		list = append(list, item.Raw())
	}
	return orList(list)
}

func typeNames(v jsontree.Value) string {
	names := map[string]string{
		"object": "an object", "array": "an array", "string": "a string", "boolean": "true or false", "null": "null", "number": "a number", "integer": "a whole number",
	}
	if v.Kind() == jsontree.String {
		return names[v.Str()]
	}
	var list []string
	for item := range v.Items() {
		list = append(list, names[item.Str()])
	}
	return orList(list)
}

func orList(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " or " + list[len(list)-1]
}
