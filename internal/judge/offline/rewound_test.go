package offline

import (
	"slices"
	"testing"

	"prism/internal/conversation"
	"prism/internal/fact"
)

// A plan that was handed on for the next step is quoted by the words of its own turn,
// however many turns were rewound before it, and never by an older turn's.
func TestPlansAfterRewoundTurns(t *testing.T) {
	b := newBench(t)
	const words = "now plan the same for the orders"
	for _, left := range []int{0, 1, 2, 5} {
		d := new(talk).Ask("Add a CSV export to the invoices page").Write("export.go", 40).Say("Added.").
			Ask(words).Refused("ExitPlanMode", "# Plan: orders", "").Interrupt().Draft()
		for range left {
			d.Turns = slices.Insert(d.Turns, 0, conversation.Turn{Prompt: "Add an export", Abandoned: true})
		}
		met, q := newView(b.j.Read(d).a, knownAs(fact.Feature)).accepted()
		if !met || q == nil || q.Text != words || q.Turn != left+2 {
			t.Errorf("%d rewound: %t by %+v", left, met, q)
		}
	}
}
