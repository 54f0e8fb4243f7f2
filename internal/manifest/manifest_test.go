package manifest

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/discovery-set/hugo-discovery/internal/jsontree"
	"github.com/discovery-set/hugo-discovery/internal/pos"
	"github.com/discovery-set/hugo-discovery/internal/problemtest"
)

const good = `{
  "$schema": "https://discovery-set.github.io/hugo-discovery/schema/raw-manifest.schema.json",
  "schema_version": "1",
  "protocol": { "name": "GitHub Pages Discovery Set Protocol", "version": "v1" },
  "generator": { "name": "hugo-discovery", "version": "1.0.0" },
  "name": "Example",
  "description": "An example.",
  "url": "https://example-user.github.io/example-project/",
  "type": "SITE",
  "language": "en",
  "languages": ["en", "uk"],
  "repository": "https://github.com/example-user/example-project",
  "license": "Apache-2.0",
  "license_url": "https://www.apache.org/licenses/LICENSE-2.0",
  "author": { "type": "Person", "name": "Jane Doe", "url": "https://example.com/", "same_as": ["https://example.com/jane"] },
  "keywords": ["example"],
  "deployment": {
    "provider": "github-pages", "owner": "example-user", "repo": "example-project", "pages_type": "PROJECT_SITE",
    "source_branch": null, "source_path": "/docs", "custom_domain": "NONE", "domain_root": "https://example-user.github.io/",
    "site_root": "https://example-user.github.io/example-project/", "project_root": "/example-project/",
    "discovery_root": "https://example-user.github.io/example-project/", "controls_domain_root": false
  },
  "discovery": {
    "llms": "https://example-user.github.io/example-project/llms.txt",
    "raw_manifest": "https://example-user.github.io/example-project/raw-manifest.json",
    "sitemap": "https://example-user.github.io/example-project/sitemap.xml",
    "robots": { "url": "https://example-user.github.io/example-project/robots.txt", "role": "companion" },
    "llms_full": "https://example-user.github.io/example-project/llms-full.txt",
    "nested_llms": ["https://example-user.github.io/example-project/docs/llms.txt"]
  },
  "pages": [
    { "url": "https://example-user.github.io/example-project/", "title": "Example", "description": "Home.", "language": "en",
      "role": "artifact", "json_ld_type": "WebSite", "section": "", "last_modified": "2026-11-01T12:00:00+01:00",
      "markdown_url": "https://example-user.github.io/example-project/index.md", "source": "content/_index.md",
      "translations": [{ "language": "uk", "url": "https://example-user.github.io/example-project/uk/" }] },
    { "url": "https://example-user.github.io/example-project/%D1%97/", "title": "\u0407", "description": "Page.", "language": "uk",
      "role": "editorial", "json_ld_type": "WebPage", "last_modified": "2026-11-01" }
  ],
  "excluded": [{ "path": "tags/", "reason": "empty" }],
  "own_key": { "anything": [1, 2.5] }
}
`

