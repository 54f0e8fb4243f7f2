package rules

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/jsontree"
	"github.com/discovery-set/hugo-discovery/internal/manifest"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

var manifestRules = []Rule{
	{
		ID: "manifest/json", Refs: []string{"R094"}, Severity: Error,
		Summary: "raw-manifest.json is one JSON object in UTF-8 without duplicate keys.",
		Tree:    manifestJSON,
	},
	{
		ID: "manifest/unclaimed", Refs: []string{"R164"}, Severity: Warning,
		Summary: "raw-manifest.json claims the format by its schema_version.",
		Tree:    manifestUnclaimed,
	},
	{
		ID: "manifest/schema", Refs: []string{"R094", "R164"}, Severity: Error,
		Summary: "A manifest that claims the format keeps its schema.",
		Tree:    manifestSchema,
	},
	{
		ID: "manifest/protocol", Refs: []string{"R006"}, Severity: Info,
		Summary: "The manifest names the protocol and the version that it follows.",
		Tree:    manifestProtocol,
	},
	{
		ID: "manifest/pages", Refs: []string{"R164"}, Severity: Error,
		Summary: "The manifest lists every canonical page once, and nothing else.",
		Tree:    manifestPages,
	},
	{
		ID: "manifest/page-data", Refs: []string{"R164"}, Severity: Warning,
		Summary: "Title, description, language and JSON-LD type of a page are in the manifest what they are on the page.",
		Tree:    manifestPageData,
	},
	{
		ID: "manifest/url", Refs: []string{"R048", "R049", "R050", "R164"}, Severity: Error,
		Summary: "The manifest's url is SITE_ROOT, and its discovery URLs are those of the set.",
		Tree:    manifestURL,
	},
	{
		ID: "manifest/robots-role", Refs: []string{"R068"}, Severity: Error,
		Summary: "The manifest calls robots.txt authoritative only where the tree is the root of its host.",
		Tree:    manifestRobotsRole,
	},
	{
		ID: "manifest/file-missing", Refs: []string{"R164", "E01"}, Severity: Error,
		Summary: "Every file that the manifest names under its discovery or as a Markdown twin is in the tree.",
		Tree:    manifestFileMissing,
	},
}

// claimed is the manifest where it claims the format, else nil.
func (c *TreeContext) claimed() *manifest.File {
	if m := c.Set.ManifestFile; m != nil && m.IsObject && m.Claims {
		return m
	}
	return nil
}

func manifestJSON(c *TreeContext) {
	doc, m := c.Set.Manifest, c.Set.ManifestFile
	if doc.Err != nil {
		c.Report(doc, 0, Finding{Message: "raw-manifest.json could not be read: " + doc.Err.Error(), Fix: "publish a readable file"})
	}
	if m == nil {
		return
	}
	for _, p := range m.Problems {
		f := Finding{Message: p.Message, Fix: "write valid JSON: generate it with a JSON encoder"}
		switch p.Kind {
		case jsontree.BOM:
			f.Severity, f.Fix = Warning, "save the file without a byte order mark"
		case jsontree.DuplicateKey:
			f.Fix = "keep one of the two; programs read different ones"
		case manifest.NotObject:
			f.Fix = "write one object: { … }"
		case jsontree.InvalidUTF8:
			f.Fix = "save the file as UTF-8"
		}
		c.Report(doc, p.Offset, f)
	}
}

func manifestUnclaimed(c *TreeContext) {
	if m := c.Set.ManifestFile; m != nil && m.IsObject && !m.Claims && m.Whole() {
		c.Report(c.Set.Manifest, 0, Finding{
			Message: "the manifest claims no known format: what it says was not held against the site",
			Fix:     `write "schema_version": "1" and the fields of https://discovery-set.github.io/hugo-discovery/schema/raw-manifest.schema.json`,
		})
	}
}

