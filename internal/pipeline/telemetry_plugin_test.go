package pipeline_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"prism/internal/fact"
	"prism/internal/transcript/claude"
	"prism/internal/transcript/telemetry"
)

// plugin tells what the original's plugin does, beside or without the client's events.
type plugin struct{ client }

// tellAt tells an event of the plugin's at the client's time, or so much later.
func (p *plugin) tellAt(after time.Duration, name, prompt string, attrs map[string]any) {
	from := len(p.lines)
	was := p.at
	p.at = p.at.Add(after - 7*time.Second)
	p.tell(name, prompt, attrs)
	p.at = was
	e, err := telemetry.Parse(p.lines[from])
	if err != nil {
		panic(err) // of a test
	}
	e.Origin, e.Sequence, e.Version = telemetry.Plugin, -1, ""
	p.lines[from] = append(e.Line(), '\n')
}

// story is a session of three prompts, told by the client, by the plugin of either
// generation, or by both. It has 303 tokens in and 60 out.
func story(beside, texts bool, generation string) [][]byte {
	p := &plugin{*newClient()}
	for i, text := range []string{"Fix the parser: it panics on an empty line in internal/parse/line.go", "run the tests", "works, thanks. commit it please"} {
		id := fmt.Sprintf("0f9b0c3e-0000-4000-8000-00000000000%d", i)
		answer := []string{"Fixed the empty line in internal/parse/line.go.", "All 14 tests pass.", "Committed as parser: read an empty line."}[i]
		if beside {
			shown := text
			if !texts {
				shown = "<REDACTED>"
			}
			p.tell("user_prompt", id, map[string]any{"prompt": shown, "message.uuid": fmt.Sprintf("80f4aaaa-0000-4000-8000-00000000000%d", i)})
		} else {
			p.at = p.at.Add(7 * time.Second)
		}
		begun := p.at
		asked := map[string]any{"prompt": text, "cwd": "/home/ada/work/parser"}
		said := map[string]any{"response": answer, "model": "claude-opus-5-5", "input_tokens": 100 + i, "output_tokens": "20"}
		host := ""
		if generation == "B" {
			host = id
			asked["event_id"], asked["id"] = fmt.Sprint("event", i), fmt.Sprint("server", i)
			said["event_id"], said["prompt_id"], said["operation_id"], said["elapsed_ms"] = fmt.Sprint("event", i), fmt.Sprint("server", i), fmt.Sprint("operation", i), 42_000
		}
		if generation != "" {
			p.tellAt(40*time.Millisecond, "prompt", host, asked)
		}
		if beside {
			p.tell("api_request", id, map[string]any{"model": "claude-opus-5-5", "request_id": "req" + id, "input_tokens": 50, "output_tokens": 10, "query_source": "repl_main_thread"})
			if i < 2 {
				p.tell("tool_result", id, map[string]any{"tool_name": []string{"Edit", "Bash"}[i], "tool_use_id": fmt.Sprint("toolu_", i), "success": "true", "tool_parameters": `{"full_command":"go test ./..."}`})
			}
			p.tell("api_request", id, map[string]any{"model": "claude-opus-5-5", "request_id": "last" + id, "input_tokens": 50 + i, "output_tokens": 10, "query_source": "repl_main_thread"})
		}
		p.at = begun.Add(42 * time.Second)
		late := time.Duration(0)
		if generation == "B" {
			late = time.Hour // from the plugin's outbox
		}
		if generation != "" {
			p.tellAt(late+40*time.Millisecond, "response", host, said)
		}
	}
	return p.lines
}

// What the original's plugin tells makes the session by itself, in either generation's
// form, in any order and twice; beside the client's events nothing is counted twice.
func TestTelemetryOfThePlugin(t *testing.T) {
	for _, generation := range []string{"A", "B"} {
		for _, beside := range []string{"alone", "beside", "beside, without texts"} {
			t.Run(generation+" "+beside, func(t *testing.T) {
				want := 3
				if beside != "alone" {
					want = 6
				}
				var first *fact.Reading
				for seed := range uint64(4) {
					lines := story(beside != "alone", beside == "beside", generation)
					rng := rand.New(rand.NewPCG(seed, 1))
					if seed > 0 {
						rng.Shuffle(len(lines), func(i, k int) { lines[i], lines[k] = lines[k], lines[i] })
						lines = append(lines, lines[:4]...)
					}
					got := runTold(t, lines)
					if len(got.Sessions) != 1 {
						t.Fatalf("%d sessions", len(got.Sessions))
					}
					s := &got.Sessions[0]
					tokens, requests, turns := spent(got)
					if turns != 3 || tokens.Input != 303 || tokens.Output != 60 || requests != want || s.Repo.Name != "parser" {
						t.Errorf("%d turns, %+v, %d requests, in %s", turns, tokens, requests, s.Repo.Name)
					}
					// The plugin tells of no call: with it alone nothing was seen to be changed.
					if s.Verdict.Status != fact.JudgeOK || s.Languages.Prompt != "en" || beside != "alone" && s.Verdict.Intent != fact.BugFix {
						t.Errorf("judged %s, %s, in %s", s.Verdict.Status, s.Verdict.Intent, s.Languages.Prompt)
					}
					if first == nil {
						first = got
						continue
					}
					sameAnswer(t, "in another order", first, got)
				}
			})
		}
	}
}

