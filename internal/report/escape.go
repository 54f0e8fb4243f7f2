package report

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable makes s safe for a terminal and for one line of text: control
// characters, bidirectional controls and bytes that are not UTF-8 appear as
// escapes, so that nothing of a tree can move the cursor, colour, hide or
// reorder what is printed.
func Printable(s string) string {
	if strings.IndexFunc(s, unsafeRune) < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			b.WriteString(`\x`)
			b.WriteString(strconv.FormatUint(uint64(s[i])|0x100, 16)[1:])
		case unsafeRune(r):
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		default:
			b.WriteString(s[i : i+size])
		}
		i += size
	}
	return b.String()
}

// Line is Printable for what may end up in the log of a workflow. GitHub's
// runner reads ##[command] as a command wherever in a line it stands, so that
// its bracket is escaped as well. The other form, ::command::, counts only as
// the first thing of a line: no report begins a line with text of the tree.
func Line(s string) string {
	return strings.ReplaceAll(Printable(s), "##[", `##\x5b`)
}

// linePath is a path of the tree as the first thing of a line.
func linePath(path string) string {
	line := Line(path)
	if strings.HasPrefix(strings.TrimLeftFunc(line, unicode.IsSpace), "::") {
		return "./" + line
	}
	return line
}

func unsafeRune(r rune) bool {
	switch {
	case r == utf8.RuneError, unicode.IsControl(r):
		return true
	case r == '\u2028', r == '\u2029', r == '\ufeff':
		return true
	}
	return unicode.Is(unicode.Bidi_Control, r)
}

// asciiControls rewrites a JSON text so that a terminal shows it safely too:
// what Printable would escape stands as \u escapes. Such characters occur in
// strings only, so that the text says the same as before.
func asciiControls(text []byte) []byte {
	clean := true
	for i := 0; i < len(text) && clean; i++ {
		clean = text[i] >= ' ' && text[i] < 0x7F || text[i] == '\n'
	}
	if clean {
		return text
	}
	out := make([]byte, 0, len(text)+64)
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r != '\n' && unsafeRune(r) && r <= 0xFFFF {
			out = append(out, '\\', 'u')
			out = append(out, strconv.FormatUint(uint64(r)|0x10000, 16)[1:]...)
		} else {
			out = append(out, text[i:i+size]...)
		}
		i += size
	}
	return out
}

// logJSON and logHTML do to JSON and to HTML what Line does to text.
func logJSON(text []byte) []byte {
	return bytes.ReplaceAll(text, []byte("##["), []byte(`##\u005b`))
}

func logHTML(text string) string {
	return commandLine.ReplaceAllString(strings.ReplaceAll(text, "##[", "##&#91;"), "$1&#58;:")
}

// commandLine is the beginning of a line that the runner reads as a command.
var commandLine = regexp.MustCompile(`(?m)^([\s\p{Z}]*)::`)

// printableLines is Printable for each line of s.
func printableLines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = Printable(strings.TrimSuffix(lines[i], "\r"))
	}
	return strings.Join(lines, "\n")
}
