package speech

import (
	"sync"

	"prism/internal/conversation"
	"prism/internal/lang"
	"prism/internal/lexicon"
	"prism/internal/transcript"
	"prism/internal/wording"
)

// WordSum changes with every phrase that sessions are read by.
func WordSum() uint64 { return wordSum() }

// wordSum is counted once, however many judges ask: it goes over every phrase.
var wordSum = sync.OnceValue(func() uint64 {
	return wording.Sum() ^ lexicon.Sum("person.", "agent.", "asking.", "skip.", "fault.", "stance.", "aside.", "answer.", "rest.", "word.stop", "report.", "title.", "list.")
})

// Sense is what a phrase says; a phrase may say several things.
type Sense uint8

// The classes. Those of the first block are looked for in what people write,
// those of the second in what agents say; their names are those of the sections
// "person." and "agent." of the lexicon.
const (
	Accept Sense = iota
	Thanks
	Complain
	Swear
	Abandon
	Resume
	Deliver
	Undo
	Question
	AskFix
	AskAdd
	AskRefactor
	AskReview
	AskPlan
	AskInvestigate
	AskSmall
	AskRun
	askTest
	PutOff
	Correct
	Farewell
	Greet
	negation
	Broken
	Assent
	Feedback
	AskCause
	Endorse  // of accept, what says that it is good, not just that it was heard
	Postpone // the work is put off to another day
	Failing  // of complain, what says that the work does not work, not just that it is not as it should be
	Switch   // another way is tried in place of the one at hand
	Ambient  // talk of the weather and the like

	SaysDone
	SaysNotDone
	SaysBlocked
	SaysSorry
	SaysCause
	SaysVerified
	SaysAsk
	SaysOffer
	SaysYouTest
	SaysNext
	SaysFail
	SaysPlan
	SaysGaveUp
	SaysRed     // a check fails
	SaysExcuse  // and that is not of this work's making
	SaysUnknown // no answer was found
	SaysNeeds   // the person is to send what an answer needs
	SaysFound   // a cause or a finding is named
	SaysNo      // the answer is no
	SaysShut    // what was to be read could not be opened
	SaysMistook // what was changed is not what was wrong, or the fault does not show here
	senseCount
)

// SenseNames are the sections that the classes stand in, "person." or "agent." left out.
func SenseNames() []string {
	return []string{
		Accept: "accept", Thanks: "thanks", Complain: "complain", Swear: "swear", Abandon: "abandon", Resume: "resume",
		Deliver: "deliver", Undo: "undo", Question: "question", AskFix: "ask_fix", AskAdd: "ask_add", AskRefactor: "ask_refactor",
		AskReview: "ask_review", AskPlan: "ask_plan", AskInvestigate: "ask_investigate", AskSmall: "ask_small", AskRun: "ask_run", askTest: "ask_test",
		PutOff: "put_off", Correct: "correct", Farewell: "farewell", Greet: "greet", negation: "negation", Broken: "broken", Assent: "assent", Feedback: "feedback", AskCause: "ask_cause",
		Endorse: "endorse", Postpone: "defer", Failing: "failing", Switch: "switch", Ambient: "ambient",
		SaysDone: "says_done", SaysNotDone: "says_not_done", SaysBlocked: "says_blocked", SaysSorry: "says_sorry", SaysCause: "says_cause",
		SaysVerified: "says_verified", SaysAsk: "says_ask", SaysOffer: "says_offer", SaysYouTest: "says_you_test",
		SaysNext: "says_next", SaysFail: "says_fail", SaysPlan: "says_plan", SaysGaveUp: "says_gave_up",
		SaysRed: "says_red", SaysExcuse: "says_excuse", SaysUnknown: "says_unknown", SaysNeeds: "says_needs", SaysFound: "says_found", SaysNo: "says_no", SaysShut: "says_shut", SaysMistook: "says_mistook",
	}
}

// What a prompt shows of the craft of asking, by the sections "asking."
const (
	PracticeLimit   Sense = iota // bounds the work
	PracticePlace                // names the spot it is confined to
	PracticeWant                 // says how it shall be
	PracticeVerify               // asks for proof
	PracticeCause                // aims at the cause
	PracticeThink                // plans or looks before the work
	PracticeExample              // brings an example, or how it is now
	PracticeWide                 // sets no bound though it names something
	PracticeNothing              // only looks like one of these
)

// PracticeNames are the sections that they stand in, "asking." left out.
func PracticeNames() []string {
	return []string{
		PracticeLimit: "limit", PracticePlace: "place", PracticeWant: "want", PracticeVerify: "verify",
		PracticeCause: "cause", PracticeThink: "think", PracticeExample: "example", PracticeWide: "wide", PracticeNothing: "nothing",
	}
}

