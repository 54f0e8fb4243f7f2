package htmlfacts

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

// Only misnested elements make the scanner read a document again.
func TestTangled(t *testing.T) {
	tests := []struct {
		src     string
		tangled bool
	}{
		{"<p><b>x</b><p><a href=1>y</a><a href=2>z", false},
		{"<a href=1><a href=2><table><tr><td><b>x<td><a href=3></table>", false},
		{"<b><i>x</b>y</i>", true},
		{"<p><b>x</p>y</b>", true},
		{"<a href=1><p></a>", true},
		{"<table>x</table>", true},
		{"<table><div></table>", true},
		{"<table> <colgroup> <col> </colgroup> <tr> <td> </td> </tr> </table>", false},
		{"<td><object></td>", false},
		{"<table><td><object></td>", true},
		{"<template><b></template><select><option>x<option></select><form><p></form>", false},
		{"<a href=1><select><a href=2></select>", true},
		{"<a href=1><object><a href=2></object></a>", false},
		{"<body><frameset>", true},
	}
	s := NewScanner()
	for _, tt := range tests {
		if s.Scan([]byte(tt.src)); s.keepsNodes != tt.tangled {
			t.Errorf("%s: read again: %v", tt.src, s.keepsNodes)
		}
	}
	for i, page := range docsPages(8) {
		if s.Scan(page); s.keepsNodes {
			t.Errorf("page %d was read again", i)
		}
	}
}

// Documents strung together from a few fragments each, so that those meet in every order: always the same ones, unless
// RANDOM_DOCUMENTS says from which number to which, as in 1000000-2000000.
func TestRandomStructure(t *testing.T) {
	from, to := 0, 20000
	if r := os.Getenv("RANDOM_DOCUMENTS"); r != "" {
		if _, err := fmt.Sscanf(r, "%d-%d", &from, &to); err != nil {
			t.Fatal(err)
		}
	}
	failed := 0
	for n := from; n < to && failed < 5; n++ {
		src := randomStructure(uint64(n))
		if difference, _ := disagreement(structure(src), true); difference != "" {
			failed++
			for again := true; again; { // drop what is not needed for it
				again = false
				for i := range src {
					less := slices.Concat(src[:i], src[i+1:])
					if d, _ := disagreement(structure(less), true); d != "" {
						src, difference, again = less, d, true
						break
					}
				}
			}
			t.Errorf("document %d: %s", n, difference)
		}
	}
}

// randomStructure returns an input of structure.
func randomStructure(seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 1))
	few := make([]byte, 3+r.IntN(12))
	for i := range few {
		few[i] = byte(r.IntN(len(fragments)))
	}
	src := make([]byte, 3+r.IntN(30))
	for i := range src {
		src[i] = few[r.IntN(len(few))]
	}
	return src
}
