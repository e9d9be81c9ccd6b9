package title

import (
	"strings"
	"unicode/utf8"

	"prism/internal/observe/speech"
	"prism/internal/title/fit"
)

// unclosed is a sentence without the words at its end that only ask to see to what it tells:
// "the tests fail, can you take a look?".
func unclosed(s string) string {
	bare := strings.TrimRight(s, " ?？.!")
	n := fit.Listed().Closer.Ends(fit.Lower(bare))
	if n == 0 {
		return s
	}
	head := strings.TrimRight(bare[:len(bare)-n], " ")
	told := strings.TrimRight(head, ",.;:-–— ")
	if told == head || strings.Count(told, " ") < fit.LeastMain-2 || fit.Listed().Condition.Leads(fit.Lower(told)) > 0 {
		return s // no clause of its own
	}
	return told
}

// headlined is a sentence that tells of a trouble without the words that only say that there
// is one: "we have some test failures on this branch" is "test failures on this branch", and
// "when running the tests I get these errors" is "errors when running the tests".
func headlined(s string) string {
	words := fit.Listed()
	if n := fit.OpensOn(s, words.Having); n > 0 {
		if rest := named(s[n:]); troubled(rest) {
			return fit.Capital(rest)
		}
		return s
	}
	low := fit.Lower(s)
	if words.Condition.Leads(low) == 0 {
		return s
	}
	from, to := fit.First(words.Having, low)
	if from <= 0 {
		return s
	}
	rest := strings.TrimRight(named(s[to:]), " .:!")
	if strings.Count(rest, " ") > fit.LeastMain-2 || !troubled(rest) {
		return s
	}
	return fit.Capital(rest) + " " + strings.TrimRight(low[:firstLetter(low)]+s[firstLetter(low):from], " ,")
}

// tellsWrong reports whether a clause tells that something is broken or fails.
func (w *Writer) tellsWrong(s string, spoken speech.Languages) bool {
	_, hits := w.Phrases(w.Person, s, fit.Beginning, spoken)
	for _, h := range hits {
		if h.Says.Has(speech.Broken) || h.Says.Has(speech.Failing) {
			return true
		}
	}
	return troubled(named(s[fit.OpensOn(s, fit.Listed().Having):]))
}

// asksItself is a question whether something can be, with the words that ask it, of which
// bare is what stands behind them: "could we moor it here?". "" of any other.
func asksItself(whole, bare string) string {
	said := strings.TrimRight(whole[:len(whole)-len(bare)], " ")
	if len(bare) >= len(whole) || !strings.HasSuffix(whole, bare) {
		return ""
	}
	low := fit.Lower(said)
	for _, p := range fit.Listed().Inquires.All() {
		if at := len(low) - len(p); at >= 0 && low[at:] == p && (at == 0 || low[at-1] == ' ') {
			return whole[at:]
		}
	}
	return ""
}

// firstLetter is how many bytes the first letter of a text has.
func firstLetter(s string) int {
	_, n := utf8.DecodeRuneInString(s)
	return n
}

// named is what follows the words that only point at what they stand before.
func named(s string) string {
	for {
		n := fit.OpensOn(s, fit.Listed().Certain)
		if n == 0 {
			return s
		}
		s = s[n:]
	}
}

// troubleWithin is among how many words at its head a text names the trouble that it tells.
const troubleWithin = 4

// troubled reports whether a text begins with the name of a trouble.
func troubled(s string) bool {
	for i, w := range strings.Fields(strings.ToLower(s)) {
		if i >= troubleWithin {
			return false
		}
		if fit.Listed().Trouble.Has(strings.Trim(w, ",.:;!?")) {
			return true
		}
	}
	return false
}

// onlyPoints reports whether a text ends on a trouble that it only points at: "and did run
// into this issue".
func onlyPoints(s string) bool {
	s, _, _ = strings.Cut(s, ": ")
	words := strings.Fields(strings.ToLower(strings.TrimRight(s, " :：.…!")))
	n := len(words)
	return n > fit.LeastMain && fit.Listed().Trouble.Has(words[n-1]) && (fit.Listed().Points.Has(words[n-2]) || fit.Listed().Follows.Has(words[n-2]))
}

// mostSettled is how many blanks a clause may have that only leads up to what is asked.
const mostSettled = 7

// unsettled is a long sentence without a first clause that only tells how things stand, where
// what follows asks for something, or tells what is wrong: "I am in the chat of the client, I
// can't choose the model, why?".
func (w *Writer) unsettled(text string, spoken speech.Languages) string {
	told, _ := w.polite.strip(text)
	i := clauseComma(told)
	if i <= 0 || !fit.IsCut(text) {
		return text
	}
	head, rest := told[:i], told[i+2:]
	if strings.Count(head, " ") > mostSettled || w.orders(head, spoken) || fit.Listed().Condition.Leads(fit.Lower(head)) > 0 {
		return text
	}
	rest = rest[fit.OpensOn(rest, fit.Listed().But):]
	bare, request := w.polite.strip(rest)
	if tells := w.telling(bare, spoken); tells < leastTelling-1 || tells < leastTelling && !request && !strings.HasSuffix(rest, "?") || w.refers(bare, fit.LeastMain, spoken) || fit.IsCut(bare) {
		return text
	}
	if request && w.telling(bare, spoken) < leastTelling && clauseComma(bare) == 0 {
		return text
	}
	if !request && !strings.HasSuffix(rest, "?") {
		if !w.tellsWrong(rest, spoken) {
			return text
		}
	}
	return rest
}
