package rules

import (
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/manifest"
	"github.com/discovery-set/hugo-discovery/internal/robots"
	"github.com/discovery-set/hugo-discovery/internal/site"
	"github.com/discovery-set/hugo-discovery/internal/sitemap"
)

// Set is the discovery set of a tree: its machine-readable files, read and
// parsed once. A parsed form is nil where the file is absent or unreadable.
type Set struct {
	// Dir is the tree path of DISCOVERY_ROOT: "" or a path that ends in "/".
	Dir string

	LLMS     *site.Document
	Manifest *site.Document
	Sitemap  *site.Document
	Robots   *site.Document
	CNAME    *site.Document

	ManifestFile *manifest.File
	SitemapFile  *sitemap.File
	RobotsFile   *robots.File

	sources map[string]string // tree path of a page → its content file
}

// ReadManifest reads the manifest of a tree before anything else, because it
// may hold the declared values that say where the rest is. dir is the tree
// path of DISCOVERY_ROOT.
func ReadManifest(t *site.Tree, dir string) (*site.Document, *manifest.File) {
	doc := t.Document(dir + ghpages.RawManifestFile)
	if doc.Src == nil {
		return doc, nil
	}
	return doc, manifest.Decode(doc.Src)
}

// ReadSet reads the rest of the discovery set, beside a manifest that was
// read already.
func ReadSet(t *site.Tree, d *ghpages.Deployment, doc *site.Document, file *manifest.File) *Set {
	s := &Set{Manifest: doc, ManifestFile: file}
	if dir, ok := d.DiscoveryPath(); ok {
		s.Dir = dir
	}
	s.LLMS = t.Document(s.Dir + ghpages.LLMSFile)
	s.Sitemap = t.Document(s.Dir + ghpages.SitemapFile)
	if s.Sitemap.Src != nil {
		s.SitemapFile = sitemap.Parse(s.Sitemap.Src)
	}
	s.Robots = t.Document(s.Dir + ghpages.RobotsFile)
	if d.ControlsDomainRoot {
		s.Robots = t.Document(ghpages.RobotsFile)
	}
	if s.Robots.Src != nil {
		s.RobotsFile = robots.Parse(s.Robots.Src)
	}
	s.CNAME = t.Document("CNAME")
	if file != nil {
		s.sources = make(map[string]string)
		for i := range file.Pages {
			p := &file.Pages[i]
			if !p.Source.Present() || p.Source.Value == "" {
				continue
			}
			if path, ok := d.TreePath(p.URL.Value); ok {
				if path == "" || strings.HasSuffix(path, "/") {
					path += "index.html"
				}
				s.sources[path] = p.Source.Value
			}
		}
	}
	return s
}

// Source returns the content file that the manifest names for a page of the
// tree, or "".
func (s *Set) Source(path string) string { return s.sources[path] }

// Documents are the set's four files, in the protocol's order.
func (s *Set) Documents() []*site.Document {
	return []*site.Document{s.LLMS, s.Manifest, s.Sitemap, s.Robots}
}
