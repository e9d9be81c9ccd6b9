package offline

import (
	"sync"

	"prism/internal/lexicon"
)

// lists are the words that are looked for as they are written.
type lists struct {
	phase   *lexicon.List // numbers a part of a plan: "Phase 1"
	here    *lexicon.List // leads to a list: "here are"
	objects *lexicon.List // at the head of a sentence: it takes something back of the one before
	because *lexicon.List // at the head of an answer: the cause follows

	// How an answer opens that came to an end: in a few words; or with "all" and, behind it,
	// one of the words that say so; and what says that something of it is open.
	closed, all, closes, open *lexicon.List

	// What an answer calls its verdict or its conclusion: a heading or a label, only a
	// heading of a review (of a label it is one point), the opening of a sentence.
	verdict, recommends, overall *lexicon.List
}

// wordLists are read once, however many judges ask: nobody changes them.
var wordLists = sync.OnceValue(func() *lists {
	of := lexicon.NewList
	return &lists{phase: of("phase"), here: of("here"), objects: of("but"), because: of("because"),
		closed: of("closed"), all: of("all"), closes: of("closes"), open: of("left_open"),
		verdict: of("verdict"), recommends: of("recommends"), overall: of("overall")}
})
