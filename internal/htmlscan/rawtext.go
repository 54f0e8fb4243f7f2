package htmlscan

import "bytes"

// Raw is what RawText found: Start to End is the text, and Next continues behind the end tag.
type Raw struct {
	Start, End int
	// Closed is false if the document ends first.
	Closed bool
}

// RawText reads the content of the element whose start tag is the current token and skips its end tag. The caller calls
// it for those elements whose content the HTML standard does not parse as markup: script (with its escaped states),
// style, textarea, title, xmp, iframe, noembed, noframes, and plaintext, which never ends.
func (z *Tokenizer) RawText() Raw {
	src, start, tag := z.src, z.pos, z.Tag
	end := len(src)
	switch tag {
	case Plaintext:
	case Script:
		end = scriptEnd(src, start)
	default:
		end = rawEnd(src, start, tag.String())
	}
	if end == len(src) {
		z.end(StartTag, end)
		return Raw{start, end, false}
	}
	// The end tag may carry attributes, and the end of the document may cut it off.
	if src[end+2+len(tag.String())] == '>' {
		z.end(StartTag, end+3+len(tag.String()))
		return Raw{start, end, true}
	}
	i := z.attributes(end + 2 + len(tag.String()))
	if i < 0 {
		z.end(StartTag, len(src))
		return Raw{start, end, false}
	}
	z.end(StartTag, i)
	return Raw{start, end, true}
}

// rawEnd returns the offset from i on of the end tag with the given name, or len(src).
func rawEnd(src []byte, i int, name string) int {
	for {
		k := bytes.IndexByte(src[i:], '<')
		if k < 0 {
			return len(src)
		}
		i += k
		if isEndTag(src[i:], name) {
			return i
		}
		i++
	}
}

// isEndTag reports whether b begins with "</name" and a byte that ends the name.
func isEndTag(b []byte, name string) bool {
	n := len(name) + 2
	return len(b) > n && b[1] == '/' && equalLower(b[2:n], name) && tagByte[b[n]] == 0
}

// scriptEnd returns the offset of the end tag of a script whose text begins at i, or len(src). Within "<!--" and "-->" a
// "<script" hides the next "</script" (HTML standard, 13.2.5.15 to 13.2.5.31).
func scriptEnd(src []byte, i int) int {
	const (
		plain = iota
		escaped
		doubleEscaped
	)
	state := plain
	close := -1 // offset behind the next "-->" from where it was last looked for
	for {
		k := bytes.IndexByte(src[i:], '<')
		if k < 0 {
			return len(src)
		}
		i += k
		if state != plain && close <= i {
			state = plain
		}
		rest := src[i:]
		switch {
		case state == plain && bytes.HasPrefix(rest, []byte("<!--")):
			state = escaped
			// The dashes of "<!--" may be those of "-->".
			if k := bytes.Index(src[i+2:], []byte("-->")); k >= 0 {
				close = i + 2 + k + 3
			} else {
				close = len(src) + 1
			}
		case state != doubleEscaped && isEndTag(rest, "script"):
			return i
		case state == doubleEscaped && isEndTag(rest, "script"):
			state = escaped
		case state == escaped && len(rest) > 7 && equalLower(rest[1:7], "script") && tagByte[rest[7]] == 0:
			state = doubleEscaped
		}
		i++
	}
}
