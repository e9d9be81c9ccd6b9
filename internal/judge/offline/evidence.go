package offline

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/session"
	"prism/internal/transcript"
)

// maxQuote bounds a quote, in bytes; it is cut at a character and a word.
const maxQuote = 180

// evidence quotes what the verdict rests on: the person's last telling words,
// the check that decided, the agent's closing words, an error that ended it.
func evidence(v *view, op judge.Opinion) []judge.Quote {
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
	if v.end.turn >= 0 {
		for i := v.end.turn; i >= 0 && i > v.end.turn-3; i-- {
			add(personQuote(&v.a.turns[i]))
		}
	}
	if k, ok := v.a.after(checks); ok {
		add(checkQuote(k))
	}
	add(endQuote(v))
	if len(out) == 0 {
		for i := range v.a.turns {
			t := &v.a.turns[i]
			add(promptQuote(t))
			if len(out) > 0 {
				break
			}
		}
	}
	if len(out) == 0 {
		for i := range v.a.turns {
			t := &v.a.turns[i]
			if t.closing != nil {
				add(sayQuote(t, t.closing))
			}
		}
	}
	return out
}

// personQuote quotes the words by which a person accepts, complains, drops or
// delivers; nil where a prompt says none of these.
func personQuote(t *turnAccount) *judge.Quote {
	for _, c := range []class{complain, swear, abandon, accept, thanks, deliver, undo} {
		if t.heard.opening[c] > 0 || t.heard.words <= 40 && t.heard.count[c] > 0 {
			s := t.heard.first[c]
			return &judge.Quote{UUID: t.turn.UUID, Turn: t.index + 1, Line: t.turn.Line, Text: around(t.turn.Prompt, s.start, s.end)}
		}
	}
	return nil
}

func promptQuote(t *turnAccount) *judge.Quote {
	text := t.turn.Prompt
	if text == "" {
		text = t.turn.Plan
	}
	if text == "" {
		text = t.turn.Command
	}
	return &judge.Quote{UUID: t.turn.UUID, Turn: t.index + 1, Line: t.turn.Line, Text: head(text)}
}

func sayQuote(t *turnAccount, s *session.Say) *judge.Quote {
	return &judge.Quote{UUID: s.UUID, Turn: t.index + 1, Line: s.Line, Text: head(s.Text)}
}

func checkQuote(k check) *judge.Quote {
	text := k.line
	uuid, line := k.step.ResultUUID, k.step.ResultLine
	if text == "" {
		text, uuid, line = k.step.Target, k.step.UUID, k.step.Line
	}
	return &judge.Quote{UUID: uuid, Turn: k.turn + 1, Line: line, Text: cut(strings.TrimSpace(firstLine(text)))}
}

