package observe

import (
	"testing"

	"prism/internal/lexicon"
	"prism/internal/observe/speech"
)

// heardAs is what a later prompt of a session says of the work.
func heardAs(r *Reader, lang, text string) string {
	spoken := lexicon.Speaking("en", lang)
	t := Turn{}
	s := &t.Prompt
	r.Hear(text, true, spoken, s)
	switch {
	case Drops(&t):
		return "drops"
	case Fails(&t):
		return "fails"
	case s.Leads[speech.Endorse] > 0 || s.Leads[speech.Accept] > 0:
		return "good"
	}
	return ""
}

// Families of words, each in several languages and places of a prompt.
func TestHowPromptsAreHeard(t *testing.T) {
	r := NewWords().Reader()
	for want, family := range map[string][]struct{ lang, text string }{
		"fails": {
			// It was better before.
			{"en", "the menu worked before you changed it"}, {"en", "hm, it was fine before"}, {"de", "vorher ging es noch, jetzt nicht"}, {"fr", "ça marchait hier"}, {"es", "antes funcionaba"}, {"pt", "estava melhor antes"},
			{"it", "prima funzionava"}, {"nl", "eerst werkte het"}, {"pl", "wcześniej działało"}, {"ru", "раньше работало"}, {"cs", "předtím to fungovalo"}, {"ja", "前は動いていた"}, {"zh", "原来是好的"}, {"ko", "어제는 됐는데요"},
			// A reproach, in the form of a question or not.
			{"en", "did you even run the page?"}, {"en", "Why is the export still broken?"}, {"de", "Hast du das überhaupt geprüft?!"}, {"es", "¿por qué sigue fallando?"}, {"fr", "pourquoi est-ce encore cassé ?"},
			{"en", "I explicitly asked you not to touch the schema"}, {"en", "you edited the wrong file"}, {"de", "genau das Gegenteil"}, {"it", "il file sbagliato"}, {"ru", "не тот файл"},
			// What was said to work does not.
			{"en", "you said that the upload works. It does not."}, {"en", "no, that is wrong"}, {"en", "checked it twice, crashes both times"},
			// Mistyped, and signs.
			{"en", "still brokne"}, {"en", "nothign happens here"}, {"en", "the chart 😤"},
			{"en", "I can still reproduce the leak"}, {"en", "it is as bad as at the start"},
		},
		"good": {
			{"en", "works"}, {"en", "solved, thanks"}, {"de", "funktioniert"}, {"fr", "résolu, merci"}, {"it", "risolto, grazie"}, {"sv", "löst, tack"},
			{"en", "now it does exactly what we need"}, {"de", "jetzt tut es was es soll"}, {"fr", "ça fait ce que je voulais"}, {"es", "ahora hace lo que quiero"}, {"ru", "теперь делает то что надо"}, {"pl", "teraz robi to co powinno"},
			{"en", "oops, my mistake, I had the wrong branch. It works"}, {"de", "mein Fehler, falscher Branch. Es funktioniert"}, {"fr", "au temps pour moi, ça marche"}, {"nl", "mijn fout, het werkt"}, {"es", "culpa mía, ya funciona"},
			{"en", "Hooray! No more warning."}, {"de", "kein Absturz mehr"}, {"nl", "geen fouten meer"},
			{"en", "that explains everything"}, {"fr", "ça explique tout"}, {"es", "eso lo explica"}, {"it", "questo spiega tutto"}, {"nl", "dat verklaart het"}, {"ru", "это всё объясняет"}, {"da", "det forklarer det"}, {"hu", "ez mindent megmagyaráz"}, {"ja", "なるほど"}, {"zh", "原来如此"},
			{"en", "everything still works as before"}, {"de", "alles wie vorher"}, {"es", "todo funciona como antes"},
		},
		"drops": {
			{"en", "let's not put any more effort into this"}, {"en", "this can wait"}, {"de", "das kann warten"}, {"fr", "ça peut attendre"}, {"es", "mejor déjalo"}, {"pt", "pode esperar"}, {"nl", "dit kan wachten"}, {"pl", "to może poczekać"}, {"ru", "это подождёт"}, {"sv", "det kan vänta"}, {"ja", "自分でやります"}, {"zh", "我自己来弄"},
		},
		"": {
			{"en", "I filed a ticket for it"}, {"en", "Are the tests still running"}, {"en", "noting changes there"}, {"en", "wow, that was a nasty, ugly bug"}, {"en", "why was the old test red?"}, {"en", "the last line of the table"}, {"en", "which words are in the file?"}, {"en", "could that also fail on a Mac?"}, {"de", "warum war das vorher rot?"}, {"fr", "pourquoi c'était lent ?"},
		},
	} {
		for _, c := range family {
			if got := heardAs(r, c.lang, c.text); got != want {
				t.Errorf("%s %q: heard as %q, want %q", c.lang, c.text, got, want)
			}
		}
	}
}

// TestErrorsThatAreOrdered: the words of an error in what is to be built are no error that a
// prompt brings.
func TestErrorsThatAreOrdered(t *testing.T) {
	r := NewWords().Reader()
	for text, want := range map[string]bool{
		"add a 503 Service Unavailable reply while the pier is drained": false,
		"Implement a handler that answers 502 Bad Gateway":              false,
		"add a retry, the upload keeps failing with 502 Bad Gateway":    true,
		"since noon /tides gives 502 Bad Gateway":                       true,
		"fix the 503 Service Unavailable on the pier":                   true,
		"Füge eine Antwort 503 Service Unavailable hinzu":               false,
	} {
		var turn Turn
		r.Hear(text, true, lexicon.Speaking("en", "de"), &turn.Prompt)
		if got := len(ErrorClasses(&turn)) > 0; got != want {
			t.Errorf("%q brings an error: %v", text, got)
		}
	}
}
