package rules

import (
	"fmt"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

// The titles of the alternate links (ledger R081, R082).
const (
	llmsTitle     = "LLM-readable index"
	manifestTitle = "Machine-readable manifest"
)

func alternateLLMS(c *PageContext) {
	alternateLink(c, tagLLMS, ghpages.LLMSFile, "text/plain")
}

func alternateManifest(c *PageContext) {
	alternateLink(c, tagManifest, ghpages.RawManifestFile, "application/json")
}

// alternateLink wants a link that means the file and says its type. Where the
// link leads is for the rules of the area url.
func alternateLink(c *PageContext, k tagKind, file, mediaType string) {
	if c.lacks(k) {
		c.missing(k, "alternate link to "+file)
		return
	}
	l := c.link(k)
	switch {
	case l == nil || isTyped(l, mediaType):
		return
	case l.HasType(mediaType):
		c.Report(l.Offset, Finding{
			Message: fmt.Sprintf("the alternate link to %s has hreflang %s, so it is taken for a translation of the page", file, Quote(l.Hreflang)),
			Fix:     "write " + c.tagLine(k),
		})
	case l.Type == "":
		c.Report(l.Offset, Finding{Message: "the alternate link to " + file + " says no type", Fix: "write " + c.tagLine(k)})
	default:
		c.Report(l.Offset, Finding{
			Message: fmt.Sprintf("the alternate link to %s says type %s, not %s", file, Quote(l.Type), mediaType),
			Fix:     "write " + c.tagLine(k),
		})
	}
}

// alternateTitle: the protocol names the titles for a PAGE only (A02).
func alternateTitle(c *TreeContext) {
	if c.Kind() != KindPage {
		return
	}
	for _, p := range c.Canonical {
		for _, link := range [...]struct {
			title      site.Text
			file, want string
		}{
			{p.LLMSTitle, ghpages.LLMSFile, llmsTitle},
			{p.ManifestTitle, ghpages.RawManifestFile, manifestTitle},
		} {
			if link.title.Pos.Line == 0 || link.title.Value == link.want {
				continue
			}
			message := fmt.Sprintf("the alternate link to %s has the title %s, not %s", link.file, Quote(link.title.Value), Quote(link.want))
			if isBlank(link.title.Value) {
				message = "the alternate link to " + link.file + " has no title"
			}
			c.ReportPage(p, link.title.Pos, Finding{Message: message, Fix: `write title="` + link.want + `"`})
		}
	}
}

func describedby(c *PageContext) {
	if c.lacks(tagDescribedby) {
		c.missing(tagDescribedby, "describedby link to "+ghpages.LLMSFile)
	}
}
