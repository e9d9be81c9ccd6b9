package offline

import (
	"fmt"
	"math"
	"slices"

	"prism/internal/fact"
	"prism/internal/learn"
)

// Labelled is a session with what a reader said of it.
type Labelled struct {
	Case     *Case
	Intent   fact.Intent
	Complete bool
	P        float64 // the reader's probability
	Weight   float64 // > 0
	Group    string  // project or person
	Goal     bool    // its verdict may be learned from (not contested)
}

// Options are the knobs of a fit. The zero value is not useful: see DefaultOptions.
type Options struct {
	IntentL2, TiedL2, GoalL2 float64
	IntentBalance            float64 // 0: classes as they are, 1: equal
	Soft                     float64 // share of the reader's probability in the target, the rest is the verdict
	Inner                    int     // folds of the inner crossing of intents
}

// DefaultOptions are the ones the embedded model was fitted with; docs/accuracy.md
// tells what else was tried.
func DefaultOptions() Options {
	return Options{IntentL2: 60, TiedL2: 2, GoalL2: 12, IntentBalance: 0.3, Soft: 0.45, Inner: 3}
}

// Fit learns a model from labelled sessions.
func (j *Judge) Fit(rows []Labelled, o Options) (Model, error) {
	var m Model
	guesses, err := j.fitIntents(rows, o, &m)
	if err != nil {
		return m, err
	}
	if err = j.fitGoal(rows, guesses, o, &m); err != nil {
		return m, err
	}
	m.round()
	return m, nil
}

// round leaves of each weight what can be told from noise, and keeps the file of
// them short.
func (m *Model) round() {
	c, g := &m.Intent, &m.Goal
	for _, list := range append([][]float64{c.TiedW, c.Mean, c.Scale, c.Bias, g.Mean, g.Scale, g.Weight}, c.W...) {
		for i, v := range list {
			list[i] = math.Round(v*1e5) / 1e5
		}
	}
	g.Bias = math.Round(g.Bias*1e5) / 1e5
}

// fitGoal fits what tells whether the goal was landed, for guesses of the intents.
func (j *Judge) fitGoal(rows []Labelled, guesses [][]float64, o Options, m *Model) error {
	goal := learn.Rows{Features: names(j.goals)}
	var err error
	for i := range rows {
		r := &rows[i]
		if !r.Goal {
			continue
		}
		x, _ := j.goal(r.Case, guesses[i])
		goal.X = append(goal.X, x)
		goal.Y = append(goal.Y, o.Soft*r.P+(1-o.Soft)*truth(r.Complete))
		goal.W = append(goal.W, r.Weight)
	}
	if m.Goal, err = learn.FitBounded(goal, o.GoalL2, penalties(j.goals), sides(j.goals)); err != nil {
		return fmt.Errorf("goal: %w", err)
	}
	return nil
}

// fitIntents fits what tells intents; its answer are honest guesses for the rows:
// the goal's model must see intents as it will see them at work, guessed by
// models that were not fitted on the session at hand.
func (j *Judge) fitIntents(rows []Labelled, o Options, m *Model) ([][]float64, error) {
	var use []int // rows with an intent
	var choice []learn.ChoiceRow
	for i := range rows {
		k := slices.Index(fact.Intents, rows[i].Intent)
		if k < 0 {
			continue
		}
		row := rows[i].Case.intent.Row
		row.Class, row.Weight = k, rows[i].Weight
		use, choice = append(use, i), append(choice, row)
	}
	opt := learn.ChoiceOptions{TiedL2: o.TiedL2, L2: o.IntentL2, Balance: o.IntentBalance}
	var err error
	if m.Intent, err = j.intents.Fit(choice, opt); err != nil {
		return nil, err
	}
	guesses := make([][]float64, len(rows))
	for k := range o.Inner {
		var part []learn.ChoiceRow
		for q := range use {
			if q%o.Inner != k {
				part = append(part, choice[q])
			}
		}
		inner, err := j.intents.Fit(part, opt)
		if err != nil {
			return nil, err
		}
		for q := k; q < len(use); q += o.Inner {
			guesses[use[q]] = inner.Probabilities(&choice[q])
		}
	}
	for i := range guesses {
		if guesses[i] == nil {
			guesses[i] = m.Intent.Probabilities(&rows[i].Case.intent.Row)
		}
	}
	return guesses, nil
}
