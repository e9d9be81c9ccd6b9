package tracker

import (
	"math"
	"strings"

	"prism/internal/conversation"
)

// ahead is how many turns behind a prompt are looked at, to see whether the work
// falls back to what it was before.
const ahead = 2

// A feature is a number about a prompt and the session before it. Names are the
// ones in the weights.
var featureNames = []string{
	"ask_new", "ask_odds", "ask_last", "ask_asked", "ticket_new", "ticket_known",
	"work_odds", "block_odds", "last_odds", "gap",
	"files_none", "files_both", "files_share", "edits_share", "dirs_share", "return_files", "all_new_files",
	"plan", "plan_odds", "plan_known", "command", "follow", "accept", "back", "wrong", "chore", "fresh", "wish", "pasted", "review", "question", "structured",
	"length", "short", "again",
	"reply", "start",
	"before_unanswered", "before_asked", "before_stopped", "before_committed", "before_chore", "before_planned", "before_act", "before_failed",
	"session_turns", "session_terms", "session_unanswered", "landed",
	"looks", "agents", "first_edit", "no_steps", "todos",
	"long_new", "follow_new",
	"cosine", "cosine_gap", "polite", "docs", "tests", "ours", "item", "before_waits",
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
	known         int  // terms the session has used
	answered      bool // the agent said or did something in the session
	filed         bool // the session has touched files
	typed         bool // it has edited files in a language
	theme         theme
}

func (tr *Tracker) walk(turns []conversation.Turn) *walk {
	book := tr.book()
	p := profiler{book: book, terms: newVocabulary(book.stop, tr.weights.Common), places: newVocabulary(nil, Common{})}
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
		w.start, w.cover, w.covers, w.landed, w.known, w.answered, w.filed, w.typed, w.theme = w.at, 0, 0, false, 0, false, false, false, theme{}
	} else if w.at > w.start {
		w.cover += w.odds(t.ask, t.work)
		w.covers++
		w.theme.add(w.cosine(t.ask, t.work))
	}
	w.answered = w.answered || t.answered
	w.filed = w.filed || len(t.files) > 0
	if t.edited > 0 {
		w.landed = false
	}
	if t.commits || t.pushes {
		w.landed = true
	}
	now := int32(w.at) + 1
	for _, n := range t.ask {
		w.use(n, now)
		w.terms.asked[n] = now
	}
	for _, n := range t.work {
		w.use(n, now)
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
	for _, n := range t.kinds {
		w.places.seen[n], w.typed = now, true
	}
	w.at++
}

// use notes that a term was used in the turn now (from 1).
func (w *walk) use(n, now int32) {
	if k := w.terms.kin[n]; k >= 0 {
		w.terms.kinned[k] = now
	}
	switch s := w.terms.seen[n]; {
	case int(s) <= w.start:
		w.known++
		w.terms.turns[n] = 0
	case s == now:
		return
	}
	w.terms.seen[n] = now
	w.terms.turns[n]++
	k, x := float64(w.terms.turns[n]), float64(w.terms.weight[n])
	w.theme.norm += x * x * (2*k - 1)
}

// Evidence of which there is little counts little: odds are those of old terms
// against new ones with this much of each added.
const someOld, someNew = 1.5, 2.5

// odds is the logarithm of how much of some terms the session has used against
// how much is new.
func (w *walk) odds(lists ...[]int32) float64 { return w.oddsSince(w.start, lists...) }

