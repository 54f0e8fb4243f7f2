package htmlfacts

import (
	"slices"
	"sort"

	"github.com/discovery-set/hugo-discovery/internal/htmlscan"
)

// In a document whose elements are misnested, an element may end up elsewhere than where it stood when its start tag was
// read, and with it the links inside. Such a document is read again with a node for every element, which knows its parent,
// so that all contexts can be told when the document is over. There are no children: to give those of one node to another,
// the two change places.

// node is an element of the document.
type node struct {
	// parent is its parent node, or -1.
	parent int32
	// offset of the start tag, or -1.
	offset int32
	// own is the context that it makes itself; context that of its content, hider the index in Page.Hiders of the nearest
	// hiding element, or -1, both as of round.
	own, context    Context
	ownHider, hider int32
	round           int32
	// attrs stands for the attributes of a formatting element.
	attrs uint64
	// open is its position in the stack while it is open there.
	open  int16
	tag   htmlscan.Tag
	space namespace
}

// activeElement is an entry of the list of active formatting elements.
type activeElement struct {
	node int32 // or -1 for a marker
	// ref is the index in Page.Refs of the link that text is still to belong to, or -1; mark that of its beginning.
	ref  int32
	mark int
}

// misnested is what a Scanner has for documents with misnested elements.
type misnested struct {
	// tangled: the document needs nodes, but they are not kept.
	tangled bool
	// keepsNodes: they are.
	keepsNodes bool
	// gaveUp: there were too many.
	gaveUp bool

	nodes []node
	// tags are the nodes that have a tag, in the order of their offsets.
	tags []int32
	// runNodes are the parents of Scanner.runs.
	runNodes []int32
	active   []activeElement
	// moves is compared with MaxMoves.
	moves int
	// forgot: the adoption agency's inner loop let go of an active element, which is where other parsers err.
	forgot bool
	// round is raised whenever nodes get other parents.
	round int32
	path  []int32
	// parent, own and ownHider are for the node of the current start tag.
	parent   int32
	own      Context
	ownHider int32
	// pushLimit is how many open elements push pushes onto by itself: MaxDepth, or none if nodes are kept.
	pushLimit int
	// notQuick are the properties of the elements that are more than a place for others: hasFacts, or any if nodes are kept.
	notQuick props
	// foster: what stands in a part of a table goes before the table.
	foster bool
	// framesetOK: a frameset may still take the place of the body, whose facts come behind those that beforeBody counts.
	framesetOK bool
	beforeBody factCounts
	// preEnd is the end of the last tag behind which a newline is no text.
	preEnd int
}

// resetNodes prepares for a new document.
func (s *Scanner) resetNodes() {
	s.tangled, s.gaveUp, s.forgot = false, false, false
	s.nodes, s.tags, s.runNodes, s.active = reuse(s.nodes), reuse(s.tags), reuse(s.runNodes), reuse(s.active)
	s.pushLimit, s.notQuick = MaxDepth, hasFacts
	if s.keepsNodes {
		s.pushLimit, s.notQuick = 0, ^props(0)
	}
	s.moves, s.round, s.foster, s.framesetOK, s.preEnd = 0, 1, false, true, -1
}

// tangle notes that what the document says cannot be told from the stack alone.
func (s *Scanner) tangle() {
	if !s.keepsNodes && !s.gaveUp {
		s.tangled = true
		s.z.Stop()
	}
}

// addRoot begins a part of the document whose elements have no other parent.
func (s *Scanner) addRoot(c Context) {
	s.open[0].node = int32(len(s.nodes))
	s.nodes = append(s.nodes, node{parent: -1, offset: -1, own: c, ownHider: -1})
}

// settle returns a node with its context and hider as of now.
func (s *Scanner) settle(id int32) *node {
	path := s.path[:0]
	for i := id; i >= 0 && s.nodes[i].round != s.round; i = s.nodes[i].parent {
		path = append(path, i)
	}
	s.path = path
	for _, i := range slices.Backward(path) {
		n := &s.nodes[i]
		n.context, n.hider, n.round = n.own, n.ownHider, s.round
		if n.parent < 0 {
			continue
		}
		parent := &s.nodes[n.parent]
		inherited := parent.context
		if n.isHTML(htmlscan.Summary) && parent.isHTML(htmlscan.Details) && s.nodes[parent.parent].context&InClosedDetails == 0 {
			inherited &^= InClosedDetails
		}
		n.context |= inherited
		if n.hider < 0 {
			n.hider = parent.hider
		}
	}
	return &s.nodes[id]
}

func (n *node) isHTML(tag htmlscan.Tag) bool { return n.tag == tag && n.space == htmlSpace }

