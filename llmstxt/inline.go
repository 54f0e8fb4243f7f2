package llmstxt

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// inlines is the inline structure of one paragraph or heading: its links, and what has to be changed in the source to get
// plain text. It follows the algorithm of CommonMark's appendix, which is linear but for a few searches that fail and are
// begun again; those are counted, and a paragraph that needs too many steps is read as text from there on.
type inlines struct {
	s        string
	defs     map[string]definition
	wantDefs bool // a pair of brackets was found that a definition could make a link
	limitAt  int  // where the reader gave up, or -1

	expanded, mostExpanded int // bytes that references stand for
	expandedAt             int // the first reference that is too much, or -1

	edits []edit
	links []inlineLink

	brackets []bracket
	inactive int // brackets below this index open no link any more: no links in links
	delims   []delim
	last     int // index of the last delimiter run in the list, or -1

	ticks     map[int]int // start of a run of backticks → start of the next run of the same length, or -1
	noComment bool        // no "-->" ahead, and so on
	noPI      bool
	noCDATA   bool
	noGT      bool
	work      int
	budget    int
}

// definition is what a link reference definition says.
type definition struct {
	url, rawURL, advisory string
}

// edit replaces a span of the source in plain text.
type edit struct {
	start, end int
	text       string
}

// inlineLink is a link as offsets into the paragraph's source.
type inlineLink struct {
	style           LinkStyle
	start, end      int
	label, dest     span // the text between the brackets; the destination as written
	url, rawURL     string
	advisory        string
	destIsElsewhere bool
}

type bracket struct {
	at      int
	image   bool
	delim   int  // the last delimiter run before it
	another bool // a bracket stands behind it
	inside  int  // how deep links and images are nested in it so far
}

// delim is a run of * or _ in a doubly linked list.
type delim struct {
	c                   byte
	start, end          int // what is left of the run
	length              int // what it was
	canOpen, canClose   bool
	previous, following int
}

// inlineBudget bounds the work on a paragraph: steps for each of its bytes. Ordinary text needs two or three.
const inlineBudget = 64

// needsInline reports whether the text holds any character that may start inline markup.
func needsInline(s string) bool {
	for i := range len(s) {
		if special[s[i]] && s[i] != '!' {
			return true
		}
	}
	return false
}

func parseInlines(s string, defs map[string]definition, mostExpanded int) *inlines {
	p := &inlines{s: s, defs: defs, last: -1, limitAt: -1, budget: inlineBudget*len(s) + 1024, mostExpanded: mostExpanded, expandedAt: -1}
	p.run()
	p.emphasis(-1)
	slices.SortStableFunc(p.edits, func(a, b edit) int { return cmp.Compare(a.start, b.start) })
	slices.SortStableFunc(p.links, func(a, b inlineLink) int { return cmp.Compare(a.start, b.start) })
	return p
}

func (p *inlines) run() {
	s := p.s
	for i := 0; i < len(s); {
		p.work++
		if p.work > p.budget {
			p.limitAt = i
			return
		}
		switch c := s[i]; c {
		case '\\':
			if i+1 < len(s) && (isPunct(s[i+1]) || s[i+1] == '\n') {
				p.edits = append(p.edits, edit{start: i, end: i + 1})
				if s[i+1] == '\n' {
					i++
					continue
				}
				i++
			}
			i++
		case '\n':
			start := i
			for start > 0 && isSpaceOrTab(s[start-1]) {
				start--
			}
			p.edits = append(p.edits, edit{start, i + 1, " "})
			i++
		case '`':
			i = p.code(i)
		case '*', '_':
			i = p.delimiters(i)
		case '[':
			p.open(i, false)
			i++
		case '!':
			i++
			if i < len(s) && s[i] == '[' {
				p.open(i-1, true)
				i++
			}
		case ']':
			i = p.close(i)
		case '<':
			i = p.angle(i)
		case '&':
			if text, end := entity(s, i); end > 0 {
				p.edits = append(p.edits, edit{i, end, text})
				i = end
			} else {
				i++
			}
		default:
			i++
			for i < len(s) && !special[s[i]] {
				i++
			}
		}
	}
}

