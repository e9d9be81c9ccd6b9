package speech

import (
	"strings"
	"unicode/utf8"

	"prism/internal/lang"
	"prism/internal/lexicon"
	"prism/internal/observe/sentence"
)

// Words by which an agent leaves a part of the work: "rest." in the lexicon.
const (
	restSaid      = iota // in so many words
	restLeft             // of a part that was asked for
	restPlace            // names a part by its place
	restBeside           // says that nobody asked for it
	restRefuse           // says of what was offered that it is not wanted
	restJudges           // gives a verdict on something
	restUntouched        // that something was not changed: it is left where restYet follows
	restYet              // so far only
	restBefore           // that the agent must know something before it goes on
	restFact             // asks for something that only the person knows
	restOffer            // begins an offer to do more
	restRemainder        // of a question: goes on with what is left of the order
)

// Parts are the words that tell what was asked for, so that it is known again where an
// agent says of it that it was not done. They are read when they are first asked for.
type Parts struct {
	requests []string
	words    map[string]bool
	text     lexicon.Text
}

// leastPart is how many letters a word needs to name a part, and partStem how many of them
// count: "stylesheets" are of the "stylesheet".
const (
	leastPart = 4
	partStem  = 7
)

// NewParts are the parts of what some texts ask for.
func NewParts(requests []string) *Parts { return &Parts{requests: requests} }

// has reports whether something is among the parts.
func (p *Parts) has(r *Reader, key string) bool {
	if key == "" {
		return false
	}
	if p.words == nil {
		p.words = map[string]bool{}
		for _, text := range p.requests {
			head, _ := Window(text)
			p.text.Scan(head, maxWords)
			for i := range p.text.Tokens {
				p.words[r.part(&p.text, i)] = true
			}
		}
	}
	return p.words[key] || utf8.RuneCountInString(key) == partStem && p.words[key[:len(key)-1]] && !IsSign([]byte(key)) // "importing" is of the "import"
}

// part is what a word of a text is known by; "" where it names nothing. Signs of a script
// without spaces name something by twos.
func (r *Reader) part(text *lexicon.Text, i int) string {
	w := text.Word(i)
	if IsSign(w) {
		if i+1 == len(text.Tokens) || text.Tokens[i+1].Start != text.Tokens[i].End || !IsSign(text.Word(i+1)) {
			return ""
		}
		if c, _ := utf8.DecodeRune(w); c >= 0x3040 && c <= 0x309F {
			return "" // hiragana: endings and little words
		}
		return string(w) + string(text.Word(i+1))
	}
	if utf8.RuneCount(w) < leastPart || r.stop[string(w)] {
		return ""
	}
	k := []rune(string(w))
	return string(k[:min(len(k), partStem)])
}

// names reports whether some words of the text at hand name a part that was asked for, or
// one by its place, those from one to another left out.
func (p *Parts) names(r *Reader, from, to, not, until int, spoken Languages) bool {
	for i := from; i < to; i++ {
		if i >= not && i < until {
			continue
		}
		if p.has(r, r.part(&r.words, i)) || r.rest.Starts(&r.words, i, spoken).Has(restPlace) {
			return true
		}
	}
	return false
}

// asks reports whether the words themselves were in a request: then they are of its
// subject, "the pending orders".
func (p *Parts) asks(r *Reader, from, to int) bool {
	for i := from; i < to; i++ {
		if p.has(r, r.part(&r.words, i)) {
			return true
		}
	}
	return false
}

// Unfinished finds the words in the head or the tail of an answer by which an agent says
// that a part of the work is not done. A question is none, nor a line that tells how it was
// before. Where the answer closes work, words that leave something beside a part that was
// asked for say so, too, and so does an open box before one.
func (r *Reader) Unfinished(text string, closes bool, asked *Parts, spoken Languages) (from, to int, ok bool) {
	head, tail := Window(text)
	for _, part := range []string{head, tail} {
		offset := 0
		if tail != "" && len(part) == len(tail) && part == tail {
			offset = len(text) - len(tail)
		}
		if from, to, ok := r.unfinished(part, closes, asked, spoken); ok {
			return offset + from, offset + to, true
		}
	}
	return 0, 0, false
}

// boxed bounds an answer whose open boxes are of the work, in words: in a longer one they
// are of a test plan.
const boxed = 120

