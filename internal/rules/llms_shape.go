package rules

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/discovery-set/hugo-discovery/internal/plural"
	"github.com/discovery-set/hugo-discovery/llmstxt"
)

// llmsShapeRules look at the file, its headings and its parts.
var llmsShapeRules = []Rule{
	llmsRule("llms/empty", Error, []string{"R093"}, "llms.txt can be read and is not empty.", llmsEmpty),
	llmsRule("llms/html", Error, []string{"R161"}, "llms.txt is Markdown, not an HTML page.", llmsHTML),
	llmsRule("llms/encoding", Error, []string{"R093"}, "llms.txt is text in UTF-8.", llmsEncoding),
	llmsRule("llms/bom", Warning, []string{"E10"}, "llms.txt begins without a byte order mark.", llmsBOM),
	llmsRule("llms/line-ends", Info, []string{"E10"}, "The lines of llms.txt end in a line feed.", llmsLineEnds),
	llmsRule("llms/title", Error, []string{"E10", "R161"}, "llms.txt has a title, a heading of level 1 before all sections.", llmsTitleMissing),
	llmsRule("llms/title-first", Error, []string{"E10"}, "Nothing stands before the title of llms.txt.", llmsTitleFirst),
	llmsRule("llms/heading", Error, []string{"E10"}, "llms.txt has one heading of level 1, and else only headings of level 2.", llmsHeading),
	llmsRule("llms/heading-form", Warning, []string{"E10"}, "The headings of llms.txt are lines that begin with # or ##.", llmsHeadingForm),
	llmsRule("llms/header", Warning, []string{"E10"}, "The reference parsers find the title, and details behind it.", llmsHeader),
	llmsRule("llms/summary-lost", Warning, []string{"E10"}, "The reference parsers find the whole summary.", llmsSummaryLost),
	llmsRule("llms/section-false", Warning, []string{"E10"}, "Only headings of level 2 begin with ##.", llmsSectionFalse),
	llmsRule("llms/section-name", Warning, []string{"E10"}, "Each section of llms.txt has a name that all readers see alike.", llmsSectionName),
	llmsRule("llms/section-duplicate", Warning, []string{"E10"}, "No two sections of llms.txt have the same name.", llmsSectionDuplicate),
	llmsRule("llms/section-text", Error, []string{"E10"}, "Sections of llms.txt hold lists of links and nothing else.", llmsSectionText),
	llmsRule("llms/limit", Warning, []string{"E10"}, "The structure of llms.txt is no deeper than its readers follow.", llmsLimit),
}

func llmsEmpty(c *llmsContext) {
	switch c.fault {
	case llmsUnreadable:
		c.report(0, Finding{Message: c.Doc.Path + " could not be read: " + c.Doc.Err.Error(), Fix: "publish a readable text file"})
	case llmsIsEmpty:
		c.report(-1, Finding{Message: c.Doc.Path + " is empty", Fix: "write at least # and the name of the site, a paragraph about it, and a section with links"})
	}
}

func llmsHTML(c *llmsContext) {
	if c.fault == llmsIsHTML {
		c.report(0, Finding{
			Message: c.Doc.Path + " is an HTML page: no reader of llms.txt finds a title or a link in it",
			Fix:     "publish Markdown under this name; a server or router that answers every path with a page does not do",
		})
	}
}

func llmsEncoding(c *llmsContext) {
	fix := "save it as UTF-8"
	if c.fault == llmsNoText {
		c.report(0, Finding{Message: c.Doc.Path + " is no text in UTF-8: it holds NUL bytes or is UTF-16", Fix: fix})
	}
	if c.Text == nil || c.Text.InvalidUTF8 == nil {
		return
	}
	at := c.Text.InvalidUTF8.Offset
	c.report(at, Finding{
		Message: fmt.Sprintf("the byte 0x%02X is no UTF-8: the Python parser cannot read the file from disk, other readers see U+FFFD", c.Doc.Src[at]),
		Fix:     fix,
	})
}

func llmsBOM(c *llmsContext) {
	if c.Text == nil || !c.Text.BOM {
		return
	}
	f := Finding{
		Severity: Info,
		Message:  "the file begins with a byte order mark, which version 2 of the format allows and some validators do not",
		Fix:      "save it without one",
	}
	if stop := headerStop(&c.Python); stop != nil && headerStop(&c.JavaScript) == nil {
		f.Severity = Warning
		f.Message = "the file begins with a byte order mark: the Python parser does not find the title behind it and stops, the JavaScript parser does find it"
	}
	c.report(0, f)
}

