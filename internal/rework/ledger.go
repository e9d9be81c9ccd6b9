package rework

import (
	"slices"
	"strings"
	"time"
)

// ledger says at every moment which session owns which line of which file.
type ledger struct {
	sessions []Session
	tallies  []tally
	files    map[string]*file
	tools    map[string]bool // files that tools write, as far as they were asked about
	byName   []*file         // files in order of name, but for fresh ones: see inNameOrder
	fresh    []*file
	lines    []line // all lines that stand or stood, chained
	free     int32  // first unused entry of lines, none is −1

	only   *sieve // lines that are followed; nil: all
	undone bool   // one of the acts is a command that takes work back

	budget  int // lines that commands may still look at, see undo
	losses  []loss
	byHash  map[uint64]int32 // last loss of a line with this hash, chained
	commits []made
	swaps   map[swap]*swapped
}

// tally is what is known of one session so far.
type tally struct {
	owned   int       // its lines that it did not remove itself
	lastAct time.Time // of its last edit or commit: until then it has its own say
}

// file is one file of the repository: its owned lines by hash.
type file struct {
	name    string
	lines   map[uint64]int32 // newest line with this hash, chained
	editors map[int32]bool   // sessions that edited it
	last    int32            // the session that added to it last; none is −1
}

// line is one line that stands.
type line struct {
	owner int32
	next  int32 // older line with the same hash in the same file, or next free entry; none is −1
	at    time.Time
}

// loss is a line that was removed by another session than its owner.
type loss struct {
	owner, by int32
	file      *file
	hash      uint64
	at        time.Time // when it was removed
	born      time.Time // when it was added
	kind      string    // how it was taken
	before    int32     // earlier loss with the same hash; none is −1
	explicit  bool      // reverted, restored or deleted, not reworded
	forgiven  bool      // it stands again
}

// made is a commit.
type made struct {
	at      time.Time
	session int
	sha     string
	taken   taken // who reverted or dropped it
}

// taken is how a commit was undone; the zero value: it stands.
type taken struct {
	at   time.Time
	by   int32
	kind string // "" stands
}

// swap is a session in a file; swapped is how much it put in the place of what it
// took there.
type swap struct {
	session int32
	file    string
}

type swapped struct {
	removed, added int
	last           time.Time // of what it added
}

const none = int32(-1)

func newLedger(sessions []Session) *ledger {
	l := &ledger{
		sessions: sessions,
		tallies:  make([]tally, len(sessions)),
		files:    make(map[string]*file),
		tools:    make(map[string]bool),
		byHash:   make(map[uint64]int32),
		free:     none,
		swaps:    make(map[swap]*swapped),
	}
	l.budget = minBudget
	added := 0
	for i := range sessions {
		s := &sessions[i]
		l.undone = l.undone || len(s.Undos) > 0
		deletes := slices.ContainsFunc(s.Undos, func(u Undo) bool { return u.Kind == KindDelete })
		for n := 0; n < len(s.Edits) && !deletes; n++ {
			deletes = s.Edits[n].deletes()
		}
		for _, e := range s.Edits {
			l.budget += budgetPerLine * (len(e.Added) + len(e.Removed))
			added += len(e.Added)
			if deletes {
				l.swap(int32(i), &e)
			}
			l.tallies[i].lastAct = later(l.tallies[i].lastAct, e.Time)
		}
		for _, c := range s.Commits {
			l.tallies[i].lastAct = later(l.tallies[i].lastAct, c.Time)
		}
	}
	l.lines = make([]line, 0, min(added, mostRoom))
	return l
}

// deletes reports whether an edit only takes lines away.
func (e *Edit) deletes() bool { return len(e.Added) == 0 && len(e.Removed) > 0 }

// swap notes what a session took and put into a file.
func (l *ledger) swap(session int32, e *Edit) {
	k := swap{session, e.File}
	x := l.swaps[k]
	if x == nil {
		x = new(swapped)
		l.swaps[k] = x
	}
	x.removed += len(e.Removed)
	x.added += len(e.Added)
	if len(e.Added) > 0 {
		x.last = later(x.last, e.Time)
	}
}

