package hugotest

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// single counts what may stand in a head once.
var single = map[string]*regexp.Regexp{
	"title":       regexp.MustCompile(`<title>`),
	"description": regexp.MustCompile(`(?i)<meta name=["']?description`),
	"robots":      regexp.MustCompile(`<meta name="?robots`),
	"canonical":   regexp.MustCompile(`rel="?canonical`),
	"og:type":     regexp.MustCompile(`property="?og:type`),
	"og:url":      regexp.MustCompile(`property="?og:url`),
	"icon":        regexp.MustCompile(`rel="?icon`),
	"llms.txt":    regexp.MustCompile(`rel="?alternate"? type="?text/plain`),
	"JSON-LD":     regexp.MustCompile(`application/ld\+json`),
	"row":         regexp.MustCompile(`class="?machine-links`),
}

// themeSite writes the site of testdata/themes with the named theme to a folder. imports stand in the order of their precedence.
func themeSite(t *testing.T, name string, extra *txtar.Archive, imports ...string) (dir string) {
	t.Helper()
	fixture := Load(t, "testdata/themes/"+name+".txtar")
	if extra != nil {
		fixture.Files = append(fixture.Files, extra.Files...)
	}
	base := Load(t, "testdata/themes/site.txtar")
	config := string(base.Files[0].Data)
	for _, path := range imports {
		config += fmt.Sprintf("[[module.imports]]\npath = %q\n", path)
	}
	for _, file := range fixture.Files {
		if file.Name == "extra.toml" {
			if rest, ok := strings.CutPrefix(string(file.Data), "[params]\n"); ok {
				config = strings.Replace(config, "[params]\n", "[params]\n"+rest, 1)
			} else {
				config += string(file.Data)
			}
		}
	}
	base.Files[0].Data = []byte(config)
	dir = Extract(t, base, fixture)
	if err := os.WriteFile(filepath.Join(dir, "static", "og.png"), ogImage(t), 0o644); err != nil {
		t.Fatal(err)
	}
	override(t, name, dir)
	return dir
}

// override runs the commands of docs/themes/NAME.md, which write copies of files of the theme into the site.
func override(t *testing.T, name, dir string) {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(Root(), "docs", "themes", name+".md"))
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?ms)^```bash\n(theme=)[^\n]*\n(.*?)^```").FindSubmatch(page)
	if block == nil {
		return
	}
	cmd := exec.Command("bash", "-euc", "theme=theme\n"+string(block[2]))
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("the commands of docs/themes/%s.md: %v\n%s", name, err, out)
	}
}

const themePath = "example.com/theme"

// buildTheme builds what themeSite wrote.
func buildTheme(t *testing.T, dir string, args ...string) Result {
	t.Helper()
	return BuildImports(t, dir, map[string]string{themePath: filepath.Join(dir, "theme")}, args...)
}

// checkOnce requires each tag once on each canonical page.
func checkOnce(t *testing.T, result Result) {
	t.Helper()
	for _, name := range []string{"index.html", "docs/index.html", "docs/install/index.html", "posts/index.html", "posts/first/index.html", "tags/index.html", "tags/news/index.html"} {
		text := result.Read(t, name)
		for what, pattern := range single {
			if n := len(pattern.FindAllString(text, -1)); n != 1 {
				t.Errorf("%s: %s stands there %d times, want once\n%s", name, what, n, text)
			}
		}
	}
}

// themes calls test with each theme of testdata/themes.
func themes(t *testing.T, test func(t *testing.T, name string)) {
	t.Helper()
	folders, err := filepath.Glob(filepath.Join(Root(), "hugo-module", "hooks", "*", "go.mod"))
	if err != nil || len(folders) != 15 {
		t.Fatalf("%d folders of hooks, want 15: %v", len(folders), err)
	}
	for _, path := range folders {
		name := filepath.Base(filepath.Dir(path))
		t.Run(name, func(t *testing.T) { test(t, name) })
	}
}

