package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// lately moves the times of a transcript so that its last line is a minute old: lately FILE.
func lately(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: lately FILE")
	}
	file := ts.MkAbs(args[0])
	text, err := os.ReadFile(file)
	ts.Check(err)
	ts.Check(os.WriteFile(file, []byte(moved(string(text), time.Now().Add(-time.Minute))), 0o644))
}

var instant = regexp.MustCompile(`"timestamp":"([^"]+)"`)

// moved is a transcript whose last line is of a time.
func moved(text string, end time.Time) string {
	var last time.Time
	for _, m := range instant.FindAllStringSubmatch(text, -1) {
		if at, err := time.Parse(time.RFC3339, m[1]); err == nil && at.After(last) {
			last = at
		}
	}
	return instant.ReplaceAllStringFunc(text, func(s string) string {
		at, err := time.Parse(time.RFC3339, instant.FindStringSubmatch(s)[1])
		if err != nil {
			return s
		}
		return fmt.Sprintf(`"timestamp":%q`, at.Add(end.Sub(last)).UTC().Format(time.RFC3339))
	})
}

// appears waits for a text in a file that something in the background writes: appears FILE TEXT.
func appears(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: appears FILE TEXT")
	}
	text := ""
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if b, err := os.ReadFile(ts.MkAbs(args[0])); err == nil {
			if text = string(b); strings.Contains(text, args[1]) {
				return
			}
		}
	}
	ts.Fatalf("%q does not come into %s: %s", args[1], args[0], text)
}

// pane is a terminal in which something runs.
type pane struct {
	t      *testing.T
	socket string
}

func (p pane) tmux(args ...string) string {
	p.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-f", os.DevNull, "-S", p.socket}, args...)...).CombinedOutput()
	if err != nil {
		p.t.Fatalf("tmux %s: %v %s", args[0], err, out)
	}
	return string(out)
}

// shows waits until the screen is as it should be.
func (p pane) shows(what string, is func(screen string) bool) string {
	p.t.Helper()
	screen := ""
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if screen = p.tmux("capture-pane", "-p"); is(screen) {
			return screen
		}
	}
	p.t.Fatalf("in vain: %s\n%s", what, screen)
	return ""
}

const turn = `{"type":"user","uuid":"aaaaaaaa-0000-4000-8000-00000000000%d","parentUuid":null,"sessionId":"11111111-2222-4333-8444-555555555555","timestamp":"2026-11-20T10:0%d:00Z","cwd":"/home/robin/code/hollyhock","version":"2.1.0","isSidechain":false,"userType":"external","message":{"role":"user","content":%q}}` + "\n"

// On a terminal one screen is drawn anew: when something happens, when it has another
// size; Ctrl-C gives the old one back.
func TestWatchOnATerminal(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a terminal")
	}
	t.Parallel()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("tmux is not here: the live view was not looked at")
	}
	prism, err := exec.LookPath("prism") // testscript.Main puts it there
	if err != nil {
		t.Fatal(err)
	}
	home, err := os.MkdirTemp("", "w") //nolint:usetesting // a socket's path is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(home) })
	folder := filepath.Join(home, ".claude", "projects", "-home-robin-code-hollyhock")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	text := ""
	add := func(n int, prompt string) {
		text += fmt.Sprintf(turn, n, n, prompt)
		if err := os.WriteFile(filepath.Join(folder, "11111111-2222-4333-8444-555555555555.jsonl"), []byte(moved(text, time.Now().Add(-time.Minute))), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	add(1, "Turn the weather vane by ninety degrees")
	p := pane{t, filepath.Join(home, "tmux")}
	start := fmt.Sprintf("env -i PATH=%q TERM=$TERM HOME=%q PRISM_HOME=%q PRISM_TZ=UTC NO_COLOR=%%s sh", os.Getenv("PATH"), home, filepath.Join(home, "kept"))
	p.tmux("new-session", "-d", "-x", "80", "-y", "20", fmt.Sprintf(start, ""))
	t.Cleanup(func() { _ = exec.Command("tmux", "-S", p.socket, "kill-server").Run() })
	p.shows("a shell", func(s string) bool { return strings.TrimSpace(s) != "" })
	p.tmux("send-keys", "-l", "echo before; "+prism+" watch; echo ended $?")
	p.tmux("send-keys", "Enter")
	p.shows("the first turn", func(s string) bool {
		return strings.HasPrefix(s, "Prism  ") && strings.Contains(s, "1 session going on") && strings.Contains(s, "  1  Turn the weather vane") && !strings.Contains(s, "before")
	})
	if coloured := p.tmux("capture-pane", "-p", "-e"); !strings.Contains(coloured, "\x1b[1m") {
		t.Errorf("no colour: %q", coloured)
	}
	add(2, "and paint the barn red")
	p.shows("the next turn, as it happens", func(s string) bool { return strings.Contains(s, "  2  and paint the barn red") })
	p.tmux("resize-window", "-x", "40", "-y", "4")
	p.shows("a line each where there is no room", func(s string) bool {
		lines := strings.Split(strings.TrimRight(s, "\n"), "\n")
		return len(lines) == 3 && strings.Contains(lines[2], "Turn the weather") && strings.Contains(lines[2], "…")
	})
	p.tmux("resize-window", "-x", "80", "-y", "20")
	p.shows("all of it again", func(s string) bool {
		return strings.Contains(s, "  2  and paint the barn red") && strings.Count(s, "Prism  ") == 1
	})
	p.tmux("send-keys", "C-c")
	p.shows("the screen as it was before", func(s string) bool {
		return strings.Contains(s, "before") && strings.Contains(s, "ended 0") && !strings.Contains(s, "barn")
	})
	if cursor := p.tmux("display", "-p", "#{cursor_flag}#{alternate_on}"); strings.TrimSpace(cursor) != "10" {
		t.Errorf("the cursor and the screen are %s", cursor)
	}
	p.tmux("send-keys", "-l", "clear; NO_COLOR=1 "+prism+" watch")
	p.tmux("send-keys", "Enter")
	p.shows("it again", func(s string) bool { return strings.HasPrefix(s, "Prism  ") && strings.Contains(s, "barn") })
	if plain := p.tmux("capture-pane", "-p", "-e"); strings.Contains(plain, "\x1b[") {
		t.Errorf("colour against the person's word: %q", plain)
	}
	p.tmux("send-keys", "C-c")
}
