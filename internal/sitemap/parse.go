package sitemap

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/xml"

	"github.com/discovery-set/hugo-discovery/internal/excerpt"
	"github.com/discovery-set/hugo-discovery/internal/pos"
)

const (
	maxProblems   = 100
	maxDepth      = 100 // of elements, and of namespace declarations in force
	maxAttributes = 100 // of one element

	xmlNamespace = "http://www.w3.org/XML/1998/namespace" // of the prefix xml, which needs no declaration
)

// Parse reads a sitemap. It never fails: faults are in File.Problems. src is neither kept nor changed.
//
// Tokens come from tdewolff's lexer, which is ten times as fast as encoding/xml but takes nearly everything: names, quotes,
// references and nesting are checked here, to what XML 1.0 and Namespaces in XML ask for.
func Parse(src []byte) *File {
	p := parser{file: &File{Size: len(src), Lines: pos.NewIndex(src)}}
	p.file.Entries = make([]Entry, 0, min(len(src)/100, MaxEntries))
	p.parse(src)
	// A fault of a whole entry is noted at its end.
	slices.SortStableFunc(p.file.Problems, func(a, b Problem) int { return a.Offset - b.Offset })
	return p.file
}

// space is what a prefix stands for, as far as it matters here.
type space uint8

const (
	noSpace space = iota
	sitemapSpace
	xhtmlSpace
	otherSpace
	undeclared
)

func spaceOf(uri string) space {
	switch uri {
	case "":
		return noSpace
	case Namespace:
		return sitemapSpace
	case XHTMLNamespace:
		return xhtmlSpace
	}
	return otherSpace
}

type binding struct {
	prefix, uri string
	space       space
	depth       int // of the element that declares it
}

// role is what an element means in a sitemap.
type role uint8

const (
	outside role = iota // no element at all
	foreign             // of another namespace, or inside such an element
	root                // urlset or sitemapindex
	entry               // url or sitemap
	link                // xhtml:link
	ignored             // changefreq and priority
	loc                 // from here on its text is kept
	lastmod
)

type element struct {
	name   []byte
	role   role
	offset int
}

type attribute struct {
	name, value []byte // value without its quotes
	offset      int
}

type parser struct {
	file *File
	src  []byte // what is well-formed as characters, without the byte order mark
	base int    // offset of src in the file

	// cut is the fault in the characters at which src ends early; nothing behind it is looked at.
	cut *Problem

	input *parse.Input
	lexer *xml.Lexer

	open       []element
	bindings   []binding
	rootSpace  space
	seen       [lastmod + 1]bool // roles of the current entry's children, with priority beside changefreq
	priority   bool
	text       []byte // of the current loc or lastmod, decoded
	textOffset int    // of its first character that is no white space, -1 before

	attributes []attribute
	strings    arena
}

// arena keeps many short strings in a few large ones.
type arena struct{ b strings.Builder }

func (a *arena) add(s []byte) string {
	if a.b.Cap()-a.b.Len() < len(s) {
		a.b = strings.Builder{}
		a.b.Grow(max(64<<10, len(s)))
	}
	start := a.b.Len()
	a.b.Write(s)
	return a.b.String()[start:]
}

func (p *parser) problem(kind Kind, off int, format string, args ...any) {
	if len(p.file.Problems) < maxProblems {
		p.file.Problems = append(p.file.Problems, Problem{kind, p.file.Lines.At(off), fmt.Sprintf(format, args...)})
	}
}

// fail notes the problem that ends reading and is always false.
func (p *parser) fail(kind Kind, off int, format string, args ...any) bool {
	p.file.ended = true
	if len(p.file.Problems) == maxProblems { // it must not be missing
		p.file.Problems = p.file.Problems[:maxProblems-1]
	}
	p.problem(kind, off, format, args...)
	return false
}

// unfinished fails because the text ends within something, or because of the wrong character at which it was cut.
func (p *parser) unfinished(off int, what string) bool {
	if p.cut != nil {
		return p.fail(p.cut.Kind, p.cut.Offset, "%s", p.cut.Message)
	}
	return p.fail(NotWellFormed, off, "the file ends before %s does", what)
}

