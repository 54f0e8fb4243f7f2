package llmstxt

import (
	"strings"
	"unicode/utf8"
)

// The two reference parsers are three regular expressions each: one that splits at ##, one for the header, one for a
// link. They backtrack, so the matchers below follow their meaning by hand, in time that is linear in the input. What
// differs between the languages is which characters are white space, which end a line, and what is done with a line that
// is no link.

// reader holds the text and the language that looks at it.
type reader struct {
	src   string
	d     Dialect
	lines *lineTable
	work  int // bytes looked at by searches, for the test that they grow linearly
}

// chunk is one section before its links are read: its name, and the span of its body in the source.
type chunk struct {
	name               string
	offset, start, end int
}

// span is a part of the source.
type span struct{ start, end int }

func (r *reader) text(s span) string { return r.src[s.start:s.end] }

// pos gives the position of an offset.
func (r *reader) pos(offset int) Pos {
	if r.lines == nil {
		r.lines = newLineTable(r.src)
	}
	return r.lines.at(offset)
}

// isSpace reports what \s, and strip or trim, mean for the character.
func (r *reader) isSpace(c rune) bool {
	switch {
	case c == ' ' || c >= '\t' && c <= '\r':
		return true
	case c < 0x80:
		return r.d == Python && c >= 0x1c && c <= 0x1f
	}
	switch c {
	case 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000:
		return true
	case 0x85:
		return r.d == Python
	case 0xfeff:
		return r.d == JavaScript
	}
	return c >= 0x2000 && c <= 0x200a
}

// skipSpace gives the first offset from i on, and before end, that is not white space.
func (r *reader) skipSpace(i, end int) int {
	start := i
	for i < end {
		c, n := rune(r.src[i]), 1
		if c >= utf8.RuneSelf {
			c, n = utf8.DecodeRuneInString(r.src[i:end])
		}
		if !r.isSpace(c) {
			break
		}
		i += n
	}
	r.work += i - start + 1
	return i
}

// trim is strip or trim.
func (r *reader) trim(s span) span {
	s.start = r.skipSpace(s.start, s.end)
	for s.end > s.start {
		c, n := utf8.DecodeLastRuneInString(r.src[s.start:s.end])
		if !r.isSpace(c) {
			break
		}
		s.end -= n
	}
	return s
}

// lineEnd gives the offset of the next line terminator from i on, or end.
func (r *reader) lineEnd(i, end int) int {
	start := i
	if r.d == Python {
		n := strings.IndexByte(r.src[i:end], '\n')
		if n < 0 {
			n = end - i
		}
		i += n
	} else {
		for i < end && r.terminator(i, end) == 0 {
			i++
		}
	}
	r.work += i - start + 1
	return i
}

// terminator gives the length of the line terminator at i, or 0. In JavaScript CR, U+2028 and U+2029 are terminators too.
func (r *reader) terminator(i, end int) int {
	switch r.src[i] {
	case '\n':
		return 1
	case '\r':
		if r.d == JavaScript {
			return 1
		}
	case 0xe2:
		if r.d == JavaScript && i+3 <= end && r.src[i+1] == 0x80 && (r.src[i+2] == 0xa8 || r.src[i+2] == 0xa9) {
			return 3
		}
	}
	return 0
}

// nextLine gives the start of the line after the one that holds i, or end.
func (r *reader) nextLine(i, end int) int {
	i = r.lineEnd(i, end)
	if i < end {
		i += r.terminator(i, end)
	}
	return i
}

// split cuts the text at every line that starts with ##. A name reaches from the first character that is not white
// space, wherever that is, to the end of its line.
func (r *reader) split() (start span, chunks []chunk) {
	end := len(r.src)
	start.end = end
	for i := 0; i < end; i = r.nextLine(i, end) {
		if !strings.HasPrefix(r.src[i:], "##") {
			continue
		}
		if len(chunks) == 0 {
			start.end = i
		} else {
			chunks[len(chunks)-1].end = i
		}
		name := r.skipSpace(i+2, end)
		stop := r.lineEnd(name, end)
		chunks = append(chunks, chunk{name: r.src[name:stop], offset: i, start: stop, end: end})
		i = stop
	}
	return start, chunks
}

