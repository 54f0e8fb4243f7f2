package robots

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/discovery-set/hugo-discovery/internal/pos"
	"github.com/discovery-set/hugo-discovery/internal/problemtest"
)

func TestParse(t *testing.T) {
	src := "\uFEFF# Companion file\r\n" +
		"user-agent: Googlebot # the searcher\r\n" +
		"User-Agent : Bingbot/2.0\r\n" +
		"Crawl-delay: 5\r\n" +
		"\r\n" +
		"  Disallow:/private/*.html$\r\n" +
		"Allow: \r\n" +
		"Sitemap: https://example.com/sitemap.xml\n" +
		"USER-AGENT: *\r" +
		"Disallow: /\n" +
		"X-Own: yes"
	f := Parse([]byte(src))
	if len(f.Problems) > 0 || !f.BOM || f.HTML || f.Truncated || f.Size != len(src) {
		t.Errorf("got %+v", f)
	}
	at := func(s string) pos.Position { return pos.At(src, strings.Index(src, s)) }
	record := func(key, value string, known bool) Record {
		for i := 0; ; i++ { // the value behind its key
			if k := strings.Index(src[i:], key); strings.HasPrefix(strings.TrimLeft(src[i+k+len(key):], " :"), value) {
				start := i + k
				rest := src[start+len(key):]
				return Record{key, value, pos.At(src, start), start + len(key) + len(rest) - len(strings.TrimLeft(rest, " :")), known}
			}
		}
	}
	wantGroups := []Group{
		{
			Agents: []Record{record("user-agent", "Googlebot", true), record("User-Agent", "Bingbot/2.0", true)},
			Rules:  []Rule{{false, record("Disallow", "/private/*.html$", true)}, {true, Record{"Allow", "", at("Allow"), strings.Index(src, "Allow:") + len("Allow:"), true}}},
		},
		{
			Agents: []Record{record("USER-AGENT", "*", true)},
			Rules:  []Rule{{false, Record{"Disallow", "/", at("Disallow: /\n"), strings.Index(src, "/\nX"), true}}},
		},
	}
	if !reflect.DeepEqual(f.Groups, wantGroups) {
		t.Errorf("groups: got %+v\nwant %+v", f.Groups, wantGroups)
	}
	if want := []Record{record("Sitemap", "https://example.com/sitemap.xml", true)}; !reflect.DeepEqual(f.Sitemaps, want) {
		t.Errorf("sitemaps: got %+v, want %+v", f.Sitemaps, want)
	}
	if want := []Record{record("Crawl-delay", "5", true), record("X-Own", "yes", false)}; !reflect.DeepEqual(f.Others, want) {
		t.Errorf("others: got %+v, want %+v", f.Others, want)
	}
	if want := []Comment{{"Companion file", at("# Comp")}, {"the searcher", at("# the")}}; !reflect.DeepEqual(f.Comments, want) {
		t.Errorf("comments: got %+v, want %+v", f.Comments, want)
	}
}

// seen is a problem as the tables name it.
func seen(p Problem) (place, message string) {
	return fmt.Sprintf("%s@%d:%d", p.Kind, p.Line, p.Column), p.Message
}

func TestProblems(t *testing.T) {
	many := "User-agent: *\n" + strings.Repeat("Disallow: /*\n", MaxWildcards+2)
	tests := []struct {
		name, src string
		want      []string // kind@line:column, then a part of the message
	}{
		{"empty", "", nil},
		{"unknown record", "Cache-delay: 5\nFollow: me\n", nil},
		{"no colon", "User-agent: *\nAllow /\n", []string{"no-colon@2:1", `"Allow /"`}},
		{"empty agent", "User-agent:\nAllow: /\n", []string{"empty-agent@1:1", "names no crawler"}},
		{"orphan rule", "Disallow: /\nUser-agent: *\n", []string{"orphan-rule@1:1", "Disallow"}},
		{"bad path", "User-agent: *\nDisallow: private\n", []string{"bad-path@2:11", `"private"`}},
		{"misspelt", "User-agent: *\nDissalow: /\nsite-map: x\nUseragent: y\nAlow: /", []string{
			"misspelt@2:1", "disallow", "misspelt@3:1", "sitemap", "misspelt@4:1", "user-agent", "misspelt@5:1", "allow",
		}},
		{"empty sitemap", "Sitemap:  \n", []string{"empty-sitemap@1:1", "URL"}},
		{"invalid UTF-8", "# \uFFFD caf\xe9\n", []string{"invalid-utf8@1:10", "0xE9"}},
		{"UTF-16", "\xff\xfeU\x00", []string{"invalid-utf8@1:1", "UTF-16"}},
		{"NUL", "User-agent: *\n#\x00\x00\n", []string{"control-char@2:2", "U+0000"}},
		{"many wildcards", many, []string{"too-many@302:1", "300"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := Parse([]byte(test.src))
			problemtest.Check(t, f.Problems, seen, test.want)
		})
	}
}

