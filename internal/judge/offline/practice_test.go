package offline

import (
	"testing"

	"prism/internal/fact"
)

// TestChecksInManyLanguages has, for each check, prompts that show it and prompts
// that lack it, in the languages people write.
func TestChecksInManyLanguages(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct {
		check           string
		intent          fact.Intent
		present, absent []string
	}{
		{"goal_explicit", fact.Feature, []string{
			"can you amend the heading of the export",
			"the total should stand below the table, not above it",
			"i want to be able to sort the invoices by date",
			"Das Menü soll sich beim Klick schließen",
			"quiero que el total se vea debajo de la tabla",
			"peux-tu trier les factures par date",
			"precisamos que o total apareça abaixo da tabela",
			"il totale dovrebbe stare sotto la tabella",
			"нужно чтобы итог был под таблицей",
			"trzeba przenieść sumę pod tabelę",
			"合計を表の下に移動してください",
			"把合计移动到表格下面",
			"합계를 표 아래로 옮겨줘",
			"hãy sửa lỗi làm tròn trong giỏ hàng giúp tôi",
			"the parser tests are failing since yesterday",
		}, []string{"the cart again", "hm", "go", "der Warenkorb", "购物车", "ok, weiter", "y"}},
		{"scope_bounded", fact.Feature, []string{
			"Add a total, but nothing else", "change the colour of the save button", "add sorting, without touching the export",
			"Add it to src/cart/total.go", "only answer, don't edit anything", "Rename it in `parseTotal` please",
			"Ändere die Farbe in der Kopfzeile", "Füge Sortieren hinzu, aber fass den Export nicht an",
			"cambia el color del botón de guardar", "agrega el orden, sin tocar la exportación",
			"change la couleur du bouton", "ne modifie aucun fichier, explique seulement",
			"troque a cor do botão de salvar", "adicione a ordenação, mas não mexa na exportação",
			"cambia il colore del pulsante", "aggiungi l'ordinamento senza toccare l'esportazione",
			"добавь сортировку, ничего больше не трогай", "поменяй цвет кнопки сохранения",
			"zmień kolor przycisku zapisu", "dodaj sortowanie, ale nie zmieniaj eksportu",
			"保存ボタンの色を変更してください", "エクスポートは変更しないで、並べ替えだけを追加してください",
			"修改保存按钮的颜色", "添加排序，不要修改导出", "저장 버튼의 색을 바꿔줘", "정렬 하나만 추가해줘",
		}, []string{
			"Build me a shop where people sell used books", "make it better", "replace the old name everywhere in the whole project",
			"add a button", "Baue mir einen Laden für gebrauchte Bücher", "crea una tienda de libros usados", "сделай магазин книг",
			"做一个卖旧书的网站", "헌책을 파는 가게를 만들어줘", "how would one do that?",
		}},
		{"references_concrete", fact.BugFix, []string{
			"fix cart/total.go", "look at @docs/plan.md", "line 37 is wrong", "see https://example.org/issues/4", "fix `total`",
			"the error is in parse_total", "rename parseTotal", "fix ENT-221", "see #45 first", "revert 3fa9c1e2", "the flag --verbose does nothing",
			"why does new() fail", "check Expr::Ref", "it's all in ~/notes/cart", "behebe Zeile 12", "修复cart.ts里的错误", "거기 total.html에 버튼 추가해줘",
			"broken since:\n  File \"app/cart.py\", line 3, in total\nTypeError: x", "C:\\work\\cart\\total.cs geht nicht",
		}, []string{
			"fix the total of the cart", "is GitHub better than GitLab for this?", "use Next.js please", "create/update/delete must work",
			"it works..and then it fails", "e.g. the total, i.e. the sum", "it costs 3.50 a month", "корзина не работает(опять)", "press `ctrl+c` to stop it",
		}},
		{"context_sufficient", fact.BugFix, []string{
			"it fails:\n```\npanic: nil map\n```", "TypeError: total is not a function", "see https://example.org/log/4",
			"The total is rounded twice when the discount is a third: for example 10 minus a third should give 6.67, but the page says 6.66.",
			"合計が二回丸められています。例えば10から三分の一を引くと6.67になるはずですが、現在の画面では6.66と表示されています。",
			"Итог округляется дважды: например, десять минус треть должно дать шесть и две трети, а сейчас страница показывает меньше.",
		}, []string{"fix the crash", "behebe den Absturz", "修复崩溃", "버그 고쳐줘", "fix it and push"}},
		{"verification_requested", fact.Feature, []string{
			"add it and run the tests", "it must return 404 and should print nothing", "acceptance criteria: sorted by date", "double check that it compiles, no errors please",
			"füge es hinzu und stelle sicher, dass es läuft", "añádelo y comprueba que funciona", "ajoute-le et vérifie que ça marche", "adicione e garanta que funciona",
			"aggiungilo e assicurati che funzioni", "добавь и убедись, что работает", "dodaj i upewnij się, że działa", "追加してテストも書いてください", "添加并确保能运行",
			"추가하고 테스트도 돌려봐", "ekle ve testleri çalıştır", "tambahkan dan pastikan jalan", "linting must stay green",
		}, []string{
			"add it", "add the date to the test drive form", "add the seed of the test data", "add it to parse_test.go", "füge es hinzu", "добавь это", "添加它", "추가해줘",
			"--- FAIL: TestTotal (0.01s)\n    total_test.go:12: got 1",
			"fix the failing tests", "fix the lint errors", "the tests are failing", "we see some test failures here", "do we have integration tests?", "what is it testing?", "it is a test value for the parser",
			"add a validation to the form", "add the email verification", "allow running e2e by external agents", "so, testing this build I see two of them", "проверь в чем причина",
		}},
		{"root_cause_oriented", fact.BugFix, []string{
			"why is the total wrong?", "find the root cause", "why can't we log in any longer?", "let's debug why it loops", "maybe it's due to the rounding", "what is causing the second row?",
			"The tide table of the pier is wrong since Monday. I looked at the reader, at the writer and at the page that shows it, and all three have the right number of rows when I print them by hand, on my machine and on the server; the page is cached for an hour, and I have waited for two. The row of noon is there twice, and the row of one is not. Why is it read twice?", "the total is wrong because it is rounded twice", "how could this slip through?",
			"warum stimmt die Summe nicht?", "¿por qué falla el total?", "pourquoi le total est faux ?", "por que o total está errado?", "perché il totale è sbagliato?",
			"почему итог неверный?", "dlaczego suma jest zła?", "なぜ合計がずれますか", "为什么合计不对", "왜 합계가 틀려?", "toplam neden yanlış?", "tại sao tổng sai?",
		}, []string{"question: why not go even newer?", "fix the compilation issues due to the bump", "why can't we just use booleans?", "why don't we use the id package here?", "it is fine as long as we had a reason", "add a hidden \"debug\" command", "add `cart debug total` to it", "run it with --debug",
			"The reader of the tide table closes the file before the last row was read, so a row is lost whenever the table ends without a newline. Consider moving the close behind the loop, and logging the path on an error, which would help to diagnose such rows later; as it stands the table is read again by the next caller, and nobody sees that a row of it was dropped on the way.",
			"the issue has no PR, fix merge conflicts from origin", "it fails with no indication why, so print the line", "warum nicht einfach runden?", "pourquoi pas un tableau ?",
			"fix the total", "behebe die Summe", "corrige el total", "исправь итог", "合計を直してください", "修复合计", "합계를 고쳐줘"}},
	} {
		for _, mark := range []fact.Mark{fact.Present, fact.Absent} {
			prompts := c.present
			if mark == fact.Absent {
				prompts = c.absent
			}
			for _, p := range prompts {
				if got := b.markOf(new(talk).Ask(p).Say("Done."), c.intent, c.check); got != mark {
					t.Errorf("%s of %q: %s, want %s", c.check, p, got, mark)
				}
			}
		}
	}
}

