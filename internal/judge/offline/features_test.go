package offline

import (
	"math"
	"strings"
	"testing"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/judge/offline/quote"
	"prism/internal/observe"
)

// knownAs are the probabilities of a session whose intent is sure.
func knownAs(intent fact.Intent) []float64 {
	out := make([]float64, len(fact.Intents))
	for i, n := range fact.Intents {
		if n == intent {
			out[i] = 1
		}
	}
	return out
}

// viewOf sees a talk as a session of a sure intent.
func (b bench) viewOf(k *talk, intent fact.Intent) *view {
	return newView(b.j.Read(k.Draft()).a, knownAs(intent))
}

func (b bench) value(name string, v *view) float64 {
	b.t.Helper()
	for i := range b.j.goals {
		if b.j.goals[i].name == name {
			return b.j.goals[i].value(v)
		}
	}
	b.t.Fatalf("no feature %s", name)
	return 0
}

// TestSentencesAreTrue: what a feature says of a session is true where it is
// said, and is not said of a session that lacks it.
func TestSentencesAreTrue(t *testing.T) {
	b := newBench(t)
	fix := func() *talk { return new(talk).Ask("Fix the rounding of the total in cart.go") }
	done := func() *talk { return fix().Edit("cart.go", 3).Say("Fixed: it was rounded twice.") }
	why := func() *talk { return new(talk).Ask("Why is the total rounded twice?") }
	const cause = "It is rounded twice because Total calls Round and so does Sum; the cause is in cart.go."
	limit := "You've hit your limit · resets 7pm"
	for _, c := range []struct {
		name   string
		intent fact.Intent
		is     *talk
		not    []*talk
	}{
		{"end_answer", fact.BugFix, done(), []*talk{fix().Edit("cart.go", 3), fix()}},
		{"end_call", fact.BugFix, fix().Call("Bash", "go test"), []*talk{done(), fix().Edit("cart.go", 3).Ask("commit it").Call("Bash", "git commit -m x")}},
		{"end_result", fact.BugFix, fix().Read("cart.go"), []*talk{done(), fix().Call("Bash", "go test"), fix().Edit("cart.go", 3).Run("go test ./...", goGreen)}},
		{"end_failure", fact.BugFix, fix().Edit("cart.go", 3).Say(limit), []*talk{done()}},
		{"end_prompt", fact.BugFix, fix(), []*talk{done()}},
		{"end_handed", fact.Plan, new(talk).Ask("Plan it").Refused("ExitPlanMode", "# Plan", "").Interrupt(), []*talk{new(talk).Ask("Plan it").Refused("ExitPlanMode", "# Plan", "no, smaller"), done()}},
		{"end_plan", fact.Plan, new(talk).Ask("Plan it").Call("ExitPlanMode", "# Plan"), []*talk{new(talk).Ask("Plan it").Approved("# Plan").Say("Approved."), done()}},
		{"cut", fact.BugFix, fix().Edit("cart.go", 3).Interrupt(), []*talk{done()}},
		{"green_end", fact.BugFix, fix().Edit("cart.go", 3).Run("go test ./...", goGreen), []*talk{fix().Run("go test ./...", goGreen).Edit("cart.go", 3), fix().Edit("cart.go", 3).Fails("go test ./...", goRed), done()}},
		{"says_done", fact.BugFix, done(), []*talk{fix().Edit("cart.go", 3).Say("It sums the rows."), done().Ask("now a button")}},
		{"says_verified", fact.BugFix, fix().Edit("cart.go", 3).Say("All tests pass."), []*talk{done()}},
		{"says_not_done", fact.BugFix, fix().Edit("cart.go", 3).Say("The header is not yet done."), []*talk{done()}},
		{"says_blocked", fact.BugFix, fix().Say("I could not run the tests: permission denied."), []*talk{done()}},
		{"says_ask", fact.BugFix, fix().Say("Could you provide the file?"), []*talk{done()}},
		{"closing_question", fact.BugFix, fix().Say("Which file is it in?"), []*talk{done(), fix().Say("Which file is it in?").Ask("cart.go")}},
		{"question_not_done", fact.BugFix, fix().Say("Which file is it in?"), []*talk{done(), fix().Edit("cart.go", 3).Say("Fixed. All tests pass. Which file is next?")}},
		{"asks_back", fact.BugFix, fix().Say("Which cart is it?\nWhich currency is it in?"), []*talk{fix().Say("Which cart?"), fix().Edit("cart.go", 3).Say("Which cart is it?\nWhich currency is it in?"), done()}},
		{"asks_untouched", fact.BugFix, fix().Say("Which file is it in?"), []*talk{fix().Read("cart.go").Say("Which file is it in?"), fix().Edit("cart.go", 3).Say("Is it good?"), fix().Say("It is in cart.go.")}},
		{"last_complains", fact.BugFix, done().Ask("still doesn't work").Say("Hm."), []*talk{done(), done().Ask("still doesn't work").Say("Hm.").Ask("now it works").Say("Good."), new(talk).Ask("the total still doesn't work, fix it").Say("Hm.")}},
		{"last_swears", fact.BugFix, done().Ask("wtf is this").Say("Sorry."), []*talk{done()}},
		{"last_delivers", fact.Feature, done().Ask("commit it").Run("git commit -am x", "[main 1a2b3c4] x").Say("Committed."), []*talk{done(), done().Ask("commit it").Fails("git commit -am x", "hook failed").Say("It failed.")}},
		{"last_corrects", fact.BugFix, done().Ask("no, use the other file instead").Say("Okay."), []*talk{done(), new(talk).Ask("no, use the other file instead").Say("Okay.")}},
		{"last_assents", fact.BugFix, done().Ask("yes, do that").Say("Okay."), []*talk{done()}},
		{"acceptances", fact.BugFix, done().Ask("great, works").Say("Good."), []*talk{done(), done().Ask("still wrong").Say("Hm.")}},
		{"test_passed", fact.BugFix, fix().Edit("cart.go", 3).Run("go test ./...", goGreen).Say("Fixed."), []*talk{done(), fix().Run("go test ./...", goGreen).Edit("cart.go", 3).Say("Fixed."), fix().Edit("cart.go", 3).Run("go vet ./...", "").Say("Fixed.")}},
		{"run_failed", fact.BugFix, fix().Edit("cart.go", 3).Fails("go run .", "panic: x").Say("Hm."), []*talk{done(), fix().Edit("cart.go", 3).Run("go run .", "ok").Say("Fixed.")}},
		{"last_step_failed", fact.BugFix, fix().Fails("ls x", "no such file").Say("Hm."), []*talk{done(), fix().Fails("ls x", "no such file").Run("ls", "a").Say("Hm.")}},
		{"test_earlier", fact.BugFix, fix().Run("go test ./...", goGreen).Edit("cart.go", 3).Say("Fixed."), []*talk{done(), fix().Edit("cart.go", 3).Run("go test ./...", goGreen).Say("Fixed."), fix().Fails("go test ./...", goRed).Edit("cart.go", 3).Say("Fixed.")}},
		{"committed", fact.BugFix, done().Ask("commit").Run("git commit -am x", "").Say("Done."), []*talk{done(), fix().Run("git commit -am x", "").Edit("cart.go", 3).Say("Fixed.")}},
		{"pushed", fact.BugFix, done().Ask("push").Run("git push", "").Say("Done."), []*talk{done(), done().Ask("commit").Run("git commit -am x", "").Say("Done.")}},
		{"pushed", fact.BugFix, done().Ask("open a PR").Run("gh pr create --fill", "").Say("Done."), []*talk{done()}},
		{"rejects_last", fact.BugFix, fix().Refused("Edit", "cart.go", "not there").Say("Okay."), []*talk{done(), fix().Refused("Edit", "cart.go", "not there").Say("Okay.").Ask("try sum.go").Edit("sum.go", 2).Say("Done.")}},
		{"failures_last", fact.BugFix, fix().Failure("API Error: 529").Say("Fixed."), []*talk{done(), fix().Failure("API Error: 529").Ask("go on").Edit("cart.go", 2).Say("Fixed.")}},
		{"plan_approved", fact.Plan, new(talk).Ask("Plan it").Approved("# Plan").Say("Approved."), []*talk{new(talk).Ask("Plan it").Refused("ExitPlanMode", "# Plan", "no").Say("Okay.")}},
		{"plan_refused", fact.Plan, new(talk).Ask("Plan it").Refused("ExitPlanMode", "# Plan", "no, smaller").Say("Okay."), []*talk{new(talk).Ask("Plan it").Refused("ExitPlanMode", "# Plan", "").Interrupt(), new(talk).Ask("Plan it").Refused("ExitPlanMode", "# Plan", "no").Approved("# Plan 2").Say("Good."), done()}},
		{"handed_plan", fact.Feature, new(talk).HandPlan("# Plan: export").Edit("a.go", 3).Say("Done."), []*talk{done(), done().HandPlan("# Plan: export").Say("Done.")}},
		{"stakes_tested", fact.BugFix, fix().Edit("cart.go", 3).Run("go test ./...", goGreen).Say("Fixed."), []*talk{done()}},
		{"stakes_delivered", fact.Feature, done().Ask("commit").Run("git commit -am x", "").Say("Done."), []*talk{done()}},
		{"stakes_delivered", fact.Feature, done().Ask("commit it please"), []*talk{done().Ask("what is a mutex?")}},
		{"stakes_followed", fact.Feature, done().Ask("now a button").Edit("b.go", 2).Say("Done.").Ask("now a color").Edit("c.go", 2).Say("Done.").Ask("now a test").Say("Done."), []*talk{done()}},
		{"stakes_nothing", fact.BugFix, fix().Read("cart.go").Say("It looks right."), []*talk{done()}},
		{"answered", fact.Question, why().Say(cause), []*talk{why().Read("cart.go"), why().Say("Let me look at the tests next:"), why().Say("Which total is it?\nOf which cart?")}},
		{"stakes_unproven", fact.BugFix, done(), []*talk{fix().Edit("cart.go", 3).Run("go test ./...", goGreen).Say("Fixed."), done().Ask("great, works").Say("Good."), fix().Say("Which?")}},
		{"complaint_open", fact.BugFix, done().Ask("still doesn't work").Say("Please reload."), []*talk{done(), done().Ask("still doesn't work").Edit("cart.go", 1).Run("go test ./...", goGreen).Say("Fixed."), done().Ask("still doesn't work").Say("Reload.").Ask("works now, thanks").Say("Good."), done().Ask("still doesn't work").Edit("cart.go", 1).Say("Fixed.").Ask("commit it").Run("git commit -am x", "").Say("Done.")}},
		{"reported", fact.BugFix, done().Ask("FAIL\tshop/cart\t0.1s").Say("Hm."), []*talk{done(), new(talk).Ask("FAIL\tshop/cart\t0.1s").Say("Hm."), done().Ask("now a button").Say("Hm.")}},
		{"balked", fact.BugFix, done().Ask("push").Fails("git push", "rejected").Say("It was rejected."), []*talk{done(), done().Ask("push").Fails("git push", "rejected").Run("git pull --rebase && git push", "").Say("Pushed.")}},
		{"asks_needed", fact.BugFix, fix().Say("Could you provide the file?"), []*talk{done(), fix().Edit("cart.go", 3).Say("Could you provide the file?"), fix().Say("It is in cart.go.")}},
		{"plan_taken", fact.Plan, new(talk).Ask("Plan it").Approved("# Plan").Say("Approved."), []*talk{new(talk).Ask("Plan it").Refused("ExitPlanMode", "# Plan", "no").Say("Okay.")}},
		{"plan_taken", fact.Plan, new(talk).Ask("Plan it").Refused("ExitPlanMode", "# Plan", "").Interrupt(), []*talk{new(talk).Ask("Plan it").Say("First extract it.")}},
	} {
		if x := b.value(c.name, b.viewOf(c.is, c.intent)); x < 0.5 {
			t.Errorf("%s is %.2f where it holds: %q", c.name, x, c.is.Recs[len(c.is.Recs)-1].Answer.Text)
		}
		for i, k := range c.not {
			if x := b.value(c.name, b.viewOf(k, c.intent)); x != 0 {
				t.Errorf("%s is %.2f where it does not hold (%d)", c.name, x, i)
			}
		}
	}
	// What is said of high stakes and of questions is said of these alone.
	for name, intents := range map[string][]fact.Intent{"stakes_nothing": {fact.BugFix, fact.Feature, fact.Refactor}, "answered": {fact.Question, fact.Investigation, fact.Review}} {
		k := why().Say(cause)
		for _, i := range fact.Intents {
			want := 0.0
			for _, n := range intents {
				if n == i {
					want = 1
				}
			}
			if x := b.value(name, b.viewOf(k, i)); x != want {
				t.Errorf("%s of a %s is %v", name, i, x)
			}
		}
	}
	// Counted things.
	if x := b.value("interrupts", b.viewOf(fix().Interrupt().Ask("go on").Interrupt().Ask("go on").Say("Hm."), fact.BugFix)); math.Abs(x-math.Log1p(2)) > 1e-9 {
		t.Errorf("two interrupts are %v", x)
	}
	if x := b.value("unchecked_lines", b.viewOf(fix().Edit("cart.go", 9).Say("Fixed."), fact.BugFix)); math.Abs(x-math.Log1p(10)) > 1e-9 {
		t.Errorf("ten lines without a check are %v", x)
	}
	if x := b.value("stakes_followed", b.viewOf(done().Ask("now a button").Say("Done."), fact.Feature)); math.Abs(x-1.0/3) > 1e-9 {
		t.Errorf("one step of three is %v", x)
	}
	if x := b.value("small_done", b.viewOf(new(talk).Ask("Rename the flag").Edit("main.go", 1).Run("go test ./...", goGreen).Say("Done."), fact.SmallChange)); x != 1 {
		t.Errorf("a small change that was checked is %v", x)
	}
	if x := b.value("small_done", b.viewOf(new(talk).Ask("Rename the flag").Edit("main.go", 1).Say("Done."), fact.SmallChange)); x != 0.5 {
		t.Errorf("a small change that nothing speaks for is %v", x)
	}
}

