package offline

import (
	"strings"
	"unicode/utf8"

	"prism/internal/conversation"
	"prism/internal/judge"
	"prism/internal/judge/offline/quote"
	"prism/internal/lexicon"
	"prism/internal/observe"
	"prism/internal/observe/output"
	"prism/internal/observe/speech"
	"prism/internal/shell"
	"prism/internal/title"
	"prism/internal/transcript"
)

// endQuote quotes what the record ends on: of a closing answer what it tells of
// the work, or where the goal was not landed, what it says was not done.
func endQuote(v *view, op judge.Opinion, result title.Result) *judge.Quote {
	t := v.Last
	say := v.End.Say
	for i := v.End.Turn - 1; i >= 0 && v.End.Kind == observe.EndAnswer && t.Closing != say; i-- {
		t = &v.Session.Turns[i] // the last words are of the person, and asked for no answer
	}
	switch {
	case v.End.Kind == observe.EndAsking && v.End.Step != nil && v.End.Step.Target != "":
		return quote.Asked(turnOf(v, v.End.Step, t).Index, v.End.Step)
	case v.End.Kind == observe.EndHanded || v.End.Kind == observe.EndPlan:
		if q := quote.Plan(v.Session); q != nil {
			return q
		}
	case v.End.Kind == observe.EndPrompt && v.End.Turn >= 0:
		return quote.Prompt(t)
	case v.End.Kind == observe.EndAnswer && v.End.Announces && say != nil:
		return &judge.Quote{UUID: say.UUID, Turn: t.Index + 1, Line: say.Line, Text: quote.Cut(strings.TrimSpace(say.Text[observe.LastSentence(strings.TrimRight(say.Text, " \n")):]))}
	case v.End.Kind == observe.EndAnswer && say != nil:
		if !op.Complete {
			if q := saidQuote(v, speech.SaysGaveUp, speech.SaysNotDone, speech.SaysBlocked); q != nil {
				return q
			}
		}
		if quote.Filler(t) {
			return nil
		}
		if result.Closing != nil {
			return quote.Result(*result.Closing)
		}
		return quote.Say(t, say)
	case v.End.Kind == observe.EndFailure && say != nil && observe.ApiTrouble(say.Text):
		return quote.Say(t, say)
	}
	if v.End.Mark != nil && v.End.Mark.Text != "" {
		return &judge.Quote{UUID: v.End.Mark.UUID, Turn: t.Index + 1, Line: v.End.Mark.Line, Text: quote.Head(v.End.Mark.Text)}
	}
	return stopQuote(v, turnOf(v, v.End.Step, t))
}

// told is a quote of what an answer tells of the work; nil where that is nothing.
func told(result title.Result) *judge.Quote {
	if result.Turn != nil && quote.Filler(result.Turn) {
		return nil
	}
	return quote.Result(result)
}

// finishedQuote is what shows that the work did not stop half-way, ended being what the
// record ends on. Where something was changed, only a sentence that says that something is
// done or holds, and nothing of what could not be done or is needed to go on, wherever in
// it that stands; else the answer's first words if they say so, else none: what was found
// on the way, or how things were, shows no end.
func (c *view) finishedQuote(ended *judge.Quote, result title.Result) *judge.Quote {
	t, n := c.Last, result.Closing
	if c.End.Kind == observe.EndHanded || c.End.Kind == observe.EndPlan {
		return nil // the heading of the next plan says nothing of how far this work came
	}
	if s := c.End.Step; s != nil && (c.End.Kind == observe.EndCall || c.End.Kind == observe.EndResult) && s.Class.Has(shell.Verifies) && !c.End.Delivery {
		k, ok := c.Session.After(observe.Checks)
		return quote.When(ok && k.Step == s && k.Verdict == output.Passed && k.Line != "", quote.CheckIn(c.Session, k)) // a check's command shows no end
	}
	if ended != nil && c.End.Kind == observe.EndAnswer && !c.Session.Touched() {
		switch {
		case strings.Contains(ended.Text, "## "):
			return proseQuote(t) // a heading
		case boldLabel(ended.Text):
			return nil // one point of several
		}
	}
	if c.endsDelivering() {
		return c.lastResult()
	}
	if ended == nil || c.End.Kind != observe.EndAnswer || !c.Session.Touched() && (n == nil || n.Turn != t) {
		return ended
	}
	if n == nil || n.Turn != t {
		return quote.Any(openingQuote(t), closedQuote(t))
	}
	shows := !c.Session.Touched() || n.Says.Has(speech.SaysDone) || n.Says.Has(speech.SaysVerified)
	for _, k := range []speech.Sense{speech.SaysGaveUp, speech.SaysBlocked, speech.SaysNotDone, speech.SaysNeeds, speech.SaysUnknown, speech.SaysShut, speech.SaysAsk, speech.SaysOffer} {
		shows = shows && !n.Says.Has(k)
	}
	if !c.Session.Touched() && c.AsksAtTheEnd() {
		return nil // what leads to a question ends nothing
	}
	if !shows || quote.LeadsTo(ended.Text) {
		q := openingQuote(t)
		return quote.Any(quote.When(q != nil && q.Text != ended.Text, q), closedQuote(t))
	}
	if q := quote.Any(doneQuote(t), closedQuote(t)); c.Session.Touched() && (inList(t.Closing.Text, ended.Text) || q != nil && (boldLabel(ended.Text) || barelyLeads(ended.Text))) {
		return q // one point of several
	}
	return ended
}

