package command

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/discovery-set/hugo-discovery/internal/config"
	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
	"github.com/discovery-set/hugo-discovery/internal/plural"
	"github.com/discovery-set/hugo-discovery/internal/probe"
	"github.com/discovery-set/hugo-discovery/internal/report"
	"github.com/discovery-set/hugo-discovery/internal/rules"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

// probeFlags are the flags of llms probe as given.
type probeFlags struct {
	declared  declaredFlags
	format    string
	questions string
	min       float64
	all       bool
}

func (c *Command) llmsProbe() *cobra.Command {
	var f probeFlags
	cmd := &cobra.Command{
		Use:   "probe DIR",
		Short: "Would an agent that has only llms.txt find each page?",
		Long: `probe sees what an agent sees that has only the llms.txt of the tree DIR (and
the nested ones that the manifest declares): sections, titles and notes. For
each canonical page it asks what a reader of that page would ask, the words of
its title, description and second-level headings, and ranks the links by BM25.
An agent is said to find a page that ranks within the first three.

That is a lexical stand-in and no model: it knows no synonyms and no other
languages. What it misses, an agent may still find; what it finds, an agent
finds by the words alone.

--questions names a TOML file with questions of your own:

  [[question]]
  ask = "How do I install it?"
  expect = "guide/install/"    # below the site's root, or an absolute URL`,
		Example: "  discovery-helper llms probe public --min 95\n" +
			"  discovery-helper llms probe public --questions questions.toml --min 100",
		Args: exactly(1, "one folder, the published tree"),
		RunE: func(cmd *cobra.Command, args []string) error { return c.runProbe(args[0], &f) },
	}
	f.declared.register(cmd.Flags())
	cmd.Flags().StringVar(&f.format, "format", "text", "`FORMAT` on standard output: text or json")
	cmd.Flags().StringVar(&f.questions, "questions", "", "ask the questions of this TOML `FILE` too")
	cmd.Flags().Float64Var(&f.min, "min", 0, "`PERCENT` that has to be found within the first three, of the questions\nif there are any, else of the pages; below it the exit status is 1")
	cmd.Flags().BoolVar(&f.all, "all", false, "show every page, not only those that are missed")
	return cmd
}

// probeOutcome is what llms probe prints.
type probeOutcome struct {
	SchemaVersion string `json:"schema_version"`
	Method        string `json:"method"`
	Tree          string `json:"tree"`
	*probe.Report
	Questions *probeQuestions `json:"questions,omitempty"`
	Min       float64         `json:"min"`
	Passed    bool            `json:"passed"`
}

type probeQuestions struct {
	probe.Found
	Results []probe.Result `json:"results"`
}

// probeMethod says in the report what it is.
const probeMethod = "BM25 over the words of section, title and notes: a lexical stand-in, no model"

func (c *Command) runProbe(dir string, f *probeFlags) error {
	if f.format != "text" && f.format != "json" {
		return fmt.Errorf("--format %s: write text or json", f.format)
	}
	if !(f.min >= 0 && f.min <= 100) { // NaN too
		return fmt.Errorf("--min %v: write a percentage from 0 to 100", f.min)
	}
	tree, err := site.Open(dir)
	if err != nil {
		return err
	}
	defer tree.Close()
	in, err := c.gather(tree, dir, &f.declared)
	if err != nil {
		return err
	}
	entries := probeEntries(in)
	if len(entries) == 0 {
		return fmt.Errorf("%s has no llms.txt with links: discovery-helper verify says what is wrong with it", dir)
	}
	index := probe.NewIndex(entries)
	outcome := probeOutcome{SchemaVersion: "1", Method: probeMethod, Tree: dir, Min: f.min}
	outcome.Report = index.Pages(probePages(tree, rules.Check(*in).Pages))
	share := outcome.Pages.Share()
	if f.questions != "" {
		questions, err := readQuestions(f.questions, tree, &in.Deployment)
		if err != nil {
			return err
		}
		found, results := index.Questions(questions)
		outcome.Questions = &probeQuestions{found, results}
		share = found.Share()
	}
	outcome.Passed = share >= f.min
	if f.format == "json" {
		if err := report.WriteJSON(c.Stdout, "  ", outcome); err != nil {
			return err
		}
	} else if err := outcome.text(c.Stdout, f.all); err != nil {
		return err
	}
	if !outcome.Passed {
		return errFindings
	}
	return nil
}

// probeEntries are the links of the tree's llms.txt files, the root's first,
// each with what an agent sees of it. A link to a page's Markdown twin leads
// to the page.
func probeEntries(in *rules.Input) []probe.Entry {
	in.Set.Open(in.Tree, &in.Deployment)
	r := in.Deployment.NewResolver()
	var entries []probe.Entry
	for _, file := range in.Set.LLMSFiles {
		if file.Text == nil {
			continue
		}
		r.SetPage(file.Doc.Path, "")
		for i := range file.Text.Sections {
			s := &file.Text.Sections[i]
			for _, it := range s.Items() {
				if it.Link == nil {
					continue
				}
				e := probe.Entry{
					Section: s.Name(), Title: it.Link.Title, Notes: it.Notes, URL: it.Link.URL,
					File: file.Doc.Path, Line: it.Pos.Line, Target: it.Link.URL,
				}
				if ref := r.Ref(it.Link.URL); ref.Kind == ghpages.RefTree {
					if answer := ghpages.Resolve(in.Tree, ref.Path); answer.Status != 404 {
						e.Target = pageOfTwin(in.Tree, answer.File)
					}
				}
				entries = append(entries, e)
			}
		}
	}
	return entries
}

