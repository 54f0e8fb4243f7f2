package ghpages

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Severity of a Problem.
type Severity string

// The severities.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Info    Severity = "info"
)

// Problem is one value that is open, malformed or contradictory.
type Problem struct {
	Rule     string   // "gate/owner"
	Refs     []string // ledger numbers, R… and E…
	Severity Severity
	Key      Key
	Message  string // what is wrong, without a full stop
	Fix      string // the line to write
	Origin   Origin // where the value was declared; zero when it was not
	// Open: a mandatory value is missing, SITE_ROOT is no URL, or the site is
	// not on GitHub Pages at all, so that nothing that depends on the deployment
	// can be checked or written (R010, R015, R027).
	Open bool
}

// HasOpen reports whether a problem leaves the deployment open.
func HasOpen(problems []Problem) bool {
	for _, p := range problems {
		if p.Open {
			return true
		}
	}
	return false
}

// InDoubt reports whether one of the keys is malformed or contradicted by
// another value, so that what is held against it would only repeat that.
func InDoubt(problems []Problem, keys ...Key) bool {
	for _, p := range problems {
		if p.Severity == Error && p.Rule != "gate/scheme" && slices.Contains(keys, p.Key) {
			return true
		}
	}
	return false
}

// Close checks the declared values against each other, as the protocol's gate
// wants it, and derives the variables that the protocol derives. It never
// guesses: OWNER, REPO, PAGES_TYPE, CUSTOM_DOMAIN and SITE_ROOT have to be
// declared; only DISCOVERY_ROOT has a default (R027, R047). The problems come
// in the order of Keys. When one of them is Open, the Deployment holds only
// what could be closed and must not be used for URLs.
func Close(declared Declared) (Deployment, []Problem) {
	c := closer{in: declared}
	c.conflicts()
	c.provider()
	c.owner()
	c.repo()
	c.pagesType()
	c.customDomain()
	c.source()
	c.siteRoot()
	if c.consistent() {
		c.classify()
	}
	if c.out.SiteRoot != "" {
		before := len(c.problems)
		doubt := InDoubt(c.problems, KeySiteRoot)
		c.domainRoot()
		c.projectRoot()
		c.discoveryRoot()
		c.control()
		c.discoveryURLs()
		if doubt { // what follows from a wrong SITE_ROOT is wrong by the same fault
			c.problems = c.problems[:before]
		}
	}
	return c.out, sorted(c.problems)
}

// CloseOn closes the declared values as Close does, and holds DISCOVERY_ROOT
// against the tree as well: one that is a folder which the tree does not have
// is reported and taken as SITE_ROOT, so that one wrong value is not reported
// again for each file.
func CloseOn(t Tree, declared Declared) (Deployment, []Problem) {
	d, problems := Close(declared)
	dir, ok := d.DiscoveryPath()
	if !ok || t.Dir(strings.TrimSuffix(dir, "/")) {
		return d, problems
	}
	for i := range problems {
		if p := &problems[i]; p.Rule == "gate/discovery-root" {
			p.Severity = Error
			p.Message = fmt.Sprintf("DISCOVERY_ROOT %s is the folder %s, which the tree does not have; the files are looked for at SITE_ROOT", d.DiscoveryRoot, dir)
		}
	}
	declared.DiscoveryRoot = Value{}
	d, _ = Close(declared)
	return d, problems
}

type closer struct {
	in       Declared
	out      Deployment
	problems []Problem
}

// sorted brings the problems into the order of Keys, keeping the order of
// discovery within a key.
func sorted(problems []Problem) []Problem {
	var out []Problem
	for _, k := range Keys() {
		for _, p := range problems {
			if p.Key == k {
				out = append(out, p)
			}
		}
	}
	return out
}

// consistent reports whether the values by themselves are such that a
// comparison between them says something new.
func (c *closer) consistent() bool {
	for _, p := range c.problems {
		if p.Open || p.Severity == Error && p.Rule != "gate/scheme" {
			return false
		}
	}
	return true
}

func (c *closer) report(p Problem) {
	if p.Origin == (Origin{}) {
		p.Origin = c.in.Get(p.Key).Origin
	}
	c.problems = append(c.problems, p)
}

// line is the advice to write a value: as a key of the configuration and, where
// there is one, as a flag.
func line(key Key, value string) string { return lineNamed(string(key), key, value) }

// line is the same by the name under which the value stands in the
// configuration: SITE_ROOT may be Hugo's baseURL there, and a siteRoot beside
// that would only contradict it.
func (c *closer) line(key Key, value string) string { return lineNamed(c.name(key), key, value) }

func lineNamed(name string, key Key, value string) string {
	text := fmt.Sprintf("%s = %q", name, value)
	if value == "true" || value == "false" {
		text = fmt.Sprintf("%s = %s", name, value)
	}
	if flag := key.Flag(); flag != "" {
		return fmt.Sprintf("write %s, or pass %s %s", text, flag, value)
	}
	return "write " + text
}

func (c *closer) name(key Key) string {
	if key == KeySiteRoot {
		for _, v := range c.in.All(key) {
			if strings.EqualFold(v.Origin.Name, "baseURL") {
				return v.Origin.Name
			}
		}
	}
	return string(key)
}

// Flag is the command line flag that sets the key; empty where there is none.
func (k Key) Flag() string {
	switch k {
	case KeyOwner, KeyRepo:
		return "--" + string(k)
	case KeyPagesType:
		return "--pages-type"
	case KeyCustomDomain:
		return "--custom-domain"
	case KeySiteRoot:
		return "--site-root"
	}
	return ""
}

