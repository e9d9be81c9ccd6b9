package offline

import (
	"math"
	"strings"

	"prism/internal/shell"
	"prism/internal/transcript"
)

// change is something that was changed, and how much: a step that edits a file
// or writes otherwise.
type change struct {
	order  int
	turn   int // index in account.turns
	weight float64
	lines  int // of code
}

// proof says how much of what a session changed has something that speaks for
// it: the person went on from it without a complaint, the last check after it
// passed, or it was committed. Large edits weigh more, but not by their full
// length: a generated file must not hide ten careful edits.
type proof struct {
	share float64 // of the changes by weight, 0–1; 0 where nothing was changed
	bare  int     // lines of code that nothing speaks for
}

func weigh(lines int) float64 { return 1 + math.Log1p(float64(lines)) }

// prove weighs the changes of a session up to the turn in which it ends.
func prove(a *account, end int) proof {
	var p proof
	total := 0.0
	for _, c := range a.changes {
		total += c.weight
		if a.checkedAfter(c.order) || a.followed(c.turn, end) || c.order < a.lastCommit {
			p.share += c.weight
		} else {
			p.bare += c.lines
		}
	}
	if total > 0 {
		p.share /= total
	}
	return p
}

// checkedAfter reports whether the last check that told how it went, after an
// event, passed.
func (a *account) checkedAfter(order int) bool {
	for i := len(a.checks) - 1; i >= 0 && a.checks[i].order > order; i-- {
		if c := &a.checks[i]; c.verdict != unsaid && !c.weak {
			return c.verdict == passed
		}
	}
	return false
}

// followed reports whether the person went on from a turn's work: the next turn
// that says something is neither a complaint nor a correction.
func (a *account) followed(turn, end int) bool {
	for i := turn + 1; i <= end; i++ {
		t := &a.turns[i]
		if t.trivial {
			continue
		}
		return !complains(t) && t.heard.opening[correct] == 0 && t.pasted == 0
	}
	return false
}

// balked reports whether a commit, push or pull request failed in the last turn and
// none went through after it.
func (c *view) balked() bool {
	a := c.a
	return a.balked >= 0 && a.balked > a.lastCommit && c.last.balked
}

// unmended counts the failures of the last turn that nothing put right: checks
// and writing commands that failed, with no later success of the same kind.
func unmended(a *account, t *turnAccount) int {
	n := 0
	for i := len(a.checks) - 1; i >= 0; i-- {
		c := &a.checks[i]
		if c.turn != t.index {
			break
		}
		if c.verdict != failed {
			continue
		}
		mended := false
		for k := i + 1; k < len(a.checks); k++ {
			if d := &a.checks[k]; d.verdict == passed && d.work&c.work&checks != 0 {
				mended = true
				break
			}
		}
		if !mended {
			n++
		}
	}
	return n
}

// unproven is the share of what was changed that nothing speaks for, 0–1.
func (c *view) unproven() float64 {
	if len(c.a.changes) == 0 || accepts(c.last) {
		return 0
	}
	return 1 - c.proof.share
}

// complaintOpen reports whether one of the last three turns complains and
// nothing after it puts that right: no check that passed, no word of acceptance,
// no order to deliver.
func (c *view) complaintOpen() bool {
	for i := c.end.turn; i >= 0 && i > c.end.turn-3; i-- {
		t := &c.a.turns[i]
		if accepts(t) || wantsDelivery(t) || t.delivered {
			return false
		}
		for k := range c.a.checks {
			if c.a.checks[k].turn == t.index && c.a.checks[k].verdict == passed && !c.a.checks[k].weak && c.a.checks[k].order > c.a.lastChange {
				return false
			}
		}
		if complains(t) {
			return true
		}
	}
	return false
}

// reported reports whether the last prompt, after work was done, tells of an
// error: pasted, or in words.
func (c *view) reported() bool {
	t := c.last
	return !t.first && (t.pasted > 0 || t.heard.words <= 80 && t.heard.any(broken)) && !accepts(t)
}

