package command

import (
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress shows how far a long run has come, on a terminal's standard error
// and only once it has taken a second.
type progress struct {
	bar   *progressbar.ProgressBar
	mu    sync.Mutex
	start time.Time
	what  string
	c     *Command
	on    bool
}

func (c *Command) progress(what string) *progress {
	return &progress{start: time.Now(), what: what, c: c, on: isTerminal(c.Stderr)}
}

func (p *progress) update(done, total int) {
	if !p.on || done%64 != 0 || time.Since(p.start) < time.Second {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar == nil {
		p.bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(p.c.Stderr),
			progressbar.OptionSetDescription(p.what), progressbar.OptionClearOnFinish(), progressbar.OptionShowCount())
	}
	_ = p.bar.Set(done) // a terminal that cannot be written to is no reason to stop
}

func (p *progress) done() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
