package rules

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/jsonld"
	"github.com/discovery-set/hugo-discovery/internal/jsontree"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

var jsonldRules = []Rule{
	{
		ID: "jsonld/syntax", Refs: []string{"E08"}, Severity: Error,
		Summary: "Every JSON-LD block is a JSON object or array of objects with the schema.org context, safe inside a script element.",
		Page:    jsonldSyntax,
	},
	{
		ID: "jsonld/type", Refs: []string{"R088", "R089", "R090", "R120", "R122", "R144", "R145", "R146", "R147"}, Severity: Error,
		Summary: "The JSON-LD of every canonical page has the type that its place and role ask for.",
		Tree:    jsonldType,
	},
	{
		ID: "jsonld/role", Refs: []string{"R090", "R146"}, Severity: Info,
		Summary: "A page that looks like a profile says by its role whether it is one.",
		Tree:    jsonldRole,
	},
	{
		ID: "jsonld/website", Refs: []string{"R120"}, Severity: Warning,
		Summary: "A WebSite node stands for the whole site: its url is SITE_ROOT.",
		Page:    jsonldWebSite,
	},
	{
		ID: "jsonld/main-entity", Refs: []string{"R121"}, Severity: Warning,
		Summary: "SoftwareSourceCode on the index of a site is the mainEntity of its WebSite.",
		Page:    jsonldMainEntity,
	},
	{
		ID: "jsonld/part-of", Refs: []string{"R123"}, Severity: Warning,
		Summary: "isPartOf of a page leads to the WebSite of this site.",
		Page:    jsonldPartOf,
		Tree:    jsonldPartOfID,
	},
	{
		ID: "jsonld/profile", Refs: []string{"R090"}, Severity: Warning,
		Summary: "The mainEntity of a ProfilePage is a person or an organisation with a name.",
		Page:    jsonldProfile,
	},
	{
		ID: "jsonld/field-missing", Refs: []string{"R152"}, Severity: Warning,
		Summary: "SoftwareSourceCode has the recommended fields.",
		Page:    jsonldFieldMissing,
	},
	{
		ID: "jsonld/field-value", Refs: []string{"R152"}, Severity: Warning,
		Summary: "The recommended fields of SoftwareSourceCode hold what they should: absolute URLs, a boolean, a named author.",
		Page:    jsonldFieldValue,
	},
	{
		ID: "jsonld/vocabulary", Refs: []string{"E09"}, Severity: Warning,
		Summary: "The properties of JSON-LD nodes are those that schema.org gives to their types.",
		Page:    jsonldVocabulary,
	},
	{
		ID: "jsonld/media", Refs: []string{"E01", "E02", "E12"}, Severity: Error,
		Summary: "The images and other files of media that the JSON-LD names are in the tree.",
		Page:    jsonldMedia,
	},
	{
		ID: "jsonld/page", Refs: []string{"E01", "E02"}, Severity: Warning,
		Summary: "The pages that the JSON-LD names are in the tree.",
		Page:    jsonldPage,
	},
	{
		ID: "jsonld/keywords", Refs: []string{"R148", "R149", "R151"}, Severity: Warning,
		Summary: "keywords and about name only what occurs on the page.",
		Page:    jsonldKeywords,
	},
	{
		ID: "jsonld/generic-terms", Refs: []string{"R150"}, Severity: Warning,
		Summary: "keywords and about hold no generic words of advertising.",
		Page:    jsonldGenericTerms,
	},
}

// eachDoc calls f for the page's blocks that could be read, with a function
// that turns a value's offset into one of the page.
func (c *PageContext) eachDoc(f func(doc *jsonld.Doc, at func(jsonld.Value) int)) {
	for i, doc := range c.JSONLD() {
		if c.Facts.JSONLD[i].Unclosed || slices.ContainsFunc(doc.Problems, func(p jsonld.Problem) bool { return p.Kind.Ends() }) {
			continue // jsonld/syntax says it; what follows the fault is not known
		}
		base := c.Facts.JSONLD[i].RawOffset
		f(doc, func(v jsonld.Value) int { return base + v.Offset() })
	}
}

