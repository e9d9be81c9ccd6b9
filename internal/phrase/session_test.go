package phrase

import (
	"strings"
	"testing"

	"prism/internal/fact"
)

func TestNames(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  string
	}{{nil, ""}, {[]string{"a", "b"}, "a, b"}, {[]string{"a", "b", "c", "d"}, "a, b, 2 more"}} {
		before := len(c.names)
		if got := Few(c.names, 2); got != c.want || len(c.names) != before {
			t.Errorf("Few(%q, 2) = %q, want %q", c.names, got, c.want)
		}
	}
	if got := Unpriced([]string{"a", "b", "c", "d"}); got != "a, b, c, d" {
		t.Errorf("four models are %q", got)
	}
	if got := Unpriced([]string{"a", "b", "c", "d", "e"}); got != "a, b, c, 2 more" {
		t.Errorf("five models are %q", got)
	}
}

func TestCell(t *testing.T) {
	for line, want := range map[string]string{"": "", "plain": "plain", "=1+1": "'=1+1", "＝SUM(A1)": "'＝SUM(A1)", "-x": "'-x", "a=b": "a=b"} {
		if got := Cell(line); got != want {
			t.Errorf("Cell(%q) = %q, want %q", line, got, want)
		}
	}
}

func TestResult(t *testing.T) {
	for _, c := range []struct {
		name    string
		verdict fact.Verdict
		ground  string
	}{
		{"a plan that was taken", fact.Verdict{Intent: fact.Plan, Basis: fact.Explicit, GoalComplete: true}, "explicit: the plan was accepted in words or worked on, or the record ends on it, turned down without a word."},
		{"landed by word", fact.Verdict{Intent: fact.BugFix, Basis: fact.Explicit, GoalComplete: true}, "explicit: the person or the output says so."},
		{"missed by word", fact.Verdict{Intent: fact.BugFix, Basis: fact.Explicit}, "explicit: the person or the output shows that it was not."},
		{"likely, and not enough", fact.Verdict{Intent: fact.BugFix, Basis: fact.Silent, Confidence: 0.9}, "silent: nobody said so, and likely is not enough where a condition below is unmet."},
		{"silent", fact.Verdict{Intent: fact.BugFix, Basis: fact.Silent, Confidence: 0.6}, "silent: nobody said so, and nothing on record settles it. A silent bug fix needs 75 %."},
		{"no intent", fact.Verdict{Basis: fact.Silent}, "silent: nobody said so, and nothing on record settles it."},
	} {
		if got := Ground(&c.verdict); got != c.ground {
			t.Errorf("%s: %q, want %q", c.name, got, c.ground)
		}
	}
}

// What was taken out later is told without denying the verdict beside it: who landed
// nothing kept nothing.
func TestUndone(t *testing.T) {
	for _, c := range []struct {
		reworked, landed bool
		want             string
	}{
		{false, true, "Later sessions took out 6 of the 10 lines that it added, brackets and blank ones aside (60 %): too few to count as rework."},
		{true, true, "Later sessions took out 6 of the 10 lines that it added, brackets and blank ones aside (60 %): it did not keep what it had landed."},
		{true, false, "Later sessions took out 6 of the 10 lines that it added, brackets and blank ones aside (60 %). It counts as not landed with or without that."},
	} {
		s := &fact.Session{Rework: fact.Rework{Undone: 6, Owned: 10, Share: 0.6, Reworked: c.reworked}, Verdict: fact.Verdict{GoalComplete: c.landed}}
		if got := Undone(s); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// The reason stands beside the result, as it does in the lists.
func TestOutcome(t *testing.T) {
	missed := &fact.Session{Verdict: fact.Verdict{Signal: fact.Frustration}}
	if got := Outcome(missed); got != "Counted, and the goal was not landed: frustration." {
		t.Errorf("%q", got)
	}
	landed := &fact.Session{Verdict: fact.Verdict{GoalComplete: true}}
	if got := Outcome(landed); got != Result(landed) {
		t.Errorf("%q", got)
	}
}

// A turn that was rewound counts for no floor, and the two numbers are told apart.
func TestFloorRewound(t *testing.T) {
	s := &fact.Session{Turns: 4, Floor: fact.Floor{Turns: 3}}
	if got := Floor(s); !strings.HasPrefix(got, "3 turns (3 needed; 1 more left behind by a rewind), ") {
		t.Errorf("%q", got)
	}
	s.Turns = 3
	if got := Floor(s); !strings.HasPrefix(got, "3 turns (3 needed), ") {
		t.Errorf("%q", got)
	}
}
