package tracker

import (
	"testing"

	"prism/internal/conversation"
	"prism/internal/lexicon"
)

func TestWording(t *testing.T) {
	b := newBook()
	tests := []struct {
		name, prompt string
		of           func(cues) bool
		want         bool
	}{
		{"a bare yes", "yes", func(c cues) bool { return c.accept }, true},
		{"a choice", "2", func(c cues) bool { return c.accept }, true},
		{"run it, in French", "Exécute", func(c cues) bool { return c.accept }, true},
		{"the next ticket is no answer", "next one: https://tracker.test/WEB-9", func(c cues) bool { return c.accept }, false},
		{"the next ticket is no follow-up", "next one: https://tracker.test/WEB-9", func(c cues) bool { return c.follow }, false},
		{"and then", "and then round it", func(c cues) bool { return c.follow }, true},
		{"Korean yes", "네, 그렇게", func(c cues) bool { return c.follow }, true},
		{"a Korean word that begins like ah", "아래 코드를 바꿔줘", func(c cues) bool { return c.follow }, false},
		{"Chinese right", "对，就这样", func(c cues) bool { return c.follow }, true},
		{"a Chinese word that begins like right", "对比两种方案", func(c cues) bool { return c.follow }, false},
		{"a Chinese role", "你是一个翻译", func(c cues) bool { return c.follow }, false},
		{"Chinese could you", "可以帮我看看发票吗", func(c cues) bool { return c.follow }, false},
		{"Chinese fine", "可以，继续", func(c cues) bool { return c.follow }, true},
		{"Japanese this project", "このプロジェクトを説明して", func(c cues) bool { return c.follow }, false},
		{"French il faut", "Il faut un thème sombre", func(c cues) bool { return c.follow }, false},
		{"Spanish en", "En la página de ajustes", func(c cues) bool { return c.follow }, false},
		{"German article", "Das Farbschema soll dunkel sein", func(c cues) bool { return c.follow }, false},
		{"Chinese is there", "有没有深色主题", func(c cues) bool { return c.wrong }, false},
		{"a point of a list", "3. round at the end", func(c cues) bool { return c.item }, true},
		{"a number", "3.5 is too old", func(c cues) bool { return c.item }, false},
		{"nicely", "can you round it", func(c cues) bool { return c.polite && !c.wish }, true},
		{"nicely in Japanese", "丸めてください", func(c cues) bool { return c.polite }, true},
		{"a want", "I want a dark theme", func(c cues) bool { return c.wish && !c.polite }, true},
		{"documentation", "update the docs", func(c cues) bool { return c.docs }, true},
		{"documentation in Chinese", "更新文档", func(c cues) bool { return c.docs }, true},
		{"tests", "add a unit test", func(c cues) bool { return c.tests }, true},
		{"tests in Russian", "добавь тесты", func(c cues) bool { return c.tests }, true},
		{"what was done before", "with the latest changes", func(c cues) bool { return c.ours }, true},
		{"what was said before, in German", "wie besprochen", func(c cues) bool { return c.ours }, true},
		{"nothing to be seen", "I don't see the button", func(c cues) bool { return c.wrong }, true},
		{"nothing to be seen, in Spanish", "no aparece el botón", func(c cues) bool { return c.wrong }, true},
		{"attached files are no structure", "rename it\n<a>\n<b>\n<c>\n<d>\n<e>\n<f>\n<g>\n<h>", func(c cues) bool { return c.structured }, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.of(b.read(&conversation.Turn{Prompt: tt.prompt}, &lexicon.Text{})); got != tt.want {
				t.Errorf("%q: %v, want %v", tt.prompt, got, tt.want)
			}
		})
	}
}

func TestNormsAreNoTickets(t *testing.T) {
	b := newBook()
	for text, ticket := range map[string]bool{"see WEB-98": true, "read it as UTF-8": false, "under MPL-2.0": false, "hash by SHA-256": false, "point #3": false, "about #312": true} {
		v := newVocabulary(b.stop, Common{})
		found := false
		for n := range terms(b, v, text) {
			found = found || v.weight[n] > nameWeight
		}
		if found != ticket {
			t.Errorf("%q names a ticket: %v, want %v", text, found, ticket)
		}
	}
}

func TestAPromptSentAgain(t *testing.T) {
	tests := []struct {
		name, now, before string
		answered, want    bool
	}{
		{"the same", "round it", "round it", true, true},
		{"mended at its end", "round the totals of each invoice", "round the totals of each line", true, true},
		{"another of the same first word", "round the totals", "round it", true, false},
		{"only begun, and stopped", "ok let's create the form", "ok, lets", false, false},
		{"begun, and stopped", "i have a theme and a palette", "i have a", false, true},
		{"begun, and answered", "i have a theme and a palette", "i have a", true, false},
	}
	for _, tt := range tests {
		if got := again(tt.now, tt.before, tt.answered); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestAnAnswerThatWaits(t *testing.T) {
	p := profiler{book: newBook(), terms: newVocabulary(nil, Common{}), places: newVocabulary(nil, Common{})}
	for say, want := range map[string]bool{
		"Rounded the totals.":                                false,
		"Sure, go ahead and let me know what to round.":      true,
		"Which one should be rounded? Both are in sumLines.": true,
		"请告诉我您的具体需求。":                                        true,
		"Опишите задачу, и скажите, что округлить.":          true,
	} {
		tn := turn("round", say)
		if pr := p.profile(&tn); pr.waits != want {
			t.Errorf("%q waits: %v, want %v", say, pr.waits, want)
		}
	}
}

// A turn like the session is nearer to it than one about something else, and a
// turn that says nothing is not held to be far.
func TestThemes(t *testing.T) {
	w := tracker(t).walk(append(invoices(),
		turn("does the discount of an invoice stay in the ledger?", "The invoice keeps its discount; sumLines reads the net amount."),
		turn("add a dark palette to the settings page", "ThemeProvider switches the palette and keeps the toggle in the browser."),
		turn("ok", "")))
	w.take(true)
	for w.at < 3 {
		w.take(false)
	}
	same, sureSame := w.cosine(w.turns[3].ask, w.turns[3].work)
	other, sureOther := w.cosine(w.turns[4].ask, w.turns[4].work)
	_, sureNothing := w.cosine(w.turns[5].ask, w.turns[5].work)
	if same <= other || w.theme.below(same) >= w.theme.below(other) {
		t.Errorf("cosine %.2f for the same theme, %.2f for another", same, other)
	}
	if sureSame <= 0 || sureOther <= 0 || sureNothing != 0 || same > 1 {
		t.Errorf("certainty %.2f, %.2f and %.2f of a turn without words; cosine %.2f", sureSame, sureOther, sureNothing, same)
	}
}
