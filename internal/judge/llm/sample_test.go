package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/model"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// The transcripts of the tests are small and their own.

func ask(prompt string, more ...func(*conversation.Turn)) conversation.Turn {
	t := conversation.Turn{Prompt: prompt, CWD: "/srv/app"}
	for _, m := range more {
		m(&t)
	}
	return t
}

func seq(t *conversation.Turn) int { return len(t.Steps) + len(t.Says) + len(t.Marks) }

func say(text string) func(*conversation.Turn) {
	return func(t *conversation.Turn) { t.Says = append(t.Says, conversation.Say{Text: text, Seq: seq(t)}) }
}

func edit(file string, added, removed int) func(*conversation.Turn) {
	return func(t *conversation.Turn) {
		t.Steps = append(t.Steps, conversation.Step{
			Kind: transcript.CallEdit, Tool: "Edit", Target: file, Files: []string{file}, Outcome: transcript.Done, Exit: -1, Mutating: true, Seq: seq(t),
			Edit: &conversation.Edit{File: file, Added: added, Removed: removed},
		})
	}
}

func run(command, output string, exit int) func(*conversation.Turn) {
	return func(t *conversation.Turn) {
		s := conversation.Step{Kind: transcript.CallShell, Tool: "Bash", Target: command, Output: output, Outcome: transcript.Done, Exit: exit, Class: shell.ParseLine(command).Class(), Seq: seq(t)}
		if exit != 0 {
			s.Outcome = transcript.Errored
		}
		t.Steps = append(t.Steps, s)
	}
}

// talk numbers the lines and uuids of turns as a transcript would.
func talk(turns ...conversation.Turn) *conversation.Draft {
	n := 0
	next := func() (string, int) { n++; return fmt.Sprintf("uuid-%d", n), n }
	for i := range turns {
		t := &turns[i]
		t.UUID, t.Line = next()
		for k := range t.Steps {
			t.Steps[k].UUID, t.Steps[k].Line = next()
			t.Steps[k].ResultUUID, t.Steps[k].ResultLine = next()
		}
		for k := range t.Says {
			t.Says[k].UUID, t.Says[k].Line = next()
		}
		for k := range t.Marks {
			t.Marks[k].UUID, t.Marks[k].Line = next()
		}
	}
	return &conversation.Draft{Agent: "claude", Turns: turns, First: 1, AtEnd: true}
}

// fixed is a session with a bug, a fix, a passing test and a word of thanks.
func fixed() *conversation.Draft {
	return talk(
		ask("the parser drops the last line of config.ini, please fix it", edit("/srv/app/parse.go", 4, 1), run("go test ./parse", "--- FAIL: TestLast (0.00s)\nFAIL\tapp/parse\t0.1s", 1), say("One test still fails, looking on.")),
		ask("and add a test for an empty file", edit("/srv/app/parse.go", 3, 2), edit("/srv/app/parse_test.go", 21, 0), run("go test ./parse", "ok  \tapp/parse\t0.112s", 0), say("Both cases pass now.")),
		ask("works, thanks"),
	)
}

type answerOf struct {
	Intent        fact.Intent      `json:"intent"`
	Parts         []map[string]any `json:"parts"`
	Evidence      []map[string]any `json:"evidence"`
	Doubt         string           `json:"doubt"`
	Reason        string           `json:"reason"`
	Criteria      []map[string]any `json:"criteria"`
	FailureSignal string           `json:"failure_signal"`
	Basis         string           `json:"basis"`
	Probability   float64          `json:"probability"`
	GoalComplete  bool             `json:"goal_complete"`
}

// landed is an outcome that says yes to everything, with the quotes given as
// turn, text, turn, text …
func landed(intent fact.Intent, quotes ...any) answerOf {
	a := answerOf{Intent: intent, Reason: "A test passed after the fix.", FailureSignal: "none", Basis: "explicit", Probability: 0.95, GoalComplete: true, Evidence: []map[string]any{}, Parts: []map[string]any{{"turn": 1, "part": "the fix", "state": partShown}}, Doubt: "Only one test.", Criteria: []map[string]any{}}
	r, _ := judge.RuleOf(intent)
	for _, c := range asked(r) {
		a.Criteria = append(a.Criteria, map[string]any{"name": c.Name, "met": true})
	}
	for i := 0; i < len(quotes); i += 2 {
		a.Evidence = append(a.Evidence, map[string]any{"turn": quotes[i], "quote": quotes[i+1], "criterion": "none"})
	}
	return a
}

func graded(intent fact.Intent) map[string]any {
	m := map[string]any{"intent": string(intent), "title": "Fix the parser's last line", "summary": "The parser dropped the last line; it was fixed and tested."}
	for _, c := range (fact.Rubric{}).Checks() {
		m[c.Name] = "present"
	}
	m["plan_first"] = "not_applicable"
	return m
}

func encode(t testing.TB, parts ...any) string {
	t.Helper()
	all := map[string]any{}
	for _, p := range parts {
		b, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(b, &all); err != nil {
			t.Fatal(err)
		}
	}
	b, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// script is a model that says what it is told to, in order, and remembers what
// it was asked. After the last it repeats itself.
type script struct {
	mu    sync.Mutex
	says  []any // string: an answer; model.Stop: an answer that ended so; error: a failure
	asked []model.Request
}

func (s *script) Complete(_ context.Context, r model.Request) (model.Response, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, r)
	res := model.Response{Model: "claude-haiku-4-5", Stop: model.StopEnd, Usage: fact.Tokens{Input: 1000, Output: 100}, UsageKnown: true, RequestID: "req_1", Latency: time.Second, Attempts: 1}
	switch v := s.says[min(len(s.asked), len(s.says))-1].(type) {
	case error:
		return model.Response{}, v
	case model.Stop:
		res.Stop, res.Text = v, `{"intent":"bug`
	case string:
		res.Text = v
	}
	return res, nil
}

// shelf is a Memory.
type shelf struct {
	mu   sync.Mutex
	kept map[string]fact.Answer
	err  error
}

func (m *shelf) Recall(_ context.Context, id string) (fact.Answer, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, ok := m.kept[id]
	return a, ok, m.err
}

func (m *shelf) Keep(_ context.Context, a fact.Answer) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept == nil {
		m.kept = map[string]fact.Answer{}
	}
	m.kept[a.Call.Question] = a
	return m.err
}

// judged runs a draft through a judge and the rules.
func judged(t testing.TB, j *Judge, d *conversation.Draft) fact.Verdict {
	t.Helper()
	meta := judge.Meta{Judge: j.Name(), Version: j.Version()}
	op, err := j.Judge(t.Context(), d)
	if err != nil {
		v, ok := judge.Unjudged(err, meta)
		if !ok {
			t.Fatalf("the run ended: %v", err)
		}
		var f *judge.Failure
		if !errors.As(err, &f) || f.Reason == "" {
			t.Errorf("a failure without a reason: %v", err)
		}
		return v
	}
	return judge.Enforce(op, d, redactor(t).Session("verdict"), meta)
}

// text is all that a request says.
func text(r model.Request) string {
	parts := []string{r.System.String()}
	for _, b := range r.Blocks {
		parts = append(parts, b.Text.String())
	}
	return strings.Join(parts, "\n")
}
