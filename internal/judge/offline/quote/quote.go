// Package quote finds the words that show something: of a prompt the sentence that says
// it, of an answer what it tells, of a check the line that counts, of an edit the line it
// changed. It promises quotes that stand where they say, cut at a word and short enough to
// read, or none: a path, a heading, a lone word shows nothing. What is to be shown, and
// whether it speaks for a verdict, its callers know.
package quote

import (
	"strings"
	"unicode/utf8"

	"prism/internal/conversation"
	"prism/internal/judge"
	"prism/internal/observe"
	"prism/internal/observe/output"
	"prism/internal/observe/speech"
	"prism/internal/title"
)

// maxQuote bounds a quote, in characters; it is cut at a word.
const maxQuote = 180

// Words quotes the words by which a prompt accepts, complains, drops or
// delivers; nil where it says none of these. In a session's first prompt such
// words are part of what is asked for.
func Words(t *observe.Turn, kinds ...speech.Sense) *judge.Quote {
	if t.First {
		return nil
	}
	for _, c := range kinds {
		if !plainly(&t.Prompt, c) {
			continue
		}
		if t.Prompt.Opening[c] > 0 || t.Prompt.Words <= 40 && t.Prompt.Count[c] > 0 {
			return Heard(t, c)
		}
	}
	return nil
}

// Heard quotes the sentence of a prompt that says something: where a clause is
// led by it, that one; nil where none says it.
func Heard(t *observe.Turn, kinds ...speech.Sense) *judge.Quote {
	h := &t.Prompt
	for _, c := range kinds {
		if h.Count[c] == 0 {
			continue
		}
		s := h.First[c]
		if at := h.FirstLead[c]; h.Leads[c] > 0 && at > s.Start {
			s.Start, s.End = at, at
		}
		return PromptAt(t, SentenceAt(t.Raw.Prompt, s.Start, s.End))
	}
	return nil
}

// plainly reports whether words that take work as good, or order it delivered, are
// meant so: "what happens when I push?" and "the push broke it" order nothing.
func plainly(h *speech.Message, c speech.Sense) bool {
	switch c {
	case speech.Thanks:
		return !h.Question
	case speech.Accept:
		return (!h.Question || h.Words > askedWords || h.PraisesApart()) && h.Leads[speech.Accept] > 0
	case speech.Deliver:
		return !h.Question && h.Leads[speech.Deliver] > 0 && h.FirstLead[speech.Deliver] < 40 && !h.Any(speech.Broken)
	}
	return true
}

// askedWords is from how many words on a prompt that ends on a question may take
// something as good before it asks.
const askedWords = 20

// PromptAt quotes a text that stands in a prompt.
func PromptAt(t *observe.Turn, text string) *judge.Quote {
	return &judge.Quote{UUID: t.Raw.UUID, Turn: t.Index + 1, Line: t.Raw.Line, Text: text}
}

// Prompt quotes the first line of a prompt, of a plan handed on or of a command.
func Prompt(t *observe.Turn) *judge.Quote {
	text := t.Raw.Prompt
	if text == "" {
		text = t.Raw.Plan
	}
	if text == "" {
		text = t.Raw.Command
	}
	return PromptAt(t, Head(text))
}

// Say quotes the first words of the agent that are no heading.
func Say(t *observe.Turn, s *conversation.Say) *judge.Quote {
	text := Head(s.Text)
	list := title.Sentences(s.Text, title.Agent, 4)
	for i := range list {
		if list[i].Kind == title.Prose {
			if from, to := title.PlaceOf(s.Text, list, i, title.LedTo(list, i)); to > from {
				text = Cut(s.Text[from:to])
			}
			break
		}
	}
	return &judge.Quote{UUID: s.UUID, Turn: t.Index + 1, Line: s.Line, Text: text}
}

// Code quotes the first line of the code that an answer opens on: what is said behind it is
// said of it. nil where it opens on words.
func Code(t *observe.Turn) *judge.Quote {
	if t == nil || t.Closing == nil {
		return nil
	}
	rest, ok := strings.CutPrefix(strings.TrimLeft(t.Closing.Text, " \r\n"), "```")
	if !ok {
		return nil
	}
	_, code, _ := strings.Cut(rest, "\n")
	line := output.FirstLine(code)
	if !Worded(line) || strings.HasPrefix(line, "```") {
		return nil
	}
	return AnswerAt(t, Cut(line))
}

// Step quotes what a call was about.
func Step(turn int, s *conversation.Step) *judge.Quote {
	return &judge.Quote{UUID: s.UUID, Turn: turn + 1, Line: s.Line, Text: Head(s.Target)}
}

// Asked quotes what a call asked the person: of a text that is longer than a quote its
// last sentence, where the question stands.
func Asked(turn int, s *conversation.Step) *judge.Quote {
	q := Step(turn, s)
	if line := strings.TrimSpace(output.FirstLine(s.Target)); q.Text != line {
		q.Text = Cut(line[observe.LastSentence(line):])
	}
	return q
}

// Output quotes a line of what came back for a call.
func Output(turn int, s *conversation.Step, line string) *judge.Quote {
	return &judge.Quote{UUID: s.ResultUUID, Turn: turn + 1, Line: s.ResultLine, Text: Cut(strings.TrimSpace(line))}
}

