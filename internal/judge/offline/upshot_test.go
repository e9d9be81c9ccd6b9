package offline

import (
	"strings"
	"testing"
)

// TestUpshots: of an agent's closing words the summary takes the one sentence
// that tells what was done; where none says that in full, it names the points of a list of what was done, else the files: of
// a cause, of what leads to a table.
func TestUpshots(t *testing.T) {
	b := newBench(t)
	for name, c := range map[string]struct{ said, want string }{
		"praise first":             {"Perfect! All set.\n\nThe cart now rounds once, in total.go.", "The cart now rounds once, in total.go"},
		"a heading first":          {"## Summary\n\n| a | b |\n|---|---|\n\nI moved the rounding into total.go.", "I moved the rounding into total.go"},
		"a list that is led to":    {"Created `CLAUDE.md` with:\n\n- **Commands** — how to build\n- **Layout** — where things are\n", "Created CLAUDE.md with: Commands; Layout"},
		"code and an offer":        {"```go\nx := 1 // done\n```\nThe cause is the missing index on `name`. Want me to add it?", "cart.tsx changed"},
		"German":                   {"Fertig! Die Summe steht jetzt im Kopf der Seite. Soll ich auch die Tests anpassen?", "Die Summe steht jetzt im Kopf der Seite"},
		"Japanese":                 {"以下の通りです。\n\n検索欄を請求書の表に追加しました。", "検索欄を請求書の表に追加しました"},
		"a sentence that leads on": {"Проверил все файлы. Причина в следующем:\n\n**Кэш не очищается после входа.**", "cart.tsx changed"},
		"it leads to a table":      {"The cart rounds once now:\n\n| a | b |\n|---|---|\n\nReload the page.", "cart.tsx changed"},
		"a list after the words":   {"Here's what I did:\n\n1. Added a search box\n2. Wrote tests\n\nThe search box is in the table now.", "Added a search box; wrote tests"},
	} {
		v := b.verdict(new(talk).Ask("Make the cart page better in cart.tsx").Edit("cart.tsx", 12).Say(c.said))
		if got := v.Summary.String(); !strings.Contains(got, c.want) {
			t.Errorf("%s: summary %q does not say %q", name, got, c.want)
		}
	}
}

// TestUpshotAfterThanks: a word of thanks at the end does not hide what was done.
func TestUpshotAfterThanks(t *testing.T) {
	v := newBench(t).verdict(new(talk).Ask("Rename the flag to --quiet in main.go").Edit("main.go", 1).Say("The flag is called --quiet now, in main.go and its test.").Ask("thanks!").Say("You're welcome!"))
	if got := v.Summary.String(); !strings.Contains(got, "The flag is called --quiet now") {
		t.Error(got)
	}
}

// TestUpshotBeforeCourtesies: in whatever language the last words are exchanged,
// what came of the work is in the answer before them.
func TestUpshotBeforeCourtesies(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ asked, thanks, back string }{
		{"Rename the flag to --quiet in main.go", "thanks a lot, that was all for today", "You are welcome."},
		{"Rename the flag to --quiet in main.go", "all good then", "Good."},
		{"Rename the flag to --quiet in main.go", "great, thank you so much for your help with this one", "Happy to help! Have a great day."},
		{"Benenne das Flag in main.go um", "super, vielen Dank für die schnelle Hilfe heute", "Gern geschehen!"},
		{"Cambia el nombre de la opción en main.go", "muchas gracias por tu ayuda con todo esto", "De nada"},
		{"Renomme l'option dans main.go", "merci beaucoup pour ton aide sur tout ça", "Avec plaisir !"},
		{"Переименуй флаг в main.go", "большое спасибо тебе за помощь", "Не за что!"},
		{"main.go のフラグの名前を変えて", "ありがとうございました、助かりました", "どういたしまして。"},
		{"把 main.go 里的参数改名", "非常感谢你的帮助", "不客气！"},
		{"main.go 플래그 이름을 바꿔줘", "정말 고마워 수고했어", "감사합니다."},
		{"Rinomina il flag in main.go", "grazie mille per tutto quanto", "Prego!"},
		{"Zmień nazwę flagi w main.go", "dzięki wielkie za całą pomoc", "Nie ma za co!"},
	} {
		const came = "The flag is called --quiet now, in main.go and its test."
		v := b.verdict(new(talk).Ask(c.asked).Edit("main.go", 1).Say(came).Ask(c.thanks).Say(c.back))
		if got := v.Summary.String(); !strings.Contains(got, "The flag is called --quiet now") || strings.Contains(got, strings.TrimRight(c.back, ".!！。 ")) {
			t.Errorf("%q: %q", c.back, got)
		}
	}
	v := b.verdict(new(talk).Ask("Which port does the gauge use?").Say("Port 5432.").Ask("and the spare one?").Say("5433 on the spare."))
	if got := v.Summary.String(); !strings.Contains(got, "Port 5432") {
		t.Errorf("the answer to the question that the title tells: %q", got)
	}
}

// TestVerdictOfAReview: a question after a review does not hide its verdict.
func TestVerdictOfAReview(t *testing.T) {
	v := newBench(t).verdict(new(talk).Ask("Review the branch cache-tables: can it be merged?").Run("git diff main", "+x").
		Say("Request changes: the cache is never emptied. 1. It grows with every station that is asked for. 2. No test covers two stations at a time. 3. The lock is held over the request. The rest reads well, and with these three it can be merged.").
		Ask("is point 1 really a problem?").Say("Yes, on a small machine."))
	if got := v.Summary.String(); !strings.Contains(got, "the cache is never emptied") {
		t.Error(got)
	}
}

// TestEvidenceInSummaries: what was seen of tests and git stands beside the
// agent's words, and how far the work had come where it was cut off.
func TestEvidenceInSummaries(t *testing.T) {
	b := newBench(t)
	for name, c := range map[string]struct {
		talk *talk
		want []string
	}{
		"tests and a commit": {new(talk).Ask("Round once in cart.go").Edit("cart.go", 4).Run("go test ./...", goGreen).Run("git commit -am 'cart: round once'", "[main 1a2b3c4] cart: round once").Say("The cart rounds once now."),
			[]string{"The cart rounds once now", "ests passed", "committed"}},
		"red tests":         {new(talk).Ask("Round once in cart.go").Edit("cart.go", 4).Fails("go test ./...", goRed).Say("The rounding is moved, one case is left."), []string{"ests failed"}},
		"stopped":           {new(talk).Ask("Round once in cart.go").Edit("cart.go", 4).Edit("total.go", 4).Interrupt(), []string{"Stopped by the person; cart.go and total.go changed"}},
		"a plan at its end": {new(talk).Ask("Plan a cache for the tide tables").Call("ExitPlanMode", "# Plan: Cache of tide tables\n\n1. Measure."), []string{"Ends on a plan that nobody answered: Cache of tide tables"}},
		"given up":          {new(talk).Ask("the photos are blurry, fix it").Edit("card.tsx", 2).Say("I made them larger.").Ask("still blurry").Edit("card.tsx", 2).Say("I use srcSet now.").Ask("never mind, forget it").Say("All right. The last change is still in card.tsx."), []string{"Dropped by the person"}},
	} {
		v := b.verdict(c.talk)
		for _, want := range c.want {
			if got := v.Summary.String(); !strings.Contains(got, want) {
				t.Errorf("%s: summary %q does not say %q", name, got, want)
			}
		}
	}
}
