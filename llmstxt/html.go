package llmstxt

import (
	"html"
	"strings"
	"unicode/utf8"
)

// What CommonMark needs to know about HTML, and the characters that both block and inline structure ask about.

func isSpaceOrTab(c byte) bool { return c == ' ' || c == '\t' }

// isWhite is the white space of tags and link destinations.
func isWhite(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isAlnum(c byte) bool { return isLetter(c) || isDigit(c) }

// isPunct reports ASCII punctuation: the characters that a backslash can escape.
func isPunct(c byte) bool {
	return c >= '!' && c <= '/' || c >= ':' && c <= '@' || c >= '[' && c <= '`' || c >= '{' && c <= '~'
}

func skipWhite(s string, i int) int {
	for i < len(s) && isWhite(s[i]) {
		i++
	}
	return i
}

// htmlStart gives the number of the HTML block condition (1 to 7 in CommonMark's order) that the line fulfils, which
// starts with <; 0 for none.
func htmlStart(line string) int {
	switch {
	case strings.HasPrefix(line, "<!--"):
		return 2
	case strings.HasPrefix(line, "<?"):
		return 3
	case strings.HasPrefix(line, "<![CDATA["):
		return 5
	case len(line) > 2 && line[1] == '!' && isLetter(line[2]):
		return 4
	}
	i := 1
	closing := i < len(line) && line[i] == '/'
	if closing {
		i++
	}
	start := i
	for i < len(line) && isAlnum(line[i]) && i-start <= 16 {
		i++
	}
	name := strings.ToLower(line[start:i])
	rest := line[i:]
	if !closing && rawTextTags[name] && (rest == "" || isWhite(rest[0]) || rest[0] == '>') {
		return 1
	}
	if blockTags[name] && (rest == "" || isWhite(rest[0]) || rest[0] == '>' || strings.HasPrefix(rest, "/>")) {
		return 6
	}
	if end := htmlTag(line, 0); end > 0 && !rawTextTags[name] && skipWhite(line, end) == len(line) {
		return 7
	}
	return 0
}

// htmlEnds reports whether the line ends an HTML block of condition 1 to 5.
func htmlEnds(condition int, line string) bool {
	switch condition {
	case 1:
		lower := strings.ToLower(line)
		for tag := range rawTextTags {
			if strings.Contains(lower, "</"+tag+">") {
				return true
			}
		}
	case 2:
		return strings.Contains(line, "-->")
	case 3:
		return strings.Contains(line, "?>")
	case 4:
		return strings.Contains(line, ">")
	case 5:
		return strings.Contains(line, "]]>")
	}
	return false
}

var rawTextTags = map[string]bool{"script": true, "pre": true, "textarea": true, "style": true}

var blockTags = func() map[string]bool {
	tags := map[string]bool{}
	for _, name := range strings.Fields("address article aside base basefont blockquote body caption center col colgroup dd " +
		"details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr " +
		"html iframe legend li link main menu menuitem nav noframes ol optgroup option p param search section summary table " +
		"tbody td tfoot th thead title tr track ul") {
		tags[name] = true
	}
	return tags
}()

// htmlTag gives the end of the opening or closing tag that starts with the < at i, or -1 minus the place where it fails.
func htmlTag(s string, i int) int {
	i++
	if i < len(s) && s[i] == '/' {
		i++
		if i >= len(s) || !isLetter(s[i]) {
			return -1 - i
		}
		for i < len(s) && (isAlnum(s[i]) || s[i] == '-') {
			i++
		}
		i = skipWhite(s, i)
		if i < len(s) && s[i] == '>' {
			return i + 1
		}
		return -1 - i
	}
	if i >= len(s) || !isLetter(s[i]) {
		return -1 - i
	}
	for i < len(s) && (isAlnum(s[i]) || s[i] == '-') {
		i++
	}
	for {
		before := i
		i = skipWhite(s, i)
		if i >= len(s) {
			return -1 - i
		}
		if s[i] == '>' {
			return i + 1
		}
		if s[i] == '/' {
			if i+1 < len(s) && s[i+1] == '>' {
				return i + 2
			}
			return -1 - i
		}
		if i == before || !(isLetter(s[i]) || s[i] == '_' || s[i] == ':') {
			return -1 - i
		}
		for i < len(s) && (isAlnum(s[i]) || strings.IndexByte("_.:-", s[i]) >= 0) {
			i++
		}
		equals := skipWhite(s, i)
		if equals >= len(s) || s[equals] != '=' {
			continue
		}
		i = skipWhite(s, equals+1)
		if i >= len(s) {
			return -1 - i
		}
		switch quote := s[i]; quote {
		case '"', '\'':
			n := strings.IndexByte(s[i+1:], quote)
			if n < 0 {
				return -1 - len(s)
			}
			i += n + 2
		default:
			start := i
			for i < len(s) && !isWhite(s[i]) && strings.IndexByte("\"'=<>`", s[i]) < 0 {
				i++
			}
			if i == start {
				return -1 - i
			}
		}
	}
}

// entity gives the character or characters that the reference at the & at i stands for, and its end; end is 0 if it is none.
func entity(s string, i int) (text string, end int) {
	j := i + 1
	if j < len(s) && s[j] == '#' {
		j++
		base, most, digits := rune(10), 7, 0
		if j < len(s) && s[j]|0x20 == 'x' {
			base, most = 16, 6
			j++
		}
		var c rune
		for j < len(s) && digits < most {
			d := rune(s[j])
			switch {
			case isDigit(s[j]):
				d -= '0'
			case base == 16 && s[j]|0x20 >= 'a' && s[j]|0x20 <= 'f':
				d = d | 0x20 - 'a' + 10
			default:
				d = -1
			}
			if d < 0 {
				break
			}
			c = c*base + d
			j++
			digits++
		}
		if digits == 0 || j >= len(s) || s[j] != ';' {
			return "", 0
		}
		if c == 0 || !utf8.ValidRune(c) {
			c = utf8.RuneError
		}
		return string(c), j + 1
	}
	for j < len(s) && j-i <= 32 && isAlnum(s[j]) {
		j++
	}
	if j == i+1 || j >= len(s) || s[j] != ';' {
		return "", 0
	}
	name := s[i : j+1]
	text = html.UnescapeString(name)
	if text == name || strings.HasSuffix(text, ";") && text != ";" {
		// Unknown, or only its beginning is known as one of the names that may lack the semicolon.
		return "", 0
	}
	return text, j + 1
}

// unescape resolves backslash escapes and entities.
func unescape(s string) string {
	if !strings.ContainsAny(s, `\&`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		switch {
		case s[i] == '\\' && i+1 < len(s) && isPunct(s[i+1]):
			b.WriteByte(s[i+1])
			i += 2
			continue
		case s[i] == '&':
			if text, end := entity(s, i); end > 0 {
				b.WriteString(text)
				i = end
				continue
			}
		}
		b.WriteByte(s[i])
		i++
	}
	return b.String()
}
