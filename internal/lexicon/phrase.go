package lexicon

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// writer writes phrases into a Book, each with all that its choices make of it. A
// choice is a fork of the trie: its words are taken apart once, however many
// phrases it is a part of.
type writer struct {
	book  *Book
	keys  []uint64           // of the edge that leads to a node, whole
	means map[meaning]uint32 // the places of the book's meanings
	last  uint32             // the place that was asked for last
	lang  Langs
	says  Set
	text  Text
	edges []edge   // of all ways of a phrase
	ways  []way    // of all its parts
	parts [][2]int // from which way to which
	most  int      // ways that a phrase may take without sharing its ends
	rests []uint32 // the nodes that its parts begin in, where its ends are shared; 0 not made yet
}

// shared is how many ways a phrase may take for each of them to stand in the trie by
// itself. A few dozen of those that take more would be three quarters of all edges.
const shared = 64

// edge is one word of a phrase: hash and, of a beginning of a word, its head.
type edge struct {
	hash uint64
	stem bool
	head int
}

// way is one of the things that a part of a phrase may be: edges, and the sign
// behind them.
type way struct {
	from, to int
	sign     byte
}

// add writes a phrase.
func (w *writer) add(phrase string) error {
	w.edges, w.ways, w.parts, w.rests = w.edges[:0], w.ways[:0], w.parts[:0], w.rests[:0]
	all := 1
	for rest := phrase; rest != ""; {
		var part string
		part, rest = cutPart(rest)
		from := len(w.ways)
		for text := range choices(part) {
			if err := w.way(text); err != nil {
				return err
			}
		}
		w.parts = append(w.parts, [2]int{from, len(w.ways)})
		all = min(all*(len(w.ways)-from), math.MaxInt32)
	}
	if all > w.most {
		w.rests = append(w.rests, make([]uint32, len(w.parts))...)
	}
	return w.fork(0, 0, 0)
}

// cutPart cuts the first part off a phrase: up to a blank outside of a choice,
// where one follows.
func cutPart(phrase string) (part, rest string) {
	choice := strings.IndexByte(phrase, '(')
	if choice < 0 {
		return phrase, ""
	}
	if blank := strings.LastIndexByte(phrase[:choice], ' '); blank > 0 {
		return phrase[:blank], phrase[blank+1:]
	}
	for i := choice; i < len(phrase); i++ {
		switch phrase[i] {
		case '(':
			if n := strings.IndexByte(phrase[i:], ')'); n > 0 {
				i += n
			}
		case ' ':
			return phrase[:i], phrase[i+1:]
		}
	}
	return phrase, ""
}

// way takes apart one of the things that a part may be.
func (w *writer) way(text string) error {
	out := way{from: len(w.edges)}
	if text != "" {
		if c := text[len(text)-1]; strings.IndexByte(signs, c) >= 0 {
			out.sign = c
		}
	}
	t := &w.text
	t.Scan(text, len(text))
	for i := range t.Tokens {
		k := &t.Tokens[i]
		e := edge{hash: k.hash}
		if k.End < len(text) && text[k.End] == '*' {
			word := t.Word(i)
			if r, _ := utf8.DecodeRune(word); len(word) < 2 || Alone(r) {
				return errStem
			}
			e.stem, e.head = true, head(word)
		}
		w.edges = append(w.edges, e)
	}
	out.to = len(w.edges)
	w.ways = append(w.ways, out)
	return nil
}

// fork goes on from a node with a part, and the parts behind it.
func (w *writer) fork(part int, from uint32, sign byte) error {
	if part == len(w.parts) {
		if from != 0 && slices.Contains(w.rests, from) {
			return nil // nothing of the parts is left: who came to them ends the phrase
		}
		return w.end(from, sign)
	}
	if len(w.rests) > 0 && from != 0 {
		return w.share(part, from, sign)
	}
	return w.each(part, from, sign)
}

// share has a node go on with a part and those behind it as all others do that come to
// the part. Where all of these may be left out the phrase ends in the node itself.
func (w *writer) share(part int, from uint32, sign byte) error {
	b, rest := w.book, w.rests[part]
	if rest == 0 {
		b.nodes = append(b.nodes, node{})
		rest = uint32(len(b.nodes) - 1)
		w.rests[part] = rest
		if err := w.each(part, rest, 0); err != nil {
			return err
		}
	}
	if w.optional(part) && !slices.Contains(w.rests, from) {
		if err := w.end(from, sign); err != nil {
			return err
		}
	}
	n := &b.nodes[from]
	for k := n.link(); k != 0; k = b.links[k].next {
		if b.links[k].to == rest {
			return nil
		}
	}
	b.links = append(b.links, link{rest, n.link()})
	n.more = uint32(len(b.links)-1)<<1 | n.more&1
	return nil
}