// Variable is the protocol's name of the key's value.
func (k Key) Variable() string {
	switch k {
	case KeyLLMSURL:
		return "LLMS_URL"
	case KeyRawManifestURL:
		return "RAW_MANIFEST_URL"
	case KeySitemapURL:
		return "SITEMAP_URL"
	case KeyRobotsURL:
		return "ROBOTS_URL"
	}
	var b strings.Builder
	for i := 0; i < len(k); i++ {
		if c := k[i]; 'A' <= c && c <= 'Z' {
			b.WriteByte('_')
		}
		b.WriteByte(k[i])
	}
	return strings.ToUpper(b.String())
}

// mandatory returns a value that must be closed, or reports that it is open.
func (c *closer) mandatory(key Key, rule, fix string, refs ...string) (string, bool) {
	v := c.in.Get(key)
	text := strings.TrimSpace(v.Text)
	p := Problem{Rule: rule, Refs: append(refs, "R027"), Severity: Error, Key: key, Fix: fix, Open: true}
	slices.Sort(p.Refs)
	switch {
	case !v.Declared():
		p.Message = key.Variable() + " is not declared"
	case text == "":
		p.Message = key.Variable() + " is declared but empty"
	case isPlaceholder(key, text):
		p.Message = fmt.Sprintf("%s is still the placeholder %s", key.Variable(), text)
	default:
		return text, true
	}
	c.report(p)
	return "", false
}

