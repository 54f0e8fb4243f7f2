// Package htmlscan splits an HTML document into tokens as the HTML standard says (13.2.5), with the byte offsets of
// everything, and keeps only what the facts of a page depend on: it jumps from "<" to "<", allocates nothing, and
// remembers the values of a fixed set of attributes. Time is linear in the document whatever it contains.
//
// It builds no tree, so the two decisions that the standard leaves to the tree builder are the caller's: after the start
// tag of a raw text element it calls RawText, and it sets CDATA while in foreign content.
package htmlscan

import (
	"bytes"
	"encoding/binary"
)

// Kind is the kind of a token.
type Kind uint8

// The kinds of tokens. Text is not one of them: every token brings along the text before it.
const (
	// EOF: the document is over. A tag cut off by the end of the document is dropped, as the standard says.
	EOF Kind = iota
	// StartTag and EndTag: Tag, NameStart, NameEnd, SelfClosing and the attributes are set (attributes of start tags only).
	StartTag
	EndTag
	// Comment: a comment of any form, bogus ones and processing instructions included.
	Comment
	// Doctype: a doctype.
	Doctype
	// CDATASection: a CDATA section of foreign content; NameStart to NameEnd is its text, without character references.
	CDATASection
)

// Value is the place of an attribute's value in the document: inside the quotes, undecoded. An attribute without a value
// has an empty one, just behind its name.
type Value struct{ Start, End int }

// Tokenizer splits one document after another into tokens. The zero value is ready for Reset.
type Tokenizer struct {
	// CDATA: the current node is in foreign content, so <![CDATA[ begins a CDATA section.
	CDATA bool
	// Expect is the element whose end tag is likely to come next; a hint that saves looking up its name.
	Expect Tag

	// TextStart to Start is the text before the current token, with character references as written; often empty.
	// Start to End is the token itself.
	TextStart, Start, End int
	// Tag is the element's name if it has a Tag; NameStart to NameEnd is the name as written.
	Tag                Tag
	NameStart, NameEnd int
	// SelfClosing: the start tag ends with "/>".
	SelfClosing bool
	// Has is the set of the attributes (Attr.Bit) that the start tag carries.
	Has uint64

	src    []byte
	pos    int
	values [NumAttrs]Value
}

// Reset makes the tokenizer begin with src.
func (z *Tokenizer) Reset(src []byte) {
	z.src, z.pos, z.CDATA, z.Expect = src, 0, false, Unknown
	z.TextStart, z.Start, z.End = 0, 0, 0
}

// Stop makes the next token EOF, as if the document ended behind the current one.
func (z *Tokenizer) Stop() { z.src = z.src[:z.pos] }

// Value returns the place of an attribute's value; meaningful only if Has contains the attribute.
func (z *Tokenizer) Value(a Attr) Value { return z.values[a] }

// Classes of bytes.
const (
	space = 1 << iota
	letter
	beginsMarkup // behind "<"
)

var class = func() (t [256]uint8) {
	for _, c := range " \t\n\f\r" {
		t[c] |= space
	}
	for c := 'a'; c <= 'z'; c++ {
		t[c] |= letter | beginsMarkup
		t[c-0x20] |= letter | beginsMarkup
	}
	for _, c := range "/!?" {
		t[c] |= beginsMarkup
	}
	return t
}()

// tagByte and attrByte map the bytes of a name to lower case, and those that end it to 0. (NUL, which the standard
// replaces by U+FFFD, becomes a byte that no known name has.)
var tagByte = nameBytes(" \t\n\f\r/>")
var attrByte = nameBytes(" \t\n\f\r/>=")

func nameBytes(ends string) (t [256]uint8) {
	for c := range t {
		t[c] = uint8(c)
		if 'A' <= c && c <= 'Z' {
			t[c] |= 0x20
		}
	}
	t[0] = 0xFF
	for _, c := range ends {
		t[c] = 0
	}
	return t
}

// Next moves to the next token and returns its kind.
func (z *Tokenizer) Next() Kind {
	src, start := z.src, z.pos
	z.TextStart = start
	if !isMarkup(src, start) {
		start = nextMarkup(src, start)
	}
	z.Start = start
	if start == len(src) {
		return z.end(EOF, start)
	}
	switch c := src[start+1]; {
	case class[c]&letter != 0:
		return z.startTag(start + 1)
	case c == '/':
		if class[src[start+2]]&letter != 0 {
			return z.endTag(start + 2)
		}
		return z.end(Comment, after(src, start+2, '>')) // "</>" and bogus comments
	case c == '!':
		return z.declaration(start)
	default: // '?'
		return z.end(Comment, after(src, start+1, '>'))
	}
}

