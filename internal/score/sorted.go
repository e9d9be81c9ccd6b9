package score

import (
	"math/bits"
	"slices"
	"sort"
)

// sorted are lists of numbers, each in ascending order: those of a day each.
type sorted [][]float64

func (s sorted) count() (n int) {
	for _, list := range s {
		n += len(list)
	}
	return n
}

// few are so many numbers that a sort of them is no work.
const few = 512

// at is what would stand at k if all lists were sorted into one. No list is copied or
// read whole: of what is left of each the part is let go that a number out of the middle
// shows to lie on the other side.
func (s sorted) at(k int) float64 {
	left := slices.Clone(s)
	for {
		n := left.count()
		if n <= few {
			all := slices.Concat(left...)
			slices.Sort(all)
			return all[k]
		}
		pivot, skip := 0.0, n/2
		for _, list := range left {
			if skip < len(list) {
				pivot = list[len(list)/2]
				break
			}
			skip -= len(list)
		}
		less, most := 0, 0
		for _, list := range left {
			from := sort.SearchFloat64s(list, pivot)
			less += from
			most += from + above(list[from:], pivot)
		}
		switch {
		case k < less:
			for i, list := range left {
				left[i] = list[:sort.SearchFloat64s(list, pivot)]
			}
		case k < most:
			return pivot
		default:
			k -= most
			for i, list := range left {
				from := sort.SearchFloat64s(list, pivot)
				left[i] = list[from+above(list[from:], pivot):]
			}
		}
	}
}

// above is where in a list that begins with no less than x what is larger begins.
func above(list []float64, x float64) int {
	return sort.Search(len(list), func(i int) bool { return list[i] > x })
}

// median is the middle, the mean of the two middles for an even number; nil where there
// is nothing.
func (s sorted) median() *float64 {
	n := s.count()
	if n == 0 {
		return nil
	}
	upper := s.at(n / 2)
	if n%2 == 1 {
		return ptr(upper)
	}
	below := s.at(n/2 - 1)
	return ptr(below + (upper-below)/2)
}

// spread is how the numbers lie; nil where there is nothing.
func (s sorted) spread() *Spread {
	n := s.count()
	if n == 0 {
		return nil
	}
	at := func(share float64) float64 { return s.at(min(int(share*float64(n)), n-1)) }
	return &Spread{at(0.25), at(0.5), at(0.75)}
}

// values are numbers of which the middle is asked: those of the day at hand, and of the
// days before it.
type values struct {
	own  []float64 // ascending once they are settled
	days sorted
}

func (v *values) add(x float64) { v.own = append(v.own, x) }

// settle puts them in order, and gives back the room of what does not grow any more.
func (v *values) settle() {
	slices.Sort(v.own)
	v.own = slices.Clip(v.own)
}

// merge takes in those of another day, which are settled.
func (v *values) merge(o *values) {
	if len(o.own) > 0 {
		v.days = append(v.days, o.own)
	}
}

// keys are numbers but 0, each of which counts once, as values are kept.
type keys struct {
	own  []uint64
	days [][]uint64
}

func (k *keys) add(key uint64) { k.own = append(k.own, key) }

func (k *keys) settle() {
	slices.Sort(k.own)
	k.own = slices.Clip(slices.Compact(k.own))
}

func (k *keys) merge(o *keys) {
	if len(o.own) > 0 {
		k.days = append(k.days, o.own)
	}
}

// distinct counts the numbers that stand in ascending lists, each once; 0 is none. They
// are hashes, so that stretches of equal width hold about equally many: one stretch after
// the other is counted in a table that stays in the processor's cache.
func distinct(lists [][]uint64) (n int) {
	all := 0
	for _, list := range lists {
		all += len(list)
	}
	const together = 2048
	width := 64 - bits.Len(uint(all/together))
	left := slices.Clone(lists)
	stretch := make([][]uint64, 0, len(lists))
	var table []uint64
	for at := uint64(0); ; at++ {
		stretch = stretch[:0]
		in := 0
		for i, list := range left {
			end := 0
			for end < len(list) && (width == 64 || list[end]>>width <= at) {
				end++
			}
			if end > 0 {
				stretch = append(stretch, list[:end])
				left[i] = list[end:]
				in += end
			}
		}
		size := 1 << bits.Len(uint(2*in))
		if size > len(table) {
			table = make([]uint64, size)
		}
		slots := table[:size]
		clear(slots)
		for _, list := range stretch {
			for _, x := range list {
				slot := int(x*0x9E3779B97F4A7C15>>32) & (size - 1)
				for slots[slot] != 0 && slots[slot] != x {
					slot = (slot + 1) & (size - 1)
				}
				if slots[slot] == 0 && x != 0 {
					slots[slot] = x
					n++
				}
			}
		}
		if width == 64 || at == 1<<(64-width)-1 {
			return n
		}
	}
}
