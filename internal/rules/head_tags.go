package rules

import (
	"html"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
)

// tagKind names a tag that the protocol wants in each head.
type tagKind uint8

const (
	tagTitle tagKind = iota
	tagDescription
	tagRobots
	tagCanonical
	tagLLMS        // the alternate link that means llms.txt
	tagManifest    // the alternate link that means raw-manifest.json
	tagDescribedby // the describedby link that means llms.txt
	tagOGTitle
	tagOGDescription
	tagOGType
	tagOGURL
	tagOGImage
	tagIcon
	tagTouchIcon
	tagKinds
)

// tagNames are the tags as messages name them.
var tagNames = [tagKinds]string{
	"title", "description", "robots", "canonical", "alternate llms.txt", "alternate raw-manifest.json",
	"describedby llms.txt", "og:title", "og:description", "og:type", "og:url", "og:image", "icon", "apple-touch-icon",
}

// single tells the tags that a head has once (E16). The others may repeat.
var single = [tagKinds]bool{
	tagTitle: true, tagDescription: true, tagRobots: true, tagCanonical: true,
	tagOGTitle: true, tagOGDescription: true, tagOGType: true, tagOGURL: true,
}

// headTags say where a page's tags stand: indices into Facts.Titles, .Metas or
// .Links, or none.
type headTags struct {
	first [tagKinds]int32 // in the head
	below [tagKinds]int32 // the first in the body
	named [tagKinds]int32 // the first Open Graph tag in the head that has name for property
	// again is another one of a single tag beside the first; one that differs
	// in its value, where there is such.
	again   [tagKinds]int32
	differs [tagKinds]bool
	bots    bool // some meta in the page speaks to a single crawler
}

const none = -1

// notThere are places whose content is no part of the page for readers that
// run scripts.
const notThere = htmlfacts.InTemplate | htmlfacts.InNoscript | htmlfacts.InSVG | htmlfacts.InMath

// headTags finds the page's tags, once for all rules.
func (c *PageContext) headTags() *headTags {
	t := &c.tags
	if c.haveTags {
		return t
	}
	c.haveTags = true
	for k := range t.first {
		t.first[k], t.below[k], t.named[k], t.again[k] = none, none, none, none
	}
	for i := range c.Facts.Titles {
		c.place(tagTitle, i, c.Facts.Titles[i].Context)
	}
	for i := range c.Facts.Metas {
		m := &c.Facts.Metas[i]
		if m.Context.Has(notThere) {
			continue
		}
		if k, ok := ogTag(m.Property); ok {
			c.place(k, i, m.Context)
			continue
		}
		switch k, ok := ogTag(m.Name); {
		case m.Name == "":
		case ok:
			if t.named[k] == none && m.Context.Has(htmlfacts.InHead) {
				t.named[k] = int32(i)
			}
		case m.IsName("description"):
			c.place(tagDescription, i, m.Context)
		case m.IsName("robots"):
			c.place(tagRobots, i, m.Context)
		case isCrawler(m.Name):
			t.bots = true
		}
	}
	for i := range c.Facts.Links {
		l := &c.Facts.Links[i]
		if l.Context.Has(notThere) {
			continue
		}
		switch {
		case l.HasRel("canonical"):
			c.place(tagCanonical, i, l.Context)
		case l.HasRel("icon"):
			c.place(tagIcon, i, l.Context)
		case l.HasRel("apple-touch-icon"), l.HasRel("apple-touch-icon-precomposed"):
			c.place(tagTouchIcon, i, l.Context)
		case l.HasRel("alternate"):
			if c.means(l.Href, ghpages.LLMSFile) {
				c.placeAlternate(tagLLMS, i, "text/plain")
			} else if c.means(l.Href, ghpages.RawManifestFile) {
				c.placeAlternate(tagManifest, i, "application/json")
			}
		}
		if l.HasRel("describedby") && c.means(l.Href, ghpages.LLMSFile) {
			c.place(tagDescribedby, i, l.Context)
		}
	}
	return t
}

// place notes the tag with index i.
func (c *PageContext) place(k tagKind, i int, context htmlfacts.Context) {
	t := &c.tags
	switch {
	case t.first[k] != none:
		if !single[k] || t.differs[k] {
			return
		}
		differs := c.tagValue(k, int(t.first[k])) != c.tagValue(k, i)
		if t.again[k] == none || differs {
			t.again[k], t.differs[k] = int32(i), differs
		}
	case context.Has(htmlfacts.InHead):
		t.first[k] = int32(i)
	case t.below[k] == none:
		t.below[k] = int32(i)
	}
}

// placeAlternate notes an alternate link; one that is typed as the protocol
// wants it goes before one that is not.
func (c *PageContext) placeAlternate(k tagKind, i int, mediaType string) {
	t := &c.tags
	l := &c.Facts.Links[i]
	if first := t.first[k]; first != none && l.Context.Has(htmlfacts.InHead) &&
		isTyped(l, mediaType) && !isTyped(&c.Facts.Links[first], mediaType) {
		t.first[k] = none
	}
	c.place(k, i, l.Context)
}

// isTyped reports whether an alternate link says that it is of the media type
// and not the page in another language.
func isTyped(l *htmlfacts.Link, mediaType string) bool {
	return l.HasType(mediaType) && l.Hreflang == ""
}

// means reports whether a head link names the discovery file, rightly or not,
// or holds the placeholder for its URL.
func (c *PageContext) means(href, file string) bool {
	name, exact := meant(href)
	switch {
	case name == "" && file == ghpages.LLMSFile:
		return strings.Contains(href, "[LLMS_URL]")
	case name == "" && file == ghpages.RawManifestFile:
		return strings.Contains(href, "[RAW_MANIFEST_URL]")
	case name != file || exact:
		return name == file
	}
	_, _, a := c.judge(c.Base, href, true)
	return a != aimNone
}