func llmsLineEnds(c *llmsContext) {
	if c.Text == nil {
		return
	}
	ends := c.Text.LineEnds
	at := bytes.IndexByte(c.Doc.Src, '\r')
	switch {
	case ends.CR > 0:
		c.report(at, Finding{
			Severity: Warning,
			Message:  plural.Of(ends.CR, "line") + " of the file end in a carriage return alone, which is no line end to the Python parser",
			Fix:      "end all lines in a line feed",
		})
	case ends.CRLF > 0:
		c.report(at, Finding{
			Message: "lines end in CR LF: over HTTP the reference parsers keep the carriage return in title and summary, the Python parser in section names and notes too",
			Fix:     "end all lines in a line feed",
		})
	}
}

func llmsTitleMissing(c *llmsContext) {
	if c.Text == nil {
		return
	}
	t := c.Text.Title
	if t != nil && t.Text != "" {
		return
	}
	at, message := 0, "there is no heading of level 1 before the first section"
	if t != nil {
		at, message = t.Pos.Offset, "the heading of level 1 is empty"
	}
	c.report(at, Finding{
		Message: message + ": " + both(titleFate(&c.Python), titleFate(&c.JavaScript)),
		Fix:     "begin the file with # and the name of the project or site",
	})
	if at != 0 {
		return
	}
	for _, r := range []*llmstxt.Reading{&c.Python, &c.JavaScript} {
		if stop := headerStop(r); stop != nil {
			c.speakFor(stop.Pos.Offset, stop.Pos.Offset)
		}
	}
}

func titleFate(r *llmstxt.Reading) string {
	if headerStop(r) != nil {
		return "stops here"
	}
	return "takes " + Quote(r.Title) + " for the title"
}

func llmsTitleFirst(c *llmsContext) {
	if c.Text == nil || c.Text.Title == nil || len(c.Text.Preamble) == 0 {
		return
	}
	b := &c.Text.Preamble[0]
	message := fmt.Sprintf("%s stands before the title", blockName(b))
	fate := both(foundTitle(&c.Python, c.Text.Title), foundTitle(&c.JavaScript, c.Text.Title))
	if fate != "" {
		message += ": " + fate
	}
	c.report(b.Pos.Offset, Finding{Message: message, Fix: "let the file begin with the title"})
	c.speakFor(b.Pos.Offset, c.blockEnd(&c.Text.Preamble[len(c.Text.Preamble)-1]))
	if fate != "" {
		c.speakFor(c.Text.Title.Pos.Offset, c.Text.Title.Pos.Offset)
	}
}

// foundTitle says what a parser takes for the title in place of the real one.
func foundTitle(r *llmstxt.Reading, title *llmstxt.Block) string {
	if headerStop(r) != nil {
		return "stops"
	}
	if strings.HasPrefix(r.Title, title.Raw) {
		return ""
	}
	return "takes " + Quote(r.Title) + " for the title"
}

// blockName is a block in the words of a message.
func blockName(b *llmstxt.Block) string {
	switch b.Kind {
	case llmstxt.Paragraph:
		return "text"
	case llmstxt.Heading:
		return "a heading of level " + fmt.Sprint(b.Level)
	case llmstxt.Quote:
		return "a block quote"
	case llmstxt.List:
		return "a list"
	case llmstxt.CodeBlock:
		return "a code block"
	case llmstxt.HTMLBlock:
		if strings.HasPrefix(b.Raw, "<!--") {
			return "an HTML comment"
		}
		return "HTML"
	case llmstxt.ThematicBreak:
		return "a thematic break"
	}
	return "a link definition"
}

// eachHeading calls look for each heading that is neither title nor section,
// with the section that it stands in.
func (c *llmsContext) eachHeading(look func(b *llmstxt.Block, section *llmstxt.Section)) {
	for _, blocks := range [][]llmstxt.Block{c.Text.Preamble, c.Text.Details} {
		for i := range blocks {
			if blocks[i].Kind == llmstxt.Heading {
				look(&blocks[i], nil)
			}
		}
	}
	for i := range c.Text.Sections {
		s := &c.Text.Sections[i]
		for j := range s.Blocks {
			if s.Blocks[j].Kind == llmstxt.Heading {
				look(&s.Blocks[j], s)
			}
		}
	}
}

