package rules

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

// The small questions that rules ask of texts: each answer, one by one.
func TestQuestions(t *testing.T) {
	words := []string{"sitemap", "site map"}
	for _, c := range []struct {
		name     string
		ask      func(string) bool
		yes, not string // texts, separated by |
	}{
		{"holdsFold", func(s string) bool { return holdsFold([]byte(s), words) }, "sitemap|The Sitemap|my SITE MAP.", "|site|itemap|sitemaq"},
		{"hasFold bot", func(s string) bool { return hasFold(s, "bot") }, "bot|GoogleBot|botany|a bot b", "|bo|b ot"},
		{"isCrawler", isCrawler, "googlebot|Slurp|Yandex|Baiduspider", "robo|generator|slurps"},
		{"isSeparator", isSeparator, "-|–|»|::", "|a|-1|é"},
		{"isPart", func(s string) bool { return isPart("Install", s) }, "Install - X|Install · X Y|X - Install|X Y » Install", "Install|Install X|X Install|Install it - X|XInstall|InstallX| Install"},
		{"sameLanguage en", func(s string) bool { return sameLanguage("en", s) }, "en|EN| en |en-GB", "de|eng|e"},
		{"sameLanguage en-GB", func(s string) bool { return sameLanguage("en-GB", s) }, "en|en-gb", "en-US|en-GBx"},
		{"hasScheme", hasScheme, "a:|mailto:x|a1+b-c.d:x|a0:|Zz:|z:", "|:|1a:|+a:|a_b:|a/b:c|a?b:c|a#b:c|abc|é:"},
		{"isURLText", isURLText, "|https://a/b%20c?d=e[f]!~", "a b|a\x7f|é|\x00|a<b|a>b|a\"b|a^b|a`b|a{b|a}b|a\\b"},
		{"isLiveReload", isLiveReload, "livereload.js|/livereload.js?port=1|https://h/livereload.js", "xlivereload.js|livereload.jsx|livereload.js/"},
		{"isLocal", isLocal, "http://localhost/x|http://LOCALHOST|https://a.localhost/|http://me@localhost/|http://127.0.0.1:8/|http://0.0.0.0|http://[::1]:80/|//localhost?x|https://example.com:1313/|http://localhost#x|HTTP://localhost",
			"localhost|/localhost|https://notlocalhost/|https://localhost.example.com/|http://127.example/|http://1127.0.0.1/|https://example.com/localhost|ftp://localhost/|https://example.com/@localhost|http:///a.localhost|//"},
		{"isLocalHost", isLocalHost, "localhost|intranet|intranet:80|a.local|a.LOCALHOST|a.internal|a.test.|127.0.0.1|0.0.0.0|10.1.2.3:8|192.168.0.9|169.254.1.1|[::1]|[fe80::1]|[fd00::1]:80",
			"|:80|example.com|a..|1.1.1.1|11.0.0.1|192.169.0.1|[2001:db8::1]|a.loc|a.tes|127.com|a.9x"},
		{"looksLikeHost", looksLikeHost, "www.x|example.com|example.org/x|a.io|a.net|a.dev", "docs/example.com|x.html|.com|com|awww.x"},
		{"isLine", isLine, "1|12|L3", "|L|a|1a|LL1"},
		{"isRelative", isRelative, "a|a/b:c|?a:b|#a:b|:a|.", "|/a|a:|mailto:x"},
		{"isAbsolute", isAbsolute, "https://a|HTTP://b/", "https://|https:///a|http:/a|ftp://a|a"},
		{"isGeneric", isGeneric, "SEO|best|best notes|cheap notes|#1 notes|free", "notes|bestiary|the best|free notes"},
		{"pageWords", func(s string) bool { return wordsIn("notes are files").has(s) }, "notes|note|file|files|are", "otes|notebook|fi les|pages"},
		{"pageWords of singulars", func(s string) bool { return wordsIn("page css bus").has(s) }, "pages|page|css", "buss|buses|csss|as"},
		{"isHTML", func(s string) bool { return isHTML([]byte(s)) }, "<!doctype HTML>|<html>|<html|<head\n|<?xml version|<!-- a --> <body>|<!-- a --><!-- b --><html lang=en>|<!DOCTYPE html\t", "|<htmlx|# <html>|<!-- <html>|<p>|<!doctype htm|text"},
		{"isOwnerHost", func(s string) bool { return isOwnerHost(s, "example-user") }, "https://example-user.github.io/x|http://Example-User.GitHub.io", "example-user.github.io|https://example-user.github.io.com/|https://xexample-user.github.io/|https://example-user/"},
		{"isWordEnd", func(s string) bool { return isWordEnd(s[0]) }, " |\"|'|<|>|(|)|`|\n|\x00", "!|a|/|[|~"},
	} {
		for _, s := range strings.Split(c.yes, "|") {
			if !c.ask(s) {
				t.Errorf("%s(%q) is false", c.name, s)
			}
		}
		for _, s := range strings.Split(c.not, "|") {
			if c.ask(s) {
				t.Errorf("%s(%q) is true", c.name, s)
			}
		}
	}
}

