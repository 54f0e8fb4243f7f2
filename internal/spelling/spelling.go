// Package spelling tells how far a mistyped name is from a known one, for messages that say what was meant.
package spelling

// Distance is the number of bytes to add, leave out or replace on the way from a to b (Levenshtein), or most where it is not
// below that. Names of more than 64 bytes are never near anything, so the time is bounded.
func Distance(a, b string, most int) int {
	if len(a) > 64 || len(a)-len(b) >= most || len(b)-len(a) >= most {
		return most
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j]+1, row[j+1]+1, diagonal+cost)
		}
	}
	return min(row[len(b)], most)
}
