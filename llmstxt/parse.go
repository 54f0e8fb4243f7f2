package llmstxt

import (
	"strings"
	"unicode/utf8"
)

// Parse reads a file. It accepts anything and takes time that is linear in the size of src; see [Document].
func Parse(src []byte) *Document {
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

	items     []Item // list
	delimiter byte   // list: - + * . )

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

// pos gives the position of an offset in the current line.
func (p *parser) pos(offset int) Pos { return p.posIn(offset, p.lineStart, p.lineNumber) }

func (p *parser) posIn(offset, lineStart, line int) Pos {
	return Pos{offset, line, offset - lineStart + 1}
}

// findNext looks for the first character that is no space or tab.
func (p *parser) findNext() {
	i, col := p.off, p.col
	if p.inTab && i < len(p.line) {
		// The rest of a tab of which some columns are consumed.
		col += 4 - col%4
		i++
	}
	for i < len(p.line) {
		if p.line[i] == ' ' {
			col++
		} else if p.line[i] == '\t' {
			col += 4 - col%4
		} else {
			break
		}
		i++
	}
	p.next, p.nextCol, p.blank = i, col, i == len(p.line)
}

func (p *parser) indent() int { return p.nextCol - p.col }

func (p *parser) advanceToNext() { p.off, p.col, p.inTab = p.next, p.nextCol, false }

// advanceColumns consumes so many columns of spaces and tabs; a tab may be consumed in part.
func (p *parser) advanceColumns(n int) {
	for n > 0 && p.off < len(p.line) {
		width := 1
		if p.line[p.off] == '\t' {
			width = 4 - p.col%4
		}
		if width > n {
			p.col += n
			p.inTab = true
			return
		}
		p.col += width
		p.off++
		p.inTab = false
		n -= width
	}
}

// advanceBytes consumes characters that are no tabs.
func (p *parser) advanceBytes(n int) {
	p.off += n
	p.col += n
}

func (p *parser) processLine() {
	p.off, p.col, p.inTab = 0, 0, false

	// The open containers.
	matched := 1
	for matched < len(p.frames) {
		f := &p.frames[matched]
		p.work++
		switch f.kind {
		case quoteFrame:
			p.findNext()
			if p.blank || p.indent() > 3 || p.line[p.next] != '>' {
				goto unmatched
			}
			p.advanceToNext()
			p.advanceBytes(1)
			if p.off < len(p.line) && isSpaceOrTab(p.line[p.off]) {
				p.advanceColumns(1)
			}
		case itemFrame:
			p.findNext()
			switch {
			case p.blank:
				if !f.hasText && len(f.blocks) == 0 && matched == len(p.frames)-1 && p.leaf.kind == noLeaf {
					goto unmatched // an item can begin with one blank line only
				}
				p.advanceToNext()
			case p.indent() >= f.indent:
				p.advanceColumns(f.indent)
			default:
				goto unmatched
			}
		}
		matched++
	}
unmatched:
	p.findNext()
	all := matched == len(p.frames)

	// A leaf that takes the line whatever it says.
	if all {
		switch p.leaf.kind {
		case fenceLeaf:
			p.leaf.lastLine = p.lineNumber
			if !p.blank && p.indent() <= 3 && p.closesFence() {
				p.closeLeaf()
			}
			return
		case htmlLeaf:
			if p.leaf.condition < 6 || !p.blank {
				p.leaf.lastLine = p.lineNumber
				if p.leaf.condition < 6 && htmlEnds(p.leaf.condition, p.line[p.off:]) {
					p.closeLeaf()
				}
				return
			}
			p.closeLeaf()
		case indentedLeaf:
			if p.indent() >= 4 && !p.blank {
				p.leaf.lastLine = p.lineNumber
				return
			}
			if p.blank {
				return
			}
			p.closeLeaf()
		case paragraphLeaf:
			if p.blank {
				p.closeLeaf()
			}
		}
	}

	// New blocks.
	paragraph := all && p.leaf.kind == paragraphLeaf // the line continues a paragraph unless it starts something
	lazy := p.leaf.kind == paragraphLeaf
	started := false // a container was opened: what was open is closed
	open := func() {
		if !started {
			for len(p.frames) > matched {
				p.closeFrame()
			}
			p.closeLeaf()
			started, paragraph, lazy = true, false, false
		}
	}
	for !p.blank {
		rest := p.line[p.next:]
		first := rest[0]
		if p.indent() >= 4 {
			if !lazy {
				open()
				p.addable()
				p.leaf = leaf{kind: indentedLeaf, pos: p.pos(p.lineStart + p.next), lastLine: p.lineNumber}
				return
			}
			break
		}
		if isAlnum(first) && !isDigit(first) || first >= 0x80 {
			break
		}
		if first == '>' {
			if len(p.frames) >= maxNesting {
				p.limit(NestingLimit)
				break
			}
			open()
			p.addable()
			p.frames = append(p.frames, frame{kind: quoteFrame, pos: p.pos(p.lineStart + p.next)})
			p.advanceToNext()
			p.advanceBytes(1)
			if p.off < len(p.line) && isSpaceOrTab(p.line[p.off]) {
				p.advanceColumns(1)
			}
			p.findNext()
			continue
		}
		if first == '#' {
			if level := atxLevel(rest); level > 0 {
				open()
				p.addable()
				p.heading(rest, level)
				return
			}
		}
		if first == '`' || first == '~' {
			if size := fenceSize(rest); size > 0 {
				open()
				p.addable()
				info := strings.Trim(rest[size:], " \t")
				p.leaf = leaf{kind: fenceLeaf, pos: p.pos(p.lineStart + p.next), lastLine: p.lineNumber, fence: first, fenceSize: size, raw: info}
				return
			}
		}
		if first == '<' {
			if condition := htmlStart(rest); condition > 0 && (condition < 7 || !lazy) {
				open()
				p.addable()
				p.leaf = leaf{kind: htmlLeaf, pos: p.pos(p.lineStart + p.next), lastLine: p.lineNumber, condition: condition, raw: rest}
				if condition < 6 && htmlEnds(condition, rest) {
					p.closeLeaf()
				}
				return
			}
		}
		if paragraph && (first == '=' || first == '-') && isUnderline(rest) {
			if p.underlined(first) {
				return
			}
			paragraph, lazy = p.leaf.kind == paragraphLeaf, p.leaf.kind == paragraphLeaf
		}
		if (first == '-' || first == '_' || first == '*') && isThematicBreak(rest) {
			open()
			p.addable()
			p.add(Block{Kind: ThematicBreak, Pos: p.pos(p.lineStart + p.next), LastLine: p.lineNumber})
			return
		}
		if size, delimiter := listMarker(rest, paragraph); size > 0 {
			if len(p.frames)+1 >= maxNesting {
				p.limit(NestingLimit)
				break
			}
			open()
			p.openItem(size, delimiter)
			p.findNext()
			continue
		}
		break
	}

	// The rest of the line is text.
	if !started && !all && lazy && !p.blank {
		p.addPiece()
		return
	}
	if !started && !all {
		for len(p.frames) > matched {
			p.closeFrame()
		}
	}
	if p.blank {
		return
	}
	if p.leaf.kind != paragraphLeaf {
		p.closeLeaf()
		p.addable()
		p.leaf = leaf{kind: paragraphLeaf, pos: p.pos(p.lineStart + p.next), lines: p.leaf.lines[:0]}
	}
	p.addPiece()
}

func (p *parser) addPiece() {
	p.leaf.lines = append(p.leaf.lines, piece{p.lineStart + p.next, p.lineStart + len(p.line), p.lineStart, p.lineNumber})
	p.leaf.lastLine = p.lineNumber
}

func (p *parser) limit(kind LimitKind) { p.limitAt(kind, p.pos(p.lineStart+p.next)) }

func (p *parser) limitAt(kind LimitKind, pos Pos) {
	if n := len(p.doc.Limits); n == 0 || p.doc.Limits[n-1].Kind != kind || p.doc.Limits[n-1].Pos.Line != pos.Line {
		p.doc.Limits = append(p.doc.Limits, Limit{pos, kind})
	}
}

// addable closes a list at the end of the frames, so that a block that is no item can be added.
func (p *parser) addable() {
	if p.frames[len(p.frames)-1].kind == listFrame {
		p.closeFrame()
	}
}

// add adds a finished block to the last frame.
func (p *parser) add(b Block) {
	f := &p.frames[len(p.frames)-1]
	f.blocks = append(f.blocks, b)
}

// atxLevel gives the level of the heading that the line starts, which begins with #; 0 if it is none.
func atxLevel(line string) int {
	n := 0
	for n < len(line) && line[n] == '#' {
		n++
	}
	if n > 6 || n < len(line) && !isSpaceOrTab(line[n]) {
		return 0
	}
	return n
}

// heading adds the ATX heading that stands in the rest of the line.
func (p *parser) heading(rest string, level int) {
	start := p.lineStart + p.next
	from, to := level, len(rest)
	for from < to && isSpaceOrTab(rest[from]) {
		from++
	}
	for to > from && isSpaceOrTab(rest[to-1]) {
		to--
	}
	// A closing run of # counts if white space stands before it, or nothing.
	end := to
	for end > from && rest[end-1] == '#' {
		end--
	}
	if end == from {
		to = from
	} else if end < to && isSpaceOrTab(rest[end-1]) {
		for to = end; to > from && isSpaceOrTab(rest[to-1]); to-- {
		}
	}
	b := Block{Kind: Heading, Pos: p.pos(start), LastLine: p.lineNumber, Level: level, Raw: rest[from:to]}
	line := []piece{{start + from, start + to, p.lineStart, p.lineNumber}}
	b.Text, b.Links = p.inline(b.Raw, line)
	p.add(b)
}

// fenceSize gives the number of characters of the code fence that the line starts, or 0.
func fenceSize(line string) int {
	n := 0
	for n < len(line) && line[n] == line[0] {
		n++
	}
	if n < 3 || line[0] == '`' && strings.IndexByte(line[n:], '`') >= 0 {
		return 0
	}
	return n
}

func (p *parser) closesFence() bool {
	rest := p.line[p.next:]
	n := 0
	for n < len(rest) && rest[n] == p.leaf.fence {
		n++
	}
	return n >= p.leaf.fenceSize && strings.Trim(rest[n:], " \t") == ""
}

// isUnderline reports whether the line is a row of one character and then white space.
func isUnderline(line string) bool {
	n := 0
	for n < len(line) && line[n] == line[0] {
		n++
	}
	return strings.Trim(line[n:], " \t") == ""
}

// underlined turns the open paragraph into a heading, if anything of it is left when its definitions are taken off.
func (p *parser) underlined(c byte) bool {
	text := p.paragraphText()
	text, p.leaf.lines = p.definitions(text, p.leaf.lines)
	if len(p.leaf.lines) == 0 {
		// Only definitions: the line is the beginning of a paragraph.
		p.leaf.kind = noLeaf
		return false
	}
	first := p.leaf.lines[0]
	b := Block{Kind: Heading, Pos: p.posIn(first.start, first.lineStart, first.line), LastLine: p.lineNumber, Level: 1, Setext: true, Raw: text}
	if c == '-' {
		b.Level = 2
	}
	b.Text, b.Links = p.inline(text, p.leaf.lines)
	p.add(b)
	p.leaf.kind = noLeaf
	return true
}

func isThematicBreak(line string) bool {
	n := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case line[0]:
			n++
		case ' ', '\t':
		default:
			return false
		}
	}
	return n >= 3
}

