package robots

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/discovery-set/hugo-discovery/internal/excerpt"
	"github.com/discovery-set/hugo-discovery/internal/pos"
	"github.com/discovery-set/hugo-discovery/internal/spelling"
)

const (
	maxProblems = 100
	maxListed   = 10_000 // comments, and records that bind nobody
)

// knownKeys are the records that some crawler reads: RFC 9309, sitemaps.org, those that Lighthouse's audit of robots.txt
// knows, and the two that signal preferences about use (Content-Signal, and Content-Usage of the IETF's AIPREF drafts).
var knownKeys = map[string]bool{
	"user-agent": true, "allow": true, "disallow": true, "sitemap": true, "crawl-delay": true, "clean-param": true, "host": true,
	"request-rate": true, "visit-time": true, "noindex": true, "content-signal": true, "content-usage": true,
}

// Parse reads a robots.txt. It never fails: faults are in File.Problems. src is not kept.
func Parse(src []byte) *File {
	f := &File{Size: len(src)}
	if len(src) > MaxSize {
		f.Truncated = true
		src = src[:bytes.LastIndexAny(src[:MaxSize], "\r\n")+1] // half a line says something else than the whole
	}
	p := parser{file: f, text: string(src)}
	p.lines = pos.NewIndex(p.text)
	p.parse()
	slices.SortStableFunc(f.Problems, func(a, b Problem) int { return a.Offset - b.Offset })
	return f
}

type parser struct {
	file      *File
	text      string
	lines     pos.Index
	inRules   bool // the last group has a rule, so that a User-agent begins another group
	wildcards int
}

func (p *parser) problem(kind Kind, off int, format string, args ...any) {
	if len(p.file.Problems) < maxProblems {
		p.file.Problems = append(p.file.Problems, Problem{kind, p.lines.At(off), fmt.Sprintf(format, args...)})
	}
}

func (p *parser) parse() {
	start := 0
	switch {
	case strings.HasPrefix(p.text, "\xFE\xFF"), strings.HasPrefix(p.text, "\xFF\xFE"):
		p.problem(InvalidUTF8, 0, "the file is in UTF-16; robots.txt is in UTF-8")
		return
	case strings.HasPrefix(p.text, "\uFEFF"):
		p.file.BOM = true
		start = len("\uFEFF")
	}
	if isHTML(p.text[start:]) {
		p.file.HTML = true
		return
	}
	p.characters()
	for start < len(p.text) {
		// RFC 9309 section 2.2: a line ends in CR, LF or both.
		end := strings.IndexAny(p.text[start:], "\r\n")
		if end < 0 {
			end = len(p.text) - start
		}
		p.line(start, p.text[start:start+end])
		start += end + 1
	}
}

// isHTML says whether a file starts as an HTML page does; no line of robots.txt starts with <.
func isHTML(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n\f")
	return len(text) > 1 && text[0] == '<' && (text[1] == '!' || 'a' <= text[1]|0x20 && text[1]|0x20 <= 'z')
}

// characters notes the first byte that is no UTF-8 and the first control character; more of the same would say no more.
func (p *parser) characters() {
	invalid := func(r rune) bool { return r == utf8.RuneError }
	if !utf8.ValidString(p.text) {
		at := strings.IndexFunc(p.text, invalid)
		for strings.HasPrefix(p.text[at:], "\uFFFD") { // the character itself is no fault
			at += len("\uFFFD")
			at += strings.IndexFunc(p.text[at:], invalid)
		}
		p.problem(InvalidUTF8, at, "the byte 0x%02X is no UTF-8", p.text[at])
	}
	control := func(r rune) bool { return r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r == 0x7F }
	if at := strings.IndexFunc(p.text, control); at >= 0 {
		p.problem(ControlChar, at, "the control character U+%04X stands in the file", p.text[at])
	}
}

// trim is s without surrounding white space, and how much was cut in front.
func trim(s string) (trimmed string, front int) {
	trimmed = strings.TrimLeft(s, " \t\f\v")
	return strings.TrimRight(trimmed, " \t\f\v"), len(s) - len(trimmed)
}

func (p *parser) line(start int, line string) {
	if at := strings.IndexByte(line, '#'); at >= 0 {
		if len(p.file.Comments) < maxListed {
			text, _ := trim(line[at+1:])
			p.file.Comments = append(p.file.Comments, Comment{text, p.lines.At(start + at)})
		}
		line = line[:at]
	}
	line, front := trim(line)
	start += front
	if line == "" {
		return
	}
	key, value, found := strings.Cut(line, ":")
	if !found {
		p.problem(NoColon, start, "the line %s is no record; a record is a name, a colon and a value", excerpt.Quote(line))
		return
	}
	valueOffset := start + len(key) + 1
	key, _ = trim(key)
	value, front = trim(value)
	name := strings.ToLower(key)
	p.record(name, Record{Key: key, Value: value, Position: p.lines.At(start), ValueOffset: valueOffset + front, Known: knownKeys[name]})
}

func (p *parser) record(name string, r Record) {
	f := p.file
	switch name {
	case "user-agent":
		if r.Value == "" {
			p.problem(EmptyAgent, r.Offset, "a User-agent line names no crawler")
		}
		if len(f.Groups) == 0 || p.inRules {
			f.Groups = append(f.Groups, Group{})
			p.inRules = false
		}
		g := &f.Groups[len(f.Groups)-1]
		g.Agents = append(g.Agents, r)
	case "allow", "disallow":
		if len(f.Groups) == 0 {
			p.problem(OrphanRule, r.Offset, "%s stands before any User-agent; crawlers ignore it", r.Key)
			return
		}
		p.inRules = true
		g := &f.Groups[len(f.Groups)-1]
		g.Rules = append(g.Rules, Rule{Allow: name == "allow", Record: r})
		p.checkPath(r)
	case "sitemap":
		if r.Value == "" {
			p.problem(EmptySitemap, r.Offset, "a Sitemap line names no URL")
		}
		f.Sitemaps = append(f.Sitemaps, r)
	default:
		if meant := meantKey(name); !r.Known && meant != "" {
			p.problem(Misspelt, r.Offset, "%s is no record that crawlers know; %s is meant, it seems", excerpt.Quote(r.Key), meant)
		}
		if len(f.Others) < maxListed {
			f.Others = append(f.Others, r)
		}
	}
}

func (p *parser) checkPath(r Record) {
	if r.Value != "" && r.Value[0] != '/' && r.Value[0] != '*' {
		p.problem(BadPath, r.ValueOffset, "the path %s matches nothing; a path starts with / (or *)", excerpt.Quote(r.Value))
	}
	if strings.Contains(r.Value, "*") {
		if p.wildcards++; p.wildcards == MaxWildcards+1 {
			p.problem(TooManyRules, r.Offset, "more than %d rules hold a *; for one crawler only the longest %d of them are looked at", MaxWildcards, MaxWildcards)
		}
	}
}

// meantKey is the record that a name is a slip of the pen for, "" where it is none.
func meantKey(name string) string {
	for _, known := range [...]struct {
		name  string
		slips int
	}{{"user-agent", 2}, {"disallow", 2}, {"sitemap", 2}, {"allow", 1}} {
		if spelling.Distance(name, known.name, known.slips+1) <= known.slips {
			return known.name
		}
	}
	return ""
}
