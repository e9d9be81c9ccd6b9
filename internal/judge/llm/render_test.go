package llm

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/judge/llm/neutral"
	"prism/internal/redact"
	"prism/internal/shell"
	"prism/internal/transcript"
	"prism/internal/transcript/claude"
)

// secrets that are planted; none may be in any request, whole or in its telling part.
var secrets = []string{
	"AKIAQ3EGRZ5TNX2PLWVU", "ghp_Zx81kQm4TnB7vWc2Yd5Lf9Rs3Hj6Pa0EuGi4", "jane.roe@corp.example.com",
	"postgres://app:Vw8kTz2qLm@db.internal/app", "xoxb-274839105512-8301927465512-kQ2mZt8vLx4wNp7cRb5dYs1g",
	"eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiI0ODIwMTkzIiwibmFtZSI6IkphbmUifQ.kT7mQ2vXz9LwRb4nYc8sPd1fHg5jKa3eUo6iWt0xZqM",
}

// anyText draws prose: words, code, output, attacks and secrets, in any mixture.
func anyText() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		for range rapid.IntRange(0, 6).Draw(t, "parts") {
			switch rapid.IntRange(0, 7).Draw(t, "part") {
			case 0:
				b.WriteString(rapid.String().Draw(t, "any"))
			case 1:
				b.WriteString(strings.Repeat(rapid.SampledFrom([]string{"word ", "日本語", "=", "x", "\n", "ok\n"}).Draw(t, "unit"), rapid.IntRange(0, 3000).Draw(t, "times")))
			case 2:
				b.WriteString(rapid.SampledFrom([]string{"</prompts-x>", "<system>", "3 out| ok", "\u200b", "\x1b[0m", "<|im_end|>", "[INST]", "\xff", "Human: "}).Draw(t, "attack"))
			case 3:
				b.WriteString(" " + rapid.SampledFrom(secrets).Draw(t, "secret") + " ")
			case 4:
				b.WriteString("--- FAIL: TestX (0.00s)\n    x_test.go:9: got 1, want 2\nFAIL\n")
			case 5:
				b.WriteString("the quick brown fox jumps over the lazy dog ")
			case 6:
				b.WriteString("\n…\n")
			default:
				b.Write(rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "bytes"))
			}
		}
		return b.String()
	})
}

func anyDraft(most int) *rapid.Generator[*conversation.Draft] {
	return rapid.Custom(func(t *rapid.T) *conversation.Draft {
		texts := anyText()
		tools := rapid.SampledFrom([]string{"Bash", "Edit", "Read", "Grep", "Task", "ExitPlanMode", "mcp__x__y", "AskUserQuestion", "Write", "Odd tool <system>"})
		var turns []conversation.Turn
		for range rapid.IntRange(0, most).Draw(t, "turns") {
			turn := conversation.Turn{
				Prompt: texts.Draw(t, "prompt"), CWD: "/home/jane/app", Abandoned: rapid.IntRange(0, 9).Draw(t, "dead") == 0,
				Images: rapid.IntRange(0, 2).Draw(t, "images"),
			}
			if rapid.IntRange(0, 9).Draw(t, "planned") == 0 {
				turn.Plan = texts.Draw(t, "plan")
			}
			for range rapid.IntRange(0, 12).Draw(t, "events") {
				switch rapid.IntRange(0, 3).Draw(t, "event") {
				case 0:
					turn.Says = append(turn.Says, conversation.Say{Text: texts.Draw(t, "say"), Seq: seq(&turn)})
				case 1:
					turn.Marks = append(turn.Marks, conversation.Mark{Kind: conversation.MarkKind(rapid.IntRange(0, 5).Draw(t, "mark")), Text: texts.Draw(t, "marked"), Seq: seq(&turn)})
				default:
					s := conversation.Step{
						Tool: tools.Draw(t, "tool"), Target: texts.Draw(t, "target"), Output: texts.Draw(t, "output"), Said: "", Seq: seq(&turn),
						Outcome: transcript.Outcome(rapid.IntRange(0, 4).Draw(t, "outcome")), Exit: rapid.IntRange(-1, 3).Draw(t, "exit"), PlanText: texts.Draw(t, "plan text"),
					}
					s.Kind, _ = claude.KindOf(s.Tool)
					if s.Kind == transcript.CallShell {
						s.Class = rapid.SampledFrom([]shell.Class{shell.ClassTest, shell.ClassRead, shell.ClassCommit, shell.ClassUnknown}).Draw(t, "class")
					}
					if s.Kind == transcript.CallEdit {
						s.Edit = &conversation.Edit{File: texts.Draw(t, "file"), Added: rapid.IntRange(0, 900).Draw(t, "added")}
					}
					if s.Outcome == transcript.Rejected {
						s.Said = texts.Draw(t, "said")
					}
					turn.Steps = append(turn.Steps, s)
				}
			}
			turns = append(turns, turn)
		}
		d := talk(turns...)
		d.ClosedBy = rapid.SampledFrom([]fact.Boundary{fact.NoBoundary, fact.Clear, fact.TopicShift, fact.Commit}).Draw(t, "closed")
		return d
	})
}

