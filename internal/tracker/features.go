package tracker

import (
	"math"
	"strings"

	"prism/internal/session"
)

// ahead is how many turns behind a prompt are looked at, to see whether the work
// falls back to what it was before.
const ahead = 2

// A feature is a number about a prompt and the session before it. Names are the
// ones in the weights.
var featureNames = []string{
	"ask_new", "ask_old", "ask_share", "ask_last", "ask_asked", "ask_none",
	"work_share", "work_none", "block_share", "block_gap",
	"files_share", "files_none", "files_both", "edits_share", "dirs_share", "return_files", "all_new_files",
	"plan", "plan_known", "command", "follow", "accept", "back", "wrong", "chore", "fresh", "wish", "pasted", "review", "question", "structured",
	"length", "short", "again",
	"before_unanswered", "before_asked", "before_stopped", "before_committed", "before_pushed", "before_chore", "before_planned", "before_act", "before_failed",
	"session_turns", "session_steps", "landed",
	"looks", "agents", "first_edit", "no_steps", "steps", "todos",
	"landed_new", "long_new", "follow_new", "chore_landed",
}

// Features are the names of what the tracker computes, in order.
func Features() []string { return append([]string(nil), featureNames...) }

// walk goes through the turns of a conversation and knows the session so far.
type walk struct {
	terms, places *vocabulary
	turns         []profile
	start         int // first turn of the session so far
	at            int // the turn that is looked at
	cover         float64
	covers        int
	landed        bool // all that was edited in the session was committed
}

func (tr *Tracker) walk(turns []session.Turn) *walk {
	p := profiler{book: tr.book, terms: newVocabulary(tr.weights.Common), places: newVocabulary(Common{})}
	w := &walk{terms: p.terms, places: p.places, turns: make([]profile, len(turns))}
	for i := range turns {
		w.turns[i] = p.profile(&turns[i])
	}
	return w
}

// take takes the turn into the session: a new one where it was cut.
func (w *walk) take(cut bool) {
	t := &w.turns[w.at]
	if cut {
		w.start, w.cover, w.covers, w.landed = w.at, 0, 0, false
	} else if w.at > w.start {
		if s, ok := w.share(t.ask, t.work); ok {
			w.cover += s
			w.covers++
		}
	}
	if t.edited > 0 {
		w.landed = false
	}
	if t.commits || t.pushes {
		w.landed = true
	}
	now := int32(w.at) + 1
	for _, n := range t.ask {
		w.terms.seen[n], w.terms.asked[n] = now, now
	}
	for _, n := range t.work {
		w.terms.seen[n] = now
	}
	for _, n := range t.files {
		w.places.seen[n] = now
	}
	for _, n := range t.dirs {
		w.places.seen[n] = now
	}
	for _, n := range t.edits {
		w.places.asked[n] = now
	}
	w.at++
}

// share is the weighted share of some terms that the session has used.
func (w *walk) share(lists ...[]int32) (float64, bool) {
	var old, all float64
	for _, l := range lists {
		for _, n := range l {
			x := float64(w.terms.weight[n])
			all += x
			if int(w.terms.seen[n]) > w.start {
				old += x
			}
		}
	}
	if all < 2 {
		return 0, false
	}
	return old / all, true
}

func (w *walk) knownPlaces(l []int32) (known, all float64) {
	for _, n := range l {
		all++
		if int(w.places.seen[n]) > w.start {
			known++
		}
	}
	return known, all
}

