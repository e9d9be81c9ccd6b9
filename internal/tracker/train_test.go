package tracker

import (
	"fmt"
	"testing"

	"prism/internal/conversation"
)

// labelled is a conversation about one thing.
func labelled(id, project, thing string) *Labelled {
	l := &Labelled{ID: id, Project: project, Original: len(id) + int(id[len(id)-1]), Weight: 1}
	for i, say := range []string{"Please rewrite the " + thing + " parser so that it reads " + thing + " files", "the " + thing + " still fails on empty input"} {
		l.Turns = append(l.Turns, conversation.Turn{Prompt: say, Says: []conversation.Say{{Text: "The " + thing + " parser reads " + thing + " files now."}}})
		l.Opens = append(l.Opens, i < 0)
	}
	return l
}

func TestSplices(t *testing.T) {
	a, b, c := labelled("a", "x", "invoice"), labelled("b", "x", "calendar"), labelled("c", "y", "weather")
	d := labelled("d", "x", "camera")
	d.Original = a.Original // a piece of the same conversation
	e := labelled("e", "x", "printer")
	e.Turns[0].Prompt = "commit"
	n := 0
	for s := range Splices([]*Labelled{a, b, c, d, e}, 4) {
		n++
		if s.Before.Project != s.After.Project || s.Before.Original == s.After.Original || s.After == e {
			t.Errorf("%s put behind %s", s.After.ID, s.Before.ID)
		}
		if len(s.Turns) <= s.Joint || s.Turns[s.Joint].Prompt != s.After.Turns[0].Prompt {
			t.Errorf("%s behind %s: the joint is not at %d", s.After.ID, s.Before.ID, s.Joint)
		}
	}
	if n == 0 {
		t.Error("no splice was made")
	}
	a.Branch, b.Branch, d.Branch = "topic", "topic", "topic"
	for s := range Splices([]*Labelled{a, b, d}, 4) {
		t.Errorf("%s behind %s: work on one branch is no example of two goals", s.After.ID, s.Before.ID)
	}
}

// What was stopped before it was answered does not end the first part of a splice.
func TestSplicesEndOnAnAnswer(t *testing.T) {
	a, b := labelled("a", "x", "invoice"), labelled("b", "x", "calendar")
	a.Turns = append(a.Turns, conversation.Turn{Prompt: "wait"})
	a.Opens = append(a.Opens, false)
	for s := range Splices([]*Labelled{a, b}, 1) {
		if s.After == b && s.Joint != 2 {
			t.Errorf("the joint is at %d, want 2", s.Joint)
		}
	}
}

func TestFitFindsShiftsItWasNotShown(t *testing.T) {
	things := []string{"invoice", "calendar", "weather", "camera", "printer", "ledger", "bicycle", "garden", "kitchen", "satellite", "violin", "harbour"}
	var data []*Labelled
	for i, thing := range things[:8] {
		data = append(data, labelled(fmt.Sprint("c", i), "x", thing))
	}
	w, err := Fit(data, DefaultFitOptions())
	if err != nil {
		t.Fatal(err)
	}
	tr, err := New(w)
	if err != nil {
		t.Fatal(err)
	}
	a, b := labelled("k", "z", things[9]), labelled("l", "z", things[10])
	p := tr.Probabilities(append(append([]conversation.Turn{}, a.Turns...), b.Turns...))
	if p[2] <= p[1] || p[2] <= p[3] {
		t.Errorf("probabilities %.2f: the joint at the third turn is not the likeliest", p)
	}
}
