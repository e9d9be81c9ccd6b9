package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The status line says how the session stands, and the nudge what it lacks, once: the
// first hook starts who looks, and no server is set up.
func TestStatusLine(t *testing.T) {
	for _, client := range clients(t) {
		t.Run("client"+filepath.Base(filepath.Dir(client)), func(t *testing.T) { statusLine(t, newWorld(t, client, "")) })
	}
}

func statusLine(t *testing.T, w *world) {
	set := exec.Command(filepath.Join(w.bin, "prism"), "setup", "--yes", "--hook", filepath.Join(w.bin, "prism-hook"), "--settings", filepath.Join(w.home, ".claude", "settings.json"))
	// The account is the one that runs the test, so that it is said where the client's files are.
	set.Env = append(w.env, "CLAUDE_CONFIG_DIR="+filepath.Join(w.home, ".claude"))
	if out, err := set.CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	must(t, noServer(w))
	w.prism("config", "set", "nudge", "true")
	w.open()
	file := filepath.Join(w.project, "shop.py")
	w.turn("Fix the bug in shop.py: test_total fails, the total is 10.004 instead of 10.0.",
		calls("Read", map[string]any{"file_path": file}),
		calls("Edit", map[string]any{"file_path": file, "old_string": "return sum(prices)", "new_string": "return round(sum(prices), 2)"}),
		says("The total is rounded to two decimals now."))
	// On a busy machine who looks may be later than the end of a turn waits: then the next tells.
	for n := 0; n < 5 && !nudged(w); n++ {
		w.turn("Now write 2.0 in place of 2 there, and back.",
			calls("Edit", map[string]any{"file_path": file, "old_string": "prices), 2)", "new_string": "prices), 2.0)"}),
			calls("Edit", map[string]any{"file_path": file, "old_string": "prices), 2.0)", "new_string": "prices), 2)"}),
			says("It is as it was."))
	}
	w.until("the nudge", func() bool { return strings.Contains(w.screen(), "would not crush") })
	w.until("what the session lacks", func() bool { return strings.Contains(w.screen(), "no check and no word yet") })
	if strings.Contains(w.screen(), "no check and no word yet at ") {
		w.until("it is known to be so now", func() bool { return !strings.Contains(w.screen(), "no word yet at ") })
	}
	w.turn("Run the tests, please.", calls("Bash", map[string]any{"command": "pytest", "description": "Run the tests"}), says("All 3 tests pass."))
	w.turn("Thanks, that works perfectly.", says("Glad to hear it."))
	w.until("it has landed", func() bool { return strings.Contains(w.screen(), "landed so far") })
	if n := strings.Count(w.screen(), "would not crush"); n != 1 {
		t.Errorf("nudged %d times\n%s", n, w.screen())
	}
	w.exit()
}

// nudged tells whether the person was, within the time that the client takes to show it.
func nudged(w *world) bool {
	for range 20 {
		if strings.Contains(w.screen(), "would not crush") {
			return true
		}
		time.Sleep(100 * time.Millisecond)
	}
	return false
}

// noServer takes back that a server was set up.
func noServer(w *world) error { return os.Remove(filepath.Join(w.kept, "server.json")) }
