package offline

import (
	"testing"

	"prism/internal/fact"
)

// A short answer that opens on the cause states a conclusion, whatever its language;
// one that opens on anything else, or leaves the cause open, does not.
func TestCauseInFewWords(t *testing.T) {
	b := newBench(t)
	for say, want := range map[string]bool{
		"The cause: the lock is never released.":                true,
		"Reason: both jobs write the same row.":                 true,
		"It comes from the retry, which sends twice.":           true,
		"Die Ursache: die Sperre wird nie freigegeben.":         true,
		"Es liegt am Index, der auf lines.day fehlt.":           true,
		"Ça vient du verrou qui reste pris.":                    true,
		"El motivo: dos tareas escriben la misma fila.":         true,
		"Dipende dal lock, che non viene mai rilasciato.":       true,
		"Причина: две задачи пишут одну строку.":                true,
		"Nedeni: iki görev aynı satırı yazıyor.":                true,
		"原因は二つのジョブが同じ行を書くことです。":                                 true,
		"原因是两个任务写同一行。":                                          true,
		"원인은 두 작업이 같은 행을 쓰는 것입니다.":                              true,
		"I read the lock and both jobs.":                        false,
		"The cause: I could not find it.":                       false,
		"Could the cause be the lock? It comes from the retry?": false,
	} {
		k := new(talk).Ask("Find out why the nightly job takes so long. Change nothing.").Read("job.go").Say(say).Ask("I see, thanks").Say("Sure.")
		v := b.viewOf(k, fact.Investigation)
		q := causeQuote(&v.Session.Turns[0])
		if (q != nil) != want {
			t.Errorf("%q: names a cause %v, want %v", say, q != nil, want)
		}
	}
}

// The intent that was stated stays, however few lines came of it.
func TestIntentIsStated(t *testing.T) {
	b := newBench(t)
	for ask, want := range map[string]fact.Intent{
		"the chart never reaches the last day. pls fix":                          fact.BugFix,
		"totals are off by a day in march. correct that error please":            fact.BugFix,
		"import breaks on an empty sheet":                                        fact.BugFix,
		"Die Liste springt nach dem Laden. Bitte beheben.":                       fact.BugFix,
		"La liste saute après le chargement, corrige ça.":                        fact.BugFix,
		"La lista salta al cargar. Arréglalo.":                                   fact.BugFix,
		"La lista salta dopo il caricamento. Sistemala, correggi.":               fact.BugFix,
		"De lijst verspringt na het laden. Los dat op.":                          fact.BugFix,
		"Lista skacze po załadowaniu. Napraw to.":                                fact.BugFix,
		"Список прыгает после загрузки. Почини.":                                 fact.BugFix,
		"We need gift cards: a card can be used in parts. Build it, with tests.": fact.Feature,
		"I want refunds in parts. Implement the endpoint with unit tests.":       fact.Feature,
	} {
		k := new(talk).Ask(ask).Read("chart.go").Edit("chart.go", 2).Say("Done, chart.go is changed.")
		if got := b.verdict(k).Intent; got != want {
			t.Errorf("%q: %s, want %s", ask, got, want)
		}
	}
}

// A short order to add something is that of a feature from some ten lines of code on, and
// of a small change below; as is one for a word of settings or text at any length.
func TestShortOrdersToAdd(t *testing.T) {
	b := newBench(t)
	for _, ask := range []string{"add an audit log for admin actions", "implement CSV export for the report page", "build a dark mode for the settings screen", "füge einen CSV-Export hinzu", "ajoute un export CSV"} {
		for lines, want := range map[int]fact.Intent{2: fact.SmallChange, 14: fact.Feature} {
			k := new(talk).Ask(ask).Read("chart.go").Edit("chart.go", lines).Say("I have put that in.")
			v := b.verdict(k)
			if v.Intent != want {
				t.Errorf("%q, %d lines: %s, want %s", ask, lines, v.Intent, want)
			}
			if lines == 14 && v.GoalComplete {
				t.Errorf("%q: landed with nothing but silence behind it", ask)
			}
		}
		if got := b.verdict(new(talk).Ask(ask).Edit("notes.md", 14).Say("Done.")).Intent; got == fact.Feature {
			t.Errorf("%q, in a text: %s", ask, got)
		}
	}
}
