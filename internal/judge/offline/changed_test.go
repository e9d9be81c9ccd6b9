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
		"code that every line of speaks of less":          {new(talk).Ask("Add a legend for the tide to the tide page").Swap("tide.ts", "", "/* the legend of the tide page */\n{/* legend, tide, page */}\npanel.append(box)").Say("The legend is on the tide page."), "+ panel.append(box)"},
		"not the comment at its end":                      {new(talk).Ask("Add a legend to the tide page").Swap("tide.ts", "", "panel.width = 3; // so that the legend of the tide page fits\nlegend.show(panel, width)").Say("It is there."), "+ legend.show(panel, width)"},
		"no value that is thrown away":                    {new(talk).Ask("Add a legend to the tide page").Swap("tide.go", "", "_, _ = legend, tide\npanel.Append(box)").Say("It is there."), "+ panel.Append(box)"},
		"what went where most was taken out":              {new(talk).Ask("Remove the legend from the tide page").Swap("tide.ts", "renderLegend(panel)\nlegend.show(page, tide)\nlegend.hide()\npanel.resize()\npanel.fold()\npanel.close()\npanel.open()", "panel.fit(width)").Say("It is gone."), "- legend.show(page, tide)"},
		"what took the place of much":                     {new(talk).Ask("The legend shall say: high tide at noon").Swap("legend.txt", "one line\ntwo lines\nthree lines\nfour lines\nfive lines", "high tide at noon").Say("It says that now."), "+ high tide at noon"},
		"the entry of a file of no language":              {new(talk).Ask("Create MOORINGS with the pier guard for all").Swap("MOORINGS", "", "# pier guard for all the boats\n* @pier/guard").Say("It is there."), "+ * @pier/guard"},
		"not what was put back":                           {new(talk).Ask("Remove the legend").Swap("tide.ts", "renderLegend(panel)\nlegend.show(page, tide)\nlegend.hide()\npanel.fold()\npanel.open()", "").Ask("keep the one that shows it").Swap("tide.ts", "", "legend.show(page, tide)").Say("It is back."), "+ legend.show(page, tide)"},
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
