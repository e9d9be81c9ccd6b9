package offline

import (
	"testing"

	"prism/internal/fact"
)

// TestWishedFor: what a session is for is what it was asked for. A plan that is handed on is
// what it does, whatever its heading; a review that is brought along says what to do; a wish
// is no fault because what came of it failed later; and a line of a text is no feature.
func TestWishedFor(t *testing.T) {
	b := newBench(t)
	is := func(name string, k *talk, not fact.Intent, want ...fact.Intent) {
		t.Helper()
		v := b.verdict(k)
		if v.Intent == not {
			t.Errorf("%s: %s", name, explain(v))
		}
		for _, w := range want {
			if v.Intent == w {
				return
			}
		}
		if len(want) > 0 {
			t.Errorf("%s: %s", name, explain(v))
		}
	}
	work := func(k *talk) *talk {
		return k.Read("tides.go", "harbour.go").Edit("tides.go", 24).Edit("harbour.go", 18).Run("go test ./...", goGreen).Say("Done. The shared reader is in place and both tables use it. All tests pass.")
	}
	for _, plan := range []string{
		"# Review: how the tides are read\n\n## Summary\nThe tide reader stands twice.\n\n## Issues found\n### 1. Code stands twice\nThe reader is copied.\n\n## Changes\n- One reader in tides.go",
		"# Code review of the harbour tables\n\n## Findings\n1. The reader is copied, and one copy loses the last value.\n\n## Steps\n1. Move the reader",
	} {
		is("plan with a review's heading", work(new(talk).HandPlan(plan)), fact.Review)
	}
	for _, ask := range []string{
		"I got this feedback on this PR branch: the comment says that the table is sorted, but it is not. Either sort it or change the comment to avoid confusion about what it holds, in tides.go",
		"The reviewer wrote: the comment of readTides says metres but the values are feet. Either convert them or mend the comment",
	} {
		is(ask, new(talk).Ask(ask).Read("tides.go").Edit("tides.go", 1).Say("Mended the misleading comment. It now says what the table holds."), fact.Review)
	}
	for _, ask := range []string{
		"Let's adjust the test-values.txt file. Add HIGH_WATER=42. I'm testing the reader.",
		"add a line NEAP=7 to test-values.txt, for the tests",
		"Füge in test-values.txt die Zeile NEAP=7 hinzu, zum Testen",
	} {
		is(ask, new(talk).Ask(ask).Read("test-values.txt").Edit("test-values.txt", 1).Say("Added the value to test-values.txt."), fact.Feature, fact.SmallChange)
	}
	for _, ask := range []string{
		"instead of a new terminal, can you have cmd t open the tide viewer directly?",
		"puoi associare a cmd t di aprire direttamente il visualizzatore invece di un nuovo terminale?",
	} {
		is(ask, new(talk).Ask(ask).Edit("keymap.json", 4).Say("Done. Cmd+T opens the viewer.").Ask("non funziona").Run("ls -la", "keymap.json").Say("Restart the editor and try again."), fact.BugFix)
	}

	// Who asks for a verdict gets one, though something is mended besides; and who tells of a
	// fault wants it mended, be it with a question.
	is("a review, then its findings", work(new(talk).Ask("Review the branch and tell me what you think").Read("tides.go").Run("git diff main", "+ a line").Say("The branch looks good. Two findings: the reader is copied, and one copy loses the last value. I would not merge it before that is mended.").Ask("fix both")), fact.Feature, fact.Review, fact.BugFix)
	is("a fault in a question", new(talk).Ask("can you mend the keymap? cmd t is broken, it opens nothing").Edit("keymap.json", 4).Say("Mended: the key was bound twice."), fact.Feature, fact.BugFix, fact.SmallChange)
	is("a feature with tests", new(talk).Ask("Add a csv export of the tides, with tests").Write("export.go", 60).Write("export_test.go", 40).Run("go test ./...", goGreen).Say("Added. All tests pass."), fact.SmallChange, fact.Feature)
}
