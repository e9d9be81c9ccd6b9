package rework

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"prism/internal/redact"
)

// at is so many hours after the start of the stories below.
func at(hour float64) time.Time {
	return time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC).Add(time.Duration(hour * float64(time.Hour)))
}

func hash(line string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(line))
	return h.Sum64()
}

// lines are the hashes of words, each of which stands for a line.
func lines(words string) []uint64 {
	var out []uint64
	for w := range strings.FieldsSeq(words) {
		out = append(out, hash(w))
	}
	return out
}

// story builds sessions by what they did.
type story struct{ s Session }

func by(id string) *story { return &story{Session{ID: id, Branch: "fix"}} }

func (b *story) on(branch string) *story {
	b.s.Branch = branch
	return b
}

func (b *story) edit(hour float64, file, removed, added string) *story {
	b.s.Edits = append(b.s.Edits, Edit{Time: at(hour), File: file, Removed: lines(removed), Added: lines(added)})
	b.s.Ended = later(b.s.Ended, at(hour))
	return b
}

func (b *story) commit(hour float64, sha string) *story {
	b.s.Commits = append(b.s.Commits, Commit{at(hour), sha})
	b.s.Ended = later(b.s.Ended, at(hour))
	return b
}

func (b *story) undo(hour float64, u Undo) *story {
	u.Time = at(hour)
	b.s.Undos = append(b.s.Undos, u)
	b.s.Ended = later(b.s.Ended, at(hour))
	return b
}

const ten = "a1 a2 a3 a4 a5 a6 a7 a8 a9 a10"

