package llmstxt

import (
	"bytes"
	"io"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// JSON is written by hand: encoding/json would take several times as long as reading the file, and the objects of the
// reference parsers have keys whose order counts and that are absent in one language and null in the other.

// jsonWriter appends JSON. Keys and values are written by the methods below, which see to the commas.
type jsonWriter struct {
	buf   []byte
	depth int       // of lists; each of their elements begins a line
	out   io.Writer // where full buffers go; nil: all stays in buf
	err   error     // of out
}

// bufferSize is how much JSON is gathered before it is written out.
const bufferSize = 64 << 10

// flush writes the buffer out.
func (w *jsonWriter) flush() {
	if w.err == nil {
		// GitHub's runner reads ##[command] wherever in a line of a log it stands.
		_, w.err = w.out.Write(bytes.ReplaceAll(w.buf, []byte("##["), []byte(`##\u005b`)))
	}
	w.buf = w.buf[:0]
}

// comma separates a value from the one before it.
func (w *jsonWriter) comma() {
	if n := len(w.buf); n > 0 && w.buf[n-1] != '{' && w.buf[n-1] != '[' && w.buf[n-1] != ' ' && w.buf[n-1] != '\n' {
		w.buf = append(w.buf, ',', ' ')
	}
}

// key writes a key, which needs no escapes.
func (w *jsonWriter) key(name string) {
	w.comma()
	w.buf = append(append(append(w.buf, '"'), name...), `": `...)
}

func (w *jsonWriter) text(name, value string) {
	w.key(name)
	w.quote(value)
}

// textIf leaves an empty text out.
func (w *jsonWriter) textIf(name, value string) {
	if value != "" {
		w.text(name, value)
	}
}

// raw writes a source that differs from the plain text.
func (w *jsonWriter) raw(name, source, plain string) {
	if source != plain {
		w.textIf(name, source)
	}
}

func (w *jsonWriter) number(name string, value int) {
	w.key(name)
	w.buf = strconv.AppendInt(w.buf, int64(value), 10)
}

func (w *jsonWriter) bool(name string, value bool) {
	w.key(name)
	w.buf = strconv.AppendBool(w.buf, value)
}

func (w *jsonWriter) open(c byte) { w.buf = append(w.buf, c) }

func (w *jsonWriter) close(c byte) {
	w.buf = append(w.buf, c)
}

// element begins the next element of a list, or the next key of an object of many, on a line of its own.
func (w *jsonWriter) element(first bool) {
	if !first {
		w.buf = append(w.buf, ',')
	}
	w.buf = append(w.buf, '\n')
	for range w.depth {
		w.buf = append(w.buf, ' ')
	}
	if len(w.buf) >= bufferSize && w.out != nil {
		w.flush()
	}
}

// list writes n elements.
func (w *jsonWriter) list(n int, element func(i int)) {
	w.open('[')
	w.depth++
	for i := range n {
		w.element(i == 0)
		element(i)
	}
	w.depth--
	w.close(']')
}

// plainInJSON are the bytes that stand for themselves in a JSON string.
var plainInJSON = func() (t [256]bool) {
	for c := ' '; c < utf8.RuneSelf; c++ {
		t[c] = c != '"' && c != '\\' && c != 0x7f
	}
	return t
}()

func (w *jsonWriter) quote(s string) {
	const hex = "0123456789abcdef"
	b := append(w.buf, '"')
	start, i := 0, 0
	for i < len(s) && plainInJSON[s[i]] {
		i++
	}
	if i == len(s) {
		w.buf = append(append(b, s...), '"')
		return
	}
	for i < len(s) {
		c := s[i]
		if plainInJSON[c] {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			b = append(b, s[start:i]...)
			switch c {
			case '"', '\\':
				b = append(b, '\\', c)
			case '\n':
				b = append(b, '\\', 'n')
			case '\r':
				b = append(b, '\\', 'r')
			case '\t':
				b = append(b, '\\', 't')
			default:
				b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
			}
			i++
			start = i
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			n = truncated(s[i:])
			b = append(b, s[start:i]...)
			b = append(b, "\ufffd"...)
			start = i + n
		case steers(r):
			b = append(b, s[start:i]...)
			b = append(b, '\\', 'u', hex[r>>12], hex[r>>8&15], hex[r>>4&15], hex[r&15])
			start = i + n
		}
		i += n
	}
	b = append(b, s[start:]...)
	w.buf = append(b, '"')
}

// steers reports whether a character moves or reorders what a terminal shows; all of them are below U+10000.
func steers(r rune) bool {
	return r < 0xa0 || r == 0x2028 || r == 0x2029 || r == 0xfeff || unicode.Is(unicode.Bidi_Control, r)
}

// MarshalJSON gives the parser's own object, see [Reading].
func (r Reading) MarshalJSON() ([]byte, error) {
	var w jsonWriter
	w.reading(&r)
	return w.buf, nil
}

// WriteJSON writes the parser's own object, see [Reading], and a line feed.
func (r *Reading) WriteJSON(out io.Writer) error {
	w := jsonWriter{out: out}
	w.reading(r)
	w.buf = append(w.buf, '\n')
	w.flush()
	return w.err
}

func (w *jsonWriter) reading(r *Reading) {
	if r.Raises() {
		w.buf = append(w.buf, `{"raises": true}`...)
		return
	}
	optional := func(name string, value *string) {
		switch {
		case value != nil:
			w.text(name, *value)
		case r.Dialect == Python:
			w.key(name)
			w.buf = append(w.buf, "null"...)
		}
	}
	w.open('{')
	w.text("title", r.Title)
	optional("summary", r.Summary)
	w.text("info", r.Info)
	w.key("sections")
	w.open('{')
	w.depth++
	for i := range r.Sections {
		s := &r.Sections[i]
		w.element(i == 0)
		w.quote(s.Name)
		w.buf = append(w.buf, ':', ' ')
		w.list(len(s.Links), func(j int) {
			l := &s.Links[j]
			w.open('{')
			w.text("title", l.Title)
			w.text("url", l.URL)
			optional("desc", l.Desc)
			w.close('}')
		})
	}
	w.depth--
	w.close('}')
	w.close('}')
}

// WriteJSON writes the document as a JSON object, and a line feed. Its keys are the names of the fields in snake case. What
// is empty is left out, but for title and summary, which are null, and sections. Left out are also a source that equals the
// plain text, the last line where it is the first, the colon in front of notes, and the source of an item that is a file
// link, since link and notes make it up.
func (d *Document) WriteJSON(out io.Writer) error {
	w := jsonWriter{out: out}
	w.document(d)
	w.buf = append(w.buf, '\n')
	w.flush()
	return w.err
}

// MarshalJSON gives the object that [Document.WriteJSON] writes.
func (d *Document) MarshalJSON() ([]byte, error) {
	var w jsonWriter
	w.document(d)
	return w.buf, nil
}

func (w *jsonWriter) document(d *Document) {
	w.open('{')
	w.bool("bom", d.BOM)
	if d.InvalidUTF8 != nil {
		w.pos("invalid_utf8", *d.InvalidUTF8)
	}
	w.key("line_ends")
	w.open('{')
	w.number("lf", d.LineEnds.LF)
	w.number("crlf", d.LineEnds.CRLF)
	w.number("cr", d.LineEnds.CR)
	w.close('}')
	if len(d.Limits) > 0 {
		w.key("limits")
		w.list(len(d.Limits), func(i int) {
			w.open('{')
			w.text("kind", string(d.Limits[i].Kind))
			w.pos("pos", d.Limits[i].Pos)
			w.close('}')
		})
	}
	part := func() { // each begins a line
		w.depth++
		w.element(false)
		w.depth--
	}
	block := func(name string, b *Block) {
		part()
		w.key(name)
		if b == nil {
			w.buf = append(w.buf, "null"...)
			return
		}
		w.block(b)
	}
	if len(d.Preamble) > 0 {
		part()
		w.blocks("preamble", d.Preamble)
	}
	block("title", d.Title)
	block("summary", d.Summary)
	if len(d.Details) > 0 {
		part()
		w.blocks("details", d.Details)
	}
	part()
	w.key("sections")
	w.list(len(d.Sections), func(i int) {
		w.open('{')
		w.key("heading")
		w.block(&d.Sections[i].Heading)
		w.blocks("blocks", d.Sections[i].Blocks)
		w.close('}')
	})
	w.close('}')
}

func (w *jsonWriter) pos(name string, p Pos) {
	w.key(name)
	b := strconv.AppendInt(append(w.buf, `{"offset": `...), int64(p.Offset), 10)
	b = strconv.AppendInt(append(b, `, "line": `...), int64(p.Line), 10)
	b = strconv.AppendInt(append(b, `, "column": `...), int64(p.Column), 10)
	w.buf = append(b, '}')
}

// place is pos for what lies within something that has one.
func (w *jsonWriter) place(name string, p Pos) {
	w.key(name)
	b := strconv.AppendInt(append(w.buf, `{"line": `...), int64(p.Line), 10)
	b = strconv.AppendInt(append(b, `, "column": `...), int64(p.Column), 10)
	w.buf = append(b, '}')
}

// lastLine writes the last line of what goes on over more than one.
func (w *jsonWriter) lastLine(p Pos, last int) {
	if last != p.Line {
		w.number("last_line", last)
	}
}

func (w *jsonWriter) blocks(name string, blocks []Block) {
	if len(blocks) == 0 {
		return
	}
	w.key(name)
	w.list(len(blocks), func(i int) { w.block(&blocks[i]) })
}

func (w *jsonWriter) block(b *Block) {
	w.open('{')
	w.text("kind", b.Kind.String())
	w.pos("pos", b.Pos)
	w.lastLine(b.Pos, b.LastLine)
	if b.Level > 0 {
		w.number("level", b.Level)
	}
	if b.Setext {
		w.bool("setext", true)
	}
	if b.Fenced {
		w.bool("fenced", true)
	}
	w.textIf("text", b.Text)
	w.raw("raw", b.Raw, b.Text)
	w.links("links", b.Links)
	if len(b.Items) > 0 {
		w.key("items")
		w.list(len(b.Items), func(i int) { w.item(&b.Items[i]) })
	}
	w.blocks("blocks", b.Blocks)
	w.close('}')
}

func (w *jsonWriter) item(it *Item) {
	w.open('{')
	w.text("form", it.Form.String())
	w.pos("pos", it.Pos)
	w.lastLine(it.Pos, it.LastLine)
	w.text("marker", it.Marker)
	w.textIf("lead", it.Lead)
	if it.Link != nil {
		w.key("link")
		w.link(it.Link)
	}
	w.textIf("tail", it.Tail)
	if it.Colon && it.RawNotes == "" {
		w.bool("colon", true)
	}
	if it.RawNotes != "" {
		w.text("notes", it.Notes)
		w.raw("raw_notes", it.RawNotes, it.Notes)
		w.place("notes_pos", it.NotesPos)
	}
	w.links("more", it.More)
	if it.Form != FileLink {
		w.textIf("raw", it.Raw)
	}
	w.blocks("blocks", it.Blocks)
	w.close('}')
}

func (w *jsonWriter) links(name string, links []Link) {
	if len(links) == 0 {
		return
	}
	w.key(name)
	w.list(len(links), func(i int) { w.link(&links[i]) })
}

func (w *jsonWriter) link(l *Link) {
	w.open('{')
	w.text("style", l.Style.String())
	w.pos("pos", l.Pos)
	w.text("title", l.Title)
	w.raw("raw_title", l.RawTitle, l.Title)
	w.text("url", l.URL)
	w.raw("raw_url", l.RawURL, l.URL)
	w.place("url_pos", l.URLPos)
	w.textIf("advisory", l.Advisory)
	w.close('}')
}
