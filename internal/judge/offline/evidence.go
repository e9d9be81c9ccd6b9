package offline

import (
	"slices"
	"strings"
	"unicode/utf8"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/observe"
	"prism/internal/shell"
	"prism/internal/title"
	"prism/internal/transcript"
)

// maxQuote bounds a quote, in characters; it is cut at a word.
const maxQuote = 180

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
	kinds := []observe.Sense{observe.Complain, observe.Swear, observe.Abandon, observe.Undo}
	if op.Complete {
		kinds = []observe.Sense{observe.Accept, observe.Thanks, observe.Deliver}
	}
	for i := v.end.Turn; i >= 0 && judge.InSignalWindow(i, v.end.Turn); i-- {
		add(wordsQuote(&v.a.Turns[i], kinds...))
	}
	if k, ok := v.a.After(observe.Checks); ok && !k.Weak && k.Line != "" && (k.Verdict == observe.Passed) == op.Complete {
		add(checkQuote(k)) // a command alone shows nothing, and what speaks against the verdict is no evidence of it
	}
	if !op.Complete && op.Signal != fact.NoSignal {
		add(signalQuote(v, op.Signal))
	}
	if op.Complete && v.end.Kind == observe.EndAnswer {
		add(quoteOf(result))
	}
	add(endQuote(v, op, result))
	if len(out) == 0 {
		add(promptQuote(v.last))
	}
	for i := 0; i < len(v.a.Turns) && len(out) == 0; i++ {
		t := &v.a.Turns[i]
		add(promptQuote(t))
		if t.Closing != nil {
			add(sayQuote(t, t.Closing))
		}
	}
	return out
}

// wordsQuote quotes the words by which a prompt accepts, complains, drops or
// delivers; nil where it says none of these. In a session's first prompt such
// words are part of what is asked for.
func wordsQuote(t *observe.Turn, kinds ...observe.Sense) *judge.Quote {
	if t.First {
		return nil
	}
	for _, c := range kinds {
		if !plainly(&t.Prompt, c) {
			continue
		}
		if t.Prompt.Opening[c] > 0 || t.Prompt.Words <= 40 && t.Prompt.Count[c] > 0 {
			return heardQuote(t, c)
		}
	}
	return nil
}

// heardQuote quotes the sentence of a prompt that says something: where a clause is
// led by it, that one; nil where none says it.
func heardQuote(t *observe.Turn, kinds ...observe.Sense) *judge.Quote {
	h := &t.Prompt
	for _, c := range kinds {
		if h.Count[c] == 0 {
			continue
		}
		s := h.First[c]
		if at := h.FirstLead[c]; h.Leads[c] > 0 && at > s.Start {
			s.Start, s.End = at, at
		}
		return promptSays(t, sentenceAt(t.Raw.Prompt, s.Start, s.End))
	}
	return nil
}

// plainly reports whether words that take work as good, or order it delivered, are
// meant so: "what happens when I push?" and "the push broke it" order nothing.
func plainly(h *observe.Message, c observe.Sense) bool {
	switch c {
	case observe.Thanks:
		return !h.Question
	case observe.Accept:
		return (!h.Question || h.Words > askedWords) && h.Leads[observe.Accept] > 0
	case observe.Deliver:
		return !h.Question && h.Leads[observe.Deliver] > 0 && h.FirstLead[observe.Deliver] < 40 && !h.Any(observe.Broken)
	}
	return true
}

// askedWords is from how many words on a prompt that ends on a question may take
// something as good before it asks.
const askedWords = 20

func promptSays(t *observe.Turn, text string) *judge.Quote {
	return &judge.Quote{UUID: t.Raw.UUID, Turn: t.Index + 1, Line: t.Raw.Line, Text: text}
}

func promptQuote(t *observe.Turn) *judge.Quote {
	text := t.Raw.Prompt
	if text == "" {
		text = t.Raw.Plan
	}
	if text == "" {
		text = t.Raw.Command
	}
	return promptSays(t, head(text))
}

// sayQuote quotes the first words of the agent that are no heading.
func sayQuote(t *observe.Turn, s *conversation.Say) *judge.Quote {
	text := head(s.Text)
	list := title.Sentences(s.Text, title.Agent, 4)
	for i := range list {
		if list[i].Kind == title.Prose {
			if from, to := title.PlaceOf(s.Text, list, i, title.LedTo(list, i)); to > from {
				text = cut(s.Text[from:to])
			}
			break
		}
	}
	return &judge.Quote{UUID: s.UUID, Turn: t.Index + 1, Line: s.Line, Text: text}
}

