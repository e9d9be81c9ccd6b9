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
	"sync"
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
	slots    []uint64 // open addressing: of an edge most of its key, and the node that it leads to; 0 free, since none leads to the root
	edges    int
	nodes    []node
	outs     []out
	meanings []meaning // of outs; there are few
	links    []link
	heads    [1 << 16 / 64]uint64 // first two bytes of the stems that a phrase begins with
	openings [1 << 16 / 64]uint64 // by the high bits of their keys: edges from the root, and few besides
	rooms    sync.Pool            // of *Text, for Opening
}

// node is where the words of a phrase have led to.
type node struct {
	goes uint64 // by the high bits of their keys: edges from here; most words that lead nowhere have no bit
	out  int32  // first of what ends here, in Book.outs; 0 nothing
	more uint32 // twice the first of the nodes that it goes on as, in Book.links, 0 none; and whether some phrase goes on with the beginning of a word
}

func (n *node) link() int32 { return int32(n.more >> 1) }

func (n *node) stems() bool { return n.more&1 != 0 }

// out is one phrase that ends in a node.
type out struct {
	means uint32 // in Book.meanings
	next  int32
}

// meaning is in which languages a phrase says what.
type meaning struct {
	langs Langs
	says  Set
	sign  byte // must follow: ":" or "?"; ".": no letter may; 0 anything
}

// link is a node that another one goes on as, too.
type link struct {
	to   uint32
	next int32
}

// nodeBits is how much of a slot says to which node its edge leads; the rest is of its
// key. What of the key is left out tells the slot.
const nodeBits = 24

// newBook returns a Book with room for so many edges, and for more once there are.
func newBook(edges int) *Book {
	slots := 1 << bits.Len(uint(max(2*edges, 64)))
	return &Book{slots: make([]uint64, slots), nodes: make([]node, 1, max(edges, 1)), outs: make([]out, 1, max(edges*5/8, 1)), links: make([]link, 1)}
}

// exact and stem make the key of an edge from the hash of a word, or of the
// beginning of one.
func exact(from uint32, hash uint64) uint64 {
	return (hash ^ uint64(from)*0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
}

func stem(from uint32, hash uint64) uint64 { return exact(from, hash^0x94d049bb133111eb) }

// slot is the place of the edge of a key, or the free one where it would stand.
func (b *Book) slot(key uint64) uint64 {
	mask := uint64(len(b.slots) - 1)
	for i := key & mask; ; i = (i + 1) & mask {
		if s := b.slots[i]; s == 0 || (s^key)>>nodeBits == 0 {
			return i
		}
	}
}

// child returns the node that an edge leads to; 0 none.
func (b *Book) child(key uint64) uint32 {
	return uint32(b.slots[b.slot(key)] & (1<<nodeBits - 1))
}

// from returns the node that an edge leads to from another one; 0 none. Most words lead
// nowhere, and that is told from what is at hand.
func (b *Book) from(at uint32, key uint64) uint32 {
	if at == 0 {
		if k := key >> 48; b.openings[k/64]>>(k%64)&1 == 0 {
			return 0
		}
	} else if b.nodes[at].goes>>(key>>58)&1 == 0 {
		return 0
	}
	return b.child(key)
}

func head(word []byte) int { return int(word[0])<<8 | int(word[1]) }

// Longest calls f with the longest phrase of the languages at every word where one
// begins; the words of a phrase that was found are not looked at again.
func (b *Book) Longest(t *Text, langs Langs, f func(Hit)) {
	for i := 0; i < len(t.Tokens); {
		h := Hit{From: i, To: i}
		b.begin(t, i, langs, &h, false)
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
		b.begin(t, i, langs, &h, true)
	}
	return h.Sections
}

// Opening returns the sections of all phrases of the languages that a text begins with, of
// which so many words are read; none where a sign stands before them.
func (b *Book) Opening(text string, words int, langs Langs) Set {
	t, _ := b.rooms.Get().(*Text)
	if t == nil {
		t = new(Text)
	}
	defer b.rooms.Put(t)
	if t.Scan(text, words); len(t.Tokens) > 0 && t.Tokens[0].Start > 0 {
		return 0
	}
	return b.Starts(t, 0, langs)
}

// At returns the longest phrase of the languages that begins with the word i; To
// is i where there is none.
func (b *Book) At(t *Text, i int, langs Langs) Hit {
	h := Hit{From: i, To: i}
	if i < len(t.Tokens) {
		b.begin(t, i, langs, &h, false)
	}
	return h
}

// begin walks from the root at the word i.
func (b *Book) begin(t *Text, i int, langs Langs, h *Hit, all bool) {
	if c := b.from(0, exact(0, t.Tokens[i].hash)); c != 0 {
		b.walk(t, i+1, c, langs, h, all)
	}
	if word := t.Word(i); len(word) > 1 && b.nodes[0].stems() {
		if k := head(word); b.heads[k/64]>>(k%64)&1 != 0 {
			b.stems(t, i, 0, langs, h, all)
		}
	}
}

// walk goes on from a node to the word i: the longest phrase wins, or all count.
func (b *Book) walk(t *Text, i int, at uint32, langs Langs, h *Hit, all bool) {
	n := &b.nodes[at]
	if n.out != 0 {
		if says := b.said(t, i, n.out, langs); says != 0 {
			switch {
			case i > h.To && !all:
				h.Sections, h.To = says, i
			case i == h.To || all:
				h.Sections |= says
				h.To = max(h.To, i)
			}
		}
	}
	if i == len(t.Tokens) {
		return
	}
	for k := n.link(); k != 0; k = b.links[k].next {
		b.walk(t, i, b.links[k].to, langs, h, all)
	}
	if n.goes == 0 {
		return
	}
	if c := b.from(at, exact(at, t.Tokens[i].hash)); c != 0 {
		b.walk(t, i+1, c, langs, h, all)
	}
	if n.stems() {
		b.stems(t, i, at, langs, h, all)
	}
}

// stems goes on from a node with what the word i begins with.
func (b *Book) stems(t *Text, i int, at uint32, langs Langs, h *Hit, all bool) {
	hash := uint64(hashSeed)
	for k, c := range t.Word(i) {
		hash = (hash ^ uint64(c)) * hashPrime
		if k == 0 {
			continue
		}
		if c := b.from(at, stem(at, hash)); c != 0 {
			b.walk(t, i+1, c, langs, h, all)
		}
	}
}

// said returns what the phrases say that end before the word i, from one of Book.outs on.
func (b *Book) said(t *Text, i int, out int32, langs Langs) Set {
	var says Set
	for k := out; k != 0; k = b.outs[k].next {
		m := &b.meanings[b.outs[k].means]
		if m.langs&langs != 0 && (m.sign == 0 || t.follows(i, m.sign)) {
			says |= m.says
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
