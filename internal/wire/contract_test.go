package wire

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"prism/internal/fact"
)

// keysOf are the JSON keys of v, one object deep below each that is not a leaf.
func keysOf(t *testing.T, v any) map[string]json.RawMessage {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var top map[string]json.RawMessage
	if err := json.Unmarshal(text, &top); err != nil {
		t.Fatal(err)
	}
	for key, raw := range top {
		var inner map[string]json.RawMessage
		if json.Unmarshal(raw, &inner) == nil {
			for k, v := range inner {
				top[key+"."+k] = v
			}
		}
	}
	return top
}

func hasAll(t *testing.T, got map[string]json.RawMessage, want string) {
	t.Helper()
	for _, key := range strings.Fields(want) {
		if _, ok := got[key]; !ok {
			t.Errorf("%s is missing", key)
		}
	}
}

// The names are a promise to scripts: none may go or change.
func TestScoreKeepsItsKeys(t *testing.T) {
	got := keysOf(t, Score{})
	hasAll(t, got, `schema score letter crushed counted interval window excluded excluded.below_floor excluded.no_intent
		excluded.automated excluded.pending excluded.error excluded.ungrounded excluded.opted_out excluded.open provisional
		tokens.input tokens.output tokens.cache_write tokens.cache_write_5m tokens.cache_write_1h tokens.cache_read
		tokens.total tokens.outside_sessions tokens.nested cost_usd cost_unpriced_models cost_per_crushed_usd crush_weight tokens_per_turn
		speed.crushed_per_week speed.time_to_crush_s prompt_grade exclusion_rate judge.name judge.version judge.agreement
		trend groups input.files input.conversations input.lines input.bytes input.skipped`)
	for _, key := range []string{"score", "letter", "interval", "cost_usd", "cost_per_crushed_usd", "crush_weight", "tokens_per_turn", "prompt_grade"} {
		if string(got[key]) != "null" {
			t.Errorf("%s is %s where there is nothing to count, want null", key, got[key])
		}
	}
}

func TestSessionKeepsItsKeys(t *testing.T) {
	got := keysOf(t, FromSession(&fact.Session{}, false, false))
	hasAll(t, got, `id aliases conversations repo branch title summary intent first_turn_uuid last_turn_uuid started_at
		ended_at state closed_by turns floor.passed floor.turns floor.net_lines floor.mutating_calls judge_status goal_complete
		confidence basis failure_signal criteria evidence rework.share rework.by counted excluded_by crushed tokens.total
		cost_usd cost_unpriced_models languages.code languages.prompt rubric letter`)
	for _, key := range []string{"aliases", "conversations", "criteria", "evidence", "rework.by", "pull_requests"} {
		if string(got[key]) != "[]" {
			t.Errorf("%s is %s, want an empty list", key, got[key])
		}
	}
	if string(got["closed_by"]) != `"none"` || string(got["cost_usd"]) != "null" {
		t.Errorf("closed_by %s, cost_usd %s", got["closed_by"], got["cost_usd"])
	}
}

// A session without intent still tells what a judge thought of it.
func TestNoIntentHasAConfidence(t *testing.T) {
	s := fact.Session{Verdict: fact.Verdict{Status: fact.JudgeNoIntent, Intent: fact.IntentNone, Confidence: 0.25}}
	w := FromSession(&s, false, false)
	if w.GoalComplete == nil || *w.GoalComplete || w.Confidence == nil || *w.Confidence != 0.25 || w.Counted {
		t.Errorf("%+v", w)
	}
}

// A session has one reason, the first that holds in the contract's order.
func TestExclusionOrder(t *testing.T) {
	passed := fact.Floor{Passed: true}
	for _, c := range []struct {
		s         fact.Session
		open, mac bool // the two switches
		want      string
	}{
		{s: fact.Session{Automated: true, State: fact.Open, Verdict: fact.Verdict{Status: fact.JudgeNoIntent}}, want: "below_floor"},
		{s: fact.Session{Floor: passed, Automated: true, Verdict: fact.Verdict{Status: fact.JudgeNoIntent}}, want: "no_intent"},
		{s: fact.Session{Floor: passed, Automated: true, Verdict: fact.Verdict{Status: fact.JudgeError}}, want: "automated"},
		{s: fact.Session{Floor: passed, Automated: true, Verdict: fact.Verdict{Status: fact.JudgeError}}, mac: true, want: "error"},
		{s: fact.Session{Floor: passed, State: fact.Open, Verdict: fact.Verdict{Status: fact.JudgePending}}, open: true, want: "pending"},
		{s: fact.Session{Floor: passed, State: fact.Open, Verdict: fact.Verdict{Status: fact.JudgeUngrounded}}, want: "ungrounded"},
		{s: fact.Session{Floor: passed, State: fact.Open, Verdict: fact.Verdict{Status: fact.JudgeOptedOut}}, want: "opted_out"},
		{s: fact.Session{Floor: passed, State: fact.Open, Verdict: fact.Verdict{Status: fact.JudgeOK}}, want: "open"},
		{s: fact.Session{Floor: passed, State: fact.Open, Verdict: fact.Verdict{Status: fact.JudgeOK}}, open: true},
		{s: fact.Session{Floor: passed, State: fact.Provisional, Verdict: fact.Verdict{Status: fact.JudgeOK}}},
	} {
		w := FromSession(&c.s, c.open, c.mac)
		got := ""
		if w.ExcludedBy != nil {
			got = *w.ExcludedBy
		}
		if got != c.want || w.Counted != (c.want == "") {
			t.Errorf("%+v: excluded by %q, counted %v; want %q", c.s, got, w.Counted, c.want)
		}
	}
	if !slices.Equal(fact.Exclusions[:3], []fact.Exclusion{"below_floor", "no_intent", "automated"}) {
		t.Error("the order shown is not the order tested")
	}
}
