package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
)

// MaxSize bounds every file that this package reads, in bytes.
const MaxSize = 256 << 10

// pagesAnswer holds the fields that matter here of GitHub's answer to
// GET /repos/OWNER/REPO/pages.
type pagesAnswer struct {
	URL       string  `json:"url"`
	CNAME     *string `json:"cname"`
	HTMLURL   string  `json:"html_url"`
	BuildType string  `json:"build_type"`
	Source    *struct {
		Branch string `json:"branch"`
		Path   string `json:"path"`
	} `json:"source"`
}

// LoadPagesJSON reads a saved answer of the Pages API, as
// "gh api repos/OWNER/REPO/pages" prints it.
func LoadPagesJSON(file string) ([]ghpages.Declaration, error) {
	data, err := Read(file)
	if err != nil {
		return nil, err
	}
	return ParsePagesJSON(file, data)
}

// ParsePagesJSON derives declarations from an answer of the Pages API. The
// answer names the repository, the custom domain and the URL of the site, so
// the type follows from it: this is reading, not guessing (R009, R041).
func ParsePagesJSON(file string, data []byte) ([]ghpages.Declaration, error) {
	var a pagesAnswer
	if err := json.Unmarshal(data, &a); err != nil {
		e := &Error{File: file, Message: "is not the JSON of a Pages API answer: " + err.Error(), Fix: "save the output of: gh api repos/OWNER/REPO/pages"}
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			e.Line, e.Column = lineColumn(data, int(syntax.Offset)-1)
		}
		return nil, e
	}
	if a.HTMLURL == "" {
		return nil, &Error{File: file, Message: "has no html_url: it is not the answer of the Pages API", Fix: "save the output of: gh api repos/OWNER/REPO/pages"}
	}
	var out []ghpages.Declaration
	add := func(key ghpages.Key, name, text string) {
		if text != "" {
			out = append(out, ghpages.Declaration{Key: key, Value: ghpages.Value{Text: text, Origin: ghpages.Origin{
				Kind: ghpages.FromPagesJSON, Name: name, File: file,
			}}})
		}
	}
	apiHost, owner, repo := splitAPIURL(a.URL)
	add(ghpages.KeyOwner, "url", owner)
	add(ghpages.KeyRepo, "url", repo)
	site, err := ghpages.NormRoot(a.HTMLURL)
	if err != nil {
		return nil, &Error{File: file, Message: fmt.Sprintf("html_url %q %v", a.HTMLURL, err), Fix: "save the answer again"}
	}
	_, rest, _ := strings.Cut(site, "://")
	host, _, _ := strings.Cut(rest, "/")

	domain := ""
	if a.CNAME != nil {
		domain = strings.TrimSpace(*a.CNAME)
	}
	name := "cname"
	onGitHub := apiHost == "" || apiHost == "api.github.com"
	if domain == "" && onGitHub && !strings.HasSuffix(host, ".github.io") {
		domain, name = host, "html_url" // the domain of the user site, inherited (A23)
	}
	switch {
	case domain != "":
		add(ghpages.KeyCustomDomain, name, domain)
		add(ghpages.KeyPagesType, name, string(ghpages.CustomDomainSite))
	case owner != "":
		add(ghpages.KeyCustomDomain, "cname", ghpages.NoCustomDomain)
		if strings.EqualFold(repo, owner+".github.io") || strings.EqualFold(repo, owner+".github.com") {
			add(ghpages.KeyPagesType, "url", string(ghpages.UserOrOrgSite))
		} else {
			add(ghpages.KeyPagesType, "url", string(ghpages.ProjectSite))
		}
	default:
		add(ghpages.KeyCustomDomain, "cname", ghpages.NoCustomDomain)
	}
	if domain == "" && !onGitHub {
		add(ghpages.KeyPagesHost, "html_url", host)
	}
	if a.Source != nil && a.BuildType != "workflow" {
		add(ghpages.KeySourceBranch, "source.branch", a.Source.Branch)
		add(ghpages.KeySourcePath, "source.path", a.Source.Path)
	}
	add(ghpages.KeySiteRoot, "html_url", a.HTMLURL)
	add(ghpages.KeySiteRootConfirmed, "html_url", "true")
	return out, nil
}

// splitAPIURL reads owner and repository from the answer's own address,
// https://api.github.com/repos/OWNER/REPO/pages.
func splitAPIURL(u string) (host, owner, repo string) {
	_, rest, ok := strings.Cut(u, "://")
	if !ok {
		return "", "", ""
	}
	host, rest, _ = strings.Cut(rest, "/")
	_, rest, ok = strings.Cut("/"+rest, "/repos/")
	if !ok {
		return host, "", ""
	}
	owner, rest, _ = strings.Cut(rest, "/")
	repo, _, _ = strings.Cut(rest, "/")
	return host, owner, repo
}

// Read reads a file that the user names, such as a configuration: a regular
// one of at most 256 KiB, whatever size it says that it has. The error is an
// *Error.
func Read(file string) ([]byte, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, &Error{File: file, Message: "cannot be read: " + cause(err), Fix: "check the path"}
	}
	if !info.Mode().IsRegular() {
		return nil, &Error{File: file, Message: "is not a regular file", Fix: "name a file"}
	}
	f, err := os.Open(file) // #nosec G304 -- the user names it
	if err != nil {
		return nil, &Error{File: file, Message: "cannot be read: " + cause(err), Fix: "check its permissions"}
	}
	defer f.Close()
	return readAll(file, f)
}

// readAll reads what a file holds, up to the bound: files of /proc are regular,
// have no size, and need not end.
func readAll(file string, r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	if err != nil {
		return nil, &Error{File: file, Message: "cannot be read: " + cause(err), Fix: "check its permissions"}
	}
	if len(data) > MaxSize {
		return nil, &Error{File: file, Message: fmt.Sprintf("has more than %d bytes, which are not read", MaxSize), Fix: "name the right file"}
	}
	return data, nil
}

// cause is the part of a file error that does not repeat the path.
func cause(err error) string {
	if pe, ok := errors.AsType[*os.PathError](err); ok {
		return pe.Err.Error()
	}
	return err.Error()
}
