package command

import (
	"errors"
	"fmt"
	"io"
)

// stdout is standard output, and remembers what could not be written: help, a
// version or a list that nobody got is not done, whoever wrote it.
type stdout struct {
	io.Writer
	err error // the first one
}

func (s *stdout) Write(p []byte) (int, error) {
	n, err := s.Writer.Write(p)
	if err != nil && s.err == nil {
		s.err = err
	}
	return n, err
}

// check is how a command ended, given what it says itself.
func (s *stdout) check(err error) error {
	if s.err != nil && (err == nil || errors.Is(err, errFindings) || err == s.err) {
		return fmt.Errorf("cannot write to standard output: %w", plain(s.err))
	}
	return err
}
