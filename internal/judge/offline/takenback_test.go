package offline

import (
	"testing"

	"prism/internal/fact"
)

// TestComplaintTakenBack: who says that what he found wrong was a mistake of his own has
// nothing to complain of; what he only forgot to say takes nothing back.
func TestComplaintTakenBack(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ ask, complaint, back string }{
		{"write the rules of the harbour into RULES.md", "this file has not changed", "oh, my mistake, I had the wrong file open"},
		{"write the rules of the harbour into RULES.md", "it still doesn't show", "false alarm, that was my browser cache"},
		{"write the rules of the harbour into RULES.md", "the file is still empty", "my bad, I deleted it by accident. please restore it"},
		{"Schreib die Regeln in RULES.md", "die Datei ist immer noch leer", "mein Fehler, ich hatte die falsche Datei offen"},
		{"Écris les règles dans RULES.md", "ça ne marche toujours pas", "au temps pour moi, c'était mon cache"},
		{"Escribe las reglas en RULES.md", "sigue sin funcionar", "culpa mía, falsa alarma"},
		{"RULES.md에 규칙을 작성해줘", "이 파일이 안 바뀌었어", "어 내 실수로 지운 것 같아 복구해줘"},
		{"把规则写进 RULES.md", "还是不行", "是我的问题，看错文件了"},
		{"Напиши правила в RULES.md", "всё ещё не работает", "ложная тревога, моя ошибка"},
	} {
		work := func() *talk {
			return new(talk).Ask(c.ask).Write("RULES.md", 12).Say("Written.").Ask(c.complaint).Read("RULES.md").Say("It is saved; please reload it.")
		}
		if v := b.verdict(work()); v.Signal == fact.NoSignal {
			t.Errorf("%q stands: %s", c.complaint, explain(v))
		}
		if v := b.verdict(work().Ask(c.back).Read("RULES.md").Say("No problem. It is there.")); v.Signal != fact.NoSignal {
			t.Errorf("%q, %q: %s", c.complaint, c.back, explain(v))
		}
	}
	for _, word := range []string{"you forgot the header, too", "I forgot to say that it fails on Windows as well", "is it my mistake or does it still fail?"} {
		k := new(talk).Ask("write the rules of the harbour into RULES.md").Write("RULES.md", 12).Say("Written.").Ask("it still doesn't work").Read("RULES.md").Say("Hm.").Ask(word).Read("RULES.md").Say("I see.")
		if v := b.verdict(k); v.Signal == fact.NoSignal {
			t.Errorf("%q: %s", word, explain(v))
		}
	}
}

// TestRunAnswersComplaint: a program run for a complaint that shows that it works answers it,
// without a change; the agent's word alone, a run that fails, and one that the person is to
// make do not.
func TestRunAnswersComplaint(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct {
		said string
		run  func(*talk) *talk
		good bool
	}{
		{"It works now. You had run the old binary.", func(k *talk) *talk { return k.Run("go run ./cmd/quay list", "3 quays\nno notice") }, true},
		{"It's working now: the notice shows on the first run only.", func(k *talk) *talk { return k.Run("./quay list", "3 quays") }, true},
		{"All of it is confirmed to work, your binary was older.", func(k *talk) *talk { return k.Run("python3 quay.py", "3 quays") }, true},
		{"It works now. Please try it again.", func(k *talk) *talk { return k.Read("quay.go") }, false},
		{"I think that you ran the old binary.", func(k *talk) *talk { return k.Run("go run ./cmd/quay list", "3 quays\nno notice") }, false},
		{"It works now, I hope.", func(k *talk) *talk { return k.Fails("go run ./cmd/quay list", "panic: nil map") }, false},
	} {
		k := new(talk).Ask("add a notice to quay list that shows on the first run only").Edit("quay.go", 12).Run("go test ./...", goGreen).Say("Done.").Ask("it is still displaying it every time")
		if v := b.verdict(c.run(k).Say(c.said)); (v.Signal == fact.NoSignal) != c.good {
			t.Errorf("%q: %s", c.said, explain(v))
		}
	}
}

// TestStoppedDelivery: who stops the commit that he has just ordered stops no work; who
// stops anything else does.
func TestStoppedDelivery(t *testing.T) {
	b := newBench(t)
	work := func() *talk {
		return new(talk).Ask("Add a quay command to quay.go with tests").Edit("quay.go", 30).Edit("quay_test.go", 30).Run("go test ./...", goGreen).Say("Done. All tests pass.")
	}
	for _, word := range []string{"commit this", "push it", "ok, commit and push", "bitte committen", "fais un commit", "haz commit", "закоммить", "提交吧"} {
		if v := b.verdict(work().Ask(word).Interrupt()); !v.GoalComplete {
			t.Errorf("%q: %s", word, explain(v))
		}
		if v := b.verdict(work().Ask(word).Run("git status", "M quay.go").Interrupt()); !v.GoalComplete {
			t.Errorf("%q, on the way to it: %s", word, explain(v))
		}
	}
	for name, k := range map[string]*talk{
		"another wish":         work().Ask("rename it to dock").Interrupt(),
		"a wish and a commit":  work().Ask("rename it to dock, then commit").Read("quay.go").Interrupt(),
		"the work":             new(talk).Ask("Add a quay command to quay.go with tests").Edit("quay.go", 30).Interrupt(),
		"a hook that failed":   work().Ask("commit this").Fails("git commit -am quay", "lint failed: quay.go:3 unused").Interrupt(),
		"nothing was done yet": new(talk).Ask("How do I commit here?").Say("With git commit.").Ask("commit this").Interrupt(),
	} {
		if v := b.verdict(k); v.GoalComplete {
			t.Errorf("%s: %s", name, explain(v))
		}
	}
}
