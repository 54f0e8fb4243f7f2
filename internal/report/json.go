package report

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/discovery-set/hugo-discovery/internal/ghpages"
	"github.com/discovery-set/hugo-discovery/internal/rules"
)

// SchemaVersion is the version of the JSON report's form.
const SchemaVersion = "1"

// JSON writes the report that schema/report.schema.json describes.
func JSON(w io.Writer, result *rules.Result, _ Options) error {
	d := result.Deployment
	findings := result.Findings
	if findings == nil {
		findings = []rules.Finding{}
	}
	return WriteJSON(w, "  ", struct {
		SchemaVersion string          `json:"schema_version"`
		Tree          string          `json:"tree"`
		Kind          string          `json:"kind"`
		Deployment    Deployment      `json:"deployment"`
		Findings      []rules.Finding `json:"findings"`
		Summary       rules.Summary   `json:"summary"`
	}{
		SchemaVersion, result.Tree, result.Kind,
		DeploymentOf(&d),
		findings, result.Summary,
	})
}

// WriteJSON writes v, indented, as JSON that a terminal and the log of a
// workflow can show.
func WriteJSON(w io.Writer, indent string, v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetIndent("", indent)
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(logJSON(asciiControls(b.Bytes())))
	return err
}

// Deployment has the keys of the manifest's deployment block.
type Deployment struct {
	Provider           string `json:"provider"`
	Owner              string `json:"owner"`
	Repo               string `json:"repo"`
	PagesType          string `json:"pages_type"`
	SourceBranch       string `json:"source_branch,omitempty"`
	SourcePath         string `json:"source_path,omitempty"`
	CustomDomain       string `json:"custom_domain"`
	PagesHost          string `json:"pages_host,omitempty"`
	DomainRoot         string `json:"domain_root"`
	SiteRoot           string `json:"site_root"`
	ProjectRoot        string `json:"project_root"`
	DiscoveryRoot      string `json:"discovery_root"`
	ControlsDomainRoot bool   `json:"controls_domain_root"`
}

// DeploymentOf is the closed deployment as the reports print it.
func DeploymentOf(d *ghpages.Deployment) Deployment {
	return Deployment{
		ghpages.Provider, d.Owner, d.Repo, string(d.PagesType), d.SourceBranch, d.SourcePath, d.CustomDomain,
		d.PagesHost, d.DomainRoot, d.SiteRoot, d.ProjectRoot, d.DiscoveryRoot, d.ControlsDomainRoot,
	}
}