// endQuote quotes what the record ends on.
func endQuote(v *view) *judge.Quote {
	t := v.last
	switch v.end.kind {
	case endAnswer, endFailure, endAsking:
		if v.end.say != nil {
			text := v.end.say.Text
			for _, c := range []class{saysGaveUp, saysNotDone, saysBlocked, saysVerified, saysDone, saysCause} {
				if t.told.count[c] > 0 && t.closing == v.end.say {
					s := t.told.first[c]
					return &judge.Quote{UUID: v.end.say.UUID, Turn: t.index + 1, Line: v.end.say.Line, Text: around(text, s.start, s.end)}
				}
			}
			return sayQuote(t, v.end.say)
		}
	}
	if v.end.mark != nil && v.end.mark.Text != "" {
		return &judge.Quote{UUID: v.end.mark.UUID, Turn: t.index + 1, Line: v.end.mark.Line, Text: head(v.end.mark.Text)}
	}
	if s := v.end.step; s != nil {
		if s.Outcome == transcript.Errored || s.Outcome == transcript.Rejected {
			if s.Output != "" {
				return &judge.Quote{UUID: s.ResultUUID, Turn: t.index + 1, Line: s.ResultLine, Text: head(s.Output)}
			}
		}
		return &judge.Quote{UUID: s.UUID, Turn: t.index + 1, Line: s.Line, Text: head(s.Target)}
	}
	return nil
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

// around returns the line of text that holds [start,end), cut to a quote.
func around(text string, start, end int) string {
	if start < 0 || end > len(text) || start > end {
		return head(text)
	}
	from := strings.LastIndexByte(text[:start], '\n') + 1
	to := len(text)
	if i := strings.IndexByte(text[end:], '\n'); i >= 0 {
		to = end + i
	}
	if to-from <= maxQuote {
		return strings.TrimSpace(text[from:to])
	}
	if start-from > maxQuote/2 {
		from = start - maxQuote/3
		for from < start && text[from] != ' ' && (text[from] < utf8.RuneSelf || !utf8.RuneStart(text[from])) {
			from++
		}
	}
	return cut(strings.TrimSpace(text[from:to]))
}

// cut shortens s to a quote, at a word where there is one.
func cut(s string) string {
	if len(s) <= maxQuote {
		return s
	}
	n := maxQuote
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	if i := strings.LastIndexByte(s[:n], ' '); i > n/2 {
		n = i
	}
	return strings.TrimSpace(s[:n])
}

// criteria answers each condition of the intent's rule.
func criteria(v *view, rule judge.Rule, op judge.Opinion) []judge.Criterion {
	var out []judge.Criterion
	for _, c := range rule.Criteria {
		met, q := criterion(v, c.Name, op)
		out = append(out, judge.Criterion{Name: c.Name, Met: met, Quote: q})
	}
	return out
}

// changeQuote names the last file that was changed, or the last command that
// changed something.
func changeQuote(v *view) *judge.Quote {
	for i := len(v.a.turns) - 1; i >= 0; i-- {
		t := &v.a.turns[i]
		var shell *judge.Quote
		for k := len(t.turn.Steps) - 1; k >= 0; k-- {
			s := &t.turn.Steps[k]
			if !s.CarriedOut() || !s.Mutating {
				continue
			}
			q := &judge.Quote{UUID: s.UUID, Turn: t.index + 1, Line: s.Line, Text: head(s.Target)}
			if s.Edit != nil && !s.Edit.Plan {
				return q
			}
			if shell == nil && s.Class.Has(session.ClassWrite) {
				shell = q
			}
		}
		if shell != nil {
			return shell
		}
	}
	return nil
}

// acceptQuote quotes the word or the act by which the person took the work: what
// they said last, or the commit that delivers it.
func acceptQuote(v *view) *judge.Quote {
	if accepts(v.last) || wantsDelivery(v.last) {
		if q := personQuote(v.last); q != nil {
			return q
		}
	}
	for i := len(v.a.turns) - 1; i >= 0; i-- {
		t := &v.a.turns[i]
		for k := len(t.turn.Steps) - 1; k >= 0; k-- {
			if s := &t.turn.Steps[k]; s.Commits || s.Pushes || s.Class.Has(session.ClassCommit) {
				return &judge.Quote{UUID: s.UUID, Turn: t.index + 1, Line: s.Line, Text: head(s.Target)}
			}
		}
	}
	return personQuote(v.last)
}

func criterion(v *view, name string, op judge.Opinion) (bool, *judge.Quote) {
	const verify = session.Verifies | session.ClassRun
	closing := endQuote(v)
	changed := v.a.touched()
	checked, ok := v.a.after(verify)
	var checkQ *judge.Quote
	if ok {
		checkQ = checkQuote(checked)
	}
	accepted := accepts(v.last) || v.before != nil && accepts(v.last) || v.a.commitsAfterChange || v.end.delivery
	switch name {
	case judge.CriterionFinished:
		return !v.end.cut() && v.end.kind != endAsking && v.end.kind != endPrompt && !v.end.announce, closing
	case judge.CriterionNoFailure:
		return op.Signal == fact.NoSignal, personQuote(v.last)
	case judge.CriterionAnswered:
		return v.end.kind == endAnswer && !v.end.announce, closing
	case judge.CriterionNotRepeated:
		return repeats(v) < 0.5 && !complains(v.last), nil
	case judge.CriterionConclusion, judge.CriterionVerdict:
		return v.end.kind == endAnswer && !v.end.announce && v.last.told.words > 15, closing
	case judge.CriterionPlanGiven:
		return len(v.a.plans) > 0 || v.a.planEdits > 0 || v.a.touched() || v.says(saysPlan), closing
	case judge.CriterionPlanTaken:
		return op.Complete, personQuote(v.last)
	case judge.CriterionApplied, judge.CriterionFix, judge.CriterionBuilt:
		return changed, changeQuote(v)
	case judge.CriterionNotUndone:
		return changed && !abandons(v), nil
	case judge.CriterionVerified, judge.CriterionKept:
		if ok && checked.verdict == passed || !accepted {
			return ok && checked.verdict == passed, checkQ
		}
		return true, acceptQuote(v)
	case judge.CriterionTested:
		return ok && checked.verdict == passed || v.last.heard.any(putOff), checkQ
	case judge.CriterionAccepted:
		return accepted, acceptQuote(v)
	}
	return false, nil
}

// advice says what would have made the session crush: the first criterion that
// is not met decides.
func advice(v *view, rule judge.Rule, op judge.Opinion) string {
	if s, ok := judge.SignalRuleOf(op.Signal); ok {
		return s.Advice
	}
	switch {
	case v.end.kind == endFailure:
		return "Resume it once the service answers again, and let the work come to an end."
	case v.end.kind == endAsking || v.end.kind == endAnswer && v.last.told.question:
		return "Answer the agent's question, so that it can finish. " + rule.Advice
	case v.end.cut():
		return "Let the agent come to an end, or say in a word why you stopped it. " + rule.Advice
	}
	return rule.Advice
}
