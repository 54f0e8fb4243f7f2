package initsite

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// ModulePath is the path by which sites import the module.
const ModulePath = "github.com/discovery-set/hugo-discovery/hugo-module"

// docs is where the website begins.
const docs = "https://discovery-set.github.io/hugo-discovery/"

// Values are what the user has told; "" means not told.
type Values struct {
	Owner, Repo, PagesType, CustomDomain, Image, Favicon, Description string
}

// Change is a file to write: a new one, or additions to one that is there.
type Change struct {
	Path  string // slash-separated, relative to the site
	Added []Added
	why   []string
	old   []byte // nil for a new file
	text  []byte
}

// Why says what the change is for.
func (c *Change) Why() string { return strings.Join(c.why, "; ") }

// New tells whether the file does not exist yet.
func (c *Change) New() bool { return c.old == nil }

// Added is text that comes into a file, from a line on.
type Added struct {
	Line int
	Text string // the lines as they stand in the file then
}

// Plan is what init would write, and what it leaves to the user.
type Plan struct {
	Changes []*Change
	Open    []string // values that nobody has told, each with the line to write
	ByHand  []string // what has to be done by hand
	Notes   []string // what is there already, and what to look at
}

//go:embed workflow.yml
var workflow []byte

// Plan says what to add to the site.
func (s *Site) Plan(v Values) *Plan {
	p := &planner{site: s, plan: &Plan{}, changes: map[string]*Change{}}
	p.imports()
	p.outputs()
	p.description(v)
	p.discovery(v)
	p.robots(v)
	p.baseURL()
	p.goMod(v)
	p.layouts()
	p.workflow()
	return p.plan
}

type planner struct {
	site    *Site
	plan    *Plan
	changes map[string]*Change
}

func (p *planner) byHand(format string, args ...any) {
	p.plan.ByHand = append(p.plan.ByHand, fmt.Sprintf(format, args...))
}

func (p *planner) note(format string, args ...any) {
	p.plan.Notes = append(p.plan.Notes, fmt.Sprintf(format, args...))
}

// target chooses the file for a key: the one that Hugo puts below it, else the one that has its table, else the main one.
func (s *Site) target(keys []string) *source {
	for _, src := range s.sources {
		if src.under != "" && strings.EqualFold(src.under, keys[0]) {
			return src
		}
	}
	if len(keys) > 1 {
		if _, src := s.value(keys[0]); src != nil {
			return src
		}
	}
	for _, src := range slices.Backward(s.sources) { // the file at the root where there is one
		if src.under == "" {
			return src
		}
	}
	// A folder of files without a main one: a new file, in the format of the others.
	format := s.sources[0].format
	name := keys[0]
	under := keys[0]
	if len(keys) == 1 {
		name, under = "hugo", ""
	}
	src := &source{path: "config/_default/" + name + strings.ToLower("."+string(format)), format: format, under: under, isNew: true}
	s.sources = append([]*source{src}, s.sources...)
	return src
}

// edit makes an edit of the configuration. What cannot be done is left to the user, with the lines to write.
func (p *planner) edit(why string, e edit) {
	src := p.site.target(e.path)
	old := src.text
	in, err := src.apply(e)
	if err != nil {
		p.byHand("%s: %s. %s has to get it by hand:\n%s", strings.Join(e.path, "."), why, src.path, insertShown(src.format, e))
		return
	}
	change := p.changes[src.path]
	if change == nil {
		change = &Change{Path: src.path, old: old}
		if src.isNew {
			change.old = nil
		}
		p.changes[src.path] = change
		p.plan.Changes = append(p.plan.Changes, change)
	}
	change.why = append(change.why, why)
	change.add(old, in)
	change.text = src.text
}

// insertShown is how an edit looks by itself.
func insertShown(f format, e edit) string {
	switch f {
	case formatTOML:
		in, err := insertTOML(nil, edit{mode: set, path: e.path, value: e.value})
		if _, ok := e.value.([]table); ok {
			return tomlImports(e, "")
		}
		if err == nil {
			return in.text
		}
	case formatYAML:
		return yamlBlock(e, e.path, "")
	}
	return flow(e, e.path) + "\n"
}

