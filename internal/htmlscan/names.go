package htmlscan

import (
	"encoding/binary"
	"math/bits"
)

// Tag is the name of an element that HTML parsing or the facts of a page depend on; Unknown is every other name.
type Tag uint8

// The elements that have a Tag of their own.
const (
	Unknown Tag = iota
	A
	Abbr
	Address
	AnnotationXML
	Applet
	Area
	Article
	Aside
	Audio
	B
	Base
	Basefont
	Bgsound
	Big
	Blockquote
	Body
	Br
	Button
	Canvas
	Caption
	Center
	Circle
	Cite
	Code
	Col
	Colgroup
	Data
	Datalist
	Dd
	Defs
	Del
	Desc
	Details
	Dfn
	Dialog
	Dir
	Div
	Dl
	Dt
	Em
	Embed
	Fieldset
	Figcaption
	Figure
	Font
	Footer
	ForeignObject
	Form
	Frame
	Frameset
	G
	H1
	H2
	H3
	H4
	H5
	H6
	Head
	Header
	Hgroup
	Hr
	HTML
	I
	Iframe
	Image
	Img
	Input
	Ins
	Kbd
	Keygen
	Label
	Legend
	Li
	Line
	Link
	Listing
	Main
	Malignmark
	Map
	Mark
	Marquee
	Math
	Menu
	Meta
	Mglyph
	Mi
	Mn
	Mo
	Ms
	Mtext
	Nav
	Nobr
	Noembed
	Noframes
	Noscript
	Object
	Ol
	Optgroup
	Option
	Output
	P
	Param
	Path
	Picture
	Plaintext
	Polygon
	Polyline
	Pre
	Progress
	Q
	Rb
	Rect
	Rp
	Rt
	Rtc
	Ruby
	S
	Samp
	Script
	Search
	Section
	Select
	Slot
	Small
	Source
	Span
	Strike
	Strong
	Style
	Sub
	Summary
	Sup
	SVG
	Symbol
	Table
	Tbody
	Td
	Template
	Textarea
	Tfoot
	Th
	Thead
	Time
	Title
	Tr
	Track
	Tt
	U
	Ul
	Use
	Var
	Video
	Wbr
	Xmp
	// NumTags is the number of Tags, for tables indexed by Tag.
	NumTags
)

var tagNames = [NumTags]string{
	A: "a", Abbr: "abbr", Address: "address", AnnotationXML: "annotation-xml", Applet: "applet", Area: "area",
	Article: "article", Aside: "aside", Audio: "audio", B: "b", Base: "base", Basefont: "basefont", Bgsound: "bgsound",
	Big: "big", Blockquote: "blockquote", Body: "body", Br: "br", Button: "button", Canvas: "canvas", Caption: "caption",
	Center: "center", Circle: "circle", Cite: "cite", Code: "code", Col: "col", Colgroup: "colgroup", Data: "data",
	Datalist: "datalist", Dd: "dd", Defs: "defs", Del: "del", Desc: "desc", Details: "details", Dfn: "dfn",
	Dialog: "dialog", Dir: "dir", Div: "div", Dl: "dl", Dt: "dt", Em: "em", Embed: "embed", Fieldset: "fieldset",
	Figcaption: "figcaption", Figure: "figure", Font: "font", Footer: "footer", ForeignObject: "foreignobject",
	Form: "form", Frame: "frame", Frameset: "frameset", G: "g", H1: "h1", H2: "h2", H3: "h3", H4: "h4", H5: "h5",
	H6: "h6", Head: "head", Header: "header", Hgroup: "hgroup", Hr: "hr", HTML: "html", I: "i", Iframe: "iframe",
	Image: "image", Img: "img", Input: "input", Ins: "ins", Kbd: "kbd", Keygen: "keygen", Label: "label",
	Legend: "legend", Li: "li", Line: "line", Link: "link", Listing: "listing", Main: "main", Malignmark: "malignmark",
	Map: "map", Mark: "mark", Marquee: "marquee", Math: "math", Menu: "menu", Meta: "meta", Mglyph: "mglyph", Mi: "mi",
	Mn: "mn", Mo: "mo", Ms: "ms", Mtext: "mtext", Nav: "nav", Nobr: "nobr", Noembed: "noembed", Noframes: "noframes",
	Noscript: "noscript", Object: "object", Ol: "ol", Optgroup: "optgroup", Option: "option", Output: "output", P: "p",
	Param: "param", Path: "path", Picture: "picture", Plaintext: "plaintext", Polygon: "polygon", Polyline: "polyline",
	Pre: "pre", Progress: "progress", Q: "q", Rb: "rb", Rect: "rect", Rp: "rp", Rt: "rt", Rtc: "rtc", Ruby: "ruby",
	S: "s", Samp: "samp", Script: "script", Search: "search", Section: "section", Select: "select", Slot: "slot",
	Small: "small", Source: "source", Span: "span", Strike: "strike", Strong: "strong", Style: "style", Sub: "sub",
	Summary: "summary", Sup: "sup", SVG: "svg", Symbol: "symbol", Table: "table", Tbody: "tbody", Td: "td",
	Template: "template", Textarea: "textarea", Tfoot: "tfoot", Th: "th", Thead: "thead", Time: "time", Title: "title",
	Tr: "tr", Track: "track", Tt: "tt", U: "u", Ul: "ul", Use: "use", Var: "var", Video: "video", Wbr: "wbr", Xmp: "xmp",
}

