package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/site"
)

var filesRules = []Rule{
	{
		ID: "files/missing", Refs: []string{"R092", "R093", "R094", "R095", "R124", "R159"}, Severity: Error,
		Summary: "index.html, llms.txt, raw-manifest.json and sitemap.xml stand at DISCOVERY_ROOT.",
		Tree:    filesMissing,
	},
	{
		ID: "files/misplaced", Refs: []string{"R160", "R162", "R163", "R165", "R166"}, Severity: Error,
		Summary: "No llms.txt, raw-manifest.json or sitemap.xml stands anywhere but at DISCOVERY_ROOT.",
		Tree:    filesMisplaced,
	},
	{
		ID: "files/case", Refs: []string{"E02"}, Severity: Error,
		Summary: "The names of pages and discovery files are written in the case that GitHub Pages looks for.",
		Tree:    filesCase,
	},
	{
		ID: "files/ambiguous", Refs: []string{"E03"}, Severity: Warning,
		Summary: "No page stands beside a folder of its own name.",
		Tree:    filesAmbiguous,
	},
	{
		ID: "files/dropped", Refs: []string{"E12"}, Severity: Warning,
		Summary: "No page stands under a name that deployment leaves out.",
		Tree:    filesDropped,
	},
	{
		ID: "files/unchecked", Refs: []string{"E12", "E13"}, Severity: Warning,
		Summary: "The tree holds regular files and folders only.",
		Tree:    filesUnchecked,
	},
	{
		ID: "files/size", Refs: []string{"E13"}, Severity: Warning,
		Summary: "The tree is no larger than the 1 GB that GitHub Pages publishes.",
		Tree:    filesSize,
	},
	{
		ID: "files/other-host", Refs: []string{"R008"}, Severity: Warning,
		Summary: "The tree holds no control files of another host.",
		Tree:    filesOtherHost,
	},
	cnameRule,
}

// requiredFiles are the files that every discovery set has, robots.txt apart.
var requiredFiles = [...]string{"index.html", ghpages.LLMSFile, ghpages.RawManifestFile, ghpages.SitemapFile}

func filesMissing(c *TreeContext) {
	needed := []string{"index.html"} // all that SITE_ROOT has to have
	for _, name := range requiredFiles {
		needed = appendNew(needed, c.Set.Dir+name)
	}
	for _, p := range needed {
		if c.Tree.File(p) || c.Tree.OtherCase(p) != "" || isLink(c.Tree, p) {
			continue // files/case and files/unchecked say it
		}
		if name := path.Base(p); name != "index.html" && len(strays(c, name)) > 0 {
			continue // files/misplaced says it
		}
		fix := "publish it at " + ghpages.Join(c.Deployment.SiteRoot, p)
		if path.Base(p) != "index.html" {
			fix += "; the rule's page names one to copy"
		}
		c.ReportFile(p, Finding{
			URL:     ghpages.Join(c.Deployment.SiteRoot, p),
			Message: p + " is missing",
			Fix:     fix,
		})
	}
}

func isLink(t *site.Tree, p string) bool {
	return slices.ContainsFunc(t.Unchecked, func(u site.Unchecked) bool { return u.Path == p })
}

// strays are the files of that name that stand where none belongs. A nested
// llms.txt that the manifest declares is in its place (A20).
func strays(c *TreeContext, name string) []string {
	var paths []string
	for _, p := range c.Tree.Named(name) {
		own := c.Set.Dir + name
		if p == own || c.declaresNested(p) || strings.EqualFold(p, own) && !c.Tree.File(own) { // files/case says the last
			continue
		}
		paths = append(paths, p)
	}
	return paths
}

// declaresNested reports whether the manifest declares the file as an llms.txt
// of a section or a language.
func (run *Run) declaresNested(p string) bool {
	return path.Base(p) == ghpages.LLMSFile && run.look().nestedPaths[p]
}

func filesMisplaced(c *TreeContext) {
	for _, name := range requiredFiles[1:] {
		for _, p := range strays(c, name) {
			f := Finding{
				URL:     c.Deployment.URLOf(p),
				Message: fmt.Sprintf("%s does not belong in %s: only the one at DISCOVERY_ROOT counts", path.Base(p), path.Dir(p)+"/"),
				Fix:     "remove it; the set's own is " + c.DiscoveryURL(name),
			}
			if strings.EqualFold(p, c.Set.Dir+name) {
				f.Message = fmt.Sprintf("%s stands beside %s: only the latter counts", p, c.Set.Dir+name)
			} else if path.Dir(p) == "." {
				f.Message = fmt.Sprintf("%s does not belong at SITE_ROOT: DISCOVERY_ROOT is %s", p, c.Deployment.DiscoveryRoot)
			}
			if !c.Tree.File(c.Set.Dir + name) {
				f.Fix = fmt.Sprintf("move it to %s, to be published at %s", c.Set.Dir+name, c.DiscoveryURL(name))
			} else if name == ghpages.LLMSFile {
				f.Fix = "remove it, or declare it in raw-manifest.json under discovery.nested_llms"
			}
			c.ReportFile(p, f)
		}
	}
}

