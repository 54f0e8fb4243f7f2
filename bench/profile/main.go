// Command profile writes the CPU profile of verify that the go command builds
// the program with (profile-guided optimisation, go.dev/doc/pgo). It verifies
// trees of the benchmark, and a broken one, so that what reports findings is
// in the profile too.
package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/pprof"
	"strings"

	"github.com/discovery-set/hugo-discovery/bench/tree"
	"github.com/discovery-set/hugo-discovery/internal/command"
)

// rounds is how often each tree is verified: 100 samples are taken a second,
// and some thousand tell what is hot.
const rounds = 40

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: profile FILE")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "profile:", err)
		os.Exit(1)
	}
}

func write(file string) error {
	dir, err := os.MkdirTemp("", "profile-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	sound, broken := filepath.Join(dir, "sound"), filepath.Join(dir, "broken")
	if err := tree.Write(sound, 2_000, 1); err != nil {
		return err
	}
	if err := tree.Write(broken, 200, 2); err != nil {
		return err
	}
	if err := os.Remove(filepath.Join(broken, "llms.txt")); err != nil {
		return err
	}

	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := pprof.StartCPUProfile(f); err != nil {
		return err
	}
	for range rounds {
		for _, run := range []struct {
			dir  string
			code int
		}{{sound, 0}, {broken, 1}} {
			var out strings.Builder
			c := &command.Command{Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: &out, Environ: func(string) (string, bool) { return "", false }}
			if code := c.Main([]string{"verify", "--config", "none", run.dir}); code != run.code {
				return fmt.Errorf("verify %s ends with %d, not %d: %s", run.dir, code, run.code, out.String())
			}
		}
	}
	pprof.StopCPUProfile()
	return f.Close()
}
