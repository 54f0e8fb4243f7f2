package site

// Served is what only a server can show of a site: the answers by their path
// below the root, as it stands in the URL.
type Served struct {
	Root    string // where the site was asked
	Answers map[string]Answer
	// Cut holds the tree paths of the files whose answers were cut, and why.
	Cut map[string]string
	// Probe is the answer for a path that no site has.
	Probe Answer
	// Skipped is how many paths were not asked for, because of the limit.
	Skipped int
}

// Answer is what the server said for one path.
type Answer struct {
	Status      int // 0 where there was no answer
	ContentType string
	Location    string // of a redirect
	Err         string // why there was no answer, or no whole one
	// Cut: there was an answer that is no whole text. A file stands for it in
	// the tree, which is not read; see Tree.Refuse.
	Cut bool
}
