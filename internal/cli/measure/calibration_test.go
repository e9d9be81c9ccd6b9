package measure

import (
	"fmt"
	"math"
	"testing"

	"prism/internal/eval"
	"prism/internal/fact"
	"prism/internal/learn"
)

// What a judge said is taken as its model gave it, without what cannot tell anything:
// contested labels, sessions without a verdict or a goal. Measured on sessions left out,
// a judge that is too sure is less wrong with a map.
func TestSaidOf(t *testing.T) {
	used := learn.Map{Shift: 0.3, Gain: -0.2}
	var items []eval.Item
	for i := range 60 {
		p := 0.97
		items = append(items, eval.Item{
			Cluster:   fmt.Sprint(i),
			Gold:      eval.Gold{Sessions: []eval.GoldSession{{First: 1, Last: 2, Intent: fact.Feature, GoalComplete: i%4 != 0}}},
			Predicted: []eval.Predicted{{First: 1, Last: 2, Intent: fact.Feature, Complete: true, Confidence: used.At(p)}},
		})
	}
	items[0].Gold.Sessions[0].Contested = true
	items[1].Predicted[0].Unjudged = true
	items[2].Predicted[0].Intent = fact.IntentNone
	items[3].Predicted = nil
	all := saidOf(items, used)
	if len(all.p) != 56 || math.Abs(all.p[0]-0.97) > 1e-9 {
		t.Fatalf("%d probabilities, the first %v", len(all.p), all.p[0])
	}
	before, after := eval.ECE(eval.Reliability(all.p, all.truth)), all.leftOut()
	if before < 0.2 || after > 0.1 {
		t.Errorf("calibration error %.3f, then %.3f", before, after)
	}
}