// listMarker gives the length of the list marker at the start of the line, and its last character; 0 if it is none or may
// not interrupt a paragraph.
func listMarker(line string, paragraph bool) (size int, delimiter byte) {
	switch c := line[0]; {
	case c == '-' || c == '+' || c == '*':
		size, delimiter = 1, c
	case isDigit(c):
		n := 1
		for n < len(line) && n < 10 && isDigit(line[n]) {
			n++
		}
		if n > 9 || n >= len(line) || line[n] != '.' && line[n] != ')' || paragraph && strings.TrimLeft(line[:n], "0") != "1" {
			return 0, 0
		}
		size, delimiter = n+1, line[n]
	default:
		return 0, 0
	}
	if size < len(line) && !isSpaceOrTab(line[size]) {
		return 0, 0
	}
	if paragraph && strings.Trim(line[size:], " \t") == "" {
		return 0, 0
	}
	return size, delimiter
}

// openItem opens the item whose marker stands at next, and a list around it if need be.
func (p *parser) openItem(size int, delimiter byte) {
	pos := p.pos(p.lineStart + p.next)
	marker := p.line[p.next : p.next+size]
	indent := p.indent()
	p.advanceToNext()
	p.advanceBytes(size)
	p.findNext()
	spaces := p.nextCol - p.col
	if p.blank || spaces > 4 {
		spaces = 1
	}
	p.advanceColumns(spaces)

	last := &p.frames[len(p.frames)-1]
	if last.kind == listFrame && last.delimiter != delimiter {
		p.closeFrame()
		last = &p.frames[len(p.frames)-1]
	}
	if last.kind != listFrame {
		p.frames = append(p.frames, frame{kind: listFrame, pos: pos, delimiter: delimiter})
	}
	p.frames = append(p.frames, frame{kind: itemFrame, pos: pos, indent: indent + size + spaces,
		item: Item{Pos: pos, Marker: marker, Form: NoText, LastLine: p.lineNumber}})
}

