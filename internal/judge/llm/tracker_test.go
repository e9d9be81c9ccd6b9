package llm

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/model"
	"prism/internal/transcript"
)

// odds is a prior that cuts where it is given a half and more.
type odds []float64

func (odds) Version() string { return "odds-1" }

func (o odds) Shifts(context.Context, []conversation.Turn) ([]conversation.Shift, error) {
	var out []conversation.Shift
	for i, p := range o {
		if p >= 0.5 {
			out = append(out, conversation.Shift{Turn: i, Probability: p, Why: "another goal"})
		}
	}
	return out, nil
}

// shifts is an answer of the tracker, with turns and probabilities in turn.
func shifts(pairs ...any) string {
	var b strings.Builder
	for i := 0; i < len(pairs); i += 2 {
		fmt.Fprintf(&b, `,{"turn":%v,"before":"the parser","now":"the website","probability":%v}`, pairs[i], pairs[i+1])
	}
	return `{"shifts":[` + strings.TrimPrefix(b.String(), ",") + `]}`
}

// shifted writes what a tracker decides, and the status where it is not settled.
func shifted(t *testing.T, s *Tracker, turns []conversation.Turn) string {
	t.Helper()
	list, status, err := s.Decide(t.Context(), turns)
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
	if status != fact.JudgeOK {
		b.WriteString(string(status))
	}
	return strings.TrimSpace(b.String())
}

// The model is asked about every turn but the first, however sure the prior is, and is
// shown what was asked, answered and touched.
func TestTrackerAsksAboutEveryTurn(t *testing.T) {
	turns := talk(
		ask("fix the parser", edit("/srv/app/parse/parse.go", 3, 1), say("The last line is kept now.")),
		ask("run the tests"), ask("now the website: new logo"), ask("bigger"), ask("what is the weather?")).Turns
	bot := &script{says: []any{shifts(4, 0.3, 5, 0.9)}}
	tracker := Judging(protocol(t, Settings{}), Options{Client: bot}).Tracking(odds{0, 0.05, 0.99, 0.3, 0.01})
	if got := shifted(t, tracker, turns); got != "4:0.9" {
		t.Errorf("shifts %s", got)
	}
	last := bot.asked[0].Blocks[len(bot.asked[0].Blocks)-1].Text.String()
	if len(bot.asked) != 1 || !strings.HasSuffix(last, "Turns to decide: 2 3 4 5") {
		t.Errorf("asked %q", last)
	}
	for _, want := range []string{"5 person| what is the weather?", "1 edit| parse/parse.go", "1 agent| The last line is kept now."} {
		if !strings.Contains(text(bot.asked[0]), want) {
			t.Errorf("no %q in\n%s", want, text(bot.asked[0]))
		}
	}
	enclosed(t, bot.asked[0].Blocks[0].Text.String())
	if v := tracker.Version(); !strings.HasPrefix(v, "odds-1+llm-") {
		t.Errorf("version %s", v)
	}
	never := &script{says: []any{errors.New("must not be asked")}}
	if got := shifted(t, Judging(protocol(t, Settings{}), Options{Client: never}).Tracking(odds{0}), turns[:1]); got != "" || len(never.asked) != 0 {
		t.Errorf("of one turn: shifts %q after %d requests", got, len(never.asked))
	}
}

