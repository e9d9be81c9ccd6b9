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
		new(talk).ask("hello").say(hello),
		new(talk).ask("hey, good morning").say(hello).ask("bye").say("Goodbye!"),
		new(talk).ask("?").say("How can I help?"),
		new(talk).ask("???").say("How can I help?").ask("?").say("What would you like to do?"),
		new(talk).ask("asdf").say("That looks like a stray word. How can I help?"),
		new(talk).ask("test").say("I'm here. How can I help?"),
		new(talk).ask("ok").say("What would you like to do?"),
		new(talk).ask("y").say("What would you like to do?"),
		new(talk).ask(".").say("How can I help?"),
		new(talk).ask("thanks").say("You're welcome!"),
		new(talk).ask("quit").ask("exit"),
		new(talk).ask("guten morgen").say("Guten Morgen! Womit kann ich helfen?").ask("tschüss").say("Bis bald!"),
		new(talk).ask("hola, buenos días").say("¡Hola! ¿En qué puedo ayudarte?"),
		new(talk).ask("bonjour").say("Bonjour ! Comment puis-je vous aider ?").ask("merci").say("Avec plaisir."),
		new(talk).ask("oi").say("Oi!").ask("obrigado").say("De nada."),
		new(talk).ask("привет").say("Привет! Чем помочь?").ask("пока").say("Пока!"),
		new(talk).ask("こんにちは").say("こんにちは！何をお手伝いしましょうか？"),
		new(talk).ask("你好").say("你好！有什么可以帮你？").ask("再见").say("再见！"),
		new(talk).ask("안녕하세요").say("안녕하세요! 무엇을 도와드릴까요?"),
		new(talk).ask("hi").interrupt(),
		new(talk).ask("oi, bom dia").say("Bom dia! Como posso ajudar?"),
		new(talk).ask("oi, tudo bem?").say("Tudo bem! Como posso ajudar?"),
		new(talk).ask("ciao, buongiorno").say("Buongiorno! Come posso aiutarti?"),
		new(talk).ask("hallo, guten tag").say("Guten Tag! Womit kann ich helfen?"),
		new(talk).ask("merhaba, günaydın").say("Merhaba! Nasıl yardımcı olabilirim?"),
		new(talk).ask("cześć, dzień dobry").say("Dzień dobry! W czym mogę pomóc?"),
		new(talk).ask("hej, god morgon").say("God morgon! Vad kan jag hjälpa dig med?"),
		new(talk).ask("goedemorgen").say("Goedemorgen! Waarmee kan ik helpen?"),
		new(talk).ask("xin chào").say("Xin chào! Tôi có thể giúp gì?"),
		new(talk).ask("halo, selamat pagi").say("Selamat pagi! Ada yang bisa saya bantu?"),
		new(talk).ask("مرحبا").say("مرحبا! كيف أستطيع مساعدتك؟"),
		new(talk).ask("привіт, доброго ранку").say("Привіт! Чим допомогти?"),
		new(talk).ask("你好，早上好").say("早上好！有什么可以帮你？"),
		new(talk).ask("おはようございます").say("おはようございます！"),
		new(talk).ask("안녕하세요, 좋은 아침이에요").say("안녕하세요! 무엇을 도와드릴까요?"),
	} {
		v := b.verdict(k)
		if v.Status != fact.JudgeNoIntent || v.Intent != fact.IntentNone || v.GoalComplete || v.Reason == "" || len(v.Criteria) > 0 {
			t.Errorf("%d, %q: %s", i, k.recs[0].Text, explain(v))
		}
		for _, c := range v.Rubric.Checks() {
			if c.Mark != fact.NotApplicable {
				t.Errorf("%d, %q: %s is %s without a goal", i, k.recs[0].Text, c.Name, c.Mark)
			}
		}
		if v.Rubric.Letter != "" {
			t.Errorf("%d, %q: letter %s without a goal", i, k.recs[0].Text, v.Rubric.Letter)
		}
	}
}

// TestShortAsksHaveAGoal: few words, a greeting or a bare command do not hide
// that something was wanted.
func TestShortAsksHaveAGoal(t *testing.T) {
	b := newBench(t)
	for name, k := range map[string]*talk{
		"after a greeting":      new(talk).ask("hi").say("Hello!").ask("fix the failing test in cart_test.go").edit("cart_test.go", 3).say("Fixed."),
		"a greeting in front":   new(talk).ask("hello, can you add a dark mode to settings.tsx?").edit("settings.tsx", 30).say("Added."),
		"a test to mend":        new(talk).ask("fix my unit test").edit("cart_test.go", 3).say("Fixed."),
		"hello in Portuguese":   new(talk).ask("oi, corrige o erro no login").edit("login.ts", 4).say("Corrigido."),
		"two words":             new(talk).ask("fix lint").run("npx eslint --fix .", "").say("Fixed."),
		"a command":             new(talk).command("/review-pr", "12").run("gh pr diff 12", "+x").say("Request changes: the error is dropped."),
		"a plan handed on":      new(talk).handPlan("# Plan: show the total\n\n1. Add it.").edit("header.tsx", 4).say("Done."),
		"work before a goodbye": new(talk).ask("rename the flag to --quiet").edit("main.go", 1).say("Done.").ask("bye").say("Goodbye!"),
		"Chinese":               new(talk).ask("修复登录").edit("login.ts", 4).say("已修复。"),
		"Japanese":              new(talk).ask("テストを直して").edit("cart_test.go", 4).say("直しました。"),
	} {
		if v := b.verdict(k); v.Status != fact.JudgeOK || v.Intent == fact.IntentNone {
			t.Errorf("%s: %s", name, explain(v))
		}
	}
}