// eachNode calls f for the top-level nodes of those blocks.
func (c *PageContext) eachNode(f func(n jsonld.Node, at func(jsonld.Value) int)) {
	c.eachDoc(func(doc *jsonld.Doc, at func(jsonld.Value) int) {
		for n := range doc.Nodes() {
			f(n, at)
		}
	})
}

// graph joins the page's blocks for following references, once for all rules.
func (c *PageContext) graph() *jsonld.Graph {
	if c.joined == nil {
		c.joined = jsonld.NewGraph(c.Resolve, c.JSONLD()...)
	}
	return c.joined
}

func jsonldSyntax(c *PageContext) {
	for i, doc := range c.JSONLD() {
		block := c.Facts.JSONLD[i]
		if block.Unclosed {
			c.Report(block.Offset, Finding{Message: "the script element of the JSON-LD is never closed", Fix: "write </script> behind it"})
			continue
		}
		markup := false
		for _, p := range doc.Problems {
			f := Finding{Message: "JSON-LD: " + p.Message}
			if p.Kind == jsonld.RawMarkup {
				if markup {
					continue // one remedy serves all of them
				}
				markup = true
			}
			switch p.Kind {
			case jsonld.HTTPContext:
				continue // the older form, tolerated
			case jsonld.Empty:
				f.Fix = "remove the element, or describe the page in it"
			case jsonld.RawMarkup:
				f.Fix = `write < as \u003c inside strings`
			case jsonld.MissingContext, jsonld.OtherContext:
				f.Fix = `write "@context": "https://schema.org"`
			case jsonld.NotNode:
				f.Fix = "write an object, or an array of objects"
			case jsonld.BadType:
				f.Fix = `write "@type" as a string or a list of strings`
			case jsonld.BadID:
				f.Fix = `write "@id" as a string`
			case jsontree.DuplicateKey:
				f.Fix = "keep one of the two; programs read different ones"
			case jsontree.BOM:
				f.Severity, f.Fix = Warning, "save the block without a byte order mark"
			default:
				f.Fix = "write valid JSON: generate it with a JSON encoder, never by gluing strings"
			}
			c.Report(block.RawOffset+p.Offset, f)
		}
	}
}

// The page roles, as manifest and configuration declare them.
const (
	roleArtifact  = "artifact"
	roleEditorial = "editorial"
	roleProfile   = "profile"
)

// roleOf is the declared role of a page: its own, else the site's; "" where
// neither is declared.
func (run *Run) roleOf(path string) string {
	if p := run.Set.Page(path); p != nil && p.Role.Value != "" {
		return p.Role.Value
	}
	return run.Role
}

// indexPage is the canonical page that stands for the site: the one at
// SITE_ROOT, or the one that the redirect there leads to (R120, A19).
func (c *TreeContext) indexPage() *site.Page {
	p := c.PageByPath("index.html")
	if p == nil || p.Status == site.Canonical {
		return p
	}
	if p.Status == site.RedirectStub {
		if target := c.PageByPath(p.RedirectTo); target != nil && target.Status == site.Canonical {
			return target
		}
	}
	return nil
}

// wantedTypes are the types of which the page has to have one, and why.
func (c *TreeContext) wantedTypes(p *site.Page) (want []string, why string) {
	role := c.roleOf(p.Path)
	switch {
	case c.Kind() == KindSite && p == c.indexPage():
		return []string{"WebSite"}, "the index of a site"
	case c.Kind() == KindSite:
		return []string{"WebPage"}, "a page of a site"
	case role == roleArtifact:
		return []string{"SoftwareSourceCode"}, "a page whose role is artifact"
	case role == roleProfile:
		return []string{"ProfilePage"}, "a page whose role is profile"
	case role == roleEditorial:
		return []string{"WebPage"}, "a page whose role is editorial"
	}
	return []string{"SoftwareSourceCode", "WebPage"}, "a page"
}