// TestThemes imports the module and a theme's folder of hooks before a small theme that imitates how that theme writes its
// head and calls its hooks: all tags are there once, the theme's robots.txt, sitemap.xml and llms.txt are not.
func TestThemes(t *testing.T) {
	themes(t, func(t *testing.T, name string) {
		dir := themeSite(t, name, nil, ModulePath, ModulePath+"/hooks/"+name, themePath)
		for _, args := range [][]string{nil, {"--minify"}} {
			result := buildTheme(t, dir, args...).Must(t)
			if strings.Contains(result.Output, "WARN") {
				t.Error(result.Output)
			}
			checkOnce(t, result)
			if code, out := verify(result.Public); code != 0 {
				t.Errorf("hugo %v: exit status %d\n%s", args, code, out)
			}
			for _, file := range []string{"robots.txt", "llms.txt", "sitemap.xml", "raw-manifest.json"} {
				if text := result.Read(t, file); strings.Contains(text, "theirs") || strings.Contains(text, "github.io/sitemap.xml") {
					t.Errorf("%s is the theme's:\n%s", file, text)
				}
			}
			for _, file := range []string{"index.html", "docs/install/index.html"} {
				if text := result.Read(t, file); strings.Contains(string(txtar.Format(Load(t, "testdata/themes/"+name+".txtar"))), "site-hook") && !strings.Contains(text, "site-hook") {
					t.Errorf("%s: the site's own hook was not called\n%s", file, text)
				}
			}
		}
	})
}

// TestThemesFail: the small themes are wrong without the folder of hooks, or TestThemes would prove nothing. A preset that is
// named without them says what to import.
func TestThemesFail(t *testing.T) {
	themes(t, func(t *testing.T, name string) {
		dir := themeSite(t, name, nil, ModulePath, themePath)
		result := buildWithout(t, dir, name).Must(t)
		if !strings.Contains(result.Output, "hugo-module/hooks/"+name) {
			t.Errorf("no word of what to import:\n%s", result.Output)
		}
		if code, out := verify(result.Public); code != 1 {
			t.Errorf("exit status %d, want 1\n%s", code, out)
		}
	})
}

// buildWithout builds what themeSite wrote with a preset and no hooks.
func buildWithout(t *testing.T, dir, preset string) Result {
	t.Helper()
	return run(t, Binary(t), dir, nil, []string{
		"HUGO_MODULE_REPLACEMENTS=" + ModulePath + " -> " + filepath.Join(Root(), "hugo-module") + ", " + themePath + " -> " + filepath.Join(dir, "theme"),
		"HUGO_PARAMS_DISCOVERY_HEAD_PRESET=" + preset,
	})
}

// TestHookCalledTwice: a theme that calls its hook twice on a page still gets one of each tag.
func TestHookCalledTwice(t *testing.T) {
	twice := &txtar.Archive{Files: []txtar.File{{Name: "theme/layouts/_partials/head/extensions.html",
		Data: []byte("{{ partial \"discovery/head.html\" . }}{{ partial \"discovery/head.html\" (dict \"Page\" .) }}\n")},
		{Name: "layouts/partials/head/extensions.html", Data: []byte("{{ partial \"discovery/head.html\" . }}{{ partial \"discovery/head.html\" (dict \"Page\" .) }}\n")}}}
	dir := themeSite(t, "coder", twice, ModulePath, ModulePath+"/hooks/coder", themePath)
	checkOnce(t, buildTheme(t, dir).Must(t))
}

// TestProjectHookWins: a hook file of the site replaces ours, and has to call our partial itself.
func TestProjectHookWins(t *testing.T) {
	for _, test := range []struct {
		hook string
		code int
	}{
		{"<meta name=\"site-hook\" content=\"1\">\n", 1},
		{"<meta name=\"site-hook\" content=\"1\">{{ partial \"discovery/head.html\" . }}\n", 0},
	} {
		own := &txtar.Archive{Files: []txtar.File{{Name: "layouts/_partials/extend_head.html", Data: []byte(test.hook)}}}
		result := buildTheme(t, themeSite(t, "papermod", own, ModulePath, ModulePath+"/hooks/papermod", themePath)).Must(t)
		if text := result.Read(t, "index.html"); !strings.Contains(text, "site-hook") {
			t.Errorf("the site's hook was not called:\n%s", text)
		}
		if code, out := verify(result.Public); code != test.code {
			t.Errorf("%s: exit status %d, want %d\n%s", test.hook, code, test.code, out)
		}
	}
}

