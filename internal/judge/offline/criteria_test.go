package offline

import (
	"strings"
	"testing"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/title"
)

// as judges a draft as if its intent were known: what the criteria say must not
// hang on how sure the intent is.
func (b bench) as(k *talk, intent fact.Intent) map[string]judge.Criterion {
	b.t.Helper()
	c := b.j.Read(k.draft())
	op := b.j.Opinion(c)
	known := make([]float64, len(fact.Intents))
	for i, n := range fact.Intents {
		if n == intent {
			known[i] = 1
		}
	}
	rule, ok := judge.RuleOf(intent)
	if !ok {
		b.t.Fatalf("no rule of %s", intent)
	}
	out := map[string]judge.Criterion{}
	v := newView(c.a, known)
	r := b.j.words.Reader()
	defer b.j.words.Return(r)
	for _, c := range criteria(v, rule, op, (&title.Writer{Reader: r, Words: b.j.titles}).Result(c.a, intent)) {
		out[c.Name] = c
	}
	if len(out) != len(rule.Criteria) && intent != fact.SmallChange {
		b.t.Errorf("%s: %d criteria answered of %d", intent, len(out), len(rule.Criteria))
	}
	return out
}

// TestCriteria has, for each condition of each intent's rule, a session that
// meets it and one that does not.
func TestCriteria(t *testing.T) {
	b := newBench(t)
	ask := func() *talk { return new(talk).ask("Why does the parser drop the last line of a file?") }
	const cause = "The parser drops the last line because it only emits on a newline; a file that does not end on one loses its rest. The cause is Scan in scan.go."
	build := func() *talk { return new(talk).ask("Add a CSV export to the invoices page").write("export.go", 40) }
	for _, c := range []struct {
		intent fact.Intent
		name   string
		met    *talk
		not    *talk
	}{
		{fact.Question, judge.CriterionAnswered, ask().say(cause), ask().read("scan.go")},
		{fact.Question, judge.CriterionNotRepeated,
			ask().say(cause).ask("and which files are read by it?").say("All under docs."),
			ask().say("Could you tell me more about your files?").ask("why does the parser drop the last line of a file??").say("It may depend on the file.")},
		{fact.Question, judge.CriterionNotRepeated, // sent again after an interruption, or asked again after an answer
			ask().interrupt().ask("Why does the parser drop the last line of a file?").say(cause),
			ask().say("It may depend on the file.").ask("Why does the parser drop the last line of a file?").say(cause)},
		{fact.Question, judge.CriterionFinished, ask().say(cause), ask().say("Let me look.").call("Read", "scan.go")},
		{fact.Question, judge.CriterionNoFailure, ask().say(cause).ask("thanks").say("You're welcome."),
			ask().say("I could not find out why.").ask("never mind, skip it").say("Okay.")},

		{fact.Investigation, judge.CriterionConclusion, ask().read("scan.go").say(cause), ask().read("scan.go").say("Let me look at the tests next:")},
		{fact.Investigation, judge.CriterionFinished, ask().read("scan.go").say(cause), ask().read("scan.go").interrupt()},
		{fact.Investigation, judge.CriterionNoFailure, ask().read("scan.go").say(cause),
			ask().read("scan.go").say("I was not able to find the cause.").ask("forget it, this is useless").say("Okay.")},

		{fact.Review, judge.CriterionVerdict,
			new(talk).ask("Review this branch").run("git diff", "+x").say("Request changes: the error of Parse in total.go is dropped, and the test covers only the empty cart. Approve after these two."),
			new(talk).ask("Review this branch").run("git diff", "+x").say("Looking at it:")},
		{fact.Review, judge.CriterionFinished, new(talk).ask("Review this branch").say("Approved."), new(talk).ask("Review this branch").failure("API Error: 500")},
		{fact.Review, judge.CriterionNoFailure,
			new(talk).ask("Review this branch").run("git diff", "+x").say("Request changes: the error of Parse is dropped. Approve after that."),
			new(talk).ask("Review this branch").say("I could not read the branch.").ask("never mind, forget it").say("Okay.")},

		{fact.Plan, judge.CriterionPlanGiven, new(talk).ask("Plan the move of the invoices").approved("# Plan: move the invoices"), new(talk).ask("Plan the move of the invoices").read("a.go").say("Ready.")},
		{fact.Plan, judge.CriterionPlanTaken,
			new(talk).ask("Plan the move of the invoices").read("a.go").approved("# Plan: move the invoices\n\n1. Extract.").say("The plan is approved."),
			new(talk).ask("Plan the move of the invoices").read("a.go").refused("ExitPlanMode", "# Plan: move the invoices", "no, this is wrong: nothing may move before June")},
		{fact.Plan, judge.CriterionFinished, new(talk).ask("Plan it").refused("ExitPlanMode", "# Plan", "").interrupt(), new(talk).ask("Plan it").read("a.go").interrupt()},
		{fact.Plan, judge.CriterionNoFailure, new(talk).ask("Plan it").approved("# Plan").say("Approved."),
			new(talk).ask("Plan it").say("I am not able to plan that.").ask("never mind, skip it").say("Okay.")},

		{fact.SmallChange, judge.CriterionApplied, new(talk).ask("Rename the flag").edit("main.go", 1).say("Done."), new(talk).ask("Rename the flag").read("main.go").say("It is in main.go.")},
		{fact.SmallChange, judge.CriterionNotUndone, new(talk).ask("Rename the flag").edit("main.go", 1).say("Done."),
			new(talk).ask("Rename the flag").edit("main.go", 1).say("Done.").ask("undo that").run("git checkout -- main.go", "").say("Undone.")},
		{fact.SmallChange, judge.CriterionFinished, new(talk).ask("Rename the flag").edit("main.go", 1).say("Done."), new(talk).ask("Rename the flag").edit("main.go", 1).call("Bash", "rm old.go")},
		{fact.SmallChange, judge.CriterionNoFailure, new(talk).ask("Rename the flag in main.go").edit("main.go", 1).say("Done: the flag is renamed."),
			new(talk).ask("Rename the flag in main.go").read("main.go").say("I could not find it.").ask("never mind, skip it").say("Okay.")},

		{fact.BugFix, judge.CriterionFix, new(talk).ask("Fix the total").edit("cart.go", 3).say("Fixed."), new(talk).ask("Fix the total").read("cart.go").say("It looks right to me.")},
		{fact.BugFix, judge.CriterionVerified, new(talk).ask("Fix the total").edit("cart.go", 3).run("go test ./...", goGreen).say("Fixed."),
			new(talk).ask("Fix the total").run("go test ./...", goGreen).edit("cart.go", 3).say("Fixed.")},
		{fact.BugFix, judge.CriterionVerified, new(talk).ask("Fix the total").edit("cart.go", 3).say("Fixed.").ask("works now, thanks").say("Great."),
			new(talk).ask("Fix the total").edit("cart.go", 3).fails("go test ./...", goRed).say("One test still fails.")},
		{fact.BugFix, judge.CriterionFinished, new(talk).ask("Fix the total").edit("cart.go", 3).run("go test ./...", goGreen), new(talk).ask("Fix the total").edit("cart.go", 3).call("Bash", "go test ./...")},
		{fact.BugFix, judge.CriterionNoFailure, new(talk).ask("Fix the rounding of the total in cart.go").edit("cart.go", 3).run("go test ./...", goGreen).say("Fixed, all tests pass."),
			new(talk).ask("Fix the rounding of the total in cart.go").edit("cart.go", 3).say("Please try it.").ask("still broken, same error").say("Please restart the server.")},

		{fact.Feature, judge.CriterionBuilt, build().say("Added."), new(talk).ask("Add a CSV export").read("api.go").say("Where should the button go?")},
		{fact.Feature, judge.CriterionAccepted, build().say("Added.").ask("perfect, thanks").say("You're welcome."), build().say("Added.")},
		{fact.Feature, judge.CriterionAccepted, build().say("Added.").ask("commit it").run("git commit -am 'feat: export'", "[main 1a2b3c4] feat: export").say("Committed."), build().say("Added.").ask("still no button").say("Please reload.")},
		{fact.Feature, judge.CriterionAccepted, build().say("Added.").ask("perfect").say("Thanks."), // ordered with the work, a delivery takes nothing as good
			new(talk).ask("Add a CSV export to the invoices page and commit it").write("export.go", 40).run("git commit -am 'feat: export'", "[main 1a2b3c4] feat: export").say("Committed.")},
		{fact.Feature, judge.CriterionAccepted, build().say("Added.").ask("now commit").run("git commit -am 'feat: export'", "[main 1a2b3c4] feat: export").say("Committed."), build().run("git commit -am 'feat: export'", "[main 1a2b3c4] feat: export").say("Committed.")},
		{fact.Feature, judge.CriterionTested, build().run("npm test", jestGreen).say("Added."), build().say("Added.")},
		{fact.Feature, judge.CriterionTested, build().say("Added.").ask("good. no tests needed for this one").say("Understood."), build().fails("npm test", "Tests:       1 failed, 8 passed, 9 total").say("One fails.")},
		{fact.Feature, judge.CriterionFinished, build().say("Added."), build().call("AskUserQuestion", "Which separator?")},
		{fact.Feature, judge.CriterionNoFailure, build().run("npm test", jestGreen).say("Added, all tests pass.").ask("great").say("Thanks."), build().say("I could not finish it.").ask("forget it, I'll do it myself").say("Okay.")},

		{fact.Refactor, judge.CriterionApplied, new(talk).ask("Split cart.go").write("total.go", 30).say("Split."), new(talk).ask("Split cart.go").read("cart.go").say("It is one file.")},
		{fact.Refactor, judge.CriterionKept, new(talk).ask("Split cart.go").write("total.go", 30).run("npx tsc --noEmit", "").say("Split."), new(talk).ask("Split cart.go").write("total.go", 30).say("Split.")},
		{fact.Refactor, judge.CriterionFinished, new(talk).ask("Split cart.go").write("total.go", 30).say("Split."), new(talk).ask("Split cart.go").write("total.go", 30).say("Now I move the tests:").read("cart_test.go")},
		{fact.Refactor, judge.CriterionNoFailure, new(talk).ask("Refactor cart.go into two files").write("total.go", 30).run("go test ./...", goGreen).say("Split, all tests pass."),
			new(talk).ask("Refactor cart.go into two files").write("total.go", 30).fails("go test ./...", goRed).edit("total.go", 2).fails("go test ./...", goRed).call("Read", "total.go")},
	} {
		if got := b.as(c.met, c.intent)[c.name]; got.Name != c.name || !got.Met {
			t.Errorf("%s: %s is not met where it holds: %+v", c.intent, c.name, got)
		}
		if got := b.as(c.not, c.intent)[c.name]; got.Name != c.name || got.Met {
			t.Errorf("%s: %s is met where it does not hold: %+v", c.intent, c.name, got)
		}
	}
}

