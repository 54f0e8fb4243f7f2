package rules

import (
	"fmt"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

// duplicateTag: readers choose among two tags as they like, so that two that
// differ leave open what the page says.
func duplicateTag(c *PageContext) {
	if c.Page.Status != site.Canonical {
		c.duplicateRobots()
		return
	}
	t := c.headTags()
	for k := range tagKinds {
		i := t.again[k]
		if i == none {
			continue
		}
		before, _ := c.places.at(c.tagOffset(k, t.first[k]))
		f := Finding{Severity: Warning, Message: fmt.Sprintf("the page has %s twice, here and in line %d", tagNames[k], before), Fix: "keep one of the two"}
		if t.differs[k] {
			f.Severity = Error
			f.Message = fmt.Sprintf("the page has %s twice: %s here, %s in line %d", tagNames[k],
				Quote(c.tagValue(k, int(i))), Quote(c.tagValue(k, int(t.first[k]))), before)
			f.Fix = "keep the one that is right"
		}
		c.Report(c.tagOffset(k, i), f)
	}
}

// duplicateRobots: a page that is left out has nothing to say but noindex. A
// second tag is a theme's that lets in each page; crawlers that know both obey
// the stricter, others the first.
func (c *PageContext) duplicateRobots() {
	if c.Page.Status != site.Excluded && c.Page.Status != site.NotFoundPage {
		return
	}
	t := c.headTags()
	i := t.again[tagRobots]
	if i == none || !t.differs[tagRobots] {
		return
	}
	before, _ := c.places.at(c.tagOffset(tagRobots, t.first[tagRobots]))
	c.Report(c.tagOffset(tagRobots, i), Finding{
		Severity: Warning,
		Message: fmt.Sprintf("the page is left out of the set and has robots twice: %s here, %s in line %d",
			Quote(c.tagValue(tagRobots, int(i))), Quote(c.tagValue(tagRobots, int(t.first[tagRobots]))), before),
		Fix: "keep the one that says noindex; a theme's own tag goes by the key for it in the page's front matter",
	})
}

// placement reports what the head lacks because it stands in the body, once
// for the page, where the head was closed.
func placement(c *PageContext) {
	t := c.headTags()
	var fallen []string
	severity := Info
	at := -1
	for k := range tagKinds {
		i := t.below[k]
		if i == none || t.first[k] != none || k == tagTouchIcon {
			continue
		}
		if k != tagDescribedby {
			severity = Error
		}
		fallen = append(fallen, tagNames[k])
		if offset := c.tagOffset(k, i); at < 0 || offset < at {
			at = offset
		}
	}
	if len(fallen) == 0 {
		return
	}
	list := strings.Join(fallen, ", ")
	head := &c.Facts.Head
	culprit := ""
	switch head.Cause {
	case "/head", "body", "frameset", "":
		c.Report(at, Finding{Severity: severity, Message: "in the body, where readers do not look, stands what belongs into the head: " + list, Fix: "move it before </head>"})
		return
	case "#text":
		culprit = "text"
		if s := textAt(c.Facts, head.End); s != "" {
			culprit = "the text " + Quote(s)
		}
	default:
		culprit = "<" + strings.Clone(head.Cause) + ">"
	}
	who := ""
	if head.InNoscript {
		who = " for readers that run no scripts"
	}
	c.Report(head.End, Finding{
		Severity: severity,
		Message:  fmt.Sprintf("%s ends the head here%s, so that this falls into the body: %s", culprit, who, list),
		Fix:      "move " + culprit + " into the body, behind </head>",
	})
}

// textAt is the beginning of the text at an offset.
func textAt(facts *htmlfacts.Page, offset int) string {
	const most = 40
	s := facts.Src[min(max(offset, 0), len(facts.Src)):]
	n := 0
	for n < len(s) && n < most && s[n] != '<' && s[n] != '\n' {
		n++
	}
	for n < len(s) && n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return strings.TrimSpace(string(s[:n]))
}