// TestPlanFirst: work of some size that begins with a look, a question or a plan.
func TestPlanFirst(t *testing.T) {
	b := newBench(t)
	work := func(k *talk, ask string) *talk {
		return k.Ask(ask).Write("a.go", 50).Write("b.go", 50).Say("Done.")
	}
	for name, c := range map[string]struct {
		talk *talk
		want fact.Mark
	}{
		"a question first":                       {work(new(talk).Ask("could we unify the two parsers?").Say("Yes, so."), "yes, do it"), fact.Present},
		"a look around first":                    {work(new(talk).Ask("give me an overview of the repository").Say("Here."), "split the cart"), fact.Present},
		"the files first, in Korean":             {work(new(talk).Ask("먼저 저장소를 훑어보고 설명해줘").Say("네."), "버튼을 추가해줘"), fact.Present},
		"options first, in Russian":              {work(new(talk).Ask("предложи варианты, что думаешь").Say("Вот."), "делай первый"), fact.Present},
		"straight to work":                       {work(new(talk), "split the cart"), fact.Absent},
		"a bug told, then work":                  {work(new(talk).Ask("the cart is broken").Say("I see."), "fix all of it"), fact.Absent},
		"why it is so, then work":                {work(new(talk).Ask("why does this method work on unix only?").Say("It forks."), "add the review's comments"), fact.Absent},
		"a fault told with a word of planning":   {work(new(talk).Ask("the overview is broken").Say("I see."), "fix all of it"), fact.Absent},
		"a change by a script before the work":   {work(new(talk).Ask("could we take the parts out with a script?").Run("sed -i s/a/b/ cart.go", "").Say("Done."), "split the cart"), fact.Absent},
		"a small change by an approved plan":     {new(talk).Ask("split the cart").Approved("# Plan: split it").Edit("a.go", 4).Say("Done."), fact.Present},
		"a question after the work":              {work(new(talk), "split the cart").Ask("any other options?").Say("No."), fact.Absent},
		"a plan handed on":                       {new(talk).HandPlan("# Plan: the cart").Write("a.go", 90).Say("Done.").Ask("the sum should stand below the table").Say("Done."), fact.Present},
		"a stray sign before the work":           {work(new(talk).Ask("?").Say("Yes?"), "split the cart"), fact.Absent},
		"too small to want a plan":               {new(talk).Ask("split the cart").Edit("a.go", 4).Say("Done."), fact.NotApplicable},
		"a plan, and words that ask for nothing": {new(talk).HandPlan("# Plan: the cart").Write("a.go", 90).Say("Done.").Ask("wait, somebody else edits the cart").Say("I see.").Ask("I allow you to commit it with --no-verify").Say("Done."), fact.NotApplicable},
		"a plan, and chores alone":               {new(talk).HandPlan("# Plan: the cart").Write("a.go", 90).Say("Done.").Ask("commit this").Say("Done."), fact.NotApplicable},
		"a plan, and chores in Chinese":          {new(talk).HandPlan("# Plan: the cart").Write("a.go", 90).Say("Done.").Ask("继续").Say("好。"), fact.NotApplicable},
	} {
		if got := b.markOf(c.talk, fact.Feature, "plan_first"); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
