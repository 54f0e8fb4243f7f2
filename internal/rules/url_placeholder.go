package rules

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
	"github.com/discovery-set/hugo-discovery/internal/jsontree"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

const placeholderID = "url/placeholder"

// tokens are what stands in the place of a value that is not closed, between
// brackets (R028): the protocol's names of values.
var tokens = [...]string{
	"SITE_ROOT", "DOMAIN_ROOT", "DISCOVERY_ROOT", "PROJECT_ROOT", "CURRENT_PAGE_URL",
	"LLMS_URL", "RAW_MANIFEST_URL", "SITEMAP_URL", "ROBOTS_URL",
	"OWNER", "REPO", "PAGES_TYPE", "CUSTOM_DOMAIN", "SOURCE_BRANCH", "SOURCE_PATH",
}

// placeholderIn returns the placeholder that s holds, or "": a token between
// brackets, or one of the names of the protocol's examples, in capitals.
func placeholderIn(s string, d *ghpages.Deployment) string {
	if i := strings.IndexByte(s, '['); i >= 0 {
		if p := bracketed(s[i:], "[", "]"); p != "" {
			return p
		}
	}
	if strings.Contains(s, "%5") {
		for _, brackets := range [...][2]string{{"%5B", "%5D"}, {"%5b", "%5d"}} {
			if p := bracketed(s, brackets[0], brackets[1]); p != "" {
				return p
			}
		}
	}
	if d.Owner != "OWNER" && strings.Contains(s, "OWNER") {
		for _, p := range [...]string{"OWNER.github.io", "github.com/OWNER"} {
			if strings.Contains(s, p) {
				return p
			}
		}
	}
	if d.Repo != "REPO" && strings.Contains(s, "/REPO/") {
		return "/REPO/"
	}
	return ""
}

// bracketed finds a token between an opening and a closing bracket.
func bracketed(s, opening, closing string) string {
	for {
		_, rest, ok := strings.Cut(s, opening)
		if !ok {
			return ""
		}
		for _, token := range tokens {
			if after, ok := strings.CutPrefix(rest, token); ok && strings.HasPrefix(after, closing) {
				return opening + token + closing
			}
		}
		s = rest
	}
}

