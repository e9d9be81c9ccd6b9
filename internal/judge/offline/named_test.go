package offline

import (
	"testing"

	"prism/internal/fact"
	"prism/internal/judge"
)

// TestVerdictsThatAreNamed: what an answer calls its verdict is quoted as that, what only
// looks like it is not.
func TestVerdictsThatAreNamed(t *testing.T) {
	b := newBench(t)
	const body = "The scanner keeps its last line now, and the new tests would fail without it.\n\n"
	for name, c := range map[string]struct{ said, want string }{
		"a heading that says it":       {body + "## Verdict: sound, merge it\n\nThe rest is taste.", "## Verdict: sound, merge it"},
		"bold, at the head":            {"**Verdict: approve**\n\n" + body, "**Verdict: approve**"},
		"the sentence under it":        {body + "### Overall Assessment\n\nThe branch is in good shape. Two names could be better.", "The branch is in good shape."},
		"past a rule":                  {body + "**Verdict**\n\n---\n\nMerge it after the rename.", "Merge it after the rename."},
		"numbered":                     {body + "## 4. Conclusion\n\nThe cache is never cleared at logout.", "The cache is never cleared at logout."},
		"a sentence that gives one":    {body + "Overall, the change is sound and can go in. Thanks for the tests.", "Overall, the change is sound and can go in."},
		"praise before it":             {body + "## Verdict\n\nGood work. The parser is sound, and its tests are thorough. One nit.", "Good work. The parser is sound, and its tests are thorough."},
		"a label before a sentence":    {body + "**Bottom line:** nothing here blocks the merge. Have fun.", "**Bottom line:** nothing here blocks the merge."},
		"what is recommended":          {body + "### Recommendation\n\n**Ready to merge** - the rest is taste.", "**Ready to merge** - the rest is taste."},
		"a bold sentence":              {body + "### Verdict\n\n**The parser is sound.** It uses what there is.", "**The parser is sound.**"},
		"German":                       {body + "## Fazit\n\nDer Zweig kann so gemergt werden.", "Der Zweig kann so gemergt werden."},
		"Chinese":                      {body + "**结论**：可以合并，没有阻塞问题。", "**结论**：可以合并，没有阻塞问题。"},
		"a list under it":              {body + "### Verdict\n\n- one name is off\n- the rest is fine", ""},
		"it leads to a list":           {body + "### Verdict\n\nTwo things are left:\n\n- a name\n- a test", ""},
		"one of each point":            {"### A name\n\n**Verdict:** rename it\n\n### A test\n\n**Verdict:** keep it\n\n" + body, ""},
		"a label of advice to a point": {"### A name\n\n**Recommendation:** rename it\n\n" + body, ""},
		"in code":                      {body + "```\n## Verdict: sound\n```", ""},
		"a question":                   {body + "### Verdict\n\nShall I write it down?", ""},
		"another word":                 {body + "Overalls are blue.", ""},
	} {
		v := b.viewOf(new(talk).Ask("Review the branch").Read("scan.go").Say(c.said), fact.Review)
		if got := quoteText(verdictQuote(&v.Session.Turns[0], true)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	review := new(talk).Ask("Review the branch").Read("scan.go").Say(body + "### Verdict\n\nThe branch is sound, merge it as it is.")
	if got := b.as(review.Ask("now rename the scanner").Edit("scan.go", 4).Say("Renamed.\n\n**Verdict:** the new name says what it does and all of the tests pass."), fact.Review)[judge.CriterionVerdict]; got.Quote == nil || got.Quote.Text != "The branch is sound, merge it as it is." {
		t.Errorf("a verdict on the change is not that of the review: %+v", got.Quote)
	}
}

// TestWhatWasNeverDoneIsNotTested: where nothing was changed, no criterion asks for its test.
func TestWhatWasNeverDoneIsNotTested(t *testing.T) {
	b := newBench(t)
	k := func() *talk { return new(talk).Ask("Add a CSV export").Read("api.go") }
	for name, c := range map[string]struct {
		talk *talk
		want bool
	}{
		"nothing was changed":   {k().Say("Where should the button go?"), false},
		"something was changed": {k().Edit("api.go", 4).Say("Added."), true},
		"a check failed":        {k().Fails("npm test", "Tests:       1 failed, 8 passed, 9 total").Say("It fails."), true},
	} {
		if _, got := b.as(c.talk, fact.Feature)[judge.CriterionTested]; got != c.want {
			t.Errorf("%s: told of tests %t, want %t", name, got, c.want)
		}
	}
}

// TestEndIsQuotedWhole: where an answer opens on the word that all is done, no point of its
// list stands for the end of the work, nor does what leads to a question.
func TestEndIsQuotedWhole(t *testing.T) {
	b := newBench(t)
	for name, c := range map[string]struct {
		talk *talk
		want string
	}{
		"all done, a list of files": {fixAsked().Edit("depth.go", 2).Say("All done. Here's a summary of the changes:\n\n**`depth.go`:**\n- Added `fathom` and `metre` constants of the depth\n- Removed the old table of the depths"), "All done."},
		"a sentence of its own":     {fixAsked().Edit("depth.go", 2).Say("Done. The depth of the harbour is read in metres now."), "Done. The depth of the harbour is read in metres now."},
	} {
		got := b.as(c.talk, fact.BugFix)[judge.CriterionFinished]
		if !got.Met || quoteText(got.Quote) != c.want {
			t.Errorf("%s: %q, want %q", name, quoteText(got.Quote), c.want)
		}
	}
}
