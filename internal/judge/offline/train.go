package offline

import (
	"fmt"
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
	Forest                   learn.ForestOptions
}

// DefaultOptions are the ones the embedded model was fitted with; docs/accuracy.md
// tells what else was tried.
func DefaultOptions() Options {
	return Options{IntentL2: 100, TiedL2: 2, GoalL2: 12, IntentBalance: 0.5, Soft: 0.45, Inner: 3,
		Forest: learn.ForestOptions{Trees: 300, Depth: 7, MinLeaf: 4, Try: 40, Seed: 7}}
}

// Fit learns a model from labelled sessions.
func (j *Judge) Fit(rows []Labelled, o Options) (Model, error) {
	m := Model{Temper: 1}
	guesses, err := j.fitIntents(rows, o, &m)
	if err != nil {
		return m, err
	}
	err = j.fitGoal(rows, guesses, o, &m)
	return m, err
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
	n := len(fact.Intents)
	var use []int // rows with an intent
	var class []int
	var asked, told []learn.Document
	for i := range rows {
		k := slices.Index(fact.Intents, rows[i].Intent)
		if k < 0 {
			continue
		}
		use, class = append(use, i), append(class, k)
		asked = append(asked, learn.Document{Words: rows[i].Case.asked, Class: k, Group: rows[i].Group})
		told = append(told, learn.Document{Words: rows[i].Case.told, Class: k, Group: rows[i].Group})
	}
	var askedScores, toldScores [][]float64
	m.Asked, askedScores = learn.FitBayes(asked, n)
	m.Told, toldScores = learn.FitBayes(told, n)
	choice := make([]learn.ChoiceRow, len(use))
	trees := make([]learn.ForestRow, len(use))
	for q, i := range use {
		choice[q] = withWords(rows[i].Case, askedScores[q], toldScores[q])
		choice[q].Class, choice[q].Weight = class[q], rows[i].Weight
		y := make([]float64, n)
		y[class[q]] = 1
		trees[q] = learn.ForestRow{X: wide(&choice[q]), Y: y, W: rows[i].Weight}
	}
	opt := learn.ChoiceOptions{TiedL2: o.TiedL2, L2: o.IntentL2, Balance: o.IntentBalance}
	var err error
	if m.Intent, err = learn.FitChoice(intentClasses(), j.tiedNames(), intentNames(j.intents), choice, opt); err != nil {
		return nil, fmt.Errorf("intent: %w", err)
	}
	var honest [][]float64
	if m.IntentForest, honest, err = learn.FitForest(j.wideNames(), n, trees, o.Forest); err != nil {
		return nil, fmt.Errorf("intent forest: %w", err)
	}
	guesses := make([][]float64, len(rows))
	for k := range o.Inner {
		var part []learn.ChoiceRow
		for q := range use {
			if q%o.Inner != k {
				part = append(part, choice[q])
			}
		}
		inner, err := learn.FitChoice(intentClasses(), j.tiedNames(), intentNames(j.intents), part, opt)
		if err != nil {
			return nil, fmt.Errorf("intent: %w", err)
		}
		for q := k; q < len(use); q += o.Inner {
			guesses[use[q]] = mix(inner.Probabilities(&choice[q]), honest[q])
		}
	}
	for i := range guesses {
		if guesses[i] == nil {
			row := withWords(rows[i].Case, m.Asked.Scores(rows[i].Case.asked, n), m.Told.Scores(rows[i].Case.told, n))
			guesses[i] = mix(m.Intent.Probabilities(&row), m.IntentForest.Probabilities(wide(&row)))
		}
	}
	return guesses, nil
}

// mix is the mean of two sets of probabilities.
func mix(a, b []float64) []float64 {
	out := make([]float64, len(a))
	for i := range a {
		out[i] = (a[i] + b[i]) / 2
	}
	return out
}
