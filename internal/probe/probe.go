// Package probe asks whether an agent that has only an llms.txt would find
// each page: it ranks the links for questions by their words. It reads
// nothing; entries and questions are given to it.
package probe

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// Entry is a link of llms.txt with all that an agent sees of it.
type Entry struct {
	Section string `json:"section"`
	Title   string `json:"title"`
	Notes   string `json:"notes,omitempty"`
	URL     string `json:"url"`
	File    string `json:"file"` // the llms.txt that has it
	Line    int    `json:"line"`
	Target  string `json:"-"` // what it leads to, in any notation that questions share
}

// The constants of BM25 (Robertson and Zaragoza, The Probabilistic Relevance
// Framework, 2009), with their usual values.
const (
	k1 = 1.2
	b  = 0.75
)

// Index answers questions over the entries of one site.
type Index struct {
	Entries  []Entry
	postings map[string][]posting
	norm     []float64 // per entry: k1 × (1 − b + b × length / mean length)
	byTarget map[string][]int

	score   []float64 // of the current question
	touched []int
}

type posting struct {
	entry int
	times float64
}

// NewIndex indexes the entries: section, title and notes of each are one text.
func NewIndex(entries []Entry) *Index {
	x := &Index{Entries: entries, postings: map[string][]posting{}, byTarget: map[string][]int{},
		norm: make([]float64, len(entries)), score: make([]float64, len(entries))}
	total := 0.0
	for i, e := range entries {
		x.byTarget[e.Target] = append(x.byTarget[e.Target], i)
		words := slices.Concat(Words(e.Section), Words(e.Title), Words(e.Notes))
		x.norm[i] = float64(len(words))
		total += x.norm[i]
		for _, w := range words {
			list := x.postings[w]
			if n := len(list); n > 0 && list[n-1].entry == i {
				list[n-1].times++
				continue
			}
			x.postings[w] = append(list, posting{i, 1})
		}
	}
	mean := total / float64(max(len(entries), 1))
	for i, length := range x.norm {
		x.norm[i] = k1 * (1 - b + b*length/max(mean, 1))
	}
	return x
}

// Listed reports whether an entry leads to the target.
func (x *Index) Listed(target string) bool { return len(x.byTarget[target]) > 0 }

// Answer is what asking gave.
type Answer struct {
	// Rank of the best entry that leads to the target, from 1; 0 where none
	// has a word in common with the question.
	Rank int
	// Above are the entries that rank higher, the highest first, at most three.
	Above []int
}

// shown is how many entries above the right one are told.
const shown = 3

// Ask ranks the entries for the words of a question. Each word counts once;
// entries of the same score rank as they stand in the file.
func (x *Index) Ask(words []string, target string) Answer {
	return x.ask([]part{{words, 1}}, target)
}

// part is some of the words of a question, and how much each of them counts.
type part struct {
	words  []string
	weight float64
}

func (x *Index) ask(parts []part, target string) Answer {
	weights := map[string]float64{}
	for _, p := range parts {
		once := map[string]bool{}
		for _, w := range p.words {
			if !once[w] {
				once[w] = true
				weights[w] += p.weight
			}
		}
	}
	n := float64(len(x.Entries))
	for _, w := range slices.Sorted(maps.Keys(weights)) { // in one order, so that sums come out alike
		list := x.postings[w]
		idf := math.Log(1 + (n-float64(len(list))+0.5)/(float64(len(list))+0.5))
		for _, p := range list {
			if x.score[p.entry] == 0 {
				x.touched = append(x.touched, p.entry)
			}
			x.score[p.entry] += weights[w] * idf * p.times * (k1 + 1) / (p.times + x.norm[p.entry])
		}
	}
	best := -1
	for _, i := range x.byTarget[target] {
		if x.score[i] > 0 && (best < 0 || x.score[i] > x.score[best]) {
			best = i
		}
	}
	higher := func(a, b int) int { return cmp.Or(cmp.Compare(x.score[b], x.score[a]), cmp.Compare(a, b)) }
	var answer Answer
	if best >= 0 {
		answer.Rank = 1
	}
	for _, i := range x.touched {
		if best >= 0 && higher(i, best) >= 0 || x.Entries[i].Target == target {
			continue // another entry of the same page does not mislead
		}
		if best >= 0 {
			answer.Rank++
		}
		at, _ := slices.BinarySearchFunc(answer.Above, i, higher)
		if at < shown {
			answer.Above = slices.Insert(answer.Above, at, i)
			answer.Above = answer.Above[:min(len(answer.Above), shown)]
		}
	}
	for _, i := range x.touched {
		x.score[i] = 0
	}
	x.touched = x.touched[:0]
	return answer
}

// Page is a page to ask for: what a reader of it would ask.
type Page struct {
	URL         string
	Target      string
	Title       string
	Description string
	Headings    []string // of level 2
}

