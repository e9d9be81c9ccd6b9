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
	table   string // rows × classes, an int8 each
	rows    uint64 // a power of two
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
	for _, h := range signs {
		at := int(h&(m.rows-1)) * n
		row := m.table[at : at+n]
		for k := range p {
			p[k] += float64(int8(row[k]))
		}
	}
	of := float64(m.scale) / math.Sqrt(float64(max(1, len(signs))))
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

// magic opens a file of weights; its last sign is the version of what is weighed.
const magic = "prismwd1"

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
	if !ok || table <= 0 || table%n != 0 || (table/n)&(table/n-1) != 0 {
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
	m.table, m.rows = rest, uint64(len(rest)/n)
	return m, nil
}
