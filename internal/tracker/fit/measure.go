package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"sort"
	"strings"

	"prism/internal/conversation"
	"prism/internal/eval/corpus"
	"prism/internal/fact"
	"prism/internal/learn"
	"prism/internal/tracker"
)

// found is what a tracker made of one turn that it was not fitted to.
type found struct {
	e        *example
	turn     int // from 1
	p        float64
	cut      bool
	gold     bool
	features string
}

// measure refits for each fold and prints what the trackers do on what was left out.
func measure(out io.Writer, data []*example, o options) error {
	part := func(e *example) string {
		switch {
		case o.leave != "project":
			return fmt.Sprint(fold(o.name(fmt.Sprint(e.labelled.Original)), o.folds))
		case e.kind == corpus.People:
			return "person " + fmt.Sprint(fold(o.name(e.labelled.Project), o.folds))
		}
		return e.labelled.Project
	}
	parts := map[string][]*example{}
	for _, e := range data {
		parts[part(e)] = append(parts[part(e)], e)
	}
	var all []found
	made := map[string][2]int{}
	for _, name := range sorted(parts) {
		left := map[int]bool{}
		for _, e := range parts[name] {
			left[e.labelled.Original] = true
		}
		w, err := tracker.Fit(usable(data, func(e *example) bool { return !left[e.labelled.Original] && part(e) != name }), o.fit)
		if err != nil {
			return err
		}
		tr, err := tracker.New(w)
		if err != nil {
			return err
		}
		for _, e := range parts[name] {
			f, err := judge(tr, e, &w.Model)
			if err != nil {
				return err
			}
			all = append(all, f...)
		}
		count(made, tr, parts[name], o.fit.Splices)
	}
	report(out, all, o)
	for _, name := range sorted(made) {
		fmt.Fprintf(out, "joints of splices made of %s: %d of %d found\n", name, made[name][0], made[name][1])
	}
	return nil
}

// name is what a fold is dealt by.
func (o *options) name(of string) string {
	if o.seed == 0 {
		return of
	}
	return fmt.Sprint(o.seed, "|", of)
}

// usable are the examples that may be fitted to; splices are only measured on.
func usable(data []*example, use func(*example) bool) []*tracker.Labelled {
	var out []*tracker.Labelled
	for _, e := range data {
		if e.kind != corpus.Spliced && use(e) {
			out = append(out, e.labelled)
		}
	}
	return out
}

// count counts the joints found in splices of conversations that were left out.
func count(made map[string][2]int, tr *tracker.Tracker, part []*example, splices int) {
	file := map[*tracker.Labelled]string{}
	for _, e := range part {
		file[e.labelled] = e.file
	}
	for s := range tracker.Splices(usable(part, func(*example) bool { return true }), splices) {
		n := made[file[s.After]]
		n[1]++
		if tr.Probabilities(s.Turns)[s.Joint] >= tr.Threshold() {
			n[0]++
		}
		made[file[s.After]] = n
	}
}

// judge cuts one conversation the way the product does.
func judge(tr *tracker.Tracker, e *example, m *learn.Logistic) ([]found, error) {
	drafts, err := conversation.Cut(context.Background(), e.conv, tr, conversation.Options{})
	if err != nil {
		return nil, err
	}
	cut, cleared := map[int]bool{}, map[int]bool{}
	for i, d := range drafts {
		if i > 0 {
			cut[d.First] = true
			cleared[d.First] = d.OpenedBy != fact.TopicShift
		}
	}
	p := tr.Probabilities(e.labelled.Turns)
	opens := map[int]bool{}
	for i, v := range p {
		opens[i] = i > 0 && v >= tr.Threshold()
	}
	x := tr.Rows(e.labelled.Turns, func(t int) bool { return opens[t] })
	var out []found
	at := 0
	for i := range e.conv.Turns {
		living := !e.conv.Turns[i].Abandoned
		f := found{e: e, turn: i + 1, cut: cut[i+1], gold: e.gold[i+1]}
		if living {
			f.p = p[at]
			if at > 0 {
				f.features = reasons(m, x[at-1])
			}
			at++
		}
		if i > 0 && !cleared[i+1] { // a /clear is no doing of the tracker
			out = append(out, f)
		}
	}
	return out, nil
}

// reasons lists the features that moved a decision most.
func reasons(m *learn.Logistic, x []float64) string {
	type part struct {
		name string
		z, v float64
	}
	var parts []part
	for i := range x {
		parts = append(parts, part{m.Features[i], m.Part(i, x[i]), x[i]})
	}
	sort.Slice(parts, func(i, j int) bool { return math.Abs(parts[i].z) > math.Abs(parts[j].z) })
	var b strings.Builder
	for _, p := range parts[:12] {
		fmt.Fprintf(&b, " %s=%.2f(%+.2f)", p.name, p.v, p.z)
	}
	return b.String()
}

