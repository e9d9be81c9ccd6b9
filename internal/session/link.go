package session

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"path"
	"slices"
	"sort"
	"strings"
	"time"

	"prism/internal/fact"
	"prism/internal/transcript"
)

// Constants of joining (DESIGN.md, Sessions 4 to 6).
const (
	// MergeWithin is how soon after a /clear the next session starts to be merged.
	MergeWithin = 10 * time.Minute
	// MergeOverlap is the share of the smaller set of files that both touched.
	MergeOverlap = 0.5
	// handOver is how long a conversation may still write after the next one has
	// begun: the interrupt with which a plan is handed over is written up to 15 ms
	// after the first prompt of the conversation that goes on (measured on 18).
	handOver = time.Second
	// OpenFor is how young the last event of a session is that is still open.
	OpenFor = fact.OpenFor
)

// Linked is what Link makes of many conversations: the final sessions, each with
// its usage, and the usage that lies in none.
type Linked struct {
	Sessions []Linkage // by start, then id
	Outside  []Bill    // by time
}

// Linkage is one final session.
type Linkage struct {
	ID      string
	Aliases []string // ids of its later parts
	Parts   []Run    // in order of time

	OpenedBy, ClosedBy fact.Boundary
	State              fact.State
	Automated          bool
	Start, End         time.Time

	// InFile says that the session is exactly draft number Draft of its only
	// conversation: what a judge said of that draft holds.
	InFile bool
	Draft  int
	Key    uint64 // of its composition: parts and their turns

	Bills []Bill
}

// Run is a run of turns of one conversation, numbered from 1, inclusive.
type Run struct {
	Digest      *Digest
	First, Last int
}

// Bill is one API message, counted once over all files. It points into digests:
// a large corpus has hundreds of thousands.
type Bill struct {
	Digest *Digest // where it belongs
	from   *Digest // that has the figures that count
	usage  *UsageDigest
	first  int64 // time of its first line in any file
}

// Time is that of the message's first line; zero when none had one.
func (b Bill) Time() time.Time { return moment(b.first) }

// Model is the model that answered.
func (b Bill) Model() string { return b.from.Models[b.usage.Model] }

// Tokens are those of the line that counts.
func (b Bill) Tokens() fact.Tokens { return b.usage.Tokens }

// Nested reports whether it is known only from an old client's progress lines.
func (b Bill) Nested() bool { return b.usage.Nested }

// Link joins the digests of many conversations into sessions: copied lines are
// given to their owners, conversations that go on in another are continued, what
// /clear closed is merged again where the rule says so, ids and states are set.
// The order of the digests changes nothing. now decides which sessions are open;
// what ended in its future, or with a zero now, is provisional.
func Link(digests []*Digest, now time.Time) Linked {
	all := slices.Clone(digests)
	slices.SortStableFunc(all, func(a, b *Digest) int {
		return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.Person, b.Person), cmp.Compare(a.File, b.File))
	})
	all = slices.CompactFunc(all, sameRecord)
	l := &linker{all: all, own: settleOwners(all)}
	l.split()
	l.continuePieces()
	l.closeByClear()
	l.chains()
	l.merge()
	return l.finish(now)
}

// sameRecord reports whether two digests tell the same conversation from equal
// files: one read twice, over two paths.
func sameRecord(a, b *Digest) bool {
	return a.ID == b.ID && a.Agent == b.Agent && len(a.Turns) == len(b.Turns) && slices.Equal(a.lines, b.lines) &&
		slices.EqualFunc(a.Usage, b.Usage, func(u, v UsageDigest) bool { return u.Key == v.Key && u.Tokens == v.Tokens })
}

// piece is a draft without the turns that belong to another conversation.
type piece struct {
	d, draft           int
	runs               []Run
	openedBy, closedBy fact.Boundary
	clearedAt          time.Time // when closedBy is /clear
	start, end         time.Time
	next, prev         int // continuation; −1 none
	session            int
	whole              bool // every turn of the draft
	automated          bool
	clearedBy          int // digest whose head closed it; −1 none
}