func filesCase(c *TreeContext) {
	for _, name := range append(requiredFiles[:], ghpages.RobotsFile, "404.html") {
		p := c.Set.Dir + name
		if c.Tree.File(p) {
			continue
		}
		if actual := c.Tree.OtherCase(p); actual != "" {
			c.ReportFile(actual, Finding{
				cause:   p,
				Message: fmt.Sprintf("%s is not %s: GitHub Pages tells upper from lower case", actual, p),
				Fix:     "rename it to " + p,
			})
		}
	}
	for i := range c.Tree.Files {
		f := &c.Tree.Files[i]
		ext := path.Ext(f.Path)
		if !f.IsHTML() || ext == strings.ToLower(ext) || strings.EqualFold(f.Path, c.Set.Dir+"index.html") || strings.EqualFold(f.Path, "404.html") {
			continue
		}
		c.ReportFile(f.Path, Finding{
			Message: fmt.Sprintf("the extension %s is in capitals: GitHub Pages serves it neither as an index nor without its extension", ext),
			Fix:     "rename it to " + strings.TrimSuffix(f.Path, ext) + strings.ToLower(ext),
		})
	}
}

func filesAmbiguous(c *TreeContext) {
	for i := range c.Tree.Files {
		stem, ok := strings.CutSuffix(c.Tree.Files[i].Path, ".html")
		if !ok || !c.Tree.Dir(stem) {
			continue
		}
		what := "the folder " + stem + "/"
		if c.Tree.File(stem + "/index.html") {
			what = stem + "/index.html"
		}
		c.ReportFile(c.Tree.Files[i].Path, Finding{
			URL:     c.Deployment.SiteRoot + ghpages.EscapePath(stem),
			Message: fmt.Sprintf("both %s.html and %s stand in the tree: what GitHub Pages serves at /%s is not certain", stem, what, stem),
			Fix:     "keep one of the two",
		})
	}
}

// filesDropped: upload-pages-artifact leaves out dot files from v4 on, and
// Jekyll, where a branch is the source and has no .nojekyll, what begins with
// an underscore too.
func filesDropped(c *TreeContext) {
	jekyll := c.Deployment.SourcePath != "" && c.Deployment.SourceBranch != "" && !c.Tree.File(".nojekyll")
	for _, p := range c.Canonical {
		for segment := range strings.SplitSeq(p.Path, "/") {
			switch {
			case strings.HasPrefix(segment, "."):
				c.ReportPage(p, site.Pos{}, Finding{
					Message: fmt.Sprintf("%q begins with a dot: the upload action leaves such names out", segment),
					Fix:     "rename it, or exclude the page with a reason",
				})
			case jekyll && strings.HasPrefix(segment, "_"):
				c.ReportPage(p, site.Pos{}, Finding{
					Message: fmt.Sprintf("%q begins with an underscore: a branch without .nojekyll is built by Jekyll, which leaves such names out", segment),
					Fix:     "add an empty file .nojekyll to the tree's root",
				})
			default:
				continue
			}
			break
		}
	}
}

func filesUnchecked(c *TreeContext) {
	for _, u := range c.Tree.Unchecked {
		f := Finding{
			Message: fmt.Sprintf("%s is %s and was not checked: an artifact holds regular files and folders only", u.Path, u.What),
			Fix:     "put a regular file in its place, or remove it",
		}
		if u.Link && (slices.Contains(requiredFiles[:], u.Path) || u.Path == ghpages.RobotsFile || site.IsHTML(u.Path)) {
			f.Severity = Error
		}
		c.ReportFile(u.Path, f)
	}
	for _, doc := range c.unread {
		c.ReportFile(doc.Path, Finding{
			Message: "the style sheet was not checked: " + doc.Err.Error(),
			Fix:     "make it a readable file of ordinary size",
		})
	}
	c.styleBytes.report(c, Warning, "style sheet")
}

// maxTree is the size that GitHub Pages publishes at the most, in bytes.
const maxTree = 1 << 30

func filesSize(c *TreeContext) {
	if c.Tree.Bytes > maxTree {
		c.ReportFile("", Finding{
			Message: fmt.Sprintf("the tree holds %d MiB: GitHub Pages publishes at most 1 GB", c.Tree.Bytes>>20),
			Fix:     "move large files elsewhere, such as into releases",
		})
	}
}

// otherHosts are files by which other hosts are steered; GitHub Pages
// publishes them as they are and obeys none.
var otherHosts = map[string]string{
	"_redirects": "Netlify or Cloudflare Pages", "_headers": "Netlify or Cloudflare Pages", "netlify.toml": "Netlify",
	"vercel.json": "Vercel", "now.json": "Vercel", "firebase.json": "Firebase Hosting", "staticwebapp.config.json": "Azure Static Web Apps",
	"wrangler.toml": "Cloudflare", "wrangler.json": "Cloudflare", "wrangler.jsonc": "Cloudflare", "_worker.js": "Cloudflare Pages",
	"_routes.json": "Cloudflare Pages", ".htaccess": "Apache", "web.config": "IIS",
}

func filesOtherHost(c *TreeContext) {
	for i := range c.Tree.Files {
		p := c.Tree.Files[i].Path
		host, ok := otherHosts[p]
		if !ok {
			continue
		}
		c.ReportFile(p, Finding{
			Message: fmt.Sprintf("%s steers %s; GitHub Pages does not obey it", p, host),
			Fix:     "remove it; if the site is not published by GitHub Pages, this protocol does not apply to it",
		})
	}
}
