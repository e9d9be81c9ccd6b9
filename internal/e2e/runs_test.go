package e2e

import (
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// Runs by a machine (-p) are read and billed, and not counted; one of them that goes on
// with a person's conversation leaves that a person's.
func TestRuns(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.startServer()
		file := w.path("shop.py")
		w.api.script(
			calls("Read", map[string]any{"file_path": file}),
			calls("Edit", map[string]any{"file_path": file, "old_string": "return sum(prices)", "new_string": "return round(sum(prices), 2)"}),
			calls("Bash", map[string]any{"command": "pytest", "description": "Run the tests"}),
			says("The total is rounded to two decimals now, and all 3 tests pass."))
		w.runs("Round the total in shop.py to two decimals, and run pytest.")
		id := w.last("SessionEnd").Session
		w.api.script(says("It is one function of two lines."))
		w.runs("How long is it?", "--resume", id, "--fork-session")
		if w.last("SessionEnd").Session == id {
			t.Error("it was not forked")
		}
		w.open()
		w.readme()
		w.exit()
		id = w.last("SessionEnd").Session
		w.api.script(says("The README has seven lines."))
		w.runs("How many lines has it?", "--resume", id)
		list := w.ends(1, 1)
		if len(list) != 2 || list[0].ExcludedBy == nil || *list[0].ExcludedBy != "automated" || list[0].Turns != 2 || list[1].Turns != 3 || !list[1].Crushed {
			t.Errorf("%+v", list)
		}
	}, withTelemetry)
}

// runs runs the client once, without a person.
func (w *world) runs(prompt string, more ...string) {
	w.t.Helper()
	w.claude(append([]string{"-p", prompt, "--output-format", "json", "--allowedTools", "Bash,Edit,Write,Read", "--permission-mode", "default"}, more...)...)
}

// Ten sessions at once lose no event, in whatever order their hooks run, and each is sent.
func TestTenAtOnce(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.startServer()
		const many = 10
		var all sync.WaitGroup
		failed := make(chan error, many)
		for n := range many {
			name := fmt.Sprintf("part%d", n)
			w.api.script(to("Write "+name+".py",
				slow(time.Second, calls("Write", map[string]any{"file_path": w.path(name + ".py"), "content": "print('" + name + "')\n"})),
				says(name+".py is there."))...)
			all.Go(func() {
				if out, err := w.run(w.client, "-p", "Write "+name+".py, which prints its name.", "--allowedTools", "Write", "--permission-mode", "default"); err != nil {
					failed <- fmt.Errorf("%w: %s", err, out)
				}
			})
		}
		all.Wait()
		close(failed)
		for err := range failed {
			t.Error(err)
		}
		if list := w.ends(0, 0); len(list) != many {
			t.Errorf("%d sessions", len(list))
		}
		for _, event := range []string{"SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"} {
			if n := w.count(event); n != many {
				t.Errorf("%d times %s", n, event)
			}
		}
		files, err := filepath.Glob(w.path("part*.py"))
		if must(t, err); len(files) != many {
			t.Errorf("%q", files)
		}
	})
}
