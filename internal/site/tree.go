// Package site indexes a published tree and classifies its HTML pages. It
// reads files, keeps facts and judges nothing.
package site

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// Limits of what is read. They stand far above what GitHub Pages serves well
// (1 GB a site) and keep a hostile tree from using unbounded time or memory.
const (
	MaxDepth    = 256       // levels of folders below the tree's root
	MaxEntries  = 2_000_000 // files and folders in all
	MaxPageSize = 64 << 20  // bytes of one HTML file
	MaxDocSize  = 64 << 20  // bytes of one discovery file
)

// File is one regular file of the tree.
type File struct {
	Path string // slash-separated, relative to the tree's root, as on disk
	Size int64  // bytes, when the tree was walked

	number int32
}

// Number is the file's place in Tree.Files.
func (f *File) Number() int32 { return f.number }

// IsHTML reports whether the file is a page by its extension, the only
// evidence that the ledger admits (A39).
func (f *File) IsHTML() bool { return IsHTML(f.Path) }

// IsHTML reports whether name ends in .html or .htm, in any case (A39).
func IsHTML(name string) bool {
	n := len(name)
	return n >= 5 && strings.EqualFold(name[n-5:], ".html") || n >= 4 && strings.EqualFold(name[n-4:], ".htm")
}

// Unchecked is an entry of the tree that is no regular file or readable
// folder, and what it is instead.
type Unchecked struct {
	Path string
	What string // "a symbolic link", "a named pipe", "unreadable: …"
	Link bool   // a symbolic link
}

// Tree is the index of a published tree: which files and folders there are.
// It is complete when Open returns and does not change, so any number of
// goroutines may ask it.
type Tree struct {
	Name      string // the folder, as the caller named it
	Files     []File // sorted by Path
	Unchecked []Unchecked
	Bytes     int64 // sum of the sizes of Files

	root   *os.Root
	reader *reader
	index  map[string]int32
	dirs   map[string]struct{}
	folded map[string]string // lower case → actual name of a file
	refuse map[string]string // path → why the file is not read
}

// Open walks dir without following any link and returns its index. It fails
// where dir is missing, no folder, empty or unreadable.
func Open(dir string) (*Tree, error) {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s does not exist: build the site first, or name the folder it was built into", dir)
	case err != nil:
		return nil, fmt.Errorf("cannot read %s: %w", dir, errors.Unwrap(err))
	case !info.IsDir():
		return nil, fmt.Errorf("%s is not a folder: name the folder that the site was built into", dir)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("cannot open %s: %w", dir, errors.Unwrap(err))
	}
	t := &Tree{Name: dir, root: root, reader: newReader(dir, root), dirs: map[string]struct{}{"": {}}}
	if err := t.walk(); err != nil {
		t.Close()
		return nil, err
	}
	if len(t.Files) == 0 {
		t.Close()
		return nil, fmt.Errorf("%s holds no files: build the site first, or name the folder it was built into", dir)
	}
	slices.SortFunc(t.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	slices.SortFunc(t.Unchecked, func(a, b Unchecked) int { return strings.Compare(a.Path, b.Path) })
	t.index = make(map[string]int32, len(t.Files))
	t.folded = make(map[string]string)
	for i := range t.Files {
		f := &t.Files[i]
		f.number = int32(i)
		t.index[f.Path] = f.number
		if low := strings.ToLower(f.Path); low != f.Path {
			t.folded[low] = f.Path
		}
		t.Bytes += f.Size
	}
	return t, nil
}

// Refuse lets files be ones that cannot be read: what a server sent of them is
// not what they hold. It is called before anything is read.
func (t *Tree) Refuse(reasons map[string]string) { t.refuse = reasons }

// Close releases the tree's folder.
func (t *Tree) Close() error {
	t.reader.close()
	return t.root.Close()
}

// reason is the last, plainest part of a file error: no paths of the machine.
func reason(err error) string {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return err.Error()
		}
		err = next
	}
}

// File reports whether the tree has a regular file at exactly this path.
func (t *Tree) File(p string) bool { _, ok := t.index[p]; return ok }

// Lookup returns the file at exactly this path, or nil.
func (t *Tree) Lookup(p string) *File {
	if i, ok := t.index[p]; ok {
		return &t.Files[i]
	}
	return nil
}

// Dir reports whether the tree has a folder at exactly this path; "" is the
// root.
func (t *Tree) Dir(p string) bool { _, ok := t.dirs[p]; return ok }

// OtherCase returns the file whose path differs from p only in case, or "".
// GitHub Pages tells upper from lower case; file systems of macOS and Windows
// do not, so the fault never shows there (E02).
func (t *Tree) OtherCase(p string) string {
	low := strings.ToLower(p)
	if actual, ok := t.folded[low]; ok && actual != p {
		return actual
	}
	if low != p && t.File(low) {
		return low
	}
	return ""
}

// Fold is OtherCase as the Pages resolver asks for it (ghpages.Folder).
func (t *Tree) Fold(p string) (actual string, ok bool) {
	actual = t.OtherCase(p)
	return actual, actual != ""
}