func TestDecode(t *testing.T) {
	f := Decode([]byte(good))
	if len(f.Problems) > 0 || !f.IsObject || !f.Claims || f.Size != len(good) {
		t.Fatalf("problems %v", f.Problems)
	}
	at := func(key, value string) Text {
		i := strings.Index(good, `"`+key+`": `)
		return Text{value, i + strings.Index(good[i:], `: `) + 2}
	}
	page := f.Pages[0]
	for _, test := range []struct {
		got  Text
		want Text
	}{
		{f.Schema, at("$schema", "https://discovery-set.github.io/hugo-discovery/schema/raw-manifest.schema.json")},
		{f.SchemaVersion, at("schema_version", "1")},
		{f.Generator.Version, Text{"1.0.0", strings.Index(good, `"1.0.0"`)}},
		{f.Protocol.Name, Text{"GitHub Pages Discovery Set Protocol", strings.Index(good, `"GitHub`)}},
		{f.Type, Text{"SITE", strings.Index(good, `"SITE"`)}},
		{f.URL, at("url", "https://example-user.github.io/example-project/")},
		{f.Language, at("language", "en")},
		{f.Languages[1], Text{"uk", strings.Index(good, `"uk"]`)}},
		{f.Repository, at("repository", "https://github.com/example-user/example-project")},
		{f.License, at("license", "Apache-2.0")},
		{f.LicenseURL, at("license_url", "https://www.apache.org/licenses/LICENSE-2.0")},
		{f.Author.SameAs[0], Text{"https://example.com/jane", strings.Index(good, `"https://example.com/jane"`)}},
		{f.Author.Type, Text{"Person", strings.Index(good, `"Person"`)}},
		{f.Keywords[0], Text{"example", strings.Index(good, `"example"]`)}},
		{f.Deployment.Provider, at("provider", "github-pages")},
		{f.Deployment.Owner, at("owner", "example-user")},
		{f.Deployment.Repo, at("repo", "example-project")},
		{f.Deployment.PagesType, at("pages_type", "PROJECT_SITE")},
		{f.Deployment.SourceBranch, Text{}},
		{f.Deployment.SourcePath, at("source_path", "/docs")},
		{f.Deployment.CustomDomain, at("custom_domain", "NONE")},
		{f.Deployment.DomainRoot, at("domain_root", "https://example-user.github.io/")},
		{f.Deployment.SiteRoot, at("site_root", "https://example-user.github.io/example-project/")},
		{f.Deployment.ProjectRoot, at("project_root", "/example-project/")},
		{f.Deployment.DiscoveryRoot, at("discovery_root", "https://example-user.github.io/example-project/")},
		{f.Discovery.LLMS, at("llms", "https://example-user.github.io/example-project/llms.txt")},
		{f.Discovery.RawManifest, at("raw_manifest", "https://example-user.github.io/example-project/raw-manifest.json")},
		{f.Discovery.Sitemap, at("sitemap", "https://example-user.github.io/example-project/sitemap.xml")},
		{f.Discovery.RobotsRole, Text{"companion", strings.Index(good, `"companion"`)}},
		{f.Discovery.RobotsURL, Text{"https://example-user.github.io/example-project/robots.txt", strings.Index(good, `"https://example-user.github.io/example-project/robots.txt`)}},
		{f.Discovery.LLMSFull, at("llms_full", "https://example-user.github.io/example-project/llms-full.txt")},
		{f.Discovery.NestedLLMS[0], Text{"https://example-user.github.io/example-project/docs/llms.txt", strings.Index(good, `["https://example-user.github.io/example-project/docs`) + 1}},
		{page.Title, at("title", "Example")},
		{page.Role, at("role", "artifact")},
		{page.JSONLDType, at("json_ld_type", "WebSite")},
		{page.Section, at("section", "")},
		{page.LastModified, at("last_modified", "2026-11-01T12:00:00+01:00")},
		{page.MarkdownURL, at("markdown_url", "https://example-user.github.io/example-project/index.md")},
		{page.Source, at("source", "content/_index.md")},
		{page.Translations[0].Language, Text{"uk", strings.Index(good, `"uk", "url"`)}},
		{page.Description, Text{"Home.", strings.Index(good, `"Home."`)}},
		{f.Pages[1].Title, Text{"Ї", strings.Index(good, `"\u0407"`)}},
		{f.Excluded[0].Path, at("path", "tags/")},
		{f.Excluded[0].Reason, at("reason", "empty")},
	} {
		if role := at("role", "artifact"); test.want == role { // the first "role" is that of robots
			test.want.Offset = strings.Index(good, `"artifact"`)
		}
		if test.got != test.want {
			t.Errorf("got %+v, want %+v", test.got, test.want)
		}
	}
	if c := f.Deployment.ControlsDomainRoot; c.Value || !c.Present() || !strings.HasPrefix(good[c.Offset:], "false") {
		t.Errorf("controls_domain_root: %+v", c)
	}
	if f.Deployment.SourceBranch.Present() || !page.Section.Present() || f.PagesOffset != strings.Index(good, "[\n") || page.Offset != strings.Index(good, "{ \"url\": \"https://example-user.github.io/example-project/\", \"title") {
		t.Error("presence or offsets are wrong")
	}
}