// The small texts that rules make of texts.
func TestAnswers(t *testing.T) {
	long := strings.Repeat("x", 119)
	ref := func(query, fragment string, has bool) string {
		return suffixOf(&ghpages.Ref{Query: query, Fragment: fragment, HasFragment: has})
	}
	for _, c := range []struct{ name, got, want string }{
		{"list", list(nil), ""},
		{"list", list([]string{"a"}), "a"},
		{"list", list([]string{"a", "b"}), "a and b"},
		{"list", list([]string{"a", "b", "c"}), "a, b and c"},
		{"squeeze", squeeze("https://a//b///c"), "https://a/b/c"},
		{"squeeze", squeeze("a//b"), "a//b"},
		{"encodeURL", encodeURL("https://a/é b|\x7f%20"), "https://a/%C3%A9%20b%7C%7F%20"},
		{"quoteExact", quoteExact("a\tb\nc"), `“a\tb\nc”`},
		{"quoteExact", quoteExact(long + "y"), "“" + long + "y”"},
		{"quoteExact", quoteExact(long + "yz"), "“" + long + "y…”"},
		{"quoteExact", quoteExact(long + "éz"), "“" + long + "…”"},
		{"quoteExact", quoteExact(strings.Repeat("\x80", 121)), "“…”"},
		{"firstLine", firstLine("12-20"), "12"},
		{"firstLine", firstLine("L1-L2"), "L1"},
		{"firstLine", firstLine("a-1"), "a-1"},
		{"firstLine", firstLine("1-b"), "1-b"},
		{"firstLine", firstLine("1"), "1"},
		{"fragmentAt", fragmentAt([]byte(`<a href="x#a&amp;b">`), 9), "a&b"},
		{"fragmentAt", fragmentAt([]byte("x#1-2"), 0), "1"},
		{"fragmentAt", fragmentAt([]byte("x#y"), 9), ""},
		{"fragmentAt", fragmentAt([]byte(`"x#y"`), 0), ""},
		{"pathOf", pathOf("docs/", "Docs/index.html"), "Docs/"},
		{"pathOf", pathOf("docs", "Docs/index.html"), "Docs/"},
		{"pathOf", pathOf("docs/guide", "docs/Guide.html"), "docs/Guide"},
		{"pathOf", pathOf("docs/guide.html", "docs/Guide.html"), "docs/Guide.html"},
		{"fileOf", fileOf(""), "index.html"},
		{"fileOf", fileOf("a/"), "a/index.html"},
		{"fileOf", fileOf("a"), "a"},
		{"pageFile", pageFile("a"), "a.html"},
		{"pageFile", pageFile(""), "index.html"},
		{"pageFile", pageFile("a/"), "a/index.html"},
		{"pageFile", pageFile("a.html"), "a.html"},
		{"suffixOf", ref("", "", false), ""},
		{"suffixOf", ref("q", "f", true), "?q#f"},
		{"suffixOf", ref("", "", true), "#"},
		{"collapse", collapse(" a  b\n"), "a b"},
		{"collapse", collapse(" a b "), "a b"},
		{"collapse", collapse("a\fb"), "a b"},
		{"folder", folder("https://a/b/c?d/#e/") + folder("https://a/b/"), "https://a/b/https://a/b/"},
		{"both", both("", ""), ""},
		{"both", both("stops", "stops"), "both reference parsers stop"},
		{"both", both("loses it and takes x", "loses it and takes x"), "both reference parsers lose it and take x"},
		{"both", both("stops", ""), "the Python parser stops"},
		{"both", both("", "stops"), "the JavaScript parser stops"},
		{"both", both("stops", "goes on"), "the Python parser stops, the JavaScript parser goes on"},
		{"statusCounts", statusCounts([]*site.Page{{Status: site.Excluded}, {Status: site.RedirectStub}, {Status: site.Excluded}}),
			statusCounts([]*site.Page{{Status: site.RedirectStub}, {Status: site.Excluded}, {Status: site.Excluded}})},
		{"statusCounts", statusCounts([]*site.Page{{Status: site.Excluded}}), "1 " + site.Excluded.String()},
		{"statusCounts", statusCounts([]*site.Page{{Status: site.Unread}}), "1 " + site.Unread.String()},
		{"bracketed", bracketed("[a][OWNER]", "[", "]"), "[OWNER]"},
		{"bracketed", bracketed("[OWNERS][", "[", "]"), ""},
		{"wordsOf", strings.Join(wordsOf("C++, C# and a-b é1"), "|"), "c++|c#|and|a|b|é1"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", c.name, c.got, c.want)
		}
	}
}