// Result quotes what an answer tells of the work; nil where it tells nothing.
func Result(n title.Result) *judge.Quote {
	if n.Turn == nil || n.Turn.Closing == nil || n.From >= n.To {
		return nil
	}
	s := n.Turn.Closing
	return &judge.Quote{UUID: s.UUID, Turn: n.Turn.Index + 1, Line: s.Line, Text: Cut(strings.TrimSpace(s.Text[n.From:n.To]))}
}

// AnswerAt quotes a text that stands in a turn's answer.
func AnswerAt(t *observe.Turn, text string) *judge.Quote {
	return &judge.Quote{UUID: t.Closing.UUID, Turn: t.Index + 1, Line: t.Closing.Line, Text: text}
}

// Answer quotes the sentence of a turn's answer that says one of some things; nil where
// it says none.
func Answer(t *observe.Turn, kinds ...speech.Sense) *judge.Quote {
	if t.Closing == nil {
		return nil
	}
	for _, c := range kinds {
		if t.Answer.Count[c] > 0 {
			s := t.Answer.First[c]
			return AnswerAt(t, SentenceAt(t.Closing.Text, s.Start, s.End))
		}
	}
	return nil
}

// Worded reports whether a line says anything by itself: a path, a word alone do not.
func Worded(line string) bool {
	return strings.ContainsAny(strings.TrimSpace(line), " 　") || strings.ContainsFunc(line, func(r rune) bool { return r >= 0x2E80 })
}

// Line quotes a line that an edit changed.
func Line(p observe.Place, line string) *judge.Quote {
	return &judge.Quote{UUID: p.Step.UUID, Turn: p.Turn + 1, Line: p.Step.Line, Text: Cut(line)}
}

// Trouble quotes what the client wrote for the answer that a turn did not get.
func Trouble(t *observe.Turn) *judge.Quote {
	if t == nil {
		return nil
	}
	if t.Closing != nil && observe.ApiTrouble(t.Closing.Text) {
		return Say(t, t.Closing)
	}
	for i := len(t.Raw.Marks) - 1; i >= 0; i-- {
		if m := &t.Raw.Marks[i]; m.Kind == conversation.MarkFailure && Worded(m.Text) {
			return &judge.Quote{UUID: m.UUID, Turn: t.Index + 1, Line: m.Line, Text: Head(m.Text)}
		}
	}
	return nil
}

// Head returns the first line of a text that says something.
func Head(s string) string { return Cut(output.FirstLine(s)) }

// SentenceAt returns the sentence of text that holds [start,end), with what it leads
// to, cut to a quote.
func SentenceAt(text string, start, end int) string {
	if start < 0 || end > len(text) || start > end {
		return Head(text)
	}
	from := strings.LastIndexByte(text[:start], '\n') + 1
	to := len(text)
	if i := strings.IndexByte(text[end:], '\n'); i >= 0 {
		to = end + i
	}
	for from < start { // its sentence in the line
		stop, next := title.SentenceEnd(text[from:to])
		if from+next > start || next == 0 {
			if from+stop >= end {
				to = from + stop
			}
			break
		}
		from += next
	}
	s := strings.TrimSpace(text[from:to])
	if last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s, "*_` ")); (last == ':' || last == '：' || strings.HasPrefix(s, "#") && !Titled(s)) && utf8.RuneCountInString(s) < maxQuote/2 {
		if more := output.FirstLine(text[to:]); more != "" { // a heading: what stands under it
			if i := strings.Index(text[to:], more); i < title.MaxGap {
				s = strings.TrimSpace(text[from : to+i+len(more)])
			}
		}
	}
	if utf8.RuneCountInString(s) > maxQuote && start-from > maxQuote {
		near := start - maxQuote/2
		for near < start && text[near] != ' ' && (text[near] < utf8.RuneSelf || !utf8.RuneStart(text[near])) {
			near++
		}
		s = strings.TrimSpace(text[near:to])
	}
	return Cut(s)
}

// Cut shortens s to a quote, at a word where there is one.
func Cut(s string) string {
	s = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(s), "** ")) // what is left of a mark in bold
	n := 0
	for i := range s {
		if n++; n <= maxQuote {
			continue
		}
		if k := strings.LastIndexByte(s[:i], ' '); k > i/2 {
			i = k
		}
		return strings.TrimSpace(s[:i])
	}
	return s
}

// Plan quotes the last plan that was drawn up.
func Plan(a *observe.Session) *judge.Quote {
	if n := len(a.Plans); n > 0 {
		p := a.Plans[n-1]
		if text := output.FirstLine(p.Step.PlanText); text != "" {
			return &judge.Quote{UUID: p.Step.UUID, Turn: p.Turn + 1, Line: p.Step.Line, Text: Cut(text)}
		}
	}
	return nil
}

// Any returns the first quote that there is.
func Any(list ...*judge.Quote) *judge.Quote {
	for _, q := range list {
		if q != nil && q.Text != "" {
			return q
		}
	}
	return nil
}

// When is the quote where something holds, else none.
func When(holds bool, q *judge.Quote) *judge.Quote {
	if holds {
		return q
	}
	return nil
}

// Titled reports whether a heading says what it is the heading of: "## Verdict: ship it".
func Titled(text string) bool {
	head, rest, _ := strings.Cut(text, ": ")
	return strings.HasPrefix(head, "#") && strings.TrimSpace(rest) != ""
}