// oddsSince is odds by what was used after the turn given.
func (w *walk) oddsSince(turn int, lists ...[]int32) float64 {
	var old, fresh float64
	for _, l := range lists {
		for _, n := range l {
			x := float64(w.terms.weight[n])
			if int(w.terms.seen[n]) > turn {
				old += x
			} else {
				fresh += x
			}
		}
	}
	return math.Log((old + someOld) / (fresh + someNew))
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

// lookBack is how many turns may stand between a prompt and the answer that it
// follows: more unanswered prompts in a row are no talk.
const lookBack = 12

// around is the turn in which the one that is looked at was answered, and the last
// that was before it.
func (w *walk) around() (act, before *profile) {
	// A prompt that was stopped at once, or sent again, is answered further down.
	act = &w.turns[w.at]
	for k := w.at; k < min(w.at+ahead, len(w.turns)-1) && !act.answered; k++ {
		act = &w.turns[k+1]
	}
	// What stood before is what the agent said last.
	before = &w.turns[w.at-1]
	for k := w.at - 1; k > max(w.start, w.at-lookBack) && !before.answered; k-- {
		before = &w.turns[k-1]
	}
	return act, before
}

// row fills x with the features of the turn that is looked at.
func (w *walk) row(x []float64) {
	t := &w.turns[w.at]
	prev := &w.turns[w.at-1]
	end := min(w.at+ahead, len(w.turns)-1)
	act, before := w.around()
	i := 0
	put := func(v float64) { x[i] = v; i++ }

	// What is asked.
	var fresh, old, last, asked float64
	var newTicket, oldTicket bool
	for _, n := range t.ask {
		v := float64(w.terms.weight[n])
		s := int(w.terms.seen[n])
		if s <= w.start {
			fresh += v
			newTicket = newTicket || v > nameWeight
			continue
		}
		old += v
		oldTicket = oldTicket || v > nameWeight
		if s == w.at {
			last += v
		}
		if int(w.terms.asked[n]) > w.start {
			asked += v
		}
	}
	put(math.Log1p(fresh))
	askOdds := math.Log((old + 0.7) / (fresh + 1))
	put(askOdds)
	put(math.Log((last + 0.5) / (fresh + old - last + 1)))
	put(math.Log((asked + 0.5) / (fresh + old - asked + 1)))
	put(flag(newTicket && !oldTicket))
	put(flag(oldTicket))

	// What the agent did and said about it.
	sure := float64(w.known) / (float64(w.known) + 100)
	put(sure * w.odds(act.work))
	var block [1 + 2*ahead][]int32
	for k := 0; w.at+k <= end; k++ {
		block[2*k] = w.turns[w.at+k].work
		if k > 0 {
			block[2*k-1] = w.turns[w.at+k].ask
		}
	}
	put(sure * w.odds(block[:]...))
	put(sure * w.oddsSince(w.at-1, t.ask, act.work))
	gap := 0.0
	if w.covers > 0 {
		gap = w.cover/float64(w.covers) - w.odds(t.ask, act.work)
	}
	put(sure * gap)

	// Where it was done.
	files, nFiles := w.knownPlaces(act.files)
	dirs, nDirs := w.knownPlaces(act.dirs)
	edits, nEdits := w.knownPlaces(act.edits)
	both := w.filed && nFiles > 0
	put(flag(nFiles == 0))
	put(flag(both))
	put(when(both, ratio(files, nFiles)))
	put(when(both && nEdits > 0, ratio(edits, nEdits)))
	put(when(both, ratio(dirs, nDirs)))
	var back, backAll float64
	for k := w.at + 1; k <= end; k++ {
		f, n := w.knownPlaces(w.turns[k].files)
		back += f
		backAll += n
	}
	put(when(w.filed, ratio(back, backAll)))
	put(flag(both && files == 0))

	// How it was said.
	c := &t.cues
	known := false
	for k := w.at - 1; c.plan && k >= w.start && !known; k-- {
		known = samePlan(t.prompt, w.turns[k].planText)
	}
	put(flag(c.plan))
	put(when(c.plan, askOdds))
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
	put(flag(c.words <= 3 && !c.fresh))
	put(flag(again(t.prompt, prev.prompt, prev.answered)))

	// How the agent takes it.
	put(flag(act.reply))
	put(flag(act.start))

	// How it stood before.
	put(flag(!prev.answered))
	put(flag(before.asked))
	put(flag(before.stopped && !before.planned))
	put(flag(before.commits || before.pushes))
	put(flag(prev.cues.chore))
	put(flag(before.planned))
	put(flag(before.endsOnAct && !before.planned && before.commits))
	put(flag(prev.failed))
	put(math.Log1p(float64(w.at - w.start)))
	put(math.Log1p(float64(w.known)))
	put(flag(!w.answered))
	put(flag(w.landed))

	// What the agent did first.
	put(math.Log1p(float64(act.looks)))
	put(flag(act.agents > 0))
	put(flag(act.firstEdit))
	put(flag(act.steps == 0))
	put(flag(act.todos))

	// Together.
	novelty := math.Log1p(fresh) * fresh / (fresh + old + 1)
	put(when(c.words > 12, novelty))
	put(when(c.follow, novelty))
	w.more(put, t, act, before)
}

// more puts the features of themes and of later cues.
func (w *walk) more(put func(float64), t, act, before *profile) {
	sure := float64(w.known) / (float64(w.known) + 100)
	cos, certain := w.cosine(t.ask, act.work)
	put(sure * certain * (0.15 - cos))
	put(sure * certain * w.theme.below(cos))
	c := &t.cues
	put(flag(c.polite))
	put(flag(c.docs))
	put(flag(c.tests))
	put(flag(c.ours))
	put(flag(c.item))
	put(flag(before.waits))
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
// What was stopped before it was answered may be only its beginning.
func again(a, b string, answered bool) bool {
	const alike = 24
	n := min(len(a), len(b), alike)
	return n > 0 && a[:n] == b[:n] && (n == alike || a == b || !answered)
}

// samePlan reports whether a prompt hands on a plan that was shown before: by its
// first line of some length, since plans are mended while they are talked about.
func samePlan(prompt, plan string) bool {
	const title = 12
	for plan != "" {
		line, rest, _ := strings.Cut(plan, "\n")
		if line = strings.Trim(line, "# \t\r"); len(line) >= title {
			return strings.Contains(prompt, line)
		}
		plan = rest
	}
	return false
}