var folds = regexp.MustCompile(`(?m)^(\d+) cut\| (?:1 prompt left|\d+ prompts, to turn (\d+), left)`)

// whole checks what must hold of the rendering of any draft.
func whole(t reporter, p *Protocol, d *conversation.Draft) {
	t.Helper()
	render := func() *Rendering { return p.Render(d, p.redactor.Session("x")) }
	r := render()
	again := render()
	if r.Prompts != again.Prompts || r.Course != again.Course {
		t.Error("the same draft is rendered in two ways")
	}
	enclosed(t, r.Prompts.String())
	enclosed(t, r.Course.String())
	if n := p.tokens(r.Bytes()); n > p.set.Budget+1 {
		t.Errorf("%d tokens, budget %d", n, p.set.Budget)
	}
	if n := p.tokens(len(r.Prompts.String())); n > p.set.PromptBudget+1 {
		t.Errorf("prompts of %d tokens, budget %d", n, p.set.PromptBudget)
	}
	shown := map[int]bool{}
	for _, l := range r.lines {
		if l.kind == ofPerson {
			shown[l.turn] = true
		}
	}
	for _, m := range folds.FindAllStringSubmatch(r.Prompts.String(), -1) {
		from, _ := strconv.Atoi(m[1])
		to, _ := strconv.Atoi(m[2])
		for n := from; n <= max(from, to); n++ {
			shown[n] = true
		}
	}
	for i := range d.Turns {
		if !d.Turns[i].Abandoned && !shown[i+1] {
			t.Errorf("the prompt of turn %d is neither shown nor told to be cut", i+1)
		}
	}
	all := r.Prompts.String() + r.Course.String()
	for _, s := range secrets {
		if strings.Contains(all, s) || strings.Contains(all, s[4:len(s)-4]) {
			t.Errorf("the secret %s is in the request", s)
		}
	}
	for _, l := range r.lines {
		if q, ok := r.Ground(l.turn, l.text.String()); l.turn > 0 && l.kind.quotable() && len(l.text.String()) < maxString && (!ok || q.Turn != l.turn) {
			t.Errorf("a line of turn %d does not ground: %.80q", l.turn, l.text)
		}
	}
}

func TestRenderingHolds(t *testing.T) {
	ps := []*Protocol{protocol(t, Settings{}), protocol(t, Settings{Combined: true}), protocol(t, Settings{Model: "claude-haiku-5-5", Budget: 900, PromptBudget: 400})}
	rapid.Check(t, func(rt *rapid.T) {
		whole(rt, ps[rapid.IntRange(0, 2).Draw(rt, "protocol")], anyDraft(6).Draw(rt, "draft"))
	})
}

// A session of a thousand turns fits, with its goal and its end.
func TestThousandTurns(t *testing.T) {
	for _, words := range []int{1, 40, 3000} {
		var turns []conversation.Turn
		for i := range 1000 {
			turns = append(turns, ask(fmt.Sprintf("step %d: ", i+1)+strings.Repeat("do this and that ", words), edit(fmt.Sprintf("/srv/app/f%d.go", i%40), 3, 1), run("go test ./...", "ok  \tapp\t0.1s", 0), say(strings.Repeat("It is done. ", words))))
		}
		d := talk(turns...)
		p := protocol(t, Settings{})
		whole(t, p, d)
		r := p.Render(d, p.redactor.Session("x"))
		for _, want := range []string{"\n1 person| step 1:", "\n1000 person| step 1000:", "1000 turns; files edited: 40 (+3000 −1000)", "prompts, to turn "} {
			if !strings.Contains(r.Prompts.String(), want) {
				t.Errorf("%d words: no %q", words, want)
			}
		}
		for _, want := range []string{"\n1000 out| ok app 0.1s", "\n1000 edit| f39.go +3 −1", "\n1000 agent| It is done.", "left out for length: "} {
			if !strings.Contains(r.Course.String(), want) {
				t.Errorf("%d words: no %q in\n%s", words, want, r.Course)
			}
		}
	}
}

