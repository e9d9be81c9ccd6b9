package tracker

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"prism/internal/conversation"
)

// What conversation.ToConfirm promises is true of this tracker: a shift that so many
// turns follow stays, whatever comes and however the last turn goes on.
func TestConfirmedShiftsStay(t *testing.T) {
	tr, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	topics := []string{"parser tokens grammar", "billing invoice tax", "deploy cluster yaml", "login cookie session"}
	rapid.Check(t, func(t *rapid.T) {
		var turns []conversation.Turn
		settled := make(map[int]bool)
		for range rapid.IntRange(2, 12).Draw(t, "turns") {
			words := strings.Fields(rapid.SampledFrom(topics).Draw(t, "topic"))
			prompt := rapid.SampledFrom([]string{"Please build the ", "no, the ", "Now for something else: add ", "continue with "}).Draw(t, "how") + strings.Join(words, " ")
			turns = append(turns, conversation.Turn{Prompt: prompt})
			for range rapid.IntRange(0, 2).Draw(t, "says") {
				x := &turns[len(turns)-1]
				x.Says = append(x.Says, conversation.Say{Text: "I changed the " + rapid.SampledFrom(topics).Draw(t, "said")})
				shifts, err := tr.Shifts(t.Context(), turns)
				if err != nil {
					t.Fatal(err)
				}
				now := make(map[int]bool)
				for _, s := range shifts {
					now[s.Turn] = true
				}
				for at, cut := range settled {
					if now[at] != cut {
						t.Fatalf("with %d turns, what was settled before turn %d is another", len(turns), at+1)
					}
				}
				for at := 1; at+conversation.ToConfirm < len(turns); at++ {
					settled[at] = now[at]
				}
			}
		}
	})
}
