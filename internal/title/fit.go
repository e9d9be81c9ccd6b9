package title

import (
	"strings"
	"unicode/utf8"

	"prism/internal/judge"
)

// fitted is a sentence in the room of a title: whole where it has room without the words
// that a headline does without, else cut where a phrase ends.
func fitted(s string) string {
	s = named(s)
	if utf8.RuneCountInString(s) <= judge.MaxTitle {
		return s
	}
	brief := condensed(s)
	if utf8.RuneCountInString(brief) <= judge.MaxTitle {
		return brief
	}
	cut := shorten(s, judge.MaxTitle)
	end := cutAt(cut, s)
	if end == phraseEnd || guards(s) {
		return cut
	}
	if again := shorten(brief, judge.MaxTitle); cutAt(again, brief) == phraseEnd {
		return again
	}
	if back := phraseBefore(cut); end == torn && back != "" {
		return back
	}
	return cut
}

// How a sentence was cut.
type cutKind uint8

const (
	torn       cutKind = iota // within a phrase
	beforeVerb                // behind its subject
	phraseEnd
)

// isCut reports whether a sentence has to be cut to have room in a title.
func isCut(s string) bool {
	s = named(s)
	return utf8.RuneCountInString(s) > judge.MaxTitle && utf8.RuneCountInString(condensed(s)) > judge.MaxTitle
}

// leastLabelled is how many words must stand behind a label for it to be left out.
const leastLabelled = 4

// condensed leaves out of a sentence what says little, one kind after the other, until it
// has room in a title: words such as "just", an aside in brackets, articles, the label
// before a colon; "and" becomes "&". What a person has quoted stays as it is. Where all
// that does not make the room, only the small words are left out.
func condensed(s string) string {
	room := func(s string) bool { return utf8.RuneCountInString(s) <= judge.MaxTitle }
	words := listed()
	if guards(s) || lone(s) {
		return s
	}
	s = capital(without(s, words.spare.Has))
	if room(s) {
		return s
	}
	if i := strings.LastIndex(s, " ("); i > 0 && strings.HasSuffix(s, ")") && strings.Count(s[:i], " ") >= leastLabelled-1 && room(s[:i]) {
		return s[:i]
	}
	small := without(s, words.determiner.Has)
	if room(small) {
		return capital(small)
	}
	if label, rest, ok := strings.Cut(small, ": "); ok && strings.Count(label, " ") == 0 && strings.Count(rest, " ") >= leastLabelled-1 && room(rest) {
		return capital(rest)
	}
	joined := small
	for _, and := range words.and.All() {
		joined = strings.ReplaceAll(joined, " "+and+" ", " & ")
	}
	if room(joined) {
		return capital(joined)
	}
	return capital(small)
}

// lone reports whether a sentence is of a script without blanks.
func lone(s string) bool { return strings.Count(s, " ")*12 < utf8.RuneCountInString(s) }

// without leaves out the words that are of a kind, but not within quotes, nor the last, nor
// what is a name or denied: the letter of "Option A" or "step a", the word behind a "not".
func without(s string, drop func(string) bool) string {
	parts := strings.Split(s, " ")
	out := parts[:0:0]
	quoted, code := false, false
	for i, w := range parts {
		if !quoted && !code && i+1 < len(parts) && (i == 0 || !stays(parts[i-1], w)) && drop(strings.ToLower(w)) {
			continue
		}
		if strings.Count(w, "`")%2 == 1 {
			code = !code
		}
		if strings.Count(w, `"`)%2 == 1 {
			quoted = !quoted
		}
		out = append(out, w)
	}
	return strings.Join(out, " ")
}

// stays reports whether a word says something behind the one before it.
func stays(before, w string) bool {
	words := listed()
	before = strings.ToLower(before)
	letter := len(w) == 1 && (w != strings.ToLower(w) || words.numbered.Has(before))
	return letter || strings.HasSuffix(before, ".") || words.not.Has(before)
}

// cutAt says how a sentence was cut: a phrase ends before a sign, or a word that begins the
// next.
func cutAt(cut, s string) cutKind {
	kept, ok := strings.CutSuffix(cut, "…")
	if !ok || !strings.HasPrefix(s, kept) {
		return torn
	}
	rest := s[len(kept):]
	next := strings.TrimLeft(rest, " ")
	if len(next) == len(rest) || next == "" || !asciiLetter(next[0]) && next[0] < utf8.RuneSelf {
		return phraseEnd
	}
	next, _, _ = strings.Cut(next, " ")
	next = strings.ToLower(next)
	switch {
	case listed().carries.Has(next):
		return beforeVerb
	case leadsOn(next), joined(next):
		return phraseEnd
	}
	return torn
}

func asciiLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// phraseBefore is a cut sentence without the phrase that the cut tears, where more than half
// of a title is left; "" else.
func phraseBefore(cut string) string {
	kept, ok := strings.CutSuffix(cut, "…")
	if !ok || strings.Contains(kept, `"`) {
		return ""
	}
	words := strings.Fields(kept)
	for i := len(words) - 1; i > 2; i-- {
		w := strings.ToLower(words[i])
		if !leadsOn(w) && !joined(w) {
			continue
		}
		for i > 2 && (leadsOn(strings.ToLower(words[i-1])) || joined(strings.ToLower(words[i-1]))) {
			i--
		}
		back := strings.Join(words[:i], " ")
		if utf8.RuneCountInString(back) > judge.MaxTitle/2 {
			return strings.TrimRight(back, " ,.;:-–—") + "…"
		}
		return ""
	}
	return ""
}
