package judge

import (
	"errors"
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/redact"
)

// A quote that was cut from a redacted rendering is evidence at a living turn of
// the draft, and nowhere else.
func TestQuotesFromARendering(t *testing.T) {
	d := &conversation.Draft{Turns: []conversation.Turn{{UUID: "a", Prompt: "fix it for jane.roe@corp.example.com"}, {UUID: "b", Abandoned: true}}}
	shown := redact.Literal("fix it for [EMAIL_1]")
	r, err := redact.New(redact.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for turn, want := range map[int]int{1: 1, 2: 0, 0: 0, 3: 0} {
		v := Enforce(Opinion{Intent: fact.BugFix, Evidence: []Quote{{UUID: "a", Turn: turn, Shown: shown}}}, d, r.Session("x"), Meta{})
		if len(v.Evidence) != want || want == 1 && v.Evidence[0].Quote != shown {
			t.Errorf("turn %d: %+v", turn, v.Evidence)
		}
	}
	long := redact.Join("", shown, r.Session("x").Text(strings.Repeat(" word", 100)))
	v := Enforce(Opinion{Intent: fact.BugFix, Evidence: []Quote{{Turn: 1, Shown: long}}}, d, r.Session("x"), Meta{})
	if n := len([]rune(v.Evidence[0].Quote.String())); n != MaxQuote {
		t.Errorf("a quote of %d characters", n)
	}
}

func TestUnjudged(t *testing.T) {
	calls := []fact.Call{{Agent: "rubric"}}
	v, ok := Unjudged(&Failure{Status: fact.JudgePending, Reason: "it waits", Calls: calls}, Meta{Judge: "j", Version: "v"})
	if !ok || v.Status != fact.JudgePending || v.Reason != "it waits" || v.Judge != "j" || v.Version != "v" || len(v.Calls) != 1 || v.GoalComplete {
		t.Errorf("%+v", v)
	}
	if _, ok := Unjudged(errors.New("disk"), Meta{}); ok {
		t.Error("a failed run has a verdict")
	}
}
