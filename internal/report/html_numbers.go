package report

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/excerpt"
	"github.com/discovery-set/hugo-discovery/internal/rules"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

// chart is a table whose numbers are drawn as bars as well.
type (
	chart struct {
		Title, Of, In string
		Rows          []chartRow
	}
	chartRow struct {
		Name, Value string
		Bars        []bar
	}
	// bar is a part of a row, in hundredths of the whole width.
	bar struct{ Class, X, Width string }
)

// rowsPerChart keeps a chart a picture.
const rowsPerChart = 12

// charts are the pictures of a verdict's numbers.
func charts(result *rules.Result, m *Material) []chart {
	var all []chart
	add := func(c chart) {
		if len(c.Rows) > 0 {
			all = append(all, c)
		}
	}
	add(findingsByArea(result.Findings))
	if len(result.Pages) > 0 {
		add(whatPreviewsFind(result.Pages))
		add(pageSizes(result.Pages))
		add(kindsOfPages(result.Pages))
	}
	if m != nil {
		add(kindsOfFiles(m.Files))
	}
	add(jsonldTypes(result.Pages))
	return all
}

// amount is a name with its number, of which parts may be of several classes.
type amount struct {
	name  string
	total int64
	parts []part
}

type part struct {
	class string
	n     int64
}

// draw makes rows of amounts, as wide as the largest of them.
func draw(amounts []amount, show func(int64) string) []chartRow {
	var most int64 = 1
	for _, a := range amounts {
		most = max(most, a.total)
	}
	return drawOf(amounts, most, show)
}

func drawOf(amounts []amount, most int64, show func(int64) string) []chartRow {
	var rows []chartRow
	for _, a := range amounts {
		if a.parts == nil {
			a.parts = []part{{"", a.total}}
		}
		row := chartRow{Name: a.name, Value: show(a.total)}
		x := 0.0
		for _, p := range a.parts {
			if p.n == 0 {
				continue
			}
			width := max(100*float64(p.n)/float64(most), 0.6)
			row.Bars = append(row.Bars, bar{p.class, decimal(x), decimal(width)})
			x += width
		}
		rows = append(rows, row)
	}
	return rows
}

func decimal(f float64) string { return strconv.FormatFloat(f, 'f', -1, 32) }

func number(n int64) string { return count(int(n)) }

func findingsByArea(findings []rules.Finding) chart {
	index := map[string]*[4]int64{}
	for i := range findings {
		area, _, _ := strings.Cut(findings[i].Rule, "/")
		if index[area] == nil {
			index[area] = new([4]int64)
		}
		index[area][findings[i].Severity]++
	}
	var amounts []amount
	for _, r := range rules.All() {
		if n := index[r.Area()]; n != nil {
			delete(index, r.Area())
			amounts = append(amounts, amount{r.Area(), n[1] + n[2] + n[3], []part{
				{"error", n[rules.Error]}, {"warning", n[rules.Warning]}, {"info", n[rules.Info]},
			}})
		}
	}
	return chart{"Findings by area", "Area", "Findings", draw(amounts, number)}
}

// whatPreviewsFind counts, of all canonical pages, those that have what a link
// preview or an agent looks for.
func whatPreviewsFind(pages []*site.Page) chart {
	var all, title, description, image, types int64
	for _, p := range pages {
		if p.Status != site.Canonical {
			continue
		}
		all++
		title += one(p.OGTitle.Value != "" || p.Title.Value != "")
		description += one(p.OGDescription.Value != "" || p.Description.Value != "")
		image += one(p.OGImage != "")
		types += one(len(p.JSONLDTypes) > 0)
	}
	if all == 0 {
		return chart{}
	}
	return chart{"Canonical pages that have", "What", "Pages", drawOf([]amount{
		{"a title", title, nil}, {"a description", description, nil}, {"a preview image", image, nil}, {"JSON-LD", types, nil},
	}, all, number)}
}

func one(is bool) int64 {
	if is {
		return 1
	}
	return 0
}

// pageSizes is a histogram of the HTML files' sizes.
func pageSizes(pages []*site.Page) chart {
	limits := []int{4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 512_000, 2_000_000}
	amounts := []amount{{name: "under 4 KB"}, {name: "4 to 8 KB"}, {name: "8 to 16 KB"}, {name: "16 to 32 KB"}, {name: "32 to 64 KB"},
		{name: "64 to 128 KB"}, {name: "128 to 512 KB"}, {name: "512 KB to 2 MB"}, {name: "2 MB and more"}}
	for _, p := range pages {
		if p.Status == site.Unread {
			continue
		}
		i, equal := slices.BinarySearch(limits, p.Size)
		if equal {
			i++
		}
		amounts[i].total++
	}
	for len(amounts) > 0 && amounts[len(amounts)-1].total == 0 {
		amounts = amounts[:len(amounts)-1]
	}
	for len(amounts) > 0 && amounts[0].total == 0 {
		amounts = amounts[1:]
	}
	return chart{"Sizes of HTML files", "Size", "Files", draw(amounts, number)}
}

func kindsOfPages(pages []*site.Page) chart {
	amounts := make([]amount, len(pageStatuses))
	for i := range amounts {
		amounts[i].name = pageStatuses[i]
	}
	for _, p := range pages {
		amounts[p.Status].total++
	}
	amounts = slices.DeleteFunc(amounts, func(a amount) bool { return a.total == 0 })
	return chart{"What the HTML files are", "Kind", "Files", draw(amounts, number)}
}

// kindsOfFiles sums up the tree's bytes by the extensions of its files.
func kindsOfFiles(files []site.File) chart {
	bytes := map[string]int64{}
	for i := range files {
		ext := strings.ToLower(path.Ext(files[i].Path))
		if ext == "" {
			ext = "no extension"
		}
		bytes[excerpt.Cut(Printable(ext), 30)] += files[i].Size
	}
	return chart{"Bytes by kind of file", "Kind", "Size", draw(largest(bytes), size)}
}

func jsonldTypes(pages []*site.Page) chart {
	types := map[string]int64{}
	for _, p := range pages {
		for _, t := range p.JSONLDTypes {
			types[excerpt.Cut(Printable(t), 60)]++
		}
	}
	return chart{"JSON-LD types", "Type", "Pages", draw(largest(types), number)}
}

// largest sorts amounts, the largest first, and sums up the smallest.
func largest(of map[string]int64) []amount {
	var all []amount
	for name, n := range of {
		all = append(all, amount{name: name, total: n})
	}
	slices.SortFunc(all, func(a, b amount) int { return cmp.Or(cmp.Compare(b.total, a.total), cmp.Compare(a.name, b.name)) })
	if len(all) > rowsPerChart {
		rest := amount{name: "all others"}
		for _, a := range all[rowsPerChart-1:] {
			rest.total += a.total
		}
		all = append(all[:rowsPerChart-1], rest)
	}
	return all
}
