package rules

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/plural"
	"github.com/discovery-set/hugo-discovery/internal/pos"
	"github.com/discovery-set/hugo-discovery/internal/site"
	"github.com/discovery-set/hugo-discovery/llmstxt"
)

// llmsRules judge llms.txt, the root's and the nested ones that the manifest
// declares. Errors break the format's text (version 2) or the protocol,
// warnings make a reference parser stop or lose something, infos are practice.
var llmsRules = slices.Concat(llmsFileRules, llmsTreeRules)

// llmsFileRules look at one file, whatever tree it is from. The order counts:
// llms/parser, the last, speaks where no other has.
var llmsFileRules = slices.Concat(llmsShapeRules, llmsItemRules, llmsPracticeRules, []Rule{
	llmsRule("llms/parser", Warning, []string{"E10"},
		"The reference parsers read every line as CommonMark does.", llmsParser),
})

// llmsRule is a rule that looks at one file at a time.
func llmsRule(id string, severity Severity, refs []string, summary string, look func(*llmsContext)) Rule {
	return Rule{ID: id, Refs: refs, Severity: severity, Summary: summary, Tree: func(c *TreeContext) {
		for _, file := range c.Set.LLMSFiles {
			lc := &llmsContext{LLMSFile: file, tree: c}
			look(lc)
			lc.more()
		}
	}}
}

// LLMSFile is an llms.txt with what its three readers make of it.
type LLMSFile struct {
	Doc    *site.Document
	Nested bool

	// Text is nil where the file is empty, HTML or no text: then only the rule
	// that says so speaks.
	Text               *llmstxt.Document
	Python, JavaScript llmstxt.Reading

	fault  llmsFault
	lines  pos.Index
	links  [2][]*llmstxt.ReadLink    // per dialect, by the offset of the bracket
	names  [2][]*llmstxt.ReadSection // per dialect, by the offset of the ##
	starts []int                     // the offsets of all ## that a parser splits at, sorted
	spoken lineSet                   // lines in which a rule has found an error or a warning
}

// llmsFault says why there is no text to judge.
type llmsFault uint8

const (
	llmsSound llmsFault = iota
	llmsUnreadable
	llmsIsEmpty
	llmsIsHTML
	llmsNoText
)

// What is read of llms.txt files. A reading takes some hundred times a file's
// bytes in memory where it is made of nothing but marks.
const (
	maxNestedLLMS = 2_000   // declared files
	maxLLMSSize   = 5 << 20 // bytes of one file
	maxAllLLMS    = 8 << 20 // bytes of all declared files together
)

// readLLMSFiles reads the llms.txt of DISCOVERY_ROOT and those that the
// manifest declares for sections and languages (A20).
func readLLMSFiles(t *site.Tree, d *ghpages.Deployment, s *Set) []*LLMSFile {
	var files []*LLMSFile
	if s.LLMS.Found {
		files = append(files, ReadLLMS(s.LLMS))
	}
	if s.ManifestFile == nil {
		return files
	}
	seen := map[string]bool{s.LLMS.Path: true}
	total := int64(0)
	for _, declared := range s.ManifestFile.Discovery.NestedLLMS {
		p, ok := d.TreePath(declared.Value)
		if !ok || seen[p] || len(seen) > maxNestedLLMS || path.Base(p) != ghpages.LLMSFile || !t.File(p) {
			continue
		}
		seen[p] = true
		// What is not judged is not read: thousands of large files would be in memory.
		doc := &site.Document{Path: p, Found: true}
		if total += t.Lookup(p).Size; total > maxAllLLMS {
			doc.Err = fmt.Errorf("the llms.txt files of the site have more than %d MiB together", maxAllLLMS>>20)
		} else {
			doc = t.Document(p)
		}
		file := ReadLLMS(doc)
		file.Nested = true
		files = append(files, file)
	}
	return files
}

