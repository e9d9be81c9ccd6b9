package offline

import (
	"strings"
	"testing"

	"prism/internal/fact"
	"prism/internal/judge"
)

// TestPackageThatWasChanged: of the packages that a test run names, the one in which most was
// changed is quoted, before one that the change did not touch and before one that was cached.
func TestPackageThatWasChanged(t *testing.T) {
	b := newBench(t)
	const (
		first  = "ok  \tquay.example/quay/tide\t0.210s\n"
		second = "ok  \tquay.example/quay/ferry\t0.120s\n"
		third  = "ok  \tquay.example/quay/light\t"
	)
	ask := func() *talk { return new(talk).Ask("The harbour shows tides an hour late, fix that") }
	for name, c := range map[string]struct {
		talk *talk
		want string
	}{
		"the changed one, not the last":        {ask().Edit("/home/mara/quay/tide/hour.go", 9).Run("go test ./...", first+second+third+"0.300s"), "quay/tide"},
		"the changed one, though it was known": {ask().Edit("/home/mara/quay/light/lamp.go", 9).Run("go test ./...", first+second+third+"(cached)"), "quay/light"},
		"most of the change":                   {ask().Edit("/home/mara/quay/tide/hour.go", 2).Edit("/home/mara/quay/ferry/line.go", 30).Run("go test ./...", first+second+third+"0.300s"), "quay/ferry"},
		"of two changed the one that ran":      {ask().Edit("/home/mara/quay/tide/hour.go", 2).Edit("/home/mara/quay/light/lamp.go", 30).Run("go test ./...", first+second+third+"(cached)"), "quay/tide"},
		"one that ran before the surer one":    {ask().Edit("/home/mara/quay/tide/hour.go", 2).Edit("/home/mara/boats/light/lamp.go", 30).Run("go test ./...", "ok  \tquay.example/quay/tide\t(cached)\n"+third+"0.300s"), "quay/light\t0.300s"},
		"the run behind a cached line":         {ask().Edit("/home/mara/quay/tide/hour.go", 9).Run("go test ./tide", first).Run("go test ./...", "ok  \tquay.example/quay/tide\t(cached)\n"+"ok  \tquay.example/quay/ferry\t(cached)\n"), "quay/tide\t0.210s"},
		"no run since the change":              {ask().Edit("/home/mara/quay/tide/hour.go", 2).Run("go test ./tide", first).Edit("/home/mara/quay/tide/hour.go", 9).Run("go test ./...", "ok  \tquay.example/quay/tide\t(cached)\n"+"ok  \tquay.example/quay/ferry\t(cached)\n"), "quay/tide\t(cached)"},
		"none of them: the last that ran":      {ask().Edit("/home/mara/quay/go.mod", 1).Run("go test ./...", first+third+"(cached)"), "quay/tide"},
	} {
		x := b.as(c.talk.Say("The tides are on time now."), fact.BugFix)[judge.CriterionVerified]
		if !x.Met || !strings.Contains(quoteText(x.Quote), c.want) {
			t.Errorf("%s: %v %q, want %s", name, x.Met, quoteText(x.Quote), c.want)
		}
	}
}