// nodeAdvice is the node that a page lacks; with its script element, where the
// page has no JSON-LD to put it into.
func nodeAdvice(p *site.Page, kind string) string {
	name := strings.Join(strings.Fields(p.Title.Value), " ")
	if name == "" || len(name) > mostAdvised {
		name = "…"
	}
	text := func(s string) []byte {
		b, _ := json.Marshal(s) // as it may stand in a script element
		return b
	}
	node := fmt.Sprintf(`{"@context": "https://schema.org", "@type": %s, "name": %s, "url": %s}`, text(kind), text(name), text(p.URL))
	if len(p.JSONLDTypes) == 0 && p.JSONLDPos.Line == 0 {
		return `write <script type="application/ld+json">` + node + "</script> into the head"
	}
	return "add a node " + node
}

func jsonldType(c *TreeContext) {
	index := c.indexPage()
	kind := c.Kind()
	for _, p := range c.Canonical {
		if p.JSONLDBroken || p.Blank {
			continue // jsonld/syntax says it; the types are not known
		}
		role := c.roleOf(p.Path)
		want, why := c.wantedTypes(p)
		if !hasAnyType(p, want) {
			what := "the page has no JSON-LD"
			if len(p.JSONLDTypes) > 0 {
				what = "the JSON-LD has " + someOf(p.JSONLDTypes)
			} else if p.JSONLDPos.Line > 0 {
				what = "the JSON-LD has no type"
			}
			at := p.JSONLDPos
			if at.Line == 0 {
				at = p.HeadPos
			}
			c.ReportPage(p, at, Finding{
				Message: fmt.Sprintf("%s; %s needs %s at the top level or in @graph", what, why, strings.Join(want, " or ")),
				Fix:     nodeAdvice(p, want[0]),
			})
			continue
		}
		if kind == KindPage && hasAnyType(p, []string{"WebSite"}) {
			c.ReportPage(p, p.JSONLDPos, Finding{
				Severity: Warning,
				Message:  "the JSON-LD has a WebSite, although the artifact is a single page",
				Fix:      "remove the WebSite node: it stands for several pages under one SITE_ROOT",
			})
		}
		// The role of a site's index and of its pages asks for a node beside
		// the required one (A05, A06).
		also := ""
		switch {
		case kind != KindSite:
		case role == roleProfile && !hasAnyType(p, []string{"ProfilePage"}):
			also = "ProfilePage"
		case role == roleArtifact && p != index && c.Set.Page(p.Path) != nil && !p.HasSourceCode:
			also = "SoftwareSourceCode"
		}
		if also != "" {
			c.ReportPage(p, p.JSONLDPos, Finding{
				Severity: Warning,
				Message:  fmt.Sprintf("the page's role is %s, and its JSON-LD has no %s", role, also),
				Fix:      fmt.Sprintf("add a %s node, or declare another role", also),
			})
		}
	}
}

// someOf lists types, few enough to be read.
func someOf(types []string) string {
	const most = 10
	if len(types) > most {
		return strings.Join(types[:most], ", ") + ", …"
	}
	return strings.Join(types, ", ")
}

// hasAnyType reports whether a top-level node of the page is one of the types
// or of their subtypes.
func hasAnyType(p *site.Page, want []string) bool {
	for _, have := range p.JSONLDTypes {
		for _, w := range want {
			if jsonld.IsSubtype(have, w) {
				return true
			}
		}
	}
	return false
}

func jsonldRole(c *TreeContext) {
	index := c.indexPage()
	if index == nil || c.roleOf(index.Path) != "" || hasAnyType(index, []string{"ProfilePage"}) {
		return
	}
	d := &c.Deployment
	profileRepo := strings.EqualFold(d.Repo, d.Owner)
	if !profileRepo && !strings.EqualFold(d.Repo, d.Owner+".github.io") {
		return
	}
	if m := c.Set.ManifestFile; m != nil && (!m.Whole() || m.Claims && c.Set.Page(index.Path) == nil) {
		return // the area manifest says why the role is not known
	}
	c.ReportPage(index, index.JSONLDPos, Finding{
		Message: fmt.Sprintf("the repository %s often holds a profile; whether this page is one is not declared", d.Repo),
		Fix:     `declare role = "profile", "artifact" or "editorial" under params.discovery or in discovery.toml`,
	})
}