// optional reports whether a part and all behind it may be left out.
func (w *writer) optional(part int) bool {
	return !slices.ContainsFunc(w.parts[part:], func(p [2]int) bool {
		return !slices.ContainsFunc(w.ways[p[0]:p[1]], func(y way) bool { return y.from == y.to })
	})
}

// each goes on from a node with every way of a part.
func (w *writer) each(part int, from uint32, sign byte) error {
	for _, y := range w.ways[w.parts[part][0]:w.parts[part][1]] {
		at, sign := from, sign
		for _, e := range w.edges[y.from:y.to] {
			at = w.goOn(at, e)
		}
		if at != from {
			sign = y.sign
		}
		if err := w.fork(part+1, at, sign); err != nil {
			return err
		}
	}
	return nil
}

// goOn returns the node that a word leads to, made where there was none.
func (w *writer) goOn(at uint32, e edge) uint32 {
	if !e.stem {
		return w.grown(at, exact(at, e.hash))
	}
	b := w.book
	if at == 0 {
		b.heads[e.head/64] |= 1 << (e.head % 64)
	}
	b.nodes[at].more |= 1
	return w.grown(at, stem(at, e.hash))
}

// grown returns the node that an edge leads to, made where there was none.
func (w *writer) grown(at uint32, key uint64) uint32 {
	b := w.book
	i := b.slot(key)
	if s := b.slots[i]; s != 0 {
		return uint32(s & (1<<nodeBits - 1))
	}
	if at == 0 {
		k := key >> 48
		b.openings[k/64] |= 1 << (k % 64)
	}
	b.nodes[at].goes |= 1 << (key >> 58)
	b.nodes = append(b.nodes, node{})
	n := len(b.nodes) - 1
	w.keys = append(w.keys, make([]uint64, n+1-len(w.keys))...)
	w.keys[n] = key
	b.slots[i] = key>>nodeBits<<nodeBits | uint64(n)
	if b.edges++; 2*b.edges > len(b.slots) {
		b.slots = make([]uint64, 2*len(b.slots))
		for n, key := range w.keys {
			if key != 0 {
				b.slots[b.slot(key)] = key>>nodeBits<<nodeBits | uint64(n)
			}
		}
	}
	return uint32(n)
}

// end says that a phrase ends in a node.
func (w *writer) end(at uint32, sign byte) error {
	if at == 0 {
		return errEmpty
	}
	b := w.book
	m := meaning{w.lang, w.says, sign}
	for i := b.nodes[at].out; i != 0; i = b.outs[i].next {
		if o := &b.outs[i]; b.meanings[o.means].langs == w.lang && b.meanings[o.means].sign == sign {
			m.says |= b.meanings[o.means].says
			o.means = w.meant(m)
			return nil
		}
	}
	b.outs = append(b.outs, out{w.meant(m), b.nodes[at].out})
	b.nodes[at].out = int32(len(b.outs) - 1)
	return nil
}

// meant is the place of a meaning in the book.
func (w *writer) meant(m meaning) uint32 {
	b := w.book
	if w.last < uint32(len(b.meanings)) && b.meanings[w.last] == m { // that of the phrase before, mostly
		return w.last
	}
	n, ok := w.means[m]
	if !ok {
		n = uint32(len(b.meanings))
		b.meanings = append(b.meanings, m)
		if w.means == nil {
			w.means = map[meaning]uint32{}
		}
		w.means[m] = n
	}
	w.last = n
	return n
}

// choices goes through all that a text with choices stands for: those of its first
// choice, each with what the choices behind it make.
func choices(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) { choose(text, yield) }
}

func choose(text string, yield func(string) bool) bool {
	from, to := strings.IndexByte(text, '('), strings.IndexByte(text, ')')
	if from < 0 || to < from {
		return yield(text)
	}
	before, inside, after := text[:from], text[from+1:to], text[to+1:]
	for word := range strings.SplitSeq(inside, "/") {
		one := before + word + after
		if word == "" { // the blank before it goes, too
			one = strings.TrimSpace(strings.TrimSuffix(before, " ") + after)
		}
		if !choose(one, yield) {
			return false
		}
	}
	return true
}
