package pipeline_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"prism/internal/content"
	"prism/internal/fact"
	"prism/internal/pipeline"
	"prism/internal/store/sqlite"
	"prism/internal/transcript/telemetry"
)

const toldSession = "7d0c1a52-0a77-4b6e-9f1e-3c51b1f0a001"

// client tells the events of a session, each seven seconds after the last.
type client struct {
	at    time.Time
	lines [][]byte
}

func (c *client) tell(name, prompt string, attrs map[string]any) {
	c.at = c.at.Add(7 * time.Second)
	e := telemetry.Event{Time: c.at, Name: name, Session: toldSession, Prompt: prompt, Sequence: int64(len(c.lines)), Version: "2.1.330", Origin: telemetry.OTLP}
	for k, v := range attrs {
		a := telemetry.Attr{Key: k}
		switch v := v.(type) {
		case string:
			a.Value = telemetry.Value{Kind: telemetry.Text, Text: v}
		case int:
			a.Value = telemetry.Value{Kind: telemetry.Int, Int: int64(v)}
		}
		e.Attrs = append(e.Attrs, a)
	}
	e.Sort()
	c.lines = append(c.lines, append(e.Line(), '\n'))
}

// request is an answer's cost.
func (c *client) request(prompt, speed string) {
	c.tell("api_request", prompt, map[string]any{"model": "claude-opus-5-5", "request_id": fmt.Sprint("req", len(c.lines)), "input_tokens": 100, "output_tokens": 50, "query_source": "repl_main_thread", "speed": speed})
}

func newClient() *client { return &client{at: time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)} }

// events are a session of three prompts as a client tells it: an edit, a check that
// passes, thanks; with its prompts' texts or without.
func events(texts bool) [][]byte {
	c := newClient()
	tell := c.tell
	for i, text := range []string{"Fix the parser: it panics on an empty line in internal/parse/line.go", "run the tests", "works, thanks. commit it please"} {
		id := fmt.Sprintf("p%d", i)
		shown := text
		if !texts {
			shown = "<REDACTED>"
		}
		tell("user_prompt", id, map[string]any{"prompt": shown, "prompt_length": fmt.Sprint(len(text)), "message.uuid": fmt.Sprintf("80f4aaaa-0000-4000-8000-00000000000%d", i)})
		tell("api_request", id, map[string]any{"model": "claude-opus-5-5", "request_id": "req" + id, "input_tokens": 100 + i, "output_tokens": "50", "cache_read_tokens": 7, "cache_creation_tokens": 30, "query_source": "repl_main_thread"})
		switch i {
		case 0:
			tell("tool_decision", id, map[string]any{"decision": "accept", "tool_name": "Edit", "tool_use_id": "toolu_1"})
			tell("tool_result", id, map[string]any{"tool_name": "Edit", "tool_use_id": "toolu_1", "success": "true", "duration_ms": "12"})
		case 2:
			tell("tool_result", id, map[string]any{"tool_name": "Bash", "tool_use_id": "toolu_3", "success": "true", "tool_parameters": `{"full_command":"git commit -qm parser"}`})
			tell("api_request", id, map[string]any{"model": "claude-opus-5-5", "request_id": "last", "output_tokens": 9, "query_source": "repl_main_thread"})
		case 1:
			tell("tool_result", id, map[string]any{"tool_name": "Bash", "tool_use_id": "toolu_2", "success": "true", "tool_parameters": `{"full_command":"go test ./..."}`})
		}
	}
	return c.lines
}

// What could not be seen is said: that there was no transcript, and that events of a
// prompt did not come. What another session of the same client did in between is no gap.
func TestGapsAreTold(t *testing.T) {
	gaps := func(list [][]byte) []fact.Gap {
		got := runTold(t, list)
		if len(got.Sessions) != 1 {
			t.Fatalf("%d sessions", len(got.Sessions))
		}
		return got.Sessions[0].Gaps
	}
	whole := events(true)
	if got := gaps(whole); !slices.Equal(got, []fact.Gap{fact.GapTranscript}) {
		t.Errorf("all events: %v", got)
	}
	if got := gaps(slices.Delete(slices.Clone(whole), 2, 3)); !slices.Equal(got, []fact.Gap{fact.GapTranscript, fact.GapEvents}) {
		t.Errorf("one is missing within a prompt: %v", got)
	}
	c := newClient()
	c.tell("user_prompt", "p0", map[string]any{"prompt": "List the files, please"})
	c.request("p0", "normal")
	c.lines = append(c.lines, nil, nil) // two of another session
	c.tell("user_prompt", "p1", map[string]any{"prompt": "and now the folders"})
	c.request("p1", "normal")
	list := slices.DeleteFunc(c.lines, func(l []byte) bool { return l == nil })
	if got := gaps(list); !slices.Equal(got, []fact.Gap{fact.GapTranscript}) {
		t.Errorf("another session between two prompts: %v", got)
	}
}

