package llm

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/learn"
	"prism/internal/model"
	"prism/internal/price"
)

func TestTwoCalls(t *testing.T) {
	prices, err := price.Bundled()
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(Settings{Name: "anthropic"}, redactor(t), prices)
	if err != nil {
		t.Fatal(err)
	}
	bot := &script{says: []any{
		encode(t, graded(fact.BugFix)),
		encode(t, landed(fact.BugFix, 2, "ok app/parse 0.112s", 3, "works,  thanks")),
	}}
	now := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	j := Judging(p, Options{Client: bot, Clock: func() time.Time { return now }})
	v := judged(t, j, fixed())
	if v.Status != fact.JudgeOK || !v.GoalComplete || v.Intent != fact.BugFix || v.Basis != fact.Explicit || v.Confidence != 0.95 {
		t.Errorf("verdict %+v", v)
	}
	if len(v.Evidence) != 2 || v.Evidence[0].Turn != 2 || v.Evidence[0].Quote.String() != "ok app/parse 0.112s" || v.Evidence[0].UUID != "uuid-13" {
		t.Errorf("evidence %+v", v.Evidence)
	}
	if v.Evidence[1].Quote.String() != "works, thanks" || v.Rubric.Letter == "" || v.Title.IsZero() || v.Summary.IsZero() {
		t.Errorf("verdict %+v", v)
	}
	if len(v.Criteria) != 4 {
		t.Errorf("criteria %+v", v.Criteria)
	}
	if len(v.Calls) != 2 || len(bot.asked) != 2 {
		t.Fatalf("%d calls, %d requests", len(v.Calls), len(bot.asked))
	}
	for i, c := range v.Calls {
		if c.Agent != []string{"rubric", "outcome"}[i] || c.Version != p.Version() || c.PromptHash == "" || c.InputHash == "" || c.RequestID != "req_1" ||
			c.Cost == nil || *c.Cost != 0.0015 || c.At != now || c.Latency != time.Second || c.Outcome != fact.CallAnswered || c.Question == "" {
			t.Errorf("call %+v", c)
		}
	}
	first, second := bot.asked[0], bot.asked[1]
	if *first.Temperature != 0 || first.Model != model.DefaultModel || first.SchemaName != "rubric" {
		t.Errorf("request %+v", first)
	}
	if first.System != second.System || first.Blocks[0].Text != second.Blocks[0].Text || first.Blocks[1].Text != second.Blocks[1].Text {
		t.Error("rubric and outcome are not shown the same")
	}
	if len(first.Blocks) != 3 || len(second.Blocks) != 3 {
		t.Errorf("%d and %d blocks", len(first.Blocks), len(second.Blocks))
	}
	if s := j.Spent(); s.Calls != 2 || s.USD != 0.003 || s.Unknown != 0 {
		t.Errorf("spent %+v", s)
	}
}

func TestCombined(t *testing.T) {
	bot := &script{says: []any{encode(t, graded(fact.BugFix), landed(fact.BugFix, 3, "works, thanks"))}}
	v := judged(t, Judging(protocol(t, Settings{Combined: true}), Options{Client: bot}), fixed())
	if v.Status != fact.JudgeOK || !v.GoalComplete || len(v.Calls) != 1 || v.Calls[0].Agent != "combined" {
		t.Errorf("verdict %+v", v)
	}
}

func TestNoIntentNeedsNoOutcome(t *testing.T) {
	bot := &script{says: []any{encode(t, graded(fact.IntentNone))}}
	if v := judged(t, Judging(protocol(t, Settings{}), Options{Client: bot}), fixed()); v.Status != fact.JudgeNoIntent || v.GoalComplete || len(bot.asked) != 1 {
		t.Errorf("verdict %+v after %d requests", v, len(bot.asked))
	}
	bot = &script{says: []any{encode(t, graded(fact.IntentNone), landed(fact.IntentNone))}}
	if v := judged(t, Judging(protocol(t, Settings{Combined: true}), Options{Client: bot}), fixed()); v.Status != fact.JudgeNoIntent || v.GoalComplete {
		t.Errorf("verdict %+v", v)
	}
}

