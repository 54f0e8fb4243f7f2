package site

import (
	"errors"
	"os"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// reader opens files below a folder with one system call each, where the
// kernel has openat2 (Linux 5.6): it resolves the whole path, refuses every
// link in it and never leaves the folder. Elsewhere os.Root does the same
// folder by folder.
type reader struct {
	root *os.Root
	dir  int // a descriptor of the folder; -1 where openat2 cannot be had
	old  atomic.Bool
}

func newReader(name string, root *os.Root) *reader {
	dir, err := unix.Open(name, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		dir = -1
	}
	r := &reader{root: root, dir: dir}
	r.old.Store(dir < 0)
	return r
}

func (r *reader) close() {
	if r.dir >= 0 {
		unix.Close(r.dir)
	}
}

// read returns the content of the regular file at p, in buf where it fits.
func (r *reader) read(p string, buf []byte, limit int64) ([]byte, error) {
	if r.old.Load() {
		return readRoot(r.root, p, buf, limit)
	}
	fd, err := unix.Openat2(r.dir, p, &unix.OpenHow{
		Flags:   unix.O_RDONLY | unix.O_NONBLOCK | unix.O_CLOEXEC,
		Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_SYMLINKS | unix.RESOLVE_NO_MAGICLINKS,
	})
	switch {
	case errors.Is(err, unix.ENOSYS), errors.Is(err, unix.EPERM), errors.Is(err, unix.EAGAIN):
		// An old kernel, a filter that does not know the call, or a rename
		// elsewhere that the kernel could not rule out.
		if !errors.Is(err, unix.EAGAIN) {
			r.old.Store(true)
		}
		return readRoot(r.root, p, buf, limit)
	case err != nil:
		return buf[:0], err
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return buf[:0], err
	}
	if st.Mode&unix.S_IFMT != unix.S_IFREG {
		return buf[:0], errNotRegular
	}
	return readAll(buf, st.Size, limit, func(b []byte) (int, error) {
		for {
			n, err := unix.Read(fd, b)
			if err != unix.EINTR {
				return max(n, 0), err
			}
		}
	})
}
