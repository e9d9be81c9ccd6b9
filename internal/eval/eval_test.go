package eval

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"prism/internal/fact"
)

func gold(first, last int, i fact.Intent, done bool) GoldSession {
	return GoldSession{First: first, Last: last, Intent: i, GoalComplete: done, Signal: fact.NoSignal, Language: "go"}
}

func TestReadGold(t *testing.T) {
	ok := `{"conversation":"a","set":"x","sessions":[{"first":1,"last":2,"intent":"plan"},{"first":3,"last":3,"intent":"feature"}]}` + "\n\n"
	g, err := ReadGold(strings.NewReader(ok))
	if err != nil || len(g) != 1 || len(g[0].Sessions) != 2 {
		t.Fatalf("%v, %v", g, err)
	}
	if got := g[0].Sessions[0].Signal; got != fact.NoSignal {
		t.Errorf("a signal that is not given is %q", got)
	}
	for name, bad := range map[string]string{
		"no JSON": "{", "a gap": `{"sessions":[{"first":1,"last":1},{"first":3,"last":3}]}`,
		"an overlap": `{"sessions":[{"first":1,"last":2},{"first":2,"last":3}]}`, "backwards": `{"sessions":[{"first":1,"last":0}]}`,
		"a misspelt intent": `{"sessions":[{"first":1,"last":1,"intent":"bugfix"}]}`,
		"a misspelt signal": `{"sessions":[{"first":1,"last":1,"intent":"plan","failure_signal":"angry"}]}`,
	} {
		if _, err := ReadGold(strings.NewReader(bad)); err == nil {
			t.Errorf("%s passed", name)
		}
	}
}

func TestPairsTakeTheMostTurnsAndOfEqualsTheLater(t *testing.T) {
	it := Item{
		Gold: Gold{Sessions: []GoldSession{gold(1, 4, fact.Feature, true), gold(5, 6, fact.Question, true)}},
		Predicted: []Predicted{
			{First: 1, Last: 2, Intent: fact.Plan}, {First: 3, Last: 4, Intent: fact.Feature}, {First: 5, Last: 6, Intent: fact.Question},
		},
	}
	p := it.Pairs()
	if p[0].Predicted.Intent != fact.Feature || p[1].Predicted.Intent != fact.Question {
		t.Errorf("compared with %s and %s", p[0].Predicted.Intent, p[1].Predicted.Intent)
	}
}

func TestMeasure(t *testing.T) {
	items := []Item{
		{
			Gold:   Gold{Conversation: "a", Sessions: []GoldSession{gold(1, 2, fact.Feature, true), gold(3, 3, fact.BugFix, false)}},
			Floors: []bool{true, true},
			Predicted: []Predicted{
				{First: 1, Last: 2, Intent: fact.Feature, Complete: true, Confidence: .9, Signal: fact.NoSignal, Language: "Go"},
				{First: 3, Last: 3, Intent: fact.BugFix, Complete: false, Confidence: .2, Signal: fact.UnresolvedError, Language: "python"},
			},
		},
		{
			Gold:   Gold{Conversation: "b", Sessions: []GoldSession{gold(1, 3, fact.Question, true)}},
			Floors: []bool{false},
			Predicted: []Predicted{
				{First: 1, Last: 1, Intent: fact.Plan, Complete: true, Confidence: .8, Signal: fact.NoSignal, Language: "go"},
				{First: 2, Last: 3, Intent: fact.Question, Complete: false, Confidence: .4, Signal: fact.NoSignal, Language: "go"},
			},
		},
	}
	r := Measure(items, LeftOut, 50)
	if r.Schema != Schema || r.Sessions != 3 {
		t.Errorf("%s of %d sessions", r.Schema, r.Sessions)
	}
	if r.Boundary.Hits != 1 || r.Boundary.False != 1 || r.Boundary.Missed != 0 || r.Boundary.Precision != .5 {
		t.Errorf("boundary %+v", r.Boundary)
	}
	if r.Intent.Accuracy != 1 {
		t.Errorf("intent %+v", r.Intent)
	}
	if c := r.Goal.Confusion; c.TruePositive != 1 || c.FalseNegative != 1 || c.TrueNegative != 1 || c.FalsePositive != 0 || r.Goal.Balanced != .75 {
		t.Errorf("goal %+v", r.Goal)
	}
	if r.Score.Gold != 50 || r.Score.Predicted != 50 || r.Score.Error != 0 || r.Score.Sessions != 2 {
		t.Errorf("score %+v: sessions below the floor are left out", r.Score)
	}
	if math.Abs(float64(r.Language.Accuracy)-2.0/3) > 1e-9 {
		t.Errorf("language %v", r.Language.Accuracy)
	}
	if r.Signal.Precision != 0 || !math.IsNaN(float64(r.Signal.Recall)) {
		t.Errorf("signal %+v", r.Signal)
	}
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"recall":null`, `"balanced_accuracy":0.75`, `"schema":"prism.eval/1"`, `"intervals":{`} {
		if !strings.Contains(string(b), want) {
			t.Errorf("no %s in %s", want, b)
		}
	}
	if again, _ := json.Marshal(Measure(items, LeftOut, 50)); string(again) != string(b) {
		t.Error("a second measurement differs")
	}
}

func TestContestedVerdictsAreLeftOut(t *testing.T) {
	g := gold(1, 1, fact.Feature, true)
	g.Contested = true
	r := Measure([]Item{{Gold: Gold{Sessions: []GoldSession{g}}, Predicted: []Predicted{{First: 1, Last: 1, Intent: fact.Feature}}}}, Fitted, 0)
	if c := r.Goal.Confusion; c != (BinaryConfusion{}) || r.Intent.Accuracy != 1 {
		t.Errorf("%+v, intent %v", c, r.Intent.Accuracy)
	}
}

func TestFoldsKeepGroupsTogether(t *testing.T) {
	groups := strings.Split("aaaaabbbccd", "")
	f := Folds(groups, 3)
	at := map[string]int{}
	load := make([]int, 3)
	for i, g := range groups {
		if k, ok := at[g]; ok && k != f[i] {
			t.Fatalf("group %s is in folds %d and %d", g, k, f[i])
		}
		at[g] = f[i]
		load[f[i]]++
	}
	for _, n := range load {
		if n == 0 {
			t.Errorf("loads %v", load)
		}
	}
}
