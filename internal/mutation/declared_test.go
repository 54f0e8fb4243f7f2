package mutation_test

import "strings"

// declaredBreaks are declared values that contradict the tree or each other:
// R015 to R051.
func declaredBreaks(base *tree) []brk {
	var all []brk
	flags := map[string]string{}
	for i := 0; i+1 < len(base.args); i += 2 {
		flags[base.args[i]] = base.args[i+1]
	}
	with := func(name, refs, refused, flag, value string) {
		all = append(all, brk{name: "declared " + name, refs: refs, refused: refused, wide: true, apply: func(t *tree) {
			t.args = nil
			for _, f := range sorted(flags) {
				v := flags[f]
				if f == flag {
					v = value
				}
				t.args = append(t.args, f, v)
			}
		}})
	}
	const roots = "R024 R026 R034 R030 R038 R042 R045 R059 R158 R164 R007 R010"
	with("owner of somebody else", "R017 R029 R030 R034 R035 R164", "", "--owner", "somebody-else")
	with("owner no name", "R017", "owner", "--owner", "a b")
	with("owner empty", "R017 R027", "owner", "--owner", "")
	with("repo of something else", "R018 R029 R034 R164", "", "--repo", "another-project")
	with("repo no name", "R018", "repo", "--repo", "a/b")
	with("repo ..", "R018", "repo", "--repo", "..")
	with("repo empty", "R018 R027", "repo", "--repo", "")
	with("unknown type", "R019 R016", "pages", "--pages-type", "BLOG")
	for _, v := range []string{"USER_OR_ORG_SITE", "PROJECT_SITE", "CUSTOM_DOMAIN_SITE"} {
		if v != flags["--pages-type"] {
			with("type "+v, "R019 R029 R033 R038 R164 R030 R034", "", "--pages-type", v)
		}
	}
	with("domain of something else", "R022 R038 R009 E14 R033 R029 R040", "", "--custom-domain", "www.example.net")
	with("domain a URL", "R022", "domain", "--custom-domain", "https://www.example.net/")
	with("domain empty", "R022 R027", "domain", "--custom-domain", "")
	if base.name == "custom" {
		with("domain NONE", "R022 R038 R009 E14", "", "--custom-domain", "NONE")
	}
	with("root elsewhere", roots, "", "--site-root", "https://example.org/")
	with("root below", roots, "", "--site-root", base.root+"x/")
	with("root http", "E15 "+roots, "", "--site-root", "http"+strings.TrimPrefix(base.root, "https"))
	with("root localhost", roots, "root", "--site-root", "http://localhost:1313/")
	with("root relative", "R024 R042", "root", "--site-root", "/example-project/")
	with("root double slash", "R024 R042 R053", "root", "--site-root", base.root+"/x/")
	with("root a placeholder", "R028 R024", "root", "--site-root", "[SITE_ROOT]")
	with("root with a query", "R024 R042", "root", "--site-root", base.root+"?x")
	with("root empty", "R024 R027", "root", "--site-root", "")
	if base.root != base.domain {
		with("root the host's", "R034 R059 "+roots, "", "--site-root", base.domain)
		with("root in another case", "R034 E02 "+roots, "", "--site-root", base.domain+"Example-Project/")
	}
	return all
}
