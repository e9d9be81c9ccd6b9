package conversation

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"prism/internal/transcript"
	"prism/internal/transcript/transcripttest"
)

// Asked after every record, a Builder says what a fresh one over the same records
// says; going on changes nothing of what was given out, and asking nothing of what
// is to come.
func TestConversationWhileItGrows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := transcripttest.Drawn(t, "x")
		if rapid.Bool().Draw(t, "titled") {
			for _, title := range []string{"one", "two"} {
				s.Add(transcript.Record{Kind: transcript.Title, UUID: "-", Text: []byte(title), Command: rapid.SampledFrom([]string{"", "custom"}).Draw(t, "by")})
			}
			s.Add(transcript.Record{Kind: transcript.Pull, UUID: "-", URL: "https://forge.example/a/b/pull/1"})
			s.Add(transcript.Record{Kind: transcript.Answer, Sidechain: true, Agent: "sub", Answer: transcript.AnswerPart{MessageID: "side", Model: "m", HasUsage: true}})
			s.Prompt("and on").Bill("late", "model", s.Records[0].Answer.Usage)
		}
		fresh := func(n int) *Conversation {
			b := NewBuilder("claude", "c", "/claude/projects/app/c.jsonl")
			for i := range n {
				r := s.Records[i]
				b.Add(&r)
			}
			return b.Conversation()
		}
		b := NewBuilder("claude", "c", "/claude/projects/app/c.jsonl")
		var given []*Conversation
		for i := range s.Records {
			r := s.Records[i]
			b.Add(&r)
			given = append(given, b.Conversation())
		}
		for range min(len(given), 4) {
			i := rapid.IntRange(0, len(given)-1).Draw(t, "looked at")
			c := given[i]
			if diff := cmp.Diff(fresh(i+1), c, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("after record %d (−fresh, +asked while it grew):\n%s", i+1, diff)
			}
		}
	})
}

// ahead is a tracker that looks two turns ahead, at their prompts and their work.
type ahead struct{}

func (ahead) Shifts(_ context.Context, turns []Turn) ([]Shift, error) {
	var out []Shift
	for i := 1; i < len(turns); i++ {
		score := len(turns[i].Says)
		for k := i; k <= i+2 && k < len(turns); k++ {
			score += len(turns[k].Prompt) + 3*len(turns[k].Says)
		}
		if score%3 == 0 || strings.HasPrefix(turns[i].Prompt, "new:") {
			out = append(out, Shift{Turn: i, Probability: 1})
		}
	}
	return out, nil
}

// A boundary that is not provisional stays where it is while the conversation grows;
// only a rewind may move it.
func TestSettledBoundariesStay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &transcripttest.Script{Session: "c"}
		for range rapid.IntRange(1, 25).Draw(t, "records") {
			switch rapid.IntRange(0, 5).Draw(t, "kind") {
			case 0, 1, 2:
				s.Prompt(rapid.SampledFrom([]string{"a", "be", "sea", "new: it"}).Draw(t, "prompt"))
			case 3, 4:
				s.Say("done")
			case 5:
				s.Kind(transcript.Cleared).Prompt("after it") // nothing is said to who cleared
			}
		}
		b := NewBuilder("claude", "c", "c.jsonl")
		settled := make(map[int]bool)
		for i := range s.Records {
			r := s.Records[i]
			b.Add(&r)
			drafts, err := Cut(t.Context(), b.Conversation(), ahead{}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			begins := make(map[int]bool)
			for _, d := range drafts {
				begins[d.First] = true
			}
			for at := range settled {
				if !begins[at] {
					t.Fatalf("after record %d the settled boundary before turn %d is gone: %s", i+1, at, outline(drafts))
				}
			}
			for n, d := range drafts {
				if n > 0 && !d.Provisional {
					settled[d.First] = true
				}
			}
		}
	})
}

func TestWhatIsProvisional(t *testing.T) {
	shifts := func(s *transcripttest.Script) []bool {
		drafts, err := Cut(t.Context(), build("c", s), byWord{}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var out []bool
		for _, d := range drafts {
			out = append(out, d.Provisional)
		}
		return out
	}
	for _, c := range []struct {
		name string
		s    *transcripttest.Script
		want []bool
	}{
		{"the first", transcripttest.Start("a", 0).Prompt("x"), []bool{false}},
		{"a shift with nothing behind it", transcripttest.Start("a", 0).Prompt("x").Prompt("new: y"), []bool{false, true}},
		{"with two turns, the second still going", transcripttest.Start("a", 0).Prompt("x").Prompt("new: y").Prompt("a").Prompt("b"), []bool{false, true}},
		{"with a third begun", transcripttest.Start("a", 0).Prompt("x").Prompt("new: y").Prompt("a").Prompt("b").Prompt("c"), []bool{false, false}},
		{"cleared", transcripttest.Start("a", 0).Prompt("x").Prompt("new: y").Kind(transcript.Cleared), []bool{false, false}},
		{"cleared and gone on", transcripttest.Start("a", 0).Prompt("x").Prompt("new: y").Kind(transcript.Cleared).Prompt("z"), []bool{false, false, false}},
		{"the next shift confirms as any turn", transcripttest.Start("a", 0).Prompt("x").Prompt("new: y").Prompt("new: z").Prompt("a").Prompt("b"), []bool{false, false, true}},
	} {
		if diff := cmp.Diff(c.want, shifts(c.s)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}
