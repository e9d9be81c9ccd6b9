package rework

import (
	"cmp"
	"slices"
	"time"
)

// act is one thing that one session did.
type act struct {
	at      time.Time
	session int
	kind    actKind
	index   int // in the session's Edits, Undos or Commits
}

type actKind uint8

// At one moment of one session an edit comes before the commit that holds it.
const (
	edited actKind = iota
	committed
	undid
)

// inOrder returns the acts of all sessions by time. Inside a session a clock
// that runs backwards, or none, does not: an act is never before the one ahead
// of it. Ties between sessions are settled by id. Where no command asks which files
// and commits there were, edits of lines that nobody follows are left out, and so
// are commits.
func (l *ledger) inOrder() []act {
	var acts []act
	for i := range l.sessions {
		s := &l.sessions[i]
		start := len(acts)
		add := func(kind actKind, n int, at func(int) time.Time) {
			var last time.Time
			for j := range n {
				last = later(last, at(j))
				if l.undone || kind == edited && l.only.any(&s.Edits[j]) {
					acts = append(acts, act{at: last, session: i, kind: kind, index: j})
				}
			}
		}
		add(edited, len(s.Edits), func(j int) time.Time { return s.Edits[j].Time })
		add(committed, len(s.Commits), func(j int) time.Time { return s.Commits[j].Time })
		add(undid, len(s.Undos), func(j int) time.Time { return s.Undos[j].Time })
		slices.SortStableFunc(acts[start:], func(a, b act) int { return a.at.Compare(b.at) })
	}
	slices.SortStableFunc(acts, func(a, b act) int {
		return cmp.Or(a.at.Compare(b.at), cmp.Compare(l.sessions[a.session].ID, l.sessions[b.session].ID))
	})
	return acts
}
