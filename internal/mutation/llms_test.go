package mutation_test

import "strings"

// llmsBreaks are the faults of llms.txt: R093, R161, E01, E10.
func llmsBreaks(base *tree) []brk {
	const file = "llms.txt"
	var all []brk
	add := func(name, more string, apply func(*tree)) {
		all = append(all, brk{name: "llms " + name, refs: "R161 E10 R093 " + more, apply: apply})
	}
	item := base.find(file, `(?m)^- \[Home\].*$`)
	add("without a title", "", func(t *tree) { t.edit(file, "# Example Project\n", "") })
	add("with an H2 first", "", func(t *tree) { t.edit(file, "# Example", "## Example") })
	add("title empty", "", func(t *tree) { t.edit(file, "# Example Project", "#") })
	add("title without the space", "", func(t *tree) { t.edit(file, "# Example", "#Example") })
	add("two titles", "", func(t *tree) { t.suffix(file, "\n# Another\n") })
	add("heading before the sections", "", func(t *tree) { t.edit(file, "\n## Pages", "\n### More\n\n## Pages") })
	add("no links", "", func(t *tree) { t.sub(file, `(?s)## Pages.*`, "") })
	add("no section", "", func(t *tree) { t.edit(file, "## Pages\n", "") })
	add("text in a section", "", func(t *tree) { t.edit(file, "## Pages\n", "## Pages\n\nThese are the pages.\n") })
	add("item no link", "", func(t *tree) { t.edit(file, item, "- Home") })
	add("bare URL", "", func(t *tree) { t.edit(file, item, "- "+base.root) })
	add("item with a number", "", func(t *tree) { t.edit(file, item, "1. "+item[2:]) })
	add("item nested", "", func(t *tree) { t.edit(file, item, item+"\n  "+item) })
	add("bracket in the title", "", func(t *tree) { t.edit(file, "[Home]", "[Ho]me]") })
	add("link with an empty title", "", func(t *tree) { t.edit(file, "[Home]", "[]") })
	add("dash for a colon", "", func(t *tree) { t.edit(file, ")"+": Turns", ") - Turns") })
	for _, b := range []urlBreak{
		{"empty", "E01", ""}, {"of no page", "E01", base.root + "nowhere/"}, {"placeholder", "R028 R015", "[SITE_ROOT]"}, {"http", "E15", "http" + strings.TrimPrefix(base.root, "https")},
		{"with a space", "", base.root + "a b"}, {"localhost", "R045 E01", "http://localhost:1313/"}, {"double slash", "E01 R002", base.root + "/"}, {"javascript", "", "javascript:open"},
		{"index.html", "E01", base.root + "nowhere.html"},
	} {
		add("link "+b.name, b.refs, func(t *tree) { t.edit(file, "("+base.root+")", "("+b.url+")") })
	}
	if base.site {
		add("page left out", "", func(t *tree) { t.sub(file, `(?m)^- \[Documentation\].*\n`, "") })
		add("link in another case", "E02 E01", func(t *tree) { t.edit(file, base.root+"docs/", base.root+"Docs/") })
		add("link without the slash", "E01", func(t *tree) { t.edit(file, base.root+"docs/", base.root+"docs") })
		add("page twice", "", func(t *tree) { t.suffix(file, item+"\n") })
	}
	return all
}
