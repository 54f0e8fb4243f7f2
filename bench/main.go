// Command bench builds what it measures from a seed, runs it in pairs with its
// floor or its peer, and prints one table of ratios. "go run ./bench -json"
// prints the same as JSON. See docs/performance.md.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"
)

// row is one line of the table: a figure and the bar that it is held to.
type row struct {
	Name string  `json:"name"`
	Unit string  `json:"unit"`
	Got  spread  `json:"got"`
	Bar  float64 `json:"bar"` // 0: none
	Over bool    `json:"over"`
	// AtLeast: the bar is a floor, not a ceiling.
	AtLeast bool `json:"at_least,omitempty"`
}

type bench struct {
	repo, dir string
	rows      []row
	quick     bool
}

func main() {
	asJSON := flag.Bool("json", false, "print the table as JSON")
	only := flag.String("only", "", "run only the parts whose names hold this text: verify, llms, hugo, serve")
	quick := flag.Bool("quick", false, "one pair and 2,000 pages: to see whether it runs")
	keep := flag.String("dir", "", "keep the generated trees in this folder and use them again; without it they are in memory, /dev/shm, where that has room, or in TMPDIR")
	flag.Parse()
	if err := runAll(*asJSON, *only, *quick, *keep); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func runAll(asJSON bool, only string, quick bool, dir string) error {
	repo, err := os.Getwd()
	if err != nil {
		return err
	}
	b := &bench{repo: repo, dir: dir, quick: quick}
	if dir == "" {
		if b.dir, err = os.MkdirTemp(tempRoot(), "discovery-bench-"); err != nil {
			return err
		}
		defer os.RemoveAll(b.dir)
	}
	for _, bin := range []string{"./cmd/discovery-helper", "./bench/floor", "./bench/gen"} {
		if out, err := exec.Command("go", "build", "-o", filepath.Join(b.dir, "bin")+"/", bin).CombinedOutput(); err != nil {
			return fmt.Errorf("go build %s: %w\n%s", bin, err, out)
		}
	}
	start := time.Now()
	var failed []error
	for _, part := range []struct {
		name string
		run  func() error
	}{{"verify", b.verify}, {"llms", b.llms}, {"hugo", b.hugo}, {"serve", b.serve}} {
		if !strings.Contains(part.name, only) {
			continue
		}
		fmt.Fprintf(os.Stderr, "bench: %s …\n", part.name)
		if err := part.run(); err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", part.name, err))
		}
	}
	fmt.Fprintf(os.Stderr, "bench: done in %s\n", time.Since(start).Round(time.Second))
	// What was measured is printed, whatever failed beside it.
	return errors.Join(append(failed, b.print(asJSON))...)
}

// tempRoot is the folder for what is generated: memory where it has room, so
// that no disk is measured, else the system's ("").
func tempRoot() string {
	const memory, room = "/dev/shm", 6 << 30 // bytes; all of it together takes less than 4 GiB
	var fs syscall.Statfs_t
	if os.Getenv("TMPDIR") != "" || runtime.GOOS != "linux" || syscall.Statfs(memory, &fs) != nil || fs.Bavail*uint64(fs.Bsize) < room {
		return ""
	}
	return memory
}

func (b *bench) bin(name string) string { return filepath.Join(b.dir, "bin", name) }

func (b *bench) add(name, unit string, got spread, bar float64) {
	b.rows = append(b.rows, row{Name: name, Unit: unit, Got: got, Bar: bar, Over: bar > 0 && got.Median > bar})
}

func (b *bench) addFloor(name, unit string, got spread, bar float64) {
	b.rows = append(b.rows, row{Name: name, Unit: unit, Got: got, Bar: bar, Over: got.Median < bar, AtLeast: true})
}

