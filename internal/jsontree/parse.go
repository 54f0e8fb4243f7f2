package jsontree

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/discovery-set/hugo-discovery/internal/excerpt"
)

// ProblemKind names a fault of the text; it is stable, so that callers can tell faults apart.
type ProblemKind string

// The faults of a text. After those marked "ends" the tree holds only what stood before the fault.
const (
	Syntax       ProblemKind = "syntax"        // not JSON (ends)
	TrailingData ProblemKind = "trailing-data" // text behind the one value (ends)
	TooDeep      ProblemKind = "too-deep"      // nested deeper than Limits.Depth (ends)
	TooMany      ProblemKind = "too-many"      // more values than Limits.Values, or a text of 4 GiB (ends)
	DuplicateKey ProblemKind = "duplicate-key" // a key comes twice in one object
	NumberRange  ProblemKind = "number-range"  // a number that no float64 can hold
	Surrogate    ProblemKind = "surrogate"     // a \u escape of half a character
	InvalidUTF8  ProblemKind = "invalid-utf8"  // bytes that are no UTF-8
	BOM          ProblemKind = "bom"           // a byte order mark before the value
)

// Ends says whether reading stopped at a problem of this kind.
func (k ProblemKind) Ends() bool {
	return k == Syntax || k == TrailingData || k == TooDeep || k == TooMany
}

// Problem is a fault of the text. Offset counts bytes from the start of the text.
type Problem struct {
	Kind    ProblemKind
	Offset  int
	Message string // one line, without the place
}

// Limits bounds what a text may ask for. A zero field means its default: depth 100, 3,000,000 values (keys count), 100
// problems.
type Limits struct {
	Depth, Values, Problems int
}

// keptNodes is how much memory a Parser keeps between texts, in nodes of 16 bytes: one odd text must not stay for good.
const keptNodes = 1 << 16

// Parser reads texts one after another and reuses its memory. The zero Parser is ready; it serves one goroutine.
type Parser struct {
	Limits Limits

	tree      Tree
	i         int      // the next byte
	keys      []uint32 // nodes of the keys of all open objects
	validUTF8 bool
	limits    Limits
}

// Parse reads text into a tree of its own.
func Parse(text string, limits Limits) *Tree {
	p := Parser{Limits: limits}
	// A manifest holds a value in about 24 bytes; a wrong guess costs a copy.
	p.tree.nodes = make([]node, 0, min(len(text)/20+8, 1<<20))
	tree := *p.Parse(text)
	return &tree
}

// Parse reads text. The tree is valid until the next Parse, strings that came out of it for ever.
func (p *Parser) Parse(text string) *Tree {
	t := &p.tree
	if cap(t.nodes) > keptNodes && len(t.nodes) > 0 { // memory that Parse below took in advance has no nodes yet
		t.nodes = nil
	}
	t.text, t.nodes, t.Problems = text, t.nodes[:0], nil
	p.i, p.keys = 0, p.keys[:0]
	p.limits = Limits{
		Depth:    orDefault(p.Limits.Depth, 100),
		Values:   orDefault(p.Limits.Values, 3_000_000),
		Problems: orDefault(p.Limits.Problems, 100),
	}
	if uint64(len(text)) >= 1<<32 {
		p.problem(TooMany, 0, "the text is longer than 4 GiB")
		return t
	}
	p.validUTF8 = utf8.ValidString(text)
	if strings.HasPrefix(text, "\uFEFF") {
		p.problem(BOM, 0, "a byte order mark stands before the JSON; RFC 8259 forbids it")
		p.i = len("\uFEFF")
	}
	p.space()
	if p.value(0) {
		p.space()
		if p.i < len(text) {
			p.problem(TrailingData, p.i, "%s behind the end of the JSON value", p.found())
		}
	}
	slices.SortStableFunc(t.Problems, func(a, b Problem) int { return a.Offset - b.Offset })
	return t
}

func orDefault(n, def int) int {
	if n == 0 {
		return def
	}
	return n
}