// row fills x with the features of the turn that is looked at.
func (w *walk) row(x []float64) {
	t := &w.turns[w.at]
	prev := &w.turns[w.at-1]
	end := min(w.at+ahead, len(w.turns)-1)
	i := 0
	put := func(v float64) { x[i] = v; i++ }

	// What is asked.
	var fresh, old, last, asked float64
	for _, n := range t.ask {
		v := float64(w.terms.weight[n])
		s := int(w.terms.seen[n])
		switch {
		case s <= w.start:
			fresh += v
		default:
			old += v
			if s == w.at {
				last += v
			}
			if int(w.terms.asked[n]) > w.start {
				asked += v
			}
		}
	}
	all := fresh + old
	askShare := 0.5
	if all > 0 {
		askShare = (old + 0.5) / (all + 1)
	}
	put(math.Log1p(fresh))
	put(math.Log1p(old))
	put(askShare)
	put(ratio(last, all))
	put(ratio(asked, all))
	put(flag(all < 1))

	// What the agent did and said about it.
	workShare, hasWork := w.share(t.work)
	put(workShare)
	put(flag(!hasWork))
	var block [1 + 2*ahead][]int32
	for k := 0; w.at+k <= end; k++ {
		block[2*k] = w.turns[w.at+k].work
		if k > 0 {
			block[2*k-1] = w.turns[w.at+k].ask
		}
	}
	blockShare, _ := w.share(block[:]...)
	put(blockShare)
	gap := 0.0
	if w.covers > 0 {
		if own, ok := w.share(t.ask, t.work); ok {
			gap = w.cover/float64(w.covers) - own
		}
	}
	put(gap)

	// Where it was done.
	files, nFiles := w.knownPlaces(t.files)
	dirs, nDirs := w.knownPlaces(t.dirs)
	edits, nEdits := w.knownPlaces(t.edits)
	hadFiles := false
	for k := w.start; k < w.at; k++ {
		hadFiles = hadFiles || len(w.turns[k].files) > 0
	}
	both := hadFiles && nFiles > 0
	put(when(both, ratio(files, nFiles)))
	put(flag(nFiles == 0))
	put(flag(both))
	put(when(both && nEdits > 0, ratio(edits, nEdits)))
	put(when(both, ratio(dirs, nDirs)))
	var back, backAll float64
	for k := w.at + 1; k <= end; k++ {
		f, n := w.knownPlaces(w.turns[k].files)
		back += f
		backAll += n
	}
	put(when(hadFiles, ratio(back, backAll)))
	put(flag(both && files == 0))

	// How it was said.
	c := &t.cues
	known := c.plan && samePlan(t.prompt, prev.planText)
	put(flag(c.plan))
	put(flag(known))
	put(flag(c.command))
	put(flag(c.follow))
	put(flag(c.accept))
	put(flag(c.back))
	put(flag(c.wrong))
	put(flag(c.chore))
	put(flag(c.fresh))
	put(flag(c.wish))
	put(flag(c.pasted))
	put(flag(c.review))
	put(flag(c.question))
	put(flag(c.structured))
	put(math.Log1p(float64(c.words)))
	put(flag(c.words <= 3))
	put(flag(again(t.prompt, prev.prompt)))

	// How it stood before.
	put(flag(!prev.answered))
	put(flag(prev.asked))
	put(flag(prev.stopped))
	put(flag(prev.commits))
	put(flag(prev.pushes))
	put(flag(prev.cues.chore))
	put(flag(prev.planned))
	put(flag(prev.endsOnAct))
	put(flag(prev.failed))
	steps := 0
	for k := w.start; k < w.at; k++ {
		steps += w.turns[k].steps
	}
	put(math.Log1p(float64(w.at - w.start)))
	put(math.Log1p(float64(steps)))
	put(flag(w.landed))

	// What the agent did first.
	put(math.Log1p(float64(t.looks)))
	put(flag(t.agents > 0))
	put(flag(t.firstEdit))
	put(flag(t.steps == 0))
	put(math.Log1p(float64(t.steps)))
	put(flag(t.todos))

	// Together.
	novelty := math.Log1p(fresh) * (1 - askShare)
	put(when(w.landed, novelty))
	put(when(c.words > 12, novelty))
	put(when(c.follow, novelty))
	put(flag(c.chore && w.landed))
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

func flag(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func when(b bool, x float64) float64 {
	if b {
		return x
	}
	return 0
}

// again reports whether a prompt says the one before once more: what is sent
// anew is often mended at its end.
func again(a, b string) bool {
	const alike = 24
	n := min(len(a), len(b), alike)
	return n > 0 && a[:n] == b[:n] && (n == alike || a == b)
}

// samePlan reports whether a prompt hands on the plan that the turn before ended on.
func samePlan(prompt, plan string) bool {
	plan = strings.TrimSpace(plan)
	if len(plan) < 40 {
		return false
	}
	return strings.Contains(prompt, plan[:min(len(plan), 200)])
}
