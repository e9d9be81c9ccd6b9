// Command mutate asks whether tests would notice a wrong line. It changes a
// package's product code at random places, one at a time, and runs the
// package's own tests on each change. A change that no test notices has
// survived: nothing says that the line it stands on is right.
//
//	mutate [-n 30] [-seed 1] [-skip REGEXP] [-min PERCENT] PACKAGE...
//
// Every line with something to change is as likely as any other, and a seed
// draws the same changes as long as the product code is the same. Changes go
// through `go test -overlay`; no file of the tree is ever touched. A change that
// does not compile is not counted and another is drawn. Left alone are places
// where a change is none or is one of wording: capacities, String and Error
// methods, arguments of loggers and of error makers, and sentences.
package main

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"time"
)

func main() {
	var o options
	flag.StringVar(&o.dir, "dir", ".", "folder of the module, or one in it")
	flag.IntVar(&o.n, "n", 30, "changes to try in each package")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of the draw")
	flag.StringVar(&o.skip, "skip", "", "tests to leave out, as in go test -skip: those that pin a hash or a golden file\nnotice every change and say of none that it is wrong")
	flag.Float64Var(&o.min, "min", 0, "fail where a package has less than this share of changes noticed, in percent")
	flag.BoolVar(&o.list, "list", false, "list every possible change and run nothing")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: mutate [flags] PACKAGE...")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(o, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

type options struct {
	dir  string
	n    int
	seed uint64
	skip string
	min  float64
	list bool
}

// errBelow reports packages under the share that was asked for.
var errBelow = errors.New("fewer changes noticed than asked for")

func run(o options, patterns []string) error {
	root, err := filepath.Abs(o.dir)
	if err != nil {
		return err
	}
	pkgs, err := load(root, patterns)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt)
	below := false
	for _, p := range pkgs {
		if o.list {
			for _, m := range find(p) {
				fmt.Println(m.show(root))
			}
			continue
		}
		t := tester{root: root, work: work, pkg: p.path, skip: o.skip, interrupted: interrupted}
		r, err := score(o, p, &t)
		if err != nil {
			return fmt.Errorf("%s: %w", p.path, err)
		}
		fmt.Printf("%s, seed %d: %s\n", p.path, o.seed, r)
		below = below || r.share() < o.min
	}
	if below {
		return errBelow
	}
	return nil
}

// result counts what became of the changes of a package.
type result struct{ killed, survived, broken int }

func (r result) share() float64 {
	if r.killed+r.survived == 0 {
		return 100
	}
	return 100 * float64(r.killed) / float64(r.killed+r.survived)
}

func (r result) String() string {
	return fmt.Sprintf("%d of %d killed (%.0f %%); %d more did not compile", r.killed, r.killed+r.survived, r.share(), r.broken)
}

// score draws changes of p and runs its tests on each.
func score(o options, p *pkg, t *tester) (result, error) {
	var r result
	if err := t.baseline(); err != nil {
		return r, err
	}
	for _, choices := range draw(find(p), o.seed) {
		if r.killed+r.survived == o.n {
			break
		}
		for _, m := range choices {
			if !p.compiles(m) {
				r.broken++
				continue
			}
			begin := time.Now()
			out, err := t.try(m)
			if err != nil {
				return r, err
			}
			if out == broken {
				r.broken++
				continue
			}
			if out == survived {
				r.survived++
			} else {
				r.killed++
			}
			fmt.Printf("%-8s  %s  (%.1f s)\n", out, m.show(t.root), time.Since(begin).Seconds())
			break
		}
	}
	return r, nil
}

// draw puts the lines that have changes in random order, and the changes of
// each line: the first of a line that compiles stands for it.
func draw(all []mutation, seed uint64) [][]mutation {
	var lines [][]mutation
	at := map[string]int{}
	for _, m := range all {
		key := fmt.Sprint(m.file, ":", m.line)
		i, ok := at[key]
		if !ok {
			i = len(lines)
			at[key] = i
			lines = append(lines, nil)
		}
		lines[i] = append(lines[i], m)
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	rng.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	for _, l := range lines {
		rng.Shuffle(len(l), func(i, j int) { l[i], l[j] = l[j], l[i] })
	}
	return lines
}
