package locale

import (
	"strings"
	"testing"
)

// Sentences of ours are told again with their values in the words and figures of a locale;
// what is none of them stays as it is, and is said to be English.
func TestTold(t *testing.T) {
	c, err := New()
	if err != nil {
		t.Fatal(err)
	}
	german, british := c.For("de", "", ""), c.For("", "en-GB", "")
	for _, x := range []struct {
		l          *Locale
		text, want string
	}{
		{german, "The change was applied.", "Die Änderung wurde angewendet."},
		{german, "Landed, 98 % probable. The change was applied.", "Erreicht, zu 98\u00a0% wahrscheinlich. Die Änderung wurde angewendet."},
		{german, "ran 1 command, 1 failed", "führte 1 Befehl aus, 1 schlug fehl"},
		{german, "ran 1,234 commands", "führte 1.234 Befehle aus"},
		{german, "ran 4 commands, some again: 5 runs, 1 failed", "führte 4 Befehle aus, manche mehrmals: 5 Läufe, 1 ohne Erfolg"},
		{german, "ran 1 command 3 times", "führte 1 Befehl 3-mal aus"},
		{german, "edited a.go, b.go, c.go, d.go, 2 more (+12 −0)", "bearbeitete a.go, b.go, c.go, d.go, 2 weitere (+12 −0)"},
		{german, "committed 2 times", "2-mal committet"},
		{german, "said: “ran 2 commands”", "sagte: „ran 2 commands“"},
		{german, "10 of 13 counted sessions landed the goal and kept it.", "10 von 13 gezählten Sitzungen erreichten das Ziel und hielten es."},
		{german, "14 sessions in 3 repositories, 6 Oct – 29 Oct 2026", "14 Sitzungen in 3 Repositorys, 6. Okt. – 29. Okt. 2026"},
		{german, "light: 1 to 5; +2.0 against the month before (95 % interval -1.0 to +5.0, so it may be chance)", "leicht: 1 bis 5; +2,0 gegen die gleiche Zeit davor (Monat; Intervall von 95\u00a0%: −1,0 bis +5,0, es kann also Zufall sein)"},
		{german, "Not landed: not verified (62 % probable that it did, where silence needs 80 %).", "Nicht erreicht: nicht geprüft (dass doch, ist zu 62\u00a0% wahrscheinlich; Schweigen braucht 80\u00a0%)."},
		{german, "Wed 28 Oct", "Mi. 28. Okt."},
		{british, "at least $1,234.50 per crushed session", "at least US$1,234.50 per crushed session"},
		{british, "<$0.01", "<US$0.01"},
		{british, "≥1.08B", "≥1.08B"},
		{british, "-0.4", "−0.4"},
		{british, "1 h 05 min", "1 h 05 min"},
		{british, "What 1 session had landed was taken out again later.", "What 1 session had landed was taken out again later."},
	} {
		if got := x.l.Parted(x.text, "; "); got != x.want {
			t.Errorf("%q is told as %q, want %q", x.text, got, x.want)
		}
	}
	if got := german.Told(`The agent broke <b>"it"</b>.`); got != `<span lang="en">The agent broke &lt;b&gt;&#34;it&#34;&lt;/b&gt;.</span>` {
		t.Errorf("a judge's own sentence is %s", got)
	}
	if got := german.Told("Die Änderung & mehr. The change was applied."); !strings.HasPrefix(string(got), `<span lang="en">Die Änderung &amp; mehr. The`) {
		t.Errorf("half a sentence is %s", got)
	}
	if got := c.English().Told("a < b"); got != "a &lt; b" {
		t.Errorf("English is %s", got)
	}
}

// Each form is found by its own English, and by no other form before it.
func TestFormsAreFound(t *testing.T) {
	c, err := New()
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]string{
		"n": "7", "x": "+1.5", "share": "12 %", "money": "$3.20", "tokens": "12.3k", "time": "5 min", "day": "2 Jan 2026", "date": "2 Jan", "instant": "2 Jan 2026 15:04",
		"known": "not verified", "band": "low", "span": "week", "names": "a.go", "text": "words", "zone": "Europe/Berlin",
	}
	l := c.For("de", "", "")
	for _, message := range Forms() {
		text := message
		if _, many, counted := strings.Cut(message, pluralMark); counted {
			text = many
		}
		names, _ := Names(message)
		var args []any
		for _, name := range names {
			value, ok := values[kindOf(name)]
			if !ok {
				t.Fatalf("%s: no value of the kind of %s", message, name)
			}
			text = strings.Replace(text, name, value, 1)
			again, _ := l.again(kindOf(name), value)
			args = append(args, again)
		}
		if got, ok := l.retold(text); !ok || got != l.Say(message, args...) {
			t.Errorf("%q of %q is told as %q (%t), want %q", text, message, got, ok, l.Say(message, args...))
		}
	}
}
