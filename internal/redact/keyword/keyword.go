// Package keyword finds all of a set of keywords in one pass over a text. What a
// keyword leads to is its caller's affair.
package keyword

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"prism/internal/redact/chars"
)

// Automaton finds all of a set of keywords in one pass over the bytes of a
// text: the construction of Aho and Corasick, laid out as a full table. ASCII
// letters fold to lower case on the way, so the text is never copied. Bytes
// outside ASCII fold to eight columns, which keeps the table small: a keyword
// that holds some must be compared once more where it is hit.
type Automaton struct {
	// class maps a byte to its column; bytes in no keyword share column 0.
	class [256]uint8
	// next holds one row of 1<<shift columns for each state.
	next  []uint16
	shift uint
	// first is the lowest state in which a keyword ends; such states are last.
	first uint16
	// longest is the length of the longest keyword.
	longest int
	// ends lists, for state first+i, the keywords that end there.
	ends [][]uint16
}

// errKeywords reports keywords that do not fit the automaton's table.
var errKeywords = errors.New("keywords: more than the automaton can hold")

// NewAutomaton builds the automaton of keywords; a hit names a keyword by its
// index. Keywords must not be empty and must be lower case where ASCII.
func NewAutomaton(keywords []string) (*Automaton, error) {
	a := &Automaton{}
	classes := 1
	nodes := 1
	for _, k := range keywords {
		if k == "" {
			return nil, errors.New("keywords: an empty one")
		}
		nodes += len(k)
		a.longest = max(a.longest, len(k))
		for i := range len(k) {
			if a.class[k[i]] != 0 {
				continue
			}
			if classes > 255 {
				return nil, errKeywords
			}
			if k[i] < utf8.RuneSelf {
				a.class[k[i]] = uint8(classes)
			} else {
				for c := 0x80 | int(k[i]&7); c <= 0xff; c += 8 {
					a.class[c] = uint8(classes)
				}
			}
			classes++
		}
	}
	for c := byte('A'); c <= 'Z'; c++ {
		a.class[c] = a.class[c|0x20]
	}
	for 1<<a.shift < classes {
		a.shift++
	}
	width := 1 << a.shift

	// The trie; 0 is the root and, as a child, "none".
	trie := make([]uint16, width, nodes*width)
	own := make([][]uint16, 1, nodes)
	for id, k := range keywords {
		s := 0
		for i := range len(k) {
			cell := s<<a.shift | int(a.class[k[i]])
			if trie[cell] == 0 {
				if len(own) > 0xffff {
					return nil, errKeywords
				}
				trie[cell] = uint16(len(own))
				trie = trie[:len(trie)+width]
				own = append(own, nil)
			}
			s = int(trie[cell])
		}
		own[s] = append(own[s], uint16(id))
	}
	states := len(own)

	// Breadth first, each missing edge becomes that of the longest suffix.
	fail := make([]uint16, states)
	queue := make([]uint16, 0, states)
	for c := range width {
		if t := trie[c]; t != 0 {
			queue = append(queue, t)
		}
	}
	for i := 0; i < len(queue); i++ {
		s := int(queue[i])
		f := int(fail[s])
		if len(own[f]) > 0 {
			own[s] = append(slices.Clip(own[s]), own[f]...)
		}
		row := trie[s<<a.shift : (s+1)<<a.shift]
		back := trie[f<<a.shift : (f+1)<<a.shift]
		for c := range row {
			if t := row[c]; t != 0 {
				fail[t] = back[c]
				queue = append(queue, t)
			} else {
				row[c] = back[c]
			}
		}
	}

	// Number the states anew, those with an end last: one comparison tells.
	order := make([]uint16, states)
	next := uint16(0)
	for s := range states {
		if len(own[s]) == 0 {
			order[s] = next
			next++
		}
	}
	a.first = next
	for s := range states {
		if len(own[s]) > 0 {
			order[s] = next
			next++
			a.ends = append(a.ends, own[s])
		}
	}
	a.next = make([]uint16, states<<a.shift)
	for s := range states {
		to := a.next[int(order[s])<<a.shift:]
		for c, t := range trie[s<<a.shift : (s+1)<<a.shift] {
			to[c] = order[t]
		}
	}
	return a, nil
}

