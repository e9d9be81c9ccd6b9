package rework

import (
	"cmp"
	"maps"
	"slices"

	"prism/internal/fact"
)

// forgiveCopies forgives what a session copied before it removed the original:
// over all its edits the line is still there as often as before.
func (l *ledger) forgiveCopies() {
	type key struct {
		by   int32
		hash uint64
	}
	open := make(map[key][]int)
	for i, x := range l.losses {
		if !x.forgiven && x.kind == KindEdit {
			k := key{x.by, x.hash}
			open[k] = append(open[k], i)
		}
	}
	if len(open) == 0 {
		return
	}
	net := make(map[key]int, len(open)) // removed less added
	for i := range l.sessions {
		for _, e := range l.sessions[i].Edits {
			if !l.only.any(&e) || l.generated(e.File) {
				continue
			}
			for _, h := range e.Removed {
				if k := (key{int32(i), h}); l.only.passes(h) && open[k] != nil {
					net[k]++
				}
			}
			for _, h := range e.Added {
				if k := (key{int32(i), h}); l.only.passes(h) && open[k] != nil {
					net[k]--
				}
			}
		}
	}
	for k, losses := range open {
		for spare := len(losses) - max(0, net[k]); spare > 0; spare-- {
			l.losses[losses[spare-1]].forgiven = true
			l.tallies[k.by].owned-- // its copy is the owner's line
		}
	}
}

// findings counts what is left of every session.
func (l *ledger) findings() []Finding {
	out := make([]Finding, len(l.sessions))
	type cause struct {
		by   int32
		kind string
	}
	type part struct {
		lines []uint64
		files map[string][]uint64 // with the lines taken of each
		turns map[int]int         // how many of them each wrote
		n     int
	}
	parts := make([]map[cause]*part, len(l.sessions))
	explicit := make([]int, len(l.sessions))
	note := func(owner int32, c cause) *part {
		if parts[owner] == nil {
			parts[owner] = make(map[cause]*part)
		}
		p := parts[owner][c]
		if p == nil {
			p = &part{files: make(map[string][]uint64), turns: make(map[int]int)}
			parts[owner][c] = p
		}
		return p
	}
	marked := make([]int, len(l.sessions)) // lines of each of which the hashes are kept
	edits := make([]map[int64][]int, len(l.sessions))
	for _, x := range l.losses {
		s := &l.sessions[x.owner]
		if x.forgiven || !x.at.After(l.tallies[x.owner].lastAct) || !x.explicit && x.at.After(s.Ended.Add(Window)) {
			continue
		}
		out[x.owner].Undone++
		if x.explicit {
			explicit[x.owner]++
		}
		p := note(x.owner, cause{x.by, x.kind})
		p.n++
		if len(p.lines) < maxSamples {
			p.lines = append(p.lines, x.hash)
		}
		if taken, known := p.files[x.file.name]; (known || len(p.files) < maxFiles) && marked[x.owner] < maxTaken {
			p.files[x.file.name] = append(taken, x.hash)
			if marked[x.owner]++; edits[x.owner] == nil {
				edits[x.owner] = s.byTime()
			}
			if turn := s.wrote(x, edits[x.owner]); turn > 0 {
				p.turns[turn]++
			}
		}
	}
	// A commit that was reverted says so itself, whatever is known of its lines.
	made, gone := make([]int, len(l.sessions)), make([]int, len(l.sessions))
	for i := range l.commits {
		c := &l.commits[i]
		made[c.session]++
		if c.taken.kind != "" && int(c.taken.by) != c.session && c.taken.at.After(l.tallies[c.session].lastAct) {
			gone[c.session]++
			note(int32(c.session), cause{c.taken.by, c.taken.kind})
		}
	}
	for i := range out {
		f := &out[i]
		f.Owned = max(l.tallies[i].owned, f.Undone)
		if f.Owned > 0 {
			f.Share = float64(f.Undone) / float64(f.Owned)
		}
		if made[i] > 0 {
			f.Share = max(f.Share, float64(gone[i])/float64(made[i]))
		}
		f.Reworked = f.Share >= Share && (f.Undone >= MinLines || gone[i] > 0 || float64(explicit[i]) >= Share*float64(f.Owned))
		causes := slices.SortedFunc(maps.Keys(parts[i]), func(a, b cause) int {
			return cmp.Or(-cmp.Compare(parts[i][a].n, parts[i][b].n), cmp.Compare(l.sessions[a.by].ID, l.sessions[b.by].ID), cmp.Compare(a.kind, b.kind))
		})
		for _, c := range causes {
			p := parts[i][c]
			by := fact.ReworkBy{Session: l.sessions[c.by].ID, Lines: p.n, Files: slices.Sorted(maps.Keys(p.files)), Kind: c.kind, Turns: most(p.turns, p.n)}
			for _, name := range by.Files {
				by.Taken = append(by.Taken, p.files[name])
			}
			f.By = append(f.By, by)
			f.Lines = append(f.Lines, p.lines)
		}
	}
	return out
}

// mostTurns is how many turns are named at most as those in which most lines were written.
const mostTurns = 4

// most are the fewest turns that wrote more than half of so many lines, in order; none where
// it took more of them than one would name.
func most(turns map[int]int, lines int) (out []int) {
	half := min(lines, maxTaken) / 2
	byCount := slices.SortedFunc(maps.Keys(turns), func(a, b int) int { return cmp.Or(turns[b]-turns[a], a-b) })
	for n, sum := 0, 0; n < len(byCount) && sum <= half; n++ {
		if n == mostTurns {
			return nil
		}
		sum += turns[byCount[n]]
		if out = append(out, byCount[n]); sum > half {
			slices.Sort(out)
			return out
		}
	}
	return nil
}

// byTime are the places of a session's edits by when they were made.
func (s *Session) byTime() map[int64][]int {
	out := make(map[int64][]int, len(s.Edits))
	for i := range s.Edits {
		at := s.Edits[i].Time.UnixNano()
		out[at] = append(out[at], i)
	}
	return out
}

// wrote is the turn in which the owner of a lost line wrote it, of edits as byTime gives
// them; 0 it is not known.
func (s *Session) wrote(x loss, edits map[int64][]int) int {
	for _, i := range edits[x.born.UnixNano()] {
		if e := &s.Edits[i]; slices.Contains(e.Added, x.hash) {
			return e.Turn
		}
	}
	return 0
}

// maxFiles is how many files one entry of By names at most, maxTaken of how many lines of a
// session all of them keep the hashes: those that a page marks.
const (
	maxFiles = 20
	maxTaken = 1000
)
