package view

import (
	"strings"
	"testing"
	"time"

	"prism/internal/cli/job"
	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/term"
	"prism/internal/wire"
)

// No row wraps on any screen of forty cells and more: what is too wide is shortened
// or left out. Places and commands are kept whole, to be copied.
func TestNothingWraps(t *testing.T) {
	turns := []wire.Turn{
		{Number: 1, StartedAt: wire.Instant(time.Date(2026, 11, 9, 9, 12, 0, 0, time.UTC)), Prompt: "Sightings of the clock change are off by an hour, fix it in larkspur/times.py",
			Done: []string{"edited times.py (+4 −1)", "ran 3 commands, 2 failed"}, Answer: strings.Repeat("One test still fails. ", 9)},
	}
	for width := 40; width <= 160; width += 4 {
		p, j, out := on(t, width, false)
		r := sampleReading()
		for i := range r.Sessions {
			s := &r.Sessions[i]
			s.Verdict.Title = redact.Literal("a long title of many words that says the goal and all that was tried for it, one after the other, on any screen")
			s.Branch, s.Repo.Name, s.Folder = "feature/with-a-long-name-of-its-own", "a-repository-with-a-long-name", "/home/robin/code/somewhere/far/below/all/of/it"
			s.Verdict.Confidence, s.Verdict.Basis, s.Verdict.GoalComplete, s.Rework.Reworked = 0.7, fact.Silent, i%2 == 0, i == 4
			s.Ended = s.Ended.AddDate(-i/2, 0, 0)
			s.Started = s.Ended.Add(-time.Hour)
		}
		l := shelved(t, r, j)
		sum := score.Compute(*r, j.ScoreOptions(score.Dimensions()))
		sum.Nested = fact.Tokens{Input: 1e9}
		if err := Score(t.Context(), p, j, l, &sum, job.Agreement{}); err != nil {
			t.Fatal(err)
		}
		list, found, err := l.List(t.Context(), j.Wanted(), store.Order{}, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, names := range [][]string{nil, {"+turns", "+lines", "+duration"}, ColumnNames()} {
			if err := Sessions(t.Context(), p, j, l, list, found+1, names...); err != nil {
				t.Fatal(err)
			}
		}
		for i := range r.Sessions {
			Session(t.Context(), p, j, l, &r.Sessions[i], turns, "", nil, nil)
		}
		for line := range strings.SplitSeq(out.String(), "\n") {
			if term.Width(line) > width && !strings.Contains(line, ".jsonl") && !strings.Contains(line, "prism s") {
				t.Errorf("%d cells on a screen of %d: %s", term.Width(line), width, line)
			}
		}
		if t.Failed() {
			return
		}
	}
}

// Rules and borders of one sign take no room from the words of a prompt; words stay.
func TestSqueeze(t *testing.T) {
	for s, want := range map[string]string{
		"A ═════════ B": "A ════ B", "aaaaaaaa 1000000  x": "aaaaaaaa 1000000  x", "--force": "--force", "…": "…",
	} {
		if got := squeeze(s); got != want {
			t.Errorf("squeeze(%q) = %q, want %q", s, got, want)
		}
	}
}

// TestModelsAreToldApart: at eighty cells a model's name stands whole, and the bar goes.
func TestModelsAreToldApart(t *testing.T) {
	p, _, out := on(t, 80, false)
	x := 60.0
	b := score.Breakdown{By: "model"}
	for _, key := range []string{"claude-sonnet-4-5-20250929", "claude-sonnet-4-20250514"} {
		b.Groups = append(b.Groups, score.Group{Key: key, Ratio: score.Ratio{Counted: 100, Crushed: 60, Score: &x, Sessions: 120}})
	}
	groupTable(p, b)
	for _, g := range b.Groups {
		if !strings.Contains(out.String(), g.Key+" ") {
			t.Errorf("%s is cut:\n%s", g.Key, out)
		}
	}
}