// ReadLLMS reads a file with the eyes of all three readers.
func ReadLLMS(doc *site.Document) *LLMSFile {
	f := &LLMSFile{Doc: doc}
	if doc.Err == nil && len(doc.Src) > maxLLMSSize {
		doc.Err = fmt.Errorf("it is larger than %d MiB", maxLLMSSize>>20)
	}
	src := doc.Src
	trimmed := bytes.TrimSpace(bytes.TrimPrefix(src, []byte("\ufeff")))
	switch {
	case doc.Err != nil:
		f.fault = llmsUnreadable
		return f
	case len(trimmed) == 0:
		f.fault = llmsIsEmpty
		return f
	case bytes.IndexByte(src, 0) >= 0 || bytes.HasPrefix(src, []byte("\xff\xfe")) || bytes.HasPrefix(src, []byte("\xfe\xff")):
		f.fault = llmsNoText
		return f
	case isHTML(trimmed):
		f.fault = llmsIsHTML
		return f
	}
	text := doc.Text()
	f.Text = llmstxt.Parse(text)
	f.Python, _ = llmstxt.AsPython(text) // what stops a parser is in the reading
	f.JavaScript, _ = llmstxt.AsJavaScript(text)
	f.lines = pos.NewIndex(src)
	f.spoken = newLineSet(bytes.Count(src, []byte("\n")) + 1)
	for d, r := range []*llmstxt.Reading{&f.Python, &f.JavaScript} {
		for _, sections := range [][]llmstxt.ReadSection{r.Sections, r.Replaced} {
			for i := range sections {
				s := &sections[i]
				f.names[d] = append(f.names[d], s)
				f.starts = append(f.starts, s.Offset)
				for j := range s.Links {
					f.links[d] = append(f.links[d], &s.Links[j])
				}
			}
		}
		slices.SortFunc(f.links[d], func(a, b *llmstxt.ReadLink) int { return a.Offset - b.Offset })
		slices.SortFunc(f.names[d], func(a, b *llmstxt.ReadSection) int { return a.Offset - b.Offset })
	}
	slices.Sort(f.starts)
	return f
}

// linkAt is the link that a parser reads at the offset of a bracket, or nil.
func (f *LLMSFile) linkAt(d llmstxt.Dialect, offset int) *llmstxt.ReadLink {
	i, ok := slices.BinarySearchFunc(f.links[d], offset, func(l *llmstxt.ReadLink, offset int) int { return l.Offset - offset })
	if !ok {
		return nil
	}
	return f.links[d][i]
}

// sectionAt is the section that a parser reads at the offset of a ##, or nil.
func (f *LLMSFile) sectionAt(d llmstxt.Dialect, offset int) *llmstxt.ReadSection {
	i, ok := slices.BinarySearchFunc(f.names[d], offset, func(s *llmstxt.ReadSection, offset int) int { return s.Offset - offset })
	if !ok {
		return nil
	}
	return f.names[d][i]
}

// isHTML: a file that a server or a generator wrote in place of the text
// begins with the document, its type or its head.
func isHTML(text []byte) bool {
	for {
		rest, ok := bytes.CutPrefix(text, []byte("<!--"))
		if !ok {
			break
		}
		_, behind, ok := bytes.Cut(rest, []byte("-->"))
		if !ok {
			return false
		}
		text = bytes.TrimSpace(behind)
	}
	start := strings.ToLower(string(text[:min(len(text), 16)]))
	for _, mark := range []string{"<!doctype html", "<html", "<head", "<body", "<?xml"} {
		if rest, ok := strings.CutPrefix(start, mark); ok && (rest == "" || strings.IndexByte("> \t\r\n", rest[0]) >= 0) {
			return true
		}
	}
	return false
}

// llmsContext is what a rule about one file sees.
type llmsContext struct {
	*LLMSFile
	tree  *TreeContext
	found int
	code  lineSet // lines of code and HTML, once they are asked for
}

// maxLLMSFindings is how many findings of one rule are told one by one.
const maxLLMSFindings = 1_000

// more says how many findings there were beyond those that are told.
func (c *llmsContext) more() {
	if n := c.found - maxLLMSFindings; n > 0 {
		c.tree.ReportFile(c.Doc.Path, Finding{
			Message: fmt.Sprintf("the same is wrong in %s of %s", plural.Of(n, "more place"), c.Doc.Path),
			Fix:     "mend the others likewise",
		})
	}
}

