package rules

import (
	"fmt"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
)

// robotsTokens is what a page's robots tags say together.
type robotsTokens struct {
	index, follow, all bool
	extra              []string // other tokens, as written
	extraOffset        int      // of the tag that has the first of them
}

// forbidding are the tokens that take a page, or what it links to, out of the
// index.
var forbidding = [...]string{"noindex", "nofollow", "none"}

// isPlain reports whether a robots value is what the protocol wants, as most
// pages write it.
func isPlain(content string) bool { return content == "index, follow" || content == "index,follow" }

// allPlain reports that all robots tags of the page are as they should be, at
// no cost.
func (c *PageContext) allPlain() bool {
	t := c.headTags()
	first := t.first[tagRobots]
	return first != none && t.again[tagRobots] == none && !t.bots && isPlain(c.Facts.Metas[first].Content)
}

// robotsMeta: crawlers obey a robots tag wherever it stands, so that one in
// the body counts as well.
func robotsMeta(c *PageContext) {
	if c.allPlain() {
		return
	}
	forbidden := false
	var said robotsTokens
	for i := range c.Facts.Metas {
		m := &c.Facts.Metas[i]
		if m.Context.Has(notThere) || m.Name == "" {
			continue
		}
		isRobots := m.IsName("robots")
		if !isRobots && !isCrawler(m.Name) {
			continue
		}
		if words := forbiddenIn(m.Content); words != "" {
			forbidden = true
			c.Report(max(m.Offset, m.ContentOffset), Finding{
				Message: m.Name + " says " + Quote(words) + ", yet the page counts as canonical",
				Fix:     "write " + c.tagLine(tagRobots) + `, or exclude the page with a reason: ` + c.exclusion(c.Page.Path),
			})
		}
		if isRobots {
			said.add(m)
		}
	}
	switch {
	case c.lacks(tagRobots):
		if !forbidden {
			c.missing(tagRobots, "robots tag")
		}
	case forbidden || said.all || said.index && said.follow:
	default:
		m := c.meta(tagRobots)
		if m == nil {
			return // in the body: head/placement
		}
		message := "robots does not say index, follow"
		if !isBlank(m.Content) {
			message = "robots says " + Quote(m.Content) + ", not index, follow"
		}
		c.Report(max(m.Offset, m.ContentOffset), Finding{Message: message, Fix: "write " + c.tagLine(tagRobots)})
	}
}

// robotsExtra speaks of tags that let the page in, but say more or say it in
// other words (A32).
func robotsExtra(c *PageContext) {
	if c.allPlain() {
		return
	}
	var said robotsTokens
	for i := range c.Facts.Metas {
		if m := &c.Facts.Metas[i]; m.IsName("robots") && !m.Context.Has(notThere) {
			if forbiddenIn(m.Content) != "" {
				return // the tag has to be written anew anyhow
			}
			said.add(m)
		}
	}
	if len(said.extra) == 0 || !said.all && !(said.index && said.follow) {
		return
	}
	c.Report(said.extraOffset, Finding{
		Message: "robots says " + Quote(strings.Join(said.extra, ", ")) + " beside index, follow",
		Fix:     "write " + c.tagLine(tagRobots),
	})
}

// add reads one robots tag.
func (t *robotsTokens) add(m *htmlfacts.Meta) {
	for token := range strings.SplitSeq(m.Content, ",") {
		token = strings.TrimSpace(token)
		switch {
		case token == "":
		case strings.EqualFold(token, "index"):
			t.index = true
		case strings.EqualFold(token, "follow"):
			t.follow = true
		default:
			t.all = t.all || strings.EqualFold(token, "all")
			if len(t.extra) == 0 {
				t.extraOffset = max(m.Offset, m.ContentOffset)
			}
			t.extra = append(t.extra, token)
		}
	}
}

// forbiddenIn lists the forbidding tokens of a robots value.
func forbiddenIn(content string) string {
	if !hasFold(content, "no") {
		return ""
	}
	var found []string
	for token := range strings.SplitSeq(content, ",") {
		token = strings.TrimSpace(token)
		for _, f := range forbidding {
			if strings.EqualFold(token, f) {
				found = append(found, f)
			}
		}
	}
	return strings.Join(found, ", ")
}

// hasFold reports whether s contains the ASCII word, upper and lower case
// apart.
func hasFold(s, word string) bool {
	for i := 0; i+len(word) <= len(s); i++ {
		if strings.EqualFold(s[i:i+len(word)], word) {
			return true
		}
	}
	return false
}

// saysNoindex reports whether the page asks not to be indexed.
func saysNoindex(facts *htmlfacts.Page) bool {
	for i := range facts.Metas {
		m := &facts.Metas[i]
		if !m.IsName("robots") || m.Context.Has(notThere) {
			continue
		}
		for token := range strings.SplitSeq(m.Content, ",") {
			if token = strings.TrimSpace(token); strings.EqualFold(token, "noindex") || strings.EqualFold(token, "none") {
				return true
			}
		}
	}
	return false
}

// publishedPath is the page's path as an exclusion names it: relative to
// SITE_ROOT, as published.
func publishedPath(file string) string {
	if dir, ok := strings.CutSuffix(file, "index.html"); ok && dir != "" {
		return dir
	}
	return file
}

// exclusion is what to write to leave a page out, where the site says such
// things: in its manifest, or, where that says nothing of the kind, in the
// checker's configuration.
func (run *Run) exclusion(file string) string {
	if m := run.Set.ManifestFile; m != nil && m.IsObject && m.Claims {
		return fmt.Sprintf(`{"path": %q, "reason": "…"} in excluded of raw-manifest.json`, publishedPath(file))
	}
	return fmt.Sprintf(`exclude = [{path = %q, reason = "…"}] in discovery.toml`, file)
}
