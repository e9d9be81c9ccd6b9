package offline

import (
	"strings"
	"testing"

	"prism/internal/fact"
	"prism/internal/judge"
)

// TestTheNextStep: who has one more thing made took what was done as good; who finds
// something amiss in it, corrects it or only states something of it did not, though the
// agent changed something for it.
func TestTheNextStep(t *testing.T) {
	b := newBench(t)
	after := func(prompt string) judge.Criterion {
		k := new(talk).Ask("Add a tide table to the harbour page").Write("tide.tsx", 40).Say("The table is there.").
			Ask(prompt).Edit("tide.tsx", 20).Run("npm test", jestGreen).Say("Changed.")
		return b.as(k, fact.Feature)[judge.CriterionAccepted]
	}
	for _, prompt := range []string{
		"now add a legend to it", "great, now a legend below", "can we also add the moon phases?", "add a column for the wind, not for the rain",
		"and the same for the pier, please", "then update the changelog", "füge noch eine Legende hinzu", "jetzt noch eine Legende",
		"ajoute aussi une légende", "добавь легенду под таблицей", "再加一个图例", "could you make it blue?", "kannst du die Legende blau machen?", "합계는 파란색으로 처리해줄 수 있어?", "오류는 검정색으로 처리해줄 수 있어? 그 색 그대로 쓰고 싶어", "change the error text to red", "can you show the failed gauges in grey?", "agrega también una leyenda", "aggiungi anche una legenda",
	} {
		if c := after(prompt); !c.Met || c.Quote == nil || !strings.Contains(prompt, strings.TrimRight(c.Quote.Text, ".")) {
			t.Errorf("%q is no next step: %t by %q", prompt, c.Met, quoteText(c.Quote))
		}
	}
	for _, prompt := range []string{
		"the table looks like a poor implementation, make a proper component", "this is hacky, add a real parser",
		"those tests are just testing that the file is there", "hmm, the last commit has broken the harbour map",
		"this logic duplicates what the gauge does in lines 40 to 60", "the pier's table can panic on an empty answer",
		"add a legend instead, not a title, that was wrong", "please address the review comments", "is the old table gone completely?", "hmm, the amend has broken our whole map", "no, revert those changes, I think it is correct as it was", "지금부터 모든 답변을 한글로 해줘", "완전히 돌아간 거 맞아? 아까 그 코드로",
		"das ist eine schlechte Lösung, mach eine richtige Komponente", "c'est moche, refais la mise en page",
		"выглядит как плохая реализация, сделай нормальный компонент", "写得太乱了，重新整理一下", "완전히 다시 돌아간거 맞아?", "quedó feo, cámbialo por una lista",
	} {
		if c := after(prompt); c.Met {
			t.Errorf("%q is taken as accepted by %q", prompt, quoteText(c.Quote))
		}
	}
}

// TestWhatShowsTheEnd: that the work did not stop half-way is shown by a sentence that says
// that something is done or holds, and by none that says how things were.
func TestWhatShowsTheEnd(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ answer, want string }{
		{"The legend is drawn below the chart now; all tests pass.", "The legend is drawn below the chart now; all tests pass."},
		{"I can see that the branch had the old chart. I've moved the legend below the chart.", "I've moved the legend below the chart."},
		{"Build successful.\n\n**Problem 1 — no legend**\nThe old folder alone does not do as the entry point of the theme.\n\n**Fix**\nAdded the folder to the theme of the chart.", "Added the folder to the theme of the chart."},
		{"All fixed. Tests and lint pass. The output will now be:\n\n```\nok\n```", "All fixed."},
		{"The old folder alone does not do as the entry point of the theme.", ""},
		{"I moved what I could, but I cannot open the page, since the server is away.", ""},
		{"Die Legende steht jetzt unter dem Diagramm, alle Tests sind grün.", "Die Legende steht jetzt unter dem Diagramm, alle Tests sind grün."},
	} {
		got := b.as(new(talk).Ask("Move the legend of the chart below it").Edit("chart.go", 12).Say(c.answer), fact.SmallChange)[judge.CriterionFinished]
		if !got.Met || c.want == "" && got.Quote != nil || !strings.Contains(quoteText(got.Quote), c.want) {
			t.Errorf("%q: met %t by %q, want %q", c.answer, got.Met, quoteText(got.Quote), c.want)
		}
	}
	planned := new(talk).Ask("Move the legend of the chart below it").Edit("chart.go", 12).Run("git commit -am 'legend'", "[main 1a2b3c4] legend").Say("Committed.").
		Ask("now plan the axis").Refused("ExitPlanMode", "# Plan: axis", "").Interrupt()
	if got := b.as(planned, fact.SmallChange)[judge.CriterionFinished]; !got.Met || got.Quote != nil {
		t.Errorf("the heading of the next plan shows an end: %t by %q", got.Met, quoteText(got.Quote))
	}
}

