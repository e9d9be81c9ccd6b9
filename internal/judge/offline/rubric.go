package offline

import (
	"strings"
	"unicode/utf8"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/prompt"
	"prism/internal/transcript"
)

// rubric answers the seven checks of prompting practice on what people wrote.
// Plans that a machine handed on and machine prompts are not looked at; where
// nothing is left that a person asked for, no check applies.
func rubric(a *account, intent fact.Intent) fact.Rubric {
	r := fact.Rubric{
		GoalExplicit: fact.NotApplicable, ScopeBounded: fact.NotApplicable, ReferencesConcrete: fact.NotApplicable,
		ContextSufficient: fact.NotApplicable, VerificationRequested: fact.NotApplicable, RootCauseOriented: fact.NotApplicable,
		PlanFirst: fact.NotApplicable,
	}
	w := writtenBy(a)
	if w.prompts == 0 || intent == fact.IntentNone {
		return r
	}
	changes := intent == fact.BugFix || intent == fact.Feature || intent == fact.Refactor
	large := len(a.files) > largeFiles || a.added+a.removed > largeLines
	set := func(m *fact.Mark, applies, present bool) {
		if applies {
			*m = fact.Absent
			if present {
				*m = fact.Present
			}
		}
	}
	set(&r.GoalExplicit, true, w.goal)
	set(&r.ScopeBounded, intent != fact.Question, w.scope)
	set(&r.ReferencesConcrete, true, w.names)
	set(&r.ContextSufficient, intent != fact.SmallChange, w.context)
	set(&r.VerificationRequested, changes || intent == fact.Plan, w.verify)
	set(&r.RootCauseOriented, intent == fact.BugFix || intent == fact.Investigation, w.cause)
	set(&r.PlanFirst, changes && large, w.plan || plannedFirst(a))
	return r
}

// Work that is no longer trivial, and wants a plan: more files or more changed
// lines than one look takes in.
const (
	largeFiles = 3
	largeLines = 60
)

// Sizes of prompts, in words, from which or up to which something is told.
const (
	leastAsk     = 4  // a request in fewer words names no outcome
	leastWish    = 5  // a wish
	spotSize     = 60 // up to here a name bounds the work; in a longer one it is one of many
	leastSetting = 12 // "as in …", "currently …" in fewer words sets no scene
	namedSetting = 15 // words around a name
	fullSetting  = 30 // words that set the scene by themselves
	choreSize    = 8
)

// written is what the prompts of people hold.
type written struct {
	prompts                                          int // that ask for something; all, where no plan was handed on
	goal, scope, names, context, verify, cause, plan bool
}

func writtenBy(a *account) written {
	var w written
	handed, begun := false, false
	for i := range a.turns {
		t := &a.turns[i]
		if t.turn.Origin == transcript.PlanHand {
			handed, w.plan = true, true
			begun = begun || t.edits > 0
			continue
		}
		if t.turn.Automated || t.turn.Origin == transcript.Machine || t.trivial {
			continue
		}
		if handed && isChore(t) {
			continue // the plan was the request; who says "commit" to its fruit shows no craft
		}
		w.prompts++
		h, c := &t.heard, &t.craft
		asks := asksFor(t)
		w.goal = w.goal || asks
		w.scope = w.scope || bounds(t)
		w.names = w.names || c.names
		w.context = w.context || c.artefact || t.pasted > 0 || c.size >= fullSetting || c.names && c.size >= namedSetting || c.has(craftExample) && c.size >= leastSetting
		w.verify = w.verify || c.has(craftVerify)
		w.cause = w.cause || c.has(craftCause)
		if !begun && (h.leads[askPlan] > 0 && c.has(craftThink) || t.edits == 0 && t.steps+len(t.turn.Says) > 0 && (c.has(craftThink) || c.size >= leastAsk && (c.question || h.leads[question] > 0 || h.leads[askInvestigate] > 0))) {
			w.plan = true
		}
		begun = begun || t.edits > 0
	}
	return w
}

// asksFor reports whether a prompt says what is to come of it: a request, a
// question, a wish, what does not work.
func asksFor(t *turnAccount) bool {
	h, c := &t.heard, &t.craft
	switch {
	case t.turn.Command != "":
		return true // a command of one's own says what it does
	case c.size < leastAsk:
		return false
	case h.leads[question] > 0, h.question, c.question:
		return true
	}
	return wantsChange(t)
}

// bounds reports whether a prompt says where the work ends: by what is to be left
// alone, or by the spot it is confined to.
func bounds(t *turnAccount) bool {
	c := &t.craft
	switch {
	case c.has(craftLimit):
		return true
	case c.has(craftWide) || !asksFor(t) && c.size < spotSize:
		return false
	case c.located:
		return true
	}
	return (c.owned || c.has(craftPlace)) && c.size <= spotSize && wantsChange(t) || c.heading && wantsChange(t)
}

// wantsChange reports whether a prompt wants something done, rather than told.
func wantsChange(t *turnAccount) bool {
	h, c := &t.heard, &t.craft
	return c.size >= leastAsk && (leadsRequest(h) || h.leads[askRun] > 0 || h.any(broken, complain)) || c.size >= leastWish && c.has(craftWant)
}

// isChore reports whether a prompt only goes on with what there is: commit,
// push, yes, continue.
func isChore(t *turnAccount) bool {
	h := &t.heard
	if t.turn.Command != "" || t.turn.Images > 0 || h.words > choreSize {
		return false
	}
	for _, c := range []class{askFix, askAdd, askRefactor, askReview, askInvestigate, askPlan, question} {
		if h.leads[c] > 0 {
			return false
		}
	}
	return !h.question && (h.words < leastAsk || h.any(deliver, resume, accept, assent, thanks))
}