func TestTelemetryAlone(t *testing.T) {
	for _, texts := range []bool{true, false} {
		var first *fact.Reading
		for seed := range uint64(5) {
			lines := events(texts)
			rng := rand.New(rand.NewPCG(seed, 1))
			if seed > 0 { // late, and twice
				rng.Shuffle(len(lines), func(i, k int) { lines[i], lines[k] = lines[k], lines[i] })
				lines = append(lines, lines[:4]...)
			}
			got := runTold(t, lines)
			if len(got.Sessions) != 1 {
				t.Fatalf("%d sessions", len(got.Sessions))
			}
			s := &got.Sessions[0]
			tokens := s.Usage[0].Tokens
			if s.Turns != 3 || !s.Floor.Passed || s.Floor.MutatingCalls != 2 || s.Floor.Added != 0 || s.Person != "ada" ||
				tokens.Input != 303 || tokens.Output != 159 || tokens.CacheRead != 21 || tokens.CacheWrite() != 90 || s.Usage[0].Requests != 4 {
				t.Errorf("texts %t, seed %d: %d turns, floor %+v, %+v", texts, seed, s.Turns, s.Floor, s.Usage)
			}
			if texts && (s.Verdict.Intent != fact.BugFix || !s.Verdict.GoalComplete) {
				t.Errorf("judged as %s, %t: %v", s.Verdict.Intent, s.Verdict.GoalComplete, s.Verdict.Criteria)
			}
			if first == nil {
				first = got
				continue
			}
			sameAnswer(t, "in another order", first, got)
		}
	}
}

// keeping is a store of its own, and options that make sessions of what it keeps alone.
func keeping(t *testing.T) (*sqlite.Store, pipeline.Options) {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "prism.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	o := options(t)
	o.Store, o.Search.Kept, o.Search.KeptOnly = db.Store, db.Store, true
	return db, o
}

// runTold is what is made of events that come one by one.
func runTold(t *testing.T, lines [][]byte) *fact.Reading {
	t.Helper()
	db, o := keeping(t)
	for _, line := range lines {
		a := content.Append{Person: "ada", Path: "telemetry/" + toldSession + ".jsonl", Kind: content.Telemetry, Data: line}
		if _, err := db.Ingest(t.Context(), []content.Append{a}, now); err != nil {
			t.Fatal(err)
		}
	}
	return run(t, o)
}

// What was not sent is not made up: nobody is quoted with words of ours, no language
// is told of them, and a session without any words is not counted.
func TestTelemetryWithoutTexts(t *testing.T) {
	for _, words := range []string{"<REDACTED>", ""} {
		c := newClient()
		for i := range 5 {
			id := fmt.Sprint("p", i)
			c.tell("user_prompt", id, map[string]any{"prompt": words, "prompt_length": 30 + i})
			c.request(id, "normal")
			c.tell("tool_result", id, map[string]any{"tool_name": "Edit", "tool_use_id": fmt.Sprint("toolu_", i), "success": "true"})
			c.request(id, "normal")
		}
		got := runTold(t, c.lines)
		if len(got.Sessions) != 1 {
			t.Fatalf("%d sessions", len(got.Sessions))
		}
		s := &got.Sessions[0]
		if s.Turns != 5 || s.Floor.MutatingCalls != 5 || s.Usage[0].Requests != 10 {
			t.Errorf("%d turns, floor %+v, %+v", s.Turns, s.Floor, s.Usage)
		}
		if s.Verdict.Status != fact.JudgeUngrounded || s.Verdict.GoalComplete || len(s.Verdict.Evidence) > 0 || s.Languages.Prompt != "" {
			t.Errorf("judged %s, %t by %v, in %q", s.Verdict.Status, s.Verdict.GoalComplete, s.Verdict.Evidence, s.Languages.Prompt)
		}
	}
}

// An answer whose text was not sent was given nevertheless, and is not quoted.
func TestTelemetryOfUntoldAnswers(t *testing.T) {
	c := newClient()
	const asked = "Fix the parser: it panics on an empty line"
	c.tell("user_prompt", "p", map[string]any{"prompt": asked})
	c.request("p", "fast")
	c.tell("tool_result", "p", map[string]any{"tool_name": "Edit", "tool_use_id": "toolu_1", "success": "true"})
	c.request("p", "normal")
	s := runTold(t, c.lines).Sessions[0]
	for _, e := range s.Verdict.Evidence {
		if e.Quote.String() != asked {
			t.Errorf("%q is quoted", e.Quote)
		}
	}
	if s.Verdict.Summary.String() != asked+". 1 file changed." {
		t.Errorf("told as %q", s.Verdict.Summary)
	}
	if len(s.Usage) != 2 || s.Usage[1].Model != "claude-opus-5-5-fast" {
		t.Errorf("fast mode has another price: %+v", s.Usage)
	}
}

// A call that a rule refused was not stopped by the person.
func TestTelemetryOfRefusals(t *testing.T) {
	for _, c := range []struct {
		source string
		person bool
	}{{"config", false}, {"hook", false}, {"user_reject", true}} {
		x := newClient()
		x.tell("user_prompt", "p", map[string]any{"prompt": "Fix the parser: it panics on an empty line"})
		x.request("p", "normal")
		x.tell("tool_decision", "p", map[string]any{"decision": "reject", "source": c.source, "tool_name": "Bash", "tool_use_id": "toolu_1"})
		s := runTold(t, x.lines).Sessions[0]
		if got := strings.Contains(s.Verdict.Summary.String(), "by the person"); got != c.person {
			t.Errorf("%s: %q", c.source, s.Verdict.Summary)
		}
	}
}

