package tracker

import (
	"cmp"
	"hash/fnv"
	"iter"
	"slices"
	"strings"

	"prism/internal/conversation"
	"prism/internal/learn"
)

// Labelled is a conversation of which a reader said where other goals begin.
type Labelled struct {
	ID       string
	Project  string // project or person: conversations are spliced within one
	Original int    // pieces of one original conversation share it
	Branch   string // keeps work on one branch from being taken for two goals
	Turns    []conversation.Turn
	Opens    []bool  // of each turn: it opens another goal; the first never
	Weight   float64 // > 0: how much its rows count
}

// FitOptions are the knobs of a fit; docs/tracker.md tells what else was tried.
type FitOptions struct {
	L2        float64 // penalty on the standardised weights
	Share     float64 // share of the rows that are shifts, as the fit sees them, 0–1
	Threshold float64 // probability from which a prompt opens a session
	Splices   int     // conversations that each one is put behind
}

// DefaultFitOptions are the ones that the embedded weights were fitted with.
func DefaultFitOptions() FitOptions {
	return FitOptions{L2: 20, Share: 0.12, Threshold: 0.5, Splices: 4}
}

// Splice is a conversation put behind another one of the same project or person:
// a shift that is known.
type Splice struct {
	Before, After *Labelled
	Turns         []conversation.Turn
	Joint         int // index of the turn that opens the other goal
}

// Splices makes up to n splices of each conversation, always the same ones. What
// may be one goal with it is never put before it, and what by its wording belongs
// to work before it is never put behind another.
func Splices(data []*Labelled, n int) iter.Seq[Splice] {
	return func(yield func(Splice) bool) {
		blank := Blank(Common{})
		for i, e := range data {
			if len(e.Turns) == 0 || blank.Follows(&e.Turns[0]) {
				continue
			}
			before := earlier(data, i)
			for _, j := range before[:min(len(before), n)] {
				a := data[j]
				const head = 3 // as far as the tracker looks
				before := settled(a.Turns)
				turns := append(slices.Clone(before), e.Turns[:min(len(e.Turns), head)]...)
				if !yield(Splice{Before: a, After: e, Turns: turns, Joint: len(before)}) {
					return
				}
			}
		}
	}
}

// settled are the turns up to the last one that was answered: who asks again what
// was stopped or lost goes on, though many records end there.
func settled(turns []conversation.Turn) []conversation.Turn {
	n := len(turns)
	for n > 1 && len(turns[n-1].Says) == 0 && len(turns[n-1].Steps) == 0 {
		n--
	}
	return turns[:n]
}

// Fit learns weights from labelled conversations: from their turns as they are,
// and from splices of them, since real shifts are few.
func Fit(data []*Labelled, o FitOptions) (Weights, error) {
	census := NewCensus()
	for _, e := range data {
		census.Add(e.Project, e.Turns)
	}
	common := census.Common()
	blank := Blank(common)
	var rows learn.Rows
	rows.Features = Features()
	add := func(x []float64, y, w float64) {
		rows.X, rows.Y, rows.W = append(rows.X, x), append(rows.Y, y), append(rows.W, w)
	}
	stay, shifts, made := 0.0, 0.0, 0.0
	for _, e := range data {
		for k, x := range blank.Rows(e.Turns, func(t int) bool { return e.Opens[t] }) {
			y := 0.0
			if e.Opens[k+1] {
				y = 1
				shifts += e.Weight
			} else {
				stay += e.Weight
			}
			add(x, y, e.Weight)
		}
	}
	first := len(rows.W)
	for s := range Splices(data, o.Splices) {
		opens := func(t int) bool { return t == s.Joint || t < s.Joint && s.Before.Opens[t] }
		made += s.After.Weight
		add(blank.Rows(s.Turns, opens)[s.Joint-1], 1, s.After.Weight)
	}
	// Splices get the weight at which shifts make up their share.
	w := max((o.Share/(1-o.Share)*stay-shifts)/max(made, 1), 0)
	for i := first; i < len(rows.W); i++ {
		rows.W[i] *= w
	}
	m, err := learn.FitLogistic(rows, o.L2, nil)
	if err != nil {
		return Weights{}, err
	}
	short, err := Shipped()
	return Weights{Model: m, Short: short.Short, Common: common, Threshold: o.Threshold}, err
}

// shortL2 is the penalty on the weights for short sessions.
const shortL2 = 5

// FitShort learns how prompts in short sessions are told. Labelled records hold too few
// shifts there, so that conversations written for it are among the data; what a fit without
// them measures has the weights of the repository (Fit). A prompt that stands behind the
// same one in several conversations, as written endings of one beginning do, counts once.
func FitShort(data []*Labelled, c Common) (learn.Logistic, error) {
	blank := Blank(c)
	type pair struct{ before, prompt string }
	times := map[pair]float64{}
	each := func(f func(e *Labelled, k int, of pair, x []float64)) {
		for _, e := range data {
			for k, x := range blank.ShortRows(e.Turns, func(t int) bool { return e.Opens[t] }) {
				if x != nil {
					f(e, k+1, pair{e.Turns[k].Prompt, e.Turns[k+1].Prompt}, x)
				}
			}
		}
	}
	each(func(_ *Labelled, _ int, of pair, _ []float64) { times[of]++ })
	rows := learn.Rows{Features: ShortFeatures()}
	each(func(e *Labelled, k int, of pair, x []float64) {
		rows.X, rows.Y, rows.W = append(rows.X, x), append(rows.Y, flag(e.Opens[k])), append(rows.W, e.Weight/times[of])
	})
	return learn.FitLogistic(rows, shortL2, nil)
}

// earlier lists conversations that i can be put behind, in an order that looks
// random and is always the same.
func earlier(data []*Labelled, i int) []int {
	e := data[i]
	var out []int
	key := map[int]uint32{}
	for j, a := range data {
		if a.Project != e.Project || a.Original == e.Original || len(a.Turns) == 0 || related(a, e) {
			continue
		}
		h := fnv.New32a()
		_, _ = h.Write([]byte(a.ID + "|" + e.ID))
		key[j] = h.Sum32()
		out = append(out, j)
	}
	slices.SortFunc(out, func(x, y int) int { return cmp.Or(cmp.Compare(key[x], key[y]), cmp.Compare(x, y)) })
	return out
}

// related reports whether two conversations may be about one goal: done on one
// branch, or one hands its plan to the other. What may be one goal is no example
// of two.
func related(a, b *Labelled) bool {
	if a.Branch != "" && a.Branch == b.Branch && a.Branch != "main" && a.Branch != "master" && a.Branch != "HEAD" {
		return true
	}
	return handsOn(a, b) || handsOn(b, a)
}

func handsOn(a, b *Labelled) bool {
	first := &b.Turns[0]
	if first.Plan == "" {
		return false
	}
	head := strings.TrimSpace(first.Plan)
	head = head[:min(len(head), 60)]
	return slices.ContainsFunc(a.Turns, func(t conversation.Turn) bool {
		return slices.ContainsFunc(t.Steps, func(s conversation.Step) bool { return strings.Contains(s.PlanText, head) })
	})
}
