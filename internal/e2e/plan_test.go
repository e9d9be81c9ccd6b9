package e2e

import (
	"regexp"
	"strings"
	"testing"
	"time"
)

var planFile = regexp.MustCompile(`/[^\s"\\]*/plans/[A-Za-z0-9-]+\.md`)

// plan has a plan made, as far as the question whether it is accepted.
func (w *world) plan() {
	w.t.Helper()
	w.api.script(
		calls("Read", map[string]any{"file_path": w.path("shop.py")}),
		made("Write", func(body string) map[string]any {
			return map[string]any{"file_path": planFile.FindString(body), "content": "# Round the total\n\n1. Round the total in shop.py to two decimals.\n2. Run pytest.\n"}
		}),
		calls("ExitPlanMode", map[string]any{}))
	w.types("Plan how the total in shop.py is rounded to two decimals, and carry it out.")
	w.shows("Would you like to proceed")
	time.Sleep(time.Second)
}

// carriedOut are the answers by which the plan is carried out.
func (w *world) carriedOut() []answer {
	file := w.path("shop.py")
	return []answer{
		calls("Read", map[string]any{"file_path": file}),
		calls("Edit", map[string]any{"file_path": file, "old_string": "return sum(prices)", "new_string": "return round(sum(prices), 2)"}),
		calls("Bash", map[string]any{"command": "pytest", "description": "Run the tests"}),
		says("The total is rounded to two decimals now, and all 3 tests pass."),
	}
}

// choose takes the choice on the screen that holds some words.
func (w *world) choose(words string) {
	w.t.Helper()
	for line := range strings.Lines(w.screen()) {
		if number := regexp.MustCompile(`(\d)\. (.*)`).FindStringSubmatch(line); number != nil && strings.Contains(strings.ToLower(number[2]), words) {
			w.keys("-l", number[1])
			return
		}
	}
	w.t.Fatalf("no choice has the words %q:\n%s", words, w.screen())
}

// A plan that is accepted, the context kept: the same conversation goes on.
func TestPlanKept(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.startServer()
		w.open("--permission-mode", "plan")
		w.plan()
		stops := w.count("Stop")
		w.api.script(w.carriedOut()...)
		w.choose("manually approve edits")
		w.until("the turn ends", func() bool { return w.api.waiting() == 0 && w.count("Stop") > stops })
		w.turn("Thanks, that works perfectly.", says("You are welcome."))
		w.exit()
		if list := w.ends(1, 1); len(list) != 1 || list[0].Turns != 2 || len(list[0].Conversations) != 1 {
			t.Errorf("%+v", list)
		}
	})
}

// A plan that is accepted, the context cleared: another conversation goes on with the same
// session, and what reads as a refusal in the first is none.
func TestPlanCleared(t *testing.T) {
	both(t, func(t *testing.T, w *world) {
		w.startServer()
		w.open("--permission-mode", "plan")
		w.plan()
		stops, starts := w.count("Stop"), w.count("SessionStart")
		w.api.script(w.carriedOut()...)
		w.choose("clear context")
		w.until("the plan is carried out", func() bool {
			return w.api.waiting() == 0 && w.count("Stop") > stops && w.count("SessionStart") > starts
		})
		w.turn("Thanks, that works perfectly.", says("You are welcome."))
		w.exit()
		if list := w.ends(1, 1); len(list) != 1 || len(list[0].Conversations) != 2 {
			t.Errorf("%+v", list)
		}
	}, withTelemetry, withSettings(map[string]any{"showClearContextOnPlanAccept": true, "permissions": map[string]any{"disableAutoMode": "disable"}}))
}
