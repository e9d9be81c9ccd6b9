package title

import (
	"strings"

	"prism/internal/fact"
	"prism/internal/observe"
	"prism/internal/observe/speech"
	"prism/internal/title/fit"
	"prism/internal/transcript"
)

// maxAsks bounds the prompts among which the goal is looked for.
const maxAsks = 8

// mostAsks bounds them where none of those tells anything.
const mostAsks = 40

// tellingScore is the score from which on a sentence can stand as a title.
const tellingScore = 1.0

// wanted says in one phrase what the session was about: of the headings of plans
// handed on, commands, and sentences of the first prompts, the one that tells
// most. Below tellingScore, what was done tells more than any of them.
//
// fits is the best of the same prompt that asks for something, points back to nothing and
// has room in a title.
func (w *Writer) wanted(a *observe.Session, intent fact.Intent) (best, fits candidate) {
	asked, busiest, most := 0, -1, 0
	for i := range a.Turns {
		if n := 3*a.Turns[i].Edits + a.Turns[i].Steps; n > most && !a.Turns[i].Trivial {
			busiest, most = i, n
		}
	}
	from, of := -1, -1  // the turns that best and fits are of
	var told candidate  // the best of the turns before it, where that points back to nothing
	var work candidate  // of the turns in which something was changed, and tells it in full
	var part candidate  // likewise, but points back to what was said before
	var solid candidate // points back to nothing
	var wish candidate  // asks in full, where the best only tells something
	var tale candidate  // likewise, but tells how something is or shall be
	consider := func(c candidate, lag float64, turn int) {
		c.score -= lag
		c.turn = turn
		if c.text == "" {
			return
		}
		if strings.HasSuffix(c.text, "?") && !c.asks && a.Turns[turn].Changes > 0 && changes(intent) {
			c.score += 0.4 // it was no mere question
		}
		if c.asks && c.full && !c.weak && !c.back && !c.early && c.score >= tellingScore && (turn != of || c.score > fits.score) && !fit.IsCut(c.text) {
			fits, of = c, turn
		}
		if !c.weak && !c.early && c.score >= tellingScore && c.score > solid.score {
			solid = c
		}
		if c.asks && c.full && !c.weak && !c.early && c.score >= tellingScore && c.score > wish.score+0.01 && (a.Turns[turn].Prompt.OrdersChange() || intent == fact.Plan) {
			wish = c
		}
		if best.text == "" || c.score > best.score+0.01 || c.score > best.score-0.01 && c.asks && c.full && !c.early && !best.full && w.openings.of(best.text).Has(preparation) {
			if from >= 0 && turn > from && !best.early && best.score >= tellingScore && !best.weak && (best.asks && best.full || a.Turns[from].Raw.Command != "") && !a.Turns[from].Prompt.Question {
				told = best
			}
			best, from = c, turn
		}
		if t := &a.Turns[turn]; t.Changes > 0 && !c.asks && c.full && !c.weak && c.score >= tellingScore/2 && c.score > tale.score && fit.Says(fit.Listed().Shall, c.text) {
			tale = c
		}
		if t := &a.Turns[turn]; t.Changes > 0 && !t.Prompt.Any(speech.Correct) && c.asks && c.full && !c.weak && !c.early && !strings.ContainsAny(c.text[:1], "0123456789") && !strings.HasSuffix(c.text, "?") {
			of := &work
			if c.back {
				of = &part
			}
			if of.text == "" || c.score > of.score+0.01 {
				*of = c
			}
		}
	}
	defer func() {
		if of != from {
			fits = candidate{}
		}
		if wish.text != "" && !best.asks && !best.plan && from >= 0 && a.Turns[from].Changes == 0 && a.Turns[from].Raw.Command == "" && (intent == fact.Plan || builds(intent)) {
			best = wish
			return
		}
		if from >= 0 && a.Turns[from].Changes == 0 && changes(intent) && work.text != "" && work.text != best.text && !fit.IsCut(work.text) {
			fits, fits.later = work, true // nothing came of the first at once
		}
		switch {
		case !best.early:
		case told.text != "" && (told.full || calledBy(a) == ""):
			best = told // "bring it up to date": what was asked before says what
		case calledBy(a) != "", best.bare:
			best.weak = true
		case best.weak && solid.text != "":
			best = solid
		}
		if from < 0 || !idle(a, from, intent) && !announced(a, from, best, intent) {
			return
		}
		if done := madeOf(a, intent).text; work.text == "" && done != "" && a.Turns[from].Interrupts == 0 { // what was stopped was wanted all the same
			// A name of the client's goes before it, where that is of the work and not of the question.
			work = candidate{text: done, score: best.score, weak: alike(done, calledBy(a))}
		}
		switch {
		case work.text != "":
			best, best.later = work, true
		case part.text != "":
			best, best.later = part, true
		case calledBy(a) != "":
			best.weak = true // a question before the work, and a name that its client gave
		case tale.text != "":
			best = tale
		}
	}()
	for i := range a.Turns {
		t := &a.Turns[i]
		if t.Trivial {
			continue
		}
		lag := min(0.5*float64(asked), 1.5)
		if i == busiest {
			lag -= 0.4
		}
		if t.Interrupts > 0 && t.Steps == 0 && t.Closing == nil && i < len(a.Turns)-1 {
			lag++ // stopped at once, and asked in other words
		}
		switch {
		case t.Raw.Origin == transcript.PlanHand:
			text := t.Raw.Plan
			if text == "" {
				text = t.Raw.Prompt
			}
			if h := planTitle(text); h != "" {
				if asked == 0 {
					return candidate{text: h, score: 9, plan: true, turn: i}, fits
				}
				consider(candidate{text: h, score: 4.5, plan: true}, lag, i)
			}
		case t.Raw.Command != "", slashed(t.Raw.Prompt):
			consider(w.commandWish(a, t, intent), lag, i)
		default:
			if run := ranAs(t); run != "" {
				if short := ordered(t.Raw.Prompt); short != "" {
					run = short
				}
				consider(candidate{text: run, score: tellingScore + 0.1, weak: true}, lag, i)
				break
			}
			for _, c := range asking(w.candidates(a, t.Raw.Prompt, intent, asked == 0), intent) {
				consider(c, lag, i)
			}
		}
		if asked++; asked >= maxAsks && (best.score >= tellingScore && !best.weak || asked >= mostAsks) {
			break
		}
	}
	return best, fits
}

