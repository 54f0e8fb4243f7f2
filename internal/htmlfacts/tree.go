package htmlfacts

import "github.com/discovery-set/hugo-discovery/internal/htmlscan"

// The stack of open elements (HTML standard, 13.2.4.2) and what is asked of it. The rules of the tags stand in
// tree_tags.go and tree_table.go. As long as every formatting element is ended by its own end tag, the list of active
// formatting elements is just the formatting elements of the stack, and contexts go from each element to those above it:
// that is all there is to nearly every page. Where it is not so, the document is read again with nodes (tree_node.go).

// namespace of an element.
type namespace uint8

const (
	htmlSpace namespace = iota
	svgSpace
	mathSpace
)

// openElement is an element of the stack of open elements. Positions in the stack are int16, since it has at most MaxDepth.
type openElement struct {
	// context of its content.
	context Context
	// hash tells apart elements whose tag is Unknown.
	hash uint32
	// hider is the index in Page.Hiders of the nearest hiding element, or -1.
	hider int32
	// node is its node, if nodes are kept.
	node int32
	// before is the position of the next open element below with the same tag and of the same kind (HTML or foreign), or 0.
	before int16
	scope  scope
	tag    htmlscan.Tag
	space  namespace
	// nearest elements of four kinds, this one included.
	near near
}

// near packs the positions of the nearest open element that ends the default scope, of the nearest that is special, of
// the nearest HTML element and of the nearest that decides which table mode it is, 16 bits each, so that all are passed on
// in one step.
type near uint64

const (
	nearBound   near = 0xFFFF
	nearSpecial near = 0xFFFF << 16
	nearHTML    near = 0xFFFF << 32
	nearTable   near = 0xFFFF << 48
	// nearAll times a position is that position for all four.
	nearAll near = 1 | 1<<16 | 1<<32 | 1<<48
)

func (n near) bound() int16   { return int16(n) }
func (n near) special() int16 { return int16(n >> 16) }
func (n near) html() int16    { return int16(n >> 32) }
func (n near) table() int16   { return int16(n >> 48) }

// record is something that is completed when the open element at depth ends.
type record struct {
	kind  recordKind
	depth int32
	index int32
	mark  int
}

type recordKind uint8

const (
	recordWrapper recordKind = iota
	recordFooter
	recordMain
	recordHeading
	recordCode
	recordLink  // an a, of HTML or SVG
	recordStyle // an SVG style; index is its offset, mark that of its content
)

// top returns the current node.
func (s *Scanner) top() *openElement { return &s.open[len(s.open)-1] }

// push opens the element of the current start tag.
func (s *Scanner) push(tag htmlscan.Tag, space namespace, ctx Context, hider int32, extra scope) {
	if len(s.open) >= s.pushLimit {
		s.pushBeyond(tag, space, extra)
		return
	}
	n := len(s.open)
	if space == htmlSpace && tag != htmlscan.Unknown {
		// What attach does, for the elements of which there are most.
		x := &elements[tag]
		below := &s.open[n-1]
		s.open = append(s.open, openElement{
			context: ctx, hider: hider, before: s.last[tag], tag: tag,
			scope: below.scope&inherited&^x.clear | x.set | extra,
			near:  below.near&^x.near | near(n)*nearAll&x.near,
		})
		s.last[tag] = int16(n)
		return
	}
	e := openElement{context: ctx, hider: hider, tag: tag, space: space, scope: extra}
	if tag == htmlscan.Unknown {
		e.hash = s.nameHash()
	}
	if space != htmlSpace {
		e.scope |= careful
	}
	s.open = append(s.open, e)
	s.attach(n)
}

// pushBeyond is push where that does more, or nothing.
func (s *Scanner) pushBeyond(tag htmlscan.Tag, space namespace, extra scope) {
	if s.pushLimit < MaxDepth {
		s.pushNode(tag, space, extra)
		return
	}
	s.overflow++
	s.page.Truncated |= TooDeep
}

