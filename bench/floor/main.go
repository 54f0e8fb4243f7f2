// Command floor does the least that a checker of HTML has to do: it reads
// every HTML file below a folder once and runs tdewolff's lexer over it, on as
// many workers as there are cores. What verify costs is told as a multiple of
// what this costs, on the same machine in the same run.
package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/html"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: floor DIR")
		os.Exit(2)
	}
	var paths []string
	err := filepath.WalkDir(os.Args[1], func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ".html") {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var next, tokens, bytes atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(paths) {
					return
				}
				src, err := os.ReadFile(paths[i])
				if err != nil {
					fmt.Fprintln(os.Stderr, err)
					os.Exit(1)
				}
				l := html.NewLexer(parse.NewInputBytes(src))
				n := int64(0)
				for {
					t, _ := l.Next()
					if t == html.ErrorToken {
						break
					}
					n++
				}
				tokens.Add(n)
				bytes.Add(int64(len(src)))
			}
		})
	}
	wg.Wait()
	fmt.Printf("%d files, %d bytes, %d tokens\n", len(paths), bytes.Load(), tokens.Load())
}
