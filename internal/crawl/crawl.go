// Package crawl copies a site that is being served into a folder, as far as
// its sitemap, its manifest and its own links lead, so that the rules can look
// at it like at any tree; and it keeps what only a server can show: status,
// redirects and content types.
package crawl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"os"
	"path"
	"sort"
	"strings"
	"time"

	"github.com/discovery-set/hugo-discovery/internal/excerpt"
	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
	"github.com/discovery-set/hugo-discovery/internal/jsonld"
	"github.com/discovery-set/hugo-discovery/internal/manifest"
	"github.com/discovery-set/hugo-discovery/internal/site"
	"github.com/discovery-set/hugo-discovery/internal/sitemap"
	"github.com/discovery-set/hugo-discovery/llmstxt"
)

// HardLimit is the number of requests that no option exceeds.
const HardLimit = 100_000

// Limits of what a server decides, beside those of Options.
const (
	maxTotal  = 2 << 30   // bytes of all answers together: twice what GitHub Pages publishes
	maxTime   = time.Hour // for the whole site
	maxHeader = 64 << 10  // bytes of an answer's header
	// maxQueue bounds what waits, in multiples of the requests that may be made.
	maxQueue = 4
)

// Options bound a crawl.
type Options struct {
	// Root is the URL where the site begins, as it is being served.
	Root string
	// SiteRoot is the declared SITE_ROOT, by which the site names itself; ""
	// until the manifest has said it.
	SiteRoot string
	// Delay between two requests; MaxRequests in all, MaxBody bytes of one
	// answer, Timeout of one request.
	Delay       time.Duration
	MaxRequests int
	MaxBody     int64
	Timeout     time.Duration
	// MaxTotal bounds the bytes of all answers, MaxTime the whole crawl; 0: as
	// much as the package allows.
	MaxTotal int64
	MaxTime  time.Duration
	Progress func(done, total int)
}

type crawler struct {
	Options
	client  *http.Client
	root    *os.Root
	served  *site.Served
	queue   []string // paths to fetch
	queued  map[string]bool
	roots   []string // prefixes that mean the site: as served, and as declared
	scanner *htmlfacts.Scanner
	jsonld  jsonld.Parser
	last    time.Time
	total   int64 // bytes of all bodies so far
	left    int   // paths for which the queue had no room
	kept    bool  // something is in the folder
}

