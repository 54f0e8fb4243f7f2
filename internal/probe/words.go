package probe

import (
	"strings"
	"unicode"
)

// Words cuts a text into the words that are compared: runs of letters, marks
// and digits of any script, in lower case, apostrophes inside a word left out
// (комп’ютер is one word). Scripts that are written without spaces give each
// pair of neighbouring characters, as search engines do.
func Words(text string) []string {
	var words []string
	var word strings.Builder
	var dense []rune // characters of a run without spaces
	flush := func() {
		if word.Len() > 0 {
			words = append(words, word.String())
			word.Reset()
		}
		if len(dense) == 1 {
			words = append(words, string(dense))
		}
		for i := 1; i < len(dense); i++ {
			words = append(words, string(dense[i-1:i+1]))
		}
		dense = dense[:0]
	}
	runes := []rune(text)
	for i, r := range runes {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
			if word.Len() > 0 {
				flush()
			}
			dense = append(dense, r)
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			if len(dense) > 0 {
				flush()
			}
			word.WriteRune(unicode.ToLower(r))
		case isApostrophe(r) && word.Len() > 0 && i+1 < len(runes) && unicode.IsLetter(runes[i+1]):
		default:
			flush()
		}
	}
	flush()
	return words
}

func isApostrophe(r rune) bool { return r == '\'' || r == '’' || r == 'ʼ' }
