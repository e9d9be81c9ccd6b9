package eval

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"prism/internal/fact"
)

func TestCompare(t *testing.T) {
	golds := []GoldSession{gold(1, 1, fact.Feature, true), gold(2, 2, fact.Feature, false), gold(3, 3, fact.Feature, true), gold(4, 4, fact.Feature, true)}
	golds[3].Contested = true
	said := func(complete ...bool) []Item {
		it := Item{Gold: Gold{Sessions: golds}}
		for i, c := range complete {
			it.Predicted = append(it.Predicted, Predicted{First: i + 1, Last: i + 1, Intent: fact.Feature, Complete: c})
		}
		return []Item{it}
	}
	a, b := said(true, false, true, true), said(true, true, false, false)
	c := Compare(a, b)
	if c.Sessions != 3 || c.OnlyFirst != 2 || c.OnlySecond != 0 || c.SameIntent != 1 {
		t.Errorf("%+v", c)
	}
	if math.Abs(float64(c.P)-0.5) > 1e-9 {
		t.Errorf("two of two: p = %v, want 0.5", c.P)
	}
	b[0].Predicted[1].Unjudged = true
	if c := Compare(a, b); c.Sessions != 2 {
		t.Errorf("%d sessions, a session without a verdict is none of both", c.Sessions)
	}
	text, err := json.Marshal(Compare(nil, nil))
	if err != nil || !strings.Contains(string(text), `"agreement":null`) {
		t.Errorf("%s, %v", text, err)
	}
}

func TestSignTest(t *testing.T) {
	for _, c := range []struct {
		a, b int
		want float64
	}{{0, 0, 1}, {5, 5, 1}, {0, 5, 0.0625}, {10, 0, 2.0 / 1024}, {1, 9, 22.0 / 1024}} {
		if got := signTest(c.a, c.b); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%d : %d: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

func TestUnjudgedSessionsAreCountedAndLeftOut(t *testing.T) {
	it := Item{
		Gold:      Gold{Sessions: []GoldSession{gold(1, 1, fact.Feature, true), gold(2, 2, fact.Plan, true)}},
		Floors:    []bool{true, true},
		Predicted: []Predicted{{First: 1, Last: 1, Intent: fact.Feature, Complete: true, Signal: fact.NoSignal, Language: "go"}, {First: 2, Last: 2, Unjudged: true, Language: "go"}},
	}
	r := Measure([]Item{it}, Fitted, 0)
	if r.Sessions != 2 || r.Unjudged != 1 || r.Intent.Accuracy != 1 || r.Goal.Confusion.TruePositive != 1 || r.Goal.Confusion.FalseNegative != 0 || r.Score.Sessions != 1 {
		t.Errorf("%+v", r)
	}
	if r.Language.Accuracy != 1 || r.Boundary.Hits != 1 {
		t.Errorf("language %v, boundary %+v: they need no judge", r.Language.Accuracy, r.Boundary)
	}
}

func TestShifts(t *testing.T) {
	it := Item{
		Gold:      Gold{Sessions: []GoldSession{gold(1, 2, fact.Plan, true), gold(3, 5, fact.Plan, true), gold(6, 9, fact.Plan, true)}},
		Predicted: []Predicted{{First: 1, Last: 2}, {First: 3, Last: 6}, {First: 7, Last: 8}, {First: 9, Last: 9}},
	}
	missed, invented := it.Shifts()
	if len(missed) != 1 || missed[0] != 6 || len(invented) != 2 || invented[0] != 7 || invented[1] != 9 {
		t.Errorf("missed %v, made up %v", missed, invented)
	}
}
