// Package practice answers the seven checks of prompting practice on what people
// wrote in a session.
//
// Promises: only people's own words count, never a plan that was handed on nor what
// a machine wrote; a check that the intent does not ask for is not applicable.
package practice

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/observe"
	"prism/internal/observe/output"
	"prism/internal/observe/speech"
	"prism/internal/prompt"
	"prism/internal/transcript"
)

// Checks answers the seven checks for a session with this intent. Plans that a machine
// handed on and machine prompts are not looked at; where nothing is left that a person
// asked for, no check applies.
func Checks(r *speech.Reader, a *observe.Session, intent fact.Intent) fact.Rubric {
	w := writtenBy(r, a, nil)
	if w.prompts == 0 {
		intent = fact.IntentNone // nobody asked: no check applies
	}
	planned := plannedFirst(a)
	large, rules := planned || judge.LargeWork(len(a.Files), a.Added+a.Removed), judge.Checks() // what was planned was worth a plan
	var out fact.Rubric
	for n, present := range [...]bool{w.goal, w.scope, w.names, w.context, w.verify, w.cause, w.plan || planned} {
		*out.Marks()[n] = rules[n].Mark(intent, present, large)
	}
	return out
}

// Sizes of prompts, in words, from which or up to which something is told.
const (
	leastAsk     = 4  // a request in fewer words names no outcome
	leastWanted  = 5  // a request by what is wanted
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

// Turns are the numbers, from 1, of the turns in which each of the seven checks is met
// first; 0: in none that a person wrote.
func Turns(r *speech.Reader, a *observe.Session) [7]int {
	var first [7]int
	writtenBy(r, a, func(turn int, w *written) {
		for n, met := range [...]bool{w.goal, w.scope, w.names, w.context, w.verify, w.cause, w.plan} {
			if met && first[n] == 0 {
				first[n] = turn
			}
		}
	})
	return first
}

// writtenBy gathers what prompts hold; after is told what that is by each turn, nil nobody.
func writtenBy(r *speech.Reader, a *observe.Session, after func(turn int, w *written)) written {
	var w written
	handed, begun := false, false
	for i := range a.Turns {
		if after != nil && i > 0 {
			after(a.Turns[i-1].Index+1, &w)
		}
		t := &a.Turns[i]
		if t.Raw.Origin == transcript.PlanHand {
			handed, w.plan = true, true
			begun = begun || t.Edits > 0
			continue
		}
		if t.Raw.Automated || t.Raw.Origin == transcript.Machine || t.Trivial || untold(t.Raw) || pastesTrouble(t.Raw.Prompt) {
			continue
		}
		if handed && isChore(t) {
			continue // the plan was the request; who says "commit" to its fruit shows no practice
		}
		c := readPrompt(r, t.Raw, a.Languages)
		h, asks := &t.Prompt, asksFor(t, &c)
		if handed && !asks {
			continue // nor does who only says something to it: "wait, that was me", "you may"
		}
		w.prompts++
		w.goal = w.goal || asks
		w.scope = w.scope || bounds(t, &c)
		w.names = w.names || c.names
		w.context = w.context || c.artefact || t.Pasted > 0 || c.size >= fullSetting || c.names && c.size >= namedSetting || c.has(speech.PracticeExample) && c.size >= leastSetting
		w.verify = w.verify || c.has(speech.PracticeVerify)
		w.cause = w.cause || c.has(speech.PracticeCause)
		if !begun && (h.Leads[speech.AskPlan] > 0 && c.has(speech.PracticeThink) || explores(t, &c)) {
			w.plan = true
		}
		begun = begun || t.Edits > 0
	}
	if n := len(a.Turns); after != nil && n > 0 {
		after(a.Turns[n-1].Index+1, &w)
	}
	return w
}

// explores reports whether a prompt has something looked at or thought over before it is
// built, and nothing was changed at it. Who asks only why something is as it is, or tells a
// fault in few words, plans nothing.
func explores(t *observe.Turn, c *shown) bool {
	h := &t.Prompt
	switch {
	case t.Edits > 0 || observe.Mutates(t) || t.Steps+len(t.Raw.Says) == 0:
		return false
	case c.has(speech.PracticeThink):
		return c.size > choreSize || !h.Any(speech.Broken, speech.Complain) || h.LeadsRequest()
	}
	return c.size >= leastAsk && (h.Leads[speech.AskInvestigate] > 0 || !c.has(speech.PracticeCause) && (c.question || h.Leads[speech.Question] > 0))
}

// untold tells of a prompt of which nobody said what it was: telemetry without words.
func untold(t *conversation.Turn) bool {
	return t.Prompt == "" && t.Command == "" && t.Images == 0
}

// pastesTrouble reports whether a prompt is nothing but what the client said where the service
// did not answer: nobody worded it.
func pastesTrouble(prompt string) bool {
	line := strings.TrimSpace(prompt)
	return observe.ApiTrouble(line) && !strings.ContainsAny(line, "\n?？")
}

// asksFor reports whether a prompt says what is to come of it: a request, a
// question, a wish, what does not work.
func asksFor(t *observe.Turn, c *shown) bool {
	h := &t.Prompt
	switch {
	case t.Raw.Command != "":
		return true // a command of one's own says what it does
	case c.size < leastAsk:
		return false
	case h.Leads[speech.Question] > 0, h.Question, c.question:
		return true
	}
	return wantsChange(t, c)
}

// bounds reports whether a prompt says where the work ends: by what is to be left
// alone, or by the spot it is confined to.
func bounds(t *observe.Turn, c *shown) bool {
	switch {
	case c.has(speech.PracticeLimit):
		return true
	case c.has(speech.PracticeWide) || !asksFor(t, c) && c.size < spotSize:
		return false
	case c.located:
		return true
	}
	return (c.owned || c.has(speech.PracticePlace)) && c.size <= spotSize && wantsChange(t, c) || c.heading && wantsChange(t, c)
}

// wantsChange reports whether a prompt wants something done, rather than told.
func wantsChange(t *observe.Turn, c *shown) bool {
	h := &t.Prompt
	return c.size >= leastAsk && (h.LeadsRequest() || h.Leads[speech.AskRun] > 0 || h.Any(speech.Broken, speech.Complain)) || c.size >= leastWanted && c.has(speech.PracticeWant)
}

// isChore reports whether a prompt only goes on with what there is: commit,
// push, yes, continue.
func isChore(t *observe.Turn) bool {
	h := &t.Prompt
	if t.Raw.Command != "" || t.Raw.Images > 0 || h.Words > choreSize {
		return false
	}
	for _, c := range []speech.Sense{speech.AskFix, speech.AskAdd, speech.AskRefactor, speech.AskReview, speech.AskInvestigate, speech.AskPlan, speech.Question} {
		if h.Leads[c] > 0 {
			return false
		}
	}
	return !h.Question && (h.Words < leastAsk || h.Any(speech.Deliver, speech.Resume, speech.Accept, speech.Assent, speech.Thanks))
}

// plannedFirst reports whether a plan was shown or agreed on before the work:
// before the first edit, or before most of them.
func plannedFirst(a *observe.Session) bool {
	if len(a.Plans) == 0 {
		return false
	}
	before := 0
	for i := range a.Edits {
		if a.Edits[i].Order < a.Plans[0].Order {
			before++
		}
	}
	return 2*before <= len(a.Edits)
}

// shown is what one prompt of a person shows of prompting.
type shown struct {
	says     speech.Senses // practices in the person's own words
	size     int           // own words; of scripts without spaces five letters are three
	located  bool          // names a file, a folder or a line in own words
	names    bool          // names what can be opened or looked up, pasted output included
	owned    bool          // of these, in own words
	artefact bool          // holds code, output, a picture or an address
	question bool
	heading  bool // begins with the spot it is about
}

func (c *shown) has(x speech.Sense) bool { return c.says.Has(x) }

// Limits on what is read of one prompt, in bytes: people paste whole files. The
// checks are read more widely than tone is, because bounds and criteria often
// stand in the middle of a long prompt.
const (
	promptHead  = 12000
	promptTail  = 4000
	promptWords = 3000

	headingWords = 12 // a spot named among so many words is what the prompt is about
)

// readPrompt reads one prompt.
func readPrompt(r *speech.Reader, t *conversation.Turn, spoken speech.Languages) shown {
	c := shown{artefact: t.Images > 0}
	if t.Origin == transcript.PlanHand || t.Origin == transcript.Machine {
		return c
	}
	own, pasted := prompt.Own(headAndTail(t.Prompt), isOutput)
	words, hits := r.Phrases(r.Asking, own, promptWords, spoken)
	toks, letters := words.Tokens, 0
	for i := range toks {
		if speech.IsSign(words.Word(i)) {
			letters++
		}
	}
	c.size = len(toks) - letters*2/5
	c.question = questioned(own)
	for _, h := range hits {
		if glued(own, toks[h.From].Start, toks[h.To-1].End) || quoted(own, toks[h.From].Start) {
			continue // a part of a name or a path, or a name by itself
		}
		if h.Says == 1<<speech.PracticePlace && h.From > 0 && r.Indefinite(h.From-1) {
			continue // "a button" is something new, "the button" is a spot
		}
		says := h.Says
		if code(own, toks[h.From].Start) {
			says &^= 1<<speech.PracticeCause | 1<<speech.PracticeThink // the name of a command
		}
		if c.size > spotSize && h.From >= 2*headingWords && !questioned(sentence(own[toks[h.From].Start:])) {
			says &^= 1 << speech.PracticeCause // in the middle of a long text it tells how things are
		}
		c.says |= says
		c.heading = c.heading || h.Says.Has(speech.PracticePlace) && h.From < headingWords
	}
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
	if start > 0 && strings.IndexByte("_/\\.@$#", text[start-1]) >= 0 || strings.HasSuffix(text[:start], "--") {
		return true
	}
	if end >= len(text) {
		return false
	}
	if strings.IndexByte("_/\\(", text[end]) >= 0 {
		return text[end] != '(' || end+1 < len(text) && text[end+1] == ')'
	}
	if text[end] == '-' { // "test-keys.txt"
		rest := strings.TrimLeftFunc(text[end:], func(r rune) bool { return r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) })
		return len(rest) > 1 && rest[0] == '.' && observe.Letter(rest[1])
	}
	return text[end] == '.' && end+1 < len(text) && observe.Letter(text[end+1])
}

// quoted reports whether text[start:] stands right behind a quotation mark: it names a
// command or a label there, and asks for nothing.
func quoted(text string, start int) bool {
	return start > 0 && (text[start-1] == '"' || text[start-1] == '`' || strings.HasSuffix(text[:start], "“") || strings.HasSuffix(text[:start], "«"))
}

// code reports whether text[start:] stands within the marks of code of its line.
func code(text string, start int) bool {
	return strings.Count(text[strings.LastIndexByte(text[:start], '\n')+1:start], "`")%2 == 1
}

// sentence is the head of a text up to where its first sentence ends.
func sentence(text string) string {
	if i := strings.IndexAny(text, ".!?？。！\n"); i >= 0 {
		_, n := utf8.DecodeRuneInString(text[i:])
		return text[:i+n]
	}
	return text
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

// headAndTail is the head and the tail of a prompt, which is all of most.
func headAndTail(text string) string {
	if len(text) <= promptHead+promptTail {
		return text
	}
	return observe.ClipBytes(text, promptHead) + "\n" + strings.ToValidUTF8(text[len(text)-promptTail:], "")
}

// isOutput reports whether a line is known as the output of a check.
func isOutput(line string) bool { return output.FailureLine(line) || output.SuccessLine(line) }
