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
		c.missing(tagOGImage, "og:image")
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
	file, ok := c.Deployment.TreePath(value)
	if !ok {
		c.strayImage(at, value)
		return
	}
	switch r := ghpages.Resolve(c.Tree, file); {
	case r.Status != 200:
		c.Report(at, Finding{
			Message: fmt.Sprintf("og:image %s is not in the tree: %s", Quote(value), r.Reason),
			Fix:     "name an image that the tree holds, letter for letter, or put it there",
		})
	case c.droppedSegment(r.File) != "":
		c.Report(at, Finding{
			Refs:    []string{"R087", "R118", "E01", "E12"},
			Message: fmt.Sprintf("og:image %s will not be published: deployment leaves %q out", Quote(value), c.droppedSegment(r.File)),
			Fix:     "put the image under a name that begins with neither a dot nor an underscore",
		})
	case isSVG(r.File):
		c.Report(at, Finding{
			Severity: Warning,
			Message:  "og:image " + Quote(value) + " is an SVG, which most link previews do not show",
			Fix:      "name a PNG or JPEG of it",
		})
	case !isImage(r.File):
		c.Report(at, Finding{
			Message: "og:image " + Quote(value) + " does not end as an image does, so it is not served as one",
			Fix:     "name a file that ends in .png or .jpg",
		})
	}
}

// strayImage judges an og:image that is not in the tree. On another host
// nothing here proves or disproves it. On the site's own host it belongs to
// another repository: a slip, where it is written as if it were of this one.
func (c *PageContext) strayImage(at int, value string) {
	d := &c.Deployment
	abs := c.Resolve(value)
	if !strings.HasPrefix(abs, d.DomainRoot) {
		return
	}
	f := Finding{
		Severity: Warning, URL: abs,
		Message: fmt.Sprintf("og:image %s is on this host, but out of the site, where another repository publishes", Quote(value)),
		Fix:     "put the image into the tree, and name it by its URL below " + d.SiteRoot,
	}
	if strings.HasPrefix(value, d.SiteRoot) {
		f.Severity, f.Message = Error, fmt.Sprintf("og:image %s leads out of the site, to %s", Quote(value), abs)
	}
	c.Report(at, f)
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
