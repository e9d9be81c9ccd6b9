package wording

import (
	"strings"
	"unicode/utf8"

	"prism/internal/lexicon"
)

// Signs that are no words.
const (
	opens  = 0x9e3779b97f4a7c15 // a sentence begins
	asks   = 0xbf58476d1ce4e5b9 // a question mark
	length = 0x94d049bb133111eb
	number = 0xd6e8feb86659fd93
	stem   = 0xa0761d6478bd642f
)

// How many letters of a longer word are a sign by themselves: what is bent at its end is one
// word by its beginning.
var stems = [...]int{4, 6}

// Signs appends to dst the signs of a text's words: each word and its beginnings, each with the
// one before it and the one before that, the first of each sentence with the second; t holds
// the words.
func Signs(dst []uint64, t *lexicon.Text, text string) []uint64 {
	before, skipped := uint64(opens), uint64(0)
	sentence := 0 // words of it so far
	for i := range t.Tokens {
		w := word(t, i)
		if i > 0 && strings.ContainsAny(text[t.Tokens[i-1].End:t.Tokens[i].Start], ".!?:;\n。！？") {
			before, skipped, sentence = opens, 0, 0
		}
		dst = append(dst, mix(w), mix(before, w))
		dst = begun(dst, t.Word(i))
		if skipped != 0 {
			dst = append(dst, mix(skipped, 1, w))
		}
		if sentence == 1 {
			dst = append(dst, mix(opens, before, w))
		}
		skipped, before = before, w
		sentence++
	}
	n := len(t.Tokens)
	if n == 0 {
		return dst
	}
	if strings.ContainsAny(text[:min(len(text), t.Tokens[n-1].End+8)], "?？؟") {
		dst = append(dst, mix(asks))
	}
	size := uint64(0)
	for ; n > 2; n /= 2 {
		size++
	}
	return append(dst, mix(length, size))
}

// Sign makes one sign of several numbers: what a caller knows of a text beside its words.
func Sign(parts ...uint64) uint64 { return mix(parts...) }

// word is what a word is weighed as: numbers are all one.
func word(t *lexicon.Text, i int) uint64 {
	h := uint64(0xcbf29ce484222325)
	digits := true
	for _, c := range t.Word(i) {
		h = (h ^ uint64(c)) * 0x100000001b3
		digits = digits && '0' <= c && c <= '9'
	}
	if digits {
		return number
	}
	return h
}

// begun appends the beginnings of a word.
func begun(dst []uint64, word []byte) []uint64 {
	h, letters, next := uint64(0xcbf29ce484222325), 0, 0
	for _, c := range word {
		if utf8.RuneStart(c) {
			if next < len(stems) && letters == stems[next] {
				dst = append(dst, mix(stem, uint64(letters), h))
				next++
			}
			letters++
		}
		h = (h ^ uint64(c)) * 0x100000001b3
	}
	return dst
}

// mix makes one number of several, each bit of which depends on all of theirs.
func mix(parts ...uint64) uint64 {
	h := uint64(0x2545f4914f6cdd1d)
	for _, p := range parts {
		h ^= p
		h *= 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return h
}
