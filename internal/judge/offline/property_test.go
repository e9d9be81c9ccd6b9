package offline

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/redact"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var sameText = cmp.Comparer(func(a, b redact.Text) bool { return a == b })

// anyTalk draws a talk of random turns and steps.
func anyTalk(t *rapid.T) *talk {
	words := rapid.OneOf(
		rapid.SampledFrom([]string{
			"fix the login", "add a search box to table.tsx", "refactor cart.go", "why does it fail?", "review this branch", "make a plan", "rename the flag",
			"still doesn't work", "wtf", "never mind, skip it", "thanks", "perfect, works", "commit and push", "undo that", "hi", "exit", "?", "",
			"исправь ошибку", "всё ещё не работает", "修复登录", "还是不行", "テストを直して", "안 돼", "behebe den Fehler", "ça ne marche pas", "sigue sin funcionar", "não funciona",
			"Done. All tests pass.", "Fixed: it was rounded twice.", "I was not able to finish it.", "Which one do you want?", "Now let me look:", "You've hit your limit",
		}),
		rapid.String(),
		rapid.StringN(0, 40, 6000),
	)
	outputs := rapid.OneOf(rapid.SampledFrom([]string{goGreen, goRed, jestGreen, "1 failed, 2 passed", "", "error: no", "[main 1a2b3c4] fix"}), rapid.String())
	commands := rapid.OneOf(rapid.SampledFrom([]string{"go test ./...", "npm test", "npx tsc --noEmit", "git commit -am x", "git push", "gh pr create", "git checkout -- .", "ls", "rm a", "python run.py"}), rapid.String())
	files := rapid.SampledFrom([]string{"cart.go", "cart_test.go", "web/table.tsx", "README.md", "docs/plan.md", "x", "名前.py"})
	k := new(talk)
	for range rapid.IntRange(1, 6).Draw(t, "turns") {
		switch rapid.IntRange(0, 8).Draw(t, "opener") {
		case 0:
			k.HandPlan(words.Draw(t, "plan"))
		case 1:
			k.Command("/"+rapid.SampledFrom([]string{"review-pr", "commit", "gsd:plan", "x"}).Draw(t, "command"), words.Draw(t, "args"))
		case 2:
			k.Machine(words.Draw(t, "prompt"))
		default:
			k.Ask(words.Draw(t, "prompt"))
		}
		for range rapid.IntRange(0, 5).Draw(t, "steps") {
			switch rapid.IntRange(0, 11).Draw(t, "step") {
			case 0, 1:
				k.Say(words.Draw(t, "say"))
			case 2, 3:
				k.Edit(files.Draw(t, "file"), rapid.IntRange(0, 40).Draw(t, "lines"))
			case 4:
				k.Write(files.Draw(t, "file"), rapid.IntRange(0, 90).Draw(t, "lines"))
			case 5, 6:
				k.Run(commands.Draw(t, "command"), outputs.Draw(t, "output"))
			case 7:
				k.Fails(commands.Draw(t, "command"), outputs.Draw(t, "output"))
			case 8:
				k.Call(rapid.SampledFrom([]string{"Bash", "Read", "AskUserQuestion", "TodoWrite", "mcp__x__y", "Task", "ExitPlanMode"}).Draw(t, "tool"), words.Draw(t, "target"))
			case 9:
				k.Refused(rapid.SampledFrom([]string{"Write", "Bash", "ExitPlanMode", "AskUserQuestion"}).Draw(t, "tool"), words.Draw(t, "target"), words.Draw(t, "words"))
			case 10:
				k.Interrupt()
			default:
				k.Failure("API Error: 529")
			}
		}
	}
	return k
}

