package ghpages

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// projectSite is a closed project site, declared by flags.
func projectSite() map[Key]string {
	return map[Key]string{
		KeyOwner: "example-user", KeyRepo: "example-project", KeyPagesType: "PROJECT_SITE",
		KeyCustomDomain: "NONE", KeySiteRoot: "https://example-user.github.io/example-project/",
	}
}

// declare makes declarations of values after changes, each "key=value" or
// "-key".
func declare(values map[Key]string, changes ...string) Declared {
	for _, c := range changes {
		if key, ok := strings.CutPrefix(c, "-"); ok {
			delete(values, Key(key))
			continue
		}
		key, text, _ := strings.Cut(c, "=")
		values[Key(key)] = text
	}
	var d Declared
	for _, k := range Keys() {
		if text, ok := values[k]; ok {
			d.Add(k, Value{text, Origin{Kind: FromConfig, Name: string(k), File: "discovery.toml", Line: 2}})
		}
	}
	return d
}

func userSite(changes ...string) []string {
	return append([]string{"pagesType=USER_OR_ORG_SITE", "repo=example-user.github.io", "siteRoot=https://example-user.github.io/"}, changes...)
}

func domainSite(changes ...string) []string {
	return append([]string{"pagesType=CUSTOM_DOMAIN_SITE", "customDomain=example.com", "siteRoot=https://example.com/", "siteRootConfirmed=true"}, changes...)
}

