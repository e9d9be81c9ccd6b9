package offline

import (
	"strings"
	"testing"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/title"
)

// left reports whether a criterion may be left out: what was never done can neither be
// undone nor tested.
func left(all map[string]judge.Criterion, name string) bool {
	switch name {
	case judge.CriterionNotUndone:
		return true
	case judge.CriterionTested, judge.CriterionVerified, judge.CriterionKept:
		return !all[judge.CriterionApplied].Met && !all[judge.CriterionFix].Met && !all[judge.CriterionBuilt].Met
	}
	return false
}

// as judges a draft as if its intent were known: what the criteria say must not
// hang on how sure the intent is.
func (b bench) as(k *talk, intent fact.Intent) map[string]judge.Criterion {
	b.t.Helper()
	c := b.j.Read(k.Draft())
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
	for _, c := range criteria(v, rule, op, (&title.Writer{Reader: r.Reader, Words: b.j.titles}).Result(c.a, intent)) {
		out[c.Name] = c
	}
	for _, c := range rule.Criteria {
		if _, ok := out[c.Name]; !ok && !left(out, c.Name) {
			b.t.Errorf("%s: %s is not answered", intent, c.Name)
		}
	}
	return out
}

// TestNothingToUndo: what was not applied was not undone either, and no page says so.
func TestNothingToUndo(t *testing.T) {
	b := newBench(t)
	k := new(talk).Ask("Rename the flag").Run("python3 - <<'E'\nopen('main.go', 'w').write('x')\nE", "").Read("main.go")
	if c, ok := b.as(k, fact.SmallChange)[judge.CriterionNotUndone]; ok {
		t.Errorf("what was not applied is told as not undone: %+v", c)
	}
}