func jsonldWebSite(c *PageContext) {
	c.eachNode(func(n jsonld.Node, at func(jsonld.Value) int) {
		if !n.IsA("WebSite") {
			return
		}
		url := n.Get("url")
		if !url.Exists() {
			c.Report(at(n.Value), Finding{Message: "the WebSite has no url", Fix: fmt.Sprintf(`write "url": %q`, c.Deployment.SiteRoot)})
			return
		}
		text := jsonld.TextOf(url)
		if equal, _ := ghpages.SameURL(c.Resolve(text), c.Deployment.SiteRoot); !equal {
			c.Report(at(url), Finding{
				Message: fmt.Sprintf("the url of the WebSite is %s, not SITE_ROOT", Quote(text)),
				Fix:     fmt.Sprintf(`write "url": %q`, c.Deployment.SiteRoot),
			})
		}
	})
}

func jsonldMainEntity(c *PageContext) {
	var webSite, code jsonld.Node
	var offset int
	c.eachNode(func(n jsonld.Node, at func(jsonld.Value) int) {
		switch {
		case n.IsA("WebSite") && !webSite.Exists():
			webSite = n
		case n.IsA("SoftwareSourceCode") && !code.Exists():
			code, offset = n, at(n.Value)
		}
	})
	if !webSite.Exists() || !code.Exists() {
		return // inline, or not there at all
	}
	graph := c.graph()
	for entity := range webSite.All("mainEntity") {
		if graph.Follow(entity).IsA("SoftwareSourceCode") {
			return
		}
	}
	fix := `give the node an @id, and write "mainEntity": {"@id": …} into the WebSite`
	if id := code.ID(); id != "" {
		fix = fmt.Sprintf(`write "mainEntity": {"@id": %q} into the WebSite`, id)
	}
	c.Report(offset, Finding{Message: "the SoftwareSourceCode stands beside the WebSite, not as its mainEntity", Fix: fix})
}

func jsonldPartOf(c *PageContext) {
	type answer struct {
		text, abs, fragment string
		right               bool // it is SITE_ROOT
	}
	answers := map[jsonld.Value]answer{} // many references may lead to one URL, and that may be long
	ask := func(v jsonld.Value) answer {
		a, ok := answers[v]
		if ok {
			return a
		}
		a.text = jsonld.TextOf(v)
		a.abs = c.Resolve(a.text)
		root, fragment, _ := strings.Cut(a.abs, "#")
		equal, _ := ghpages.SameURL(root, c.Deployment.SiteRoot)
		a.fragment, a.right = fragment, equal && a.text != ""
		answers[v] = a
		return a
	}
	c.eachNode(func(n jsonld.Node, at func(jsonld.Value) int) {
		if !n.IsA("WebPage") {
			return
		}
		for v := range n.All("isPartOf") {
			target := v
			if v.Kind() == jsontree.Object {
				if node := c.graph().Follow(v); node.Exists() && node.Get("url").Exists() {
					if !node.IsA("WebSite") {
						continue // part of something else, such as a series
					}
					target = node.Get("url")
				} else if node.Exists() && node.Typed() && !node.IsA("WebSite") {
					continue
				}
			}
			to := ask(target)
			if to.fragment != "" && c.Page.PartOf.Value == "" && !c.graph().Follow(v).IsA("WebSite") {
				line, column := c.places.at(at(v))
				c.Page.PartOf = site.Text{Value: c.worker.intern(to.abs), Pos: site.Pos{Line: int32(line), Column: int32(column)}}
			}
			if !to.right {
				c.Report(at(v), Finding{
					Message: fmt.Sprintf("isPartOf leads to %s, not to the WebSite at SITE_ROOT", Quote(to.text)),
					Fix:     fmt.Sprintf(`write "isPartOf": {"@type": "WebSite", "url": %q}, or the @id of the index page's WebSite`, c.Deployment.SiteRoot),
				})
			}
		}
	})
}

