package rework

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// told is what Find says of a session, in one line: owned, undone, whether that
// is rework, and by whom.
func told(f Finding) string {
	s := fmt.Sprintf("%d of %d", f.Undone, f.Owned)
	if f.Reworked {
		s += " reworked"
	}
	for _, b := range f.By {
		s += fmt.Sprintf(" %s:%s:%d", b.Session, b.Kind, b.Lines)
	}
	return s
}

func find(stories ...*story) []Finding {
	var sessions []Session
	for _, s := range stories {
		sessions = append(sessions, s.s)
	}
	return Find(sessions)
}

// numbered are n lines of their own.
func numbered(lead string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s%d ", lead, i)
	}
	return b.String()
}

type cases map[string]struct {
	sessions []*story
	want     string // of the first session
}

func (c cases) check(t *testing.T) {
	t.Helper()
	for name, c := range c {
		if got := told(find(c.sessions...)[0]); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// Half of the lines, at least five of them, within 72 hours of the last event
// (docs/rework.md).
func TestLimits(t *testing.T) {
	if Share != 0.5 || MinLines != 5 || Window != 72*time.Hour {
		t.Errorf("share %v, lines %d, window %v: docs/rework.md says a half, five, 72 hours", Share, MinLines, Window)
	}
	a := func() *story { return by("a").edit(0, "f.go", "", ten) }
	cases{
		"exactly half":                      {[]*story{a(), by("b").edit(1, "f.go", "a1 a2 a3 a4 a5", "")}, "5 of 10 reworked b:edit:5"},
		"less than half":                    {[]*story{by("a").edit(0, "f.go", "", ten+" a11"), by("b").edit(1, "f.go", "a1 a2 a3 a4 a5", "")}, "5 of 11 b:edit:5"},
		"all, but four":                     {[]*story{by("a").edit(0, "f.go", "", "a1 a2 a3 a4"), by("b").edit(1, "f.go", ten, "b1 b2 b3 b4 b5")}, "4 of 4 b:edit:4"},
		"all five":                          {[]*story{by("a").edit(0, "f.go", "", "a1 a2 a3 a4 a5"), by("b").edit(1, "f.go", ten, "")}, "5 of 5 reworked b:edit:5"},
		"at the window's end":               {[]*story{a(), by("b").edit(72, "f.go", ten, "")}, "10 of 10 reworked b:edit:10"},
		"after it":                          {[]*story{a(), by("b").edit(72.01, "f.go", ten, "b1")}, "0 of 10"},
		"at the moment of its last edit":    {[]*story{a().edit(1, "f.go", "", "a11"), by("b").edit(1, "f.go", ten, "")}, "0 of 11"},
		"after a commit of its own":         {[]*story{a().commit(2, "abcdef0"), by("b").edit(1, "f.go", ten, "")}, "0 of 10"},
		"its clock went back: the later of": {[]*story{by("a").edit(5, "f.go", "", ten).edit(1, "f.go", "", "a11"), by("b").edit(3, "f.go", ten, "")}, "0 of 11"},
	}.check(t)
}

// A line that stands again is no loss; one that is taken again is.
func TestStandsAgain(t *testing.T) {
	a := func() *story { return by("a").edit(0, "f.go", "", ten) }
	cases{
		"put back, then taken for good": {[]*story{a(), by("b").edit(1, "f.go", ten, ""), by("c").edit(2, "f.go", "", ten), by("d").edit(3, "f.go", ten, "")}, "10 of 10 reworked d:edit:10"},
		"put back in part":              {[]*story{a(), by("b").edit(1, "f.go", ten, ""), by("c").edit(2, "f.go", "", "a1 a2 a3 a4")}, "6 of 10 reworked b:edit:6"},
		"put back elsewhere by a third": {[]*story{a(), by("b").edit(1, "f.go", ten, ""), by("c").edit(2, "g.go", "", ten)}, "10 of 10 reworked b:edit:10"},
		"moved by the one who took it":  {[]*story{a(), by("b").edit(1, "f.go", ten, "").edit(2, "pkg/g.go", "", ten)}, "0 of 10"},
		"moved, then taken there":       {[]*story{a(), by("b").edit(1, "f.go", ten, "").edit(2, "g.go", "", ten), by("c").edit(3, "g.go", ten, "")}, "10 of 10 reworked c:edit:10"},
		"copied in part, then taken":    {[]*story{a(), by("b").edit(1, "g.go", "", "a1 a2 a3").edit(2, "f.go", ten, "")}, "7 of 10 reworked b:edit:7"},
		"copied into a lock file":       {[]*story{a(), by("b").edit(1, "go.sum", "", ten).edit(2, "f.go", ten, "")}, "10 of 10 reworked b:edit:10"},
		"two takers of two copies": {[]*story{by("a").edit(0, "f.go", "", "a1 a1 a2 a2 a3 a3"), by("b").edit(1, "f.go", "a1 a2 a3", ""), by("c").edit(2, "f.go", "a1 a2 a3", "")},
			"6 of 6 reworked b:edit:3 c:edit:3"},
		"the newest copy goes first": {[]*story{by("a").edit(0, "f.go", "", ten), by("b").edit(1, "f.go", "", ten), by("c").edit(2, "f.go", ten, "")}, "0 of 10"},
		"both copies go":             {[]*story{by("a").edit(0, "f.go", "", ten), by("b").edit(1, "f.go", "", ten), by("c").edit(2, "f.go", ten, "").edit(3, "f.go", ten, "")}, "10 of 10 reworked c:edit:10"},
	}.check(t)
	// Who copies and takes the original has nothing of its own by that.
	if got := told(find(by("b").edit(1, "g.go", "", ten).edit(2, "f.go", ten, ""), by("a").edit(0, "f.go", "", ten))[0]); got != "0 of 0" {
		t.Errorf("the copier owns %s", got)
	}
	if got := told(find(by("a").edit(0, "f.go", "", ten).edit(1, "f.go", "a1 a2 a3", ""))[0]); got != "0 of 7" {
		t.Errorf("second thoughts leave %s", got)
	}
}

// Several causes stand in order: most lines first, then by session, then by kind.
func TestCausesInOrder(t *testing.T) {
	a := by("a").edit(0, "f.go", "", numbered("x", 20)).edit(0, "g.go", "", "g1 g2")
	cases{
		"most lines first": {[]*story{a, by("b").edit(1, "f.go", "x0 x1", ""), by("c").edit(2, "f.go", "x2 x3 x4", "")}, "5 of 22 c:edit:3 b:edit:2"},
		"then by session":  {[]*story{a, by("c").edit(1, "f.go", "x0 x1", ""), by("b").edit(2, "f.go", "x2 x3", "")}, "4 of 22 b:edit:2 c:edit:2"},
		"by session before kind": {[]*story{by("a").edit(0, "f.go", "", "x0 x1 x2 x3").commit(1, "abcdef0"),
			by("c").edit(2, "f.go", "x2 x3", ""), by("b").undo(3, Undo{Kind: KindRevert, Refs: []string{"abcdef0"}})}, "4 of 4 reworked b:revert:2 c:edit:2"},
		"then by kind": {[]*story{by("a").edit(0, "f.go", "", "x0 x1").commit(1, "abcdef0"),
			by("b").edit(2, "f.go", "x0", "").undo(3, Undo{Kind: KindRevert, Refs: []string{"abcdef0"}})}, "2 of 2 reworked b:edit:1 b:revert:1"},
	}.check(t)

	// Many files are named up to twenty, many lines sampled up to eight.
	owner, taker := by("a"), by("b")
	for i := range 25 {
		f := fmt.Sprintf("f%02d.go", i)
		owner.edit(0, f, "", fmt.Sprint("x", i))
		taker.edit(1, f, fmt.Sprint("x", i), "")
	}
	f := find(owner, taker)[0]
	if len(f.By) != 1 || len(f.By[0].Files) != 20 || len(f.Lines[0]) != 8 || f.By[0].Lines != 25 {
		t.Errorf("%d files, %d lines sampled of %d", len(f.By[0].Files), len(f.Lines[0]), f.By[0].Lines)
	}
	if f.By[0].Files[0] != "f00.go" || f.By[0].Files[1] != "f01.go" {
		t.Errorf("files out of order: %v", f.By[0].Files)
	}
}

// Acts are taken in order of time, whatever the order of sessions. Two sessions
// at one moment go by id; one session's clock that runs back does not reorder it.
func TestOrderOfActs(t *testing.T) {
	for name, c := range map[string]struct {
		sessions []*story
		want     string // what each session says, in order of id
	}{
		"one moment: the earlier id first": {[]*story{by("b").edit(0, "f.go", "", ten), by("a").edit(0, "f.go", ten, "")}, "a 0 of 0, b 0 of 10"},
		"an hour apart":                    {[]*story{by("b").edit(0, "f.go", ten, ""), by("a").edit(-1, "f.go", "", ten)}, "a 10 of 10 reworked b:edit:10, b 0 of 0"},
		"an edit before its commit": {[]*story{by("a").commit(1, "abcdef0").edit(1, "f.go", "", ten), by("b").undo(2, Undo{Kind: KindRevert, Refs: []string{"abcdef0"}})},
			"a 10 of 10 reworked b:revert:10, b 0 of 0"},
		"a clock that runs back":    {[]*story{by("a").edit(2, "f.go", "", ten).edit(1, "f.go", "a1 a2", "")}, "a 0 of 8"},
		"an undoing after its edit": {[]*story{by("a").undo(1, Undo{Kind: KindCheckout, Files: []string{"f.go"}}).edit(1, "f.go", "", ten)}, "a 0 of 0"},
	} {
		found := find(c.sessions...)
		said := map[string]string{}
		for i, s := range c.sessions {
			said[s.s.ID] = told(found[i])
		}
		var got []string
		for _, id := range []string{"a", "b"} {
			if s, ok := said[id]; ok {
				got = append(got, id+" "+s)
			}
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s: %s, want %s", name, s, c.want)
		}
	}
}

// Which commit a name means, and what goes with it.
func TestNamesOfCommits(t *testing.T) {
	const second = "bbbbbbb"
	a := func() *story {
		return by("a").edit(0, "f.go", "", "a1 a2 a3 a4 a5").commit(0.1, "aaaaaaa").edit(0.2, "g.go", "", "b1 b2 b3").commit(0.3, second).edit(0.4, "h.go", "", "c1 c2").commit(0.5, "ccccccc1234")
	}
	const all, last, mid, none = 10, 2, 3, 0
	for _, c := range []struct {
		kind string
		ref  string
		want int // lines taken
	}{
		{KindRevert, "HEAD", last}, {KindRevert, "@", last}, {KindRevert, "HEAD~1", mid}, {KindRevert, "HEAD^", mid}, {KindRevert, "HEAD^1", mid}, {KindRevert, "@~1", mid},
		{KindRevert, "HEAD~2", 5}, {KindRevert, "HEAD^^", 5}, {KindRevert, "HEAD~~", 5}, {KindRevert, "HEAD~0", last}, {KindRevert, "HEAD~3", none}, {KindRevert, "HEAD^2", none},
		{KindRevert, "HEAD~x", none}, {KindRevert, "HEAD~-1", none}, {KindRevert, "HEAD1", none}, {KindRevert, "HEAD~9999", none}, {KindRevert, "head", none},
		{KindRevert, "bbbbbbb", mid}, {KindRevert, "bbbbbbbcccc", mid}, {KindRevert, "bbbbbb", none}, {KindRevert, "ccccccc", last}, {KindRevert, "ccccccc12345", last}, {KindRevert, "ccccccc2", none},
		{KindRevert, "feature", none}, {KindRevert, "BBBBBBB", none}, {KindRevert, "", none},
		{KindRevert, "aaaaaaa..ccccccc", mid + last}, {KindRevert, "aaaaaaa...ccccccc", mid + last}, {KindRevert, "aaaaaaa..bbbbbbb", mid}, {KindRevert, "HEAD~2..HEAD", mid + last},
		{KindRevert, "bbbbbbb..bbbbbbb", none}, {KindRevert, "ccccccc..aaaaaaa", none}, {KindRevert, "main..ccccccc", none}, {KindRevert, "aaaaaaa..main", none},
		{KindReset, "HEAD~1", last}, {KindReset, "HEAD~2", mid + last}, {KindReset, "HEAD~3", all}, {KindReset, "HEAD~4", none}, {KindReset, "aaaaaaa", mid + last}, {KindReset, second, last},
		{KindReset, "ccccccc", none}, {KindReset, "HEAD", none}, {KindReset, "@", none}, {KindReset, "main", none}, {KindReset, "", none},
		{"stash", "HEAD", none}, {KindCheckout, "HEAD~1", none},
	} {
		undo := Undo{Kind: c.kind, All: c.kind == KindReset, Refs: []string{c.ref}}
		if f := find(a(), by("b").undo(1, undo))[0]; f.Undone != c.want {
			t.Errorf("%s %s takes %d lines, want %d", c.kind, c.ref, f.Undone, c.want)
		}
	}
	if f := find(a(), by("b").undo(1, Undo{Kind: KindRevert, Refs: []string{"bbbbbbb", "ccccccc"}}))[0]; f.Undone != 5 {
		t.Errorf("two commits reverted take %d lines, want 5", f.Undone)
	}
	if f := find(a(), by("b").undo(1, Undo{Kind: KindReset, All: true}))[0]; f.Undone != none {
		t.Errorf("a reset to nowhere takes %d lines that were committed", f.Undone)
	}
}

// A reverted commit takes what came in with it: its session's lines since its
// commit before, not what stood before, came later, or is another's.
func TestWhatACommitHolds(t *testing.T) {
	revert := func(id string, hour float64) *story {
		return by(id).undo(hour, Undo{Kind: KindRevert, Refs: []string{"abcdef0"}})
	}
	cases{
		"lines after it stay":         {[]*story{by("a").edit(0, "f.go", "", "a1 a2").commit(1, "abcdef0").edit(2, "f.go", "", "a3"), revert("b", 3)}, "2 of 3 reworked b:revert:2"},
		"at the moment of it go":      {[]*story{by("a").edit(1, "f.go", "", "a1 a2").commit(1, "abcdef0"), revert("b", 3)}, "2 of 2 reworked b:revert:2"},
		"lines before the last stay":  {[]*story{by("a").edit(0, "f.go", "", "a1 a2").commit(0.5, "0000000").edit(0.7, "f.go", "", "a3").commit(1, "abcdef0"), revert("b", 3)}, "1 of 3 reworked b:revert:1"},
		"another's lines stay":        {[]*story{by("c").edit(0, "f.go", "", "c1 c2"), by("a").edit(0.5, "f.go", "", "a1").commit(1, "abcdef0"), revert("b", 3)}, "0 of 2"},
		"another's commit between":    {[]*story{by("a").edit(0, "f.go", "", "a1 a2").commit(1, "abcdef0"), by("c").edit(0.1, "g.go", "", "c1").commit(0.5, "0000000"), revert("b", 3)}, "2 of 2 reworked b:revert:2"},
		"its own is a second thought": {[]*story{by("a").edit(0, "f.go", "", "a1 a2").commit(1, "abcdef0").undo(2, Undo{Kind: KindRevert, Refs: []string{"abcdef0"}})}, "0 of 2"},
		"a lock file in it":           {[]*story{by("a").edit(0, "go.sum", "", "a1 a2").edit(0, "f.go", "", "a3").commit(1, "abcdef0"), revert("b", 3)}, "1 of 1 reworked b:revert:1"},
		"a file twice":                {[]*story{by("a").edit(0, "f.go", "", "a1").edit(0.1, "", "", "x").edit(0.2, "f.go", "", "a2").commit(1, "abcdef0"), revert("b", 3)}, "2 of 2 reworked b:revert:2"},
	}.check(t)
}

// Checkout and restore discard what was not committed: the session's own work
// always, another's only where nothing else explains the command.
func TestDiscards(t *testing.T) {
	a := func() *story { return by("a").edit(0, "pkg/f.go", "", ten) }
	checkout := Undo{Kind: KindCheckout, Files: []string{"pkg/f.go"}}
	cases{
		"its own lines":                   {[]*story{a().undo(1, checkout)}, "0 of 0"},
		"its own lines since a commit":    {[]*story{a().commit(0.5, "abcdef0").edit(0.7, "pkg/f.go", "", "a11").undo(1, checkout)}, "0 of 10"},
		"a folder":                        {[]*story{a(), by("b").undo(1, Undo{Kind: KindRestore, Files: []string{"pkg/"}})}, "10 of 10 reworked b:restore:10"},
		"a folder of a like name":         {[]*story{a(), by("b").undo(1, Undo{Kind: KindRestore, Files: []string{"pk"}})}, "0 of 10"},
		"another file":                    {[]*story{a(), by("b").undo(1, Undo{Kind: KindRestore, Files: []string{"pkg/g.go"}})}, "0 of 10"},
		"a branch that is not known":      {[]*story{a(), by("b").on("").undo(1, checkout)}, "0 of 10"},
		"both branches not known":         {[]*story{a().on(""), by("b").on("").undo(1, checkout)}, "0 of 10"},
		"a commit named":                  {[]*story{a(), by("b").undo(1, Undo{Kind: KindCheckout, Files: []string{"pkg/f.go"}, Refs: []string{"main"}})}, "0 of 10"},
		"an edit of its own in another":   {[]*story{a(), by("b").edit(0.5, "pkg/g.go", "", "b1").undo(1, Undo{Kind: KindCheckout, All: true})}, "0 of 10"},
		"an edit of its own elsewhere":    {[]*story{a(), by("b").edit(0.5, "x.go", "", "b1").undo(1, checkout)}, "10 of 10 reworked b:checkout:10"},
		"a third's commit between":        {[]*story{a(), by("c").commit(0.5, "abcdef0"), by("b").undo(1, checkout)}, "0 of 10"},
		"hard reset":                      {[]*story{a(), by("b").undo(1, Undo{Kind: KindReset, All: true})}, "10 of 10 reworked b:reset:10"},
		"taken, and the taking discarded": {[]*story{a(), by("b").edit(0.5, "pkg/f.go", ten, "").undo(1, checkout)}, "0 of 10"},
		"taken and committed, then":       {[]*story{a(), by("b").edit(0.5, "pkg/f.go", ten, "").commit(0.7, "abcdef0").undo(1, checkout)}, "10 of 10 reworked b:edit:10"},
		"taken from two files, one discarded": {[]*story{by("a").edit(0, "f.go", "", "a1 a2").edit(0, "g.go", "", "b1 b2 b3"), by("b").edit(1, "f.go", "a1 a2", "").edit(1, "g.go", "b1 b2 b3", "").undo(2, Undo{Kind: KindCheckout, Files: []string{"f.go"}})},
			"3 of 5 reworked b:edit:3"},
		"taken by a third, not put back": {[]*story{a(), by("c").edit(0.5, "pkg/f.go", ten, ""), by("b").edit(0.6, "pkg/f.go", "", "b1").undo(1, checkout)}, "10 of 10 reworked c:edit:10"},
		"discarded, then taken for good": {[]*story{a(), by("b").edit(0.5, "pkg/f.go", ten, "").undo(1, checkout).edit(2, "pkg/f.go", ten, "")}, "10 of 10 reworked b:edit:10"},
	}.check(t)
}

// Files that tools write, or that change by their nature, are nobody's work.
func TestGeneratedFiles(t *testing.T) {
	for f := range strings.FieldsSeq(`go.sum package-lock.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb Cargo.lock poetry.lock uv.lock composer.lock Gemfile.lock
		flake.lock pdm.lock mix.lock pubspec.lock Podfile.lock web/package-lock.json todo.md todos.md progress.md state.md status.md handoff.md docs/notes.md scratch.md
		session.md memory.md CHANGELOG.md a.snap a.min.js a.min.css a.pb.go a_pb2.py a.generated.ts a.g.dart a.js.map any.lock run.log book.ipynb
		node_modules/x/a.js web/node_modules/a.js vendor/a.go x/vendor/a.go dist/a.js x/dist/a.js build/a.js .git/config target/a.rs x/__snapshots__/a.js __pycache__/a.py`) {
		if !generated(f) {
			t.Errorf("%s is somebody's work", f)
		}
	}
	for f := range strings.FieldsSeq(`main.go sum.go package.json README.md docs/state-of-things.md x/changelog.go log.go map.ts rebuild/a.go mydist/a.js vendors/a.go targets/a.rs lock.go snap.go a.min.ts .github/a.yml`) {
		if generated(f) {
			t.Errorf("%s is taken for generated", f)
		}
	}
	if got := told(find(by("a").edit(0, "web/Package-Lock.json", "", ten).edit(0, "f.go", "", "x1"))[0]); got != "0 of 1" {
		t.Errorf("lines of a lock file count: %s", got)
	}
}

// A file is known by its place in the repository, however it is written.
func TestPathForms(t *testing.T) {
	for _, c := range []struct {
		name, cwd string
		roots     []string
		want      string
	}{
		{"/src/app", "", []string{"/src/app"}, "."},
		{"/src/app/", "", []string{"/src/app"}, "."},
		{"/src/app/a.go", "", []string{"/src/app/"}, "a.go"},
		{"/src/app/./x/../a.go", "", []string{"/src/app"}, "a.go"},
		{"/src/app/../other/a.go", "", []string{"/src/app"}, ""},
		{"/src/apples/a.go", "", []string{"/src/app"}, ""},
		{"/src/app/a.go", "", []string{"/else", "/src", "/src/app"}, "app/a.go"},
		{"/src/app/a.go", "", []string{".", "/src/app"}, "a.go"},
		{"/src/app/a.go", "", nil, ""},
		{"a.go", `C:\src\app`, []string{"c:/src/app"}, "a.go"},
		{"D:/src/app/a.go", "", []string{`d:\src\app`}, "a.go"},
		{"C:/src/app/a.go", "", []string{`d:\src\app`}, ""},
		{"C:/a.go", "/src/app", []string{"/src/app"}, ""},
		{"C:a.go", "/src/app", []string{"/src/app"}, "c:a.go"},
		{`x\a.go`, "/src/app", []string{"/src/app"}, "x/a.go"},
		{`x/b\a.go`, "/src/app", []string{"/src/app"}, `x/b\a.go`},
		{`Z:\src\a.go`, "", []string{"z:/src"}, "a.go"},
		{`A:\src\a.go`, "", []string{"a:/src"}, "a.go"},
		{"~", "/src/app", []string{"/src/app"}, ""},
	} {
		got, ok := Path(c.name, c.cwd, c.roots...)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("Path(%q, %q, %q) = %q %v, want %q", c.name, c.cwd, c.roots, got, ok, c.want)
		}
	}
}

// Thousands of commands may look at so many lines in all; the rest is passed
// over, so that a record cannot cost the square of its size.
func TestCommandsAreBounded(t *testing.T) {
	const n = 1000
	history := func(commands int) Finding {
		a := by("a")
		for i := range n {
			a.edit(0, fmt.Sprintf("f%d.go", i), "", fmt.Sprint("x", i))
		}
		b := by("b")
		for range commands {
			b.undo(3, Undo{Kind: KindCheckout, Files: []string{"no/such/folder"}})
		}
		return find(a.commit(1, "abcdef0"), b, by("c").undo(4, Undo{Kind: KindRevert, Refs: []string{"abcdef0"}}))[0]
	}
	if f := history(10); f.Undone != n {
		t.Errorf("behind ten commands %d lines are undone, want %d", f.Undone, n)
	}
	if f := history((minBudget + budgetPerLine*n) / n); f.Undone != 0 {
		t.Errorf("behind too many commands %d lines are undone", f.Undone)
	}
}

// No sessions have no findings, and one that did nothing owns nothing.
func TestNothing(t *testing.T) {
	if got := Find(nil); len(got) != 0 {
		t.Error(got)
	}
	if got := told(find(by("a"))[0]); got != "0 of 0" {
		t.Error(got)
	}
}