// isMarkup reports whether markup begins at offset i.
func isMarkup(src []byte, i int) bool {
	if i+1 >= len(src) || src[i] != '<' {
		return false
	}
	c := src[i+1]
	return class[c]&beginsMarkup != 0 && (i+2 < len(src) || c != '/')
}

// nextMarkup returns the offset from i on of the next "<" that begins markup, or len(src).
func nextMarkup(src []byte, i int) int {
	for {
		k := bytes.IndexByte(src[i:], '<')
		if k < 0 {
			return len(src)
		}
		i += k
		if isMarkup(src, i) {
			return i
		}
		i++
	}
}

// after returns the offset behind the next c from i on, or len(src).
func after(src []byte, i int, c byte) int {
	if k := bytes.IndexByte(src[i:], c); k >= 0 {
		return i + k + 1
	}
	return len(src)
}

// end ends the token at offset i.
func (z *Tokenizer) end(k Kind, i int) Kind {
	z.End, z.pos = i, i
	return k
}

// declaration reads what begins with "<!" at offset i.
func (z *Tokenizer) declaration(i int) Kind {
	src := z.src
	rest := src[i+2:]
	switch {
	case bytes.HasPrefix(rest, []byte("--")):
		return z.end(Comment, commentEnd(src, i+4))
	case len(rest) >= 7 && equalLower(rest[:7], "doctype"):
		return z.end(Doctype, after(src, i+2, '>'))
	case z.CDATA && bytes.HasPrefix(rest, []byte("[CDATA[")):
		z.NameStart = i + 9
		k := bytes.Index(src[z.NameStart:], []byte("]]>"))
		if k < 0 {
			z.NameEnd = len(src)
			return z.end(CDATASection, len(src))
		}
		z.NameEnd = z.NameStart + k
		return z.end(CDATASection, z.NameEnd+3)
	default:
		return z.end(Comment, after(src, i+2, '>'))
	}
}

// commentEnd returns the offset behind a comment whose "<!--" ends at i.
func commentEnd(src []byte, i int) int {
	rest := src[i:]
	if bytes.HasPrefix(rest, []byte(">")) {
		return i + 1
	}
	if bytes.HasPrefix(rest, []byte("->")) {
		return i + 2
	}
	for {
		k := bytes.Index(src[i:], []byte("--"))
		if k < 0 {
			return len(src)
		}
		i += k + 2
		for i < len(src) && src[i] == '-' {
			i++
		}
		switch {
		case i < len(src) && src[i] == '>':
			return i + 1
		case i+1 < len(src) && src[i] == '!' && src[i+1] == '>':
			return i + 2
		}
	}
}

// startTag reads a start tag whose name begins at offset i.
func (z *Tokenizer) startTag(i int) Kind {
	src := z.src
	z.NameStart = i
	i, key := scanName(src, i, &tagByte)
	z.NameEnd = i
	z.Tag = Tag(tagTable.find(key, i-z.NameStart))
	if i-z.NameStart > 8 {
		z.Tag = longTag(z.Tag, src[z.NameStart:i])
	}
	z.Has, z.SelfClosing = 0, false
	if i < len(src) && src[i] == '>' {
		return z.end(StartTag, i+1)
	}
	i = z.attributes(i)
	if i < 0 {
		return z.cutOff()
	}
	return z.end(StartTag, i)
}

// An endTagText is "name>" packed into a word: what stands behind "</" in the end tag of a Tag. lower has the bits that
// make letters lower case. Names too long for that have a text that is never found.
type endTagText struct {
	text, mask, lower uint64
	length            uint8
}

var endTags = func() (t [NumTags]endTagText) {
	for tag, name := range tagNames {
		t[tag].text = 1
		if n := len(name); 0 < n && n < 8 {
			t[tag] = endTagText{
				text:   packName([]byte(name)) | '>'<<(8*n),
				mask:   1<<(8*(n+1)) - 1,
				lower:  0x2020202020202020 & (1<<(8*n) - 1),
				length: uint8(n),
			}
			for i := range n {
				if name[i] < 'a' { // a digit has that bit anyway, and a control character shall not pass for one
					t[tag].lower &^= 0xFF << (8 * i)
				}
			}
		}
	}
	return t
}()

