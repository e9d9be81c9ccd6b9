// Package wording tells by its words what a text is after. A model weighs signs of a text:
// its words, pairs of words, how its sentences begin, and what its caller knows of it beside
// them. It was learnt from texts that were written for it (folder texts, a folder a kind of
// text), none of which is a record of anybody's work. It hears what lists of phrases cannot
// hold: the many ways to tell of a fault without a word for one.
//
// It promises probabilities of a fixed list of classes, the same for the same signs, at the
// cost of a look-up a sign. It is one voice among others: who asks for it says from which
// probability on it counts.
package wording

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"math"
	"math/bits"
	"slices"
	"strings"
	"sync"
)

// How many words of a text are weighed: what a prompt is after is said early, what an answer
// leaves may stand anywhere in it.
const (
	PromptWords = 80
	AnswerWords = 160
)

// Model weighs what stands in texts of one kind.
type Model struct {
	classes []string
	sum     uint64 // of all that it weighs
	bias    []float32
	scale   float32
	keys    string   // of the signs that it weighs, four bytes each, in order
	table   string   // a row for each of them: an int8 a class
	starts  []uint32 // by the head of a key: which of them is the first that begins so
	shift   int      // how far to the right the head of a key lies
}

//go:embed data/openings.bin
var openings string

//go:embed data/replies.bin
var replies string

//go:embed data/closings.bin
var closings string

// The models, read when they are first asked for.
var (
	// Openings tells what the prompt that opens a session is after; its classes are the intents.
	Openings = sync.OnceValue(func() *Model { return embedded(openings) })
	// Replies tells what a prompt says of the work before it: accepts, angry, asks, changes,
	// drops, fails, orders, social, turns.
	Replies = sync.OnceValue(func() *Model { return embedded(replies) })
	// Closings tells what the last answer of a turn says of the work: answers, asks, done,
	// left, stuck, unproven.
	Closings = sync.OnceValue(func() *Model { return embedded(closings) })
)

// Sum changes with the weights of any model.
func Sum() uint64 { return mix(Openings().sum, Replies().sum, Closings().sum) }

// Shares are the probabilities of a model's classes for one text.
type Shares struct {
	of *Model
	p  []float64
}

// Of is the probability, 0 to 1, of some classes together. A class that the model does not
// know is none.
func (s *Shares) Of(classes ...string) float64 {
	sum := 0.0
	if s.of == nil {
		return 0
	}
	for k, c := range s.of.classes {
		if slices.Contains(classes, c) {
			sum += s.p[k]
		}
	}
	return sum
}

// Best is the likeliest class, with its probability; "" where nothing was weighed.
func (s *Shares) Best() (class string, p float64) {
	if len(s.p) == 0 {
		return "", 0
	}
	best := 0
	for k := range s.p {
		if s.p[k] > s.p[best] {
			best = k
		}
	}
	return s.of.classes[best], s.p[best]
}

// Tell weighs a text with these signs. The answer's room is that of before, which may be the
// zero value.
func (m *Model) Tell(signs []uint64, before Shares) Shares {
	n := len(m.classes)
	if n == 0 {
		return Shares{}
	}
	p := slices.Grow(before.p[:0], n)[:n]
	clear(p)
	known := 0
	for _, h := range signs {
		i, ok := m.find(keyOf(h))
		if !ok {
			continue // a sign of no text that was learnt from says nothing
		}
		known++
		row := m.table[i*n : i*n+n]
		for k := range p {
			p[k] += float64(int8(row[k]))
		}
	}
	of := float64(m.scale) / math.Sqrt(float64(max(1, known)))
	most, total := math.Inf(-1), 0.0
	for k := range p {
		p[k] = p[k]*of + float64(m.bias[k])
		most = max(most, p[k])
	}
	for k := range p {
		p[k] = math.Exp(p[k] - most)
		total += p[k]
	}
	for k := range p {
		p[k] /= total
	}
	return Shares{m, p}
}

// keyOf is by what a sign is found.
func keyOf(sign uint64) uint32 { return uint32(sign >> 32) }

// key is the i-th of the keys.
func (m *Model) key(i int) uint32 {
	b := m.keys[4*i : 4*i+4]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// find is the row of a key.
func (m *Model) find(key uint32) (row int, ok bool) {
	head := key >> m.shift
	for i := int(m.starts[head]); i < int(m.starts[head+1]); i++ {
		if m.key(i) == key {
			return i, true
		}
	}
	return 0, false
}

// arrange notes where the keys that begin alike are, some one or two together.
func (m *Model) arrange() error {
	n := len(m.keys) / 4
	width := bits.Len(uint(n))
	m.shift = 32 - width
	m.starts = make([]uint32, 1<<width+1)
	before := uint32(0)
	for i := range n {
		k := m.key(i)
		if k < before || i > 0 && k == before {
			return errWeights
		}
		before = k
		m.starts[k>>m.shift+1] = uint32(i + 1)
	}
	for i := range len(m.starts) - 1 {
		m.starts[i+1] = max(m.starts[i+1], m.starts[i])
	}
	return nil
}

// magic opens a file of weights; its last sign is the version of what is weighed.
const magic = "prismwd2"

// mostSigns is how many signs a model weighs at most.
const mostSigns = 1 << 24

// errWeights is of a file that is none of weights, or of another version.
var errWeights = errors.New("wording: no weights of this version")

// embedded reads weights that are part of the program. What cannot be read weighs nothing; a
// test holds that all can.
func embedded(data string) *Model {
	m, err := read(data)
	if err != nil {
		return &Model{}
	}
	return m
}

// read takes weights apart that Bytes made.
func read(data string) (*Model, error) {
	m := &Model{}
	head, rest, _ := strings.Cut(data, "\n")
	names, ok := strings.CutPrefix(head, magic+" ")
	m.classes = strings.Split(names, " ")
	n := len(m.classes)
	table := len(rest) - (8 + 4 + 4*n)
	if !ok || table <= 0 || table%(n+4) != 0 || table/(n+4) > mostSigns {
		return nil, errWeights
	}
	number := func() (v uint32) {
		v = binary.LittleEndian.Uint32([]byte(rest[:4]))
		rest = rest[4:]
		return v
	}
	m.sum = uint64(number()) | uint64(number())<<32
	m.scale = math.Float32frombits(number())
	for range m.classes {
		m.bias = append(m.bias, math.Float32frombits(number()))
	}
	m.keys, m.table = rest[:table/(n+4)*4], rest[table/(n+4)*4:]
	return m, m.arrange()
}
