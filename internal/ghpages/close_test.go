package ghpages

import "testing"

func TestSmoke(t *testing.T) {
	var d Declared
	for k, v := range map[Key]string{KeyOwner: "example-user", KeyRepo: "example-project", KeyPagesType: "PROJECT_SITE", KeyCustomDomain: "NONE", KeySiteRoot: "https://example-user.github.io/example-project"} {
		d.Add(k, Value{v, Origin{Kind: FromFlag, Name: k.Flag()}})
	}
	dep, problems := Close(d)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if dep.LLMSURL != "https://example-user.github.io/example-project/llms.txt" || dep.ControlsDomainRoot {
		t.Fatalf("%+v", dep)
	}
	r := dep.NewResolver()
	r.SetPage("docs/index.html", "")
	for _, s := range []string{"", "#a", "../llms.txt", "x/?q#f", "/llms.txt", "/example-project/a/", "https://example-user.github.io/example-project/b%20c", "mailto:x", "javascript:1", "//example.com/x", "http://example-user.github.io/example-project/", "%zz", "/example-project"} {
		t.Logf("%q: %+v", s, r.Ref(s))
	}
}
