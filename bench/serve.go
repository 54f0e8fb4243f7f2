package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"time"
)

// serve: small requests a second on loopback, by wrk.
func (b *bench) serve() error {
	wrk, err := exec.LookPath("wrk")
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench: wrk is not installed; serve is not measured")
		return nil
	}
	dir, err := b.treeOf(200)
	if err != nil {
		return err
	}
	const address = "127.0.0.1:41731"
	server := exec.Command(b.bin("discovery-helper"), "serve", "--config", "none", "--quiet", "--port", "41731", dir)
	if err := server.Start(); err != nil {
		return err
	}
	defer server.Wait()
	defer server.Process.Kill()
	time.Sleep(time.Second)
	var rates []float64
	for range 3 {
		out, err := exec.Command(wrk, "-t1", "-c16", "-d3s", "http://"+address+"/example-project/robots.txt").CombinedOutput()
		if err != nil {
			return fmt.Errorf("wrk: %w\n%s", err, out)
		}
		m := regexp.MustCompile(`Requests/sec:\s+([\d.]+)`).FindSubmatch(out)
		if m == nil || regexp.MustCompile(`Non-2xx`).Match(out) {
			return fmt.Errorf("wrk says:\n%s", out)
		}
		rate, err := strconv.ParseFloat(string(m[1]), 64)
		if err != nil {
			return err
		}
		rates = append(rates, rate)
	}
	b.addFloor("serve: small requests", "1/s", spreadOf(rates), 20_000)
	return nil
}
