package offline

import (
	"strings"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// Thresholds of the failure signals, on the probability that the goal was landed
// on all that was read.
const (
	// doubtful is the probability from which on a mere sign of failure counts as
	// resolved: what came after it outweighs it.
	doubtful = 0.5
	// certain is the one from which on not even plain words of failure stand.
	certain = 0.9
	// underSignal is what is left of the probability under a signal. Of the 24
	// labelled sessions in which one was named, left out of the fit, two were
	// complete after all.
	underSignal = 0.35
)

// failureSignal finds the failure signal that stands at the end, or none. p is
// the probability that the goal was landed: it may outweigh an error or a
// complaint, but no person's plain word that the work is dropped, nor a fix that
// failed three times running.
func failureSignal(v *view, p float64) fact.FailureSignal {
	switch {
	case v.end.turn < 0:
		return fact.NoSignal
	case v.undone(), abandons(v) && (p < doubtful || v.last.heard.words <= 12):
		return fact.Abandoned
	case loops(v):
		return fact.Loop
	case v.red() && v.last.heard.any(postpone) && v.end.turn > v.a.red.turn:
		return fact.Abandoned
	case v.red(), v.gaveUp():
		return fact.UnresolvedError
	case p >= certain:
		return fact.NoSignal
	case frustrated(v, p):
		return fact.Frustration
	case unresolved(v, p):
		return fact.UnresolvedError
	}
	return fact.NoSignal
}

// abandons: the work was dropped in so many words, or thrown away without a
// replacement.
func abandons(v *view) bool {
	h := &v.last.heard
	if v.undone() {
		return true
	}
	if v.last.first || v.last.changes > 0 && !takesBack(v.last) {
		return false
	}
	if h.opening[abandon] > 0 && h.words <= 30 && !h.question && !h.any(endorse) {
		return true
	}
	return takesBack(v.last) && h.words <= 20 && v.last.edits == 0
}

// takesBack reports whether a prompt asks to undo what was done: a clause of it
// is led by that, and it is no question.
func takesBack(t *turnAccount) bool {
	h := &t.heard
	return !t.first && h.opening[undo] > 0 && h.leads[undo] > 0 && h.lead1[undo] < 40 && !h.question && !accepts(t)
}

// undone: the person had the work taken back, and nothing stands in its place: no
// turn after that one changes or delivers anything.
func (c *view) undone() bool {
	for i := c.end.turn; i > 0 && i >= c.end.turn-within; i-- {
		t := &c.a.turns[i]
		if asksBack(t) {
			return emptied(c.a, i) && !(asksBack(&c.a.turns[i-1]) && emptied(c.a, i-1)) // to undo the undoing brings it back
		}
		if t.changes > 0 || t.delivered || wantsDelivery(t) || mutates(t) {
			return false
		}
	}
	return false
}

// mutates reports whether a turn did anything with side effects.
func mutates(t *turnAccount) bool {
	for i := range t.turn.Steps {
		if s := &t.turn.Steps[i]; s.Mutating && s.CarriedOut() {
			return true
		}
	}
	return false
}

// asksBack reports whether a short prompt asks to undo, be it as a question
// ("can you revert that?"): whether it was meant is told by what was done.
func asksBack(t *turnAccount) bool {
	h := &t.heard
	return !t.first && h.words <= 30 && h.opening[undo] > 0 && (h.leads[undo] > 0 && h.lead1[undo] < 80 || h.plain() <= 6)
}

// emptied reports whether a turn took back most of what was done before it: git
// threw it away, its files were removed, or edits put the old lines back and
// brought few of their own.
func emptied(a *account, turn int) bool {
	t := &a.turns[turn]
	added, removed, files := map[uint64]bool{}, map[uint64]bool{}, map[string]bool{}
	lines, edits := 0, 0
	for i := range a.edits {
		e := a.edits[i].step.Edit
		if a.edits[i].turn >= t.index || e == nil || e.Plan {
			continue
		}
		edits++
		files[e.File] = true
		lines += e.Added + e.Removed
		for _, h := range e.AddedHash {
			added[h] = true
		}
		for _, h := range e.RemovedHash {
			removed[h] = true
		}
	}
	if edits == 0 {
		return false
	}
	gone := map[string]bool{} // files taken back by a command
	var back, fresh, undoing int
	taken := map[uint64]bool{}
	for i := range t.turn.Steps {
		s := &t.turn.Steps[i]
		switch e := s.Edit; {
		case s.Subagent || !s.CarriedOut():
		case e != nil && !e.Plan:
			if files[e.File] {
				back += e.Added + e.Removed
			}
			for _, h := range e.RemovedHash {
				if added[h] {
					taken[h] = true
				}
			}
			for _, h := range e.AddedHash {
				if removed[h] {
					taken[h] = true
				} else if !added[h] {
					fresh++
				}
			}
		case e == nil && (undoes(s) || discards(s)):
			undoing++
			if wholeTree(s) && a.commits == 0 || s.Class.Has(shell.ClassRevert) && a.commits == 1 {
				return true
			}
			for f := range files {
				if name := base(f); name != "" && strings.Contains(s.Target, name) {
					gone[f] = true
				}
			}
		}
	}
	switch weight := len(added) + len(removed); {
	case undoing > 0 && 2*len(gone) >= len(files):
		return t.edits == 0 || fresh == 0
	case weight > 0:
		return 2*len(taken) >= weight && 4*fresh <= len(taken)
	}
	return back > 0 && 2*back >= lines && t.heard.words <= 15 // lines too short to be known again
}

// discards reports whether a command removes files or puts changes away.
func discards(s *conversation.Step) bool {
	return strings.HasPrefix(s.Target, "rm ") || strings.Contains(s.Target, " rm ") ||
		strings.Contains(s.Target, "git stash") && !strings.Contains(s.Target, "stash pop") && !strings.Contains(s.Target, "stash apply") && !strings.Contains(s.Target, "stash list")
}

// wholeTree reports whether a command that undoes names no single file.
func wholeTree(s *conversation.Step) bool {
	return s.Class.Has(shell.ClassReset) && strings.Contains(s.Target, "--hard") || strings.Contains(s.Target, "git stash") || strings.HasSuffix(strings.TrimSpace(s.Target), " .") || strings.Contains(s.Target, " . ") || strings.Contains(s.Target, " :/")
}

// base is the last element of a path of either system.
func base(path string) string { return path[strings.LastIndexAny(path, `/\`)+1:] }

// red: a check is red at the end. Where the agent admits it, no nod helps, only a
// word that it is good or the order to deliver. Where it is silent, or claims
// to be done, the runner must have said so in its own summary, in the last turn
// that did work.
func (c *view) red() bool {
	r := &c.a.red
	if r.turn < 0 || r.excused || c.end.delivery || !r.admitted && !r.told {
		return false
	}
	for i := r.turn + 1; i <= c.end.turn; i++ {
		t := &c.a.turns[i]
		switch {
		case wantsDelivery(t), t.heard.any(endorse) && !complains(t) && !t.heard.question:
			return false
		case !r.admitted && t.steps > 0:
			return false
		}
	}
	return r.admitted || c.end.kind == endAnswer
}

// gaveUp: in the last turn that did work the agent says that it did not succeed,
// and of nothing that it did, and after that the person only nods.
func (c *view) gaveUp() bool {
	for i := c.end.turn; i >= 0 && i >= c.end.turn-within; i-- {
		t := &c.a.turns[i]
		if t.steps > 0 {
			return i < c.end.turn && t.changes > 0 && !t.delivered && c.highStakes() >= 0.5 && t.told.any(saysGaveUp) && !t.told.any(saysDone, saysVerified, saysExcuse)
		}
		if h := &t.heard; h.plain() > 6 || h.question || h.any(endorse) || wantsDelivery(t) {
			return false
		}
	}
	return false
}

// loops: three or more attempts at the same fix in a row, none seen to work.
func loops(v *view) bool {
	tries := 0
	for i := v.end.turn; i >= 0; i-- {
		t := &v.a.turns[i]
		if !complains(t) {
			break
		}
		if t.changes > 0 || t.checks > 0 {
			tries++
		}
	}
	return tries >= 3
}

// frustrated: the last prompt complains, and nothing after it can have put that
// right: the work stops there, or only words came back, or the turn before
// complained too. A complaint that work came back for is answered, well or ill.
func frustrated(v *view, p float64) bool {
	t := v.last
	switch {
	case !complains(t):
		return false
	case v.end.cut() || t.edits == 0:
		return p < doubtful || t.changes == 0 && insists(t) && !v.mended()
	}
	return p < doubtful && v.before != nil && complains(v.before) && v.says(saysYouTest, saysBlocked, saysNotDone, saysGaveUp)
}

// insists reports whether a complaint is meant: it is short or leads a clause, and
// is no question.
func insists(t *turnAccount) bool {
	h := &t.heard
	return !h.question && h.words <= 60 && (h.leads[complain] > 0 || h.any(swear) || h.words <= 15)
}

// mended reports whether a check of the last turn passed after all changes.
func (c *view) mended() bool {
	k, ok := c.a.after(checks)
	return ok && k.verdict == passed && !k.weak && k.turn == c.last.index
}

// unresolved: the record ends on an error that nothing came after: the last
// check failed, the person reports an error and is not answered, the service
// failed again and again, or the agent says that it did not succeed.
func unresolved(v *view, p float64) bool {
	k, ok := lastTold(v.a)
	fails := ok && k.verdict == failed && k.turn == v.last.index
	switch {
	case v.end.kind == endFailure: // once is the service's own affair; twice, the work is stuck
		return p < doubtful && v.before != nil && v.before.failures > 0
	case v.end.kind == endPrompt:
		return p < doubtful && v.before != nil && (v.reported() || v.before.failures > 0 || v.before.errors > 0 && v.before.told.any(saysFail, saysBlocked))
	case v.end.cut():
		return p < doubtful && (fails || v.balked() || v.erring() > 1 || v.reported() && v.last.pasted > 0)
	case fails && k.order > v.a.lastChange && v.says(saysGaveUp), v.balked() && v.end.announce:
		return true
	}
	return p < doubtful && (v.balked() || fails && k.order > v.a.lastChange && v.says(saysFail, saysBlocked, saysNotDone))
}

// erring counts the calls at the end of the record that failed, one after the other.
func (c *view) erring() int {
	n := 0
	for i := len(c.last.turn.Steps) - 1; i >= 0; i-- {
		s := &c.last.turn.Steps[i]
		if s.Subagent {
			continue
		}
		if s.Outcome != transcript.Errored {
			break
		}
		n++
	}
	return n
}

// lastTold returns the last check that told how it went.
func lastTold(a *account) (check, bool) {
	for i := len(a.checks) - 1; i >= 0; i-- {
		if a.checks[i].verdict != unsaid && !a.checks[i].weak {
			return a.checks[i], true
		}
	}
	return check{}, false
}