// special are the characters that run looks at.
var special = func() (t [256]bool) {
	for _, c := range "\\\n`*_[!]<&" {
		t[c] = true
	}
	return t
}()

// code handles the run of backticks at i.
func (p *inlines) code(i int) int {
	s := p.s
	if p.ticks == nil {
		p.ticks = map[int]int{}
		ahead := map[int]int{} // length → start of the run nearest behind
		for j := len(s) - 1; j >= 0; j-- {
			if s[j] != '`' {
				continue
			}
			end := j + 1
			for j > 0 && s[j-1] == '`' {
				j--
			}
			p.ticks[j] = -1
			if next, ok := ahead[end-j]; ok {
				p.ticks[j] = next
			}
			ahead[end-j] = j
		}
		p.work += len(s)
	}
	end := i
	for end < len(s) && s[end] == '`' {
		end++
	}
	next, whole := p.ticks[i]
	if !whole {
		// The run was cut by a backslash in front of it: its rest is a run of another length.
		next = -1
		for start, at := end-i, end; ; {
			n := strings.IndexByte(s[at:], '`')
			if n < 0 {
				p.work += len(s) - at
				break
			}
			p.work += n + 1
			at += n
			from := at
			for at < len(s) && s[at] == '`' {
				at++
			}
			if at-from == start {
				next = from
				break
			}
		}
	}
	if next < 0 {
		return end
	}
	from, to := end, next
	if to-from >= 2 && isCodeSpace(s[from]) && isCodeSpace(s[to-1]) && strings.Trim(s[from:to], " \n") != "" {
		from, to = from+1, to-1
	}
	p.edits = append(p.edits, edit{start: i, end: from})
	for j := from; j < to; j++ {
		if s[j] == '\n' {
			p.edits = append(p.edits, edit{j, j + 1, " "})
		}
	}
	p.work += to - from
	stop := next + end - i
	p.edits = append(p.edits, edit{start: to, end: stop})
	return stop
}

func isCodeSpace(c byte) bool { return c == ' ' || c == '\n' }

// angle handles the < at i: an autolink, or raw HTML, or neither.
func (p *inlines) angle(i int) int {
	s := p.s
	if end := autolink(s, i); end > 0 {
		p.work += end - i
		text := s[i+1 : end-1]
		inside := span{i + 1, end - 1}
		l := inlineLink{style: Autolink, start: i, end: end, label: inside, dest: inside, url: text, rawURL: text}
		if uriScheme(text) == 0 {
			l.url = "mailto:" + text
		}
		p.links = append(p.links, l)
		p.edits = append(p.edits, edit{start: i, end: i + 1}, edit{start: end - 1, end: end})
		return end
	}
	end := 0
	rest := s[i:]
	switch {
	case strings.HasPrefix(rest, "<!-->"):
		end = i + 5
	case strings.HasPrefix(rest, "<!--->"):
		end = i + 6
	case strings.HasPrefix(rest, "<!--"):
		end = p.until(i+4, "-->", &p.noComment)
	case strings.HasPrefix(rest, "<?"):
		end = p.until(i+2, "?>", &p.noPI)
	case strings.HasPrefix(rest, "<![CDATA["):
		end = p.until(i+9, "]]>", &p.noCDATA)
	case len(rest) > 2 && rest[1] == '!' && isLetter(rest[2]):
		end = p.until(i+2, ">", &p.noGT)
	default:
		end = htmlTag(s, i)
		if end < 0 {
			p.work += -1 - end - i
			end = 0
		}
	}
	if end == 0 {
		return i + 1
	}
	p.work += end - i
	p.edits = append(p.edits, edit{start: i, end: end})
	return end
}

// until gives the end of the mark from i on, or 0. Once there is none ahead, there is none further on.
func (p *inlines) until(i int, mark string, none *bool) int {
	if *none {
		return 0
	}
	n := strings.Index(p.s[i:], mark)
	if n < 0 {
		*none = true
		p.work += len(p.s) - i
		return 0
	}
	return i + n + len(mark)
}