// stepQuote quotes what a call was about.
func stepQuote(turn int, s *conversation.Step) *judge.Quote {
	return &judge.Quote{UUID: s.UUID, Turn: turn + 1, Line: s.Line, Text: head(s.Target)}
}

// outputQuote quotes a line of what came back for a call.
func outputQuote(turn int, s *conversation.Step, line string) *judge.Quote {
	return &judge.Quote{UUID: s.ResultUUID, Turn: turn + 1, Line: s.ResultLine, Text: cut(strings.TrimSpace(line))}
}

func checkQuote(k observe.Check) *judge.Quote {
	if k.Line == "" {
		return stepQuote(k.Turn, k.Step)
	}
	line := k.Line
	if k.Verdict == observe.Failed && !wordedFailure(line) {
		if line = failureIn(k.Step.Output); line == "" {
			return stepQuote(k.Turn, k.Step)
		}
	}
	if k.Verdict == observe.Passed && k.Work.Has(shell.ClassTest) && !testsPassed(line) {
		for l := range strings.SplitSeq(k.Step.Output, "\n") { // lint and tests in one call: the tests' line
			if l = strings.TrimSpace(l); l != "" && len(l) <= observe.MaxLineBytes && testsPassed(l) {
				line = l
			}
		}
	}
	if k.Verdict == observe.Passed && !tellsPassing(line) {
		better := lastLine(k.Step.Output, func(l string) bool {
			return tellsPassing(l) && !observe.CountsNone(l) && (observe.SuccessLine(l) || strings.HasPrefix(l, "--- PASS: ") || strings.HasPrefix(l, "Ran ") && ofTests(l))
		})
		switch {
		case better != "":
			line = better
		case strings.HasSuffix(line, ".") || strings.HasSuffix(line, "…"):
			return stepQuote(k.Turn, k.Step) // what was run says more than "Connecting to …"
		}
	}
	if strings.HasSuffix(line, cached) {
		for l := range strings.SplitSeq(k.Step.Output, "\n") { // what was run now says more than what was known
			if l = strings.TrimSpace(l); len(l) <= observe.MaxLineBytes && strings.HasPrefix(l, "ok ") && !strings.HasSuffix(l, cached) && testsPassed(l) {
				line = l
			}
		}
	}
	return outputQuote(k.Turn, k.Step, observe.FirstLine(line))
}

// tellsPassing reports whether a line says by itself how something went: "OK" alone, and
// what is still going on ("Connecting to the store..."), do not.
func tellsPassing(line string) bool {
	return worded(line) && !strings.HasPrefix(line, "0 fail") && !strings.HasSuffix(line, "...") && !strings.HasSuffix(line, "…")
}

// lastLine is the last line of an output that is taken, without white space around it; ""
// where none is.
func lastLine(output string, takes func(line string) bool) string {
	last, n := "", 0
	for line := range strings.SplitSeq(output, "\n") {
		if line = strings.TrimSpace(line); line != "" && len(line) <= observe.MaxLineBytes && takes(line) {
			last = line
		}
		if n++; n > maxSearched {
			break
		}
	}
	return last
}

// testsPassed reports whether a line of a runner says that tests passed, and counts any
// if it counts.
func testsPassed(line string) bool {
	return ofTests(line) && observe.SuccessLine(line) && !observe.CountsNone(line)
}

// cached ends the line of a package whose tests go did not run again.
const cached = "(cached)"

// wordedFailure reports whether a line tells what failed, and not only that something did.
func wordedFailure(line string) bool {
	return worded(line) && !strings.HasPrefix(line, "Exit code ")
}

// failureIn is the first line of an output that tells what failed; "" where none does.
func failureIn(output string) string {
	return lineOf(output, func(line string) bool { return wordedFailure(line) && observe.FailureLine(line) })
}

// brokenOff is the first line by which a program says that it could not do what it was
// called for; "" where none does.
func brokenOff(output string) string {
	return lineOf(output, func(line string) bool {
		return slices.ContainsFunc([]string{"fatal: ", "curl: (", "npm error ", "npm ERR! ", "E: "}, func(head string) bool { return strings.HasPrefix(line, head) })
	})
}

// lineOf is the first line of an output that is taken, without white space around it; ""
// where none is.
func lineOf(output string, takes func(line string) bool) string {
	n := 0
	for line := range strings.SplitSeq(output, "\n") {
		if line = strings.TrimSpace(line); len(line) <= observe.MaxLineBytes && takes(line) {
			return line
		}
		if n++; n > maxSearched {
			break
		}
	}
	return ""
}

// maxSearched bounds the lines of an output that are searched for a quote.
const maxSearched = 400

