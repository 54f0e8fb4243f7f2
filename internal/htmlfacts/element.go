package htmlfacts

import (
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/htmlscan"
)

// Sets of attributes, to leave the common element without any of them at once.
const (
	placeBits = 1<<htmlscan.AttrID | 1<<htmlscan.AttrClass | 1<<htmlscan.AttrStyle | 1<<htmlscan.AttrHidden |
		1<<htmlscan.AttrAriaHidden | 1<<htmlscan.AttrRole | 1<<htmlscan.AttrPopover
	refBits = 1<<htmlscan.AttrHref | 1<<htmlscan.AttrXlinkHref | 1<<htmlscan.AttrSrc | 1<<htmlscan.AttrSrcset |
		1<<htmlscan.AttrImagesrcset | 1<<htmlscan.AttrPoster | 1<<htmlscan.AttrAction | 1<<htmlscan.AttrFormaction |
		1<<htmlscan.AttrCite | 1<<htmlscan.AttrLongdesc | 1<<htmlscan.AttrBackground | 1<<htmlscan.AttrData |
		1<<htmlscan.AttrManifest | 1<<htmlscan.AttrPing
	ariaBits = 1 << htmlscan.AttrAriaLabel
)

// place is where an element stands and what it makes of itself.
type place struct {
	context Context
	hider   int32
	role    role
	wrapper bool
	large   bool // an inline font-size above 1em
}

// role is an ARIA role that matters here.
type role uint8

const (
	noRole role = iota
	mainRole
	contentinfoRole
	headingRole
	otherRole
)

// place takes from the current start tag what any element can have: identifier, hiding, role, class.
func (s *Scanner) place(own Context) place {
	top := &s.open[len(s.open)-1]
	p := place{context: top.context | own | s.after, hider: top.hider}
	if s.keepsNodes {
		s.placeNode(&p, own|s.after)
	}
	if s.z.Has&placeBits != 0 {
		s.placeAttributes(&p)
	}
	return p
}

func (s *Scanner) placeAttributes(p *place) {
	z := &s.z
	has := z.Has
	if has&htmlscan.AttrClass.Bit() != 0 && s.isWrapper() {
		p.wrapper = true
		s.makes(p, InMachineLinks)
	}
	if has&htmlscan.AttrID.Bit() != 0 && p.context&InTemplate == 0 {
		s.addID(htmlscan.AttrID)
	}
	if has&(placeBits&^(htmlscan.AttrClass.Bit()|htmlscan.AttrID.Bit())) == 0 {
		return
	}
	if has&htmlscan.AttrRole.Bit() != 0 {
		var c Context
		p.role, c = s.role()
		s.makes(p, c)
	}
	why := ""
	switch {
	case has&htmlscan.AttrHidden.Bit() != 0:
		why = "hidden"
	case has&htmlscan.AttrAriaHidden.Bit() != 0 && strings.EqualFold(s.trimmed(htmlscan.AttrAriaHidden), "true"):
		why = `aria-hidden="true"`
	case has&htmlscan.AttrPopover.Bit() != 0:
		why = "popover"
	}
	if has&htmlscan.AttrStyle.Bit() != 0 {
		v := z.Value(htmlscan.AttrStyle)
		facts := readStyle(s.value(v.Start, v.End))
		if why == "" {
			why = facts.hides
		}
		p.large = facts.large
		if p.large && s.regions > 0 {
			s.eachRegion(func(r *Region) *int { return &r.LargeFont })
		}
		if facts.url {
			s.styleRefs(v, p)
		}
	}
	if why != "" {
		s.hide(why, p)
	}
}

// hide notes that the current element hides itself.
func (s *Scanner) hide(why string, p *place) {
	s.makes(p, Hidden)
	if room(s, s.page.Hiders) {
		p.hider = int32(len(s.page.Hiders))
		s.ownHider = p.hider
		s.page.Hiders = append(s.page.Hiders, Hider{Element: s.elementName(), Offset: s.z.Start, Why: why})
	}
}

// isWrapper reports whether the class attribute of the current tag has the token machine-links (ledger R105). It is
// looked at on every element, so it goes from "m" to "m" and allocates nothing.
func (s *Scanner) isWrapper() bool {
	v := s.z.Value(htmlscan.AttrClass)
	if v.End-v.Start < len(wrapperClass) {
		return false
	}
	value := s.value(v.Start, v.End)
	for i := 0; ; i++ {
		k := strings.IndexByte(value[i:], wrapperClass[0])
		if k < 0 {
			return false
		}
		i += k
		end := i + len(wrapperClass)
		if end > len(value) {
			return false
		}
		if value[i:end] == wrapperClass && (i == 0 || isSpace(value[i-1])) && (end == len(value) || isSpace(value[end])) {
			return true // classes are case-sensitive
		}
	}
}