// report adds a finding at a byte offset of the file; of the file as a whole
// where the offset is negative.
func (c *llmsContext) report(offset int, f Finding) {
	c.found++
	if c.Text == nil {
		offset = min(offset, 0) // nothing but the file's beginning is known
	}
	if offset >= 0 && c.Doc.Src != nil {
		line, column := c.lines.LineColumn(offset)
		f.Line = line
		f.Column = columnOf(c.Doc.Src, offset-(column-1), offset)
		f.Snippet = snippetAt(c.Doc.Src, offset)
		as := f.Severity
		if as == Off {
			as = c.tree.rule.Severity
		}
		if as >= Warning {
			c.spoken.add(line, line)
		}
	}
	if c.found > maxLLMSFindings {
		return
	}
	c.tree.ReportFile(c.Doc.Path, f)
}

// speakFor marks the lines from one offset up to another: a finding answers
// for all of them.
func (c *llmsContext) speakFor(from, to int) {
	first, _ := c.lines.LineColumn(from)
	last, _ := c.lines.LineColumn(to)
	c.spoken.add(first, last)
}

// lineSet is a set of lines, to which ranges that overlap are added in the time
// of the lines that are new to it: many findings may each answer for the whole
// rest of a file.
type lineSet []int32 // the line itself where it is not in the set, else one further on

// newLineSet returns the empty set of lines from 1.
func newLineSet(lines int) lineSet {
	s := make(lineSet, lines+2)
	for i := range s {
		s[i] = int32(i)
	}
	return s
}

func (s lineSet) has(line int) bool { return int(s[line]) != line }

// out is the first line from the given one on that is not in the set.
func (s lineSet) out(line int) int {
	for s.has(line) {
		s[line] = s[s[line]]
		line = int(s[line])
	}
	return line
}

func (s lineSet) add(first, last int) {
	if last = min(last, len(s)-2); first > last { // also of a file without text
		return
	}
	for line := s.out(first); line <= last; line = s.out(line) {
		s[line] = int32(line) + 1
	}
}

// partEnd is the end of what a parser splits off at the offset.
func (c *llmsContext) partEnd(offset int) int {
	i := sort.SearchInts(c.starts, offset+1)
	if i == len(c.starts) {
		return len(c.Doc.Src)
	}
	return c.starts[i] - 1
}

// line is the number of the line that holds the offset, as findings count.
func (c *llmsContext) line(offset int) int {
	line, _ := c.lines.LineColumn(offset)
	return line
}

// blockEnd is the end of the last line of a block. It is looked up: a file
// whose lines end in carriage returns is one line of many blocks.
func (c *llmsContext) blockEnd(b *llmstxt.Block) int { return c.lines.End(b.LastLine) }

// stopsOn reports whether the Python parser raises at the line that holds the
// offset.
func (c *llmsContext) stopsOn(offset int) bool {
	stops := c.Python.Stops
	i := sort.Search(len(stops), func(i int) bool { return stops[i].Pos.Offset > offset }) - 1
	for ; i >= 0 && stops[i].Reason == llmstxt.NoHeader; i-- {
	}
	return i >= 0 && c.line(stops[i].Pos.Offset) == c.line(offset)
}

// headerStop is where the parser finds no header, or nil.
func headerStop(r *llmstxt.Reading) *llmstxt.Stop {
	for i := range r.Stops {
		if r.Stops[i].Reason == llmstxt.NoHeader {
			return &r.Stops[i]
		}
	}
	return nil
}

// both says what the parsers do: once where they agree, nothing where one does
// nothing worth a word.
func both(python, javaScript string) string {
	switch {
	case python == javaScript && python == "":
		return ""
	case python == javaScript:
		return "both reference parsers " + ofTwo(python)
	case javaScript == "":
		return "the Python parser " + python
	case python == "":
		return "the JavaScript parser " + javaScript
	}
	return "the Python parser " + python + ", the JavaScript parser " + javaScript
}

// ofTwo turns the verbs of what one parser does into those of two.
func ofTwo(does string) string {
	verb, rest, more := strings.Cut(does, " ")
	if verb == "loses" {
		verb = "lose"
	} else {
		verb = strings.TrimSuffix(verb, "s")
	}
	if !more {
		return verb
	}
	return verb + " " + strings.NewReplacer(" and loses ", " and lose ", " and takes ", " and take ", " and keeps ", " and keep ").Replace(rest)
}

