package offline

import (
	"strings"
	"testing"

	"prism/internal/fact"
	"prism/internal/judge"
)

// TestProofsComeAfter: what is shown to be good was there before it was shown.
func TestProofsComeAfter(t *testing.T) {
	b := newBench(t)
	const green = "ok  \tapp/tides\t0.031s"
	fix := func() *talk {
		return new(talk).Ask("the tide table is broken for leap days, fix it").Edit("tides/leap.go", 20).Run("go test ./tides", green).Say("Fixed.")
	}
	built := func() *talk {
		return new(talk).Ask("add a chart of tides to the page, with tests").Edit("tides/chart.go", 60).Say("Added the chart.")
	}
	for name, c := range map[string]struct {
		talk   *talk
		intent fact.Intent
		shown  string // the criterion that quotes the change
		file   string // of which its line is
	}{
		"a last touch after the test":        {fix().Ask("and name the variable better").Edit("tides/name.go", 1).Say("Renamed."), fact.BugFix, judge.CriterionFix, "leap.go"},
		"another change after praise":        {built().Ask("perfect, that is good. Make the labels blue").Edit("tides/labels.go", 3).Say("Done."), fact.Feature, judge.CriterionBuilt, "chart.go"},
		"nothing that shows it":              {built(), fact.Feature, judge.CriterionBuilt, "chart.go"},
		"the test in the turn of the change": {fix(), fact.BugFix, judge.CriterionFix, "leap.go"},
	} {
		if x := b.as(c.talk, c.intent)[c.shown]; !x.Met || x.Quote == nil || !strings.Contains(x.Quote.Text, c.file) {
			t.Errorf("%s: %v %q, want a line of %s", name, x.Met, quoteText(x.Quote), c.file)
		}
	}
}

// TestWhatIsNoProof: what stands before the work, asks for it, or only acknowledges.
func TestWhatIsNoProof(t *testing.T) {
	b := newBench(t)
	const green = "ok  \tapp/tides\t0.031s"
	for name, c := range map[string]struct {
		talk   *talk
		intent fact.Intent
		name   string
		met    bool
	}{
		"the record stops in what was asked after the test": {new(talk).Ask("the tide table is broken for leap days, fix it").Edit("tides/leap.go", 60).Run("go test ./tides", green).Say("Fixed.").
			Ask("and the reader drops the last column, fix that").Edit("tides/read.go", 2), fact.BugFix, judge.CriterionVerified, false},
		"the test after it": {new(talk).Ask("the tide table is broken for leap days, fix it").Edit("tides/leap.go", 60).Say("Fixed.").
			Ask("and the reader drops the last column, fix that").Edit("tides/read.go", 2).Run("go test ./tides", green), fact.BugFix, judge.CriterionVerified, true},
		"a reload that was acknowledged": {new(talk).Ask("the panel is not blurred, fix it").Edit("panel/style.css", 9).Run("panelctl apply", "Style reload success: true").Say("It is blurred now."), fact.BugFix, judge.CriterionVerified, false},
		"words before most of the work": {new(talk).Ask("let us think about a chart of tides").Edit("docs/chart.md", 1).Say("I wrote the idea down.").
			Ask("yes, good").Edit("tides/chart.go", 400).Edit("tides/axis.go", 300).Edit("tides/page.go", 200).Edit("tides/zoom.go", 200).Say("Added."), fact.Feature, judge.CriterionAccepted, false},
		"words after it": {new(talk).Ask("add a chart of tides").Edit("tides/chart.go", 400).Say("Added the chart.").
			Ask("perfect, that is good").Say("Glad to hear it."), fact.Feature, judge.CriterionAccepted, true},
		"a request for most of it": {new(talk).Ask("rename the reader").Edit("tides/read.go", 1).Say("Renamed.").
			Ask("add a chart of tides with axes and zoom to the page").Edit("tides/chart.go", 400).Edit("tides/axis.go", 300).Edit("tides/page.go", 200).Say("Added."), fact.Feature, judge.CriterionAccepted, false},
		"a request for a little more": {new(talk).Ask("add a chart of tides with axes and zoom to the page").Edit("tides/chart.go", 400).Edit("tides/axis.go", 300).Edit("tides/page.go", 200).Say("Added.").
			Ask("add a legend below the chart").Edit("tides/legend.go", 9).Say("Added."), fact.Feature, judge.CriterionAccepted, true},
		"on with what is not finished": {new(talk).Ask("add a chart of tides").Edit("tides/chart.go", 40).Say("Next comes the axis of the chart.").
			Ask("yes continue").Edit("tides/axis.go", 30).Say("The axis comes next."), fact.Feature, judge.CriterionAccepted, false},
	} {
		if x := b.as(c.talk, c.intent)[c.name]; x.Met != c.met {
			t.Errorf("%s: %s is %v by %q", name, c.name, x.Met, quoteText(x.Quote))
		}
	}
}

// TestPraiseWithItsBut: praise is quoted with what takes it back.
func TestPraiseWithItsBut(t *testing.T) {
	b := newBench(t)
	for prompt, want := range map[string]string{
		"So, nice.\nBut I want other colours.":         "So, nice.\nBut I want other colours.",
		"So, nice.\n\nBut I want other colours. Blue.": "So, nice.\n\nBut I want other colours.",
		"So, nice.\nButton labels come next.":          "So, nice.",
		"So, nice.":                                    "So, nice.",
	} {
		v := b.viewOf(new(talk).Ask("add a chart of tides").Edit("tides/chart.go", 40).Say("Added the chart.").Ask(prompt).Say("Fine."), fact.Feature)
		if got := quoteText(wordQuote(v)); got != want {
			t.Errorf("%q: quoted %q, want %q", prompt, got, want)
		}
	}
}