func (p *parser) parse(src []byte) {
	switch {
	case bytes.HasPrefix(src, []byte("\xFE\xFF")), bytes.HasPrefix(src, []byte("\xFF\xFE")),
		bytes.HasPrefix(src, []byte("\x00<")), bytes.HasPrefix(src, []byte("<\x00")):
		p.fail(Encoding, 0, "the file is in UTF-16; a sitemap is in UTF-8")
		return
	case bytes.HasPrefix(src, []byte("\xEF\xBB\xBF")):
		p.file.BOM = true
		p.base = 3
	}
	p.src = src[p.base:]
	if at := invalidChar(p.src); at >= 0 {
		p.cut = p.describeInvalid(at)
		p.src = p.src[:at]
	}
	// The lexer writes a byte behind its input and blanks within it: give it a copy.
	p.input = parse.NewInputBytes(p.src[:len(p.src):len(p.src)])
	p.lexer = xml.NewLexer(p.input)
	for p.next() {
	}
}

// next reads one token and is false at the end.
func (p *parser) next() bool {
	start := p.base + p.input.Offset()
	token, data := p.lexer.Next()
	switch token {
	case xml.TextToken:
		return p.characters(start, data)
	case xml.StartTagToken:
		return p.startTag(start, p.lexer.Text())
	case xml.EndTagToken:
		if !bytes.HasSuffix(data, []byte(">")) {
			return p.unfinished(start, "the end tag")
		}
		return p.endTag(start, p.lexer.Text())
	case xml.CDATAToken:
		if !bytes.HasSuffix(data, []byte("]]>")) || len(data) < len("<![CDATA[]]>") {
			return p.unfinished(start, "the CDATA section")
		}
		if len(p.open) == 0 {
			return p.fail(NotWellFormed, start, "a CDATA section stands outside the root element")
		}
		return p.plainText(start+len("<![CDATA["), p.lexer.Text())
	case xml.CommentToken:
		return p.comment(start, data)
	case xml.DOCTYPEToken:
		return p.doctype(start)
	case xml.StartTagPIToken:
		return p.instruction(start)
	case xml.ErrorToken:
		return p.end(start)
	}
	return p.fail(NotWellFormed, start, "unexpected %s", excerpt.Quote(string(data)))
}

func (p *parser) doctype(start int) bool {
	return p.fail(Doctype, start, "a document type declaration: a sitemap needs none, and it can hide entities; the file was not read further")
}

func (p *parser) end(off int) bool {
	switch {
	case p.cut != nil:
		return p.unfinished(off, "")
	case len(p.open) > 0:
		last := p.open[len(p.open)-1]
		return p.fail(NotWellFormed, off, "the file ends before the element %s of line %d does", excerpt.Quote(string(last.name)), p.file.Lines.At(last.offset).Line)
	case p.file.Root.Local == "":
		return p.fail(NotWellFormed, off, "the file has no root element")
	}
	return false
}

func (p *parser) comment(start int, data []byte) bool {
	if !bytes.HasSuffix(data, []byte("-->")) || len(data) < len("<!---->") {
		return p.unfinished(start, "the comment")
	}
	inner := data[len("<!--") : len(data)-len("-->")]
	if at := bytes.Index(inner, []byte("--")); at >= 0 {
		return p.fail(NotWellFormed, start+len("<!--")+at, "-- stands inside a comment")
	}
	if bytes.HasSuffix(inner, []byte("-")) {
		return p.fail(NotWellFormed, start+len("<!--")+len(inner)-1, "a comment ends in --->")
	}
	return true
}

// declaration is the XML declaration's inside (XML 1.0 section 2.8).
var declaration = regexp.MustCompile(`^[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"(1\.[0-9]+)"|'(1\.[0-9]+)')` +
	`(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(?:"([A-Za-z][A-Za-z0-9._-]*)"|'([A-Za-z][A-Za-z0-9._-]*)'))?` +
	`(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*$`)