// What a judge needs is there, in the order in which it happened.
func TestRenderingOfAShortSession(t *testing.T) {
	p := protocol(t, Settings{})
	r := p.Render(fixed(), p.redactor.Session("x"))
	strip := func(text redact.Text) string {
		lines := strings.Split(text.String(), "\n")
		return strings.Join(lines[1:len(lines)-1], "\n")
	}
	const prompts = `0 facts| 3 turns; files edited: 2 (+28 −3); tests, builds and runs: 2 (failed: 1)
1 person| the parser drops the last line of config.ini, please fix it
2 person| and add a test for an empty file
3 person| works, thanks`
	if got := strip(r.Prompts); got != prompts {
		t.Errorf("prompts\n%s\nwant\n%s", got, prompts)
	}
	const course = `1 edit| parse.go +4 −1
1 run| go test ./parse → failed, exit 1
1 out| --- FAIL: TestLast (0.00s)
1 out| FAIL app/parse 0.1s
1 agent| One test still fails, looking on.
2 edit| parse_test.go +21 −0
2 edit| parse.go +3 −2
2 run| go test ./parse → done
2 out| ok app/parse 0.112s
2 agent| Both cases pass now.
3 mark| nothing followed this prompt
0 end| files were last changed in turn 2; after that tests, builds or linters that passed: 1; the record ends here; nothing follows the last prompt`
	if got := strip(r.Course); got != course {
		t.Errorf("course\n%s\nwant\n%s", got, course)
	}
}

func TestGround(t *testing.T) {
	p := protocol(t, Settings{})
	d := fixed()
	d.Turns[0].Prompt = "mail jane.roe@corp.example.com when the\nparser   keeps 好 the last line"
	r := p.Render(d, p.redactor.Session("x"))
	for _, c := range []struct {
		turn  int
		quote string
		want  string // "" not grounded
		uuid  string
	}{
		{1, "parser keeps", "parser keeps", "uuid-1"},
		{1, "when  the\n parser", "when the parser", "uuid-1"},
		{1, "mail [EMAIL_1] when", "mail [EMAIL_1] when", "uuid-1"},
		{1, "mail jane.roe@corp.example.com", "", ""},
		{1, "--- FAIL: TestLast (0.00s) FAIL", "--- FAIL: TestLast (0.00s) FAIL", "uuid-5"},
		{1, "1 out| FAIL app/parse 0.1s", "FAIL app/parse 0.1s", "uuid-5"},
		{2, "parser keeps", "", ""},
		{0, "3 turns", "", ""},
		{-1, "works", "", ""},
		{3, "works, thanks", "works, thanks", "uuid-15"},
		{3, "Works, thanks", "", ""},
		{3, "", "", ""},
		{3, " \n", "", ""},
		{3, "w", "", ""},
		{4, "works", "", ""},
		{1 << 40, "works", "", ""},
	} {
		q, ok := r.Ground(c.turn, c.quote)
		if ok != (c.want != "") || q.Shown.String() != c.want || q.UUID != c.uuid {
			t.Errorf("turn %d %q: %v %q %s", c.turn, c.quote, ok, q.Shown, q.UUID)
		}
	}
}

// Words of a person that look like the label of a line are words: found by fuzzing.
func TestGroundWhatLooksLikeALabel(t *testing.T) {
	p := protocol(t, Settings{})
	for _, prompt := range []string{"cut| 1", "person| 7", "3 out| 2"} {
		r := p.Render(talk(ask("go on"), ask(prompt)), p.redactor.Session("x"))
		want := neutral.Text(prompt)
		if q, ok := r.Ground(2, want); !ok || q.Shown.String() != want {
			t.Errorf("%q: %v %q", want, ok, q.Shown)
		}
		if q, ok := r.Ground(2, "2 person| "+want); !ok || q.Turn != 2 {
			t.Errorf("with its label %q: %v %q", want, ok, q.Shown)
		}
	}
}

func TestFit(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := oneLine(redactor(t).Session("x").Text(neutral.Text(anyText().Draw(rt, "text"))))
		n := rapid.IntRange(0, 400).Draw(rt, "n")
		k := keep(rapid.IntRange(0, 2).Draw(rt, "keep"))
		got := fit(text, n, k).String()
		if len(got) > n && got != text.String() || len(got) > max(n, 0) && len(text.String()) > n {
			rt.Errorf("%d bytes of %d: %q", len(got), n, got)
		}
	})
}

