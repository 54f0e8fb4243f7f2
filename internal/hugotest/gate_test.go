package hugotest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// closed is a configuration with all values closed. Each case of TestGate changes lines of it.
const closed = `baseURL = "https://example-user.github.io/example-project/"
title = "Example Project"
enableRobotsTXT = true
disableKinds = ["taxonomy", "term"]
[outputs]
home = ["html", "llms", "rawmanifest"]
[params.discovery]
owner = "example-user"
repo = "example-project"
pagesType = "PROJECT_SITE"
customDomain = "NONE"
image = "og.png"
favicon = "favicon.svg"
`

// page archives a configuration with one page of content, which calls neither partial: the gate stands all the same.
func page(config string) *txtar.Archive {
	return &txtar.Archive{Files: []txtar.File{
		{Name: "config.toml", Data: []byte(config)},
		{Name: "content/_index.md", Data: []byte("---\ntitle: Example Project\ndescription: One page.\n---\n")},
		{Name: "layouts/_default/baseof.html", Data: []byte("<!DOCTYPE html><title>{{ .Title }}</title>{{ block \"main\" . }}{{ end }}\n")},
	}}
}

// replace returns closed with lines replaced: pairs of the line and what stands in its place, "" removes it.
func replace(t *testing.T, pairs ...string) string {
	t.Helper()
	config := closed
	for i := 0; i < len(pairs); i += 2 {
		line := pairs[i] + "\n"
		if !strings.Contains(config, line) {
			t.Fatalf("no line %q", pairs[i])
		}
		with := pairs[i+1]
		if with != "" {
			with += "\n"
		}
		config = strings.Replace(config, line, with, 1)
	}
	return config
}

const (
	baseLine   = `baseURL = "https://example-user.github.io/example-project/"`
	ownerLine  = `owner = "example-user"`
	repoLine   = `repo = "example-project"`
	typeLine   = `pagesType = "PROJECT_SITE"`
	domainLine = `customDomain = "NONE"`
	imageLine  = `image = "og.png"`
	iconLine   = `favicon = "favicon.svg"`
	homeLine   = `home = ["html", "llms", "rawmanifest"]`
	robotsLine = `enableRobotsTXT = true`
	kindsLine  = `disableKinds = ["taxonomy", "term"]`
)