// However a client spells /clear, it closes the session; its other commands ask nothing.
func TestTelemetryOfCommands(t *testing.T) {
	for _, attrs := range []map[string]any{
		{"prompt": "/clear", "command_name": "clear", "command_source": "builtin"},
		{"prompt": "<REDACTED>", "command_name": "clear", "command_source": "builtin"},
		{"prompt": "/clear"}, // clients before 2.1.117
	} {
		c := newClient()
		c.tell("user_prompt", "p", map[string]any{"prompt": "Fix the parser: it panics on an empty line"})
		c.request("p", "normal")
		c.tell("user_prompt", "q", map[string]any{"prompt": "/compact"})
		c.tell("user_prompt", "r", attrs)
		s := runTold(t, c.lines).Sessions[0]
		if s.Turns != 1 || s.ClosedBy != fact.Clear {
			t.Errorf("%v: %d turns, closed by %s", attrs, s.Turns, s.ClosedBy)
		}
	}
}

// A name that the client has made for the session is no answer to a prompt.
func TestTelemetryOfNames(t *testing.T) {
	finished := func(source string) bool {
		c := newClient()
		for i := range 3 {
			id := fmt.Sprint("p", i)
			c.tell("user_prompt", id, map[string]any{"prompt": "Fix the parser in line.go, part " + id})
			c.request(id, "normal")
			c.tell("tool_result", id, map[string]any{"tool_name": "Edit", "tool_use_id": "toolu_" + id, "success": "true"})
		}
		c.tell("api_request", "p2", map[string]any{"model": "claude-opus-5-5", "request_id": "more", "input_tokens": 5, "output_tokens": 2, "query_source": source})
		got := runTold(t, c.lines)
		if len(got.Sessions) != 1 || got.Sessions[0].Usage[0].Tokens.Input != 305 {
			t.Fatalf("%s: %+v", source, got.Sessions)
		}
		return !got.Sessions[0].Verdict.Lacks("finished") // without the answer's words no line shows an end
	}
	for source, want := range map[string]bool{"repl_main_thread": true, "sdk": true, "": true, "rename_generate_name": false, "compact": false} {
		if got := finished(source); got != want {
			t.Errorf("%q: finished %t", source, got)
		}
	}
}

// Clients that do not count their events may tell two of one moment.
func TestTelemetryWithoutSequence(t *testing.T) {
	c := newClient()
	c.tell("user_prompt", "p0", map[string]any{"prompt": "Fix the parser in line.go"})
	for _, n := range []int64{10, 20, 20} {
		e := telemetry.Event{Time: c.at.Add(time.Second), Name: "api_request", Session: toldSession, Prompt: "p0", Sequence: -1, Version: "2.0.1", Origin: telemetry.OTLP, Attrs: []telemetry.Attr{
			{Key: "input_tokens", Value: telemetry.Value{Kind: telemetry.Int, Int: n}},
			{Key: "model", Value: telemetry.Value{Kind: telemetry.Text, Text: "claude-opus-5-5"}},
			{Key: "output_tokens", Value: telemetry.Value{Kind: telemetry.Int, Int: 1}},
		}}
		c.lines = append(c.lines, append(e.Line(), '\n'))
	}
	got := runTold(t, c.lines)
	if len(got.Sessions) != 1 || got.Sessions[0].Usage[0].Tokens.Input != 30 || got.Sessions[0].Usage[0].Requests != 2 {
		t.Errorf("%+v", got.Sessions)
	}
}

// Where there is a transcript of the session, events add nothing: nothing is counted
// twice, and a request of the client's own that comes when the transcript has ended, which
// tells none of them, is not counted.
func TestTelemetryBesideATranscript(t *testing.T) {
	dir := filepath.Dir(samples(t))
	want := run(t, options(t, dir))
	db, o := keeping(t)
	sendAll(t, db.Store, dir, want.Sessions[0].Person, func() {})
	for _, s := range want.Sessions {
		name := s.Conversations[0]
		own := newClient()
		own.at = now.Add(-time.Minute) // after all of the transcript
		own.tell("api_request", "", map[string]any{"model": "claude-haiku-5-5", "request_id": "name", "input_tokens": 40, "output_tokens": 5, "query_source": "rename_generate_name"})
		for _, line := range append(events(true), own.lines...) {
			line = bytes.ReplaceAll(line, []byte(toldSession), []byte(name))
			a := content.Append{Person: want.Sessions[0].Person, Path: "telemetry/" + name + ".jsonl", Kind: content.Telemetry, Data: line}
			if _, err := db.Ingest(t.Context(), []content.Append{a}, now); err != nil {
				t.Fatal(err)
			}
		}
	}
	sameAnswer(t, "with events", want, run(t, o))
}
