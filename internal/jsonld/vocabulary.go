package jsonld

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/discovery-set/hugo-discovery/internal/jsontree"
)

// terms is a cut of the schema.org vocabulary, release 30.0: names, hierarchy, domains and ranges of the 42 classes and 358
// properties that can occur on the pages of a discovery set. © the sponsors of schema.org, CC BY-SA 3.0, see NOTICE.
//
//go:embed schemaorg-30-terms.json
var terms string

// classSet is a set of the table's classes, a bit each.
type classSet uint64

type class struct {
	self      classSet
	ancestors classSet // itself among them
}

type property struct {
	domains      []string
	domain       classSet // those of domains that the table knows
	supersededBy string
}

type vocabulary struct {
	classes    map[string]class
	properties map[string]property
}

// table reads the terms when they are first asked for.
var table = sync.OnceValue(func() *vocabulary {
	root := jsontree.Parse(terms, jsontree.Limits{}).Root()
	v := &vocabulary{classes: map[string]class{}, properties: map[string]property{}}
	parents := map[string][]string{}
	for name, above := range root.Get("classes").Members() {
		v.classes[name.Str()] = class{self: 1 << len(v.classes)}
		for parent := range above.Items() {
			parents[name.Str()] = append(parents[name.Str()], parent.Str())
		}
	}
	var ancestors func(name string) classSet
	ancestors = func(name string) classSet {
		set := v.classes[name].self
		for _, parent := range parents[name] {
			set |= ancestors(parent)
		}
		return set
	}
	for name, c := range v.classes {
		c.ancestors = ancestors(name)
		v.classes[name] = c
	}
	for name, term := range root.Get("properties").Members() {
		var p property
		for domain := range term.Get("domain").Items() {
			p.domains = append(p.domains, domain.Str())
			p.domain |= v.classes[domain.Str()].self
		}
		for successor := range term.Get("superseded_by").Items() {
			p.supersededBy = successor.Str()
			break
		}
		v.properties[name.Str()] = p
	}
	return v
})

// KnownType says whether the table of schema.org terms has the class.
func KnownType(name string) bool {
	_, ok := table().classes[name]
	return ok
}

// KnownProperty says whether the table of schema.org terms has the property.
func KnownProperty(name string) bool {
	_, ok := table().properties[name]
	return ok
}

// IsSubtype says whether class name is ancestor itself or below it.
func IsSubtype(name, ancestor string) bool {
	if name == ancestor {
		return true
	}
	v := table()
	return v.classes[name].ancestors&v.classes[ancestor].self != 0
}

// InDomain says whether the property may stand on the class: one of the property's domains is the class or above it. It is
// false for a property or class that the table lacks; ask KnownProperty and KnownType first.
func InDomain(property, class string) bool {
	v := table()
	return v.properties[property].domain&v.classes[class].ancestors != 0
}

// Domains are the classes that the property belongs to, in the order of the alphabet; nil where it is unknown. Some of them
// are beyond the table. The caller must not change the list.
func Domains(property string) []string { return table().properties[property].domains }

// SupersededBy is the property that replaced this one, "" where none did.
func SupersededBy(property string) string { return table().properties[property].supersededBy }

// short takes the vocabulary's name off a term: WebPage for https://schema.org/WebPage and schema:WebPage.
func short(name string) string {
	if strings.IndexByte(name, ':') < 0 {
		return name
	}
	for _, prefix := range [...]string{"https://schema.org/", "http://schema.org/", "schema:"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			return rest
		}
	}
	return name
}
