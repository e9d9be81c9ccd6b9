package observe

import (
	"strings"

	"prism/internal/conversation"
	"prism/internal/observe/output"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// After returns the last check of some kind that ran after the last change to
// the code and told something, and whether there was one.
func (a *Session) After(w shell.Class) (Check, bool) {
	for i := len(a.Checks) - 1; i >= 0; i-- {
		c := a.Checks[i]
		if c.Order < a.LastChange || c.Order < a.Thrown {
			break
		}
		if c.Work.Has(w) && c.Verdict != output.Unclear {
			return c, true
		}
	}
	return Check{}, false
}

// Mostly is the share of what was changed that must have something which speaks for
// it before the whole has: a last touch that nobody looked at takes nothing away from
// work that was tested or accepted before it.
const Mostly = 0.75

// Shown returns a check of some kind that passed after the change and said so, a test
// before others, and whether the last one that told how it went did pass. That a
// program ran and told of no trouble shows nothing.
func (a *Session) Shown(w shell.Class) (best Check, ok bool) {
	return a.ShownBy(func(c *Check) bool { return c.Work.Has(w) && !c.Weak })
}

// ShownBy is Shown for the checks that a rule takes.
func (a *Session) ShownBy(takes func(c *Check) bool) (best Check, ok bool) {
	for i := len(a.Checks) - 1; i >= 0; i-- {
		c := a.Checks[i]
		if c.Order < a.LastWork && a.Covers(c.Order) < Mostly || c.Order < a.Thrown {
			break
		}
		if c.Verdict == output.Unclear || !takes(&c) || c.Verdict == output.Passed && (a.PassesBy(&c) || a.elsewhere(&c)) {
			continue
		}
		if !ok && c.Verdict != output.Passed {
			return c, false
		}
		if c.Verdict == output.Passed && (!ok || c.Work.Has(shell.ClassTest) && !best.Work.Has(shell.ClassTest)) {
			best, ok = c, true
		}
	}
	return best, ok
}

// Mended returns a check that shows that what was wrong when a turn began is right
// now: something was changed since, then it passed, and none of its kind failed
// after it. turn is an index in Session.Turns; kind says which checks may show it. A test
// that names something else than what was changed since shows nothing of it.
func (a *Session) Mended(turn int, kind shell.Class) (Check, bool) {
	first := -1
	for _, c := range a.Changes {
		if c.turn >= turn {
			first = c.order
			break
		}
	}
	if first < 0 {
		return Check{}, false
	}
	var failed shell.Class
	for i := len(a.Checks) - 1; i >= 0 && a.Checks[i].Order > first; i-- {
		switch k := a.Checks[i]; {
		case k.Verdict == output.Failed:
			failed |= k.Work & kind
		case k.Verdict == output.Passed && !k.Weak && k.Work.Has(kind) && !k.Work.Has(failed) && !a.PassesBy(&k) && !a.besideChanges(&k, turn):
			return k, true
		}
	}
	return Check{}, false
}

// covers reports whether a check that passed says of one that failed that it would
// pass now: it is of its kind, or it runs what the other only builds, and it is no test of
// something else.
func covers(passed, failed *Check) bool {
	if passed.Work.Has(failed.Work & shell.Verifies) {
		return !passed.tests.Elsewhere(failed.tests)
	}
	return passed.Work.Has(shell.ClassTest|shell.ClassBuild) && !failed.Work.Has(shell.ClassTest|shell.ClassLint)
}

// PassesBy reports whether a check that passed tests something else than a test that is red
// and that no check covered after it.
func (a *Session) PassesBy(k *Check) bool {
	for i := range a.Checks {
		red := &a.Checks[i]
		if red.Verdict != output.Failed || red.Step.Subagent || red.Order > k.Order || !k.tests.Elsewhere(red.tests) {
			continue
		}
		mended := false
		for n := i + 1; n < len(a.Checks) && !mended; n++ {
			p := &a.Checks[n]
			mended = p.Verdict == output.Passed && !p.Weak && covers(p, red)
		}
		if !mended {
			return true
		}
	}
	return false
}

// LastClear returns the last check that told how it went.
func LastClear(a *Session) (Check, bool) {
	for i := len(a.Checks) - 1; i >= 0; i-- {
		if a.Checks[i].Verdict != output.Unclear && !a.Checks[i].Weak {
			return a.Checks[i], true
		}
	}
	return Check{}, false
}

// Count counts the checks of some class.
func (a *Session) Count(w shell.Class) int {
	n := 0
	for i := range a.Checks {
		if a.Checks[i].Work.Has(w) {
			n++
		}
	}
	return n
}

// Check is a run of tests, a build, a linter or the program itself.
type Check struct {
	Place
	Work    shell.Class
	Verdict output.Verdict
	Weak    bool   // it ran, and nothing in its output tells of trouble; no more
	Line    string // of the output that decided
	tests   shell.Tests
	remote  bool // a run of the forge's checks, of whatever they are
}

// stoppedAt is of a failed chain of checks, of which one is of tests, the work that failed:
// without the tests where what stands before them stopped it, and where they passed and what
// stands behind them failed; then green is the line that says so.
func stoppedAt(s *conversation.Step, w shell.Class) (failed shell.Class, green string) {
	const others = Checks&^shell.ClassTest | shell.ClassFormat
	var before, behind shell.Class
	tests := false
	for _, c := range shell.ParseLine(s.Target).Stages() {
		switch {
		case c.Has(shell.ClassTest):
			if tests = true; c.Has(others) {
				return w, "" // one task of several kinds
			}
			behind = 0
		case tests:
			behind |= c & others
		default:
			before |= c & others
		}
	}
	if !tests || before|behind == 0 {
		return w, ""
	}
	passed, red := output.RunnersLines(s.Output)
	switch {
	case red != "":
		return w, ""
	case passed == "" && before != 0 && output.TellsError(s.Output):
		return w&^(shell.ClassTest|behind) | before, ""
	case passed != "" && behind != 0 && s.Outcome == transcript.Errored:
		return w &^ (shell.ClassTest | before&^behind), passed
	}
	return w, ""
}

// WorkedBefore reports whether something was changed before a turn, an index in
// Session.Turns.
func (a *Session) WorkedBefore(turn int) bool {
	return len(a.Changes) > 0 && a.Changes[0].turn < turn
}

// Changed reports whether something was changed before an event.
func (a *Session) Changed(order int) bool {
	return len(a.Changes) > 0 && a.Changes[0].order < order
}

// InBackground reports whether a command was left running: nothing of it is known.
func InBackground(s *conversation.Step) bool {
	return strings.HasPrefix(s.Output, "Command running in background")
}

// Tests reports whether a check is one of tests by its name, or by what it printed: a task
// that is called "verify-pages" may look at anything.
func (c *Check) Tests() bool {
	return c.Work.Has(shell.ClassTest) && !c.remote && (!shell.ChecksAnything(c.Step.Target) || output.OfTests(c.Line))
}

// NamesTests reports whether a check that passed was one of tests by its name or output:
// the last after the last change, or any.
func (a *Session) NamesTests(last bool) bool {
	if last {
		k, ok := a.After(shell.ClassTest)
		return !ok || k.Tests()
	}
	for i := range a.Checks {
		if k := &a.Checks[i]; k.Verdict == output.Passed && k.Tests() {
			return true
		}
	}
	return false
}
