package rules

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"github.com/discovery-set/hugo-discovery/internal/plural"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

// Limits of all findings together: a finding takes a hundred times the bytes
// of the link that it is about, and a tree may hold millions of those.
const (
	maxPerRule    = 25_000  // findings of one rule and severity
	manyFindings  = 250_000 // in all; from there on
	maxPerRuleNow = 500     // of one rule and severity
)

// budgets are how many bytes are read of all files of one kind together: hard
// links give one large file any number of names.
type budgets struct{ pages, styles, twins int64 }

// mostBytes stand above what a site holds: GitHub Pages publishes 1 GB.
var mostBytes = budgets{pages: 2 << 30, styles: 256 << 20, twins: 512 << 20}

// budget lets go of the files from the first one on for which there is no room,
// in the order in which it is asked, which never hangs on the number of workers.
type budget struct {
	most, used int64
	files      int    // that may be read yet
	first      string // file that is not read
	count      int    // files that are not read
}

// takes reports whether the file is read.
func (b *budget) takes(file *site.File) bool {
	if b.count == 0 && b.used+file.Size <= b.most && b.files > 0 {
		b.used += file.Size
		b.files--
		return true
	}
	if b.count++; b.count == 1 {
		b.first = file.Path
	}
	return false
}

// report says what was not read, in one finding.
func (b *budget) report(c *TreeContext, severity Severity, one string) {
	if b.count == 0 {
		return
	}
	message := fmt.Sprintf("from this file on, %s were not read", plural.Of(b.count, one))
	if b.count == 1 {
		message = "this " + one + " was not read"
	}
	limit := fmt.Sprintf("no more than %d MiB of %ss are read of one site", b.most>>20, one)
	if b.files == 0 {
		limit = fmt.Sprintf("no more %ss than that are read of one site", one)
	}
	c.ReportFile(b.first, Finding{
		Severity: severity,
		Message:  message + ": " + limit,
		Fix:      "publish less: GitHub Pages takes no more than 1 GB of all files",
	})
}

// bound counts findings and says which are kept. Severities are counted apart,
// so that the verdict does not hang on what came first.
type bound struct {
	total int
	kept  map[boundKey]int
	over  map[boundKey]bool
}

type boundKey struct {
	rule     *Rule
	severity Severity
}

// keeps reports whether there is room for another finding of that kind.
func (b *bound) keeps(rule *Rule, severity Severity) bool {
	if b.kept == nil {
		b.kept, b.over = make(map[boundKey]int), make(map[boundKey]bool)
	}
	key := boundKey{rule, severity}
	most := maxPerRule
	if b.total >= manyFindings {
		most = maxPerRuleNow
	}
	if b.kept[key] >= most {
		b.over[key] = true
		return false
	}
	b.total++
	b.kept[key]++
	return true
}

// rest says of which kinds there were more findings than are kept.
func (run *Run) rest(b *bound) []Finding {
	var findings []Finding
	for key := range b.over {
		findings = run.add(findings, key.rule, Finding{
			Severity: key.severity,
			Message:  fmt.Sprintf("more than %d findings of this rule in the tree; the rest is not listed", b.kept[key]),
			Fix:      "mend these first",
		})
	}
	slices.SortFunc(findings, func(x, y Finding) int {
		return cmp.Or(cmp.Compare(x.Rule, y.Rule), cmp.Compare(x.Severity, y.Severity))
	})
	return findings
}

// inOrder lets go of what pages have too many findings of, page after page in
// the order of the tree, whichever is done first: the same ones are kept
// whatever the number of workers.
type inOrder struct {
	mu    sync.Mutex
	bound bound
	rules map[string]*Rule
	all   [][]Finding
	done  []bool
	next  int // the first page that is not bounded yet
}

func newInOrder(run *Run, pages int) *inOrder {
	o := &inOrder{rules: make(map[string]*Rule, len(run.rules)), all: make([][]Finding, pages), done: make([]bool, pages)}
	for i := range run.rules {
		o.rules[run.rules[i].ID] = &run.rules[i]
	}
	return o
}

// add takes the findings of a page.
func (o *inOrder) add(page int, findings []Finding) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.all[page], o.done[page] = findings, true
	for ; o.next < len(o.all) && o.done[o.next]; o.next++ {
		full := len(o.all[o.next])
		kept := slices.DeleteFunc(o.all[o.next], func(f Finding) bool { return !o.bound.keeps(o.rules[f.Rule], f.Severity) })
		if len(kept) < full {
			kept = slices.Clip(slices.Clone(kept))
		}
		o.all[o.next] = kept
	}
}