// seen is a problem as the tables name it.
func seen(p Problem) (place, message string) {
	return fmt.Sprintf("%s@%d:%d", p.Kind, p.Line, p.Column), p.Message
}

func TestProblems(t *testing.T) {
	tests := []struct {
		name, src string
		want      []string // kind@line:column, then a part of the message
	}{
		{"empty", "", []string{"syntax@1:1", "end of the text"}},
		{"array", " []", []string{"not-object@1:2", "an array"}},
		{"huge number", "{\n\"a\": 1e10000000}", []string{"number-range@2:6", "1e10000000"}},
		{"duplicate key", "{\"a\": 1,\n \"a\": 2}", []string{"duplicate-key@2:2", `"a"`}},
		{"NaN", "{\"a\":\n NaN}", []string{"syntax@2:2", "NaN"}},
		{"trailing data", "{}\n{}", []string{"trailing-data@2:1", "'{'"}},
		{"BOM", "\uFEFF{}", []string{"bom@1:1", "byte order mark"}},
		{"lone surrogate", `{"a":"\udead"}`, []string{"surrogate@1:7", "dead"}},
		{"too deep", strings.Repeat(`{"a":`, 200), []string{"too-deep@1:501", "100"}},
		{"too many", "[" + strings.Repeat("0,", 2_100_000) + "0]", []string{"not-object@1:1", "an array", "too-many@1:4000000", "2000000"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := Decode([]byte(test.src))
			problemtest.Check(t, f.Problems, seen, test.want)
			f.Validate()
			f.URLs()
		})
	}
}

func TestWhatStandsBeforeAFault(t *testing.T) {
	f := Decode([]byte(`{"schema_version":"1","url":"https://example.com/","pages":[{"url":"https://example.com/a"},{"url":`))
	if !f.Claims || !f.IsObject || f.URL.Value != "https://example.com/" || len(f.Pages) != 2 || f.Pages[0].URL.Value != "https://example.com/a" {
		t.Errorf("got %+v", f)
	}
	if v := f.Validate(); v != nil {
		t.Errorf("half a manifest was validated: %v", v)
	}
}

func TestOtherTypes(t *testing.T) {
	f := Decode([]byte(`{"schema_version":1,"name":5,"languages":"en","author":[],"deployment":"x","pages":{"a":1},"keywords":[1,"a"],"excluded":[7]}`))
	if !f.Claims || f.SchemaVersion.Present() || f.Name.Present() || f.Languages != nil || f.Author.Offset != 0 || f.Deployment.Offset != 0 || len(f.Pages) != 0 || len(f.Keywords) != 1 || len(f.Excluded) != 1 {
		t.Errorf("got %+v", f)
	}
}

