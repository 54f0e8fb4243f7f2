package htmlfacts

import "github.com/discovery-set/hugo-discovery/internal/htmlscan"

// bodyStart processes a start tag in the body.
func (s *Scanner) bodyStart() {
	z := &s.z
	tag := z.Tag
	x := &elements[tag]
	top := s.top()
	if top.scope&careful != 0 {
		if !s.carefulStart(tag, top) {
			return
		}
		top = s.top()
	}
	s.pending |= runFlags(x.props & isBlock)
	if x.props&hasRule != 0 {
		if !s.startRule(tag, x) {
			return
		}
	} else if x.props&closesP != 0 && top.scope&hasP != 0 {
		s.popThrough(htmlscan.P, htmlscan.P)
	}
	if x.props&s.notQuick == 0 {
		// Most elements only hold others.
		noted := z.Has & (placeBits | refBits | ariaBits)
		if noted == 0 || noted == htmlscan.AttrClass.Bit() && !s.isWrapper() {
			top := s.top()
			s.push(tag, htmlSpace, top.context|x.context|s.after, top.hider, 0)
			return
		}
	}
	if s.keepsNodes {
		s.nodeStart(tag, x)
		return
	}
	s.element(tag)
}

// carefulStart processes a start tag by the rules of foreign content and of tables, and reports whether those of the body
// still apply.
func (s *Scanner) carefulStart(tag htmlscan.Tag, top *openElement) bool {
	if top.space != htmlSpace && s.foreignStart(top) {
		return false
	}
	return s.top().scope&tableContext == 0 || s.tableContextStart(tag)
}

// startRule changes the stack as the rule of a start tag asks, and reports whether the element is to be created.
func (s *Scanner) startRule(tag htmlscan.Tag, x *element) bool {
	z := &s.z
	top := s.top()
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
	case htmlscan.Frameset:
		if !s.isOpen(htmlscan.Template) {
			s.bodyFrameset()
		}
		return false
	case htmlscan.Head, htmlscan.Frame:
		return false
	case htmlscan.A:
		return s.endEarlierAnchor()
	case htmlscan.Nobr:
		if s.keepsNodes {
			s.reopen()
		}
		if s.inDefaultScope(htmlscan.Nobr) >= 0 {
			s.endFormatting(htmlscan.Nobr)
		}
		return true
	case htmlscan.Button:
		s.closeInScope(htmlscan.Button)
		return true
	case htmlscan.Input:
		if s.betweenCells() && s.isHiddenInput() {
			s.element(tag)
			return false
		}
		s.closeInScope(htmlscan.Select)
		return true
	case htmlscan.Select:
		return !s.closeInScope(htmlscan.Select)
	case htmlscan.Option, htmlscan.Optgroup:
		if s.inDefaultScope(htmlscan.Select) >= 0 {
			for s.impliedEnd() && (tag != htmlscan.Option || s.top().tag != htmlscan.Optgroup) {
				s.pop(z.Start)
			}
		} else if top.tag == htmlscan.Option && top.space == htmlSpace {
			s.pop(z.Start)
		}
		return true
	case htmlscan.Rb, htmlscan.Rp, htmlscan.Rt, htmlscan.Rtc:
		if s.inDefaultScope(htmlscan.Ruby) >= 0 {
			for s.impliedEnd() && (tag == htmlscan.Rb || tag == htmlscan.Rtc || s.top().tag != htmlscan.Rtc) {
				s.pop(z.Start)
			}
		}
		return true
	case htmlscan.Form:
		if s.betweenCells() {
			s.tableForm()
			return false
		}
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
		for s.betweenCells() {
			i := s.inTableScope(htmlscan.Table)
			if i < 0 {
				return false
			}
			s.popTo(i, z.Start)
		}
		if !s.page.HasDoctype {
			return true // in quirks mode a table does not close a p
		}
	}
	if x.props&isTablePart != 0 {
		return s.tablePart(tag)
	}
	if s.top().scope&hasP != 0 {
		s.popThrough(htmlscan.P, htmlscan.P)
	}
	switch {
	case x.props&isH != 0:
		if top := s.top(); top.space == htmlSpace && elements[top.tag].props&isH != 0 {
			s.pop(z.Start)
		}
	case tag == htmlscan.Hr && s.inDefaultScope(htmlscan.Select) >= 0:
		for s.impliedEnd() {
			s.pop(z.Start)
		}
	}
	return true
}

