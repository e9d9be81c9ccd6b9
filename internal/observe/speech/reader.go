// Package speech hears what people and agents say, by the phrases of the lexicon and in all
// its languages: what a prompt asks for, how a reply takes the work (praise, complaint,
// order, aside), what an answer claims. It promises for each text the classes of what is
// said, how often, where, and whether a clause is led by it, so that "it would be great if"
// praises nothing. What was done, and whether what is said is true, it does not know.
package speech

import (
	"math/bits"
	"strings"

	"prism/internal/lexicon"
	"prism/internal/observe/sentence"
	"prism/internal/wording"
)

// Limits on what is read of one text, in words and bytes.
const (
	HeadBytes    = 1600
	tailBytes    = 800
	openingWords = 10
	closingWords = 45
	maxWords     = 420
)

// Reader reads one session at a time; it holds what that needs again and again.
type Reader struct {
	Person, Agent, Asking *lexicon.Book
	report                *lexicon.Book // what tells a stated fault from a wish
	aside                 *lexicon.Book // what tells that praise or a complaint is not said of the work
	skip                  *lexicon.Book // words that lead on to others, by skipped
	fault                 *lexicon.Book // kinds of faults, by faultNames
	stance                *lexicon.Book // words that say how the work stands, by stances
	answer                *lexicon.Book // words by which an agent says that it cannot tell
	rest                  *lexicon.Book // words by which an agent leaves a part of the work
	article               *lexicon.List // what stands behind it is spoken of
	inverts               *lexicon.List // begins a question, with one of follows behind it and none of same behind that
	follows, same         *lexicon.List
	finite                *lexicon.List   // endings of finite verbs, where these tell them from orders
	inquires              *lexicon.List   // ends a question without its mark
	stop                  map[string]bool // words that say nothing of what a task is about
	ruled                 Languages       // of which words that give a verdict are known
	turkish               Languages       // its verb stands last, too, but its letters do not tell it

	words       lexicon.Text
	spelled     lexicon.Text // a word that may be meant by a mistyped one
	heads, ends []bool       // of the words at hand: may lead a clause, may close one
	final       []int        // the word that closes the clause of one that may
	hits        []Hit
	parted      []clause
	signs       []uint64       // of the reply that is weighed
	shares      wording.Shares // of what it may say
}

// Phrases returns the words of a text, at most limit of them, and the phrases of a
// book that stand in it in one of the languages. Both live until the next call.
func (r *Reader) Phrases(b *lexicon.Book, text string, limit int, spoken Languages) (*lexicon.Text, []Hit) {
	r.words.Scan(text, limit)
	r.clauses(text, b == r.Person, spoken)
	r.hits = r.hits[:0]
	b.Longest(&r.words, spoken, func(h lexicon.Hit) {
		r.hits = append(r.hits, Hit{Senses(h.Sections), h.From, h.To, r.heads[h.From] || r.ends[h.To-1]})
	})
	return &r.words, r.hits
}

// PassedOver reports whether a word of the text at hand may stand between the
// beginning of a clause and what it asks for, in one of the languages.
func (r *Reader) PassedOver(i int, spoken Languages) bool {
	return r.skip.At(&r.words, i, spoken).Sections.Has(preamble)
}

// joins reports whether a word of the text at hand joins a request to one before it.
func (r *Reader) joins(i int, spoken Languages) bool {
	return r.skip.At(&r.words, i, spoken).Sections.Has(sequel)
}

// Indefinite reports whether a word of the text at hand makes the next one any of
// its kind.
func (r *Reader) Indefinite(i int) bool {
	return r.skip.At(&r.words, i, lexicon.Every).Sections.Has(indefinite)
}

// Listen reads one text with a book.
func (r *Reader) Listen(b *lexicon.Book, text string, spoken Languages, sp *Message) {
	sp.Text = text
	head, tail := Window(text)
	sp.Question = sentence.Asks(text)
	r.hear(b, head, 0, spoken, sp, tail == "")
	if tail != "" {
		r.hear(b, tail, len(text)-len(tail), spoken, sp, true)
	}
	sp.Question = sp.Question || b == r.Person && r.asksUnmarked(text, sp)
}

// asksUnmarked reports whether a text ends on a word that asks, without the mark. Where that
// word is of a complaint, nobody asks: "本気ですか".
func (r *Reader) asksUnmarked(text string, sp *Message) bool {
	text = strings.TrimRight(text, " \t\r\n。.")
	if !r.inquires.Finishes(text) {
		return false
	}
	return sp.Count[Complain] == 0 || r.inquires.Finishes(text[min(sp.First[Complain].End, len(text)):])
}

