package live

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/status"
)

// conversation is the id of the transcript that these tests write.
const conversation = "11111111-2222-4333-8444-555555555555"

// machine is a home with a transcript that may grow.
type machine struct {
	home, file string
	text       strings.Builder
	n          int
	at         time.Time
}

func newMachine(t *testing.T) *machine {
	home := t.TempDir()
	m := &machine{home: home, at: time.Now().Add(-5 * time.Minute)}
	m.file = filepath.Join(home, ".claude", "projects", "-home-robin-code-hollyhock", conversation+".jsonl")
	if err := os.MkdirAll(filepath.Dir(m.file), 0o700); err != nil {
		t.Fatal(err)
	}
	return m
}

// line adds a line of a type.
func (m *machine) line(kind string, message any, more map[string]any) {
	m.n++
	d := map[string]any{
		"type": kind, "uuid": fmt.Sprintf("aaaaaaaa-0000-4000-8000-%012d", m.n), "sessionId": conversation, "timestamp": m.at.Add(time.Duration(m.n) * time.Second).UTC().Format(time.RFC3339Nano),
		"cwd": "/home/robin/code/hollyhock", "version": "2.1.330", "isSidechain": false, "userType": "external", "entrypoint": "cli", "message": message,
	}
	for k, v := range more {
		d[k] = v
	}
	text, _ := json.Marshal(d)
	m.text.Write(append(text, '\n'))
}

func (m *machine) prompt(text string) {
	m.line("user", map[string]any{"role": "user", "content": text}, nil)
}

func (m *machine) answer(block map[string]any) {
	m.line("assistant", map[string]any{
		"id": fmt.Sprintf("msg_%d", m.n), "type": "message", "role": "assistant", "model": "claude-opus-5-5", "content": []any{block}, "usage": map[string]any{"input_tokens": 10, "output_tokens": 5},
	}, map[string]any{"requestId": fmt.Sprintf("req_%d", m.n)})
}

func (m *machine) result(id, content string, more map[string]any) {
	m.line("user", map[string]any{"role": "user", "content": []any{map[string]any{"type": "tool_result", "tool_use_id": id, "content": content}}}, map[string]any{"toolUseResult": more})
}

// fix is a prompt and an edit; test a prompt and tests that pass.
func (m *machine) fix() {
	m.prompt("Fix the bug in tide.go: the sum is off by one, make the failing test pass")
	file := "/home/robin/code/hollyhock/tide.go"
	m.answer(map[string]any{"type": "tool_use", "id": "toolu_1", "name": "Edit", "input": map[string]any{"file_path": file, "old_string": "i <= n", "new_string": "i < n"}})
	m.result("toolu_1", "updated", map[string]any{"filePath": file, "structuredPatch": []any{map[string]any{"oldStart": 1, "oldLines": 1, "newStart": 1, "newLines": 1, "lines": []string{"-for i <= n {", "+for i < n {"}}}})
	m.answer(map[string]any{"type": "text", "text": "I fixed the off-by-one in the loop."})
}

func (m *machine) test() {
	m.prompt("run the tests please")
	m.answer(map[string]any{"type": "tool_use", "id": "toolu_2", "name": "Bash", "input": map[string]any{"command": "go test ./..."}})
	m.result("toolu_2", "ok  \ttide\t0.012s", map[string]any{"stdout": "ok  \ttide\t0.012s"})
	m.answer(map[string]any{"type": "text", "text": "All tests pass."})
}

// save writes the transcript, as of a moment ago.
func (m *machine) save(t *testing.T) {
	t.Helper()
	if err := os.WriteFile(m.file, []byte(m.text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// program is prism on that machine.
func (m *machine) program(more ...string) *job.Program {
	env := append([]string{"HOME=" + m.home, "PRISM_HOME=" + filepath.Join(m.home, "kept"), "PRISM_TZ=UTC", "USER=robin"}, more...)
	return job.NewProgram(env, strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{})
}

func (m *machine) state(t *testing.T) *status.State {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(m.home, "kept", "status", status.File))
	if err != nil {
		return nil
	}
	s, err := status.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// until waits for something that comes within seconds.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("in vain: %s", what)
		}
	}
}

