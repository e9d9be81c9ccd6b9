package lexicon

import (
	"unicode"
	"unicode/utf8"
)

// Token is one word of a text: where it stands, and what it is once folded.
type Token struct {
	Start, End int    // bytes of the text
	from, to   uint32 // of the folded word, in Text.fold
	hash       uint64
}

// Text is a text in words. Words are folded: lower case, without accents, marks
// and apostrophes ("J’ai" is "jai"). Letters of scripts that put no spaces between
// words, and Hangul syllables, to which endings are glued, are words of their own.
// A Text is used again and again: Scan forgets what it held, and allocates only
// until its buffers have grown. A text that it was just taken apart of is not again.
type Text struct {
	Tokens []Token
	Snake  bool // names in snake_case are one word each: "auto_commit" is no "commit"
	fold   []byte
	text   string
	limit  int // of the words of text; 0 nothing was taken apart
	words  int // of them, when it was
	snake  bool
}

// Word returns the folded word of a token. It dies with the next Scan.
func (t *Text) Word(i int) []byte {
	k := &t.Tokens[i]
	return t.fold[k.from:k.to]
}

// FNV-1a over the folded bytes.
const (
	hashSeed  = 14695981039346656037
	hashPrime = 1099511628211
)

// Scan takes a text apart, up to so many words.
func (t *Text) Scan(text string, limit int) {
	if limit == t.limit && t.Snake == t.snake && len(t.Tokens) == t.words && text == t.text {
		return
	}
	t.scan(text, limit)
	t.limit, t.words, t.snake = limit, len(t.Tokens), t.Snake
}

func (t *Text) scan(text string, limit int) {
	if t.Tokens == nil { // most are short: no room is made for them step by step
		const words, letters = 12, 64
		t.Tokens, t.fold = make([]Token, 0, min(limit, words, len(text))), make([]byte, 0, min(letters, len(text)))
	}
	t.fold, t.Tokens, t.text = t.fold[:0], t.Tokens[:0], text
	under := byte(0) // what an underscore is folded to; 0: it parts words
	if t.Snake {
		under = '_'
	}
	var k Token
	reads := false // a word, which is k
	for i := 0; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf {
			f := folded(c, under)
			if f == 0 {
				if reads && c != '\'' {
					t.end(&k, i)
					reads = false
				}
				i++
				continue
			}
			if !reads {
				if len(t.Tokens) >= limit {
					return
				}
				k, reads = Token{Start: i, from: uint32(len(t.fold)), hash: hashSeed}, true
			}
			fold, hash := t.fold, k.hash
			for f != 0 {
				fold = append(fold, f)
				hash = (hash ^ uint64(f)) * hashPrime
				if i++; i == len(text) || text[i] >= utf8.RuneSelf {
					break
				}
				f = folded(text[i], under)
			}
			t.fold, k.hash = fold, hash
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '’' && reads, unicode.IsMark(r) && !Alone(r):
		case Alone(r):
			if reads {
				t.end(&k, i)
				reads = false
			}
			if len(t.Tokens) >= limit {
				return
			}
			k = Token{Start: i, from: uint32(len(t.fold)), hash: hashSeed}
			t.put(&k, utf8.AppendRune(t.fold, r))
			t.end(&k, i+n)
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if !reads {
				if len(t.Tokens) >= limit {
					return
				}
				k, reads = Token{Start: i, from: uint32(len(t.fold)), hash: hashSeed}, true
			}
			t.put(&k, appendFolded(t.fold, r))
		case reads:
			t.end(&k, i)
			reads = false
		}
		i += n
	}
	if reads {
		t.end(&k, len(text))
	}
}

// folded is an ASCII character as it stands in a word; 0: in none.
func folded(c, under byte) byte {
	if c == '_' {
		return under
	}
	return asciiFold[c]
}

// put takes over what was appended to the folded bytes.
func (t *Text) put(k *Token, fold []byte) {
	for _, c := range fold[len(t.fold):] {
		k.hash = (k.hash ^ uint64(c)) * hashPrime
	}
	t.fold = fold
}

func (t *Text) end(k *Token, at int) {
	k.to, k.End = uint32(len(t.fold)), at
	t.Tokens = append(t.Tokens, *k)
}

// asciiFold holds the lower case of ASCII letters and digits, 0 for what parts words.
var asciiFold = func() (t [1 << 8]byte) {
	for c := range t {
		switch {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
			t[c] = byte(c)
		case 'A' <= c && c <= 'Z':
			t[c] = byte(c) + 'a' - 'A'
		}
	}
	return t
}()

// Alone reports whether a rune is a word of its own.
func Alone(r rune) bool {
	if r < 0x0e00 {
		return false
	}
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) || r == 'ー'
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
