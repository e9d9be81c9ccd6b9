package offline

import (
	"testing"

	"prism/internal/fact"
	"prism/internal/judge"
)

// TestLeftParts: an agent that says of a part that was asked for that it is not done has
// not completed; one that offers more, tells of what nobody asked for, or of how it was
// before, has.
func TestLeftParts(t *testing.T) {
	b := newBench(t)
	built := func(ask, said string) fact.Verdict {
		return b.verdict(new(talk).Ask(ask).Write("tide.go", 40).Write("tide_test.go", 12).Run("go test ./...", goGreen).Say(said))
	}
	const (
		en = "Add a tide table and a moon calendar to the harbour page, with tests"
		de = "Bau bitte eine Gezeitentafel und einen Mondkalender ein, mit Tests"
		fr = "Ajoute une table des marées et un calendrier lunaire, avec des tests"
		es = "Añade una tabla de mareas y un calendario lunar, con pruebas"
		pt = "Adicione uma tabela de marés e um calendário lunar, com testes"
		it = "Aggiungi una tabella delle maree e un calendario lunare, con i test"
		ru = "Добавь таблицу приливов и лунный календарь, с тестами"
		zh = "添加潮汐表和月历，并写测试"
		ja = "潮汐表と月齢カレンダーを追加して、テストも書いてください"
	)
	for _, c := range []struct {
		ask, said string
		left      bool
	}{
		{en, "The tide table is in and tested. I was not able to finish the moon calendar.", true},
		{en, "The tide table is in and tested. I ran out of time for the moon calendar.", true},
		{en, "Tide table: done. Moon calendar: outstanding.", true},
		{en, "- [x] tide table\n- [ ] moon calendar", true},
		{en, "The tide table works. I'll tackle the second one next.", true},
		{en, "I only got to the tide table.", true},
		{en, "The tide table is in. I left a placeholder for the calendar.", true},
		{en, "The tide table is in. Next step: write the moon calendar.", true},
		{en, "The tide table is partly done: spring tides are right.", true},
		{en, "The table is in, but the calendar still crashes in leap years.", true},
		{en, "The tide table is in. The moon calendar still has to be written.", true},
		{en, "The tide table shows, but the calendar does not work yet: no phases come in.", true},
		{en, "The tide table is in. Calendars does not work: the parser trips over leap days.", true},
		{en, "The tide table is in. The calendar raises `NotImplementedError` for the time being.", true},
		{en, "The tide table is in. I have not updated the `calendar.page.html` yet.", true},
		{en, "The tide table is in. The widgets still follow the old layout; these have to follow in another pass.", true},
		{en, "The tide table is right now. For the second I found no cause and did not change anything there.", true},
		{en, "Done so far:\n- [x] tides\n- [ ] moon", true},
		{en, "I laid out the tide table. Before I can go on I need to know: where do the tides come from?", true},
		{en, "I left the address blank. What is the address of the tide service?", true},
		{de, "Die Gezeitentafel ist fertig. Der Mondkalender muss noch geschrieben werden.", true},
		{de, "Die Gezeitentafel steht. Bevor ich weitermachen kann, brauche ich eine Angabe: Wie lautet die Adresse?", true},
		{fr, "La table des marées est prête. Le calendrier lunaire ne fonctionne pas encore.", true},
		{es, "La tabla de mareas está lista. Falta por hacer el calendario lunar.", true},
		{pt, "A tabela de marés está pronta. O calendário lunar ainda não funciona.", true},
		{it, "La tabella è pronta. Il calendario lunare non funziona ancora.", true},
		{ru, "Таблица приливов готова. Лунный календарь пока не работает.", true},
		{zh, "潮汐表已完成。月历还没写。", true},
		{ja, "潮汐表は完成しました。月齢カレンダーはまだ動きません。", true},
		{de, "Die Gezeitentafel ist fertig. Den Mondkalender konnte ich nicht fertigstellen.", true},
		{de, "Die Gezeitentafel ist fertig. Mondkalender: ausstehend.", true},
		{fr, "La table des marées est prête. Je n'ai pas eu le temps de faire le calendrier lunaire.", true},
		{es, "La tabla de mareas está lista. El calendario lunar lo dejo para después.", true},
		{pt, "A tabela de marés está pronta. Não consegui terminar o calendário lunar.", true},
		{it, "La tabella delle maree è pronta. Il calendario lunare è in sospeso.", true},
		{ru, "Таблица приливов готова. Лунный календарь не успел сделать.", true},
		{zh, "潮汐表已完成并测试。月历还没有做。", true},
		{ja, "潮汐表は完成しました。月齢カレンダーは実装できませんでした。", true},

		{en, "Both are in, with tests; everything passes. If you like, I can add sunrise times next.", false},
		{en, "Both are in and tested. Sunrise times were not asked for, so I left them out.", false},
		{en, "Both are in and tested. I left out the moon calendar's print view since it is out of scope.", false},
		{en, "Both are in and tested. Before this the calendar was missing.", false},
		{en, "Both are in and tested. The calendar shows pending tides in grey.", false},
		{en, "Both are in and tested. Shall I also tackle the other harbour pages?", false},
		{en, "Both are in and tested. I skipped nothing.", false},
		{en, "Both are in and tested. I haven't touched anything else.", false},
		{en, "Both are in and tested. I have not changed the harbour page's address.", false},
		{en, "Both are in and tested. Where the calendar threw `NotImplementedError` before, it now shows phases.", false},
		{en, "Both are in and tested.\n\nTest plan:\n- [ ] look at it on a phone", false},
		{en, "Both are in and tested. If you want, I can send tides by mail: what is the address of your mail server?", false},
		{en, "Both are in and tested. Shall I go on with sunrise times?", false},
		{de, "Beides ist eingebaut und getestet. Auf Wunsch kann ich noch Sonnenzeiten ergänzen.", false},
		{fr, "Les deux sont en place et testés. Si vous voulez, j'ajoute ensuite le lever du soleil.", false},
		{es, "Las dos están listas y probadas. Si quieres, añado la salida del sol.", false},
		{zh, "潮汐表和月历都已完成并通过测试。如果需要，我可以再加日出时间。", false},
		{ja, "潮汐表と月齢カレンダーを追加し、テストも通りました。必要であれば日の出も追加できます。", false},
	} {
		v := built(c.ask, c.said)
		if v.GoalComplete == c.left {
			t.Errorf("%q: complete %v", c.said, v.GoalComplete)
		}
		if !c.left {
			continue
		}
		if v.Basis != fact.Explicit || v.Confidence >= 0.5 {
			t.Errorf("%q: the agent's own word is explicit, and the odds agree with it: %s at %.2f", c.said, v.Basis, v.Confidence)
		}
		for _, k := range v.Criteria {
			if k.Name == judge.CriterionFinished && k.Met {
				t.Errorf("%q: it says of a part that it is not done", c.said)
			}
		}
	}
}

// TestLeftPartsTaken: who takes the work as good after that, or put the part off, misses
// nothing.
func TestLeftPartsTaken(t *testing.T) {
	b := newBench(t)
	start := func() *talk {
		return new(talk).Ask("Add a tide table and a moon calendar, with tests").Write("tide.go", 40).Write("tide_test.go", 12).
			Run("go test ./...", goGreen).Say("The tide table is in and tested. The moon calendar I leave for later.")
	}
	if !b.verdict(start().Ask("perfect, that is all I need").Say("Glad to hear.")).GoalComplete {
		t.Error("the person took it so")
	}
	if b.verdict(start().Ask("which branch are we on?").Say("main")).GoalComplete {
		t.Error("a neutral question takes nothing")
	}
}