// uriScheme gives the length of the scheme that s starts with, its colon included, or 0.
func uriScheme(s string) int {
	if s == "" || !isLetter(s[0]) {
		return 0
	}
	for i := 1; i < len(s) && i <= 32; i++ {
		switch c := s[i]; {
		case c == ':':
			if i < 2 {
				return 0
			}
			return i + 1
		case !isAlnum(c) && c != '+' && c != '.' && c != '-':
			return 0
		}
	}
	return 0
}

// autolink gives the end of the autolink at the < at i, or 0.
func autolink(s string, i int) int {
	if n := uriScheme(s[i+1:]); n > 0 {
		for j := i + 1 + n; j < len(s); j++ {
			switch c := s[j]; {
			case c == '>':
				return j + 1
			case c == '<' || c <= ' ':
				return 0
			}
		}
		return 0
	}
	j := i + 1
	for j < len(s) && (isAlnum(s[j]) || strings.IndexByte(".!#$%&'*+/=?^_`{|}~-", s[j]) >= 0) {
		j++
	}
	if j == i+1 || j >= len(s) || s[j] != '@' {
		return 0
	}
	for {
		j++
		start := j
		for j < len(s) && (isAlnum(s[j]) || s[j] == '-') {
			j++
		}
		if j == start || j-start > 63 || s[start] == '-' || s[j-1] == '-' || j >= len(s) {
			return 0
		}
		switch s[j] {
		case '>':
			return j + 1
		case '.':
		default:
			return 0
		}
	}
}

// delimiters records the run of * or _ at i.
func (p *inlines) delimiters(i int) int {
	s, c, end := p.s, p.s[i], i
	for end < len(s) && s[end] == c {
		end++
	}
	before, after := '\n', '\n'
	if i > 0 {
		before, _ = utf8.DecodeLastRuneInString(s[:i])
	}
	if end < len(s) {
		after, _ = utf8.DecodeRuneInString(s[end:])
	}
	left := !unicodeSpace(after) && (!unicodePunct(after) || unicodeSpace(before) || unicodePunct(before))
	right := !unicodeSpace(before) && (!unicodePunct(before) || unicodeSpace(after) || unicodePunct(after))
	d := delim{c: c, start: i, end: end, length: end - i, canOpen: left, canClose: right, previous: p.last, following: -1}
	if c == '_' {
		d.canOpen = left && (!right || unicodePunct(before))
		d.canClose = right && (!left || unicodePunct(after))
	}
	if d.canOpen || d.canClose {
		if p.last >= 0 {
			p.delims[p.last].following = len(p.delims)
		}
		p.last = len(p.delims)
		p.delims = append(p.delims, d)
	}
	return end
}

func unicodeSpace(c rune) bool {
	return c == ' ' || c >= '\t' && c <= '\r' || c >= 0x80 && unicode.Is(unicode.Zs, c)
}

func unicodePunct(c rune) bool {
	if c < 0x80 {
		return isPunct(byte(c))
	}
	return unicode.IsPunct(c) || unicode.IsSymbol(c)
}

// open records the bracket at i, or the ![ of an image.
func (p *inlines) open(i int, image bool) {
	if n := len(p.brackets); n > 0 {
		p.brackets[n-1].another = true
	}
	p.brackets = append(p.brackets, bracket{at: i, image: image, delim: p.last})
}

// close handles the closing bracket at i: with what follows it may end a link.
func (p *inlines) close(i int) int {
	n := len(p.brackets) - 1
	if n < 0 {
		return i + 1
	}
	b := p.brackets[n]
	p.brackets = p.brackets[:n]
	active := b.image || n >= p.inactive
	p.inactive = min(p.inactive, n)
	if !active {
		p.nest(b.inside)
		return i + 1
	}
	l := inlineLink{style: Inline, start: b.at, label: span{b.at + 1, i}}
	if b.image {
		l.label.start++
	}
	if !p.destination(i+1, &l) && !p.reference(i+1, b, &l) {
		p.nest(b.inside)
		return i + 1
	}
	if b.inside == maxImages {
		if p.limitAt < 0 {
			p.limitAt = b.at
		}
		p.nest(b.inside)
		return i + 1
	}
	p.nest(b.inside + 1)
	if b.image {
		l.style = Image
	} else {
		p.inactive = n
	}
	p.emphasis(b.delim)
	p.edits = append(p.edits, edit{start: l.start, end: l.label.start}, edit{start: i, end: l.end})
	p.links = append(p.links, l)
	return l.end
}

