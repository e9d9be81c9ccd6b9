package e2e

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"prism/internal/pgtest"
)

// clients are the versions of Claude Code that are here, by PRISM_E2E: a list of programs.
func clients(t *testing.T) []string {
	list := os.Getenv("PRISM_E2E")
	if list == "" {
		t.Skip("PRISM_E2E names no client; 'make e2e' fetches it")
	}
	return filepath.SplitList(list)
}

// session is what is compared of one.
type session struct {
	ID       string   `json:"id"`
	Turns    int      `json:"turns"`
	Crushed  bool     `json:"crushed"`
	ClosedBy string   `json:"closed_by"`
	State    string   `json:"state"`
	Aliases  []string `json:"aliases"`
}

// sessions are those of this machine's files, in the order of their beginning.
func (w *world) sessions() []session {
	w.t.Helper()
	var list []session
	must(w.t, json.Unmarshal(w.prism("sessions", "--json", "--include-open", "--no-store", filepath.Join(w.home, ".claude")), &list))
	return list
}

// same waits until the server has the sessions that the files give.
func (w *world) same() []session {
	w.t.Helper()
	order := func(a, b session) int { return cmp.Compare(a.ID, b.ID) }
	own := w.sessions()
	var got []session
	w.until("the server says the same", func() bool {
		body, err := w.ask("/api/v1/sessions?limit=500&include_open=true")
		var page struct {
			Sessions []session `json:"sessions"`
		}
		if err != nil || json.Unmarshal(body, &page) != nil {
			return false
		}
		a, b := slices.SortedFunc(slices.Values(own), order), slices.SortedFunc(slices.Values(page.Sessions), order)
		got = b
		return slices.EqualFunc(a, b, func(a, b session) bool {
			return a.ID == b.ID && a.Turns == b.Turns && a.Crushed == b.Crushed && a.ClosedBy == b.ClosedBy
		})
	})
	_ = got
	return own
}

// fix is a task that lands: an edit, a failing test, another edit, a passing one.
func (w *world) fix() {
	file := filepath.Join(w.project, "shop.py")
	w.turn("The total in shop.py has too many decimals. Round it to two, and run pytest until it passes.",
		calls("Read", map[string]any{"file_path": file}),
		calls("Edit", map[string]any{"file_path": file, "old_string": "return sum(prices)", "new_string": "return float(sum(prices))"}),
		calls("Bash", map[string]any{"command": "pytest", "description": "Run the tests"}),
		calls("Edit", map[string]any{"file_path": file, "old_string": "float(sum(prices))", "new_string": "round(sum(prices), 2)"}),
		calls("Bash", map[string]any{"command": "pytest", "description": "Run the tests"}),
		says("The total is rounded to two decimals now, and all 3 tests pass."))
	w.turn("Thanks, that works perfectly.", says("Glad to hear it."))
}

func each(t *testing.T, run func(t *testing.T, w *world)) {
	for _, client := range clients(t) {
		name := "client" + filepath.Base(filepath.Dir(client))
		t.Run(name+"/sqlite", func(t *testing.T) { run(t, newWorld(t, client, "")) })
		if os.Getenv("PRISM_E2E_POSTGRES") != "" {
			t.Run(name+"/postgres", func(t *testing.T) { run(t, newWorld(t, client, pgtest.Database(t))) })
		}
	}
}

// A task that lands, /clear, and a second one: the hooks send both, and the score at the
// end is of both.
func TestTwoTasks(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.startServer()
		w.open()
		w.fix()
		ends := w.noted("SessionEnd")
		w.types("/clear")
		w.until("/clear is noted", func() bool { return w.noted("SessionEnd") > ends && w.noted("SessionStart") > 1 })
		w.turn("Write a README.md that says how the tests are run.",
			calls("Write", map[string]any{"file_path": filepath.Join(w.project, "README.md"), "content": "# Shop\n\nRun the tests with:\n\n    pytest\n"}),
			says("README.md now says that the tests are run with pytest."))
		w.turn("Great, exactly what I wanted. Thank you!", says("You are welcome."))
		w.exit()
		list := w.same()
		if len(list) != 2 || list[0].ClosedBy == list[1].ClosedBy {
			t.Fatalf("%+v", list)
		}
		var score struct {
			Crushed, Counted int
			Score            *float64
		}
		must(t, json.Unmarshal(w.prism("score", "--json", "--include-open", "--no-store", filepath.Join(w.home, ".claude")), &score))
		if score.Counted != 2 || score.Crushed != 2 || score.Score == nil || *score.Score != 100 {
			t.Errorf("%+v of %+v", score, list)
		}
	})
}