// TestGate opens the values one by one and contradicts them. Each build fails with exactly one error, which names the
// value and the line to write, and publishes none of the files of the set.
func TestGate(t *testing.T) {
	custom := []string{typeLine, `pagesType = "CUSTOM_DOMAIN_SITE"`}
	tests := []struct {
		name    string
		replace []string
		want    []string // each stands in the one error
	}{
		{"owner missing", []string{ownerLine, ""}, []string{"OWNER: is not set", `owner = "example-user"`}},
		{"repo missing", []string{repoLine, ""}, []string{"REPO: is not set", `repo = "example-project"`}},
		{"type missing", []string{typeLine, ""}, []string{"PAGES_TYPE: is not set", `pagesType = "PROJECT_SITE"`}},
		{"domain missing", []string{domainLine, ""}, []string{"CUSTOM_DOMAIN: is not set", `customDomain = "NONE"`}},
		{"base missing", []string{baseLine, ""}, []string{"SITE_ROOT: ", `baseURL = "https://example-user.github.io/example-project/"`}},
		{"image missing", []string{imageLine, ""}, []string{"image: is not set", `image = "og.png"`}},
		{"favicon missing", []string{iconLine, ""}, []string{"favicon: is not set", `favicon = "favicon.svg"`}},
		{"llms not in outputs", []string{homeLine, `home = ["html", "rss", "rawmanifest"]`}, []string{"outputs: the home page is not written as llms", `home = ["html", "rss", "rawmanifest", "llms"]`}},
		{"manifest not in outputs", []string{homeLine, `home = ["html", "llms"]`}, []string{"not written as rawmanifest", "[outputs]"}},
		{"outputs missing", []string{homeLine, ""}, []string{"not written as llms and rawmanifest"}},
		{"html not in outputs", []string{homeLine, `home = ["llms", "rawmanifest"]`}, []string{"not written as html"}},

		{"owner is a payload", []string{ownerLine, `owner = "x\"/><script>"`}, []string{"OWNER: ", "is no GitHub account name"}},
		{"repo is a path", []string{repoLine, `repo = "../x"`}, []string{"REPO: ", "is no repository name"}},
		{"repo is dots", []string{repoLine, `repo = ".."`}, []string{"REPO: ", "is no repository name"}},
		{"repo has the owner", []string{repoLine, `repo = "example-user/example-project"`}, []string{"REPO: ", "is no repository name"}},
		{"type unknown", []string{typeLine, `pagesType = "project"`}, []string{"PAGES_TYPE: ", "is none of USER_OR_ORG_SITE, PROJECT_SITE, CUSTOM_DOMAIN_SITE"}},
		{"domain with scheme", []string{domainLine, `customDomain = "https://docs.example.com"`}, []string{"CUSTOM_DOMAIN: ", "is no bare host"}},
		{"domain with newline", []string{domainLine, `customDomain = "docs.example.com\nx"`}, []string{"CUSTOM_DOMAIN: ", "is no bare host"}},
		{"domain not punycode", []string{domainLine, `customDomain = "dötsch.example"`}, []string{"CUSTOM_DOMAIN: ", "punycode"}},
		{"domain of GitHub", []string{domainLine, `customDomain = "example-user.github.io"`}, []string{"CUSTOM_DOMAIN: ", "is a host of GitHub"}},
		{"repository has no slash", []string{repoLine, `repository = "example-project"`}, []string{"repository: ", "is not of the form owner/repo", "REPO: is not set"}},
		{"repository contradicts owner", []string{repoLine, `repository = "other/example-project"`}, []string{"OWNER: ", "contradicts repository"}},
		{"repository contradicts repo", []string{ownerLine, `repository = "example-user/other"`}, []string{"REPO: ", "contradicts repository"}},

		{"project site elsewhere", []string{baseLine, `baseURL = "https://example-user.github.io/other/"`}, []string{"SITE_ROOT: a PROJECT_SITE is published below /example-project/, the path of baseURL is /other/"}},
		{"project site at the root", []string{baseLine, `baseURL = "https://example-user.github.io/"`}, []string{"SITE_ROOT: ", "the path of baseURL is /"}},
		{"project site on another host", []string{baseLine, `baseURL = "https://other.github.io/example-project/"`}, []string{"SITE_ROOT: ", "is on the host other.github.io"}},
		{"project site called like the user site", []string{repoLine, `repo = "example-user.github.io"`, baseLine, `baseURL = "https://example-user.github.io/example-user.github.io/"`}, []string{"PAGES_TYPE: ", "is the user site", `pagesType = "USER_OR_ORG_SITE"`}},
		{"user site in another repository", []string{typeLine, `pagesType = "USER_OR_ORG_SITE"`}, []string{"REPO: a USER_OR_ORG_SITE lives in the repository example-user.github.io"}},
		{"user site below a path", []string{typeLine, `pagesType = "USER_OR_ORG_SITE"`, repoLine, `repo = "example-user.github.io"`}, []string{"SITE_ROOT: a USER_OR_ORG_SITE is published at /"}},
		{"custom domain NONE", custom, []string{"CUSTOM_DOMAIN: pagesType is CUSTOM_DOMAIN_SITE, but customDomain is NONE"}},
		{"project site with domain", []string{domainLine, `customDomain = "docs.example.com"`}, []string{"PAGES_TYPE: pagesType is PROJECT_SITE, but customDomain is"}},
		{"custom domain on another host", append(custom, domainLine, `customDomain = "docs.example.com"`), []string{"SITE_ROOT: ", "is on the host example-user.github.io", `baseURL = "https://docs.example.com/"`}},
		{"custom domain below another path", append(custom, domainLine, `customDomain = "docs.example.com"`, baseLine, `baseURL = "https://docs.example.com/docs/"`), []string{"SITE_ROOT: a custom domain serves this repository at / or"}},

		{"base relative", []string{baseLine, `baseURL = "/example-project/"`}, []string{"SITE_ROOT: ", "is no absolute URL"}},
		{"base without scheme", []string{baseLine, `baseURL = "//example-user.github.io/example-project/"`}, []string{"SITE_ROOT: ", "is no absolute URL"}},
		{"base ftp", []string{baseLine, `baseURL = "ftp://example-user.github.io/example-project/"`}, []string{"SITE_ROOT: ", "is no absolute URL"}},
		{"base doubled slash", []string{baseLine, `baseURL = "https://example-user.github.io/example-project//"`}, []string{"SITE_ROOT: ", "has a doubled slash"}},
		{"base localhost", []string{baseLine, `baseURL = "http://localhost:1313/example-project/"`}, []string{"SITE_ROOT: ", "is this machine"}},
		{"base loopback", []string{baseLine, `baseURL = "http://127.0.0.1/example-project/"`}, []string{"SITE_ROOT: ", "is this machine"}},
		{"base http", []string{baseLine, `baseURL = "http://example-user.github.io/example-project/"`}, []string{"SITE_ROOT: ", "is http"}},
		{"base upper case", []string{baseLine, `baseURL = "https://Example-User.github.io/example-project/"`}, []string{"SITE_ROOT: ", "lower case"}},
		{"base with port", []string{baseLine, `baseURL = "https://example-user.github.io:443/example-project/"`}, []string{"SITE_ROOT: ", "without a port"}},
		{"base with query", []string{baseLine, `baseURL = "https://example-user.github.io/example-project/?x=1"`}, []string{"SITE_ROOT: ", "has a query"}},
		{"one host per language", []string{kindsLine, kindsLine + "\n[languages.en]\nbaseURL = \"https://en.example.com/\"\n[languages.de]\nbaseURL = \"https://de.example.com/\""}, []string{"SITE_ROOT: each language has a baseURL of its own"}},
		{"declared root differs", []string{ownerLine, ownerLine + "\nsiteRoot = \"https://example-user.github.io/\""}, []string{"SITE_ROOT: siteRoot = ", "contradicts baseURL", `siteRoot = "https://example-user.github.io/example-project/"`}},
		{"discovery root differs", []string{ownerLine, ownerLine + "\ndiscoveryRoot = \"https://example-user.github.io/\""}, []string{"DISCOVERY_ROOT: "}},
		{"domain root differs", []string{ownerLine, ownerLine + "\ndomainRoot = \"https://example-user.github.io/example-project/\""}, []string{"DOMAIN_ROOT: "}},
		{"root control claimed", []string{ownerLine, ownerLine + "\ncontrolsDomainRoot = true"}, []string{"controlsDomainRoot: "}},
		{"source path", []string{ownerLine, ownerLine + "\nsourcePath = \"/site\""}, []string{"SOURCE_PATH: "}},
		{"whenOpen unknown", []string{ownerLine, ownerLine + "\nwhenOpen = \"ignore\""}, []string{"whenOpen: "}},
		{"preset unknown", []string{iconLine, iconLine + "\n[params.discovery.head]\npreset = \"nope\""}, []string{`head: preset "nope" is unknown; known are `, "papermod"}},
		{"sitemap off", []string{kindsLine, `disableKinds = ["taxonomy", "term", "sitemap"]`}, []string{"sitemap.xml: is switched off"}},
		{"sitemap renamed", []string{kindsLine, kindsLine + "\n[sitemap]\nfilename = \"map.xml\""}, []string{`sitemap.xml: is renamed to "map.xml"`}},
		{"no robots at the root", append(custom, domainLine, `customDomain = "docs.example.com"`, baseLine, `baseURL = "https://docs.example.com/"`, robotsLine, ""), []string{"robots.txt: this site is the root of docs.example.com", "enableRobotsTXT = true"}},
		{"not a table", []string{homeLine, homeLine + "\n[params]\ndiscovery = \"x\"", "[params.discovery]", "[params.other]"}, []string{"params.discovery: is no table"}},

		{"software is a text", []string{iconLine, iconLine + "\nsoftware = \"x\""}, []string{`software: is "x", and has to be a table`, `software = { license = "Apache-2.0" }`}},
		{"software is empty", []string{iconLine, iconLine + "\nsoftware = \"\""}, []string{`software: is "", and has to be a table`}},
		{"llms is a number", []string{iconLine, iconLine + "\nllms = 1"}, []string{`llms: is 1, and has to be a table`}},
		{"author is a number", []string{iconLine, iconLine + "\nauthor = 3"}, []string{`author: is 3, and has to be a table, or a text`, `author = { name = "…" }`}},
		{"footer is a text", []string{iconLine, iconLine + "\nfooter = \"x\""}, []string{`footer: is "x", and has to be a table`, `footer = { style = "" }`}},
		{"head is a list", []string{iconLine, iconLine + "\nhead = []"}, []string{`head: is [], and has to be a table`, `head = { opengraph = true }`}},
		{"robots is a number", []string{iconLine, iconLine + "\nrobots = 1"}, []string{`robots: is 1, and has to be a table`}},
		{"sitemap is a number", []string{iconLine, iconLine + "\nsitemap = 3"}, []string{`sitemap: is 3, and has to be a table`, `sitemap = { maxURLs = 50000 }`}},
		{"role is a list", []string{iconLine, iconLine + "\nrole = [\"artifact\"]"}, []string{`role: is ["artifact"], and has to be a text`, `role = "…"`}},
		{"imageAlt is a number", []string{iconLine, iconLine + "\nimageAlt = 5"}, []string{`imageAlt: is 5, and has to be a text`, `imageAlt = "5"`}},
		{"siteRootConfirmed is a text", []string{iconLine, iconLine + "\nsiteRootConfirmed = \"maybe\""}, []string{`siteRootConfirmed: is "maybe", and has to be true or false`, `siteRootConfirmed = true`}},
		{"sitemap.maxURLs is negative", []string{iconLine, iconLine + "\nsitemap = { maxURLs = -1 }"}, []string{`sitemap.maxURLs: is -1, and has to be a whole number`, `under [params.discovery.sitemap]`}},
		{"llms.optional holds a number", []string{iconLine, iconLine + "\nllms = { optional = [\"a\", 1] }"}, []string{`llms.optional: is ["a",1], and has to be a text or a list of texts`, `under [params.discovery.llms]`}},
		{"llms.perSection is a list", []string{iconLine, iconLine + "\nllms = { perSection = [2] }"}, []string{`llms.perSection: is [2], and has to be true, false or a whole number`}},
		{"head.opengraph is a table", []string{iconLine, iconLine + "\nhead = { opengraph = {} }"}, []string{`head.opengraph: is {}, and has to be true or false`}},
		{"author.url is a script", []string{iconLine, iconLine + "\nauthor = { name = \"A\", url = \"javascript:alert(1)\", sameAs = [\"https://example.com/\", \"data:,x\"] }"}, []string{`2 values`, `author.url: is "javascript:alert(1)", and has to be an absolute URL of the web`, `author.sameAs: is ["https://example.com/","data:,x"]`, `under [params.discovery.author]`}},
		{"codeRepository is a script", []string{iconLine, iconLine + "\nsoftware = { codeRepository = \"javascript:alert(1)\" }"}, []string{`software.codeRepository: `, `has to be an absolute URL of the web`}},
		{"types and placeholders", []string{iconLine, iconLine + "\nwhenOpen = \"placeholders\"\nhead = 1\nllms = \"x\""}, []string{`2 values`, `head: is 1`, `llms: is "x"`}},
		{"language", []string{iconLine, iconLine + "\n[languages.en]\n[languages.de.params.discovery]\nimage = 3"}, []string{`image: is 3, and has to be a path`, `under [languages.de.params.discovery]`}},
		{"language is a text", []string{iconLine, iconLine + "\n[languages.en]\n[languages.de.params]\ndiscovery = \"x\""}, []string{`languages.de.params.discovery: is no table`}},
		{"image is a script", []string{imageLine, `image = "javascript:alert(1)"`}, []string{`image: is "javascript:alert(1)", and has to be a path below static/ or assets/, or an absolute URL of the web`}},
		{"image is data", []string{imageLine, `image = "data:image/png;base64,AAAA"`}, []string{`image: is "data:image/png`}},
		{"image leaves the site", []string{imageLine, `image = "/../../etc/passwd"`}, []string{`image: is "/../../etc/passwd"`}},
		{"image is a list", []string{imageLine, `image = ["og.png"]`}, []string{`image: is ["og.png"]`, `image = "og.png"`}},
		{"favicon is a script", []string{iconLine, `favicon = "javascript:alert(1)"`}, []string{`favicon: is "javascript:alert(1)"`}},
		{"favicon leaves the site", []string{iconLine, `favicon = "a/%2E%2e/..\\x.ico"`}, []string{`favicon: is `, `favicon = "favicon.svg"`}},
		{"everything", []string{ownerLine, "", repoLine, "", typeLine, "", domainLine, "", baseLine, "", homeLine, "", iconLine, "", imageLine, ""},
			[]string{"8 values are open", "OWNER", "REPO", "PAGES_TYPE", "CUSTOM_DOMAIN", "SITE_ROOT", "outputs", "favicon", "image"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			result := Build(t, site(t, page(replace(t, test.replace...))), nil)
			if result.Err == nil {
				t.Fatalf("the build succeeded:\n%s", result.Output)
			}
			if n := strings.Count(result.Output, "ERROR hugo-discovery:"); n != 1 {
				t.Errorf("%d errors of the module, want 1", n)
			}
			for _, want := range test.want {
				if !strings.Contains(result.Output, want) {
					t.Errorf("no %q", want)
				}
			}
			if regexp.MustCompile(`(?m)^ERROR (render|execute)|failed to render|can't evaluate|<nil>|%!`).MatchString(result.Output) {
				t.Error("a template failed as well")
			}
			if t.Failed() {
				t.Log(result.Output)
			}
			for _, name := range []string{"llms.txt", "raw-manifest.json", "sitemap.xml"} {
				if _, err := os.Stat(filepath.Join(result.Public, name)); err == nil {
					t.Errorf("%s was written", name)
				}
			}
		})
	}
}

