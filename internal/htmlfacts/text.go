package htmlfacts

import (
	"bytes"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/discovery-set/hugo-discovery/internal/htmlscan"
)

// textRun is a piece of text of the body as it is written. Templates, raw text and SVG have no runs.
type textRun struct {
	start, end int32
	flags      runFlags
}

type runFlags uint8

const (
	// runBreak: a block or line break stands before it; runSpace: white space does.
	runBreak runFlags = 1 << iota
	runSpace
	// runVisible: people see it.
	runVisible
	// runRaw: no character references in it.
	runRaw
)

// text processes text: raw text has no character references.
func (s *Scanner) text(start, end int, raw bool) {
	top := s.top()
	ctx := top.context
	if ctx&InTemplate != 0 {
		return
	}
	var node int32
	if s.mode != inBody {
		s.headText(start, end)
		return
	}
	if s.keepsNodes {
		if !raw {
			s.nodeText(start, end)
			top = s.top()
		}
		node = s.parentNode()
		ctx = s.settle(node).context
	}
	src := s.src
	i, j := start, end
	for i < j && isSpace(src[i]) {
		i++
	}
	for i < j && isSpace(src[j-1]) {
		j--
	}
	if i == j && ctx&InCode == 0 {
		s.pending |= runSpace
		return
	}
	if top.scope&careful != 0 {
		if top.space == svgSpace || s.keepsNodes && s.nodes[node].space == svgSpace {
			if i < j {
				s.marks++
			}
			return
		}
		if top.scope&tableContext != 0 && i < j {
			s.tangle() // it is put before the table
		}
	}
	flags := s.pending
	s.pending = 0
	if i < j {
		n := j - i
		s.textLen += n
		if ctx&Invisible == 0 {
			s.page.TextLen += n
		}
		if c := src[i]; c > ' ' && c < 0x7F && c != '&' || hasGraphic(src[i:j], raw) {
			s.marks++
		}
	}
	if ctx&Invisible == 0 {
		flags |= runVisible
	}
	if raw {
		flags |= runRaw
	}
	if room(s, s.runs) {
		s.runs = append(s.runs, textRun{int32(start), int32(end), flags})
		if s.keepsNodes {
			s.runNodes = append(s.runNodes, node)
		}
	}
}

// hasGraphic reports whether text has anything to see in it: &nbsp; and zero-width characters alone are nothing.
func hasGraphic(text []byte, raw bool) bool {
	if len(text) > 3 && text[0] == '&' {
		// In code, text mostly begins with &lt; &gt; &amp; &quot; or the numbers of quotes.
		switch string(text[1:3]) {
		case "lt", "gt", "am", "qu":
			return true
		case "#3":
			if '3' <= text[3] && text[3] <= '9' {
				return true
			}
		}
	}
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if r == '&' && !raw {
			// One character reference at a time: the first one mostly settles it.
			if k := bytes.IndexByte(text[:min(len(text), 40)], ';'); k >= 0 {
				n = k + 1
			}
			var buf [64]byte
			for decoded := htmlscan.AppendText(buf[:0], text[:n]); len(decoded) > 0; {
				r, size := utf8.DecodeRune(decoded)
				if isGraphic(r) {
					return true
				}
				decoded = decoded[size:]
			}
		} else if isGraphic(r) {
			return true
		}
		text = text[n:]
	}
	return false
}

func isGraphic(r rune) bool {
	return !unicode.IsSpace(r) && !unicode.Is(unicode.Cf, r) && !unicode.IsControl(r)
}

// VisibleText returns the text that people see when the page opens, white space collapsed, one line per block of text.
// Computed on demand; the string is a fresh copy that stays valid.
func (p *Page) VisibleText() string {
	return collapseRuns(p.Src, p.scanner.runs, Span{0, len(p.Src)}, runVisible)
}

// Text returns the text inside a span of the body, hidden or not: tags dropped, character references decoded, white space
// collapsed, one line per block of text. A fresh copy. Text of SVG, templates and raw text elements is not in it.
func (p *Page) Text(span Span) string {
	return collapseRuns(p.Src, p.runsIn(span), span, 0)
}

// CodeText returns the text inside a span of the body with its white space as written; br, and block elements unless they
// begin on a new line, become newlines. A fresh copy.
func (p *Page) CodeText(span Span) string {
	var out []byte
	for _, r := range p.runsIn(span) {
		raw := clip(p.Src, r, span)
		if r.flags&runBreak != 0 && len(out) > 0 && out[len(out)-1] != '\n' && (len(raw) == 0 || raw[0] != '\n' && raw[0] != '\r') {
			out = append(out, '\n')
		}
		out = appendRun(out, raw, r.flags)
	}
	return string(out)
}

// runsIn returns the runs that begin inside a span.
func (p *Page) runsIn(span Span) []textRun {
	runs := p.scanner.runs
	i := sort.Search(len(runs), func(i int) bool { return int(runs[i].end) > span.Start })
	j := i + sort.Search(len(runs)-i, func(k int) bool { return int(runs[i+k].start) >= span.End })
	return runs[i:j]
}

// clip returns the part of a run that is inside a span.
func clip(src []byte, r textRun, span Span) []byte {
	start, end := max(int(r.start), span.Start), min(int(r.end), span.End)
	if start >= end {
		return nil
	}
	return src[start:end]
}

func appendRun(dst, raw []byte, flags runFlags) []byte {
	if flags&runRaw != 0 {
		return htmlscan.AppendRaw(dst, raw)
	}
	return htmlscan.AppendText(dst, raw)
}

// collapseRuns joins the runs that have all the wanted flags.
func collapseRuns(src []byte, runs []textRun, span Span, want runFlags) string {
	var out strings.Builder
	var buf []byte
	var gap byte // what stands between the text so far and the next: 0, ' ' or '\n'
	for _, r := range runs {
		switch {
		case r.flags&runBreak != 0:
			gap = '\n'
		case r.flags&runSpace != 0 && gap == 0:
			gap = ' '
		}
		if r.flags&want != want {
			continue
		}
		buf = appendRun(buf[:0], clip(src, r, span), r.flags)
		for _, c := range buf {
			if isSpace(c) {
				if gap == 0 {
					gap = ' '
				}
				continue
			}
			if gap != 0 && out.Len() > 0 {
				out.WriteByte(gap)
			}
			gap = 0
			out.WriteByte(c)
		}
	}
	return out.String()
}
