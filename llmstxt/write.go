package llmstxt

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Doc is the content of a file to write: plain text throughout, to which [Write] gives the form.
type Doc struct {
	Title   string
	Summary string
	// Details are paragraphs. Without any, the reference parsers cannot read the summary, or a file that has neither, so
	// Write puts a sentence of its own there.
	Details  []string
	Sections []DocSection
}

// DocSection is a section to write.
type DocSection struct {
	Name  string
	Links []DocLink
}

// DocLink is a link to write. Notes may be empty.
type DocLink struct {
	Title, URL, Notes string
}

// noDetails stands for details that the caller does not give.
const noDetails = "The links below lead to the pages, section by section."

// Write writes the file in the one shape that survives every reader: the format's text read with CommonMark, the Python
// parser, and the JavaScript sample. That means: no byte-order mark, line feeds, a summary of one line, always a paragraph
// of details, section names that differ, nothing in the sections but "- [title](url)" or "- [title](url): notes".
//
// Text is collapsed to one line. Characters that a reader would take for markup are written as character references
// (&#91; for a bracket), only where they would be; URLs are percent-encoded where they have to be. Sections of the same name
// get a number. A title, a name or a URL that is empty is an error, and then nothing is written.
func Write(w io.Writer, d Doc) error {
	var b strings.Builder
	title := oneLine(d.Title)
	if title == "" {
		return errors.New("llmstxt: the title is empty; it is the one part that the format requires")
	}
	b.WriteString("# " + headingText(title) + "\n")
	if summary := oneLine(d.Summary); summary != "" {
		b.WriteString("\n> " + paragraphText(summary) + "\n")
	}
	details := 0
	for _, text := range d.Details {
		if text = oneLine(text); text != "" {
			b.WriteString("\n" + paragraphText(text) + "\n")
			details++
		}
	}
	if details == 0 {
		b.WriteString("\n" + noDetails + "\n")
	}
	names := map[string]bool{}
	for i, s := range d.Sections {
		name := oneLine(s.Name)
		if name == "" {
			return fmt.Errorf("llmstxt: section %d has no name", i+1)
		}
		unique := name
		for n := 2; names[unique]; n++ {
			unique = name + " (" + strconv.Itoa(n) + ")"
		}
		names[unique] = true
		b.WriteString("\n## " + headingText(unique) + "\n")
		for j, l := range s.Links {
			title, url := oneLine(l.Title), encodeURL(l.URL)
			if title == "" {
				return fmt.Errorf("llmstxt: link %d of section %q has no title", j+1, name)
			}
			if url == "" {
				return fmt.Errorf("llmstxt: link %d of section %q has no URL", j+1, name)
			}
			if j == 0 {
				b.WriteByte('\n')
			}
			b.WriteString(linkLine(title, url, oneLine(l.Notes)))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// linkLine writes the line of a link. Title and notes that are harmless by themselves may still be markup together, a
// backtick in each for instance, so the line as a whole decides.
func linkLine(title, url, notes string) string {
	line := "- [" + inlineText(title, "[]") + "](" + url + ")"
	if notes != "" {
		line += ": " + inlineText(notes, "")
	}
	if reads(line, title, url, notes) {
		return line + "\n"
	}
	line = "- [" + escapeBytes(title, markup) + "](" + url + ")"
	if notes != "" {
		line += ": " + escapeBytes(notes, markup)
	}
	return line + "\n"
}

// reads reports whether the line is one item with just this link.
func reads(line, title, url, notes string) bool {
	d := Parse([]byte(line))
	if len(d.Preamble) != 1 || len(d.Preamble[0].Items) != 1 {
		return false
	}
	it := d.Preamble[0].Items[0]
	return it.Form == FileLink && len(it.Blocks) == 0 && len(it.More) == 0 &&
		it.Link.Title == title && it.Link.URL == url && it.Notes == notes
}

// oneLine makes one line of text: whatever any of the readers takes for a line end, and every control character, becomes a
// space, spaces are not repeated, and nothing is left at the ends that a reader would strip.
func oneLine(s string) string {
	var b strings.Builder
	space := false
	for _, c := range repair(s) {
		switch {
		case c == ' ' || unicode.IsControl(c) || c == 0x2028 || c == 0x2029:
			space = true
			continue
		case space && b.Len() > 0:
			b.WriteByte(' ')
		}
		space = false
		b.WriteRune(c)
	}
	return strings.TrimFunc(b.String(), func(c rune) bool { return unicode.IsSpace(c) || c == 0xfeff })
}

// characterReference writes a character as a numeric reference.
func characterReference(c byte) string { return "&#" + strconv.Itoa(int(c)) + ";" }

// inlineText writes plain text so that CommonMark shows it as it is. The characters in always are referenced in any case;
// others only if the text would otherwise look different.
func inlineText(s, always string) string {
	plain := escapeBytes(s, always)
	if shows(plain, s) {
		return plain
	}
	// A reference for each & that starts one, before anything else adds more of them.
	if plain = escapeBytes(s, always+"&"); shows(plain, s) {
		return plain
	}
	return escapeBytes(s, markup)
}

// markup are the characters that inline markup is made of.
const markup = "&\\`*_[]<"

// shows reports whether CommonMark shows the source as this text, with no link or tag in it.
func shows(source, text string) bool {
	if !needsInline(source) {
		return source == text
	}
	p := parseInlines(source, nil, 0)
	return len(p.links) == 0 && p.limitAt < 0 && p.plain(0, len(source)) == text
}

func escapeBytes(s, set string) string {
	if set == "" || !strings.ContainsAny(s, set) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < utf8.RuneSelf && strings.IndexByte(set, c) >= 0 {
			if c == '&' {
				b.WriteString("&amp;")
			} else {
				b.WriteString(characterReference(c))
			}
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// headingText writes the text of an ATX heading: a # at its end would be taken for the heading's end.
func headingText(s string) string {
	s = inlineText(s, "")
	if strings.HasSuffix(s, "#") {
		hashes := len(s) - len(strings.TrimRight(s, "#"))
		if start := len(s) - hashes; start == 0 || s[start-1] == ' ' {
			s = s[:len(s)-1] + characterReference('#')
		}
	}
	return s
}

// paragraphText writes a paragraph of one line whose first character must not start another kind of block.
func paragraphText(s string) string {
	text := inlineText(s, "")
	d := Parse([]byte(text))
	// The reference parsers take ## for a section without a space behind it too.
	if len(d.Preamble) == 1 && d.Preamble[0].Kind == Paragraph && len(d.Preamble[0].Raw) == len(text) && text[0] != '#' {
		return text
	}
	at := 0
	for at < len(text) && isDigit(text[at]) {
		at++ // 1. starts a list by its delimiter
	}
	if at == len(text) || isAlnum(text[at]) || text[at] >= utf8.RuneSelf {
		return text
	}
	return text[:at] + characterReference(text[at]) + text[at+1:]
}

// encodeURL percent-encodes what cannot stand in a URL between parentheses: everything that is not ASCII or not visible,
// parentheses, angle brackets, quotes, backslashes and the like, and a % that encodes nothing. A semicolon is encoded where
// it would complete a character reference.
func encodeURL(s string) string {
	s = strings.TrimFunc(repair(s), func(c rune) bool { return unicode.IsSpace(c) || unicode.IsControl(c) || c == 0xfeff })
	// Brackets may stand in the host, around an IPv6 address, and nowhere else.
	host := strings.Index(s, "://") + len("://")
	path := 0
	if host >= len("://") {
		path = len(s)
		if n := strings.IndexAny(s[host:], "/?#"); n >= 0 {
			path = host + n
		}
	}
	var b strings.Builder
	semicolon := -1 // the one that completes the character reference that stands here
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '&' {
			if _, end := entity(s, i); end > 0 {
				semicolon = end - 1
			}
		}
		switch {
		case c <= ' ' || c >= 0x7f || strings.IndexByte("()<>\"\\^`{|}", c) >= 0,
			c == '%' && !(i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2])),
			(c == '[' || c == ']') && i >= path,
			c == ';' && i == semicolon:
			fmt.Fprintf(&b, "%%%02X", c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func isHex(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }
