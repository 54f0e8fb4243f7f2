//go:build unix

package serve

import (
	"os"
	"syscall"
)

// A pipe put in the place of a file must not block the run, and a link in its
// place must not be followed.
const openFlags = os.O_RDONLY | syscall.O_NONBLOCK | syscall.O_NOFOLLOW
