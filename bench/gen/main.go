// Command gen writes one of the trees that the benchmarks run on.
package main

import (
	"fmt"
	"os"
	"strconv"

	"github.com/discovery-set/hugo-discovery/bench/tree"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: gen DIR PAGES")
		os.Exit(2)
	}
	pages, err := strconv.Atoi(os.Args[2])
	if err == nil {
		err = tree.Write(os.Args[1], pages, 1)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