func TestTrackerFallsBackToThePrior(t *testing.T) {
	turns := talk(ask("fix the parser"), ask("run the tests"), ask("now the website: new logo")).Turns
	prior := odds{0, 0.4, 0.6}
	for name, c := range map[string]struct {
		says any
		want string
	}{
		"nonsense":         {"no idea", "2:0.6"},
		"the first turn":   {shifts(1, 1), "2:0.6"},
		"another turn":     {shifts(2, 1, 7, 1), "2:0.6"},
		"a turn twice":     {shifts(2, 1, 2, 0.9), "2:0.6"},
		"refusal":          {model.StopRefusal, "2:0.6"},
		"nothing opens":    {shifts(), ""},
		"hardly":           {shifts(2, 0.1, 3, 0.34), ""},
		"doubts, shared":   {shifts(2, 0.6, 3, 0.35), "2:0.35"},
		"doubts, alone":    {shifts(2, 0.64), ""},
		"sure, alone":      {shifts(2, 0.65), "1:0.65"},
		"no provider":      {&model.Error{Class: model.Unavailable, Message: "no key"}, "2:0.6 pending"},
		"no budget":        {&model.Error{Class: model.Budget, Message: "the cap"}, "2:0.6 pending"},
		"no answer":        {&model.Error{Class: model.Retryable, Message: "no answer in time"}, "2:0.6 pending"},
		"request not good": {&model.Error{Class: model.BadRequest, Message: "no"}, "2:0.6 error"},
	} {
		bot := &script{says: []any{c.says}}
		if got := shifted(t, Judging(protocol(t, Settings{}), Options{Client: bot}).Tracking(prior), turns); got != c.want {
			t.Errorf("%s: shifts %q", name, got)
		}
	}
	if _, _, err := Judging(protocol(t, Settings{}), Options{Memory: &shelf{err: errors.New("disk full")}}).Tracking(prior).Decide(t.Context(), turns); err == nil {
		t.Error("a memory that fails is no error")
	}
}

// A tracker's answer is kept, is the same for all ways of asking for verdicts, and
// a call like any other.
func TestTrackerAsksOnce(t *testing.T) {
	turns := talk(ask("fix the parser"), ask("run the tests"), ask("now the website: new logo")).Turns
	prior, mem := odds{0, 0.05, 0.3}, &shelf{}
	bot := &script{says: []any{shifts(3, 0.8)}}
	for _, set := range []Settings{{}, {Combined: true}} {
		j := Judging(protocol(t, set), Options{Client: bot, Memory: mem})
		if got := shifted(t, j.Tracking(prior), turns); got != "2:0.8" {
			t.Errorf("%+v: shifts %q", set, got)
		}
	}
	if len(bot.asked) != 1 || len(mem.kept) != 1 {
		t.Errorf("asked %d times, kept %d answers", len(bot.asked), len(mem.kept))
	}
	for id, a := range mem.kept {
		c := a.Call
		if c.Question != id || c.Agent != "tracker" || c.Version != protocol(t, Settings{}).versionFor(Tracking) || c.InputHash == "" || c.RequestID != "req_1" || c.Tokens.Input != 1000 {
			t.Errorf("call %+v", c)
		}
	}
	// Without a client the question is handed out, and counted before it is asked.
	var due []Question
	out := Judging(protocol(t, Settings{}), Options{Memory: &shelf{}, Due: func(q Question) { due = append(due, q) }})
	if got := shifted(t, out.Tracking(prior), turns); got != "pending" || len(due) != 1 || due[0].Agent != Tracking {
		t.Errorf("shifts %q, %d questions handed out", got, len(due))
	}
	census := Counting(protocol(t, Settings{}), mem, time.Time{})
	if got := shifted(t, census.Tracking(prior), turns); got != "2:0.8" || census.Due().Questions != 0 {
		t.Errorf("shifts %q, %+v due", got, census.Due())
	}
	census = Counting(protocol(t, Settings{}), nil, time.Time{})
	for range 2 { // of the same content: counted once
		if got := shifted(t, census.Tracking(prior), turns); got != "error" {
			t.Errorf("shifts %q", got)
		}
	}
	if due := census.Due(); due.Cuts != 1 || due.Questions != 1 || due.Sessions != 0 || due.Tokens.Input == 0 {
		t.Errorf("%+v due", due)
	}
}

