package conversation

import "prism/internal/transcript/transcripttest"

// build folds scripts (one for each file) into a Conversation.
func build(id string, scripts ...*transcripttest.Script) *Conversation {
	b := NewBuilder("claude", id, "/claude/projects/app/"+id+".jsonl")
	for _, s := range scripts {
		for i := range s.Records {
			r := s.Records[i]
			b.Add(&r)
		}
	}
	return b.Conversation()
}

func prompts(c *Conversation) []string {
	out := []string{}
	for i := range c.Turns {
		p := c.Turns[i].Prompt
		if c.Turns[i].Abandoned {
			p += " (dead)"
		}
		out = append(out, p)
	}
	return out
}
