package rework

import (
	"maps"
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
			for _, c := range l.named(ref) {
				l.takeCommit(c, a, u.Kind)
			}
		}
	case KindReset:
		// Commits after the target are gone, and what was not committed is.
		for _, c := range l.after(target(u)) {
			l.takeCommit(c, a, u.Kind)
		}
		l.discard(u, a)
	case KindCheckout, KindRestore:
		l.discard(u, a)
	}
}

// target is the commit that u goes back to, "" for the last one.
func target(u *Undo) string {
	if len(u.Refs) == 0 || u.Refs[0] == "HEAD" || u.Refs[0] == "@" {
		return ""
	}
	return u.Refs[0]
}

// discard gives up what was not committed in the files that u names: of the
// session's own work lines added since the last commit that is known are gone,
// and lines that it removed since then are back. Of another session's work too,
// but only where nothing else explains the command: both on one branch, no
// commit seen in between, no target named, and no edit of its own to discard.
// People commit in a terminal of their own, which no transcript shows; without
// these conditions every case that the corpus holds was wrong (docs/rework.md).
func (l *ledger) discard(u *Undo, a act) {
	since, back := l.lastCommit(), target(u) != ""
	if back && u.Kind != KindReset {
		since = time.Time{} // which lines stood in that commit is not known
	}
	files := l.touched(u)
	others := !back && l.sessions[a.session].Branch != ""
	for _, f := range files {
		others = others && !f.editors[int32(a.session)]
	}
	for _, f := range files {
		l.putBack(f, since, a)
		l.takeLines(f, a, u.Kind, func(x line) bool {
			if x.owner != int32(a.session) && (!others || l.sessions[x.owner].Branch != l.sessions[a.session].Branch) {
				return false
			}
			return x.at.After(since)
		})
	}
}

// putBack forgives what the session itself had removed from f since a moment.
func (l *ledger) putBack(f *file, since time.Time, a act) {
	for i := len(l.losses) - 1; i >= 0; i-- {
		l.budget--
		x := &l.losses[i]
		if x.at.Before(since) {
			break // losses are in order of time
		}
		if x.file == f && x.by == int32(a.session) && x.kind == KindEdit && !x.forgiven {
			x.forgiven = true
			l.push(f, x.hash, x.owner, x.born)
		}
	}
}

// takeLines removes every line of f that is asked for.
func (l *ledger) takeLines(f *file, a act, kind string, which func(line) bool) {
	l.budget -= len(f.lines)
	for _, h := range slices.Sorted(maps.Keys(f.lines)) {
		var kept []line
		for {
			got, ok := l.pop(f, h)
			if !ok {
				break
			}
			switch {
			case !which(got):
				kept = append(kept, got)
			case got.owner == int32(a.session):
				l.tallies[got.owner].owned--
			default:
				l.lose(got, f, h, a, kind)
			}
		}
		for _, k := range slices.Backward(kept) {
			l.push(f, h, k.owner, k.at)
		}
	}
}

// takeCommit removes the lines that a commit of another session brought in: its
// session's lines since the commit before it.
func (l *ledger) takeCommit(c int, a act, kind string) {
	m := l.commits[c]
	if m.session == a.session {
		return
	}
	var from time.Time
	l.budget -= c
	for _, earlier := range l.commits[:c] {
		if earlier.session == m.session {
			from = earlier.at
		}
	}
	seen := make(map[string]bool)
	for _, e := range l.sessions[m.session].Edits {
		if e.File == "" || seen[e.File] || l.files[e.File] == nil {
			continue
		}
		seen[e.File] = true
		l.takeLines(l.files[e.File], a, kind, func(x line) bool {
			return x.owner == int32(m.session) && x.at.After(from) && !x.at.After(m.at)
		})
	}
}

// named returns the commits that a target names, as far as they are known: a
// sha, or HEAD and its ancestors counted over the commits seen.
func (l *ledger) named(target string) []int {
	if from, to, ok := strings.Cut(target, ".."); ok {
		if first, last := l.find(from), l.find(strings.TrimPrefix(to, ".")); first >= 0 && last >= 0 {
			var out []int
			for c := last; c > first; c-- {
				out = append(out, c)
			}
			return out
		}
		return nil
	}
	if c := l.find(target); c >= 0 {
		return []int{c}
	}
	return nil
}

// after returns the commits that going back to target drops, latest first.
func (l *ledger) after(target string) []int {
	if target == "" {
		return nil
	}
	keep := len(l.commits) - 1
	if back, ok := behindHead(target); ok {
		// Which commit stands there may not be known; those dropped are.
		if keep -= back; keep < -1 {
			return nil
		}
	} else if keep = l.find(target); keep < 0 {
		return nil
	}
	var out []int
	for c := len(l.commits) - 1; c > keep; c-- {
		out = append(out, c)
	}
	return out
}

// find returns the index of the commit that a name means, −1 when it is not known.
func (l *ledger) find(name string) int {
	head := len(l.commits) - 1
	if name == "HEAD" || name == "@" {
		return head
	}
	if n, ok := behindHead(name); ok {
		return max(-1, head-n)
	}
	if len(name) < minSHA || !hex(name) {
		return -1
	}
	for c := head; c >= 0; c-- {
		sha := l.commits[c].sha
		if len(sha) >= minSHA && (strings.HasPrefix(sha, name) || strings.HasPrefix(name, sha)) {
			return c
		}
	}
	return -1
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
		l.budget -= len(l.files)
		for known, f := range l.files {
			if strings.HasPrefix(known, dir) {
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
