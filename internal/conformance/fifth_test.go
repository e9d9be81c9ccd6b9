package conformance

import (
	"fmt"
	"strings"
)

// The fifth set: words that sound like something they are not, and things said in other
// words than those of the sets before. All was written before any of it was run; the
// rules were mended on every first phrase, and every second one was run at the end.

// half is the category of the nth phrase of a kind.
func half(n int) string { return [...]string{"fifth a", "fifth b"}[n%2] }

// answersNothing is an answer of the agent that changes nothing.
func answersNothing(n int) string {
	return [...]string{"I see what you mean. There may be a second place that plays into this.", "Understood.", "I had a look; that part is untouched so far.", "Right, that is how it is at the moment."}[n%4]
}

func fifthCases(b *book) {
	all := stories()
	works := []string{"bug_fix", "feature", "refactor"}
	for i, w := range []string{
		"Nice try, but no",
		"Looks good on mobile, but broken on desktop",
		"Great effort, but it doesn't compile",
		"good idea in theory, in practice the list is empty now",
		"Nice, except that nothing is saved",
		"Almost perfect, though the total is still wrong",
		"Well done on the first half, the second half crashes",
		"Cool, but now the login fails",
		"The first case works, the second one does not",
		"It works in Chrome but not in Firefox",
		"great, except it throws on an empty list",
		"looks fine at first sight, yet the export is empty",
		"works for admins, fails for everyone else",
		"Perfect... if only it did anything",
		"That looks nice but it still shows yesterday's value",
		"Love the idea. Unfortunately it still hangs.",
		"good start, but the error is still there",
		"Better, but still not right",
		"It worked once, and then it broke again",
		"sounds good, doesn't work",
		"Great, another crash",
		"oh great, now it's broken completely",
		"Awesome, now I have two errors instead of one",
		"Wonderful. It deletes my data.",
		"thanks, but that did not fix it",
		"Sieht gut aus, geht aber immer noch nicht",
		"Netter Versuch, aber nein, der Fehler ist noch da",
		"Joli, mais ça plante toujours",
		"Muy bonito, pero sigue fallando",
		"Ficou bonito, mas continua quebrado",
		"Bello, ma non funziona",
		"Ziet er goed uit, maar het werkt nog niet",
		"Выглядит хорошо, но всё ещё не работает",
		"Wygląda dobrze, ale nadal nie działa",
		"見た目は良いですが、まだ動きません",
		"看起来不错，但是还是报错",
		"좋아 보이는데 여전히 안 됩니다",
		"Güzel görünüyor ama hâlâ çalışmıyor",
		"The old bug is fixed but a new one appeared: it crashes on save",
		"You fixed the header, the footer is still broken",
	} {
		s, kind := all[i%len(all)], works[i%3]
		t := s.work(kind, b.talk(s)).Ask(w).Say(answersNothing(i))
		b.add(half(i)+"/praise, then a complaint/"+w, t, signal("frustration", "unresolved_error", "loop"), missed())
	}
	for i, w := range []string{
		"It would be great if it worked",
		"Great Britain is missing from the list of countries",
		"would be nice if the header said what it counts",
		"It would be perfect if the numbers were aligned",
		"I'd love it if this could be faster",
		"can you make it look good on mobile?",
		"does it look good on your side?",
		"tell me when it works",
		"let me know once it is fixed",
		"I hope this works",
		"we'll see if it works",
		"not sure it works, I have not tried it",
		"The Great Gatsby should come first in the list",
		"The Cool Blue theme is not in the menu",
		"is it good to go?",
		"how do I see that it works?",
		"I need this to look good before Monday",
		"It should work now, shouldn't it?",
		"will it work on Windows too?",
		"make sure it works",
		"Is everything fine with the tests?",
		"I want it to be awesome",
		"a nice message would be better here",
		"If it works, tell me",
		"Excellent Ltd. has to be spelled with a capital E",
		"whether that works I can only tell tomorrow",
		"it would be good to know which part is slow",
		"when it's fixed, write it into the ticket",
		"The Sweet Home page has no title",
		"nothing looks good about this",
		"Es wäre schön, wenn es funktionieren würde",
		"Ce serait parfait si ça marchait",
		"Sería genial si funcionara",
		"Seria ótimo se funcionasse",
		"動いたら教えてください",
		"如果能用就好了",
	} {
		s, kind := all[(i+3)%len(all)], works[i%2]
		t := s.work(kind, b.talk(s)).Ask(w).Say(answersNothing(i))
		b.add(half(i)+"/no acceptance/"+w, t, missed())
	}
	for i, w := range []string{
		"How do I revert a commit in git?",
		"what does git push do?",
		"what's the difference between merge and rebase?",
		"Is there a way to undo the last commit?",
		"when should one squash commits?",
		"Where can I see which commit was deployed?",
		"how often do we release?",
		"who may push to main here?",
		"Can I push without the hooks running?",
		"What happens if I merge this without a review?",
		"how would I open a pull request from a fork?",
		"do I have to commit the lock file?",
		"why do people sign their commits?",
		"Which branch would this be merged into?",
		"What is a good commit message for this?",
		"should I commit this now or later?",
		"Wie macht man einen Commit rückgängig?",
		"Was macht git push genau?",
		"Comment annuler un commit ?",
		"¿Qué hace git push?",
		"Como desfaço um commit?",
		"コミットを取り消すにはどうすればいいですか？",
		"怎么撤销一个提交？",
		"Как отменить коммит?",
		"is the commit signed?",
		"Did you push anything?",
		"could a merge conflict happen here?",
		"have you ever seen a push hang?",
		"what would a release involve?",
		"Do pull requests trigger the workflow?",
	} {
		s, kind := all[(i+1)%len(all)], works[i%3]
		t := s.work(kind, b.talk(s)).Ask(w).Say("In short: it depends on the branch; the handbook of git has a page on it.")
		b.add(half(i)+"/a question on delivery/"+w, t, signal("none"), missed())
		q := b.talk(s).Ask(w).Say("In short: it depends on the branch; the handbook of git has a page on it.").Ask("ok, got it, thanks").Say("You're welcome.").Ask("good to know").Say("Sure.")
		b.add(half(i)+"/a question on delivery, alone/"+w, q, intent("question"), signal("none"), complete())
	}
	for i, w := range []string{
		"Document what happens if it crashes",
		"Write an essay on why software still fails",
		"Add a section to the README about what to do when the build is broken",
		"write a test for the case where the login does not work",
		"Describe in the docs why the old approach didn't work",
		"add an error page that says that something went wrong",
		"Log a warning when the upload fails again",
		"Show 'still not working? contact us' below the form",
		"Create a page that lists jobs that are still failing",
		"Write a blog post titled 'Why nothing works anymore'",
		"add a message for users whose payment did not go through",
		"Put a FAQ entry 'It doesn't work, what now?' on the help page",
		"Write a short story about a robot that is broken",
		"Make the script exit with 2 when the tests still fail",
		"Add a retry for when the connection is broken",
		"Note in the changelog that the export no longer crashes",
		"Write a postmortem of the outage: deploys were broken for an hour",
		"Add a label 'wrong again' to the quiz for bad answers",
		"Schreib einen Absatz darüber, was passiert, wenn der Server nicht funktioniert",
		"Füge einen Hinweis hinzu, falls der Upload immer noch fehlschlägt",
		"Écris un paragraphe sur ce qui se passe si ça ne marche pas",
		"Escribe un artículo sobre por qué el software sigue fallando",
		"Escreva um aviso para quando o pagamento não funcionar",
		"エラーが出たときのメッセージを追加してください",
		"写一段文档，说明服务器坏了怎么办",
		"Add an alert that fires when the queue is stuck again",
		"List in TROUBLESHOOTING.md all the ways in which the setup fails",
		"Tell users in the tooltip that the sync is not working while offline",
		"Add a button 'this is useless' to the feedback form",
		"Generate sample reviews: three happy ones, two that say it keeps crashing",
	} {
		s := all[(i+2)%len(all)]
		t := b.talk(s).Ask(w).Write("docs/failures.md", lines(14, "about failures")).Say("It is written: docs/failures.md.")
		b.add(half(i)+"/orders that speak of failure/"+w, t, signal("none"))
		t = s.checked("feature", b.talk(s)).Ask(w).Write("docs/failures.md", lines(14, "about failures")).Say("It is written: docs/failures.md.")
		b.add(half(i)+"/orders that speak of failure, after work/"+w, t, signal("none"))
	}
	for i, w := range []string{
		"move on to the next item: validate the input",
		"Something else broke: the list is empty now",
		"next item: the error messages",
		"go on to the second point: cover the empty case",
		"Now another problem: it is twice as slow as before",
		"another thing that broke: the old links are dead",
		"okay, continue with step 3: the callers",
		"On to point 2 of your list",
		"next: the same for the other handler",
		"there is something else wrong: the order is reversed",
		"let's move on to the tests",
		"moving on to the second bullet: error handling",
		"now something else is failing: the build",
		"new problem: it now crashes on an empty list",
		"different error now: undefined is not a function",
		"next issue in the review: the names",
		"Proceed to the next step: wire it up",
		"and the other thing you mentioned: the missing index",
		"another bug from this change: the count is off by one",
		"weiter mit dem nächsten Punkt: Validierung",
		"Jetzt ist etwas anderes kaputt: die Liste ist leer",
		"passons au point suivant : la validation",
		"pasa al siguiente punto: la validación",
		"now a new error: cannot read property of null",
		"take the next one from the plan",
		"something else: you forgot the second caller",
	} {
		s, kind := all[(i+4)%len(all)], []string{"bug_fix", "feature"}[i%2]
		t := s.checked(kind, b.talk(s)).Ask(w).Edit(s.look, 3, first(s.looked), first(s.looked)+" // more").Say("Done in " + s.look + ".")
		if !strings.Contains(w, "item") && !strings.Contains(w, "point") && !strings.Contains(w, "Punkt") { // else it speaks of a list
			b.add(half(i)+"/no shift/"+w, t, count(1))
		}
		t = s.work("plan", b.talk(s)).Ask("good, go ahead with the first step").Edit(s.look, 3, first(s.looked), first(s.looked)+" // step 1").Say("Step 1 is done.").Ask(w).Edit(s.look, 3, first(s.looked), first(s.looked)+" // more").Say("Done in " + s.look + ".")
		b.add(half(i)+"/no shift in a plan/"+w, t, count(1))
	}
	for i, w := range []string{
		"make the rounding half-even",
		"have the parser accept trailing commas",
		"let the importer skip blank rows",
		"get the totals down to two decimals",
		"turn the loop into a generator",
		"Teach the loader to read gzip",
		"Widen the column to 80 characters",
		"treat an empty string as null",
		"Round half to even, as banks do",
		"cap the retries at five",
		"dedupe the entries by id",
		"memoize the lookup",
		"tighten the timeout",
		"normalise the phone numbers",
		"guard against negative amounts",
		"prefer the longer match",
		"stop counting drafts",
		"escape the quotes in the export",
		"let it fall back to English",
		"order the rows by name, then by date",
		"trim the names",
		"Honour the Accept-Language header",
		"batch the inserts",
		"wrap long lines at 100",
		"reject passwords below 12 characters",
		"require a reason for refunds",
		"lowercase the keys",
		"Runde kaufmännisch",
		"begrenze die Versuche auf fünf",
		"arrondis à deux décimales",
		"redondea a dos decimales",
		"四捨五入を偶数丸めにして",
		"把金额四舍五入到两位小数",
	} {
		s := all[i%len(all)]
		t := b.talk(s).Ask(w).Read(s.look, s.looked)
		apply(t, s.fix)
		t.Fail(s.test, "Run the tests", 1, s.red, 6).Say("I changed it in " + s.look + ".")
		b.add(half(i)+"/a red check last/"+w, t, signal("unresolved_error"), missed())
		t = b.talk(s).Ask(w).Fail(s.test, "Run the tests", 1, s.red, 6).Say("TestEstimate fails: got 3, want 2.")
		b.add(half(i)+"/a red check last, nothing changed/"+w, t, signal("unresolved_error"), missed())
	}
	fifthSignals(b)
}

