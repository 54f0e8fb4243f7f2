package rules

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
)

// manifestInPage looks for the manifest, or a long piece of llms.txt, shown
// as a code block of the page (R177). A block can only be one of them if it
// names the site's URL, so that all others cost one search.
func manifestInPage(c *PageContext) {
	if len(c.Facts.CodeBlocks) == 0 {
		return
	}
	_, root, _ := strings.Cut(c.Deployment.SiteRoot, "://")
	for i := range c.Facts.CodeBlocks {
		b := &c.Facts.CodeBlocks[i]
		if b.Context.Has(htmlfacts.InFooter | htmlfacts.InTemplate) {
			continue
		}
		if !bytes.Contains(c.Facts.Src[b.Content.Start:b.Content.End], []byte(root)) {
			continue
		}
		text := c.Facts.CodeText(b.Content)
		what := ""
		switch {
		case c.copies.manifest(c.Run, text):
			what = ghpages.RawManifestFile
		case c.copies.llms(c.Run, text):
			what = ghpages.LLMSFile
		default:
			continue
		}
		c.Report(b.Offset, Finding{
			Message: fmt.Sprintf("the page shows %s as part of its content", what),
			Fix:     fmt.Sprintf("remove the block; link %s in the footer instead", c.DiscoveryURL(what)),
		})
	}
}

// copies tells copies of the discovery files; it is made when the first block
// asks for it.
type copies struct {
	once    sync.Once
	strings map[string]bool // of the manifest, its lists of pages left out
	text    string          // llms.txt, white space collapsed
	pieces  map[string]int  // where each piece of text starts, one after another
}

// shortestString is the least length of a string of the manifest that tells
// something; shortestCopy the length of a piece of llms.txt that no page
// quotes by accident (R177).
const (
	shortestString = 4
	shortestCopy   = 200
	pieceLen       = shortestCopy / 2
)

func (k *copies) read(run *Run) {
	k.once.Do(func() {
		k.strings = map[string]bool{}
		var members map[string]any
		if doc := run.Set.Manifest; doc != nil && json.Unmarshal(doc.Src, &members) == nil {
			for key, value := range members {
				if key != "pages" && key != "excluded" {
					addStrings(k.strings, value)
				}
			}
		}
		if doc := run.Set.LLMS; doc != nil {
			k.text = strings.Join(strings.Fields(doc.Text()), " ")
			k.pieces = make(map[string]int, len(k.text)/pieceLen)
			for i := 0; i+pieceLen <= len(k.text); i += pieceLen {
				k.pieces[k.text[i:i+pieceLen]] = i
			}
		}
	})
}

func addStrings(set map[string]bool, value any) {
	switch v := value.(type) {
	case string:
		if len(v) >= shortestString {
			set[v] = true
		}
	case []any:
		for _, item := range v {
			addStrings(set, item)
		}
	case map[string]any:
		for _, item := range v {
			addStrings(set, item)
		}
	}
}

// manifest reports whether text is JSON that holds at least half of the
// manifest's strings.
func (k *copies) manifest(run *Run, text string) bool {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "{") {
		return false
	}
	var value any
	if json.Unmarshal([]byte(text), &value) != nil {
		return false
	}
	k.read(run)
	held := map[string]bool{}
	addStrings(held, value)
	same := 0
	for s := range held {
		if k.strings[s] {
			same++
		}
	}
	return len(k.strings) >= 5 && same*2 >= len(k.strings)
}

// llms reports whether text has a run of llms.txt, white space apart, that is
// long enough: such a run holds a whole piece.
func (k *copies) llms(run *Run, text string) bool {
	k.read(run)
	text = strings.Join(strings.Fields(text), " ")
	for at := 0; at+pieceLen <= len(text); at++ {
		i, ok := k.pieces[text[at:at+pieceLen]]
		if !ok {
			continue
		}
		n := pieceLen
		for i+n < len(k.text) && at+n < len(text) && k.text[i+n] == text[at+n] {
			n++
		}
		for before := 1; before <= i && before <= at && k.text[i-before] == text[at-before]; before++ {
			n++
		}
		if n >= shortestCopy {
			return true
		}
	}
	return false
}
