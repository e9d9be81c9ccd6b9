package title

import (
	"strings"
	"unicode/utf8"

	"prism/internal/fact"
	"prism/internal/observe"
	"prism/internal/observe/speech"
	"prism/internal/title/fit"
	"prism/internal/title/plain"
	"prism/internal/transcript"
)

// How the requests of a session beside the one that its title tells are told.
const (
	alsoAsked  = "Also asked: "
	moreAsked  = "More was asked besides" // how much depends on what one takes for a request
	mostAlso   = 2                        // how many are told in their own words
	mostTried  = 6                        // of how many turns, those with the most work
	leastAlso  = 30                       // how much room one needs for that, in characters
	mostLines  = 3                        // how many lines one is looked for in, from the head of its prompt on
	sameAgain  = 60                       // how many bytes two prompts share where the one is the other again
	shareOfAll = 4                        // how many times the work of a turn that of the main one is for it to be no work of its own
)

// asksFor is what a prompt may ask for.
var asksFor = speech.Requests()

// working are the turns whose work is a part of the session's own: something was changed in
// them, and not a small fraction of what was changed in the one with the most.
func working(a *observe.Session) []int {
	most := 0
	for i := range a.Turns {
		most = max(most, workOf(&a.Turns[i]))
	}
	var out []int
	for i := range a.Turns {
		if n := workOf(&a.Turns[i]); n > 0 && shareOfAll*n >= most {
			out = append(out, i)
		}
	}
	return out
}

// editing are the turns in which files were edited.
func editing(a *observe.Session) []int {
	var out []int
	for i := range a.Turns {
		if a.Turns[i].Edits > 0 {
			out = append(out, i)
		}
	}
	return out
}

// further are the turns beside one in which the person asked for more, and something was
// changed for it: no nod, no delivery of what was done, no prompt that was sent again. Of a
// session in which nothing was to be changed, those that ask or order something.
func further(a *observe.Session, of int, works bool) []int {
	var out []int
	for i := range a.Turns {
		t := &a.Turns[i]
		switch {
		case i == of, t.Trivial, t.Raw.Prompt == "", works && t.Changes == 0, afterwards(t), again(a, i), i > 0 && nods(t):
			continue
		case !works && t.Closing != nil && courtesy(a, i):
			continue
		}
		out = append(out, i)
	}
	return out
}

// nods reports whether a prompt only lets go on what was offered or stopped.
func nods(t *observe.Turn) bool {
	h := &t.Prompt
	return t.Raw.Command == "" && t.Raw.Plan == "" && h.Plain() <= goOn/2 && (h.Nod || h.Any(speech.Assent, speech.Resume, speech.Accept) || !fit.Worded(t.Raw.Prompt))
}

// again reports whether a prompt is one before it, sent once more.
func again(a *observe.Session, turn int) bool {
	p := strings.TrimSpace(a.Turns[turn].Raw.Prompt)
	for i := range turn {
		q := strings.TrimSpace(a.Turns[i].Raw.Prompt)
		if p == q || len(p) > sameAgain && strings.HasPrefix(q, p[:sameAgain]) {
			return true
		}
	}
	return false
}

// also tells what else the person asked for, in their own words as far as they say something
// by themselves and there is room, and how much more it was; "" where it was nothing.
func (w *Writer) also(a *observe.Session, goal candidate, intent fact.Intent, told string, room int, works bool) string {
	turns := further(a, goal.turn, works)
	if len(turns) == 0 {
		return ""
	}
	had := matter(told)
	var texts []string
	for nth, i := range byWork(a, turns) {
		if nth == mostTried || len(texts) == mostAlso || room < leastAlso/2 {
			break
		}
		s := w.request(a, i, intent)
		if s == "" || had.beside(s) <= leastTold {
			continue
		}
		n := utf8.RuneCountInString(s) + 2
		if n > room {
			continue
		}
		room -= n
		had.add(s)
		texts = append(texts, s)
	}
	more := len(turns) - len(texts)
	switch {
	case len(texts) == 0 && more == 1:
		return ""
	case len(texts) == 0:
		return moreAsked
	case more == 0:
		return alsoAsked + strings.Join(texts, "; ")
	}
	return alsoAsked + strings.Join(texts, "; ") + " (and more)"
}

// byWork sorts some turns by the work in them, the most first.
func byWork(a *observe.Session, turns []int) []int {
	out := append([]int(nil), turns...)
	for i := 1; i < len(out); i++ {
		for k := i; k > 0 && workOf(&a.Turns[out[k]]) > workOf(&a.Turns[out[k-1]]); k-- {
			out[k], out[k-1] = out[k-1], out[k]
		}
	}
	return out
}

// request is what one prompt asks for, where it says so by itself and has room in a title.
func (w *Writer) request(a *observe.Session, turn int, intent fact.Intent) string {
	t := &a.Turns[turn]
	if t.Raw.Origin == transcript.PlanHand {
		text := t.Raw.Plan
		if text == "" {
			text = t.Raw.Prompt
		}
		return headed(planTitle(text))
	}
	if t.Raw.Command != "" || !t.Prompt.Any(asksFor...) || slashed(t.Raw.Prompt) || ranAs(t) != "" {
		return ""
	}
	head, _, _ := strings.Cut(strings.TrimSpace(observe.ClipBytes(t.Raw.Prompt, plain.SentenceBytes)), "\n\n")
	if strings.Count(head, "\n") >= mostLines {
		return "" // most of it was pasted
	}
	var best candidate
	for _, c := range asking(w.candidates(a, head, intent, false), intent) {
		if c.asks && !c.bare && !c.leads && c.score >= tellingScore && c.score > best.score && (c.full || !fit.IsCut(c.text)) && w.requests(c.text, a.Languages) {
			best = c
		}
	}
	return headed(best.text)
}

// requests reports whether a sentence opens on what it asks for, and names enough of it.
func (w *Writer) requests(text string, spoken speech.Languages) bool {
	if w.telling(text, spoken) < leastTelling || w.refers(text, 2, spoken) || w.openings.cost(text) > 0 {
		return false
	}
	first, _, _ := strings.Cut(text, " ")
	if fit.Listed().Doing.Finishes(first) || strings.HasSuffix(first, ":") || strings.ContainsAny(first, "/.") {
		return false // "Adding …", "Note: …", a name
	}
	_, hits := w.Phrases(w.Person, text, fit.Beginning, spoken)
	for _, h := range hits {
		if h.From > 0 {
			break
		}
		for _, k := range asksFor {
			if h.Says.Has(k) {
				return true
			}
		}
	}
	return false
}

// headed is a sentence in the room of a title, without its end mark; "" of one that has no room.
func headed(s string) string {
	if s == "" || !fit.Worded(s) {
		return ""
	}
	if s = fit.Title(s); strings.HasSuffix(s, "…") {
		return "" // half of it asks for something else
	}
	return strings.TrimRight(fit.Capital(s), ".?!。！？ ")
}