// isPlaceholder recognises what is written for a value that nobody has closed:
// [SITE_ROOT] and its like, and the protocol's own OWNER and REPO (R028).
func isPlaceholder(key Key, text string) bool {
	if inner, ok := strings.CutPrefix(text, "["); ok {
		if inner, ok = strings.CutSuffix(inner, "]"); ok && inner != "" {
			return strings.Trim(inner, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == ""
		}
	}
	switch key {
	case KeyOwner:
		return text == "OWNER"
	case KeyRepo:
		return text == "REPO" || text == "OWNER.github.io"
	case KeySiteRoot:
		return strings.HasPrefix(text, "https://OWNER.github.io")
	}
	return false
}

// conflicts reports declarations of one key that differ between sources.
func (c *closer) conflicts() {
	for _, key := range Keys() {
		all := c.in.All(key)
		if key == KeySiteRootConfirmed {
			continue // one source that confirms is enough
		}
		for _, other := range all[min(1, len(all)):] {
			first := all[0]
			a, b := agreed(key, first.Text), agreed(key, other.Text)
			if a == b || !wellFormed(key, a) || !wellFormed(key, b) {
				continue // an open or malformed value has a finding of its own
			}
			p := Problem{
				Rule: "gate/conflict", Refs: []string{"R027"}, Severity: Error, Key: key, Origin: other.Origin,
				Message: fmt.Sprintf("%s is %q here, but %s says %q", key.Variable(), other.Text, first.Origin, first.Text),
				Fix:     fmt.Sprintf("make both say the same: %s, if %s is right", c.line(key, first.Text), first.Origin),
			}
			switch key {
			case KeyOwner, KeyRepo, KeyPagesType, KeyCustomDomain, KeySiteRoot:
				p.Refs = append(p.Refs, ledgerOf(key))
			}
			if first.Origin.Kind == FromManifest || other.Origin.Kind == FromManifest {
				p.Refs = append(p.Refs, "R164")
			}
			if key == KeyRepo && strings.EqualFold(a, b) {
				p.Severity = Warning
				p.Message += "; GitHub takes them for one repository, but the path in the URL keeps its case"
			}
			c.report(p)
		}
	}
}

// wellFormed reports whether a value can be held against another one.
func wellFormed(key Key, text string) bool {
	switch {
	case text == "" || isPlaceholder(key, text):
		return false
	case key == KeyOwner:
		return validOwner(text)
	case key == KeyRepo:
		return validRepo(text)
	case key == KeyPagesType:
		return PagesType(text) == UserOrOrgSite || PagesType(text) == ProjectSite || PagesType(text) == CustomDomainSite
	case key == KeyCustomDomain:
		return text == NoCustomDomain || ValidDomain(text)
	case key == KeySourcePath:
		return text == "/" || text == "/docs"
	case key == KeySourceBranch:
		return validBranch(text)
	case key == KeySiteRoot || key == KeyDomainRoot || key == KeyDiscoveryRoot:
		_, err := NormRoot(text)
		return err == nil
	}
	return true
}

// agreed is the form of a value in which two sources have to agree.
func agreed(key Key, text string) string {
	text = strings.TrimSpace(text)
	switch key {
	case KeyOwner, KeyPagesHost, KeyProvider:
		return strings.ToLower(text)
	case KeyCustomDomain:
		if strings.EqualFold(text, NoCustomDomain) {
			return NoCustomDomain
		}
		return strings.ToLower(text)
	case KeySiteRoot, KeyDomainRoot, KeyDiscoveryRoot:
		if root, err := NormRoot(text); err == nil {
			return root
		}
	case KeyProjectRoot:
		return projectPath(text)
	case KeySourcePath:
		return sourcePath(text)
	}
	return text
}

// ledgerOf is the number of the rule that asks for a key.
func ledgerOf(key Key) string {
	switch key {
	case KeyOwner:
		return "R017"
	case KeyRepo:
		return "R018"
	case KeyPagesType:
		return "R019"
	case KeySourceBranch:
		return "R020"
	case KeySourcePath:
		return "R021"
	case KeyCustomDomain:
		return "R022"
	case KeyDomainRoot:
		return "R023"
	case KeySiteRoot:
		return "R024"
	case KeyDiscoveryRoot:
		return "R025"
	case KeySiteRootConfirmed:
		return "R041"
	case KeyProjectRoot:
		return "R044"
	case KeyLLMSURL:
		return "R048"
	case KeyRawManifestURL:
		return "R049"
	case KeySitemapURL:
		return "R050"
	case KeyRobotsURL, KeyControlsDomainRoot:
		return "R051"
	case KeyCrawlerControl:
		return "R066"
	}
	return "R007"
}

// String names the origin for a message: the file with its line, the flag or
// the variable.
func (o Origin) String() string {
	switch {
	case o.File != "" && o.Line > 0 && o.Name != "":
		return fmt.Sprintf("%s:%d (%s)", o.File, o.Line, o.Name)
	case o.File != "" && o.Name != "":
		return fmt.Sprintf("%s (%s)", o.File, o.Name)
	case o.File != "":
		return o.File
	case o.Name != "":
		return o.Name
	}
	return string(o.Kind)
}

func (c *closer) provider() {
	v := c.in.Provider
	switch strings.ToLower(strings.Join(strings.Fields(v.Text), "-")) {
	case Provider, "":
		return
	}
	c.report(Problem{
		Rule: "gate/provider", Refs: []string{"R007", "R010"}, Severity: Error, Key: KeyProvider, Open: true,
		Message: fmt.Sprintf("the provider is %q; this discovery set is for sites that GitHub Pages publishes", v.Text),
		Fix:     "use the protocol's sibling for other hosts, HTML and Website Discovery Set v1.2; for a site on GitHub Pages " + line(KeyProvider, Provider),
	})
}

func (c *closer) owner() {
	text, ok := c.mandatory(KeyOwner, "gate/owner", line(KeyOwner, "example-user")+", with the account that owns the repository", "R017")
	if !ok {
		return
	}
	c.out.Owner = text
	p := Problem{Rule: "gate/owner", Refs: []string{"R017"}, Severity: Error, Key: KeyOwner}
	switch {
	case strings.Contains(text, "/"):
		p.Message = fmt.Sprintf("OWNER %q contains a slash", text)
		owner, _, _ := strings.Cut(text, "/")
		p.Fix = line(KeyOwner, owner)
	case !validOwner(text):
		p.Message = fmt.Sprintf("OWNER %q is no GitHub account name", text)
		p.Fix = "write the account name: letters, digits and single hyphens, at most 39 characters"
	case strings.HasSuffix(text, "-") || strings.Contains(text, "--"):
		p.Severity = Warning
		p.Message = fmt.Sprintf("OWNER %q ends in a hyphen or doubles one; some Linux resolvers do not find such a host", text)
		p.Fix = "give the site a custom domain, or rename the account"
	default:
		return
	}
	c.report(p)
}

func validOwner(s string) bool {
	if len(s) > 39 || !isAlpha(s[0]) && !isDigit(s[0]) {
		return false
	}
	for i := 0; i < len(s); i++ {
		if c := s[i]; !isAlpha(c) && !isDigit(c) && c != '-' && c != '_' {
			return false
		}
	}
	return true
}

func (c *closer) repo() {
	text, ok := c.mandatory(KeyRepo, "gate/repo", line(KeyRepo, "example-project")+", with the name of the repository", "R018")
	if !ok {
		return
	}
	c.out.Repo = text
	if !validRepo(text) {
		fix := "write the name of the repository alone: letters, digits, '.', '-' and '_', at most 100 characters"
		if i := strings.LastIndexByte(text, '/'); i >= 0 && validRepo(text[i+1:]) {
			fix = line(KeyRepo, text[i+1:])
		}
		c.report(Problem{
			Rule: "gate/repo", Refs: []string{"R018"}, Severity: Error, Key: KeyRepo,
			Message: fmt.Sprintf("REPO %q is no repository name", text), Fix: fix,
		})
	}
}

func validRepo(s string) bool {
	if s == "" || len(s) > 100 || s == "." || s == ".." {
		return false
	}
	for i := 0; i < len(s); i++ {
		if c := s[i]; !isAlpha(c) && !isDigit(c) && c != '-' && c != '_' && c != '.' {
			return false
		}
	}
	return true
}

func (c *closer) pagesType() {
	const choice = "USER_OR_ORG_SITE, PROJECT_SITE or CUSTOM_DOMAIN_SITE"
	text, ok := c.mandatory(KeyPagesType, "gate/pages-type", line(KeyPagesType, string(c.likelyType()))+"; it is one of "+choice, "R016", "R019")
	if !ok {
		return
	}
	c.out.PagesType = PagesType(text)
	switch c.out.PagesType {
	case UserOrOrgSite, ProjectSite, CustomDomainSite:
		return
	}
	fix := "write one of " + choice
	switch t := PagesType(strings.ToUpper(strings.NewReplacer("-", "_", " ", "_").Replace(text))); t {
	case UserOrOrgSite, ProjectSite, CustomDomainSite:
		fix = line(KeyPagesType, string(t))
	}
	c.report(Problem{
		Rule: "gate/pages-type", Refs: []string{"R019"}, Severity: Error, Key: KeyPagesType,
		Message: fmt.Sprintf("PAGES_TYPE %q is none of %s", text, choice), Fix: fix,
	})
}

// likelyType is the example in the advice for a missing PAGES_TYPE; it decides
// nothing.
func (c *closer) likelyType() PagesType {
	domain := strings.TrimSpace(c.in.CustomDomain.Text)
	switch {
	case domain != "" && !strings.EqualFold(domain, NoCustomDomain):
		return CustomDomainSite
	case isUserSiteRepo(c.out.Owner, c.out.Repo):
		return UserOrOrgSite
	}
	return ProjectSite
}

// isUserSiteRepo compares without case, as GitHub does (jekyll/github-metadata,
// repository.rb). The repository OWNER/OWNER is a project like any other (A42).
func isUserSiteRepo(owner, repo string) bool {
	return owner != "" && (strings.EqualFold(repo, owner+".github.io") || strings.EqualFold(repo, owner+".github.com"))
}

func (c *closer) customDomain() {
	text, ok := c.mandatory(KeyCustomDomain, "gate/custom-domain", line(KeyCustomDomain, NoCustomDomain)+"; or the host, if one is configured on GitHub Pages", "R022")
	if !ok {
		return
	}
	if strings.EqualFold(text, NoCustomDomain) {
		c.out.CustomDomain = NoCustomDomain
		return
	}
	c.out.CustomDomain = bareHost(text)
	p := Problem{Rule: "gate/custom-domain", Refs: []string{"R022"}, Severity: Error, Key: KeyCustomDomain}
	p.Message, p.Fix = domainFault(text)
	if p.Message != "" {
		c.report(p)
	}
}

// domainFault says what is wrong with a custom domain: it has to be a bare host
// in lower case with at least one dot, international names as punycode.
func domainFault(text string) (message, fix string) {
	bare := bareHost(text)
	advice := "write the bare host, as in example.com"
	if ValidDomain(bare) {
		advice = line(KeyCustomDomain, bare)
	}
	switch {
	case bare != strings.ToLower(text):
		return fmt.Sprintf("CUSTOM_DOMAIN %q is more than a host", text), advice
	case strings.IndexFunc(text, func(r rune) bool { return r >= 0x80 }) >= 0:
		return fmt.Sprintf("CUSTOM_DOMAIN %q is not in ASCII", text), "write the name as punycode (xn--…), as GitHub's settings want it"
	case !strings.Contains(text, "."):
		return fmt.Sprintf("CUSTOM_DOMAIN %q is neither a host with a dot nor NONE", text), line(KeyCustomDomain, NoCustomDomain) + "; or the full host"
	case !ValidDomain(bare):
		return fmt.Sprintf("CUSTOM_DOMAIN %q is no host name", text), advice
	case strings.HasSuffix(bare, ".github.io") || strings.HasSuffix(bare, ".github.com"):
		return fmt.Sprintf("CUSTOM_DOMAIN %q is GitHub's own host, not a custom domain", text), line(KeyCustomDomain, NoCustomDomain)
	case bare != text:
		return fmt.Sprintf("CUSTOM_DOMAIN %q is not in lower case", text), advice
	}
	return "", ""
}

// bareHost cuts what people write around a host.
func bareHost(text string) string {
	if _, after, ok := strings.Cut(text, "://"); ok {
		text = after
	}
	if i := strings.IndexAny(text, "/:?#"); i >= 0 {
		text = text[:i]
	}
	return strings.ToLower(strings.TrimSuffix(text, "."))
}

// ValidDomain reports whether s is a bare host name in lower-case ASCII with at
// least one dot: what GitHub Pages takes as a custom domain (R022, E14).
func ValidDomain(s string) bool {
	if len(s) > 253 || !strings.Contains(s, ".") {
		return false
	}
	letters := false
	for label := range strings.SplitSeq(s, ".") {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		letters = false
		for i := 0; i < len(label); i++ {
			c := label[i]
			if !isDigit(c) && c != '-' && (c < 'a' || c > 'z') {
				return false
			}
			letters = letters || !isDigit(c)
		}
	}
	return letters // the last label of a name is never a number; that would be an address
}

func (c *closer) source() {
	c.sourceBranch()
	c.pagesHost()
	text := strings.TrimSpace(c.in.SourcePath.Text)
	c.out.SourcePath = sourcePath(text)
	switch c.out.SourcePath {
	case "", "/", "/docs":
		return
	}
	fix := line(KeySourcePath, "/") + ` or "/docs"; leave it out for a deployment by Actions`
	if strings.Trim(text, "/") == "docs" {
		fix = line(KeySourcePath, "/docs")
	}
	c.report(Problem{
		Rule: "gate/source-path", Refs: []string{"R021"}, Severity: Error, Key: KeySourcePath,
		Message: fmt.Sprintf("SOURCE_PATH %q is neither / nor /docs, the two folders that Pages publishes from a branch", text), Fix: fix,
	})
}

func (c *closer) pagesHost() {
	text := strings.Trim(strings.TrimSpace(c.in.PagesHost.Text), "/")
	if text == "" {
		return
	}
	root, err := NormRoot("https://" + text)
	if err == nil {
		c.out.PagesHost = strings.TrimSuffix(strings.TrimPrefix(root, "https://"), "/")
		return
	}
	c.report(Problem{
		Rule: "gate/provider", Refs: []string{"R007"}, Severity: Error, Key: KeyPagesHost,
		Message: fmt.Sprintf("pagesHost %q %v", text, err), Fix: "write the host on which the Enterprise installation publishes Pages, as in " + line(KeyPagesHost, "pages.example.com"),
	})
}

func (c *closer) sourceBranch() {
	text := strings.TrimSpace(c.in.SourceBranch.Text)
	if text == "null" {
		text = ""
	}
	c.out.SourceBranch = text
	name := strings.TrimPrefix(text, "refs/heads/")
	if name == text && validBranch(text) {
		return
	}
	p := Problem{
		Rule: "gate/source-branch", Refs: []string{"R020"}, Severity: Warning, Key: KeySourceBranch,
		Message: fmt.Sprintf("SOURCE_BRANCH %q is no branch name", text),
		Fix:     "write the name of the branch that Pages publishes; leave it out for a deployment by Actions",
	}
	c.out.SourceBranch = ""
	if name != text && validBranch(name) {
		p.Fix = line(KeySourceBranch, name)
		c.out.SourceBranch = name
	}
	c.report(p)
}

// validBranch follows git check-ref-format as far as it matters for a name.
func validBranch(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c <= ' ' || c == 0x7f || strings.IndexByte("~^:?*[\\", c) >= 0 {
			return false
		}
	}
	// Git takes any other byte; what does not print, and separates lines for some readers, is no name that anybody gives.
	if !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return false
	}
	return !strings.Contains(s, "..") && !strings.Contains(s, "//") && !strings.HasPrefix(s, "/") && !strings.HasSuffix(s, "/") && !strings.HasSuffix(s, ".lock")
}

