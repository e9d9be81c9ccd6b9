package tracker

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"prism/internal/lexicon"
)

// Weights of terms: how much one tells what a text is about. A plain word is 1.
const (
	plainWeight  = 1.0
	nameWeight   = 2.0 // an identifier: camelCase, snake_case, letters with digits
	partWeight   = 0.7 // a part of an identifier
	ticketWeight = 3.0 // ABC-123, #123, pull/123
	pairWeight   = 0.5 // two neighbouring letters of a script without spaces
	stemRunes    = 6   // words are told apart by their first letters: endings differ
	hangulRunes  = 2   // Korean endings are long and begin early
	maxWord      = 80  // bytes; longer runs are hashes and encoded data
	fnvOffset    = 2166136261
	fnvPrime     = 16777619
	ticketSeed   = fnvOffset ^ 0x7c3a91
	nameSeed     = fnvOffset ^ 0x19e377
	fileSeed     = fnvOffset ^ 0x5bd1e9
	folderSeed   = fnvOffset ^ 0x2c1b3c
	kindSeed     = fnvOffset ^ 0x7f4a7c
	tableAtLeast = 1 << 10
)

// vocabulary numbers the terms of one conversation, so that what was said where
// is a matter of arrays. Numbers are dense and given in order of first sight.
type vocabulary struct {
	slots  []int32 // open addressing: number + 1, 0 free
	hashes []uint32
	weight []float32
	stamp  []int32 // last list that a term was put into, so that lists are sets
	seen   []int32 // last turn that used a term, plus 1; 0 none
	asked  []int32 // last turn whose prompt used a term, plus 1
	turns  []int32 // how many turns of the session used a term
	kin    []int32 // number of the term's kin: words alike but for their endings
	kins   map[uint32]int32
	kinned []int32 // last turn that used one of the kin, plus 1
	stop   map[uint32]bool
	common Common
}

func newVocabulary(stop map[uint32]bool, c Common) *vocabulary {
	return &vocabulary{slots: make([]int32, tableAtLeast), stop: stop, common: c}
}

