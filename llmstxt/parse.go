package llmstxt

import (
	"strings"
	"unicode/utf8"
)

// Parse reads a file. It accepts anything and takes time that is linear in the size of src; see [Document]. The strings of
// the Document are parts of the text: of src itself where that is a string, of a copy where it is bytes.
func Parse[T []byte | string](src T) *Document {
	text := string(src)
	p := newParser(text, nil)
	p.run()
	if p.wantDefs && len(p.defs) > 0 {
		// Definitions may stand behind the links that use them. Blocks do not depend on them, so a second pass settles it.
		p = newParser(text, p.defs)
		p.run()
	}
	return p.doc
}

// maxNesting is the depth of quotes, lists and items up to which structure is followed.
const maxNesting = 100

// parser follows the block structure of CommonMark line by line: first the open containers take their marks off the line,
// then new blocks are opened by what is left, then the rest goes to the open leaf.
type parser struct {
	src   string
	doc   *Document
	known map[string]definition // of an earlier pass; nil in the first
	defs  map[string]definition

	wantDefs bool
	expanded int // bytes that the references so far stand for; see ReferenceLimit
	work     int // steps taken, for the test that they grow linearly

	// The current line, without its end.
	line       string
	lineStart  int // its offset in src
	lineNumber int
	off        int // how much of the line is consumed
	col        int // the column (0-based, tabs expanded) that this amounts to
	inTab      bool
	next       int // the first byte from off on that is no space or tab, and its column
	nextCol    int
	blank      bool

	frames []frame // open containers; the first is the document
	items  []Item  // the finished items of all open lists, an inner list's behind those of the outer one
	links  []Link  // room for the links of items
	leaf   leaf
}

type frameKind uint8

const (
	rootFrame frameKind = iota
	quoteFrame
	listFrame
	itemFrame
)

// frame is an open container.
type frame struct {
	kind   frameKind
	pos    Pos
	blocks []Block // root, quote, item

	firstItem int  // list: where its items begin in parser.items
	delimiter byte // list: - + * . )

	item    Item // item
	indent  int  // item: columns that a continuation line is indented
	hasText bool // item: its first paragraph is in
}

type leafKind uint8

const (
	noLeaf leafKind = iota
	paragraphLeaf
	fenceLeaf
	indentedLeaf
	htmlLeaf
)

// leaf is the open leaf block, which belongs to the last frame.
type leaf struct {
	kind     leafKind
	pos      Pos
	lastLine int
	lines    []piece // of a paragraph

	fence     byte // fence: the character, how many, how far indented
	fenceSize int
	condition int    // html
	raw       string // fence: info string; html: first line
}

// piece is a line of a paragraph.
type piece struct {
	start, end int // in src
	lineStart  int
	line       int
}

func newParser(src string, known map[string]definition) *parser {
	p := &parser{src: src, known: known, doc: &Document{}, frames: make([]frame, 1, 8)}
	return p
}

// most is how many bytes references may stand for.
func (p *parser) most() int { return max(len(p.src), 100_000) }

func (p *parser) run() {
	i := 0
	if strings.HasPrefix(p.src, byteOrderMark) {
		p.doc.BOM = true
		i = len(byteOrderMark)
	}
	feed, cr := -1, -1 // the next line feed and carriage return from i on, or the end
	for i < len(p.src) {
		if feed < i {
			feed = p.find('\n', i)
		}
		if cr < i {
			cr = p.find('\r', i)
		}
		end := min(feed, cr)
		next := end + 1
		switch {
		case end == len(p.src):
			next = end
		case feed < cr:
			p.doc.LineEnds.LF++
		case feed == cr+1:
			next++
			p.doc.LineEnds.CRLF++
		default:
			p.doc.LineEnds.CR++
		}
		p.lineNumber++
		p.lineStart = i
		p.line = p.src[i:end]
		p.work += 1 + len(p.line)
		p.processLine()
		i = next
	}
	for len(p.frames) > 1 {
		p.closeFrame()
	}
	p.closeLeaf()
	p.assemble(p.frames[0].blocks)
	if !utf8.ValidString(p.src) {
		p.doc.InvalidUTF8 = firstInvalid(p.src)
	}
}

// find gives the next place of the byte from i on, or the end of the source.
func (p *parser) find(c byte, i int) int {
	n := strings.IndexByte(p.src[i:], c)
	if n < 0 {
		n = len(p.src) - i
	}
	p.work += n
	return i + n
}

func firstInvalid(src string) *Pos {
	for i := 0; i < len(src); {
		c, n := utf8.DecodeRuneInString(src[i:])
		if c == utf8.RuneError && n == 1 {
			pos := newLineTable(src).at(i)
			return &pos
		}
		i += n
	}
	return nil
}

// assemble gives the document's blocks their roles.
func (p *parser) assemble(blocks []Block) {
	d := p.doc
	start := len(blocks) // of the first section
	title := -1
	for i := range blocks {
		if blocks[i].Kind != Heading {
			continue
		}
		if blocks[i].Level == 2 {
			start = i
			break
		}
		if blocks[i].Level == 1 && title < 0 {
			title = i
		}
	}
	if title < 0 {
		d.Preamble = blocks[:start:start]
	} else {
		d.Preamble = blocks[:title:title]
		d.Title = &blocks[title]
		d.Details = blocks[title+1 : start : start]
		if len(d.Details) > 0 && d.Details[0].Kind == Quote {
			d.Summary = &d.Details[0]
			d.Details = d.Details[1:]
		}
	}
	for i := start; i < len(blocks); {
		end := i + 1
		for end < len(blocks) && !(blocks[end].Kind == Heading && blocks[end].Level == 2) {
			end++
		}
		d.Sections = append(d.Sections, Section{Heading: blocks[i], Blocks: blocks[i+1 : end : end]})
		i = end
	}
}