// boldLabel reports whether a quote begins on a label in bold: "**`hour.go`**: …", "**Files:** …".
func boldLabel(text string) bool {
	head, after, ok := strings.Cut(strings.TrimPrefix(text, "**"), "**")
	return ok && strings.HasPrefix(text, "**") && (strings.HasSuffix(strings.TrimSpace(head), ":") || strings.HasPrefix(after, ":") || strings.HasPrefix(after, " — "))
}

// barelyLeads reports whether a quote is of a few words and the first of the points that they
// lead to: "I added:\n- a row".
func barelyLeads(text string) bool {
	lead, _, ok := strings.Cut(text, "\n")
	return ok && quote.LeadsTo(lead) && len(strings.Fields(lead)) <= leastCause
}

// closedQuote quotes the short sentence at the head of an answer that says of all of it that
// it came to its end, in words that say nothing of that elsewhere: "All green.", "All four
// comments addressed:", "The commit succeeded"; nil where it opens on none.
func closedQuote(t *observe.Turn) *judge.Quote {
	if t.Closing == nil {
		return nil
	}
	text := strings.TrimSpace(t.Closing.Text)
	first := strings.TrimSpace(text[:observe.FirstSentence(text)])
	if head, _, ok := strings.Cut(first, "\n"); ok {
		first = strings.TrimSpace(head)
	}
	if at := strings.Index(first, " — "); at > 0 {
		first = first[:at]
	}
	said := strings.TrimRight(first, ".!:：。！*_ ")
	low := strings.ToLower(strings.NewReplacer("*", "", "’", "'", "`", "", ",", "").Replace(said))
	w := wordLists()
	if said == "" || len(said) > muchClosed || strings.ContainsAny(first, "?？") || holdsWord(w.open, low+" ") {
		return nil
	}
	if !w.closed.Has(low) && w.closed.Leads(low) == 0 {
		rest := low[w.all.Leads(low):]
		if len(rest) == len(low) || w.closes.Ends(rest) == 0 && !holdsWord(w.closes, rest) {
			return nil
		}
	}
	if end := len(said); strings.HasPrefix(text, said) && end < len(text) && (text[end] == '.' || text[end] == '!') {
		said = text[:end+1]
	}
	return quote.AnswerAt(t, said)
}

// holdsWord reports whether one of some words stands in a text, and words behind it.
func holdsWord(l *lexicon.List, text string) (holds bool) {
	l.Between(" "+text, func(int, int) bool { holds = true; return true })
	return holds
}

// endsDelivering reports whether the record ends on the call that delivers, or on one that
// leads to it: its command shows neither that it went through nor how the work stood.
func (c *view) endsDelivering() bool {
	s := c.End.Step
	return c.End.Delivery && c.End.Kind == observe.EndInterrupt || s != nil && s.Kind == transcript.CallShell && c.End.Delivery && (c.End.Kind == observe.EndCall || c.End.Kind == observe.EndResult)
}

// lastResult quotes the last result of work that ends on its delivery: git's line of the
// commit, else a check that passed after the last change; nil where none is on record.
func (c *view) lastResult() *judge.Quote {
	if q := quote.Landed(c.Session); q != nil && c.End.Step != nil && c.Session.CommitsAfterChange && q.UUID == c.End.Step.ResultUUID {
		return q
	}
	k, ok := c.Session.After(observe.Checks)
	return quote.When(ok && k.Verdict == output.Passed && !k.Weak && k.Line != "", quote.CheckIn(c.Session, k))
}