// impliedEnd reports whether the end tag of the current element may be implied.
func (s *Scanner) impliedEnd() bool {
	top := s.top()
	return top.space == htmlSpace && elements[top.tag].props&isImplied != 0
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
	top := s.top()
	if top.tag == tag && top.space == htmlSpace && tag != htmlscan.Body && tag != htmlscan.HTML &&
		(tag != htmlscan.Unknown || top.hash == s.nameHash()) && (top.scope&watched == 0 || !s.keepsNodes && tag != htmlscan.Template) {
		if tag == htmlscan.Form {
			s.formOpen = s.formOpen && s.isOpen(htmlscan.Template)
		}
		s.popOwn(z.Start)
		return
	}
	if top.scope&careful != 0 && !s.carefulEnd(tag, top) {
		return
	}
	switch {
	case tag == htmlscan.Head:
		if h := &s.page.Head; h.CloseOffset < 0 && !s.isOpen(htmlscan.Template) {
			h.CloseOffset = z.Start
		}
	case tag == htmlscan.Body || tag == htmlscan.HTML:
		// What follows is still processed in the body, with the same elements open.
	case tag == htmlscan.Br:
		if s.keepsNodes { // as if it were <br>
			s.framesetOK = false
			s.reopen()
		}
	case tag == htmlscan.Template:
		if s.isOpen(htmlscan.Template) {
			s.popMarker(int(s.last[htmlscan.Template]), z.Start)
			s.templates = s.templates[:len(s.templates)-1]
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
		if i := s.inScope(tag, bound1, bound2); i < 0 {
			break
		} else if x.props&isMarker != 0 {
			s.popMarker(i, z.Start)
		} else {
			s.popTo(i, z.Start)
		}
	case x.props&isTableScoped != 0:
		s.endTablePart(tag)
	case x.props&isFormatting != 0:
		s.endFormatting(tag)
	default:
		s.endOther(tag)
	}
}

// carefulEnd is carefulStart for end tags.
func (s *Scanner) carefulEnd(tag htmlscan.Tag, top *openElement) bool {
	if top.space != htmlSpace && s.foreignEnd(tag) {
		return false
	}
	return s.top().scope&tableContext == 0 || s.tableContextEnd(tag)
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
	if i < s.top().near.html() { // only the foreign elements on top of the last HTML element come into question
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
	i := s.inDefaultScope(htmlscan.Form)
	if i < 0 {
		return
	}
	for s.impliedEnd() {
		s.pop(s.z.Start)
	}
	s.remove(i, s.z.Start)
}

// endHeading closes the innermost h1 to h6 in scope: the end tag of one closes any.
func (s *Scanner) endHeading() {
	best := -1
	for t := htmlscan.H1; t <= htmlscan.H6; t++ {
		best = max(best, s.inDefaultScope(t))
	}
	if best >= 0 {
		s.popTo(best, s.z.Start)
	}
}

// endFormatting processes the end tag of a formatting element.
func (s *Scanner) endFormatting(tag htmlscan.Tag) {
	if s.keepsNodes {
		s.adopt(tag)
		return
	}
	i := s.inDefaultScope(tag)
	if i < 0 {
		return // it is not open, or shielded by a marker, or not in scope
	}
	if int(s.top().near.special()) > i {
		s.tangle() // a block begins in it and does not end in it
	}
	s.popTo(i+1, s.z.Start)
	s.popOwn(s.z.Start)
}

// endEarlierAnchor ends the a element that is active when another one begins, and reports whether that may begin.
func (s *Scanner) endEarlierAnchor() bool {
	if s.keepsNodes {
		s.replaceAnchor()
		return true
	}
	i := s.last[htmlscan.A]
	switch {
	case i == 0:
	case i >= s.top().near.bound():
		s.endFormatting(htmlscan.A)
	case i > max(s.last[htmlscan.Applet], s.last[htmlscan.Caption], s.last[htmlscan.Marquee], s.last[htmlscan.Object],
		s.last[htmlscan.Td], s.last[htmlscan.Template], s.last[htmlscan.Th]):
		s.tangle() // it is active, but not in scope
	}
	return true
}

// endOther is "any other end tag": the nearest element of that name ends, if no special element is in between.
func (s *Scanner) endOther(tag htmlscan.Tag) {
	i := s.last[tag]
	special := s.top().near.special()
	if tag == htmlscan.Unknown {
		for hash := s.nameHash(); i > special && s.open[i].hash != hash; {
			i = s.open[i].before
		}
	}
	if i > 0 && i >= special {
		s.popTo(int(i), s.z.Start)
	}
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
