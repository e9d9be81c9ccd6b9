package offline

import (
	"strings"
	"testing"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/judge/offline/quote"
	"prism/internal/observe/speech"
	"prism/internal/title"
	"prism/internal/transcript"
)

// quoteText is what a quote says, "" where there is none.
func quoteText(q *judge.Quote) string {
	if q == nil {
		return ""
	}
	return q.Text
}

// resultIn reads what an answer of a view tells of the work.
func (b bench) resultIn(v *view, intent fact.Intent) title.Result {
	r := b.j.words.Reader()
	defer b.j.words.Return(r)
	return (&title.Writer{Reader: r.Reader, Words: b.j.titles}).Result(v.Session, intent)
}

// TestQuotesOfTheEnd: what a record ends on is quoted with the line that shows it.
func TestQuotesOfTheEnd(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct {
		why      string
		talk     *talk
		complete bool
		turn     int
		want     string
	}{
		{"an answer's sentence", fixAsked().Edit("depth.go", 2).Say("The depth of the harbour is read in metres now, as its table has it. Want more?"), true, 1, "The depth of the harbour is read in metres now, as its table has it."},
		{"what was not done, where the goal was missed", fixAsked().Edit("depth.go", 2).Say("The depth is read in metres now. I was not able to run the tests."), false, 1, "I was not able to run the tests."},
		{"the answer before the last thanks", fixDone().Ask("thanks"), true, 1, "Fixed: the depth was read in feet."},
		{"a prompt without an answer", fixDone().Ask("now add the width of the harbour"), false, 2, "now add the width of the harbour"},
		{"a question by a tool", fixAsked().Call("AskUserQuestion", "Which harbour?"), false, 1, "Which harbour?"},
		{"a question behind a long report", fixAsked().Call("AskUserQuestion", "The hook that runs before a commit stopped on the generated tide tables, which are not built on this machine and which no line of this change has anything to do with, as far as I see. Should I skip it?"), false, 1, "Should I skip it?"},
		{"a plan", new(talk).Ask("Plan it").Refused("ExitPlanMode", "# Plan: the depth in metres", "").Interrupt(), true, 1, "# Plan: the depth in metres"},
		{"a plan nobody answered", new(talk).Ask("Plan it").Call("ExitPlanMode", "# Plan: the depth in metres"), false, 1, "# Plan: the depth in metres"},
		{"what is announced", fixAsked().Edit("depth.go", 2).Say("The table is done. Now let me look at the tests:"), false, 1, "Now let me look at the tests:"},
		{"a usage limit", fixAsked().Edit("depth.go", 2).Say("You've hit your limit · resets 7pm"), false, 1, "You've hit your limit · resets 7pm"},
		{"an interrupt", fixAsked().Edit("depth.go", 2).Interrupt(), false, 1, "[Request interrupted by user]"},
		{"a call that failed", fixAsked().Fails("ls depth", "ls: depth: no such file"), false, 1, "ls: depth: no such file"},
		{"a call", fixAsked().Call("Bash", "go test ./..."), false, 1, "go test ./..."},
		{"a call without output", fixAsked().Fails("ls depth", ""), false, 1, "ls depth"},
	} {
		v := b.viewOf(c.talk, fact.BugFix)
		q := endQuote(v, judge.Opinion{Complete: c.complete}, b.resultIn(v, fact.BugFix))
		if quoteText(q) != c.want || q.Turn != c.turn || q.UUID == "" || q.Line == 0 {
			t.Errorf("%s: %+v, want %q of turn %d", c.why, q, c.want, c.turn)
		}
	}
	if q := endQuote(b.viewOf(new(talk), fact.BugFix), judge.Opinion{}, title.Result{}); q != nil {
		t.Errorf("nothing ends on %q", q.Text)
	}
}