// instruction reads a processing instruction, the XML declaration among them. The lexer reads its inside as attributes,
// which it need not be, so it ends at the next ?> by hand.
func (p *parser) instruction(start int) bool {
	rest := p.src[start-p.base:]
	end := bytes.Index(rest, []byte("?>"))
	if end < len("<?") {
		return p.unfinished(start, "the processing instruction")
	}
	p.input.Move(end + len("?>") - (p.input.Offset() + p.base - start))
	p.input.Skip()
	p.lexer = xml.NewLexer(p.input)

	body := rest[len("<?"):end]
	target := body
	if at := bytes.IndexAny(body, " \t\r\n"); at >= 0 {
		target = body[:at]
	}
	if !isName(target) || bytes.IndexByte(target, ':') >= 0 {
		return p.fail(NotWellFormed, start, "%s is no name for a processing instruction", excerpt.Quote(string(target)))
	}
	if !bytes.EqualFold(target, []byte("xml")) {
		return true
	}
	if string(target) != "xml" || start > p.base {
		return p.fail(NotWellFormed, start, "the XML declaration stands at the very start of a file, in small letters, or nowhere")
	}
	m := declaration.FindSubmatch(body[len("xml"):])
	if m == nil {
		return p.fail(NotWellFormed, start, `the XML declaration is broken; write <?xml version="1.0" encoding="UTF-8"?>`)
	}
	d := &p.file.Declaration
	*d = Declaration{Present: true, Version: string(m[1]) + string(m[2]), Encoding: string(m[3]) + string(m[4])}
	if d.Version != "1.0" {
		return p.fail(NotWellFormed, start, "XML %s; sitemap readers know 1.0", d.Version)
	}
	if d.Encoding != "" && !strings.EqualFold(d.Encoding, "UTF-8") {
		p.problem(Encoding, start, "the file declares the encoding %s; a sitemap is in UTF-8", excerpt.Quote(d.Encoding))
	}
	return true
}

func (p *parser) startTag(start int, name []byte) bool {
	if !isName(name) {
		if doctype := "!doctype"; len(name) >= len(doctype) && bytes.EqualFold(name[:len(doctype)], []byte(doctype)) {
			return p.doctype(start)
		}
		if bytes.HasPrefix(name, []byte("!")) || len(name) == 0 && p.input.Peek(0) != 0 {
			return p.fail(NotWellFormed, start, "< begins no tag here; as text it is written &lt;")
		}
		if p.input.Peek(0) == 0 {
			return p.unfinished(start, "the tag")
		}
		return p.fail(NotWellFormed, start, "%s is no name for an element", excerpt.Quote(string(name)))
	}
	if len(p.open) == 0 && p.file.Root.Local != "" {
		return p.fail(NotWellFormed, start, "a second root element %s", excerpt.Quote(string(name)))
	}
	if len(p.open) >= maxDepth {
		return p.fail(Limit, start, "elements are nested deeper than %d levels", maxDepth)
	}
	void, ok := p.readAttributes(start)
	if !ok {
		return false
	}
	p.open = append(p.open, element{name: name, offset: start})
	if !p.enter(start, name) {
		return false
	}
	if void {
		return p.leave(start)
	}
	return true
}

// readAttributes reads the rest of a start tag, declares the namespaces that it names, and says whether the tag is void.
func (p *parser) readAttributes(start int) (void, ok bool) {
	p.attributes = p.attributes[:0]
	for {
		off := p.base + p.input.Offset()
		token, data := p.lexer.Next()
		switch token {
		case xml.StartTagCloseToken:
			return false, p.declare(start)
		case xml.StartTagCloseVoidToken:
			return true, p.declare(start)
		case xml.AttributeToken:
			if len(p.attributes) == maxAttributes {
				return false, p.fail(Limit, off, "an element has more than %d attributes", maxAttributes)
			}
			if !p.attribute(off, data) {
				return false, false
			}
		case xml.ErrorToken:
			return false, p.unfinished(start, "the tag")
		default:
			return false, p.fail(NotWellFormed, p.base+p.input.Offset()-len("?>"), "the tag ends in ?>")
		}
	}
}

