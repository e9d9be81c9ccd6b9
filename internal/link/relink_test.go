package link

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"prism/internal/conversation"
	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/hash"
	"prism/internal/transcript"
	"prism/internal/transcript/transcripttest"
)

// shelf is a store over maps: rows, their marks, and the sessions linked so far.
type shelf struct {
	index    Index
	rows     map[string]*digest.Digest
	was      map[string][]Mark // of rows that are not linked
	sessions map[string]kept
	outside  map[string]string
	loaded   int
}

type kept struct {
	Stored
	shown string
}

func newShelf() *shelf {
	return &shelf{rows: map[string]*digest.Digest{}, was: map[string][]Mark{}, sessions: map[string]kept{}, outside: map[string]string{}}
}

func (s *shelf) Near(ctx context.Context, asked []Query) ([]Hit, error) {
	return s.index.Near(ctx, asked)
}

func (s *shelf) Load(_ context.Context, rows []string) ([]Row, error) {
	var out []Row
	for _, r := range rows {
		if d := s.rows[r]; d != nil {
			s.loaded++
			out = append(out, Row{r, d})
		}
	}
	return out, nil
}

func (s *shelf) Sessions(_ context.Context, rows []string) ([]Stored, error) {
	var out []Stored
	for _, x := range s.sessions {
		if slices.ContainsFunc(x.Parts, func(p Part) bool { return slices.Contains(rows, p.Row) }) {
			out = append(out, x.Stored)
		}
	}
	return out, nil
}

// put saves a row's content, nil for none, and remembers under what it was linked.
func (s *shelf) put(row string, d *digest.Digest) {
	s.was[row] = append(s.was[row], s.index.marks[row]...)
	if d == nil {
		delete(s.rows, row)
		s.index.Set(row, nil)
		return
	}
	s.rows[row] = d
	s.index.Set(row, Marks(d))
}

// relink links rows that were saved.
func (s *shelf) relink(tb interface{ Fatalf(string, ...any) }, rows []string) {
	var changed []Change
	for _, r := range rows {
		changed = append(changed, Change{Row: r, Was: s.was[r], Removed: s.rows[r] == nil})
	}
	got, err := Relink(context.Background(), changed, s)
	if err != nil {
		tb.Fatalf("%v", err)
	}
	for _, id := range got.Dropped {
		if _, ok := s.sessions[id]; !ok {
			tb.Fatalf("%s is dropped and was never there", id)
		}
		delete(s.sessions, id)
	}
	for i := range got.Sessions {
		x := &got.Sessions[i]
		k := kept{Stored: Stored{ID: x.ID}, shown: shown(x)}
		for _, p := range x.Parts {
			k.Parts = append(k.Parts, Part{p.Row, p.First, p.Last})
		}
		s.sessions[x.ID] = k
	}
	for _, o := range got.Outside {
		delete(s.outside, o.Row)
		if len(o.Bills) > 0 {
			s.outside[o.Row] = bills(o.Bills)
		}
	}
	for _, r := range rows {
		delete(s.was, r)
	}
}

func shown(s *Linkage) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %v %s %s %s auto=%v %s–%s infile=%v/%d %x", s.ID, s.Aliases, s.OpenedBy, s.ClosedBy, s.State, s.Automated,
		s.Start.Format("15:04:05.000"), s.End.Format("15:04:05.000"), s.InFile, s.Draft, s.Key)
	for _, p := range s.Parts {
		fmt.Fprintf(&b, " %s|%s[%d-%d]", p.Digest.ID, p.Digest.File, p.First, p.Last)
	}
	return b.String() + " " + bills(s.Bills)
}

func bills(list []Bill) string {
	var b strings.Builder
	for _, x := range list {
		fmt.Fprintf(&b, "(%s %d %d %v)", x.Digest.File, x.usage.Key%1000, x.Tokens().Total(), x.Nested())
	}
	return b.String()
}

// lines shows all that is stored.
func (s *shelf) lines() []string {
	var out []string
	for _, x := range s.sessions {
		out = append(out, x.shown)
	}
	for row, b := range s.outside {
		out = append(out, "outside "+row+" "+b)
	}
	sort.Strings(out)
	return out
}

// linked shows what one run over everything makes.
func linked(rows map[string]*digest.Digest) []string {
	var all []*digest.Digest
	byDigest := map[*digest.Digest]string{}
	for row, d := range rows {
		all = append(all, d)
		byDigest[d] = row
	}
	l := Link(all, time.Time{})
	var out []string
	for i := range l.Sessions {
		out = append(out, shown(&l.Sessions[i]))
	}
	outside := map[string][]Bill{}
	for _, b := range l.Outside {
		outside[byDigest[b.Digest]] = append(outside[byDigest[b.Digest]], b)
	}
	for row, list := range outside {
		out = append(out, "outside "+row+" "+bills(list))
	}
	sort.Strings(out)
	return out
}

