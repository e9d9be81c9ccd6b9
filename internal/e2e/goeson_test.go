package e2e

import (
	"path/filepath"
	"strings"
	"testing"
)

// docstring is a small step on from what fix did.
func (w *world) docstring() {
	w.t.Helper()
	w.turn("Now say in the docstring of total in shop.py that it is rounded.",
		calls("Edit", map[string]any{"file_path": w.path("shop.py"), "old_string": "def total(prices):\n", "new_string": "def total(prices):\n    \"\"\"Return the sum, rounded.\"\"\"\n"}),
		says("The docstring says so."))
}

// Exit, and --resume: the same conversation and session go on.
func TestResumeAfterExit(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.startServer()
		w.open()
		w.rounds()
		w.exit()
		w.ends(1, 1)
		id := w.last("SessionEnd").Session
		w.open("--resume", id)
		if h := w.last("SessionStart"); h.Session != id || h.Source != "resume" {
			t.Errorf("%+v", h)
		}
		w.docstring()
		w.turn("Thanks, that is all.", says("You are welcome."))
		w.exit()
		if list := w.ends(1, 1); len(list) != 1 || list[0].Turns != 3 || len(list[0].Conversations) != 1 {
			t.Errorf("%+v", list)
		}
	})
}

// A fork copies all lines into another conversation: what was before the fork is told and
// billed once, what came after it is of each.
func TestFork(t *testing.T) {
	both(t, func(t *testing.T, w *world) {
		w.startServer()
		w.open()
		w.fix()
		w.exit()
		id := w.last("SessionEnd").Session
		w.open("--resume", id, "--fork-session")
		w.readme()
		w.exit()
		fork := w.last("SessionEnd").Session
		if fork == id {
			t.Fatal("it was not forked")
		}
		w.open("--resume", id)
		w.docstring()
		w.turn("Thanks.", says("You are welcome."))
		w.exit()
		list := w.ends(2, 2)
		turns := 0
		for _, s := range list {
			turns += s.Turns
		}
		if turns != 6 {
			t.Errorf("%d turns in %+v", turns, list)
		}
	}, withTelemetry)
}

// The client is killed in mid-work, and says nothing: what it did is there, and --continue
// goes on with the same session.
func TestKilled(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.startServer()
		w.open()
		w.rounds()
		w.api.script(calls("Bash", map[string]any{"command": "slowtest 30", "description": "Run the slow tests"}))
		w.types("Run the slow tests, too.")
		w.until("the tool runs", w.begun)
		w.kill()
		if n := w.count("SessionEnd"); n != 0 {
			t.Errorf("%d ends of sessions were heard", n)
		}
		if list := w.ends(0, 1); len(list) != 1 || list[0].Turns != 2 {
			t.Errorf("%+v", list)
		}
		w.open("--continue")
		w.turn("Run pytest once more instead.",
			calls("Bash", map[string]any{"command": "pytest", "description": "Run the tests"}),
			says("All 3 tests pass."))
		w.turn("Thanks, that is all I need.", says("You are welcome."))
		w.exit()
		if list := w.ends(1, 1); len(list) != 1 || list[0].Turns != 4 {
			t.Errorf("%+v", list)
		}
	}, withTelemetry)
}

// A session in a worktree is one of the repository that it is a worktree of.
func TestWorktree(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.startServer()
		tree := w.path(".claude/worktrees/rounding")
		w.trusts(w.project, tree)
		w.open("--worktree", "rounding")
		project := w.project
		w.project = tree
		w.fix()
		w.project = project
		w.types("/exit")
		w.until("the client asks, or ends", func() bool { return w.gone() || strings.Contains(w.screen(), "Keep worktree") })
		if !w.gone() {
			w.keys("Enter")
		}
		w.until("the client ends", func() bool { return w.gone() && w.count("SessionEnd") > 0 })
		if list := w.ends(1, 1); len(list) != 1 || filepath.Base(list[0].Repo) != "shop" {
			t.Errorf("%+v", list)
		}
	})
}
