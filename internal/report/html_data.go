package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/excerpt"
	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/rules"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

// Bounds of the data, so that a browser opens it whatever the tree is.
const (
	detailsPerRule = 20_000 // findings of one rule and severity that are told in full
	detailsInAll   = 60_000
	longestText    = 2_000 // bytes of one text
	longestTitle   = 300
)

// pageStatuses are the words for site.Status, in its order.
var pageStatuses = []string{"canonical page", "404 page", "redirect", "excluded", "list continued", "AMP form", "unread"}

// htmlJSON is the data that html/report.js reads. Rows are arrays, in the
// order that the script names (P, F and R there).
type htmlJSON struct {
	Root      string         `json:"root"`
	Host      string         `json:"host"`
	Statuses  []string       `json:"statuses"`
	Rules     [][]string     `json:"rules"`  // ID, summary, docs, refs
	Types     []string       `json:"types"`  // of JSON-LD
	Images    [][]string     `json:"images"` // name, data: URL or "", why there is none
	Text      []string       `json:"text"`   // each text once; the first is empty
	Files     []string       `json:"files"`
	Pages     [][]any        `json:"pages"`
	Findings  [][]int        `json:"findings"`
	Counts    map[int][4]int `json:"counts"`    // file → findings by severity, all of them
	Uncounted map[string]int `json:"uncounted"` // rule*4+severity → findings beyond the bounds
}

// table gives each string one number.
type table struct {
	all   []string
	index map[string]int
}

func (t *table) add(s string) int {
	if t.index == nil {
		t.index = map[string]int{}
	}
	i, ok := t.index[s]
	if !ok {
		i = len(t.all)
		t.index[s] = i
		t.all = append(t.all, s)
	}
	return i
}

// htmlData is the data as JSON without "<", ">" and "&", which encoding/json
// escapes: no text of the tree can end the script element that holds it.
func htmlData(result *rules.Result, m *Material) ([]byte, error) {
	d := &result.Deployment
	data := htmlJSON{
		Root: Printable(d.SiteRoot), Host: Printable(d.Host()), Statuses: pageStatuses,
		Rules: [][]string{}, Images: [][]string{}, Pages: [][]any{}, Findings: [][]int{},
		Counts: map[int][4]int{}, Uncounted: map[string]int{},
	}
	var files, types, text table
	text.add("")
	pictures := newPictures(d, m)
	for _, p := range inReadingOrder(result.Pages) {
		data.Pages = append(data.Pages, pageRow(p, d, &files, &types, pictures))
	}
	ruleOf := map[string]int{}
	perKey := map[int]int{}
	for i := range result.Findings {
		f := &result.Findings[i]
		r, ok := ruleOf[f.Rule]
		if !ok {
			r = len(data.Rules)
			ruleOf[f.Rule] = r
			rule, _ := rules.ByID(f.Rule)
			data.Rules = append(data.Rules, []string{f.Rule, rule.Summary, f.Docs, strings.Join(rule.Refs, " ")})
		}
		file := files.add(Printable(f.File))
		counts := data.Counts[file]
		counts[f.Severity]++
		data.Counts[file] = counts
		key := r*4 + int(f.Severity)
		if perKey[key]++; perKey[key] > detailsPerRule || len(data.Findings) >= detailsInAll {
			data.Uncounted[fmt.Sprint(key)]++
			continue
		}
		before, mark, after := marked(f.Snippet)
		data.Findings = append(data.Findings, []int{
			r, int(f.Severity), file, f.Line, f.Column, text.add(excerptOf(f.Message)), text.add(excerptOf(f.Fix)),
			text.add(excerptOf(f.Source)), text.add(before), text.add(mark), text.add(after),
		})
	}
	data.Files, data.Types, data.Text, data.Images = orEmpty(files.all), orEmpty(types.all), text.all, pictures.rows
	return json.Marshal(data)
}

// inReadingOrder puts the pages of the site first, a folder's own page before
// those below it, and files that are no pages last.
func inReadingOrder(pages []*site.Page) []*site.Page {
	pages = slices.Clone(pages)
	slices.SortStableFunc(pages, func(a, b *site.Page) int {
		return cmp.Or(cmp.Compare(one(a.Status != site.Canonical), one(b.Status != site.Canonical)),
			cmp.Compare(strings.TrimSuffix(a.Path, "index.html"), strings.TrimSuffix(b.Path, "index.html")))
	})
	return pages
}

// uncounted is how many findings htmlData only counts.
func uncounted(findings []rules.Finding) int {
	type key struct {
		rule     string
		severity rules.Severity
	}
	told, perKey := 0, map[key]int{}
	for i := range findings {
		k := key{findings[i].Rule, findings[i].Severity}
		if perKey[k]++; perKey[k] <= detailsPerRule && told < detailsInAll {
			told++
		}
	}
	return len(findings) - told
}

func pageRow(p *site.Page, d *ghpages.Deployment, files, types *table, pictures *pictures) []any {
	kinds := []int{}
	for _, t := range p.JSONLDTypes {
		kinds = append(kinds, types.add(excerpt.Cut(Printable(t), 80)))
	}
	url := ""
	if p.URL != d.URLOf(p.Path) || Printable(p.Path) != p.Path { // the script knows the path only as it is shown
		url = Printable(p.URL)
	}
	row := []any{
		files.add(Printable(p.Path)), int(p.Status),
		excerpt.Cut(Printable(first(p.OGTitle.Value, p.Title.Value)), longestTitle),
		excerpt.Cut(Printable(first(p.OGDescription.Value, p.Description.Value)), longestTitle*2),
		pictures.of(p), kinds, p.Size, languageTag(p.Lang), url, excerpt.Cut(Printable(p.Reason), longestTitle),
	}
	if url == "" && p.Reason == "" {
		row = row[:len(row)-2]
	}
	return row
}

// languageTag is s where it has the form of a language tag, else "".
func languageTag(s string) string {
	for _, r := range s {
		if r != '-' && (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'z') {
			return ""
		}
	}
	if len(s) > 35 {
		return ""
	}
	return s
}

func first(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

func excerptOf(s string) string { return excerpt.Cut(Printable(s), longestText) }

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
