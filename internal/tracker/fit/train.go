package main

import (
	"hash/fnv"
	"slices"
	"strings"

	"prism/internal/learn"
	"prism/internal/session"
	"prism/internal/tracker"
)

type fitOptions struct {
	l2, share, threshold float64
	splices              int
}

// row is what the fit learns from: a prompt and the session before it.
type row struct {
	x      []float64
	shift  bool
	weight float64
}

// prepare computes the rows: those of the conversations as they are, and those
// of splices: a conversation put behind other ones of the same project or person
// gives a shift that is known. spliced is left out; it is only measured on.
func prepare(data []*example, use func(*example) bool, o fitOptions) ([]row, tracker.Common) {
	data = slices.DeleteFunc(slices.Clone(data), func(e *example) bool { return e.file == "spliced" || !use(e) })
	census := tracker.NewCensus()
	for _, e := range data {
		census.Add(e.project, e.turns)
	}
	common := census.Common()
	blank := tracker.Blank(common)
	var rows []row
	for _, e := range data {
		for k, x := range blank.Rows(e.turns, func(t int) bool { return e.cuts[t] }) {
			rows = append(rows, row{x: x, shift: e.cuts[k+1], weight: e.weight()})
		}
	}
	for i, e := range data {
		if len(e.turns) == 0 || blank.Follows(&e.turns[0]) {
			continue
		}
		before := earlier(data, i)
		for _, j := range before[:min(len(before), o.splices)] {
			turns, cuts := splice(data[j], e)
			joint := len(data[j].turns)
			x := blank.Rows(turns, func(t int) bool { return cuts[t] })
			rows = append(rows, row{x: x[joint-1], shift: true, weight: -e.weight()})
		}
	}
	balance(rows, o.share)
	return rows, common
}

// splice puts the head of b behind a.
func splice(a, b *example) ([]session.Turn, []bool) {
	const head = 3 // as far as the tracker looks
	n := min(len(b.turns), head)
	cuts := append(slices.Clone(a.cuts), b.cuts[:n]...)
	cuts[len(a.cuts)] = true
	return append(slices.Clone(a.turns), b.turns[:n]...), cuts
}

// earlier lists conversations that i can be put behind, in an order that looks
// random and is always the same.
func earlier(data []*example, i int) []int {
	e := data[i]
	var out []int
	key := map[int]uint32{}
	for j, a := range data {
		if a.project != e.project || a.group == e.group || len(a.turns) == 0 || related(a, e) {
			continue
		}
		h := fnv.New32a()
		_, _ = h.Write([]byte(a.id + "|" + e.id))
		key[j] = h.Sum32()
		out = append(out, j)
	}
	slices.SortFunc(out, func(x, y int) int { return int(int64(key[x]) - int64(key[y])) })
	return out
}

// related reports whether two conversations may be about one goal: done on one
// branch, or one hands its plan to the other. What may be one goal is no example
// of two.
func related(a, b *example) bool {
	if a.branch != "" && a.branch == b.branch && a.branch != "main" && a.branch != "master" && a.branch != "HEAD" {
		return true
	}
	return handsOn(a, b) || handsOn(b, a)
}

func handsOn(a, b *example) bool {
	first := &b.turns[0]
	if first.Plan == "" {
		return false
	}
	head := strings.TrimSpace(first.Plan)
	head = head[:min(len(head), 60)]
	return slices.ContainsFunc(a.turns, func(t session.Turn) bool {
		return slices.ContainsFunc(t.Steps, func(s session.Step) bool { return strings.Contains(s.PlanText, head) })
	})
}

// balance gives the splices the weight at which shifts make up their share.
func balance(rows []row, share float64) {
	stay, real, made := 0.0, 0.0, 0.0
	for _, r := range rows {
		switch {
		case r.weight < 0:
			made -= r.weight
		case r.shift:
			real += r.weight
		default:
			stay += r.weight
		}
	}
	w := max((share/(1-share)*stay-real)/max(made, 1), 0)
	for i := range rows {
		if rows[i].weight < 0 {
			rows[i].weight *= -w
		}
	}
}

// fit fits to the examples that may be used.
func fit(data []*example, use func(*example) bool, o fitOptions) (tracker.Weights, error) {
	rows, common := prepare(data, use, o)
	in := learn.Rows{Features: tracker.Features()}
	for _, r := range rows {
		y := 0.0
		if r.shift {
			y = 1
		}
		in.X, in.Y, in.W = append(in.X, r.x), append(in.Y, y), append(in.W, r.weight)
	}
	m, err := learn.FitLogistic(in, o.l2, nil)
	return tracker.Weights{Model: m, Common: common, Threshold: o.threshold}, err
}

// weight is how much a conversation counts in a fit. Those of 72 people are fewer
// than those of four projects, and nearer to what the tracker is for.
func (e *example) weight() float64 {
	if e.file == "people" {
		return 2
	}
	return 1
}
