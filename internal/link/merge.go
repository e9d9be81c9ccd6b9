package link

import (
	"cmp"
	"slices"
	"sort"
	"time"

	"prism/internal/conversation"
	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/hash"
)

// fileSet is what a session touched: files edited, and files only read.
type fileSet struct{ edited, read map[uint64]bool }

// side returns the sets by which two sessions are compared: edited files, and
// read ones where a side edited none.
func (s *fileSet) side() map[uint64]bool {
	if len(s.edited) > 0 {
		return s.edited
	}
	return s.read
}

// overlap is how much of the smaller set both touched, 0–1; 0 where a side
// touched nothing.
func overlap(a, b map[uint64]bool) float64 {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) == 0 {
		return 0
	}
	both := 0
	for h := range a {
		if b[h] {
			both++
		}
	}
	return float64(both) / float64(len(a))
}

// files collects what a chain's living turns touched, once.
func (l *linker) files(c *chain) *fileSet {
	if c.ready {
		return &c.files
	}
	c.ready = true
	c.files = fileSet{edited: make(map[uint64]bool), read: make(map[uint64]bool)}
	for _, i := range c.pieces {
		for _, r := range l.pieces[i].runs {
			hashes := make(map[int]uint64)
			for t := r.First - 1; t < r.Last; t++ {
				x := &r.Digest.Turns[t]
				if x.Abandoned {
					continue
				}
				for k := range x.Edits {
					p := x.Edits[k].Path
					h, ok := hashes[p]
					if !ok {
						h = hash.Of(r.Digest.Paths[p])
						hashes[p] = h
					}
					c.files.edited[h] = true
				}
				for _, h := range x.Reads {
					c.files.read[h] = true
				}
			}
		}
	}
	return &c.files
}

// merge rejoins what a /clear in mid-task took apart (DESIGN.md, Sessions 5): the
// next session of the same person and repository, started within ten minutes,
// that touches at least half of the same files. Merges chain; the files of what
// was merged count together.
func (l *linker) merge() {
	type place struct{ agent, person, repo string }
	starts := make(map[place][]int) // chains by start
	order := make([]int, len(l.chain))
	for i := range l.chain {
		order[i] = i
		p := l.first(&l.chain[i])
		d := l.all[p.d]
		if d.Repo.Key != "" && !l.chainAutomated(&l.chain[i]) {
			k := place{d.Agent, d.Person, d.Repo.Key}
			starts[k] = append(starts[k], i)
		}
	}
	byStart := func(a, b int) int {
		p, q := l.first(&l.chain[a]), l.first(&l.chain[b])
		return cmp.Or(p.start.Compare(q.start), cmp.Compare(a, b))
	}
	slices.SortFunc(order, byStart)
	for _, list := range starts {
		slices.SortFunc(list, byStart)
	}
	for _, i := range order {
		a := &l.chain[i]
		for !a.gone && l.last(a).closedBy == fact.Clear && !l.chainAutomated(a) {
			d := l.all[l.last(a).d]
			n := l.successor(i, starts[place{d.Agent, d.Person, d.Repo.Key}])
			if n < 0 || !l.mergeable(a, &l.chain[n]) {
				break
			}
			l.absorb(i, n)
		}
	}
}

func (l *linker) chainAutomated(c *chain) bool {
	for _, p := range c.pieces {
		if !l.pieces[p].automated {
			return false
		}
	}
	return true
}