func (p *parser) attribute(off int, data []byte) bool {
	name, value := p.lexer.Text(), p.lexer.AttrVal()
	trimmed := bytes.TrimLeft(data, " \t\r\n")
	spaced := len(trimmed) < len(data)
	off += len(data) - len(trimmed)
	atEnd := p.input.Peek(0) == 0 // the buffer ends in NUL, and holds no other
	switch {
	case !isName(name):
		if atEnd {
			return p.unfinished(off, "the tag")
		}
		return p.fail(NotWellFormed, off, "%s is no name for an attribute", excerpt.Quote(string(name)))
	case !spaced:
		return p.fail(NotWellFormed, off, "no space before the attribute %s", excerpt.Quote(string(name)))
	case len(value) < 2 || value[0] != '"' && value[0] != '\'' || value[len(value)-1] != value[0]:
		if atEnd {
			return p.unfinished(off, "the attribute")
		}
		return p.fail(NotWellFormed, off, "the attribute %s has no value in quotes", excerpt.Quote(string(name)))
	}
	valueOffset := off + len(trimmed) - len(value) + 1
	value = value[1 : len(value)-1]
	if at := bytes.IndexByte(value, '<'); at >= 0 {
		return p.fail(NotWellFormed, valueOffset+at, "< stands in an attribute; write &lt;")
	}
	for _, other := range p.attributes {
		if bytes.Equal(other.name, name) {
			return p.fail(NotWellFormed, off, "the attribute %s comes twice", excerpt.Quote(string(name)))
		}
	}
	if bytes.IndexByte(value, '&') >= 0 {
		decoded, at, message := decode(nil, value)
		if message != "" {
			return p.fail(NotWellFormed, valueOffset+at, "%s", message)
		}
		value = decoded
	}
	p.attributes = append(p.attributes, attribute{name, value, off})
	return true
}

// declare puts the namespace declarations among the attributes in force for the element about to open, and checks the
// prefixes of the others.
func (p *parser) declare(start int) bool {
	for _, a := range p.attributes {
		before, local, ok := splitName(a.name)
		if !ok {
			return p.fail(NotWellFormed, a.offset, "the name %s has a colon out of place", excerpt.Quote(string(a.name)))
		}
		if string(a.name) != "xmlns" && string(before) != "xmlns" {
			continue
		}
		prefix, uri := string(local), string(a.value)
		if len(before) == 0 {
			prefix = "" // xmlns="…": the default namespace
		}
		if prefix == "xml" && uri == xmlNamespace {
			continue
		}
		if prefix == "xml" || prefix == "xmlns" || prefix != "" && uri == "" {
			return p.fail(NotWellFormed, a.offset, "the prefix %s cannot be declared so", excerpt.Quote(prefix))
		}
		if len(p.bindings) == maxDepth {
			return p.fail(Limit, a.offset, "more than %d namespace declarations within each other", maxDepth)
		}
		p.bindings = append(p.bindings, binding{prefix, uri, spaceOf(uri), len(p.open) + 1})
	}
	for i, a := range p.attributes {
		prefix, local, _ := splitName(a.name)
		if len(prefix) == 0 || string(prefix) == "xmlns" {
			continue
		}
		b := p.lookUp(prefix)
		if b.space == undeclared {
			return p.fail(NotWellFormed, a.offset, "the prefix of %s is not declared", excerpt.Quote(string(a.name)))
		}
		for _, other := range p.attributes[:i] {
			otherPrefix, otherLocal, _ := splitName(other.name)
			if len(otherPrefix) > 0 && string(otherPrefix) != "xmlns" && bytes.Equal(otherLocal, local) && p.lookUp(otherPrefix).uri == b.uri {
				return p.fail(NotWellFormed, a.offset, "the attribute %s comes twice, under two prefixes", excerpt.Quote(string(a.name)))
			}
		}
	}
	return true
}

// splitName splits a name at its colon; false where the colon is at an end or not alone.
func splitName(name []byte) (prefix, local []byte, ok bool) {
	prefix, local, found := bytes.Cut(name, []byte(":"))
	if !found {
		return nil, name, true
	}
	return prefix, local, len(prefix) > 0 && len(local) > 0 && bytes.IndexByte(local, ':') < 0
}

