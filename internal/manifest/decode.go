package manifest

import (
	"slices"
	"unsafe"

	"github.com/discovery-set/hugo-discovery/internal/jsontree"
	"github.com/discovery-set/hugo-discovery/internal/pos"
)

// limits: a site of 50,000 pages in two languages has about a million and a half values.
var limits = jsontree.Limits{Depth: 100, Values: 2_000_000, Problems: 100}

// Decode reads a manifest. It never fails: faults are in File.Problems, and what stands before a fault that ends reading is
// in the struct. Strings of the File are parts of src, which must not change afterwards.
func Decode(src []byte) *File {
	// A copy of the text would be the largest part of a large manifest.
	text := unsafe.String(unsafe.SliceData(src), len(src)) // #nosec G103 -- src must not change, as the doc comment says
	f := &File{Size: len(src), Lines: pos.NewIndex(text), tree: jsontree.Parse(text, limits)}
	for _, p := range f.tree.Problems {
		f.Problems = append(f.Problems, Problem{p.Kind, f.Lines.At(p.Offset), p.Message})
	}
	root := f.tree.Root()
	f.IsObject = root.Kind() == jsontree.Object
	if root.Exists() && !f.IsObject {
		f.Problems = append(f.Problems, Problem{NotObject, f.Lines.At(root.Offset()), "the manifest is " + root.Kind().String() + "; it is meant to be an object"})
		slices.SortStableFunc(f.Problems, func(a, b Problem) int { return a.Offset - b.Offset })
	}
	f.decode(root)
	return f
}

func text(v jsontree.Value) Text {
	if v.Kind() != jsontree.String {
		return Text{}
	}
	return Text{v.Str(), v.Offset()}
}

func texts(v jsontree.Value) []Text {
	var list []Text
	for item := range v.Items() {
		if item.Kind() == jsontree.String {
			list = append(list, text(item))
		}
	}
	return list
}

func boolean(v jsontree.Value) Bool {
	if k := v.Kind(); k != jsontree.True && k != jsontree.False {
		return Bool{}
	}
	return Bool{v.Kind() == jsontree.True, v.Offset()}
}

// object is the offset of an object, 0 for another kind of value.
func object(v jsontree.Value) int {
	if v.Kind() != jsontree.Object {
		return 0
	}
	return v.Offset()
}

func (f *File) decode(root jsontree.Value) {
	for key, v := range root.Members() {
		switch key.Str() {
		case "$schema":
			f.Schema = text(v)
		case "schema_version":
			f.Claims = true
			f.SchemaVersion = text(v)
		case "protocol":
			f.Protocol = nameVersion(v)
		case "generator":
			f.Generator = nameVersion(v)
		case "name":
			f.Name = text(v)
		case "description":
			f.Description = text(v)
		case "url":
			f.URL = text(v)
		case "type":
			f.Type = text(v)
		case "language":
			f.Language = text(v)
		case "languages":
			f.Languages = texts(v)
		case "repository":
			f.Repository = text(v)
		case "license":
			f.License = text(v)
		case "license_url":
			f.LicenseURL = text(v)
		case "author":
			f.Author = Author{
				Offset: object(v), Type: text(v.Get("type")), Name: text(v.Get("name")), URL: text(v.Get("url")), SameAs: texts(v.Get("same_as")),
			}
		case "keywords":
			f.Keywords = texts(v)
		case "deployment":
			f.Deployment = deployment(v)
		case "discovery":
			f.Discovery = discovery(v)
		case "pages":
			f.PagesOffset, f.Pages, f.PagesList = v.Offset(), pages(v), v.Kind() == jsontree.Array
		case "excluded":
			f.ExcludedOffset, f.Excluded = v.Offset(), excluded(v)
		}
	}
}

func nameVersion(v jsontree.Value) NameVersion {
	return NameVersion{Offset: object(v), Name: text(v.Get("name")), Version: text(v.Get("version"))}
}

func deployment(v jsontree.Value) Deployment {
	return Deployment{
		Offset:             object(v),
		Provider:           text(v.Get("provider")),
		Owner:              text(v.Get("owner")),
		Repo:               text(v.Get("repo")),
		PagesType:          text(v.Get("pages_type")),
		SourceBranch:       text(v.Get("source_branch")),
		SourcePath:         text(v.Get("source_path")),
		CustomDomain:       text(v.Get("custom_domain")),
		PagesHost:          text(v.Get("pages_host")),
		DomainRoot:         text(v.Get("domain_root")),
		SiteRoot:           text(v.Get("site_root")),
		ProjectRoot:        text(v.Get("project_root")),
		DiscoveryRoot:      text(v.Get("discovery_root")),
		ControlsDomainRoot: boolean(v.Get("controls_domain_root")),
	}
}

func discovery(v jsontree.Value) Discovery {
	robots := v.Get("robots")
	return Discovery{
		Offset:      object(v),
		LLMS:        text(v.Get("llms")),
		RawManifest: text(v.Get("raw_manifest")),
		Sitemap:     text(v.Get("sitemap")),
		LLMSFull:    text(v.Get("llms_full")),
		RobotsURL:   text(robots.Get("url")),
		RobotsRole:  text(robots.Get("role")),
		NestedLLMS:  texts(v.Get("nested_llms")),
	}
}

func pages(v jsontree.Value) []Page {
	list := make([]Page, 0, v.Len())
	for item := range v.Items() {
		page := Page{Offset: item.Offset()}
		for key, v := range item.Members() {
			switch key.Str() {
			case "url":
				page.URL = text(v)
			case "title":
				page.Title = text(v)
			case "description":
				page.Description = text(v)
			case "language":
				page.Language = text(v)
			case "role":
				page.Role = text(v)
			case "json_ld_type":
				page.JSONLDType = text(v)
			case "section":
				page.Section = text(v)
			case "last_modified":
				page.LastModified = text(v)
			case "markdown_url":
				page.MarkdownURL = text(v)
			case "source":
				page.Source = text(v)
			case "translations":
				page.Translations = translations(v)
			}
		}
		list = append(list, page)
	}
	return list
}

func translations(v jsontree.Value) []Translation {
	var list []Translation
	for item := range v.Items() {
		list = append(list, Translation{text(item.Get("language")), text(item.Get("url"))})
	}
	return list
}

func excluded(v jsontree.Value) []Excluded {
	var list []Excluded
	for item := range v.Items() {
		list = append(list, Excluded{item.Offset(), text(item.Get("path")), text(item.Get("reason"))})
	}
	return list
}

// Free lets go of what Validate, URLs and Locate need; the struct stays. They give nothing afterwards.
func (f *File) Free() { f.tree = nil }

// Locate gives the place of the value that a JSON pointer (RFC 6901) names; false where there is none.
func (f *File) Locate(pointer string) (pos.Position, bool) {
	if f.tree == nil {
		return pos.Position{}, false
	}
	v := f.tree.At(pointer)
	return f.Lines.At(v.Offset()), v.Exists()
}
