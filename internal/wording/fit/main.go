// Command fit learns the weights of package wording from the texts that were written for it,
// and measures them on texts that were not learnt from.
//
//	go run ./internal/wording/fit            measure, an eighth of the texts left out in turn
//	go run ./internal/wording/fit -errors 20 tell the surest errors, too
//	go run ./internal/wording/fit -write     learn from all, and write the weights
//	go run ./internal/wording/fit -weigh K   weigh the lines of the standard input as texts of kind K
//
// A line of a file of texts is an object with a class and a text; a folder is a kind of text.
package main

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"prism/internal/observe/speech"
	"prism/internal/wording"
)

// kind is one kind of text: how it is read, what is said of it, and how much more often than
// in its texts a class comes in records of work.
type kind struct {
	name   string
	signs  func(r *speech.Reader, text string) []uint64
	more   map[string]float64
	groups map[string][]string // classes whose sum is asked for
	model  func() *wording.Model
}

func kinds() []kind {
	return []kind{
		{"openings", (*speech.Reader).OpeningSigns, map[string]float64{"question": 1.6, "bug_fix": 1.2, "feature": 1.2}, nil, wording.Openings},
		{"replies", (*speech.Reader).ReplySigns, map[string]float64{"accepts": 1.2, "changes": 2, "orders": 1.5, "turns": 1.5, "social": 1.2, "informs": 1.5},
			map[string][]string{"worse": {"fails", "angry"}, "accepts": {"accepts"}, "kind": {"accepts", "social"}, "drops": {"drops"}}, wording.Replies},
		{"closings", (*speech.Reader).AnswerSigns, map[string]float64{"done": 2.5, "answers": 1.5}, map[string][]string{"open": {"left", "stuck", "unproven"}}, wording.Closings},
	}
}

// text is one to learn from.
type text struct {
	wording.Text
	words string
}

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

func run(args []string, in io.Reader, out io.Writer) error {
	f := flag.NewFlagSet("fit", flag.ContinueOnError)
	dir := f.String("dir", "internal/wording", "folder with texts and data")
	write := f.Bool("write", false, "learn from all texts and write the weights")
	errors := f.Int("errors", 0, "tell so many errors of each kind, the surest first")
	weigh := f.String("weigh", "", "weigh the lines of the standard input as texts of this kind")
	if err := f.Parse(args); err != nil {
		return err
	}
	r := speech.New()
	for _, k := range kinds() {
		if *weigh != "" {
			if k.name != *weigh {
				continue
			}
			if err := weighLines(r, k, in, out); err != nil {
				return err
			}
			continue
		}
		all, classes, err := load(r, k, filepath.Join(*dir, "texts", k.name))
		if err != nil {
			return err
		}
		if !*write {
			measure(out, k, all, classes, *errors)
			continue
		}
		if err := os.WriteFile(filepath.Join(*dir, "data", k.name+".bin"), learn(classes, all).Bytes(), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// load reads the texts of a kind, in the order of their files.
func load(r *speech.Reader, k kind, dir string) (all []text, classes []string, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		return nil, nil, err
	}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, nil, err
		}
		for i, line := range strings.Split(strings.TrimSpace(string(b)), "\n") {
			var x struct{ Class, Text string }
			if err := json.Unmarshal([]byte(line), &x); err != nil {
				return nil, nil, fmt.Errorf("%s, line %d: %w", name, i+1, err)
			}
			if x.Class == "" || x.Text == "" {
				return nil, nil, fmt.Errorf("%s, line %d: no class or no text", name, i+1)
			}
			if !slices.Contains(classes, x.Class) {
				classes = append(classes, x.Class)
			}
			all = append(all, text{wording.Text{Class: x.Class, Signs: k.signs(r, x.Text), Weight: cmp.Or(k.more[x.Class], 1)}, x.Text})
		}
	}
	if len(all) == 0 {
		return nil, nil, fmt.Errorf("no texts in %s", dir)
	}
	slices.Sort(classes)
	return all, classes, nil
}

func learn(classes []string, of []text) *wording.Model {
	all := make([]wording.Text, len(of))
	for i := range of {
		all[i] = of[i].Text
	}
	return wording.Learn(classes, all)
}

func weighLines(r *speech.Reader, k kind, in io.Reader, out io.Writer) error {
	all, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(all)) {
		line = strings.TrimRight(line, "\r\n")
		said := k.model().Tell(k.signs(r, line), wording.Shares{})
		class, share := said.Best()
		fmt.Fprintf(out, "%-13s %.2f %s\n", class, share, line)
	}
	return nil
}

// folds is in how many parts texts are divided; each is measured by what was learnt from the
// others. A part is made of runs of lines, so that neighbours that are worded alike fall
// together, and a part of each language in each.
const (
	folds      = 8
	runOfLines = 25
)

// measured is a text with what was said of it.
type measured struct {
	text
	said  string
	share float64
	all   wording.Shares
}

func measure(out io.Writer, k kind, all []text, classes []string, errors int) {
	var done []measured
	for fold := range folds {
		var from, on []text
		for i := range all {
			if i/runOfLines%folds == fold {
				on = append(on, all[i])
			} else {
				from = append(from, all[i])
			}
		}
		m := learn(classes, from)
		for _, x := range on {
			p := m.Tell(x.Signs, wording.Shares{})
			said, share := p.Best()
			done = append(done, measured{x, said, share, p})
		}
	}
	right := 0
	matrix := map[string]map[string]int{}
	for _, x := range done {
		if x.said == x.Class {
			right++
		}
		if matrix[x.Class] == nil {
			matrix[x.Class] = map[string]int{}
		}
		matrix[x.Class][x.said]++
	}
	fmt.Fprintf(out, "%s: %d texts, %.3f told right\n", k.name, len(done), float64(right)/float64(len(done)))
	for _, c := range classes {
		fmt.Fprintf(out, "%15s", c)
		for _, said := range classes {
			fmt.Fprintf(out, " %4d", matrix[c][said])
		}
		fmt.Fprintln(out)
	}
	for _, name := range slices.Sorted(maps.Keys(k.groups)) {
		for _, least := range []float64{0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9} {
			hit, said, is := 0, 0, 0
			for _, x := range done {
				of := slices.Contains(k.groups[name], x.Class)
				says := x.all.Of(k.groups[name]...) >= least
				hit, said, is = hit+count(of && says), said+count(says), is+count(of)
			}
			fmt.Fprintf(out, "%15s from %.2f on: %4d said, %.3f right, %.3f of all found\n", name, least, said, float64(hit)/float64(max(1, said)), float64(hit)/float64(max(1, is)))
		}
	}
	slices.SortStableFunc(done, func(a, b measured) int { return cmp.Compare(b.share, a.share) })
	for _, x := range done {
		if errors > 0 && x.said != x.Class {
			errors--
			fmt.Fprintf(out, "  %s for %s, %.2f: %.150q\n", x.said, x.Class, x.share, x.words)
		}
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}