// jsonldPartOfID: an @id of another page has to be that of a WebSite there.
// Where no page gives its WebSite an @id, nothing is known.
func jsonldPartOfID(c *TreeContext) {
	known := map[string]bool{}
	for _, p := range c.Canonical {
		if p.WebSite != "" {
			known[p.WebSite] = true
		}
	}
	if len(known) == 0 {
		return
	}
	for _, p := range c.Canonical {
		root, _, _ := strings.Cut(p.PartOf.Value, "#")
		if equal, _ := ghpages.SameURL(root, c.Deployment.SiteRoot); p.PartOf.Value == "" || known[p.PartOf.Value] || !equal {
			continue // right, or said when the page was read
		}
		c.ReportPage(p, p.PartOf.Pos, Finding{
			Message: fmt.Sprintf("isPartOf names %s, which is the @id of no WebSite of this site", Quote(p.PartOf.Value)),
			Fix:     "write the @id of the index page's WebSite",
		})
	}
}

func jsonldProfile(c *PageContext) {
	c.eachNode(func(n jsonld.Node, at func(jsonld.Value) int) {
		if !n.IsA("ProfilePage") {
			return
		}
		entity := n.Get("mainEntity")
		who := c.graph().Follow(entity)
		named := jsonld.TextOf(who.Get("name")) != "" || jsonld.TextOf(who.Get("alternateName")) != ""
		if who.IsA("Person") || who.IsA("Organization") {
			if named {
				return
			}
		}
		offset := at(n.Value)
		if entity.Exists() {
			offset = at(entity)
		}
		c.Report(offset, Finding{
			Message: "the ProfilePage does not say whose profile it is",
			Fix:     `write "mainEntity": {"@type": "Person", "name": …}`,
		})
	})
}

// sourceCode calls f for the page's SoftwareSourceCode: top-level nodes, and
// those inline as a mainEntity.
func (c *PageContext) sourceCode(f func(n jsonld.Node, at func(jsonld.Value) int)) {
	c.eachNode(func(n jsonld.Node, at func(jsonld.Value) int) {
		if n.IsA("SoftwareSourceCode") {
			f(n, at)
			return
		}
		for v := range n.All("mainEntity") {
			if entity := jsonld.AsNode(v); entity.IsA("SoftwareSourceCode") {
				f(entity, at)
			}
		}
	})
}

// recommended are the fields of R152 that a node is asked for; alternateName
// only if it is useful. @context is that of the block.
var recommended = [...]string{
	"name", "description", "url", "mainEntityOfPage", "codeRepository", "license", "programmingLanguage", "runtimePlatform",
	"applicationCategory", "isAccessibleForFree", "author", "about", "keywords",
}

// isVoid reports whether a value says nothing: it is absent, null, blank, or a
// list or an object of nothing.
func isVoid(v jsonld.Value) bool {
	switch v.Kind() {
	case jsontree.String:
		return isBlank(v.Str())
	case jsontree.Array:
		for item := range v.Items() {
			if !isVoid(item) {
				return false
			}
		}
		return true
	case jsontree.Object:
		for range v.Members() {
			return false
		}
		return true
	case jsontree.Null:
		return true
	}
	return !v.Exists()
}

func jsonldFieldMissing(c *PageContext) {
	c.sourceCode(func(n jsonld.Node, at func(jsonld.Value) int) {
		for _, field := range recommended {
			if !isVoid(n.Get(field)) {
				continue
			}
			f := Finding{
				Message: fmt.Sprintf("the SoftwareSourceCode has no %s", field),
				Fix:     fmt.Sprintf("write %q", field),
			}
			if field == "applicationCategory" {
				// schema.org gives it to SoftwareApplication only (A11).
				if jsonld.AsNode(n.Get("targetProduct")).Get(field).Exists() {
					continue
				}
				f.Severity = Info
				f.Fix = `if it has one: "targetProduct": {"@type": "SoftwareApplication", "name": …, "applicationCategory": …}`
			}
			c.Report(at(n.Value), f)
		}
	})
}

