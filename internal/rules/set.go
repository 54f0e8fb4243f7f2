package rules

import (
	"fmt"
	"sync"

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

	// LLMSFiles are llms.txt and the nested ones that the manifest declares.
	LLMSFiles    []*LLMSFile
	ManifestFile *manifest.File
	SitemapFile  *sitemap.File
	// Sitemaps are the sitemap and, where it is an index, the files of the
	// tree that it names.
	Sitemaps []Sitemap
	// UnreadSitemaps are those that the index names and that could not be read.
	UnreadSitemaps []*site.Document
	RobotsFile     *robots.File

	// Violations are those of the manifest's schema, where it claims the format;
	// they are known when Open returns.
	Violations []manifest.Violation

	validating sync.WaitGroup
	opened     bool
	tree       *site.Tree
	pages      map[*site.File]*manifest.Page // by the page's file
	absent     map[string]*manifest.Page     // by the path of a file that the tree does not have
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
	s := &Set{Manifest: doc, ManifestFile: file, tree: t}
	if dir, ok := d.DiscoveryPath(); ok {
		s.Dir = dir
	}
	s.LLMS = t.Document(s.Dir + ghpages.LLMSFile)
	s.Robots = t.Document(s.Dir + ghpages.RobotsFile)
	if d.ControlsDomainRoot {
		s.Robots = t.Document(ghpages.RobotsFile)
	}
	if s.Robots.Src != nil {
		s.RobotsFile = robots.Parse(s.Robots.Src)
	}
	s.CNAME = t.Document("CNAME")
	if file != nil {
		if file.IsObject && file.Claims {
			s.validating.Go(func() {
				s.Violations = file.Validate()
				file.Free() // nothing else asks for places by pointer
			})
		}
		s.pages, s.absent = make(map[*site.File]*manifest.Page, len(file.Pages)), make(map[string]*manifest.Page)
		for i := range file.Pages {
			path, ok := d.TreePath(file.Pages[i].URL.Value)
			if !ok {
				continue
			}
			path = pageFile(path)
			if f := t.Lookup(path); f != nil {
				s.pages[f] = &file.Pages[i]
			} else {
				s.absent[path] = &file.Pages[i]
			}
		}
	}
	return s
}

// Open reads and parses what only tree rules look at, once: llms.txt and the
// sitemaps. It is apart from ReadSet so that a large set is not in memory
// while the pages are read.
func (s *Set) Open(t *site.Tree, d *ghpages.Deployment) {
	if s.opened {
		return
	}
	s.opened = true
	var sitemaps sync.WaitGroup
	sitemaps.Go(func() {
		s.Sitemap = t.Document(s.Dir + ghpages.SitemapFile)
		if s.Sitemap.Src != nil {
			s.SitemapFile = sitemap.Parse(s.Sitemap.Src)
			s.Sitemaps, s.UnreadSitemaps = readSitemaps(t, d, Sitemap{s.Sitemap, s.SitemapFile})
		}
	})
	s.LLMSFiles = readLLMSFiles(t, d, s)
	sitemaps.Wait()
	s.validating.Wait()
}

// Sitemap is one sitemap file of the set.
type Sitemap struct {
	Doc  *site.Document
	File *sitemap.File
}

// What is read of the files of a sitemap index. All of them are in memory
// together, so their bytes count: more than these name more pages than GitHub
// Pages publishes.
const (
	maxChildren     = 2_000
	maxSitemapBytes = 128 << 20 // of all sitemaps
)

// readSitemaps reads the files that a sitemap index names. It returns those
// that were read, the index first, and those that were not, with the reason.
func readSitemaps(t *site.Tree, d *ghpages.Deployment, root Sitemap) (all []Sitemap, unread []*site.Document) {
	all = []Sitemap{root}
	if !root.File.IsIndex() {
		return all, nil
	}
	seen := map[string]bool{root.Doc.Path: true}
	total := int64(len(root.Doc.Src))
	for i := range root.File.Entries {
		path, ok := d.TreePath(root.File.Entries[i].Loc)
		if !ok || seen[path] || !t.File(path) {
			continue
		}
		seen[path] = true
		doc := &site.Document{Path: path, Found: true}
		size := t.Lookup(path).Size
		switch {
		case len(all) > maxChildren:
			doc.Err = fmt.Errorf("an index of more than %d files", maxChildren)
		case total+size > maxSitemapBytes:
			doc.Err = fmt.Errorf("the sitemaps have more than %d MiB together", maxSitemapBytes>>20)
		default:
			total += size
			doc = t.Document(path)
		}
		if doc.Err != nil {
			unread = append(unread, doc)
		} else {
			all = append(all, Sitemap{doc, sitemap.Parse(doc.Src)})
		}
	}
	return all, unread
}

// Page returns what the manifest says of the page at a tree path, or nil.
func (s *Set) Page(path string) *manifest.Page {
	if s.tree == nil {
		return nil
	}
	if f := s.tree.Lookup(path); f != nil {
		return s.pages[f]
	}
	return s.absent[path]
}

// Source returns the content file that the manifest names for a page of the
// tree, or "".
func (s *Set) Source(path string) string {
	if p := s.Page(path); p != nil {
		return p.Source.Value
	}
	return ""
}

// Documents are the set's four files, in the protocol's order.
func (s *Set) Documents() []*site.Document {
	return []*site.Document{s.LLMS, s.Manifest, s.Sitemap, s.Robots}
}
