package jsonld

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/discovery-set/hugo-discovery/internal/jsontree"
	"github.com/discovery-set/hugo-discovery/internal/problemtest"
)

const page = `
{
  "@context": "https://schema.org",
  "@graph": [
    {"@type": "WebSite", "@id": "https://example.com/#website", "url": "https://example.com/", "name": "Example",
     "mainEntity": {"@id": "https://example.com/#software"}},
    {"@type": ["SoftwareSourceCode", "https://schema.org/TechArticle"], "@id": "https://example.com/#software", "schema:name": "Example software",
     "author": {"@type": "Person", "name": "Jane Doe"}, "keywords": ["one", {"@value": "two"}], "about": {"@list": [{"@type": "Thing", "name": "x"}]},
     "runtime": "Go", "applicationCategory": "DeveloperApplication", "isPartOf": "https://example.com/#website"},
    {"@type": "AboutPage", "@id": "#about", "isPartOf": {"@type": "WebSite", "@id": "https://example.com/#website"},
     "publisher": {"@type": "Organization", "@id": "https://example.com/#nowhere"}, "hasPart": {"@id": "https://example.com/#nothing"}}
  ]
}
`

func TestNodes(t *testing.T) {
	d := Parse(page)
	if len(d.Problems) > 0 || d.Len() != 3 {
		t.Fatalf("problems %v, %d nodes", d.Problems, d.Len())
	}
	nodes := slices.Collect(d.Nodes())
	site, code, about := nodes[0], nodes[1], nodes[2]
	if site.ID() != "https://example.com/#website" || !site.HasType("WebSite") || site.IsA("WebPage") || !site.IsA("CreativeWork") || !site.IsA("Thing") {
		t.Errorf("site: %s", site.Raw())
	}
	if got := slices.Collect(code.Types()); !slices.Equal(got, []string{"SoftwareSourceCode", "TechArticle"}) {
		t.Errorf("types: %q", got)
	}
	if !about.IsA("WebPage") || about.HasType("WebPage") || !about.HasType("AboutPage") {
		t.Error("an AboutPage is a WebPage")
	}
	name := code.Get("name")
	if name.Str() != "Example software" || name.Offset() != strings.Index(page, `"Example software"`) {
		t.Errorf("name: %q at %d", name.Str(), name.Offset())
	}
	var texts []string
	for _, property := range []string{"keywords", "about", "runtime", "nothing"} {
		for v := range code.All(property) {
			texts = append(texts, property+"="+TextOf(v)+AsNode(v).Get("name").Str())
		}
	}
	if want := []string{"keywords=one", "keywords=two", "about=x", "runtime=Go"}; !slices.Equal(texts, want) {
		t.Errorf("got %q, want %q", texts, want)
	}
	var names []string
	for p := range site.Properties() {
		names = append(names, fmt.Sprintf("%s %v", p.Name, strings.HasPrefix(page[p.Offset:], `"`+p.Name)))
	}
	if want := []string{"url true", "name true", "mainEntity true"}; !slices.Equal(names, want) {
		t.Errorf("properties: %q, want %q", names, want)
	}

	second := Parse(`{"@context": "https://schema.org/", "@type": "WebPage", "@id": "https://example.com/about#about", "name": "About"}`)
	g := NewGraph(func(id string) string {
		if strings.HasPrefix(id, "#") {
			return "https://example.com/about" + id
		}
		return id
	}, d, second)
	if n := len(slices.Collect(g.Nodes())); n != 4 {
		t.Errorf("%d nodes in the graph", n)
	}
	for _, test := range []struct {
		name string
		from Value
		want int // offset in page, -1 for no node
	}{
		{"reference", site.Get("mainEntity"), code.Offset()},
		{"string", code.Get("isPartOf"), site.Offset()},
		{"typed reference", about.Get("isPartOf"), site.Offset()},
		{"inline", code.Get("author"), strings.Index(page, `{"@type": "Person"`)},
		{"typed reference to nothing", about.Get("publisher"), strings.Index(page, `{"@type": "Organization"`)},
		{"reference to nothing", about.Get("hasPart"), -1},
		{"other string", code.Get("runtime"), -1},
		{"absent", code.Get("nothing"), -1},
		{"list", code.Get("keywords"), -1},
		{"own relative @id", Parse(`"https://example.com/about#about"`).Root(), about.Offset()},
	} {
		n := g.Follow(test.from)
		if n.Exists() != (test.want >= 0) || n.Exists() && n.Offset() != test.want {
			t.Errorf("%s: got %s", test.name, n.Raw())
		}
	}
}