func llmsHeading(c *llmsContext) {
	if c.Text == nil {
		return
	}
	c.eachHeading(func(b *llmstxt.Block, section *llmstxt.Section) {
		if c.Text.Title == nil && b.Level == 1 {
			return // llms/title says that it comes too late
		}
		message := fmt.Sprintf("a heading of level %d stands where the format allows none: %s", b.Level, Quote(b.Text))
		fix := "make it a section with ##, or text"
		if b.Level == 1 {
			message, fix = "there is a second heading of level 1: "+Quote(b.Text), "keep one title; make this a section with ##, or text"
		}
		message += " (" + c.headingFate(b, section) + ")"
		c.report(b.Pos.Offset, Finding{Message: message, Fix: fix})
		c.speakFor(b.Pos.Offset, c.blockEnd(b))
		if c.sectionAt(llmstxt.Python, b.Pos.Offset) != nil {
			c.speakFor(b.Pos.Offset, c.partEnd(b.Pos.Offset))
		}
	})
}

// headingFate says what the reference parsers make of a heading that is none.
func (c *llmsContext) headingFate(b *llmstxt.Block, section *llmstxt.Section) string {
	if s := c.sectionAt(llmstxt.Python, b.Pos.Offset); s != nil {
		fate := "both reference parsers make it a section " + Quote(s.Name)
		if section != nil {
			fate += ", to which the links below go"
		}
		return fate
	}
	switch {
	case section == nil:
		return "the reference parsers take it for text of the details"
	case c.stopsOn(b.Pos.Offset):
		return "the Python parser stops at this line, the JavaScript parser leaves it out"
	}
	return "the reference parsers see no heading"
}

func llmsHeadingForm(c *llmsContext) {
	if c.Text == nil {
		return
	}
	look := func(b *llmstxt.Block, what, mark string) {
		how := ""
		switch {
		case b.Setext:
			how = "underlined"
		case c.Doc.Src[b.Pos.Offset] != '#', b.Pos.Offset > 0 && c.Doc.Src[b.Pos.Offset-1] == ' ':
			how = "indented"
		default:
			return
		}
		c.report(b.Pos.Offset, Finding{
			Message: fmt.Sprintf("the %s %s is %s: the reference parsers do not see it", what, Quote(b.Text), how),
			Fix:     "write " + mark + " " + collapse(b.Raw) + " at the start of a line",
		})
		c.speakFor(b.Pos.Offset, c.blockEnd(b))
	}
	if c.Text.Title != nil {
		look(c.Text.Title, "title", "#")
	}
	for i := range c.Text.Sections {
		look(&c.Text.Sections[i].Heading, "section heading", "##")
	}
	// The links below a heading that is not seen are lost with it.
	for i := range c.Text.Sections {
		if h := &c.Text.Sections[i].Heading; c.spoken.has(c.line(h.Pos.Offset)) && c.sectionAt(llmstxt.Python, h.Pos.Offset) == nil {
			c.speakFor(h.Pos.Offset, c.partEnd(h.Pos.Offset))
		}
	}
}

// llmsHeader explains why a parser finds no header, or another title, unless
// a rule on the lines concerned has done so.
func llmsHeader(c *llmsContext) {
	if c.Text == nil || c.Text.Title == nil {
		return
	}
	t := c.Text.Title
	if c.spoken.has(c.line(t.Pos.Offset)) {
		return
	}
	python, javaScript := headerStop(&c.Python), headerStop(&c.JavaScript)
	if python == nil && javaScript == nil {
		c.titleText(t)
		return
	}
	message, fix := "nothing stands between the title and the first section", "write a paragraph of details below the title and the summary"
	switch {
	case c.Text.Summary != nil && len(c.Text.Details) == 0:
		message = "no details follow the title and the summary"
	case len(c.Text.Details) > 0 && c.Text.Details[0].Pos.Line == t.LastLine+1:
		message, fix = "no blank line follows the title", "write a blank line below the title"
	case len(c.Text.Details) > 0:
		message, fix = "what follows the title is not what the parsers look for", "write a blank line, the summary as a quote, a blank line, and a paragraph of details"
	}
	stops := func(stop *llmstxt.Stop) string {
		if stop == nil {
			return ""
		}
		return "stops"
	}
	c.report(t.Pos.Offset, Finding{Message: message + ": " + both(stops(python), stops(javaScript)), Fix: fix})
}

