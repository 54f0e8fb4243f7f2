package jsonld

import (
	"iter"

	"github.com/discovery-set/hugo-discovery/internal/jsontree"
)

// Link is a reference to a page. TextOf its Value is the URL as it is written.
type Link struct {
	Property string // under which it stands, by its short name
	Value    Value
}

// Reference says whether it stands as an object with an @id: it may then mean a node rather than a page.
func (l Link) Reference() bool { return isObject(l.Value) }

// Links are the pages that the block names, at whatever depth: the url of whatever is no file of media, the steps of a
// BreadcrumbList and the items of other lists, mainEntityOfPage, relatedLink and significantLink. What a WebSite and a
// SoftwareSourceCode say of themselves is left out: theirs are the site's root and the page itself, or wrong.
func (d *Doc) Links() iter.Seq[Link] {
	return func(yield func(Link) bool) {
		for n := range d.Nodes() {
			if !links(n, false, yield) {
				return
			}
		}
	}
}

// links yields what a node names; image is true for one that stands where an image belongs.
func links(n Node, image bool, yield func(Link) bool) bool {
	own := n.IsA("WebSite") || n.IsA("SoftwareSourceCode")
	image = image && !n.Value.Get("@type").Exists() || n.IsA("ImageObject")
	for p, value := range n.Properties() {
		page := false
		switch p.Name {
		case "item", "relatedLink", "significantLink":
			page = true
		case "mainEntityOfPage":
			page = !own
		case "url":
			page = !own && !image
		}
		for v := range each(value) {
			inner := AsNode(v)
			isNode := isObject(v) && !isReference(inner)
			if isNode && !links(inner, namesImage(p.Name), yield) {
				return false
			}
			named := isNode && inner.ID() != "" && !inner.Get("url").Exists() // {"@id": …, "name": …}, as search engines show it
			if page && (named || !isNode && (inner.Exists() || v.Kind() == jsontree.String)) && !yield(Link{p.Name, v}) {
				return false
			}
		}
	}
	return true
}