// endTag reads an end tag whose name begins at offset i. Its attributes are skipped.
func (z *Tokenizer) endTag(i int) Kind {
	src := z.src
	z.NameStart = i
	if e := &endTags[z.Expect]; i+8 <= len(src) {
		if w := binary.LittleEndian.Uint64(src[i:]); (w|e.lower)&e.mask == e.text {
			z.Tag = z.Expect
			z.NameEnd = i + int(e.length)
			return z.end(EndTag, z.NameEnd+1)
		}
	}
	i, key := scanName(src, i, &tagByte)
	z.NameEnd = i
	z.Tag = Tag(tagTable.find(key, i-z.NameStart))
	if i-z.NameStart > 8 {
		z.Tag = longTag(z.Tag, src[z.NameStart:i])
	}
	if i < len(src) && src[i] == '>' {
		return z.end(EndTag, i+1)
	}
	i = z.attributes(i)
	z.Has, z.SelfClosing = 0, false
	if i < 0 {
		return z.cutOff()
	}
	return z.end(EndTag, i)
}

// cutOff ends the document inside a tag, which is dropped: it is neither a token nor text.
func (z *Tokenizer) cutOff() Kind { return z.end(EOF, len(z.src)) }

// The beginnings of the most frequent attributes, packed into words.
var (
	classEquals = packName([]byte("class=\""))
	hrefEquals  = packName([]byte("href=\""))
	idEquals    = packName([]byte("id=\""))
)

// attributes reads from behind a tag's name to behind its ">" and returns that offset, or -1 if the document ends first.
func (z *Tokenizer) attributes(i int) int {
	src := z.src
	for {
		// Before an attribute's name: mostly one space.
		if i < len(src) && src[i] == ' ' {
			i++
		}
		for {
			if i >= len(src) {
				return -1
			}
			c := src[i]
			if class[c]&letter != 0 {
				break
			}
			if c == '>' {
				return i + 1
			}
			if c == '/' {
				if i+1 < len(src) && src[i+1] == '>' {
					z.SelfClosing = true
					return i + 2
				}
			} else if class[c]&space == 0 {
				break
			}
			i++
		}
		if i+8 <= len(src) {
			// Most attributes are class="…", href="…" or id="…".
			w := binary.LittleEndian.Uint64(src[i:])
			a, n := NoAttr, 0
			switch {
			case w&(1<<56-1) == classEquals:
				a, n = AttrClass, 7
			case w&(1<<48-1) == hrefEquals:
				a, n = AttrHref, 6
			case w&(1<<32-1) == idEquals:
				a, n = AttrID, 4
			}
			if a != NoAttr {
				i += n
				k := bytes.IndexByte(src[i:], '"')
				if k < 0 {
					return -1
				}
				if z.Has&a.Bit() == 0 {
					z.Has |= a.Bit()
					z.values[a] = Value{i, i + k}
				}
				i += k + 1
				continue
			}
		}
		// The name, which may begin with "=".
		nameStart := i
		var key uint64
		if src[i] == '=' {
			i, _ = scanName(src, i+1, &attrByte) // no name that is known
		} else {
			i, key = scanName(src, i, &attrByte)
		}
		nameEnd := i
		for i < len(src) && class[src[i]]&space != 0 {
			i++
		}
		if i >= len(src) {
			return -1
		}
		// The value.
		start, end := nameEnd, nameEnd
		if src[i] == '=' {
			i++
			for i < len(src) && class[src[i]]&space != 0 {
				i++
			}
			if i >= len(src) {
				return -1
			}
			start = i
			switch c := src[i]; c {
			case '"', '\'':
				start++
				k := bytes.IndexByte(src[start:], c)
				if k < 0 {
					return -1
				}
				end = start + k
				i = end + 1
			case '>':
				end = i
			default:
				for i < len(src) && src[i] != '>' && class[src[i]]&space == 0 {
					i++
				}
				end = i
			}
		}
		a := Attr(attrTable.find(key, nameEnd-nameStart))
		if nameEnd-nameStart > 8 || a == AttrAMPBolt { // the key takes ⚡ for some others
			a = longAttr(a, src[nameStart:nameEnd])
		}
		if a != NoAttr && z.Has&a.Bit() == 0 {
			z.Has |= a.Bit()
			z.values[a] = Value{start, end}
		}
	}
}
