package tracker

import (
	"math"

	"prism/internal/conversation"
)

// A session of which little was said yet is told by a regression of its own: after one or
// two short turns nearly everything is new, so that what is new weighs otherwise than in a
// long one. It has few features, since few examples of such shifts are labelled
// (docs/tracker.md tells where they come from).
var shortNames = []string{
	"known", "fresh", "work", "work_new", "last", "kin", "edits_known", "dirs_known", "edited",
	"points", "link", "follow", "task", "closed", "reply", "turns", "returns",
}

// Bounds of what the second regression decides.
const (
	shortTerms     = 80   // terms that the session has used, at most
	shortCut       = 0.65 // probability from which it cuts
	unchangedWords = 20   // words of a prompt, up to which what is answered without a change is of the work
	shortNear      = 0.85 // likewise, in a folder of the session's
	shortOld       = 1.0  // weight of terms of the session in a prompt that is of it
	shortSaid      = "neither the words nor the answer or the files are those of the few turns before"
)

// ShortFeatures are the names of what a prompt in a short session is told by, in order.
func ShortFeatures() []string { return append([]string(nil), shortNames...) }

// short fills x with the features of a prompt in a short session. ok is false where the
// session is none, or something that stands open says that the prompt belongs to it.
func (w *walk) short(x []float64) (ok bool) {
	t := &w.turns[w.at]
	c := &t.cues
	prev := &w.turns[w.at-1]
	if w.known > shortTerms || c.plan || c.accept || c.item || c.listed || c.review || c.ours || again(t.prompt, prev.prompt, prev.answered) {
		return false
	}
	act, before := w.around()
	if (before.asked || before.waits) && (!before.offers || before.edited == 0) || before.stopped || before.failed || before.planned ||
		!before.answered || !act.answered {
		return false
	}
	var fresh, old, last, kin float64
	for _, n := range t.ask {
		v := float64(w.terms.weight[n])
		switch s := int(w.terms.seen[n]); {
		case s > w.start:
			old += v
			if s == w.at {
				last += v
			}
		default:
			fresh += v
			if k := w.terms.kin[n]; k >= 0 && int(w.terms.kinned[k]) > w.start {
				kin += v
			}
		}
	}
	if fresh == 0 {
		return false
	}
	workFresh, workOld := w.freshAndOld(act.work)
	dirs, all := w.knownPlaces(act.dirs)
	edits, _ := w.knownPlaces(act.edits)
	var back float64
	for k := w.at + 1; k <= min(w.at+ahead, len(w.turns)-1); k++ {
		n, _ := w.knownPlaces(w.turns[k].files)
		back += n
	}
	i := 0
	put := func(v float64) { x[i] = v; i++ }
	put(math.Log1p(float64(w.known)))
	put(math.Log1p(fresh))
	put(workOld / (workFresh + workOld + 1))
	put(math.Log1p(workFresh))
	put(last / (fresh + old + 0.5))
	put(kin / (fresh + old + 0.5))
	put(flag(edits > 0))
	put(ratio(dirs, all))
	put(flag(act.edited > 0))
	put(flag(c.points))
	put(flag(c.link || c.same))
	put(flag(c.follow))
	put(flag(c.task))
	put(flag(w.closed()))
	put(flag(act.reply))
	put(math.Log(float64(w.at - w.start)))
	put(flag(back > 0))
	return true
}

// ofTheWork reports whether a prompt in a short session is by its kind of what was done: it
// is of next to no words or short and answered without a change, a short complaint, praise,
// a program's output or a chore, short and about tests or documents or needs something said
// before, or asks for more in the same folder. Such prompts are among what is learned from.
func (w *walk) ofTheWork() bool {
	c := &w.turns[w.at].cues
	act, _ := w.around()
	if act.edited == 0 && c.words <= unchangedWords || c.words < farWords || c.wrong && c.words < ownWords || c.pleased || c.output || c.words <= pointWords && (c.tests || c.docs || c.link) || c.follow && w.turns[w.at-1].cues.drops {
		return true
	}
	_, old := w.freshAndOld(w.turns[w.at].ask)
	return c.chore || w.near() && (c.polite || c.wish || c.task || old >= shortOld)
}

// ShortRows is Rows for the second regression: nil for a turn that it says nothing of.
func (tr *Tracker) ShortRows(turns []conversation.Turn, cuts func(turn int) bool) [][]float64 {
	return tr.rows(turns, cuts, func(w *walk) []float64 {
		if x := make([]float64, len(shortNames)); w.short(x) {
			return x
		}
		return nil
	})
}

// near reports whether a prompt is answered in a folder that the session has touched.
func (w *walk) near() bool {
	act, _ := w.around()
	dirs, _ := w.knownPlaces(act.dirs)
	return dirs > 0
}