// pushImplied opens an element that no tag of its own began: body, or a part of a table that the author left out.
func (s *Scanner) pushImplied(tag htmlscan.Tag) {
	if s.keepsNodes {
		id := int32(len(s.nodes))
		s.nodes = append(s.nodes, node{parent: s.parentNode(), offset: -1, ownHider: -1, tag: tag})
		s.openNode(id, 0)
		return
	}
	top := s.top()
	s.push(tag, htmlSpace, top.context, top.hider, 0)
}

// attach sets what the element at position i of the stack takes from those below it.
func (s *Scanner) attach(i int) {
	e, below := &s.open[i], &s.open[i-1]
	last := s.lastOf(e)
	e.before = *last
	*last = int16(i)
	var clear, set scope
	var mine near // the kinds that the element itself is of
	switch {
	case e.space == htmlSpace:
		x := &elements[e.tag]
		clear, set, mine = x.clear, x.set, x.near
	case e.scope&(htmlPoint|mathText) != 0 || e.tag == htmlscan.AnnotationXML && e.space == mathSpace:
		clear, mine = hasP|hasLi|hasDd, nearBound|nearSpecial
	}
	e.scope = e.scope&^inherited | below.scope&inherited&^clear | set
	e.near = below.near&^mine | near(i)*nearAll&mine
}

// lastOf returns where the position of the innermost open element with the tag of e is kept.
func (s *Scanner) lastOf(e *openElement) *int16 {
	if e.space == htmlSpace {
		return &s.last[e.tag]
	}
	return &s.lastForeign[e.tag]
}

// isOpen reports whether an HTML element with the tag is open.
func (s *Scanner) isOpen(tag htmlscan.Tag) bool { return s.last[tag] > 0 }

// record notes that something is to be completed when the element pushed next ends. Call it just before push.
func (s *Scanner) record(kind recordKind, index, mark int) scope {
	if len(s.open) >= MaxDepth {
		return 0
	}
	if kind <= recordMain {
		s.regions++
	}
	s.records = append(s.records, record{kind, int32(len(s.open)), int32(index), mark})
	return onClose
}

// pop closes the current element, which ends at offset, for another reason than its own end tag.
func (s *Scanner) pop(offset int) {
	e := s.top()
	if e.scope&(onClose|watched) != 0 {
		if e.scope&watched != 0 {
			s.tangle()
		}
		if e.scope&onClose != 0 {
			s.closeRecords(len(s.open)-1, offset)
		}
	}
	*s.lastOf(e) = e.before
	s.open = s.open[:len(s.open)-1]
}

// popOwn closes the current element by its own end tag.
func (s *Scanner) popOwn(offset int) {
	e := s.top()
	if e.scope&onClose != 0 {
		s.closeRecords(len(s.open)-1, offset)
	}
	*s.lastOf(e) = e.before
	s.open = s.open[:len(s.open)-1]
}

// popTo closes open elements until n are left. offset is where they end.
func (s *Scanner) popTo(n, offset int) {
	for len(s.open) > n {
		s.pop(offset)
	}
}

// popMarker closes the element at position i, which set a marker, and all above it: the formatting elements among those
// will not be opened again.
func (s *Scanner) popMarker(i, offset int) {
	for len(s.open) > i+1 {
		if e := s.top(); e.space == htmlSpace && elements[e.tag].props&isFormatting != 0 {
			s.popOwn(offset)
		} else {
			s.pop(offset)
		}
	}
	s.popOwn(offset)
	if s.keepsNodes {
		s.clearActive()
	}
}

// closeRecords completes what was waiting for the end of the open element at depth.
func (s *Scanner) closeRecords(depth, offset int) {
	for n := len(s.records) - 1; n >= 0 && int(s.records[n].depth) == depth; n-- {
		s.complete(&s.records[n], offset)
		s.records = s.records[:n]
	}
}

