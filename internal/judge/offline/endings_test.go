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
		return new(talk).ask("Implement the export of invoices as CSV with an endpoint and tests").say("I'll look at the invoices first.").read("invoice/api.go")
	}
	built := func() *talk { return work().write("invoice/export.go", 60).write("invoice/export_test.go", 40) }
	tested := func() *talk { return built().run("go test ./...", goGreen) }
	for name, k := range map[string]*talk{
		"a call without a result":              work().write("invoice/export.go", 60).call("Bash", "go build ./..."),
		"a read without a word after it":       work().read("invoice/store.go"),
		"an interrupt":                         work().write("invoice/export.go", 60).interrupt(),
		"a call refused without a word":        work().refused("Write", "invoice/export.go", "").interrupt(),
		"an API error":                         work().failure("API Error: 529 overloaded"),
		"an API error as an answer":            work().say("API Error: 500 Internal server error"),
		"a usage limit":                        work().say("You've hit your limit · resets 7pm"),
		"a prompt that nothing answered":       work().say("Which separator do you want?").ask("semicolons"),
		"a question asked and left":            work().call("AskUserQuestion", "Which separator?"),
		"a question refused":                   work().refused("AskUserQuestion", "Which separator?", ""),
		"words that announce what came not":    work().say("Now let me write the endpoint:"),
		"a report that announces what is next": work().say("The store keeps all invoices of a tenant. Let me look at how they are read."),
		"a failing test as the last result":    built().fails("go test ./...", goRed),
		"a change after the test, then a cut":  tested().edit("invoice/export.go", 9).call("Bash", "go test ./..."),
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
		"a closing answer":                    tested().say("The export is built, with an endpoint and tests. All tests pass."),
		"a passing test":                      tested(),
		"a passing test of a chain":           built().run("gofmt -w invoice && go test ./...", goGreen),
		"the commit that delivers":            tested().say("Done, all tests pass.").ask("great, commit it").call("Bash", "git commit -am 'feat: export invoices'"),
		"the push that delivers":              tested().say("Done, all tests pass.").ask("looks good, push").run("git commit -am 'feat: export'", "[main 1a2b3c4] feat: export").call("Bash", "git push origin main"),
		"the pull request that delivers":      tested().say("Done, all tests pass.").ask("nice, open a PR").call("Bash", "gh pr create --fill"),
		"a look at git before the commit":     tested().say("Done, all tests pass.").ask("looks good, commit this").run("git status", " M invoice/api.go\n?? invoice/export.go"),
		"the staging before the commit":       tested().say("Done, all tests pass.").ask("looks good, commit this").call("Bash", "git add -A"),
		"a farewell":                          tested().say("The export is built. All tests pass.").ask("thanks, bye").say("Goodbye!"),
		"a refusal whose new way was carried": work().refused("Write", "invoice/export.go", "put it into csv.go").write("invoice/csv.go", 60).run("go test ./...", goGreen).say("Moved to csv.go and built. All tests pass.").ask("great, commit").run("git commit -am 'feat: export'", "[main 1a2b3c4] feat: export").say("Committed."),
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
		return new(talk).ask("Make a plan for moving the invoices to their own service. Plan only.").read("invoice/store.go", "invoice/api.go")
	}
	for name, c := range map[string]struct {
		talk *talk
		done bool
	}{
		"handed over":                 {ask().refused("ExitPlanMode", plan, "").interrupt(), true},
		"approved":                    {ask().approved(plan).say("The plan is approved; it is ready to be carried out."), true},
		"accepted in words":           {ask().say("Here is the plan: 1. extract the store; 2. put an API in front of it; 3. move the readers.").ask("looks good, I agree with this plan").say("Good."), true},
		"refused with words":          {ask().refused("ExitPlanMode", plan, "no, this is wrong, the store has to stay where it is"), false},
		"refused with words, stopped": {ask().refused("ExitPlanMode", plan, "no, that is not what I asked for").interrupt(), false},
		"stopped before it was shown": {ask().interrupt(), false},
	} {
		v := b.verdict(c.talk)
		if v.Status != fact.JudgeOK || v.Intent != fact.Plan || v.GoalComplete != c.done || c.done && v.Basis != fact.Explicit {
			t.Errorf("%s: %s", name, explain(v))
		}
	}
}