// TestCriteriaEvidence: a met condition is shown by what meets it, an unmet one by
// what shows that it is not, or by nothing.
func TestCriteriaEvidence(t *testing.T) {
	b := newBench(t)
	fix := func() *talk { return new(talk).ask("Fix the rounding of the total in cart.go") }
	export := func() *talk { return new(talk).ask("Add a CSV export to the invoices page").write("export.go", 40) }
	why := func() *talk { return new(talk).ask("Find out why the parser drops the last line").read("scan.go") }
	for name, c := range map[string]struct {
		talk   *talk
		intent fact.Intent
		on     string
		met    bool
		quote  string // stands in it; "" none may be given
	}{
		"an order to commit accepts":       {export().say("Added.").ask("commit this").run("git commit -am 'export'", "[main 1a2b3c4] export"), fact.Feature, judge.CriterionAccepted, true, "commit this"},
		"a question about a push does not": {export().say("Added.").ask("what happens when I push this?").say("The export goes with it, since it is part of the branch."), fact.Feature, judge.CriterionAccepted, false, ""},
		"a commit that is older":           {export().run("git commit -am 'export'", "[main 1a2b3c4] export").edit("export.go", 4).say("Added."), fact.Feature, judge.CriterionAccepted, false, ""},
		"a commit that nobody asked for":   {export().run("git commit -m \"$(cat <<'EOF'\nexport\nEOF\n)\"", "lint ok\n[main 1a2b3c4] export\n 1 file changed").say("Committed."), fact.Feature, judge.CriterionAccepted, false, ""},
		"a next step":                      {export().say("Added.").ask("now a button for it in the header").edit("header.tsx", 4).run("npm test", jestGreen).say("The button is there."), fact.Feature, judge.CriterionAccepted, true, "now a button for it in the header"},
		"a complaint":                      {export().say("Added.").ask("still no button").say("Please reload."), fact.Feature, judge.CriterionAccepted, false, "still no button"},
		"types are no test":                {export().run("npx tsc --noEmit", "").say("Added."), fact.Feature, judge.CriterionTested, false, ""},
		"a server that was started":        {export().run("npm run dev", "Command running in background with ID: b1").say("Added."), fact.Feature, judge.CriterionTested, false, ""},
		"a run that counts what passed":    {export().run("go run ./check", "12 passed").say("Added."), fact.Feature, judge.CriterionTested, true, "12 passed"},
		"a run after a red test":           {export().fails("go test ./...", goRed).run("go run .", "12 passed").say("Added."), fact.Feature, judge.CriterionTested, false, "FAIL"},
		"a run of the file itself":         {export().run("python export.py --sample", "wrote 12 rows to out.csv").say("Added."), fact.Feature, judge.CriterionTested, true, "wrote 12 rows"},
		"a run of another file":            {export().run("python seed.py", "wrote 12 rows").say("Added."), fact.Feature, judge.CriterionTested, false, ""},
		"tests put off":                    {export().say("Added.").ask("good. no tests needed for this one").say("Understood."), fact.Feature, judge.CriterionTested, true, "no tests needed"},
		"tests after lint in one call":     {export().run("make lint test", "ok  \tshop/cart\t0.2s\n0 issues.").say("Added."), fact.Feature, judge.CriterionTested, true, "shop/cart"},
		"a server is no proof of a fix":    {fix().edit("cart.go", 3).run("node server.js", "Dev server starting (PID: 12)").say("Fixed."), fact.BugFix, judge.CriterionVerified, false, ""},
		"a commit is no proof of a fix":    {fix().edit("cart.go", 3).run("git commit -am 'fix'", "[main 1a2b3c4] fix").say("Fixed."), fact.BugFix, judge.CriterionVerified, false, ""},
		"the person's word":                {fix().edit("cart.go", 3).say("Fixed.").ask("funktioniert jetzt, danke").say("Gerne."), fact.BugFix, judge.CriterionVerified, true, "funktioniert jetzt"},
		"a red test":                       {fix().edit("cart.go", 3).fails("go test ./...", goRed).say("One test still fails."), fact.BugFix, judge.CriterionVerified, false, "FAIL"},
		"what put a complaint right": {fix().edit("cart.go", 3).say("Fixed.").ask("this still doesn't work").edit("cart.go", 3).run("go test ./...", goGreen).say("Fixed, all tests pass."),
			fact.BugFix, judge.CriterionNoFailure, true, "ok"},
		"a complaint in the request":             {new(talk).ask("uninstall the tide clock, I don't like it, it is useless").run("rm -rf clock", "").say("The clock is gone."), fact.SmallChange, judge.CriterionNoFailure, true, ""},
		"the words that drop it":                 {fix().say("I could not find it.").ask("never mind, skip it").say("Okay."), fact.BugFix, judge.CriterionNoFailure, false, "never mind"},
		"under a heading":                        {why().say("**Вывод:**\nПроверил оба файла. Причина в следующем:\n\n**Разбор строки заканчивается на переводе строки, а его в файле нет.**"), fact.Investigation, judge.CriterionConclusion, true, "Причина в следующем: **Разбор строки"},
		"before the thanks":                      {why().say("Root cause: Scan only emits on a newline, and the file does not end on one, so its rest is lost.").ask("danke dir vielmals für die schnelle Hilfe").say("Gern geschehen!"), fact.Investigation, judge.CriterionConclusion, true, "Root cause"},
		"an announcement":                        {why().say("The scanner looks right. Let me look at the tests next:"), fact.Investigation, judge.CriterionFinished, false, "Let me look at the tests next:"},
		"what could not be done is no closing":   {fix().edit("cart.go", 3).say("I can't open the browser, since I have no access to it."), fact.BugFix, judge.CriterionFinished, true, ""},
		"what was done beside it":                {fix().edit("cart.go", 3).say("Fixed. I was not able to open the browser, since I have no access to it."), fact.BugFix, judge.CriterionFinished, true, "Fixed."},
		"a prompt is no failure of the service":  {export().say("Added.").ask("and the header").failure("API Error: 524").ask("go on"), fact.Feature, judge.CriterionNoFailure, false, ""},
		"a plan handed on":                       {new(talk).ask("Plan the export").refused("ExitPlanMode", "# Plan: export of invoices", "").interrupt(), fact.Plan, judge.CriterionPlanTaken, true, "# Plan: export of invoices"},
		"a plan refused":                         {new(talk).ask("Plan the export").refused("ExitPlanMode", "# Plan: export", "no, nothing may move before June"), fact.Plan, judge.CriterionPlanTaken, false, "nothing may move"},
		"a verdict in its heading":               {new(talk).ask("Review the branch and say what you think of the parser").read("scan.go").say("I went over the branch file by file.\n\n## Verdict: sound, merge it\n\nThe scanner keeps its last line now, and each of the new tests would fail without the change that it was written for. Nothing in it is slower than before."), fact.Review, judge.CriterionVerdict, true, "Verdict: sound, merge it"},
		"what the change is for is no verdict":   {new(talk).ask("Review the branch").read("scan.go").say("The branch mends the scanner of the parser. The root cause: a newline was waited for, and the file does not end on one. It adds three tests, and two of them would fail without it. The third one is about tabs."), fact.Review, judge.CriterionVerdict, true, ""},
		"what merely fails is no next step":      {export().say("Added.").ask("the nightly build fails").edit("export.go", 4).run("npm test", jestGreen).say("It passes now."), fact.Feature, judge.CriterionAccepted, false, ""},
		"what is to be said of a failure is one": {export().say("Added.").ask("now show a hint where the export fails").edit("export.go", 4).run("npm test", jestGreen).say("It shows one."), fact.Feature, judge.CriterionAccepted, true, "now show a hint"},
		"looks a bit odd":                        {export().say("Added.").ask("the header looks a bit odd").edit("export.go", 4).run("npm test", jestGreen).say("Straight now."), fact.Feature, judge.CriterionAccepted, false, "looks a bit odd"},
		"a file before a command":                {export().run("rm -rf cache", "").say("Added."), fact.Feature, judge.CriterionBuilt, true, "+ a line of some weight"},
	} {
		got := b.as(c.talk, c.intent)[c.on]
		quote := ""
		if got.Quote != nil {
			quote = strings.Join(strings.Fields(got.Quote.Text), " ")
		}
		if got.Met != c.met || !strings.Contains(quote, c.quote) || c.quote == "" && quote != "" {
			t.Errorf("%s: %s met %t by %q, want %t by %q", name, c.on, got.Met, quote, c.met, c.quote)
		}
		if v := b.verdict(c.talk); len(v.Evidence) == 0 {
			t.Errorf("%s: no evidence", name)
		}
	}
}

