package e2e

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// open starts the client in a terminal.
func (w *world) open(args ...string) {
	w.t.Helper()
	if !slices.Contains(args, "--permission-mode") {
		args = append(args, "--permission-mode", "default")
	}
	line := slices.Concat(w.under, []string{w.client, "--allowedTools", "Bash,Edit,Write,Read"}, args)
	tmux := append([]string{"-L", w.socket, "-f", "/dev/null", "new-session", "-d", "-x", "160", "-y", "50", "-s", "main"}, line...)
	cmd := exec.Command("tmux", tmux...)
	cmd.Dir, cmd.Env = w.project, w.env
	if out, err := cmd.CombinedOutput(); err != nil {
		w.t.Fatalf("tmux: %v %s", err, out)
	}
	w.until("the client is ready", func() bool { return strings.Contains(w.screen(), "❯") })
	time.Sleep(time.Second)
}

func (w *world) screen() string {
	out, _ := exec.Command("tmux", "-L", w.socket, "capture-pane", "-p", "-t", "main").Output()
	return string(out)
}

// shows waits for words on the screen.
func (w *world) shows(words string) {
	w.t.Helper()
	w.until("the screen shows "+words, func() bool { return strings.Contains(w.screen(), words) })
}

// keys sends keys by their names.
func (w *world) keys(names ...string) {
	w.t.Helper()
	if out, err := exec.Command("tmux", append([]string{"-L", w.socket, "send-keys", "-t", "main"}, names...)...).CombinedOutput(); err != nil {
		w.t.Fatalf("tmux: %v %s", err, out)
	}
}

// types a line, and sends it when the client has taken all of it: what comes too early is
// taken for pasted text.
func (w *world) types(text string) {
	w.t.Helper()
	packed := func(s string) string { return strings.Join(strings.Fields(s), "") }
	end := packed(text)
	end = end[max(0, len(end)-20):]
	w.keys("-l", text)
	w.until("what is typed is there: "+text, func() bool { return strings.Contains(packed(w.screen()), end) })
	time.Sleep(600 * time.Millisecond)
	w.keys("Enter")
}

// turn is a prompt with the answers that it gets; it waits for the end of the turn.
func (w *world) turn(prompt string, list ...answer) {
	w.t.Helper()
	before := w.count("Stop")
	w.api.script(list...)
	w.types(prompt)
	w.until("the turn ends: "+prompt, func() bool { return w.api.waiting() == 0 && w.count("Stop") > before })
	time.Sleep(300 * time.Millisecond)
}

// clear gives /clear.
func (w *world) clear() {
	w.t.Helper()
	ends, starts := w.count("SessionEnd"), w.count("SessionStart")
	w.types("/clear")
	w.until("/clear is noted", func() bool { return w.count("SessionEnd") > ends && w.count("SessionStart") > starts })
}

// compact gives /compact, with a wish or "".
func (w *world) compact(wish string) {
	w.t.Helper()
	summary := says("<summary>The total of shop.py was rounded, and the tests pass.</summary>")
	summary.aside = true
	w.api.script(summary)
	starts := w.count("SessionStart")
	w.types(strings.TrimSpace("/compact " + wish))
	w.until("/compact is done", func() bool { return w.count("PreCompact") > 0 && w.count("SessionStart") > starts })
}

// gone tells that no client runs.
func (w *world) gone() bool {
	return exec.Command("tmux", "-L", w.socket, "has-session", "-t", "main").Run() != nil
}

// exit ends the client.
func (w *world) exit() {
	w.t.Helper()
	before := w.count("SessionEnd")
	w.types("/exit")
	w.until("the client ends", func() bool { return w.gone() && w.count("SessionEnd") > before })
}

// kill ends the client without a chance to say anything; what it was answered it has written.
func (w *world) kill() {
	w.t.Helper()
	w.until("the transcript is written", func() bool {
		var s score
		must(w.t, json.Unmarshal(w.fromFiles("score"), &s))
		return s.Tokens.Input == w.api.given()*costIn
	})
	pid, err := exec.Command("tmux", "-L", w.socket, "display-message", "-p", "-t", "main", "#{pane_pid}").Output()
	must(w.t, err)
	must(w.t, exec.Command("kill", "-9", strings.TrimSpace(string(pid))).Run())
	w.until("the client is killed", w.gone)
}