type linker struct {
	all    []*Digest
	own    *ownership
	pieces []piece
	of     [][]int // digest → its pieces in order
	at     [][]int // digest → turn index → piece; −1 for a turn of another's
	chain  []chain
}

// chain is a session in the making: pieces in order.
type chain struct {
	pieces []int
	gone   bool // merged into another
	files  fileSet
	ready  bool // files were collected
}

// split makes the pieces.
func (l *linker) split() {
	l.of, l.at = make([][]int, len(l.all)), make([][]int, len(l.all))
	for i, d := range l.all {
		l.at[i] = make([]int, len(d.Turns))
		for t := range l.at[i] {
			l.at[i][t] = -1
		}
		drafts := d.Drafts
		if len(drafts) == 0 && len(d.Turns) > 0 {
			drafts = []DraftMark{{First: 1, Last: len(d.Turns), OpenedBy: fact.NoBoundary, ClosedBy: fact.NoBoundary}}
		}
		for n, m := range drafts {
			l.piece(i, n, m)
		}
	}
}

func (l *linker) piece(i, n int, m DraftMark) {
	d := l.all[i]
	p := piece{d: i, draft: n, openedBy: m.OpenedBy, closedBy: m.ClosedBy, next: -1, prev: -1, clearedBy: -1, whole: true, automated: true}
	living := false
	for t := m.First - 1; t < m.Last; t++ {
		if !l.own.owns(i, t) {
			p.whole = false
			continue
		}
		x := &d.Turns[t]
		if k := len(p.runs); k > 0 && p.runs[k-1].Last == t {
			p.runs[k-1].Last = t + 1
		} else {
			p.runs = append(p.runs, Run{Digest: d, First: t + 1, Last: t + 1})
		}
		if p.start.IsZero() || !x.Start.IsZero() && x.Start.Before(p.start) {
			p.start = x.Start
		}
		if x.End.After(p.end) {
			p.end = x.End
		}
		if !x.Abandoned {
			living = true
			p.automated = p.automated && x.Automated
		}
	}
	if len(p.runs) == 0 {
		return
	}
	if !living && len(l.of[i]) > 0 {
		// Nothing here is alive: what it cost is the earlier session's.
		last := l.of[i][len(l.of[i])-1]
		l.pieces[last].runs = append(l.pieces[last].runs, p.runs...)
		l.pieces[last].whole = false
		l.pieces[last].closedBy = p.closedBy
		l.mark(i, p.runs, last)
		return
	}
	if !living {
		p.automated = d.Automated
	}
	if p.closedBy == fact.Clear {
		for t := m.Last - 1; t >= m.First-1 && p.clearedAt.IsZero(); t-- {
			p.clearedAt = d.Turns[t].Cleared
		}
		if p.clearedAt.IsZero() {
			p.clearedAt = p.end
		}
	}
	if !p.whole && m.First-1 >= 0 && !l.own.owns(i, m.First-1) {
		p.openedBy = fact.NoBoundary // its beginning is another's
	}
	at := len(l.pieces)
	l.pieces = append(l.pieces, p)
	l.of[i] = append(l.of[i], at)
	l.mark(i, p.runs, at)
}

func (l *linker) mark(i int, runs []Run, at int) {
	for _, r := range runs {
		for t := r.First - 1; t < r.Last; t++ {
			l.at[i][t] = at
		}
	}
}

// edge is a candidate: succ continues pred.
type edge struct {
	pred, succ int
	at         time.Time
}

