package offline

import (
	"testing"

	"prism/internal/fact"
)

// TestResigned: who gives up says that it does not work, be it that the agent changes
// something more; a check that passes behind it puts that right.
func TestResigned(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ ask, word string }{
		{"The export hangs at row 300, fix it", "honestly, I give up on this"},
		{"The export hangs at row 300, fix it", "alright, I throw in the towel"},
		{"Der Export hängt bei Zeile 300, bitte beheben", "ich werfe das Handtuch"},
		{"L'export bloque à la ligne 300, corrige-le", "je jette l'éponge"},
		{"La exportación se cuelga en la fila 300, arréglala", "tiro la toalla"},
		{"L'esportazione si blocca alla riga 300, correggila", "getto la spugna"},
		{"A exportação trava na linha 300, corrija", "ok, desisto"},
		{"De export blijft hangen op rij 300, los het op", "ik geef het nu op"},
		{"Экспорт зависает на строке 300, исправь", "всё, сдаюсь"},
		{"导出在第 300 行卡住，请修复", "我认输"},
		{"エクスポートが300行目で止まります。直してください", "もうお手上げです"},
		{"Eksport zawiesza się na wierszu 300, napraw to", "dobra, poddaję się"},
		{"내보내기가 300행에서 멈춰요. 고쳐 주세요", "두 손 들었어요"},
	} {
		k := func() *talk {
			return new(talk).Ask(c.ask).Read("export.go").Edit("export.go", 3).Say("OK.").Ask(c.word).Edit("export.go", 2)
		}
		if v := b.verdict(k().Say("OK.")); v.GoalComplete || v.Signal == fact.NoSignal {
			t.Errorf("%q, left standing: %s", c.word, explain(v))
		}
		if v := b.verdict(k().Run("go test ./...", goGreen).Say("OK, all tests pass.")); v.Signal != fact.NoSignal || !v.GoalComplete {
			t.Errorf("%q, put right: %s", c.word, explain(v))
		}
	}
}

// TestSkippedForNow: the words of dropping and those of putting off may stand together, and
// a word between them.
func TestSkippedForNow(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ ask, word string }{
		{"L'export bloque à la ligne 300, corrige-le", "laisse, ça n'en vaut plus la peine"},
		{"L'export bloque à la ligne 300, corrige-le", "on zappe ça pour l'instant"},
		{"Der Export hängt bei Zeile 300, bitte beheben", "überspring das vorerst"},
		{"De export blijft hangen op rij 300, los het op", "we slaan dit voorlopig over"},
		{"De export blijft hangen op rij 300, los het op", "sla het maar even over"},
		{"La exportación se cuelga en la fila 300, arréglala", "saltemos esto de momento"},
		{"L'esportazione si blocca alla riga 300, correggila", "saltiamo questo per adesso"},
		{"A exportação trava na linha 300, corrija", "vamos pular isso por ora"},
	} {
		k := new(talk).Ask(c.ask).Read("export.go").Edit("export.go", 3).Say("OK.").Ask(c.word).Say("OK.").Ask("README.md?").Say("MIT.")
		if v := b.verdict(k); v.GoalComplete || v.Signal != fact.Abandoned {
			t.Errorf("%q: %s", c.word, explain(v))
		}
	}
}

// TestSentOff: praise with an order to deliver, and nothing behind it, takes the work as good;
// with anything else that is ordered, or denied, it does not.
func TestSentOff(t *testing.T) {
	b := newBench(t)
	work := func() *talk {
		return new(talk).Ask("set the cache size to 64 in cache.toml").Edit("cache.toml", 1).Say("size = 64")
	}
	for _, word := range []string{
		"gorgeous, merge it", "looks great, commit it", "perfect, thanks. push it", "nice, open a PR", "super, bitte committen", "parfait, tu peux pousser",
		"perfecto, haz commit", "perfetto, fai il commit", "perfeito, faz o commit", "отлично, закоммить", "很好，提交吧", "完璧です。コミットして",
	} {
		if v := b.verdict(work().Ask(word)); !v.GoalComplete || v.Basis != fact.Explicit || v.Signal != fact.NoSignal {
			t.Errorf("%q: %s", word, explain(v))
		}
	}
	for _, word := range []string{"looks good, but rename the key before you commit", "nice, add a test and push", "not good, don't commit this", "commit it? it does not work"} {
		if v := b.verdict(work().Ask(word)); v.GoalComplete {
			t.Errorf("%q: %s", word, explain(v))
		}
	}
}