// tagValue is what decides whether two tags say the same.
func (c *PageContext) tagValue(k tagKind, i int) string {
	switch k {
	case tagTitle:
		return c.Facts.Titles[i].Value
	case tagCanonical:
		return c.Facts.Links[i].Href
	case tagRobots:
		return strings.ToLower(strings.ReplaceAll(collapse(c.Facts.Metas[i].Content), " ", ""))
	}
	return collapse(c.Facts.Metas[i].Content)
}

// tagOffset is where the tag with index i begins.
func (c *PageContext) tagOffset(k tagKind, i int32) int {
	switch k {
	case tagTitle:
		return c.Facts.Titles[i].Offset
	case tagCanonical, tagLLMS, tagManifest, tagDescribedby, tagIcon, tagTouchIcon:
		return c.Facts.Links[i].Offset
	}
	return c.Facts.Metas[i].Offset
}

// lacks reports whether the page has the tag nowhere. A tag that stands in the
// body is head/placement's business.
func (c *PageContext) lacks(k tagKind) bool {
	t := c.headTags()
	return t.first[k] == none && t.below[k] == none && t.named[k] == none
}

// meta is the tag that counts, of those that are meta elements, or nil. An
// Open Graph tag that has name for property counts where no other is there.
func (c *PageContext) meta(k tagKind) *htmlfacts.Meta {
	t := c.headTags()
	i := t.first[k]
	if i == none {
		i = t.named[k]
	}
	if i == none {
		return nil
	}
	return &c.Facts.Metas[i]
}

// link is the tag that counts, of those that are link elements, or nil.
func (c *PageContext) link(k tagKind) *htmlfacts.Link {
	if i := c.headTags().first[k]; i != none {
		return &c.Facts.Links[i]
	}
	return nil
}

// ogTag is the tag of an Open Graph property.
func ogTag(property string) (tagKind, bool) {
	switch property {
	case "":
		return 0, false
	case "og:title":
		return tagOGTitle, true
	case "og:description":
		return tagOGDescription, true
	case "og:type":
		return tagOGType, true
	case "og:url":
		return tagOGURL, true
	case "og:image":
		return tagOGImage, true
	}
	if len(property) < len("og:url") || property[2] != ':' && !strings.Contains(property, " ") {
		return 0, false
	}
	for token := range strings.FieldsSeq(property) {
		for k := tagOGTitle; k <= tagOGImage; k++ {
			if strings.EqualFold(token, tagNames[k]) {
				return k, true
			}
		}
	}
	return 0, false
}

// isCrawler reports whether a meta name speaks to one crawler: all that call
// themselves bots, and the few that do not.
func isCrawler(name string) bool {
	return hasFold(name, "bot") || strings.EqualFold(name, "slurp") || strings.EqualFold(name, "yandex") || strings.EqualFold(name, "baiduspider")
}

// tagLine is the very line that the page's head should have.
func (c *PageContext) tagLine(k tagKind) string {
	switch k {
	case tagTitle:
		return "<title>" + c.sameText(tagOGTitle) + "</title>"
	case tagDescription:
		return `<meta name="description" content="` + c.sameText(tagOGDescription) + `">`
	case tagOGTitle:
		return `<meta property="og:title" content="` + c.sameText(tagTitle) + `">`
	case tagOGDescription:
		return `<meta property="og:description" content="` + c.sameText(tagDescription) + `">`
	case tagRobots:
		return `<meta name="robots" content="index, follow">`
	case tagCanonical:
		return `<link rel="canonical" href="` + c.Page.URL + `">`
	case tagLLMS:
		return `<link rel="alternate" type="text/plain" href="` + c.Deployment.LLMSURL + `" title="` + llmsTitle + `">`
	case tagManifest:
		return `<link rel="alternate" type="application/json" href="` + c.Deployment.RawManifestURL + `" title="` + manifestTitle + `">`
	case tagDescribedby:
		return `<link rel="describedby" href="` + c.Deployment.LLMSURL + `">`
	case tagOGType:
		return `<meta property="og:type" content="website">`
	case tagOGURL:
		return `<meta property="og:url" content="` + c.Page.URL + `">`
	case tagOGImage:
		return `<meta property="og:image" content="` + c.Deployment.SiteRoot + `….png">`
	case tagIcon, tagTouchIcon:
		return `<link rel="icon" href="` + c.Deployment.SiteRoot + c.iconFile() + `">`
	}
	return `<meta property="` + tagNames[k] + `" content="…">`
}

// mostAdvised bounds a text of the page that advice repeats.
const mostAdvised = 320

// sameText is what the page's other tag of the same meaning says, as it stands
// in HTML; "…" where that says nothing to repeat.
func (c *PageContext) sameText(k tagKind) string {
	text := ""
	if k == tagTitle {
		if i := c.headTags().first[k]; i != none {
			text = c.Facts.Titles[i].Value
		}
	} else if m := c.meta(k); m != nil && !m.Cut {
		text = m.Content
	}
	text = strings.Join(strings.Fields(text), " ")
	if text == "" || len(text) > mostAdvised || c.headTags().differs[k] {
		return "…"
	}
	return html.EscapeString(text)
}

// missing reports that the head lacks a tag; no is how the message ends.
func (c *PageContext) missing(k tagKind, no string) {
	c.Missing(Finding{Message: "the page has no " + no, Fix: "write " + c.tagLine(k) + " into the head"})
}
