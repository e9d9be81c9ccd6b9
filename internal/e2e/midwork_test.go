package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// begun tells that slowtest runs, or ran, since it was last asked.
func (w *world) begun() bool {
	return os.Remove(filepath.Join(w.dir, "slow")) == nil
}

// A prompt that is typed while a tool runs is a turn, whether the running turn takes it in
// or it waits for the next.
func TestQueued(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.startServer()
		w.open()
		w.rounds()
		stops := w.count("Stop")
		w.api.script(
			calls("Bash", map[string]any{"command": "slowtest 6", "description": "Run the slow tests"}),
			calls("Edit", map[string]any{"file_path": w.path("shop.py"), "old_string": "def total(prices):\n", "new_string": "def total(prices):\n    \"\"\"Return the sum, rounded.\"\"\"\n"}),
			calls("Bash", map[string]any{"command": "pytest", "description": "Run the tests"}),
			says("The slow tests pass, and the docstring says that it is rounded."))
		w.types("Run the slow tests, too: slowtest 6.")
		w.until("the tool runs", w.begun)
		w.types("And say in the docstring of total that it is rounded.")
		w.until("the turn ends", func() bool { return w.api.waiting() == 0 && w.count("Stop") > stops })
		time.Sleep(time.Second)
		w.turn("Thanks, perfect.", says("You are welcome."))
		// While it only thinks, what is typed waits for the turn's end.
		stops = w.count("Stop")
		w.api.script(slow(5*time.Second, says("It has two lines besides the docstring.")), says("No, nothing else is to be done."))
		w.types("How long is the function now?")
		time.Sleep(time.Second)
		w.types("And is there anything left to do?")
		w.until("both turns end", func() bool { return w.api.waiting() == 0 && w.count("Stop") > stops+1 })
		w.turn("Great, thanks for that.", says("You are welcome."))
		w.exit()
		list := w.ends(1, 1)
		if len(list) != 1 || list[0].Turns != 7 {
			t.Errorf("%+v", list)
		}
	}, withTelemetry)
}

// Esc while a tool runs ends the turn; Esc before the first word of an answer takes the
// prompt back into the box: sent again, it is one turn that lives, beside one that does not.
func TestEscape(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.startServer()
		w.open()
		w.rounds()
		w.api.script(calls("Bash", map[string]any{"command": "slowtest 30", "description": "Run the slow tests"}))
		w.types("Run the slow tests, too: slowtest 30.")
		w.until("the tool runs", w.begun)
		w.keys("Escape")
		w.shows("Interrupted")
		time.Sleep(time.Second)
		if list := w.ends(0, 1); len(list) != 1 || list[0].Turns != 2 {
			t.Errorf("%+v", list)
		}
		prompts := w.count("UserPromptSubmit")
		w.api.script(slow(30*time.Second, says("Never.")))
		w.types("Leave those, and run pytest again.")
		w.until("it is asked", func() bool { return w.api.waiting() == 0 && w.count("UserPromptSubmit") > prompts })
		time.Sleep(500 * time.Millisecond)
		w.keys("Escape")
		w.until("the prompt is back in the box", func() bool {
			return strings.Count(w.screen(), "Leave those, and run pytest again.") == 1 && !strings.Contains(w.screen(), "esc to interrupt")
		})
		time.Sleep(time.Second)
		stops := w.count("Stop")
		w.api.script(calls("Bash", map[string]any{"command": "pytest", "description": "Run the tests"}), says("All 3 tests pass."))
		w.keys("Enter")
		w.until("the turn ends", func() bool { return w.api.waiting() == 0 && w.count("Stop") > stops })
		w.turn("Thanks, that is what I wanted.", says("You are welcome."))
		w.exit()
		if list := w.ends(1, 1); len(list) != 1 || list[0].Turns != 5 || list[0].Floor.Turns != 4 {
			t.Errorf("%+v", list)
		}
	}, withTelemetry)
}

// An API that fails ends a turn without an answer; the next prompt goes on.
func TestAPIError(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.startServer()
		w.open()
		w.rounds()
		w.api.script(fails(529), fails(529))
		w.types("Say in the docstring of total in shop.py that it is rounded.")
		w.until("both tries failed", func() bool { return w.api.waiting() == 0 })
		w.shows("API Error")
		time.Sleep(time.Second)
		if list := w.ends(0, 1); len(list) != 1 || list[0].Turns != 2 {
			t.Errorf("%+v", list)
		}
		w.turn("Try that again.",
			calls("Edit", map[string]any{"file_path": w.path("shop.py"), "old_string": "def total(prices):\n", "new_string": "def total(prices):\n    \"\"\"Return the sum, rounded.\"\"\"\n"}),
			calls("Bash", map[string]any{"command": "pytest", "description": "Run the tests"}),
			says("The docstring says so, and all 3 tests pass."))
		w.turn("Thanks, looks good.", says("You are welcome."))
		w.exit()
		if list := w.ends(1, 1); len(list) != 1 || list[0].Turns != 4 {
			t.Errorf("%+v", list)
		}
	})
}
