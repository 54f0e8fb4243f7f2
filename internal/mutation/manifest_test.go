package mutation_test

import (
	"fmt"
	"slices"
	"strings"
)

// optionalKeys need not stand in a manifest.
var optionalKeys = []string{"languages", "repository", "license", "license_url", "author", "keywords", "excluded", "generator"}

// manifestBreaks are the faults of raw-manifest.json: R006, R068, R094, R163,
// R164, and the declared values in it.
func manifestBreaks(base *tree) []brk {
	const file, refs = "raw-manifest.json", "R094 R124 R164"
	var all []brk
	text := func(name, more string, apply func(*tree)) {
		all = append(all, brk{name: "manifest " + name, refs: refs + " " + more, apply: apply})
	}
	change := func(name, more string, c func(m, d, disc map[string]any)) {
		text(name, more, func(t *tree) {
			t.object(file, func(m map[string]any) {
				d, _ := m["deployment"].(map[string]any)
				disc, _ := m["discovery"].(map[string]any)
				c(m, d, disc)
			})
		})
	}
	for _, key := range []string{"protocol", "name", "description", "url", "type", "language", "deployment", "discovery", "pages"} {
		change(key+" missing", "R006 R071", func(m, _, _ map[string]any) { delete(m, key) })
		change(key+" null", "R006 R071", func(m, _, _ map[string]any) { m[key] = nil })
	}
	for _, key := range []string{"protocol", "generator", "name", "description", "url", "type", "language", "languages", "repository", "license", "license_url", "author", "keywords", "deployment", "discovery", "pages", "excluded"} {
		change(key+" a number", "R006 R071", func(m, _, _ map[string]any) { m[key] = 7 })
		change(key+" misspelt", "R006 R071", func(m, _, _ map[string]any) {
			if slices.Contains(optionalKeys, key) {
				m[key] = true // it need not be there at all
				return
			}
			m["x"+key] = m[key]
			delete(m, key)
		})
	}
	for _, key := range []string{"name", "description", "url", "type", "language"} {
		change(key+" empty", "R071", func(m, _, _ map[string]any) { m[key] = "" })
	}
	for _, key := range []string{"provider", "owner", "repo", "pages_type", "custom_domain", "domain_root", "site_root", "discovery_root"} {
		change("deployment."+key+" missing", "R007", func(_, d, _ map[string]any) { delete(d, key) })
		change("deployment."+key+" empty", "R007 R017 R018 R019 R022", func(_, d, _ map[string]any) { d[key] = "" })
		change("deployment."+key+" a list", "R007", func(_, d, _ map[string]any) { d[key] = []any{} })
	}
	contradict := map[string][]string{
		"owner": {"somebody-else"}, "repo": {"another-project"}, "pages_type": {"", "SUBDOMAIN_SITE"},
		"custom_domain":  {"other.example.net"},
		"domain_root":    {"https://example.org/", base.root + "x/"},
		"site_root":      {"https://example.org/", base.root + "x/", base.domain + "another-project/"},
		"discovery_root": {"https://example.org/", base.root + "x/"},
		"project_root":   {"/another-project/"},
	}
	for _, key := range sorted(contradict) {
		for _, v := range contradict[key] {
			if v == "" { // another of the three names
				v = "USER_OR_ORG_SITE"
				if strings.Contains(base.name, "user") {
					v = "PROJECT_SITE"
				}
			}
			change(fmt.Sprintf("deployment.%s %s", key, v), "R007 R023 R024 R025 R029 R033 R034 R035 R038 R043 R044 R046 R047", func(_, d, _ map[string]any) { d[key] = v })
		}
	}
	change("provider another one", "R007 R010", func(_, d, _ map[string]any) { d["provider"] = "netlify" })
	all[len(all)-1].refused = "provider"
	change("controls_domain_root contradicts", "R051 R066 R068", func(_, d, _ map[string]any) { d["controls_domain_root"] = !base.controls })
	change("source_path elsewhere", "R021", func(_, d, _ map[string]any) { d["source_path"] = "/site" })
	role := "authoritative"
	if base.controls {
		role = "companion"
	}
	change("robots role "+role, "R068", func(_, _, disc map[string]any) { disc["robots"].(map[string]any)["role"] = role })
	change("robots role unknown", "R068", func(_, _, disc map[string]any) { disc["robots"].(map[string]any)["role"] = "master" })
	change("robots URL elsewhere", "R051 R168 R169", func(_, _, disc map[string]any) {
		disc["robots"].(map[string]any)["url"] = base.root + "assets/robots.txt"
	})
	for key, name := range map[string]string{"llms": "llms.txt", "raw_manifest": "raw-manifest.json", "sitemap": "sitemap.xml"} {
		change("discovery."+key+" missing", "R048 R049 R050", func(_, _, disc map[string]any) { delete(disc, key) })
		for _, b := range []urlBreak{
			{"elsewhere", "", "https://example.org/" + name}, {"relative", "R058", name}, {"double slash", "R002 R053", base.root + "/" + name},
			{"http", "E15", "http" + strings.TrimPrefix(base.root, "https") + name}, {"placeholder", "R028 R015", "[SITE_ROOT]" + name},
			{"assets", "R162 R165 R166", base.root + "assets/" + name}, {"other case", "E02 E01", base.root + strings.ToUpper(name)},
			{"empty", "", ""}, {"localhost", "R045 E01", "http://localhost:1313/" + name},
		} {
			change("discovery."+key+" "+b.name, "R048 R049 R050 "+b.refs, func(_, _, disc map[string]any) { disc[key] = b.url })
		}
		if base.root != base.domain {
			change("discovery."+key+" host root", "R004 R061", func(_, _, disc map[string]any) { disc[key] = base.domain + name })
			change("discovery."+key+" slash missing", "R003", func(_, _, disc map[string]any) { disc[key] = strings.TrimSuffix(base.root, "/") + name })
		}
	}
	page := func(m map[string]any, i int) map[string]any { return m["pages"].([]any)[i].(map[string]any) }
	for _, b := range []urlBreak{
		{"elsewhere", "", "https://example.org/"}, {"relative", "", "./"}, {"of no page", "E01", base.root + "nowhere/"}, {"double slash", "", base.root + "/"},
		{"http", "E15", "http" + strings.TrimPrefix(base.root, "https")}, {"placeholder", "R028 R015", "[SITE_ROOT]"}, {"index.html", "", base.root + "index.html"},
		{"empty", "", ""}, {"of a file", "R074", base.root + "og.png"},
	} {
		change("pages[0].url "+b.name, b.refs, func(m, _, _ map[string]any) { page(m, 0)["url"] = b.url })
		change("url "+b.name, b.refs+" R024 R042 R158", func(m, _, _ map[string]any) { m["url"] = b.url })
	}
	change("pages empty", "", func(m, _, _ map[string]any) { m["pages"] = []any{} })
	change("a page doubled", "", func(m, _, _ map[string]any) { m["pages"] = append(m["pages"].([]any), page(m, 0)) })
	change("a page too many", "", func(m, _, _ map[string]any) {
		m["pages"] = append(m["pages"].([]any), map[string]any{"url": base.root + "more/", "title": "More", "description": "More of it.", "language": "en", "role": "editorial", "json_ld_type": "WebPage"})
	})
	for _, key := range []string{"url", "title", "description", "language", "role"} {
		change("pages[0]."+key+" missing", "", func(m, _, _ map[string]any) { delete(page(m, 0), key) })
		change("pages[0]."+key+" a number", "", func(m, _, _ map[string]any) { page(m, 0)[key] = 7 })
	}
	change("pages[0].title of something else", "", func(m, _, _ map[string]any) { page(m, 0)["title"] = "Another Thing" })
	change("pages[0].description of something else", "", func(m, _, _ map[string]any) { page(m, 0)["description"] = "Another thing entirely." })
	change("pages[0].language of something else", "", func(m, _, _ map[string]any) { page(m, 0)["language"] = "uk" })
	change("pages[0].json_ld_type of something else", "", func(m, _, _ map[string]any) { page(m, 0)["json_ld_type"] = "ProfilePage" })
	change("pages[0].role unknown", "R088 R089 R090", func(m, _, _ map[string]any) { page(m, 0)["role"] = "shop" })
	change("pages[0].role profile", "R090 R146", func(m, _, _ map[string]any) { page(m, 0)["role"] = "profile" })
	if !base.site {
		change("pages[0].role editorial", "R089 R145", func(m, _, _ map[string]any) { page(m, 0)["role"] = "editorial" })
	}
	if base.site {
		change("a page missing", "R126", func(m, _, _ map[string]any) { m["pages"] = m["pages"].([]any)[:2] })
		change("type PAGE", "R071", func(m, _, _ map[string]any) { m["type"] = "PAGE" })
		change("pages[1].role artifact", "R088 R144", func(m, _, _ map[string]any) { page(m, 1)["role"] = "artifact" })
		change("a page excluded", "", func(m, _, _ map[string]any) {
			m["excluded"] = []any{map[string]any{"path": "docs/", "reason": "not ready"}}
		})
	} else {
		change("type SITE", "R071", func(m, _, _ map[string]any) { m["type"] = "SITE" })
	}
	change("type unknown", "R071", func(m, _, _ map[string]any) { m["type"] = "BOOK" })
	change("exclusion without a reason", "", func(m, _, _ map[string]any) { m["excluded"] = []any{map[string]any{"path": "404.html"}} })
	change("exclusion of nothing", "R026 R071 R079", func(m, _, _ map[string]any) {
		m["excluded"] = []any{map[string]any{"path": "nowhere/", "reason": "gone"}}
	})
	change("protocol of another name", "R006", func(m, _, _ map[string]any) { m["protocol"].(map[string]any)["name"] = "Another Protocol" })
	change("protocol of another version", "R006", func(m, _, _ map[string]any) { m["protocol"].(map[string]any)["version"] = "v9" })
	change("schema_version unknown", "", func(m, _, _ map[string]any) { m["schema_version"] = "9" })
	change("no schema_version", "", func(m, _, _ map[string]any) { delete(m, "schema_version") })
	change("license_url no URL", "", func(m, _, _ map[string]any) { m["license_url"] = "Apache 2" })
	change("keywords words", "", func(m, _, _ map[string]any) { m["keywords"] = "notes, website" })
	change("language no tag", "", func(m, _, _ map[string]any) { m["language"] = "English, of course" })

	text("trailing comma", "", func(t *tree) { t.edit(file, "\"excluded\": []", "\"excluded\": [],") })
	text("comma missing", "", func(t *tree) { t.sub(file, `("name": "Example Project"),`, "$1") })
	text("single quotes", "", func(t *tree) { t.edit(file, `"schema_version"`, `'schema_version'`) })
	text("comment", "", func(t *tree) { t.prefix(file, "// by hand\n") })
	text("text after it", "", func(t *tree) { t.suffix(file, "x") })
	text("key twice", "", func(t *tree) { t.edit(file, `"schema_version"`, `"name": "Other", "schema_version"`) })
	text("an array", "", func(t *tree) { t.set(file, "["+t.files[file]+"]") })
	text("a string", "", func(t *tree) { t.set(file, `"manifest"`) })
	text("null", "", func(t *tree) { t.set(file, `null`) })
	text("an empty object", "", func(t *tree) { t.set(file, `{}`) })
	text("NaN", "", func(t *tree) { t.edit(file, `"schema_version": "1"`, `"schema_version": NaN`) })
	text("control character", "", func(t *tree) { t.edit(file, `"Example Project"`, "\"Example\x01Project\"") })
	text("lone surrogate", "", func(t *tree) { t.edit(file, `Turns plain`, `Turns \ud800 plain`) })
	return all
}

func sorted[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	for i := range keys {
		for j := i; j > 0 && keys[j] < keys[j-1]; j-- {
			keys[j], keys[j-1] = keys[j-1], keys[j]
		}
	}
	return keys
}
