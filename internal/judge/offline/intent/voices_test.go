package intent

import (
	"slices"
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/observe/speech"
	"prism/internal/transcript"
)

// requestIn reads what a talk set out to do.
func (b desk) requestIn(k *talk) *request {
	r := b.words.Reader()
	defer b.words.Return(r)
	return requestOf(r.Reader, r.Read(k.Draft()))
}

// TestVoicesAreHeard: beside the prompt, what the agent said where the work was done,
// its tasks, the tickets that it read, the branches and requests that it opened, its
// commits and the names of documents say what a session is for, each its own.
func TestVoicesAreHeard(t *testing.T) {
	b := newDesk()
	k := new(talk).Ask("go on with the harbour").
		Say("I'll refactor the gauge reader first.").Edit("gauge.go", 40).Say("Fixed the offset of the gauge.").
		Call("Task", "review the depth table").Back(transcript.Result{Outcome: transcript.Done}).
		Run("gh issue view 12", "title:\tThe tide chart is broken\nstate:\tOPEN").
		Run("git checkout -b feat/add-width", "").
		Run(`gh pr create --title "fix: the width of the pier" --fill`, "").
		Run(`git commit -am "refactor(gauge): split the reader"`, "").
		Write("docs/plan-of-depths.md", 3)
	q := b.requestIn(k)
	for name, c := range map[string]struct {
		m    *speech.Message
		want string
	}{
		"opening": {&q.s.opening, "I'll refactor the gauge reader first."}, "account": {&q.s.account, "Fixed the offset of the gauge."}, "tasks": {&q.s.tasks, "review the depth table"},
		"ticket": {&q.s.ticket, "The tide chart is broken"}, "branch": {&q.s.branch, "feat add width. the width of the pier"}, "commit": {&q.commit, "split the reader"}, "docs": {&q.docs, "plan of depths"},
	} {
		if got := strings.TrimSpace(strings.ReplaceAll(c.m.Text, "  ", " ")); got != c.want {
			t.Errorf("%s says %q, want %q", name, got, c.want)
		}
	}
	if q.kinds[3] != 1 || q.s.worked != 0 || !slices.Equal(q.s.lines, []int{44}) {
		t.Errorf("kinds of commits %v, worked in turn %d, lines %v", q.kinds, q.s.worked, q.s.lines)
	}
	if got := leadOf(q); got == speech.Broken {
		t.Error("a ticket is no prompt")
	}
	// What was offered is asked for by who only agrees to it.
	offer := func(prompt string) string {
		return b.requestIn(new(talk).Ask("look at the harbour").Say("It is deep. Shall I add a chart of the tides?").Ask(prompt).Edit("chart.go", 30).Say("Done.")).s.offer.Text
	}
	if got := offer("yes"); !strings.HasSuffix(got, "Shall I add a chart of the tides?") {
		t.Errorf("yes is said to %q", got)
	}
	if got := offer("fix the depth"); got != "" {
		t.Errorf("who asks for something else says yes to %q", got)
	}
	if got := offer("yes " + strings.Repeat("and the harbour ", 9)); got != "" {
		t.Errorf("who says more says yes to %q", got)
	}
	// What helpers and failed edits change is not the turn's.
	d := new(talk).Ask("draw it").Edit("a.go", 5).Say("Hm.").Ask("and this").Edit("b.go", 9).Call("Edit", "c.go").Back(transcript.Result{Outcome: transcript.Rejected, File: "c.go"}).Draft()
	for i, want := range []int{6, 10} {
		if got := changedLines(&d.Turns[i]); got != want {
			t.Errorf("turn %d changes %d lines, want %d", i+1, got, want)
		}
	}
	d.Turns[1].Steps[0].Edit.Plan = true
	if got := changedLines(&d.Turns[1]); got != 0 {
		t.Errorf("a plan file changes %d lines", got)
	}
	r := b.words.Reader()
	defer b.words.Return(r)
	d = k.Draft()
	for i := range d.Turns[0].Steps {
		d.Turns[0].Steps[i].Subagent = true
	}
	if got := sourcesOf(r.Reader, r.Read(d)); got.tasks.Text != "" || got.ticket.Text != "" || got.branch.Text != "" {
		t.Errorf("helpers' calls speak: %q %q %q", got.tasks.Text, got.ticket.Text, got.branch.Text)
	}
}

