// Package initsite adds the discovery set to an existing Hugo site: it finds the site's configuration, theme and remote, plans
// what to add, and writes it.
//
// What is there stays: files of the user get additions, of which every byte before stays in its order, and only where a second
// reading of the file proves that it says what it has said, and what was added. New files are written only where there is
// none. Values that nobody has told stay open, with a comment: nothing is taken from folder names, remotes or CI variables.
package initsite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/config"
)

// Site is what a folder holds of a Hugo site.
type Site struct {
	root    *os.Root
	sources []*source // the strongest first
	split   bool      // config/_default holds the main file
	Theme   Theme
	Remote  Remote
}

// Theme is the theme of a site.
type Theme struct {
	Name   string // as the configuration names it: a folder of themes/ or a module path; "" where the site has none
	Dir    string // its folder in the site, "" where it comes as a module
	Preset string // the folder of hugo-module/hooks that knows it; "" where none does
}

// Remote is where the folder says that it is pushed to. It is a hint for the reader, never a value.
type Remote struct{ Name, URL, Owner, Repo string }

// maxFile bounds each file that is read: for the TOML library, large ones take time in the square of their size.
const maxFile = config.MaxSize

// ErrNoConfig means that a folder holds no Hugo configuration.
var ErrNoConfig = errors.New("no Hugo configuration")

// Read reads the site in a folder. Close it after use.
func Read(dir string) (*Site, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	s := &Site{root: root}
	if err := s.read(); err != nil {
		root.Close()
		return nil, err
	}
	return s, nil
}

// Close lets go of the folder.
func (s *Site) Close() error { return s.root.Close() }

func (s *Site) read() error {
	// config/_default over the file at the root; within the folder hugo.toml comes before config.toml.
	const folder = "config/_default"
	names := s.names(folder)
	for _, f := range formats {
		for _, name := range names {
			if base, ok := strings.CutSuffix(name, f.ext); ok {
				src := &source{path: folder + "/" + name, format: f.format, under: base}
				switch {
				case base == "hugo" || base == "config":
					src.under, s.split = "", true
				case strings.Contains(base, "."):
					continue // of one language
				}
				s.sources = append(s.sources, src)
			}
		}
	}
	s.split = s.split || len(s.sources) > 0
	for _, base := range []string{"hugo", "config"} {
		for _, f := range formats {
			if _, err := s.root.Stat(base + f.ext); err == nil {
				s.sources = append(s.sources, &source{path: base + f.ext, format: f.format})
				s.split = false
				base = ""
				break
			}
		}
		if base == "" {
			break
		}
	}
	if len(s.sources) == 0 {
		return fmt.Errorf("%w: neither hugo.toml, hugo.yaml, hugo.json, config.toml, config.yaml, config.json nor config/_default", ErrNoConfig)
	}
	for _, src := range s.sources {
		text, err := s.file(src.path)
		if err != nil {
			return err
		}
		src.text = text
		if _, err := src.decoded(); err != nil {
			return fmt.Errorf("%s is no %s: %w", src.path, src.format, err)
		}
	}
	s.findTheme()
	s.findRemote()
	return nil
}

// perLanguage tells whether a file for one language has a value: config/_default/languages.LANG.toml below its own name, or
// KEY.LANG.toml for the first key.
func (s *Site) perLanguage(keys ...string) bool {
	const folder = "config/_default"
	for _, name := range s.names(folder) {
		for _, f := range formats {
			base, ok := strings.CutSuffix(name, f.ext)
			key, _, ofLanguage := strings.Cut(base, ".")
			if !ok || !ofLanguage {
				continue
			}
			rest := keys
			switch {
			case key == "languages":
			case strings.EqualFold(key, keys[0]):
				rest = keys[1:]
			default:
				continue
			}
			text, err := s.file(folder + "/" + name)
			if err != nil {
				continue
			}
			src := &source{path: folder + "/" + name, format: f.format, text: text}
			if _, ok := src.at(rest...); ok {
				return true
			}
		}
	}
	return false
}

// names lists the files of a folder; none where there is no such folder.
func (s *Site) names(folder string) (names []string) {
	if info, err := s.root.Stat(folder); err != nil || !info.IsDir() {
		return nil // to open a pipe would be to wait for its writer
	}
	entries, err := fs.ReadDir(s.root.FS(), folder)
	if err != nil {
		return nil
	}
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

// file reads a file of the site.
func (s *Site) file(name string) ([]byte, error) {
	info, err := s.root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file", name)
	}
	if info.Size() > maxFile {
		return nil, fmt.Errorf("%s has %d bytes, more than %d", name, info.Size(), maxFile)
	}
	return s.root.ReadFile(name)
}

