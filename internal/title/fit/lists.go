package fit

import (
	"sync"
	"unicode"
	"unicode/utf8"

	"prism/internal/lexicon"
)

// Lists are the words that are looked for as they are written: what each is for stands in
// the lexicon beside its section.
type Lists struct {
	Tail, Tag, LeadsOn, Joins, Linked, Telling, Short, Numbered, Plan, Secret,
	Glance, Condition, Asks, Check, Place, Looks, And, Next, Noticed, That, Is,
	Shows, Pull, Points, Not, But, So, Use, Helper, Verb, Said, Doing, Spare, Determiner, Effort, Carries,
	Hangs, PartOf, Source, Target, Turns, Yonder, Does, Dative, Exists, Did, Purpose, Clause, Subject, Shall,
	Because, Adjunct, Front, Open, Having, Trouble, Certain, Follows, Closer, LeadsUp, Inquires, Judges, Checked, Aside, Past, Amid, Onward, Minor, Undone, You *lexicon.List
}

// Listed returns the lists, which are read once, however many ask: nobody changes them.
func Listed() *Lists { return listed() }

var listed = sync.OnceValue(func() *Lists {
	of := lexicon.NewList
	return &Lists{
		Tail: of("tail"), Tag: of("tag"), LeadsOn: of("leads_on"), Joins: of("joins"), Linked: of("linked"), Telling: of("telling"), Short: of("short"), Numbered: of("numbered"), Plan: of("plan"), Secret: of("secret"),
		Glance: of("glance"), Condition: of("condition"), Asks: of("asks"), Check: of("check"), Place: of("place"), Looks: of("looks"), And: of("and"), Next: of("next"), Noticed: of("noticed"), That: of("that"), Is: of("is"),
		Shows: of("shows"), Pull: of("pull"), Points: of("points"), Not: of("not"), But: of("but"), So: of("so"), Use: of("use"), Helper: of("helper"), Verb: of("verb"), Said: of("said"), Doing: of("doing"), Spare: of("spare"), Determiner: of("determiner"), Effort: of("effort"), Carries: of("inverts"),
		Hangs: of("hangs"), PartOf: of("part_of"), Source: of("source"), Target: of("target"), Turns: of("turns"), Yonder: of("yonder"), Does: of("does"), Dative: of("dative"), Exists: of("exists"), Did: of("did"), Purpose: of("purpose"), Clause: of("clause"), Subject: of("subject"), Shall: of("shall"),
		Because: of("because"), Adjunct: of("adjunct"), Front: of("front"), Open: of("open"), Having: of("having"), Trouble: of("trouble"), Certain: of("certain"), Follows: of("follows"), LeadsUp: of("leads_up"), Inquires: of("we_ask"), Judges: of("judges"), Closer: of("closer"), Checked: of("checked"), Aside: of("aside"), Past: of("past"), Amid: of("amid"), Onward: of("onward"), Minor: of("minor"), Undone: of("undone"), You: of("you"),
	}
})

// Says reports whether a phrase of a list stands in a text between blanks.
func Says(l *lexicon.List, text string) bool {
	from, _ := First(l, Lower(text))
	return from >= 0
}

// OpensOn is the length of the phrase of a list that a text begins with, whatever its case,
// and of the blank behind it; 0 where there is none.
func OpensOn(s string, l *lexicon.List) int {
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

// Beginning is how many words of a sentence are looked at for how it begins.
const Beginning = 12

// Begun takes the beginning of a sentence apart in t, which it returns; it has no words
// where a sign stands before them.
func Begun(t *lexicon.Text, s string) *lexicon.Text {
	if t.Scan(s, Beginning); len(t.Tokens) > 0 && t.Tokens[0].Start > 0 {
		t.Tokens = t.Tokens[:0]
	}
	return t
}

// First is where a phrase of a list stands first in a text between two blanks, from and to
// them; −1 nowhere.
func First(l *lexicon.List, text string) (from, to int) {
	from = -1
	l.Between(text, func(i, k int) bool {
		if from < 0 || i < from {
			from, to = i, k
		}
		return false
	})
	return from, to
}
