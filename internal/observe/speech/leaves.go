package speech

import (
	"strings"

	"prism/internal/lang"
	"prism/internal/observe/sentence"
	"prism/internal/wording"
)

// Bounds on answers that leave something by their words, and from which probability on they do.
const (
	leastAnswer   = 12 // words of such an answer
	surelyOpen    = 0.8
	hardlyOpen    = 0.5 // what is left of it without the sentence that says so, where no word of it hints at that
	mostSentences = 60  // of one: what is longer is no account of what was done

	surelyOpenElsewhere = 0.93 // likewise of what few texts were written in, which are all but English
)

// AnswerSigns are the signs by which an answer in an unknown language is weighed.
func (r *Reader) AnswerSigns(text string) []uint64 {
	spoken := unknownOf(text)
	return r.answerSigns(nil, text, spoken, r.heardAnswer(text, spoken))
}

func (r *Reader) heardAnswer(text string, spoken Languages) *Message {
	var m Message
	r.HearAnswer(text, spoken, &m)
	return &m
}

// answerSigns appends the signs by which an answer is weighed: its words, what the lexicon
// heard in it, and the words by which agents leave parts, whatever their language.
func (r *Reader) answerSigns(dst []uint64, text string, spoken Languages, m *Message) []uint64 {
	r.words.Scan(text, wording.AnswerWords)
	dst = wording.Signs(dst, &r.words, text)
	before := uint64(0)
	for i := range r.words.Tokens {
		if able := uint64(r.answer.Starts(&r.words, i, spoken)); able != 0 {
			dst = append(dst, wording.Sign(answerAlone, able))
		}
		says := uint64(r.rest.Starts(&r.words, i, spoken)) | uint64(r.stance.Starts(&r.words, i, spoken))<<16
		if says == 0 {
			continue
		}
		dst = setSigns(dst, restAlone, says)
		dst = append(dst, wording.Sign(restPair, before, says))
		before = says
	}
	dst = senseSigns(dst, m)
	for i, set := range [...]bool{m.Question, m.Judges, m.Offers} {
		if set {
			dst = append(dst, wording.Sign(flagSet, 100+uint64(i)))
		}
	}
	return dst
}

// LeavesByWords finds the sentence of a short answer by which an agent leaves a part of the
// work, or says that it did not get there, where its words taken together say so: "XLSX is a
// placeholder for the time being". It is the one without which the answer says that least;
// where no word of any hints at it, only one without which it does not say it at all.
func (r *Reader) LeavesByWords(text string, spoken Languages, heard *Message) (from, to int, ok bool) {
	if len(text) > HeadBytes || strings.Contains(text, "```") {
		return 0, 0, false
	}
	open := func(text string, m *Message) (sum float64, left bool) {
		r.signs = r.answerSigns(r.signs[:0], text, spoken, m)
		r.shares = wording.Closings().Tell(r.signs, r.shares)
		part, unproven := r.shares.Of("left", "stuck"), r.shares.Of("unproven")
		return part + unproven, part > 2*unproven
	}
	sum, left := open(text, heard)
	if words := len(r.words.Tokens); words < leastAnswer || words >= wording.AnswerWords || sum < surelyOpen || !left {
		return 0, 0, false
	}
	if sum < surelyOpenElsewhere && lang.OfText(text) != "en" {
		return 0, 0, false
	}
	all := sentence.All(text)
	if len(all) > mostSentences {
		return 0, 0, false
	}
	least, hinted := 1.0, false
	for _, s := range all {
		hints := r.hintsAtRest(text[s.Start:s.End], spoken)
		if hinted && !hints {
			continue
		}
		if len(all) == 1 {
			return s.Start, s.End, true
		}
		without := text[:s.Start] + text[s.End:]
		rest, _ := open(without, r.heardAnswer(without, spoken))
		if rest < least || hints && !hinted {
			least, hinted, from, to, ok = rest, hints, s.Start, s.End, true
		}
	}
	return from, to, ok && (hinted || least < hardlyOpen)
}

// hintsAtRest reports whether a sentence holds a word by which something is left, denied or
// put off.
func (r *Reader) hintsAtRest(text string, spoken Languages) bool {
	r.words.Scan(text, wording.AnswerWords)
	for i := range r.words.Tokens {
		if r.rest.Starts(&r.words, i, spoken) != 0 || r.answer.Starts(&r.words, i, spoken) != 0 {
			return true
		}
		if says := r.stance.Starts(&r.words, i, spoken); says.Has(not) || says.Has(still) || says.Has(unreal) || says.Has(stops) {
			return true
		}
	}
	return false
}
