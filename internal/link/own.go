package link

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"prism/internal/digest"
	"prism/internal/hash"
)

// ownership says whose each turn is. Resume and fork copy lines into files of
// their own; a copied turn belongs to one conversation and is dropped from the
// others (DESIGN.md, Sessions 7).
type ownership struct {
	all    []*digest.Digest
	own    [][]bool             // of each digest: which turns are its own; nil: all
	copies map[uint64][]turnRef // key of a turn that stands in several → its places, the owner's first
	begins []int64              // of each digest: when its unshared lines begin
	byID   map[uint64][]int     // Hash(conversation id) → digests
}

// turnRef names a turn: digest and index.
type turnRef struct{ digest, turn int }

func (o *ownership) owns(d, turn int) bool { return o.own[d] == nil || o.own[d][turn] }

// settleOwners decides for every turn that stands in several digests.
func settleOwners(all []*digest.Digest) *ownership {
	o := &ownership{all: all, own: make([][]bool, len(all)), byID: make(map[uint64][]int, len(all))}
	for i, d := range all {
		h := hash.Of(d.ID)
		o.byID[h] = append(o.byID[h], i)
	}
	o.copies = sharedTurns(all)
	if len(o.copies) == 0 {
		return o
	}
	o.begins = unsharedBegin(all)
	for key, places := range o.copies {
		owner := o.owner(places)
		slices.SortStableFunc(places, func(a, b turnRef) int {
			return cmp.Compare(rank(a.digest == owner), rank(b.digest == owner))
		})
		o.copies[key] = places
		for _, p := range places {
			if o.own[p.digest] == nil {
				o.own[p.digest] = make([]bool, len(all[p.digest].Turns))
				for i := range o.own[p.digest] {
					o.own[p.digest][i] = true
				}
			}
			o.own[p.digest][p.turn] = p.digest == owner
		}
	}
	return o
}

func rank(first bool) int {
	if first {
		return 0
	}
	return 1
}

// owner picks among the digests that hold a turn: the one its lines name, else
// the one whose unshared lines begin first; ties by id (the order of all).
func (o *ownership) owner(places []turnRef) int {
	best := -1
	better := func(d int) {
		if best < 0 || o.begins[d] < o.begins[best] || o.begins[d] == o.begins[best] && d < best {
			best = d
		}
	}
	holds := make(map[int]bool, len(places))
	for _, p := range places {
		holds[p.digest] = true
	}
	claims := make(map[uint64]bool)
	for _, p := range places {
		claim := o.all[p.digest].Turns[p.turn].Claim
		if claims[claim] {
			continue
		}
		claims[claim] = true
		for _, named := range o.byID[claim] {
			if holds[named] {
				better(named)
			}
		}
	}
	if best >= 0 {
		return best
	}
	for _, p := range places {
		better(p.digest)
	}
	return best
}

// sharedTurns finds the turns that stand in more than one digest.
func sharedTurns(all []*digest.Digest) map[uint64][]turnRef {
	n := 0
	for _, d := range all {
		n += len(d.Turns)
	}
	first := make(map[uint64]turnRef, n)
	var copies map[uint64][]turnRef
	for i, d := range all {
		for t := range d.Turns {
			key := d.Turns[t].Key
			if key == 0 {
				continue
			}
			here := turnRef{i, t}
			old, seen := first[key]
			if !seen {
				first[key] = here
				continue
			}
			if old.digest == i {
				continue // the same line twice in one conversation is no copy
			}
			if copies == nil {
				copies = make(map[uint64][]turnRef)
			}
			places := copies[key]
			if places == nil {
				places = []turnRef{old}
			}
			if places[len(places)-1].digest != i {
				copies[key] = append(places, here)
			}
		}
	}
	return copies
}

// unsharedBegin tells when each digest's own lines begin: the first that stands
// in no other; never, when all do. It looks at every line of every file, so it
// first throws all hashes at a bit table and then compares only those that hit a
// place twice: memory stays at a few bits a line.
func unsharedBegin(all []*digest.Digest) []int64 {
	n := 0
	for _, d := range all {
		n += len(d.Lines)
	}
	size := uint64(1) << bits.Len64(uint64(n)*16+64)
	mask := size - 1
	once, twice := make([]uint64, size/64), make([]uint64, size/64)
	for _, d := range all {
		for _, h := range d.Lines {
			at := h & mask
			w, bit := at/64, uint64(1)<<(at%64)
			if once[w]&bit != 0 {
				twice[w] |= bit
			}
			once[w] |= bit
		}
	}
	seen := make(map[uint64]int) // hash → digest, −1 where several have it
	for i, d := range all {
		for _, h := range d.Lines {
			at := h & mask
			if twice[at/64]&(1<<(at%64)) == 0 {
				continue
			}
			if old, ok := seen[h]; !ok {
				seen[h] = i
			} else if old != i {
				seen[h] = -1
			}
		}
	}
	begins := make([]int64, len(all))
	for i, d := range all {
		begins[i] = math.MaxInt64
		base := d.Start.UnixNano() / 1e9
		if d.Start.IsZero() {
			base = 0
		}
		for k, h := range d.Lines {
			at := h & mask
			if twice[at/64]&(1<<(at%64)) != 0 && seen[h] < 0 {
				continue
			}
			if t := base + int64(d.Seconds[k]); t < begins[i] {
				begins[i] = t
			}
		}
	}
	return begins
}
