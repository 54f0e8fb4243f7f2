package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// The head and foot of the two sites that are compared: Hugo's own partials,
// and the module's. All else is the same.
const (
	embeddedHead = `<title>{{ .Title }}</title>
{{ partial "opengraph.html" . }}
{{ partial "schema.html" . }}
{{ partial "twitter_cards.html" . }}`
	moduleHead = `{{ partial "discovery/head.html" . }}`
	moduleFoot = `{{ partial "discovery/footer.html" . }}`

	baseof = `<!DOCTYPE html>
<html lang="{{ site.Language.Lang }}">
<head>
<meta charset="utf-8">
%s
</head>
<body>
<main>{{ block "main" . }}{{ end }}</main>
<footer>%s</footer>
</body>
</html>
`
	configText = `baseURL = "https://example-user.github.io/example-project/"
title = "Example Project"
enableRobotsTXT = true
disableKinds = ["taxonomy", "term"]
themesDir = %q
theme = %q
[params]
  description = "An example of many pages."
  images = ["img/card.png"]
[params.discovery]
  owner = "example-user"
  repo = "example-project"
  pagesType = "PROJECT_SITE"
  customDomain = "NONE"
  image = "img/card.png"
  favicon = "img/icon.png"
  role = "artifact"
[outputs]
  home = [%s]
  section = ["html"]
  page = [%s]
`
)

// variant is one way to build the same content.
type variant struct{ head, foot, theme, home, page string }

var variants = map[string]variant{
	"embedded": {embeddedHead, "", "", `"html"`, `"html"`},
	"module":   {moduleHead, moduleFoot, "hugo-module", `"html", "llms", "rawmanifest"`, `"html"`},
	"twins":    {moduleHead, moduleFoot, "hugo-module", `"html", "llms", "rawmanifest"`, `"html", "markdown"`},
}

// writeHugoSites writes the content once and a site for each variant beside
// it. It returns the folder of each.
func writeHugoSites(dir, repo string, pages int) (map[string]string, error) {
	content := filepath.Join(dir, "content")
	rnd := rand.New(rand.NewPCG(1, uint64(pages)))
	words := strings.Fields("note page link file folder list heading reader writer server change check build publish address root path order title")
	write := func(name, text string) error {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		return os.WriteFile(name, []byte(text), 0o644)
	}
	sentence := func(n int) string {
		s := make([]string, n)
		for i := range s {
			s[i] = words[rnd.IntN(len(words))]
		}
		return strings.Join(s, " ") + "."
	}
	if err := write(filepath.Join(content, "_index.md"), "---\ntitle: Example Project\n---\n\n"+sentence(40)+"\n"); err != nil {
		return nil, err
	}
	for i := range pages {
		section := fmt.Sprintf("s%03d", i/50)
		name := filepath.Join(content, section, fmt.Sprintf("p%05d.md", i))
		title := fmt.Sprintf("Page %d of %s", i, words[i%len(words)])
		if i%50 == 0 {
			name, title = filepath.Join(content, section, "_index.md"), "Section "+section
		}
		var b strings.Builder
		fmt.Fprintf(&b, "---\ntitle: %q\ndescription: \"What page %d says of the %s and the %s.\"\nweight: %d\ndate: 2026-01-02\n---\n\n", title, i, words[i%19], words[(i+7)%19], i+1)
		for j := range 6 {
			fmt.Fprintf(&b, "## Part %d\n\n%s See [the start](/) and **%s** with `%s`.\n\n", j, sentence(50), words[j], words[j+3])
			fmt.Fprintf(&b, "- %s\n- %s\n\n```text\n%s\n```\n\n", sentence(8), sentence(8), sentence(10))
		}
		if err := write(name, b.String()); err != nil {
			return nil, err
		}
	}
	dirs := map[string]string{}
	for name, v := range variants {
		site := filepath.Join(dir, name)
		dirs[name] = site
		theme := v.theme
		if theme == "" {
			theme = "none"
			if err := os.MkdirAll(filepath.Join(site, "themes", "none"), 0o755); err != nil {
				return nil, err
			}
		}
		themes := repo
		if v.theme == "" {
			themes = filepath.Join(site, "themes")
		}
		config := fmt.Sprintf(configText, themes, theme, v.home, v.page) + fmt.Sprintf("[module]\n  [[module.mounts]]\n    source = %q\n    target = \"content\"\n  [[module.mounts]]\n    source = \"layouts\"\n    target = \"layouts\"\n  [[module.mounts]]\n    source = \"static\"\n    target = \"static\"\n", content)
		if v.page == `"html"` && v.theme == "" {
			config = strings.ReplaceAll(config, "[params.discovery]", "[params.unused]")
		}
		for file, text := range map[string]string{
			"hugo.toml":                    config,
			"layouts/_default/baseof.html": fmt.Sprintf(baseof, v.head, v.foot),
			"layouts/_default/single.html": "{{ define \"main\" }}<h1>{{ .Title }}</h1>\n{{ .Content }}{{ end }}\n",
			"layouts/_default/list.html":   "{{ define \"main\" }}<h1>{{ .Title }}</h1>\n{{ .Content }}<ul>{{ range .Pages }}<li><a href=\"{{ .Permalink }}\">{{ .Title }}</a></li>{{ end }}</ul>{{ end }}\n",
			"static/img/card.png":          "\x89PNG\r\n\x1a\n",
			"static/img/icon.png":          "\x89PNG\r\n\x1a\n",
		} {
			if err := write(filepath.Join(site, file), text); err != nil {
				return nil, err
			}
		}
	}
	return dirs, nil
}
