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
func (m Medium) Reference() bool { return isObject(m.Value) }

// isObject says whether a value is an object that is no value object (JSON-LD 1.1 section 4.2.1).
func isObject(v Value) bool { return v.Kind() == jsontree.Object && !v.Get("@value").Exists() }

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

// namesImage says whether the values of a property are images.
func namesImage(property string) bool {
	switch property {
	case "image", "logo", "photo", "primaryImageOfPage", "screenshot", "thumbnail", "thumbnailUrl":
		return true
	}
	return false
}

// media yields what a node names; image is true for one that stands where an image belongs.
func media(n Node, image bool, yield func(Medium) bool) bool {
	image = image && !n.Value.Get("@type").Exists() || n.IsA("ImageObject")
	ownURL := image && !n.Get("contentUrl").Exists()
	for p, value := range n.Properties() {
		file, below := false, false // whether a text names a file; whether a node stands for an image
		switch {
		case namesImage(p.Name):
			file, below = true, true
		case p.Name == "contentUrl":
			file = true
		case p.Name == "url":
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
