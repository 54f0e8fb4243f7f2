package rules

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
)

// The wrapper of the machine links is an element with the class machine-links,
// whatever its name; a footer is where the links may stand as well (A30).
var footerRules = []Rule{
	{
		ID: "footer/links", Refs: []string{"R102", "R103", "R104", "R131"}, Severity: Error,
		Summary: "The footer of every canonical page links llms.txt, raw-manifest.json and sitemap.xml.",
		Page:    footerLinks,
	},
	{
		ID: "footer/visible", Refs: []string{"R170"}, Severity: Error,
		Summary: "The machine links are visible.",
		Page:    footerVisible,
	},
	{
		ID: "footer/noise", Refs: []string{"R013", "R171"}, Severity: Warning,
		Summary: "The row of machine links has at most six links and 160 characters.",
		Page:    footerNoise,
	},
	{
		ID: "footer/small", Refs: []string{"R172", "R175"}, Severity: Warning,
		Summary: "The row of machine links has no heading, no image and no large type.",
		Page:    footerSmall,
	},
	{
		ID: "footer/dominant", Refs: []string{"R013", "R173"}, Severity: Warning,
		Summary: "The row of machine links is less than a quarter of the page's text.",
		Page:    footerDominant,
	},
	{
		ID: "footer/wording", Refs: []string{"R105", "R174"}, Severity: Info,
		Summary: "The machine links name their files, and their row has a name for screen readers.",
		Page:    footerWording,
	},
	{
		ID: "footer/placement", Refs: []string{"R175"}, Severity: Warning,
		Summary: "The machine links stand outside the page's main content and its navigation.",
		Page:    footerPlacement,
	},
	{
		ID: "footer/manifest-in-page", Refs: []string{"R013", "R177"}, Severity: Warning,
		Summary: "No page shows the manifest or llms.txt as part of its content.",
		Page:    manifestInPage,
	},
}

// footerNames are the files that a footer links.
var footerNames = [...]string{ghpages.LLMSFile, ghpages.RawManifestFile, ghpages.SitemapFile}

// inFooterOf reports whether a link stands where machine links belong: in a
// footer, or in a wrapper behind the main content.
func (c *PageContext) inFooterOf(r *discoveryRef) bool {
	if r.Place != inFooter {
		return false
	}
	at := c.Facts.Refs[r.Ref].Context
	if at.Has(htmlfacts.InFooter|htmlfacts.AfterMain|htmlfacts.InMain|htmlfacts.InArticle|htmlfacts.InNav) || len(c.Facts.Mains) == 0 {
		return true // footer/placement judges the wrong ones of these
	}
	return false
}

// footerLinks reports, in one finding, which links the footer lacks. A link
// to the wrong place is there, and a rule of the area url says where it leads.
func footerLinks(c *PageContext) {
	if c.swallowed() {
		return // jsonld/syntax says what hides the footer
	}
	refs := c.discoveryRefs()
	var missing, elsewhere []string
	var at *discoveryRef
	for _, name := range footerNames {
		found, outside := false, (*discoveryRef)(nil)
		for i := range refs {
			r := &refs[i]
			if r.Name != name || r.Place == inHead || r.Place == inJSONLD {
				continue
			}
			if c.inFooterOf(r) {
				found = true
				break
			}
			if outside == nil {
				outside = r
			}
		}
		switch {
		case found:
		case outside != nil:
			elsewhere = append(elsewhere, name)
			if at == nil {
				at = outside
			}
		case !c.hiddenInTemplate(name): // footer/visible says it
			missing = append(missing, name)
		}
	}
	if len(missing) == 0 && len(elsewhere) == 0 {
		return
	}
	f := Finding{Fix: "write into the footer: " + c.rowOf(missing, elsewhere)}
	offset := c.footerOffset()
	switch {
	case len(missing) == 0:
		f.Severity, offset = Warning, at.Offset
		f.Message = "the page links " + list(elsewhere) + " elsewhere, but not in its footer"
		f.Fix = "move the links into the footer, or into an element with the class machine-links behind the main content"
	case len(elsewhere) > 0:
		f.Message = fmt.Sprintf("the footer does not link %s; the page links %s elsewhere", list(missing), list(elsewhere))
	default:
		f.Message = "the footer does not link " + list(missing)
	}
	if len(c.Facts.Footers) == 0 && len(c.Facts.MachineLinks) == 0 {
		f.Message = strings.Replace(f.Message, "the footer does not link", "the page has no footer that links", 1)
	}
	c.Report(offset, f)
}

