package rework

import (
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A command may look at every line of the repository, so that thousands of them
// in a record would cost the square of its size: all of them together may look
// at budgetPerLine times as many lines as were edited, the rest is passed over.
const (
	budgetPerLine = 50
	minBudget     = 1_000_000
)

// undo takes in a command that took work back.
func (l *ledger) undo(u *Undo, a act) {
	if l.budget <= 0 {
		return
	}
	switch u.Kind {
	case KindRevert:
		for _, ref := range u.Refs {
			for _, c := range l.named(ref, a) {
				l.takeCommit(c, a, u.Kind, nil)
			}
		}
	case KindReset:
		// Commits after the target are gone, and what was not committed is.
		dropped := l.after(target(u), a)
		l.putUp(u, a)
		l.putBack(u, a)
		for _, c := range dropped {
			l.takeCommit(c, a, u.Kind, nil)
		}
		l.discard(u, a)
	case KindCheckout, KindRestore:
		dropped := l.after(target(u), a)
		l.putBack(u, a)
		if len(dropped) > 0 {
			files := make(map[string]bool)
			for _, f := range l.touched(u) {
				files[f.name] = true
			}
			for _, c := range dropped {
				l.takeCommit(c, a, u.Kind, files)
			}
		}
		l.discard(u, a)
	case KindDelete:
		l.deleteLines(u, a)
	}
}

// target is the commit that u goes back to, "" for the last one.
func target(u *Undo) string {
	if len(u.Refs) == 0 || u.Refs[0] == "HEAD" || u.Refs[0] == "@" {
		return ""
	}
	return u.Refs[0]
}

// deleteLines takes the lines that a command deleted. A file that the session fills
// again was written anew. Which lines a pattern or a number meant is not in the
// record: so many of whoever added to the file last, and none where that was the
// session itself.
func (l *ledger) deleteLines(u *Undo, a act) {
	for _, f := range l.touched(u) {
		x := l.swaps[swap{int32(a.session), f.name}]
		explicit := x == nil || !x.last.After(a.at)
		if len(u.Lines) == 0 && u.Count == 0 {
			l.takeLines(f, a, u.Kind, explicit, func(uint64, line) bool { return true })
			continue
		}
		for _, h := range u.Lines {
			if l.only.passes(h) {
				l.remove(f, h, a, u.Kind, true)
			}
		}
		if u.Count > 0 && !f.editors[int32(a.session)] && f.last != none {
			l.takeSome(f, u.Count, a)
		}
	}
}

// takeSome takes at most so many of the lines of whoever added to f last.
func (l *ledger) takeSome(f *file, count int, a act) {
	l.takeLines(f, a, KindDelete, true, func(_ uint64, x line) bool {
		if x.owner != f.last || count == 0 {
			return false
		}
		count--
		return true
	})
}

// discard gives up what was not committed in the files that u names: of the
// session's own work lines added since the last commit that is known are gone. Of
// another session's work too, but only where nothing else explains the command: both
// on one branch, no commit seen in between, no target named, and no edit of its own to
// discard. People commit in a terminal of their own, which no transcript shows; without
// these conditions every case that the corpus holds was wrong (docs/rework.md).
func (l *ledger) discard(u *Undo, a act) {
	since := l.discards(u)
	files := l.touched(u)
	others := target(u) == "" && l.sessions[a.session].Branch != ""
	for _, f := range files {
		others = others && !f.editors[int32(a.session)]
	}
	for _, f := range files {
		l.takeLines(f, a, u.Kind, false, func(_ uint64, x line) bool {
			if x.owner != int32(a.session) && (!others || l.sessions[x.owner].Branch != l.sessions[a.session].Branch) {
				return false
			}
			return x.at.After(since)
		})
	}
}

// discards is the moment since which u gives up what was done.
func (l *ledger) discards(u *Undo) time.Time {
	if target(u) != "" && u.Kind != KindReset {
		return time.Time{} // which lines stood in that commit is not known
	}
	return l.lastCommit()
}

// putBack forgives what the session itself had removed, by an edit or a command, from
// the files that u names and has not committed since: u brings it back. What u then
// takes with a commit is taken by u.
func (l *ledger) putBack(u *Undo, a act) {
	files := make(map[*file]bool)
	for _, f := range l.touched(u) {
		files[f] = true
	}
	l.giveBack(l.discards(u), a.at, func(x *loss) bool {
		return int(x.by) == a.session && files[x.file] && x.kind != KindRevert && x.kind != KindReset
	})
}

// giveBack gives lines that were lost from one moment to another, both included, back
// to their owners.
func (l *ledger) giveBack(from, to time.Time, which func(*loss) bool) {
	for i := len(l.losses) - 1; i >= 0; i-- {
		l.budget--
		x := &l.losses[i]
		if x.at.Before(from) {
			break // losses are in order of time
		}
		if !x.forgiven && !x.at.After(to) && which(x) {
			x.forgiven = true
			l.push(x.file, x.hash, x.owner, x.born)
		}
	}
}

// takeLines removes every line of f that is asked for.
func (l *ledger) takeLines(f *file, a act, kind string, explicit bool, which func(uint64, line) bool) {
	l.budget -= len(f.lines)
	for _, h := range slices.Sorted(maps.Keys(f.lines)) {
		var kept []line
		for {
			got, ok := l.pop(f, h)
			if !ok {
				break
			}
			switch {
			case !which(h, got):
				kept = append(kept, got)
			case got.owner == int32(a.session):
				l.tallies[got.owner].owned--
			default:
				l.lose(got, f, h, a, kind, explicit)
			}
		}
		for _, k := range slices.Backward(kept) {
			l.push(f, h, k.owner, k.at)
		}
	}
}

// takeCommit removes the lines that a commit of another session brought in: its
// session's lines since the commit before it; only those of some files, where they
// are given. What the commit itself had undone stands again.
func (l *ledger) takeCommit(c int, a act, kind string, files map[string]bool) {
	m := &l.commits[c]
	var from time.Time
	l.budget -= c
	for _, earlier := range l.commits[:c] {
		if earlier.session == m.session {
			from = earlier.at
		}
	}
	if files == nil {
		l.putUpWhat(func(t taken) bool { return int(t.by) == m.session && t.at.After(from) && !t.at.After(m.at) })
		m.taken = taken{at: a.at, by: int32(a.session), kind: kind}
	}
	l.giveBack(from, m.at, func(x *loss) bool {
		return int(x.by) == m.session && x.at.After(from) && (files == nil || files[x.file.name])
	})
	if m.session == a.session {
		return
	}
	seen := make(map[string]bool)
	for _, e := range l.sessions[m.session].Edits {
		if e.File == "" || seen[e.File] || l.files[e.File] == nil || files != nil && !files[e.File] {
			continue
		}
		seen[e.File] = true
		l.takeLines(l.files[e.File], a, kind, true, func(_ uint64, x line) bool {
			return x.owner == int32(m.session) && x.at.After(from) && !x.at.After(m.at)
		})
	}
}

// putUp lets stand again what a reset goes forward to: commits up to the target that
// an earlier reset had dropped.
func (l *ledger) putUp(u *Undo, a act) {
	to := target(u)
	if _, behind := behindHead(to); behind || to == "" {
		return
	}
	keep, ok := l.find(to, a)
	if !ok || keep < 0 || l.commits[keep].taken.kind != KindReset {
		return
	}
	since := l.commits[keep].taken.at
	for c := range l.commits[:keep+1] {
		if l.commits[c].taken.kind == KindReset {
			l.commits[c].taken = taken{}
		}
	}
	l.forgiveWhat(func(t taken) bool { return t.kind == KindReset && !t.at.Before(since) })
}

// putUpWhat lets stand again the commits and lines that were taken so.
func (l *ledger) putUpWhat(which func(taken) bool) {
	found := false
	for c := range l.commits {
		if t := l.commits[c].taken; t.kind != "" && which(t) {
			l.commits[c].taken, found = taken{}, true
		}
	}
	if found {
		l.forgiveWhat(func(t taken) bool { return t.kind != KindEdit && which(t) })
	}
}

// forgiveWhat gives lines that were taken so back to their owners.
func (l *ledger) forgiveWhat(which func(taken) bool) {
	l.budget -= len(l.losses)
	for i := range l.losses {
		x := &l.losses[i]
		if !x.forgiven && which(taken{at: x.at, by: x.by, kind: x.kind}) {
			x.forgiven = true
			l.push(x.file, x.hash, x.owner, x.born)
		}
	}
}

// named returns the commits that a target names, as far as they are known: a
// sha, HEAD, their ancestors counted over the commits seen, or a range of them.
func (l *ledger) named(target string, a act) []int {
	if from, to, ok := strings.Cut(target, ".."); ok {
		if to = strings.TrimPrefix(to, "."); to == "" {
			to = "HEAD"
		}
		first, known := l.find(from, a)
		last, end := l.find(to, a)
		if !known || !end || last < 0 {
			return nil
		}
		var out []int
		for c := last; c > first; c-- {
			if l.commits[c].taken.kind == "" {
				out = append(out, c)
			}
		}
		return out
	}
	if c, ok := l.find(target, a); ok && c >= 0 {
		return []int{c}
	}
	return nil
}

// after returns the commits that going back to target drops, latest first.
func (l *ledger) after(target string, a act) []int {
	if target == "" {
		return nil
	}
	keep, ok := l.find(target, a)
	if !ok {
		return nil
	}
	line := l.line(a)
	var out []int
	for c := len(l.commits) - 1; c > keep; c-- {
		if l.commits[c].taken.kind == "" && line(c) {
			out = append(out, c)
		}
	}
	return out
}

// find returns the index of the commit that a name means; −1, with ok, where that is
// the one before all that are known.
func (l *ledger) find(name string, a act) (c int, ok bool) {
	if name == "HEAD" || name == "@" {
		return l.behind(0, a)
	}
	if n, ok := behindHead(name); ok {
		return l.behind(n, a)
	}
	base, back := name, 0
	if i := strings.IndexAny(name, "~^"); i > 0 {
		n, ok := behindHead("@" + name[i:])
		if !ok {
			return 0, false
		}
		base, back = name[:i], n
	}
	if len(base) < minSHA || !hex(base) {
		return 0, false
	}
	for c := len(l.commits) - 1; c >= 0; c-- {
		sha := l.commits[c].sha
		if len(sha) >= minSHA && (strings.HasPrefix(sha, base) || strings.HasPrefix(base, sha)) {
			if c < back-1 {
				return 0, false
			}
			return c - back, true
		}
	}
	return 0, false
}

// behind is the commit so many before the last one on the session's line of work.
func (l *ledger) behind(n int, a act) (c int, ok bool) {
	line := l.line(a)
	for c = len(l.commits) - 1; c >= 0; c-- {
		if l.commits[c].taken.kind == KindReset || !line(c) {
			continue
		}
		if n == 0 {
			return c, true
		}
		n--
	}
	return -1, n == 0 // one more than is known stands before all of them
}

// line tells which commits may stand behind a session's HEAD: those made on the
// branch that it works on, as far as branches are told; where none was, all.
func (l *ledger) line(a act) func(c int) bool {
	at := l.sessions[a.session].Branch
	same := func(c int) bool {
		made := l.sessions[l.commits[c].session].Branch
		return made == "" || at == "" || made == at
	}
	for c := range l.commits {
		if same(c) {
			return same
		}
	}
	return func(int) bool { return true }
}

// behindHead reads HEAD~2, HEAD^, HEAD^^, @~1: how many commits before the last one.
// ok is false for any other name; HEAD^2 is the other parent of a merge.
func behindHead(name string) (n int, ok bool) {
	rest, at := strings.CutPrefix(name, "@")
	if !at {
		if rest, at = strings.CutPrefix(name, "HEAD"); !at {
			return 0, false
		}
	}
	if rest == "" {
		return 0, false
	}
	if strings.Trim(rest, "^~") == "" && len(rest) <= maxBack {
		return len(rest), true
	}
	if rest == "^1" {
		return 1, true
	}
	n, err := strconv.Atoi(strings.TrimPrefix(rest, "~"))
	if err != nil || rest[0] != '~' || n < 0 || n > maxBack {
		return 0, false
	}
	return n, true
}

// maxBack is how far behind HEAD a name is followed: nobody drops more by hand.
const maxBack = 1000

// minSHA is git's shortest default abbreviation.
const minSHA = 7

func hex(s string) bool {
	for i := range len(s) {
		c := s[i]
		if !(c >= '0' && c <= '9' || c >= 'a' && c <= 'f') {
			return false
		}
	}
	return true
}

// lastCommit is the time of the last commit seen so far, by anyone.
func (l *ledger) lastCommit() time.Time {
	if n := len(l.commits); n > 0 {
		return l.commits[n-1].at
	}
	return time.Time{}
}

// inNameOrder returns all files by name. It is kept from one command to the next:
// only files that are new since then have to be sorted in.
func (l *ledger) inNameOrder() []*file {
	byName := func(a, b *file) int { return strings.Compare(a.name, b.name) }
	if n := len(l.fresh); n > 0 {
		slices.SortFunc(l.fresh, byName)
		l.byName = append(l.byName, l.fresh...)
		l.fresh = nil
		slices.SortFunc(l.byName, byName)
	}
	return l.byName
}

// touched returns the known files that u is about, in one order.
func (l *ledger) touched(u *Undo) []*file {
	if u.All {
		l.budget -= len(l.files)
		return l.inNameOrder()
	}
	seen := make(map[string]*file)
	for _, name := range u.Files {
		if f := l.files[name]; f != nil {
			seen[name] = f
			continue
		}
		dir := strings.TrimSuffix(name, "/") + "/"
		glob := strings.ContainsAny(name, "*?[")
		l.budget -= len(l.files)
		for known, f := range l.files {
			if strings.HasPrefix(known, dir) || glob && matches(name, known) {
				seen[known] = f
			}
		}
	}
	out := make([]*file, 0, len(seen))
	for _, name := range slices.Sorted(maps.Keys(seen)) {
		out = append(out, seen[name])
	}
	return out
}

// matches reports whether a shell's pattern names a file. What stands behind "/**/" is
// a name at any depth of the folder before it.
func matches(pattern, file string) bool {
	if dir, name, ok := strings.Cut(pattern, "**/"); ok {
		if !strings.HasPrefix(file, dir) {
			return false
		}
		pattern, file = name, path.Base(file)
	}
	ok, err := path.Match(pattern, file)
	return ok && err == nil
}
