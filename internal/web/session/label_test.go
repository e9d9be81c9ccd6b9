package session

import (
	"strings"
	"testing"

	"prism/internal/fact"
)

// Nobody agrees or disagrees with a verdict that is not there.
func TestWhatWasSaidBesideAVerdict(t *testing.T) {
	for _, c := range []struct {
		status         fact.JudgeStatus
		landed, person bool
		want           string
	}{
		{fact.JudgeOK, true, true, "✓ you agree"},
		{fact.JudgeOK, false, false, "✓ you agree"},
		{fact.JudgeOK, true, false, "✗ you disagree"},
		{fact.JudgePending, false, false, "you said it did not land"},
		{fact.JudgePending, false, true, "you said it landed"},
		{fact.JudgeError, false, true, "you said it landed"},
	} {
		s := &fact.Session{Floor: fact.Floor{Passed: true}, Verdict: fact.Verdict{Status: c.status, GoalComplete: c.landed, Intent: fact.Feature}}
		if got := SaidShort(s, c.person, true); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
		if got := SaidShort(s, c.person, false); strings.Contains(got, "you") || !strings.Contains(got, "its person") {
			t.Errorf("%+v, of another's: %q", c, got)
		}
	}
}
