package htmlfacts

import (
	"bytes"
	"slices"

	"github.com/discovery-set/hugo-discovery/internal/htmlscan"
)

// The list of active formatting elements (HTML standard, 13.2.4.3) and the adoption agency algorithm (13.2.6.4.7). They are
// needed only where nodes are kept.

// findActive goes through the active formatting elements behind the last marker, the last one first, and returns the index
// of the first that is wanted, or -1.
func (s *Scanner) findActive(wanted func(id int32) bool) int {
	n := len(s.active)
	k := n - 1
	for k >= 0 && s.active[k].node >= 0 && !wanted(s.active[k].node) {
		k--
	}
	s.moves += (n - k) / 16
	if k < 0 || s.active[k].node < 0 {
		return -1
	}
	return k
}

// activeIndex returns the index of a node in the list of active formatting elements behind the last marker, or -1.
func (s *Scanner) activeIndex(id int32) int {
	return s.findActive(func(other int32) bool { return other == id })
}

// activeTag returns the index of the last active formatting element with the tag, or -1.
func (s *Scanner) activeTag(tag htmlscan.Tag) int {
	return s.findActive(func(id int32) bool { return s.nodes[id].tag == tag })
}

// addActive makes the node of a formatting element active. Of more than three alike only the last three are kept.
func (s *Scanner) addActive(id int32) {
	n := &s.nodes[id]
	alike := 0
	if k := s.findActive(func(other int32) bool {
		if o := &s.nodes[other]; o.tag == n.tag && o.attrs == n.attrs {
			alike++
		}
		return alike == 3
	}); k >= 0 {
		s.removeActive(k)
	}
	s.active = append(s.active, activeElement{node: id, ref: -1})
}

// removeActive takes an entry out of the list.
func (s *Scanner) removeActive(k int) {
	s.endActive(k)
	s.active = slices.Delete(s.active, k, k+1)
}

// clearActive takes the entries out of the list up to the last marker, and that too.
func (s *Scanner) clearActive() {
	for k := len(s.active) - 1; k >= 0; k-- {
		marker := s.active[k].node < 0
		s.endActive(k)
		s.active = s.active[:k]
		if marker {
			return
		}
	}
}

// keepLink leaves the end of a link to the list of active formatting elements, if it is in there, and reports whether it is.
func (s *Scanner) keepLink(r *record) bool {
	e := &s.open[r.depth]
	if e.space != htmlSpace {
		return false
	}
	k := s.activeIndex(e.node)
	if k < 0 {
		return false
	}
	s.active[k].ref, s.active[k].mark = r.index, r.mark
	return true
}

// endActive completes the link of an entry that leaves the list.
func (s *Scanner) endActive(k int) {
	if a := &s.active[k]; a.ref >= 0 {
		ref := &s.page.Refs[a.ref]
		ref.Content.End = max(s.z.Start, ref.Content.Start)
		ref.Empty = ref.Empty && s.marks == a.mark
		a.ref = -1
	}
}

// reopen opens the active formatting elements again that are not open (HTML standard, "reconstruct the active formatting
// elements").
func (s *Scanner) reopen() {
	n := len(s.active)
	k := n
	for k > 0 && s.active[k-1].node >= 0 && !s.isOpenNode(s.active[k-1].node) {
		k--
	}
	if k == n {
		return
	}
	s.moves += (n - k) / 16
	if s.moves > MaxMoves {
		s.giveUp()
		return
	}
	for ; k < n; k++ {
		if len(s.open) >= MaxDepth {
			s.page.Truncated |= TooDeep
			return
		}
		id := s.clone(s.active[k].node, s.parentNode())
		s.active[k].node = id
		s.openNode(id, 0)
	}
}

// replaceAnchor ends the a element that is active when another one begins.
func (s *Scanner) replaceAnchor() {
	k := s.activeTag(htmlscan.A)
	if k < 0 {
		return
	}
	id := s.active[k].node
	s.adopt(htmlscan.A)
	if !s.keepsNodes {
		return
	}
	if k := s.activeIndex(id); k >= 0 {
		s.removeActive(k)
	}
	if s.isOpenNode(id) {
		s.remove(int(s.nodes[id].open), s.z.Start)
	}
}

// adopt is the adoption agency algorithm for the end tag of a formatting element.
func (s *Scanner) adopt(tag htmlscan.Tag) {
	if top := s.top(); top.tag == tag && top.space == htmlSpace && s.activeIndex(top.node) < 0 {
		s.popOwn(s.z.Start)
		return
	}
	for range 8 {
		if s.moves > MaxMoves {
			s.giveUp()
			s.endFormatting(tag)
			return
		}
		k := s.activeTag(tag)
		if k < 0 {
			s.endOther(tag)
			return
		}
		id := s.active[k].node
		if !s.isOpenNode(id) {
			s.removeActive(k)
			return
		}
		i := int(s.nodes[id].open)
		if i < int(s.top().near.bound()) {
			return // not in scope
		}
		block := i + 1
		for block < len(s.open) && !s.isSpecial(block) {
			block++
		}
		if block == len(s.open) {
			s.popTo(i, s.z.Start)
			s.removeActive(s.activeIndex(id))
			return
		}
		s.moveBlock(k, i, block)
	}
}