func (p *Parser) problem(kind ProblemKind, off int, format string, args ...any) {
	// A problem that ends reading is the last one, and the one that must not be missing.
	if len(p.tree.Problems) < p.limits.Problems || kind.Ends() {
		p.tree.Problems = append(p.tree.Problems, Problem{kind, off, fmt.Sprintf(format, args...)})
	}
}

// fail notes the problem that ends reading and is always false.
func (p *Parser) fail(kind ProblemKind, off int, format string, args ...any) bool {
	p.problem(kind, off, format, args...)
	return false
}

// found describes the next character for a message.
func (p *Parser) found() string {
	return excerpt.First(p.tree.text[min(p.i, len(p.tree.text)):], "the end of the text")
}

func (p *Parser) space() {
	text := p.tree.text
	for p.i < len(text) {
		switch text[p.i] {
		case ' ', '\t', '\n', '\r':
			p.i++
		default:
			return
		}
	}
}

func (p *Parser) add(kind Kind, off int) bool {
	if len(p.tree.nodes) >= p.limits.Values {
		return p.fail(TooMany, off, "more than %d values; the rest was not read", p.limits.Values)
	}
	i := len(p.tree.nodes)
	p.tree.nodes = append(p.tree.nodes, node{off: uint32(off), end: uint32(p.i), next: uint32(i) + 1, kind: kind})
	return true
}

// value reads the value at p.i, which is no white space. It is false where reading must end; the tree is whole all the same.
func (p *Parser) value(depth int) bool {
	text, start := p.tree.text, p.i
	if start >= len(text) {
		return p.fail(Syntax, start, "expected a value, found the end of the text")
	}
	switch c := text[start]; c {
	case '"':
		return p.string()
	case '{', '[':
		if depth >= p.limits.Depth {
			return p.fail(TooDeep, start, "nested deeper than %d levels; the rest was not read", p.limits.Depth)
		}
		if c == '{' {
			return p.object(depth)
		}
		return p.array(depth)
	case 't':
		return p.word("true", True)
	case 'f':
		return p.word("false", False)
	case 'n':
		return p.word("null", Null)
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return p.number()
	case '\'':
		return p.fail(Syntax, start, "expected a value, found '; strings stand in double quotes")
	case '/', '#':
		return p.fail(Syntax, start, "expected a value, found %s; JSON has no comments", p.found())
	case '}', ']', ',':
		return p.fail(Syntax, start, "expected a value, found %s; a comma too many, or a value is missing", p.found())
	}
	return p.badWord(start)
}

func (p *Parser) word(word string, kind Kind) bool {
	start := p.i
	if !strings.HasPrefix(p.tree.text[start:], word) {
		return p.badWord(start)
	}
	p.i += len(word)
	return p.add(kind, start)
}

// badWord names what stands in place of a value, such as NaN.
func (p *Parser) badWord(start int) bool {
	word := p.tree.text[start:min(start+20, len(p.tree.text))]
	if end := strings.IndexFunc(word, func(r rune) bool { return !('a' <= r|0x20 && r|0x20 <= 'z') }); end >= 0 {
		word = word[:end]
	}
	if word == "" {
		return p.fail(Syntax, start, "expected a value, found %s", p.found())
	}
	return p.fail(Syntax, start, "expected a value, found %s; the words of JSON are true, false and null, all else needs double quotes", word)
}

func (p *Parser) array(depth int) bool {
	at := len(p.tree.nodes)
	if !p.add(Array, p.i) {
		return false
	}
	p.i++
	ok := p.items(depth)
	p.close(at)
	return ok
}

func (p *Parser) items(depth int) bool {
	text := p.tree.text
	p.space()
	if p.i < len(text) && text[p.i] == ']' {
		p.i++
		return true
	}
	for {
		if !p.value(depth + 1) {
			return false
		}
		p.space()
		if p.i >= len(text) {
			return p.fail(Syntax, p.i, "expected a comma or ], found the end of the text")
		}
		switch text[p.i] {
		case ',':
			p.i++
			p.space()
		case ']':
			p.i++
			return true
		default:
			return p.fail(Syntax, p.i, "expected a comma or ], found %s", p.found())
		}
	}
}

