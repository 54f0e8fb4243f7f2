package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/manifest"
	"github.com/discovery-set/hugo-discovery/internal/pos"
	"github.com/discovery-set/hugo-discovery/schema"
)

// texts lists declarations as "key=text @place".
func texts(list []ghpages.Declaration) string {
	var out []string
	for _, d := range list {
		out = append(out, string(d.Key)+"="+d.Text+" @"+d.Origin.String())
	}
	return strings.Join(out, "\n")
}

func equal(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n%s\nwant\n%s", what, got, want)
	}
}

func TestParseHugo(t *testing.T) {
	c, err := Parse("site/hugo.toml", []byte(`baseURL = "https://example-user.github.io/example-project/"
title = 'x'
unknown = 1

[params]
  x = 1
  [params.Discovery]
    repository = "example-user/example-project"
    pagestype =    "PROJECT_SITE"
    customDomain = "NONE"
    controlsDomainRoot = false
    role = "artifact"
    favicon = "icon.svg"
    exclude = [{ path = "demo/**", reason = "fixtures" }]
    [params.Discovery.head]
      opengraph = false
[params.other]
 k = 1
`))
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "declarations", texts(c.Declarations), `siteRoot=https://example-user.github.io/example-project/ @site/hugo.toml:1 (baseURL)
owner=example-user @site/hugo.toml:8 (params.Discovery.repository)
repo=example-project @site/hugo.toml:8 (params.Discovery.repository)
pagesType=PROJECT_SITE @site/hugo.toml:9 (params.Discovery.pagestype)
customDomain=NONE @site/hugo.toml:10 (params.Discovery.customDomain)
controlsDomainRoot=false @site/hugo.toml:11 (params.Discovery.controlsDomainRoot)`)
	if o := c.Declarations[0].Origin; o.Kind != ghpages.FromConfig || o.Column != 1 {
		t.Errorf("origin %+v", o)
	}
	if !c.Hugo || c.Role != "artifact" || len(c.Exclude) != 1 || c.Exclude[0].Path != "demo/**" || c.Exclude[0].Reason != "fixtures" {
		t.Errorf("%+v", c)
	}
}

