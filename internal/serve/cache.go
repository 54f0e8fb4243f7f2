package serve

import (
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/discovery-set/hugo-discovery/internal/site"
)

const (
	small     = 64 << 10        // bytes: larger files are not kept
	maxCached = 32 << 20        // bytes of all that is kept
	overhead  = 1 << 10         // bytes of what is kept of a file beside its text
	settled   = 2 * time.Second // how old a change has to be, so that a second one would show in the time of the file
)

// cache keeps small files. Each request still asks the disk whether the file is
// the same, so that a tree that is built anew is served as it is now; but to open,
// read and close it costs as much again as the whole request.
type cache struct {
	mu    sync.RWMutex
	files map[string]*cached
	size  int64 // bytes
}

// cached is a file that is kept, with what is said of it in headers.
type cached struct {
	info                                  fs.FileInfo
	text                                  []byte
	contentType, etag, modified, allBytes []string
}

// file returns a regular file below root, of which info has just been asked; nil
// where it is not to be kept, or has changed meanwhile.
func (c *cache) file(root *os.Root, name string, info fs.FileInfo) *cached {
	c.mu.RLock()
	f := c.files[name]
	c.mu.RUnlock()
	if f != nil && same(f.info, info) {
		return f
	}
	if info.Size() > small || time.Since(info.ModTime()) < settled {
		return nil
	}
	text, ok := read(root, name, info)
	if !ok {
		return nil
	}
	f = &cached{
		info: info, text: text,
		contentType: []string{ContentType(name)},
		etag:        []string{etag(info)},
		modified:    []string{info.ModTime().UTC().Format(http.TimeFormat)},
		allBytes:    []string{strconv.Itoa(len(text))},
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	size := int64(len(text)) + overhead
	if c.size += size; c.size > maxCached || c.files == nil {
		c.files, c.size = map[string]*cached{}, size
	}
	c.files[name] = f
	return f
}

// plain reports whether a request is for the whole of a file, whatever the
// client has of it.
func plain(r *http.Request) bool {
	if r.Method != http.MethodGet {
		return false
	}
	for _, name := range [...]string{"Range", "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since"} {
		if _, ok := r.Header[name]; ok {
			return false
		}
	}
	return true
}

var acceptRanges = []string{"bytes"}

// answer sends the whole file, with the headers of http.ServeContent, which would
// take a quarter of the time of a request for the questions that plain asks.
func (f *cached) answer(w http.ResponseWriter) {
	h := w.Header()
	h["Content-Type"], h["Etag"], h["Last-Modified"] = f.contentType, f.etag, f.modified
	h["Content-Length"], h["Accept-Ranges"] = f.allBytes, acceptRanges
	_, _ = w.Write(f.text) // a client that has gone is no fault
}

// etag is the entity tag of a file as it is on the disk.
func etag(info fs.FileInfo) string {
	return fmt.Sprintf(`"%x-%x"`, info.ModTime().UnixNano(), info.Size())
}

// same reports whether a file is what it was.
func same(a, b fs.FileInfo) bool {
	return a.Size() == b.Size() && a.ModTime().Equal(b.ModTime()) && os.SameFile(a, b)
}

// read reads the file that info is of.
func read(root *os.Root, name string, info fs.FileInfo) ([]byte, bool) {
	f, err := site.OpenFile(root, name)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	text := make([]byte, info.Size())
	if _, err := io.ReadFull(f, text); err != nil {
		return nil, false
	}
	now, err := f.Stat()
	return text, err == nil && same(info, now)
}