// header reads title, summary and info from what stands before the first section, and reports whether the parser finds
// them. In short: the title runs, over several lines if need be, up to a blank line or up to a line with a quote; a quote
// is a summary only if something follows it.
func (r *reader) header(s span, out *Reading) bool {
	s = r.trim(s)
	hash, ok := r.hash(s)
	if !ok {
		return false
	}
	afterSpace := r.skipSpace(hash+1, s.end)
	last := s.start + strings.LastIndexByte(r.text(s), '\n') // the last line feed; s.start-1 if there is none

	// follows looks at the line feeds from i on: where the run ends, and whether a title may end at i.
	quoteAt := func(i int) bool { return i < s.end && r.src[i] == '>' && last >= i+2 }
	follows := func(i int) (runEnd int, ok bool) {
		for runEnd = i; runEnd < s.end && r.src[runEnd] == '\n'; runEnd++ {
		}
		return runEnd, runEnd-i >= 2 || quoteAt(runEnd)
	}

	// The title starts behind the white space and ends at the first line feed that may end it. Where none does, the
	// expression gives white space back to the title, character by character, until the title is the one white-space
	// character before the last line feed that may end it.
	title, runEnd := span{}, 0
	for i := afterSpace + 1; i <= last; {
		n := strings.IndexByte(r.src[i:s.end], '\n')
		if n < 0 {
			break
		}
		i += n
		stop, ok := follows(i)
		if ok {
			title, runEnd = span{afterSpace, i}, stop
			break
		}
		i = stop
	}
	if runEnd == 0 {
		for i := min(afterSpace, last); i >= hash+2; i-- {
			if r.src[i] != '\n' {
				continue
			}
			if stop, ok := follows(i); ok {
				title, runEnd = span{r.before(i), i}, stop
				break
			}
			// Only the last two line feeds of a run can be the first that succeed, so the loop stays linear.
		}
	}
	if runEnd == 0 {
		return false
	}

	out.Title = repair(r.text(title))
	out.Summary = nil
	info := runEnd
	if quoteAt(runEnd) {
		from := r.skipSpace(runEnd+1, s.end)
		to := -1
		if from+1 < s.end {
			if n := strings.IndexByte(r.src[from+1:s.end], '\n'); n >= 0 {
				to = from + 1 + n
			}
		}
		if to < 0 {
			// As above: the summary becomes the white space before the last line feed.
			to = last
			from = r.before(to)
		}
		summary := repair(r.src[from:to])
		out.Summary = &summary
		for info = to; info < s.end && r.src[info] == '\n'; info++ {
		}
	}
	out.Info = repair(r.src[info:s.end])
	return true
}

// before gives the start of the character in front of i.
func (r *reader) before(i int) int {
	_, n := utf8.DecodeLastRuneInString(r.src[:i])
	return i - n
}

// hash finds the first line of s that starts with #.
func (r *reader) hash(s span) (int, bool) {
	for i := s.start; i < s.end; i = r.nextLine(i, s.end) {
		if r.src[i] == '#' {
			return i, true
		}
	}
	return 0, false
}

// headerStop points at the title that the parser cannot use, or at the first line.
func (r *reader) headerStop(s span) Stop {
	s = r.trim(s)
	at, ok := r.hash(s)
	if !ok {
		at = s.start
	}
	return Stop{Dialect: r.d, Reason: NoHeader, Pos: r.pos(at), Text: repair(r.src[at:r.lineEnd(at, s.end)])}
}

// finder looks for a byte, always from a later place than before, so that all searches together pass the text once.
type finder struct {
	c    byte
	next int // where the byte was found last, or the end of the text if there is none; searched up to here
	done bool
}

