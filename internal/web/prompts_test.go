package web_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"prism/internal/fact"
	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/tenant"
	"prism/internal/web"
	"prism/internal/web/page"
	"prism/internal/web/session"
	"prism/internal/wire"
)

// practising is a library of somebody who asks for checks now and then.
type practising struct {
	*library
	who    page.Who
	people []string
}

func (l *practising) Who() page.Who                  { return l.who }
func (l *practising) Preview(string) (string, error) { return "", nil }
func (l *practising) Instances(_ context.Context, list []*fact.Session, check, most int) (out []web.Instance) {
	for _, s := range list[:min(most, len(list))] {
		turn := [7]int{1, 1, 1, 1, 2, 1, 0}[check]
		out = append(out, web.Instance{Session: s, Turn: turn, Prompt: l.turns[turn-1].Prompt})
	}
	return out
}
func (l *practising) First(ctx context.Context, f store.Filter, words []string, o store.Order, limit int) ([]*fact.Session, error) {
	l.people = f.People
	return l.library.First(ctx, f, words, o, limit)
}

func practice(t *testing.T) *practising {
	t.Helper()
	l := demoLibrary(t)
	base := *l.sessions[0]
	l.sessions = nil
	for i := range 12 {
		s := base
		s.ID = fmt.Sprintf("%016x", i+1)
		s.Floor.Passed, s.State, s.Automated = true, fact.Closed, false
		s.Verdict.Status, s.Verdict.Intent, s.Verdict.GoalComplete = fact.JudgeOK, fact.BugFix, i%2 == 0
		s.Rework = fact.Rework{}
		s.Ended = now.AddDate(0, 0, -7*(i/2)-1)
		s.Started = s.Ended.Add(-time.Hour)
		s.Verdict.Rubric = fact.Rubric{GoalExplicit: fact.Present, ScopeBounded: fact.Present, ReferencesConcrete: fact.Present, ContextSufficient: fact.Present, VerificationRequested: fact.Absent, RootCauseOriented: fact.Present, PlanFirst: fact.NotApplicable, Letter: "B"}
		if i%4 == 0 {
			s.Verdict.Rubric.VerificationRequested = fact.Present
		}
		l.sessions = append(l.sessions, &s)
	}
	l.turns = []wire.Turn{{Number: 1, Prompt: "mend it"}, {Number: 2, Prompt: "and show me <b>the test</b>"}}
	return &practising{library: l}
}

// The weakest check is named with what to do, and with sessions that had it, each with the
// turn, and that lacked it; the trend has a table behind it.
func TestPromptsPage(t *testing.T) {
	l := practice(t)
	h := handler(t, l)
	_, page, _ := get(t, h, "/prompts")
	for _, want := range []string{
		"Least practised: verification", "Met in 3 of 12 sessions", "Ask for the test or the command",
		"3 of 3 with it crushed, 3 of 9 without", `/sessions/0000000000000001?at=2#turn-2`, "and show me &lt;b&gt;the test",
		"Prompt grade by week", "By week, as a table", "week of 28 Dec 2026", "1 of 2", "plan first", `class="spark"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(page, "<b>the test") {
		t.Error("what a transcript says is markup")
	}
	if n := strings.Count(page, `class="instance"`); n != 6 {
		t.Errorf("%d examples", n)
	}
	if l.people != nil {
		t.Errorf("on one's own machine it is asked for %v", l.people)
	}
}

// Examples are one's own, whoever's figures one sees.
func TestPromptExamplesAreOnesOwn(t *testing.T) {
	l := practice(t)
	l.who = page.Who{Person: "ada", Role: tenant.Owner, Admin: true, Signed: true}
	get(t, handler(t, l), "/prompts")
	if len(l.people) != 1 || l.people[0] != "ada" {
		t.Errorf("examples are asked of %v", l.people)
	}
	l.who.Person, l.people = "", nil
	if _, page, _ := get(t, handler(t, l), "/prompts"); !strings.Contains(page, "this key is nobody’s") || strings.Contains(page, `class="instance"`) {
		t.Error("a key that is nobody's is shown somebody's sessions")
	}
}

// Weeks add up to the whole, however a score was put together.
func TestSkillWeeksAddUp(t *testing.T) {
	l := practice(t)
	sum, err := l.Summary(t.Context(), score.Options{Now: now}, store.Filter{}, nil)
	if err != nil || len(sum.Skills) != 6 {
		t.Fatalf("%d weeks, %v", len(sum.Skills), err)
	}
	graded, hits := 0, 0
	for i, w := range sum.Skills {
		graded += w.Graded
		hits += w.Checks[4].Hits
		if i > 0 && !sum.Skills[i-1].Monday.Before(w.Monday) {
			t.Error("weeks are out of order")
		}
	}
	if graded != sum.Skill.Graded || hits != sum.Skill.Checks[4].Hits || hits != 3 {
		t.Errorf("%d graded of %d, %d hits of %d", graded, sum.Skill.Graded, hits, sum.Skill.Checks[4].Hits)
	}
}

// forked is a library that knows of copies.
type forked struct {
	*library
	copies []session.Copy
}

func (l *forked) Copies(context.Context, *fact.Session) []session.Copy { return l.copies }

// A session says which one it was forked from, with how many turns are copies, and which
// were forked from it.
func TestForkLineageOnThePage(t *testing.T) {
	l := demoLibrary(t)
	at := "/sessions/" + l.sessions[0].ID
	h := handler(t, &forked{library: l, copies: []session.Copy{{Session: l.sessions[1], Turns: 4, Earlier: true}, {Session: l.sessions[2], Turns: 1}}})
	_, page, _ := get(t, h, at+"?repo=x")
	for _, want := range []string{
		"forked or resumed from; its first 4 turns are copies", `href="/sessions/` + l.sessions[1].ID + `?repo=x"`,
		"forked or resumed as; it begins with a copy of 1 turn", `href="/sessions/` + l.sessions[2].ID + `?repo=x"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if i, k := strings.Index(page, l.sessions[1].ID), strings.Index(page, l.sessions[2].ID); i > k {
		t.Error("what it comes from stands behind what came of it")
	}
	if _, page, _ := get(t, handler(t, l), at); strings.Contains(page, "forked") {
		t.Error("of one without copies it is said that it was forked")
	}
}
