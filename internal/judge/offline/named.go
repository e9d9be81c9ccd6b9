package offline

import (
	"strings"
	"unicode"

	"prism/internal/judge"
	"prism/internal/judge/offline/quote"
	"prism/internal/lexicon"
	"prism/internal/observe"
	"prism/internal/observe/speech"
	"prism/internal/title"
)

// This file finds the sentence that an answer itself calls its verdict or its conclusion.

// verdictQuote quotes what an answer calls its verdict or its conclusion: a label with what it
// says ("## Verdict: ship it"), the sentence under a heading of that name, or else the last
// sentence that begins as one ("Overall, …"). nil where there is none, where a label comes
// again and again (each is one point of several), and where a list stands under it. Of a
// review, a heading of what is recommended is one, too.
func verdictQuote(t *observe.Turn, review bool) *judge.Quote {
	if t.Closing == nil {
		return nil
	}
	text, words := t.Closing.Text, wordLists()
	best, overall := "", ""
	seen := map[string]int{}
	first := ""
	fenced, from := false, 0
	for line := range strings.SplitSeq(text, "\n") {
		at := from + len(line) - len(strings.TrimLeft(line, " \t"))
		from += len(line) + 1
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		if fenced || line == "" || strings.HasPrefix(line, "|") || item(line) {
			continue
		}
		label, rest, titled := labelled(line)
		switch {
		case titled && (words.verdict.Has(label) || review && strings.HasPrefix(line, "#") && words.recommends.Has(label)):
			if seen[label]++; seen[label] > 1 {
				if first == label {
					best = ""
				}
				continue
			}
			said := under(text, from)
			if strings.ContainsFunc(rest, unicode.IsLetter) {
				said = sentence(text[at:])
			}
			if said != "" && !quote.LeadsTo(said) && !asks(said) && (first == "" || best == "") {
				best, first = said, label
			}
		case opens(words.overall, line):
			if said := sentence(text[at:]); !quote.LeadsTo(said) && !asks(said) && !quote.Hollow(said) {
				overall = said
			}
		}
	}
	if best == "" {
		best = overall
	}
	if best == "" {
		return nil
	}
	return quote.AnswerAt(t, best)
}

// labelled takes a line apart at the colon of its label; titled says whether it is a
// heading, stands in bold or has a colon.
func labelled(line string) (label, rest string, titled bool) {
	head, rest, colon := strings.Cut(line, ":")
	if wide, after, ok := strings.Cut(line, "："); ok && (!colon || len(wide) < len(head)) {
		head, rest, colon = wide, after, true
	}
	outer := func(r rune) bool { return !unicode.IsLetter(r) }
	label = strings.ToLower(strings.TrimFunc(head, outer))
	return label, rest, colon || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "**") && strings.HasSuffix(line, "**")
}

// under is the first sentence below a heading; "" where what stands there is no sentence.
func under(text string, from int) string {
	for from < len(text) {
		line, _, _ := strings.Cut(text[from:], "\n")
		bare := strings.TrimSpace(line)
		if bare == "" || strings.Trim(bare, "-─━*_ ") == "" {
			from += len(line) + 1
			continue
		}
		if strings.HasPrefix(bare, "#") || strings.HasPrefix(bare, "|") || strings.HasPrefix(bare, "```") || item(bare) {
			return ""
		}
		at := from + strings.Index(line, bare)
		return sentence(text[at:])
	}
	return ""
}

// sentence is the first sentence of a text in its line, with those before it that say too
// little by themselves ("Good work."), cut to a quote.
func sentence(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	to := 0
	for to < len(line) {
		stop, next := title.SentenceEnd(line[to:])
		if next == 0 {
			return quote.Cut(line)
		}
		if strings.HasPrefix(line[to+stop:], "**") {
			stop += len("**") // its sentence stands in bold
		}
		if said := line[:to+stop]; !quote.Hollow(said) {
			return quote.Cut(said)
		}
		to += next
	}
	return quote.Cut(line)
}

// item reports whether a line is a point of a list.
func item(line string) bool {
	for _, mark := range []string{"- ", "* ", "+ ", "• "} {
		if strings.HasPrefix(line, mark) {
			return true
		}
	}
	digits := strings.TrimLeft(line, "0123456789")
	return len(digits) < len(line) && (strings.HasPrefix(digits, ". ") || strings.HasPrefix(digits, ") "))
}

// inList reports whether a text begins, in another, at a point of a list.
func inList(text, begins string) bool {
	if len(begins) > listHead {
		begins = begins[:listHead] // its end may be cut
	}
	at := strings.Index(text, begins)
	if at < 0 {
		return false
	}
	from := strings.LastIndexByte(text[:at], '\n') + 1
	return item(strings.TrimSpace(text[from:at]) + " x")
}

// listHead is how much of a sentence is looked for, in bytes.
const listHead = 40

// opens reports whether a line begins on one of the phrases.
func opens(list *lexicon.List, line string) bool {
	line = strings.ToLower(strings.TrimLeft(line, "*_> "))
	for _, p := range list.All() {
		rest, ok := strings.CutPrefix(line, p)
		if ok && rest != "" && !unicode.IsLetter([]rune(rest[:min(len(rest), 4)])[0]) {
			return true
		}
	}
	return false
}

// asks reports whether a sentence is a question.
func asks(text string) bool { return strings.ContainsAny(text, "?？") }

// named quotes what an answer itself calls its verdict or its conclusion: that of a turn,
// else of the turns that ask for the work and change nothing the last: what is concluded of
// a change, or of a question beside it, is another thing.
func (c *view) named(t *observe.Turn, review bool) *judge.Quote {
	if t != nil && t.Changes == 0 {
		if q := verdictQuote(t, review); q != nil {
			return q
		}
	}
	for i := c.End.Turn; i >= 0; i-- {
		w := &c.Session.Turns[i]
		if w.Changes == 0 && (w.First || w == c.GoalTurn() || review && w.Prompt.Any(speech.AskReview)) {
			if q := verdictQuote(w, review); q != nil {
				return q
			}
		}
	}
	return nil
}
