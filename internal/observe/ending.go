package observe

import (
	"strings"

	"prism/internal/conversation"
	"prism/internal/observe/output"
	"prism/internal/observe/speech"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// EndKind says on what a session's record ends.
type EndKind uint8

// How a record ends.
const (
	EndAnswer    EndKind = iota // a closing answer of the agent
	EndCall                     // a tool call that nothing came back for
	EndResult                   // a result, and no word after it
	EndInterrupt                // the person stopped the agent and said no more
	EndRefused                  // a call refused without a word, and no more
	EndFailure                  // an API error, a usage limit
	EndPrompt                   // a prompt that nothing answered
	EndAsking                   // the agent's own question, unanswered
	EndHanded                   // a plan refused without a word: handed over
	EndPlan                     // a plan shown, nothing more
	EndNothing                  // no live turn
	endKinds
)

// Ending is how a session's record ends.
type Ending struct {
	Kind      EndKind
	Turn      int                // index in Session.Turns of the turn it ends in; −1 none
	Step      *conversation.Step // the last own call
	Say       *conversation.Say  // the last text of the turn it ends in, whatever the kind, nil none; where that turn's prompt only takes leave and was not answered, the answer before it
	Mark      *conversation.Mark // the interrupt or failure
	Delivery  bool               // the last act is the commit, push or pull request that delivers, or leads to it
	Green     bool               // the last act is a check that passed after the last change
	Applied   bool               // the last act is an edit that was carried out, and the person cleared the talk then
	Announces bool               // the closing text announces work that did not follow
}

// Cut reports whether the record stops in mid-work.
func (e *Ending) Cut() bool {
	if e.Announces {
		return true
	}
	switch e.Kind {
	case EndCall, EndResult:
		return !e.Delivery && !e.Green && !e.Applied
	case EndInterrupt:
		return !e.Delivery
	case EndRefused, EndFailure, EndPrompt:
		return true
	}
	return false
}

// ends finds how the record ends. Turns after it that say and do nothing
// ("exit", "clear"), and questions beside finished work that came to nothing, are
// no part of the work.
func ends(a *Session) Ending {
	for i := len(a.Turns) - 1; i >= 0; i-- {
		if i > 0 && a.Turns[i].Trivial {
			continue
		}
		e := endsIn(a, i)
		if before := spoken(a, i); before >= 0 && (e.Cut() || e.Kind == EndAsking) {
			was := endsIn(a, before)
			h := &a.Turns[i].Prompt
			if was.Announces && h.Leads[speech.Endorse] > 0 && len(a.Changes) > 0 {
				was.Announces = false // what was said to come next is not missed
			}
			if e.Kind == EndInterrupt && was.Kind == EndAnswer && !was.Cut() && a.onlyDelivering(i) {
				e.Delivery = true // what was stopped is the commit, and not the work
				return e
			}
			switch {
			case was.Cut() || was.Kind == EndAsking:
			case beside(a, i, before):
				continue
			case e.Kind == EndPrompt && lastWords(a, i, before):
				// What they accept is what the agent said before them.
				a.Turns[i].Answer = a.Turns[before].Answer
				a.Turns[i].Answer.Replied(LastSentence)
				return Ending{Kind: EndAnswer, Turn: i, Step: was.Step, Say: was.Say}
			}
		}
		return e
	}
	return Ending{Kind: EndNothing, Turn: -1}
}

// onlyDelivering reports whether a prompt orders no more than that what was changed before it
// be delivered, and nothing but what leads to that was done for it.
func (a *Session) onlyDelivering(turn int) bool {
	t := &a.Turns[turn]
	h := &t.Prompt
	if !OrdersDelivery(t) || h.LeadsRequest() || h.Plain() > lastWordsWithin || Complains(t) || t.Pasted > 0 || t.Errors > 0 || t.Edits > 0 || !a.WorkedBefore(turn) {
		return false
	}
	for i := range t.Raw.Steps {
		if s := &t.Raw.Steps[i]; s.Mutating && !s.Class.Has(shell.ClassStage|shell.Delivers) {
			return false
		}
	}
	return true
}

// spoken is the last turn before one that says or does something; −1 none.
func spoken(a *Session, turn int) int {
	for i := turn - 1; i >= 0; i-- {
		if !a.Turns[i].Trivial {
			return i
		}
	}
	return -1
}

// lastWordsWithin bounds words that only take leave of the work.
const lastWordsWithin = 20

// lastWords reports whether a prompt that nothing answered needed no answer: it
// takes what came before as good or gives thanks, and asks for nothing. Where the
// agent had asked, only a plain yes to the work is such a word.
func lastWords(a *Session, turn, before int) bool {
	t := &a.Turns[turn]
	h := &t.Prompt
	if h.Question || h.Plain() > lastWordsWithin || t.Raw.Images > 0 || t.Raw.Command != "" || Complains(t) || Drops(t) || Switches(t) || AsksUndo(t) || t.Pasted > 0 {
		return false
	}
	if WantsDelivery(t) {
		return a.sendsOff(turn, before)
	}
	if h.Declined {
		return a.handsOver(turn, before)
	}
	if takesPlan(a, turn, before) {
		return true
	}
	if was := &a.Turns[before].Answer; was.Question && was.Closing[speech.SaysOffer] == 0 && h.Opening[speech.Assent] > 0 && h.Plain() <= yesWords && h.Leads[speech.Resume] == 0 &&
		(h.Any(speech.Accept, speech.Endorse) || h.Any(speech.Thanks) && a.Turns[before].Prompt.Question && len(a.Changes) == 0) && a.handsOver(turn, before) {
		return true // "does that answer it?", "yes, thanks"
	}
	if a.plannedOnly() && h.Leads[speech.Resume] > 0 && h.Plain() <= curtWords {
		return true // what is to be built was planned: the word takes the plan
	}
	if h.Nod && h.Leads[speech.Resume] == 0 && h.Opening[speech.Correct] == 0 && !a.Turns[before].Answer.Question {
		return true
	}
	if h.Heard && len(a.Changes) == 0 && !a.Turns[before].Answer.Question {
		return true
	}
	for _, c := range speech.Asked() {
		if h.Leads[c] > h.Whole[c] || h.Leads[c] > 0 && h.Leads[speech.Accept] == 0 {
			return false // "great review" asks for none
		}
	}
	if h.Leads[speech.Endorse] > 0 {
		return true
	}
	if was := &a.Turns[before].Answer; was.Question {
		return false
	}
	return h.Leads[speech.Accept] > 0 || h.Any(speech.Thanks) || h.Any(speech.Assent) && h.Words <= 3
}

// sendsOff reports whether a prompt that nothing answered takes the work as good and orders
// no more than that it be delivered: "lovely, ship it". As where a record stops on the way to
// a commit, the word that orders it takes what was changed.
func (a *Session) sendsOff(turn, before int) bool {
	h := &a.Turns[turn].Prompt
	return h.Leads[speech.Deliver] > 0 && h.Leads[speech.Endorse]+h.Leads[speech.Accept] > 0 && !h.LeadsRequest() && !h.Denies() && len(a.Changes) > 0 &&
		!a.Turns[before].Answer.Question && a.handsOver(turn, before)
}

// handsOver reports whether an answer that ends on a question or an offer leaves nothing of
// its own undone: it names nothing that is to be done yet, and where a change was ordered
// something was changed. A word of parting takes the work only then: behind "Should I fix
// it?" it is an order, or leaves it.
func (a *Session) handsOver(turn, before int) bool {
	if a.Turns[before].Answer.Any(speech.SaysNotDone, speech.SaysNext, speech.SaysGaveUp) {
		return false
	}
	if len(a.Changes) > 0 {
		return true
	}
	for i := range turn {
		if h := &a.Turns[i].Prompt; h.OrdersChange() || h.Leads[speech.AskRun] > 0 {
			return false
		}
	}
	return true
}

// yesWords is how many words a prompt may have that says yes to a question whether the work
// is good.
const yesWords = 8

// takesPlan reports whether a prompt takes the plan that the turn before it laid out, where
// nothing but that was asked: "yes please", "dobry plan, rób tak".
func takesPlan(a *Session, turn, before int) bool {
	h := &a.Turns[turn].Prompt
	if !a.plannedOnly() || h.Plain() > curtWords || h.Opening[speech.Correct] > 0 {
		return false
	}
	if was := &a.Turns[before].Answer; !was.Any(speech.SaysPlan) && was.Words < planWords {
		return false
	}
	return h.Leads[speech.Resume]+h.Leads[speech.Assent]+h.Leads[speech.Accept]+h.Leads[speech.Endorse] > 0
}

// plannedOnly reports whether a plan was made or asked for, and nothing was changed.
func (a *Session) plannedOnly() bool {
	return len(a.Changes) == 0 && (len(a.Plans) > 0 || a.PlanEdits > 0 || a.Turns[0].Prompt.Any(speech.AskPlan))
}

// planWords is how many words an answer has at least that lays out a plan without calling it
// one.
const planWords = 10

// beside reports whether a turn that came to nothing asks a question beside work that
// was finished before it: it wants nothing changed, and where only questions were
// asked before, the person had taken the answer as good. A turn without a word is
// nothing either: who stops an agent that has nothing to do stops nothing.
func beside(a *Session, turn, before int) bool {
	t := &a.Turns[turn]
	h := &t.Prompt
	if t.Changes > 0 || t.Checks > 0 || Mutates(t) || t.Delivered || t.DeliveryFailed || t.Raw.Command != "" || t.Raw.Plan != "" || t.Raw.Images > 0 {
		return false
	}
	if t.Steps > 0 && (t.Failures > 0 || t.Closing != nil && ApiTrouble(t.Closing.Text)) {
		return false // the service broke off what had been begun
	}
	if a.Turns[before].Answer.Question && !a.Turns[before].Answer.Any(speech.SaysOffer) {
		return false
	}
	if Complains(t) || Fails(t) || Drops(t) || Switches(t) || AsksUndo(t) || WantsDelivery(t) || t.Pasted > 0 || h.Any(speech.Broken) || h.Leads[speech.Resume] > 0 && !h.Question || h.Opening[speech.Correct] > 0 {
		return false
	}
	if !h.Question && h.Leads[speech.Question] == 0 {
		return false
	}
	if h.LeadsRequest() || h.Leads[speech.AskRun] > 0 {
		return false
	}
	if len(a.Changes) > 0 && a.Changes[0].turn <= before || a.Commits > 0 {
		return true
	}
	for i := 1; i <= before; i++ {
		if Accepts(&a.Turns[i]) {
			return true
		}
	}
	return false
}

// endsIn finds how the record ends if it ends in a turn.
func endsIn(a *Session, turn int) Ending {
	e := Ending{Turn: turn}
	ta := &a.Turns[e.Turn]
	events := Events(nil, ta.Raw, true)
	events = settle(events)
	if len(events) == 0 {
		e.Kind = EndPrompt
		return e
	}
	lastStep, lastSay, lastMark := -1, -1, -1
	for i, ev := range events {
		switch {
		case ev.Step != nil:
			if !keepsList(ev.kind) {
				lastStep = i
			}
		case ev.Say != nil:
			lastSay = i
		case ev.Mark != nil:
			lastMark = i
		}
	}
	if lastStep >= 0 {
		e.Step = events[lastStep].Step
	}
	if lastSay >= 0 {
		e.Say = events[lastSay].Say
	}
	switch {
	case lastMark > lastStep && lastMark > lastSay:
		e.Mark = events[lastMark].Mark
		e.Kind = EndInterrupt
		if e.Mark.Kind == conversation.MarkFailure {
			e.Kind = EndFailure
		}
	case lastSay > lastStep:
		e.Kind = EndAnswer
		if ApiTrouble(e.Say.Text) {
			e.Kind = EndFailure
		}
	default:
		e.Kind = EndResult
		switch e.Step.Outcome {
		case transcript.Unknown:
			e.Kind = EndCall
		case transcript.Rejected:
			e.Kind = EndRefused
			if strings.TrimSpace(e.Step.Said) != "" {
				e.Kind = EndResult
			}
		case transcript.Aborted:
			e.Kind = EndInterrupt
		}
	}
	if e.Kind == EndInterrupt && lastSay > lastStep && (answered(events, lastSay, ta) || settledAt(ta, e.Step)) {
		// The answer was given; what the person stopped was nothing any more.
		e.Kind = EndAnswer
	}
	planEnd(a, &e, events)
	if e.Kind == EndCall || e.Kind == EndResult {
		e.Delivery = delivers(a, ta, events)
		if n := len(a.Checks); n > 0 && a.Checks[n-1].Step == e.Step && a.Checks[n-1].Verdict == output.Passed && !a.Checks[n-1].Weak && a.Checks[n-1].Order >= a.LastChange {
			e.Green = true
		}
	}
	if e.Step != nil && e.Step.Kind == transcript.CallAsk && lastStep > lastSay && e.Step.Outcome != transcript.Done {
		e.Kind = EndAsking
	}
	if e.Kind == EndAnswer {
		e.Announces = announces(ta)
	}
	e.Applied = e.Kind == EndResult && a.Draft.Cleared() && turn == len(a.Turns)-1 && e.Step.Edit != nil && e.Step.CarriedOut()
	return e
}

// answered reports whether the text before an interrupt is a whole answer: of
// some length and not the announcement of a next step.
func answered(events []Event, say int, ta *Turn) bool {
	text := strings.TrimSpace(events[say].Say.Text)
	return len(text) > 300 && !strings.HasSuffix(text, ":") && ta.Answer.Any(speech.SaysDone, speech.SaysCause, speech.SaysVerified, speech.SaysOffer)
}

// settledAt reports whether the text before an interrupt tells of the delivery that was
// the turn's last act: nothing was pending that could be stopped.
func settledAt(ta *Turn, last *conversation.Step) bool {
	if last == nil || last.Outcome != transcript.Done || !ta.Answer.Any(speech.SaysDone) || announces(ta) {
		return false
	}
	return last.Commits || last.Pushes || last.Class.Has(shell.Delivers)
}

// planEnd recognises a record that ends on a plan. A plan refused without a
// word is handed over (labelling guide); one refused with words is refused.
func planEnd(a *Session, e *Ending, events []Event) {
	if e.Step == nil || callKind(e.Step) != transcript.CallPlan {
		return
	}
	if e.Kind == EndAnswer || e.Kind == EndFailure {
		return
	}
	switch {
	case e.Step.PlanApproved: // what was planned is to be built, and nothing of it was begun
		if e.Kind == EndInterrupt || e.Kind == EndResult {
			e.Kind = EndHanded
		}
	case e.Step.Outcome == transcript.Rejected && refused(e.Step):
		e.Kind = EndHanded
	case e.Step.Outcome == transcript.Unknown, e.Step.Outcome == transcript.Aborted, e.Step.Outcome == transcript.Errored:
		e.Kind = EndPlan
		if e.Mark != nil && a.Draft.AtEnd && a.Draft.Tail.HandedOver {
			e.Kind = EndHanded
		}
	}
}

// settle drops from the end of a turn what is no part of how it ends: machine
// notices, shell escapes, compactions, the client's own empty words.
func settle(events []Event) []Event {
	n := len(events)
	for n > 0 {
		ev := events[n-1]
		drop := false
		switch {
		case ev.Mark != nil:
			drop = ev.Mark.Kind != conversation.MarkInterrupt && ev.Mark.Kind != conversation.MarkFailure
		case ev.Say != nil:
			drop = ev.Say.Empty()
		case ev.Step != nil:
			drop = keepsList(ev.kind)
		}
		if !drop {
			break
		}
		n--
	}
	return events[:n]
}

// delivers reports whether the last act of the record is the commit, push or
// pull request that delivers the work, or a step that leads to one asked for.
func delivers(a *Session, ta *Turn, events []Event) bool {
	last := events[len(events)-1]
	if last.Step == nil {
		return false
	}
	asked := ta.Prompt.Any(speech.Deliver) || CommandDelivers(ta.Raw.Command)
	class := last.Step.Class
	switch {
	case class.Has(shell.Delivers) && !class.Has(shell.ClassPull) && a.pullOwed(ta, class):
		return false
	case class.Has(shell.Delivers):
		return true
	case last.kind == transcript.CallSkill && CommandDelivers(last.Step.Target):
		return true
	case asked && (class.Has(shell.ClassStage) || looksAtGit(last.Step)):
		return true
	case class.Has(shell.ClassStage) && class&^(shell.ClassStage|shell.ClassRead) == 0:
		return a.Touched()
	}
	return false
}

// pullOwed reports whether a pull request was asked for, and none was opened since: then a
// commit on which the record ends is a step on the way. So is one in a turn in which the agent
// opens a pull request for each of several parts; a push leads there for the last of them.
func (a *Session) pullOwed(ta *Turn, class shell.Class) bool {
	asked := -1
	for i := range a.Turns {
		if a.Turns[i].Prompt.Pull && a.Turns[i].Index <= ta.Index {
			asked = i
		}
	}
	if asked < 0 {
		return false
	}
	opened, here := 0, 0
	for i := asked; i < len(a.Turns); i++ {
		for k := range a.Turns[i].Raw.Steps {
			if s := &a.Turns[i].Raw.Steps[k]; s.CarriedOut() && s.Class.Has(shell.ClassPull) {
				if opened++; &a.Turns[i] == ta {
					here++
				}
			}
		}
	}
	return opened == 0 || here >= severalPulls && !class.Has(shell.ClassPush)
}

// severalPulls is from how many pull requests of one turn on each part of it gets its own.
const severalPulls = 2

// looksAtGit reports whether a shell call only asks git how things stand.
func looksAtGit(s *conversation.Step) bool {
	return s.Class == shell.ClassRead && strings.Contains(s.Target, "git ")
}

// announces reports whether a closing text only says what comes next: nothing
// came.
func announces(ta *Turn) bool {
	t := strings.TrimSpace(ta.Answer.Text)
	if t == "" {
		return false
	}
	if strings.HasSuffix(t, ":") || strings.HasSuffix(t, "：") {
		return true
	}
	if at := LastSentence(t); ta.Answer.Count[speech.SaysNext] > 0 && ta.Answer.Text == t && ta.Answer.LastNext >= at && ta.Answer.LastNext < at+announceWithin {
		return true
	}
	return ta.Answer.Words < 60 && ta.Answer.Closing[speech.SaysNext] > 0 && !ta.Answer.Any(speech.SaysDone, speech.SaysVerified, speech.SaysCause)
}

// announceWithin is how far into its sentence a text may say what comes next for
// the sentence to be an announcement, in bytes: "Now let me".
const announceWithin = 10
