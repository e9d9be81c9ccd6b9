package offline

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// maxQuote bounds a quote, in characters; it is cut at a word.
const maxQuote = 180

// evidence quotes what the verdict rests on: the person's telling words of the
// last turns, the check that decided, what came of the work or what it ends on.
// Words that speak against the verdict are no evidence of it.
func evidence(v *view, op judge.Opinion, told news) []judge.Quote {
	var out []judge.Quote
	add := func(q *judge.Quote) {
		if q != nil && q.Text != "" && len(out) < 4 {
			for _, o := range out {
				if o.Text == q.Text {
					return
				}
			}
			out = append(out, *q)
		}
	}
	kinds := []class{complain, swear, abandon, undo}
	if op.Complete {
		kinds = []class{accept, thanks, deliver}
	}
	for i := v.end.turn; i >= 0 && i > v.end.turn-judge.SignalWindow; i-- {
		add(wordsQuote(&v.a.turns[i], kinds...))
	}
	if k, ok := v.a.after(checks); ok && !k.weak {
		add(checkQuote(k))
	}
	if !op.Complete && op.Signal != fact.NoSignal {
		add(signalQuote(v, op.Signal))
	}
	if op.Complete && v.end.kind == endAnswer {
		add(told.quote())
	}
	add(endQuote(v, op, told))
	if len(out) == 0 {
		add(promptQuote(v.last))
	}
	for i := 0; i < len(v.a.turns) && len(out) == 0; i++ {
		t := &v.a.turns[i]
		add(promptQuote(t))
		if t.closing != nil {
			add(sayQuote(t, t.closing))
		}
	}
	return out
}

// wordsQuote quotes the words by which a prompt accepts, complains, drops or
// delivers; nil where it says none of these. In a session's first prompt such
// words are part of what is asked for.
func wordsQuote(t *turnAccount, kinds ...class) *judge.Quote {
	if t.first {
		return nil
	}
	for _, c := range kinds {
		if !plainly(&t.heard, c) {
			continue
		}
		if t.heard.opening[c] > 0 || t.heard.words <= 40 && t.heard.count[c] > 0 {
			s := t.heard.first[c]
			return promptSays(t, sentenceAt(t.turn.Prompt, s.start, s.end))
		}
	}
	return nil
}

// plainly reports whether words that take work as good, or order it delivered, are
// meant so: "what happens when I push?" and "the push broke it" order nothing.
func plainly(h *speech, c class) bool {
	switch c {
	case thanks:
		return !h.question
	case accept:
		return !h.question && h.leads[accept] > 0
	case deliver:
		return !h.question && h.leads[deliver] > 0 && h.lead1[deliver] < 40 && !h.any(broken)
	}
	return true
}

func promptSays(t *turnAccount, text string) *judge.Quote {
	return &judge.Quote{UUID: t.turn.UUID, Turn: t.index + 1, Line: t.turn.Line, Text: text}
}

func promptQuote(t *turnAccount) *judge.Quote {
	text := t.turn.Prompt
	if text == "" {
		text = t.turn.Plan
	}
	if text == "" {
		text = t.turn.Command
	}
	return promptSays(t, head(text))
}

// sayQuote quotes the first words of the agent that are no heading.
func sayQuote(t *turnAccount, s *conversation.Say) *judge.Quote {
	text := head(s.Text)
	list := pieces(s.Text, agent, 4)
	for i := range list {
		if list[i].kind == saying {
			if from, to := placeOf(s.Text, list, i, ledTo(list, i)); to > from {
				text = cut(s.Text[from:to])
			}
			break
		}
	}
	return &judge.Quote{UUID: s.UUID, Turn: t.index + 1, Line: s.Line, Text: text}
}

// stepQuote quotes what a call was about.
func stepQuote(turn int, s *conversation.Step) *judge.Quote {
	return &judge.Quote{UUID: s.UUID, Turn: turn + 1, Line: s.Line, Text: head(s.Target)}
}

// outputQuote quotes a line of what came back for a call.
func outputQuote(turn int, s *conversation.Step, line string) *judge.Quote {
	return &judge.Quote{UUID: s.ResultUUID, Turn: turn + 1, Line: s.ResultLine, Text: cut(strings.TrimSpace(line))}
}

func checkQuote(k check) *judge.Quote {
	if k.line == "" {
		return stepQuote(k.turn, k.step)
	}
	line := k.line
	if k.verdict == passed && k.work.Has(shell.ClassTest) && !ofTests(line) {
		for l := range strings.SplitSeq(k.step.Output, "\n") { // lint and tests in one call: the tests' line
			if l = strings.TrimSpace(l); l != "" && len(l) <= maxLineBytes && ofTests(l) {
				if sign := lineVerdict(l); sign == strongPass || sign == countPass {
					line = l
				}
			}
		}
	}
	return outputQuote(k.turn, k.step, firstLine(line))
}