// TestFewVoices: of very many tasks, tickets, branches and commits a few are heard.
func TestFewVoices(t *testing.T) {
	b := newDesk()
	k := new(talk).Ask("go on")
	for range 40 {
		k.Call("Task", "look at "+strings.Repeat("the harbour ", 40)).Back(transcript.Result{Outcome: transcript.Done}).
			Run("gh issue view 12", "title:\tTide").Run("git switch -c tide", "").Run(`git commit -m "tide"`, "")
	}
	q := b.requestIn(k)
	for name, c := range map[string]struct {
		text string
		most int
	}{"tasks": {q.s.tasks.Text, 1500}, "ticket": {q.s.ticket.Text, 40}, "branch": {q.s.branch.Text, 40}, "commit": {q.commit.Text, 60}} {
		if len(c.text) == 0 || len(c.text) > c.most {
			t.Errorf("%s: %d bytes are heard", name, len(c.text))
		}
	}
}

// TestWhichPromptAsks: the first prompt that asks for something opens the work, and the
// work's own is the one in which most was done.
func TestWhichPromptAsks(t *testing.T) {
	b := newDesk()
	for _, c := range []struct {
		why         string
		talk        *talk
		first, main string // how the prompts begin
		title       string
	}{
		{"after a greeting", new(talk).Ask("hi").Say("Hello!").Ask("fix the depth").Edit("a.go", 2).Say("Done."), "fix the depth", "fix the depth", ""},
		{"two asks", new(talk).Ask("fix the depth").Edit("a.go", 2).Say("Done.").Ask("add a chart").Edit("b.go", 2).Edit("c.go", 2).Say("Done."), "fix the depth", "add a chart", ""},
		{"a nod to most of the work", new(talk).Ask("fix the depth").Edit("a.go", 2).Say("Done.").Ask("ok").Edit("b.go", 2).Edit("c.go", 2).Say("Done."), "fix the depth", "fix the depth", ""},
		{"a command", new(talk).Command("/fix-depth", "now").Say("Done."), "/fix-depth now", "/fix-depth now", "fix depth"},
		{"a plan", new(talk).HandPlan("# Plan: add a chart\n\nDraw it.").Edit("a.go", 2).Say("Done."), "Draw it.", "Draw it.", "add a chart"},
		{"only nods", new(talk).Ask("hm").Say("Yes?").Ask("ok").Say("Well."), "hm", "hm", ""},
	} {
		q := b.requestIn(c.talk)
		if got := strings.TrimSpace(q.first.Text); !strings.HasPrefix(got, c.first) {
			t.Errorf("%s: asks first %q", c.why, got)
		}
		if got := strings.TrimSpace(q.main.Text); !strings.HasPrefix(got, c.main) {
			t.Errorf("%s: asks mainly %q", c.why, got)
		}
		if got := strings.TrimSpace(q.title.Text); got != c.title {
			t.Errorf("%s: is called %q", c.why, got)
		}
	}
	if q := b.requestIn(new(talk)); q.n != 1 || q.opener == nil || q.first.Words != 0 {
		t.Errorf("nothing is asked: %q of %v turns", q.first.Text, q.n)
	}
}