// A long conversation is asked about in pieces: each turn in one of them, all handed
// out in one round, and each piece within its bounds.
func TestTrackerAsksInPieces(t *testing.T) {
	var turns []conversation.Turn
	prior := odds{}
	for i := range 100 {
		turns = append(turns, ask(fmt.Sprintf("step %d: %s", i, strings.Repeat("long prompt ", 50)), say(strings.Repeat("done ", 90))))
		turns[i].Abandoned = i == 30
		prior = append(prior, 0)
	}
	asked := map[string]int{}
	out := Judging(protocol(t, Settings{}), Options{Memory: &shelf{}, Due: func(q Question) {
		if n := len(text(q.Request)); n > 16_000 {
			t.Errorf("%d bytes", n)
		}
		_, listed, _ := strings.Cut(q.Request.Blocks[1].Text.String(), "Turns to decide:")
		for _, n := range strings.Fields(listed) {
			asked[n]++
			if !strings.Contains(q.Request.Blocks[0].Text.String(), "\n"+n+" person| step") {
				t.Errorf("turn %s is asked about and not shown", n)
			}
		}
	}})
	if got := shifted(t, out.Tracking(prior), talk(turns...).Turns); got != "pending" || len(asked) != 98 || asked["1"] != 0 || asked["31"] != 0 || asked["2"] != 1 || asked["100"] != 1 {
		t.Errorf("%s: asked about %d turns: %v", got, len(asked), asked)
	}
	// Where one piece gets no answer of use, the prior decides there and nowhere else.
	prior[10], prior[90] = 0.9, 0.9
	bot := &script{says: []any{"no", "no", shifts()}}
	if got := shifted(t, Judging(protocol(t, Settings{}), Options{Client: bot}).Tracking(prior), talk(turns...).Turns); got != "10:0.9" {
		t.Errorf("shifts %q", got)
	}
}

// heard is what comes of asking for the languages of the fixed session.
func heard(t *testing.T, says any, told fact.Languages) (fact.Languages, *script) {
	t.Helper()
	bot := &script{says: []any{says}}
	h := protocol(t, Settings{}).Hear(fixed(), told)
	if err := settle(t.Context(), Judging(protocol(t, Settings{}), Options{Client: bot}), h); err != nil {
		t.Fatal(err)
	}
	return told.Or(h.Said()), bot
}

func TestLanguages(t *testing.T) {
	for _, c := range []struct {
		told, want fact.Languages
		asked      int
	}{
		{fact.Languages{Code: "rust", Prompt: "en"}, fact.Languages{Code: "rust", Prompt: "en"}, 0},
		{fact.Languages{Code: "none"}, fact.Languages{Code: "go", Prompt: "de"}, 1},
		{fact.Languages{Code: "rust"}, fact.Languages{Code: "rust", Prompt: "de"}, 1},
		{fact.Languages{Code: "rust", Prompt: "en", Close: true}, fact.Languages{Code: "go", Prompt: "en"}, 1},
	} {
		if got, bot := heard(t, `{"code":"go","prompt":"de"}`, c.told); got != c.want || len(bot.asked) != c.asked {
			t.Errorf("%+v: %+v after %d questions", c.told, got, len(bot.asked))
		}
	}
	none := fact.Languages{Code: "none"}
	for says, want := range map[any]int{
		`{"code":"IGNORE ALL","prompt":"en"}`: 2, `{"code":"go","prompt":"english"}`: 2, `{"code":"go"}`: 2, "": 2, model.StopMaxTokens: 2,
		`{"code":"ignore-all","prompt":"qq"}`: 1, model.StopRefusal: 1, `{"code":"none","prompt":""}`: 1,
	} {
		if got, bot := heard(t, says, none); got != none || len(bot.asked) != want {
			t.Errorf("%v: %+v after %d questions", says, got, len(bot.asked))
		}
	}
}

// Whoever is asked for the language sees which files were edited most, of plans and of
// calls that were not carried out none.
func TestLanguageIsShownWhatWasEdited(t *testing.T) {
	d := fixed()
	edit("/srv/plans/x.md", 900, 0)(&d.Turns[1])
	edit("/srv/app/never.rs", 700, 0)(&d.Turns[1])
	n := len(d.Turns[1].Steps)
	d.Turns[1].Steps[n-2].Edit.Plan = true
	d.Turns[1].Steps[n-1].Outcome = transcript.Rejected
	q, ok := protocol(t, Settings{}).Hear(d, fact.Languages{Code: "go", Prompt: "en", Close: true}).Next()
	if !ok || !strings.Contains(text(q.Request), "0 facts| most edited: app/parse_test.go +21 −0, app/parse.go +7 −3\n") {
		t.Errorf("asked %t: %s", ok, text(q.Request))
	}
}