func TestPlaceholderIn(t *testing.T) {
	d := &ghpages.Deployment{Owner: "example-user", Repo: "example-project"}
	for s, want := range map[string]string{
		"[SITE_ROOT]/x": "[SITE_ROOT]", "a[b][REPO]": "[REPO]", "%5BOWNER%5D": "%5BOWNER%5D", "%5bOWNER%5d": "%5bOWNER%5d",
		"https://OWNER.github.io/": "OWNER.github.io", "https://github.com/OWNER": "github.com/OWNER", "/REPO/": "/REPO/",
		"OWNER": "", "/REPO": "", "[site_root]": "", "[SITE_ROOT": "", "SITE_ROOT]": "", "%5BX%5D": "", "": "",
	} {
		if got := placeholderIn(s, d); got != want {
			t.Errorf("placeholderIn(%q) = %q, want %q", s, got, want)
		}
	}
	own := &ghpages.Deployment{Owner: "OWNER", Repo: "REPO"}
	for _, s := range []string{"https://OWNER.github.io/", "/REPO/"} {
		if got := placeholderIn(s, own); got != "" {
			t.Errorf("placeholderIn(%q) = %q where that is the name", s, got)
		}
	}
}

// isURL: the token between § marks.
func TestIsURL(t *testing.T) {
	for text, want := range map[string]bool{
		"[a](§[SITE_ROOT]§)":     true,
		"(§[SITE_ROOT]§)":        false,
		"§[SITE_ROOT]§":          true,
		"a\n§[SITE_ROOT]§\nb":    true,
		"<§[SITE_ROOT]§>":        true,
		"<§[SITE_ROOT]§ x":       false,
		"x §[SITE_ROOT]§>":       false,
		"Root: §[SITE_ROOT]§\n":  true,
		"Root: §[SITE_ROOT]§ x":  false,
		"Root §[SITE_ROOT]§":     false,
		"`§[SITE_ROOT]§`":        false,
		"see §[SITE_ROOT]/a§ x":  true,
		"see §[SITE_ROOT].§ x":   false,
		"see §a[SITE_ROOT]§ x":   true,
		"see §[SITE_ROOT]?!:;§ ": false,
		"](§[SITE_ROOT]§":        true,
		"](x) §[SITE_ROOT]§ y":   false,
		"`§[SITE_ROOT]/x§ y":     false,
	} {
		start := strings.Index(text, "§")
		end := strings.LastIndex(text, "§") - len("§")
		plain := strings.ReplaceAll(text, "§", "")
		if got := (&textWord{text: plain, start: start, end: end, line: strings.LastIndexByte(plain[:start], '\n') + 1}).isURL("[SITE_ROOT]"); got != want {
			t.Errorf("isURL(%q) = %v", text, got)
		}
	}
}

