package jsonld

import (
	"iter"

	"github.com/discovery-set/hugo-discovery/internal/jsontree"
)

// Medium is a reference to a file of media: an image, a sound, a film, a download.
type Medium struct {
	Property string // under which it stands, by its short name
	Value    Value  // TextOf is the reference as it is written
	Image    bool   // what is named is an image
}

// Reference says whether it stands as an object with an @id: it may then mean a node rather than a file.
func (m Medium) Reference() bool {
	return m.Value.Kind() == jsontree.Object && !m.Value.Get("@value").Exists()
}

// Media are the files of media that the block names, at whatever depth: the values of image, logo and their like, and what
// contentUrl names. The url of an image without contentUrl is the image's own.
func (d *Doc) Media() iter.Seq[Medium] {
	return func(yield func(Medium) bool) {
		for n := range d.Nodes() {
			if !media(n, false, yield) {
				return
			}
		}
	}
}

// media yields what a node names; image is true for one that stands where an image belongs.
func media(n Node, image bool, yield func(Medium) bool) bool {
	image = image && !n.Value.Get("@type").Exists() || n.IsA("ImageObject")
	ownURL := image && !n.Get("contentUrl").Exists()
	for p, value := range n.Properties() {
		file, below := false, false // whether a text names a file; whether a node stands for an image
		switch p.Name {
		case "image", "logo", "photo", "primaryImageOfPage", "screenshot", "thumbnail", "thumbnailUrl":
			file, below = true, true
		case "contentUrl":
			file = true
		case "url":
			file = ownURL
		}
		for v := range each(value) {
			m := Medium{p.Name, v, below || image}
			switch inner := AsNode(v); {
			case inner.Exists() && !isReference(inner) && m.Reference():
				if !media(inner, below, yield) {
					return false
				}
			case file && (inner.Exists() || v.Kind() == jsontree.String):
				if !yield(m) {
					return false
				}
			}
		}
	}
	return true
}