func check(tb interface{ Fatalf(string, ...any) }, s *shelf, when string) {
	if diff := cmp.Diff(linked(s.rows), s.lines()); diff != "" {
		tb.Fatalf("%s (−everything at once, +by and by):\n%s", when, diff)
	}
}

// author draws conversations that have to do with each other in every way that
// linking knows of.
type author struct {
	t     *rapid.T
	theme string // of which there is much
	span  int    // of the minutes in which all begins
	n     int
	all   []*draft
	turns int
}

// draft is a conversation while it is written; every prefix of turns is one too.
type draft struct {
	id, row string
	d       *digest.Digest
}

func pick[T any](a *author, label string, from ...T) T {
	return rapid.SampledFrom(from).Draw(a.t, label)
}
func (a *author) one(in int, label string) bool { return rapid.IntRange(0, in-1).Draw(a.t, label) == 0 }

// may draws what is common in a world of its theme and rare in others.
func (a *author) may(theme, label string) bool {
	if a.theme == theme {
		return !a.one(4, label)
	}
	return a.one(6, label)
}

// moment draws times that are often equal and often just within or beyond a limit.
func (a *author) moment(label string) time.Time {
	minutes := rapid.IntRange(0, a.span).Draw(a.t, label)
	return transcripttest.At(minutes * 60).Add(pick(a, label+" off", 0, 0, 0, 500*time.Millisecond, time.Second, -time.Second, 2*time.Second))
}

func (a *author) conversation() *digest.Digest {
	a.n++
	id := fmt.Sprintf("c%d", a.n)
	d := &digest.Digest{ID: id, Agent: "claude"}
	if a.one(12, "other agent") {
		d.Agent = "other"
	}
	d.Person = pick(a, "person", "ann", "ann", "ann", "ann", "ann", "bob")
	d.CWDs = pick(a, "cwd", []string{"/src/app"}, []string{"/src/app"}, []string{"/src/app"}, []string{"/src/app"}, []string{"/src/app"}, []string{"/src/app"}, []string{"/src/app", "/src/app/web"}, []string{"/src/app/web"}, []string{"/src/lib"}, nil)
	switch {
	case len(d.CWDs) == 0:
	case d.CWDs[0] == "/src/lib":
		d.Repo = fact.Repo{Key: "/src/lib"}
	default:
		d.Repo = fact.Repo{Key: "/src/app"}
	}
	now := a.moment("start")
	if a.may("clear", "cleared") {
		d.Head.Cleared = true
		if !a.one(6, "clear without a time") {
			d.Head.ClearedAt = now
		}
		d.Start, d.End = now, now
		now = now.Add(pick(a, "pause after clear", time.Second, time.Second, time.Minute, 9*time.Minute, 10*time.Minute, 11*time.Minute))
	}
	if len(a.all) > 0 && a.may("copy", "copies") {
		a.copy(d, &now)
	}
	machine := a.one(10, "machine run")
	for range pick(a, "turns", 0, 1, 1, 1, 2, 3) {
		a.turn(d, &now, machine)
	}
	a.heads(d)
	a.tails(d)
	a.finish(d, machine)
	return d
}

// copy begins a conversation with turns of another, as resume and fork do.
func (a *author) copy(d *digest.Digest, now *time.Time) {
	from := a.all[rapid.IntRange(0, len(a.all)-1).Draw(a.t, "from")].d
	if len(from.Turns) == 0 {
		return
	}
	first := 0
	if a.one(4, "from the middle") {
		first = rapid.IntRange(0, len(from.Turns)-1).Draw(a.t, "copy first")
	}
	last := rapid.IntRange(first, len(from.Turns)).Draw(a.t, "copy last")
	claim := uint64(0)
	if a.one(2, "claims") {
		claim = hash.Of(from.ID)
	}
	lines := 0
	for i := range from.Turns {
		x := from.Turns[i]
		if i >= first && i < last {
			x.Claim = claim
			d.Turns = append(d.Turns, x)
			for k := range x.Lines {
				d.Lines = append(d.Lines, from.Lines[lines+k])
				d.Seconds = append(d.Seconds, 0)
			}
			for _, u := range from.Usage {
				if int(u.Turn) == i+1 {
					u.Turn = int32(len(d.Turns))
					if a.one(4, "more tokens") {
						u.Tokens.Output++
						u.Last++
					}
					d.Usage = append(d.Usage, u)
				}
			}
			if x.End.After(*now) && !a.one(3, "fork meanwhile") {
				*now = x.End.Add(time.Second)
			}
		}
		lines += x.Lines
	}
}

