package observe

import (
	"testing"

	"prism/internal/conversation"
	"prism/internal/fact"
)

// The word that takes the work as good belongs to the work, also where it opens the prompt
// that turns to something else; what else opens such a prompt belongs to that.
func TestLastWordOfTheNextPrompt(t *testing.T) {
	for _, c := range []struct{ next, word string }{
		{"The footer looks right. Now next topic: the invoices page", "The footer looks right"},
		{"Works now, thanks! New task: rename the queue", "Works now, thanks"},
		{"perfect. unrelated: why is the cache so large?", "perfect"},
		{"that did it — different question, what does the flag do", "that did it"},
		{"Great work\n\nNew topic: the billing export", "Great work"},
		{"looks good to me; next thing: the header", "looks good to me"},
		{"Passt so, danke. Neues Thema: die Rechnungen", "Passt so, danke"},
		{"Funktioniert jetzt. Andere Aufgabe: der Export", "Funktioniert jetzt"},
		{"Parfait, ça marche. Nouveau sujet : la page des factures", "Parfait, ça marche"},
		{"Funciona perfecto. Otro tema: la caché", "Funciona perfecto"},
		{"完美，可以了。新任务：给首页加搜索框", "完美，可以了"},
		{"いい感じです。別件ですが、請求書のページを見てください", "いい感じです"},
		{"Теперь работает, спасибо. Другая задача: экспорт", "Теперь работает, спасибо"},
		{"Next topic: the invoices page. It looks right now", ""},
		{"Ok. New task: rename the queue", ""},
		{"Alright. Next topic: the header", ""},
		{"The login page is broken. Fix it", ""},
		{"Add a dark mode. New task for today", ""},
		{"looks good?", ""},
		{"looks good", ""},
		{"Does that work? New topic: the header", ""},
		{"Bump it to v1.2 now. Looks right", ""},
	} {
		d := &conversation.Draft{ClosedBy: fact.TopicShift, Turns: []conversation.Turn{{Prompt: "Center the footer of the page"}}, Next: &conversation.Turn{UUID: "n", Line: 9, Prompt: c.next}}
		got := WithLastWord(d)
		if c.word == "" {
			if got != d {
				t.Errorf("%q: heard %q", c.next, got.Turns[1].Prompt)
			}
			continue
		}
		if len(got.Turns) != 2 || got.Turns[1].Prompt != c.word || got.Turns[1].UUID != "n" || len(d.Turns) != 1 {
			t.Errorf("%q: heard %v, want %q", c.next, got.Turns[1:], c.word)
		}
	}
	if d := (&conversation.Draft{ClosedBy: fact.Clear, Turns: make([]conversation.Turn, 1), Next: &conversation.Turn{Prompt: "Works now, thanks! Rename the queue"}}); WithLastWord(d) != d {
		t.Error("behind a /clear another conversation begins")
	}
}
