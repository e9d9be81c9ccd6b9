package fit

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"prism/internal/judge"
	"prism/internal/observe"
	"prism/internal/title/naming"
)

// Title is a sentence in the room of a title: whole where it has room without the words
// that a headline does without, else cut where that loses least.
func Title(s string) string {
	s = naming.Of(s)
	if Roomy(s) {
		return s
	}
	if Guards(s) { // nothing of it is left out but its end
		cut := Shorten(s, judge.MaxTitle)
		if ends := bordered(s); len(ends) > 0 && 2*len(ends[0]) > len(cut) {
			return ends[0]
		}
		return cut
	}
	all := briefer(s)
	if Roomy(all[0]) {
		return all[0]
	}
	if end := lastClauses(s); end != "" {
		return end
	}
	best, least, small := "", 0.0, 0.4 // small words are missed where their sentence is cut well
	if cutAt(Shorten(s, judge.MaxTitle), s) == phraseEnd {
		small = 2.1
	}
	for i, v := range append([]string{s}, all...) {
		cut := Shorten(v, judge.MaxTitle)
		for _, c := range []string{cut, phraseBefore(cut), clauseBefore(cut), aimless(cut), clauseless(cut), askless(cut, v)} {
			if c == "" {
				continue
			}
			l := Lost(c, v) + small*float64(min(max(i-1, 0), 1))
			if askless(c, v) != "" {
				l += 5 // a request that is only begun
			}
			if best == "" || l < least {
				best, least = c, l
			}
		}
		for _, c := range bordered(v) {
			l := Lost(c, v) - tornWorth(c, v) + small*float64(min(max(i-1, 0), 1)) - wholeWorth
			if borderAt(v, len(c)) == clause {
				l -= clauseWorth
			}
			if l < least {
				best, least = c, l
			}
		}
	}
	if kept, cut := strings.CutSuffix(best, "…"); cut {
		if n := Listed().Tail.Ends(Lower(kept)); n > 0 && n < len(kept) {
			best = ended(kept[:len(kept)-n])
		}
	}
	return best
}

// What a title gains that ends where a clause or a part of one does, in words that it may lose
// for that.
const (
	wholeWorth  = 2.5
	clauseWorth = 2.5
)

// leastSigns is how many signs a clause at the end has that stands for its sentence.
const leastSigns = 15

// lastClauses is what has room of a long Korean or Japanese sentence from its end on, where
// its verb stands and says what is wanted; "" of others.
func lastClauses(s string) string {
	own, signs := 0, 0
	for _, r := range s {
		switch {
		case unicode.Is(unicode.Hangul, r) || unicode.Is(unicode.Hiragana, r):
			own++
		case unicode.Is(unicode.Han, r) || unicode.Is(unicode.Katakana, r):
			signs++
		}
	}
	if n := utf8.RuneCountInString(s); (own+signs)*2 < n || own*4 < n {
		return ""
	}
	if main := mainClause(s); main != s && Roomy(main) {
		return main
	}
	for i, r := range s {
		_, size := utf8.DecodeRuneInString(s[i:]) // of a byte that is no letter it is one
		end := s[i+size:]
		if r == '、' || r == '，' || r == ',' && strings.HasPrefix(end, " ") {
			if end = strings.TrimSpace(end); Roomy(end) {
				if utf8.RuneCountInString(end) < leastSigns || !paired(end) {
					return ""
				}
				return mainClause(end)
			}
		}
	}
	return ""
}

// mainClause is a Korean or Japanese sentence without the clauses that only lead up to its
// last, where that is long enough to stand alone.
func mainClause(s string) string {
	for i, r := range s {
		if r != ' ' {
			continue
		}
		if rest := s[i+1:]; Listed().LeadsUp.Finishes(s[:i]) && utf8.RuneCountInString(rest) >= leastSigns {
			s = rest
			return mainClause(s)
		}
	}
	return s
}

// Lost is how much a cut loses of a sentence: its words but for those that only lead on,
// and more where it tears a phrase.
func Lost(cut, s string) float64 {
	kept, _ := strings.CutSuffix(strings.TrimSuffix(strings.TrimSuffix(cut, `"`), "'"), "…")
	n := 0.0
	n += tornWorth(kept, s)
	if w := strings.Fields(strings.ToLower(kept)); len(w) > 2 && Joined(w[len(w)-2]) && lowered(w[len(w)-1]) {
		n += 2 // one word of what is joined: "and fix…"
	}
	if aimless(cut) != "" {
		n += 4 // half of an aim says less than none
	}
	if clauseless(cut) != "" {
		n += 3 // likewise the beginning of a clause: "the links that link…"
	}
	if !strings.HasPrefix(s, kept) {
		return n + float64(utf8.RuneCountInString(s)-utf8.RuneCountInString(kept))/8
	}
	for w := range strings.FieldsSeq(strings.ToLower(s[len(kept):])) {
		if !LeadsOn(w) && Worded(w) {
			n++
		}
	}
	return n
}

