package redact

import (
	"errors"
	"slices"
	"unicode/utf8"
)

// automaton finds all of a set of keywords in one pass over the bytes of a
// text: the construction of Aho and Corasick, laid out as a full table. ASCII
// letters fold to lower case on the way, so the text is never copied. Bytes
// outside ASCII fold to eight columns, which keeps the table small: a keyword
// that holds some must be compared once more where it is hit.
type automaton struct {
	// class maps a byte to its column; bytes in no keyword share column 0.
	class [256]uint8
	// next holds one row of 1<<shift columns for each state.
	next  []uint16
	shift uint
	// first is the lowest state in which a keyword ends; such states are last.
	first uint16
	// ends lists, for state first+i, the keywords that end there.
	ends [][]uint16
}

// errKeywords reports keywords that do not fit the automaton's table.
var errKeywords = errors.New("keywords: more than the automaton can hold")

// newAutomaton builds the automaton of keywords; a hit names a keyword by its
// index. Keywords must not be empty and must be lower case where ASCII.
func newAutomaton(keywords []string) (*automaton, error) {
	a := &automaton{}
	classes := 1
	nodes := 1
	for _, k := range keywords {
		if k == "" {
			return nil, errors.New("keywords: an empty one")
		}
		nodes += len(k)
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

// scan calls hit with each keyword's index and the offset behind its last byte.
// It returns the sets that the bytes of text are in: the pass waits for its
// table anyway, so that is for nothing.
func (a *automaton) scan(text string, hit func(keyword uint16, end int)) class {
	s := uint16(0)
	seen := class(0)
	next, columns, shift, first := a.next, &a.class, a.shift&15, a.first
	for i := 0; i < len(text); i++ {
		c := text[i]
		seen |= classes[c]
		s = next[int(s)<<shift|int(columns[c])]
		if s >= first {
			for _, k := range a.ends[s-first] {
				hit(k, i+1)
			}
		}
	}
	return seen
}

// contains reports whether any keyword stands in text.
func (a *automaton) contains(text string) bool {
	s := uint16(0)
	for i := 0; i < len(text); i++ {
		s = a.next[int(s)<<a.shift|int(a.class[text[i]])]
		if s >= a.first {
			return true
		}
	}
	return false
}
