package config

import (
	"errors"
	"path"
	"strings"
)

// Match reports whether a tree path is named by a pattern of exclude or
// override: a path relative to the root, in which * and ? stay within a folder
// name and ** stands for any number of folders. A pattern that ends in a slash
// names the page that is published there, that is its index.html.
func Match(pattern, file string) bool {
	pattern = strings.TrimPrefix(pattern, "/")
	if pattern == "" || strings.HasSuffix(pattern, "/") {
		pattern += "index.html"
	}
	return matchSegments(strings.Split(pattern, "/"), strings.Split(file, "/"))
}

func matchSegments(pattern, file []string) bool {
	for len(pattern) > 0 {
		if pattern[0] == "**" {
			for len(pattern) > 1 && pattern[1] == "**" {
				pattern = pattern[1:]
			}
			for i := 0; i <= len(file); i++ {
				if matchSegments(pattern[1:], file[i:]) {
					return true
				}
			}
			return false
		}
		if len(file) == 0 {
			return false
		}
		if ok, _ := path.Match(pattern[0], file[0]); !ok {
			return false
		}
		pattern, file = pattern[1:], file[1:]
	}
	return len(file) == 0
}

// checkGlob refuses patterns that can match nothing.
func checkGlob(pattern string) error {
	for seg := range strings.SplitSeq(pattern, "/") {
		if seg == ".." || seg == "." {
			return errors.New("leaves the tree")
		}
		if _, err := path.Match(seg, ""); err != nil {
			return errors.New("has an unclosed bracket")
		}
	}
	if strings.Contains(pattern, "\\") {
		return errors.New("contains a backslash; folders are separated by /")
	}
	return nil
}
