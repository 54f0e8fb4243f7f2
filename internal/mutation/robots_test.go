package mutation_test

import "strings"

// robotsBreaks are the faults of robots.txt: R051, R065 to R070, R096, R125,
// R138, R153 to R155, E07.
func robotsBreaks(base *tree) []brk {
	const file = "robots.txt"
	var all []brk
	refs := "R138 R153 R154 R070 R069"
	add := func(name, more string, apply func(*tree)) {
		all = append(all, brk{name: "robots " + name, refs: refs + " " + more, apply: apply})
	}
	line := "Sitemap: " + base.root + "sitemap.xml"
	add("without Sitemap", "", func(t *tree) { t.edit(file, line, "") })
	for _, b := range []urlBreak{
		{"relative", "R058", "sitemap.xml"}, {"root-relative", "R061", "/sitemap.xml"}, {"elsewhere", "", "https://example.org/sitemap.xml"},
		{"http", "E15", "http" + strings.TrimPrefix(base.root, "https") + "sitemap.xml"}, {"double slash", "R002 R053", base.root + "/sitemap.xml"},
		{"placeholder", "R028 R015", "[SITEMAP_URL]"}, {"other case", "E02", base.root + "Sitemap.xml"}, {"missing", "", base.root + "sitemap_index.xml"},
		{"empty", "", ""}, {"localhost", "R045", "http://localhost:1313/sitemap.xml"},
	} {
		add("Sitemap "+b.name, b.refs, func(t *tree) { t.edit(file, line, "Sitemap: "+b.url) })
	}
	if base.root != base.domain {
		add("Sitemap at the host root", "R004 R061", func(t *tree) { t.edit(file, line, "Sitemap: "+base.domain+"sitemap.xml") })
		add("Sitemap without the slash", "R003", func(t *tree) { t.edit(file, line, "Sitemap: "+strings.TrimSuffix(base.root, "/")+"sitemap.xml") })
		add("Sitemap path-absolute", "R143 R061", func(t *tree) {
			t.edit(file, line, "Sitemap: /"+strings.TrimPrefix(base.root, base.domain)+"sitemap.xml")
		})
		add("without the remark", "R155", func(t *tree) { t.sub(file, `^#.*\n`, "") })
	}
	add("a second, wrong Sitemap", "", func(t *tree) { t.edit(file, line, line+"\nSitemap: sitemap2.xml") })
	add("without User-agent", "", func(t *tree) { t.edit(file, "User-agent: *\n", "") })
	add("of another agent", "", func(t *tree) { t.edit(file, "User-agent: *", "User-agent: somebot") })
	add("without Allow", "", func(t *tree) { t.edit(file, "Allow: /\n", "") })
	add("Disallow all", "R079", func(t *tree) { t.edit(file, "Allow: /", "Disallow: /") })
	path := "/" + strings.TrimPrefix(base.root, base.domain)
	if base.controls {
		for _, f := range []string{"llms.txt", "raw-manifest.json", "sitemap.xml", "*.txt", "*.json$"} {
			add("Disallow "+f, "", func(t *tree) { t.edit(file, "Allow: /\n", "Allow: /\nDisallow: "+path+f+"\n") })
		}
		if base.site {
			add("Disallow a page", "", func(t *tree) { t.edit(file, "Allow: /\n", "Allow: /\nDisallow: /docs/\n") })
		}
	}
	add("misspelt directive", "E07", func(t *tree) { t.edit(file, "Allow: /\n", "Allow: /\nDisalow: /private/\n") })
	add("HTML", "E07", func(t *tree) { t.copy("404.html", file) })
	add("empty", "", func(t *tree) { t.set(file, "") })
	add("in Latin-1", "E07", func(t *tree) { t.edit(file, "Allow: /\n", "Allow: /\n# caf\xe9\n") })
	add("in UTF-16", "E07", func(t *tree) { t.set(file, utf16(t.files[file])) })
	add("of 600 KiB", "E07", func(t *tree) { t.suffix(file, strings.Repeat("# nothing at all\n", 40000)) })
	return all
}
