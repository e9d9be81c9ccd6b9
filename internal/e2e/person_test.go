package e2e

import (
	"strings"
	"testing"
	"time"
)

// What a person does beside prompting is no turn: the answer to a question, a command after
// "!", a call refused. Calls that run side by side are all there.
func TestAnswersAndRefusals(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.startServer()
		w.open()
		file := w.path("shop.py")
		stops := w.count("Stop")
		w.api.script(
			answer{calls: []call{{"Read", map[string]any{"file_path": file}}, {"Bash", map[string]any{"command": "pytest", "description": "Run the tests"}}}},
			calls("AskUserQuestion", map[string]any{"questions": []any{map[string]any{
				"question": "To how many decimals?", "header": "Decimals", "multiSelect": false,
				"options": []any{map[string]any{"label": "Two", "description": "as money"}, map[string]any{"label": "Three", "description": "as weights"}},
			}}}),
			calls("Edit", map[string]any{"file_path": file, "old_string": "return sum(prices)", "new_string": "return round(sum(prices), 2)"}),
			calls("Bash", map[string]any{"command": "pytest", "description": "Run the tests"}),
			says("The total is rounded to two decimals now, and all 3 tests pass."))
		w.types("Round the total in shop.py; ask me to how many decimals, and run pytest.")
		w.shows("To how many decimals?")
		time.Sleep(time.Second)
		w.choose("two")
		w.until("the turn ends", func() bool { return w.api.waiting() == 0 && w.count("Stop") > stops })
		w.api.script(says("They pass."))
		stops = w.count("Stop")
		w.keys("-l", "!")
		time.Sleep(500 * time.Millisecond)
		w.types("pytest")
		w.until("the command ran", func() bool { return w.api.waiting() == 0 && w.count("Stop") > stops })
		w.api.script(calls("WebFetch", map[string]any{"url": "https://shop.example/rounding", "prompt": "How is money rounded?"}))
		w.types("Is it how shop.example says that money is rounded?")
		w.shows("tell Claude what to do differently")
		time.Sleep(time.Second)
		w.choose("tell claude what to do differently")
		w.shows("Interrupted")
		time.Sleep(time.Second)
		w.turn("Never mind, do not look it up. Thanks, that works perfectly.", says("You are welcome."))
		w.exit()
		if list := w.ends(1, 1); len(list) != 1 || list[0].Turns != 3 || list[0].Floor.MutatingCalls != 1 {
			t.Errorf("%+v", list)
		}
	}, withTelemetry)
}

// A rewind leaves a branch that is billed, and counts for nothing else.
func TestRewind(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.startServer()
		w.open()
		w.rounds()
		w.turn("Rename total to everything in shop.py.",
			calls("Edit", map[string]any{"file_path": w.path("shop.py"), "old_string": "def total(", "new_string": "def everything("}),
			says("It is called everything now."))
		for range 5 { // a busy machine may take the two for one each
			w.keys("Escape")
			time.Sleep(200 * time.Millisecond)
			w.keys("Escape")
			for end := time.Now().Add(3 * time.Second); time.Now().Before(end) && !strings.Contains(w.screen(), "❯ (current)"); {
				time.Sleep(100 * time.Millisecond)
			}
			if strings.Contains(w.screen(), "❯ (current)") {
				break
			}
		}
		w.shows("❯ (current)")
		w.keys("Up")
		w.shows("❯ Rename total")
		w.keys("Enter")
		w.shows("estore to the point before you sent")
		time.Sleep(500 * time.Millisecond)
		w.choose("restore code and conversation")
		w.until("it is restored", func() bool { return !strings.Contains(w.screen(), "It is called everything now.") })
		time.Sleep(time.Second)
		w.keys("C-u") // the prompt is back in the box
		time.Sleep(500 * time.Millisecond)
		w.turn("Thanks, that works perfectly as it is.", says("You are welcome."))
		w.exit()
		if list := w.ends(1, 1); len(list) != 1 || list[0].Turns != 3 || list[0].Floor.Turns != 2 {
			t.Errorf("%+v", list)
		}
	}, withTelemetry)
}

// /branch goes on in another conversation, which holds copies of all that was before.
func TestBranch(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.startServer()
		w.open()
		w.fix()
		ends, starts := w.count("SessionEnd"), w.count("SessionStart")
		w.types("/branch")
		w.until("it has branched", func() bool { return w.count("SessionEnd") > ends && w.count("SessionStart") > starts })
		time.Sleep(time.Second)
		w.docstring()
		w.turn("Thanks, that is all.", says("You are welcome."))
		w.exit()
		list := w.ends(1, 1)
		if len(list) != 1 || list[0].Turns != 4 || len(list[0].Conversations) != 2 {
			t.Errorf("%+v", list)
		}
	}, withTelemetry)
}
