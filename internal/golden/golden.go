// Package golden compares what a test has made with a file of the repository that holds the same.
package golden

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Check fails the test unless the file holds got. With update it writes the file first; again is the command that does
// that, for the message.
func Check(t *testing.T, file, got string, update bool, again string) {
	t.Helper()
	if update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; made by %s", err, again)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is not up to date; %s (-want +got):\n%s", file, again, diff)
	}
}