// tornWorth is what is lost besides where the end of what is kept tears a phrase, in words.
func tornWorth(kept, s string) float64 {
	switch cutAt(kept+"…", s) {
	case torn:
		return 2.5
	case beforeVerb:
		return 3.5
	}
	return 0
}

// ended is the kept part of a sentence with the mark of a cut in place of the signs at its end.
func ended(kept string) string { return strings.TrimRight(kept, " ,.;:-–—") + "…" }

// Lower is a text in small letters, but for a letter that is of more bytes or fewer so
// ("İ"): what is found in it stands in the text at the same place.
func Lower(s string) string {
	if ASCII(s) {
		return strings.ToLower(s)
	}
	return strings.Map(func(r rune) rune {
		if l := unicode.ToLower(r); utf8.RuneLen(l) == utf8.RuneLen(r) {
			return l
		}
		return r
	}, s)
}

// lowered reports whether a word is one of plain small letters.
func lowered(w string) bool { return strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == "" }

// Roomy reports whether a text has room in a title.
func Roomy(s string) bool { return utf8.RuneCountInString(s) <= judge.MaxTitle }

// How a sentence was cut.
type cutKind uint8

const (
	torn       cutKind = iota // within a phrase
	beforeVerb                // behind its subject
	phraseEnd
)

// IsCut reports whether a sentence has to be cut to have room in a title.
func IsCut(s string) bool {
	s = naming.Of(s)
	return !Roomy(s) && !Roomy(condensed(s))
}

// clauseBefore is a cut sentence up to its last clause that is whole, where that holds a
// third of a title and several words; "" else.
func clauseBefore(cut string) string {
	kept, ok := strings.CutSuffix(cut, "…")
	if !ok {
		return ""
	}
	i := clauseEnd(kept, min(len(kept), judge.MaxTitle/3))
	if i <= 0 || !paired(kept[:i]) || strings.Count(kept[:i], " ") < LeastMain-1 {
		return ""
	}
	return ended(kept[:i])
}

// paired reports whether no quotation or bracket of a text is left open.
func paired(s string) bool {
	return strings.Count(s, `"`)%2 == 0 && strings.Count(" "+s, " '") == closings(s) && strings.Count(s, "(") == strings.Count(s, ")")
}

// aimless is a cut sentence without the beginning of what it is for, where half a
// title is left: "Update the plan to make sure that …"; "" else.
func aimless(cut string) string {
	i, _ := First(Listed().Purpose, Lower(cut))
	if i < judge.MaxTitle/2 || !paired(cut[:i]) {
		return ""
	}
	return ended(cut[:i])
}

// mostBegun is how many words of a clause do not make one.
const mostBegun = 2

// clauseless is a cut sentence without a clause of which only the first words are left:
// "all the links that link…", "Review the change, I'm mostly…"; "" where it has none, or too
// little else.
func clauseless(cut string) string {
	kept, ok := strings.CutSuffix(cut, "…")
	if !ok {
		return ""
	}
	at, words := len(kept), 0
	for {
		i := strings.LastIndexByte(kept[:at], ' ')
		if i < judge.MaxTitle/2 || strings.Count(kept[:i], " ") < LeastMain-1 || !paired(kept[:i]) {
			return ""
		}
		word, before := strings.ToLower(kept[i+1:at]), strings.ToLower(kept[strings.LastIndexByte(kept[:i], ' ')+1:i])
		if strings.HasSuffix(before, ",") && words <= mostBegun && (LeadsOn(word) || Listed().Subject.Has(word)) {
			return ended(kept[:i])
		}
		if next, _, more := strings.Cut(strings.TrimSpace(kept[at:])+" ", " "); more && lowered(next) && next != "" && Listed().Clause.Has(word) && !Listed().Determiner.Has(next) && !LeadsOn(before) {
			return ended(kept[:i])
		}
		if words++; words > mostBegun {
			return ""
		}
		at = i
	}
}

// askless is a cut sentence without the beginning of a request that follows it: "it is not as
// I wanted it can you…"; "" where none is cut, or too little is left.
func askless(cut, s string) string {
	kept, ok := strings.CutSuffix(cut, "…")
	if !ok || !strings.HasPrefix(s, kept) {
		return ""
	}
	from, to := First(Listed().Asks, Lower(s))
	if from < judge.MaxTitle/3 || from >= len(kept) || strings.Count(kept[min(from, len(kept)):], " ") > mostBegun+1 || to <= from || !paired(kept[:from]) {
		return ""
	}
	return ended(kept[:from])
}

// leastLabelled is how many words must stand behind a label for it to be left out.
const leastLabelled = 4