func (s *Scanner) complete(r *record, offset int) {
	p := &s.page
	switch r.kind {
	case recordWrapper, recordFooter, recordMain:
		s.regions--
		region := s.region(r)
		region.Content.End = offset
		region.EndRef = len(p.Refs)
		region.TextLen = s.textLen - r.mark
		if r.kind == recordMain {
			s.after = AfterMain
		}
	case recordHeading:
		p.Headings[r.index].Content.End = offset
	case recordCode:
		b := &p.CodeBlocks[r.index]
		b.Content.End = offset
		if b.Content.End-b.Content.Start < MinCodeBlock && int(r.index) == len(p.CodeBlocks)-1 {
			p.CodeBlocks = p.CodeBlocks[:r.index]
		}
	case recordLink:
		if s.keepsNodes && s.keepLink(r) {
			return
		}
		ref := &p.Refs[r.index]
		ref.Content.End = offset
		ref.Empty = ref.Empty && s.marks == r.mark
	case recordStyle:
		s.styleSheet(int(r.index), r.mark, offset)
	}
}

// region returns the region that a record belongs to.
func (s *Scanner) region(r *record) *Region {
	switch r.kind {
	case recordWrapper:
		return &s.page.MachineLinks[r.index]
	case recordFooter:
		return &s.page.Footers[r.index]
	default:
		return &s.page.Mains[r.index]
	}
}

// remove takes one element out of the stack and leaves those above it open. In the document, they stay inside it.
func (s *Scanner) remove(i, offset int) {
	if i == len(s.open)-1 {
		s.popOwn(offset)
		return
	}
	e := s.open[i]
	s.detach(i)
	if e.scope&onClose != 0 {
		kept := s.records[:0]
		for n := range s.records {
			if r := s.records[n]; int(r.depth) == i {
				s.complete(&r, offset)
			} else {
				kept = append(kept, r)
			}
		}
		s.records = kept
	}
	s.open = append(s.open[:i], s.open[i+1:]...)
	s.shift(i, -1)
}

// detach takes the elements from position i up out of the lists by tag; shift puts them back.
func (s *Scanner) detach(i int) {
	for j := len(s.open) - 1; j >= i; j-- {
		*s.lastOf(&s.open[j]) = s.open[j].before
	}
}

// shift mends what depends on positions in the stack, from i up, after the elements there have moved by one.
func (s *Scanner) shift(i, by int) {
	for j := i; j < len(s.open); j++ {
		s.attach(j)
		if s.keepsNodes {
			s.nodes[s.open[j].node].open = int16(j)
		}
	}
	for n := range s.records {
		if r := &s.records[n]; int(r.depth) >= i {
			r.depth += int32(by)
		}
	}
	s.moves += len(s.open) - i
}

// inScope returns the position of the innermost open HTML element with the tag, or -1 if it is not in scope. The bounds
// are those of the default scope (HTML standard, 13.2.4.2), and two more tags.
func (s *Scanner) inScope(tag, bound1, bound2 htmlscan.Tag) int {
	i := s.last[tag]
	if i == 0 || i < s.open[len(s.open)-1].near.bound() || i < s.last[bound1] || i < s.last[bound2] {
		return -1
	}
	return int(i)
}

// inTableScope is inScope with the bounds of the table scope.
func (s *Scanner) inTableScope(tag htmlscan.Tag) int {
	i := s.last[tag]
	if i == 0 || i < s.last[htmlscan.Table] || i < s.last[htmlscan.Template] {
		return -1
	}
	return int(i)
}

// inDefaultScope is inScope with no more than the default bounds.
func (s *Scanner) inDefaultScope(tag htmlscan.Tag) int {
	return s.inScope(tag, htmlscan.HTML, htmlscan.HTML)
}

// closeInScope closes the innermost open element with the tag if it is in scope, and reports whether it was.
func (s *Scanner) closeInScope(tag htmlscan.Tag) bool {
	i := s.inDefaultScope(tag)
	if i < 0 {
		return false
	}
	s.popTo(i, s.z.Start)
	return true
}

// popThrough closes the innermost open element with one of the tags; the caller knows that it is there.
func (s *Scanner) popThrough(a, b htmlscan.Tag) {
	s.popTo(int(max(s.last[a], s.last[b])), s.z.Start)
}