// TestCriteriaQuote has the quotes that stand behind a criterion, after the
// rules were enforced: of the right turn, in the right words.
func TestCriteriaQuote(t *testing.T) {
	b := newBench(t)
	v := b.verdict(new(talk).ask("Fix the rounding bug in cart.go: the total is off by a cent").edit("cart.go", 6).
		run("go test ./cart", "ok  \tshop/cart\t0.21s").say("Fixed: the total is rounded once. All tests pass.").
		ask("great, works. commit it").run("git commit -am 'fix: round the total once'", "[main 1a2b3c4] fix: round the total once").say("Committed as 1a2b3c4."))
	if v.Intent != fact.BugFix || !v.GoalComplete || v.Basis != fact.Explicit {
		t.Fatal(explain(v))
	}
	want := map[string]struct {
		turn  int
		words string
	}{
		judge.CriterionFix:      {1, "cart.go"},
		judge.CriterionVerified: {1, "ok shop/cart"},
		judge.CriterionFinished: {2, "Committed"},
	}
	seen := 0
	for _, c := range v.Criteria {
		w, ok := want[c.Name]
		if !ok {
			continue
		}
		seen++
		if !c.Met || c.Evidence == nil || c.Evidence.Turn != w.turn || !strings.Contains(c.Evidence.Quote.String(), w.words) {
			t.Errorf("%s: %+v, want turn %d with %q", c.Name, c, w.turn, w.words)
		}
	}
	if seen != len(want) {
		t.Errorf("%d of %d criteria found in %+v", seen, len(want), v.Criteria)
	}
	if !quotes(v, 2, "great, works") || !quotes(v, 1, "ok shop/cart") {
		t.Errorf("the person's word or the test is not quoted: %s", explain(v))
	}
	for _, c := range v.Criteria {
		if !c.Met {
			t.Errorf("%s is not met", c.Name)
		}
	}
}