// asking are the sentences of a prompt, of which one that asks in full goes before one that
// only tells how things are and would be cut: half a story names nothing that was wanted.
func asking(list []candidate, intent fact.Intent) []candidate {
	top, ask := -1, -1
	for i := range list {
		c := &list[i]
		if top < 0 || c.score > list[top].score {
			top = i
		}
		if c.asks && (c.full || c.leads && !c.bare && !c.back) && !c.weak && !strings.Contains(c.text, ": ") && (ask < 0 || c.score > list[ask].score) {
			ask = i
		}
	}
	if ask >= 0 && ask != top && (!list[top].asks || list[top].story) && list[ask].score >= tellingScore && (fit.IsCut(list[top].text) || builds(intent) && !fit.Says(fit.Listed().Glance, list[ask].text)) {
		list[ask].score = list[top].score + 0.05
	}
	return list
}

// builds reports whether an intent is to make something, of which a wish tells more than a
// word on how things are.
func builds(intent fact.Intent) bool {
	return changes(intent) && intent != fact.BugFix
}

// goOn is how many words a prompt may have that only lets go on what was asked before it.
const goOn = 8

// idle reports whether a turn came to nothing of what was to be changed, and was not gone
// on with in a word: a plain question that was answered, a request that was stopped. What
// the person then had done says what the session was.
func idle(a *observe.Session, turn int, intent fact.Intent) bool {
	t := &a.Turns[turn]
	if changes(intent) && chore(a, turn) {
		return true
	}
	if !changes(intent) || !a.Touched() || t.Changes > 0 || t.Delivered || t.Raw.Origin == transcript.PlanHand {
		return false
	}
	tells := intent == fact.BugFix && (t.Pasted > 0 || t.Prompt.Any(speech.Broken, speech.Failing) || len(observe.ErrorClasses(t)) > 0) // of the fault
	looks := !tells && len(a.Changes) > 0 && t.Raw.Command == "" && !t.Prompt.OrdersChange()                                            // what is to be looked at before the work
	if t.Interrupts == 0 && (!t.Prompt.Question || t.Prompt.LeadsRequest()) && !looks {
		return dropped(a, turn)
	}
	for i := turn + 1; i < len(a.Turns); i++ {
		if n := &a.Turns[i]; !n.Trivial {
			if n.Changes == 0 && n.Prompt.Question && !n.Prompt.LeadsRequest() {
				continue // one more question lets nothing go on
			}
			if i == turn+1 && t.Prompt.Question && n.Changes == 0 && !n.Delivered && n.Prompt.Plain() <= goOn && n.Raw.Command == "" && n.Raw.Plan == "" && !n.Prompt.Any(speech.Assent, speech.Resume) {
				continue // nor does what only adds to it
			}
			return n.Prompt.Plain() > goOn || n.Raw.Plan != "" || n.Raw.Command != ""
		}
	}
	return false
}

// leastWork is how many edits of later turns make a first one that edits nothing a chore.
const leastWork = 3

// chore reports whether a turn at the head of a session only brings a branch up to date or
// delivers it, and work on files follows.
func chore(a *observe.Session, turn int) bool {
	t := &a.Turns[turn]
	if t.Edits > 0 || t.Raw.Command != "" || t.Raw.Origin == transcript.PlanHand {
		return false
	}
	git := false
	for i := range t.Raw.Steps {
		s := &t.Raw.Steps[i]
		git = git || s.Mutating
		if s.Mutating && (s.Kind != transcript.CallShell || !strings.HasPrefix(strings.TrimSpace(s.Target), "git ")) {
			return false
		}
	}
	edits := 0
	for i := turn + 1; i < len(a.Turns); i++ {
		edits += a.Turns[i].Edits
	}
	return git && edits >= leastWork
}

// announced reports whether the first words only say that something will be asked, and
// nothing came of them at once: "I need to know a few things about the chart:".
func announced(a *observe.Session, turn int, c candidate, intent fact.Intent) bool {
	return changes(intent) && a.Touched() && !c.asks && !c.full && !c.plan && a.Turns[turn].Changes == 0 && a.Turns[turn].Raw.Command == "" && c.leads
}

// dropped reports whether nothing was changed for a request, and the first change was made
// for a longer one that speaks of other things.
func dropped(a *observe.Session, turn int) bool {
	first := &a.Turns[turn]
	if !first.Prompt.OrdersChange() || first.Raw.Command != "" {
		return false
	}
	for i := turn + 1; i < len(a.Turns); i++ {
		if t := &a.Turns[i]; !t.Trivial && (t.Changes > 0 || t.Delivered) {
			return t.Prompt.Plain() > 2*goOn && t.Raw.Plan == "" && !alike(t.Raw.Prompt, first.Raw.Prompt)
		}
	}
	return false
}
