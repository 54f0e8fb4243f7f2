package initsite

import (
	"errors"
	"testing"
)

var (
	importEdit  = edit{mode: putFirst, path: []string{"module", "imports"}, value: []table{{"path": "example.com/m"}}}
	extendEdit  = edit{mode: extend, path: []string{"outputs", "home"}, value: []string{"llms", "rawmanifest"}}
	outputsEdit = edit{mode: set, path: []string{"outputs", "home"}, value: []string{"html", "llms"}}
	robotsEdit  = edit{mode: set, path: []string{"enableRobotsTXT"}, value: true}
	cascadeEdit = edit{mode: set, path: []string{"cascade"}, value: cascade{"robots", "noindex", "/404"}}
	paramsEdit  = edit{mode: set, path: []string{"params", "discovery"}, value: []field{
		{key: "owner", value: "u"}, {key: "image", value: "og.png", open: true, comment: "open"},
	}}
)

const opened = `# image = "og.png"                       # open`

// TestApply makes each edit in files of each form. want is the whole file then; "" where it has to be done by hand.
func TestApply(t *testing.T) {
	for _, test := range []struct {
		name   string
		format format
		under  string
		text   string
		edit   edit
		want   string
	}{
		{"table", formatTOML, "", "a = 1\n", paramsEdit, "a = 1\n\n[params.discovery]\nowner = \"u\"\n" + opened + "\n"},
		{"table, no line end", formatTOML, "", "a = 1", paramsEdit, "a = 1\n\n[params.discovery]\nowner = \"u\"\n" + opened + "\n"},
		{"table in an empty file", formatTOML, "params", "", paramsEdit, "[discovery]\nowner = \"u\"\n" + opened + "\n"},
		{"table below an inline one", formatTOML, "", "params = {a = 1}\n", paramsEdit, ""},
		{"table below another case", formatTOML, "", "[Params]\na = 1\n", paramsEdit, ""},
		{"key at the top", formatTOML, "", "a = 1\n\n# of b\n[b]\nc = 1\n", robotsEdit, "a = 1\nenableRobotsTXT = true\n\n# of b\n[b]\nc = 1\n"},
		{"key at the top, tables only", formatTOML, "", "# of b\n[b]\nc = 1\n", robotsEdit, "enableRobotsTXT = true\n# of b\n[b]\nc = 1\n"},
		{"key in a table", formatTOML, "", "  [outputs]\n  page = ['html']\n", outputsEdit, "  [outputs]\n  home = [\"html\", \"llms\"]\n  page = ['html']\n"},
		{"key in a table at the end", formatTOML, "", "[outputs]", outputsEdit, "[outputs]\nhome = [\"html\", \"llms\"]"},
		{"key in a table that is not there", formatTOML, "outputs", "page = ['html']\n", outputsEdit, "page = ['html']\n\nhome = [\"html\", \"llms\"]\n"},
		{"headers in texts", formatTOML, "", "a = \"\"\"\n[outputs]\n\"\"\"\nb = '''\n[outputs]'''\nc = [\n[\"d\"],\n]\n[outputs] # e\n", outputsEdit,
			"a = \"\"\"\n[outputs]\n\"\"\"\nb = '''\n[outputs]'''\nc = [\n[\"d\"],\n]\n[outputs] # e\nhome = [\"html\", \"llms\"]\n"},
		{"list", formatTOML, "", "[outputs]\nhome = ['HTML', \"a]b\"] # c\n[x]\n", extendEdit, "[outputs]\nhome = ['HTML', \"a]b\", \"llms\", \"rawmanifest\"] # c\n[x]\n"},
		{"list over lines", formatTOML, "", "[outputs]\nhome = [\n  'html', # ]\n  'rss',\n]\n", extendEdit, "[outputs]\nhome = [\n  'html', # ]\n  'rss', \"llms\", \"rawmanifest\"\n]\n"},
		{"empty list", formatTOML, "", "[outputs]\nhome = []\n", extendEdit, "[outputs]\nhome = [ \"llms\", \"rawmanifest\"]\n"},
		{"dotted list", formatTOML, "", "outputs.home = ['html']\n", extendEdit, "outputs.home = ['html', \"llms\", \"rawmanifest\"]\n"},
		{"list in an inline table", formatTOML, "", "outputs = {home = ['html']}\n", extendEdit, ""},
		{"imports", formatTOML, "", "[module]\n  [[module.imports]]\n    path = 'x'\n", importEdit, "[module]\n  [[module.imports]]\n    path = \"example.com/m\"\n  [[module.imports]]\n    path = 'x'\n"},
		{"first import", formatTOML, "module", "[[mounts]]\nsource = 'a'\n", importEdit, "[[mounts]]\nsource = 'a'\n\n[[imports]]\n  path = \"example.com/m\"\n"},
		{"cascade", formatTOML, "", "a = 1\n[b]\nc = 1\n", cascadeEdit, "a = 1\n[b]\nc = 1\n\n[[cascade]]\n  robots = \"noindex\"\n  [cascade.target]\n    path = \"/404\"\n"},
		{"cascade beside one", formatTOML, "", "[[cascade]]\na = 1\n", cascadeEdit, ""},
		{"cascade", formatYAML, "", "a: 1\n", cascadeEdit, "a: 1\n\ncascade:\n  - robots: \"noindex\"\n    target:\n      path: \"/404\"\n"},
		{"cascade in braces", formatYAML, "", "{a: 1}\n", cascadeEdit, "{\"cascade\": [{\"robots\": \"noindex\", \"target\": {\"path\": \"/404\"}}], a: 1}\n"},
		{"cascade", formatJSON, "", "{\"a\": 1}\n", cascadeEdit, "{\"cascade\": [{\"robots\": \"noindex\", \"target\": {\"path\": \"/404\"}}], \"a\": 1}\n"},
		{"inline imports", formatTOML, "", "[module]\nimports = [{path = 'x'}]\n", importEdit, ""},

		{"table", formatYAML, "", "a: 1\n", paramsEdit, "a: 1\n\nparams:\n  discovery:\n    owner: \"u\"\n    # image: \"og.png\"                        # open\n"},
		{"table below one", formatYAML, "", "params: # p\n    # of a\n    a: 1\nb: 2", paramsEdit, "params: # p\n    discovery:\n      owner: \"u\"\n      # image: \"og.png\"                        # open\n    # of a\n    a: 1\nb: 2"},
		{"table below an empty one", formatYAML, "", "params:\nb: 2\n", paramsEdit, "params:\n  discovery:\n    owner: \"u\"\n    # image: \"og.png\"                        # open\nb: 2\n"},
		{"table below one in braces", formatYAML, "", "params: {a: ü, b: 2}\n", paramsEdit, "params: {\"discovery\": {\"owner\": \"u\"}, a: ü, b: 2}\n"},
		{"table at the top of a file below a key", formatYAML, "params", "a: 1\n", paramsEdit, "a: 1\n\ndiscovery:\n  owner: \"u\"\n  # image: \"og.png\"                        # open\n"},
		{"table behind the end of a document", formatYAML, "", "a: 1\n...\n", paramsEdit, ""},
		{"key", formatYAML, "", "a: 1", robotsEdit, "a: 1\n\nenableRobotsTXT: true\n"},
		{"key in a table", formatYAML, "", "outputs:\n  page:\n    - html\n", outputsEdit, "outputs:\n  home:\n    - html\n    - llms\n  page:\n    - html\n"},
		{"list", formatYAML, "", "outputs:\n  home:\n  - HTML\n  - RSS # r\nb: 1\n", extendEdit, "outputs:\n  home:\n  - HTML\n  - RSS # r\n  - llms\n  - rawmanifest\nb: 1\n"},
		{"list, no line end", formatYAML, "outputs", "home:\n  - HTML", extendEdit, "home:\n  - HTML\n  - llms\n  - rawmanifest"},
		{"list in brackets", formatYAML, "", "outputs:\n  home: [HTML, 'a]b'] # c\n", extendEdit, "outputs:\n  home: [HTML, 'a]b', \"llms\", \"rawmanifest\"] # c\n"},
		{"a text for a list", formatYAML, "", "outputs:\n  home: HTML\n", extendEdit, ""},
		{"imports", formatYAML, "", "module:\n  imports:\n  - path: x\n    disable: false\n", importEdit, "module:\n  imports:\n  - path: example.com/m\n  - path: x\n    disable: false\n"},
		{"first import", formatYAML, "", "module:\n  mounts: []\n", importEdit, "module:\n  imports:\n    - path: example.com/m\n  mounts: []\n"},
		{"first import of all", formatYAML, "module", "# nothing\n", importEdit, "# nothing\n\nimports:\n  - path: example.com/m\n"},

		{"table", formatJSON, "", "{\n\t\"a\": 1\n}\n", paramsEdit, "{\n\t\"params\": {\"discovery\": {\"owner\": \"u\"}},\n\t\"a\": 1\n}\n"},
		{"table below one", formatJSON, "", `{"params": {"a": 1}}`, paramsEdit, `{"params": {"discovery": {"owner": "u"}, "a": 1}}`},
		{"table in nothing", formatJSON, "", `{}`, paramsEdit, `{"params": {"discovery": {"owner": "u"}}}`},
		{"list", formatJSON, "", "{\"outputs\": {\n  \"home\": [\"HTML\"]}}", extendEdit, "{\"outputs\": {\n  \"home\": [\"HTML\", \"llms\", \"rawmanifest\"]}}"},
		{"imports", formatJSON, "", `{"module": {"imports": [{"path": "x"}]}}`, importEdit, `{"module": {"imports": [{"path": "example.com/m"}, {"path": "x"}]}}`},
		{"first import", formatJSON, "", `{"a": 1}`, importEdit, `{"module": {"imports": [{"path": "example.com/m"}]}, "a": 1}`},
		{"key", formatJSON, "", "{\n  \"a\": 1\n}\n", robotsEdit, "{\n  \"enableRobotsTXT\": true,\n  \"a\": 1\n}\n"},
	} {
		t.Run(string(test.format)+" "+test.name, func(t *testing.T) {
			s := &source{format: test.format, under: test.under, text: []byte(test.text)}
			_, err := s.apply(test.edit)
			if test.want == "" {
				if !errors.Is(err, errByHand) || string(s.text) != test.text {
					t.Errorf("%v, want errByHand\n%s", err, s.text)
				}
				return
			}
			if err != nil || string(s.text) != test.want {
				t.Errorf("%v\n%s\nwant\n%s", err, s.text, test.want)
			}
		})
	}
}
