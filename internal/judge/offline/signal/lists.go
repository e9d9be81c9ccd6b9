package signal

import (
	"sync"

	"prism/internal/lexicon"
)

// lists are what a complaint calls each kind of check.
type lists struct{ build, compile, lint, types *lexicon.List }

// wordLists are read once, however many judges ask: nobody changes them.
var wordLists = sync.OnceValue(func() *lists {
	of := lexicon.NewList
	return &lists{build: of("build"), compile: of("compile"), lint: of("lint"), types: of("types")}
})