// TestPlansInParts: a plan's heading, without what only says that it is one, and what
// follows it, bounded.
func TestPlansInParts(t *testing.T) {
	b := newDesk()
	r := b.words.Reader()
	defer b.words.Return(r)
	for text, want := range map[string][2]string{
		"# Plan: add a chart\n\nDraw it.":                           {"add a chart", "Draw it."},
		"Implement the following plan:\n\n## Add a chart\nDraw it.": {"Add a chart", "Draw it."},
		"\n\nAdd a chart\nDraw it.":                                 {"Add a chart", "Draw it."},
		"# Plan –\nDraw it.":                                        {"Plan –", "Draw it."},
		"# Chart: the tides\nDraw it.":                              {"Chart: the tides", "Draw it."},
		"":                                                          {"", ""},
	} {
		if got := planHeading(r.Reader, text); got != want[0] {
			t.Errorf("%q is headed %q", text, got)
		}
		if got := strings.TrimSpace(planBody(r.Reader, text)); got != want[1] {
			t.Errorf("%q says %q", text, got)
		}
	}
	if got := planBody(r.Reader, "# Chart\n"+strings.Repeat("é", 9000)); len(got) > 3000 || len(got) < 500 {
		t.Errorf("%d bytes of a plan are read", len(got))
	}
	for command, want := range map[string]string{"git checkout -b": "", "git checkout -b " + strings.Repeat("x", 200): "", "gh pr create --title": "", `gh pr create --title "open`: "", "gh pr list --title x": "", "git switch -c 'robin/add-chart'": "robin add chart"} {
		if got := strings.Join(openedNames(command), "|"); got != want {
			t.Errorf("%s opens %q, want %q", command, got, want)
		}
	}
	for _, c := range []struct{ command, output, want string }{
		{"gh api repos/r/t/issues/3", `{"title":"Depth is off"}`, "Depth is off"}, {"glab mr view 3", "title: Depth", "Depth"}, {"gh pr view 3", `{"title": 7}`, ""}, {"gh pr view 3", `{"title": ""}`, ""}, {"cat notes", "title: Depth", ""},
	} {
		if got := ticketTitle(&conversation.Step{Target: c.command, Output: c.output}); got != c.want {
			t.Errorf("%s: %q, want %q", c.command, got, c.want)
		}
	}
	for prompt, want := range map[string]int{"- a b": 1, "-": 0, "- ": 0, "## a b": 1, "10. a b": 0, "9) a b": 1, "*bold* a": 0, "• a b": 1, "a\n  - b c\n\t* d e": 2} {
		if got := ListItems(prompt); got != want {
			t.Errorf("%q has %d points, want %d", prompt, got, want)
		}
	}
}

