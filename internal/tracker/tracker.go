// Package tracker finds where a person turns to another goal within one
// conversation, from nothing but what is said and done: the words of prompts and
// answers, the files looked at and changed, how a prompt is worded, how the work
// before it ended. It asks no model, reads no file and no clock, and never looks
// at ids, client versions, branches, working folders, sizes or times.
//
// Promises: the same turns give the same answer; a turn is judged by what stands
// before it and at most two turns behind it, so more turns at the end change
// nothing further up; the cost grows linearly with the text.
package tracker

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"

	_ "embed"

	"prism/internal/conversation"
	"prism/internal/learn"
	"prism/internal/lexicon"
)

// rules is raised with every change to features or reading that leaves weights
// and tables of words as they are.
const rules = "9"

// Weights are what a fit leaves behind: data of the repository.
type Weights struct {
	Model     learn.Logistic `json:"model"`
	Short     learn.Logistic `json:"short"` // of prompts in sessions of few turns
	Common    Common         `json:"common"`
	Threshold float64        `json:"threshold"` // probability from which a prompt opens a session
}

//go:embed weights.json
var embedded []byte

// Tracker finds topic shifts offline. It is safe for concurrent use.
type Tracker struct {
	book    func() *book // read when it is first used
	weights Weights
	version string
}

// Default returns the tracker with the weights of the repository.
func Default() (*Tracker, error) {
	w, err := Shipped()
	if err != nil {
		return nil, err
	}
	return New(w)
}

// Shipped are the weights of the repository.
func Shipped() (w Weights, err error) {
	if err := json.Unmarshal(embedded, &w); err != nil {
		return w, fmt.Errorf("tracker: weights: %w", err)
	}
	return w, nil
}

// New returns a tracker with the weights given. It fails where they were fitted
// to other features than this program computes.
func New(w Weights) (*Tracker, error) {
	if err := w.Model.Check(featureNames); err != nil {
		return nil, fmt.Errorf("tracker: %w", err)
	}
	if len(w.Short.Features) > 0 { // without it short sessions are told like any
		if err := w.Short.Check(shortNames); err != nil {
			return nil, fmt.Errorf("tracker: short sessions: %w", err)
		}
	}
	data, err := json.Marshal(w)
	if err != nil {
		return nil, fmt.Errorf("tracker: weights: %w", err)
	}
	h := fnv.New64a()
	_, _ = fmt.Fprintf(h, "%s %x ", rules, wordSum()) // a hash takes everything
	_, _ = h.Write(data)
	return &Tracker{book: readBook, weights: w, version: fmt.Sprintf("shift-%016x", h.Sum64())}, nil
}

// Load reads the words before they are needed.
func (tr *Tracker) Load() { tr.book() }

// Version names rules, tables and weights: another one may cut otherwise.
func (tr *Tracker) Version() string { return tr.version }

// Shifts returns the turns that open another goal. It never fails but for a
// context that has ended.
func (tr *Tracker) Shifts(ctx context.Context, turns []conversation.Turn) ([]conversation.Shift, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(turns) < 2 {
		return nil, nil
	}
	var out []conversation.Shift
	w := tr.walk(turns)
	x := make([]float64, len(featureNames))
	w.take(true)
	for w.at < len(turns) {
		p, why := tr.probability(w, x)
		cut := p >= tr.weights.Threshold
		if cut {
			if why == "" {
				why = tr.why(x)
			}
			out = append(out, conversation.Shift{Turn: w.at, Probability: p, Why: why})
		}
		w.take(cut)
	}
	return out, nil
}

// probability of a shift at the turn that is looked at, whose features it leaves in x.
// Where a rule tells it, why says which.
func (tr *Tracker) probability(w *walk, x []float64) (p float64, why string) {
	w.row(x)
	p = tr.weights.Model.Probability(x)
	if w.nextPoint() {
		return 0, ""
	}
	if why = w.rule(); why != "" {
		p = max(p, ruled)
	} else if p < tr.weights.Threshold {
		if short, ok := tr.short(w); ok && (short >= shortCut && !w.near() || short >= shortNear) && !w.ofTheWork() {
			p, why = short, shortSaid
		}
	}
	if p >= tr.weights.Threshold && w.aside() {
		return asideAtMost, ""
	}
	return p, why
}

// short is the probability of a shift by what is told of short sessions.
func (tr *Tracker) short(w *walk) (p float64, ok bool) {
	if len(tr.weights.Short.Features) == 0 {
		return 0, false
	}
	var x [32]float64
	row := x[:len(shortNames)]
	if !w.short(row) {
		return 0, false
	}
	return tr.weights.Short.Probability(row), true
}

// Probabilities returns for each turn the probability that it opens another
// goal; the first is 0. Shifts cuts where it reaches the threshold.
func (tr *Tracker) Probabilities(turns []conversation.Turn) []float64 {
	out := make([]float64, len(turns))
	if len(turns) < 2 {
		return out
	}
	w := tr.walk(turns)
	x := make([]float64, len(featureNames))
	w.take(true)
	for w.at < len(turns) {
		out[w.at], _ = tr.probability(w, x)
		w.take(out[w.at] >= tr.weights.Threshold)
	}
	return out
}

// Rows returns the features of each turn but the first, with the sessions before
// it cut where cuts says: what a fit learns from.
func (tr *Tracker) Rows(turns []conversation.Turn, cuts func(turn int) bool) [][]float64 {
	return tr.rows(turns, cuts, func(w *walk) []float64 {
		x := make([]float64, len(featureNames))
		w.row(x)
		return x
	})
}

// rows is what row gives for each turn but the first, with the sessions before it cut where
// cuts says.
func (tr *Tracker) rows(turns []conversation.Turn, cuts func(turn int) bool, row func(w *walk) []float64) [][]float64 {
	if len(turns) < 2 {
		return nil
	}
	w := tr.walk(turns)
	w.take(true)
	var out [][]float64
	for w.at < len(turns) {
		out = append(out, row(w))
		w.take(cuts(w.at))
	}
	return out
}

// Blank returns a tracker that computes features and decides nothing: for a fit.
func Blank(c Common) *Tracker {
	return &Tracker{book: readBook, weights: Weights{Threshold: 2, Common: c}}
}

// Threshold is the probability from which a prompt opens a session.
func (tr *Tracker) Threshold() float64 { return tr.weights.Threshold }

// Follows reports whether a prompt by its wording belongs to work that stands
// before it: an answer, or a chore such as a commit. It is no example of a shift.
func (tr *Tracker) Follows(t *conversation.Turn) bool {
	c := tr.book().read(t, &lexicon.Text{})
	return !c.plan && (c.accept || c.chore)
}