// closeFrame finishes the last frame and hands it to the one around it.
func (p *parser) closeFrame() {
	p.closeLeaf()
	n := len(p.frames) - 1
	f := &p.frames[n]
	up := &p.frames[n-1]
	switch f.kind {
	case quoteFrame:
		b := Block{Kind: Quote, Pos: f.pos, LastLine: f.pos.Line, Blocks: f.blocks}
		if len(f.blocks) > 0 {
			b.LastLine = f.blocks[len(f.blocks)-1].LastLine
		}
		b.Text = quoteText(f.blocks)
		up.blocks = append(up.blocks, b)
	case itemFrame:
		f.item.Blocks = f.blocks
		up.items = append(up.items, f.item)
	case listFrame:
		b := Block{Kind: List, Pos: f.pos, Items: f.items}
		item := &f.items[len(f.items)-1]
		b.LastLine = item.LastLine
		if n := len(item.Blocks); n > 0 {
			b.LastLine = max(b.LastLine, item.Blocks[n-1].LastLine)
		}
		up.blocks = append(up.blocks, b)
	}
	p.frames[n] = frame{}
	p.frames = p.frames[:n]
}

func quoteText(blocks []Block) string {
	text, several := "", false
	for i := range blocks {
		if blocks[i].Kind != Paragraph {
			continue
		}
		if several {
			text += "\n"
		}
		text += blocks[i].Text
		several = true
	}
	return text
}

