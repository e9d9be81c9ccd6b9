package offline

import (
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/observe"
	"prism/internal/redact"
	"prism/internal/transcript"

	"github.com/google/go-cmp/cmp"
)

func opinionOf(t *testing.T, d *conversation.Draft) judge.Opinion {
	t.Helper()
	return newBench(t).opinion(d)
}

// TestPlainCases are sessions that nobody would argue about.
func TestPlainCases(t *testing.T) {
	const green = "ok  \tshop/cart\t0.21s"
	for name, c := range map[string]struct {
		d    *conversation.Draft
		done bool
	}{
		"a bug fixed, tested and committed": {sessionOf(
			turn("Fix the rounding bug in cart.go, the total is off by a cent",
				say("I'll look at the rounding."), edit("cart.go", 6), ran("go test ./...", green), say("Fixed: the total is now rounded once, at the end. All tests pass.")),
			turn("great, works. commit it", ran("git commit -m 'fix: round the total once'", "[main 1a2b3c4] fix: round the total once"), say("Committed.")),
		), true},
		"a question answered": {sessionOf(
			turn("What is the difference between a mutex and a semaphore?", say("A mutex lets one goroutine in at a time because it has an owner; a semaphore counts. In short: use a mutex to protect state, a semaphore to bound how many work at once.")),
			turn("thanks!", say("You're welcome.")),
		), true},
		"stopped by the person in mid-work": {sessionOf(
			turn("Implement the export of invoices as PDF", say("Let me read the invoice code first."), tool("Read", "invoice.go", transcript.Done, ""),
				tool("Write", "pdf.go", transcript.Rejected, ""), mark(conversation.MarkInterrupt, "[Request interrupted by user for tool use]")),
		), false},
		"ended by a usage limit": {sessionOf(
			turn("Implement the export of invoices as PDF", edit("pdf.go", 30), say("You've hit your limit · resets 7pm")),
		), false},
		"ended by an API error": {sessionOf(
			turn("Build the login page", edit("login.tsx", 12), mark(conversation.MarkFailure, "API Error: 529"), mark(conversation.MarkFailure, "API Error: 529")),
		), false},
		"the last prompt not answered": {sessionOf(
			turn("Baue eine Suche in die Tabelle ein", edit("table.ts", 14), ran("npm test", "Tests: 3 failed, 9 passed"), say("Drei Tests schlagen noch fehl.")),
			turn("weiter"),
		), false},
		"a call that nothing came back for": {sessionOf(
			turn("исправь ошибку в парсере", tool("Read", "parser.go", transcript.Done, ""), edit("parser.go", 4), pending("go test ./...")),
		), false},
	} {
		op := opinionOf(t, c.d)
		if op.Complete != c.done {
			t.Errorf("%s: complete %v at %.2f (%s, %s, %s)", name, op.Complete, op.Probability, op.Intent, op.Basis, op.Signal)
			for _, r := range op.Reasons {
				t.Logf("  for %v %.2f %s", r.For, r.Weight, r.Text)
			}
		}
		if len(op.Evidence) == 0 {
			t.Errorf("%s: no evidence", name)
		}
		if op.Title == "" || op.Summary == "" {
			t.Errorf("%s: title %q, summary %q", name, op.Title, op.Summary)
		}
		if !op.Complete && op.Advice == "" {
			t.Errorf("%s: no advice", name)
		}
	}
}

// TestNoIntent: twenty talks without a goal.
func TestNoIntent(t *testing.T) {
	hi := say("Hello! How can I help you today?")
	for i, prompts := range [][]string{
		{"hi"}, {"hello"}, {"hey there"}, {"hi", "how are you?"}, {"good morning"},
		{"hallo"}, {"guten morgen", "tschüss"}, {"hola"}, {"bonjour", "merci"}, {"ciao"},
		{"привет"}, {"你好"}, {"こんにちは"}, {"안녕하세요"}, {"مرحبا"},
		{"exit"}, {"quit", "exit"}, {"bye"}, {"test"}, {""},
	} {
		var turns []conversation.Turn
		for _, p := range prompts {
			turns = append(turns, turn(p, hi))
		}
		if op := opinionOf(t, sessionOf(turns...)); op.Intent != fact.IntentNone || op.Complete {
			t.Errorf("%d %q: intent %s, complete %v", i, prompts, op.Intent, op.Complete)
		}
	}
	if op := opinionOf(t, sessionOf(turn("hi", hi), turn("fix the failing test in cart_test.go", edit("cart_test.go", 3), say("Fixed.")))); op.Intent == fact.IntentNone {
		t.Error("a greeting hid the goal that came after it")
	}
}

