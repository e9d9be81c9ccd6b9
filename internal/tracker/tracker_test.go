package tracker

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"prism/internal/conversation"
	"prism/internal/learn"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// turn is a small turn: a prompt, the agent's words, and the files it read and edited.
func turn(prompt, say string, files ...string) conversation.Turn {
	t := conversation.Turn{UUID: fmt.Sprintf("u-%x", hashLower(fnvOffset, prompt)), Prompt: prompt}
	for i, f := range files {
		t.Steps = append(t.Steps,
			conversation.Step{Kind: transcript.CallRead, Tool: "Read", Files: []string{f}, Target: f, Outcome: transcript.Done, Seq: 2 * i},
			conversation.Step{Kind: transcript.CallEdit, Tool: "Edit", Files: []string{f}, Target: f, Outcome: transcript.Done, Mutating: true, Seq: 2*i + 1, Edit: &conversation.Edit{File: f, Added: 4}})
	}
	if say != "" {
		t.Says = []conversation.Say{{Text: say, Seq: 2 * len(files)}}
	}
	return t
}

func handed(plan, say string, files ...string) conversation.Turn {
	t := turn("Implement the following plan:\n\n"+plan, say, files...)
	t.Origin, t.Plan = transcript.PlanHand, plan
	return t
}

func landed(prompt, say string) conversation.Turn {
	t := turn(prompt, say)
	t.Steps = []conversation.Step{{Kind: transcript.CallShell, Tool: "Bash", Target: "git commit -m fix", Outcome: transcript.Done, Mutating: true, Commits: true, Class: shell.ClassCommit}}
	t.Says[0].Seq = 1
	return t
}

func tracker(tb testing.TB) *Tracker {
	tb.Helper()
	tr, err := Default()
	if err != nil {
		tb.Fatal(err)
	}
	return tr
}

func cuts(t *testing.T, turns []conversation.Turn) []int {
	t.Helper()
	tr := tracker(t)
	shifts, err := tr.Shifts(context.Background(), turns)
	if err != nil {
		t.Fatal(err)
	}
	var at []int
	for _, s := range shifts {
		if s.Probability < tr.Threshold() || s.Probability > 1 || s.Why == "" {
			t.Errorf("shift %+v: want a probability from the threshold to 1, and a reason", s)
		}
		at = append(at, s.Turn)
	}
	return at
}

// invoices is a session of its own: a fault in a bill, found, mended and tested.
func invoices() []conversation.Turn {
	first := turn("The invoice totals are wrong when a discount applies twice, please find out why in billing/invoice.go and repair it",
		"The discount was subtracted in applyDiscount and once more in sumLines. sumLines now reads the net amount of each position, rounding happens at the end, and the invoice totals agree with the ledger again. The discount tests pass.",
		"app/billing/invoice.go", "app/billing/discount.go")
	first.Steps = append(first.Steps, conversation.Step{Kind: transcript.CallShell, Tool: "Bash", Target: "go test ./billing/...", Class: shell.ClassTest, Outcome: transcript.Done, Seq: 9})
	first.Says = []conversation.Say{{Text: "I'll look at how the invoice sums its positions and where the discount is applied.", Seq: -1}, {Text: first.Says[0].Text, Seq: 10}}
	return []conversation.Turn{
		first,
		turn("great, also cover the double discount by a regression test", "Good idea. TestDoubleDiscount builds an invoice with two discounts on one position; it fails without the repair of sumLines and passes with it.", "app/billing/invoice_test.go"),
		turn("does the credit note use sumLines as well?", "Yes, the credit note calls sumLines through negate, so the discount fault showed there with the sign turned round. TestCreditNote covers it now.", "app/billing/credit_note.go", "app/billing/invoice_test.go"),
	}
}

