package speech

import (
	"slices"
	"strings"
	"unicode/utf8"

	"prism/internal/lexicon"
)

// WondersWhether reports whether the first phrase of a kind is itself what is asked: "is
// it right? the one from before".
func (s *Message) WondersWhether(c Sense) bool {
	if s.Count[c] != 1 {
		return false
	}
	rest := strings.TrimLeft(s.Text[s.First[c].End:], " ")
	return strings.HasPrefix(rest, "?") || strings.HasPrefix(rest, "？") || strings.HasPrefix(rest, "؟")
}

// Bounds, in words, on prompts that order one more step: longer ones are mostly findings
// on what was done. One that asks for nothing in so many words ("now a button for it") must
// be short.
const (
	maxStep   = 60
	shortStep = 12
	goOnWords = 4 // "go on with it": in a longer one the word is of something else
)

// AddsStep reports whether a prompt plainly orders one more step, or goes on from what
// was done with "now" or "and", and says nothing of it that it is not as it should be. A
// statement orders nothing, though the agent may change something for it: said of work that
// was just done it is mostly a finding.
func AddsStep(h *Message) bool {
	asks := h.Leads[AskAdd]+h.Leads[AskSmall]+h.Leads[AskRun]+h.Leads[AskPlan]+h.Leads[AskReview]+h.Leads[AskRefactor] > 0 || h.Polite || h.Leads[Resume] > 0 && h.Plain() <= goOnWords
	if !asks && !h.next || h.Plain() > maxStep || h.amiss || h.Question && !h.Polite && !h.LeadsRequest() && h.Leads[AskRun] == 0 {
		return false
	}
	if !asks && !h.LeadsRequest() && h.Plain() > shortStep {
		return false
	}
	if h.Leads[AskFix]+h.Leads[Undo] > 0 {
		return false
	}
	if end := strings.TrimRight(h.Text, " \n"); strings.HasSuffix(end, "...") || strings.HasSuffix(end, "…") {
		return false // a piece of a text, and no order
	}
	if h.Denies() && (h.Leads[AskAdd] == 0 || h.First[negation].Start < h.FirstLead[AskAdd]) {
		return false // "add a legend, not a title" denies nothing of what was done
	}
	return !h.Any(Correct, Feedback, Complain, Swear, Abandon, Switch, Failing) && h.Leads[Broken] == 0
}

// AsksWork reports whether a prompt asks for anything at all. Some greetings are
// common words ("test", "yo"): beside one, only what leads a clause is a request.
func AsksWork(s *Message) bool {
	asks := []Sense{AskFix, AskAdd, AskRefactor, AskReview, AskPlan, AskInvestigate, AskSmall, Question, Deliver, Undo, Broken}
	if !s.Any(Greet) {
		return s.Words > 12 || s.Any(asks...)
	}
	if s.Plain() > 12 {
		return true
	}
	for _, c := range asks {
		if s.Leads[c] > 0 {
			return true
		}
	}
	return false
}

// Plain counts words as a speaker would: of scripts whose every sign is a word to
// the scanner, three signs make one.
func (s *Message) Plain() int {
	signs := 0
	for _, c := range s.Text {
		if c >= 0x2E80 && lexicon.Alone(c) {
			signs++
		}
	}
	return s.Words - min(signs, s.Words) + (min(signs, s.Words)+2)/3
}

// OrdersFix reports whether a clause of the message orders a fix, be it behind another
// order: "look at it and fix it".
func (s *Message) OrdersFix() bool { return s.Leads[AskFix] > 0 || s.fixes }

// Makes lists the classes by which something is ordered made or changed; repairs are
// heard in more than one way, see OrdersFix.
func Makes() []Sense { return []Sense{AskAdd, AskRefactor, AskSmall} }

// OrdersChange reports whether a clause of the message orders something made, changed or
// repaired.
func (s *Message) OrdersChange() bool {
	return s.OrdersFix() || s.Leads[AskAdd]+s.Leads[AskRefactor]+s.Leads[AskSmall] > 0
}

