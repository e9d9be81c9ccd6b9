package measure

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/cli/judgerun"
	"prism/internal/eval"
	"prism/internal/fact"
	"prism/internal/learn"
	"prism/internal/phrase"
	"prism/internal/wire"
)

// leastLabels is how many labelled sessions a map is fitted to at the least: fewer
// tell no share of those at one confidence. Our choice.
const leastLabels = 20

// mapFolds are the folds in which a map is measured on what it was not fitted to.
const mapFolds = 10

// fittedMap is what fitting a judge's probabilities came to.
type fittedMap struct {
	Judge    string    `json:"judge"`
	Version  string    `json:"judge_version"`
	Sessions int       `json:"sessions"`
	Map      learn.Map `json:"map"`
	Before   *float64  `json:"ece_before"`
	After    *float64  `json:"ece_after"` // of sessions that the map was not fitted to
}

// said are a judge's probabilities of labelled sessions, and what the labels say.
type said struct {
	p     []float64
	truth []bool
	group []string // what must not be torn apart
}

// fitCalibration fits a map to what the job's judge says of labelled transcripts, and
// keeps it for its version.
func fitCalibration(ctx context.Context, p *job.Program, cmd *cobra.Command, o *calibrateOptions, args []string) error {
	e := &evalOptions{ReadFlags: o.ReadFlags, judging: o.judging, gold: o.gold, by: "kind", folds: mapFolds}
	if err := e.check(cmd, args); err != nil {
		return err
	}
	j, err := p.NewJob(cmd, &o.ReadFlags, args)
	if err != nil {
		return err
	}
	if !j.AsksModel() {
		return job.Usagef("the offline judge is calibrated where its weights are fitted; name a model's judge")
	}
	b, err := readBench(ctx, p, j, e)
	if err != nil {
		return err
	}
	m, err := measureJudge(ctx, p, j, e, b)
	if err != nil {
		return err
	}
	was, err := judgerun.ReadCalibration(p, j.AsksAs)
	if err != nil {
		return err
	}
	all := saidOf(m.items, was.Map)
	if len(all.p) < leastLabels {
		return &job.Failure{Code: job.CodeUnavailable, Err: fmt.Errorf("%s of this judge, too few to fit a calibration to", phrase.Count(len(all.p), "labelled session has a verdict", "labelled sessions have a verdict")), Hint: fmt.Sprintf("At least %d are wanted; 'prism judge' asks for verdicts.", leastLabels)}
	}
	f := fittedMap{Judge: m.judge, Version: j.AsksAs, Sessions: len(all.p), Map: learn.FitMap(all.p, all.truth)}
	f.Before, f.After = figure(eval.ECE(eval.Reliability(all.p, all.truth))), figure(all.leftOut())
	file, err := judgerun.KeepCalibration(p, judgerun.Calibration{Judge: m.judge, Version: j.AsksAs, Model: j.Cfg.Text("model"), Sessions: len(all.p), Map: f.Map})
	if err != nil {
		return err
	}
	if o.Json {
		return wire.Write(p.Out, struct {
			Schema string    `json:"schema"`
			Fitted fittedMap `json:"calibration"`
		}{"prism.calibrate/1", f})
	}
	p.Screen.Linef("Fitted to %s: calibration error %s, and %s on sessions left out of the fit.", phrase.Count(len(all.p), "labelled session", "labelled sessions"), errorOf(f.Before), errorOf(f.After))
	p.Screen.Para(0, fmt.Sprintf("Kept in %s. From now on verdicts of %s have this calibration; what was answered is not asked again.", p.Short(file), m.judge))
	return nil
}

func errorOf(v *float64) string {
	if v == nil {
		return "—"
	}
	return fmt.Sprintf("%.3f", *v)
}

// saidOf collects the probabilities as the model gave them: a map in use is undone.
func saidOf(items []eval.Item, used learn.Map) said {
	var out said
	for i := range items {
		for _, pair := range items[i].Pairs() {
			q := pair.Predicted
			if q == nil || q.Unjudged || pair.Gold.Contested || q.Intent == fact.IntentNone {
				continue
			}
			out.p = append(out.p, used.Before(q.Confidence))
			out.truth = append(out.truth, pair.Gold.GoalComplete)
			out.group = append(out.group, items[i].Cluster)
		}
	}
	return out
}

// leftOut is the calibration error where each session's map was fitted without its fold.
func (s *said) leftOut() float64 {
	folds := eval.Folds(s.group, mapFolds)
	after := make([]float64, len(s.p))
	for k := range mapFolds {
		var p []float64
		var truth []bool
		for i, fold := range folds {
			if fold != k {
				p, truth = append(p, s.p[i]), append(truth, s.truth[i])
			}
		}
		m := learn.FitMap(p, truth)
		for i, fold := range folds {
			if fold == k {
				after[i] = m.At(s.p[i])
			}
		}
	}
	return eval.ECE(eval.Reliability(after, s.truth))
}