// from gives the first place of the byte at or after i and before end, or end.
func (f *finder) from(r *reader, i, end int) int {
	if f.done && i <= f.next {
		return f.next
	}
	f.done, f.next = true, end
	if i < end {
		if n := strings.IndexByte(r.src[i:end], f.c); n >= 0 {
			f.next = i + n
		}
		r.work += f.next - i
	}
	return f.next
}

// linkAt matches "- [title](url)" at the hyphen at i. Title and URL are cut out only once the whole link is accepted, since
// many hyphens may stand before one bracket.
func (r *reader) linkAt(i, end int, bracket, paren *finder) (title, url span, ok bool) {
	open := r.skipSpace(i+1, end)
	if open >= end || r.src[open] != '[' {
		return title, url, false
	}
	closing := bracket.from(r, open+1, end)
	if closing == open+1 || closing+1 >= end || r.src[closing+1] != '(' {
		return title, url, false
	}
	last := paren.from(r, closing+2, end)
	if last == closing+2 || last >= end {
		return title, url, false
	}
	return span{open + 1, closing}, span{closing + 2, last}, true
}

// link cuts an accepted link out of the text. Notes are there if their span is; end is where the parser goes on.
func (r *reader) link(title, url span, notes *span, end int) ReadLink {
	l := ReadLink{Title: repair(r.text(title)), URL: repair(r.text(url)), Offset: title.start - 1, End: end}
	if notes != nil {
		desc := repair(r.text(*notes))
		l.Desc = &desc
	}
	return l
}

// pythonLinks reads a section as Python does: line by line, the first link of each, and a stop where there is none.
func (r *reader) pythonLinks(start, end int, stops *[]Stop) []ReadLink {
	s := r.trim(span{start, end})
	var links []ReadLink
	for i := s.start; i < s.end; {
		stop := r.lineEnd(i, s.end)
		if r.skipSpace(i, stop) < stop {
			if l, ok := r.pythonLink(i, stop); ok {
				links = append(links, l)
			} else {
				*stops = append(*stops, Stop{Dialect: Python, Reason: NotALink, Pos: r.pos(i), Text: repair(r.src[i:stop])})
			}
		}
		i = stop + 1
	}
	return links
}

// pythonLink finds the first link of a line; its notes are what follows a colon.
func (r *reader) pythonLink(start, end int) (ReadLink, bool) {
	bracket, paren := finder{c: ']'}, finder{c: ')'}
	for i := start; i < end; i++ {
		n := strings.IndexByte(r.src[i:end], '-')
		if n < 0 {
			break
		}
		i += n
		title, url, ok := r.linkAt(i, end, &bracket, &paren)
		if !ok {
			continue
		}
		stop := url.end + 1
		if stop < end && r.src[stop] == ':' {
			return r.link(title, url, &span{r.skipSpace(stop+1, end), end}, end), true
		}
		return r.link(title, url, nil, stop), true
	}
	return ReadLink{}, false
}

// javaScriptLinks reads a section as JavaScript does: every link behind which the line ends or a colon stands, wherever
// it is. White space behind the hyphen and the colon may include line ends.
func (r *reader) javaScriptLinks(start, end int) []ReadLink {
	var links []ReadLink
	bracket, paren := finder{c: ']'}, finder{c: ')'}
	for i := start; i < end; i++ {
		n := strings.IndexByte(r.src[i:end], '-')
		if n < 0 {
			break
		}
		i += n
		title, url, ok := r.linkAt(i, end, &bracket, &paren)
		if !ok {
			continue
		}
		stop := url.end + 1
		var notes *span
		switch {
		case stop < end && r.src[stop] == ':':
			from := r.skipSpace(stop+1, end)
			stop = r.lineEnd(from, end)
			notes = &span{from, stop}
		case stop < end && r.terminator(stop, end) == 0:
			continue
		}
		links = append(links, r.link(title, url, notes, stop))
		i = stop - 1
	}
	return links
}
