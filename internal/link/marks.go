package link

import (
	"cmp"
	"context"
	"math"
	"path"
	"slices"
	"strings"
	"time"

	"prism/internal/conversation"
	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/hash"
	"prism/internal/transcript"
	"prism/internal/worktree"
)

// Mark is an entry of the index of neighbours: what a conversation has in common
// with others that linking may have to look at, and when.
type Mark struct {
	Kind uint8
	Key  uint64
	At   int64 // nanoseconds since 1970; 0 none
}

// Kinds of Mark.
const (
	markPrompt  uint8 = 1 + iota // a prompt: copies share it
	markID                       // the conversation's id
	markBill                     // an API message: the first, the last before any prompt, the last
	markNames                    // the id of the conversation whose transcript the first prompt names
	markMade                     // agent, person, repository and plan with which it ends, at its end
	markTaken                    // the same of a plan that was handed to it, at its first prompt
	markEnd                      // agent, person and folder, at its end
	markCleared                  // the same of a /clear at its head
	markStart                    // agent, person and repository, at the start of each draft
	markClose                    // the same of each draft that /clear closes, and of a /clear that nothing follows
)

// Prompts is the kind of the marks that copies of a conversation share with it.
const Prompts = markPrompt

// Marks returns what the index of neighbours holds of a conversation: one entry
// for each prompt and draft, and a handful besides. Person and Repo have to be set.
func Marks(d *digest.Digest) []Mark {
	m := marker{make([]Mark, 0, len(d.Turns)+2*len(d.Drafts)+len(d.CWDs)+8)}
	for i := range d.Turns {
		if t := &d.Turns[i]; t.Key != 0 {
			m.add(markPrompt, t.Key, t.Start)
		}
	}
	m.add(markID, hash.Of(d.ID), d.Start)
	m.bills(d)
	if len(d.Turns) > 0 {
		first := &d.Turns[0]
		if id := namedConversation(d); id != "" {
			m.add(markNames, hash.Of(id), first.Start)
		}
		if d.Head.PlanKey != 0 && first.Origin == transcript.PlanHand {
			m.add(markTaken, planOf(d, d.Head.PlanKey), first.Start)
		}
	}
	if makesPlan(d) {
		m.add(markMade, planOf(d, d.Tail.PlanKey), d.End)
	}
	if canBeCleared(d) {
		for _, dir := range d.CWDs {
			m.add(markEnd, folderOf(d, dir), d.End)
		}
	}
	if clearsAtHead(d) {
		m.add(markCleared, folderOf(d, d.CWDs[0]), headClear(d))
		if len(d.Turns) == 0 && d.Repo.Key != "" {
			m.add(markClose, placeOf(d), headClear(d))
		}
	}
	if d.Repo.Key != "" {
		for _, x := range draftsOf(d) {
			if start := draftStart(d, x); !start.IsZero() {
				m.add(markStart, placeOf(d), start)
			}
			if x.ClosedBy == fact.Clear {
				m.add(markClose, placeOf(d), draftCleared(d, x))
			}
		}
	}
	slices.SortFunc(m.list, func(a, b Mark) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Key, b.Key), cmp.Compare(a.At, b.At))
	})
	return slices.Compact(m.list)
}

type marker struct{ list []Mark }

// bills marks the API messages by which a copy is known that holds no prompt of
// the original: what was copied of its last turn stands before the copy's own first
// prompt.
func (m *marker) bills(d *digest.Digest) {
	var zero *digest.Usage
	for i := range d.Usage {
		u := &d.Usage[i]
		if i == 0 || i == len(d.Usage)-1 {
			m.add(markBill, u.Key, conversation.Moment(u.Time))
		}
		if u.Turn == 0 {
			zero = u
		}
	}
	if zero != nil {
		m.add(markBill, zero.Key, conversation.Moment(zero.Time))
	}
}

// Named asks for the conversations of an id.
func Named(conversation string) Query {
	return Query{Kind: markID, Key: hash.Of(conversation), From: math.MinInt64, To: math.MaxInt64}
}

// related reports whether conversations that share such a mark are of one family.
func related(kind uint8) bool { return kind == markPrompt || kind == markID || kind == markBill }

func (m *marker) add(kind uint8, key uint64, at time.Time) {
	m.list = append(m.list, Mark{kind, key, nanos(at)})
}