// Words that lead on to others: "skip." in the lexicon.
const (
	preamble   = iota // between the beginning of a clause and its verb
	indefinite        // the next word is any of its kind
	plan              // only says that a heading is a plan's
	coda              // may follow a phrase that is a clause by itself: "for now"
	join              // begins the next clause without a sign: "and"
	sequel            // joins what is asked to what was asked before it
	tests             // only says that tests are spoken of
	keep              // says that behaviour is to stay as it is
	verdict           // asks for a verdict: whether something may be merged, released
	again             // says that an answer was none to what was asked
	undone            // an agent's word that a part of the work is not done
	extra             // says beside it that nobody asked for that part
	nod               // takes something as good or as heard
	subject           // what a nod may speak of
	leave             // begins a question of what one may or needs to do: "can I"
	hold              // says that nothing is to be changed
	opinion           // asks what one thinks of something
	reviewed          // names a change that can be reviewed
	steps             // asks for the steps of a work, not the work
	gets              // orders that something be brought to a state
	green             // says of tests that they pass
	shape             // says that code is to get another shape
	ruling            // gives a verdict on a change
	cause             // asks for a cause
	declines          // says no to an offer: "nope", "no thanks"
	verbAtEnd         // with it at its head, a clause has what it asks for at its end
	replaces          // orders that something take the place of another thing, or another place
	remains           // says of something that it is to be as it was
	verbIsLast        // where a clause ends on it, what it says or asks for stands at its end
	ordersNew         // orders something new, where a clause begins with it
	preposed          // begins a clause with what its verb is done to, in Chinese: "把", "给"
	alters            // orders, at the head of a clause, that something be made otherwise: "make the", "speed up"
	ofWords           // is made of words: a letter, a sentence
	noChange          // says that nothing is to be changed: "no changes"
	allOfIt           // names all of the work: "the whole thing"
)

func skipped() []string {
	return []string{preamble: "preamble", ofWords: "text", indefinite: "indefinite", plan: "plan", coda: "coda", join: "join", sequel: "sequel", tests: "tests", keep: "keep", undone: "undone", extra: "extra", nod: "nod", subject: "subject", verdict: "verdict", again: "again", leave: "leave", hold: "hold", opinion: "opinion", reviewed: "change", steps: "steps", shape: "shape", ruling: "ruling", cause: "cause", declines: "decline", noChange: "as_is", allOfIt: "all", verbAtEnd: "verb_last", preposed: "preposed", alters: "alters", verbIsLast: "verb_is_last", replaces: "replaces", remains: "stays", ordersNew: "orders", gets: "gets", green: "green"}
}

// Senses is a set of classes.
type Senses lexicon.Set

// Has reports whether a class is in the set.
func (m Senses) Has(c Sense) bool { return m>>c&1 != 0 }

// Languages is a set of languages. A phrase counts only where its language is
// spoken: "con" is an insult in one and a preposition in two others.
type Languages = lexicon.Langs

// Hit is a phrase found: the words From up to To.
type Hit struct {
	Says     Senses
	From, To int
	Led      bool // it begins a clause, or ends one in a language whose verb stands last
}

// Spoken tells the languages that are spoken in a draft: English always
// (agents answer in it, tools speak it), and what the prompts are written in;
// all of them where the prompts say nothing in these.
func (r *Reader) Spoken(d *conversation.Draft) Languages {
	var v lang.Votes
	n := 0
	for i := range d.Turns {
		t := &d.Turns[i]
		if t.Abandoned || t.Origin == transcript.PlanHand {
			continue
		}
		head, _ := Window(t.Prompt)
		v.Add(head)
		if n++; n == 12 {
			break
		}
	}
	langs := []string{"en", "zh", "ja", "ko", "ru", "uk", "ar", "fa", "hi", "th"} // told apart by their letters
	first := v.Language()
	if first != "" {
		langs = append(langs, first)
	}
	if n > 0 && first != "en" && !r.hears(d, lexicon.Speaking(langs...)) {
		return lexicon.Every // too few words to tell: any may be meant
	}
	for i, live := len(d.Turns)-1, 0; i >= 0 && live < 2; i-- {
		if d.Turns[i].Abandoned {
			continue
		}
		live++
		if s := d.Turns[i].Says; len(s) > 0 {
			head, _ := Window(s[len(s)-1].Text)
			if l := lang.OfText(head); l != "" {
				langs = append(langs, l)
			}
		}
	}
	return lexicon.Speaking(langs...)
}

// hears reports whether the first prompts are known to ask or say anything.
func (r *Reader) hears(d *conversation.Draft, t Languages) bool {
	n := 0
	for i := range d.Turns {
		if d.Turns[i].Abandoned || d.Turns[i].Origin == transcript.PlanHand {
			continue
		}
		var sp Message
		r.Listen(r.Person, d.Turns[i].Prompt, t, &sp)
		if _, asks := sp.Lead(); asks || sp.Any(Accept, Thanks, Deliver, Assent, Greet, Farewell) {
			return true
		}
		if n++; n == 3 {
			break
		}
	}
	return false
}

// briefly is how long a prompt may be whose own language is asked, in bytes: a longer
// one has a vote in that of the session.
const briefly = 240

// spokenIn adds to the languages of a session those that a short prompt of it seems to
// be written in: many ask in English and answer in their own. Where it tells none, and
// nothing is heard in it, any may be meant.
func (r *Reader) spokenIn(text string, spoken Languages, heard *Message) Languages {
	if len(text) > briefly {
		return spoken
	}
	var v lang.Votes
	v.Add(text)
	shares := v.Shares()
	if len(shares) == 0 {
		if heard.Words > 0 && *heard == (Message{Words: heard.Words, Question: heard.Question, Text: heard.Text}) {
			return lexicon.Every
		}
		return spoken
	}
	others := Languages(0)
	for _, s := range shares {
		if s.Weight == shares[0].Weight {
			others |= lexicon.Speaking(s.Language)
		}
	}
	if others&spoken != 0 && !heard.Any(Accept, Thanks, Complain, Deliver) && !heard.LeadsRequest() {
		var sp Message
		if r.Listen(r.Person, text, spoken|others, &sp); sp.Any(Thanks, Complain) {
			return spoken | others // "ok super, danke" after prompts in English
		}
	}
	if others&spoken != 0 && heard.Count != [senseCount]uint8{} {
		return spoken // as likely one of these, and understood in it
	}
	return spoken | others
}