// Every deployment that the ledger knows closes, with the roots and URLs that
// follow.
func TestCloseDeployments(t *testing.T) {
	for _, c := range []struct {
		name                          string
		changes                       []string
		site, domain, project, robots string
		controls                      bool
		problems                      string
	}{
		{"project", nil, "https://example-user.github.io/example-project/", "https://example-user.github.io/", "/example-project/", "https://example-user.github.io/example-project/robots.txt", false, ""},
		{"project without slash (A15)", []string{"siteRoot=https://example-user.github.io/example-project"}, "https://example-user.github.io/example-project/", "https://example-user.github.io/", "/example-project/", "https://example-user.github.io/example-project/robots.txt", false, ""},
		{"user", userSite(), "https://example-user.github.io/", "https://example-user.github.io/", "/", "https://example-user.github.io/robots.txt", true, ""},
		{"upper-case owner", userSite("owner=Example-User", "repo=Example-User.github.io"), "https://example-user.github.io/", "https://example-user.github.io/", "/", "https://example-user.github.io/robots.txt", true, ""},
		{"upper-case owner, project", []string{"owner=Example-User", "repo=Example.Project", "siteRoot=https://Example-User.github.io/Example.Project"}, "https://example-user.github.io/Example.Project/", "https://example-user.github.io/", "/Example.Project/", "https://example-user.github.io/Example.Project/robots.txt", false, ""},
		{"legacy user site", userSite("repo=example-user.github.com"), "https://example-user.github.io/", "https://example-user.github.io/", "/", "https://example-user.github.io/robots.txt", true, "warning gate/user-site-repo R029"},
		{"profile repository (A42)", []string{"owner=Example", "repo=Example", "siteRoot=https://example.github.io/Example/"}, "https://example.github.io/Example/", "https://example.github.io/", "/Example/", "https://example.github.io/Example/robots.txt", false, ""},
		{"custom domain", domainSite(), "https://example.com/", "https://example.com/", "/", "https://example.com/robots.txt", true, ""},
		{"custom domain, unconfirmed (R041)", domainSite("-siteRootConfirmed"), "https://example.com/", "https://example.com/", "/", "https://example.com/robots.txt", true, "warning gate/root-unconfirmed R041,R009"},
		{"custom domain on a user site", domainSite("repo=example-user.github.io"), "https://example.com/", "https://example.com/", "/", "https://example.com/robots.txt", true, ""},
		{"custom domain, international", domainSite("customDomain=xn--mnchen-3ya.example", "siteRoot=https://xn--mnchen-3ya.example/"), "https://xn--mnchen-3ya.example/", "https://xn--mnchen-3ya.example/", "/", "https://xn--mnchen-3ya.example/robots.txt", true, ""},
		{"inherited custom domain (A23)", domainSite("siteRoot=https://example.com/example-project", "-siteRootConfirmed"), "https://example.com/example-project/", "https://example.com/", "/example-project/", "https://example.com/example-project/robots.txt", false, ""},
		{"custom domain over http (A14)", domainSite("siteRoot=http://example.com/"), "http://example.com/", "http://example.com/", "/", "http://example.com/robots.txt", true, "warning gate/scheme E15"},
		{"private (A24, A43)", []string{"siteRoot=https://sturdy-guide-1a2b.pages.github.io/"}, "https://sturdy-guide-1a2b.pages.github.io/", "https://sturdy-guide-1a2b.pages.github.io/", "/", "https://sturdy-guide-1a2b.pages.github.io/robots.txt", true, "info gate/private-host R007"},
		{"Enterprise Server (A25)", []string{"pagesHost=pages.ghe.example.com", "siteRoot=https://pages.ghe.example.com/example-user/example-project/"}, "https://pages.ghe.example.com/example-user/example-project/", "https://pages.ghe.example.com/", "/example-user/example-project/", "https://pages.ghe.example.com/example-user/example-project/robots.txt", false, ""},
		{"Enterprise Server without subdomains", []string{"pagesHost=ghe.example.com/pages", "siteRoot=https://ghe.example.com/pages/example-user/example-project/"}, "https://ghe.example.com/pages/example-user/example-project/", "https://ghe.example.com/", "/pages/example-user/example-project/", "https://ghe.example.com/pages/example-user/example-project/robots.txt", false, ""},
		{"Enterprise Server, user site (R031)", userSite("pagesHost=pages.ghe.example.com", "siteRoot=https://pages.ghe.example.com/example-user/"), "https://pages.ghe.example.com/example-user/", "https://pages.ghe.example.com/", "/example-user/", "https://pages.ghe.example.com/example-user/robots.txt", false, "warning gate/domain-root R031"},
		{"ghe.com", []string{"pagesHost=pages.octo.ghe.com", "siteRoot=https://sturdy-guide.pages.octo.ghe.com/"}, "https://sturdy-guide.pages.octo.ghe.com/", "https://sturdy-guide.pages.octo.ghe.com/", "/", "https://sturdy-guide.pages.octo.ghe.com/robots.txt", true, ""},
		{"none in lower case", []string{"customDomain=none"}, "https://example-user.github.io/example-project/", "https://example-user.github.io/", "/example-project/", "https://example-user.github.io/example-project/robots.txt", false, ""},
		{"all optional values", []string{"provider=GitHub Pages", "sourceBranch=gh-pages", "sourcePath=/docs", "domainRoot=https://example-user.github.io", "projectRoot=/example-project", "discoveryRoot=https://example-user.github.io/example-project", "controlsDomainRoot=false", "crawlerControl=not-required", "llmsURL=https://example-user.github.io/example-project/llms.txt", "rawManifestURL=https://example-user.github.io/example-project/raw-manifest.json", "sitemapURL=https://example-user.github.io/example-project/sitemap.xml", "robotsURL=https://example-user.github.io/example-project/robots.txt"}, "https://example-user.github.io/example-project/", "https://example-user.github.io/", "/example-project/", "https://example-user.github.io/example-project/robots.txt", false, ""},
	} {
		d, problems := Close(declare(projectSite(), c.changes...))
		if d.SiteRoot != c.site || d.DomainRoot != c.domain || d.ProjectRoot != c.project || d.RobotsURL != c.robots || d.ControlsDomainRoot != c.controls {
			t.Errorf("%s: %+v", c.name, d)
		}
		if d.DiscoveryRoot != c.site || d.LLMSURL != c.site+"llms.txt" || d.RawManifestURL != c.site+"raw-manifest.json" || d.SitemapURL != c.site+"sitemap.xml" {
			t.Errorf("%s: %+v", c.name, d)
		}
		if got := summary(problems); got != c.problems {
			t.Errorf("%s: problems %q, want %q", c.name, got, c.problems)
		}
	}
}

