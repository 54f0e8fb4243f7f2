package htmlfacts

import "strings"

// Page holds the facts of one HTML document.
//
// Every string and slice in it points into the scanned bytes or into buffers of the Scanner, so all of it is valid only
// until the next Scan (or until the caller changes the bytes). Whoever keeps a string clones it.
//
// All offsets are byte offsets into Src; -1 means that there is none. Lines gives line and column for them.
type Page struct {
	// Src is the document without its byte order mark; a UTF-16 document is converted to UTF-8 first.
	Src []byte
	// Encoding says what the bytes are and what the document claims about them.
	Encoding Encoding
	// HasDoctype: the document has a doctype before anything else but white space and comments.
	HasDoctype bool

	// Lang is the lang attribute of <html>; LangOffset the position of its value, or -1.
	Lang       string
	LangOffset int
	// AMP: <html> has the attribute amp or ⚡.
	AMP bool

	// Head says where the head element ends and what ended it (ledger E17).
	Head Head

	// Titles are the title elements of the document, in order: not those of inline SVG, nor those inside template.
	Titles []Title
	// Metas are all meta elements, Links all link elements, both in document order wherever they stand.
	Metas []Meta
	Links []Link
	// Bases are all base elements that have an href; only the first one counts (HTML standard, 4.2.3).
	Bases []Base
	// Refreshes are the meta http-equiv=refresh elements with a content, in order.
	Refreshes []Refresh
	// JSONLD are the script elements of type application/ld+json.
	JSONLD []Block

	// Refs are all references of the page to other resources, in document order.
	Refs []Ref
	// IDs are the targets that a fragment can name: id attributes, and name attributes of a; not those inside template.
	IDs []ID

	// MachineLinks are the elements with the class token machine-links, Footers the footer elements and
	// role=contentinfo, Mains the main elements and role=main, each in order of their start.
	MachineLinks []Region
	Footers      []Region
	Mains        []Region

	// Headings are h1 to h6.
	Headings []Heading
	// CodeBlocks are the pre elements, and the code elements outside pre, with at least MinCodeBlock bytes inside (R177).
	CodeBlocks []CodeBlock
	// Hiders are the elements that hide themselves by their own attributes (R170); Ref.HiddenBy and Region.HiddenBy
	// are indices into it.
	Hiders []Hider

	// TextLen is the length in bytes of the visible text: white space around each run of text is not counted, nor are
	// script, style, template, hidden elements and everything in head. Entities count as written.
	TextLen int

	// Truncated lists the limits that the document exceeded, so that a finding can say what was not looked at.
	Truncated Limit

	scanner *Scanner
}

// Encoding tells how the bytes of a document are to be read. GitHub Pages sends charset=utf-8 for HTML, which outranks
// whatever the document declares; only a byte order mark outranks that (HTML standard, 13.2.3.2).
type Encoding struct {
	// BOM is the byte order mark that the file begins with.
	BOM BOM
	// Declared is the charset named by the first meta charset or meta http-equiv=content-type, as written; empty if
	// there is none. DeclaredOffset is the position of that value, or -1.
	Declared       string
	DeclaredOffset int
	// InvalidUTF8 is the offset of the first byte that is not UTF-8, NUL that of the first NUL byte; -1 if none. (Both
	// set, with very many NULs, is what UTF-16 without a byte order mark looks like.)
	InvalidUTF8 int
	NUL         int
}

// BOM is the byte order mark of a file.
type BOM uint8

// The byte order marks that the HTML standard knows.
const (
	NoBOM BOM = iota
	UTF8BOM
	UTF16LE
	UTF16BE
)

// IsUTF8 reports whether the file is what it should be: UTF-8 throughout, without NUL, not declared to be something else.
func (e Encoding) IsUTF8() bool {
	return e.BOM <= UTF8BOM && e.InvalidUTF8 < 0 && e.NUL < 0 && (e.Declared == "" || isUTF8Label(e.Declared))
}

// isUTF8Label: the labels of UTF-8 in the WHATWG Encoding standard that occur in the wild.
func isUTF8Label(label string) bool {
	label = strings.TrimSpace(label)
	return strings.EqualFold(label, "utf-8") || strings.EqualFold(label, "utf8") || strings.EqualFold(label, "unicode-1-1-utf-8")
}

// Head tells where the head element ended.
type Head struct {
	// End is the offset of what ended the head: the "<" of a tag, the first character of text, or len(Src).
	End int
	// Cause names it: "/head" if the author closed it, "body" or another element name, "#text", or "" at the end of the
	// document. With "/head", "body", "frameset" and "" nothing is wrong; anything else closed the head unasked unless
	// the document leaves out the head tags.
	Cause string
	// CloseOffset is the offset of the </head> tag, wherever it stands, or -1. If it is behind End, then the elements
	// between are in the body although the author meant them for the head.
	CloseOffset int
	// InNoscript: the cause stands in a <noscript> of the head, so only parsers without scripting end the head there.
	InNoscript bool
}

// Early reports whether the head was ended by something other than the author's own tags, with a </head> further on.
func (h Head) Early() bool { return h.CloseOffset > h.End }

