package session

import (
	"context"

	"prism/internal/fact"
)

// Draft is a run of turns with one goal, with its prose: what a judge reads.
// Turns of abandoned branches are in it (Turn.Abandoned) so that numbers hold;
// a judge leaves them out.
type Draft struct {
	Agent    string
	Turns    []Turn
	First    int // number of the first turn in its conversation, from 1
	OpenedBy fact.Boundary
	ClosedBy fact.Boundary
	AtEnd    bool   // the record ends with this session
	Tail     Tail   // of the record, where AtEnd
	Next     string // the prompt that follows in the same conversation; "" none
}

// Shift is a turn that opens a new goal.
type Shift struct {
	Turn        int     // index in the turns given, ≥ 1
	Probability float64 // 0–1
	Why         string  // a few words of our own
}

// Tracker finds topic shifts. Two stand behind it: the offline one and an LLM.
type Tracker interface {
	// Shifts returns the turns that open a materially different goal, ascending.
	// It may not look at client version, slug, ids, working folder or context size.
	Shifts(ctx context.Context, turns []Turn) ([]Shift, error)
}