func (r *Reader) unfinished(text string, closes bool, asked *Parts, spoken Languages) (from, to int, ok bool) {
	r.words.Scan(text, maxWords)
	toks := r.words.Tokens
	for i := range toks {
		h := r.skip.At(&r.words, i, spoken)
		if h.To == i || !h.Sections.Has(undone) {
			h = lexicon.Hit{From: i, To: i + 1}
		}
		said := h.Sections.Has(undone)
		var left, box bool
		if !said && closes {
			if k := r.rest.At(&r.words, i, spoken); k.To > i {
				said, left = k.Sections.Has(restSaid), k.Sections.Has(restLeft) && (k.To > i+1 || IsSign(r.words.Word(i)) || r.endsClause(text, k.To))
				h.To = k.To
				if _, last := r.sentence(text, i, k.To); k.Sections.Has(restUntouched) && r.standsIn(k.To, last, restYet, spoken) {
					left = true // "I have not changed the second file yet"; without the word it reassures
				}
			}
			box = openBox(text, toks[i].Start) && len(toks) <= boxed
		}
		if !said && !left && !box {
			continue
		}
		line := text[toks[i].Start:]
		if k := strings.IndexAny(line, ".?!\n。？！"); k >= 0 && (line[k] == '?' || strings.HasPrefix(line[k:], "？")) {
			continue
		}
		first, last := r.sentence(text, i, h.To)
		switch {
		case r.offers(first, last, spoken) || quotes(text, toks[i].Start, toks[h.To-1].End):
		case said, left && !asked.asks(r, i, h.To) && asked.names(r, first, last, i, h.To, spoken):
			return toks[i].Start, toks[h.To-1].End, true
		case box && (tickedBox(text) || asked.names(r, i, last, i, i, spoken)):
			return toks[i].Start, toks[last-1].End, true
		}
	}
	return 0, 0, false
}

// endsClause reports whether a clause of the text at hand ends before a word.
func (r *Reader) endsClause(text string, at int) bool {
	toks := r.words.Tokens
	return at >= len(toks) || parts(text[toks[at-1].End:toks[at].Start])
}

// openBox reports whether a box that is not ticked stands before a place of a text.
func openBox(text string, at int) bool {
	before := strings.TrimRight(text[:at], " *_`")
	return strings.HasSuffix(before, "[ ]") || strings.HasSuffix(before, "☐")
}

// tickedBox reports whether a box is ticked in a text: then the open ones beside it are of
// the same work.
func tickedBox(text string) bool {
	return strings.Contains(text, "[x]") || strings.Contains(text, "[X]") || strings.Contains(text, "☑")
}

// quotes reports whether words of a text are quoted, and are not those that lead to a name
// in code marks: "throws `NotImplementedError`".
func quotes(text string, from, to int) bool {
	return sentence.Quoted(text, from, to) && (!strings.Contains(text[from:to], "`") || sentence.Quoted(text, from, from))
}

// sentence is the sentence of the text at hand that holds the words from one to another.
func (r *Reader) sentence(text string, from, to int) (int, int) {
	toks := r.words.Tokens
	for from > 0 && !sentenceEnds(text[toks[from-1].End:toks[from].Start]) {
		from--
	}
	for to < len(toks) && !sentenceEnds(text[toks[to-1].End:toks[to].Start]) {
		to++
	}
	return from, to
}

// offers reports whether a sentence of the text at hand says that nobody asked for what it
// leaves: it is an offer, or was so before.
func (r *Reader) offers(from, to int, spoken Languages) bool {
	for i := from; i < to; i++ {
		if i > 0 && r.articled(i-1) && r.skip.At(&r.words, i, spoken).To <= i+1 {
			continue // "the None lines" are called so
		}
		if r.skip.Starts(&r.words, i, spoken).Has(extra) || r.rest.Starts(&r.words, i, spoken).Has(restBeside) {
			return true
		}
	}
	return false
}

// refuses reports whether a short prompt says of what was offered that it is not wanted.
func (r *Reader) refuses(text string, spoken Languages) bool {
	if len(text) > briefly {
		return false
	}
	r.words.Scan(text, maxWords)
	for i := range r.words.Tokens {
		if r.rest.Starts(&r.words, i, spoken).Has(restRefuse) {
			return true
		}
	}
	return false
}

// judges reports whether a word of an answer gives a verdict on something; of a language of
// which no such words are known, any may.
func (r *Reader) judges(text string, spoken Languages) bool {
	head, _ := Window(text)
	r.words.Scan(head, maxWords)
	for i := range r.words.Tokens {
		if r.rest.Starts(&r.words, i, spoken).Has(restJudges) || r.skip.Starts(&r.words, i, spoken).Has(ruling) {
			return true
		}
	}
	in := lang.OfText(head)
	return in != "" && lexicon.Speaking(in)&r.ruled == 0
}
