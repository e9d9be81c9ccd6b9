package offline

import (
	"testing"

	"prism/internal/fact"
	"prism/internal/judge"
)

// TestTheLineThatShowsAChange: of what was changed and still stands, the line that is of what
// was asked for.
func TestTheLineThatShowsAChange(t *testing.T) {
	b := newBench(t)
	const noisy = "const palette = buildPalette(theme)\nwindow.scrollTo(top)\n"
	for name, c := range map[string]struct {
		talk *talk
		want string
	}{
		"the word that was asked for, not the first line": {new(talk).Ask("Add a legend to the tide page").Swap("tide.ts", "", noisy+"renderLegend(panel)\nwindow.resize(width)").Say("It is there."), "+ renderLegend(panel)"},
		"what the agent calls it":                         {new(talk).Ask("Die Seite soll auch nachts lesbar sein").Swap("tide.ts", "", noisy+"enableDarkMode(panel)\nwindow.resize(width)").Say("Die Seite hat jetzt `enableDarkMode`."), "+ enableDarkMode(panel)"},
		"what still stands":                               {new(talk).Ask("Add a legend to the tide page").Swap("tide.ts", "", "renderLegend(panel)\nlegend.show(page, tide)").Ask("not as a panel").Swap("tide.ts", "renderLegend(panel)\nlegend.show(page, tide)", "appendLegend(footer)").Say("It is in the footer."), "+ appendLegend(footer)"},
		"code before what a comment says of it":           {new(talk).Ask("Add a legend to the tide page").Swap("tide.ts", "", "// add the legend to the tide page\nrenderLegend(panel)").Say("It is there."), "+ renderLegend(panel)"},
		"no import, whatever it names":                    {new(talk).Ask("Add a legend to the tide page").Swap("tide.ts", "", "import { legend, tide, page } from './legend'\nrenderLegend(panel)").Say("It is there."), "+ renderLegend(panel)"},
		"what was put in before what was taken out":       {new(talk).Ask("Add a legend to the tide page").Swap("old.ts", "page.add(legend, tide)", "").Swap("tide.ts", "", "panel.append(box)").Say("It is there."), "+ panel.append(box)"},
		"a heading of a document":                         {new(talk).Ask("Describe the legend in the guide").Swap("guide.md", "", "Some words that stand before.\n## The legend\nIt has two columns.").Say("It is described."), "+ ## The legend"},
		"nothing of it asked for":                         {new(talk).Ask("Make it nicer").Swap("tide.ts", "", noisy).Say("OK."), "+ const palette = buildPalette(theme)"},
	} {
		got := b.as(c.talk, fact.SmallChange)[judge.CriterionApplied]
		if !got.Met || quoteText(got.Quote) != c.want {
			t.Errorf("%s: met %t by %q, want %q", name, got.Met, quoteText(got.Quote), c.want)
		}
	}
}

// TestWhatShowsAChangeIsBounded: of a very long session only the last edits are weighed.
func TestWhatShowsAChangeIsBounded(t *testing.T) {
	b := newBench(t)
	k := new(talk).Ask("Add a legend to the tide page").Swap("tide.ts", "", "renderLegend(panel)")
	for range 1000 {
		k.Swap("page.ts", "", "window.resize(width)")
	}
	got := b.as(k.Say("It is there."), fact.SmallChange)[judge.CriterionApplied]
	if !got.Met || quoteText(got.Quote) != "+ window.resize(width)" {
		t.Errorf("met %t by %q", got.Met, quoteText(got.Quote))
	}
}
