package initsite

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/discovery-set/hugo-discovery/internal/config"
)

// format is a format of configuration files.
type format string

const (
	formatTOML format = "TOML"
	formatYAML format = "YAML"
	formatJSON format = "JSON"
)

// formats are the extensions that Hugo reads, in the order in which it looks for them.
var formats = []struct {
	ext string
	format
}{{".toml", formatTOML}, {".yaml", formatYAML}, {".yml", formatYAML}, {".json", formatJSON}}

// source is one file of the configuration.
type source struct {
	path   string // slash-separated, relative to the site
	format format
	under  string // the key below which Hugo puts its content: "params" for config/_default/params.toml; "" for hugo.toml
	text   []byte
	isNew  bool // it does not exist yet

	values table  // what text says, and
	of     []byte // the text that values are of
}

// decoded is what the file says. Nobody changes it.
func (s *source) decoded() (table, error) {
	if s.values != nil && bytes.Equal(s.of, s.text) {
		return s.values, nil
	}
	values, err := decode(s.format, s.text)
	if err == nil {
		s.values, s.of = values, s.text
	}
	return values, err
}

// table is decoded configuration.
type table = map[string]any

// decode reads a configuration.
func decode(f format, text []byte) (table, error) {
	out := table{}
	var err error
	switch f {
	case formatTOML:
		_, err = config.DecodeTOML("", text, &out)
		if e, ok := errors.AsType[*config.Error](err); ok {
			err = fmt.Errorf("line %d %s", e.Line, e.Message)
		}
	case formatYAML:
		var node yaml.Node
		if err = yaml.Unmarshal(text, &node); err == nil {
			err = tooWide(&node)
		}
		if err == nil && node.Kind != 0 {
			err = node.Decode(&out)
		}
	case formatJSON:
		if len(bytes.TrimSpace(text)) > 0 {
			err = json.Unmarshal(text, &out)
		}
	}
	return out, err
}

// maxKeys bounds the keys of one table in YAML, whose library compares each with each: ten thousands take seconds.
const maxKeys = 5000

// tooWide refuses a table with more keys.
func tooWide(n *yaml.Node) error {
	if n.Kind == yaml.MappingNode && len(n.Content)/2 > maxKeys {
		return fmt.Errorf("line %d begins a table of more than %d keys; no configuration needs that", n.Line, maxKeys)
	}
	for _, child := range n.Content { // an alias has none: what it names is looked at where it stands
		if err := tooWide(child); err != nil {
			return err
		}
	}
	return nil
}

// find looks a key up as Hugo does: whatever its case. The key as it is written comes with the value.
func find(t table, key string) (name string, value any, ok bool) {
	for k, v := range t {
		if strings.EqualFold(k, key) {
			return k, v, true
		}
	}
	return key, nil, false
}

// at looks up a value by its path below the whole configuration. A key without a value, as YAML has it, is there too.
func (s *source) at(path ...string) (value any, ok bool) {
	if s.under != "" {
		if !strings.EqualFold(path[0], s.under) {
			return nil, false
		}
		path = path[1:]
	}
	t, err := s.decoded()
	if err != nil {
		return nil, false
	}
	value, ok = t, true
	for _, key := range path {
		t, isTable := value.(table)
		if !isTable {
			return nil, false
		}
		_, value, ok = find(t, key)
	}
	return value, ok
}

// mode is how an edit changes the configuration.
type mode int

const (
	set      mode = iota // the value of a key that is not there
	extend               // further entries at the end of a list of texts
	putFirst             // further entries at the beginning of a list of tables
)

// edit is one addition to the configuration. Nothing that stands in a file is changed or moved but by what comes between.
type edit struct {
	mode  mode
	path  []string // below the whole configuration
	value any      // text, bool, []string, []table (with the only key path), cascade, or []field for a table with comments
}

// cascade is a list of one table that gives a key to the page of a path.
type cascade struct {
	key   string
	value any // text or bool
	page  string
}

// field is one key of a table that an edit writes; an open one is written as a comment.
type field struct {
	key     string
	value   any    // text or bool; of an open field, an example
	comment string // why, or what to write
	open    bool
}

// plain is the value of an edit as decoded configuration has it.
func (e *edit) plain() any {
	switch value := e.value.(type) {
	case []field:
		out := table{}
		for _, f := range value {
			if !f.open {
				out[f.key] = f.value
			}
		}
		return out
	case cascade:
		return []any{table{value.key: value.value, "target": table{"path": value.page}}}
	case []string:
		var out []any
		for _, v := range value {
			out = append(out, v)
		}
		return out
	case []table:
		var out []any
		for _, v := range value {
			out = append(out, v)
		}
		return out
	}
	return e.value
}

