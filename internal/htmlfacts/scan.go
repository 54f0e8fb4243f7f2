// Package htmlfacts reads one HTML document and tells what the rules need to know of it: head elements, references,
// identifiers, landmarks and where they stand. It follows the HTML standard as far as these facts depend on it, does not
// judge, and builds no tree.
//
// The parts: scan.go drives the tokens, tree*.go keep the open elements, element.go takes the facts from start tags,
// text.go reads text back on demand.
package htmlfacts

import (
	"bytes"

	"github.com/discovery-set/hugo-discovery/internal/htmlscan"
)

// Scanner holds the buffers of one worker. It is not safe for concurrent use.
//
// The Page that Scan returns, and every string in it, is valid until the next Scan.
type Scanner struct {
	page Page
	z    htmlscan.Tokenizer
	src  []byte

	mode    mode
	initial bool // nothing but white space and comments so far
	open    []openElement
	// last is the position in open of the innermost HTML element with each tag, lastForeign that of the innermost foreign
	// one; 0 if there is none. With them, end tags and questions of scope need no walk down the stack.
	last, lastForeign [htmlscan.NumTags]int16
	// overflow counts the elements that are open beyond MaxDepth.
	overflow int
	formOpen bool
	// htmlHas and bodyHas are the attributes that html and body have so far: later start tags of them add to those.
	htmlHas, bodyHas uint64

	records []record
	regions int // number of records that are regions
	// templates are the modes in which the open templates are.
	templates []tableMode
	framesets int // that are open
	misnested

	after   Context // AfterMain once a main was closed
	runs    []textRun
	textLen int // all text, hidden or not
	marks   int // grows with every piece of text or image with alt: an anchor that sees no growth is empty
	pending runFlags

	arena    []byte
	ampFrom  int // ampAt is the first "&" at or behind ampFrom
	ampAt    int
	unusual  bool // src contains NUL or CR, so values need decoding even without "&"
	utf8Copy []byte
}

// NewScanner returns a Scanner.
func NewScanner() *Scanner { return &Scanner{} }

// mode is the insertion mode of the HTML standard (13.2.4.1) as far as it matters here: the table modes are within inBody.
type mode uint8

const (
	beforeHead mode = iota
	inHead
	inHeadNoscript
	afterHead
	inBody
	inFrameset
)

// Scan reads src and returns its facts. It never fails: any sequence of bytes is an HTML document. Time is linear in
// len(src); src must not change while the Page is in use. Of more than MaxSize bytes the rest is not read.
func (s *Scanner) Scan(src []byte) *Page {
	s.keepsNodes = false
	s.scan(src)
	if s.tangled {
		s.keepsNodes = true
		s.scan(src)
	}
	return &s.page
}

// scan reads src to its end, or until it is tangled and no nodes are kept.
func (s *Scanner) scan(src []byte) {
	s.reset(src)
	for {
		top := s.top()
		s.z.CDATA, s.z.Expect = top.space != htmlSpace, top.tag
		kind := s.z.Next()
		if s.z.TextStart < s.z.Start {
			s.text(s.z.TextStart, s.z.Start, false)
		}
		switch kind {
		case htmlscan.StartTag:
			if s.mode == inBody {
				s.bodyStart()
			} else {
				s.startTag()
			}
		case htmlscan.EndTag:
			if s.mode == inBody {
				s.bodyEnd()
			} else {
				s.endTag()
			}
		case htmlscan.CDATASection:
			if s.keepsNodes {
				s.nodeText(s.z.NameStart, s.z.NameEnd)
			}
			s.text(s.z.NameStart, s.z.NameEnd, true)
		case htmlscan.Doctype:
			if s.initial {
				s.page.HasDoctype = true
				s.initial = false
			}
		case htmlscan.EOF:
			if !s.tangled {
				s.finish()
			}
			return
		}
	}
}