func TestValidate(t *testing.T) {
	tests := []struct {
		name, old, new string   // a change to good
		want           []string // pointer, keyword, part of the message, part of the fix
	}{
		{"good", "", "", nil},
		{"no role of a page", `"role": "editorial", `, "", []string{"/pages/1", "required", `item 2 of pages lacks the key "role"`, `add "role": artifact for`}},
		{"two keys missing", `"owner": "example-user", "repo": "example-project",`, "", []string{
			"/deployment", "required", `deployment lacks the key "owner"`, `add "owner"`, "/deployment", "required", `deployment lacks the key "repo"`, `add "repo"`,
		}},
		{"no pages", `"pages"`, `"sites"`, []string{"", "required", `the manifest lacks the key "pages"`, `add "pages": The canonical`}},
		{"pages object", `"pages": [`, `"pages": {"x": 1}, "sites": [`, []string{"/pages", "type", "pages is an object; it is meant to be an array", "canonical"}},
		{"page string", `"pages": [`, `"pages": ["x",`, []string{"/pages/0", "type", "item 1 of pages is a string; it is meant to be an object", ""}},
		{"version", `"schema_version": "1"`, `"schema_version": "2"`, []string{"/schema_version", "const", `schema_version is "2"; it is meant to be "1"`, "version of this format"}},
		{"numeric version", `"schema_version": "1"`, `"schema_version": 1`, []string{"/schema_version", "const", `schema_version is 1; it`, ""}},
		{"type", `"SITE"`, `"site"`, []string{"/type", "enum", `type is "site"; it is meant to be "PAGE" or "SITE"`, "SITE where"}},
		{"relative URL", `"raw_manifest": "https://example-user.github.io/example-project/`, `"raw_manifest": "/`, []string{"/discovery/raw_manifest", "format", "which is no absolute URL", "this file"}},
		{"not http", `"repository": "https:`, `"repository": "ftp:`, []string{"/repository", "pattern", "ftp://", "source repository"}},
		{"empty name", `"name": "Example"`, `"name": ""`, []string{"/name", "minLength", "name is empty", "Name of the site"}},
		{"language", `"languages": ["en"`, `"languages": ["en_US"`, []string{"/languages/0", "pattern", `item 1 of languages is "en_US", which has not the right form`, ""}},
		{"translation", `"translations": [{ "language": "uk", `, `"translations": [{ `, []string{"/pages/0/translations/0", "required", `item 1 of translations lacks the key "language"`, "add"}},
		{"source path", `"/docs"`, `"/site"`, []string{"/deployment/source_path", "enum", `source_path is "/site"; it is meant to be "/", "/docs" or null`, ""}},
		{"source branch", `"source_branch": null`, `"source_branch": 5`, []string{"/deployment/source_branch", "type", "a number; it is meant to be a string or null", ""}},
		{"root without slash", `"site_root": "https://example-user.github.io/example-project/"`, `"site_root": "https://example-user.github.io/example-project"`, []string{"/deployment/site_root", "pattern", "example-project", "slash at its end"}},
		{"excluded path", `"path": "tags/"`, `"path": "/tags/"`, []string{"/excluded/0/path", "pattern", `"/tags/"`, "without a slash in front"}},
		{"excluded reason", `, "reason": "empty"`, ``, []string{"/excluded/0", "required", `item 1 of excluded lacks the key "reason"`, ""}},
		{"date", `"2026-11-01" }`, `"1 November 2026" }`, []string{"/pages/1/last_modified", "pattern", "November", "2026-11-01"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if !strings.Contains(good, test.old) {
				t.Fatal("nothing to change")
			}
			src := strings.Replace(good, test.old, test.new, 1)
			f := Decode([]byte(src))
			got := f.Validate()
			if len(got) != len(test.want)/4 {
				t.Fatalf("got %+v, want %q", got, test.want)
			}
			for i, v := range got {
				want := test.want[4*i:]
				if v.Pointer != want[0] || v.Keyword != want[1] || !strings.Contains(v.Message, want[2]) || !strings.Contains(v.Fix, want[3]) {
					t.Errorf("got %+v, want %q", v, want[:4])
				}
				if place, ok := f.Locate(v.Pointer); !ok || place != v.Position {
					t.Errorf("%s is at %v, the violation at %v", v.Pointer, place, v.Position)
				}
			}
		})
	}
}

func TestManyViolations(t *testing.T) {
	for _, item := range []string{"1,", "{},"} { // one violation each, and six
		f := Decode([]byte(strings.Replace(good, `"pages": [`, `"pages": [`+strings.Repeat(item, 5000), 1)))
		if n := len(f.Validate()); n != maxViolations {
			t.Errorf("%d violations", n)
		}
	}
}

