package library

import (
	"fmt"
	"iter"
	"strconv"
	"sync"

	"prism/internal/score"
	"prism/internal/store"
)

// PartsMost is how much memory Parts takes at the most, in bytes: a million sessions of
// three years without a breakdown take about a quarter of it.
const PartsMost = 96 << 20

// kindsMost is how many kinds of scores are remembered at the most: how many there may
// be is up to whoever asks.
const kindsMost = 1000

// Parts remembers what days came to, so that a score over years, or how many sessions a
// filtered list has, reads the days that changed. It may be used by many at once. The zero
// value is ready; nil remembers nothing.
type Parts struct {
	mu    sync.Mutex
	kinds map[string]*kind // of scores, by what else than their window they were asked
	size  int
	asked int64
}

// kind is the days of one kind of score, or of one kind of list.
type kind struct {
	name string
	days map[int64]part // by number
	size int
	used int64 // when it was asked for last
}

// part is what a day came to while its figures had a digest.
type part struct {
	digest uint64
	came   *score.Part
	n      int // of a list: how many of its sessions pass
}

// days are the days of a store, as a score takes them.
func (p *Parts) days(o score.Options, f *store.Filter, read func(known func(int64, uint64) bool) iter.Seq2[store.Day, error]) iter.Seq2[score.Day, error] {
	if p == nil {
		return func(yield func(score.Day, error) bool) {
			for d, err := range read(func(int64, uint64) bool { return false }) {
				if !yield(score.Day{Figures: d.Figures}, err) {
					return
				}
			}
		}
	}
	k := p.kind(o, f)
	return func(yield func(score.Day, error) bool) {
		had := make(map[int64]*score.Part)
		known := func(day int64, digest uint64) bool {
			if !o.Whole(day) {
				return false
			}
			x, ok := p.recall(k, day, digest)
			if ok {
				had[day] = x.came
			}
			return ok
		}
		for d, err := range read(known) {
			day := score.Day{Figures: d.Figures}
			switch {
			case d.Known:
				day.Part = had[d.Number]
			case d.Digest != 0 && o.Whole(d.Number):
				day.Keep = func(came *score.Part) { p.keep(k, d.Number, part{digest: d.Digest, came: came}) }
			}
			if !yield(day, err) {
				return
			}
		}
	}
}

// kind is that of a score of the sessions that pass a filter.
func (p *Parts) kind(o score.Options, f *store.Filter) *kind {
	name := fmt.Sprint(o.By, o.IncludeOpen, o.IncludeAutomated, o.AtNow, o.Zone)
	if !f.Plain() {
		name += filtered(f)
		if f.Now.Before(o.Now) {
			name += f.Now.String() // of its days some may be open that are not
		}
	}
	return p.named(name)
}

// named is the kind of a name.
func (p *Parts) named(name string) *kind {
	p.mu.Lock()
	defer p.mu.Unlock()
	k := p.kinds[name]
	if k == nil {
		if p.kinds == nil {
			p.kinds = make(map[string]*kind)
		}
		if len(p.kinds) >= kindsMost {
			p.forget(p.oldest(nil))
		}
		k = &kind{name: name, days: make(map[int64]part)}
		p.kinds[name] = k
	}
	p.asked++
	k.used = p.asked
	return k
}

// recall is what a day came to, while its figures have the digest that they had.
func (p *Parts) recall(k *kind, day int64, digest uint64) (x part, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	x, ok = k.days[day]
	return x, ok && x.digest == digest
}

// keep remembers a day. Where there is no more room, what was asked for longest ago makes
// some; one kind of score that needs more than all of it is remembered in part.
func (p *Parts) keep(k *kind, day int64, x part) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.kinds[k.name] != k {
		return // it made room meanwhile
	}
	size := x.size() - k.days[day].size()
	for p.size+size > PartsMost {
		oldest := p.oldest(k)
		if oldest == nil {
			return
		}
		p.forget(oldest)
	}
	k.days[day] = x
	k.size, p.size = k.size+size, p.size+size
}

// oldest is the kind that was asked for longest ago, but for one; nil: there is none. p.mu
// is held.
func (p *Parts) oldest(but *kind) (oldest *kind) {
	for _, k := range p.kinds {
		if k != but && (oldest == nil || k.used < oldest.used) {
			oldest = k
		}
	}
	return oldest
}

// forget makes the room of a kind. p.mu is held.
func (p *Parts) forget(k *kind) {
	p.size -= k.size
	delete(p.kinds, k.name)
}

// countSize is what one day of a list takes, in bytes, with its place in a map.
const countSize = 96

func (x part) size() int {
	switch {
	case x.digest == 0:
		return 0
	case x.came == nil:
		return countSize
	}
	return x.came.Size()
}

// filtered is what a filter asks for beside its window and words, as a text. The moment by
// which sessions are open or not is left out: of a day that is remembered none is.
func filtered(f *store.Filter) string {
	is := func(b *bool) string {
		if b == nil {
			return "-"
		}
		return strconv.FormatBool(*b)
	}
	return fmt.Sprintf("%q %q %q %q %q %q %q %q %t %q %q %q %q %s %s %s %s %t %t %t", f.Intents, f.Repo, f.Branch, f.Model, f.Language, f.State, f.Excluded, f.Below, f.People == nil, f.People, f.Misses, f.Met, f.Lacked,
		is(f.Crushed), is(f.Counted), is(f.Floor), is(f.Complete), f.IncludeOpen, f.IncludeAutomated, f.Now.IsZero())
}