// reset prepares for a new document.
func (s *Scanner) reset(src []byte) {
	p := &s.page
	*p = Page{
		LangOffset: -1, Head: Head{CloseOffset: -1}, scanner: s,
		Titles: reuse(p.Titles), Metas: reuse(p.Metas), Links: reuse(p.Links), Bases: reuse(p.Bases),
		Refreshes: reuse(p.Refreshes), JSONLD: reuse(p.JSONLD), Refs: reuse(p.Refs), IDs: reuse(p.IDs),
		MachineLinks: reuse(p.MachineLinks), Footers: reuse(p.Footers), Mains: reuse(p.Mains),
		Headings: reuse(p.Headings), CodeBlocks: reuse(p.CodeBlocks), Hiders: reuse(p.Hiders),
	}
	if len(src) > MaxSize {
		src = src[:MaxSize]
		p.Truncated |= TooLong
	}
	src = s.decode(src)
	p.Src, s.src = src, src
	s.z.Reset(src)

	s.mode, s.initial, s.overflow, s.formOpen, s.htmlHas, s.bodyHas = beforeHead, true, 0, false, 0, 0
	s.open = append(s.open[:0], openElement{tag: htmlscan.HTML, hider: -1})
	clear(s.last[:])
	clear(s.lastForeign[:])
	s.records, s.regions, s.templates, s.framesets = s.records[:0], 0, s.templates[:0], 0
	s.resetNodes()
	s.setRoot(InHead)
	s.after, s.textLen, s.marks, s.pending = 0, 0, 0, 0
	s.runs, s.arena = reuse(s.runs), reuse(s.arena)
	s.ampFrom, s.ampAt = 0, indexByteFrom(src, 0, '&')
	s.unusual = p.Encoding.NUL >= 0 || bytes.IndexByte(src, '\r') >= 0
}

// reuse empties a buffer for the next document, unless one hostile document made it too big to keep.
func reuse[T any](buf []T) []T {
	const keep = 1 << 16
	if cap(buf) > keep {
		return nil
	}
	return buf[:0]
}

// indexByteFrom returns the offset of the first c at or behind i, or len(src).
func indexByteFrom(src []byte, i int, c byte) int {
	if k := bytes.IndexByte(src[i:], c); k >= 0 {
		return i + k
	}
	return len(src)
}

// finish closes what is open at the end of the document.
func (s *Scanner) finish() {
	end := len(s.src)
	switch s.mode {
	case beforeHead, inHead, inHeadNoscript:
		s.page.Head.End = end
	}
	s.overflow = 0
	for len(s.open) > 0 {
		s.popOwn(end)
	}
	if s.keepsNodes {
		s.settleFacts()
	}
}

// startTag processes a start tag outside the body by the insertion mode.
func (s *Scanner) startTag() {
	s.initial = false
	if s.isOpen(htmlscan.Template) {
		s.bodyStart()
		return
	}
	tag := s.z.Tag
	if tag == htmlscan.HTML {
		s.htmlElement()
		return
	}
	if s.mode == beforeHead {
		s.mode = inHead
		if tag == htmlscan.Head {
			if s.z.Has&htmlscan.AttrID.Bit() != 0 {
				s.addID(htmlscan.AttrID)
			}
			return
		}
	}
	if s.mode == inHeadNoscript {
		switch tag {
		case htmlscan.Basefont, htmlscan.Bgsound, htmlscan.Link, htmlscan.Meta, htmlscan.Noframes, htmlscan.Style:
			s.element(tag)
			return
		case htmlscan.Head, htmlscan.Noscript:
			return
		}
		s.leaveNoscript()
	}
	if s.mode == inFrameset {
		switch {
		case tag == htmlscan.Frameset && s.framesets > 0:
			s.framesets++
		case tag == htmlscan.Frame && s.framesets > 0, tag == htmlscan.Noframes:
			s.element(tag)
		}
		return
	}
	switch {
	case tag == htmlscan.Head:
		return
	case elements[tag].props&keepsHead != 0:
		s.page.Head.InNoscript = false
		s.element(tag)
		return
	case tag == htmlscan.Noscript && s.mode == inHead:
		s.element(tag)
		s.mode = inHeadNoscript
		return
	}
	if s.mode == inHead {
		s.endHead(s.z.Start, s.elementName())
	}
	switch tag {
	case htmlscan.Frameset:
		s.mode, s.framesets = inFrameset, 1
		s.setRoot(InFrameset)
	case htmlscan.Body:
		s.startBody()
		s.bodyHas, s.framesetOK = s.z.Has, false
		s.element(tag)
	default:
		s.implyBody()
		s.bodyStart()
	}
}