// maxImages is how deep images may be nested in each other's descriptions. The text of each holds the text of all those
// inside, so that without a limit the result would be quadratic.
const maxImages = 16

// nest tells the bracket around a bracket how deep the nesting in it is.
func (p *inlines) nest(depth int) {
	if n := len(p.brackets); n > 0 {
		p.brackets[n-1].inside = max(p.brackets[n-1].inside, depth)
	}
}

// destination reads (url "advisory") at i.
func (p *inlines) destination(i int, l *inlineLink) bool {
	s := p.s
	if i >= len(s) || s[i] != '(' {
		return false
	}
	start := i
	i = skipWhite(s, i+1)
	dest, end, ok := linkDestination(s, i)
	defer func() { p.work += max(end, i) - start }()
	if !ok {
		return false
	}
	i = skipWhite(s, end)
	advisory := ""
	if i > end && i < len(s) {
		if stop := linkAdvisory(s, i); stop > 0 {
			advisory = unescape(s[i+1 : stop-1])
			i = skipWhite(s, stop)
		} else if stop < 0 {
			i = len(s) // for the count of work
			return false
		}
	}
	if i >= len(s) || s[i] != ')' {
		return false
	}
	l.end, l.dest, l.rawURL, l.advisory = i+1, dest, s[dest.start:dest.end], advisory
	l.url = destinationURL(l.rawURL)
	return true
}

// destinationURL resolves a destination as written.
func destinationURL(raw string) string {
	if strings.HasPrefix(raw, "<") {
		raw = raw[1 : len(raw)-1]
	}
	return unescape(raw)
}

// linkDestination reads a link destination at i; it may be empty. end is how far it looked.
func linkDestination(s string, i int) (dest span, end int, ok bool) {
	start := i
	if i < len(s) && s[i] == '<' {
		for i++; i < len(s); i++ {
			switch s[i] {
			case '>':
				return span{start, i + 1}, i + 1, true
			case '\n', '<':
				return dest, i, false
			case '\\':
				if i+1 < len(s) && isPunct(s[i+1]) {
					i++
				}
			}
		}
		return dest, i, false
	}
	depth := 0
	for ; i < len(s); i++ {
		c := s[i]
		if c == '(' {
			if depth++; depth > 32 {
				return dest, i, false
			}
		} else if c == ')' {
			if depth == 0 {
				break
			}
			depth--
		} else if c == '\\' && i+1 < len(s) && isPunct(s[i+1]) {
			i++
		} else if c <= ' ' || c == 0x7f {
			break
		}
	}
	return span{start, i}, i, depth == 0
}

// linkAdvisory gives the end of the quoted text at i, 0 if there is none, -1 if it does not end.
func linkAdvisory(s string, i int) int {
	quote := s[i]
	switch quote {
	case '"', '\'':
	case '(':
		quote = ')'
	default:
		return 0
	}
	for j := i + 1; j < len(s); j++ {
		switch s[j] {
		case quote:
			return j + 1
		case '(':
			if quote == ')' {
				return -1
			}
		case '\\':
			if j+1 < len(s) && isPunct(s[j+1]) {
				j++
			}
		}
	}
	return -1
}

// reference reads [label] at i, or takes the text between the brackets as the label.
func (p *inlines) reference(i int, b bracket, l *inlineLink) bool {
	label, end := l.label, i
	if stop := linkLabel(p.s, i); stop > 0 {
		end = stop
		if stop > i+2 {
			label = span{i + 1, stop - 1}
			p.work += stop - i
		}
	}
	if label == l.label && (b.another || label.end-label.start > 999) {
		return false
	}
	p.wantDefs = true
	if len(p.defs) == 0 {
		return false
	}
	p.work += label.end - label.start
	d, ok := p.defs[normalLabel(p.s[label.start:label.end])]
	if !ok {
		return false
	}
	p.expanded += len(d.url) + len(d.advisory)
	if p.expanded > p.mostExpanded {
		if p.expandedAt < 0 {
			p.expandedAt = b.at
		}
		return false
	}
	l.style, l.end, l.url, l.rawURL, l.advisory = Reference, end, d.url, d.rawURL, d.advisory
	l.destIsElsewhere = true
	return true
}

