package speech

import (
	"slices"
	"testing"

	"prism/internal/lexicon"
)

// TestClassesAreSections: a class without a section would never be heard.
func TestClassesAreSections(t *testing.T) {
	for _, c := range []struct{ names, sections []string }{
		{SenseNames(), slices.Concat(lexicon.Sections("person"), lexicon.Sections("agent"))},
		{PracticeNames(), lexicon.Sections("asking")},
	} {
		slices.Sort(c.names)
		slices.Sort(c.sections)
		if !slices.Equal(c.names, c.sections) {
			t.Errorf("classes %v, sections %v", c.names, c.sections)
		}
	}
}

func TestPhrases(t *testing.T) {
	r := New()
	for _, c := range []struct {
		lang, text string
		want       Sense
		has        bool
	}{
		{"en", "It DOESN’T work!", Complain, true},
		{"en", "Still doesnt work", Complain, true},
		{"en", "looks good to me", Accept, true},
		{"de", "funktioniert immer noch nicht", Complain, true},
		{"es", "sigue sin funcionar", Complain, true},
		{"es", "trabaja con la tabla", Swear, false}, // "con" insults in French alone
		{"fr", "ça ne marche pas", Complain, true},
		{"fr", "ca ne marche pas", Complain, true},
		{"pt", "nao funcionou", Complain, true},
		{"it", "non funziona", Complain, true},
		{"ru", "всё ещё не работает", Complain, true},
		{"ja", "まだ動きません", Complain, true},
		{"zh", "还是不行", Complain, true},
		{"ko", "아직도 안 돼요", Complain, true},
		{"tr", "hala çalışmıyor", Complain, true},
		{"pl", "Refaktoryzacja modułu", AskRefactor, true},
		{"en", "the workshop", Accept, false}, // no part of a word
	} {
		found := false
		_, hits := r.Phrases(r.Person, c.text, 100, lexicon.Speaking("en", c.lang))
		for _, h := range hits {
			found = found || h.Says.Has(c.want)
		}
		if found != c.has {
			t.Errorf("%s %q: class %s found %v", c.lang, c.text, SenseNames()[c.want], found)
		}
	}
}
