//go:build !unix

package serve

import "os"

// Without O_NOFOLLOW, os.Root still keeps every link inside the tree.
const openFlags = os.O_RDONLY
