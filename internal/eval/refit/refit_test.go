package refit

import (
	"errors"
	"fmt"
	"testing"

	"prism/internal/conversation"
	"prism/internal/eval"
	"prism/internal/eval/corpus"
	"prism/internal/fact"
)

// conversationOf is one of a project, with two goals.
func conversationOf(set, id string) (*corpus.Entry, eval.Gold, *conversation.Conversation) {
	c := &conversation.Conversation{ID: id, Agent: "claude"}
	for i, say := range []string{"Fix the crash in " + id, "ok, commit", "What is the weather like in " + set} {
		c.Turns = append(c.Turns, conversation.Turn{UUID: fmt.Sprint(id, i), Prompt: say, Says: []conversation.Say{{Text: "Done."}}, Abandoned: i == 1})
	}
	g := eval.Gold{Conversation: id, Set: set, Sessions: []eval.GoldSession{
		{First: 1, Last: 1, Intent: fact.BugFix, GoalComplete: true, P: .9},
		{First: 2, Last: 3, Intent: fact.Question, GoalComplete: id[0] == 'a', P: .5},
	}}
	return &corpus.Entry{Gold: g}, g, c
}

func set(t *testing.T, sets ...string) *Set {
	t.Helper()
	s, err := NewSet()
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range sets {
		s.Add(conversationOf(name, fmt.Sprintf("%c%d", 'a'+i%2, i)))
	}
	return s
}

func TestDivideKeepsWhatBelongsTogether(t *testing.T) {
	s := set(t, "cli", "cli-more", "cli-spliced", "sync", "p01", "p02")
	s.Add(conversationOf("sync", "a0")) // the very conversation that cli has
	byProject, err := s.Divide(ByProject, 10)
	if err != nil {
		t.Fatal(err)
	}
	if byProject[0] != byProject[1] || byProject[0] != byProject[2] || byProject[4] == byProject[0] || byProject[4] == byProject[5] {
		t.Errorf("by project: %v", byProject)
	}
	byConversation, err := s.Divide(ByConversation, 3)
	if err != nil {
		t.Fatal(err)
	}
	if byConversation[0] != byConversation[6] {
		t.Errorf("by conversation: %v, pieces of one original are parted", byConversation)
	}
	if byProject[6] != byProject[0] || byProject[3] != byProject[0] {
		t.Errorf("by project: %v, projects that share a conversation are parted", byProject)
	}
	if _, err := set(t, "cli", "cli-cut").Divide(ByProject, 10); !errors.Is(err, ErrFolds) {
		t.Errorf("one project: %v", err)
	}
	if _, err := s.Divide("person", 10); err == nil {
		t.Error("an unknown way passed")
	}
}

func TestFitLeavesTheFoldOut(t *testing.T) {
	s := set(t, "cli", "sync", "p01", "p02", "p03", "cli-spliced")
	folds, err := s.Divide(ByProject, 2)
	if err != nil {
		t.Fatal(err)
	}
	j0, t0, err := s.Fit(folds[0])
	if err != nil {
		t.Fatal(err)
	}
	again, tAgain, err := s.Fit(folds[0])
	if err != nil || again.Version() != j0.Version() || tAgain.Version() != t0.Version() {
		t.Errorf("a second fit differs: %v", err)
	}
	j1, _, err := s.Fit(1 - folds[0])
	if err != nil || j1.Version() == j0.Version() {
		t.Errorf("both folds gave one model: %v", err)
	}
}

// Nothing of a fold is in its fit: neither its labels nor its words move it.
func TestAFoldDoesNotMoveItsFit(t *testing.T) {
	fitted := func(change bool) (judge, track string) {
		s, err := NewSet()
		if err != nil {
			t.Fatal(err)
		}
		for i, name := range []string{"cli", "sync", "p01", "p02", "p03", "cli-cut", "cli-spliced"} {
			e, g, c := conversationOf(name, fmt.Sprintf("%c%d", 'a'+i%2, i))
			if change && corpus.Project(name) == "cli" {
				for k := range g.Sessions {
					g.Sessions[k].GoalComplete, g.Sessions[k].Intent, g.Sessions[k].P = !g.Sessions[k].GoalComplete, fact.Review, .1
				}
				for k := range c.Turns {
					c.Turns[k].Prompt += " or review the lighthouse keeper's rota"
				}
			}
			s.Add(e, g, c)
		}
		folds, err := s.Divide(ByProject, 3)
		if err != nil {
			t.Fatal(err)
		}
		j, w, err := s.Fit(folds[0])
		if err != nil {
			t.Fatal(err)
		}
		other, _, err := s.Fit((folds[0] + 1) % 3)
		if err != nil {
			t.Fatal(err)
		}
		if j.Version() == other.Version() {
			t.Error("two folds gave one model")
		}
		return j.Version(), w.Version()
	}
	j, w := fitted(false)
	if j2, w2 := fitted(true); j2 != j || w2 != w {
		t.Errorf("judge %s, then %s; tracker %s, then %s", j, j2, w, w2)
	}
}

func TestAGoalOnAnAbandonedBranchOpensWithTheNextLivingTurn(t *testing.T) {
	_, g, c := conversationOf("p07", "b9")
	l := Conversation(g, c)
	if len(l.Turns) != 2 || l.Opens[0] || !l.Opens[1] || l.Weight != peopleWeight {
		t.Errorf("%d turns, opens %v, weight %v", len(l.Turns), l.Opens, l.Weight)
	}
}