// TestAnswersThatOpenOnTheirEnd: where an answer opens on a short sentence that says of all of
// it that it came to an end, that shows the end; where the record ends on a commit, what git
// said of it does, and its command never.
func TestAnswersThatOpenOnTheirEnd(t *testing.T) {
	b := newBench(t)
	said := func(answer string) *talk {
		return new(talk).Ask("The harbour shows tides an hour late, fix that").Edit("hour.go", 9).Run("go test ./...", goGreen).Say(answer)
	}
	const table = "\n\n| what | where |\n|---|---|\n| hour | hour.go |\n"
	for answer, want := range map[string]string{
		"All clean. The hour stood in line 9 of `hour.go`, where the zone is left out." + table: "All clean.",
		"All 7 pass. Nothing else to do here.":                                                  "All 7 pass.",
		"All 4 comments addressed:" + table:                                                     "All 4 comments addressed",
		"Commit succeeded — the hook passed all checks. Commit: `3478dc9`.":                     "Commit succeeded",
		"**All green.** Here's a summary:" + table:                                              "All green",
		"All clean. Here's what changed:\n\n**`hour.go`**: the zone is added to the hour that is read, and tested.\n\n**`tide.go`**: likewise.": "All clean.",
		"I changed two files and tested them.\n\n1. Added the zone to the hour that is read from the table.\n2. Added a test of it.":            "I changed two files",
		"Alle Befunde behoben:" + table:                         "Alle Befunde behoben",
		"All of them should pass once the zone is set:" + table: "",
		"All but two pass:" + table:                             "",
		"Not all comments are addressed:" + table:               "",
		"All harbours are listed here:" + table:                 "",
	} {
		q := quoteText(b.as(said(answer), fact.BugFix)[judge.CriterionFinished].Quote)
		if want != "" && !strings.Contains(q, want) || want == "" && q != "" && !strings.Contains(q, "ok") {
			t.Errorf("%.40q: %q, want %q", answer, q, want)
		}
	}
	commit := func() *talk {
		return new(talk).Ask("Fix the hour and commit it").Edit("hour.go", 9).Run("go test ./...", goGreen)
	}
	for name, c := range map[string]struct {
		talk *talk
		want string
	}{
		"what git said":     {commit().Run("git add -A && git commit -m 'tides on time'", "[main 1a2b3c4] tides on time\n 1 file changed"), "[main 1a2b3c4] tides on time"},
		"what is behind it": {commit().Call("Bash", "go test ./... && git add -A && git commit -q -m 'tides on time'"), "ok  \tshop/invoice\t0.10s"},
	} {
		if q := quoteText(b.as(c.talk, fact.BugFix)[judge.CriterionFinished].Quote); q != c.want {
			t.Errorf("%s: %q, want %q", name, q, c.want)
		}
	}
}

