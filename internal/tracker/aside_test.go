package tracker

import (
	"testing"

	"prism/internal/conversation"
)

// What is asked in between and answered opens no session where the person goes back to the
// work; what is gone on with, or worked on, does.
func TestAside(t *testing.T) {
	aside := turn("quick unrelated question: what is the capital of Mongolia?", "Ulaanbaatar.")
	for name, c := range map[string]struct {
		last []conversation.Turn
		cut  bool
	}{
		"then the commit":         {[]conversation.Turn{aside, landed("lol thx. ok commit it", "Committed.")}, false},
		"then the same file":      {[]conversation.Turn{aside, turn("ok, and cents?", "Cents, too.", "app/billing/invoice.go")}, false},
		"then the same words":     {[]conversation.Turn{aside, turn("back to sumLines: which discount does the credit note get?", "The net one.")}, false},
		"a nod, then the commit":  {[]conversation.Turn{aside, turn("ah, of course", "Yes."), landed("commit", "Committed.")}, false},
		"two asides":              {[]conversation.Turn{aside, turn("and of Nepal?", "Kathmandu."), landed("commit the discount repair", "Committed.")}, false},
		"and no more":             {[]conversation.Turn{aside}, true},
		"gone on with":            {[]conversation.Turn{aside, turn("how many people live in Ulaanbaatar?", "One and a half million."), turn("and in Mongolia?", "Three and a half.")}, true},
		"a chore that is its own": {[]conversation.Turn{aside, turn("write the capital of Mongolia into quiz.csv", "Written.", "quiz/quiz.csv"), landed("commit the quiz", "Committed.")}, true},
		"work, then back":         {[]conversation.Turn{turn("unrelated question: can you list the capital of Mongolia in the quiz?", "Listed.", "quiz/quiz.csv"), turn("back to sumLines: which discount does the credit note get?", "The net one.")}, true},
	} {
		turns := append(invoices(), c.last...)
		shifts, err := tracker(t).Shifts(t.Context(), turns)
		if err != nil {
			t.Fatal(err)
		}
		at := len(invoices())
		got := false
		for _, s := range shifts {
			got = got || s.Turn == at
			if s.Turn != at && !(c.cut && s.Turn > at) {
				t.Errorf("%s: a cut at %d", name, s.Turn)
			}
		}
		if got != c.cut {
			t.Errorf("%s: %v, want a cut: %v", name, shifts, c.cut)
		}
	}
}