func TestParseOwn(t *testing.T) {
	const body = `owner = "example-user"
repo = "example-project"
pages_type = "CUSTOM_DOMAIN_SITE"
custom_domain = "example.com"
site_root = "https://example.com/"
siteRootConfirmed = true
allow_root_relative = true

[[HERE.exclude]]
path = "google/*.html"
reason = "ownership tokens"
[[HERE.exclude]]
path = "old/"
reason = "kept for links"

[HERE.rules]
"links/broken" = "error"
"head/favicon" = { severity = "off", reason = "the host has one" }

[[HERE.override]]
path = "demo/**"
reason = "shows what is wrong"
rules = { "head/title" = "off", "url/root-relative" = "info" }
`
	for name, text := range map[string]string{
		"discovery.toml": strings.ReplaceAll(body, "HERE.", ""),
		"other.toml":     "[discovery]\n" + strings.ReplaceAll(body, "HERE.", "discovery."),
	} {
		c, err := Parse(name, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		var values []string
		for _, d := range c.Declarations {
			values = append(values, string(d.Key)+"="+d.Text)
		}
		equal(t, name, strings.Join(values, " "), "owner=example-user repo=example-project pagesType=CUSTOM_DOMAIN_SITE customDomain=example.com siteRoot=https://example.com/ siteRootConfirmed=true")
		if c.Hugo || !c.AllowRootRelative || len(c.Exclude) != 2 || len(c.Rules) != 2 || len(c.Overrides) != 1 {
			t.Fatalf("%s: %+v", name, c)
		}
		if e := c.Exclude[1]; e.Path != "old/" || e.Reason != "kept for links" || e.Origin.Line == 0 {
			t.Errorf("%s: %+v", name, e)
		}
		if r := c.Rules[0]; r.Rule != "head/favicon" || r.Severity != "off" || r.Reason != "the host has one" || r.Origin.Line == 0 {
			t.Errorf("%s: %+v", name, r)
		}
		if o := c.Overrides[0]; o.Path != "demo/**" || o.Reason == "" || len(o.Rules) != 2 || o.Rules[1].Severity != "info" {
			t.Errorf("%s: %+v", name, o)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"discovery.toml", "owner = ", "discovery.toml:1:8: is not valid TOML"},
		{"discovery.toml", "ownr = 'x'", "discovery.toml:1:1: the key ownr is not known; write owner"},
		{"discovery.toml", "\n\nzzz = 'x'", "discovery.toml:3:1: the key zzz is not known; remove it"},
		{"discovery.toml", "[discovery]\n[extra]\nx = 1", "discovery.toml:2:2: the key extra stands outside [discovery]; move it"},
		{"discovery.toml", "discovery = 1", "discovery is a number, not a table"},
		{"discovery.toml", "siteRoot = 'a'\nsite_root = 'b'", "are one key; keep one"},
		{"discovery.toml", "owner = 1", "discovery.toml:1:1: owner is a number; write a string"},
		{"discovery.toml", "owner = true", "owner is a boolean; write a string"},
		{"discovery.toml", "owner = ['a']", "owner is a list"},
		{"discovery.toml", "owner = {a=1}", "owner is a table"},
		{"discovery.toml", "owner = 2026-01-01", "owner is a date"},
		{"discovery.toml", "customDomain = false", `customDomain is false; write customDomain = "NONE"`},
		{"discovery.toml", "repository = 'x'", "not of the form owner/repo"},
		{"discovery.toml", "repository = 'a/b/c'", "not of the form owner/repo"},
		{"discovery.toml", "role = 'page'", "role is page; write artifact"},
		{"discovery.toml", "allowRootRelative = 'yes'", "allowRootRelative is a string; write true or false"},
		{"discovery.toml", "exclude = 'x'", "exclude is a string; write a list of tables"},
		{"discovery.toml", "exclude = ['x']", "exclude is a string; write a table with path and reason"},
		{"discovery.toml", "exclude = [{path='x'}]", "exclude[0] gives no reason"},
		{"discovery.toml", "exclude = [{path='x', reason=' '}]", "exclude[0] gives no reason"},
		{"discovery.toml", "exclude = [{reason='x'}]", "exclude[0] names no path"},
		{"discovery.toml", "exclude = [{path='x', reasn='x'}]", "exclude[0] has the unknown key reasn; write reason"},
		{"discovery.toml", "exclude = [{path='../x', reason='x'}]", "leaves the tree"},
		{"discovery.toml", "exclude = [{path='a[', reason='x'}]", "unclosed bracket"},
		{"discovery.toml", "exclude = [{path='a\\b', reason='x'}]", "backslash"},
		{"discovery.toml", "rules = 'x'", "rules is a string; write a table"},
		{"discovery.toml", "[rules]\n'a/b' = 'fatal'", `discovery.toml:2:2: the severity of a/b is "fatal"; write off, info, warning or error`},
		{"discovery.toml", "[rules]\n'a/b' = 'off'", "a/b is switched off without a reason"},
		{"discovery.toml", "[rules]\n'a/b' = 1", "a/b is a number"},
		{"discovery.toml", "[rules]\n'a/b' = {severity='off', why='x'}", "unknown key why"},
		{"discovery.toml", "[[override]]\npath='x'\nreason='x'", "changes no rule"},
		{"discovery.toml", "[[override]]\npath='x'\nrules={'a/b'='off'}", "override[0] gives no reason"},
		{"hugo.toml", "[params]\ndiscovery = 'x'", "params.discovery is a string, not a table"},
		{"hugo.toml", "[params.discovery]\npagesTyp = 'x'", "hugo.toml:2:1: the key pagesTyp is not known; write pagesType"},
		{"hugo.yaml", "baseURL: x", "not TOML"},
		{"hugo.toml", "a=" + strings.Repeat("[", 20000), "hugo.toml:1:27: nests deeper than 24 levels"},
		{"hugo.toml", "a=" + strings.Repeat("[\n{a=", 20000), "nests deeper"},
		{"hugo.toml", strings.Repeat("a.", 20000) + "a=1", "nests deeper"},
		{"hugo.toml", "'a'" + strings.Repeat(".'a'", 20000) + "=1", "nests deeper"},
	} {
		_, err := Parse(c.name, []byte(c.text))
		if err == nil {
			t.Errorf("%q: no error", c.text)
		} else if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60q: %v, want %q", c.text, err, c.want)
		}
		if _, ok := errors.AsType[*Error](err); !ok {
			t.Errorf("%.60q: the error is a %T", c.text, err)
		}
	}
	_, err := Parse("discovery.toml", []byte(strings.Repeat("[[exclude]]\n", 100)))
	if all := strings.Split(err.Error(), "\n"); len(all) != maxErrors+1 || all[maxErrors] != "discovery.toml: has 150 more faults; mend these first" {
		t.Errorf("%d lines, the last %q", len(all), all[len(all)-1])
	}
	_, err = Parse("discovery.toml", []byte("ownr = 'x'\nrep = 'y'"))
	if err == nil || strings.Count(err.Error(), "not known") != 2 {
		t.Errorf("not all faults are listed: %v", err)
	}
}

