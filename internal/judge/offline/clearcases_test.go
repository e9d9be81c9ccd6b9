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
		v := b.verdict(new(talk).Ask(c.ask).Read("cart.go").Edit("cart.go", 6).Fails("go test ./...", goRed).Say(c.said))
		if v.GoalComplete || v.Signal != fact.UnresolvedError || v.Confidence >= 0.5 || v.Basis != fact.Explicit {
			t.Errorf("%s: %s", c.lang, explain(v))
		}
		v = b.verdict(new(talk).Ask(c.ask).Read("cart.go").Edit("cart.go", 6).Fails("go test ./...", goRed).Edit("cart.go", 2).Run("go test ./...", goGreen).Say("Fixed: it was rounded twice. All tests pass."))
		if !v.GoalComplete || v.Signal != fact.NoSignal {
			t.Errorf("%s, fixed: %s", c.lang, explain(v))
		}
	}
}

// TestNodAtGivingUp: nothing was run, the agent says that it did not succeed, and
// the person only assents.
func TestNodAtGivingUp(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ lang, ask, said, nod string }{
		{"en", "Fix the crash when the cart is empty", "I could not get it to work; the page still crashes.", "ok"},
		{"de", "Behebe den Absturz bei leerem Warenkorb", "Ich konnte den Fehler nicht beheben.", "ok, danke"},
		{"es", "Corrige el fallo cuando el carrito está vacío", "No pude corregirlo.", "vale"},
		{"fr", "Corrige le plantage quand le panier est vide", "Je n'ai pas réussi à le corriger.", "merci"},
		{"ru", "Исправь падение при пустой корзине", "Мне не удалось исправить ошибку.", "ок"},
		{"zh", "修复购物车为空时的崩溃", "我没能修复它。", "好的"},
	} {
		k := func() *talk {
			return new(talk).Ask(c.ask).Edit("cart.ts", 10).Say(c.said).Ask(c.nod).Say("OK.")
		}
		if v := b.verdict(k()); v.GoalComplete || v.Signal != fact.UnresolvedError || v.Confidence >= 0.5 {
			t.Errorf("%s: %s", c.lang, explain(v))
		}
		if v := b.verdict(k().Ask("try again").Edit("cart.ts", 3).Run("npm test", jestGreen).Say("Fixed. All tests pass.")); v.Signal != fact.NoSignal {
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
			"after an edit": new(talk).Ask(c.ask).Read("login.ts").Edit("login.ts", 3).Say("OK."),
			"after words":   new(talk).Ask(c.ask).Read("login.ts").Say("OK."),
		} {
			v := b.verdict(k.Ask(c.complaint).Say(c.reply))
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
		"dropped after work that passed": new(talk).Ask("Add a search box to the table").Edit("table.ts", 30).Run("npm test", jestGreen).Say("Added. All tests pass.").Ask("forget it, I'll come back to this").Say("Okay."),
		"dropped in a word":              new(talk).Ask("Rename the flag to --quiet").Edit("main.go", 1).Say("Renamed.").Ask("never mind").Say("Alright."),
		"taken back":                     new(talk).Ask("Rename the flag to --quiet").Edit("main.go", 1).Say("Renamed.").Ask("undo that").Run("git checkout -- main.go", "").Say("Undone."),
		"three attempts": new(talk).Ask("The menu does not open on a phone, fix it").Edit("menu.ts", 3).Say("Fixed. All tests pass.").Ask("still doesn't open").Edit("menu.ts", 3).Say("Fixed.").
			Ask("still not working").Edit("menu.ts", 3).Say("Fixed.").Ask("same problem, it doesn't work").Edit("menu.ts", 3).Say("Fixed. All tests pass."),
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
		return new(talk).Ask("Add a search box to the table").Edit("table.ts", 30).Run("npm test", jestGreen).Say("Added. All tests pass.")
	}
	for name, k := range map[string]*talk{
		"a bug report opens it":       new(talk).Ask("The login still doesn't work, same error as yesterday. Fix it").Edit("login.ts", 3).Run("npm test", jestGreen).Say("Fixed. All tests pass."),
		"a question about undoing":    done().Ask("what does git reset --hard do?").Say("It throws away changes in the working tree."),
		"a question about what lacks": done().Ask("is anything missing?").Say("No, everything you asked for is there."),
		"a later step, not dropped":   done().Ask("great. the reset button comes later, commit this").Run("git commit -am 'feat: search'", "[main 1a2b3c4] feat: search").Say("Committed."),
		"a complaint put right":       done().Ask("it doesn't work on a phone").Edit("table.ts", 4).Run("npm test", jestGreen).Say("Fixed: the box was hidden. All tests pass.").Ask("works now, thanks").Say("Glad to hear."),
		"a failure on the way":        new(talk).Ask("Fix the rounding bug in cart.go").Edit("cart.go", 3).Fails("go test ./...", goRed).Edit("cart.go", 3).Run("go test ./...", goGreen).Say("Fixed. All tests pass."),
		"one hiccup of the service":   new(talk).Ask("What does sync.Once do?").Failure("API Error: 529 overloaded").Say("It runs a function once, because it keeps a flag behind a lock."),
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
		return new(talk).Ask("Fix the rounding bug in cart.go").Edit("cart.go", 6).Run("go test ./...", goGreen).Say("Fixed.").
			Ask("commit it").Fails("git commit -am 'fix: round once'", "pre-commit: type check failed: 3 errors")
	}
	if v := b.verdict(k().Say("It looks like the hook found type errors. Let me look at the first of them.")); v.GoalComplete || v.Signal != fact.UnresolvedError {
		t.Errorf("left there: %s", explain(v))
	}
	if v := b.verdict(k().Edit("cart.go", 2).Run("git commit -am 'fix: round once'", "[main 1a2b3c4] fix").Say("Committed.")); !v.GoalComplete || v.Signal != fact.NoSignal {
		t.Errorf("gone through: %s", explain(v))
	}
}

