package observe

import (
	"strings"
	"sync"
	"unicode/utf8"

	"prism/internal/conversation"
	"prism/internal/observe/speech"
)

// lastWord hears the words that are looked for at the head of another session's prompt.
var lastWord = sync.OnceValue(NewWords)

// WithLastWord is a draft with the word by which the person took its work as good, or
// dropped it, where that opens the prompt that turns to another goal: "the footer looks
// right. Next topic: …". The cut lies before that prompt, its first words belong to what
// they speak of. They are added as a turn that says no more; a draft that nothing is added
// to is the same.
func WithLastWord(d *conversation.Draft) *conversation.Draft {
	if !d.TurnedAway() || d.Next.Origin != 0 || len(d.Turns) == 0 {
		return d
	}
	head := firstSentence(d.Next.Prompt)
	if head == "" {
		return d
	}
	r := lastWord().Reader()
	defer lastWord().Return(r)
	if !r.speaksOfWork(head, r.Spoken(d)) {
		return d
	}
	with := *d
	with.Turns = append(d.Turns[:len(d.Turns):len(d.Turns)], conversation.Turn{UUID: d.Next.UUID, Line: d.Next.Line, Start: d.Next.Start, End: d.Next.Start, Prompt: head})
	with.Next = nil
	return &with
}

// speaksOfWork reports whether a sentence only takes work as good, or only drops it.
func (r *Reader) speaksOfWork(head string, spoken speech.Languages) bool {
	t := Turn{}
	h := &t.Prompt
	r.Hear(head, true, spoken, h)
	if h.Question || h.Plain() > lastWordsWithin || AsksUndo(&t) {
		return false
	}
	for _, c := range speech.Asked() {
		if h.Leads[c] > h.Whole[c] || h.Leads[c] > 0 && h.Leads[speech.Accept] == 0 {
			return false
		}
	}
	switch {
	case Complains(&t), h.Any(speech.Broken), h.Opening[speech.Correct] > 0:
		return false
	case h.Leads[speech.Endorse] > 0, h.Any(speech.Thanks):
		return true
	}
	return h.Leads[speech.Accept] > 0 && Accepts(&t) && !(h.Leads[speech.Assent] > 0 && h.Plain() <= 1)
}

// firstSentence is the first sentence of a prompt that holds more than one; "" where it
// holds one.
func firstSentence(prompt string) string {
	text := strings.TrimSpace(prompt)
	for i, c := range text {
		if i > maxSentence {
			return ""
		}
		rest := text[i+utf8.RuneLen(c):]
		switch c {
		case '.', '!', ';':
			if rest != "" && rest[0] != ' ' && rest[0] != '\n' && rest[0] != '\r' {
				continue // v1.2, "..."
			}
		case '。', '！', '\n', '…', '।', '؛', '۔':
		case '—', '–':
		case '-':
			if i == 0 || text[i-1] != ' ' || !strings.HasPrefix(rest, " ") {
				continue
			}
		default:
			continue
		}
		if strings.TrimSpace(rest) == "" {
			return ""
		}
		return strings.TrimSpace(text[:i])
	}
	return ""
}

// maxSentence bounds a sentence that only speaks of the work before it, in bytes.
const maxSentence = 160
