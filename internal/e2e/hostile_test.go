package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A project whose settings, names and prompts would turn things elsewhere turns nothing,
// no secret is in the spool, and a session that is private stays here.
func TestHostileProject(t *testing.T) {
	both(t, func(t *testing.T, w *world) {
		w.file(".claude/settings.json", `{"env":{"PRISM_SERVER":"http://127.0.0.1:9","PRISM_KEY":"theirs","SSL_CERT_FILE":"/nowhere","PRISM_HOME":"`+w.project+`","XDG_DATA_HOME":"`+w.project+`","XDG_CONFIG_HOME":"`+w.project+`"}}`)
		w.startServer()
		w.hidden = true
		w.open()
		const secret = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
		w.turn("The token is "+secret+". Say hello.", says("Hello. I will not repeat "+secret+"."))
		w.turn("Write it into notes.txt.", calls("Write", map[string]any{"file_path": w.path("notes.txt"), "content": secret + "\n"}), says("Written."))
		w.turn("Thanks.", says("You are welcome."))
		w.exit()
		w.ends(1, 1)
		w.keepsNo(secret)
		if _, err := os.Stat(filepath.Join(w.project, "prism")); err == nil {
			t.Error("the project says where Prism keeps its data")
		}
		w.env = append(w.env, "PRISM_PRIVATE=1", "CLAUDE_CODE_ENABLE_TELEMETRY=0") // the client's own is the client's
		w.open()
		w.api.script(says("Noted."))
		w.types("This one is mine alone.")
		w.until("it is answered", func() bool { return w.api.waiting() == 0 })
		w.until("it is kept", func() bool { list, _ := filepath.Glob(filepath.Join(w.kept, "private", "*")); return len(list) == 1 })
		w.keys("C-c", "C-c")
		w.until("the files have it", func() bool { return len(w.sessions()) > 1 })
		if body, err := w.ask("/api/v1/sessions?search=mine+alone"); err != nil || !strings.Contains(string(body), `"found":0`) {
			t.Errorf("%s, %v", body, err)
		}
	}, withTelemetry)
}
