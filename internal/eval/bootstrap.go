package eval

import (
	"math"
	"sort"
	"strconv"
)

// bootstrap draws conversations with replacement, all pieces of one original
// conversation together, and returns the central 95 % of each figure. The draws
// are the same on every run.
func bootstrap(items []Item, tallies []tally, resamples int) map[string][2]*Figure {
	clusters := map[string][]int{}
	var names []string
	for i := range items {
		c := items[i].Cluster
		if c == "" {
			c = items[i].Gold.Conversation
		}
		if clusters[c] == nil {
			names = append(names, c)
		}
		clusters[c] = append(clusters[c], i)
	}
	if len(names) < 2 {
		return nil
	}
	drawn := map[string][]float64{}
	dice := uint64(0x9E3779B97F4A7C15)
	sample := make([]tally, 0, len(items))
	for range resamples {
		sample = sample[:0]
		for range names {
			dice ^= dice << 13
			dice ^= dice >> 7
			dice ^= dice << 17
			for _, i := range clusters[names[dice%uint64(len(names))]] {
				sample = append(sample, tallies[i])
			}
		}
		r := figures(sample, "")
		for name, v := range named(&r) {
			if !math.IsNaN(float64(v)) {
				drawn[name] = append(drawn[name], float64(v))
			}
		}
	}
	out := map[string][2]*Figure{}
	for name, values := range drawn {
		sort.Float64s(values)
		lo, hi := Figure(quantile(values, 0.025)), Figure(quantile(values, 0.975))
		out[name] = [2]*Figure{&lo, &hi}
	}
	return out
}

// named lists the figures that intervals are given for.
func named(r *Report) map[string]Figure {
	return map[string]Figure{
		"boundary.precision": r.Boundary.Precision, "boundary.recall": r.Boundary.Recall, "boundary.f1": r.Boundary.F1,
		"intent.accuracy": r.Intent.Accuracy, "intent.macro_f1": r.Intent.MacroF1,
		"goal.accuracy": r.Goal.Accuracy, "goal.balanced_accuracy": r.Goal.Balanced, "goal.kappa": r.Goal.Kappa,
		"goal.auc": r.Goal.AUC, "goal.ece": r.Goal.ECE,
		"failure_signal.precision": r.Signal.Precision, "failure_signal.recall": r.Signal.Recall,
		"language.accuracy": r.Language.Accuracy,
		"score.gold":        r.Score.Gold, "score.predicted": r.Score.Predicted, "score.error": r.Score.Error,
	}
}

// quantile of sorted values, interpolated.
func quantile(v []float64, q float64) float64 {
	at := q * float64(len(v)-1)
	i := int(at)
	if i+1 >= len(v) {
		return v[len(v)-1]
	}
	return v[i] + (at-float64(i))*(v[i+1]-v[i])
}

func appendFloat(b []byte, v float64) []byte {
	return strconv.AppendFloat(b, math.Round(v*1e4)/1e4, 'f', -1, 64)
}
