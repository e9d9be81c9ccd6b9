package tracker

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"prism/internal/conversation"
)

// Common says how common terms are in conversations with agents, so that a word
// of everybody's weighs little. It holds hashes of terms that several people use,
// never words; what is not in it is rare.
type Common struct {
	rare map[uint32]uint8 // rarity in 1/255
}

// rarity is between 0, used in every conversation, and 1.
func (c Common) rarity(hash uint32) float32 {
	if q, ok := c.rare[hash]; ok {
		return float32(q) / 255
	}
	return 1
}

// Size is the number of terms known as common.
func (c Common) Size() int { return len(c.rare) }

// MarshalText writes the table as base64 of hash and rarity, ordered by hash.
func (c Common) MarshalText() ([]byte, error) {
	hashes := make([]uint32, 0, len(c.rare))
	for h := range c.rare {
		hashes = append(hashes, h)
	}
	slices.Sort(hashes)
	raw := make([]byte, 0, commonEntry*len(hashes))
	for _, h := range hashes {
		raw = append(binary.LittleEndian.AppendUint32(raw, h), c.rare[h])
	}
	return base64.StdEncoding.AppendEncode(nil, raw), nil
}

const commonEntry = 5 // bytes

// UnmarshalText reads what MarshalText wrote.
func (c *Common) UnmarshalText(text []byte) error {
	raw, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil {
		return fmt.Errorf("common terms: %w", err)
	}
	if len(raw)%commonEntry != 0 {
		return fmt.Errorf("common terms: %d bytes are no whole number of entries", len(raw))
	}
	c.rare = make(map[uint32]uint8, len(raw)/commonEntry)
	for ; len(raw) > 0; raw = raw[commonEntry:] {
		c.rare[binary.LittleEndian.Uint32(raw)] = raw[4]
	}
	return nil
}

// A Census counts in how many conversations terms are used, each speaker alike.
type Census struct {
	book     *book
	speakers map[string]*speaker
}

type speaker struct {
	conversations int
	terms         map[uint32]int
}

// NewCensus returns an empty count.
func NewCensus() *Census { return &Census{book: newBook(), speakers: map[string]*speaker{}} }

// Add counts a conversation of a speaker: a person, or a project of several.
func (c *Census) Add(name string, turns []conversation.Turn) {
	s := c.speakers[name]
	if s == nil {
		s = &speaker{terms: map[uint32]int{}}
		c.speakers[name] = s
	}
	s.conversations++
	p := profiler{book: c.book, terms: newVocabulary(c.book.stop, Common{}), places: newVocabulary(nil, Common{})}
	for i := range turns {
		p.profile(&turns[i])
	}
	for n, h := range p.terms.hashes {
		if p.terms.weight[n] > 0 {
			s.terms[h]++
		}
	}
}

const (
	commonSpeakers = 3    // a term of fewer people is nobody else's business
	commonFloor    = 0.01 // share of conversations below which a term is as rare as any
)

// Common returns the terms that at least three speakers use.
func (c *Census) Common() Common {
	out := Common{rare: map[uint32]uint8{}}
	sum := map[uint32]float64{}
	by := map[uint32]int{}
	for _, s := range c.speakers {
		for h, n := range s.terms {
			sum[h] += float64(n) / float64(s.conversations)
			by[h]++
		}
	}
	for h, n := range by {
		if n < commonSpeakers {
			continue
		}
		f := sum[h] / float64(len(c.speakers))
		r := math.Log(1/(f+commonFloor)) / math.Log(1/commonFloor)
		if q := math.Round(255 * r); q < 230 {
			out.rare[h] = uint8(max(q, 0))
		}
	}
	return out
}