// summary lists severity, rule and refs of problems, one per "; ".
func summary(problems []Problem) string {
	var out []string
	for _, p := range problems {
		s := fmt.Sprintf("%s %s %s", p.Severity, p.Rule, strings.Join(p.Refs, ","))
		if p.Open {
			s = "open " + s
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

func TestCloseProblems(t *testing.T) {
	const project = "https://example-user.github.io/example-project/"
	for _, c := range []struct {
		changes []string
		want    string // summary
		message string // part of the first message
		fix     string // part of the first fix
	}{
		// R017–R019, R022, R024, R027: nothing is guessed
		{[]string{"-owner"}, "open error gate/owner R017,R027", "OWNER is not declared", `owner = "example-user"`},
		{[]string{"owner="}, "open error gate/owner R017,R027", "declared but empty", "--owner"},
		{[]string{"-repo"}, "open error gate/repo R018,R027", "REPO is not declared", `repo = "example-project"`},
		{[]string{"-pagesType"}, "open error gate/pages-type R016,R019,R027", "PAGES_TYPE is not", `pagesType = "PROJECT_SITE"`},
		{userSite("-pagesType"), "open error gate/pages-type R016,R019,R027", "PAGES_TYPE is not", `pagesType = "USER_OR_ORG_SITE"`},
		{domainSite("-pagesType"), "open error gate/pages-type R016,R019,R027", "PAGES_TYPE is not", `pagesType = "CUSTOM_DOMAIN_SITE"`},
		{[]string{"-customDomain"}, "open error gate/custom-domain R022,R027", "CUSTOM_DOMAIN is not", `customDomain = "NONE", or pass --custom-domain NONE`},
		{[]string{"-siteRoot"}, "open error gate/site-root R015,R024,R027,R057", "SITE_ROOT is not", `siteRoot = "` + project + `"`},
		{userSite("-siteRoot"), "open error gate/site-root R015,R024,R027,R057", "SITE_ROOT is not", `siteRoot = "https://example-user.github.io/"`},
		{domainSite("-siteRoot"), "open error gate/site-root R015,R024,R027,R057", "SITE_ROOT is not", "--site-root URL"},
		{[]string{"-owner", "-repo", "-pagesType", "-customDomain", "-siteRoot"}, "open error gate/owner R017,R027; open error gate/repo R018,R027; open error gate/pages-type R016,R019,R027; open error gate/custom-domain R022,R027; open error gate/site-root R015,R024,R027,R057", "OWNER", ""},
		{[]string{"siteRoot=[SITE_ROOT]"}, "open error gate/site-root R015,R024,R027,R057", "placeholder [SITE_ROOT]", project},
		{[]string{"owner=OWNER"}, "open error gate/owner R017,R027", "placeholder OWNER", ""},
		{[]string{"repo=REPO"}, "open error gate/repo R018,R027", "placeholder REPO", ""},
		{[]string{"siteRoot=https://OWNER.github.io/REPO/"}, "open error gate/site-root R015,R024,R027,R057", "placeholder", ""},
		{[]string{"owner=[OWNER"}, "error gate/owner R017", "no GitHub account name", ""},
		{[]string{"owner=[]"}, "error gate/owner R017", "no GitHub account name", ""},

		// the values themselves
		{[]string{"owner=-x"}, "error gate/owner R017", "no GitHub account name", ""},
		{[]string{"owner=" + strings.Repeat("a", 40)}, "error gate/owner R017", "no GitHub account name", ""},
		{[]string{"owner=a.b"}, "error gate/owner R017", "no GitHub account name", ""},
		{[]string{"owner=a_" + strings.Repeat("b", 37), "siteRoot=https://a_" + strings.Repeat("b", 37) + ".github.io/example-project/"}, "", "", ""},
		{[]string{"owner=example-user/example-project"}, "error gate/owner R017", "slash", `owner = "example-user"`},
		{[]string{"owner=ex--ample", "siteRoot=https://ex--ample.github.io/example-project/"}, "warning gate/owner R017", "doubles", ""},
		{[]string{"owner=example-", "siteRoot=https://example-.github.io/example-project/"}, "warning gate/owner R017", "ends in a hyphen", ""},
		{[]string{"repo=a b"}, "error gate/repo R018", `REPO "a b"`, ""},
		{[]string{"repo=.."}, "error gate/repo R018", `REPO ".."`, ""},
		{[]string{"repo=example-user/example-project"}, "error gate/repo R018", "", `repo = "example-project"`},
		{[]string{"repo=/example-project"}, "error gate/repo R018", "", `repo = "example-project"`},
		{[]string{"repo=example-user/"}, "error gate/repo R018", "", "the repository alone"},
		{[]string{"repo=" + strings.Repeat("a", 101)}, "error gate/repo R018", "", ""},
		{[]string{"repo=" + strings.Repeat("a", 100), "siteRoot=https://example-user.github.io/" + strings.Repeat("a", 100) + "/"}, "", "", ""},
		{[]string{"pagesType=project-site"}, "error gate/pages-type R019", "none of", `pagesType = "PROJECT_SITE"`},
		{[]string{"pagesType=user"}, "error gate/pages-type R019", "none of", "write one of"},
		{domainSite("customDomain=https://example.com/"), "error gate/custom-domain R022", "more than a host", `customDomain = "example.com"`},
		{domainSite("customDomain=example.com:443"), "error gate/custom-domain R022", "more than a host", `"example.com"`},
		{domainSite("customDomain=example.com."), "error gate/custom-domain R022", "more than a host", `"example.com"`},
		{domainSite("customDomain=Example.com"), "error gate/custom-domain R022", "lower case", `"example.com"`},
		{domainSite("customDomain=example"), "error gate/custom-domain R022", "neither a host with a dot nor NONE", ""},
		{domainSite("customDomain=/example.com"), "error gate/custom-domain R022", "more than a host", "bare host"},
		{domainSite("customDomain=ünchen.example"), "error gate/custom-domain R022", "ASCII", "punycode"},
		{domainSite("customDomain=a\u0080.example"), "error gate/custom-domain R022", "ASCII", "punycode"},
		{domainSite("customDomain=münchen.example"), "error gate/custom-domain R022", "ASCII", "punycode"},
		{domainSite("customDomain=a_b.example"), "error gate/custom-domain R022", "no host name", ""},
		{domainSite("customDomain=127.0.0.1"), "error gate/custom-domain R022", "no host name", ""},
		{domainSite("customDomain=example-user.github.io"), "error gate/custom-domain R022", "GitHub's own host", "NONE"},
		{[]string{"sourceBranch=a b"}, "warning gate/source-branch R020", "no branch name", ""},
		{[]string{"sourceBranch=a\u2028b"}, "warning gate/source-branch R020", "no branch name", ""},
		{[]string{"sourceBranch=a\u0085b"}, "warning gate/source-branch R020", "no branch name", ""},
		{[]string{"sourceBranch=a\xffb"}, "warning gate/source-branch R020", "no branch name", ""},
		{[]string{"sourceBranch=refs/heads/gh-pages"}, "warning gate/source-branch R020", "", `sourceBranch = "gh-pages"`},
		{[]string{"sourceBranch=a\nb"}, "warning gate/source-branch R020", "", ""},
		{[]string{"sourceBranch=null"}, "", "", ""},
		{domainSite("customDomain=pages.github.com"), "error gate/custom-domain R022", "GitHub's own host", "NONE"},
		{[]string{"sourcePath=/site"}, "error gate/source-path R021", "neither / nor /docs", ""},
		{[]string{"sourcePath=docs/"}, "error gate/source-path R021", "", `sourcePath = "/docs"`},
		{[]string{"sourcePath=root"}, "", "", ""},
		{[]string{"siteRoot=/example-project/"}, "open error gate/site-root R024,R042", "not absolute", project},
		{[]string{"siteRoot=https://example-user.github.io//example-project/"}, "open error gate/site-root R024,R042", "doubled slash", project},
		{[]string{"siteRoot=http://localhost:1313/"}, "error gate/local-host R007,R042", "only this machine", project},
		{[]string{"siteRoot=https://127.0.0.1/"}, "error gate/local-host R007,R042", "", project},
		{[]string{"siteRoot=https://[::1]:1313/"}, "error gate/local-host R007,R042", "", project},
		{[]string{"siteRoot=https://[::ffff:127.0.0.1]/"}, "error gate/local-host R007,R042", "only this machine", project},
		{[]string{"siteRoot=https://box/"}, "error gate/local-host R007,R042", "only this machine", project},
		{[]string{"siteRoot=https://box.local/"}, "error gate/local-host R007,R042", "", project},
		{[]string{"siteRoot=https://example-user.github.io:8443/example-project/"}, "error gate/local-host R007,R042", "names a port", project},

		// R007, R010
		{[]string{"provider=netlify"}, "open error gate/provider R007,R010", `provider is "netlify"`, "HTML and Website Discovery Set v1.2"},
		{[]string{"siteRoot=https://example.com/example-project/"}, "error gate/provider R007,R010", "neither example-user.github.io nor", `customDomain = "example.com"`},
		{[]string{"pagesHost=https://pages.ghe.example.com/"}, "error gate/provider R007", "pagesHost", `pagesHost = "pages.example.com"`},
		{[]string{"pagesHost=sturdy.pages.github.io", "siteRoot=https://sturdy.pages.github.io/"}, "info gate/private-host R007", "privately", ""},
		{[]string{"pagesHost=pages.ghe.example.com"}, "error gate/provider R007", "pagesHost is", ""},
		{[]string{"pagesHost=pages.ghe.example.com", "-siteRoot"}, "open error gate/site-root R015,R024,R027,R057", "SITE_ROOT is not", "--site-root URL"},

		// R029–R035
		{userSite("repo=example-project"), "error gate/user-site-repo R029", "only example-user/example-user.github.io", `pagesType = "PROJECT_SITE"`},
		{userSite("repo=other.github.io"), "error gate/user-site-repo R029", "", ""},
		{userSite("siteRoot=https://example-user.github.io/x/"), "error gate/site-root R030", "has a path", `siteRoot = "https://example-user.github.io/"`},
		{[]string{"siteRoot=https://example-user.github.io/", "domainRoot=https://example-user.github.io/", "projectRoot=/example-project/", "discoveryRoot=" + project, "controlsDomainRoot=false"}, "error gate/project-site R034,R059", "", project},
		{userSite("siteRoot=https://other.github.io/"), "error gate/domain-root R030,R035", "OWNER is example-user", `"https://example-user.github.io/"`},
		{userSite("siteRoot=https://sturdy.pages.github.io/"), "error gate/pages-type R019,R030; info gate/private-host R007", "privately published project site", `"PROJECT_SITE"`},
		{[]string{"repo=example-user.github.io", "siteRoot=https://example-user.github.io/"}, "error gate/user-site-repo R033", "user site", "USER_OR_ORG_SITE"},
		{[]string{"siteRoot=https://example-user.github.io/"}, "error gate/project-site R034,R059", "has the path /, but REPO is example-project", project},
		{[]string{"owner=ex--ample", "siteRoot=https://ex--ample.github.io/"}, "warning gate/owner R017; error gate/project-site R034,R059", "doubles", ""},
		{[]string{"siteRoot=https://example-user.github.io/example-project/docs/"}, "error gate/project-site R034,R059", "", project},
		{[]string{"siteRoot=https://example-user.github.io/Example-Project/"}, "warning gate/project-site R034,R059", "case-sensitive", project},
		{[]string{"siteRoot=https://other.github.io/example-project/"}, "error gate/domain-root R030,R035", "OWNER is example-user", project},
		{[]string{"siteRoot=https://sturdy.pages.github.io/example-project/"}, "info gate/private-host R007; error gate/site-root R034", "published privately", ""},

		// R038–R041
		{[]string{"customDomain=example.com"}, "error gate/pages-type R038", "CUSTOM_DOMAIN is example.com", "CUSTOM_DOMAIN_SITE"},
		{[]string{"pagesType=CUSTOM_DOMAIN_SITE"}, "error gate/custom-domain R038", "CUSTOM_DOMAIN is NONE", "customDomain"},
		{domainSite("siteRoot=https://www.example.com/"), "error gate/custom-domain R038", "redirects one to the other", `siteRoot = "https://example.com/"`},
		{domainSite("siteRoot=https://example.org/"), "error gate/custom-domain R038", "the host example.org", ""},
		{domainSite("siteRoot=" + project), "error gate/custom-domain R038,R040", "only redirects", `"https://example.com/"`},
		{domainSite("siteRoot=https://example.com/other/"), "error gate/project-site R039,R044", "REPO is example-project", "https://example.com/example-project/"},
		{domainSite("siteRoot=https://example.com/Example-Project/"), "warning gate/project-site R039,R044", "case-sensitive", ""},
		{domainSite("repo=example-user.github.io", "siteRoot=https://example.com/example-user.github.io/"), "error gate/site-root R029,R039", "root of its domain", "https://example.com/"},
		{domainSite("siteRootConfirmed=false"), "warning gate/root-unconfirmed R041,R009", "nothing confirms", "siteRootConfirmed = true"},

		// E15
		{[]string{"siteRoot=http://example-user.github.io/example-project/"}, "error gate/scheme E15", "is http", `siteRoot = "https://example-user.github.io/example-project/"`},
		{[]string{"domainRoot=http://example-user.github.io/"}, "error gate/scheme E15,R023", "different schemes", "https://example-user.github.io/"},

		// the derived roots
		{[]string{"domainRoot=https://other.github.io/"}, "error gate/domain-root R023,R043", "not the host of SITE_ROOT", "https://example-user.github.io/"},
		{[]string{"domainRoot=" + project}, "error gate/domain-root R023,R043", "has a path", ""},
		{[]string{"domainRoot=example-user.github.io"}, "error gate/domain-root R023", "not absolute", ""},
		{[]string{"projectRoot=/"}, "error gate/project-root R044", "not the path of SITE_ROOT", "/example-project/"},
		{[]string{"discoveryRoot=https://example-user.github.io/"}, "error gate/discovery-root R025,R046,R047", "looked for at SITE_ROOT", project},
		{[]string{"discoveryRoot=" + project + "docs/"}, "warning gate/discovery-root R025,R046,R047", "folder below", project},
		{[]string{"discoveryRoot=docs/"}, "error gate/discovery-root R025", "not absolute", project},
		{[]string{"controlsDomainRoot=yes"}, "error gate/domain-control R051,R066", "neither true nor false", ""},
		{[]string{"controlsDomainRoot=true"}, "warning gate/domain-control R051,R066", "cannot reach https://example-user.github.io/robots.txt", ""},
		{userSite("discoveryRoot=https://example-user.github.io/docs/", "robotsURL=https://example-user.github.io/robots.txt"), "warning gate/discovery-root R025,R046,R047", "folder below", ""},
		{userSite("controlsDomainRoot=false"), "info gate/domain-control R051,R066", "crawlers obey", ""},
		{[]string{"crawlerControl=no"}, "error gate/domain-control R066", "neither required nor not-required", ""},
		{[]string{"llmsURL=" + project + "docs/llms.txt"}, "error gate/discovery-urls R048,R053", "LLMS_URL", project + "llms.txt"},
		{[]string{"llmsURL=" + project + "llms.txt", "sitemapURL=" + project + "x.xml"}, "error gate/discovery-urls R050,R053", "SITEMAP_URL", project + "sitemap.xml"},
		{[]string{"rawManifestURL=" + project + "manifest.json"}, "error gate/discovery-urls R049,R053", "RAW_MANIFEST_URL", project + "raw-manifest.json"},
		{[]string{"sitemapURL=" + project + "/sitemap.xml"}, "error gate/discovery-urls R050,R053", "SITEMAP_URL", project + "sitemap.xml"},
		{[]string{"robotsURL=https://example-user.github.io/robots.txt"}, "error gate/discovery-urls R051,R053", "ROBOTS_URL", project + "robots.txt"},
	} {
		d := declare(projectSite(), c.changes...)
		_, problems := Close(d)
		if got := summary(problems); got != c.want {
			t.Errorf("%q: problems %q, want %q", c.changes, got, c.want)
			continue
		}
		if len(problems) == 0 {
			continue
		}
		if p := problems[0]; !strings.Contains(p.Message, c.message) || !strings.Contains(p.Fix, c.fix) {
			t.Errorf("%q: %q, fix %q; want %q, %q", c.changes, p.Message, p.Fix, c.message, c.fix)
		}
		for _, p := range problems {
			if strings.Contains(p.Message, "%!") || strings.HasSuffix(p.Message, ".") || p.Fix == "" {
				t.Errorf("%q: ill-formed %+v", c.changes, p)
			}
			if p.Origin != d.Get(p.Key).Origin {
				t.Errorf("%q: the origin of %s is %v", c.changes, p.Rule, p.Origin)
			}
		}
	}
}

func TestCloseOn(t *testing.T) {
	const project = "https://example-user.github.io/example-project/"
	declared := declare(projectSite(), "discoveryRoot="+project+"docs/")
	d, problems := CloseOn(tree{"docs/llms.txt"}, declared)
	if d.DiscoveryRoot != project+"docs/" || summary(problems) != "warning gate/discovery-root R025,R046,R047" {
		t.Errorf("a folder that is there: %s, %s", d.DiscoveryRoot, summary(problems))
	}
	d, problems = CloseOn(tree{"llms.txt"}, declared)
	if d.DiscoveryRoot != project || d.LLMSURL != project+"llms.txt" || summary(problems) != "error gate/discovery-root R025,R046,R047" {
		t.Errorf("a folder that is not there: %s, %s", d.DiscoveryRoot, summary(problems))
	}
	if d, problems = CloseOn(tree{}, declare(projectSite(), "-siteRoot")); !HasOpen(problems) || d.SiteRoot != "" {
		t.Errorf("an open value: %+v", d)
	}
}

// What does not make a message longer than what it has to say.
func TestCloseSaysNoMore(t *testing.T) {
	_, problems := Close(declare(projectSite(), domainSite("siteRoot=https://example.org/")...))
	if len(problems) != 1 || strings.Contains(problems[0].Message, "redirect") {
		t.Errorf("a host that is not the custom domain's other form: %v", problems)
	}
}

func TestSourceBranch(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "null": "", " main ": "main", "a/b.c-d_e": "a/b.c-d_e", "refs/heads/gh-pages": "gh-pages",
		"refs/heads/a b": "", "a..b": "", "a//b": "", "/a": "", "a/": "", "a.lock": "", "~a": "", "a^b": "", "a\x7f": "",
	} {
		d, problems := Close(declare(projectSite(), "sourceBranch="+text))
		if d.SourceBranch != want {
			t.Errorf("SOURCE_BRANCH %q is taken as %q, want %q", text, d.SourceBranch, want)
		}
		if quiet := want == strings.TrimSpace(text) || text == "null"; quiet != (len(problems) == 0) {
			t.Errorf("SOURCE_BRANCH %q: %s", text, summary(problems))
		}
		if want == "" && len(problems) > 0 && strings.Contains(problems[0].Fix, "sourceBranch =") {
			t.Errorf("SOURCE_BRANCH %q: the fix %q names no branch", text, problems[0].Fix)
		}
	}
}

func TestInDoubt(t *testing.T) {
	problems := []Problem{
		{Rule: "gate/owner", Severity: Error, Key: KeyOwner},
		{Rule: "gate/repo", Severity: Warning, Key: KeyRepo},
		{Rule: "gate/scheme", Severity: Error, Key: KeySiteRoot},
	}
	for key, want := range map[Key]bool{KeyOwner: true, KeyRepo: false, KeySiteRoot: false, KeyPagesType: false} {
		if got := InDoubt(problems, key); got != want {
			t.Errorf("InDoubt(%s) = %v", key, got)
		}
	}
	if !InDoubt(problems, KeyRepo, KeyOwner) {
		t.Error("the second key is not looked at")
	}
}

// What a Fix says to write closes the problem: with the value of the first
// "write key = value" put in, the finding is gone.
func TestFixesClose(t *testing.T) {
	for _, changes := range [][]string{
		{"-pagesType"}, {"-customDomain"}, {"-siteRoot"}, {"pagesType=project-site"}, {"siteRoot=/x"}, {"siteRoot=http://localhost:1313/"},
		{"siteRoot=https://example-user.github.io/"}, {"siteRoot=https://example-user.github.io/Example-Project/"},
		{"siteRoot=http://example-user.github.io/example-project/"}, {"domainRoot=https://other.github.io/"}, {"projectRoot=/x/"},
		{"discoveryRoot=https://example-user.github.io/"}, {"controlsDomainRoot=true"}, {"llmsURL=x"}, {"sourcePath=/x"}, {"provider=x"},
		domainSite("siteRoot=https://www.example.com/"), domainSite("-siteRootConfirmed"), domainSite("siteRoot=https://example.com/x/"),
		{"repo=example-user/example-project"}, {"owner=example-user/x"}, domainSite("customDomain=https://Example.com/"),
	} {
		d := declare(projectSite(), changes...)
		_, problems := Close(d)
		if len(problems) == 0 {
			t.Errorf("%q: no problem", changes)
			continue
		}
		_, advice, ok := strings.Cut(problems[0].Fix, "write ")
		key, value, ok2 := strings.Cut(advice, " = ")
		if !ok || !ok2 {
			t.Errorf("%q: the fix %q names no line", changes, problems[0].Fix)
			continue
		}
		if quoted, found := strings.CutPrefix(value, `"`); found {
			value, _, _ = strings.Cut(quoted, `"`)
		} else {
			value = value[:strings.IndexAny(value+" ", " ,;")]
		}
		*d.field(Key(key)) = Value{value, Origin{Kind: FromFlag}}
		if _, after := Close(d); len(after) >= len(problems) {
			t.Errorf("%q: after %s = %q still %v", changes, key, value, summary(after))
		}
	}
}

// A value is to be written where it stands: Hugo's baseURL, not a siteRoot
// beside it that would contradict it.
func TestFixNamesBaseURL(t *testing.T) {
	d := declare(projectSite(), "siteRoot=http://example-user.github.io/example-project/")
	if _, problems := Close(d); !strings.HasPrefix(problems[0].Fix, `write siteRoot = "https://`) {
		t.Errorf("of a siteRoot: %s", problems[0].Fix)
	}
	d.SiteRoot.Origin.Name = "baseURL"
	if _, problems := Close(d); !strings.HasPrefix(problems[0].Fix, `write baseURL = "https://`) {
		t.Errorf("of a baseURL: %s", problems[0].Fix)
	}
}

func TestConflicts(t *testing.T) {
	flag := func(name string) Origin { return Origin{Kind: FromFlag, Name: name} }
	file := Origin{Kind: FromManifest, Name: "/deployment/owner", File: "raw-manifest.json", Line: 12, Column: 5}
	for _, c := range []struct {
		key          Key
		first, other string
		want         string
	}{
		{KeyOwner, "example-user", "someone", "error gate/conflict R027,R017,R164"},
		{KeyOwner, "example-user", "Example-User", ""},
		{KeyRepo, "example-project", "Example-Project", "warning gate/conflict R027,R018,R164"},
		{KeyCustomDomain, "NONE", "none", ""},
		{KeyCustomDomain, "NONE", "example.com", "error gate/conflict R027,R022,R164"},
		{KeySiteRoot, "https://example-user.github.io/example-project", "https://Example-User.github.io/example-project/", ""},
		{KeySiteRoot, "https://example-user.github.io/example-project", "https://example-user.github.io/", "error gate/conflict R027,R024,R164"},
		{KeySiteRoot, "https://example-user.github.io/example-project", "[SITE_ROOT]", ""},
		{KeySiteRoot, "https://example-user.github.io/example-project", "", ""},
		{KeyPagesType, "PROJECT_SITE", "project", ""},
		{KeyPagesType, "PROJECT_SITE", "USER_OR_ORG_SITE", "error gate/conflict R027,R019,R164"},
		{KeySiteRoot, "https://example-user.github.io/example-project", "/", ""},
		{KeyRepo, "example-project", "other", "error gate/conflict R027,R018,R164"},
		{KeyProvider, "github-pages", "", ""},
		{KeyDomainRoot, "https://example-user.github.io", "https://example.com/", "error gate/conflict R027,R164"},
		{KeySourcePath, "/", "root", ""},
		{KeySourcePath, "/", "/docs", "error gate/conflict R027,R164"},
		{KeySourcePath, "/docs", "/site", ""},
		{KeyProjectRoot, "/example-project/", "example-project", ""},
		{KeyControlsDomainRoot, "false", "true", "error gate/conflict R027,R164"},
	} {
		d := declare(projectSite())
		*d.field(c.key) = Value{c.first, flag("--x")}
		d.Add(c.key, Value{c.other, file})
		_, problems := Close(d)
		if got := summary(problems); got != c.want {
			t.Errorf("%s %q, %q: %q, want %q", c.key, c.first, c.other, got, c.want)
		}
		for _, p := range problems {
			if p.Origin != file || !strings.Contains(p.Message, "--x says") {
				t.Errorf("%+v", p)
			}
		}
	}
	d := declare(projectSite())
	d.Add(KeyOwner, Value{"someone", flag("--owner")})
	if _, problems := Close(d); summary(problems) != "error gate/conflict R027,R017" {
		t.Errorf("without a manifest: %s", summary(problems))
	}
	d = declare(projectSite())
	for _, other := range []string{"Example-User", "", "someone"} {
		d.Add(KeyOwner, Value{other, flag("--owner")})
	}
	if _, problems := Close(d); summary(problems) != "error gate/conflict R027,R017" {
		t.Errorf("the last of four declarations: %s", summary(problems))
	}
	d = declare(projectSite())
	d.Add(KeyOwner, Value{"someone", file})
	if all := d.All(KeyOwner); len(all) != 2 || all[0].Text != "example-user" || all[1].Text != "someone" {
		t.Errorf("All = %v", all)
	}
}

func TestOriginString(t *testing.T) {
	for o, want := range map[Origin]string{
		{Kind: FromFlag, Name: "--owner"}:                                              "--owner",
		{Kind: FromConfig, Name: "params.discovery.owner", File: "hugo.toml", Line: 3}: "hugo.toml:3 (params.discovery.owner)",
		{Kind: FromPagesJSON, Name: "cname", File: "pages.json"}:                       "pages.json (cname)",
		{Kind: FromCNAME, File: "CNAME"}:                                               "CNAME",
		{Kind: FromDefault}:                                                            "default",
	} {
		if got := o.String(); got != want {
			t.Errorf("%+v is %q, want %q", o, got, want)
		}
	}
}

// Every field of Declared is reached by a key, and Add keeps the order.
func TestDeclaredFields(t *testing.T) {
	d := declare(map[Key]string{})
	for _, k := range Keys() {
		d.Add(k, Value{string(k), Origin{Kind: FromFlag}})
	}
	v := reflect.ValueOf(d)
	var seen []string
	for i := range v.NumField() {
		f, ok := v.Field(i).Interface().(Value)
		if !ok {
			continue
		}
		name := v.Type().Field(i).Name
		if !strings.EqualFold(name, f.Text) {
			t.Errorf("the field %s holds the key %q", name, f.Text)
		}
		seen = append(seen, f.Text)
	}
	if len(seen) != len(Keys()) {
		t.Errorf("%d fields, %d keys", len(seen), len(Keys()))
	}
	d.Add("nonsense", Value{"x", Origin{Kind: FromFlag}})
	d.Add(KeyOwner, Value{Text: "undeclared"})
	if len(d.Others) != 0 || slices.Contains(Keys(), "nonsense") {
		t.Errorf("Others = %v", d.Others)
	}
	if KeySiteRootConfirmed.Variable() != "SITE_ROOT_CONFIRMED" || KeyLLMSURL.Variable() != "LLMS_URL" || KeyOwner.Variable() != "OWNER" || Key("xAyZ").Variable() != "X_AY_Z" {
		t.Error("Variable")
	}
}