// TestOpinionsHold: whatever was said and done, an opinion is a probability, its
// evidence stands where it says, its prose has its bounds, and the rules hold.
func TestOpinionsHold(t *testing.T) {
	j := newBench(t).j
	rapid.Check(t, func(t *rapid.T) {
		d := anyTalk(t).Draft()
		op, err := j.Judge(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		again, err := j.Judge(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(op, again, sameText); diff != "" {
			t.Fatalf("a second opinion differs:\n%s", diff)
		}
		if why := unsound(op, d); why != "" {
			t.Fatal(why)
		}
		if why := unkept(op, enforce(op, d)); why != "" {
			t.Fatal(why)
		}
	})
}

// TestAbandonedTurnsChangeNothing: turns on a branch that was left, before, between or
// after living ones, move neither verdict nor rubric nor label.
func TestAbandonedTurnsChangeNothing(t *testing.T) {
	j := newBench(t).j
	rapid.Check(t, func(t *rapid.T) {
		d := anyTalk(t).Draft()
		left := anyTalk(t).Draft()
		at := rapid.IntRange(0, len(d.Turns)).Draw(t, "at")
		for i := range left.Turns {
			left.Turns[i].Abandoned = true
		}
		with := *d
		with.Turns = append(append(append([]conversation.Turn(nil), d.Turns[:at]...), left.Turns...), d.Turns[at:]...)
		plain, err := j.Judge(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		mixed, err := j.Judge(t.Context(), &with)
		if err != nil {
			t.Fatal(err)
		}
		back := func(q *judge.Quote) {
			if q != nil && q.Turn > at {
				q.Turn -= len(left.Turns)
			}
		}
		for i := range mixed.Evidence {
			back(&mixed.Evidence[i])
		}
		for i := range mixed.Criteria {
			back(mixed.Criteria[i].Quote)
		}
		if diff := cmp.Diff(plain, mixed, sameText); diff != "" {
			t.Fatalf("abandoned turns changed the opinion:\n%s", diff)
		}
	})
}

// unsound says what is wrong with an opinion in itself, "" where nothing is.
func unsound(op judge.Opinion, d *conversation.Draft) string {
	if math.IsNaN(op.Probability) || op.Probability < 0 || op.Probability > 1 {
		return "the probability is none"
	}
	rule, known := judge.RuleOf(op.Intent)
	switch {
	case !known && op.Intent != fact.IntentNone:
		return "unknown intent " + string(op.Intent)
	case !known && op.Complete:
		return "complete without an intent"
	case op.Complete && !judge.Completes(rule, &op):
		return "complete against the rule"
	case op.Complete && op.Advice != "":
		return "advice on what landed"
	case known && !op.Complete && op.Advice == "":
		return "no advice on what did not land"
	case known && unanswered(op, rule) != "":
		return "not answered: " + unanswered(op, rule)
	case len(op.Reasons) > 6 || len(op.Evidence) > 6:
		return "too many reasons or quotes"
	}
	for text, most := range map[string]int{op.Title: judge.MaxTitle, op.Summary: judge.MaxSummary} {
		if n := utf8.RuneCountInString(text); n == 0 || n > most || !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
			return fmt.Sprintf("a label of %d characters, %d at most: %q", n, most, text)
		}
	}
	for _, r := range op.Reasons {
		if strings.TrimSpace(r.Text) == "" || r.Weight < 0 || math.IsNaN(r.Weight) || math.IsInf(r.Weight, 0) || r.Turn < 0 || r.Turn > len(d.Turns) {
			return "a reason without words, weight or place: " + r.Text
		}
	}
	for _, q := range op.Evidence {
		if q.Turn < 1 || q.Turn > len(d.Turns) || d.Turns[q.Turn-1].Abandoned || q.Text == "" {
			return "a quote of no living turn: " + q.Text
		}
	}
	return ""
}

// unanswered names a criterion that the opinion says nothing of, though it applies.
func unanswered(op judge.Opinion, rule judge.Rule) string {
	all := map[string]judge.Criterion{}
	for _, c := range op.Criteria {
		all[c.Name] = c
	}
	for _, c := range rule.Criteria {
		if _, said := all[c.Name]; !said && !left(all, c.Name) {
			return c.Name
		}
	}
	return ""
}

// unkept says what the rules had to drop of an opinion or mend in it, "" where
// nothing: of its own evidence every quote stands, but for one of no visible letter.
func unkept(op judge.Opinion, v fact.Verdict) string {
	want := 0
	for _, q := range op.Evidence {
		if strings.Trim(strings.ToValidUTF8(q.Text, "?"), " \t\r\n\u00a0\u2028\u3000\ufeff\u200b") != "" {
			want++
		}
	}
	switch {
	case len(v.Evidence) < want:
		return fmt.Sprintf("of its own %d quotes %d stand: %+v", want, len(v.Evidence), op.Evidence)
	case v.Confidence != op.Probability || v.Signal != op.Signal || v.Basis != op.Basis || v.Intent != op.Intent:
		return "the rules had to mend the opinion"
	case v.Status != fact.JudgeOK && v.GoalComplete:
		return "complete with status " + string(v.Status)
	case v.Status == fact.JudgeOK && v.GoalComplete != op.Complete:
		return "the rules overturn the judge's own verdict"
	case utf8.RuneCountInString(v.Title.String()) > judge.MaxTitle || utf8.RuneCountInString(v.Summary.String()) > judge.MaxSummary:
		return "a label is too long: " + v.Title.String() + " / " + v.Summary.String()
	}
	return ""
}

func FuzzJudge(f *testing.F) {
	j, err := Default()
	if err != nil {
		f.Fatal(err)
	}
	f.Add("fix the login", "go test ./...", "--- FAIL: TestA", "still doesn't work", "I'm sorry.")
	f.Fuzz(func(t *testing.T, prompt, command, output, reply, answer string) {
		d := new(talk).Ask(prompt).Edit(command, 3).Run(command, output).Fails(output, command).Say(answer).
			Ask(reply).Refused("Write", command, reply).Say(output).Command("/"+command, prompt).HandPlan(output).Run(prompt, answer).Say(prompt).
			Ask(answer).Interrupt().Draft()
		op, err := j.Judge(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		if why := unsound(op, d); why != "" {
			t.Fatal(why)
		}
		if why := unkept(op, enforce(op, d)); why != "" {
			t.Fatal(why)
		}
	})
}
