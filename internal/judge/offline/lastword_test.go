package offline

import (
	"testing"

	"prism/internal/fact"
	"prism/internal/judge"
)

// TestNoToAnOffer: who says no to what the agent offers, and takes the work as it is, neither
// complains nor drops anything, be it the last word of the record.
func TestNoToAnOffer(t *testing.T) {
	b := newBench(t)
	work := func() *talk {
		return new(talk).Ask("The lamp flickers at low brightness, fix pwm.go").Read("pwm.go").Edit("pwm.go", 3).Run("go test ./...", goGreen).Say("Rounded now; all tests pass. Anything else?")
	}
	for _, no := range []string{
		"nope, looks good, thanks", "no thats fine. thanks, great", "nah all good", "no need, it works", "no thanks, it's good like this", "no thank you",
		"nein danke, passt so", "nein, alles gut, danke", "non merci, c'est parfait", "no gracias, así está perfecto", "não, obrigado, está ótimo",
		"no grazie, va benissimo", "нет, спасибо, всё отлично", "ні, дякую, все чудово", "いいえ、大丈夫です。ありがとう", "不用了，谢谢", "nee bedankt, prima zo",
	} {
		for name, k := range map[string]*talk{"last word": work().Ask(no), "answered": work().Ask(no).Say("Great!")} {
			if v := b.verdict(k); !v.GoalComplete || v.Signal != fact.NoSignal {
				t.Errorf("%q, %s: %s", no, name, explain(v))
			}
		}
	}
	for _, no := range []string{"no, it still flickers", "no, that's wrong. thanks", "nope, still broken", "nein, geht immer noch nicht", "no, sigue igual", "いいえ、まだ動きません", "no funciona, gracias", "no está bien", "não funciona, obrigado", "не работает, спасибо", "не помогло, спасибо", "nie działa, dzięki", "nie jest dobrze, dzięki", "nem működik", "不行，谢谢", "没有用，谢谢", "tidak berfungsi", "no good, thanks", "no dice, thanks", "no luck, thanks", "no difference, thanks"} {
		if v := b.verdict(work().Ask(no)); v.GoalComplete {
			t.Errorf("%q: %s", no, explain(v))
		}
	}
}

// TestWordBehindAnOrder: where the agent asks whether to do what was ordered, or names what is
// not done yet, a word of parting takes nothing as done.
func TestWordBehindAnOrder(t *testing.T) {
	b := newBench(t)
	for _, word := range []string{"yes, thanks", "no, thanks", "no thanks"} {
		half := new(talk).Ask("add a --quiet flag to the exporter").Edit("flags.go", 20).Say("The flag is parsed; the output is not written yet. Should I go on with the writer?").Ask(word)
		if v := b.verdict(half); v.GoalComplete && word[0] == 'y' { // a no leaves the rest
			t.Errorf("half done, %q: %s", word, explain(v))
		}
		none := new(talk).Ask("fix cart.go, the total is wrong").Read("cart.go").Say("The cause is the rounding in cart.go:12. Should I fix it?").Ask(word)
		if v := b.verdict(none); v.GoalComplete {
			t.Errorf("nothing done, %q: %s", word, explain(v))
		}
	}
	if v := b.verdict(new(talk).Ask("what does the total of the cart leave out?").Read("cart.go").Say("It leaves out the postage, which is added at the till. Does that answer it?").Ask("yes, thanks")); !v.GoalComplete {
		t.Errorf("an answer taken: %s", explain(v))
	}
}

// TestPlanTakenAsLastWord: the agent asks what one thinks of its plan, and the word that
// takes it needs no answer.
func TestPlanTakenAsLastWord(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ ask, plan, word string }{
		{"plan how we would replace the CSV import, no code yet", "Plan:\n1. Subscribe to the broker.\n2. Store each reading once.\n3. Compare sums each night.\n4. Drop the CSV path.\n\nShall I start?", "yes please"},
		{"plan only: controller support", "Plan:\n1. An action map.\n2. Bind keyboard and gamepad to the same actions.\n3. Icons by device.\n\nLet me know if you want changes.", "no changes, go for it"},
		{"Mach einen Plan für die Umstellung, noch kein Code.", "Plan:\n1. Broker anbinden.\n2. Werte einmal ablegen, in SQLite.\n3. Zwei Wochen beides parallel.\n\nSoll ich so anfangen?", "gut, so machen wir's, leg los"},
		{"Составь план импорта из XML, без кода.", "План:\n1. Разбор XML потоком.\n2. Сверка с расписанием порта.\n3. Импорт раз в десять минут.\n\nПодходит?", "хороший план, делай"},
	} {
		if v := b.verdict(new(talk).Ask(c.ask).Read("a.go").Say(c.plan).Ask(c.word)); !v.GoalComplete || v.Basis != fact.Explicit {
			t.Errorf("%q: %s", c.word, explain(v))
		}
		if v := b.verdict(new(talk).Ask(c.ask).Read("a.go").Say(c.plan).Ask("no, the second step is wrong")); v.GoalComplete {
			t.Errorf("%q, refused: %s", c.word, explain(v))
		}
	}
}

