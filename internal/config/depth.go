package config

import "strings"

// maxDepth bounds the nesting of tables, arrays and dotted keys. The TOML
// library takes time in the square of it: seconds for a hostile file of a few
// kilobytes.
const maxDepth = 24

// tooDeep returns the offset at which TOML text nests deeper than maxDepth, or
// -1. It knows strings and comments, and no more of the language.
func tooDeep(text string) int {
	depth, dots := 0, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '"', '\'':
			i = stringEnd(text, i) - 1
		case '#':
			if n := strings.IndexByte(text[i:], '\n'); n >= 0 {
				i += n
			} else {
				i = len(text)
			}
			dots = 0
		case '[', '{':
			depth, dots = depth+1, 0
		case ']', '}':
			depth, dots = max(depth-1, 0), 0
		case '=', ',', '\n':
			dots = 0
		case '.':
			dots++
		}
		if depth > maxDepth || dots > maxDepth {
			return i
		}
	}
	return -1
}

// stringEnd returns the offset behind the string that begins at i; the end of
// the line, or of the text, where it is not closed.
func stringEnd(text string, i int) int {
	quote := text[i : i+1]
	if long := strings.Repeat(quote, 3); strings.HasPrefix(text[i:], long) {
		for j := i + 3; j < len(text); j++ {
			switch {
			case quote == `"` && text[j] == '\\':
				j++
			case strings.HasPrefix(text[j:], long):
				return j + 3
			}
		}
		return len(text)
	}
	for j := i + 1; j < len(text); j++ {
		switch {
		case quote == `"` && text[j] == '\\':
			j++
		case text[j] == quote[0]:
			return j + 1
		case text[j] == '\n':
			return j
		}
	}
	return len(text)
}
