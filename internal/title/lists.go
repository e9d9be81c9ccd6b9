package title

import (
	"sync"
	"unicode"
	"unicode/utf8"

	"prism/internal/lexicon"
)

// lists are the words that are looked for as they are written: what each is for stands in
// the lexicon beside its section.
type lists struct {
	tail, tag, leadsOn, joins, linked, telling, short, numbered, plan, secret,
	glance, condition, asks, check, place, looks, and, next, noticed, that, is,
	shows, pull, points, not, but, so, use, helper, verb, said, doing, spare, determiner, effort, carries,
	hangs, partOf, source, target, turns, yonder, does, dative, exists, did, purpose, clause, subject, shall,
	because, adjunct, front, open, having, trouble, certain, follows, closer *lexicon.List
}

// listed are read once, however many ask: nobody changes them.
var listed = sync.OnceValue(func() *lists {
	of := lexicon.NewList
	return &lists{
		tail: of("tail"), tag: of("tag"), leadsOn: of("leads_on"), joins: of("joins"), linked: of("linked"), telling: of("telling"), short: of("short"), numbered: of("numbered"), plan: of("plan"), secret: of("secret"),
		glance: of("glance"), condition: of("condition"), asks: of("asks"), check: of("check"), place: of("place"), looks: of("looks"), and: of("and"), next: of("next"), noticed: of("noticed"), that: of("that"), is: of("is"),
		shows: of("shows"), pull: of("pull"), points: of("points"), not: of("not"), but: of("but"), so: of("so"), use: of("use"), helper: of("helper"), verb: of("verb"), said: of("said"), doing: of("doing"), spare: of("spare"), determiner: of("determiner"), effort: of("effort"), carries: of("inverts"),
		hangs: of("hangs"), partOf: of("part_of"), source: of("source"), target: of("target"), turns: of("turns"), yonder: of("yonder"), does: of("does"), dative: of("dative"), exists: of("exists"), did: of("did"), purpose: of("purpose"), clause: of("clause"), subject: of("subject"), shall: of("shall"),
		because: of("because"), adjunct: of("adjunct"), front: of("front"), open: of("open"), having: of("having"), trouble: of("trouble"), certain: of("certain"), follows: of("follows"), closer: of("closer"),
	}
})

// says reports whether a phrase of a list stands in a text between blanks.
func says(l *lexicon.List, text string) bool {
	from, _ := first(l, lower(text))
	return from >= 0
}

// opensOn is the length of the phrase of a list that a text begins with, whatever its case,
// and of the blank behind it; 0 where there is none.
func opensOn(s string, l *lexicon.List) int {
	for _, p := range l.All() {
		if n := foldedPrefix(s, p); n > 0 && n < len(s) && s[n] == ' ' {
			return n + 1
		}
	}
	return 0
}

// foldedPrefix is how much of s is p, which is in lower case; 0 where s does not begin
// with it.
func foldedPrefix(s, p string) int {
	at := 0
	for _, want := range p {
		r, n := utf8.DecodeRuneInString(s[at:])
		if n == 0 || unicode.ToLower(r) != want && (r != '’' || want != '\'') {
			return 0
		}
		at += n
	}
	return at
}