// TestCriteria has, for each condition of each intent's rule, a session that
// meets it and one that does not.
func TestCriteria(t *testing.T) {
	b := newBench(t)
	ask := func() *talk {
		return new(talk).Ask("Why does the parser drop the last line of a file?")
	}
	const cause = "The parser drops the last line because it only emits on a newline; a file that does not end on one loses its rest. The cause is Scan in scan.go."
	build := func() *talk {
		return new(talk).Ask("Add a CSV export to the invoices page").Write("export.go", 40)
	}
	for _, c := range []struct {
		intent fact.Intent
		name   string
		met    *talk
		not    *talk
	}{
		{fact.Question, judge.CriterionAnswered, ask().Say(cause), ask().Read("scan.go")},
		{fact.Question, judge.CriterionNotRepeated,
			ask().Say(cause).Ask("and which files are read by it?").Say("All under docs."),
			ask().Say("Could you tell me more about your files?").Ask("why does the parser drop the last line of a file??").Say("It may depend on the file.")},
		{fact.Question, judge.CriterionNotRepeated, // sent again after an interruption, or asked again after an answer
			ask().Interrupt().Ask("Why does the parser drop the last line of a file?").Say(cause),
			ask().Say("It may depend on the file.").Ask("Why does the parser drop the last line of a file?").Say(cause)},
		{fact.Question, judge.CriterionFinished, ask().Say(cause), ask().Say("Let me look.").Call("Read", "scan.go")},
		{fact.Question, judge.CriterionNoFailure, ask().Say(cause).Ask("thanks").Say("You're welcome."),
			ask().Say("I could not find out why.").Ask("never mind, skip it").Say("Okay.")},

		{fact.Investigation, judge.CriterionConclusion, ask().Read("scan.go").Say(cause), ask().Read("scan.go").Say("Let me look at the tests next:")},
		{fact.Investigation, judge.CriterionFinished, ask().Read("scan.go").Say(cause), ask().Read("scan.go").Interrupt()},
		{fact.Investigation, judge.CriterionNoFailure, ask().Read("scan.go").Say(cause),
			ask().Read("scan.go").Say("I was not able to find the cause.").Ask("forget it, this is useless").Say("Okay.")},

		{fact.Review, judge.CriterionVerdict,
			new(talk).Ask("Review this branch").Run("git diff", "+x").Say("Request changes: the error of Parse in total.go is dropped, and the test covers only the empty cart. Approve after these two."),
			new(talk).Ask("Review this branch").Run("git diff", "+x").Say("Looking at it:")},
		{fact.Review, judge.CriterionFinished, new(talk).Ask("Review this branch").Say("Approved."), new(talk).Ask("Review this branch").Failure("API Error: 500")},
		{fact.Review, judge.CriterionNoFailure,
			new(talk).Ask("Review this branch").Run("git diff", "+x").Say("Request changes: the error of Parse is dropped. Approve after that."),
			new(talk).Ask("Review this branch").Say("I could not read the branch.").Ask("never mind, forget it").Say("Okay.")},

		{fact.Plan, judge.CriterionPlanGiven, new(talk).Ask("Plan the move of the invoices").Approved("# Plan: move the invoices"), new(talk).Ask("Plan the move of the invoices").Read("a.go").Say("Ready.")},
		{fact.Plan, judge.CriterionPlanTaken,
			new(talk).Ask("Plan the move of the invoices").Read("a.go").Approved("# Plan: move the invoices\n\n1. Extract.").Say("The plan is approved."),
			new(talk).Ask("Plan the move of the invoices").Read("a.go").Refused("ExitPlanMode", "# Plan: move the invoices", "no, this is wrong: nothing may move before June")},
		{fact.Plan, judge.CriterionFinished, new(talk).Ask("Plan it").Refused("ExitPlanMode", "# Plan", "").Interrupt(), new(talk).Ask("Plan it").Read("a.go").Interrupt()},
		{fact.Plan, judge.CriterionNoFailure, new(talk).Ask("Plan it").Approved("# Plan").Say("Approved."),
			new(talk).Ask("Plan it").Say("I am not able to plan that.").Ask("never mind, skip it").Say("Okay.")},

		{fact.SmallChange, judge.CriterionApplied, new(talk).Ask("Rename the flag").Edit("main.go", 1).Say("Done."), new(talk).Ask("Rename the flag").Read("main.go").Say("It is in main.go.")},
		{fact.SmallChange, judge.CriterionNotUndone, new(talk).Ask("Rename the flag").Edit("main.go", 1).Say("Done."),
			new(talk).Ask("Rename the flag").Edit("main.go", 1).Say("Done.").Ask("undo that").Run("git checkout -- main.go", "").Say("Undone.")},
		{fact.SmallChange, judge.CriterionFinished, new(talk).Ask("Rename the flag").Edit("main.go", 1).Say("Done."), new(talk).Ask("Rename the flag").Edit("main.go", 1).Call("Bash", "rm old.go")},
		{fact.SmallChange, judge.CriterionNoFailure, new(talk).Ask("Rename the flag in main.go").Edit("main.go", 1).Say("Done: the flag is renamed."),
			new(talk).Ask("Rename the flag in main.go").Read("main.go").Say("I could not find it.").Ask("never mind, skip it").Say("Okay.")},

		{fact.BugFix, judge.CriterionFix, new(talk).Ask("Fix the total").Edit("cart.go", 3).Say("Fixed."), new(talk).Ask("Fix the total").Read("cart.go").Say("It looks right to me.")},
		{fact.BugFix, judge.CriterionVerified, new(talk).Ask("Fix the total").Edit("cart.go", 3).Run("go test ./...", goGreen).Say("Fixed."),
			new(talk).Ask("Fix the total").Run("go test ./...", goGreen).Edit("cart.go", 3).Say("Fixed.")},
		{fact.BugFix, judge.CriterionVerified, new(talk).Ask("Fix the total").Edit("cart.go", 3).Say("Fixed.").Ask("works now, thanks").Say("Great."),
			new(talk).Ask("Fix the total").Edit("cart.go", 3).Fails("go test ./...", goRed).Say("One test still fails.")},
		{fact.BugFix, judge.CriterionFinished, new(talk).Ask("Fix the total").Edit("cart.go", 3).Run("go test ./...", goGreen), new(talk).Ask("Fix the total").Edit("cart.go", 3).Call("Bash", "go test ./...")},
		{fact.BugFix, judge.CriterionNoFailure, new(talk).Ask("Fix the rounding of the total in cart.go").Edit("cart.go", 3).Run("go test ./...", goGreen).Say("Fixed, all tests pass."),
			new(talk).Ask("Fix the rounding of the total in cart.go").Edit("cart.go", 3).Say("Please try it.").Ask("still broken, same error").Say("Please restart the server.")},

		{fact.Feature, judge.CriterionBuilt, build().Say("Added."), new(talk).Ask("Add a CSV export").Read("api.go").Say("Where should the button go?")},
		{fact.Feature, judge.CriterionAccepted, build().Say("Added.").Ask("perfect, thanks").Say("You're welcome."), build().Say("Added.")},
		{fact.Feature, judge.CriterionAccepted, build().Say("Added.").Ask("commit it").Run("git commit -am 'feat: export'", "[main 1a2b3c4] feat: export").Say("Committed."), build().Say("Added.").Ask("still no button").Say("Please reload.")},
		{fact.Feature, judge.CriterionAccepted, build().Say("Added.").Ask("perfect").Say("Thanks."), // ordered with the work, a delivery takes nothing as good
			new(talk).Ask("Add a CSV export to the invoices page and commit it").Write("export.go", 40).Run("git commit -am 'feat: export'", "[main 1a2b3c4] feat: export").Say("Committed.")},
		{fact.Feature, judge.CriterionAccepted, build().Say("Added.").Ask("now commit").Run("git commit -am 'feat: export'", "[main 1a2b3c4] feat: export").Say("Committed."), build().Run("git commit -am 'feat: export'", "[main 1a2b3c4] feat: export").Say("Committed.")},
		{fact.Feature, judge.CriterionTested, build().Run("npm test", jestGreen).Say("Added."), build().Say("Added.")},
		{fact.Feature, judge.CriterionTested, build().Say("Added.").Ask("good. no tests needed for this one").Say("Understood."), build().Fails("npm test", "Tests:       1 failed, 8 passed, 9 total").Say("One fails.")},
		{fact.Feature, judge.CriterionFinished, build().Say("Added."), build().Call("AskUserQuestion", "Which separator?")},
		{fact.Feature, judge.CriterionNoFailure, build().Run("npm test", jestGreen).Say("Added, all tests pass.").Ask("great").Say("Thanks."), build().Say("I could not finish it.").Ask("forget it, I'll do it myself").Say("Okay.")},

		{fact.Refactor, judge.CriterionApplied, new(talk).Ask("Split cart.go").Write("total.go", 30).Say("Split."), new(talk).Ask("Split cart.go").Read("cart.go").Say("It is one file.")},
		{fact.Refactor, judge.CriterionKept, new(talk).Ask("Split cart.go").Write("total.go", 30).Run("npx tsc --noEmit", "").Say("Split."), new(talk).Ask("Split cart.go").Write("total.go", 30).Say("Split.")},
		{fact.Refactor, judge.CriterionFinished, new(talk).Ask("Split cart.go").Write("total.go", 30).Say("Split."), new(talk).Ask("Split cart.go").Write("total.go", 30).Say("Now I move the tests:").Read("cart_test.go")},
		{fact.Refactor, judge.CriterionNoFailure, new(talk).Ask("Refactor cart.go into two files").Write("total.go", 30).Run("go test ./...", goGreen).Say("Split, all tests pass."),
			new(talk).Ask("Refactor cart.go into two files").Write("total.go", 30).Fails("go test ./...", goRed).Edit("total.go", 2).Fails("go test ./...", goRed).Call("Read", "total.go")},
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
	fix := func() *talk { return new(talk).Ask("Fix the rounding of the total in cart.go") }
	export := func() *talk {
		return new(talk).Ask("Add a CSV export to the invoices page").Write("export.go", 40)
	}
	why := func() *talk {
		return new(talk).Ask("Find out why the parser drops the last line").Read("scan.go")
	}
	for name, c := range map[string]struct {
		talk   *talk
		intent fact.Intent
		on     string
		met    bool
		quote  string // stands in it; "" none may be given
	}{
		"an order to commit accepts":              {export().Say("Added.").Ask("commit this").Run("git commit -am 'export'", "[main 1a2b3c4] export"), fact.Feature, judge.CriterionAccepted, true, "commit this"},
		"a question about a push does not":        {export().Say("Added.").Ask("what happens when I push this?").Say("The export goes with it, since it is part of the branch."), fact.Feature, judge.CriterionAccepted, false, ""},
		"a commit that is older":                  {export().Run("git commit -am 'export'", "[main 1a2b3c4] export").Edit("export.go", 4).Say("Added."), fact.Feature, judge.CriterionAccepted, false, ""},
		"a commit that nobody asked for":          {export().Run("git commit -m \"$(cat <<'EOF'\nexport\nEOF\n)\"", "lint ok\n[main 1a2b3c4] export\n 1 file changed").Say("Committed."), fact.Feature, judge.CriterionAccepted, false, ""},
		"a next step":                             {export().Say("Added.").Ask("now a button for it in the header").Edit("header.tsx", 4).Run("npm test", jestGreen).Say("The button is there."), fact.Feature, judge.CriterionAccepted, true, "now a button for it in the header"},
		"a complaint":                             {export().Say("Added.").Ask("still no button").Say("Please reload."), fact.Feature, judge.CriterionAccepted, false, "still no button"},
		"types are no test":                       {export().Run("npx tsc --noEmit", "").Say("Added."), fact.Feature, judge.CriterionTested, false, ""},
		"a server that was started":               {export().Run("npm run dev", "Command running in background with ID: b1").Say("Added."), fact.Feature, judge.CriterionTested, false, ""},
		"a run that counts what passed":           {export().Run("go run ./check", "12 passed").Say("Added."), fact.Feature, judge.CriterionTested, true, "12 passed"},
		"a run after a red test":                  {export().Fails("go test ./...", goRed).Run("go run .", "12 passed").Say("Added."), fact.Feature, judge.CriterionTested, false, "FAIL"},
		"a run of the file itself":                {export().Run("python export.py --sample", "wrote 12 rows to out.csv").Say("Added."), fact.Feature, judge.CriterionTested, true, "wrote 12 rows"},
		"a run of another file":                   {export().Run("python seed.py", "wrote 12 rows").Say("Added."), fact.Feature, judge.CriterionTested, false, ""},
		"tests put off":                           {export().Say("Added.").Ask("good. no tests needed for this one").Say("Understood."), fact.Feature, judge.CriterionTested, true, "no tests needed"},
		"tests after lint in one call":            {export().Run("make lint test", "ok  \tshop/cart\t0.2s\n0 issues.").Say("Added."), fact.Feature, judge.CriterionTested, true, "shop/cart"},
		"a server is no proof of a fix":           {fix().Edit("cart.go", 3).Run("node server.js", "Dev server starting (PID: 12)").Say("Fixed."), fact.BugFix, judge.CriterionVerified, false, ""},
		"a commit is no proof of a fix":           {fix().Edit("cart.go", 3).Run("git commit -am 'fix'", "[main 1a2b3c4] fix").Say("Fixed."), fact.BugFix, judge.CriterionVerified, false, ""},
		"the person's word":                       {fix().Edit("cart.go", 3).Say("Fixed.").Ask("funktioniert jetzt, danke").Say("Gerne."), fact.BugFix, judge.CriterionVerified, true, "funktioniert jetzt"},
		"tests in the hook of the ordered commit": {fix().Edit("cart.go", 3).Say("Done.").Ask("commit").Fails("bun test src/", "12 pass\n3 fail\n3 errors").Read("bunfig.toml").Run("git commit -am 'fix'", "$ bun test src/\n 12 pass\n 0 fail\n[main 1a2b3c4] fix").Say("Committed."), fact.BugFix, judge.CriterionVerified, true, "12 pass"},
		"a commit past its red tests":             {fix().Edit("cart.go", 3).Say("Done.").Ask("commit").Fails("bun test src/", "12 pass\n3 fail").Run("git commit --no-verify -am 'fix'", "[main 1a2b3c4] fix").Say("Committed."), fact.BugFix, judge.CriterionVerified, false, "3 fail"},
		"a hook before the last change":           {fix().Edit("cart.go", 3).Ask("commit").Run("git commit -am 'fix'", " 12 pass\n 0 fail\n[main 1a2b3c4] fix").Say("Committed.").Ask("now round it down").Edit("cart.go", 9).Fails("go test ./...", goRed).Say("One test fails."), fact.BugFix, judge.CriterionVerified, false, "FAIL"},
		"a red test":                              {fix().Edit("cart.go", 3).Fails("go test ./...", goRed).Say("One test still fails."), fact.BugFix, judge.CriterionVerified, false, "FAIL"},
		"what put a complaint right": {fix().Edit("cart.go", 3).Say("Fixed.").Ask("this still doesn't work").Edit("cart.go", 3).Run("go test ./...", goGreen).Say("Fixed, all tests pass."),
			fact.BugFix, judge.CriterionNoFailure, true, "ok"},
		"a complaint in the request":             {new(talk).Ask("uninstall the tide clock, I don't like it, it is useless").Run("rm -rf clock", "").Say("The clock is gone."), fact.SmallChange, judge.CriterionNoFailure, true, ""},
		"the words that drop it":                 {fix().Say("I could not find it.").Ask("never mind, skip it").Say("Okay."), fact.BugFix, judge.CriterionNoFailure, false, "never mind"},
		"under a heading":                        {why().Say("**Вывод:**\nПроверил оба файла. Причина в следующем:\n\n**Разбор строки заканчивается на переводе строки, а его в файле нет.**"), fact.Investigation, judge.CriterionConclusion, true, "Причина в следующем: **Разбор строки"},
		"before the thanks":                      {why().Say("Root cause: Scan only emits on a newline, and the file does not end on one, so its rest is lost.").Ask("danke dir vielmals für die schnelle Hilfe").Say("Gern geschehen!"), fact.Investigation, judge.CriterionConclusion, true, "Root cause"},
		"an announcement":                        {why().Say("The scanner looks right. Let me look at the tests next:"), fact.Investigation, judge.CriterionFinished, false, "Let me look at the tests next:"},
		"what could not be done is no closing":   {fix().Edit("cart.go", 3).Say("I can't open the browser, since I have no access to it."), fact.BugFix, judge.CriterionFinished, true, ""},
		"what was done beside it":                {fix().Edit("cart.go", 3).Say("Fixed. I was not able to open the browser, since I have no access to it."), fact.BugFix, judge.CriterionFinished, true, "Fixed."},
		"a prompt is no failure of the service":  {export().Say("Added.").Ask("and the header").Failure("API Error: 524").Ask("go on"), fact.Feature, judge.CriterionNoFailure, false, "API Error: 524"},
		"what was read before it was asked for":  {new(talk).Ask("read the notes of the gauge").Read("notes.md").Say("I have read all three notes:\n\n- the first tells of the harbour and its tides\n- the second tells of the gauge and its rows\n- the third tells of the clock and its drift").Ask("now write the implementation plan for the new gauge").Failure("API Error: 500"), fact.Plan, judge.CriterionPlanGiven, false, ""},
		"a task that says ok of each":            {fix().Edit("cart.go", 3).Run("make verify-links", "Verifying links...\n  ok  ~/.cart -> shop/cart\n  ok  ~/.tax -> shop/tax").Say("Fixed."), fact.BugFix, judge.CriterionVerified, true, "ok ~/.tax"},
		"a task that misses one":                 {fix().Edit("cart.go", 3).Run("make verify-links", "Verifying links...\n  ok  ~/.cart -> shop/cart\n  MISS ~/.tax").Say("Fixed."), fact.BugFix, judge.CriterionVerified, false, ""},
		"a test of how it was before":            {fix().Edit("cart.go", 3).Run("git archive HEAD~1 | tar -x -C /tmp/was && cd /tmp/was && go test ./...", "ok  \tcart\t0.1s").Say("Fixed."), fact.BugFix, judge.CriterionVerified, false, ""},
		"a plan handed on":                       {new(talk).Ask("Plan the export").Refused("ExitPlanMode", "# Plan: export of invoices", "").Interrupt(), fact.Plan, judge.CriterionPlanTaken, true, "# Plan: export of invoices"},
		"a plan refused":                         {new(talk).Ask("Plan the export").Refused("ExitPlanMode", "# Plan: export", "no, nothing may move before June"), fact.Plan, judge.CriterionPlanTaken, false, "nothing may move"},
		"a verdict in its heading":               {new(talk).Ask("Review the branch and say what you think of the parser").Read("scan.go").Say("I went over the branch file by file.\n\n## Verdict: sound, merge it\n\nThe scanner keeps its last line now, and each of the new tests would fail without the change that it was written for. Nothing in it is slower than before."), fact.Review, judge.CriterionVerdict, true, "Verdict: sound, merge it"},
		"what the change is for is no verdict":   {new(talk).Ask("Review the branch").Read("scan.go").Say("The branch mends the scanner of the parser. The root cause: a newline was waited for, and the file does not end on one. It adds three tests, and two of them would fail without it. The third one is about tabs."), fact.Review, judge.CriterionVerdict, true, ""},
		"what merely fails is no next step":      {export().Say("Added.").Ask("the nightly build fails").Edit("export.go", 4).Run("npm test", jestGreen).Say("It passes now."), fact.Feature, judge.CriterionAccepted, false, ""},
		"what is to be said of a failure is one": {export().Say("Added.").Ask("now show a hint where the export fails").Edit("export.go", 4).Run("npm test", jestGreen).Say("It shows one."), fact.Feature, judge.CriterionAccepted, true, "now show a hint"},
		"looks a bit odd":                        {export().Say("Added.").Ask("the header looks a bit odd").Edit("export.go", 4).Run("npm test", jestGreen).Say("Straight now."), fact.Feature, judge.CriterionAccepted, false, "looks a bit odd"},
		"a file before a command":                {export().Run("rm -rf cache", "").Say("Added."), fact.Feature, judge.CriterionBuilt, true, "+ a line of some weight"},
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
	v := b.verdict(new(talk).Ask("Fix the rounding bug in cart.go: the total is off by a cent").Edit("cart.go", 6).
		Run("go test ./cart", "ok  \tshop/cart\t0.21s").Say("Fixed: the total is rounded once. All tests pass.").
		Ask("great, works. commit it").Run("git commit -am 'fix: round the total once'", "[main 1a2b3c4] fix: round the total once").Say("Committed as 1a2b3c4."))
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