// A response that comes again says nothing new, whenever it comes.
func TestTelemetryOfThePluginTwice(t *testing.T) {
	for _, generation := range []string{"A", "B"} {
		lines := story(false, false, generation)
		var twice [][]byte
		for _, line := range lines {
			e, err := telemetry.Parse(line)
			if err != nil {
				t.Fatal(err)
			}
			if e.Name == "response" || generation == "A" {
				e.Time = e.Time.Add(2 * time.Second) // it came so much later
			}
			twice = append(twice, line, append(e.Line(), '\n'))
		}
		sameAnswer(t, generation, runTold(t, lines), runTold(t, twice))
	}
}

// Beside a transcript of the session nothing the plugin tells is told again, however
// late it comes.
func TestTelemetryOfThePluginBesideATranscript(t *testing.T) {
	for _, generation := range []string{"A", "B"} {
		p := story(false, false, generation)
		var lines []byte
		at := newClient().at.Add(7 * time.Second)
		for i, text := range []string{"Fix the parser: it panics on an empty line in internal/parse/line.go", "run the tests", "works, thanks. commit it please"} {
			lines = fmt.Appendf(lines, `{"type":"user","uuid":"80f4aaaa-0000-4000-8000-00000000000%d","parentUuid":null,"sessionId":%q,"promptId":"0f9b0c3e-0000-4000-8000-00000000000%d","timestamp":%q,"cwd":"/home/ada/work/parser","message":{"role":"user","content":%q}}`+"\n", i, toldSession, i, at.Format(time.RFC3339Nano), text)
			lines = fmt.Appendf(lines, `{"type":"assistant","uuid":"90f4aaaa-0000-4000-8000-00000000000%d","parentUuid":"80f4aaaa-0000-4000-8000-00000000000%d","sessionId":%q,"requestId":"r%d","timestamp":%q,"cwd":"/home/ada/work/parser","message":{"id":"m%d","type":"message","role":"assistant","model":"claude-opus-5-5","content":[{"type":"text","text":"Done."}],"usage":{"input_tokens":10,"output_tokens":5}}}`+"\n", i, i, toldSession, i, at.Add(41*time.Second).Format(time.RFC3339Nano), i)
			at = at.Add(49 * time.Second)
		}
		files := map[string][]byte{"projects/x/" + toldSession + ".jsonl": lines}
		sameAnswer(t, generation, readSent(t, toldSession, files, nil), readSent(t, toldSession, files, p))
	}
}

// The end of a conversation by /clear closes its session; by anything else it does not.
func TestTelemetryOfThePluginsEnd(t *testing.T) {
	for reason, want := range map[string]fact.Boundary{"clear": fact.Clear, "logout": "", "other": ""} {
		for _, told := range []bool{false, true} {
			p := &plugin{*newClient()}
			p.lines = story(false, false, "B")
			p.at = p.at.Add(10 * time.Minute)
			p.tellAt(0, "session_end", "", map[string]any{"reason": reason})
			if told && reason == "clear" {
				p.tell("user_prompt", "z", map[string]any{"prompt": "/clear", "command_name": "clear", "command_source": "builtin"})
			}
			got := runTold(t, p.lines)
			if len(got.Sessions) != 1 || got.Sessions[0].Turns != 3 || (got.Sessions[0].ClosedBy == fact.Clear) != (want == fact.Clear) {
				t.Errorf("%s: %d sessions, closed by %q", reason, len(got.Sessions), got.Sessions[0].ClosedBy)
			}
		}
	}
}

// Who stops the agent is told of once, by the plugin alone.
func TestTelemetryOfThePluginsInterrupt(t *testing.T) {
	p := &plugin{*newClient()}
	all := story(true, true, "B")
	at := len(all) - 3 // before the last answer
	p.lines = slices.Clone(all[:at])
	e, err := telemetry.Parse(all[at-1])
	if err != nil {
		t.Fatal(err)
	}
	p.at = e.Time
	p.tellAt(time.Second, "turn_interrupt", "0f9b0c3e-0000-4000-8000-000000000002", map[string]any{"marker_kind": "user"})
	p.tellAt(2*time.Second, "turn_interrupt", "0f9b0c3e-0000-4000-8000-000000000002", map[string]any{"marker_kind": "user"})
	text, err := io.ReadAll(claude.Tell(bytes.NewReader(bytes.Join(p.lines, nil)), nil))
	if err != nil || bytes.Count(text, []byte("[Request interrupted by user]")) != 1 {
		t.Errorf("%v: %s", err, text)
	}
	if got := runTold(t, p.lines); got.Sessions[0].Turns != 3 {
		t.Errorf("%d turns", got.Sessions[0].Turns)
	}
}