// TestCallsThatFailAtTheEnd: one failure is soon mended, two in a row are trouble.
func TestCallsThatFailAtTheEnd(t *testing.T) {
	b := newBench(t)
	fix := func() *talk {
		return new(talk).Ask("Fix the rounding of the total in cart.go").Edit("cart.go", 3)
	}
	for want, list := range map[int][]*talk{
		0: {fix(), fix().Fails("ls x", "no such file").Run("ls", "a")},
		1: {fix().Fails("ls x", "no such file"), fix().Fails("ls x", "no").Run("ls", "a").Fails("ls y", "no")},
		2: {fix().Fails("ls x", "no").Fails("ls y", "no")},
		3: {fix().Fails("a", "no").Fails("b", "no").Fails("c", "no")},
	} {
		for i, k := range list {
			if n := b.viewOf(k, fact.BugFix).Erring(); n != want {
				t.Errorf("%d calls fail at the end (%d), want %d", n, i, want)
			}
		}
	}
}

// TestArgumentsTakeTheirSide: a sentence is told only where it argues for the side
// that its weight took, and where there is enough of what it counts.
func TestArgumentsTakeTheirSide(t *testing.T) {
	b := newBench(t)
	v := b.viewOf(new(talk).Ask("Fix the total").Edit("cart.go", 3).Say("Fixed.").Ask("yes, do that").Say("Okay."), fact.BugFix)
	for _, c := range []struct {
		name           string
		x              float64
		has, speaksFor bool
		want           bool
	}{
		{"says_done", 1, true, true, true}, {"says_done", 1, true, false, false}, {"says_done", 0, false, false, true}, {"says_done", 0, false, true, false},
		{"cut", 1, true, false, true}, {"cut", 1, true, true, false}, {"cut", 0, false, true, true}, {"answered", 0.4, true, true, false}, {"answered", 0.5, true, true, true},
		{"interrupts", math.Log1p(1), true, false, false}, {"interrupts", math.Log1p(2), true, false, true}, {"unchecked_lines", math.Log1p(29), true, false, false}, {"unchecked_lines", math.Log1p(30), true, false, true},
		{"small_done", 0.25, true, true, true}, {"small_done", 0.2, true, true, false}, {"last_assents", 1, true, true, true},
	} {
		if got := argues(c.name, c.x, c.has, c.speaksFor, v); got != c.want {
			t.Errorf("%s at %.2f, has %v, for %v: told %v", c.name, c.x, c.has, c.speaksFor, got)
		}
	}
	first := b.viewOf(new(talk).Ask("yes, do that").Say("Okay."), fact.BugFix)
	if argues("last_assents", 1, true, true, first) {
		t.Error("who opens a session agrees with nothing")
	}
	docs := b.viewOf(new(talk).Ask("Fix the notes").Edit("notes.md", 3).Say("Fixed."), fact.BugFix)
	if argues("test_passed", 0, false, false, docs) || !argues("test_passed", 0, false, false, v) {
		t.Error("that no test passed is said where there was something to test")
	}
	fs := goalFeatures()
	for i, s := range sides(fs) {
		if want := map[bool]int{true: -1, false: 1}[against[fs[i].name]]; s != want {
			t.Errorf("%s is on side %d", fs[i].name, s)
		}
	}
}