// deleted reports whether what an edit took was deleted, and not put in other words:
// the edit adds nothing, and the session little to that file.
func (l *ledger) deleted(a act, e *Edit) bool {
	if !e.deletes() {
		return false
	}
	x := l.swaps[swap{int32(a.session), e.File}]
	return x == nil || x.added*2 < x.removed
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// act takes one act into the ledger.
func (l *ledger) act(a act) {
	s := &l.sessions[a.session]
	switch a.kind {
	case edited:
		e := &s.Edits[a.index]
		if e.File == "" || l.generated(e.File) {
			return
		}
		f := l.fileOf(e.File, len(e.Added))
		f.editors[int32(a.session)] = true
		if len(e.Added) > 0 {
			f.last = int32(a.session)
		}
		explicit := l.deleted(a, e)
		for _, h := range e.Removed {
			if l.only.passes(h) {
				l.remove(f, h, a, KindEdit, explicit)
			}
		}
		for _, h := range e.Added {
			if l.only.passes(h) {
				l.add(f, h, a)
			}
		}
	case committed:
		l.commits = append(l.commits, made{at: a.at, session: a.session, sha: s.Commits[a.index].SHA})
	case undid:
		l.undo(&s.Undos[a.index], a)
	}
}

func (l *ledger) file(name string) *file { return l.fileOf(name, 0) }

// fileOf is file, with room for so many lines where it is new.
func (l *ledger) fileOf(name string, lines int) *file {
	f := l.files[name]
	if f == nil {
		if l.only != nil {
			lines = 0 // few of them are followed
		}
		f = &file{name: name, lines: make(map[uint64]int32, min(lines, mostRoom)), editors: make(map[int32]bool), last: none}
		l.files[name] = f
		l.fresh = append(l.fresh, f)
	}
	return f
}

// mostRoom is for how many lines a file's room is made at once.
const mostRoom = 1 << 12

// push lets owner have one more line.
func (l *ledger) push(f *file, h uint64, owner int32, at time.Time) {
	i := l.free
	if i == none {
		i = int32(len(l.lines))
		l.lines = append(l.lines, line{})
	} else {
		l.free = l.lines[i].next
	}
	next, ok := f.lines[h]
	if !ok {
		next = none
	}
	l.lines[i] = line{owner: owner, next: next, at: at}
	f.lines[h] = i
}

// pop takes the newest line with this hash.
func (l *ledger) pop(f *file, h uint64) (line, bool) {
	i, ok := f.lines[h]
	if !ok {
		return line{}, false
	}
	got := l.lines[i]
	if got.next == none {
		delete(f.lines, h)
	} else {
		f.lines[h] = got.next
	}
	l.lines[i].next = l.free
	l.free = i
	return got, true
}

// add takes in an added line: a line that was lost and stands again goes back
// to its owner, any other is the session's own.
func (l *ledger) add(f *file, h uint64, a act) {
	by := int32(a.session)
	if i, ok := l.lost(f, h, by); ok {
		x := &l.losses[i]
		x.forgiven = true
		l.push(f, h, x.owner, x.born)
		return
	}
	l.push(f, h, by, a.at)
	l.tallies[by].owned++
}

// maxChain bounds the search for a loss: a line that occurs everywhere has
// thousands, and any of the latest will do.
const maxChain = 16

// lost finds the latest loss that an added line makes good: this session took
// the line itself (it moved it, to whatever file), or it was taken from this file.
func (l *ledger) lost(f *file, h uint64, by int32) (int32, bool) {
	i, ok := l.byHash[h]
	if !ok {
		return none, false
	}
	for n := 0; i != none && n < maxChain; n++ {
		x := &l.losses[i]
		if !x.forgiven && (x.by == by || x.file == f) {
			return i, true
		}
		i = x.before
	}
	return none, false
}

// remove takes away one line. Lines that nobody is known to have added are
// older than the record and nobody's loss.
func (l *ledger) remove(f *file, h uint64, a act, kind string, explicit bool) {
	got, ok := l.pop(f, h)
	if !ok {
		return
	}
	if got.owner == int32(a.session) {
		l.tallies[got.owner].owned--
		return
	}
	l.lose(got, f, h, a, kind, explicit)
}

// lose notes that another session took a line.
func (l *ledger) lose(got line, f *file, h uint64, a act, kind string, explicit bool) {
	before, ok := l.byHash[h]
	if !ok {
		before = none
	}
	l.byHash[h] = int32(len(l.losses))
	l.losses = append(l.losses, loss{owner: got.owner, by: int32(a.session), file: f, hash: h, at: a.at, born: got.at, kind: kind, before: before, explicit: explicit})
}

// generated is generated, found out once for each file: many edits are of one.
func (l *ledger) generated(name string) bool {
	is, known := l.tools[name]
	if !known {
		is = generated(name)
		l.tools[name] = is
	}
	return is
}

// generated files are written by tools or rewritten by their nature; nobody's
// work is undone when they change.
func generated(name string) bool {
	base := strings.ToLower(name[strings.LastIndexByte(name, '/')+1:])
	switch base {
	case "go.sum", "package-lock.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "bun.lockb", "cargo.lock", "poetry.lock", "uv.lock",
		"composer.lock", "gemfile.lock", "flake.lock", "pdm.lock", "mix.lock", "pubspec.lock", "podfile.lock":
		return true
	// Running notes: each session writes them anew.
	case "todo.md", "todos.md", "progress.md", "state.md", "status.md", "handoff.md", "notes.md", "scratch.md", "session.md", "memory.md", "changelog.md":
		return true
	}
	for _, end := range []string{".snap", ".min.js", ".min.css", ".pb.go", "_pb2.py", ".generated.ts", ".g.dart", ".map", ".lock", ".log", ".ipynb"} {
		if strings.HasSuffix(base, end) {
			return true
		}
	}
	for _, dir := range []string{"/node_modules/", "/vendor/", "/dist/", "/build/", "/.git/", "/target/", "/__snapshots__/", "/__pycache__/"} {
		if strings.HasPrefix(name, dir[1:]) || strings.Contains(name, dir) {
			return true
		}
	}
	return false
}
