package link

import (
	"testing"
	"time"

	"prism/internal/conversation"
	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/transcript"
)

// Some clients tell no lines of an edit (old ones of subagents, other hosts): the
// file still says which language was worked in. A refused edit, a plan and a read
// beside it do not.
func TestAnEditWithoutLinesVotesByItsFile(t *testing.T) {
	step := func(tool, file string, mutating bool, o transcript.Outcome) conversation.Step {
		return conversation.Step{Tool: tool, Target: file, Files: []string{file}, Mutating: mutating, Outcome: o}
	}
	for _, c := range []struct {
		name  string
		steps []conversation.Step
		want  string
	}{
		{"an edit", []conversation.Step{step("Edit", "/src/ledger.rs", true, transcript.Done)}, "rust"},
		{"an edit outweighs reads", []conversation.Step{step("Read", "/src/a.py", false, transcript.Done), step("Read", "/src/b.py", false, transcript.Done), step("Edit", "/src/ledger.rs", true, transcript.Done)}, "rust"},
		{"a refused edit", []conversation.Step{step("Edit", "/src/ledger.rs", true, transcript.Rejected), step("Read", "/src/a.py", false, transcript.Done)}, "python"},
		{"a plan", []conversation.Step{step("Write", "/home/me/.claude/plans/x.md", true, transcript.Done)}, "none"},
	} {
		conv := &conversation.Conversation{ID: "c", Turns: []conversation.Turn{{Prompt: "change it", Steps: c.steps}}}
		d := digest.New(conv, nil)
		f := Facts(&Linkage{Parts: []Run{{Digest: d, First: 1, Last: 1}}}, func(string, time.Time, fact.Tokens) (float64, bool) { return 0, false })
		if f.Languages.Code != c.want {
			t.Errorf("%s: %s, want %s", c.name, f.Languages.Code, c.want)
		}
	}
}