// continuePieces links what goes on in another conversation (DESIGN.md, Sessions
// 4 and 7): plans handed on, and copies made by resume whose own turns go on.
func (l *linker) continuePieces() {
	edges := append(l.plans(), l.resumed()...)
	slices.SortStableFunc(edges, func(a, b edge) int {
		return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.succ, b.succ), cmp.Compare(a.pred, b.pred))
	})
	for _, e := range edges {
		p, s := &l.pieces[e.pred], &l.pieces[e.succ]
		if p.next >= 0 || s.prev >= 0 || l.reaches(e.succ, e.pred) {
			continue
		}
		p.next, s.prev = e.succ, e.pred
	}
}

// reaches reports whether following continuations from piece a leads to b.
func (l *linker) reaches(a, b int) bool {
	for ; a >= 0; a = l.pieces[a].next {
		if a == b {
			return true
		}
	}
	return false
}

// plans finds for every conversation that opens with a plan handed on the one
// that made the plan.
func (l *linker) plans() []edge {
	type key struct {
		repo string
		plan uint64
	}
	made := make(map[key][]int) // digests that end on the plan, refused without a word
	for i, d := range l.all {
		if d.Tail.HandedOver && d.Tail.PlanKey != 0 {
			k := key{d.Repo.Key, d.Tail.PlanKey}
			made[k] = append(made[k], i)
		}
	}
	var edges []edge
	for i, d := range l.all {
		if len(l.of[i]) == 0 || len(d.Turns) == 0 || !l.own.owns(i, 0) || d.Head.PlanKey == 0 && d.Head.Transcript == "" {
			continue
		}
		succ, start := l.of[i][0], d.Turns[0].Start
		if pred := l.named(i, start); pred >= 0 {
			edges = append(edges, edge{pred, succ, start})
			continue
		}
		if d.Head.PlanKey == 0 || d.Turns[0].Origin != transcript.PlanHand {
			continue
		}
		best := -1
		for _, j := range made[key{d.Repo.Key, d.Head.PlanKey}] {
			if j == i || l.all[j].Agent != d.Agent || len(l.of[j]) == 0 || l.all[j].End.After(start.Add(handOver)) {
				continue
			}
			if best < 0 || l.all[j].End.After(l.all[best].End) {
				best = j
			}
		}
		if best >= 0 {
			edges = append(edges, edge{l.of[best][len(l.of[best])-1], succ, start})
		}
	}
	return edges
}

// named is the piece of the conversation whose transcript the head of digest i
// names: the one that was running when i began. −1 when it was not read.
func (l *linker) named(i int, start time.Time) int {
	file := l.all[i].Head.Transcript
	if file == "" {
		return -1
	}
	id := strings.TrimSuffix(path.Base(slashes(file)), ".jsonl")
	for _, j := range l.own.byID[Hash(id)] {
		if j == i || l.all[j].Agent != l.all[i].Agent {
			continue
		}
		best := -1
		for _, p := range l.of[j] {
			if best < 0 || !l.pieces[p].start.After(start) && !l.pieces[p].start.IsZero() {
				best = p
			}
		}
		if best >= 0 {
			return best
		}
	}
	return -1
}

// resumed finds pieces that begin with copied turns: they continue the session of
// the last copied turn, unless the original itself goes on past that point.
func (l *linker) resumed() []edge {
	var edges []edge
	if len(l.own.copies) == 0 {
		return nil
	}
	for i, d := range l.all {
		if len(l.of[i]) == 0 {
			continue
		}
		first := l.of[i][0]
		p := &l.pieces[first]
		t := p.runs[0].First - 2 // the turn before its first own one
		if t < 0 || l.own.owns(i, t) || t < l.draftOf(p).First-1 {
			continue // own from the start, or a boundary lies between
		}
		places := l.own.copies[d.Turns[t].Key]
		if len(places) == 0 {
			continue
		}
		owner := places[0]
		pred := l.at[owner.digest][owner.turn]
		if pred < 0 || l.goesOn(owner) {
			continue
		}
		edges = append(edges, edge{pred, first, p.start})
	}
	return edges
}

