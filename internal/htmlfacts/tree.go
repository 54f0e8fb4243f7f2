package htmlfacts

import "github.com/discovery-set/hugo-discovery/internal/htmlscan"

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
	// before is the position of the next open element below with the same tag and of the same kind (HTML or foreign), or 0.
	before int16
	scope  scope
	// nearest elements of three kinds, this one included.
	near  near
	tag   htmlscan.Tag
	space namespace
}

// near packs the positions of the nearest open element that ends the default scope, of the nearest that is special and of
// the nearest HTML element, 16 bits each, so that all are passed on in one step.
type near uint64

const (
	nearBound   near = 0xFFFF
	nearSpecial near = 0xFFFF << 16
	nearHTML    near = 0xFFFF << 32
	// nearAll times a position is that position for all three.
	nearAll near = 1 | 1<<16 | 1<<32
)

func (n near) bound() int16   { return int16(n) }
func (n near) special() int16 { return int16(n >> 16) }
func (n near) html() int16    { return int16(n >> 32) }

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
	recordLink  // an SVG a
	recordStyle // an SVG style; index is its offset, mark that of its content
)

// anchor is an HTML a element that text may still belong to. It is kept apart from the stack: when an outer element
// ends while it is open, the standard opens it again in what follows.
type anchor struct {
	ref    int32 // index in Page.Refs, or -1
	marker int32 // depth of the innermost marker element when it was opened, or -1
	mark   int
}

