// Command fit fits the weights of the offline judge to labelled transcripts and
// measures them, always on sessions that were not fitted to. Transcripts and
// labels are private and stay where they are; what is written are the weights.
//
//	go run ./internal/judge/offline/fit -labels DIR -corpus DIR              measure, a project or person left out
//	go run ./internal/judge/offline/fit … -leave conversation                a conversation left out
//	go run ./internal/judge/offline/fit … -errors 20                         tell the worst errors
//	go run ./internal/judge/offline/fit … -write internal/judge/offline/model.json
//
// Sessions are cut where the labels cut them: this measures the judge alone.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math"
	"os"

	"prism/internal/eval"
	"prism/internal/judge"
	"prism/internal/judge/offline"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

type options struct {
	labels, corpus, leave, write, only, seed string
	errors, folds                            int
	weights, titles                          bool
	fit                                      offline.Options
}

func run(args []string, out io.Writer) error {
	o := options{fit: offline.DefaultOptions()}
	f := flag.NewFlagSet("fit", flag.ContinueOnError)
	f.StringVar(&o.labels, "labels", os.Getenv("PRISM_LABELS"), "folder of label files")
	f.StringVar(&o.corpus, "corpus", os.Getenv("PRISM_CORPUS"), "folder of labelled transcripts")
	f.StringVar(&o.leave, "leave", "project", "what is left out of a fit that it is measured on: project or conversation")
	f.StringVar(&o.write, "write", "", "fit to everything and write the weights to this file")
	f.StringVar(&o.only, "only", "", "errors and titles of this label file alone")
	f.StringVar(&o.seed, "seed", "", "another division of projects and persons among the folds")
	f.IntVar(&o.errors, "errors", 0, "tell so many errors, the surest first")
	f.IntVar(&o.folds, "folds", 10, "folds")
	f.BoolVar(&o.weights, "weights", false, "print the weights")
	f.BoolVar(&o.titles, "titles", false, "print titles, summaries and checks beside the labels' goals")
	f.Float64Var(&o.fit.IntentL2, "intent-l2", o.fit.IntentL2, "penalty of the intent's weights")
	f.Float64Var(&o.fit.TiedL2, "tied-l2", o.fit.TiedL2, "penalty of the intent's tied weights")
	f.Float64Var(&o.fit.GoalL2, "goal-l2", o.fit.GoalL2, "penalty of the goal's weights")
	f.Float64Var(&o.fit.IntentBalance, "balance", o.fit.IntentBalance, "how far intents are weighted to be equal")
	f.Float64Var(&o.fit.Soft, "soft", o.fit.Soft, "share of the readers' probability in the goal's target")
	if err := f.Parse(args); err != nil {
		return err
	}
	if o.labels == "" || o.corpus == "" {
		return fmt.Errorf("-labels and -corpus (or PRISM_LABELS and PRISM_CORPUS) say where the labelled transcripts lie")
	}
	j := offline.Untrained()
	rows, err := load(context.Background(), j, o)
	if err != nil {
		return err
	}
	ops, err := crossValidate(j, rows, o)
	if err != nil {
		return err
	}
	measure(out, rows, ops)
	if o.errors > 0 {
		tellErrors(out, rows, ops, o)
	}
	if o.titles {
		tellTitles(out, rows, ops, o)
	}
	if o.write == "" && !o.weights {
		return nil
	}
	all := make([]offline.Labelled, len(rows))
	for i := range rows {
		all[i] = rows[i].labelled
	}
	m, err := j.Fit(all, o.fit)
	if err != nil {
		return err
	}
	if o.weights {
		tellWeights(out, m)
	}
	if o.write == "" {
		return nil
	}
	b, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	if err := os.WriteFile(o.write, append(b, '\n'), 0o644); err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	return nil
}

// measure prints the figures by the set that the sessions come from.
func measure(out io.Writer, rows []row, ops []judge.Opinion) {
	for _, g := range groups() {
		var items []eval.Item
		for i := range rows {
			if g.has(rows[i].set) {
				items = append(items, item(&rows[i], ops[i]))
			}
		}
		if len(items) == 0 {
			continue
		}
		r := eval.Measure(items, eval.LeftOut, 400)
		c := r.Goal.Confusion
		fmt.Fprintf(out, "%-15s %3d sessions  goal: balanced %.3f%s kappa %.3f auc %.3f%s ece %.3f (%d right done, %d wrong done, %d right open, %d wrong open)  intent: %.3f%s macro-F1 %.3f  signal: P %.2f R %.2f  score %+.1f\n",
			g.name, r.Sessions, r.Goal.Balanced, span(r, "goal.balanced_accuracy"), r.Goal.Kappa, r.Goal.AUC, span(r, "goal.auc"), r.Goal.ECE,
			c.TruePositive, c.FalsePositive, c.TrueNegative, c.FalseNegative,
			r.Intent.Accuracy, span(r, "intent.accuracy"), r.Intent.MacroF1, r.Signal.Precision, r.Signal.Recall, r.Score.Error)
	}
}

func span(r eval.Report, name string) string {
	iv, ok := r.Intervals[name]
	if !ok || math.IsNaN(float64(*iv[0])) {
		return ""
	}
	return fmt.Sprintf(" [%.2f–%.2f]", *iv[0], *iv[1])
}

// item makes a measurable item of one session, as a conversation of its own.
func item(r *row, op judge.Opinion) eval.Item {
	g := *r.gold
	p := eval.Predicted{First: g.First, Last: g.Last, Intent: op.Intent, Complete: op.Complete, Confidence: op.Probability, Signal: op.Signal, Language: g.Language}
	return eval.Item{
		Gold:      eval.Gold{Conversation: r.conversation, Set: r.set, Sessions: []eval.GoldSession{g}},
		Floors:    []bool{true},
		Predicted: []eval.Predicted{p},
		Cluster:   r.conversation,
	}
}
