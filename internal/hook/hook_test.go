package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"prism/internal/folders"
	"prism/internal/spool"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 123456000, time.UTC)

// home is a folder for everything Prism keeps, and an environment.
func home(t testing.TB, more ...string) (dir string, env func(string) string) {
	dir = filepath.Join(t.TempDir(), "kept")
	return dir, func(key string) string {
		for _, kv := range more {
			if v, ok := strings.CutPrefix(kv, key+"="); ok {
				return v
			}
		}
		return ""
	}
}

// silent runs the event command and holds it to its promises.
func silent(t testing.TB, dir string, env func(string) string, in string) {
	t.Helper()
	var out, errs bytes.Buffer
	if code := Run([]string{"--data", dir, "--config", dir, "event"}, env, strings.NewReader(in), &out, &errs, noon); code != 0 || out.Len()+errs.Len() > 0 {
		t.Fatalf("exit code %d, out %q, errors %q", code, out.String(), errs.String())
	}
}

// spooled returns the lines of one kind, oldest first.
func spooled(t testing.TB, dir, kind string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "spool", "*."+kind+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			out = append(out, strings.TrimSuffix(line, "\n"))
		}
	}
	return out
}

// abs is an absolute path on the system that the tests run on.
func abs(path string) string {
	if runtime.GOOS == "windows" {
		return `C:` + filepath.FromSlash(path)
	}
	return path
}

func quote(s string) string { b, _ := json.Marshal(s); return string(b) }

func TestEventKeepsNoProse(t *testing.T) {
	dir, env := home(t, "CLAUDE_PID=4711")
	base := `"session_id":"5f1c2b1e-0000-4000-8000-000000000001","transcript_path":` + quote(abs("/home/robin/.claude/projects/-home-robin-SECRET/x.jsonl")) + `,"cwd":` + quote(abs("/home/robin/SECRET")) + `,"prompt_id":"fe09a1b2"`
	ins := []string{
		`{` + base + `,"hook_event_name":"UserPromptSubmit","prompt":"SECRET words","session_title":"SECRET"}`,
		`{` + base + `,"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"echo SECRET","source":"SECRET","deep":[{"cwd":"SECRET"}]},"tool_use_id":"toolu_01"}`,
		`{` + base + `,"hook_event_name":"SubagentStop","tool_response":"SECRET \"quoted\\","agent_id":"a1","trigger":"auto"}`,
		`{` + base + `,"hook_event_name":"PostToolUseFailure","error":"SECRET","is_interrupt":false}`,
		`{` + base + `,"hook_event_name":"Stop","last_assistant_message":"SECRET","background_tasks":["SECRET"]}`,
		`{` + base + `,"hook_event_name":"PreCompact","trigger":"manual","custom_instructions":"SECRET"}`,
		`{` + base + `,"hook_event_name":"PostCompact","compact_summary":"SECRET"}`,
		`{` + base + `,"hook_event_name":"Notification","message":"SECRET","notification_type":"idle_prompt"}`,
		// A value that is more than a name is no name, wherever it stands.
		`{` + base + `,"hook_event_name":"PreToolUse","tool_name":"a SECRET","source":"SECRET\nx","reason":{"a":"SECRET"},"trigger":["SECRET"],"prompt_id":"` + strings.Repeat("SECRET", 100) + `"}`,
		`{` + base + `,"hook_event_name":"Stop","agent_id":"/etc/SECRET","source":"SECRET1","trigger":"SECRET-words"}`,
	}
	for _, in := range ins {
		silent(t, dir, env, in)
	}
	lines := spooled(t, dir, "event")
	if len(lines) != len(ins) {
		t.Fatalf("%d lines of %d events: %q", len(lines), len(ins), lines)
	}
	if all := strings.Join(lines, "\n"); strings.Contains(all, "SECRET") {
		t.Errorf("prose in the spool:\n%s", all)
	}
	var got spool.Record
	if err := json.Unmarshal([]byte(lines[2]), &got); err != nil {
		t.Fatal(err)
	}
	want := spool.Record{
		V: 1, At: "2026-11-20T12:00:00.123456Z", Event: "SubagentStop", Session: "5f1c2b1e-0000-4000-8000-000000000001",
		Prompt: "fe09a1b2", Agent: "a1", Trigger: "auto", Root: abs("/home/robin/.claude"), Client: "4711",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("−want +got:\n%s", diff)
	}
	if !got.Sound() {
		t.Error("what was written is not what is read")
	}
}