// TestQuotesOfSignals: a failure signal is shown by the words or the output that it
// rests on, in the turn in which it stands.
func TestQuotesOfSignals(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct {
		why  string
		talk *talk
		kind fact.FailureSignal
		turn int
		want string
	}{
		{"what is dropped", fixRed().Ask("never mind, skip it").Say("Okay."), fact.Abandoned, 2, "never mind"},
		{"what is complained of", fixDone().Ask("The page is up. It still doesn't work.").Say("Please reload."), fact.Frustration, 2, "It still doesn't work."},
		{"not the complaint before it", fixDone().Ask("it still doesn't work").Say("Please reload.").Ask("still not working, same as before").Say("Please reload."), fact.Frustration, 3, "still not working"},
		{"a failing test", fixAsked().Edit("depth.go", 2).Fails("go test ./...", goRed).Call("Read", "depth.go"), fact.UnresolvedError, 1, "--- FAIL: TestTotal (0.00s)|FAIL\tshop/cart\t0.01s"},
		{"the error's line", fixAsked().Edit("depth.go", 2).Fails("python depth.py", "starting\nTraceback (most recent call last):\n  File \"depth.py\", line 3\nValueError: no depth").Interrupt(), fact.UnresolvedError, 1, "ValueError: no depth|Traceback (most recent call last):"},
		{"the command that was asked to run", new(talk).Ask("harbour doctor").Fails("harbour doctor --verbose", "checking the gauges\nError: the doctor found 1 error").Ask("y").Call("Bash", "harbour stop --help"), fact.UnresolvedError, 1, "Error: the doctor found 1 error"},
		{"what is said not to work", fixAsked().Edit("depth.go", 9).Say("I could not get it to work; the page still crashes.").Ask("ok").Say("OK."), fact.UnresolvedError, 1, ""},
	} {
		v := b.viewOf(c.talk, fact.BugFix)
		if v.Sign.Kind != c.kind {
			t.Errorf("%s: the signal is %s", c.why, v.Sign.Kind)
			continue
		}
		q := signalQuote(v, c.kind)
		found := c.want == ""
		for _, want := range strings.Split(c.want, "|") {
			found = found || want != "" && strings.Contains(quoteText(q), want)
		}
		if !found || q != nil && q.Turn != c.turn {
			t.Errorf("%s: %+v", c.why, q)
		}
	}
	if q := signalQuote(b.viewOf(fixDone(), fact.BugFix), fact.Frustration); q != nil {
		t.Errorf("no signal is shown by %q", q.Text)
	}
}