func TestHTML(t *testing.T) {
	for src, want := range map[string]bool{
		"<!DOCTYPE html><title>Not found</title>": true,
		"\uFEFF\n <html>":                         true,
		"User-agent: *\nDisallow: /<html>":        false,
		"<":                                       false,
		"":                                        false,
	} {
		if f := Parse([]byte(src)); f.HTML != want || want && len(f.Problems) > 0 {
			t.Errorf("%q: HTML is %v, problems %v", src, f.HTML, f.Problems)
		}
	}
}

func TestTruncated(t *testing.T) {
	line := "# é\n"
	src := "User-agent: *\n" + strings.Repeat(line, MaxSize/len(line)) + "Disallow: /\n"
	f := Parse([]byte(src))
	if !f.Truncated || f.Size != len(src) || len(f.Groups) != 1 || len(f.Groups[0].Rules) != 0 || len(f.Comments) != maxListed || len(f.Problems) > 0 {
		t.Errorf("truncated %v, %d groups, %d comments, problems %v", f.Truncated, len(f.Groups), len(f.Comments), f.Problems)
	}
	if f = Parse(make([]byte, MaxSize+1)); !f.Truncated || len(f.Problems) > 0 {
		t.Errorf("one long line: truncated %v, problems %v", f.Truncated, f.Problems)
	}
}

// The examples of RFC 9309 sections 2.2.2, 2.2.3 and 5, and the corners around them.
func TestAllowed(t *testing.T) {
	tests := []struct {
		rules string // one a line, - for Disallow, + for Allow
		path  string
		want  bool
	}{
		{"", "/", true},
		{"-", "/a", true},
		{"-/", "/", false},
		{"-/", "", false},
		{"-/", "/robots.txt", true},
		{"-/a", "/A", true},
		{"-/foo", "/foobar", false},
		{"-/foo/", "/foo", true},
		{"-/example/page/\n+/example/page/disallowed.gif", "/example/page/disallowed.gif", true},
		{"+/example/page/\n-/example/page/disallowed.gif", "/example/page/disallowed.gif", false},
		{"+/folder\n-/folder", "/folder/page", true},
		{"-/folder\n+/folder", "/folder/page", true},
		{"+/page\n-/*.htm", "/page.htm", false},
		{"+/page\n-/*.ph", "/page.php5", true}, // as long: Allow wins
		{"+/$\n-/", "/", true},
		{"+/$\n-/", "/page.htm", false},
		{"-*.gif$", "/a/b.gif", false},
		{"-*.gif$", "/a/b.gif?x", true},
		{"-/a*b*c", "/a-b-c-d", false},
		{"-/a*b*c", "/a-c-b", true},
		{"-/a*b*c$", "/abcbc", false},
		{"-/a*b*c$", "/abcbcd", true},
		{"-/a*a$", "/a", true},
		{"-/a*$", "/a", false},
		{"-/**a", "/ba", false},
		{"-*", "/x", false},
		{"-/foo/bar/ツ", "/foo/bar/%E3%83%84", false},
		{"-/foo/bar/%e3%83%84", "/foo/bar/ツ", false},
		{"-/foo/bar/%62%61%7A", "/foo/bar/baz", false},
		{"-/path/file-with-a-%2A.html", "/path/file-with-a-*.html", false},
		{"-/path/file-with-a-%2a.html", "/path/file-with-a-b.html", true},
		{"-/path/foo-%24", "/path/foo-$", false},
		{"-/a$b", "/a$bc", false},
		{"-/100%", "/100%", false},
		{"-/a%2fb", "/a/b", true},
		{"-private", "/private", true},
		{"-/a$\n+/a", "/a", false},
		{"-/a*\n+/a*", "/ab", true},
		{"-/a*b$\n+/a*b", "/ab", false},
		{"-/ab$\n+/a*", "/ab", false},
		{"-/ab\n+/a*", "/abc", true},
		{"-/abc\n+/a*", "/abc", false},
	}
	for _, test := range tests {
		src := "User-agent: *\n"
		for line := range strings.SplitSeq(test.rules, "\n") {
			if line != "" {
				src += map[byte]string{'-': "Disallow: ", '+': "Allow: "}[line[0]] + line[1:] + "\n"
			}
		}
		got, rule := Parse([]byte(src)).Allowed("*", test.path)
		if got != test.want {
			t.Errorf("%q for %q: got %v by %v", test.rules, test.path, got, rule)
		}
		if !got && (rule == nil || rule.Allow || rule.Line < 2) {
			t.Errorf("%q for %q: forbidden by %v", test.rules, test.path, rule)
		}
	}
}

