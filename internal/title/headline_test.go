package title

import (
	"testing"

	"prism/internal/fact"
)

// A trouble is told without the words that only say that there is one, and without those
// that only ask to see to it.
func TestTroublesAsHeadlines(t *testing.T) {
	label := labels(t)
	for _, c := range []struct {
		intent       fact.Intent
		prompt, want string
	}{
		{fact.BugFix, "we have some mooring failures on this pier, what is the issue?", "Mooring failures on this pier"},
		{fact.BugFix, "I am having problems if I moor a ferry inside a berth while the tide is low, because the list is empty then", "Problems if I moor ferry inside berth while tide is low"},
		{fact.BugFix, "when running the tide reader I get these errors", "Errors when running the tide reader"},
		{fact.BugFix, "the tide reader is showing errors, can you take a look?", "The tide reader is showing errors"},
		{fact.BugFix, "I messed up the berths, can you draw the northern pier again, there was a gap in the tides of March", "Draw northern pier again, there was gap in tides of March"},
		{fact.Investigation, "ok great, i am using the tide page, i can't choose the northern gauge, why is that?", "I can't choose the northern gauge, why is that?"},
		// What is no trouble, or all that is said of one, stays.
		{fact.BugFix, "I have a list of ferries that moor at night", "I have a list of ferries that moor at night"},
	} {
		if got, _ := label(op(c.intent, true, fact.NoSignal), turn(c.prompt, say("The list was empty."))); got != c.want {
			t.Errorf("%q: %q, want %q", c.prompt, got, c.want)
		}
	}
	for _, c := range []struct{ prompt, want string }{
		{"tôi có danh sách bến tàu trong docs. hãy thêm cột giờ thủy triều vào bảng bến tàu", "Thêm cột giờ thủy triều vào bảng bến tàu"},
		{"I just tried to moor a ferry with the tide reader and the northern gauge of March and did run into this issue: it was late\n\ncan you add a single retry to the tide reader?", "Add a single retry to the tide reader"},
		{"I'm trying the new feature of the harbour page that draws tides. Please create a file PIERS.md with the following piers:\n\nnorth = 12", "Create a file PIERS.md with the following piers"},
	} {
		if got, _ := label(op(fact.Feature, true, fact.NoSignal), turn(c.prompt, edit("berth.go"), say("Done."))); got != c.want {
			t.Errorf("%q: %q, want %q", c.prompt, got, c.want)
		}
	}
	if got, _ := label(op(fact.Question, true, fact.NoSignal), turn("could we moor the night ferries at the long pier of the islands?", say("Yes."))); got != "Could we moor night ferries at long pier of islands?" && got != "Could we moor the night ferries at long pier of the islands?" {
		t.Errorf("a question became an order: %q", got)
	}
	for _, c := range []struct{ s, want string }{
		{"wir haben einen Fehler in der Liste der Fähren", "Fehler in der Liste der Fähren"},
		{"nous avons une erreur dans la liste des bacs", "Erreur dans la liste des bacs"},
		{"tengo un error en la lista de barcos", "Error en la lista de barcos"},
		{"у нас ошибка в списке паромов", "Ошибка в списке паромов"},
		{"ho un errore nella lista dei traghetti", "Errore nella lista dei traghetti"},
		{"tenho um erro na lista de barcos", "Erro na lista de barcos"},
	} {
		if got := headlined(c.s); got != c.want {
			t.Errorf("%q: %q, want %q", c.s, got, c.want)
		}
	}
}
