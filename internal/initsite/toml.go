package initsite

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
)

// header is a [table] or [[table]] line of a TOML file.
type header struct {
	name       string // folded, without quotes and spaces
	list       bool
	start, end int // of the line, its line break included
}

var headerLine = regexp.MustCompile(`^[ \t]*(\[\[?)([^\[\]]+)\]\]?`)

// headers finds the table headers of a TOML file: lines that begin with a bracket outside of texts and lists.
func headers(text []byte) (out []header) {
	depth := 0
	lineStart := true
	for i := 0; i < len(text); i++ {
		c := text[i]
		if lineStart && depth == 0 {
			if m := headerLine.FindSubmatch(text[i:]); m != nil {
				end := i + len(m[0])
				if n := bytes.IndexByte(text[end:], '\n'); n >= 0 {
					end += n + 1
				} else {
					end = len(text)
				}
				name := strings.NewReplacer(" ", "", "\t", "", `"`, "", "'", "").Replace(strings.ToLower(string(m[2])))
				out = append(out, header{name, len(m[1]) == 2, i, end})
				i = end - 1
				continue
			}
		}
		lineStart = c == '\n'
		switch c {
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		case '#':
			for i+1 < len(text) && text[i+1] != '\n' {
				i++
			}
		case '"', '\'':
			quote := strings.Repeat(string(c), 3)
			if bytes.HasPrefix(text[i:], []byte(quote)) {
				n := bytes.Index(text[i+3:], []byte(quote))
				if n < 0 {
					return out
				}
				i += n + 5
				continue
			}
			for i++; i < len(text) && text[i] != c && text[i] != '\n'; i++ {
				if text[i] == '\\' && c == '"' {
					i++
				}
			}
		}
	}
	return out
}

// insertTOML finds where an edit goes in a TOML file, and its text.
func insertTOML(text []byte, e edit) (insertion, error) {
	all := headers(text)
	last := e.path[len(e.path)-1]
	parent := strings.ToLower(strings.Join(e.path[:len(e.path)-1], "."))
	for _, key := range e.path[:len(e.path)-1] { // TOML closes inline tables; not every parser says so
		if regexp.MustCompile(`(?mi)^[ \t]*["']?` + key + `["']?[ \t]*=[ \t]*\{`).Match(text) {
			return insertion{}, errByHand
		}
	}
	switch e.mode {
	case set:
		if fields, ok := e.value.([]field); ok {
			return atEnd(text, "["+strings.Join(e.path, ".")+"]\n"+tomlFields(fields)), nil
		}
		if c, ok := e.value.(cascade); ok {
			name := strings.Join(e.path, ".")
			return atEnd(text, fmt.Sprintf("[[%s]]\n  %s = %s\n  [%s.target]\n    path = %s\n", name, c.key, quoted(c.value), name, quoted(c.page))), nil
		}
		line := fmt.Sprintf("%s = %s\n", last, tomlValue(e.value))
		if parent == "" {
			if len(all) == 0 {
				return atEnd(text, line), nil
			}
			return insertion{beforeComments(text, all[0].start), line}, nil
		}
		for _, h := range all {
			if h.name == parent && !h.list {
				if h.end > 0 && text[h.end-1] != '\n' {
					line = "\n" + strings.TrimSuffix(line, "\n")
				}
				return insertion{h.end, indentOf(text, h.start) + line}, nil
			}
		}
		return atEnd(text, "["+strings.Join(e.path[:len(e.path)-1], ".")+"]\n"+line), nil
	case extend:
		// The key in its table, up to the next header; or dotted before the first.
		from, to := 0, len(text)
		key := strings.Join(e.path, `\s*\.\s*`)
		if len(all) > 0 {
			to = all[0].start
		}
		for i, h := range all {
			if h.name == parent {
				key = last
				from, to = h.end, len(text)
				if i+1 < len(all) {
					to = all[i+1].start
				}
			}
		}
		m := regexp.MustCompile(`(?mi)^[ \t]*["']?` + key + `["']?[ \t]*=[ \t]*\[`).FindIndex(text[from:to])
		if m == nil {
			return insertion{}, errByHand
		}
		end, bare, ok := listEnd(text, from+m[1]-1)
		if !ok {
			return insertion{}, errByHand
		}
		return insertion{end, entries(e.value.([]string), bare)}, nil
	default:
		name := strings.ToLower(strings.Join(e.path, "."))
		for _, h := range all {
			if h.name == name && h.list {
				return insertion{h.start, tomlImports(e, indentOf(text, h.start))}, nil
			}
		}
		return atEnd(text, tomlImports(e, "")), nil
	}
}

func tomlImports(e edit, indent string) string {
	out := ""
	for _, item := range e.value.([]table) {
		out += fmt.Sprintf("%s[[%s]]\n%s  path = %s\n", indent, strings.Join(e.path, "."), indent, tomlValue(item["path"]))
	}
	return out
}

// atEnd puts a block behind everything, with an empty line between.
func atEnd(text []byte, block string) insertion {
	switch {
	case len(text) == 0, bytes.HasSuffix(text, []byte("\n\n")):
	case bytes.HasSuffix(text, []byte("\n")):
		block = "\n" + block
	default:
		block = "\n\n" + block
	}
	return insertion{len(text), block}
}

// beforeComments goes back from the start of a line over the comments and empty lines before it: they belong to it.
func beforeComments(text []byte, offset int) int {
	for offset > 0 {
		start := bytes.LastIndexByte(text[:offset-1], '\n') + 1
		if line := bytes.TrimSpace(text[start:offset]); len(line) > 0 && line[0] != '#' {
			break
		}
		offset = start
	}
	return offset
}

// indentOf is the white space at the start of the line at offset.
func indentOf(text []byte, offset int) string {
	end := offset
	for end < len(text) && (text[end] == ' ' || text[end] == '\t') {
		end++
	}
	return string(text[offset:end])
}

func tomlValue(value any) string {
	if list, ok := value.([]string); ok {
		return "[" + strings.TrimPrefix(entries(list, false), ", ") + "]"
	}
	return quoted(value)
}

// quoted writes a text or a bool as TOML, YAML and JSON all read it. Line breaks and the like cannot occur: New refuses them.
func quoted(value any) string {
	if text, ok := value.(string); ok {
		return fmt.Sprintf("%q", text)
	}
	return fmt.Sprint(value)
}

func tomlFields(fields []field) string { return fieldLines(fields, " = ") }

// fieldLines writes fields as lines with comments; open ones are comments themselves.
func fieldLines(fields []field, between string) string {
	out := ""
	for _, f := range fields {
		line := f.key + between + quoted(f.value)
		if f.open {
			line = "# " + line
		}
		if f.comment != "" {
			line = fmt.Sprintf("%-40s # %s", line, f.comment)
		}
		out += line + "\n"
	}
	return out
}
