package report

import (
	"bytes"
	"encoding/base64"
	"image"
	_ "image/gif" // formats of DecodeConfig
	_ "image/jpeg"
	_ "image/png"
	"net/http"
	"path"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/excerpt"
	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

// Bounds of the preview images that the html format embeds.
const (
	imageBytes  = 300_000   // of one image
	imagesBytes = 3_000_000 // of all, each counted once
	imagePixels = 40_000_000
)

// pictures are the preview images of all pages, each once.
type pictures struct {
	deployment *ghpages.Deployment
	material   *Material
	sizes      map[string]int64
	index      map[string]int
	rows       [][]string
	room       int64
}

func newPictures(d *ghpages.Deployment, m *Material) *pictures {
	p := &pictures{deployment: d, material: m, index: map[string]int{}, rows: [][]string{}, room: imagesBytes}
	if m != nil {
		p.sizes = make(map[string]int64, len(m.Files))
		for i := range m.Files {
			p.sizes[m.Files[i].Path] = m.Files[i].Size
		}
	}
	return p
}

// of is the row of a page's preview image, -1 where the page names none.
func (p *pictures) of(page *site.Page) int {
	if page.OGImage == "" {
		return -1
	}
	i, ok := p.index[page.OGImage]
	if !ok {
		i = len(p.rows)
		p.index[page.OGImage] = i
		p.rows = append(p.rows, p.row(page))
	}
	return i
}

// row is the name of a page's image, and either the image as a data: URL or
// the reason why it is not shown.
func (p *pictures) row(page *site.Page) []string {
	abs, err := ghpages.ResolveRef(page.URL, page.OGImage)
	if err != nil {
		return []string{imageName(page.OGImage), "", "is no URL"}
	}
	file, ok := p.deployment.TreePath(abs)
	name := imageName(abs)
	if !ok {
		return []string{name, "", "is not of this site"}
	}
	length, found := p.sizes[file]
	switch {
	case p.material == nil || p.material.Read == nil:
		return []string{name, "", "not shown"}
	case !found:
		return []string{name, "", "is not in the tree"}
	case length > imageBytes:
		return []string{name, "", "is too large to show here: " + size(length)}
	case length > p.room:
		return []string{name, "", "not shown: this report holds enough images"}
	}
	src, err := p.material.Read(file, imageBytes)
	if err != nil {
		return []string{name, "", "cannot be read"}
	}
	kind := http.DetectContentType(src)
	switch kind {
	case "image/png", "image/jpeg", "image/gif":
		if c, _, err := image.DecodeConfig(bytes.NewReader(src)); err != nil || c.Width*c.Height > imagePixels {
			return []string{name, "", "is no image that can be shown"}
		}
	case "image/webp":
	default:
		return []string{name, "", "is no PNG, JPEG, GIF or WebP"}
	}
	p.room -= int64(len(src))
	return []string{name, "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(src), ""}
}

// imageName is the last part of an image's address.
func imageName(ref string) string {
	ref, _, _ = strings.Cut(ref, "?")
	return excerpt.Cut(Printable(path.Base(ref)), 60)
}