// TestAdvice: what would have landed the session, by how it ends.
func TestAdvice(t *testing.T) {
	b := newBench(t)
	advise := func(k *talk, intent fact.Intent, signal fact.FailureSignal) string {
		rule, _ := judge.RuleOf(intent)
		return advice(b.viewOf(k, intent), rule, judge.Opinion{Signal: signal})
	}
	fix := func() *talk { return new(talk).Ask("Fix the rounding of the total in cart.go") }
	rule, _ := judge.RuleOf(fact.BugFix)
	signal, _ := judge.SignalRuleOf(fact.Loop)
	for name, c := range map[string]struct {
		got, want string
		whole     bool
	}{
		"a signal's own":     {advise(fix().Edit("cart.go", 3).Say("Fixed."), fact.BugFix, fact.Loop), signal.Advice, true},
		"the intent's":       {advise(fix().Edit("cart.go", 3).Say("Fixed."), fact.BugFix, fact.NoSignal), rule.Advice, true},
		"a service":          {advise(fix().Edit("cart.go", 3).Say("You've hit your limit · resets 7pm"), fact.BugFix, fact.NoSignal), "there is credit or the limit is over", false},
		"an open question":   {advise(fix().Say("Which cart is it?"), fact.BugFix, fact.NoSignal), "Answer the agent's question", false},
		"one with options":   {advise(fix().Say("I do not find the cart. Please tell me which one you mean:\n\n1. the one in shop/\n2. the one in api/"), fact.BugFix, fact.NoSignal), "Answer the agent's question", false},
		"an offer is none":   {advise(fix().Edit("cart.go", 3).Say("The cart is mended in shop/.\n\nIt reads:\n\n- the total\n- the tax\n- what is open\n\nOpen questions for a later day are in the notes, and if you want the other carts mended, use the command of the shop: it takes a folder, and mends all of them in it. Their owners are named in each of the files."), fact.BugFix, fact.NoSignal), rule.Advice, true},
		"a question by tool": {advise(fix().Call("AskUserQuestion", "Which?"), fact.BugFix, fact.NoSignal), "Answer the agent's question", false},
		"stopped":            {advise(fix().Edit("cart.go", 3).Interrupt(), fact.BugFix, fact.NoSignal), "Let the agent come to an end", false},
	} {
		if !strings.Contains(c.got, c.want) || c.whole && c.got != c.want {
			t.Errorf("%s: %q", name, c.got)
		}
		if !c.whole && name != "a service" && !strings.HasSuffix(c.got, rule.Advice) {
			t.Errorf("%s: the intent's advice is missing: %q", name, c.got)
		}
	}
}

