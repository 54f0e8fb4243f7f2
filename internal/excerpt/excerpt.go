// Package excerpt makes parts of a checked file fit to be quoted in a message: short, on one line, nothing unprintable.
package excerpt

import (
	"fmt"
	"strconv"
	"unicode/utf8"
)

// Quote is s in double quotes, cut behind 80 bytes, everything that Go does not count as printable (control and bidi
// characters too) escaped.
func Quote(s string) string { return strconv.Quote(Cut(s, 80)) }

// Cut is s, or, where it is longer than n bytes, its first n bytes or fewer, cut between characters, and an ellipsis.
func Cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return s[:Start(s, n)] + "…"
}

// Start is the place at or before i at which s may be cut: where a character begins, or its end.
func Start(s string, i int) int {
	for i > 0 && i < len(s) && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}

// Middle is s, or, where it is longer than n bytes, about n bytes of it: its beginning and its end, cut between characters,
// and an ellipsis.
func Middle(s string, n int) string {
	if len(s) <= n {
		return s
	}
	tail := len(s) - n/4
	for tail < len(s) && !utf8.RuneStart(s[tail]) {
		tail++
	}
	return Cut(s, n-n/4) + s[tail:]
}

// First describes the first character of rest for a message that says what was found: a quoted character, a byte that is
// no UTF-8, or end where nothing is left.
func First(rest, end string) string {
	if rest == "" {
		return end
	}
	r, size := utf8.DecodeRuneInString(rest)
	if r == utf8.RuneError && size == 1 {
		return fmt.Sprintf("the byte 0x%02X", rest[0])
	}
	return strconv.QuoteRune(r)
}