// swallowed reports whether a script that is never closed hides the rest of
// the page.
func (c *PageContext) swallowed() bool {
	return slices.ContainsFunc(c.Facts.JSONLD, func(b htmlfacts.Block) bool { return b.Unclosed })
}

// rowOf is the row to write: the links that lack.
func (c *PageContext) rowOf(names ...[]string) string {
	var b strings.Builder
	b.WriteString(`<div class="machine-links" role="group" aria-label="Machine-readable project files">`)
	for _, name := range footerNames {
		if slices.Contains(slices.Concat(names...), name) {
			fmt.Fprintf(&b, `<a href="%s">%s</a> `, c.DiscoveryURL(name), name)
		}
	}
	return strings.TrimSuffix(b.String(), " ") + "</div>"
}

// list writes names as a sentence does.
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// footerOffset is where the row stands or should stand.
func (c *PageContext) footerOffset() int {
	if n := len(c.Facts.MachineLinks); n > 0 {
		return c.Facts.MachineLinks[n-1].Offset
	}
	if n := len(c.Facts.Footers); n > 0 {
		return c.Facts.Footers[n-1].Offset
	}
	for _, tag := range [...]string{"</body", "</html"} {
		if i := bytes.LastIndex(c.Facts.Src, []byte(tag)); i >= 0 {
			return i
		}
	}
	return len(c.Facts.Src)
}

// hiddenInTemplate reports whether the only link to the file is inside a
// template element of a footer, which shows nothing.
func (c *PageContext) hiddenInTemplate(name string) bool {
	return c.templateRef(name) >= 0
}

func (c *PageContext) templateRef(name string) int {
	return slices.IndexFunc(c.Facts.Refs, func(r htmlfacts.Ref) bool {
		if !r.Context.Has(htmlfacts.InTemplate) || r.Kind != htmlfacts.Hyperlink || !r.Context.Has(htmlfacts.InFooter|htmlfacts.InMachineLinks) {
			return false
		}
		means, _ := meant(r.URL)
		return means == name
	})
}

// footerVisible: a file that one visible link of the footer names is well
// served, whatever else is hidden. What style sheets do is not seen here.
func footerVisible(c *PageContext) {
	refs := c.discoveryRefs()
	type hidden struct {
		why    string
		offset int
		names  []string
	}
	var found []hidden
	note := func(name, why string, offset int) {
		for i := range found {
			if found[i].why == why {
				found[i].names = append(found[i].names, name)
				return
			}
		}
		found = append(found, hidden{why, offset, []string{name}})
	}
	for _, name := range footerNames {
		why, offset, any, visible := "", 0, false, false
		for i := range refs {
			r := &refs[i]
			if r.Name != name || !c.inFooterOf(r) {
				continue
			}
			any = true
			reason := c.whyHidden(&c.Facts.Refs[r.Ref])
			if reason == "" {
				visible = true
				break
			}
			if why == "" {
				why, offset = reason, r.Offset
			}
		}
		switch {
		case visible:
		case any:
			note(name, why, offset)
		default:
			if i := c.templateRef(name); i >= 0 {
				note(name, "it stands inside a template element, which browsers do not show", c.Facts.Refs[i].Offset)
			}
		}
	}
	for _, h := range found {
		verb := "is"
		if len(h.names) > 1 {
			verb = "are"
		}
		c.Report(h.offset, Finding{
			Message: fmt.Sprintf("the footer's link to %s %s not visible: %s", list(h.names), verb, h.why),
			Fix:     "show the link, in small type if you like",
		})
	}
}

