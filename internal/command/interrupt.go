package command

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

var errInterrupted = errors.New("interrupted")

// interruptible ends the program on Ctrl-C and SIGTERM, until stop is called:
// clean removes what must not stay, and what was half written goes too. A
// second signal ends it at once.
func (c *Command) interruptible(clean func()) (stop func()) {
	signals, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case <-signals:
			signal.Reset(os.Interrupt, syscall.SIGTERM)
			clean()
			unfinished.removeAll()
			fmt.Fprintln(c.Stderr, "discovery-helper: "+errInterrupted.Error())
			os.Exit(exitUnable)
		case <-done:
		}
	}()
	return func() {
		signal.Stop(signals)
		close(done)
	}
}

// unfinished are the files that are being written.
var unfinished files

type files struct {
	mu    sync.Mutex
	names map[string]bool
}

func (f *files) add(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.names == nil {
		f.names = map[string]bool{}
	}
	f.names[name] = true
}

// finish ends the writing of a file: end moves it to its place, or removes it.
func (f *files) finish(name string, end func() error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.names, name)
	return end()
}

// removeAll removes what is unfinished. Nothing is finished any more then.
func (f *files) removeAll() {
	f.mu.Lock() // for good: the program ends
	for name := range f.names {
		_ = os.Remove(name)
	}
}