func (r *Reader) hear(b *lexicon.Book, text string, offset int, spoken Languages, sp *Message, last bool) {
	r.words.Scan(text, maxWords)
	toks := r.words.Tokens
	start := sp.Words
	sp.Words += len(toks)
	r.clauses(text, b == r.Person, spoken) // nobody asks an agent what the agent asks for
	for i := 0; i < len(toks) && b == r.Person && offset == 0; i++ {
		if r.heads[i] && r.skip.Starts(&r.words, i, spoken).Has(ordersNew) && i+1 < len(toks) && !r.Person.Starts(&r.words, i, spoken).Has(int(AskAdd)) {
			if sp.Leads[AskAdd] == 0 || toks[i].Start < sp.FirstLead[AskAdd] {
				sp.FirstLead[AskAdd] = toks[i].Start
			}
			if sp.Count[AskAdd] == 0 {
				sp.First[AskAdd] = span{toks[i].Start, toks[i].End}
			}
			bump(&sp.Leads[AskAdd])
			bump(&sp.Count[AskAdd])
			if start+i < openingWords {
				bump(&sp.Opening[AskAdd])
			}
		}
	}
	b.Longest(&r.words, spoken, func(h lexicon.Hit) {
		if b == r.Person {
			h.Sections = r.ofWork(text, h, spoken)
		}
		if b == r.Agent && Senses(h.Sections).Has(SaysShut) { // "I could not open" says what "I could not" does, too
			h.Sections |= b.Starts(&r.words, h.From, spoken)
		}
		whole := b == r.Person && r.closes(text, h.To, spoken)
		for left := uint64(h.Sections); left != 0; left &= left - 1 {
			c := Sense(bits.TrailingZeros64(left))
			if r.heads[h.From] || r.ends[h.To-1] {
				if at := offset + r.leadsAt(h); sp.Leads[c] == 0 || at < sp.FirstLead[c] {
					sp.FirstLead[c] = at
				}
				bump(&sp.Leads[c])
				if whole {
					bump(&sp.Whole[c])
				}
			}
			if c == Deliver && (r.heads[h.From] || r.ends[h.To-1] || h.From > 0 && r.joins(h.From-1, spoken)) {
				sp.Orders = true
			}
			if c == AskFix && !r.heads[h.From] && h.From > 0 && r.joins(h.From-1, spoken) {
				sp.fixes = true
			}
			if c == SaysNext {
				sp.LastNext = offset + toks[h.From].Start
			}
			if sp.Count[c] == 0 {
				sp.First[c] = span{Start: offset + toks[h.From].Start, End: offset + toks[h.To-1].End}
			}
			bump(&sp.Count[c])
			if start+h.From < openingWords {
				bump(&sp.Opening[c])
			}
			if last && len(toks)-h.To < closingWords {
				bump(&sp.Closing[c])
			}
		}
	})
}

// Window returns the head of a text, and its tail where both are not all of it.
func Window(text string) (head, tail string) { return sentence.Ends(text, HeadBytes, tailBytes) }

// nodWords bounds a nod, in words.
const nodWords = 8

// nods reports whether a prompt is made of nothing but the words of a nod, of which
// one takes something as good or as heard: "ah, very good points". A word that is
// none of them may ask for anything.
func (r *Reader) nods(text string, spoken Languages) bool {
	if len(text) > maxNod || strings.ContainsAny(text, "?？؟") {
		return false
	}
	r.words.Scan(text, maxWords)
	n, takes := 0, false
	for i := 0; i < len(r.words.Tokens); n++ {
		said := r.Person.At(&r.words, i, spoken)
		word := r.skip.At(&r.words, i, spoken)
		switch {
		case said.To >= word.To && said.To > i && Senses(said.Sections)&nodding != 0:
			i, takes = said.To, takes || Senses(said.Sections)&taking != 0
		case word.Sections.Has(nod):
			i, takes = word.To, true
		case word.Sections.Has(subject), word.Sections.Has(preamble), word.Sections.Has(coda), word.Sections.Has(join):
			i = word.To
		default:
			return false
		}
	}
	return takes && n <= nodWords
}

const (
	maxNod  = 120 // bytes
	taking  = Senses(1<<Accept | 1<<Thanks | 1<<Endorse)
	nodding = taking | 1<<Assent
)