// add notes an insertion: the lines that differ then, and earlier ones that move down.
func (c *Change) add(old []byte, in insertion) {
	line := 1 + bytes.Count(old[:in.offset], []byte("\n"))
	text := in.text
	whole := in.offset == 0 || old[in.offset-1] == '\n'
	if whole && strings.HasSuffix(text, "\n") || strings.HasPrefix(text, "\n") && (in.offset == len(old) || strings.HasSuffix(text, "\n") || old[in.offset] == '\n') {
		for strings.HasPrefix(text, "\n") {
			text = text[1:]
			line++
		}
	} else { // within a line: show all of it
		start := bytes.LastIndexByte(old[:in.offset], '\n') + 1
		end := len(old)
		if n := bytes.IndexByte(old[in.offset:], '\n'); n >= 0 {
			end = in.offset + n
		}
		text = string(old[start:in.offset]) + text + string(old[in.offset:end]) + "\n"
	}
	lines := strings.Count(in.text, "\n")
	for i := range c.Added {
		if c.Added[i].Line >= line {
			c.Added[i].Line += lines
		}
	}
	c.Added = append(c.Added, Added{line, text})
	slices.SortStableFunc(c.Added, func(a, b Added) int { return a.Line - b.Line })
}

// create plans a new file.
func (p *planner) create(name, why string, text []byte) {
	if p.site.exists(name) {
		p.note("%s is there already and stays as it is", name)
		return
	}
	p.plan.Changes = append(p.plan.Changes, &Change{Path: name, why: []string{why}, text: text, Added: []Added{{1, string(text)}}})
}

func (p *planner) imports() {
	have := p.site.imports()
	var want []table
	theme := p.site.Theme
	paths := []string{ModulePath}
	if theme.Preset != "" {
		paths = append(paths, ModulePath+"/hooks/"+theme.Preset)
	}
	for _, path := range paths {
		if !slices.Contains(have, path) {
			want = append(want, table{"path": path})
		}
	}
	switch {
	case len(want) == 0:
		p.note("module.imports has the module already")
	case len(want) < len(paths):
		p.byHand("module.imports has a part already; the order has to be %s, and then the theme", strings.Join(paths, ", "))
	default:
		p.edit("the module, before the theme", edit{mode: putFirst, path: []string{"module", "imports"}, value: want})
	}
}

func (p *planner) outputs() {
	value, _ := p.site.value("outputs", "home")
	have := texts(value)
	var folded []string
	for _, name := range have {
		folded = append(folded, strings.ToLower(name))
	}
	var missing []string
	for _, name := range []string{"html", "llms", "rawmanifest"} {
		if !slices.Contains(folded, name) {
			missing = append(missing, name)
		}
	}
	const why = "llms.txt and raw-manifest.json are written for the home page"
	switch {
	case value == nil:
		p.edit(why, edit{mode: set, path: []string{"outputs", "home"}, value: []string{"html", "rss", "llms", "rawmanifest"}})
	case len(missing) == 0:
		p.note("outputs.home has the module's formats already")
	default:
		p.edit(why, edit{mode: extend, path: []string{"outputs", "home"}, value: missing})
	}
}

// description asks for the sentence that stands in for the home page and for lists without one of their own.
func (p *planner) description(v Values) {
	if _, src := p.site.value("params", "description"); src != nil {
		return
	}
	if languages, _ := p.site.value("languages"); languages != nil {
		all, _ := languages.(table)
		for _, language := range all {
			t, _ := language.(table)
			_, params, _ := find(t, "params")
			inParams, _ := params.(table)
			if _, _, ok := find(inParams, "description"); ok {
				return
			}
		}
	}
	if p.site.perLanguage("params", "description") {
		return
	}
	if v.Description == "" {
		p.byHand(`params.description is not set: write one sentence about the site, or give --description; it stands in for pages that have no description of their own`)
		return
	}
	p.edit("stands in for pages that have no description of their own", edit{mode: set, path: []string{"params", "description"}, value: v.Description})
}

// icons are the names by which a favicon is known.
var icons = []string{"static/favicon.svg", "static/favicon.png", "static/favicon.ico", "assets/favicon.svg", "assets/favicon.png", "assets/favicon.ico"}

