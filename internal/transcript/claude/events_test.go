package claude_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"
	"testing/iotest"
	"time"

	"prism/internal/transcript/claude"
	"prism/internal/transcript/telemetry"
)

// toldEvents are lines of events as a client sends them, of which every seventh is of the
// same moment and number as the one before.
func toldEvents(n int) (lines [][]byte) {
	names := []string{"user_prompt", "api_request", "tool_decision", "tool_result"}
	for i := range n {
		at := i
		if i%7 == 6 {
			at--
		}
		e := telemetry.Event{Time: time.Unix(1_800_000_000, int64(at)*1e6).UTC(), Name: names[i%4], Session: "00000001-0000-4000-8000-000000000001", Prompt: fmt.Sprintf("%08x-0000-4000-8000-000000000001", i/4), Sequence: int64(at), Version: "2.1.330", Origin: telemetry.OTLP}
		for k, v := range map[string]string{
			"user.id": fmt.Sprintf("%064x", 7), "terminal.type": "xterm", "session.id": e.Session, "event.timestamp": e.Time.Format(time.RFC3339Nano), "os.type": "linux",
			"request_id": fmt.Sprintf("req_%024x", i), "tool_use_id": fmt.Sprintf("toolu_%024x", i/2), "model": "claude-opus-5-5", "query_source": "repl_main_thread",
			"prompt": "make the list of orders show the newest first, with a test", "tool_name": "Bash", "success": "true", "decision": "accept",
			"tool_parameters": `{"bash_command":"go","full_command":"go test ./internal/orders","timeout":120000}`,
		} {
			e.Attrs = append(e.Attrs, telemetry.Attr{Key: k, Value: telemetry.Value{Text: v}})
		}
		e.Sort()
		lines = append(lines, append(e.Line(), '\n'))
	}
	return lines
}

// What is told rests on what happened, not on how it came: in any order, some of it again,
// and read in pieces of any size.
func TestTellInAnyOrder(t *testing.T) {
	lines := toldEvents(400)
	want, err := io.ReadAll(claude.Tell(bytes.NewReader(bytes.Join(lines, nil)), nil))
	if err != nil || bytes.Count(want, []byte("\n")) < 400 {
		t.Fatalf("%d bytes are told (%v)", len(want), err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		again := append(lines[:len(lines):len(lines)], lines[:rng.IntN(len(lines))]...)
		rng.Shuffle(len(again), func(i, j int) { again[i], again[j] = again[j], again[i] })
		in := claude.Tell(iotest.HalfReader(bytes.NewReader(bytes.Join(again, nil))), nil)
		if got, err := io.ReadAll(iotest.OneByteReader(in)); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("%d bytes are told, want %d (%v)", len(got), len(want), err)
		}
	}
}

// BenchmarkTell tells one long session.
func BenchmarkTell(b *testing.B) {
	text := bytes.Join(toldEvents(20_000), nil)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if n, err := io.Copy(io.Discard, claude.Tell(bytes.NewReader(text), nil)); err != nil || n == 0 {
			b.Fatal(n, err)
		}
	}
}