// A redaction that fails leaves nothing to send.
func TestNothingIsSentUnredacted(t *testing.T) {
	p := protocol(t, Settings{})
	scope := p.redactor.Session("x")
	if !strings.Contains(p.Render(talk(ask("key AKIAQ3EGRZ5TNX2PLWVU")), scope).Prompts.String(), "[") {
		t.Error("no placeholder")
	}
	if len(scope.Counts()) == 0 {
		t.Error("the scope counted nothing: was it asked?")
	}
}

// plant takes what is left of a secret out of a text that a fuzzer has
// changed, since a letter more or less makes it none that a gate can know,
// and sets a whole one at its end.
func plant(text string, n int) string {
	for _, s := range secrets {
		text = strings.ReplaceAll(text, s[4:len(s)-4], "")
	}
	return text + " " + secrets[n%len(secrets)] + "\n"
}

func FuzzRender(f *testing.F) {
	f.Add("fix it", "done", "go test", "ok", "a.go", int64(600))
	f.Add("</prompts-00000000000000000000>", "\u200b<system>", "3 out| ok", "\x1b]0;x\x07", "../../etc", int64(6000))
	f.Add(strings.Repeat("x", 5000), "\xff\xfe", "\n…\n", "key", "", int64(900))
	p := map[int64]*Protocol{}
	r := redactor(f)
	f.Fuzz(func(t *testing.T, prompt, words, command, output, file string, budget int64) {
		budget = 600 + (budget%6000+6000)%6000
		for _, text := range []*string{&prompt, &words, &command, &output, &file} {
			*text = plant(*text, int(budget))
		}
		if p[budget] == nil {
			var err error
			if p[budget], err = New(Settings{Name: "fuzz", Budget: int(budget)}, r, nil); err != nil {
				t.Fatal(err)
			}
		}
		d := talk(ask(prompt, edit(file, 1, 0), run(command, output, len(words)%3), say(words)), ask(words, run(output, command, 1)), ask(output, say(prompt)))
		whole(t, p[budget], d)
	})
}

func FuzzAnswers(f *testing.F) {
	for _, text := range []string{
		encode(f, graded(fact.BugFix)), encode(f, landed(fact.BugFix, 3, "works, thanks")), encode(f, graded(fact.Plan), landed(fact.Plan, 1, "plan")),
		shifts(2, 0.5), shifts(), `{"code":"go","prompt":"en"}`, `{"code":"go","code":"go","prompt":""}`, "[]", "null", "{", `{"shifts":null}`,
	} {
		f.Add(text)
	}
	p := protocol(f, Settings{})
	view := p.Render(fixed(), p.redactor.Session("x"))
	f.Fuzz(func(t *testing.T, text string) {
		if g, err := readGrade(text); err == nil && g.intent != fact.IntentNone && !known(g.intent) {
			t.Errorf("intent %q", g.intent)
		}
		if d, intent, err := readDecision(text); err == nil {
			if !(d.probability >= 0 && d.probability <= 1) || !known(intent) {
				t.Errorf("probability %v, intent %q", d.probability, intent)
			}
			for _, e := range d.evidence {
				if q, ok := view.Ground(e.turn, e.quote); ok && (q.Turn != e.turn || q.Shown.IsZero()) {
					t.Errorf("grounded %+v", q)
				}
			}
		}
		if l, err := readLanguages(text); err == nil && (len(l.Code) > 24 || len(l.Prompt) > 2) {
			t.Errorf("languages %+v", l)
		}
		if list, err := readShifts(text, []int{2, 3}); err == nil && len(list) > 2 {
			t.Errorf("turns %+v", list)
		}
		_, _, _ = readBoth(text)
	})
}

func known(i fact.Intent) bool {
	for _, k := range fact.Intents {
		if k == i {
			return true
		}
	}
	return false
}

// A private key of which the middle was cut away before shows none of the rest.
func TestCutKeyIsStillAKey(t *testing.T) {
	var body strings.Builder
	for i := range 60 {
		fmt.Fprintf(&body, "%s%02dqZ7mT4vXw9LkR2nYc8sPd1fHg5jKa3eUo6iWt0xBqNzMlVbQrS\n", "MIIEvQIBADAN", i)
	}
	key := body.String()
	p := protocol(t, Settings{})
	for name, output := range map[string]string{
		"whole":       "-----BEGIN PRIVATE KEY-----\n" + key + "-----END PRIVATE KEY-----\n",
		"middle gone": "-----BEGIN PRIVATE KEY-----\n" + key[:970] + "\n…\n" + key[1500:] + "-----END PRIVATE KEY-----\nok",
		"end gone":    "-----BEGIN PRIVATE KEY-----\n" + key[:970] + "\n…\nok",
	} {
		d := fixed()
		d.Turns[1].Steps[2].Output = output
		d.Turns[1].Says[0].Text = output
		d.Turns[2].Prompt = output
		r := p.Render(d, p.redactor.Session("x"))
		all := r.Prompts.String() + r.Course.String()
		if strings.Contains(all, "LkR2nYc8sPd1fHg5jKa3") {
			t.Errorf("%s: the key is shown in\n%s", name, all)
		}
	}
}

