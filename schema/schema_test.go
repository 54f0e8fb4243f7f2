package schema

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/santhosh-tekuri/jsonschema/v5"
)

func TestNames(t *testing.T) {
	if got, want := Names(), []string{"discovery-toml", "raw-manifest", "report"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, name := range Names() {
		short, ok := Get(name)
		long, ok2 := Get(name + ".schema.json")
		if !ok || !ok2 || !bytes.Equal(short, long) || len(short) == 0 {
			t.Errorf("%s cannot be had", name)
		}
		var s struct {
			Schema string `json:"$schema"`
			ID     string `json:"$id"`
		}
		if err := json.Unmarshal(short, &s); err != nil || s.ID != URL(name) || s.Schema != "https://json-schema.org/draft/2020-12/schema" {
			t.Errorf("%s: $id %q, $schema %q, %v", name, s.ID, s.Schema, err)
		}
	}
	if _, ok := Get("nothing"); ok {
		t.Error("a schema that does not exist can be had")
	}
	if _, ok := Get("../go.mod"); ok {
		t.Error("a file outside can be had")
	}
}

func compile(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	text, _ := Get(name)
	c := jsonschema.NewCompiler()
	c.AssertFormat = true
	if err := c.AddResource(URL(name), bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(URL(name))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Every key has a title and a description: editors show them, and findings quote them.
func TestEveryKeyIsDescribed(t *testing.T) {
	for _, name := range Names() {
		compile(t, name)
		text, _ := Get(name)
		var root map[string]any
		if err := json.Unmarshal(text, &root); err != nil {
			t.Fatal(err)
		}
		var walk func(path string, node any)
		walk = func(path string, node any) {
			switch node := node.(type) {
			case []any:
				for _, item := range node {
					walk(path+"/…", item)
				}
			case map[string]any:
				properties, _ := node["properties"].(map[string]any)
				for key, value := range properties {
					property, _ := value.(map[string]any)
					if _, constant := property["const"]; constant && len(property) == 1 {
						continue // a condition
					}
					if ref, ok := property["$ref"].(string); ok && property["title"] == nil {
						property, _ = root["$defs"].(map[string]any)[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
					}
					for _, word := range []string{"title", "description"} {
						if s, _ := property[word].(string); s == "" {
							t.Errorf("%s: %s/%s has no %s", name, path, key, word)
						}
					}
				}
				for key, value := range node {
					walk(path+"/"+key, value)
				}
			}
		}
		walk("", root)
	}
}

func TestDiscoveryTOML(t *testing.T) {
	s := compile(t, "discovery-toml")
	const head = `
		owner = "example-user"
		repo = "example-project"
		pagesType = "PROJECT_SITE"
		customDomain = "NONE"
	`
	tests := []struct {
		name, text string
		want       bool
	}{
		{"table", "[discovery]\n" + head, true},
		{"top", head, true},
		{"Hugo", "baseURL = 'https://example.com/'\n[params]\nlogo = 'x'\n[params.discovery]\n" + head + "image = 'x.png'\nhead = { preset = 'hextra' }", true},
		{"snake case", "[discovery]\npages_type = 'PROJECT_SITE'\nallow_root_relative = true\nsite_root = 'https://example.com/'", true},
		{"everything", `
			[discovery]
			repository = "example-user/example-project"
			siteRoot = "https://example-user.github.io/example-project/"
			sourcePath = "/docs"
			crawlerControl = "not-required"
			controlsDomainRoot = false
			role = "editorial"
			exclude = [{ path = "demo/**", reason = "fixtures" }]
			[discovery.rules]
			"links/broken" = "error"
			"llms/related" = { severity = "off", reason = "meant" }
			"llms/shape" = { severity = "info" }
			[[discovery.override]]
			path = "old/**"
			reason = "kept as it was"
			rules = { "head/title" = "off", "head/description" = { severity = "warning" } }`, true},
		{"unknown key", "[discovery]\npagestype = 'PROJECT_SITE'", false},
		{"unknown key beside the table", "other = 1\n[discovery]\n" + head, false},
		{"unknown key at the top", head + "other = 1", false},
		{"unknown pages type", "[discovery]\npagesType = 'PROJECT'", false},
		{"custom domain false", "[discovery]\ncustomDomain = false", false},
		{"custom domain with scheme", "[discovery]\ncustomDomain = 'https://example.com'", false},
		{"relative root", "[discovery]\nsiteRoot = '/example-project/'", false},
		{"relative root in snake case", "[discovery]\nsite_root = '/example-project/'", false},
		{"exclude without reason", "[discovery]\nexclude = [{ path = 'x/' }]", false},
		{"exclude with blank reason", "[discovery]\nexclude = [{ path = 'x/', reason = ' ' }]", false},
		{"exclude with unknown key", "[discovery]\nexclude = [{ path = 'x/', reason = 'y', why = 'z' }]", false},
		{"off without reason", "[discovery.rules]\n'links/broken' = 'off'", false},
		{"off without reason in a table", "[discovery.rules]\n'links/broken' = { severity = 'off' }", false},
		{"unknown severity", "[discovery.rules]\n'links/broken' = 'fatal'", false},
		{"no rule ID", "[discovery.rules]\nbroken = 'error'", false},
		{"override without reason", "[[discovery.override]]\npath = 'x'\nrules = { 'links/broken' = 'off' }", false},
		{"override without rules", "[[discovery.override]]\npath = 'x'\nreason = 'y'\nrules = {}", false},
		{"unknown key in Hugo's table", "[params.discovery]\nother = 1", false},
		{"other provider", "[discovery]\nprovider = 'netlify'", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var data map[string]any
			if err := toml.Unmarshal([]byte(test.text), &data); err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(data)
			if err != nil {
				t.Fatal(err)
			}
			var value any
			if err := json.Unmarshal(text, &value); err != nil {
				t.Fatal(err)
			}
			if err := s.Validate(value); (err == nil) != test.want {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestReport(t *testing.T) {
	s := compile(t, "report")
	const good = `{"schema_version":"1","tree":"public","kind":"SITE","deployment":{"provider":"github-pages","owner":"example-user","repo":"example-project",
		"pages_type":"PROJECT_SITE","custom_domain":"NONE","domain_root":"https://example-user.github.io/","site_root":"https://example-user.github.io/example-project/",
		"project_root":"/example-project/","discovery_root":"https://example-user.github.io/example-project/","controls_domain_root":false},
		"findings":[{"rule":"url/root-relative","refs":["R061"],"severity":"error","file":"docs/index.html","line":12,"column":5,"message":"m","fix":"f","docs":"https://example.com/",
		"snippet":{"text":"x","column":1}}],
		"summary":{"errors":1,"warnings":0,"infos":0,"files":9,"html_files":3,"canonical_pages":2,"bytes":100,"rules":50}}`
	for change, want := range map[string]bool{
		"":                              true,
		`"SITE" → "site"`:               false,
		`"R061" → "61"`:                 false,
		`"error" → "fatal"`:             false,
		`"line":12 → "line":1.5`:        false,
		`"line":12, → `:                 false,
		`"url/root-relative" → "a"`:     false,
		`"errors":1 → "errors":-1`:      false,
		`"bytes":100 → "bytes":1,"x":1`: true,
	} {
		old, new, _ := strings.Cut(change, " → ")
		if !strings.Contains(good, old) {
			t.Fatalf("nothing to change for %s", change)
		}
		var value any
		if err := json.Unmarshal([]byte(strings.Replace(good, old, new, 1)), &value); err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(value); (err == nil) != want {
			t.Errorf("%s: got %v", change, err)
		}
	}
}
