package rules

import (
	"strings"
	"testing"
)

// dropCausedBy keeps what is listed here by rule and file, and what the one
// that stays for others says of them.
func TestDropCausedBy(t *testing.T) {
	for _, c := range []struct {
		name     string
		findings []Finding
		want     string
	}{
		{"a missing file takes what leads to it along", []Finding{
			{Rule: "files/missing", Severity: Error, File: "llms.txt"},
			{Rule: "links/broken", File: "index.html", cause: "llms.txt"},
			{Rule: "links/broken", File: "index.html", cause: "other.html"},
		}, "files/missing llms.txt, links/broken index.html"},
		{"but not where it is no error", []Finding{
			{Rule: "files/missing", Severity: Warning, File: "llms.txt"},
			{Rule: "links/broken", File: "index.html", cause: "llms.txt"},
		}, "files/missing llms.txt, links/broken index.html"},
		{"a misnamed file", []Finding{
			{Rule: "files/case", File: "Index.html", cause: "index.html"},
			{Rule: "head/title", File: "Index.html"},
			{Rule: "llms/title", File: "Index.html"},
			{Rule: "links/broken", File: "a.html", cause: "index.html"},
			{Rule: "links/case", File: "b.html", cause: "Index.html"},
		}, "files/case Index.html, llms/title Index.html"},
		{"a misnamed file that means no other", []Finding{
			{Rule: "files/case", File: "a.HTML"},
			{Rule: "head/title", File: "a.html"},
		}, "files/case a.HTML, head/title a.html"},
		{"one of the set", []Finding{
			{Rule: "manifest/pages", File: "raw-manifest.json", cause: "x.html"},
		}, "manifest/pages raw-manifest.json"},
		{"two of the set: the first rule stays", []Finding{
			{Rule: "sitemap/not-a-page", File: "sitemap.xml", cause: "x.html"},
			{Rule: "manifest/pages", File: "raw-manifest.json", cause: "x.html"},
		}, "manifest/pages raw-manifest.json; sitemap.xml names it too"},
		{"one rule twice: the first finding stays", []Finding{
			{Rule: "manifest/pages", File: "a.json", cause: "x.html"},
			{Rule: "manifest/pages", File: "b.json", cause: "x.html"},
			{Rule: "links/broken", File: "c.html", cause: "x.html"},
		}, "manifest/pages a.json; b.json and c.html name it too"},
		{"one more than fits", []Finding{
			{Rule: "manifest/pages", File: "a.json", cause: "x.html"},
			{Rule: "links/broken", File: "1.html", cause: "x.html"},
			{Rule: "links/broken", File: "2.html", cause: "x.html"},
			{Rule: "links/broken", File: "2.html", cause: "x.html"},
			{Rule: "links/broken", File: "3.html", cause: "x.html"},
			{Rule: "links/broken", File: "4.html", cause: "x.html"},
			{Rule: "links/broken", File: "5.html", cause: "x.html"},
			{Rule: "links/broken", File: "6.html", cause: "x.html"},
			{Rule: "links/broken", File: "7.html", cause: "x.html"},
			{Rule: "links/broken", File: "8.html", cause: "x.html"},
			{Rule: "links/broken", File: "9.html", cause: "x.html"},
			{Rule: "links/broken", File: "10.html", cause: "x.html"},
			{Rule: "links/broken", File: "11.html", cause: "x.html"},
		}, "manifest/pages a.json; 1.html, 2.html, 3.html, 4.html, 5.html, 6.html and 5 more files name it too"},
		{"what the set says of a missing file is dropped, and says nothing of others", []Finding{
			{Rule: "files/missing", Severity: Error, File: "index.html"},
			{Rule: "manifest/pages", File: "a.json", cause: "index.html"},
			{Rule: "links/broken", File: "c.html", cause: "index.html"},
		}, "files/missing index.html"},
		{"what names it is of the set, but dropped itself", []Finding{
			{Rule: "files/case", File: "Llms.txt", cause: "llms.txt"},
			{Rule: "manifest/pages", File: "a.json", cause: "llms.txt"},
			{Rule: "links/broken", File: "c.html", cause: "llms.txt"},
			{Rule: "links/broken", File: "c.html"},
		}, "files/case Llms.txt, links/broken c.html"},
		{"nothing", []Finding{{Rule: "head/title", File: "a.html"}}, "head/title a.html"},
	} {
		var got []string
		for _, f := range dropCausedBy(c.findings) {
			got = append(got, f.Rule+" "+f.File+f.Message)
		}
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("%s: %s, want %s", c.name, text, c.want)
		}
	}
}