// linkLabel gives the end of the [label] at i, which may be empty, or 0.
func linkLabel(s string, i int) int {
	if i >= len(s) || s[i] != '[' {
		return 0
	}
	for j := i + 1; j < len(s) && j-i <= 1000; j++ {
		switch s[j] {
		case ']':
			return j + 1
		case '[':
			return 0
		case '\\':
			if j+1 < len(s) && isPunct(s[j+1]) {
				j++
			}
		}
	}
	return 0
}

// normalLabel makes two labels equal that CommonMark holds equal.
func normalLabel(s string) string {
	fields := strings.FieldsFunc(s, func(c rune) bool { return c < 0x80 && isWhite(byte(c)) })
	folded := strings.ToLower(strings.ToUpper(strings.Join(fields, " ")))
	return strings.ReplaceAll(folded, "ß", "ss") // the one letter of note whose folded form is longer
}

// emphasis pairs the delimiter runs above the given one and forgets them.
func (p *inlines) emphasis(bottom int) {
	var openersBottom [12]int
	for i := range openersBottom {
		openersBottom[i] = bottom
	}
	closer := p.last
	for closer >= 0 && closer != bottom && p.delims[closer].previous != bottom {
		p.work++
		closer = p.delims[closer].previous
	}
	if closer == bottom {
		closer = -1
	}
	for closer >= 0 {
		c := &p.delims[closer]
		if !c.canClose {
			closer = c.following
			continue
		}
		key := c.length % 3
		if c.canOpen {
			key += 3
		}
		if c.c == '_' {
			key += 6
		}
		opener := c.previous
		found := false
		for opener > openersBottom[key] { // indices grow with the place in the text
			p.work++
			o := &p.delims[opener]
			odd := (c.canOpen || o.canClose) && c.length%3 != 0 && (o.length+c.length)%3 == 0
			if o.c == c.c && o.canOpen && !odd {
				found = true
				break
			}
			opener = o.previous
		}
		if !found {
			openersBottom[key] = c.previous
			next := c.following
			if !c.canOpen {
				p.unlink(closer)
			}
			closer = next
			continue
		}
		o := &p.delims[opener]
		use := 1
		if o.end-o.start >= 2 && c.end-c.start >= 2 {
			use = 2
		}
		p.edits = append(p.edits, edit{start: o.end - use, end: o.end}, edit{start: c.start, end: c.start + use})
		o.end -= use
		c.start += use
		o.following, c.previous = closer, opener
		if o.start == o.end {
			p.unlink(opener)
		}
		if c.start == c.end {
			next := c.following
			p.unlink(closer)
			closer = next
		}
	}
	p.last = bottom
	if bottom >= 0 {
		p.delims[bottom].following = -1
	}
}

func (p *inlines) unlink(i int) {
	d := &p.delims[i]
	if d.previous >= 0 {
		p.delims[d.previous].following = d.following
	}
	if d.following >= 0 {
		p.delims[d.following].previous = d.previous
	} else {
		p.last = d.previous
	}
}

// plain gives the plain text of a span of the source.
func (p *inlines) plain(from, to int) string {
	first, _ := slices.BinarySearchFunc(p.edits, from, func(e edit, at int) int { return cmp.Compare(e.start, at) })
	if first == len(p.edits) || p.edits[first].start >= to {
		return p.s[from:to]
	}
	var b strings.Builder
	for _, e := range p.edits[first:] {
		if e.start >= to {
			break
		}
		b.WriteString(p.s[from:e.start])
		b.WriteString(e.text)
		from = e.end
	}
	if from < to {
		b.WriteString(p.s[from:to])
	}
	return b.String()
}
