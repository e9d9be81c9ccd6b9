package live

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"prism/internal/cli/job"
	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/score"
	"prism/internal/term"
	"prism/internal/wire"
)

func plainly(_ term.Paint, text string) string { return text }

// going is a picture of some sessions that go on.
func going(at time.Time, titles ...string) *picture {
	pic := &picture{at: at, zone: time.UTC, today: score.Summary{}}
	for i, title := range titles {
		s := &fact.Session{
			ID: title, Started: at.Add(-time.Hour), Ended: at.Add(-time.Minute), State: fact.Open, Turns: 2, Floor: fact.NewFloor(3, 20, 0, 1), Repo: fact.Repo{Name: "r\x1b[2J"},
			Verdict: fact.Verdict{Status: fact.JudgeOK, Intent: fact.BugFix, Basis: fact.Explicit, Title: redact.Restore(title), Advice: redact.Restore("Run the tests."), Criteria: []fact.Criterion{{Name: "verified"}}},
		}
		pic.sessions = append(pic.sessions, seen{Session: s, short: title, stands: "bug fix: not verified", open: true, wants: i%2 == 0, good: i%2 == 1, last: []wire.Turn{
			{Number: 1, Prompt: "first prompt"}, {Number: 2, Prompt: "second\x1b]0;owned\a prompt\nof two lines", Done: []string{"edited a.go (+1 −1)"}},
		}})
	}
	return pic
}

// A frame is never larger than its screen, and nothing in it moves the cursor; the more
// there is, the less is said of each.
func TestFramesFit(t *testing.T) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	for _, n := range []int{0, 1, 2, 5, 30} {
		var titles []string
		for range n {
			titles = append(titles, "a title of 日本語 \x1b[31mand more words than a narrow screen has room for")
		}
		pic := going(now, titles...)
		for _, size := range [][2]int{{120, 50}, {80, 24}, {40, 10}, {21, 4}, {12, 3}} {
			lines := pic.frame(plainly, size[0], size[1], now)
			if len(lines) > size[1] && n > 0 {
				t.Errorf("%d sessions on %v: %d lines", n, size, len(lines))
			}
			for _, l := range lines {
				if w := term.Width(l); w > max(size[0], 24) || strings.ContainsAny(l, "\x1b\a\n\r") {
					t.Errorf("%d sessions on %v: %d cells: %q", n, size, w, l)
				}
			}
			if n > 0 && n <= 5 && size[1] >= 10 && strings.Count(strings.Join(lines, "\n"), "a title") != n {
				t.Errorf("%d sessions on %v: %q", n, size, lines)
			}
		}
	}
	whole := strings.Join(going(now, "one").frame(plainly, 80, 24, now), "\n")
	for _, want := range []string{"1 session going on", "◌ one", "bug fix: not verified", "✗ it was verified", "→ Run the tests.", "  2  second", "edited a.go"} {
		if !strings.Contains(whole, want) {
			t.Errorf("%q is not in\n%s", want, whole)
		}
	}
}

// Line by line only what is new is told: a session, a turn, how it stands.
func TestTellsWhatIsNew(t *testing.T) {
	at := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	told := func(now, before *picture) string {
		var out bytes.Buffer
		now.tell(term.NewFixed(&out, 0, false), before)
		return out.String()
	}
	first := going(at, "one")
	if got := told(first, nil); strings.Count(got, "\n") != 3 || !strings.Contains(got, "12:00:00  one  one · r") || !strings.Contains(got, "turn 2: second") || strings.ContainsAny(got, "\x1b\a") || strings.Contains(got, "turn 1") {
		t.Errorf("%q", got)
	}
	if got := told(going(at.Add(time.Minute), "one"), first); got != "" {
		t.Errorf("nothing is new: %q", got)
	}
	next := going(at, "one")
	next.sessions[0].Turns = 3
	next.sessions[0].last = append(next.sessions[0].last, wire.Turn{Number: 3, Prompt: "third"})
	if got := told(next, first); got != "12:00:00  one  turn 3: third\n" {
		t.Errorf("%q", got)
	}
	next.sessions[0].stands = "bug fix: landed so far"
	if got := told(next, first); !strings.HasSuffix(got, "one  bug fix: landed so far\n") {
		t.Errorf("%q", got)
	}
	if got := told(going(at), nil); got != "12:00:00  No session is going on.\n" {
		t.Errorf("%q", got)
	}
}

// A person's own machine: what is seen is what there is, behind the gate.
func TestSee(t *testing.T) {
	m := newMachine(t)
	m.fix()
	m.prompt("it is ghp_16C7e42F292c6912E7710c838347Ae178B4a, thanks")
	m.save(t)
	p := m.program()
	v := &viewer{p: p, turns: map[string]told{}}
	var pic *picture
	var text bytes.Buffer
	k := &Looker{Program: p, Flags: &job.ReadFlags{}, Command: Command(p), Show: func(ctx context.Context, j *job.Job, l *job.Library) (err error) {
		if pic, err = v.see(ctx, j, l); err == nil {
			p.Out = &text
			err = pic.tellJSON(p, j, nil)
		}
		return err
	}}
	for range 2 { // the second time from what is remembered
		text.Reset()
		if _, err := k.look(t.Context(), time.Now()); err != nil {
			t.Fatal(err)
		}
		var w wire.Watched
		if err := json.Unmarshal(text.Bytes(), &w); err != nil || len(w.Sessions) != 1 || strings.Count(text.String(), "\n") != 1 {
			t.Fatalf("%v: %s", err, text.String())
		}
		s := w.Sessions[0]
		if s.State != "open" || !strings.HasPrefix(s.Stands, "bug fix: ") || len(s.Last) != 2 || !strings.Contains(s.Last[1].Prompt, "GITHUB_PAT") || strings.Contains(text.String(), "ghp_16C7") {
			t.Errorf("%+v", s)
		}
	}
}