// A part of what was asked for that is open makes the goal not complete, whatever is
// said of the whole, and leaves no sure verdict.
func TestOpenPartIsNotComplete(t *testing.T) {
	for state, landedGoal := range map[string]bool{partShown: true, partUnproven: true, partOpen: false} {
		a := landed(fact.BugFix, 3, "works, thanks")
		a.Parts = append(a.Parts, map[string]any{"turn": 2, "part": "a test for an empty file", "state": state})
		bot := &script{says: []any{encode(t, graded(fact.BugFix), a)}}
		v := judged(t, Judging(protocol(t, Settings{Combined: true}), Options{Client: bot}), fixed())
		if v.Status != fact.JudgeOK || v.GoalComplete != landedGoal || landedGoal != (v.Confidence > 0.5) {
			t.Errorf("%s: %+v", state, v)
		}
		for _, c := range v.Criteria {
			if c.Name == judge.CriterionFinished && c.Met != landedGoal {
				t.Errorf("%s: finished %t", state, c.Met)
			}
		}
	}
	// Who says no, and how sure that is, is as sure with a part open as without.
	for p, want := range map[float64]float64{0.95: 0.05, 0.05: 0.05, 0.4: 0.4} {
		a := landed(fact.BugFix, 3, "works, thanks")
		a.GoalComplete, a.Probability = false, p
		a.Parts[0]["state"] = partOpen
		bot := &script{says: []any{encode(t, graded(fact.BugFix), a)}}
		v := judged(t, Judging(protocol(t, Settings{Combined: true}), Options{Client: bot}), fixed())
		if v.GoalComplete || v.Confidence < want-0.001 || v.Confidence > want+0.001 {
			t.Errorf("no, at %.2f: %.2f, want %.2f", p, v.Confidence, want)
		}
	}
	bad := landed(fact.BugFix, 3, "works, thanks")
	bad.Parts[0]["state"] = "done"
	if formed(Combining, encode(t, graded(fact.BugFix), bad)) {
		t.Error("a state that there is not is taken")
	}
}

// What is refused is told to the model once, in our words, without its own.
func TestRepair(t *testing.T) {
	good := encode(t, graded(fact.BugFix), landed(fact.BugFix, 3, "works, thanks"))
	missing := landed(fact.BugFix, 3, "works, thanks")
	missing.Criteria = missing.Criteria[1:]
	wrongTurn := landed(fact.BugFix, 1, "works, thanks")
	odd := landed(fact.BugFix, 3, "works, thanks")
	odd.Probability = 1.5
	for name, bad := range map[string]struct {
		says any
		told string
	}{
		"prose":        {"I would say that it PURPLE landed.", "one JSON object"},
		"unknown":      {strings.Replace(good, "{", `{"PURPLE":1,`, 1), "one JSON object"},
		"twice":        {strings.Replace(good, "{", `{"goal_complete":true,`, 1), "one JSON object"},
		"two objects":  {good + good, "one JSON object"},
		"missing":      {strings.Replace(good, `"basis":"explicit",`, "", 1), "one JSON object"},
		"null":         {strings.Replace(good, `"explicit"`, "null", 1), "one JSON object"},
		"enum":         {strings.Replace(good, `"explicit"`, `"PURPLE"`, 1), "one JSON object"},
		"range":        {encode(t, graded(fact.BugFix), odd), "one JSON object"},
		"huge":         {`{"reason":"` + strings.Repeat("PURPLE ", 10_000) + `"}`, "one JSON object"},
		"criteria":     {encode(t, graded(fact.BugFix), missing), "each criterion"},
		"cut":          {model.StopMaxTokens, "cut off"},
		"context full": {model.StopWindow, "cut off"},
		"wrong turn":   {encode(t, graded(fact.BugFix), wrongTurn), "None of the quotes"},
		"no evidence":  {encode(t, graded(fact.BugFix), landed(fact.BugFix)), "None of the quotes"},
	} {
		t.Run(name, func(t *testing.T) {
			bot := &script{says: []any{bad.says, good}}
			v := judged(t, Judging(protocol(t, Settings{Combined: true}), Options{Client: bot}), fixed())
			if v.Status != fact.JudgeOK || !v.GoalComplete || len(v.Calls) != 2 {
				t.Fatalf("verdict %+v", v)
			}
			again := bot.asked[1]
			last := again.Blocks[len(again.Blocks)-1].Text.String()
			if len(again.Blocks) != len(bot.asked[0].Blocks)+1 || !strings.Contains(last, bad.told) || strings.Contains(text(again), "PURPLE") {
				t.Errorf("repaired with %q", last)
			}
			if v.Calls[0].Question == v.Calls[1].Question {
				t.Error("both tries have one name")
			}

			bot = &script{says: []any{bad.says}}
			v = judged(t, Judging(protocol(t, Settings{Combined: true}), Options{Client: bot}), fixed())
			want := fact.JudgeError
			if bad.told == "None of the quotes" {
				want = fact.JudgeUngrounded
			}
			if v.Status != want || v.GoalComplete || len(v.Calls) != 2 || len(bot.asked) != 2 || v.Reason == "" {
				t.Errorf("after two bad answers: %+v", v)
			}
		})
	}
}