// sourcePath reads the spellings of the root that the protocol itself uses.
func sourcePath(text string) string {
	switch text = strings.TrimSpace(text); text {
	case "root":
		return "/"
	case "null":
		return ""
	}
	return text
}

func (c *closer) siteRoot() {
	fix := "write siteRoot (in a Hugo configuration: baseURL) with the URL where the site begins, or pass --site-root URL"
	if root := c.defaultSiteRoot(); root != "" {
		fix = c.line(KeySiteRoot, root) + ", if that is where the site begins (in a Hugo configuration: baseURL)"
	}
	text, ok := c.mandatory(KeySiteRoot, "gate/site-root", fix, "R015", "R024", "R057")
	if !ok {
		return
	}
	root, err := NormRoot(text)
	if err != nil {
		c.report(Problem{
			Rule: "gate/site-root", Refs: []string{"R024", "R042"}, Severity: Error, Key: KeySiteRoot, Open: true,
			Message: fmt.Sprintf("SITE_ROOT %q %v", text, err), Fix: fix,
		})
		return
	}
	c.out.SiteRoot = root
	scheme, rest, _ := strings.Cut(root, "://")
	host, path, _ := strings.Cut(rest, "/")
	c.out.DomainRoot = scheme + "://" + host + "/"
	c.out.ProjectRoot = "/" + path
	if !c.localHost(host) {
		c.scheme(scheme, host)
	}
}