func TestWhatBelongsToTheWorkNeverCuts(t *testing.T) {
	tests := map[string]conversation.Turn{
		"acceptance":       turn("yes", "Done, the discount is applied once in sumLines.", "app/billing/invoice.go"),
		"commit chore":     landed("commit and push", "Committed the discount repair and pushed it."),
		"pull request":     landed("open a PR", "Opened a pull request for the discount repair."),
		"correction":       turn("no, that's wrong, it still fails for credit notes", "You're right, negate went past sumLines for credit notes; repaired.", "app/billing/credit_note.go"),
		"lint failure":     turn("CI fails:\napp/billing/invoice.go:88: unused variable net (lint)\nexit status 1", "Removed the variable in sumLines.", "app/billing/invoice.go"),
		"review comments":  turn("Address the review comments: sumLines should not mutate its positions, and rename applyDiscount", "Good catch. sumLines copies its positions now, applyDiscount is called discounted.", "app/billing/invoice.go", "app/billing/discount.go"),
		"documentation":    turn("now describe the discount rules in the docs", "Added a section on how discounts are applied to invoice positions and credit notes.", "docs/billing.md"),
		"interrupted word": {Prompt: "wait", Marks: []conversation.Mark{{Kind: conversation.MarkInterrupt}}},
		"Chinese":          turn("继续", "好的，sumLines 现在只扣一次 discount。", "app/billing/invoice.go"),
		"Japanese":         turn("テストも追加して", "TestDoubleDiscount に sumLines の場合を追加しました。", "app/billing/invoice_test.go"),
		"Korean":           turn("계속 진행해줘", "네, sumLines 의 discount 테스트를 추가했습니다.", "app/billing/invoice_test.go"),
		"German":           turn("ja, mach weiter", "Erledigt: sumLines zieht den discount nur einmal ab.", "app/billing/invoice.go"),
		"French":           turn("d'accord, et les avoirs ?", "Oui, les avoirs (credit note) passent aussi par sumLines.", "app/billing/credit_note.go"),
		"Spanish":          turn("sigue fallando en las notas de crédito", "Tienes razón, negate no usaba sumLines; corregido.", "app/billing/credit_note.go"),
		"Portuguese":       turn("ok, agora faz o commit", "Feito: commit do discount em sumLines."),
		"Russian":          turn("всё ещё не работает", "Вы правы, sumLines вызывался дважды; исправлено.", "app/billing/invoice.go"),
	}
	for name, last := range tests {
		t.Run(name, func(t *testing.T) {
			if got := cuts(t, append(invoices(), last)); got != nil {
				t.Errorf("cut at %v, want none", got)
			}
		})
	}
}

func TestAnotherGoalCuts(t *testing.T) {
	const theme = "# Dark theme for the settings page\n\n## Context\nThe frontend knows one palette. Add a ThemeProvider, a toggle in the header and tokens for colours.\n\n## Steps\n1. palette.ts with two palettes\n2. ThemeProvider around the router"
	tests := map[string]conversation.Turn{
		"a plan for something else": handed(theme, "I'll implement the dark theme. The settings page has two palettes now; ThemeProvider stores the choice of the toggle.", "web/src/settings/ThemeProvider.tsx", "web/src/settings/palette.ts"),
		"English":                   turn("I want to add a dark theme to the settings page of the web frontend: a toggle in the header, colours as tokens, the choice kept in the browser", "I'll start by exploring the frontend. The toggle sits in the header, ThemeProvider switches between two palettes and localStorage keeps the choice.", "web/src/settings/ThemeProvider.tsx", "web/src/settings/palette.ts"),
		"German":                    turn("Ich möchte ein dunkles Farbschema für die Einstellungsseite im Frontend: ein Schalter in der Kopfzeile, Farben als Variablen, die Wahl bleibt im Browser erhalten", "Ich beginne mit dem Frontend. Der Schalter steht in der Kopfzeile, ThemeProvider wechselt zwischen zwei Paletten, localStorage merkt sich die Wahl.", "web/src/settings/ThemeProvider.tsx", "web/src/settings/palette.ts"),
		"Spanish":                   turn("Quiero añadir un tema oscuro a la página de ajustes del frontend: un interruptor en la cabecera y los colores como variables", "Voy a empezar explorando el frontend. El interruptor está en la cabecera y ThemeProvider alterna entre dos paletas guardadas en localStorage.", "web/src/settings/ThemeProvider.tsx", "web/src/settings/palette.ts"),
		"Russian":                   turn("Нужно добавить тёмную тему на страницу настроек фронтенда: переключатель в шапке, цвета через переменные", "Сначала изучу фронтенд. Переключатель в шапке, ThemeProvider меняет палитры, выбор хранится в localStorage.", "web/src/settings/ThemeProvider.tsx", "web/src/settings/palette.ts"),
		"Chinese":                   turn("我想给前端的设置页面增加深色主题，在页眉放一个开关，颜色改成变量", "我来帮你看一下前端。页眉有了开关，ThemeProvider 在两套调色板之间切换，选择保存在 localStorage。", "web/src/settings/ThemeProvider.tsx", "web/src/settings/palette.ts"),
	}
	before := append(invoices(), landed("commit and push", "Committed the discount repair and pushed it."))
	for name, last := range tests {
		t.Run(name, func(t *testing.T) {
			if d := cmp.Diff([]int{4}, cuts(t, append(slices.Clone(before), last))); d != "" {
				t.Errorf("shifts (-want +got):\n%s", d)
			}
		})
	}
}

