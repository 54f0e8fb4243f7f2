package rules

import (
	"fmt"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
	"github.com/discovery-set/hugo-discovery/internal/plural"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

func canonical(c *PageContext) {
	if c.lacks(tagCanonical) {
		c.missing(tagCanonical, "canonical link")
		return
	}
	l := c.link(tagCanonical)
	if l == nil {
		return
	}
	fault := c.ownURL("the canonical link", l.Href)
	if fault.other != "" {
		return // head/canonical-shared
	}
	if fault.Message != "" {
		fault.Fix = "write " + c.tagLine(tagCanonical)
		c.Report(max(l.Offset, l.HrefOffset), fault.Finding)
	}
}

func canonicalShared(c *PageContext) {
	l := c.link(tagCanonical)
	if l == nil {
		return
	}
	if fault := c.ownURL("the canonical link", l.Href); fault.other != "" {
		c.Report(max(l.Offset, l.HrefOffset), Finding{
			Message: fmt.Sprintf("the canonical link claims %s, which is %s, so this page calls itself a copy", Quote(l.Href), fault.other),
			Fix:     "write " + c.tagLine(tagCanonical) + `, or exclude the copy with a reason: ` + c.exclusion(c.Page.Path),
		})
	}
}

func ogURL(c *PageContext) {
	if c.lacks(tagOGURL) {
		c.missing(tagOGURL, "og:url")
		return
	}
	m := c.meta(tagOGURL)
	if m == nil {
		return
	}
	fault := c.ownURL("og:url", strings.TrimSpace(m.Content))
	if fault.Message != "" {
		fault.Fix = "write " + c.tagLine(tagOGURL)
		c.Report(max(m.Offset, m.ContentOffset), fault.Finding)
	}
}

// urlFault is what is wrong with a value that has to be CURRENT_PAGE_URL; no
// message means nothing, or nothing that is for the caller to say.
type urlFault struct {
	Finding
	other string // path of the HTML file that the URL belongs to instead
}

// ownURL compares a value with CURRENT_PAGE_URL.
func (c *PageContext) ownURL(name, value string) (fault urlFault) {
	own := c.Page.URL
	switch {
	case value == own, c.toldElsewhere(value):
		return fault
	case value == "":
		fault.Message = name + " is blank"
		return fault
	case !isAbsolute(value):
		fault.Message = fmt.Sprintf("%s %s is not absolute", name, Quote(value))
		return fault
	}
	if equal, _ := ghpages.SameURL(value, own); equal {
		fault.Severity = Warning
		fault.Message = fmt.Sprintf("%s %s is spelt otherwise than the page's URL %s", name, Quote(value), own)
		return fault
	}
	fault.Message = fmt.Sprintf("%s %s is not the page's URL %s", name, Quote(value), own)
	if path, ok := c.Deployment.TreePath(value); ok {
		switch r := ghpages.Resolve(c.Tree, path); {
		case r.Status == 404:
			fault.Message += ", and leads nowhere: " + r.Reason
		case r.File == c.Page.Path && r.Status == 301:
			fault.Message += ", but redirects to it"
		case r.File != "" && r.File != c.Page.Path:
			fault.Message += ", but that of " + r.File
			if site.IsHTML(r.File) {
				fault.other = r.File
			}
		}
	}
	return fault
}

// toldElsewhere reports whether a URL of the head has a fault for which a rule
// answers that looks at all URLs of the page: pages/local-host, url/stale-host
// and url/placeholder.
func (c *PageContext) toldElsewhere(value string) bool {
	return isLocal(value) || c.staleHost(value) || placeholderIn(value, &c.Deployment) != ""
}

// isAbsolute reports whether ref begins with a scheme of the web and a host.
func isAbsolute(ref string) bool {
	rest, ok := cutSchemeFold(ref)
	return ok && rest != "" && rest[0] != '/'
}

// cutSchemeFold cuts http:// or https://, in any case, from ref.
func cutSchemeFold(ref string) (rest string, ok bool) {
	for _, scheme := range [...]string{"https://", "http://"} {
		if len(ref) >= len(scheme) && strings.EqualFold(ref[:len(scheme)], scheme) {
			return ref[len(scheme):], true
		}
	}
	return ref, false
}

// baseElement speaks only where the base changes something: it leads elsewhere
// than the page, and the page has relative references.
func baseElement(c *PageContext) {
	b := c.Facts.Base()
	if b == nil || isLocal(b.Href) {
		return
	}
	if len(b.Href) > htmlfacts.MaxBase {
		c.Report(max(b.Offset, b.HrefOffset), Finding{
			Message: fmt.Sprintf("the base has %d characters; the page was checked as if it were not there", len(b.Href)),
			Fix:     "remove the base element, and write every link as an absolute URL",
		})
		return
	}
	if equal, _ := ghpages.SameURL(c.Base, c.Page.URL); equal {
		return
	}
	sameFolder := folder(c.Base) == folder(c.Page.URL)
	relative := 0
	for i := range c.Facts.Refs {
		r := &c.Facts.Refs[i]
		if r.Context.Has(htmlfacts.InTemplate) || !isRelative(r.URL) {
			continue
		}
		if !sameFolder || r.URL[0] == '#' || r.URL[0] == '?' {
			relative++
		}
	}
	if relative == 0 {
		return
	}
	c.Report(max(b.Offset, b.HrefOffset), Finding{
		Message: fmt.Sprintf("the base %s makes %s of this page start there, not at the page", Quote(b.Href), plural.Of(relative, "relative link")),
		Fix:     "remove the base element, or write every link as an absolute URL",
	})
}

// folder is a URL up to its last slash.
func folder(url string) string {
	url, _, _ = strings.Cut(url, "#")
	url, _, _ = strings.Cut(url, "?")
	return url[:strings.LastIndexByte(url, '/')+1]
}

// isRelative reports whether a reference starts from the folder of its base.
func isRelative(ref string) bool {
	if ref == "" || ref[0] == '/' {
		return false
	}
	for i := 0; i < len(ref); i++ {
		switch c := ref[i]; {
		case c == ':':
			return i == 0
		case c == '/' || c == '?' || c == '#':
			return true
		}
	}
	return true
}