// successor is the session that follows chain i after its /clear: the one that
// the /clear opened, else the next of the same person and repository. −1 none.
func (l *linker) successor(i int, starts []int) int {
	p := l.last(&l.chain[i])
	opened := -1
	if p.clearedBy >= 0 {
		if of := l.of[p.clearedBy]; len(of) > 0 {
			opened = of[0]
		}
	} else {
		of := l.of[p.d]
		if k := slices.Index(of, l.chain[i].pieces[len(l.chain[i].pieces)-1]); k >= 0 && k+1 < len(of) {
			opened = of[k+1]
		}
	}
	if opened >= 0 {
		if c := l.pieces[opened].session; c != i && !l.chain[c].gone && l.pieces[opened].prev < 0 {
			return c
		}
		return -1
	}
	at := p.clearedAt
	n := sort.Search(len(starts), func(k int) bool { return !l.first(&l.chain[starts[k]]).start.Before(at) })
	for ; n < len(starts); n++ {
		if c := starts[n]; c != i && !l.chain[c].gone {
			return c
		}
	}
	return -1
}

// mergeable applies the rule's limits to two sessions in order.
func (l *linker) mergeable(a, b *chain) bool {
	p, q := l.last(a), l.first(b)
	if l.chainAutomated(b) || q.openedBy == fact.TopicShift || q.openedBy == fact.Commit {
		return false
	}
	d, e := l.all[p.d], l.all[q.d]
	if d.Agent != e.Agent || d.Person != e.Person || d.Repo.Key == "" || d.Repo.Key != e.Repo.Key {
		return false
	}
	if wait := q.start.Sub(p.clearedAt); q.start.IsZero() || wait < 0 || wait > MergeWithin {
		return false
	}
	if p.d != q.d {
		// Side by side: one conversation was still going when the other began. What
		// the /clear itself opened begins with its own head.
		begin := e.Start
		if p.clearedBy == q.d || begin.IsZero() {
			begin = q.start
		}
		if begin.Add(handOver).Before(d.End) {
			return false
		}
	}
	return overlap(l.files(a).side(), l.files(b).side()) >= MergeOverlap
}

// absorb makes chain n the rest of chain i.
func (l *linker) absorb(i, n int) {
	a, b := &l.chain[i], &l.chain[n]
	fa, fb := l.files(a), l.files(b)
	for h := range fb.edited {
		fa.edited[h] = true
	}
	for h := range fb.read {
		fa.read[h] = true
	}
	for _, p := range b.pieces {
		l.pieces[p].session = i
	}
	a.pieces = append(a.pieces, b.pieces...)
	b.gone, b.files = true, fileSet{}
}

// finish writes the sessions with ids, states and bills.
func (l *linker) finish(now time.Time) Linked {
	var out Linked
	index := make([]int, len(l.chain))
	for i := range l.chain {
		index[i] = -1
		if !l.chain[i].gone {
			index[i] = len(out.Sessions)
			out.Sessions = append(out.Sessions, l.session(&l.chain[i], now))
		}
	}
	l.bill(&out, index)
	slices.SortFunc(out.Sessions, func(a, b Linkage) int {
		return cmp.Or(a.Start.Compare(b.Start), cmp.Compare(a.ID, b.ID))
	})
	return out
}

func (l *linker) session(c *chain, now time.Time) Linkage {
	first, last := l.first(c), l.last(c)
	s := Linkage{
		ID: sessionID(l.all[first.d], first.runs[0].First), OpenedBy: first.openedBy, ClosedBy: last.closedBy,
		Start: first.start, Automated: l.chainAutomated(c), InFile: len(c.pieces) == 1 && first.whole && len(first.runs) == 1,
		Draft: first.draft, Key: hash.Seed,
	}
	seen := map[string]bool{s.ID: true}
	for n, i := range c.pieces {
		p := &l.pieces[i]
		if p.end.After(s.End) {
			s.End = p.end
		}
		if id := sessionID(l.all[p.d], p.runs[0].First); n > 0 && !seen[id] {
			seen[id] = true
			s.Aliases = append(s.Aliases, id)
		}
		for _, r := range p.runs {
			if k := len(s.Parts); k > 0 && s.Parts[k-1].Digest == r.Digest && s.Parts[k-1].Last+1 == r.First {
				s.Parts[k-1].Last = r.Last
			} else {
				s.Parts = append(s.Parts, r)
			}
		}
	}
	for _, r := range s.Parts {
		s.Key = hash.Join(s.Key, hash.Of(r.Digest.ID))
		for t := r.First - 1; t < r.Last; t++ {
			x := &r.Digest.Turns[t]
			s.Key = hash.Join(s.Key, x.Key)
			s.Key = hash.Join(s.Key, uint64(t)<<40^uint64(x.Lines)<<20^uint64(x.Calls))
			s.Key = hash.Join(s.Key, uint64(conversation.Nanos(x.End)))
		}
	}
	switch {
	case s.ClosedBy != fact.NoBoundary && s.ClosedBy != "":
		s.State = fact.Closed
	case now.Sub(s.End) < OpenFor && !s.End.After(now):
		s.State = fact.Open
	default:
		s.State = fact.Provisional
	}
	return s
}