// isSpecial reports whether the element at position i of the stack is in the special category.
func (s *Scanner) isSpecial(i int) bool { return int(s.open[i].near.special()) == i }

// moveBlock is one round of the outer loop of the adoption agency algorithm: the formatting element that is entry k of the
// active ones and at position i of the stack ends before the furthest block at position b, and a clone of it begins inside.
func (s *Scanner) moveBlock(k, i, b int) {
	formatting := s.active[k].node

	// The furthest block gets a new node, and its present one, which has the children, becomes the clone inside it.
	inner := s.open[b].node
	block := s.clone(inner, s.nodes[inner].parent)
	s.nodes[block].offset = s.nodes[inner].offset
	if at, ok := slices.BinarySearchFunc(s.tags, s.nodes[inner].offset, func(id, offset int32) int { return int(s.nodes[id].offset - offset) }); ok && s.nodes[inner].offset >= 0 {
		s.tags[at] = block
	}
	s.nodes[inner] = s.nodes[formatting]
	s.nodes[inner].parent, s.nodes[inner].offset, s.nodes[inner].round = block, -1, 0
	s.open[b].node = block
	s.nodes[block].open = int16(b)

	bookmark := k
	last := block
	for x, count := b-1, 1; x > i; x, count = x-1, count+1 {
		id := s.open[x].node
		at := s.activeIndex(id)
		if at >= 0 && count > 3 {
			s.removeActive(at)
			s.forgot = true
			if at < k {
				k--
			}
			if at < bookmark {
				bookmark--
			}
			at = -1
		}
		if at < 0 {
			s.remove(x, s.z.Start)
			b--
			continue
		}
		clone := s.clone(id, -1)
		s.active[at].node = clone
		s.open[x].node = clone
		s.nodes[clone].open = int16(x)
		if last == block {
			bookmark = at + 1
		}
		s.nodes[last].parent = clone
		last = clone
	}
	ancestor := &s.open[i-1]
	s.nodes[last].parent = ancestor.node
	if ancestor.scope&tableContext != 0 && ancestor.tag != htmlscan.Template && ancestor.tag != htmlscan.Colgroup {
		s.nodes[last].parent = s.fosterParent()
	}

	entry := s.active[k]
	s.remove(i, s.z.Start) // before the entry goes, which takes over the link
	if kept := s.active[k]; kept.ref >= 0 {
		entry = kept
	}
	entry.node = inner
	if k < bookmark {
		bookmark--
	}
	s.active = slices.Insert(slices.Delete(s.active, k, k+1), bookmark, entry)
	s.insert(b, inner) // the block is at b-1 now

	s.round++
	for j := i; j < len(s.open); j++ {
		e := &s.open[j]
		n := s.settle(e.node)
		e.context, e.hider = n.context, n.hider
	}
}

// insert puts a node into the stack at position i.
func (s *Scanner) insert(i int, id int32) {
	s.detach(i)
	s.open = slices.Insert(s.open, i, openElement{tag: s.nodes[id].tag, node: id})
	s.shift(i, 1)
}

// attributesHash returns a number that stands for the attributes of the current start tag, whatever their order.
func (s *Scanner) attributesHash() (sum uint64) {
	tag := s.src[s.z.NameEnd:s.z.End]
	var names [][]byte
	for i := 0; ; {
		for i < len(tag) && (isSpace(tag[i]) || tag[i] == '/') {
			i++
		}
		if i >= len(tag) || tag[i] == '>' {
			return sum
		}
		start := i
		for i++; i < len(tag) && !isSpace(tag[i]) && tag[i] != '=' && tag[i] != '/' && tag[i] != '>'; {
			i++
		}
		name := bytes.ToLower(tag[start:i])
		for i < len(tag) && isSpace(tag[i]) {
			i++
		}
		var value []byte
		if i < len(tag) && tag[i] == '=' {
			for i++; i < len(tag) && isSpace(tag[i]); {
				i++
			}
			value, i = attributeValue(tag, i)
		}
		if len(names) < 64 && !slices.ContainsFunc(names, func(n []byte) bool { return bytes.Equal(n, name) }) { // the first counts
			names = append(names, name)
			sum += HashID(string(name) + "=" + string(htmlscan.AppendAttr(nil, value)))
		}
	}
}

// attributeValue returns the value of an attribute that begins at offset i of a tag, and the offset behind it.
func attributeValue(tag []byte, i int) (value []byte, end int) {
	if i < len(tag) && (tag[i] == '"' || tag[i] == '\'') {
		if k := bytes.IndexByte(tag[i+1:], tag[i]); k >= 0 {
			return tag[i+1 : i+1+k], i + k + 2
		}
	}
	start := i
	for i < len(tag) && !isSpace(tag[i]) && tag[i] != '>' {
		i++
	}
	return tag[start:i], i
}
