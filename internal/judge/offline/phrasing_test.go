package offline

import (
	"testing"

	"prism/internal/fact"
	"prism/internal/judge"
)

// TestPhrasings: what is said is heard however it is put, and what only sounds like it
// is not.
func TestPhrasings(t *testing.T) {
	b := newBench(t)
	work := func() *talk {
		return new(talk).Ask("Fix the crash of the importer at start").Edit("import.ts", 4).Say("The importer reads its settings first now.")
	}
	for _, words := range []string{
		"scrap the whole thing", "let's ditch the idea", "ah, we don't need that feature anymore", "please just table this one",
		"we decided against it", "no longer required", "shelving this", "not worth the hassle", "I'll sort it out by hand, I'll do it myself",
	} {
		if v := b.verdict(work().Ask(words).Say("OK.")); v.Signal != fact.Abandoned || v.GoalComplete {
			t.Errorf("%q: %s", words, explain(v))
		}
	}
	for _, words := range []string{
		"I'm running out of patience", "that made things even worse", "and we're back to square one", "exactly as before",
		"now something else is broken", "no visible change whatsoever", "the exact same exception", "there we go again", "oh, here we go again", "how hard can it be!!", "for the fifth time: it crashes",
		"dosent work", "that messed up everything else", "the crash is back",
	} {
		if v := b.verdict(work().Ask(words).Say("Sorry about that.")); v.Signal != fact.Frustration || v.GoalComplete {
			t.Errorf("%q: %s", words, explain(v))
		}
	}
	for _, words := range []string{
		"no crashes any more, nice", "it doesn't crash any longer", "tested it and all good", "runs like a dream now",
		"the error is history", "very good work", "ah, now I see", "fine with the approach", "crystal clear", "will do",
		"interesting findings indeed", "alright, sounds sensible", "good to know", "the summary is really useful",
	} {
		for how, k := range map[string]*talk{"unanswered": work().Ask(words), "answered": work().Ask(words).Say("OK.")} {
			if v := b.verdict(k); v.Signal != fact.NoSignal || how == "unanswered" && v.Lacks(judge.CriterionFinished) {
				t.Errorf("%q, %s: %s", words, how, explain(v))
			}
		}
	}
	for _, words := range []string{
		"the footer as well", "good, reindex the table", "rather with a retry", "semicolons", "the plan, please",
	} {
		if v := b.verdict(work().Ask(words)); !v.Lacks(judge.CriterionFinished) {
			t.Errorf("%q is no nod: %s", words, explain(v))
		}
	}
}

// meets reports whether a criterion of a verdict is met.
func meets(v fact.Verdict, name string) bool {
	for _, c := range v.Criteria {
		if c.Name == name {
			return c.Met
		}
	}
	return false
}

// TestMissingPart: a feature is not complete while the agent says of a part that it is
// not there; an offer, or how it was before, is no such part.
func TestMissingPart(t *testing.T) {
	b := newBench(t)
	work := func(says string) *talk {
		return new(talk).Ask("Add an export of invoices with an endpoint and a page").Write("export.go", 60).Run("go test ./...", goGreen).Say(says)
	}
	for says, whole := range map[string]bool{
		"The page is built, all tests pass. The endpoint just returns 501 for now.":              false,
		"The page is built, all tests pass. The endpoint is left for a later step.":              false,
		"All tests pass. What's left: the page.":                                                 false,
		"The endpoint works, all tests pass. The page isn't wired up yet.":                       false,
		"The page is done and the tests pass, but only the skeleton of the endpoint stands.":     false,
		"Both are built, all tests pass. Optionally, paging could be left for a later step.":     true,
		"Both are built, all tests pass. If you want, an export as PDF could come later.":        true,
		"Both are built, all tests pass. Before this, the endpoint just returned a placeholder.": true,
	} {
		if v := b.verdict(work(says)); v.GoalComplete != whole {
			t.Errorf("%q: %s", says, explain(v))
		}
	}
}
