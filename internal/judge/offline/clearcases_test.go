package offline

import (
	"testing"

	"prism/internal/fact"
)

// TestAgentDidNotSucceed: the record ends on a failing test after the last edit,
// and the agent says in so many words that it did not succeed.
func TestAgentDidNotSucceed(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ lang, ask, said string }{
		{"en", "Fix the rounding bug in cart.go, the total is off by a cent", "I was not able to fix it. The total is still rounded twice somewhere."},
		{"de", "Behebe den Rundungsfehler in cart.go, die Summe ist um einen Cent falsch", "Ich konnte den Fehler nicht beheben, der Test schlägt weiterhin fehl."},
		{"es", "Corrige el error de redondeo en cart.go, el total falla por un céntimo", "No pude corregirlo, la prueba sigue fallando."},
		{"fr", "Corrige l'erreur d'arrondi dans cart.go, le total est faux d'un centime", "Je n'ai pas réussi à la corriger, le test échoue toujours."},
		{"pt", "Corrija o erro de arredondamento em cart.go, o total está errado por um centavo", "Não consegui corrigir, o teste ainda falha."},
		{"ru", "Исправь ошибку округления в cart.go, сумма неверна на копейку", "Мне не удалось исправить ошибку, тест по-прежнему падает."},
		{"ja", "cart.go の丸め誤差を修正して。合計が1セントずれます", "修正できませんでした。テストはまだ失敗しています。"},
		{"zh", "修复 cart.go 里的四舍五入错误，总数差一分", "我没能修复它，测试仍然失败。"},
		{"ko", "cart.go 의 반올림 오류를 고쳐줘. 합계가 1센트 틀려", "고치지 못했습니다. 테스트가 여전히 실패합니다."},
	} {
		v := b.verdict(new(talk).ask(c.ask).read("cart.go").edit("cart.go", 6).fails("go test ./...", goRed).say(c.said))
		if v.GoalComplete || v.Signal != fact.UnresolvedError || v.Confidence >= 0.5 || v.Basis != fact.Explicit {
			t.Errorf("%s: %s", c.lang, explain(v))
		}
		v = b.verdict(new(talk).ask(c.ask).read("cart.go").edit("cart.go", 6).fails("go test ./...", goRed).edit("cart.go", 2).run("go test ./...", goGreen).say("Fixed: it was rounded twice. All tests pass."))
		if !v.GoalComplete || v.Signal != fact.NoSignal {
			t.Errorf("%s, fixed: %s", c.lang, explain(v))
		}
	}
}

// TestComplaintThatGetsWords: one complaint at the end, and only words come back.
func TestComplaintThatGetsWords(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ lang, ask, complaint, reply string }{
		{"en", "Fix the login button, it does nothing", "this is wrong again, ugh", "I could not find it."},
		{"en", "Fix the login button, it does nothing", "still doesn't work", "Please clear the cache."},
		{"de", "Repariere den Login-Knopf, er tut nichts", "funktioniert immer noch nicht", "Bitte den Cache leeren."},
		{"es", "Arregla el botón de inicio de sesión, no hace nada", "sigue sin funcionar", "Por favor, borra la caché."},
		{"fr", "Corrige le bouton de connexion, il ne fait rien", "ça ne marche toujours pas", "Videz le cache, s'il vous plaît."},
		{"pt", "Corrija o botão de login, ele não faz nada", "ainda não funciona", "Limpe o cache, por favor."},
		{"it", "Correggi il pulsante di accesso, non fa nulla", "ancora non funziona", "Svuota la cache, per favore."},
		{"ru", "Исправь кнопку входа, она ничего не делает", "всё ещё не работает", "Очистите кэш, пожалуйста."},
		{"ja", "ログインボタンを修正してください。何も起きません", "まだ動きません", "キャッシュを消してください。"},
		{"zh", "修复登录按钮，点击没有任何反应", "还是不行", "请清除缓存。"},
		{"ko", "로그인 버튼을 고쳐줘. 아무 일도 일어나지 않아", "아직도 안 돼", "캐시를 지워 주세요."},
		{"tr", "Giriş düğmesini düzelt, hiçbir şey yapmıyor", "hâlâ çalışmıyor", "Lütfen önbelleği temizleyin."},
		{"pl", "Napraw przycisk logowania, nic nie robi", "nadal nie działa", "Proszę wyczyścić pamięć podręczną."},
	} {
		for name, k := range map[string]*talk{
			"after an edit": new(talk).ask(c.ask).read("login.ts").edit("login.ts", 3).say("OK."),
			"after words":   new(talk).ask(c.ask).read("login.ts").say("OK."),
		} {
			v := b.verdict(k.ask(c.complaint).say(c.reply))
			if v.GoalComplete || v.Signal != fact.Frustration || v.Basis != fact.Explicit || v.Confidence >= 0.5 || !quotes(v, 2, c.complaint) {
				t.Errorf("%s, %s: %s", c.lang, name, explain(v))
			}
		}
	}
}

// TestSignalsAreSure: where a signal stands, the goal is open, the confidence low
// and the basis plain, however well all else looks.
func TestSignalsAreSure(t *testing.T) {
	b := newBench(t)
	for name, k := range map[string]*talk{
		"dropped after work that passed": new(talk).ask("Add a search box to the table").edit("table.ts", 30).run("npm test", jestGreen).say("Added. All tests pass.").ask("forget it, I'll come back to this").say("Okay."),
		"dropped in a word":              new(talk).ask("Rename the flag to --quiet").edit("main.go", 1).say("Renamed.").ask("never mind").say("Alright."),
		"taken back":                     new(talk).ask("Rename the flag to --quiet").edit("main.go", 1).say("Renamed.").ask("undo that").run("git checkout -- main.go", "").say("Undone."),
		"three attempts": new(talk).ask("The menu does not open on a phone, fix it").edit("menu.ts", 3).say("Fixed. All tests pass.").ask("still doesn't open").edit("menu.ts", 3).say("Fixed.").
			ask("still not working").edit("menu.ts", 3).say("Fixed.").ask("same problem, it doesn't work").edit("menu.ts", 3).say("Fixed. All tests pass."),
	} {
		v := b.verdict(k)
		if v.Signal == fact.NoSignal || v.GoalComplete || v.Confidence >= 0.5 || v.Basis != fact.Explicit {
			t.Errorf("%s: %s", name, explain(v))
		}
	}
}

