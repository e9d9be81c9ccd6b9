package e2e

import (
	"slices"
	"strings"
	"testing"
)

// fix is a task that lands: an edit, a failing test, another edit, a passing one.
func (w *world) fix() {
	w.t.Helper()
	w.rounds()
	w.turn("Thanks, that works perfectly.", says("Glad to hear it."))
}

// rounds is the same, without a word of the person at the end.
func (w *world) rounds() {
	w.t.Helper()
	file := w.path("shop.py")
	w.turn("The total in shop.py has too many decimals. Round it to two, and run pytest until it passes.",
		calls("Read", map[string]any{"file_path": file}),
		calls("Edit", map[string]any{"file_path": file, "old_string": "return sum(prices)", "new_string": "return float(sum(prices))"}),
		calls("Bash", map[string]any{"command": "pytest", "description": "Run the tests"}),
		calls("Edit", map[string]any{"file_path": file, "old_string": "float(sum(prices))", "new_string": "round(sum(prices), 2)"}),
		calls("Bash", map[string]any{"command": "pytest", "description": "Run the tests"}),
		says("The total is rounded to two decimals now, and all 3 tests pass."))
}

// readme is another task that lands.
func (w *world) readme() {
	w.t.Helper()
	w.turn("Write a README.md that says how the tests are run.",
		calls("Write", map[string]any{"file_path": w.path("README.md"), "content": "# Shop\n\nRun the tests with:\n\n    pytest\n"}),
		says("README.md now says that the tests are run with pytest."))
	w.turn("Great, exactly what I wanted. Thank you!", says("You are welcome."))
}

// A task that lands, /clear, and a second one: the hooks send both, and the score at the
// end is of both.
func TestTwoTasks(t *testing.T) {
	both(t, func(t *testing.T, w *world) {
		w.startServer()
		w.open()
		w.fix()
		w.clear()
		w.readme()
		w.exit()
		if list := w.ends(2, 2); len(list) != 2 || list[0].ClosedBy != "clear" || list[1].ClosedBy != "none" {
			t.Fatalf("%+v", list)
		}
	})
}

// The server is away from the beginning to the end, and back: nothing is lost. On the
// way: /compact, exit and --continue, which go on with the same session; /clear, a second
// task, the client killed, and a fork of what it left.
func TestServerAway(t *testing.T) {
	both(t, func(t *testing.T, w *world) {
		w.open()
		w.fix()
		w.compact("")
		w.docstring()
		w.exit()
		w.open("--continue")
		w.turn("Perfect, thank you.", says("You are welcome."))
		w.clear()
		w.readme()
		w.kill()
		w.open("--continue", "--fork-session")
		w.turn("One thing is left: say in README.md which file is tested.",
			calls("Edit", map[string]any{"file_path": w.path("README.md"), "old_string": "    pytest\n", "new_string": "    pytest\n\nThey test shop.py.\n"}),
			says("README.md says so."))
		w.turn("Thanks, that is all.", says("You are welcome."))
		w.exit()
		w.startServer()
		list := w.ends(2, 2)
		// Older clients (2.1.288) mark no copied line as one, and all of what was forked is
		// in the fork's own file: then that is the only conversation.
		if len(list) != 2 || list[0].Turns != 4 || list[0].ClosedBy != "clear" || list[1].Turns != 4 || len(list[1].Conversations) == 0 {
			t.Fatalf("%+v", list)
		}
		// The second task has every answer that the client wrote of it, into the file of the
		// client that was killed or into the fork's, once; that it wrote all that it was
		// given, ends has looked at.
		wrote, written := map[string]bool{}, w.written()
		for name, answers := range written {
			for _, answer := range answers {
				if id, _, _ := strings.Cut(answer, "="); !slices.Contains(list[0].Conversations, name) {
					wrote[id] = true
				}
			}
		}
		if list[1].Tokens.Output != costOut*len(wrote) {
			t.Errorf("%d answers of the second task were written (%v), and its output is %d: %+v", len(wrote), written, list[1].Tokens.Output, list)
		}
	})
}

// clearedInMidTask is a task that /clear tears apart, and that lands after it.
func (w *world) clearedInMidTask() {
	w.t.Helper()
	file := w.path("shop.py")
	w.turn("Round the total in shop.py to two decimals.",
		calls("Read", map[string]any{"file_path": file}),
		calls("Edit", map[string]any{"file_path": file, "old_string": "return sum(prices)", "new_string": "return float(sum(prices))"}),
		says("It is a float now; the rounding is still to be done."))
	w.clear()
	w.turn("Go on with rounding the total in shop.py, and run pytest.",
		calls("Read", map[string]any{"file_path": file}),
		calls("Edit", map[string]any{"file_path": file, "old_string": "float(sum(prices))", "new_string": "round(sum(prices), 2)"}),
		calls("Bash", map[string]any{"command": "pytest", "description": "Run the tests"}),
		says("The total is rounded, and all 3 tests pass."))
	w.turn("Thanks, works.", says("You are welcome."))
}

// /clear in mid-task, and on with the same files: merged, and judged as one.
func TestClearInMidTask(t *testing.T) {
	both(t, func(t *testing.T, w *world) {
		w.startServer()
		w.open()
		w.clearedInMidTask()
		w.exit()
		if list := w.ends(1, 1); len(list) != 1 || len(list[0].Aliases) == 0 || list[0].Turns != 3 {
			t.Errorf("%+v", list)
		}
	})
}
