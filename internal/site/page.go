package site

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/config"
	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
)

// Status says what an HTML file of the tree is (ledger, "Core derivations").
type Status uint8

const (
	// Canonical pages make the site: all rules for pages apply to them.
	Canonical Status = iota
	// NotFoundPage is 404.html at the root, served for every miss (A16).
	NotFoundPage
	// RedirectStub forwards by meta refresh (A17).
	RedirectStub
	// Excluded is declared, with a reason, to be no canonical page (A13, A38).
	Excluded
	// PagerDuplicate is …/page/N/ or …/page/N.html whose canonical is the list
	// it continues (A18).
	PagerDuplicate
	// AMPTwin is the AMP form of a canonical page that names it (A38).
	AMPTwin
	// Unread could not be read; a finding says so.
	Unread
)

var statusNames = [...]string{"canonical", "404", "redirect", "excluded", "pager", "amp", "unread"}

func (s Status) String() string { return statusNames[s] }

// Pos is a place in a file: line and column from 1, or zero for none.
type Pos struct{ Line, Column int32 }

// Text is a string of a page and where it stands.
type Text struct {
	Value string
	Pos   Pos
}

// Page is what is kept of one HTML file when its content has been let go: a
// few hundred bytes, for the rules that compare pages and for the reports.
type Page struct {
	Path   string // in the tree
	Status Status
	Reason string // why it is excluded

	// URL is CURRENT_PAGE_URL: the URL at which GitHub Pages serves the file
	// without a redirect. Of the two that serve x.html, the one that the
	// canonical link names (A21).
	URL string
	// Canonical is the first canonical link, resolved; empty without one.
	Canonical Text

	Lang          string
	Title         Text
	Description   Text
	OGTitle       Text
	OGDescription Text
	OGImage       string

	// LLMSTitle and ManifestTitle are the titles of the head's alternate links
	// to llms.txt and raw-manifest.json; without a place where there is none.
	LLMSTitle, ManifestTitle Text
	// Redirect is where a redirect stub forwards to: an absolute URL.
	Redirect Text
	// Truncated lists the limits that the page exceeded: what lies beyond them
	// was not looked at.
	Truncated htmlfacts.Limit

	// JSONLDTypes are the types of the page's top-level JSON-LD nodes, in
	// order of appearance; JSONLDPos is where the first block stands.
	JSONLDTypes []string
	JSONLDPos   Pos
	// JSONLDBroken: a block could not be read to its end. HasSourceCode: a
	// SoftwareSourceCode stands among the nodes or as a mainEntity.
	JSONLDBroken, HasSourceCode bool
	// RedirectTo is the tree path that a redirect stub leads to, "" where it
	// leaves the tree.
	RedirectTo string
	// HeadPos is where the head ends: the place for what the page lacks.
	HeadPos Pos

	// AMPLinks are the tree paths that rel=amphtml names, sorted; AMPOf is that of the
	// page whose AMP form this page says it is.
	AMPLinks []string
	AMPOf    string

	// IDs are the hashes of the page's fragment targets, sorted. Fragments are
	// the links to places within other pages of the tree.
	IDs       []uint32
	Fragments []Fragment

	// Blank: the file holds nothing but white space.
	Blank bool
	// WebSite is the @id, resolved, of the page's WebSite node; PartOf where an
	// isPartOf names one by its @id alone.
	WebSite string
	PartOf  Text

	// Size is the file's length in bytes; TextLen that of its visible text.
	Size, TextLen int
}

// Fragment is a link to a place within another page.
type Fragment struct {
	Target int32 // place of the page in Tree.Files
	// Hash is that of the decoded fragment, as in Page.IDs; RawHash that of the
	// fragment as written, 0 where the two are the same.
	Hash, RawHash uint32
	// Offset is where the link stands in the page, in bytes.
	Offset uint32
}

// HasID reports whether the page has a fragment target of that hash.
func (p *Page) HasID(hash uint32) bool {
	_, found := slices.BinarySearch(p.IDs, hash)
	return found
}

// Exclusion is a declared path or pattern (config.Match) of files that are no
// canonical pages, and the reason.
type Exclusion struct{ Pattern, Reason string }

// Exclusions are all declared ones; the first that matches counts.
type Exclusions []Exclusion

// MaxPatterns is how many exclusions with wildcards are looked at: each of them
// is compared with each page. There is no bound for paths.
const MaxPatterns = 200