// ofTests reports whether a line of output speaks of tests.
func ofTests(line string) bool {
	line = strings.ToLower(line)
	return strings.HasPrefix(line, "ok ") || strings.Contains(line, "pass") || strings.Contains(line, "test")
}

// quote is the place of what an answer tells of the work; nil where it tells none.
func (n news) quote() *judge.Quote {
	if n.turn == nil || n.turn.closing == nil || n.from >= n.to {
		return nil
	}
	s := n.turn.closing
	return &judge.Quote{UUID: s.UUID, Turn: n.turn.index + 1, Line: s.Line, Text: cut(strings.TrimSpace(s.Text[n.from:n.to]))}
}

// saidQuote quotes the sentence of the closing answer that says one of some
// things; nil where it says none.
func saidQuote(v *view, kinds ...class) *judge.Quote {
	if t := v.last; v.end.say != nil && t.closing == v.end.say {
		for _, c := range kinds {
			if t.told.count[c] > 0 {
				s := t.told.first[c]
				return &judge.Quote{UUID: v.end.say.UUID, Turn: t.index + 1, Line: v.end.say.Line, Text: sentenceAt(v.end.say.Text, s.start, s.end)}
			}
		}
	}
	return nil
}

// endQuote quotes what the record ends on: of a closing answer what it tells of
// the work, or where the goal was not landed, what it says was not done.
func endQuote(v *view, op judge.Opinion, told news) *judge.Quote {
	t := v.last
	say := v.end.say
	switch {
	case v.end.kind == endAsking && v.end.step != nil && v.end.step.Target != "":
		return stepQuote(t.index, v.end.step)
	case v.end.kind == endHanded || v.end.kind == endPlan:
		if q := planQuote(v); q != nil {
			return q
		}
	case v.end.kind == endPrompt && v.end.turn >= 0:
		return promptQuote(t)
	case v.end.kind == endAnswer && v.end.announce && say != nil:
		return &judge.Quote{UUID: say.UUID, Turn: t.index + 1, Line: say.Line, Text: cut(strings.TrimSpace(say.Text[lastSentence(strings.TrimRight(say.Text, " \n")):]))}
	case v.end.kind == endAnswer && say != nil:
		if !op.Complete {
			if q := saidQuote(v, saysGaveUp, saysNotDone, saysBlocked); q != nil {
				return q
			}
		}
		if told.closing != nil {
			return told.closing
		}
		return sayQuote(t, say)
	case v.end.kind == endFailure && say != nil && apiTrouble(say.Text):
		return sayQuote(t, say)
	}
	if v.end.mark != nil && v.end.mark.Text != "" {
		return &judge.Quote{UUID: v.end.mark.UUID, Turn: t.index + 1, Line: v.end.mark.Line, Text: head(v.end.mark.Text)}
	}
	if s := v.end.step; s != nil {
		if (s.Outcome == transcript.Errored || s.Outcome == transcript.Rejected) && s.Output != "" {
			return outputQuote(t.index, s, firstLine(s.Output))
		}
		return stepQuote(t.index, s)
	}
	return nil
}

// signalQuote quotes what a failure signal rests on.
func signalQuote(v *view, signal fact.FailureSignal) *judge.Quote {
	switch signal {
	case fact.Abandoned:
		return wordsQuote(v.last, abandon, undo)
	case fact.Frustration, fact.Loop:
		for i := v.end.turn; i >= 0 && i > v.end.turn-judge.SignalWindow; i-- {
			if q := wordsQuote(&v.a.turns[i], complain, swear); q != nil {
				return q
			}
		}
	case fact.UnresolvedError:
		if k, ok := lastTold(v.a); ok && k.verdict == failed && k.turn == v.last.index {
			return checkQuote(k)
		}
		if q := wordsQuote(v.last, broken); q != nil && v.reported() {
			return q
		}
		for i := len(v.last.turn.Steps) - 1; i >= 0; i-- {
			if s := &v.last.turn.Steps[i]; s.Outcome == transcript.Errored && s.Output != "" {
				return outputQuote(v.last.index, s, firstTelling(s.Output))
			}
		}
		return saidQuote(v, saysGaveUp, saysFail, saysBlocked, saysNotDone)
	}
	return nil
}

