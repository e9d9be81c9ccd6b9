package offline

import (
	"slices"
	"testing"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/locale"
)

// Every sentence that this judge may say of a session is one that pages say again in the
// language of who reads them.
func TestSentencesAreToldAgain(t *testing.T) {
	said := []string{asideText, "Checks passed after the last change.", "Checks passed on the way.", confirm, unsure, unseen, unbuilt, findsNone,
		stoppedIt, refusedIt, noAnswer, openCall, noClosing, announced, toItsEnd, testedAfter, testedMostly, "Checks passed after most of what was changed."}
	for _, f := range goalFeatures() {
		said = append(said, f.has, f.lacks)
	}
	for _, i := range fact.Intents {
		rule, _ := judge.RuleOf(i)
		said = append(said, rule.Advice)
	}
	for _, s := range judge.Signals() {
		said = append(said, s.Advice)
	}
	forms := locale.Forms()
	for _, text := range said {
		if text != "" && !slices.Contains(forms, text) {
			t.Errorf("%q is in none of locale's forms", text)
		}
	}
}
