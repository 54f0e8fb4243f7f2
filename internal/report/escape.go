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
// characters, bidirectional controls, what is not seen, and bytes that are not
// UTF-8 appear as escapes, so that nothing of a tree can move the cursor,
// colour, hide or reorder what is printed. Marks beyond those that any script
// or emoji needs are escaped too: a thousand of them on one letter are a tower
// that covers the lines above, or a word that no browser can break.
func Printable(s string) string {
	var b strings.Builder
	done, joined := 0, 0 // what of s is written; how many characters hang on the last one
	var last rune
	for i := 0; i < len(s); {
		if c := s[i]; ' ' <= c && c < 0x7F {
			i, joined, last = i+1, 0, 0
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if joins(last, r) {
			joined++
		} else {
			joined = 0
		}
		last = r
		if joined > mostJoined || unsafeRune(r) && !isFlag(s[:i], r) {
			b.WriteString(s[done:i])
			if r == utf8.RuneError && size == 1 {
				b.WriteString(`\x`)
				b.WriteString(strconv.FormatUint(uint64(s[i])|0x100, 16)[1:])
			} else {
				quoted := strconv.QuoteRuneToASCII(r)
				b.WriteString(quoted[1 : len(quoted)-1])
			}
			done, last = i+size, 0
		}
		i += size
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

// mostJoined is how many characters may hang on one. The longest emoji of
// Unicode have nine, the scripts with the most marks fewer.
const mostJoined = 12

// Of what is not seen, emoji need the one, Persian and Hindi both.
const (
	joiner    = '\u200d'
	nonJoiner = '\u200c'
)

// joins reports whether r hangs on the character last before it, as far as
// that makes long ones: marks, joined emoji, letters of old Hangul, and those of
// India behind a virama.
func joins(last, r rune) bool {
	return unicode.Is(unicode.M, r) || r == joiner || r == nonJoiner || last == joiner ||
		isLeadingJamo(r) && isLeadingJamo(last) || strings.ContainsRune("\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d", last) && unicode.IsLetter(r)
}

func isLeadingJamo(r rune) bool { return 0x1100 <= r && r <= 0x115F || 0xA960 <= r && r <= 0xA97C }

// isFlag reports whether r, behind before, belongs to the flag of a region
// such as Scotland's: a black flag, and its letters as tags that are not seen.
func isFlag(before string, r rune) bool {
	if !isTag(r) {
		return false
	}
	rest := strings.TrimRightFunc(before[max(0, len(before)-6*utf8.UTFMax):], isTag)
	return strings.HasSuffix(rest, "\U0001f3f4")
}

func isTag(r rune) bool { return 0xE0020 <= r && r <= 0xE007F }

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
	case r < 0xAD:
		return false
	case r == '\u2028', r == '\u2029':
		return true
	case r == joiner, r == nonJoiner:
		return false
	}
	return unicode.In(r, unicode.Bidi_Control, unicode.Other_Default_Ignorable_Code_Point) && r != '\u034f' ||
		unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
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