func (a *author) turn(d *digest.Digest, now *time.Time, machine bool) {
	a.turns++
	id := fmt.Sprintf("%s-t%d", d.ID, a.turns)
	x := digest.Turn{UUID: id, Key: hash.Of(id), Start: *now, Lines: 1, Calls: 1, Abandoned: a.one(6, "abandoned"), Automated: machine || a.one(8, "automated")}
	d.Lines = append(d.Lines, hash.Of(id+" line"))
	d.Seconds = append(d.Seconds, uint32(a.turns))
	*now = now.Add(pick(a, "turn lasts", time.Second, time.Minute, 4*time.Minute))
	x.End = *now
	for _, f := range pick(a, "edits", []int{0}, []int{0}, []int{1}, []int{0, 1}, []int{0, 2, 3}, []int{2}, nil) {
		x.Edits = append(x.Edits, digest.Edit{Path: f, Time: x.End, Added: []uint64{1}})
	}
	if a.one(4, "reads") {
		x.Reads = []uint64{hash.Of("/src/app/0")}
	}
	if a.may("mid", "cleared in mid-file") {
		x.Cleared = x.End
	}
	d.Turns = append(d.Turns, x)
	if a.one(2, "bill") {
		d.Usage = append(d.Usage, digest.Usage{Key: hash.Of(id + " bill"), Time: x.Start.UnixNano(), Last: x.End.UnixNano(), Turn: int32(len(d.Turns)), Tokens: fact.Tokens{Output: 5}})
	}
	*now = now.Add(pick(a, "pause", time.Second, time.Second, time.Minute, 12*time.Minute))
}

// heads lets a conversation open with a plan of another.
func (a *author) heads(d *digest.Digest) {
	if len(d.Turns) == 0 || !a.may("plan", "takes a plan") {
		return
	}
	if a.one(3, "names a transcript") {
		d.Head.Transcript = fmt.Sprintf("/x/c%d.jsonl", rapid.IntRange(1, a.n+2).Draw(a.t, "named"))
	}
	if a.one(8, "without a plan") {
		return
	}
	d.Head.PlanKey = uint64(rapid.IntRange(1, 2).Draw(a.t, "plan taken"))
	d.Turns[0].Origin = transcript.PlanHand
}

func (a *author) tails(d *digest.Digest) {
	if len(d.Turns) > 0 && a.may("plan", "makes a plan") {
		d.Tail.HandedOver = !a.one(6, "not handed over")
		d.Tail.PlanKey = uint64(rapid.IntRange(1, 2).Draw(a.t, "plan made"))
	}
}

// finish cuts the turns into drafts and sets what follows from them.
func (a *author) finish(d *digest.Digest, machine bool) {
	for i := range 4 {
		d.Paths = append(d.Paths, fmt.Sprintf("/src/app/%d", i))
	}
	d.Models = []string{"m"}
	d.Automated = machine || len(d.Turns) == 0
	if a.one(6, "bill before the first prompt") {
		d.Usage = append(d.Usage, digest.Usage{Key: hash.Of(d.ID + " zero"), Time: transcripttest.At(1).UnixNano(), Tokens: fact.Tokens{Input: 3}})
	}
	opened := fact.NoBoundary
	if d.Head.Cleared {
		opened = fact.Clear
	}
	first := 1
	for i := range d.Turns {
		x := &d.Turns[i]
		if d.Start.IsZero() || x.Start.Before(d.Start) {
			d.Start = x.Start
		}
		if x.End.After(d.End) {
			d.End = x.End
		}
		by := fact.NoBoundary
		switch {
		case !x.Cleared.IsZero():
			by = fact.Clear
		case i+1 < len(d.Turns) && a.one(4, "shift"):
			by = fact.TopicShift
		}
		if by != fact.NoBoundary || i+1 == len(d.Turns) {
			d.Drafts = append(d.Drafts, digest.DraftMark{First: first, Last: i + 1, OpenedBy: opened, ClosedBy: by})
			first, opened = i+2, by
		}
	}
	if a.one(12, "no end") {
		d.End = time.Time{}
	}
	slices.SortStableFunc(d.Usage, func(u, v digest.Usage) int { return int(u.Time - v.Time) })
}

