//go:build unix

package command

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestReportMode: a report is for those whom the umask, or the file that was there, lets read it.
func TestReportMode(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o027))
	name := filepath.Join(t.TempDir(), "report.json")
	for _, want := range []os.FileMode{0o640, 0o600} {
		if err := writeFile(name, func(w io.Writer) error { _, err := io.WriteString(w, "x"); return err }); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode() != want {
			t.Errorf("mode %v, want %v", info.Mode(), want)
		}
		if err := os.Chmod(name, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
