package command

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/discovery-set/hugo-discovery/internal/config"
	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/report"
)

// gateFlags are the flags of gate as given.
type gateFlags struct {
	declared declaredFlags
	fromEnv  bool
	format   string
}

// gateFormat is a form in which gate prints the closed values.
type gateFormat struct {
	name, what string
	write      func(*gateResult, io.Writer) error
}

var gateFormats = []gateFormat{
	{"toml", "a discovery.toml", (*gateResult).toml},
	{"hugo", "baseURL and [params.discovery] of a Hugo configuration", (*gateResult).hugo},
	{"env", "lines NAME=value for $GITHUB_ENV, which Hugo reads", (*gateResult).env},
	{"json", "values, URLs and problems as one object, also where values are open", (*gateResult).json},
}

func (c *Command) gate() *cobra.Command {
	var f gateFlags
	cmd := &cobra.Command{
		Use:   "gate",
		Short: "Close the deployment values and print them, or list what is open",
		Long: `gate checks the deployment values against each other, as verify does before it
looks at a tree, and prints them with the URLs that follow.

They come from flags, a saved answer of the Pages API, discovery.toml or a Hugo
TOML configuration; from CI variables only with --from-env: HUGO_BASEURL,
HUGO_PARAMS_DISCOVERY_…, GITHUB_REPOSITORY. Nothing is guessed: what is open is
listed with the line to write. Problems go to standard error.

Exit status: 0 closed, 1 the values contradict each other, 2 a value is open.`,
		Example: `  discovery-helper gate
  gh api repos/example-user/example-project/pages > pages.json
  discovery-helper gate --pages-json pages.json --format toml > discovery.toml
  discovery-helper gate --from-env --config none --pages-type PROJECT_SITE \
    --custom-domain NONE --format env >> "$GITHUB_ENV"`,
		Args: exactly(0, "no arguments"),
		RunE: func(*cobra.Command, []string) error { return c.runGate(&f) },
	}
	f.declared.register(cmd.Flags())
	usage := "`FORMAT` on standard output:"
	for _, g := range gateFormats {
		usage += "\n" + g.name + ": " + g.what
	}
	cmd.Flags().StringVar(&f.format, "format", "toml", usage+"\n")
	cmd.Flags().BoolVar(&f.fromEnv, "from-env", false, "also read CI variables")
	return cmd
}

func (c *Command) runGate(f *gateFlags) error {
	format := slices.IndexFunc(gateFormats, func(g gateFormat) bool { return g.name == f.format })
	if format < 0 {
		return fmt.Errorf("--format %s: write toml, hugo, env or json", f.format)
	}
	cfg, pagesJSON, err := f.declared.load("")
	if err != nil {
		return err
	}
	sources := config.Sources{Flags: f.declared.declarations(), Config: cfg.Declarations, PagesJSON: pagesJSON}
	if f.fromEnv {
		sources.Env = config.FromEnv(c.Environ)
	}
	var r gateResult
	r.Declared = sources.Declared()
	r.Deployment, r.Problems = ghpages.Close(r.Declared)

	open, wrong := 0, 0
	for _, p := range r.Problems {
		switch {
		case p.Open:
			open++
		case p.Severity == ghpages.Error:
			wrong++
		}
		fmt.Fprint(c.Stderr, problemText(&p))
	}
	if f.format == "json" || open+wrong == 0 {
		if err := gateFormats[format].write(&r, c.Stdout); err != nil {
			return err
		}
	}
	switch {
	case open == 1:
		return errors.New("the deployment is not closed: one value is open; write the line that is named above")
	case open > 1:
		return fmt.Errorf("the deployment is not closed: %d values are open; write the lines that are named above", open)
	case wrong > 0:
		return errFindings
	}
	return nil
}

// problemText is a problem as gate lists it.
func problemText(p *ghpages.Problem) string {
	severity := string(p.Severity)
	if p.Open {
		severity = "open"
	}
	place := ""
	if p.Origin.Kind != "" {
		place = p.Origin.String() + ": "
	}
	return report.Line(fmt.Sprintf("%s%s: %s [%s %s]", place, severity, p.Message, p.Rule, strings.Join(p.Refs, " "))) +
		"\n    fix: " + report.Line(p.Fix) + "\n"
}

// gateResult is what gate has found.
type gateResult struct {
	Deployment ghpages.Deployment
	Declared   ghpages.Declared
	Problems   []ghpages.Problem
}