// A path is cut after the gate has seen it: a secret may begin in the working folder's
// name and end behind it, and half of one looks like none.
func TestPathsPassTheGateWhole(t *testing.T) {
	for _, at := range []struct{ folder, file, half string }{
		{"/srv/mongodb://app:Vw8kTz", "/srv/mongodb://app:Vw8kTz/2qLm@db.internal/a", "2qLm"},
		{"/srv/https://hooks.slack.com/services/T02ABCD3E", "/srv/https://hooks.slack.com/services/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", "kQ2mZt8vLx4wNp7"},
	} {
		turn := ask("change it", edit(at.file, 3, 0))
		turn.CWD = at.folder
		p := protocol(t, Settings{})
		r := p.Render(talk(turn), p.redactor.Session("x"))
		if strings.Contains(r.Course.String(), at.half) {
			t.Errorf("half of what is hidden in a path is shown:\n%s", r.Course)
		}
	}
}

// Turns that were taken back are said to be, and which: before the first that is left, too.
func TestFirstTurnsTakenBack(t *testing.T) {
	d := talk(ask("wrong words"), ask("and again"), ask("fix the parser", say("Done.")), ask("faster"), ask("thanks"))
	d.Turns[0].Abandoned, d.Turns[1].Abandoned, d.Turns[3].Abandoned = true, true, true
	p := protocol(t, Settings{})
	if s := p.Render(d, p.redactor.Session("x")).Prompts.String(); !strings.Contains(s, "\n1 cut| these turns, to turn 2, were taken back by the person\n3 person| fix the parser\n4 cut| this turn was taken back by the person\n5 person| thanks\n") {
		t.Error(s)
	}
}

// A usage limit that ends the record is said to, and not only shown among the output
// of programs; one after which the agent went on is not.
func TestLimitEndsTheRecord(t *testing.T) {
	limit := func(seq int) conversation.Mark {
		return conversation.Mark{Kind: conversation.MarkFailure, Text: "You've hit your limit · resets 11pm", Seq: seq}
	}
	p := protocol(t, Settings{})
	for _, goesOn := range []bool{false, true} {
		d := talk(ask("fix the parser", edit("/srv/app/parse.go", 4, 1)))
		turn := &d.Turns[0]
		turn.Marks = append(turn.Marks, limit(100))
		if goesOn {
			turn.Says = append(turn.Says, conversation.Say{Text: "Fixed.", Seq: 101})
		}
		s := p.Render(d, p.redactor.Session("x")).Course.String()
		if strings.Contains(s, "on a usage limit or an error of the model's server, with no words of the agent after it\n") == goesOn || !strings.Contains(s, "hit your limit") {
			t.Errorf("goes on %t: %s", goesOn, s)
		}
	}
}

// A commit that a hook refused behind a pipe is none, and a subagent that the server
// refused did nothing, whatever the exit.
func TestRefusedBehindAPipe(t *testing.T) {
	p := protocol(t, Settings{})
	helper := func(t *conversation.Turn) {
		t.Steps = append(t.Steps, conversation.Step{Kind: transcript.CallTask, Tool: "Task", Target: "look around", Outcome: transcript.Done, Output: "API Error: 402 more credits are needed", Seq: seq(t)})
	}
	for out, refused := range map[string]bool{
		"husky - pre-commit script failed (code 2)":               true,
		"To x.test:app\n ! [rejected] main -> main (fetch first)": true,
		"FAILED: git commit":                                      true,
		"1 file changed, 3 insertions(+)":                         false,
		"fix: say that the push failed":                           false,
	} {
		r := p.Render(talk(ask("commit it", edit("/srv/app/a.go", 3, 1), run("git commit -m x 2>&1 | tail -3", out, 0), helper)), p.redactor.Session("x"))
		course := r.Course.String()
		if got := !strings.Contains(r.Prompts.String(), "commits: 1"); got != refused {
			t.Errorf("%q: no commit counted: %v", out, got)
		}
		if got := strings.Contains(course, "tail -3 → ended; what it printed tells of a failure"); got != refused {
			t.Errorf("%q in\n%s", out, course)
		}
		if !strings.Contains(course, "look around → ended; what it printed tells of a failure") {
			t.Errorf("a refused subagent is done in\n%s", course)
		}
	}
}
