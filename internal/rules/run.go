package rules

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/discovery-set/hugo-discovery/internal/excerpt"
	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
	"github.com/discovery-set/hugo-discovery/internal/jsonld"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

// Input is all that a verdict depends on.
type Input struct {
	Tree       *site.Tree
	Deployment ghpages.Deployment
	// Problems are what closing the declared values brought up.
	Problems []ghpages.Problem
	Declared ghpages.Declared
	Set      *Set
	// Excluded are the paths that are declared to be no pages: those of the
	// configuration, then those of the manifest.
	Excluded site.Exclusions
	// SeverityOf gives the severity of a rule's findings in a file, where the
	// user has said one. Nil: as the rules say.
	SeverityOf func(rule, file string, as Severity) Severity
	// AllowRootRelative accepts path-absolute references that resolve exactly
	// to their target (ledger R143).
	AllowRootRelative bool

	// Role is the page role that the configuration declares for the whole
	// site: artifact, editorial, profile, or "".
	Role string
	// Served is what a server has shown, where a site is checked and not a
	// folder.
	Served *site.Served
	// Now is the day against which dates are held: nothing else depends on it.
	Now time.Time

	Jobs     int
	Progress func(done, total int)
}

// Run is the state that all rules of one verdict share. While pages are being
// read, nothing of it changes but checked.
type Run struct {
	Input
	rules []Rule
	byURL map[string]*site.Page
	// checked are the pages that are done, by the number of their file.
	checked []atomic.Pointer[site.Page]
	// styles are the style sheets of the tree that its pages load.
	styles []styleSheet
	// unread are style sheets that could not be read, and why.
	unread []*site.Document
	// mostBytes are to be read; these are the files for which there was no room.
	mostBytes             budgets
	pageBytes, styleBytes budget
	copies                copies

	excluded *site.ExclusionIndex
	lookups  lookups

	otherRoot bool // the tree was built for another SITE_ROOT; see findOtherRoot
}

// Result is the verdict.
type Result struct {
	Tree       string // the folder, as the caller named it
	Kind       string // PAGE or SITE
	Deployment ghpages.Deployment
	Findings   []Finding // sorted
	Pages      []*site.Page
	LLMS       []*LLMSFile // llms.txt and the nested ones that the manifest declares
	Summary    Summary
}

// Summary counts; the JSON report prints it as it stands.
type Summary struct {
	Errors         int   `json:"errors"`
	Warnings       int   `json:"warnings"`
	Infos          int   `json:"infos"`
	Files          int   `json:"files"`
	HTMLFiles      int   `json:"html_files"`
	CanonicalPages int   `json:"canonical_pages"`
	Bytes          int64 `json:"bytes"`
	Rules          int   `json:"rules"`
}

// Count returns the number of findings at or above a severity.
func (s Summary) Count(least Severity) int {
	n := s.Errors
	if least <= Warning {
		n += s.Warnings
	}
	if least <= Info {
		n += s.Infos
	}
	return n
}

// countFindings counts findings by severity.
func (s *Summary) countFindings(findings []Finding) {
	for _, f := range findings {
		switch f.Severity {
		case Error:
			s.Errors++
		case Warning:
			s.Warnings++
		case Info:
			s.Infos++
		}
	}
}

func newRun(in Input) *Run {
	return &Run{Input: in, mostBytes: mostBytes, rules: All(), excluded: in.Excluded.Index(), checked: make([]atomic.Pointer[site.Page], len(in.Tree.Files))}
}

// Check runs all rules over the tree. The same input gives the same result,
// whatever Jobs is.
func Check(in Input) *Result {
	run := newRun(in)
	pages, findings := run.checkPages()
	run.otherRoot = run.findOtherRoot(pages)
	findings = append(findings, run.checkTree(pages)...)
	if run.otherRoot {
		findings = onlyGate(findings)
	}
	findings = dropCausedBy(dropConsequences(sortFindings(findings)))

	result := &Result{Tree: in.Tree.Name, Kind: KindPage, Deployment: in.Deployment, Findings: findings, Pages: pages, LLMS: in.Set.LLMSFiles}
	result.Summary = Summary{
		Files: len(in.Tree.Files), HTMLFiles: len(pages), Bytes: in.Tree.Bytes, Rules: len(run.rules),
	}
	for _, p := range pages {
		if p.Status == site.Canonical {
			result.Summary.CanonicalPages++
		}
	}
	if result.Summary.CanonicalPages > 1 {
		result.Kind = KindSite
	}
	result.Summary.countFindings(findings)
	return result
}

