package observe

import (
	"strings"
	"unicode"

	"prism/internal/observe/speech"
)

// Complains reports whether a turn's prompt says that something is still wrong.
func Complains(t *Turn) bool {
	h := &t.Prompt
	if t.First && !h.Any(speech.Swear) || h.Retracts {
		return false // it reports what is to be done, or takes a complaint back
	}
	// "it works. That one had annoyed me for weeks", "wtf that was fast, works great"
	swears := h.Any(speech.Swear) && !(h.Leads[speech.Endorse] > 0 && (h.FirstLead[speech.Endorse] < h.First[speech.Swear].Start || !h.Any(speech.Complain, speech.Failing)))
	if h.Opening[speech.Complain] > 0 || swears && h.Opening[speech.Swear] > 0 {
		return true
	}
	return h.Words <= 60 && (swears || h.Any(speech.Complain))
}

// Accepts reports whether a turn's prompt takes the work so far as good: its
// first words say so, and it is neither a question nor a complaint.
func Accepts(t *Turn) bool {
	h := &t.Prompt
	if Complains(t) || h.Question && h.Words <= 20 && !h.PraisesApart() || h.WondersWhether(speech.Accept) {
		return false
	}
	if h.Leads[speech.Undo] > 0 && h.Opening[speech.Undo] > 0 && h.FirstLead[speech.Undo] < h.FirstLead[speech.Accept] {
		return false // "revert that, I think it was correct before"
	}
	if h.Leads[speech.Accept] > 0 && h.Opening[speech.Accept] > 0 && (h.FirstLead[speech.Accept] < 40 || h.Words <= 15) {
		return true
	}
	return h.Any(speech.Thanks) && h.Words <= 6
}

// WantsDelivery reports whether a turn asks to commit, push or open a pull request.
func WantsDelivery(t *Turn) bool {
	return t.Prompt.Opening[speech.Deliver] > 0 && !named(t) || CommandDelivers(t.Raw.Command)
}

// named reports whether the word of delivery in a prompt is of a command's name.
func named(t *Turn) bool {
	return t.Raw.Command != "" && t.Prompt.First[speech.Deliver].Start < len(t.Raw.Command)
}

// BuildsOn reports whether a prompt had a next step made: something was changed for it,
// it says more than a mark or the number of an option, and neither complains nor
// corrects, reports a fault, nor only asks.
func BuildsOn(t *Turn) bool {
	h := &t.Prompt
	return t.Changes > 0 && t.Raw.Prompt != "" && h.Plain() > 1 && !picksOnly(h.Text) && h.Opening[speech.Correct] == 0 && h.Leads[speech.Broken] == 0 &&
		!Complains(t) && !Faults(t) && !OrdersUndo(t) && (!h.Question || h.Polite || h.LeadsRequest())
}

// picksOnly reports whether a prompt only names options of a list by their numbers: "1 to 3",
// "2, 4 und 5".
func picksOnly(text string) bool {
	if len(text) > optionBytes {
		return false
	}
	numbers, words := 0, 0
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;.&+-–#)(、，", r) }) {
		words++
		if len(w) == 1 && w[0] >= '0' && w[0] <= '9' { // "8080" is no option
			numbers++
		}
	}
	return numbers > 0 && 2*numbers >= words
}

// optionBytes is how long a prompt may be that only names options.
const optionBytes = 24

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
	if named(t) {
		return false
	}
	if h.Leads[speech.Deliver] > 0 && h.Any(speech.Broken) && h.First[speech.Broken].Start > h.FirstLead[speech.Deliver] && !h.LeadsRequest() {
		return false // "the amend has broken it": what was delivered is at fault
	}
	if t.Delivered {
		return h.Orders || h.Any(speech.Deliver) && onlyDelivers(t)
	}
	// Where files were edited and nothing was delivered, "merge them into one file" was meant.
	return h.Leads[speech.Deliver] > 0 && !t.First && !h.Question && !h.Any(speech.Broken) && h.FirstLead[speech.Deliver] < 80 && (t.Edits == 0 || h.Whole[speech.Deliver] > 0)
}

// orderWords is how many words a prompt may have that orders a delivery in words that do
// not begin with it: "wrap it up with a commit".
const orderWords = 12

// onlyDelivers reports whether a turn did nothing but deliver, at a short prompt that is
// no question and finds nothing amiss: a word of delivery in it is the order.
func onlyDelivers(t *Turn) bool {
	h := &t.Prompt
	return !t.First && t.Edits == 0 && t.Checks == 0 && h.Words <= orderWords && !h.Question && h.Leads[speech.Question] == 0 && !h.Any(speech.Broken, speech.Complain, speech.Abandon) && !h.Denies()
}

// CommandDelivers reports whether a command's or skill's name says commit or
// pull request, and not that one is looked at: "/github-pr-review" and "/pr-comments" deliver
// nothing.
func CommandDelivers(name string) bool {
	name = strings.ToLower(name)
	for _, w := range []string{"review", "reviews", "reviewer", "comment", "comments", "feedback", "status", "checks", "list", "view", "show", "diff", "history", "log", "notes", "help", "explain", "summary"} {
		if HasWord(name, w) {
			return false
		}
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
	return !t.First && h.Opening[speech.Undo] > 0 && h.Leads[speech.Undo] > 0 && h.FirstLead[speech.Undo] < 40 && !h.Question && !Accepts(t)
}

// AsksUndo reports whether a short prompt asks to undo, be it as a question
// ("can you revert that?"): whether it was meant is told by what was done.
func AsksUndo(t *Turn) bool {
	h := &t.Prompt
	return !t.First && h.Words <= 30 && (h.Leads[speech.Undo] > 0 && h.FirstLead[speech.Undo] < 80 || h.Opening[speech.Undo] > 0 && h.Plain() <= 6)
}

// Reproaches reports whether a prompt complains twice over and calls it out: "that's not at
// all what I asked for!! do you read what I write". One more edit is no answer to that.
func Reproaches(t *Turn) bool {
	h := &t.Prompt
	return !t.First && h.Words <= 60 && int(h.Count[speech.Complain])+int(h.Count[speech.Swear]) >= 2 && h.Any(speech.Complain) && !h.Any(speech.Endorse) && strings.ContainsAny(h.Text, "!！")
}

// Insists reports whether a complaint is meant: it is short or leads a clause, and
// is no question.
func Insists(t *Turn) bool {
	h := &t.Prompt
	return !h.Neutral() && h.Words <= 60 && (h.Leads[speech.Complain] > 0 || h.Any(speech.Swear) || h.Words <= 15)
}
