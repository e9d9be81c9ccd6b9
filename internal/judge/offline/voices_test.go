package offline

import (
	"slices"
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/observe"
	"prism/internal/transcript"
)

// requestIn reads what a talk set out to do.
func (b bench) requestIn(k *talk) *request {
	r := b.j.words.Reader()
	defer b.j.words.Return(r)
	return requestOf(r, r.Read(k.draft()))
}

// TestVoicesAreHeard: beside the prompt, what the agent said where the work was done,
// its tasks, the tickets that it read, the branches and requests that it opened, its
// commits and the names of documents say what a session is for, each its own.
func TestVoicesAreHeard(t *testing.T) {
	b := newBench(t)
	k := new(talk).ask("go on with the harbour").
		say("I'll refactor the gauge reader first.").edit("gauge.go", 40).say("Fixed the offset of the gauge.").
		call("Task", "review the depth table").back(transcript.Result{Outcome: transcript.Done}).
		run("gh issue view 12", "title:\tThe tide chart is broken\nstate:\tOPEN").
		run("git checkout -b feat/add-width", "").
		run(`gh pr create --title "fix: the width of the pier" --fill`, "").
		run(`git commit -am "refactor(gauge): split the reader"`, "").
		write("docs/plan-of-depths.md", 3)
	q := b.requestIn(k)
	for name, c := range map[string]struct {
		m    *observe.Message
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
	if got := leadOf(q); got == observe.Broken {
		t.Error("a ticket is no prompt")
	}
	// What was offered is asked for by who only agrees to it.
	offer := func(prompt string) string {
		return b.requestIn(new(talk).ask("look at the harbour").say("It is deep. Shall I add a chart of the tides?").ask(prompt).edit("chart.go", 30).say("Done.")).s.offer.Text
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
	d := new(talk).ask("draw it").edit("a.go", 5).say("Hm.").ask("and this").edit("b.go", 9).call("Edit", "c.go").back(transcript.Result{Outcome: transcript.Rejected, File: "c.go"}).draft()
	for i, want := range []int{6, 10} {
		if got := changedLines(&d.Turns[i]); got != want {
			t.Errorf("turn %d changes %d lines, want %d", i+1, got, want)
		}
	}
	d.Turns[1].Steps[0].Edit.Plan = true
	if got := changedLines(&d.Turns[1]); got != 0 {
		t.Errorf("a plan file changes %d lines", got)
	}
	r := b.j.words.Reader()
	defer b.j.words.Return(r)
	d = k.draft()
	for i := range d.Turns[0].Steps {
		d.Turns[0].Steps[i].Subagent = true
	}
	if got := sourcesOf(r, r.Read(d)); got.tasks.Text != "" || got.ticket.Text != "" || got.branch.Text != "" {
		t.Errorf("helpers' calls speak: %q %q %q", got.tasks.Text, got.ticket.Text, got.branch.Text)
	}
}

// TestFewVoices: of very many tasks, tickets, branches and commits a few are heard.
func TestFewVoices(t *testing.T) {
	b := newBench(t)
	k := new(talk).ask("go on")
	for range 40 {
		k.call("Task", "look at "+strings.Repeat("the harbour ", 40)).back(transcript.Result{Outcome: transcript.Done}).
			run("gh issue view 12", "title:\tTide").run("git switch -c tide", "").run(`git commit -m "tide"`, "")
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
	b := newBench(t)
	for _, c := range []struct {
		why         string
		talk        *talk
		first, main string // how the prompts begin
		title       string
	}{
		{"after a greeting", new(talk).ask("hi").say("Hello!").ask("fix the depth").edit("a.go", 2).say("Done."), "fix the depth", "fix the depth", ""},
		{"two asks", new(talk).ask("fix the depth").edit("a.go", 2).say("Done.").ask("add a chart").edit("b.go", 2).edit("c.go", 2).say("Done."), "fix the depth", "add a chart", ""},
		{"a nod to most of the work", new(talk).ask("fix the depth").edit("a.go", 2).say("Done.").ask("ok").edit("b.go", 2).edit("c.go", 2).say("Done."), "fix the depth", "fix the depth", ""},
		{"a command", new(talk).command("/fix-depth", "now").say("Done."), "/fix-depth now", "/fix-depth now", "fix depth"},
		{"a plan", new(talk).handPlan("# Plan: add a chart\n\nDraw it.").edit("a.go", 2).say("Done."), "Draw it.", "Draw it.", "add a chart"},
		{"only nods", new(talk).ask("hm").say("Yes?").ask("ok").say("Well."), "hm", "hm", ""},
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
	b := newBench(t)
	r := b.j.words.Reader()
	defer b.j.words.Return(r)
	for text, want := range map[string][2]string{
		"# Plan: add a chart\n\nDraw it.":                           {"add a chart", "Draw it."},
		"Implement the following plan:\n\n## Add a chart\nDraw it.": {"Add a chart", "Draw it."},
		"\n\nAdd a chart\nDraw it.":                                 {"Add a chart", "Draw it."},
		"# Plan –\nDraw it.":                                        {"Plan –", "Draw it."},
		"# Chart: the tides\nDraw it.":                              {"Chart: the tides", "Draw it."},
		"":                                                          {"", ""},
	} {
		if got := planHeading(r, text); got != want[0] {
			t.Errorf("%q is headed %q", text, got)
		}
		if got := strings.TrimSpace(planBody(r, text)); got != want[1] {
			t.Errorf("%q says %q", text, got)
		}
	}
	if got := planBody(r, "# Chart\n"+strings.Repeat("é", 9000)); len(got) > 3000 || len(got) < 500 {
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
		if got := listItems(prompt); got != want {
			t.Errorf("%q has %d points, want %d", prompt, got, want)
		}
	}
}

// TestVoicesWeigh: each voice that speaks for a kind of work adds to what speaks for it,
// and adds nothing to the others.
func TestVoicesWeigh(t *testing.T) {
	b := newBench(t)
	with := func(f func(k *talk)) *request {
		k := new(talk).ask("go on with the harbour")
		f(k)
		return b.requestIn(k)
	}
	edit := func(k *talk) { k.edit("gauge.go", 20).say("Well.") }
	plain := with(edit)
	for _, c := range []struct {
		why  string
		kind observe.Sense
		talk func(k *talk)
	}{
		{"a commit that is a fix", observe.AskFix, func(k *talk) { edit(k); k.run(`git commit -am "fix: read metres"`, "") }},
		{"a commit that is a feature", observe.AskAdd, func(k *talk) { edit(k); k.run(`git commit -am "feat: a chart"`, "") }},
		{"a commit that is a refactoring", observe.AskRefactor, func(k *talk) { edit(k); k.run(`git commit -am "refactor: the gauge"`, "") }},
		{"a commit that is a chore", observe.AskSmall, func(k *talk) { edit(k); k.run(`git commit -am "chore: the gauge"`, "") }},
		{"a commit that says so in words", observe.AskFix, func(k *talk) { edit(k); k.run(`git commit -am "Fix the gauge"`, "") }},
		{"a branch for a fix", observe.AskFix, func(k *talk) { edit(k); k.run("git checkout -b fix-the-gauge", "") }},
		{"a ticket of a fault", observe.AskFix, func(k *talk) { edit(k); k.run("gh issue view 12", "title:\tThe chart is broken") }},
		{"an agent that will fix", observe.AskFix, func(k *talk) { k.say("I'll fix the gauge."); edit(k) }},
		{"an agent that has added", observe.AskAdd, func(k *talk) { k.edit("gauge.go", 20).say("Add the chart to the page.") }},
		{"tasks to refactor", observe.AskRefactor, func(k *talk) {
			edit(k)
			k.call("Task", "refactor the gauge").back(transcript.Result{Outcome: transcript.Done})
		}},
		{"a file that is new", observe.AskAdd, func(k *talk) { edit(k); k.write("chart.go", 5) }},
		{"many lines", observe.AskAdd, func(k *talk) { k.edit("gauge.go", 200).say("Well.") }},
		{"few lines", observe.AskSmall, func(k *talk) { k.edit("gauge.go", 3).say("Well.") }},
		{"no code", observe.AskSmall, func(k *talk) { k.edit("notes.md", 20).say("Well.") }},
		{"lines that were moved", observe.AskRefactor, func(k *talk) {
			for i := range 30 {
				line := "func gauge" + strings.Repeat("x", i+1) + "() {"
				k.swap("a.go", line, "").swap("b.go", "", line)
			}
			k.say("Well.")
		}},
	} {
		q := with(c.talk)
		if q.weighed(c.kind) <= plain.weighed(c.kind) {
			t.Errorf("%s: weighs %v for it, %v without", c.why, q.weighed(c.kind), plain.weighed(c.kind))
		}
	}
	for prompt, kind := range map[string]observe.Sense{"fix the gauge of the harbour": observe.AskFix, "add a chart of the harbour": observe.AskAdd, "refactor the reader of the gauge": observe.AskRefactor, "rename the gauge of the harbour": observe.AskSmall, "the gauge is broken": observe.AskFix, "panic: gauge\ngoroutine 1 [running]:": observe.AskFix} {
		k := new(talk).ask(prompt)
		edit(k)
		if q := b.requestIn(k); q.weighed(kind) <= plain.weighed(kind) {
			t.Errorf("%q weighs %v, %v without", prompt, q.weighed(kind), plain.weighed(kind))
		}
	}
	k := new(talk).ask("go on with the harbour")
	k.recs[0].Branch = "bugfix/gauge"
	edit(k)
	if q := b.requestIn(k); q.weighed(observe.AskFix) <= plain.weighed(observe.AskFix) {
		t.Error("the branch on which it began says nothing")
	}
	if q := with(func(k *talk) { k.say("Well.") }); q.weighed(observe.AskSmall) != 0 || q.weighed(observe.AskAdd) != 0 || workShare(q) != 0 {
		t.Errorf("nothing was done, and it speaks for a small change with %v", q.weighed(observe.AskSmall))
	}
	complains := func(first string) float64 {
		k := new(talk).ask(first)
		edit(k)
		return b.requestIn(k).weighed(observe.AskFix)
	}
	if complains("that is wrong again, look at the gauge") <= complains("that is fine again, look at the gauge") {
		t.Error("a complaint speaks for no fix")
	}
	// What opens the work speaks once, though most was done for it; what came later and
	// led to most of the work speaks too.
	if q := b.requestIn(new(talk).ask("fix the depth").edit("a.go", 9).say("Done.")); q.workedSpeech().Words != 0 {
		t.Errorf("the first prompt speaks twice: %q", q.workedSpeech().Text)
	}
	if q := b.requestIn(new(talk).ask("fix the depth").edit("a.go", 1).say("Done.").ask("refactor the chart").edit("b.go", 50).say("Done.")); q.workedSpeech().Text != "refactor the chart" || q.weighed(observe.AskRefactor) < 1 {
		t.Errorf("what most was done for is %q", q.workedSpeech().Text)
	}
	for want, list := range map[bool][]string{true: {"what is a gauge?"}, false: {"look at the gauge", "look at the pier", "what is a gauge?"}} {
		k := new(talk)
		for _, p := range list {
			k.ask(p).say("A pole.")
		}
		if b.requestIn(k).questions() != want {
			t.Errorf("%q are questions: %v", list, !want)
		}
	}
	if got := workShare(b.requestIn(new(talk).ask("fix the depth").edit("a.go", 29).say("Done.").ask("and the width").edit("b.go", 9).say("Done."))); got != 0.75 {
		t.Errorf("three quarters of the lines are %v of the work", got)
	}
}
