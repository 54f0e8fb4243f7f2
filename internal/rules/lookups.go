package rules

import "sync"

// lookups are what the set says, for looking it up: there may be as many
// references that ask as there are entries to compare them with.
type lookups struct {
	once sync.Once
	// nestedURLs and nestedPaths are the further llms.txt files that the
	// manifest declares (A20).
	nestedURLs, nestedPaths map[string]bool
	// listed are the URLs that the sitemap or the manifest lists as pages, for
	// a site that is being served.
	listed map[string]bool
}

// look makes the lookups when they are first asked for.
func (run *Run) look() *lookups {
	l := &run.lookups
	l.once.Do(func() {
		l.nestedURLs, l.nestedPaths, l.listed = map[string]bool{}, map[string]bool{}, map[string]bool{}
		m := run.Set.ManifestFile
		if m != nil {
			for _, t := range m.Discovery.NestedLLMS {
				l.nestedURLs[t.Value] = true
				if p, ok := run.Deployment.TreePath(t.Value); ok {
					l.nestedPaths[p] = true
				}
			}
		}
		if run.Served == nil {
			return
		}
		for _, s := range run.Set.Sitemaps {
			for i := range s.File.Entries {
				l.listed[s.File.Entries[i].Loc] = true
			}
		}
		if m != nil {
			for i := range m.Pages {
				l.listed[m.Pages[i].URL.Value] = true
			}
		}
	})
	return l
}