// condensed is a sentence without what says little, as far as that is needed for it to
// have room in a title.
func condensed(s string) string {
	all := briefer(s)
	if Roomy(all[0]) {
		return all[0]
	}
	return all[min(1, len(all)-1)]
}

// briefer leaves out of a sentence what says little, one kind after the other, until it
// has room in a title: words such as "just", an aside in brackets, articles, the label
// before a colon, what something was before it is to be another; "and" becomes "&". What a
// person has quoted stays as it is. The first has room, or none has: then they are what
// may be cut.
func briefer(s string) []string {
	words := Listed()
	if Guards(s) || Lone(s) {
		return []string{s}
	}
	s = Capital(undative(without(s, words.Spare.Has)))
	if Roomy(s) {
		return []string{s}
	}
	if i := strings.LastIndex(s, " ("); i > 0 && strings.HasSuffix(s, ")") && strings.Count(s[:i], " ") >= leastLabelled-1 && Roomy(s[:i]) {
		return []string{s[:i]}
	}
	small := without(s, words.Determiner.Has)
	fewer := without(unparted(s), words.Determiner.Has)
	joined := small
	for _, and := range words.And.All() {
		joined = strings.ReplaceAll(joined, " "+and+" ", " & ")
	}
	label, rest, ok := strings.Cut(small, ": ")
	if !ok || strings.Count(label, " ") > 0 || strings.Count(rest, " ") < leastLabelled-1 {
		rest = ""
	}
	for _, v := range []string{small, rest, joined, unparted(s), fewer, unasided(s), unasided(small), unsourced(s), unsourced(small)} {
		if v != "" && Roomy(v) {
			return []string{Capital(v)}
		}
	}
	if main := unrelated(s); main != s && Roomy(main) {
		return []string{main}
	}
	out := []string{s, Capital(fewer)}
	for _, v := range []string{unasided(s), joined} {
		if v != s && v != small {
			out = append(out, Capital(v))
		}
	}
	return out
}

// unparted leaves out what takes a part of something that is named: "any of the".
func unparted(s string) string {
	low := Lower(s)
	for _, p := range Listed().PartOf.All() {
		if i := strings.Index(low, " "+p+" "); i > 0 && strings.Count(s[:i], `"`)%2 == 0 {
			return s[:i] + s[i+len(p)+1:]
		}
	}
	return s
}

// mostAside is how many words may stand between dashes as an aside.
const mostAside = 6

// undative leaves out for whom something is made: "make me a chart".
func undative(s string) string {
	words := Listed()
	parts := strings.Split(s, " ")
	for i := 1; i+1 < len(parts) && i < 3; i++ {
		next := strings.ToLower(parts[i+1])
		if words.Dative.Has(strings.ToLower(parts[i])) && !LeadsOn(strings.ToLower(parts[i-1])) && (words.Determiner.Has(next) || strings.ContainsAny(next, "./_")) {
			return strings.Join(append(parts[:i:i], parts[i+1:]...), " ")
		}
	}
	return s
}

// unasided leaves out an aside in brackets or between dashes in the middle of a sentence.
func unasided(s string) string {
	for _, dash := range []string{" - ", " – ", " — "} {
		i := strings.Index(s, dash)
		if i < 0 {
			continue
		}
		if k := strings.Index(s[i+len(dash):], dash); k > 0 && paired(s[:i]) && strings.Count(s[:i], " ") >= 2 && strings.Count(s[i+len(dash):i+len(dash)+k], " ") < mostAside {
			return s[:i] + " " + s[i+2*len(dash)+k:]
		}
	}
	i := strings.Index(s, " (")
	if i < 0 || strings.Count(s[:i], `"`)%2 == 1 {
		return s
	}
	end := strings.IndexByte(s[i:], ')')
	if end < 0 || strings.IndexByte(s[i+2:], '(') >= 0 && strings.IndexByte(s[i+2:], '(') < end {
		return s
	}
	return s[:i] + s[i+end+1:]
}

// mostTold is how many words what is told of a thing may have behind the clause that says
// which one it is.
const mostTold = 5

// unrelated leaves out of what is told of a thing the clause that says which one it is: "the
// berth that was added to the northern pier looks wrong" is "the berth looks wrong".
func unrelated(s string) string {
	words := Listed()
	list := strings.Fields(s)
	if len(list) < 2*leastWhole || !words.Determiner.Has(strings.ToLower(list[0])) || !paired(s) {
		return s
	}
	from := 0
	for i := leastWhole - 1; i < len(list)-leastWhole && from == 0; i++ {
		if words.Clause.Has(list[i]) && words.That.Has(list[i]) {
			from = i
		}
	}
	for i := len(list) - 2; from > 0 && i > from+2 && i >= len(list)-mostTold; i-- {
		if words.Judges.Has(list[i]) {
			return strings.Join(append(list[:from:from], list[i:]...), " ")
		}
	}
	return s
}