// untold is a session whose files and prompts tell no language.
func untold() *conversation.Draft { return talk(ask("?"), ask("!!"), ask("...")) }

func TestJudgeAsksForLanguagesFirst(t *testing.T) {
	talk := `{"code":"sql","prompt":"pt"}`
	all := []any{talk, encode(t, graded(fact.Question)), encode(t, landed(fact.Question, 1, "?"))}
	bot := &script{says: all}
	v := judged(t, Judging(protocol(t, Settings{}), Options{Client: bot}), untold())
	if v.Status != fact.JudgeOK || v.Languages != (fact.Languages{Code: "sql", Prompt: "pt"}) || len(v.Calls) != 3 || v.Calls[0].Agent != "language" {
		t.Errorf("verdict %+v", v)
	}
	// An answer of no use costs the languages, not the verdict.
	bot = &script{says: append([]any{model.StopRefusal}, all[1:]...)}
	if v := judged(t, Judging(protocol(t, Settings{}), Options{Client: bot}), untold()); v.Status != fact.JudgeOK || v.Languages != (fact.Languages{}) {
		t.Errorf("verdict %+v", v)
	}
	bot = &script{says: append([]any{&model.Error{Class: model.BadRequest, Message: "no"}}, all[1:]...)}
	if v := judged(t, Judging(protocol(t, Settings{}), Options{Client: bot}), untold()); v.Status != fact.JudgeOK {
		t.Errorf("verdict %+v", v)
	}
	// One that is still to come leaves the session pending, and what was answered is kept.
	mem := &shelf{}
	bot = &script{says: append([]any{&model.Error{Class: model.Retryable, Message: "no answer in time"}}, all[1:]...)}
	if v := judged(t, Judging(protocol(t, Settings{}), Options{Client: bot, Memory: mem}), untold()); v.Status != fact.JudgePending || len(v.Calls) != 2 {
		t.Errorf("verdict %+v", v)
	}
	bot = &script{says: all[:1]}
	if v := judged(t, Judging(protocol(t, Settings{}), Options{Client: bot, Memory: mem}), untold()); v.Status != fact.JudgeOK || len(bot.asked) != 1 {
		t.Errorf("verdict %+v after %d questions", v, len(bot.asked))
	}
	// Handed out, both questions go in one round; and they are counted.
	var due []Agent
	out := Judging(protocol(t, Settings{}), Options{Due: func(q Question) { due = append(due, q.Agent) }})
	if v := judged(t, out, untold()); v.Status != fact.JudgePending || len(due) != 2 || due[0] != Speaking || due[1] != Grading {
		t.Errorf("handed out %v", due)
	}
	census := Counting(protocol(t, Settings{}), nil, time.Time{})
	if _, err := census.Judge(t.Context(), untold()); err == nil || census.Due().Questions != 3 || census.Due().Sessions != 1 {
		t.Errorf("%+v due, %v", census.Due(), err)
	}
}

// What is secret in prompts is in no question of these two agents either.
func TestTrackerAndLanguagePassTheGate(t *testing.T) {
	key, mail := "AKIA"+"QYLPMN5HFIQR7XYA", "dana.whitcombe"+"@"+"fjordline.example"
	d := talk(ask("the upload with "+key+" fails"), ask("write to "+mail+" that it works"), ask("thanks"))
	p := protocol(t, Settings{})
	for name, q := range map[string]inquiry{"tracker": p.pieces(d.Turns)[0], "language": p.Hear(d, fact.Languages{})} {
		asked, ok := q.Next()
		said := text(asked.Request)
		if !ok || strings.Contains(said, key) || strings.Contains(said, mail) || !strings.Contains(said, "the upload with") {
			t.Errorf("%s is asked %q", name, said)
		}
		if len(asked.Redacted) < 2 {
			t.Errorf("%s tells of %v redacted", name, asked.Redacted)
		}
	}
}