// A hostile manifest must not stall the library or fill the memory with errors.
func TestHostile(t *testing.T) {
	for name, src := range map[string]string{
		"long list of wrong items":   strings.Replace(good, `"languages": [`, `"languages": [`+strings.Repeat("1,", 500_000), 1),
		"long list in a page":        strings.Replace(good, `"translations": [`, `"translations": [`+strings.Repeat("{},", 500_000), 1),
		"long unknown list":          strings.Replace(good, `"anything": [`, `"anything": [`+strings.Repeat("1,", 500_000), 1),
		"deep unknown value":         strings.Replace(good, `"anything": [`, `"anything": [`+strings.Repeat("[", 90)+strings.Repeat("]", 90)+",", 1),
		"long string in a wrong key": strings.Replace(good, `"SITE"`, `"`+strings.Repeat("x", 1_000_000)+`"`, 1),
	} {
		f := Decode([]byte(src))
		for _, v := range f.Validate() {
			if len(v.Message)+len(v.Fix) > 1000 {
				t.Errorf("%s: a message of %d bytes", name, len(v.Message))
			}
		}
	}
}

func TestFree(t *testing.T) {
	f := Decode([]byte(`{"url":"https://example.com/"}`))
	if len(f.Validate()) == 0 || len(f.URLs()) == 0 {
		t.Error("nothing to free")
	}
	f.Free()
	if _, ok := f.Locate("/url"); ok || f.Validate() != nil || f.URLs() != nil || f.URL.Value != "https://example.com/" {
		t.Error("a freed file still answers, or has lost its struct")
	}
}