// Context is the set of places that something stands in. A flag is set by the element itself and by its ancestors.
type Context uint32

// The flags of a Context.
const (
	// InHead: a descendant of the head element in the parsed document. That includes elements that stand between
	// </head> and <body>, which parsers put back; those have AfterHead too.
	InHead Context = 1 << iota
	AfterHead
	// InMain: main or role=main. InArticle: article or role=article. InNav: nav or role=navigation. InHeader: header or
	// role=banner. InFooter: footer or role=contentinfo. InAside: aside or role=complementary.
	InMain
	InArticle
	InNav
	InHeader
	InFooter
	InAside
	// InMachineLinks: an element with the class token machine-links.
	InMachineLinks
	// AfterMain: a main element or role=main was closed before this.
	AfterMain
	// InHeading: h1 to h6 or role=heading.
	InHeading
	// InCode: pre, code, samp, kbd, xmp, listing or textarea.
	InCode
	// InAnchor: inside an a element.
	InAnchor
	// Hidden: hidden, aria-hidden=true, or an inline style that hides (R170), on itself or an ancestor.
	Hidden
	// InTemplate: inside template, so not part of the page. InNoscript: seen only without scripting.
	InTemplate
	InNoscript
	// InClosedDetails: in a details element without open, other than in its summary.
	InClosedDetails
	// InSVG and InMath: foreign content.
	InSVG
	InMath
	// InFrameset: in a frameset document.
	InFrameset
)

// Invisible are the places whose content people do not see when the page opens, as far as the HTML alone can tell.
const Invisible = Hidden | InTemplate | InNoscript | InClosedDetails | InHead

// Has reports whether any of the flags is set.
func (c Context) Has(flags Context) bool { return c&flags != 0 }

// Span is a range of bytes of Page.Src.
type Span struct{ Start, End int }

// Title is a title element.
type Title struct {
	// Value is the text with entities decoded and white space trimmed and collapsed; Raw is the source text.
	Value string
	Raw   string
	// Offset is the position of the tag, TextOffset that of the text.
	Offset     int
	TextOffset int
	Context    Context
}

// Meta is a meta element. Values have their entities decoded; Name, Property, HTTPEquiv and Charset are trimmed too.
type Meta struct {
	Name      string
	Property  string
	HTTPEquiv string
	Itemprop  string
	Charset   string
	Media     string
	Content   string
	// Cut: text follows the quotation mark that ends the content, so the mark was meant to be part of it.
	Cut bool
	// HasContent tells content="" from no content attribute.
	HasContent bool
	// Offset is the position of the tag, ContentOffset that of the value of content, or -1.
	Offset        int
	ContentOffset int
	Context       Context
}

// IsName reports whether the name attribute is the given one, without regard to ASCII case.
func (m *Meta) IsName(name string) bool { return strings.EqualFold(m.Name, name) }

// IsProperty reports whether the property attribute contains the given token (RDFa allows several).
func (m *Meta) IsProperty(property string) bool { return hasToken(m.Property, property) }

// Link is a link element. Values have their entities decoded; Href is stripped of white space around it as the URL
// standard says.
type Link struct {
	Rel      string
	Href     string
	HasHref  bool
	Type     string
	Title    string
	Hreflang string
	Media    string
	Sizes    string
	As       string
	// Offset is the position of the tag, HrefOffset that of the value of href, or -1.
	Offset     int
	HrefOffset int
	Context    Context
}

// HasRel reports whether rel contains the token, without regard to ASCII case.
func (l *Link) HasRel(token string) bool { return hasToken(l.Rel, token) }

// HasType reports whether the type attribute is the given media type, parameters and case apart.
func (l *Link) HasType(mediaType string) bool { return isMediaType(l.Type, mediaType) }

// Base is a base element with an href.
type Base struct {
	Href       string
	Offset     int
	HrefOffset int
	Context    Context
}

// Refresh is a meta http-equiv=refresh element, read as the HTML standard says (4.2.5.3, "refresh").
type Refresh struct {
	// Delay in seconds, as written (digits); URL is empty if the page only reloads itself.
	Delay string
	URL   string
	// Valid: browsers would act on it.
	Valid     bool
	Offset    int
	URLOffset int
	Context   Context
}

// Block is the content of a script element that holds data.
type Block struct {
	// Raw is the text between the tags, which has no entities to decode; RawOffset is its position.
	Raw       string
	Offset    int
	RawOffset int
	// Unclosed: the document ends before </script>.
	Unclosed bool
	Context  Context
}

// Ref is a reference from the page to another resource, or to a place in itself.
type Ref struct {
	// Element and Attr are lower-case names ("a", "href"; "style", "" for the text of a style element). For SVG, Attr
	// is "href" or "xlink:href".
	Element string
	Attr    string
	// Kind says what a browser would do with it.
	Kind RefKind
	// URL is the value with entities decoded, white space around it stripped and tab and newlines removed (URL
	// standard, basic URL parser); CSS escapes resolved. It may be empty: <a href=""> refers to the page itself.
	URL string
	// Rel is the rel attribute of a, area, link and form.
	Rel string
	// Offset is the position of the value (for srcset and CSS: of the candidate), TagOffset that of the tag.
	Offset    int
	TagOffset int
	// Context of the element.
	Context Context
	// HiddenBy is the index of the nearest hiding element in Page.Hiders, or -1.
	HiddenBy int32
	// Content is what stands between <a> and </a>; Page.Text reads it. Zero for other elements.
	Content Span
	// Empty: an a without any text inside, nor an image with alt, nor an aria-label of its own.
	Empty bool
}