func (p *Parser) object(depth int) bool {
	at, firstKey := len(p.tree.nodes), len(p.keys)
	if !p.add(Object, p.i) {
		return false
	}
	p.i++
	ok := p.members(depth)
	p.close(at)
	p.duplicates(p.keys[firstKey:])
	p.keys = p.keys[:firstKey]
	return ok
}

func (p *Parser) members(depth int) bool {
	text := p.tree.text
	p.space()
	if p.i < len(text) && text[p.i] == '}' {
		p.i++
		return true
	}
	for {
		if p.i >= len(text) || text[p.i] != '"' {
			if p.i < len(text) && text[p.i] == '}' {
				return p.fail(Syntax, p.i, "expected another key, found '}'; a comma too many")
			}
			return p.fail(Syntax, p.i, "expected a key in double quotes, found %s", p.found())
		}
		key := len(p.tree.nodes)
		if !p.string() {
			p.tree.nodes = p.tree.nodes[:key]
			return false
		}
		p.space()
		if p.i >= len(text) || text[p.i] != ':' {
			p.tree.nodes = p.tree.nodes[:key]
			return p.fail(Syntax, p.i, "expected a colon behind the key, found %s", p.found())
		}
		p.i++
		p.space()
		if !p.value(depth + 1) {
			if len(p.tree.nodes) == key+1 { // a key without a value is no member
				p.tree.nodes = p.tree.nodes[:key]
			}
			return false
		}
		p.keys = append(p.keys, uint32(key))
		p.space()
		if p.i >= len(text) {
			return p.fail(Syntax, p.i, "expected a comma or }, found the end of the text")
		}
		switch text[p.i] {
		case ',':
			p.i++
			p.space()
		case '}':
			p.i++
			return true
		default:
			return p.fail(Syntax, p.i, "expected a comma or }, found %s", p.found())
		}
	}
}

// close ends the array or object whose node stands at index at.
func (p *Parser) close(at int) {
	n := &p.tree.nodes[at]
	n.end, n.next = uint32(p.i), uint32(len(p.tree.nodes))
}

// duplicates compares the keys of one object: each with each where they are few, through a set where they are many.
func (p *Parser) duplicates(keys []uint32) {
	if len(keys) <= 24 {
		for n, key := range keys {
			name := p.tree.str(key)
			for _, other := range keys[:n] {
				if p.tree.str(other) == name {
					p.duplicate(key, name)
					break
				}
			}
		}
		return
	}
	seen := make(map[string]struct{}, len(keys))
	for _, key := range keys {
		name := p.tree.str(key)
		if _, ok := seen[name]; ok {
			p.duplicate(key, name)
		}
		seen[name] = struct{}{}
	}
}

func (p *Parser) duplicate(key uint32, name string) {
	p.problem(DuplicateKey, int(p.tree.nodes[key].off), "the key %s comes twice in one object; readers differ on which one counts", excerpt.Quote(name))
}

// plain marks the bytes that a string may hold as they are and that need no second look.
var plain = func() (t [256]bool) {
	for c := 0x20; c < 256; c++ {
		t[c] = c != '"' && c != '\\'
	}
	return t
}()

// string reads the string at p.i, which is a quote.
func (p *Parser) string() bool {
	text, start := p.tree.text, p.i
	escaped := false
	i := start + 1
	for {
		for i < len(text) && plain[text[i]] {
			i++
		}
		if i >= len(text) {
			return p.fail(Syntax, start, "the string that starts here does not end")
		}
		c := text[i]
		if c == '"' {
			break
		}
		if c < 0x20 {
			p.i = i
			if c == '\n' || c == '\r' {
				return p.fail(Syntax, i, "the line ends inside a string; write \\n, or close the string")
			}
			return p.fail(Syntax, i, "the control character 0x%02X stands in a string; write \\u%04x", c, c)
		}
		escaped = true
		n := p.escape(i)
		if n == 0 {
			return false
		}
		i += n
	}
	p.i = i + 1
	if !p.validUTF8 && !utf8.ValidString(text[start:i]) {
		escaped = true
		for j, r := range text[start:i] {
			if r == utf8.RuneError && !strings.HasPrefix(text[start+j:], "\uFFFD") {
				p.problem(InvalidUTF8, start+j, "the byte 0x%02X is no UTF-8", text[start+j])
				break
			}
		}
	}
	at := len(p.tree.nodes)
	if !p.add(String, start) {
		return false
	}
	p.tree.nodes[at].escaped = escaped
	return true
}

