package mutation_test

import (
	"regexp"
	"strings"
)

// jsonldBreaks are the faults of the structured data: R088 to R090, R120 to
// R123, R144 to R152, E01, E08, E09.
func jsonldBreaks(base *tree) []brk {
	var all []brk
	const role = "R088 R089 R120 R122 R144 R145 R147"
	for _, file := range pagesOf(base) {
		add := func(name, refs string, apply func(*tree)) {
			all = append(all, brk{name: file + " JSON-LD " + name, refs: refs, apply: apply})
		}
		add("removed", role, func(t *tree) { t.sub(file, `(?s)<script type="application/ld\+json">.*?</script>`, "") })
		add("empty", role+" E08", func(t *tree) {
			t.sub(file, `(?s)<script type="application/ld\+json">.*?</script>`, `<script type="application/ld+json"></script>`)
		})
		add("of another script type", role, func(t *tree) { t.edit(file, "application/ld+json", "application/json") })
		add("in a comment", role, func(t *tree) {
			t.sub(file, `(?s)(<script type="application/ld\+json">.*?</script>)`, "<!-- $1 -->")
		})
		add("not closed", role+" E08", func(t *tree) { t.edit(file, "</script>", "") })
		for name, edit := range map[string][2]string{
			"trailing comma":        {"]\n}\n</script>", "],\n}\n</script>"},
			"single quotes":         {`"@context"`, `'@context'`},
			"comma missing":         {`"https://schema.org",`, `"https://schema.org"`},
			"comment inside":        {`"@graph"`, `/* all */ "@graph"`},
			"cut off":               {"]\n}\n</script>", "</script>"},
			"HTML comment inside":   {`"inLanguage"`, `"alternateName": "<!-- x", "inLanguage"`},
			"no context":            {`"@context": "https://schema.org",`, ``},
			"another context":       {`"https://schema.org"`, `"https://example.org/vocabulary"`},
			"key twice":             {`"@context": "https://schema.org",`, `"@context": "https://schema.org", "@context": "https://schema.org",`},
			"a string":              {"{\n  \"@context\"", "\"x\" {\n  \"@context\""},
			"placeholder":           {`"url": "` + base.root, `"url": "[SITE_ROOT]`},
			"NaN":                   {`"inLanguage": "en"`, `"inLanguage": NaN`},
			"raw line break":        {`"description": "`, "\"description\": \"\n"},
			"unknown property":      {`"description":`, `"descripton": "x", "description":`},
			"type misspelt":         {`"@type": "`, `"@type": "X`},
			"type without @":        {`"@type"`, `"type"`},
			"type of another thing": {`"@type": "` + mainType(base, file), `"@type": "Recipe`},
		} {
			if !strings.Contains(base.files[file], edit[0]) {
				continue
			}
			add(name, role+" E08 E09 R028", func(t *tree) { t.edit(file, edit[0], edit[1]) })
		}
		add("url of another page", "R152 R120 E01", func(t *tree) {
			t.sub(file, `("url": ")`+regexp.QuoteMeta(t.page(file))+`"`, `${1}`+t.root+`nowhere/"`)
		})
		for name, value := range map[string]string{
			"image not there": `"` + base.root + `none.png"`, "image in another case": `"` + base.root + `OG.png"`, "image that is a page": `"` + base.root + `"`,
			"image above the site": `"` + base.root + `../og.png"`, "image object not there": `{"@type": "ImageObject", "url": "` + base.root + `none.png"}`,
			"image of a list not there": `["` + base.root + `og.png", "` + base.root + `none.png"]`,
		} {
			if strings.Count(base.root, "/") < 4 && strings.Contains(value, "..") {
				continue // nothing is above the root of a host
			}
			add(name, "E01 E02", func(t *tree) { t.edit(file, `"description": "`, `"image": `+value+`, "description": "`) })
		}
		for name, url := range map[string]string{
			"not there": base.root + "nowhere/", "in another case": base.root + "INDEX.html", "from the host's root": "/nowhere/", "of a development server": "http://localhost:1313/",
		} {
			if name == "from the host's root" && strings.Count(base.root, "/") < 4 {
				continue // that is the site's
			}
			for property, value := range map[string]string{
				"step":        `"breadcrumb": {"@type": "BreadcrumbList", "itemListElement": [{"@type": "ListItem", "position": 1, "name": "Docs", "item": "` + url + `"}]}`,
				"named step":  `"breadcrumb": {"@type": "BreadcrumbList", "itemListElement": [{"@type": "ListItem", "position": 1, "item": {"@id": "` + url + `", "name": "Docs"}}]}`,
				"relatedLink": `"relatedLink": ["` + base.root + `", "` + url + `"]`, "url of the author": `"author": {"@type": "Person", "name": "Somebody", "url": "` + url + `"}`,
			} {
				if property == "url of the author" && strings.Contains(base.files[file], `"author"`) {
					continue
				}
				add(property+" "+name, "E01 E02", func(t *tree) { t.edit(file, `"description": "`, value+`, "description": "`) })
			}
		}
	}
	code := func(name, refs string, apply func(*tree)) {
		all = append(all, brk{name: "source code " + name, refs: refs, apply: apply})
	}
	const file = "index.html"
	node := base.find(file, `(?s)\{\s*"@type": "SoftwareSourceCode".*?\n    \}`)
	fields := map[string]string{
		"name": `"name": "Example Project"`, "description": `"description": "Turns plain notes into a small website."`,
		"url": `"url": "` + base.root + `"`, "mainEntityOfPage": `"mainEntityOfPage": "` + base.root + `"`,
		"codeRepository": base.find(file, `"codeRepository": "[^"]*"`), "license": base.find(file, `"license": "[^"]*"`),
		"programmingLanguage": `"programmingLanguage": "Go"`, "runtimePlatform": `"runtimePlatform": "Linux"`, "isAccessibleForFree": `"isAccessibleForFree": true`,
		"author":   base.find(file, `(?s)"author": \{.*?\}`),
		"about":    base.find(file, `(?s)"about": \[.*?\]`),
		"keywords": base.find(file, `(?s)"keywords": \[.*?\]`),
	}
	inNode := func(t *tree, old, new string) { t.edit(file, node, strings.Replace(node, old, new, 1)) }
	for key, whole := range fields {
		code("without "+key, "R152", func(t *tree) { inNode(t, whole, `"inLanguage": "en"`) })
		code("with an empty "+key, "R152 R148 R149", func(t *tree) { inNode(t, whole, `"`+key+`": ""`) })
		code("with a null "+key, "R152", func(t *tree) { inNode(t, whole, `"`+key+`": null`) })
		code("with "+key+" an empty list", "R152", func(t *tree) { inNode(t, whole, `"`+key+`": []`) })
		code("with "+key+" a number", "R152 R148 R149", func(t *tree) { inNode(t, whole, `"`+key+`": 7`) })
	}
	for name, v := range map[string]string{
		"url relative": `"url": "./"`, "url elsewhere": `"url": "https://example.org/"`, "mainEntityOfPage elsewhere": `"mainEntityOfPage": "https://example.org/"`,
		"codeRepository elsewhere": `"codeRepository": "https://github.com/somebody-else/thing"`, "codeRepository no URL": `"codeRepository": "example-user/example-project"`,
		"license text": `"license": "Apache-2.0"`, "isAccessibleForFree text": `"isAccessibleForFree": "true"`, "author text": `"author": "Somebody"`,
		"author nameless": `"author": {"@type": "Person"}`, "author a thing": `"author": {"@type": "Thing", "name": "Example"}`,
		"keywords generic": `"keywords": ["notes", "best free download"]`, "keywords of something else": `"keywords": ["notes", "blockchain"]`,
		"about something else": `"about": [{"@type": "Thing", "name": "blockchain"}]`, "about nameless": `"about": [{"@type": "Thing"}]`,
	} {
		key, _, _ := strings.Cut(name, " ")
		code(name, "R152 R148 R149 R150 R151", func(t *tree) { inNode(t, fields[key], v) })
	}
	code("with sampleType", "E09", func(t *tree) {
		inNode(t, fields["runtimePlatform"], fields["runtimePlatform"]+`, "sampleType": "full"`)
	})
	code("with a property of other types", "E09", func(t *tree) {
		inNode(t, fields["runtimePlatform"], fields["runtimePlatform"]+`, "cookTime": "PT1H"`)
	})
	if base.site {
		site := func(name, refs string, apply func(*tree)) {
			all = append(all, brk{name: name, refs: refs, apply: apply})
		}
		site("WebSite without mainEntity", "R121", func(t *tree) {
			t.sub(file, `(?s),\s*"mainEntity": \{[^}]*\}`, "")
		})
		site("mainEntity of nothing", "R121", func(t *tree) { t.edit(file, `/#code"`, `/#nothing"`) })
		site("isPartOf elsewhere", "R123", func(t *tree) { t.edit("docs/index.html", `/#website"`, `/#other"`) })
		site("isPartOf another site", "R123", func(t *tree) {
			t.sub("docs/index.html", `(?s)"isPartOf": \{[^}]*\}`, `"isPartOf": {"@type": "WebSite", "url": "https://example.org/"}`)
		})
		site("subpage an Article", "R122 R145", func(t *tree) { t.edit("docs/index.html", `"WebPage"`, `"Article"`) })
		site("subpage a WebSite", "R122 R145 R147", func(t *tree) { t.edit("docs/index.html", `"WebPage"`, `"WebSite"`) })
		site("index a WebPage", "R120 R147", func(t *tree) { t.edit(file, `"WebSite"`, `"WebPage"`) })
	} else {
		all = append(all, brk{name: "a WebSite on a PAGE", refs: "R147", apply: func(t *tree) {
			t.edit(file, `"@graph": [`, `"@graph": [{"@type": "WebSite", "name": "Example Project", "url": "`+t.root+`"},`)
		}})
	}
	return all
}

func pagesOf(t *tree) []string {
	if t.site {
		return []string{"index.html", "docs/index.html"}
	}
	return []string{"index.html"}
}

func mainType(t *tree, file string) string {
	switch {
	case file != "index.html":
		return "WebPage"
	case t.site:
		return "WebSite"
	}
	return "SoftwareSourceCode"
}