// urlPlaceholder looks at the values of the head, at the JSON-LD and at the
// machine links. A text with white space in it is prose, which may quote a
// token.
func urlPlaceholder(c *PageContext) {
	report := func(offset int, value, token string) { c.Report(offset, placeholderFinding(c.Run, value, token)) }
	look := func(offset int, value string) {
		if token := placeholderIn(value, &c.Deployment); token != "" && !strings.ContainsAny(value, " \t\n\r") {
			report(offset, value, token)
		}
	}
	for i := range c.Facts.Links {
		if l := &c.Facts.Links[i]; !l.Context.Has(htmlfacts.InTemplate) {
			look(max(l.HrefOffset, l.Offset), l.Href)
		}
	}
	for i := range c.Facts.Metas {
		if m := &c.Facts.Metas[i]; m.HasContent && !m.Context.Has(htmlfacts.InTemplate) {
			look(max(m.ContentOffset, m.Offset), m.Content)
		}
	}
	for i := range c.Facts.Bases {
		look(c.Facts.Bases[i].HrefOffset, c.Facts.Bases[i].Href)
	}
	for i := range c.Facts.JSONLD {
		block := &c.Facts.JSONLD[i]
		if placeholderIn(block.Raw, &c.Deployment) == "" && !strings.Contains(block.Raw, `\`) {
			continue
		}
		for node := range c.JSONLD()[i].Nodes() {
			eachString(node.Value, func(v jsontree.Value) { look(block.RawOffset+v.Offset()+1, v.Str()) })
		}
	}
	for i := range c.Facts.Refs {
		r := &c.Facts.Refs[i]
		if r.Kind != htmlfacts.Hyperlink || !r.Context.Has(htmlfacts.InMachineLinks|htmlfacts.InFooter) {
			continue
		}
		if name, _ := meant(r.URL); name != "" || r.Context.Has(htmlfacts.InMachineLinks) {
			look(r.Offset, r.URL)
		}
	}
}

func placeholderFinding(run *Run, value, token string) Finding {
	d := &run.Deployment
	values := map[string]string{
		"SITE_ROOT": d.SiteRoot, "DOMAIN_ROOT": d.DomainRoot, "DISCOVERY_ROOT": d.DiscoveryRoot, "PROJECT_ROOT": d.ProjectRoot,
		"LLMS_URL": d.LLMSURL, "RAW_MANIFEST_URL": d.RawManifestURL, "SITEMAP_URL": d.SitemapURL, "ROBOTS_URL": d.RobotsURL,
		"OWNER": d.Owner, "REPO": d.Repo, "CUSTOM_DOMAIN": d.CustomDomain, "PAGES_TYPE": string(d.PagesType),
		"CURRENT_PAGE_URL": "the page's own URL",
		"OWNER.github.io":  strings.ToLower(d.Owner) + ".github.io", "github.com/OWNER": "github.com/" + d.Owner, "/REPO/": "/" + d.Repo + "/",
	}
	name := strings.NewReplacer("[", "", "]", "", "%5B", "", "%5D", "", "%5b", "", "%5d", "").Replace(token)
	fix := "write the real value in the place of " + token
	if v := values[name]; v != "" {
		fix = fmt.Sprintf("write %s in the place of %s", v, token)
	}
	return Finding{Message: fmt.Sprintf("%s still holds the placeholder %s", Quote(value), token), Fix: fix, placeholder: token}
}

// urlPlaceholderDocs looks at the words of the discovery files. A title or a
// description may quote a token, so that in the manifest only a whole string
// counts, and in llms.txt what is part of a longer URL or all of a link.
func urlPlaceholderDocs(c *TreeContext) {
	for _, doc := range c.Set.Documents() {
		if placeholderIn(doc.Text(), &c.Deployment) != "" {
			c.placeholdersOf(doc)
		}
	}
}

// mostPlaceholders bounds the findings of one file: one template writes them
// all.
const mostPlaceholders = 20

func (c *TreeContext) placeholdersOf(doc *site.Document) {
	text := doc.Text()
	n := 0
	w := textWord{text: text, hash: -1}
	for start := 0; start < len(text) && n < mostPlaceholders; {
		if isWordEnd(text[start]) {
			if start++; text[start-1] == '\n' {
				w.line = start
			}
			continue
		}
		end := start + 1
		for end < len(text) && !isWordEnd(text[end]) {
			end++
		}
		w.start, w.end = start, end
		word := text[start:end]
		if token := placeholderIn(word, &c.Deployment); token != "" && c.isValue(doc, &w, token) {
			c.Report(doc, start, placeholderFinding(c.Run, word, token))
			n++
		}
		if i := strings.LastIndexByte(word, '#'); i >= 0 {
			w.hash = start + i
		}
		start = end
	}
}

// textWord is a word of a text, with what is known of its line, which may be
// all of the text.
type textWord struct {
	text       string
	start, end int
	line       int // where its line begins
	hash       int // the last # before it, or -1
}

// isValue tells a value from a token that a text quotes.
func (c *TreeContext) isValue(doc *site.Document, w *textWord, token string) bool {
	switch doc {
	case c.Set.Manifest:
		return w.start > 0 && w.text[w.start-1] == '"' && w.end < len(w.text) && w.text[w.end] == '"'
	case c.Set.LLMS:
		return w.isURL(token)
	case c.Set.Robots:
		return w.hash < w.line
	}
	return true
}

// dropConsequences leaves out what other rules say of a value that
// url/placeholder has reported in the same file: until it is filled in,
// nothing else can be said of it.
func dropConsequences(findings []Finding) []Finding {
	left := map[string][]string{} // file → placeholders
	for i := range findings {
		if f := &findings[i]; f.Rule == placeholderID {
			left[f.File] = appendNew(left[f.File], f.placeholder)
		}
	}
	if len(left) == 0 {
		return findings
	}
	return slices.DeleteFunc(findings, func(f Finding) bool {
		return f.Rule != placeholderID && slices.ContainsFunc(left[f.File], func(token string) bool {
			return strings.Contains(f.Message, token) || strings.Contains(f.URL, token)
		})
	})
}

// isWordEnd: what cannot be part of a URL in text, Markdown, JSON or XML.
func isWordEnd(b byte) bool {
	return b <= ' ' || strings.IndexByte("\"'<>()`", b) >= 0
}

// isURL reports whether the placeholder in llms.txt stands for a URL: a path
// follows it, or it is all of a link's target, or all of a line's value.
func (w *textWord) isURL(token string) bool {
	text, start, end := w.text, w.start, w.end
	if start > 0 && text[start-1] == '`' {
		return false
	}
	if word := text[start:end]; word != token {
		at := strings.Index(word, token)
		rest := strings.TrimRight(word[at+len(token):], ".,;:!?")
		return rest != "" || at > 0
	}
	before, after := byte('\n'), byte('\n')
	if start > 0 {
		before = text[start-1]
	}
	if end < len(text) {
		after = text[end]
	}
	switch {
	case before == '(' && start > 1 && text[start-2] == ']':
		return true
	case before == '<' && after == '>':
		return true
	}
	line := strings.TrimRightFunc(text[w.line:start], unicode.IsSpace)
	return after == '\n' && (line == "" || strings.HasSuffix(line, ":"))
}
