package speech

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"prism/internal/lexicon"
)

// clauses marks the words at which a clause may be led: its first, and those
// that only polite or linking words part from it. In Japanese, Korean and
// Turkish the verb stands last: there the last words of a clause are marked.
func (r *Reader) clauses(text string, asks bool, spoken Languages) {
	toks := r.words.Tokens
	r.heads, r.ends, r.final = slices.Grow(r.heads[:0], len(toks))[:len(toks)], slices.Grow(r.ends[:0], len(toks))[:len(toks)], slices.Grow(r.final[:0], len(toks))[:len(toks)]
	clear(r.heads)
	clear(r.ends)
	clear(r.final)
	if !asks {
		return
	}
	const passed = 9
	turkish := spoken&r.turkish != 0
	lead := 0 // > 0: so many words may still be passed over
	for i, t := range toks {
		from := 0
		if i > 0 {
			from = toks[i-1].End
		}
		if i == 0 || parts(text[from:t.Start]) {
			lead = passed
		}
		r.heads[i] = lead > 0 && !strings.HasSuffix(text[:t.Start], "./") // "./convert" orders nothing
		if lead > 0 {
			lead--
			if !r.PassedOver(i, spoken) {
				lead = 0
			}
		}
	}
	for i := range toks {
		to := len(text)
		if i+1 < len(toks) {
			to = toks[i+1].Start
		}
		if i+1 < len(toks) && !parts(text[toks[i].End:to]) {
			continue
		}
		if !verbLast(r.words.Word(i), turkish) && !r.verbCloses(i, spoken) {
			from := i
			for from > 0 && !parts(text[toks[from-1].End:toks[from].Start]) {
				from--
			}
			if indic(r.words.Word(i)) && !strings.Contains(text[toks[i].End:to], "?") {
				for k := max(from, i-lastWords); k <= i; k++ {
					r.ends[k], r.final[k] = true, i
				}
				continue
			}
			r.preposed(from, i, spoken)
			for k := from; k <= i && !r.ends[i]; k++ {
				r.ends[i] = i-k > 1 && r.skip.Starts(&r.words, k, spoken).Has(verbAtEnd) // "…, bitte in Clock.java beheben"
				r.final[i] = i
			}
			continue
		}
		japanese := verbLast(r.words.Word(i), false)
		for k := i; k >= 0 && (japanese || k > i-7); k-- {
			if japanese {
				r.heads[k] = false // there a clause is led by what it speaks of
			}
			r.ends[k], r.final[k] = k > i-7, i
			if k > 0 && parts(text[toks[k-1].End:toks[k].Start]) {
				break
			}
		}
	}
}

// lastWords is how many words before the last one of a clause may end what it asks for.
const lastWords = 3

// preposed marks the words that may lead a clause which begins with what its verb is done to:
// "把代码推送到…", "给首页加一个…".
func (r *Reader) preposed(from, to int, spoken Languages) {
	if !IsSign(r.words.Word(from)) || !r.skip.Starts(&r.words, from, spoken).Has(preposed) {
		return
	}
	for k := from; k <= min(to, from+objectWords); k++ {
		r.heads[k] = true
	}
}

// objectWords is how many characters may stand between the beginning of a clause and its
// verb.
const objectWords = 20

// leadsAt is where a phrase stands among those that ask, as a place in the text:
// its own, but where the verb stands last the one nearest to the end of the clause
// comes first.
func (r *Reader) leadsAt(h lexicon.Hit) int {
	toks := r.words.Tokens
	if r.heads[h.From] || !r.ends[h.To-1] {
		return toks[h.From].Start
	}
	last := r.final[h.To-1]
	return toks[max(0, last-6)].Start + toks[last].End - toks[h.To-1].End
}

// IsSign reports whether a word is a letter of a script without spaces.
func IsSign(word []byte) bool {
	c, _ := utf8.DecodeRune(word)
	return lexicon.Alone(c)
}

// verbLast reports whether a word is of a language whose verb stands last.
func verbLast(word []byte, turkish bool) bool {
	c, _ := utf8.DecodeRune(word)
	return c >= 0x3040 && c <= 0x30FF || unicode.Is(unicode.Hangul, c) || turkish && c < 0x250
}

// verbCloses reports whether words that end at a word of the text at hand are a verb of a
// language in which it stands last, though most of those who write it may use other letters.
func (r *Reader) verbCloses(i int, spoken Languages) bool {
	for k := max(0, i-1); k <= i; k++ {
		if h := r.skip.At(&r.words, k, spoken); h.To == i+1 && h.Sections.Has(verbIsLast) {
			return true
		}
	}
	return false
}

// indic reports whether a word is written in a script of India: there the verb stands last,
// and what is spoken of may lead as well.
func indic(word []byte) bool {
	c, _ := utf8.DecodeRune(word)
	return c >= 0x0900 && c <= 0x0DFF
}

// parts reports whether what stands between two words parts clauses.
func parts(gap string) bool {
	if gap == "." {
		return false // within a number or a name: "0.00", "Clock.java"
	}
	for i := 0; i < len(gap); {
		c, n := utf8.DecodeRuneInString(gap[i:])
		i += n
		switch c {
		case '\n', ';', '。', '！', '？', '；', '：', '，', '、', '…', '(', '—', '–', '>', '*', '•':
			return true
		case '.', '!', '?', ',', ':', '-':
			if i == len(gap) || gap[i] == ' ' || gap[i] == '\n' {
				return true
			}
		}
	}
	return false
}

// closes reports whether a clause that is no question ends before the word i, but
// for words that may follow it ("for now"). A script without spaces marks no end.
func (r *Reader) closes(text string, i int, spoken Languages) bool {
	toks := r.words.Tokens
	for ; i < len(toks); i++ {
		if parts(text[toks[i-1].End:toks[i].Start]) || IsSign(r.words.Word(i)) {
			break
		}
		says := r.skip.At(&r.words, i, spoken).Sections
		if says.Has(join) {
			break // "stop here or go on?" is one question
		}
		if !says.Has(coda) {
			return false
		}
	}
	for ; i < len(toks) && !parts(text[toks[i-1].End:toks[i].Start]) && !IsSign(r.words.Word(i)); i++ {
	}
	to := len(text)
	if i < len(toks) {
		to = toks[i].Start
	}
	return !strings.ContainsAny(text[toks[i-1].End:to], "?？؟")
}

// inDrop reports whether a clause stands in a phrase that drops the work: in "あとで見ます、
// 今はいいです" the last word is no praise.
func (r *Reader) inDrop(c *clause, spoken Languages) bool {
	for i := max(c.from-maxDrop, 0); i <= c.from; i++ {
		if h := r.Person.At(&r.words, i, spoken); h.To >= c.to && Senses(h.Sections).Has(Abandon) {
			return true
		}
	}
	return false
}

// maxDrop is how far before a clause a phrase begins at most that it stands in, in words.
const maxDrop = 12
