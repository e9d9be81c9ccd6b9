package offline

import (
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/observe"
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
	return (&title.Writer{Reader: r, Words: b.j.titles}).Result(v.a, intent)
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
		{"an answer's sentence", fixAsked().edit("depth.go", 2).say("The depth of the harbour is read in metres now, as its table has it. Want more?"), true, 1, "The depth of the harbour is read in metres now, as its table has it."},
		{"what was not done, where the goal was missed", fixAsked().edit("depth.go", 2).say("The depth is read in metres now. I was not able to run the tests."), false, 1, "I was not able to run the tests."},
		{"the answer before the last thanks", fixDone().ask("thanks"), true, 1, "Fixed: the depth was read in feet."},
		{"a prompt without an answer", fixDone().ask("now add the width of the harbour"), false, 2, "now add the width of the harbour"},
		{"a question by a tool", fixAsked().call("AskUserQuestion", "Which harbour?"), false, 1, "Which harbour?"},
		{"a plan", new(talk).ask("Plan it").refused("ExitPlanMode", "# Plan: the depth in metres", "").interrupt(), true, 1, "# Plan: the depth in metres"},
		{"a plan nobody answered", new(talk).ask("Plan it").call("ExitPlanMode", "# Plan: the depth in metres"), false, 1, "# Plan: the depth in metres"},
		{"what is announced", fixAsked().edit("depth.go", 2).say("The table is done. Now let me look at the tests:"), false, 1, "Now let me look at the tests:"},
		{"a usage limit", fixAsked().edit("depth.go", 2).say("You've hit your limit · resets 7pm"), false, 1, "You've hit your limit · resets 7pm"},
		{"an interrupt", fixAsked().edit("depth.go", 2).interrupt(), false, 1, "[Request interrupted by user]"},
		{"a call that failed", fixAsked().fails("ls depth", "ls: depth: no such file"), false, 1, "ls: depth: no such file"},
		{"a call", fixAsked().call("Bash", "go test ./..."), false, 1, "go test ./..."},
		{"a call without output", fixAsked().fails("ls depth", ""), false, 1, "ls depth"},
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
		{"what is dropped", fixRed().ask("never mind, skip it").say("Okay."), fact.Abandoned, 2, "never mind"},
		{"what is complained of", fixDone().ask("The page is up. It still doesn't work.").say("Please reload."), fact.Frustration, 2, "It still doesn't work."},
		{"not the complaint before it", fixDone().ask("it still doesn't work").say("Please reload.").ask("still not working, same as before").say("Please reload."), fact.Frustration, 3, "still not working"},
		{"a failing test", fixAsked().edit("depth.go", 2).fails("go test ./...", goRed).call("Read", "depth.go"), fact.UnresolvedError, 1, "--- FAIL: TestTotal (0.00s)|FAIL\tshop/cart\t0.01s"},
		{"the error's line", fixAsked().edit("depth.go", 2).fails("python depth.py", "starting\nTraceback (most recent call last):\n  File \"depth.py\", line 3\nValueError: no depth").interrupt(), fact.UnresolvedError, 1, "ValueError: no depth|Traceback (most recent call last):"},
		{"the command that was asked to run", new(talk).ask("harbour doctor").fails("harbour doctor --verbose", "checking the gauges\nError: the doctor found 1 error").ask("y").call("Bash", "harbour stop --help"), fact.UnresolvedError, 1, "Error: the doctor found 1 error"},
		{"what is said not to work", fixAsked().edit("depth.go", 9).say("I could not get it to work; the page still crashes.").ask("ok").say("OK."), fact.UnresolvedError, 1, ""},
	} {
		v := b.viewOf(c.talk, fact.BugFix)
		if v.sign.kind != c.kind {
			t.Errorf("%s: the signal is %s", c.why, v.sign.kind)
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
	complaint := func() *talk { return fixDone().ask("it still doesn't work").edit("depth.go", 2) }
	for _, c := range []struct {
		why  string
		talk *talk
		want string
	}{
		{"a word", complaint().say("Fixed.").ask("perfect, it works").say("Good."), "perfect, it works"},
		{"an order", complaint().say("Fixed.").ask("commit it").run("git commit -am x", "").say("Done."), "commit it"},
		{"a word before an order", complaint().say("Fixed.").ask("great, it works").say("Good.").ask("commit it").run("git commit -am x", "").say("Done."), "great, it works"},
		{"a check", complaint().run("go test ./...", goGreen).say("Fixed."), "ok"},
		{"nothing", complaint().say("Fixed."), ""},
		{"only a check before it", fixAsked().edit("depth.go", 2).run("go test ./...", goGreen).say("Fixed.").ask("it still doesn't work").say("Reload."), ""},
		{"nobody complained", fixDone().ask("great, it works").say("Good."), ""},
		{"nobody complained nor praised", fixDone(), ""},
		{"an order is no praise", fixDone().ask("commit it").run("git commit -am x", "").say("Done."), ""},
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
		kinds  []observe.Sense
		want   string
	}{
		{"It is up. Perfect, it works now. Next is the width.", []observe.Sense{observe.Accept}, "Perfect, it works now."},
		{"does it work?", []observe.Sense{observe.Accept}, ""},
		{"thanks!", []observe.Sense{observe.Accept, observe.Thanks}, "thanks!"},
		{"thanks, but is it deep?", []observe.Sense{observe.Thanks}, ""},
		{"commit it", []observe.Sense{observe.Thanks, observe.Deliver}, "commit it"},
		{"what happens when I push?", []observe.Sense{observe.Deliver}, ""},
		{long + ". It still doesn't work.", []observe.Sense{observe.Complain}, ""},
		{"Look: it still doesn't work. " + long, []observe.Sense{observe.Complain}, "Look: it still doesn't work."},
		{"now the width", []observe.Sense{observe.Accept, observe.Thanks, observe.Deliver, observe.Complain, observe.Abandon}, ""},
	} {
		last := b.viewOf(fixDone().ask(c.prompt).say("Hm."), fact.BugFix).last
		if got := quoteText(wordsQuote(last, c.kinds...)); got != c.want {
			t.Errorf("%q: %q, want %q", c.prompt, got, c.want)
		}
	}
	if q := wordsQuote(b.viewOf(new(talk).ask("it still doesn't work, fix it").say("Hm."), fact.BugFix).last, observe.Complain); q != nil {
		t.Errorf("what opens a session complains of nothing: %q", q.Text)
	}
	for want, k := range map[string]*talk{
		"# Plan: the depth": func() *talk { k := new(talk).handPlan("# Plan: the depth"); k.recs[0].Text = nil; return k }(),
		"Say it":            new(talk).ask("\n\nSay it\nand more"),
	} {
		if got := quoteText(promptQuote(b.viewOf(k, fact.BugFix).last)); got != want {
			t.Errorf("a prompt is quoted as %q, want %q", got, want)
		}
	}
}

// TestSentencesAreQuotedWhole: a quote is the sentence that holds its words, with what
// it leads to, and of a long one the part round the words.
func TestSentencesAreQuotedWhole(t *testing.T) {
	long := strings.Repeat("and the gauge counts on ", 12)
	for _, c := range []struct{ why, text, words, want string }{
		{"the second of three", "It is up. It works now. Next one.", "works", "It works now."},
		{"over two sentences", "It is up. It works. Now rest.", "works. Now", "It works. Now rest."},
		{"its line alone", "One\nIt works\nThree", "works", "It works"},
		{"a lead and what it leads to", "Found:\nthe gauge counts down", "Found", "Found:\nthe gauge counts down"},
		{"a heading and what it heads", "## Cause\nthe gauge counts down", "Cause", "## Cause\nthe gauge counts down"},
		{"a lead in bold", "**Found:**\nthe gauge counts down", "Found", "**Found:**\nthe gauge counts down"},
		{"a lead to nothing near", "Found:\n\n\n\n\n\n\n\n\n\n\nthe gauge counts down", "Found", "Found:"},
		{"a long lead", "Found " + strings.Repeat("all of it ", 12) + ":\nthe gauge", "Found", "Found " + strings.Repeat("all of it ", 12) + ":"},
		{"no lead", "Found.\nthe gauge counts down", "Found", "Found."},
	} {
		at := strings.Index(c.text, c.words)
		if got := sentenceAt(c.text, at, at+len(c.words)); got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
	text := long + "and it works at last " + long
	at := strings.Index(text, "works")
	if got := sentenceAt(text, at, at+len("works")); !strings.Contains(got, "works at last") || len(got) > maxQuote || len(got) < maxQuote/2 {
		t.Errorf("of a long sentence %q", got)
	}
	if got := cut(strings.Repeat("gauges ", 60)); !strings.HasSuffix(got, " gauges") || len(got) < maxQuote-len(" gauges") {
		t.Errorf("a quote is cut in a word: %q", got)
	}
	if got := cut("gauge " + strings.Repeat("x", 400)); len(got) != maxQuote {
		t.Errorf("of one long word %d characters are left", len(got))
	}
	for _, place := range [][2]int{{-1, 1}, {0, 99}, {2, 1}} {
		if got := sentenceAt("a b\nc", place[0], place[1]); got != "a b" {
			t.Errorf("no place %v: %q", place, got)
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
		{"the tests' line", fixAsked().edit("depth.go", 2).run("make lint && npm test", "lint: 0 problems\n\nTests:       9 passed, 9 total\nTime: 2 s").say("Done."), "Tests:       9 passed, 9 total"},
		{"not that there are none", fixAsked().edit("depth.go", 2).run("go test ./...", "?   \tharbour/gauge\t[no test files]\nok  \tharbour/depth\t0.2s").say("Done."), "ok harbour/depth 0.2s"},
		{"what failed", fixAsked().edit("depth.go", 2).fails("npm test", "Tests:       1 failed, 8 passed, 9 total").say("Hm."), "Tests:       1 failed, 8 passed, 9 total"},
		{"no output", fixAsked().edit("depth.go", 2).run("go vet ./...", "").say("Done."), "go vet ./..."},
	} {
		v := b.viewOf(c.talk, fact.BugFix)
		if len(v.a.Checks) != 1 {
			t.Errorf("%s: %d checks", c.why, len(v.a.Checks))
			continue
		}
		if got := strings.Join(strings.Fields(checkQuote(v.a.Checks[0]).Text), " "); got != strings.Join(strings.Fields(c.want), " ") {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
	for line, want := range map[string]bool{"ok  harbour 0.2s": true, "9 passed": true, "Tests: 9": true, "PASS": true, "lint: 0 problems": false, "look": false} {
		if ofTests(line) != want {
			t.Errorf("%q speaks of tests: %v", line, !want)
		}
	}
}

// TestEvidenceArgues: evidence is of the verdict's side, few and different.
func TestEvidenceArgues(t *testing.T) {
	b := newBench(t)
	k := fixAsked().edit("depth.go", 2).run("go test ./...", goGreen).say("Fixed: the depth is read in metres now, as the table of the harbour has it.").ask("perfect, it works").say("Good.")
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
	v = b.viewOf(fixRed().ask("it still doesn't work").say("Reload."), fact.BugFix)
	if got := said(judge.Opinion{Complete: false, Signal: fact.Frustration}); !strings.HasPrefix(got, "it still doesn't work|") || strings.Count(got, "it still") != 1 || !strings.Contains(got, "FAIL") {
		t.Errorf("of a complaint: %q", got)
	}
	v = b.viewOf(new(talk).ask(""), fact.BugFix)
	if got := said(judge.Opinion{}); got != "" {
		t.Errorf("of nothing: %q", got)
	}
	v = b.viewOf(new(talk).ask("").say("The harbour is deep.").ask(""), fact.BugFix)
	if got := said(judge.Opinion{}); got == "" {
		t.Error("what was said is evidence where nothing else is")
	}
}

// TestQuotesOfPlans: how a plan was taken or refused.
func TestQuotesOfPlans(t *testing.T) {
	b := newBench(t)
	plan := func() *talk { return new(talk).ask("Plan the depth table") }
	taken := func(v *view) *judge.Quote {
		met, q := v.planTaken()
		if !met {
			t.Errorf("a plan is not taken: %q", quoteText(q))
		}
		return q
	}
	approvedBy := func(words string) *talk {
		return plan().call("ExitPlanMode", "# Plan: depth").back(transcript.Result{Outcome: transcript.Done, Plan: []byte("# Plan: depth"), PlanApproved: true, Text: []byte(words)})
	}
	for _, c := range []struct {
		why  string
		got  *judge.Quote
		want string
	}{
		{"approved", taken(b.viewOf(approvedBy("\nUser has approved your plan").say("Good."), fact.Plan)), "User has approved your plan"},
		{"in words", taken(b.viewOf(plan().say("First the table, then the gauge.").ask("perfect, that is good").say("Fine."), fact.Plan)), "perfect, that is good"},
		{"handed on", taken(b.viewOf(plan().refused("ExitPlanMode", "# Plan: depth", "").interrupt(), fact.Plan)), "# Plan: depth"},
		{"refused", refusalQuote(b.viewOf(plan().refused("ExitPlanMode", "# Plan: depth", "no, smaller\nmuch").say("Okay."), fact.Plan)), "no, smaller"},
		{"refused without a word", refusalQuote(b.viewOf(plan().refused("ExitPlanMode", "# Plan: depth", " ").interrupt(), fact.Plan)), ""},
		{"refused in a prompt", refusalQuote(b.viewOf(plan().say("First the table.").ask("wtf, that is wrong").say("Sorry."), fact.Plan)), "wtf, that is wrong"},
	} {
		if got := quoteText(c.got); got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
	s := &conversation.Say{Text: "## Depth\n\nThe depth is read in metres.", UUID: "s"}
	if got := sayQuote(&observe.Turn{}, s).Text; got != "The depth is read in metres." {
		t.Errorf("an answer that begins with a heading is quoted as %q", got)
	}
	if got := sayQuote(&observe.Turn{}, &conversation.Say{Text: "## Depth"}).Text; got != "## Depth" {
		t.Errorf("a heading alone is quoted as %q", got)
	}
}