// pageOfTwin is the page whose Markdown twin the file is; the file itself
// where there is no such page.
func pageOfTwin(t *site.Tree, file string) string {
	stem, ok := strings.CutSuffix(file, ".md")
	if !ok {
		return file
	}
	for _, page := range []string{stem, stem + ".html", stem + "/index.html"} {
		if site.IsHTML(page) && t.File(page) {
			return page
		}
	}
	return file
}

// probePages reads what a reader of each canonical page would ask.
func probePages(tree *site.Tree, all []*site.Page) []probe.Page {
	scanner := htmlfacts.NewScanner()
	var pages []probe.Page
	var buf []byte
	for _, p := range all {
		if p.Status != site.Canonical {
			continue
		}
		page := probe.Page{URL: p.URL, Target: p.Path, Title: p.Title.Value, Description: p.Description.Value}
		var err error
		if buf, err = tree.Read(p.Path, buf, site.MaxPageSize); err == nil { // else its title has to do
			facts := scanner.Scan(buf)
			for _, h := range facts.Headings {
				if h.Level == 2 && !h.Context.Has(htmlfacts.InTemplate|htmlfacts.InNav|htmlfacts.InFooter|htmlfacts.InAside) {
					page.Headings = append(page.Headings, facts.Text(h.Content))
				}
			}
		}
		pages = append(pages, page)
	}
	return pages
}

// readQuestions reads a maintainer's questions. What they expect has to be a
// page or a file of the tree.
func readQuestions(name string, tree *site.Tree, d *ghpages.Deployment) ([]probe.Question, error) {
	text, err := config.Read(name)
	if err != nil {
		return nil, fmt.Errorf("%w; name a TOML file with [[question]] tables", err)
	}
	var file struct {
		Question []struct{ Ask, Expect string }
	}
	meta, err := config.DecodeTOML(name, text, &file)
	if err != nil {
		return nil, err
	}
	if keys := meta.Undecoded(); len(keys) > 0 {
		return nil, fmt.Errorf("%s: there is no key %s; a question has ask and expect", name, keys[0])
	}
	if len(file.Question) == 0 {
		return nil, fmt.Errorf("%s has no question: write [[question]] with ask and expect", name)
	}
	resolver := d.NewResolver()
	resolver.SetPage("index.html", "")
	var questions []probe.Question
	for i, q := range file.Question {
		if strings.TrimSpace(q.Ask) == "" || q.Expect == "" {
			return nil, fmt.Errorf("%s: question %d lacks ask or expect", name, i+1)
		}
		ref := resolver.Ref(strings.TrimPrefix(q.Expect, "/"))
		answer := ghpages.Resolution{Status: 404}
		if ref.Kind == ghpages.RefTree || ref.Kind == ghpages.RefEmpty {
			answer = ghpages.Resolve(tree, ref.Path)
		}
		if answer.Status == 404 {
			return nil, fmt.Errorf("%s: question %d expects %s, which is no page of this tree", name, i+1, q.Expect)
		}
		questions = append(questions, probe.Question{Text: q.Ask, URL: d.URLOf(answer.File), Target: pageOfTwin(tree, answer.File)})
	}
	return questions, nil
}

// text writes the outcome for people.
func (o *probeOutcome) text(w io.Writer, all bool) error {
	var b strings.Builder
	line := func(what string, f probe.Found) {
		fmt.Fprintf(&b, "  %-26s %5d asked, %5d at rank 1, %5d within 3\n", what, f.Asked, f.First, f.Within3)
	}
	fmt.Fprintf(&b, "%s: %s in llms.txt\n\n", report.Line(o.Tree), plural.Of(o.Entries, "link"))
	line("pages, by all their words", o.Pages)
	line("by the title alone", o.ByTitle)
	line("by the description", o.ByDescription)
	line("by each heading", o.ByHeading)
	if o.Questions != nil {
		line("your questions", o.Questions.Found)
	}
	writeResults := func(results []probe.Result) {
		for _, r := range results {
			if r.Found() && !all {
				continue
			}
			verdict := fmt.Sprintf("rank %d", r.Rank)
			switch {
			case !r.Listed:
				verdict = "not listed"
			case r.Rank == 0:
				verdict = "no word in common"
			}
			what := r.URL
			if r.Question != "" {
				what = r.Question + " → " + r.URL
			}
			fmt.Fprintf(&b, "\n%s: %s\n", report.Line(what), verdict)
			for _, e := range r.Misleading {
				fmt.Fprintf(&b, "    behind %s:%d: %s\n", report.Line(e.File), e.Line, report.Line(e.Title))
			}
		}
	}
	writeResults(o.Results)
	if o.Questions != nil {
		writeResults(o.Questions.Results)
	}
	if len(o.Misleaders) > 0 {
		b.WriteString("\nIn the way most often:\n")
		for _, m := range o.Misleaders[:min(len(o.Misleaders), 10)] {
			fmt.Fprintf(&b, "    %s:%d: %s (of %s)\n", report.Line(m.File), m.Line, report.Line(m.Title), plural.Of(m.Pages, "page"))
		}
	}
	verdict, share, what := "OK  ", o.Pages.Share(), "pages"
	if o.Questions != nil {
		share, what = o.Questions.Share(), "questions"
	}
	if !o.Passed {
		verdict = "FAIL"
	}
	fmt.Fprintf(&b, "\n%s %.1f %% of the %s found within 3, at least %.1f %% asked for\n", verdict, share, what, o.Min)
	fmt.Fprintf(&b, "Ranked by %s.\n", o.Method)
	_, err := io.WriteString(w, b.String())
	return err
}