// parentNode returns the node that what comes next is put into (HTML standard, "appropriate place for inserting a node").
func (s *Scanner) parentNode() int32 {
	if top := s.top(); !s.foster || top.scope&tableContext == 0 || top.tag == htmlscan.Colgroup || top.tag == htmlscan.Template {
		return top.node
	}
	return s.fosterParent()
}

// fosterParent returns the node that is to get what stands wrongly in the innermost table.
func (s *Scanner) fosterParent() int32 {
	table, template := s.last[htmlscan.Table], s.last[htmlscan.Template]
	switch {
	case template > table:
		return s.open[template].node
	case table == 0:
		return s.open[0].node
	}
	return s.nodes[s.open[table].node].parent
}

// placeNode says where the current start tag creates its element, which makes own itself.
func (s *Scanner) placeNode(p *place, own Context) {
	if s.moves > MaxMoves {
		s.giveUp()
		return
	}
	s.parent, s.own, s.ownHider = s.parentNode(), own, -1
	parent := s.settle(s.parent)
	p.context, p.hider = own|parent.context, parent.hider
}

// addNode creates the node of the current start tag and returns its number.
func (s *Scanner) addNode(tag htmlscan.Tag, space namespace) int32 {
	id := int32(len(s.nodes))
	s.nodes = append(s.nodes, node{parent: s.parent, offset: int32(s.z.Start), own: s.own, ownHider: s.ownHider, tag: tag, space: space})
	s.tags = append(s.tags, id)
	s.moves += 4 // a node takes more than a move
	return id
}

// pushNode opens the element of the current start tag.
func (s *Scanner) pushNode(tag htmlscan.Tag, space namespace, extra scope) {
	id := s.addNode(tag, space)
	s.openNode(id, extra)
	if space != htmlSpace || s.overflow > 0 {
		return
	}
	switch props := elements[tag].props; {
	case props&isFormatting != 0:
		s.nodes[id].attrs = s.attributesHash()
		s.addActive(id)
	case props&isMarker != 0:
		s.active = append(s.active, activeElement{node: -1, ref: -1})
	}
}

// openNode puts a node onto the stack.
func (s *Scanner) openNode(id int32, extra scope) {
	n := s.settle(id)
	depth := len(s.open)
	s.pushLimit = MaxDepth
	s.push(n.tag, n.space, n.context, n.hider, extra)
	s.pushLimit = 0
	if len(s.open) > depth {
		s.open[depth].node = id
		n.open = int16(depth)
	}
}

// isOpenNode reports whether a node is in the stack.
func (s *Scanner) isOpenNode(id int32) bool {
	i := int(s.nodes[id].open)
	return i > 0 && i < len(s.open) && s.open[i].node == id
}

// clone creates a node like another one (HTML standard, "create an element for the token" once more).
func (s *Scanner) clone(id, parent int32) int32 {
	n := s.nodes[id]
	n.parent, n.offset, n.round, n.open = parent, -1, 0, 0
	s.nodes = append(s.nodes, n)
	s.moves += 4 // a node takes more than a move
	return int32(len(s.nodes)) - 1
}

// nodeStart creates the element of a start tag, after the rules of the tag.
func (s *Scanner) nodeStart(tag htmlscan.Tag, x *element) {
	if x.props&reopens != 0 {
		s.reopen()
	}
	if x.props&makesBody != 0 && (tag != htmlscan.Input || !s.isHiddenInput()) {
		s.framesetOK = false
	}
	if tag == htmlscan.Pre || tag == htmlscan.Listing {
		s.preEnd = s.z.End
	}
	s.element(tag)
}

// nodeText prepares the stack for text.
func (s *Scanner) nodeText(start, end int) {
	if s.mode != inBody || s.top().context&InTemplate != 0 {
		return
	}
	blank, nothing := true, true
	for _, c := range s.src[start:end] {
		if c != 0 {
			nothing = false
			blank = blank && isSpace(c)
		}
	}
	top := s.top()
	if !blank {
		s.framesetOK = false
	}
	if top.space != htmlSpace && top.scope&(htmlPoint|mathText) == 0 {
		return
	}
	if top.scope&tableContext != 0 {
		if blank {
			return
		}
		if top.tag == htmlscan.Colgroup {
			s.pop(start)
		}
		s.foster = true
	}
	if text := string(s.src[start:min(end, start+3)]); start == s.preEnd && (text == "\n" || text == "\r" || text == "\r\n") {
		return
	}
	if !nothing {
		s.reopen()
	}
}

// bodyFrameset processes the start tag of a frameset in the body: it takes the place of a body that shows nothing yet.
func (s *Scanner) bodyFrameset() {
	s.tangle()
	if !s.keepsNodes || !s.framesetOK {
		return
	}
	s.popTo(1, s.z.Start)
	s.truncate(s.beforeBody)
	s.active = s.active[:0]
	s.mode, s.framesets = inFrameset, 1
	s.setRoot(InFrameset)
}

