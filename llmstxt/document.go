package llmstxt

import "iter"

// Document is an llms.txt file as the format's text describes it, version 2 of August 2026, read with the rules of
// CommonMark 0.31. It holds everything that stands in the file, in its order: what the format provides for has its own
// field, and what it does not is there too, as a [Block] of its kind. Parsing never fails and judges nothing.
//
// All text is as CommonMark shows it unless the field says Raw.
type Document struct {
	// BOM tells that the file starts with a byte-order mark, which version 2 allows.
	BOM bool
	// Preamble is what stands before the title; where there is no title, all that stands before the first section.
	Preamble []Block
	// Title is the first heading of level 1, provided that no section stands before it.
	Title *Block
	// Summary is the block quote that follows the title, if one does.
	Summary *Block
	// Details is what stands between that and the first section. Headings of other levels than 2 are blocks of it.
	Details []Block
	// Sections are the parts that begin with a heading of level 2.
	Sections []Section

	// InvalidUTF8 is the first place that is no UTF-8, if there is one.
	InvalidUTF8 *Pos
	// LineEnds counts how the lines end.
	LineEnds LineEnds
	// Limits are the places where the reader stopped following the structure, see [Limit].
	Limits []Limit
}

// LineEnds counts the lines that end in a line feed, in carriage return and line feed, and in a carriage return alone.
type LineEnds struct {
	LF   int
	CRLF int
	CR   int
}

// Limit is a place where structure went beyond what a reader will follow in linear time, so that the rest of that line or
// paragraph was taken as text. No file written by or for people comes near.
type Limit struct {
	Pos  Pos
	Kind LimitKind
}

// LimitKind names what went too far.
type LimitKind string

// The limits.
const (
	// NestingLimit is reached by more than 100 quotes, lists and list items inside each other.
	NestingLimit LimitKind = "nesting"
	// InlineLimit is reached by a paragraph whose brackets, tags and quotes cannot be told apart in a bounded number of
	// steps for each of its bytes.
	InlineLimit LimitKind = "inline"
	// ReferenceLimit is reached where all that the references stand for is longer than the file, and than 100,000 bytes:
	// from there on a reference is text. Without a limit, one long definition and many references to it would be a
	// document in the square of its length.
	ReferenceLimit LimitKind = "references"
)

// Section is a heading of level 2 with what follows it.
type Section struct {
	Heading Block
	Blocks  []Block
}

// Name is the section's name as plain text.
func (s *Section) Name() string { return s.Heading.Text }

// Items gives all items of the section's lists with their depth, which is 1 for those that are not nested.
func (s *Section) Items() iter.Seq2[int, *Item] { return itemsOf(s.Blocks) }

// Items gives the items of all sections, see [Section.Items].
func (d *Document) Items() iter.Seq2[int, *Item] {
	return func(yield func(int, *Item) bool) {
		for i := range d.Sections {
			if !eachItem(d.Sections[i].Blocks, 1, yield) {
				return
			}
		}
	}
}

func itemsOf(blocks []Block) iter.Seq2[int, *Item] {
	return func(yield func(int, *Item) bool) { eachItem(blocks, 1, yield) }
}

func eachItem(blocks []Block, depth int, yield func(int, *Item) bool) bool {
	for i := range blocks {
		b := &blocks[i]
		for j := range b.Items {
			if !yield(depth, &b.Items[j]) || !eachItem(b.Items[j].Blocks, depth+1, yield) {
				return false
			}
		}
	}
	return true
}

// Kind is the kind of a [Block].
type Kind uint8

// The kinds of blocks, as CommonMark names them.
const (
	Paragraph Kind = iota + 1
	Heading
	Quote
	List
	CodeBlock
	HTMLBlock
	ThematicBreak
	Definition // a link reference definition: [label]: url
)

var kindNames = [...]string{Paragraph: "paragraph", Heading: "heading", Quote: "quote", List: "list", CodeBlock: "code",
	HTMLBlock: "html", ThematicBreak: "thematic break", Definition: "definition"}