// What is seen of a session follows its transcript, and is of that very size of it.
func TestStatusFollowsTheTranscript(t *testing.T) {
	t.Parallel() // it waits
	m := newMachine(t)
	m.fix()
	m.save(t)
	p := m.program("PRISM_NUDGE=true")
	if err := p.WantStatus(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		ended <- (&Looker{Program: p, Command: &cobra.Command{}, Flags: &job.ReadFlags{}, Every: time.Second}).Run(ctx)
	}()
	var first, second status.Conversation
	seen := func(into *status.Conversation) bool {
		s := m.state(t)
		if s == nil || s.Of(conversation) == nil || s.Of(conversation).Size != int64(m.text.Len()) {
			return false
		}
		*into = *s.Of(conversation)
		return s.Nudges
	}
	until(t, "a first look", func() bool { return seen(&first) })
	m.test()
	m.save(t)
	until(t, "a second look", func() bool { return seen(&second) })
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if first.Says != "bug fix: no check and no word yet" || !strings.Contains(first.Nudge, "would not crush") || !strings.Contains(first.Nudge, "Have a test or a run") {
		t.Errorf("before the test: %+v", first)
	}
	if second.Says != "bug fix: landed so far" || second.Nudge != "" || second.Session != first.Session {
		t.Errorf("after the test: %+v", second)
	}
}

// Nobody who did not ask for it has anything written, nor is anybody nudged.
func TestNothingIsWrittenUnasked(t *testing.T) {
	m := newMachine(t)
	m.fix()
	m.save(t)
	look := func() {
		k := &Looker{Program: m.program(), Command: &cobra.Command{}, Flags: &job.ReadFlags{}}
		if _, err := k.look(t.Context(), time.Now().Add(time.Second)); err != nil {
			t.Fatal(err)
		}
	}
	look()
	if m.state(t) != nil {
		t.Error("a state was written")
	}
	if err := m.program().WantStatus(); err != nil {
		t.Fatal(err)
	}
	look()
	if s := m.state(t); s == nil || s.Nudges || s.Conversations[0].Nudge != "" || s.Conversations[0].Says == "" {
		t.Errorf("%+v", s)
	}
	if err := m.program().ForgetStatus(); err != nil {
		t.Fatal(err)
	}
	look()
	if m.state(t) != nil {
		t.Error("a state was written after the wish was withdrawn")
	}
}

// It ends when nothing happens, and when it is over.
func TestLookerEnds(t *testing.T) {
	t.Parallel() // it waits
	m := newMachine(t)
	m.fix()
	m.save(t)
	for _, k := range []*Looker{{Idle: 500 * time.Millisecond}, {Over: func() bool { return true }}} {
		k.Program, k.Command, k.Flags, k.Every = m.program(), &cobra.Command{}, &job.ReadFlags{}, 100*time.Millisecond
		began := time.Now()
		if err := k.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took > 15*time.Second {
			t.Errorf("it took %v", took)
		}
	}
}

// What a hook notes has it look at once, though no transcript changed.
func TestLookerHurries(t *testing.T) {
	m := newMachine(t)
	m.fix()
	m.save(t)
	noted := t.TempDir()
	looks := make(chan struct{}, 100)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		ended <- (&Looker{Program: m.program(), Command: &cobra.Command{}, Flags: &job.ReadFlags{}, Every: time.Hour, Hurry: noted, Show: func(context.Context, *job.Job, *job.Library) error {
			looks <- struct{}{}
			return nil
		}}).Run(ctx)
	}()
	<-looks
	until(t, "a second look", func() bool {
		if err := os.WriteFile(filepath.Join(noted, "000001.event.jsonl"), []byte(time.Now().String()), 0o600); err != nil {
			t.Fatal(err)
		}
		select {
		case <-looks:
			return true
		case <-time.After(500 * time.Millisecond):
			return false
		}
	})
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
