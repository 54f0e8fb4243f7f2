// Package plural writes how many there are of something, in English.
package plural

import "fmt"

// Of is a number with its noun, which takes an s for all but one: "1 page", "0 pages", "2 pages".
func Of(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