// worker is what one goroutine keeps from page to page.
type worker struct {
	scanner  *htmlfacts.Scanner
	linker   *linker
	parsers  []*jsonld.Parser // one per block of a page
	interned map[string]string
	buf      []byte
	// fragments are those of the page, until their number is known.
	fragments []site.Fragment
	context   PageContext
}

// checkPages reads every HTML file once, on all workers, and runs the page
// rules while its facts are at hand.
func (run *Run) checkPages() ([]*site.Page, []Finding) {
	var files []*site.File
	readable := 0 // of them, the first ones
	run.pageBytes = budget{most: run.mostBytes.pages, files: site.MaxEntries}
	for i := range run.Tree.Files {
		if f := &run.Tree.Files[i]; f.IsHTML() {
			files = append(files, f)
			if f.Size > site.MaxPageSize && run.pageBytes.count == 0 || run.pageBytes.takes(f) {
				readable = len(files)
			}
		}
	}
	pages := make([]*site.Page, len(files))
	findings := newInOrder(run, len(files))
	var done atomic.Int64
	var mu sync.Mutex
	styles := map[*site.File]bool{}
	run.sideBySide(len(files), func(next func() (int, bool)) {
		w := &worker{buf: make([]byte, 0, 64<<10), scanner: htmlfacts.NewScanner(), linker: newLinker(run)}
		for i, ok := next(); ok; i, ok = next() {
			var found []Finding
			if i < readable {
				pages[i], found = run.checkPage(w, files[i].Path)
			} else {
				pages[i] = run.unreadPage(files[i].Path, "")
			}
			findings.add(i, found)
			run.checked[files[i].Number()].Store(pages[i])
			if n := int(done.Add(1)); run.Progress != nil {
				run.Progress(n, len(files))
			}
		}
		mu.Lock()
		defer mu.Unlock()
		maps.Copy(styles, w.linker.styles)
	})
	run.styles = run.readStyles(styles)

	var all []Finding
	for i, p := range pages {
		run.settleAMP(p)
		for _, f := range findings.all[i] {
			if p.Status == site.AMPTwin && f.canonicalOnly {
				continue
			}
			all = append(all, f)
		}
	}
	return pages, append(all, run.rest(&findings.bound)...)
}

// unreadPage is a page that was not read. One without a reason is none of those
// for which there was room.
func (run *Run) unreadPage(path, reason string) *site.Page {
	return &site.Page{Path: path, Status: site.Unread, Reason: reason, URL: run.Deployment.URLOf(path)}
}

// checkPage reads one page, runs the page rules over it and returns what is
// kept of it.
func (run *Run) checkPage(w *worker, path string) (*site.Page, []Finding) {
	var err error
	w.buf, err = run.Tree.Read(path, w.buf, site.MaxPageSize)
	c := &w.context
	*c = PageContext{Run: run, worker: w, blocks: c.blocks[:0], refs: c.refs[:0], files: c.files[:0], places: c.places}
	if err != nil {
		c.Page = run.unreadPage(path, err.Error())
		if errors.Is(err, site.ErrTooLarge) {
			c.Page.Reason = fmt.Sprintf("larger than %d MiB", site.MaxPageSize>>20)
		}
		return c.Page, nil
	}
	c.Facts = w.scanner.Scan(w.buf)
	w.fragments = w.fragments[:0]
	c.places.reset(c.Facts.Src)
	c.Page = site.Classify(path, c.Facts, &run.Deployment, run.excluded)
	c.Base = site.BaseURL(c.Page.URL, c.Facts)
	keepIDs(c)
	c.Page.Blank = len(bytes.TrimSpace(w.buf)) == 0
	for i := range run.rules {
		rule := &run.rules[i]
		if rule.Page == nil || c.Page.Blank || (c.Page.Status != site.Canonical && !rule.EveryPage) {
			continue
		}
		c.rule, c.reported = rule, 0
		rule.Page(c)
	}
	keep(c)
	c.Page.Fragments = slices.Clone(w.fragments)
	return c.Page, c.findings
}