// TestOwnTry: who tried the work and finds it right verifies it; who has yet to try it, or
// finds anything else, does not.
func TestOwnTry(t *testing.T) {
	b := newBench(t)
	work := func() *talk {
		return new(talk).Ask("The total of the cart ignores the quantity, fix cart.go").Read("cart.go").Edit("cart.go", 3).Say("The total multiplies the price by the quantity.")
	}
	for _, said := range []string{
		"tested, the total is right", "tested it on staging, works", "checked on staging, numbers match", "QA confirmed it works", "customer says it adds up now, good",
		"getestet, die Summe stimmt", "testé, le montant est bon", "lo probé, el total es correcto", "testei, o total está certo", "ho provato, il totale è giusto",
		"試しました、合計は合っています", "试过了，总数对了", "проверил, сумма верная", "sprawdziłem, suma się zgadza", "getest, het totaal klopt",
	} {
		if v := b.verdict(work().Ask(said).Say("OK.")); !v.GoalComplete || v.Basis != fact.Explicit {
			t.Errorf("%q: %s", said, explain(v))
		}
	}
	for _, said := range []string{
		"testing it now", "will roll it out on friday and see", "can you test that the total is right?", "tested, the total is wrong", "getestet, die Summe stimmt nicht",
		"testé, le total est faux", "customer says it is still wrong", "customers can order for nothing again", "明天我试试", "let me try it on monday",
		"she confirmed this happens on ios as well", "support confirmed it happens on every login",
	} {
		if v := b.verdict(work().Ask(said).Say("OK.")); v.GoalComplete {
			t.Errorf("%q: %s", said, explain(v))
		}
	}
}

// TestTextBehindAColon: what a thing of the work shall say is no word on the work.
func TestTextBehindAColon(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct {
		prompt string
		signal bool
	}{
		{"the hint should say: still stuck? write to us", false}, {"der Text soll lauten: geht immer noch nicht? ruf an", false},
		{"le texte doit être : toujours en panne ? appelez-nous", false}, {"set the title to: forget it", false}, {"文案改成：还是不行？请联系我们", false},
		{"set the button label to: Save. the dialog still does not work", true}, {"the title must say: Tides. And it is still broken", true}, {"Titel auf: Start. Es geht immer noch nicht", true}, {"标题改成：首页。还是不行", true},
		{"the result: still nothing", true}, {"update: still broken", true}, {"ergebnis: geht immer noch nicht", true},
	} {
		v := b.verdict(new(talk).Ask("make the hint of page.ts bigger").Read("page.ts").Edit("page.ts", 2).Say("It is bigger.").Ask(c.prompt).Edit("page.ts", 1).Say("Changed."))
		if (v.Signal != fact.NoSignal) != c.signal {
			t.Errorf("%q: %s", c.prompt, explain(v))
		}
	}
}

// TestConflictLeft: a merge, a rebase or a patch that stopped on a conflict is an error until
// somebody settles it.
func TestConflictLeft(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ prompt, command, output string }{
		{"merge main in", "git merge main", "CONFLICT (content): Merge conflict in a.go\nAutomatic merge failed; fix conflicts and then commit the result."},
		{"rebase onto main", "git rebase main", "error: could not apply 3f2a1b7... Tidy\nhint: Resolve all conflicts manually"},
		{"récupère mes changements du stash", "git stash pop", "CONFLICT (content): Merge conflict in a.go\nThe stash entry is kept in case you need it again."},
		{"apply fix.diff", "git apply fix.diff", "error: patch failed: a.go:12\nerror: a.go: patch does not apply"},
	} {
		left := func() *talk { return new(talk).Ask(c.prompt).Fails(c.command, c.output).Say("a.go conflicts.") }
		if v := b.verdict(left()); v.Signal != fact.UnresolvedError || v.GoalComplete {
			t.Errorf("%s: %s", c.command, explain(v))
		}
		settled := new(talk).Ask(c.prompt).Fails(c.command, c.output).Edit("a.go", 2).Run("git add -A && git commit --no-edit", "[main 11aa22b] Merge").Say("Both sides are kept, and the merge is committed.")
		if v := b.verdict(settled); v.Signal != fact.NoSignal {
			t.Errorf("%s, settled: %s", c.command, explain(v))
		}
	}
}

