package signal

import (
	"slices"
	"strings"

	"prism/internal/judge"
	"prism/internal/judge/offline/shows"
	"prism/internal/observe"
	"prism/internal/observe/output"
	"prism/internal/observe/speech"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// DeliveryFailed reports whether a commit, push or pull request failed in the last turn and
// none went through after it.
func (c *View) DeliveryFailed() bool {
	a := c.Session
	return a.FailedDelivery >= 0 && a.FailedDelivery > a.LastCommit && c.Last.DeliveryFailed
}

// Unproven is the share of what was changed that nothing speaks for, 0–1.
func (c *View) Unproven() float64 {
	if len(c.Session.Changes) == 0 || observe.Accepts(c.Last) || c.ReproducedNow() {
		return 0
	}
	return 1 - c.Proof.Share
}

// ComplaintOpen reports whether one of the last three turns complains and nothing
// after it puts that right.
func (c *View) ComplaintOpen() bool {
	for i := c.End.Turn; i >= 0 && judge.InSignalWindow(i, c.End.Turn); i-- {
		if observe.Complains(&c.Session.Turns[i]) {
			return !c.Resolved(i)
		}
	}
	return false
}

// Reported reports whether the last prompt, after work was done, tells of an
// error: pasted, or in words.
func (c *View) Reported() bool {
	t := c.Last
	return !t.First && (t.Pasted > 0 || t.Prompt.Words <= 80 && t.Prompt.Any(speech.Broken)) && !observe.Accepts(t)
}

// AsksNeeded reports whether the agent ends by asking for what it needs, not by
// offering more.
func (c *View) AsksNeeded() bool {
	if c.End.Kind != observe.EndAnswer || c.Last.Edits > 0 || c.Last.Delivered || c.Says(speech.SaysDone, speech.SaysVerified) {
		return false
	}
	t := &c.Last.Answer
	return c.Last.Steps <= 4 && t.Closing[speech.SaysAsk] > 0 && t.Closing[speech.SaysOffer] == 0 && (t.Question && t.Words <= 120 || t.Words <= 60)
}

// AsksAtTheEnd reports whether the agent's closing words ask for something.
func (c *View) AsksAtTheEnd() bool {
	return c.Last.Answer.Closing[speech.SaysAsk] > 0 && c.Says(speech.SaysAsk)
}

// Proves returns the check that shows a fix to work, after the last change, and
// whether it did: a test, or a run of what showed the fault; a build, a linter or a
// type check only where the fault was of that kind. The last one that told how it
// went decides; the check is empty where there was none.
func (c *View) Proves() (best observe.Check, ok bool) {
	kinds := shell.ClassTest | c.faults()
	lint := c.lintOnly()
	return c.Session.ShownBy(func(k *observe.Check) bool {
		if lint {
			return k.Work.Has(shell.ClassLint) && !k.Weak
		}
		if k.Work.Has(kinds) && !k.Weak {
			return k.Verdict != output.Passed || !c.stale(k)
		}
		return k.Work.Has(shell.ClassRun) && !shows.Reloads(k.Line) && (!k.Weak || c.Repeats(k) || shows.Fault(k.Step.Target)) && !c.sameAsBefore(k.Step)
	})
}

// lintOnly reports whether all that was found wrong is what a linter says, and no other check
// was red: then only a linter shows that it is mended.
func (c *View) lintOnly() bool {
	var kinds shell.Class
	for i := range c.Session.Turns {
		kinds |= c.Session.Turns[i].Faults
	}
	return kinds&^(shell.ClassLint|shell.ClassFormat) == 0 && c.OfLint()
}

// OfLint reports whether the session opens on what a linter says, whatever runs it ("lint
// fails in the build"), and no other check was red.
func (c *View) OfLint() bool {
	for i := range c.Session.Checks {
		if k := &c.Session.Checks[i]; k.Verdict == output.Failed && !k.Work.Has(shell.ClassLint) {
			return false
		}
	}
	t := &c.Session.Turns[0]
	return t.Faults.Has(shell.ClassLint) && !t.Faults.Has(shell.ClassTypeCheck) && !t.Prompt.NamesTests()
}

// Ran returns the test that passed after the change, else a run of what was changed,
// by its file's name, that told of no trouble, or of anything that said that it went
// well.
func (c *View) Ran() (observe.Check, bool) {
	if k, ok := c.Session.Shown(shell.ClassTest); ok || k.Verdict == output.Failed {
		return k, ok
	}
	return c.Session.ShownBy(func(k *observe.Check) bool {
		return k.Work.Has(shell.ClassRun) && !shows.Reloads(k.Line) && (!k.Work.Has(shell.Verifies) && (!k.Weak || c.ownRun(k)) || shows.Answered(k.Step.Target) && !output.Refuses(output.LastLine(k.Step.Output))) && !strings.Contains(strings.ToLower(k.Line), "syntax") // what a build in the same call printed is no run
	})
}

// Rerun is a command that showed how things were before the last change and was run
// again after it: it failed then, or answers otherwise now. nil where there is none.
func (c *View) Rerun() *observe.Place {
	all := c.runs()
	if again := c.worksNow(); again != nil {
		return again
	}
	if served := c.servedNow(); served != nil {
		return served
	}
	if up := c.upNow(); up != nil {
		return up
	}
	for i := range all {
		now := &all[i]
		if now.Order < c.Session.LastWork || !now.Step.CarriedOut() || strings.TrimSpace(now.Step.Output) == "" || now.Step.Subagent || len(now.Step.Output) <= acknowledged && shows.Reloads(now.Step.Output) {
			continue
		}
		command := shows.Bare(now.Step.Target)
		for k := range all {
			was := &all[k]
			if was.Order >= c.Session.LastWork || !c.Session.Changed(now.Order) {
				continue
			}
			failed := was.Step.Outcome == transcript.Errored
			if shows.Bare(was.Step.Target) == command && (failed || was.Step.Output != now.Step.Output) ||
				failed && shows.SameAddress(was.Step.Target, now.Step.Target) && !output.Refuses(now.Step.Output) {
				return now
			}
		}
	}
	return nil
}

// runs are the commands that may show how things behave: tries, then runs.
func (c *View) runs() []observe.Place {
	all := slices.Clone(c.Session.Tries)
	for i := range c.Session.Checks {
		if k := &c.Session.Checks[i]; k.Work.Has(shell.ClassRun) {
			all = append(all, k.Place)
		}
	}
	return all
}

// acknowledged is how long an output may be that only says that something was done, in bytes.
const acknowledged = 200

// worksNow is the last command after the last change that failed with an error before
// anything was changed, whatever it is, and does no more; nil none.
func (c *View) worksNow() *observe.Place {
	if len(c.Session.Edits) == 0 {
		return nil
	}
	failed := map[string]bool{}
	changed := false
	var again *observe.Place
	for i := range c.Session.Turns {
		t := &c.Session.Turns[i]
		for k := range t.Raw.Steps {
			s := &t.Raw.Steps[k]
			switch {
			case s.Subagent:
			case s.Edit != nil:
				if s.CarriedOut() && !s.Edit.Plan {
					changed, again = true, nil
				}
			case s.Kind != transcript.CallShell || shows.Class(s.Target, s.Class).Has(shell.Verifies|shell.ClassStage|shell.ClassGit|shell.Delivers) || s.Class.Has(shell.ClassInstall) && !c.names(s.Target):
			case s.Outcome == transcript.Errored && !changed && output.TellsError(s.Output):
				failed[shows.Bare(s.Target)] = true
			case s.Outcome == transcript.Done && changed && failed[shows.Bare(s.Target)] && !output.TellsError(s.Output) && strings.TrimSpace(s.Output) != "":
				again = &observe.Place{Turn: t.Index, Step: s}
			}
		}
	}
	return again
}

// leastName is how many letters of a file's name tell it from a word.
const leastName = 4

// ownRun reports whether a run is one of a file that the session changed, to its end:
// of what was started and left running, nothing is known.
func (c *View) ownRun(k *observe.Check) bool {
	if k.Line == "" || observe.InBackground(k.Step) || strings.HasSuffix(strings.TrimSpace(k.Step.Target), "&") {
		return false
	}
	for f := range c.Session.Files {
		name := f[strings.LastIndexAny(f, `/\`)+1:]
		if stem, _, _ := strings.Cut(name, "."); len(stem) >= leastName && strings.Contains(k.Step.Target, stem) && !c.brings(f) {
			return true
		}
	}
	return false
}

// brings reports whether a file is a script that was made beside other code to bring that
// into a store, unasked for: by no prompt's word.
func (c *View) brings(file string) bool {
	if !shows.Applies(file) || len(c.Session.Files) < 2 {
		return false
	}
	name := file[strings.LastIndexAny(file, `/\`)+1:]
	for i := range c.Session.Turns {
		if strings.Contains(c.Session.Turns[i].Prompt.Text, name) {
			return false
		}
	}
	for i := range c.Session.Edits {
		if e := c.Session.Edits[i].Step.Edit; e != nil && e.File == file && e.Created {
			return true
		}
	}
	return false
}

// Repeats reports whether a run repeats one from before the last change that failed,
// or that the person named: it shows whether the fault is gone.
func (c *View) Repeats(k *observe.Check) bool {
	command := shows.Bare(k.Step.Target)
	if command == "" {
		return false
	}
	for i := range c.Session.Checks {
		b := &c.Session.Checks[i]
		if b.Order < c.Session.LastChange && b.Work.Has(shell.ClassRun) && shows.Bare(b.Step.Target) == command {
			return true
		}
	}
	for i := range c.Session.Turns {
		if strings.Contains(c.Session.Turns[i].Prompt.Text, command) {
			return true
		}
	}
	return false
}

// faults are the kinds of checks, tests apart, that the reported fault is one of:
// what the person names, or what failed before anything was changed.
func (c *View) faults() shell.Class {
	var kinds shell.Class
	for i := range c.Session.Checks {
		if k := &c.Session.Checks[i]; k.Verdict == output.Failed && !c.Session.Changed(k.Order) {
			kinds |= k.Work & (shell.Verifies &^ shell.ClassTest)
		}
	}
	for i := range c.Session.Turns {
		kinds |= c.Session.Turns[i].Faults
	}
	return kinds
}