// closeLeaf finishes the open leaf.
func (p *parser) closeLeaf() {
	l := &p.leaf
	b := Block{Pos: l.pos, LastLine: l.lastLine, Raw: l.raw}
	switch l.kind {
	case noLeaf:
		return
	case paragraphLeaf:
		l.kind = noLeaf
		p.paragraph()
		return
	case fenceLeaf:
		b.Kind, b.Fenced = CodeBlock, true
	case indentedLeaf:
		b.Kind = CodeBlock
	case htmlLeaf:
		b.Kind = HTMLBlock
	}
	l.kind = noLeaf
	p.add(b)
}

// paragraphText joins the open paragraph's lines.
func (p *parser) paragraphText() string {
	lines := p.leaf.lines
	last := &lines[len(lines)-1]
	for last.end > last.start && isSpaceOrTab(p.src[last.end-1]) {
		last.end--
	}
	if len(lines) == 1 {
		return p.src[last.start:last.end]
	}
	var b strings.Builder
	for i, l := range lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(p.src[l.start:l.end])
	}
	p.work += b.Len()
	return b.String()
}

// paragraph finishes a paragraph: it becomes definitions, an item's first paragraph, or a block.
func (p *parser) paragraph() {
	text, lines := p.definitions(p.paragraphText(), p.leaf.lines)
	if len(lines) == 0 {
		return
	}
	last := lines[len(lines)-1].line
	f := &p.frames[len(p.frames)-1]
	if f.kind == itemFrame && !f.hasText && onlyDefinitions(f.blocks) {
		f.hasText = true
		f.item.LastLine = last
		p.fillItem(&f.item, text, lines)
		return
	}
	b := Block{Kind: Paragraph, Pos: p.posIn(lines[0].start, lines[0].lineStart, lines[0].line), LastLine: last, Raw: text}
	b.Text, b.Links = p.inline(text, lines)
	p.add(b)
}