// TestQuotesOfWhatWasMended: a complaint that was put right is shown by what did that.
func TestQuotesOfWhatWasMended(t *testing.T) {
	b := newBench(t)
	complaint := func() *talk { return fixDone().Ask("it still doesn't work").Edit("depth.go", 2) }
	for _, c := range []struct {
		why  string
		talk *talk
		want string
	}{
		{"a word", complaint().Say("Fixed.").Ask("perfect, it works").Say("Good."), "perfect, it works"},
		{"an order", complaint().Say("Fixed.").Ask("commit it").Run("git commit -am x", "").Say("Done."), "commit it"},
		{"a word before an order", complaint().Say("Fixed.").Ask("great, it works").Say("Good.").Ask("commit it").Run("git commit -am x", "").Say("Done."), "great, it works"},
		{"a check", complaint().Run("go test ./...", goGreen).Say("Fixed."), "ok"},
		{"nothing", complaint().Say("Fixed."), ""},
		{"only a check before it", fixAsked().Edit("depth.go", 2).Run("go test ./...", goGreen).Say("Fixed.").Ask("it still doesn't work").Say("Reload."), ""},
		{"nobody complained", fixDone().Ask("great, it works").Say("Good."), ""},
		{"nobody complained nor praised", fixDone(), ""},
		{"an order is no praise", fixDone().Ask("commit it").Run("git commit -am x", "").Say("Done."), ""},
	} {
		if got := quoteText(mendQuote(b.viewOf(c.talk, fact.BugFix))); !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
}

// TestQuotesOfWords: only words that are meant so are quoted, with their sentence.
func TestQuotesOfWords(t *testing.T) {
	b := newBench(t)
	long := strings.Repeat("the gauge of the harbour counts down ", 9)
	for _, c := range []struct {
		prompt string
		kinds  []speech.Sense
		want   string
	}{
		{"It is up. Perfect, it works now. Next is the width.", []speech.Sense{speech.Accept}, "Perfect, it works now."},
		{"does it work?", []speech.Sense{speech.Accept}, ""},
		{"thanks!", []speech.Sense{speech.Accept, speech.Thanks}, "thanks!"},
		{"thanks, but is it deep?", []speech.Sense{speech.Thanks}, ""},
		{"commit it", []speech.Sense{speech.Thanks, speech.Deliver}, "commit it"},
		{"what happens when I push?", []speech.Sense{speech.Deliver}, ""},
		{long + ". It still doesn't work.", []speech.Sense{speech.Complain}, ""},
		{"Look: it still doesn't work. " + long, []speech.Sense{speech.Complain}, "Look: it still doesn't work."},
		{"now the width", []speech.Sense{speech.Accept, speech.Thanks, speech.Deliver, speech.Complain, speech.Abandon}, ""},
	} {
		last := b.viewOf(fixDone().Ask(c.prompt).Say("Hm."), fact.BugFix).Last
		if got := quoteText(quote.Words(last, c.kinds...)); got != c.want {
			t.Errorf("%q: %q, want %q", c.prompt, got, c.want)
		}
	}
	if q := quote.Words(b.viewOf(new(talk).Ask("it still doesn't work, fix it").Say("Hm."), fact.BugFix).Last, speech.Complain); q != nil {
		t.Errorf("what opens a session complains of nothing: %q", q.Text)
	}
	for want, k := range map[string]*talk{
		"# Plan: the depth": func() *talk {
			k := new(talk).HandPlan("# Plan: the depth")
			k.Recs[0].Text = nil
			return k
		}(),
		"Say it": new(talk).Ask("\n\nSay it\nand more"),
	} {
		if got := quoteText(quote.Prompt(b.viewOf(k, fact.BugFix).Last)); got != want {
			t.Errorf("a prompt is quoted as %q, want %q", got, want)
		}
	}
}

// TestQuotesOfChecks: of a call that ran several things the line of its tests is shown;
// of one that printed nothing, the command.
func TestQuotesOfChecks(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct {
		why  string
		talk *talk
		want string
	}{
		{"the tests' line", fixAsked().Edit("depth.go", 2).Run("make lint && npm test", "lint: 0 problems\n\nTests:       9 passed, 9 total\nTime: 2 s").Say("Done."), "Tests:       9 passed, 9 total"},
		{"not that there are none", fixAsked().Edit("depth.go", 2).Run("go test ./...", "?   \tharbour/gauge\t[no test files]\nok  \tharbour/depth\t0.2s").Say("Done."), "ok harbour/depth 0.2s"},
		{"what failed", fixAsked().Edit("depth.go", 2).Fails("npm test", "Tests:       1 failed, 8 passed, 9 total").Say("Hm."), "Tests:       1 failed, 8 passed, 9 total"},
		{"no output", fixAsked().Edit("depth.go", 2).Run("go vet ./...", "").Say("Done."), "go vet ./..."},
	} {
		v := b.viewOf(c.talk, fact.BugFix)
		if len(v.Session.Checks) != 1 {
			t.Errorf("%s: %d checks", c.why, len(v.Session.Checks))
			continue
		}
		if got := strings.Join(strings.Fields(quote.Check(v.Session, v.Session.Checks[0]).Text), " "); got != strings.Join(strings.Fields(c.want), " ") {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
}

// TestEvidenceArgues: evidence is of the verdict's side, few and different.
func TestEvidenceArgues(t *testing.T) {
	b := newBench(t)
	k := fixAsked().Edit("depth.go", 2).Run("go test ./...", goGreen).Say("Fixed: the depth is read in metres now, as the table of the harbour has it.").Ask("perfect, it works").Say("Good.")
	v := b.viewOf(k, fact.BugFix)
	said := func(op judge.Opinion) string {
		var out []string
		for _, q := range evidence(v, op, b.resultIn(v, fact.BugFix)) {
			out = append(out, q.Text)
		}
		return strings.Join(out, "|")
	}
	if got := said(judge.Opinion{Complete: true}); !strings.HasPrefix(got, "perfect, it works|ok") || strings.Count(got, "Fixed: the depth") != 1 {
		t.Errorf("of what landed: %q", got)
	}
	if got := said(judge.Opinion{Complete: false}); strings.Contains(got, "perfect") || strings.HasPrefix(got, "ok") {
		t.Errorf("of what did not: %q", got)
	}
	v = b.viewOf(fixRed().Ask("it still doesn't work").Say("Reload."), fact.BugFix)
	if got := said(judge.Opinion{Complete: false, Signal: fact.Frustration}); !strings.HasPrefix(got, "it still doesn't work|") || strings.Count(got, "it still") != 1 || !strings.Contains(got, "FAIL") {
		t.Errorf("of a complaint: %q", got)
	}
	v = b.viewOf(new(talk).Ask(""), fact.BugFix)
	if got := said(judge.Opinion{}); got != "" {
		t.Errorf("of nothing: %q", got)
	}
	v = b.viewOf(new(talk).Ask("").Say("The harbour is deep.").Ask(""), fact.BugFix)
	if got := said(judge.Opinion{}); got == "" {
		t.Error("what was said is evidence where nothing else is")
	}
}

// TestQuotesOfPlans: how a plan was taken or refused.
func TestQuotesOfPlans(t *testing.T) {
	b := newBench(t)
	plan := func() *talk { return new(talk).Ask("Plan the depth table") }
	taken := func(v *view) *judge.Quote {
		met, q := v.planTaken()
		if !met {
			t.Errorf("a plan is not taken: %q", quoteText(q))
		}
		return q
	}
	approvedBy := func(words string) *talk {
		return plan().Call("ExitPlanMode", "# Plan: depth").Back(transcript.Result{Outcome: transcript.Done, Plan: []byte("# Plan: depth"), PlanApproved: true, Text: []byte(words)})
	}
	for _, c := range []struct {
		why  string
		got  *judge.Quote
		want string
	}{
		{"approved", taken(b.viewOf(approvedBy("\nUser has approved your plan").Say("Good."), fact.Plan)), "User has approved your plan"},
		{"in words", taken(b.viewOf(plan().Say("First the table, then the gauge.").Ask("perfect, that is good").Say("Fine."), fact.Plan)), "perfect, that is good"},
		{"handed on", taken(b.viewOf(plan().Refused("ExitPlanMode", "# Plan: depth", "").Interrupt(), fact.Plan)), "# Plan: depth"},
		{"closed without a word", taken(b.viewOf(plan().Call("ExitPlanMode", "# Plan: depth").Back(transcript.Result{Outcome: transcript.Rejected, Text: []byte("The person does not want this call. Stop and wait.")}).Interrupt(), fact.Plan)), "# Plan: depth"}, // what the client writes there speaks of a refusal
		{"refused", refusalQuote(b.viewOf(plan().Refused("ExitPlanMode", "# Plan: depth", "no, smaller\nmuch").Say("Okay."), fact.Plan)), "no, smaller"},
		{"refused without a word", refusalQuote(b.viewOf(plan().Refused("ExitPlanMode", "# Plan: depth", " ").Interrupt(), fact.Plan)), ""},
		{"refused in a prompt", refusalQuote(b.viewOf(plan().Say("First the table.").Ask("wtf, that is wrong").Say("Sorry."), fact.Plan)), "wtf, that is wrong"},
	} {
		if got := quoteText(c.got); got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
}

// TestQuotesOfTheErrorLeft: of an error that is left standing, the line that tells it is
// quoted, not what passing tests print on their way; where what came back says nothing, that.
func TestQuotesOfTheErrorLeft(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct {
		why, want string
		talk      *talk
	}{
		{"a compiler behind tests that print errors", "src/tide.ts(57,32): error TS18046: 'moon' is of type 'unknown'.",
			fixAsked().Edit("src/tide.ts", 2).Fails("npm run check", "error: the harbour is full\n 12 pass\n 0 fail\n$ tsc\nsrc/tide.ts(57,32): error TS18046: 'moon' is of type 'unknown'.")},
		{"a program's own", "error: the harbour is full", fixAsked().Edit("src/tide.ts", 2).Fails("npm run tide", "loading\nerror: the harbour is full")},
		{"nothing that came back at last", "Error", fixAsked().Edit("src/tide.ts", 2).Fails("pwd", "Error").Say("Let me try a different approach:").Fails("ls -la", "")},
		{"nothing at all", "Let me try a different approach:", fixAsked().Edit("src/tide.ts", 2).Fails("pwd", "").Say("Let me try a different approach:").Fails("ls -la", "")},
		{"nothing but that it failed", "Error", fixAsked().Edit("src/tide.ts", 2).Fails("pwd", "Error").Say("Let me try a different approach:").Fails("ls -la", "Error")},
	} {
		v := b.viewOf(c.talk, fact.BugFix)
		v.Sign.Turn = v.Last.Index
		if q := signalQuote(v, fact.UnresolvedError); quoteText(q) != c.want {
			t.Errorf("%s: %q, want %q", c.why, quoteText(q), c.want)
		}
	}
}
