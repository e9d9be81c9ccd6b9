package observe

import (
	"unicode"
	"unicode/utf8"
)

// token is one word of a text, folded: lower case, without accents and
// apostrophes. Every ideograph, kana and Hangul syllable is a word of its own, so
// that languages written without spaces, or that glue endings to words, are
// matched by the same phrases-of-words.
type token struct {
	Word       string // folded; aliases the scanner's buffer
	Start, End int    // bytes in the text
}

// Scanner splits texts into tokens. Its buffers are used again and again: what
// it returned dies at the next call.
type Scanner struct {
	fold   []byte
	tokens []token
	spans  []span
}

type span struct{ from, to, Start, End int }

// Scan returns the tokens of text, at most limit of them.
func (s *Scanner) Scan(text string, limit int) []token {
	s.fold = s.fold[:0]
	s.tokens = s.tokens[:0]
	s.spans = s.spans[:0]
	open := false
	for i := 0; i < len(text) && len(s.spans) < limit; {
		c := text[i]
		if c < utf8.RuneSelf {
			switch {
			case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
				s.put(&open, c, i)
			case 'A' <= c && c <= 'Z':
				s.put(&open, c+'a'-'A', i)
			case c == '\'' && open:
			default:
				s.close(&open, i)
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '’' && open:
		case IsSign(r):
			s.close(&open, i)
			from := len(s.fold)
			s.fold = utf8.AppendRune(s.fold, r)
			s.spans = append(s.spans, span{from, len(s.fold), i, i + n})
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if !open {
				open = true
				s.spans = append(s.spans, span{len(s.fold), len(s.fold), i, i})
			}
			s.fold = appendFolded(s.fold, r)
		case unicode.IsMark(r):
		default:
			s.close(&open, i)
		}
		i += n
	}
	s.close(&open, len(text))
	if len(s.spans) > 0 {
		if last := &s.spans[len(s.spans)-1]; last.End == last.Start {
			last.to, last.End = len(s.fold), len(text)
		}
	}
	all := string(s.fold)
	for _, p := range s.spans {
		s.tokens = append(s.tokens, token{all[p.from:p.to], p.Start, p.End})
	}
	return s.tokens
}

func (s *Scanner) put(open *bool, c byte, i int) {
	if !*open {
		*open = true
		s.spans = append(s.spans, span{len(s.fold), len(s.fold), i, i})
	}
	s.fold = append(s.fold, c)
}

func (s *Scanner) close(open *bool, i int) {
	if !*open {
		return
	}
	*open = false
	last := &s.spans[len(s.spans)-1]
	last.to, last.End = len(s.fold), i
}

// IsSign reports whether a rune is a word of its own.
func IsSign(r rune) bool {
	return r >= 0x2E80 && (unicode.Is(unicode.Han, r) || unicode.Is(unicode.Hiragana, r) || unicode.Is(unicode.Katakana, r) || r == 'ー' || unicode.Is(unicode.Hangul, r)) ||
		unicode.Is(unicode.Thai, r)
}

// appendFolded appends r in lower case and without an accent.
func appendFolded(b []byte, r rune) []byte {
	r = unicode.ToLower(r)
	switch {
	case r < utf8.RuneSelf:
		return append(b, byte(r))
	case r < 0x180:
		if f := latin(r); f != "" {
			return append(b, f...)
		}
	case r >= 0x1EA0 && r <= 0x1EF9:
		return append(b, vietnamese(r))
	case r == 'ơ':
		return append(b, 'o')
	case r == 'ư':
		return append(b, 'u')
	case r == 'ё':
		r = 'е'
	case r == 'і', r == 'ї':
		r = 'и'
	case r == 'أ', r == 'إ', r == 'آ':
		r = 'ا'
	case r == 'ى':
		r = 'ي'
	case r == 'ة':
		r = 'ه'
	}
	return utf8.AppendRune(b, r)
}

// vietnamese returns the plain letter of one with a tone mark, U+1EA0 to U+1EF9;
// they stand there by letter.
func vietnamese(r rune) byte {
	switch {
	case r < 0x1EB8:
		return 'a'
	case r < 0x1EC8:
		return 'e'
	case r < 0x1ECC:
		return 'i'
	case r < 0x1EE4:
		return 'o'
	case r < 0x1EF2:
		return 'u'
	}
	return 'y'
}

// latin returns the plain letters of an accented Latin one in lower case.
func latin(r rune) string {
	switch r {
	case 'à', 'á', 'â', 'ã', 'å', 'ā', 'ă', 'ą':
		return "a"
	case 'ä':
		return "a"
	case 'æ':
		return "ae"
	case 'ç', 'ć', 'č', 'ĉ':
		return "c"
	case 'ď', 'đ', 'ð':
		return "d"
	case 'è', 'é', 'ê', 'ë', 'ē', 'ė', 'ę', 'ě':
		return "e"
	case 'ğ', 'ĝ':
		return "g"
	case 'ì', 'í', 'î', 'ï', 'ī', 'į', 'ı':
		return "i"
	case 'ł', 'ľ', 'ĺ':
		return "l"
	case 'ñ', 'ń', 'ň':
		return "n"
	case 'ò', 'ó', 'ô', 'õ', 'ö', 'ø', 'ō', 'ő':
		return "o"
	case 'œ':
		return "oe"
	case 'ř', 'ŕ':
		return "r"
	case 'ś', 'š', 'ş', 'ŝ':
		return "s"
	case 'ß':
		return "ss"
	case 'ť', 'ţ':
		return "t"
	case 'ù', 'ú', 'û', 'ü', 'ū', 'ů', 'ű', 'ų':
		return "u"
	case 'ý', 'ÿ':
		return "y"
	case 'ź', 'ż', 'ž':
		return "z"
	}
	return ""
}

// clauses marks the words at which a clause may be led: its first, and those
// that only polite or linking words part from it. In Japanese, Korean and
// Turkish the verb stands last: there the last words of a clause are marked.
func (r *Reader) clauses(lx *Lexicon, text string, toks []token, spoken Languages) {
	r.heads, r.ends, r.final = r.heads[:0], r.ends[:0], r.final[:0]
	if len(lx.skip) == 0 {
		for range toks { // nobody asks an agent what the agent asks for
			r.heads, r.ends, r.final = append(r.heads, false), append(r.ends, false), append(r.final, 0)
		}
		return
	}
	const passed = 9
	turkish := spoken&lx.turkish != 0
	lead := 0 // > 0: so many words may still be passed over
	for i, t := range toks {
		from := 0
		if i > 0 {
			from = toks[i-1].End
		}
		if i == 0 || parts(text[from:t.Start]) {
			lead = passed
		}
		r.heads = append(r.heads, lead > 0)
		r.ends, r.final = append(r.ends, false), append(r.final, 0)
		if lead > 0 {
			lead--
			if lx.skip[t.Word]&spoken == 0 {
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
		if !verbLast(toks[i].Word, turkish) {
			continue
		}
		japanese := verbLast(toks[i].Word, false)
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

// leadsAt is where a phrase stands among those that ask, as a place in the text:
// its own, but where the verb stands last the one nearest to the end of the clause
// comes first.
func (r *Reader) leadsAt(toks []token, h Hit) int {
	if r.heads[h.From] || !r.ends[h.To-1] {
		return toks[h.From].Start
	}
	last := r.final[h.To-1]
	return toks[max(0, last-6)].Start + toks[last].End - toks[h.To-1].End
}

// verbLast reports whether a word is of a language whose verb stands last.
func verbLast(word string, turkish bool) bool {
	c, _ := utf8.DecodeRuneInString(word)
	return c >= 0x3040 && c <= 0x30FF || unicode.Is(unicode.Hangul, c) || turkish && c < 0x250
}

// parts reports whether what stands between two words parts clauses.
func parts(gap string) bool {
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