func jsonldFieldValue(c *PageContext) {
	d := &c.Deployment
	c.sourceCode(func(n jsonld.Node, at func(jsonld.Value) int) {
		report := func(v jsonld.Value, message, fix string) {
			c.Report(at(v), Finding{Message: "SoftwareSourceCode: " + message, Fix: fix})
		}
		for _, field := range [...]string{"url", "mainEntityOfPage"} {
			v := n.Get(field)
			if isVoid(v) {
				continue // jsonld/field-missing says it
			}
			text := jsonld.TextOf(v)
			if id := jsonld.AsNode(v).Get("url"); id.Exists() {
				text = jsonld.TextOf(id)
			}
			target, _, _ := strings.Cut(c.Resolve(text), "#")
			if equal, _ := ghpages.SameURL(target, c.Page.URL); !equal || !strings.Contains(text, "://") {
				report(v, fmt.Sprintf("%s is %s, not the URL of its page", field, Quote(text)), fmt.Sprintf("write %q: %q", field, c.Page.URL))
			}
		}
		if v := n.Get("codeRepository"); !isVoid(v) && isPublicHost(d) && !ghpages.InDoubt(c.Problems, ghpages.KeyOwner, ghpages.KeyRepo, ghpages.KeySiteRoot) {
			want := "https://github.com/" + d.Owner + "/" + d.Repo
			got := strings.TrimSuffix(strings.TrimSuffix(jsonld.TextOf(v), "/"), ".git")
			if !strings.EqualFold(got, want) {
				report(v, fmt.Sprintf("codeRepository is %s, not the declared repository", Quote(jsonld.TextOf(v))), fmt.Sprintf(`write "codeRepository": %q`, want))
			}
		}
		if v := n.Get("license"); !isVoid(v) && !isAbsolute(jsonld.TextOf(v)) && !jsonld.AsNode(v).Get("url").Exists() {
			report(v, fmt.Sprintf("license is %s, which is no URL", Quote(jsonld.TextOf(v))), `write the URL of the licence, such as "https://spdx.org/licenses/Apache-2.0.html"`)
		}
		if v := n.Get("isAccessibleForFree"); !isVoid(v) && v.Kind() != jsontree.True && v.Kind() != jsontree.False {
			report(v, "isAccessibleForFree is no boolean", `write "isAccessibleForFree": true, without quotes`)
		}
		graph := c.graph()
		for _, field := range [...]string{"name", "description", "programmingLanguage", "runtimePlatform", "keywords", "about"} {
			if isVoid(n.Get(field)) {
				continue
			}
			for v := range n.All(field) {
				if jsonld.TextOf(v) == "" && jsonld.TextOf(graph.Follow(v).Get("name")) == "" {
					report(v, field+" holds neither text nor a thing with a name", fmt.Sprintf("write %q as text", field))
					break
				}
			}
		}
		for v := range n.All("author") {
			if isVoid(v) {
				continue
			}
			who := graph.Follow(v)
			if !(who.IsA("Person") || who.IsA("Organization")) || jsonld.TextOf(who.Get("name")) == "" {
				report(v, "author is no Person or Organization with a name", `write "author": {"@type": "Person", "name": …}`)
			}
		}
	})
}

// isPublicHost reports whether the repository is one of github.com.
func isPublicHost(d *ghpages.Deployment) bool { return d.PagesHost == "" }

func jsonldVocabulary(c *PageContext) {
	c.eachNode(func(n jsonld.Node, at func(jsonld.Value) int) {
		var types []string
		for t := range n.Types() {
			if !jsonld.KnownType(t) {
				return // a type that the table lacks: nothing is known of its properties
			}
			types = appendNew(types, t)
		}
		if len(types) == 0 {
			return
		}
		for p, v := range n.Properties() {
			offset := at(v) - v.Offset() + p.Offset
			if by := jsonld.SupersededBy(p.Name); by != "" {
				c.Report(offset, Finding{Message: fmt.Sprintf("the property %s has been replaced", p.Name), Fix: fmt.Sprintf("write %q", by)})
				continue
			}
			if !jsonld.KnownProperty(p.Name) {
				c.Report(offset, Finding{
					Message: fmt.Sprintf("schema.org has no property %s for %s", Quote(p.Name), someOf(types)),
					Fix:     "correct the name, or remove it",
				})
				continue
			}
			fits := false
			for _, t := range types {
				fits = fits || jsonld.InDomain(p.Name, t)
			}
			if !fits {
				c.Report(offset, Finding{
					Severity: Info,
					Message:  fmt.Sprintf("schema.org gives the property %s to %s, not to %s", p.Name, strings.Join(jsonld.Domains(p.Name), ", "), someOf(types)),
					Fix:      "put it on a node of such a type",
				})
			}
		}
	})
}

