package excerpt

import "testing"

func TestExcerpt(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{Quote("a\x1b[31m\u202e\"b\n"), `"a\x1b[31m\u202e\"b\n"`},
		{Quote("\xff"), `"\xff"`},
		{Cut("äöü", 3), "ä…"},
		{Cut("äöü", 6), "äöü"},
		{Cut("\x80\x80\x80", 2), "…"},
		{Middle("abcdefgh", 8), "abcdefgh"},
		{Middle("abcdefghi", 8), "abcdef…hi"},
		{Middle("äöüäöüäöü", 8), "äöü…ü"},
		{Middle("ab\x80\x80\x80\x80\x80\x80\x80", 8), "a…"},
		{First("", "the end"), "the end"},
		{First("\xffa", "the end"), "the byte 0xFF"},
		{First("\nb", "the end"), `'\n'`},
		{First("\uFFFD", "the end"), "'\uFFFD'"},
	} {
		if test.got != test.want {
			t.Errorf("got %s, want %s", test.got, test.want)
		}
	}
}