// What the Hugo module reads is no error, in either file.
func TestModuleKeys(t *testing.T) {
	for _, name := range []string{"discovery.toml", "hugo.toml"} {
		text := ""
		if name == "hugo.toml" {
			text = "[params.discovery]\n"
		}
		for _, k := range moduleKeys {
			text += k + " = 'x'\n"
		}
		if c, err := Parse(name, []byte(text)); err != nil || len(c.Declarations) != 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A misspelt key of a table of the module's would change nothing, and nobody
// would know.
func TestModuleTables(t *testing.T) {
	for text, want := range map[string]string{
		"[params.discovery.head]\ntitel = false":           "hugo.toml:2:1: the key head.titel is not known; write title",
		"[params.discovery]\nsoftware = {licence = 'MIT'}": "the key software.licence is not known; write license",
		"[params.discovery.llms]\nPERSECTION = true":       "",
		"[params.discovery]\nauthor = 'A. Person'":         "",
	} {
		_, err := Parse("hugo.toml", []byte(text))
		if got := fmt.Sprint(err); want == "" && err != nil || !strings.HasSuffix(got, want) && want != "" {
			t.Errorf("%q: %s, want %q", text, got, want)
		}
	}

	names, err := os.ReadFile("../../hugo-module/layouts/partials/discovery/gate/keys.html")
	if err != nil {
		t.Fatal(err)
	}
	module := map[string][]string{}
	for _, m := range regexp.MustCompile(`"(\w+)\.(\w+)" "`).FindAllSubmatch(names, -1) {
		module[string(m[1])] = append(module[string(m[1])], string(m[2]))
	}
	anyOrder := cmpopts.SortSlices(func(a, b string) bool { return a < b })
	if diff := cmp.Diff(module, moduleTables, anyOrder); diff != "" {
		t.Errorf("the module reads other keys (-module +checker):\n%s", diff)
	}
}

// The published schema knows the keys that are read, and no others.
func TestSchemaKeys(t *testing.T) {
	text, ok := schema.Get("discovery-toml")
	if !ok {
		t.Fatal("no schema")
	}
	var s struct {
		Defs struct {
			Discovery struct {
				Properties        map[string]any
				PatternProperties map[string]any
			}
		} `json:"$defs"`
	}
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{"$schema": true}
	for _, k := range keys() {
		known[k] = true
		if _, ok := s.Defs.Discovery.Properties[k]; !ok {
			t.Errorf("the schema lacks %s", k)
		}
	}
	for k := range s.Defs.Discovery.Properties {
		if !known[k] {
			t.Errorf("the schema has %s, which is not read", k)
		}
	}
	for k := range s.Defs.Discovery.PatternProperties {
		k = strings.Trim(k, "^$")
		if !slices.ContainsFunc(keys(), func(known string) bool { return folded(known) == folded(k) }) {
			t.Errorf("the schema has %s, which is not read", k)
		}
	}
}

func TestLoadAndFind(t *testing.T) {
	dir := t.TempDir()
	if f, err := Find(dir); f != "" || err != nil {
		t.Errorf("Find in an empty folder gives %q, %v", f, err)
	}
	for _, name := range []string{"config.toml", "hugo.toml", "discovery.toml"} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte("[params.discovery]\nowner = 'x'"), 0o600); err != nil {
			t.Fatal(err)
		}
		if f, err := Find(dir); f != file || err != nil {
			t.Errorf("Find gives %q, %v, not %q", f, err, file)
		}
	}
	if c, err := Load(filepath.Join(dir, "hugo.toml")); err != nil || len(c.Declarations) != 1 {
		t.Errorf("%v, %v", c, err)
	}
	for file, want := range map[string]string{
		filepath.Join(dir, "none.toml"): "no such file",
		dir:                             "not a regular file",
	} {
		if _, err := Load(file); err == nil || !strings.Contains(err.Error(), want) || strings.Count(err.Error(), file) != 1 {
			t.Errorf("Load(%s): %v", file, err)
		}
	}
	big := filepath.Join(dir, "big.toml")
	if err := os.WriteFile(big, make([]byte, MaxSize+1), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(big); err == nil || !strings.Contains(err.Error(), "are not read") {
		t.Errorf("a file above the bound: %v", err)
	}
}

// TestLinks: a link is followed where the user names it, or where it stays in its folder.
func TestLinks(t *testing.T) {
	dir, elsewhere := t.TempDir(), filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(elsewhere, []byte("token=abc"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "shared.toml"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "hugo.toml")
	for target, want := range map[string]string{
		"shared.toml": "", "none.toml": "a link to a file that is not there", elsewhere: "leads out of its folder", filepath.Join("..", "none"): "leads out of its folder",
	} {
		if err := os.Symlink(target, file); err != nil {
			t.Skip(err)
		}
		f, err := Find(dir)
		if want == "" && (err != nil || f == "") || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("a link to %s: %q, %v", target, f, err)
		}
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
}

// TestWrongTables: what is meant to be read and cannot be is told, whatever the file's name.
func TestWrongTables(t *testing.T) {
	for text, want := range map[string]string{
		"discovery = 5":                                 "site.toml:1:1: discovery is a number, not a table; write [discovery] on a line of its own",
		"\n[[discovery]]\nowner = 'a'":                  "site.toml:2:3: discovery is a list, not a table; write [discovery] on a line of its own",
		"Discovery = 'x'":                               "site.toml:1:1: Discovery is a string, not a table; write [discovery] on a line of its own",
		"[Discovery]\nowner = 'a'":                      "site.toml:1:2: the table Discovery is not read by that name; write [discovery]",
		"params = 5":                                    "site.toml:1:1: params is a number, not a table; write [params.discovery]",
		"[[params]]\n[params.discovery]\nowner = 'a'":   "site.toml:1:3: params is a list, not a table; write [params.discovery]",
		"baseURL = ['https://example-user.github.io/']": "site.toml:1:1: baseURL is a list; write a string",
	} {
		if _, err := Parse("site.toml", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestFindFolder: what has a configuration's name and is none is not passed over.
func TestFindFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "discovery.toml"), 0o700); err != nil {
		t.Fatal(err)
	}
	if f, err := Find(dir); f != "" || err == nil || !strings.Contains(err.Error(), "discovery.toml: is not a regular file") {
		t.Errorf("%q, %v", f, err)
	}
}

// endless is a file without an end; read counts what was taken of it. It ends after all where nobody would stop.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	if e.read += len(p); e.read > 64<<20 {
		return 0, io.EOF
	}
	return len(p), nil
}