// wrapperClass is the class token of the row of machine links.
const wrapperClass = "machine-links"

// makes notes that the element at p itself makes a context.
func (s *Scanner) makes(p *place, own Context) {
	p.context |= own
	s.own |= own
}

// role returns what the first token of the role attribute names, and the context that it makes.
func (s *Scanner) role() (role, Context) {
	value := s.trimmed(htmlscan.AttrRole)
	if i := strings.IndexAny(value, " \t\n\f\r"); i >= 0 {
		value = value[:i]
	}
	for _, r := range roles {
		if is(value, r.name) {
			return r.role, r.context
		}
	}
	return noRole, 0
}

var roles = [...]struct {
	name    string
	role    role
	context Context
}{
	{"main", mainRole, InMain}, {"article", otherRole, InArticle}, {"navigation", otherRole, InNav},
	{"banner", otherRole, InHeader}, {"contentinfo", contentinfoRole, InFooter},
	{"complementary", otherRole, InAside}, {"heading", headingRole, InHeading},
}

// eachRegion sets the offset that field selects to the current tag in every open region that has none yet. Those around
// one that has it have it too.
func (s *Scanner) eachRegion(field func(*Region) *int) {
	for i := len(s.records) - 1; i >= 0; i-- {
		if r := &s.records[i]; r.kind <= recordMain {
			at := field(s.region(r))
			if *at >= 0 {
				return
			}
			*at = s.z.Start
		}
	}
}

// room reports whether another fact may be added to the list, and notes it if not.
func room[T any](s *Scanner, list []T) bool {
	if len(list) < MaxFacts {
		return true
	}
	s.page.Truncated |= TooMany
	return false
}

// addID adds the value of an attribute to the targets of fragments.
func (s *Scanner) addID(a htmlscan.Attr) {
	v := s.z.Value(a)
	if v.Start == v.End || !room(s, s.page.IDs) {
		return
	}
	s.page.IDs = append(s.page.IDs, ID{HashID(s.value(v.Start, v.End)), v.Start, a == htmlscan.AttrName})
}

// htmlElement takes the facts of an html start tag. Later ones add the attributes that the earlier did not have.
func (s *Scanner) htmlElement() {
	z, p := &s.z, &s.page
	has := z.Has &^ s.htmlHas
	s.htmlHas |= has
	if has&htmlscan.AttrLang.Bit() != 0 {
		p.Lang, p.LangOffset = s.trimmed(htmlscan.AttrLang), z.Value(htmlscan.AttrLang).Start
	}
	p.AMP = p.AMP || has&(htmlscan.AttrAMP.Bit()|htmlscan.AttrAMPBolt.Bit()) != 0
	if has&htmlscan.AttrID.Bit() != 0 {
		s.addID(htmlscan.AttrID)
	}
	if has&htmlscan.AttrManifest.Bit() != 0 {
		s.addRef(htmlscan.AttrManifest, "html", Subresource, &place{hider: -1})
	}
}

// moreBody takes the facts of a body start tag that is not the first: the attributes that the body did not have.
func (s *Scanner) moreBody() {
	s.framesetOK = false
	s.z.Has &^= s.bodyHas
	s.bodyHas |= s.z.Has
	if s.z.Has&htmlscan.AttrID.Bit() != 0 {
		s.addID(htmlscan.AttrID)
	}
	s.refs(htmlscan.Body, &place{hider: -1})
}

// elementName returns the lower-case name of the current tag.
func (s *Scanner) elementName() string {
	if name := s.z.Tag.String(); name != "" {
		return name
	}
	raw := s.src[s.z.NameStart:s.z.NameEnd]
	start := len(s.arena)
	for _, c := range raw {
		switch {
		case c == 0:
			s.arena = append(s.arena, "\uFFFD"...)
			continue
		case 'A' <= c && c <= 'Z':
			c |= 0x20
		}
		s.arena = append(s.arena, c)
	}
	return stringOf(s.arena[start:])
}

