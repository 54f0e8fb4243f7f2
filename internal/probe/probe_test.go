package probe

import (
	"fmt"
	"reflect"
	"testing"
)

func TestWords(t *testing.T) {
	for text, want := range map[string][]string{
		"":                      nil,
		"Hello, World-wide 42!": {"hello", "world", "wide", "42"},
		"Don't stop":            {"dont", "stop"},
		"комп’ютер і Перша перевірка": {"компютер", "і", "перша", "перевірка"},
		"'quoted' l'":                  {"quoted", "l"},
		"日本語 text 中":                   {"日本", "本語", "text", "中"},
		"naïve é":                      {"naïve", "é"},
		"snake_case x=1 <b> a.b https": {"snake", "case", "x", "1", "b", "a", "b", "https"},
	} {
		if got := Words(text); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func entries() []Entry {
	return []Entry{
		{Section: "Guide", Title: "Install", Notes: "Get the program onto your computer", URL: "u1", Target: "install", File: "llms.txt", Line: 1},
		{Section: "Guide", Title: "First check", Notes: "Record a folder and check it", URL: "u2", Target: "first", File: "llms.txt", Line: 2},
		{Section: "Довідник", Title: "Команди", Notes: "Що роблять record і check", URL: "u3", Target: "uk", File: "llms.txt", Line: 3},
		{Section: "Guide", Title: "Check and check and check", Notes: "Check every night", URL: "u4", Target: "night", File: "llms.txt", Line: 4},
	}
}

func TestAsk(t *testing.T) {
	x := NewIndex(entries())
	for _, c := range []struct {
		question, target string
		rank             int
		above            []int
	}{
		{"How do I install the program?", "install", 1, nil},
		{"команди", "uk", 1, nil},
		{"check", "night", 1, nil},
		{"check", "first", 2, []int{3}},
		{"nothing of this", "install", 0, nil},
		{"record a folder", "install", 0, []int{1, 2}},
		{"install", "elsewhere", 0, []int{0}},
		{"guide", "night", 3, []int{1, 0}},
	} {
		got := x.Ask(Words(c.question), c.target)
		if got.Rank != c.rank || len(got.Above) != len(c.above) || len(c.above) == 1 && got.Above[0] != c.above[0] {
			t.Errorf("%q for %s: %+v, want rank %d above %v", c.question, c.target, got, c.rank, c.above)
		}
	}
	if x.Listed("elsewhere") || !x.Listed("uk") {
		t.Error("listed is wrong")
	}
}

// TestTiesRankAsInFile: of two equal entries the first in the file ranks first.
func TestTiesRankAsInFile(t *testing.T) {
	x := NewIndex([]Entry{{Title: "same", Target: "a"}, {Title: "same", Target: "b"}})
	if a, b := x.Ask([]string{"same"}, "a"), x.Ask([]string{"same"}, "b"); a.Rank != 1 || b.Rank != 2 {
		t.Errorf("%+v, %+v", a, b)
	}
}

func TestPages(t *testing.T) {
	pages := []Page{
		{URL: "u1", Target: "install", Title: "Install | Site", Description: "Get the program", Headings: []string{"Guide"}},
		{URL: "u2", Target: "first", Title: "First check | Site", Description: "Record a folder"},
		{URL: "u9", Target: "none", Title: "Check night | Site"},
		{URL: "u8", Target: "uk", Title: "Site"},
	}
	r := NewIndex(entries()).Pages(pages)
	if r.Pages != (Found{4, 2, 2}) || r.ByTitle != (Found{3, 2, 2}) || r.ByDescription != (Found{2, 2, 2}) || r.ByHeading != (Found{1, 1, 1}) {
		t.Errorf("%+v", r)
	}
	if missed := r.Results[2]; missed.Listed || missed.Rank != 0 || len(missed.Misleading) == 0 || missed.Misleading[0].URL != "u4" {
		t.Errorf("%+v", missed)
	}
	if r.Results[3].Found() || !r.Results[3].Listed {
		t.Errorf("%+v", r.Results[3])
	}
	if len(r.Misleaders) != 3 || r.Misleaders[0].URL != "u2" || r.Misleaders[0].Pages != 1 {
		t.Errorf("%+v", r.Misleaders)
	}
	if r.Pages.Share() != 50 {
		t.Errorf("%v", r.Pages.Share())
	}
}

func TestQuestions(t *testing.T) {
	found, results := NewIndex(entries()).Questions([]Question{{"record a folder", "u2", "first"}, {"unknown", "u1", "install"}})
	if found != (Found{2, 1, 1}) || results[0].Rank != 1 || results[1].Rank != 0 || results[1].Question != "unknown" {
		t.Errorf("%+v %+v", found, results)
	}
}

func TestNothing(t *testing.T) {
	r := NewIndex(nil).Pages([]Page{{URL: "u", Target: "t", Title: "T"}})
	if r.Pages != (Found{1, 0, 0}) || r.Results[0].Listed {
		t.Errorf("%+v", r)
	}
	if (Found{}).Share() != 100 {
		t.Error("nothing asked is nothing missed")
	}
}

func BenchmarkPages(b *testing.B) {
	var list []Entry
	var pages []Page
	for i := range 2000 {
		title := fmt.Sprintf("Topic %d of part %d", i, i%40)
		list = append(list, Entry{Section: fmt.Sprint("Part ", i%40), Title: title, Notes: "What there is to know about it", Target: fmt.Sprint(i)})
		pages = append(pages, Page{Target: fmt.Sprint(i), Title: title, Description: "What there is to know about it"})
	}
	x := NewIndex(list)
	for b.Loop() {
		x.Pages(pages)
	}
}
