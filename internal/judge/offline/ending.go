package offline

import (
	"strings"

	"prism/internal/conversation"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// endKind says on what a session's record ends.
type endKind uint8

const (
	endAnswer    endKind = iota // a closing answer of the agent
	endCall                     // a tool call that nothing came back for
	endResult                   // a result, and no word after it
	endInterrupt                // the person stopped the agent and said no more
	endRefused                  // a call refused without a word, and no more
	endFailure                  // an API error, a usage limit
	endPrompt                   // a prompt that nothing answered
	endAsking                   // the agent's own question, unanswered
	endHanded                   // a plan refused without a word: handed over
	endPlan                     // a plan shown, nothing more
	endNothing                  // no live turn
	endKinds
)

// ending is how a session's record ends.
type ending struct {
	kind     endKind
	turn     int                // index in account.turns of the turn it ends in; −1 none
	step     *conversation.Step // the last own call
	say      *conversation.Say  // the closing answer, where kind is endAnswer; else the last text
	mark     *conversation.Mark // the interrupt or failure
	delivery bool               // the last act is the commit, push or pull request that delivers, or leads to it
	green    bool               // the last act is a check that passed after the last change
	announce bool               // the closing text announces work that did not follow
}

// cut reports whether the record stops in mid-work.
func (e *ending) cut() bool {
	if e.announce {
		return true
	}
	switch e.kind {
	case endCall, endResult:
		return !e.delivery && !e.green
	case endInterrupt, endRefused, endFailure, endPrompt:
		return true
	}
	return false
}

// ends finds how the record ends. Turns after it that say and do nothing
// ("exit", "clear") are no part of the work.
func ends(a *account) ending {
	e := ending{kind: endNothing, turn: -1}
	for i := len(a.turns) - 1; i >= 0; i-- {
		if i > 0 && a.turns[i].trivial {
			continue
		}
		e.turn = i
		break
	}
	if e.turn < 0 {
		return e
	}
	ta := &a.turns[e.turn]
	events := turnEvents(nil, a.d, ta.index, true)
	events = settle(events)
	if len(events) == 0 {
		e.kind = endPrompt
		return e
	}
	lastStep, lastSay, lastMark := -1, -1, -1
	for i, ev := range events {
		switch {
		case ev.step != nil:
			if ev.deed != deedTodo {
				lastStep = i
			}
		case ev.say != nil:
			lastSay = i
		case ev.mark != nil:
			lastMark = i
		}
	}
	if lastStep >= 0 {
		e.step = events[lastStep].step
	}
	if lastSay >= 0 {
		e.say = events[lastSay].say
	}
	switch {
	case lastMark > lastStep && lastMark > lastSay:
		e.mark = events[lastMark].mark
		e.kind = endInterrupt
		if e.mark.Kind == conversation.MarkFailure {
			e.kind = endFailure
		}
	case lastSay > lastStep:
		e.kind = endAnswer
		if apiTrouble(e.say.Text) {
			e.kind = endFailure
		}
	default:
		e.kind = endResult
		switch e.step.Outcome {
		case transcript.Unknown:
			e.kind = endCall
		case transcript.Rejected:
			e.kind = endRefused
			if strings.TrimSpace(e.step.Said) != "" {
				e.kind = endResult
			}
		case transcript.Aborted:
			e.kind = endInterrupt
		}
	}
	if e.kind == endInterrupt && lastSay > lastStep && answered(events, lastSay, ta) {
		// The answer was given; what the person stopped was nothing any more.
		e.kind = endAnswer
	}
	planEnd(a, &e, events)
	if e.kind == endCall || e.kind == endResult {
		e.delivery = delivers(a, ta, events)
		if n := len(a.checks); n > 0 && a.checks[n-1].step == e.step && a.checks[n-1].verdict == passed && !a.checks[n-1].weak && a.checks[n-1].order >= a.lastChange {
			e.green = true
		}
	}
	if e.step != nil && e.step.Tool == "AskUserQuestion" && lastStep > lastSay && e.step.Outcome != transcript.Done {
		e.kind = endAsking
	}
	if e.kind == endAnswer {
		e.announce = announces(ta)
	}
	return e
}

// answered reports whether the text before an interrupt is a whole answer: of
// some length and not the announcement of a next step.
func answered(events []event, say int, ta *turnAccount) bool {
	text := strings.TrimSpace(events[say].say.Text)
	return len(text) > 300 && !strings.HasSuffix(text, ":") && ta.told.any(saysDone, saysCause, saysVerified, saysOffer)
}

// planEnd recognises a record that ends on a plan. A plan refused without a
// word is handed over (labelling guide); one refused with words is refused.
func planEnd(a *account, e *ending, events []event) {
	if e.step == nil || deedOf(e.step) != deedPlan {
		return
	}
	if e.kind == endAnswer || e.kind == endFailure {
		return
	}
	switch {
	case e.step.PlanApproved:
	case e.step.Outcome == transcript.Rejected && refused(e.step):
		e.kind = endHanded
	case e.step.Outcome == transcript.Unknown, e.step.Outcome == transcript.Aborted, e.step.Outcome == transcript.Errored:
		e.kind = endPlan
		if e.mark != nil && a.d.AtEnd && a.d.Tail.HandedOver {
			e.kind = endHanded
		}
	}
}

// settle drops from the end of a turn what is no part of how it ends: machine
// notices, shell escapes, compactions, the client's own empty words.
func settle(events []event) []event {
	n := len(events)
	for n > 0 {
		ev := events[n-1]
		drop := false
		switch {
		case ev.mark != nil:
			drop = ev.mark.Kind != conversation.MarkInterrupt && ev.mark.Kind != conversation.MarkFailure
		case ev.say != nil:
			drop = strings.HasPrefix(ev.say.Text, "No response requested")
		case ev.step != nil:
			drop = ev.deed == deedTodo
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
func delivers(a *account, ta *turnAccount, events []event) bool {
	last := events[len(events)-1]
	if last.step == nil {
		return false
	}
	asked := ta.heard.any(deliver) || commandDelivers(ta.turn.Command)
	class := last.step.Class
	switch {
	case class.Has(shell.ClassCommit | shell.ClassPush | shell.ClassPull):
		return true
	case last.deed == deedSkill && commandDelivers(last.step.Target):
		return true
	case asked && (class.Has(shell.ClassStage) || looksAtGit(last.step)):
		return true
	case class.Has(shell.ClassStage) && class&^(shell.ClassStage|shell.ClassRead) == 0:
		return a.touched()
	}
	return false
}

// looksAtGit reports whether a shell call only asks git how things stand.
func looksAtGit(s *conversation.Step) bool {
	return s.Class == shell.ClassRead && strings.Contains(s.Target, "git ")
}

// commandDelivers reports whether a command's or skill's name says commit or
// pull request.
func commandDelivers(name string) bool {
	name = strings.ToLower(name)
	for _, w := range []string{"commit", "push", "pr", "pull-request", "merge", "ship", "release"} {
		if hasWord(name, w) {
			return true
		}
	}
	return false
}

// announces reports whether a closing text only says what comes next: nothing
// came.
func announces(ta *turnAccount) bool {
	t := strings.TrimSpace(ta.told.text)
	if t == "" {
		return false
	}
	if strings.HasSuffix(t, ":") || strings.HasSuffix(t, "：") {
		return true
	}
	if at := lastSentence(t); ta.told.count[saysNext] > 0 && ta.told.text == t && ta.told.lastNext >= at && ta.told.lastNext < at+announceWithin {
		return true
	}
	return ta.told.words < 60 && ta.told.closing[saysNext] > 0 && !ta.told.any(saysDone, saysVerified, saysCause)
}

// announceWithin is how far into its sentence a text may say what comes next for
// the sentence to be an announcement, in bytes: "Now let me".
const announceWithin = 10

// lastSentence returns where the last sentence of a text begins, in bytes.
func lastSentence(text string) int {
	at := 0
	for _, end := range []string{". ", "! ", "\n", "。", "！"} {
		if i := strings.LastIndex(text[:max(len(text)-len(end), 0)], end); i >= 0 {
			at = max(at, i+len(end))
		}
	}
	return at
}
