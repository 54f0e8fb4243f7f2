package rules

import (
	"fmt"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
)

// implicitIcon is what browsers ask the host's root for where a page links no
// icon.
const implicitIcon = "favicon.ico"

func favicon(c *PageContext) {
	t := c.headTags()
	first := t.first[tagIcon]
	if first != none {
		for i := int(first); i < len(c.Facts.Links); i++ {
			l := &c.Facts.Links[i]
			if l.HasRel("icon") && l.Context.Has(htmlfacts.InHead) && !l.Context.Has(notThere) {
				c.icon(l)
			}
		}
		return
	}
	if t.below[tagIcon] != none {
		return
	}
	fix := "write " + c.tagLine(tagIcon) + " into the head"
	if !c.Tree.File(c.iconFile()) {
		fix += ", and put an icon there: the tree has none of that name"
	}
	switch touch := c.link(tagTouchIcon); {
	case touch != nil:
		c.Report(touch.Offset, Finding{Severity: Warning, Message: "the only icon is an apple-touch-icon", Fix: fix})
	case c.Deployment.SiteRoot == c.Deployment.DomainRoot && c.Tree.File(implicitIcon):
		c.Missing(Finding{Severity: Warning, Message: "the page links no icon; browsers find /" + implicitIcon + " by themselves, other readers do not", Fix: fix})
	default:
		c.Missing(Finding{Message: "the page links no icon", Fix: fix})
	}
}

// iconFile is the icon that the tree most likely means to have.
func (c *PageContext) iconFile() string {
	for _, name := range [...]string{implicitIcon, "favicon.svg", "favicon.png"} {
		if c.Tree.File(name) {
			return name
		}
	}
	return implicitIcon
}

// icon judges one icon link.
func (c *PageContext) icon(l *htmlfacts.Link) {
	at := max(l.Offset, l.HrefOffset)
	fix := "write " + c.tagLine(tagIcon)
	if l.Href == "" {
		c.Report(at, Finding{Message: "the icon link names no file", Fix: fix})
		return
	}
	if c.toldElsewhere(l.Href) {
		return
	}
	if scheme, rest, ok := strings.Cut(l.Href, ":"); ok && strings.EqualFold(scheme, "data") {
		header, data, _ := strings.Cut(rest, ",")
		if data != "" && len(header) > len("image/") && strings.EqualFold(header[:len("image/")], "image/") {
			c.Report(at, Finding{Severity: Warning, Message: "the icon is written into the page, where search engines do not look for it", Fix: fix})
		} else {
			c.Report(at, Finding{Message: "the icon " + Quote(l.Href) + " is empty", Fix: fix})
		}
		return
	}
	abs := c.Resolve(l.Href)
	file, ok := c.Deployment.TreePath(abs)
	if !ok {
		if !isAbsolute(abs) {
			c.Report(at, Finding{Message: "the icon " + Quote(l.Href) + " is no URL of the web", Fix: fix})
		} else if strings.HasPrefix(abs, c.Deployment.DomainRoot) {
			c.Report(at, Finding{
				Message: fmt.Sprintf("the icon %s leads out of the site, to %s", Quote(l.Href), abs),
				Fix:     `write <link rel="icon" href="` + c.meantAsset(l.Href) + `">`,
			})
		}
		return
	}
	if r := ghpages.Resolve(c.Tree, file); r.Status != 200 {
		c.Report(at, Finding{
			Message: fmt.Sprintf("the icon %s is not in the tree: %s", Quote(l.Href), r.Reason),
			Fix:     "name an icon that the tree holds, letter for letter, or put it there",
		})
	}
}
