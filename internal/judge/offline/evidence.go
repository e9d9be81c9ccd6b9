package offline

import (
	"strings"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/judge/offline/quote"
	"prism/internal/judge/offline/signal"
	"prism/internal/observe"
	"prism/internal/observe/output"
	"prism/internal/observe/speech"
	"prism/internal/shell"
	"prism/internal/title"
	"prism/internal/transcript"
)

// evidence quotes what the verdict rests on: the person's telling words of the
// last turns, the check that decided, what came of the work or what it ends on.
// Words that speak against the verdict are no evidence of it.
func evidence(v *view, op judge.Opinion, result title.Result) []judge.Quote {
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
	if op.Complete && op.Basis == fact.Explicit {
		_, q := v.spokenFor(op.Intent)
		add(q)
	}
	kinds := []speech.Sense{speech.Complain, speech.Swear, speech.Abandon, speech.Undo}
	if op.Complete {
		kinds = []speech.Sense{speech.Accept, speech.Thanks, speech.Deliver}
	}
	for i := v.End.Turn; i >= 0 && judge.InSignalWindow(i, v.End.Turn); i-- {
		if t := &v.Session.Turns[i]; !t.First { // its words are the request
			add(quote.Words(t, kinds...))
		}
	}
	if k, ok := v.Session.After(observe.Checks); ok && !k.Weak && k.Line != "" && (k.Verdict == output.Passed) == op.Complete {
		add(quote.Check(v.Session, k)) // a command alone shows nothing, and what speaks against the verdict is no evidence of it
	}
	if !op.Complete && op.Signal != fact.NoSignal {
		add(signalQuote(v, op.Signal))
	}
	if op.Complete && v.End.Kind == observe.EndAnswer && quote.Telling(&result) {
		add(told(result))
	}
	if ended := endQuote(v, op, result); op.Complete && v.endsDelivering() {
		add(v.lastResult())
	} else if !op.Complete || v.End.Kind != observe.EndAnswer || ended == nil || result.Closing != nil && quote.Telling(result.Closing) || result.Closing == nil && !quote.Calls(ended.Text) {
		add(ended)
	}
	if len(out) == 0 && op.Complete && v.endsDelivering() {
		add(quote.Any(quote.Landed(v.Session), quote.Change(v.Session)))
	}
	if g := v.GoalTurn(); len(out) == 0 && g != nil && g.Closing != nil && !quote.Filler(g) {
		add(quote.Say(g, g.Closing))
	}
	if len(out) == 0 && op.Complete {
		add(quote.Change(v.Session))
	}
	if len(out) == 0 {
		add(quote.Prompt(v.Last))
	}
	for i := 0; i < len(v.Session.Turns) && len(out) == 0; i++ {
		t := &v.Session.Turns[i]
		add(quote.Prompt(t))
		if t.Closing != nil {
			add(quote.Say(t, t.Closing))
		}
	}
	return out
}

// saidQuote quotes the sentence of the closing answer that says one of some
// things; nil where it says none.
func saidQuote(v *view, kinds ...speech.Sense) *judge.Quote {
	if v.End.Say == nil || v.Last.Closing != v.End.Say {
		return nil
	}
	return quote.Answer(v.Last, kinds...)
}

