package command

import (
	"math"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

const (
	quiet  = 16 << 20 // bytes of memory up to which nothing is collected
	often  = 20       // percent, as of GOGC
	seldom = 400
)

// late decides once how often garbage is collected; nil until CollectLate, and
// where the user, or a test, has decided.
var late atomic.Pointer[sync.Once]

// CollectLate is for main, before Main. Up to 16 MiB nothing is collected: a site
// of some hundred pages is verified by then, and collecting would take a quarter
// of the time. From then on it is done often. What is kept of a tree lives until
// the end, and little is allocated beside it, so that this costs hardly any time,
// and saves a quarter of the memory.
func CollectLate() {
	once := new(sync.Once)
	late.Store(once)
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(quiet)
	// It dies of the first collection, which the limit causes.
	runtime.AddCleanup(new(struct{ _ *int }), func(percent int) { collect(once, percent) }, often)
}

// collectSeldom is for commands in which little lives, or all of it to the end.
func collectSeldom() {
	if once := late.Load(); once != nil {
		collect(once, seldom)
	}
}

func collect(once *sync.Once, percent int) {
	once.Do(func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(math.MaxInt64)
	})
}
