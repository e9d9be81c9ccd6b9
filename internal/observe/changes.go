package observe

import (
	"math"
	"slices"
	"sort"
	"strings"

	"prism/internal/conversation"
	"prism/internal/observe/output"
	"prism/internal/observe/speech"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// change is something that was changed, and how much: a step that edits a file
// or writes otherwise.
type change struct {
	order  int
	turn   int // index in Session.Turns
	weight float64
	lines  int  // of code
	light  bool // of a document, or formatting: behaviour stays as it was
}

// tidies reports whether a shell call that writes only formats or mends style.
func tidies(w shell.Class) bool {
	return w.Has(shell.ClassFormat|shell.ClassLint) && w&^(shell.ClassFormat|shell.Verifies|shell.ClassWrite|shell.ClassRead) == 0
}

// lastWork is the last change that may have changed how things behave; where all are
// light, the documents are the work.
func (a *Session) lastWork() int {
	for i := len(a.Changes) - 1; i >= 0; i-- {
		if !a.Changes[i].light {
			return a.Changes[i].order
		}
	}
	return a.LastChange
}

// Covers is the share by weight of the work that was done before an event, 0–1.
func (a *Session) Covers(order int) float64 {
	all := a.done[len(a.Changes)]
	if all == 0 {
		return 1
	}
	return a.done[sort.Search(len(a.Changes), func(i int) bool { return a.Changes[i].order >= order })] / all
}

// DoneBefore is the share by weight of the work that was done before a turn, an index in
// Session.Turns, 0–1.
func (a *Session) DoneBefore(turn int) float64 {
	all := a.done[len(a.Changes)]
	if all == 0 {
		return 1
	}
	return a.done[sort.Search(len(a.Changes), func(i int) bool { return a.Changes[i].turn >= turn })] / all
}

// addUp says of the first n changes, for every n, how much work they are by weight.
func (a *Session) addUp() []float64 {
	sums := make([]float64, len(a.Changes)+1)
	for i, c := range a.Changes {
		sums[i+1] = sums[i]
		if !c.light || c.order <= a.LastWork {
			sums[i+1] += c.weight
		}
	}
	return sums
}

// Proof says how much of what a session changed has something that speaks for
// it: the person went on from it without a complaint, the last check after it
// passed, or it was committed. Large edits weigh more, but not by their full
// length: a generated file must not hide ten careful edits.
type Proof struct {
	Share       float64 // of the changes by weight, 0–1; 0 where nothing was changed
	Unsupported int     // lines of code that nothing speaks for
	// Said is the share that the person or the output speaks for in so many words: a
	// check passed after it, the person accepted it, ordered it delivered, or had
	// something built upon it. Who only goes on, or asks, says nothing.
	Said float64
}

func weigh(lines int) float64 { return 1 + math.Log1p(float64(lines)) }

// Prove weighs the changes of a session up to the turn in which it ends.
func Prove(a *Session, end int) Proof {
	var p Proof
	total := 0.0
	later, passed := a.aftermath(end), a.passedUpTo()
	for _, c := range a.Changes {
		total += c.weight
		next := min(c.turn, end) + 1
		if c.order < passed || later.followed[next] || c.order < a.LastCommit {
			p.Share += c.weight
		} else {
			p.Unsupported += c.lines
		}
		if c.order < passed || later.spokenFor[next] || c.turn <= end && a.Turns[c.turn].Delivered && a.LastCommit > c.order && later.ordered[c.turn] {
			p.Said += c.weight
		}
	}
	if total > 0 {
		p.Share /= total
		p.Said /= total
	}
	return p
}

// aftermath is what the turns of a session say of what was done before each of them:
// the last entry stands for none that follows.
type aftermath struct {
	// followed: the person went on from it: the next turn that says something is neither
	// a complaint nor a correction.
	followed []bool
	// spokenFor: a turn from this one on accepts or has it delivered, or edits follow at
	// a prompt that neither complains nor corrects; no complaint comes between, nor a
	// change that answers one.
	spokenFor []bool
	// ordered: somebody ordered what is delivered in this turn, as Ordered has it.
	ordered []bool
}

func (a *Session) aftermath(end int) aftermath {
	l := aftermath{make([]bool, end+2), make([]bool, end+2), make([]bool, end+2)}
	for i := end; i >= 0; i-- {
		t := &a.Turns[i]
		if t.Trivial {
			l.followed[i], l.spokenFor[i] = l.followed[i+1], l.spokenFor[i+1]
			continue
		}
		complains := Complains(t) || t.Pasted > 0
		l.followed[i] = !complains && t.Prompt.Opening[speech.Correct] == 0
		switch {
		case Accepts(t), OrdersDelivery(t):
			l.spokenFor[i] = true
		case complains:
			l.spokenFor[i] = t.Changes > 0 && l.spokenFor[i+1]
		default:
			l.spokenFor[i] = BuildsOn(t) || l.spokenFor[i+1]
		}
	}
	open := false // an order that nothing was delivered for yet
	for i := range end + 1 {
		t := &a.Turns[i]
		l.ordered[i] = open || OrdersDelivery(t)
		open = !t.Delivered && l.ordered[i]
	}
	return l
}

// Ordered is the turn whose prompt ordered what was delivered in a turn: its own, or
// an earlier one that nothing was delivered for yet; nil where nobody did.
func (a *Session) Ordered(delivering int) *Turn {
	for i := delivering; i >= 0; i-- {
		if t := &a.Turns[i]; i < delivering && t.Delivered {
			return nil
		} else if OrdersDelivery(t) {
			return t
		}
	}
	return nil
}

// passedUpTo is the order of the last check that told how it went, if it passed: what
// was done before it is checked.
func (a *Session) passedUpTo() int {
	for i := len(a.Checks) - 1; i >= 0; i-- {
		if c := &a.Checks[i]; c.Verdict != output.Unclear && !c.Weak && !(c.Verdict == output.Passed && a.elsewhere(c)) {
			if c.Verdict == output.Passed {
				return c.Order
			}
			break
		}
	}
	return -1
}

// FailedCheck is a test, type check, build or lint that failed after work was done and
// that nothing has put right since. A verdict that overlooks it says of work that
// its own tests refuse that it landed.
type FailedCheck struct {
	Turn     int  // index in Session.Turns of the turn in which it ran; −1 there is none
	Stated   bool // its own output counts or names what failed, and nothing was changed after it
	Admitted bool // the agent says afterwards that it fails
	Excused  bool // the agent says that it failed before, is not of this work's making, or was meant to
}

// findFailedCheck looks for a red check at the end of a session. Runs that were put right,
// that a later turn changed something after, that were committed over, or that a
// subagent made are none.
func (r *Reader) findFailedCheck(a *Session) FailedCheck {
	none := FailedCheck{Turn: -1}
	at := -1
	var passed []*Check
	for i := len(a.Checks) - 1; i >= 0 && at < 0; i-- {
		switch k := &a.Checks[i]; {
		case k.Verdict == output.Unclear || k.Weak || k.Verdict == output.Failed && !k.Work.Has(shell.Verifies):
		case k.Step.Subagent:
			return none
		case k.Verdict == output.Passed:
			passed = append(passed, k)
		case !slices.ContainsFunc(passed, func(p *Check) bool { return covers(p, k) }):
			at = i
		default:
			return none
		}
	}
	if at < 0 || len(a.Changes) == 0 || a.LastCommit > a.Checks[at].Order {
		return none
	}
	k := &a.Checks[at]
	// What was changed since was tested with other tests than the one that is red.
	passedBy := slices.ContainsFunc(passed, func(p *Check) bool { return p.Order > a.LastWork && p.tests.Elsewhere(k.tests) })
	if a.Changes[0].order > k.Order && !passedBy {
		return none
	}
	found := FailedCheck{Turn: -1}
	for i := a.End.Turn; i >= 0; i-- {
		if a.Turns[i].Index == k.Turn {
			found.Turn = i
			break
		}
		if t := &a.Turns[i]; t.Changes > 0 || t.Delivered {
			return none
		}
	}
	if found.Turn < 0 {
		return none
	}
	v, _ := output.Scan(k.Step.Output)
	found.Stated = v == output.Failed && (k.Order >= a.LastChange || passedBy) && (k.Work.Has(shell.Verifies&^shell.ClassLint) || k.Step.Outcome == transcript.Errored)
	for i := found.Turn; i <= a.End.Turn; i++ {
		says := a.Turns[i].Raw.Says
		for s := range says {
			var sp speech.Message
			r.Listen(r.Agent, says[s].Text, a.Languages, &sp)
			// The answer to a later question may speak of "the environment" or "another file".
			found.Excused = found.Excused || sp.Any(speech.SaysExcuse) && (i == found.Turn || sp.Any(speech.SaysRed, speech.SaysFail, speech.SaysGaveUp))
			if i > found.Turn || says[s].Seq > k.Step.Seq {
				// What was changed since may have mended what "failed": then only "still" counts.
				found.Admitted = found.Admitted || sp.Any(speech.SaysGaveUp) || sp.Any(speech.SaysRed) && k.Order >= a.LastChange
			}
		}
	}
	return found
}

// TookBack reports whether a turn took back most of what was done before it: git
// threw it away, its files were removed, or edits put the old lines back and
// brought few of their own.
func TookBack(a *Session, turn int) bool {
	t := &a.Turns[turn]
	added, removed, files := map[uint64]bool{}, map[uint64]bool{}, map[string]bool{}
	lines, edits := 0, 0
	for i := range a.Edits {
		e := a.Edits[i].Step.Edit
		if a.Edits[i].Turn >= t.Index || e == nil || e.Plan {
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
	whole := false // a command took all of it back, and no edit came after it
	taken := map[uint64]bool{}
	for i := range t.Raw.Steps {
		s := &t.Raw.Steps[i]
		switch e := s.Edit; {
		case s.Subagent || !s.CarriedOut():
		case e != nil && !e.Plan:
			whole = false
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
			if wholeTree(s) && a.Commits == 0 || s.Class.Has(shell.ClassRevert) && a.Commits == 1 {
				whole = true
			}
			for f := range files {
				if name := base(f); name != "" && strings.Contains(s.Target, name) {
					gone[f] = true
				}
			}
		}
	}
	switch weight := len(added) + len(removed); {
	case whole:
		return true
	case undoing > 0 && 2*len(gone) >= len(files):
		return t.Edits == 0 || fresh == 0
	case weight > 0:
		return 2*len(taken) >= weight && 4*fresh <= len(taken)
	}
	return back > 0 && 2*back >= lines && t.Prompt.Words <= 15 // lines too short to be known again
}

// discards reports whether a command removes files or puts changes away.
func discards(s *conversation.Step) bool {
	away, back := shell.Stashes(s.Target)
	return away && !back || strings.HasPrefix(s.Target, "rm ") || strings.Contains(s.Target, " rm ")
}

// wholeTree reports whether a command that undoes names no single file.
func wholeTree(s *conversation.Step) bool {
	away, _ := shell.Stashes(s.Target)
	return away || s.Class.Has(shell.ClassReset) && strings.Contains(s.Target, "--hard") || strings.HasSuffix(strings.TrimSpace(s.Target), " .") || strings.Contains(s.Target, " . ") || strings.Contains(s.Target, " :/")
}

// base is the last element of a path of either system.
func base(path string) string { return path[strings.LastIndexAny(path, `/\`)+1:] }

// Mutates reports whether a turn did anything with side effects.
func Mutates(t *Turn) bool {
	for i := range t.Raw.Steps {
		if s := &t.Raw.Steps[i]; s.Mutating && s.CarriedOut() {
			return true
		}
	}
	return false
}

// undoes reports whether a shell call threw work away.
func undoes(s *conversation.Step) bool {
	switch {
	case s.Class.Has(shell.ClassRevert | shell.ClassRestore):
		return true
	case s.Class.Has(shell.ClassReset):
		return strings.Contains(s.Target, "--hard")
	case s.Class.Has(shell.ClassCheckout):
		return strings.Contains(s.Target, " -- ") || strings.Contains(s.Target, "checkout .") || strings.Contains(s.Output, " from the index")
	}
	return false
}