// mendQuote quotes what put the last complaint right: a word of acceptance, an
// order to deliver, or a check that passed after it. Where nobody complained, it is
// the person's acceptance. nil where nothing shows.
func mendQuote(v *view) *judge.Quote {
	var accepted, ordered *judge.Quote
	for i := v.end.turn; i >= 0 && i > v.end.turn-judge.SignalWindow; i-- {
		t := &v.a.turns[i]
		if complains(t) {
			if q := anyQuote(accepted, ordered); q != nil {
				return q
			}
			if k, ok := v.a.shown(checks); ok && k.turn >= t.index {
				return checkQuote(k)
			}
			return nil
		}
		if accepts(t) && accepted == nil {
			accepted = wordsQuote(t, accept, thanks)
		}
		if wantsDelivery(t) && ordered == nil {
			ordered = wordsQuote(t, deliver)
		}
	}
	return accepted
}

// head returns the first line of a text that says something.
func head(s string) string { return cut(firstLine(s)) }

// firstLine returns the first line of s that shows anything.
func firstLine(s string) string {
	for line := range strings.SplitSeq(s, "\n") {
		if line = strings.TrimSpace(line); line != "" && strings.Trim(line, "-=*#`─★ ") != "" && strings.ContainsFunc(line, visible) {
			return line
		}
	}
	return ""
}

// visible reports whether a character shows on a screen.
func visible(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) }

// sentenceAt returns the sentence of text that holds [start,end), with what it leads
// to, cut to a quote.
func sentenceAt(text string, start, end int) string {
	if start < 0 || end > len(text) || start > end {
		return head(text)
	}
	from := strings.LastIndexByte(text[:start], '\n') + 1
	to := len(text)
	if i := strings.IndexByte(text[end:], '\n'); i >= 0 {
		to = end + i
	}
	for from < start { // its sentence in the line
		stop, next := sentenceEnd(text[from:to])
		if from+next > start || next == 0 {
			if from+stop >= end {
				to = from + stop
			}
			break
		}
		from += next
	}
	s := strings.TrimSpace(text[from:to])
	if last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s, "*_` ")); (last == ':' || last == '：' || strings.HasPrefix(s, "#")) && utf8.RuneCountInString(s) < maxQuote/2 {
		if more := firstLine(text[to:]); more != "" { // a heading: what stands under it
			if i := strings.Index(text[to:], more); i < maxGap {
				s = strings.TrimSpace(text[from : to+i+len(more)])
			}
		}
	}
	if utf8.RuneCountInString(s) > maxQuote && start-from > maxQuote {
		near := start - maxQuote/2
		for near < start && text[near] != ' ' && (text[near] < utf8.RuneSelf || !utf8.RuneStart(text[near])) {
			near++
		}
		s = strings.TrimSpace(text[near:to])
	}
	return cut(s)
}

// maxGap bounds, in bytes, what may stand between a heading and what it leads to for
// both to be one quote.
const maxGap = 8

// cut shortens s to a quote, at a word where there is one.
func cut(s string) string {
	s = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(s), "** ")) // what is left of a mark in bold
	n := 0
	for i := range s {
		if n++; n <= maxQuote {
			continue
		}
		if k := strings.LastIndexByte(s[:i], ' '); k > i/2 {
			i = k
		}
		return strings.TrimSpace(s[:i])
	}
	return s
}

// changeQuote names the last file that was changed, or where none was the last
// command that changed something.
func changeQuote(v *view) *judge.Quote {
	if n := len(v.a.edits); n > 0 {
		return stepQuote(v.a.edits[n-1].turn, v.a.edits[n-1].step)
	}
	for i := len(v.a.turns) - 1; i >= 0; i-- {
		t := &v.a.turns[i]
		for k := len(t.turn.Steps) - 1; k >= 0; k-- {
			if s := &t.turn.Steps[k]; s.CarriedOut() && s.Mutating && (s.Class.Has(shell.ClassWrite) || s.Edit != nil) {
				return stepQuote(t.index, s)
			}
		}
	}
	return nil
}

// shown returns a check of some kind that passed after the last change and said so,
// a test before others, and whether the last one that told how it went did pass. That
// a program ran and told of no trouble shows nothing.
func (a *account) shown(w shell.Class) (best check, ok bool) {
	for i := len(a.checks) - 1; i >= 0 && a.checks[i].order >= a.lastChange; i-- {
		c := a.checks[i]
		if !c.work.Has(w) || c.verdict == unsaid || c.weak {
			continue
		}
		if !ok && c.verdict != passed {
			return c, false
		}
		if c.verdict == passed && (!ok || c.work.Has(shell.ClassTest) && !best.work.Has(shell.ClassTest)) {
			best, ok = c, true
		}
	}
	return best, ok
}

// wordQuote quotes the word by which the person took the work as good, said or as
// an order to deliver it, in one of the last two turns; nil where there is none.
func wordQuote(v *view) *judge.Quote {
	if v.end.turn < 0 || complains(v.last) {
		return nil
	}
	for _, t := range []*turnAccount{v.last, v.before} {
		if t != nil && !t.first && (accepts(t) || wantsDelivery(t) && !v.balked()) {
			if q := wordsQuote(t, accept, thanks, deliver); q != nil {
				return q
			}
			if commandDelivers(t.turn.Command) {
				return promptQuote(t)
			}
		}
	}
	return nil
}