func (b *bench) print(asJSON bool) error {
	if asJSON {
		enc := json.NewEncoder(os.Stdout)
		enc.SetIndent("", "  ")
		return enc.Encode(map[string]any{"go": runtime.Version(), "cores": runtime.NumCPU(), "rows": b.rows})
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s, %d cores\tmedian (min–max)\tunit\tbar\t\n", runtime.Version(), runtime.NumCPU())
	for _, r := range b.rows {
		bar, verdict := "", ""
		if r.Bar > 0 {
			sign := "≤"
			if r.AtLeast {
				sign = "≥"
			}
			bar, verdict = fmt.Sprintf("%s %.4g", sign, r.Bar), "kept"
			if r.Over {
				verdict = "MISSED"
			}
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", r.Name, r.Got, r.Unit, bar, verdict)
	}
	return w.Flush()
}

// treeOf makes the tree of that many pages, once.
func (b *bench) treeOf(pages int) (string, error) {
	dir := filepath.Join(b.dir, fmt.Sprintf("tree-%d", pages))
	if _, err := os.Stat(filepath.Join(dir, "sitemap.xml")); err == nil {
		return dir, nil
	}
	// By a process of its own: see usage.Peak.
	_, err := run(b.dir, b.bin("gen"), dir, strconv.Itoa(pages))
	return dir, err
}

// verify: all rules against reading and lexing the same files.
func (b *bench) verify() error {
	large, pairs := 20_000, 5
	if b.quick {
		large, pairs = 2_000, 1
	}
	for _, pages := range slices.Compact([]int{200, 2_000, large}) {
		verify, floor, err := b.verifyJobs(pages)
		if err != nil {
			return err
		}
		n := pairs
		if pages < large {
			n *= 3
		}
		vs, fs, err := pair(verify, floor, n)
		if err != nil {
			return err
		}
		name := fmt.Sprintf("verify, %d pages", pages)
		switch pages {
		case 200:
			b.add(name+": wall", "ms", scale(figures(vs, wall), 1000), 60)
		case 2_000:
			b.add(name+": wall ÷ floor", "×", ratios(vs, fs, wall), 0)
			b.add(name+": CPU ÷ floor", "×", ratios(vs, fs, cpu), 0)
		}
		if pages == large {
			b.add(name+": wall", "s", figures(vs, wall), 0)
			b.add(name+": floor's wall", "s", figures(fs, wall), 0)
			b.add(name+": wall ÷ floor", "×", ratios(vs, fs, wall), 1.3)
			b.add(name+": CPU ÷ floor", "×", ratios(vs, fs, cpu), 1.5)
			b.add(name+": peak memory", "MiB", figures(vs, peak), 96)
		}
	}
	if b.quick {
		return nil
	}
	return b.growth(3 * pairs)
}

// verifyJobs makes the tree of that many pages and returns what checks it, and
// what only reads and lexes it.
func (b *bench) verifyJobs(pages int) (verify, floor job, err error) {
	dir, err := b.treeOf(pages)
	verify = job{dir: b.dir, command: []string{b.bin("discovery-helper"), "verify", "--config", "none", dir}}
	floor = job{dir: b.dir, command: []string{b.bin("floor"), dir}}
	return verify, floor, err
}

// growth: what ten times the pages cost, without what a tree of two pages costs,
// which is start-up. The runs take turns, so that both trees are as new to the
// processor's caches.
func (b *bench) growth(n int) error {
	var jobs []job
	for _, pages := range []int{20_000, 2_000, 2} {
		verify, floor, err := b.verifyJobs(pages)
		if err != nil {
			return err
		}
		jobs = append(jobs, verify, floor)
	}
	us, err := turns(n, jobs...)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(slices.Concat(us[0], us[2], us[4]), func(u usage) bool { return u.Peak == 0 }) {
		return errors.New("verify takes less memory than this program, so its growth cannot be told")
	}
	grown := func(larges, smalls, starts []usage, f func(usage) float64) spread {
		start := figures(starts, f).Median
		less := func(u usage) float64 { return f(u) - start }
		return ratios(larges, smalls, less)
	}
	const name = "2,000 to 20,000 pages: "
	b.add("verify, "+name+"time", "×", grown(us[0], us[2], us[4], wall), 11)
	// What reading and lexing alone grow by: there is nothing to collect and to compare in it.
	b.add("floor, "+name+"time", "×", grown(us[1], us[3], us[5], wall), 0)
	b.add("verify, "+name+"memory", "×", grown(us[0], us[2], us[4], peak), 11)
	return nil
}

func scale(s spread, by float64) spread { return spread{s.Min * by, s.Median * by, s.Max * by} }

// llms: reading a 5 MB llms.txt, and the schema check of a 7 MB manifest.
func (b *bench) llms() error {
	out, err := exec.Command("go", "test", "-run", "^$", "-bench", "^Benchmark(Parse|Validate)$", "-count", "5", "./llmstxt", "./internal/manifest").CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	var speed, ms []float64
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		for i, f := range fields {
			if i == 0 {
				continue
			}
			var v float64
			if _, err := fmt.Sscan(fields[i-1], &v); err != nil {
				continue
			}
			switch {
			case strings.HasPrefix(fields[0], "BenchmarkParse-") && f == "MB/s":
				speed = append(speed, v)
			case strings.HasPrefix(fields[0], "BenchmarkValidate-") && f == "ns/op":
				ms = append(ms, v/1e6)
			}
		}
	}
	if len(speed) == 0 || len(ms) == 0 {
		return fmt.Errorf("the benchmarks print no figures:\n%s", out)
	}
	b.addFloor("llms.txt of 5 MB: parse", "MB/s", spreadOf(speed), 100)
	b.add("manifest of 7 MB: schema", "ms", spreadOf(ms), 250)
	return nil
}

// hugo: the module against Hugo's embedded partials, on the same content. Each
// build writes into an empty folder, as in CI. Hugo's --cleanDestinationDir
// would do the emptying inside what is measured, and cost more than the module.
func (b *bench) hugo() error {
	path, err := exec.Command("go", "tool", "-modfile=tools/go.mod", "-n", "hugo").Output()
	if err != nil {
		return fmt.Errorf("go tool -n hugo: %w", err)
	}
	hugo := strings.TrimSpace(string(path))
	builds := func(pages int) (func(name string) job, error) {
		dirs, err := writeHugoSites(filepath.Join(b.dir, fmt.Sprintf("hugo-%d", pages)), b.repo, pages)
		return func(name string) job {
			public := filepath.Join(dirs[name], "public")
			return job{dir: dirs[name], command: []string{hugo, "--quiet", "--destination", public}, fresh: public}
		}, err
	}
	pairs := 5
	if b.quick {
		pairs = 1
	}
	small, err := builds(2_000)
	if err != nil {
		return err
	}
	ms, es, err := pair(small("module"), small("embedded"), pairs)
	if err != nil {
		return err
	}
	b.add("module ÷ embedded partials, 2,000 pages: CPU", "×", ratios(ms, es, cpu), 1.00)
	b.add("module ÷ embedded partials, 2,000 pages: memory", "×", ratios(ms, es, peak), 1.05)
	ts, es, err := pair(small("twins"), small("embedded"), pairs)
	if err != nil {
		return err
	}
	b.add("module with Markdown twins ÷ embedded, 2,000 pages: CPU", "×", ratios(ts, es, cpu), 1.35)
	if b.quick {
		return nil
	}
	large, err := builds(20_000)
	if err != nil {
		return err
	}
	ls, ms, err := pair(large("module"), small("module"), 3)
	if err != nil {
		return err
	}
	b.add("module, 2,000 to 20,000 pages: CPU", "×", ratios(ls, ms, cpu), 10.5)
	// What Hugo's own share of that is: its collector has more to look through.
	ls, ms, err = pair(large("embedded"), small("embedded"), 3)
	if err != nil {
		return err
	}
	b.add("embedded partials, 2,000 to 20,000 pages: CPU", "×", ratios(ls, ms, cpu), 0)
	return nil
}
