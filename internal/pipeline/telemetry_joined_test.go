package pipeline_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"prism/internal/content"
	"prism/internal/fact"
)

// toldBeside are the events that a client sends while it writes a transcript: prompts,
// requests with what they cost, calls with what became of them.
func toldBeside(t *testing.T, session string, transcript []byte) [][]byte {
	t.Helper()
	type line struct {
		Type      string
		UUID      string
		PromptID  string
		RequestID string
		Timestamp time.Time
		AgentID   string
		Message   struct {
			Model   string
			Content json.RawMessage
			Usage   *struct {
				Input  int `json:"input_tokens"`
				Output int `json:"output_tokens"`
				Read   int `json:"cache_read_input_tokens"`
				Write  int `json:"cache_creation_input_tokens"`
			}
		}
		Origin *struct{ Kind string }
	}
	var list []line
	for text := range bytes.Lines(transcript) {
		var l line
		if err := json.Unmarshal(text, &l); err != nil {
			t.Fatal(err)
		}
		list = append(list, l)
	}
	c := newClient()
	tools := map[string]string{}
	for i, l := range list {
		c.at = l.Timestamp.Add(-7*time.Second + 40*time.Millisecond) // the client's clock, a moment later
		var text string
		var parts []struct {
			Type, ID, Name string
			ToolUseID      string `json:"tool_use_id"`
			IsError        bool   `json:"is_error"`
		}
		_ = json.Unmarshal(l.Message.Content, &text)
		_ = json.Unmarshal(l.Message.Content, &parts)
		more := map[string]any{}
		if l.AgentID != "" {
			more["agent_id"] = l.AgentID
		}
		tell := func(name string, attrs map[string]any) {
			for k, v := range more {
				attrs[k] = v
			}
			c.tell(name, l.PromptID, attrs)
		}
		switch {
		case l.Type == "user" && text != "" && l.Origin != nil && l.Origin.Kind == "human" && !strings.HasPrefix(text, "<"):
			tell("user_prompt", map[string]any{"prompt": text, "message.uuid": l.UUID})
		case l.Type == "user":
			for _, p := range parts {
				if p.Type == "tool_result" {
					tell("tool_result", map[string]any{"tool_name": tools[p.ToolUseID], "tool_use_id": p.ToolUseID, "success": fmt.Sprint(!p.IsError)})
				}
			}
		case l.Type == "assistant":
			for _, p := range parts {
				tools[p.ID] = p.Name
			}
			if u := l.Message.Usage; u != nil && (i+1 == len(list) || list[i+1].RequestID != l.RequestID) {
				tell("api_request", map[string]any{"model": l.Message.Model, "request_id": l.RequestID, "query_source": "repl_main_thread", "input_tokens": u.Input, "output_tokens": u.Output, "cache_read_tokens": u.Read, "cache_creation_tokens": u.Write})
			}
		}
	}
	for i := range c.lines {
		c.lines[i] = bytes.ReplaceAll(c.lines[i], []byte(toldSession), []byte(session))
	}
	return c.lines
}

// readSent is what is made of pieces of transcripts, and events beside them.
func readSent(t *testing.T, session string, files map[string][]byte, events [][]byte) *fact.Reading {
	t.Helper()
	db, o := keeping(t)
	var list []content.Append
	for path, data := range files {
		list = append(list, content.Append{Person: "ada", Path: path, Generation: 1, To: int64(len(data)), Data: data, Modified: time.Unix(1_700_000_000, 0)})
	}
	if len(events) > 0 {
		list = append(list, content.Append{Person: "ada", Path: "telemetry/" + session + ".jsonl", Kind: content.Telemetry, Data: bytes.Join(events, nil)})
	}
	if _, err := db.Ingest(t.Context(), list, now); err != nil {
		t.Fatal(err)
	}
	return run(t, o)
}

// spent sums up what a reading's sessions cost in tokens, their requests and turns.
func spent(r *fact.Reading) (tokens fact.Tokens, requests, turns int) {
	for i := range r.Sessions {
		s := &r.Sessions[i]
		turns += s.Turns
		for _, u := range s.Usage {
			tokens = tokens.Plus(u.Tokens)
			requests += u.Requests
		}
	}
	return tokens, requests, turns
}

// sumOf leaves out for how long the cache was written, which events may not tell.
func sumOf(t fact.Tokens) [4]int64 {
	return [4]int64{t.Input, t.Output, t.CacheRead, t.CacheWrite()}
}