func TestURLs(t *testing.T) {
	src := `{"a":["https://example.com/x y","https://example.com/x","mailto:a@example.com"],"b/c":{"d~":"/llms.txt"},
		"path":"../docs/","file":"llms.txt#top","text":"See the file","word":"text","slash":"/","version":"1.2","schema":"urn:x","e":"//example.com/a"}`
	f := Decode([]byte(src))
	want := []URLRef{
		{"/a/1", Text{"https://example.com/x", strings.Index(src, `"https://example.com/x",`)}, true},
		{"/b~1c/d~0", Text{"/llms.txt", strings.Index(src, `"/llms.txt"`)}, false},
		{"/path", Text{"../docs/", strings.Index(src, `"../docs/"`)}, false},
		{"/file", Text{"llms.txt#top", strings.Index(src, `"llms.txt#top"`)}, false},
		{"/e", Text{"//example.com/a", strings.Index(src, `"//example.com/a"`)}, false},
	}
	if got := f.URLs(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

// Arrays are checked item by item, and unknown keys are not looked at: right only as long as the schema asks nothing of
// arrays themselves and nothing of unknown keys.
func TestSchemaKeepsToWhatValidateAssumes(t *testing.T) {
	arrays := 0
	var walk func(schema jsontree.Value)
	walk = func(schema jsontree.Value) {
		for key, value := range schema.Members() {
			switch key.Str() {
			case "$schema", "$id", "title", "description", "$ref", "required", "type", "const", "enum", "minLength", "pattern", "format":
			case "items":
				arrays++
				for key := range schema.Members() {
					if !slices.Contains([]string{"title", "description", "type", "items"}, key.Str()) {
						t.Errorf("an array has the keyword %s: %s", key.Str(), schema.Raw())
					}
				}
				walk(value)
			case "properties", "$defs":
				for _, value := range value.Members() {
					walk(value)
				}
			default:
				t.Errorf("the keyword %s is not reckoned with", key.Str())
			}
		}
	}
	walk(compiled().root)
	if got := len(compiled().items); got != arrays {
		t.Errorf("%d parts for %d arrays", got, arrays)
	}
}

// The short way must be the one that good manifests take.
func TestShapeAcceptsGoodManifests(t *testing.T) {
	if !compiled().whole.shape.accepts(Decode([]byte(good)).tree.Root()) {
		t.Error("a good manifest is put to the library")
	}
	if beyond(compiled().whole.shape) {
		t.Error("the schema has a keyword that the short way does not know")
	}
}

func beyond(sh *shape) bool {
	found := sh.beyond || sh.items != nil && beyond(sh.items)
	for _, p := range sh.properties {
		found = found || beyond(p.shape)
	}
	return found
}

// FuzzValidate holds Validate to the library on the whole manifest.
func FuzzValidate(f *testing.F) {
	f.Add(good)
	f.Add(`{"discovery":{"llms":"https://example.com/llms.txt"},"discovery":{"llms"`) // cut off before it is known that a key stands twice
	for _, change := range []string{`"SITE"`, `"Example"`, `"en"`, `"https://github.com/example-user/example-project"`, `"pages": [`, `"2026-11-01"`, `null`, `"tags/"`, `"uk", `} {
		for _, to := range []string{`1`, `""`, `{}`, `[]`, `null`, `"http://[::1/"`, `"http://a:b/"`, `"https://a b/"`, `"pages": [[],`, `"\u0000"`, `"https://é/%zz"`, `"https://e/é%zz"`, `"https://e/%az"`, `"https://e/é?%zz#%zz"`, `"https://e/\u0085\ufffd%C3%a9"`, `"https://e/a#b#c?d"`, `"pages":{"x":`, `"HTTPS://example.com/"`} {
			f.Add(strings.Replace(good, change, to, 1))
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		file := Decode([]byte(src))
		last := 0
		for _, p := range file.Problems {
			if p.Offset > len(src) {
				t.Fatalf("problem out of place: %v", p)
			}
		}
		for _, u := range file.URLs() {
			if file.Whole() && file.tree.At(u.Pointer).Offset() != u.Offset && !slices.ContainsFunc(file.Problems, func(p Problem) bool { return p.Kind == jsontree.DuplicateKey }) {
				t.Fatalf("%+v is not where it says", u)
			}
		}
		got := file.Validate()
		if len(file.Problems) > 0 {
			return
		}
		for _, v := range got {
			if v.Offset < last || v.Message == "" || v.Position != pos.At(src, v.Offset) {
				t.Fatalf("violation out of order or place: %+v", v)
			}
			last = v.Offset
		}
		var data any
		if err := json.Unmarshal([]byte(src), &data); err != nil {
			t.Fatal(err)
		}
		want := map[string]bool{}
		if err := compiled().whole.schema.Validate(data); err != nil {
			invalid, _ := errors.AsType[*jsonschema.ValidationError](err)
			for _, leaf := range leavesOf(invalid, nil) {
				want[leaf.InstanceLocation] = true
			}
		}
		if len(got) == maxViolations {
			return
		}
		found := map[string]bool{}
		for _, v := range got {
			found[v.Pointer] = true
		}
		if !reflect.DeepEqual(found, want) {
			t.Fatalf("we find %v, the library finds %v", found, want)
		}
	})
}

func benchmarkSource() []byte {
	at := strings.Index(good, `"pages": [`) + len(`"pages": [`)
	var b strings.Builder
	b.WriteString(good[:at])
	for i := range 20_000 {
		fmt.Fprintf(&b, `
    {
      "url": "https://example-user.github.io/example-project/docs/section/page-%d/",
      "title": "Page %d of the example",
      "description": "What the page says, in a sentence of the length that people write, or a bit longer.",
      "language": "en",
      "role": "editorial",
      "json_ld_type": "WebPage",
      "section": "docs",
      "last_modified": "2026-11-01T12:00:00+00:00",
      "source": "content/docs/section/page-%d.md"
    },`, i, i, i)
	}
	b.WriteString(good[at:])
	return []byte(b.String())
}

func BenchmarkDecode(b *testing.B) {
	src := benchmarkSource()
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if f := Decode(src); len(f.Problems) > 0 {
			b.Fatal(f.Problems)
		}
	}
}

func BenchmarkValidate(b *testing.B) {
	src := benchmarkSource()
	f := Decode(src)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if v := f.Validate(); len(v) > 0 {
			b.Fatal(v)
		}
	}
}

// BenchmarkValidateByLibrary is a manifest of which no page is accepted the short way.
func BenchmarkValidateByLibrary(b *testing.B) {
	src := []byte(strings.ReplaceAll(string(benchmarkSource()), "/docs/section/", "/docs/(section)/"))
	f := Decode(src)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if v := f.Validate(); len(v) > 0 {
			b.Fatal(v)
		}
	}
}
