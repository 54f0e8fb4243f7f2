package htmlfacts

import (
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/htmlscan"
)

// props are the properties of an element name that parsing depends on.
type props uint32

const (
	// isBlock: separates words in the visible text. The bit is that of runBreak.
	isBlock props = 1 << iota
	// isVoid: never has content (or, like col and frame, none that matters here).
	isVoid
	// closesP: its start tag closes an open p.
	closesP
	// isSpecial: the "special" category of the HTML standard (13.2.4.2).
	isSpecial
	// isFormatting: the "formatting" category; its end tag runs the adoption agency algorithm.
	isFormatting
	// isScope: ends the default scope and the table scope of end tags.
	isScope
	// isMarker: puts a marker into the list of active formatting elements, so that those outside are not opened again inside.
	isMarker
	// isRaw: its content is raw text to the tokenizer.
	isRaw
	// keepsHead: may stand in head.
	keepsHead
	// isScoped: its end tag works only if the element is in scope, and closes everything above it.
	isScoped
	// breaksOut: its start tag ends foreign content.
	breaksOut
	// hasRule: its start tag has a rule of its own.
	hasRule
	// isTablePart: stands only in tables.
	isTablePart
	// isTableScoped: its end tag looks no further than the table.
	isTableScoped
	// isH: h1 to h6.
	isH
	// isImplied: its end tag is implied by what comes after it.
	isImplied
	// hasFacts: the element itself is a fact, or is otherwise more than a place for its content.
	hasFacts
	// reopens: its start tag first opens the active formatting elements again.
	reopens
	// isTableContext: only parts of tables (or of templates) may stand in it directly.
	isTableContext
	// makesBody: no frameset can take the place of a body that has it.
	makesBody
)

// element holds what is fixed for one element name.
type element struct {
	props props
	// context that the element gives to itself and its content.
	context Context
	// clear and set change the inherited scope bits of open elements.
	clear, set scope
	// near are the kinds of nearest elements that it is of.
	near near
}

// scope bits of an open element answer in one look what the HTML standard answers by walking the stack.
type scope uint16

const (
	// hasP: a p element is in button scope.
	hasP scope = 1 << iota
	// hasLi: the start tag of an li would close an open li; hasDd: likewise dd and dt.
	hasLi
	hasDd
	// htmlPoint: an HTML integration point; mathText: a MathML text integration point.
	htmlPoint
	mathText
	// onClose: something is to be recorded when the element ends.
	onClose
	// watched: a formatting element or one that sets a marker. If anything but its own end tag ends it, then the list of
	// active formatting elements is no longer what is open.
	watched
	// tableContext: isTableContext.
	tableContext
	// careful: tableContext, or a foreign element. Tags and text in it have rules of their own.
	careful
)

// inherited are the scope bits that say something of all that is inside.
const inherited = hasP | hasLi | hasDd

var elements = newElements()

