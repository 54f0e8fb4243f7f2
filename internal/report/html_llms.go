package report

import (
	"fmt"

	"github.com/discovery-set/hugo-discovery/internal/excerpt"
	"github.com/discovery-set/hugo-discovery/internal/rules"
	"github.com/discovery-set/hugo-discovery/llmstxt"
)

// Bounds of what is shown of llms.txt files: the readings are there to be
// looked at, and the file itself has the rest.
const (
	llmsFiles    = 20
	llmsSections = 60
	llmsLinks    = 60  // of one section
	llmsAllLinks = 400 // of one reading
	llmsStops    = 3
	llmsInfo     = 1_500 // bytes of the details
)

type (
	llmsView struct {
		Path, Fault, Agreement string
		Readings               []readingView
	}
	// readingView is what one reader makes of a file.
	readingView struct {
		Reader         string
		Raises         bool
		Stops          []string
		Title, Summary string
		HasSummary     bool
		Details        string
		Counts         string
		Sections       []sectionView
		MoreSections   string

		sections, links int
	}
	sectionView struct {
		Name, Count, More string
		Links             []linkView
	}
	linkView struct{ Title, URL, Notes string }
)

func llmsViews(files []*rules.LLMSFile) (views []llmsView, more string) {
	if len(files) > llmsFiles {
		more = plural(len(files)-llmsFiles, "more file")
		files = files[:llmsFiles]
	}
	for _, f := range files {
		v := llmsView{Path: excerptOf(f.Doc.Path)}
		if f.Text == nil {
			v.Fault = "No reader gets anything of this file; the findings say why."
			views = append(views, v)
			continue
		}
		v.Readings = []readingView{
			ofText(f.Text),
			ofParser("Python reference parser", &f.Python),
			ofParser("JavaScript sample parser", &f.JavaScript),
		}
		v.Agreement = agreement(v.Readings)
		views = append(views, v)
	}
	return views, more
}

// agreement says in one sentence how far the readers agree.
func agreement(r []readingView) string {
	for _, other := range r[1:] {
		if other.Raises {
			return "The readers do not agree: a parser raises."
		}
	}
	for _, other := range r[1:] {
		if other.Title != r[0].Title || other.Summary != r[0].Summary || other.sections != r[0].sections || other.links != r[0].links {
			return "The readers do not agree; the differences show below."
		}
	}
	return fmt.Sprintf("All three read the same title, the same summary and %s in %s.", plural(r[0].links, "link"), plural(r[0].sections, "section"))
}

// builder gathers a reading within the bounds.
type builder struct {
	view readingView
	room int
}

func newBuilder(reader string) *builder {
	return &builder{view: readingView{Reader: reader}, room: llmsAllLinks}
}

// section adds a section of n links, of which link gives the one at i.
func (b *builder) section(name string, n int, link func(i int) linkView) {
	b.view.sections++
	b.view.links += n
	if b.view.sections > llmsSections {
		return
	}
	s := sectionView{Name: excerpt.Cut(Printable(name), longestTitle), Count: count(n)}
	shown := min(n, llmsLinks, b.room)
	b.room -= shown
	for i := range shown {
		l := link(i)
		s.Links = append(s.Links, linkView{
			excerpt.Cut(Printable(l.Title), longestTitle), excerpt.Cut(Printable(l.URL), longestTitle), excerpt.Cut(Printable(l.Notes), longestTitle),
		})
	}
	if rest := n - shown; rest > 0 {
		s.More = count(rest)
	}
	b.view.Sections = append(b.view.Sections, s)
}

func (b *builder) done() readingView {
	v := b.view
	v.Title, v.Summary = excerptOf(v.Title), excerptOf(v.Summary)
	v.Details = excerpt.Cut(printableLines(v.Details), llmsInfo)
	v.Counts = plural(v.sections, "section") + ", " + plural(v.links, "link")
	if rest := v.sections - llmsSections; rest > 0 {
		v.MoreSections = plural(rest, "more section")
	}
	return v
}

// ofText is the reading by the format's own text.
func ofText(d *llmstxt.Document) readingView {
	b := newBuilder("The format’s text, with CommonMark")
	if d.Title != nil {
		b.view.Title = d.Title.Text
	}
	if d.Summary != nil {
		b.view.HasSummary, b.view.Summary = true, d.Summary.Text
	}
	for i := range d.Details {
		if len(b.view.Details) > llmsInfo {
			break
		}
		if i > 0 {
			b.view.Details += "\n"
		}
		b.view.Details += first(d.Details[i].Text, d.Details[i].Raw)
	}
	for i := range d.Sections {
		var links []linkView
		for _, item := range d.Sections[i].Items() {
			if item.Link != nil {
				links = append(links, linkView{item.Link.Title, item.Link.URL, item.Notes})
			}
		}
		b.section(d.Sections[i].Name(), len(links), func(i int) linkView { return links[i] })
	}
	return b.done()
}

// ofParser is the reading of a reference parser.
func ofParser(name string, r *llmstxt.Reading) readingView {
	b := newBuilder(name)
	if len(r.Stops) > 0 {
		b.view.Raises = true
		for i := range r.Stops[:min(len(r.Stops), llmsStops)] {
			s := &r.Stops[i]
			b.view.Stops = append(b.view.Stops, excerptOf(fmt.Sprintf("on line %d: %s", s.Pos.Line, s.Text)))
		}
		return b.done()
	}
	b.view.Title, b.view.Details = r.Title, r.Info
	if r.Summary != nil {
		b.view.HasSummary, b.view.Summary = true, *r.Summary
	}
	for i := range r.Sections {
		links := r.Sections[i].Links
		b.section(r.Sections[i].Name, len(links), func(i int) linkView {
			notes := ""
			if links[i].Desc != nil {
				notes = *links[i].Desc
			}
			return linkView{links[i].Title, links[i].URL, notes}
		})
	}
	return b.done()
}
