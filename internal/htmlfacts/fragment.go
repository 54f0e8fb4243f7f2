package htmlfacts

// HashFragment returns the HashID of what a URL's fragment names: the
// fragment percent-decoded (HTML standard, 7.4.6.3, "find a potential
// indicated element"). Escapes that are none stay as they are.
func HashFragment(fragment string) uint64 {
	h := HashID("")
	for i := 0; i < len(fragment); i++ {
		c := fragment[i]
		if c == '%' && i+2 < len(fragment) {
			hi, ok := hexDigit(fragment[i+1])
			lo, ok2 := hexDigit(fragment[i+2])
			if ok && ok2 {
				c = byte(hi<<4 | lo)
				i += 2
			}
		}
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}