// TestBasis: explicit is what the person or the output says, silent where the
// conversation just ends (DESIGN.md, Facts).
func TestBasis(t *testing.T) {
	b := newBench(t)
	fix := func() *talk {
		return new(talk).Ask("Fix the rounding of the total in cart.go").Edit("cart.go", 3)
	}
	why := func() *talk { return new(talk).Ask("Why is the total rounded twice?") }
	for name, c := range map[string]struct {
		talk *talk
		p    float64
		want fact.Basis
	}{
		"a check":                      {fix().Run("go test ./...", goGreen).Say("Fixed."), 0.9, fact.Explicit},
		"the person's word":            {fix().Say("Fixed.").Ask("great, works").Say("Good."), 0.9, fact.Explicit},
		"an order to commit":           {fix().Say("Fixed.").Ask("commit it").Run("git commit -am x", "").Say("Done."), 0.9, fact.Explicit},
		"nothing":                      {fix().Say("Fixed."), 0.9, fact.Silent},
		"an answer":                    {why().Say("Because of Sum."), 0.9, fact.Silent},
		"an answer, thanked for":       {why().Say("Because of Sum.").Ask("thanks").Say("Sure."), 0.9, fact.Explicit},
		"not landed, stopped":          {fix().Interrupt(), 0.1, fact.Explicit},
		"not landed, in so many words": {fix().Say("I was not able to fix it."), 0.1, fact.Explicit},
		"not landed, in silence":       {fix().Say("It sums the rows."), 0.1, fact.Silent},
	} {
		if got := basis(b.viewOf(c.talk, fact.BugFix), judge.Opinion{Probability: c.p, Signal: fact.NoSignal}, c.p >= 0.5); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	if got := basis(b.viewOf(fix().Say("It sums the rows."), fact.BugFix), judge.Opinion{Probability: 0.1, Signal: fact.Loop}, false); got != fact.Explicit {
		t.Errorf("under a signal: %s", got)
	}
}

// TestSameQuestionAgain: how much of a prompt an earlier one said.
func TestSameQuestionAgain(t *testing.T) {
	for _, c := range []struct {
		x, y string
		want float64
	}{{"a b c", "a b c", 0.75}, {"a b c d", "a b c", 0.6}, {"a b", "c d", 0}, {"", "a", 0}, {"a", "", 0}, {"A, b!", "b a", 2.0 / 3}} {
		if got := observe.Similarity(c.x, c.y); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%q and %q: %v, want %v", c.x, c.y, got, c.want)
		}
	}
	b := newBench(t)
	ask := func(prompts ...string) float64 {
		k := new(talk)
		for _, p := range prompts {
			k.Ask(p).Say("Hm.")
		}
		return repeats(b.viewOf(k, fact.Question))
	}
	const q = "why does the parser drop the last line"
	if ask(q, q) < 0.8 || ask(q, "one more", q) < 0.8 || ask(q, "1", "2", "3", q) > 0 || ask(q) != 0 || ask("why?", "why?") != 0 {
		t.Error("a question is asked again where one of the last three prompts said the same, and it is no mere word")
	}
	for text, want := range map[string]bool{"Which cart?\nWhich page?": true, "Which cart?": false, "a\nb\nc\nd\ne\nf\ng\nh\ni\nWhich cart?\nWhich page?": true, "Which cart?\na\nWhich page?\nb\nc\nd\ne\nf\ng\nh\ni\nj": false, "": false, "哪个？\n为什么？": true} {
		if observe.AsksMostly(text) != want {
			t.Errorf("%q mainly asks: %v", text, !want)
		}
	}
}

