// Package lexicon holds the words by which people and agents say things to each
// other, one file a language, and finds them in texts.
//
// Promises: a text is taken apart by one tokenizer, whatever is looked for in it;
// all sections of a Book are found in one walk that costs a look-up a word and
// allocates nothing; phrases match words, never parts of one, whatever stands
// between the words, in whatever case, with or without accents and apostrophes.
// Nothing is read before a Book is compiled. Adding a language is adding a file.
package lexicon

import (
	"errors"
	"math/bits"
	"unicode/utf8"
)

// What no phrase may be.
var (
	errEmpty = errors.New("no words")
	errStem  = errors.New("a beginning of a word needs two letters, of a script with spaces")
)

// Set is a set of the sections of a Book.
type Set uint64

// Has reports whether a section is in the set, by its place among the names that
// the Book was compiled of.
func (s Set) Has(section int) bool { return s>>section&1 != 0 }

// Langs is a set of languages, by their place in Languages.
type Langs uint64

// Every is all languages.
const Every = ^Langs(0)

// Speaking returns the set of the languages with the given codes; codes of no
// file are left out.
func Speaking(codes ...string) Langs {
	var s Langs
	for i, l := range Languages() {
		for _, c := range codes {
			if c == l {
				s |= 1 << i
			}
		}
	}
	return s
}

// Hit is a phrase found: Tokens[From:To].
type Hit struct {
	Sections Set
	From, To int
}

// Book is a trie over words, of all languages and sections at once. Its edges
// stand in one table, keyed by node and word. What many choices make of a phrase
// shares its ends: a node may also go on as other nodes do. It is safe for
// concurrent use.
type Book struct {
	keys     []uint64 // open addressing
	children []uint32 // by the key's slot; 0 free, since no edge leads to the root
	edges    int
	nodes    []node
	outs     []out
	links    []link
	heads    [1 << 16 / 64]uint64 // first two bytes of the stems that a phrase begins with
	openings [1 << 16 / 64]uint64 // by the high bits of their keys: edges from the root, and few besides
}

// node is where the words of a phrase have led to.
type node struct {
	out   int32 // first of what ends here, in Book.outs; 0 nothing
	link  int32 // first of the nodes that it goes on as, in Book.links; 0 none
	goes  bool  // some phrase goes on
	stems bool  // some phrase goes on with the beginning of a word
}

// out is one phrase that ends in a node: in which language it says what.
type out struct {
	langs Langs
	says  Set
	sign  byte // must follow: ":" or "?"; ".": no letter may; 0 anything
	next  int32
}

// link is a node that another one goes on as, too.
type link struct {
	to   uint32
	next int32
}

// newBook returns a Book with room for so many edges, and for more once there are.
func newBook(edges int) *Book {
	slots := 1 << bits.Len(uint(max(2*edges, 64)))
	return &Book{keys: make([]uint64, slots), children: make([]uint32, slots), nodes: make([]node, 1, max(edges, 1)), outs: make([]out, 1, max(edges/2, 1)), links: make([]link, 1)}
}