// asksNeeded reports whether the agent ends by asking for what it needs, not by
// offering more.
func (c *view) asksNeeded() bool {
	if c.end.kind != endAnswer || c.last.edits > 0 || c.last.delivered || c.says(saysDone, saysVerified) {
		return false
	}
	t := &c.last.told
	return c.last.steps <= 4 && t.closing[saysAsk] > 0 && t.closing[saysOffer] == 0 && (t.question && t.words <= 120 || t.words <= 60)
}

// closingLines is how many of the last lines of a text are its close.
const closingLines = 6

// asksMostly reports whether a text mainly asks back: two questions or more, which
// are a good part of its lines or stand at its close.
func asksMostly(text string) bool {
	lines, asking := 0, 0
	var last [closingLines]bool // whether the last lines ask
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		asks := strings.ContainsAny(line, "?？؟")
		last[lines%closingLines] = asks
		lines++
		if asks {
			asking++
		}
	}
	closing := 0
	for _, asks := range last {
		if asks {
			closing++
		}
	}
	return asking >= 2 && (4*asking >= lines || closing >= 2)
}

// spokenFor reports whether the person or the output says that the work is good:
// a word, an order to deliver, a plan taken; or most of what was changed was
// checked, committed, or built upon.
func (c *view) spokenFor() bool {
	if len(c.a.changes) > 0 {
		return c.proof.share >= 0.75
	}
	return c.explicit() || planApproved(c.a) || c.built() > 0
}

// red is a test, type check, build or lint that failed after work was done and
// that nothing has put right since. A verdict that overlooks it says of work that
// its own tests refuse that it landed.
type red struct {
	turn     int  // index in account.turns of the turn in which it ran; −1 there is none
	told     bool // its own output counts or names what failed, and nothing was changed after it
	admitted bool // the agent says afterwards that it fails
	excused  bool // the agent says that it failed before, is not of this work's making, or was meant to
}

// within is how many turns before the end a failure signal may lie (labelling guide).
const within = 2

// findRed looks for a red check at the end of a session. Runs that were put right,
// that a later turn changed something after, that were committed over, or that a
// subagent made are none.
func (r *reader) findRed(a *account) red {
	none := red{turn: -1}
	at := -1
	for i := len(a.checks) - 1; i >= 0 && at < 0; i-- {
		switch k := &a.checks[i]; {
		case k.verdict == unsaid || k.weak || k.verdict == failed && !k.work.Has(shell.Verifies):
		case k.verdict == passed || k.step.Subagent:
			return none
		default:
			at = i
		}
	}
	if at < 0 || len(a.changes) == 0 || a.changes[0].order > a.checks[at].order || a.lastCommit > a.checks[at].order {
		return none
	}
	k := &a.checks[at]
	found := red{turn: -1}
	for i := a.end.turn; i >= 0 && i >= a.end.turn-within; i-- {
		if a.turns[i].index == k.turn {
			found.turn = i
			break
		}
		if t := &a.turns[i]; t.changes > 0 || t.delivered {
			return none
		}
	}
	if found.turn < 0 {
		return none
	}
	v, _ := scanOutput(k.step.Output)
	found.told = v == failed && k.order >= a.lastChange && (k.work.Has(shell.Verifies&^shell.ClassLint) || k.step.Outcome == transcript.Errored)
	for i := found.turn; i <= a.end.turn; i++ {
		says := a.turns[i].turn.Says
		for s := range says {
			var sp speech
			r.listen(r.agent, says[s].Text, a.spoken, &sp)
			found.excused = found.excused || sp.any(saysExcuse)
			if i > found.turn || says[s].Seq > k.step.Seq {
				// What was changed since may have mended what "failed": then only "still" counts.
				found.admitted = found.admitted || sp.any(saysGaveUp) || sp.any(saysRed) && k.order >= a.lastChange
			}
		}
	}
	return found
}