func onlyDefinitions(blocks []Block) bool {
	for i := range blocks {
		if blocks[i].Kind != Definition {
			return false
		}
	}
	return true
}

// definitions takes the link reference definitions off the start of a paragraph.
func (p *parser) definitions(text string, lines []piece) (string, []piece) {
	for strings.HasPrefix(text, "[") {
		label, d, end := readDefinition(text)
		if end == 0 {
			break
		}
		p.work += end
		if p.defs == nil {
			p.defs = map[string]definition{}
		}
		if _, seen := p.defs[label]; !seen {
			p.defs[label] = d
		}
		raw := strings.TrimSuffix(text[:end], "\n")
		n := 1 + strings.Count(raw, "\n")
		p.add(Block{Kind: Definition, Pos: p.posIn(lines[0].start, lines[0].lineStart, lines[0].line), LastLine: lines[n-1].line,
			Raw: raw, Links: []Link{{Style: Reference, Pos: p.posIn(lines[0].start, lines[0].lineStart, lines[0].line),
				Title: label, URL: d.url, RawURL: d.rawURL, Advisory: d.advisory}}})
		text, lines = text[end:], lines[n:]
	}
	return text, lines
}

// readDefinition reads the definition that text starts with, which begins with a bracket. end is behind its last line, or 0.
func readDefinition(text string) (label string, d definition, end int) {
	stop := linkLabel(text, 0)
	if stop == 0 || stop >= len(text) || text[stop] != ':' {
		return "", d, 0
	}
	label = normalLabel(text[1 : stop-1])
	if label == "" {
		return "", d, 0
	}
	i := skipWhite(text, stop+1)
	dest, after, ok := linkDestination(text, i)
	if !ok || dest.start == dest.end || after < len(text) && !isWhite(text[after]) {
		return "", d, 0
	}
	d.rawURL = text[dest.start:dest.end]
	d.url = destinationURL(d.rawURL)
	if i = skipWhite(text, after); i > after && i < len(text) {
		if stop := linkAdvisory(text, i); stop > 0 {
			if end, ok := restIsBlank(text, stop); ok {
				d.advisory = unescape(text[i+1 : stop-1])
				return label, d, end
			}
		}
	}
	end, ok = restIsBlank(text, after)
	if !ok {
		return "", d, 0
	}
	return label, d, end
}

// restIsBlank reports whether only spaces stand between i and the end of the line, and where the next line starts.
func restIsBlank(text string, i int) (next int, ok bool) {
	for i < len(text) && isSpaceOrTab(text[i]) {
		i++
	}
	if i == len(text) {
		return i, true
	}
	return i + 1, text[i] == '\n'
}

// place gives the position of an offset into text that was joined from the lines.
func (p *parser) place(offset int, lines []piece) Pos {
	n := 0
	for ; n < len(lines)-1; n++ {
		size := lines[n].end - lines[n].start + 1
		if offset < size {
			break
		}
		offset -= size
	}
	l := lines[n]
	return p.posIn(l.start+offset, l.lineStart, l.line)
}

// inline gives the plain text of a paragraph or heading, and its links.
func (p *parser) inline(text string, lines []piece) (string, []Link) {
	if !needsInline(text) {
		return text, nil
	}
	in := p.parseInlines(text, lines)
	return in.plain(0, len(text)), p.links(in, lines)
}

func (p *parser) parseInlines(text string, lines []piece) *inlines {
	in := parseInlines(text, p.known)
	p.work += in.work
	p.wantDefs = p.wantDefs || in.wantDefs && p.known == nil
	if in.limitAt >= 0 {
		p.limitAt(InlineLimit, p.place(in.limitAt, lines))
	}
	return in
}