// element creates the HTML element of the current start tag: its facts, and its place in the stack.
func (s *Scanner) element(tag htmlscan.Tag) {
	z := &s.z
	x := &elements[tag]
	if tag == htmlscan.SVG || tag == htmlscan.Math {
		space := svgSpace
		if tag == htmlscan.Math {
			space = mathSpace
		}
		s.foreignElement(tag, space)
		return
	}
	p := s.place(x.context)
	if tag == htmlscan.A && !p.wrapper && p.role == noRole {
		extra := s.startAnchor(&p)
		s.push(tag, htmlSpace, p.context, p.hider, extra)
		return
	}
	var extra scope
	firstRef := len(s.page.Refs)

	switch tag {
	case htmlscan.A:
		extra |= s.startAnchor(&p)
	case htmlscan.Meta:
		s.meta(&p)
	case htmlscan.Link:
		s.link(&p)
	case htmlscan.Base:
		s.base(&p)
	case htmlscan.Img, htmlscan.Image, htmlscan.Picture:
		if s.regions > 0 {
			s.eachRegion(func(r *Region) *int { return &r.Image })
		}
		s.labelled(htmlscan.AttrAlt)
	case htmlscan.Area:
		s.labelled(htmlscan.AttrAlt)
	case htmlscan.Input:
		s.labelled(htmlscan.AttrAlt)
	case htmlscan.Details:
		if z.Has&htmlscan.AttrOpen.Bit() == 0 {
			s.makes(&p, InClosedDetails)
		}
	case htmlscan.Dialog:
		if z.Has&htmlscan.AttrOpen.Bit() == 0 && (p.context&Hidden == 0 || s.keepsNodes && s.own&Hidden == 0) {
			s.hide("dialog without open", &p)
		}
	case htmlscan.Summary:
		// The summary of a details is seen when that is closed.
		if n := len(s.open); n >= 2 && s.open[n-1].tag == htmlscan.Details && s.open[n-2].context&InClosedDetails == 0 {
			p.context &^= InClosedDetails
		}
	case htmlscan.Template:
		if len(s.open) < MaxDepth {
			s.templates = append(s.templates, inTemplate)
		}
	case htmlscan.Pre, htmlscan.Code:
		if (tag == htmlscan.Pre || s.open[len(s.open)-1].context&InCode == 0) && room(s, s.page.CodeBlocks) {
			extra |= s.record(recordCode, len(s.page.CodeBlocks), 0)
			s.page.CodeBlocks = append(s.page.CodeBlocks, CodeBlock{tag.String(), z.Start, Span{z.End, z.End}, p.context})
		}
	}
	if z.Has&refBits != 0 && tag != htmlscan.A {
		s.refs(tag, &p)
	}
	if x.props&isH != 0 || p.role == headingRole {
		extra |= s.heading(tag, &p)
	}
	if x.props&(isVoid|isRaw) != 0 {
		if s.keepsNodes && tag != htmlscan.Xmp && tag != htmlscan.Plaintext {
			s.addNode(tag, htmlSpace)
		}
		if x.props&isRaw != 0 {
			s.rawElement(tag, &p)
		}
		return
	}
	if p.wrapper || tag == htmlscan.Footer || tag == htmlscan.Main || p.role == mainRole || p.role == contentinfoRole {
		extra |= s.startRegions(tag, &p, firstRef)
	}
	s.labelled(htmlscan.AttrAriaLabel)
	s.push(tag, htmlSpace, p.context, p.hider, extra)
}

// labelled counts a non-blank label as content of the anchor around it.
func (s *Scanner) labelled(a htmlscan.Attr) {
	if s.z.Has&a.Bit() != 0 && s.trimmed(a) != "" {
		s.marks++
	}
}

// heading notes a heading; only h1 to h6 are listed.
func (s *Scanner) heading(tag htmlscan.Tag, p *place) scope {
	if s.regions > 0 {
		s.eachRegion(func(r *Region) *int { return &r.Heading })
	}
	if elements[tag].props&isH == 0 || !room(s, s.page.Headings) {
		return 0
	}
	extra := s.record(recordHeading, len(s.page.Headings), 0)
	s.page.Headings = append(s.page.Headings, Heading{
		Level: int(tag-htmlscan.H1) + 1, Offset: s.z.Start, Content: Span{s.z.End, s.z.End}, Context: p.context,
	})
	return extra
}

