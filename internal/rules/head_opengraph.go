package rules

import (
	"fmt"
	"path"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
)

// ogType: the first value counts. The protocol wants website on every page,
// also where ogp.me has a type of its own (A04).
func ogType(c *PageContext) {
	if c.lacks(tagOGType) {
		c.missing(tagOGType, "og:type")
		return
	}
	m := c.meta(tagOGType)
	if m == nil || strings.TrimSpace(m.Content) == "website" {
		return
	}
	message := "og:type is " + Quote(m.Content) + ", not website"
	if isBlank(m.Content) {
		message = "og:type is blank"
	}
	c.Report(max(m.Offset, m.ContentOffset), Finding{Message: message, Fix: "write " + c.tagLine(tagOGType)})
}

// ogImage looks at every og:image: a page may have several.
func ogImage(c *PageContext) {
	if c.lacks(tagOGImage) {
		c.Missing(Finding{Message: "the page has no og:image", Fix: "write " + c.tagLine(tagOGImage) + " into the head, with a PNG or JPEG that the tree holds"})
		return
	}
	t := c.headTags()
	if t.first[tagOGImage] == none {
		if m := c.meta(tagOGImage); m != nil {
			c.image(m)
		}
		return
	}
	for i := int(t.first[tagOGImage]); i < len(c.Facts.Metas); i++ {
		m := &c.Facts.Metas[i]
		if k, ok := ogTag(m.Property); ok && k == tagOGImage && m.Context.Has(htmlfacts.InHead) && !m.Context.Has(notThere) {
			c.image(m)
		}
	}
}

// image judges one og:image.
func (c *PageContext) image(m *htmlfacts.Meta) {
	value := strings.TrimSpace(m.Content)
	at := max(m.Offset, m.ContentOffset)
	switch {
	case c.toldElsewhere(value):
		return
	case value == "":
		c.Report(at, Finding{Message: "og:image is blank", Fix: "write " + c.tagLine(tagOGImage) + " with an image of the page or of the site"})
		return
	case !isAbsolute(value):
		c.Report(at, Finding{
			Message: "og:image " + Quote(value) + " is not absolute",
			Fix:     `write <meta property="og:image" content="` + c.meantAsset(value) + `">`,
		})
		return
	}
	f, ok := c.mediaFault("og:image", value, value, true)
	if file, within := c.Deployment.TreePath(value); ok && within && isSVG(file) {
		f, ok = Finding{
			Severity: Warning,
			Message:  "og:image " + Quote(value) + " is an SVG, which most link previews do not show",
			Fix:      "name a PNG or JPEG of it",
		}, false
	}
	if !ok {
		if len(f.Refs) > 0 {
			f.Refs = append([]string{"R087", "R118"}, f.Refs...)
		}
		c.Report(at, f)
	}
}

// mediaFault judges a file of media that a page names: value as it is written,
// abs as it resolves. It is ok where nothing shows a fault; what says in the
// message where the name stands.
func (c *PageContext) mediaFault(what, value, abs string, image bool) (f Finding, ok bool) {
	file, within := c.Deployment.TreePath(abs)
	if !within {
		return c.strayMedia(what, value, abs)
	}
	article, noun := "an ", "image"
	if !image {
		article, noun = "a ", "file"
	}
	switch r := ghpages.Resolve(c.Tree, file); {
	case r.Status != 200:
		return Finding{
			Message: fmt.Sprintf("%s %s is not in the tree: %s", what, Quote(value), r.Reason),
			Fix:     "name " + article + noun + " that the tree holds, letter for letter, or put it there",
		}, false
	case c.droppedSegment(r.File) != "":
		return Finding{
			Refs:    []string{"E01", "E12"},
			Message: fmt.Sprintf("%s %s will not be published: deployment leaves %q out", what, Quote(value), c.droppedSegment(r.File)),
			Fix:     "put the " + noun + " under a name that begins with neither a dot nor an underscore",
		}, false
	case image && !isImage(r.File):
		return Finding{
			Message: what + " " + Quote(value) + " does not end as an image does, so it is not served as one",
			Fix:     "name a file that ends in .png or .jpg",
		}, false
	}
	return Finding{}, true
}

// strayMedia judges a file of media that is not in the tree. On another host
// nothing here proves or disproves it. On the site's own host it belongs to
// another repository: a slip, where it is written as if it were of this one.
func (c *PageContext) strayMedia(what, value, abs string) (f Finding, ok bool) {
	d := &c.Deployment
	abs = c.Resolve(abs)
	if !strings.HasPrefix(abs, d.DomainRoot) {
		return Finding{}, true
	}
	f = Finding{
		Severity: Warning, URL: abs,
		Message: fmt.Sprintf("%s %s is on this host, but out of the site, where another repository publishes", what, Quote(value)),
		Fix:     "put it into the tree, and name it by its URL below " + d.SiteRoot,
	}
	if meant := d.SiteRoot + strings.TrimPrefix(abs, d.DomainRoot); c.served(meant) {
		f.Fix = "write " + meant
	}
	if strings.HasPrefix(value, d.SiteRoot) || !isAbsolute(value) && !strings.HasPrefix(value, "//") {
		f.Severity, f.Message = Error, fmt.Sprintf("%s %s leads out of the site, to %s", what, Quote(value), abs)
	}
	return f, false
}

// meantAsset is the absolute URL that a reference to a file most likely means:
// a path from the host's root that leaves the site is meant from SITE_ROOT, and
// of any other that leaves it only the file's name is kept.
func (c *PageContext) meantAsset(ref string) string {
	abs := c.Resolve(ref)
	if p, ok := strings.CutPrefix(ref, "/"); ok && !strings.HasPrefix(p, "/") {
		if _, within := c.Deployment.TreePath(abs); !within {
			return c.Deployment.SiteRoot + p
		}
	}
	if _, within := c.Deployment.TreePath(abs); !within {
		return c.Deployment.SiteRoot + path.Base(abs)
	}
	return abs
}

func isSVG(file string) bool { return strings.EqualFold(path.Ext(file), ".svg") }

// isImage reports whether GitHub Pages serves a file of this name as an image
// (mime-db).
func isImage(file string) bool {
	switch strings.ToLower(path.Ext(file)) {
	case ".png", ".jpg", ".jpeg", ".jpe", ".gif", ".webp", ".avif", ".apng", ".bmp", ".ico", ".jfif", ".jxl", ".heic", ".heif", ".tif", ".tiff", ".svg":
		return true
	}
	return false
}

// ogAttribute: readers of Open Graph take name for property mostly, but not
// always. One finding for all such tags of the page.
func ogAttribute(c *PageContext) {
	t := c.headTags()
	var tags []string
	at := 0
	for k := tagOGTitle; k <= tagOGImage; k++ {
		if i := t.named[k]; i != none && t.first[k] == none {
			if m := &c.Facts.Metas[i]; len(tags) == 0 || m.Offset < at {
				at = m.Offset
			}
			tags = append(tags, tagNames[k])
		}
	}
	if len(tags) == 0 {
		return
	}
	c.Report(at, Finding{
		Message: "the attribute name says " + strings.Join(tags, ", ") + " where property should",
		Fix:     `write <meta property="` + tags[0] + `" content="…">`,
	})
}
