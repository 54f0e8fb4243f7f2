package manifest

import (
	"regexp"
	"strconv"

	"github.com/discovery-set/hugo-discovery/internal/jsontree"
)

// maxURLs bounds the list of URLs.
const maxURLs = 100_000

// URLRef is a string of the manifest that looks like a URL.
type URLRef struct {
	Pointer string // JSON pointer (RFC 6901)
	Text
	Absolute bool // it has a scheme; else it is relative, and may as well be the name of a file in a repository
}

var (
	absoluteURL = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*://\S+$`)
	// relativeURL: with a slash or dots in front, or named as files of a site are.
	relativeURL = regexp.MustCompile(`^(?:\.{0,2}/[^\s<>"{}|\\^` + "`" + `]+|[^\s:<>"{}|\\^` + "`" + `]+\.(?i:html?|txt|json|xml|md)(?:[?#]\S*)?)$`)
)

// URLs lists every string that looks like a URL, in the file's order, at most 100,000: for a manifest that does not claim
// the format, whose keys say nothing.
func (f *File) URLs() []URLRef {
	if f.tree == nil {
		return nil
	}
	c := collector{}
	c.walk(f.tree.Root())
	return c.found
}

type collector struct {
	path  []string
	found []URLRef
}

func (c *collector) walk(v jsontree.Value) {
	if len(c.found) == maxURLs {
		return
	}
	switch v.Kind() {
	case jsontree.String:
		if s := v.Str(); len(s) <= 8192 {
			absolute := absoluteURL.MatchString(s)
			if absolute || relativeURL.MatchString(s) {
				c.found = append(c.found, URLRef{c.pointer(), Text{s, v.Offset()}, absolute})
			}
		}
	case jsontree.Array:
		i := 0
		for item := range v.Items() {
			c.step(strconv.Itoa(i), item)
			i++
		}
	case jsontree.Object:
		for key, value := range v.Members() {
			c.step(key.Str(), value)
		}
	}
}

func (c *collector) step(token string, v jsontree.Value) {
	c.path = append(c.path, token)
	c.walk(v)
	c.path = c.path[:len(c.path)-1]
}

func (c *collector) pointer() string {
	var b []byte
	for _, token := range c.path {
		b = append(b, '/')
		b = append(b, jsontree.PointerToken(token)...)
	}
	return string(b)
}