// startRegions opens the regions that the current element is.
func (s *Scanner) startRegions(tag htmlscan.Tag, p *place, firstRef int) scope {
	z, page := &s.z, &s.page
	r := Region{
		Element: s.elementName(), Offset: z.Start, Content: Span{z.End, z.End},
		FirstRef: firstRef, EndRef: firstRef, Heading: -1, Image: -1, LargeFont: -1, Context: p.context, HiddenBy: p.hider,
	}
	if z.Has&htmlscan.AttrRole.Bit() != 0 {
		r.Role = s.trimmed(htmlscan.AttrRole)
	}
	if z.Has&htmlscan.AttrAriaLabel.Bit() != 0 {
		r.AriaLabel, r.HasAriaLabel = s.trimmed(htmlscan.AttrAriaLabel), true
	}
	if z.Has&htmlscan.AttrStyle.Bit() != 0 {
		r.Style = s.attr(htmlscan.AttrStyle)
	}
	if p.large {
		r.LargeFont = z.Start
	}
	var extra scope
	if p.wrapper && room(s, page.MachineLinks) {
		extra |= s.record(recordWrapper, len(page.MachineLinks), s.textLen)
		page.MachineLinks = append(page.MachineLinks, r)
	}
	if (tag == htmlscan.Footer || p.role == contentinfoRole) && room(s, page.Footers) {
		extra |= s.record(recordFooter, len(page.Footers), s.textLen)
		page.Footers = append(page.Footers, r)
	}
	if (tag == htmlscan.Main || p.role == mainRole) && room(s, page.Mains) {
		extra |= s.record(recordMain, len(page.Mains), s.textLen)
		page.Mains = append(page.Mains, r)
	}
	return extra
}

// foreignElement creates an element of SVG or MathML.
func (s *Scanner) foreignElement(tag htmlscan.Tag, space namespace) {
	z := &s.z
	own := InSVG
	if space == mathSpace {
		own = InMath
	}
	if space == svgSpace && tag == htmlscan.A {
		own |= InAnchor
	}
	p := s.place(own)
	if tag == htmlscan.SVG && s.regions > 0 {
		s.eachRegion(func(r *Region) *int { return &r.Image })
	}
	s.labelled(htmlscan.AttrAriaLabel)

	var extra scope
	switch a := htmlscan.AttrHref; {
	case z.Has&(htmlscan.AttrHref.Bit()|htmlscan.AttrXlinkHref.Bit()) == 0:
	default:
		if z.Has&a.Bit() == 0 { // href wins over xlink:href (SVG 2)
			a = htmlscan.AttrXlinkHref
		}
		kind := Subresource
		if tag == htmlscan.A {
			kind = Hyperlink
		}
		if i := s.addRef(a, s.elementName(), kind, &p); i >= 0 && space == svgSpace && tag == htmlscan.A {
			s.page.Refs[i].Empty = z.Has&htmlscan.AttrAriaLabel.Bit() == 0 || s.trimmed(htmlscan.AttrAriaLabel) == ""
			s.page.Refs[i].Content = Span{z.End, z.End}
			if !z.SelfClosing {
				extra |= s.record(recordLink, i, s.marks)
			}
		}
	}
	if z.SelfClosing {
		if s.keepsNodes {
			s.addNode(tag, space)
		}
		return
	}
	switch {
	case space == svgSpace:
		switch tag {
		case htmlscan.ForeignObject, htmlscan.Desc, htmlscan.Title:
			extra |= htmlPoint
		case htmlscan.Style:
			extra |= s.record(recordStyle, z.Start, z.End)
		}
	default:
		switch tag {
		case htmlscan.Mi, htmlscan.Mo, htmlscan.Mn, htmlscan.Ms, htmlscan.Mtext:
			extra |= mathText
		case htmlscan.AnnotationXML:
			if z.Has&htmlscan.AttrEncoding.Bit() != 0 {
				if e := s.attr(htmlscan.AttrEncoding); strings.EqualFold(e, "text/html") || strings.EqualFold(e, "application/xhtml+xml") {
					extra |= htmlPoint
				}
			}
		}
	}
	s.push(tag, space, p.context, p.hider, extra)
}

// rawElement takes the facts of an element whose content is raw text.
func (s *Scanner) rawElement(tag htmlscan.Tag, p *place) {
	z, page := &s.z, &s.page
	offset, has := z.Start, z.Has
	isJSONLD := tag == htmlscan.Script && has&htmlscan.AttrType.Bit() != 0 && isMediaType(s.attr(htmlscan.AttrType), "application/ld+json")
	raw := z.RawText()
	text := s.src[raw.Start:raw.End]
	switch tag {
	case htmlscan.Script:
		if isJSONLD && room(s, page.JSONLD) {
			page.JSONLD = append(page.JSONLD, Block{stringOf(text), offset, raw.Start, !raw.Closed, p.context})
		}
	case htmlscan.Style:
		if p.context&InTemplate == 0 || mayHaveURL(text) {
			s.cssRefs(raw.Start, raw.End, "style", "", offset, p)
		}
	case htmlscan.Title:
		if p.context&InTemplate == 0 && room(s, page.Titles) {
			page.Titles = append(page.Titles, Title{s.collapsed(raw.Start, raw.End), stringOf(text), offset, raw.Start, p.context})
		}
	case htmlscan.Xmp, htmlscan.Plaintext:
		n := len(s.open)
		s.push(tag, htmlSpace, p.context, p.hider, 0)
		if s.keepsNodes && tag == htmlscan.Plaintext {
			s.nodeText(raw.Start, raw.End)
		}
		s.text(raw.Start, raw.End, true)
		if len(s.open) == n {
			s.overflow--
		}
		for len(s.open) > n {
			s.popOwn(z.End)
		}
	}
}

