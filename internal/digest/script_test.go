package digest

import (
	"context"
	"strings"

	"prism/internal/conversation"
	"prism/internal/transcript/transcripttest"
)

// byWord is a tracker that shifts wherever a prompt says "new:".
type byWord struct{}

func (byWord) Shifts(_ context.Context, turns []conversation.Turn) ([]conversation.Shift, error) {
	var out []conversation.Shift
	for i := range turns {
		if i > 0 && strings.HasPrefix(turns[i].Prompt, "new:") {
			out = append(out, conversation.Shift{Turn: i, Probability: 1})
		}
	}
	return out, nil
}

// build folds scripts (one for each file) into a Conversation.
func build(id string, scripts ...*transcripttest.Script) *conversation.Conversation {
	b := conversation.NewBuilder("claude", id, "/claude/projects/app/"+id+".jsonl")
	for _, s := range scripts {
		for i := range s.Records {
			r := s.Records[i]
			b.Add(&r)
		}
	}
	return b.Conversation()
}