func TestShapes(t *testing.T) {
	for block, want := range map[string]string{
		`{"@context":"https://schema.org","@type":"WebPage"}`:                                                      "WebPage",
		`[{"@context":"https://schema.org","@type":"WebPage"},{"@context":"https://schema.org","@type":"Person"}]`: "WebPage Person",
		`{"@context":"https://schema.org","@graph":{"@type":"WebPage"}}`:                                           "WebPage",
		`{"@context":"https://schema.org","@type":"Dataset","@graph":[{"@type":"WebPage"}]}`:                       "Dataset WebPage",
		`[{"@context":"https://schema.org","@graph":[{"@type":"A"},{"@graph":[{"@type":"B"}]}]}]`:                  "A B",
		`{"@context":["https://schema.org",{"x":"urn:x"}],"@type":"WebPage","author":{"@type":"Person"}}`:          "WebPage",
		`{"@context":{"@vocab":"https://schema.org/"},"@type":"WebPage"}`:                                          "WebPage",
		`{"@context":{"schema":"https://schema.org/"},"@type":"schema:WebPage"}`:                                   "WebPage",
		`{"@context":"https://schema.org/docs/jsonldcontext.jsonld","@type":"WebPage"}`:                            "WebPage",
		`[]`: "",
	} {
		d := Parse(block)
		var types []string
		for n := range d.Nodes() {
			types = append(types, slices.Collect(n.Types())...)
		}
		if got := strings.Join(types, " "); got != want || len(d.Problems) > 0 {
			t.Errorf("%s: got %q, want %q; problems %v", block, got, want, d.Problems)
		}
	}
}

// seen is a problem as the tables name it.
func seen(p Problem) (place, message string) {
	return fmt.Sprintf("%s@%d", p.Kind, p.Offset), p.Message
}

func TestProblems(t *testing.T) {
	const ctx = `"@context":"https://schema.org"`
	tests := []struct {
		name, block string
		want        []string // kind@offset, then a part of the message
	}{
		{"empty", " \n\t", []string{"empty@0", "empty"}},
		{"syntax", `{` + ctx + `,}`, []string{"syntax@33", "comma too many"}},
		{"duplicate key", `{` + ctx + `,"name":"a","name":"b"}`, []string{"duplicate-key@44", `"name"`}},
		{"string", `"x"`, []string{"not-node@0", "a string"}},
		{"list of strings", ` ["x"]`, []string{"not-node@2", "a string"}},
		{"number in graph", `{` + ctx + `,"@graph":[1]}`, []string{"not-node@43", "a number"}},
		{"no context", `{"@type":"WebPage"}`, []string{"missing-context@0", "@context"}},
		{"null context", `{"@context":null}`, []string{"missing-context@0", "@context"}},
		{"no context in a list", `[{` + ctx + `},{"@type":"WebPage"}]`, []string{"missing-context@35", "@context"}},
		{"other context", `{"@context":"https://www.schema.org"}`, []string{"other-context@12", "www.schema.org"}},
		{"other context object", `{"@context":{"@vocab":"https://example.com/"}}`, []string{"other-context@12", "example.com"}},
		{"context of another kind", `{"@context":5}`, []string{"other-context@12", "5"}},
		{"ftp context", `{"@context":"ftp://schema.org"}`, []string{"other-context@12", "ftp"}},
		{"other context in graph", `{` + ctx + `,"@graph":[{"@context":"https://w3id.org/codemeta/3.0"}]}`, []string{"other-context@55", "codemeta"}},
		{"http context", `{"@context":"http://schema.org/"}`, []string{"http-context@12", "https"}},
		{"script end", `{` + ctx + `,"name":"</SCRIPT>"}`, []string{"raw-markup@41", `\u003c`}},
		{"all markup", `{` + ctx + `,"name":"< <!-- <script </script <!--"}`, []string{"raw-markup@43", "<!--", "raw-markup@48", "<script", "raw-markup@56", "</script"}},
		{"comment around", `<!-- {` + ctx + `} -->`, []string{"raw-markup@0", "<!--"}},
		{"type object", `{` + ctx + `,"@type":{"x":1}}`, []string{"bad-type@41", "@type"}},
		{"type list", `{` + ctx + `,"@type":["a",1]}`, []string{"bad-type@41", "@type"}},
		{"null type", `{` + ctx + `,"@type":null}`, []string{"bad-type@41", "@type"}},
		{"id", `{` + ctx + `,"@id":["a"]}`, []string{"bad-id@39", "an array"}},
		{"too long", `{"x":"` + strings.Repeat("x", MaxBlock) + `"}`, []string{"too-long@0", "1 MiB"}},
		{"escaped markup is fine", `{` + ctx + `,"name":"\u003c/script> <b>"}`, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			problems := Parse(test.block).Problems
			problemtest.Check(t, problems, seen, test.want)
		})
	}
}

