// Package serve answers requests for a published tree as GitHub Pages would:
// under the site's base path, with its resolution of URLs, its redirects, its
// content types and its 404.html. It is for looking at a tree before it is
// deployed, on the loopback interface only.
package serve

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

// Limits of a request, against clients that are slow or send without end.
const (
	headerTimeout = 5 * time.Second
	readTimeout   = 10 * time.Second
	writeTimeout  = 60 * time.Second
	idleTimeout   = 60 * time.Second
	maxHeader     = 16 << 10 // bytes
)

// Handler serves the tree below root at the base path of the deployment.
type Handler struct {
	root  *os.Root
	cache cache
	base  string // PROJECT_ROOT: "/" or "/REPO/"
	site  string // SITE_ROOT, for the page that says what lives elsewhere
	host  string // DOMAIN_ROOT
	// Log is called after each request; nil for none.
	Log func(method, target string, status int, note string)
}

// New returns a Handler for the folder dir. The caller closes it.
func New(dir string, d *ghpages.Deployment) (*Handler, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%s is not a folder: name the folder that the site was built into", dir)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Handler{root: root, base: d.ProjectRoot, site: d.SiteRoot, host: d.DomainRoot}, nil
}

// Close releases the folder.
func (h *Handler) Close() error { return h.root.Close() }

// Server returns a server for the handler, with bounds on everything that a
// client decides.
func (h *Handler) Server() *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
	}
}

// ServeHTTP answers one request.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	status, note := h.serve(w, r)
	if h.Log != nil {
		h.Log(r.Method, r.URL.RequestURI(), status, note)
	}
}

func (h *Handler) serve(w http.ResponseWriter, r *http.Request) (status int, note string) {
	// A page of another origin must not read the tree through a name that it
	// has let point here (DNS rebinding).
	if !isLoopback(r.Host) {
		http.Error(w, "this server answers only for localhost", http.StatusMisdirectedRequest)
		return http.StatusMisdirectedRequest, "Host is not localhost"
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return http.StatusMethodNotAllowed, ""
	}
	headers(w, r)
	p := r.URL.Path
	if p+"/" == h.base {
		return h.redirect(w, r, h.base), ""
	}
	tree, inside := strings.CutPrefix(p, h.base)
	if !inside {
		return h.elsewhere(w, r.URL.EscapedPath()), "outside the site: " + h.base
	}
	if dropped(tree) {
		return h.notFound(w, r), "deployment leaves out names that begin with a dot"
	}
	f := &folder{root: h.root}
	switch res := ghpages.Resolve(f, tree); res.Status {
	case http.StatusOK:
		return h.file(w, r, res.File, f.info), ""
	case http.StatusMovedPermanently:
		return h.redirect(w, r, h.base+ghpages.EscapePath(tree)+"/"), ""
	default:
		return h.notFound(w, r), res.Reason
	}
}

// isLoopback reports whether a Host header names this machine.
func isLoopback(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = strings.Trim(hostport, "[]")
	}
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// dropped reports whether a segment of the path begins with a dot; the upload
// action leaves such names out.
func dropped(p string) bool { return strings.HasPrefix(p, ".") || strings.Contains(p, "/.") }

// headers are those that GitHub Pages sends with every answer. But GitHub Pages
// serves what is public; here, Access-Control-Allow-Origin would let any page
// that the user has open read the tree, so that only pages of this machine get
// it.
func headers(w http.ResponseWriter, r *http.Request) {
	origin := r.Header.Get("Origin")
	if _, host, _ := strings.Cut(origin, "://"); origin == "" || isLoopback(host) {
		w.Header()["Access-Control-Allow-Origin"] = []string{"*"}
	}
	w.Header()["Vary"] = []string{"Origin"}
	w.Header()["Cache-Control"] = []string{"max-age=600"}
	w.Header()["X-Content-Type-Options"] = []string{"nosniff"}
}

func (h *Handler) redirect(w http.ResponseWriter, r *http.Request, to string) int {
	if r.URL.RawQuery != "" {
		to += "?" + r.URL.RawQuery
	}
	w.Header().Set("Location", to)
	w.WriteHeader(http.StatusMovedPermanently)
	return http.StatusMovedPermanently
}