// PraisesApart reports whether praise leads a message and stands in a sentence of its own
// before the one that asks: "solved now. what else does it accept?".
func (s *Message) PraisesApart() bool {
	if s.Leads[Endorse] == 0 || !s.Question {
		return false
	}
	from := s.FirstLead[Endorse]
	at := strings.IndexAny(s.Text[min(from, len(s.Text)):], ".!?。！？\n")
	if at < 0 || from >= praiseWithin {
		return false
	}
	sign, n := utf8.DecodeRuneInString(s.Text[from+at:])
	return sign != '?' && sign != '？' && strings.TrimSpace(s.Text[from+at+n:]) != ""
}

// praiseWithin is how far into a message praise of its own may stand, in bytes.
const praiseWithin = 40

// NamesTests reports whether the message speaks of running or passing tests.
func (s *Message) NamesTests() bool { return s.Any(askTest) }

// LeadsRequest reports whether a clause of the message is led by a request.
func (s *Message) LeadsRequest() bool {
	for _, c := range requests {
		if s.Leads[c] > 0 {
			return true
		}
	}
	return false
}

// Requests lists the classes by which a change, a finding or a plan is ordered.
func Requests() []Sense { return slices.Clone(requests[:]) }

// requests are those of Requests.
var requests = [...]Sense{AskFix, AskAdd, AskRefactor, AskReview, AskPlan, AskInvestigate, AskSmall}

// Lead returns the class of what a speech asks for first: at the head of a
// clause, else anywhere.
func (s *Message) Lead() (Sense, bool) {
	best, found := Sense(0), false
	for _, c := range Asked() {
		if s.Leads[c] > 0 && (!found || s.FirstLead[c] < s.FirstLead[best]) {
			best, found = c, true
		}
	}
	return best, found
}

// Asked lists the classes by which work is asked for.
func Asked() []Sense {
	return []Sense{AskFix, AskAdd, AskRefactor, AskReview, AskPlan, AskInvestigate, AskSmall, Question, Broken, AskRun}
}

// Message is what a text says, by the lexicon.
type Message struct {
	Count     [senseCount]uint8 // phrases found
	Opening   [senseCount]uint8 // of these, among the first words
	Closing   [senseCount]uint8 // of these, among the last words
	Leads     [senseCount]uint8 // of these, where a clause begins (or ends, in languages whose verb stands last)
	Whole     [senseCount]uint8 // of these, that lead a clause and are all of it
	Words     int
	Question  bool // ends on a question mark
	Gone      bool // a story that comes to the end of the work: it is dropped
	fixes     bool // a fix is ordered behind another order: "look at it and fix it"
	Nod       bool // it takes something as good or as heard, and that in words of which none asks for anything
	Cheer     bool // it is nothing but a yes that is called out: "yes!!"
	Waives    bool // it says no to what the agent offered or asked, and names nothing that was made: "no, leave it"
	Declined  bool // it says no to what the agent offered or asked, and takes the work as it is: "nope, looks good"
	Tests     bool // it asks for tests along with the work
	Pull      bool // it asks for a pull request
	Untried   bool // its writer has yet to try the work: "thanks, I'll test it tomorrow"
	Leaving   bool // its writer goes away for a while, or ends the day
	Tells     bool // it tells in one short sentence how something behaves, and wishes for nothing
	Fault     bool // what it tells so is a fault
	Reports   bool // it only states how something behaves, and that this is not as it should be
	Retracts  bool // it says that what was found wrong was a mistake of its writer's own: "false alarm"
	Narrows   bool // a part of what was asked for is given up or put off
	Refuses   bool // it says of what was offered that it is not wanted
	Judges    bool // of an answer: a word of it gives a verdict, or nobody knows its language
	Offers    bool // of an answer: it says something, and ends on an offer to do more
	Polite    bool // it opens on a wish that has the form of a question
	amiss     bool // a word of it says that something fails, or is not as it should be
	next      bool // it opens on a word that goes on from what was done: "now", "and then"
	Heard     bool // it only takes an answer as heard: "ah, so that's why"
	Orders    bool // a word of delivery leads a clause, or follows one that links it to what is asked: "fix it and commit"
	LastNext  int  // where the last phrase begins that says what comes next
	First     [senseCount]span
	FirstLead [senseCount]int // where the first of leads begins
	Text      string
	spoken    Languages // of a reply: those that it was heard in
}

// Any reports whether a phrase of one of some senses was found.
func (s *Message) Any(cs ...Sense) bool {
	for _, c := range cs {
		if s.Count[c] > 0 {
			return true
		}
	}
	return false
}

