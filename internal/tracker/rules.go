package tracker

// What a prompt says in so many words, and what a person has closed in so many
// words, needs no weighing: labelled conversations hold too few of these to fit
// a weight to (docs/tracker.md), and a rule that is right where it fires costs
// nothing elsewhere.

// ruled is the probability given to a shift that a rule tells.
const ruled = 0.95

// Of an announced shift the prompt may still be about the work at hand: from this
// share of the session's own terms on it is ("different question: why that table?").
const (
	knownHeading = 0.5
	knownSaying  = 0.7
)

// An alien prompt is a task by itself: of some length, with terms of its own and next
// to none of the session's.
const (
	alienWords = 6
	alienFresh = 2.0 // weight of its own terms
	alienKnown = 0.2 // share of the session's
	leftFresh  = 6.0 // weight of its own terms, where the work before was not delivered
)

// choreWords bounds a prompt for a chore at which nothing was changed, in words: a longer one
// may only name it.
const choreWords = 10

// A task of its own has next to nothing of the session's: neither its words nor what the
// agent says about it.
const (
	ownWords  = 6
	farWords  = 4    // likewise, where the work is done elsewhere and nothing at all is shared
	ownFresh  = 2.5  // weight of the prompt's own terms
	farFresh  = 2.0  // likewise, where nothing at all is shared
	ownShared = 0.25 // and of the session's, in the prompt and again in the answer
	farShared = 0.15 // of the answer, where nothing of the prompt is
	ownSure   = 3.5  // weight of own terms that outweighs a pointing word or a folder shared
	ownFar    = 7.0  // likewise, that needs no wording of a task where nothing at all is shared and work begins
	ownLong   = 12   // words, from which a prompt that points back may mean what it says itself
)

// rule tells a shift that needs no weighing, and why; "" where there is none.
func (w *walk) rule() string {
	t := &w.turns[w.at]
	c := &t.cues
	if c.plan {
		return ""
	}
	fresh, old := w.freshAndOld(t.ask)
	known := old / (fresh + old + 0.5)
	if c.announced == bySaying && known <= knownSaying || (c.announced == byHeading || c.announced == byNaming) && known <= knownHeading {
		return "the prompt says that it turns to something else"
	}
	if act, _ := w.around(); c.leaves && fresh >= alienFresh && known <= knownHeading && !w.sharesFiles(act) {
		return "the prompt leaves the work for something else"
	}
	if w.ownTask(t, fresh, old) {
		return "neither the words nor the answer or the files are the session's"
	}
	alien := c.words >= alienWords && fresh >= alienFresh && known <= alienKnown &&
		!c.accept && (!c.follow || w.closed() && !c.back && old == 0 && !w.turns[w.at-1].cues.drops) && (!c.wrong || old == 0) && !c.ours && !c.item && !c.review
	if !alien {
		return ""
	}
	act, before := w.around()
	if c.chore && (len(act.edits) == 0 && act.steps == act.looks && c.words <= choreWords || act.commits || act.pushes) {
		return "" // to have it committed in three parts, or described in a pull request, goes on with it
	}
	if w.closed() && !c.question && !w.sharesFiles(act) {
		return "the work before was accepted; the words are others than before"
	}
	if w.landed && w.leftOpen() && !before.asked && !before.waits {
		return "the work before was delivered; the words are others than before"
	}
	if fresh >= leftFresh && w.brokeOff() && before.answered && !before.asked && !before.waits && !before.stopped && !before.failed && !before.planned && !w.sharesFiles(act) {
		return "the record breaks off at another task; what stands before it is unaffected"
	}
	return ""
}

// nextPoint reports whether a prompt goes on to a point of a list that the session has: of
// a plan, of an answer, of what was asked.
func (w *walk) nextPoint() bool {
	if !w.turns[w.at].cues.listed {
		return false
	}
	for k := w.start; k < w.at; k++ {
		if t := &w.turns[k]; t.lists || t.planText != "" {
			return true
		}
	}
	return false
}

