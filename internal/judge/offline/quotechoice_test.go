package offline

import (
	"strings"
	"testing"

	"prism/internal/fact"
	"prism/internal/judge"
)

// TestTheQuoteOfACriterion: which words stand behind a criterion, and where none do.
func TestTheQuoteOfACriterion(t *testing.T) {
	b := newBench(t)
	const crates = "running 168 tests\ntest result: ok. 168 passed; 0 failed\nrunning 5 tests\ntest result: ok. 5 passed; 0 failed"
	fix := func() *talk { return new(talk).Ask("Fix the tide clock: it shows the tides of yesterday") }
	add := func() *talk { return new(talk).Ask("Add an export of the tides as CSV to the harbour page") }
	plan := func() *talk { return new(talk).Ask("Plan the move of the tide tables to the new store") }
	for name, c := range map[string]struct {
		talk   *talk
		intent fact.Intent
		on     string
		met    bool
		quote  string
	}{
		"the part of a run that counts most":     {fix().Edit("clock.rs", 4).Run("cargo test", crates).Say("Fixed."), fact.BugFix, judge.CriterionVerified, true, "test result: ok. 168 passed; 0 failed"},
		"the line that counts":                   {fix().Edit("clock.js", 4).Run("node test.js && npm test", "Results: 42 passed\nAll tests passed!").Say("Fixed."), fact.BugFix, judge.CriterionVerified, true, "Results: 42 passed"},
		"the command of a run that says nothing": {add().Edit("export.js", 30).Run("node export.js", "Connecting to the store...").Say("Exported."), fact.Feature, judge.CriterionTested, true, ""},
		"what failed":                            {fix().Edit("clock.js", 4).Fails("node --test", "# tests 4\n# pass 2\n# fail 2").Say("Two are left."), fact.BugFix, judge.CriterionVerified, false, "# fail 2"},
		"what failed and failed no longer": {fix().Edit("clock.js", 4).Write("Test.js", 30).Run("node Test.js", "Results: 40/40 passed").Say("Fixed.").Ask("This still doesn't work.").
			Edit("clock.js", 4).Fails("node Test.js", "2 failures:\n  low water\nResults: 40/42 passed").Swap("Test.js", "a line of some weight", "another").Run("node Test.js", "Results: 42/42 passed").Say("All of them pass."), fact.BugFix, judge.CriterionVerified, false, ""},
		"what mended it after all": {fix().Swap("clock.go", "", "func readTides(day Day) Tides {").Say("Fixed.").Ask("it still doesn't work, it shows the tides of yesterday").
			Swap("clock.go", "", "day = time.Now().In(harbour)\nday = day.Truncate(hours)").Say("Fixed."), fact.BugFix, judge.CriterionFix, true, "+ day = time.Now().In(harbour)"},
		"not what serves the tests alone":               {add().Swap("/src/harbourtest/tides.go", "", "func ExportTidesAsCSV(harbour Page) string {").Swap("/src/harbour/page.go", "", "func writeRows(w io.Writer) error {").Say("Added."), fact.Feature, judge.CriterionBuilt, true, "+ func writeRows(w io.Writer) error {"},
		"no tag that only sets out the page":            {add().Swap("page.tsx", "", "<div className=\"export tides harbour page\">\n<Export rows={rows} label={label} />").Say("Added."), fact.Feature, judge.CriterionBuilt, true, "+ <Export rows={rows} label={label} />"},
		"the function that was named":                   {new(talk).Ask("Rewrite renderTideRows so that the harbour page does not flicker").Swap("page.ts", "", "export function keepHarbourPage(page: HarbourPage) {").Swap("rows.ts", "", "export function renderTideRows(rows: Row[]) {").Say("Done."), fact.Feature, judge.CriterionBuilt, true, "+ export function renderTideRows(rows: Row[]) {"},
		"git's line before one of several commands":     {new(talk).Ask("Bump the parser to 2.1 and commit it").Run("cp deps.lock /tmp/deps.lock.bak; pkg tidy", "").Run("pkg get parser@2.1", "").Run("git commit -am 'Bump the parser to 2.1'", "[main 1a2b3c4] Bump the parser to 2.1").Say("Committed."), fact.SmallChange, judge.CriterionApplied, true, "[main 1a2b3c4] Bump the parser to 2.1"},
		"the message of a commit that git is silent on": {new(talk).Ask("commit and push all of it").Run("git add -A && git commit -q -m \"$(cat <<'EOF'\nRemove the old tide tables\n\nNobody reads them.\nEOF\n)\"", "ok 3 files changed, 9 deletions(-)").Run("git push", "1a2b3c4..5d6e7f8  main -> main").Say("Committed and pushed."), fact.SmallChange, judge.CriterionApplied, true, "Remove the old tide tables"},
		"leave to go on takes nothing as good":          {add().Edit("export.js", 12).Say("The rows are done! The header and the footer will take a while. Shall I go on with both?").Ask("yes, go on").Edit("header.js", 14).Say("I am at the footer."), fact.Feature, judge.CriterionAccepted, false, ""},
		"yes to what was only talked about":             {add().Edit("export.js", 12).Say("Added.").Ask("should the footer have a file of its own?").Say("I would keep it in one file. Do you agree?").Ask("i agree").Edit("footer.js", 9).Say("It is in one file."), fact.Feature, judge.CriterionAccepted, false, ""},
		"a yes to work that is shown":                   {add().Edit("export.js", 12).Say("Added: the page has a button now. Does that look right?").Ask("yes, perfect"), fact.Feature, judge.CriterionAccepted, true, "yes, perfect"},
		"the order in which the record breaks off":      {add().Edit("export.js", 40).Run("npm test", jestGreen).Say("Added.").Ask("now add a chart of the tides below it").Edit("chart.js", 9).Call("Bash", "npm start"), fact.Feature, judge.CriterionAccepted, false, ""},
		"a word of progress is no plan":                 {plan().Read("store.go").Say("## Plan for the move\n\nThe move of the tide tables takes three steps, and none of them stops the clock.\n\n1. Copy\n2. Compare\n3. Switch").Ask("1").Say("Spec review passed. Now code quality review.").Call("Task", "Code quality review"), fact.Plan, judge.CriterionPlanGiven, true, "The move of the tide tables takes three steps, and none of them stops the clock."},
		"a heading of what was laid out":                {plan().Say("Good question - let me clarify.\n\n## Where the tables live\nIn one file per harbour, and each of them is read by the clock at noon and at midnight, as long as the harbour is open and the clock is wound up.\n\n## How they move\nOne harbour after the other, the smallest first, each of them with a copy that stays until the clock has read it twice."), fact.Plan, judge.CriterionPlanGiven, true, "## Where the tables live"},
		"what only leads to the answer":                 {new(talk).Ask("which tides does the clock know?").Say("I will go through all the tides that the clock knows.\n\n## Spring tides\n- twice a month\n- after the new moon\n- blue\n\n## Neap tides\n- twice a month\n- after the half moon\n- blue, from noon on, wherever the clock hangs"), fact.Question, judge.CriterionAnswered, true, ""},
		"a yes before a heading":                        {new(talk).Ask("does the clock know neap tides?").Say("Yes, it knows them since spring.\n\n## Neap tides\nThey come twice a month, after the half moon, and the clock shows them in blue from noon on, wherever it hangs."), fact.Question, judge.CriterionAnswered, true, "Yes, it knows them since spring."},
		"an answer that is taken back":                  {new(talk).Ask("how do I read the tides of today?").Say("For the tides of today the command `tides --today` is mostly named. But the clock has no such command, and you can only read them at the harbour."), fact.Question, judge.CriterionAnswered, true, "For the tides of today the command `tides --today` is mostly named. But the clock has no such command, and you can only read them at the harbour."},
		"no running words of a program":                 {add().Swap("export.go", "", "Export writes the tides of the harbour page as CSV\nwriter.Write(header, rows)").Say("Added."), fact.Feature, judge.CriterionBuilt, true, "+ writer.Write(header, rows)"},
		"no item that only got another number":          {new(talk).Ask("Say in the guide that the tides come as CSV").Swap("guide.md", "1. Open the harbour page\n2. Read the tides of the harbour in the guide", "1. Open the harbour page\n2. Ask for a file of rows\n3. Read the tides of the harbour in the guide").Say("It says so."), fact.SmallChange, judge.CriterionApplied, true, "+ 2. Ask for a file of rows"},
		"an end before the first of several":            {add().Edit("export.js", 12).Say("All pass.\n\nI added:\n- a button for the tides of the harbour page\n- a file with all rows of it"), fact.Feature, judge.CriterionFinished, true, "All pass."},
	} {
		got := b.as(c.talk, c.intent)[c.on]
		said := strings.Join(strings.Fields(quoteText(got.Quote)), " ")
		if got.Met != c.met || said != c.quote {
			t.Errorf("%s: %s met %t by %q, want %t by %q", name, c.on, got.Met, said, c.met, c.quote)
		}
	}
}

// TestTheTitleNamesTheLine: of several lines that were asked for the page quotes the one that
// its title names; and to judge a case again changes nothing.
func TestTheTitleNamesTheLine(t *testing.T) {
	b := newBench(t)
	k := new(talk).Ask("what does the harbour page read?").Say("The tides.").Ask("please add a legend to the harbour page").
		Swap("page.ts", "", "const tides = readTides(harbour, page)\nlegend.show(box)").Say("It is on the page.")
	c := b.j.Read(k.Draft())
	for range 2 {
		op := b.j.Opinion(c)
		for _, x := range op.Criteria {
			if x.Name == judge.CriterionBuilt && (!strings.Contains(op.Title, "legend") || quoteText(x.Quote) != "+ legend.show(box)") {
				t.Errorf("%q is shown by %q", op.Title, quoteText(x.Quote))
			}
		}
	}
}