// The server is away from the beginning to the end, and back: nothing is lost. On the
// way: /compact, exit, and resume go on with the same session.
func TestServerAway(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.open()
		w.fix()
		w.api.script(says("<summary>The total of shop.py was rounded, and the tests pass.</summary>"))
		starts := w.noted("SessionStart")
		w.types("/compact")
		w.until("/compact is done", func() bool { return w.noted("PreCompact") > 0 && w.noted("SessionStart") > starts })
		w.turn("Now say in the docstring that it is rounded.",
			calls("Edit", map[string]any{"file_path": filepath.Join(w.project, "shop.py"), "old_string": "def total(prices):\n", "new_string": "def total(prices):\n    \"\"\"Return the sum, rounded.\"\"\"\n"}),
			says("The docstring says so."))
		w.exit()
		w.open("--continue")
		w.turn("Perfect, thank you.", says("You are welcome."))
		w.exit()
		w.startServer()
		if list := w.same(); len(list) != 1 {
			t.Errorf("%+v", list)
		}
	})
}

// /clear in mid-task, and on with the same files: merged, and judged as one.
func TestClearInMidTask(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.startServer()
		w.open()
		file := filepath.Join(w.project, "shop.py")
		w.turn("Round the total in shop.py to two decimals.",
			calls("Read", map[string]any{"file_path": file}),
			calls("Edit", map[string]any{"file_path": file, "old_string": "return sum(prices)", "new_string": "return float(sum(prices))"}),
			says("It is a float now; the rounding is still to be done."))
		ends := w.noted("SessionEnd")
		w.types("/clear")
		w.until("/clear is noted", func() bool { return w.noted("SessionEnd") > ends && w.noted("SessionStart") > 1 })
		w.turn("Go on with rounding the total in shop.py, and run pytest.",
			calls("Read", map[string]any{"file_path": file}),
			calls("Edit", map[string]any{"file_path": file, "old_string": "float(sum(prices))", "new_string": "round(sum(prices), 2)"}),
			calls("Bash", map[string]any{"command": "pytest", "description": "Run the tests"}),
			says("The total is rounded, and all 3 tests pass."))
		w.turn("Thanks, works.", says("You are welcome."))
		w.exit()
		if list := w.same(); len(list) != 1 || len(list[0].Aliases) == 0 || !list[0].Crushed {
			t.Errorf("%+v", list)
		}
	})
}

// A project whose settings, names and prompts would turn things elsewhere turns nothing,
// no secret is in the spool, and a session that is private stays here.
func TestHostileProject(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		must(t, os.MkdirAll(filepath.Join(w.project, ".claude"), 0o700))
		w.file(".claude/settings.json", `{"env":{"PRISM_SERVER":"http://127.0.0.1:9","PRISM_KEY":"theirs","SSL_CERT_FILE":"/nowhere","PRISM_HOME":"`+w.project+`","XDG_DATA_HOME":"`+w.project+`","XDG_CONFIG_HOME":"`+w.project+`"}}`)
		w.startServer()
		w.open()
		const secret = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
		w.turn("The token is "+secret+". Say hello.", says("Hello. I will not repeat "+secret+"."))
		w.turn("Write it into notes.txt.", calls("Write", map[string]any{"file_path": filepath.Join(w.project, "notes.txt"), "content": secret + "\n"}), says("Written."))
		w.turn("Thanks.", says("You are welcome."))
		w.exit()
		w.same()
		for _, dir := range []string{w.kept, filepath.Join(w.dir, "served"), w.db} {
			must(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return nil //nolint:nilerr // a server may keep nothing there
				}
				if text, err := os.ReadFile(path); err == nil && strings.Contains(string(text), secret) {
					t.Errorf("%s holds the secret", path)
				}
				return nil
			}))
		}
		if _, err := os.Stat(filepath.Join(w.project, "prism")); err == nil {
			t.Error("the project says where Prism keeps its data")
		}
		w.env = append(w.env, "PRISM_PRIVATE=1")
		before := len(w.sessions())
		w.open()
		w.api.script(says("Noted."))
		w.types("This one is mine alone.")
		w.until("it is answered", func() bool { return w.api.waiting() == 0 })
		w.until("it is kept", func() bool { list, _ := filepath.Glob(filepath.Join(w.kept, "private", "*")); return len(list) == 1 })
		w.keys("C-c", "C-c")
		w.until("the files have it", func() bool { return len(w.sessions()) > before })
		if body, err := w.ask("/api/v1/sessions?search=mine+alone"); err != nil || !strings.Contains(string(body), `"found":0`) {
			t.Errorf("%s, %v", body, err)
		}
	})
}
