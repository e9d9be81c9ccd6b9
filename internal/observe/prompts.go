package observe

import (
	"strings"

	"prism/internal/lexicon"
)

// Complains reports whether a turn's prompt says that something is still wrong.
func Complains(t *Turn) bool {
	h := &t.Prompt
	if t.First && !h.Any(Swear) {
		return false // it reports what is to be done
	}
	swears := h.Any(Swear) && !(h.Leads[Endorse] > 0 && h.FirstLead[Endorse] < h.First[Swear].Start) // "it works. That one had annoyed me for weeks"
	if h.Opening[Complain] > 0 || swears && h.Opening[Swear] > 0 {
		return true
	}
	return h.Words <= 60 && (swears || h.Any(Complain))
}

// Accepts reports whether a turn's prompt takes the work so far as good: its
// first words say so, and it is neither a question nor a complaint.
func Accepts(t *Turn) bool {
	h := &t.Prompt
	if Complains(t) || h.Question && h.Words <= 20 || h.wondersWhether(Accept) {
		return false
	}
	if h.Leads[Undo] > 0 && h.Opening[Undo] > 0 && h.FirstLead[Undo] < h.FirstLead[Accept] {
		return false // "revert that, I think it was correct before"
	}
	if h.Leads[Accept] > 0 && h.Opening[Accept] > 0 && (h.FirstLead[Accept] < 40 || h.Words <= 15) {
		return true
	}
	return h.Any(Thanks) && h.Words <= 6
}

// wondersWhether reports whether the first phrase of a kind is itself what is asked: "is
// it right? the one from before".
func (s *Message) wondersWhether(c Sense) bool {
	if s.Count[c] != 1 {
		return false
	}
	rest := strings.TrimLeft(s.Text[s.First[c].End:], " ")
	return strings.HasPrefix(rest, "?") || strings.HasPrefix(rest, "？") || strings.HasPrefix(rest, "؟")
}

// WantsDelivery reports whether a turn asks to commit, push or open a pull request.
func WantsDelivery(t *Turn) bool {
	return t.Prompt.Opening[Deliver] > 0 || CommandDelivers(t.Raw.Command)
}

// BuildsOn reports whether a prompt had a next step made: something was changed for it,
// it says more than a mark or the number of an option, and neither complains nor
// corrects, reports a fault, nor only asks.
func BuildsOn(t *Turn) bool {
	h := &t.Prompt
	return t.Changes > 0 && t.Raw.Prompt != "" && h.Plain() > 1 && h.Opening[Correct] == 0 && h.Leads[Broken] == 0 &&
		!Complains(t) && !Faults(t) && !OrdersUndo(t) && (!h.Question || h.polite || h.LeadsRequest())
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
	asks := h.Leads[AskAdd]+h.Leads[AskSmall]+h.Leads[AskRun]+h.Leads[AskPlan]+h.Leads[AskReview]+h.Leads[AskRefactor] > 0 || h.polite || h.Leads[Resume] > 0 && h.Plain() <= goOnWords
	if !asks && !h.next || h.Plain() > maxStep || h.amiss || h.Question && !h.polite && !h.LeadsRequest() && h.Leads[AskRun] == 0 {
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

// Faults reports whether a prompt finds a fault with what was done: it says that it
// fails, complains, or brings an error. Who asks whether anything is missing finds none.
func Faults(t *Turn) bool {
	return Fails(t) || t.Pasted > 0 && !t.First || Complains(t) && !t.Prompt.Neutral()
}

// UnknownCommand is the name that a prompt called and the client does not know; ""
// where the prompt is something else. The client writes so in the prompt's place.
func UnknownCommand(prompt string) string {
	for _, head := range []string{"Unknown slash command: ", "Unknown skill: "} {
		if name, ok := strings.CutPrefix(prompt, head); ok && !strings.ContainsAny(name, " \n") {
			return name
		}
	}
	return ""
}

// OrdersDelivery reports whether a turn's prompt orders a commit, a push, a pull
// request: a command of that name, or a clause that is led by it. What it says of them
// otherwise ("the push fails", "what does a merge do?") orders none, unless it was
// carried out.
func OrdersDelivery(t *Turn) bool {
	if CommandDelivers(t.Raw.Command) {
		return true
	}
	h := &t.Prompt
	if h.Leads[Deliver] > 0 && h.Any(Broken) && h.First[Broken].Start > h.FirstLead[Deliver] && !h.LeadsRequest() {
		return false // "the amend has broken it": what was delivered is at fault
	}
	if t.Delivered {
		return h.orders || h.Any(Deliver) && onlyDelivers(t)
	}
	// Where files were edited and nothing was delivered, "merge them into one file" was meant.
	return h.Leads[Deliver] > 0 && !t.First && !h.Question && !h.Any(Broken) && h.FirstLead[Deliver] < 80 && (t.Edits == 0 || h.Whole[Deliver] > 0)
}

// orderWords is how many words a prompt may have that orders a delivery in words that do
// not begin with it: "wrap it up with a commit".
const orderWords = 12

// onlyDelivers reports whether a turn did nothing but deliver, at a short prompt that is
// no question and finds nothing amiss: a word of delivery in it is the order.
func onlyDelivers(t *Turn) bool {
	h := &t.Prompt
	return !t.First && t.Edits == 0 && t.Checks == 0 && h.Words <= orderWords && !h.Question && h.Leads[Question] == 0 && !h.Any(Broken, Complain, Abandon, negation)
}

// CommandDelivers reports whether a command's or skill's name says commit or
// pull request, and not that one is reviewed: "/github-pr-review" delivers nothing.
func CommandDelivers(name string) bool {
	name = strings.ToLower(name)
	if HasWord(name, "review") {
		return false
	}
	for _, w := range []string{"commit", "push", "pr", "pull-request", "merge", "ship", "release"} {
		if HasWord(name, w) {
			return true
		}
	}
	return false
}

// OrdersUndo reports whether a prompt asks to undo what was done: a clause of it
// is led by that, and it is no question.
func OrdersUndo(t *Turn) bool {
	h := &t.Prompt
	return !t.First && h.Opening[Undo] > 0 && h.Leads[Undo] > 0 && h.FirstLead[Undo] < 40 && !h.Question && !Accepts(t)
}

// AsksUndo reports whether a short prompt asks to undo, be it as a question
// ("can you revert that?"): whether it was meant is told by what was done.
func AsksUndo(t *Turn) bool {
	h := &t.Prompt
	return !t.First && h.Words <= 30 && h.Opening[Undo] > 0 && (h.Leads[Undo] > 0 && h.FirstLead[Undo] < 80 || h.Plain() <= 6)
}

// Insists reports whether a complaint is meant: it is short or leads a clause, and
// is no question.
func Insists(t *Turn) bool {
	h := &t.Prompt
	return !h.Neutral() && h.Words <= 60 && (h.Leads[Complain] > 0 || h.Any(Swear) || h.Words <= 15)
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

// NamesTests reports whether the message speaks of running or passing tests.
func (s *Message) NamesTests() bool { return s.Any(askTest) }

// LeadsRequest reports whether a clause of the message is led by a request.
func (s *Message) LeadsRequest() bool {
	for _, c := range []Sense{AskFix, AskAdd, AskRefactor, AskReview, AskPlan, AskInvestigate, AskSmall} {
		if s.Leads[c] > 0 {
			return true
		}
	}
	return false
}

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
