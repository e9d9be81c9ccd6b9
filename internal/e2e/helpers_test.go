package e2e

import (
	"testing"
)

// A subagent's work is billed once, and is no turn; what it changed is the session's.
func TestSubagent(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.startServer()
		// A client in a terminal would let every agent work in the background.
		w.env = append(w.env, "CLAUDE_CODE_DISABLE_BACKGROUND_TASKS=1")
		w.open()
		file := w.path("shop.py")
		w.api.script(to("Round what total returns",
			calls("Read", map[string]any{"file_path": file}),
			calls("Edit", map[string]any{"file_path": file, "old_string": "return sum(prices)", "new_string": "return round(sum(prices), 2)"}),
			says("It is rounded."))...)
		w.turn("Have an agent round the total in shop.py to two decimals, then run pytest.",
			calls("Agent", map[string]any{"description": "Round the total", "prompt": "Round what total returns in " + file + " to two decimals.", "subagent_type": "general-purpose", "run_in_background": false}),
			calls("Bash", map[string]any{"command": "pytest", "description": "Run the tests"}),
			says("The total is rounded to two decimals now, and all 3 tests pass."))
		w.turn("Thanks, that works perfectly.", says("You are welcome."))
		w.exit()
		if list := w.ends(1, 1); len(list) != 1 || list[0].Turns != 2 || list[0].Floor.MutatingCalls != 1 {
			t.Errorf("%+v", list)
		}
	})
}

// A subagent in the background works beside the conversation; that it is done comes as a
// message that nobody typed.
func TestBackgroundAgent(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.startServer()
		w.open()
		file := w.path("shop.py")
		w.api.script(to("Round what total returns",
			slow(4e9, calls("Read", map[string]any{"file_path": file})),
			calls("Edit", map[string]any{"file_path": file, "old_string": "return sum(prices)", "new_string": "return round(sum(prices), 2)"}),
			says("It is rounded."))...)
		stops := w.count("Stop")
		w.api.script(
			calls("Agent", map[string]any{"description": "Round the total", "prompt": "Round what total returns in " + file + " to two decimals.", "subagent_type": "general-purpose", "run_in_background": true}),
			says("An agent is at it in the background."),
			calls("Bash", map[string]any{"command": "pytest", "description": "Run the tests"}),
			says("The agent is done: the total is rounded to two decimals now, and all 3 tests pass."))
		w.types("Have an agent round the total in shop.py to two decimals in the background, and run pytest when it is done.")
		w.until("both turns end", func() bool { return w.api.waiting() == 0 && w.count("Stop") > stops+1 })
		w.turn("Thanks, that works perfectly.", says("You are welcome."))
		w.exit()
		if list := w.ends(1, 1); len(list) != 1 || list[0].Turns != 2 || list[0].Floor.MutatingCalls != 1 {
			t.Errorf("%+v", list)
		}
	}, withTelemetry)
}

// A command of the project's own is a prompt, a skill that the model calls is none; so is
// one that the person calls a prompt.
func TestCommandAndSkill(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.file(".claude/commands/round.md", "---\ndescription: Round the total\n---\nRound the total in shop.py to $ARGUMENTS decimals, and run pytest.\n")
		w.file(".claude/skills/docstrings/SKILL.md", "---\nname: docstrings\ndescription: How docstrings are written here\n---\nA docstring is one line in the imperative.\n")
		w.startServer()
		w.open()
		file := w.path("shop.py")
		w.turn("/round 2",
			calls("Read", map[string]any{"file_path": file}),
			calls("Edit", map[string]any{"file_path": file, "old_string": "return sum(prices)", "new_string": "return round(sum(prices), 2)"}),
			calls("Bash", map[string]any{"command": "pytest", "description": "Run the tests"}),
			says("The total is rounded to two decimals now, and all 3 tests pass."))
		w.turn("Now write a docstring for total in shop.py.",
			calls("Skill", map[string]any{"skill": "docstrings"}),
			calls("Edit", map[string]any{"file_path": file, "old_string": "def total(prices):\n", "new_string": "def total(prices):\n    \"\"\"Return the sum, rounded.\"\"\"\n"}),
			says("It has a docstring."))
		w.turn("/docstrings is that one as it should be?", says("Yes: it is one line in the imperative."))
		w.turn("Thanks, perfect.", says("You are welcome."))
		w.exit()
		if list := w.ends(1, 1); len(list) != 1 || list[0].Turns != 4 {
			t.Errorf("%+v", list)
		}
	}, withTelemetry)
}