// whyHidden says why people do not see a link, as far as the HTML tells, or
// "".
func (c *PageContext) whyHidden(r *htmlfacts.Ref) string {
	switch {
	case r.HiddenBy >= 0:
		h := &c.Facts.Hiders[r.HiddenBy]
		return fmt.Sprintf("<%s> has %s", h.Element, h.Why)
	case r.Context.Has(htmlfacts.InNoscript):
		return "it stands inside noscript, which browsers with scripts do not show"
	case r.Context.Has(htmlfacts.InClosedDetails):
		return "it stands inside a details element that is closed"
	case r.Empty:
		return "its a element has no text"
	}
	return ""
}

// The bounds of R171 and R173.
const (
	mostFooterLinks = 6
	mostFooterText  = 160 // characters
	leastPageText   = 400 // of visible text; shorter pages are not judged
)

// textLen is the number of characters of a wrapper's text.
func (c *PageContext) textLen(r *htmlfacts.Region) int {
	if r.TextLen <= mostFooterText {
		return r.TextLen // bytes: no more than that many characters
	}
	return utf8.RuneCountInString(c.Facts.Text(r.Content))
}

// links is how many links a wrapper has.
func (c *PageContext) linksIn(r *htmlfacts.Region) int {
	n := 0
	for i := r.FirstRef; i < r.EndRef; i++ {
		if c.Facts.Refs[i].Kind == htmlfacts.Hyperlink {
			n++
		}
	}
	return n
}

func footerNoise(c *PageContext) {
	for i := range c.Facts.MachineLinks {
		r := &c.Facts.MachineLinks[i]
		if r.Context.Has(htmlfacts.InTemplate) || c.dominates(r) {
			continue
		}
		links, text := c.linksIn(r), c.textLen(r)
		var what []string
		if links > mostFooterLinks {
			what = append(what, fmt.Sprintf("%d links, more than %d", links, mostFooterLinks))
		}
		if text > mostFooterText {
			what = append(what, fmt.Sprintf("%d characters, more than %d", text, mostFooterText))
		}
		if len(what) > 0 {
			c.Report(r.Offset, Finding{
				Message: "the row of machine links has " + strings.Join(what, ", and "),
				Fix:     "keep the row to the three files and a word before them",
			})
		}
	}
}

// dominates reports whether a wrapper is a quarter of the page's text or
// more.
func (c *PageContext) dominates(r *htmlfacts.Region) bool {
	return c.Facts.TextLen > leastPageText && r.TextLen*4 >= c.Facts.TextLen && !r.Context.Has(htmlfacts.Invisible)
}

func footerDominant(c *PageContext) {
	for i := range c.Facts.MachineLinks {
		if r := &c.Facts.MachineLinks[i]; c.dominates(r) {
			c.Report(r.Offset, Finding{
				Message: fmt.Sprintf("the row of machine links is %d %% of the page's text", r.TextLen*100/c.Facts.TextLen),
				Fix:     "keep the row to the three files and a word before them",
			})
		}
	}
}

func footerSmall(c *PageContext) {
	for i := range c.Facts.MachineLinks {
		r := &c.Facts.MachineLinks[i]
		if r.Context.Has(htmlfacts.InTemplate) {
			continue
		}
		if r.Heading >= 0 {
			c.Report(r.Heading, Finding{Message: "the row of machine links has a heading", Fix: "write a plain word in its place, such as <span>Machine-readable:</span>"})
		}
		if r.Image >= 0 {
			c.Report(r.Image, Finding{Message: "the row of machine links has an image", Fix: "name the files in text"})
		}
		if r.LargeFont >= 0 {
			c.Report(r.LargeFont, Finding{Message: "the row of machine links has type larger than the page's own", Fix: "leave the size out, or make it smaller, such as font-size: 0.75rem"})
		}
	}
}

