package conformance

import "fmt"

// answerCases hold what agents answer, and what people order, in the manners of many: that
// they could not tell, that a part is not done, what might come later, and "get it in".
// Written down before it was looked at what the program makes of them, in November 2026,
// when 25 of 312 checks failed; what was missed then was mended where it is of a kind.
func answerCases(b *book) {
	all := stories()
	for i, say := range []string{
		"I went through all call sites and none of them explains it, so I can't say what the reason is.",
		"Unfortunately the repository has no trace of that. You would have to ask whoever runs the cluster.",
		"I'm not able to reproduce this here and have no theory that fits. More details would help.",
		"There isn't enough here to say. Which environment did you see this in?",
		"Hard to tell without the metrics. If you paste the dashboard's numbers I can take another look.",
		"I could not determine the cause.",
		"That remains unclear to me after reading the code.",
		"I don't have access to the production logs, so I can't tell.",
		"Nothing in the history points to it. I'd be guessing.",
		"I'd rather not speculate: the code that writes this value is not in this repository.",
		"It's inconclusive. Both explanations fit what I see.",
		"Das lässt sich anhand des Codes nicht sagen. Könntest du mir das Log schicken?",
		"Ich habe nichts gefunden, was das erklärt.",
		"Je n'ai pas trouvé l'origine du problème. Pouvez-vous partager les journaux ?",
		"No pude encontrar la causa. ¿Me puedes pasar los logs?",
		"Não consegui descobrir o motivo.",
		"Non sono riuscito a trovare la causa. Mi servirebbero i log.",
		"原因は特定できませんでした。ログを送っていただけますか？",
		"没有找到原因，请提供更多日志。",
		"원인을 찾지 못했습니다. 로그를 보내 주시겠어요?",
		"Причину найти не удалось. Пришлите, пожалуйста, логи.",
		"Ik heb de oorzaak niet kunnen vinden. Kun je de logs delen?",
		"Jag hittade inte orsaken. Kan du skicka loggarna?",
		"Nie udało mi się ustalić przyczyny.",
	} {
		s := all[i%len(all)]
		b.add(fmt.Sprintf("answers/cannot tell, question/%d %s", i, say), b.talk(s).Ask(s.question.ask).Read(s.look, s.looked).Say(say), missed())
		b.add(fmt.Sprintf("answers/cannot tell, investigation/%d %s", i, say), b.talk(s).Ask(s.investigation.ask).Read(s.look, s.looked).Grep("cause").Say(say), missed())
	}
	for i, say := range []string{
		"It can't happen in the current version: the value is set before the first reader starts. Only the old release without the guard could fail there.",
		"No. The cache is never written by this path, so nothing is lost when the process dies.",
		"There is no such limit in the code; what you see is the proxy's default of 60 seconds.",
		"You don't need to change anything. The flag is read once at start, and unknown values fall back to false.",
		"It isn't thread safe. Two callers would share the buffer; use one per goroutine.",
		"The error is harmless: it is logged when a client goes away before its answer was written.",
		"Not directly. The table has no such column, but the view joins it in from the orders.",
		"That is what `--strict` is for. Without it missing keys are ignored.",
		"Nein, das kann nicht passieren: die Sperre wird vorher genommen und erst nach dem Schreiben gelöst.",
		"Non, ce n'est pas possible : la valeur est fixée avant la première lecture.",
		"No hace falta: el valor se lee una sola vez al arrancar y los desconocidos se ignoran.",
		"いいえ、起こりません。値は最初の読み取りの前に設定されます。",
		"不会。这个值在第一次读取之前就已经设置好了。",
		"Нет, такого не бывает: значение задаётся до первого чтения.",
	} {
		s := all[i%len(all)]
		b.add(fmt.Sprintf("answers/a no that answers/%d %s", i, say), b.talk(s).Ask(s.question.ask).Read(s.look, s.looked).Say(say), signal("none"), complete())
	}
	for i, say := range []string{
		"The endpoint works. Pagination is still open.", "I stopped before the second half: the importer isn't hooked up.", "Left out for now: validation of the dates.", "The form is there; saving it is to follow.",
		"This covers reading. Writing I have not touched.", "The handler is a placeholder that returns an empty list.", "Two of the three parts are in. The third needs more time.", "The happy path is done, the error cases are missing.",
		"I ran out of time for the export itself.", "Currently it only prints a message; the real call has to be filled in.", "Der Endpunkt steht, die Rechteprüfung fehlt noch.", "La moitié est faite ; il reste l'export.",
		"Falta la validación, la dejé para después.", "まだ検証の部分は実装していません。", "导出部分还没有实现。", "Осталось сделать проверку прав.", "De export ontbreekt nog.", "Manca ancora la validazione.",
	} {
		s := all[i%len(all)]
		t := b.talk(s).Ask(s.feature)
		apply(t, s.adds[0])
		t.Say(say)
		b.add(fmt.Sprintf("answers/not done/%d %s", i, say), t, missed())
	}
	for i, say := range []string{
		"If you later want it per user, the key is the place to change.", "A next step could be a cache, but nothing needs one today.", "One could also add metrics; you did not ask for them.", "Note that the old endpoint is still there, as you wanted.",
		"You may want to tell the mobile team before the release.", "Performance is fine up to a million rows; beyond that an index would help.", "I left the unrelated warning in the build alone.", "The flaky test in another package failed once and passed on the second run.",
		"Let me know if you would like a shorter name.", "Wenn du möchtest, kann ich noch ein Beispiel in die README schreiben.", "Si vous voulez, je peux aussi le montrer dans le README.", "必要であれば、例も追加できます。", "如果需要，我还可以加一个示例。", "Если хотите, могу добавить пример.",
	} {
		for j, kind := range []string{"bug_fix", "feature"} {
			s := all[(i+j)%len(all)]
			t := s.checked(kind, b.talk(s))
			t.Ask("and is it documented?").Say("Yes, in the comment above it. " + say)
			b.add(fmt.Sprintf("answers/what might come/%d %s/%s", i, say, kind), t, signal("none"), complete())
		}
	}
	for i, order := range []string{
		"ok get it in", "push it up please", "open a PR for it", "wrap it up with a commit", "commit, message in the imperative", "land it", "send it upstream", "merge it into main and push", "put up a pull request with a short description", "stage and commit everything",
		"bitte committen", "mach bitte einen PR auf", "fais un commit et pousse", "haz commit y push", "faz o commit e o push", "コミットしてプッシュしてください", "提交并推送吧", "커밋하고 푸시해줘", "закоммить и запушь", "commit en push het maar", "fai il commit e il push", "commita och pusha", "zrób commit i wypchnij",
	} {
		for j, kind := range []string{"bug_fix", "small_change"} {
			s := all[(i+j)%len(all)]
			t := b.talk(s)
			s.work(kind, t)
			t.Ask(order)
			push(commit(t, s, "Round the total"), s).Say("Pushed.")
			b.add(fmt.Sprintf("answers/ordered delivery/%s/%s", order, kind), t, signal("none"), complete(), basis("explicit"))
		}
	}
	for i, pasted := range []string{
		"Traceback (most recent call last):\n  File \"app.py\", line 12, in <module>\n    main()\nKeyError: 'total'", "Error: Cannot find module './ledger'\n    at Function.Module._resolveFilename (node:internal/modules/cjs/loader:1039:15)", "panic: assignment to entry in nil map\n\ngoroutine 1 [running]:\nmain.add(...)\n\t/srv/main.go:44",
		"error[E0382]: borrow of moved value: `rows`\n  --> src/main.rs:31:20", "psycopg2.errors.UndefinedColumn: column \"total_cents\" does not exist\nLINE 1: SELECT total_cents FROM invoice", "java.lang.NullPointerException: Cannot invoke \"Order.getTotal()\" because \"order\" is null\n\tat shop.Cart.sum(Cart.java:51)",
	} {
		for after := range 2 {
			s := all[(i+after)%len(all)]
			t := b.talk(s)
			s.work("bug_fix", t)
			attempt(t.Ask(pasted), s, i)
			attempt(t.Ask(pasted), s, i+1)
			s.ask(t, after)
			b.add(fmt.Sprintf("answers/pasted twice/%d/%d", i, after), t, signal("loop", "unresolved_error", "frustration"), missed())
		}
	}
}
