package tracker

import (
	"sync"
	"unicode/utf8"

	"prism/internal/lexicon"
)

// book holds the words by which prompts and answers are read. A language that has
// no file loses cues, not the words, names and files that most of the decision
// rests on.
type book struct {
	stop  map[uint32]bool // terms that say nothing of what a task is about
	words *lexicon.Book
	// announce holds what says that a prompt turns to something else; common are words
	// of everybody's, which may stand before that.
	announce *lexicon.Book
	common   map[string]bool
	tasks    *lexicon.Book // what sets a task
	drops    *lexicon.Book // what speaks of the work at hand: leaves it, takes it back, delivers it, complains
	points   *lexicon.Book // what goes on with the work though it sounds like an announcement
	offers   *lexicon.Book // what an agent offers at the end, and nobody needs to answer
	pleased  *lexicon.Book // what takes the work as good
	stance   *lexicon.Book // what denies, or sets against what stands before it
}

// The lists of phrases, in the order of cueNames.
const (
	goesOn       = iota // replies and next steps
	accepts             // nothing but an answer
	pointsBack          // at what was said or done before
	saysWrong           // something still does not work, or was done wrong
	asksChore           // commit, push, merge, run the checks
	turnsAway           // to something else, in so many words
	wishes              // wants, and scenes that are set
	handsReview         // comments of a review
	asksNicely          // as some people do with every prompt
	asksDocs            // by the guide, documentation of the work goes on with it
	asksTests           // likewise
	ourWork             // what was done or said before in the same conversation
	agentReplies        // open an answer within one piece of work
	agentStarts         // open an answer to what the agent has to find its way into
	opensAnew           // how one asks for what stands by itself: "how do I", "draw a"
	links               // what needs something said before: "one", "yet", "as well"
	agentWaits          // end an answer that needs something of the person
)

func cueNames() []string {
	return []string{"follow", "accept", "back", "wrong", "chore", "fresh", "wish", "review", "polite", "docs", "tests", "ours", "reply", "start", "anew", "link", "wait"}
}

// The lists of stance.
const (
	denies = iota
	contrasts
)

func taskNames() []string {
	return []string{"ask_add", "ask_fix", "ask_review", "ask_plan", "ask_investigate", "ask_refactor", "ask_small"}
}

func dropNames() []string {
	return []string{"abandon", "switch", "undo", "defer", "put_off", "swear", "farewell", "thanks"}
}

// readBook is the words, read once however many trackers ask: nobody changes them.
var readBook = sync.OnceValue(newBook)

// wordSum changes with every word of it.
var wordSum = sync.OnceValue(func() uint64 {
	return lexicon.Sum("shift.", "word.stop", "person.", "agent.says_offer", "stance.not", "stance.but")
})

func newBook() *book {
	b := &book{stop: make(map[uint32]bool, 2048), words: lexicon.Compile("shift", cueNames())}
	b.announce, b.common = lexicon.Compile("shift", announceNames()), make(map[string]bool, 4096)
	b.tasks, b.offers = lexicon.Compile("person", taskNames()), lexicon.Compile("agent", []string{"says_offer"})
	b.pleased = lexicon.Compile("person", []string{"accept", "thanks", "endorse"})
	b.stance = lexicon.Compile("stance", []string{denies: "not", contrasts: "but"})
	b.points = lexicon.Compile("shift", pointNames())
	b.drops = lexicon.Compile("person", dropNames())
	var t lexicon.Text
	for w := range lexicon.Words("common") {
		if t.Scan(w, 1); len(t.Tokens) == 1 {
			b.common[string(t.Word(0))] = true
		}
	}
	for w := range lexicon.Words("stop") {
		if r, _ := utf8.DecodeRuneInString(w); lexicon.Alone(r) {
			pairs(w, 0, func(h uint32, _ float32) { b.stop[h] = true })
			continue
		}
		b.stop[stem(w)] = true
	}
	return b
}
