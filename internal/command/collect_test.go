package command

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// TestCollectLate: the first collection settles how often the next ones come,
// where no command has done so before.
func TestCollectLate(t *testing.T) {
	percent, limit := debug.SetGCPercent(100), debug.SetMemoryLimit(-1)
	defer func() {
		late.Store(nil)
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}()
	settled := func() (int, bool) {
		for range 200 {
			runtime.GC()
			if debug.SetMemoryLimit(-1) == math.MaxInt64 {
				now := debug.SetGCPercent(100)
				debug.SetGCPercent(now)
				return now, true
			}
			time.Sleep(10 * time.Millisecond) // cleanups run beside
		}
		return 0, false
	}
	CollectLate()
	if now, ok := settled(); !ok || now != often {
		t.Errorf("after the first collection: %d %%, settled: %v", now, ok)
	}
	CollectLate()
	collectSeldom()
	runtime.GC()
	time.Sleep(50 * time.Millisecond)
	if now, ok := settled(); !ok || now != seldom {
		t.Errorf("of a command with little garbage: %d %%, settled: %v", now, ok)
	}
}