// ofTests reports whether a line of output speaks of tests.
func ofTests(line string) bool {
	line = strings.ToLower(line)
	return strings.HasPrefix(line, "ok ") || strings.Contains(line, "pass") || strings.Contains(line, "test")
}

// quote is the place of what an answer tells of the work; nil where it tells none.
func quoteOf(n title.Result) *judge.Quote {
	if n.Turn == nil || n.Turn.Closing == nil || n.From >= n.To {
		return nil
	}
	s := n.Turn.Closing
	return &judge.Quote{UUID: s.UUID, Turn: n.Turn.Index + 1, Line: s.Line, Text: cut(strings.TrimSpace(s.Text[n.From:n.To]))}
}

// saidQuote quotes the sentence of the closing answer that says one of some
// things; nil where it says none.
func saidQuote(v *view, kinds ...observe.Sense) *judge.Quote {
	if v.end.Say == nil || v.last.Closing != v.end.Say {
		return nil
	}
	return answerQuote(v.last, kinds...)
}

// answerQuote is saidQuote of the answer of any turn.
func answerQuote(t *observe.Turn, kinds ...observe.Sense) *judge.Quote {
	if t.Closing == nil {
		return nil
	}
	for _, c := range kinds {
		if t.Answer.Count[c] > 0 {
			s := t.Answer.First[c]
			return &judge.Quote{UUID: t.Closing.UUID, Turn: t.Index + 1, Line: t.Closing.Line, Text: sentenceAt(t.Closing.Text, s.Start, s.End)}
		}
	}
	return nil
}

// worded reports whether a line says anything by itself: a path, a word alone do not.
func worded(line string) bool {
	return strings.ContainsAny(strings.TrimSpace(line), " 　") || strings.ContainsFunc(line, func(r rune) bool { return r >= 0x2E80 })
}

// lineQuote quotes the line that an edit changed.
func lineQuote(p observe.Place) *judge.Quote {
	return &judge.Quote{UUID: p.Step.UUID, Turn: p.Turn + 1, Line: p.Step.Line, Text: cut(p.Step.Edit.Line)}
}

// signalQuote quotes what a failure signal rests on.
func signalQuote(v *view, signal fact.FailureSignal) *judge.Quote {
	if v.sign.turn < 0 {
		return nil
	}
	t := &v.a.Turns[v.sign.turn]
	switch signal {
	case fact.Abandoned:
		return anyQuote(heardQuote(t, observe.Abandon, observe.Switch, observe.Undo, observe.Postpone), promptQuote(t))
	case fact.Frustration, fact.Loop:
		return anyQuote(heardQuote(t, observe.Failing, observe.Complain, observe.Swear, observe.Broken), promptQuote(t))
	case fact.UnresolvedError:
		if v.leftRed() && t.Index == v.last.Index {
			return answerQuote(t, observe.SaysRed)
		}
		if k, ok := observe.LastClear(v.a); ok && k.Verdict == observe.Failed && k.Turn == t.Index {
			if q := checkQuote(k); q.UUID == k.Step.ResultUUID { // its command alone tells of no error
				return q
			}
		}
		if t.Pasted > 0 {
			return promptSays(t, cut(observe.FirstTelling(t.Raw.Prompt)))
		}
		if observe.UnknownCommand(t.Raw.Prompt) != "" {
			return promptQuote(t)
		}
		if v.unservedEnd() {
			if q := anyQuote(troubleQuote(t), troubleQuote(v.before)); q != nil {
				return q
			}
		}
		if q := wordsQuote(v.last, observe.Broken); q != nil && v.reported() {
			return q
		}
		if q := anyQuote(erredQuote(t, false), erredQuote(t, true)); q != nil {
			return q
		}
		if run, ok := v.runFailed(); ok {
			if q := failedQuote(run.Turn, run.Step); q != nil {
				return q
			}
		}
		return saidQuote(v, observe.SaysGaveUp, observe.SaysFail, observe.SaysBlocked, observe.SaysNotDone)
	}
	return nil
}

// troubleQuote quotes what the client wrote for the answer that a turn did not get.
func troubleQuote(t *observe.Turn) *judge.Quote {
	if t == nil || t.Closing == nil || !observe.ApiTrouble(t.Closing.Text) {
		return nil
	}
	return sayQuote(t, t.Closing)
}

