package initsite

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path"
)

// Write writes the changes of a plan, each file as a whole or not at all. A new file is never written over one that has come
// up since, and a changed one only over what was read. The names of the written files come back, also with an error.
func (s *Site) Write(p *Plan) (written []string, err error) {
	for _, c := range p.Changes {
		if err := s.write(c); err != nil {
			return written, fmt.Errorf("%s: %w", c.Path, err)
		}
		written = append(written, c.Path)
	}
	return written, nil
}

func (s *Site) write(c *Change) (err error) {
	mode := fs.FileMode(0o644)
	if !c.New() {
		text, err := s.file(c.Path)
		if err != nil {
			return err
		}
		if !bytes.Equal(text, c.old) {
			return errChanged
		}
		info, err := s.root.Stat(c.Path)
		if err != nil {
			return err
		}
		mode = info.Mode().Perm()
	}
	if err := s.root.MkdirAll(path.Dir(c.Path), 0o755); err != nil {
		return err
	}
	temp := c.Path + ".discovery-helper.tmp"
	f, err := s.root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil || c.New() {
			_ = s.root.Remove(temp)
		}
	}()
	if _, err = f.Write(c.text); err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	if c.New() {
		return s.root.Link(temp, c.Path) // fails where the name is taken
	}
	return s.root.Rename(temp, c.Path)
}