// terms calls f for each keyword and each name in about of the page's nodes.
func (c *PageContext) terms(f func(property, term string, offset int)) {
	c.eachNode(func(n jsonld.Node, at func(jsonld.Value) int) {
		for v := range n.All("keywords") {
			for term := range strings.SplitSeq(jsonld.TextOf(v), ",") {
				if term = strings.TrimSpace(term); term != "" {
					f("keywords", term, at(v))
				}
			}
		}
		for v := range n.All("about") {
			term := jsonld.TextOf(v)
			if node := jsonld.AsNode(v); node.Exists() {
				term = jsonld.TextOf(node.Get("name"))
			}
			if term != "" {
				f("about", term, at(v))
			}
		}
	})
}

// jsonldKeywords asks of each word of a term whether it occurs in what people
// see, in the title, the description or the repository's name.
func jsonldKeywords(c *PageContext) {
	var words *pageWords // made when the first term asks for it
	c.terms(func(property, term string, offset int) {
		if words == nil {
			var b strings.Builder
			b.WriteString(c.Facts.VisibleText())
			if t := headTitle(c.Facts); t != nil {
				b.WriteString(" " + t.Value)
			}
			if m := metaName(c.Facts, "description"); m != nil {
				b.WriteString(" " + m.Content)
			}
			b.WriteString(" " + c.Deployment.Repo)
			words = wordsIn(b.String())
		}
		if isGeneric(term) {
			return // jsonld/generic-terms says it
		}
		for _, word := range wordsOf(term) {
			if !words.has(word) {
				c.Report(offset, Finding{
					Message: fmt.Sprintf("%s names %s, which does not occur on the page", property, Quote(term)),
					Fix:     "name only what the page is about, in its own words",
				})
				return
			}
		}
	})
}

// pageWords are the words of a page's text, for looking others up in them.
type pageWords struct {
	text  string   // a space before each word
	list  []string // sorted when many have been looked up
	asked int
}

func wordsIn(text string) *pageWords {
	list := wordsOf(text)
	return &pageWords{text: " " + strings.Join(list, " "), list: list}
}

// fewWords are looked for in the text as it is, which costs less than to sort
// it; a page that asks for more of them may ask for a hundred thousand.
const fewWords = 100

// has finds a word, or one that begins with it and adds little: a plural
// counts as its singular.
func (w *pageWords) has(word string) bool {
	if w.begins(word) {
		return true
	}
	singular := strings.TrimSuffix(word, "s")
	return len(singular) > 3 && singular != word && w.begins(singular)
}

// begins reports whether a word of the text begins with s.
func (w *pageWords) begins(s string) bool {
	if w.asked++; w.asked <= fewWords {
		return strings.Contains(w.text, " "+s)
	}
	if w.asked == fewWords+1 {
		slices.Sort(w.list)
	}
	i, _ := slices.BinarySearch(w.list, s)
	return i < len(w.list) && strings.HasPrefix(w.list[i], s)
}

// wordsOf are the words of s in lower case.
func wordsOf(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return r != '+' && r != '#' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r)
	})
}

// genericTerms advertise and say nothing of any one page.
var genericTerms = map[string]bool{
	"seo": true, "best": true, "free download": true, "cheap": true, "#1": true, "top 10": true, "number one": true, "buy now": true,
	"click here": true, "viral": true, "trending": true, "world's best": true, "best ever": true, "must have": true, "must-have": true,
	"download free": true, "free": true, "best free": true,
}

func jsonldGenericTerms(c *PageContext) {
	c.terms(func(property, term string, offset int) {
		if isGeneric(term) {
			c.Report(offset, Finding{
				Message: fmt.Sprintf("%s holds %s, which says nothing of the page", property, Quote(term)),
				Fix:     "remove it",
			})
		}
	})
}

func isGeneric(term string) bool {
	low := strings.ToLower(term)
	first, _, several := strings.Cut(low, " ")
	return genericTerms[low] || several && (first == "best" || first == "cheap" || first == "#1")
}
