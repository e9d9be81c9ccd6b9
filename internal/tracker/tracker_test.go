package tracker

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"prism/internal/session"
	"prism/internal/transcript"
)

// turn is a small turn: a prompt, the agent's words, and the files it edited.
func turn(prompt, say string, files ...string) session.Turn {
	t := session.Turn{UUID: fmt.Sprintf("u-%x", hashLower(fnvOffset, prompt)), Prompt: prompt}
	for i, f := range files {
		t.Steps = append(t.Steps,
			session.Step{Tool: "Read", Files: []string{f}, Target: f, Outcome: transcript.Done, Seq: 2 * i},
			session.Step{Tool: "Edit", Files: []string{f}, Target: f, Outcome: transcript.Done, Mutating: true, Seq: 2*i + 1, Edit: &session.Edit{File: f, Added: 4}})
	}
	if say != "" {
		t.Says = []session.Say{{Text: say, Seq: 2 * len(files)}}
	}
	return t
}

func tracked(t *testing.T, turns []session.Turn) []int {
	t.Helper()
	tr, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	shifts, err := tr.Shifts(context.Background(), turns)
	if err != nil {
		t.Fatal(err)
	}
	var at []int
	for _, s := range shifts {
		if s.Probability < tr.Threshold() || s.Probability > 1 || s.Why == "" {
			t.Errorf("shift %+v: probability between threshold and 1, and a reason", s)
		}
		at = append(at, s.Turn)
	}
	return at
}

func TestShifts(t *testing.T) {
	invoices := []session.Turn{
		turn("The invoice totals are wrong when a discount applies twice, please find out why in billing/invoice.go", "The discount was subtracted in both applyDiscount and sumLines. I changed sumLines so that it reads the net amount, and the invoice tests pass.", "app/billing/invoice.go"),
		turn("great, add a regression test for the double discount", "Added TestDoubleDiscount to the invoice tests; it fails without the fix and passes with it.", "app/billing/invoice_test.go"),
	}
	tests := []struct {
		name string
		more []session.Turn
		want []int
	}{
		{"commit chore", []session.Turn{turn("commit and push", "Committed the discount fix and pushed it.")}, nil},
		{"correction", []session.Turn{turn("no, it still fails for credit notes", "Credit notes took the same path through sumLines; fixed in the invoice code too.", "app/billing/invoice.go")}, nil},
		{"lint failure of the same file", []session.Turn{turn("CI says: app/billing/invoice.go:88: unused variable net (lint)", "Removed the unused variable net in sumLines.", "app/billing/invoice.go")}, nil},
		{"a plan for something else", []session.Turn{{
			Origin: transcript.PlanHand, Prompt: "Implement the following plan:\n# Dark mode for the settings page\n## Context\nThe frontend has one theme. Add a ThemeProvider and a toggle.",
			Plan:  "# Dark mode for the settings page\n## Context\nThe frontend has one theme. Add a ThemeProvider and a toggle.",
			Steps: turn("", "", "web/src/settings/ThemeProvider.tsx").Steps,
			Says:  []session.Say{{Text: "The settings page has a dark theme now: ThemeProvider wraps the app, the toggle stores the choice.", Seq: 9}},
		}}, []int{2}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := tracked(t, append(append([]session.Turn(nil), invoices...), tt.more...))
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("shifts (-want +got):\n%s", d)
			}
		})
	}
}
