package site

import (
	"errors"
	"io"
	"os"
)

// ErrTooLarge says that a file is larger than the bound it was read with.
var ErrTooLarge = errors.New("larger than the program reads")

var errNotRegular = errors.New("not a regular file any more")

// Read returns the content of the file at p, in buf where it fits. It never
// leaves the tree, refuses what is no regular file by
// now, and returns ErrTooLarge above limit bytes.
func (t *Tree) Read(p string, buf []byte, limit int64) ([]byte, error) {
	if reason, ok := t.refuse[p]; ok {
		return buf[:0], errors.New(reason)
	}
	src, err := t.reader.read(p, buf, limit)
	if err != nil && !errors.Is(err, ErrTooLarge) {
		err = errors.New(reason(err))
	}
	return src, err
}

// OpenFile opens a file below root for reading. A pipe in its place does not
// block; whether it is a regular file is for the caller to look at.
func OpenFile(root *os.Root, p string) (*os.File, error) { return root.OpenFile(p, openFlags, 0) }

// readRoot is Read by the means of os.Root, which every system has. A link
// that was put in a file's place after the walk is followed here, but never
// out of the tree.
func readRoot(root *os.Root, p string, buf []byte, limit int64) ([]byte, error) {
	f, err := OpenFile(root, p)
	if err != nil {
		return buf[:0], err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return buf[:0], err
	}
	if !info.Mode().IsRegular() {
		return buf[:0], errNotRegular
	}
	return readAll(buf, info.Size(), limit, func(b []byte) (int, error) {
		n, err := f.Read(b)
		if err == io.EOF {
			err = nil
		}
		return n, err
	})
}

// readAll reads size bytes, or fewer where the file has shrunk; what has been
// added to it since is left out. read gives 0 at the end of the file.
func readAll(buf []byte, size, limit int64, read func([]byte) (int, error)) ([]byte, error) {
	if size > limit {
		return buf[:0], ErrTooLarge
	}
	switch {
	case buf == nil:
		buf = make([]byte, 0, size) // to be kept
	case int64(cap(buf)) < size:
		buf = make([]byte, 0, size+size/4+512) // to be used again, for larger files too
	}
	buf = buf[:size]
	n := 0
	for n < len(buf) {
		got, err := read(buf[n:])
		if err != nil {
			return buf[:n], err
		}
		if got == 0 {
			break
		}
		n += got
	}
	return buf[:n], nil
}