func TestParserReuse(t *testing.T) {
	var p Parser
	kept := p.Parse(page).Clone()
	p.Parse(`{"@type":"Other"}`)
	nodes := slices.Collect(kept.Nodes())
	if len(nodes) != 3 || !nodes[2].HasType("AboutPage") || len(kept.Problems) > 0 || kept.Root().Kind() != jsontree.Object {
		t.Errorf("the clone has changed: %v", nodes)
	}
	if allocs := testing.AllocsPerRun(100, func() { p.Parse(page) }); allocs != 0 {
		t.Errorf("%v allocations a block, want 0", allocs)
	}
	if c := p.Parse("").Clone(); c.Root().Exists() || c.Len() != 0 {
		t.Error("the clone of an empty block holds something")
	}
}

func TestVocabulary(t *testing.T) {
	for _, test := range []struct {
		name string
		got  bool
		want bool
	}{
		{"WebPage is known", KnownType("WebPage"), true},
		{"Webpage is not", KnownType("Webpage"), false},
		{"codeRepository is known", KnownProperty("codeRepository"), true},
		{"codeRepo is not", KnownProperty("codeRepo"), false},
		{"VideoGallery below WebPage", IsSubtype("VideoGallery", "WebPage"), true},
		{"WebPage below VideoGallery", IsSubtype("WebPage", "VideoGallery"), false},
		{"WebSite beside WebPage", IsSubtype("WebSite", "WebPage"), false},
		{"unknown type below itself", IsSubtype("Rocket", "Rocket"), true},
		{"unknown type below Thing", IsSubtype("Rocket", "Thing"), false},
		{"anything below an unknown type", IsSubtype("Thing", "Rocket"), false},
		{"name on WebPage", InDomain("name", "WebPage"), true},
		{"license on SoftwareSourceCode", InDomain("license", "SoftwareSourceCode"), true},
		{"codeRepository on SoftwareSourceCode", InDomain("codeRepository", "SoftwareSourceCode"), true},
		{"codeRepository on WebPage", InDomain("codeRepository", "WebPage"), false},
		{"applicationCategory on SoftwareSourceCode", InDomain("applicationCategory", "SoftwareSourceCode"), false},
		{"applicationCategory on SoftwareApplication", InDomain("applicationCategory", "SoftwareApplication"), true},
		{"unknown property", InDomain("rocket", "WebPage"), false},
		{"unknown class", InDomain("name", "Rocket"), false},
	} {
		if test.got != test.want {
			t.Errorf("%s: got %v", test.name, test.got)
		}
	}
	for property, want := range map[string]string{"runtime": "runtimePlatform", "sampleType": "codeSampleType", "name": "", "rocket": ""} {
		if got := SupersededBy(property); got != want {
			t.Errorf("SupersededBy(%s) = %q, want %q", property, got, want)
		}
	}
	if got := Domains("runtimePlatform"); !slices.Equal(got, []string{"SoftwareApplication", "SoftwareSourceCode"}) {
		t.Errorf("Domains: %q", got)
	}
	v := table()
	if len(v.classes) != 42 || len(v.properties) != 358 {
		t.Errorf("%d classes and %d properties, want 42 and 358", len(v.classes), len(v.properties))
	}
	for name := range v.classes {
		if !IsSubtype(name, "Thing") {
			t.Errorf("%s is not below Thing", name)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		page, `[]`, `{"@graph":[{"@graph":{"@type":[1]}}]}`, `<!-- {"@id":5} -->`, `{"@context":[{"@vocab":{"@vocab":[]}}]}`, `{"@type":"a","@set":[`, "\uFEFF{}", `"x"`,
	} {
		f.Add(seed)
	}
	var p Parser
	f.Fuzz(func(t *testing.T, block string) {
		d := p.Parse(block)
		last := 0
		for _, problem := range d.Problems {
			if problem.Offset < last || problem.Offset > len(block) {
				t.Fatalf("problem out of order or place: %v", d.Problems)
			}
			last = problem.Offset
		}
		g := NewGraph(nil, d)
		for n := range d.Nodes() {
			if block[n.Offset()] != '{' {
				t.Fatalf("a node at %d is no object", n.Offset())
			}
			n.IsA("WebPage")
			for p, v := range n.Properties() {
				if block[p.Offset] != '"' {
					t.Fatalf("property %v is not where it says", p)
				}
				g.Follow(v)
				for item := range n.All(p.Name) {
					TextOf(item)
				}
			}
		}
		for m := range d.Media() {
			if TextOf(m.Value); m.Property == "" || m.Value.Offset() >= len(block) {
				t.Fatalf("a file at %d under %q", m.Value.Offset(), m.Property)
			}
		}
		for l := range d.Links() {
			if TextOf(l.Value); l.Property == "" || l.Value.Offset() >= len(block) {
				t.Fatalf("a page at %d under %q", l.Value.Offset(), l.Property)
			}
		}
	})
}

func TestMedia(t *testing.T) {
	d := Parse(`{"@context": "https://schema.org", "@graph": [
		{"@type": "WebPage", "image": ["1.png", {"url": "2.png"}, {"@type": "ImageObject", "contentUrl": "3.png", "url": "page/"}, {"@id": "#4"}, {"@value": "5.png"}, 6, null],
			"primaryImageOfPage": {"@type": ["Thing", "https://schema.org/ImageObject"], "@id": "#x", "url": {"@list": ["7.png"]}, "thumbnail": "8.png"},
			"url": "page/", "mainEntity": {"@type": "Person", "url": "page/", "image": "9.png", "photo": {"@type": "Photograph", "url": "page/"}},
			"video": [{"@type": "VideoObject", "contentUrl": "10.mp4", "thumbnailUrl": ["11.png"], "url": "page/"}]},
		{"@type": "ImageObject", "schema:contentUrl": "12.png"}, {"@type": "ImageObject", "url": "13.png", "image": {}}]}`)
	var got []string
	for m := range d.Media() {
		image := ""
		if m.Image {
			image = "!"
		}
		if m.Reference() {
			image += "?"
		}
		got = append(got, m.Property+"="+TextOf(m.Value)+image)
	}
	want := "image=1.png! url=2.png! contentUrl=3.png! image=#4!? image=5.png! url=7.png! thumbnail=8.png! image=9.png! contentUrl=10.mp4 thumbnailUrl=11.png! contentUrl=12.png! url=13.png!"
	if text := strings.Join(got, " "); text != want {
		t.Errorf("%s\nwant\n%s", text, want)
	}
	n := 0
	for range d.Media() {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("%d files", n)
	}
}

func BenchmarkParse(b *testing.B) {
	var p Parser
	b.SetBytes(int64(len(page)))
	b.ReportAllocs()
	for b.Loop() {
		p.Parse(page)
	}
}

// BenchmarkDomains asks what a rule asks of every property of a page.
func BenchmarkDomains(b *testing.B) {
	d := Parse(page)
	b.ReportAllocs()
	for b.Loop() {
		for n := range d.Nodes() {
			for p := range n.Properties() {
				for t := range n.Types() {
					if KnownProperty(p.Name) && !InDomain(p.Name, t) {
						SupersededBy(p.Name)
					}
				}
			}
		}
	}
}

func TestLinks(t *testing.T) {
	d := Parse(`{"@context": "https://schema.org", "@graph": [
		{"@type": "WebSite", "url": "no/", "mainEntityOfPage": "no/", "mainEntity": {"@type": "SoftwareSourceCode", "url": "no/", "mainEntityOfPage": {"@id": "no/"}, "author": {"@type": "Person", "url": "1/"}}},
		{"@type": "WebPage", "@id": "no/", "url": "2/", "image": {"url": "no.png"}, "relatedLink": ["3/", {"@value": "4/"}, 5, null], "schema:significantLink": {"@list": ["6/"]}, "isPartOf": "no/", "sameAs": "no/"},
		{"@type": "BreadcrumbList", "itemListElement": [
			{"@type": "ListItem", "item": "7/"}, {"@type": "ListItem", "item": {"@id": "8/", "name": "x"}}, {"@type": "ListItem", "item": {"@id": "no/", "url": "9/"}},
			{"@type": "ListItem", "item": {"@type": "WebPage", "@id": "10/"}}, {"@type": "ListItem", "item": {"name": "x"}}, {"@type": "ListItem", "url": "11/"}]},
		{"@type": "Article", "mainEntityOfPage": {"@type": "WebPage", "@id": "12/"}, "logo": {"@type": "ImageObject", "url": "no.png"}, "video": {"@type": "VideoObject", "url": "13/"},
			"photo": {"@type": "Photograph", "url": "14/"}}]}`)
	var got []string
	for l := range d.Links() {
		reference := ""
		if l.Reference() {
			reference = "?"
		}
		got = append(got, l.Property+"="+TextOf(l.Value)+reference)
	}
	want := "url=1/ url=2/ relatedLink=3/ relatedLink=4/ significantLink=6/ item=7/ item=8/? url=9/ item=10/? url=11/ mainEntityOfPage=12/? url=13/ url=14/"
	if text := strings.Join(got, " "); text != want {
		t.Errorf("%s\nwant\n%s", text, want)
	}
	n := 0
	for range d.Links() {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("%d links", n)
	}
}
