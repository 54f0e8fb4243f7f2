package command

import (
	"math"
	"runtime"
	"runtime/debug"
	"sync"
)

const (
	quiet  = 16 << 20 // bytes of memory up to which nothing is collected
	often  = 20       // percent, as of GOGC
	seldom = 400
)

// late decides once how often garbage is collected; nil until CollectLate.
var late *sync.Once

// CollectLate is for main, before Main. Up to 16 MiB nothing is collected: a site
// of some hundred pages is verified by then, and collecting would take a quarter
// of the time. From then on it is done often. What is kept of a tree lives until
// the end, and little is allocated beside it, so that this costs hardly any time,
// and saves a quarter of the memory.
func CollectLate() {
	late = new(sync.Once)
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(quiet)
	// It dies of the first collection, which the limit causes.
	runtime.AddCleanup(new(struct{ _ *int }), collect, often)
}

// collectSeldom is for commands in which little lives, or all of it to the end.
func collectSeldom() { collect(seldom) }

func collect(percent int) {
	if late == nil {
		return // the user, or a test, has decided
	}
	late.Do(func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(math.MaxInt64)
	})
}
