package pipeline

import (
	"cmp"
	"maps"
	"slices"

	"prism/internal/store"
)

// freshRoom is how many sessions wait in memory to be saved.
const freshRoom = 2048

// fresh holds sessions that were made in this run until they are saved.
type fresh struct {
	sessions map[string]*store.Session
	byRow    map[string][]*store.Session // some of them may be of an earlier make
	byRepo   map[string][]*store.Session // likewise
	dropped  map[string]bool
	verdicts []store.Judged
	waits    bool // one that could count still waits for a verdict
}

func (f *fresh) reset() {
	f.sessions, f.dropped, f.verdicts = make(map[string]*store.Session), make(map[string]bool), nil
	f.byRow, f.byRepo = make(map[string][]*store.Session), make(map[string][]*store.Session)
}

// put takes a session, in the place of the one of its id.
func (f *fresh) put(s *store.Session) {
	if f.sessions[s.ID] == s {
		return
	}
	f.sessions[s.ID] = s
	delete(f.dropped, s.ID)
	for _, row := range s.Rows {
		f.byRow[row] = append(f.byRow[row], s)
	}
	f.byRepo[s.Repo.Key] = append(f.byRepo[s.Repo.Key], s)
}

// drop notes that a session is no more.
func (f *fresh) drop(id string) {
	delete(f.sessions, id)
	f.dropped[id] = true
}

// of returns those that have a part in any of the rows, in order.
func (f *fresh) of(rows []string) []*store.Session {
	var list []*store.Session
	for _, row := range rows {
		list = f.living(list, f.byRow[row])
	}
	return inOrder(list)
}

// in returns those of a repository, in order.
func (f *fresh) in(repo string) []*store.Session { return inOrder(f.living(nil, f.byRepo[repo])) }

func (f *fresh) living(list, some []*store.Session) []*store.Session {
	for _, s := range some {
		if f.sessions[s.ID] == s {
			list = append(list, s)
		}
	}
	return list
}

// inOrder sorts sessions by id and leaves each in once.
func inOrder(list []*store.Session) []*store.Session {
	slices.SortFunc(list, func(a, b *store.Session) int { return cmp.Compare(a.ID, b.ID) })
	return slices.Compact(list)
}

// changes takes everything out, of the sessions those that are wanted; nil: all.
func (f *fresh) changes(want func(*store.Session) bool) store.Changes {
	c := store.Changes{Verdicts: f.verdicts, Dropped: slices.Sorted(maps.Keys(f.dropped))}
	var rest []*store.Session
	for _, id := range slices.Sorted(maps.Keys(f.sessions)) {
		if s := f.sessions[id]; want == nil || want(s) {
			c.Sessions = append(c.Sessions, *s)
		} else {
			rest = append(rest, s)
		}
	}
	f.reset()
	for _, s := range rest {
		f.put(s)
	}
	return c
}
