package rules

import "fmt"

var headRules = []Rule{
	{
		ID: "head/title", Refs: []string{"R077", "R108"}, Severity: Error,
		Summary: "Every canonical page has a title that is not blank.",
		Page:    title,
	},
	{
		ID: "head/title-duplicate", Refs: []string{"R108"}, Severity: Warning,
		Summary: "No two canonical pages of one language share a title.",
		Tree:    titleDuplicate,
	},
}

func title(c *PageContext) {
	switch t := headTitle(c.Facts); {
	case t == nil:
		c.Missing(Finding{Message: "the page has no title", Fix: "write <title>…</title> into the head"})
	case t.Value == "":
		c.Report(t.Offset, Finding{Message: "the title is blank", Fix: "say in the title what the page is about"})
	}
}

func titleDuplicate(c *TreeContext) {
	first := map[[2]string]int{}
	for i, p := range c.Canonical {
		if p.Title.Value == "" {
			continue
		}
		key := [2]string{p.Lang, p.Title.Value}
		j, seen := first[key]
		if !seen {
			first[key] = i
			continue
		}
		c.ReportPage(p, p.Title.Pos, Finding{
			Message: fmt.Sprintf("the title %s is that of %s too", Quote(p.Title.Value), c.Canonical[j].Path),
			Fix:     "give each page a title of its own; number the pages of a list",
		})
	}
}