// String returns the lower-case name; "" for Unknown.
func (t Tag) String() string { return tagNames[t] }

// LookupTag returns the Tag of a lower-case name, or Unknown.
func LookupTag(name string) Tag {
	for t, n := range tagNames {
		if n == name {
			return Tag(t)
		}
	}
	return Unknown
}

// Attr is the name of an attribute that the facts of a page depend on. The tokenizer keeps the values of these only.
type Attr uint8

// The attributes that are kept.
const (
	NoAttr Attr = iota
	AttrAction
	AttrAlt
	AttrAMP
	AttrAMPBolt
	AttrAriaHidden
	AttrAriaLabel
	AttrAs
	AttrBackground
	AttrCharset
	AttrCite
	AttrClass
	AttrColor
	AttrContent
	AttrData
	AttrEncoding
	AttrFace
	AttrFormaction
	AttrHidden
	AttrHref
	AttrHreflang
	AttrHTTPEquiv
	AttrID
	AttrImagesrcset
	AttrItemprop
	AttrLang
	AttrLongdesc
	AttrManifest
	AttrMedia
	AttrName
	AttrOpen
	AttrPing
	AttrPopover
	AttrPoster
	AttrProperty
	AttrRel
	AttrRole
	AttrSize
	AttrSizes
	AttrSrc
	AttrSrcset
	AttrStyle
	AttrTitle
	AttrType
	AttrXlinkHref
	// NumAttrs is the number of Attrs. It must stay below 64: Tokenizer.Has is a set of bits.
	NumAttrs
)

var attrNames = [NumAttrs]string{
	AttrAction: "action", AttrAlt: "alt", AttrAMP: "amp", AttrAMPBolt: "⚡", AttrAriaHidden: "aria-hidden",
	AttrAriaLabel: "aria-label", AttrAs: "as", AttrBackground: "background", AttrCharset: "charset", AttrCite: "cite",
	AttrClass: "class", AttrColor: "color", AttrContent: "content", AttrData: "data", AttrEncoding: "encoding",
	AttrFace: "face", AttrFormaction: "formaction", AttrHidden: "hidden", AttrHref: "href", AttrHreflang: "hreflang",
	AttrHTTPEquiv: "http-equiv", AttrID: "id", AttrImagesrcset: "imagesrcset", AttrItemprop: "itemprop", AttrLang: "lang",
	AttrLongdesc: "longdesc", AttrManifest: "manifest", AttrMedia: "media", AttrName: "name", AttrOpen: "open",
	AttrPing: "ping", AttrPopover: "popover", AttrPoster: "poster", AttrProperty: "property", AttrRel: "rel",
	AttrRole: "role", AttrSize: "size", AttrSizes: "sizes", AttrSrc: "src", AttrSrcset: "srcset", AttrStyle: "style",
	AttrTitle: "title", AttrType: "type", AttrXlinkHref: "xlink:href",
}