// push opens an element.
func (s *Scanner) push(tag htmlscan.Tag, space namespace, ctx Context, hider int32, extra scope) {
	if len(s.open) >= MaxDepth {
		s.overflow++
		s.page.Truncated |= TooDeep
		return
	}
	n := len(s.open)
	x := &elements[tag]
	if space == htmlSpace && tag != htmlscan.Unknown && x.props&isMarker == 0 {
		// What attach does, for the elements of which there are most.
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
	if space == htmlSpace && x.props&isMarker != 0 {
		s.markers = append(s.markers, int32(n))
		e.scope |= onClose
	}
	s.open = append(s.open, e)
	s.attach(n)
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
	case e.scope&(htmlPoint|mathText) != 0 || e.tag == htmlscan.AnnotationXML:
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

// pop closes the current element, which ends at offset.
func (s *Scanner) pop(offset int) {
	e := &s.open[len(s.open)-1]
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

// closeRecords completes what was waiting for the end of the open element at depth.
func (s *Scanner) closeRecords(depth, offset int) {
	for n := len(s.records) - 1; n >= 0 && int(s.records[n].depth) == depth; n-- {
		s.complete(&s.records[n], offset)
		s.records = s.records[:n]
	}
	if n := len(s.markers) - 1; n >= 0 && int(s.markers[n]) == depth {
		for len(s.anchors) > 0 && int(s.anchors[len(s.anchors)-1].marker) == depth {
			s.closeAnchor(offset)
		}
		s.markers = s.markers[:n]
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

// remove takes one element out of the stack and leaves those above it open, as the adoption agency algorithm and the end
// tag of form do.
func (s *Scanner) remove(i, offset int) {
	if i == len(s.open)-1 {
		s.popTo(i, offset)
		return
	}
	e := s.open[i]
	for j := len(s.open) - 1; j >= i; j-- {
		*s.lastOf(&s.open[j]) = s.open[j].before
	}
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
	for j := i; j < len(s.open); j++ {
		s.attach(j)
	}
	// What the element gave to those above it, they lose, unless it came from below.
	lost := e.context &^ s.open[i-1].context & (InAnchor | InCode | Hidden)
	for j := i; j < len(s.open); j++ {
		o := &s.open[j]
		if o.space == htmlSpace && elements[o.tag].context&lost != 0 || lost&Hidden != 0 && o.hider != e.hider {
			break
		}
		o.context &^= lost
		if o.hider == e.hider {
			o.hider = s.open[i-1].hider
		}
	}
	for n := range s.records {
		if int(s.records[n].depth) > i {
			s.records[n].depth--
		}
	}
	for n := range s.markers {
		if int(s.markers[n]) > i {
			s.markers[n]--
		}
	}
	for n := range s.anchors {
		if int(s.anchors[n].marker) > i {
			s.anchors[n].marker--
		}
	}
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

// closeInScope closes the innermost open element with the tag if it is in scope, and reports whether it was.
func (s *Scanner) closeInScope(tag htmlscan.Tag) bool {
	i := s.inScope(tag, htmlscan.HTML, htmlscan.HTML)
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

// bodyStart processes a start tag in the body.
func (s *Scanner) bodyStart() {
	z := &s.z
	tag := z.Tag
	x := &elements[tag]
	top := &s.open[len(s.open)-1]
	if top.space != htmlSpace && s.foreignStart(top) {
		return
	}
	s.pending |= runFlags(x.props & isBlock)
	if x.props&hasRule != 0 {
		if !s.startRule(tag, x) {
			return
		}
	} else if x.props&closesP != 0 && s.open[len(s.open)-1].scope&hasP != 0 {
		s.popThrough(htmlscan.P, htmlscan.P)
	}
	if x.props&hasFacts == 0 {
		// Most elements only hold others.
		noted := z.Has & (placeBits | refBits | ariaBits)
		if noted == 0 || noted == htmlscan.AttrClass.Bit() && !s.isWrapper() {
			top := &s.open[len(s.open)-1]
			s.push(tag, htmlSpace, top.context|x.context|s.after, top.hider, 0)
			return
		}
	}
	s.element(tag)
}

// startRule changes the stack as the rule of a start tag asks, and reports whether the element is to be created.
func (s *Scanner) startRule(tag htmlscan.Tag, x *element) bool {
	z := &s.z
	top := &s.open[len(s.open)-1]
	switch tag {
	case htmlscan.HTML:
		if !s.isOpen(htmlscan.Template) {
			s.htmlElement()
		}
		return false
	case htmlscan.Body:
		if !s.isOpen(htmlscan.Template) {
			s.moreBody()
		}
		return false
	case htmlscan.Head, htmlscan.Frame, htmlscan.Frameset:
		return false
	case htmlscan.A:
		s.endAnchor()
		return true
	case htmlscan.Button:
		s.closeInScope(htmlscan.Button)
		return true
	case htmlscan.Input:
		s.closeInScope(htmlscan.Select)
		return true
	case htmlscan.Select:
		return !s.closeInScope(htmlscan.Select)
	case htmlscan.Option, htmlscan.Optgroup:
		if s.isOpen(htmlscan.Select) {
			for s.impliedEnd() && (tag != htmlscan.Option || s.open[len(s.open)-1].tag != htmlscan.Optgroup) {
				s.pop(z.Start)
			}
		} else if top.tag == htmlscan.Option {
			s.pop(z.Start)
		}
		return true
	case htmlscan.Rb, htmlscan.Rp, htmlscan.Rt, htmlscan.Rtc:
		if s.isOpen(htmlscan.Ruby) {
			for s.impliedEnd() && (tag == htmlscan.Rb || tag == htmlscan.Rtc || s.open[len(s.open)-1].tag != htmlscan.Rtc) {
				s.pop(z.Start)
			}
		}
		return true
	case htmlscan.Form:
		if s.formOpen && !s.isOpen(htmlscan.Template) {
			return false
		}
		s.formOpen = s.formOpen || !s.isOpen(htmlscan.Template)
	case htmlscan.Li:
		if top.scope&hasLi != 0 {
			s.popThrough(htmlscan.Li, htmlscan.Li)
		}
	case htmlscan.Dd, htmlscan.Dt:
		if top.scope&hasDd != 0 {
			s.popThrough(htmlscan.Dd, htmlscan.Dt)
		}
	case htmlscan.Table:
		if top.scope&hasTable != 0 && top.scope&hasCell == 0 {
			s.popThrough(htmlscan.Table, htmlscan.Table)
		}
		if !s.page.HasDoctype {
			return true // in quirks mode a table does not close a p
		}
	}
	if x.props&isTablePart != 0 {
		return s.tablePart(tag, top)
	}
	if s.open[len(s.open)-1].scope&hasP != 0 {
		s.popThrough(htmlscan.P, htmlscan.P)
	}
	if x.props&isH != 0 {
		if top := &s.open[len(s.open)-1]; elements[top.tag].props&isH != 0 {
			s.pop(z.Start)
		}
	}
	return true
}

// impliedEnd reports whether the end tag of the current element may be implied.
func (s *Scanner) impliedEnd() bool {
	top := &s.open[len(s.open)-1]
	return top.space == htmlSpace && elements[top.tag].props&isImplied != 0
}

// tablePart closes what the start tag of a row, cell and so on closes, and reports whether it stands in a table.
func (s *Scanner) tablePart(tag htmlscan.Tag, top *openElement) bool {
	if top.scope&hasTable == 0 {
		return top.context&InTemplate != 0
	}
	for i := len(s.open) - 1; i > 0; i-- {
		e := &s.open[i]
		stop := false
		if e.space == htmlSpace {
			switch e.tag {
			case htmlscan.Table, htmlscan.Template:
				stop = true
			case htmlscan.Tbody, htmlscan.Thead, htmlscan.Tfoot:
				stop = tag == htmlscan.Tr || tag == htmlscan.Td || tag == htmlscan.Th
			case htmlscan.Tr:
				stop = tag == htmlscan.Td || tag == htmlscan.Th
			}
		}
		if stop {
			s.popTo(i+1, s.z.Start)
			return true
		}
	}
	return true
}

// foreignStart processes a start tag while the current element is foreign, and reports whether it is done with it.
func (s *Scanner) foreignStart(top *openElement) bool {
	z := &s.z
	tag := z.Tag
	switch {
	case top.scope&htmlPoint != 0:
		return false
	case top.scope&mathText != 0 && tag != htmlscan.Mglyph && tag != htmlscan.Malignmark:
		return false
	case top.tag == htmlscan.AnnotationXML && top.space == mathSpace && tag == htmlscan.SVG:
		return false
	}
	const fontBits = 1<<htmlscan.AttrColor | 1<<htmlscan.AttrFace | 1<<htmlscan.AttrSize
	if elements[tag].props&breaksOut != 0 || tag == htmlscan.Font && z.Has&fontBits != 0 {
		s.breakOut()
		return false
	}
	s.foreignElement(tag, top.space)
	return true
}

// breakOut closes foreign elements up to HTML or an integration point.
func (s *Scanner) breakOut() {
	i := len(s.open) - 1
	for s.open[i].space != htmlSpace && s.open[i].scope&(htmlPoint|mathText) == 0 {
		i--
	}
	s.popTo(i+1, s.z.Start)
}

// bodyEnd processes an end tag in the body.
func (s *Scanner) bodyEnd() {
	z := &s.z
	tag := z.Tag
	if s.overflow > 0 {
		s.overflow--
		return
	}
	x := &elements[tag]
	s.pending |= runFlags(x.props & isBlock)
	top := &s.open[len(s.open)-1]
	if top.tag == tag && top.space == htmlSpace && tag != htmlscan.Body && tag != htmlscan.HTML &&
		(tag != htmlscan.Unknown || top.hash == s.nameHash()) {
		if tag == htmlscan.Form {
			s.formOpen = s.formOpen && s.isOpen(htmlscan.Template)
		}
		s.pop(z.Start)
		if tag == htmlscan.A {
			s.endAnchor()
		}
		return
	}
	if top.space != htmlSpace && s.foreignEnd(tag) {
		return
	}
	switch {
	case tag == htmlscan.Head:
		if h := &s.page.Head; h.CloseOffset < 0 && !s.isOpen(htmlscan.Template) {
			h.CloseOffset = z.Start
		}
	case tag == htmlscan.Body || tag == htmlscan.HTML:
		// What follows is still processed in the body, with the same elements open.
	case tag == htmlscan.A:
		s.endAnchor()
	case tag == htmlscan.Template:
		if s.isOpen(htmlscan.Template) {
			s.popThrough(htmlscan.Template, htmlscan.Template)
		}
	case tag == htmlscan.Form:
		s.endForm()
	case x.props&isH != 0:
		s.endHeading()
	case x.props&isScoped != 0:
		bound1, bound2 := htmlscan.HTML, htmlscan.HTML // no more than the default scope
		switch tag {
		case htmlscan.P:
			bound1 = htmlscan.Button
		case htmlscan.Li:
			bound1, bound2 = htmlscan.Ol, htmlscan.Ul
		}
		if i := s.inScope(tag, bound1, bound2); i >= 0 {
			s.popTo(i, z.Start)
		}
	case x.props&isTableScoped != 0:
		if i := s.inTableScope(tag); i >= 0 {
			s.popTo(i, z.Start)
		}
	case x.props&isFormatting != 0:
		s.endFormatting(tag)
	default:
		s.endOther(tag)
	}
}

// foreignEnd processes an end tag while the current element is foreign, and reports whether it is done with it.
func (s *Scanner) foreignEnd(tag htmlscan.Tag) bool {
	if tag == htmlscan.Br || tag == htmlscan.P {
		s.breakOut()
		return false
	}
	i := s.lastForeign[tag]
	if tag == htmlscan.Unknown {
		for hash := s.nameHash(); i > 0 && s.open[i].hash != hash; {
			i = s.open[i].before
		}
	}
	if i < s.open[len(s.open)-1].near.html() { // only the foreign elements on top of the last HTML element come into question
		return false
	}
	s.popTo(int(i), s.z.Start)
	return true
}

// endForm closes the form, without what is open inside it.
func (s *Scanner) endForm() {
	if s.isOpen(htmlscan.Template) {
		s.closeInScope(htmlscan.Form)
		return
	}
	if !s.formOpen {
		return
	}
	s.formOpen = false
	if i := s.inScope(htmlscan.Form, htmlscan.HTML, htmlscan.HTML); i >= 0 {
		s.remove(i, s.z.Start)
	}
}

// endHeading closes the innermost h1 to h6 in scope: the end tag of one closes any.
func (s *Scanner) endHeading() {
	best := -1
	for t := htmlscan.H1; t <= htmlscan.H6; t++ {
		best = max(best, s.inScope(t, htmlscan.HTML, htmlscan.HTML))
	}
	if best >= 0 {
		s.popTo(best, s.z.Start)
	}
}

// endFormatting is the adoption agency algorithm without its clones: the element ends here. Blocks inside it stay open, as
// do formatting elements, which would be opened again; all else inside it ends too.
func (s *Scanner) endFormatting(tag htmlscan.Tag) {
	i := s.inScope(tag, htmlscan.HTML, htmlscan.HTML)
	if i < 0 {
		return
	}
	if int(s.open[len(s.open)-1].near.special()) < i {
		s.popTo(i, s.z.Start)
		return
	}
	for j := len(s.open) - 1; j > i; j-- {
		if e := &s.open[j]; e.space == htmlSpace && elements[e.tag].props&(isSpecial|isFormatting) == 0 {
			s.remove(j, s.z.Start)
		}
	}
	s.remove(i, s.z.Start)
}

// endOther is "any other end tag": the nearest element of that name ends, if no special element is in between.
func (s *Scanner) endOther(tag htmlscan.Tag) {
	i := s.last[tag]
	special := s.open[len(s.open)-1].near.special()
	if tag == htmlscan.Unknown {
		for hash := s.nameHash(); i > special && s.open[i].hash != hash; {
			i = s.open[i].before
		}
	}
	if i > 0 && i >= special {
		s.popTo(int(i), s.z.Start)
	}
}

// endAnchor ends the a element that text would still belong to, if there is one: at its end tag and at the next a.
func (s *Scanner) endAnchor() {
	n := len(s.anchors) - 1
	if n < 0 || s.anchors[n].marker != s.marker() {
		return
	}
	s.endFormatting(htmlscan.A)
	s.closeAnchor(s.z.Start)
}

// marker returns the depth of the innermost open marker element, or -1.
func (s *Scanner) marker() int32 {
	if n := len(s.markers) - 1; n >= 0 {
		return s.markers[n]
	}
	return -1
}

// closeAnchor completes the reference of the innermost open anchor.
func (s *Scanner) closeAnchor(offset int) {
	n := len(s.anchors) - 1
	a := s.anchors[n]
	s.anchors = s.anchors[:n]
	if a.ref < 0 {
		return
	}
	ref := &s.page.Refs[a.ref]
	ref.Content.End = offset
	ref.Empty = ref.Empty && s.marks == a.mark
}

// nameHash returns the FNV-1a hash of the current tag's name in lower case.
func (s *Scanner) nameHash() uint32 {
	h := uint32(2166136261)
	for _, c := range s.src[s.z.NameStart:s.z.NameEnd] {
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		h = (h ^ uint32(c)) * 16777619
	}
	return h
}