// TestCauseUnderItsLabel: a cause that an answer opens on is the conclusion, whatever was
// said beside it later.
func TestCauseUnderItsLabel(t *testing.T) {
	b := newBench(t)
	const cause = "Root cause: the ferry table is read once at the start, so changes of the day never show."
	const more = " The reader holds a copy in memory. Nothing tells it that the file on the pier was written anew, and the clock that should is never started by the service."
	ask := func() *talk {
		return new(talk).Ask("Find out why the board shows yesterday's ferries, don't change anything").Read("board.go")
	}
	for name, c := range map[string]struct {
		talk *talk
		want string
	}{
		"then thanks":              {ask().Say(cause + more).Ask("ah, that explains it").Say("Starting the clock by hand shows today's ferries at once, until the service ends."), cause},
		"then a text of it":        {ask().Say(cause + more).Ask("write two sentences for the team").Say("Since Monday the board reads the ferry table only once, at the start of the service. It shows whatever was true then."), cause},
		"in bold":                  {ask().Say("**Root cause:** the ferry table is read once at the start." + more), "**Root cause:** the ferry table is read once at the start."},
		"found wrong and done":     {ask().Say(cause+more).Ask("start the clock then").Edit("board.go", 3).Say("The clock starts with the service."), ""},
		"the words without a mark": {ask().Say("The board is slow." + more), ""},
	} {
		got := quoteText(b.as(c.talk, fact.Investigation)[judge.CriterionConclusion].Quote)
		if c.want != "" && got != c.want || c.want == "" && strings.Contains(got, "Root cause") {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestQuestionsAreNoPlan: an answer that has the person choose delivers no plan, and what was
// chosen accepts none.
func TestQuestionsAreNoPlan(t *testing.T) {
	b := newBench(t)
	options := "\n\n| Option | What |\n|---|---|\n| A | at the pier |\n| B | on board |\n\nI recommend A because:\n- it is near\n- it is dry\n- it is cheap\n\nWhich do you prefer?"
	asks := func() *talk {
		return new(talk).Ask("brainstorm a plan for selling tickets").Read("tickets.go").
			Say("I have looked at the code.\n\n**First question:** where are they sold?" + options).
			Ask("A. is fine").Say("**Next question:** who sells them?" + options)
	}
	x := b.as(asks().Ask("B. is fine").Say("**Next question:** at what price?"+options), fact.Plan)
	if x[judge.CriterionPlanGiven].Met || x[judge.CriterionPlanTaken].Met {
		t.Errorf("questions alone: delivered %v by %q, accepted %v by %q", x[judge.CriterionPlanGiven].Met, quoteText(x[judge.CriterionPlanGiven].Quote), x[judge.CriterionPlanTaken].Met, quoteText(x[judge.CriterionPlanTaken].Quote))
	}
	x = b.as(asks().Ask("B. is fine").Say("## Plan\n\n1. Sell tickets at the pier\n2. Let the crew check them\n3. Count them at night\n\nDoes this look right?").Ask("yes, looks good").Say("I will begin tomorrow."), fact.Plan)
	if !x[judge.CriterionPlanGiven].Met || !x[judge.CriterionPlanTaken].Met {
		t.Errorf("a plan after the questions: %+v", x)
	}
}

// TestDroppedIsNotBuilt: the first part of a feature that was dropped is not what was asked for.
func TestDroppedIsNotBuilt(t *testing.T) {
	b := newBench(t)
	start := func() *talk {
		return new(talk).Ask("Add reviews of ferries: the type, the route and the page").Edit("review.ts", 20).Say("The type is in review.ts. Next would be the route.")
	}
	for name, c := range map[string]struct {
		talk *talk
		want bool
	}{
		"dropped":    {start().Ask("never mind, we skip reviews until January").Say("Understood."), false},
		"carried on": {start().Ask("go on with the route").Edit("route.ts", 20).Say("The route is there."), true},
	} {
		if x, found := b.as(c.talk, fact.Feature)[judge.CriterionBuilt]; !found || x.Met != c.want {
			t.Errorf("%s: built %v (told %v) by %q", name, x.Met, found, quoteText(x.Quote))
		}
	}
}

// TestEndIsNoConfession: what the agent says is not done is not quoted as the end of the work.
func TestEndIsNoConfession(t *testing.T) {
	b := newBench(t)
	x := b.as(fixAsked().Edit("depth.go", 7).Say("The depth could be read twice while the lead was still falling. It is now ignored while busy. I have not run anything; you may want to try it on board."), fact.BugFix)[judge.CriterionFinished]
	if !x.Met || strings.Contains(quoteText(x.Quote), "not run") {
		t.Errorf("finished %v, shown by %q", x.Met, quoteText(x.Quote))
	}
}

// TestWhatIsShownStays: who forbids to change what is shown wants another form of the same.
func TestWhatIsShownStays(t *testing.T) {
	b := newBench(t)
	for _, last := range []string{"Don't change what is shown.", "Do not change what it prints.", "Don't change what they return."} {
		v := b.verdict(new(talk).Ask("Pull the formatting of fares into one function: fare.go, board.go and till.go each do it on their own. "+last).Edit("fare.go", 9).Edit("board.go", 2).Edit("till.go", 2).Run("go test ./...", goGreen).Say("All three use one function now."))
		if v.Intent != fact.Refactor {
			t.Errorf("%s: %s", last, v.Intent)
		}
	}
}

// TestQuotesCarryTheirMatter: what orders a delivery, shows an end, an answer or what put a
// complaint right is quoted by the words that do, or by none.
func TestQuotesCarryTheirMatter(t *testing.T) {
	b := newBench(t)
	change := func() *talk { return fixAsked().Edit("depth.go", 7).Run("go test ./...", goGreen) }
	for _, c := range []struct {
		why       string
		talk      *talk
		intent    fact.Intent
		criterion string
		want, not string
	}{
		{"the order and not what is broken", change().Say("Fixed.").Ask("commit and push").Run("git commit -am depth && git push", "[main 1a2b3c4] Read the depth once").Say("Pushed.").Ask("hmm, the amend has broken our trailers :(\n\ncan we amend again and re-add the trailer?").Run("git commit --amend --no-edit", "[main 2a2b3c4] Read the depth once").Say("Amended."), fact.Feature, judge.CriterionAccepted, "amend again", "broken"},
		{"no head of a table", change().Say("All green. Here's what was fixed:\n\n| # | Fix | File |\n|---|---|---|\n| 1 | the depth | depth.go |"), fact.BugFix, judge.CriterionFinished, "", "| Fix"},
		{"the command that answers", new(talk).Ask("what is the command to list the moorings?").Say("```\nharbour moorings --all\n```\nCheck the pier: `harbour pier`."), fact.Question, judge.CriterionAnswered, "harbour moorings --all", ""},
		{"that it builds puts nothing right", fixAsked().Edit("depth.ts", 7).Say("Fixed.").Ask("the page is working but the depth is not loaded and the tide doesn't show in the list").Edit("depth.ts", 4).Run("npm run build", "built in 3.1s\nBUILD SUCCESSFUL").Say("The depth shows once."), fact.BugFix, judge.CriterionNoFailure, "", "BUILD"},
	} {
		x := b.as(c.talk, c.intent)[c.criterion]
		if got := quoteText(x.Quote); !strings.Contains(got, c.want) || c.not != "" && strings.Contains(got, c.not) {
			t.Errorf("%s: met %v by %q, want %q", c.why, x.Met, got, c.want)
		}
	}
}
