package llmstxt_test

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/discovery-set/hugo-discovery/llmstxt"
)

const file = `# Example project

> A small thing that does one job.

## Docs

- [Install](https://example.com/install/): How to get it
* [Use](https://example.com/use/) - what to do with it
`

func ExampleParse() {
	doc := llmstxt.Parse([]byte(file))
	fmt.Printf("%d:%d title %q\n", doc.Title.Pos.Line, doc.Title.Pos.Column, doc.Title.Text)
	fmt.Printf("%d:%d summary %q\n", doc.Summary.Pos.Line, doc.Summary.Pos.Column, doc.Summary.Text)
	for _, section := range doc.Sections {
		fmt.Printf("%d:%d section %q\n", section.Heading.Pos.Line, section.Heading.Pos.Column, section.Name())
		for _, item := range section.Items() {
			fmt.Printf("%d:%d %s: %q %s, notes %q, rest %q\n", item.Pos.Line, item.Pos.Column, item.Form, item.Link.Title, item.Link.URL, item.Notes, item.Tail)
		}
	}
	// Output:
	// 1:1 title "Example project"
	// 3:1 summary "A small thing that does one job."
	// 5:1 section "Docs"
	// 7:1 file link: "Install" https://example.com/install/, notes "How to get it", rest ""
	// 8:1 link then text: "Use" https://example.com/use/, notes "", rest " - what to do with it"
}

func ExampleAsPython() {
	_, err := llmstxt.AsPython([]byte(file))
	fmt.Println(err)
	// Output:
	// line 8, column 1: the Python parser raises: it finds no link on the line
}

func ExampleAsJavaScript() {
	// The summary is no summary, since no details follow it, and the second link is gone.
	reading, err := llmstxt.AsJavaScript([]byte(file))
	if err != nil {
		fmt.Println(err)
		return
	}
	out, err := json.MarshalIndent(reading, "", " ")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(out))
	// Output:
	// {
	//  "title": "Example project",
	//  "info": "\u003e A small thing that does one job.",
	//  "sections": {
	//   "Docs": [
	//    {
	//     "title": "Install",
	//     "url": "https://example.com/install/",
	//     "desc": "How to get it"
	//    }
	//   ]
	//  }
	// }
}

func ExampleWrite() {
	err := llmstxt.Write(os.Stdout, llmstxt.Doc{
		Title:   "Example project",
		Summary: "A small thing\nthat does one job.",
		Details: []string{"Links point to Markdown."},
		Sections: []llmstxt.DocSection{{Name: "Docs", Links: []llmstxt.DocLink{
			{Title: "Arrays [T]", URL: "https://example.com/arrays (T)/", Notes: "What they hold"},
			{Title: "Use", URL: "https://example.com/use/"},
		}}},
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// # Example project
	//
	// > A small thing that does one job.
	//
	// Links point to Markdown.
	//
	// ## Docs
	//
	// - [Arrays &#91;T&#93;](https://example.com/arrays%20%28T%29/): What they hold
	// - [Use](https://example.com/use/)
}