// TestWhatIsQuoted: quotes of what was changed, delivered, planned and put off.
func TestWhatIsQuoted(t *testing.T) {
	b := newBench(t)
	fix := func() *talk { return new(talk).Ask("Fix the rounding of the total in cart.go") }
	stepIn := func(v *view) *judge.Quote {
		if t := v.nextStep(); t != nil {
			return quote.StepChange(v.Session, t)
		}
		return nil
	}
	view := func(k *talk) *view { return b.viewOf(k, fact.BugFix) }
	for why, c := range map[string]struct{ got, want string }{
		"the last edit":                  {quoteText(quote.Change(view(fix().Edit("a.go", 1).Edit("b.go", 1).Run("rm x", "")).Session)), "b.go"},
		"else the last writing command":  {quoteText(quote.Change(view(fix().Run("cp a b", "").Run("ls", "x")).Session)), "cp a b"},
		"what a program could not do":    {quoteText(quote.Erred(view(fix().Fails("git clone x", "Cloning into 'x'...\nfatal: unable to access it: could not connect")).Last, false)), "fatal: unable to access it: could not connect"},
		"no line of what it reads":       {quoteText(quote.Change(view(fix().Run("psql shop <<'EOF'\nmkdir x\nEOF\ncp a b", "")).Session)), "cp a b"},
		"not one that was refused":       {quoteText(quote.Change(view(fix().Fails("cp a b", "no")).Session)), ""},
		"nothing changed":                {quoteText(quote.Change(view(fix().Read("a.go")).Session)), ""},
		"git's line of a commit":         {quoteText(quote.Delivery(view(fix().Run("git commit -am x", "lint ok\n[main 1a2b3c4] round once\n 1 file")).Session)), "[main 1a2b3c4] round once"},
		"else the command":               {quoteText(quote.Delivery(view(fix().Run("git push", "done")).Session)), "git push"},
		"not one that failed":            {quoteText(quote.Delivery(view(fix().Fails("git push", "no")).Session)), ""},
		"no delivery":                    {quoteText(quote.Delivery(view(fix().Edit("a.go", 1)).Session)), ""},
		"a plan's first line":            {quoteText(quote.Plan(view(fix().Approved("# Plan: once\n\n1. x").Approved("# Plan: twice")).Session)), "# Plan: twice"},
		"no plan":                        {quoteText(quote.Plan(view(fix()).Session)), ""},
		"the next step":                  {quoteText(stepIn(view(fix().Edit("a.go", 3).Say("Fixed.").Ask("now a button for it").Edit("b.go", 2).Run("go test ./...", goGreen).Say("Added.")))), "+ line 0 of b.go"},
		"a complaint is no next step":    {quoteText(stepIn(view(fix().Edit("a.go", 3).Say("Fixed.").Ask("still doesn't work").Edit("b.go", 2).Run("go test ./...", goGreen).Say("Added.")))), ""},
		"nor is one that nothing proves": {quoteText(stepIn(view(fix().Edit("a.go", 3).Say("Fixed.").Ask("now a button for it").Edit("b.go", 99).Say("Added.")))), ""},
		"a word":                         {quoteText(wordQuote(view(fix().Edit("a.go", 3).Say("Fixed.").Ask("great, works").Say("Good.")))), "great, works"},
		"an order":                       {quoteText(wordQuote(view(fix().Edit("a.go", 3).Say("Fixed.").Ask("commit this").Run("git commit -am x", "").Say("Done.")))), "commit this"},
		"a command that delivers":        {quoteText(wordQuote(view(fix().Edit("a.go", 3).Say("Fixed.").Command("/commit", "").Run("git commit -am x", "").Say("Done.")))), "/commit"},
		"no word":                        {quoteText(wordQuote(view(fix().Edit("a.go", 3).Say("Fixed.")))), ""},
		"a complaint is no such word":    {quoteText(wordQuote(view(fix().Edit("a.go", 3).Say("Fixed.").Ask("great, still broken").Say("Hm.")))), ""},
		"an order that failed":           {quoteText(wordQuote(view(fix().Edit("a.go", 3).Say("Fixed.").Ask("push").Fails("git push", "no").Say("Hm.")))), ""},
		"tests put off":                  {quoteText(putOffQuote(view(fix().Edit("a.go", 3).Say("Fixed.").Ask("good. no tests needed for this one").Say("Okay.")))), "no tests needed for this one"},
	} {
		if !strings.HasPrefix(c.got, c.want) && !strings.HasSuffix(c.got, c.want) || c.want == "" && c.got != "" {
			t.Errorf("%s: %q, want %q", why, c.got, c.want)
		}
	}
}
