package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// usage is what one run of a command cost.
type usage struct {
	Wall, CPU time.Duration
	// Peak is the most resident memory, in bytes; 0 where it cannot be told.
	// Linux counts what this program held when it started the process, which
	// therefore has to stay small.
	Peak int64
}

// spread are the least, the median and the greatest of several figures.
type spread struct {
	Min, Median, Max float64
}

func spreadOf(figures []float64) spread {
	f := slices.Sorted(slices.Values(figures))
	return spread{f[0], f[len(f)/2], f[len(f)-1]}
}

func (s spread) String() string { return fmt.Sprintf("%.3g (%.3g–%.3g)", s.Median, s.Min, s.Max) }

// run runs a command once and returns what it cost. Exit codes above 1 are
// failures: 1 is what verify says of findings.
func run(dir string, command ...string) (usage, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = dir
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "HUGO_") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	start := time.Now()
	err := cmd.Run()
	u := usage{Wall: time.Since(start)}
	if err != nil && cmd.ProcessState.ExitCode() != 1 {
		return u, fmt.Errorf("%s: %w\n%s", strings.Join(command, " "), err, tail(out.String()))
	}
	if cmd.ProcessState.ExitCode() == 1 {
		return u, fmt.Errorf("%s finds faults, where there should be none\n%s", strings.Join(command, " "), tail(out.String()))
	}
	u.CPU = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if r, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		u.Peak = r.Maxrss
		if runtime.GOOS == "linux" {
			u.Peak *= 1024
		}
	}
	if u.Peak <= ownPeak() {
		u.Peak = 0
	}
	return u, nil
}

// ownPeak is the most memory that this program has held, in bytes: where Linux
// says it, else 0. Its rusage would count that of the go command, which ran it.
func ownPeak() int64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	var kib int64
	if _, rest, ok := strings.Cut(string(status), "VmHWM:"); ok {
		_, _ = fmt.Sscan(rest, &kib)
	}
	return kib << 10
}

func tail(s string) string {
	const most = 2000
	if len(s) > most {
		return "…" + s[len(s)-most:]
	}
	return s
}

// job is a command and where it runs.
type job struct {
	dir     string
	command []string
	fresh   string // a folder that is removed before each run, "" for none
}

// pair runs two jobs in turn, as turns does.
func pair(a, b job, n int) (as, bs []usage, err error) {
	us, err := turns(n, a, b)
	if err != nil {
		return nil, nil, err
	}
	return us[0], us[1], nil
}

// turns runs jobs in turn, A B C A B C …, n times after once that does not
// count, so that a drift of the machine's speed falls on all, and none finds
// its own files in the processor's caches. It returns the costs of each job.
func turns(n int, jobs ...job) ([][]usage, error) {
	costs := make([][]usage, len(jobs))
	for i := range n + 1 {
		for k, j := range jobs {
			if j.fresh != "" {
				if err := os.RemoveAll(j.fresh); err != nil {
					return nil, err
				}
			}
			u, err := run(j.dir, j.command...)
			if err != nil {
				return nil, err
			}
			if i > 0 {
				costs[k] = append(costs[k], u)
			}
		}
	}
	return costs, nil
}

// ratios divides, pair by pair, what f takes of each.
func ratios(as, bs []usage, f func(usage) float64) spread {
	var r []float64
	for i := range as {
		r = append(r, f(as[i])/f(bs[i]))
	}
	return spreadOf(r)
}

func figures(us []usage, f func(usage) float64) spread {
	var r []float64
	for _, u := range us {
		r = append(r, f(u))
	}
	return spreadOf(r)
}

func wall(u usage) float64 { return u.Wall.Seconds() }
func cpu(u usage) float64  { return u.CPU.Seconds() }
func peak(u usage) float64 { return float64(u.Peak) / (1 << 20) }