// TestTheirDataBesideOurs: FixIt's structured data goes by a copy of its file only. The build says so once where the copy is
// missing, or still writes it; where the site says that it knows, the build is silent.
func TestTheirDataBesideOurs(t *testing.T) {
	const file = "layouts/_partials/base/head/index.html"
	for name, test := range map[string]struct {
		change func(dir string) error
		config string
		warned bool
		blocks int
	}{
		"mended":  {func(string) error { return nil }, "", false, 1},
		"missing": {func(dir string) error { return os.Remove(filepath.Join(dir, file)) }, "", true, 2},
		"whole": {func(dir string) error {
			whole, err := os.ReadFile(filepath.Join(dir, "theme", file))
			if err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(dir, file), whole, 0o644)
		}, "", true, 2},
		"said": {func(dir string) error { return os.Remove(filepath.Join(dir, file)) }, "[params.discovery.head]\njsonld = true\n", false, 2},
	} {
		t.Run(name, func(t *testing.T) {
			dir := themeSite(t, "fixit", nil, ModulePath, ModulePath+"/hooks/fixit", themePath)
			if err := test.change(dir); err != nil {
				t.Fatal(err)
			}
			config, err := os.ReadFile(filepath.Join(dir, "config.toml"))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, "config.toml"), append(config, test.config...), 0o644); err != nil {
				t.Fatal(err)
			}
			result := buildTheme(t, dir).Must(t)
			n := strings.Count(result.Output, "FixIt writes structured data of its own beside ours; write a copy of its file without it to "+file)
			if (n == 1) != test.warned || n > 1 {
				t.Errorf("warned %d times:\n%s", n, result.Output)
			}
			if text := result.Read(t, "docs/install/index.html"); strings.Count(text, "application/ld+json") != test.blocks {
				t.Errorf("want %d blocks of structured data:\n%s", test.blocks, text)
			}
		})
	}
}

// TestRobotsOfPage: where a front matter key makes the theme write a robots tag, there is no second one.
func TestRobotsOfPage(t *testing.T) {
	page := &txtar.Archive{Files: []txtar.File{{Name: "content/docs/hidden.md",
		Data: []byte("---\ntitle: Hidden\nrobots: noindex\n---\nNot for machines.\n")}}}
	for _, name := range []string{"blowfish", "congo", "fixit"} {
		result := buildTheme(t, themeSite(t, name, page, ModulePath, ModulePath+"/hooks/"+name, themePath)).Must(t)
		text := result.Read(t, "docs/hidden/index.html")
		if n := len(single["robots"].FindAllString(text, -1)); n != 1 {
			t.Errorf("%s: %d robots tags\n%s", name, n, text)
		}
		if code, out := verify(result.Public); code != 0 {
			t.Errorf("%s: exit status %d\n%s", name, code, out)
		}
	}
}

// hiddenPage is a page that is left out.
var hiddenPage = txtar.File{Name: "content/docs/hidden.md", Data: []byte("---\ntitle: Hidden\ndiscovery:\n  exclude: tried out\n---\nNot for machines.\n")}

// TestLeftOut: a page that is left out has one robots tag, which says noindex. Where only its front matter can make the theme
// say so, the build names page, key and line, verify finds the second tag, and the line ends both.
func TestLeftOut(t *testing.T) {
	keys := map[string]string{"papermod": "robotsNoIndex = true", "hextra": "noindex = true", "ananke": "private = true", "fixit": `robots = "noindex"`}
	themes(t, func(t *testing.T, name string) {
		imports := []string{ModulePath, ModulePath + "/hooks/" + name, themePath}
		result := buildTheme(t, themeSite(t, name, &txtar.Archive{Files: []txtar.File{hiddenPage}}, imports...)).Must(t)
		line := keys[name]
		if line != "" {
			want := "  - write in the front matter of content/docs/hidden.md: " + line + "\n"
			if strings.Count(result.Output, "WARN") != 1 || !strings.Contains(result.Output, "beside our noindex on a page that is left out (docs/hidden/):\n"+want) {
				t.Errorf("want one warning with %q:\n%s", want, result.Output)
			}
			if code, out := verify(result.Public, "--fail-on", "warning"); code != 1 || !strings.Contains(out, "docs/hidden/index.html") || !strings.Contains(out, "[head/duplicate E16]") {
				t.Errorf("exit status %d, want 1\n%s", code, out)
			}
			page := txtar.File{Name: hiddenPage.Name, Data: []byte("+++\ntitle = \"Hidden\"\n" + line + "\n[discovery]\nexclude = \"tried out\"\n+++\nNot for machines.\n")}
			result = buildTheme(t, themeSite(t, name, &txtar.Archive{Files: []txtar.File{page}}, imports...)).Must(t)
		}
		if strings.Contains(result.Output, "WARN") {
			t.Error(result.Output)
		}
		for _, file := range []string{"docs/hidden/index.html", "404.html"} {
			text := result.Read(t, file)
			if tags := regexp.MustCompile(`<meta name="?robots[^>]*>`).FindAllString(text, -1); len(tags) != 1 || !strings.Contains(tags[0], "noindex") {
				t.Errorf("%s has %q", file, tags)
			}
		}
		if code, out := verify(result.Public); code != 0 || strings.Contains(out, "head/duplicate") {
			t.Errorf("exit status %d\n%s", code, out)
		}
	})
}