// startAnchor begins an a element.
func (s *Scanner) startAnchor(p *place) scope {
	z := &s.z
	if z.Has&htmlscan.AttrName.Bit() != 0 && p.context&InTemplate == 0 {
		s.addID(htmlscan.AttrName)
	}
	var extra scope
	if z.Has&htmlscan.AttrHref.Bit() != 0 {
		if i := s.addRef(htmlscan.AttrHref, "a", Hyperlink, p); i >= 0 {
			ref := &s.page.Refs[i]
			ref.Content = Span{z.End, z.End}
			ref.Empty = z.Has&htmlscan.AttrAriaLabel.Bit() == 0 || s.trimmed(htmlscan.AttrAriaLabel) == ""
			extra = s.record(recordLink, i, s.marks)
		}
	}
	if z.Has&htmlscan.AttrPing.Bit() != 0 {
		s.pings("a", p)
	}
	return extra
}

// meta takes the facts of a meta element.
func (s *Scanner) meta(p *place) {
	z, page := &s.z, &s.page
	m := Meta{Offset: z.Start, ContentOffset: -1, Context: p.context}
	get := func(a htmlscan.Attr, to *string) {
		if z.Has&a.Bit() != 0 {
			*to = s.trimmed(a)
		}
	}
	get(htmlscan.AttrName, &m.Name)
	get(htmlscan.AttrProperty, &m.Property)
	get(htmlscan.AttrHTTPEquiv, &m.HTTPEquiv)
	get(htmlscan.AttrItemprop, &m.Itemprop)
	get(htmlscan.AttrMedia, &m.Media)
	get(htmlscan.AttrCharset, &m.Charset)
	if z.Has&htmlscan.AttrContent.Bit() != 0 {
		m.Content, m.HasContent, m.ContentOffset = s.attr(htmlscan.AttrContent), true, z.Value(htmlscan.AttrContent).Start
		m.Cut = s.isCut(z.Value(htmlscan.AttrContent).End)
	}
	if room(s, page.Metas) {
		page.Metas = append(page.Metas, m)
	}
	if p.context&InTemplate != 0 {
		return
	}
	if e := &page.Encoding; e.Declared == "" {
		if m.Charset != "" {
			e.Declared, e.DeclaredOffset = m.Charset, z.Value(htmlscan.AttrCharset).Start
		} else if m.HasContent && strings.EqualFold(m.HTTPEquiv, "content-type") {
			if charset := charsetOf(m.Content); charset != "" {
				e.Declared, e.DeclaredOffset = charset, m.ContentOffset
			}
		}
	}
	if m.HasContent && strings.EqualFold(m.HTTPEquiv, "refresh") {
		s.refresh(&m, p)
	}
}

// link takes the facts of a link element.
func (s *Scanner) link(p *place) {
	z, page := &s.z, &s.page
	l := Link{Offset: z.Start, HrefOffset: -1, Context: p.context}
	get := func(a htmlscan.Attr, to *string) {
		if z.Has&a.Bit() != 0 {
			*to = s.attr(a)
		}
	}
	get(htmlscan.AttrRel, &l.Rel)
	get(htmlscan.AttrType, &l.Type)
	get(htmlscan.AttrTitle, &l.Title)
	get(htmlscan.AttrHreflang, &l.Hreflang)
	get(htmlscan.AttrMedia, &l.Media)
	get(htmlscan.AttrSizes, &l.Sizes)
	get(htmlscan.AttrAs, &l.As)
	if z.Has&htmlscan.AttrHref.Bit() != 0 {
		v := z.Value(htmlscan.AttrHref)
		l.Href, l.HasHref, l.HrefOffset = s.url(v.Start, v.End), true, v.Start
	}
	if room(s, page.Links) {
		page.Links = append(page.Links, l)
	}
}

// base takes the facts of a base element.
func (s *Scanner) base(p *place) {
	if s.z.Has&htmlscan.AttrHref.Bit() == 0 || !room(s, s.page.Bases) {
		return
	}
	v := s.z.Value(htmlscan.AttrHref)
	s.page.Bases = append(s.page.Bases, Base{s.url(v.Start, v.End), s.z.Start, v.Start, p.context})
}
