package offline

import (
	"testing"

	"prism/internal/fact"
)

// TestComplaintsLeftStanding: in nine languages, the last words say twice that it
// still fails, and only words come back.
func TestComplaintsLeftStanding(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ lang, ask, complaint, reply string }{
		{"en", "Fix the login button, it does nothing", "still doesn't work, same as before", "Please clear the cache and try again."},
		{"de", "Repariere den Login-Knopf, er tut nichts", "funktioniert immer noch nicht", "Bitte leere den Cache und versuche es erneut."},
		{"es", "Arregla el botón de inicio de sesión, no hace nada", "sigue sin funcionar, el mismo error", "Por favor, borra la caché e inténtalo de nuevo."},
		{"fr", "Corrige le bouton de connexion, il ne fait rien", "ça ne marche toujours pas, même erreur", "Videz le cache et réessayez, s'il vous plaît."},
		{"pt", "Corrija o botão de login, ele não faz nada", "ainda não funciona, mesmo erro", "Limpe o cache e tente de novo, por favor."},
		{"ru", "Исправь кнопку входа, она ничего не делает", "всё ещё не работает, та же ошибка", "Очистите кэш и попробуйте ещё раз."},
		{"ja", "ログインボタンを修正してください。何も起きません", "まだ動きません。同じエラーです", "キャッシュを消してもう一度お試しください。"},
		{"zh", "修复登录按钮，点击没有任何反应", "还是不行，一样的错误", "请清除缓存后再试一次。"},
		{"ko", "로그인 버튼을 고쳐줘. 아무 일도 일어나지 않아", "아직도 안 돼. 똑같은 오류야", "캐시를 지우고 다시 시도해 주세요."},
	} {
		open := func() *talk {
			return new(talk).Ask(c.ask).Read("login.ts").Edit("login.ts", 3).Say("OK.").Ask(c.complaint)
		}
		v := b.verdict(open().Say(c.reply).Ask(c.complaint + "!!").Say(c.reply))
		if v.Status != fact.JudgeOK || v.GoalComplete || v.Signal != fact.Frustration || v.Basis != fact.Explicit || !quotes(v, 3, c.complaint) {
			t.Errorf("%s, left standing: %s", c.lang, explain(v))
		}
		v = b.verdict(open().Edit("login.ts", 4).Run("npm test", jestGreen).Say("Fixed: the handler was bound twice. All tests pass.").
			Ask("perfect, works now. commit it").Run("git commit -am 'fix: bind once'", "[main 1a2b3c4] fix: bind once").Say("Committed."))
		if v.Signal != fact.NoSignal || !v.GoalComplete {
			t.Errorf("%s, put right: %s", c.lang, explain(v))
		}
	}
}

// TestAbandoned: the work is dropped in so many words, or thrown away.
func TestAbandoned(t *testing.T) {
	b := newBench(t)
	for name, words := range map[string][2]string{
		"en, never mind":    {"Fix the flaky upload test", "never mind, skip it"},
		"en, later":         {"Fix the flaky upload test", "forget it, I'll come back to this"},
		"de":                {"Repariere den Upload-Test, er schlägt manchmal fehl", "vergiss es, lassen wir das"},
		"es":                {"Arregla por favor el test de la subida de archivos, que a veces falla sin ningún motivo", "olvídalo, déjalo"},
		"fr":                {"Corrige le test d'envoi, il échoue parfois", "laisse tomber"},
		"pt":                {"Corrija o teste de upload, ele falha às vezes", "deixa pra lá, esquece"},
		"ru":                {"Исправь тест загрузки, он иногда падает", "забудь, не надо"},
		"ja":                {"アップロードのテストを修正して。時々失敗します", "もういい、やめて"},
		"zh":                {"修复上传测试，它有时会失败", "算了，先不弄了"},
		"ko":                {"업로드 테스트를 고쳐줘. 가끔 실패해", "그만, 취소해"},
		"thrown away again": {"Fix the flaky upload test", "revert everything"},
	} {
		k := new(talk).Ask(words[0]).Read("upload_test.go").Edit("upload_test.go", 3).Fails("go test ./upload", goRed).
			Say("I could not find the cause yet; the test still fails.").Ask(words[1]).Say("Okay.")
		v := b.verdict(k)
		if v.Status != fact.JudgeOK || v.GoalComplete || v.Signal != fact.Abandoned {
			t.Errorf("%s: %s", name, explain(v))
		}
		if !quotes(v, 2, words[1]) {
			t.Errorf("%s: %q is not quoted: %s", name, words[1], explain(v))
		}
		v = b.verdict(k.Ask("let's go on with it after all: fix the flaky upload test").Edit("upload_test.go", 6).Run("go test ./upload", goGreen).
			Say("Fixed: the test waited for the wrong event. All tests pass.").Ask("great, works. commit").Run("git commit -am 'fix: wait for the upload'", "[main 1a2b3c4] fix").Say("Committed."))
		if v.Signal != fact.NoSignal || !v.GoalComplete {
			t.Errorf("%s, taken up again: %s", name, explain(v))
		}
	}
}