// factCounts are the lengths of the lists of facts.
type factCounts struct {
	titles, metas, links, bases, refreshes, jsonld, refs, ids, wrappers, footers, mains, headings, code, hiders, runs, tags int
}

func (s *Scanner) counts() factCounts {
	p := &s.page
	return factCounts{
		len(p.Titles), len(p.Metas), len(p.Links), len(p.Bases), len(p.Refreshes), len(p.JSONLD), len(p.Refs), len(p.IDs),
		len(p.MachineLinks), len(p.Footers), len(p.Mains), len(p.Headings), len(p.CodeBlocks), len(p.Hiders), len(s.runs), len(s.tags),
	}
}

// truncate drops the facts behind the given counts.
func (s *Scanner) truncate(c factCounts) {
	p := &s.page
	p.Titles, p.Metas, p.Links, p.Bases = p.Titles[:c.titles], p.Metas[:c.metas], p.Links[:c.links], p.Bases[:c.bases]
	p.Refreshes, p.JSONLD, p.Refs, p.IDs = p.Refreshes[:c.refreshes], p.JSONLD[:c.jsonld], p.Refs[:c.refs], p.IDs[:c.ids]
	p.MachineLinks, p.Footers, p.Mains = p.MachineLinks[:c.wrappers], p.Footers[:c.footers], p.Mains[:c.mains]
	p.Headings, p.CodeBlocks, p.Hiders = p.Headings[:c.headings], p.CodeBlocks[:c.code], p.Hiders[:c.hiders]
	s.runs, s.runNodes, s.tags = s.runs[:c.runs], s.runNodes[:c.runs], s.tags[:c.tags]
	p.TextLen, s.textLen, s.after = 0, 0, 0
}

// giveUp goes on without nodes.
func (s *Scanner) giveUp() {
	s.settleFacts()
	s.keepsNodes, s.gaveUp, s.pushLimit, s.notQuick = false, true, MaxDepth, hasFacts
	s.page.Truncated |= TooTangled
}

// settleFacts completes the links that are still active and gives all facts the contexts that they have in the document.
func (s *Scanner) settleFacts() {
	for k := len(s.active) - 1; k >= 0; k-- {
		s.endActive(k)
	}
	s.active = s.active[:0]
	s.round++
	p := &s.page
	for i := range p.Titles {
		s.settleFact(p.Titles[i].Offset, &p.Titles[i].Context)
	}
	for i := range p.Metas {
		s.settleFact(p.Metas[i].Offset, &p.Metas[i].Context)
	}
	for i := range p.Links {
		s.settleFact(p.Links[i].Offset, &p.Links[i].Context)
	}
	for i := range p.Bases {
		s.settleFact(p.Bases[i].Offset, &p.Bases[i].Context)
	}
	for i := range p.Refreshes {
		s.settleFact(p.Refreshes[i].Offset, &p.Refreshes[i].Context)
	}
	for i := range p.JSONLD {
		s.settleFact(p.JSONLD[i].Offset, &p.JSONLD[i].Context)
	}
	for i := range p.Refs {
		r := &p.Refs[i]
		if n := s.settleFact(r.TagOffset, &r.Context); n != nil {
			r.HiddenBy = n.hider
		}
	}
	for _, regions := range [][]Region{p.MachineLinks, p.Footers, p.Mains} {
		for i := range regions {
			if n := s.settleFact(regions[i].Offset, &regions[i].Context); n != nil {
				regions[i].HiddenBy = n.hider
			}
		}
	}
	for i := range p.Headings {
		s.settleFact(p.Headings[i].Offset, &p.Headings[i].Context)
	}
	for i := range p.CodeBlocks {
		s.settleFact(p.CodeBlocks[i].Offset, &p.CodeBlocks[i].Context)
	}
	s.settleRuns()
}

// settleRuns says of each piece of text whether people see it.
func (s *Scanner) settleRuns() {
	for i, id := range s.runNodes {
		r := &s.runs[i]
		visible := runVisible
		if s.settle(id).context&Invisible != 0 {
			visible = 0
		}
		if visible == r.flags&runVisible {
			continue
		}
		r.flags ^= runVisible
		n := len(trimSpace(stringOf(s.src[r.start:r.end])))
		if visible == 0 {
			n = -n
		}
		s.page.TextLen += n
	}
}

// settleFact gives a fact the context of the element whose tag is at offset, and returns its node. What belongs to html or
// body has none, and keeps its context.
func (s *Scanner) settleFact(offset int, c *Context) *node {
	i := sort.Search(len(s.tags), func(i int) bool { return int(s.nodes[s.tags[i]].offset) >= offset })
	if i == len(s.tags) || int(s.nodes[s.tags[i]].offset) != offset {
		return nil
	}
	n := s.settle(s.tags[i])
	*c = n.context
	return n
}