// deliveryQuote quotes the last commit or push: git's line of it, or the command.
func deliveryQuote(v *view) *judge.Quote {
	for i := len(v.a.turns) - 1; i >= 0; i-- {
		t := &v.a.turns[i]
		for k := len(t.turn.Steps) - 1; k >= 0; k-- {
			s := &t.turn.Steps[k]
			if s.Outcome == transcript.Errored || !s.Commits && !s.Pushes && !s.Class.Has(shell.ClassCommit|shell.ClassPush|shell.ClassPull) {
				continue
			}
			for line := range strings.SplitSeq(s.Output, "\n") {
				head, _, _ := strings.Cut(line, "] ") // "[main 1a2b3c4] subject"
				if sha := head[strings.LastIndexByte(head, ' ')+1:]; strings.HasPrefix(line, "[") && len(sha) >= 7 && strings.Trim(sha, "0123456789abcdef") == "" {
					return outputQuote(t.index, s, line)
				}
			}
			return stepQuote(t.index, s)
		}
	}
	return nil
}

// nextStepQuote quotes the last prompt that had something built on what a turn
// before it changed; nil where none did, the last prompt complains, or most of what
// was changed has nothing that speaks for it.
func nextStepQuote(v *view) *judge.Quote {
	for i := v.end.turn; i > 0 && !complains(v.last) && v.proof.share >= 0.75; i-- {
		t := &v.a.turns[i]
		if t.changes > 0 && v.a.turns[i-1].changes > 0 && t.turn.Prompt != "" && t.turn.Command == "" && !complains(t) && !takesBack(t) && t.heard.opening[correct] == 0 && t.pasted == 0 {
			return promptQuote(t)
		}
	}
	return nil
}

// planQuote quotes the last plan that was drawn up.
func planQuote(v *view) *judge.Quote {
	if n := len(v.a.plans); n > 0 {
		p := v.a.plans[n-1]
		if text := firstLine(p.step.PlanText); text != "" {
			return &judge.Quote{UUID: p.step.UUID, Turn: p.turn + 1, Line: p.step.Line, Text: cut(text)}
		}
	}
	return nil
}

// takenQuote quotes how a plan was taken: approved, in words, or by work on it.
func takenQuote(v *view) *judge.Quote {
	for i := len(v.a.plans) - 1; i >= 0; i-- {
		if p := v.a.plans[i]; p.step.PlanApproved && p.step.Output != "" {
			return outputQuote(p.turn, p.step, firstLine(p.step.Output))
		}
	}
	if q := wordQuote(v); q != nil {
		return q
	}
	if v.end.kind == endHanded {
		return planQuote(v)
	}
	if q := nextStepQuote(v); q != nil || len(v.a.plans) == 0 {
		return q
	}
	return changeQuote(v)
}

// ran returns the test that passed after the last change, else a run of the program
// that did.
func (a *account) ran() (check, bool) {
	if k, ok := a.shown(shell.ClassTest); ok || k.verdict == failed {
		return k, ok
	}
	k, ok := a.after(shell.ClassRun)
	if k.weak {
		return check{}, false // "stopped" and "listening on 3000" show no result
	}
	return k, ok && k.verdict == passed
}

// anyQuote returns the first quote that there is.
func anyQuote(list ...*judge.Quote) *judge.Quote {
	for _, q := range list {
		if q != nil && q.Text != "" {
			return q
		}
	}
	return nil
}

func when(holds bool, q *judge.Quote) *judge.Quote {
	if holds {
		return q
	}
	return nil
}

// checkQuoteOf is checkQuote of a check that may be none.
func checkQuoteOf(k check) *judge.Quote {
	if k.step == nil {
		return nil
	}
	return checkQuote(k)
}

// putOffQuote quotes the words by which the last prompt puts tests off.
func putOffQuote(v *view) *judge.Quote {
	if h := &v.last.heard; h.any(putOff) {
		return promptSays(v.last, sentenceAt(v.last.turn.Prompt, h.first[putOff].start, h.first[putOff].end))
	}
	return nil
}

// refusalQuote quotes the words by which a plan was refused.
func refusalQuote(v *view) *judge.Quote {
	if n := len(v.a.plans); n > 0 {
		if p := v.a.plans[n-1]; p.step.Outcome == transcript.Rejected && strings.TrimSpace(p.step.Said) != "" {
			return outputQuote(p.turn, p.step, firstLine(p.step.Said))
		}
	}
	return wordsQuote(v.last, complain, swear, abandon, undo)
}
