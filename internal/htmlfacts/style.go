package htmlfacts

import (
	"strconv"
	"strings"
)

// styleFacts is what an inline style says about whether and how large its element is seen.
type styleFacts struct {
	// hides is the reason for which the element cannot be seen, or "".
	hides string
	// large: a font-size above that of the surroundings.
	large bool
	// url: it may have a reference.
	url bool
}

// offScreen is the distance in px, em or the like beyond which a negative position is meant to hide.
const offScreen = 500

// readStyle reads the declarations of a style attribute. It knows the usual ways to hide, not all of CSS (ledger R170).
func readStyle(style string) (f styleFacts) {
	var width0, height0, overflow bool
	for style != "" {
		var declaration string
		declaration, style, _ = strings.Cut(style, ";")
		name, value, ok := strings.Cut(declaration, ":")
		if !ok {
			continue
		}
		name, value = trimSpace(name), trimSpace(value)
		if i := strings.IndexByte(value, '!'); i >= 0 { // !important
			value = trimSpace(value[:i])
		}
		f.url = f.url || strings.IndexByte(value, '(') >= 0 || strings.IndexByte(declaration, '(') >= 0
		why := ""
		switch {
		case is(name, "display"):
			if is(value, "none") {
				why = "display:none"
			}
		case is(name, "visibility"):
			if is(value, "hidden") || is(value, "collapse") {
				why = "visibility:hidden"
			}
		case is(name, "content-visibility"):
			if is(value, "hidden") {
				why = "content-visibility:hidden"
			}
		case is(name, "opacity"):
			if n, _, ok := number(value); ok && n <= 0 {
				why = "opacity:0"
			}
		case is(name, "font-size"):
			if n, _, ok := number(value); ok && n == 0 {
				why = "font-size:0"
			}
			f.large = isLarge(value)
		case is(name, "font"):
			for part := range strings.FieldsSeq(value) {
				part, _, _ = strings.Cut(part, "/")
				if n, unit, ok := number(part); ok && (unit != "" || n == 0) {
					if n == 0 {
						why = "font-size:0"
					}
					f.large = isLarge(part)
					break
				} else if isLargeWord(part) {
					f.large = true
				}
			}
		case is(name, "left"), is(name, "right"), is(name, "top"), is(name, "bottom"), is(name, "text-indent"),
			is(name, "margin-left"), is(name, "margin-top"), is(name, "inset-inline-start"):
			if n, _, ok := number(value); ok && n <= -offScreen {
				why = "position off screen"
			}
		case is(name, "clip"):
			if isClipRect(value) {
				why = "clipped"
			}
		case is(name, "clip-path"):
			if inner, ok := argument(value, "inset"); ok {
				if n, unit, ok := number(inner); ok && unit == "%" && n >= 50 {
					why = "clipped"
				}
			}
		case is(name, "transform"):
			if inner, ok := argument(value, "scale"); ok {
				if n, _, ok := number(inner); ok && n == 0 {
					why = "transform:scale(0)"
				}
			}
		case is(name, "width"), is(name, "max-width"):
			n, _, ok := number(value)
			width0 = ok && n == 0
		case is(name, "height"), is(name, "max-height"):
			n, _, ok := number(value)
			height0 = ok && n == 0
		case is(name, "overflow"):
			overflow = is(value, "hidden") || is(value, "clip")
		}
		if f.hides == "" {
			f.hides = why
		}
	}
	if f.hides == "" && overflow && (width0 || height0) {
		f.hides = "no size with overflow:hidden"
	}
	return f
}

// is compares CSS names.
func is(a, b string) bool { return len(a) == len(b) && strings.EqualFold(a, b) }

// number reads the number at the beginning of a CSS value and the unit behind it.
func number(v string) (n float64, unit string, ok bool) {
	i := 0
	for i < len(v) && (v[i] == '-' || v[i] == '+' || v[i] == '.' || '0' <= v[i] && v[i] <= '9') {
		i++
	}
	if i == 0 {
		return 0, "", false
	}
	n, err := strconv.ParseFloat(v[:i], 64)
	j := i
	for j < len(v) && (v[j] == '%' || 'a' <= v[j]|0x20 && v[j]|0x20 <= 'z') {
		j++
	}
	return n, v[i:j], err == nil
}

// isLarge reports whether a font-size is above 1em, 100 %, 16px, 12pt or medium.
func isLarge(v string) bool {
	n, unit, ok := number(v)
	if !ok {
		return isLargeWord(v)
	}
	switch {
	case is(unit, "em"), is(unit, "rem"):
		return n > 1
	case unit == "%":
		return n > 100
	case is(unit, "px"):
		return n > 16
	case is(unit, "pt"):
		return n > 12
	}
	return false
}

func isLargeWord(v string) bool {
	return is(v, "large") || is(v, "x-large") || is(v, "xx-large") || is(v, "xxx-large") || is(v, "larger")
}

// argument returns what stands in the parentheses of a CSS function.
func argument(v, function string) (string, bool) {
	if len(v) <= len(function) || !is(v[:len(function)], function) || v[len(function)] != '(' {
		return "", false
	}
	inner, _, _ := strings.Cut(v[len(function)+1:], ")")
	return trimSpace(inner), true
}

// isClipRect reports whether a clip value shows no more than a pixel.
func isClipRect(v string) bool {
	inner, ok := argument(v, "rect")
	if !ok {
		return false
	}
	for part := range strings.FieldsFuncSeq(inner, func(r rune) bool { return r == ',' || r == ' ' }) {
		if n, _, ok := number(part); !ok || n < 0 || n > 1 {
			return false
		}
	}
	return true
}