// TestNotOpened: to say that what was to be read could not be opened is no review and no
// summary; what is shut for others is an answer.
func TestNotOpened(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct {
		ask, said string
		complete  bool
	}{
		{"summarize the ticket ENG-41", "I was unable to open ENG-41: it wants me to sign in.", false},
		{"review pull request 18", "I cannot read pull request 18, so there is no review.", false},
		{"fasse das Ticket OPS-3 zusammen", "Ich konnte OPS-3 nicht öffnen, der Server verlangt eine Anmeldung.", false},
		{"总结一下这个工单 OPS-7", "我打不开 OPS-7，需要登录。", false},
		{"rollout the hotfix", "To which region? I need that first.", false},
		{"review auth.go", "Access is denied to guests, and admins pass. Looks good to me.", true},
		{"can guests open the settings page?", "No. The route asks for a login, and guests are sent to the login page.", true},
	} {
		if v := b.verdict(new(talk).Ask(c.ask).Say(c.said)); v.GoalComplete != c.complete {
			t.Errorf("%q: %s", c.said, explain(v))
		}
	}
}

// TestSameRunAfterTheFix: a run that prints what it printed before the change verifies
// nothing; one that prints something else, a path that is served now, what is up again and
// a repro that goes through do.
func TestSameRunAfterTheFix(t *testing.T) {
	b := newBench(t)
	fix := func(ask, command, before, after string) map[string]judge.Criterion {
		k := new(talk).Ask(ask)
		if before != "" {
			k.Run(command, before)
		}
		return b.as(k.Edit("list.go", 2).Run(command, after).Say("Changed."), fact.BugFix)
	}
	for _, c := range []struct {
		ask, command, before, after string
		verified                    bool
	}{
		{"`notes list` prints every note twice. fix", "go run . list", "1 milk\n1 milk", "1 milk\n1 milk", false},
		{"`notes list` prints every note twice. fix", "go run . list", "1 milk\n1 milk", "1 milk", true},
		{"double bookings again, fix", "go run ./cmd/hammer -n 200", "2 successes, 198 refused", "2 successes, 198 refused", false},
		{"GET /health gives 500, fix it", "curl -s -i localhost:8000/health", "", "HTTP/1.1 200 OK\n\n{}", true},
		{"GET /health gives 500, fix it", "curl -s -i localhost:8000/health", "", "HTTP/1.1 500 Internal Server Error", false},
		{"GET /health gives 500, fix it", "curl -s -i localhost:8000/other", "", "HTTP/1.1 200 OK\n\n{}", false},
		{"it crashes on an empty file, fix it", "make && ./repro.sh", "", "cc -o app app.c\nok", true},
		{"the api pod is in CrashLoopBackOff, fix", "kubectl get pods -l app=api", "api-7d 0/1 CrashLoopBackOff 6", "api-6c 1/1 Running 0", true},
		{"the api pod is in CrashLoopBackOff, fix", "kubectl get pods -l app=api", "api-7d 0/1 CrashLoopBackOff 6", "api-6c 0/1 CrashLoopBackOff 1", false},
		{"the orders endpoint is down, fix it", "curl -s -i localhost:8000/orders", "HTTP/1.1 502 Bad Gateway\n", "HTTP/1.1 200 OK\n\n[]", true},
		{"the login button is misaligned, fix it", "curl -s -i localhost:8000/login", "", "HTTP/1.1 200 OK\n\n<html>", false},
		{"GET /users returns the wrong total, fix it", "curl -s -i localhost:8000/users", "", "HTTP/1.1 200 OK\n\n{}", false},
		{"GET /health gives 500, fix it", "curl -s -o /dev/null -w '%{http_code}' localhost:8000/health", "", "200", true},
		{"GET /health gives 500, fix it", "curl -s localhost:8000/health | wc -c", "", "214", false},
		{"shop.example.org answers 502, look at the nginx conf", "nginx -t && systemctl reload nginx && curl -s -o /dev/null -w '%{http_code}' https://shop.example.org/up", "", "nginx: configuration file test is successful\n200", true},
		{"shop.example.org answers 502, look at the nginx conf", "nginx -t && systemctl reload nginx && curl -s -o /dev/null -w '%{http_code}' https://shop.example.org/up", "", "nginx: configuration file test is successful\n502", false},
		{"shop.example.org answers 502, look at the nginx conf", "curl -s -o /dev/null -w '%{http_code}' https://blog.example.org/up", "", "200", false},
		{"the worker unit is down, fix it", "systemctl is-active worker", "failed", "active", true},
		{"run.sh prints nothing and fails, fix it", "./run.sh", "1 of 2", "1 of 2", false},
	} {
		if got := fix(c.ask, c.command, c.before, c.after)[judge.CriterionVerified]; got.Met != c.verified {
			t.Errorf("%s: %q, then %q: verified %v", c.command, c.before, c.after, got.Met)
		}
	}
	pods, down, up := "kubectl get pods -l app=api", "api-7d 0/1 CrashLoopBackOff 6", "api-6c 1/1 Running 0"
	more := new(talk).Ask("the api pod is in CrashLoopBackOff, fix").Run(pods, down).Edit("api.yaml", 2).Run(pods, up).Edit("api.yaml", 50).Say("Changed.")
	if b.as(more, fact.BugFix)[judge.CriterionVerified].Met {
		t.Error("what was up before the last change is up after it")
	}
	for _, k := range []*talk{
		new(talk).Ask("refactor the settings").Edit("a.go", 4).Run("cmp .env .env.example", "").Say("Done."),
		new(talk).Ask("refactor the settings").Edit("a.go", 4).Run("diff -r out /tmp/before", "").Run("sed -i s/a/b/ a.go", "").Say("Done."),
		new(talk).Ask("refactor the settings").Edit("a.go", 4).Run("diff -r out /tmp/before", "").Fails("go test ./...", "--- FAIL: TestA (0.00s)\nFAIL\tapp\t0.1s\nFAIL").Say("Done."),
	} {
		if got := b.as(k, fact.Refactor)[judge.CriterionKept]; got.Met {
			t.Errorf("kept: %+v", got)
		}
	}
	const compare = "npx eleventy && diff -r _site /tmp/before && echo identical"
	order := func() *talk {
		return new(talk).Ask("refactor nav.js, the html must be the same").Edit("nav.js", 4)
	}
	if got := b.as(order().Run(compare, "Wrote 84 files\nidentical").Say("Done."), fact.Refactor)[judge.CriterionKept]; !got.Met {
		t.Error("no difference keeps nothing")
	}
	if got := b.as(order().Fails(compare, "Wrote 84 files\ndiff -r _site/a.html /tmp/before/a.html\n< a\n> b").Say("Done."), fact.Refactor)[judge.CriterionKept]; got.Met {
		t.Error("a difference is kept behaviour")
	}
}

// TestNoAndAnOrder: a no to what the agent offers beside the work, and the order to deliver
// that, are no annoyance; of a no alone, or one that speaks of a delivery that went wrong,
// nothing is taken back.
func TestNoAndAnOrder(t *testing.T) {
	b := newBench(t)
	offered := func() *talk {
		return new(talk).Ask("Fix the rounding bug in cart.go, the total is off by a cent").Edit("cart.go", 6).Run("go test ./...", goGreen).Say("Fixed, the tests pass. Shall I refactor the helper, too?")
	}
	for _, words := range []string{"nope, commit it", "nah, just push it", "no, commit it please"} {
		if v := b.verdict(offered().Ask(words).Say("OK.")); !v.GoalComplete || v.Signal != fact.NoSignal {
			t.Errorf("%s: %s", words, explain(v))
		}
	}
	for _, words := range []string{"nope, the commit is missing", "nope, you did not commit it", "nope, it was the merge that broke it"} {
		if v := b.verdict(offered().Ask(words).Say("OK.")); v.GoalComplete {
			t.Errorf("%s: %s", words, explain(v))
		}
	}
}
