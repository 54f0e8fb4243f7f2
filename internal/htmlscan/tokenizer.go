// Package htmlscan splits an HTML document into tokens as the HTML standard says (13.2.5), with the byte offsets of
// everything, and keeps only what the facts of a page depend on: it jumps from "<" to "<", allocates nothing, and
// remembers the values of a fixed set of attributes. Time is linear in the document whatever it contains.
//
// It builds no tree, so the two decisions that the standard leaves to the tree builder are the caller's: after the start
// tag of a raw text element it calls RawText, and it sets CDATA while in foreign content.
package htmlscan

import "bytes"

// Kind is the kind of a token.
type Kind uint8

// The kinds of tokens.
const (
	// EOF: the document is over. A tag cut off by the end of the document is dropped, as the standard says.
	EOF Kind = iota
	// Text: Start to End is text, with character references as written.
	Text
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

	// Start and End delimit the current token.
	Start, End int
	// Tag is the element's name if it has a Tag; NameStart to NameEnd is the name as written.
	Tag                Tag
	NameStart, NameEnd int
	// SelfClosing: the start tag ends with "/>".
	SelfClosing bool
	// Has is the set of the attributes (Attr.Bit) that the start tag carries.
	Has uint64

	src    []byte
	pos    int
	markup int // the offset where the next markup begins, if already known; else -1
	values [NumAttrs]Value
}

// Reset makes the tokenizer begin with src.
func (z *Tokenizer) Reset(src []byte) {
	z.src, z.pos, z.markup, z.CDATA = src, 0, -1, false
	z.Start, z.End = 0, 0
}

// Value returns the place of an attribute's value; meaningful only if Has contains the attribute.
func (z *Tokenizer) Value(a Attr) Value { return z.values[a] }

// Classes of bytes.
const (
	space = 1 << iota
	letter
)

var class = func() (t [256]uint8) {
	for _, c := range " \t\n\f\r" {
		t[c] |= space
	}
	for c := 'a'; c <= 'z'; c++ {
		t[c] |= letter
		t[c-0x20] |= letter
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
	i := start
	if z.markup >= 0 {
		z.markup = -1
	} else {
		i = nextMarkup(src, start)
	}
	z.Start = start
	if i > start {
		z.pos, z.End, z.markup = i, i, i
		if i == len(src) {
			z.markup = -1
		}
		return Text
	}
	if i == len(src) {
		z.End = i
		return EOF
	}
	switch c := src[i+1]; {
	case class[c]&letter != 0:
		return z.startTag(i + 1)
	case c == '/':
		switch c := src[i+2]; {
		case class[c]&letter != 0:
			return z.endTag(i + 2)
		default: // "</>" and bogus comments
			return z.end(Comment, after(src, i+2, '>'))
		}
	case c == '!':
		return z.declaration(i)
	default: // '?'
		return z.end(Comment, after(src, i+1, '>'))
	}
}

// nextMarkup returns the offset from i on of the next "<" that begins markup, or len(src).
func nextMarkup(src []byte, i int) int {
	for {
		k := bytes.IndexByte(src[i:], '<')
		if k < 0 {
			return len(src)
		}
		i += k
		if i+1 == len(src) {
			return len(src)
		}
		switch c := src[i+1]; {
		case class[c]&letter != 0, c == '!', c == '?':
			return i
		case c == '/' && i+2 < len(src):
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
	var key uint64
	for i < len(src) {
		c := tagByte[src[i]]
		if c == 0 {
			break
		}
		key = key<<8 | uint64(c)
		i++
	}
	z.NameEnd = i
	z.Tag = lookupTag(key, src[z.NameStart:i])
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

// endTag reads an end tag whose name begins at offset i. Its attributes are skipped.
func (z *Tokenizer) endTag(i int) Kind {
	src := z.src
	z.NameStart = i
	var key uint64
	for i < len(src) {
		c := tagByte[src[i]]
		if c == 0 {
			break
		}
		key = key<<8 | uint64(c)
		i++
	}
	z.NameEnd = i
	z.Tag = lookupTag(key, src[z.NameStart:i])
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

// cutOff ends the document inside a tag.
func (z *Tokenizer) cutOff() Kind {
	z.Start = len(z.src)
	return z.end(EOF, len(z.src))
}

// attributes reads from behind a tag's name to behind its ">" and returns that offset, or -1 if the document ends first.
func (z *Tokenizer) attributes(i int) int {
	src := z.src
	for {
		// Before an attribute's name.
		for {
			if i >= len(src) {
				return -1
			}
			c := src[i]
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
		if src[i] == '>' {
			return i + 1
		}
		// The name, which may begin with "=".
		nameStart := i
		key := uint64(attrByte[src[i]])
		if key == 0 {
			key = '='
		}
		i++
		for i < len(src) {
			c := attrByte[src[i]]
			if c == 0 {
				break
			}
			key = key<<8 | uint64(c)
			i++
		}
		nameEnd := i
		for i < len(src) && class[src[i]]&space != 0 {
			i++
		}
		if i >= len(src) {
			return -1
		}
		// The value.
		v := Value{nameEnd, nameEnd}
		if src[i] == '=' {
			i++
			for i < len(src) && class[src[i]]&space != 0 {
				i++
			}
			if i >= len(src) {
				return -1
			}
			switch c := src[i]; c {
			case '"', '\'':
				i++
				k := bytes.IndexByte(src[i:], c)
				if k < 0 {
					return -1
				}
				v = Value{i, i + k}
				i += k + 1
			case '>':
				v = Value{i, i}
			default:
				v.Start = i
				for i < len(src) && src[i] != '>' && class[src[i]]&space == 0 {
					i++
				}
				v.End = i
			}
		}
		if a := lookupAttr(key, src[nameStart:nameEnd]); a != NoAttr && z.Has&a.Bit() == 0 {
			z.Has |= a.Bit()
			z.values[a] = v
		}
	}
}