func TestRefusal(t *testing.T) {
	bot := &script{says: []any{model.StopRefusal}}
	v := judged(t, Judging(protocol(t, Settings{}), Options{Client: bot}), fixed())
	if v.Status != fact.JudgeError || len(bot.asked) != 1 || len(v.Calls) != 1 || v.Calls[0].Outcome != fact.CallRefused {
		t.Errorf("verdict %+v", v)
	}
}

// The rules hold whatever the model says.
func TestTheModelCannotOverruleTheRules(t *testing.T) {
	for name, bend := range map[string]func(*answerOf){
		"failure signal":       func(a *answerOf) { a.FailureSignal = "loop" },
		"silent below floor":   func(a *answerOf) { a.Basis, a.Probability = "silent", 0.74 },
		"criterion not met":    func(a *answerOf) { a.Criteria[0]["met"] = false },
		"improbable":           func(a *answerOf) { a.Probability = 0.49 },
		"evidence of nowhere":  func(a *answerOf) { a.Evidence[0]["turn"] = 99 },
		"evidence of turn 0":   func(a *answerOf) { a.Evidence[0]["turn"] = 0; a.Evidence[0]["quote"] = "3 turns" },
		"evidence made up":     func(a *answerOf) { a.Evidence[0]["quote"] = "all 312 tests pass" },
		"evidence of one sign": func(a *answerOf) { a.Evidence[0]["quote"] = "," },
	} {
		t.Run(name, func(t *testing.T) {
			a := landed(fact.BugFix, 3, "works, thanks")
			bend(&a)
			bot := &script{says: []any{encode(t, graded(fact.BugFix)), encode(t, a)}}
			if v := judged(t, Judging(protocol(t, Settings{}), Options{Client: bot}), fixed()); v.GoalComplete {
				t.Errorf("complete: %+v", v)
			}
		})
	}
}