// Fetch crawls the site into the folder dir. It fails where the site does not
// answer at all; single failures are answers.
func Fetch(ctx context.Context, dir string, o Options) (*site.Served, error) {
	root, err := ghpages.NormRoot(o.Root)
	if err != nil {
		return nil, fmt.Errorf("--url %s: the value %w", withoutUser(o.Root), err)
	}
	o.Root = root
	if o.MaxRequests <= 0 || o.MaxRequests > HardLimit {
		o.MaxRequests = HardLimit
	}
	if o.MaxTotal <= 0 || o.MaxTotal > maxTotal {
		o.MaxTotal = maxTotal
	}
	if o.MaxTime <= 0 || o.MaxTime > maxTime {
		o.MaxTime = maxTime
	}
	folder, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxResponseHeaderBytes = maxHeader
	defer transport.CloseIdleConnections()
	c := &crawler{
		Options: o, root: folder, scanner: htmlfacts.NewScanner(),
		served: &site.Served{Answers: map[string]site.Answer{}, Cut: map[string]string{}, Root: o.Root}, queued: map[string]bool{},
		client: &http.Client{
			Transport: transport,
			Timeout:   o.Timeout,
			// A redirect is an answer, and may lead anywhere.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	c.roots = []string{o.Root}
	if o.SiteRoot != "" {
		c.roots = append(c.roots, o.SiteRoot)
	}
	return c.served, c.run(ctx)
}

// withoutUser is a URL as it may stand in a log: without the password that it
// holds before its host.
func withoutUser(u string) string {
	scheme, rest, ok := strings.Cut(u, "://")
	end := strings.IndexAny(rest, "/?#\\")
	if end < 0 {
		end = len(rest)
	}
	at := strings.LastIndexByte(rest[:end], '@')
	if !ok || at < 0 {
		return u
	}
	return scheme + "://…" + rest[at:]
}

// run fetches the discovery files, then everything that they and the pages
// name, in the order in which it is named.
func (c *crawler) run(ctx context.Context) error {
	c.add(ghpages.RawManifestFile)
	if err := c.next(ctx); err != nil {
		return err
	}
	if a := c.served.Answers[ghpages.RawManifestFile]; a.Status == 0 {
		return fmt.Errorf("%s does not answer: %s", c.Root, cmp.Or(a.Err, "its status is 0"))
	}
	for _, name := range []string{ghpages.LLMSFile, ghpages.SitemapFile, ghpages.RobotsFile, "404.html", ""} {
		c.add(name)
	}
	end := time.Now().Add(c.MaxTime)
	for len(c.queue) > 0 {
		if len(c.served.Answers) >= c.MaxRequests || c.total > c.MaxTotal || time.Now().After(end) {
			c.served.Skipped = len(c.queue)
			break
		}
		if err := c.next(ctx); err != nil {
			return err
		}
	}
	if !c.kept {
		return c.nothing()
	}
	c.served.Skipped += c.left
	c.served.Probe, _ = c.get(ctx, probe)
	return ctx.Err()
}

// nothing is the error for a server that has answered, and has no site here.
func (c *crawler) nothing() error {
	a := c.served.Answers[""]
	says := fmt.Sprintf("answers %d", a.Status)
	if a.Status == 0 {
		says = "does not answer: " + a.Err
	} else if a.Location != "" {
		says += " and sends to " + excerpt.Cut(a.Location, 200)
	}
	return fmt.Errorf("%s %s, and no discovery file is there: name the URL where the site begins", c.Root, says)
}

// probe is a path that no site has, to see how it answers for what is not
// there.
const probe = "discovery-helper-probe/not-there/"

// add puts a path below the root into the queue, once.
func (c *crawler) add(p string) {
	if !c.queued[p] {
		if len(c.queued) > maxQueue*c.MaxRequests {
			c.left++
			return
		}
		c.queued[p] = true
		c.queue = append(c.queue, p)
	}
}

// addURL puts an absolute URL into the queue where it is one of this site.
func (c *crawler) addURL(abs string) {
	abs, _, _ = strings.Cut(abs, "#")
	abs, _, _ = strings.Cut(abs, "?")
	for _, root := range c.roots {
		if p, ok := strings.CutPrefix(abs, root); ok && !climbs(p) {
			c.add(p)
			return
		}
	}
}

// climbs reports whether some server might take a path for one that leads
// upwards: a segment of two dots, in any encoding, behind a slash or a backslash
// of any encoding, also with a parameter.
func climbs(p string) bool {
	for range 3 { // servers behind proxies decode more than once
		for _, segment := range strings.FieldsFunc(p, func(r rune) bool { return r == '/' || r == '\\' }) {
			if segment, _, _ = strings.Cut(segment, ";"); segment == ".." {
				return true
			}
		}
		decoded, err := url.PathUnescape(p)
		if err != nil {
			return strings.Contains(p, "..") // not for us to say what it is
		}
		p = decoded
	}
	return false
}

// next fetches the first path of the queue.
func (c *crawler) next(ctx context.Context) error {
	p := c.queue[0]
	c.queue = c.queue[1:]
	if wait := c.Delay - time.Since(c.last); c.Delay > 0 && !c.last.IsZero() && wait > 0 {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
	c.last = time.Now()
	answer, body := c.get(ctx, p)
	if err := ctx.Err(); err != nil {
		return err
	}
	c.served.Answers[p] = answer
	if c.Progress != nil {
		c.Progress(len(c.served.Answers), len(c.served.Answers)+len(c.queue))
	}
	if answer.Status == http.StatusOK {
		if err := c.keep(p, answer, body); err != nil {
			answer.Err = err.Error()
			c.served.Answers[p] = answer
		}
	}
	return nil
}

// get asks for one path. The body is read only of what the rules read.
func (c *crawler) get(ctx context.Context, p string) (site.Answer, []byte) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.Root+p, nil)
	if err != nil {
		return site.Answer{Err: "no valid URL"}, nil
	}
	req.Header.Set("User-Agent", "discovery-helper (+https://discovery-set.github.io/hugo-discovery/)")
	resp, err := c.client.Do(req)
	if err != nil {
		return site.Answer{Err: plain(err)}, nil
	}
	defer resp.Body.Close()
	a := site.Answer{Status: resp.StatusCode, ContentType: resp.Header.Get("Content-Type"), Location: resp.Header.Get("Location")}
	if !readable(p, a.ContentType) {
		return a, nil
	}
	// The client asks for gzip and takes that off; what is left is none of its
	// doing, and its bytes are no text.
	if coding := strings.Join(resp.Header.Values("Content-Encoding"), ", "); coding != "" && !strings.EqualFold(coding, "identity") {
		a.Err = "it is sent with the Content-Encoding " + excerpt.Quote(coding) + ", which was not asked for; send it plain or, where that is asked for, as gzip"
		a.Cut = true
		return a, nil
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, c.MaxBody+1))
	c.total += int64(len(body))
	switch {
	case err != nil:
		a.Err = fmt.Sprintf("the answer was cut after %d bytes: %s", len(body), plain(err))
	case int64(len(body)) > c.MaxBody:
		a.Err = fmt.Sprintf("the answer is longer than %d bytes", c.MaxBody)
	}
	a.Cut = a.Err != ""
	return a, body
}

// plain is an error without the URL that its reader knows.
func plain(err error) string {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return err.Error()
		}
		err = next
	}
}