func TestAgents(t *testing.T) {
	f := Parse([]byte("User-agent: *\nDisallow: /\n\nUser-agent: GPTBot/1.0\nUser-agent: CCBot\nSitemap: x\nDisallow: /a\n\nuser-agent: gptbot\nDisallow: /b\n\nUser-agent: Other\n"))
	for _, test := range []struct {
		agent, path string
		want        bool
	}{
		{"*", "/", false}, {"Unknown", "/", false}, {"GPTBot", "/", true}, {"gptbot", "/a", false}, {"GPTBOT/2", "/b", false}, {"CCBot", "/a", false},
		{"CCBot", "/b", true}, {"Other", "/", true}, {"GPT", "/c", false},
	} {
		if got, _ := f.Allowed(test.agent, test.path); got != test.want {
			t.Errorf("%s for %s: got %v", test.agent, test.path, got)
		}
	}
	if !f.HasGroup("*") || !f.HasGroup("ccBot") || f.HasGroup("Bing") {
		t.Error("HasGroup is wrong")
	}
	if got, _ := Parse(nil).Allowed("*", "/"); !got {
		t.Error("an empty file forbids something")
	}
}

// FuzzAllowed holds the matcher to a regular expression made of each rule.
func FuzzAllowed(f *testing.F) {
	f.Add("-/a*b$\n+/a\n-/", "/ab")
	f.Add("-*.gif$\n-/%7e\n+/é*", "/~/é.gif")
	f.Add("-/$\n-/*$\n+/%2a%24$a", "/*$a")
	f.Fuzz(func(t *testing.T, rules, path string) {
		if strings.ContainsAny(rules, "#:\r\v\f\x00") || path == "" || path == "/robots.txt" {
			return
		}
		var src strings.Builder
		src.WriteString("User-agent: *\n")
		for line := range strings.SplitSeq(rules, "\n") {
			switch {
			case strings.HasPrefix(line, "-"):
				src.WriteString("Disallow: " + line[1:] + "\n")
			case strings.HasPrefix(line, "+"):
				src.WriteString("Allow: " + line[1:] + "\n")
			}
		}
		file := Parse([]byte(src.String()))
		want, longest := true, -1
		for _, g := range file.Groups {
			for _, r := range g.Rules {
				pattern, anchored := strings.CutSuffix(r.Value, "$")
				if r.Value == "" || r.Value[0] != '/' && r.Value[0] != '*' {
					continue
				}
				pattern = normalize(pattern, true)
				expr := `(?s)\A` + strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`, `.*`)
				length := len(pattern)
				if anchored {
					expr += `\z`
					length++
				}
				if !regexp.MustCompile(expr).MatchString(normalize(path, false)) {
					continue
				}
				if length > longest {
					want, longest = r.Allow, length
				} else if length == longest {
					want = want || r.Allow
				}
			}
		}
		if got, rule := file.Allowed("*", path); got != want {
			t.Errorf("%q for %q: got %v by %v, want %v", src.String(), path, got, rule, want)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"User-agent: *\nAllow: /\n\nSitemap: https://example.com/sitemap.xml\n", "\uFEFFuser-agent:a\r\rdisallow:*$#x", "<html>", "\xff\xfe", "Allow", ":", "#", "a:\x00\uFFFD\xff",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		file := Parse(src)
		last := 0
		for _, p := range file.Problems {
			if p.Offset < last || p.Offset > len(src) || p.Line < 1 {
				t.Fatalf("problem out of order or place: %v", file.Problems)
			}
			last = p.Offset
		}
		check := func(r Record) {
			if !strings.HasPrefix(string(src[r.Offset:]), r.Key) || !strings.HasPrefix(string(src[r.ValueOffset:]), r.Value) || pos.At(src, r.Offset) != r.Position {
				t.Fatalf("record %+v is not where it says", r)
			}
		}
		for _, g := range file.Groups {
			if len(g.Agents) == 0 {
				t.Fatal("a group without agents")
			}
			for _, a := range g.Agents {
				check(a)
				file.Allowed(a.Value, "/a/b?c")
			}
			for _, r := range g.Rules {
				check(r.Record)
			}
		}
		for _, r := range append(file.Sitemaps, file.Others...) {
			check(r)
		}
		for _, c := range file.Comments {
			if src[c.Offset] != '#' {
				t.Fatalf("comment %+v is not where it says", c)
			}
		}
	})
}

func BenchmarkParse(b *testing.B) {
	src := []byte("# Companion file\nUser-agent: *\n" + strings.Repeat("Disallow: /private/section/\n", 2000) + "Sitemap: https://example.com/sitemap.xml\n")
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		Parse(src)
	}
}

// BenchmarkHostile asks a file of nothing but wildcards about a path made to fit them nearly.
func BenchmarkHostile(b *testing.B) {
	src := "User-agent: *\n" + strings.Repeat("Disallow: /"+strings.Repeat("a*", 120)+"b\n", 2000)
	m := Parse([]byte(src)).Matcher("*")
	path := "/" + strings.Repeat("a", 2000)
	b.ReportAllocs()
	for b.Loop() {
		m.Allowed(path)
	}
}

func BenchmarkAllowed(b *testing.B) {
	m := Parse([]byte("User-agent: *\nAllow: /\nDisallow: /private/\nDisallow: /*.pdf$\n")).Matcher("*")
	b.ReportAllocs()
	for b.Loop() {
		m.Allowed("/example-project/docs/section/page/")
	}
}
