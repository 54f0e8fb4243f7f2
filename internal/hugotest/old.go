package hugotest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Floor is the oldest Hugo that the module supports: the one that GitHub's starter workflow installs.
const Floor = "0.128.0"

// OldVersions are the versions of Hugo that the module is held to beside the pinned one: the floor, and one of the first
// with the template system of 0.146.
var OldVersions = []string{Floor, "0.146.7"}

// Old returns the path of an older Hugo: what the environment variable DISCOVERY_TEST_HUGO_0_128_0 (and the like) names, else
// bin/hugo-0.128.0, which "make bin/hugo-0.128.0" builds. The test is skipped where there is none, and fails with CI=true.
func Old(tb testing.TB, version string) string {
	tb.Helper()
	variable := BinaryVariable + "_" + strings.ReplaceAll(version, ".", "_")
	path := os.Getenv(variable)
	if path == "" {
		path = filepath.Join(Root(), "bin", "hugo-"+version)
	}
	if _, err := os.Stat(path); err != nil {
		if os.Getenv("CI") == "true" {
			tb.Fatalf("no Hugo %s: %v; run: make bin/hugo-%s", version, err, version)
		}
		tb.Skipf("no Hugo %s; run: make bin/hugo-%s, or set %s", version, version, variable)
	}
	return path
}
