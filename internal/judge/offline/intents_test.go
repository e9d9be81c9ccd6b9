package offline

import (
	"testing"

	"prism/internal/fact"
)

const (
	goGreen   = "ok  \tshop/cart\t0.21s\nok  \tshop/invoice\t0.10s"
	goRed     = "--- FAIL: TestTotal (0.00s)\n    cart_test.go:12: got 3, want 4\nFAIL\tshop/cart\t0.01s"
	jestGreen = "Test Suites: 2 passed, 2 total\nTests:       9 passed, 9 total"
)

// TestEightIntents has sessions whose intent nobody would argue about, in nine
// languages; all of them landed.
func TestEightIntents(t *testing.T) {
	b := newBench(t)
	tested := func(k *talk, said string) *talk {
		return k.Run("go test ./...", goGreen).Say(said)
	}
	for _, c := range []struct {
		lang string
		want fact.Intent
		talk *talk
	}{
		{"en", fact.Question, new(talk).Ask("What is the difference between a mutex and a semaphore?").
			Say("A mutex has an owner and lets one goroutine in at a time; a semaphore counts permits. In short: use a mutex to protect state and a semaphore to bound how much runs at once.").
			Ask("thanks, that is clear").Say("You're welcome.")},
		{"de", fact.Question, new(talk).Ask("Was ist der Unterschied zwischen einem Mutex und einer Semaphore?").
			Say("Ein Mutex hat einen Besitzer und lässt genau einen Thread hinein; eine Semaphore zählt. Kurz gesagt: Mutex für Zustand, Semaphore für Begrenzung.").
			Ask("danke, klar").Say("Gern.")},
		{"es", fact.Question, new(talk).Ask("¿Qué es un índice compuesto y cuándo conviene usarlo?").
			Say("Un índice compuesto abarca varios campos; conviene cuando las consultas filtran por ellos en ese orden. En resumen: el orden de los campos importa.").
			Ask("gracias").Say("De nada.")},
		{"fr", fact.Question, new(talk).Ask("Quelle est la différence entre une liste et un tuple en Python ?").
			Say("Une liste est modifiable, un tuple ne l'est pas. En résumé : un tuple convient aux données fixes et peut servir de clé.").
			Ask("merci").Say("Avec plaisir.")},
		{"pt", fact.Question, new(talk).Ask("O que é uma closure em JavaScript e para que serve?").
			Say("Uma closure é uma função que lembra as variáveis do escopo onde nasceu. Em resumo: serve para guardar estado sem objetos globais.").
			Ask("obrigado").Say("De nada.")},
		{"ru", fact.Question, new(talk).Ask("Что такое горутина и чем она отличается от потока?").
			Say("Горутина — лёгкий поток, которым управляет планировщик Go, а не ядро. Коротко: она дешевле и их может быть очень много.").
			Ask("спасибо").Say("Пожалуйста.")},
		{"ja", fact.Question, new(talk).Ask("インターフェースと抽象クラスの違いは何ですか？").
			Say("インターフェースは契約だけを定め、抽象クラスは共通の実装も持てます。つまり、実装を共有したい場合は抽象クラスを使います。").
			Ask("ありがとう").Say("どういたしまして。")},
		{"zh", fact.Question, new(talk).Ask("什么是闭包？它和普通函数有什么区别？").
			Say("闭包是能够记住其定义时作用域中变量的函数。简单来说，普通函数不保留外部变量，而闭包会保留。").
			Ask("谢谢").Say("不客气。")},
		{"ko", fact.Question, new(talk).Ask("프로세스와 스레드의 차이가 무엇인가요?").
			Say("프로세스는 독립된 메모리를 가지고, 스레드는 같은 프로세스의 메모리를 공유합니다. 요약하면 스레드가 더 가볍습니다.").
			Ask("감사합니다").Say("천만에요.")},

		{"en", fact.Investigation, new(talk).Ask("Investigate why the nightly export takes four hours since last week. Find the root cause, don't change anything.").
			Say("I'll trace the export.").Read("export/run.go", "export/query.go", "db/pool.go").Run("git log --oneline -20 -- export", "1a2b3c4 export: fetch rows one by one").
			Run("grep -rn Query export", "export/query.go:41: db.Query(one)").Read("export/rows.go").
			Say("Root cause: commit 1a2b3c4 fetches each row with a query of its own, so the export sends 1.2 million queries instead of one. The pool is not the problem.").
			Ask("great, that explains it").Say("Glad it helped.")},
		{"de", fact.Investigation, new(talk).Ask("Untersuche bitte, warum der nächtliche Export seit letzter Woche vier Stunden dauert. Nichts ändern, nur die Ursache finden.").
			Read("export/run.go", "export/query.go", "db/pool.go").Run("git log --oneline -20 -- export", "1a2b3c4 export: fetch rows one by one").Run("grep -rn Query export", "export/query.go:41").
			Say("Die Ursache ist Commit 1a2b3c4: jede Zeile wird einzeln abgefragt, das sind 1,2 Millionen Abfragen statt einer.")},

		{"en", fact.Review, new(talk).Ask("Review the changes on this branch and tell me whether they can be merged. Don't edit anything.").
			Run("git diff main...HEAD", "+func Total() int {").Read("cart/total.go", "cart/total_test.go").
			Say("Review: request changes. 1. total.go:14 ignores the error of Parse; it must be returned. 2. The test covers only the empty cart. 3. Rename t to total. Otherwise the approach is sound; I would approve after these three changes.").
			Ask("thanks, good review").Say("You're welcome.")},
		{"de", fact.Review, new(talk).Ask("Prüfe bitte den Code auf diesem Branch (Code-Review) und sag mir, ob er so gemergt werden kann. Nichts ändern.").
			Run("git diff main...HEAD", "+func Total() int {").Read("cart/total.go", "cart/total_test.go").
			Say("Review: Änderungen nötig. 1. total.go:14 verschluckt den Fehler von Parse. 2. Der Test deckt nur den leeren Warenkorb ab. Danach kann gemergt werden.").
			Ask("danke").Say("Gern.")},
		{"fr", fact.Review, new(talk).Ask("Peux-tu faire une revue de code de cette branche et me dire si on peut la fusionner ? Ne modifie rien.").
			Run("git diff main...HEAD", "+func Total() int {").Read("cart/total.go", "cart/total_test.go").
			Say("Revue : modifications nécessaires. 1. total.go:14 avale l'erreur de Parse. 2. Le test ne couvre que le panier vide. Ensuite, la fusion est possible.").
			Ask("merci").Say("Avec plaisir.")},
		{"ja", fact.Review, new(talk).Ask("このブランチの変更をレビューしてください。マージできるか教えてください。変更はしないでください。").
			Run("git diff main...HEAD", "+func Total() int {").Read("cart/total.go", "cart/total_test.go").
			Say("レビュー結果：修正が必要です。1. total.go:14 で Parse のエラーを無視しています。2. テストは空のカートしか見ていません。直せばマージできます。").
			Ask("ありがとう").Say("どういたしまして。")},
		{"en", fact.Plan, new(talk).Ask("Write a plan for moving the invoices to their own service. Plan only, we will implement it later.").
			Read("invoice/store.go", "invoice/api.go").
			Say("Here is the plan.").
			Refused("ExitPlanMode", "# Plan: move invoices to their own service\n\n## Steps\n1. Extract the store.\n2. Put an API in front of it.\n3. Move the readers.", "").Interrupt()},
		{"es", fact.Plan, new(talk).Ask("Haz un plan para mover las facturas a su propio servicio. Solo el plan, sin implementar.").
			Read("invoice/store.go").
			Refused("ExitPlanMode", "# Plan: mover las facturas\n\n1. Extraer el almacén.\n2. Crear la API.\n3. Migrar los lectores.", "").Interrupt()},

		{"en", fact.SmallChange, new(talk).Ask("Change the button label from Submit to Save in checkout.tsx").Edit("checkout.tsx", 1).Say("Done: the label now reads Save.").
			Ask("thanks").Say("You're welcome.")},
		{"de", fact.SmallChange, new(talk).Ask("Ändere bitte den Text des Knopfes in checkout.tsx von Senden auf Speichern").Edit("checkout.tsx", 1).Say("Erledigt: Der Knopf heißt jetzt Speichern.").
			Ask("danke").Say("Gern.")},
		{"pt", fact.SmallChange, new(talk).Ask("Mude o texto do botão em checkout.tsx de Enviar para Salvar").Edit("checkout.tsx", 1).Say("Pronto: o botão agora diz Salvar.")},
		{"zh", fact.SmallChange, new(talk).Ask("把 checkout.tsx 里按钮的文字从提交改成保存").Edit("checkout.tsx", 1).Say("已修改：按钮文字现在是“保存”。")},

		{"en", fact.BugFix, tested(new(talk).Ask("Fix the rounding bug in cart.go: the total is off by a cent").Read("cart.go").Edit("cart.go", 6), "Fixed: the total is rounded once, at the end. All tests pass.").
			Ask("great, works. commit it").Run("git commit -am 'fix: round the total once'", "[main 1a2b3c4] fix: round the total once").Say("Committed.")},
		{"de", fact.BugFix, tested(new(talk).Ask("Behebe den Rundungsfehler in cart.go, die Summe ist um einen Cent falsch").Read("cart.go").Edit("cart.go", 6), "Behoben: Die Summe wird nur noch einmal gerundet. Alle Tests laufen durch.").
			Ask("super, funktioniert").Say("Freut mich.")},
		{"es", fact.BugFix, tested(new(talk).Ask("Corrige el error de redondeo en cart.go, el total falla por un céntimo").Edit("cart.go", 6), "Corregido: el total se redondea una sola vez. Todos los tests pasan.").
			Ask("perfecto, ya funciona").Say("Me alegro.")},
		{"fr", fact.BugFix, tested(new(talk).Ask("Corrige le bug d'arrondi dans cart.go, le total est faux d'un centime").Edit("cart.go", 6), "Corrigé : le total n'est arrondi qu'une fois. Tous les tests passent.").
			Ask("parfait, ça marche").Say("Avec plaisir.")},
		{"ru", fact.BugFix, tested(new(talk).Ask("Исправь ошибку округления в cart.go, сумма отличается на копейку").Edit("cart.go", 6), "Исправлено: сумма округляется один раз. Все тесты проходят.").
			Ask("отлично, работает").Say("Рад помочь.")},
		{"ja", fact.BugFix, tested(new(talk).Ask("cart.go の丸めのバグを直してください。合計が1円ずれます").Read("cart.go").Edit("cart.go", 6), "修正しました。合計は最後に一度だけ丸めます。すべてのテストが通りました。").
			Ask("いいですね、直りました").Say("よかったです。")},
		{"zh", fact.BugFix, tested(new(talk).Ask("修复 cart.go 里的四舍五入错误，总价差一分钱").Read("cart.go").Edit("cart.go", 6), "已修复：总价只在最后舍入一次。所有测试通过。").
			Ask("很好，可以了").Say("不客气。")},
		{"ko", fact.BugFix, tested(new(talk).Ask("cart.go의 반올림 버그를 고쳐줘. 합계가 1원 틀려").Edit("cart.go", 6), "수정했습니다. 모든 테스트가 통과합니다.").
			Ask("좋아, 잘 된다").Say("감사합니다.")},

		{"en", fact.Feature, tested(new(talk).Ask("Add a CSV export to the invoices page: a button, an endpoint, and tests").Read("invoice/api.go").Write("invoice/export.go", 90).Edit("invoice/api.go", 25).Write("invoice/export_test.go", 60), "Added the export with a button, an endpoint and tests. All tests pass.").
			Ask("perfect, commit and push").Run("git commit -am 'feat: export invoices' && git push", "[main 9f8e7d6] feat: export invoices\n1a2b3c4..9f8e7d6 main -> main").Say("Pushed.")},
		{"de", fact.Feature, tested(new(talk).Ask("Füge der Rechnungsseite einen CSV-Export hinzu: Knopf, Endpunkt und Tests").Write("invoice/export.go", 90).Edit("invoice/api.go", 25).Write("invoice/export_test.go", 60), "Der Export ist eingebaut, mit Knopf, Endpunkt und Tests. Alle Tests laufen durch.").
			Ask("perfekt, danke").Say("Gern.")},
		{"pt", fact.Feature, tested(new(talk).Ask("Adicione uma exportação CSV à página de faturas: botão, endpoint e testes").Write("invoice/export.go", 90).Edit("invoice/api.go", 25).Write("invoice/export_test.go", 60), "Exportação adicionada, com botão, endpoint e testes. Todos os testes passam.").
			Ask("perfeito, obrigado").Say("De nada.")},
		{"ru", fact.Feature, tested(new(talk).Ask("Добавь экспорт счетов в CSV: кнопку, обработчик и тесты").Write("invoice/export.go", 90).Edit("invoice/api.go", 25).Write("invoice/export_test.go", 60), "Экспорт добавлен: кнопка, обработчик и тесты. Все тесты проходят.").
			Ask("отлично, спасибо").Say("Пожалуйста.")},
		{"zh", fact.Feature, tested(new(talk).Ask("给发票页面添加 CSV 导出功能：按钮、接口和测试").Write("invoice/export.go", 90).Edit("invoice/api.go", 25).Write("invoice/export_test.go", 60), "已添加导出功能，包括按钮、接口和测试。所有测试通过。").
			Ask("很好，谢谢").Say("不客气。")},
		{"ja", fact.Feature, tested(new(talk).Ask("請求書ページに CSV エクスポート機能を追加してください。ボタンとテストもお願いします").Write("invoice/export.go", 90).Edit("invoice/api.go", 25).Write("invoice/export_test.go", 60), "エクスポートを追加しました。すべてのテストが通りました。").
			Ask("いいですね、ありがとう").Say("どういたしまして。")},
		{"ko", fact.Feature, tested(new(talk).Ask("청구서 페이지에 CSV 내보내기 기능을 추가해줘. 버튼과 테스트도 만들어줘").Write("invoice/export.go", 90).Edit("invoice/api.go", 25).Write("invoice/export_test.go", 60), "내보내기를 추가했습니다. 모든 테스트가 통과합니다.").
			Ask("좋아, 고마워").Say("천만에요.")},

		{"en", fact.Refactor, tested(new(talk).Ask("Refactor the cart package: split cart.go into smaller files, same behaviour").Read("cart.go").Edit("cart.go", 20).Write("total.go", 80).Write("line.go", 70), "Split into three files without a change of behaviour. All tests pass.").
			Ask("looks good, commit").Run("git commit -am 'refactor: split cart'", "[main 2b3c4d5] refactor: split cart").Say("Committed.")},
		{"fr", fact.Refactor, tested(new(talk).Ask("Refactorise le paquet cart : découpe cart.go en fichiers plus petits, sans changer le comportement").Edit("cart.go", 20).Write("total.go", 80).Write("line.go", 70), "Découpé en trois fichiers, comportement inchangé. Tous les tests passent.").
			Ask("parfait, merci").Say("Avec plaisir.")},
		{"zh", fact.Refactor, tested(new(talk).Ask("重构 cart 包：把 cart.go 拆分成几个小文件，行为保持不变").Read("cart.go").Edit("cart.go", 20).Write("total.go", 80).Write("line.go", 70), "已拆分为三个文件，行为不变。所有测试通过。").
			Ask("很好，谢谢").Say("不客气。")},
		{"de", fact.Refactor, tested(new(talk).Ask("Räum das Paket cart auf: teile cart.go in kleinere Dateien, das Verhalten bleibt gleich").Read("cart.go").Edit("cart.go", 20).Write("total.go", 80).Write("line.go", 70), "In drei Dateien aufgeteilt, das Verhalten ist gleich. Alle Tests laufen durch.").
			Ask("perfekt, danke").Say("Gern.")},
		{"ru", fact.Refactor, tested(new(talk).Ask("Проведи рефакторинг пакета cart: раздели cart.go на файлы поменьше, поведение не меняй").Edit("cart.go", 20).Write("total.go", 80).Write("line.go", 70), "Разделено на три файла, поведение прежнее. Все тесты проходят.").
			Ask("отлично").Say("Готово.")},
	} {
		v := b.verdict(c.talk)
		if v.Status != fact.JudgeOK || v.Intent != c.want || !v.GoalComplete || v.Signal != fact.NoSignal {
			t.Errorf("%s, %s: %s", c.lang, c.want, explain(v))
		}
	}
}
