package offline

import (
	"testing"

	"prism/internal/fact"
)

// TestTalkWithoutAGoal: twenty transcripts in which no goal can be told; after
// the rules were enforced they have no intent and are not complete.
func TestTalkWithoutAGoal(t *testing.T) {
	b := newBench(t)
	const hello = "Hello! How can I help you today?"
	for i, k := range []*talk{
		new(talk).Ask("hello").Say(hello),
		new(talk).Ask("hey, good morning").Say(hello).Ask("bye").Say("Goodbye!"),
		new(talk).Ask("?").Say("How can I help?"),
		new(talk).Ask("???").Say("How can I help?").Ask("?").Say("What would you like to do?"),
		new(talk).Ask("asdf").Say("That looks like a stray word. How can I help?"),
		new(talk).Ask("test").Say("I'm here. How can I help?"),
		new(talk).Ask("ok").Say("What would you like to do?"),
		new(talk).Ask("y").Say("What would you like to do?"),
		new(talk).Ask(".").Say("How can I help?"),
		new(talk).Ask("thanks").Say("You're welcome!"),
		new(talk).Ask("quit").Ask("exit"),
		new(talk).Ask("guten morgen").Say("Guten Morgen! Womit kann ich helfen?").Ask("tschüss").Say("Bis bald!"),
		new(talk).Ask("hola, buenos días").Say("¡Hola! ¿En qué puedo ayudarte?"),
		new(talk).Ask("bonjour").Say("Bonjour ! Comment puis-je vous aider ?").Ask("merci").Say("Avec plaisir."),
		new(talk).Ask("oi").Say("Oi!").Ask("obrigado").Say("De nada."),
		new(talk).Ask("привет").Say("Привет! Чем помочь?").Ask("пока").Say("Пока!"),
		new(talk).Ask("こんにちは").Say("こんにちは！何をお手伝いしましょうか？"),
		new(talk).Ask("你好").Say("你好！有什么可以帮你？").Ask("再见").Say("再见！"),
		new(talk).Ask("안녕하세요").Say("안녕하세요! 무엇을 도와드릴까요?"),
		new(talk).Ask("hi").Interrupt(),
		new(talk).Ask("oi, bom dia").Say("Bom dia! Como posso ajudar?"),
		new(talk).Ask("oi, tudo bem?").Say("Tudo bem! Como posso ajudar?"),
		new(talk).Ask("ciao, buongiorno").Say("Buongiorno! Come posso aiutarti?"),
		new(talk).Ask("hallo, guten tag").Say("Guten Tag! Womit kann ich helfen?"),
		new(talk).Ask("merhaba, günaydın").Say("Merhaba! Nasıl yardımcı olabilirim?"),
		new(talk).Ask("cześć, dzień dobry").Say("Dzień dobry! W czym mogę pomóc?"),
		new(talk).Ask("hej, god morgon").Say("God morgon! Vad kan jag hjälpa dig med?"),
		new(talk).Ask("goedemorgen").Say("Goedemorgen! Waarmee kan ik helpen?"),
		new(talk).Ask("xin chào").Say("Xin chào! Tôi có thể giúp gì?"),
		new(talk).Ask("halo, selamat pagi").Say("Selamat pagi! Ada yang bisa saya bantu?"),
		new(talk).Ask("مرحبا").Say("مرحبا! كيف أستطيع مساعدتك؟"),
		new(talk).Ask("привіт, доброго ранку").Say("Привіт! Чим допомогти?"),
		new(talk).Ask("你好，早上好").Say("早上好！有什么可以帮你？"),
		new(talk).Ask("おはようございます").Say("おはようございます！"),
		new(talk).Ask("안녕하세요, 좋은 아침이에요").Say("안녕하세요! 무엇을 도와드릴까요?"),
	} {
		v := b.verdict(k)
		if v.Status != fact.JudgeNoIntent || v.Intent != fact.IntentNone || v.GoalComplete || v.Reason == "" || len(v.Criteria) > 0 {
			t.Errorf("%d, %q: %s", i, k.Recs[0].Text, explain(v))
		}
		for _, c := range v.Rubric.Checks() {
			if c.Mark != fact.NotApplicable {
				t.Errorf("%d, %q: %s is %s without a goal", i, k.Recs[0].Text, c.Name, c.Mark)
			}
		}
		if v.Rubric.Letter != "" {
			t.Errorf("%d, %q: letter %s without a goal", i, k.Recs[0].Text, v.Rubric.Letter)
		}
	}
}

// TestShortAsksHaveAGoal: few words, a greeting or a bare command do not hide
// that something was wanted.
func TestShortAsksHaveAGoal(t *testing.T) {
	b := newBench(t)
	for name, k := range map[string]*talk{
		"after a greeting":      new(talk).Ask("hi").Say("Hello!").Ask("fix the failing test in cart_test.go").Edit("cart_test.go", 3).Say("Fixed."),
		"a greeting in front":   new(talk).Ask("hello, can you add a dark mode to settings.tsx?").Edit("settings.tsx", 30).Say("Added."),
		"a test to mend":        new(talk).Ask("fix my unit test").Edit("cart_test.go", 3).Say("Fixed."),
		"hello in Portuguese":   new(talk).Ask("oi, corrige o erro no login").Edit("login.ts", 4).Say("Corrigido."),
		"two words":             new(talk).Ask("fix lint").Run("npx eslint --fix .", "").Say("Fixed."),
		"a command":             new(talk).Command("/review-pr", "12").Run("gh pr diff 12", "+x").Say("Request changes: the error is dropped."),
		"a plan handed on":      new(talk).HandPlan("# Plan: show the total\n\n1. Add it.").Edit("header.tsx", 4).Say("Done."),
		"work before a goodbye": new(talk).Ask("rename the flag to --quiet").Edit("main.go", 1).Say("Done.").Ask("bye").Say("Goodbye!"),
		"Chinese":               new(talk).Ask("修复登录").Edit("login.ts", 4).Say("已修复。"),
		"Japanese":              new(talk).Ask("テストを直して").Edit("cart_test.go", 4).Say("直しました。"),
	} {
		if v := b.verdict(k); v.Status != fact.JudgeOK || v.Intent == fact.IntentNone {
			t.Errorf("%s: %s", name, explain(v))
		}
	}
}