func TestFind(t *testing.T) {
	type want struct {
		owned, undone int
		reworked      bool
		by            string // session:kind:lines …
	}
	for name, c := range map[string]struct {
		sessions []*story
		want     want // of the first session
	}{
		"nobody touched it": {
			[]*story{by("a").edit(0, "f.go", "", ten), by("b").edit(1, "g.go", "", "x1 x2")},
			want{10, 0, false, ""},
		},
		"rewritten an hour later": {
			[]*story{by("a").edit(0, "f.go", "", ten), by("b").edit(1, "f.go", ten, "b1 b2")},
			want{10, 10, true, "b:edit:10"},
		},
		"a few lines on review": {
			[]*story{by("a").edit(0, "f.go", "", ten), by("b").edit(1, "f.go", "a1 a2 a3", "b1 b2 b3")},
			want{10, 3, false, "b:edit:3"},
		},
		"two sessions together": {
			[]*story{by("a").edit(0, "f.go", "", ten), by("b").edit(1, "f.go", "a1 a2", ""), by("c").edit(2, "f.go", "a3 a4 a5", "")},
			want{10, 5, true, "c:edit:3 b:edit:2"},
		},
		"too few lines to say": {
			[]*story{by("a").edit(0, "f.go", "", "a1"), by("b").edit(1, "f.go", "a1", "b1")},
			want{1, 1, false, "b:edit:1"},
		},
		"after the window": {
			[]*story{by("a").edit(0, "f.go", "", ten), by("b").edit(73, "f.go", ten, "b1 b2 b3")},
			want{10, 0, false, ""},
		},
		"the window runs from the last event": {
			[]*story{by("a").edit(0, "f.go", "", ten).commit(24, "abcdef0"), by("b").edit(90, "f.go", ten, "")},
			want{10, 10, true, "b:edit:10"},
		},
		"its own second thoughts": {
			[]*story{by("a").edit(0, "f.go", "", ten).edit(1, "f.go", "a1 a2 a3 a4 a5 a6", "c1")},
			want{5, 0, false, ""},
		},
		"lines older than the record": {
			[]*story{by("a").edit(0, "f.go", "old1 old2", "a1"), by("b").edit(1, "f.go", "old3 old4 old5 old6 old7", "")},
			want{1, 0, false, ""},
		},
		"re-indented": { // the hash knows no white space: removed and added again in one hunk
			[]*story{by("a").edit(0, "f.go", "", ten), by("b").edit(1, "f.go", ten, ten+" b1")},
			want{10, 0, false, ""},
		},
		"moved into another file": {
			[]*story{by("a").edit(0, "f.go", "", ten), by("b").edit(1, "f.go", ten, "").edit(1.1, "g.go", "", ten)},
			want{10, 0, false, ""},
		},
		"copied first, then removed": {
			[]*story{by("a").edit(0, "f.go", "", ten), by("b").edit(1, "g.go", "", ten).edit(1.1, "f.go", ten, "")},
			want{10, 0, false, ""},
		},
		"put back by a third": {
			[]*story{by("a").edit(0, "f.go", "", ten), by("b").edit(1, "f.go", ten, ""), by("c").edit(2, "f.go", "", ten)},
			want{10, 0, false, ""},
		},
		"a second copy stands": {
			[]*story{by("a").edit(0, "f.go", "", "a1 a1 a1 a1 a1 a1"), by("b").edit(1, "f.go", "a1", "")},
			want{6, 1, false, "b:edit:1"},
		},
		"side by side, it had its say": {
			[]*story{by("a").edit(0, "f.go", "", ten).edit(3, "f.go", "", "a11"), by("b").edit(1, "f.go", ten, "b1")},
			want{11, 0, false, ""},
		},
		"same lines in another file": {
			[]*story{by("a").edit(0, "f.go", "", ten), by("b").edit(1, "g.go", ten, "")},
			want{10, 0, false, ""},
		},
		"a lock file": {
			[]*story{by("a").edit(0, "web/package-lock.json", "", ten), by("b").edit(1, "web/package-lock.json", ten, "")},
			want{0, 0, false, ""},
		},
		"outside the repository": {
			[]*story{by("a").edit(0, "", "", ten), by("b").edit(1, "", ten, "")},
			want{0, 0, false, ""},
		},
		"its commit reverted": {
			[]*story{by("a").edit(0, "f.go", "", ten).commit(0.5, "abcdef0"), by("b").undo(1, Undo{Kind: "revert", Refs: []string{"abcdef0123"}})},
			want{10, 10, true, "b:revert:10"},
		},
		"HEAD reverted": {
			[]*story{by("a").edit(0, "f.go", "", ten).commit(0.5, ""), by("b").undo(1, Undo{Kind: "revert", Refs: []string{"HEAD"}})},
			want{10, 10, true, "b:revert:10"},
		},
		"HEAD reverted, which is its own": {
			[]*story{by("a").edit(0, "f.go", "", ten).commit(0.5, "abcdef0"), by("b").edit(0.6, "g.go", "", "b1").commit(0.7, "bbbbbbb").undo(1, Undo{Kind: "revert", Refs: []string{"HEAD"}})},
			want{10, 0, false, ""},
		},
		"only its second commit reverted": {
			[]*story{by("a").edit(0, "f.go", "", "a1 a2 a3 a4 a5").commit(0.1, "aaaaaaa").edit(0.2, "f.go", "", "a6 a7 a8 a9 a10").commit(0.5, "abcdef0"), by("b").undo(1, Undo{Kind: "revert", Refs: []string{"abcdef0"}})},
			want{10, 5, true, "b:revert:5"},
		},
		"a range reverted": {
			[]*story{by("z").edit(-2, "z.go", "", "z1").commit(-1, "0000000"), by("a").edit(0, "f.go", "", "a1 a2 a3 a4 a5").commit(0.1, "aaaaaaa").edit(0.2, "f.go", "", "a6 a7 a8 a9 a10").commit(0.5, "abcdef0"), by("b").undo(1, Undo{Kind: "revert", Refs: []string{"0000000..abcdef0"}})},
			want{1, 0, false, ""},
		},
		"an unknown commit reverted": {
			[]*story{by("a").edit(0, "f.go", "", ten).commit(0.5, "abcdef0"), by("b").undo(1, Undo{Kind: "revert", Refs: []string{"1234567"}})},
			want{10, 0, false, ""},
		},
		"its commit reset away": {
			[]*story{by("a").edit(0, "f.go", "", ten).commit(0.5, "abcdef0"), by("z").edit(-2, "z.go", "", "z1").commit(-1, "0000000"), by("b").undo(1, Undo{Kind: "reset", All: true, Refs: []string{"HEAD~1"}})},
			want{10, 10, true, "b:reset:10"},
		},
		"the only known commit reset away": {
			[]*story{by("a").edit(0, "f.go", "", ten).commit(0.5, "abcdef0"), by("b").undo(1, Undo{Kind: "reset", All: true, Refs: []string{"HEAD~1"}})},
			want{10, 10, true, "b:reset:10"},
		},
		"the only known commit reset away, by carets": {
			[]*story{by("a").edit(0, "f.go", "", ten).commit(0.5, "abcdef0"), by("b").undo(1, Undo{Kind: "reset", All: true, Refs: []string{"@^"}})},
			want{10, 10, true, "b:reset:10"},
		},
		"more reset away than is known": {
			[]*story{by("a").edit(0, "f.go", "", ten).commit(0.5, "abcdef0"), by("b").undo(1, Undo{Kind: "reset", All: true, Refs: []string{"HEAD~2"}})},
			want{10, 0, false, ""},
		},
		"left uncommitted and discarded": {
			[]*story{by("a").edit(0, "f.go", "", ten), by("b").undo(1, Undo{Kind: "checkout", Files: []string{"f.go"}})},
			want{10, 10, true, "b:checkout:10"},
		},
		"the whole tree restored": {
			[]*story{by("a").edit(0, "pkg/f.go", "", ten), by("b").undo(1, Undo{Kind: "restore", All: true})},
			want{10, 10, true, "b:restore:10"},
		},
		"committed, so a restore keeps it": {
			[]*story{by("a").edit(0, "f.go", "", ten).commit(0.5, "abcdef0"), by("b").undo(1, Undo{Kind: "restore", Files: []string{"f.go"}})},
			want{10, 0, false, ""},
		},
		"rewritten, and the rewriting discarded": {
			[]*story{by("a").edit(0, "f.go", "", ten).commit(0.5, "abcdef0"), by("b").edit(1, "f.go", ten, "b1").undo(2, Undo{Kind: "checkout", Files: []string{"f.go"}})},
			want{10, 0, false, ""},
		},
		"reset to a branch nobody knows": {
			[]*story{by("a").edit(0, "f.go", "", ten), by("b").undo(1, Undo{Kind: "reset", All: true, Refs: []string{"origin/main"}})},
			want{10, 0, false, ""},
		},
		"discarded on another branch": {
			[]*story{by("a").edit(0, "f.go", "", ten), by("b").on("main").undo(1, Undo{Kind: "checkout", Files: []string{"f.go"}})},
			want{10, 0, false, ""},
		},
		"discarded with edits of its own": {
			[]*story{by("a").edit(0, "f.go", "", ten), by("b").edit(1, "f.go", "", "b1").undo(2, Undo{Kind: "checkout", Files: []string{"f.go"}})},
			want{10, 0, false, ""},
		},
		"a folder discarded": {
			[]*story{by("a").edit(0, "pkg/f.go", "", ten), by("b").undo(1, Undo{Kind: "checkout", Files: []string{"pkg"}, Refs: []string{"HEAD"}})},
			want{10, 10, true, "b:checkout:10"},
		},
		"a file taken from another commit": {
			[]*story{by("a").edit(0, "f.go", "", ten), by("b").edit(0.5, "f.go", "a1 a2 a3 a4 a5 a6", "b1").undo(1, Undo{Kind: "checkout", Files: []string{"f.go"}, Refs: []string{"main"}})},
			want{10, 0, false, ""},
		},
		"without clocks": {
			[]*story{{Session{ID: "a", Edits: []Edit{{File: "f.go", Added: lines(ten)}}}}, {Session{ID: "b", Edits: []Edit{{File: "f.go", Removed: lines(ten)}}}}},
			want{10, 0, false, ""},
		},
	} {
		var sessions []Session
		for _, s := range c.sessions {
			sessions = append(sessions, s.s)
		}
		f := Find(sessions)[0]
		var parts []string
		for _, b := range f.By {
			parts = append(parts, fmt.Sprintf("%s:%s:%d", b.Session, b.Kind, b.Lines))
		}
		got := want{f.Owned, f.Undone, f.Reworked, strings.Join(parts, " ")}
		if d := cmp.Diff(c.want, got, cmp.AllowUnexported(want{})); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// One session's work can be undone in part by an edit and in part by a revert.
func TestFindTellsWhere(t *testing.T) {
	f := Find([]Session{
		by("a").edit(0, "f.go", "", ten).edit(0.1, "g.go", "", "g1 g2").commit(1, "abcdef0").s,
		by("b").edit(2, "f.go", "a1 a2 a3", "").undo(3, Undo{Kind: "revert", Refs: []string{"abcdef0"}}).s,
	})[0]
	if len(f.By) != 2 || f.By[0].Kind != "revert" || f.By[0].Lines != 9 || f.By[1].Lines != 3 {
		t.Fatalf("%+v", f.By)
	}
	if d := cmp.Diff([]string{"f.go", "g.go"}, f.By[0].Files); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(lines("a1 a2 a3"), f.Lines[1]); d != "" {
		t.Error(d)
	}
	// And in which turns the lost lines were written.
	early, late := by("a").edit(0, "f.go", "", "a1 a2").edit(1, "f.go", "", "b1 b2").s, by("b").edit(2, "f.go", "b2", "").s
	early.Edits[0].Turn, early.Edits[1].Turn = 1, 4
	if by := Find([]Session{early, late})[0].By; len(by) != 1 || !slices.Equal(by[0].Turns, []int{4}) {
		t.Errorf("%+v", by)
	}
	// Which lines count is told of each file.
	if d := cmp.Diff([][]uint64{lines("a1 a2 a3")}, f.By[1].Taken); d != "" {
		t.Error(d)
	}
	if n := f.By[0].Taken; len(n) != 2 || len(n[0])+len(n[1]) != 9 || len(n[1]) != 2 {
		t.Errorf("of the files of the revert: %v", n)
	}
}

func TestPath(t *testing.T) {
	for _, c := range []struct {
		name, cwd string
		roots     []string
		want      string
		ok        bool
	}{
		{"/src/app/pkg/a.go", "", []string{"/src/app"}, "pkg/a.go", true},
		{"pkg/a.go", "/src/app", []string{"/src/app"}, "pkg/a.go", true},
		{"../a.go", "/src/app/pkg", []string{"/src/app"}, "a.go", true},
		{".", "/src/app", []string{"/src/app"}, ".", true},
		{"/src/app/.worktrees/fix/pkg/a.go", "", []string{"/src/app"}, "pkg/a.go", true},
		{"/src/app/.claude/worktrees/fix/pkg/a.go", "", []string{"/src/app/.claude/worktrees/fix"}, "pkg/a.go", true},
		{"/src/app-fix/pkg/a.go", "", []string{"/src/app", "/src/app-fix"}, "pkg/a.go", true},
		{"/tmp/scratch.go", "", []string{"/src/app"}, "", false},
		{"~/notes.md", "/src/app", []string{"/src/app"}, "", false},
		{"a.go", "", []string{"/src/app"}, "", false},
		{"", "/src/app", []string{"/src/app"}, "", false},
		{`C:\src\app\a.go`, "", []string{`c:\src\app`}, "a.go", true},
		{`pkg\a.go`, `C:\src\app`, []string{`C:\src\app`}, "pkg/a.go", true},
		{"/src/app/a.go", "", []string{""}, "", false},
	} {
		got, ok := Path(c.name, c.cwd, c.roots...)
		if got != c.want || ok != c.ok {
			t.Errorf("Path(%q, %q, %q) = %q, %v; want %q, %v", c.name, c.cwd, c.roots, got, ok, c.want, c.ok)
		}
	}
}

func drawnSession(t *rapid.T) Session {
	s := Session{ID: rapid.StringMatching(`[a-z]{8}`).Draw(t, "id"), Branch: rapid.SampledFrom([]string{"", "fix", "main"}).Draw(t, "branch")}
	word := rapid.Uint64Range(1, 12)
	file := rapid.SampledFrom([]string{"a.go", "b.go", "d/c.go", "go.sum", ""})
	hour := func() time.Time { return at(float64(rapid.IntRange(0, 100).Draw(t, "hour"))) }
	for range rapid.IntRange(0, 6).Draw(t, "edits") {
		s.Edits = append(s.Edits, Edit{Time: hour(), File: file.Draw(t, "file"), Added: rapid.SliceOfN(word, 0, 8).Draw(t, "added"), Removed: rapid.SliceOfN(word, 0, 8).Draw(t, "removed")})
	}
	for range rapid.IntRange(0, 2).Draw(t, "commits") {
		s.Commits = append(s.Commits, Commit{hour(), rapid.SampledFrom([]string{"", "aaaaaaa", "bbbbbbb"}).Draw(t, "sha")})
	}
	for range rapid.IntRange(0, 3).Draw(t, "undos") {
		s.Undos = append(s.Undos, Undo{
			Time: hour(), Kind: rapid.SampledFrom([]string{"revert", "checkout", "restore", "reset", "delete", "?"}).Draw(t, "kind"),
			Files: []string{rapid.SampledFrom([]string{"a.go", "d", "."}).Draw(t, "named")}, All: rapid.Bool().Draw(t, "all"),
			Refs:  rapid.SliceOfN(rapid.SampledFrom([]string{"", "HEAD", "HEAD~1", "HEAD~9", "HEAD^", "aaaaaaa", "aaaaaaa^", "bbbbbbb~1", "main", "aaaaaaa..bbbbbbb", "aaaaaaa^..HEAD", "..", "HEAD~x"}), 0, 2).Draw(t, "refs"),
			Lines: rapid.SliceOfN(word, 0, 2).Draw(t, "lines"), Count: rapid.IntRange(0, 3).Draw(t, "count"),
		})
	}
	s.Ended = hour()
	return s
}

func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sessions := rapid.SliceOfNDistinct(rapid.Custom(drawnSession), 0, 6, func(s Session) string { return s.ID }).Draw(t, "sessions")
		found := Find(sessions)
		if len(found) != len(sessions) {
			t.Fatalf("%d findings for %d sessions", len(found), len(sessions))
		}
		byID := make(map[string]Finding)
		for i, f := range found {
			byID[sessions[i].ID] = f
			if f.Undone < 0 || f.Undone > f.Owned || f.Share < 0 || f.Share > 1 || f.Reworked && (f.Share < Share || len(f.By) == 0) || !f.Reworked && f.Share >= Share && f.Undone >= MinLines {
				t.Fatalf("%+v", f)
			}
			sum := 0
			for j, b := range f.By {
				sum += b.Lines
				if b.Session == sessions[i].ID {
					t.Fatalf("%s reworks itself", b.Session)
				}
				if (len(f.Lines[j]) == 0 || len(b.Files) == 0) && (b.Lines > 0 || b.Kind != KindRevert && b.Kind != KindReset) {
					t.Fatalf("nothing to show for %+v", b)
				}
			}
			if sum != f.Undone {
				t.Fatalf("parts make %d, undone %d", sum, f.Undone)
			}
		}
		mixed := rapid.Permutation(sessions).Draw(t, "mixed")
		for i, f := range Find(mixed) {
			if d := cmp.Diff(byID[mixed[i].ID], f, cmpopts.EquateComparable(redact.Text{})); d != "" {
				t.Fatalf("another order of sessions: %s", d)
			}
		}
	})
}