// escape checks the escape at i, a backslash, and gives its length; 0 where reading must end.
func (p *Parser) escape(i int) int {
	text := p.tree.text
	if i+1 >= len(text) {
		p.fail(Syntax, i, "the text ends inside a string")
		return 0
	}
	switch text[i+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		r, ok := hex4(text[i+2:])
		if !ok {
			p.fail(Syntax, i, "\\u needs four hexadecimal digits")
			return 0
		}
		if !utf16.IsSurrogate(r) {
			return 6
		}
		if low, ok := lowSurrogate(text[i+6:]); ok && utf16.DecodeRune(r, low) != utf8.RuneError {
			return 12
		}
		p.problem(Surrogate, i, "\\u%s is half a character (a lone surrogate)", text[i+2:i+6])
		return 6
	}
	p.fail(Syntax, i, "\\ before %s is no escape of JSON", excerpt.First(text[i+1:], ""))
	return 0
}

func hex4(s string) (rune, bool) {
	if len(s) < 4 {
		return 0, false
	}
	var r rune
	for i := range 4 {
		c := s[i]
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

func lowSurrogate(s string) (rune, bool) {
	if !strings.HasPrefix(s, "\\u") {
		return 0, false
	}
	return hex4(s[2:])
}

// unescape decodes the inside of a string that was found right. Half characters and bytes that are no UTF-8 become U+FFFD,
// as in encoding/json.
func unescape(raw string) string {
	var b strings.Builder
	b.Grow(len(raw))
	for i := 0; i < len(raw); {
		c := raw[i]
		if c != '\\' {
			r, size := utf8.DecodeRuneInString(raw[i:])
			b.WriteRune(r)
			i += size
			continue
		}
		switch c = raw[i+1]; c {
		case 'b':
			b.WriteByte('\b')
		case 'f':
			b.WriteByte('\f')
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 't':
			b.WriteByte('\t')
		case 'u':
			r, _ := hex4(raw[i+2:])
			if utf16.IsSurrogate(r) {
				low, _ := lowSurrogate(raw[i+6:])
				if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
					i += 6
				}
			}
			b.WriteRune(r)
			i += 4
		default:
			b.WriteByte(c)
		}
		i += 2
	}
	return b.String()
}

// number reads the number at p.i, a digit or a minus sign (RFC 8259 section 6).
func (p *Parser) number() bool {
	text, start, i := p.tree.text, p.i, p.i
	digits := func() int {
		from := i
		for i < len(text) && '0' <= text[i] && text[i] <= '9' {
			i++
		}
		return i - from
	}
	bad := func(what string) bool {
		p.i = i
		return p.fail(Syntax, i, "expected %s, found %s", what, p.found())
	}
	if text[i] == '-' {
		i++
	}
	zero := i < len(text) && text[i] == '0'
	whole := digits()
	if whole == 0 {
		return bad("a digit behind the minus sign")
	}
	if zero && whole > 1 {
		p.i = start
		return p.fail(Syntax, start, "a number does not start with 0")
	}
	if i < len(text) && text[i] == '.' {
		i++
		if digits() == 0 {
			return bad("a digit behind the decimal point")
		}
	}
	exponent := i < len(text) && text[i]|0x20 == 'e'
	if exponent {
		i++
		if i < len(text) && (text[i] == '+' || text[i] == '-') {
			i++
		}
		if digits() == 0 {
			return bad("a digit in the exponent")
		}
	}
	p.i = i
	if exponent || whole > 308 {
		if _, err := strconv.ParseFloat(text[start:i], 64); err != nil {
			p.problem(NumberRange, start, "the number %s is beyond the range of numbers (about 1.8e308)", excerpt.Cut(text[start:i], 40))
		}
	}
	return p.add(Number, start)
}
