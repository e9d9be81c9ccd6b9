package offline

import (
	"unicode"
	"unicode/utf8"
)

// token is one word of a text, folded: lower case, without accents and
// apostrophes. Every ideograph, kana and Hangul syllable is a word of its own, so
// that languages written without spaces, or that glue endings to words, are
// matched by the same phrases-of-words.
type token struct {
	word       string // folded; aliases the scanner's buffer
	start, end int    // bytes in the text
}

// scanner splits texts into tokens. Its buffers are used again and again: what
// it returned dies at the next call.
type scanner struct {
	fold   []byte
	tokens []token
	spans  []span
}

type span struct{ from, to, start, end int }

// scan returns the tokens of text, at most limit of them.
func (s *scanner) scan(text string, limit int) []token {
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
		case lone(r):
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
		if last := &s.spans[len(s.spans)-1]; last.end == last.start {
			last.to, last.end = len(s.fold), len(text)
		}
	}
	all := string(s.fold)
	for _, p := range s.spans {
		s.tokens = append(s.tokens, token{all[p.from:p.to], p.start, p.end})
	}
	return s.tokens
}

func (s *scanner) put(open *bool, c byte, i int) {
	if !*open {
		*open = true
		s.spans = append(s.spans, span{len(s.fold), len(s.fold), i, i})
	}
	s.fold = append(s.fold, c)
}

func (s *scanner) close(open *bool, i int) {
	if !*open {
		return
	}
	*open = false
	last := &s.spans[len(s.spans)-1]
	last.to, last.end = len(s.fold), i
}

// lone reports whether a rune is a word of its own.
func lone(r rune) bool {
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
