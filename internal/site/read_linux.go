package site

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// reader opens files and folders below a folder with one system call each, where
// the kernel has openat2 (Linux 5.6): it resolves the whole path, refuses every
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

// open opens what is at p for reading, with further flags; old says that
// os.Root has to do it.
func (r *reader) open(p string, flags uint64) (fd int, old bool, err error) {
	if r.old.Load() {
		return -1, true, nil
	}
	fd, err = unix.Openat2(r.dir, p, &unix.OpenHow{
		Flags:   unix.O_RDONLY | unix.O_NONBLOCK | unix.O_CLOEXEC | flags,
		Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_SYMLINKS | unix.RESOLVE_NO_MAGICLINKS,
	})
	switch {
	case errors.Is(err, unix.ENOSYS), errors.Is(err, unix.EPERM): // an old kernel, or a filter that does not know the call
		r.old.Store(true)
		return -1, true, nil
	case errors.Is(err, unix.EAGAIN), errors.Is(err, unix.ENAMETOOLONG):
		// A rename elsewhere that the kernel could not rule out, or a path that
		// is too long for one call.
		return -1, true, nil
	}
	return fd, false, err
}

// read returns the content of the regular file at p, in buf where it fits.
func (r *reader) read(p string, buf []byte, limit int64) ([]byte, error) {
	fd, old, err := r.open(p, 0)
	switch {
	case old:
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

// list calls f for each entry of the folder at p, in any order. buf is what
// the entries are read into.
func (r *reader) list(p string, buf []byte, f func(entry)) error {
	fd, old, err := r.open(cmp.Or(p, "."), unix.O_DIRECTORY)
	switch {
	case old:
		return listRoot(r.root, p, f)
	case err != nil:
		return err
	}
	defer unix.Close(fd)
	for {
		n, err := unix.ReadDirent(fd, buf)
		switch {
		case err == unix.EINTR:
			continue
		case err != nil, n <= 0:
			return err
		}
		for rest := buf[:n]; len(rest) > direntName; {
			// struct linux_dirent64: inode and offset of 8 bytes each, the
			// record's length of 2, the type of 1, the name and a NUL.
			record := rest[:binary.NativeEndian.Uint16(rest[16:])]
			rest = rest[len(record):]
			name, _, _ := bytes.Cut(record[direntName:], []byte{0})
			if s := string(name); s != "." && s != ".." {
				if e, there := look(fd, s, record[18]); there {
					f(e)
				}
			}
		}
	}
}

// direntName is where the name of a directory entry begins.
const direntName = 19

// look completes an entry of a folder: its size where it is a file, and its
// kind where the file system does not give it. false where it is gone.
func look(folder int, name string, kind byte) (e entry, there bool) {
	e.name = name
	switch kind {
	case unix.DT_DIR:
		e.mode = fs.ModeDir
		return e, true
	case unix.DT_LNK:
		e.mode = fs.ModeSymlink
		return e, true
	}
	var st unix.Stat_t
	switch err := unix.Fstatat(folder, name, &st, unix.AT_SYMLINK_NOFOLLOW); {
	case errors.Is(err, unix.ENOENT):
		return e, false
	case err != nil:
		e.err = err
		return e, true
	}
	e.size = st.Size
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFREG:
	case unix.S_IFDIR:
		e.mode = fs.ModeDir
	case unix.S_IFLNK:
		e.mode = fs.ModeSymlink
	case unix.S_IFIFO:
		e.mode = fs.ModeNamedPipe
	case unix.S_IFSOCK:
		e.mode = fs.ModeSocket
	case unix.S_IFBLK, unix.S_IFCHR:
		e.mode = fs.ModeDevice
	default:
		e.mode = fs.ModeIrregular
	}
	return e, true
}
