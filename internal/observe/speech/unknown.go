package speech

import "prism/internal/lexicon"

// Words by which an agent says that it cannot tell: "answer." in the lexicon.
const (
	ableTo = iota // "I could", "is possible"
	denied
	learns // "say", "find out"
)

// unknownWords bounds an answer that may say no more than that, in words.
const unknownWords = 60

// hearUnknown adds to what was heard in a short answer that it tells of none: one of
// its clauses denies that something could be found out or said.
func (r *Reader) hearUnknown(text string, spoken Languages, s *Message) {
	if s.Words > unknownWords || s.Any(SaysUnknown) && !s.Any(SaysFound) {
		return // a word for finding out may stand in the very clause that denies it
	}
	r.words.Scan(text, maxWords)
	toks := r.words.Tokens
	var has lexicon.Set
	from := 0
	for i := 0; i < len(toks); {
		if i > 0 && parts(text[toks[i-1].End:toks[i].Start]) {
			has, from = 0, i
		}
		h := r.answer.At(&r.words, i, spoken)
		has |= h.Sections
		i = max(h.To, i+1)
		if has.Has(ableTo) && has.Has(denied) && has.Has(learns) {
			if at := (span{toks[from].Start, toks[i-1].End}); s.Count[SaysUnknown] == 0 || at.Start < s.First[SaysUnknown].Start {
				s.First[SaysUnknown] = at
			}
			bump(&s.Count[SaysUnknown])
			return
		}
	}
}