// fate says what the reference parsers make of a link of a list; empty where
// both read it as CommonMark does.
func (c *llmsContext) fate(it *llmstxt.Item) string {
	return both(c.fateIn(llmstxt.Python, it), c.fateIn(llmstxt.JavaScript, it))
}

func (c *llmsContext) fateIn(d llmstxt.Dialect, it *llmstxt.Item) string {
	if d == llmstxt.Python && c.stopsOn(it.Pos.Offset) {
		return "stops at this line"
	}
	if it.Link == nil {
		if d == llmstxt.JavaScript {
			return "leaves the line out"
		}
		return ""
	}
	got := c.linkAt(d, it.Link.Pos.Offset)
	if got == nil {
		return "loses the link"
	}
	var faults []string
	if got.Title != it.Link.RawTitle {
		faults = append(faults, "takes "+Quote(got.Title)+" for the title")
	}
	if got.URL != it.Link.URL {
		faults = append(faults, "takes "+Quote(got.URL)+" for the URL")
	}
	desc := ""
	if got.Desc != nil {
		desc = strings.TrimSpace(*got.Desc)
	}
	notes, _, several := strings.Cut(it.RawNotes, "\n")
	switch {
	case desc == strings.TrimSpace(it.RawNotes):
	case desc == "":
		faults = append(faults, "loses the notes")
	case several && desc == strings.TrimSpace(notes):
		faults = append(faults, "keeps only the first line of the notes")
	default:
		faults = append(faults, "takes "+Quote(desc)+" for the notes")
	}
	if it.RawNotes == "" && it.Form == llmstxt.LinkThenText && got.Desc == nil {
		faults = append(faults, "loses what follows the link")
	}
	return strings.Join(faults, " and ")
}

// safeLine is the line to write for a link, in the form that every reader
// takes. Markup in title and notes stays where it does no harm.
func safeLine(it *llmstxt.Item) string {
	notes := it.RawNotes
	if notes == "" {
		notes = strings.TrimLeft(it.Tail, " \t-–—:|*_")
	}
	line, err := llmsLine(it.Link.Title, it.Link.URL)
	if err != nil {
		return "write - [title](url): notes, on one line"
	}
	if title := it.Link.RawTitle; title != "" && !strings.ContainsAny(title, "[]\n") {
		_, target, _ := strings.Cut(line, "](")
		line = "- [" + title + "](" + target
	}
	if notes = strings.Join(strings.Fields(notes), " "); notes != "" {
		line += ": " + notes
	}
	return "write " + line
}

// llmsLine lets the writer of llms.txt write one link.
func llmsLine(title, url string) (string, error) {
	var b strings.Builder
	err := llmstxt.Write(&b, llmstxt.Doc{Title: "T", Sections: []llmstxt.DocSection{{Name: "S", Links: []llmstxt.DocLink{{Title: title, URL: url}}}}})
	if err != nil {
		return "", err
	}
	_, line, _ := strings.Cut(b.String(), "\n- ")
	return "- " + strings.TrimSuffix(line, "\n"), nil
}

// CheckLLMS judges llms.txt files that belong to no tree. Unless severityOf is
// nil it gives the severity of a rule's findings.
func CheckLLMS(docs []*site.Document, severityOf func(rule, file string, as Severity) Severity) *Result {
	run := &Run{Input: Input{Set: &Set{}, SeverityOf: severityOf}, rules: llmsFileRules}
	result := &Result{Summary: Summary{Rules: len(run.rules)}}
	for _, doc := range docs {
		run.Set.LLMSFiles = append(run.Set.LLMSFiles, ReadLLMS(doc))
		result.Summary.Files++
		result.Summary.Bytes += int64(len(doc.Src))
	}
	c := &TreeContext{Run: run}
	for i := range run.rules {
		c.rule = &run.rules[i]
		c.rule.Tree(c)
	}
	result.Findings, result.LLMS = sortFindings(c.findings), run.Set.LLMSFiles
	result.Summary.countFindings(result.Findings)
	return result
}