// HasRel reports whether rel contains the token, without regard to ASCII case.
func (r *Ref) HasRel(token string) bool { return hasToken(r.Rel, token) }

// RefKind classes references by what becomes of them.
type RefKind uint8

// The kinds of references.
const (
	// Hyperlink: a, area and svg a; people follow it.
	Hyperlink RefKind = iota
	// HeadLink: the href of a link element; what it means depends on rel.
	HeadLink
	// Subresource: loaded with the page (images, media, scripts, frames, objects, CSS url()).
	Subresource
	// Action: where a form goes (action, formaction).
	Action
	// Citation: cite and longdesc; nobody is sent there unasked.
	Citation
	// Redirect: the URL of a meta refresh.
	Redirect
)

// ID is a possible target of a fragment.
type ID struct {
	// Hash is HashID of the value.
	Hash uint64
	// Offset is the position of the value.
	Offset int
	// Name: it comes from a[name], which may repeat the id of the same element.
	Name bool
}

// Region is an element whose extent matters: a machine-links wrapper, a footer, a main.
type Region struct {
	// Element is the lower-case element name, Offset its position, Content what stands between its tags (to the end of
	// the document if it is never closed).
	Element string
	Offset  int
	Content Span
	// Attributes of the element itself, decoded; Role and AriaLabel are trimmed. HasAriaLabel tells empty from absent.
	Role         string
	AriaLabel    string
	HasAriaLabel bool
	Style        string
	// FirstRef and EndRef delimit its references: Page.Refs[FirstRef:EndRef].
	FirstRef, EndRef int
	// TextLen is the length of the text inside, counted as Page.TextLen but whether or not it is hidden.
	TextLen int
	// Heading and Image are the offsets of the first heading (h1 to h6, role=heading) and image (img, picture, svg)
	// inside, or -1. LargeFont is the offset of the first inline style, on it or inside, with a font-size above 1em
	// (100 %, 16px, 12pt, 1rem, x-large …), or -1.
	Heading   int
	Image     int
	LargeFont int
	// Context of the element, its own flags included.
	Context Context
	// HiddenBy is the index of the nearest hiding element in Page.Hiders, or -1.
	HiddenBy int32
}

// Heading is an h1 to h6 element.
type Heading struct {
	Level   int
	Offset  int
	Content Span
	Context Context
}

// MinCodeBlock is the least length in bytes of the source inside a pre or code element that is listed in CodeBlocks.
const MinCodeBlock = 128

// CodeBlock is a pre element, or a code element outside pre. Page.Text reads its content.
type CodeBlock struct {
	Element string
	Offset  int
	Content Span
	Context Context
}

// Hider is an element that hides itself.
type Hider struct {
	Element string
	Offset  int
	// Why is the attribute or declaration that hides, in plain form: `hidden`, `aria-hidden="true"`, `display:none`,
	// `visibility:hidden`, `opacity:0`, `font-size:0`, `position off screen`, `clipped`.
	Why string
}

// Limit is a set of limits that a document exceeded.
type Limit uint8

// The limits that keep memory in bounds on hostile input.
const (
	// TooDeep: elements are nested deeper than MaxDepth; contexts below that are those of depth MaxDepth.
	TooDeep Limit = 1 << iota
	// TooMany: more than MaxFacts references, IDs or other facts of one kind; the rest was not recorded.
	TooMany
	// TooLong: longer than MaxSize bytes; the rest was not read.
	TooLong
	// TooTangled: there is more to sort out of misnested elements than MaxMoves; where those behind that stand was not told
	// apart.
	TooTangled
)

const (
	// MaxDepth is the depth of open elements that is followed; browsers stop nesting at 512 too.
	MaxDepth = 512
	// MaxFacts is the largest number of facts of one kind that is kept of one page.
	MaxFacts = 1 << 18
	// MaxMoves bounds the work on a document with misnested elements: an element that is created or opened again counts for
	// four, one that gets another place in the stack for one.
	MaxMoves = 1 << 22
	// MaxBase is the length in bytes of the longest base URL that counts. Each relative reference is as long as its base, so
	// that a long base would make a document of the square of its length; no server takes a URL of that length for a page.
	MaxBase = 2048
	// MaxSize is the length of a document in bytes of which no more is read.
	MaxSize = 1 << 30
)

// Base returns the base element that counts, or nil: the first with an href that is not inside a template. One that is
// longer than MaxBase is to be told, not followed.
func (p *Page) Base() *Base {
	for i := range p.Bases {
		if !p.Bases[i].Context.Has(InTemplate) {
			return &p.Bases[i]
		}
	}
	return nil
}