// A session that is kept private leaves its id, so that no push sends it, and no event.
func TestPrivate(t *testing.T) {
	dir, env := home(t, "PRISM_PRIVATE=1")
	silent(t, dir, env, `{"session_id":"5f1c","hook_event_name":"SessionStart","source":"startup"}`)
	if n := len(spooled(t, dir, "boundary")); n != 0 {
		t.Errorf("%d events", n)
	}
	if _, err := os.Stat(filepath.Join(dir, "private", "5f1c")); err != nil {
		t.Error(err)
	}
}

// Without a server nothing is started, and where one is set up but prism is not there,
// the agent does not notice.
func TestNothingIsStarted(t *testing.T) {
	dir, env := home(t, "PRISM_HOOK_LOG=1")
	silent(t, dir, env, `{"session_id":"5f1c","hook_event_name":"Stop"}`)
	if spool.At(filepath.Join(dir, "spool")).Alive(time.Now()) {
		t.Error("a sender was claimed though none is set up")
	}
	if err := os.WriteFile(folders.Folders{Data: dir, Config: dir}.Server(), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	silent(t, dir, env, `{"session_id":"5f1c","hook_event_name":"Stop"}`)
	log, err := os.ReadFile(filepath.Join(dir, "hook.log"))
	if err != nil || !strings.Contains(string(log), "find prism") {
		t.Errorf("%q, %v", log, err)
	}
}

func TestBoundariesStandApart(t *testing.T) {
	dir, env := home(t)
	silent(t, dir, env, `{"session_id":"a","hook_event_name":"SessionEnd","reason":"clear"}`)
	silent(t, dir, env, `{"session_id":"b","hook_event_name":"SessionStart","source":"clear","model":"m"}`)
	silent(t, dir, env, `{"session_id":"b","hook_event_name":"Stop"}`)
	got := spooled(t, dir, "boundary")
	if len(got) != 2 || !strings.Contains(got[0], `"reason":"clear"`) || !strings.Contains(got[1], `"source":"clear"`) {
		t.Errorf("boundaries: %q", got)
	}
	if n := len(spooled(t, dir, "event")); n != 1 {
		t.Errorf("%d other events", n)
	}
	if runtime.GOOS == "windows" {
		return
	}
	for name, want := range map[string]os.FileMode{"spool": 0o700, "spool/000001.event.jsonl": 0o600, "spool/000001.boundary.jsonl": 0o600} {
		if st, err := os.Stat(filepath.Join(dir, name)); err != nil || st.Mode().Perm() != want {
			t.Errorf("%s: %v %v, want %v", name, st.Mode(), err, want)
		}
	}
}

// What is no event leaves nothing, and says so only in the log that was asked for.
func TestWhatIsNoEvent(t *testing.T) {
	for _, in := range []string{
		"", "null", "[]", "{", `{"session_id":"a","hook_event_name":"Stop"`, `{"session_id":"a","hook_event_name":"Stop"} x`,
		`{"session_id":"a"}`, `{"hook_event_name":"Stop"}`, `{"session_id":"a b","hook_event_name":"Stop"}`,
		`{"session_id":"a","hook_event_name":"rm -rf"}`, `{"session_id":"a","hook_event_name":"Stop2"}`, `{"session_id":["a"],"hook_event_name":"Stop"}`,
		`{"session_id":"` + strings.Repeat("a", 129) + `","hook_event_name":"Stop"}`,
		strings.Repeat(`{"a":`, 2000),
	} {
		dir, env := home(t)
		silent(t, dir, env, in)
		if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%.60q left something: %v", in, err)
		}
	}
	dir, env := home(t, "PRISM_HOOK_LOG=1")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	silent(t, dir, env, `{"session_id":"a SECRET","hook_event_name":"Stop"}`)
	log, err := os.ReadFile(filepath.Join(dir, "hook.log"))
	if want := "2026-11-20T12:00:00Z event: the JSON has no session_id that is an id\n"; err != nil || string(log) != want {
		t.Errorf("log %q, %v; want %q", log, err, want)
	}
}

// Input that is longer than what is looked at counts by what stands before the cut,
// and is taken to its end.
func TestLongInput(t *testing.T) {
	dir, env := home(t)
	in := strings.NewReader(`{"session_id":"a","hook_event_name":"PostToolUse","tool_response":"` + strings.Repeat("x", maxInput+1<<20) + `"}`)
	if code := Run([]string{"--data", dir, "--config", dir, "event"}, env, in, io.Discard, io.Discard, noon); code != 0 || in.Len() != 0 {
		t.Errorf("exit code %d, %d bytes not taken", code, in.Len())
	}
	if n := len(spooled(t, dir, "event")); n != 1 {
		t.Errorf("%d events", n)
	}
}