func manifestSchema(c *TreeContext) {
	for _, v := range c.Set.Violations {
		if !c.saidByGate(v.Line, v.Column) {
			message := v.Message
			if v.Pointer != "" { // else the message names the manifest
				message = v.Pointer + ": " + message
			}
			c.Report(c.Set.Manifest, v.Offset, Finding{Message: message, Fix: v.Fix})
		}
	}
}

// protocolName is the protocol's own name (ledger R006).
const protocolName = "GitHub Pages Discovery Set Protocol"

func manifestProtocol(c *TreeContext) {
	m := c.claimed()
	if m == nil || (m.Protocol.Version.Value == "v1" && strings.EqualFold(m.Protocol.Name.Value, protocolName)) {
		return
	}
	f := Finding{Message: "the manifest does not say which version of the protocol it follows", Fix: `write "protocol": {"name": "GitHub Pages Discovery Set Protocol", "version": "v1"}`}
	if v := m.Protocol.Version; v.Value != "" && v.Value != "v1" {
		f.Message = fmt.Sprintf("version %s of the protocol is not known here; the rules are those of v1", Quote(v.Value))
	} else if name := m.Protocol.Name; v.Value != "" && name.Value != "" {
		f.Message = fmt.Sprintf("the manifest follows %s, not the protocol of these rules", Quote(name.Value))
	}
	c.Report(c.Set.Manifest, m.Protocol.Offset, f)
}

func manifestPages(c *TreeContext) {
	m := c.claimed()
	if m == nil || m.PagesOffset == 0 || !m.PagesList {
		return // the schema asks for the list
	}
	doc := c.Set.Manifest
	if len(m.Pages) == 0 && len(c.Canonical) > 1 {
		c.Report(doc, m.PagesOffset, Finding{
			URL:     c.Canonical[0].URL,
			Message: fmt.Sprintf("the manifest lists no page, and the tree has %d", len(c.Canonical)),
			Fix:     fmt.Sprintf(`add {"url": %q, …} and so on for each canonical page`, c.Canonical[0].URL),
		})
		return
	}
	listed := map[*site.Page]bool{}
	for i := range m.Pages {
		url := m.Pages[i].URL
		if !url.Present() {
			continue
		}
		p := c.PageByURL(url.Value)
		if p == nil {
			if !c.refused(url.Value) && strings.Contains(url.Value, "://") { // else the schema says it
				c.reportNoPage(doc, url)
			}
			continue
		}
		if listed[p] {
			c.Report(doc, url.Offset, Finding{URL: url.Value, Message: url.Value + " is listed twice", Fix: "keep one of the two"})
		}
		listed[p] = true
	}
	for _, p := range c.Canonical {
		if !listed[p] && c.PageByURL(p.URL) == p {
			c.Report(doc, m.PagesOffset, Finding{
				URL:     p.URL,
				cause:   p.Path,
				Message: fmt.Sprintf("the manifest lacks the canonical page %s (%s)", p.URL, p.Path),
				Fix:     fmt.Sprintf(`add {"url": %q, …} to pages, or exclude it with a reason`, p.URL),
			})
		}
	}
}

// reportNoPage reports an entry of pages whose URL is that of no canonical
// page. Where it is only written otherwise, the page counts as listed.
func (c *TreeContext) reportNoPage(doc *site.Document, url manifest.Text) {
	f := Finding{URL: url.Value, Message: fmt.Sprintf("%s is the URL of no canonical page", Quote(url.Value)), Fix: "remove the entry, or publish the page"}
	if c.Deployment.CustomDomain != ghpages.NoCustomDomain && isOwnerHost(url.Value, c.Deployment.Owner) {
		return // url/stale-host says it
	}
	path, ok := c.Deployment.TreePath(squeeze(url.Value))
	if ok && squeeze(url.Value) == url.Value {
		f.cause = c.causeOf(url.Value)
	}
	if !ok {
		f.Message = fmt.Sprintf("%s is not under SITE_ROOT", Quote(url.Value))
		f.Fix = "list only URLs that begin with " + c.Deployment.SiteRoot
	} else if p := c.PageByPath(pageFile(path)); p != nil {
		switch p.Status {
		case site.Canonical:
			f.Message = fmt.Sprintf("%s is not the canonical URL of %s", Quote(url.Value), p.Path)
			f.Fix = "write " + p.URL
		case site.Excluded:
			f.Message = fmt.Sprintf("%s is listed, and excluded too (%s)", Quote(url.Value), p.Reason)
			f.Fix = "remove one of the two"
		case site.RedirectStub:
			f.Message = Quote(url.Value) + " is a redirect"
		}
	}
	c.Report(doc, url.Offset, f)
}