func (p *planner) discovery(v Values) {
	if _, src := p.site.value("params", "discovery"); src != nil {
		p.note("params.discovery stands in %s and stays as it is; discovery-helper gate says what it lacks", src.path)
		return
	}
	r := p.site.Remote
	remote := func(value, example string) (string, string) {
		if value == "" {
			return example, ""
		}
		return value, fmt.Sprintf("; the remote %s says so, but only you know", r.Name)
	}
	owner, ownerHint := remote(r.Owner, "example-user")
	repo, repoHint := remote(r.Repo, "example-project")
	icon := "favicon.svg"
	if v.Favicon == "" {
		for _, name := range icons {
			if p.site.exists(name) { // a file that is there is no guess
				v.Favicon = path.Base(name)
				p.note("%s is taken as the icon", name)
				break
			}
		}
	}
	fields := []field{
		{key: "owner", value: owner, comment: "the account that owns the repository" + ownerHint},
		{key: "repo", value: repo, comment: "the repository, without the owner" + repoHint},
		{key: "pagesType", value: "PROJECT_SITE", comment: "or USER_OR_ORG_SITE, or CUSTOM_DOMAIN_SITE"},
		{key: "customDomain", value: "NONE", comment: "NONE has to be said; or the bare host, such as docs.example.com"},
		{key: "image", value: "og.png", comment: "picture of link previews, 1200 × 630, below static/ or assets/"},
		{key: "favicon", value: icon, comment: "the icon, below static/ or assets/"},
	}
	for i, told := range []string{v.Owner, v.Repo, v.PagesType, v.CustomDomain, v.Image, v.Favicon} {
		f := &fields[i]
		if told != "" {
			f.value, f.comment = told, ""
			continue
		}
		f.open = true
		p.plan.Open = append(p.plan.Open, fmt.Sprintf("%s = %q   # %s", f.key, f.value, f.comment))
	}
	p.edit("the values that only you know", edit{mode: set, path: []string{"params", "discovery"}, value: fields})
	p.isThere("image", v.Image)
	p.isThere("favicon", v.Favicon)
}

// isThere says where a file that was told does not exist: without it, each page would name a picture that is none.
func (p *planner) isThere(key, value string) {
	if value == "" || strings.Contains(value, "//") || strings.HasPrefix(value, "data:") {
		return
	}
	name := strings.TrimLeft(value, "/")
	if !fs.ValidPath(name) || !p.site.exists("static/"+name) && !p.site.exists("assets/"+name) {
		p.byHand("%s = %q: there is no such file below static/ or assets/; add it, unless the theme or another folder that is mounted has it", key, value)
	}
}

func (p *planner) robots(v Values) {
	value, src := p.site.value("enableRobotsTXT")
	switch {
	case value == true:
		p.note("enableRobotsTXT = true stands in %s already", src.path)
	case value != nil:
		p.byHand("enableRobotsTXT = %v stands in %s; where the site is the root of its host, robots.txt is required: write true", value, src.path)
	case p.site.exists("static/robots.txt"):
		p.byHand("static/robots.txt is there; where the site is the root of its host, write enableRobotsTXT = true, move its lines to [params.discovery.robots] extra, and remove the file")
	default:
		p.edit("robots.txt names the sitemap; no module can switch it on", edit{mode: set, path: []string{"enableRobotsTXT"}, value: true})
	}
}

func (p *planner) baseURL() {
	value, src := p.site.value("baseURL")
	switch text := fmt.Sprint(value); {
	case value == nil:
		p.byHand(`baseURL is not set; write where GitHub Pages serves the site, such as "https://example-user.github.io/example-project/", or let the workflow pass it`)
	case !strings.HasPrefix(text, "https://") || strings.Contains(text, "example.org") || strings.Contains(text, "example.com"):
		p.byHand("baseURL = %q stands in %s; it has to be where GitHub Pages serves the site, with https", text, src.path)
	default:
		p.note("baseURL = %q is taken as SITE_ROOT", text)
	}
}

func (p *planner) goMod(v Values) {
	switch {
	case p.site.exists("go.mod"):
	case v.Owner != "" && v.Repo != "":
		p.create("go.mod", "Hugo fetches modules by it", fmt.Appendf(nil, "module github.com/%s/%s\n\ngo 1.21\n", strings.ToLower(v.Owner), strings.ToLower(v.Repo)))
	default:
		p.byHand("the site has no go.mod, by which Hugo fetches modules: give --owner and --repo, or write a file go.mod with the lines \"module github.com/OWNER/REPO\" and \"go 1.21\" (hugo mod init writes it too, but no more once the configuration names our outputs)")
	}
}

var (
	headEnd   = regexp.MustCompile(`(?i)[ \t]*</head>`)
	footerEnd = regexp.MustCompile(`(?i)[ \t]*</footer>`)
	bodyEnd   = regexp.MustCompile(`(?i)[ \t]*</body>`)
)