// lookUp gives the binding in force for a prefix, empty for the default namespace.
func (p *parser) lookUp(prefix []byte) binding {
	for i := len(p.bindings) - 1; i >= 0; i-- {
		if p.bindings[i].prefix == string(prefix) {
			return p.bindings[i]
		}
	}
	switch string(prefix) {
	case "":
		return binding{}
	case "xml":
		return binding{prefix: "xml", uri: xmlNamespace, space: otherSpace}
	}
	return binding{space: undeclared}
}

// enter gives the element that has just been opened its role.
func (p *parser) enter(start int, name []byte) bool {
	prefix, local, ok := splitName(name)
	if !ok {
		return p.fail(NotWellFormed, start, "the name %s has a colon out of place", excerpt.Quote(string(name)))
	}
	b := p.lookUp(prefix)
	if b.space == undeclared {
		return p.fail(NotWellFormed, start, "the prefix of %s is not declared", excerpt.Quote(string(name)))
	}
	depth := len(p.open)
	e := &p.open[depth-1]
	if depth == 1 {
		e.role = root
		p.root(start, Name{string(prefix), string(local), b.uri}, b.space)
		return true
	}
	parent := p.open[depth-2].role
	e.role = p.roleOf(parent, b.space, local)
	switch {
	case parent == foreign:
	case e.role == entry:
		p.beginEntry(start)
	case e.role == link:
		p.alternate(start)
	case e.role == foreign:
		// Elements of other namespaces are extensions: the protocol lets them stand inside entries and beside them.
		if b.space == p.rootSpace || b.space == noSpace || parent >= link {
			p.problem(UnknownElement, start, "the element %s does not belong here", excerpt.Quote(string(name)))
		}
	default:
		if e.role == ignored && string(local) == "priority" {
			p.once(&p.priority, start, name)
		} else {
			p.once(&p.seen[e.role], start, name)
		}
		p.text, p.textOffset = p.text[:0], -1
	}
	return true
}

func (p *parser) once(seen *bool, start int, name []byte) {
	if *seen {
		p.problem(DuplicateElement, start, "a second %s in one entry", excerpt.Quote(string(name)))
		p.open[len(p.open)-1].role = foreign // the first one counts
	}
	*seen = true
}

func (p *parser) root(start int, name Name, in space) {
	f := p.file
	f.Root, f.RootOffset, p.rootSpace = name, start, in
	if !f.IsIndex() && !f.IsURLSet() {
		p.problem(WrongRoot, start, "the root element is %s; a sitemap has urlset or sitemapindex", excerpt.Quote(name.Local))
		p.open[0].role = foreign
	} else if in != sitemapSpace {
		p.problem(WrongNamespace, start, "the root element is in the namespace %s; write xmlns=%q", excerpt.Quote(name.Space), Namespace)
	}
}

// roleOf gives the role of an element inside one of role parent.
func (p *parser) roleOf(parent role, in space, name []byte) role {
	switch {
	case parent == root && in == p.rootSpace:
		if p.file.IsURLSet() && string(name) == "url" || p.file.IsIndex() && string(name) == "sitemap" {
			return entry
		}
	case parent == entry && in == xhtmlSpace && string(name) == "link":
		return link
	case parent == entry && in == p.rootSpace:
		switch string(name) {
		case "loc":
			return loc
		case "lastmod":
			return lastmod
		case "changefreq", "priority":
			if p.file.IsURLSet() {
				return ignored
			}
		}
	}
	return foreign
}

func (p *parser) beginEntry(start int) {
	p.file.Count++
	clear(p.seen[:])
	p.priority = false
	if p.file.Count <= MaxEntries {
		p.file.Entries = append(p.file.Entries, Entry{Offset: start, LocOffset: -1, LastmodOffset: -1})
	}
}

// current is the entry being read, nil where it is beyond MaxEntries.
func (p *parser) current() *Entry {
	if p.file.Count > MaxEntries {
		return nil
	}
	return &p.file.Entries[len(p.file.Entries)-1]
}