// doneQuote quotes the short sentence at the head of an answer that says that something is
// done: "All done.", "Committed."; nil where it opens on none.
func doneQuote(t *observe.Turn) *judge.Quote {
	text := t.Closing.Text
	for _, k := range []speech.Sense{speech.SaysDone, speech.SaysVerified} {
		if t.Answer.Opening[k] == 0 {
			continue
		}
		end := t.Answer.First[k].End
		at := strings.IndexAny(text[end:], ".!。！\n")
		if at < 0 || end+at > muchClosed || text[end+at] == '\n' || strings.ContainsRune(text[:end], '\n') {
			continue
		}
		if text[end+at] == '!' && !strings.Contains(text[:end+at], " ") {
			if q := openingQuote(t); q != nil && !strings.Contains(q.Text, "\n") {
				return q // "Perfect! I moved all of it."
			}
			return nil
		}
		_, size := utf8.DecodeRuneInString(text[end+at:])
		if rest := text[end+at+size:]; rest != "" && size == 1 && rest[0] != ' ' && rest[0] != '\n' {
			continue // "depth.go"
		}
		s := t.Closing
		return &judge.Quote{UUID: s.UUID, Turn: t.Index + 1, Line: s.Line, Text: strings.TrimSpace(text[:end+at+size])}
	}
	return nil
}

// muchClosed is how long the head of an answer is at most, in bytes, that only says so.
const muchClosed = 80

// openingQuote quotes the sentence at the head of an answer that says that something is
// done or holds; nil where it opens on none.
func openingQuote(t *observe.Turn) *judge.Quote {
	for _, k := range []speech.Sense{speech.SaysDone, speech.SaysVerified} {
		if t.Answer.Opening[k] == 0 {
			continue
		}
		q := quote.Answer(t, k)
		if q != nil && quote.LeadsTo(q.Text) { // "I've made the chart below it. What changed:"
			first, _, _ := strings.Cut(q.Text, "\n")
			q.Text = strings.TrimRight(first, ":：*_ ")
			low := strings.ToLower(strings.NewReplacer("’", "'", "*", "").Replace(q.Text))
			if strings.Count(q.Text, " ") < leastCause || wordLists().here.In(low) {
				continue
			}
		}
		if q != nil {
			return q
		}
	}
	return nil
}

// turnOf is the turn in which a call was made; t where none is known: the last call may
// be older than the last words.
func turnOf(v *view, s *conversation.Step, t *observe.Turn) *observe.Turn {
	for i := v.End.Turn; s != nil && i >= 0; i-- {
		for k := range v.Session.Turns[i].Raw.Steps {
			if &v.Session.Turns[i].Raw.Steps[k] == s {
				return &v.Session.Turns[i]
			}
		}
	}
	return t
}

// labelWords is how many words a label has at most that only leads to a call.
const labelWords = 3

// stopQuote quotes the call that a record stops on: what went wrong in it, the line it
// changed, its command; of another, which is known by a path alone, what the agent
// said it would do.
func stopQuote(v *view, t *observe.Turn) *judge.Quote {
	s := v.End.Step
	switch {
	case s == nil:
		return nil
	case s.Outcome == transcript.Errored || s.Outcome == transcript.Rejected:
		if line := output.FirstTelling(s.Output); quote.Worded(line) {
			return quote.Output(t.Index, s, line)
		}
	case s.Edit != nil && s.Edit.Line != "":
		return quote.Line(observe.Place{Turn: t.Index, Step: s}, s.Edit.Line)
	}
	scripted := s.Kind == transcript.CallShell && quote.ScriptedLine(s.Target)
	if quote.Worded(s.Target) && !scripted {
		return quote.Step(t.Index, s)
	}
	if say := v.End.Say; say != nil && t.Closing == say && !observe.ApiTrouble(say.Text) {
		text := quote.Unfenced(say.Text)
		if last := strings.TrimSpace(text[observe.LastSentence(text):]); !quote.LeadsTo(last) || len(strings.Fields(last)) > labelWords {
			return &judge.Quote{UUID: say.UUID, Turn: t.Index + 1, Line: say.Line, Text: quote.Cut(last)}
		}
		return nil // "The changes:"
	}
	return quote.When(scripted, quote.Prompt(t))
}
