package config

import (
	"testing"
)

func TestPositions(t *testing.T) {
	c, err := Parse("hugo.toml", []byte(`baseURL = "https://example-user.github.io/example-project/"
title = 'x'

[params]
  x = 1
  [params.discovery]
    owner = "example-user"
    repo = "example-project"
    pagesType =    "PROJECT_SITE"
    customDomain = "NONE"
[params.other]
 k = 1
`))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range c.Declarations {
		t.Log(d.Key, d.Text, d.Origin, d.Origin.Column)
	}
}
