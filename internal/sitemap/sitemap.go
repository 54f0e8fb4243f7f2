// Package sitemap reads sitemap.xml: a urlset or a sitemapindex of the sitemaps.org protocol 0.9, with the hreflang
// alternates that search engines read beside it.
//
// It does not judge: whether a loc is right, twice there or too long is for the rules. It says only what the file holds,
// where, and in what it is no well-formed XML or no sitemap.
package sitemap

import "github.com/discovery-set/hugo-discovery/internal/pos"

// Namespace is the XML namespace of the protocol; XHTMLNamespace that of the alternates (xhtml:link).
const (
	Namespace      = "http://www.sitemaps.org/schemas/sitemap/0.9"
	XHTMLNamespace = "http://www.w3.org/1999/xhtml"
)

// MaxEntries bounds what File.Entries keeps; twice what the protocol allows, so that a rule can say by how much. File.Count
// goes on.
const MaxEntries = 100_000

// Name is a qualified name of XML: as written, and the namespace that its prefix stands for ("" for none).
type Name struct {
	Prefix, Local, Space string
}

// Alternate is one xhtml:link with rel="alternate" of an entry. Offset is where its element starts.
type Alternate struct {
	Hreflang, Href string
	Offset         int
}

// Entry is one url of a urlset or one sitemap of a sitemapindex. Values are decoded and trimmed of white space; a missing
// element, and a loc without text, gives "" and offset -1. Offset is where the entry's element starts, LocOffset and
// LastmodOffset where the first character of the value stands, or a lastmod without text.
type Entry struct {
	Loc, Lastmod                     string
	Alternates                       []Alternate
	Offset, LocOffset, LastmodOffset int
}

// Declaration is the XML declaration.
type Declaration struct {
	Present           bool
	Version, Encoding string // as written; Encoding "" where it names none
}

// File is a sitemap that has been read, up to its first fault that ends reading.
type File struct {
	BOM         bool
	Declaration Declaration
	Root        Name // zero where there is no root element
	RootOffset  int
	Entries     []Entry // at most MaxEntries
	Count       int     // all url or sitemap elements, kept or not
	Lines       pos.Index
	Problems    []Problem // by offset, at most 100
	Size        int       // bytes

	ended bool // reading ended at the last of Problems
}

// IsIndex says whether the file is a sitemapindex.
func (f *File) IsIndex() bool { return f.Root.Local == "sitemapindex" }

// IsURLSet says whether the file is a urlset.
func (f *File) IsURLSet() bool { return f.Root.Local == "urlset" }

// WellFormed says whether the file is well-formed XML with namespaces and was read to its end. Where it is false, Entries
// holds what stood before the fault, and the last of Problems is that fault.
func (f *File) WellFormed() bool { return !f.ended }

// Kind names a fault of the file.
type Kind string

// The faults of a file. Those marked "ends" end reading; Encoding does where the bytes are no UTF-8, and not where the file
// only declares another encoding.
const (
	NotWellFormed    Kind = "not-well-formed"   // no XML, or a name with an undeclared prefix (ends)
	Doctype          Kind = "doctype"           // a document type, and with it entity declarations: refused, never read (ends)
	Encoding         Kind = "encoding"          // declared or real encoding is not UTF-8
	Limit            Kind = "limit"             // nested deeper or with more attributes than any sitemap needs (ends)
	WrongRoot        Kind = "wrong-root"        // neither urlset nor sitemapindex
	WrongNamespace   Kind = "wrong-namespace"   // the root is not in Namespace
	UnknownElement   Kind = "unknown-element"   // an element of the root's namespace, or of none, that does not belong there
	DuplicateElement Kind = "duplicate-element" // a second loc, lastmod, changefreq or priority in one entry
	MissingLoc       Kind = "missing-loc"       // an entry without loc, or with an empty one
	StrayText        Kind = "stray-text"        // text where only elements belong
	BadAlternate     Kind = "bad-alternate"     // an alternate without hreflang or href
)

// Problem is a fault of the file.
type Problem struct {
	Kind Kind
	pos.Position
	Message string // one line, without the place
}