// TestGateCloses builds what is right in each deployment, and with values that come from the environment.
func TestGateCloses(t *testing.T) {
	custom := []string{typeLine, `pagesType = "CUSTOM_DOMAIN_SITE"`, domainLine, `customDomain = "docs.example.com"`, baseLine, `baseURL = "https://docs.example.com"`}
	tests := []struct {
		name      string
		replace   []string
		variables []string
		manifest  []string // each stands in raw-manifest.json
		warning   string   // "" for none
	}{
		{"of the right types", []string{iconLine, "favicon = \"data:image/svg+xml,<svg/>\"\nsourceBranch = 1\nimageAlt = \"\"\nauthor = \"A. Person\"\nrobots = [\"Disallow: /x/\"]\nllms = { optional = \"a\", perSection = \"false\", full = 0 }\nsitemap = { maxURLs = \"100\" }\nfooter = {}\nsoftware = { keywords = \"a\", codeRepository = \"\", isAccessibleForFree = \"true\" }"}, nil, nil, ""},
		{"as it is", nil, nil, []string{`"controls_domain_root": false`, `"role": "companion"`}, ""},
		{"without final slash", []string{baseLine, `baseURL = "https://example-user.github.io/example-project"`}, nil, []string{`"site_root": "https://example-user.github.io/example-project/"`}, ""},
		{"roots declared", []string{ownerLine, ownerLine + "\nsiteRoot = \"https://example-user.github.io/example-project\"\ndomainRoot = \"https://example-user.github.io\""}, nil, nil, ""},
		{"repository from the environment", []string{ownerLine, "", repoLine, ""}, []string{"HUGO_PARAMS_DISCOVERY_REPOSITORY=example-user/example-project"}, []string{`"owner": "example-user"`, `"repo": "example-project"`}, ""},
		{"type and domain from the environment", []string{typeLine, "", domainLine, ""}, []string{"HUGO_PARAMS_DISCOVERY_PAGESTYPE=PROJECT_SITE", "HUGO_PARAMS_DISCOVERY_CUSTOMDOMAIN=NONE"}, []string{`"custom_domain": "NONE"`}, ""},
		{"custom domain unconfirmed", custom, nil, []string{`"controls_domain_root": true`, `"role": "authoritative"`}, "siteRootConfirmed = true"},
		{"custom domain confirmed", append(custom, ownerLine, ownerLine+"\nsiteRootConfirmed = true"), nil, []string{`"project_root": "/"`}, ""},
		{"custom domain confirmed by the environment", custom, []string{"HUGO_PARAMS_DISCOVERY_SITEROOTCONFIRMED=true"}, nil, ""},
		{"no control of the root", append(custom, ownerLine, ownerLine+"\nsiteRootConfirmed = true\ncontrolsDomainRoot = \"false\""), nil, []string{`"controls_domain_root": false`, `"role": "companion"`}, ""},
		{"robots not required", append(custom, robotsLine, "", ownerLine, ownerLine+"\nsiteRootConfirmed = true\ncrawlerControl = \"not-required\""), nil, []string{`"controls_domain_root": true`}, ""},
		{"case of the repository", []string{repoLine, `repo = "Example-Project"`}, nil, nil, "write the repository's exact case"},
		{"a misspelt key", []string{iconLine, iconLine + "\ndescripton = \"x\""}, nil, nil, "nothing reads the key descripton of [params.discovery]; see https://discovery-set.github.io/hugo-discovery/configuration/"},
		{"a key of the checker's spelling", []string{iconLine, iconLine + "\nimage_alt = \"x\""}, nil, nil, "nothing reads the key image_alt of [params.discovery]; write imageAlt"},
		{"a misspelt key of a table", []string{iconLine, iconLine + "\nhead = { titel = false }"}, nil, nil, "nothing reads the key titel of [params.discovery.head]; known there are alternates, canonical, description, "},
		{"keys of the checker", []string{iconLine, iconLine + "\nallowRootRelative = false\nrules = { \"links/broken\" = \"error\" }\nproject_root = \"/example-project/\""}, nil, nil, ""},
		{"private pages", []string{baseLine, `baseURL = "https://fuzzy-potato-12345.pages.github.io/"`}, nil, []string{`"controls_domain_root": true`}, ""},
		{"enterprise server", []string{baseLine, `baseURL = "https://pages.example.com/example-user/example-project/"`, ownerLine, ownerLine + "\npagesHost = \"pages.example.com\""}, nil, []string{`"project_root": "/example-user/example-project/"`, `"pages_host": "pages.example.com"`}, ""},
		{"enterprise server without subdomains", []string{baseLine, `baseURL = "https://ghe.example.com/pages/example-user/example-project/"`, ownerLine, ownerLine + "\npagesHost = \"ghe.example.com/pages\""}, nil, []string{`"pages_host": "ghe.example.com/pages"`}, ""},
		{"no image with opengraph off", []string{imageLine, "", iconLine, "[params.discovery.head]\nopengraph = \"false\"\nfavicon = false"}, nil, nil, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			result := Build(t, site(t, page(replace(t, test.replace...))), nil, test.variables...).Must(t)
			manifest := result.Read(t, "raw-manifest.json")
			for _, want := range test.manifest {
				if !strings.Contains(manifest, want) {
					t.Errorf("no %s in the manifest:\n%s", want, manifest)
				}
			}
			warned := strings.Contains(result.Output, "WARN  hugo-discovery")
			if warned != (test.warning != "") || !strings.Contains(result.Output, test.warning) {
				t.Errorf("want the warning %q:\n%s", test.warning, result.Output)
			}
		})
	}
}