func TestSignals(t *testing.T) {
	fail := "--- FAIL: TestCart (0.00s)\nFAIL\tshop/cart\t0.01s"
	for want, d := range map[fact.FailureSignal]*conversation.Draft{
		fact.UnresolvedError: sessionOf(turn("make the cart tests pass", edit("cart.go", 5), shellCall("go test ./...", fail, transcript.Errored), edit("cart.go", 1), shellCall("go test ./...", fail, transcript.Errored), pending("cat cart.go"))),
		fact.Frustration: sessionOf(
			turn("fix the login button", edit("login.ts", 3), say("Done. Please refresh and try again.")),
			turn("it still doesn't work, wtf", say("You may need to restart the server. Please try again.")),
		),
		fact.Abandoned: sessionOf(
			turn("fix the login button", edit("login.ts", 3), say("I could not find the cause yet.")),
			turn("never mind, skip it", say("Okay.")),
		),
		fact.Loop: sessionOf(
			turn("the menu does not open, fix it", edit("menu.ts", 3), say("Done, please try.")),
			turn("still doesn't open", edit("menu.ts", 3), say("Please try again.")),
			turn("still doesn't work", edit("menu.ts", 3), say("Please try again.")),
			turn("still the same problem", edit("menu.ts", 3), say("I'm sorry. It may be cached; please try again.")),
		),
	} {
		if op := opinionOf(t, d); op.Signal != want || op.Complete {
			t.Errorf("%s: got %s, complete %v at %.2f", want, op.Signal, op.Complete, op.Probability)
		}
	}
	resolved := sessionOf(
		turn("fix the login button", edit("login.ts", 3), say("Done.")),
		turn("it still doesn't work", edit("login.ts", 5), ran("npm test", "Tests: 12 passed, 12 total"), say("Found it: the handler was bound twice. All tests pass now.")),
		turn("perfect, that works. push it", ran("git commit -am fix && git push", "main -> main"), say("Pushed.")),
	)
	if op := opinionOf(t, resolved); op.Signal != fact.NoSignal || !op.Complete {
		t.Errorf("a complaint that was resolved: signal %s, complete %v at %.2f", op.Signal, op.Complete, op.Probability)
	}
}

func TestEndings(t *testing.T) {
	for name, c := range map[string]struct {
		d    *conversation.Draft
		kind observe.EndKind
		cut  bool
	}{
		"a closing answer":            {sessionOf(turn("do it", edit("a.go", 1), say("Done."))), observe.EndAnswer, false},
		"a todo list after it":        {sessionOf(turn("do it", say("Done."), tool("TodoWrite", "", transcript.Done, ""))), observe.EndAnswer, false},
		"a notice after it":           {sessionOf(turn("do it", say("Done."), mark(conversation.MarkNotice, "task finished"))), observe.EndAnswer, false},
		"a farewell after it":         {sessionOf(turn("do it", say("Done.")), turn("exit")), observe.EndAnswer, false},
		"a call without a result":     {sessionOf(turn("do it", pending("npm run build"))), observe.EndCall, true},
		"the commit that delivers":    {sessionOf(turn("do it", edit("a.go", 1)), turn("commit", pending("git commit -m x"))), observe.EndCall, false},
		"the way to an asked commit":  {sessionOf(turn("do it", edit("a.go", 1), say("Done.")), turn("commit", ran("git status", " M a.go"))), observe.EndResult, false},
		"a check that passed":         {sessionOf(turn("do it", edit("a.go", 1), ran("go test ./...", "ok  \ta\t0.1s"))), observe.EndResult, false},
		"a result and no word":        {sessionOf(turn("do it", ran("ls", "a.go"))), observe.EndResult, true},
		"an interrupt":                {sessionOf(turn("do it", ran("ls", "a.go"), mark(conversation.MarkInterrupt, "[Request interrupted by user]"))), observe.EndInterrupt, true},
		"a plan refused without word": {sessionOf(turn("plan it", tool("ExitPlanMode", "", transcript.Rejected, ""), mark(conversation.MarkInterrupt, "x"))), observe.EndHanded, false},
		"a plan refused with words":   {sessionOf(turn("plan it", tool("ExitPlanMode", "", transcript.Rejected, "no, smaller"))), observe.EndResult, true},
		"a question left open":        {sessionOf(turn("do it", tool("AskUserQuestion", "which?", transcript.Rejected, ""))), observe.EndAsking, false},
		"nothing":                     {sessionOf(turn("do it")), observe.EndPrompt, true},
		"no turn at all":              {sessionOf(), observe.EndNothing, false},
	} {
		j := Untrained()
		e := j.Read(c.d).a.End
		if e.Kind != c.kind || e.Cut() != c.cut {
			t.Errorf("%s: kind %d cut %v, want %d %v", name, e.Kind, e.Cut(), c.kind, c.cut)
		}
	}
}