// A long history with many commands stays linear: the budget of undo holds.
func BenchmarkFind(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	var sessions []Session
	for i := range 200 {
		s := Session{ID: fmt.Sprint(i), Ended: at(float64(i))}
		for j := range 50 {
			e := Edit{Time: at(float64(i) + float64(j)/60), File: fmt.Sprintf("f%d.go", r.IntN(40))}
			for range 20 {
				e.Added = append(e.Added, r.Uint64N(1e5))
				e.Removed = append(e.Removed, r.Uint64N(1e5))
			}
			s.Edits = append(s.Edits, e)
			s.Undos = append(s.Undos, Undo{Time: e.Time, Kind: "checkout", Files: []string{e.File}})
		}
		sessions = append(sessions, s)
	}
	b.ReportAllocs()
	for b.Loop() {
		Find(sessions)
	}
}

// TestMarksAreBounded: however many sessions took lines of one, it keeps the hashes of so many
// lines and no more; all of them count.
func TestMarksAreBounded(t *testing.T) {
	var all []string
	for i := range maxTaken + 400 {
		all = append(all, fmt.Sprintf("n%d", i))
	}
	sessions := []Session{by("a").edit(0, "f.go", "", strings.Join(all, " ")).s}
	for i := 0; i < len(all); i += 100 {
		sessions = append(sessions, by(fmt.Sprintf("b%d", i)).edit(float64(2+i/100), "f.go", strings.Join(all[i:i+100], " "), "").s)
	}
	f := Find(sessions)[0]
	kept, lost := 0, 0
	for _, b := range f.By {
		lost += b.Lines
		for _, of := range b.Taken {
			kept += len(of)
		}
	}
	if kept != maxTaken || lost != f.Undone || lost != len(all) {
		t.Errorf("%d hashes kept of %d lines, %d told", kept, f.Undone, lost)
	}
}