// footerPlacement reports each wrapper once, and links of footers that stand
// inside an article or the main content.
func footerPlacement(c *PageContext) {
	report := func(offset int, at htmlfacts.Context) bool {
		in := ""
		switch {
		case at.Has(htmlfacts.InNav):
			in = "a navigation element"
		case at.Has(htmlfacts.InMain):
			in = "the main content"
		case at.Has(htmlfacts.InArticle):
			in = "an article"
		case at.Has(htmlfacts.InHeading):
			in = "a heading"
		default:
			return false
		}
		c.Report(offset, Finding{
			Message: "the machine links stand inside " + in,
			Fix:     "move them into the page's footer, behind the main content",
		})
		return true
	}
	for i := range c.Facts.MachineLinks {
		r := &c.Facts.MachineLinks[i]
		at := r.Context
		if r.Element == "nav" || r.Role == "navigation" {
			at = c.around(r)
		}
		if !at.Has(htmlfacts.InTemplate) {
			report(r.Offset, at)
		}
	}
	refs := c.discoveryRefs()
	for i := range refs {
		r := &refs[i]
		if r.Place != inFooter {
			continue
		}
		if at := c.Facts.Refs[r.Ref].Context; !at.Has(htmlfacts.InMachineLinks) && report(r.Offset, at) {
			return
		}
	}
}

// around is the context of a wrapper that is a nav element itself, less that
// flag: a nav of its own for the machine links is no part of another one.
func (c *PageContext) around(r *htmlfacts.Region) htmlfacts.Context {
	return r.Context &^ htmlfacts.InNav
}

// words are what a link's text has to hold to name its file, in English; in
// other languages any text does.
var words = map[string][]string{
	ghpages.LLMSFile:        {"llms"},
	ghpages.RawManifestFile: {"manifest"},
	ghpages.SitemapFile:     {"sitemap", "site map"},
}

func footerWording(c *PageContext) {
	english := c.Facts.Lang == "" || len(c.Facts.Lang) >= 2 && strings.EqualFold(c.Facts.Lang[:2], "en")
	refs := c.discoveryRefs()
	for i := range refs {
		r := &refs[i]
		if !english || r.Place != inFooter || words[r.Name] == nil {
			continue
		}
		ref := &c.Facts.Refs[r.Ref]
		source := c.Facts.Src[ref.Content.Start:ref.Content.End]
		if ref.Empty || bytes.IndexByte(source, '<') < 0 && holdsFold(source, words[r.Name]) {
			continue // most of them; where there is markup, the name of a class is no text
		}
		if text := c.Facts.Text(ref.Content); text != "" && !holdsFold([]byte(text), words[r.Name]) {
			c.Report(r.Offset, Finding{
				Message: fmt.Sprintf("the machine link to %s reads %s", r.Name, Quote(text)),
				Fix:     "let the text name the file: " + strings.Replace(words[r.Name][0], "llms", "llms.txt", 1),
			})
		}
	}
	for i := range c.Facts.MachineLinks {
		r := &c.Facts.MachineLinks[i]
		if r.Context.Has(htmlfacts.InTemplate) {
			continue
		}
		switch {
		case r.AriaLabel != "" && r.Role == "" && (r.Element == "div" || r.Element == "span" || r.Element == "p"):
			c.Report(r.Offset, Finding{
				Message: fmt.Sprintf("a %s element without a role cannot have an aria-label: screen readers ignore it, and HTML checkers refuse it", r.Element),
				Fix:     fmt.Sprintf(`add role="group" to the %s element`, r.Element),
			})
		case r.AriaLabel == "" && nameless(c, r):
			c.Report(r.Offset, Finding{
				Message: "the row of machine links has no name for screen readers",
				Fix:     `write role="group" aria-label="Machine-readable project files"`,
			})
		}
	}
}

// nameless reports whether a wrapper without aria-label is one that groups
// and so needs a name; a paragraph or a footer does not.
func nameless(c *PageContext, r *htmlfacts.Region) bool {
	if r.Element != "div" && r.Element != "nav" && r.Element != "ul" && r.Element != "section" {
		return false
	}
	return !bytes.Contains(c.Facts.Src[r.Offset:r.Content.Start], []byte("aria-labelledby"))
}

// holdsFold reports whether text holds one of the words, ASCII case apart.
func holdsFold(text []byte, words []string) bool {
	for _, w := range words {
		for i := 0; i+len(w) <= len(text); i++ {
			if text[i]|0x20 == w[0]|0x20 && bytes.EqualFold(text[i:i+len(w)], []byte(w)) {
				return true
			}
		}
	}
	return false
}