// slot is where one API message was seen, over all files.
type slot struct {
	d, u   int32 // digest and entry with the figures that count
	pd, pu int32 // digest and entry that say where it belongs
	rank   int32
	first  int64 // time of its first line
}

// bill counts every API message once and gives it to the session it stands in: to
// the conversation that owns its turn; where only a copied turn has it, to the
// owner's session of that turn; before any prompt it lies outside.
func (l *linker) bill(out *Linked, index []int) {
	n := 0
	for _, d := range l.all {
		n += len(d.Usage)
	}
	at := make(map[uint64]int32, n)
	slots := make([]slot, 0, n)
	for i, d := range l.all {
		for k := range d.Usage {
			u := &d.Usage[k]
			rank := int32(2)
			if u.Turn > 0 {
				rank = 0
				if l.at[i][u.Turn-1] < 0 {
					rank = 1
				}
			}
			j, ok := at[u.Key]
			if !ok {
				at[u.Key] = int32(len(slots))
				slots = append(slots, slot{int32(i), int32(k), int32(i), int32(k), rank, u.Time})
				continue
			}
			s := &slots[j]
			if better(u, &l.all[s.d].Usage[s.u]) {
				s.d, s.u = int32(i), int32(k)
			}
			if rank < s.rank {
				s.pd, s.pu, s.rank = int32(i), int32(k), rank
			}
			if u.Time != 0 && (s.first == 0 || u.Time < s.first) {
				s.first = u.Time
			}
		}
	}
	where := make([]int32, len(slots)) // session of each, −1 outside
	counts := make([]int, len(out.Sessions))
	for i := range slots {
		if where[i] = int32(l.sessionOf(&slots[i], index)); where[i] >= 0 {
			counts[where[i]]++
		}
	}
	for k, n := range counts {
		out.Sessions[k].Bills = make([]Bill, 0, n)
	}
	for i := range slots {
		s := &slots[i]
		b := Bill{Digest: l.all[s.pd], from: l.all[s.d], usage: &l.all[s.d].Usage[s.u], first: s.first}
		if k := where[i]; k >= 0 {
			out.Sessions[k].Bills = append(out.Sessions[k].Bills, b)
		} else {
			out.Outside = append(out.Outside, b)
		}
	}
	slices.SortStableFunc(out.Outside, func(a, b Bill) int { return cmp.Compare(a.first, b.first) })
}

func (l *linker) sessionOf(s *slot, index []int) int {
	turn := int(l.all[s.pd].Usage[s.pu].Turn)
	if turn == 0 {
		return -1
	}
	p := l.at[s.pd][turn-1]
	if p < 0 {
		places := l.own.copies[l.all[s.pd].Turns[turn-1].Key]
		if len(places) == 0 {
			return -1
		}
		if p = l.at[places[0].digest][places[0].turn]; p < 0 {
			return -1
		}
	}
	return index[l.pieces[p].session]
}

// better is betterUsage for digests.
func better(u, old *digest.Usage) bool {
	if u.Nested != old.Nested {
		return old.Nested
	}
	if n, m := u.Tokens.Total(), old.Tokens.Total(); n != m {
		return n > m
	}
	return u.Last > old.Last
}