func TestTitles(t *testing.T) {
	plan := conversation.Turn{UUID: "p", Origin: transcript.PlanHand, Prompt: "Implement the following plan:\n\n# Plan: Show the total in the header\n\n## Context\nIt is hidden.", Plan: "# Plan: Show the total in the header\n\n## Context\nIt is hidden."}
	command := turn("/review-pr 12 with care", say("Looks good."))
	command.Command = "/review-pr"
	for want, d := range map[string]*conversation.Draft{
		"Show the total in the header":                            sessionOf(plan),
		"Review PR 12 with care":                                  sessionOf(command),
		"Rename the flag to --quiet in main.go":                   sessionOf(turn("can you please rename the flag to --quiet in main.go? thanks", say("Done."))),
		"Füge eine Suche in die Tabelle ein":                      sessionOf(turn("Bitte füge eine Suche in die Tabelle ein.", say("Fertig."))),
		"Добавь проверку адреса в форму":                          sessionOf(turn("привет", say("Привет!")), turn("добавь проверку адреса в форму", say("Готово."))),
		"ログイン画面のバグを修正して":                                          sessionOf(turn("ログイン画面のバグを修正して", say("修正しました。"))),
		"Why does build fail on Windows but not on other systems": sessionOf(turn("why does the build fail on Windows but not on any of the other systems that we test it on every night?", say("Because of paths."))),
	} {
		if op := opinionOf(t, d); op.Title != want {
			t.Errorf("title %q, want %q", op.Title, want)
		}
	}
}

func TestJudgeIsDeterministicAndLeavesAbandonedTurnsOut(t *testing.T) {
	d := sessionOf(
		turn("add a search box to the table", edit("table.ts", 30), ran("npm test", "Tests: 4 passed, 4 total"), say("Added. All tests pass.")),
		turn("this is garbage, revert everything", edit("table.ts", 1), say("I reverted it.")),
	)
	d.Turns[1].Abandoned = true
	with := opinionOf(t, d)
	if diff := cmp.Diff(with, opinionOf(t, d), cmp.Comparer(func(a, b redact.Text) bool { return a == b })); diff != "" {
		t.Errorf("a second opinion differs:\n%s", diff)
	}
	if with.Signal != fact.NoSignal {
		t.Errorf("an abandoned turn gave the signal %s", with.Signal)
	}
	for _, q := range with.Evidence {
		if q.Turn == 2 {
			t.Error("evidence from an abandoned turn")
		}
	}
}

// TestEvidenceStands holds the judge to its own quotes: whatever the text, what
// it quotes stands in the turn it names.
func TestEvidenceStands(t *testing.T) {
	for _, text := range []string{
		"fix it\x00 now", "\xff\xfe broken utf-8 doesn't work", strings.Repeat("ошибка не работает ", 400), strings.Repeat("(", 5000),
		"thanks\r\n\r\n  works\tgreat", "```\nError: x\n```", "𝒻ix ıt İ ß ẞ 'n’ it’s broken", "", " ", "\n\n\n", strings.Repeat("好的", 3000),
	} {
		d := sessionOf(turn(text, edit(text, 1), ran(text, text), say(text)), turn(text, say(text), mark(conversation.MarkInterrupt, text)))
		op := opinionOf(t, d)
		for _, q := range op.Evidence {
			tn := d.Turns[q.Turn-1]
			all := tn.Prompt + "\n" + tn.Says[0].Text + "\n" + text
			if !strings.Contains(all, q.Text) {
				t.Errorf("quote %q does not stand in turn %d", q.Text, q.Turn)
			}
		}
	}
}