// TestReadBeforeJudge: a judge that has given no verdict yet reads.
func TestReadBeforeJudge(t *testing.T) {
	j, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	if c := j.Read(new(talk).Ask("Fix it").Say("Done.").Draft()); c == nil {
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
		k := new(talk).Ask(c.ask).Edit("menu.ts", 3).Say("OK.")
		for _, again := range c.again {
			k.Ask(again).Edit("menu.ts", 3).Say("OK.")
		}
		v := b.verdict(k)
		if v.Signal != fact.Loop || v.GoalComplete || v.Confidence >= 0.5 || v.Basis != fact.Explicit {
			t.Errorf("%s: %s", c.lang, explain(v))
		}
	}
}

// TestRedStandsUnderANod: the last check fails, the agent says so, and the person
// only nods. A word that it works, a check that passes, or a cause that is not of
// this work's making leave no signal.
func TestRedStandsUnderANod(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ lang, ask, red, nod, works, excuse string }{
		{"en", "Refactor the storage layer into repositories, keep behaviour", "Three tests fail now.", "ok", "it works now", "Three tests fail; they failed before my change."},
		{"en", "Fix the crash when the cart is empty", "The build is still failing.", "👍", "that fixed it", "The failures are pre-existing and unrelated to the cart."},
		{"en", "Bump lodash to 4.17.21 and run the tests", "Bumped. 3 tests are not passing.", "thanks, bye", "works for me, lgtm", "Bumped. The 3 failures are flaky network tests."},
		{"de", "Zieh die Validierung in eine eigene Klasse, ohne das Verhalten zu ändern", "Drei Tests schlagen fehl.", "gut", "funktioniert jetzt", "Drei Tests schlagen fehl, aber schon vor meiner Änderung."},
		{"es", "Corrige el error de redondeo en el carrito", "Dos pruebas todavía fallan.", "vale", "ya funciona", "Dos pruebas fallan, pero ya fallaban antes."},
		{"fr", "Corrige l'erreur d'arrondi dans le panier", "Trois tests échouent encore.", "d'accord, merci", "ça marche maintenant", "Trois tests échouent, sans rapport avec ce changement."},
		{"pt", "Corrija o erro de arredondamento no carrinho", "Dois testes ainda falham.", "ok, obrigado", "agora funciona", "Dois testes falham, mas já falhavam antes."},
		{"it", "Correggi l'errore di arrotondamento nel carrello", "Due test falliscono ancora.", "ok grazie", "ora funziona", "Due test falliscono, ma non sono legati a questa modifica; erano già presenti."},
		{"ru", "Исправь ошибку округления в корзине", "Три теста всё ещё падают.", "ок", "теперь работает", "Три теста падают, но они падали и раньше."},
		{"ja", "カートの丸め誤差を修正して", "テストが3件失敗しています。", "はい", "動きました", "テストが3件失敗していますが、今回の変更とは無関係です。"},
		{"zh", "修复购物车的四舍五入错误", "还有三个测试失败。", "好的", "可以用了", "有三个测试失败，但与本次修改无关。"},
		{"ko", "장바구니의 반올림 오류를 고쳐줘", "테스트 3개가 여전히 실패합니다.", "네", "잘 됩니다", "테스트 3개가 실패하지만 기존 문제입니다."},
	} {
		k := func(said string) *talk {
			return new(talk).Ask(c.ask).Read("store.ts").Edit("store.ts", 30).Fails("npm test", "Tests:       3 failed, 12 passed, 15 total").Say(said)
		}
		for name, open := range map[string]*talk{"left": k(c.red), "nod": k(c.red).Ask(c.nod).Say("OK."), "two nods": k(c.red).Ask(c.nod).Say("OK.").Ask("ok").Say("OK.")} {
			if v := b.verdict(open); v.GoalComplete || v.Signal != fact.UnresolvedError || v.Confidence >= 0.5 || v.Basis != fact.Explicit {
				t.Errorf("%s, %s: %s", c.lang, name, explain(v))
			}
		}
		for name, shut := range map[string]*talk{
			"works":     k(c.red).Ask(c.works).Say("OK."),
			"passes":    k(c.red).Ask(c.nod).Run("npm test", jestGreen).Say("OK."),
			"excused":   k(c.excuse).Ask(c.nod).Say("OK."),
			"delivered": k(c.red).Ask("commit it").Run("git commit -am 'store'", "[main 1a2b3c4] store").Say("OK."),
		} {
			if v := b.verdict(shut); v.Signal != fact.NoSignal {
				t.Errorf("%s, %s: %s", c.lang, name, explain(v))
			}
		}
	}
}

