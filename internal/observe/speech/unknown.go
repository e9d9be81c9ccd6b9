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
	if s.Words > unknownWords || s.Any(SaysUnknown) {
		return
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
			bump(&s.Count[SaysUnknown])
			s.First[SaysUnknown] = span{toks[from].Start, toks[i-1].End}
			return
		}
	}
}