// defaultSiteRoot is the default that the protocol names for a type (R030,
// R034); it stands only in advice.
func (c *closer) defaultSiteRoot() string {
	d := &c.out
	host := "https://" + strings.ToLower(d.Owner) + ".github.io/"
	switch {
	case d.PagesHost != "" || d.Owner == "" || d.Repo == "" || !validOwner(d.Owner) || !validRepo(d.Repo):
		return ""
	case d.PagesType == UserOrOrgSite:
		return host
	case d.PagesType == ProjectSite:
		return host + d.Repo + "/"
	}
	return ""
}

// localHost reports a host that Pages does not publish on, and whether it did.
func (c *closer) localHost(host string) bool {
	name := host
	if !strings.HasPrefix(host, "[") {
		name, _, _ = strings.Cut(host, ":")
	}
	p := Problem{
		Rule: "gate/local-host", Refs: []string{"R007", "R042"}, Severity: Error, Key: KeySiteRoot,
		Message: fmt.Sprintf("SITE_ROOT %s is a host that only this machine or network knows", c.out.SiteRoot),
		Fix:     "write the URL at which GitHub Pages publishes the site",
	}
	if root := c.defaultSiteRoot(); root != "" {
		p.Fix = c.line(KeySiteRoot, root)
	}
	switch {
	case isLocalHost(name):
	case name != host:
		p.Message = fmt.Sprintf("SITE_ROOT %s names a port; GitHub Pages publishes on the standard ports only", c.out.SiteRoot)
	default:
		return false
	}
	c.report(p)
	return true
}

// isLocalHost recognises names and addresses that are not published: localhost,
// names without a dot, and every bare IP address.
func isLocalHost(name string) bool {
	if strings.HasPrefix(name, "[") || !strings.Contains(name, ".") {
		return true
	}
	last := name[strings.LastIndexByte(name, '.')+1:]
	switch last {
	case "localhost", "local", "internal", "test", "invalid":
		return true
	}
	for i := 0; i < len(last); i++ {
		if !isDigit(last[i]) {
			return false
		}
	}
	return true
}

func (c *closer) scheme(scheme, host string) {
	if scheme == "https" {
		return
	}
	p := Problem{
		Rule: "gate/scheme", Refs: []string{"E15"}, Severity: Warning, Key: KeySiteRoot,
		Message: fmt.Sprintf("SITE_ROOT %s is http; GitHub Pages serves every site over https", c.out.SiteRoot),
		Fix:     c.line(KeySiteRoot, "https"+strings.TrimPrefix(c.out.SiteRoot, "http")) + "; enforce HTTPS in the repository's Pages settings",
	}
	if strings.HasSuffix(host, ".github.io") {
		p.Severity = Error
	}
	c.report(p)
}

// classify checks PAGES_TYPE, REPO, CUSTOM_DOMAIN and SITE_ROOT against each
// other (R029–R041, A23–A25, A42, A43).
func (c *closer) classify() {
	d := &c.out
	hasDomain := d.CustomDomain != NoCustomDomain
	if hasDomain != (d.PagesType == CustomDomainSite) {
		p := Problem{Rule: "gate/custom-domain", Refs: []string{"R038"}, Severity: Error, Key: KeyCustomDomain}
		if hasDomain {
			p.Key, p.Rule = KeyPagesType, "gate/pages-type"
			p.Message = fmt.Sprintf("PAGES_TYPE is %s, but CUSTOM_DOMAIN is %s", d.PagesType, d.CustomDomain)
			p.Fix = line(KeyPagesType, string(CustomDomainSite))
		} else {
			p.Message = "PAGES_TYPE is CUSTOM_DOMAIN_SITE, but CUSTOM_DOMAIN is NONE"
			p.Fix = "write customDomain with the host that is configured on GitHub Pages, or pass --custom-domain HOST"
		}
		c.report(p)
		return
	}
	switch d.PagesType {
	case CustomDomainSite:
		c.customDomainSite()
	case UserOrOrgSite:
		c.userSite()
	case ProjectSite:
		c.projectSite()
	}
}

