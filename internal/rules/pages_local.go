package rules

import (
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/htmlfacts"
	"github.com/discovery-set/hugo-discovery/internal/plural"
)

// localHost reports once per page what a page published from a development
// server gives away: addresses that mean the reader's own machine. Links that
// people follow may name such addresses, in instructions for example.
func localHost(c *PageContext) {
	if isLocal(c.Deployment.SiteRoot) {
		return // every URL of the site is; gate/local-host says it once
	}
	var first string
	at, n := -1, 0
	note := func(offset int, url string) {
		if n++; at < 0 || offset < at {
			at, first = offset, url
		}
	}
	for i := range c.Facts.Refs {
		if r := &c.Facts.Refs[i]; c.fromDevServer(r) {
			note(r.Offset, r.URL)
		}
	}
	for i := range c.Facts.Metas {
		if m := &c.Facts.Metas[i]; isLocal(m.Content) && !m.Context.Has(notThere) {
			note(max(m.Offset, m.ContentOffset), m.Content)
		}
	}
	for i := range c.Facts.Bases {
		if b := &c.Facts.Bases[i]; isLocal(b.Href) {
			note(max(b.Offset, b.HrefOffset), b.Href)
		}
	}
	for _, m := range c.media() {
		if isLocal(m.Raw) {
			note(m.Offset, m.Raw)
		}
	}
	if n == 0 {
		return
	}
	message := Quote(first) + " belongs to a development server"
	if n > 1 {
		message += "; it is named in " + plural.Of(n, "place") + " of the page"
	}
	fix := "publish what a build writes, not a server, with the baseURL " + c.Deployment.SiteRoot
	if meant := c.publicURL(first); meant != "" {
		fix = "write " + meant + "; a generator writes it by itself in a build, not in its server, with the baseURL " + c.Deployment.SiteRoot
	}
	c.Report(at, Finding{Message: message, Fix: fix})
}

// publicURL is the URL of the site that one of a development server stands for,
// where the tree has it; else "".
func (c *PageContext) publicURL(local string) string {
	_, rest, _ := strings.Cut(local, "://")
	_, p, ok := strings.Cut(rest, "/")
	p = strings.TrimPrefix(p, strings.TrimPrefix(c.Deployment.ProjectRoot, "/"))
	meant := c.Deployment.SiteRoot + p
	if file, within := c.Deployment.TreePath(meant); !ok || !within || ghpages.Resolve(c.Tree, file).Status != 200 {
		return ""
	}
	return meant
}

// fromDevServer reports whether a reference names or loads something of a
// development server. Links to the discovery set and to other pages are for
// the area url.
func (c *PageContext) fromDevServer(r *htmlfacts.Ref) bool {
	switch {
	case r.Kind != htmlfacts.HeadLink && r.Kind != htmlfacts.Subresource, r.Context.Has(notThere):
		return false
	case r.Element == "script" && isLiveReload(r.URL):
		return !c.served(r.URL)
	case !isLocal(r.URL):
		return false
	}
	for _, rel := range [...]string{"alternate", "describedby", "prev", "next", "amphtml"} {
		if r.HasRel(rel) {
			return false
		}
	}
	return true
}

// served reports whether the tree has what a reference names.
func (c *PageContext) served(ref string) bool {
	file, ok := c.Deployment.TreePath(c.Resolve(ref))
	return ok && c.Tree.File(file)
}

// isLiveReload reports whether a script is the one by which development
// servers reload a page.
func isLiveReload(ref string) bool {
	ref, _, _ = strings.Cut(ref, "?")
	return strings.HasSuffix(ref, "/livereload.js") || ref == "livereload.js"
}

// isLocal reports whether ref is an absolute or scheme-relative URL whose host
// means the reader's own machine, or whose port is that of Hugo's server.
func isLocal(ref string) bool {
	rest, ok := cutSchemeFold(ref)
	if !ok {
		if rest, ok = strings.CutPrefix(ref, "//"); !ok {
			return false
		}
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	host := rest[strings.LastIndexByte(rest[:end], '@')+1 : end]
	if strings.HasPrefix(host, "[::1]") {
		return true
	}
	name, port, _ := strings.Cut(host, ":")
	const local = "localhost"
	return port == "1313" || strings.HasPrefix(name, "127.") && strings.Trim(name, "0123456789.") == "" || name == "0.0.0.0" ||
		len(name) >= len(local) && strings.EqualFold(name[len(name)-len(local):], local) &&
			(len(name) == len(local) || name[len(name)-len(local)-1] == '.')
}