// alternate notes an xhtml:link if its rel says alternate.
func (p *parser) alternate(start int) {
	var rel, hreflang, href []byte
	for _, a := range p.attributes {
		switch string(a.name) {
		case "rel":
			rel = a.value
		case "hreflang":
			hreflang = trimSpace(a.value)
		case "href":
			href = trimSpace(a.value)
		}
	}
	isAlternate := false
	for token := range bytes.FieldsSeq(rel) {
		isAlternate = isAlternate || bytes.EqualFold(token, []byte("alternate"))
	}
	if !isAlternate {
		return
	}
	if len(hreflang) == 0 || len(href) == 0 {
		p.problem(BadAlternate, start, "an alternate needs hreflang and href")
	}
	if e := p.current(); e != nil {
		e.Alternates = append(e.Alternates, Alternate{p.strings.add(hreflang), p.strings.add(href), start})
	}
}

func (p *parser) endTag(start int, name []byte) bool {
	if len(p.open) == 0 {
		return p.fail(NotWellFormed, start, "the end tag %s closes nothing", excerpt.Quote(string(name)))
	}
	e := p.open[len(p.open)-1]
	if !bytes.Equal(e.name, name) {
		return p.fail(NotWellFormed, start, "the end tag %s does not close the element %s of line %d",
			excerpt.Quote(string(name)), excerpt.Quote(string(e.name)), p.file.Lines.At(e.offset).Line)
	}
	return p.leave(start)
}

// leave closes the innermost element, at offset off.
func (p *parser) leave(off int) bool {
	depth := len(p.open)
	e := p.open[depth-1]
	switch e.role {
	case loc:
		text := trimSpace(p.text) // a reference may have been white space too
		if len(text) == 0 {
			p.problem(MissingLoc, e.offset, "the loc is empty")
		} else if c := p.current(); c != nil {
			c.Loc, c.LocOffset = p.strings.add(text), p.textOffset
		}
	case lastmod:
		if c := p.current(); c != nil {
			c.Lastmod, c.LastmodOffset = p.strings.add(trimSpace(p.text)), p.textOffset
			if p.textOffset < 0 { // an empty one is no date either
				c.LastmodOffset = e.offset
			}
		}
	case entry:
		if !p.seen[loc] {
			p.problem(MissingLoc, e.offset, "the entry has no loc")
		}
	}
	p.open = p.open[:depth-1]
	for n := len(p.bindings); n > 0 && p.bindings[n-1].depth == depth; n-- {
		p.bindings = p.bindings[:n-1]
	}
	return true
}

// characters reads text outside CDATA sections.
func (p *parser) characters(start int, data []byte) bool {
	if at := bytes.Index(data, []byte("]]>")); at >= 0 {
		return p.fail(NotWellFormed, start+at, "]]> stands in text; write ]]&gt;")
	}
	if len(p.open) == 0 {
		for i, c := range data {
			if !isSpace(c) {
				return p.fail(NotWellFormed, start+i, "text stands outside the root element")
			}
		}
		return true
	}
	if bytes.IndexByte(data, '&') < 0 {
		return p.plainText(start, data)
	}
	decoded, at, message := decode(nil, data)
	if message != "" {
		if p.cut != nil && start+len(data) == p.base+len(p.src) {
			return p.unfinished(start, "") // the reference may only have been cut
		}
		return p.fail(NotWellFormed, start+at, "%s", message)
	}
	return p.decodedText(start, data, decoded)
}

func (p *parser) plainText(start int, data []byte) bool { return p.decodedText(start, data, data) }

// decodedText takes text that stands as raw at offset start.
func (p *parser) decodedText(start int, raw, text []byte) bool {
	e := p.open[len(p.open)-1]
	if e.role == foreign || e.role == ignored {
		return true
	}
	first := 0
	for first < len(raw) && isSpace(raw[first]) {
		first++
	}
	if first == len(raw) {
		if e.role >= loc {
			p.text = append(p.text, text...)
		}
		return true
	}
	if e.role < loc {
		p.problem(StrayText, start+first, "text inside %s, where only elements belong", excerpt.Quote(string(e.name)))
		return true
	}
	if p.textOffset < 0 {
		p.textOffset = start + first
	}
	p.text = append(p.text, text...)
	return true
}
