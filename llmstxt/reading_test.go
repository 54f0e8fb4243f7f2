package llmstxt

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"testing"
)

// referenceCase is an input with what the two reference parsers, as run, gave for it.
type referenceCase struct {
	Name       string          `json:"name"`
	Input      string          `json:"input"`
	Python     json.RawMessage `json:"python"`
	JavaScript json.RawMessage `json:"javascript"`
}

func loadCases(t testing.TB, file string) []referenceCase {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var cases []referenceCase
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	return cases
}

// canonical makes two spellings of the same JSON text equal and keeps the order of keys, which counts.
func canonical(t testing.TB, raw []byte) string {
	t.Helper()
	var out bytes.Buffer
	dec := json.NewDecoder(bytes.NewReader(raw))
	for {
		token, err := dec.Token()
		if err == io.EOF {
			return out.String()
		}
		if err != nil {
			t.Fatalf("%v in %s", err, raw)
		}
		if d, ok := token.(json.Delim); ok {
			out.WriteString(d.String())
			continue
		}
		enc, err := json.Marshal(token)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(enc, ' '))
	}
}

func TestConformance(t *testing.T) {
	for _, set := range []string{"testdata/reference-cases.json", "testdata/extra-cases.json"} {
		cases := loadCases(t, set)
		for _, reading := range []struct {
			name string
			read func([]byte) (Reading, error)
			want func(referenceCase) json.RawMessage
		}{
			{"Python", AsPython[[]byte], func(c referenceCase) json.RawMessage { return c.Python }},
			{"JavaScript", AsJavaScript[[]byte], func(c referenceCase) json.RawMessage { return c.JavaScript }},
		} {
			passed := 0
			for _, c := range cases {
				r, err := reading.read([]byte(c.Input))
				got, jsonErr := json.Marshal(r)
				if jsonErr != nil {
					t.Fatal(jsonErr)
				}
				g, w := canonical(t, got), canonical(t, reading.want(c))
				if g != w {
					t.Errorf("%s: %s\n got %s\nwant %s", reading.name, c.Name, g, w)
					continue
				}
				if raises := w == canonical(t, []byte(`{"raises":true}`)); raises != (err != nil) || raises != r.Raises() {
					t.Errorf("%s: %s: error %v, raises %v", reading.name, c.Name, err, r.Raises())
					continue
				}
				passed++
			}
			t.Logf("%s, %s: %d of %d", set, reading.name, passed, len(cases))
		}
	}
}