// TestDoneOverRed: the agent claims to be done, or says nothing of it, over what
// the runner's own summary counts as failed. A search that found nothing, warnings
// and a failure that a later change came after are none.
func TestDoneOverRed(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ command, output string }{
		{"npm test", "Tests:       3 failed, 12 passed, 15 total"},
		{"npm test 2>&1 | tail -5", "Tests:       3 failed, 12 passed, 15 total"},
		{"go test ./...", goRed},
		{"pytest -q | tail -3", "2 failed, 3 passed in 1.02s"},
		{"cargo test", "test result: FAILED. 40 passed; 3 failed; 0 ignored"},
		{"mvn test", "Tests run: 33, Failures: 2, Errors: 0, Skipped: 0\nBUILD FAILURE"},
		{"npx tsc --noEmit", "src/a.ts(3,1): error TS2305: Module has no exported member x."},
		{"npm run build 2>&1 | tail -3", "error: build failed with 2 errors"},
		{"mix test | tail -4", "14 tests, 1 failure"},
	} {
		for _, ask := range []string{"Fix the crash when the cart is empty", "Refactor the storage layer into repositories, keep behaviour", "Bump lodash to 4.17.21 and run the tests"} {
			for _, said := range []string{"All done, everything works.", "The store is split in two."} {
				k := func() *talk { return new(talk).Ask(ask).Edit("store.ts", 20) }
				red := func(k *talk) *talk {
					if c.output == goRed {
						return k.Fails(c.command, c.output)
					}
					return k.Run(c.command, c.output)
				}
				for name, open := range map[string]*talk{"left": red(k()).Say(said), "nod": red(k()).Say(said).Ask("ok").Say("Good."), "thanks": red(k()).Say(said).Ask("great, thanks").Say("Welcome.")} {
					if v := b.verdict(open); v.GoalComplete || v.Signal != fact.UnresolvedError || v.Confidence >= 0.5 {
						t.Errorf("%s, %s, %s %q: %s", ask, c.command, name, said, explain(v))
					}
				}
				if v := b.verdict(red(k()).Edit("store.ts", 2).Say(said)); v.Signal == fact.UnresolvedError {
					t.Errorf("%s, %s, changed after: %s", ask, c.command, explain(v))
				}
			}
		}
	}
	for name, k := range map[string]*talk{
		"nothing was changed":    new(talk).Ask("Run the tests and tell me how they stand").Fails("npm test", "Tests:       3 failed, 12 passed, 15 total").Say("Three tests fail: all in the cart."),
		"a filter finds nothing": new(talk).Ask("Rename the flag to --quiet").Edit("main.go", 1).Fails("go test ./... | grep panic", "").Say("Renamed."),
		"warnings":               new(talk).Ask("Rename the flag to --quiet").Edit("main.ts", 1).Run("npx eslint .", "✖ 15 problems (0 errors, 15 warnings)").Say("Renamed."),
		"mended, not run again":  new(talk).Ask("Fix the rounding bug in cart.go").Edit("cart.go", 6).Fails("go test ./...", goRed).Edit("cart.go", 2).Say("One test failed because the mock was stale; I fixed that, too."),
		"shown to catch the bug": new(talk).Ask("Fix the rounding bug in cart.go, with a test").Edit("cart.go", 6).Write("cart_test.go", 20).Run("go test ./...", goGreen).Fails("git stash push cart.go && go test ./...; git stash pop", goRed).Say("Fixed. The new test passes, and fails without the fix."),
		"meant to fail":          new(talk).Ask("Write a failing test for the bug, do not fix it").Write("cart_test.go", 20).Fails("go test ./...", goRed).Say("The test fails as expected: it reproduces the bug."),
	} {
		if v := b.verdict(k); v.Signal != fact.NoSignal {
			t.Errorf("%s: %s", name, explain(v))
		}
	}
}