// String returns the lower-case name; "" for NoAttr.
func (a Attr) String() string { return attrNames[a] }

// Bit returns the bit of the attribute in Tokenizer.Has.
func (a Attr) Bit() uint64 { return 1 << a }

// A nameTable finds names by their first eight bytes in lower case, packed into one word, and their length. Open
// addressing with linear probing; mostly empty, so a miss costs one or two looks.
type nameTable [tableSize]nameEntry

type nameEntry struct {
	key    uint64
	length uint8 // 0: empty
	value  uint8
}

const (
	tableBits = 10
	tableSize = 1 << tableBits
	// hashFactor was found by trial: with it no two names of a table share a place, so that a known name is found at the
	// first look. (A test tells when new names ask for a new one; names are found with any odd number.)
	hashFactor = 0x3CC231F73584E7EF
)

var (
	tagTable  = newNameTable(tagNames[:])
	attrTable = newNameTable(attrNames[:])
)

func newNameTable(names []string) *nameTable {
	t := new(nameTable)
	for i, name := range names {
		if name == "" {
			continue
		}
		key := packName([]byte(name))
		h := key * hashFactor >> (64 - tableBits)
		for t[h].length != 0 {
			h = (h + 1) % tableSize
		}
		t[h] = nameEntry{key, uint8(len(name)), uint8(i)}
	}
	return t
}

// packName packs the first eight bytes of a name, in lower case, the first into the lowest byte. It gives the same as
// scanName's short cut, which sets the bit 0x20 in bytes beyond ASCII too.
func packName(name []byte) (key uint64) {
	for i := min(len(name), 8) - 1; i >= 0; i-- {
		c := tagByte[name[i]]
		if c >= 0x80 {
			c |= 0x20
		}
		key = key<<8 | uint64(c)
	}
	return key
}

// find returns the value of the name with the packed key and the length. Names longer than the key are still to be
// compared.
func (t *nameTable) find(key uint64, length int) uint8 {
	for h := key * hashFactor >> (64 - tableBits); ; h = (h + 1) % tableSize {
		e := &t[h]
		if e.key == key && int(e.length) == length {
			return e.value
		}
		if e.length == 0 {
			return 0
		}
	}
}

// scanName reads the name at offset i of src, which the bytes that ends maps to 0 end, and returns the offset behind it
// and its packed key. It looks at eight bytes at a time.
func scanName(src []byte, i int, ends *[256]uint8) (end int, key uint64) {
	const ones = 0x0101010101010101
	for end = i; end+8 <= len(src); end += 8 {
		w := binary.LittleEndian.Uint64(src[end:])
		if end == i {
			key = w | ones*0x20 // letters to lower case; no other byte becomes one that known names have
		}
		// Flag the bytes below '-', and '/', '=' and '>'. A borrow can flag bytes above the lowest flagged one wrongly.
		slash, eq, gt := w^ones*'/', w^ones*'=', w^ones*'>'
		flags := ((w-ones*'-')&^w | (slash-ones)&^slash | (eq-ones)&^eq | (gt-ones)&^gt) & (ones * 0x80)
		if flags == 0 {
			continue
		}
		n := bits.TrailingZeros64(flags) / 8
		if ends[src[end+n]] != 0 {
			break // a byte that is rare in names
		}
		if end == i {
			key &= 1<<(8*n) - 1
		}
		return end + n, key
	}
	end = i
	for end < len(src) && ends[src[end]] != 0 {
		end++
	}
	return end, packName(src[i:end])
}

// longTag and longAttr finish a lookup of a name that the packed key does not hold wholly.
func longTag(t Tag, name []byte) Tag {
	if !equalLower(name, tagNames[t]) {
		return Unknown
	}
	return t
}

func longAttr(a Attr, name []byte) Attr {
	if !equalLower(name, attrNames[a]) {
		return NoAttr
	}
	return a
}

// equalLower reports whether b, in ASCII lower case, is the lower-case name s.
func equalLower(b []byte, s string) bool {
	if len(b) != len(s) {
		return false
	}
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		if c != s[i] {
			return false
		}
	}
	return true
}
