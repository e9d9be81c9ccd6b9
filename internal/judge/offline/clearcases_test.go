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
		k := func() *talk { return new(talk).ask(c.ask).edit("cart.ts", 10).say(c.said).ask(c.nod).say("OK.") }
		if v := b.verdict(k()); v.GoalComplete || v.Signal != fact.UnresolvedError || v.Confidence >= 0.5 {
			t.Errorf("%s: %s", c.lang, explain(v))
		}
		if v := b.verdict(k().ask("try again").edit("cart.ts", 3).run("npm test", jestGreen).say("Fixed. All tests pass.")); v.Signal != fact.NoSignal {
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
			return new(talk).ask(c.ask).read("store.ts").edit("store.ts", 30).fails("npm test", "Tests:       3 failed, 12 passed, 15 total").say(said)
		}
		for name, open := range map[string]*talk{"left": k(c.red), "nod": k(c.red).ask(c.nod).say("OK."), "two nods": k(c.red).ask(c.nod).say("OK.").ask("ok").say("OK.")} {
			if v := b.verdict(open); v.GoalComplete || v.Signal != fact.UnresolvedError || v.Confidence >= 0.5 || v.Basis != fact.Explicit {
				t.Errorf("%s, %s: %s", c.lang, name, explain(v))
			}
		}
		for name, shut := range map[string]*talk{
			"works":     k(c.red).ask(c.works).say("OK."),
			"passes":    k(c.red).ask(c.nod).run("npm test", jestGreen).say("OK."),
			"excused":   k(c.excuse).ask(c.nod).say("OK."),
			"delivered": k(c.red).ask("commit it").run("git commit -am 'store'", "[main 1a2b3c4] store").say("OK."),
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
				k := func() *talk { return new(talk).ask(ask).edit("store.ts", 20) }
				red := func(k *talk) *talk {
					if c.output == goRed {
						return k.fails(c.command, c.output)
					}
					return k.run(c.command, c.output)
				}
				for name, open := range map[string]*talk{"left": red(k()).say(said), "nod": red(k()).say(said).ask("ok").say("Good."), "thanks": red(k()).say(said).ask("great, thanks").say("Welcome.")} {
					if v := b.verdict(open); v.GoalComplete || v.Signal != fact.UnresolvedError || v.Confidence >= 0.5 {
						t.Errorf("%s, %s, %s %q: %s", ask, c.command, name, said, explain(v))
					}
				}
				if v := b.verdict(red(k()).edit("store.ts", 2).say(said)); v.Signal == fact.UnresolvedError {
					t.Errorf("%s, %s, changed after: %s", ask, c.command, explain(v))
				}
			}
		}
	}
	for name, k := range map[string]*talk{
		"nothing was changed":    new(talk).ask("Run the tests and tell me how they stand").fails("npm test", "Tests:       3 failed, 12 passed, 15 total").say("Three tests fail: all in the cart."),
		"a filter finds nothing": new(talk).ask("Rename the flag to --quiet").edit("main.go", 1).fails("go test ./... | grep panic", "").say("Renamed."),
		"warnings":               new(talk).ask("Rename the flag to --quiet").edit("main.ts", 1).run("npx eslint .", "✖ 15 problems (0 errors, 15 warnings)").say("Renamed."),
		"mended, not run again":  new(talk).ask("Fix the rounding bug in cart.go").edit("cart.go", 6).fails("go test ./...", goRed).edit("cart.go", 2).say("One test failed because the mock was stale; I fixed that, too."),
		"shown to catch the bug": new(talk).ask("Fix the rounding bug in cart.go, with a test").edit("cart.go", 6).write("cart_test.go", 20).run("go test ./...", goGreen).fails("git stash push cart.go && go test ./...; git stash pop", goRed).say("Fixed. The new test passes, and fails without the fix."),
		"meant to fail":          new(talk).ask("Write a failing test for the bug, do not fix it").write("cart_test.go", 20).fails("go test ./...", goRed).say("The test fails as expected: it reproduces the bug."),
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
		k := new(talk).ask(c.ask).edit("parser.rs", 60).fails("cargo test", "test result: FAILED. 40 passed; 3 failed; 0 ignored").say("3 tests fail.").ask(c.later).say("OK.")
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
			return new(talk).ask(c.ask).swap("a.css", "font-size: sixteen", "font-size: huge").say("OK.")
		}
		for name, k := range map[string]*talk{
			"by an edit":       done().ask(c.back).swap("a.css", "font-size: huge", "font-size: sixteen").say("OK."),
			"short lines":      new(talk).ask(c.ask).swap("a.css", "16px", "24px").say("OK.").ask(c.back).swap("a.css", "24px", "16px").say("OK."),
			"git checkout":     done().ask(c.back).run("git checkout -- .", "").say("OK."),
			"git restore file": done().ask(c.back).run("git restore a.css", "").say("OK."),
			"git reset":        done().ask(c.back).run("git reset --hard", "HEAD is now at 1a2b3c4").say("OK."),
			"git stash":        done().ask(c.back).run("git stash && git stash drop", "Dropped refs/stash@{0}").say("OK."),
			"git revert":       done().run("git commit -am 'a change'", "[main 1a2b3c4] a change").say("OK.").ask(c.back).run("git revert --no-edit HEAD", "[main 2b3c4d5] Revert \"a change\"").say("OK."),
		} {
			for _, v := range []fact.Verdict{b.verdict(k), b.verdict(k.ask(c.nod).say("OK."))} {
				if v.GoalComplete || v.Signal != fact.Abandoned || v.Confidence >= 0.5 || v.Basis != fact.Explicit {
					t.Errorf("%s, %s: %s", c.lang, name, explain(v))
				}
			}
		}
	}
	done := func() *talk {
		return new(talk).ask("Make the heading larger").swap("a.css", "font-size: sixteen", "font-size: huge").say("Done.")
	}
	for name, k := range map[string]*talk{
		"the goal itself":       new(talk).ask("revert the last commit").run("git revert --no-edit HEAD", "[main 2b3c4d5] Revert").say("Reverted.").ask("thanks").say("Welcome."),
		"brought back":          done().ask("undo that").swap("a.css", "font-size: huge", "font-size: sixteen").say("Undone.").ask("hm, put it back").swap("a.css", "font-size: sixteen", "font-size: huge").say("Done.").ask("thanks").say("Welcome."),
		"stopped when it works": done().ask("works great, let's stop here").say("Good."),
		"replaced":              done().ask("undo that").swap("a.css", "font-size: huge", "font-size: sixteen").say("Undone.").ask("use bold letters there").edit("b.css", 3).say("Done: bold.").ask("perfect").say("Good."),
		"replaced in the turn":  done().ask("revert that and use bold letters there").swap("a.css", "font-size: huge", "font-size: sixteen").edit("b.css", 6).say("Done.").ask("perfect").say("Good."),
		"a small part":          new(talk).ask("Build a wishlist page, with tests").edit("page.tsx", 60).edit("list.tsx", 40).run("npm test", jestGreen).say("Built.").ask("revert the colour of the button in button.css").swap("button.css", "colour: crimson", "colour: standard").say("Done.").ask("perfect, works").say("Good."),
		"a thing named so":      new(talk).ask("Add a form").edit("form.tsx", 30).say("Added.").ask("reset the form after it is sent").edit("form.tsx", 3).run("npm test", jestGreen).say("Done.").ask("works now").say("Good."),
		"a question about it":   done().ask("how would I undo that?").say("With git checkout.").ask("ok thanks").say("Welcome."),
		"committed work stands": new(talk).ask("Add a form").edit("form.tsx", 30).run("npm test", jestGreen).run("git commit -am form", "[main 1a2b3c4] form").say("Done.").ask("reset your debug output").run("git checkout -- .", "").say("Done.").ask("thanks, works").say("Good."),
	} {
		if v := b.verdict(k); v.Signal != fact.NoSignal {
			t.Errorf("%s: %s", name, explain(v))
		}
	}
}
