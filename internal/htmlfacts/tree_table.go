package htmlfacts

import "github.com/discovery-set/hugo-discovery/internal/htmlscan"

// The rules of tables and templates (HTML standard, 13.2.6.4.9 to 13.2.6.4.16). The insertion mode of a table is not
// kept: it follows from the nearest open element that makes one.

// tableMode is the mode in which parts of tables are processed.
type tableMode uint8

const (
	noTable tableMode = iota // in body: parts of tables are ignored
	inTemplate
	inTable
	inCaption
	inColumns
	inTableBody
	inRow
	inCell
)

// tableMode returns the mode that holds now, and the position of the element that makes it.
func (s *Scanner) tableMode() (tableMode, int) {
	i := int(s.top().near.table())
	switch s.open[i].tag {
	case htmlscan.Table:
		return inTable, i
	case htmlscan.Tbody, htmlscan.Thead, htmlscan.Tfoot:
		return inTableBody, i
	case htmlscan.Tr:
		return inRow, i
	case htmlscan.Td, htmlscan.Th:
		return inCell, i
	case htmlscan.Caption:
		return inCaption, i
	case htmlscan.Colgroup:
		return inColumns, i
	case htmlscan.Template:
		return s.templates[len(s.templates)-1], i
	}
	return noTable, 0
}

// betweenCells reports whether what is no part of a table would stand between the cells of one.
func (s *Scanner) betweenCells() bool {
	mode, _ := s.tableMode()
	return mode == inTable || mode == inTableBody || mode == inRow
}

// tableContextStart processes a start tag while the current element is one that holds only parts of tables, or a template,
// and reports whether the rules of the body still apply.
func (s *Scanner) tableContextStart(tag htmlscan.Tag) bool {
	s.foster = false
	if tag == htmlscan.Template || tag == htmlscan.HTML || elements[tag].props&isTablePart != 0 {
		return true
	}
	switch s.top().tag {
	case htmlscan.Colgroup:
		s.pop(s.z.Start)
		return s.top().scope&tableContext == 0 || s.tableContextStart(tag)
	case htmlscan.Template:
		mode := &s.templates[len(s.templates)-1]
		if *mode == inTemplate && elements[tag].props&keepsHead == 0 {
			*mode = noTable
		}
		return *mode != inColumns
	}
	switch tag {
	case htmlscan.Style, htmlscan.Script, htmlscan.Table, htmlscan.Form:
		return true
	case htmlscan.Input:
		if s.isHiddenInput() {
			return true
		}
	}
	s.tangle() // it is put before the table
	s.foster = true
	return !s.tangled
}

// tableContextEnd is tableContextStart for end tags.
func (s *Scanner) tableContextEnd(tag htmlscan.Tag) bool {
	s.foster = true
	if tag == htmlscan.Template {
		return true
	}
	switch s.top().tag {
	case htmlscan.Colgroup:
		if tag == htmlscan.Col {
			return false
		}
		s.pop(s.z.Start)
		return s.top().scope&tableContext == 0 || s.tableContextEnd(tag)
	case htmlscan.Template:
		mode := s.templates[len(s.templates)-1]
		return mode != inTemplate && mode != inColumns
	}
	return true
}

// tableForm creates a form that stands between the cells of a table: nothing is put into it.
func (s *Scanner) tableForm() {
	if s.formOpen || s.isOpen(htmlscan.Template) {
		return
	}
	s.formOpen = true
	n := len(s.open)
	s.element(htmlscan.Form)
	if len(s.open) > n {
		s.popOwn(s.z.End)
	} else {
		s.overflow--
	}
}

// isHiddenInput reports whether the current tag has type=hidden.
func (s *Scanner) isHiddenInput() bool {
	return s.z.Has&htmlscan.AttrType.Bit() != 0 && is(s.attr(htmlscan.AttrType), "hidden")
}

// tablePart closes what the start tag of a row, cell and so on closes, opens what it implies, and reports whether it stands
// in a table.
func (s *Scanner) tablePart(tag htmlscan.Tag) bool {
	s.foster = false
	for {
		mode, i := s.tableMode()
		inTemplates := s.open[i].tag == htmlscan.Template && i > 0
		cell := tag == htmlscan.Td || tag == htmlscan.Th
		switch mode {
		case noTable:
			return false
		case inTemplate:
			next := &s.templates[len(s.templates)-1]
			switch {
			case tag == htmlscan.Col:
				*next = inColumns
			case tag == htmlscan.Tr:
				*next = inTableBody
			case cell:
				*next = inRow
			default:
				*next = inTable
			}
		case inCaption, inCell:
			s.popMarker(i, s.z.Start)
		case inColumns:
			if tag == htmlscan.Col {
				return true
			}
			if inTemplates {
				return false
			}
			s.popTo(i, s.z.Start)
		case inRow:
			if cell {
				s.popTo(i+1, s.z.Start)
				return true
			}
			if inTemplates {
				return false
			}
			s.popTo(i, s.z.Start)
		case inTableBody:
			switch {
			case tag == htmlscan.Tr:
				s.popTo(i+1, s.z.Start)
				return true
			case cell:
				if !s.implyPart(i, htmlscan.Tr) {
					return true
				}
			case inTemplates:
				return false
			default:
				s.popTo(i, s.z.Start)
			}
		case inTable:
			switch {
			case tag == htmlscan.Col:
				if !s.implyPart(i, htmlscan.Colgroup) {
					return true
				}
			case cell || tag == htmlscan.Tr:
				if !s.implyPart(i, htmlscan.Tbody) {
					return true
				}
			default:
				s.popTo(i+1, s.z.Start)
				return true
			}
		}
	}
}

// implyPart opens a part of a table that was left out, in the element at position i, and reports whether there was room.
func (s *Scanner) implyPart(i int, tag htmlscan.Tag) bool {
	s.popTo(i+1, s.z.Start)
	if len(s.open) >= MaxDepth {
		return false
	}
	s.pushImplied(tag)
	return true
}

// endTablePart processes the end tag of a table or of a part of one.
func (s *Scanner) endTablePart(tag htmlscan.Tag) {
	i := s.inTableScope(tag)
	if i < 0 {
		return
	}
	if mode, m := s.tableMode(); (mode == inCell || mode == inCaption) && m >= i {
		s.popMarker(m, s.z.Start)
	}
	s.popTo(i, s.z.Start)
}
