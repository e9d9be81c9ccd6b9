// Command fit fits the weights of the topic-shift tracker to labelled
// transcripts and measures them, always on conversations that were not fitted
// to. Transcripts and labels are private and stay where they are; what is
// written are the weights.
//
//	go run ./internal/tracker/fit -labels DIR -corpus DIR              measure, by conversation
//	go run ./internal/tracker/fit … -leave project                     a project or person left out
//	go run ./internal/tracker/fit … -errors                            tell each error
//	go run ./internal/tracker/fit … -write internal/tracker/weights.json
//	go run ./internal/tracker/fit … -made FILE -made-corpus DIR -write …   what short sessions are told by, too
//
// Labels of made conversations are of the same form; they are learned from for short
// sessions only.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"

	"prism/internal/learn"
	"prism/internal/tracker"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

type options struct {
	labels, corpus, leave, write string
	made, madeCorpus             string
	errors, weights              bool
	folds                        int
	seed                         int
	fit                          tracker.FitOptions
}

func run(args []string, out io.Writer) error {
	o := options{fit: tracker.DefaultFitOptions()}
	f := flag.NewFlagSet("fit", flag.ContinueOnError)
	f.StringVar(&o.labels, "labels", os.Getenv("PRISM_LABELS"), "folder of label files")
	f.StringVar(&o.corpus, "corpus", os.Getenv("PRISM_CORPUS"), "folder of labelled transcripts")
	f.StringVar(&o.leave, "leave", "conversation", "what is left out of a fit that it is measured on: conversation or project")
	f.StringVar(&o.write, "write", "", "fit to everything and write the weights to this file")
	f.StringVar(&o.made, "made", "", "label file of made conversations: short sessions are fitted anew, with these")
	f.StringVar(&o.madeCorpus, "made-corpus", "", "folder of their transcripts")
	f.BoolVar(&o.errors, "errors", false, "tell each error")
	f.BoolVar(&o.weights, "weights", false, "print the weights")
	f.IntVar(&o.folds, "folds", 10, "folds of a cross-validation by conversation")
	f.IntVar(&o.seed, "seed", 0, "another number deals the folds otherwise")
	f.Float64Var(&o.fit.L2, "l2", o.fit.L2, "penalty on the standardised weights")
	f.Float64Var(&o.fit.Share, "share", o.fit.Share, "share of the rows that are shifts, as the fit sees them")
	f.Float64Var(&o.fit.Threshold, "threshold", o.fit.Threshold, "probability from which a prompt opens a session")
	f.IntVar(&o.fit.Splices, "splices", o.fit.Splices, "conversations that each one is put behind")
	if err := f.Parse(args); err != nil {
		return err
	}
	if o.labels == "" || o.corpus == "" {
		return fmt.Errorf("-labels and -corpus (or PRISM_LABELS and PRISM_CORPUS) say where the labelled transcripts lie")
	}
	data, err := load(context.Background(), o.labels, o.corpus)
	if err != nil {
		return err
	}
	if o.made != "" {
		return short(out, data, o)
	}
	if err := measure(out, data, o); err != nil {
		return err
	}
	if o.write == "" && !o.weights {
		return nil
	}
	w, err := tracker.Fit(usable(data, func(*example) bool { return true }), o.fit)
	if err != nil {
		return err
	}
	if o.weights {
		printWeights(out, &w.Model)
	}
	if o.write == "" {
		return nil
	}
	return save(o.write, w)
}

func save(path string, w tracker.Weights) error {
	text, err := json.MarshalIndent(round(w), "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o644)
}

func printWeights(out io.Writer, m *learn.Logistic) {
	for i, name := range m.Features {
		fmt.Fprintf(out, "%-20s %+.3f   mean %.3f scale %.3f\n", name, m.Weight[i], m.Mean[i], m.Scale[i])
	}
	fmt.Fprintf(out, "%-20s %+.3f\n", "bias", m.Bias)
}

// round keeps five decimals: weights are read by people, and a diff should show
// what a new fit really changed.
func round(w tracker.Weights) tracker.Weights {
	r := func(x float64) float64 {
		var y float64
		fmt.Sscanf(fmt.Sprintf("%.5f", x), "%g", &y) //nolint:errcheck // its own output
		return y
	}
	each := func(v []float64) []float64 {
		o := make([]float64, len(v))
		for i, x := range v {
			o[i] = r(x)
		}
		return o
	}
	for _, m := range []*learn.Logistic{&w.Model, &w.Short} {
		m.Mean, m.Weight, m.Bias, m.Scale = each(m.Mean), each(m.Weight), r(m.Bias), each(m.Scale)
		for i, s := range m.Scale {
			if s <= 0 {
				m.Scale[i] = 1
			}
		}
	}
	return w
}
