package mutation_test

import (
	"regexp"
	"strings"
)

// footerBreaks are the faults of the machine links: R102 to R106, R131 to
// R134, R170 to R177.
func footerBreaks(base *tree) []brk {
	var all []brk
	const links = "R102 R103 R104 R131 "
	for _, file := range pagesOf(base) {
		add := func(name, refs string, apply func(*tree)) {
			all = append(all, brk{name: file + " footer " + name, refs: refs, apply: apply})
		}
		open := base.find(file, `<div class="machine-links"[^>]*>`)
		row := base.find(file, `(?s)<div class="machine-links".*?</div>`)
		footer := base.find(file, `(?s)<footer>.*</footer>`)
		for _, f := range []string{"llms.txt", "raw-manifest.json", "sitemap.xml"} {
			a := base.find(file, `<a href="`+regexp.QuoteMeta(base.root+f)+`">[^<]*</a>`)
			with := func(u string) string { return strings.Replace(a, base.root+f, u, 1) }
			add(f+" removed", links, func(t *tree) { t.edit(file, a, "") })
			add(f+" in a comment", links, func(t *tree) { t.edit(file, a, "<!-- "+a+" -->") })
			add(f+" in a template", links+"R170", func(t *tree) { t.edit(file, a, "<template>"+a+"</template>") })
			add(f+" without href", links, func(t *tree) { t.edit(file, a, strings.Replace(a, "href=", "data-href=", 1)) })
			add(f+" empty href", links, func(t *tree) { t.edit(file, a, with("")) })
			add(f+" #", links, func(t *tree) { t.edit(file, a, with("#")) })
			add(f+" without text", "R170", func(t *tree) { t.edit(file, a, regexp.MustCompile(`>[^<]*<`).ReplaceAllString(a, "><")) })
			add(f+" hidden", "R170", func(t *tree) { t.edit(file, a, strings.Replace(a, "<a ", "<a hidden ", 1)) })
			add(f+" text says nothing", "R174", func(t *tree) { t.edit(file, a, regexp.MustCompile(`>[^<]*<`).ReplaceAllString(a, ">click here<")) })
			for _, o := range urlBreaks(base, file, f, base.root+f) {
				if (o.name == "relative" && file == "index.html") || o.name == "fragment" || o.name == "query" {
					continue // R132 allows the first; a reader still arrives by the others
				}
				add(f+" "+o.name, links+o.refs, func(t *tree) { t.edit(file, a, with(o.url)) })
			}
			if file != "index.html" {
				add(f+" as javascript", links, func(t *tree) { t.edit(file, a, with("javascript:void(0)")) })
			}
		}
		add("removed", links, func(t *tree) { t.edit(file, footer, "") })
		add("row removed", links, func(t *tree) { t.edit(file, row, "") })
		for name, attr := range map[string]string{
			"hidden": `hidden`, "display none": `style="display:none"`, "visibility hidden": `style="visibility: hidden"`, "opacity 0": `style="opacity:0"`,
			"font size 0": `style="font-size:0"`, "aria-hidden": `aria-hidden="true"`, "off screen": `style="position:absolute;left:-9999px"`,
			"display none !important": `style="DISPLAY : none !important"`,
		} {
			add(name, "R170", func(t *tree) { t.edit(file, open, strings.Replace(open, "<div ", "<div "+attr+" ", 1)) })
			add("parent "+name, "R170", func(t *tree) { t.edit(file, "<footer>", "<footer "+attr+">") })
		}
		for _, e := range []string{"details", "noscript", "template"} {
			add("row in "+e, "R170 "+links, func(t *tree) { t.edit(file, row, "<"+e+">"+row+"</"+e+">") })
		}
		for _, e := range []string{"main", "article", "nav"} {
			add("row in "+e, "R175 "+links, func(t *tree) {
				t.edit(file, row, "")
				if e == "main" {
					t.edit(file, "</main>", row+"</main>")
				} else if e == "nav" {
					t.edit(file, "<header>", "<header><nav>"+row+"</nav>")
				} else {
					t.edit(file, "<footer>", "<article>"+row+"</article><footer>")
				}
			})
		}
		add("heading", "R172 R175", func(t *tree) { t.edit(file, "<span>Machine-readable:</span>", "<h2>Machine-readable:</h2>") })
		add("image", "R172", func(t *tree) {
			t.edit(file, "<span>Machine-readable:</span>", `<img src="`+t.root+`og.png" alt="">`)
		})
		add("large type", "R172", func(t *tree) { t.edit(file, open, strings.Replace(open, "<div ", `<div style="font-size: 2em" `, 1)) })
		add("many links", "R171", func(t *tree) {
			t.edit(file, open, open+strings.Repeat(`<a href="https://example.org/">more</a> `, 8))
		})
		add("much text", "R171 R173", func(t *tree) {
			t.edit(file, "Machine-readable:", "Machine-readable: "+strings.Repeat("these files are for machines ", 9))
		})
		add("manifest in the page", "R177 R013", func(t *tree) {
			t.edit(file, "</main>", "<pre><code>"+strings.ReplaceAll(t.files["raw-manifest.json"], "<", "&lt;")+"</code></pre></main>")
		})
		add("llms.txt in the page", "R177 R013", func(t *tree) { t.edit(file, "</main>", "<pre>"+t.files["llms.txt"]+"</pre></main>") })
	}
	return all
}