// number returns the term's number; its weight is that of its first sight, 0 for
// one that says nothing.
func (v *vocabulary) number(hash uint32, weight float32) int32 {
	mask := uint32(len(v.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		n := v.slots[i]
		if n == 0 {
			break
		}
		if v.hashes[n-1] == hash {
			return n - 1
		}
	}
	if 2*(len(v.hashes)+1) > len(v.slots) {
		v.grow()
		mask = uint32(len(v.slots) - 1)
	}
	i := hash & mask
	for v.slots[i] != 0 {
		i = (i + 1) & mask
	}
	v.hashes = append(v.hashes, hash)
	if v.stop[hash] {
		weight = 0
	}
	v.weight = append(v.weight, weight*v.common.rarity(hash))
	v.stamp = append(v.stamp, -1)
	v.seen = append(v.seen, 0)
	v.asked = append(v.asked, 0)
	v.turns = append(v.turns, 0)
	v.kin = append(v.kin, -1)
	v.slots[i] = int32(len(v.hashes))
	return int32(len(v.hashes)) - 1
}

func (v *vocabulary) grow() {
	v.slots = make([]int32, 2*len(v.slots))
	mask := uint32(len(v.slots) - 1)
	for n, h := range v.hashes {
		i := h & mask
		for v.slots[i] != 0 {
			i = (i + 1) & mask
		}
		v.slots[i] = int32(n) + 1
	}
}

// list collects a set of terms.
type list struct {
	v     *vocabulary
	stamp int32
	terms []int32
	left  int // how many more terms it takes
}

func (l *list) add(hash uint32, weight float32) { l.fresh(hash, weight) }

// fresh is add, and reports whether the term was not in the list.
func (l *list) fresh(hash uint32, weight float32) bool {
	if l.left == 0 {
		return false
	}
	return l.put(l.v.number(hash, weight))
}

// put puts a term into the list, and reports whether it was not there.
func (l *list) put(n int32) bool {
	if l.left == 0 {
		return false
	}
	if l.v.stamp[n] != l.stamp && l.v.weight[n] > 0 {
		l.v.stamp[n] = l.stamp
		l.terms = append(l.terms, n)
		l.left--
		return true
	}
	return false
}

// text adds the terms of a text. Function words of many languages, and verbs
// that every task uses, weigh nothing and are left out.
func (l *list) text(s string) {
	for i := 0; i < len(s) && l.left > 0; {
		c := s[i]
		if c < utf8.RuneSelf {
			if !wordByte(c) {
				switch c {
				case '#':
					i = l.hashTag(s, i+1)
				case '<':
					i = tag(s, i)
				default:
					i++
				}
				continue
			}
			i = l.word(s, i)
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if !unicode.IsLetter(r) {
			i += size
			continue
		}
		i = l.word(s, i)
	}
}

// tag returns where a bare tag of markup ends that begins at i, such as editors
// put around what they attach to a prompt; it says nothing of the task.
func tag(s string, i int) int {
	const longest = 32
	for j := i + 1; j < len(s) && j <= i+longest; j++ {
		switch c := s[j]; {
		case c == '>':
			return j + 1
		case c != '/' && c != '-' && classes[c] < lowerByte:
			return i + 1
		}
	}
	return i + 1
}

// hashTag takes "#123" as a ticket.
func (l *list) hashTag(s string, i int) int {
	j := i
	for j < len(s) && s[j] >= '0' && s[j] <= '9' {
		j++
	}
	if j > i+1 && j-i < 8 { // of one digit it counts points of a list
		l.add(hashLower(ticketSeed, s[i:j]), ticketWeight)
	}
	return max(j, i)
}

// word reads one run of letters and digits that begins at i.
func (l *list) word(s string, i int) int {
	if i < len(s) && s[i] >= utf8.RuneSelf {
		if r, _ := utf8.DecodeRuneInString(s[i:]); lexicon.Alone(r) {
			return pairs(s, i, l.add)
		}
	}
	j := i
	ascii, digits, letters, marks := true, 0, 0, 0 // marks: what makes it an identifier
	var before byteClass
scan:
	for j < len(s) {
		class := classes[s[j]]
		switch class {
		case lowerByte:
			letters++
		case upperByte:
			letters++
			if before == lowerByte {
				marks++
			}
		case digitByte:
			digits++
		case lineByte:
			marks++
		case wideByte:
			r, size := utf8.DecodeRuneInString(s[j:])
			if !unicode.IsLetter(r) && !unicode.IsMark(r) || lexicon.Alone(r) {
				break scan
			}
			ascii = false
			letters++
			j += size - 1
		default:
			break scan
		}
		before = class
		j++
	}
	w := s[i:j]
	if len(w) > maxWord {
		return j
	}
	switch {
	case letters == 0:
		if j-i < 8 && follows(s[:i], "pull/", "issues/", "issue/", "pulls/", "requests/", "dependabot/") {
			l.add(hashLower(ticketSeed, w), ticketWeight)
		}
	case !ascii:
		l.plain(w)
	case digits == 0 && marks == 0 && letters >= 2 && letters <= 8 && j+1 < len(s) && s[j] == '-' && digit(s[j+1]) && upper(w):
		k := j + 1
		for k < len(s) && digit(s[k]) {
			k++
		}
		weight := float32(ticketWeight)
		if standard(w) || k+1 < len(s) && (s[k] == '.' || s[k] == '-') && digit(s[k+1]) {
			weight = nameWeight // UTF-8, MPL-2.0, ISO-8601-2
		}
		l.add(hashLower(ticketSeed, s[i:k]), weight)
		return k
	case marks > 0 || digits > 0:
		if digits > 0 && letters+digits > 6 && hexadecimal(w) {
			return j // a commit or an id: told by no one
		}
		l.name(w)
	default:
		l.plain(w)
	}
	return j
}

// standard reports whether the letters before a number name an encoding, a
// licence, a norm or a model, not a tracker of issues.
func standard(w string) bool {
	switch w {
	case "UTF", "UCS", "ISO", "SHA", "MD", "RFC", "AES", "RSA", "BSD", "MPL", "GPL", "LGPL", "AGPL", "CC", "EPL", "GPT", "HTTP", "TLS", "ES", "CVE", "ECMA", "IEEE", "US", "WCAG", "COVID", "UTC", "GMT", "PEP", "ANSI", "BASE", "SOC", "HL", "GB", "CP":
		return true
	}
	return false
}

// plain adds a word by its first letters.
func (l *list) plain(w string) {
	if len(w) < 3 {
		return
	}
	n := l.v.number(stem(w), plainWeight)
	l.v.akin(n, w)
	l.put(n)
}

// akin notes the kin of a term by the word it is first seen as.
func (v *vocabulary) akin(n int32, w string) {
	if v.kin[n] >= 0 || v.weight[n] == 0 {
		return
	}
	h := stem(root(w))
	k, ok := v.kins[h]
	if !ok {
		if v.kins == nil {
			v.kins = map[uint32]int32{}
		}
		k = int32(len(v.kinned))
		v.kins[h], v.kinned = k, append(v.kinned, 0)
	}
	v.kin[n] = k
}

// endings of words, longest first.
var endings = [...]string{"ungen", "ies", "ied", "ing", "ers", "ung", "en", "er", "ed", "es", "s", "e", "y", "n", "o", "a"}

// root cuts the commonest endings of European languages off a word: enough to hold
// "queries" beside "query".
func root(w string) string {
	const least = 3
	for _, end := range endings {
		if len(w) >= len(end)+least && strings.HasSuffix(w, end) {
			w = w[:len(w)-len(end)]
			if end == "s" && len(w) > least && (w[len(w)-1] == 'o' || w[len(w)-1] == 'a') { // "precios" and "precio"
				w = w[:len(w)-1]
			}
			return w
		}
	}
	return w
}

// name adds an identifier and its parts.
func (l *list) name(w string) {
	if len(w) < 3 {
		return
	}
	l.add(hashLower(nameSeed, w), nameWeight)
	from := 0
	for i := 1; i <= len(w); i++ {
		if i < len(w) && w[i] != '_' && w[i-1] != '_' && !(w[i] >= 'A' && w[i] <= 'Z' && w[i-1] >= 'a') {
			continue
		}
		if i-from >= 4 {
			l.add(stem(w[from:i]), partWeight)
		}
		from = i
	}
}

// pairs finds neighbouring letters of a script that puts no spaces between words;
// Korean does, and is told by the beginnings of its words. Hiragana is mostly
// grammar and left out.
// It calls add for each and returns where the run ends.
func pairs(s string, i int, add func(hash uint32, weight float32)) int {
	var last rune
	hangul := 0
	h := uint32(fnvOffset)
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !lexicon.Alone(r) {
			break
		}
		i += size
		switch {
		case unicode.Is(unicode.Hiragana, r):
			last = 0
			continue
		case unicode.Is(unicode.Hangul, r):
			if hangul < hangulRunes {
				h = hashRune(h, r)
				if hangul++; hangul == hangulRunes {
					add(h, plainWeight)
				}
			}
			last = 0
			continue
		}
		if last != 0 {
			add(hashRune(hashRune(fnvOffset, last), r), pairWeight)
		}
		last = r
	}
	return i
}

// stem hashes the first letters of a word, in lower case.
func stem(w string) uint32 {
	h := uint32(fnvOffset)
	n := 0
	for i := 0; i < len(w) && n < stemRunes; n++ {
		c := w[i]
		if c < utf8.RuneSelf {
			if c >= 'A' && c <= 'Z' {
				c += 'a' - 'A'
			}
			h = (h ^ uint32(c)) * fnvPrime
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(w[i:])
		h = hashRune(h, unicode.ToLower(r))
		i += size
	}
	return h
}

func hashLower(h uint32, s string) uint32 {
	for i := range len(s) {
		c := s[i]
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		h = (h ^ uint32(c)) * fnvPrime
	}
	return h
}

func hashRune(h uint32, r rune) uint32 {
	return ((h^uint32(r)&0xffff)*fnvPrime ^ uint32(r)>>16) * fnvPrime
}

// byteClass is what a byte is in a word.
type byteClass uint8

const (
	otherByte byteClass = iota
	lowerByte
	upperByte
	digitByte
	lineByte // _
	wideByte // of a letter or sign beyond ASCII
)

var classes = byteClasses()

func byteClasses() (t [256]byteClass) {
	for c := range t {
		switch {
		case c >= 'a' && c <= 'z':
			t[c] = lowerByte
		case c >= 'A' && c <= 'Z':
			t[c] = upperByte
		case c >= '0' && c <= '9':
			t[c] = digitByte
		case c == '_':
			t[c] = lineByte
		case c >= utf8.RuneSelf:
			t[c] = wideByte
		}
	}
	return t
}

func wordByte(c byte) bool { return classes[c] >= lowerByte && classes[c] <= lineByte }

func digit(c byte) bool { return c >= '0' && c <= '9' }

func upper(w string) bool {
	for i := range len(w) {
		if w[i] < 'A' || w[i] > 'Z' {
			return false
		}
	}
	return true
}

func hexadecimal(w string) bool {
	for i := range len(w) {
		c := w[i] | 0x20
		if !digit(w[i]) && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// follows reports whether s ends with one of the given texts.
func follows(s string, ends ...string) bool {
	for _, e := range ends {
		if len(s) >= len(e) && s[len(s)-len(e):] == e {
			return true
		}
	}
	return false
}