// signalQuote quotes what a failure signal rests on.
func signalQuote(v *view, kind fact.FailureSignal) *judge.Quote {
	if v.Sign.Turn < 0 {
		return nil
	}
	t := &v.Session.Turns[v.Sign.Turn]
	switch kind {
	case fact.Abandoned:
		return quote.Any(quote.Heard(t, speech.Abandon, speech.Switch, speech.Undo, speech.Postpone), quote.Prompt(t))
	case fact.Frustration, fact.Loop:
		return quote.Any(quote.Heard(t, speech.Failing, speech.Complain, speech.Swear, speech.Broken), quote.Prompt(t))
	case fact.UnresolvedError:
		if v.LeftRed() && t.Index == v.Last.Index {
			return quote.Answer(t, speech.SaysRed)
		}
		if k, ok := v.Session.FailedIn(t.Index); ok {
			if q := quote.Check(v.Session, k); q.UUID == k.Step.ResultUUID { // its command alone tells of no error
				return q
			}
		}
		if t.Pasted > 0 {
			return quote.PromptAt(t, quote.Cut(output.FirstTelling(t.Raw.Prompt)))
		}
		if observe.UnknownCommand(t.Raw.Prompt) != "" {
			return quote.Prompt(t)
		}
		if v.UnservedEnd() {
			if q := quote.Any(quote.Trouble(t), quote.Trouble(v.Before)); q != nil {
				return q
			}
		}
		if q := quote.Words(v.Last, speech.Broken); q != nil && v.Reported() {
			return q
		}
		if q := quote.Any(quote.Erred(t, false), quote.Erred(t, true)); q != nil {
			return q
		}
		if run, ok := v.RunFailed(); ok {
			if q := quote.Failed(run.Turn, run.Step); q != nil {
				return q
			}
		}
		if q := saidQuote(v, speech.SaysGaveUp, speech.SaysFail, speech.SaysBlocked, speech.SaysNotDone); q != nil {
			return q
		}
		for i := v.End.Turn - 1; i >= 0 && v.End.Kind == observe.EndPrompt && judge.InSignalWindow(i, v.End.Turn); i-- { // what the unanswered prompt was about
			if b := &v.Session.Turns[i]; b == v.Before || signal.Unserved(b) {
				if q := quote.Any(quote.Erred(b, false), quote.Erred(b, true), quote.Trouble(b)); q != nil {
					return q
				}
			}
		}
		if v.End.Cut() && v.Erring() > 1 {
			if q := quote.LastErred(t); q != nil {
				return q // what came back says "Error" and no more
			}
			if n := len(t.Raw.Says); n > 0 {
				return quote.Say(t, &t.Raw.Says[n-1]) // nothing came back
			}
		}
	}
	return nil
}

// mendQuote quotes what put the last complaint right: a word of acceptance, an
// order to deliver, or a check that passed after it. nil where nobody complained: that
// nothing failed shows nowhere.
func mendQuote(v *view) *judge.Quote {
	var accepted, ordered *judge.Quote
	for i := v.End.Turn; i >= 0 && judge.InSignalWindow(i, v.End.Turn); i-- {
		t := &v.Session.Turns[i]
		if observe.Complains(t) {
			if q := quote.Any(accepted, ordered); q != nil {
				return q
			}
			if k, ok := v.Session.Shown(observe.Checks); ok && k.Turn >= t.Index && (t.Faults != 0 || k.Work.Has(shell.ClassTest|shell.ClassRun)) {
				return quote.Check(v.Session, k) // that it builds shows nothing of how it behaves
			}
			return nil
		}
		if observe.Accepts(t) && accepted == nil {
			accepted = quote.Words(t, speech.Accept, speech.Thanks)
		}
		if observe.WantsDelivery(t) && ordered == nil {
			ordered = quote.Words(t, speech.Deliver)
		}
	}
	return nil
}

// putOffQuote quotes the words by which the person puts tests off.
func putOffQuote(v *view) *judge.Quote {
	for i := v.End.Turn; i >= 0; i-- {
		t := &v.Session.Turns[i]
		if h := &t.Prompt; h.Any(speech.PutOff) && (h.Plain() <= signal.Nodding || h.Leads[speech.PutOff] > 0) { // in a longer prompt it is mostly of something else
			return quote.PromptAt(t, quote.SentenceAt(t.Raw.Prompt, h.First[speech.PutOff].Start, h.First[speech.PutOff].End))
		}
	}
	return nil
}

// refusalQuote quotes the words by which a plan was refused.
func refusalQuote(v *view) *judge.Quote {
	if n := len(v.Session.Plans); n > 0 {
		if p := v.Session.Plans[n-1]; p.Step.Outcome == transcript.Rejected && strings.TrimSpace(p.Step.Said) != "" {
			return quote.Output(p.Turn, p.Step, output.FirstLine(p.Step.Said))
		}
	}
	return quote.Words(v.Last, speech.Complain, speech.Swear, speech.Abandon, speech.Undo)
}