func TestTextAt(t *testing.T) {
	x := strings.Repeat("x", 39)
	for _, c := range []struct {
		src    string
		offset int
		want   string
	}{
		{"ab<c", 0, "ab"}, {"ab\nc", 1, "b"}, {" a b <", 0, "a b"}, {"ab", -3, "ab"}, {"ab", 2, ""}, {"ab", 9, ""},
		{x + "yz", 0, x + "y"}, {x + "éz", 0, x}, {x + "y", 0, x + "y"},
		{strings.Repeat("\x80", 50), 0, ""},
	} {
		if got := textAt(&htmlfacts.Page{Src: []byte(c.src)}, c.offset); got != c.want {
			t.Errorf("textAt(%q, %d) = %q, want %q", c.src, c.offset, got, c.want)
		}
	}
}

func TestPlaces(t *testing.T) {
	long := strings.Repeat("é", maxColumn/2)
	src := "a\né b\n" + long + "c"
	var p places
	p.reset([]byte(src))
	for range 10 { // the first ones read the text, later ones an index
		for _, c := range []struct{ offset, line, column int }{
			{-1, 1, 1}, {0, 1, 1}, {1, 1, 2}, {2, 2, 1}, {4, 2, 2}, {5, 2, 3}, {7, 3, 1},
			{7 + maxColumn - 2, 3, maxColumn / 2}, // in characters
			{7 + maxColumn - 1, 3, maxColumn/2 + 1},
			{7 + maxColumn, 3, maxColumn + 1}, // in bytes
			{1 << 30, 3, maxColumn + 2},
		} {
			if line, column := p.at(c.offset); line != c.line || column != c.column {
				t.Errorf("at(%d) = %d, %d; want %d, %d", c.offset, line, column, c.line, c.column)
			}
		}
	}
}

// What was asked for before changes no answer.
func TestPlacesInAnyOrder(t *testing.T) {
	src := []byte("é\n" + strings.Repeat("aé\xff\xe2\x82 ", 40) + "\n\n" + strings.Repeat("€", 30))
	r := rand.New(rand.NewPCG(1, 2))
	var p places
	p.reset(src)
	for range 20_000 {
		var fresh places
		fresh.reset(src)
		offset := r.IntN(len(src) + 1)
		line, column := p.at(offset)
		if l, c := fresh.at(offset); line != l || column != c {
			t.Fatalf("%d is at %d:%d, or at %d:%d behind another", offset, l, c, line, column)
		}
	}
}

// Words are found whether few or many are asked for.
func TestManyWords(t *testing.T) {
	few, many := wordsIn("Notes are files, and pages."), wordsIn("Notes are files, and pages.")
	for i := range fewWords {
		many.has(fmt.Sprint(i))
	}
	for _, word := range []string{"notes", "note", "otes", "a", "and", "andy", "page", "pages", "pagess", "zebra", "files", "i", ""} {
		if few.has(word) != many.has(word) {
			t.Errorf("%q: %v of few, %v of many", word, few.has(word), many.has(word))
		}
	}
	if wordsIn("").has("a") {
		t.Error("a word of no text")
	}
}

func TestParseLastmod(t *testing.T) {
	for s, want := range map[string]time.Time{
		"2026": time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), "2026-02": time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC),
		"2026-02-03": time.Date(2026, 2, 3, 0, 0, 0, 0, time.UTC), "2026-02-03T04:05Z": time.Date(2026, 2, 3, 4, 5, 0, 0, time.UTC),
	} {
		if got, ok := parseLastmod(s); !ok || !got.Equal(want) {
			t.Errorf("parseLastmod(%q) = %v, %v", s, got, ok)
		}
	}
	if _, ok := parseLastmod("yesterday"); ok {
		t.Error("yesterday is a date")
	}
}

func TestOGTag(t *testing.T) {
	for property, want := range map[string]tagKind{
		"og:title": tagOGTitle, "og:image": tagOGImage, "OG:URL": tagOGURL, "og:type twitter:card": tagOGType, "x og:description": tagOGDescription, "x og:image": tagOGImage,
	} {
		if got, ok := ogTag(property); !ok || got != want {
			t.Errorf("ogTag(%q) = %d, %v", property, got, ok)
		}
	}
	for _, property := range []string{"", "a", "og:", "og:site_name", "xog:title", "ogtitle", "a b", "twitter:title"} {
		if got, ok := ogTag(property); ok {
			t.Errorf("ogTag(%q) = %d", property, got)
		}
	}
}