func report(out io.Writer, all []found, o options) {
	fmt.Fprintf(out, "%-10s %6s %6s %5s %5s %5s  %6s %6s %6s  %s\n", "set", "turns", "shifts", "hit", "false", "miss", "prec", "recall", "F1", "false per 100 turns")
	line := func(name string, keep func(*found) bool) {
		turns, shifts, hit, wrong := 0, 0, 0, 0
		convs := map[*example]bool{}
		for i := range all {
			f := &all[i]
			if !keep(f) {
				continue
			}
			convs[f.e] = true
			turns++
			switch {
			case f.gold && f.cut:
				shifts++
				hit++
			case f.gold:
				shifts++
			case f.cut:
				wrong++
			}
		}
		turns += len(convs) // the first turn of each
		prec, rec := share(hit, hit+wrong), share(hit, shifts)
		f1 := 0.0
		if prec+rec > 0 {
			f1 = 2 * prec * rec / (prec + rec)
		}
		fmt.Fprintf(out, "%-10s %6d %6d %5d %5d %5d  %6.3f %6.3f %6.3f  %.2f\n", name, turns, shifts, hit, wrong, shifts-hit, prec, rec, f1, 100*share(wrong, turns))
	}
	for _, file := range []string{"spliced", "whole", "cut", "more", "people"} {
		line(file, func(f *found) bool { return f.e.file == file })
	}
	line("everyday", func(f *found) bool { return f.e.kind != corpus.Spliced })
	for _, project := range []string{"agents", "cli", "evaluator", "sync"} {
		line(project+"-sp", func(f *found) bool { return f.e.file == "spliced" && f.e.labelled.Project == project })
	}
	precision(out, all)
	best(out, all)
	calibration(out, all)
	if o.errors {
		for i := range all {
			f := &all[i]
			if f.gold == f.cut {
				continue
			}
			kind := "MISS "
			if f.cut {
				kind = "FALSE"
			}
			t := &f.e.conv.Turns[f.turn-1]
			text := strings.Join(strings.Fields(t.Prompt), " ")
			if len(text) > 160 {
				text = text[:160]
			}
			fmt.Fprintf(out, "%s %-7s %-16s %.8s turn %d p %.2f: %s\n     %s\n", kind, f.e.file, f.e.set, f.e.labelled.ID, f.turn, f.p, text, f.features)
		}
	}
}

// best prints what other thresholds would give, with the sessions as they were cut.
func best(out io.Writer, all []found) {
	fmt.Fprintln(out, "threshold: spliced F1, false cuts per 100 turns of whole, people F1, everyday found and false")
	for _, at := range []float64{0.2, 0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.8} {
		found, wrongly := 0, 0
		for i := range all {
			switch f := &all[i]; {
			case f.e.kind == corpus.Spliced || f.p < at:
			case f.gold:
				found++
			default:
				wrongly++
			}
		}
		f1 := func(file string) (float64, float64) {
			hit, wrong, miss, n := 0, 0, 0, 0
			for i := range all {
				f := &all[i]
				if f.e.file != file {
					continue
				}
				n++
				switch {
				case f.p >= at && f.gold:
					hit++
				case f.p >= at:
					wrong++
				case f.gold:
					miss++
				}
			}
			return share(2*hit, 2*hit+wrong+miss), 100 * share(wrong, n)
		}
		s, _ := f1("spliced")
		_, w := f1("whole")
		p, _ := f1("people")
		fmt.Fprintf(out, "  %.2f: %.3f %.2f %.3f %d %d\n", at, s, w, p, found, wrongly)
	}
}

func calibration(out io.Writer, all []found) {
	fmt.Fprintln(out, "probability: turns, mean probability, share of shifts (spliced | whole, cut, more, people)")
	for b := range 10 {
		var n, hit [2]int
		var sum [2]float64
		for i := range all {
			f := &all[i]
			k := 1
			if f.e.file == "spliced" {
				k = 0
			}
			if min(int(f.p*10), 9) != b {
				continue
			}
			n[k]++
			sum[k] += f.p
			if f.gold {
				hit[k]++
			}
		}
		fmt.Fprintf(out, "  %.1f–%.1f: %4d %.2f %.2f | %4d %.2f %.2f\n", float64(b)/10, float64(b+1)/10,
			n[0], sum[0]/float64(max(n[0], 1)), share(hit[0], n[0]), n[1], sum[1]/float64(max(n[1], 1)), share(hit[1], n[1]))
	}
}

func share(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

func sorted[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// precision prints how well the probabilities rank turns: the mean of precision
// over the shifts from the most probable down, and the area under the curve.
func precision(out io.Writer, all []found) {
	for _, of := range []string{"spliced", "others", "all"} {
		var list []found
		for _, f := range all {
			if (f.e.file == "spliced") == (of == "spliced") || of == "all" {
				list = append(list, f)
			}
		}
		sort.SliceStable(list, func(i, j int) bool { return list[i].p > list[j].p })
		hits, sum := 0, 0.0
		score := make([]float64, len(list))
		truth := make([]bool, len(list))
		loss := 0.0
		for i, f := range list {
			score[i], truth[i] = f.p, f.gold
			q := min(max(f.p, 0.001), 0.999)
			if f.gold {
				hits++
				sum += float64(hits) / float64(i+1)
				loss -= math.Log(q)
			} else {
				loss -= math.Log(1 - q)
			}
		}
		fmt.Fprintf(out, "%s: average precision %.3f, AUC %.3f, log loss %.4f\n", of, sum/float64(max(hits, 1)), learn.AUC(score, truth), loss/float64(max(len(list), 1)))
	}
}