func (c *closer) customDomainSite() {
	d := &c.out
	if host := d.Host(); host != d.CustomDomain {
		p := Problem{
			Rule: "gate/custom-domain", Refs: []string{"R038"}, Severity: Error, Key: KeySiteRoot,
			Message: fmt.Sprintf("SITE_ROOT is on the host %s, but CUSTOM_DOMAIN is %s", host, d.CustomDomain),
			Fix:     c.line(KeySiteRoot, "https://"+d.CustomDomain+d.ProjectRoot),
		}
		switch {
		case strings.HasSuffix(host, ".github.io"):
			p.Refs = append(p.Refs, "R040")
			p.Message += "; once a custom domain is active, GitHub's host only redirects to it"
			p.Fix = c.line(KeySiteRoot, "https://"+d.CustomDomain+"/") + " (or the domain with /" + d.Repo + "/, if the domain belongs to the account's user site)"
		case "www."+host == d.CustomDomain || "www."+d.CustomDomain == host:
			p.Message += "; GitHub Pages redirects one to the other, so the configured one has to be written"
		}
		c.report(p)
		return
	}
	switch path := d.ProjectRoot; {
	case path == "/":
		if !c.confirmed() {
			c.report(Problem{
				Rule: "gate/root-unconfirmed", Refs: []string{"R041", "R009"}, Severity: Warning, Key: KeySiteRoot,
				Message: fmt.Sprintf("nothing confirms that this site is served at the root of %s; a project site that inherits the domain of its user site is served below /%s/", d.CustomDomain, d.Repo),
				Fix:     line(KeySiteRootConfirmed, "true") + " after a look at the repository's Pages settings, or give a saved answer of the Pages API (--pages-json)",
			})
		}
	case isUserSiteRepo(d.Owner, d.Repo):
		c.report(Problem{
			Rule: "gate/site-root", Refs: []string{"R029", "R039"}, Severity: Error, Key: KeySiteRoot,
			Message: fmt.Sprintf("SITE_ROOT has the path %s, but the user site %s is served at the root of its domain", path, d.Repo),
			Fix:     c.line(KeySiteRoot, d.DomainRoot),
		})
	case path != "/"+d.Repo+"/":
		c.wrongPath([]string{"R039", "R044"}, "below a custom domain, GitHub Pages serves a repository at the root or under /"+d.Repo+"/")
	}
}

// confirmed reports whether any source confirms SITE_ROOT: the declared value,
// the Pages API, or a CNAME file of the tree (R009, R041).
func (c *closer) confirmed() bool {
	for _, v := range c.in.All(KeySiteRootConfirmed) {
		if yes, _ := parseBool(v.Text); yes {
			return true
		}
	}
	return false
}

// wrongPath reports a SITE_ROOT whose path is not /REPO/.
func (c *closer) wrongPath(refs []string, why string) {
	d := &c.out
	p := Problem{
		Rule: "gate/project-site", Refs: refs, Severity: Error, Key: KeySiteRoot,
		Message: fmt.Sprintf("SITE_ROOT %s has the path %s, but REPO is %s; %s", d.SiteRoot, d.ProjectRoot, d.Repo, why),
		Fix:     c.line(KeySiteRoot, d.DomainRoot+d.Repo+"/"),
	}
	if strings.EqualFold(d.ProjectRoot, "/"+d.Repo+"/") {
		p.Severity = Warning
		p.Message = fmt.Sprintf("SITE_ROOT has the path %s, but REPO is written %s; paths are case-sensitive, so both have to be in the repository's exact case", d.ProjectRoot, d.Repo)
		p.Fix += ", or correct repo"
	}
	c.report(p)
}

func (c *closer) userSite() {
	d := &c.out
	if !isUserSiteRepo(d.Owner, d.Repo) {
		c.report(Problem{
			Rule: "gate/user-site-repo", Refs: []string{"R029"}, Severity: Error, Key: KeyRepo,
			Message: fmt.Sprintf("PAGES_TYPE is USER_OR_ORG_SITE, but the repository is %s/%s; only %s/%s.github.io is published at the root of the account's host", d.Owner, d.Repo, d.Owner, strings.ToLower(d.Owner)),
			Fix:     line(KeyPagesType, string(ProjectSite)) + "; or correct repo",
		})
		return
	}
	if strings.HasSuffix(strings.ToLower(d.Repo), ".github.com") {
		c.report(Problem{
			Rule: "gate/user-site-repo", Refs: []string{"R029"}, Severity: Warning, Key: KeyRepo,
			Message: fmt.Sprintf("the repository name %s is the legacy form of a user site", d.Repo),
			Fix:     "rename the repository to " + strings.ToLower(d.Owner) + ".github.io and " + line(KeyRepo, strings.ToLower(d.Owner)+".github.io"),
		})
	}
	if !c.hostFits() {
		return
	}
	switch {
	case d.PagesHost != "":
		if d.SiteRoot != d.DomainRoot {
			c.report(Problem{
				Rule: "gate/domain-root", Refs: []string{"R031"}, Severity: Warning, Key: KeySiteRoot,
				Message: fmt.Sprintf("this user site begins at %s, below the root of its host: root-relative paths do not reach it", d.SiteRoot),
				Fix:     "nothing, if the Enterprise installation serves user sites there; write every discovery URL absolute",
			})
		}
	case isPrivateHost(d.Host()):
		c.report(Problem{
			Rule: "gate/pages-type", Refs: []string{"R019", "R030"}, Severity: Error, Key: KeyPagesType,
			Message: fmt.Sprintf("PAGES_TYPE is USER_OR_ORG_SITE, but %s is the host of a privately published project site", d.Host()),
			Fix:     line(KeyPagesType, string(ProjectSite)),
		})
	case d.SiteRoot != d.DomainRoot:
		c.report(Problem{
			Rule: "gate/site-root", Refs: []string{"R030"}, Severity: Error, Key: KeySiteRoot,
			Message: fmt.Sprintf("SITE_ROOT %s has a path, but the user site %s is published at the root of its host", d.SiteRoot, d.Repo),
			Fix:     c.line(KeySiteRoot, d.DomainRoot),
		})
	}
}