// mostSource is how many words may name what something was.
const mostSource = 3

// unsourced leaves out what something was where what it is to be follows: "rename it from
// a to b" is "rename it to b".
func unsourced(s string) string {
	words := Listed()
	from, behind := First(words.Source, s)
	if from <= 0 || strings.Count(s[:from], `"`)%2 == 1 {
		return s
	}
	to, _ := First(words.Target, s[behind-1:])
	if to <= 0 {
		return s
	}
	was := s[behind : behind-1+to]
	if strings.Count(was, " ") >= mostSource {
		return s
	}
	for w := range strings.FieldsSeq(strings.ToLower(was)) {
		if LeadsOn(w) && !words.Determiner.Has(w) {
			return s
		}
	}
	return s[:from] + s[behind-1+to:]
}

// Lone reports whether a sentence is of a script without blanks.
func Lone(s string) bool {
	return !ASCII(s) && strings.Count(s, " ")*12 < utf8.RuneCountInString(s)
}

// without leaves out the words that are of a kind, but not within quotes, nor the last, nor
// what is a name or denied: the letter of "Option A" or "step a", the word behind a "not".
func without(s string, drop func(string) bool) string {
	words := Listed()
	parts := strings.Split(s, " ")
	out := parts[:0:0]
	quoted, code := false, false
	for i, w := range parts {
		if !quoted && !code && i+1 < len(parts) && (i == 0 || !stays(parts[i-1], w)) && drop(strings.ToLower(w)) && !(words.Certain.Has(strings.ToLower(w)) && LeadsOn(strings.ToLower(parts[i+1])) && !words.Determiner.Has(strings.ToLower(w))) {
			continue
		}
		if strings.Count(w, "`")%2 == 1 {
			code = !code
		}
		if strings.Count(w, `"`)%2 == 1 {
			quoted = !quoted
		}
		if w[:min(1, len(w))] == "'" && closings(w) == 0 {
			quoted = true
		} else if quoted && closings(w) > 0 {
			quoted = false
		}
		out = append(out, w)
	}
	return strings.Join(out, " ")
}

// stays reports whether a word says something behind the one before it.
func stays(before, w string) bool {
	words := Listed()
	before = strings.ToLower(before)
	letter := len(w) == 1 && (w != strings.ToLower(w) || words.Numbered.Has(before))
	return letter || strings.HasSuffix(before, ".") || words.Not.Has(before)
}

// EndsPhrase reports whether a cut of a sentence ends where one of its phrases does.
func EndsPhrase(cut, s string) bool { return cutAt(cut, s) == phraseEnd }

// cutAt says how a sentence was cut: a phrase ends before a sign, or a word that begins the
// next.
func cutAt(cut, s string) cutKind {
	kept := strings.TrimSuffix(cut, "…")
	if kept == s || !strings.HasPrefix(s, kept) {
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
	case Listed().Carries.Has(next), Listed().Telling.Has(next):
		return beforeVerb
	case LeadsOn(next), Joined(next):
		return phraseEnd
	}
	return torn
}

// unquoted is a text without the quotation marks at its end that open nothing more.
func unquoted(s string) string {
	for {
		was := len(s)
		switch {
		case strings.HasSuffix(s, `"`) && strings.Count(s, `"`)%2 == 1, strings.HasSuffix(s, " '"):
			s = strings.TrimRight(s[:len(s)-1], " ,.;:-–—([{“「『《（、，：；/")
		}
		if len(s) == was {
			return s
		}
	}
}

// closings counts the single quotation marks that close: behind a word or a sign, before a
// blank, a sign or the end. An apostrophe within a word is none.
func closings(s string) int {
	n := 0
	for i := 1; i < len(s); i++ {
		if s[i] == '\'' && s[i-1] != ' ' && (i+1 == len(s) || !observe.Letter(s[i+1])) {
			n++
		}
	}
	return n
}

func asciiLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// phraseBefore is a cut sentence without the phrase that the cut tears, where more than half
// of a title is left; "" else.
func phraseBefore(cut string) string {
	kept, ok := strings.CutSuffix(cut, "…")
	if !ok {
		return ""
	}
	words := strings.Fields(kept)
	for i := len(words) - 1; i > 2; i-- {
		w := strings.ToLower(words[i])
		if !LeadsOn(w) && !Joined(w) {
			continue
		}
		for i > 2 && (Hangs(strings.ToLower(words[i-1])) || Joined(strings.ToLower(words[i-1]))) {
			i--
		}
		back := strings.Join(words[:i], " ")
		if utf8.RuneCountInString(back) > judge.MaxTitle/2 && paired(back) {
			return ended(back)
		}
		return ""
	}
	return ""
}