// TestLoop: three attempts in a row at the same fix that none is seen to work;
// two are not yet a loop, and one that works ends it.
func TestLoop(t *testing.T) {
	b := newBench(t)
	attempts := func(n int) *talk {
		k := new(talk).Ask("The menu does not open on a phone, fix it").Edit("menu.ts", 3).Say("Please try it.")
		for _, c := range []string{"still doesn't open", "still not working", "same problem, it doesn't work"}[:n] {
			k.Ask(c).Edit("menu.ts", 3).Say("I'm sorry. Please try again.")
		}
		return k
	}
	if v := b.verdict(attempts(3)); v.Signal != fact.Loop || v.GoalComplete {
		t.Errorf("three attempts: %s", explain(v))
	}
	if v := b.verdict(attempts(1)); v.Signal == fact.Loop {
		t.Errorf("one complaint: %s", explain(v))
	}
	if v := b.verdict(attempts(3).Ask("one more idea: the overlay is above it").Edit("menu.ts", 2).Run("npm test", jestGreen).Say("Fixed: the overlay covered the button. All tests pass.").
		Ask("yes! that works, perfect. commit and push").Run("git commit -am 'fix: lower the overlay' && git push", "1a2b3c4..9f8e7d6 main -> main").Say("Pushed.")); v.Signal != fact.NoSignal || !v.GoalComplete {
		t.Errorf("resolved: %s", explain(v))
	}
}

// TestUnresolvedError: the record ends on an error with no later fix.
func TestUnresolvedError(t *testing.T) {
	b := newBench(t)
	start := func() *talk {
		return new(talk).Ask("Make the cart tests pass").Read("cart.go").Edit("cart.go", 5)
	}
	for name, k := range map[string]*talk{
		"a failing test and a cut":   start().Fails("go test ./...", goRed).Call("Read", "cart.go"),
		"a failing build and a cut":  start().Fails("go build ./...", "./cart.go:9:2: undefined: total").Interrupt(),
		"a failure behind a pipe":    start().Run("go test ./... 2>&1 | tail -5", goRed).Interrupt(),
		"errors of the service":      start().Failure("API Error: 529 overloaded").Ask("continue").Failure("API Error: 529 overloaded"),
		"a stack trace at the end":   start().Fails("python run.py", "Traceback (most recent call last):\n  File \"run.py\", line 3\nValueError: no total").Interrupt(),
		"a type error after the fix": start().Fails("npx tsc --noEmit", "src/cart.ts(3,1): error TS2304: Cannot find name 'total'.").Call("Read", "cart.ts"),
	} {
		if v := b.verdict(k); v.Signal != fact.UnresolvedError || v.GoalComplete || v.Status != fact.JudgeOK {
			t.Errorf("%s: %s", name, explain(v))
		}
	}
	v := b.verdict(start().Fails("go test ./...", goRed).Edit("cart.go", 2).Run("go test ./...", goGreen).Say("All tests pass now: the total was truncated instead of rounded."))
	if v.Signal != fact.NoSignal || !v.GoalComplete || v.Basis != fact.Explicit || !quotes(v, 1, "ok shop/") {
		t.Errorf("an error that a later fix resolved: %s", explain(v))
	}
}

// TestSignalsLookAtTheEnd: what was said on a branch that was left, and what
// came long before the end, is no signal.
func TestSignalsLookAtTheEnd(t *testing.T) {
	b := newBench(t)
	k := new(talk).Ask("Add a search box to the table").Edit("table.ts", 30).Run("npm test", jestGreen).Say("Added. All tests pass.").
		Ask("this is garbage, still broken, forget it").Say("I'm sorry.")
	d := k.Draft()
	d.Turns[1].Abandoned = true
	if v := enforce(b.opinion(d), d); v.Signal != fact.NoSignal || !v.GoalComplete || quotes(v, 2, "") {
		t.Errorf("a branch that was left: %s", explain(v))
	}
	k = new(talk).Ask("Add a search box to the table").Edit("table.ts", 30).Say("Added.").
		Ask("it doesn't work, the box is not shown").Edit("table.ts", 3).Say("Shown now.")
	for _, step := range []string{"good. now sort by name", "great. now a reset button", "perfect. now the same for the second table"} {
		k.Ask(step).Edit("table.ts", 12).Run("npm test", jestGreen).Say("Done. All tests pass.")
	}
	if v := b.verdict(k.Ask("looks great, commit it").Run("git commit -am 'feat: search'", "[main 1a2b3c4] feat: search").Say("Committed.")); v.Signal != fact.NoSignal || !v.GoalComplete {
		t.Errorf("a complaint long ago: %s", explain(v))
	}
}
