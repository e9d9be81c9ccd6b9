package quote

import (
	"strings"
	"unicode/utf8"

	"prism/internal/observe"
	"prism/internal/observe/speech"
	"prism/internal/title"
)

// This file knows what is no use as a quote.

// Filler reports whether an answer is a word or a sign that tells nothing: "OK.", "👍".
func Filler(t *observe.Turn) bool {
	h := &t.Answer
	return t.Closing != nil && h.Plain() <= 2 && len(h.Text) <= maxFiller && !h.Any(speech.SaysDone, speech.SaysVerified, speech.SaysFound, speech.SaysCause, speech.SaysNo, speech.SaysRed, speech.SaysFail, speech.SaysNotDone, speech.SaysGaveUp, speech.SaysBlocked, speech.SaysUnknown)
}

// maxFiller bounds such an answer, in bytes.
const maxFiller = 24

// LeadsTo reports whether a quote only leads to what it does not hold: "The output will now
// be:", and a table or code. The head of the table is no part of it.
func LeadsTo(text string) bool {
	text = strings.TrimRight(text, "*_` ")
	last, _ := utf8.DecodeLastRuneInString(text)
	return last == ':' || last == '：' || last == '|' && strings.ContainsAny(text, ":：")
}

// ScriptedLine reports whether the first line of a command is a piece of a script, which
// tells a reader nothing of what the work stopped on: "X=$(cat … | grep …)".
func ScriptedLine(command string) bool {
	line, _, _ := strings.Cut(command, "\n")
	name, value, assigns := strings.Cut(line, "=")
	return assigns && !strings.ContainsAny(name, " -") && strings.HasPrefix(strings.Trim(value, `"`), "$(")
}

// Excuses reports whether an answer says that what failed is not of its making. Who asks
// whether to put it down as known says nothing of the kind.
func Excuses(h *speech.Message) bool {
	if h.Count[speech.SaysExcuse] == 0 {
		return false
	}
	line, _, _ := strings.Cut(h.Text[h.First[speech.SaysExcuse].Start:], "\n")
	end, _ := title.SentenceEnd(line)
	return h.Count[speech.SaysExcuse] > 1 || !strings.HasSuffix(strings.TrimRight(line[:end], " \r*_"), "?")
}
