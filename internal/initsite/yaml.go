package initsite

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// insertYAML finds where an edit goes in a YAML or JSON file, and its text. JSON is YAML in flow style here, whose parser
// tells where things stand.
func insertYAML(f format, text []byte, e edit) (insertion, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return insertion{}, err
	}
	if len(doc.Content) == 0 {
		if f == formatJSON {
			return insertion{}, errByHand
		}
		return atEnd(text, yamlBlock(e, e.path, "")), nil
	}
	node := doc.Content[0]
	var key *yaml.Node
	for i, name := range e.path {
		if node.Kind != yaml.MappingNode {
			return insertion{}, errByHand
		}
		childKey, child := entry(node, name)
		if child == nil || child.Tag == "!!null" {
			// The deepest table that is there takes the rest of the path.
			if child != nil && (i > 0 || child.Value != "" || f == formatJSON) {
				return insertion{}, errByHand
			}
			return yamlChild(f, text, e, key, node, childKey, i)
		}
		key, node = childKey, child
	}
	if node.Kind != yaml.SequenceNode || e.mode == set {
		return insertion{}, errByHand
	}
	at := offset(text, node.Line, node.Column)
	if node.Style&yaml.FlowStyle != 0 {
		if e.mode == extend {
			end, bare, ok := listEnd(text, at)
			if !ok {
				return insertion{}, errByHand
			}
			return insertion{end, entries(e.value.([]string), bare)}, nil
		}
		out := ""
		for _, item := range e.value.([]table) {
			out += fmt.Sprintf("{%q: %s}, ", "path", quoted(item["path"]))
		}
		if len(node.Content) == 0 {
			out = strings.TrimSuffix(out, ", ")
		}
		return insertion{at + 1, out}, nil
	}
	if len(node.Content) == 0 {
		return insertion{}, errByHand
	}
	indent := strings.Repeat(" ", node.Column-1)
	if e.mode == putFirst {
		return insertion{lineStart(text, node.Line), yamlItems(e, indent)}, nil
	}
	end := lineStart(text, node.Content[len(node.Content)-1].Line+1)
	return ended(text, end, yamlItems(e, indent)), nil
}

// entry finds a key of a mapping, whatever its case.
func entry(mapping *yaml.Node, name string) (key, value *yaml.Node) {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if strings.EqualFold(mapping.Content[i].Value, name) {
			return mapping.Content[i], mapping.Content[i+1]
		}
	}
	return nil, nil
}

// yamlChild adds e.path[i:] to a mapping that lacks it. key is the mapping's own key, nil at the top; empty is the key that is
// there without a value, nil where there is none.
func yamlChild(f format, text []byte, e edit, key, mapping, empty *yaml.Node, i int) (insertion, error) {
	rest := e.path[i:]
	if mapping.Style&yaml.FlowStyle != 0 {
		at := offset(text, mapping.Line, mapping.Column) + 1
		out := flow(e, rest)
		if len(mapping.Content) > 0 {
			out += ","
		}
		// On a line of its own where the first key stands on one.
		if n := bytes.IndexFunc(text[at:], func(r rune) bool { return r != ' ' && r != '\t' && r != '\r' }); n >= 0 && text[at+n] == '\n' && len(mapping.Content) > 0 {
			return insertion{at, "\n" + indentOf(text, lineStart(text, mapping.Content[0].Line)) + out}, nil
		}
		if len(mapping.Content) > 0 {
			out += " "
		}
		return insertion{at, out}, nil
	}
	switch {
	case empty != nil:
		return ended(text, lineStart(text, empty.Line+1), yamlBlock(e, rest[1:], "  ")), nil
	case key == nil:
		return atEnd(text, yamlBlock(e, rest, "")), nil
	}
	indent := strings.Repeat(" ", mapping.Content[0].Column-1)
	return ended(text, lineStart(text, key.Line+1), yamlBlock(e, rest, indent)), nil
}

// yamlBlock writes the value of an edit below the keys of a path, in block style.
func yamlBlock(e edit, path []string, indent string) string {
	out := ""
	for _, key := range path {
		out += indent + key + ":\n"
		indent += "  "
	}
	switch value := e.value.(type) {
	case []field:
		for line := range strings.Lines(fieldLines(value, ": ")) {
			out += indent + line
		}
	case []string, []table:
		out += yamlItems(e, indent)
	case cascade:
		out += fmt.Sprintf("%s- %s: %s\n%s  target:\n%s    path: %s\n", indent, value.key, quoted(value.value), indent, indent, quoted(value.page))
	default:
		out = strings.TrimSuffix(out, "\n") + " " + quoted(value) + "\n"
	}
	return out
}

func yamlItems(e edit, indent string) string {
	out := ""
	switch value := e.value.(type) {
	case []string:
		for _, v := range value {
			out += indent + "- " + v + "\n"
		}
	case []table:
		for _, v := range value {
			out += indent + "- path: " + fmt.Sprint(v["path"]) + "\n"
		}
	}
	return out
}

// flow writes the value of an edit below the keys of a path, in flow style, which JSON is.
func flow(e edit, path []string) string {
	var out string
	switch value := e.value.(type) {
	case []field:
		var parts []string
		for _, f := range value {
			if !f.open {
				parts = append(parts, fmt.Sprintf("%q: %s", f.key, quoted(f.value)))
			}
		}
		out = "{" + strings.Join(parts, ", ") + "}"
	case []string:
		out = tomlValue(value)
	case cascade:
		out = fmt.Sprintf("[{%q: %s, %q: {%q: %s}}]", value.key, quoted(value.value), "target", "path", quoted(value.page))
	case []table:
		var parts []string
		for _, v := range value {
			parts = append(parts, fmt.Sprintf("{%q: %s}", "path", quoted(v["path"])))
		}
		out = "[" + strings.Join(parts, ", ") + "]"
	default:
		out = quoted(value)
	}
	for i := len(path) - 1; i >= 0; i-- {
		out = fmt.Sprintf("%q: %s", path[i], out)
		if i > 0 {
			out = "{" + out + "}"
		}
	}
	return out
}

// ended makes sure that what comes in begins on a line of its own, also behind a last line without a line break.
func ended(text []byte, at int, block string) insertion {
	if at > 0 && text[at-1] != '\n' {
		block = "\n" + strings.TrimSuffix(block, "\n")
	}
	return insertion{at, block}
}

// lineStart is the offset of a line, counted from 1; the end of the text for a line behind the last.
func lineStart(text []byte, line int) int {
	at := 0
	for ; line > 1; line-- {
		n := bytes.IndexByte(text[at:], '\n')
		if n < 0 {
			return len(text)
		}
		at += n + 1
	}
	return at
}

// offset turns a line and a column of the YAML parser, which counts characters, into bytes.
func offset(text []byte, line, column int) int {
	at := lineStart(text, line)
	for ; column > 1 && at < len(text); column-- {
		_, size := utf8.DecodeRune(text[at:])
		at += size
	}
	return at
}
