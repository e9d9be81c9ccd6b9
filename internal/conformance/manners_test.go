package conformance

import (
	"fmt"
	"strings"
)

// mannerCases hold requests, complaints and thanks in the manners of many writers: told
// as a story, terse, mistyped, by ticket, in other languages. They were written down
// before it was looked at what the program makes of them, in November 2026, when 72 of 721
// checks failed; what was missed then was mended where it is of a kind.
func mannerCases(b *book) {
	all := stories()
	n := 0
	asked := func(kind string, prompts ...string) {
		for _, p := range prompts {
			s := all[n%len(all)]
			n++
			t := b.talk(s).Ask(strings.ReplaceAll(p, "%s", s.look)).Read(s.look, s.looked)
			b.workFor(kind, s, t)
			b.add(fmt.Sprintf("manners/%s/%s", kind, strings.Join(strings.Fields(p), " ")), t, intent(kind))
		}
	}
	asked("question",
		"quick q: does %s get reloaded when the config changes or only at boot",
		"whats the diff between the two init functions",
		"Is there any reason why we keep both of these around?",
		"can i call this from two goroutines at the same time without a lock?",
		"in which order are the middlewares applied?",
		"hey, do you know how many workers this spins up by default?",
		"I'm new to this codebase. Where would I start reading to understand how a request is served?",
		"what happens if the token expires half way through an upload",
		"does anything still use the old endpoint",
		"ELI5 what %s is doing",
		"Could you tell me which environment variables this needs?",
		"was macht eigentlich die zweite Schleife in %s?",
		"wozu brauchen wir diese Abhängigkeit?",
		"c'est quoi la différence entre ces deux tables ?",
		"¿para qué sirve este archivo?",
		"qual é o formato esperado na entrada?",
		"このクラスは何のためにありますか？",
		"这个参数是什么意思？",
		"이 함수는 언제 호출되나요?",
		"зачем тут нужен этот флаг?",
		"bu değişken nerede kullanılıyor?",
		"come faccio a lanciare solo un test?",
		"waar wordt dit veld gevuld?",
		"hur fungerar inloggningen här?",
		"jak to się ma do wersji z zeszłego roku? co się zmieniło w API?")
	asked("investigation",
		"prod latency doubled since tuesday and nobody touched anything. have a look where the time goes, dont fix yet",
		"we're leaking connections somewhere, could you hunt down where",
		"Something is eating 4 GB of memory overnight. I'd like to know what before we change anything.",
		"find out whether the retry storm comes from us or from the gateway",
		"I have no idea why this job is skipped on the first of the month. Please analyse and explain.",
		"go through the logs in logs/ and tell me what went wrong at 3am",
		"is it possible that two processes write the same file here? please check the code and tell me",
		"git bisect which commit made the build slow",
		"compare the numbers of the two reports and figure out where they diverge",
		"why on earth do we send this mail twice. digging needed, no code changes",
		"need an analysis of how much of %s is dead code",
		"profile the import and tell me the three most expensive functions",
		"Finde heraus, warum der Cache nie trifft. Noch nichts ändern.",
		"Untersuche bitte, woher die doppelten Zeilen kommen",
		"analyse pourquoi le job échoue une nuit sur deux, sans rien modifier",
		"investiga por qué tarda tanto el arranque",
		"descubra por que a memória cresce sem parar",
		"原因を調べてください。なぜ夜だけ遅くなるのか",
		"帮我查一下为什么请求会超时，先不要改代码",
		"왜 가끔 두 번 실행되는지 원인을 찾아줘",
		"разберись, откуда берутся лишние запросы, код пока не трогай",
		"zoek uit waarom de index niet gebruikt wordt",
		"ta reda på varför jobbet hänger sig",
		"sprawdź dlaczego kolejka rośnie i napisz mi przyczynę")
	asked("review",
		"mind giving %s a once-over before I open the PR?",
		"does my branch look sane? be harsh",
		"PR 4411 is from the new colleague. What should I tell them?",
		"please be my reviewer for the staged changes",
		"Act as a senior engineer and review the diff against main. List blocking issues first.",
		"anything in this patch that would bite us in production?",
		"go over the migration once more and tell me if it is safe to run",
		"could you check my implementation of %s for race conditions and give feedback? no edits please",
		"what's wrong with this code? review only",
		"rate the test coverage of this change and say what is missing",
		"Schau dir bitte meinen Branch an und sag mir, was du daran ändern würdest",
		"Code-Review für %s bitte",
		"relis ma PR et dis-moi ce qui cloche",
		"revisa el último commit y dime si ves algún problema",
		"faz um code review dessa branch por favor",
		"このプルリクエストをレビューしてください",
		"帮我审查一下这次提交的代码",
		"이 PR 리뷰해줘",
		"сделай ревью моих изменений",
		"rivedi questa modifica e dimmi cosa ne pensi",
		"review deze branch en geef feedback",
		"granska min ändring i %s")
	asked("plan",
		"before you touch anything: how would we get from sqlite to postgres without downtime? I want steps",
		"write me a rollout plan for the new auth, with a way back at each step",
		"don't code yet. lay out what it would take to make this multi-tenant",
		"I need a design doc for the notification service. Options, trade-offs, a recommendation.",
		"think about how to split %s and propose an order of small PRs",
		"break this epic into tickets: users can share folders with people outside the company",
		"what would a migration to the new SDK look like? outline the phases first, implementation later",
		"come up with an architecture for offline sync, then we discuss",
		"Give me a step-by-step plan for upgrading to v5. No changes to files.",
		"draft an RFC for replacing our home grown queue",
		"Erstelle bitte einen Plan, wie wir das Modul aufteilen, noch ohne Code",
		"Entwirf ein Konzept für das neue Rechtesystem",
		"propose un plan de migration vers la nouvelle API, étape par étape",
		"haz un plan para añadir pagos, todavía no escribas código",
		"monte um plano para separar o monolito",
		"実装計画を立ててください。コードはまだ書かないで",
		"先给我一个重构的方案，不要写代码",
		"먼저 구현 계획을 세워줘, 코드는 나중에",
		"составь план перехода на новую базу, без кода",
		"maak een plan van aanpak voor de nieuwe zoekfunctie",
		"prepara un piano per introdurre la cache, senza toccare il codice")
	asked("bug_fix",
		"so when I upload an empty file the spinner never stops. nothing in the console. can you sort that out",
		"customer says their invoice shows yesterday's date if they are in Auckland",
		"TypeError: Cannot read properties of undefined (reading 'map') on the orders page",
		"the tests in %s started failing on main this morning, make them pass again",
		"the dropdown closes as soon as i hover the second item, it shouldn't",
		"ISSUE-312\n\n## What happens\nExport drops the last row.\n\n## Expected\nAll rows are exported.",
		"after the last deploy nobody can reset their password any more",
		"panic: runtime error: index out of range [3] with length 3\n\ngoroutine 1 [running]:\nmain.main()\n\t/app/main.go:17",
		"Sorting by price puts 100 before 20. Please correct.",
		"search returns deleted entries, they must not show up",
		"it hangs forever if the server answers with 204",
		"build is broken: undefined: newClient",
		"wenn man zweimal schnell klickt, wird doppelt gebucht. bitte beheben",
		"Der Export bricht bei Umlauten ab",
		"le total est faux quand le panier est vide, corrige ça",
		"al guardar sale un error 500, arréglalo",
		"o botão de salvar não faz nada, corrige por favor",
		"空のリストを渡すと落ちます。直してください",
		"点击保存没有反应，修一下",
		"빈 파일이면 죽어. 고쳐줘",
		"при пустом вводе приложение падает, исправь",
		"als ik uitlog blijf ik toch ingelogd, kun je dat fixen",
		"la paginazione salta una riga, sistemala",
		"boş liste verilince çöküyor, düzelt",
		"appen kraschar när man trycker på spara")
	asked("feature",
		"it would be great if people could drag the columns around",
		"as a user I want to get an email when somebody comments on my post",
		"let's give admins a page where they can see who logged in when",
		"can the cli also output json? --json or so",
		"ISSUE-77\n\nAs an editor I want drafts to be saved every ten seconds so that I never lose work.\n\nAcceptance criteria:\n- saved every 10 s\n- an indicator shows it\n- works offline",
		"wire up stripe checkout for the pro tier",
		"We have no way to export data right now. Build one: CSV and XLSX, from the list page.",
		"I'd like a keyboard shortcut for every menu entry",
		"please hook %s up to the new metrics endpoint and expose request counts",
		"write a small tool that watches a folder and uploads what is new",
		"make a landing page for the app with a signup form",
		"we want to support SSO with okta",
		"baue eine Suche ein, die auch Tippfehler verzeiht",
		"Ich brauche einen Endpunkt, der alle offenen Rechnungen liefert",
		"ajoute un mode sombre",
		"quiero que los usuarios puedan subir una foto de perfil",
		"crie uma tela de cadastro com validação",
		"ダークモードを追加してください",
		"加一个导出为 PDF 的功能",
		"댓글 기능을 추가해줘",
		"добавь возможность фильтровать по дате",
		"voeg een exportknop toe voor csv",
		"aggiungi il supporto per più lingue",
		"kullanıcıların şifre sıfırlayabilmesi için bir sayfa yap",
		"lägg till stöd för flera valutor")
	asked("refactor",
		"%s has grown to 900 lines, cut it into pieces that make sense",
		"there are three copies of the same date parsing. make it one",
		"get rid of the god object, no behaviour change please",
		"move everything that talks to the db into its own package",
		"the naming here is all over the place. make it consistent without changing what it does",
		"turn these callbacks into promises",
		"inline the helper, it is used once, and tidy up after it",
		"pull the http stuff out of the service layer",
		"Please restructure the tests so that the setup is shared.",
		"decouple %s from the framework so that we can test it",
		"räum %s auf, ohne am Verhalten etwas zu ändern",
		"Ziehe die Berechnung in eine eigene Klasse",
		"refactorise ce fichier, il est illisible",
		"refactoriza esta clase para que sea más legible",
		"refatore esse módulo para remover a duplicação",
		"このファイルをリファクタリングしてください",
		"把这个大函数拆成几个小函数",
		"이 코드를 리팩토링해줘",
		"отрефактори этот модуль, поведение не меняй",
		"haal de dubbele code uit deze twee bestanden",
		"estrai la logica comune in una funzione")
	asked("small_change",
		"s/colour/color/ in %s",
		"bump axios to 1.7.9",
		"the footer should say 2027",
		"line 14 of %s: make that a constant",
		"drop the console.log",
		"set max retries to 5 instead of 3",
		"put the cancel button left of ok",
		"gitignore the .env file please",
		"rename `cnt` to `count` in that function",
		"add a trailing newline to %s",
		"change the favicon to logo.svg",
		"make the heading bold",
		"setze den Timeout auf 30 Sekunden",
		"ändere den Titel in \"Übersicht\"",
		"change la couleur du bouton en vert",
		"cambia el puerto a 9090",
		"troque o texto do botão para Enviar",
		"ボタンの色を赤に変えて",
		"把超时时间改成 60 秒",
		"버튼 글자를 '저장'으로 바꿔줘",
		"поменяй порт на 8081",
		"verander de titel in Instellingen",
		"cambia il testo in \"Salva\"",
		"başlığı \"Ayarlar\" yap")
	works := []string{"bug_fix", "feature", "refactor", "small_change"}
	for i, w := range []string{
		"yeah that didn't do it", "mmm the spinner is still there", "i get a different error now: ENOENT", "reverted to the old behaviour somehow", "that's the third time you tell me it's done",
		"still 500", "not quite, the last row is missing again", "tried on staging, same thing", "you broke the login with this", "no. read it again", "hm it's worse now", "the screenshot shows it's still off",
		"it only works on the first click", "why is it still red?", "i've cleared the cache, restarted, still there", "come on", "same stack trace as before", "sorry but this is not what i meant at all",
		"geht immer noch nicht", "jetzt ist es noch schlimmer", "das stimmt so nicht", "ça ne marche toujours pas", "encore la même erreur", "sigue fallando", "sigue igual", "ainda não funciona", "continua dando erro",
		"まだ直っていません", "还是不行", "还是报错", "여전히 안 돼요", "всё равно не работает", "та же ошибка", "werkt nog steeds niet", "non funziona ancora", "hâlâ çalışmıyor", "det fungerar fortfarande inte", "nadal nie działa",
	} {
		for after := range 2 {
			s, kind := all[(i+after)%len(all)], works[(i+after)%len(works)]
			t := b.talk(s)
			s.work(kind, t)
			attempt(t.Ask(w), s, i+after)
			s.ask(t, after)
			b.add(fmt.Sprintf("manners/complaint/%s/%d", w, after), t, signal("frustration", "loop", "unresolved_error"), missed())
		}
	}
	for i, w := range []string{
		"ok let's leave it there, i'll finish by hand", "we're not doing this after all, product changed their mind", "park this please", "I need to run, will pick this up on monday", "let's stop, this goes nowhere", "not worth the effort, drop it",
		"meh, forget it", "let's not go down this road", "hold off on this one", "I'll raise it with the platform team instead", "stop. we do this differently", "deprioritised, leave it",
		"lass es sein", "vergiss es, ich mach das selbst", "das machen wir später", "laisse tomber", "on verra ça plus tard", "déjalo así, ya no hace falta", "deixa pra lá", "もういいです、やめましょう", "算了，不做了", "그만두자", "забей, не надо", "laat maar", "lascia perdere", "boş ver", "strunt i det", "zostaw to, nieważne",
	} {
		for after := range 2 {
			s, kind := all[(i+after*2)%len(all)], []string{"bug_fix", "feature", "refactor", "investigation"}[(i+after)%4]
			t := b.talk(s)
			s.halfway(kind, t).Ask(w).Say("All right.")
			s.ask(t, after)
			b.add(fmt.Sprintf("manners/dropped/%s/%d", w, after), t, signal("abandoned", "frustration"), missed())
		}
	}
	for i, w := range []string{
		"lgtm", "oh nice, that did the trick", "just tested it in the browser, all good", "top, passt", "super, genau so", "yep, merged it myself", "👌", "works now!", "great stuff, closing the ticket", "that's much better", "boom, works", "finally! thank you so much",
		"läuft, danke dir", "parfait merci", "nickel", "perfecto, gracias", "funcionou, valeu", "完璧です、ありがとう", "可以了，谢谢", "잘 되네요 감사합니다", "отлично, работает", "werkt, dank je", "perfetto, funziona", "çalışıyor, teşekkürler", "toppen, funkar", "super, działa", "ship it 🚀", "all yours, well done", "that fixes it for me", "confirmed fixed on my machine",
	} {
		for j, kind := range []string{"bug_fix", "feature"} {
			s := all[(i+j)%len(all)]
			t := b.talk(s)
			s.work(kind, t)
			t.Ask(w).Say("Glad to hear it.")
			b.add(fmt.Sprintf("manners/accepted/%s/%s", w, kind), t, signal("none"), complete(), basis("explicit"))
		}
	}
	for i, w := range []string{
		"what would break if we removed this later?", "how did the old one fail?", "does the error message end up in the log?", "is there a ticket for the broken docs link?", "who do I ask when it stops working at night?", "why was that wrong in the first place, out of interest?", "remind me, which tests were failing yesterday?",
		"do we drop the connection when it's idle?", "never used this operator, what does it do?", "is 'abort' the same as 'cancel' here?", "wie würde man das wieder rückgängig machen?", "qu'est-ce qui se passe si ça échoue ?", "¿qué pasa si falla la red?", "失敗した場合はどうなりますか？", "如果失败了会怎样？",
	} {
		for j, kind := range []string{"bug_fix", "feature"} {
			s := all[(i+j*3)%len(all)]
			t := s.checked(kind, b.talk(s)).Ask(w).Say("It is in " + s.look + ", a few lines below the change.")
			b.add(fmt.Sprintf("manners/neutral/%s/%s", w, kind), t, signal("none"), complete())
		}
	}
	for i, how := range []string{
		"ok that's that. different thing: %s", "new one: %s", "while I have you, unrelated: %s", "Right, next ticket. %s", "cool. now to something else entirely. %s", "Neues Thema: %s", "Andere Baustelle: %s", "Autre sujet : %s", "Otra cosa distinta: %s", "Mudando de assunto: %s", "別件です。%s", "换个话题：%s", "다른 작업인데요: %s", "Другой вопрос: %s", "Iets anders: %s",
	} {
		for j, kind := range []string{"bug_fix", "small_change"} {
			others := []string{"The nightly backup on the database host fails with 'no space left on device'. Look at ops/backup.sh and fix it.", "Set up a GitHub workflow in .github/workflows/release.yml that builds the container image on every tag.", "Write a landing page in web/index.html with our logo, three screenshots and a contact form."}
			files := []string{"ops/backup.sh", ".github/workflows/release.yml", "web/index.html"}
			s, k := all[(i+j*3)%len(all)], (i+j)%3
			t := s.checked(kind, b.talk(s)).Ask("great, thanks").Say("You're welcome.")
			t.Ask(fmt.Sprintf(how, others[k])).Write(files[k], lines(14, "other")).Say("Done, see " + files[k] + ".")
			b.add(fmt.Sprintf("manners/shift/%s/%s", strings.TrimSuffix(how, "%s"), kind), t, count(2))
		}
	}
}