// cutShort is what a conversation was before its last turns were written.
func cutShort(d *digest.Digest, turns int) *digest.Digest {
	c := *d
	c.Turns = slices.Clone(d.Turns[:turns])
	lines := 0
	for i := range c.Turns {
		lines += c.Turns[i].Lines
	}
	c.Lines, c.Seconds = d.Lines[:lines], d.Seconds[:lines]
	c.Usage, c.Drafts = nil, nil
	for _, u := range d.Usage {
		if int(u.Turn) <= turns {
			c.Usage = append(c.Usage, u)
		}
	}
	for _, m := range d.Drafts {
		if m.First <= turns {
			if m.Last >= turns {
				m.Last, m.ClosedBy = turns, fact.NoBoundary
			}
			c.Drafts = append(c.Drafts, m)
		}
	}
	c.Tail = conversation.Tail{}
	c.End = c.Start
	for i := range c.Turns {
		if c.Turns[i].End.After(c.End) {
			c.End = c.Turns[i].End
		}
	}
	if turns == 0 {
		c.Head.PlanKey, c.Head.Transcript, c.Automated = 0, "", true
	}
	return &c
}

// deliveries draws versions of conversations in any order: as they grow, as they
// are cut short, as they vanish and come back.
type delivery struct {
	row string
	d   *digest.Digest // nil: removed
}

func deliveries(t *rapid.T) []delivery {
	a := &author{t: t, theme: rapid.SampledFrom([]string{"clear", "copy", "mid", "plan"}).Draw(t, "theme"), span: rapid.SampledFrom([]int{5, 12, 60}).Draw(t, "span")}
	for range rapid.IntRange(1, 7).Draw(t, "conversations") {
		d := a.conversation()
		d.File = "/one/" + d.ID + ".jsonl"
		a.all = append(a.all, &draft{id: d.ID, row: "r" + d.ID, d: d})
	}
	var list []delivery
	for _, x := range a.all {
		versions := []*digest.Digest{x.d}
		if a.one(2, "grows") {
			versions = append([]*digest.Digest{cutShort(x.d, rapid.IntRange(0, len(x.d.Turns)).Draw(t, "short"))}, versions...)
		}
		if a.one(8, "shrinks") {
			versions = append(versions, cutShort(x.d, rapid.IntRange(0, len(x.d.Turns)).Draw(t, "shrunk")))
		}
		if a.one(6, "vanishes") {
			versions = append(versions, nil)
		}
		for _, v := range versions {
			list = append(list, delivery{x.row, v})
		}
		if a.one(8, "at two paths") {
			c := *x.d
			c.File = "/two/" + c.ID + ".jsonl"
			if a.one(2, "not all of it") {
				c = *cutShort(&c, rapid.IntRange(0, len(c.Turns)).Draw(t, "part"))
			}
			if a.one(3, "of another person") {
				c.Person = "bob"
			}
			list = append(list, delivery{x.row + "'", &c})
		}
	}
	return rapid.Permutation(list).Draw(t, "order")
}

func TestRelinkEqualsLink(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := deliveries(t)
		s := newShelf()
		for len(list) > 0 {
			n := rapid.IntRange(1, len(list)).Draw(t, "slice")
			var rows []string
			for _, x := range list[:n] {
				s.put(x.row, x.d)
				if !slices.Contains(rows, x.row) {
					rows = append(rows, x.row)
				}
			}
			list = list[n:]
			s.relink(t, rows)
			check(t, s, fmt.Sprintf("%d more to come", len(list)))
		}
	})
}

// A first run saves everything and links it in batches: until the last it may say
// what it likes.
func TestRelinkInBatches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newShelf()
		var rows []string
		for _, x := range deliveries(t) {
			s.put(x.row, x.d)
			if !slices.Contains(rows, x.row) {
				rows = append(rows, x.row)
			}
		}
		for len(rows) > 0 {
			n := rapid.IntRange(1, len(rows)).Draw(t, "batch")
			s.relink(t, rows[:n])
			rows = rows[n:]
		}
		check(t, s, "at the end")
	})
}

// add saves a conversation as linked.
func (s *shelf) add(d *digest.Digest) {
	s.rows["r"+d.ID] = d
	s.index.Set("r"+d.ID, Marks(d))
}