func TestProviderFailures(t *testing.T) {
	for _, c := range []struct {
		err   error
		want  fact.JudgeStatus
		stops bool
	}{
		{&model.Error{Class: model.Retryable, Message: "busy"}, fact.JudgePending, false},
		{&model.Error{Class: model.Unavailable, Message: "no key"}, fact.JudgePending, true},
		{&model.Error{Class: model.Budget, Message: "no room"}, fact.JudgePending, true},
		{&model.Error{Class: model.BadRequest, Message: "no"}, fact.JudgeError, false},
		{&model.Error{Class: model.TooLong, Message: "long"}, fact.JudgeError, false},
	} {
		bot := &script{says: []any{c.err}}
		j := Judging(protocol(t, Settings{}), Options{Client: bot})
		v := judged(t, j, fixed())
		if v.Status != c.want || (j.Stopped() != nil) != c.stops {
			t.Errorf("%v: %+v, stopped %v", c.err, v, j.Stopped())
		}
		judged(t, j, fixed())
		if want := map[bool]int{true: 1, false: 2}[c.stops]; len(bot.asked) != want {
			t.Errorf("%v: asked %d times, want %d", c.err, len(bot.asked), want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	j := Judging(protocol(t, Settings{}), Options{Client: &script{says: []any{&model.Error{Class: model.Canceled}}}})
	if _, err := j.Judge(ctx, fixed()); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled run goes on: %v", err)
	}
}

// A killed run pays for nothing twice, and an unchanged session is asked about once.
func TestAnswersAreKept(t *testing.T) {
	grade, goal := encode(t, graded(fact.BugFix)), encode(t, landed(fact.BugFix, 3, "works, thanks"))
	memory := &shelf{}
	p := protocol(t, Settings{})
	first := &script{says: []any{grade, &model.Error{Class: model.Unavailable}}}
	if v := judged(t, Judging(p, Options{Client: first, Memory: memory}), fixed()); v.Status != fact.JudgePending || len(v.Calls) != 1 {
		t.Fatalf("verdict %+v", v)
	}
	second := &script{says: []any{goal}}
	if v := judged(t, Judging(p, Options{Client: second, Memory: memory}), fixed()); v.Status != fact.JudgeOK || len(second.asked) != 1 || len(v.Calls) != 2 {
		t.Fatalf("verdict %+v after %d requests", v, len(second.asked))
	}
	none := &script{says: []any{errors.New("must not be asked")}}
	if v := judged(t, Judging(p, Options{Client: none, Memory: memory}), fixed()); v.Status != fact.JudgeOK || len(none.asked) != 0 {
		t.Fatalf("verdict %+v", v)
	}
	changed := fixed()
	changed.Turns[2].Prompt = "still broken"
	if v := judged(t, Judging(p, Options{Client: none, Memory: memory}), changed); v.Status == fact.JudgeOK {
		t.Error("a session that changed has the old verdict")
	}
	if _, err := Judging(p, Options{Client: none, Memory: &shelf{err: errors.New("disk")}}).Judge(t.Context(), fixed()); err == nil {
		t.Error("a memory that fails is passed over")
	}
}

// Export and import are the same questions, carried by somebody else, in two rounds.
func TestRoundsWithoutAClient(t *testing.T) {
	memory := &shelf{}
	p := protocol(t, Settings{})
	answers := map[Agent]string{Grading: encode(t, graded(fact.BugFix)), Deciding: encode(t, landed(fact.BugFix, 3, "works, thanks"))}
	for round := 1; ; round++ {
		var due []Question
		v := judged(t, Judging(p, Options{Memory: memory, Due: func(q Question) { due = append(due, q) }}), fixed())
		if len(due) == 0 {
			if v.Status != fact.JudgeOK || round != p.Rounds()+1 {
				t.Errorf("round %d: %+v", round, v)
			}
			return
		}
		if v.Status != fact.JudgePending {
			t.Fatalf("round %d: %+v", round, v)
		}
		for _, q := range due {
			if len(q.ID) > 64 || q.Estimate.Input == 0 || q.Estimate.Output == 0 {
				t.Errorf("question %+v", q.Ask)
			}
			a := p.Receive(q.Ask, model.Response{Text: answers[q.Agent], Stop: model.StopEnd}, time.Time{})
			if err := memory.Keep(t.Context(), a); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestReceiveRedacts(t *testing.T) {
	p := protocol(t, Settings{})
	g := graded(fact.BugFix)
	g["summary"] = "mail jane.roe@corp.example.com the key AKIAQ3EGRZ5TNX2PLWVU"
	a := p.Receive(Ask{Agent: Grading}, model.Response{Text: encode(t, g), Stop: model.StopEnd}, time.Time{})
	if a.Call.Outcome != fact.CallAnswered || strings.Contains(a.Text.String(), "jane.roe") || strings.Contains(a.Text.String(), "AKIAQ3EGRZ5TNX2PLWVU") {
		t.Errorf("kept %s", a.Text)
	}
}

func TestBelowTheFloorNobodyIsAsked(t *testing.T) {
	bot := &script{says: []any{errors.New("must not be asked")}}
	d := talk(ask("hi"), ask("what is a monad?", say("A monoid.")))
	if v := judged(t, Judging(protocol(t, Settings{}), Options{Client: bot}), d); v.Status != fact.JudgePending || len(bot.asked) != 0 {
		t.Errorf("verdict %+v", v)
	}
}

// What the contract of a Failure says of the run.
func TestUnjudgedIsNoVerdictOfARunThatFailed(t *testing.T) {
	if _, ok := judge.Unjudged(errors.New("disk full"), judge.Meta{}); ok {
		t.Error("a failed run has a verdict")
	}
}

// slowly answers after others had time to ask the same.
type slowly struct{ script }

func (s *slowly) Complete(ctx context.Context, r model.Request) (model.Response, error) {
	time.Sleep(20 * time.Millisecond)
	return s.script.Complete(ctx, r)
}

func TestSessionsOfTheSameContentAskOnce(t *testing.T) {
	p := protocol(t, Settings{Combined: true})
	both := encode(t, graded(fact.BugFix), landed(fact.BugFix, 2, "ok app/parse 0.112s"))
	c := &slowly{script{says: []any{both}}}
	memory := &shelf{}
	count := Counting(p, memory, time.Time{})
	j := Judging(p, Options{Client: c, Memory: memory})
	var group sync.WaitGroup
	for range 4 {
		_, _ = count.Judge(t.Context(), fixed()) // always a failure: it asks nobody
		group.Go(func() {
			if v := judged(t, j, fixed()); v.Status != fact.JudgeOK {
				t.Errorf("status %s: %s", v.Status, v.Reason)
			}
		})
	}
	group.Wait()
	if len(c.asked) != 1 || j.Spent().Calls != 1 {
		t.Errorf("asked %d times", len(c.asked))
	}
	if due := count.Due(); due.Sessions != 4 || due.Questions != 1 {
		t.Errorf("due: %d questions for %d sessions", due.Questions, due.Sessions)
	}
}

// A no that calls itself probable is read as a sure no; a yes is taken at its word,
// and so is a silent basis that does not reach the floor.
func TestProbabilityFollowsTheConclusion(t *testing.T) {
	for name, c := range map[string]struct {
		bend func(*answerOf)
		want float64
		yes  bool
	}{
		"yes":             {func(*answerOf) {}, 0.95, true},
		"no":              {func(a *answerOf) { a.GoalComplete = false }, 0.05, false},
		"an unsure no":    {func(a *answerOf) { a.GoalComplete, a.Probability = false, 0.3 }, 0.3, false},
		"not met":         {func(a *answerOf) { a.Criteria[0]["met"] = false }, 0.05, false},
		"a signal":        {func(a *answerOf) { a.FailureSignal = "loop" }, 0.05, false},
		"below the floor": {func(a *answerOf) { a.Basis, a.Probability, a.GoalComplete = "silent", 0.7, false }, 0.7, false},
	} {
		a := landed(fact.BugFix, 3, "works, thanks")
		c.bend(&a)
		bot := &script{says: []any{encode(t, graded(fact.BugFix)), encode(t, a)}}
		v := judged(t, Judging(protocol(t, Settings{}), Options{Client: bot}), fixed())
		if v.GoalComplete != c.yes || math.Abs(v.Confidence-c.want) > 1e-9 {
			t.Errorf("%s: %t at %g", name, v.GoalComplete, v.Confidence)
		}
	}
}

// A calibration changes what a probability comes to and the version of the verdict,
// and no question: kept answers serve on.
func TestCalibration(t *testing.T) {
	says := []any{encode(t, graded(fact.BugFix)), encode(t, landed(fact.BugFix, 3, "works, thanks"))}
	plain, mem := protocol(t, Settings{}), &shelf{}
	first := judged(t, Judging(plain, Options{Client: &script{says: says}, Memory: mem}), fixed())
	for _, c := range []struct {
		fitted   learn.Map
		p        float64
		complete bool
	}{{learn.Map{}, 0.95, true}, {learn.Map{Gain: -0.5}, 0.856, true}, {learn.Map{Shift: -4}, 0.258, false}} {
		p := plain.Calibrated(c.fitted)
		bot := &script{says: []any{errors.New("must not be asked")}}
		v := judged(t, Judging(p, Options{Client: bot, Memory: mem}), fixed())
		if v.Status != fact.JudgeOK || math.Abs(v.Confidence-c.p) > 0.001 || v.GoalComplete != c.complete || len(bot.asked) != 0 {
			t.Errorf("%+v: %.3f, complete %v after %d questions", c.fitted, v.Confidence, v.GoalComplete, len(bot.asked))
		}
		if same := v.Version == first.Version; same != c.fitted.Given() || p.AsksAs() != plain.Version() {
			t.Errorf("%+v: version %s, asks as %s", c.fitted, v.Version, p.AsksAs())
		}
	}
}

// The outcome may say that the intent was misread; it is held to the criteria of the
// one that it names, and so are the checks.
func TestOutcomeCorrectsTheIntent(t *testing.T) {
	bot := &script{says: []any{encode(t, graded(fact.BugFix)), encode(t, landed(fact.Question, 3, "works, thanks"))}}
	v := judged(t, Judging(protocol(t, Settings{}), Options{Client: bot}), fixed())
	if v.Status != fact.JudgeOK || v.Intent != fact.Question || !v.GoalComplete || v.Rubric.RootCauseOriented != fact.NotApplicable {
		t.Errorf("verdict %+v", v)
	}
	for _, c := range v.Criteria {
		if c.Name == judge.CriterionFix || c.Name == judge.CriterionVerified {
			t.Errorf("a question is held to %s", c.Name)
		}
	}
	wrong := landed(fact.Question, 3, "works, thanks")
	wrong.Intent = fact.Plan // with the criteria of another
	bot = &script{says: []any{encode(t, graded(fact.BugFix)), encode(t, wrong)}}
	if v := judged(t, Judging(protocol(t, Settings{}), Options{Client: bot}), fixed()); v.Status != fact.JudgeError || len(bot.asked) != 3 {
		t.Errorf("after %d questions %+v", len(bot.asked), v)
	}
}
