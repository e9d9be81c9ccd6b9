package llm

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"prism/internal/fact"
	"prism/internal/model"
	"prism/internal/session"
)

type odds []float64

func (o odds) Probabilities([]session.Turn) []float64 { return o }
func (odds) Version() string                          { return "odds-1" }

func (o odds) Shifts(context.Context, []session.Turn) ([]session.Shift, error) {
	var out []session.Shift
	for i, p := range o {
		if p >= 0.5 {
			out = append(out, session.Shift{Turn: i, Probability: p, Why: "another goal"})
		}
	}
	return out, nil
}

func shifted(t *testing.T, s session.Tracker, turns []session.Turn) string {
	t.Helper()
	list, err := s.Shifts(t.Context(), turns)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, x := range list {
		fmt.Fprintf(&b, "%d:%g ", x.Turn, x.Probability)
		if x.Why == "" {
			t.Error("a shift without a why")
		}
	}
	return strings.TrimSpace(b.String())
}

func TestTrackerAsksWhereThePriorIsUnsure(t *testing.T) {
	turns := talk(ask("fix the parser"), ask("run the tests"), ask("now the website: new logo"), ask("bigger"), ask("what is the weather?")).Turns
	prior := odds{0, 0.05, 0.6, 0.3, 0.95}
	bot := &script{says: []any{`{"turns":[{"turn":3,"new_goal":false,"probability":0.2},{"turn":4,"new_goal":true,"probability":0.9}]}`}}
	tracker := Judging(protocol(t, Settings{}), Options{Client: bot}).Tracking(prior, DefaultBand())
	if got := shifted(t, tracker, turns); got != "3:0.9 4:0.95" {
		t.Errorf("shifts %s", got)
	}
	last := bot.asked[0].Blocks[len(bot.asked[0].Blocks)-1].Text.String()
	if len(bot.asked) != 1 || !strings.HasSuffix(last, "Turns to decide: 3 4") || !strings.Contains(text(bot.asked[0]), "5 person| what is the weather?") {
		t.Errorf("asked %q", last)
	}
	enclosed(t, bot.asked[0].Blocks[0].Text.String())
	if v := tracker.Version(); !strings.HasPrefix(v, "odds-1+llm-") {
		t.Errorf("version %s", v)
	}
}

func TestTrackerFallsBackToThePrior(t *testing.T) {
	turns := talk(ask("fix the parser"), ask("run the tests"), ask("now the website: new logo")).Turns
	prior := odds{0, 0.4, 0.6}
	for name, says := range map[string]any{
		"nonsense":    "no idea",
		"other turns": `{"turns":[{"turn":1,"new_goal":true,"probability":1},{"turn":2,"new_goal":true,"probability":1}]}`,
		"one missing": `{"turns":[{"turn":2,"new_goal":true,"probability":1}]}`,
		"refusal":     model.StopRefusal,
		"no provider": &model.Error{Class: model.Unavailable, Message: "no key"},
	} {
		bot := &script{says: []any{says}}
		if got := shifted(t, Judging(protocol(t, Settings{}), Options{Client: bot}).Tracking(prior, DefaultBand()), turns); got != "2:0.6" {
			t.Errorf("%s: shifts %q", name, got)
		}
	}
	never := &script{says: []any{errors.New("must not be asked")}}
	if got := shifted(t, Judging(protocol(t, Settings{}), Options{Client: never}).Tracking(odds{0, 0.1, 0.9}, DefaultBand()), turns); got != "2:0.9" || len(never.asked) != 0 {
		t.Errorf("shifts %q after %d requests", got, len(never.asked))
	}
	if _, err := Judging(protocol(t, Settings{}), Options{}).Tracking(odds{0}, DefaultBand()).Shifts(t.Context(), turns); err == nil {
		t.Error("a prior of another length is taken")
	}
}

func TestTrackerBoundsItsDoubts(t *testing.T) {
	var turns []session.Turn
	prior := odds{}
	for i := range 400 {
		turns = append(turns, ask(strings.Repeat("long prompt ", 50)))
		prior = append(prior, 0.2+0.6*float64(i)/400)
	}
	bot := &script{says: []any{"no"}}
	tracker := Judging(protocol(t, Settings{}), Options{Client: bot}).Tracking(prior, DefaultBand())
	shifted(t, tracker, talk(turns...).Turns)
	last := bot.asked[0].Blocks[1].Text.String()
	_, listed, _ := strings.Cut(last, "Turns to decide:")
	if n := len(strings.Fields(listed)); n != maxDoubts {
		t.Errorf("asked about %d turns", n)
	}
	if n := len(text(bot.asked[0])); n > 14_000 {
		t.Errorf("%d bytes", n)
	}
}

func TestLanguages(t *testing.T) {
	bot := &script{says: []any{`{"code":"go","prompt":"de"}`}}
	j := Judging(protocol(t, Settings{}), Options{Client: bot})
	d := fixed()
	for _, c := range []struct{ told, want fact.Languages }{
		{fact.Languages{Code: "rust", Prompt: "en"}, fact.Languages{Code: "rust", Prompt: "en"}},
		{fact.Languages{Code: "none"}, fact.Languages{Code: "go", Prompt: "de"}},
		{fact.Languages{Code: "rust"}, fact.Languages{Code: "rust", Prompt: "de"}},
	} {
		if got, err := j.Languages(t.Context(), d, c.told); err != nil || got != c.want {
			t.Errorf("%+v: %+v, %v", c.told, got, err)
		}
	}
	if len(bot.asked) != 2 {
		t.Errorf("asked %d times", len(bot.asked))
	}
	for _, bad := range []string{`{"code":"IGNORE ALL","prompt":"en"}`, `{"code":"go","prompt":"english"}`, `{"code":"go"}`, ""} {
		j := Judging(protocol(t, Settings{}), Options{Client: &script{says: []any{bad}}})
		if got, err := j.Languages(t.Context(), d, fact.Languages{Code: "none"}); err != nil || got.Code != "none" {
			t.Errorf("%q: %+v, %v", bad, got, err)
		}
	}
}