// exact and stem make the key of an edge from the hash of a word, or of the
// beginning of one.
func exact(from uint32, hash uint64) uint64 {
	return (hash ^ uint64(from)*0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
}

func stem(from uint32, hash uint64) uint64 { return exact(from, hash^0x94d049bb133111eb) }

// child returns the node that an edge leads to; 0 none.
func (b *Book) child(key uint64) uint32 {
	mask := uint64(len(b.keys) - 1)
	for i := key >> 32 & mask; ; i = (i + 1) & mask {
		if b.children[i] == 0 || b.keys[i] == key {
			return b.children[i]
		}
	}
}

// from returns the node that an edge leads to from another one; 0 none. From the
// root there is none for most words, and a few kilobytes tell.
func (b *Book) from(at uint32, key uint64) uint32 {
	if k := key >> 48; at == 0 && b.openings[k/64]>>(k%64)&1 == 0 {
		return 0
	}
	return b.child(key)
}

// grown returns child, made where there was none.
func (b *Book) grown(at uint32, key uint64) uint32 {
	if n := b.child(key); n != 0 {
		return n
	}
	if at == 0 {
		k := key >> 48
		b.openings[k/64] |= 1 << (k % 64)
	}
	if 2*b.edges >= len(b.keys) {
		keys, children := b.keys, b.children
		b.keys, b.children = make([]uint64, 2*len(keys)), make([]uint32, 2*len(keys))
		for i, c := range children {
			if c != 0 {
				b.put(keys[i], c)
			}
		}
	}
	b.nodes = append(b.nodes, node{})
	n := uint32(len(b.nodes) - 1)
	b.put(key, n)
	b.edges++
	return n
}

func (b *Book) put(key uint64, n uint32) {
	mask := uint64(len(b.keys) - 1)
	i := key >> 32 & mask
	for b.children[i] != 0 {
		i = (i + 1) & mask
	}
	b.keys[i], b.children[i] = key, n
}

func head(word []byte) int { return int(word[0])<<8 | int(word[1]) }

// Longest calls f with the longest phrase of the languages at every word where one
// begins; the words of a phrase that was found are not looked at again.
func (b *Book) Longest(t *Text, langs Langs, f func(Hit)) {
	for i := 0; i < len(t.Tokens); {
		h := Hit{From: i, To: i}
		b.walk(t, i, 0, langs, &h, false)
		if h.To == i {
			i++
			continue
		}
		f(h)
		i = h.To
	}
}

// All returns the sections of the phrases of the languages that a text begins
// with, and of those that it has anywhere.
func (b *Book) All(t *Text, langs Langs) (starts, within Set) {
	for i := range t.Tokens {
		within |= b.Starts(t, i, langs)
	}
	return b.Starts(t, 0, langs), within
}

// Starts returns the sections of all phrases of the languages that begin with the
// word i.
func (b *Book) Starts(t *Text, i int, langs Langs) Set {
	h := Hit{From: i, To: i}
	if i < len(t.Tokens) {
		b.walk(t, i, 0, langs, &h, true)
	}
	return h.Sections
}

// At returns the longest phrase of the languages that begins with the word i; To
// is i where there is none.
func (b *Book) At(t *Text, i int, langs Langs) Hit {
	h := Hit{From: i, To: i}
	if i < len(t.Tokens) {
		b.walk(t, i, 0, langs, &h, false)
	}
	return h
}

// walk goes on from a node to the word i: the longest phrase wins, or all count.
func (b *Book) walk(t *Text, i int, at uint32, langs Langs, h *Hit, all bool) {
	if at != 0 {
		if says := b.said(t, i, at, langs); says != 0 {
			switch {
			case i > h.To && !all:
				h.Sections, h.To = says, i
			case i == h.To || all:
				h.Sections |= says
				h.To = max(h.To, i)
			}
		}
	}
	n := &b.nodes[at]
	if i == len(t.Tokens) {
		return
	}
	for k := n.link; k != 0; k = b.links[k].next {
		b.walk(t, i, b.links[k].to, langs, h, all)
	}
	if !n.goes {
		return
	}
	if c := b.from(at, exact(at, t.Tokens[i].hash)); c != 0 {
		b.walk(t, i+1, c, langs, h, all)
	}
	if !n.stems {
		return
	}
	word := t.Word(i)
	if len(word) < 2 {
		return
	}
	if k := head(word); at == 0 && b.heads[k/64]>>(k%64)&1 == 0 {
		return
	}
	hash := uint64(hashSeed)
	for k, c := range word {
		hash = (hash ^ uint64(c)) * hashPrime
		if k == 0 {
			continue
		}
		if c := b.from(at, stem(at, hash)); c != 0 {
			b.walk(t, i+1, c, langs, h, all)
		}
	}
}

// said returns what the phrases say that end in a node before the word i.
func (b *Book) said(t *Text, i int, at uint32, langs Langs) Set {
	var says Set
	for k := b.nodes[at].out; k != 0; k = b.outs[k].next {
		o := &b.outs[k]
		if o.langs&langs != 0 && (o.sign == 0 || t.follows(i, o.sign)) {
			says |= o.says
		}
	}
	return says
}

// signs may stand behind a phrase, and are looked for in the text.
const signs = ".:?"

// follows reports whether a sign stands behind the word before i; of a full stop,
// whether no letter does.
func (t *Text) follows(i int, sign byte) bool {
	end := t.Tokens[i-1].End
	if sign == '.' {
		return i == len(t.Tokens) || t.Tokens[i].Start > end
	}
	r, _ := utf8.DecodeRuneInString(t.text[end:])
	return r == rune(sign) || r == rune(sign)+'：'-':'
}
