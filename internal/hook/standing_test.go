package hook

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"prism/internal/status"
)

// stand is a folder with a transcript and what somebody saw of it.
type stand struct {
	dir, transcript string
}

func standing(t *testing.T, change func(s *status.State)) stand {
	t.Helper()
	dir := t.TempDir()
	at := stand{dir, filepath.Join(dir, "5f1c.jsonl")}
	if err := os.WriteFile(at.transcript, []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	long := time.Now().Add(-time.Minute)
	if err := os.Chtimes(at.transcript, long, long); err != nil {
		t.Fatal(err)
	}
	s := status.State{
		At: noon, Nudges: true,
		Today:         &status.Today{From: noon.Add(-12 * time.Hour), Until: noon.Add(12 * time.Hour), Score: 66.7, Crushed: 2, Counted: 3},
		Conversations: []status.Conversation{{ID: "5f1c", Session: "4f2fa87574398a72", Size: 3, Says: "bug fix: not verified", Nudge: "Prism: run the tests."}},
	}
	change(&s)
	at.write(t, s)
	return at
}

func (at stand) write(t *testing.T, s status.State) {
	t.Helper()
	text, err := status.Encode(s)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(at.dir, "status"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(at.dir, "status", status.File), text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// run hands a JSON to one of the commands and returns what is printed.
func (at stand) run(t *testing.T, what, in string, now time.Time) string {
	t.Helper()
	var out, errs bytes.Buffer
	env := func(string) string { return "" }
	if code := Run([]string{"--data", at.dir, "--config", at.dir, what}, env, strings.NewReader(in), &out, &errs, now); code != 0 || errs.Len() > 0 {
		t.Fatalf("exit code %d, errors %q", code, errs.String())
	}
	return out.String()
}

func (at stand) line(t *testing.T, now time.Time) string {
	t.Helper()
	return at.run(t, "statusline", `{"session_id":"5f1c","transcript_path":`+quote(at.transcript)+`,"cost":{"total_cost_usd":0.42}}`, now)
}

// What is known to be so now is shown as it is, what was so with its time, what is old or
// of another day not at all.
func TestStandingIsShownAsOldAsItIs(t *testing.T) {
	for _, c := range []struct {
		why    string
		change func(s *status.State)
		after  time.Duration
		want   string
	}{
		{"current", func(*status.State) {}, time.Minute, "$0.42 · bug fix: not verified · today 67 (2 of 3)\n"},
		{"current, and looked at long ago", func(*status.State) {}, 2 * time.Hour, "$0.42 · bug fix: not verified · today 67 (2 of 3) at 12:00\n"},
		{"it has grown", func(s *status.State) { s.Conversations[0].Size = 2 }, time.Minute, "$0.42 · bug fix: not verified at 12:00 · today 67 (2 of 3)\n"},
		{"it grew while it was read", func(s *status.State) { s.Conversations[0].Size = -1 }, time.Minute, "$0.42 · bug fix: not verified at 12:00 · today 67 (2 of 3)\n"},
		{"it has grown since long", func(s *status.State) { s.Conversations[0].Size = 2 }, time.Hour, "$0.42 · today 67 (2 of 3) at 12:00\n"},
		{"another day", func(*status.State) {}, 13 * time.Hour, "$0.42 · bug fix: not verified\n"},
		{"another conversation", func(s *status.State) { s.Conversations[0].ID = "77" }, time.Minute, "$0.42 · today 67 (2 of 3)\n"},
		{"nothing counted", func(s *status.State) { s.Today = nil }, time.Minute, "$0.42 · bug fix: not verified\n"},
		{"a clock that went back", func(*status.State) {}, -time.Hour, "$0.42\n"},
		{"a score that is none", func(s *status.State) { s.Today.Score = 4711 }, time.Minute, "$0.42 · bug fix: not verified\n"},
		{"what a terminal would obey", func(s *status.State) { s.Conversations[0].Says = "a\x1b[2Jb\nc\u202e" }, time.Minute, "$0.42 · a[2Jbc · today 67 (2 of 3)\n"},
	} {
		if got := standing(t, c.change).line(t, noon.Add(c.after)); got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
}

// A state that is not one is none.
func TestUnsoundStates(t *testing.T) {
	at := standing(t, func(*status.State) {})
	file := filepath.Join(at.dir, "status", status.File)
	for _, text := range []string{"", "{", `{"v":2,"at":"2026-11-20T12:00:00Z"}`, `[]`, "null", strings.Repeat(" ", status.MaxBytes) + `{"v":1}`} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := at.line(t, noon); got != "$0.42\n" {
			t.Errorf("%.40q: %q", text, got)
		}
	}
}

func (at stand) stop(t *testing.T) string {
	t.Helper()
	return at.run(t, "event", `{"session_id":"5f1c","transcript_path":`+quote(at.transcript)+`,"hook_event_name":"Stop"}`, noon)
}

// The person is nudged once a session, of what is so now, and the agent is not held up.
func TestNudge(t *testing.T) {
	at := standing(t, func(*status.State) {})
	var told map[string]string
	text := at.stop(t)
	if err := json.Unmarshal([]byte(text), &told); err != nil || len(told) != 1 || told["systemMessage"] != "Prism: run the tests." {
		t.Fatalf("%q, %v", text, err)
	}
	if again := at.stop(t); again != "" {
		t.Errorf("once more: %q", again)
	}
	for why, change := range map[string]func(s *status.State){
		"nobody asked":            func(s *status.State) { s.Nudges = false },
		"nothing to say":          func(s *status.State) { s.Conversations[0].Nudge = "" },
		"it has grown":            func(s *status.State) { s.Conversations[0].Size = 2 },
		"a name that is no id":    func(s *status.State) { s.Conversations[0].Session = "../x" },
		"nobody looked at it yet": func(s *status.State) { s.Conversations = nil },
	} {
		t.Run(why, func(t *testing.T) {
			t.Parallel() // each waits
			at, began := standing(t, change), time.Now()
			if got := at.stop(t); got != "" {
				t.Errorf("%q", got)
			}
			if took := time.Since(began); took > 3*nudgeWait {
				t.Errorf("it took %v", took)
			}
		})
	}
}

// What is seen within the time that it waits is said.
func TestNudgeWaitsForWhoJudges(t *testing.T) {
	var late status.State
	at := standing(t, func(s *status.State) {
		late = *s
		s.Conversations = nil
	})
	done := make(chan struct{})
	go func() {
		defer close(done)
		time.Sleep(50 * time.Millisecond)
		at.write(t, late)
	}()
	defer func() { <-done }()
	if got := at.stop(t); !strings.Contains(got, "run the tests") {
		t.Errorf("%q", got)
	}
}

// Other hooks say nothing, whatever stands there.
func TestOtherHooksSayNothing(t *testing.T) {
	at := standing(t, func(*status.State) {})
	for _, event := range []string{"SessionStart", "UserPromptSubmit", "SubagentStop", "PreCompact", "SessionEnd"} {
		if got := at.run(t, "event", `{"session_id":"5f1c","transcript_path":`+quote(at.transcript)+`,"hook_event_name":"`+event+`"}`, noon); got != "" {
			t.Errorf("%s: %q", event, got)
		}
	}
}
