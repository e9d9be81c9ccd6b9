// Command compare runs two programs turn by turn, the same number of times, and
// prints the median wall time, CPU time and peak memory of each and the ratio of
// their wall times. Turns alternate, so that a busy machine slows both alike.
//
//	compare -n 5 -a 'prism=bin/prism score --json DIR' -b 'ccusage=ccusage … --json'
//
// A command is split at blanks; words NAME=VALUE before the program are put into
// its environment. The text `{run}` is replaced by the number of the run, so that
// a cold run can have a fresh folder each time.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

type run struct {
	wall, cpu time.Duration
	rssMB     float64
}

func main() {
	n := flag.Int("n", 5, "runs of each")
	a := flag.String("a", "", "first: NAME=COMMAND")
	b := flag.String("b", "", "second: NAME=COMMAND (may be empty)")
	limit := flag.Duration("limit", 10*time.Minute, "longest time for one run")
	flag.Parse()
	if *a == "" {
		fmt.Fprintln(os.Stderr, "compare: -a is needed")
		os.Exit(2)
	}
	specs := []string{*a}
	if *b != "" {
		specs = append(specs, *b)
	}
	results := make([][]run, len(specs))
	for i := range *n {
		for k, spec := range specs {
			_, command, _ := strings.Cut(spec, "=")
			r, err := once(strings.ReplaceAll(command, "{run}", strconv.Itoa(i)), *limit)
			if err != nil {
				fmt.Fprintf(os.Stderr, "compare: %v\n", err)
				os.Exit(1)
			}
			results[k] = append(results[k], r)
		}
	}
	fmt.Printf("%-24s %10s %10s %10s %10s\n", "median of "+strconv.Itoa(*n), "wall s", "best s", "cpu s", "peak MB")
	walls := make([]float64, len(specs))
	for k, spec := range specs {
		name, _, _ := strings.Cut(spec, "=")
		walls[k] = median(results[k], func(r run) float64 { return r.wall.Seconds() })
		best := slices.MinFunc(results[k], func(x, y run) int { return int(x.wall - y.wall) })
		fmt.Printf("%-24s %10.2f %10.2f %10.2f %10.1f\n", name, walls[k], best.wall.Seconds(),
			median(results[k], func(r run) float64 { return r.cpu.Seconds() }),
			median(results[k], func(r run) float64 { return r.rssMB }))
	}
	if len(walls) == 2 && walls[1] > 0 {
		fmt.Printf("%-24s %10.2f\n", "ratio, first ÷ second", walls[0]/walls[1])
	}
}

func median(rs []run, f func(run) float64) float64 {
	v := make([]float64, 0, len(rs))
	for _, r := range rs {
		v = append(v, f(r))
	}
	slices.Sort(v)
	if len(v)%2 == 1 {
		return v[len(v)/2]
	}
	return (v[len(v)/2-1] + v[len(v)/2]) / 2
}

func once(command string, limit time.Duration) (run, error) {
	words := strings.Fields(command)
	env := os.Environ()
	for len(words) > 0 && strings.Contains(words[0], "=") {
		env, words = append(env, words[0]), words[1:]
	}
	if len(words) == 0 {
		return run{}, fmt.Errorf("no program in %q", command)
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Env = env
	var stderr bytes.Buffer
	cmd.Stderr = &stderr // stdout goes nowhere
	start := time.Now()
	err := cmd.Run()
	wall := time.Since(start)
	// Exit code 4 is prism's "done, but some input was unreadable".
	if err != nil && cmd.ProcessState.ExitCode() != 4 {
		return run{}, fmt.Errorf("%s: %w: %s", words[0], err, bytes.TrimSpace(stderr.Bytes()))
	}
	return run{wall, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), peakMB(cmd.ProcessState)}, nil
}