// However much of a transcript has come, events tell the rest: what it cost and how
// many turns it has is always that of the whole, and nothing is counted twice. With
// the whole transcript they add nothing, in whatever order they come.
func TestTelemetryTellsTheRest(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(samples(t), "*", "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	tried, parts, every := 0, 0, 2 // half of them take long enough
	if testing.Short() {
		every = 8
	}
	for i, file := range files {
		if i%every > 0 {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		session := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		path := "projects/x/" + session + ".jsonl"
		if bytes.Contains(data, []byte(`"isCompactSummary"`)) || bytes.Contains(data, []byte("queue-operation")) {
			continue // their prompts are told in other ways
		}
		events := toldBeside(t, session, data)
		want := readSent(t, session, map[string][]byte{path: data}, nil)
		rng := rand.New(rand.NewPCG(7, uint64(len(data))))
		rng.Shuffle(len(events), func(i, k int) { events[i], events[k] = events[k], events[i] })
		events = append(events, events[:len(events)/3]...)
		all := readSent(t, session, map[string][]byte{path: data}, events)
		sameAnswer(t, "with all events", want, all)
		for i := range all.Sessions {
			if gaps := all.Sessions[i].Gaps; len(gaps) > 0 {
				t.Errorf("%s: the whole transcript is here, and yet %v", session, gaps)
			}
		}
		tokens, requests, turns := spent(want)
		lines := bytes.SplitAfter(data, []byte("\n"))
		n := 0
		if bytes.Count(bytes.Join(events[:len(events)*3/4], nil), []byte(`"name":"user_prompt"`)) < turns {
			n = 2 // a prompt that no person wrote, of which this client sends no event
		}
		for ; n < len(lines); n += 1 + rng.IntN(16) {
			given := map[string][]byte{path: bytes.Join(lines[:n], nil)}
			if n == 0 {
				given = nil
			}
			got := readSent(t, session, given, events)
			for i := range got.Sessions {
				gaps := got.Sessions[i].Gaps
				if n == 0 && !slices.Contains(gaps, fact.GapTranscript) {
					t.Errorf("%s: nobody is told that there is no transcript: %v", session, gaps)
				}
				if slices.Contains(gaps, fact.GapPart) {
					parts++
				}
			}
			gotTokens, gotRequests, gotTurns := spent(got)
			if sumOf(gotTokens) != sumOf(tokens) || gotRequests != requests || gotTurns != turns {
				t.Errorf("%s after %d lines: %+v, %d requests, %d turns; whole %+v, %d, %d", session, n, gotTokens, gotRequests, gotTurns, tokens, requests, turns)
			}
		}
		tried++
	}
	if parts == 0 {
		t.Error("nobody was told that a part of a transcript is missing")
	}
	if tried < 2 {
		t.Errorf("only %d conversations were tried", tried)
	}
}

// A subagent's transcript tells what its events do, also where the main one is not there.
func TestTelemetryBesideASubagent(t *testing.T) {
	c := newClient()
	c.tell("user_prompt", "p0", map[string]any{"prompt": "Fix the parser: it panics on an empty line"})
	c.request("p0", "normal")
	var side bytes.Buffer
	for i := range 3 {
		c.tell("api_request", "p0", map[string]any{"model": "claude-opus-5-5", "request_id": fmt.Sprint("side", i), "input_tokens": 10, "output_tokens": 5, "query_source": "agent:general", "agent_id": "a1"})
		fmt.Fprintf(&side, `{"type":"assistant","uuid":"11111111-0000-4000-8000-00000000000%d","parentUuid":null,"sessionId":%q,"agentId":"a1","isSidechain":true,"requestId":"side%d","timestamp":%q,"message":{"id":"msg%d","type":"message","role":"assistant","model":"claude-opus-5-5","content":[{"type":"text","text":"Looked at it."}],"usage":{"input_tokens":10,"output_tokens":5}}}`+"\n",
			i, toldSession, i, c.at.Format(time.RFC3339Nano), i)
	}
	got := readSent(t, toldSession, map[string][]byte{"projects/x/" + toldSession + "/subagents/agent-a1.jsonl": side.Bytes()}, c.lines)
	tokens, requests, turns := spent(got)
	if tokens.Input != 130 || tokens.Output != 65 || requests != 4 || turns != 1 {
		t.Errorf("%+v, %d requests, %d turns", tokens, requests, turns)
	}
}

// A transcript that holds no more than a name says nothing of what was done.
func TestTelemetryBesideATitle(t *testing.T) {
	title := fmt.Sprintf(`{"type":"ai-title","aiTitle":"Fix the parser","sessionId":%q}`+"\n", toldSession)
	got := readSent(t, toldSession, map[string][]byte{"projects/x/" + toldSession + ".jsonl": []byte(title)}, events(true))
	if tokens, _, turns := spent(got); turns != 3 || tokens.Input != 303 {
		t.Errorf("%d turns, %+v", turns, tokens)
	}
}
