package llmstxt

import (
	"slices"
	"strings"
)

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
				p.leaf = leaf{kind: fenceLeaf, pos: p.pos(p.lineStart + p.next), lastLine: p.lineNumber,
					fence: first, fenceSize: size, raw: info}
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
	b := Block{Kind: Heading, Pos: p.posIn(first.start, first.lineStart, first.line), LastLine: p.lineNumber,
		Level: 1, Setext: true, Raw: text}
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
		p.frames = append(p.frames, frame{kind: listFrame, pos: pos, delimiter: delimiter, firstItem: len(p.items)})
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
		p.items = append(p.items, f.item)
	case listFrame:
		b := Block{Kind: List, Pos: f.pos, Items: slices.Clone(p.items[f.firstItem:])}
		p.items = p.items[:f.firstItem]
		item := &b.Items[len(b.Items)-1]
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