func fifthSignals(b *book) {
	all := stories()
	works := []string{"bug_fix", "feature", "refactor", "small_change"}
	for i, w := range []string{
		"nope, still the old number", "this is driving me nuts", "it got worse", "same crash, same line", "you changed the wrong file",
		"how hard can it be", "that is not what I wanted at all", "are you kidding me", "the page is blank now",
		"now it won't even start", "I keep telling you the same thing", "no improvement", "zero effect", "it does nothing",
		"doesn't do anything", "it ignores the setting still", "fails the same way as this morning", "I still can't log in", "you made it worse, great",
		"read the message again, it is the same error", "not even close", "completely wrong", "why is this so hard",
		"it's back to being broken", "the fix broke something else", "oh come on", "sigh. same thing", "I've had enough",
		"Das ist ja schlimmer als vorher", "ich krieg die Krise, wieder dasselbe", "ça empire", "rien n'a changé", "esto no sirve para nada",
		"no ha cambiado nada", "nada mudou", "non è cambiato niente", "er is niets veranderd", "ничего не изменилось",
		"nic się nie zmieniło", "何も変わっていません", "没有任何变化", "아무것도 안 바뀌었어요", "hiçbir şey değişmedi",
	} {
		for after := range 2 {
			s := all[(i+after*3)%len(all)]
			t := s.work(works[(i+after)%4], b.talk(s)).Ask(w).Say(answersNothing(i))
			s.ask(t, after)
			b.add(fmt.Sprintf("%s/frustration/%s/%d", half(i), w, after), t, signal("frustration", "loop", "unresolved_error"), missed())
		}
	}
	begun := []string{"bug_fix", "feature", "refactor", "investigation"}
	for i, w := range []string{
		"let's park this", "I'll get back to this next week", "leave it, we have more urgent things", "we can drop that requirement", "let's try a different library instead",
		"skip this one", "I changed my mind, don't do it", "no need to finish this", "let's shelve it", "stop. I'll write it myself",
		"this is a dead end, let's do something else", "ok let's leave it at that, it's not going anywhere", "I'd rather start over with another approach", "too risky, let's not", "we're not going to need this",
		"maybe another day", "let's pick this up later", "put it on the backlog", "let's give it a rest", "never mind then",
		"forget this, I'll use the old script", "I'll come back to it when I have more time", "let's hold off on this", "don't bother", "scrap it",
		"Lassen wir das", "das machen wir ein andermal", "on laisse tomber", "on verra plus tard", "dejémoslo por ahora",
		"lo retomamos otro día", "vamos deixar isso para depois", "lasciamo stare", "laten we dit overslaan", "давай оставим это",
		"zostawmy to na później", "これは後回しにしましょう", "这个先放一放", "이건 나중에 하죠", "bunu sonraya bırakalım",
	} {
		for after := range 2 {
			s, kind := all[(i+after*5)%len(all)], begun[(i+after)%4]
			t := s.halfway(kind, b.talk(s)).Ask(w).Say([]string{"OK, I leave it as it is.", "Understood, I stop here.", "Fine.", "All right."}[i%4])
			s.ask(t, after)
			b.add(fmt.Sprintf("%s/abandoned/%s/%d", half(i), w, after), t, signal("abandoned", "frustration"), missed())
		}
	}
	for i, set := range []string{
		"try again | once more please | and again",
		"still off | hmm, not yet | still off by one",
		"not it | no, try another way | that is not it either",
		"the date is still wrong | now it is two days off | wrong the other way round",
		"it still flickers | still flickering a bit | flickers again",
		"TypeError: x is undefined | TypeError: x is undefined | TypeError: x is undefined",
		"no change | no change | no change",
		"fix it again | fix it again | fix it again please",
		"same error | same error again | still the same error",
		"geht nicht | geht immer noch nicht | nein, geht nicht",
		"doesn't work | doesn't work either | nor does this",
		"there's still a gap | the gap is still there | I can still see the gap",
	} {
		s := all[i%len(all)]
		t := s.untested(b.talk(s))
		for n, w := range strings.Split(set, " | ") {
			t.Ask(w).Edit(s.look, 3+n, first(s.looked), first(s.looked)+" ").Say("I have adjusted one more place in " + s.look + ".")
		}
		b.add(half(i)+"/loop/"+set, t, signal("loop", "frustration", "unresolved_error"), missed())
	}
	for i, say := range []string{
		"All tests pass.", "I ran the tests in my head and they should pass.", "This should work now.", "Everything is fixed and verified.", "The tests would pass with this change.", "I'm confident that this resolves the issue.", "It compiles, as far as I can tell.", "Please run the tests to confirm.",
	} {
		s := all[i%len(all)]
		for j, kind := range []string{"bug_fix", "refactor"} {
			t := s.work(kind, b.talk(s)).Ask(s.neutral[j].ask).Say(s.neutral[j].say + " " + say)
			b.add(fmt.Sprintf("%s/only said/%s/%s", half(i), say, kind), t, missed())
		}
	}
	for i, w := range []string{
		"that solved it for me", "runs without a hitch", "confirmed on staging", "it's gone, thank you", "yup, fixed", "the numbers add up now", "tested on my phone: works", "QA signed it off", "looks right to me, closing the ticket", "now I get the right day",
		"great, that was all", "no more crashes so far", "I tried five times, no error", "worked on the first try", "that's what I was after", "all my cases pass now", "good, the customer is happy", "works now, though I had to restart", "perfect, no notes", "fixed, and faster too",
		"Great but please also update the docs next time", "Läuft jetzt einwandfrei", "Super, das war's", "c'est réglé, merci", "ya está arreglado", "resolvido, obrigado", "risolto, grazie", "opgelost, dank je", "всё заработало, спасибо", "działa, dzięki", "無事に動きました", "搞定了，谢谢", "해결됐어요 감사합니다", "sorun çözüldü, teşekkürler",
	} {
		s := all[(i+5)%len(all)]
		t := s.untested(b.talk(s)).Ask(w).Say("Glad to hear it.")
		b.add(half(i)+"/accepted/"+w, t, signal("none"), complete(), basis("explicit"))
	}
	for i, w := range []string{
		"I have a new task: %s", "That's it for this. Next ticket: %s", "Switching gears. %s", "Unrelated: %s", "Different topic now. %s", "Ok, on something completely different: %s", "Let's work on something else. %s", "Done with that. Now: %s", "A new one: %s", "While you're here, an unrelated request: %s",
		"Neues Thema: %s", "Und jetzt zu etwas anderem. %s", "Autre sujet : %s", "Otro tema: %s", "Outro assunto: %s", "Altro argomento: %s", "Теперь другая задача: %s", "次の件です。%s", "换一个任务：%s", "다른 작업입니다. %s",
	} {
		b.announced(half(i)+"/announced", w)
	}
}
