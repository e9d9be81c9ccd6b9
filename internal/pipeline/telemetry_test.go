package pipeline_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"prism/internal/content"
	"prism/internal/fact"
	"prism/internal/store/sqlite"
	"prism/internal/transcript/telemetry"
)

const toldSession = "7d0c1a52-0a77-4b6e-9f1e-3c51b1f0a001"

// events are a session of three prompts as a client tells it: an edit, a check that
// passes, thanks; with its prompts' texts or without.
func events(texts bool) (lines [][]byte) {
	n := int64(0)
	at := time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)
	tell := func(name, prompt string, attrs map[string]any) {
		at = at.Add(7 * time.Second)
		e := telemetry.Event{Time: at, Name: name, Session: toldSession, Prompt: prompt, Sequence: n, Version: "2.1.330", Origin: telemetry.OTLP}
		n++
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
		lines = append(lines, append(bytes.TrimRight(e.AppendLine(nil), "\n"), '\n'))
	}
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
	return lines
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
			db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "prism.db"))
			if err != nil {
				t.Fatal(err)
			}
			o := options(t)
			o.Store, o.Search.Kept, o.Search.KeptOnly = db.Store, db.Store, true
			for _, line := range lines {
				a := content.Append{Person: "ada", Path: "telemetry/" + toldSession + ".jsonl", Kind: content.Telemetry, Data: line}
				if _, err := db.Ingest(t.Context(), []content.Append{a}, now); err != nil {
					t.Fatal(err)
				}
			}
			got := run(t, o)
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
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

// Where there is a transcript of the session, events add nothing: nothing is counted
// twice.
func TestTelemetryBesideATranscript(t *testing.T) {
	dir := filepath.Dir(samples(t))
	want := run(t, options(t, dir))
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "prism.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	o := options(t)
	o.Store, o.Search.Kept, o.Search.KeptOnly = db.Store, db.Store, true
	sendAll(t, db.Store, dir, want.Sessions[0].Person, func() {})
	for _, s := range want.Sessions {
		name := s.Conversations[0]
		for _, line := range events(true) {
			line = bytes.ReplaceAll(line, []byte(toldSession), []byte(name))
			a := content.Append{Person: want.Sessions[0].Person, Path: "telemetry/" + name + ".jsonl", Kind: content.Telemetry, Data: line}
			if _, err := db.Ingest(t.Context(), []content.Append{a}, now); err != nil {
				t.Fatal(err)
			}
		}
	}
	sameAnswer(t, "with events", want, run(t, o))
}