// span is a place in a text, in bytes.
type span struct{ Start, End int }

func bump(n *uint8) {
	if *n < 255 {
		*n++
	}
}

// Neutral reports whether a text ends on a question that is one, and no complaint in
// the form of one: "it is not there??".
func (s *Message) Neutral() bool {
	end := strings.TrimRight(s.Text, " \t\r\n")
	for _, twice := range []string{"??", "?!", "!?", "？？", "؟؟"} {
		if strings.HasSuffix(end, twice) {
			return false
		}
	}
	return s.Question
}

// GoesOn reports whether a text opens on a word that goes on from what was said or done:
// "and", "then".
func (s *Message) GoesOn() bool { return s.next }

// Denies reports whether a text says of anything that it is not so.
func (s *Message) Denies() bool { return s.Any(negation) }

// anger are the signs that say as much beside a few words as alone.
const anger = "😡🤬😤"

// hearSign hears the signs by which people nod or shake the head without a word, and
// those of anger beside a few words in which nothing is taken as good.
func (s *Message) hearSign(text string) {
	if s.Words > 0 && s.Plain() <= signWords && !s.Any(Accept, Endorse) && strings.ContainsAny(text, anger) {
		for _, c := range []Sense{Complain, Failing} {
			bump(&s.Count[c])
			bump(&s.Opening[c])
			bump(&s.Leads[c])
			s.First[c] = span{0, len(text)}
		}
	}
	if s.Words > 0 && (s.Plain() <= thumbWords && len(text) <= maxSign && strings.ContainsAny(text, thumbs) || s.Plain() <= closedWords && endsOn(text, thumbs)) && !s.Question && !s.LeadsRequest() &&
		!s.Any(Accept, Endorse, Thanks, Complain, Failing, Swear, Abandon, Switch, Correct, Resume, Deliver, Undo, Question, Broken, negation) {
		s.Count[Accept], s.Opening[Accept], s.Leads[Accept], s.First[Accept] = 1, 1, 1, span{0, len(text)}
	}
	if s.Words > 0 || len(text) > maxSign {
		return
	}
	said := Accept
	switch {
	case strings.ContainsAny(text, anger+"👎🙄❌"):
		said = Complain
	case !strings.ContainsAny(text, "👍👌✅🎉🙌💯🚀✔😀😃😊🥳❤"):
		return
	}
	s.Count[said], s.Opening[said], s.Leads[said], s.First[said] = 1, 1, 1, span{0, len(text)}
}

// signWords is how many words a prompt may have beside which a sign of anger says as much
// as alone.
const signWords = 12

// thumbs are the signs that take something as good beside a word or two: "👍 good". Others
// (a smile) stand beside anything.
const (
	thumbs     = "👍👌💯"
	thumbWords = 2
)

// closedWords is how many words a prompt may have that a thumb at its end closes: what they
// say, in whatever language, is good.
const closedWords = 8

// endsOn reports whether a text ends on one of some signs.
func endsOn(text, signs string) bool {
	text = strings.TrimRight(text, " \t\r\n!.\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")
	for _, c := range signs {
		if strings.HasSuffix(text, string(c)) {
			return true
		}
	}
	return false
}

// maxSign bounds a prompt without words, in bytes.
const maxSign = 40

// said notes in a message that a clause of it says something, at a word of it.
func (r *Reader) said(s *Message, c *clause, at int, says ...Sense) {
	toks := r.words.Tokens
	where := span{toks[c.from].Start, toks[c.to-1].End}
	for _, k := range says {
		if s.Leads[k] == 0 || where.Start < s.FirstLead[k] {
			s.FirstLead[k] = where.Start
		}
		if s.Count[k] == 0 {
			s.First[k] = where
		}
		bump(&s.Leads[k])
		bump(&s.Count[k])
		if at < openingWords || c.from < openingWords {
			bump(&s.Opening[k])
		}
		bump(&s.Closing[k])
	}
}

// forget takes back what phrases said, where the clause that they stand in says
// otherwise.
func (s *Message) forget(says ...Sense) {
	for _, k := range says {
		s.Count[k], s.Opening[k], s.Closing[k], s.Leads[k], s.Whole[k] = 0, 0, 0, 0, 0
	}
}
