package title

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"prism/internal/lexicon"
	"prism/internal/title/fit"
)

// opener drops the words with which people begin a request and that say nothing
// of it, in any language: "could you please", "ich möchte, dass du", "请帮我".
type opener struct {
	requests, fillers *lexicon.Book
	calls             *lexicon.Book // only where a mark follows: "Great, …", "Task: …"
}

// strip returns s without polite words at its head, and whether such words made
// a question of it ("can you …?").
func (o *opener) strip(s string) (string, bool) {
	asked := false
	var room lexicon.Text
	for range 6 {
		t := fit.Begun(&room, s)
		cut := leading(s, t, o.requests, wordEnds)
		request := cut > 0
		if cut == 0 {
			cut = leading(s, t, o.fillers, wordEnds)
		}
		if cut == 0 {
			cut = leading(s, t, o.calls, func(_, next rune) bool { return strings.ContainsRune(",.!?:;—–…，。！：", next) })
		}
		if cut == 0 {
			break
		}
		rest := strings.TrimLeft(s[cut:], " ,.!?:;-—–…，、。！：？")
		if rest == "" || !fit.Worded(rest) || fit.OpensOn(rest, fit.Listed().Not) > 0 {
			break
		}
		asked = asked || request
		s = rest
	}
	return s, asked
}

// leading returns the length of the longest phrase that s begins with, if it ends
// where the next character says so; 0 none. t is its beginning, taken apart.
func leading(s string, t *lexicon.Text, b *lexicon.Book, ends func(last, next rune) bool) int {
	h := b.At(t, 0, lexicon.Every)
	if h.To == 0 {
		return 0
	}
	end := t.Tokens[h.To-1].End
	last, _ := utf8.DecodeLastRuneInString(s[:end])
	if rest := s[end:]; rest != "" && (ends(last, firstRune(rest)) || ends(last, firstRune(strings.TrimLeft(rest, " ")))) {
		return end
	}
	return 0
}

// wordEnds reports whether a word may end between two characters; in scripts
// without spaces it ends anywhere.
func wordEnds(last, next rune) bool {
	return last >= 0x2E80 || !unicode.IsLetter(next) && !unicode.IsDigit(next) && next != '\'' && next != '’' && next != '-'
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// trim returns s without the polite words at its end.
func (o *opener) trim(s string) string {
	for range 3 {
		was := len(s)
		for _, face := range []string{":)", ":-)", ";)", ":(", ":D", "^^"} {
			s = strings.TrimSuffix(strings.TrimRight(s, " "), face)
		}
		s = strings.TrimRight(s, " .。!！,，:;")
		if n := fit.Listed().Tail.Ends(fit.Lower(s)); n > 0 && len(s) > n+8 {
			s = s[:len(s)-n]
		}
		if len(s) == was {
			break
		}
	}
	return s
}

// Words are those by which titles and summaries are chosen: beginnings of
// sentences, and words that alone tell nothing.
type Words struct {
	polite   opener
	openings openings
	hollow   *lexicon.Book
}

// NewWords reads them, once however many ask: nobody changes them.
func NewWords() *Words { return allWords() }

var allWords = sync.OnceValue(func() *Words {
	of := func(names ...string) *lexicon.Book { return lexicon.Compile("title", names) }
	return &Words{
		polite:   opener{requests: of("request"), fillers: of("filler"), calls: of("call")},
		openings: openings{of(openingNames()...)},
		hollow:   of("pronoun", "empty", "definite"),
	}
})

// The sections of Words.hollow.
const (
	pronoun  = iota // stands for something said before
	empty           // tells nothing of a goal
	definite        // what was spoken of before: "the fix"
)

// openings are the beginnings by which a sentence shows that it is not the one
// that says what is wanted; of the agent's, what came of the work.
type openings struct{ *lexicon.Book }

// The kinds of openings, by their place in openingNames.
const (
	instruction   = iota // says how to work, to whom or in which role
	preparation          // only leads up to a request: what is read first
	continuation         // goes on from the sentence before
	background           // tells how things are
	announcement         // of the agent: a summary follows; praise; what is wanted next
	conclusion           // of the agent: a verdict
	youAreWelcome        // of the agent: an answer to thanks
	wrong                // of a heading, anywhere in it: what was not as it should be
)

func openingNames() []string {
	return []string{"instruction", "preparation", "continuation", "background", "announcement", "conclusion", "courtesy", "wrong"}
}

// of returns the kinds of opening that a sentence begins with.
func (o openings) of(s string) lexicon.Set {
	return o.Opening(s, fit.Beginning, lexicon.Every)
}

// cost is what a sentence loses by how it begins.
func (o openings) cost(s string) float64 {
	s = s[fit.OpensOn(s, fit.Listed().So):]
	switch kinds := o.of(s); {
	case kinds.Has(instruction), means(s):
		return 2
	case kinds.Has(preparation):
		return 1.5
	case kinds.Has(continuation):
		return 1
	case kinds.Has(background):
		return 0.6
	}
	return 0
}

// means reports whether a sentence only names the means to work with: "use the
// review skill".
func means(s string) bool {
	if len(s) > 80 || fit.OpensOn(s, fit.Listed().Use) == 0 {
		return false
	}
	return fit.Listed().Helper.Ends(strings.ToLower(s)) > 0
}

// confirms reports whether a question only asks for a short assent: "…, right?". said
// is the sentence as it was written, text what was left of it.
func confirms(text, said string) bool {
	if !strings.HasSuffix(strings.TrimRight(said, " "), "?") && !strings.HasSuffix(text, "？") {
		return false
	}
	text = strings.ToLower(strings.TrimRight(text, "?？ "))
	return fit.Listed().Tag.Ends(text) > 0
}