func (c *closer) projectSite() {
	d := &c.out
	if isUserSiteRepo(d.Owner, d.Repo) {
		c.report(Problem{
			Rule: "gate/user-site-repo", Refs: []string{"R033"}, Severity: Error, Key: KeyPagesType,
			Message: fmt.Sprintf("PAGES_TYPE is PROJECT_SITE, but %s is the repository of the account's user site", d.Repo),
			Fix:     line(KeyPagesType, string(UserOrOrgSite)),
		})
		return
	}
	if !c.hostFits() || d.PagesHost != "" {
		return
	}
	switch {
	case isPrivateHost(d.Host()):
		if d.SiteRoot != d.DomainRoot {
			c.report(Problem{
				Rule: "gate/site-root", Refs: []string{"R034"}, Severity: Error, Key: KeySiteRoot,
				Message: fmt.Sprintf("SITE_ROOT %s has a path, but a privately published site is served at the root of its host", d.SiteRoot),
				Fix:     c.line(KeySiteRoot, d.DomainRoot),
			})
		}
	case d.ProjectRoot != "/"+d.Repo+"/":
		c.wrongPath([]string{"R034", "R059"}, "a project site is published under /"+d.Repo+"/")
	}
}

// hostFits checks the host of a site without a custom domain (R007, R030,
// R035): the owner's public host, a private Pages host, or the declared host of
// an Enterprise installation.
func (c *closer) hostFits() bool {
	d := &c.out
	host := d.Host()
	private := isPrivateHost(host)
	if private {
		c.report(Problem{
			Rule: "gate/private-host", Refs: []string{"R007"}, Severity: Info, Key: KeySiteRoot,
			Message: fmt.Sprintf("%s is published privately: crawlers and machine readers outside the organization cannot read the set", host),
			Fix:     "nothing, if that is intended",
		})
	}
	if d.PagesHost != "" {
		want, _, _ := strings.Cut(d.PagesHost, "/")
		if host == want || strings.HasSuffix(host, "."+want) {
			return true
		}
		c.report(Problem{
			Rule: "gate/provider", Refs: []string{"R007"}, Severity: Error, Key: KeySiteRoot,
			Message: fmt.Sprintf("SITE_ROOT is on the host %s, but pagesHost is %s", host, d.PagesHost),
			Fix:     line(KeyPagesHost, host) + ", or correct " + c.name(KeySiteRoot),
		})
		return false
	}
	if private {
		return true
	}
	owner, public := PublicOwner(host)
	if public && owner == strings.ToLower(d.Owner) {
		return true
	}
	p := Problem{Rule: "gate/provider", Refs: []string{"R007", "R010"}, Severity: Error, Key: KeySiteRoot}
	if public {
		p.Rule, p.Refs = "gate/domain-root", []string{"R030", "R035"}
		p.Message = fmt.Sprintf("SITE_ROOT is on the host %s, but OWNER is %s", host, d.Owner)
		p.Fix = c.line(KeySiteRoot, c.defaultSiteRoot()) + ", or correct owner"
	} else {
		p.Message = fmt.Sprintf("SITE_ROOT is on the host %s, which is neither %s.github.io nor a declared custom domain or Pages host", host, strings.ToLower(d.Owner))
		p.Fix = "for a custom domain " + line(KeyCustomDomain, host) + " with " + string(KeyPagesType) + ` = "CUSTOM_DOMAIN_SITE"; for an Enterprise installation ` + line(KeyPagesHost, host)
	}
	c.report(p)
	return false
}

// rootAgainst reports a declared root that cannot be read or whose scheme is
// another than SITE_ROOT's. ok is false when nothing more can be said of it.
func (c *closer) rootAgainst(key Key, rule string) (root string, ok bool) {
	v := c.in.Get(key)
	if strings.TrimSpace(v.Text) == "" {
		return "", false
	}
	p := Problem{Rule: rule, Refs: []string{ledgerOf(key)}, Severity: Error, Key: key}
	root, err := NormRoot(strings.TrimSpace(v.Text))
	if err != nil {
		p.Message = fmt.Sprintf("%s %q %v", key.Variable(), v.Text, err)
		p.Fix = line(key, c.derived(key))
		c.report(p)
		return "", false
	}
	if a, _, _ := strings.Cut(root, ":"); !strings.HasPrefix(c.out.SiteRoot, a+":") {
		c.report(Problem{
			Rule: "gate/scheme", Refs: []string{"E15", ledgerOf(key)}, Severity: Error, Key: key,
			Message: fmt.Sprintf("%s %s and SITE_ROOT %s have different schemes", key.Variable(), root, c.out.SiteRoot),
			Fix:     line(key, c.derived(key)),
		})
		return "", false
	}
	return root, true
}

func (c *closer) derived(key Key) string {
	switch key {
	case KeyDomainRoot:
		return c.out.DomainRoot
	case KeyProjectRoot:
		return c.out.ProjectRoot
	}
	return c.out.SiteRoot
}

func (c *closer) domainRoot() {
	root, ok := c.rootAgainst(KeyDomainRoot, "gate/domain-root")
	if !ok || root == c.out.DomainRoot {
		return
	}
	p := Problem{
		Rule: "gate/domain-root", Refs: []string{"R023", "R043"}, Severity: Error, Key: KeyDomainRoot,
		Message: fmt.Sprintf("DOMAIN_ROOT %s is not the host of SITE_ROOT, %s", root, c.out.DomainRoot),
		Fix:     line(KeyDomainRoot, c.out.DomainRoot) + "; or leave it out, it follows from SITE_ROOT",
	}
	if strings.HasPrefix(root, c.out.DomainRoot) {
		p.Message = fmt.Sprintf("DOMAIN_ROOT %s has a path; it is the bare host", root)
	}
	c.report(p)
}

