package htmlfacts

import (
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/htmlscan"
)

// addRef adds the reference in an attribute of the current tag and returns its index, or -1 if there is no room.
func (s *Scanner) addRef(a htmlscan.Attr, element string, kind RefKind, p *place) int {
	v := s.z.Value(a)
	return s.addURL(s.url(v.Start, v.End), v.Start, a.String(), element, kind, p)
}

// addURL adds a reference.
func (s *Scanner) addURL(url string, offset int, attr, element string, kind RefKind, p *place) int {
	page := &s.page
	if !room(s, page.Refs) {
		return -1
	}
	n := len(page.Refs)
	page.Refs = append(page.Refs, Ref{
		Element: element, Attr: attr, Kind: kind, URL: url, Offset: offset, TagOffset: s.z.Start, Context: p.context, HiddenBy: p.hider,
	})
	if kind <= HeadLink || kind == Action {
		if s.z.Has&htmlscan.AttrRel.Bit() != 0 {
			page.Refs[n].Rel = s.attr(htmlscan.AttrRel)
		}
	}
	return n
}

// A refRule names an attribute that holds a URL, and the elements on which it does (HTML standard, "Attributes" index;
// background, longdesc and manifest from its obsolete features, since browsers still follow them).
type refRule struct {
	attr     htmlscan.Attr
	elements string
	kind     RefKind
}

var refRules = [...]refRule{
	{htmlscan.AttrHref, "area", Hyperlink},
	{htmlscan.AttrHref, "link", HeadLink},
	{htmlscan.AttrSrc, "audio bgsound embed frame iframe image img input script source track video", Subresource},
	{htmlscan.AttrPoster, "video", Subresource},
	{htmlscan.AttrData, "object", Subresource},
	{htmlscan.AttrBackground, "body table tbody td tfoot th thead tr", Subresource},
	{htmlscan.AttrAction, "form", Action},
	{htmlscan.AttrFormaction, "button input", Action},
	{htmlscan.AttrCite, "blockquote del ins q", Citation},
	{htmlscan.AttrLongdesc, "frame iframe image img", Citation},
}

// refTable holds for each element the attributes with a URL, in the order of refRules.
var refTable = newRefTable()

type refEntry struct {
	attr htmlscan.Attr
	kind RefKind
}

func newRefTable() (t [htmlscan.NumTags][]refEntry) {
	for _, rule := range refRules {
		for name := range strings.FieldsSeq(rule.elements) {
			tag := htmlscan.LookupTag(name)
			t[tag] = append(t[tag], refEntry{rule.attr, rule.kind})
		}
	}
	return t
}

// refs adds the references of the current tag, except those of a and of style attributes.
func (s *Scanner) refs(tag htmlscan.Tag, p *place) {
	z := &s.z
	name := tag.String()
	if tag == htmlscan.Image {
		name = "img" // what the standard makes of it
	}
	for _, e := range refTable[tag] {
		if z.Has&e.attr.Bit() != 0 {
			s.addRef(e.attr, name, e.kind, p)
		}
	}
	switch tag {
	case htmlscan.Img, htmlscan.Image, htmlscan.Source:
		if z.Has&htmlscan.AttrSrcset.Bit() != 0 {
			s.srcset(htmlscan.AttrSrcset, name, p)
		}
	case htmlscan.Link:
		if z.Has&htmlscan.AttrImagesrcset.Bit() != 0 {
			s.srcset(htmlscan.AttrImagesrcset, name, p)
		}
	case htmlscan.Area:
		if z.Has&htmlscan.AttrPing.Bit() != 0 {
			s.pings(name, p)
		}
	}
}

// pings adds the URLs of a ping attribute.
func (s *Scanner) pings(name string, p *place) {
	v := s.z.Value(htmlscan.AttrPing)
	value := s.value(v.Start, v.End)
	for i := 0; i < len(value); {
		start := i
		for i < len(value) && !isSpace(value[i]) {
			i++
		}
		if i > start {
			s.addURL(s.cleanURL(value[start:i]), s.within(v, value, start), htmlscan.AttrPing.String(), name, Action, p)
		}
		i++
	}
}

// within returns the offset in the document of position i of a value: exact if the value stands there as it is.
func (s *Scanner) within(v htmlscan.Value, value string, i int) int {
	if len(value) == v.End-v.Start {
		return v.Start + i
	}
	return v.Start
}