const (
	headCall   = `{{ partial "discovery/head.html" . }}`
	footerCall = `{{ partial "discovery/footer.html" . }}`
)

// layouts finds where the head and the footer end: in the site's own templates, which get a line, or in the theme's, of which
// the site gets a copy with that line.
func (p *planner) layouts() {
	switch preset := p.site.Theme.Preset; preset {
	case "":
	case "papermod", "ananke", "fixit":
		p.errorPage(preset)
		p.note("the import hooks/%s calls the partials from %s; %sthemes/%s/ says what else to set", preset, p.site.Theme.Name, docs, preset)
		return
	case "loveit", "mainroad":
		p.byHand("%s has no hook for the head: copy its template as %sthemes/%s/ says", p.site.Theme.Name, docs, preset)
		return
	default:
		p.note("the import hooks/%s calls the partials from %s; %sthemes/%s/ says what else to set", preset, p.site.Theme.Name, docs, preset)
		return
	}
	p.call(headCall, "</head>", headEnd)
	p.call(footerCall, "</footer>", footerEnd, bodyEnd)
	p.ownTags()
}

// errorPage keeps crawlers out of the error page where the theme would let them in, by a tag beside our noindex.
func (p *planner) errorPage(preset string) {
	// hugo-module/layouts/partials/discovery/head/presets.html has the keys.
	c := map[string]cascade{
		"papermod": {"robotsNoIndex", true, "/404"}, "ananke": {"private", true, "/404"}, "fixit": {"robots", "noindex", "/404"},
	}[preset]
	e := edit{mode: set, path: []string{"cascade"}, value: c}
	switch value, src := p.site.value("cascade"); {
	case value == nil:
		p.edit("the theme's robots tag keeps crawlers out of the error page, which is no page of the site", e)
	case bytes.Contains(fmt.Append(nil, value), []byte(c.page)):
		p.note("cascade in %s names %s already; it has to give the error page %s = %s, for the theme's robots tag", src.path, c.page, c.key, quoted(c.value))
	default:
		p.byHand("the theme lets crawlers into the error page, by a tag beside our noindex; cascade stands in %s already, and has to get one entry more:\n%s", src.path, insertShown(src.format, e))
	}
}

// headTags are the groups of tags of params.discovery.head, as templates write them.
var headTags = []struct {
	group   string
	pattern *regexp.Regexp
}{
	{"title", regexp.MustCompile(`(?i)<title\b`)},
	{"description", regexp.MustCompile(`(?i)<meta[^>]*\bname=["']?description\b`)},
	{"robots", regexp.MustCompile(`(?i)<meta[^>]*\bname=["']?robots\b`)},
	{"canonical", regexp.MustCompile(`(?i)<link[^>]*\brel=["']?canonical\b`)},
	{"opengraph", regexp.MustCompile(`(?i)<meta[^>]*\b(?:property|name)=["']?og:|(?:_internal/|partial(?:Cached)? ")opengraph\.html`)},
	{"jsonld", regexp.MustCompile(`(?i)application/ld\+json`)},
	{"favicon", regexp.MustCompile(`(?i)<link[^>]*\brel=["']?(?:shortcut )?icon\b`)},
}

// ownTags names the lines of templates that write tags which the module writes too.
func (p *planner) ownTags() {
	var found []string
	for _, folder := range p.folders() {
		all := p.site.templates(folder)
		for _, name := range slices.Sorted(maps.Keys(all)) {
			own, text := "layouts/"+strings.TrimPrefix(name, folder+"/"), all[name]
			if own != name && p.site.exists(own) {
				continue // the site has its own
			}
			if change := p.changes[own]; change != nil { // its own from now on
				name, text = own, change.text
			}
			n := 0
			for line := range bytes.Lines(text) {
				n++
				for _, tag := range headTags {
					if tag.pattern.Match(line) && !bytes.Contains(line, []byte("discovery/")) {
						found = append(found, fmt.Sprintf("%s:%d: %s", name, n, tag.group))
					}
				}
			}
		}
	}
	const most = 30
	if n := len(found); n > most {
		found = append(found[:most], fmt.Sprintf("and %d more", n-most))
	}
	if len(found) > 0 {
		p.byHand("these templates write tags that the module writes, and a page has to have one of each: take the lines out of them (copies in layouts/ win over a theme's), or switch off the group, such as title = false under [params.discovery.head], where each page has the right one already; see %sconfiguration/\n    %s",
			docs, strings.Join(found, "\n    "))
	}
}

