package site

import (
	"errors"
	"path"
	"strings"
	"unsafe"
)

// Document is one file that is read as a whole.
type Document struct {
	Path  string
	Found bool   // the tree has it as a regular file
	Src   []byte // its bytes; nil where it is absent or could not be read
	Err   error  // why it could not be read
}

// Text is Src as a string, without a copy: nobody writes to Src.
func (d *Document) Text() string {
	return unsafe.String(unsafe.SliceData(d.Src), len(d.Src)) // #nosec G103 -- see above
}

// Document reads the file at p.
func (t *Tree) Document(p string) *Document {
	d := &Document{Path: p}
	if !t.File(p) {
		return d
	}
	d.Found = true
	src, err := t.Read(p, nil, MaxDocSize)
	if errors.Is(err, ErrTooLarge) {
		err = errors.New("larger than 64 MiB")
	}
	if err != nil {
		d.Err = err
		return d
	}
	d.Src = src
	return d
}

// Named returns the paths of all files whose base name equals name without
// regard to case, in order.
func (t *Tree) Named(name string) []string {
	var paths []string
	for i := range t.Files {
		if base := path.Base(t.Files[i].Path); len(base) == len(name) && strings.EqualFold(base, name) {
			paths = append(paths, t.Files[i].Path)
		}
	}
	return paths
}
