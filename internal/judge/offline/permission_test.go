package offline

import (
	"testing"

	"prism/internal/fact"
	"prism/internal/judge"
)

// TestPermission: who lets the agent go on takes nothing as good, and what breaks off is no
// step beyond the work.
func TestPermission(t *testing.T) {
	b := newBench(t)
	accepted := func(v fact.Verdict) bool {
		for _, x := range v.Criteria {
			if x.Name == judge.CriterionAccepted {
				return x.Met
			}
		}
		return false
	}
	built := func() *talk {
		return new(talk).Ask("Build a page of the tides with a table and a chart").Write("tides.js", 80)
	}
	more := func(k *talk) *talk {
		return k.Write("chart.js", 60).Say("The chart is in place.").Ask("and a legend").Failure("You're out of extra usage")
	}
	for _, c := range []struct {
		answer, word string
		want         bool
	}{
		{"The table is created. Do you want me to continue with the chart?", "yes continue", false},
		{"Created the table! Shall I go on with the chart?", "continue", false},
		{"Les jetons sont créés ! Voulez-vous que je continue ?", "oui continue", false},
		{"Die Tabelle ist fertig. Soll ich mit dem Diagramm weitermachen?", "ja, mach weiter", false},
		{"La tabla está creada. ¿Quieres que continúe?", "sí, continúa", false},
		{"The table is done. Shall I go on with the chart?", "looks great, continue", true},
		{"The table is done. Shall I go on with the chart?", "perfect, go on please", true},
		{"The table is done.", "perfect, thanks", true},
	} {
		v := b.verdict(more(built().Say(c.answer).Ask(c.word)))
		if accepted(v) != c.want {
			t.Errorf("%q, %q: accepted %v", c.answer, c.word, !c.want)
		}
	}
	for _, ask := range []string{"now add a csv export of the table and of the chart", "add a dark theme, too"} {
		if v := b.verdict(built().Say("The page is done.").Ask(ask).Edit("tides.js", 6).Call("Edit", "theme.js")); accepted(v) {
			t.Errorf("%q breaks off: %s", ask, explain(v))
		}
		if v := b.verdict(built().Say("The page is done.").Ask(ask).Edit("tides.js", 6).Say("Added.")); !accepted(v) {
			t.Errorf("%q was done: %s", ask, explain(v))
		}
	}
}