// exists tells whether something has a name, be it a dangling link.
func (s *Site) exists(name string) bool {
	_, err := s.root.Lstat(name)
	return err == nil
}

// value looks up a value of the configuration, in the file that Hugo lets win, and returns that file.
func (s *Site) value(keys ...string) (any, *source) {
	for _, src := range s.sources {
		if v, ok := src.at(keys...); ok {
			return v, src
		}
	}
	return nil, nil
}

// presets knows the themes that have a folder in hugo-module/hooks: the name of its repository or folder, folded.
var presets = map[string]string{
	"ananke": "ananke", "gohugo-theme-ananke": "ananke", "blowfish": "blowfish", "coder": "coder", "hugo-coder": "coder",
	"congo": "congo", "docsy": "docsy", "doks": "doks", "doks-core": "doks", "fixit": "fixit", "hextra": "hextra",
	"book": "hugo-book", "hugo-book": "hugo-book", "loveit": "loveit", "mainroad": "mainroad",
	"papermod": "papermod", "hugo-papermod": "papermod", "relearn": "relearn", "hugo-theme-relearn": "relearn",
	"stack": "stack", "hugo-theme-stack": "stack", "terminal": "terminal", "hugo-theme-terminal": "terminal",
}

// Presets lists the presets that init knows, sorted.
func Presets() []string {
	var out []string
	for _, preset := range presets {
		out = append(out, preset)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

var majorVersion = regexp.MustCompile(`/v[0-9]+$`)

// presetOf finds the preset of a theme by its name or module path.
func presetOf(name string) string {
	return presets[strings.ToLower(path.Base(majorVersion.ReplaceAllString(name, "")))]
}

// texts makes a list of a text or a list of texts.
func texts(value any) (out []string) {
	switch value := value.(type) {
	case string:
		return []string{value}
	case []any:
		for _, v := range value {
			if text, ok := v.(string); ok {
				out = append(out, text)
			}
		}
	}
	return out
}

// imports are the paths of module.imports.
func (s *Site) imports() (paths []string) {
	value, _ := s.value("module", "imports")
	var items []any
	switch value := value.(type) {
	case []any:
		items = value
	case []table:
		for _, item := range value {
			items = append(items, item)
		}
	}
	for _, item := range items {
		if t, ok := item.(table); ok {
			if _, p, _ := find(t, "path"); p != nil {
				paths = append(paths, fmt.Sprint(p))
			}
		}
	}
	return paths
}

// findTheme looks for the first theme that a preset knows, else for the first one.
func (s *Site) findTheme() {
	themesDir := "themes"
	if v, _ := s.value("themesDir"); v != nil {
		themesDir = path.Clean(fmt.Sprint(v))
	}
	var found []Theme
	theme, _ := s.value("theme")
	for _, name := range append(s.imports(), texts(theme)...) {
		if name == "" || strings.HasPrefix(name, ModulePath) {
			continue
		}
		t := Theme{Name: name, Preset: presetOf(name)}
		if dir := path.Join(themesDir, name); s.exists(dir) {
			t.Dir = dir
		}
		found = append(found, t)
	}
	for _, t := range found {
		if t.Preset != "" {
			s.Theme = t
			return
		}
	}
	if len(found) > 0 {
		s.Theme = found[0]
	}
}

var (
	remoteLine = regexp.MustCompile(`^\s*\[remote "([^"]+)"\]`)
	urlLine    = regexp.MustCompile(`^\s*url\s*=\s*(\S+)`)
	gitHubURL  = regexp.MustCompile(`(?i)github\.com[:/]([A-Za-z0-9_-]+)/([A-Za-z0-9._-]+?)(?:\.git)?/?$`)
)

// findRemote reads .git/config: the remote origin, else the first.
func (s *Site) findRemote() {
	text, err := s.file(".git/config")
	if err != nil {
		return
	}
	section := ""
	for line := range strings.Lines(string(text)) {
		if m := remoteLine.FindStringSubmatch(line); m != nil {
			section = m[1]
		} else if strings.HasPrefix(strings.TrimSpace(line), "[") {
			section = ""
		} else if m := urlLine.FindStringSubmatch(line); m != nil && section != "" && (s.Remote.Name == "" || section == "origin") {
			s.Remote = Remote{Name: section}
			if m := gitHubURL.FindStringSubmatch(m[1]); m != nil {
				s.Remote.URL, s.Remote.Owner, s.Remote.Repo = "https://github.com/"+m[1]+"/"+m[2], m[1], m[2]
			}
		}
	}
}

// Configs names the configuration files, the strongest first, each with its format.
func (s *Site) Configs() (out []string) {
	for _, src := range s.sources {
		out = append(out, fmt.Sprintf("%s (%s)", src.path, src.format))
	}
	return out
}