// TestVoicesWeigh: each voice that speaks for a kind of work adds to what speaks for it,
// and adds nothing to the others.
func TestVoicesWeigh(t *testing.T) {
	b := newDesk()
	with := func(f func(k *talk)) *request {
		k := new(talk).Ask("go on with the harbour")
		f(k)
		return b.requestIn(k)
	}
	edit := func(k *talk) { k.Edit("gauge.go", 20).Say("Well.") }
	plain := with(edit)
	for _, c := range []struct {
		why  string
		kind speech.Sense
		talk func(k *talk)
	}{
		{"a commit that is a fix", speech.AskFix, func(k *talk) { edit(k); k.Run(`git commit -am "fix: read metres"`, "") }},
		{"a commit that is a feature", speech.AskAdd, func(k *talk) { edit(k); k.Run(`git commit -am "feat: a chart"`, "") }},
		{"a commit that is a refactoring", speech.AskRefactor, func(k *talk) { edit(k); k.Run(`git commit -am "refactor: the gauge"`, "") }},
		{"a commit that is a chore", speech.AskSmall, func(k *talk) { edit(k); k.Run(`git commit -am "chore: the gauge"`, "") }},
		{"a commit that says so in words", speech.AskFix, func(k *talk) { edit(k); k.Run(`git commit -am "Fix the gauge"`, "") }},
		{"a branch for a fix", speech.AskFix, func(k *talk) { edit(k); k.Run("git checkout -b fix-the-gauge", "") }},
		{"a ticket of a fault", speech.AskFix, func(k *talk) { edit(k); k.Run("gh issue view 12", "title:\tThe chart is broken") }},
		{"an agent that will fix", speech.AskFix, func(k *talk) { k.Say("I'll fix the gauge."); edit(k) }},
		{"an agent that has added", speech.AskAdd, func(k *talk) { k.Edit("gauge.go", 20).Say("Add the chart to the page.") }},
		{"tasks to refactor", speech.AskRefactor, func(k *talk) {
			edit(k)
			k.Call("Task", "refactor the gauge").Back(transcript.Result{Outcome: transcript.Done})
		}},
		{"a file that is new", speech.AskAdd, func(k *talk) { edit(k); k.Write("chart.go", 5) }},
		{"many lines", speech.AskAdd, func(k *talk) { k.Edit("gauge.go", 200).Say("Well.") }},
		{"few lines", speech.AskSmall, func(k *talk) { k.Edit("gauge.go", 3).Say("Well.") }},
		{"no code", speech.AskSmall, func(k *talk) { k.Edit("notes.md", 20).Say("Well.") }},
		{"lines that were moved", speech.AskRefactor, func(k *talk) {
			for i := range 30 {
				line := "func gauge" + strings.Repeat("x", i+1) + "() {"
				k.Swap("a.go", line, "").Swap("b.go", "", line)
			}
			k.Say("Well.")
		}},
	} {
		q := with(c.talk)
		if q.weighed(c.kind) <= plain.weighed(c.kind) {
			t.Errorf("%s: weighs %v for it, %v without", c.why, q.weighed(c.kind), plain.weighed(c.kind))
		}
	}
	for prompt, kind := range map[string]speech.Sense{"fix the gauge of the harbour": speech.AskFix, "add a chart of the harbour": speech.AskAdd, "refactor the reader of the gauge": speech.AskRefactor, "rename the gauge of the harbour": speech.AskSmall, "the gauge is broken": speech.AskFix, "panic: gauge\ngoroutine 1 [running]:": speech.AskFix} {
		k := new(talk).Ask(prompt)
		edit(k)
		if q := b.requestIn(k); q.weighed(kind) <= plain.weighed(kind) {
			t.Errorf("%q weighs %v, %v without", prompt, q.weighed(kind), plain.weighed(kind))
		}
	}
	k := new(talk).Ask("go on with the harbour")
	k.Recs[0].Branch = "bugfix/gauge"
	edit(k)
	if q := b.requestIn(k); q.weighed(speech.AskFix) <= plain.weighed(speech.AskFix) {
		t.Error("the branch on which it began says nothing")
	}
	if q := with(func(k *talk) { k.Say("Well.") }); q.weighed(speech.AskSmall) != 0 || q.weighed(speech.AskAdd) != 0 || workShare(q) != 0 {
		t.Errorf("nothing was done, and it speaks for a small change with %v", q.weighed(speech.AskSmall))
	}
	complains := func(first string) float64 {
		k := new(talk).Ask(first)
		edit(k)
		return b.requestIn(k).weighed(speech.AskFix)
	}
	if complains("that is wrong again, look at the gauge") <= complains("that is fine again, look at the gauge") {
		t.Error("a complaint speaks for no fix")
	}
	// What opens the work speaks once, though most was done for it; what came later and
	// led to most of the work speaks too.
	if q := b.requestIn(new(talk).Ask("fix the depth").Edit("a.go", 9).Say("Done.")); q.workedSpeech().Words != 0 {
		t.Errorf("the first prompt speaks twice: %q", q.workedSpeech().Text)
	}
	if q := b.requestIn(new(talk).Ask("fix the depth").Edit("a.go", 1).Say("Done.").Ask("refactor the chart").Edit("b.go", 50).Say("Done.")); q.workedSpeech().Text != "refactor the chart" || q.weighed(speech.AskRefactor) < 1 {
		t.Errorf("what most was done for is %q", q.workedSpeech().Text)
	}
	for want, list := range map[bool][]string{true: {"what is a gauge?"}, false: {"look at the gauge", "look at the pier", "what is a gauge?"}} {
		k := new(talk)
		for _, p := range list {
			k.Ask(p).Say("A pole.")
		}
		if b.requestIn(k).questions() != want {
			t.Errorf("%q are questions: %v", list, !want)
		}
	}
	if got := workShare(b.requestIn(new(talk).Ask("fix the depth").Edit("a.go", 29).Say("Done.").Ask("and the width").Edit("b.go", 9).Say("Done."))); got != 0.75 {
		t.Errorf("three quarters of the lines are %v of the work", got)
	}
}