// ownTask reports whether a prompt is a task of its own: of other words, answered in other
// words, and done elsewhere or worded like one that stands by itself. Elsewhere is in other
// folders, or in another language. What is open before it, a question of the agent's for
// one, is first to be answered.
func (w *walk) ownTask(t *profile, fresh, old float64) bool {
	c := &t.cues
	if c.words < farWords || fresh < farFresh || old > ownShared ||
		c.accept || c.follow || c.item || c.review || c.ours || c.tests || c.docs || c.output || c.drops || c.same {
		return false
	}
	act, before := w.around()
	open := (before.asked || before.waits) && !before.offers || before.stopped || before.failed || before.planned
	if open || !before.answered || !act.answered || c.chore && (len(act.edits) == 0 || act.commits || act.pushes) {
		return false
	}
	workFresh, workOld := w.freshAndOld(act.work)
	files, _ := w.knownPlaces(act.files)
	dirs, all := w.knownPlaces(act.dirs)
	kinds, typed := w.knownPlaces(act.kinds)
	if files > 0 {
		return false
	}
	away := w.filed && all > 0 && dirs == 0 || w.typed && typed > 0 && kinds == 0
	if away && !c.back && old == 0 && workFresh > 0 && workOld <= farShared*workFresh {
		return !c.question
	}
	if c.words < ownWords || fresh < ownFresh || c.chore || workFresh == 0 && c.words < ownLong || workOld > ownShared {
		return false
	}
	switch {
	case w.filed && all > 0 && dirs == 0:
		return !c.question
	case dirs > 0 && fresh < ownSure:
		return false
	}
	sure := fresh >= ownSure
	alone := dirs == 0 && old == 0 && workOld == 0 && fresh >= ownFar && !c.wrong && !c.pleased &&
		(act.agents > 0 || act.edited > 0)
	asked := c.wish || c.anew || c.polite && sure && (!c.question || dirs == 0) || !c.question && (c.task || alone)
	return asked && (!c.back || c.words >= ownLong || sure)
}

// closed reports whether the person had closed what was done, by nothing but a word
// of acceptance at which the agent did nothing and asked nothing.
func (w *walk) closed() bool {
	before := &w.turns[w.at-1]
	c := &before.cues
	said := c.accept || c.follow && c.words <= 12 && !c.question && !c.wrong && !c.chore && !c.wish && !c.polite
	return w.at-1 > w.start && w.worked() && said &&
		before.steps == 0 && !before.asked && !before.waits && !before.stopped && !before.failed
}

// worked reports whether the session had done anything before its last turn.
func (w *walk) worked() bool {
	for k := w.start; k < w.at-1; k++ {
		if w.turns[k].steps > 0 {
			return true
		}
	}
	return false
}

// leftOpen reports whether the record ends with the prompt, and without an answer.
func (w *walk) leftOpen() bool {
	t := &w.turns[w.at]
	return w.at == len(w.turns)-1 && (!t.answered || t.failed || t.stopped) && t.steps == 0
}

// brokeOff reports whether the record ends with the prompt, and the agent's request failed
// before it changed anything.
func (w *walk) brokeOff() bool {
	t := &w.turns[w.at]
	return w.at == len(w.turns)-1 && t.failed && t.steps == t.looks && !t.cues.wrong // what is said to be wrong was worked on
}

// sharesFiles reports whether a turn touched what the session had touched.
func (w *walk) sharesFiles(act *profile) bool {
	files, _ := w.knownPlaces(act.files)
	dirs, _ := w.knownPlaces(act.dirs)
	return files+dirs > 0
}

// freshAndOld weighs the terms that are new to the session and those that it has used.
func (w *walk) freshAndOld(terms []int32) (fresh, old float64) {
	for _, n := range terms {
		v := float64(w.terms.weight[n])
		if int(w.terms.seen[n]) <= w.start {
			fresh += v
		} else {
			old += v
		}
	}
	return fresh, old
}