// TestEndless: a regular file of /proc says that it has no bytes, and goes on for gigabytes.
func TestEndless(t *testing.T) {
	e := new(endless)
	if data, err := readAll("x.toml", e); err == nil || !strings.Contains(err.Error(), "x.toml: has more than 262144 bytes, which are not read") || e.read > 2*MaxSize {
		t.Errorf("%d bytes, %v, after %d were read", len(data), err, e.read)
	}
}

// TestDecodeTOML: what nests too deep does not reach the library, which would overflow its stack.
func TestDecodeTOML(t *testing.T) {
	var into map[string]any
	if _, err := DecodeTOML("x.toml", []byte("x = "+strings.Repeat("[", 100_000)), &into); err == nil || !strings.Contains(err.Error(), "x.toml:1:29: nests deeper") {
		t.Error(err)
	}
}

func TestPagesJSON(t *testing.T) {
	for _, c := range []struct{ name, json, want, dep string }{
		{"project", `{"url":"https://api.github.com/repos/example-user/example-project/pages","cname":null,"html_url":"https://example-user.github.io/example-project/","build_type":"workflow","source":{"branch":"main","path":"/"},"public":true,"https_enforced":true}`,
			"owner=example-user repo=example-project customDomain=NONE pagesType=PROJECT_SITE siteRoot=https://example-user.github.io/example-project/ siteRootConfirmed=true", "PROJECT_SITE"},
		{"user, from a branch", `{"url":"https://api.github.com/repos/Example-User/example-user.github.io/pages","html_url":"https://example-user.github.io/","build_type":"legacy","source":{"branch":"main","path":"/docs"}}`,
			"owner=Example-User repo=example-user.github.io customDomain=NONE pagesType=USER_OR_ORG_SITE sourceBranch=main sourcePath=/docs siteRoot=https://example-user.github.io/ siteRootConfirmed=true", "USER_OR_ORG_SITE"},
		{"custom domain", `{"url":"https://api.github.com/repos/example-user/example-project/pages","cname":"example.com","html_url":"https://example.com/"}`,
			"owner=example-user repo=example-project customDomain=example.com pagesType=CUSTOM_DOMAIN_SITE siteRoot=https://example.com/ siteRootConfirmed=true", "CUSTOM_DOMAIN_SITE"},
		{"inherited domain (A23)", `{"url":"https://api.github.com/repos/example-user/example-project/pages","cname":null,"html_url":"https://example.com/example-project/"}`,
			"owner=example-user repo=example-project customDomain=example.com pagesType=CUSTOM_DOMAIN_SITE siteRoot=https://example.com/example-project/ siteRootConfirmed=true", "CUSTOM_DOMAIN_SITE"},
		{"private (A43)", `{"url":"https://api.github.com/repos/example-user/example-project/pages","cname":null,"html_url":"https://sturdy.pages.github.io/","public":false}`,
			"owner=example-user repo=example-project customDomain=NONE pagesType=PROJECT_SITE siteRoot=https://sturdy.pages.github.io/ siteRootConfirmed=true", "PROJECT_SITE"},
		{"Enterprise Server (A25)", `{"url":"https://ghe.example.com/api/v3/repos/example-user/example-project/pages","cname":null,"html_url":"https://pages.ghe.example.com/example-user/example-project/"}`,
			"owner=example-user repo=example-project customDomain=NONE pagesType=PROJECT_SITE pagesHost=pages.ghe.example.com siteRoot=https://pages.ghe.example.com/example-user/example-project/ siteRootConfirmed=true", "PROJECT_SITE"},
		{"profile repository (A42)", `{"url":"https://api.github.com/repos/example/example/pages","cname":null,"html_url":"https://example.github.io/example/"}`,
			"owner=example repo=example customDomain=NONE pagesType=PROJECT_SITE siteRoot=https://example.github.io/example/ siteRootConfirmed=true", "PROJECT_SITE"},
		{"without url", `{"cname":null,"html_url":"https://example-user.github.io/example-project/"}`,
			"customDomain=NONE siteRoot=https://example-user.github.io/example-project/ siteRootConfirmed=true", ""},
	} {
		list, err := ParsePagesJSON("pages.json", []byte(c.json))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var got []string
		for _, d := range list {
			got = append(got, string(d.Key)+"="+d.Text)
		}
		equal(t, c.name, strings.Join(got, " "), c.want)
		d, problems := ghpages.Close(Sources{PagesJSON: list}.Declared())
		if c.dep == "" {
			if !ghpages.HasOpen(problems) {
				t.Errorf("%s: closed without an owner", c.name)
			}
			continue
		}
		for _, p := range problems {
			if p.Severity != ghpages.Info {
				t.Errorf("%s: %s", c.name, p.Message)
			}
		}
		if string(d.PagesType) != c.dep {
			t.Errorf("%s: %s", c.name, d.PagesType)
		}
	}
	for text, want := range map[string]string{
		"{":                         "pages.json:1:1: is not the JSON",
		`{"html_url": 1}`:           "is not the JSON of a Pages API answer",
		`{"message":"Not Found"}`:   "no html_url",
		`{"html_url":"/x"}`:         "not absolute",
		"[]":                        "is not the JSON",
		`{"html_url":"https://x"}]`: "is not the JSON",
	} {
		if _, err := ParsePagesJSON("pages.json", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestFromEnv(t *testing.T) {
	env := map[string]string{
		"GITHUB_REPOSITORY": "example-user/example-project", "HUGO_BASEURL": "https://example-user.github.io/example-project/",
		"HUGO_PARAMS_DISCOVERY_PAGESTYPE": "PROJECT_SITE", "HUGO_PARAMS_DISCOVERY_OWNER": "Example-User",
		"HUGO_PARAMS_DISCOVERY_WHENOPEN": "placeholders", "HUGO_PARAMS_DISCOVERY_CUSTOMDOMAIN": "",
	}
	list := FromEnv(func(name string) (string, bool) { v, ok := env[name]; return v, ok })
	equal(t, "env", texts(list), `owner=Example-User @HUGO_PARAMS_DISCOVERY_OWNER
pagesType=PROJECT_SITE @HUGO_PARAMS_DISCOVERY_PAGESTYPE
siteRoot=https://example-user.github.io/example-project/ @HUGO_BASEURL
owner=example-user @GITHUB_REPOSITORY
repo=example-project @GITHUB_REPOSITORY`)
	if list := FromEnv(func(string) (string, bool) { return "", false }); len(list) != 0 {
		t.Errorf("an empty environment declares %v", list)
	}
}

func TestFromManifest(t *testing.T) {
	src := "{\n\"deployment\": {\n  \"owner\": \"example-user\",\n  \"custom_domain\": \"NONE\",\n  \"controls_domain_root\": true\n}}"
	at := func(s string) int { return strings.Index(src, s) }
	f := &manifest.File{Lines: pos.NewIndex(src)}
	f.Deployment.Owner = manifest.Text{Value: "example-user", Offset: at(`"example-user"`)}
	f.Deployment.CustomDomain = manifest.Text{Value: "NONE", Offset: at(`"NONE"`)}
	f.Deployment.ControlsDomainRoot = manifest.Bool{Value: true, Offset: at("true")}
	list := FromManifest(f, "raw-manifest.json")
	equal(t, "manifest", texts(list), `owner=example-user @raw-manifest.json:3 (/deployment/owner)
customDomain=NONE @raw-manifest.json:4 (/deployment/custom_domain)
controlsDomainRoot=true @raw-manifest.json:5 (/deployment/controls_domain_root)`)
	if o := list[0].Origin; o.Kind != ghpages.FromManifest || o.Column != 12 {
		t.Errorf("%+v", o)
	}
	if list := FromManifest(&manifest.File{}, "x"); len(list) != 0 {
		t.Errorf("an empty manifest declares %v", list)
	}
}

func TestFromCNAME(t *testing.T) {
	for src, want := range map[string]int{"example.com\n": 1, "WWW.Example.com": 1, "": 0, "https://example.com": 0, "a.example\nb.example\n": 0} {
		if got := FromCNAME([]byte(src), "CNAME"); len(got) != want {
			t.Errorf("FromCNAME(%q) = %v", src, got)
		}
	}
}

// Flags come before the environment, that before the configuration, the Pages
// API, and the manifest; what loses is kept.
func TestPrecedence(t *testing.T) {
	one := func(kind ghpages.OriginKind, text string) []ghpages.Declaration {
		return []ghpages.Declaration{{Key: ghpages.KeyOwner, Value: ghpages.Value{Text: text, Origin: ghpages.Origin{Kind: kind}}}}
	}
	s := Sources{
		Manifest: one(ghpages.FromManifest, "e"), PagesJSON: one(ghpages.FromPagesJSON, "d"), Config: one(ghpages.FromConfig, "c"),
		Env: one(ghpages.FromEnv, "b"), Flags: []ghpages.Declaration{Flag(ghpages.KeyOwner, "a")},
	}
	d := s.Declared()
	var got []string
	for _, v := range d.All(ghpages.KeyOwner) {
		got = append(got, v.Text)
	}
	if !reflect.DeepEqual(got, []string{"a", "b", "c", "d", "e"}) {
		t.Errorf("order %v", got)
	}
	if d.Owner.Origin.Name != "--owner" {
		t.Errorf("%+v", d.Owner)
	}
}

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, file string
		want          bool
	}{
		{"a.html", "a.html", true}, {"a.html", "x/a.html", false}, {"/a.html", "a.html", true},
		{"tags/", "tags/index.html", true}, {"tags/", "tags/x/index.html", false}, {"tags", "tags/index.html", false},
		{"", "index.html", true}, {"/", "index.html", true}, {"", "a.html", false},
		{"*.html", "a.html", true}, {"*.html", "x/a.html", false}, {"**/*.html", "a.html", true}, {"**/*.html", "x/y/a.html", true},
		{"docs/**", "docs/a/b.html", true}, {"docs/**", "docs/b.html", true}, {"docs/**", "docsx/b.html", false},
		{"docs/**/x/*", "docs/x/a", true}, {"docs/**/x/*", "docs/a/b/x/a", true}, {"docs/**/x/*", "docs/a/b/y/a", false},
		{"**", "a/b/c", true}, {"**/**/**/b", "a/b", true}, {"a/**/**/", "a/b/index.html", true},
		{"**/a/**/b/*.html", "x/a/a/y/b/b/z.html", true}, {"**/a/**/b/*.html", "x/b/y/a/z.html", false}, {"a/**/b", "a/b/c/b", true},
		{strings.Repeat("**/a/", 40) + "b", strings.Repeat("a/", 200) + "b", true},
		{strings.Repeat("**/a/", 40) + "b", strings.Repeat("a/", 200) + "c", false}, // no time without end
		{"page?.html", "page1.html", true}, {"page[0-9].html", "page1.html", true}, {"google*.html", "google12.html", true},
	} {
		if got := Match(c.pattern, c.file); got != c.want {
			t.Errorf("Match(%q, %q) = %v", c.pattern, c.file, got)
		}
	}
}

// Brackets and dots count only where TOML means them.
func TestTooDeep(t *testing.T) {
	many := strings.Repeat("[{.", 100)
	for _, text := range []string{
		"a = '" + many + "'", `a = "` + many + `"`, `a = "\"` + many + `"`, "a = 1 # " + many, "a = 1 # " + many + "\n#" + many,
		"a = '''\n" + many + "\n'x'" + many + "'''", `a = """` + many + `\"""` + many + `"""`,
		"a = [" + strings.Repeat("[1.5, 2.5], ", 200) + "]", strings.Repeat("[[menu]]\nx.y = 1\n", 200),
	} {
		if at := tooDeep(text); at >= 0 {
			t.Errorf("%.40q is too deep at %d", text, at)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("[discovery]\nowner = 'x'\nexclude = [{path='a', reason='b'}]")
	f.Add("baseURL = 'x'\n[params.discovery]\nrules = {'a' = 'off'}")
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range []string{"discovery.toml", "hugo.toml"} {
			if c, err := Parse(name, []byte(text)); (c == nil) == (err == nil) {
				t.Fatalf("%v, %v", c, err)
			}
		}
	})
}
