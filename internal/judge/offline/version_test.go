package offline

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/observe/speech"
)

var update = flag.Bool("update", false, "write testdata/VERSION")

// A change to a rule changes verdicts that are kept under a version: whoever makes
// one says so by raising rulesVersion. The weights have no part in it (they are in
// the version themselves), so a fit alone changes nothing here; words have.
func TestRulesVersionIsPinned(t *testing.T) {
	now := fmt.Sprintf("%s %016x %s\n", rulesVersion, speech.WordSum(), answersHash(t))
	const path = "testdata/VERSION"
	b, err := os.ReadFile(path)
	if err != nil && !*update {
		t.Fatal(err)
	}
	was := strings.ReplaceAll(string(b), "\r\n", "\n")
	if was == now {
		return
	}
	old, cur := strings.Fields(was), strings.Fields(now)
	if len(old) == 3 && old[0] == cur[0] && old[1] == cur[1] {
		t.Fatalf("rules answer otherwise than %s did: raise rulesVersion, then go test ./internal/judge/offline -run RulesVersion -update", rulesVersion)
	}
	if !*update {
		t.Fatalf("%s says %snow it is %sIf that is meant: go test ./internal/judge/offline -run RulesVersion -update", path, was, now)
	}
	if err := os.WriteFile(path, []byte(now), 0o644); err != nil {
		t.Fatal(err)
	}
}

// answersHash is a hash over what the rules make of fixed sessions: the features
// that weights are fitted on, and all that is said by weights of our own.
func answersHash(t *testing.T) string {
	t.Helper()
	j := Untrained()
	m := &j.model.Goal
	zero := make([]float64, len(j.goals))
	sides := make([]float64, len(j.goals)) // a weight of its own for each feature, of either sign
	for i, name := range names(j.goals) {
		m.Features, m.Mean, m.Scale = append(m.Features, name), append(m.Mean, 0), append(m.Scale, 1)
		sides[i] = float64(1-2*(i%2)) * (1 + float64(i)/100)
	}
	h := sha256.New()
	intents := make([]float64, len(fact.Intents))
	for seed := range uint64(400) {
		d := fixedTalk(seed).Draft()
		c := j.Read(d)
		for i := range intents {
			clear(intents)
			intents[i] = 1
			for _, w := range []struct {
				weight []float64
				bias   float64
			}{{sides, 0}, {zero, -1.4}, {zero, 0.8}, {zero, 3}} {
				m.Weight, m.Bias = w.weight, w.bias
				write(h, j.opinionWith(c, intents))
			}
			x, _ := j.goal(c, intents)
			fmt.Fprintf(h, "%.6g\n", x)
		}
		fmt.Fprintf(h, "%d %.6g %.6g\n", seed, c.intent.Row.X, c.intent.Row.T)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

func write(h io.Writer, op judge.Opinion) {
	fmt.Fprintf(h, "%s %.6g %s %s %t %+v %q %q %q\n", op.Intent, op.Probability, op.Signal, op.Basis, op.Complete, op.Rubric, op.Title, op.Summary, op.Advice)
	for _, r := range op.Reasons {
		fmt.Fprintf(h, "%t %.6g %q\n", r.For, r.Weight, r.Text)
	}
	for _, q := range op.Evidence {
		fmt.Fprintf(h, "%d %q\n", q.Turn, q.Text)
	}
	for _, k := range op.Criteria {
		fmt.Fprintf(h, "%s %t %t\n", k.Name, k.Met, k.Quote != nil)
	}
}

// fixedTalk is one of many sessions, the same for the same seed on every machine.
func fixedTalk(seed uint64) *talk {
	r := rand.New(rand.NewPCG(seed, 1))
	of := func(words ...string) string { return words[r.IntN(len(words))] }
	prompt := func() string {
		return of("fix the login: it says 403", "add a search box to web/table.tsx, with tests", "refactor cart.go so that prices stand in one place", "why does the build fail on Windows?",
			"review this branch", "make a plan for the migration, do not write code yet", "rename the flag --all to --every", "how do I run one test?",
			"still doesn't work", "no, that is wrong: the total is rounded twice", "never mind, skip it", "thanks", "perfect, works", "commit and push", "undo that", "hi", "continue", "",
			"исправь ошибку входа", "всё ещё не работает", "修复登录页面", "还是不行", "テストを直して", "아직 안 돼요", "behebe den Fehler in parse.go", "ça ne marche pas", "ajoute une page d'aide", "sigue sin funcionar", "não funciona ainda",
			"Error: cannot find module './cart'\n    at Object.<anonymous> (web/table.tsx:3:1)")
	}
	said := func() string {
		return of("Done. All tests pass.", "Fixed: it was rounded twice.", "I was not able to finish it; the server refuses the key.", "Which one do you want?", "Now let me look at the tests:", "You've hit your limit · resets 3am",
			"The cause is the lock that is taken twice.", "I recommend to approve it, with two changes.", "Erledigt, die Tests laufen durch.", "修复完成。")
	}
	output := func() string {
		return of(goGreen, goRed, jestGreen, "1 failed, 2 passed", "", "error: no such file", "[main 1a2b3c4] fix the login\n 2 files changed", "Everything up-to-date")
	}
	command := func() string {
		return of("go test ./...", "npm test", "npx tsc --noEmit", "git commit -am 'fix the login'", "git push", "gh pr create", "git checkout -- .", "ls", "rm a.txt", "python run.py", "make check")
	}
	file := func() string { return of("cart.go", "cart_test.go", "web/table.tsx", "README.md", "docs/plan.md") }
	if seed%3 == 0 { // one in which nothing goes well
		prompt = func() string {
			return of("fix the login: it says 403", "still doesn't work", "no, that is wrong again", "it fails again, fix it", "das geht immer noch nicht", "all wrong, undo that", "never mind, skip it", "all tests fail now")
		}
	}
	k := new(talk)
	for range 1 + r.IntN(6) {
		switch r.IntN(9) {
		case 0:
			k.HandPlan("# Move the prices\n1. one table\n2. tests")
		case 1:
			k.Command("/"+of("review-pr", "commit", "plan"), of("", "the cart"))
		case 2:
			k.Machine(prompt())
		default:
			k.Ask(prompt())
		}
		for range r.IntN(6) {
			switch r.IntN(12) {
			case 0, 1:
				k.Say(said())
			case 2, 3:
				k.Edit(file(), r.IntN(40))
			case 4:
				k.Write(file(), r.IntN(90))
			case 5, 6:
				k.Run(command(), output())
			case 7:
				k.Fails(command(), output())
			case 8:
				k.Call(of("Bash", "Read", "AskUserQuestion", "TodoWrite", "Task", "ExitPlanMode"), file())
			case 9:
				k.Refused(of("Write", "Bash", "ExitPlanMode", "AskUserQuestion"), file(), of("", "not like that", "wait"))
			case 10:
				k.Interrupt()
			default:
				k.Failure("API Error: 529")
			}
		}
	}
	return k
}
