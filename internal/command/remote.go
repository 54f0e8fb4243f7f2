package command

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/pflag"

	"github.com/discovery-set/hugo-discovery/internal/crawl"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

// remoteFlags say how a site that is being served is asked.
type remoteFlags struct {
	url         string
	delay       time.Duration
	timeout     time.Duration
	maxRequests int
}

func (f *remoteFlags) register(set *pflag.FlagSet) {
	set.StringVar(&f.url, "url", "", "check the site that is served at `URL` instead of a folder")
	set.DurationVar(&f.delay, "delay", 0, "with --url: wait that `TIME` between two requests, such as 200ms")
	set.DurationVar(&f.timeout, "timeout", 10*time.Second, "with --url: `TIME` for one request")
	set.IntVar(&f.maxRequests, "max-requests", 5_000, "with --url: `N` requests in all, at most 100,000")
}

// verifyRemote copies the site into a folder of its own, checks that, and
// removes it.
func (c *Command) verifyRemote(ctx context.Context, f *verifyFlags) error {
	if f.remote.maxRequests < 10 || f.remote.maxRequests > crawl.HardLimit {
		return fmt.Errorf("--max-requests %d: write a number from 10 to %d", f.remote.maxRequests, crawl.HardLimit)
	}
	if f.remote.timeout <= 0 || f.remote.delay < 0 {
		return fmt.Errorf("--timeout and --delay take a positive time, such as 500ms")
	}
	dir, err := os.MkdirTemp("", "discovery-helper-")
	if err != nil {
		return fmt.Errorf("cannot make a folder in %s for what is fetched: %w; let TMPDIR name one that can be written to", os.TempDir(), plain(err))
	}
	defer os.RemoveAll(dir)
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	var siteRoot string
	for _, v := range f.declared.values {
		if v.name == "site-root" {
			siteRoot = v.text
		}
	}
	bar := c.progress("requests")
	served, err := crawl.Fetch(ctx, dir, crawl.Options{
		Root: f.remote.url, SiteRoot: siteRoot, Delay: f.remote.delay, Timeout: f.remote.timeout,
		MaxRequests: f.remote.maxRequests, MaxBody: site.MaxPageSize, Progress: bar.update,
	})
	bar.done()
	if ctx.Err() != nil {
		return errInterrupted
	}
	if err != nil {
		return err
	}
	if f.declared.config == "" {
		f.declared.config = noConfig // the working folder need not be this site's
	}
	// The rules do not look at the context: a signal ends the program from here
	// on, and still leaves no copy behind.
	defer c.interruptible(func() { _ = os.RemoveAll(dir) })()
	if ctx.Err() != nil {
		return errInterrupted
	}
	return c.runVerify(dir, f, served)
}
