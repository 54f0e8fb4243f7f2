package jsontree

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/discovery-set/hugo-discovery/internal/problemtest"
)

// seen is a problem as the tables name it.
func seen(p Problem) (place, message string) {
	return fmt.Sprintf("%s@%d", p.Kind, p.Offset), p.Message
}

func TestProblems(t *testing.T) {
	deep := strings.Repeat("[", 101) + strings.Repeat("]", 101)
	long := "1" + strings.Repeat("0", 309)
	tests := []struct {
		name, text string
		want       []string // kind@offset, then a part of the message
	}{
		{"empty", "", []string{"syntax@0", "end of the text"}},
		{"blank", " \n\t", []string{"syntax@3", "end of the text"}},
		{"object cut", `{"a":1`, []string{"syntax@6", "comma or }"}},
		{"array cut", `[1`, []string{"syntax@2", "comma or ]"}},
		{"trailing comma in object", `{"a":1,}`, []string{"syntax@7", "comma too many"}},
		{"trailing comma in array", `[1,]`, []string{"syntax@3", "comma too many"}},
		{"no colon", `{"a" 1}`, []string{"syntax@5", "colon"}},
		{"no comma", `{"a":1 "b":2}`, []string{"syntax@7", "comma or }"}},
		{"no comma in array", `[1 2]`, []string{"syntax@3", "comma or ]"}},
		{"bare key", `{a:1}`, []string{"syntax@1", "key in double quotes"}},
		{"single quotes", `['a']`, []string{"syntax@1", "double quotes"}},
		{"comment", "[ // no\n1]", []string{"syntax@2", "no comments"}},
		{"NaN", `{"a":NaN}`, []string{"syntax@5", "NaN"}},
		{"minus Infinity", `-Infinity`, []string{"syntax@1", "digit behind the minus"}},
		{"True", `True`, []string{"syntax@0", "True"}},
		{"truex", `truex`, []string{"trailing-data@4", "'x'"}},
		{"nul", `nul`, []string{"syntax@0", "nul"}},
		{"leading zero", `[01]`, []string{"syntax@1", "start with 0"}},
		{"plus", `+1`, []string{"syntax@0", "'+'"}},
		{"point", `1.`, []string{"syntax@2", "decimal point"}},
		{"exponent", `1e+`, []string{"syntax@3", "exponent"}},
		{"open string", `["abc`, []string{"syntax@1", "does not end"}},
		{"string cut in escape", `["abc\`, []string{"syntax@5", "ends inside"}},
		{"newline in string", "[\"a\nb\"]", []string{"syntax@3", "line ends"}},
		{"control in string", "\"a\x01\"", []string{"syntax@2", "0x01"}},
		{"bad escape", `"\x41"`, []string{"syntax@1", "'x'"}},
		{"bad unicode escape", `"\u12g4"`, []string{"syntax@1", "four hexadecimal"}},
		{"trailing data", `{} {}`, []string{"trailing-data@3", "'{'"}},
		{"NUL behind", "{}\x00", []string{"trailing-data@2", `'\x00'`}},
		{"too deep", deep, []string{"too-deep@100", "100 levels"}},
		{"duplicate key", `{"a":1,"b":{"a":2},"a":3,"\u0061":4}`, []string{"duplicate-key@19", `"a"`, "duplicate-key@25", `"a"`}},
		{"duplicates in order", `{"x":{"a":1,"a":2},"x":1}`, []string{"duplicate-key@12", "", "duplicate-key@19", ""}},
		{"huge number", `[1e10000000]`, []string{"number-range@1", "1e10000000"}},
		{"huge whole number", long, []string{"number-range@0", "…"}},
		{"tiny number", `1e-10000000`, nil},
		{"large number", `1` + strings.Repeat("0", 307), nil},
		{"lone high surrogate", `"\ud800x"`, []string{"surrogate@1", "d800"}},
		{"lone low surrogate", `"ab\uDC00"`, []string{"surrogate@3", "DC00"}},
		{"two high, one low", `"\ud800\ud83d\ude00"`, []string{"surrogate@1", "d800"}},
		{"pair", `"\ud83d\ude00"`, nil},
		{"invalid UTF-8", "[\"a\xff\"]", []string{"invalid-utf8@3", "0xFF"}},
		{"U+FFFD before invalid UTF-8", "\"\uFFFD\xff\"", []string{"invalid-utf8@4", "0xFF"}},
		{"invalid UTF-8 outside", "[\xff]", []string{"syntax@1", "0xFF"}},
		{"BOM", "\uFEFF{}", []string{"bom@0", "RFC 8259"}},
		{"UTF-16", "\xff\xfe{\x00}\x00", []string{"syntax@0", "0xFF"}},
		{"all right", ` {"a":[true,false,null,-0.5e+3,"\u00e9\/\n"]} `, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			problems := Parse(test.text, Limits{}).Problems
			problemtest.Check(t, problems, seen, test.want)
		})
	}
}

func TestManyKeys(t *testing.T) {
	var b strings.Builder
	for i := range 50 {
		fmt.Fprintf(&b, `,"k%d":%d`, i, i)
	}
	text := "{" + b.String()[1:] + `,"k7":0}`
	tree := Parse(text, Limits{})
	if len(tree.Problems) != 1 || tree.Problems[0].Kind != DuplicateKey || tree.Problems[0].Offset != strings.LastIndex(text, `"k7"`) {
		t.Errorf("got %v", tree.Problems)
	}
}

func TestLimits(t *testing.T) {
	tree := Parse("["+strings.Repeat("0,", 50)+"0]", Limits{Values: 10})
	if len(tree.Problems) != 1 || tree.Problems[0].Kind != TooMany || tree.Root().Len() != 9 {
		t.Errorf("got %v and %d items", tree.Problems, tree.Root().Len())
	}
	tree = Parse("["+strings.Repeat("1e999,", 50)+"x]", Limits{Problems: 10})
	if n := len(tree.Problems); n != 11 || tree.Problems[10].Kind != Syntax {
		t.Errorf("got %d problems, the last %v", n, tree.Problems[n-1])
	}
}

func TestValues(t *testing.T) {
	text := `{"a": [1, "x\ty", {"b/c~d": null}], "n": -2.5, "t": true, "a": {"last": "wins"}}`
	tree := Parse(text, Limits{})
	root := tree.Root()
	if root.Kind() != Object || root.Len() != 4 || root.Offset() != 0 || root.End() != len(text) {
		t.Errorf("root: %v with %d members at %d to %d", root.Kind(), root.Len(), root.Offset(), root.End())
	}
	if got := root.Get("a").Get("last").Str(); got != "wins" {
		t.Errorf("the last a: %q", got)
	}
	if n := root.Get("n"); n.Float() != -2.5 || n.Raw() != "-2.5" || n.Offset() != strings.Index(text, "-2.5") {
		t.Errorf("n: %v at %d", n.Raw(), n.Offset())
	}
	var first Value
	for _, v := range root.Members() {
		first = v
		break
	}
	var raws []string
	for item := range first.Items() {
		raws = append(raws, item.Raw())
	}
	if want := []string{"1", `"x\ty"`, `{"b/c~d": null}`}; !reflect.DeepEqual(raws, want) {
		t.Errorf("items: %q", raws)
	}
	var none Value
	if none.Exists() || none.Str() != "" || none.Len() != 0 || none.Get("a").Exists() || none.Any() != nil || none.Raw() != "" || none.End() != 0 || none.Float() != 0 {
		t.Error("the absent value is not empty")
	}
	if root.Get("zzz").Exists() || root.Get("n").Get("x").Exists() {
		t.Error("a missing member exists")
	}
}

func TestAt(t *testing.T) {
	tree := Parse(`{"a":[10,{"b/c~d":"x"}],"":1}`, Limits{})
	for pointer, want := range map[string]string{
		"":               `{"a":[10,{"b/c~d":"x"}],"":1}`,
		"/a/0":           "10",
		"/a/1/b~1c~0d":   `"x"`,
		"/":              "1",
		"/a/2":           "",
		"/a/01":          "",
		"/a/-1":          "",
		"/a/x":           "",
		"/b":             "",
		"/a/0/deeper":    "",
		"/a/1/b~1c~0d/x": "",
	} {
		if got := tree.At(pointer).Raw(); got != want {
			t.Errorf("%q: got %q, want %q", pointer, got, want)
		}
	}
	if got := PointerToken("b/c~d"); got != "b~1c~0d" {
		t.Errorf("PointerToken: %q", got)
	}
}

func TestParserReuse(t *testing.T) {
	var p Parser
	kept := p.Parse(`{"old": [1,2,3]}`)
	value := kept.Root().Get("old")
	clone := kept.Clone()
	p.Parse(`"new"`)
	if got := value.Rebase(clone).Raw(); got != "[1,2,3]" {
		t.Errorf("the clone says %q", got)
	}
	if got := clone.Root().Get("old").Len(); got != 3 {
		t.Errorf("the clone has %d items", got)
	}
	allocs := testing.AllocsPerRun(100, func() { p.Parse(`{"a":[1,2,{"b":"c"}]}`) })
	if allocs != 0 {
		t.Errorf("%v allocations for a text without problems, want 0", allocs)
	}
	p.Parse("[" + strings.Repeat("0,", keptNodes) + "0]")
	if p.Parse("1"); cap(p.tree.nodes) > keptNodes {
		t.Error("the memory of a huge text is kept")
	}
}

// FuzzParse holds the parser to encoding/json: the same texts are JSON, and they say the same.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"a":[true,false,null,-0.5e+3,"é\/\n\ud83d\ude00"],"b":{}}`, `[1e10000000]`, `"\ud800"`, "\"\xff\"", "\uFEFF{}", `{"a":1,"a":2}`,
		`[`, `{"a":`, `{"a":[1,`, "01", "-", "1.e", `"\u12`, `{} x`, "[\"a\nb\"]", strings.Repeat("[", 200), `{"a":{"b":[`, `nulll`, `'`, "/**/",
	} {
		f.Add(seed)
	}
	var p Parser
	f.Fuzz(func(t *testing.T, text string) {
		tree := p.Parse(text)
		ends, mended := false, false
		last := 0
		for _, problem := range tree.Problems {
			if problem.Offset < last || problem.Offset > len(text) {
				t.Fatalf("problem out of order or place: %v", tree.Problems)
			}
			last = problem.Offset
			switch problem.Kind {
			case TooDeep, TooMany:
				return
			case BOM:
				if json.Valid([]byte(text)) {
					t.Fatal("encoding/json takes a byte order mark")
				}
				return
			}
			ends = ends || problem.Kind.Ends()
			mended = mended || problem.Kind == NumberRange
		}
		if valid := json.Valid([]byte(text)); valid == ends {
			t.Fatalf("encoding/json says %v, we say %v", valid, tree.Problems)
		}
		walk(t, tree.Root(), len(text))
		if ends {
			return
		}
		var want any
		if err := json.Unmarshal([]byte(text), &want); err != nil {
			if !mended {
				t.Fatalf("encoding/json says %v, we say nothing", err)
			}
			return
		}
		if mended {
			t.Fatalf("encoding/json reads it, we say %v", tree.Problems)
		}
		if got := tree.Root().Any(); !reflect.DeepEqual(got, want) {
			t.Fatalf("got %#v, want %#v", got, want)
		}
	})
}

// walk checks that each value lies inside its parent and behind its forerunner.
func walk(t *testing.T, v Value, end int) {
	if v.Offset() > v.End() || v.End() > end {
		t.Fatalf("value %d to %d reaches beyond %d", v.Offset(), v.End(), end)
	}
	at := v.Offset()
	for item := range v.Items() {
		if item.Offset() < at {
			t.Fatal("items out of order")
		}
		walk(t, item, v.End())
		at = item.End()
	}
	for key, value := range v.Members() {
		if key.Kind() != String || key.Offset() < at || value.Offset() < key.End() {
			t.Fatal("members out of order")
		}
		walk(t, value, v.End())
		at = value.End()
	}
}

func BenchmarkParse(b *testing.B) {
	text := "[" + strings.Repeat(`{"url":"https://example-user.github.io/example-project/docs/page/","title":"A page about something","description":"What the page says in a sentence of some length, as people write them.","language":"en","role":"editorial","json_ld_type":"WebPage","section":"docs","last_modified":"2026-11-01"},`, 20_000) + "{}]"
	var p Parser
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if tree := p.Parse(text); len(tree.Problems) > 0 {
			b.Fatal(tree.Problems)
		}
	}
}