// values lists the closed values that have to be written down, in the order of
// ghpages.Keys; what follows from them is left out.
func (r *gateResult) values() []ghpages.Declaration {
	d := &r.Deployment
	all := map[ghpages.Key]string{
		ghpages.KeyOwner: d.Owner, ghpages.KeyRepo: d.Repo, ghpages.KeyPagesType: string(d.PagesType),
		ghpages.KeyCustomDomain: d.CustomDomain, ghpages.KeySourceBranch: d.SourceBranch, ghpages.KeySourcePath: d.SourcePath,
		ghpages.KeyPagesHost: d.PagesHost, ghpages.KeySiteRoot: d.SiteRoot,
	}
	if d.DiscoveryRoot != d.SiteRoot {
		all[ghpages.KeyDiscoveryRoot] = d.DiscoveryRoot
	}
	if d.ControlsDomainRoot != (d.SiteRoot == d.DomainRoot) {
		all[ghpages.KeyControlsDomainRoot] = fmt.Sprint(d.ControlsDomainRoot)
	}
	if d.CrawlerControlOff {
		all[ghpages.KeyCrawlerControl] = "not-required"
	}
	for _, v := range r.Declared.All(ghpages.KeySiteRootConfirmed) {
		if d.PagesType == ghpages.CustomDomainSite && strings.EqualFold(strings.TrimSpace(v.Text), "true") {
			all[ghpages.KeySiteRootConfirmed] = "true"
		}
	}
	var list []ghpages.Declaration
	for _, k := range ghpages.Keys() {
		if text := all[k]; text != "" {
			list = append(list, ghpages.Declaration{Key: k, Value: ghpages.Value{Text: text}})
		}
	}
	return list
}

func (r *gateResult) toml(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, "[discovery]")
	for _, v := range r.values() {
		fmt.Fprintln(b, tomlLine(v))
	}
	r.remarks(b)
	return b.Flush()
}

func (r *gateResult) hugo(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "baseURL = %q\n\n[params.discovery]\n", r.Deployment.SiteRoot)
	for _, v := range r.values() {
		if v.Key != ghpages.KeySiteRoot {
			fmt.Fprintln(b, tomlLine(v))
		}
	}
	r.remarks(b)
	return b.Flush()
}

// tomlLine writes a value as a line of TOML. Closed values hold no character
// that TOML and Go quote differently.
func tomlLine(v ghpages.Declaration) string {
	if v.Text == "true" || v.Text == "false" {
		return fmt.Sprintf("%s = %s", v.Key, v.Text)
	}
	return fmt.Sprintf("%s = %q", v.Key, v.Text)
}

// remarks says as comments what follows from the values.
func (r *gateResult) remarks(b *bufio.Writer) {
	d := &r.Deployment
	fmt.Fprintf(b, "# From these follow:\n# DOMAIN_ROOT      %s\n# PROJECT_ROOT     %s\n# DISCOVERY_ROOT   %s\n# LLMS_URL         %s\n# RAW_MANIFEST_URL %s\n# SITEMAP_URL      %s\n# ROBOTS_URL       %s (%s)\n",
		d.DomainRoot, d.ProjectRoot, d.DiscoveryRoot, d.LLMSURL, d.RawManifestURL, d.SitemapURL, d.RobotsURL, robotsRole(d))
}

func robotsRole(d *ghpages.Deployment) string {
	if d.ControlsDomainRoot {
		return "authoritative"
	}
	return "companion"
}

func (r *gateResult) env(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, v := range r.values() {
		name := config.EnvName(v.Key)
		if v.Key == ghpages.KeySiteRoot {
			name = "HUGO_BASEURL"
		}
		fmt.Fprintf(b, "%s=%s\n", name, v.Text)
	}
	return b.Flush()
}

func (r *gateResult) json(w io.Writer) error {
	d := &r.Deployment
	type problem struct {
		Rule     string           `json:"rule"`
		Refs     []string         `json:"refs"`
		Severity ghpages.Severity `json:"severity"`
		Open     bool             `json:"open"`
		Key      ghpages.Key      `json:"key"`
		From     string           `json:"from,omitempty"`
		Message  string           `json:"message"`
		Fix      string           `json:"fix"`
	}
	out := struct {
		SchemaVersion string            `json:"schema_version"`
		Closed        bool              `json:"closed"`
		Deployment    report.Deployment `json:"deployment"`
		Discovery     any               `json:"discovery,omitempty"`
		Problems      []problem         `json:"problems"`
	}{SchemaVersion: "1", Closed: true, Deployment: report.DeploymentOf(d), Problems: []problem{}}
	if d.SiteRoot != "" {
		out.Discovery = struct {
			LLMS        string `json:"llms"`
			RawManifest string `json:"raw_manifest"`
			Sitemap     string `json:"sitemap"`
			Robots      any    `json:"robots"`
		}{d.LLMSURL, d.RawManifestURL, d.SitemapURL, struct {
			URL  string `json:"url"`
			Role string `json:"role"`
		}{d.RobotsURL, robotsRole(d)}}
	}
	for _, p := range r.Problems {
		from := ""
		if p.Origin.Kind != "" {
			from = p.Origin.String()
		}
		out.Problems = append(out.Problems, problem{p.Rule, p.Refs, p.Severity, p.Open, p.Key, from, p.Message, p.Fix})
		out.Closed = out.Closed && !p.Open && p.Severity != ghpages.Error
	}
	return report.WriteJSON(w, "  ", out)
}