// folders are where the site's templates lie.
func (p *planner) folders() []string {
	folders := []string{"layouts"}
	if p.site.Theme.Dir != "" {
		folders = append(folders, path.Join(p.site.Theme.Dir, "layouts"))
	}
	return folders
}

// call puts the call of a partial before the one place that a pattern matches; the next pattern where the first has none.
func (p *planner) call(line, what string, patterns ...*regexp.Regexp) {
	for _, folder := range p.folders() {
		all := p.site.templates(folder)
		for name, text := range all {
			if bytes.Contains(text, []byte(strings.Trim(line, "{} ."))) {
				p.note("%s calls %s already", name, strings.Trim(line, "{} ."))
				return
			}
		}
		for _, pattern := range patterns {
			var names []string
			for name, text := range all {
				if pattern.Match(text) {
					names = append(names, name)
				}
			}
			slices.Sort(names)
			if len(names) == 0 {
				continue
			}
			if len(names) > 1 || len(pattern.FindAll(all[names[0]], -1)) > 1 {
				p.byHand("write %s before %s, where each page has it once: %s", line, what, strings.Join(names, ", "))
				return
			}
			p.insertCall(names[0], folder, line, pattern, all[names[0]])
			return
		}
	}
	p.byHand("write %s before %s of the theme's base template, or into its hook", line, what)
}

func (p *planner) insertCall(name, folder, line string, pattern *regexp.Regexp, text []byte) {
	own := "layouts/" + strings.TrimPrefix(name, folder+"/")
	change := p.changes[own]
	if change == nil {
		if own != name && p.site.exists(own) {
			p.byHand("write %s into %s, which stands before %s of the theme", line, own, name)
			return
		}
		change = &Change{Path: own, why: []string{"calls the partials"}, old: text, text: text}
		if own != name {
			change.old, change.why = nil, []string{fmt.Sprintf("a copy of %s that calls the partials", name)}
		}
		p.changes[own] = change
		p.plan.Changes = append(p.plan.Changes, change)
	}
	at := pattern.FindIndex(change.text)[0]
	in := insertion{at, line + "\n"}
	if at > 0 && change.text[at-1] != '\n' {
		in.text = "\n" + in.text
	}
	change.add(change.text, in)
	change.text = append(append(bytes.Clone(change.text[:at]), in.text...), change.text[at:]...)
}

// templates reads the HTML templates below a folder.
func (s *Site) templates(folder string) map[string][]byte {
	out := map[string][]byte{}
	_ = fs.WalkDir(s.root.FS(), folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".html" || len(out) > 5000 {
			return nil // what cannot be read is not changed
		}
		if text, err := s.file(name); err == nil {
			out[name] = text
		}
		return nil
	})
	return out
}

func (p *planner) workflow() {
	const folder = ".github/workflows"
	for _, name := range p.site.names(folder) {
		text, err := p.site.file(folder + "/" + name)
		if err == nil && bytes.Contains(text, []byte("actions/deploy-pages")) {
			p.note("%s/%s deploys to GitHub Pages already; to check before that, add what %sverify/#in-ci says", folder, name, docs)
			return
		}
	}
	p.create(folder+"/pages.yml", "builds, checks and publishes the site", p.site.workflow())
}

// gateStep is the step of the workflow that reads hugo.toml, up to the build.
var (
	gateStep  = regexp.MustCompile(`(?s)      - name: Close the deployment values\n.*?(      - name: Build\n)`)
	buildLine = []byte("        run: hugo --gc --minify\n")
)

// workflow is the workflow of exampleSite for this site. The gate reads one TOML file; where the site has another form, the
// build closes the values by itself, and Hugo gets the root as it does in GitHub's own workflow.
func (s *Site) workflow() []byte {
	main := s.sources[len(s.sources)-1]
	if main.format == formatTOML && len(s.sources) == 1 && !s.split {
		return bytes.ReplaceAll(workflow, []byte("hugo.toml"), []byte(main.path))
	}
	text := gateStep.ReplaceAll(workflow, []byte("$1"))
	text = bytes.Replace(text, []byte("# The complete way: gate, build,"), []byte("# The complete way: build,"), 1)
	return bytes.Replace(text, buildLine, []byte("          BASE_URL: ${{ steps.pages.outputs.base_url }}\n        run: hugo --gc --minify --baseURL \"$BASE_URL/\"\n"), 1)
}

// errChanged means that a file has changed since it was read.
var errChanged = errors.New("has changed since it was read; run init again")