// startBody leaves the head modes.
func (s *Scanner) startBody() {
	s.mode = inBody
	s.setRoot(0)
	if s.keepsNodes {
		s.beforeBody = s.counts()
	}
}

// implyBody begins a body that has no tag of its own.
func (s *Scanner) implyBody() {
	s.startBody()
	s.pushImplied(htmlscan.Body)
}

// setRoot sets the context of what stands in no element that is followed: those of the head, or of the body.
func (s *Scanner) setRoot(c Context) {
	s.open[0].context = c
	if s.keepsNodes {
		s.addRoot(c)
	}
}

// endHead notes what ended the head element.
func (s *Scanner) endHead(offset int, cause string) {
	h := &s.page.Head
	h.End, h.Cause = offset, cause
	s.mode = afterHead
	s.setRoot(InHead | AfterHead)
}

// leaveNoscript closes a noscript of the head that something else than its end tag ended.
func (s *Scanner) leaveNoscript() {
	s.popTo(1, s.z.Start)
	s.mode = inHead
	// What ends the noscript goes on to end the head, unless it may stand there.
	s.page.Head.InNoscript = true
}

// endTag processes an end tag outside the body by the insertion mode.
func (s *Scanner) endTag() {
	s.initial = false
	if s.isOpen(htmlscan.Template) {
		s.bodyEnd()
		return
	}
	tag := s.z.Tag
	if s.mode == inFrameset {
		if tag == htmlscan.Frameset && s.framesets > 0 {
			s.framesets--
		}
		return
	}
	if s.mode == inHeadNoscript {
		switch tag {
		case htmlscan.Noscript:
			s.popTo(1, s.z.Start)
			s.mode = inHead
			return
		case htmlscan.Br:
			s.leaveNoscript()
		default:
			return
		}
	}
	cause := ""
	switch tag {
	case htmlscan.Head:
		cause = "/head"
		if s.page.Head.CloseOffset < 0 {
			s.page.Head.CloseOffset = s.z.Start
		}
	case htmlscan.Body:
		cause = "/body"
	case htmlscan.HTML:
		cause = "/html"
	case htmlscan.Br:
		cause = "/br"
	default:
		return
	}
	if s.mode == beforeHead || s.mode == inHead {
		s.endHead(s.z.Start, cause)
		if tag == htmlscan.Head {
			return
		}
	}
	if tag != htmlscan.Head {
		s.implyBody()
		s.framesetOK = s.framesetOK && tag != htmlscan.Br
	}
}

// headText processes text outside the body: the first of it that is not white space begins the body.
func (s *Scanner) headText(start, end int) {
	i := start
	for i < end {
		n := 1
		if !isSpace(s.src[i]) {
			if n = htmlscan.SpaceReference(s.src[i:end]); n == 0 {
				break
			}
		}
		i += n
	}
	if i == end || s.mode == inFrameset {
		return
	}
	s.initial = false
	if s.mode == inHeadNoscript {
		s.leaveNoscript()
	}
	if s.mode != afterHead {
		s.endHead(i, "#text")
	}
	s.implyBody()
	s.text(i, end, false)
}
