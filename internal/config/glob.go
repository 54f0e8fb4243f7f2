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

// matchSegments takes back only its last **: what one before it matches can as
// well be left to that one, so that the time is in the product of the lengths,
// whatever a manifest gives as a pattern.
func matchSegments(pattern, file []string) bool {
	p, f := 0, 0
	star, from := -1, 0 // the last **, and where what follows it was tried
	for f < len(file) {
		if p < len(pattern) && pattern[p] == "**" {
			star, from = p, f
			p++
			continue
		}
		if p < len(pattern) {
			if ok, _ := path.Match(pattern[p], file[f]); ok {
				p, f = p+1, f+1
				continue
			}
		}
		if star < 0 {
			return false
		}
		from++
		p, f = star+1, from
	}
	for p < len(pattern) && pattern[p] == "**" {
		p++
	}
	return p == len(pattern)
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