// TestPutOffOverRed: what fails is left for another day.
func TestPutOffOverRed(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ lang, ask, later string }{
		{"en", "Refactor the parser into small functions", "we will look at it tomorrow"}, {"en", "Refactor the parser into small functions", "ok let us stop for today"},
		{"de", "Zerlege den Parser in kleine Funktionen", "das machen wir morgen"}, {"es", "Divide el analizador en funciones pequeñas", "lo vemos mañana"},
		{"fr", "Découpe l'analyseur en petites fonctions", "on regarde ça demain"}, {"pt", "Divida o analisador em funções menores", "vemos isso amanhã"},
		{"it", "Dividi il parser in piccole funzioni", "lo guardiamo domani"}, {"ru", "Разбей парсер на маленькие функции", "посмотрим завтра"},
		{"ja", "パーサーを小さな関数に分割して", "明日見ます"}, {"zh", "把解析器拆成小函数", "明天再看"}, {"ko", "파서를 작은 함수로 나눠줘", "내일 볼게요"},
	} {
		k := new(talk).Ask(c.ask).Edit("parser.rs", 60).Fails("cargo test", "test result: FAILED. 40 passed; 3 failed; 0 ignored").Say("3 tests fail.").Ask(c.later).Say("OK.")
		if v := b.verdict(k); v.GoalComplete || v.Signal != fact.Abandoned || v.Confidence >= 0.5 {
			t.Errorf("%s: %s", c.lang, explain(v))
		}
	}
}