func TestAPlanShownBeforeGoesOn(t *testing.T) {
	const plan = "# Round invoice totals at the end\n\n## Context\nRounding of each position drifts. Sum first, round once.\n\n## Steps\n1. sumLines keeps four decimals\n2. round in total"
	planning := turn("positions drift by a cent, make a plan for rounding", "", "app/billing/invoice.go")
	planning.Steps = append(planning.Steps, conversation.Step{Kind: transcript.CallPlan, Tool: "ExitPlanMode", PlanText: plan, Outcome: transcript.Rejected, Seq: 9})
	turns := append(invoices(), planning, handed(plan, "sumLines keeps four decimals, total rounds once.", "app/billing/invoice.go"))
	if got := cuts(t, turns); got != nil {
		t.Errorf("cut at %v: the plan was made in this session", got)
	}
}

func TestANewSubjectThatOpensLikeAReplyCuts(t *testing.T) {
	before := append(invoices(), landed("commit and push", "Committed the discount repair and pushed it."))
	next := turn("next one: https://tracker.test/acme/issue/WEB-259/palette-of-the-settings-page",
		"Let me start by reading WEB-259. The settings page ignores the stored palette; ThemeProvider reads it before the first paint now.", "web/src/settings/ThemeProvider.tsx", "web/src/settings/palette.ts")
	if d := cmp.Diff([]int{4}, cuts(t, append(before, next))); d != "" {
		t.Errorf("shifts (-want +got):\n%s", d)
	}
}

func TestWhatMayNotBeLookedAt(t *testing.T) {
	tr := tracker(t)
	turns := append(invoices(), turn("rename the export button on the orders page", "Renamed it.", "web/src/orders/Toolbar.tsx"))
	want := tr.Probabilities(turns)
	for i := range turns {
		turns[i].UUID, turns[i].Line, turns[i].CWD, turns[i].Branch = fmt.Sprint("x", i), 7*i, fmt.Sprint("/elsewhere/", i), fmt.Sprint("b", i)
		turns[i].Start = turns[i].Start.AddDate(0, 0, 30*i)
		turns[i].End = turns[i].Start
		for k := range turns[i].Steps {
			s := &turns[i].Steps[k]
			s.ID, s.UUID, s.Time = "i", "u", turns[i].Start
			if s.Edit != nil {
				s.Edit.File = "/home/other/checkout/" + s.Edit.File
			}
			for f := range s.Files {
				s.Files[f] = "/home/other/checkout/" + s.Files[f]
			}
		}
	}
	if d := cmp.Diff(want, tr.Probabilities(turns)); d != "" {
		t.Errorf("ids, places, branches and times changed the answer (-want +got):\n%s", d)
	}
}

// anyTurns draws conversations of short sentences and files out of small pools,
// so that words and files meet again.
func anyTurns(t *rapid.T, label string, least int) []conversation.Turn {
	words := []string{"invoice", "discount", "theme", "palette", "fix", "also", "commit", "继续", "テスト", "почему", "now", "ledger", "ENT-12", "sumLines", "#45"}
	files := []string{"a/b.go", "a/c.go", "web/x.ts", `C:\p\y.cs`, "README.md", "/tmp/z"}
	n := rapid.IntRange(least, 9).Draw(t, label)
	out := make([]conversation.Turn, n)
	for i := range out {
		say := func() string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 12).Draw(t, label), " ")
		}
		out[i] = turn(say(), say(), rapid.SliceOfN(rapid.SampledFrom(files), 0, 3).Draw(t, label)...)
		if rapid.Bool().Draw(t, label) {
			out[i].Marks = []conversation.Mark{{Kind: conversation.MarkInterrupt}}
		}
	}
	return out
}