// TestLeftOutWithoutFile: for pages that the front matter of no file reaches, the build says what to write into the
// configuration, and no word is left then.
func TestLeftOutWithoutFile(t *testing.T) {
	imports := []string{ModulePath, ModulePath + "/hooks/papermod", themePath}
	dir := themeSite(t, "papermod", nil, imports...)
	path := filepath.Join(dir, "config.toml")
	config, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const taxonomies, cascade = "[taxonomies]\ntag = \"tags\"\n", "[[cascade]]\nrobotsNoIndex = true\n[cascade.target]\npath = \"/404\"\n"
	without := strings.Replace(strings.Replace(string(config), taxonomies, "", 1), cascade, "", 1)
	if err := os.WriteFile(path, []byte(without), 0o644); err != nil {
		t.Fatal(err)
	}
	out := buildTheme(t, dir).Must(t).Output
	for _, want := range []string{"2 pages that are left out (404.html, categories/)", "[taxonomies]\n      tag = \"tags\"\n", "[[cascade]]\n      robotsNoIndex = true\n      [cascade.target]\n        path = \"/404\"\n"} {
		if strings.Count(out, want) != 1 {
			t.Errorf("want once %q:\n%s", want, out)
		}
	}
}

// TestRobotsOfUnknownTheme: without a preset, robotsKey says which front matter key makes the theme write noindex.
func TestRobotsOfUnknownTheme(t *testing.T) {
	site := func(head, hidden string) Result {
		own := &txtar.Archive{Files: []txtar.File{
			{Name: "extra.toml", Data: []byte("[params.discovery.head]\nrobots = false\ntitle = false\ndescription = false\ncanonical = false\nfavicon = false\n" + head)},
			{Name: "layouts/_partials/custom/head-end.html", Data: []byte("{{ partial \"discovery/head.html\" . }}")},
			{Name: "layouts/_partials/custom/footer.html", Data: []byte("{{ partial \"discovery/footer.html\" . }}")},
			{Name: "content/docs/hidden.md", Data: []byte("---\ntitle: Hidden\n" + hidden + "---\nNot for machines.\n")}}}
		return buildTheme(t, themeSite(t, "hextra", own, ModulePath, themePath)).Must(t)
	}
	if out := site("", "discovery: {exclude: tried out}\n").Output; !strings.Contains(out, `robotsKey = "noindex"`) {
		t.Errorf("no word of robotsKey:\n%s", out)
	}
	result := site("robotsKey = \"noindex\"\n", "noindex: true\n")
	if text := result.Read(t, "docs/hidden/index.html"); len(single["robots"].FindAllString(text, -1)) != 1 || strings.Contains(result.Output, "robots tag") {
		t.Errorf("%s\n%s", result.Output, text)
	}
}

// TestAlternatesOnce: the Markdown twin and each translation are linked once, whatever the theme links by itself.
func TestAlternatesOnce(t *testing.T) {
	themes(t, func(t *testing.T, name string) {
		more := &txtar.Archive{Files: []txtar.File{
			{Name: "content/docs/install.uk.md", Data: []byte("---\ntitle: Встановлення\ndescription: Як встановити.\n---\nЗапустіть.\n")},
			// An error page without our head, as Hextra's: in another language it is none of the host's, and no page of the site.
			{Name: "layouts/404.html", Data: []byte("<!DOCTYPE html>\n<html lang=\"en\"><head><title>Not found</title><meta name=\"robots\" content=\"noindex\"></head><body>Not found</body></html>\n")},
			{Name: "content/_index.uk.md", Data: []byte("---\ntitle: Приклад\ndescription: Головна сторінка.\n---\n")},
			{Name: "content/docs/_index.uk.md", Data: []byte("---\ntitle: Документація\ndescription: Як користуватися.\n---\n")},
		}}
		dir := themeSite(t, name, more, ModulePath, ModulePath+"/hooks/"+name, themePath)
		path := filepath.Join(dir, "config.toml")
		config, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		config = []byte(strings.Replace(string(config), "[outputs]\n", "[languages.en]\nweight = 1\n[languages.uk]\nweight = 2\ntitle = \"Приклад\"\n[outputs]\npage = [\"html\", \"markdown\"]\n", 1))
		if err := os.WriteFile(path, config, 0o644); err != nil {
			t.Fatal(err)
		}
		result := buildTheme(t, dir).Must(t)
		for _, file := range []string{"docs/install/index.html", "uk/docs/install/index.html"} {
			text := result.Read(t, file)
			for _, attribute := range []string{`type="?text/markdown`, `hreflang="?en\b`, `hreflang="?uk\b`, `hreflang="?x-default`} {
				if n := len(regexp.MustCompile(`<link [^>]*`+attribute).FindAllString(text, -1)); n != 1 {
					t.Errorf("%s: %d links with %s, want one\n%s", file, n, attribute, text)
				}
			}
		}
		if code, out := verify(result.Public); code != 0 {
			t.Errorf("exit status %d\n%s", code, out)
		}
	})
}

