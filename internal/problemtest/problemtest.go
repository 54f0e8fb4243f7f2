// Package problemtest compares the problems that the reader of a format reports with what a test expects of it.
package problemtest

import (
	"strings"
	"testing"
)

// Check fails the test unless got are the problems of want, in that order. seen gives a problem's place, such as
// "syntax@2:6", and its message; want holds for each problem its place, then a part of its message.
func Check[P any](t *testing.T, got []P, seen func(P) (place, message string), want []string) {
	t.Helper()
	if len(got) != len(want)/2 {
		t.Fatalf("got %v, want %v", got, want)
	}
	for i, p := range got {
		place, message := seen(p)
		if place != want[2*i] {
			t.Errorf("got %s (%s), want %s", place, message, want[2*i])
		}
		if !strings.Contains(message, want[2*i+1]) {
			t.Errorf("message %q lacks %q", message, want[2*i+1])
		}
	}
}
