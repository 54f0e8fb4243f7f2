package initsite

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
)

// Write writes the changes of a plan: all of them, or, where one of them cannot be written, none. All texts are on the disk
// beside their places before the first takes its place, so that only a file that changes in that moment can come between. A new
// file is never written over one that has come up since, and a changed one only over what was read. The names of the written
// files come back, also with an error.
func (s *Site) Write(p *Plan) (written []string, err error) {
	var made []string // folders, and texts that are not in their places yet
	defer func() {
		for _, name := range slices.Backward(made) {
			_ = s.root.Remove(name) // a folder that is in use by now stays
		}
	}()
	for _, c := range p.Changes {
		names, err := s.stage(c)
		made = append(made, names...)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Path, err)
		}
	}
	for _, c := range p.Changes {
		if err := s.put(c); err != nil {
			return written, fmt.Errorf("%s: %w", c.Path, err)
		}
		written = append(written, c.Path)
	}
	return written, nil
}

// staged is the name under which a change is on the disk before it takes its place.
func staged(c *Change) string { return c.Path + ".discovery-helper.tmp" }

// stage writes the text of a change beside its place, in folders that are made where there are none. What it has made comes
// back, also with an error.
func (s *Site) stage(c *Change) (made []string, err error) {
	mode := fs.FileMode(0o644)
	if !c.New() {
		if err := s.unchanged(c); err != nil {
			return nil, err
		}
		info, err := s.root.Stat(c.Path)
		if err != nil {
			return nil, err
		}
		mode = info.Mode().Perm()
	} else if s.exists(c.Path) {
		return nil, errors.New("has come up since the site was read; run init again")
	}
	for i, char := range c.Path {
		if char != '/' {
			continue
		}
		// Not MkdirAll: it follows links, and waits at a pipe for somebody to write.
		folder := c.Path[:i]
		switch info, err := s.root.Lstat(folder); {
		case errors.Is(err, fs.ErrNotExist):
			if err := s.root.Mkdir(folder, 0o755); err != nil {
				return made, err
			}
			made = append(made, folder)
		case err != nil:
			return made, err
		case !info.IsDir():
			return made, fmt.Errorf("%s is no folder: put one in its place", folder)
		}
	}
	f, err := s.root.OpenFile(staged(c), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if errors.Is(err, fs.ErrExist) {
		return made, fmt.Errorf("%s is in the way, maybe from a run that was interrupted: remove it", staged(c))
	}
	if err != nil {
		return made, err
	}
	made = append(made, staged(c))
	if _, err = f.Write(c.text); err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	return made, err
}

// unchanged reports a file that is no longer what was read.
func (s *Site) unchanged(c *Change) error {
	text, err := s.file(c.Path)
	if err == nil && !bytes.Equal(text, c.old) {
		err = errChanged
	}
	return err
}

// put moves a staged text to its place.
func (s *Site) put(c *Change) error {
	if c.New() {
		return s.root.Link(staged(c), c.Path) // fails where the name is taken
	}
	if err := s.unchanged(c); err != nil {
		return err
	}
	return s.root.Rename(staged(c), c.Path)
}
