package offline

import (
	"testing"

	"prism/internal/fact"
)

// TestOrderedWithTheWork: a delivery that the first prompt orders with the work takes
// nothing as good. What shows that it was met is that it went through; where its result is
// not on record nothing does.
func TestOrderedWithTheWork(t *testing.T) {
	b := newBench(t)
	for _, ask := range []string{
		"rename the port flag in flags.go to quay and commit it", "Benenne das Flag in flags.go um und mach einen Commit", "renomme le drapeau dans flags.go et fais un commit",
		"renombra la opción en flags.go y haz commit", "переименуй флаг в flags.go и закоммить", "把 flags.go 里的参数改名并提交",
	} {
		work := func() *talk { return new(talk).Ask(ask).Edit("flags.go", 2) }
		v := b.verdict(work().Run("git commit -am quay", "[main 1a2b3c4] quay\n 1 file changed").Say("Renamed and committed."))
		if !v.GoalComplete || v.Basis != fact.Explicit || !quotes(v, 1, "[main 1a2b3c4] quay") || quotes(v, 1, ask) {
			t.Errorf("%q, gone through: %s", ask, explain(v))
		}
		v = b.verdict(work().Call("Bash", "git commit -am quay"))
		if v.Basis != fact.Silent || quotes(v, 1, ask) || quotes(v, 1, "git commit") {
			t.Errorf("%q, no result: %s", ask, explain(v))
		}
		v = b.verdict(work().Say("Renamed.").Ask("ok, commit and push").Run("git commit -am quay", "[main 1a2b3c4] quay\n 1 file changed").Say("Committed."))
		if v.Basis != fact.Explicit || !quotes(v, 2, "commit and push") {
			t.Errorf("%q, ordered behind it: %s", ask, explain(v))
		}
	}
}

// TestEndsOnTheCommit: a record that ends on the call that delivers shows no end by that
// command; the last result does, where there is one.
func TestEndsOnTheCommit(t *testing.T) {
	b := newBench(t)
	finished := func(v fact.Verdict) string {
		for _, x := range v.Criteria {
			if x.Name == "finished" && x.Evidence != nil {
				return x.Evidence.Quote.String()
			}
		}
		return ""
	}
	work := func() *talk {
		return new(talk).Ask("The depth in depth.go is wrong, fix it").Fails("go test ./...", goRed).Edit("depth.go", 6)
	}
	for _, command := range []string{"git commit -am depth", "git push", "git add -A && git commit -m 'depth' && git push", "gh pr create --fill"} {
		if q := finished(b.verdict(work().Run("go test ./...", goGreen).Say("Fixed.").Ask("commit it").Call("Bash", command))); q == "" || q == command {
			t.Errorf("%s behind a test: quoted %q", command, q)
		}
		if v := b.verdict(work().Say("Fixed.").Ask("commit it").Call("Bash", command)); finished(v) != "" || quotes(v, 2, command) {
			t.Errorf("%s behind nothing: %s", command, explain(v))
		}
	}
	if q := finished(b.verdict(work().Run("go test ./...", goGreen).Say("Fixed.").Ask("commit it").Run("git commit -am depth", "[main 1a2b3c4] depth"))); q != "[main 1a2b3c4] depth" {
		t.Errorf("git's own line: %q", q)
	}
}

// TestLooksDeliverNothing: a command of the client that looks at a pull request, and numbers
// of what the agent offers, are no word on the work.
func TestLooksDeliverNothing(t *testing.T) {
	b := newBench(t)
	work := func() *talk {
		return new(talk).Ask("describe the harbour in HARBOUR.md").Edit("HARBOUR.md", 9).Say("Written.")
	}
	for name, k := range map[string]*talk{
		"comments": work().Command("/pr-comments", "").Run("gh pr view", "no pull request").Say("There are no comments."),
		"status":   work().Command("/pr-status", "").Run("gh pr view", "no pull request").Say("There is none."),
		"numbers":  work().Ask("1 to 3").Edit(".gitignore", 3).Run("git commit -am init", "[main 1a2b3c4] init").Say("Done."),
		"a list":   work().Ask("2, 4").Edit(".gitignore", 3).Run("git commit -am init", "[main 1a2b3c4] init").Say("Done."),
	} {
		if v := b.verdict(k); v.GoalComplete && v.Basis == fact.Explicit {
			t.Errorf("%s: %s", name, explain(v))
		}
	}
	if v := b.verdict(work().Command("/commit-push", "").Run("git commit -am harbour && git push", "[main 1a2b3c4] harbour").Say("Pushed.")); v.Basis != fact.Explicit {
		t.Errorf("a command that delivers: %s", explain(v))
	}
}