// Found counts questions by the rank of what they ask for.
type Found struct {
	Asked   int `json:"asked"`
	First   int `json:"rank_1"`
	Within3 int `json:"within_3"`
}

func (f *Found) add(a Answer) {
	f.Asked++
	if a.Rank == 1 {
		f.First++
	}
	if a.Rank >= 1 && a.Rank <= within {
		f.Within3++
	}
}

// within is the rank up to which an agent is said to find a page.
const within = 3

// Share is the part within 3, in percent; 100 where nothing was asked.
func (f Found) Share() float64 {
	if f.Asked == 0 {
		return 100
	}
	return 100 * float64(f.Within3) / float64(f.Asked)
}

// Result is the outcome for one page or one question.
type Result struct {
	URL      string `json:"url"`
	Question string `json:"question,omitempty"` // a maintainer's own
	Listed   bool   `json:"listed"`
	Rank     int    `json:"rank"` // 0: no entry for it has a word in common with the question
	// Misleading are the lines of the entries that rank higher.
	Misleading []Entry `json:"misleading,omitempty"`
}

// Found reports whether an agent would find it.
func (r *Result) Found() bool { return r.Rank >= 1 && r.Rank <= within }

// Misleader is an entry and how many pages it stands in the way of.
type Misleader struct {
	Entry
	Pages int `json:"pages"`
}

// Report is the outcome for all.
type Report struct {
	Entries int `json:"entries"`
	// Pages counts pages, each asked for with all its words together: those of
	// the title, of the description and of all headings count alike as a whole.
	// ByTitle, ByDescription and ByHeading count the questions by themselves.
	Pages         Found `json:"pages"`
	ByTitle       Found `json:"by_title"`
	ByDescription Found `json:"by_description"`
	ByHeading     Found `json:"by_heading"`
	// Results are all pages in the order given, Misleaders the entries that
	// stand in the way of pages that are not found, the worst first.
	Results    []Result    `json:"results"`
	Misleaders []Misleader `json:"misleaders,omitempty"`
}

// Pages asks for every page.
func (x *Index) Pages(pages []Page) *Report {
	r := &Report{Entries: len(x.Entries), Results: make([]Result, 0, len(pages))}
	common := commonWords(pages)
	words := func(text string) []string {
		return slices.DeleteFunc(Words(text), func(w string) bool { return common[w] })
	}
	inTheWay := map[int]int{}
	for _, p := range pages {
		title, description := words(p.Title), words(p.Description)
		if len(title) > 0 {
			r.ByTitle.add(x.Ask(title, p.Target))
		}
		if len(description) > 0 {
			r.ByDescription.add(x.Ask(description, p.Target))
		}
		all := []part{{title, 1}, {description, 1}}
		for _, h := range p.Headings {
			if heading := words(h); len(heading) > 0 {
				r.ByHeading.add(x.Ask(heading, p.Target))
				all = append(all, part{heading, 1 / float64(len(p.Headings))})
			}
		}
		if len(title)+len(description) == 0 {
			all = append(all, part{Words(p.Title), 1}) // nothing but the site's name
		}
		answer := x.ask(all, p.Target)
		r.Pages.add(answer)
		result := x.result(answer, p.URL, p.Target)
		if !result.Found() {
			for _, i := range answer.Above {
				inTheWay[i]++
			}
		}
		r.Results = append(r.Results, result)
	}
	for i, n := range inTheWay {
		r.Misleaders = append(r.Misleaders, Misleader{x.Entries[i], n})
	}
	slices.SortFunc(r.Misleaders, func(a, b Misleader) int {
		return cmp.Or(cmp.Compare(b.Pages, a.Pages), cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return r
}

func (x *Index) result(a Answer, url, target string) Result {
	r := Result{URL: url, Listed: x.Listed(target), Rank: a.Rank}
	for _, i := range a.Above {
		r.Misleading = append(r.Misleading, x.Entries[i])
	}
	return r
}

// commonWords are those of more than half of the titles: the site's name,
// which nobody asks for who is there already.
func commonWords(pages []Page) map[string]bool {
	common := map[string]bool{}
	if len(pages) < 3 {
		return common
	}
	times := map[string]int{}
	for _, p := range pages {
		for _, w := range slices.Compact(slices.Sorted(slices.Values(Words(p.Title)))) {
			times[w]++
		}
	}
	for w, n := range times {
		if 2*n > len(pages) {
			common[w] = true
		}
	}
	return common
}

// Question is a maintainer's own: what is asked, and what it has to lead to.
type Question struct {
	Text, URL, Target string
}

// Questions asks all of them.
func (x *Index) Questions(questions []Question) (Found, []Result) {
	var found Found
	var results []Result
	for _, q := range questions {
		answer := x.Ask(Words(q.Text), q.Target)
		found.add(answer)
		r := x.result(answer, q.URL, q.Target)
		r.Question = q.Text
		results = append(results, r)
	}
	return found, results
}