// TestUndoneWork: what was done is taken back and nothing stands in its place,
// whatever the person says then.
func TestUndoneWork(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ lang, ask, back, nod string }{
		{"en", "Rename the menu entry Options to Settings", "hm no, undo that, put it back please", "ok"},
		{"en", "Add a carousel to the home page", "I hate it. revert everything", "ok thanks"},
		{"en", "Make the heading larger", "can you change it back?", "thanks"},
		{"en", "Make the heading larger", "take it out again, I don't want it", "ok"},
		{"de", "Mach die Überschrift größer", "nimm das wieder raus", "ok"},
		{"de", "Mach die Überschrift größer", "doch nicht, mach das wieder rückgängig", "danke"},
		{"es", "Agranda el título de la página", "no me gusta, deshazlo", "gracias"},
		{"fr", "Agrandis le titre de la page", "non, annule tout", "merci"},
		{"pt", "Aumente o título da página", "não gostei, desfaz isso", "ok"},
		{"it", "Ingrandisci il titolo della pagina", "no, annulla tutto", "grazie"},
		{"nl", "Maak de kop groter", "nee, draai dat terug", "ok"},
		{"ru", "Сделай заголовок крупнее", "нет, верни как было", "ок"},
		{"pl", "Powiększ nagłówek strony", "jednak nie, cofnij to", "ok"},
		{"ja", "見出しを大きくして", "やっぱり元に戻して", "はい"},
		{"zh", "把标题改大一点", "还是撤销吧", "好的"},
		{"ko", "제목을 더 크게 해줘", "아니, 되돌려줘", "네"},
	} {
		done := func() *talk {
			return new(talk).Ask(c.ask).Swap("a.css", "font-size: sixteen", "font-size: huge").Say("OK.")
		}
		for name, k := range map[string]*talk{
			"by an edit":       done().Ask(c.back).Swap("a.css", "font-size: huge", "font-size: sixteen").Say("OK."),
			"short lines":      new(talk).Ask(c.ask).Swap("a.css", "16px", "24px").Say("OK.").Ask(c.back).Swap("a.css", "24px", "16px").Say("OK."),
			"git checkout":     done().Ask(c.back).Run("git checkout -- .", "").Say("OK."),
			"git restore file": done().Ask(c.back).Run("git restore a.css", "").Say("OK."),
			"git reset":        done().Ask(c.back).Run("git reset --hard", "HEAD is now at 1a2b3c4").Say("OK."),
			"git stash":        done().Ask(c.back).Run("git stash && git stash drop", "Dropped refs/stash@{0}").Say("OK."),
			"git revert":       done().Run("git commit -am 'a change'", "[main 1a2b3c4] a change").Say("OK.").Ask(c.back).Run("git revert --no-edit HEAD", "[main 2b3c4d5] Revert \"a change\"").Say("OK."),
		} {
			for _, v := range []fact.Verdict{b.verdict(k), b.verdict(k.Ask(c.nod).Say("OK."))} {
				if v.GoalComplete || v.Signal != fact.Abandoned || v.Confidence >= 0.5 || v.Basis != fact.Explicit {
					t.Errorf("%s, %s: %s", c.lang, name, explain(v))
				}
			}
		}
	}
	done := func() *talk {
		return new(talk).Ask("Make the heading larger").Swap("a.css", "font-size: sixteen", "font-size: huge").Say("Done.")
	}
	for name, k := range map[string]*talk{
		"the goal itself":       new(talk).Ask("revert the last commit").Run("git revert --no-edit HEAD", "[main 2b3c4d5] Revert").Say("Reverted.").Ask("thanks").Say("Welcome."),
		"brought back":          done().Ask("undo that").Swap("a.css", "font-size: huge", "font-size: sixteen").Say("Undone.").Ask("hm, put it back").Swap("a.css", "font-size: sixteen", "font-size: huge").Say("Done.").Ask("thanks").Say("Welcome."),
		"stopped when it works": done().Ask("works great, let's stop here").Say("Good."),
		"replaced":              done().Ask("undo that").Swap("a.css", "font-size: huge", "font-size: sixteen").Say("Undone.").Ask("use bold letters there").Edit("b.css", 3).Say("Done: bold.").Ask("perfect").Say("Good."),
		"replaced in the turn":  done().Ask("revert that and use bold letters there").Swap("a.css", "font-size: huge", "font-size: sixteen").Edit("b.css", 6).Say("Done.").Ask("perfect").Say("Good."),
		"a small part":          new(talk).Ask("Build a wishlist page, with tests").Edit("page.tsx", 60).Edit("list.tsx", 40).Run("npm test", jestGreen).Say("Built.").Ask("revert the colour of the button in button.css").Swap("button.css", "colour: crimson", "colour: standard").Say("Done.").Ask("perfect, works").Say("Good."),
		"a thing named so":      new(talk).Ask("Add a form").Edit("form.tsx", 30).Say("Added.").Ask("reset the form after it is sent").Edit("form.tsx", 3).Run("npm test", jestGreen).Say("Done.").Ask("works now").Say("Good."),
		"a question about it":   done().Ask("how would I undo that?").Say("With git checkout.").Ask("ok thanks").Say("Welcome."),
		"committed work stands": new(talk).Ask("Add a form").Edit("form.tsx", 30).Run("npm test", jestGreen).Run("git commit -am form", "[main 1a2b3c4] form").Say("Done.").Ask("reset your debug output").Run("git checkout -- .", "").Say("Done.").Ask("thanks, works").Say("Good."),
	} {
		if v := b.verdict(k); v.Signal != fact.NoSignal {
			t.Errorf("%s: %s", name, explain(v))
		}
	}
}
