package llmstxt

import (
	"strings"
)

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
	return in.plain(0, len(text)), p.linksOf(in, lines)
}

func (p *parser) parseInlines(text string, lines []piece) *inlines {
	in := parseInlines(text, p.known, p.most()-p.expanded)
	p.work += in.work
	p.wantDefs = p.wantDefs || in.wantDefs && p.known == nil
	if in.expandedAt >= 0 && p.expanded <= p.most() {
		p.limitAt(ReferenceLimit, p.place(in.expandedAt, lines)) // once
	}
	p.expanded += in.expanded
	if in.limitAt >= 0 {
		p.limitAt(InlineLimit, p.place(in.limitAt, lines))
	}
	return in
}

// linksOf turns the links of a paragraph into those of the document. The lines are walked once, along with the links.
func (p *parser) linksOf(in *inlines, lines []piece) []Link {
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
	links := p.linksOf(in, lines)
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
	if len(p.links) == cap(p.links) {
		p.links = make([]Link, 0, linksAtOnce)
	}
	p.links = append(p.links, Link{
		Style: Inline, Pos: p.posIn(line.start, line.lineStart, line.line),
		Title: text[1:closing], RawTitle: text[1:closing],
		URL: text[from:end], RawURL: text[from:end], URLPos: p.posIn(line.start+from, line.lineStart, line.line),
	})
	it.Link = &p.links[len(p.links)-1]
	if end+1 < len(text) {
		it.Colon = true
		if notes < len(text) {
			it.Notes, it.RawNotes = text[notes:], text[notes:]
			it.NotesPos = p.posIn(line.start+notes, line.lineStart, line.line)
		}
	}
	return true
}

// linksAtOnce is how many links are allocated together.
const linksAtOnce = 32

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