// IsPattern reports whether an exclusion has wildcards.
func IsPattern(exclusion string) bool { return strings.ContainsAny(exclusion, `*?[\`) }

// ExcludedFile is the tree path of the page that an exclusion without wildcards
// names, as config.Match reads it.
func ExcludedFile(exclusion string) string {
	file := strings.TrimPrefix(exclusion, "/")
	if file == "" || strings.HasSuffix(file, "/") {
		file += "index.html"
	}
	return file
}

// ExclusionIndex finds an exclusion without looking at all of them.
type ExclusionIndex struct {
	all      Exclusions
	files    map[string]int // tree path → the first that names it
	patterns []int
}

// Index prepares exclusions for many questions.
func (e Exclusions) Index() *ExclusionIndex {
	x := &ExclusionIndex{all: e, files: make(map[string]int, len(e))}
	for i := range e {
		if IsPattern(e[i].Pattern) {
			if len(x.patterns) < MaxPatterns {
				x.patterns = append(x.patterns, i)
			}
		} else if file := ExcludedFile(e[i].Pattern); file != "" {
			if _, known := x.files[file]; !known {
				x.files[file] = i
			}
		}
	}
	return x
}

// Reason returns why the file at the tree path p is excluded. A nil index
// excludes nothing.
func (x *ExclusionIndex) Reason(p string) (string, bool) {
	if x == nil {
		return "", false
	}
	first, found := x.files[p]
	for _, i := range x.patterns {
		if found && i > first {
			break
		}
		if config.Match(x.all[i].Pattern, p) {
			return x.all[i].Reason, true
		}
	}
	if !found {
		return "", false
	}
	return x.all[first].Reason, true
}

// googleToken is Search Console's ownership file, the only stray page that is
// excluded without being declared (A38).
var googleToken = regexp.MustCompile(`^google[0-9a-f]{16}\.html$`)

// Classify decides what the file at p is, from its facts, and its URL. AMP
// twins need a look at the page that they belong to, so that they are told
// apart once all pages are known.
func Classify(p string, facts *htmlfacts.Page, d *ghpages.Deployment, excluded *ExclusionIndex) *Page {
	page := &Page{Path: p, URL: d.URLOf(p)}
	if c := firstCanonical(facts); c != nil {
		page.Canonical.Value = resolve(page.URL, facts, c.Href)
		if short, ok := d.ShortURLOf(p); ok && page.Canonical.Value == short {
			page.URL = short
		}
	}
	switch reason, declared := excluded.Reason(p); {
	case p == "404.html":
		page.Status = NotFoundPage
	case RedirectOf(facts) != nil:
		page.Status = RedirectStub
	case declared:
		page.Status, page.Reason = Excluded, reason
	case googleToken.MatchString(p):
		page.Status, page.Reason = Excluded, "Search Console ownership file"
	case isPagerDuplicate(p, page.Canonical.Value, d):
		page.Status = PagerDuplicate
	}
	return page
}

func firstCanonical(facts *htmlfacts.Page) *htmlfacts.Link {
	for i := range facts.Links {
		if l := &facts.Links[i]; l.Context.Has(htmlfacts.InHead) && l.HasRel("canonical") && l.HasHref {
			return l
		}
	}
	return nil
}

// RedirectOf returns the meta refresh that makes a page a redirect stub, or
// nil: the first that browsers act on and that names a URL.
func RedirectOf(facts *htmlfacts.Page) *htmlfacts.Refresh {
	for i := range facts.Refreshes {
		if r := &facts.Refreshes[i]; r.Valid && r.URL != "" && !r.Context.Has(htmlfacts.InTemplate|htmlfacts.InNoscript) {
			return r
		}
	}
	return nil
}

// isPagerDuplicate: a further page of a list whose canonical link is the list
// (A18).
func isPagerDuplicate(p, canonical string, d *ghpages.Deployment) bool {
	list, _, ok := Pager(p)
	if !ok || canonical == "" {
		return false
	}
	if canonical == d.URLOf(path.Join(list, "index.html")) || canonical == d.SiteRoot+path.Join(list, "index.html") {
		return true
	}
	return list != "." && canonical == d.SiteRoot+list+".html"
}

// Pager tells of the tree path of a further page of a list, …/page/N/index.html
// or …/page/N.html (Hugo's uglyURLs) with N ≥ 2, the list's folder, "." at the
// root, and N.
func Pager(p string) (list string, n int, ok bool) {
	name, found := strings.CutSuffix(p, "/index.html")
	if !found {
		if name, found = strings.CutSuffix(p, ".html"); !found {
			return "", 0, false
		}
	}
	n, err := strconv.Atoi(path.Base(name))
	page := path.Dir(name)
	if err != nil || n < 2 || path.Base(page) != "page" {
		return "", 0, false
	}
	return path.Dir(page), n, true
}

// resolve returns ref as the page means it: against its base element, else
// its URL. A reference that is no URL comes back as it is.
func resolve(pageURL string, facts *htmlfacts.Page, ref string) string {
	abs, err := ghpages.ResolveRef(BaseURL(pageURL, facts), ref)
	if err != nil {
		return ref
	}
	return abs
}

// BaseURL is the URL against which the page's relative references resolve:
// its base element's, else its own (HTML standard, 2.4.3). A base that is too
// long does not count.
func BaseURL(pageURL string, facts *htmlfacts.Page) string {
	if b := facts.Base(); b != nil && len(b.Href) <= htmlfacts.MaxBase {
		if abs, err := ghpages.ResolveRef(pageURL, b.Href); err == nil {
			return abs
		}
	}
	return pageURL
}
