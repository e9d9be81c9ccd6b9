package tracker

import "slices"

// An aside is asked in between and answered, and the next prompts go back to the work: no
// session of its own, since the goal goes on.
const (
	asideTerms  = 1.0 // weight of the session's own terms in the prompt that goes back
	asideShare  = 0.4 // and their share of it
	plainTerms  = 2.0 // likewise, behind what is not announced as an aside
	plainShare  = 0.6
	asideAtMost = 0.2 // probability that is left to a shift
)

// aside reports whether the prompt that is looked at is answered without a change, and one
// of the next two goes back to what stands before it.
func (w *walk) aside() bool {
	t := &w.turns[w.at]
	if !t.cues.question && t.cues.announced == unannounced || t.cues.plan || t.cues.command || !looksOnly(t) || !t.answered || t.stopped || t.failed {
		return false
	}
	for k := w.at + 1; k <= min(w.at+ahead, len(w.turns)-1); k++ {
		next := &w.turns[k]
		if w.goesBack(next, t) {
			return true
		}
		if !looksOnly(next) {
			return false // work of the aside's own
		}
	}
	return false
}

// looksOnly reports whether nothing was changed or sent out at a prompt.
func looksOnly(t *profile) bool {
	return t.edited == 0 && t.agents == 0 && !t.commits && !t.pushes && t.steps == t.looks && !t.planned
}

// goesBack reports whether a prompt behind an aside is about what the session was about
// before it: it changes the session's files, has its work delivered, or speaks of it in
// terms that the aside has not used.
func (w *walk) goesBack(next, aside *profile) bool {
	c := &next.cues
	if c.plan || c.announced != unannounced {
		return false
	}
	if c.chore && (next.commits || next.pushes) && w.undelivered() {
		return true
	}
	for _, f := range next.edits {
		if int(w.places.seen[f]) > w.start && !slices.Contains(aside.files, f) {
			return true
		}
	}
	own := map[int32]bool{}
	for _, n := range aside.ask {
		own[n] = true
	}
	for _, n := range aside.work {
		own[n] = true
	}
	var fresh, old, its float64 // its: the aside's
	for _, n := range next.ask {
		switch v := float64(w.terms.weight[n]); {
		case own[n]:
			its += v
		case int(w.terms.seen[n]) > w.start:
			old += v
		default:
			fresh += v
		}
	}
	least, share := asideTerms, asideShare
	if aside.cues.announced == unannounced {
		least, share = plainTerms, plainShare
	}
	return old >= least && old > its && old >= share*(old+fresh)
}

// undelivered reports whether the session has changed files and nobody has committed them.
func (w *walk) undelivered() bool {
	for k := w.start; k < w.at && !w.landed; k++ {
		if w.turns[k].edited > 0 {
			return true
		}
	}
	return false
}