func nanos(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

// keyOf hashes words that belong together.
func keyOf(words ...string) uint64 {
	h := uint64(hash.Seed)
	for _, w := range words {
		h = hash.Join(h, hash.Of(w))
	}
	return h
}

func planOf(d *digest.Digest, plan uint64) uint64  { return hash.Join(placeOf(d), plan) }
func folderOf(d *digest.Digest, dir string) uint64 { return keyOf(d.Agent, d.Person, dir) }
func placeOf(d *digest.Digest) uint64              { return keyOf(d.Agent, d.Person, d.Repo.Key) }
func makesPlan(d *digest.Digest) bool              { return d.Tail.HandedOver && d.Tail.PlanKey != 0 }
func clearsAtHead(d *digest.Digest) bool           { return d.Head.Cleared && len(d.CWDs) > 0 }
func canBeCleared(d *digest.Digest) bool {
	return !(d.Automated && len(d.Turns) > 0) && !d.End.IsZero()
}

// headClear is when /clear was typed at the head.
func headClear(d *digest.Digest) time.Time {
	if d.Head.ClearedAt.IsZero() {
		return d.Start
	}
	return d.Head.ClearedAt
}

// namedConversation is the id of the conversation whose transcript the first
// prompt names; "" none.
func namedConversation(d *digest.Digest) string {
	if d.Head.Transcript == "" {
		return ""
	}
	return strings.TrimSuffix(path.Base(worktree.Slashes(d.Head.Transcript)), ".jsonl")
}

// draftsOf are the drafts of a digest; one that was never cut is one draft.
func draftsOf(d *digest.Digest) []digest.DraftMark {
	if len(d.Drafts) == 0 && len(d.Turns) > 0 {
		return []digest.DraftMark{{First: 1, Last: len(d.Turns), OpenedBy: fact.NoBoundary, ClosedBy: fact.NoBoundary}}
	}
	return d.Drafts
}

// draftStart is when the first of a draft's turns began, whoever owns it.
func draftStart(d *digest.Digest, m digest.DraftMark) time.Time {
	var start time.Time
	for t := m.First - 1; t < m.Last; t++ {
		if at := d.Turns[t].Start; start.IsZero() || !at.IsZero() && at.Before(start) {
			start = at
		}
	}
	return start
}

// draftCleared is when the /clear that closed a draft was typed: where no line
// tells, at the draft's end.
func draftCleared(d *digest.Digest, m digest.DraftMark) time.Time {
	var end time.Time
	for t := m.Last - 1; t >= m.First-1; t-- {
		if at := d.Turns[t].Cleared; !at.IsZero() {
			return at
		}
		if d.Turns[t].End.After(end) {
			end = d.Turns[t].End
		}
	}
	return end
}

// Nearest says which of the marks in [From, To] a Query wants.
type Nearest int

// The choices of Nearest. Marks of one moment are in the order of their rows.
const (
	Every    Nearest = 0  // ascending by time
	Latest   Nearest = -1 // descending, from To down
	Earliest Nearest = 1  // ascending, as Every: with Limit 1 the first
)

// Query asks the index for marks.
type Query struct {
	Kind     uint8
	Key      uint64
	From, To int64 // inclusive
	Nearest  Nearest
	Limit    int // 0: all of them
}

// Hit is one mark that a Query found.
type Hit struct {
	Query        int // its place among those asked
	Conversation string
	At           int64
}

// Row is a conversation as it is kept.
type Row struct {
	ID     string
	Digest *digest.Digest
}

// Part is a run of turns of a row, numbered from 1, inclusive.
type Part struct {
	Row         string
	First, Last int
}

// Stored is a session as it was linked before.
type Stored struct {
	ID    string
	Parts []Part // in order
}

// Store is what linking asks of whoever keeps conversations, their marks and the
// sessions linked so far.
type Store interface {
	Near(ctx context.Context, asked []Query) ([]Hit, error)
	// Load returns those of the rows that there are, in any order.
	Load(ctx context.Context, rows []string) ([]Row, error)
	// Sessions returns the sessions with a part in any of the rows, each once.
	Sessions(ctx context.Context, rows []string) ([]Stored, error)
}

// indexKey is what marks of one kind have in common.
type indexKey struct {
	kind uint8
	key  uint64
}
