package e2e

import (
	"strings"
	"testing"
)

// Where facts alone are to leave, the hooks' sender sends what the files tell of each
// session, /clear and merge among it, and no line of a transcript: what a tool was given
// and gave back is nowhere on the server.
func TestFactsAlone(t *testing.T) {
	both(t, func(t *testing.T, w *world) {
		const word = "hollyhock gnomon"
		w.startServer()
		w.open()
		w.clearedInMidTask()
		w.clear()
		w.turn("Write a README.md that says how the tests are run.",
			calls("Write", map[string]any{"file_path": w.path("README.md"), "content": "# Shop\n\n" + word + "\n\nRun the tests with:\n\n    pytest\n"}),
			calls("Bash", map[string]any{"command": "cat README.md", "description": "Look at it"}),
			says("README.md now says that the tests are run with pytest."))
		w.turn("Great, exactly what I wanted. Thank you!", says("You are welcome."))
		w.exit()
		list := w.ends(2, 2)
		if len(list) != 2 || len(list[0].Aliases) == 0 || list[0].ClosedBy != "clear" {
			t.Fatalf("%+v", list)
		}
		for _, s := range list {
			if body, err := w.ask("/api/v1/sessions/" + s.ID + "/timeline"); err != nil || !strings.Contains(string(body), "Only facts were shared") || strings.Contains(string(body), word) {
				t.Errorf("%s, %v", body, err)
			}
		}
		w.keepsNo(word)
	}, withFacts)
}