// checkTree runs the rules that need all pages, several areas at a time: a rule
// may look at what those of its own area have said, never at another area.
func (run *Run) checkTree(pages []*site.Page) []Finding {
	run.Set.Open(run.Tree, &run.Deployment)
	var canonical []*site.Page
	run.byURL = make(map[string]*site.Page, len(pages))
	for _, p := range pages {
		if p.Status == site.Canonical {
			canonical = append(canonical, p)
			if _, taken := run.byURL[p.URL]; !taken {
				run.byURL[p.URL] = p
			}
		}
	}
	areas := run.treeAreas()
	findings := make([][]Finding, len(areas))
	run.sideBySide(len(areas), func(next func() (int, bool)) {
		for i, ok := next(); ok; i, ok = next() {
			c := &TreeContext{Run: run, Pages: pages, Canonical: canonical}
			for _, rule := range areas[i] {
				c.rule = rule
				rule.Tree(c)
			}
			findings[i] = append(c.findings, run.rest(&c.bound)...)
		}
	})
	return slices.Concat(findings...)
}

// treeAreas are the rules that need all pages, those of one area together.
func (run *Run) treeAreas() [][]*Rule {
	var areas [][]*Rule
	place := map[string]int{}
	for i := range run.rules {
		rule := &run.rules[i]
		if rule.Tree == nil {
			continue
		}
		at, known := place[rule.Area()]
		if !known {
			at = len(areas)
			place[rule.Area()] = at
			areas = append(areas, nil)
		}
		areas[at] = append(areas[at], rule)
	}
	return areas
}

// sideBySide runs work on as many workers as there are jobs, or fewer where
// there is less to do. Each takes the numbers below n, in order, that no other
// has taken.
func (run *Run) sideBySide(n int, work func(next func() (int, bool))) {
	jobs := run.Jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	var taken atomic.Int64
	next := func() (int, bool) {
		i := int(taken.Add(1)) - 1
		return i, i < n
	}
	var wg sync.WaitGroup
	for range min(jobs, max(1, n)) {
		wg.Go(func() { work(next) })
	}
	wg.Wait()
}

// add completes a finding and appends it, unless its severity is off.
func (run *Run) add(findings []Finding, rule *Rule, f Finding) []Finding {
	f.Rule, f.Docs = rule.ID, rule.Docs()
	f.Message, f.Fix, f.URL = excerpt.Middle(f.Message, maxText), excerpt.Middle(f.Fix, maxText), excerpt.Middle(f.URL, maxText)
	if f.Refs == nil { // else the rule has said which of its numbers
		f.Refs = rule.Refs
	}
	f.Severity = cmp.Or(f.Severity, rule.Severity)
	f.canonicalOnly = rule.Page != nil && !rule.EveryPage
	if run.SeverityOf != nil {
		f.Severity = run.SeverityOf(rule.ID, f.File, f.Severity)
	}
	if f.Severity == Off {
		return findings
	}
	if f.Source == "" {
		f.Source = run.Set.Source(f.File)
	}
	return append(findings, f)
}

// pageAt is the page of the file at a path, where there is one and it is done.
func (run *Run) pageAt(path string) *site.Page {
	if f := run.Tree.Lookup(path); f != nil {
		return run.checked[f.Number()].Load()
	}
	return nil
}

// settleAMP tells AMP twins from pages: the twin's canonical link names a page
// of the tree that names the twin by rel=amphtml (A38).
func (run *Run) settleAMP(p *site.Page) {
	if p.AMPOf == "" || p.Status != site.Canonical {
		return
	}
	if partner := run.pageAt(p.AMPOf); partner != nil {
		if _, named := slices.BinarySearch(partner.AMPLinks, p.Path); named {
			p.Status = site.AMPTwin
		}
	}
}