// file sends a file of the tree, of which info is known.
func (h *Handler) file(w http.ResponseWriter, r *http.Request, name string, info fs.FileInfo) int {
	var content io.ReadSeeker
	if kept := h.cache.file(h.root, name, info); kept != nil && plain(r) {
		kept.answer(w)
		return http.StatusOK
	} else if kept != nil {
		content = bytes.NewReader(kept.text)
	} else {
		f, now, err := h.open(name)
		if err != nil {
			return unreadable(w)
		}
		defer f.Close()
		content, info = f, now
	}
	w.Header()["Content-Type"] = []string{ContentType(name)}
	w.Header()["Etag"] = []string{etag(info)}
	recorder := &recorder{ResponseWriter: w, status: http.StatusOK}
	http.ServeContent(recorder, r, "", info.ModTime(), content)
	return recorder.status
}

// open opens a regular file of the tree.
func (h *Handler) open(name string) (*os.File, fs.FileInfo, error) {
	f, err := site.OpenFile(h.root, name)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fs.ErrInvalid
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

func unreadable(w http.ResponseWriter) int {
	http.Error(w, "the file cannot be read", http.StatusInternalServerError)
	return http.StatusInternalServerError
}

// recorder remembers the status that http.ServeContent has chosen.
type recorder struct {
	http.ResponseWriter
	status int
}

func (r *recorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

// notFound sends the tree's 404.html, or a plain page where it has none.
func (h *Handler) notFound(w http.ResponseWriter, r *http.Request) int {
	const name = "404.html"
	if !(&folder{root: h.root}).File(name) {
		return page(w, http.StatusNotFound, "404: not found", "The tree has no such file, and no 404.html.", "")
	}
	f, info, err := h.open(name)
	if err != nil {
		return unreadable(w)
	}
	defer f.Close()
	w.Header()["Content-Type"] = []string{ContentType(name)}
	w.Header().Set("Content-Length", fmt.Sprint(info.Size()))
	w.WriteHeader(http.StatusNotFound)
	if r.Method == http.MethodGet {
		_, _ = f.WriteTo(w) // a client that has gone is no fault
	}
	return http.StatusNotFound
}

// elsewhere answers for paths that do not belong to this site. GitHub Pages
// would ask another repository's site; pretending that this tree were there
// would hide the links that leave the base path. The path is shown as it is
// asked for, percent-encoded: decoded, it may turn the sentence around it.
func (h *Handler) elsewhere(w http.ResponseWriter, p string) int {
	return page(w, http.StatusNotFound, "Not this site",
		h.host+strings.TrimPrefix(p, "/")+" belongs to another repository's site. This tree is published at "+h.site, h.base)
}

var pageTemplate = template.Must(template.New("").Parse(`<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{{.Title}}</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.6 system-ui,sans-serif;max-width:40rem;margin:10vh auto;padding:0 1rem;overflow-wrap:anywhere}</style>
<h1>{{.Title}}</h1>
<p>{{.Text}}</p>
{{with .Link}}<p><a href="{{.}}">Go to the site</a></p>
{{end}}`))

func page(w http.ResponseWriter, status int, title, text, link string) int {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_ = pageTemplate.Execute(w, struct{ Title, Text, Link string }{title, text, link}) // a client that has gone is no fault
	return status
}

// folder asks the disk on every request, so that a tree that is built anew is
// served as it is now. No link is followed.
type folder struct {
	root *os.Root
	info fs.FileInfo // of the last file that there is
}

// File reports whether there is a regular file at p.
func (f *folder) File(p string) bool {
	info, err := f.root.Lstat(p)
	if err != nil || !info.Mode().IsRegular() || p == "" {
		return false
	}
	f.info = info
	return true
}

// Dir reports whether there is a folder at p; "" is the root.
func (f *folder) Dir(p string) bool {
	p = strings.TrimSuffix(p, "/")
	if p == "" {
		return true
	}
	info, err := f.root.Lstat(p)
	return err == nil && info.Mode().IsDir()
}

// URL is where the site answers on a listener's address.
func (h *Handler) URL(addr net.Addr) string {
	return (&url.URL{Scheme: "http", Host: addr.String(), Path: h.base}).String()
}