// readable reports whether the rules read the content of an answer.
func readable(p, contentType string) bool {
	media, _, _ := mime.ParseMediaType(contentType)
	switch path.Base(p) {
	case ghpages.LLMSFile, ghpages.RawManifestFile, ghpages.SitemapFile, ghpages.RobotsFile:
		return true
	}
	if path.Ext(p) == ".md" { // a Markdown twin
		return true
	}
	isPage := p == "" || strings.HasSuffix(p, "/") || site.IsHTML(p)
	return isPage || media == "text/html" || media == "text/css" || path.Ext(p) == ".xml" && strings.HasPrefix(path.Base(p), "sitemap")
}

// keep writes the answer where its path lies in a tree, and queues what it
// names.
func (c *crawler) keep(p string, a site.Answer, body []byte) error {
	name := fileName(p, a.ContentType)
	if a.Cut { // a part would be judged as if it were all
		err := c.write(name, nil)
		if err == nil {
			c.served.Cut[name] = a.Err
		}
		return err
	}
	if err := c.write(name, body); err != nil {
		return err
	}
	switch {
	case name == ghpages.RawManifestFile:
		m := manifest.Decode(body)
		if root, err := ghpages.NormRoot(m.Deployment.SiteRoot.Value); err == nil && len(c.roots) == 1 {
			c.roots = append(c.roots, root)
		}
		for i := range m.Pages {
			c.addURL(m.Pages[i].URL.Value)
			c.addURL(m.Pages[i].MarkdownURL.Value)
		}
		for _, nested := range m.Discovery.NestedLLMS {
			c.addURL(nested.Value)
		}
		c.addURL(m.Discovery.LLMSFull.Value)
	case path.Base(name) == ghpages.LLMSFile:
		doc := llmstxt.Parse(body)
		for _, item := range doc.Items() {
			if item.Link != nil {
				if abs, err := ghpages.ResolveRef(c.roots[len(c.roots)-1]+p, item.Link.URL); err == nil {
					c.addURL(abs)
				}
			}
		}
	case path.Ext(name) == ".xml":
		file := sitemap.Parse(body)
		for i := range file.Entries {
			c.addURL(file.Entries[i].Loc)
		}
	case site.IsHTML(name):
		c.links(p, body)
	}
	return nil
}

// links queues what a page refers to.
func (c *crawler) links(p string, body []byte) {
	facts := c.scanner.Scan(body)
	self := c.roots[len(c.roots)-1] + p
	base := site.BaseURL(self, facts)
	var targets []string
	for i := range facts.Refs {
		if r := &facts.Refs[i]; !r.Context.Has(htmlfacts.InTemplate) && r.Kind != htmlfacts.Action && r.Kind != htmlfacts.Citation {
			if abs, err := ghpages.ResolveRef(base, r.URL); err == nil {
				targets = append(targets, abs)
			}
		}
	}
	for i := range facts.Metas {
		if m := &facts.Metas[i]; m.IsProperty("og:image") || m.IsName("twitter:image") {
			if abs, err := ghpages.ResolveRef(base, m.Content); err == nil {
				targets = append(targets, abs)
			}
		}
	}
	for i := range facts.JSONLD {
		for m := range c.jsonld.Parse(facts.JSONLD[i].Raw).Media() {
			if abs, err := ghpages.ResolveRef(base, jsonld.TextOf(m.Value)); err == nil {
				targets = append(targets, abs)
			}
		}
	}
	sort.Strings(targets)
	for _, t := range targets {
		c.addURL(t)
	}
}

// fileName is the tree path of the file behind a URL path that answers 200.
func fileName(p, contentType string) string {
	if decoded, err := url.PathUnescape(p); err == nil {
		p = decoded
	}
	if p == "" || strings.HasSuffix(p, "/") {
		return p + "index.html"
	}
	if media, _, _ := mime.ParseMediaType(contentType); media == "text/html" && path.Ext(p) == "" {
		return p + ".html"
	}
	return p
}

// write makes the file and its folders, never outside the folder.
func (c *crawler) write(name string, body []byte) error {
	if !isPlain(name) {
		return errors.New("no file of that name can be made here")
	}
	if err := c.root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return errors.New(plain(err))
	}
	f, err := c.root.Create(name)
	if err != nil {
		return errors.New(plain(err))
	}
	c.kept = true
	_, err = f.Write(body)
	return errors.Join(err, f.Close())
}

// isPlain reports whether each segment of a path can be a file's name, and
// whether the folders are no deeper than a tree is read: making them takes time
// in the square of their number.
func isPlain(name string) bool {
	for segment := range strings.SplitSeq(name, "/") {
		if segment == "" || segment == "." || segment == ".." || len(segment) > 255 || strings.ContainsAny(segment, "\x00\\") {
			return false
		}
	}
	return len(name) < 4096 && strings.Count(name, "/") <= site.MaxDepth
}