// TestEnterprise: verify needs no flag for a site of an Enterprise installation, since the manifest names its host.
func TestEnterprise(t *testing.T) {
	for _, host := range []string{"pages.example.com", "ghe.example.com/pages"} {
		archive := page(replace(t, baseLine, `baseURL = "https://`+host+`/example-user/example-project/"`, ownerLine, ownerLine+"\npagesHost = \""+host+"\""))
		archive.Files = archive.Files[:2] // with the head and footer of common.txtar
		dir := site(t, archive)
		result := Build(t, dir, nil).Must(t)
		if code, out := verify(result.Public); code != 0 {
			t.Errorf("exit status %d\n%s", code, out)
		}
		path := filepath.Join(result.Public, "raw-manifest.json")
		without := regexp.MustCompile(`\s*"pages_host": "[^"]*",`).ReplaceAllString(result.Read(t, "raw-manifest.json"), "")
		if err := os.WriteFile(path, []byte(without), 0o644); err != nil {
			t.Fatal(err)
		}
		if code, out := verify(result.Public); code == 0 || !strings.Contains(out, "pagesHost") {
			t.Errorf("without pages_host: exit status %d\n%s", code, out)
		}
	}
}

// TestPlaceholders writes tokens in the place of each URL when a value is open.
func TestPlaceholders(t *testing.T) {
	archive := page(replace(t, domainLine, "whenOpen = \"placeholders\""))
	archive.Files = archive.Files[:2] // with the head and footer of common.txtar
	result := Build(t, site(t, archive), nil).Must(t)
	if !strings.Contains(result.Output, "CUSTOM_DOMAIN: is not set") {
		t.Errorf("nothing said:\n%s", result.Output)
	}
	for name, wants := range map[string][]string{
		"index.html":        {`rel="canonical" href="[CURRENT_PAGE_URL]"`, `href="[LLMS_URL]"`, `href="[RAW_MANIFEST_URL]"`, `href="[SITEMAP_URL]"`, `content="[SITE_ROOT]og.png"`, `content="[CURRENT_PAGE_URL]"`},
		"llms.txt":          {"[SITE_ROOT]", "[RAW_MANIFEST_URL]"},
		"raw-manifest.json": {`"site_root": "[SITE_ROOT]"`, `"discovery_root": "[DISCOVERY_ROOT]"`, `"llms": "[LLMS_URL]"`},
		"sitemap.xml":       {"<loc>[SITE_ROOT]</loc>"},
		"robots.txt":        {"Sitemap: [SITEMAP_URL]"},
	} {
		text := result.Read(t, name)
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %s:\n%s", name, want, text)
			}
		}
		if strings.Contains(text, "https://example-user.github.io") {
			t.Errorf("%s names a root that is not closed:\n%s", name, text)
		}
	}
}