// titleText compares the title that the parsers found with the heading.
func (c *llmsContext) titleText(t *llmstxt.Block) {
	differs := func(r *llmstxt.Reading) string {
		if strings.TrimRight(r.Title, "\r\n") == t.Raw {
			return ""
		}
		return "reads it as " + quoteExact(strings.ReplaceAll(r.Title, "\r", ""))
	}
	fate := both(differs(&c.Python), differs(&c.JavaScript))
	if fate == "" {
		return
	}
	c.report(t.Pos.Offset, Finding{
		Message: "the title is " + Quote(t.Text) + ", but " + fate,
		Fix:     "write # " + t.Raw + " with nothing behind it, and then an empty line",
	})
}

// quoteExact shows a text whose white space matters.
func quoteExact(s string) string {
	if len(s) > 120 {
		cut := 120
		for cut > 0 && !utf8.RuneStart(s[cut]) {
			cut--
		}
		s = s[:cut] + "…"
	}
	return "“" + strings.NewReplacer("\n", `\n`, "\t", `\t`).Replace(s) + "”"
}

func llmsSummaryLost(c *llmsContext) {
	if c.Text == nil || c.Text.Summary == nil || c.Text.Title == nil {
		return
	}
	q := c.Text.Summary
	lost := func(r *llmstxt.Reading) string {
		if headerStop(r) != nil {
			return "" // llms/header says it
		}
		if r.Summary == nil {
			return "takes it for details"
		}
		got := strings.TrimSpace(*r.Summary)
		if len(q.Blocks) == 1 && q.Blocks[0].Kind == llmstxt.Paragraph && strings.TrimRight(q.Blocks[0].Raw, " \t\r") == got {
			return ""
		}
		return "takes " + Quote(got) + " for the summary and the rest for details"
	}
	fate := both(lost(&c.Python), lost(&c.JavaScript))
	if fate == "" {
		return
	}
	f := Finding{Message: "the summary is not found whole: " + fate, Fix: "write the summary as one line that begins with >"}
	if len(c.Text.Details) == 0 {
		f.Message = "no details follow the summary before the first section: " + fate
		f.Fix = "write a paragraph of details below it"
	}
	c.report(q.Pos.Offset, f)
	c.speakFor(q.Pos.Offset, c.blockEnd(q))
}

func llmsSectionFalse(c *llmsContext) {
	if c.Text == nil {
		return
	}
	real := map[int]bool{}
	for i := range c.Text.Sections {
		real[c.Text.Sections[i].Heading.Pos.Offset] = true
	}
	c.eachHeading(func(b *llmstxt.Block, _ *llmstxt.Section) { real[b.Pos.Offset] = true }) // llms/heading speaks
	for _, s := range slices.Concat(c.Python.Sections, c.Python.Replaced) {
		if real[s.Offset] {
			continue
		}
		fate := both("makes it a section "+Quote(s.Name), "")
		if c.sectionAt(llmstxt.JavaScript, s.Offset) != nil {
			fate = both("makes it a section "+Quote(s.Name), "makes it a section "+Quote(s.Name))
		}
		c.reportFalse(s.Offset, fate)
	}
	for _, s := range slices.Concat(c.JavaScript.Sections, c.JavaScript.Replaced) {
		if !real[s.Offset] && c.sectionAt(llmstxt.Python, s.Offset) == nil {
			c.reportFalse(s.Offset, both("", "makes it a section "+Quote(s.Name)))
		}
	}
}

func (c *llmsContext) reportFalse(offset int, fate string) {
	fix := "indent the line, or begin it with another character"
	if rest := c.Doc.Src[offset+2:]; len(rest) > 0 && rest[0] != '#' && rest[0] != '\n' && !c.inCode(offset) {
		fix = "write a space behind ## if it is a section, and an empty line before it"
	}
	c.report(offset, Finding{Message: "the line begins with ## but is no heading: " + fate, Fix: fix})
	c.speakFor(offset, c.partEnd(offset))
}

// inCode reports whether the offset lies in a code or HTML block.
func (c *llmsContext) inCode(offset int) bool {
	if c.code == nil { // once: any line may ask
		c.code = newLineSet(c.line(len(c.Doc.Src)))
		mark := func(blocks []llmstxt.Block) {
			for i := range blocks {
				if b := &blocks[i]; b.Kind == llmstxt.CodeBlock || b.Kind == llmstxt.HTMLBlock {
					c.code.add(b.Pos.Line, b.LastLine)
				}
			}
		}
		mark(c.Text.Preamble)
		mark(c.Text.Details)
		for i := range c.Text.Sections {
			mark(c.Text.Sections[i].Blocks)
		}
	}
	return c.code.has(c.line(offset))
}

