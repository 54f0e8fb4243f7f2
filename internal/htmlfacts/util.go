package htmlfacts

import "strings"

// isSpace: ASCII white space as the Infra standard defines it.
func isSpace(c byte) bool { return spaceTable[c] }

// spaceTable makes isSpace one look instead of five comparisons, in the loops that trim every piece of text.
var spaceTable = [256]bool{' ': true, '\n': true, '\t': true, '\r': true, '\f': true}

// hasToken reports whether the list of tokens, separated by ASCII white space, has the token, ASCII case apart.
func hasToken(list, token string) bool {
	for i := 0; i < len(list); {
		if isSpace(list[i]) {
			i++
			continue
		}
		start := i
		for i < len(list) && !isSpace(list[i]) {
			i++
		}
		if i-start == len(token) && strings.EqualFold(list[start:i], token) {
			return true
		}
	}
	return false
}

// isMediaType reports whether value is the media type want, its parameters, white space and ASCII case apart.
func isMediaType(value, want string) bool {
	value, _, _ = strings.Cut(value, ";")
	return strings.EqualFold(strings.Trim(value, " \t\n\f\r"), want)
}

// HashID returns the 64-bit FNV-1a hash by which Page.IDs holds an identifier. A fragment matches if the hash of its
// percent-decoded form (or of the form as written) is there.
func HashID(id string) uint64 {
	h := uint64(14695981039346656037)
	for i := 0; i < len(id); i++ {
		h = (h ^ uint64(id[i])) * 1099511628211
	}
	return h
}