// A change asks for the digests of those it may concern, however many others there
// are of the same person, folder and repository.
func TestWorkIsBounded(t *testing.T) {
	const many = 10_000
	plain := func(i int, at time.Duration) *digest.Digest {
		id := fmt.Sprintf("c%05d", i)
		begin := transcripttest.Day.Add(at)
		return &digest.Digest{
			ID: id, Agent: "claude", Person: "ann", File: id + ".jsonl", Repo: fact.Repo{Key: "/src/app"}, CWDs: []string{"/src/app"},
			Start: begin, End: begin.Add(3 * time.Minute), Paths: []string{"/src/app/" + id},
			Turns: []digest.Turn{{
				UUID: id, Key: hash.Of(id), Start: begin.Add(time.Second), End: begin.Add(3 * time.Minute), Lines: 1,
				Edits: []digest.Edit{{Added: []uint64{1}}},
			}},
			Drafts: []digest.DraftMark{{First: 1, Last: 1, OpenedBy: fact.NoBoundary, ClosedBy: fact.NoBoundary}},
			Lines:  []uint64{hash.Of(id + "l")}, Seconds: []uint32{0},
		}
	}
	headed := func(d *digest.Digest) *digest.Digest {
		d.Head.Cleared, d.Head.ClearedAt, d.Drafts[0].OpenedBy = true, d.Start, fact.Clear
		return d
	}
	for _, c := range []struct {
		name  string
		make  func(i int) *digest.Digest
		bound int
	}{
		{"all opened by /clear", func(i int) *digest.Digest { return headed(plain(i, time.Duration(i)*4*time.Minute)) }, 15},
		{"cleared in mid-file", func(i int) *digest.Digest {
			d := plain(i, time.Duration(i)*4*time.Minute)
			d.Turns[0].Cleared, d.Drafts[0].ClosedBy = d.Turns[0].End, fact.Clear
			return d
		}, 30},
		{"one plan handed on again and again", func(i int) *digest.Digest {
			d := plain(i, time.Duration(i)*4*time.Minute)
			if i%2 == 0 {
				d.Tail.HandedOver, d.Tail.PlanKey = true, 7
			} else {
				d.Head.PlanKey, d.Turns[0].Origin = 7, transcript.PlanHand
			}
			return d
		}, 15},
		{"every second one a fork", func(i int) *digest.Digest {
			d := plain(i, time.Duration(i)*4*time.Minute)
			if i%2 == 1 {
				from := plain(i-1, time.Duration(i-1)*4*time.Minute)
				d.Turns = append(from.Turns, d.Turns...)
				d.Lines, d.Seconds = append(from.Lines, d.Lines...), []uint32{0, 0}
				d.Paths = append(from.Paths, d.Paths...)
				d.Turns[1].Edits = []digest.Edit{{Path: 1, Added: []uint64{1}}}
				d.Drafts[0].Last = 2
			}
			return d
		}, 15},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newShelf()
			var all []*digest.Digest
			for i := range many {
				d := c.make(i)
				all = append(all, d)
				s.add(d)
			}
			l := Link(all, time.Time{})
			row := make(map[*digest.Digest]string, many)
			for _, d := range all {
				row[d] = "r" + d.ID
			}
			byRow := make(map[string][]Stored)
			for i := range l.Sessions {
				x := &l.Sessions[i]
				st := Stored{ID: x.ID}
				for _, p := range x.Parts {
					st.Parts = append(st.Parts, Part{row[p.Digest], p.First, p.Last})
				}
				for _, p := range st.Parts {
					byRow[p.Row] = append(byRow[p.Row], st)
				}
			}
			for _, i := range []int{0, many / 2, many/2 + 1, many - 1} {
				was := Marks(all[i])
				d := *all[i]
				d.Turns = slices.Clone(d.Turns)
				d.Turns[len(d.Turns)-1].End = d.End.Add(time.Second)
				d.End = d.End.Add(time.Second)
				s.add(&d)
				s.loaded = 0
				got, err := Relink(context.Background(), []Change{{Row: "r" + d.ID, Was: was}}, linkedBefore{s, byRow})
				if err != nil {
					t.Fatal(err)
				}
				if s.loaded > c.bound || len(got.Sessions) > c.bound || len(got.Sessions) == 0 {
					t.Errorf("conversation %d: %d digests asked for, %d sessions written", i, s.loaded, len(got.Sessions))
				}
				s.add(all[i])
			}
		})
	}
}

// linkedBefore is a shelf whose sessions are found by row.
type linkedBefore struct {
	*shelf
	byRow map[string][]Stored
}

func (l linkedBefore) Sessions(_ context.Context, rows []string) ([]Stored, error) {
	var out []Stored
	seen := make(map[string]bool)
	for _, r := range rows {
		for _, s := range l.byRow[r] {
			if !seen[s.ID] {
				seen[s.ID] = true
				out = append(out, s)
			}
		}
	}
	return out, nil
}