// TestNoSignal: what looks like a sign of failure and is none.
func TestNoSignal(t *testing.T) {
	b := newBench(t)
	done := func() *talk {
		return new(talk).ask("Add a search box to the table").edit("table.ts", 30).run("npm test", jestGreen).say("Added. All tests pass.")
	}
	for name, k := range map[string]*talk{
		"a bug report opens it":       new(talk).ask("The login still doesn't work, same error as yesterday. Fix it").edit("login.ts", 3).run("npm test", jestGreen).say("Fixed. All tests pass."),
		"a question about undoing":    done().ask("what does git reset --hard do?").say("It throws away changes in the working tree."),
		"a question about what lacks": done().ask("is anything missing?").say("No, everything you asked for is there."),
		"a later step, not dropped":   done().ask("great. the reset button comes later, commit this").run("git commit -am 'feat: search'", "[main 1a2b3c4] feat: search").say("Committed."),
		"a complaint put right":       done().ask("it doesn't work on a phone").edit("table.ts", 4).run("npm test", jestGreen).say("Fixed: the box was hidden. All tests pass.").ask("works now, thanks").say("Glad to hear."),
		"a failure on the way":        new(talk).ask("Fix the rounding bug in cart.go").edit("cart.go", 3).fails("go test ./...", goRed).edit("cart.go", 3).run("go test ./...", goGreen).say("Fixed. All tests pass."),
		"one hiccup of the service":   new(talk).ask("What does sync.Once do?").failure("API Error: 529 overloaded").say("It runs a function once, because it keeps a flag behind a lock."),
	} {
		if v := b.verdict(k); v.Signal != fact.NoSignal {
			t.Errorf("%s: %s", name, explain(v))
		}
	}
}

// TestDeliveryThatFailed: the commit was refused by a hook and none went through.
func TestDeliveryThatFailed(t *testing.T) {
	b := newBench(t)
	k := func() *talk {
		return new(talk).ask("Fix the rounding bug in cart.go").edit("cart.go", 6).run("go test ./...", goGreen).say("Fixed.").
			ask("commit it").fails("git commit -am 'fix: round once'", "pre-commit: type check failed: 3 errors")
	}
	if v := b.verdict(k().say("It looks like the hook found type errors. Let me look at the first of them.")); v.GoalComplete || v.Signal != fact.UnresolvedError {
		t.Errorf("left there: %s", explain(v))
	}
	if v := b.verdict(k().edit("cart.go", 2).run("git commit -am 'fix: round once'", "[main 1a2b3c4] fix").say("Committed.")); !v.GoalComplete || v.Signal != fact.NoSignal {
		t.Errorf("gone through: %s", explain(v))
	}
}

// TestReadBeforeJudge: a judge that has given no verdict yet reads.
func TestReadBeforeJudge(t *testing.T) {
	j, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	if c := j.Read(new(talk).ask("Fix it").say("Done.").draft()); c == nil {
		t.Error("no case")
	}
}

// TestLoopInLanguages: three attempts at the same fix in a row, none seen to work.
func TestLoopInLanguages(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct {
		lang, ask string
		again     [3]string
	}{
		{"en", "The menu does not open on a phone, fix it", [3]string{"still doesn't open", "still not working", "same problem, it doesn't work"}},
		{"de", "Das Menü öffnet sich auf dem Handy nicht, bitte beheben", [3]string{"geht immer noch nicht", "funktioniert nicht", "gleicher Fehler, klappt nicht"}},
		{"es", "El menú no se abre en el móvil, arréglalo", [3]string{"sigue sin abrirse", "no funciona", "sigue igual, mismo error"}},
		{"fr", "Le menu ne s'ouvre pas sur mobile, corrige-le", [3]string{"ça ne marche toujours pas", "toujours pas", "même problème, ça ne marche pas"}},
		{"pt", "O menu não abre no celular, corrija", [3]string{"ainda não funciona", "não funcionou", "continua igual, mesmo erro"}},
		{"ru", "Меню не открывается на телефоне, исправь", [3]string{"всё ещё не работает", "не помогло", "опять не работает"}},
		{"ja", "スマホでメニューが開きません。直してください", [3]string{"まだ動きません", "変わりません", "同じエラーです"}},
		{"zh", "手机上菜单打不开，修复一下", [3]string{"还是不行", "没有变化", "还是一样，不行"}},
		{"ko", "휴대폰에서 메뉴가 안 열려. 고쳐줘", [3]string{"아직도 안 돼", "여전히 안 돼", "똑같아, 안 돼"}},
	} {
		k := new(talk).ask(c.ask).edit("menu.ts", 3).say("OK.")
		for _, again := range c.again {
			k.ask(again).edit("menu.ts", 3).say("OK.")
		}
		v := b.verdict(k)
		if v.Signal != fact.Loop || v.GoalComplete || v.Confidence >= 0.5 || v.Basis != fact.Explicit {
			t.Errorf("%s: %s", c.lang, explain(v))
		}
	}
}