func llmsSectionName(c *llmsContext) {
	if c.Text == nil {
		return
	}
	for i := range c.Text.Sections {
		h := &c.Text.Sections[i].Heading
		at := h.Pos.Offset
		differs := func(d llmstxt.Dialect) string {
			s := c.sectionAt(d, at)
			if s == nil || strings.TrimSuffix(s.Name, "\r") == h.Raw {
				return ""
			}
			return "names it " + quoteExact(s.Name)
		}
		fate := both(differs(llmstxt.Python), differs(llmstxt.JavaScript))
		switch {
		case h.Text == "":
			message := "the section has no name"
			if fate != "" {
				message += ": " + fate
			}
			c.report(at, Finding{Message: message, Fix: "write ## and a name"})
			// The line that is taken for the name is not read as what it is.
			name := at + len("##") + len(c.Doc.Src[at+len("##"):]) - len(bytes.TrimLeftFunc(c.Doc.Src[at+len("##"):], unicode.IsSpace))
			c.speakFor(at, name)
		case fate != "":
			c.report(at, Finding{
				Message: "the section is " + Quote(h.Text) + ", but " + fate,
				Fix:     "write ## " + h.Raw + " with nothing behind it",
			})
		}
	}
}

func llmsSectionDuplicate(c *llmsContext) {
	if c.Text == nil {
		return
	}
	last := map[string]*llmstxt.ReadSection{}
	for i := range c.Python.Sections {
		last[c.Python.Sections[i].Name] = &c.Python.Sections[i]
	}
	for i := range c.Python.Replaced {
		s := &c.Python.Replaced[i]
		c.report(s.Offset, Finding{
			Message: fmt.Sprintf("line %d begins another section %s: both reference parsers keep only that one and lose the %s of this one",
				c.line(last[s.Name].Offset), Quote(s.Name), plural.Of(len(s.Links), "link")),
			Fix: "give each section a name of its own, or join the two",
		})
	}
}

func llmsSectionText(c *llmsContext) {
	if c.Text == nil {
		return
	}
	for i := range c.Text.Sections {
		s := &c.Text.Sections[i]
		if i == 0 && (c.Text.Title == nil || c.Text.Title.Text == "") {
			for j := range s.Blocks { // llms/title: what should be the head of the file stands here
				c.speakFor(s.Blocks[j].Pos.Offset, c.blockEnd(&s.Blocks[j]))
			}
			continue
		}
		for j := range s.Blocks {
			if b := &s.Blocks[j]; b.Kind != llmstxt.List && b.Kind != llmstxt.Heading {
				c.sectionText(b, "the section "+Quote(s.Name()))
			}
		}
		for _, it := range s.Items() {
			for j := range it.Blocks {
				if b := &it.Blocks[j]; b.Kind != llmstxt.List {
					c.sectionText(b, "an item of the section "+Quote(s.Name()))
				}
			}
		}
	}
}

func (c *llmsContext) sectionText(b *llmstxt.Block, where string) {
	python := ""
	for line, at := b.Pos.Line, b.Pos.Offset; line <= b.LastLine && python == ""; {
		if c.stopsOn(at) {
			python = "stops here"
		}
		line++
		at = c.lines.Start(line)
	}
	message := fmt.Sprintf("%s stands in %s, where only links may", blockName(b), where)
	if fate := both(python, "leaves it out"); python != "" {
		message += ": " + fate
	}
	c.report(b.Pos.Offset, Finding{Message: message, Fix: "move it above the first section, or remove it"})
	c.speakFor(b.Pos.Offset, c.blockEnd(b))
}

func llmsLimit(c *llmsContext) {
	if c.Text == nil {
		return
	}
	for _, l := range c.Text.Limits {
		message := "the quotes and lists here are nested more than 100 deep; the rest of the line was taken as text"
		switch l.Kind {
		case llmstxt.InlineLimit:
			message = "the brackets, tags and quotes here are nested beyond measure; the rest of the paragraph was taken as text"
		case llmstxt.ReferenceLimit:
			message = "the references up to here stand for more text than the file has; this one and those behind it were taken as text"
		}
		c.report(l.Pos.Offset, Finding{Message: message, Fix: "write it plainly"})
	}
}