// insertion is text that comes in at an offset.
type insertion struct {
	offset int
	text   string
}

// errByHand means that a file is written in a way that edits do not reach: the user has to do it.
var errByHand = errors.New("the file is written in a way that has to be edited by hand")

// apply makes an edit. What comes out is decoded again and has to say what the file has said and the edit adds, nothing else;
// otherwise errByHand.
func (s *source) apply(e edit) (insertion, error) {
	before, err := s.decoded()
	if err != nil {
		return insertion{}, err
	}
	path := e.path
	if s.under != "" {
		path = path[1:]
	}
	e.path = path
	var in insertion
	switch s.format {
	case formatTOML:
		in, err = insertTOML(s.text, e)
	default:
		in, err = insertYAML(s.format, s.text, e)
	}
	if err != nil {
		return insertion{}, err
	}
	text := append(append(bytes.Clone(s.text[:in.offset]), in.text...), s.text[in.offset:]...)
	after, err := decode(s.format, text)
	if err != nil {
		return insertion{}, errByHand
	}
	want, err := canonical(before)
	if err != nil {
		return insertion{}, errByHand
	}
	if err := e.do(want); err != nil {
		return insertion{}, err
	}
	if want, err = canonical(want); err != nil {
		return insertion{}, errByHand
	}
	have, err := canonical(after)
	if err != nil || !reflect.DeepEqual(have, want) {
		return insertion{}, errByHand
	}
	s.text, s.values, s.of = text, after, text
	return in, nil
}

// canonical makes configurations comparable: the same numbers, lists and tables whatever the format. An empty table is no
// table, as a table of nothing but comments is in YAML.
func canonical(t table) (table, error) {
	data, err := json.Marshal(t)
	if err != nil {
		return nil, err
	}
	out := table{}
	if err := json.Unmarshal(data, &out); err != nil {
		return nil, err
	}
	prune(out)
	return out, nil
}

func prune(t table) {
	for key, value := range t {
		if child, ok := value.(table); ok {
			prune(child)
			value = child
		}
		if child, ok := value.(table); value == nil || ok && len(child) == 0 {
			delete(t, key)
		}
	}
}

// do makes the edit in decoded configuration.
func (e *edit) do(t table) error {
	for _, key := range e.path[:len(e.path)-1] {
		name, value, _ := find(t, key)
		child, ok := value.(table)
		if !ok {
			if value != nil {
				return fmt.Errorf("%s is no table: %w", strings.Join(e.path, "."), errByHand)
			}
			child = table{}
			t[name] = child
		}
		t = child
	}
	name, value, _ := find(t, e.path[len(e.path)-1])
	list, _ := value.([]any)
	switch e.mode {
	case set:
		if value != nil {
			return errByHand
		}
		t[name] = e.plain()
	case extend:
		t[name] = append(list, e.plain().([]any)...)
	case putFirst:
		t[name] = append(e.plain().([]any), list...)
	}
	return nil
}

// listEnd returns the offset behind the last entry of the list whose bracket is at open, and whether a comma or nothing at all
// stands there already. It knows texts in quotes and comments.
func listEnd(text []byte, open int) (end int, bare bool, ok bool) {
	depth := 0
	end, bare = open+1, true
	for i := open; i < len(text); i++ {
		switch c := text[i]; c {
		case '[', '{':
			depth++
			if depth > 1 {
				end, bare = i+1, false
			}
		case ']', '}':
			depth--
			if depth == 0 {
				return end, bare, true
			}
			end, bare = i+1, false
		case '#':
			for i+1 < len(text) && text[i+1] != '\n' {
				i++
			}
		case '"', '\'':
			for i++; i < len(text) && text[i] != c; i++ {
				if text[i] == '\\' && c == '"' {
					i++
				}
			}
			end, bare = i+1, false
		case ',':
			if depth == 1 {
				end, bare = i+1, true
			}
		case ' ', '\t', '\r', '\n':
		default:
			end, bare = i+1, false
		}
	}
	return 0, false, false
}

// entries are the texts of a list, quoted, to come in at the place that listEnd gives.
func entries(values []string, bare bool) string {
	text := ""
	for _, v := range values {
		text += fmt.Sprintf(", %q", v)
	}
	if bare {
		return " " + strings.TrimPrefix(text, ", ")
	}
	return text
}