// A disk that refuses, and a reader that fails, are nobody's trouble.
func TestNothingBreaksTheAgent(t *testing.T) {
	dir, env := home(t, "PRISM_HOOK_LOG=1")
	if err := os.WriteFile(dir, nil, 0o600); err != nil { // a file where the folder should be
		t.Fatal(err)
	}
	silent(t, dir, env, `{"session_id":"a","hook_event_name":"Stop"}`)
	for _, what := range []string{"event", "statusline"} {
		for _, in := range []io.Reader{broken{}, nil} { // nil: it panics
			var out bytes.Buffer
			if code := Run([]string{"--data", dir, "--config", dir, what}, env, in, &out, &out, noon); code != 0 || out.Len() > 0 {
				t.Errorf("%s: exit code %d, %q", what, code, out.String())
			}
		}
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("broken") }

func TestUsage(t *testing.T) {
	dir, env := home(t)
	for _, c := range []struct {
		args      []string
		code      int
		out, errs string
	}{
		{[]string{"--version"}, 0, "prism-hook ", ""},
		{[]string{"--help"}, 0, "prism-hook event", ""},
		{nil, 1, "", "say what to do"},
		{[]string{"evnt"}, 1, "", "say what to do"}, // never 2: that would be a veto
	} {
		var out, errs bytes.Buffer
		code := Run(append([]string{"--data", dir, "--config", dir}, c.args...), env, strings.NewReader(""), &out, &errs, noon)
		if code != c.code || !strings.Contains(out.String(), c.out) || !strings.Contains(errs.String(), c.errs) {
			t.Errorf("%v: exit code %d, out %q, errors %q", c.args, code, out.String(), errs.String())
		}
	}
}

// A torn line costs itself, not the next one.
func TestTornLine(t *testing.T) {
	dir, env := home(t)
	silent(t, dir, env, `{"session_id":"a","hook_event_name":"Stop"}`)
	file := filepath.Join(dir, "spool", "000001.event.jsonl")
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"v":1,"at":"20`); err != nil {
		t.Fatal(err)
	}
	f.Close()
	silent(t, dir, env, `{"session_id":"b","hook_event_name":"Stop"}`)
	got := spooled(t, dir, "event")
	if len(got) != 3 || !json.Valid([]byte(got[2])) || !strings.Contains(got[2], `"session_id":"b"`) {
		t.Errorf("%q", got)
	}
}

func TestStatusLine(t *testing.T) {
	dir, env := home(t)
	for _, c := range []struct{ in, want string }{
		{`{"session_id":"x","model":{"id":"claude-opus-5-5","display_name":"Opus 5.5"},"cost":{"total_cost_usd":1.2345,"total_lines_added":120,"total_lines_removed":30},"context_window":{"used_percentage":34.4}}`, "Opus 5.5 · $1.23 · +120 −30 · context 34 %\n"},
		{`{"model":{"id":"claude-opus-5-5"}}`, "claude-opus-5-5\n"},
		{`{"cost":{"total_cost_usd":0,"total_lines_added":0,"total_lines_removed":0}}`, "$0.00\n"},
		{`{"cost":{"total_cost_usd":-0}}`, "$0.00\n"},
		{`{"model":{"display_name":"\u001b[31mred\u202e\n` + strings.Repeat("a", 60) + `"}}`, "[31mred" + strings.Repeat("a", 32) + "…\n"},
		{`{"model":"x","cost":[],"context_window":null}`, ""},
		{`{"cost":{"total_cost_usd":1e300},"context_window":{"used_percentage":"all"}}`, ""},
		{`{}`, ""}, {``, ""}, {`{"model":{"id":"a"}`, ""}, {`{"model":{"id":"a"}} b`, ""}, {`null`, ""},
	} {
		var out, errs bytes.Buffer
		if code := Run([]string{"--data", dir, "--config", dir, "statusline"}, env, strings.NewReader(c.in), &out, &errs, noon); code != 0 || errs.Len() > 0 || out.String() != c.want {
			t.Errorf("%.80s: exit code %d, %q, want %q; errors %q", c.in, code, out.String(), c.want, errs.String())
		}
	}
}
