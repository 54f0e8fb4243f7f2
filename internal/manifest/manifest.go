// Package manifest reads raw-manifest.json into a struct in which every value keeps its place, and checks it against the
// JSON Schema of the format (schema/raw-manifest.schema.json).
//
// Decode is quick and is what the rules need; Validate is slower and can run beside them. Neither judges what the values
// say.
package manifest

import (
	"slices"

	"github.com/discovery-set/hugo-discovery/internal/jsontree"
	"github.com/discovery-set/hugo-discovery/internal/pos"
)

// Text is a string of the manifest and where it stands: Offset is that of its opening quote, 0 where the key is missing
// (no value can stand at the start of an object). A value of another type than string counts as missing here; the schema
// names it.
type Text struct {
	Value  string
	Offset int
}

// Present says whether the manifest holds the value.
func (t Text) Present() bool { return t.Offset > 0 }

// File is a manifest that has been read. Keys that the format does not know are left out.
type File struct {
	IsObject bool // the file is one JSON object
	Claims   bool // it claims the format: it has a schema_version
	Problems []Problem
	Size     int // bytes
	Lines    pos.Index

	Schema, SchemaVersion                  Text
	Protocol, Generator                    NameVersion
	Name, Description, URL, Type, Language Text
	Languages                              []Text
	Repository, License, LicenseURL        Text
	Author                                 Author
	Keywords                               []Text
	Deployment                             Deployment
	Discovery                              Discovery
	Pages                                  []Page
	PagesOffset, ExcludedOffset            int  // 0 where missing
	PagesList                              bool // pages is a list
	Excluded                               []Excluded

	tree *jsontree.Tree
}

// NameVersion is the object of protocol and generator.
type NameVersion struct {
	Offset        int // 0 where missing
	Name, Version Text
}

// Author is who made the thing.
type Author struct {
	Offset          int // 0 where missing
	Type, Name, URL Text
	SameAs          []Text
}

// Deployment is the closed state of the publication.
type Deployment struct {
	Offset                                                         int // 0 where missing
	Provider, Owner, Repo, PagesType, SourceBranch, SourcePath     Text
	CustomDomain, DomainRoot, SiteRoot, ProjectRoot, DiscoveryRoot Text
	PagesHost                                                      Text // of an Enterprise installation
	ControlsDomainRoot                                             Bool
}

// Bool is a boolean of the manifest; Offset 0 where it is missing.
type Bool struct {
	Value  bool
	Offset int
}

// Present says whether the manifest holds the value.
func (b Bool) Present() bool { return b.Offset > 0 }

// Discovery names the files of the set.
type Discovery struct {
	Offset                               int // 0 where missing
	LLMS, RawManifest, Sitemap, LLMSFull Text
	RobotsURL, RobotsRole                Text // of the object robots
	NestedLLMS                           []Text
}

// Page is one canonical page.
type Page struct {
	Offset                                                       int
	URL, Title, Description, Language, Role, JSONLDType, Section Text
	LastModified, MarkdownURL, Source                            Text
	Translations                                                 []Translation
}

// Translation is a page's twin in another language.
type Translation struct {
	Language, URL Text
}

// Excluded is an HTML file that is deliberately no canonical page.
type Excluded struct {
	Offset       int
	Path, Reason Text
}

// Kind names a fault of the file; those of jsontree, and NotObject.
type Kind = jsontree.ProblemKind

// NotObject is a file whose value is no JSON object.
const NotObject Kind = "not-object"

// Problem is a fault of the file as JSON.
type Problem struct {
	Kind Kind
	pos.Position
	Message string // one line, without the place
}

// Violation is one way in which the manifest breaks its schema.
type Violation struct {
	Pointer string // JSON pointer of the value (RFC 6901)
	Keyword string // the schema's keyword that it breaks, such as "required"
	pos.Position
	Message string // in plain words, one line, without the place
	Fix     string // what to do
}

// Whole reports whether the file could be read to its end as JSON.
func (f *File) Whole() bool {
	return !slices.ContainsFunc(f.Problems, func(p Problem) bool { return p.Kind.Ends() })
}
