package hugotest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// jsonTexts are texts for discovery.jsonld. Which of them are JSON objects, encoding/json says, by which Hugo reads them.
func jsonTexts() []string {
	deep := func(n int) string { return strings.Repeat(`{"a":[`, n/2) + "1" + strings.Repeat("]}", n/2) }
	texts := []string{
		`{}`, " \n{ \"abstract\" : \"x\" }\n\t", `{"a":1,"b":[],"c":{},"d":[{"e":null},true,false,-0.5e+10]}`, `{"a":"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"}`,
		`{"a":"{[,:]}","b":"'","c":"// #"}`, `{"a":"ü\u2028` + "\u2028" + `"}`, `{"":""}`, `{"a":"","a":1}`, `{"a":0,"b":-0,"c":1E5,"d":1.0e-3}`, deep(100),
		`{"a":"b",}`, `{,}`, `{"a":[1,]}`, `{"a":[,1]}`, `{"a":1 "b":2}`, `{"a":1,,"b":2}`, `{"a" 1}`, `{"a":}`, `{"a"}`, `{:1}`, `{1:2}`, `{"a":1:2}`,
		`{"a":"b"`, `{"a":["b"}`, `{"a":"b"]`, `{"a":"b"}}`, `{"a":"b"}{}`, `{"a":"b"} x`, `{"a":[}]`, `{"a":{]}`, `{"a":1}]`, `{`, `{"`, `{"a":"b}`, `{"a":"b""}`, `{"a"b"c":1}`,
		`{'a':'b'}`, `{a:1}`, `{"a":b}`, `{"a":True}`, `{"a":nulll}`, `{"a":truefalse}`, `{"a":true1}`, `{"a":NaN}`, `{"a":undefined}`, `{"a":"x"+"y"}`,
		`{"a":01}`, `{"a":1.}`, `{"a":.5}`, `{"a":+1}`, `{"a":-}`, `{"a":1e}`, `{"a":1e+}`, `{"a":0x10}`, `{"a":1 2}`, `{"a":1_000}`, `{"a":1e999}`, `{"a":--1}`, `{"a":1-1}`,
		`{"a":"\x"}`, `{"a":"\u12"}`, `{"a":"\u12g4"}`, `{"a":"\'"}`, `{"a":"\"}`, "{\"a\":\"b\nc\"}", "{\"a\":\"b\tc\"}", `{"a":\"b"}`,
		`{/* c */"a":1}`, "{\"a\":1 // c\n}", "{\"a\":1 # c\n}", "{\u00a0\"a\":1}", "{\u201ca\u201d:1}", `{"a":1;"b":2}`, `{("a"):1}`, `{"a":{"b":{"c":[1,{"d":}]}}}`,
		`{"abstract": "` + strings.Repeat("long ", 100) + `",}`,
	}
	return texts
}

// TestJSONTexts: a text that is no JSON object stops the build with the page, the key and the fault, not with Hugo's own
// error; one that is, is read.
func TestJSONTexts(t *testing.T) {
	for _, version := range append([]string{"pinned"}, OldVersions...) {
		t.Run(version, func(t *testing.T) {
			binary := ""
			if version == "pinned" {
				binary = Binary(t)
			} else {
				binary = Old(t, version)
			}
			files := map[bool]*txtar.Archive{true: new(txtar.Archive), false: new(txtar.Archive)}
			var wrong []string
			for i, text := range jsonTexts() {
				ok := json.Unmarshal([]byte(text), new(map[string]any)) == nil
				name := fmt.Sprintf("content/p%d.md", i)
				front, _ := json.Marshal(map[string]any{"title": "P", "description": fmt.Sprintf("Page %d.", i), "discovery": map[string]any{"jsonld": text}})
				files[ok].Files = append(files[ok].Files, txtar.File{Name: name, Data: append(front, "\n\nText.\n"...)})
				if !ok {
					wrong = append(wrong, name)
				}
			}
			shared := Load(t, "testdata/shapes.txtar")
			right := BuildWith(t, binary, site(t, shared, files[true]), nil).Must(t)
			if len(files[true].Files) != 10 || !strings.Contains(right.Read(t, "p2/index.html"), `"d":[{"e":null},true,false,-`) {
				t.Errorf("%d right texts:\n%s", len(files[true].Files), right.Read(t, "p2/index.html"))
			}
			result := BuildWith(t, binary, site(t, shared, files[false]), nil)
			for _, name := range wrong {
				if !strings.Contains(result.Output, "the front matter of "+name+" is wrong:\n  - discovery.jsonld: is \"") {
					t.Errorf("nothing is said of %s", name)
				}
			}
			said := strings.Count(result.Output, "which is no JSON: ")
			if result.Err == nil || said != len(wrong) || strings.Contains(result.Output, "failed to render") || strings.Contains(result.Output, "unmarshal") {
				t.Errorf("%v, %d texts are no JSON, not %d:\n%s", result.Err, said, len(wrong), result.Output)
			}
			for _, want := range []string{
				`is "{\"a\":\"b\",}", which is no JSON: a comma stands before a closing bracket`,
				`is "{'a':'b'}", which is no JSON: single quotes stand where double quotes belong`,
				`is "{\"a\":True}", which is no JSON: True stands outside double quotes`,
				`a text is not closed`, `it holds a comment`, `a comma or a colon is missing`, `…", which is no JSON: a comma stands`,
				"write under discovery:\n      jsonld = { abstract = \"…\" }",
			} {
				if !strings.Contains(result.Output, want) {
					t.Errorf("Hugo does not say %q", want)
				}
			}
		})
	}
}