// TestStaticOfTheme: a static file of the theme where the module writes stops the build, with other words than one of the site.
func TestStaticOfTheme(t *testing.T) {
	static := &txtar.Archive{Files: []txtar.File{{Name: "theme/static/llms.txt", Data: []byte("theirs\n")}}}
	result := buildTheme(t, themeSite(t, "coder", static, ModulePath, ModulePath+"/hooks/coder", themePath))
	if want := "static/llms.txt: of the theme, or of another module"; result.Err == nil || strings.Count(result.Output, want) != 1 {
		t.Errorf("want an error with %q: %v\n%s", want, result.Err, result.Output)
	}
}

// TestThemeWarnings: what only keys of the theme or front matter can mend is said with the line to write.
func TestThemeWarnings(t *testing.T) {
	for _, test := range []struct{ theme, drop, want string }{
		{"papermod", "favicon16x16 = \"favicon.svg\"\n", "write under [params.assets]: favicon16x16 = \"favicon.svg\""},
		{"papermod", "description = \"What the example project is.\"\n", "empty on 2 lists that have none of their own (/example-project/tags/, /example-project/tags/news/); write under [params]: description"},
	} {
		dir := themeSite(t, test.theme, nil, ModulePath, ModulePath+"/hooks/"+test.theme, themePath)
		path := filepath.Join(dir, "config.toml")
		config, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.Replace(string(config), test.drop, "", 1)), 0o644); err != nil {
			t.Fatal(err)
		}
		if out := buildTheme(t, dir).Must(t).Output; strings.Count(out, test.want) != 1 {
			t.Errorf("want once %q:\n%s", test.want, out)
		}
	}
}

// TestDoks builds a site on the real @thulite/doks-core, which npm installs as package-lock.json says.
func TestDoks(t *testing.T) {
	if _, err := exec.LookPath("npm"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/doks")); err != nil {
		t.Fatal(err)
	}
	install := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	install.Dir = dir
	if out, err := install.CombinedOutput(); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("npm ci: %v\n%s", err, out)
		}
		t.Skipf("npm ci: %v\n%s", err, out)
	}
	if err := os.WriteFile(filepath.Join(dir, "static", "og.png"), ogImage(t), 0o644); err != nil {
		t.Fatal(err)
	}
	result := BuildImports(t, dir, nil).Must(t)
	if code, out := verify(result.Public); code != 0 { // its home page links to a guide that its starter has
		t.Errorf("exit status %d\n%s", code, out)
	}
	checkOnce(t, result)
	if llms := result.Read(t, "llms.txt"); !strings.Contains(llms, "raw-manifest.json") {
		t.Errorf("llms.txt is the theme's:\n%s", llms)
	}
}

// TestHookModules: each folder of hooks is a module that requires nothing, names its own theme and holds no page template.
func TestHookModules(t *testing.T) {
	themes(t, func(t *testing.T, name string) {
		folder := filepath.Join(Root(), "hugo-module", "hooks", name)
		mod, err := os.ReadFile(filepath.Join(folder, "go.mod"))
		if want := "module " + ModulePath + "/hooks/" + name + "\n\ngo 1.21\n"; err != nil || string(mod) != want {
			t.Errorf("go.mod is %q, want %q: %v", mod, want, err)
		}
		config, err := os.ReadFile(filepath.Join(folder, "config.toml"))
		if err != nil || !strings.Contains(string(config), fmt.Sprintf("preset = %q\n  hooks = %q\n", name, name)) {
			t.Errorf("config.toml names another theme: %v\n%s", err, config)
		}
		err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			rel, err := filepath.Rel(folder, path)
			rel = filepath.ToSlash(rel)
			if rel != "go.mod" && rel != "config.toml" && !strings.HasPrefix(rel, "layouts/partials/") {
				t.Errorf("%s is no partial", rel)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
}
