package title

import (
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/transcript"
)

// A summary tells of the main work: by the answer that tells most of it, else by the commits,
// else by the files, and of what the record ends on besides.
func TestSummariesTellTheMainWork(t *testing.T) {
	label := labels(t)
	const (
		ask   = "fix the drift of the tide clock"
		told  = "I fixed the drift: the pendulum is read once an hour."
		green = "ok  \tclock\t0.1s"
	)
	list := func(h ...happening) []happening { return h }
	main := turn(ask, edit("clock.go"), edit("tide.go"), edit("pendulum.go"), say(told))
	commit := func(message string) happening {
		return ran("git commit -m \"$(cat <<'EOF'\n"+message+"\nEOF\n)\"", "")
	}
	open := func(h happening) happening {
		return func(t *conversation.Turn, seq int) { h(t, seq); t.Steps[len(t.Steps)-1].Outcome = transcript.Unknown }
	}
	for _, c := range []struct {
		why   string
		turns []conversation.Turn
		want  string
	}{
		{"not a side errand that came after", []conversation.Turn{main, turn("file an issue about the bell", step(conversation.Step{Kind: transcript.CallOther, Tool: "mcp__tracker__create_issue", Mutating: true, Outcome: transcript.Done}), say("Created BELL-7 in the project of the harbour."))}, "I fixed the drift: the pendulum is read once an hour."},
		{"of edits in two turns the files", []conversation.Turn{turn(ask, edit("a.go"), edit("b.go"), edit("c.go"), edit("d.go"), edit("e.go"), edit("f.go"), edit("g.go"), edit("h.go"), edit("i.go"), say(told)), turn("and name it in the readme", edit("README.md"), say("I added a paragraph on the bell to the readme of the harbour."))}, "a.go, b.go and 8 other files changed."},
		{"of two works neither's answer", []conversation.Turn{turn(ask, edit("a.go"), say(told)), turn("now the bell", edit("bell.go"), say("I moved the bell of the clock to the northern pier."))}, "a.go and bell.go changed."},
		{"not that all is green", []conversation.Turn{turn(ask, edit("clock.go"), say("All tests pass and lint is clean. I replaced the cached pendulum with a fresh reading."))}, "I replaced the cached pendulum with a fresh reading."},
		{"the files, where nothing is told but that all is done", []conversation.Turn{turn(ask, edit("clock.go"), edit("tide.go"), say("The implementation is complete."))}, "clock.go and tide.go changed."},
		{"what was done before the next thing that went on", []conversation.Turn{turn(ask, edit("clock.go"), say("Also fixed an unrelated typo in the harbour notes. I replaced the pendulum reader of the clock."))}, "I replaced the pendulum reader of the clock."},
		{"not what points back to what is not told", []conversation.Turn{turn(ask, edit("clock.go"), say("This solves the matter of the slow harbour bell. I replaced the pendulum reader of the clock."))}, "I replaced the pendulum reader of the clock."},
		{"not what leads to code", []conversation.Turn{turn(ask, edit("clock.go"), say("The pendulum output of the clock will now be:\n```\n12:00\n```\nI replaced the pendulum reader of the clock."))}, "I replaced the pendulum reader of the clock."},
		{"a commit, where the answers say nothing", []conversation.Turn{turn(ask, edit("clock.go"), commit("Read the pendulum of the tide clock once an hour"), say("Committed."))}, "Committed: Read the pendulum of the tide clock once an hour."},
		{"its body, where its subject is the goal", []conversation.Turn{turn(ask, edit("clock.go"), commit("Fix the drift of the tide clock\n\nThe pendulum was cached all day,\nso it is read anew each hour.\n\nCo-Authored-By: An Agent <a@b.c>"), say("Committed."))}, "clock.go changed, committed."},
		{"its body, where that says what was done", []conversation.Turn{turn(ask, edit("clock.go"), commit("Fix the drift of the tide clock\n\nRead the pendulum anew each hour,\nand not once a day.\n\nCo-Authored-By: An Agent <a@b.c>"), say("Committed."))}, "Read the pendulum anew each hour, and not once a day. Committed."},
		{"the first of many commits, and how many more", []conversation.Turn{turn(ask, edit("clock.go"), commit("Read the pendulum each hour of the day"), edit("tide.go"), commit("Keep the tide table of the harbour sorted"), edit("bell.go"), commit("Ring the bell of the northern pier at noon"), edit("buoy.go"), commit("Paint the buoys of the western channel"), say("All done."))}, "Committed: Read the pendulum each hour of the day; Keep the tide table of the harbour sorted (and 2 more)."},
		{"not one file of several", []conversation.Turn{turn(ask, edit("clock.go"), edit("tide.go"), say("`clock.go`: I added a reader of the pendulum to the clock."))}, "clock.go and tide.go changed."},
		{"not what has no room", []conversation.Turn{turn(ask, edit("clock.go"), say("I replaced the pendulum reader of the clock "+strings.Repeat("in the hall of the harbour and ", 6)+"in the tower."))}, "clock.go changed."},
		{"what the answer to most of the work lists", []conversation.Turn{turn(ask, edit("a.go"), edit("b.go"), edit("c.go"), say("Done. What I changed:\n- **`a.go`** — Added a reader of the pendulum\n- **`b.go`** — Removed the daily cache (it was never cleared)\n- Added imports")), turn("and name it in the readme", edit("README.md"), say("Named."))}, "Added a reader of the pendulum; removed the daily cache (and 1 more)."},
		{"not what was not done", []conversation.Turn{turn(ask, edit("clock.go"), say("Not done:\n- Added a mutex around the reader\n- Removed the daily cache"))}, "clock.go changed."},
		{"not what was tried", []conversation.Turn{turn(ask, edit("clock.go"), say("I tried two ways and reverted both:\n- Added a mutex around the reader\n- Removed the daily cache"))}, "clock.go changed."},
		{"not what may be done", []conversation.Turn{turn(ask, edit("clock.go"), say("You could also do this next:\n- Added a mutex around the reader\n- Removed the daily cache"))}, "clock.go changed."},
		{"not what was there", []conversation.Turn{turn(ask, edit("clock.go"), say("Changes of the last release of the library:\n- Added a mutex around the reader\n- Removed the daily cache"))}, "clock.go changed."},
		{"not half of a point", []conversation.Turn{turn(ask, edit("clock.go"), say("What I changed:\n- Added a reader of the pendulum\n- Updated the view but left the table broken\n- Removed the daily cache"))}, "Added a reader of the pendulum; removed the daily cache (and 1 more)."},
		{"an import that is the matter", []conversation.Turn{turn(ask, edit("clock.go"), say("What I changed:\n- Added CSV import of tide tables\n- Removed the daily cache\n- Added bell import"))}, "Added CSV import of tide tables; removed the daily cache (and 1 more)."},
		{"not what was taken back", []conversation.Turn{turn(ask, edit("a.go"), edit("b.go"), edit("c.go"), say("Done:\n- Added a reader of the pendulum\n- Removed the daily cache")), turn("revert that", edit("a.go"), say("Reverted."))}, "a.go, b.go and 1 other file changed."},
		{"not a part of a list", []conversation.Turn{turn(ask, edit("clock.go"), edit("tide.go"), say("I replaced the pendulum reader of the clock:\n- one\n- two\n- three\n- four\n- five\n"))}, "I replaced the pendulum reader of the clock."},
		{"not where it is", []conversation.Turn{turn(ask, edit("clock.go"), say("I added the notes of the clock at https://harbour.example/notes"))}, "clock.go changed."},
		{"files that were made", []conversation.Turn{turn(ask, step(conversation.Step{Kind: transcript.CallEdit, Tool: "Write", Target: "clock.go", Outcome: transcript.Done, Mutating: true, Edit: &conversation.Edit{File: "clock.go", Created: true, Added: 5}}), say("Done."))}, "clock.go created."},
		{"how many tests", []conversation.Turn{turn(ask, edit("clock.go"), ran("pytest", "==== 12 passed in 0.10s ===="), say("Done."))}, "clock.go changed, 12 tests passed."},
		{"no trailer for a body", []conversation.Turn{turn(ask, edit("clock.go"), commit("Fix the drift of the tide clock\n\nCo-Authored-By: An Agent <a@b.c>"), say("Done."))}, "clock.go changed, committed."},
		{"several commits", []conversation.Turn{turn(ask, edit("clock.go"), commit("Read the pendulum each hour"), edit("tide.go"), commit("Keep the tide table sorted"), say("All done."))}, "Committed: Read the pendulum each hour; Keep the tide table sorted."},
		{"an open commit at the end", []conversation.Turn{turn(ask, edit("clock.go"), open(commit("Read the tide pendulum each hour")))}, "Read the tide pendulum each hour. Ends on the commit or push that delivers it, whose result is not on record."},
		{"the main work before an open call", []conversation.Turn{main, turn("commit", open(ran("./ring.sh", "")))}, "I fixed the drift: the pendulum is read once an hour. The record stops in mid-work."},
		{"not what speaks to the person", []conversation.Turn{turn(ask, edit("clock.go"), say("You moved the bell of the clock to another pier. I fixed the pendulum reader of the clock."))}, "I fixed the pendulum reader of the clock."},
		{"points whose heads lead on", []conversation.Turn{turn(ask, edit("clock.go"), say("I renamed the readers of the clock:\n- Pendulum is swing now in: `clock.go`\n- Tide is flood now in: `tide.go`"))}, "I renamed the readers of the clock: Pendulum is swing now; Tide is flood now."},
		{"tests and lint", []conversation.Turn{turn(ask, list(edit("clock.go"), ran("go test ./...", green), ran("go vet ./...", ""), say(told))...)}, "I fixed the drift: the pendulum is read once an hour. Tests and lint passed."},
		{"an undoing", []conversation.Turn{turn("write a page on the drift of the tide clock", edit("clock.md"), say("I created clock.md with a page on the tide.")), turn("remove it again", ran("rm clock.md", ""), say("I removed clock.md from the docs of the harbour."))}, "clock.md changed and removed again."},
	} {
		if _, got := label(fixed, c.turns...); !strings.HasSuffix(got, ". "+c.want) {
			t.Errorf("%s: %q, want %q at its end", c.why, got, c.want)
		}
	}
}

// What was asked takes half a sentence of a summary where much came of it.
func TestWhatWasAskedIsShort(t *testing.T) {
	_, got := labels(t)(fixed, turn("fix the drift of the tide clock "+strings.Repeat("that hangs in the hall of the harbour ", 12), edit("clock.go"), say("I fixed the drift: the pendulum is read "+strings.Repeat("once an hour and ", 6)+"at noon.")))
	asked, told, ok := strings.Cut(got, "… ")
	if !ok || len(asked) > 150 || !strings.HasPrefix(told, "I fixed the drift") || !strings.Contains(told, "at noon") {
		t.Errorf("%q", got)
	}
}
