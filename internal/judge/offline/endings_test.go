package offline

import (
	"testing"

	"prism/internal/fact"
	"prism/internal/judge"
)

// TestHowRecordsEnd has each way in which a record ends, on the same work.
func TestHowRecordsEnd(t *testing.T) {
	b := newBench(t)
	work := func() *talk {
		return new(talk).Ask("Implement the export of invoices as CSV with an endpoint and tests").Say("I'll look at the invoices first.").Read("invoice/api.go")
	}
	built := func() *talk {
		return work().Write("invoice/export.go", 60).Write("invoice/export_test.go", 40)
	}
	tested := func() *talk { return built().Run("go test ./...", goGreen) }
	for name, k := range map[string]*talk{
		"a call without a result":              work().Write("invoice/export.go", 60).Call("Bash", "go build ./..."),
		"a read without a word after it":       work().Read("invoice/store.go"),
		"an interrupt":                         work().Write("invoice/export.go", 60).Interrupt(),
		"a call refused without a word":        work().Refused("Write", "invoice/export.go", "").Interrupt(),
		"an API error":                         work().Failure("API Error: 529 overloaded"),
		"an API error as an answer":            work().Say("API Error: 500 Internal server error"),
		"a usage limit":                        work().Say("You've hit your limit · resets 7pm"),
		"a prompt that nothing answered":       work().Say("Which separator do you want?").Ask("semicolons"),
		"a question asked and left":            work().Call("AskUserQuestion", "Which separator?"),
		"a question refused":                   work().Refused("AskUserQuestion", "Which separator?", ""),
		"words that announce what came not":    work().Say("Now let me write the endpoint:"),
		"a report that announces what is next": work().Say("The store keeps all invoices of a tenant. Let me look at how they are read."),
		"a failing test as the last result":    built().Fails("go test ./...", goRed),
		"a change after the test, then a cut":  tested().Edit("invoice/export.go", 9).Call("Bash", "go test ./..."),
	} {
		v := b.verdict(k)
		if v.Status != fact.JudgeOK || v.GoalComplete || v.Confidence >= 0.5 {
			t.Errorf("%s: %s", name, explain(v))
		}
		for _, c := range v.Criteria {
			if c.Name == judge.CriterionFinished && c.Met {
				t.Errorf("%s: counts as finished", name)
			}
		}
		if v.Advice.IsZero() {
			t.Errorf("%s: no advice", name)
		}
	}
	for name, k := range map[string]*talk{
		"a closing answer":                    tested().Say("The export is built, with an endpoint and tests. All tests pass."),
		"a passing test":                      tested(),
		"a passing test of a chain":           built().Run("gofmt -w invoice && go test ./...", goGreen),
		"the commit that delivers":            tested().Say("Done, all tests pass.").Ask("great, commit it").Call("Bash", "git commit -am 'feat: export invoices'"),
		"the push that delivers":              tested().Say("Done, all tests pass.").Ask("looks good, push").Run("git commit -am 'feat: export'", "[main 1a2b3c4] feat: export").Call("Bash", "git push origin main"),
		"the pull request that delivers":      tested().Say("Done, all tests pass.").Ask("nice, open a PR").Call("Bash", "gh pr create --fill"),
		"a look at git before the commit":     tested().Say("Done, all tests pass.").Ask("looks good, commit this").Run("git status", " M invoice/api.go\n?? invoice/export.go"),
		"the staging before the commit":       tested().Say("Done, all tests pass.").Ask("looks good, commit this").Call("Bash", "git add -A"),
		"a farewell":                          tested().Say("The export is built. All tests pass.").Ask("thanks, bye").Say("Goodbye!"),
		"a refusal whose new way was carried": work().Refused("Write", "invoice/export.go", "put it into csv.go").Write("invoice/csv.go", 60).Run("go test ./...", goGreen).Say("Moved to csv.go and built. All tests pass.").Ask("great, commit").Run("git commit -am 'feat: export'", "[main 1a2b3c4] feat: export").Say("Committed."),
	} {
		v := b.verdict(k)
		if v.Status != fact.JudgeOK || !v.GoalComplete || v.Basis != fact.Explicit || v.Signal != fact.NoSignal {
			t.Errorf("%s: %s", name, explain(v))
		}
		for _, c := range v.Criteria {
			if c.Name == judge.CriterionFinished && !c.Met {
				t.Errorf("%s: counts as cut", name)
			}
		}
		if !v.Advice.IsZero() {
			t.Errorf("%s: advice on what landed: %s", name, v.Advice)
		}
	}
}

// TestPlansEnd: a plan refused without a word is handed over, one refused with
// words is refused, one that nobody answered is not accepted.
func TestPlansEnd(t *testing.T) {
	b := newBench(t)
	const plan = "# Plan: move invoices to their own service\n\n## Steps\n1. Extract the store.\n2. Put an API in front of it.\n3. Move the readers."
	ask := func() *talk {
		return new(talk).Ask("Make a plan for moving the invoices to their own service. Plan only.").Read("invoice/store.go", "invoice/api.go")
	}
	for name, c := range map[string]struct {
		talk *talk
		done bool
	}{
		"handed over":                 {ask().Refused("ExitPlanMode", plan, "").Interrupt(), true},
		"approved":                    {ask().Approved(plan).Say("The plan is approved; it is ready to be carried out."), true},
		"accepted in words":           {ask().Say("Here is the plan: 1. extract the store; 2. put an API in front of it; 3. move the readers.").Ask("looks good, I agree with this plan").Say("Good."), true},
		"refused with words":          {ask().Refused("ExitPlanMode", plan, "no, this is wrong, the store has to stay where it is"), false},
		"refused with words, stopped": {ask().Refused("ExitPlanMode", plan, "no, that is not what I asked for").Interrupt(), false},
		"stopped before it was shown": {ask().Interrupt(), false},
	} {
		v := b.verdict(c.talk)
		if v.Status != fact.JudgeOK || v.Intent != fact.Plan || v.GoalComplete != c.done || c.done && v.Basis != fact.Explicit {
			t.Errorf("%s: %s", name, explain(v))
		}
	}
}