// TestARunnerThatRanNothing: of a runner that says of several packages how they went, the
// line is quoted that counts tests.
func TestARunnerThatRanNothing(t *testing.T) {
	b := newBench(t)
	const out = "running 12 tests\ntest result: ok. 12 passed; 0 failed; 0 ignored\n\n   Doc-tests tide\n\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored"
	k := new(talk).Ask("Fix the rounding of the tide in tide.rs, it is off by one").Edit("tide.rs", 4).Run("cargo test", out).Say("Fixed, all tests pass.")
	if got := b.as(k, fact.BugFix)[judge.CriterionVerified]; !got.Met || !strings.Contains(quoteText(got.Quote), "12 passed") {
		t.Errorf("met %t by %q", got.Met, quoteText(got.Quote))
	}
}

// TestANarrowerCheckHidesNoRedOne: who says at the end that something fails, and asks how to
// go on, has not landed, though narrower tests pass; who ran the same again and saw it pass
// has, and so has who says that it failed before.
func TestANarrowerCheckHidesNoRedOne(t *testing.T) {
	b := newBench(t)
	fix := func() *talk {
		return new(talk).Ask("Fix the rounding of the total in cart.go").Edit("cart.go", 6).Fails("make integration", goRed).Edit("cart.go", 3).Run("go test ./cart", goGreen)
	}
	for _, c := range []struct {
		talk *talk
		done bool
	}{
		{fix().Say("The unit tests pass. The integration tests are still failing because of my change.\n\nShould I:\n1. revert it?\n2. go on, or document the failing tests as a known issue?"), false},
		{fix().Say("Die Unit-Tests sind grün, die Integrationstests schlagen fehl. Soll ich weitersuchen?"), false},
		{fix().Run("make integration", goGreen).Say("The integration tests failed at first; now all pass. Shall I commit it?"), true},
		{fix().Say("Fixed, all unit tests pass. The integration tests fail on main, too: that is unrelated. Shall I commit it?"), true},
	} {
		v := b.verdict(c.talk)
		if v.GoalComplete != c.done || !c.done && v.Signal != fact.UnresolvedError {
			t.Errorf("want %t: %s", c.done, explain(v))
		}
		for _, k := range v.Criteria {
			if !c.done && k.Name == judge.CriterionVerified && k.Met {
				t.Errorf("it stands as verified: %s", explain(v))
			}
		}
	}
}

// TestAdviceOnAnAnswerThatIsMissing: who got no answer is not told to take it.
func TestAdviceOnAnAnswerThatIsMissing(t *testing.T) {
	v := newBench(t).verdict(new(talk).Ask("Why does the gauge create no tables when it starts in a folder of its own?").Say("Let me look at how the tables are created.").Call("Read", "gauge.go"))
	if got := v.Advice.String(); v.GoalComplete || strings.Contains(got, "Acknowledge") || !strings.Contains(got, "come to an end") {
		t.Errorf("%q: %s", got, explain(v))
	}
}