// links turns the links of a paragraph into those of the document. The lines are walked once, along with the links.
func (p *parser) links(in *inlines, lines []piece) []Link {
	if len(in.links) == 0 {
		return nil
	}
	links := make([]Link, len(in.links))
	passed := 0 // bytes of the lines that lie before those of the current link
	for i, l := range in.links {
		for len(lines) > 1 && l.start-passed > lines[0].end-lines[0].start {
			passed += lines[0].end - lines[0].start + 1
			lines = lines[1:]
		}
		p.work += l.label.end - l.label.start
		links[i] = Link{Style: l.style, Pos: p.place(l.start-passed, lines), Title: in.plain(l.label.start, l.label.end),
			RawTitle: in.s[l.label.start:l.label.end], URL: l.url, RawURL: l.rawURL, Advisory: l.advisory}
		links[i].URLPos = links[i].Pos
		if !l.destIsElsewhere {
			links[i].URLPos = p.place(l.dest.start-passed, lines)
		}
	}
	return links
}

// fillItem reads an item's first paragraph.
func (p *parser) fillItem(it *Item, text string, lines []piece) {
	it.Raw = text
	if p.plainItem(it, text, lines) {
		return
	}
	in := p.parseInlines(text, lines)
	links := p.links(in, lines)
	at := -1
	for i := range links {
		if links[i].Style != Image {
			at = i
			break
		}
	}
	if at < 0 {
		it.Form, it.More = NoLink, links
		return
	}
	it.Link = &links[at]
	for i := range links {
		if i != at {
			it.More = append(it.More, links[i])
		}
	}
	l := in.links[at]
	it.Lead = text[:l.start]
	tail := text[l.end:]
	switch {
	case strings.TrimSpace(it.Lead) != "":
		it.Form = TextThenLink
	case links[at].Style != Inline:
		it.Form = OtherLink
	case tail == "" || tail[0] == ':':
		it.Form = FileLink
	default:
		it.Form = LinkThenText
	}
	if strings.HasPrefix(tail, ":") {
		it.Colon = true
		from := skipWhite(text, l.end+1)
		if from < len(text) {
			it.RawNotes, it.Notes, it.NotesPos = text[from:], in.plain(from, len(text)), p.place(from, lines)
		}
	} else {
		it.Tail = tail
	}
}

// plainItem reads the ordinary item, "[name](url)" or "[name](url): notes" on one line and without any other markup in
// name and url, straight away. That is most lines of most files.
func (p *parser) plainItem(it *Item, text string, lines []piece) bool {
	if len(lines) != 1 || text[0] != '[' {
		return false
	}
	closing := 1
	for closing < len(text) && !special[text[closing]] {
		closing++
	}
	if closing+1 >= len(text) || text[closing] != ']' || text[closing+1] != '(' {
		return false
	}
	from := closing + 2
	end := from
	for end < len(text) && !endsPlainURL[text[end]] {
		end++
	}
	if end == from || end >= len(text) || text[end] != ')' {
		return false
	}
	if end+1 < len(text) && text[end+1] != ':' {
		return false
	}
	notes := len(text)
	if end+1 < len(text) {
		notes = skipWhite(text, end+2)
		if needsInline(text[notes:]) {
			return false
		}
	}
	line := lines[0]
	it.Form = FileLink
	it.Link = &Link{Style: Inline, Pos: p.posIn(line.start, line.lineStart, line.line), Title: text[1:closing], RawTitle: text[1:closing],
		URL: text[from:end], RawURL: text[from:end], URLPos: p.posIn(line.start+from, line.lineStart, line.line)}
	if end+1 < len(text) {
		it.Colon = true
		if notes < len(text) {
			it.Notes, it.RawNotes = text[notes:], text[notes:]
			it.NotesPos = p.posIn(line.start+notes, line.lineStart, line.line)
		}
	}
	return true
}

// endsPlainURL are the characters that need a closer look in a destination.
var endsPlainURL = func() (t [256]bool) {
	for c := 0; c <= ' '; c++ {
		t[c] = true
	}
	for _, c := range "()<>\\&\x7f" {
		t[c] = true
	}
	return t
}()