// srcset adds the candidates of a srcset attribute (HTML standard, 4.8.4.2.3, "parse a srcset attribute").
func (s *Scanner) srcset(a htmlscan.Attr, name string, p *place) {
	v := s.z.Value(a)
	value := s.value(v.Start, v.End)
	for i := 0; ; {
		for i < len(value) && (isSpace(value[i]) || value[i] == ',') {
			i++
		}
		if i == len(value) {
			return
		}
		start := i
		for i < len(value) && !isSpace(value[i]) {
			i++
		}
		url := value[start:i]
		trimmed := strings.TrimRight(url, ",")
		s.addURL(s.cleanURL(trimmed), s.within(v, value, start), a.String(), name, Subresource, p)
		if len(trimmed) < len(url) {
			continue
		}
		// Descriptors, to the next comma outside parentheses.
		for parens := false; i < len(value); i++ {
			switch c := value[i]; {
			case c == '(':
				parens = true
			case c == ')':
				parens = false
			case c == ',' && !parens:
				i++
				goto next
			}
		}
	next:
	}
}

// refresh reads the content of a meta http-equiv=refresh (HTML standard, "shared declarative refresh steps").
func (s *Scanner) refresh(m *Meta, p *place) {
	in := m.Content
	r := Refresh{Offset: m.Offset, URLOffset: -1, Context: p.context}
	i := 0
	space := func() {
		for i < len(in) && isSpace(in[i]) {
			i++
		}
	}
	space()
	start := i
	for i < len(in) && '0' <= in[i] && in[i] <= '9' {
		i++
	}
	r.Delay = in[start:i]
	r.Valid = i > start || i < len(in) && in[i] == '.'
	for i < len(in) && ('0' <= in[i] && in[i] <= '9' || in[i] == '.') {
		i++
	}
	if i < len(in) && r.Valid {
		if !isSpace(in[i]) && in[i] != ';' && in[i] != ',' {
			r.Valid = false
		}
		space()
		if i < len(in) && (in[i] == ';' || in[i] == ',') {
			i++
			space()
		}
	}
	if r.Valid && i < len(in) {
		i = refreshURL(in, i)
		url := in[i:]
		if len(url) > 0 && (url[0] == '"' || url[0] == '\'') {
			url = url[1:]
			i++
			if k := strings.IndexByte(url, in[i-1]); k >= 0 {
				url = url[:k]
			}
		}
		r.URL = s.cleanURL(url)
		r.URLOffset = s.within(s.z.Value(htmlscan.AttrContent), in, i)
		s.addURL(r.URL, r.URLOffset, "content", "meta", Redirect, p)
	}
	if room(s, s.page.Refreshes) {
		s.page.Refreshes = append(s.page.Refreshes, r)
	}
}

// refreshURL returns where the URL begins: behind "url =" if that is there, else at i.
func refreshURL(in string, i int) int {
	if len(in)-i < 3 || !strings.EqualFold(in[i:i+3], "url") {
		return i
	}
	j := i + 3
	for j < len(in) && isSpace(in[j]) {
		j++
	}
	if j == len(in) || in[j] != '=' {
		return i
	}
	j++
	for j < len(in) && isSpace(in[j]) {
		j++
	}
	return j
}

// charsetOf extracts the encoding from the content of a meta http-equiv=content-type (HTML standard, 2.5.3).
func charsetOf(content string) string {
	for i := 0; i+7 <= len(content); i++ {
		if !strings.EqualFold(content[i:i+7], "charset") {
			continue
		}
		rest := strings.TrimLeft(content[i+7:], " \t\n\f\r")
		if !strings.HasPrefix(rest, "=") {
			continue
		}
		rest = strings.TrimLeft(rest[1:], " \t\n\f\r")
		if rest == "" {
			return ""
		}
		if q := rest[0]; q == '"' || q == '\'' {
			if k := strings.IndexByte(rest[1:], q); k >= 0 {
				return rest[1 : k+1]
			}
			return ""
		}
		if k := strings.IndexAny(rest, " \t\n\f\r;"); k >= 0 {
			rest = rest[:k]
		}
		return rest
	}
	return ""
}
