package signal

import (
	"strings"

	"prism/internal/conversation"
	"prism/internal/judge/offline/intent"
	"prism/internal/judge/offline/quote"
	"prism/internal/judge/offline/shows"
	"prism/internal/observe"
	"prism/internal/observe/output"
	"prism/internal/observe/speech"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// redAt reports whether a check is red in a turn and nothing puts it right after it, or the
// agent says there that it did not succeed and the person leaves it at that.
func (c *View) redAt(turn int) bool {
	return c.failedCheckAt(turn) || c.gaveUpAt(turn) || c.conflictAt(turn) || turn == c.End.Turn && (c.LeftRed() || RedUnchanged(c.Session))
}

// RedUnchanged reports whether a change was ordered, nothing was changed, and the last check
// is red: that the record ends on an answer completes nothing then. A live session stands so
// where the agent runs the failing test first.
func RedUnchanged(a *observe.Session) bool {
	if a.Touched() || a.End.Turn < 0 {
		return false
	}
	last := &a.Turns[a.End.Turn]
	k, ok := observe.LastClear(a)
	if !ok || k.Verdict != output.Failed || k.Turn != last.Index || !k.Work.Has(shell.Verifies&^shell.ClassLint) || quote.Excuses(&last.Answer) {
		return false
	}
	for i := range a.Turns {
		if h := &a.Turns[i].Prompt; h.OrdersChange() {
			return !h.Question
		}
	}
	return ordersUnheard(a)
}

// ordersUnheard reports whether the first prompt orders something in words that nothing is
// known of: "make the rounding half-even". It neither asks nor tells, and is no order to
// look at something, to plan, or to run what is there.
func ordersUnheard(a *observe.Session) bool {
	t := &a.Turns[0]
	h := &t.Prompt
	if h.Question || t.Raw.Command != "" || t.Raw.Plan != "" || t.Pasted > 0 || h.Plain() < 2 || h.Plain() > intent.ReportWords || h.NamesTests() {
		return false
	}
	for _, c := range append(speech.Asked(), speech.Deliver, speech.Undo, speech.Resume) {
		if h.Leads[c] > 0 {
			return false
		}
	}
	return !h.Any(speech.Question, speech.AskReview, speech.AskPlan, speech.AskInvestigate, speech.Greet, speech.Thanks)
}

// LeftRed reports whether the record ends on an answer that says that something fails and asks how to go
// on, and a check of that turn is red which no run of the same command made green again: a
// narrower one that passes besides ("unit tests pass, integration tests fail") does not.
func (c *View) LeftRed() bool {
	if c.End.Turn < 0 {
		return false
	}
	t := &c.Session.Turns[c.End.Turn]
	if c.End.Kind != observe.EndAnswer || len(c.Session.Changes) == 0 || !t.Answer.Question || !t.Answer.Any(speech.SaysRed) || quote.Excuses(&t.Answer) {
		return false
	}
	green := map[string]bool{}
	for i := len(c.Session.Checks) - 1; i >= 0 && c.Session.Checks[i].Turn == t.Index; i-- {
		k := &c.Session.Checks[i]
		switch command := shows.Bare(k.Step.Target); {
		case k.Step.Subagent || k.Weak || !k.Work.Has(shell.Verifies&^shell.ClassLint):
		case k.Verdict == output.Passed:
			green[command] = true
		case k.Verdict == output.Failed && !green[command]:
			return true
		}
	}
	return false
}

// failedCheckAt: a check is red at the end. Where the agent admits it, no short assent
// helps, only a word that it is good or the order to deliver. Where it is silent,
// or claims to be done, the runner must have said so in its own summary.
func (c *View) failedCheckAt(turn int) bool {
	r := &c.Session.FailedCheck
	if r.Turn != turn || r.Excused || c.End.Delivery || !r.Admitted && !r.Stated {
		return false
	}
	if k, ok := observe.LastClear(c.Session); ok && k.Verdict == output.Failed && k.Work&shell.Verifies == shell.ClassLint && c.Session.Turns[turn].Changes == 0 {
		return false // a look for what a linter would say
	}
	for i := turn + 1; i <= c.End.Turn; i++ {
		t := &c.Session.Turns[i]
		if c.deliversAt(i) || t.Prompt.Any(speech.Endorse) && !observe.Complains(t) && !t.Prompt.Question {
			return false
		}
	}
	return r.Admitted || c.End.Kind == observe.EndAnswer || turn < c.End.Turn
}

// gaveUpAt: the agent says in a turn that it did not succeed, and of nothing that
// it did, and after that the person only assents or asks.
func (c *View) gaveUpAt(turn int) bool {
	t := &c.Session.Turns[turn]
	if turn == c.End.Turn || t.Changes == 0 || t.Delivered || c.HighStakes() < 0.5 ||
		!t.Answer.Any(speech.SaysGaveUp) || t.Answer.Any(speech.SaysDone, speech.SaysVerified, speech.SaysExcuse) {
		return false
	}
	for i := turn + 1; i <= c.End.Turn; i++ {
		n := &c.Session.Turns[i]
		if n.Changes > 0 || n.Checks > 0 || n.Prompt.Any(speech.Endorse) || c.deliversAt(i) {
			return false
		}
	}
	return true
}

// pastedAgainAt reports whether the error of a turn's prompt is one that was brought
// before, and nothing after it puts it right.
func (c *View) pastedAgainAt(turn int) bool {
	return turn > 0 && (c.pastesOf(turn) >= 2 || c.toldAgain(turn)) && !c.Resolved(turn)
}

// alike is how much of the words of two prompts must be the same for one to bring what the
// other brought (Jaccard).
const alike = 0.45

// toldAgain reports whether a turn's prompt brings, and asks for nothing else, the failure
// that one of the two before it brought in nearly the same words, and something was
// changed for that one.
func (c *View) toldAgain(turn int) bool {
	tells := func(t *observe.Turn) bool {
		h := &t.Prompt
		return h.Any(speech.Broken) && !h.Question && !h.LeadsRequest() && !observe.Accepts(t) && h.Plain() >= 4
	}
	if !tells(&c.Session.Turns[turn]) {
		return false
	}
	for i := turn - 1; i >= 0 && i >= turn-2; i-- {
		if t := &c.Session.Turns[i]; tells(t) && c.worked(i, turn-1) && observe.Similarity(t.Prompt.Text, c.Session.Turns[turn].Prompt.Text) >= alike {
			return true
		}
	}
	return false
}

// erringAt reports whether a turn leaves an error that nothing came after: a command
// that failed and was not run again, or what the record ends on.
func (c *View) erringAt(turn int) bool {
	return c.brokenOffAt(turn) || c.reportedAt(turn) || c.unansweredAt(turn) || c.unknownAt(turn) || c.leftFailingAt(turn) || turn == c.End.Turn && (c.endsOnError() || c.stillFails())
}

// leftFailingAt reports whether the last check failed in an earlier turn, after the change,
// the agent said so, and only questions followed.
func (c *View) leftFailingAt(turn int) bool {
	k, ok := observe.LastClear(c.Session)
	t := &c.Session.Turns[turn]
	if turn == c.End.Turn || !ok || k.Verdict != output.Failed || k.Turn != t.Index || k.Order < c.Session.LastChange || !c.Session.Touched() || c.Session.FailedCheck.Excused {
		return false
	}
	if t.Answer.Any(speech.SaysExcuse) || !t.Answer.Any(speech.SaysGaveUp, speech.SaysFail, speech.SaysBlocked, speech.SaysNotDone) {
		return false
	}
	for i := turn + 1; i <= c.End.Turn; i++ {
		if n := &c.Session.Turns[i]; n.Changes > 0 || observe.Mutates(n) || c.AcceptsAt(i, turn) || c.deliversAt(i) {
			return false
		}
	}
	return true
}

// failsAgain reports whether a command that the person named by its program failed before
// something was changed, too.
func (c *View) failsAgain(now *conversation.Step) bool {
	if !c.names(now.Target) {
		return false
	}
	before, changed := false, false
	for i := range c.Session.Turns {
		steps := c.Session.Turns[i].Raw.Steps
		for k := range steps {
			switch s := &steps[k]; {
			case s == now:
				return changed
			case s.Subagent:
			case s.Edit != nil:
				changed = changed || before && s.CarriedOut() && !s.Edit.Plan
			case s.Kind == transcript.CallShell && s.Outcome == transcript.Errored && shows.Bare(s.Target) == shows.Bare(now.Target):
				before = true
			}
		}
	}
	return false
}

// names reports whether a prompt names the program of a command.
func (c *View) names(command string) bool {
	program, _, _ := strings.Cut(shows.Bare(command), " ")
	if len(program) < leastProgram {
		return false
	}
	for i := range c.Session.Turns {
		if observe.HasWord(c.Session.Turns[i].Prompt.Text, program) {
			return true
		}
	}
	return false
}

// leastProgram is how many letters the name of a program has at least that is no common word.
const leastProgram = 3

// unknownAt reports whether the person called by its name what was set up before, a
// command of the client or a skill, and the client knows none of that name.
func (c *View) unknownAt(turn int) bool {
	name := observe.UnknownCommand(c.Session.Turns[turn].Raw.Prompt)
	if name == "" || turn == 0 || c.Resolved(turn) || c.worked(turn, c.End.Turn) {
		return false
	}
	for i := range turn {
		if observe.HasWord(c.Session.Turns[i].Answer.Text, "/"+name) {
			return true
		}
	}
	for f := range c.Session.Files {
		if strings.Contains(f, "/commands/"+name+".") || strings.Contains(f, "/skills/"+name+"/") {
			return true
		}
	}
	return false
}

// reportedAt reports whether a turn's prompt brings an error of the work at hand, and
// nothing resolves it. One more edit that nobody tried is no word that it helped; of what
// is no error of a program by its form, work on it is answer enough.
func (c *View) reportedAt(turn int) bool {
	t := &c.Session.Turns[turn]
	if turn == 0 || !c.Session.Touched() || t.Pasted == 0 && len(observe.ErrorClasses(t)) == 0 || t.Answer.Any(speech.SaysExcuse) {
		return false
	}
	if t.Closing != nil && strings.Contains(t.Closing.Text, "```") || observe.PastesPass(t) {
		return false // what mends it stands in the answer
	}
	if !c.worked(0, turn-1) || c.Resolved(turn) {
		return false
	}
	return !c.worked(turn, c.End.Turn) || len(observe.ErrorClasses(t)) > 0 && !c.wentOn(turn)
}

// wentOn reports whether the person had something else changed after a turn, without
// bringing its error again.
func (c *View) wentOn(turn int) bool {
	for i := turn + 1; i <= c.End.Turn; i++ {
		if t := &c.Session.Turns[i]; t.Changes > 0 && !observe.Fails(t) && len(observe.ErrorClasses(t)) == 0 {
			return true
		}
	}
	return false
}

// brokenOffAt reports whether the last command of a turn that was more than a look
// failed with an error in its output, after work was done, and neither it nor a
// check ran well since, nothing was changed since, and the agent does not say that
// it is of no concern.
func (c *View) brokenOffAt(turn int) bool {
	t := &c.Session.Turns[turn]
	if len(c.Session.Changes) == 0 && !ordersRun(t) || c.End.Cut() || t.Answer.Any(speech.SaysExcuse) {
		return false
	}
	at := -1
	for i := len(t.Raw.Steps) - 1; i >= 0; i-- {
		s := &t.Raw.Steps[i]
		switch {
		case s.Subagent || s.Kind != transcript.CallShell && s.Edit == nil, s.Class == shell.ClassRead && (s.Outcome != transcript.Errored || !t.Answer.Any(speech.SaysRed) && !c.failsAgain(s)):
			continue // a look, unless the agent says that it shows the work to be broken: "terraform plan"
		case s.Outcome == transcript.Errored && s.Edit == nil && !s.Class.Has(shell.Verifies|shell.Delivers|shell.ClassStage|shell.ClassGit) && (output.TellsError(s.Output) || killed(s) || s.Class.Has(shell.ClassInstall) || c.failsAgain(s)):
			at = i
		}
		break
	}
	if at < 0 {
		return false
	}
	for i := turn + 1; i <= c.End.Turn; i++ {
		if n := &c.Session.Turns[i]; n.Changes > 0 || observe.Mutates(n) || n.Checks > 0 || c.AcceptsAt(i, turn) || c.deliversAt(i) {
			return false
		}
	}
	return true
}

// killed reports whether a command was ended by a signal that nobody sent it from the
// keyboard: for lack of memory or time, or because it broke.
func killed(s *conversation.Step) bool {
	return s.Exit == 124 || s.Exit > 129 && s.Exit < 160 && s.Exit != 130 && s.Exit != 141 && s.Exit != 143
}

// stillFails reports whether the last command of the record is one that failed with an error
// in an earlier turn, and does so again.
func (c *View) stillFails() bool {
	now := c.End.Step
	if now == nil || now.Kind != transcript.CallShell || now.Outcome != transcript.Errored || c.Says(speech.SaysDone, speech.SaysVerified, speech.SaysExcuse) {
		return false
	}
	command := shows.Bare(now.Target)
	for i := range c.End.Turn {
		steps := c.Session.Turns[i].Raw.Steps
		for k := range steps {
			if s := &steps[k]; s.Kind == transcript.CallShell && !s.Subagent && s.Outcome == transcript.Errored && shows.Bare(s.Target) == command {
				said := strings.TrimSpace(now.Output)
				return output.TellsError(s.Output) && output.TellsError(said) || said != "" && said == strings.TrimSpace(s.Output)
			}
		}
	}
	return false
}

// ordersRun reports whether a prompt orders something other than a fix, and asks nothing:
// that a command failed then is what came of the order.
func ordersRun(t *observe.Turn) bool {
	h := &t.Prompt
	return !h.Question && !h.OrdersFix() && h.Plain() <= intent.ReportWords && !h.Any(speech.Question, speech.AskInvestigate, speech.AskReview, speech.AskPlan, speech.AskCause, speech.Broken) && t.Pasted == 0
}

// endsOnError: the last check failed, the person reports an error and is not
// answered, the service failed again and again, or the agent says that it did not
// succeed.
func (c *View) endsOnError() bool {
	k, ok := observe.LastClear(c.Session)
	fails := ok && k.Verdict == output.Failed && k.Turn == c.Last.Index && !(k.Step.Subagent && c.End.Cut()) // who sent the subagent knows what it was to fail for
	switch {
	case c.End.Kind == observe.EndFailure: // once is the service's own affair; twice, the work is stuck
		return Unserved(c.Before) || c.Erring() > 1 || c.RefusedEnd()
	case c.End.Kind == observe.EndPrompt:
		return c.Before != nil && (c.Reported() || Unserved(c.Before) || c.Before.Errors > 0 && c.Before.Answer.Any(speech.SaysFail, speech.SaysBlocked))
	case c.End.Cut():
		if fails || c.DeliveryFailed() || c.Erring() > 1 || c.Reported() && c.Last.Pasted > 0 || c.stoppedOnError() {
			return true
		}
		_, failed := c.RunFailed()
		return failed
	case c.DeliveryFailed() && (c.End.Announces || !c.Says(speech.SaysDone) || c.failsLast()):
		return true
	}
	return fails && c.Session.Touched() && !c.Session.FailedCheck.Excused && k.Order > c.Session.LastChange && !c.Last.Answer.Any(speech.SaysExcuse) && c.Says(speech.SaysGaveUp, speech.SaysFail, speech.SaysBlocked, speech.SaysNotDone)
}

// failsLast reports whether the last call of the record is a commit, push or pull request
// that failed: that a part of the delivery went through before it is not all.
func (c *View) failsLast() bool {
	s := c.End.Step
	return s != nil && s.Outcome == transcript.Errored && s.Class.Has(shell.Delivers) && !output.NothingLeft(s.Output)
}

// Unserved reports whether a turn came to nothing because the service failed.
func Unserved(t *observe.Turn) bool {
	return t != nil && (t.Failures > 0 || t.Closing != nil && observe.ApiTrouble(t.Closing.Text))
}

// UnservedEnd reports whether the error that the record ends on is the service's: no
// command of the work failed that could be run again.
func (c *View) UnservedEnd() bool {
	if c.Sign.Turn != c.End.Turn || c.brokenOffAt(c.End.Turn) || c.reportedAt(c.End.Turn) || c.unknownAt(c.End.Turn) {
		return false
	}
	return c.End.Kind == observe.EndFailure || c.End.Kind == observe.EndPrompt && Unserved(c.Before) && !c.Reported()
}

// RefusedEnd reports whether the service refused what the conversation sent, which it
// does again however often it is asked.
func (c *View) RefusedEnd() bool {
	said := c.trouble()
	if strings.HasPrefix(said, "API Error: 400") {
		return !observe.OutOfUsage(said)
	}
	return strings.HasPrefix(said, "Prompt is too long") || strings.HasPrefix(said, "Context limit reached")
}

// Spent reports whether the service wants credit, or a limit to be waited for.
func (c *View) Spent() bool { return observe.OutOfUsage(c.trouble()) }

// trouble is what the client wrote where the service did not answer the last prompt or the
// one before it; "" where it did.
func (c *View) trouble() string {
	t := c.Last
	if !Unserved(t) {
		t = c.Before
	}
	if !Unserved(t) {
		return ""
	}
	said := ""
	if t.Closing != nil {
		said = t.Closing.Text
	}
	for _, m := range t.Raw.Marks {
		if m.Kind == conversation.MarkFailure {
			said = m.Text
		}
	}
	return strings.TrimSpace(said)
}

// stoppedOnError reports whether the person stopped a command that had printed an
// error by then.
func (c *View) stoppedOnError() bool {
	s := c.End.Step
	if c.End.Kind != observe.EndInterrupt || s == nil || s.Kind != transcript.CallShell || s.Outcome != transcript.Aborted {
		return false
	}
	_, rest, _ := strings.Cut(s.Output, "\n") // the first line is the client's
	return output.TellsError(rest)
}

// RunFailed is the last run of a command that a prompt of the person consists of, where
// it failed: what was asked to run well does not.
func (c *View) RunFailed() (run observe.Place, failed bool) {
	for i := range c.End.Turn + 1 {
		asked := strings.TrimSpace(c.Session.Turns[i].Raw.Prompt)
		if !strings.Contains(asked, " ") {
			continue
		}
		for k := c.End.Turn; k >= i; k-- {
			steps := c.Session.Turns[k].Raw.Steps
			for n := len(steps) - 1; n >= 0; n-- {
				s := &steps[n]
				if s.Subagent || s.Kind != transcript.CallShell || s.Outcome != transcript.Done && s.Outcome != transcript.Errored || !strings.HasPrefix(shows.Bare(s.Target)+" ", asked+" ") {
					continue
				}
				return observe.Place{Turn: c.Session.Turns[k].Index, Step: s}, s.Outcome == transcript.Errored && output.TellsError(s.Output)
			}
		}
	}
	return observe.Place{}, false
}

// Erring counts the calls at the end of the record that failed, one after the other.
// A last attempt that was left running is one more where the one before it failed.
func (c *View) Erring() int {
	n, running := 0, 0
	for i := len(c.Last.Raw.Steps) - 1; i >= 0; i-- {
		s := &c.Last.Raw.Steps[i]
		if s.Subagent {
			continue
		}
		if n == 0 && (s.Kind == transcript.CallWatch || observe.InBackground(s)) {
			if s.Kind == transcript.CallShell {
				running = 1
			}
			continue
		}
		if s.Outcome != transcript.Errored {
			break
		}
		n++
	}
	if n == 0 {
		return 0
	}
	return n + running
}
