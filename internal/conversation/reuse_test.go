package conversation

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"prism/internal/transcript/transcripttest"
)

// A Builder that goes on to the next conversation says of it what a fresh one says, and what
// it gave out of the one before stays as it is.
func TestNextConversation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		one, two := transcripttest.Drawn(t, "x"), transcripttest.Drawn(t, "y")
		two.Prompt("and on").Say("done")
		b := new(Builder)
		of := func(id string, s *transcripttest.Script) *Conversation {
			b.Next("claude", id, "/claude/projects/app/"+id+".jsonl")
			for i := range s.Records {
				r := s.Records[i]
				b.Add(&r)
			}
			return b.Conversation()
		}
		first := of("c", one)
		second := of("d", two)
		b.Next("", "", "")
		for _, c := range []struct {
			why        string
			got, fresh *Conversation
		}{{"given out before", first, build("c", one)}, {"made in used room", second, build("d", two)}} {
			if diff := cmp.Diff(c.fresh, c.got, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("a conversation that was %s (−fresh, +used):\n%s", c.why, diff)
			}
		}
	})
}

func TestLargeRoomIsLetGo(t *testing.T) {
	b := new(Builder)
	b.Next("claude", "c", "c.jsonl")
	s := &transcripttest.Script{Session: "c"}
	for range 2 * mostReused {
		s.Prompt("on")
	}
	for i := range s.Records {
		b.Add(&s.Records[i])
	}
	b.Next("claude", "d", "d.jsonl")
	if cap(b.recs) != 0 || cap(b.asks) != 0 || len(b.index) != 0 {
		t.Errorf("room for %d lines and %d prompts is kept", cap(b.recs), cap(b.asks))
	}
	if c := b.Conversation(); len(c.Turns) != 0 {
		t.Errorf("%d turns of the conversation before", len(c.Turns))
	}
}