// plannedFirst reports whether a plan was shown or agreed on before the work:
// before the first edit, or before most of them.
func plannedFirst(a *account) bool {
	if len(a.plans) == 0 {
		return false
	}
	before := 0
	for i := range a.edits {
		if a.edits[i].order < a.plans[0].order {
			before++
		}
	}
	return 2*before <= len(a.edits)
}

// leadsRequest reports whether a clause of a speech is led by a request.
func leadsRequest(s *speech) bool {
	for _, c := range []class{askFix, askAdd, askRefactor, askReview, askPlan, askInvestigate, askSmall} {
		if s.leads[c] > 0 {
			return true
		}
	}
	return false
}

// What a prompt shows of the craft of asking, by the phrases of asking.txt.
const (
	craftLimit   class = iota // bounds the work
	craftPlace                // names the spot it is confined to
	craftWant                 // says how it shall be
	craftVerify               // asks for proof
	craftCause                // aims at the cause
	craftThink                // plans or looks before the work
	craftExample              // brings an example, or how it is now
	craftWide                 // sets no bound though it names something
	craftNothing              // only looks like one of these
)

func craftNames() []string {
	return []string{
		craftLimit: "limit", craftPlace: "place", craftWant: "want", craftVerify: "verify",
		craftCause: "cause", craftThink: "think", craftExample: "example", craftWide: "wide", craftNothing: "nothing",
	}
}

// craft is what one prompt of a person shows of the craft of asking.
type craft struct {
	says     meaning // classes of craft in the person's own words
	size     int     // own words; of scripts without spaces five letters are three
	located  bool    // names a file, a folder or a line in own words
	names    bool    // names what can be opened or looked up, pasted output included
	owned    bool    // of these, in own words
	artefact bool    // holds code, output, a picture or an address
	question bool
	heading  bool // begins with the spot it is about
}

func (c *craft) has(x class) bool { return c.says.has(x) }

// Limits on what is read of one prompt, in bytes: people paste whole files. The
// checks are read more widely than tone is, because bounds and criteria often
// stand in the middle of a long prompt.
const (
	craftHead  = 12000
	craftTail  = 4000
	craftWords = 3000

	headingWords = 12 // a spot named among so many words is what the prompt is about
)

// craftOf reads one prompt.
func (r *reader) craftOf(t *conversation.Turn, spoken tongues) craft {
	c := craft{artefact: t.Images > 0}
	if t.Origin == transcript.PlanHand || t.Origin == transcript.Machine {
		return c
	}
	own, pasted := prompt.Own(headAndTail(t.Prompt), isOutput)
	toks := r.sc.scan(own, craftWords)
	letters := 0
	for _, tok := range toks {
		if loneWord(tok.word) {
			letters++
		}
	}
	c.size = len(toks) - letters*2/5
	c.question = questioned(own)
	r.asking.find(toks, spoken, func(h hit) {
		if glued(own, toks[h.from].start, toks[h.to-1].end) {
			return // a part of a name or a path
		}
		if h.says == 1<<craftPlace && h.from > 0 && indefinite(toks[h.from-1].word) {
			return // "a button" is something new, "the button" is a spot
		}
		c.says |= h.says
		c.heading = c.heading || h.says.has(craftPlace) && h.from < headingWords
	})
	mine := prompt.References(own)
	c.located, c.owned = mine.Located, mine.Names || mine.Located
	c.names = c.owned || mine.Address
	c.artefact = c.artefact || mine.Address
	if pasted != "" {
		c.artefact = true
		c.names = c.names || prompt.References(pasted).Located // a name in output is no reference yet, a file and line is
	}
	return c
}

// glued reports whether text[start:end] is part of a longer name: parse_test,
// test.go, src/test.
func glued(text string, start, end int) bool {
	if start > 0 && strings.IndexByte("_/\\.@$#", text[start-1]) >= 0 {
		return true
	}
	if end >= len(text) {
		return false
	}
	if strings.IndexByte("_/\\(", text[end]) >= 0 {
		return text[end] != '(' || end+1 < len(text) && text[end+1] == ')'
	}
	return text[end] == '.' && end+1 < len(text) && letter(text[end+1])
}

// questioned reports whether a text holds a question, at its end or before.
func questioned(text string) bool {
	for i := 0; i < len(text); {
		k := strings.IndexAny(text[i:], "?？؟")
		if k < 0 {
			return false
		}
		i += k
		_, n := utf8.DecodeRuneInString(text[i:])
		i += n
		if n > 1 || i == len(text) || strings.IndexByte(" \n\t)\"'", text[i]) >= 0 {
			return true
		}
	}
	return false
}

// indefinite reports whether a word makes the next one any of its kind.
func indefinite(word string) bool {
	switch word {
	case "a", "an", "any", "every", "all", "each", "some", "another", "new", "different", "un", "une", "uno", "una", "um", "uma", "ein", "eine", "einen", "einer", "een", "en", "et", "ett", "neue", "neuen", "nueva", "nuevo", "nouvelle", "nouveau", "nova", "novo", "nuova", "nuovo":
		return true
	}
	return false
}

// headAndTail is the head and the tail of a prompt, which is all of most.
func headAndTail(text string) string {
	if len(text) <= craftHead+craftTail {
		return text
	}
	return clipBytes(text, craftHead) + "\n" + strings.ToValidUTF8(text[len(text)-craftTail:], "")
}

// isOutput reports whether a line is known as the output of a check.
func isOutput(line string) bool {
	if len(line) > maxLineBytes {
		line = line[:maxLineBytes]
	}
	switch lineVerdict(line) {
	case strongFail, weakFail, countFail, strongPass, countPass:
		return true
	}
	return false
}