// sameLanguage reports whether two language tags do not contradict each other: they differ in case only, or one of them
// says more than the other, as en-GB says more than en (RFC 4647, basic filtering).
func sameLanguage(a, b string) bool {
	a, b = strings.ToLower(strings.TrimSpace(a)), strings.ToLower(strings.TrimSpace(b))
	return a == b || strings.HasPrefix(a, b+"-") || strings.HasPrefix(b, a+"-")
}

// isPart reports whether a title is the other one without the site's name
// before or behind it: Install of “Install | Example Project”.
func isPart(title, whole string) bool {
	rest, ok := strings.CutPrefix(whole, title+" ")
	if ok {
		rest, _, _ = strings.Cut(rest, " ")
		return isSeparator(rest)
	}
	rest, ok = strings.CutSuffix(whole, " "+title)
	return ok && isSeparator(rest[strings.LastIndexByte(rest, ' ')+1:])
}

func isSeparator(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

func manifestPageData(c *TreeContext) {
	m := c.claimed()
	if m == nil {
		return
	}
	for i := range m.Pages {
		entry := &m.Pages[i]
		p := c.PageByURL(entry.URL.Value)
		if p == nil {
			continue
		}
		for _, field := range []struct {
			name      string
			said      manifest.Text
			have      string
			alternate string
		}{
			{"title", entry.Title, p.Title.Value, p.OGTitle.Value},
			{"description", entry.Description, p.Description.Value, p.OGDescription.Value},
			{"language", entry.Language, p.Lang, p.Lang},
		} {
			if field.said.Value == "" || field.have == "" {
				continue // absent, or empty: the schema says so
			}
			if field.name == "language" && sameLanguage(field.said.Value, field.have) {
				continue
			}
			said, have := collapse(field.said.Value), collapse(field.have)
			if said != have && said != collapse(field.alternate) && (field.name != "title" || !isPart(said, have)) {
				c.Report(c.Set.Manifest, field.said.Offset, Finding{
					URL:     p.URL,
					Message: fmt.Sprintf("the %s is %s here and %s on the page", field.name, Quote(field.said.Value), Quote(field.have)),
					Fix:     "generate both from one source",
				})
			}
		}
		want, _ := c.wantedTypes(p)
		if !hasAnyType(p, want) {
			continue // jsonld/type says it
		}
		if t := entry.JSONLDType; t.Value != "" && !hasAnyType(p, []string{t.Value}) && !(t.Value == "SoftwareSourceCode" && p.HasSourceCode) {
			c.Report(c.Set.Manifest, t.Offset, Finding{
				URL:     p.URL,
				Message: fmt.Sprintf("the JSON-LD type is %s here, and the page has none of it", Quote(t.Value)),
				Fix:     "generate both from one source",
			})
		}
	}
}

func manifestURL(c *TreeContext) {
	m := c.claimed()
	if m == nil {
		return
	}
	for _, u := range []struct {
		key, file, ref string
		said           manifest.Text
	}{
		{"llms", ghpages.LLMSFile, "R048", m.Discovery.LLMS},
		{"raw_manifest", ghpages.RawManifestFile, "R049", m.Discovery.RawManifest},
		{"sitemap", ghpages.SitemapFile, "R050", m.Discovery.Sitemap},
	} {
		want := c.DiscoveryURL(u.file)
		equal, identical := ghpages.SameURL(u.said.Value, want)
		if identical || !strings.Contains(u.said.Value, "://") || c.staleHost(u.said.Value) {
			continue // right, or the schema or url/stale-host says it
		}
		switch _, _, a := c.judge(c.Deployment.DiscoveryRoot, u.said.Value, true); a {
		case aimDoubleSlash, aimMissingSlash, aimDomainRoot, aimPlaceholder:
			continue // the area url says it
		}
		f := Finding{
			Refs: []string{u.ref, "R164"}, URL: u.said.Value,
			Message: fmt.Sprintf("discovery.%s is %s, not the URL of this site's %s", u.key, Quote(u.said.Value), u.file),
			Fix:     "write " + want,
		}
		if equal {
			f.Severity, f.Message = Warning, fmt.Sprintf("discovery.%s writes the URL of %s otherwise: %s", u.key, u.file, Quote(u.said.Value))
		}
		c.Report(c.Set.Manifest, u.said.Offset, f)
	}
	if !m.URL.Present() {
		return
	}
	equal, identical := ghpages.SameURL(m.URL.Value, c.Deployment.SiteRoot)
	if identical || (c.Deployment.CustomDomain != ghpages.NoCustomDomain && isOwnerHost(m.URL.Value, c.Deployment.Owner)) {
		return
	}
	f := Finding{URL: m.URL.Value, Message: fmt.Sprintf("url is %s, not SITE_ROOT", Quote(m.URL.Value)), Fix: "write " + c.Deployment.SiteRoot}
	if equal || m.URL.Value+"/" == c.Deployment.SiteRoot {
		f.Severity = Warning
	}
	c.Report(c.Set.Manifest, m.URL.Offset, f)
}

func manifestRobotsRole(c *TreeContext) {
	m := c.claimed()
	if m == nil {
		return
	}
	role := m.Discovery.RobotsRole
	want := "companion"
	if c.Deployment.ControlsDomainRoot {
		want = "authoritative"
	}
	if role.Value == want || (role.Value != "companion" && role.Value != "authoritative") {
		return // right, or for the schema to say
	}
	why := "crawlers read only the one at " + c.Deployment.DomainRoot
	if c.Deployment.ControlsDomainRoot {
		why = "this tree is the root of its host"
	}
	c.Report(c.Set.Manifest, role.Offset, Finding{
		Message: fmt.Sprintf("the manifest calls robots.txt %s, although %s", role.Value, why),
		Fix:     fmt.Sprintf(`write "role": %q`, want),
	})
}

func manifestFileMissing(c *TreeContext) {
	m := c.claimed()
	if m == nil {
		return
	}
	named := []manifest.Text{m.Discovery.LLMSFull}
	if !c.Deployment.ControlsDomainRoot || c.Set.Robots.Found {
		named = append(named, m.Discovery.RobotsURL) // else robots/missing says it
	}
	named = append(named, m.Discovery.NestedLLMS...)
	for i := range m.Pages {
		named = append(named, m.Pages[i].MarkdownURL)
	}
	for _, url := range named {
		if url.Value == "" {
			continue
		}
		path, ok := c.Deployment.TreePath(url.Value)
		if ok && ghpages.Resolve(c.Tree, path).Status == 200 {
			continue
		}
		if c.Deployment.CustomDomain != ghpages.NoCustomDomain && isOwnerHost(url.Value, c.Deployment.Owner) {
			continue // url/stale-host says it
		}
		if !ok && url == m.Discovery.RobotsURL {
			continue // gate/discovery-urls says it
		}
		f := Finding{URL: url.Value, Message: fmt.Sprintf("the tree has no %s", url.Value), Fix: "publish the file, or remove the entry"}
		if !ok {
			f.Message = fmt.Sprintf("%s is not under SITE_ROOT", Quote(url.Value))
		}
		c.Report(c.Set.Manifest, url.Offset, f)
	}
}
