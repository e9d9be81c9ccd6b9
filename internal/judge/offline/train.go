package offline

import (
	"fmt"

	"prism/internal/fact"
	"prism/internal/learn"
)

// Labelled is a session with what a reader said of it.
type Labelled struct {
	Case     *Case
	Intent   fact.Intent
	Complete bool
	P        float64 // the reader's probability
	Explicit bool
	Weight   float64 // > 0
	Goal     bool    // its verdict may be learned from (not contested)
}

// Options are the knobs of a fit. The zero value is not useful: see DefaultOptions.
type Options struct {
	IntentL2, GoalL2, BasisL2 float64
	IntentBalance             float64 // 0: classes as they are, 1: equal
	Soft                      float64 // share of the reader's probability in the target, the rest is the verdict
	Inner                     int     // folds of the inner crossing of intents
}

// DefaultOptions are the ones the embedded model was fitted with; docs/accuracy.md
// tells what else was tried.
func DefaultOptions() Options {
	return Options{IntentL2: 8, GoalL2: 6, BasisL2: 8, IntentBalance: 0.5, Soft: 0.3, Inner: 5}
}

// Fit learns a model from labelled sessions.
func (j *Judge) Fit(rows []Labelled, o Options) (Model, error) {
	m := Model{Temper: 1}
	var err error
	if m.Intent, err = j.fitIntent(rows, o, nil); err != nil {
		return m, err
	}
	// The goal's model sees intents as it will see them at work: guessed by a
	// model that was not fitted on the session at hand.
	guesses := make([][]float64, len(rows))
	for k := range o.Inner {
		inner, err := j.fitIntent(rows, o, func(i int) bool { return i%o.Inner != k })
		if err != nil {
			return m, err
		}
		for i := k; i < len(rows); i += o.Inner {
			guesses[i] = inner.Probabilities(rows[i].Case.intent)
		}
	}
	var goal, basis learn.Rows
	goal.Features, basis.Features = names(j.goals), names(j.goals)
	for i := range rows {
		r := &rows[i]
		if !r.Goal {
			continue
		}
		x, _ := j.goal(r.Case, guesses[i])
		goal.X = append(goal.X, x)
		goal.Y = append(goal.Y, o.Soft*r.P+(1-o.Soft)*truth(r.Complete))
		goal.W = append(goal.W, r.Weight)
		basis.Y = append(basis.Y, truth(r.Explicit))
	}
	basis.X, basis.W = goal.X, goal.W
	if m.Goal, err = learn.FitLogistic(goal, o.GoalL2, nil); err != nil {
		return m, fmt.Errorf("goal: %w", err)
	}
	if m.Basis, err = learn.FitLogistic(basis, o.BasisL2, nil); err != nil {
		return m, fmt.Errorf("basis: %w", err)
	}
	return m, nil
}

func (j *Judge) fitIntent(rows []Labelled, o Options, use func(int) bool) (learn.Classes, error) {
	r := learn.Rows{Features: intentNames(j.intents)}
	var class []int
	for i := range rows {
		k := -1
		for n, name := range fact.Intents {
			if name == rows[i].Intent {
				k = n
			}
		}
		if k < 0 || (use != nil && !use(i)) {
			continue
		}
		r.X = append(r.X, rows[i].Case.intent)
		r.Y = append(r.Y, 0)
		r.W = append(r.W, rows[i].Weight)
		class = append(class, k)
	}
	c, err := learn.FitClasses(r, class, intentClasses(), o.IntentL2, o.IntentBalance)
	if err != nil {
		return c, fmt.Errorf("intent: %w", err)
	}
	return c, nil
}