// More turns at the end change nothing but what is said of the last two.
func TestTurnsThatFollowChangeNothingFurtherUp(t *testing.T) {
	tr := tracker(t)
	rapid.Check(t, func(t *rapid.T) {
		head, more := anyTurns(t, "head", 1), anyTurns(t, "more", 0)
		before, after := tr.Probabilities(head), tr.Probabilities(append(slices.Clone(head), more...))
		for i := range max(0, len(head)-ahead) {
			if before[i] != after[i] {
				t.Fatalf("turn %d of %d: %v alone, %v with %d more", i, len(head), before[i], after[i], len(more))
			}
		}
	})
}

func TestShiftsAreTheTurnsAboveTheThreshold(t *testing.T) {
	tr := tracker(t)
	rapid.Check(t, func(t *rapid.T) {
		turns := anyTurns(t, "turns", 0)
		shifts, err := tr.Shifts(context.Background(), turns)
		if err != nil {
			t.Fatal(err)
		}
		var want, got []int
		for i, p := range tr.Probabilities(turns) {
			if p < 0 || p > 1 || math.IsNaN(p) || i == 0 && p != 0 {
				t.Fatalf("turn %d: probability %v", i, p)
			}
			if p >= tr.Threshold() {
				want = append(want, i)
			}
		}
		for _, s := range shifts {
			got = append(got, s.Turn)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatal(d)
		}
	})
}

func TestEmptyAndOdd(t *testing.T) {
	tr := tracker(t)
	for name, turns := range map[string][]conversation.Turn{
		"none":      nil,
		"one":       {turn("hello", "Hello.")},
		"empty":     {{}, {}, {}},
		"abandoned": {turn("a", ""), {Abandoned: true, Prompt: "b"}, turn("c", "")},
		"no words":  {turn("????", ""), turn("!!!", "…"), turn("\x00\xff\xfe", "\xff")},
		"bare step": {{Steps: []conversation.Step{{Kind: transcript.CallEdit, Tool: "Edit", Edit: &conversation.Edit{}, Outcome: transcript.Done}}}, {Steps: []conversation.Step{{Files: []string{"", "/", `\`}}}}},
	} {
		if _, err := tr.Shifts(context.Background(), turns); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if n := len(tr.Probabilities(turns)); n != len(turns) {
			t.Errorf("%s: %d probabilities for %d turns", name, n, len(turns))
		}
	}
}

func TestAnEndedContextEndsTheSearch(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := tracker(t).Shifts(ctx, invoices()); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}

func TestWeights(t *testing.T) {
	a, b := tracker(t), tracker(t)
	if a.Version() != b.Version() || a.Version() == "" {
		t.Errorf("versions %q and %q of the same weights", a.Version(), b.Version())
	}
	w := a.weights
	w.Threshold += 0.1
	other, err := New(w)
	if err != nil {
		t.Fatal(err)
	}
	if other.Version() == a.Version() {
		t.Error("another threshold has the same version")
	}
	if _, err := New(Weights{Model: learn.Logistic{Features: []string{"x"}, Mean: []float64{0}, Scale: []float64{1}, Weight: []float64{0}}}); err == nil {
		t.Error("weights of other features were accepted")
	}
	for _, r := range reasons {
		for _, f := range r.features {
			if featureIndex(f) < 0 {
				t.Errorf("reason %q names %q, which is no feature", r.say, f)
			}
		}
	}
}

func FuzzTracker(f *testing.F) {
	f.Add("fix the invoice", "Done.", "a/b.go", "继续 #12 ENT-9", "pull/12")
	f.Add("/review 3", "\xff\xfe", `C:\x`, "한국어 テスト", "\x00")
	f.Add("Implement the following plan:\n# A plan of some length", "?", "/", "ÄÖÜ_x9", "٣؟")
	tr, err := Default()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, a, b, c, d, e string) {
		turns := []conversation.Turn{turn(a, b, c), handed(d, e, b), turn(e, a, d), turn(a, c)}
		turns[2].Command = a
		p, q := tr.Probabilities(turns), tr.Probabilities(turns)
		for i := range p {
			if p[i] != q[i] || p[i] < 0 || p[i] > 1 || math.IsNaN(p[i]) {
				t.Fatalf("turn %d: %v, then %v", i, p[i], q[i])
			}
		}
	})
}
