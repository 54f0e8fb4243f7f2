//go:build !linux

package site

import "os"

// reader opens files below a folder; os.Root keeps every path inside it.
type reader struct{ root *os.Root }

func newReader(_ string, root *os.Root) *reader { return &reader{root} }

func (r *reader) close() {}

// read returns the content of the regular file at p, in buf where it fits.
func (r *reader) read(p string, buf []byte, limit int64) ([]byte, error) {
	return readRoot(r.root, p, buf, limit)
}

// list calls f for each entry of the folder at p, in any order.
func (r *reader) list(p string, _ []byte, f func(entry)) error { return listRoot(r.root, p, f) }
