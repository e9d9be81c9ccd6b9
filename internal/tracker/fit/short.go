package main

import (
	"context"
	"fmt"
	"io"

	"prism/internal/tracker"
)

// short fits what short sessions are told by to labelled and made conversations, leaves the
// rest of the weights as they are, and prints what comes of it on the made ones, folds of
// which were left out: by their first prompt, since several may share a beginning.
func short(out io.Writer, data []*example, o options) error {
	made, err := load(context.Background(), o.made, o.madeCorpus)
	if err != nil {
		return err
	}
	w, err := tracker.Shipped()
	if err != nil {
		return err
	}
	gold := usable(data, func(*example) bool { return true })
	beginning := func(l *tracker.Labelled) int { return fold(o.name(l.Turns[0].Prompt), o.folds) }
	shifts, hit, wrong, turns := 0, 0, 0, 0
	for k := range o.folds {
		all := append([]*tracker.Labelled(nil), gold...)
		for _, e := range made {
			if beginning(e.labelled) != k {
				all = append(all, e.labelled)
			}
		}
		if w.Short, err = tracker.FitShort(all, w.Common); err != nil {
			return err
		}
		tr, err := tracker.New(w)
		if err != nil {
			return err
		}
		for _, e := range made {
			if beginning(e.labelled) != k {
				continue
			}
			for i, p := range tr.Probabilities(e.labelled.Turns) {
				switch cut := p >= tr.Threshold(); {
				case i == 0:
				case e.labelled.Opens[i]:
					shifts++
					hit += count1(cut)
				default:
					turns++
					wrong += count1(cut)
				}
			}
		}
	}
	fmt.Fprintf(out, "made: %d of %d shifts found, %d false cuts at %d other turns\n", hit, shifts, wrong, turns)
	for _, e := range made {
		gold = append(gold, e.labelled)
	}
	if w.Short, err = tracker.FitShort(gold, w.Common); err != nil {
		return err
	}
	if o.weights {
		printWeights(out, &w.Short)
	}
	if o.write == "" {
		return nil
	}
	return save(o.write, w)
}

func count1(b bool) int {
	if b {
		return 1
	}
	return 0
}
