package rules

import (
	"strings"
	"testing"
)

func TestSnippetAt(t *testing.T) {
	long := strings.Repeat("x", 300)
	for _, c := range []struct {
		src    string
		offset int
		text   string // "": no snippet
		column int
	}{
		{"a\nbcd\ne", 3, "bcd", 2},
		{"a\nbcd\r\ne", 2, "bcd", 1},
		{"a\n \t bcd\ne", 6, "bcd", 2},
		{"  bcd", 0, "  bcd", 1}, // what is indented is cut up to the fault only
		{"bcd", 3, "bcd", 4},
		{"bcd", 4, "", 0},
		{"bcd", -1, "", 0},
		{"\n\n", 1, "", 0},
		{"", 0, "", 0},
		{long, 0, long[:160], 1},
		{long, 40, long[:160], 41},
		{long, 41, long[:160], 41},
		{long, 290, long[:50], 41},
		{strings.Repeat("\x80", 200), 0, "", 0}, // nothing of it is the beginning of a character
		{"é" + long, 41, long[:159], 40},        // not from within a character
		{strings.Repeat("é", 100), 0, strings.Repeat("é", 80), 1},
		{"x" + strings.Repeat("é", 100), 0, "x" + strings.Repeat("é", 79), 1},
	} {
		s := snippetAt([]byte(c.src), c.offset)
		switch {
		case s == nil:
			if c.text != "" {
				t.Errorf("%.20q at %d: no snippet", c.src, c.offset)
			}
		case s.Text != c.text || s.Column != c.column:
			t.Errorf("%.20q at %d: %q, column %d; want %q, %d", c.src, c.offset, s.Text, s.Column, c.text, c.column)
		}
	}
}

func TestParseSeverity(t *testing.T) {
	for _, s := range []Severity{Off, Info, Warning, Error} {
		if got, err := ParseSeverity(s.String()); err != nil || got != s {
			t.Errorf("%v: %v, %v", s, got, err)
		}
	}
	if _, err := ParseSeverity("grave"); err == nil {
		t.Error("grave is a severity")
	}
}

func TestQuote(t *testing.T) {
	x := strings.Repeat("x", 119)
	for in, want := range map[string]string{
		"": "“”", " a \n b ": "“a b”", x + "y": "“" + x + "y”", x + "yz": "“" + x + "y…”", x + "éz": "“" + x + "…”",
		strings.Repeat("\x80", 121):      "“…”",
		"a" + strings.Repeat(" ", 1<<20): "“a…”", "a" + strings.Repeat(" ", 4000): "“a”", strings.Repeat("é", 1<<20): "“" + strings.Repeat("é", 60) + "…”",
	} {
		if got := Quote(in); got != want {
			t.Errorf("Quote(%q) = %q, want %q", in, got, want)
		}
	}
}