// projectPath gives a declared PROJECT_ROOT both its slashes.
func projectPath(text string) string {
	text = strings.Trim(strings.TrimSpace(text), "/")
	if text == "" {
		return "/"
	}
	return "/" + text + "/"
}

func (c *closer) projectRoot() {
	v := c.in.ProjectRoot
	if !v.Declared() || projectPath(v.Text) == c.out.ProjectRoot {
		return
	}
	c.report(Problem{
		Rule: "gate/project-root", Refs: []string{"R044"}, Severity: Error, Key: KeyProjectRoot,
		Message: fmt.Sprintf("PROJECT_ROOT %q is not the path of SITE_ROOT, %s", v.Text, c.out.ProjectRoot),
		Fix:     line(KeyProjectRoot, c.out.ProjectRoot) + "; or leave it out, it follows from SITE_ROOT",
	})
}

func (c *closer) discoveryRoot() {
	c.out.DiscoveryRoot = c.out.SiteRoot // R047
	root, ok := c.rootAgainst(KeyDiscoveryRoot, "gate/discovery-root")
	if !ok || root == c.out.SiteRoot {
		return
	}
	p := Problem{
		Rule: "gate/discovery-root", Refs: []string{"R025", "R046", "R047"}, Severity: Error, Key: KeyDiscoveryRoot,
		Message: fmt.Sprintf("DISCOVERY_ROOT %s lies outside SITE_ROOT %s, hence outside this tree; the files are looked for at SITE_ROOT", root, c.out.SiteRoot),
		Fix:     line(KeyDiscoveryRoot, c.out.SiteRoot) + "; or leave it out",
	}
	if strings.HasPrefix(root, c.out.SiteRoot) { // A07
		c.out.DiscoveryRoot = root
		p.Severity = Warning
		p.Message = fmt.Sprintf("DISCOVERY_ROOT %s is a folder below SITE_ROOT; a sitemap there may not list the pages outside it", root)
	}
	c.report(p)
}

func (c *closer) control() {
	d := &c.out
	atRoot := d.SiteRoot == d.DomainRoot
	d.ControlsDomainRoot = atRoot
	if v := c.in.ControlsDomainRoot; strings.TrimSpace(v.Text) != "" {
		control, ok := parseBool(v.Text)
		p := Problem{Rule: "gate/domain-control", Refs: []string{"R051", "R066"}, Severity: Warning, Key: KeyControlsDomainRoot}
		switch {
		case !ok:
			p.Severity = Error
			p.Message = fmt.Sprintf("controlsDomainRoot is %q, neither true nor false", v.Text)
			p.Fix = line(KeyControlsDomainRoot, fmt.Sprint(atRoot)) + "; or leave it out, it follows from SITE_ROOT"
		case control && !atRoot:
			p.Message = fmt.Sprintf("controlsDomainRoot is true, but this site begins at %s: its files cannot reach %srobots.txt", d.SiteRoot, d.DomainRoot)
			p.Fix = line(KeyControlsDomainRoot, "false") + "; the authoritative robots.txt belongs to the site at the root of the host"
		case !control && atRoot:
			d.ControlsDomainRoot = false // something in front of Pages answers at the root
			p.Severity = Info
			p.Message = fmt.Sprintf("controlsDomainRoot is false, though this site begins at %s: where nothing stands in front of GitHub Pages, crawlers obey its robots.txt", d.SiteRoot)
			p.Fix = "nothing, if another server answers there; else leave it out"
		default:
			p.Message = ""
		}
		if p.Message != "" {
			c.report(p)
		}
	}
	switch text := strings.TrimSpace(c.in.CrawlerControl.Text); text {
	case "", "required":
	case "not-required":
		d.CrawlerControlOff = true
	default:
		c.report(Problem{
			Rule: "gate/domain-control", Refs: []string{"R066"}, Severity: Error, Key: KeyCrawlerControl,
			Message: fmt.Sprintf("crawlerControl is %q, neither required nor not-required", text),
			Fix:     line(KeyCrawlerControl, "required") + `, or "not-required" if no robots.txt is wanted at the root`,
		})
	}
}

func parseBool(text string) (value, ok bool) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "true":
		return true, true
	case "false":
		return false, true
	}
	return false, false
}

func (c *closer) discoveryURLs() {
	d := &c.out
	d.LLMSURL = Join(d.DiscoveryRoot, LLMSFile)
	d.RawManifestURL = Join(d.DiscoveryRoot, RawManifestFile)
	d.SitemapURL = Join(d.DiscoveryRoot, SitemapFile)
	d.RobotsURL = Join(d.DiscoveryRoot, RobotsFile)
	if d.ControlsDomainRoot {
		d.RobotsURL = Join(d.DomainRoot, RobotsFile)
	}
	for _, u := range []struct {
		key  Key
		want string
	}{
		{KeyLLMSURL, d.LLMSURL}, {KeyRawManifestURL, d.RawManifestURL}, {KeySitemapURL, d.SitemapURL}, {KeyRobotsURL, d.RobotsURL},
	} {
		v := c.in.Get(u.key)
		text := strings.TrimSpace(v.Text)
		if text == "" {
			continue
		}
		if equal, _ := SameURL(text, u.want); equal {
			continue
		}
		c.report(Problem{
			Rule: "gate/discovery-urls", Refs: []string{ledgerOf(u.key), "R053"}, Severity: Error, Key: u.key,
			Message: fmt.Sprintf("%s %q is not %s, the file at its root", u.key.Variable(), text, u.want),
			Fix:     line(u.key, u.want) + "; or leave it out, it follows from the roots",
		})
	}
}