func (l *linker) draftOf(p *piece) DraftMark {
	d := l.all[p.d]
	if len(d.Drafts) == 0 {
		return DraftMark{First: 1, Last: len(d.Turns)}
	}
	return d.Drafts[p.draft]
}

// goesOn reports whether a conversation has living turns of its own after one.
func (l *linker) goesOn(r turnRef) bool {
	d := l.all[r.digest]
	for t := r.turn + 1; t < len(d.Turns); t++ {
		if l.own.owns(r.digest, t) && !d.Turns[t].Abandoned {
			return true
		}
	}
	return false
}

// closeByClear closes what a /clear at the head of a conversation left: the last
// session of the conversation of the same person and working folder whose last
// event is the latest before it. Machine runs are nobody's to clear.
func (l *linker) closeByClear() {
	type key struct{ agent, person, cwd string }
	in := make(map[key][]int)
	for i, d := range l.all {
		if d.Automated && len(d.Turns) > 0 || d.End.IsZero() {
			continue
		}
		for _, dir := range d.CWDs {
			k := key{d.Agent, d.Person, dir}
			in[k] = append(in[k], i)
		}
	}
	for _, list := range in {
		slices.SortStableFunc(list, func(a, b int) int { return l.all[a].End.Compare(l.all[b].End) })
	}
	for i, d := range l.all {
		if !d.Head.Cleared || len(d.CWDs) == 0 {
			continue
		}
		at := d.Head.ClearedAt
		if at.IsZero() {
			at = d.Start
		}
		list := in[key{d.Agent, d.Person, d.CWDs[0]}]
		n := sort.Search(len(list), func(k int) bool { return l.all[list[k]].End.After(at.Add(handOver)) })
		for n--; n >= 0 && list[n] == i; n-- {
		}
		if n < 0 {
			continue
		}
		// Of several that ended at the same instant the first by id.
		for n > 0 && list[n-1] != i && l.all[list[n-1]].End.Equal(l.all[list[n]].End) {
			n--
		}
		pieces := l.of[list[n]]
		if len(pieces) == 0 {
			continue
		}
		p := &l.pieces[pieces[len(pieces)-1]]
		if p.next >= 0 || p.closedBy == fact.Clear && !p.clearedAt.After(at) {
			continue
		}
		p.closedBy, p.clearedAt, p.clearedBy = fact.Clear, at, i
	}
}

// chains follows the continuations.
func (l *linker) chains() {
	for i := range l.pieces {
		if l.pieces[i].prev >= 0 {
			continue
		}
		var c chain
		for p := i; p >= 0; p = l.pieces[p].next {
			l.pieces[p].session = len(l.chain)
			c.pieces = append(c.pieces, p)
		}
		l.chain = append(l.chain, c)
	}
}

func (l *linker) first(c *chain) *piece { return &l.pieces[c.pieces[0]] }
func (l *linker) last(c *chain) *piece  { return &l.pieces[c.pieces[len(c.pieces)-1]] }

// sessionID is the stable id of a session by its first prompt (DESIGN.md,
// Sessions 7): 16 hexadecimal digits.
func sessionID(d *Digest, turn int) string {
	t := &d.Turns[turn-1]
	prompt := t.UUID
	if prompt == "" {
		prompt = "#" + hexKey(t.Key)
		if t.Key == 0 {
			prompt = "#" + hexKey(uint64(turn))
		}
	}
	sum := sha256.Sum256([]byte("session\x00" + d.Agent + "\x00" + d.ID + "\x00" + prompt))
	return hex.EncodeToString(sum[:8])
}

func hexKey(h uint64) string {
	var b [8]byte
	for i := range b {
		b[i] = byte(h >> (56 - 8*i))
	}
	return hex.EncodeToString(b[:])
}

// ID is the id of a session that begins with one of a digest's turns, numbered from 1.
func ID(d *Digest, turn int) string { return sessionID(d, turn) }