// String names the kind, in JSON too.
func (k Kind) String() string { return kindNames[k] }

// Block is a block of Markdown.
type Block struct {
	Kind Kind
	// Pos is the place of its first character that is not white space.
	Pos Pos
	// LastLine is the number of the last line that belongs to it.
	LastLine int
	// Text is the plain text of a paragraph or heading, or of the paragraphs of a quote, those joined by line feeds.
	Text string
	// Raw is the source of a paragraph, heading or definition, without the marks of the blocks around it; the first line of
	// an HTML block; the info string of a fenced code block.
	Raw string
	// Level is a heading's level, 1 to 6.
	Level int
	// Setext tells that a heading is underlined instead of marked with #, which no reference parser sees.
	Setext bool
	// Fenced tells that a code block is fenced instead of indented.
	Fenced bool
	// Links are the links of a paragraph or heading.
	Links []Link
	// Items are the items of a list.
	Items []Item
	// Blocks are the blocks of a quote.
	Blocks []Block
}

// Form tells how far a list item has the form that the format asks for.
type Form uint8

// The forms of list items.
const (
	// FileLink is the form asked for: [name](url), and nothing more or a colon and notes.
	FileLink Form = iota + 1
	// LinkThenText is a link with something else than a colon behind it.
	LinkThenText
	// TextThenLink is a link, but not at the start.
	TextThenLink
	// OtherLink is a link that is not spelled [name](url): a reference or an autolink.
	OtherLink
	// NoLink is text without a link.
	NoLink
	// NoText is an item that is empty or starts with another kind of block than a paragraph.
	NoText
)

var formNames = [...]string{FileLink: "file link", LinkThenText: "link then text", TextThenLink: "text then link",
	OtherLink: "other link", NoLink: "no link", NoText: "no text"}

// String names the form, in JSON too.
func (f Form) String() string { return formNames[f] }

// Item is an item of a list.
type Item struct {
	// Pos is the place of the bullet or number.
	Pos Pos
	// Marker is the bullet or the number with its delimiter.
	Marker string
	Form   Form
	// Lead is the source in front of the link.
	Lead string
	// Link is the first link of the item's first paragraph.
	Link *Link
	// Tail is the source behind the link where it is no notes: neither empty nor started by a colon.
	Tail string
	// Colon tells that a colon follows the link at once, with notes or without.
	Colon bool
	// Notes is the plain text behind that colon, RawNotes its source, NotesPos its place.
	Notes    string
	RawNotes string
	NotesPos Pos
	// More are the other links of the first paragraph.
	More []Link
	// Raw is the source of the first paragraph, LastLine the number of its last line.
	Raw      string
	LastLine int
	// Blocks is what else the item holds: nested lists first of all.
	Blocks []Block
}

// LinkStyle tells how a link is spelled.
type LinkStyle uint8

// The spellings of links.
const (
	Inline    LinkStyle = iota + 1 // [name](url)
	Reference                      // [name][label], [name][] or [name], with a definition elsewhere
	Autolink                       // <url>
	Image                          // ![name](url), or an image by reference
)

var styleNames = [...]string{Inline: "inline", Reference: "reference", Autolink: "autolink", Image: "image"}

// String names the spelling, in JSON too.
func (s LinkStyle) String() string { return styleNames[s] }

// Link is a link or an image.
type Link struct {
	Style LinkStyle
	// Pos is the place of its first character: the bracket, the < of an autolink, the ! of an image.
	Pos Pos
	// Title is the link's text as plain text, RawTitle the source between the brackets.
	Title    string
	RawTitle string
	// URL is the destination with backslash escapes and entities resolved, RawURL its source, in angle brackets if it
	// has them. Percent-encoding is left as it is.
	URL    string
	RawURL string
	// URLPos is the place of the destination; for a reference, of the link.
	URLPos Pos
	// Advisory is the second part of the destination: [name](url "advisory title").
	Advisory string
}
