package speech

import (
	"slices"
	"strings"
)

// leastMistyped is how many letters a word needs for it to be taken for another one:
// of shorter ones too many are a letter apart.
const leastMistyped = 5

// hearMended hears a prompt of which nothing was heard once more, its mistyped words
// as they were meant: "still brokne", "nothign happens".
func (r *Reader) hearMended(text string, spoken Languages, s *Message, checks bool) {
	if s.Words == 0 || s.Plain() > stanceWords || s.Any(Accept, Endorse, Complain, Failing, Abandon, Deliver) || len(text) > HeadBytes {
		return
	}
	mended := r.mended(text, spoken)
	if mended == "" {
		return
	}
	var m Message
	r.Listen(r.Person, mended, spoken, &m)
	r.hearStance(mended, spoken, &m, checks)
	for _, c := range []Sense{Accept, Endorse, Complain, Failing, Abandon} {
		if m.Count[c] == 0 {
			continue
		}
		s.Count[c], s.Opening[c], s.Closing[c], s.Leads[c], s.Whole[c] = m.Count[c], m.Opening[c], m.Closing[c], m.Leads[c], m.Whole[c]
		s.First[c], s.FirstLead[c] = span{0, len(text)}, min(m.FirstLead[c], len(text))
	}
}

// mended is a text with its mistyped words put right; "" where none is seen.
func (r *Reader) mended(text string, spoken Languages) string {
	var out strings.Builder
	from := 0
	r.words.Scan(text, maxWords)
	for i, t := range r.words.Tokens {
		word := strings.ToLower(text[t.Start:t.End])
		if len(word) < leastMistyped || strings.ContainsFunc(word, func(c rune) bool { return c < 'a' || c > 'z' }) || r.stance.At(&r.words, i, spoken).To > i || r.Person.At(&r.words, i, spoken).To > i {
			continue
		}
		if meant := r.meant(word, spoken); meant != "" {
			out.WriteString(text[from:t.Start])
			out.WriteString(meant)
			from = t.End
		}
	}
	if from == 0 {
		return ""
	}
	out.WriteString(text[from:])
	return out.String()
}

// meant is the word of those that say how the work stands that a word is a slip away
// from: two letters swapped or one too many, and the first one right. One left out is no slip
// that can be told: "filed" is a word, and no "failed".
func (r *Reader) meant(word string, spoken Languages) string {
	known := func(w string) bool {
		r.spelled.Scan(w, 2)
		h := r.stance.At(&r.spelled, 0, spoken)
		return len(r.spelled.Tokens) == 1 && h.To == 1 && slices.ContainsFunc([]int{isGood, isBad, isWrong, aFault, still, not, effect}, h.Sections.Has)
	}
	for i := 1; i+1 < len(word); i++ {
		if w := word[:i] + word[i+1:i+2] + word[i:i+1] + word[i+2:]; w != word && known(w) {
			return w
		}
	}
	for i := 1; i < len(word); i++ {
		if w := word[:i] + word[i+1:]; len(w) >= leastMistyped && known(w) {
			return w
		}
	}
	return ""
}
