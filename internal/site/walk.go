package site

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"sync"
)

// entry is one entry of a folder.
type entry struct {
	name string
	mode fs.FileMode // its type bits
	size int64       // of a regular file
	err  error       // why the rest is not known
}

// walker reads all folders of a tree, several at a time.
type walker struct {
	tree *Tree
	// spare holds a buffer for each further folder that may be read at the
	// same time.
	spare chan []byte
	wait  sync.WaitGroup
	mu    sync.Mutex // of the tree's lists, and what follows
	count int        // entries
	err   error      // what ends the walk
}

// walk fills the lists of the tree, which are in no order then. It follows no
// link.
func (t *Tree) walk() error {
	const bufferSize = 32 << 10
	w := &walker{tree: t, spare: make(chan []byte, runtime.GOMAXPROCS(0))}
	for range cap(w.spare) - 1 {
		w.spare <- make([]byte, bufferSize)
	}
	w.folder("", 0, make([]byte, bufferSize))
	w.wait.Wait()
	return w.err
}

// folder reads the folder at p and all below it, in buf or, where there is a
// spare buffer, beside itself.
func (w *walker) folder(p string, depth int, buf []byte) {
	for _, sub := range w.read(p, depth, buf) {
		select {
		case other := <-w.spare:
			w.wait.Go(func() {
				w.folder(sub, depth+1, other)
				w.spare <- other
			})
		default:
			w.folder(sub, depth+1, buf)
		}
	}
}

// read adds the entries of one folder to the tree and returns the folders
// among them.
func (w *walker) read(p string, depth int, buf []byte) (folders []string) {
	prefix := ""
	if p != "" {
		prefix = p + "/"
	}
	var files []File
	var unchecked []Unchecked
	var err error
	if depth > MaxDepth {
		unchecked = append(unchecked, Unchecked{Path: p, What: fmt.Sprintf("a folder more than %d levels deep", MaxDepth)})
	} else if err = w.tree.reader.list(p, buf, func(e entry) {
		switch name := prefix + e.name; {
		case e.err != nil:
			unchecked = append(unchecked, Unchecked{Path: name, What: "unreadable: " + reason(e.err)})
		case e.mode.IsDir():
			folders = append(folders, name)
		case e.mode.IsRegular():
			files = append(files, File{Path: name, Size: e.size})
		case e.mode&fs.ModeSymlink != 0:
			unchecked = append(unchecked, Unchecked{Path: name, What: "a symbolic link", Link: true})
		default:
			unchecked = append(unchecked, Unchecked{Path: name, What: kindOf(e.mode)})
		}
	}); err != nil {
		unchecked = append(unchecked, Unchecked{Path: p, What: "unreadable: " + reason(err)})
	}

	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return nil
	}
	if w.count += len(files) + len(folders) + len(unchecked); w.count > MaxEntries {
		w.err = fmt.Errorf("%s holds more than %d files and folders: check a part of it", w.tree.Name, MaxEntries)
		return nil
	}
	if err != nil && p == "" {
		w.err = fmt.Errorf("cannot read %s: %w", w.tree.Name, cmp.Or(errors.Unwrap(err), err))
		return nil
	}
	w.tree.Files = append(w.tree.Files, files...)
	w.tree.Unchecked = append(w.tree.Unchecked, unchecked...)
	for _, f := range folders {
		w.tree.dirs[f] = struct{}{}
	}
	return folders
}

func kindOf(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "not a regular file"
}

// listRoot lists the folder at p by the means of os.Root, which every system
// has.
func listRoot(root *os.Root, p string, f func(entry)) error {
	h, err := root.Open(cmp.Or(p, "."))
	if err != nil {
		return err
	}
	defer h.Close()
	entries, err := h.ReadDir(-1)
	for _, d := range entries {
		e := entry{name: d.Name(), mode: d.Type()}
		if e.mode.IsRegular() {
			info, err := d.Info()
			if err != nil { // gone since the folder was read
				e.err = err
			} else {
				e.size = info.Size()
			}
		}
		f(e)
	}
	return err
}