func newElements() (e [htmlscan.NumTags]element) {
	set := func(p props, names string) {
		for name := range strings.FieldsSeq(names) {
			e[htmlscan.LookupTag(name)].props |= p
		}
	}
	in := func(c Context, names string) {
		for name := range strings.FieldsSeq(names) {
			e[htmlscan.LookupTag(name)].context |= c
		}
	}
	set(isVoid, `
		area base basefont bgsound br col embed frame hr image img input keygen link meta param
		source track wbr`)
	set(closesP, `
		address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer
		header hgroup main menu nav ol p search section summary ul h1 h2 h3 h4 h5 h6 pre listing form li dd
		dt plaintext table hr xmp`)
	set(isSpecial, `
		address applet area article aside base basefont bgsound blockquote body br button caption center col
		colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2
		h3 h4 h5 h6 head header hgroup hr html iframe img input keygen li link listing main marquee menu
		meta nav noembed noframes noscript object ol p param plaintext pre script search section select
		source style summary table tbody td template textarea tfoot th thead title tr track ul wbr xmp`)
	set(isFormatting, "a b big code em font i nobr s small strike strong tt u")
	set(isScope, "applet caption html table td th marquee object select template")
	set(isMarker, "applet caption td th marquee object template")
	set(isBlock, `
		address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset
		figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol
		optgroup option p plaintext pre search section summary table tbody td tfoot th thead tr ul xmp`)
	set(isRaw, "script style textarea title xmp iframe noembed noframes plaintext")
	set(keepsHead, "base basefont bgsound link meta noframes script style template title")
	set(isScoped, `
		address applet article aside blockquote button center dd details dialog dir div dl dt fieldset
		figcaption figure footer header hgroup li listing main marquee menu nav object ol p pre search
		section select summary ul`)
	set(breaksOut, `
		b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li
		listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var`)
	set(isTablePart, "caption col colgroup tbody td tfoot th thead tr")
	set(isTableScoped, "table caption tbody td tfoot th thead tr")
	set(isH, "h1 h2 h3 h4 h5 h6")
	set(isImplied, "dd dt li optgroup option p rb rp rt rtc")
	set(hasRule, `
		a body button caption col colgroup dd dt form frame frameset h1 h2 h3 h4 h5 h6 head hr html input li
		nobr optgroup option rb rp rt rtc select table tbody td tfoot th thead tr`)
	set(hasFacts, `
		a meta link base img image picture area input details dialog summary pre code svg math footer main
		h1 h2 h3 h4 h5 h6 template`)
	set(isTableContext, "colgroup table tbody template tfoot thead tr")
	set(makesBody, `
		applet area body br button dd dt embed hr iframe image img input keygen li listing marquee object pre select table template
		textarea wbr xmp`)
	for t := range e {
		e[t].props |= reopens
		if e[t].props&(isVoid|isRaw) != 0 {
			e[t].props |= hasFacts
		}
	}
	for name := range strings.FieldsSeq(`
		address article aside base basefont bgsound blockquote body caption center col colgroup dd details dialog dir div dl
		dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe li link
		listing main menu meta nav noembed noframes ol p param plaintext pre rb rp rt rtc script search section source style
		summary table tbody td template textarea tfoot th thead title tr track ul`) {
		e[htmlscan.LookupTag(name)].props &^= reopens
	}

	in(InMain, "main")
	in(InArticle, "article")
	in(InNav, "nav")
	in(InHeader, "header")
	in(InFooter, "footer")
	in(InAside, "aside")
	in(InHeading, "h1 h2 h3 h4 h5 h6")
	in(InCode, "pre code samp kbd xmp listing textarea")
	in(InTemplate, "template")
	in(InNoscript, "noscript")
	in(InAnchor, "a")

	for t := range e {
		x := &e[t]
		if x.props&isScope != 0 || htmlscan.Tag(t) == htmlscan.Button {
			x.clear |= hasP
		}
		x.near = nearHTML
		if x.props&isScope != 0 {
			x.near |= nearBound
		}
		if x.props&isSpecial != 0 {
			x.clear |= hasLi | hasDd
			x.near |= nearSpecial
		}
		if x.props&(isFormatting|isMarker) != 0 {
			x.set |= watched
		}
		if x.props&isTableContext != 0 {
			x.set |= tableContext | careful
			x.near |= nearTable
		}
	}
	for _, t := range []htmlscan.Tag{htmlscan.Td, htmlscan.Th, htmlscan.Caption} {
		e[t].near |= nearTable
	}
	for _, t := range []htmlscan.Tag{htmlscan.Address, htmlscan.Div, htmlscan.P} {
		e[t].clear &^= hasLi | hasDd // the standard looks through these
	}
	e[htmlscan.P].set |= hasP
	e[htmlscan.Li].set |= hasLi
	e[htmlscan.Dd].set |= hasDd
	e[htmlscan.Dt].set |= hasDd
	return e
}
