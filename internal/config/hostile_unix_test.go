//go:build unix

package config

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"
)

// cpu is the time that this process has worked, whatever else the machine does.
func cpu(t *testing.T) time.Duration {
	t.Helper()
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		t.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// TestHostile: the largest file that is read, of whatever it is full, takes a
// time that its size explains, half a second at the most. What took time in the
// square of the length, or of the depth, took seconds to minutes.
func TestHostile(t *testing.T) {
	fill := func(before string, entry func(i int) string, after string) string {
		var b strings.Builder
		b.WriteString(before)
		for i := 0; b.Len() < MaxSize-len(after)-maxDepth*8; i++ {
			b.WriteString(entry(i))
		}
		return b.String() + after
	}
	numbered := func(format string) func(int) string {
		return func(i int) string { return fmt.Sprintf(format, i) }
	}
	same := func(text string) func(int) string { return func(int) string { return text } }
	deep := strings.Repeat("a.", maxDepth-1)
	for name, text := range map[string]string{
		"excluded nothing": fill("exclude=[", same("{},"), "]"),
		"excluded":         fill("", same("[[exclude]]\npath='a'\nreason='b'\n"), ""),
		"rules":            fill("[rules]\n", numbered("'a/b%d'='info'\n"), ""),
		"rules off":        fill("[rules]\n", numbered("'a/b%d'='off'\n"), ""),
		"rules of tables":  fill("[rules]\n", numbered("'a/b%d'={x=1}\n"), ""),
		"overridden":       fill("", numbered("[[override]]\npath='a'\nreason='b'\nrules={'a/%d'='off'}\n"), ""),
		"unknown keys":     fill("", numbered("k%d=1\n"), ""),
		"tables":           fill("", numbered("[t%d]\n"), ""),
		"dotted keys":      fill("", numbered(deep+"k%d=1\n"), ""),
		"inline dotted":    fill("a={", numbered(deep[2:]+"k%d=1,"), "z=1}"),
		"inline deep":      fill(strings.Repeat("a={", maxDepth-1), numbered("k%d=1,"), "z=1"+strings.Repeat("}", maxDepth-1)),
		"list of tables":   fill("a=[", same("{a=1},"), "]"),
		"list of lists":    fill("a=[", same(strings.Repeat("[", maxDepth-2)+strings.Repeat("]", maxDepth-2)+","), "]"),
		"many [[a.b]]":     fill("", same("[[a]]\n[[a.b]]\n"), ""),
		"escapes":          fill(`a="""`, same("\\\n"), `"""`),
		"one number":       fill("a=1", same("1"), ""),
		"a fault at last":  fill("", numbered("k%d=1\n"), "="),
	} {
		for file, before := range map[string]string{"discovery.toml": "", "hugo.toml": "[params.discovery]\n"} {
			start := cpu(t)
			_, err := Parse(file, []byte(before+text))
			if took := cpu(t) - start; took > 2*time.Second {
				t.Errorf("%s in %s: %v of CPU for %d bytes", name, file, took, len(text))
			}
			if err != nil && len(err.Error()) > 1<<20 {
				t.Errorf("%s in %s: a message of %d bytes", name, file, len(err.Error()))
			}
		}
	}
}