// erredQuote quotes the last call of a turn that went wrong. An edit's own refusal ("read it again") is
// seldom the error that stands, so edits are looked at apart.
func erredQuote(t *observe.Turn, edits bool) *judge.Quote {
	for i := len(t.Raw.Steps) - 1; i >= 0; i-- {
		s := &t.Raw.Steps[i]
		if (s.Class == 0 && s.Mutating) != edits || s.Outcome != transcript.Errored && s.Outcome != transcript.Aborted {
			continue
		}
		if q := failedQuote(t.Index, s); q != nil {
			return q
		}
	}
	return nil
}

// failedQuote quotes of what came back for a call that went wrong the line that tells
// what failed, else the first that tells anything; nil where none does.
func failedQuote(turn int, s *conversation.Step) *judge.Quote {
	line := failureIn(s.Output)
	if line == "" {
		line = brokenOff(s.Output)
	}
	if line == "" && s.Outcome == transcript.Errored {
		line = observe.FirstTelling(s.Output)
	}
	return when(worded(line), outputQuote(turn, s, line))
}

// mendQuote quotes what put the last complaint right: a word of acceptance, an
// order to deliver, or a check that passed after it. nil where nobody complained: that
// nothing failed shows nowhere.
func mendQuote(v *view) *judge.Quote {
	var accepted, ordered *judge.Quote
	for i := v.end.Turn; i >= 0 && judge.InSignalWindow(i, v.end.Turn); i-- {
		t := &v.a.Turns[i]
		if observe.Complains(t) {
			if q := anyQuote(accepted, ordered); q != nil {
				return q
			}
			if k, ok := v.a.Shown(observe.Checks); ok && k.Turn >= t.Index {
				return checkQuote(k)
			}
			return nil
		}
		if observe.Accepts(t) && accepted == nil {
			accepted = wordsQuote(t, observe.Accept, observe.Thanks)
		}
		if observe.WantsDelivery(t) && ordered == nil {
			ordered = wordsQuote(t, observe.Deliver)
		}
	}
	return nil
}

// head returns the first line of a text that says something.
func head(s string) string { return cut(observe.FirstLine(s)) }

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
		stop, next := title.SentenceEnd(text[from:to])
		if from+next > start || next == 0 {
			if from+stop >= end {
				to = from + stop
			}
			break
		}
		from += next
	}
	s := strings.TrimSpace(text[from:to])
	if last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s, "*_` ")); (last == ':' || last == '：' || strings.HasPrefix(s, "#") && !titled(s)) && utf8.RuneCountInString(s) < maxQuote/2 {
		if more := observe.FirstLine(text[to:]); more != "" { // a heading: what stands under it
			if i := strings.Index(text[to:], more); i < title.MaxGap {
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

// planQuote quotes the last plan that was drawn up.
func planQuote(v *view) *judge.Quote {
	if n := len(v.a.Plans); n > 0 {
		p := v.a.Plans[n-1]
		if text := observe.FirstLine(p.Step.PlanText); text != "" {
			return &judge.Quote{UUID: p.Step.UUID, Turn: p.Turn + 1, Line: p.Step.Line, Text: cut(text)}
		}
	}
	return nil
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

// rerunQuote quotes what a command answers that was run again after the change.
func rerunQuote(p *observe.Place) *judge.Quote {
	line := observe.FirstLine(p.Step.Output)
	if !tellsPassing(line) {
		if better := lineOf(p.Step.Output, tellsPassing); better != "" {
			line = better
		}
	}
	return outputQuote(p.Turn, p.Step, line)
}

// checkQuoteOf is checkQuote of a check that may be none.
func checkQuoteOf(k observe.Check) *judge.Quote {
	if k.Step == nil {
		return nil
	}
	return checkQuote(k)
}

// putOffQuote quotes the words by which the person puts tests off.
func putOffQuote(v *view) *judge.Quote {
	for i := v.end.Turn; i >= 0; i-- {
		t := &v.a.Turns[i]
		if h := &t.Prompt; h.Any(observe.PutOff) && (h.Plain() <= nodding || h.Leads[observe.PutOff] > 0) { // in a longer prompt it is mostly of something else
			return promptSays(t, sentenceAt(t.Raw.Prompt, h.First[observe.PutOff].Start, h.First[observe.PutOff].End))
		}
	}
	return nil
}

// refusalQuote quotes the words by which a plan was refused.
func refusalQuote(v *view) *judge.Quote {
	if n := len(v.a.Plans); n > 0 {
		if p := v.a.Plans[n-1]; p.Step.Outcome == transcript.Rejected && strings.TrimSpace(p.Step.Said) != "" {
			return outputQuote(p.Turn, p.Step, observe.FirstLine(p.Step.Said))
		}
	}
	return wordsQuote(v.last, observe.Complain, observe.Swear, observe.Abandon, observe.Undo)
}