// TestCauseNotFound: a word for finding out in the clause that denies it names no cause,
// whatever the next sentence says.
func TestCauseNotFound(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ ask, answer string }{
		{"Untersuche, warum der Import nachts abbricht. Nichts ändern.", "Einen Grund habe ich noch nicht gefunden. Es gibt zu wenig Informationen. Kannst du mir die Ausgabe der letzten Nacht schicken?"},
		{"Untersuche, warum der Import nachts abbricht. Nichts ändern.", "Keine Ursache gefunden. Ohne weitere Informationen lässt sich das nicht eingrenzen."},
		{"查一下夜里的导入为什么中断，不要改代码", "日志和配置都看过了，还没能查明中断的缘由。"},
		{"查一下夜里的导入为什么中断，不要改代码", "看完了脚本，没弄清楚是什么触发的。"},
		{"find out why the import stops at night, change nothing", "So far I found it nowhere in the code. There is not enough information to say more; could you share the logs of that night?"},
	} {
		if v := b.verdict(new(talk).Ask(c.ask).Read("import.go").Say(c.answer)); v.GoalComplete {
			t.Errorf("%q: %s", c.answer, explain(v))
		}
	}
	for _, c := range []struct{ ask, answer string }{
		{"Untersuche, warum der Import nachts abbricht. Nichts ändern.", "Ursache gefunden: der Platz auf /tmp reicht nicht, weil alte Dateien liegen bleiben. Seit wann, konnte ich nicht feststellen."},
		{"find out why the import stops at night, change nothing", "Found it: /tmp fills up, since old files stay behind. Since when I could not determine."},
	} {
		if v := b.verdict(new(talk).Ask(c.ask).Read("import.go").Say(c.answer)); !v.GoalComplete {
			t.Errorf("%q: %s", c.answer, explain(v))
		}
	}
}

// TestReviewAsked: to look at one's branch, and to say what one would change, is a review.
func TestReviewAsked(t *testing.T) {
	b := newBench(t)
	for _, ask := range []string{
		"have a look at my diff and say what you would improve, without editing", "cast an eye over my changes before I merge", "tell me what you would change in ring.go",
		"poke holes in my patch", "sag mir, was du an ring.go anders machen würdest, nichts ändern", "jette un œil à ma branche, sans rien modifier", "échale un vistazo a mi diff, sin cambiar nada",
		"dai un'occhiata alla mia pull request, senza modificare nulla", "dá uma olhada no meu diff, sem alterar nada", "kijk even naar mijn branch, verander niets",
		"посмотри мою ветку, ничего не меняя", "请做一次代码评审", "帮我做个审查",
	} {
		k := new(talk).Ask(ask).Run("git diff main", "diff --git a/ring.go b/ring.go\n+guard").Read("ring.go").Say("Request changes: 1. ring.go:4 lacks the bound. 2. Cover the empty ring by a test.")
		if v := b.verdict(k); v.Intent != fact.Review {
			t.Errorf("%q: %s", ask, explain(v))
		}
	}
	for _, c := range []struct {
		ask  string
		want fact.Intent
	}{
		{"have a look at the log and find out why it stops", fact.Investigation},
		{"帮我做一个导出按钮", fact.Feature},
	} {
		if v := b.verdict(new(talk).Ask(c.ask).Read("ring.go").Write("ring2.go", 30).Say("OK.")); v.Intent == fact.Review {
			t.Errorf("%q: %s, want %v", c.ask, explain(v), c.want)
		}
	}
}

// TestNothingWorksAnyMore: that something has ceased to work says of the change before it that it fails.
func TestNothingWorksAnyMore(t *testing.T) {
	b := newBench(t)
	for _, word := range []string{"画面が表示されなくなりました", "逆に起動しなくなった", "今度は全く反応しなくなってしまいました"} {
		k := new(talk).Ask("エクスポートが300行目で止まります。直してください").Read("export.go").Edit("export.go", 3).Say("修正しました。").Ask(word).Edit("export.go", 2).Say("変更しました。")
		if v := b.verdict(k); v.GoalComplete || v.Signal == fact.NoSignal {
			t.Errorf("%q: %s", word, explain(v))
		}
	}
}

// TestPutInOrder: to put something in order that fails is a bug fix.
func TestPutInOrder(t *testing.T) {
	b := newBench(t)
	for _, ask := range []string{
		"Der Kalender zeigt den falschen Monat, bringe das bitte wieder in Ordnung", "Le calendrier affiche le mauvais mois, il faut corriger ça", "Le calendrier affiche le mauvais mois, remets ça d'aplomb",
		"El calendario muestra el mes equivocado, hay que solucionarlo", "Il calendario mostra il mese sbagliato, va corretto", "O calendário mostra o mês errado, precisa consertar", "De agenda toont de verkeerde maand, breng dat weer in orde",
	} {
		k := new(talk).Ask(ask).Read("calendar.go").Fails("go test ./...", goRed).Edit("calendar.go", 3).Run("go test ./...", goGreen).Say("OK.")
		if v := b.verdict(k); v.Intent != fact.BugFix {
			t.Errorf("%q: %s", ask, explain(v))
		}
	}
}