// Hit is one keyword that was found.
type Hit struct {
	Keyword uint16
	End     int // offset behind its last byte
}

// Chains is in how many parts a long text is gone through side by side. One
// chain waits for its table at each byte; four wait together.
const (
	Chains    = 4
	chainText = 512 // shorter texts are not worth it, in bytes
)

// scan calls do with each keyword that ends in text, in the order of their
// ends. It returns the sets that the bytes of text are in: the pass waits for
// its table anyway, so that is for nothing. kept is memory for hits.
func (a *Automaton) Scan(text string, kept *[Chains][]Hit, do func(Hit)) chars.Class {
	if len(text) < chainText {
		_, seen := a.chain(text, 0, 0, do)
		return seen
	}
	// Each part begins with the state that the end of the part before it leads
	// to; the longest keyword is all that a state knows of.
	part := len(text) / Chains
	var state [Chains]uint16
	for k := 1; k < Chains; k++ {
		state[k], _ = a.chain(text[max(0, k*part-a.longest):k*part], 0, 0, func(Hit) {})
	}
	s0, s1, s2, s3 := state[0], state[1], state[2], state[3]
	t0, t1, t2, t3 := text[:part], text[part:][:part], text[2*part:][:part], text[3*part:][:part]
	seen := chars.Class(0)
	next, columns, shift, first := a.next, &a.class, a.shift&15, a.first
	for k := range kept {
		kept[k] = kept[k][:0]
	}
	for i := range len(t0) {
		c0, c1, c2, c3 := t0[i], t1[i], t2[i], t3[i]
		s0 = next[int(s0)<<shift|int(columns[c0])]
		s1 = next[int(s1)<<shift|int(columns[c1])]
		s2 = next[int(s2)<<shift|int(columns[c2])]
		s3 = next[int(s3)<<shift|int(columns[c3])]
		seen |= chars.ClassOf(c0) | chars.ClassOf(c1) | chars.ClassOf(c2) | chars.ClassOf(c3)
		if s0 >= first {
			kept[0] = a.keep(kept[0], s0, i+1)
		}
		if s1 >= first {
			kept[1] = a.keep(kept[1], s1, part+i+1)
		}
		if s2 >= first {
			kept[2] = a.keep(kept[2], s2, 2*part+i+1)
		}
		if s3 >= first {
			kept[3] = a.keep(kept[3], s3, 3*part+i+1)
		}
	}
	for _, list := range kept {
		for _, h := range list {
			do(h)
		}
	}
	_, rest := a.chain(text[Chains*part:], s3, Chains*part, do)
	return seen | rest
}

func (a *Automaton) keep(kept []Hit, state uint16, end int) []Hit {
	for _, k := range a.ends[state-a.first] {
		kept = append(kept, Hit{k, end})
	}
	return kept
}

// chain goes through text from a state on; text begins at offset base.
func (a *Automaton) chain(text string, s uint16, base int, do func(Hit)) (uint16, chars.Class) {
	seen := chars.Class(0)
	next, columns, shift, first := a.next, &a.class, a.shift&15, a.first
	for i := range len(text) {
		c := text[i]
		seen |= chars.ClassOf(c)
		s = next[int(s)<<shift|int(columns[c])]
		if s >= first {
			for _, k := range a.ends[s-first] {
				do(Hit{k, base + i + 1})
			}
		}
	}
	return s, seen
}

// contains reports whether any keyword stands in text.
func (a *Automaton) Contains(text string) bool {
	found := false
	a.chain(text, 0, 0, func(Hit) { found = true })
	return found
}

// FoldASCII brings the ASCII letters of w to lower case, as keywords are compared.
func FoldASCII(w string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, w)
}
